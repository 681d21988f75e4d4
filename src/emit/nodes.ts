// What a work graph node says of itself: its entry's properties, in DXC's order (DxilMDHelper::SerializeNodeProps).

import { byteString } from '../base/c_string.ts'
import { NODE_IO_TAG, NODE_RECORD_TAG } from '../dxil/node_properties.ts'
import { COMPONENT_TYPE } from '../ir/data_type.ts'
import type { EntryPoint } from '../ir/module.ts'
import type { Metadata } from '../llvm/model/metadata.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import { LAUNCH_MODES, NODE_IO, type NodeIo, type NodeName, type NodeRecord } from '../spec/node_objects.ts'

/** Tags of a node's own properties; src/dxil/node_properties.ts reads them. */
const TAG = {
  launch: 13,
  isProgramEntry: 14,
  id: 15,
  localRootArguments: 16,
  shareInputOf: 17,
  dispatchGrid: 18,
  maxRecursionDepth: 19,
  inputs: 20,
  outputs: 21,
  maxDispatchGrid: 22,
  waveSizeRange: 23,
} as const

export function nodeProperties(m: LlvmModule, entry: EntryPoint): Metadata[] {
  const { node, waveSize } = entry
  if (!node) return []
  const numbers = (list: readonly number[]): Metadata => m.node(list.map(n => m.mdInt(n)))
  const properties: Metadata[] = []
  const add = (tag: number, value: Metadata | undefined): void => {
    if (value) properties.push(m.mdInt(tag), value)
  }
  const list = (ios: readonly NodeIo[]): Metadata | undefined =>
    ios.length > 0 ? m.node(ios.map(io => m.node(ioProperties(m, io)))) : undefined
  add(TAG.launch, m.mdInt(LAUNCH_MODES.find(mode => mode.name === node.launch)!.number))
  if (waveSize) add(TAG.waveSizeRange, numbers(waveSize))
  if (node.isProgramEntry) add(TAG.isProgramEntry, bool(m))
  add(TAG.id, nameNode(m, node.id))
  add(TAG.localRootArguments, m.mdInt(node.localRootArguments))
  if (node.shareInputOf) add(TAG.shareInputOf, nameNode(m, node.shareInputOf))
  if (node.dispatchGrid) add(TAG.dispatchGrid, numbers(node.dispatchGrid))
  if (node.maxDispatchGrid) add(TAG.maxDispatchGrid, numbers(node.maxDispatchGrid))
  if (node.maxRecursionDepth !== 0) add(TAG.maxRecursionDepth, m.mdInt(node.maxRecursionDepth))
  add(TAG.inputs, list(node.inputs))
  add(TAG.outputs, list(node.outputs))
  return properties
}

const bool = (m: LlvmModule): Metadata => m.mdValue(m.constBool(true))

const nameNode = (m: LlvmModule, { name, index }: NodeName): Metadata =>
  m.node([m.mdString(byteString(name)), m.mdInt(index)])

function ioProperties(m: LlvmModule, io: NodeIo): Metadata[] {
  const { flags, record, maxRecords, sharedWith, arraySize, allowSparse, target } = io
  const isOutput = (flags & NODE_IO.Output) !== 0
  const out: Metadata[] = [m.mdInt(NODE_IO_TAG.flags), m.mdInt(flags)]
  if (record) out.push(m.mdInt(NODE_IO_TAG.recordType), recordNode(m, record))
  if (isOutput || maxRecords) out.push(m.mdInt(NODE_IO_TAG.maxRecords), m.mdInt(maxRecords ?? 0))
  if (sharedWith !== undefined) out.push(m.mdInt(NODE_IO_TAG.sharedWith), m.mdInt(sharedWith))
  if (arraySize !== 0) out.push(m.mdInt(NODE_IO_TAG.arraySize), m.mdInt(arraySize))
  if (allowSparse) out.push(m.mdInt(NODE_IO_TAG.sparse), bool(m))
  if (target) out.push(m.mdInt(NODE_IO_TAG.outputId), nameNode(m, target))
  return out
}

function recordNode(m: LlvmModule, { bytes, grid, alignment }: NodeRecord): Metadata {
  const out: Metadata[] = [m.mdInt(NODE_RECORD_TAG.size), m.mdInt(bytes)]
  if (grid) {
    const type = COMPONENT_TYPE[grid.bits === 16 ? 'u16' : 'u32']
    out.push(m.mdInt(NODE_RECORD_TAG.dispatchGrid), m.node([grid.offset, type, grid.components].map(n => m.mdInt(n))))
  }
  out.push(m.mdInt(NODE_RECORD_TAG.alignment), m.mdInt(alignment))
  return m.node(out)
}
