import test from 'ava'
import { InternalError } from '../../src/base/brand.ts'
import { parseModule } from '../../src/ir/parse_text.ts'
import { printModule } from '../../src/ir/text.ts'
import type { Pass } from '../../src/passes/common/pass.ts'
import { checkOrders, optimize, runPass, runSteps, step } from '../../src/passes/pipeline.ts'

const LOOP = `func main {
b0:
  %1: i32* = alloca
  store %1, 0
  br b1
b1: from b0, b2 unroll full
  %2: i32 = load %1
  %3: i1 = icmp.slt %2, 4
  condbr %3, b2, b3
b2:
  dx[80] %2
  %4: i32 = add %2, 1
  store %1, %4
  br b1
b3:
  ret
}
`

test('at -O3 a counted loop with [unroll] becomes a straight line and its hint is gone', t => {
  const m = parseModule(`target cs 6.0\n${LOOP}`)
  optimize(m, { verify: true })
  t.is(printModule(m), 'target cs 6.0\n\nfunc main {\nb0:\n  dx[80] 0\n  dx[80] 1\n  dx[80] 2\n  dx[80] 3\n  ret\n}\n')
  t.is(m.functions[0]!.loopHints.size, 0)
})

test('at -Od locals are promoted, and a loop stays unless [unroll] asks', t => {
  const m = parseModule(`target cs 6.0 O0\n${LOOP.replace(/ unroll \w+/, '')}`)
  optimize(m, { verify: true })
  t.notRegex(printModule(m), /alloca/)
  t.regex(printModule(m), /phi/)
  const asked = parseModule(`target cs 6.0 O0\n${LOOP}`)
  optimize(asked, { verify: true })
  t.is(asked.functions[0]!.loopHints.size, 0)
})

test('the watcher sees every pass, what it changed and how long it took', t => {
  const m = parseModule(`target cs 6.0\n${LOOP}`)
  const seen: string[] = []
  let clock = 0
  optimize(m, { now: () => clock++, after: (pass, _m, _f, changed, ms) => void seen.push(`${pass} ${changed} ${ms}`) })
  t.is(seen[0], 'remove_unreachable false 1')
  t.true(seen.includes('promote_locals true 1'))
})

test('a step that waits for another pass runs only when that one changed something', t => {
  const ran: string[] = []
  const fake = (name: string, changed: boolean): Pass => ({
    name,
    run: () => {
      ran.push(name)
      return changed
    },
  })
  const m = parseModule(`target cs 6.0\n${LOOP}`)
  const [quiet, busy, next] = [fake('quiet', false), fake('busy', true), fake('next', false)]
  const steps = [step(quiet), step(next, 'quiet'), step(busy), step(next, 'quiet', 'busy'), step(next, 'busy')]
  runSteps(steps, m, m.functions[0]!)
  t.deepEqual(ran, ['quiet', 'busy', 'next'])
})

test('a pass that breaks the function is named', t => {
  const m = parseModule(`target cs 6.0\n${LOOP}`)
  const breaker: Pass = {
    name: 'breaker',
    run: (_m, f) => {
      f.setOperand(f.next(f.first(f.entry)), 1, m.constants.bool(true))
      return true
    },
  }
  const error = t.throws(() => runPass(breaker, m, m.functions[0]!, { verify: true }), { instanceOf: InternalError })
  t.regex(error?.message ?? '', /after breaker: line 4: value is not of the type pointed to/)
})

test('every list of passes keeps the order that the reasons ask for', t => {
  t.notThrows(checkOrders)
})
