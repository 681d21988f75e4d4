// The syntax tree of LLVM text: what clang puts around instructions is read past, what means something is kept, places are right.

import test from 'ava'
import { Diagnostics } from '../../src/diag/diagnostics.ts'
import { Sources } from '../../src/diag/sources.ts'
import { parseLl } from '../../src/ll/text/parse_module.ts'
import { type LlFunction, type LlInstruction, type LlModule, typeText } from '../../src/ll/text/syntax.ts'

function parsed(text: string): LlModule {
  const sources = new Sources()
  const diagnostics = new Diagnostics(sources)
  const module = parseLl(sources.add('x.ll', text), diagnostics)
  if (!module) throw new Error(diagnostics.list[0]?.message ?? 'no message')
  return module
}

const main = (text: string): LlFunction => parsed(text).functions.get('main')!
/** Metadata that the lines name. */
const NODES = [0, 1, 2, 3, 4, 5, 6, 7].map(i => `!${i} = !{}\n`).join('')
const first = (line: string): LlInstruction =>
  main(`define void @main() {\n${line}\n  ret void\n}\n${NODES}`).blocks[0]!.instructions[0]!

test('types have one spelling each', t => {
  for (const type of [
    'i32',
    'half',
    'ptr',
    'ptr addrspace(3)',
    '<4 x float>',
    '[3 x [2 x i8]]',
    '{ i32, <2 x double> }',
    '<{ float, target("dx.Padding", 12) }>',
    'target("dx.TypedBuffer", <4 x float>, 1, 0, 0)',
    'target("dx.CBuffer", target("dx.Layout", %S, 20, 0, 16))',
    '%S',
    '%"class.hlsl::RWBuffer"',
  ]) {
    const text = `@x = external global ${type}\n`
    t.is(typeText(parsed(text).globals.get('x')!.type), type.replace(/%"(.*)"/, '%$1'))
  }
})

test('attributes, alignments, orderings and metadata around instructions are read past', t => {
  for (const line of [
    '%a = tail call noundef nofpclass(nan inf) float @f(float noundef nofpclass(nan inf) 1.0, ptr nonnull align 4 dereferenceable(4) captures(none) null) #3, !noalias !4',
    '%a = call reassoc nnan ninf nsz arcp afn float @f(float 1.0, ptr dead_on_unwind writable sret(%S) align 4 null) [ "convergencectrl"(token none) ]',
    '%a = load volatile i32, ptr null, align 4, !tbaa !5, !alias.scope !6',
    '%a = getelementptr inbounds nuw %S, ptr null, i32 0, i32 1',
    '%a = add nuw nsw i32 1, 2',
    '%a = or disjoint i32 1, 2',
    '%a = icmp samesign ult i32 1, 2',
    '%a = zext nneg i32 1 to i64',
    '%a = atomicrmw volatile add ptr addrspace(3) null, i32 1 syncscope("agent") monotonic, align 4',
    '%a = cmpxchg weak ptr null, i32 1, i32 2 acq_rel monotonic, align 4',
    '%a = alloca [4 x i32], i32 2, align 16',
    'fence syncscope("workgroup") seq_cst',
    'store <4 x float> splat (float 1.0), ptr null, align 16, !dbg !7',
    '#dbg_value(i32 1, !1, !DIExpression(), !2)\n  %a = add i32 1, 1, !dbg !DILocation(line: 1, scope: !2)',
  ])
    t.notThrows(() => first(line.replaceAll('%S', '{ i32, i32 }')), line)
})

test('flags, predicates and indices are kept', t => {
  t.deepEqual(first('%a = add nuw nsw i32 1, 2').flags, ['nuw', 'nsw'])
  t.is(first('%a = fcmp fast olt float 1.0, 2.0').word, 'olt')
  t.deepEqual(first('%a = extractvalue { i32, [2 x i32] } undef, 1, 0').indices, [1, 0])
  t.is(typeText(first('%a = extractvalue { i32, [2 x i32] } undef, 1, 0').type), 'i32')
  t.is(typeText(first('%a = icmp eq <2 x i32> undef, undef').type), '<2 x i1>')
  t.is(
    typeText(first('%a = shufflevector <2 x i32> undef, <2 x i32> undef, <3 x i32> zeroinitializer').type),
    '<3 x i32>',
  )
})

test('unnamed parameters, blocks and results take numbers in one sequence', t => {
  const f = main(`define void @main(i32, i32 %named, i32) {
  %3 = add i32 %0, %1
  br label %4

4:
  call void @g()
  %5 = add i32 %3, 1
  ret void
}`)
  t.deepEqual(
    f.params.map(p => p.name),
    ['0', 'named', '1'],
  )
  t.deepEqual(
    f.blocks.map(b => b.name),
    ['2', '4'],
  )
  t.deepEqual(
    f.blocks.flatMap(b => b.instructions.map(i => i.name)),
    ['3', undefined, undefined, '5', undefined],
  )
})

test('numbers: decimals, hexadecimal doubles and halves, wide integers', t => {
  const float = (text: string): unknown => {
    const v = first(`%a = fadd ${text}, 0.0`).operands[0]!
    return v.kind === 'float' ? v.value : undefined
  }
  t.is(float('float 1.500000e+00'), 1.5)
  t.is(float('double 0x3FB999999999999A'), 0.1)
  t.is(float('float 0x7FF0000000000000'), Number.POSITIVE_INFINITY)
  t.is(float('half 0xH3C00'), 1)
  t.is(float('half 0xH8001'), -(2 ** -24))
  const wide = first('%a = add i64 -9223372036854775808, 1').operands[0]!
  t.is(wide.kind === 'int' ? wide.value : undefined, -(2n ** 63n))
})

test('attribute groups behind their use reach the function', t => {
  const f = main(
    'define void @main() local_unnamed_addr #0 {\n  ret void\n}\nattributes #0 = { nounwind memory(none) "hlsl.shader"="compute" "hlsl.numthreads"="8,8,1" }',
  )
  t.is(f.attributes.get('hlsl.shader'), 'compute')
  t.is(f.attributes.get('hlsl.numthreads'), '8,8,1')
})

test('globals: linkage words, address spaces, initial values, none', t => {
  const m = parsed(`@a = internal unnamed_addr addrspace(3) global [4 x float] undef, align 4
@b = external hidden local_unnamed_addr addrspace(2) global float, align 4
@c = private unnamed_addr constant [4 x i8] c"Bu\\66\\00", align 1
@d = global target("dx.CBuffer", <{ float }>) poison, !tag !0
!0 = !{!"text", i32 1, null, ptr @a}
!named = !{!0}`)
  t.deepEqual(
    [...m.globals.values()].map(g => [g.name, g.space, g.constant, g.initializer?.kind]),
    [
      ['a', 3, false, 'undef'],
      ['b', 2, false, undefined],
      ['c', 0, true, 'bytes'],
      ['d', 0, false, 'poison'],
    ],
  )
  t.deepEqual(m.namedMetadata.get('named'), [{ kind: 'id', id: 0 }])
})

test('comdats, debug records and names with dollars are read over', t => {
  const m = parsed(`$pick = comdat any
$"?f@@YAXXZ" = comdat any
define linkonce_odr void @f() comdat($pick) {
$start:
    #dbg_value(i32 0, !1, !DIExpression(), !2)
  br label %$start.end
$start.end:
  ret void
}`)
  t.deepEqual([...m.functions.keys()], ['f'])
})

test('an instruction spans its text', t => {
  const text = 'define void @main() {\n  %a = add i32 1, 2 ; why\n  ret void\n}'
  const i = main(text).blocks[0]!.instructions[0]!
  // Positions count from 1.
  t.is(text.slice(i.pos - 1, i.end - 1), '%a = add i32 1, 2')
})

test('escapes are bytes of UTF-8, and letters may stand as they are', t => {
  const m = parsed(`%"Gr\\C3\\B6\\C3\\9Fe" = type { i32 }
@"\\E7\\95\\AA" = external global %"Größe"
@bytes = constant [4 x i8] c"\\C3ö\\\\"
define void @"ö\\22"() "a\\C3\\B6"="\\F0\\9F\\8D\\8E\\\\" {
  ret void
}
!named = !{!0}
!0 = !{!"\\FF ö"}`)
  t.is(typeText(m.globals.get('番')!.type), '%Größe')
  const bytes = m.globals.get('bytes')!.initializer
  t.deepEqual(bytes?.kind === 'bytes' && bytes.bytes, [0xc3, 0xc3, 0xb6, 0x5c])
  t.deepEqual([...m.functions.get('ö"')!.attributes], [['aö', '🍎\\']])
  // A string without meaning need not be UTF-8.
  t.deepEqual(m.nodes.get(0), { kind: 'tuple', elements: [{ kind: 'string', text: '\uFFFD ö' }] })
})

test('a name that is not UTF-8 is refused: two of them could become the same', t => {
  const refused = { message: /the bytes of the name are not UTF-8/ }
  t.throws(() => parsed('@"\\FF" = external global i32'), refused)
  t.throws(() => parsed('define void @main() {\n"\\C3":\n  ret void\n}'), refused)
  t.true(parsed('@"\\EF\\BF\\BD" = external global i32').globals.has('\uFFFD'))
})
