// Two containers of one source, executed in the same worlds; a third, of the other compiler without optimisation, is asked where they differ.

import type { Model } from './convergence.ts'
import { TooLong, Undefined, Unsupported } from './data.ts'
import { OUTSIDE } from './machine.ts'
import { execute, type Loaded, load, runnable } from './shader.ts'
import { type Comparison, compareTraces, type Trace } from './trace.ts'
import { World } from './world.ts'

/** `second`: ours differs from their optimised code, but not from their plain code. */
export type Kind = 'same' | 'different' | 'second' | 'unjudged'

export interface Verdict {
  /** Of the function. */
  readonly name: string
  readonly kind: Kind
  /** Worlds in which both did the same, and those in which they did not. */
  readonly same: number
  readonly different: number
  /** Worlds in which ours alone came to no end, or to something undefined. DXC may know the result of a loop that ours runs. */
  readonly alone: number
  /** Worlds in which ours alone read or wrote outside of its variables. */
  readonly outside: readonly number[]
  /** Why worlds were not judged. */
  readonly unjudged: readonly string[]
  /** Values that theirs defined, and those that it did not. */
  readonly compared: number
  readonly open: number
  /** Of the first world that differs. */
  readonly detail: string
}

export const SEEDS: readonly number[] = [1, 2, 3, 4, 5, 6]

/** Floats of 16 bits lose as much. */
export const TOLERANCE = 2e-3
export const HALF_TOLERANCE = 3e-2

/** @param plain their code without optimisation; undefined where there is none */
export async function check(
  ours: Uint8Array,
  theirs: Uint8Array,
  plain: () => Promise<Uint8Array | null | undefined> = () => Promise.resolve(undefined),
  seeds: readonly number[] = SEEDS,
): Promise<readonly Verdict[]> {
  const [a, b] = [load(ours), load(theirs)]
  const names = new Set([...runnable(a).keys(), ...runnable(b).keys()])
  const verdicts = [...names].map(name => verdictOf(a, b, name, seeds))
  if (verdicts.every(v => v.kind !== 'different' && v.outside.length === 0)) return verdicts
  const container = await plain()
  if (!container) return verdicts
  const c = load(container)
  return verdicts.map(v => {
    const outside = v.outside.find(seed => isDefined(c, v.name, seed))
    if (outside !== undefined) {
      const detail = `seed ${outside}: ours reaches outside of memory, theirs does not, not even without optimisation`
      return { ...v, kind: 'different', different: v.different + 1, detail: v.detail || detail }
    }
    if (v.kind !== 'different') return v
    const second = verdictOf(a, c, v.name, seeds)
    return second.kind === 'same' && second.same >= v.different ? { ...v, kind: 'second' } : v
  })
}

function verdictOf(a: Loaded, b: Loaded, name: string, seeds: readonly number[]): Verdict {
  const [func, other] = [runnable(a).get(name), runnable(b).get(name)]
  const unjudged: string[] = []
  const outside: number[] = []
  let [same, different, alone, compared, open] = [0, 0, 0, 0, 0]
  if (!func || !other) {
    const detail = `only ${func ? 'ours' : 'theirs'} has the function`
    return { name, kind: 'different', same, different: seeds.length, alone, outside, unjudged, compared, open, detail }
  }
  let detail = ''
  const tolerance = usesHalf(a) || usesHalf(b) ? HALF_TOLERANCE : TOLERANCE
  for (const seed of seeds) {
    const x = traced(a, name, func, seed)
    const y = traced(b, name, other, seed)
    if (typeof y === 'string') unjudged.push(typeof x === 'string' ? x : `theirs: ${y}`)
    else if (typeof x === 'string') {
      alone++
      if (x.endsWith(OUTSIDE)) outside.push(seed)
      unjudged.push(`ours: ${x}`)
    } else {
      const c = compareTraces(x, y, tolerance)
      compared += c.compared
      open += c.open
      if (c.differences.length === 0) same++
      // Only every other world has nothing but 0 and 1 where a bool may lie in memory that is passed.
      else if (func.args.length > 0 && seed % 2 === 1) unjudged.push('differs where a bool may be more than 1')
      else {
        different++
        detail ||= `seed ${seed}: ${shown(c)}`
      }
    }
  }
  const kind = different > 0 ? 'different' : same > 0 ? 'same' : 'unjudged'
  return { name, kind, same, different, alone, outside, unjudged, compared, open, detail }
}

export const usesHalf = ({ module }: Loaded): boolean =>
  module.functions.some(f => f.blocks.some(b => b.instructions.some(i => i.type.scalar.kind === 'half')))

function isDefined(loaded: Loaded, name: string, seed: number): boolean {
  const func = runnable(loaded).get(name)
  return func !== undefined && typeof traced(loaded, name, func, seed) !== 'string'
}

export function traced(
  loaded: Loaded,
  name: string,
  func: Parameters<typeof execute>[2],
  seed: number,
  model: Model = 'order',
): Trace | string {
  try {
    return execute(loaded, name, func, new World(seed), model)
  } catch (e) {
    if (e instanceof Unsupported || e instanceof Undefined || e instanceof TooLong) return e.message
    throw e
  }
}

export const shown = (c: Comparison): string =>
  c.differences
    .slice(0, 3)
    .map(d => `${d.where}: ${d.ours.slice(0, 200)} | ${d.theirs.slice(0, 200)}`)
    .join('; ')
