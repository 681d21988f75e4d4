// Signature elements as D3D12's reflection lists them: one parameter for each register of an element.

import { signatureSystemValue } from '../container/build_signature.ts'
import type { SignatureElement } from '../dxil/signature_elements.ts'
import type { MinPrecision, RegisterComponent } from '../spec/d3d_reflection.ts'
import { COMPONENT_TYPE, SEMANTIC_KIND } from '../spec/psv_enums.ts'
import type { ParameterReflection } from './model.ts'

const C = COMPONENT_TYPE
const COMPONENTS: ReadonlyMap<number, RegisterComponent> = new Map([
  ...[C.F16, C.F32].map(c => [c, 'float32'] as const),
  ...[C.I1, C.U16, C.U32].map(c => [c, 'uint32'] as const),
  ...[C.I16, C.I32].map(c => [c, 'sint32'] as const),
])
const PRECISIONS: ReadonlyMap<number, MinPrecision> = new Map([
  [C.F16, 'float16'],
  [C.I16, 'sint16'],
  [C.U16, 'uint16'],
])

/** @param domain TESSELLATOR_DOMAIN of tessellation factors */
export function reflectSignature(
  elements: readonly SignatureElement[],
  domain: number | undefined,
): ParameterReflection[] {
  return elements.flatMap(e => {
    const isAllocated = e.startRow >= 0
    const first = isAllocated ? e.startCol : 0
    return e.semanticIndexes.map((index, row) => ({
      semantic: e.kind === SEMANTIC_KIND.Arbitrary ? e.name : e.name.replace(/[a-z]/g, letter => letter.toUpperCase()),
      index,
      register: isAllocated ? e.startRow + row : null,
      systemValue: signatureSystemValue(e.kind, row, domain),
      component: COMPONENTS.get(e.componentType) ?? 'unknown',
      minPrecision: PRECISIONS.get(e.componentType) ?? 'default',
      mask: (((1 << e.cols) - 1) << first) & 0xf,
      usedMask: (e.usageMask << first) & 0xf,
      stream: e.stream,
      interpolation: e.interpolation,
    }))
  })
}
