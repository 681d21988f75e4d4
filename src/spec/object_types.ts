// HLSL's object types: a row says what every room asks about one. The parser has the names from here, the checker what template arguments,
// subscripts and registers the type takes, lowering the resource it declares, reflection D3D's word for it.
// A new type is its row, its methods in hlsl_methods.ts and the function that lowers them.

import type { VariableType } from './d3d_reflection.ts'
import { NODE_IO, NODE_OBJECTS, type NodeObjectRow } from './node_objects.ts'
import type { ResourceClass } from './resource_classes.ts'
import { kindsWhere, RESOURCE_KINDS, type ResourceKind } from './resource_kinds.ts'

/** What a type is; rooms ask for the family where DXC's rules are about one. */
export type ObjectFamily =
  | 'texture'
  | 'feedback'
  | 'typed'
  | 'structured'
  | 'raw'
  /** ConstantBuffer and TextureBuffer: the object stands for its element. */
  | 'constants'
  /** ParameterBlock of Slang's rules. */
  | 'block'
  | 'sampler'
  | 'scene'
  | 'ray query'
  /** What a ray hit, from shader model 6.9 on. */
  | 'hit object'
  /** Control points: InputPatch, OutputPatch. */
  | 'patch'
  /** Outputs of geometry shaders. */
  | 'stream'
  /** Inputs, outputs and records of work graphs. */
  | 'node'
  /** Subobjects of state objects: global variables of libraries. */
  | 'subobject'

/** How elements are reached: `append` and `consume` by methods only. */
export type ObjectAccess = 'read' | 'write' | 'ordered' | 'append' | 'consume'

/** What the first template argument is; 'none' takes no arguments, 'number' takes numbers. */
export type ObjectArguments = 'none' | 'texel' | 'element' | 'struct' | 'record' | 'feedback kind' | 'type' | 'number'

export interface ObjectTypeRow {
  readonly name: string
  readonly family: ObjectFamily
  readonly access: ObjectAccess
  readonly args: ObjectArguments
  /** Template arguments that it takes at most. */
  readonly mostArgs: number
  /** Without arguments it is of float4. */
  readonly argsOptional: boolean
  /** What a variable of it declares; undefined: no descriptor. */
  readonly resource: { readonly class: ResourceClass; readonly kind: ResourceKind } | undefined
  /** Coordinates of a subscript; 0: it takes none. */
  readonly index: number
  /** The member whose subscript chooses a level or a sample: `texture.mips[level][xy]`. */
  readonly levels: 'mips' | 'sample' | undefined
  /** Table of its methods in hlsl_methods.ts; undefined: it has none. */
  readonly methods: string | undefined
  /** Its type in D3D's reflection; undefined: reflection has no word for it. */
  readonly reflects: VariableType | undefined
  /** The name is the language's, the compiler does not have the type yet. */
  readonly isReserved: boolean
}

type Optional = Partial<Omit<ObjectTypeRow, 'name' | 'family' | 'args'>>

const row = (name: string, family: ObjectFamily, args: ObjectArguments, more: Optional = {}): ObjectTypeRow => ({
  name,
  family,
  args,
  access: 'read',
  mostArgs: args === 'none' ? 0 : 1,
  argsOptional: false,
  resource: undefined,
  index: 0,
  levels: undefined,
  methods: undefined,
  reflects: undefined,
  isReserved: false,
  ...more,
})

const view = (kind: ResourceKind, access: ObjectAccess): ObjectTypeRow['resource'] => ({
  class: access === 'read' ? 'srv' : 'uav',
  kind,
})

const PREFIX: Readonly<Record<ObjectAccess, string>> = {
  read: '',
  write: 'RW',
  ordered: 'RasterizerOrdered',
  append: 'Append',
  consume: 'Consume',
}

/** Texture2D, RWTexture2D and RasterizerOrderedTexture2D of a kind: cubes are read only, samples are not ordered. */
function texturesOf(kind: ResourceKind): ObjectTypeRow[] {
  const { coords, offsets, isMultisampled } = RESOURCE_KINDS[kind]
  const isCube = offsets === 0
  const accesses: readonly ObjectAccess[] = isCube
    ? ['read']
    : isMultisampled
      ? ['read', 'write']
      : ['read', 'write', 'ordered']
  const shape = kind
    .slice('Texture'.length)
    .replace(/(MS)?(Array)?$/, '')
    .toLowerCase()
  return accesses.map(access =>
    row(PREFIX[access] + kind, 'texture', 'texel', {
      access,
      mostArgs: isMultisampled ? 2 : 1,
      argsOptional: access === 'read' && !isMultisampled,
      resource: view(kind, access),
      index: isCube ? 0 : coords,
      levels: isMultisampled ? 'sample' : access === 'read' && !isCube ? 'mips' : undefined,
      methods: access === 'ordered' ? PREFIX.write + kind : PREFIX[access] + kind,
      reflects: `${access === 'read' ? '' : 'rw'}texture${shape}` as VariableType,
    }),
  )
}

/** Names of a family of buffers that differ in access alone. */
function buffersOf(
  name: string,
  family: ObjectFamily,
  args: ObjectArguments,
  kind: ResourceKind,
  accesses: readonly ObjectAccess[],
  reflects: (access: ObjectAccess) => VariableType,
): ObjectTypeRow[] {
  return accesses.map(access =>
    row(PREFIX[access] + name, family, args, {
      access,
      argsOptional: family === 'typed' && access === 'read',
      resource: view(kind, access),
      index: family === 'raw' || access === 'append' || access === 'consume' ? 0 : 1,
      methods: (access === 'ordered' ? PREFIX.write : PREFIX[access]) + name,
      reflects: reflects(access),
    }),
  )
}

const ANY_ACCESS: readonly ObjectAccess[] = ['read', 'write', 'ordered']
const rw = (access: ObjectAccess): '' | 'rw' => (access === 'read' ? '' : 'rw')

const constants = (
  name: string,
  family: 'constants' | 'block',
  kind: ResourceKind,
  more: Optional = {},
): ObjectTypeRow =>
  row(name, family, 'struct', {
    resource: { class: kind === 'CBuffer' ? 'cbv' : 'srv', kind },
    ...more,
  })

const sampler = (name: string): ObjectTypeRow =>
  row(name, 'sampler', 'none', { resource: { class: 'sampler', kind: 'Sampler' }, reflects: 'sampler' })

const feedback = (kind: ResourceKind): ObjectTypeRow =>
  row(kind, 'feedback', 'feedback kind', { access: 'write', resource: { class: 'uav', kind }, methods: kind })

const patch = (name: string): ObjectTypeRow => row(name, 'patch', 'type', { mostArgs: 2, index: 1 })
const stream = (name: string): ObjectTypeRow =>
  row(name, 'stream', 'type', { access: 'append', methods: 'Stream', reflects: 'void' })
/** Records are structs; what is empty and single takes no argument. Elements are reached as those of buffers are. */
const node = ({ name, flags, methods, records, element }: NodeObjectRow): ObjectTypeRow =>
  row(name, 'node', (flags & NODE_IO.Empty) === 0 ? 'record' : 'none', {
    methods,
    access: (flags & NODE_IO.ReadWrite) === 0 ? 'read' : 'write',
    index: records === 'many' || element !== undefined ? 1 : 0,
  })
const subobject = (name: string): ObjectTypeRow => row(name, 'subobject', 'none', { isReserved: true })

export const OBJECT_TYPES: readonly ObjectTypeRow[] = [
  sampler('SamplerState'),
  sampler('SamplerComparisonState'),
  ...[...kindsWhere(kind => kind.family === 'texture')].flatMap(texturesOf),
  feedback('FeedbackTexture2D'),
  feedback('FeedbackTexture2DArray'),
  ...buffersOf('Buffer', 'typed', 'texel', 'TypedBuffer', ANY_ACCESS, access => `${rw(access)}buffer`),
  ...buffersOf(
    'StructuredBuffer',
    'structured',
    'element',
    'StructuredBuffer',
    [...ANY_ACCESS, 'append', 'consume'],
    access =>
      access === 'append' || access === 'consume' ? `${access}_structured_buffer` : `${rw(access)}structured_buffer`,
  ),
  ...buffersOf(
    'ByteAddressBuffer',
    'raw',
    'none',
    'RawBuffer',
    ANY_ACCESS,
    access => `${rw(access)}byteaddress_buffer`,
  ),
  constants('ConstantBuffer', 'constants', 'CBuffer', { reflects: 'cbuffer' }),
  constants('TextureBuffer', 'constants', 'TBuffer'),
  constants('ParameterBlock', 'block', 'CBuffer'),
  row('RaytracingAccelerationStructure', 'scene', 'none', { resource: view('RTAccelerationStructure', 'read') }),
  row('RayQuery', 'ray query', 'number', { mostArgs: 2, methods: 'RayQuery' }),
  row('dx::HitObject', 'hit object', 'none', { methods: 'HitObject' }),
  patch('InputPatch'),
  patch('OutputPatch'),
  stream('PointStream'),
  stream('LineStream'),
  stream('TriangleStream'),
  ...NODE_OBJECTS.map(node),
  subobject('StateObjectConfig'),
  subobject('GlobalRootSignature'),
  subobject('LocalRootSignature'),
  subobject('SubobjectToExportsAssociation'),
  subobject('RaytracingShaderConfig'),
  subobject('RaytracingPipelineConfig'),
  subobject('RaytracingPipelineConfig1'),
  subobject('TriangleHitGroup'),
  subobject('ProceduralPrimitiveHitGroup'),
]

const BY_NAME: ReadonlyMap<string, ObjectTypeRow> = new Map(OBJECT_TYPES.map(r => [r.name, r]))

/** The row of a type by its name without arguments: 'RWTexture2D'; undefined for other words. */
export const objectTypeRow = (name: string): ObjectTypeRow | undefined => BY_NAME.get(name)

/** Whether a type is of one of the families. */
export const isOfFamily = (name: string, ...families: readonly ObjectFamily[]): boolean => {
  const family = BY_NAME.get(name)?.family
  return family !== undefined && families.includes(family)
}

/** Older words for types. */
export const OBJECT_ALIASES: ReadonlyMap<string, string> = new Map([['sampler', 'SamplerState']])

/** Names of the types that every program has; ParameterBlock is one under Slang's rules only. */
export const OBJECT_TYPE_NAMES: readonly string[] = [
  ...OBJECT_ALIASES.keys(),
  // Names in namespaces are no words.
  ...OBJECT_TYPES.filter(r => r.family !== 'block' && !r.name.includes('::')).map(r => r.name),
]

/** Types of the effects framework: variables of them are passed over. */
export const EFFECT_TYPES =
  /^(BlendState|DepthStencilState|DepthStencilView|RasterizerState|RenderTargetView|(Vertex|Hull|Domain|Geometry|Pixel|Compute)Shader|(vertex|pixel)(shader|fragment)|[tT]exture)$/

/** Names of uint where it holds flags of rays or barriers, or the state of a ray query. */
export const FLAG_TYPES = [
  'RAY_FLAG',
  'RAYQUERY_FLAG',
  'COMMITTED_STATUS',
  'CANDIDATE_TYPE',
  'MEMORY_TYPE_FLAG',
  'BARRIER_SEMANTIC_FLAG',
] as const
