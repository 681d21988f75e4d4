// A root signature as data, free of text and of bytes. Numbers are those of spec/root_signature_enums.ts.

/** Registers of a range without end, and the offset that means "behind the range before". */
export const WITHOUT_END = 0xffffffff

export interface RangeDescription {
  /** DESCRIPTOR_RANGE */
  readonly type: number
  readonly register: number
  readonly space: number
  /** WITHOUT_END: unbounded. */
  readonly count: number
  /** DESCRIPTOR_FLAG bits */
  readonly flags: number
  /** Descriptors from the start of the table, or WITHOUT_END: appended. */
  readonly tableOffset: number
}

export interface ParameterDescription {
  /** ROOT_PARAMETER */
  readonly type: number
  /** SHADER_VISIBILITY */
  readonly visibility: number
  /** Of constants and root descriptors. */
  readonly register: number
  readonly space: number
  /** 32-bit values of root constants. */
  readonly count: number
  /** DESCRIPTOR_FLAG bits of root descriptors. */
  readonly flags: number
  /** Of descriptor tables. */
  readonly ranges: readonly RangeDescription[]
}

export interface SamplerDescription {
  readonly register: number
  readonly space: number
  readonly visibility: number
  /** D3D12_FILTER */
  readonly filter: number
  readonly addressU: number
  readonly addressV: number
  readonly addressW: number
  readonly mipLodBias: number
  readonly maxAnisotropy: number
  readonly comparison: number
  readonly border: number
  readonly minLod: number
  readonly maxLod: number
}

export interface RootSignatureDescription {
  /** ROOT_SIGNATURE_FLAG bits */
  readonly flags: number
  readonly parameters: readonly ParameterDescription[]
  readonly samplers: readonly SamplerDescription[]
}
