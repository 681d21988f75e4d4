// The resources a program binds.

import type { ProgramResource } from '../dxil/resources.ts'
import type { Type } from '../llvm/model/types.ts'
import type { InputType, ReturnType, ViewDimension } from '../spec/d3d_reflection.ts'
import { COMPONENT_TYPE, RESOURCE_KIND } from '../spec/psv_enums.ts'
import { resourceKindOf } from '../spec/resource_kinds.ts'
import { elementBytes, isStructured } from './buffers.ts'
import type { BindingReflection } from './model.ts'
import type { TypeContext } from './types.ts'

const K = RESOURCE_KIND
const COMPARISON_SAMPLER = 1

/** Row: dimension, input type as an SRV, as a UAV. */
const KINDS: ReadonlyMap<number, readonly [ViewDimension, srv: InputType, uav: InputType]> = new Map([
  [K.Texture1D, ['texture1d', 'texture', 'uav_rwtyped']],
  [K.Texture1DArray, ['texture1darray', 'texture', 'uav_rwtyped']],
  [K.Texture2D, ['texture2d', 'texture', 'uav_rwtyped']],
  [K.Texture2DArray, ['texture2darray', 'texture', 'uav_rwtyped']],
  [K.Texture2DMS, ['texture2dms', 'texture', 'uav_rwtyped']],
  [K.Texture2DMSArray, ['texture2dmsarray', 'texture', 'uav_rwtyped']],
  [K.Texture3D, ['texture3d', 'texture', 'uav_rwtyped']],
  [K.TextureCube, ['texturecube', 'texture', 'uav_rwtyped']],
  [K.TextureCubeArray, ['texturecubearray', 'texture', 'uav_rwtyped']],
  [K.TypedBuffer, ['buffer', 'texture', 'uav_rwtyped']],
  [K.RawBuffer, ['buffer', 'byteaddress', 'uav_rwbyteaddress']],
  [K.StructuredBuffer, ['buffer', 'structured', 'uav_rwstructured']],
  [K.TBuffer, ['unknown', 'tbuffer', 'tbuffer']],
  [K.RTAccelerationStructure, ['unknown', 'rtaccelerationstructure', 'rtaccelerationstructure']],
  [K.FeedbackTexture2D, ['texture2d', 'uav_feedbacktexture', 'uav_feedbacktexture']],
  [K.FeedbackTexture2DArray, ['texture2darray', 'uav_feedbacktexture', 'uav_feedbacktexture']],
])

const C = COMPONENT_TYPE
const RETURN_TYPES: ReadonlyMap<number, ReturnType> = new Map([
  [C.F64, 'double'],
  ...[C.UNormF16, C.UNormF32, C.UNormF64].map(c => [c, 'unorm'] as const),
  ...[C.SNormF16, C.SNormF32, C.SNormF64].map(c => [c, 'snorm'] as const),
  ...[C.I16, C.I32, C.I64].map(c => [c, 'sint'] as const),
  ...[C.U16, C.U32, C.U64].map(c => [c, 'uint'] as const),
  ...[C.F16, C.F32].map(c => [c, 'float'] as const),
])

const isTexels = (kind: number): boolean => kind >= K.Texture1D && kind <= K.TypedBuffer

export function reflectBinding(context: TypeContext, r: ProgramResource): BindingReflection {
  const [dimension, srv, uav] = KINDS.get(r.kind) ?? (['unknown', 'unknown', 'unknown'] as const)
  const isView = r.class === 'srv' || r.class === 'uav'
  return {
    name: r.name,
    type: r.class === 'cbv' ? 'cbuffer' : r.class === 'sampler' ? 'sampler' : inputType(r, srv, uav),
    space: r.space,
    register: r.lower,
    count: r.count ?? null,
    id: r.id,
    dimension: isView ? dimension : 'unknown',
    returnType: isView && r.kind !== K.TBuffer ? (RETURN_TYPES.get(r.componentType ?? 0) ?? 'mixed') : 'none',
    components: isView && isTexels(r.kind) ? components(r.symbol?.type) : 0,
    samples: resourceKindOf(r.kind)?.isMultisampled ? (r.sampleCount ?? 0) : 0,
    stride: isView && isStructured(r) ? elementBytes(context, r) : 0,
    comparisonSampler: r.class === 'sampler' && r.samplerKind === COMPARISON_SAMPLER,
    globallyCoherent: r.globallyCoherent ?? false,
    rasterizerOrdered: r.rasterizerOrdered ?? false,
  }
}

function inputType(r: ProgramResource, srv: InputType, uav: InputType): InputType {
  if (r.class === 'srv') return srv
  return isStructured(r) && r.hasCounter ? 'uav_rwstructured_with_counter' : uav
}

/** Components of a texel, which only the type tells: the first field of the class. */
function components(symbol: Type | undefined): number {
  let type = symbol
  while (type?.kind === 'pointer' || type?.kind === 'array') type = type.element
  const element = type?.kind === 'struct' ? type.contained[0] : undefined
  return element?.kind === 'vector' ? element.count : 1
}
