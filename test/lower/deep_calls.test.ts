// Calls that nest as deeply as a program likes: they compile whatever the engine's stack is, and compute what they say.

import { spawnSync } from 'node:child_process'
import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { D3d12, type Resource } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const chain = (n: number): string =>
  `float f0(float a) { return a + 1; }
${Array.from({ length: n }, (_, i) => `float f${i + 1}(float a) { return f${i}(a) * 2; }`).join('\n')}
RWBuffer<float> o; float g; [numthreads(1, 1, 1)] void main() { o[0] = f${n}(g); }`

/** Blocks, brackets and a call inside of them, over and over. */
const nested = (n: number): string =>
  `float f0(float a) { return a + 1; }
${Array.from(
  { length: n },
  (_, i) => `float f${i + 1}(float a) {
  ${'{'.repeat(60)} if (a > 1) ${'('.repeat(100)}a = ${'('.repeat(90)}f${i}(a)${')'.repeat(90)} * 2${')'.repeat(100)}; ${'}'.repeat(60)}
  return a;
}`,
).join('\n')}
RWBuffer<float> o; float g; [numthreads(1, 1, 1)] void main() { o[0] = f${n}(g); }`

test('with a smaller stack than any engine has, deep calls compile to the same bytes', t => {
  for (const source of [chain(700), chain(2000), nested(100)]) {
    const expected = compile(source, { target: 'cs_6_0' })
    if (!expected.ok) return t.fail(expected.text)
    const program = `
      import { readFileSync } from 'node:fs'
      import { compile } from ${JSON.stringify(new URL('../../src/api/compile.js', import.meta.url).href)}
      const made = compile(readFileSync(0, 'utf8'), { target: 'cs_6_0' })
      process.stdout.write(made.ok ? Buffer.from(made.container).toString('hex') : made.text)`
    const args = ['--stack-size=650', '--input-type=module', '-e', program]
    const { stdout, stderr } = spawnSync(process.execPath, args, { input: source, encoding: 'utf8', maxBuffer: 1e8 })
    t.is(stdout, Buffer.from(expected.container).toString('hex'), stderr)
  }
})

test('what nests deeper than is counted is refused at its place', t => {
  const source = `RWBuffer<float> o; float g;\n[numthreads(1, 1, 1)] void main() { o[0] = ${Array(3000).fill('g > 1').join(' && ')}; }`
  const made = compile(source, { target: 'cs_6_0' })
  t.false(made.ok)
  t.deepEqual(
    made.diagnostics.map(d => [d.code, d.line]),
    [['E4015', 2]],
  )
})

/** Every way of passing: arrays, structs, vectors, resources, methods; early returns, loops, calls of one function with other memory. */
const program = (n: number): string => `
struct S { float4 v; int a[3]; int Sum() { return a[0] + a[1] + a[2]; } void Set(int i, int x) { a[i % 3] = x; } };
RWStructuredBuffer<int> o : register(u0);
int step0(inout S s, out int rest, int3 v, int list[2], RWStructuredBuffer<int> r, int i) {
  rest = s.Sum() + v.y + list[1];
  s.v.yz += i;
  s.Set(i, rest & 15);
  return r[20] + v.x;
}
${Array.from(
  { length: n },
  (_, k) => `int step${k + 1}(inout S s, out int rest, int3 v, int list[2], RWStructuredBuffer<int> r, int i) {
  if (i == ${k + 100}) { rest = 1; return 2; }
  int own[2] = { list[1], list[0] + ${k % 7} };
  int sum = 0;
  for (int j = 0; j < (i & 1) + 1; j++) {
    int inner;
    sum = (sum + step${k}(s, inner, v.yzx + j, own, r, i + ${k % 3})) & 0xffff;
    sum ^= inner;
    own[j] = sum & 31;
  }
  rest = sum & 255;
  s.a[${k % 3}] ^= rest;
  return sum + s.Sum();
}`,
).join('\n')}
[numthreads(8, 1, 1)] void main(uint t : SV_GroupIndex) {
  S s = { 1, 2, 3, 4, t, 5, 6 };
  int list[2] = { 7, t };
  int rest;
  // The threads with even numbers go through every level once.
  int result = t < 2 ? 0 : step${n}(s, rest, int3(t, 1, 2), list, o, 0);
  o[t] = result + (t < 2 ? 0 : rest) + s.Sum() + (int)s.v.y;
}`

oracleTest('d3d12', 'deep calls with every kind of parameter compute what they do with another compiler', async t => {
  const data = new Uint8Array(new Int32Array(32).fill(3).buffer)
  const resources: readonly Resource[] = [{ kind: 'uav', register: 0, type: 'structured', stride: 4, data }]
  // Levels double the work of odd numbers, so few of them; the depth comes from brackets.
  for (const n of [4, 12]) {
    const source = program(n)
      .replaceAll('sum = (sum + step', `sum = ${'('.repeat(120)}(sum + step`)
      .replaceAll('& 0xffff;', `& 0xffff${')'.repeat(120)};`)
    const ours = compile(source, { target: 'cs_6_0' })
    if (!ours.ok) return t.fail(ours.text)
    const theirs = await (await Dxc.shared()).compile(source, ['-T', 'cs_6_0'])
    if (!theirs.container) return t.fail(theirs.errors)
    const run = async (container: Uint8Array) =>
      (await D3d12.shared()).runCompute({ container, dispatch: [1, 1, 1], resources })
    const [made, wanted] = [await run(ours.container), await run(theirs.container)]
    t.is(wanted.error, undefined)
    t.is(new Set(new Int32Array(wanted.uavs[0]!.data.slice(0, 32).buffer)).size, 8, 'each thread has its own result')
    t.deepEqual(made, wanted, `${n} levels`)
  }
})
