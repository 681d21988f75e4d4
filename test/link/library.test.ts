// Libraries linked to a library: what is exported under which name, what stays a call, tables as DXC's linker makes them.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import {
  compile,
  disassemble,
  type LinkInput,
  type LinkOptions,
  link,
  listing,
  readContainer,
} from '../../src/api/index.ts'
import { FormatError } from '../../src/base/format_error.ts'
import { hashOrder } from '../../src/base/hash_order.ts'
import { annotations, functionTypes } from '../libraries/check.ts'
import { passedNodes } from '../libraries/passed_nodes.ts'
import { passedResources } from '../libraries/passed_resources.ts'
import { Dice } from '../libraries/shapes.ts'
import { ROOT } from '../oracle/available.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { compareLinks, type Linked, libraryOf } from './check.ts'

function library(name: string, source: string, target = 'lib_6_x'): LinkInput {
  const { ok, text, container } = compile(source, { target, fileName: name })
  if (!ok) throw new Error(text)
  return { name, container }
}

const PAYLOAD = `struct [raypayload] Ray { float4 color : read(caller, miss) : write(caller, miss); };`
const MISS = `${PAYLOAD} float shade(float x); [shader("miss")] void sky(inout Ray r) { r.color = shade(r.color.x); }
export float first(float x) { return shade(x) + 1; }
float outside(float3 v); export float calls(float x) { return outside(float3(x, 2, 3)) * 2; }`
const SHADE = `cbuffer C { float4 tint; }; [noinline] static float deep(float x) { return x * tint.y; } float shade(float x) { return deep(x) + tint.x; }`

const inputs = (): LinkInput[] => [library('miss', MISS), library('shade', SHADE)]
const linked = (options: Partial<LinkOptions> = {}, from = inputs()): ReturnType<typeof link> =>
  link(from, { target: 'lib_6_3', ...options })
const defined = (container: Uint8Array): string[] =>
  [...disassemble(container).matchAll(/^define [^@]*@"?([^"(]+)/gm)].map(m => m[1]!.replace('\\01', '')).sort()

test('everything is exported, calls of what is there are taken in line, others stay', t => {
  const result = linked()
  t.is(result.text, '')
  const text = disassemble(result.container!)
  t.regex(text, /declare float @"\\01\?outside@@YAMV\?\$vector@M\$02@@@Z"\(<3 x float>\)/)
  t.regex(text, /call float @"shade\.\\01\?deep@@YAMM@Z"/)
  t.notRegex(text, /call float @"\\01\?shade/)
  t.regex(listing(result.container!), /; C +cbuffer/)
  t.true(defined(result.container!).includes('?sky@@YAXURay@@@Z'))
})

test('exports: names, new names, shaders only; what collides or is not there', t => {
  const some = linked({ exports: ['again,more=first;calls'] })
  t.is(some.text, '')
  t.deepEqual(
    defined(some.container!).filter(n => !n.includes('deep')),
    ['?again@@YAMM@Z', '?calls@@YAMM@Z', '?more@@YAMM@Z'],
  )
  const swapped = linked({ exports: ['calls=first;first=calls'] })
  t.regex(disassemble(swapped.container!), /define float @"\\01\?first@@YAMM@Z"\(float\) [^}]*outside/)
  const shaders = linked({ exportShadersOnly: true })
  t.deepEqual(
    defined(shaders.container!).filter(n => !n.includes('deep')),
    ['?sky@@YAXURay@@@Z'],
  )
  t.regex(
    linked({ exports: ['calls=first;calls'] }).text,
    /^error: Export name collides with another export: \\01\?calls@@YAMM@Z/,
  )
  t.regex(linked({ exports: ['calls;x=nothing'] }).text, /^error: Could not find target for export: nothing/)
  t.regex(linked({ exports: ['x=nothing'] }).text, /^error: Library has no functions to export/)
  t.regex(
    linked({ validatorVersion: { major: 1, minor: 2 } }).text,
    /^error: Validator version does not support target profile lib_6_3/,
  )
})

test('subobjects of all libraries are kept, and two of one name have to be the same', t => {
  const config = (n: number): string =>
    `RaytracingShaderConfig config = { ${n}, 8 }; export float f${n}() { return ${n}; }`
  const from = (...sizes: number[]): LinkInput[] => sizes.map(n => library(`${n}`, config(n), 'lib_6_3'))
  t.regex(listing(linked({}, from(16)).container!), /RaytracingShaderConfig config = \{ MaxPayloadSizeInBytes = 16/)
  t.regex(linked({}, from(16, 32)).text, /^error: Subobject config is defined in 16 and otherwise in 32/)
})

test('the order of functions is that of a hash table', t => {
  t.deepEqual(hashOrder(['b', 'a', 'b']), ['a', 'b'])
  const many = Array.from({ length: 100 }, (_, i) => `name${i}`)
  t.deepEqual([...hashOrder(many)].sort(), [...many].sort())
  t.notDeepEqual(hashOrder(many), many)
})

const FOLDER = join(ROOT, 'corpus', 'libraries')
/** DXC's linker loses subobjects; ours keeps them. */
const WITH_SUBOBJECTS = /^(all_subobjects|path_tracer|primitives)\.hlsl$/

for (const producer of ['dxc', 'dxilkit'] as const)
  oracleTest(['dxc'], `libraries of ${producer} linked to libraries have DXC's tables`, async t => {
    let compared = 0
    for (const file of readdirSync(FOLDER).sort()) {
      if (!file.endsWith('.hlsl')) continue
      const source = readFileSync(join(FOLDER, file), 'utf8')
      const words = /^\/\/ library: (.*-T .*)$/m.exec(source)![1]!.trim().split(/\s+/)
      const target = words[words.indexOf('-T') + 1]!
      const args = words.filter((w, i) => w !== '-T' && words[i - 1] !== '-T')
      const made = await libraryOf(producer, { name: '', source, args }, target)
      t.true(made.ok, `${file}: ${made.text}`)
      const { ours, invalid, differing } = await compareLinks(producer, [['l', made.container!]], { target })
      t.is(ours.text, '', file)
      t.is(invalid, '', file)
      t.deepEqual(differing, WITH_SUBOBJECTS.test(file) ? ['RDAT'] : [], file)
      compared++
    }
    t.true(compared >= 20)
  })

oracleTest(['dxc'], "two libraries linked to one: verdict and tables as DXC's", async t => {
  const made = await Promise.all([MISS, SHADE].map(source => libraryOf('dxc', { name: '', source })))
  const both = made.map((m, n) => [`${n}`, m.container!] as const)
  for (const exports of [
    undefined,
    'again,more=first;calls',
    'calls=first;first=calls',
    'calls=first;calls',
    'x=none',
  ]) {
    const options = { target: 'lib_6_3', ...(exports ? { exports: [exports] } : {}) }
    const { dxc, ours, invalid, differing } = await compareLinks(
      'dxc',
      both,
      options,
      exports ? ['-exports', exports] : [],
    )
    t.is(ours.ok, dxc.ok, `${exports}: ${dxc.text} ${ours.text}`)
    t.is(invalid, '', exports)
    t.deepEqual(differing, [], exports)
  }
})

test('functions that take structs with resources in them are not exported', t => {
  const held = library(
    'part',
    'struct Inner { int i; Texture2D<float4> maps[2]; }; struct Holder { Inner inner; float f; }; export float held(inout Holder h) { return h.f; }',
    'lib_6_x',
  )
  t.regex(
    linked({}, [held]).text,
    /^error: Exported function held must not contain a resource in parameter or return type/,
  )
})

oracleTest(['dxc-new'], 'libraries of DXC and of dxilkit go together', async t => {
  const callee = await libraryOf('dxc-new', { name: '', source: 'export int next(int n) { return n + 1; }' })
  const caller = compile(
    'int next(int n); RWBuffer<int> o; [shader("compute")] [numthreads(1, 1, 1)] void main() { o[0] = next(o[1]); }',
    { target: 'lib_6_x' },
  )
  if (!caller.ok) throw new Error(caller.text)
  t.truthy(readContainer(caller.container).parts.find(p => p.name === 'VERS'))
  const both = [
    { name: 'a', container: caller.container },
    { name: 'b', container: callee.container! },
  ]
  t.is(link(both, { target: 'cs_6_0', entry: 'main' }).text, '')
})

oracleTest(['dxc'], 'libraries of compilers that are not one are refused', async t => {
  const { container } = await libraryOf('dxc', { name: '', source: 'export int next(int n) { return n + 1; }' })
  const other = new Uint8Array(container!)
  const part = readContainer(container!).parts.find(p => p.name === 'VERS')!
  other[part.offset]! ^= 3
  t.regex(
    linked({}, [
      { name: 'a', container: container! },
      { name: 'b', container: other },
    ]).text,
    /^error: Cannot link libraries with conflicting compiler versions: those of a and b/,
  )
})

test('WaveMatch of a vector, linked for a shader model without vectors, is one for each element', t => {
  const part = library('part', 'export uint4 same(vector<int, 3> v) { return WaveMatch(v); }', 'lib_6_9')
  t.regex(disassemble(part.container), /@dx\.op\.waveMatch\.v3i32/)
  const main = library(
    'main',
    'RWByteAddressBuffer o; uint4 same(vector<int, 3> v); [shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { o.Store4(0, same(vector<int, 3>(i, i & 1, 2))); }',
    'lib_6_9',
  )
  const result = link([main, part], { target: 'cs_6_5', entry: 'main' })
  t.is(result.text, '')
  const text = disassemble(result.container!)
  t.is([...text.matchAll(/call .*@dx\.op\.waveMatch\.i32/g)].length, 3)
  t.notRegex(text, /waveMatch\.v3i32/)
})

test('what functions of another library do with objects of a node is done in the node', t => {
  const record = 'struct Record { int x; float4 v; };'
  const node = `${record} RWByteAddressBuffer raw : register(u0);
DispatchNodeInputRecord<Record> same(DispatchNodeInputRecord<Record> r);
int read(DispatchNodeInputRecord<Record> r);
void allocate(NodeOutput<Record> o, out ThreadNodeOutputRecords<Record> r);
[shader("node")] [NodeLaunch("broadcasting")] [NumThreads(1, 1, 1)] [NodeDispatchGrid(1, 1, 1)]
void main(DispatchNodeInputRecord<Record> i, [MaxRecords(2)] NodeOutput<Record> o) {
  raw.Store(0, read(same(i)));
  ThreadNodeOutputRecords<Record> r; allocate(o, r); r.Get().x = 5; r.OutputComplete();
}`
  const functions = `${record}
export DispatchNodeInputRecord<Record> same(DispatchNodeInputRecord<Record> r) { return r; }
export int read(DispatchNodeInputRecord<Record> r) { return r.Get().x; }
export void allocate(NodeOutput<Record> o, out ThreadNodeOutputRecords<Record> r) { r = o.GetThreadNodeOutputRecords(1); }`
  const inputs = [library('node', node), library('functions', functions)]
  const result = link(inputs, { target: 'lib_6_8', exports: ['main'] })
  t.is(result.text, '')
  const code = listing(result.container!)
  t.is(code.match(/call .*@dx\.op\.getNodeRecordPtr/g)?.length, 2)
  t.is(code.match(/call .*@dx\.op\.allocateNodeOutputRecords/g)?.length, 1)
  t.notRegex(code, /inttoptr|ptrtoint|alloca /)
})

oracleTest('dxc', 'random functions that pass objects of nodes on are linked as DXC links them', async t => {
  for (let seed = 1; seed <= 12; seed++) {
    const source = passedNodes(new Dice(seed)).join('\n')
    for (const producer of ['dxc', 'dxilkit'] as const) {
      const made = await libraryOf(producer, { name: 'a', source })
      const { dxc, ours, differing } = await compareLinks(producer, [['a', made.container!]], { target: 'lib_6_x' })
      t.true(dxc.ok && ours.ok, `seed ${seed}, ${producer}: ${dxc.text} ${ours.text}`)
      t.deepEqual(differing, [], `seed ${seed}, ${producer}`)
    }
  }
})

/** The code without hashes and names of compilers. */
const code = (container: Uint8Array): string =>
  disassemble(container).replace(/^(!\d+ = !\{!"(dx|lld).*| *; .*)$/gm, '')

function readableTypes(container: Uint8Array | undefined): readonly string[] | undefined {
  try {
    return container && functionTypes(container)
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

/** DXC reads texture buffers that are parameters as constant buffers, which its validator refuses; it knows types without arguments only once they were used. */
const DXC_FAULTS = /llvm::cast<X>|incomplete type|DXC crashed/

oracleTest(
  'dxc',
  'random functions that pass resources on are linked for linkers as DXC does, then to shaders',
  async t => {
    let faults = 0
    for (let seed = 1; seed <= 24; seed++) {
      const { functions, caller } = passedResources(new Dice(seed))
      for (const producer of ['dxc', 'dxilkit'] as const) {
        const what = `seed ${seed}, ${producer}`
        const sources = [functions, caller].map(source => libraryOf(producer, { name: '', source }))
        const [made, main] = (await Promise.all(sources)) as [Linked, Linked]
        const isOdd =
          producer === 'dxc' && (functions.includes('TextureBuffer') || DXC_FAULTS.test(made.text + main.text))
        if (!isOdd) t.true(made.ok && main.ok, `${what}: ${made.text}${main.text}`)
        const both = isOdd ? undefined : await compareLinks(producer, [['a', made.container!]], { target: 'lib_6_x' })
        if (!both || (producer === 'dxc' && DXC_FAULTS.test(both.dxc.text))) {
          faults++
          continue
        }
        t.is(both.dxc.text + both.ours.text, '', what)
        if (producer === 'dxilkit') {
          // The newest DXC makes some that nobody can read, too.
          const newest = readableTypes((await libraryOf('dxc-new', { name: '', source: functions })).container)
          if (newest) t.deepEqual(functionTypes(made.container!), newest, `${what}: in the newest DXC's order`)
          else faults++
        }
        t.deepEqual(both.differing, [], what)
        const [ours, dxc] = [both.ours.container!, both.dxc.container!]
        for (const of of [functionTypes, annotations]) t.deepEqual(of(ours), of(dxc), what)
        const shader = { target: 'cs_6_6', entry: 'main' }
        const [once, ...twice] = [made.container!, ours, dxc].map(container =>
          link(
            [
              { name: 'a', container },
              { name: 'b', container: main.container! },
            ],
            shader,
          ),
        )
        t.is(once!.text, '', what)
        t.is((await (await Dxc.shared()).validate(once!.container!)).message, '', what)
        for (const { text, container } of twice) {
          t.is(text, '', what)
          t.is(code(container!), code(once!.container!), what)
        }
      }
    }
    t.log(`${faults} faults`)
    t.true(faults <= 16, `${faults}`)
  },
)

oracleTest(
  'dxc',
  'functions with resources that are not to be taken in line are, where drivers get the library',
  async t => {
    const source = `Texture2D<float4> map, other; [noinline] static float4 inner(Texture2D<float4> t, uint i) { return t.Load(i); }
export float4 outer(uint i) { return inner(map, i) + inner(other, i); }`
    const made = await libraryOf('dxc', { name: '', source })
    const { ours, invalid } = await compareLinks('dxc', [['a', made.container!]], { target: 'lib_6_3' })
    t.is(ours.text + invalid, '')
    t.deepEqual(defined(ours.container!), ['?outer@@YA?AV?$vector@M$03@@I@Z'])
  },
)

oracleTest(
  'dxc',
  'what is undefined may be passed to functions that stay calls: DXC passes it where they do not look',
  async t => {
    const kept = `cbuffer C { float4 k; }; [noinline] float inner(float r, uint i) { return r + k.x; }
export float outer(float r, uint i) { return inner(r, i) * 2; }`
    const open = `float inner(float r, uint i, float2 v); export float outer(float r) { uint i; float2 v; v.x = r; return inner(r, i, v); }`
    for (const producer of ['dxc', 'dxilkit'] as const)
      for (const target of ['lib_6_3', 'lib_6_x'])
        for (const source of [kept, open]) {
          const made = await libraryOf(producer, { name: '', source })
          t.is(made.text, '')
          const { dxc, ours, invalid, differing } = await compareLinks(producer, [['a', made.container!]], { target })
          t.is(dxc.text + ours.text + invalid, '', source)
          t.deepEqual(differing, [], source)
        }
  },
)

oracleTest('dxc', 'what elements of descriptor heaps are used as stays what it is', async t => {
  const views = [
    ['Texture2D<float4>', 'X.Load(0).x'],
    ['Texture2D<int2>', 'X.Load(0).y'],
    ['Texture2DMS<float, 4>', 'X.Load(0, 1)'],
    ['Texture2DMS<float, 2>', 'X.Load(0, 1)'],
    ['RWTexture2D<unorm float>', 'X[i]'],
    ['RWTexture2D<float>', 'X[i]'],
    ['Buffer<uint>', 'X[i.x]'],
    ['Buffer<float4>', 'X[i.x].w'],
  ] as const
  const lines = views.map(
    ([type, read], n) => `${type} v${n} = ResourceDescriptorHeap[i.x + ${n}]; sum += ${read.replace('X', `v${n}`)};`,
  )
  const source = `export float read(uint2 i) { float sum = 0; ${lines.join(' ')} return sum; }`
  const made = await libraryOf('dxc', { name: '', source }, 'lib_6_6')
  const { dxc, ours, invalid, differing } = await compareLinks('dxc', [['a', made.container!]], { target: 'lib_6_6' })
  t.is(ours.text + invalid, '')
  t.deepEqual(differing, [])
  const said = ({ container }: Linked): readonly string[] =>
    disassemble(container!).match(/ResourceProperties \{ i32 \d+, i32 \d+ \}/g) ?? []
  t.is(said(ours).length, views.length)
  t.deepEqual(said(ours), said(dxc))
})

oracleTest('dxc', 'what must not be taken in line stays a call, here and in what is linked of it', async t => {
  const dxc = await Dxc.shared()
  const source = `[noinline] export float3 twice(float3 x) { return x * 2; }
export float3 thrice(float3 x) { return x * 3; }
RWBuffer<float> o;
[shader("raygeneration")] void main() { o[0] = twice(o[1]).x + thrice(o[2]).y; }`
  const ours = compile(source, { target: 'lib_6_x' })
  const theirs = await dxc.compile(source, ['-T', 'lib_6_x'])
  const marked = (text: string): readonly [string, string, number] => [
    /attributes (#\d+) = \{ noinline nounwind( readnone)? \}/.exec(text)?.[1] ?? 'none',
    /define .*twice.* (#\d+) \{/.exec(text)?.[1] ?? 'no function',
    text.split('\n').filter(line => line.includes('call ') && line.includes('@"\\01?twice')).length,
  ]
  for (const container of [ours.container!, theirs.container!]) {
    const [attribute, own, calls] = marked((await dxc.disassemble(container)).text)
    t.is(attribute, own)
    t.is(calls, 1)
    const linked = link([{ name: 'l', container }], { target: 'lib_6_3' })
    t.true(linked.ok, linked.text)
    const [again, after, left] = marked((await dxc.disassemble(linked.container!)).text)
    t.is(again, after)
    t.is(left, 1)
  }
})
