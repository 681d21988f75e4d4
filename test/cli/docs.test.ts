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

const cell = (text: string): string => text.replaceAll('|', '\\|')

function row(flag: Flag): string {
  const others = flag.names
    .split(' ')
    .slice(1)
    .map(name => `, \`${name.startsWith('-') ? name : `-${name}`}\``)
  return `| \`${cell(flagUsage(flag))}\`${others.join('')} | ${cell(flag.help)} | ${EFFECTS[flag.effect]} |`
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

test('the samples of docs/cli.md are what the program prints', async t => {
  const text = readFileSync(DOCS, 'utf8')
  let source = ''
  let count = 0
  for (const [, hlsl, command, printed] of text.matchAll(
    /^```hlsl\n(.*?)^```$|^```\n\$ dxilkit (.*?)\n(.*?)^```$/gms,
  )) {
    if (hlsl !== undefined) {
      source = hlsl
      continue
    }
    // The name in the sample has no folder.
    const words = command!.split(' ').map(word => (word === 'shader.hlsl' ? '-' : word))
    const { stdout } = await run(words, { stdin: source })
    const [shown = '', cut] = printed!.split(/^\.\.\.$/m)
    const named = stdout.replaceAll('<stdin>', 'shader.hlsl')
    t.is(cut === undefined ? named : named.slice(0, shown.length), shown, command)
    count++
  }
  t.true(count >= 3)
})
