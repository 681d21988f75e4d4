// The flag table of docs/cli.md is the program's own. BLESS=1 rewrites it.

import { readFileSync, writeFileSync } from 'node:fs'
import test from 'ava'
import { FLAGS, type Flag, type FlagEffect, flagUsage } from '../../src/cli/dxc_flags.ts'
import { run } from './run_cli.ts'

const DOCS = 'docs/cli.md'
const BEGIN = '<!-- flags -->\n'
const END = '<!-- /flags -->\n'

const EFFECTS: Readonly<Record<FlagEffect, string>> = {
  works: 'works',
  quiet: 'accepted, nothing to do',
  inert: 'accepted with a warning, no effect',
  missing: 'refused',
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

function row(flag: Flag): string {
  const others = flag.names
    .split(' ')
    .slice(1)
    .map(name => `, \`${name.startsWith('-') ? name : `-${name}`}\``)
  return `| \`${flagUsage(flag).replaceAll('|', '\\|')}\`${others.join('')} | ${cell(flag.help)} | ${EFFECTS[flag.effect]} |`
}

function table(): string {
  return ['| flag | meaning | here |', '|---|---|---|', ...FLAGS.map(row), ''].join('\n')
}

test('docs/cli.md lists every flag', t => {
  const text = readFileSync(DOCS, 'utf8')
  const [before = '', rest = ''] = text.split(BEGIN)
  const [shown = '', after = ''] = rest.split(END)
  t.true(before.length > 1000 && rest.includes(END))
  if (process.env['BLESS'] && !process.env['CI']) writeFileSync(DOCS, before + BEGIN + table() + END + after)
  else t.is(shown, table())
})

test('the overview of docs/cli.md has every command, and only flags that the help of the command knows', async t => {
  const text = readFileSync(DOCS, 'utf8')
  const lines = /^```\n(dxilkit \[compile\].*?)^```$/ms.exec(text)![1]!.trimEnd().split('\n')
  const named = new Set<string>()
  for (const line of lines.filter(line => line.startsWith('dxilkit '))) {
    const words = line
      .replace(/ {2,}[a-z].*$/, '')
      .split(' ')
      .slice(1)
    const command = words[0] === '[compile]' ? 'compile' : words[0]!
    named.add(command)
    if (command === 'help') continue
    const { stdout } = await run([command, '--help'])
    for (const flag of words.join(' ').match(/(?<![\w-])--?[a-zA-Z][\w-]*/g) ?? [])
      t.true(stdout.includes(flag), `${command}: ${flag}`)
  }
  const { stdout } = await run(['help'])
  const commands = [...stdout.matchAll(/^ {2}dxilkit (\w+)/gm)].map(m => m[1]!)
  t.true(commands.length > 10)
  t.deepEqual(
    commands.filter(c => !named.has(c) && !/^(?:version|completion)$/.test(c)),
    [],
  )
})
