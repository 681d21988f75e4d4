// Pages that are made from the program's own tables: flags and messages.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../src/api/compile.ts'
import type { CompileOptions } from '../../src/api/options.ts'
import { FLAGS, type Flag, type FlagEffect, flagUsage, isOwnSpelling } from '../../src/cli/dxc_flags.ts'
import type { Message } from '../../src/diag/message.ts'
import { formatMessages } from '../../src/diag/render_text.ts'
import { ROOT } from './root.ts'

const EFFECTS: Readonly<Record<FlagEffect, string>> = {
  works: 'works',
  quiet: 'accepted, nothing to do',
  inert: 'accepted with a warning, no effect',
  missing: 'refused',
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

function flagRow(flag: Flag): string {
  const others = flag.names
    .split(' ')
    .slice(1)
    .map(name => `, \`${name.startsWith('-') ? name : `-${name}`}\``)
  const own = isOwnSpelling(flag.shown) ? ' (not in dxc)' : ''
  return `| \`${flagUsage(flag).replaceAll('|', '\\|')}\`${others.join('')} | ${cell(flag.help)}${own} | ${EFFECTS[flag.effect]} |`
}

/** Every flag of `compile`, by group, as Markdown. */
export function flagsMarkdown(): string {
  const groups = [...new Set(FLAGS.map(f => f.group))]
  const counts = (Object.keys(EFFECTS) as FlagEffect[]).map(
    effect => `${FLAGS.filter(f => f.effect === effect).length} ${EFFECTS[effect]}`,
  )
  const tables = groups.map(
    group =>
      `## ${group}\n\n| flag | meaning | here |\n|---|---|---|\n${FLAGS.filter(f => f.group === group)
        .map(flagRow)
        .join('\n')}\n`,
  )
  return `# Flags

The flags of \`dxilkit compile\` and \`dxilkit-dxc\`, in DXC's spelling: ${FLAGS.length} of them (${counts.join('; ')}).
Most take \`-\` and \`/\`. A flag that would change the output in a way that is not supported is an error and never ignored.

${tables.join('\n')}`
}

type Severity = 'error' | 'warning' | 'note'

export interface MessageRow {
  readonly code: string
  readonly severity: Severity
  readonly template: string
}

/** Every message of src/diag, by code. */
export async function messageRows(): Promise<MessageRow[]> {
  const folder = join(ROOT, 'src', 'diag')
  const rows: MessageRow[] = []
  for (const file of readdirSync(folder)
    .filter(name => /^codes_\w+\.ts$/.test(name))
    .sort()) {
    const module = (await import(`../../src/diag/${file.replace(/\.ts$/, EXTENSION)}`)) as Record<string, unknown>
    for (const table of Object.values(module))
      for (const [code, row] of Object.entries(table as Record<string, readonly [Severity, string]>))
        rows.push({ code, severity: row[0], template: row[1] })
  }
  return rows.sort((a, b) => (a.code.slice(1) < b.code.slice(1) ? -1 : 1))
}

/** Compiled tests run beside compiled sources. */
const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

/** A source that leads to a message; kept in docs/message_examples.json. */
export interface Example {
  readonly source: string
  readonly options: CompileOptions
}

export const exampleTable = (): Map<string, Example> =>
  new Map(
    Object.entries(
      JSON.parse(readFileSync(join(ROOT, 'docs', 'message_examples.json'), 'utf8')) as Record<string, Example>,
    ),
  )

const all = (messages: readonly Message[]): Message[] => messages.flatMap(m => [m, ...all(m.notes)])

/** The message that an example leads to, with its notes; undefined when it leads elsewhere. */
export function exampleMessage(code: string, { source, options }: Example): Message | undefined {
  const { diagnostics } = compile(source, options)
  return diagnostics.find(m => all([m]).some(inner => inner.code === code))
}

function commandOf({ options }: Example): string {
  const { target, entry, hlslVersion, enable16BitTypes, warnings = [], exports = [], binding } = options
  const words = [
    `-T ${target}`,
    entry === undefined || entry === 'main' ? '' : `-E ${entry}`,
    hlslVersion === undefined ? '' : `-HV ${hlslVersion}`,
    enable16BitTypes ? '-enable-16bit-types' : '',
    ...warnings.map(w => `-W${w}`),
    ...exports.map(e => `-exports ${e}`),
    binding === undefined || binding === 'dxc' ? '' : `--binding=${binding}`,
    ...((options.defines as readonly string[] | undefined) ?? []).map(d => `-D ${d}`),
  ]
  return words.filter(word => word !== '').join(' ')
}

function messageEntry({ code, severity, template }: MessageRow, example: Example | undefined): string {
  const head = `### ${code}\n\n*${severity}*: ${template.replaceAll('<', '&lt;').replaceAll('*', '\\*').replaceAll('_', '\\_')}\n`
  const message = example && exampleMessage(code, example)
  if (!example || !message) return head
  const lang = example.options.language === 'llvm' ? '' : 'hlsl'
  return `${head}\n\`\`\`${lang}\n${example.source.trimEnd()}\n\`\`\`\n\nWith \`${commandOf(example)}\`:\n\n\`\`\`text\n${formatMessages([message]).trimEnd()}\n\`\`\`\n`
}

const KINDS: readonly (readonly [title: string, first: string])[] = [
  ['Source text, preprocessor, syntax', '1'],
  ['Declarations, types, expressions', '2'],
  ['Code, resources, shader models', '3'],
  ['Options, containers, linking', '4'],
  ['Text that asm takes', '5'],
  ['LLVM text', '6'],
]

/** Every message with its code, and an example where one is known, as Markdown. */
export async function messagesMarkdown(): Promise<string> {
  const rows = await messageRows()
  const examples = exampleTable()
  const shown = rows.filter(row => examples.has(row.code)).length
  const groups = KINDS.map(([title, first]) => {
    const own = rows.filter(row => row.code[1] === first)
    return `## ${title}\n\n${own.map(row => messageEntry(row, examples.get(row.code))).join('\n')}`
  })
  return `# Messages

Every message has a code that stays (\`--json\`, SARIF and \`Message.code\` have it): E is an error, W a warning, N a note that hangs under one of them. Words in
braces are filled in. There are ${rows.length}; ${shown} have an example below that \`dxilkit\` compiled when this page was made.

${groups.join('\n')}`
}
