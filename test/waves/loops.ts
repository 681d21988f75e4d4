// The loops of a flow, which `break`s stay in them, and the order in which blocks run: the rules of DXC and of what structures its flow, worked
// out apart from the compiler's own passes. Lanes that have left a loop wait until no lane is in it any more.

import type { Block, Flow } from './flow.ts'
import { ASKS_LANES } from './tree.ts'

export interface Loop {
  readonly header: number
  readonly blocks: ReadonlySet<number>
}

/** Edges of a block; those of a `break` into the latch only where it is kept. */
type Edges = (b: Block) => readonly number[]

/** For each block its place in the order of execution: topological, each loop in one piece. -1: unreachable. */
export function executionOrder(flow: Flow, optimization: number): number[] {
  // Without optimisation every break of a function with wave operations stays.
  const kept = optimization === 0 ? new Set(flow.blocks.map(b => b.id)) : keptBreaks(flow)
  const edges: Edges = b => (b.end === 'break' && !kept.has(b.id) ? [b.targets[0]!] : b.targets)
  const loops = loopsOf(flow, edges)
  const rank = new Array<number>(flow.blocks.length).fill(-1)
  orderRegion(flow, edges, loops, new Set(reachable(flow, edges)), 0, undefined).forEach((b, i) => {
    rank[b] = i
  })
  return rank
}

function reachable(flow: Flow, edges: Edges): number[] {
  const seen = new Set([0])
  for (const b of seen) for (const t of edges(flow.blocks[b]!)) seen.add(t)
  return [...seen]
}

function predecessors(flow: Flow, edges: Edges): number[][] {
  const preds = flow.blocks.map((): number[] => [])
  for (const b of reachable(flow, edges)) for (const t of edges(flow.blocks[b]!)) preds[t]!.push(b)
  return preds
}

/** Natural loops; every latch is its header's only one. */
export function loopsOf(flow: Flow, edges: Edges): Loop[] {
  const dominators = dominatorsOf(flow, edges)
  const found: Loop[] = []
  for (const b of flow.blocks)
    for (const header of dominators[b.id] ? edges(b) : []) {
      if (!dominators[b.id]!.has(header)) continue
      const blocks = new Set([header])
      const work = [b.id]
      for (let at = work.pop(); at !== undefined; at = work.pop()) {
        if (blocks.has(at)) continue
        blocks.add(at)
        for (const p of flow.blocks) if (dominators[p.id] && edges(p).includes(at)) work.push(p.id)
      }
      found.push({ header, blocks })
    }
  return found.sort((x, y) => x.blocks.size - y.blocks.size)
}

/** Sets of dominators by block; undefined where unreachable. */
function dominatorsOf(flow: Flow, edges: Edges): (Set<number> | undefined)[] {
  const live = new Set(reachable(flow, edges))
  const preds = predecessors(flow, edges)
  const sets: (Set<number> | undefined)[] = flow.blocks.map(b => (live.has(b.id) ? new Set(live) : undefined))
  sets[0] = new Set([0])
  for (let changed = true; changed; ) {
    changed = false
    for (const b of live) {
      if (b === 0) continue
      const next = new Set([...sets[b]!].filter(d => d === b || preds[b]!.every(p => sets[p]!.has(d))))
      if (next.size === sets[b]!.size) continue
      sets[b] = next
      changed = true
    }
  }
  return sets
}

/** Reverse post order of a region from its header, loops inside as one. */
function orderRegion(
  flow: Flow,
  edges: Edges,
  loops: readonly Loop[],
  region: ReadonlySet<number>,
  header: number,
  own: Loop | undefined,
): number[] {
  const inner = loops.filter(
    loop => loop !== own && region.has(loop.header) && (!own || loop.blocks.size < own.blocks.size),
  )
  const top = (b: number): Loop | undefined => inner.filter(loop => loop.blocks.has(b)).pop()
  const done = new Set<number>()
  const post: number[][] = []
  const visit = (b: number): void => {
    const loop = top(b)
    const key = loop ? loop.header : b
    if (done.has(key)) return
    done.add(key)
    const members = loop ? [...loop.blocks] : [b]
    for (const member of members)
      for (const t of edges(flow.blocks[member]!))
        if (region.has(t) && t !== header && !(loop?.blocks.has(t) ?? false)) visit(t)
    post.push(loop ? orderRegion(flow, edges, loops, loop.blocks, loop.header, loop) : [b])
  }
  visit(header)
  return post.reverse().flat()
}

// ---- which breaks stay ------------------------------------------------------------------------------------------------------------------

interface Def {
  readonly block: number
  readonly asks: boolean
  readonly users: Set<number>
  /** Of a phi: from which block which definition comes. */
  readonly phi: [block: number, def: number][] | undefined
}

/** Blocks that end in `break` and hold a wave operation of their loop, or something computed from one. */
function keptBreaks(flow: Flow): Set<number> {
  const edges: Edges = b => b.targets
  const loops = loopsOf(flow, edges)
  const dominators = dominatorsOf(flow, edges)
  const { defs } = new Ssa(flow, edges, dominators)
  const innermost = (b: number): Loop | undefined => loops.find(loop => loop.blocks.has(b))
  const preds = predecessors(flow, edges)
  const exitsBefore = (loop: Loop, d: number, user: number): number[] => {
    const { block, phi } = defs[user]!
    const found: number[] = []
    const work = phi ? phi.filter(([, from]) => from === d).map(([at]) => at) : [block]
    const seen = new Set<number>()
    for (let b = work.pop(); b !== undefined; b = work.pop()) {
      if (seen.has(b) || loop.blocks.has(b)) continue
      seen.add(b)
      if (preds[b]!.some(p => loop.blocks.has(p))) found.push(b)
      else work.push(...preds[b]!)
    }
    return found
  }
  const kept = new Set<number>()
  defs.forEach((def, start) => {
    const waveLoop = def.asks ? innermost(def.block) : undefined
    if (!waveLoop) return
    const seen = new Set<number>()
    const work = [start]
    const mark = (block: number): boolean => {
      const loop = innermost(block)
      if (!loop) return false
      if (flow.blocks[block]!.end === 'break' && loop.blocks.has(waveLoop.header)) kept.add(block)
      return true
    }
    for (let d = work.pop(); d !== undefined; d = work.pop()) {
      if (seen.has(d)) continue
      seen.add(d)
      const { block, users } = defs[d]!
      if (!mark(block)) continue
      for (const user of users) {
        // Values that leave a loop pass through a phi at its exit.
        for (const l of loops.filter(x => x.blocks.has(block))) for (const exit of exitsBefore(l, d, user)) mark(exit)
        work.push(user)
      }
    }
  })
  return kept
}

/** Definitions and their users, phis among them, where variables are live. */
class Ssa {
  readonly defs: Def[] = []
  readonly #flow: Flow
  readonly #edges: Edges
  readonly #doms: readonly (ReadonlySet<number> | undefined)[]
  readonly #preds: number[][]

  constructor(flow: Flow, edges: Edges, doms: readonly (ReadonlySet<number> | undefined)[]) {
    this.#flow = flow
    this.#edges = edges
    this.#doms = doms
    this.#preds = predecessors(flow, edges)
    this.#build()
  }

  #build(): void {
    const { blocks, variables } = this.#flow
    const live = this.#liveIn()
    const frontier = this.#frontiers()
    const phis = blocks.map(() => new Map<number, number>())
    for (let v = 0; v < variables; v++) {
      const work = blocks.filter(b => this.#doms[b.id] && b.steps.some(s => s.to === v)).map(b => b.id)
      const seen = new Set(work)
      for (let b = work.pop(); b !== undefined; b = work.pop())
        for (const f of frontier[b]!) {
          if (phis[f]!.has(v) || !live[f]!.has(v)) continue
          phis[f]!.set(v, this.#def(f, false, []))
          if (!seen.has(f)) work.push(f)
          seen.add(f)
        }
    }
    this.#rename(0, new Map(), phis)
  }

  #def(block: number, asks: boolean, phi?: [number, number][]): number {
    this.defs.push({ block, asks, users: new Set(), phi })
    return this.defs.length - 1
  }

  #rename(b: number, incoming: ReadonlyMap<number, number>, phis: readonly Map<number, number>[]): void {
    const now = new Map(incoming)
    for (const [v, phi] of phis[b]!) now.set(v, phi)
    const block = this.#flow.blocks[b]!
    const use = (v: number, user: number): void => void this.defs[now.get(v) ?? -1]?.users.add(user)
    for (const s of block.steps) {
      // A copy is no instruction: the variable is the value from here on.
      if (s.kind === 'copy') {
        const value = now.get(s.from[0]!)
        if (value === undefined) now.delete(s.to)
        else now.set(s.to, value)
        continue
      }
      const d = this.#def(b, s.kind === 'wave' && ASKS_LANES.has(s.op))
      for (const v of s.from) use(v, d)
      if (s.to >= 0) now.set(s.to, d)
    }
    if (block.selector >= 0) use(block.selector, this.#def(b, false))
    for (const t of this.#edges(block))
      for (const [v, phi] of phis[t]!) {
        use(v, phi)
        if (now.has(v)) this.defs[phi]!.phi!.push([b, now.get(v)!])
      }
    for (const c of this.#flow.blocks) if (c.id !== b && this.#idom(c.id) === b) this.#rename(c.id, now, phis)
  }

  #idoms: (number | undefined)[] = []
  #idom(b: number): number | undefined {
    const doms = this.#doms[b]
    if (!doms || b === 0) return undefined
    return (this.#idoms[b] ??= [...doms].find(d => d !== b && this.#doms[d]!.size === doms.size - 1))
  }

  #frontiers(): Set<number>[] {
    const frontier = this.#flow.blocks.map(() => new Set<number>())
    for (const b of this.#flow.blocks)
      if (this.#preds[b.id]!.length > 1)
        for (const p of this.#preds[b.id]!)
          for (let r: number | undefined = p; r !== undefined && r !== this.#idom(b.id); r = this.#idom(r))
            frontier[r]!.add(b.id)
    return frontier
  }

  #liveIn(): Set<number>[] {
    const { blocks } = this.#flow
    const live = blocks.map(() => new Set<number>())
    for (let changed = true; changed; ) {
      changed = false
      for (let i = blocks.length - 1; i >= 0; i--) {
        const b = blocks[i]!
        const now = new Set<number>(b.selector >= 0 ? [b.selector] : [])
        for (const t of this.#edges(b)) for (const v of live[t]!) now.add(v)
        // The block's own selector is read behind its steps, so it is live in only when no step defines it.
        for (let k = b.steps.length - 1; k >= 0; k--) {
          now.delete(b.steps[k]!.to)
          for (const v of b.steps[k]!.from) now.add(v)
        }
        if (now.size === live[i]!.size) continue
        live[i] = now
        changed = true
      }
    }
    return live
  }
}
