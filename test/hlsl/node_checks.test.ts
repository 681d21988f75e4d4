// What DXC says of work graph nodes: the same messages on the same lines.

import test from 'ava'
import { partOf } from '../corpus/container_facts.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { both, messages, oursAlone } from './both.ts'

interface Case {
  readonly what: string
  readonly source: string
  /** Default `-T lib_6_8`. */
  readonly flags?: string
  /** Messages that count; DXC goes on with a launch mode that is none. Default: all. */
  readonly count?: number
}

const RECORDS = `struct R { uint a; float4 b; }; struct G { uint3 grid : SV_DispatchGrid; uint a; };
struct [NodeTrackRWInputSharing] S { uint a; }; struct E { }; struct T { SamplerState s; };
`
const head = (launch: string, ...more: string[]): string =>
  ['[shader("node")]', `[NodeLaunch("${launch}")]`, ...more].join('\n')
const BROADCASTING = head('broadcasting', '[NodeDispatchGrid(2, 1, 1)]', '[numthreads(8, 1, 1)]')
const COALESCING = head('coalescing', '[numthreads(8, 1, 1)]')
const THREAD = head('thread')

const REFUSED: readonly Case[] = [
  { what: 'a record that is a number', source: `${BROADCASTING}\nvoid n(DispatchNodeInputRecord<int> i) { }` },
  { what: 'a record that is a vector', source: `${COALESCING}\nvoid n(GroupNodeInputRecords<float4> i) { }` },
  { what: 'an empty record', source: `${BROADCASTING}\nvoid n(DispatchNodeInputRecord<E> i) { }` },
  { what: 'a record of a sampler', source: `${BROADCASTING}\nvoid n(DispatchNodeInputRecord<T> i) { }` },
  { what: 'an output without its record', source: `${BROADCASTING}\nvoid n(NodeOutput i) { }` },
  { what: 'a thread node with a group', source: `${THREAD}\n[numthreads(4, 1, 1)]\nvoid n() { }` },
  {
    what: 'a coalescing node without a group',
    source: `${head('coalescing')}\nvoid n(GroupNodeInputRecords<R> i) { }`,
  },
  { what: 'a grid of a coalescing node', source: `${COALESCING}\n[NodeDispatchGrid(1, 1, 1)]\nvoid n() { }` },
  { what: 'a largest grid of a thread node', source: `${THREAD}\n[NodeMaxDispatchGrid(1, 1, 1)]\nvoid n() { }` },
  {
    what: 'a broadcasting node without a grid',
    source: `${head('broadcasting', '[numthreads(1, 1, 1)]')}\nvoid n() { }`,
  },
  {
    what: 'a node with both grids',
    source: `${BROADCASTING}\n[NodeMaxDispatchGrid(4, 1, 1)]\nvoid n(DispatchNodeInputRecord<G> i) { }`,
  },
  {
    what: 'a largest grid without the field',
    source: `${head('broadcasting', '[numthreads(1, 1, 1)]', '[NodeMaxDispatchGrid(4, 1, 1)]')}\nvoid n(DispatchNodeInputRecord<R> i) { }`,
  },
  {
    what: 'two grids in a record',
    source: `struct D {\n uint x : SV_DispatchGrid;\n uint y : SV_DispatchGrid;\n};\n${BROADCASTING}\nvoid n(DispatchNodeInputRecord<D> i) { }`,
  },
  {
    what: 'a grid of floats',
    source: `struct D {\n float3 x : SV_DispatchGrid;\n};\n${BROADCASTING}\nvoid n(NodeOutput<D> i) { }`,
  },
  {
    what: 'a grid of four',
    source: `struct D {\n uint x[4] : SV_DispatchGrid;\n};\n${BROADCASTING}\nvoid n(DispatchNodeInputRecord<D> i) { }`,
  },
  { what: 'an input of another launch', source: `${THREAD}\nvoid n(DispatchNodeInputRecord<R> i) { }` },
  { what: 'an empty input of a broadcasting node', source: `${BROADCASTING}\nvoid n(EmptyNodeInput i) { }` },
  {
    what: 'two inputs',
    source: `${BROADCASTING}\nvoid n(DispatchNodeInputRecord<R> i,\n RWDispatchNodeInputRecord<R> j) { }`,
  },
  {
    what: 'a limit of a broadcasting input',
    source: `${BROADCASTING}\nvoid n([MaxRecords(4)] DispatchNodeInputRecord<R> i) { }`,
  },
  {
    what: 'a limit of a system value',
    source: `${BROADCASTING}\nvoid n([MaxRecords(4)] uint t : SV_DispatchThreadID) { }`,
  },
  {
    what: 'attributes of arrays on an output',
    source: `${BROADCASTING}\nvoid n([NodeArraySize(4)] NodeOutput<R> a,\n [UnboundedSparseNodes] EmptyNodeOutput b) { }`,
  },
  {
    what: 'attributes of outputs on an input',
    source: `${BROADCASTING}\nvoid n([AllowSparseNodes] DispatchNodeInputRecord<R> i) { }`,
  },
  {
    what: 'an array without limit that has a size',
    source: `${BROADCASTING}\nvoid n([UnboundedSparseNodes] [NodeArraySize(4)] NodeOutputArray<R> a) { }`,
  },
  { what: 'an array of outputs', source: `${BROADCASTING}\nvoid n(NodeOutput<R> a[4]) { }` },
  {
    what: 'a limit shared with nothing',
    source: `${BROADCASTING}\nvoid n([MaxRecordsSharedWith(b)] NodeOutput<R> a) { }`,
  },
  {
    what: 'a limit shared with itself',
    source: `${BROADCASTING}\nvoid n([MaxRecordsSharedWith(a)] NodeOutput<R> a) { }`,
  },
  {
    what: 'two limits',
    source: `${BROADCASTING}\nvoid n([MaxRecords(4)] NodeOutput<R> b,\n [MaxRecords(4)] [MaxRecordsSharedWith(b)] NodeOutput<R> a) { }`,
  },
  {
    what: 'shared tracking of a record that is read only',
    source: `${BROADCASTING}\nvoid n(DispatchNodeInputRecord<S> i) { }`,
  },
  {
    what: 'FinishedCrossGroupSharing without tracking',
    source: `${BROADCASTING}\nvoid n(RWDispatchNodeInputRecord<R> i) {\n i.FinishedCrossGroupSharing();\n}`,
  },
  {
    what: 'a grid too large',
    source: `${head('broadcasting', '[numthreads(1, 1, 1)]')}\n[NodeDispatchGrid(70000, 0, 1)]\nvoid n() { }`,
  },
  {
    what: 'a product too large',
    source: `${head('broadcasting', '[numthreads(1, 1, 1)]')}\n[NodeDispatchGrid(65535, 65535, 1)]\nvoid n() { }`,
  },
  { what: 'a recursion too deep', source: `${BROADCASTING}\n[NodeMaxRecursionDepth(33)]\nvoid n() { }` },
  { what: 'a system value of a thread node', source: `${THREAD}\nvoid n(uint t : SV_GroupIndex) { }` },
  { what: 'a system value of a coalescing node', source: `${COALESCING}\nvoid n(uint3 t : SV_DispatchThreadID) { }` },
  { what: 'a parameter without a semantic', source: `${COALESCING}\nvoid n(uint3 t) { }` },
  { what: 'a node with a result', source: `${THREAD}\nuint n() { return 1; }` },
  { what: 'a launch that there is not', source: `[shader("node")]\n[NodeLaunch("all")]\nvoid n() { }`, count: 1 },
  {
    what: 'a record that is read only, written',
    source: `${BROADCASTING}\nvoid n(DispatchNodeInputRecord<R> i) {\n i.Get().a = 1;\n}`,
  },
  {
    what: 'an element of records that are read only, written',
    source: `${COALESCING}\nvoid n(GroupNodeInputRecords<R> i) {\n i[1].a = 1;\n}`,
  },
  {
    what: 'Get of an index that is the only one',
    source: `${BROADCASTING}\nvoid n(RWDispatchNodeInputRecord<R> i) {\n i.Get(1).a = 1;\n}`,
  },
  {
    what: 'a subscript of a single record',
    source: `${BROADCASTING}\nvoid n(RWDispatchNodeInputRecord<R> i) {\n i[0].a = 1;\n}`,
  },
  {
    what: 'records of an empty output',
    source: `${BROADCASTING}\nvoid n(EmptyNodeOutput o) {\n o.GetGroupNodeOutputRecords(1);\n}`,
  },
  {
    what: 'records of another scope',
    source: `${BROADCASTING}\nvoid n(NodeOutput<R> o) {\n GroupNodeOutputRecords<R> g = o.GetThreadNodeOutputRecords(1);\n}`,
  },
  {
    what: 'memory of nodes outside of them',
    source: '[shader("compute")]\n[numthreads(1, 1, 1)]\nvoid n() {\n Barrier(NODE_INPUT_MEMORY, DEVICE_SCOPE);\n}',
  },
  {
    what: 'a group of a thread node',
    source: `${THREAD}\nvoid n() {\n Barrier(UAV_MEMORY, GROUP_SYNC);\n}`,
  },
  {
    what: 'memory of the group for the device',
    source: `${COALESCING}\nvoid n(RWGroupNodeInputRecords<R> i) {\n Barrier(i, DEVICE_SCOPE);\n}`,
  },
  {
    what: 'a barrier of a group in a function that a vertex shader calls',
    source: `[noinline] void b() {\n Barrier(UAV_MEMORY, GROUP_SYNC);\n}\n[shader("vertex")]\nvoid v() { b(); }`,
  },
  {
    what: 'memory of nodes in a function that a compute shader calls',
    source: `[noinline] void b() {\n Barrier(NODE_INPUT_MEMORY, 0);\n}\n[shader("compute")]\n[numthreads(1, 1, 1)]\nvoid c() { b(); }`,
  },
  {
    what: 'attributes of nodes on a compute shader',
    source: '[shader("compute")]\n[numthreads(1, 1, 1)]\n[NodeMaxRecursionDepth(3)]\nvoid n() { }',
  },
  {
    what: 'records after they were completed',
    source: `${BROADCASTING}\nvoid n(NodeOutput<R> o) {\n GroupNodeOutputRecords<R> g = o.GetGroupNodeOutputRecords(1);\n g.OutputComplete();\n g.Get().a = 1;\n}`,
  },
]

for (const { what, source, flags = '-T lib_6_8', count } of REFUSED)
  oracleTest('dxc', `${what}: refused in DXC's words`, async t => {
    const { ours, theirs } = await both(RECORDS + source, flags)
    t.false(theirs.ok)
    t.false(ours.ok)
    t.deepEqual(
      messages(ours.text, 'error').slice(0, count),
      messages(theirs.errors, 'error').map(plain).slice(0, count),
    )
  })

/** As the newest release writes it. */
const plain = (message: string): string =>
  message.replace('ouput', 'output').replace('may not appear in a node record', 'is not allowed in node records')

const STORE = 'b.Store(0, ddx((float)x));'
const withDerivatives = (head: string, parameter: string, value: string): string =>
  `${RECORDS}RWByteAddressBuffer b;\n${head}\nvoid n(${parameter}) {\n uint x = ${value};\n ${STORE}\n}`

oracleTest('dxc-new', 'derivatives of nodes: groups have them, lone threads do not', async t => {
  const newest = await Dxc.shared('dxc-new')
  const group = withDerivatives(COALESCING, 'uint i : SV_GroupIndex', 'i')
  const lone = withDerivatives(THREAD, 'ThreadNodeInputRecord<R> r', 'r.Get().a')
  for (const source of [group, lone]) {
    const ours = oursAlone(source, '-T lib_6_8')
    const theirs = await newest.compile(source, ['-T', 'lib_6_8', '-validator-version', '1.8'], { name: 'x.hlsl' })
    t.is(ours.ok, source === group, ours.text)
    t.is(theirs.ok, ours.ok, theirs.errors)
    if (ours.container) t.true((await newest.validate(ours.container)).ok)
    else {
      const [[line, message]] = messages(ours.text, 'error').map(m => m.split(/: (.*)/)) as [[string, string]]
      t.is(line, '8')
      t.true(theirs.errors.includes(message), theirs.errors)
    }
  }
})

oracleTest('dxc', 'derivatives of coalescing nodes: refused by older releases alone', async t => {
  const { ours, theirs } = await both(withDerivatives(COALESCING, 'uint i : SV_GroupIndex', 'i'), '-T lib_6_8')
  t.regex(theirs.errors, /only broadcasting launch supports derivatives/)
  t.true(ours.ok, ours.text)
})

oracleTest('dxc', 'a node with inputs is exported with -export-shaders-only', async t => {
  const source = `${RECORDS}${THREAD}\nvoid n(ThreadNodeInputRecord<R> i) { }`
  const refused = await both(source, '-T lib_6_8 -exports m=n')
  const wanted = 'Exported function \\01?m@@YAXU?$ThreadNodeInputRecord@UR@@@@@Z must not contain a resource'
  t.true(refused.theirs.errors.includes(wanted), refused.theirs.errors)
  t.true(refused.ours.text.includes(wanted), refused.ours.text)
  const { ours, theirs, isValid } = await both(source, '-T lib_6_8 -exports m=n -export-shaders-only')
  t.true(isValid)
  t.deepEqual(partOf(ours.container!, 'RDAT'), partOf(theirs.container!, 'RDAT'))
})

test('a name is what a limit is shared with', t => {
  const { text } = oursAlone(
    `${RECORDS}${BROADCASTING}\nvoid n(NodeOutput<R> a, [MaxRecordsSharedWith(1)] NodeOutput<R> b) { }`,
    '-T lib_6_8',
  )
  t.deepEqual(messages(text, 'error'), ["7: 'MaxRecordsSharedWith' attribute requires parameter 1 to be an identifier"])
})
