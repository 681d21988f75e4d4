// One program through both compilers, the validator and the runtime, against the evaluator.

import { compile } from '../../src/api/compile.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { OracleError } from '../oracle/resident.ts'
import { evaluate } from './evaluate.ts'
import { inputsOf } from './generate.ts'
import { withOwnOperands } from './instrument.ts'
import { printOpen } from './open_breaks.ts'
import { printProgram } from './print.ts'
import { type Program, SLOTS } from './tree.ts'

export type Kind =
  | 'same'
  /** The evaluator gives up: too many steps, or a wave is not whole where it must be. */
  | 'not-judged'
  | 'refused'
  | 'dxc-refused'
  | 'invalid'
  /** The runtime cannot run ours. */
  | 'no-run'
  /** The runtime answers for neither blob in time. */
  | 'neither-runs'
  /** The runtime cannot run DXC's blob; ours does what the evaluator says, or does not. */
  | 'dxc-no-run'
  | 'ours-or-evaluator'
  /** Ours is not what the evaluator says and DXC's blob does. */
  | 'ours'
  /** DXC's blob does something else than ours and the evaluator. */
  | 'dxc'
  /** A fault of the runtime; with operands that it cannot compare, both blobs do what the evaluator says. See instrument.ts. */
  | 'runtime'
  /**
   * The evaluator's rule for breaks that stay in their loops, or ours, is not what DXC did. Both blobs do what it says when all of them stay, or would
   * with conditions of their own, see open_breaks.ts.
   */
  | 'kept-breaks'
  /** Both blobs agree against the evaluator. */
  | 'evaluator'
  | 'all-differ'

export interface Outcome {
  readonly kind: Kind
  readonly detail: string
}

const PROFILE = 'cs_6_0'

/** Ours is as expected or DXC's blob is not there to compare with. */
const SETTLED: ReadonlySet<Kind> = new Set(['same', 'not-judged', 'refused', 'dxc-refused', 'invalid', 'dxc-no-run'])

export async function check(p: Program, optimization: 0 | 3): Promise<Outcome> {
  const outcome = await checkSource(p, printProgram(p), optimization)
  if (SETTLED.has(outcome.kind)) return outcome
  const { kind } = await checkSource(p, printProgram(p), optimization, { own: true })
  if (kind === 'same' || (kind === 'dxc-no-run' && outcome.kind === 'ours-or-evaluator'))
    return { ...outcome, kind: 'runtime' }
  if (kind !== 'evaluator' && kind !== 'dxc') return outcome
  for (const source of [printProgram(p), printOpen(p, optimization)]) {
    const kept = await checkSource(p, source, optimization, { own: true, keepsAll: true })
    if (kept.kind === 'same') return { ...outcome, kind: 'kept-breaks' }
  }
  return kind === 'dxc' ? { ...outcome, kind } : outcome
}

interface Change {
  /** Every wave operation gets an operand of its own, see instrument.ts. */
  readonly own?: boolean
  /** The evaluator keeps every break in its loop, as without optimisation. */
  readonly keepsAll?: boolean
}

/** `source` means what the program does. */
async function checkSource(p: Program, source: string, optimization: 0 | 3, change: Change = {}): Promise<Outcome> {
  const input = inputsOf(p)
  const expected = evaluate(p, input, change.keepsAll ? 0 : optimization)
  if (!expected) return { kind: 'not-judged', detail: '' }
  const ours = compile(source, { target: PROFILE, entry: 'main', optimization })
  if (!ours.container) return { kind: isEndless(ours.text) ? 'not-judged' : 'refused', detail: ours.text }
  const theirs = await theirCompile(source, optimization)
  if (!theirs.container) return { kind: isEndless(theirs.errors) ? 'not-judged' : 'dxc-refused', detail: theirs.errors }
  const valid = await (await Dxc.shared()).validate(ours.container)
  if (!valid.ok || valid.digest !== 'right') return { kind: 'invalid', detail: valid.message }
  const own = (c: Uint8Array): Uint8Array => (change.own && withOwnOperands(c, input.byteLength)) || c
  const [a, b] = [await run(p, input, own(ours.container)), await run(p, input, own(theirs.container))]
  if (typeof a === 'string') return { kind: typeof b === 'string' ? 'neither-runs' : 'no-run', detail: `ours: ${a}` }
  const right = firstDifference(a, expected)
  if (typeof b === 'string')
    return { kind: right === '' ? 'dxc-no-run' : 'ours-or-evaluator', detail: `${right}; ${b}` }
  const theirsRight = firstDifference(b, expected)
  if (right === '' && theirsRight === '') return { kind: 'same', detail: '' }
  const detail = `ours ${right || 'as expected'}; DXC ${theirsRight || 'as expected'}`
  if (right === '') return { kind: 'dxc', detail }
  if (theirsRight === '') return { kind: 'ours', detail }
  return { kind: firstDifference(a, b) === '' ? 'evaluator' : 'all-differ', detail }
}

/** A loop nobody comes to, which only one of the two sees is never left. */
const isEndless = (errors: string): boolean => errors.includes('Loop must have break')

async function theirCompile(source: string, optimization: number): Promise<{ container?: Uint8Array; errors: string }> {
  try {
    return await (await Dxc.shared()).compile(source, [
      '-T',
      PROFILE,
      '-E',
      'main',
      ...(optimization === 0 ? ['-Od'] : []),
    ])
  } catch (e) {
    if (!(e instanceof OracleError)) throw e
    return { errors: e.message }
  }
}

/** The output, or why there is none. */
export async function run(p: Program, input: Uint32Array, container: Uint8Array): Promise<Uint32Array | string> {
  const gpu = await D3d12.shared()
  const { uavs, error } = await gpu.runCompute({
    container,
    dispatch: [1, 1, 1],
    resources: [
      { kind: 'uav', type: 'structured', stride: 4, register: 0, count: p.threads * SLOTS },
      { kind: 'uav', type: 'raw', register: 1, data: new Uint8Array(4) },
      { kind: 'srv', type: 'raw', register: 0, data: new Uint8Array(input.buffer) },
    ],
  })
  if (error !== undefined) return error
  return new Uint32Array(Uint8Array.from(uavs[0]!.data).buffer)
}

function firstDifference(a: Uint32Array, b: Uint32Array): string {
  const at = a.findIndex((x, i) => x !== b[i])
  return at < 0 ? '' : `thread ${Math.floor(at / SLOTS)} slot ${at % SLOTS}: ${a[at]} instead of ${b[at]}`
}
