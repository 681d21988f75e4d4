// What reflection says of a container, as plain data that JSON can hold. The words are those of D3D12's reflection interfaces
// (spec/d3d_reflection.ts has their numbers); what those interfaces encode in one field for several purposes has fields of its own.

import type {
  BufferType,
  InputType,
  MinPrecision,
  RegisterComponent,
  ReturnType,
  VariableClass,
  VariableType,
  ViewDimension,
} from '../spec/d3d_reflection.ts'
import type { FeatureName } from '../spec/feature_flags.ts'

export interface TypeReflection {
  /** As D3D12 names it: `float3`, `float4x4`, `dword` for a single uint, a struct's own name. */
  readonly name: string
  readonly class: VariableClass
  readonly type: VariableType
  /** Matrices: rows; other numbers and structs: 1. */
  readonly rows: number
  /** Components of a row; of a struct all scalars in it; of a bit field its bits. */
  readonly columns: number
  /** Elements of all dimensions; 0 when it is no array. */
  readonly elements: number
  /** Bytes from the start of the enclosing struct; of a bit field bits from the start of its integer. */
  readonly offset: number
  readonly members: readonly MemberReflection[]
}

export interface MemberReflection {
  /** '' for an integer that holds bit fields. */
  readonly name: string
  readonly type: TypeReflection
}

export interface VariableReflection {
  readonly name: string
  /** Bytes from the start of the buffer. */
  readonly offset: number
  /** Bytes. */
  readonly size: number
  /** The program reads it. */
  readonly used: boolean
  /** null when the container does not tell. */
  readonly type: TypeReflection | null
}

export interface BufferReflection {
  readonly name: string
  readonly type: BufferType
  /** Bytes: of constant and texture buffers in whole rows of 16, of structured buffers one element. */
  readonly size: number
  /** Structured buffers have one, `$Element`. Empty when the container does not describe the buffer. */
  readonly variables: readonly VariableReflection[]
}

export interface BindingReflection {
  /** '' when the container was stripped of names. */
  readonly name: string
  readonly type: InputType
  readonly space: number
  /** First register. */
  readonly register: number
  /** Registers; null when unbounded. */
  readonly count: number | null
  /** Index among the resources of its class. */
  readonly id: number
  readonly dimension: ViewDimension
  readonly returnType: ReturnType
  /** Components of a texel, 1 to 4; 0 for what has no texels. */
  readonly components: number
  /** Samples of a multisampled texture; 0 when the declaration leaves it open, and for all others. */
  readonly samples: number
  /** Bytes of a structured buffer's element; 0 for all others. */
  readonly stride: number
  readonly comparisonSampler: boolean
  readonly globallyCoherent: boolean
  readonly rasterizerOrdered: boolean
}

/** One register of a signature element. */
export interface ParameterReflection {
  /** System values in upper case, as D3D12 has them. */
  readonly semantic: string
  readonly index: number
  /** null for system values without a register. */
  readonly register: number | null
  /** D3D_NAME; 0 for no system value. */
  readonly systemValue: number
  readonly component: RegisterComponent
  readonly minPrecision: MinPrecision
  /** Bits of the components that belong to it. */
  readonly mask: number
  /** Bits of the components that are read or written. */
  readonly usedMask: number
  /** Output stream of a geometry shader. */
  readonly stream: number
  /** INTERPOLATION_MODE */
  readonly interpolation: number
}

/** DXC's counters, which cover all functions. Absent counters are 0. */
export interface InstructionCounts {
  readonly instructions: number
  /** Local, static and group-shared arrays. */
  readonly arrayBytes: number
  readonly arrayAccesses: number
  readonly branches: number
  readonly floats: number
  readonly ints: number
  readonly uints: number
  readonly samples: number
  readonly textureLoads: number
  readonly textureStores: number
  readonly comparisons: number
  readonly biased: number
  readonly gradients: number
  readonly cuts: number
  readonly emits: number
  readonly barriers: number
  readonly atomics: number
}

export interface GeometryReflection {
  /** D3D_PRIMITIVE */
  readonly inputPrimitive: number
  /** D3D_PRIMITIVE_TOPOLOGY */
  readonly outputTopology: number
  readonly maxVertices: number
  readonly instances: number
}

export interface TessellationReflection {
  /** D3D_TESSELLATOR_DOMAIN */
  readonly domain: number
  readonly inputControlPoints: number
  /** Hull shaders only, as the others below. */
  readonly outputControlPoints: number
  /** D3D_TESSELLATOR_PARTITIONING */
  readonly partitioning: number
  /** D3D_TESSELLATOR_OUTPUT_PRIMITIVE */
  readonly outputPrimitive: number
}

export interface MeshReflection {
  readonly maxVertices: number
  readonly maxPrimitives: number
  readonly topology: number
  readonly payloadBytes: number
}

export interface Requirements {
  /** Optional features of the device that the program needs. */
  readonly features: readonly FeatureName[]
  readonly earlyDepthStencil: boolean
}

interface Program {
  /** Text of the compiler: `!llvm.ident`. */
  readonly creator: string
  /** `6.5` */
  readonly shaderModel: string
  /** Which part told: STAT has the names, else ILDB, else DXIL. */
  readonly source: 'STAT' | 'ILDB' | 'DXIL'
  readonly buffers: readonly BufferReflection[]
  readonly bindings: readonly BindingReflection[]
}

export interface ShaderReflection extends Program {
  readonly kind: 'shader'
  /** SHADER_STAGE by name: `Pixel`. */
  readonly stage: string
  readonly entry: string
  readonly inputs: readonly ParameterReflection[]
  readonly outputs: readonly ParameterReflection[]
  /** Patch constants; primitive outputs of mesh shaders. */
  readonly patchConstants: readonly ParameterReflection[]
  readonly threadGroup: readonly [x: number, y: number, z: number] | null
  /** [WaveSize]: least and greatest lanes. */
  readonly waveLanes: readonly [least: number, greatest: number] | null
  readonly geometry: GeometryReflection | null
  readonly tessellation: TessellationReflection | null
  readonly mesh: MeshReflection | null
  readonly counts: InstructionCounts
  readonly requires: Requirements
}

export interface FunctionReflection {
  /** Mangled; entry points have plain names. */
  readonly name: string
  /** SHADER_STAGE by name; `Library` for functions to link with. */
  readonly stage: string
  /** Stages that may call it, by name. */
  readonly stages: readonly string[]
  /** Least shader model that can run it: `6.3`. */
  readonly minimumShaderModel: string
  readonly requires: Requirements
  /** Indexes into the library's `buffers`. */
  readonly buffers: readonly number[]
  /** Indexes into the library's `bindings`. */
  readonly bindings: readonly number[]
  /** Functions without a body that it calls. */
  readonly dependencies: readonly string[]
  readonly payloadBytes: number
  readonly attributeBytes: number
}

export interface LibraryReflection extends Program {
  readonly kind: 'library'
  readonly functions: readonly FunctionReflection[]
}

export type Reflection = ShaderReflection | LibraryReflection
