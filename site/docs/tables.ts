// Pages that are made from the program's own tables: flags and messages.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { FLAGS, type Flag, type FlagEffect, flagUsage, isOwnSpelling } from '../../src/cli/dxc_flags.ts'
import { type Example, exampleTable, shownExample } from './examples.ts'
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
const SEVERITIES: Readonly<Record<string, Severity>> = { E: 'error', W: 'warning', N: 'note' }

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
      for (const [code, template] of Object.entries(table as Record<string, string>))
        rows.push({ code, severity: SEVERITIES[code[0]!]!, template })
  }
  return rows.sort((a, b) => (a.code.slice(1) < b.code.slice(1) ? -1 : 1))
}

/** Compiled tests run beside compiled sources. */
const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

async function messageEntry({ code, severity, template }: MessageRow, example: Example | undefined): Promise<string> {
  const text = template.replaceAll('<', '&lt;').replaceAll('*', '\\*').replaceAll('_', '\\_')
  const head = `### ${code}\n\n*${severity}*: ${text}\n`
  const shown = example && (await shownExample(code, template, example))
  return shown === undefined ? head : `${head}\n${shown}`
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
  const groups: string[] = []
  for (const [title, first] of KINDS) {
    const own = rows.filter(row => row.code[1] === first)
    const entries = await Promise.all(own.map(row => messageEntry(row, examples.get(row.code))))
    groups.push(`## ${title}\n\n${entries.join('\n')}`)
  }
  return `# Messages

Every message has a code that stays (\`--json\`, SARIF and \`Message.code\` have it): E is an error, W a warning, N a note that hangs under one of them. Words in
braces are filled in. There are ${rows.length}; ${shown} have an example below that \`dxilkit\` compiled when this page was made.

${groups.join('\n')}`
}
