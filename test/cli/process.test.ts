// The real command in a process of its own: exit codes, pipes, colours, speed of a start.

import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { readContainer } from '../../src/api/index.ts'
import { folder } from './run_cli.ts'

const COMMAND = join(process.cwd(), 'dist', 'src', 'cli', 'process.js')
const CORPUS = join(process.cwd(), 'corpus', 'mandelbrot.hlsl')

const dxilkit = (words: readonly string[], input: string | Uint8Array = '', env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [COMMAND, ...words], { input, env: { ...process.env, ...env } })

test('compile through a pipe into a pipe', t => {
  const made = dxilkit(['compile', '-', '-T', 'cs_6_0', '-Fo', '-'], readFileSync(CORPUS))
  t.is(made.status, 0, made.stderr.toString())
  t.is(readContainer(made.stdout).parts.length, 7)
  const dump = dxilkit(['dump', '-', '--json'], made.stdout)
  t.is(dump.status, 0)
  t.is((JSON.parse(dump.stdout.toString()) as { digestState: string }).digestState, 'retail')
})

test('exit codes 0, 1, 2 and the streams', t => {
  const f = folder({ 'bad.hlsl': 'static int x = missing;\n' })
  const bad = dxilkit(['compile', f.at('bad.hlsl'), '-T', 'cs_6_0'])
  t.deepEqual([bad.status, bad.stdout.length], [1, 0])
  t.regex(bad.stderr.toString(), /bad\.hlsl:1:16: error/)
  t.is(dxilkit(['compile', 'nowhere.hlsl', '-T', 'cs_6_0']).status, 2)
  t.is(dxilkit([]).status, 2)
  t.is(dxilkit(['--help']).status, 0)
  f.remove()
})

test('colours are off in a pipe, on when forced', t => {
  const words = ['compile', '-', '-T', 'cs_6_0']
  const plain = dxilkit(words, 'x', { FORCE_COLOR: '', NO_COLOR: '' })
  t.false(plain.stderr.toString().includes('\x1b'))
  t.true(dxilkit(words, 'x', { FORCE_COLOR: '1' }).stderr.toString().includes('\x1b'))
})

test('a reader that goes away is no error', async t => {
  const f = folder({ 'a.dxil': dxilkit(['compile', CORPUS, '-T', 'cs_6_0', '-Fo', '-']).stdout })
  const child = spawn(process.execPath, [COMMAND, 'dump', '--fields', f.at('a.dxil')])
  let stderr = ''
  child.stderr.on('data', chunk => (stderr += String(chunk)))
  child.stdout.destroy()
  const code = await new Promise(resolve => child.once('exit', resolve))
  t.is(stderr, '')
  t.is(code, 0)
  f.remove()
})
