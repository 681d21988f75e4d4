// Spellings of register(...) and where they stand: the declarations, whether DXC takes them, and what binding results for those it takes
// (HLSL Bind of the resource `x`, or '' where there is none to see). Answers are DXC's, checked against it by register.test.ts.

/** A body that uses `x` as a resource of the class of its first letter, or as a number. */
export const BODIES: Readonly<Record<string, string>> = {
  u: 'Out[0] = x[0];',
  t: 'Out[0] = x[0];',
  T: 'Out[0] = x.Load(0).x;',
  s: 'Out[0] = Tex.SampleLevel(x, 0, 0).x;',
  b: 'Out[0] = x.v;',
  f: 'Out[0] = x;',
  S: 'Out[0] = x.r[0];',
  none: 'Out[0] = 1;',
}

export interface RegisterCase {
  readonly declaration: string
  /** Key of BODIES. */
  readonly body: string
}

const c = (body: string, declaration: string): RegisterCase => ({ body, declaration })

export const REGISTER_CASES: readonly RegisterCase[] = [
  // Classes.
  ...['t', 'u', 's', 'b', 'c', 'i'].flatMap(letter => [
    c('u', `RWBuffer<float> x : register(${letter}3);`),
    c('t', `Buffer<float> x : register(${letter}3);`),
    c('t', `StructuredBuffer<float> x : register(${letter}3);`),
    c('u', `RWStructuredBuffer<float> x : register(${letter}3);`),
    c('T', `Texture2D x : register(${letter}3);`),
    c('s', `SamplerState x : register(${letter}3);`),
    c('b', `ConstantBuffer<Num> x : register(${letter}3);`),
    c('b', `TextureBuffer<Num> x : register(${letter}3);`),
    c('f', `cbuffer B : register(${letter}3) { float x; }`),
    c('f', `tbuffer B : register(${letter}3) { float x; }`),
    c('f', `float x : register(${letter}3);`),
    c('f', `cbuffer B { float x : register(${letter}3); }`),
    c('S', `Res x : register(${letter}3);`),
    c('b', `Num x : register(${letter}3);`),
  ]),
  // Letters, numbers.
  c('u', 'RWBuffer<float> x : register(U3);'),
  c('S', 'Res x : register(U3);'),
  c('u', 'RWBuffer<float> x : register(u);'),
  c('u', 'RWBuffer<float> x : register(x3);'),
  c('u', 'RWBuffer<float> x : register(u3x);'),
  c('u', 'RWBuffer<float> x : register(u03);'),
  c('u', 'RWBuffer<float> x : register(u_3);'),
  c('u', 'RWBuffer<float> x : register(u 3);'),
  c('u', 'RWBuffer<float> x : register(3);'),
  c('u', 'RWBuffer<float> x : register();'),
  c('u', 'RWBuffer<float> x : register(u-1);'),
  c('u', 'RWBuffer<float> x : register(u4294967294);'),
  c('u', 'RWBuffer<float> x : register(u4294967295);'),
  c('u', 'RWBuffer<float> x : register(u4294967296);'),
  c('u', 'RWBuffer<float> x : register(u99999999999999999999);'),
  // Spaces.
  c('u', 'RWBuffer<float> x : register(u3, space0);'),
  c('u', 'RWBuffer<float> x : register(u3, space4);'),
  c('u', 'RWBuffer<float> x : register(u3, space);'),
  c('u', 'RWBuffer<float> x : register(u3, s2);'),
  c('u', 'RWBuffer<float> x : register(u3, Space2);'),
  c('u', 'RWBuffer<float> x : register(u3, space2x);'),
  c('u', 'RWBuffer<float> x : register(u3, 2);'),
  c('u', 'RWBuffer<float> x : register(u3, space4294967295);'),
  c('u', 'RWBuffer<float> x : register(u3, space4294967296);'),
  c('u', 'RWBuffer<float> x : register(space4);'),
  c('u', 'RWBuffer<float> x : register(space4294967295);'),
  c('u', 'RWBuffer<float> x : register(space);'),
  c('u', 'RWBuffer<float> x : register(Space4);'),
  c('u', 'RWBuffer<float> x : register(space4, u3);'),
  c('u', 'RWBuffer<float> x : register(u3, space1, space2);'),
  c('f', 'cbuffer B : register(space2) { float x; }'),
  c('f', 'cbuffer B : register(b1, space2) { float x; }'),
  c('f', 'float x : register(space1);'),
  c('f', 'float x : register(c1, space1);'),
  // Several annotations.
  c('u', 'RWBuffer<float> x : register(u3) : register(u3);'),
  c('u', 'RWBuffer<float> x : register(u3) : register(u4);'),
  c('u', 'RWBuffer<float> x : register(u3) : register(t4);'),
  c('u', 'RWBuffer<float> x : register(u3) : register(space2);'),
  c('u', 'RWBuffer<float> x : register(space2) : register(u3);'),
  c('u', 'RWBuffer<float> x : register(space2) : register(space3);'),
  c('T', 'Texture2D x : register(t3) : register(s4);'),
  c('s', 'SamplerState x : register(s3) : register(t4);'),
  c('S', 'Res x : register(u3) : register(t4) : register(s1);'),
  c('S', 'Res x : register(u3) : register(u4);'),
  c('S', 'Res x : register(u3, space0);'),
  c('S', 'Res x : register(u3, space1);'),
  c('S', 'Res x : register(space1);'),
  // Profiles, components.
  c('u', 'RWBuffer<float> x : register(ps_5_0, u3);'),
  c('u', 'RWBuffer<float> x : register(cs_6_0, u3);'),
  c('u', 'RWBuffer<float> x : register(ps, u3);'),
  c('u', 'RWBuffer<float> x : register(ds, u3);'),
  c('u', 'RWBuffer<float> x : register(ps_5_0, u3) : register(cs_5_0, u4);'),
  c('u', 'RWBuffer<float> x : register(ps_5_0, u3) : register(ps_5_0, u4);'),
  c('u', 'RWBuffer<float> x : register(ps_5_0, u3) : register(u4);'),
  c('u', 'RWBuffer<float> x : register(ps_5_0, space3);'),
  c('f', 'cbuffer B : register(ps_5_0, b3) { float x; }'),
  c('u', 'RWBuffer<float> x : register(u0[3]);'),
  c('u', 'RWBuffer<float> x : register(u2[3], space1);'),
  c('u', 'RWBuffer<float> x : register(u0[-1]);'),
  c('u', 'RWBuffer<float> x : register(u0[1 + 2]);'),
  c('u', 'RWBuffer<float> x : register(u0[]);'),
  c('u', 'RWBuffer<float> x : register(u0[y]);'),
  // Places where they mean nothing.
  c('none', 'static float x : register(c3);'),
  c('none', 'static float x : register(t3);'),
  c('none', 'groupshared float x : register(c3);'),
  c('none', 'struct Q { float x : register(c3); };'),
  c('none', 'struct Q { Texture2D x : register(t3); };'),
  c('none', 'float f(float x : register(c3)) { return x; }'),
  c('none', 'float f(float x : register(t3)) { return x; }'),
  c('none', 'float f() { float x : register(c3) = 1; return x; }'),
  c('none', 'float f() { float x : register(t3); return 1; }'),
  c('none', 'float f() : register(c3) { return 1; }'),
  // packoffset on what is no constant.
  c('u', 'RWBuffer<float> x : packoffset(c1);'),
  c('none', 'cbuffer B : packoffset(c1) { float y; }'),
  c('u', 'cbuffer B { RWBuffer<float> x : packoffset(c1); float y; }'),
  // Arrays, unbounded ones, dimensions.
  c('none', 'RWBuffer<float> x[0] : register(u3);'),
  c('none', 'struct Q { RWBuffer<float> x[]; }; Q q;'),
  c('none', 'RWBuffer<float> x[][];'),
  c('none', 'RWBuffer<float> x[3][];'),
  c('none', 'ConstantBuffer<Res> x[2];'),
  // Attributes of other targets.
  c('u', '[[vk::binding(3, 1)]] RWBuffer<float> x;'),
  c('u', '[[vk::binding(3)]] RWBuffer<float> x : register(u5);'),
]

export const HEAD =
  'struct Num { float v; };\nstruct Res { RWBuffer<float> r; };\nRWBuffer<float> Out : register(u0, space77);\nTexture2D Tex : register(t0, space77);\n'

export const sourceOf = ({ declaration, body }: RegisterCase): string =>
  `${HEAD}${declaration}\n[numthreads(1, 1, 1)] void main() { ${BODIES[body]} }\n`
