// One source through both compilers under the same command line, for tests of verdicts and messages.

import { type CompileResult, compile } from '../../src/api/compile.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { Dxc, type CompileResult as DxcResult } from '../oracle/dxc.ts'

export interface Both {
  readonly ours: CompileResult
  readonly theirs: DxcResult
  /** What DXC's validator says of our container; true without one. */
  readonly isValid: boolean
}

/** `flags` as on DXC's command line, with blanks between; the file is called x.hlsl. */
export async function both(source: string, flags: string): Promise<Both> {
  const words = flags.split(' ')
  const dxc = await Dxc.shared()
  const ours = oursAlone(source, flags)
  const theirs = await dxc.compile(source, words, { name: 'x.hlsl' })
  const isValid = !ours.container || (await dxc.validate(ours.container)).ok
  return { ours, theirs, isValid }
}

/** Ours only. */
export function oursAlone(source: string, flags: string): CompileResult {
  const job = compileJob(parseFlags([...flags.split(' '), 'x.hlsl']))
  return compile(source, { ...job.compile, fileName: 'x.hlsl' })
}

const MESSAGE = /^x\.hlsl:(\d+):\d+: (error|warning): (.*)$/

/** The errors or warnings of a printed log as `line: message`, DXC's or ours. */
export function messages(log: string, severity: 'error' | 'warning'): string[] {
  const found: string[] = []
  for (const line of log.split('\n')) {
    const [, at, kind, text] = MESSAGE.exec(line) ?? []
    if (kind === severity) found.push(`${at}: ${text}`)
  }
  return found
}
