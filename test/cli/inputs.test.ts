// Words to files, and many files in one command.

import { mkdirSync, writeFileSync } from 'node:fs'
import test from 'ava'
import { EXIT, type Host, UsageError } from '../../src/cli/host.ts'
import { expandInputs, forEachInput, globMatcher } from '../../src/cli/inputs.ts'
import { folder } from './run_cli.ts'

test('patterns', t => {
  const cases: [pattern: string, name: string, matches: boolean][] = [
    ['*.dxil', 'a.dxil', true],
    ['*.dxil', 'x/a.dxil', false],
    ['**/*.dxil', 'x/y/a.dxil', true],
    ['**/*.dxil', 'a.dxil', true],
    ['x/**', 'x/y/z', true],
    ['?.cso', 'a.cso', true],
    ['?.cso', 'ab.cso', false],
    ['[ab].cso', 'b.cso', true],
    ['[!ab].cso', 'b.cso', false],
    ['a.b', 'axb', false],
    ['a(1)+.cso', 'a(1)+.cso', true],
    ['[', '[', true],
  ]
  for (const [pattern, name, matches] of cases) t.is(globMatcher(pattern).test(name), matches, `${pattern} ${name}`)
})

test('folders, patterns and names become files, each once and in order', t => {
  const f = folder({ 'b.dxil': '', 'a.cso': '', 'note.txt': '', '.hidden.dxil': '' })
  mkdirSync(f.at('deep/er'), { recursive: true })
  writeFileSync(f.at('deep/er/c.dxil'), '')
  t.deepEqual(expandInputs([f.path]), [f.at('a.cso'), f.at('b.dxil'), f.at('deep/er/c.dxil')])
  t.deepEqual(expandInputs([f.at('*.dxil')]), [f.at('b.dxil')])
  t.deepEqual(expandInputs([f.at('**/*.dxil'), f.at('b.dxil')]), [f.at('b.dxil'), f.at('deep/er/c.dxil')])
  t.deepEqual(expandInputs(['-', 'no such file']), ['-', 'no such file'])
  t.throws(() => expandInputs([f.at('*.nothing')]), { instanceOf: UsageError, message: /no file matches/ })
  t.throws(() => expandInputs([f.at('deep/er/*/')]), { instanceOf: UsageError })
  f.remove()
})

test('one bad file does not stop the others; the progress line never mixes with output', async t => {
  const f = folder({ 'a.dxil': '', 'b.dxil': '', 'c.dxil': '' })
  let text = ''
  const stream = { isTerminal: true, write: (data: string | Uint8Array) => void (text += data) }
  const host: Host = { stdout: stream, stderr: stream, env: {}, readStdin: () => new Uint8Array(0) }
  const seen: string[] = []
  const code = await forEachInput(host, [f.path], (file, host) => {
    seen.push(file)
    if (file.endsWith('b.dxil')) throw new UsageError('no good')
    host.stdout.write('done\n')
    return EXIT.ok
  })
  t.is(code, EXIT.usage)
  t.is(seen.length, 3)
  t.true(text.includes('[2/3] '))
  // On a terminal: what is behind the last clear of each line is all that stays.
  const kept = text.split('\n').map(line => line.split('\r\x1b[K').at(-1))
  t.deepEqual(kept, ['done', 'dxilkit: error: no good', 'done', ''])
  f.remove()
})
