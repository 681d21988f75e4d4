// Examples of messages: docs/message_examples/ has a file for each kind of message (the first digit of the codes), and in it for a code a source with options of
// compile(), or files and command lines. What is shown is what they print when the page is made.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compile } from '../../src/api/compile.ts'
import type { CompileOptions } from '../../src/api/options.ts'
import type { Host } from '../../src/cli/host.ts'
import { main } from '../../src/cli/main.ts'
import type { Message } from '../../src/diag/message.ts'
import { formatMessages } from '../../src/diag/render_text.ts'
import { ROOT } from './root.ts'

interface SourceExample {
  readonly source: string
  readonly options: CompileOptions
}

/** Files by their names, and what is done with them, beginning with `dxilkit`; the last command leads to the message. */
interface CommandExample {
  readonly files: Readonly<Record<string, string>>
  readonly commands: readonly string[]
}

export type Example = SourceExample | CommandExample

export function exampleTable(): Map<string, Example> {
  const folder = join(ROOT, 'docs', 'message_examples')
  const files = readdirSync(folder).sort()
  return new Map(
    files.flatMap(name =>
      Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, Example>),
    ),
  )
}

/** An example as Markdown, with what it prints; undefined when it does not lead to the message. */
export function shownExample(code: string, template: string, example: Example): Promise<string | undefined> {
  return 'commands' in example ? shownCommands(template, example) : Promise.resolve(shownSource(code, example))
}

const fence = (lang: string, text: string): string => `\`\`\`${lang}\n${text.trimEnd()}\n\`\`\`\n`

const all = (messages: readonly Message[]): Message[] => messages.flatMap(m => [m, ...all(m.notes)])

function shownSource(code: string, { source, options }: SourceExample): string | undefined {
  const { diagnostics } = compile(source, options)
  const message = diagnostics.find(m => all([m]).some(inner => inner.code === code))
  if (!message) return undefined
  const lang = options.language === 'llvm' ? '' : 'hlsl'
  return `${fence(lang, source)}\nWith \`${flagsOf(options)}\`:\n\n${fence('text', formatMessages([message]))}`
}

function flagsOf(options: CompileOptions): string {
  const { target, entry, hlslVersion, enable16BitTypes, warnings = [], exports = [], binding } = options
  const { validatorVersion: validator } = options
  const words = [
    `-T ${target}`,
    entry === undefined || entry === 'main' ? '' : `-E ${entry}`,
    hlslVersion === undefined ? '' : `-HV ${hlslVersion}`,
    enable16BitTypes ? '-enable-16bit-types' : '',
    ...warnings.map(w => `-W${w}`),
    ...exports.map(e => `-exports ${e}`),
    binding === undefined || binding === 'dxc' ? '' : `--binding=${binding}`,
    validator === undefined ? '' : `-validator-version ${validator.major}.${validator.minor}`,
    ...((options.defines as readonly string[] | undefined) ?? []).map(d => `-D ${d}`),
  ]
  return words.filter(word => word !== '').join(' ')
}

async function shownCommands(template: string, { files, commands }: CommandExample): Promise<string | undefined> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dxilkit-example-')))
  try {
    const names = new Set(Object.keys(files))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const printed: string[] = []
    let last = ''
    for (const command of commands) {
      const words = wordsOf(command).slice(1)
      // The examples run side by side in one process: names are those in the folder.
      const placed = words.map(word => (names.has(word) || /^[\w-]+\.\w+$/.test(word) ? join(folder, word) : word))
      last = (await run(placed)).replaceAll(`${folder}/`, '')
      printed.push(`$ ${command}\n${last}`)
    }
    if (!matcher(template).test(last)) return undefined
    const shown = Object.entries(files).map(
      ([name, text]) => `\`${name}\`:\n\n${fence(/\.hlsli?$/.test(name) ? 'hlsl' : '', text)}`,
    )
    return `${shown.join('\n')}\n${fence('text', printed.join(''))}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Words in quotes are one. */
const wordsOf = (command: string): string[] => [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(m => m[1] ?? m[2]!)

const matcher = (template: string): RegExp =>
  new RegExp(
    template
      .split(/\{\w+\}/)
      .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^]*?'),
  )

async function run(words: readonly string[]): Promise<string> {
  const chunks: Buffer[] = []
  const stream = {
    isTerminal: false,
    write: (data: string | Uint8Array): void => void chunks.push(Buffer.from(data as string)),
  }
  const host: Host = {
    stdout: stream,
    stderr: stream,
    env: {},
    readStdin: () => Buffer.alloc(0),
    stdinLines: async function* () {},
  }
  await main(words, host)
  return Buffer.concat(chunks).toString()
}
