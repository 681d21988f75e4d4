// Constant buffers, texture buffers and structured buffers with their variables.

import type { ProgramResource } from '../dxil/resources.ts'
import { allocSize } from '../dxil/type_size.ts'
import type { Type } from '../llvm/model/types.ts'
import { RESOURCE_KIND } from '../spec/psv_enums.ts'
import type { BufferReflection, VariableReflection } from './model.ts'
import { reflectType, type TypeContext } from './types.ts'

const ROW_BYTES = 16
const inRows = (bytes: number): number => Math.ceil(bytes / ROW_BYTES) * ROW_BYTES

/** In the order of D3D12's reflection: constant buffers, then structured UAVs, then structured SRVs and texture buffers. */
export function reflectBuffers(context: TypeContext, resources: readonly ProgramResource[]): BufferReflection[] {
  const of = (c: ProgramResource['class']): ProgramResource[] => resources.filter(r => r.class === c)
  return [
    ...of('cbv').map(r => constants(context, r)),
    ...of('uav')
      .filter(isStructured)
      .map(r => structured(context, r)),
    ...of('srv').flatMap(r =>
      isStructured(r) ? [structured(context, r)] : r.kind === RESOURCE_KIND.TBuffer ? [constants(context, r)] : [],
    ),
  ]
}

export const isStructured = (r: ProgramResource): boolean => r.kind === RESOURCE_KIND.StructuredBuffer

/** Dimensions around the struct that stands for a resource, and that struct. */
function wrapped(r: ProgramResource): { readonly dimensions: number; readonly struct: Type | undefined } {
  const pointer = r.symbol?.type
  let type = pointer?.kind === 'pointer' ? pointer.contained[0] : pointer
  let dimensions = 0
  for (; type?.kind === 'array'; dimensions++) type = type.element
  return { dimensions, struct: type?.kind === 'struct' ? type : undefined }
}

function constants(context: TypeContext, r: ProgramResource): BufferReflection {
  const { dimensions, struct } = wrapped(r)
  const annotation = struct && context.annotations.get(struct)
  const variables: VariableReflection[] = []
  let end = 0
  // What is alone in a buffer is used, or the buffer would not be there.
  const isAlone = (struct?.contained.length ?? 0) < 2
  for (const [i, field] of annotation?.fields.entries() ?? []) {
    const type = struct!.contained[i]
    if (!type) break
    const made = reflectType(context, type, field, 0, true)
    const isArrayElement = r.class === 'cbv' && dimensions > 0
    variables.push({
      name: field.name,
      offset: field.offset,
      size: made.size,
      used: isAlone || field.used,
      // D3D12 says 1 for the struct inside an array of constant buffers.
      type: isArrayElement ? { ...made.type, elements: 1 } : made.type,
    })
    end = Math.max(end, field.offset + made.size)
  }
  const isTexture = r.class !== 'cbv'
  return {
    name: r.name,
    type: isTexture ? 'tbuffer' : 'cbuffer',
    size: inRows(isTexture ? end : (r.bytes ?? 0)),
    variables,
  }
}

function structured(context: TypeContext, r: ProgramResource): BufferReflection {
  const { dimensions, struct } = wrapped(r)
  const size = elementBytes(context, r)
  const annotation = struct && context.annotations.get(struct)
  const [type, field] = [struct?.contained[0], annotation?.fields[0]]
  const made = type && field ? reflectType(context, type, field, 0, false).type : null
  return {
    name: r.name + '[0]'.repeat(dimensions),
    type: 'structured',
    size,
    variables: [{ name: '$Element', offset: 0, size, used: true, type: made }],
  }
}

/** Bytes from one element of a structured buffer to the next. */
export function elementBytes(context: TypeContext, r: ProgramResource): number {
  const { struct } = wrapped(r)
  return struct ? allocSize(struct, context.layout) : (r.stride ?? 0)
}
