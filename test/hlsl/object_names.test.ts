// Names that every JavaScript object has are ordinary words of a program: wherever one stands, the verdict is that of any other word.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { parseRootSignature } from '../../src/root_signature/parse.ts'

const NAMES = [
  ...['constructor', '__proto__', 'toString', 'toLocaleString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'],
  ...['propertyIsEnumerable', '__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__'],
]
/** A word of nobody, with the beginning of another: registers are told by their letter. */
const ordinary = (name: string): string => `${/^_*./.exec(name)![0]}ebraQuxWord`

/** Programs with NAME somewhere: one for every kind of place where a word is looked up. */
const PLACES: readonly string[] = [
  '[NAME] [numthreads(1, 1, 1)] void main() {}',
  '[NAME(1)] [numthreads(1, 1, 1)] void main() {}',
  '[[vk::NAME]] Texture2D t; [numthreads(1, 1, 1)] void main() {}',
  '[[NAME::x]] Texture2D t; [numthreads(1, 1, 1)] void main() {}',
  '[numthreads(1, 1, 1)] void main() { [NAME] for (int i = 0; i < 3; i++) {} }',
  '[numthreads(1, 1, 1)] void main() { [NAME] if (true) {} }',
  '[numthreads(1, 1, 1)] void main(uint x : NAME) {}',
  '[numthreads(1, 1, 1)] void main(uint x : SV_NAME) {}',
  '[shader("NAME")] [numthreads(1, 1, 1)] void main() {}',
  'float NAME; RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = NAME; }',
  'static float NAME = 1; RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = NAME; }',
  'RWBuffer<float> NAME; [numthreads(1, 1, 1)] void main() { NAME[0] = 1; }',
  'RWBuffer<float> o : register(NAME); [numthreads(1, 1, 1)] void main() { o[0] = 1; }',
  'RWBuffer<float> o : register(u0, NAME); [numthreads(1, 1, 1)] void main() { o[0] = 1; }',
  'cbuffer NAME { float a; } RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = a; }',
  'cbuffer C { float a : packoffset(NAME); } [numthreads(1, 1, 1)] void main() {}',
  'cbuffer C { float a : packoffset(c0.NAME); } [numthreads(1, 1, 1)] void main() {}',
  'struct NAME { float a; }; RWStructuredBuffer<NAME> o; [numthreads(1, 1, 1)] void main() { o[0].a = 1; }',
  'struct S { float NAME; }; RWStructuredBuffer<S> o; [numthreads(1, 1, 1)] void main() { o[0].NAME = 1; }',
  'struct S { float NAME() { return 1; } }; RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { S s; o[0] = s.NAME(); }',
  'struct S { float a; }; RWStructuredBuffer<S> o; [numthreads(1, 1, 1)] void main() { o[0].NAME = 1; }',
  'float NAME(float x) { return x; } RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = NAME(1); }',
  'RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = NAME(1); }',
  'RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o.NAME(1); }',
  'RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o.NAME = 1; }',
  'RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { float4 v = 1; o[0] = v.NAME; }',
  'RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { float2x2 v = 1; o[0] = v.NAME; }',
  '[numthreads(1, 1, 1)] void main() { NAME x; }',
  '[numthreads(1, 1, 1)] void main() { NAME<float> x; }',
  '[numthreads(1, 1, 1)] void main() { NAME::x y; }',
  '[numthreads(1, 1, 1)] void main() { float x = (NAME)1; }',
  'Texture2D<NAME> t; [numthreads(1, 1, 1)] void main() {}',
  'FeedbackTexture2D<NAME> t; [numthreads(1, 1, 1)] void main() {}',
  'typedef float NAME; RWBuffer<NAME> o; [numthreads(1, 1, 1)] void main() { o[0] = 1; }',
  'enum NAME { A }; [numthreads(1, 1, 1)] void main() { NAME e = A; }',
  'enum E { NAME }; [numthreads(1, 1, 1)] void main() { E e = NAME; }',
  'namespace NAME { static float x = 1; } RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = NAME::x; }',
  'template<typename NAME> NAME f(NAME a) { return a; } RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = f(1.0); }',
  'template<typename T> struct NAME { T a; }; RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { NAME<float> s; s.a = 1; o[0] = s.a; }',
  '#define NAME 3\nRWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = NAME; }',
  '#define NAME(x) x\nRWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = NAME(3); }',
  '#define F(NAME) NAME\nRWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = F(3); }',
  '#ifdef NAME\n#error defined\n#endif\n[numthreads(1, 1, 1)] void main() {}',
  '#if NAME\n#error true\n#endif\n[numthreads(1, 1, 1)] void main() {}',
  '#if defined(NAME) || __has_feature(NAME)\n#error true\n#endif\n[numthreads(1, 1, 1)] void main() {}',
  '#NAME\n[numthreads(1, 1, 1)] void main() {}',
  '#pragma NAME\n[numthreads(1, 1, 1)] void main() {}',
  '#pragma dxc diagnostic ignored "-WNAME"\n[numthreads(1, 1, 1)] void main() {}',
  '#include "NAME"\n[numthreads(1, 1, 1)] void main() {}',
  '[RootSignature("NAME(b0)")] [numthreads(1, 1, 1)] void main() {}',
  '[RootSignature("CBV(b0, NAME = 1)")] [numthreads(1, 1, 1)] void main() {}',
  '[RootSignature("RootFlags(NAME)")] [numthreads(1, 1, 1)] void main() {}',
  '[RootSignature("DescriptorTable(NAME(b0))")] [numthreads(1, 1, 1)] void main() {}',
  '[numthreads(1, 1, 1)] void main() { NAME: float x = 1; }',
  '[numthreads(1, 1, 1)] void main() { float x = 1NAME; }',
  'groupshared float NAME; [numthreads(1, 1, 1)] void main() { NAME = 1; }',
  'void main(NAME in float x : A) {}',
]

/** The verdict and the codes, or what was thrown. */
function verdict(source: string, options: Partial<Parameters<typeof compile>[1]> = {}): string {
  try {
    const { ok, diagnostics } = compile(source, { target: 'cs_6_0', ...options })
    return `${ok} ${diagnostics.map(d => d.code).join(' ')}`
  } catch (error) {
    return `thrown: ${String(error)}`
  }
}

for (const name of NAMES)
  test(`'${name}' is a word like any other`, t => {
    for (const place of PLACES) {
      const wanted = verdict(place.replaceAll('NAME', ordinary(name)))
      t.false(wanted.startsWith('thrown'), `${place}: ${wanted}`)
      t.is(verdict(place.replaceAll('NAME', name)), wanted, place)
    }
    const plain = '[numthreads(1, 1, 1)] void main() {}'
    for (const options of [
      (word: string) => ({ target: word }),
      (word: string) => ({ entry: word }),
      (word: string) => ({ defines: [word] }),
      (word: string) => ({ defines: [`${word}=1`] }),
      (word: string) => ({ rootSignatureDefine: word }),
      (word: string) => ({ fileName: word }),
      (word: string) => ({ target: 'rootsig_1_1', entry: word }),
    ] as const)
      t.is(verdict(plain, options(name)), verdict(plain, options(ordinary(name))), String(options))
    t.throws(() => parseRootSignature(`${name}(b0)`, { version: '1.1' }), { message: /Unexpected token/ })
  })
