// Static variables that functions of a library share: what one call leaves the next one finds, in every function, linked or not.

import test from 'ava'
import { compile, compileModule, compileToIr, disassemble, link } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const library = (source: string, target: string): Uint8Array => {
  const { ok, text, container } = compile(source, { target })
  if (!ok) throw new Error(text)
  return container
}

const STATE = `static int n = 4; static float3 v[2] = { { 1, 2, 3 }, { 4, 5, 6 } }; static bool q = true;
struct S { int a; bool b; float2 c; }; static S s = { 1, true, 2, 3 };
int local(int k) { static int kept = 5; kept += k; return kept; }
export int next() { q = !q; s.a++; s.c.y *= 2; return n++ + s.a; }
export float at(int i) { v[i].y += 1; return v[i].y + (q ? 3 : 5) + s.c.y + s.b; }
export int sums(int k) { return local(k) * 100 + local(k + 1); }
export void reset(int k) { n = k; }`
const MAIN = `int next(); float at(int i); int sums(int k); void reset(int k); RWBuffer<int> o; RWBuffer<float> p;
[shader("compute")] [numthreads(1, 1, 1)] void main() {
  o[0] = next(); o[1] = next(); o[2] = next(); p[0] = at(1); p[1] = at(1); o[3] = sums(1); o[4] = sums(0);
  reset(50); o[5] = next();
}`
// By hand: n counts 4, 5, 6, s.a 2, 3, 4, s.c.y doubles from 3; kept is 6, 8, then 8, 9.
const EXPECTED = [6, 8, 10, 36, 37, 608, 809, 55]

/** What a linked shader stores, all constants. */
function stored(container: Uint8Array): number[] {
  const calls = [...disassemble(container).matchAll(/call void @dx\.op\.bufferStore\.(.*)/g)]
  return calls.map(([, text]) => Number(/i32 undef, (?:i32|float) ([^,]+),/.exec(text!)![1]))
}

oracleTest(['dxc'], 'linked calls find what the calls before them left, whoever compiled and linked first', async t => {
  const dxc = await Dxc.shared()
  for (const target of ['lib_6_3', 'lib_6_x']) {
    const theirs = await Promise.all([STATE, MAIN].map(source => dxc.compile(source, ['-T', target])))
    const ours = [library(STATE, target), library(MAIN, target)] as const
    for (const [state, main] of [ours, [theirs[0]!.container!, theirs[1]!.container!] as const]) {
      if (target === 'lib_6_3') t.is((await dxc.validate(state)).message, '')
      const inputs = [
        { name: 'state', container: state },
        { name: 'main', container: main },
      ]
      const shader = link(inputs, { target: 'cs_6_0' })
      t.is(shader.text, '')
      t.deepEqual(stored(shader.container!), EXPECTED, target)
      t.is((await dxc.validate(shader.container!)).message, '')
      // The same by way of a library.
      const whole = link(inputs, { target: 'lib_6_3' })
      t.is(whole.text, '')
      t.is((await dxc.validate(whole.container!)).message, '')
      const again = link([{ name: 'whole', container: whole.container! }], { target: 'cs_6_0' })
      t.deepEqual(stored(again.container!), EXPECTED, target)
    }
  }
})

test('only what changes and what others can call is shared', t => {
  const globals = (source: string): string[] =>
    [...disassemble(library(source, 'lib_6_3')).matchAll(/^@(\w+) = internal unnamed_addr global/gm)].map(
      ([, name]) => name!,
    )
  const miss = 'struct P { float a; }; [shader("miss")] void M(inout P p) { n += 1; p.a = n; }'
  t.deepEqual(globals(`static float n = 2; ${miss}`), [])
  t.deepEqual(globals(`static float n = 2; ${miss} export float f() { return n; }`), ['n'])
  t.deepEqual(globals('static float n = 2; export float f() { return n; }'), [])
  // A function that stays a call works on the same memory.
  const kept =
    'static int n; [noinline] int step(int i) { n += i; return n; } export int f(int a) { n = a; return step(a) + n; }'
  t.deepEqual(globals(kept), ['n'])
  t.regex(disassemble(library(kept, 'lib_6_3')), /define internal i32 .*step/)
})

test('as text they come back as they were', t => {
  for (const stopAfter of ['remove_unreachable', 'order_phis']) {
    const { ir = '' } = compileToIr(STATE, { target: 'lib_6_3', stopAfter })
    t.deepEqual(compileModule(ir).container, library(STATE, 'lib_6_3'), stopAfter)
  }
})
