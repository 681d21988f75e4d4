// Programs whose result says which of several functions was chosen: every function returns another number. They are about half, which is float in
// all but name without -enable-16bit-types, and float16_t with it.

export interface OverloadCase {
  readonly name: string
  readonly source: string
}

/** What expressions are made of, declared in main; all depend on the thread so that nothing is known before. */
const VARIABLES = `
  float f = id.x; half h = id.x; double d = id.x; int i = id.x; uint u = id.x; bool b = id.x; min16float m = id.x;
  float4 f4 = id.xyzx; half4 h4 = id.xyzx; half3 h3 = id.xyz; half2 h2 = id.xy; half1 h1 = id.x; int4 i4 = id.xyzx; uint4 u4 = id.xyzx; bool4 b4 = id.xyzx;
  min16float4 m4 = id.xyzx; double4 d4 = id.xyzx; vector<half, 4> v4 = h4; H t = h; H4 t4 = h4;
  float3x3 fm = f; half3x3 hm = h; half1x4 r4 = h4; half4x1 c4 = (half4x1)h4; matrix<half, 3, 3> mm = hm; half4x4 hq = h; float4x4 fq = f;
  float fa[4]; half ha[4]; half4 ha4[2]; S s; ha[0] = h; ha[1] = h; ha[2] = h; ha[3] = h; fa[0] = f; fa[1] = f; fa[2] = f; fa[3] = f;
  min16int mi = i; min16uint mu = u; int64_t ll = i; uint64_t ull = u;
  ha4[0] = h4; ha4[1] = h4; s.h = h; s.h4 = h4; s.f4 = f4; s.hm = hm; s.ha = ha;`

const SCALARS = [
  ...'f h d i u b m t 1 1.0 1.0f 1.0h 2147483648 1.0l s.h s.h4.x h1 h4.x h4.w h4[1] h4[i] r4[0][1] r4._11 hm[1][2] hm._m11 ha[1] ha[i] ha4[1].x ha4[i][1] -h +h'.split(
    ' ',
  ),
  ...[
    'h + h',
    'h + f',
    'f + h',
    'h * d',
    'h + i',
    'h + u',
    'h + b',
    'h + m',
    'h + 1',
    'h + 1.0',
    'h + 1.0f',
    'h + 1.0h',
    'h / h1',
  ],
  ...[
    'h * 2 + 1',
    'h < f',
    '!h',
    'b ? h : h',
    'b ? h : f',
    'b ? h : 1',
    'b ? 1.0 : h',
    'b ? h : i',
    'b ? h : m',
    '(half)1',
    '(half)f',
    '(float)h',
    'half(1)',
  ],
  ...[
    '(H)f',
    'h++',
    '++h',
    'h += 1',
    'h = f',
    'h *= h',
    'f = h',
    '(h)',
    '(f, h)',
    'h1.x',
    'h.x',
    'h.r',
    'h.xx.x',
    'abs(h)',
    'abs(h4).x',
    'max(h, h)',
    'max(h, f)',
  ],
  ...[
    'max(h, 1)',
    'max(h, 1.0)',
    'dot(h4, h4)',
    'dot(h4, f4)',
    'length(h3)',
    'sin(h)',
    'lerp(h, h, h)',
    'mul(h4, h4)',
    'sqrt(h)',
    'saturate(h)',
    'asfloat(i)',
  ],
  ...[
    'min(h, i)',
    'clamp(h, 0, 1)',
    'step(0.5, h)',
    'ddx_(h)',
    'gen(h)',
    'gen(f)',
    'N<half>::get()',
    'N<float>::get()',
    'pair(h)',
    'g',
    'ghalf',
    'gh4.x',
    'cbh',
    'cbh4.y',
    'cbs.h',
  ],
  ...[
    'sb[0].h',
    'sb[0].h4.x',
    'rb[0]',
    'rb4[0].x',
    'rb4[0][1]',
    'hb[0]',
    'tex[uint2(0,0)].x',
    'f16tof32(u)',
    'determinant(hm)',
    'h4.xy.x',
    'h4.xyz[1]',
    'hm[0].x',
    'WaveReadLaneFirst(h)',
    'WaveActiveSum(h4).x',
  ],
]
const VECTORS = [
  ...'f4 h4 i4 u4 b4 m4 d4 v4 t4 r4 c4 f h 1 1.0 s.h4 s.f4 hq[0] hq[i] fq[0] ha4[0] ha4[i] -h4 +h4 h4.xyzw h4.wzyx h4.rgba h.xxxx f.xxxx hm._11_12_13_21 gh4 cbh4 cbs.h4 rb4[0] hb4[0] tex[uint2(0,0)]'.split(
    ' ',
  ),
  ...[
    'h4 + h4',
    'h4 + f4',
    'h4 * f',
    'h4 * h',
    'h4 * 2',
    'h4 * 2.0',
    'h4 * 2.0f',
    'h4 + i',
    'h4 + i4',
    'h4 + m4',
    'h4 + d4',
    'h * f4',
    'f * h4',
    '1 - h4',
    '2.0 * h4 + 1',
    'h4 / h4.x',
  ],
  ...[
    'b ? h4 : h4',
    'b ? h4 : f4',
    'b ? h4 : h',
    'b ? h4 : 1',
    'b ? h4 : 1.0',
    'b ? m4 : h4',
    'select(b4, h4, h4)',
    'select(b4, h4, f4)',
    'select(b, h4, h4)',
    'select(b4, h, h)',
  ],
  ...[
    'half4(1, 2, 3, 4)',
    'half4(h, h, h, h)',
    'half4(f4)',
    '(half4)f4',
    '(half4)f',
    '(half4)1',
    '(float4)h4',
    'float4(h4)',
    '(H4)f4',
    'vector<half, 4>(1, 2, 3, 4)',
    '(half4)h.xxxx',
  ],
  ...[
    'h4 = f4',
    'h4 += f4',
    'h4 *= 2',
    'h4++',
    '++h4',
    'f4 = h4',
    '(f, h4)',
    'abs(h4)',
    'max(h4, h4)',
    'max(h4, f4)',
    'max(h4, 1)',
    'lerp(h4, h4, h)',
    'lerp(h4, f4, 0.5)',
    'normalize(h4)',
  ],
  ...[
    'saturate(h4)',
    'mul(h4, hq)',
    'mul(hq, h4)',
    'mul(h4, fq)',
    'mul(h, h4)',
    'pow(h4, 2)',
    'h4 < f4',
    '!h4',
    'h4 == h4',
    'gen(h4)',
    'gen(f4)',
    'sb[0].h4',
    'r4[0]',
    'id.xyzx',
    'c4 + h4',
    'h4 + r4',
  ],
  ...[
    'hq._m00_m01_m02_m03',
    'hm._m00_m11_m22_m00',
    'reflect(h4, h4)',
    'frac(h4)',
    'WaveReadLaneFirst(h4)',
    'WaveActiveSum(h4)',
    'QuadReadAcrossX(h4)',
    'gh4 * gh4',
    'fmod(h4, h4)',
    'mad(h4, h4, h4)',
  ],
]
const MATRICES = [
  ...'fm hm mm s.hm hq fq h f 1 1.0 -hm'.split(' '),
  ...[
    'hm + hm',
    'hm + fm',
    'hm * 2',
    'hm * h',
    'hm * f',
    'hm * hm',
    'mul(hm, hm)',
    'mul(hm, fm)',
    'transpose(hm)',
    'abs(hm)',
    '(half3x3)fm',
    '(half3x3)1',
    '(float3x3)hm',
    '(half3x3)hq',
    '(half3x3)fq',
  ],
  ...[
    'half3x3(h3, h3, h3)',
    'half3x3(1, 2, 3, 4, 5, 6, 7, 8, 9)',
    'b ? hm : hm',
    'b ? hm : fm',
    'b ? hm : 1',
    'hm = fm',
    'hm += hm',
    'gen(hm)',
    'matrix<half, 3, 3>(h3, h3, h3)',
    'max(hm, hm)',
    'ghm',
    'cbhm',
    'transpose(fm)',
    'hm++',
  ],
]

interface Family {
  /** Parameter types, one function each, or pairs of them. */
  readonly sets: readonly string[]
  readonly arguments: readonly string[]
}
const FAMILIES: readonly Family[] = [
  {
    sets: [
      'float half',
      'half float',
      'half double',
      'half int',
      'half min16float',
      'float min16float',
      'half uint',
      'half bool',
      'half half4',
      'float half4',
      'half float double int min16float',
      'half float16',
      'half1 float1',
      'half float1',
      'int half float',
    ],
    arguments: SCALARS,
  },
  {
    sets: [
      'float4 half4',
      'half4 float4',
      'half4 int4',
      'half4 double4',
      'half4 min16float4',
      'float4 min16float4',
      'half4 uint4',
      'half4 bool4',
      'half4 half',
      'half4 half3',
      'half4 float3',
      'float4 half3',
      'half4 half2x2',
      'float4 half2x2',
      'half4 float4 double4 int4 min16float4',
      'half4 float',
    ],
    arguments: VECTORS,
  },
  {
    sets: [
      'float3x3 half3x3',
      'half3x3 int3x3',
      'half3x3 min16float3x3',
      'half3x3 double3x3',
      'half3x3 half',
      'half3x3 float3',
      'half3x3 float2x2',
    ],
    arguments: MATRICES,
  },
  { sets: ['float half', 'half half4', 'double half'].map(set => `${set} []`), arguments: ['ha', 'fa', 's.ha', 'ha4'] },
  {
    sets: [
      'out float;half',
      'inout float;half',
      'out half;float',
      'out half;double',
      'inout half;int',
      'out half;min16float',
    ],
    arguments: ['f', 'h', 'd', 'i', 'm', 'h1', 'h4.x', 'f4.x', 'ha[1]', 's.h', 'hm._11', 'u'],
  },
  {
    sets: [
      ...[
        'out int;uint',
        'out int;bool',
        'out int;float',
        'out double;float',
        'out uint;float',
        'out bool;half',
        'out min16float;float',
        'out int;double',
        'out min16int;int',
        'out min16uint;uint',
        'out int64_t;int',
      ],
      ...[
        'inout int;uint',
        'inout int;bool',
        'inout int;float',
        'inout double;float',
        'inout half;float',
        'inout bool;half',
        'inout min16int;half',
        'inout min16uint;int',
        'inout int64_t;double',
        'inout half;double',
      ],
    ],
    arguments: ['f', 'h', 'd', 'i', 'u', 'b', 'm', 'm4.x', 'i4.x', 'b4.x'],
  },
  {
    sets: [
      'int uint',
      'int bool',
      'int float',
      'double float',
      'uint float',
      'bool half',
      'min16float float',
      'min16int int',
      'min16uint uint',
      'int64_t int',
      'min16int half',
      'min16uint int',
      'int64_t double',
      'min16int min16uint',
      'uint64_t int64_t',
      'int half double',
      'bool float',
      'min12int uint',
      'min16float half int',
    ],
    arguments: [
      'f',
      'h',
      'd',
      'i',
      'u',
      'b',
      'm',
      '1',
      '1.0',
      '1u',
      '1.0h',
      'E0',
      'E1::A',
      'mi',
      'mu',
      'll',
      'ull',
      'h4',
      'i4',
      'i < 2',
      'true',
    ],
  },
  {
    sets: ['out float4;half4', 'inout float4;half4', 'out half4;int4', 'out half4;min16float4'],
    arguments: ['f4', 'h4', 'i4', 'm4', 'h4.wzyx', 'f4.wzyx', 's.h4', 'ha4[1]', 'v4', 't4', 'hq[0]', 'd4', 'h'],
  },
]

const DECLARATIONS = `
typedef half H; typedef half4 H4;
enum { E0 = 1 }; enum class E1 { A };
struct S { half h; half4 h4; float4 f4; half3x3 hm; half ha[4]; };
cbuffer C { half cbh; half4 cbh4; half3x3 cbhm; S cbs; }
static float g = 1; static half ghalf = 1; static half4 gh4 = 1; static half3x3 ghm = 1;
StructuredBuffer<S> sb; Buffer<half> rb; Buffer<half4> rb4; StructuredBuffer<half> hb; StructuredBuffer<half4> hb4; Texture2D<half4> tex;
template<typename T> T gen(T a) { return a; }
template<typename T> struct N { static T get() { return (T)3; } };
float ddx_(float a) { return a; } half ddx_(half a) { return a; }
half pair(half a) { return a; }
`

function functions(set: string): string {
  const [mode, list] = /^(out|inout) /.test(set)
    ? [set.split(' ')[0]!, set.replace(/^\w+ /, '').split(';')]
    : ['', set.split(' ')]
  const isArray = list.at(-1) === '[]'
  return (isArray ? list.slice(0, -1) : list)
    .map((type, k) => {
      const written = type === 'float16' ? 'min16float' : type
      const body = mode === 'out' ? 'a = 1; ' : ''
      return `uint over(${mode} ${written} a${isArray ? '[4]' : ''}) { ${body}return ${101 + k}; }\n`
    })
    .join('')
}

function program(set: string, argument: string): string {
  return `${DECLARATIONS}${functions(set)}RWBuffer<uint> o : register(u7);
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {${VARIABLES}
  o[0] = over(${argument});
}
`
}

/** Calls with two arguments: the sums of the costs decide. */
const PAIRS: readonly (readonly [first: string, second: string])[] = [
  ['half, half', 'float, float'],
  ['half, float', 'float, half'],
  ['half4, half', 'float4, float'],
  ['half, int', 'float, half'],
  ['half4, float4', 'float4, half4'],
  ['half, half', 'double, double'],
  ['half, min16float', 'float, half'],
]
const PAIR_ARGUMENTS = [
  'h, h',
  'h, f',
  'f, h',
  'f, f',
  'h, 1',
  '1, h',
  'h, 1.0',
  '1.0, 1.0',
  '1, 1',
  'h4, h',
  'h4, f',
  'f4, h',
  'h4, f4',
  'f4, h4',
  'h4, h4',
  'h, i',
  'i, h',
  'm, h',
  'h, m',
  'd, h',
  'h, d',
  'b, h',
  'h1, h',
  'h4.x, h4.y',
]

function pairProgram([first, second]: readonly [string, string], call: string): string {
  const declare = (types: string, k: number): string => {
    const [a, b] = types.split(', ')
    return `uint over(${a} a, ${b} b) { return ${k}; }\n`
  }
  return `${DECLARATIONS}${declare(first, 101)}${declare(second, 102)}RWBuffer<uint> o : register(u7);
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {${VARIABLES}
  o[0] = over(${call});
}
`
}

/** Every other place where the two are one type or two: declarations, templates, members, operators, redefinitions. */
const DECLARED: readonly string[] = [
  'float k(float4 a) { return 1; } half k(half4 a) { return 2; }|k(float4(1, 2, 3, f)) + 10 * k(half4(1, 2, 3, f))',
  'uint k(half a) { return 1; } uint k(half a) { return 2; }|k(h)',
  'uint k(half a); uint k(float a) { return 2; } uint k(half a) { return 1; }|k(h)',
  'uint k(half4 a) { return 1; } uint k(vector<half, 4> a) { return 2; }|k(h4)',
  'uint k(half4 a) { return 1; } uint k(H4 a) { return 2; }|k(h4)',
  'uint k(H a) { return 1; } uint k(float a) { return 2; }|k(h)',
  'half k(float a) { return 1; } float k(float a) { return 2; }|k(h)',
  'half4 k(float a) { return 1; } float4 k(float a) { return 2; }|k(h).x',
  'uint k(half3x3 a) { return 1; } uint k(matrix<half, 3, 3> a) { return 2; }|k(hm)',
  'uint k(half3x3 a) { return 1; } uint k(row_major half3x3 a) { return 2; }|k(hm)',
  'uint k(half a[2]) { return 1; } uint k(float a[2]) { return 2; }|k((half[2])0)',
  'uint k(half4 a[2]) { return 1; } uint k(float4 a[2]) { return 2; }|k((half4[2])0) + k((float4[2])0) * 10',
  'uint k(min16float a) { return 1; } uint k(half a) { return 2; }|k(m) + 10 * k(h)',
  'uint k(min16float4 a) { return 1; } uint k(half4 a) { return 2; }|k(m4) + 10 * k(h4)',
  'uint k(min10float a) { return 1; } uint k(half a) { return 2; }|k(m) + 10 * k(h)',
  'template<typename T> struct K { static uint get() { return 1; } }; template<> struct K<half> { static uint get() { return 2; } };|K<float>::get() + 10 * K<half>::get()',
  'template<typename T> struct K { static uint get() { return 1; } }; template<> struct K<half4> { static uint get() { return 2; } };|K<float4>::get() + 10 * K<half4>::get()',
  'template<typename T> struct K { static uint get() { return 1; } }; template<> struct K<half4> { static uint get() { return 2; } }; template<> struct K<float4> { static uint get() { return 3; } };|K<float4>::get() + 10 * K<half4>::get() + 100 * K<vector<half, 4> >::get()',
  'template<typename T> struct K { static uint get() { return 1; } }; template<> struct K<half3x3> { static uint get() { return 2; } };|K<float3x3>::get() + 10 * K<half3x3>::get()',
  'template<typename T> struct K { T v; }; uint k(K<half> a) { return 1; } uint k(K<float> a) { return 2; }|k((K<half>)0) + 10 * k((K<float>)0)',
  'template<typename T> struct K { T v; }; uint k(K<half4> a) { return 1; } uint k(K<float4> a) { return 2; }|k((K<half4>)0) + 10 * k((K<float4>)0)',
  'template<typename T> uint k(T a) { return 1; } template<> uint k(half a) { return 2; }|k(f) + 10 * k(h)',
  'template<typename T> uint k(T a) { return 1; } template<> uint k(half a) { return 2; } template<> uint k(half a) { return 3; }|k(h)',
  'template<typename T> uint k(T a) { return 1; } template<> uint k(int a); template<> uint k<int>(int a) { return 3; }|k(i) + 10 * k(h)',
  'template<typename T> uint k(T a); template<> uint k(int a) { return 3; }|k(i)',
  'template<> uint k(int a) { return 3; }|k(i)',
  'template<typename T, typename U> uint k(T a, U b) { return 1; } template<> uint k<half>(half a, int b) { return 3; }|k(h, i) + 10 * k(h, h)',
  'template<typename T> uint k(T a) { return 1; } template<> uint k<half4>(half4 a) { return 2; }|k(f4) + 10 * k(h4)',
  'template<typename T> uint k(T a) { return 1; } template<> uint k<half4>(half4 a) { return 2; }|k(h4.xyzw) + 10 * k(h4 * h4) + 100 * k(abs(h4)) + 1000 * k(h4 * 2)',
  'template<typename T> uint k(T a, T b) { return 1; }|k(h, f)',
  'template<typename T> uint k(T a, T b) { return 1; }|k(h4, f4)',
  'template<typename T> uint k(T a, T b) { return 1; }|k(h4, h4.xyzw)',
  'template<typename T> uint k(T a, T b) { return 1; }|k(h3 * 2, h3)',
  'template<typename T> uint k(vector<T, 4> a) { return sizeof(T); } |k(h4)',
  'template<typename T> uint kk(T a) { return 1; } template<> uint kk<half>(half a) { return 2; } template<typename T> uint k(vector<T, 4> a) { T z = a.x; return kk(z); } |k(h4) + 10 * k(f4)',
  'struct K { uint get(half a) { return 1; } uint get(float a) { return 2; } }; static K z;|z.get(h) + 10 * z.get(f)',
  'struct K { uint get(half4 a) { return 1; } uint get(float4 a) { return 2; } }; static K z;|z.get(h4) + 10 * z.get(f4)',
  'struct K { uint get(half4 a) { return 1; } uint get(half4 a) { return 2; } }; static K z;|z.get(h4)',
  'struct K { uint v; uint operator+(half4 a) { return 1; } uint operator+(float4 a) { return 2; } }; static K z;|(z + h4) + 10 * (z + f4)',
  'struct K { uint v; uint operator()(half4 a) { return 1; } uint operator()(float4 a) { return 2; } }; static K z;|z(h4) + 10 * z(f4)',
  'struct K { uint v; uint operator[](half a) { return 1; } uint operator[](int a) { return 2; } }; static K z;|z[h] + 10 * z[i]',
  'static half4 k[2] = { gh4, gh4 };|over(k[1])',
  'static const half4 k = half4(1, 2, 3, 4);|over(k)',
  'static const half k = 1;|over(k)',
  'uint k(half4 a = 1) { return 1; } uint k(float4 a, int b) { return 2; }|k() + 10 * k(f4) + 100 * k(f4, 1)',
  'enum E { A = 3 }; uint k(half a) { return 1; } uint k(float a) { return 2; }|k(A)',
  'enum E { A = 3 }; uint k(half4 a) { return 1; } uint k(float4 a) { return 2; }|k(A)',
  'namespace n { uint k(half4 a) { return 1; } } uint k(float4 a) { return 2; }|k(h4) + 10 * n::k(f4)',
  'half4 mk() { return 1; } half mk1() { return 1; }|over(mk()) + 1000 * over(mk1())',
  'half4 mk() { return 1; }|over(mk() * 2) + 1000 * over(mk().xyzw)',
  'typedef vector<half, 3> V3; uint k(V3 a) { return 1; } uint k(float3 a) { return 2; }|k(h3) + 10 * k(f4.xyz)',
  'uint k(half2 a) { return 1; } uint k(float3 a) { return 2; }|k(h4)',
  'uint k(half2 a) { return 1; } uint k(half3 a) { return 2; }|k(h4)',
  'uint k(half2 a) { return 1; } uint k(float2 a) { return 2; }|k(h4)',
  'uint k(half2 a) { return 1; } uint k(float2 a) { return 2; }|k(f4) + 10 * k(h)',
  'StructuredBuffer<float4> fb; uint k(StructuredBuffer<half4> a) { return 1; } uint k(StructuredBuffer<float4> a) { return 2; }|k(hb4) + 10 * k(fb)',
  'Buffer<float4> fb; uint k(Buffer<half4> a) { return 1; } uint k(Buffer<float4> a) { return 2; }|k(rb4) + 10 * k(fb)',
  'Texture2D<float4> fb; uint k(Texture2D<half4> a) { return 1; } uint k(Texture2D<float4> a) { return 2; }|k(tex) + 10 * k(fb)',
  'uint k(StructuredBuffer<float4> a) { return 2; }|k(hb4)',
  'uint k(Buffer<float> a) { return 2; }|k(rb)',
  'half4 k() { half4 r = { 1, 2, h(), 4 }; return r; }|over(k())',
  'half h() { return 1; } half4 k() { half4 r = { 1, 2, h(), 4 }; return r; }|over(k())',
  'struct A { half4 v; }; struct B { float4 v; }; uint k(A a) { return 1; } uint k(B a) { return 2; }|k((A)0) + 10 * k((B)h4)',
  'uint k(const half4 a) { return 1; } uint k(float4 a) { return 2; }|k(h4)',
  'uint k(in half4 a) { return 1; } uint k(out half4 a) { a = 1; return 2; }|k(h4)',
  'void k(out float4 a) { a = 1; } |(k(h4), over(h4))',
  'void k(inout half4 a) { a += 1; } |(k(f4), over(f4))',
  'groupshared half4 gs[4];|over(gs[id.x & 3])',
  'groupshared half gs;|over(gs)',
]

function declared(text: string): string {
  const [declarations, expression] = text.split('|')
  const over = ['float4', 'half4', 'float', 'half']
    .map((type, k) => `uint over(${type} a) { return ${101 + k}; }\n`)
    .join('')
  return `${DECLARATIONS}${over}${declarations}\nRWBuffer<uint> o : register(u7);
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {${VARIABLES}
  o[0] = ${expression};
}
`
}

/** All cases, or every `step`th beginning with the `start`th. */
export function overloadCases(step = 1, start = 0): OverloadCase[] {
  const cases: OverloadCase[] = []
  for (const text of DECLARED) cases.push({ name: text, source: declared(text) })
  for (const pair of PAIRS)
    for (const call of PAIR_ARGUMENTS)
      cases.push({ name: `(${pair.join(') (')}) for (${call})`, source: pairProgram(pair, call) })
  for (const { sets, arguments: args } of FAMILIES)
    for (const set of sets)
      for (const argument of args) cases.push({ name: `(${set}) for (${argument})`, source: program(set, argument) })
  return cases.filter((_, i) => i % step === start)
}

/** The numbers that the program stores at u7, in the text of a module. */
export const storedNumbers = (text: string): string =>
  [...text.matchAll(/@dx\.op\.bufferStore\.i32\([^)]*?i32 0, i32 undef, i32 ([^,]+),/g)]
    .map(m => m[1]!.replace(/^%.*/, '%'))
    .join(' ')
