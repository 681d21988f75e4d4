// One program compiled by both compilers and executed: everything it stores must be equal.

import { compile } from '../../src/api/compile.ts'
import { D3d12, type Resource } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { OracleError } from '../oracle/resident.ts'
import type { Outcome as CommonOutcome, ComparedKind } from '../oracle/run_levels.ts'
import { generate } from './generate.ts'

export type Kind =
  | ComparedKind
  /** DXC lets two arrays share their memory although one is written behind the copy: where nobody writes to the copy and nobody else reads the
      original. With one more read of every array it stores what ours stores. */
  | 'dxc-shares'
  /** Without optimisation DXC's blob does something else than with it, on this runtime; ours does at -Od what DXC's does at -O3. */
  | 'dxc-unoptimised'

export type Outcome = CommonOutcome<Kind>

export const VERSIONS = ['2021', '2018', '2016'] as const
export type Version = (typeof VERSIONS)[number]

const WORDS = 512
const STRIDE = 20
const INPUT = new Uint8Array(new Uint32Array(64).map((_, i) => i % 7).buffer)

/** DXC's own faults: crashes, containers it refuses itself. */
const DXC_FAULT = /validation errors|llvm::|Internal Compiler error|access violation|OracleError/i

/** As `check`, for a generated program. */
export async function checkSeed(seed: number, optimization: 0 | 3, hlslVersion: Version): Promise<Outcome> {
  const outcome = await check(generate(seed), optimization, hlslVersion)
  if (outcome.kind !== 'ours-wrong') return outcome
  if (optimization === 0 && (await check(generate(seed), 0, hlslVersion, { theirs: 3 })).kind === 'same')
    return { ...outcome, kind: 'dxc-unoptimised' }
  const { kind } = await check(generate(seed, true), optimization, hlslVersion)
  return kind === 'same' ? { ...outcome, kind: 'dxc-shares' } : outcome
}

/** What the two compilers get differently: another source for ours, another level for DXC. */
interface Unlike {
  readonly mine?: string
  readonly theirs?: 0 | 3
}

/** Compares the two compilers. */
export async function check(
  source: string,
  optimization: 0 | 3,
  hlslVersion: Version = '2021',
  { mine: mineOf = source, theirs: level = optimization }: Unlike = {},
): Promise<Outcome> {
  const args = ['-T', 'cs_6_0', '-E', 'main', '-HV', hlslVersion, ...(level === 0 ? ['-Od'] : [])]
  const dxc = await Dxc.shared()
  const theirs = await dxc.compile(source, args).catch(e => {
    if (!(e instanceof OracleError)) throw e
    return { container: undefined, errors: `OracleError: ${e.message}` }
  })
  const mine = compile(mineOf, { target: 'cs_6_0', optimization, hlslVersion })
  if (!theirs.container) {
    if (DXC_FAULT.test(theirs.errors)) return { kind: 'dxc-fails', detail: theirs.errors }
    return { kind: mine.ok ? 'ours-accepts' : 'both-refuse', detail: theirs.errors }
  }
  if (!mine.container) return { kind: 'ours-refuses', detail: mine.text }
  const valid = await dxc.validate(mine.container)
  if (!valid.ok) return { kind: 'ours-invalid', detail: valid.message }
  const a = await stored(theirs.container)
  if (typeof a === 'string') return { kind: 'no-run', detail: a }
  const b = await stored(mine.container)
  if (typeof b === 'string') return { kind: 'ours-wrong', detail: b }
  const at = a.findIndex((word, i) => word !== b[i])
  if (at < 0) return { kind: 'same', detail: '' }
  return {
    kind: 'ours-wrong',
    detail: `word ${at} of ${WORDS}: DXC ${a.slice(at, at + 8).join(' ')}, ours ${b.slice(at, at + 8).join(' ')}`,
  }
}

/** All words of the three buffers, or why it did not run. */
async function stored(container: Uint8Array): Promise<number[] | string> {
  const resources: Resource[] = [
    { kind: 'srv', type: 'raw', register: 0, data: INPUT },
    { kind: 'uav', type: 'structured', stride: 4, count: WORDS, register: 0 },
    { kind: 'uav', type: 'structured', stride: STRIDE, count: 4, register: 1 },
    { kind: 'uav', type: 'structured', stride: 4, count: 8, register: 2 },
  ]
  const run = await (await D3d12.shared()).runCompute({ container, dispatch: [1, 1, 1], resources })
  if (run.error !== undefined) return run.error
  return run.uavs.flatMap(({ data }) => [...new Int32Array(data.buffer, data.byteOffset, data.byteLength >> 2)])
}
