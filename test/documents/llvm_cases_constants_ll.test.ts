// The cases of LLVM's own tests on constant buffers, as modules of LLVM text: the same layouts and rows, inputs of our own.

import test from 'ava'
import { compileModule } from '../../src/api/compile_module.ts'
import { assemblyOf } from '../assembly.ts'
import { at, nameOf, put, RW_BYTES } from '../ll/handles.ts'
import { accepted, complaints, type Expected, type ModuleText, moduleText } from '../ll/module_case.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const NATIVE = '!llvm.module.flags = !{!90}\n!90 = !{i32 1, !"dx.nativelowprec", i32 1}\n'
const SINK = at('sink', RW_BYTES, [77, 0])
const ID = '  %id = call i32 @llvm.dx.thread.id(i32 0)\n'

const lowered = (title: string, text: ModuleText, expected: Expected): void =>
  oracleTest('dxc', `llvm-cases ${title}`, async t => {
    await accepted(t, moduleText(text), expected)
  })

/** `row N lane L` of each constant read, in the order of the code; rows as written when they are no constants. */
function lanes(assembly: string): string[] {
  const rows = new Map<string, string>()
  for (const [, name, row] of assembly.matchAll(
    /(%\d+) = call %dx\.types\.CBufRet\.\S+ @dx\.op\.cbufferLoadLegacy\S*\(i32 59, \S+ %\d+, i32 ([^)]+)\)/g,
  ))
    rows.set(name!, row!)
  return [...assembly.matchAll(/extractvalue %dx\.types\.CBufRet\.(\S+) (%\d+), (\d)/g)].map(
    ([, type, name, lane]) => `${type} row ${rows.get(name!)} lane ${lane}`,
  )
}

const CB = 'target("dx.CBuffer", %__cblayout_CB)'

/** Reads `type` at byte `offset` of a constant buffer through getpointer and keeps its components. */
const read = (n: number, type: string, offset: number | string): string => {
  const components = /^<(\d) x (\w+)>$/.exec(type)
  const place = typeof offset === 'number' ? `i32 ${offset}` : `i32 ${offset}`
  const load = `  %p${n} = call ptr addrspace(2) @llvm.dx.resource.getpointer(${CB} %cb, ${place})\n  %v${n} = load ${type}, ptr addrspace(2) %p${n}, align 4\n`
  if (!components) return load + put('sink', 64 * n, `${type} %v${n}`)
  const [, count, element] = components
  return (
    load +
    Array.from(
      { length: Number(count) },
      (_, i) =>
        `  %v${n}.${i} = extractelement ${type} %v${n}, i32 ${i}\n${put('sink', 64 * n + 8 * i, `${element} %v${n}.${i}`)}`,
    ).join('')
  )
}
const reads = (layout: string, list: readonly (readonly [string, number | string])[], extra = ''): ModuleText => ({
  more: `%__cblayout_CB = type ${layout}\n${extra}${NATIVE}${nameOf('CB')}`,
  body: `${ID}${SINK}${at('cb', CB, [0, 0], 'CB')}${list.map(([type, offset], n) => read(n, type, offset)).join('')}`,
})
const found = (title: string, text: ModuleText, expected: readonly string[]): void =>
  oracleTest('dxc', `llvm-cases ${title}`, async t => {
    const assembly = await accepted(t, moduleText(text))
    t.deepEqual([...new Set(lanes(assembly))].sort(), [...expected].sort())
  })

// ---- 8 layouts --------------------------------------------------------------------------------------------------------------------------

const pad = (n: number): string => `target("dx.Padding", ${n})`
const SCALARS = `<{ float, ${pad(4)}, double, half, ${pad(6)}, i64, i32, i16, ${pad(2)}, i32, ${pad(4)}, i64 }>`
found(
  '8 cbuffer.hlsl CBScalars (.ll): 0, 8, 16, 24, 32, 36, 40, 48',
  reads(SCALARS, [
    ['float', 0],
    ['double', 8],
    ['half', 16],
    ['i64', 24],
    ['i32', 32],
    ['i16', 36],
    ['i32', 40],
    ['i64', 48],
  ]),
  [
    'f32 row 0 lane 0',
    'f64 row 0 lane 1',
    'f16.8 row 1 lane 0',
    'i64 row 1 lane 1',
    'i32 row 2 lane 0',
    'i16.8 row 2 lane 2',
    'i32 row 2 lane 2',
    'i64 row 3 lane 0',
  ],
)
const VECTORS = `<{ <3 x float>, ${pad(4)}, <3 x double>, <2 x half>, ${pad(4)}, <3 x i64>, ${pad(8)}, <4 x i32>, <3 x i16>, ${pad(10)}, <3 x i64> }>`
found(
  '8 load-cbuffer-vectors (.ll): row is the offset by 16, lane what is left',
  reads(VECTORS, [
    ['<3 x float>', 0],
    ['<3 x double>', 16],
    ['<2 x half>', 40],
    ['<3 x i64>', 48],
    ['<4 x i32>', 80],
    ['<3 x i16>', 96],
    ['<3 x i64>', 112],
  ]),
  [
    ...[0, 1, 2].map(n => `f32 row 0 lane ${n}`),
    'f64 row 1 lane 0',
    'f64 row 1 lane 1',
    'f64 row 2 lane 0',
    'f16.8 row 2 lane 4',
    'f16.8 row 2 lane 5',
    'i64 row 3 lane 0',
    'i64 row 3 lane 1',
    'i64 row 4 lane 0',
    ...[0, 1, 2, 3].map(n => `i32 row 5 lane ${n}`),
    ...[0, 1, 2].map(n => `i16.8 row 6 lane ${n}`),
    'i64 row 7 lane 0',
    'i64 row 7 lane 1',
    'i64 row 8 lane 0',
  ],
)
found(
  '8 load-cbuffer-vectors (.ll): uint2 at 104 is lanes 2 and 3',
  reads(`<{ [6 x <4 x i32>], <2 x i32>, <2 x i32> }>`, [['<2 x i32>', 104]]),
  ['i32 row 6 lane 2', 'i32 row 6 lane 3'],
)
const S = `<{ [1 x <{ float, ${pad(12)} }>], float, i32 }>`
const STRUCTS = `<{ [2 x <{ <3 x i32>, ${pad(4)} }>], <3 x i32>, ${pad(4)}, [2 x <{ %S, ${pad(8)} }>], %S }>`
found(
  '8 load-cbuffer-array-of-struct (.ll): w[2].z and v[2].q',
  reads(
    STRUCTS,
    [
      ['i32', 2 * 16 + 8],
      ['i32', 48 + 2 * 32 + 20],
    ],
    `%S = type ${S}\n`,
  ),
  ['i32 row 2 lane 2', 'i32 row 8 lane 1'],
)
oracleTest('dxc', 'llvm-cases 8 load-cbuffer-dynamic (.ll): rows behind a dynamic index', async t => {
  const layout = `<{ [9 x <{ float, ${pad(12)} }>], float, ${pad(12)}, [3 x <4 x i32>] }>`
  const element = (n: number, type: string, offset: number): string => `
  %p${n} = call ptr addrspace(2) @llvm.dx.resource.getpointer(${CB} %cb, i32 ${offset})
  %q${n} = getelementptr inbounds <4 x i32>, ptr addrspace(2) %p${n}, i32 %id
  %v${n} = load ${type}, ptr addrspace(2) %q${n}, align 4
${put('sink', 8 * n, `${type} %v${n}`)}`
  const body = `${ID}${SINK}${at('cb', CB, [0, 0], 'CB')}${element(0, 'float', 0)}${element(1, 'i32', 160)}`
  const more = `%__cblayout_CB = type ${layout}\n${nameOf('CB')}`
  const assembly = await accepted(t, moduleText({ more, body }))
  const [first, second] = lanes(assembly)
  const thread = /(%\d+) = call i32 @dx\.op\.threadId/.exec(assembly)![1]!
  t.is(first, `f32 row ${thread} lane 0`)
  const row = /^i32 row (%\d+) lane 0$/.exec(second ?? '')?.[1]
  t.true(assembly.includes(`${row} = add i32 ${thread}, 10`), assembly)
})

// ---- 8 ConstantBuffer<T>: getbasepointer ------------------------------------------------------------------------------------------------

const T = `<{ float, <2 x i32>, ${pad(4)}, <3 x half>, ${pad(2)}, double, <{ [1 x <{ i32, ${pad(12)} }>], i32 }> }>`
oracleTest('dxc', 'llvm-cases 8 load-constant-buffer-t (.ll): members behind getbasepointer', async t => {
  const member = (
    n: number,
    type: string,
    offset: number,
    lane = -1,
  ): string => `  %q${n} = getelementptr inbounds nuw i8, ptr addrspace(2) %base, i32 ${offset}
  %w${n} = load ${type}, ptr addrspace(2) %q${n}, align 2
${lane < 0 ? put('sink', 8 * n, `${type} %w${n}`) : `  %x${n} = extractelement ${type} %w${n}, i32 ${lane}\n${put('sink', 8 * n, `${type.slice(5, -1)} %x${n}`)}`}`
  const body = `${SINK}${at('cb', CB, [0, 0], 'CB')}  %base = call ptr addrspace(2) @llvm.dx.resource.getbasepointer(${CB} %cb)
${member(0, 'float', 0)}${member(1, '<2 x i32>', 4, 1)}${member(2, '<3 x half>', 16, 2)}${member(3, 'double', 24)}${member(4, 'i32', 48)}`
  const assembly = await accepted(t, moduleText({ more: `%__cblayout_CB = type ${T}\n${NATIVE}${nameOf('CB')}`, body }))
  t.deepEqual(lanes(assembly), [
    'f32 row 0 lane 0',
    'i32 row 0 lane 2',
    'f16.8 row 1 lane 2',
    'f64 row 1 lane 1',
    'i32 row 3 lane 0',
  ])
})

// ---- 8 addrspace(2) globals and !hlsl.cbs -----------------------------------------------------------------------------------------------

/** A cbuffer as clang wrote them before getpointer: a global for the handle, one for each member, and metadata that ties them. */
const globals = (layout: string, members: readonly (readonly [string, string])[], body: string): ModuleText => ({
  more: `%__cblayout_CB = type ${layout}
@CB.cb = local_unnamed_addr global ${CB} poison
${members.map(([name, type]) => `@${name} = external local_unnamed_addr addrspace(2) global ${type}, align 4\n`).join('')}${nameOf('CB')}${NATIVE}
!hlsl.cbs = !{!80}
!80 = !{ptr @CB.cb, ${members.map(([name]) => `ptr addrspace(2) @${name}`).join(', ')}}
`,
  body: `${ID}${SINK}${at('h', CB, [0, 0], 'CB')}  store ${CB} %h, ptr @CB.cb, align 4\n${body}`,
})
const use = (n: number, type: string, pointer: string): string =>
  `  %g${n} = load ${type}, ptr addrspace(2) ${pointer}, align 4\n${put('sink', 8 * n, `${type} %g${n}`)}`
found(
  '8 CBufferAccess/vectors (.ll): members as globals in address space 2',
  globals(
    VECTORS,
    [
      ['a1', '<3 x float>'],
      ['a2', '<3 x double>'],
      ['a3', '<2 x half>'],
      ['a4', '<3 x i64>'],
      ['a5', '<4 x i32>'],
      ['a6', '<3 x i16>'],
      ['a7', '<3 x i64>'],
    ],
    use(0, 'float', 'getelementptr inbounds (i8, ptr addrspace(2) @a1, i32 8)') +
      use(1, 'double', 'getelementptr inbounds (i8, ptr addrspace(2) @a2, i32 16)') +
      use(2, 'half', 'getelementptr inbounds (i8, ptr addrspace(2) @a3, i32 2)') +
      use(3, 'i64', '@a4') +
      use(4, 'i32', 'getelementptr inbounds (i8, ptr addrspace(2) @a5, i32 12)') +
      use(5, 'i16', '@a6') +
      use(6, 'i64', 'getelementptr inbounds (i8, ptr addrspace(2) @a7, i32 8)'),
  ),
  [
    'f32 row 0 lane 2',
    'f64 row 2 lane 0',
    'f16.8 row 2 lane 5',
    'i64 row 3 lane 0',
    'i32 row 5 lane 3',
    'i16.8 row 6 lane 0',
    'i64 row 7 lane 1',
  ],
)
const rows = (n: number, type: string, size: number): string =>
  size === 16 ? `[${n} x ${type}]` : `<{ [${n - 1} x <{ ${type}, ${pad(16 - size)} }>], ${type} }>`
/** float[3], double3[2], half[2][2], int4[2][3][4], u16[1], half[2], i64[2], bool[4] at 0, 48, 112, 176, 224, 608, ... with our own types. */
const ARRAYS: readonly (readonly [string, string, number])[] = [
  ['c1', rows(3, 'float', 4), 0],
  ['c2', `<{ [1 x <{ <3 x double>, ${pad(8)} }>], <3 x double> }>`, 48],
  ['c3', rows(4, 'half', 2), 112],
  ['c4', rows(3, 'i64', 8), 176],
  ['c5', rows(24, '<4 x i32>', 16), 224],
  ['c6', `[1 x i16]`, 608],
  ['c7', rows(1, '<2 x i64>', 16), 624],
  ['c8', rows(4, 'i32', 4), 640],
]
const arrayLayout = `<{ ${ARRAYS.flatMap(([, type, offset], i) => {
  const before = ARRAYS[i - 1]
  const ends = [0, 36, 104, 162, 216, 608, 610, 640]
  const gap = before ? offset - ends[i]! : 0
  return gap > 0 ? [pad(gap), type] : [type]
}).join(', ')} }>`
found(
  '8 CBufferAccess/arrays (.ll): every array starts on a row: 0, 48, 112, 176, 224, 608, 624, 640',
  globals(
    arrayLayout,
    ARRAYS.map(([name, type]) => [name, type] as const),
    ARRAYS.map(([name], n) =>
      use(n, ['float', 'double', 'half', 'i64', 'i32', 'i16', 'i64', 'i32'][n]!, `@${name}`),
    ).join(''),
  ),
  [
    'f32 row 0 lane 0',
    'f64 row 3 lane 0',
    'f16.8 row 7 lane 0',
    'i64 row 11 lane 0',
    'i32 row 14 lane 0',
    'i16.8 row 38 lane 0',
    'i64 row 39 lane 0',
    'i32 row 40 lane 0',
  ],
)
const GEPS: readonly (readonly [string, number, string, string])[] = [
  ['c1[7] of float', 112, 'float', 'f32 row 7 lane 0'],
  ['c3[9][5] of half[10][20]', 2960, 'half', 'f16.8 row 185 lane 0'],
  ['c5[1][12][15]', 27120, 'i32', 'i32 row 1695 lane 0'],
  ['m3.y', 80, 'float', 'f32 row 5 lane 0'],
  ['m4[2][3]', 176, 'float', 'f32 row 11 lane 0'],
  ['m6.j[2].x[2]', 240, 'float', 'f32 row 15 lane 0'],
  ['s5.d1[3][5].b1', 376, 'i32', 'i32 row 23 lane 2'],
  ['s4[2].a1', 32, 'i32', 'i32 row 2 lane 0'],
]
for (const [what, byte, type, row] of GEPS)
  found(`8 cbuffer_geps (.ll): ${what} is byte ${byte}`, reads('<{ [2000 x <4 x float>] }>', [[type, byte]]), [row])
found(
  '8 cbuffer_with_packoffset (.ll): padding in front, members in the order of offsets',
  reads(`<{ ${pad(16)}, float, ${pad(68)}, <2 x i32>, ${pad(72)}, double }>`, [
    ['float', 16],
    ['<2 x i32>', 88],
    ['double', 168],
  ]),
  ['f32 row 1 lane 0', 'i32 row 5 lane 2', 'i32 row 5 lane 3', 'f64 row 10 lane 1'],
)
found(
  '8 default_cbuffer (.ll): $Globals is a buffer like others; a struct starts on a row',
  reads(
    `<{ float, ${pad(12)}, %S }>`,
    [
      ['float', 0],
      ['float', 16],
    ],
    `%S = type <{ float }>\n`,
  ),
  ['f32 row 0 lane 0', 'f32 row 1 lane 0'],
)

// ---- 8 rows -----------------------------------------------------------------------------------------------------------------------------

const rowOf = (count: number, type: string): ModuleText => {
  const struct = `{ ${new Array<string>(count).fill(type).join(', ')} }`
  return {
    more: `%__cblayout_CB = type <{ [4 x <4 x float>] }>\n${NATIVE}${nameOf('CB')}`,
    body: `${SINK}${at('cb', CB, [0, 0], 'CB')}  %r = call ${struct} @llvm.dx.resource.load.cbufferrow.${count}(${CB} %cb, i32 1)
  %x = extractvalue ${struct} %r, ${count - 1}
${put('sink', 0, `${type} %x`)}`,
  }
}
for (const [count, type, result] of [
  [4, 'float', 'CBufRet.f32 @dx.op.cbufferLoadLegacy.f32(i32 59,'],
  [2, 'double', 'CBufRet.f64 @dx.op.cbufferLoadLegacy.f64(i32 59,'],
  [8, 'half', 'CBufRet.f16.8 @dx.op.cbufferLoadLegacy.f16(i32 59,'],
] as const)
  lowered(`8 CBufferLoadLegacy (.ll): ${count} of ${type}`, rowOf(count, type), { lines: [result] })
for (const [count, type] of [
  [2, 'float'],
  [4, 'double'],
  [8, 'i32'],
  [4, 'half'],
] as const)
  test(`llvm-cases 8 CBufferLoadLegacy-errors (.ll): ${count} of ${type}`, t => {
    t.regex(
      complaints(moduleText(rowOf(count, type)))[0] ?? 'accepted',
      /^\d+:\d+: Type mismatch between intrinsic and DXIL op$/,
    )
  })
oracleTest('dxc', 'llvm-cases 8 ConstantBufferT (.ll): an array of two, element 1 is index 1 of the range', async t => {
  const more = `%__cblayout_CB = type <{ float }>\n${nameOf('CB')}`
  const body = `${SINK}${at('cb', CB, [0, 3, 2, 1], 'CB')}${read(0, 'float', 0)}`
  await accepted(t, moduleText({ more, body }), {
    lines: ['ResBind { i32 3, i32 4, i32 0, i8 2 }, i32 4,', 'i32 0, i32 3, i32 2, i32 4, null}'],
  })
})
test('llvm-cases 8 cbuffer-layouttype (.ll): the older dx.Layout is read too', t => {
  const type = 'target("dx.CBuffer", target("dx.Layout", %L, 12, 0, 8))'
  const body = `${SINK}${at('cb', type, [0, 0], 'CB')}  %r = call { i32, i32, i32, i32 } @llvm.dx.resource.load.cbufferrow.4(${type} %cb, i32 0)
  %x = extractvalue { i32, i32, i32, i32 } %r, 2
${put('sink', 0, 'i32 %x')}`
  const result = compileModule(moduleText({ more: `%L = type <{ <2 x float>, i32 }>\n${nameOf('CB')}`, body }))
  t.true(result.ok, result.text)
  t.true(assemblyOf(result).includes('i32 0, i32 0, i32 1, i32 12, null}'))
})
