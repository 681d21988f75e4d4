// Proposal 0016 and LLVM's tests of constant buffers on LLVM text: layouts with padding members and the old dx.Layout form, constants in
// address space 2 with !hlsl.cbs, rows and lanes.

import test from 'ava'
import { compileModule } from '../../src/api/compile_module.ts'
import { assemblyOf } from '../assembly.ts'
import { accepted, complaints, type Expected, moduleText } from '../ll/module_case.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const NATIVE = '!llvm.module.flags = !{!90}\n!90 = !{i32 1, !"dx.nativelowprec", i32 1}\n'

interface Loads {
  /** Definitions of types, CB's layout among them. */
  readonly types: string
  /** Instructions that use %h (the handle) or constants, %x and so on; %i is a thread id. */
  readonly body: string
  /** Type of the layout, default %__cblayout_CB. */
  readonly layout?: string
  readonly more?: string
}

const OUT = `  %out = call target("dx.RawBuffer", i8, 1, 0) @llvm.dx.resource.handlefrombinding(i32 8, i32 0, i32 1, i32 0, ptr null)
  %i = call i32 @llvm.dx.thread.id(i32 0)
`
/** Keeps a value alive. */
const keep = (type: string, name: string, at = '%i'): string =>
  `  call void @llvm.dx.resource.store.rawbuffer(target("dx.RawBuffer", i8, 1, 0) %out, i32 ${at}, i32 0, ${type} ${name})\n`

/** Reads through getpointer with byte offsets. */
function buffer({ types, body, layout = '%__cblayout_CB', more = '' }: Loads): string {
  const target = `target("dx.CBuffer", ${layout})`
  return moduleText({
    more: `${types}\n${more}`,
    body: `${OUT}  %h = call ${target} @llvm.dx.resource.handlefrombinding(i32 0, i32 2, i32 1, i32 0, ptr null)\n${body.replaceAll('TARGET', target)}`,
  })
}

const at = (name: string, offset: number | string, type: string): string => `
  %${name}.p = call ptr addrspace(2) @llvm.dx.resource.getpointer(TARGET %h, i32 ${offset})
  %${name} = load ${type}, ptr addrspace(2) %${name}.p
${keep(type, `%${name}`)}`

const example = (title: string, text: string, expected: Expected): void =>
  oracleTest('dxc', title, async t => {
    await accepted(t, text, expected)
  })

const row = (suffix: string, n: number): string =>
  `@dx.op.cbufferLoadLegacy.${suffix}(i32 59, %dx.types.Handle %4, i32 ${n})`

// ---- llvm-cases section 8: layouts and rows ------------------------------------------------------------------------------------------------

const VECTORS = `%__cblayout_CB = type <{ <3 x float>, target("dx.Padding", 4), <3 x double>, <2 x half>, target("dx.Padding", 4), <3 x i64>,
  target("dx.Padding", 8), <4 x i32>, <3 x i16>, target("dx.Padding", 10), <3 x i64> }>\n${NATIVE}`

example(
  'llvm-cases 8 load-cbuffer-vectors: float3 at 0 is row 0, double3 at 16 is rows 1 and 2',
  buffer({ types: VECTORS, body: at('a', 0, '<3 x float>') + at('b', 16, '<3 x double>') }),
  {
    lines: [
      row('f32', 0),
      row('f64', 1),
      row('f64', 2),
      'ResourceProperties { i32 13, i32 136 }',
      'extractvalue %dx.types.CBufRet.f64 %',
    ],
  },
)
example(
  'llvm-cases 8 load-cbuffer-vectors: half2 at 40 is row 2, lanes 4 and 5 of eight',
  buffer({ types: VECTORS, body: at('a', 40, '<2 x half>') }),
  {
    lines: [row('f16', 2), 'extractvalue %dx.types.CBufRet.f16.8 %6, 4', 'extractvalue %dx.types.CBufRet.f16.8 %6, 5'],
  },
)
example(
  'llvm-cases 8 load-cbuffer-vectors: int4 at 80 is row 5, uint16_t3 at 96 is row 6',
  buffer({ types: VECTORS, body: at('a', 80, '<4 x i32>') + at('b', 96, '<3 x i16>') }),
  { lines: [row('i32', 5), row('i16', 6)] },
)
example(
  'llvm-cases 8 load-cbuffer-vectors: uint2 at 104 is row 6, lanes 2 and 3',
  buffer({
    types: '%__cblayout_CB = type <{ target("dx.Padding", 104), <2 x i32> }>',
    body: at('a', 104, '<2 x i32>'),
  }),
  { lines: [row('i32', 6), 'CBufRet.i32 %6, 2', 'CBufRet.i32 %6, 3'], without: ['CBufRet.i32 %6, 0'] },
)

const STRUCTS = `%S = type <{ <{ [1 x <{ float, target("dx.Padding", 12) }>], float }>, i32 }>
%__cblayout_CB = type <{ <{ [2 x <{ <3 x i32>, target("dx.Padding", 4) }>], <3 x i32> }>, target("dx.Padding", 4), <{ [2 x <{ %S, target("dx.Padding", 8) }>], %S }> }>`
example(
  'llvm-cases 8 load-cbuffer-array-of-struct: w[2].z is row 2 lane 2, v[2].q is row 8 lane 1',
  buffer({
    types: STRUCTS,
    body: `
  %w = call ptr addrspace(2) @llvm.dx.resource.getpointer(TARGET %h, i32 0)
  %wz = getelementptr i8, ptr addrspace(2) %w, i32 40
  %z = load i32, ptr addrspace(2) %wz
  %v = call ptr addrspace(2) @llvm.dx.resource.getpointer(TARGET %h, i32 48)
  %v2 = getelementptr <{ %S, target("dx.Padding", 8) }>, ptr addrspace(2) %v, i32 2, i32 0, i32 1
  %q = load i32, ptr addrspace(2) %v2
${keep('i32', '%z')}${keep('i32', '%q')}`,
  }),
  {
    lines: [
      row('i32', 2),
      'CBufRet.i32 %6, 2',
      row('i32', 8),
      'CBufRet.i32 %7, 1',
      'ResourceProperties { i32 13, i32 136 }',
    ],
  },
)
example(
  'llvm-cases 8 load-cbuffer-dynamic: an index of rows becomes the row',
  buffer({
    types: '%__cblayout_CB = type <{ [10 x <4 x i32>], [2 x <4 x i32>] }>',
    body: `
  %s = call ptr addrspace(2) @llvm.dx.resource.getpointer(TARGET %h, i32 0)
  %sp = getelementptr <4 x i32>, ptr addrspace(2) %s, i32 %i
  %a = load i32, ptr addrspace(2) %sp
  %t = call ptr addrspace(2) @llvm.dx.resource.getpointer(TARGET %h, i32 160)
  %tp = getelementptr <4 x i32>, ptr addrspace(2) %t, i32 %i
  %b = load i32, ptr addrspace(2) %tp
${keep('i32', '%a')}${keep('i32', '%b')}`,
  }),
  { lines: ['cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %4, i32 %5)', '= add i32 %5, 10'] },
)
example(
  'llvm-cases 8 load-cbuffer-dynamic: a byte offset that is only known at run time picks the lane from an array',
  buffer({ types: '%__cblayout_CB = type <{ [10 x <4 x float>] }>', body: at('a', '%i', 'float') }),
  { lines: ['lshr i32 %5, 4', 'alloca [4 x float]'] },
)
example(
  'llvm-cases 8 load-constant-buffer-t: getbasepointer and members',
  buffer({
    types: `%__cblayout_CB = type <{ float, <2 x i32>, target("dx.Padding", 4), <3 x half>, target("dx.Padding", 2), double, [1 x i32] }>\n${NATIVE}`,
    body: `
  %p = call ptr addrspace(2) @llvm.dx.resource.getbasepointer(TARGET %h)
  %f = load float, ptr addrspace(2) %p
  %ip = getelementptr inbounds %__cblayout_CB, ptr addrspace(2) %p, i32 0, i32 1
  %n = load <2 x i32>, ptr addrspace(2) %ip
  %hp = getelementptr inbounds %__cblayout_CB, ptr addrspace(2) %p, i32 0, i32 3
  %half = load <3 x half>, ptr addrspace(2) %hp
  %dp = getelementptr inbounds %__cblayout_CB, ptr addrspace(2) %p, i32 0, i32 5
  %d = load double, ptr addrspace(2) %dp
${keep('float', '%f')}${keep('<2 x i32>', '%n')}${keep('<3 x half>', '%half')}${keep('double', '%d')}`,
  }),
  { lines: [row('f32', 0), row('i32', 0), 'CBufRet.i32 %7, 1', row('f16', 1), row('f64', 1), 'CBufRet.f64 %9, 1'] },
)

const rowCall = (n: number, type: string): string => {
  const result = `{ ${new Array<string>(n).fill(type).join(', ')} }`
  return `
  %r = call ${result} @llvm.dx.resource.load.cbufferrow.${n}(TARGET %h, i32 2)
  %v = extractvalue ${result} %r, 1
${keep(type, '%v')}`
}
for (const [n, type, suffix] of [
  [4, 'float', 'f32'],
  [4, 'i32', 'i32'],
  [2, 'double', 'f64'],
  [8, 'half', 'f16'],
] as const)
  example(
    `llvm-cases 8 CBufferLoadLegacy: a row of ${n} x ${type}`,
    buffer({
      types: `%__cblayout_CB = type <{ [3 x <4 x float>] }>\n${n === 8 ? NATIVE : ''}`,
      body: rowCall(n, type),
    }),
    { lines: [row(suffix, 2)] },
  )
for (const [n, type] of [
  [2, 'float'],
  [4, 'double'],
  [4, 'half'],
  [8, 'i32'],
] as const)
  test(`llvm-cases 8 CBufferLoadLegacy-errors: a row of ${n} x ${type} is no row`, t => {
    const text = buffer({ types: `%__cblayout_CB = type <{ [3 x <4 x float>] }>\n${NATIVE}`, body: rowCall(n, type) })
    t.deepEqual(
      complaints(text).map(c => c.replace(/^\d+:\d+: /, '')),
      ['Type mismatch between intrinsic and DXIL op'],
    )
  })

// ---- address space 2 and !hlsl.cbs -----------------------------------------------------------------------------------------------------------

interface Constants {
  readonly types: string
  /** name: type of each constant. */
  readonly globals: Readonly<Record<string, string>>
  readonly layout: string
  readonly body: string
}

function constants({ types, globals, layout, body }: Constants): string {
  const target = `target("dx.CBuffer", ${layout})`
  const names = Object.entries(globals)
  const list = names.map(([name]) => `ptr addrspace(2) @${name}`).join(', ')
  return moduleText({
    model: '6.0',
    more: `${types}
@CB.cb = internal global ${target} poison
${names.map(([name, type]) => `@${name} = external hidden local_unnamed_addr addrspace(2) global ${type}, align 4`).join('\n')}
!hlsl.cbs = !{!0}
!0 = !{ptr @CB.cb, ${list}}`,
    body: `${OUT}  %h = call ${target} @llvm.dx.resource.handlefrombinding(i32 0, i32 2, i32 1, i32 0, ptr null)
  store ${target} %h, ptr @CB.cb
${body}`,
  })
}

const loadOf = (name: string, type: string, from = `@${name}`): string =>
  `  %${name}.v = load ${type}, ptr addrspace(2) ${from}\n${keep(type, `%${name}.v`)}`
const oldRow = (suffix: string, n: number | string): string =>
  `cbufferLoadLegacy.${suffix}(i32 59, %dx.types.Handle %2, i32 ${n})`

// The eight arrays of LLVM's CBufferAccess tests at 0, 48, 112, 176, 224, 608, 624, 656.
const padded = (n: number, type: string, padding: number): string =>
  `<{ [${n - 1} x <{ ${type}, target("dx.Padding", ${padding}) }>], ${type} }>`
const ARRAYS: Readonly<Record<string, string>> = {
  a1: padded(3, 'float', 12),
  a2: padded(2, '<3 x double>', 8),
  a3: padded(2, padded(2, 'i32', 12), 12),
  a4: padded(2, 'i64', 8),
  a5: '[12 x [2 x <4 x float>]]',
  a6: padded(1, 'i32', 12).replace(/^.*$/, '[1 x i32]'),
  a7: padded(2, 'double', 8),
  a8: padded(1, 'i32', 12).replace(/^.*$/, '[1 x i32]'),
}
const ARRAY_OFFSETS = [0, 48, 112, 176, 224, 608, 624, 656]

example(
  'llvm-cases 8 CBufferAccess/arrays: constants of !hlsl.cbs lie where the members of the layout do',
  constants({
    types: `%__cblayout_CB = type <{ ${placedMembers()} }>`,
    globals: ARRAYS,
    layout: '%__cblayout_CB',
    body:
      loadOf('a1', 'float') + loadOf('a3', 'i32') + loadOf('a5', 'float') + loadOf('a6', 'i32') + loadOf('a8', 'i32'),
  }),
  { lines: [oldRow('f32', 0), oldRow('i32', 7), oldRow('f32', 14), oldRow('i32', 38), oldRow('i32', 41)] },
)

/** The arrays with the padding that puts each at its offset. */
function placedMembers(): string {
  const sizes = [36, 56, 52, 24, 384, 4, 24, 4]
  let end = 0
  return Object.values(ARRAYS)
    .map((type, k) => {
      const padding = ARRAY_OFFSETS[k]! - end
      end = ARRAY_OFFSETS[k]! + sizes[k]!
      return padding > 0 ? `target("dx.Padding", ${padding}), ${type}` : type
    })
    .join(', ')
}

example(
  '0016 Format of constant buffer metadata: a constant that nothing uses may be null',
  constants({
    types: '%__cblayout_CB = type <{ i32, target("dx.Padding", 12), <4 x float>, float }>',
    globals: { i: 'i32', v: '<4 x float>', f: 'float' },
    layout: '%__cblayout_CB',
    body: loadOf('f', 'float'),
  }).replace('ptr addrspace(2) @v,', 'null,'),
  { lines: [oldRow('f32', 2)] },
)
example(
  '0016 Lowering Accesses: an index into a constant array of padded elements becomes a row',
  constants({
    types: `%__cblayout_CB = type <{ <4 x float>, ${padded(10, 'i32', 12)} }>`,
    globals: { v: '<4 x float>', array: padded(10, 'i32', 12) },
    layout: '%__cblayout_CB',
    body: `  %idx = getelementptr <{ i32, target("dx.Padding", 12) }>, ptr addrspace(2) @array, i32 %i, i32 0\n${loadOf('array', 'i32', '%idx')}`,
  }),
  { lines: ['= add i32 %3, 1', 'cbufferLoadLegacy.i32'] },
)

// The document's own form: target("dx.Layout", struct, size, offsets...).
example(
  '0016 Lowering Constant Buffer Resources: cbuffer Constants { int i; S s; } with explicit layouts',
  constants({
    types: '%S = type <{ float }>\n%__cblayout_Constants = type <{ i32, target("dx.Layout", %S, 4, 0) }>',
    globals: { i: 'i32', s: 'target("dx.Layout", %S, 4, 0)' },
    layout: 'target("dx.Layout", %__cblayout_Constants, 20, 0, 16)',
    body: loadOf('i', 'i32') + loadOf('s', 'float'),
  }),
  { lines: [oldRow('i32', 0), oldRow('f32', 1)] },
)
example(
  '0016 Lowering Constant Buffer Resources: cbuffer OtherConstants { float4 v; int array[10]; }, elements on rows',
  constants({
    types: '%__cblayout_OtherConstants = type <{ <4 x float>, [10 x i32] }>',
    globals: { v: '<4 x float>', array: '[10 x i32]' },
    layout: 'target("dx.Layout", %__cblayout_OtherConstants, 164, 0, 16)',
    body: `  %third = getelementptr [10 x i32], ptr addrspace(2) @array, i32 0, i32 3\n${loadOf('v', '<4 x float>')}${loadOf('array', 'i32', '%third')}`,
  }),
  { lines: [oldRow('f32', 0), oldRow('i32', 4)] },
)
example(
  '0016 Handle initialization: the size of the buffer is that of the layout',
  buffer({ types: '%__cblayout_CB = type <{ <2 x float>, i32 }>', body: at('a', 0, '<2 x float>') }),
  { lines: ['ResourceProperties { i32 13, i32 12 }'] },
)
for (const [size, members] of [
  [24, 'float, i32, double, <2 x i32>'],
  [36, 'float, target("dx.Padding", 12), <4 x float>, i32'],
  [96, '[6 x <4 x float>]'],
] as const)
  example(
    `llvm-cases 6 cbuffer-metadata: a size of ${size}`,
    buffer({ types: `%__cblayout_CB = type <{ ${members} }>`, body: at('a', 0, 'float') }),
    { lines: [`ResourceProperties { i32 13, i32 ${size} }`] },
  )
test('0016 Format of constant buffer metadata: a constant in no buffer is an error with its place', t => {
  const text = constants({
    types: '%__cblayout_CB = type <{ float }>',
    globals: { f: 'float' },
    layout: '%__cblayout_CB',
    body: loadOf('f', 'float'),
  }).replace(', ptr addrspace(2) @f}', '}')
  t.regex(complaints(text).join(), /^\d+:\d+: '@f' is in no constant buffer of !hlsl\.cbs$/)
})

oracleTest('d3d12', 'llvm-cases 8 load-cbuffer-array-of-struct: the values are those of the buffer', async t => {
  const text = moduleText({
    model: '6.0',
    more: STRUCTS,
    body: `${OUT}  %h = call target("dx.CBuffer", %__cblayout_CB) @llvm.dx.resource.handlefrombinding(i32 0, i32 2, i32 1, i32 0, ptr null)
  %v = call ptr addrspace(2) @llvm.dx.resource.getpointer(target("dx.CBuffer", %__cblayout_CB) %h, i32 48)
  %in = icmp ult i32 %i, 3
  %k = select i1 %in, i32 %i, i32 0
  %q.p = getelementptr <{ %S, target("dx.Padding", 8) }>, ptr addrspace(2) %v, i32 %k, i32 0, i32 1
  %q = load i32, ptr addrspace(2) %q.p
  %b = mul i32 %i, 4
${keep('i32', '%q', '%b')}`,
  })
  const result = compileModule(text)
  t.true(result.ok, result.text)
  const data = Array.from({ length: 36 }, (_, k) => 100 + k)
  const gpu = await D3d12.shared()
  const ran = await gpu.runCompute({
    container: result.container!,
    dispatch: [1, 1, 1],
    resources: [
      { kind: 'cbv', register: 2, space: 0, data: new Uint8Array(Uint32Array.from(data).buffer) },
      { kind: 'uav', type: 'raw', register: 0, space: 8, count: 256 },
    ],
  })
  t.is(ran.error, undefined)
  const words = new Uint32Array(ran.uavs[0]!.data.slice(0, 12).buffer)
  // v[k].q is at byte 48 + 32 k + 20.
  t.deepEqual([...words], [117, 125, 133])
})

test('0016 Lowering to buffer load intrinsics: afterwards the constants and their metadata are gone', t => {
  const text = constants({
    types: '%__cblayout_CB = type <{ float, float }>',
    globals: { first: 'float', second: 'float' },
    layout: '%__cblayout_CB',
    body: loadOf('second', 'float'),
  })
  t.regex(text, /addrspace\(2\).*\n!hlsl\.cbs/s)
  const result = compileModule(text)
  t.true(result.ok, result.text)
  t.notRegex(assemblyOf(result), /hlsl\.cbs|addrspace\(2\)|@first|@second|dx\.CBuffer/)
  t.regex(assemblyOf(result), /cbufferLoadLegacy\.f32\(i32 59/)
})
