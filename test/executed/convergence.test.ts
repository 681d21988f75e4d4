// Lanes meet in optimised code where they met in the order of the source, whichever way a device brings them together.

import type { ExecutionContext } from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { type ConvergenceVerdict, checkConvergence } from './check_convergence.ts'
import { generateMerges } from './merge_program.ts'
import { ours, plain, type Source, theirs } from './sources.ts'

const PROGRAMS = Number(process.env['DXILKIT_PROGRAMS'] ?? 16)
const FIRST = 1001
const WORLDS = [1, 2, 3]
/** Of a hundred worlds: in how many programs must count on no model. */
const LEAST_JUDGED = 65
/** Programs of which DXC's optimised code counts on a model as well as ours. */
const MOST_THEIRS = 1

/** @param ours_ what is compiled by us, if it is another source */
async function verdicts(
  t: ExecutionContext,
  program: Source,
  ours_: Source = program,
): Promise<readonly ConvergenceVerdict[]> {
  const [a, b] = [ours(ours_), await theirs(program)]
  const c = await theirs({ ...program, args: plain(program.args) })
  if (a && b && c) return checkConvergence({ ours: a, theirs: b, plain: c }, WORLDS)
  t.fail(`not compiled: ${program.args.join(' ')}\n${program.source}`)
  return []
}

oracleTest(['dxc-new'], 'lanes are together where the source has them together, in every model', async t => {
  let [all, judged, alike] = [0, 0, 0]
  for (let seed = FIRST; seed < FIRST + PROGRAMS; seed++) {
    const found = await verdicts(t, generateMerges(seed))
    all += found.length
    judged += found.filter(v => v.kind === 'same').length
    const other = found.find(v => v.kind === 'different') ?? found.find(v => v.kind === 'theirs')
    if (other?.kind === 'theirs') alike++
    else if (other) t.fail(`seed ${seed}, world ${other.seed}: ${other.detail}`)
  }
  t.log(`${judged} of ${all} worlds the same in every model`)
  t.true((100 * judged) / all >= LEAST_JUDGED)
  t.true(alike <= MOST_THEIRS, `${alike} programs count on a model in DXC's code, too`)
})

/** Lanes that come to the sum by two ways have met before, or have not. */
const SUM = `StructuredBuffer<uint> b : register(t0);
RWStructuredBuffer<uint> o : register(u0);
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {
  uint a = b[t];
  bool found = t == 0;
  if (!found) { o[16 + t] = a; found = WaveActiveAnyTrue(t == 1) && t != 3; }
#if APART
  if (t == 0 || (WaveActiveAnyTrue(t == 1) && t != 3)) a += WaveActiveSum(t + 1);
#else
  if (found) a += WaveActiveSum(t + 1);
#endif
  o[t] = a;
}
`
/** Both compilers thread no test past the place where lanes meet. */
const MEETINGS: readonly string[] = [
  // The end of the first `if` is where they meet.
  `uint q = 2;
  if ((a & 1) != 0 && WaveActiveBitXor(a) < 1) q = 7;
  if (q < 5) a += WaveActiveCountBits(t == 0);`,
  `bool q = true;
  if (t > 1 && WaveActiveAnyTrue(t == 3)) q = t == 2;
  if (q) a += WaveActiveSum(t + 1);`,
  `bool q = t == 0;
  if (!q) { o[16 + t] = a; q = t == 2; }
  if (q) a += WaveActiveSum(t + 1);`,
]

oracleTest(['dxc-new'], 'ways that are known do not pass the place where lanes meet', async t => {
  for (const body of MEETINGS) {
    const source = `StructuredBuffer<uint> b : register(t0);
RWStructuredBuffer<uint> o : register(u0);
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {
  uint a = b[t];
  ${body}
  o[t] = a;
}
`
    const found = await verdicts(t, { source, args: ['-T', 'cs_6_0', '-E', 'main'] })
    t.deepEqual(new Set(found.map(v => v.kind)), new Set(['same']), `${body}: ${found.map(v => v.detail).join()}`)
  }
})

oracleTest(['dxc-new'], 'a way past the place where lanes meet is seen', async t => {
  const args = ['-T', 'cs_6_0', '-E', 'main']
  const right = { source: SUM, args: [...args, '-DAPART=0'] }
  const wrong = { source: SUM, args: [...args, '-DAPART=1'] }
  const kinds = (found: readonly ConvergenceVerdict[]): Set<string> => new Set(found.map(v => v.kind))
  t.deepEqual(kinds(await verdicts(t, right)), new Set(['same']))
  const found = await verdicts(t, right, wrong)
  t.true(kinds(found).has('different'))
  // In the order of blocks they are together: that model alone does not see it.
  for (const v of found) if (v.kind === 'different') t.regex(v.detail, /^model loops/)
})
