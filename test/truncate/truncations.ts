// Sources cut off at seeded random places, and what an end of a compile of one must look like. Same seed, same places, everywhere.

import { Seeded } from '../corpus/seeded.ts'
import type { Outcome } from '../parity/compile_client.ts'

/** Time one compile of a cut source may take, ms. */
export const LIMIT_MS = 5000

/** Errors about the whole program; they have no place in the source. */
const WITHOUT_PLACE = /^(?:error: )?(?:missing entry point definition|.*entry point.*|.*'[^']*' not found)/i

/** At most `count` different lengths below the source's own, ascending; `name` and `seed` choose them. */
export function cutPlaces(name: string, length: number, count: number, seed: number): number[] {
  let hash = seed
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  const random = new Seeded(hash)
  const places = new Set<number>()
  for (let i = 0; i < count && length > 0; i++) places.add(random.int(0, length - 1))
  return [...places].sort((a, b) => a - b)
}

export interface Finding {
  readonly kind: 'died' | 'threw' | 'slow' | 'no error' | 'no place'
  /** Groups findings of one class. */
  readonly cause: string
  readonly detail: string
}

/** What is wrong with the end of a compile; undefined when it is one of the two good ones: success, or errors with places. */
export function judgeOutcome({ verdict, text, firstError, ms }: Outcome): Finding | undefined {
  if (verdict === 'died') return { kind: 'died', cause: firstError, detail: text }
  if (verdict === 'threw') return { kind: 'threw', cause: `${firstError}${topFrame(text)}`, detail: text }
  if (ms > LIMIT_MS) return { kind: 'slow', cause: 'over the limit', detail: `${ms.toFixed(0)} ms` }
  if (verdict === 'accepted') return undefined
  if (firstError === '') return { kind: 'no error', cause: 'rejected without an error', detail: text }
  const message = firstError.replace(/^\S+ /, '')
  if (WITHOUT_PLACE.test(message) || /:\d+:\d+: (?:fatal )?error: /.test(text)) return undefined
  return { kind: 'no place', cause: firstError.replace(/'[^']*'/g, "'_'"), detail: text }
}

/** Where an exception came from, of its stack. */
function topFrame(stack: string): string {
  const frame = /at (\S+) \(?(?:file:\/\/)?\S*\/(src\/[^)\s]*?):(\d+):\d+/.exec(stack)
  return frame ? ` [${frame[1]} ${frame[2]}:${frame[3]}]` : ''
}
