// Bad programs: declarations, arrays, constants, entry points, bindings and the preprocessor.

import { type BadCase, bad, badBody, dxcTakes, shader } from './bad_case.ts'

/** Marks the entry point of shader(): what concerns the whole program is reported there. */
const atEntry = (source: string): string => source.replace('void main', '@@void main')

const ARRAYS: readonly BadCase[] = [
  badBody('array of negative size', '  float a[@@-1];', /negative size/),
  badBody('array of variable size', '  float a[@@id.x];', /variable length|constant/),
  badBody('array of float size', '  float a[@@1.5];', /non-integer|integer|constant/),
  badBody('array without size', '  float @@a[];', /explicit size|incomplete|dimension/),
  badBody('array of 2147483647', '  float a[@@2147483647]; a[id.x] = 1; out0[1] = a[id.y];', /too large/),
  badBody('array of 2^40', '  float a[@@1099511627776]; a[id.x] = 1; out0[1] = a[id.y];', /too large/),
  badBody('array of arrays beyond all memory', '  float a[@@65536][65536][65536]; a[id.x][0][0] = 1;', /too large/),
  bad(
    'groupshared beyond 32 KiB',
    atEntry(
      'groupshared float big[8193];\n' +
        shader('  big[id.x] = 1; GroupMemoryBarrierWithGroupSync(); out0[1] = big[id.x ^ 1];'),
    ),
    /(32804|32772|32768|exceed|Shared)/,
  ),
  bad(
    'groupshared of 2147483647',
    'groupshared float big[@@2147483647];\n' + shader('  big[id.x] = 1; out0[1] = big[id.y];'),
    /too large/,
  ),
  bad(
    'groupshared of float4[2147483647]',
    'groupshared float4 big[@@2147483647];\n' + shader('  big[id.x] = 1; out0[1] = big[id.y].x;'),
    /too large/,
  ),
  bad(
    'groupshared buffer',
    'groupshared StructuredBuffer<float> b;\n' + shader('  out0[1] = b@@[0];'),
    /groupshared|resource|not/,
  ),
]

const CONSTANTS: readonly BadCase[] = [
  badBody('constant division by zero as a size', '  float a[@@1 / 0];', /constant|zero|variable length/),
  badBody('constant modulo by zero as a case', '  switch (id.x) { case @@5 % 0: break; }', /constant|zero/),
  bad('static assertion on division by zero', '_Static_assert(@@1 / 0, "never");\n' + shader(''), /constant|zero/),
  badBody(
    'negative count in an attribute',
    '  @@[unroll(-1)] for (int i = 0; i < 4; i++) out0[i] = 1;',
    /Invalid unroll count/,
  ),
]

const ENTRY: readonly BadCase[] = [
  bad('no entry point', '@@void helper() {}\n', /missing entry point/),
  bad('empty source', '@@', /missing entry point/),
  bad('only comments', '@@// nothing\n/* here */\n', /missing entry point/),
  bad('entry point of another name', '@@[numthreads(1,1,1)] void Main() {}\n', /missing entry point/),
  bad('no numthreads', 'void @@main() {}\n', /numthreads/),
  bad('numthreads of zero', '[numthreads(@@0, 1, 1)] void main() {}\n', /numthreads/),
  bad('numthreads of -1', '[numthreads(@@-1, 1, 1)] void main() {}\n', /numthreads/),
  bad('numthreads of 1025', '[numthreads(@@1025, 1, 1)] void main() {}\n', /numthreads|1024/),
  bad('numthreads of 65 in z', '[numthreads(1, 1, @@65)] void main() {}\n', /numthreads|64/),
  bad('numthreads with a product of 2048', '@@[numthreads(64, 32, 1)] void main() {}\n', /numthreads|1024/),
  bad('numthreads of two numbers', '@@[numthreads(8, 1)] void main() {}\n', /numthreads/),
  bad('numthreads of a variable', 'uint n;\n[numthreads(@@n, 1, 1)] void main() {}\n', /numthreads|constant|integer/),
  bad('numthreads of a string', '[numthreads(@@"8", 1, 1)] void main() {}\n', /numthreads|integer|constant/),
  bad('parameter without semantic', '[numthreads(1,1,1)] void main(uint3 @@id) {}\n', /[Ss]emantic/),
  bad('semantic of another stage', '[numthreads(1,1,1)] void main(float4 p : @@SV_Position) {}\n', /[Ss]emantic/),
  bad('semantic nobody knows', '[numthreads(1,1,1)] void main(float4 p : @@TEXCOORD) {}\n', /[Ss]emantic/),
  dxcTakes(
    'DXC makes a matrix of it that its own runtime cannot bind',
    bad(
      'system value of a wrong type',
      '[numthreads(1,1,1)] void main(@@float4x4 p : SV_DispatchThreadID) {}\n',
      /SV_DispatchThreadID|[Ss]emantic/,
    ),
  ),
  bad(
    'compute shader with a result',
    '[numthreads(1,1,1)] @@float4 main() : SV_Target { return 1; }\n',
    /void|[Ss]emantic/,
  ),
  bad(
    'buffer as entry parameter',
    '[numthreads(1,1,1)] void main(@@StructuredBuffer<float> b) {}\n',
    /[Ss]emantic|parameter|signature/,
  ),
  bad('two entry points', '[numthreads(1,1,1)] void main() {}\n[numthreads(1,1,1)] void @@main() {}\n', /redefinition/),
  bad(
    'wave intrinsic below its shader model',
    shader('  out0[1] = @@WaveMultiPrefixSum(1.0, uint4(1,0,0,0));'),
    /shader model|6\.5/,
  ),
  bad(
    '64-bit atomic below its shader model',
    shader('  uint64_t old; @@InterlockedAdd(b[0], (uint64_t)1, old);', 'RWStructuredBuffer<uint64_t> b;'),
    /shader model|6\.6|[Nn]o matching/,
  ),
  badBody('16-bit type without the flag', '  @@uint16_t a = 1; out0[1] = a;', /16bit|unknown type/),
]

const BINDINGS: readonly BadCase[] = [
  bad(
    'overlapping registers',
    shader(
      '  out0[1] = a[0] + b[0];',
      'StructuredBuffer<float> a : register(t1);\nStructuredBuffer<float> @@b : register(t1);',
    ),
    /overlap/,
  ),
  bad(
    'overlapping ranges',
    shader(
      '  out0[1] = a[id.x][0] + b[0];',
      'StructuredBuffer<float> a[4] : register(t1);\nStructuredBuffer<float> @@b : register(t3);',
    ),
    /overlap/,
  ),
  bad('register of a wrong class', shader('', 'StructuredBuffer<float> a : @@register(u1);'), /register/),
  bad('register that is none', shader('', 'StructuredBuffer<float> a : register(@@x1);'), /register/),
  bad(
    'register number beyond 32 bits',
    shader('  out0[1] = a[0];', 'StructuredBuffer<float> a : register(@@t99999999999);'),
    /register|too large|number|valid/,
  ),
  bad('space that is none', shader('', 'StructuredBuffer<float> a : register(t1, @@room2);'), /space|register/),
  bad(
    'packoffset that is none',
    'cbuffer C { float4 a : packoffset(@@t0); };\n' + shader('  out0[1] = a.x;'),
    /packoffset/,
  ),
  bad(
    'vector across a row',
    'cbuffer C { float4 a : @@packoffset(c0.y); };\n' + shader('  out0[1] = a.x;'),
    /packoffset|register|boundary/,
  ),
  bad(
    'cbuffer beyond 64 KiB',
    'cbuffer @@C { float4 a[4097]; };\n' + shader('  out0[1] = a[id.x].x;'),
    /4096|65536|64|too large|exceed/,
  ),
  bad(
    'resource in a structured buffer',
    shader('', 'struct S { Texture2D t; };\n@@StructuredBuffer<S> s;'),
    /resource|object/,
  ),
  bad('unknown template argument', shader('', 'StructuredBuffer<@@Foo> s;'), /unknown type name|undeclared/),
  bad('template argument missing', shader('', '@@StructuredBuffer s;'), /template arguments/),
  bad('unclosed template arguments', shader('', 'StructuredBuffer<float @@s;'), /expected/),
]

const PREPROCESSOR: readonly BadCase[] = [
  bad(
    'unterminated comment',
    'float a;\n@@/* never ends\n[numthreads(1,1,1)] void main() {}\n',
    /unterminated \/\* comment/,
  ),
  bad('unterminated string', shader('  float a = @@"text;'), /terminating|unterminated|expected/),
  bad('unterminated #if', '@@#if 1\n[numthreads(1,1,1)] void main() {}\n', /unterminated conditional/),
  bad('#endif without #if', '@@#endif\n[numthreads(1,1,1)] void main() {}\n', /#endif without #if/),
  bad('#else twice', '#if 1\n#else\n@@#else\n#endif\n', /#else after #else/),
  bad('#error', '@@#error not today\n', /not today/),
  bad('unknown directive', '@@#frobnicate\n', /invalid preprocessing directive/),
  bad('missing include', '@@#include "nowhere.hlsli"\n', /'nowhere.hlsli' file not found/),
  bad('include without a name', '@@#include\n', /expected "FILENAME"/),
  bad('include of an empty name', '@@#include ""\n', /empty filename/),
  bad('include of a folder', '@@#include "."\n', /file not found/),
  bad('include of a name with a NUL', '@@#include "a\0b"\n', /file not found|NUL|null|expected|invalid/),
  bad('division by zero in #if', '@@#if 1 / 0\n#endif\n', /division by zero/),
  bad('#if without a value', '@@#if\n#endif\n', /expected value|expression/),
  bad('unbalanced #if', '@@#if (1 + 2\n#endif\n', /expected '\)'/),
  bad('macro with too few arguments', '#define F(a, b) a + b\nstatic float x = @@F(1);\n', /too few arguments/),
  bad('macro with too many arguments', '#define F(a) a\nstatic float x = @@F(1, 2);\n', /too many arguments/),
  bad('macro call that never ends', '#define F(a) a\nstatic float x = @@F(1, 2\n', /unterminated function-like macro/),
  bad('bad pasting', '#define G(a, b) a ## b\nstatic float x = @@G(+, 1.5);\n', /pasting formed/),
  bad('macro named defined', '#define @@defined 1\n', /cannot be used as a macro name|macro name/),
  bad('#define without a name', '@@#define\n', /macro name missing/),
  bad(
    'macro body with an error',
    '#define BAD missing_name\n' + shader('  out0[1] = @@BAD;'),
    /undeclared identifier 'missing_name'/,
  ),
]

const BYTES: readonly BadCase[] = [
  bad(
    'NUL bytes',
    'static float a;\n\0\0\0@@missing\0b;\n[numthreads(1,1,1)] void main() {}\n',
    /unknown type name|expected|HLSL requires/,
  ),
  {
    title: 'invalid UTF-8',
    code: 1,
    line: 2,
    says: /expected|unknown|non-ASCII|invalid|HLSL/,
    files: { 'in.hlsl': Uint8Array.from([0x2f, 0x2f, 0xff, 0x0a, 0xff, 0xfe, 0xc0, 0x80, 0x0a]) },
  },
  {
    title: 'UTF-16 without a shader',
    code: 1,
    line: 1,
    says: /expected|unknown type|HLSL|missing entry/,
    files: { 'in.hlsl': Uint8Array.from([0xff, 0xfe, 0x61, 0, 0x62, 0]) },
  },
  bad('letters outside ASCII', '@@föö bär;\n', /unknown type|expected|non-ASCII|HLSL/),
  bad('escape codes in a message', 'static float x = @@\x1b[31mred;\n', /expected|invalid|unknown/),
]

export const PROGRAM_CASES: readonly BadCase[] = [
  ...ARRAYS,
  ...CONSTANTS,
  ...ENTRY,
  ...BINDINGS,
  ...PREPROCESSOR,
  ...BYTES,
]
