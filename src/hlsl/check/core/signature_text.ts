// Signatures of builtins as a reader sees them: `clamp(float<> x, float<> min, float<> max)`.

import { type ObjectType, typeText } from '../../tree/types.ts'
import type { ParamSlot, Signature, Slot } from './signatures.ts'

export function signatureText(name: string, signature: Signature, object: ObjectType | undefined): string {
  const params = signature.params.map(param => `${modeText(param)}${slotText(param, object)} ${param.name}`)
  return `${name}(${params.join(', ')}${signature.varargs ? ', ...' : ''})`
}

export const modeText = ({ mode }: ParamSlot): string => (mode === 'in' ? '' : mode === 'ref' ? 'inout ' : `${mode} `)

/** A type as the source would spell it; `float<>` is a scalar, a vector or a matrix, N and RxC are sizes of the caller's choice. */
export function slotText(slot: Slot, object: ObjectType | undefined): string {
  if (slot.elementFrom === 'T') return object?.element ? typeText(object.element) : 'T'
  if (slot.elementFrom === 'F') return 'T'
  const element = slot.elementFrom === 'E' && object?.element ? typeText(object.element) : elementText(slot)
  switch (slot.layout) {
    case 'scalar':
      return element
    case 'vector':
      return typeof slot.columns === 'number' ? `${element}${slot.columns === 1 ? '' : slot.columns}` : `${element}N`
    case 'matrix':
      return `${element}${sizeText(slot.rows, 'R')}x${sizeText(slot.columns, 'C')}`
    default:
      return slot.set.scalars.length > 0 ? `${element}<>` : element
  }
}

const sizeText = (size: number | string, letter: string): string => (typeof size === 'number' ? String(size) : letter)

function elementText({ set }: Slot): string {
  if (set.scalars.length === 0) return set.objects[0] ?? set.name
  if (/float/.test(set.name)) return set.scalars[0]!.name
  const plain = set.scalars.filter(scalar => !scalar.name.startsWith('literal'))
  return plain.length === 1 ? plain[0]!.name : set.name.replace(/_only$/, '')
}
