// Mistakes that people make, side by side with DXC's messages: `==>` holds ours, `---- DXC` what DXC prints. Ours are no worse, see judge.ts.
// BLESS=1 rewrites both, with DXC at hand.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { parseCases } from '../golden.ts'
import { oursAlone } from '../hlsl/both.ts'
import { available } from '../oracle/available.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { worseThan } from './judge.ts'

const FILES = ['test/mistakes/typical.txt', 'test/mistakes/habits.txt', 'test/mistakes/lint.txt']
const DIVIDER = '---- DXC'

/**
 * Where DXC's place is not ours, and what judge.ts says then: its validator complains about an instruction of the optimised program.
 */
const ELSEWHERE: ReadonlyMap<string, RegExp> = new Map([
  ['28 too much shared memory', /^first error: \d+:\d+ Total Thread Group Shared Memory used by 'main' is 65536/],
])

interface Mistake {
  readonly file: string
  readonly title: string
  readonly flags: string
  readonly source: string
  readonly ours: string
  readonly theirs: string
}

const mistakes: readonly Mistake[] = FILES.flatMap(file =>
  parseCases(readFileSync(join(process.cwd(), file), 'utf8'), file).map(({ title, input, expected }) => {
    const [, name = '', flags = ''] = /^(.*) \[(.*)\]$/.exec(title) ?? []
    const [ours = '', theirs = ''] = expected.split(DIVIDER)
    return { file, title: name, flags, source: `${input}\n`, ours: ours.trim(), theirs: theirs.trim() }
  }),
)

async function dxcSays({ source, flags }: Mistake): Promise<string> {
  const dxc = await Dxc.shared('dxc-new')
  const { errors } = await dxc.compile(source, flags.split(' '), { name: 'x.hlsl' })
  return errors.replaceAll('\0', '').trim()
}

if (process.env['BLESS'] === '1') {
  test('blessed', async t => {
    t.true(available('dxc-new') && !process.env['CI'])
    for (const file of FILES) {
      const blocks: string[] = []
      for (const mistake of mistakes.filter(m => m.file === file)) {
        const { title, flags, source } = mistake
        const ours = oursAlone(source, flags).text.trim()
        const head = `=== ${title} [${flags}]\n\n${source.trim()}\n\n==>\n\n`
        blocks.push(`${head}${ours}\n\n${DIVIDER}\n\n${await dxcSays(mistake)}\n`)
      }
      writeFileSync(join(process.cwd(), file), blocks.join('\n'))
    }
  })
} else {
  for (const { file, title, flags, source, ours } of mistakes)
    test(`${file}: ${title}`, t => t.is(oursAlone(source, flags).text.trim(), ours))
}

test('there are forty typical mistakes and forty of habit', t => {
  const count = (name: string): number => mistakes.filter(m => m.file.includes(name)).length
  t.true(count('typical') >= 40 && count('habits') >= 40, `${count('typical')}, ${count('habits')}`)
})

oracleTest('dxc-new', 'DXC says what is written here, and ours is no worse', async t => {
  const excused: string[] = []
  for (const mistake of mistakes) {
    const theirs = await dxcSays(mistake)
    t.is(theirs, mistake.theirs, mistake.title)
    const excuse = ELSEWHERE.get(mistake.title)
    const complaints = worseThan(theirs, oursAlone(mistake.source, mistake.flags).text)
    if (excuse && complaints.length === 1 && excuse.test(complaints[0]!)) excused.push(mistake.title)
    else t.deepEqual(complaints, [], mistake.title)
  }
  t.is(excused.length, ELSEWHERE.size)
})

test('the judge sees another verdict, another place, a fix-it and a note that are missing', t => {
  const theirs = 'x.hlsl:1:2: error: bad\nabc;\n ^\n b\nx.hlsl:1:1: note: here\n'
  t.deepEqual(worseThan(theirs, theirs), [])
  t.is(worseThan(theirs, '').length, 1)
  t.is(worseThan(theirs, theirs.replace('1:2', '1:3')).length, 2)
  t.is(worseThan(theirs, theirs.replace('\n b', '')).length, 1)
  t.is(worseThan(theirs, theirs.replace(/x.*note.*\n/, '')).length, 1)
})
