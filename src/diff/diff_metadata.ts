// Named metadata of two modules compared as trees, by content: node numbers mean nothing, lists of nodes are aligned so that
// an entry more does not shift the rest. Cycles are followed once; what is reported is bounded and says so.

import type { DebugField, MDDebug, MDNode, Metadata } from '../llvm/model/metadata.ts'
import { metadataText, nodeText } from '../llvm/text/print_metadata.ts'
import { DEBUG_LAYOUT_BY_CODE } from '../spec/llvm_metadata.ts'
import { align } from './align.ts'
import type { Change } from './change.ts'
import type { ModuleSide } from './module_side.ts'

/** Differences reported for one tree; a rewritten tree would list every leaf. */
const MAX_CHANGES = 200
/** Node pairs looked at in one tree. */
const MAX_PAIRS = 200_000
/** How far down nodes are compared when lists of them are aligned. */
const LIST_DEPTH = 3
/** Nesting of a node's text. */
const TEXT_DEPTH = 3
const TEXT_LENGTH = 160

type Node = MDNode | MDDebug
type Item = DebugField

/** Pairs of nodes that have been compared: what several trees share is reported once. */
export type SeenPairs = Map<Node, Set<Node>>

/** @param path how the root is called, e.g. '!dx.resources' */
export function diffTrees(
  [a, b]: readonly [ModuleSide, ModuleSide],
  x: readonly Node[],
  y: readonly Node[],
  path: string,
  seen: SeenPairs,
): Change[] {
  const walk = new TreeWalk(a, b, seen)
  walk.list(x, y, path, n => `[${n}]`)
  walk.run()
  return walk.changes
}

class TreeWalk {
  readonly changes: Change[] = []
  readonly #a: ModuleSide
  readonly #b: ModuleSide
  readonly #seen: SeenPairs
  readonly #stack: { x: Node; y: Node; path: string }[] = []
  #pairs = 0

  constructor(a: ModuleSide, b: ModuleSide, seen: SeenPairs) {
    this.#a = a
    this.#b = b
    this.#seen = seen
  }

  run(): void {
    for (let top = this.#stack.pop(); top; top = this.#stack.pop()) {
      if (this.changes.length >= MAX_CHANGES || ++this.#pairs > MAX_PAIRS) {
        this.changes.push({ path: '(more)', a: 'not compared', b: 'not compared' })
        return
      }
      this.#node(top.x, top.y, top.path)
    }
  }

  list(x: readonly Item[], y: readonly Item[], path: string, name: (n: number) => string): void {
    const pending: { x: Node; y: Node; path: string }[] = []
    for (const [i, j] of this.#pairsOf(x, y)) {
      const at = `${path}${name(i ?? j!)}`
      if (i === undefined) this.changes.push({ path: at, b: this.#text(this.#b, y[j!]!) })
      else if (j === undefined) this.changes.push({ path: at, a: this.#text(this.#a, x[i]!) })
      else this.#item(x[i]!, y[j]!, at, pending)
    }
    this.#stack.push(...pending.reverse())
  }

  #item(x: Item, y: Item, path: string, pending: { x: Node; y: Node; path: string }[]): void {
    if (isNode(x) && isNode(y) && x.kind === y.kind) {
      const seen = this.#seen.get(x) ?? new Set()
      if (seen.has(y)) return
      this.#seen.set(x, seen.add(y))
      pending.push({ x, y, path })
    } else if (this.#key(this.#a, x, 1) !== this.#key(this.#b, y, 1))
      this.changes.push({ path, a: this.#text(this.#a, x), b: this.#text(this.#b, y) })
  }

  #node(x: Node, y: Node, path: string): void {
    if (x.distinct !== y.distinct)
      this.changes.push({ path, a: x.distinct ? 'distinct' : 'uniqued', b: y.distinct ? 'distinct' : 'uniqued' })
    if (x.kind === 'node' && y.kind === 'node') this.list(x.operands, y.operands, path, n => `[${n}]`)
    if (x.kind !== 'debug' || y.kind !== 'debug') return
    const layout = DEBUG_LAYOUT_BY_CODE.get(x.code)
    if (x.code !== y.code) this.changes.push({ path, a: this.#text(this.#a, x), b: this.#text(this.#b, y) })
    else this.list(x.fields, y.fields, path, n => `.${layout?.fields[n]?.replaceAll('!', '') ?? n}`)
  }

  /** Positions that belong together: tuples of one length by position, lists of nodes and others by content. */
  #pairsOf(x: readonly Item[], y: readonly Item[]): (readonly [number | undefined, number | undefined])[] {
    const positional = x.length === y.length && !(x.length > 1 && x.every(isNode) && y.every(isNode))
    if (positional) return x.map((_, n) => [n, n] as const)
    const to: (number | undefined)[] = []
    align(
      x.map(item => this.#key(this.#a, item, LIST_DEPTH)),
      y.map(item => this.#key(this.#b, item, LIST_DEPTH)),
      (i, j) => {
        to[i] = j
      },
    )
    return pairGaps(x.length, y.length, to)
  }

  #key(side: ModuleSide, item: Item, depth: number): number {
    if (typeof item === 'number' || typeof item === 'bigint') return side.interner.id(`f${item}`)
    return side.metadataKey(item, depth)
  }

  #text(side: ModuleSide, item: Item): string {
    const text = typeof item === 'number' || typeof item === 'bigint' ? `${item}` : expanded(side, item, TEXT_DEPTH)
    return text.length <= TEXT_LENGTH ? text : `${text.slice(0, TEXT_LENGTH)}…`
  }
}

/** Fills the gaps between aligned positions: the nth of one side's gap with the nth of the other's, the rest alone. */
function pairGaps(
  countA: number,
  countB: number,
  to: readonly (number | undefined)[],
): (readonly [number | undefined, number | undefined])[] {
  const pairs: (readonly [number | undefined, number | undefined])[] = []
  let gap = 0
  let j = 0
  const close = (i: number, bTo: number): void => {
    while (gap < i && j < bTo) pairs.push([gap++, j++])
    while (gap < i) pairs.push([gap++, undefined])
    while (j < bTo) pairs.push([undefined, j++])
  }
  for (let i = 0; i < countA; i++) {
    const at = to[i]
    if (at === undefined) continue
    close(i, at)
    pairs.push([i, at])
    gap = i + 1
    j = at + 1
  }
  close(countA, countB)
  return pairs
}

/** A node's content instead of its number, some levels deep. */
function expanded(side: ModuleSide, md: Metadata | null, depth: number): string {
  if (!isNode(md)) return metadataText(side.print, md)
  if (depth === 0) return '!{...}'
  if (md.kind === 'node') return `!{${md.operands.map(o => expanded(side, o, depth - 1)).join(', ')}}`
  return nodeText(side.print, md).replace(/!\d+/g, '!...')
}

const isNode = (item: Item): item is Node =>
  typeof item === 'object' && item !== null && (item.kind === 'node' || item.kind === 'debug')
