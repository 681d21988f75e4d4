// The cases of LLVM's own tests on binding, overlaps and handles, as modules of LLVM text: the same facts, inputs of our own.

import test from 'ava'
import { anywhere, at, FLOAT_BUFFER, keep, nameOf, RW_BYTES, RW_FLOAT_BUFFER, write } from '../ll/handles.ts'
import { accepted, complaints, type Expected, type ModuleText, moduleText } from '../ll/module_case.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { bound, complaint } from './bound.ts'

const names = (...list: readonly string[]): string => list.map(nameOf).join('')
const TEXT = { language: 'llvm', target: '' } as const

/** The registers a module gets under LLVM's rules; its container is valid. */
const placed = (title: string, text: ModuleText, table: readonly string[]): void =>
  oracleTest('dxc', `llvm-cases ${title}`, async t => {
    const result = bound(moduleText(text), 'llvm', TEXT)
    t.deepEqual(result.errors, [])
    t.deepEqual(
      result.table.filter(row => !row.startsWith(' ')),
      table,
    )
    t.is(await complaint(result.container), undefined)
  })

/** The messages of a module under LLVM's rules. */
const refused = (title: string, text: ModuleText, errors: readonly (string | RegExp)[]): void =>
  test(`llvm-cases ${title}`, t => {
    const found = bound(moduleText(text), 'llvm', TEXT).errors
    t.is(found.length, errors.length, found.join('\n'))
    for (const [i, e] of errors.entries()) typeof e === 'string' ? t.is(found[i], e) : t.regex(found[i]!, e)
  })

/** What lines of the DXIL must and must not contain; its container is valid. */
const lowered = (title: string, text: ModuleText, expected: Expected): void =>
  oracleTest('dxc', `llvm-cases ${title}`, async t => {
    await accepted(t, moduleText(text), expected)
  })

const RW = RW_FLOAT_BUFFER
const SINK = at('sink', RW_BYTES, [77, 0])

// ---- 2 implicit binding -----------------------------------------------------------------------------------------------------------------

placed(
  '2 simple (.ll): one explicit and two implicit SRVs',
  {
    more: names('A', 'B', 'C'),
    body: [
      SINK,
      anywhere('b', FLOAT_BUFFER, [5, 0], 'B'),
      at('a', FLOAT_BUFFER, [0, 1], 'A'),
      anywhere('c', FLOAT_BUFFER, [6, 0], 'C'),
      ...['a', 'b', 'c'].map((h, i) => keep(h, 'sink', 4 * i)),
    ].join(''),
  },
  ['A t1', 'B t0', 'C t2'],
)
placed(
  '2 arrays (.ll): calls out of order, two accesses of one array share the range',
  {
    more: names('A', 'B', 'C', 'E'),
    body: [
      anywhere('e', RW, [30, 0, 5, 4], 'E'),
      anywhere('b1', RW, [10, 0, 4, 0], 'B'),
      anywhere('c', RW, [20, 0, 2, 1], 'C'),
      at('a', RW, [0, 2], 'A'),
      anywhere('b2', RW, [10, 0, 4, 3], 'B'),
      ...['a', 'b1', 'b2', 'c', 'e'].map(write),
    ].join(''),
  },
  ['A u2', 'B u3..6', 'C u0..1', 'E u7..11'],
)
lowered(
  '2 arrays (.ll): index operands count from the start of the range',
  {
    model: '6.5',
    more: names('A', 'B'),
    body: [at('a', RW, [0, 2], 'A'), anywhere('b', RW, [10, 0, 4, 3], 'B'), write('a'), write('b')].join(''),
  },
  { lines: ['@dx.op.createHandle(i32 57, i8 1, i32 0, i32 2,', '@dx.op.createHandle(i32 57, i8 1, i32 1, i32 6,'] },
)
placed(
  '2 multiple-spaces (.ll)',
  {
    more: names('A', 'B', 'C', 'D', 'E', 'F'),
    body: [
      SINK,
      at('a', RW, [0, 5], 'A'),
      anywhere('b', RW, [100, 0, 0, 10], 'B'),
      anywhere('c', RW, [101, 5, 4, 2], 'C'),
      anywhere('d', RW, [102, 5, 0, 3], 'D'),
      anywhere('e', RW, [103, 10, 4, 1], 'E'),
      anywhere('f', FLOAT_BUFFER, [104, 3], 'F'),
      ...['a', 'b', 'c', 'd', 'e'].map(write),
      keep('f', 'sink', 0),
    ].join(''),
  },
  ['A u5', 'B u6..', 'C u0..3,space5', 'D u4..,space5', 'E u0..3,space10', 'F t0,space3'],
)
for (const [range, what] of [
  [0, 'today: 0'],
  [-1, 'before 2026: -1'],
] as const)
  placed(
    `2 unbounded-arrays (.ll): B goes behind everything though it comes first, D fits in between (unbounded is ${what})`,
    {
      more: names('A', 'B', 'C', 'D'),
      body: [
        at('a', RW, [0, 1], 'A'),
        anywhere('b', RW, [100, 0, range, 6], 'B'),
        at('c', RW, [0, 5], 'C'),
        anywhere('d', RW, [101, 0, 3, 2], 'D'),
        ...['a', 'b', 'c', 'd'].map(write),
      ].join(''),
    },
    ['A u1', 'B u6..', 'C u5', 'D u2..4'],
  )
refused(
  '2 unbounded-arrays-error (.ll): four elements fit neither in between nor behind',
  {
    more: names('A', 'B', 'C', 'D'),
    body: [
      at('a', RW, [0, 1], 'A'),
      anywhere('b', RW, [100, 0, 0, 6], 'B'),
      at('c', RW, [0, 5], 'C'),
      anywhere('d', RW, [101, 0, 4, 2], 'D'),
      ...['a', 'b', 'c', 'd'].map(write),
    ].join(''),
  },
  ['resource D cannot be allocated'],
)
const error = (withB: boolean): ModuleText => ({
  more: names('A', 'B', 'C'),
  body: [
    at('a', RW, [0, 1, 0, 1], 'A'),
    withB ? anywhere('b', RW, [0, 0, 2, 0], 'B') : '',
    anywhere('c', RW, [1, 0], 'C'),
    ...['a', ...(withB ? ['b'] : []), 'c'].map(write),
  ].join(''),
})
refused('2 error (.ll): two registers in front of an unbounded array', error(true), ['resource B cannot be allocated'])
placed('2 error (.ll): the one register in front is still to be had', error(false), ['A u1..', 'C u0'])
placed(
  '2 order ids (.ll): sort keys with gaps, one sequence over all classes and spaces',
  {
    more: names('A', 'B', 'C'),
    body: [
      anywhere('c', RW, [900, 0], 'C'),
      anywhere('a', RW, [2, 0], 'A'),
      anywhere('b', RW, [40, 0], 'B'),
      ...['c', 'b', 'a'].map(write),
    ].join(''),
  },
  ['A u0', 'B u1', 'C u2'],
)

// ---- 3 overlaps -------------------------------------------------------------------------------------------------------------------------

const overlap = (x: string, n: number, y: string, m: number, space = 0): string =>
  `resource ${x} at register ${n} overlaps with resource ${y} at register ${m} in space ${space}`

refused(
  '3 overlap-1 (.ll)',
  {
    more: names('A', 'B'),
    body: [at('a', RW, [0, 0, 10, 5], 'A'), at('b', RW, [0, 5, 10, 6], 'B'), write('a'), write('b')].join(''),
  },
  [overlap('A', 0, 'B', 5)],
)
refused(
  '3 overlap-3 (.ll): t0 and u0 never clash',
  {
    more: names('A', 'B', 'C', 'S'),
    body: [
      at('s', RW_BYTES, [0, 0], 'S'),
      at('a', FLOAT_BUFFER, [0, 5], 'A'),
      at('b', FLOAT_BUFFER, [0, 9], 'B'),
      at('c', FLOAT_BUFFER, [0, 0, 10, 3], 'C'),
      ...['a', 'b', 'c'].map((h, i) => keep(h, 's', 4 * i)),
    ].join(''),
  },
  [overlap('C', 0, 'A', 5), overlap('C', 0, 'B', 9)],
)
refused(
  '3 overlap-5 (.ll): A with B and B with C, not A with C',
  {
    more: names('A', 'B', 'C'),
    body: [
      SINK,
      at('a', FLOAT_BUFFER, [11, 1, 5, 3], 'A'),
      at('b', FLOAT_BUFFER, [11, 2, 6, 2], 'B'),
      at('c', FLOAT_BUFFER, [11, 6, 3, 1], 'C'),
      ...['a', 'b', 'c'].map((h, i) => keep(h, 'sink', 4 * i)),
    ].join(''),
  },
  [overlap('A', 1, 'B', 2, 11), overlap('B', 2, 'C', 6, 11)],
)
refused(
  '3 overlap-6 (.ll): what lies behind an unbounded array',
  {
    more: names('A', 'B', 'C'),
    body: [
      at('a', RW, [0, 0, 3, 1], 'A'),
      at('b', RW, [0, 4, 0, 1], 'B'),
      at('c', RW, [0, 17], 'C'),
      ...['a', 'b', 'c'].map(write),
    ].join(''),
  },
  [overlap('B', 4, 'C', 17)],
)
refused(
  '3 overlap-7 (.ll): an unbounded array where a bounded one is, spaces apart',
  {
    more: names('A', 'B', 'C'),
    body: [
      SINK,
      at('a', FLOAT_BUFFER, [4, 2, 2, 1], 'A'),
      at('b', FLOAT_BUFFER, [5, 20], 'B'),
      at('c', FLOAT_BUFFER, [4, 2, 0, 1], 'C'),
      ...['a', 'b', 'c'].map((h, i) => keep(h, 'sink', 4 * i)),
    ].join(''),
  },
  [overlap('A', 2, 'C', 2, 4)],
)
const STRUCTURED = 'target("dx.RawBuffer", float, 1, 0)'
const counter = (step: number, n: number): string =>
  `  %n${n} = call i32 @llvm.dx.resource.updatecounter(${STRUCTURED} %b, i8 ${step})\n`
refused(
  '3 resource_counter_error (.ll): one counter both ways',
  { model: '6.5', more: names('B'), body: at('b', STRUCTURED, [0, 0], 'B') + counter(1, 0) + counter(-1, 1) },
  ['RWStructuredBuffers may increment or decrement their counters, but not both.'],
)

// ---- 4 arrays ---------------------------------------------------------------------------------------------------------------------------

const NURI = (lines: string, index: string, range = 10): ModuleText => ({
  model: '6.5',
  more: names('A'),
  body: `  %id = call i32 @llvm.dx.thread.id(i32 0)\n${lines}${at('a', RW, [0, 3, range, `i32 ${index}`], 'A')}${write('a')}`,
})
const SAID = '  %n = call i32 @llvm.dx.resource.nonuniformindex(i32 %id)\n'
lowered('4 CreateHandle-NURI (.ll): the index itself', NURI(SAID, '%n'), { lines: ['i32 57, i8 1,', ', i1 true)'] })
for (const [what, line] of [
  ['add', '  %i = add i32 %n, 1\n'],
  ['mul', '  %i = mul i32 %n, 2\n'],
  ['urem', '  %i = urem i32 %n, 10\n'],
])
  lowered(`4 CreateHandle-NURI (.ll): through ${what}`, NURI(`${SAID}${line}`, '%i'), { lines: [', i1 true)'] })
lowered('4 CreateHandle-NURI (.ll): an index nobody says it of', NURI('', '%id'), { without: [', i1 true)'] })
lowered(
  '4 CreateHandle-NURI (.ll): one register, and the call is gone',
  NURI(`${SAID}  %z = and i32 %n, 0\n`, '%z', 1),
  { lines: ['i32 57, i8 1, i32 0, i32 3, i1 false)'], without: ['nonuniform'] },
)
for (const [shader, model] of [
  ['6.0', '6.0'],
  ['6.6', '6.6'],
])
  lowered(
    `4 uav_metadata (.ll): one record an array however many elements are used, shader model ${shader}`,
    {
      model: model!,
      more: names('A'),
      body: [at('a0', RW, [0, 0, 10, 0], 'A'), at('a1', RW, [0, 0, 10, 9], 'A'), write('a0'), write('a1')].join(''),
    },
    {
      lines: ['i32 0, i32 0, i32 10, i32 10, i1 false, i1 false, i1 false,'],
      without: ['!{i32 1, [10 x %"class.RWBuffer'],
    },
  )
lowered(
  '4 res-array-global-unbounded (.ll): range 0 is count -1',
  { more: names('A'), body: at('a', RW, [1, 10, 0, 100], 'A') + write('a') },
  { lines: ['ResBind { i32 10, i32 -1, i32 1, i8 1 }, i32 110,', 'i32 1, i32 10, i32 -1, i32 10,'] },
)
lowered(
  '4 ForwardHandleAccesses and copies (.ll): a sub-array copied to memory is read back as its handles',
  {
    more: names('A'),
    body: [
      at('a0', RW, [2, 10, 120, 102], 'A'),
      at('a1', RW, [2, 10, 120, 107], 'A'),
      '  %tmp = alloca [2 x target("dx.TypedBuffer", <4 x float>, 1, 0, 0)], align 4\n',
      `  store ${RW} %a0, ptr %tmp, align 4\n`,
      '  %second = getelementptr inbounds i8, ptr %tmp, i32 4\n',
      `  store ${RW} %a1, ptr %second, align 4\n`,
      `  %h = load ${RW}, ptr %second, align 4\n`,
      write('h'),
    ].join(''),
  },
  { lines: ['ResBind { i32 10, i32 129, i32 2, i8 1 }, i32 117,'], without: ['alloca'] },
)

test('llvm-cases 3 (.ll): an overlap has the place of the handle', t => {
  const text = moduleText({
    more: names('A', 'B'),
    body: [at('a', RW, [0, 0, 10, 5], 'A'), at('b', RW, [0, 5, 10, 6], 'B'), write('a'), write('b')].join(''),
  })
  t.regex(complaints(text)[0]!, /^\d+:\d+: resource A at register 0/)
})
