// Random programs do the same before and after: each pass alone where the pipeline runs it, and the whole. DXILKIT_PROGRAMS=n runs more.

import test from 'ava'
import { Dominance } from '../../src/ir/dominance.ts'
import { isReducible } from '../../src/ir/loops.ts'
import { printModule } from '../../src/ir/text.ts'
import { verifyFunc, verifyModule } from '../../src/ir/verify.ts'
import { optimize } from '../../src/passes/pipeline.ts'
import { type Inputs, interpret, refines } from '../ir/interpret.ts'
import { randomProgram } from '../ir/random_program.ts'

const PROGRAMS = Number(process.env['DXILKIT_PROGRAMS'] ?? 3000)
const INPUTS: readonly Inputs[] = [0, 5].map(thread => ({
  thread,
  word: (a: number) => Math.imul(a + 3, 0x9e3779b1) >> ((a & 7) * 4),
  maxSteps: 20000,
}))

/** Optimises one program, checking after every pass; a description of the first thing wrong, or undefined. */
function firstFault(seed: number, size: number): string | undefined {
  const { m, f } = randomProgram(seed, size)
  const invalid = verifyModule(m)
  if (invalid !== '') return `seed ${seed}: the generator made an invalid program: ${invalid}`
  const before = INPUTS.map(i => interpret(m, f, i))
  if (before.some(run => run.outcome !== 'end')) return `seed ${seed}: the program does not end`
  let fault: string | undefined
  optimize(m, {
    after: (pass, _m, _f, changed) => {
      if (fault !== undefined || !changed) return
      const complaint = verifyFunc(m, f)[0]
      if (complaint !== undefined) fault = `seed ${seed}: after ${pass}: ${complaint.what}: ${complaint.text}`
      else if (!isReducible(f, new Dominance(f))) fault = `seed ${seed}: after ${pass}: the flow is not reducible`
      else if (!INPUTS.every((input, i) => refines(before[i]!, interpret(m, f, input))))
        fault = `seed ${seed}: after ${pass} the program does something else`
    },
  })
  return fault
}

test('small programs mean the same after every pass', t => {
  for (let seed = 1; seed <= PROGRAMS; seed++) t.is(firstFault(seed, 14), undefined)
})

test('larger programs mean the same after every pass', t => {
  for (let seed = 1; seed <= PROGRAMS / 20; seed++) t.is(firstFault(1_000_000 + seed, 70), undefined)
})

test('optimising is deterministic and does something', t => {
  let smaller = 0
  for (let seed = 1; seed <= 50; seed++) {
    const [a, b] = [randomProgram(seed), randomProgram(seed)]
    const size = printModule(a.m).length
    optimize(a.m)
    optimize(b.m)
    t.is(printModule(a.m), printModule(b.m))
    if (printModule(a.m).length < size) smaller++
  }
  t.true(smaller > 25, `only ${smaller} of 50 programs became smaller`)
})

test('the interpreter tells programs apart', t => {
  const { m, f } = randomProgram(7)
  const run = interpret(m, f, INPUTS[0]!)
  t.true(run.trace.length > 3)
  t.false(refines(run, { outcome: 'end', trace: run.trace.slice(1) }))
  t.false(refines(run, { outcome: 'end', trace: [...run.trace.slice(0, -1), 'store 0 12345'] }))
  t.true(refines({ outcome: 'end', trace: ['store 0 ?'] }, { outcome: 'end', trace: ['store 0 4'] }))
  t.false(refines({ outcome: 'end', trace: ['store 0 4'] }, { outcome: 'end', trace: ['store 0 ?'] }))
})
