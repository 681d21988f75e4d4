// Which outputs depend on which inputs, ours and DXC's: the tables of PSV0 of one program.

import { decodePart } from '../../src/container/parts.ts'
import { partOf } from '../corpus/container_facts.ts'
import { oursAlone } from '../hlsl/both.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import type { DependenceProgram } from './generate.ts'

export type DependenceResult =
  | { readonly kind: 'equal' | 'refused' | 'crash' }
  | { readonly kind: 'wider' | 'narrower' | 'both' | 'other' | 'verdict'; readonly text: string }

export async function checkDependence({ source, args }: DependenceProgram): Promise<DependenceResult> {
  const ours = oursAlone(source, args.join(' '))
  let theirs: Awaited<ReturnType<Dxc['compile']>>
  try {
    theirs = await (await Dxc.shared()).compile(source, [...args], { name: 'x.hlsl' })
  } catch (error) {
    if (error instanceof OracleError) return { kind: 'crash' }
    throw error
  }
  if (!ours.container && !theirs.container) return { kind: 'refused' }
  if (!ours.container || !theirs.container)
    return { kind: 'verdict', text: ours.container ? `DXC refuses: ${theirs.errors}` : `ours refuses: ${ours.text}` }
  return compareTables(ours.container, theirs.container)
}

/** Whether the first container's tables have more bits (`wider`) or fewer than the other's. */
export function compareTables(container: Uint8Array, other: Uint8Array): DependenceResult {
  const [a, b] = [tables(container), tables(other)]
  return a === b ? { kind: 'equal' } : compare(a, b)
}

/** Everything of PSV0, as numbers and text by path. */
function tables(container: Uint8Array): string {
  return JSON.stringify(decodePart('PSV0', partOf(container, 'PSV0')!), (_, v: unknown) =>
    v instanceof Uint8Array ? Buffer.from(v).toString('hex') : typeof v === 'bigint' ? `${v}` : v,
  )
}

const TABLES = /^viewId|^inputTo|^patchTo/

function compare(a: string, b: string): DependenceResult {
  const [x, y] = [JSON.parse(a), JSON.parse(b)] as [Record<string, unknown>, Record<string, unknown>]
  const differing = Object.keys(x).filter(key => JSON.stringify(x[key]) !== JSON.stringify(y[key]))
  const others = differing.filter(key => !TABLES.test(key))
  if (others.length > 0)
    return {
      kind: 'other',
      text: others.map(key => `${key}: ${JSON.stringify(x[key])} | DXC ${JSON.stringify(y[key])}`).join('; '),
    }
  let [more, less] = [0, 0]
  const lines = differing.flatMap(key => {
    const [p, q] = [words(x[key]), words(y[key])]
    return p.flatMap((w, i) => {
      more |= w & ~q[i]!
      less |= ~w & q[i]!
      return w === q[i] ? [] : [`${key} ${i}: ${w.toString(16)} | DXC ${q[i]!.toString(16)}`]
    })
  })
  return { kind: more !== 0 && less !== 0 ? 'both' : more !== 0 ? 'wider' : 'narrower', text: lines.join('; ') }
}

/** The numbers in a value, in order. */
const words = (v: unknown): readonly number[] =>
  typeof v === 'number' ? [v] : v !== null && typeof v === 'object' ? Object.values(v).flatMap(words) : []
