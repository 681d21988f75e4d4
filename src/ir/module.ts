// A module of the IR: one compilation's types, constants, resources, globals and functions.

import type { GeometryState } from '../spec/geometry.ts'
import type { MeshShader } from '../spec/mesh.ts'
import type { NodeShader } from '../spec/node_objects.ts'
import type { ResourceClass } from '../spec/resource_classes.ts'
import type { ResourceKind } from '../spec/resource_kinds.ts'
import { OFFLINE_MINOR, type StagePrefix } from '../spec/stages.ts'
import type { Subobject } from '../spec/subobjects.ts'
import type { Tessellation } from '../spec/tessellation.ts'
import { Constants } from './constants.ts'
import type { DataType } from './data_type.ts'
import type { DebugInfo } from './debug_info.ts'
import type { Func, Value } from './function.ts'
import type { GlobalVariable } from './globals.ts'
import type { BlockRegisters, MemberPath, MemberUse } from './member_path.ts'
import type { Signatures } from './signature.ts'
import { type AddressSpace, type Type, Types } from './types.ts'

/** A single resource that has no place and no name yet, and nothing special. */
export const PLAIN_RESOURCE = {
  id: 0,
  name: '',
  alignLog2: 0,
  rangeSize: 1,
  register: undefined,
  space: undefined,
  parameter: 0,
  pos: 0,
  globallyCoherent: false,
  rasterizerOrdered: false,
  sampleCount: 0,
  hasCounter: false,
  atomic64: false,
  binding: undefined,
} as const

/** A resource or resource array as declared. Lowering fills the declaration, the binding pass `binding`, analyses the flags. */
export interface Resource {
  /** Index in module.resources = order of declaration. */
  readonly id: number
  readonly name: string
  readonly class: ResourceClass
  readonly kind: ResourceKind
  /** Element type of typed buffers and textures (a scalar or vector of at most 4), or of structured buffers, or the cbuffer's struct. */
  readonly element: DataType | undefined
  /** HLSL spelling of the declared type, e.g. `RWStructuredBuffer<Particle>`; printed and used for the handle's struct name. */
  readonly typeName: string
  /** Structured: element stride in bytes. Constant buffer: size in bytes, not rounded. Else 0. */
  readonly size: number
  /** Structured: log2 of the element alignment as DXC puts it into resource properties. */
  readonly alignLog2: number
  /** 1 for a single resource, n for arrays (flattened), UNBOUNDED. */
  readonly rangeSize: number
  /** Dimensions of an array, outermost first, an unbounded one UNBOUNDED; absent where rangeSize says all. */
  readonly dims?: readonly number[]
  /** Templates only: the field path of a resource inside a global struct, see member_path.ts. */
  readonly member?: MemberPath
  /** Under LLVM's rules: the template it was made of, and the indices of the arrays of structs around it, outermost first. */
  readonly instance?: { readonly template: number; readonly indices: readonly number[] }
  /** Under Slang's rules: number of the parameter block it lies in. */
  readonly block?: number
  /** Explicit register number; undefined = implicit. */
  readonly register: number | undefined
  /** Explicit space; undefined = none given (0, or -auto-binding-space). */
  readonly space: number | undefined
  /** Number of the top-level declaration it is a part of; members of one struct instance share it. */
  readonly parameter: number
  /** Position in the source, for diagnostics. */
  readonly pos: number
  readonly globallyCoherent: boolean
  /** Shader model 6.9. */
  readonly reorderCoherent?: boolean
  readonly rasterizerOrdered: boolean
  /** Multisample count of Texture2DMS<T, n>, else 0. */
  readonly sampleCount: number
  /** Set by analysis: the counter of a structured UAV is used. */
  hasCounter: boolean
  /** Set by analysis: 64-bit atomics reach this resource. */
  atomic64: boolean
  /** Set by the binding pass. */
  binding: { readonly space: number; readonly lower: number } | undefined
}

/** Order in which DXC binds and numbers the resources of a class: as declared, but texture buffers after all other SRVs, unless they were linked. */
export function inBindingOrder({ options }: Module, list: readonly Resource[]): readonly Resource[] {
  const isTextureBuffer = (r: Resource): boolean => r.kind === 'TBuffer'
  if (options.isLinked || !list.some(isTextureBuffer)) return list
  return [...list.filter(r => !isTextureBuffer(r)), ...list.filter(isTextureBuffer)]
}

export interface ShaderTarget {
  readonly stage: StagePrefix
  readonly major: number
  readonly minor: number
}

/** A result or parameter of a function. */
export interface PassedValue {
  readonly direction: 'in' | 'out' | 'inout' | 'input patch' | 'output patch'
  /** undefined for void and resources. */
  readonly type: DataType | undefined
  /** Position in module.heapTypes of what a resource, or an element of an array of them, looks like. */
  readonly resource?: number
  readonly semantic?: string | undefined
}

/** A function of a library that is called by its name: exported, not taken in line, or only declared. */
export interface Callable {
  readonly func: Func
  /** Mangled name. */
  readonly symbol: string
  /** The result, then the parameters. */
  readonly passed: readonly PassedValue[]
  /** [noinline]: calls of it stay calls. `own`: only functions of this module call it. */
  readonly stays?: 'own' | 'exported'
}

/** The type of a ray's payload, and what stages do with each field: two bits (1 reads, 2 writes) from 0 on for who traces the ray, 4 closest
    hit, 8 miss, 12 any hit. */
export interface PayloadType {
  readonly type: Type
  readonly access: readonly number[]
}

/** A shader: a function that a pipeline calls, and what the pipeline has to know of it. */
export interface EntryPoint {
  readonly name: string
  /** Name of its row in spec/stages.ts: 'compute'. */
  readonly stage: string
  /** Mangled name, of stages that only libraries hold. */
  readonly symbol?: string
  /** Nothing comes back, then the parameters; absent where they became signatures. */
  readonly passed?: readonly PassedValue[]
  /** Of the name in the source. */
  readonly pos?: number
  readonly func: Func
  readonly numThreads: readonly [number, number, number]
  /** [WaveSize]: one value (min), or min, max, preferred; undefined when absent. */
  readonly waveSize: readonly [number, number, number] | undefined
  /** [GroupSharedLimit], in bytes. */
  readonly groupSharedLimit?: number
  /** Of graphics stages. */
  readonly signatures?: Signatures
  /** [earlydepthstencil] */
  readonly earlyDepthStencil?: boolean
  /** [WaveOpsIncludeHelperLanes] of a pixel shader */
  readonly includesHelperLanes?: boolean
  /** Of geometry shaders. */
  readonly geometry?: GeometryState
  /** Of hull and domain shaders. */
  readonly tessellation?: Tessellation
  /** Of mesh shaders. */
  readonly mesh?: MeshShader
  /** Of work graph nodes. */
  readonly node?: NodeShader
  /** Size of the payload of an amplification shader. */
  readonly payloadBytes?: number
  /** Bytes of the root signature that a shader of a library asks for. */
  readonly rootSignature?: readonly number[]
  /** The patch constant function of a hull shader. */
  readonly patchConstant?: Func
  /** Its mangled name. */
  readonly patchSymbol?: string
  /** Which of its functions take structs or return something: in libraries they come last. */
  readonly remade?: readonly Func[]
}

/** Options which change code below the front end. */
export interface CodeOptions {
  /** -enable-16bit-types */
  readonly native16Bit: boolean
  /** -Gis: IEEE strictness, no fast-math */
  readonly ieeeStrict: boolean
  /** Loops marked [unroll] that cannot be unrolled are errors, as from HLSL 2017 on; else warnings. */
  readonly strictUnroll?: boolean
  /** -res-may-alias */
  readonly resMayAlias?: boolean
  /** Payload access qualifiers are in force. */
  readonly payloadQualifiers?: boolean
  /** -all-resources-bound */
  readonly allResourcesBound: boolean
  /** -O0..3; -Od is 0 */
  readonly optimization: 0 | 1 | 2 | 3
  /** -Zi: locations with scopes, and what variables hold. */
  readonly debug?: boolean
  /** Whose rules say what a resource inside a struct is; default 'dxc'. */
  readonly binding?: 'dxc' | 'llvm' | 'slang'
  /** Made by linking: the resources are in the order of their names. */
  readonly isLinked?: boolean
  /** Operations stay scalar, whatever the shader model has. */
  readonly isScalar?: boolean
  /** Lifetime markers: a variable without an initializer holds nothing whenever its declaration is reached, in each iteration of a loop again. */
  readonly hasLifetimes?: boolean
}

/**
 * The states of a module between the phases of the back end: as lowered from source, optimised, bound (registers known), resource operations
 * lowered to DXIL operations (handle indices count from the start of the space), cleaned up for emission.
 */
export const PHASES = ['lowered', 'optimised', 'bound', 'resources_lowered', 'finished'] as const
export type Phase = (typeof PHASES)[number]

/**
 * What a handle from a descriptor heap, or one that was a value, is used as. The resource is in no table: its id is the row's position, it has
 * no register.
 */
export interface HeapType {
  readonly resource: Resource
  /** Of the sampler heap. */
  readonly isSampler: boolean
}

/** The name of the type need not say what its elements are: libraries do not have it. */
function heapKey(r: Resource, isSampler: boolean): string {
  const { element } = r
  const held = element && 'component' in element ? [element.component, 'count' in element && element.count] : []
  const flags = [
    isSampler,
    r.globallyCoherent,
    r.reorderCoherent === true,
    r.rasterizerOrdered,
    r.hasCounter,
    r.atomic64,
  ]
  return [r.class, r.kind, r.typeName, r.size, r.alignLog2, r.sampleCount, ...held, ...flags].join()
}

export class Module {
  readonly types = new Types()
  readonly constants = new Constants()
  readonly functions: Func[] = []
  readonly resources: Resource[] = []
  /** Static types of heap handles, each once. */
  readonly heapTypes: HeapType[] = []
  readonly globals: GlobalVariable[] = []
  /** Elements of members in the order DXC comes across their uses; may repeat. */
  memberUses: readonly MemberUse[] = []
  /** Numbers of resources that are kept if one of them is used. */
  readonly companions: (readonly number[])[] = []
  /** Only when blocks hold resources. */
  blockRegisters: BlockRegisters | undefined
  /** Positions where a member was accessed by an index that has to be constant and is not. */
  readonly memberErrors: number[] = []
  readonly target: ShaderTarget
  readonly options: CodeOptions
  /** The shaders, in order of declaration: one, or in libraries any number. */
  readonly entries: EntryPoint[] = []
  /** Functions of a library that are called by their names; the shaders are in `entries`. */
  readonly callables: Callable[] = []
  /** Functions whose calls passes/legalise/inline_calls.ts takes in line. */
  readonly inlined = new Set<Func>()
  /** Where there are vectors: lanes of the operations by their positions. Those of one lane that stand at one place belong to no vector. */
  readonly lanes = new Map<number, number>()
  /** When it was asked for. */
  debug: DebugInfo | undefined
  /** Payload types with access qualifiers, in order of first use. */
  readonly payloads: PayloadType[] = []
  /** The RTS0 part that the source asks for. */
  rootSignature: Uint8Array | undefined
  /** Of a library. */
  subobjects: readonly Subobject[] = []
  /** How far the back end has come; the textual IR says it, so that what was printed goes on from there. */
  phase: Phase = 'lowered'

  constructor(target: ShaderTarget, options: CodeOptions) {
    this.target = target
    this.options = options
  }

  /** Adds a global and returns the constant that points to it. */
  addGlobal(
    name: string,
    valueType: Type,
    space: AddressSpace,
    values: readonly Value[] | undefined,
    initial?: readonly Value[],
  ): Value {
    const own = { id: this.globals.length, name, valueType, space, values }
    const global: GlobalVariable = initial ? { ...own, initial } : own
    this.globals.push(global)
    return this.constants.global(this.types.pointer(valueType, space), global)
  }

  /** Position in heapTypes of what looks like `resource`; added if it is new. */
  heapType(resource: Resource, isSampler: boolean): number {
    const key = heapKey(resource, isSampler)
    const known = this.heapTypes.findIndex(row => heapKey(row.resource, row.isSampler) === key)
    if (known >= 0) return known
    this.heapTypes.push({ resource: { ...resource, id: this.heapTypes.length, binding: undefined }, isSampler })
    return this.heapTypes.length - 1
  }

  /** The type of an instruction of f or of a constant. */
  typeOf(f: Func, v: Value): Type {
    return v > 0 ? f.type(v) : this.constants.get(v).type
  }

  /** Nobody looks at the code any more; others get its memory. */
  release(): void {
    for (const f of this.functions) f.release()
  }

  /** Enters the next phase: lists of passes start anew. */
  enter(phase: Phase): void {
    this.phase = phase
    for (const f of this.functions) f.history = []
  }

  /** True when resource operations are DXIL operations, so that handles are DXIL's and their indices absolute. */
  get isResourcesLowered(): boolean {
    return this.phase === 'resources_lowered' || this.phase === 'finished'
  }

  /** The functions that have a body. */
  get definitions(): readonly Func[] {
    return this.functions.filter(f => !f.isDeclaration)
  }

  /** The shader that a function is the entry or the patch constant function of; undefined for all others. */
  entryOf(f: Func): EntryPoint | undefined {
    return this.entries.find(e => e.func === f || e.patchConstant === f)
  }

  /** A library that is only there to be linked: it may pass resources to functions and choose them at run time. */
  get isForLinking(): boolean {
    return this.target.stage === 'lib' && this.target.minor === OFFLINE_MINOR
  }

  /** Whether operations may work on vectors. */
  hasVectors(): boolean {
    return this.atLeast(9) && !this.options.isScalar
  }

  /** True when the shader model is at least 6.minor. */
  atLeast(minor: number): boolean {
    return this.target.major > 6 || (this.target.major === 6 && this.target.minor >= minor)
  }
}
