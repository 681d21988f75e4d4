// getelementptr: byte offsets that are known, and terms for those that are not.

import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import type { LlType, LlValue } from '../text/syntax.ts'
import type { Importer } from './importer.ts'
import type { Pointer, Term } from './leaves.ts'

export function offsetPointer(
  s: Importer,
  p: Pointer,
  source: LlType,
  indices: readonly LlValue[],
  value: (v: LlValue) => Value,
): Pointer {
  const layout = p.base.kind === 'resource' && p.base.rows ? s.rowLayout : s.layout
  let { offset } = p
  const terms: Term[] = [...p.terms]
  const step = (index: LlValue, bytes: number): void => {
    const v = value(index)
    const n = s.constantInt(v)
    if (n !== undefined) offset += n * bytes
    else if (!s.isUndef(v)) terms.push(term(s, s.index(v), bytes))
  }
  let type = source
  for (const [n, index] of indices.entries()) {
    if (n === 0)
      step(index, p.base.kind === 'resource' && p.base.rows ? Math.max(16, layout.size(type)) : layout.size(type))
    else if (type.kind === 'array' || type.kind === 'vector') {
      step(index, layout.stride(type))
      type = type.element
    } else {
      const field = s.constantInt(value(index))
      const element = field === undefined ? undefined : layout.element(type, field)
      if (!element) return s.fail('the type has no such field', index)
      offset += element.offset
      type = element.type
    }
  }
  if (offset === p.offset && terms.length === p.terms.length) return p
  return { kind: 'pointer', base: p.base, offset, terms }
}

/** A product by a constant is so many steps of so many bytes: `i8, i * 12` leads to element i of 12 bytes. */
function term(s: Importer, value: Value, scale: number): Term {
  const op = value > 0 ? s.f.op(value) : undefined
  const by = op === Op.Mul || op === Op.Shl ? s.constantInt(s.f.operandAt(value, 1)) : undefined
  if (by === undefined) return { value, scale }
  return { value: s.f.operandAt(value, 0), scale: Math.imul(scale, op === Op.Shl ? 1 << by : by) }
}
