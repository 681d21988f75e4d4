// `dxilkit dump`: hex lines, page, JSON of one and of many files, debug information that is damaged.

import { existsSync, readFileSync } from 'node:fs'
import test from 'ava'
import { readContainer, writeContainer } from '../../src/container/container.ts'
import { sampleContainer, VALIDATOR } from '../container/sample.ts'
import { folder, run } from './run_cli.ts'

test('dump --hex shows every byte, --part one part', async t => {
  const bytes = sampleContainer()
  const all = await run(['dump', '-', '--hex'], { stdin: bytes })
  const digits = (text: string): string =>
    text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map(line => line.slice(10, 57).replaceAll(' ', ''))
      .join('')
  t.is(digits(all.stdout), Buffer.from(bytes).toString('hex'))
  const { offset, data } = readContainer(bytes).parts.find(p => p.name === 'HASH')!
  const one = await run(['dump', '-', '--hex', '--part', 'HASH'], { stdin: bytes })
  t.is(digits(one.stdout), Buffer.from(bytes.subarray(offset - 8, offset + data.length)).toString('hex'))
})

test('dump --html writes a page, of a damaged container too', async t => {
  const f = folder({ 'a.dxil': sampleContainer(), 'bad.dxil': sampleContainer().slice(0, 600), 'x.dxil': 'nothing' })
  await run(['dump', f.at('a.dxil'), '--html', f.at('a.html')])
  t.regex(readFileSync(f.at('a.html'), 'utf8'), /^<!doctype html>[\s\S]*<h1>a\.dxil<\/h1>[\s\S]*<\/html>\n$/)
  const printed = await run(['dump', f.at('a.dxil'), '--html', '-'])
  t.is(printed.stdout, readFileSync(f.at('a.html'), 'utf8'))
  t.is((await run(['dump', f.at('bad.dxil'), '--html', f.at('bad.html')])).code, 1)
  t.regex(readFileSync(f.at('bad.html'), 'utf8'), /<h2>Problems<\/h2>/)
  t.is((await run(['dump', f.at('x.dxil'), '--html', f.at('x.html')])).code, 1)
  t.false(existsSync(f.at('x.html')))
  t.is((await run(['dump', f.path, '--html', f.at('all.html')])).code, 2)
  f.remove()
})

test('dump of many files: each with its name, JSON one line a file, the worst exit code', async t => {
  const f = folder({ 'a.dxil': sampleContainer(), 'b.dxil': sampleContainer(), 'note.txt': 'no container' })
  const text = await run(['dump', f.path, '--part', 'HASH'])
  t.true(text.stdout.includes(`${f.at('a.dxil')}:\nDXBC`) && text.stdout.includes(`${f.at('b.dxil')}:\nDXBC`))
  const json = await run(['dump', f.at('*.dxil'), '--json'])
  const lines = json.stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  t.deepEqual(
    lines.map(l => l.file),
    [f.at('a.dxil'), f.at('b.dxil')],
  )
  t.true(lines.every(l => l.parts.length === 9))
  const mixed = await run(['dump', f.at('note.txt'), f.at('a.dxil')])
  t.is(mixed.code, 1)
  t.true(mixed.stdout.includes('DXBC container'))
  f.remove()
})

test('dump: flags that exclude each other', async t => {
  for (const words of [
    ['--json', '--hex'],
    ['--hex', '--html', 'x'],
    ['--fields', '--hex'],
    ['--part', 'DXIL', '--html', 'x'],
  ]) {
    const { code, stderr } = await run(['dump', '-', ...words], { stdin: sampleContainer() })
    t.is(code, 2, words.join(' '))
    t.regex(stderr, /^dxilkit: error: --/)
  }
})

test('dump --json shows parts without a shape of their own field by field', async t => {
  const bytes = writeContainer([{ name: 'PRIV', data: Uint8Array.of(1, 2, 3, 255) }], VALIDATOR)
  const { stdout } = await run(['dump', '-', '--json', '--fields'], { stdin: bytes })
  const [part] = JSON.parse(stdout).parts
  t.deepEqual(part.values, { bytes: '010203ff' })
  t.deepEqual(part.fields, [{ path: 'bytes', offset: 44, size: 4, value: '010203ff' }])
})
