// Words that mean something to HLSL or to C++, as names and as types.

import { BUILTIN_TYPES, CONTEXTUAL_MODIFIERS, KEYWORDS } from '../../src/hlsl/lex/token.ts'

const TYPES = BUILTIN_TYPES.filter(
  t => !/\d$/.test(t) || /^(float|int|uint|bool|half|min16float|int64_t)(1|3|2x3)$/.test(t),
)

const OTHERS = (
  'alignas alignof and and_eq bitand bitor char16_t char32_t compl constexpr decltype noexcept not not_eq nullptr or or_eq ' +
  'static_assert thread_local xor xor_eq restrict _Bool _Complex _Generic _Atomic _Alignas _Noreturn __attribute__ __declspec __asm ' +
  '__inline __int64 __restrict typeof __typeof__ __builtin_offsetof __func__ __FUNCTION__ __is_pod __null _Nonnull __alignof ' +
  'technique technique10 technique11 Technique pass Pass compile compile_fragment stateblock asm_fragment pixelfragment ' +
  'pixelshader vertexshader PixelShader VertexShader GeometryShader ComputeShader DepthStencilState BlendState RasterizerState ' +
  'DepthStencilView RenderTargetView texture1D texture2D texture3D textureCUBE sampler2d NULL nullptr_t int1x1 float5 ' +
  'float0 vector4 unorm4 snorm4 float3x5 int8_t uint8_t abs max main printf assert SV_Target register0 x xyz _m00 a b defined ' +
  'include define __VA_ARGS__ __LINE__ __FILE__ __cplusplus __hlsl_dx_compiler __SHADER_TARGET_MAJOR nullptr override final import ' +
  'module export0 concept requires co_await super null None True TRUE FALSE size_t ptrdiff_t FeedbackTexture2D0 hlsl vk dx std hit ' +
  'caller anyhit read write numthreads unroll globallycoherent0 RAY_FLAG_NONE RWByteAddressBuffer0 ' +
  'lod level space0 t0 c0 b0 \\u00e9 a$b $ a\\u0041 é unsignedint uint32 int64 uint64 longlong float16 float32 float64'
).split(' ')

export const WORDS: readonly string[] = [...new Set([...KEYWORDS, ...CONTEXTUAL_MODIFIERS, ...TYPES, ...OTHERS])]

const MAIN = 'float4 main(float4 v : V) : SV_Target { return v; }\n'
const BODY = (statements: string): string =>
  `float4 main(float4 v : V) : SV_Target { float x = 0; ${statements} return v + x; }\n`

export const IDENTIFIER_PLACES = {
  local: BODY('int @ = 1; x = @ + 1;'),
  'local declared': BODY('int @ = 1;'),
  'second declarator': BODY('int y = 0, @ = 1;'),
  global: `int @;\n${MAIN}`,
  'global used': `static int @ = 3;\n${BODY('x = @;')}`,
  parameter: `int f(int @) { return @; }\n${BODY('x = f(1);')}`,
  field: `struct S { int @; };\n${BODY('S s; s.@ = 1; x = s.@;')}`,
  function: `int @(int a) { return a; }\n${BODY('x = @(1);')}`,
  method: `struct S { int a; int @(int a) { return a; } };\n${BODY('S s; x = s.@(1);')}`,
  struct: `struct @ { int a; };\n${BODY('@ s; s.a = 1; x = s.a;')}`,
  'struct declared': `struct @ { int a; };\n${MAIN}`,
  enumerator: `enum E { @ = 2 };\n${BODY('x = @;')}`,
  enum: `enum @ { A };\n${MAIN}`,
  namespace: `namespace @ { static int a = 1; }\n${BODY('x = @::a;')}`,
  typedef: `typedef int @;\n${BODY('@ a = 1; x = a;')}`,
  'typedef declared': `typedef int @;\n${MAIN}`,
  using: `using @ = int;\n${MAIN}`,
  macro: `#define @ 2\n${MAIN}`,
  'macro used': `#define @ 2\n${BODY('x = @;')}`,
  'macro parameter': `#define M(@) (@ + 1)\n${BODY('x = M(2);')}`,
  ifdef: `#ifdef @\n#endif\n${MAIN}`,
  if: `#if @\n#endif\n${MAIN}`,
  semantic: 'float4 main(float4 v : V, float a : @) : SV_Target { return v; }\n',
  cbuffer: `cbuffer @ { int b; }\n${MAIN}`,
  'cbuffer member': `cbuffer B { int @; }\n${MAIN}`,
  resource: `Texture2D @;\n${MAIN}`,
  'template parameter': `template<typename @> @ f(@ a) { return a; }\n${BODY('x = f(1);')}`,
  'template value': `template<int @> int f() { return @; }\n${BODY('x = f<1>();')}`,
  type: BODY('@ a;'),
  'global type': `@ a;\n${MAIN}`,
  'static type': `static @ a;\n${MAIN}`,
  'parameter type': `void f(@ a) { }\n${MAIN}`,
  'field type': `struct S { @ a; };\n${MAIN}`,
  'result type': `@ f();\n${MAIN}`,
  cast: BODY('x = (@)1;'),
  construct: BODY('x = @(1);'),
  operand: BODY('x = @;'),
  'binary operand': BODY('x = 1 + @;'),
  statement: BODY('@;'),
  'statement before': BODY('@ x = 1;'),
  member: BODY('x = v.@;'),
  scope: BODY('x = @::y;'),
  label: BODY('@: x = 1;'),
  register: `Texture2D t : register(@);\n${MAIN}`,
  attribute: `[@] ${MAIN}`,
  'attribute argument': `[shader(@)] ${MAIN}`,
  pragma: `#pragma @\n${MAIN}`,
  directive: `#@\n${MAIN}`,
} as const satisfies Readonly<Record<string, string>>
