// HLSL data types as the binding and reflection sides need them: names, shapes and byte offsets, free of any language front end.

/** DXIL component types by their HLSL-level meaning; numbers are DXIL's ComponentType. */
export const COMPONENT_TYPE = Object.freeze({
  bool: 1,
  i16: 2,
  u16: 3,
  i32: 4,
  u32: 5,
  i64: 6,
  u64: 7,
  f16: 8,
  f32: 9,
  f64: 10,
  snormF16: 11,
  unormF16: 12,
  snormF32: 13,
  unormF32: 14,
  snormF64: 15,
  unormF64: 16,
})
export type ComponentName = keyof typeof COMPONENT_TYPE

/** Spellings of u32 that have numbers of their own where members and parameters are described, from 17 on. */
export const PACKED = ['int8_t4_packed', 'uint8_t4_packed']
export const FIRST_PACKED = 17
export const describedComponent = ({
  component,
  spelling = '',
}: Exclude<DataType, { readonly kind: 'array' | 'struct' }>): number =>
  PACKED.includes(spelling) ? FIRST_PACKED + PACKED.indexOf(spelling) : COMPONENT_TYPE[component]

/**
 * minPrecision marks min16float and friends (16-bit values in 32-bit storage); spelling is the name written where another type's is the
 * usual one of the component (half for a 32-bit float, min10float, min12int).
 */
export type DataType =
  | {
      readonly kind: 'scalar'
      readonly component: ComponentName
      readonly minPrecision?: boolean
      readonly spelling?: string
    }
  | {
      readonly kind: 'vector'
      readonly component: ComponentName
      readonly count: number
      readonly minPrecision?: boolean
      readonly spelling?: string
    }
  | {
      readonly kind: 'matrix'
      readonly component: ComponentName
      readonly rows: number
      readonly columns: number
      readonly rowMajor: boolean
      readonly minPrecision?: boolean
      readonly spelling?: string
    }
  | { readonly kind: 'array'; readonly element: DataType; readonly count: number }
  | StructType

export interface StructType {
  readonly kind: 'struct'
  readonly name: string
  readonly fields: readonly StructField[]
  /** Members without data (resources), which the host's layout leaves out. */
  readonly hidden?: readonly HiddenMember[]
  /** Types and numbers a template was instantiated with. */
  readonly typeArguments?: readonly (DataType | number)[]
  /** Bytes, under the layout rules of the place where it is used (constant buffer or structured). */
  readonly size: number
}

/** A member that is no field. */
export interface HiddenMember {
  readonly offset: number
  /** How many fields come before it. */
  readonly at: number
}

export interface StructField {
  readonly name: string
  readonly type: DataType
  /** Byte offset from the start of the struct. */
  readonly offset: number
  /** The bit fields that share this integer, lowest first; its name is then ''. */
  readonly bits?: readonly BitRange[]
}

export interface BitRange {
  /** '' without one. */
  readonly name: string
  readonly component: ComponentName
  /** The lowest bit. */
  readonly offset: number
  readonly width: number
}
