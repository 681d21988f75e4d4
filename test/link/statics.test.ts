// Static variables that functions of a library share: what one call leaves the next one finds, in every function, linked or not.

import test, { type ExecutionContext } from 'ava'
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

const LATE_STATE = `uint4 c; int twice() { return c.x * 2; } static int n = twice(); static int2 v = c.yz; static int w[2] = { c.x, 7 };
int local(int j) { static int kept = c.w + j; kept += 10; return kept; }
export int next() { return n++; }
export int at(int i) { v[i] += 1; w[i] += 1; return v[i] + n + w[i]; }
export int sums(int j) { return local(j); }
export void reset(int j) { n = j; }`
const LATE_MAIN = `int next(); int at(int i); int sums(int k); void reset(int k); RWBuffer<int> o;
[shader("compute")] [numthreads(1, 1, 1)] void main() {
  o[0] = next(); o[1] = next(); o[2] = at(1); o[3] = at(1); o[4] = sums(1); o[5] = sums(0); reset(50); o[6] = next();
}`
// Of c = (x, y, z, w), by hand: n is 2x, 2x + 1, then 2x + 2; v[1] is z + 1, z + 2, w[1] 8, 9; kept is w + 1 + 10, then 10 more.
const LATE_SUMS = [
  { x: 2 },
  { x: 2, add: 1 },
  { x: 2, z: 1, add: 11 },
  { x: 2, z: 1, add: 13 },
  { w: 1, add: 11 },
  { w: 1, add: 21 },
  { add: 50 },
]

/** What a linked shader stores as sums of the components of its constant buffer. */
function storedSums(container: Uint8Array): Record<string, number>[] {
  const text = disassemble(container)
  const sums = new Map<string, Record<string, number>>()
  const of = (name: string): Record<string, number> => sums.get(name) ?? { add: Number(name) }
  for (const [, name, op, a, b] of text.matchAll(/^ {2}(%\S+) = (extractvalue|add|shl)(?: nsw)? \S+ (\S+), (\S+)$/gm)) {
    const sum = { ...(op === 'extractvalue' ? { ['xyzw'[Number(b)]!]: 1 } : of(a!)) }
    if (op === 'shl') for (const key of Object.keys(sum)) sum[key]! *= 2 ** Number(b)
    if (op === 'add') for (const [key, value] of Object.entries(of(b!))) sum[key] = (sum[key] ?? 0) + value
    sums.set(name!, sum)
  }
  return [...text.matchAll(/call void @dx\.op\.bufferStore\..*i32 undef, i32 ([^,]+),/g)].map(([, value]) => of(value!))
}

oracleTest(['dxc'], 'static variables that code initialises begin with their value once', async t => {
  const dxc = await Dxc.shared()
  const staying = LATE_STATE.replace(/^(?=int|export)/gm, '[noinline] ')
  for (const source of [LATE_STATE, staying]) await beginOnce(t, dxc, [source, LATE_MAIN])
})

async function beginOnce(t: ExecutionContext, dxc: Dxc, sources: readonly string[]): Promise<void> {
  const theirs = await Promise.all(sources.map(source => dxc.compile(source, ['-T', 'lib_6_3'])))
  const ours = sources.map(source => library(source, 'lib_6_3'))
  t.is((await dxc.validate(ours[0]!)).message, '')
  for (const [state, main] of [ours, theirs.map(({ container }) => container!)]) {
    const inputs = [
      { name: 'state', container: state! },
      { name: 'main', container: main! },
    ]
    const shader = link(inputs, { target: 'cs_6_0' })
    t.deepEqual(storedSums(shader.container!), LATE_SUMS, shader.text)
    const whole = link(inputs, { target: 'lib_6_3' })
    t.is((await dxc.validate(whole.container!)).message, '')
    const again = link([{ name: 'whole', container: whole.container! }], { target: 'cs_6_0' })
    t.deepEqual(storedSums(again.container!), LATE_SUMS, again.text)
    // By way of a library without the shader: the constructor's variables stay shared.
    const part = link(inputs.slice(0, 1), { target: 'lib_6_3' })
    const last = link([{ name: 'part', container: part.container! }, inputs[1]!], { target: 'cs_6_0' })
    t.deepEqual(storedSums(last.container!), LATE_SUMS, last.text)
  }
}

const ORDERED_STATE = `uint4 c; static int a = c.x; int step() { a += 1; return a; } static int b = step(); static int d = a + 5; static int k = a;
static int e; static int g = (e = c.y) + 1; static int n = 4; static int m = n + c.w;
export int f() { n = 50; a += 1; return a; } export int at() { return b; } export int last() { return d; } export int same() { return k; }
export int set() { return e += 1; } export int first() { return g += 3; } export int sum() { return m; }`
const ORDERED_MAIN = `int f(); int at(); int last(); int same(); int set(); int first(); int sum(); RWBuffer<int> o;
[shader("compute")] [numthreads(1, 1, 1)] void main() {
  o[0] = f(); o[1] = f(); o[2] = at(); o[3] = last(); o[4] = same(); o[5] = set(); o[6] = first(); o[7] = set(); o[8] = sum();
}`
// By hand: a is x, then x + 1, and all that begin with it have their value before f runs; e is y when g has its value.
const ORDERED_SUMS = [
  { x: 1, add: 2 },
  { x: 1, add: 3 },
  { x: 1, add: 1 },
  { x: 1, add: 6 },
  { x: 1, add: 1 },
  { y: 1, add: 1 },
  { y: 1, add: 4 },
  { y: 1, add: 2 },
  { w: 1, add: 4 },
]

oracleTest(['dxc'], 'static variables that begin with others have their value before those change', async t => {
  const dxc = await Dxc.shared()
  const sources = [ORDERED_STATE, ORDERED_MAIN]
  const theirs = await Promise.all(sources.map(source => dxc.compile(source, ['-T', 'lib_6_3'])))
  const ours = sources.map(source => library(source, 'lib_6_3'))
  t.is((await dxc.validate(ours[0]!)).message, '')
  for (const libraries of [ours, theirs.map(({ container }) => container!)]) {
    const inputs = libraries.map((container, i) => ({ name: `l${i}`, container }))
    const shader = link(inputs, { target: 'cs_6_0' })
    t.deepEqual(storedSums(shader.container!), ORDERED_SUMS, shader.text)
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
