// What the verifier says about resource operations of LLVM text: the rule, the instruction, the place with its caret.

import test from 'ava'
import { compileModule } from '../../src/api/compile_module.ts'
import { at, nameOf, RW_BYTES, RW_FLOAT_BUFFER } from './handles.ts'
import { moduleText } from './module_case.ts'

const BUFFER = 'target("dx.TypedBuffer", <4 x float>, 0, 0, 0)'
const STRUCTURED = 'target("dx.RawBuffer", <4 x float>, 0, 0)'
const CBUFFER = 'target("dx.CBuffer", <{ float }>)'
const TEXTURE = 'target("dx.Texture", <4 x float>, 0, 0, 0, 2)'
const call = (result: string, name: string, type: string, rest: string): string =>
  `  ${result === 'void' ? '' : '%x = '}call ${result} @llvm.dx.resource.${name}(${type} %a${rest === '' ? '' : `, ${rest}`})`

const CASES: readonly (readonly [what: string, type: string, line: string, message: RegExp])[] = [
  [
    'a store to a read-only buffer',
    BUFFER,
    call('void', 'store.typedbuffer', BUFFER, 'i32 0, <4 x float> zeroinitializer'),
    /'A' is not writeable/,
  ],
  [
    'a store to a read-only structured buffer',
    STRUCTURED,
    call('void', 'store.rawbuffer', STRUCTURED, 'i32 0, i32 0, float 1.0'),
    /'A' is not writeable/,
  ],
  [
    'a store to a read-only texture',
    TEXTURE,
    call('void', 'store.texture', TEXTURE, '<2 x i32> zeroinitializer, <4 x float> zeroinitializer'),
    /'A' is not writeable/,
  ],
  [
    'a typed load of a structured buffer',
    STRUCTURED,
    call('{ <4 x float>, i1 }', 'load.typedbuffer', STRUCTURED, 'i32 0'),
    /'load\.typedbuffer' is not for a StructuredBuffer, which 'A' is/,
  ],
  [
    'a raw load of a typed buffer',
    BUFFER,
    call('{ float, i1 }', 'load.rawbuffer', BUFFER, 'i32 0, i32 0'),
    /'load\.rawbuffer' is not for a TypedBuffer/,
  ],
  [
    'a row of a buffer',
    RW_BYTES,
    call('{ float, float, float, float }', 'load.cbufferrow.4', RW_BYTES, 'i32 0'),
    /'load\.cbufferrow' is not for a RawBuffer/,
  ],
  [
    'a counter of a byte address buffer',
    RW_BYTES,
    call('i32', 'updatecounter', RW_BYTES, 'i8 1'),
    /'updatecounter' is not for a RawBuffer/,
  ],
  [
    'a counter of a read-only buffer',
    STRUCTURED,
    call('i32', 'updatecounter', STRUCTURED, 'i8 1'),
    /'A' is not writeable/,
  ],
  [
    'a counter that goes by two',
    'target("dx.RawBuffer", float, 1, 0)',
    call('i32', 'updatecounter', 'target("dx.RawBuffer", float, 1, 0)', 'i8 2'),
    /a counter goes up or down by one/,
  ],
  [
    'an atomic operation on a read-only buffer',
    STRUCTURED,
    call('i32', 'atomic.binop', STRUCTURED, 'i32 0, i32 0, i32 0, i32 poison, i32 1'),
    /'A' is not writeable/,
  ],
  [
    'an atomic operation that does not exist',
    RW_BYTES,
    call('i32', 'atomic.binop', RW_BYTES, 'i32 42, i32 0, i32 poison, i32 poison, i32 1'),
    /there is no atomic operation 42/,
  ],
  [
    'an atomic operation on constants',
    CBUFFER,
    call('i32', 'atomic.binop', CBUFFER, 'i32 0, i32 0, i32 0, i32 poison, i32 1'),
    /'atomicbinop' is not for a CBuffer/,
  ],
]
for (const [what, type, line, message] of CASES)
  test(`the verifier refuses ${what}`, t => {
    const text = moduleText({ more: nameOf('A'), body: `${at('a', type, [0, 0], 'A')}${line}` })
    const result = compileModule(text)
    t.false(result.ok)
    const [first] = result.diagnostics
    t.regex(first!.message, message)
    t.is(text.split('\n')[first!.line - 1], line)
    t.is(first!.column, 3)
    t.regex(result.text, /\n {2}\^/m)
  })

test('the verifier refuses a constant index outside of the range', t => {
  const handle = at('a', RW_FLOAT_BUFFER, [0, 5, 4, 4], 'A')
  const text = moduleText({ more: nameOf('A'), body: handle })
  const [first] = compileModule(`${text}`).diagnostics
  t.regex(first?.message ?? 'accepted', /index 4 is outside of the range of 'A', which has 4/)
})
test('an unbounded range has room for every index', t => {
  const store = `  call void @llvm.dx.resource.store.typedbuffer(${RW_FLOAT_BUFFER} %a, i32 0, <4 x float> zeroinitializer)`
  const text = moduleText({ more: nameOf('A'), body: at('a', RW_FLOAT_BUFFER, [0, 5, 0, 4000], 'A') + store })
  t.true(compileModule(text).ok)
})
