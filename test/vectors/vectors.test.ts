// Random programs of vectors at shader model 6.9: what both compilers' code stores must be equal, with vectors and without. `npm run vectors`
// runs more.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { compileModule } from '../../src/api/compile_module.ts'
import { compile, link, listing } from '../../src/api/index.ts'
import { partOf } from '../corpus/container_facts.ts'
import { corpusFiles } from '../corpus/files.ts'
import { ROOT } from '../oracle/available.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { check, checkWide, stored } from './check.ts'
import { generate } from './generate.ts'
import { generateArrays } from './generate_arrays.ts'
import { generateWide } from './generate_wide.ts'

const SEED = 700_000
const COUNT = 10

oracleTest('dxc-new', 'random programs of vectors', async t => {
  t.timeout(120_000)
  let same = 0
  let others = 0
  for (let seed = SEED; seed < SEED + COUNT; seed++) {
    const { source, lanes } = generate(seed)
    const { kind, detail } = await check(source, lanes, seed % 3 === 0 ? 0 : 3)
    if (kind === 'same') same++
    // A resource that only dead code reads counts where a compiler cannot tell.
    else if (kind === 'parts-differ' && detail === 'PSV0') others++
    else t.is(kind, 'dxc-fails', `seed ${seed}: ${detail}`)
  }
  t.true(others <= COUNT / 10)
  t.true(same > COUNT / 2, `only ${same} of ${COUNT} programs could be compared`)
})

oracleTest('dxc-new', 'random programs of vectors of many types', async t => {
  t.timeout(120_000)
  const counts: Record<string, number> = {}
  for (let seed = 3021; seed < 3033; seed++) {
    const { source, isPlain } = generateWide(seed)
    const { kind, detail, lengths } = await checkWide(source, isPlain, 3)
    counts[kind] = (counts[kind] ?? 0) + 1
    // Whether code is dead that needs a feature, or reads a resource, is for each compiler to find out.
    t.true(['same', 'both-refuse', 'dxc-fails', 'parts-differ'].includes(kind), `seed ${seed}: ${kind}: ${detail}`)
    if (lengths) t.true(lengths[0] <= lengths[1] * 1.3, `seed ${seed}: ${lengths.join(' instructions, DXC ')}`)
  }
  t.true((counts.same ?? 0) >= 8, JSON.stringify(counts))
})

/** What the code does to its buffers under a target. */
function words(source: string, target: string): Int32Array | undefined {
  const { container } = compile(source, { target })
  return container && stored(container)
}

test('vectors of few lanes give the same with vectors and without', t => {
  for (let seed = SEED; seed < SEED + 6; seed++) {
    const { source } = generate(seed, 4)
    t.deepEqual(words(source, 'cs_6_9'), words(source, 'cs_6_6'), `seed ${seed}`)
  }
})

/** What the code does that comes out of a library. */
function linkedWords(source: string, minor: string, target: string, optimization: 0 | 3 = 3): Int32Array | undefined {
  const library = compile(source.replace('[numthreads', '[shader("compute")] [numthreads'), {
    target: `lib_6_${minor}`,
    optimization,
  })
  const { container } = link([{ name: 'library', container: library.container! }], { target, entry: 'main' })
  return container && stored(container)
}

test('arrays of vectors hold the same with vectors, without, and through libraries', t => {
  for (let seed = SEED; seed < SEED + 40; seed++) {
    const source = generateArrays(seed)
    const expected = words(source, 'cs_6_6')
    t.deepEqual(words(source, 'cs_6_9'), expected, `seed ${seed}`)
    t.deepEqual(linkedWords(source, 'x', 'cs_6_6'), expected, `seed ${seed}, library for linking`)
    t.deepEqual(linkedWords(source, '9', 'cs_6_9'), expected, `seed ${seed}, library of 6.9`)
  }
})

test('lanes that are stored to a vector chosen at run time leave its other lanes', t => {
  const source = `RWByteAddressBuffer o : register(u0); ByteAddressBuffer b : register(t0);
[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
  uint4 v[2] = { b.Load4(0), b.Load4(16) };
  v[id.x & 1].ywx = b.Load3(32);
  o.Store4(0, v[id.x >> 1]);
}`
  const expected = words(source, 'cs_6_6')
  t.deepEqual(words(source, 'cs_6_9'), expected)
  t.deepEqual(linkedWords(source, 'x', 'cs_6_6'), expected)
})

test('a matrix that is loaded as one vector is taken apart behind its status', t => {
  const source = `ByteAddressBuffer b : register(t0); RWByteAddressBuffer o : register(u0);
[numthreads(1, 1, 1)] void main(uint3 t : SV_DispatchThreadID) {
  float3x3 v = b.Load<float3x3>(t.x * 36);
  for (uint k = 0; k < 3; k++) o.Store(k * 4, (bool)v[(b.Load(64) + k) % 3].y ? 2 : 1);
}`
  t.deepEqual(linkedWords(source, 'x', 'cs_6_6', 0), words(source, 'cs_6_6'))
})

test('lanes of groups that were given up stay behind what they use', t => {
  // Stores of four choices, each of the choice before: the group of one is planned around that of another.
  const source = readFileSync(join(ROOT, 'corpus', 'dispatched', 'joined_tests.hlsl'), 'utf8')
  const later = words(source, 'cs_6_9')
  t.true(later !== undefined && later.length > 0)
  t.deepEqual(later, words(source, 'cs_6_6'))
  for (const file of corpusFiles()) {
    const text = readFileSync(join(ROOT, 'corpus', file), 'utf8')
    if (text.includes('-T cs_6_0 -E main')) t.notThrows(() => compile(text, { target: 'cs_6_9' }), file)
  }
})

test('stores of whole vectors to group-shared memory stay, whatever reads single lanes of it', t => {
  const { source } = generate(5282)
  const debug = compile(source, { target: 'cs_6_9', optimization: 0 })
  const lower = compile(source, { target: 'cs_6_6', optimization: 0 })
  t.deepEqual(stored(debug.container!), stored(lower.container!))
})

test('the comparison sees another lane', t => {
  const program = (lane: number): string =>
    `RWByteAddressBuffer o : register(u0); ByteAddressBuffer i : register(t0);
[numthreads(1, 1, 1)] void main() { vector<int, 9> v = i.Load<vector<int, 9> >(0); v[${lane}] = 3; o.Store(0, v * 2); }`
  t.deepEqual(words(program(4), 'cs_6_9'), words(program(4), 'cs_6_9'))
  t.notDeepEqual(words(program(4), 'cs_6_9'), words(program(5), 'cs_6_9'))
})

function operations(source: string): string[] {
  const { container, text } = compile(source, { target: 'cs_6_9' })
  if (!container) throw new Error(text)
  const calls = listing(container)
    .split('\n')
    .flatMap(line => /call .*@(dx\.op\.[\w.]+)\(/.exec(line)?.[1] ?? [])
  return calls
}

test('whole vectors are loaded, computed and stored by one operation', t => {
  const names = operations(`RWByteAddressBuffer o : register(u0);
[numthreads(1, 1, 1)] void main() {
  vector<float, 1024> a = o.Load<vector<float, 1024> >(0);
  if (any(a > 2)) o.Store(0, sin(a) + dot(a, a));
}`)
  for (const name of [
    'rawBufferVectorLoad.v1024f32',
    'unary.v1024f32',
    'dot.v1024f32',
    'rawBufferVectorStore.v1024f32',
  ])
    t.true(names.includes(`dx.op.${name}`), `${name} is not among ${[...new Set(names)].join(' ')}`)
  t.false(names.includes('dx.op.unary.f32'))
})

test('a lane that is added to once more is a lane of the vector all the same', t => {
  const program = (n: number): string => `RWByteAddressBuffer o : register(u0); typedef vector<int, ${n}> V;
[numthreads(1, 1, 1)] void main() {
  V a = o.Load<V>(0), b = o.Load<V>(32), c = o.Load<V>(64);
  V sum = max(a, b) * 3;
  sum += min(b, c);
  sum[2] += o.Load(96);
  sum[${n - 4}] += o.Load(100);
  o.Store(128, sum);
}`
  const names = operations(program(7))
  t.deepEqual(names.filter(n => /binary/.test(n)).sort(), ['dx.op.binary.v7i32', 'dx.op.binary.v7i32'])
  const { container } = compile(program(7), { target: 'cs_6_9' })
  t.is(listing(container!).split(/ = add /).length, 4)
  t.deepEqual(words(program(4), 'cs_6_9'), words(program(4), 'cs_6_6'))
})

test('programs of vectors, printed after any step and read back, give the same code', t => {
  for (let seed = SEED; seed < SEED + 2; seed++) {
    const direct = compile(generate(seed, 9).source, {
      target: 'cs_6_9',
      printAfter: ['lower', 'unroll_loops', 'lower_resources', 'order_phis'],
    })
    t.true(direct.dumps.length >= 4)
    for (const { pass, text } of direct.dumps) {
      const again = compileModule(text)
      t.deepEqual(again.container && partOf(again.container, 'DXIL'), partOf(direct.container!, 'DXIL'), pass)
    }
  }
})
