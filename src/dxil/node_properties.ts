// Properties of work graph nodes: their own entry tags, and the tuples of their inputs and outputs.

import {
  boolOf,
  integerOf,
  type Operand,
  operandsOf,
  tagged,
  textOf,
  unsignedListOf,
  unsignedOf,
} from './metadata_values.ts'

export interface NodeId {
  readonly name: string
  readonly index: number
}

export interface DispatchGridField {
  readonly byteOffset: number
  /** COMPONENT_TYPE */
  readonly componentType: number
  readonly components: number
}

/** An input record or output node. */
export interface NodeIo {
  /** Flags and kind in one word. */
  readonly flags: number
  readonly recordBytes: number
  readonly dispatchGrid?: DispatchGridField
  readonly alignment: number
  readonly maxRecords: number
  /** Index of the output whose limit is shared; -1 when none. */
  readonly maxRecordsSharedWith: number
  readonly arraySize: number
  readonly allowSparse: boolean
  readonly outputId: NodeId
}

export interface NodeProperties {
  /** 1 broadcasting, 2 coalescing, 3 thread */
  readonly launchType: number
  readonly isProgramEntry: boolean
  readonly id: NodeId
  /** -1 when not given. */
  readonly localRootArgumentsTableIndex: number
  readonly shareInputOf: NodeId
  readonly dispatchGrid: readonly number[]
  readonly maxDispatchGrid: readonly number[]
  readonly maxRecursionDepth: number
  readonly inputs: readonly NodeIo[]
  readonly outputs: readonly NodeIo[]
}

/** Tags whose values are read here, with the field they fill. */
export const NODE_TAG: Readonly<Record<number, string>> = {
  13: 'LaunchType',
  14: 'IsProgramEntry',
  15: 'Id',
  16: 'LocalRootArgumentsTableIndex',
  17: 'ShareInputOf',
  18: 'DispatchGrid',
  19: 'MaxRecursionDepth',
  20: 'Inputs',
  21: 'Outputs',
  22: 'MaxDispatchGrid',
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

const NO_ID: NodeId = { name: '', index: 0 }

/** Puts one property into the node's properties, which are made at the first. */
export function readNodeProperty(tag: number, md: Operand, known?: NodeProperties): Writable<NodeProperties> {
  const p: Writable<NodeProperties> = known ?? {
    launchType: 0,
    isProgramEntry: false,
    id: NO_ID,
    localRootArgumentsTableIndex: -1,
    shareInputOf: NO_ID,
    dispatchGrid: [0, 0, 0],
    maxDispatchGrid: [0, 0, 0],
    maxRecursionDepth: 0,
    inputs: [],
    outputs: [],
  }
  switch (tag) {
    case 13:
      p.launchType = unsignedOf(md) ?? 0
      break
    case 14:
      p.isProgramEntry = boolOf(md) ?? false
      break
    case 15:
      p.id = readNodeId(md)
      break
    case 16:
      p.localRootArgumentsTableIndex = integerOf(md) ?? -1
      break
    case 17:
      p.shareInputOf = readNodeId(md)
      break
    case 18:
      p.dispatchGrid = unsignedListOf(md)
      break
    case 19:
      p.maxRecursionDepth = unsignedOf(md) ?? 0
      break
    case 20:
      p.inputs = operandsOf(md).map(readNodeIo)
      break
    case 21:
      p.outputs = operandsOf(md).map(readNodeIo)
      break
    case 22:
      p.maxDispatchGrid = unsignedListOf(md)
      break
  }
  return p
}

function readNodeId(md: Operand): NodeId {
  const [name, index] = operandsOf(md)
  return { name: textOf(name), index: unsignedOf(index) ?? 0 }
}

/** Tags of an input or output, and of a record's type. */
export const NODE_IO_TAG = {
  outputId: 0,
  flags: 1,
  recordType: 2,
  maxRecords: 3,
  sharedWith: 4,
  arraySize: 5,
  sparse: 6,
} as const
export const NODE_RECORD_TAG = { size: 0, dispatchGrid: 1, alignment: 2 } as const

function readNodeIo(md: Operand): NodeIo {
  const io: Writable<NodeIo> = {
    flags: 0,
    recordBytes: 0,
    alignment: 0,
    maxRecords: 0,
    maxRecordsSharedWith: -1,
    arraySize: 0,
    allowSparse: false,
    outputId: NO_ID,
  }
  for (const [tag, value] of tagged(md)) {
    if (tag === NODE_IO_TAG.outputId) io.outputId = readNodeId(value)
    else if (tag === NODE_IO_TAG.flags) io.flags = unsignedOf(value) ?? 0
    else if (tag === NODE_IO_TAG.recordType) readRecordType(value, io)
    else if (tag === NODE_IO_TAG.maxRecords) io.maxRecords = unsignedOf(value) ?? 0
    // Newer writers store {name, index of the output}, older ones the index alone.
    else if (tag === NODE_IO_TAG.sharedWith) io.maxRecordsSharedWith = integerOf(operandsOf(value)[1] ?? value) ?? -1
    else if (tag === NODE_IO_TAG.arraySize) io.arraySize = unsignedOf(value) ?? 0
    else if (tag === NODE_IO_TAG.sparse) io.allowSparse = boolOf(value) ?? false
  }
  return io
}

function readRecordType(md: Operand, io: Writable<NodeIo>): void {
  for (const [tag, value] of tagged(md)) {
    if (tag === NODE_RECORD_TAG.size) io.recordBytes = unsignedOf(value) ?? 0
    else if (tag === NODE_RECORD_TAG.alignment) io.alignment = unsignedOf(value) ?? 0
    else if (tag === NODE_RECORD_TAG.dispatchGrid) {
      const [byteOffset = 0, componentType = 0, components = 0] = unsignedListOf(value)
      io.dispatchGrid = { byteOffset, componentType, components }
    }
  }
}
