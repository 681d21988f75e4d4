// Random libraries, a sample; `npm run libraries` does thousands.

import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { LAUNCH_MODES, NODE_OBJECTS } from '../../src/spec/node_objects.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { checkExports, checkHitObjects, checkLibrary, checkNodes, checkProgram } from './check.ts'
import { generateExports } from './exports.ts'
import { generateLibrary } from './generate.ts'
import { generateHitObjects } from './hit_objects.ts'
import { generateNodes } from './nodes.ts'
import { passedNodes } from './passed_nodes.ts'
import { Dice } from './shapes.ts'

const FIRST = 1
const COUNT = 30
const NODES = 20
/** Of the first seeds more have a mistake than is usual. */
const FIRST_NODE = 41

test('the same seed gives the same library', t => {
  t.deepEqual(generateLibrary(7), generateLibrary(7))
  t.notDeepEqual(generateLibrary(7), generateLibrary(8))
})

test('libraries have entries of all kinds, and some have a mistake', t => {
  const libraries = Array.from({ length: 300 }, (_, i) => generateLibrary(i + 1))
  const kinds = new Set(libraries.flatMap(program => [...program.source.matchAll(/shader\("(\w+)"/g)].map(m => m[1]!)))
  t.is(kinds.size, 7)
  t.true(new Set(libraries.map(program => program.mistake)).size >= 10)
  for (const feature of ['TraceRay(', 'CallShader(', 'ReportHit(', 'RayQuery<', '[raypayload]', 'HitGroup', 'export '])
    t.true(libraries.filter(program => program.source.includes(feature)).length >= 20, feature)
})

oracleTest('dxc', 'random libraries get the verdict and the description that DXC gives them', async t => {
  let [refused, failed, live] = [0, 0, 0]
  for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
    const result = await checkLibrary(seed)
    t.deepEqual(result.problems, [], `seed ${seed} ${result.args.join(' ')}\n${result.source}`)
    if (result.isRefused) refused++
    if (result.dxcFails) failed++
    if (result.isLiveness) live++
  }
  t.true(refused < 0.25 * COUNT, `${refused} refused`)
  t.true(failed < 0.12 * COUNT, `DXC fails at ${failed}`)
  t.true(live < 0.15 * COUNT, `${live} with other code left`)
})

oracleTest(
  'dxc-new',
  'random libraries of hit objects get the verdict and the description that DXC gives them',
  async t => {
    const text = Array.from({ length: 200 }, (_, i) => generateHitObjects(i + 1).source).join('\n')
    for (const word of [
      'MaybeReorderThread(',
      'FromRayQuery(',
      'Invoke(',
      'MakeMiss(',
      'GetAttributes(',
      'reordercoherent',
    ])
      t.true(text.includes(word), word)
    for (let seed = 1; seed <= 12; seed++) {
      const { problems, args, source, dxcFails } = await checkHitObjects(seed)
      t.deepEqual(problems, [], `seed ${seed}: ${args.join(' ')}\n${source}`)
      t.false(dxcFails, `seed ${seed}`)
    }
  },
)

test('libraries of nodes have every launch mode and kind of record, and some have a mistake', t => {
  const all = Array.from({ length: 200 }, (_, i) => generateNodes(i + 1))
  const text = all.map(({ source }) => source).join('\n')
  for (const { name } of NODE_OBJECTS) t.true(text.includes(name), name)
  for (const { name } of LAUNCH_MODES) t.true(text.includes(`[NodeLaunch("${name}")]`), name)
  t.true(new Set(all.map(p => p.mistake)).size > 12)
  t.deepEqual(generateNodes(7), generateNodes(7))
})

oracleTest('dxc', 'random libraries of nodes get the verdict and the description that DXC gives them', async t => {
  let [refused, failed] = [0, 0]
  for (let seed = FIRST_NODE; seed < FIRST_NODE + NODES; seed++) {
    const { problems, args, isRefused, dxcFails } = await checkNodes(seed)
    t.deepEqual(problems, [], `seed ${seed}: ${args.join(' ')}`)
    if (isRefused) refused++
    if (dxcFails) failed++
  }
  t.true(refused < 0.3 * NODES, `${refused} refused`)
  t.true(failed < 0.12 * NODES, `DXC fails at ${failed}`)
})

test('libraries of exported functions have parameters of every kind, and some have a mistake', t => {
  const all = Array.from({ length: 300 }, (_, i) => generateExports(i + 1))
  const text = all.map(({ source }) => source).join('\n')
  for (const word of [
    'out S',
    'inout ',
    'const ',
    'row_major ',
    'min16float',
    'double',
    '[2][',
    'namespace ',
    '[noinline]',
    'Scoped p',
  ])
    t.true(text.includes(word), word)
  t.true(new Set(all.map(p => p.mistake)).size > 8)
  t.deepEqual(generateExports(7), generateExports(7))
})

oracleTest(
  'dxc',
  'random libraries of exported functions get the verdict and the types that DXC gives them',
  async t => {
    let [refused, failed] = [0, 0]
    for (let seed = 1; seed <= 60; seed++) {
      const { problems, args, source, isRefused, dxcFails } = await checkExports(seed)
      t.deepEqual(problems, [], `seed ${seed}: ${args.join(' ')}\n${source}`)
      if (isRefused) refused++
      if (dxcFails) failed++
    }
    t.true(refused < 0.35 * 60, `${refused} refused`)
    t.true(failed < 0.05 * 60, `DXC fails at ${failed}`)
  },
)

oracleTest('dxc', 'the comparison sees what differs', async t => {
  const source = (mode: string): string => `struct P { float a; };
[shader("miss")] void M(inout P p) { p.a = 1; }
export float f(${mode} float x) { return x; }`
  const args = ['-T', 'lib_6_3']
  t.deepEqual((await checkProgram({ source: source('inout'), args, mistake: '' })).problems, [])
  // What only DXC takes: a choice of two variables as an inout argument.
  const chosen = `void add(inout float x) { x += 1; } export float g(bool c, float x, float y) { add(c ? x : y); return x + y; }`
  const unsupported = await checkProgram({ source: chosen, args: ['-T', 'lib_6_3', '-HV', '202x'], mistake: '' })
  t.regex(unsupported.problems.join(), /DXC accepts; ours refuses/)
})

oracleTest(
  'dxc',
  'parameters that a function of the library never reads are gone, and what callers store for them',
  async t => {
    const source = `RWByteAddressBuffer Raw;
struct S { float4 a[3]; uint n; };
[noinline] S made(inout int4 p, min10float narrow[2][2], S s, float more) { p = 1; return (S)p.x; }
export float user(float z) {
  int4 p = 0; S s = (S)z; min10float narrow[2][2] = (min10float[2][2])0;
  return made(p, narrow, s, z * 3).a[1].x; }
`
    const result = await checkProgram({ source, args: ['-T', 'lib_6_7'], mistake: '' })
    t.deepEqual(result.problems, [])
    t.true(result.instructions[0] <= result.instructions[1], `${result.instructions}`)
  },
)

oracleTest('dxc', 'what a call fills and the function gives away whole is filled where it goes', async t => {
  const TYPES = 'struct T { float a; int b; float4 c[2]; };\nT made();\nvoid fill(out T t);\n'
  for (const [body, most] of [
    ['export T f() { T t = made(); return t; }', 2],
    ['export T f() { T t = made(); t.a = 3; return t; }', 4],
    ['export void f(out T t) { fill(t); }', 2],
    // What comes in stays there unless all of it is written.
    ['export void f(inout T t) { T u; fill(u); t.a = u.a; }', 99],
    ['export T f(uint n) { T t; fill(t); T u = t; u.b = t.a; return u; }', 99],
    ['export T f(uint n) { T t; fill(t); if (n > 3) t = (T)1; return t; }', 99],
    ['export void f(out T t, out T u) { fill(t); u = t; }', 99],
  ] as const) {
    const result = await checkProgram({ source: TYPES + body, args: ['-T', 'lib_6_7'], mistake: '' })
    t.deepEqual(result.problems, [], body)
    t.true(result.instructions[0] <= most, `${body}: ${result.instructions}`)
  }
})

oracleTest('dxc-new', 'functions that pass objects of nodes on are as DXC makes them', async t => {
  let accepted = 0
  for (let seed = 1; seed <= 40; seed++) {
    const source = passedNodes(new Dice(seed)).join('\n')
    const args = ['-T', 'lib_6_x', seed % 3 === 0 ? '-Od' : '-O3']
    const { problems, isRefused } = await checkProgram({ source, args, mistake: '' }, true)
    t.deepEqual(problems, [], `seed ${seed}\n${source}`)
    if (!isRefused) accepted++
  }
  t.true(accepted >= 30, `${accepted} accepted`)
})

oracleTest('dxc-new', 'a payload with bases has a row of access for each member of its memory, as in DXC', async t => {
  const dxc = await Dxc.shared('dxc-new')
  const source = `struct [raypayload] B { float a : read(caller) : write(closesthit, miss); };
    struct E { };
    struct [raypayload] C : B { float2 q : read(caller) : write(closesthit, miss); };
    struct [raypayload] P : C { float c : read(closesthit) : write(caller); };
    struct [raypayload] Q : E { float c : read(closesthit) : write(caller); };
    struct A { float2 b; };
    [shader("closesthit")] void first(inout P p, in A a) { p.a = 0; p.q = p.c; }
    [shader("closesthit")] void second(inout Q q, in A a) { }`
  const ours = compile(source, { target: 'lib_6_7' })
  const theirs = await dxc.compile(source, ['-T', 'lib_6_7'])
  const rows = async (container: Uint8Array): Promise<readonly (readonly string[])[]> => {
    const { text } = await dxc.disassemble(container)
    const node = (id: string): string => new RegExp(`^!${id} = !\\{(.*)\\}$`, 'm').exec(text)![1]!
    const list = /^!dx\.dxrPayloadAnnotations = !\{!(\d+)\}/m.exec(text)![1]!
    return [...node(list).matchAll(/%struct\.(\w+) undef, !(\d+)/g)].map(([, name, id]) => [
      name!,
      ...[...node(id!).matchAll(/!(\d+)/g)].map(([, field]) => node(field!)),
    ])
  }
  t.true((await dxc.validate(ours.container!)).ok)
  t.deepEqual(await rows(ours.container!), await rows(theirs.container!))
})
