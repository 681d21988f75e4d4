// What operations make of variables that nobody set, against DXC: for each operation and kind of operand the same number is written, none is, or
// both refuse; and the same of loops that such a comparison ends. And clamps whose lower bound is above the upper one, which HLSL leaves undefined.

import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const OPERANDS = [
  ['a', 'n'],
  ['n', 'a'],
  ['a', '3'],
  ['3', 'a'],
  ['a', '0'],
  ['0', 'a'],
  ['a', 'b'],
] as const
const COMPARISONS = ['==', '!=', '<', '>', '<=', '>=']
const INTEGER = ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>']

/** Expressions of `a` and `b`, which are undefined, and `n`, which is not; with what they give as a number. */
function expressions(type: string): string[] {
  const of = (ops: readonly string[]): string[] => ops.flatMap(op => OPERANDS.map(([x, y]) => `${x} ${op} ${y}`))
  return [...of(COMPARISONS).map(e => `(${e}) ? 3 : 5`), ...(type === 'float' ? [] : of(INTEGER))]
}

function shaders(type: string): string[] {
  const shader = (body: string): string =>
    `${type} n; int q; ${type} main() : SV_Target { ${type} a, b; int k = 0; ${body} }`
  const loops = COMPARISONS.flatMap(op => OPERANDS.map(([x, y]) => `${x} ${op} ${y}`)).map(e =>
    shader(`while (true) { k++; if (k > q) discard; if (${e}) break; } return k;`),
  )
  return [...expressions(type).map(e => shader(`return ${e};`)), ...loops]
}

/** What is written to the output: a number, something that is computed, or nothing. */
function written(container: Uint8Array | undefined): string {
  if (!container) return 'refused'
  const text = disassemble(container)
  const call = /call void @dx\.op\.storeOutput.*?i8 0, (.*?)\)/.exec(
    text.slice(text.indexOf('define'), text.indexOf('\ndeclare')),
  )
  return call ? call[1]!.replace(/%.*/, 'a value') : 'nothing'
}

for (const type of ['int', 'uint', 'float'])
  oracleTest(['dxc-new'], `undefined operands of type ${type} decide what they decide in DXC`, async t => {
    const dxc = await Dxc.shared('dxc-new')
    const seen = new Map<string, number>()
    for (const source of shaders(type)) {
      const theirs = await dxc.compile(source, ['-T', 'ps_6_0', '-E', 'main'])
      const expected = written(theirs.ok ? theirs.container : undefined)
      t.is(written(compile(source, { target: 'ps_6_0' }).container), expected, source)
      seen.set(expected, (seen.get(expected) ?? 0) + 1)
    }
    t.true((seen.get('refused') ?? 0) > 10 && seen.size > 3, JSON.stringify([...seen]))
  })

const BOUNDS =
  `60.5 float(60) 60+0.5 -(-60.5) (60.5).x true?60.5:70 k f[0] v.x late local max(60.5,3) floor(60.5) sqrt(3600.0) pow(8.0,2) exp2(6)
  abs(60.5) fmod(121,61.0) lerp(60,70.0,0.5) mad(2,30,1.0) mul(60.5,1) radians(4000) degrees(1.5) saturate(2.0)*60`.split(
    /\s+/,
  )

oracleTest(['dxc-new'], 'of crossed bounds of a clamp the one wins that wins in DXC', async t => {
  const dxc = await Dxc.shared('dxc-new')
  const globals = 'static const float k = 60, f[2] = {60, 1}, late = abs(60.5); static const float2 v = {60, 1};'
  const vectors = ['v', '60', 'abs(60)', 'float2(60, 61)', 'float2(abs(60.5), 61)'].map(
    b => `clamp(50.0.xx, ${b}, 40.0.xx).x`,
  )
  const expressions = [
    ...BOUNDS.flatMap(b => [`clamp(50.0, ${b}, 40.0)`, `clamp(50, int(${b}), 40)`, `clamp(${b}, 70.0, 40.0)`]),
    ...vectors,
    'clamp(float2x2(50, 50, 50, 50), 60, 40)[0][0]',
    'clamp(50.0, float(abs(60)), 40.0)',
  ]
  const seen = new Map<string, number>()
  for (const expression of expressions) {
    const source = `${globals} float main() : SV_Target { const float local = 60; return ${expression}; }`
    const theirs = await dxc.compile(source, ['-T', 'ps_6_0', '-E', 'main'])
    const expected = written(theirs.container)
    t.is(written(compile(source, { target: 'ps_6_0' }).container), expected, expression)
    seen.set(expected, (seen.get(expected) ?? 0) + 1)
  }
  t.true((seen.get('float 4.000000e+01') ?? 0) > 20 && seen.size > 4, JSON.stringify([...seen]))
})
