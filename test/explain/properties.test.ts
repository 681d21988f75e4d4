// What holds of every explanation, for random requests under every policy: steps join without holes, what is called too small is too small,
// what is called taken is taken, and the place is the first that fits.

import test from 'ava'
import fc from 'fast-check'
import { bind } from '../../src/binding/bind.ts'
import { BINDING_POLICIES, type BindingRequest } from '../../src/binding/binding.ts'
import { explainBindings } from '../../src/explain/bindings.ts'
import type { BindingsExplanation, ResourceExplanation } from '../../src/explain/bindings_model.ts'
import { printBindings } from '../../src/explain/print_bindings.ts'
import { bindingsPage } from '../../src/html/bindings_page.ts'
import { UNBOUNDED } from '../../src/spec/resource_classes.ts'

const LAST = 0xffffffff

const request = fc.record({
  class: fc.constantFrom('uav' as const, 'srv' as const),
  rangeSize: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 5 }) },
    { weight: 1, arbitrary: fc.constant(UNBOUNDED) },
    { weight: 1, arbitrary: fc.integer({ min: 1000, max: LAST - 1 }) },
  ),
  register: fc.option(fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: LAST - 5, max: LAST })), {
    nil: undefined,
    freq: 2,
  }),
  space: fc.option(fc.constantFrom(0, 1, LAST), { nil: undefined, freq: 2 }),
  used: fc.boolean(),
  joins: fc.boolean(),
})

type Drawn = typeof request extends fc.Arbitrary<infer T> ? T : never

/** Some are parts of the parameter before them. */
function requestsOf(list: readonly Drawn[]): BindingRequest[] {
  let parameter = -1
  return list.map(({ joins, ...r }, order) => {
    if (!joins || order === 0) parameter++
    return { ...r, name: `r${order}`, order, parameter }
  })
}

function checkSearch(e: BindingsExplanation, r: ResourceExplanation): string | undefined {
  const holds = (register: number): boolean =>
    e.resources.some(
      o =>
        o.letter === r.letter &&
        o.binding?.space === (r.binding?.space ?? 0) &&
        o.binding.lower <= register &&
        register <= (o.binding.upper ?? LAST),
    )
  let next = 0
  for (const step of r.search) {
    if (step.lower !== next) return `hole at ${next}`
    const size = (step.upper ?? LAST) - step.lower + 1
    if (step.verdict === 'too-small' && r.need !== null && size >= r.need)
      return `${size} is not too small for ${r.need}`
    if (
      (step.verdict === 'passed') !== (r.need === null) &&
      (step.verdict === 'passed' || step.verdict === 'too-small')
    )
      return `${step.verdict} for ${r.need}`
    if (step.verdict === 'taken' && (step.owners.length === 0 || !holds(step.lower)))
      return `nobody holds ${step.lower}`
    if (step.verdict !== 'taken' && step.owners.length > 0) return 'owners of what is free'
    next = (step.upper ?? LAST) + 1
  }
  const last = r.search.at(-1)
  if (r.how === 'implicit') {
    if (last?.verdict !== 'chosen') return 'no place chosen'
    const { lower, upper } = r.binding!
    if (lower < last.lower || (upper ?? LAST) > (last.upper ?? LAST)) return 'another place chosen'
    if (r.turn < 1 || r.turn > r.turns) return 'turn'
  } else if (last?.verdict === 'chosen') return 'a place without one'
  return undefined
}

for (const policy of BINDING_POLICIES)
  test(`explanations of random requests hold what they say (${policy})`, t => {
    let checked = 0
    fc.assert(
      fc.property(fc.array(request, { maxLength: 14 }), list => {
        const requests = requestsOf(list)
        const { placements, problems } = bind(policy, requests, {})
        const e = explainBindings({
          file: 'x.hlsl',
          entry: 'main',
          target: 'cs_6_0',
          policy,
          autoSpace: 0,
          requests,
          placements,
          problems,
          factsOf: r => ({
            root: r.name,
            type: 'RWBuffer<float>',
            declared: null,
            written: { register: r.register ?? null, space: r.space ?? null },
          }),
        })
        if (e.resources.length !== requests.length) throw new Error('resources are missing')
        for (const r of e.resources) {
          if (r.reason === '') throw new Error(`${r.name}: no reason`)
          // Where registers overlap, what is taken is no longer one's own.
          const complaint = problems.length === 0 ? checkSearch(e, r) : undefined
          if (problems.length === 0) checked += r.search.length
          if (complaint) throw new Error(`${r.name}: ${complaint}`)
        }
        printBindings(e)
        bindingsPage(e)
      }),
      { numRuns: 400, seed: 4 },
    )
    t.true(checked > 200, String(checked))
  })
