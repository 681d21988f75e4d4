// Numbers of D3D12's reflection interfaces, by the words that reflection uses here. Source: d3dcommon.h.

import { numbered } from '../base/table.ts'

/** D3D_SHADER_VARIABLE_CLASS */
export const VARIABLE_CLASS = /* @__PURE__ */ numbered({
  scalar: 0,
  vector: 1,
  matrix_rows: 2,
  matrix_columns: 3,
  object: 4,
  struct: 5,
  bit_field: 8,
})
export type VariableClass = keyof typeof VARIABLE_CLASS

/** D3D_SHADER_VARIABLE_TYPE: those that DXIL programs have. */
export const VARIABLE_TYPE = /* @__PURE__ */ numbered({
  void: 0,
  bool: 1,
  int: 2,
  float: 3,
  texture1d: 6,
  texture2d: 7,
  texture3d: 8,
  texturecube: 9,
  sampler: 10,
  uint: 19,
  buffer: 25,
  cbuffer: 26,
  double: 39,
  rwtexture1d: 40,
  rwtexture2d: 42,
  rwtexture3d: 44,
  rwbuffer: 45,
  byteaddress_buffer: 46,
  rwbyteaddress_buffer: 47,
  structured_buffer: 48,
  rwstructured_buffer: 49,
  append_structured_buffer: 50,
  consume_structured_buffer: 51,
  min16float: 54,
  min16int: 56,
  min16uint: 57,
  int16: 58,
  uint16: 59,
  float16: 60,
  int64: 61,
  uint64: 62,
})
export type VariableType = keyof typeof VARIABLE_TYPE

/** D3D_CBUFFER_TYPE */
export const BUFFER_TYPE = /* @__PURE__ */ numbered({ cbuffer: 0, tbuffer: 1, structured: 3 })
export type BufferType = keyof typeof BUFFER_TYPE

/** D3D_SHADER_INPUT_TYPE */
export const INPUT_TYPE = /* @__PURE__ */ numbered({
  cbuffer: 0,
  tbuffer: 1,
  texture: 2,
  sampler: 3,
  uav_rwtyped: 4,
  structured: 5,
  uav_rwstructured: 6,
  byteaddress: 7,
  uav_rwbyteaddress: 8,
  uav_rwstructured_with_counter: 11,
  rtaccelerationstructure: 12,
  uav_feedbacktexture: 13,
  unknown: 0xffffffff,
})
export type InputType = keyof typeof INPUT_TYPE

/** D3D_RESOURCE_RETURN_TYPE */
export const RETURN_TYPE = /* @__PURE__ */ numbered({
  none: 0,
  unorm: 1,
  snorm: 2,
  sint: 3,
  uint: 4,
  float: 5,
  mixed: 6,
  double: 7,
})
export type ReturnType = keyof typeof RETURN_TYPE

/** D3D_SRV_DIMENSION */
export const VIEW_DIMENSION = /* @__PURE__ */ numbered({
  unknown: 0,
  buffer: 1,
  texture1d: 2,
  texture1darray: 3,
  texture2d: 4,
  texture2darray: 5,
  texture2dms: 6,
  texture2dmsarray: 7,
  texture3d: 8,
  texturecube: 9,
  texturecubearray: 10,
})
export type ViewDimension = keyof typeof VIEW_DIMENSION

/** D3D_REGISTER_COMPONENT_TYPE */
export const REGISTER_COMPONENT = /* @__PURE__ */ numbered({ unknown: 0, uint32: 1, sint32: 2, float32: 3 })
export type RegisterComponent = keyof typeof REGISTER_COMPONENT

/** D3D_MIN_PRECISION */
export const MIN_PRECISION = /* @__PURE__ */ numbered({ default: 0, float16: 1, sint16: 4, uint16: 5 })
export type MinPrecision = keyof typeof MIN_PRECISION
