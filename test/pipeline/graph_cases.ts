// Work graphs, right and wrong. The sections are those of the work graphs specification (DirectX-Specs, "D3D12 Work Graphs").

import type { PipelineCase } from './cases.ts'

const RECORD = (floats: number): string => `struct R${floats} { float a[${floats}]; };`
const RECORDS = [1, 2, 8].map(RECORD).join(' ')
const NO_GRID = '[NodeDispatchGrid(1, 1, 1)] [numthreads(1, 1, 1)]'

/** A broadcasting node. */
function node(name: string, input: string, outputs: readonly string[] = [], attributes = ''): string {
  const params = [...(input === '' ? [] : [`${input} input`]), ...outputs]
  return `[shader("node")] [NodeLaunch("broadcasting")] ${NO_GRID} ${attributes}\nvoid ${name}(${params.join(', ')}) {}`
}
const thread = (name: string, input: string, outputs: readonly string[] = [], attributes = ''): string =>
  `[shader("node")] [NodeLaunch("thread")] ${attributes}\nvoid ${name}(${[...(input === '' ? [] : [`${input} input`]), ...outputs].join(', ')}) {}`
const reads = (floats: number): string => `DispatchNodeInputRecord<R${floats}>`
const writes = (target: string, floats: number, more = ''): string =>
  `[MaxRecords(4)] ${more} NodeOutput<R${floats}> ${target}`
const empty = (target: string, more = ''): string => `[MaxRecords(4)] ${more} EmptyNodeOutput ${target}`
const array = (target: string, floats: number, size: string): string =>
  `[MaxRecords(4)] [NodeId("${target}")] ${size} NodeOutputArray<R${floats}> o_${target}`

/** Nodes that each output to the next one. */
const chain = (length: number, last = ''): string[] =>
  Array.from({ length }, (_, i) => {
    const outputs = i + 1 < length ? [writes(`n${i + 1}`, 1)] : last === '' ? [] : [writes(last, 1)]
    return node(`n${i}`, reads(1), outputs, i === 0 ? '[NodeIsProgramEntry]' : '')
  })

export function graphCases(): PipelineCase[] {
  const list: PipelineCase[] = []
  const add = (rule: string, name: string, expected: readonly string[], ...libraries: (readonly string[])[]): void =>
    void list.push({
      name,
      rule: `[W] "${rule}"`,
      expected,
      shaders: libraries.map(nodes => ['lib_6_8', `${RECORDS}\n${nodes.join('\n')}`]),
    })
  const root = (...outputs: string[]): string => node('root', '', outputs, '[NodeIsProgramEntry]')

  const outputs = 'Node output attributes'
  add(outputs, 'one node', [], [root()])
  add(outputs, 'a node outputs to another', [], [root(writes('next', 2)), node('next', reads(2))])
  add(outputs, 'a node of another library', [], [root(writes('next', 2))], [node('next', reads(2))])
  add(outputs, 'a node that is not there', ['E4178'], [root(writes('next', 2))])
  add(outputs, 'a node that need not be there', [], [root(writes('next', 2, '[AllowSparseNodes]'))])
  add(outputs, 'two nodes that are not there', ['E4178', 'E4178'], [root(writes('a', 1), empty('b'))])
  add(
    outputs,
    'an array',
    [],
    [
      root(array('part', 1, '[NodeArraySize(2)]')),
      ...[0, 1].map(i => node(`p${i}`, reads(1), [], `[NodeID("part", ${i})]`)),
    ],
  )
  add(
    outputs,
    'an array with a hole',
    ['E4178'],
    [
      root(array('part', 1, '[NodeArraySize(3)]')),
      ...[0, 2].map(i => node(`p${i}`, reads(1), [], `[NodeID("part", ${i})]`)),
    ],
  )
  add(
    outputs,
    'an array that may have holes',
    [],
    [
      root(array('part', 1, '[NodeArraySize(3)] [AllowSparseNodes]')),
      ...[0, 2].map(i => node(`p${i}`, reads(1), [], `[NodeID("part", ${i})]`)),
    ],
  )
  add(
    outputs,
    'an array without end',
    [],
    [root(array('part', 1, '[UnboundedSparseNodes]')), node('p7', reads(1), [], '[NodeID("part", 7)]')],
  )
  add(
    'Node ID',
    'another index',
    ['E4178'],
    [root(writes('next', 1)), node('other', reads(1), [], '[NodeID("next", 1)]')],
  )
  add('Node ID', 'one ID twice', ['E4177'], [root()], [node('other', '', [], '[NodeID("root")] [NodeIsProgramEntry]')])

  const records = 'Node output declaration'
  for (const [given, taken] of [
    [1, 1],
    [1, 2],
    [2, 1],
    [8, 8],
    [8, 2],
  ] as const)
    add(records, `records of ${given} for ${taken}`, given === taken ? [] : ['E4179'], [
      root(writes('next', given)),
      node('next', reads(taken)),
    ])
  add(records, 'empty records for a node without input', [], [root(empty('next')), node('next', '')])
  add(records, 'records for a node without input', ['E4179'], [root(writes('next', 1)), node('next', '')])
  add(records, 'empty records for a node with input', ['E4179'], [root(empty('next')), node('next', reads(1))])
  add(
    records,
    'an array of which one takes other records',
    ['E4179', 'E4180'],
    [
      root(array('part', 1, '[NodeArraySize(2)]')),
      node('p0', reads(1), [], '[NodeID("part", 0)]'),
      node('p1', reads(2), [], '[NodeID("part", 1)]'),
    ],
  )

  const arrays = 'Node array constraints'
  const pair = (second: string): string[] => [
    root(array('part', 1, '[NodeArraySize(2)]')),
    node('p0', reads(1), [], '[NodeID("part", 0)]'),
    second,
  ]
  add(
    arrays,
    'other launch modes',
    ['E4180', 'E4180'],
    pair(thread('p1', 'ThreadNodeInputRecord<R1>', [], '[NodeID("part", 1)]')),
  )
  add(
    arrays,
    'one writes its input',
    ['E4180'],
    pair(node('p1', 'RWDispatchNodeInputRecord<R1>', [], '[NodeID("part", 1)]')),
  )

  const cycles = 'Recursion'
  add(
    cycles,
    'a node with itself',
    [],
    [node('again', reads(1), [writes('again', 1)], '[NodeIsProgramEntry] [NodeMaxRecursionDepth(4)]')],
  )
  add(
    cycles,
    'two nodes in a cycle',
    ['E4185'],
    [node('a', reads(1), [writes('b', 1)], '[NodeIsProgramEntry]'), node('b', reads(1), [writes('a', 1)])],
  )
  add(cycles, 'a cycle behind an entry', ['E4185'], [root(writes('n0', 1)), ...chain(3, 'n1')])

  const depth = 'Node count limits'
  for (const length of [2, 31, 32, 33, 40])
    add(depth, `a chain of ${length}`, length <= 32 ? [] : ['E4184'], chain(length))
  for (const levels of [16, 31, 32])
    add(depth, `recursion of ${levels} behind an entry`, levels < 32 ? [] : ['E4184'], [
      root(writes('again', 1)),
      node('again', reads(1), [writes('again', 1)], `[NodeMaxRecursionDepth(${levels})]`),
    ])

  const shared = 'Sharing input records across nodes'
  const owner = node('owner', reads(1))
  const sharer = (input: string, attributes = ''): string =>
    node('sharer', input, [], `[NodeShareInputOf("owner")] ${attributes}`)
  add(shared, 'an input is shared', [], [root(writes('owner', 1)), owner, sharer(reads(1))])
  add(shared, 'with nobody', ['E4182'], [root(), sharer(reads(1))])
  add(shared, 'of another size', ['E4182'], [root(writes('owner', 1)), owner, sharer(reads(2))])
  add(
    shared,
    'that can be written',
    ['E4182'],
    [root(writes('owner', 1)), owner, sharer('RWDispatchNodeInputRecord<R1>')],
  )
  add(shared, 'by an entry', ['E4182'], [root(writes('owner', 1)), owner, sharer(reads(1), '[NodeIsProgramEntry]')])
  add(
    shared,
    'by a node that others output to',
    ['E4182'],
    [root(writes('owner', 1), writes('sharer', 1)), owner, sharer(reads(1))],
  )
  add(
    shared,
    'of a node that recurses',
    ['E4182'],
    [
      root(writes('owner', 1)),
      node('owner', reads(1), [writes('owner', 1)], '[NodeMaxRecursionDepth(2)]'),
      sharer(reads(1)),
    ],
  )

  const limits = 'Node output limits'
  const many = (count: number, floats: number): string => `[MaxRecords(${count})] NodeOutput<R${floats}> next`
  for (const count of [8, 256, 257])
    add(limits, `${count} records`, count <= 256 ? [] : ['E4181'], [root(many(count, 1)), node('next', reads(1))])
  add(
    limits,
    'a thread with 8 records',
    [],
    [thread('root', '', [many(8, 2)], '[NodeIsProgramEntry]'), node('next', reads(2))],
  )
  add(
    limits,
    'a thread with records of 256 bytes',
    ['E4181'],
    [thread('root', '', [many(8, 8)], '[NodeIsProgramEntry]'), node('next', reads(8))],
  )
  add(
    limits,
    'a thread with 9 records',
    ['E4181'],
    [thread('root', '', [many(9, 1)], '[NodeIsProgramEntry]'), node('next', reads(1))],
  )
  return list
}
