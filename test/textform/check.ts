// One compilation three times over: from HLSL, and from the text that it prints behind chosen steps. The text has to say everything, so that
// its containers have the same bytes, its messages are the same, and it prints as itself.

import { compile, compileToIr } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import type { CompileOptions } from '../../src/api/options.ts'
import type { Report } from '../../src/api/report.ts'
import { readContainer } from '../../src/container/container.ts'
import type { Message } from '../../src/diag/message.ts'
import { firstDifference } from './difference.ts'

/** refused: the front end finds errors, so that there is no text. */
export type Kind = 'same' | 'refused' | 'exception' | 'unreadable' | 'text' | 'bytes' | 'messages'

export interface Outcome {
  readonly kind: Kind
  /** Step and what differs; '' when nothing does. */
  readonly detail: string
  /** How many texts were read back. */
  readonly texts: number
}

/** Steps behind which every program is printed; behind more, when asked. */
export const STEPS = ['lower', 'bind', 'lower_resources'] as const

/** What the text says itself, and what only makes it out of HLSL. */
const SAID = [
  'target',
  'entry',
  'language',
  'binding',
  'enable16BitTypes',
  'ieeeStrict',
  'allResourcesBound',
  'avoidFlowControl',
  'resMayAlias',
  'payloadQualifiers',
  'lifetimeMarkers',
  'optimization',
  'hlslVersion',
  'include',
  'exports',
  'packMatrix',
  'rootSignatureDefine',
  'rootSignatureVersion',
] as const

function optionsOfText(options: CompileOptions): CompileOptions {
  const left = Object.entries(options).filter(([key]) => !SAID.some(said => said === key))
  return {
    ...(Object.fromEntries(left) as Omit<CompileOptions, 'target'>),
    target: '',
    language: 'llvm',
    fileName: options.fileName ?? 'hlsl.hlsl',
  }
}

/** Each once: of copies of one line, which have one place in the source, a text has several. */
const messages = (...reports: readonly Report[]): string =>
  [...new Set(reports.flatMap(r => r.diagnostics.map(wordsOf)))].sort().join('\n')

const wordsOf = ({ code, message, notes }: Message): string => [`${code} ${message}`, ...notes.map(wordsOf)].join(', ')

/** The first part that differs; undefined when none does. The sources in debug information are those of the text, and names made of them. */
function differentPart(before: Uint8Array | undefined, after: Uint8Array | undefined): string | undefined {
  if (!before || !after) return before === after ? undefined : 'there is one container'
  const [a, b] = [readContainer(before).parts, readContainer(after).parts]
  if (a.map(p => p.name).join() !== b.map(p => p.name).join()) return b.map(p => p.name).join()
  const hasDebug = a.some(p => p.name === 'ILDB')
  if (!hasDebug) return Buffer.from(before).equals(after) ? undefined : differentOf(a, b)
  return differentOf(a, b, ['HASH', 'ILDN'])
}

type Parts = ReturnType<typeof readContainer>['parts']

function differentOf(a: Parts, b: Parts, left: readonly string[] = []): string | undefined {
  const at = a.findIndex(({ name, data }, i) => {
    if (left.includes(name)) return false
    const other = b[i]!.data
    return name === 'ILDB' ? debugProgram(data) !== debugProgram(other) : !Buffer.from(data).equals(other)
  })
  return a[at]?.name
}

/** Without the sources, of which a text is one whatever it was made of; so nodes are numbered by where they are named first. */
function debugProgram(data: Uint8Array): string {
  const sourceless = disassemble(data).replace(/^(!\d+ = !\{!"[^"]*", !"|!dx\.source\.contents = ).*\n/gm, '')
  const numbers = new Map<string, string>()
  return sourceless.replace(/!\d+/g, node => {
    const number = numbers.get(node) ?? `!${numbers.size}`
    numbers.set(node, number)
    return number
  })
}

/**
 * Compiles to the same bytes, with the same messages, from every text that a step of `steps` prints.
 * @param edited spoils the text, to see that the comparison finds it
 */
export function checkText(
  source: string,
  options: CompileOptions,
  steps: readonly string[] = STEPS,
  edited: (text: string) => string = text => text,
): Outcome {
  let texts = 0
  // Copies of one line, which count as one in the source, would reach a limit earlier.
  const all = { ...options, errorLimit: 0 }
  const outcome = (kind: Kind, detail = ''): Outcome => ({ kind, detail, texts })
  let at = 'HLSL'
  try {
    const direct = compile(source, { ...all, printAfter: steps })
    if (direct.dumps.length === 0) return outcome('refused')
    const silent = direct.diagnostics.length === 0
    for (const { pass, run, text } of direct.dumps) {
      at = `${pass}:${run}`
      texts++
      const again = compile(edited(text), { ...optionsOfText(all), printAfter: ['lower'] })
      const [read] = again.dumps
      if (!read) return outcome('unreadable', `${at}: ${again.text}`)
      if (read.text !== text) return outcome('text', `${at}: ${firstDifference(text, read.text)}`)
      const before = silent ? [] : [compileToIr(source, { ...all, stopAfter: at })]
      if (messages(direct) !== messages(...before, again))
        return outcome('messages', `${at}: '${messages(direct)}', then '${messages(...before, again)}'`)
      const differs = differentPart(direct.container, again.container)
      if (differs !== undefined) return outcome('bytes', `${at}: ${differs}`)
    }
    return outcome('same')
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return outcome('exception', `${at}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`)
  }
}
