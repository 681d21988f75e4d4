// What the command in dxc's manner says of command lines: the verdict is dxc's, and so are the words where dxc refuses the line itself.

import test from 'ava'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { LINES, SOURCE } from './dxc_lines.ts'
import { folder, run } from './run_cli.ts'

/** A flag at the end that lacks its value stays there. */
const isOpen = (line: string): boolean => /-(HV|E|D|T)$/.test(line)

oracleTest('dxc-new', 'more than 100 command lines have the verdict and the words of dxc', async t => {
  const dxc = await Dxc.shared('dxc-new')
  const f = folder({ 'a.hlsl': SOURCE })
  const ends = { taken: 0, refused: 0, errors: 0 }
  t.true(LINES.length > 100)
  for (const line of LINES) {
    const words = line.split(' ')
    const output = ['-Fo', f.at('o.dxil')]
    const { code, stderr } = await run([
      '--driver-mode=dxc',
      f.at('a.hlsl'),
      ...(isOpen(line) ? [...output, ...words] : [...words, ...output]),
    ])
    const theirs = await dxc.compile(SOURCE, words, { name: 'a.hlsl' })
    t.is(code === 0, theirs.ok, `${line}: exit ${code} ${stderr}${theirs.errors}`)
    if (code === 1) t.is(stderr.trim(), `dxc failed : ${theirs.errors.trim()}`, line)
    if (code === 5) t.regex(stderr, /error: /, line)
    ends[code === 0 ? 'taken' : code === 1 ? 'refused' : 'errors']++
  }
  t.true(ends.taken > 35 && ends.refused > 45, JSON.stringify(ends))
  f.remove()
})

/** Of flags and complaints that dxc's command has and its library lacks, in the words of its source. */
const OF_THE_COMMAND: readonly (readonly [words: string, complaint: string])[] = [
  ['-E main', 'Target profile argument is missing'],
  ['-T ps_6_0 -Vn x', 'Cannot specify a header variable name when not writing a header.'],
  ['-dumpbin -T ps_6_0', 'Cannot specify compilation options when reading a binary file.'],
  ['-dumpbin -Zi', 'Cannot specify compilation options when reading a binary file.'],
  ['-dumpbin -ast-dump', 'Cannot perform actions related to sources from a binary file.'],
  ['-T ps_6_0 -external x.dll', 'External library name requires specifying an external function name.'],
  ['-T ps_6_0 -external-fn f', 'External function cannot be specified without an external library name.'],
]

test("the command's own complaints are in the words of dxc", async t => {
  const f = folder({ 'a.hlsl': SOURCE })
  for (const [words, complaint] of OF_THE_COMMAND) {
    const { code, stderr } = await run(['--driver-mode=dxc', f.at('a.hlsl'), ...words.split(' ')])
    t.deepEqual([code, stderr], [1, `dxc failed : ${complaint}\n`], words)
  }
  const none = await run(['--driver-mode=dxc', '-T', 'ps_6_0'])
  t.is(none.stderr, 'dxc failed : Required input file argument is missing. use -help to get more information.\n')
  // Without dxc's manner every complaint is told, in words that name the flags as they were written.
  const ours = await run([f.at('a.hlsl'), '-T', 'ps_6_0', '-Zpr', '-Zpc', '-foo'])
  t.is(ours.code, 2)
  t.regex(ours.stderr, /unknown argument '-foo'[\s\S]*cannot specify -Zpr and -Zpc together/)
  f.remove()
})
