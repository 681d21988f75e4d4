// One source under every model of convergence. Where DXC's code without optimisation, which is in the order of the source, does the same in all of them,
// the program counts on no model: then optimised code has to do that in all of them, too.

import { SEEDS, shown, TOLERANCE, traced } from './check.ts'
import { MODELS, type Model } from './convergence.ts'
import { type Loaded, load, runnable } from './shader.ts'
import { compareTraces, type Trace } from './trace.ts'

/**
 * `depends`: the code without optimisation is not the same in all models.
 * `theirs`: DXC's optimised code counts on a model, too.
 */
export type Convergence = 'same' | 'different' | 'theirs' | 'depends' | 'unjudged'

export interface ConvergenceVerdict {
  readonly name: string
  readonly seed: number
  readonly kind: Convergence
  readonly detail: string
}

export interface Containers {
  readonly ours: Uint8Array
  readonly theirs: Uint8Array
  /** DXC's without optimisation. */
  readonly plain: Uint8Array
}

export function checkConvergence(
  { ours, theirs, plain }: Containers,
  seeds: readonly number[] = SEEDS,
): readonly ConvergenceVerdict[] {
  const [a, b, c] = [load(ours), load(theirs), load(plain)]
  return [...runnable(c).keys()].flatMap(name =>
    seeds.map(seed => {
      const runs = (loaded: Loaded): Runs => {
        const func = runnable(loaded).get(name)
        return model => (func ? traced(loaded, name, func, seed, model) : 'no such function')
      }
      return { name, seed, ...judge(runs(a), runs(b), runs(c)) }
    }),
  )
}

/** A message where it came to no end. */
type Runs = (model: Model) => Trace | string

function judge(ours: Runs, theirs: Runs, plain: Runs): Pick<ConvergenceVerdict, 'kind' | 'detail'> {
  const meant = plain('order')
  if (typeof meant === 'string') return { kind: 'unjudged', detail: meant }
  const others = MODELS.filter(model => model !== 'order').map(plain)
  if (others.some(other => differenceOf(other, meant) !== '' || differenceOf(meant, other) !== ''))
    return { kind: 'depends', detail: '' }
  const detail = firstDifference(ours, meant)
  if (detail === '') return { kind: 'same', detail }
  return { kind: firstDifference(theirs, meant) === '' ? 'different' : 'theirs', detail }
}

/** Of the first model in which something else was done. */
function firstDifference(runs: Runs, meant: Trace): string {
  for (const model of MODELS) {
    const difference = differenceOf(runs(model), meant)
    if (difference !== '') return `model ${model}: ${difference}`
  }
  return ''
}

function differenceOf(x: Trace | string, y: Trace | string): string {
  if (typeof x === 'string') return x
  if (typeof y === 'string') return y
  const compared = compareTraces(x, y, TOLERANCE)
  return compared.differences.length === 0 ? '' : shown(compared)
}
