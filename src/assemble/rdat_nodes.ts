// RDAT rows of work graph nodes.

import type { EntryProperties } from '../dxil/entry_properties.ts'
import type { NodeId, NodeIo, NodeProperties } from '../dxil/node_properties.ts'
import { NODE_FUNC_ATTRIB, NODE_IO_ATTRIB, RDAT_PART } from '../spec/rdat_enums.ts'
import type { RdatTables } from './rdat_tables.ts'

/** Bits of a node IO's flags. */
const IO_FLAG = { Input: 1, Output: 2, RecordGranularity: 0x60 } as const

/** Row of the node shader info table; attributes, inputs and outputs are stored on the way. */
export function addNode(
  tables: RdatTables,
  node: NodeProperties,
  numThreads: EntryProperties['numThreads'],
  groupSharedBytes: number,
): number {
  const K = NODE_FUNC_ATTRIB
  const attributes: number[] = []
  const attribute = (kind: number, value: number): void =>
    void attributes.push(tables.row(RDAT_PART.NodeShaderFuncAttribTable, { kind, value }))
  const grid = (kind: number, sizes: readonly number[] | undefined): void => {
    if (sizes?.some(n => n !== 0)) attribute(kind, tables.array(sizes))
  }
  if (node.id.name !== '') attribute(K.ID, addNodeId(tables, node.id))
  grid(K.NumThreads, numThreads)
  if (node.localRootArgumentsTableIndex >= 0)
    attribute(K.LocalRootArgumentsTableIndex, node.localRootArgumentsTableIndex)
  if (node.shareInputOf.name !== '') attribute(K.ShareInputOf, addNodeId(tables, node.shareInputOf))
  grid(K.DispatchGrid, node.dispatchGrid)
  if (node.maxRecursionDepth !== 0) attribute(K.MaxRecursionDepth, node.maxRecursionDepth)
  grid(K.MaxDispatchGrid, node.maxDispatchGrid)
  const attributeArray = tables.array(attributes)
  const inputs = tables.array(node.inputs.map(io => addIo(tables, io)))
  const outputs = tables.array(node.outputs.map(io => addIo(tables, io)))
  return tables.row(RDAT_PART.NodeShaderInfoTable, {
    launch: node.launchType,
    groupSharedBytes,
    attributes: attributeArray,
    outputs,
    inputs,
  })
}

const addNodeId = (tables: RdatTables, { name, index }: NodeId): number =>
  tables.row(RDAT_PART.NodeIDTable, { name: tables.string(name), index })

function addIo(tables: RdatTables, io: NodeIo): number {
  const K = NODE_IO_ATTRIB
  const attributes: number[] = []
  const attribute = (kind: number, value: number): void =>
    void attributes.push(tables.row(RDAT_PART.NodeShaderIOAttribTable, { kind, value }))
  if (io.flags & IO_FLAG.Output && !(io.flags & IO_FLAG.RecordGranularity)) {
    attribute(K.OutputID, addNodeId(tables, io.outputId))
    attribute(K.OutputArraySize, io.arraySize)
    if (io.maxRecords !== 0) attribute(K.MaxRecords, io.maxRecords)
    else if (io.maxRecordsSharedWith >= 0) attribute(K.MaxRecordsSharedWith, io.maxRecordsSharedWith)
    if (io.allowSparse) attribute(K.AllowSparseNodes, 1)
  } else if (io.flags & IO_FLAG.Input && io.maxRecords !== 0) attribute(K.MaxRecords, io.maxRecords)
  if (io.recordBytes !== 0) {
    attribute(K.RecordSizeInBytes, io.recordBytes)
    const field = io.dispatchGrid
    if (field && field.componentType !== 0)
      attribute(
        K.RecordDispatchGrid,
        ((field.byteOffset & 0xffff) | ((field.components & 3) << 16) | (field.componentType << 18)) >>> 0,
      )
    if (io.alignment !== 0) attribute(K.RecordAlignmentInBytes, io.alignment)
  }
  return tables.row(RDAT_PART.IONodeTable, { flagsAndKind: io.flags, attributes: tables.array(attributes) })
}
