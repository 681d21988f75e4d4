// Runs a program on waves of lanes: of all blocks in which lanes wait, the first in the order of execution runs, for all its lanes at once.

import { type Block, flowOf, type Step } from './flow.ts'
import { executionOrder } from './loops.ts'
import { INPUTS, type Program, READ_LANE, SLOTS } from './tree.ts'

/** Lanes of a wave on the software device. */
export const WAVE = 8

/** The output of all threads, or undefined when it takes too long or a wave is not whole where it must be. */
export function evaluate(p: Program, input: Uint32Array, optimization: number): Uint32Array | undefined {
  const flow = flowOf(p)
  const rank = executionOrder(flow, optimization)
  const output = new Uint32Array(p.threads * SLOTS)
  const shared = new Uint32Array(p.threads)
  const waves: Iterator<void>[] = []
  const state: State = { blocks: flow.blocks, rank, input, output, shared, count: flow.variables, steps: 0 }
  for (let first = 0; first < p.threads; first += WAVE) waves.push(runWave(state, first))
  try {
    // From barrier to barrier.
    for (let running = [...waves]; running.length > 0; ) running = running.filter(w => !w.next().done)
  } catch (e) {
    if (e instanceof Stuck) return undefined
    throw e
  }
  return output
}

class Stuck extends Error {}

interface State {
  readonly blocks: readonly Block[]
  readonly rank: readonly number[]
  readonly input: Uint32Array
  readonly output: Uint32Array
  readonly shared: Uint32Array
  readonly count: number
  steps: number
}

const MAX_STEPS = 200_000

function* runWave(s: State, first: number): Generator<void> {
  const lanes = Array.from({ length: WAVE }, (_, lane) => ({
    thread: first + lane,
    lane,
    at: 0,
    values: new Uint32Array(s.count),
  }))
  for (;;) {
    let at = -1
    for (const l of lanes) if (l.at >= 0 && (at < 0 || s.rank[l.at]! < s.rank[at]!)) at = l.at
    if (at < 0) return
    const running = lanes.filter(l => l.at === at)
    const block = s.blocks[at]!
    for (const step of block.steps) {
      if ((s.steps += running.length) > MAX_STEPS) throw new Stuck()
      if (step.kind === 'barrier') {
        if (running.length < WAVE) throw new Stuck()
        yield
      } else if (step.kind === 'wave') waveStep(step, running)
      else for (const l of running) laneStep(s, step, l)
    }
    if ((s.steps += running.length) > MAX_STEPS) throw new Stuck()
    for (const l of running) l.at = next(block, l.values)
    // A loop goes on when no lane is left in the iteration: its latch is its last block, so all have come.
  }
}

function next(b: Block, values: Uint32Array): number {
  if (b.end === 'done') return -1
  if (b.end === 'branch') return b.targets[values[b.selector] !== 0 ? 0 : 1]!
  if (b.end === 'switch') return b.targets[b.labels.indexOf(values[b.selector]!) + 1]!
  return b.targets[0]!
}

interface Lane {
  readonly thread: number
  readonly lane: number
  readonly values: Uint32Array
}

function laneStep(s: State, step: Step, { thread, values }: Lane): void {
  const [a = 0, b = 0] = step.from.map(v => values[v]!)
  switch (step.kind) {
    case 'copy':
      values[step.to] = a
      return
    case 'number':
      values[step.to] = step.value
      return
    case 'input':
      values[step.to] = s.input[thread * INPUTS + step.value]!
      return
    case 'thread':
      values[step.to] = thread
      return
    case 'shared':
      values[step.to] = s.shared[a]!
      return
    case 'binary':
      values[step.to] = binary(step.op, a, b)
      return
    case 'store':
      s.output[thread * SLOTS + step.value] = a
      return
    case 'share':
      s.shared[thread] = a
      return
    default:
      throw new Error(step.kind)
  }
}

function binary(op: string, a: number, b: number): number {
  switch (op) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return Math.imul(a, b)
    case '&':
      return a & b
    case '|':
      return a | b
    case '^':
      return a ^ b
    case '%':
      return a % b
    case '<<':
      return a << (b & 31)
    case '>>':
      return a >>> (b & 31)
    case '==':
      return Number(a === b)
    case '!=':
      return Number(a !== b)
    case '<':
      return Number(a < b)
    case '>':
      return Number(a > b)
    case '<=':
      return Number(a <= b)
    default:
      return Number(a >= b)
  }
}

function waveStep(step: Step, running: readonly Lane[]): void {
  const args = running.map(lane => (step.from.length > 0 ? lane.values[step.from[0]!]! : 0))
  const results = running.map((lane, i) => waveValue(step.op, args, i, running, lane))
  running.forEach((lane, i) => {
    lane.values[step.to] = results[i]!
  })
}

function waveValue(op: string, args: readonly number[], i: number, running: readonly Lane[], { lane }: Lane): number {
  const before = args.slice(0, i)
  const fold = (f: (x: number, y: number) => number): number => args.reduce(f)
  const quad = (by: number): number => {
    const at = running.findIndex(l => l.lane === (lane ^ by))
    if (at < 0) throw new Stuck()
    return args[at]!
  }
  switch (op) {
    case 'WaveIsFirstLane':
      return Number(i === 0)
    case 'WaveActiveAnyTrue':
      return Number(args.some(a => a !== 0))
    case 'WaveActiveAllTrue':
      return Number(args.every(a => a !== 0))
    case 'WaveActiveAllEqual':
      return Number(args.every(a => a === args[0]))
    case 'WaveActiveBallot':
      return running.reduce((mask, lane, k) => (args[k] !== 0 ? mask | (1 << lane.lane) : mask), 0)
    case 'WaveActiveCountBits':
      return args.filter(a => a !== 0).length
    case 'WavePrefixCountBits':
      return before.filter(a => a !== 0).length
    case 'WaveReadLaneFirst':
      return args[0]!
    case 'WaveReadLaneAt':
      return quad(lane ^ READ_LANE)
    case 'WaveActiveSum':
      return fold((x, y) => (x + y) >>> 0)
    case 'WavePrefixSum':
      return before.reduce((x, y) => (x + y) >>> 0, 0)
    case 'WaveActiveMin':
      return Math.min(...args)
    case 'WaveActiveMax':
      return Math.max(...args)
    case 'WaveActiveBitAnd':
      return fold((x, y) => x & y)
    case 'WaveActiveBitOr':
      return fold((x, y) => x | y)
    case 'WaveActiveBitXor':
      return fold((x, y) => x ^ y)
    case 'WaveGetLaneIndex':
      return lane
    case 'WaveGetLaneCount':
      return WAVE
    case 'QuadReadAcrossX':
      return quad(1)
    case 'QuadReadAcrossY':
      return quad(2)
    case 'QuadReadAcrossDiagonal':
      return quad(3)
    default:
      throw new Error(op)
  }
}
