// `dxilkit disasm` over files: where the text goes, what damage does, how names become output names.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { compile, listing } from '../../src/api/index.ts'
import { folder, run } from './run_cli.ts'

const made = (threads: number): Uint8Array =>
  compile(`[numthreads(${threads}, 1, 1)] void main() {}`, { target: 'cs_6_0', entry: 'main' }).container!

function two() {
  const f = folder()
  writeFileSync(f.at('a.dxil'), made(4))
  writeFileSync(f.at('b.dxil'), made(8))
  return f
}

test('one file goes to standard output, or where -o and -Fc say', async t => {
  const f = two()
  const text = listing(made(4))
  t.deepEqual(await run(['disasm', f.at('a.dxil')]).then(r => [r.code, r.stdout, r.stderr]), [0, text, ''])
  for (const flag of ['-o', '-Fc', '--output']) {
    t.is((await run(['disasm', f.at('a.dxil'), flag, f.at('out.ll')])).stdout, '')
    t.is(readFileSync(f.at('out.ll'), 'utf8'), text)
  }
  const plain = await run(['disasm', '-', '--no-comments'], { stdin: made(4) })
  t.is(plain.stdout, text.slice(text.indexOf('target datalayout')))
})

test('several files go to a folder, or one behind the other under their names', async t => {
  const f = two()
  const all = await run(['disasm', f.at('a.dxil'), f.at('b.dxil')])
  t.deepEqual(
    [...all.stdout.matchAll(/^; ==== .*([ab]\.dxil)$/gm)].map(m => m[1]),
    ['a.dxil', 'b.dxil'],
  )
  mkdirSync(f.at('out'))
  t.is((await run(['disasm', f.at('*.dxil'), '-o', f.at('out')])).code, 0)
  t.deepEqual(readdirSync(f.at('out')), ['a.ll', 'b.ll'])
  t.is(readFileSync(join(f.at('out'), 'b.ll'), 'utf8'), listing(made(8)))
  t.is((await run(['disasm', f.at('*.dxil'), '-o', f.at('nowhere')])).code, 2)
})

test('of a damaged file the readable part is shown, the code is 1, and no output file is written', async t => {
  const f = two()
  writeFileSync(f.at('a.dxil'), made(4).slice(0, -8))
  const shown = await run(['disasm', f.at('a.dxil')])
  t.is(shown.code, 1)
  t.regex(shown.stdout, /^; damaged: /m)
  t.regex(shown.stdout, /^; NumThreads=\(4,1,1\)$/m)
  t.regex(shown.stderr, /a\.dxil: error: .* \(at byte \d+/)
  t.is((await run(['disasm', f.at('a.dxil'), '-o', f.at('out.ll')])).code, 1)
  t.false(readdirSync(f.path).includes('out.ll'))
  t.is((await run(['disasm', f.at('*.dxil')])).code, 1)
})
