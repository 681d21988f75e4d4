// Text to module: what the printer prints gives the same bitcode again; hand-written text in every construct; errors with their place.

import test from 'ava'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { parseModule } from '../../src/llvm/text/parse_module.ts'
import { TextError } from '../../src/llvm/text/parse_tokens.ts'
import { printModule } from '../../src/llvm/text/print.ts'
import { verifyModule } from '../../src/llvm/verify/verify.ts'
import { writeModule } from '../../src/llvm/write/write_module.ts'
import { sampleModule } from './sample_module.ts'

test('a module of one of everything comes back from its text', t => {
  const module = sampleModule()
  const text = printModule(module)
  const { metadataKinds } = module
  t.deepEqual(writeModule(parseModule(text, { metadataKinds })), writeModule(module))
  t.is(printModule(parseModule(text)), text)
})

const HAND_WRITTEN = `; a comment, then CRLF\r
target triple = "dxil-ms-dx"
module asm "first"
%list = type { i32, %list* }
%0 = type <{ i8, i64 }>
%hidden = type opaque
@later = global i32* @plain
@plain = internal unnamed_addr constant i32 7, section "data\\41", align 8
@far = external thread_local(localexec) addrspace(3) global [4 x float]
@text = global [3 x i8] c"a\\00\\22"
@zero = global %list zeroinitializer
@pair = global <{ i8, i64 }> <{ i8 1, i64 -9223372036854775808 }>
@address = global i32* getelementptr inbounds ([4 x i32], [4 x i32]* @array, i32 0, i32 1)
@array = global [4 x i32] [i32 1, i32 -1, i32 4294967295, i32 undef]
@folded = global i64 add nuw (i64 ptrtoint (i32* @plain to i64), i64 select (i1 icmp eq (i32* @plain, i32* null), i64 1, i64 2))
@floats = global <4 x float> <float 1.5, float 0x7FF8000000000000, float 0xFFF0000000000000, float 0.1>
@halves = global [2 x half] [half 0xH3C00, half 1.0]
@"quoted name" = global %hidden* null
declare void @sink(i32 zeroext, ...) #1
declare void @llvm.dbg.value(metadata, i64, metadata, metadata)
define fastcc signext i32 @main(i32 %x, i32, <2 x float>* nocapture align 8 %v) unnamed_addr nounwind #0 align 16 {
  %sum = add nuw nsw i32 %x, %0
  %3 = icmp ult i32 %sum, %0
  br i1 %3, label %body, label %9
body:
  %p = phi i32 [ 1, %1 ], [ %next, %body ]
  %next = mul i32 %p, %p, !note !3, !dbg !4
  call void @llvm.dbg.value(metadata i32 %next, i64 0, metadata !5, metadata !DIExpression(DW_OP_bit_piece, 0, 16))
  switch i32 %next, label %body [
    i32 0, label %"the end"
    i32 -1, label %9
  ]
; <label>:9
  %old = load volatile <2 x float>, <2 x float>* %v, align 8
  %e = extractelement <2 x float> %old, i32 0
  %f = fadd fast float %e, 1.000000e+00
  %c = fcmp nnan nsz oeq float %f, %e
  %s = select i1 %c, float %f, float 0.0
  %n = insertelement <2 x float> %old, float %s, i32 1
  %w = shufflevector <2 x float> %n, <2 x float> undef, <3 x i32> <i32 0, i32 1, i32 3>
  store <2 x float> %n, <2 x float>* %v
  %slot = alloca i32, i32 4, align 4
  %r = atomicrmw volatile umax i32* %slot, i32 1 singlethread acq_rel
  %x2 = cmpxchg weak i32* %slot, i32 0, i32 %r seq_cst monotonic
  %got = extractvalue { i32, i1 } %x2, 0
  %put = insertvalue { i32, i1 } %x2, i1 true, 1
  fence acquire
  %near = getelementptr inbounds i32, i32* %slot, i32 %got
  %bits = bitcast i32* %near to i8*
  tail call void (i32, ...) @sink(i32 zeroext %got, i8* %bits, float %f) readnone
  %self = call fastcc i32 @main(i32 1, i32 2, <2 x float>* null)
  br label %"the end"
"the end":
  ret i32 %x
dead:
  unreachable
}
attributes #0 = { readonly "key"="value" }
attributes #1 = { noinline alignstack=16 }
!named.list = !{!0, !1}
!0 = distinct !{!0, !2, null, !"text\\0A", i32 5, !{!1, i1 true}, <2 x float>* undef}
!1 = !{!2}
!2 = !{i32* @plain, void (i32, ...)* @sink}
!3 = !{}
!4 = !DILocation(line: 3, column: 4, scope: !6)
!5 = !DILocalVariable(tag: DW_TAG_arg_variable, name: "v", arg: 1, scope: !6, line: 2, flags: DIFlagPublic | DIFlagArtificial)
!6 = distinct !DISubprogram(name: "main", scope: null, isLocal: false, isDefinition: true, scopeLine: 9, function: i32 (i32, i32, <2 x float>*)* @main)
`

test('every construct, written by hand', t => {
  const module = parseModule(HAND_WRITTEN)
  t.deepEqual(verifyModule(module), [])
  const text = printModule(module)
  // Through bitcode and back: nothing was made that the writer does not take.
  t.is(printModule(readModule(writeModule(module))), text)
  t.is(printModule(parseModule(text)), text)
  for (const part of [
    'section "dataA", align 8',
    'load volatile <2 x float>, <2 x float>* %v, align 8',
    'atomicrmw volatile umax i32* %slot, i32 1 singlethread acq_rel',
    'cmpxchg weak i32* %slot, i32 0, i32 %r seq_cst monotonic',
    'fcmp nnan nsz oeq',
    'float 0x3FB99999A0000000',
    'flags: DIFlagPublic | DIFlagArtificial',
    'DW_OP_bit_piece, 0, 16',
  ])
    t.true(text.includes(part), part)
})

test('an edited text may leave numbers out but not go back', t => {
  const body = (lines: string): string => `define i32 @f(i32) {\n${lines}\n}`
  const kept = parseModule(body('  %4 = add i32 %0, 1\n  %9 = add i32 %4, 1\n  ret i32 %9'))
  t.regex(printModule(kept), /%2 = add i32 %0, 1\n {2}%3 = add i32 %2, 1/)
  t.throws(() => parseModule(body('  %4 = add i32 %0, 1\n  %3 = add i32 %4, 1\n  ret i32 %3')), {
    message: /number 3 is taken/,
  })
})

const within = (line: string): string => `define void @f(i32 %x, float %y) {\n  ${line}\n  ret void\n}`

const BAD: readonly (readonly [text: string, message: RegExp, at: string])[] = [
  ['@g = global ptr null', /opaque pointers/, 'ptr'],
  ['@g = global i32 "x"', /expected a constant/, '"x"'],
  ['@g = global i8 300', /does not fit i8/, '300'],
  ['@g = global i32 1\n@g = global i32 2', /defined twice/, '@g = global i32 2'],
  ['@g = global i32* @h', /@h is not defined/, '@h'],
  ['@g = global [2 x i32] [i32 1]', /1 elements where the type has 2/, '[i32 1]'],
  ['@g = global [2 x i8] c"abc"', /has 3 bytes/, 'c"abc"'],
  ['@g = global %T zeroinitializer', /%T is used but not defined/, '%T'],
  ['@g = global i32 1 2', /expected the next global/, '2'],
  ['@g = global i32 1, align 3', /power of two/, '3'],
  ['@a = alias i32* @g', /expected 'global'|aliases/, 'alias'],
  ['!0 = !{!1}', /!1 is not defined/, '!1'],
  ['!0 = !DINothing()', /no kind of metadata node/, '!DINothing'],
  ['!0 = !DIFile(filename: "a", filename: "b", directory: "")', /given twice/, 'filename: "b"'],
  ['!0 = !DIFile(name: "a")', /no field 'name'/, 'name:'],
  ['!0 = !DILocation(line: 1)', /needs a scope/, '(line'],
  ['declare void @f() #7', /group #7 is not defined/, '#7'],
  ['define void @f() {\n  ret void\n', /not closed/, '{'],
  ['define void @f() {\n}', /at least one block/, '}'],
  ['hello', /expected a type, a global/, 'hello'],
  ['@g = global i32 ~', /no meaning/, '~'],
  ['@g = global [1 x i8] c"x', /does not end/, '"x'],
  [within('%a = add float %y, %y'), /works on integers/, 'float %y,'],
  [within('%a = add i32 %y, 1'), /does not have the type/, '%y, 1'],
  [within('%a = add i32 %nobody, 1'), /%nobody is not defined/, '%nobody'],
  [within('%x = add i32 1, 1'), /%x is defined twice/, '%x ='],
  [within('br label %nowhere'), /no block %nowhere/, '%nowhere'],
  [within('br i32 %x, label %a, label %a'), /not an i1/, 'i32 %x, label'],
  [within('call void @g(i32 1)'), /@g is not defined/, '@g'],
  [within('call void @f(i32 1)'), /takes 2 arguments, here are 1/, '(i32 1)'],
  [within('call void @f(float 1.0, float 1.0)'), /argument 1 does not have the type/, 'float 1.0'],
  [within('%a = load i32* null'), /expected ','/, 'null'],
  [within('%v = call void @f(i32 1, float 1.0)'), /no result/, '%v'],
  [within('invoke void @f()'), /not supported/, 'invoke'],
  [within('frobnicate i32 %x'), /expected an instruction/, 'frobnicate'],
  [within('%a = getelementptr i32, i32 %x, i32 0'), /wants a pointer/, 'i32, i32 %x'],
  [within('%a = add i32 1, 1, !dbg !{}'), /wants a DILocation/, '!dbg'],
  ['define void @f() {\n  %a = add i32 1, 1\n}', /a block ends with/, '}'],
]

for (const [text, message, at] of BAD)
  test(`error: ${text.split('\n').slice(-3).join(' ').trim().slice(0, 70)} ${message.source}`, t => {
    const error = t.throws(() => parseModule(text), { instanceOf: TextError })!
    t.regex(error.message, message)
    const from = text.startsWith('@g = global i32 1\n@g') ? text.lastIndexOf('@g') : error.pos
    t.is(
      text.slice(error.pos, error.pos + at.length),
      at,
      `${error.message} at '${text.slice(error.pos, error.pos + 20)}'`,
    )
    t.is(error.pos, from)
  })

test('hostile nesting and sizes are refused, soon', t => {
  const deep = (open: string, close: string, inside = ''): string => open.repeat(1e5) + inside + close.repeat(1e5)
  const texts = [
    `@g = global ${deep('[1 x ', ']', 'i8')} undef`,
    `@g = global i8${'*'.repeat(1e5)} null`,
    `@g = global i8 ${deep('add (i8 1, i8 ', ')', '1')}`,
    `!0 = ${deep('!{', '}')}`,
    `@g = global ${deep('{', '}')} zeroinitializer`,
    `declare void ${'()'.repeat(1e5)} @f`,
    `@g = global i64 ${'9'.repeat(1e6)}`,
    `@g = global i999999999 0`,
    `!99999999999 = !{}`,
    '('.repeat(1e6),
    'define void @f() {',
  ]
  const start = performance.now()
  for (const text of texts) t.throws(() => parseModule(text), { instanceOf: TextError }, text.slice(0, 40))
  t.true(performance.now() - start < 10_000)
})
