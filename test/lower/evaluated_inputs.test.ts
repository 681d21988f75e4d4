// Inputs that are evaluated elsewhere in the pixel and come through variables, functions and conditions that are known: which values still count
// as inputs, and that DXC evaluates the same components of the same elements. Generators of HLSL copy all inputs into static variables first.

import type { ExecutionContext } from 'ava'
import { disassemble } from '../../src/api/index.ts'
import { both } from '../hlsl/both.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const S = 'struct S { float2 x; float3 y; };'
const AT = 'int2(1, 2)'
const REFUSED = 'attribute evaluation can only be done on values taken directly from inputs.'

/** Globals, parameters, the body of main. */
type Case = readonly [globals: string, params: string, body: string]

const TAKEN: readonly Case[] = [
  ['static float2 g;', 'float2 a : A', `g = a; return EvaluateAttributeSnapped(g, ${AT}).xyxy;`],
  ['static float2 g; float2 f() { return EvaluateAttributeCentroid(g); }', 'float2 a : A', 'g = a; return f().xyxy;'],
  [
    'static float2 g;',
    'float2 a : A',
    `g = 3; g = a; float2 r = EvaluateAttributeSnapped(g, ${AT}); g = 2; return r.xyxy;`,
  ],
  [`${S} static S g;`, 'S a : A', `g = a; return EvaluateAttributeAtSample(g.y, 1).xyzx;`],
  [`${S} static S g;`, 'float2 z : Z, float2 a : A', `g.x = a; return EvaluateAttributeSnapped(g.x, ${AT}).xyxy;`],
  ['static float4 g;', 'float4 a : A', `g = a; return EvaluateAttributeSnapped(g.wx, ${AT}).xyxy;`],
  ['static float2x2 g;', 'float2x2 a : A', `g = a; return EvaluateAttributeCentroid(g)._11_12_21_22;`],
  ['static float2x2 g;', 'float2x2 a : A', `g = a; return EvaluateAttributeCentroid(g[1]).xyxy;`],
  ['static float2 g;', 'nointerpolation float2 a : A', 'g = a; return GetAttributeAtVertex(g, 1).xyxy;'],
  ['static uint2 g;', 'nointerpolation uint2 a : A', 'g = a; return GetAttributeAtVertex(g, 2).xyxy;'],
  ['static min16float2 g;', 'min16float2 a : A', 'g = a; return EvaluateAttributeCentroid(g).xyxy;'],
  ['', 'float2 a[2] : A', `float2 l[2] = a; return EvaluateAttributeSnapped(l[1], ${AT}).xyxy;`],
  ['float2 f(inout float2 p) { return EvaluateAttributeCentroid(p); }', 'float2 a : A', 'return f(a).xyxy;'],
  [
    'void f(float2 a, out float2 o) { o = a; }',
    'float2 a : A',
    'float2 l; f(a, l); return EvaluateAttributeCentroid(l).xyxy;',
  ],
  ['', 'float2 a : A, float2 c : C', 'float2 l = c; if (true) l = a; return EvaluateAttributeCentroid(l).xyxy;'],
  [
    'int n; static float2 g;',
    'float2 a : A',
    `g = a; float4 r = 0; for (int i = 0; i < n; i++) r += EvaluateAttributeSnapped(g, int2(i, 2)).xyxy; return r;`,
  ],
  // Nobody needs what it would give.
  ['static float2 g;', 'float2 a : A', 'g = a + 1; float2 r = EvaluateAttributeCentroid(g); return a.x;'],
]

const REFUSALS: readonly Case[] = [
  [
    'static float2 g;',
    'float2 a : A, float2 b : B',
    'g = b; if (a.x > 1) g = a; return EvaluateAttributeCentroid(g).xyxy;',
  ],
  ['static float2 g = 1;', 'float2 a : A', 'if (a.x > 1) g = a; return EvaluateAttributeCentroid(g).xyxy;'],
  ['static float2 g;', 'float2 a : A', 'return EvaluateAttributeCentroid(g).xyxy;'],
  ['static const float2 g = 2;', 'float2 a : A', 'return EvaluateAttributeCentroid(g).xyxy;'],
  ['', 'float2 a : A', 'return EvaluateAttributeCentroid(float2(0, 1)).xyxy;'],
  ['', 'float2 a : A', 'return EvaluateAttributeCentroid(a + 1).xyxy;'],
  ['', 'float2 a : A, float2 b : B', 'return EvaluateAttributeCentroid(a.x > 1 ? a : b).xyxy;'],
  ['', 'min16float a : A', 'float l = a; return EvaluateAttributeCentroid(l).xxxx;'],
  ['', 'nointerpolation int a : A', 'float l = a; return EvaluateAttributeCentroid(l).xxxx;'],
  ['static int g;', 'nointerpolation int a : A', 'return GetAttributeAtVertex(g, 1).xxxx;'],
  ['static bool g;', 'nointerpolation bool a : A', 'g = !a; return GetAttributeAtVertex(g, 1).xxxx;'],
  [
    'int n;',
    'float2 a : A, float2 b : B',
    'float4 r = 0; for (int i = 0; i < n; i++) { r += EvaluateAttributeCentroid(a).xyxy; a = b; } return r;',
  ],
]

const shader = ([globals, params, body]: Case): string => `${globals}\nfloat4 main(${params}) : SV_Target { ${body} }`

/** The calls that evaluate inputs, without the numbers of values. */
function evaluations(container: Uint8Array): string[] {
  const calls = disassemble(container).match(/@dx\.op\.(eval\w+|attributeAtVertex)\.\w+\([^)]*\)/g) ?? []
  return calls.map(call => call.replace(/%\d+/g, '%')).sort()
}

async function compare(t: ExecutionContext, flags: string): Promise<void> {
  for (const it of TAKEN) {
    const { ours, theirs, isValid } = await both(shader(it), flags)
    t.true(ours.ok && theirs.ok && isValid, `${shader(it)}\n${ours.text}\n${theirs.errors}`)
    const found = evaluations(ours.container!)
    t.deepEqual(found, evaluations(theirs.container!), shader(it))
    t.is(found.length === 0, it[2].endsWith('return a.x;'), shader(it))
  }
  for (const it of REFUSALS) {
    const { ours, theirs } = await both(shader(it), flags)
    t.true(
      ours.text.includes(REFUSED) && theirs.errors.includes(REFUSED),
      `${shader(it)}\n${ours.text}\n${theirs.errors}`,
    )
  }
}

oracleTest('dxc', 'inputs that come through variables are evaluated as in DXC', t => compare(t, '-T ps_6_1 -E main'))
oracleTest('dxc', 'without optimisation too', t => compare(t, '-T ps_6_1 -E main -Od'))
