// Random programs with wave operations: every pass leaves each wave operation with the lanes that had it; a lane's index around a ray. DXILKIT_PROGRAMS=n runs more.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { Op } from '../../src/ir/ops.ts'
import { verifyFunc, verifyModule } from '../../src/ir/verify.ts'
import { promoteLocals } from '../../src/passes/optimise/promote_locals.ts'
import { relaxBreaks } from '../../src/passes/optimise/relax_breaks.ts'
import { removeUnreachable } from '../../src/passes/optimise/remove_unreachable.ts'
import { splitArrays } from '../../src/passes/optimise/split_arrays.ts'
import { optimize } from '../../src/passes/pipeline.ts'
import { type Inputs, refines } from '../ir/interpret.ts'
import { interpretLanes } from '../ir/lanes.ts'
import { randomProgram } from '../ir/random_program.ts'

const PROGRAMS = Number(process.env['DXILKIT_PROGRAMS'] ?? 250)
const LANES: readonly Inputs[] = [0, 1, 2, 3, 4, 5, 6, 7].map(thread => ({
  thread,
  word: (a: number) => Math.imul(a + 3 + thread, 0x9e3779b1) >>> 29,
  maxSteps: 20000,
}))

const TRACE = `RaytracingAccelerationStructure scene : register(t0);
RWBuffer<uint> o : register(u0);
struct [raypayload] P { uint v : read(caller) : write(caller, closesthit, miss); };
[shader("raygeneration")] void main() {
  P p;
  p.v = 0;
  RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 1 };
  uint lane = WaveGetLaneIndex();
  o[0] = lane + WaveGetLaneIndex();
  TraceRay(scene, 0, 255, 0, 1, 0, ray, p);
  o[lane] = WaveGetLaneIndex() + p.v;
}
`

test('the index of a lane is asked for once, and again behind a ray, where lanes may be others', t => {
  const result = compile(TRACE, { target: 'lib_6_7' })
  if (!result.ok) return t.fail(result.text)
  const calls = [...disassemble(result.container).matchAll(/ call .*@dx\.op\.(waveGetLaneIndex|traceRay)/g)]
  t.deepEqual(
    calls.map(([, name]) => name),
    ['waveGetLaneIndex', 'traceRay', 'waveGetLaneIndex'],
  )
})

interface Found {
  readonly fault?: string
  readonly judged: boolean
  readonly breaks: boolean
}

/** Optimises one program, checking after every pass. Which breaks stay is decided before, as it changes what runs together. */
function check(seed: number, size: number): Found {
  const { m, f } = randomProgram(seed, size, true)
  const invalid = verifyModule(m)
  if (invalid !== '')
    return { fault: `seed ${seed}: the generator made an invalid program: ${invalid}`, judged: false, breaks: false }
  for (const pass of [removeUnreachable, splitArrays, promoteLocals, relaxBreaks]) pass.run(m, f)
  const breaks = f.blocks.some(
    b => f.op(f.terminator(b)) === Op.CondBr && f.op(f.operandAt(f.terminator(b), 0)) === Op.BreakCond,
  )
  const before = interpretLanes(m, f, LANES)
  if (before.some(run => run.outcome !== 'end')) return { judged: false, breaks }
  let fault: string | undefined
  optimize(m, {
    after: (pass, _m, _f, changed) => {
      if (fault !== undefined || !changed) return
      const complaint = verifyFunc(m, f)[0]
      if (complaint !== undefined) fault = `seed ${seed}: after ${pass}: ${complaint.what}: ${complaint.text}`
      else {
        const after = interpretLanes(m, f, LANES)
        const lane = before.findIndex((run, i) => !refines(run, after[i]!))
        if (lane >= 0) fault = `seed ${seed}: after ${pass} lane ${lane} does something else`
      }
    },
  })
  return fault === undefined ? { judged: true, breaks } : { fault, judged: true, breaks }
}

for (const [size, share] of [
  [14, 1],
  [60, 20],
] as const)
  test(`programs of ${size} statements keep their lanes together through every pass`, t => {
    t.timeout(600_000)
    let judged = 0
    let withBreaks = 0
    for (let seed = 1; seed <= PROGRAMS / share; seed++) {
      const found = check(seed + size * 1_000_000, size)
      t.is(found.fault, undefined)
      if (found.judged) judged++
      if (found.judged && found.breaks) withBreaks++
    }
    t.true(judged * 2 > PROGRAMS / share, `only ${judged} programs were judged`)
    t.true(withBreaks > 0, 'no program has a break that stays')
  })
