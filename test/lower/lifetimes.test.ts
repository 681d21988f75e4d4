// Variables that a loop declares: what an iteration left in them is live around the loop only where DXC has it so.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/index.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const AROUND = (declarations: string, body: string): string => `
StructuredBuffer<float> b;
RWStructuredBuffer<float> o;
cbuffer C { uint n; };
${declarations}
[numthreads(1, 1, 1)] void main() {
  float r = 0;
  for (uint i = 0; i < n; i++) {
    ${body}
  }
  o[0] = r;
}`

/** No loop but that of `body`, which calls a function with a local. */
const ITSELF = (body: string): string => `
StructuredBuffer<float> b;
RWStructuredBuffer<float> o;
cbuffer C { uint n; };
bool next(inout uint i) {
  float z;
  if (b[i] > 1) z = b[i + 1];
  if (b[i + 2] > 2) return false;
  i++;
  return z > 2;
}
[numthreads(1, 1, 1)] void main() {
  float r = 0;
  ${body}
  o[0] = r;
}`

const SOURCES: Readonly<Record<string, string>> = {
  'a scalar': AROUND('', 'float z; if (b[i] > 1) z = b[i + 1]; if (b[i + 9] > 3) break; r += z;'),
  'a vector': AROUND('', 'float3 z; if (b[i] > 1) z.yx = b[i + 1]; if (b[i + 9] > 3) break; r += z.x + z.y;'),
  'a struct that a method fills': AROUND(
    'struct S { float a; float c; void load(uint i) { if (b[i] > 1) { a = b[i + 1]; c = b[i + 2]; } } };',
    'S s; s.load(i); if (b[i + 9] > 3) break; r += s.a * s.c;',
  ),
  'arrays in a struct': AROUND(
    'struct S { float a[3]; float2 v[2]; };',
    'S s; if (b[i] > 1) { s.a[0] = b[i + 1]; s.a[2] = b[i + 2]; s.v[1] = b[i + 3]; } if (b[i + 9] > 3) break; r += s.a[0] * s.a[2] + s.v[1].x;',
  ),
  'a local of a function': AROUND(
    'float f(uint i) { float z; if (b[i] > 1) z = b[i + 1]; return z * 2; }',
    'if (b[i + 9] > 3) break; r += f(i);',
  ),
  'an out parameter whose argument has another type': AROUND(
    'void f(uint i, out float z) { if (b[i] > 1) z = b[i + 1]; }',
    'int y; f(i, y); if (b[i + 9] > 3) break; r += y;',
  ),
  'a loop in a loop': AROUND(
    '',
    'for (uint k = 0; k < i; k++) { float y; if (b[k] > 1) y = b[k + 2]; if (b[k + 5] > 2) break; r += y; }',
  ),
  'a function that the condition calls': ITSELF('uint k = 0; while (next(k)) r += b[k];'),
  'a function that the last condition calls': ITSELF('uint k = 0; do r += b[k]; while (next(k));'),
  'a function that the step calls': ITSELF('for (uint k = 0; k < n; next(k)) { if (b[k + 9] > 3) break; r += k; }'),
  'a variable around the loop': AROUND(
    'static float z;',
    'if (b[i] > 1) z = b[i + 1]; if (b[i + 9] > 3) break; r += z;',
  ),
  'an initializer': AROUND('', 'float z = 1; if (b[i] > 1) z = b[i + 1]; if (b[i + 9] > 3) break; r += z;'),
}

const ARGUMENTS: readonly (readonly string[])[] = [
  ['-T', 'cs_6_5'],
  ['-T', 'cs_6_6'],
  ['-T', 'cs_6_8'],
  ['-T', 'cs_6_5', '-enable-lifetime-markers'],
  ['-T', 'cs_6_6', '-disable-lifetime-markers'],
  ['-T', 'cs_6_6', '-disable-lifetime-markers', '-enable-lifetime-markers'],
  ['-T', 'cs_6_6', '-Od'],
]

/** Values that go around loops: phis of blocks which a later block leads to. */
function carried(listing: string): number {
  const blocks = listing.split(/\n(?=; <label>:\d+)/)
  const labels = blocks.map(block => /^; <label>:(\d+)/.exec(block)?.[1])
  let count = 0
  for (const [i, block] of blocks.entries()) {
    const from = /preds = (.*)/.exec(block.split('\n')[0]!)?.[1] ?? ''
    const isHeader = [...from.matchAll(/%(\d+)/g)].some(([, label]) => labels.indexOf(label) >= i)
    if (isHeader) count += block.match(/ = phi /g)?.length ?? 0
  }
  return count
}

oracleTest('dxc', 'what goes around a loop is what goes around it in DXC', async t => {
  const dxc = await Dxc.shared()
  for (const [name, source] of Object.entries(SOURCES))
    for (const args of ARGUMENTS) {
      const theirs = await dxc.compile(source, args)
      const ours = compile(source, dxcArgsToOptions(args))
      t.true(ours.ok && theirs.ok, `${name} ${ours.text}${theirs.errors}`)
      if (!ours.ok || !theirs.container) continue
      const texts = [ours.container, theirs.container].map(async c => (await dxc.disassemble(c)).text)
      const [own, other] = (await Promise.all(texts)).map(carried)
      t.is(own, other, `${name} ${args.join(' ')}`)
    }
})

test('an iteration begins with nothing from shader model 6.6 on, or when asked', t => {
  const count = (args: readonly string[]): number => {
    const { container } = compile(SOURCES['a scalar']!, dxcArgsToOptions(args))
    return carried(disassemble(container!))
  }
  t.is(count(['-T', 'cs_6_6']), 2)
  t.is(count(['-T', 'cs_6_5']), 3)
  t.is(count(['-T', 'cs_6_5', '-enable-lifetime-markers']), 2)
  t.is(count(['-T', 'cs_6_6', '-disable-lifetime-markers']), 3)
})
