// Work graphs made of libraries: every output has its node, with records of the same size; nodes of an array are alike; inputs are shared by those that may;
// no cycle but a node with itself, chains of at most 32 nodes; records that fit into what a thread group may hold.

import type { NodeId, NodeIo, NodeProperties } from '../dxil/node_properties.ts'
import { NODE_IO } from '../spec/node_objects.ts'
import { UNBOUNDED } from '../spec/resource_classes.ts'
import type { Complain } from './problem.ts'

/** D3D12_WORK_GRAPHS_MAX_NODE_DEPTH */
const MOST_DEPTH = 32
const THREAD_LAUNCH = 3
/** Records that a thread group, or the one thread of a thread launch node, may have on their way, and the bytes in them. */
const LIMITS = { group: { records: 256, bytes: 32768 }, thread: { records: 8, bytes: 128 } } as const
const TRACKED_BYTES = 4

export interface GraphNode {
  readonly file: string
  readonly properties: NodeProperties
}

interface Linked {
  readonly node: NodeProperties
  readonly targets: readonly NodeProperties[]
}

const keyOf = ({ name, index }: NodeId): string => `${name}[${index}]`
const shown = ({ name, index }: NodeId): string => (index === 0 ? name : keyOf({ name, index }))
const isEmpty = (io: NodeIo): boolean => (io.flags & NODE_IO.Empty) !== 0

export function checkGraph(nodes: readonly GraphNode[], complain: Complain): void {
  const known = new Map<string, GraphNode>()
  for (const node of nodes) {
    const key = keyOf(node.properties.id)
    const other = known.get(key)
    if (other) complain('E4177', { node: shown(node.properties.id), first: other.file, second: node.file })
    else known.set(key, node)
  }
  const all = [...known.values()].map(n => n.properties)
  const find = (id: NodeId): NodeProperties | undefined => known.get(keyOf(id))?.properties
  const linked = all.map((node): Linked => ({ node, targets: targetsOf(node, all, find, complain) }))
  for (const node of all) {
    checkArrays(node, all, complain)
    checkRecords(node, complain)
  }
  for (const { node } of linked) if (node.shareInputOf.name !== '') checkSharing(node, find, linked, complain)
  checkDepth(linked, complain)
}

// ---- outputs --------------------------------------------------------------------------------------------------------------------------

/** The nodes that outputs go to. */
function targetsOf(
  node: NodeProperties,
  all: readonly NodeProperties[],
  find: (id: NodeId) => NodeProperties | undefined,
  complain: Complain,
): NodeProperties[] {
  const targets: NodeProperties[] = []
  for (const output of node.outputs) {
    const { outputId: base, arraySize } = output
    const count = Math.max(arraySize >>> 0, 1)
    const own = all.filter(n => n.id.name === base.name && n.id.index >= base.index && n.id.index - base.index < count)
    for (const target of own) checkOutput(node, output, target, complain)
    targets.push(...own)
    if (output.allowSparse || count === UNBOUNDED || own.length >= count) continue
    let first = base
    while (find(first)) first = { name: first.name, index: first.index + 1 }
    complain('E4178', { node: shown(node.id), output: shown(first) })
  }
  return targets
}

function checkOutput(node: NodeProperties, output: NodeIo, target: NodeProperties, complain: Complain): void {
  const input = target.inputs[0]
  const [given, taken] = [bytesOf(output), bytesOf(input)]
  if (given !== taken)
    complain('E4179', {
      ...{ node: shown(node.id), target: shown(target.id) },
      ...{ given: shownRecord(given), taken: shownRecord(taken) },
    })
}

/** undefined for records without contents; a node without an input takes those. */
const bytesOf = (io: NodeIo | undefined): number | undefined => (io && !isEmpty(io) ? io.recordBytes : undefined)
const shownRecord = (bytes: number | undefined): string =>
  bytes === undefined ? 'empty records' : `records of ${bytes} bytes`

// ---- arrays ---------------------------------------------------------------------------------------------------------------------------

const hasGrid = (n: NodeProperties): boolean => n.dispatchGrid.some(c => c > 0)
const access = (n: NodeProperties): number =>
  (n.inputs[0]?.flags ?? NODE_IO.Empty) & (NODE_IO.ReadWrite | NODE_IO.Empty)

/** What nodes of one array have in common, the first one with the others. */
const ALIKE: readonly (readonly [what: string, of: (n: NodeProperties) => unknown])[] = [
  ['launch modes', n => n.launchType],
  ['sizes of input records', n => bytesOf(n.inputs[0])],
  ['accesses to their inputs', access],
  ['kinds of dispatch grids', hasGrid],
]

function checkArrays(node: NodeProperties, all: readonly NodeProperties[], complain: Complain): void {
  const first = all.find(n => n.id.name === node.id.name)
  if (!first || first === node) return
  for (const [what, of] of ALIKE)
    if (of(first) !== of(node)) complain('E4180', { first: shown(first.id), second: shown(node.id), what })
}

// ---- what a group holds ---------------------------------------------------------------------------------------------------------------

function checkRecords(node: NodeProperties, complain: Complain): void {
  const { records: mostRecords, bytes: mostBytes } = node.launchType === THREAD_LAUNCH ? LIMITS.thread : LIMITS.group
  let [records, bytes, tracked] = [0, 0, 0]
  for (const output of node.outputs) {
    if (isEmpty(output) || output.maxRecordsSharedWith >= 0) continue
    const at = node.outputs.indexOf(output)
    const sharing = node.outputs.filter(o => o === output || o.maxRecordsSharedWith === at)
    records += output.maxRecords
    bytes += output.maxRecords * Math.max(...sharing.map(o => o.recordBytes))
    if ((output.flags & NODE_IO.TrackRwInputSharing) !== 0) tracked += output.maxRecords
  }
  const most = mostBytes - (node.launchType === THREAD_LAUNCH ? 0 : TRACKED_BYTES * tracked)
  if (records > mostRecords)
    complain('E4181', { node: shown(node.id), what: `${records} output records`, most: `${mostRecords}` })
  if (bytes > most)
    complain('E4181', { node: shown(node.id), what: `output records of ${bytes} bytes`, most: `${most}` })
}

// ---- shared inputs --------------------------------------------------------------------------------------------------------------------

const recurses = ({ node, targets }: Linked): boolean => targets.includes(node)

function checkSharing(
  node: NodeProperties,
  find: (id: NodeId) => NodeProperties | undefined,
  linked: readonly Linked[],
  complain: Complain,
): void {
  const owner = find(node.shareInputOf)
  const names = { node: shown(node.id), owner: shown(node.shareInputOf) }
  const say = (why: string): void => complain('E4182', { ...names, why })
  if (!owner) {
    say('that node is not there')
    return
  }
  if (linked.some(one => one.node === node && recurses(one))) say('it recurses')
  if (linked.some(one => one.node === owner && recurses(one))) say('that node recurses')
  if (linked.some(one => one.node !== node && one.targets.includes(node))) say('other nodes output to it')
  if (node.isProgramEntry) say('it is a program entry')
  if (bytesOf(node.inputs[0]) !== bytesOf(owner.inputs[0])) say('their input records have other sizes')
  if (((node.inputs[0]?.flags ?? 0) | (owner.inputs[0]?.flags ?? 0)) & NODE_IO.ReadWrite)
    say('the input records can be written')
}

// ---- chains ---------------------------------------------------------------------------------------------------------------------------

/** The longest way from an entry to each node; nodes that output to themselves count as often as they may. */
function checkDepth(linked: readonly Linked[], complain: Complain): void {
  const waiting = new Map<NodeProperties, number>()
  for (const { node, targets } of linked)
    for (const target of new Set(targets)) if (target !== node) waiting.set(target, (waiting.get(target) ?? 0) + 1)
  for (const one of linked)
    if (recurses(one) && one.node.maxRecursionDepth === 0) complain('E4183', { node: shown(one.node.id) })
  const depths = new Map<NodeProperties, number>()
  const ready = linked.filter(one => !waiting.has(one.node))
  const done = new Set<Linked>()
  for (let next = ready.pop(); next; next = ready.pop()) {
    done.add(next)
    const own = (depths.get(next.node) ?? 0) + Math.max(1, recurses(next) ? next.node.maxRecursionDepth : 1)
    if (own > MOST_DEPTH) {
      complain('E4184', { node: shown(next.node.id), depth: own, most: MOST_DEPTH })
      return
    }
    for (const target of new Set(next.targets)) {
      if (target === next.node) continue
      depths.set(target, Math.max(depths.get(target) ?? 0, own))
      const left = waiting.get(target)! - 1
      waiting.set(target, left)
      if (left === 0) ready.push(...linked.filter(one => one.node === target))
    }
  }
  const cycle = linked.find(one => !done.has(one))
  if (cycle) complain('E4185', { node: shown(cycle.node.id) })
}
