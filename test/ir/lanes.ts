// Executes a function of the IR for a wave of lanes at once. Of all blocks in which lanes wait the first one runs, for all its lanes, in an
// order that is topological and has every loop in one piece: lanes that have left a loop wait until no lane is in it any more, and a loop goes
// round when all of its lanes have come to the back edge. That is what structured flow makes of the graph.

import { Dominance } from '../../src/ir/dominance.ts'
import type { Block, Func } from '../../src/ir/function.ts'
import { type Loop, naturalLoops } from '../../src/ir/loops.ts'
import type { Module } from '../../src/ir/module.ts'
import { DxilOp } from '../../src/spec/dxil_ops.ts'
import { type Datum, type Inputs, type Run, type Stop, startLane, Undefined, type Walk } from './interpret.ts'

interface Lane {
  readonly walk: Walk
  readonly trace: string[]
  readonly number: number
  /** Where it waits; undefined behind the end. */
  stop: Stop | undefined
  outcome: Run['outcome'] | undefined
}

/** One run a lane. Undefined behaviour of one lane is that of all. The traces name the lanes at each wave operation. */
export function interpretLanes(m: Module, f: Func, inputs: readonly Inputs[]): Run[] {
  const schedule = new Schedule(f)
  const lanes: Lane[] = inputs.map((input, number) => {
    const { walk, trace } = startLane(m, f, input)
    return { walk, trace, number, stop: undefined, outcome: undefined }
  })
  try {
    for (const lane of lanes) advance(lane)
    for (;;) {
      const running = schedule.next(lanes)
      if (running.length === 0) break
      for (const lane of running) advance(lane)
      // Lanes of one block come to the same operations.
      while (running[0]!.stop?.kind === 'wave') together(running)
    }
  } catch (error) {
    if (!(error instanceof Undefined)) throw error
    return lanes.map(({ trace }) => ({ outcome: 'undefined', trace }))
  }
  return lanes.map(({ trace, outcome }) => ({ outcome: outcome!, trace }))
}

function advance(lane: Lane, result?: Datum): void {
  const at = lane.walk.next(result)
  if (at.done === true) {
    lane.outcome = at.value
    lane.stop = undefined
  } else lane.stop = at.value
}

function together(lanes: readonly Lane[]): void {
  const operands = lanes.map(({ stop }) => (stop?.kind === 'wave' ? stop.operands[0] : undefined))
  const opcode = lanes[0]!.stop?.kind === 'wave' ? lanes[0]!.stop.opcode : 0
  const who = lanes.map(lane => lane.number).join('')
  lanes.forEach((lane, i) => {
    lane.trace.push(`wave ${opcode} ${who}`)
    advance(lane, waveResult(opcode, operands, i))
  })
}

function waveResult(opcode: number, operands: readonly Datum[], i: number): Datum {
  if (operands.includes(undefined)) return undefined
  const list = operands as readonly bigint[]
  const count = (l: readonly bigint[]): bigint => BigInt(l.filter(x => x !== 0n).length)
  switch (opcode) {
    case DxilOp.WaveReadLaneFirst:
      return list[0]
    case DxilOp.WavePrefixBitCount:
      return count(list.slice(0, i))
    case DxilOp.WaveAnyTrue:
      return count(list) > 0n ? 1n : 0n
    case DxilOp.WaveAllTrue:
      return count(list) === BigInt(list.length) ? 1n : 0n
    default:
      return count(list)
  }
}

class Schedule {
  readonly #rank = new Map<Block, number>()
  readonly #loops: readonly Loop[]

  constructor(f: Func) {
    const dom = new Dominance(f)
    this.#loops = naturalLoops(f)
    order(f, this.#loops, new Set(dom.order), f.entry, undefined).forEach((b, i) => {
      this.#rank.set(b, i)
    })
  }

  /** The lanes that run next, in order; none when all have ended. */
  next(lanes: readonly Lane[]): Lane[] {
    const waiting = lanes.flatMap(lane => (lane.stop?.kind === 'block' ? [{ lane, ...lane.stop }] : []))
    const inside = (loop: Loop): boolean =>
      waiting.some(w => loop.contains.has(w.block) && !(w.block === loop.header && this.#isBack(loop, w.from)))
    const ready = waiting.filter(({ block, from }) => {
      const loop = this.#loops.find(loop => loop.header === block)
      return loop === undefined || !this.#isBack(loop, from) || !inside(loop)
    })
    if (ready.length === 0) return []
    const first = ready.reduce((a, b) => (this.#rank.get(b.block)! < this.#rank.get(a.block)! ? b : a))
    return ready.filter(({ block }) => block === first.block).map(({ lane }) => lane)
  }

  #isBack(loop: Loop, from: Block | undefined): boolean {
    return from !== undefined && loop.contains.has(from)
  }
}

/** Reverse post order from a region's header, loops inside as one. */
function order(
  f: Func,
  loops: readonly Loop[],
  region: ReadonlySet<Block>,
  header: Block,
  own: Loop | undefined,
): Block[] {
  const inner = loops.filter(loop => loop !== own && region.has(loop.header) && (!own || loop.depth > own.depth))
  // Inner loops come first, so the last one around a block is the outermost.
  const around = (b: Block): Loop | undefined => inner.filter(loop => loop.contains.has(b)).pop()
  const done = new Set<Block>()
  const post: Block[][] = []
  const visit = (b: Block): void => {
    const loop = around(b)
    const key = loop?.header ?? b
    if (done.has(key)) return
    done.add(key)
    for (const member of loop?.blocks ?? [b])
      for (const s of f.successors(member))
        if (region.has(s) && s !== header && loop?.contains.has(s) !== true) visit(s)
    post.push(loop ? order(f, loops, loop.contains, loop.header, loop) : [b])
  }
  visit(header)
  return post.reverse().flat()
}
