// Mutants of sources against DXC's verdict: a sample of what run.ts does by the thousand.

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { compare, judge, type Kind } from './compare.ts'
import { mutate, mutateFlags } from './mutate.ts'
import { ownSources } from './pool.ts'
import { print, scan } from './scan.ts'

/** Mutants of the sample, and how many of them may differ. */
const SEED = 70_000
const COUNT = 150
const MOST_WRONG_ACCEPTS = 1
const MOST_WRONG_REJECTS = 0
/** DXC crashes on some mutants, and writes code that its own validator refuses of others. */
const MOST_DXC_FAULTS = 3
const MOST_RELEASE_DIFFERENCES = 2

oracleTest('dxc', 'mutants of sources get the verdict DXC gives', async t => {
  const sources = ownSources()
  const found = new Map<Kind, string[]>()
  for (let seed = SEED; seed < SEED + COUNT; seed++) {
    const source = sources[seed % sources.length]!
    const { text, change } = mutate(source.tokens, seed)
    const { kind, cause } = await compare(text, mutateFlags(source.words, seed))
    const list = found.get(kind) ?? []
    found.set(kind, list)
    list.push(`${source.name}, seed ${seed}: ${change}: ${cause}`)
  }
  const most = (kind: Kind, limit: number): void => {
    const list = found.get(kind) ?? []
    t.true(list.length <= limit, `${kind}:\n${list.join('\n')}`)
  }
  most('wrong accept', MOST_WRONG_ACCEPTS)
  most('wrong reject', MOST_WRONG_REJECTS)
  most('crash', 0)
  most('slow', 0)
  most('invalid', 0)
  most('dxc fault', MOST_DXC_FAULTS)
  most('releases differ', MOST_RELEASE_DIFFERENCES)
  t.true((found.get('both accept') ?? []).length > 5, 'too few mutants are accepted')
  t.true((found.get('both refuse') ?? []).length > 50, 'too few mutants are refused')
})

test('verdicts that differ are findings, and whose fault they are', async t => {
  const accepts = { ok: true, errors: '' }
  const refuses = { ok: false, errors: "x.hlsl:1:2: error: no 'a' here\n" }
  const fails = { ok: false, errors: 'error: validation errors\n' }
  const kind = async (ours: typeof accepts, theirs: typeof accepts, later?: boolean): Promise<string> =>
    (await judge(ours, theirs, async () => later)).kind
  t.is(await kind(accepts, accepts), 'both accept')
  t.is(await kind(refuses, refuses), 'both refuse')
  t.is(await kind(accepts, refuses), 'wrong accept')
  t.is(await kind(refuses, accepts, true), 'wrong reject')
  t.is(await kind(accepts, refuses, true), 'releases differ')
  t.is(await kind(refuses, accepts, false), 'releases differ')
  t.is(await kind(accepts, fails), 'dxc fault')
  t.is((await judge(accepts, refuses, async () => false)).cause, "no '_' here")
})

test('a source printed from its tokens has the same tokens', t => {
  for (const { tokens, name } of ownSources()) {
    const again = scan(print(tokens))
    t.deepEqual(
      again.map(x => x.text),
      tokens.map(x => x.text),
      name,
    )
  }
})

test('the same seed makes the same mutant', t => {
  const tokens = scan('float4 main(float4 v : V) : SV_Target { return v * 2.5f; }')
  t.deepEqual(mutate(tokens, 7), mutate(tokens, 7))
  const all = Array.from({ length: 200 }, (_, i) => mutate(tokens, i))
  t.true(new Set(all.map(m => m.text)).size > 150)
  t.true(new Set(all.map(m => m.change.split(' ')[0])).size >= 10)
})
