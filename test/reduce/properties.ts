// What a reduced shader has to keep: each flag of `npm run reduce` is one property, and all that are given hold.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CompileResult, compile } from '../../src/api/compile.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { partOf } from '../corpus/container_facts.ts'
import { Dxc, type CompileResult as DxcResult } from '../oracle/dxc.ts'
import { countCode } from '../parity/count_code.ts'

export interface Wanted {
  /** Our messages have this text. */
  readonly says?: string
  /** Our compiler throws. */
  readonly crashes?: boolean
  /** We accept, and the validator refuses. */
  readonly invalid?: boolean
  /** Both accept, and these parts differ. */
  readonly differs?: readonly string[]
  /** Both accept, and our code has at least so many times the instructions of DXC's. */
  readonly longer?: number
  /** Only we accept, or only DXC does. */
  readonly alone?: 'ours' | 'dxc'
  /** A command line that ends with exit code 0; `{}` is the file. */
  readonly command?: string
}

/** Whether a source has all properties. @throws when nothing is wanted */
export function propertyOf(wanted: Wanted, words: readonly string[]): (source: string) => Promise<boolean> {
  if (Object.values(wanted).every(value => value === undefined)) throw new Error('nothing is wanted')
  return async source => {
    const ours = oursOf(source, words)
    if (wanted.crashes && ours !== 'threw') return false
    if (wanted.command !== undefined && !runs(wanted.command, source)) return false
    if (ours === 'threw') return wanted.crashes === true || wanted.command !== undefined
    if (wanted.says !== undefined && !ours.text.includes(wanted.says)) return false
    if (wanted.invalid && (!ours.container || (await (await Dxc.shared()).validate(ours.container)).ok)) return false
    if (!wanted.differs && wanted.longer === undefined && wanted.alone === undefined) return true
    return compares(wanted, ours, await (await Dxc.shared()).compile(source, words))
  }
}

function oursOf(source: string, words: readonly string[]): CompileResult | 'threw' {
  try {
    return compile(source, { ...compileJob(parseFlags([...words, 'hlsl.hlsl'])).compile, fileName: 'hlsl.hlsl' })
  } catch {
    return 'threw'
  }
}

function compares({ differs, longer, alone }: Wanted, ours: CompileResult, theirs: DxcResult): boolean {
  if (alone !== undefined) return ours.ok === (alone === 'ours') && theirs.ok === (alone === 'dxc')
  const [a, b] = [ours.container, theirs.container]
  if (!a || !b) return false
  const isSame = (name: string): boolean => {
    const [x, y] = [partOf(a, name), partOf(b, name)]
    return x !== undefined && y !== undefined && Buffer.compare(x, y) === 0
  }
  if (differs?.some(isSame)) return false
  return longer === undefined || countCode(a).total >= longer * countCode(b).total
}

function runs(command: string, source: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-reduce-'))
  try {
    const file = join(folder, 'shader.hlsl')
    writeFileSync(file, source)
    return spawnSync('bash', ['-c', command.replaceAll('{}', file)], { timeout: 60_000 }).status === 0
  } finally {
    rmSync(folder, { recursive: true })
  }
}
