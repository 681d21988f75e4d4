import { diffArrays } from 'diff'
import type { IrLine } from './protocol.ts'

/** Lines of `after`, with those that `before` has and it has not. Nothing before: nothing is new. */
export function lineDiff(before: string | undefined, after: string): IrLine[] {
  const lines = after.replace(/\n$/, '').split('\n')
  if (before === undefined) return lines.map(text => ({ kind: 'same', text }))
  const parts = diffArrays(before.replace(/\n$/, '').split('\n'), lines)
  return parts.flatMap(({ added, removed, value }) =>
    value.map(text => ({
      kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
      text,
    })),
  )
}
