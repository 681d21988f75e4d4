// Semantic analysis against DXC: the same verdict and the same first error for every snippet of check_verdicts.txt, except where its title
// says [verdict] or [wording] - and those must really differ, so that a mark does not outlive its reason.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCases } from '../golden.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { argsOf, check, sourceOf } from './check_source.ts'

/** DXC prints some types by their template form, depending on what it saw before. */
const plain = (text: string): string =>
  text
    .replace(
      /vector<([\w ]+?), (\d)>/g,
      (_, element: string, size: string) => element.replace('unsigned int', 'uint') + size,
    )
    .replace(/matrix<(\w+), (\d), (\d)>/g, '$1$2x$3')
    .replace(/unsigned int/g, 'uint')
    .replace(/ \[-W[^\]]*\]$/, '')

/** With its place, 'line:column: error: text', where it has one. */
const placedError = (lines: readonly string[]): string =>
  plain(lines.map(line => line.replace(/^hlsl\.hlsl:/, '')).find(line => /(^|\d: ?)error: /.test(line)) ?? '')

const firstError = (lines: readonly string[]): string => placedError(lines).replace(/^\d+:\d+: /, '')

/** First errors in the same words at another line or column; fewer are better. */
const MAX_ELSEWHERE = 7

oracleTest(['dxc', 'dxc-new'], 'snippets get the verdict and the first error DXC gives', async t => {
  const dxc = await Dxc.shared()
  const newest = await Dxc.shared('dxc-new')
  let compared = 0
  const elsewhere: string[] = []
  for (const { title, input } of parseCases(
    readFileSync(join(process.cwd(), 'test/hlsl/check_verdicts.txt'), 'utf8'),
    'check_verdicts.txt',
  )) {
    const source = sourceOf(input)
    const args = argsOf(input)
    const mine = check(source, args)
    try {
      const theirs = await (title.includes('[newest]') ? newest : dxc).compile(source, args)
      const sameVerdict = theirs.ok === (mine.program !== undefined)
      const sameWords = sameVerdict && firstError(theirs.errors.split('\n')) === firstError(mine.messages)
      t.is(sameVerdict, !title.endsWith('[verdict]'), `${title}: ${theirs.errors}\nmine: ${mine.messages.join('\n')}`)
      if (!title.endsWith('[verdict]'))
        t.is(sameWords, !title.endsWith('[wording]'), `${title}: ${theirs.errors}\nmine: ${mine.messages.join('\n')}`)
      const [place, wanted] = [placedError(mine.messages), placedError(theirs.errors.split('\n'))]
      if (sameWords && place !== wanted && /^\d/.test(wanted))
        elsewhere.push(`${title}: ${place}, DXC ${wanted.replace(/ error: .*/, '')}`)
      compared++
    } catch (e) {
      if (!(e instanceof OracleError)) throw e
    }
  }
  t.true(compared > 500)
  t.true(elsewhere.length <= MAX_ELSEWHERE, elsewhere.join('\n'))
})
