// What cannot be compiled of LLVM text is said with line, column and caret; nothing crashes or hangs.

import test from 'ava'
import { compileModule } from '../../src/api/compile_module.ts'
import { assemblyOf } from '../assembly.ts'
import { complaints, moduleText } from './module_case.ts'

const HEAD = 'target triple = "dxil-pc-shadermodel6.0-compute"\n'
const BODY = 6 // line of the first instruction of moduleText's body

const refused = (title: string, body: string, message: string, more = ''): void =>
  test(title, t => t.deepEqual(complaints(moduleText({ body, more, model: '6.0' })), [message]))

refused('an unknown instruction', '  frobnicate i32 1', `${BODY}:3: unknown instruction 'frobnicate'`)
refused('an undefined value', '  %a = add i32 %b, 1', `${BODY}:16: use of undefined value '%b'`)
refused('a value defined twice', '  %a = add i32 1, 1\n  %a = add i32 1, 1', `${BODY + 1}:3: '%a' is defined twice`)
refused('an undefined block', '  br label %x\nnext:', `${BODY}:12: use of undefined value '%x'`)
refused('an undefined function', '  call void @f()', `${BODY}:3: use of undefined value '@f'`)
refused('an undefined global', '  %v = load i32, ptr @g', `${BODY}:22: use of undefined value '@g'`)
refused(
  'typed pointers',
  '  %v = load i32, i32* null',
  `${BODY}:21: typed pointers are no longer LLVM: expected an opaque ptr`,
)
refused('inline assembly', '  call void asm "x", ""()', `${BODY}:13: inline assembly cannot be compiled`)
refused(
  'operands of two types',
  '  %a = fadd float 1.0, 2',
  `${BODY}:24: an integer constant must have an integer type`,
)
refused('an integer operation on floats', '  %a = add float 1.0, 2.0', `${BODY}:3: 'add' of this type`)
refused(
  'a float that its type cannot hold',
  '  %a = fadd float 0.1, 0.2',
  `${BODY}:19: the constant cannot be represented in its type`,
)
refused('a condition that is no i1', '  br i32 1, label %a, label %a\na:', `${BODY}:3: the condition is no i1`)
refused('a type of a width DXIL lacks', '  %a = add i128 1, 2', `${BODY}:3: type 'i128' is not supported in LLVM text`)
refused('an unknown intrinsic', '  call void @llvm.frob()', `${BODY}:3: 'llvm.frob' is not supported in LLVM text`)
refused(
  'an aggregate without that element',
  '  %a = extractvalue { i32, i32 } undef, 2',
  `${BODY}:39: the aggregate has no such element`,
)
refused(
  'a phi that leaves out a predecessor',
  '  br i1 undef, label %a, label %b\na:\n  br label %b\nb:\n  %p = phi i32 [ 1, %a ]',
  `${BODY + 4}:3: the phi does not list the predecessors of its block`,
)
refused(
  'a value used where it is not defined on every way',
  '  br i1 undef, label %a, label %b\na:\n  %x = call i32 @llvm.dx.thread.id(i32 0)\n  br label %b\nb:\n  %y = add i32 %x, 1',
  `${BODY + 5}:3: operand 0 is not defined on every path to here`,
)
refused(
  'recursion',
  '  call void @f()',
  "8:3: recursive call of 'f'",
  'define void @f() {\n  call void @g()\n  ret void\n}\ndefine void @g() {\n  call void @f()\n  ret void\n}',
)
refused(
  'a function without a body',
  '  call void @f()',
  `${BODY}:3: calling '@f', which has no body, is not supported in LLVM text`,
  'declare void @f()',
)
refused(
  'a store to what cannot be written',
  `  %h = call target("dx.RawBuffer", i32, 0, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  %p = call ptr @llvm.dx.resource.getpointer(target("dx.RawBuffer", i32, 0, 0) %h, i32 0)
  store i32 1, ptr %p`,
  `${BODY + 2}:3: the resource cannot be written`,
)
refused(
  'an atomic operation on private memory',
  '  %a = alloca i32\n  %o = atomicrmw add ptr %a, i32 1 monotonic',
  `${BODY + 1}:3: an atomic operation on this memory is not supported in LLVM text`,
)
refused(
  'memory of 8-bit integers, and functions of them',
  '  %a = alloca [4 x i8]\n  %v = load i8, ptr %a\n  %w = zext i8 %v to i32',
  `${BODY + 1}:3: memory or a function of 8-bit integers is not supported in LLVM text`,
)
refused(
  'an access past a local variable',
  '  %a = alloca [2 x i32]\n  %p = getelementptr [2 x i32], ptr %a, i32 0, i32 5\n  %v = load i32, ptr %p',
  `${BODY + 2}:3: an access outside of 'a' is not supported in LLVM text`,
)

const module_ = (title: string, text: string, message: RegExp | string): void =>
  test(title, t => {
    const [first = 'no error'] = complaints(text)
    if (typeof message === 'string') t.is(first, message)
    else t.regex(first, message)
  })

module_('no text at all', '', '1:1: the module names no shader: there is no target triple')
module_('no function', HEAD, `1:17: the module names no shader: no function has the attribute "hlsl.shader"`)
module_(
  'another target',
  'target triple = "x86_64-pc-linux"',
  `1:17: invalid target triple 'x86_64-pc-linux': the architecture is not 'dxil'`,
)
module_(
  'an unknown stage',
  'target triple = "dxil-pc-shadermodel6.0-teapot"',
  `1:17: invalid target triple 'dxil-pc-shadermodel6.0-teapot': unknown stage 'teapot'`,
)
module_('no version', 'target triple = "dxil-pc-vulkan-compute"', /expected 'shadermodel' and a version$/)
module_(
  'two shaders',
  `${HEAD}define void @a() "hlsl.shader"="compute" {\n  ret void\n}\ndefine void @b() "hlsl.shader"="compute" {\n  ret void\n}`,
  '5:13: the module names no shader: several functions have the attribute "hlsl.shader", name one with -E',
)
module_('an unterminated string', `${HEAD}@x = constant [2 x i8] c"a`, '2:25: the string does not end')
module_(
  'a block without its end',
  `${HEAD}define void @main() {\n  %a = add i32 1, 2\n}`,
  '4:1: the block does not end in a terminator',
)
module_('deep nesting', `${HEAD}@x = external global ${'['.repeat(1000)}`, /a count|too deeply/)
module_('deeply nested types', `${HEAD}@x = external global ${'[1 x '.repeat(2000)}`, /nested too deeply/)
module_('a huge count', `${HEAD}@x = external global [99999999999 x i8]`, /the count is out of range/)
module_(
  'more threads than a group holds',
  moduleText({}).replace('8,8,1', '64,64,1'),
  /invalid "hlsl.numthreads"="64,64,1"/,
)

test('several shaders: one is named', t => {
  const text = moduleText({ more: 'define void @other() "hlsl.shader"="compute" {\n  ret void\n}', model: '6.0' })
  t.true(compileModule(text, { entry: 'other' }).ok)
  t.true(compileModule(text, { entry: 'main' }).ok)
  t.regex(complaints(text, { entry: 'third' }).join(), /there is no function '@third'/)
})

test('the profile given goes before that of the triple', t => {
  const result = compileModule(moduleText({ model: '6.0' }), { target: 'cs_6_5' })
  t.regex(assemblyOf(result), /"cs", i32 6, i32 5/)
})

test('a message has a caret under its place', t => {
  const text = compileModule(moduleText({ body: '  %a = add i32 %b, 1', model: '6.0' }), { fileName: 'a.ll' }).text
  t.is(text, "a.ll:6:16: error: use of undefined value '%b'\n  %a = add i32 %b, 1\n               ^~\n")
})

// ---- handles in globals (LLVM's ForwardHandleAccesses tests) ---------------------------------------------------------------------------------

const TARGET = 'target("dx.RawBuffer", i32, 1, 0)'
const GLOBAL = `@Buf = internal global ${TARGET} poison`
const handle = (name: string, register: number): string =>
  `  %${name} = call ${TARGET} @llvm.dx.resource.handlefrombinding(i32 0, i32 ${register}, i32 1, i32 0, ptr null)\n`

refused(
  'llvm-cases 7 ForwardHandleAccesses ambiguous: two handles in one global',
  `${handle('h1', 0)}  store ${TARGET} %h1, ptr @Buf\n${handle('h2', 1)}  store ${TARGET} %h2, ptr @Buf`,
  `${BODY + 3}:3: Handle at "h2" overwrites handle at "h1"`,
  GLOBAL,
)
refused(
  'llvm-cases 7 ForwardHandleAccesses undominated: a load before the store',
  `  %b = load ${TARGET}, ptr @Buf\n${handle('h1', 0)}  store ${TARGET} %h1, ptr @Buf`,
  `${BODY}:3: Load at "b" is not dominated by handle creation at "h1"`,
  GLOBAL,
)
refused(
  'llvm-cases 7 ForwardHandleAccesses undominated: a store on one of two ways',
  `  br i1 undef, label %a, label %c\na:\n${handle('h1', 0)}  store ${TARGET} %h1, ptr @Buf\n  br label %c\nc:\n  %b = load ${TARGET}, ptr @Buf`,
  `${BODY + 6}:3: Load at "b" is not dominated by handle creation at "h1"`,
  GLOBAL,
)

// ---- damaged text ----------------------------------------------------------------------------------------------------------------------------

const WHOLE = moduleText({
  more: `%S = type <{ <4 x float>, [2 x i32] }>\n@shared = internal addrspace(3) global [64 x float] undef, align 4\n@table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n${GLOBAL}
define internal float @twice(float noundef %x) #1 {
entry:
  %x.addr = alloca float, align 4
  store float %x, ptr %x.addr, align 4
  %0 = load float, ptr %x.addr, align 4
  %1 = fmul reassoc nnan float %0, 2.000000e+00
  ret float %1
}
attributes #1 = { alwaysinline }
!0 = !{!"a", i32 1, null}`,
  body: `${handle('h', 0)}  store ${TARGET} %h, ptr @Buf
  %id = call i32 @llvm.dx.thread.id(i32 0)
  %v = alloca %S, align 4
  %e = getelementptr inbounds %S, ptr %v, i32 0, i32 1, i32 1
  store i32 %id, ptr %e
  %g = getelementptr [64 x float], ptr addrspace(3) @shared, i32 0, i32 %id
  store float 1.0, ptr addrspace(3) %g
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  %m = add nuw nsw i32 %n, 1
  %f = uitofp i32 %m to float
  %d = call float @twice(float %f)
  %c = icmp slt i32 %m, %id
  br i1 %c, label %loop, label %done
done:
  %t = getelementptr [4 x i32], ptr @table, i32 0, i32 %n
  %w = load i32, ptr %t
  %b = load ${TARGET}, ptr @Buf
  %q = insertelement <2 x float> poison, float %d, i64 0
  %r = shufflevector <2 x float> %q, <2 x float> poison, <2 x i32> zeroinitializer
  %s = extractelement <2 x float> %r, i32 1
  %k = fptoui float %s to i32
  %l = add i32 %k, %w
  call void @llvm.dx.resource.store.rawbuffer(${TARGET} %b, i32 %id, i32 0, i32 %l)`,
})

test('the text that is damaged below is whole', t => {
  const result = compileModule(WHOLE)
  t.true(result.ok, result.text)
})

test('every beginning of a module is refused or compiled', t => {
  for (let end = 0; end < WHOLE.length; end += 7) {
    const result = compileModule(WHOLE.slice(0, end))
    t.true(result.ok || result.diagnostics.some(d => d.severity === 'error'))
  }
})

test('modules with words exchanged, doubled or missing are refused or compiled', t => {
  const tokens = [...WHOLE.matchAll(/[%@!#]?[\w.$"-]+|\S/g)]
  let seed = 7
  const random = (n: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return (seed >> 8) % n
  }
  for (let i = 0; i < 600; i++) {
    const at = tokens[random(tokens.length)]!
    const other = tokens[random(tokens.length)]![0]
    const by = ['', other, `${at[0]} ${other}`][i % 3]!
    const text = WHOLE.slice(0, at.index) + by + WHOLE.slice(at.index + at[0].length)
    const result = compileModule(text)
    t.true(result.ok || result.diagnostics.some(d => d.severity === 'error'), text)
  }
})
