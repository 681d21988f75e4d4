// Operations on the elements of signatures. Their first operands are the number of the element, the row and the component.

import { DxilOp } from './dxil_ops.ts'

export interface SignatureAccess {
  readonly list: 'input' | 'output' | 'patchOrPrim'
  readonly isStore: boolean
  /** The signature says of its elements which components are used so. */
  readonly counts: boolean
}

const row = (list: SignatureAccess['list'], isStore: boolean, counts = true): SignatureAccess => ({
  list,
  isStore,
  counts,
})

const ROWS: ReadonlyMap<number, SignatureAccess> = new Map([
  [DxilOp.LoadInput, row('input', false)],
  [DxilOp.StoreOutput, row('output', true)],
  [DxilOp.LoadPatchConstant, row('patchOrPrim', false)],
  [DxilOp.StorePatchConstant, row('patchOrPrim', true)],
  // A patch constant function reads what the control points wrote.
  [DxilOp.LoadOutputControlPoint, row('output', false, false)],
  [DxilOp.StoreVertexOutput, row('output', true)],
  [DxilOp.StorePrimitiveOutput, row('patchOrPrim', true)],
])

/** Operations that evaluate an input elsewhere. */
export const EVALUATIONS: ReadonlySet<number> = new Set([
  DxilOp.EvalCentroid,
  DxilOp.EvalSampleIndex,
  DxilOp.EvalSnapped,
  DxilOp.AttributeAtVertex,
])
/** No component: the operation has the bits of a value instead of an element, which is found when variables are gone. */
export const VALUE_COLUMN = -1

/** What a DXIL operation does to an element; undefined for all others. */
export const signatureAccess = (opcode: number): SignatureAccess | undefined => ROWS.get(opcode)
