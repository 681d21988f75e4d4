// Debug information from the command line: where -Fd puts the file, what is said when nothing says where it goes.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import test from 'ava'
import { readContainer } from '../../src/container/container.ts'
import { folder, run } from '../cli/run_cli.ts'

const SOURCE = 'RWBuffer<float> o; [numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { float x = i * 2; o[i] = x; }'
const WORDS = ['-T', 'cs_6_0', '-Zi']

test('-Fd names the file, or the folder of a file called after the hash', async t => {
  const files = folder({ 'x.hlsl': SOURCE })
  const named = await run([
    'compile',
    files.at('x.hlsl'),
    ...WORDS,
    '-Fo',
    files.at('a.dxil'),
    '-Fd',
    files.at('a.pdb'),
  ])
  t.is(named.stderr, '')
  t.is(named.code, 0)
  t.is(readFileSync(files.at('a.pdb')).toString('latin1', 0, 24), 'Microsoft C/C++ MSF 7.00')
  await run(['compile', files.at('x.hlsl'), ...WORDS, '-Fo', files.at('b.dxil'), '-Fd', `${files.at('out')}/`])
  const hash = readContainer(readFileSync(files.at('b.dxil'))).parts.find(p => p.name === 'HASH')!
  t.deepEqual(readdirSync(files.at('out')), [`${Buffer.from(hash.data.subarray(4)).toString('hex')}.pdb`])
  files.remove()
})

test('without a place it goes into the container, and that is said', async t => {
  const files = folder({ 'x.hlsl': SOURCE })
  const { code, stderr } = await run(['compile', files.at('x.hlsl'), ...WORDS, '-Fo', files.at('a.dxil')])
  t.is(code, 0)
  t.regex(stderr, /warning: no output provided for debug - embedding PDB in shader container/)
  t.true(readContainer(readFileSync(files.at('a.dxil'))).parts.some(p => p.name === 'ILDB'))
  t.deepEqual([(await run([files.at('x.hlsl'), ...WORDS, '-P', '-Fi', files.at('x.i')])).stderr], [''])
  files.remove()
})

test('a failed compile leaves no debug file, several inputs need a folder', async t => {
  const files = folder({ 'x.hlsl': 'broken', 'y.hlsl': SOURCE })
  t.is((await run(['compile', files.at('x.hlsl'), ...WORDS, '-Fd', files.at('a.pdb')])).code, 1)
  t.false(existsSync(files.at('a.pdb')))
  const both = [files.at('x.hlsl'), files.at('y.hlsl'), ...WORDS, '-Fo', `${files.at('o')}/`, '-Fd', files.at('a.pdb')]
  t.regex((await run(['compile', ...both])).stderr, /several inputs need a folder to write to: -Fd/)
  files.remove()
})

test('-Qembed_debug and -Zss need -Zi', async t => {
  const files = folder({ 'x.hlsl': SOURCE })
  const errors = async (...words: string[]): Promise<string> =>
    (await run(['compile', files.at('x.hlsl'), '-T', 'cs_6_0', ...words])).stderr
  t.regex(await errors('-Qembed_debug'), /Must enable debug info with \/Zi for \/Qembed_debug/)
  t.regex(await errors('-Zss'), /\/Zss requires debug info \(\/Zi or \/Zs\)/)
  t.regex(await errors('-Zi', '-Zs'), /cannot specify -Zi and -Zs together/)
  files.remove()
})
