// One case through both compilers: who accepts it, what the official validator says of our container, and where the parts differ.

import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { bindingRows, partOf } from '../corpus/container_facts.ts'
import { type Dxc, OracleError } from '../oracle/dxc.ts'
import type { CompileClient } from './compile_client.ts'
import { countCode } from './count_code.ts'
import { withoutRootSignatures } from './root_signatures.ts'
import type { ParityCase } from './run_lines.ts'

/** From worst to best; 'oracle-failed' is no finding about us. */
export const KINDS = [
  'died',
  'threw',
  'invalid',
  'unsupported',
  'only-dxc-accepts',
  'parts-differ',
  'table-differs',
  'only-we-accept',
  'oracle-failed',
  'agree-accept',
  'agree-reject',
] as const
export type Kind = (typeof KINDS)[number]

export interface Judgement {
  readonly file: string
  readonly words: readonly string[]
  readonly kind: Kind
  /** What groups cases of one kind: the first error without the names in it. */
  readonly cause: string
  readonly detail: string
  /** Instructions in our container over those in DXC's; only when both accept. */
  readonly instructionRatio?: number
  /** Parts that are in both containers or in one: byte-identical or not. Only when both accept. */
  readonly parts?: Readonly<Record<string, boolean>>
  /** Only when both reject: lines of the first errors; 0 where a compiler names none. */
  readonly errorLines?: readonly [ours: number, theirs: number]
  /** Both complain of the same lines, in any order. */
  readonly sameLines?: boolean
  readonly ourMs: number
  readonly dxcMs: number
}

/** Judges one case. Never throws for what either compiler does. */
export async function judge(root: string, test: ParityCase, client: CompileClient, dxc: Dxc): Promise<Judgement> {
  const path = join(root, test.file)
  const ours = await client.compile({
    path,
    words: test.words,
    source: test.source,
    noRootSignatures: test.noRootSignatures,
  })
  const base = { file: test.file, words: test.words, ourMs: ours.ms }
  try {
    const includes = (wanted: string): string | undefined => {
      const text = findInclude(path, wanted)
      return text !== undefined && test.noRootSignatures ? withoutRootSignatures(text) : text
    }
    const theirs = await dxc.compile(test.source ?? readFileSync(path, 'utf8'), wordsForDxc(test), {
      includes,
    })
    const accepted = theirs.ok && theirs.container !== undefined
    const all = { ...base, dxcMs: theirs.ms }
    if (ours.verdict === 'died' || ours.verdict === 'threw')
      return { ...all, kind: ours.verdict, cause: causeOf(ours.firstError) + topFrame(ours.text), detail: ours.text }
    if (ours.verdict === 'rejected') {
      if (!accepted) {
        const errorLines = [errorLine(ours.text), errorLine(theirs.errors)] as const
        const detail = `ours: ${ours.firstError}\nDXC: ${firstErrorOf(theirs.errors)}`
        const sameLines = haveSameLines(ours.text, theirs.errors)
        return { ...all, kind: 'agree-reject', cause: '', detail, errorLines, sameLines }
      }
      const kind = /^E3000|^E4011/.test(ours.firstError) ? 'unsupported' : 'only-dxc-accepts'
      return { ...all, kind, cause: causeOf(ours.firstError), detail: ours.text }
    }
    if (!accepted) {
      return { ...all, kind: 'only-we-accept', cause: causeOf(firstErrorOf(theirs.errors)), detail: theirs.errors }
    }
    const isOffline = /_x$/.test(test.profile)
    return { ...all, ...(await compareContainers(ours.container!, theirs.container, dxc, isOffline)) }
  } catch (error) {
    if (!(error instanceof OracleError)) throw error
    return { ...base, dxcMs: 0, kind: 'oracle-failed', cause: causeOf(error.message), detail: error.message }
  }
}

/** The later DXC writes preview parts unless it is told a released validator. */
const wordsForDxc = ({ words, newestValidator }: ParityCase): readonly string[] =>
  newestValidator === undefined ? words : [...words, '-validator-version', newestValidator]

const firstErrorOf = (text: string): string => /error: .*|.*(validation|error).*/i.exec(text)?.[0] ?? 'no container'

/**
 * Whether the errors stand on the same lines. DXC's validator goes from operation to operation and through the uses of each, latest first, so its first
 * error is none of the source's order; ours tell the same lines from the top down.
 */
function haveSameLines(ours: string, theirs: string): boolean {
  const [a, b] = [new Set(errorLinesOf(ours)), new Set(errorLinesOf(theirs))]
  return a.size === b.size && [...a].every(line => b.has(line))
}

const errorLinesOf = (text: string): number[] =>
  [...text.matchAll(/:(\d+):\d+: (?:fatal )?error:/g)].map(found => Number(found[1]))

/** 0 where no error has a place. */
const errorLine = (text: string): number => errorLinesOf(text)[0] ?? 0

type Comparison = Pick<Judgement, 'kind' | 'cause' | 'detail' | 'instructionRatio' | 'parts'>

/** Parts that describe a shader to the runtime. */
const PARTS = ['SFI0', 'ISG1', 'OSG1', 'PSG1', 'PSV0', 'RTS0', 'RDAT']

function sameParts(ours: Uint8Array, theirs: Uint8Array): Record<string, boolean> {
  const same: Record<string, boolean> = {}
  for (const name of PARTS) {
    const [a, b] = [hex(partOf(ours, name)), hex(partOf(theirs, name))]
    if (a !== '' || b !== '') same[name] = a === b
  }
  return same
}

/** @param isOffline a library for linking only, which the validator refuses and nobody signs */
async function compareContainers(
  ours: Uint8Array,
  theirs: Uint8Array,
  dxc: Dxc,
  isOffline: boolean,
): Promise<Comparison> {
  const validity = isOffline ? { ok: true, digest: 'right', message: '' } : await dxc.validate(ours)
  if (!validity.ok) return { kind: 'invalid', cause: causeOf(firstLine(validity.message)), detail: validity.message }
  if (validity.digest !== 'right')
    return { kind: 'invalid', cause: `digest ${validity.digest}`, detail: `digest ${validity.digest}` }
  const texts = [await dxc.disassemble(ours), await dxc.disassemble(theirs)] as const
  const instructionRatio = countCode(ours).total / Math.max(1, countCode(theirs).total)
  const parts = sameParts(ours, theirs)
  const rows = [bindingRows(texts[0].text).join('\n'), bindingRows(texts[1].text).join('\n')] as const
  if (rows[0] !== rows[1])
    return { kind: 'table-differs', cause: '', detail: `ours:\n${rows[0]}\nDXC:\n${rows[1]}`, instructionRatio, parts }
  const different = Object.keys(parts).filter(name => !parts[name])
  if (different.length > 0) {
    const detail = different.map(n => `${n}: ours ${hex(partOf(ours, n))}\n  DXC  ${hex(partOf(theirs, n))}`).join('\n')
    return { kind: 'parts-differ', cause: different.join(' '), detail, instructionRatio, parts }
  }
  return { kind: 'agree-accept', cause: '', detail: '', instructionRatio, parts }
}

const hex = (part: Uint8Array | undefined): string => (part ? Buffer.from(part).toString('hex') : '')
const firstLine = (text: string): string => text.split('\n').find(line => line.trim() !== '') ?? ''

/** Names and numbers taken out, so that one cause is one group. */
function causeOf(message: string): string {
  return message
    .split('\n')[0]!
    .replace(/'[^']*'/g, "'_'")
    .replace(/\b(?<![EWN])\d+\b/g, 'N')
    .replace(/%\S+/g, '%_')
    .slice(0, 160)
}

function topFrame(stack: string): string {
  const frame = /at (\S+) \(?(?:file:\/\/)?\S*\/((?:src|dist\/src)\/[^)\s]*?):(\d+):\d+/.exec(stack)
  return frame ? ` [${frame[1]} ${frame[2]}:${frame[3]}]` : ''
}

/** DXC asks for includes by a path relative to the working folder or to the source; either way the file lies near the test. */
export function findInclude(path: string, wanted: string): string | undefined {
  const folder = dirname(path)
  for (const candidate of [join(folder, wanted), join('/', wanted), join(folder, basename(wanted))]) {
    try {
      return readFileSync(candidate, 'utf8')
    } catch {}
  }
  return undefined
}
