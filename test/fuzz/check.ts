// One generated program through both compilers, the validator and the runtime, against the evaluator.

import { compile } from '../../src/api/compile.ts'
import { partOf } from '../corpus/container_facts.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { OracleError } from '../oracle/resident.ts'
import { evaluate, TooLong } from './evaluate.ts'
import { expectedBytes, makeInputs, normalBytes } from './inputs.ts'
import { printProgram } from './print.ts'
import type { Program } from './tree.ts'

export type Kind =
  | 'same'
  /** Both compilers refuse it: a fault of the generator. */
  | 'both-refuse'
  /** DXC crashes, or its own output does not validate (as with rows of a constant buffer's tall matrix by a variable index). */
  | 'dxc-invalid'
  | 'too-long'
  | 'verdict'
  | 'crash'
  | 'invalid'
  | 'psv'
  /** PSV0 differs in which resources are still used: one optimiser sees more dead code than the other. */
  | 'liveness'
  /** The runtime could not run DXC's blob either. */
  | 'no-run'
  | 'our-run'
  /** Ours is wrong: the evaluator and DXC's blob agree. */
  | 'value'
  /** All three differ: the runtime's fault as a rule. */
  | 'all-differ'
  /** Both blobs agree and the evaluator does not. */
  | 'evaluator'
  /** Of a link: the compiler made no library, or both linkers refuse what it made. */
  | 'no library'
  | 'no link'

export interface Outcome {
  readonly kind: Kind
  readonly detail: string
}

const DXC_FAULTS = /validation errors|llvm::cast/

/** What the runtime refuses: bools taken for 64-bit numbers in one step, which DXC writes and dxilkit does not; 64-bit raw loads. */
const RUNTIME_FAULTS = /vsir_write_mask_64_from_32|dx\.types\.ResRet\.i64/

export const outcome = (kind: Kind, detail = ''): Outcome => ({ kind, detail })

export function argsOf(p: Program): string[] {
  return ['-T', p.profile, '-E', 'main', ...(p.optimization === 0 ? ['-Od'] : [])]
}

/** DXC goes round for ever on some programs. */
export async function theirCompile(
  source: string,
  args: string[],
): Promise<{ ok: boolean; container?: Uint8Array; errors: string }> {
  try {
    const { ok, container, errors } = await (await Dxc.shared()).compile(source, args)
    return { ok, errors, ...(container && { container }) }
  } catch (e) {
    if (!(e instanceof OracleError)) throw e
    return { ok: false, errors: `validation errors: ${e.message}` }
  }
}

/** Compiles with both; executes when `run` is set. */
export async function check(p: Program, run: boolean): Promise<Outcome> {
  const source = printProgram(p)
  const dxc = await theirCompile(source, argsOf(p))
  let ours: ReturnType<typeof compile>
  try {
    ours = compile(source, { target: p.profile, entry: 'main', optimization: p.optimization as 0 | 3 })
  } catch (e) {
    return outcome('crash', causes(e))
  }
  if (!dxc.ok && !ours.ok) return outcome('both-refuse', firstErrors(dxc.errors) + firstErrors(ours.text))
  if (ours.container && DXC_FAULTS.test(dxc.errors)) {
    const alone = await (await Dxc.shared()).validate(ours.container)
    return alone.ok ? outcome('dxc-invalid', firstErrors(dxc.errors)) : outcome('invalid', alone.message)
  }
  if (!dxc.container || !ours.container)
    return outcome('verdict', dxc.ok ? `ours: ${firstErrors(ours.text)}` : `dxc: ${firstErrors(dxc.errors)}`)
  const valid = await (await Dxc.shared()).validate(ours.container)
  if (!valid.ok || valid.digest !== 'right') return outcome('invalid', `${valid.digest} ${valid.message}`)
  const [a, b] = [partOf(dxc.container, 'PSV0')!, partOf(ours.container, 'PSV0')!]
  if (Buffer.compare(a, b) !== 0) {
    const alike = Buffer.compare(withoutResources(a), withoutResources(b)) === 0
    const difference = resourceDifference(a, b)
    if (!alike || !difference) return outcome('psv', `DXC  ${hex(a)}\nours ${hex(b)}`)
    if (!run) return outcome('liveness', difference)
  }
  return run ? execute(p, ours.container, async () => dxc.container) : outcome('same')
}

const INFO_BYTES = 52
const RESOURCE_BYTES = 24

const countOf = (psv: Uint8Array): number => new DataView(psv.buffer, psv.byteOffset).getUint32(4 + INFO_BYTES, true)

function withoutResources(psv: Uint8Array): Uint8Array {
  const n = countOf(psv)
  return Buffer.concat([
    psv.subarray(0, 4 + INFO_BYTES),
    psv.subarray(4 + INFO_BYTES + (n ? 8 + n * RESOURCE_BYTES : 4)),
  ])
}

/** The resource records of one side only; '' when there are none. */
function resourceDifference(theirs: Uint8Array, mine: Uint8Array): string {
  const records = (psv: Uint8Array): string[] =>
    Array.from({ length: countOf(psv) }, (_, i) =>
      hex(psv.subarray(12 + INFO_BYTES + i * RESOURCE_BYTES).subarray(0, RESOURCE_BYTES)),
    )
  const [a, b] = [records(theirs), records(mine)]
  const only = (x: string[], y: string[]): string[] => x.filter(r => !y.includes(r))
  const [gone, extra] = [only(a, b), only(b, a)]
  return gone.length + extra.length
    ? `only DXC: ${gone.join(' ') || 'none'}; only ours: ${extra.join(' ') || 'none'}`
    : ''
}

const hex = (b: Uint8Array): string => Buffer.from(b).toString('hex')

export function causes(e: unknown): string {
  const { stack, cause } = e as Error
  return String(stack).slice(0, 600) + String((cause as Error | undefined)?.stack ?? '').slice(0, 900)
}

export function firstErrors(text: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex(line => line.includes('error'))
  return lines.slice(at, at + 4).join('\n')
}

/** Runs our container; when it does not compute what the evaluator does, DXC's says whose fault that is. */
export async function execute(
  p: Program,
  mine: Uint8Array,
  theirs: () => Promise<Uint8Array | undefined>,
): Promise<Outcome> {
  const { resources, memory, outputs } = makeInputs(p)
  try {
    evaluate(p, memory)
  } catch (e) {
    if (e instanceof TooLong) return outcome('too-long')
    throw e
  }
  const gpu = await D3d12.shared()
  const dispatch = [p.groups, 1, 1] as const
  const b = await gpu.runCompute({ container: mine, dispatch, resources })
  const compareWith = (run: typeof b): string => {
    for (const [i, r] of outputs.entries()) {
      const d = firstDifference(normalBytes(r, run.uavs[i]!.data), expectedBytes(r, memory))
      if (d) return `${r.name}${d}`
    }
    return ''
  }
  const mineWrong = b.error === undefined ? compareWith(b) : 'error'
  if (mineWrong === '') return outcome('same')
  const container = await theirs()
  if (!container) return b.error === undefined ? outcome('dxc-invalid', mineWrong) : outcome('no-run', b.error)
  const a = await gpu.runCompute({ container, dispatch, resources })
  if (a.error !== undefined) return outcome('no-run', a.error)
  if (b.error !== undefined) return outcome(RUNTIME_FAULTS.test(b.error) ? 'no-run' : 'our-run', b.error)
  const theirsWrong = compareWith(a)
  const same = a.uavs.every(
    (u, i) => Buffer.compare(normalBytes(outputs[i]!, u.data), normalBytes(outputs[i]!, b.uavs[i]!.data)) === 0,
  )
  if (same) return outcome('evaluator', mineWrong)
  return outcome(theirsWrong ? 'all-differ' : 'value', `ours: ${mineWrong}; DXC: ${theirsWrong || 'right'}`)
}

function firstDifference(got: Uint8Array, want: Uint8Array): string {
  const at = want.findIndex((v, i) => v !== got[i])
  if (at < 0) return ''
  const word = at >> 2
  const read = (b: Uint8Array): string => new DataView(b.buffer, b.byteOffset).getUint32(word * 4, true).toString(16)
  return `[${word}] 0x${read(got)} instead of 0x${read(want)}`
}
