// register(...): parsing of the spellings.

import type * as A from '../ast.ts'
import type { RegisterBinding } from '../typed.ts'
import type { Type } from '../types.ts'
import { type Checker, report } from './context.ts'

/** Register letters a global of the type may name: all of them for structs of resources. */
export function lettersOf(type: Type): string {
  let at = type
  while (at.kind === 'array') at = at.element
  if (at.kind !== 'object') return 'tusb'
  if (/^(Constant)Buffer$/.test(at.name)) return 'b'
  if (/^[sS]ampler/.test(at.name)) return 'st'
  if (/^(RW|RasterizerOrdered|Append|Consume|Feedback)/.test(at.name)) return 'u'
  return 'ts'
}

/** Bindings among annotations, as written; `wanted` are the letters that fit. */
export function registersOf(cx: Checker, annotations: readonly A.Annotation[], wanted: string): RegisterBinding[] {
  const out: RegisterBinding[] = []
  for (const node of annotations) {
    if (node.kind !== 'register') continue
    const binding = registerOf(cx, node)
    if (!binding) continue
    if (binding.letter !== undefined && !wanted.includes(binding.letter))
      report(cx, 'E2240', node, { wanted: [...wanted].map(letter => `'${letter}'`).join(' or ') })
    else out.push(binding)
  }
  return out
}

const LETTERS: ReadonlySet<string> = new Set(['t', 'u', 'b', 's', 'c', 'i'])

function registerOf(cx: Checker, node: A.RegisterAnnotation): RegisterBinding | undefined {
  const space = node.space === undefined ? undefined : spaceNumber(cx, node, node.space)
  if (node.slot === undefined) return { letter: undefined, number: undefined, space }
  const match = /^([a-zA-Z])(\d*)$/.exec(node.slot)
  const letter = match ? match[1]!.toLowerCase() : ''
  if (!match || !LETTERS.has(letter)) {
    report(cx, 'E2241', node, { text: node.slot })
    return undefined
  }
  const offset = node.offset ? (cx.constantInt(node.offset) ?? 0) : 0
  // Constant registers of loose globals place them in $Globals; they carry no resource letter.
  if (letter === 'c' || letter === 'i') return undefined
  const number = match[2] === '' ? undefined : Number(match[2]) + offset
  return { letter: letter as 't' | 'u' | 'b' | 's', number, space }
}

function spaceNumber(cx: Checker, node: A.RegisterAnnotation, text: string): number | undefined {
  const match = /^space(\d+)$/.exec(text)
  if (!match) {
    report(cx, 'E2242', node, { text })
    return undefined
  }
  return Number(match[1])
}
