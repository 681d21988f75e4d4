// Words of `bindings` and `layout`: DXC's compile flags as compile takes them, and a few of their own. One reading for both commands.

import { type CompileOptions, type CompileResult, formatMessages } from '../api/index.ts'
import { decodeText } from '../api/node.ts'
import { isHelpWord } from './command_names.ts'
import { inputName, isFile, notedIncluder, readInput } from './files.ts'
import { type ParsedFlags, parseFlags } from './flag_parser.ts'
import { EXIT, type ExitCode, exitCodeOf, type Host, UsageError, wantsColor } from './host.ts'
import { type CompileJob, compileJob } from './options.ts'
import { Outputs } from './outputs.ts'
import { expandResponseFiles } from './response_file.ts'

/** Flags of the command itself: name -> whether a value follows (behind `=` or as the next word). */
export type OwnFlags = Readonly<Record<string, boolean>>

export interface ExplainWords {
  /** '-' is standard input. */
  readonly files: readonly string[]
  /** Values of the command's own flags; '' for those without one. */
  readonly own: ReadonlyMap<string, readonly string[]>
  readonly job: CompileJob
  /** undefined: not given, the command chooses. */
  readonly target: string | undefined
  readonly color: boolean
}

/** Of every command that explains. */
export const COMMON_FLAGS: OwnFlags = { html: true, json: false, color: true, help: false, o: true }

/** @throws UsageError with every complaint about the words, one a line */
export function explainWords(host: Host, words: readonly string[], flags: OwnFlags): ExplainWords {
  const expanded = expandResponseFiles(words, path => decodeText(readInput(host, path)))
  const { own, rest } = ownWords(expanded, { ...COMMON_FLAGS, ...flags })
  const parsed = parseFlags(rest, isFile)
  const target = parsed.uses.findLast(u => u.flag.id === 'T')?.value
  if (!own.has('help') && parsed.inputs.length === 0)
    throw new UsageError('a file name is missing (- reads standard input)')
  const job = compileJob(withOneInput(parsed, target))
  const prints = job.stopAfter !== undefined || (job.compile.printAfter ?? job.compile.printBefore) !== undefined
  if ((job.kind !== 'compile' || prints) && !own.has('help'))
    throw new UsageError('-P, -M, -dumpbin and the flags that print IR belong to compile')
  return { files: parsed.inputs, own, job, target, color: wantedColor(host, own.get('color')?.at(-1)) }
}

/** compile takes one file and wants a profile; both are looked at elsewhere. */
function withOneInput(parsed: ParsedFlags, target: string | undefined): ParsedFlags {
  const inputs = parsed.inputs.slice(0, 1)
  if (target !== undefined) return { ...parsed, inputs: inputs.length === 0 ? ['-'] : inputs }
  const any = parseFlags(['-T', 'cs_6_0']).uses
  return { ...parsed, inputs: inputs.length === 0 ? ['-'] : inputs, uses: [...any, ...parsed.uses] }
}

function ownWords(words: readonly string[], flags: OwnFlags): { own: Map<string, string[]>; rest: string[] } {
  const own = new Map<string, string[]>()
  const rest: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (word === '--') {
      rest.push(...words.slice(i))
      break
    }
    if (isHelpWord(word)) {
      own.set('help', [''])
      continue
    }
    const match = /^--?([a-z]+)(?:=(.*))?$/s.exec(word)
    const name = match?.[1] ?? ''
    const isOwn = match !== null && Object.hasOwn(flags, name) && (word.startsWith('--') || name === 'o')
    if (!isOwn) {
      rest.push(word)
      continue
    }
    let value = match[2] ?? ''
    if (!flags[name] && match[2] !== undefined) throw new UsageError(`'--${name}' takes no value`)
    // A bare --color means always; the others want their value.
    if (flags[name] && match[2] === undefined && name !== 'color') {
      const next = words[++i]
      if (next === undefined) throw new UsageError(`'${word}' needs a value`)
      value = next
    }
    const list = own.get(name)
    if (list) list.push(value)
    else own.set(name, [value])
  }
  return { own, rest }
}

function wantedColor(host: Host, given: string | undefined): boolean {
  if (given === undefined || given === 'auto') return wantsColor(host, host.stdout)
  if (given !== '' && given !== 'always' && given !== 'never')
    throw new UsageError(`--color=${given.slice(0, 40)}: always, never or auto`)
  return given !== 'never'
}

/** Flags that exclude each other. @throws UsageError */
export function exclusive(own: ExplainWords['own'], ...names: readonly string[]): void {
  const given = names.filter(n => own.has(n))
  if (given.length > 1) throw new UsageError(`${given.map(n => `--${n}`).join(' and ')} exclude each other`)
}

/** What compile() and the explanations are asked, for one of the files. */
export function optionsFor(
  host: Host,
  { job, target }: ExplainWords,
  file: string,
): Omit<CompileOptions, 'target'> & { target?: string } {
  const { target: _default, ...compile } = job.compile
  return {
    ...compile,
    ...(target === undefined ? {} : { target }),
    fileName: inputName(file),
    include: notedIncluder(host, job.includeDirs),
  }
}

/** Containers begin so; everything else is source text. */
export const isContainer = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && bytes[0] === 0x44 && bytes[1] === 0x58 && bytes[2] === 0x42 && bytes[3] === 0x43

export function printHelp(host: Host, text: string): ExitCode {
  host.stdout.write(text)
  return EXIT.ok
}

/** Prints the diagnostics as compile does; for --json as data where there is nothing else to print. @returns the exit code they make */
export function reportMessages(
  host: Host,
  { job, own }: Pick<ExplainWords, 'job' | 'own'>,
  result: Pick<CompileResult, 'ok' | 'diagnostics'>,
  isShown = false,
): ExitCode {
  const { ok, diagnostics } = result
  if (own.has('json') && !ok && !isShown) host.stdout.write(`${JSON.stringify({ ok, diagnostics }, null, 2)}\n`)
  const color = job.color ?? wantsColor(host, host.stderr)
  if (result.diagnostics.length > 0)
    host.stderr.write(formatMessages(result.diagnostics, { color, style: job.style, width: host.stderr.columns }))
  return exitCodeOf(result)
}

/** How an explanation looks as a page and as text. */
export interface Shown<E> {
  readonly page: (explanation: E) => string
  readonly text: (explanation: E, options: { readonly color: boolean }) => string
}

/** Writes an explanation where the words say: a page, JSON or text. */
export function show<E>(host: Host, { own, color }: ExplainWords, explanation: E, { page, text }: Shown<E>): void {
  const outputs = new Outputs(host)
  const html = own.get('html')?.at(-1)
  const path = own.get('o')?.at(-1)
  if (html !== undefined) outputs.add(html, page(explanation))
  else if (own.has('json')) outputs.add(path ?? '-', `${JSON.stringify(explanation, null, 2)}\n`)
  else outputs.add(path ?? '-', text(explanation, { color: color && path === undefined }))
  outputs.commit()
}
