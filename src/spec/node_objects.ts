// Work graphs: the object types of a node's inputs and outputs, and what DXIL says of each in one word (DXIL::NodeIOKind).

/** Bits of the word. */
export const NODE_IO = Object.freeze({
  Input: 1,
  Output: 2,
  ReadWrite: 4,
  Empty: 8,
  Array: 0x10,
  /** Of a thread, of a group; both bits: of a whole dispatch. */
  Granularity: 0x60,
  TrackRwInputSharing: 0x100,
  GloballyCoherent: 0x200,
})

const { Input, Output, ReadWrite, Empty, Array: IsArray } = NODE_IO
const Thread = 0x20
const Group = 0x40
const Dispatch = Thread | Group

/** What a shader does with the object. */
export type NodeObjectRole =
  /** Records that come in. */
  | 'input'
  /** A node that records go to. */
  | 'output'
  /** Records on their way out. */
  | 'allocated'

export type NodeObjectName =
  | 'DispatchNodeInputRecord'
  | 'RWDispatchNodeInputRecord'
  | 'GroupNodeInputRecords'
  | 'RWGroupNodeInputRecords'
  | 'ThreadNodeInputRecord'
  | 'RWThreadNodeInputRecord'
  | 'EmptyNodeInput'
  | 'NodeOutput'
  | 'NodeOutputArray'
  | 'EmptyNodeOutput'
  | 'EmptyNodeOutputArray'
  | 'ThreadNodeOutputRecords'
  | 'GroupNodeOutputRecords'

export interface NodeObjectRow {
  readonly name: NodeObjectName
  readonly role: NodeObjectRole
  /** NODE_IO */
  readonly flags: number
  /** Methods beside Get, see hlsl_methods.ts. */
  readonly methods?: string
  /** Get() and, where there are several, Get(i) and [i]; `[i]` of an array of outputs is one of this type. */
  readonly records?: 'one' | 'many'
  readonly element?: NodeObjectName
}

export const NODE_OBJECTS: readonly NodeObjectRow[] = [
  { name: 'DispatchNodeInputRecord', role: 'input', flags: Input | Dispatch, records: 'one' },
  {
    name: 'RWDispatchNodeInputRecord',
    role: 'input',
    flags: Input | ReadWrite | Dispatch,
    records: 'one',
    methods: 'RWDispatchNodeInputRecord',
  },
  {
    name: 'GroupNodeInputRecords',
    role: 'input',
    flags: Input | Group,
    records: 'many',
    methods: 'GroupNodeInputRecords',
  },
  {
    name: 'RWGroupNodeInputRecords',
    role: 'input',
    flags: Input | ReadWrite | Group,
    records: 'many',
    methods: 'GroupNodeInputRecords',
  },
  { name: 'ThreadNodeInputRecord', role: 'input', flags: Input | Thread, records: 'one' },
  { name: 'RWThreadNodeInputRecord', role: 'input', flags: Input | ReadWrite | Thread, records: 'one' },
  { name: 'EmptyNodeInput', role: 'input', flags: Input | Empty, methods: 'EmptyNodeInput' },
  { name: 'NodeOutput', role: 'output', flags: Output | ReadWrite, methods: 'NodeOutput' },
  { name: 'NodeOutputArray', role: 'output', flags: Output | ReadWrite | IsArray, element: 'NodeOutput' },
  { name: 'EmptyNodeOutput', role: 'output', flags: Output | Empty, methods: 'EmptyNodeOutput' },
  { name: 'EmptyNodeOutputArray', role: 'output', flags: Output | Empty | IsArray, element: 'EmptyNodeOutput' },
  {
    name: 'ThreadNodeOutputRecords',
    role: 'allocated',
    flags: Output | ReadWrite | Thread,
    records: 'many',
    methods: 'GroupOrThreadNodeOutputRecords',
  },
  {
    name: 'GroupNodeOutputRecords',
    role: 'allocated',
    flags: Output | ReadWrite | Group,
    records: 'many',
    methods: 'GroupOrThreadNodeOutputRecords',
  },
]

const BY_NAME: ReadonlyMap<string, NodeObjectRow> = new Map(NODE_OBJECTS.map(r => [r.name, r]))

/** The row of a type by its name without arguments; undefined for other words. */
export const nodeObjectRow = (name: string): NodeObjectRow | undefined => BY_NAME.get(name)

/** Launch modes with DXIL's numbers, the stage's inputs of each as messages list them. */
export const LAUNCH_MODES = [
  { name: 'broadcasting', number: 1, inputs: 'DispatchNodeInputRecord or RWDispatchNodeInputRecord' },
  { name: 'coalescing', number: 2, inputs: 'GroupNodeInputRecords, RWGroupNodeInputRecords, or EmptyNodeInput' },
  { name: 'thread', number: 3, inputs: 'ThreadNodeInputRecord or RWThreadNodeInputRecord' },
] as const

export type LaunchMode = (typeof LAUNCH_MODES)[number]['name']

/** What a node shader declares beside its code. */
export interface NodeShader {
  readonly launch: LaunchMode
  readonly isProgramEntry: boolean
  readonly id: NodeName
  /** -1 when not given. */
  readonly localRootArguments: number
  readonly shareInputOf: NodeName | undefined
  readonly dispatchGrid: readonly number[] | undefined
  readonly maxDispatchGrid: readonly number[] | undefined
  /** 0 when not given. */
  readonly maxRecursionDepth: number
  readonly inputs: readonly NodeIo[]
  readonly outputs: readonly NodeIo[]
}

export interface NodeName {
  readonly name: string
  readonly index: number
}

/** An input or output of a node. */
export interface NodeIo {
  /** NODE_IO */
  readonly flags: number
  /** Undefined of what is empty. */
  readonly record: NodeRecord | undefined
  /** Of outputs, and of inputs where it was given. */
  readonly maxRecords: number | undefined
  /** Index of the output whose limit it shares. */
  readonly sharedWith: number | undefined
  /** Of outputs. 0xffffffff: no limit. */
  readonly arraySize: number
  readonly allowSparse: boolean
  /** Of outputs: the node that records go to. */
  readonly target: NodeName | undefined
}

export interface NodeRecord {
  readonly bytes: number
  readonly alignment: number
  /** The field SV_DispatchGrid. */
  readonly grid: { readonly offset: number; readonly bits: 16 | 32; readonly components: number } | undefined
}
