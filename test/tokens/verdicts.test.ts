// Programs about whose verdict dxilkit and DXC once differed: the classes that mutants of tokens led to, several programs each.
// verdicts.txt has them, one behind each line of `=== flags`.

import { readFileSync } from 'node:fs'
import { oracleTest } from '../oracle/oracle_test.ts'
import { compare } from './compare.ts'

interface Case {
  readonly flags: readonly string[]
  readonly source: string
}

const CASES: readonly Case[] = readFileSync('test/tokens/verdicts.txt', 'utf8')
  .split(/^=== /m)
  .slice(1)
  .map(part => {
    const end = part.indexOf('\n')
    return { flags: part.slice(0, end).trim().split(/\s+/), source: part.slice(end + 1) }
  })

oracleTest(['dxc', 'dxc-new'], 'programs that were judged wrongly are judged as by DXC', async t => {
  const kinds = new Map<string, number>()
  for (const { flags, source } of CASES) {
    const { kind, cause, detail } = await compare(source, flags)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    t.regex(
      kind,
      /^(both accept|both refuse|releases differ)$/,
      `${flags.join(' ')}\n${source}\n${kind}: ${cause}\n${detail}`,
    )
  }
  t.true((kinds.get('both accept') ?? 0) > 40, 'too few are accepted')
  t.true((kinds.get('both refuse') ?? 0) > 60, 'too few are refused')
  t.is(kinds.get('releases differ'), 17, 'programs of which the releases differ')
})
