// What an explanation says of the examples of proposal 0024, as data: the obstacles named are the right ones.

import { readFileSync } from 'node:fs'
import test, { type ExecutionContext } from 'ava'
import { type BindingsExplanation, compile, explainBindings, explainContainer } from '../../src/api/index.ts'
import { parseCases } from '../golden.ts'

const FILE = 'test/explain/bindings.txt'
const CASES = parseCases(readFileSync(FILE, 'utf8'), FILE)

function example(t: ExecutionContext, number: string): BindingsExplanation {
  const found = CASES.find(c => c.title.startsWith(`0024 Example ${number}:`))
  const { explanation } = explainBindings(found!.input, { fileName: 'shader.hlsl' })
  t.truthy(explanation)
  return explanation!
}

const of = (e: BindingsExplanation, name: string) => e.resources.find(r => r.name === name)!
const at = (e: BindingsExplanation, name: string): string => {
  const { binding, letter, how } = of(e, name)
  return binding ? `${letter}${binding.lower}${binding.upper === binding.lower ? '' : `-${binding.upper ?? ''}`}` : how
}
/** The search as text: `0-1 too-small, 2 taken A, 3-6 chosen`. */
const search = (e: BindingsExplanation, name: string): string =>
  of(e, name)
    .search.map(({ lower, upper, verdict, owners }) => {
      const range = upper === lower ? `${lower}` : `${lower}-${upper ?? ''}`
      return [range, verdict, ...owners.map(i => e.resources[i]!.name)].join(' ')
    })
    .join(', ')

test('0024 Example 1.1: C is dropped, and D is said to have its register', t => {
  const e = example(t, '1.1')
  t.deepEqual(
    ['A', 'B', 'C', 'D'].map(n => at(e, n)),
    ['u0', 'u1', 'dropped', 'u2'],
  )
  t.is(search(e, 'D'), '0-1 taken A B, 2 chosen')
  t.regex(of(e, 'C').reason, /u2 of its register\(u2\) is free for others: 'D' has u2\.$/)
})

test('0024 Example 1.2: order of use, in words', t => {
  const e = example(t, '1.2')
  t.deepEqual(
    ['A', 's.D', 's.B'].map(n => at(e, n)),
    ['u0', 'u1', 'u2'],
  )
  t.deepEqual([of(e, 's.D').turn, of(e, 's.B').turn], [1, 2])
  t.regex(of(e, 's.B').reason, /order of first use/)
  t.is(of(e, 's.B').root, 's')
})

test('0024 Example 2.1: the gap before A is too small for B, and C fits it', t => {
  const e = example(t, '2.1')
  t.deepEqual(
    ['A', 'B', 'C', 'D', 'E'].map(n => at(e, n)),
    ['u2', 'u3-6', 'u0-1', 'dropped', 'u7-8'],
  )
  t.is(search(e, 'B'), '0-1 too-small, 2 taken A, 3-6 chosen')
  t.is(search(e, 'C'), '0-1 chosen')
  t.is(search(e, 'E'), '0-6 taken C A B, 7-8 chosen')
  t.deepEqual(
    ['B', 'C', 'E'].map(n => [of(e, n).turn, of(e, n).turns]),
    [
      [1, 3],
      [2, 3],
      [3, 3],
    ],
  )
  t.regex(of(e, 'D').reason, /u6-u55 of its register\(u6\) are free for others: 'B' has u6 and 'E' has u7-u8/)
})

test('0024 Example 2.2: each used element is placed on its own, templates are not listed', t => {
  const e = example(t, '2.2')
  t.deepEqual(
    e.resources.map(r => `${r.name} ${at(e, r.name)}`),
    ['s.E.2 u0', 's.C.1 u1', 'A u2', 's.B.3 u3', 's.E.1 u4'],
  )
})

test('0024 Example 2.3: parts count on from the register of the struct', t => {
  const e = example(t, '2.3')
  t.deepEqual(
    ['A', 's1.0.D.1', 's2.1.D.1', 'B'].map(n => at(e, n)),
    ['u0', 'u1', 'u5', 'u2'],
  )
  t.is(of(e, 's2.1.D.1').how, 'explicit')
  t.deepEqual(of(e, 's2.1.D.1').written, { register: 1, space: null })
  t.regex(of(e, 's2.1.D.1').reason, /'s2', which has register\(u1\); counted on from there, u5/)
})

test('0024 Example 3.1: the unbounded array names C as the highest, D the gap between', t => {
  const e = example(t, '3.1')
  t.deepEqual(
    ['A', 'B', 'C', 'D'].map(n => at(e, n)),
    ['u1', 'u6-', 'u5', 'u2-4'],
  )
  t.is(search(e, 'D'), '0 too-small, 1 taken A, 2-4 chosen')
  t.is(search(e, 'B'), '0 passed, 1 taken A, 2-4 passed, 5 taken C, 6- chosen')
  t.regex(of(e, 'B').reason, /highest register taken so far, u5 of 'C': u6 and up/)
})

test('0024 Example 3.2: no gap is large enough, and the array behind them is named', t => {
  const e = example(t, '3.2')
  t.is(of(e, 'D').how, 'failed')
  t.is(search(e, 'D'), '0 too-small, 1 taken A, 2-4 too-small, 5- taken C B')
  t.deepEqual(e.problems, [
    {
      kind: 'no-room',
      resource: e.resources.indexOf(of(e, 'D')),
      other: null,
      space: 0,
      message:
        "No place: 'D' needs 4 registers in a row in space 0, and free are only u0 (1) and u2-u4 (3); 'B' holds u6→.",
    },
  ])
})

test('0024 Example 3.3: two gaps are too small for D, the array starts behind D', t => {
  const e = example(t, '3.3')
  t.deepEqual(
    ['D', 'B'].map(n => at(e, n)),
    ['u6-9', 'u10-'],
  )
  t.is(search(e, 'D'), '0 too-small, 1 taken A, 2-4 too-small, 5 taken C, 6-9 chosen')
})

test('0024 Example 3.4: two unbounded arrays', t => {
  const e = example(t, '3.4')
  t.is(e.problems.length, 1)
  t.is(e.resources[e.problems[0]!.resource]!.name, 'D')
})

test('0024 Example 4.1: spaces have maps of their own', t => {
  const e = example(t, '4.1')
  t.deepEqual(
    e.spaces.map(s => [s.letter, s.space, s.taken]),
    [
      ['u', 0, 11],
      ['u', 1, 1],
      ['u', 5, 20],
    ],
  )
  t.deepEqual(
    ['A', 'B', 'C', 'D'].map(n => at(e, n)),
    ['u0', 'u0-9', 'u10-29', 'u10'],
  )
})

test('0024 Example 5.1: a space without a register is an implicit binding there', t => {
  const e = example(t, '5.1')
  t.deepEqual(
    ['A', 'B', 'C', 'D'].map(n => at(e, n)),
    ['u1', 'u2-', 'u0-2', 'u3'],
  )
  t.is(of(e, 'D').how, 'implicit')
  t.regex(of(e, 'D').reason, /^register\(space1\) names a space and no register: 2nd of 2/)
})

test('0024 Example 6.1: what is unreachable is dropped, and who has its registers is said', t => {
  const e = example(t, '6.1')
  t.deepEqual(
    ['A', 'E', 'B', 'C', 's.D'].map(n => at(e, n)),
    ['u0', 'u1-5', 'dropped', 'dropped', 'dropped'],
  )
  t.regex(of(e, 's.D').reason, /u5 of the register\(u5\) of 's' is free for others: 'E' has u5/)
})

test('0024: the maps cover their space without holes, overlaps go to lanes of their own', t => {
  for (const { input, title } of CASES) {
    const { explanation } = explainBindings(input)
    for (const map of explanation!.spaces) {
      let next = 0
      for (const s of map.lanes[0]!) {
        t.is(s.lower, next, title)
        next = (s.upper ?? 0xffffffff) + 1
      }
      t.is(next, 2 ** 32, title)
      const held = map.lanes.flat().filter(s => s.resource !== null)
      t.is(map.taken + map.free, 2 ** 32, title)
      t.is(
        held.length,
        explanation!.resources.filter(r => r.letter === map.letter && r.binding?.space === map.space).length,
        title,
      )
    }
  }
})

test('registers that unused resources keep are said to be kept', t => {
  const source = `RWBuffer<float> a : register(u0), b; [numthreads(1,1,1)] void main() { b[0] = 1; }`
  const { explanation } = explainBindings(source, { legacyResourceReservation: true })
  const [b, a] = explanation!.resources
  t.is(b!.binding!.lower, 1)
  t.regex(b!.reason, /u0 belongs to 'a'; u1 is next/)
  t.regex(a!.reason, /What its register\(u0\) names goes to no other/)
})

test('-auto-binding-space is named as the reason for the space', t => {
  const { explanation } = explainBindings('RWBuffer<float> a; [numthreads(1,1,1)] void main() { a[0] = 1; }', {
    autoBindingSpace: 7,
  })
  t.is(explanation!.resources[0]!.binding!.space, 7)
  t.regex(explanation!.resources[0]!.reason, /-auto-binding-space 7 names the space/)
})

test('the entry point: main, else the first with [numthreads]', t => {
  const f = (name: string): string => `[numthreads(1,1,1)] void ${name}() { ${name}_b[0] = 1; }`
  const source = `RWBuffer<float> one_b, two_b, main_b;${f('one')}${f('two')}`
  t.is(explainBindings(source).explanation!.entry, 'one')
  t.is(explainBindings(source + f('main')).explanation!.entry, 'main')
  t.is(explainBindings(source, { entry: 'two' }).explanation!.resources[0]!.name, 'two_b')
  t.is(explainBindings('float x;').explanation, undefined)
  t.false(explainBindings('#include "nowhere"').ok)
})

test('Slang: the parts of one parameter stay together, and the gap is measured against all of them', t => {
  const { explanation: e } = explainBindings(
    `struct S { RWBuffer<float> B[4]; RWBuffer<float> C[2]; };
     RWBuffer<float> A : register(u2); S s;
     [numthreads(1,1,1)] void main() { A[0] = s.C[1][0]; }`,
    { binding: 'slang' },
  )
  t.is(search(e!, 's_C'), '0-1 too-small, 2 taken A, 3-8 chosen')
  t.is(of(e!, 's_C').need, 6)
  t.regex(of(e!, 's_C').reason, /6 registers of all parts of 's' stay together/)
  t.regex(of(e!, 's_B').reason, /^Nothing uses it, yet Slang keeps it/)
})

test('thousands of resources are explained quickly', t => {
  const names = Array.from({ length: 1500 }, (_, i) => `b${i}`)
  const source = `${names.map(n => `RWBuffer<float> ${n};`).join('\n')}
    [numthreads(1,1,1)] void main() { ${names.map(n => `${n}[0] = 1;`).join(' ')} }`
  const start = performance.now()
  const { explanation } = explainBindings(source)
  t.is(explanation!.resources.length, 1500)
  t.true(performance.now() - start < 10_000)
})

test('a container has the same table, and no reasons', t => {
  const source = CASES.find(c => c.title.startsWith('all classes'))!.input
  const { container } = compile(source, { target: 'cs_6_0' })
  const { explanation, problems } = explainContainer(container!, 'x.dxil')
  t.deepEqual(problems, [])
  const plain = (e: BindingsExplanation) => e.resources.map(r => [r.name, r.class, r.count, r.binding])
  const bound = explainBindings(source).explanation!
  t.deepEqual(plain(explanation), plain(bound))
  t.deepEqual(
    explanation.spaces.map(s => s.lanes),
    bound.spaces.map(s => s.lanes),
  )
  t.true(explanation.resources.every(r => r.reason === '' && r.how === 'given'))
})
