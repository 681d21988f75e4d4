// Payload types of rays: what each stage does with their fields goes into the module, for the runtime to keep only that.

import { storedBase, type Type } from '../../hlsl/tree/types.ts'
import { aggregateType } from '../core/aggregate_types.ts'
import type { Lowerer } from '../core/lowerer.ts'

/** Says that a type is a payload, and those inside it. */
export function notePayload(lowerer: Lowerer, type: Type): void {
  if (type.kind !== 'struct' || type.payload === undefined || !lowerer.module.options.payloadQualifiers) return
  const memory = aggregateType(lowerer, type)
  if (lowerer.module.payloads.some(p => p.type === memory)) return
  // A base is the first member; what is in it is said of its own type.
  const { fields } = type
  const base = storedBase(type)
  lowerer.module.payloads.push({
    type: memory,
    access: [...(base ? [0] : []), ...fields.map(f => f.payloadAccess ?? 0)],
  })
  if (base) notePayload(lowerer, base)
  for (const f of fields) notePayload(lowerer, f.type)
}
