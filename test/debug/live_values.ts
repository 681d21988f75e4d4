// Values of visible variables at each line compared with what DXC's program for the same source shows, both without optimisation.

import { compile } from '../../src/api/compile.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import type { Dxc } from '../oracle/dxc.ts'
import type { Shader } from './compare.ts'
import { type Shown, type Steps, stepsOf } from './step.ts'

export interface Live {
  /** Lines, with the calls around them, at which a variable was compared. */
  readonly lines: Set<string>
  /** Values that DXC's program shows at the same line. */
  same: number
  /** Values that it shows at other lines: in front of a store, say, where DXC has no place to stop. */
  moved: number
  /** Values that it never shows, by line and variable. */
  readonly strange: string[]
  /** Parts of variables at lines that only DXC's shows, and that both show. */
  missing: number
  both: number
}

const THREADS = [0, 3, 6]

/** Undefined where one of the programs cannot be stepped through, or DXC's does not validate. */
export async function compareLive(dxc: Dxc, shader: Shader): Promise<Live | undefined> {
  const { name, source, profile, entry, args } = shader
  const options = {
    ...dxcArgsToOptions(['-T', profile, '-E', entry, ...args]),
    optimization: 0,
    fileName: name,
  } as const
  const own = compile(source, { ...options, debug: 'full', embedDebug: true })
  if (!own.ok) throw new Error(`${name}: ${own.text}`)
  const words = ['-T', profile, '-E', entry, ...args, '-Zi', '-Qembed_debug', '-Od']
  const other = await dxc.compile(source, words, { name })
  if (!other.container) return undefined
  const live: Live = { lines: new Set(), same: 0, moved: 0, strange: [], missing: 0, both: 0 }
  for (const thread of THREADS) {
    const theirs = steps(other.container, thread, true)
    const ours = steps(own.container, thread, false)
    if (!theirs || !ours) return undefined
    addLive(live, name, ours, theirs)
  }
  return live
}

function steps(container: Uint8Array, thread: number, byColumns: boolean): Steps | undefined {
  try {
    return stepsOf(container, thread, byColumns)
  } catch (error) {
    if (error instanceof Error && error.message === 'the program has no end') return undefined
    throw error
  }
}

export function addLive(live: Live, name: string, ours: Steps, theirs: Steps): void {
  const anywhere = new Map<string, Shown[]>()
  for (const [key, values] of theirs)
    anywhere.set(variableOf(key), [...(anywhere.get(variableOf(key)) ?? []), ...values])
  for (const [key, values] of ours) {
    const line = `${name} ${key.slice(0, key.indexOf(' | '))}`
    const there = theirs.get(key)
    const known = anywhere.get(variableOf(key))
    if (!known) continue
    live.lines.add(line)
    if (there) live.both++
    for (const value of values)
      if (there?.some(v => isClose(v, value))) live.same++
      else if (known.some(v => isClose(v, value))) live.moved++
      else live.strange.push(`${line}: ${variableOf(key)} is ${value}, not ${known.slice(0, 6).join()}`)
  }
  for (const key of theirs.keys()) if (!ours.has(key)) live.missing++
}

const variableOf = (key: string): string => key.slice(key.indexOf(' | ') + 3)

/** Fast arithmetic is not exact; true is 1 or -1; unsigned numbers may be given as signed ones. */
function isClose(a: Shown, b: Shown): boolean {
  if (typeof a === 'bigint' && typeof b === 'bigint')
    return BigInt.asUintN(32, a) === BigInt.asUintN(32, b) || (a * a === 1n && b * b === 1n)
  const [x, y] = [Number(a), Number(b)]
  if (Object.is(x, y)) return true
  return Number.isFinite(x) && Number.isFinite(y) && Math.abs(x - y) <= 1e-3 * Math.max(1e-3, Math.abs(x), Math.abs(y))
}
