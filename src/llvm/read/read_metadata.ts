// Reads metadata blocks. Every object is made first and filled in second, so forward references and cycles need no care.

import type { BitBlock, BitRecord } from '../../bitcode/block_reader.ts'
import { MetadataCode } from '../../spec/llvm_codes.ts'
import { DEBUG_LAYOUT_BY_CODE } from '../../spec/llvm_metadata.ts'
import type { Attachment, DebugField, MDDebug, MDNode, Metadata } from '../model/metadata.ts'
import type { Module } from '../model/module.ts'
import { type Func, type Instruction, mdValueTarget, type Value } from '../model/values.ts'
import type { SpellingBudget } from './read_constants.ts'
import { failAt, RecordCursor, recordsOf, textOf } from './read_cursor.ts'

/** Reads a module-level block (nodes, names or kinds), appending to `metadata`. */
export function readModuleMetadata(
  module: Module,
  block: BitBlock,
  values: readonly Value[],
  metadata: Metadata[],
  spelling: SpellingBudget,
): void {
  const records = recordsOf(block)
  const nodes: [BitRecord, MDNode | MDDebug][] = []
  const kinds: BitRecord[] = []
  for (const record of records) {
    const made = create(module, record, values)
    if (made) metadata.push(made)
    if (made && (made.kind === 'node' || made.kind === 'debug')) nodes.push([record, made])
    if (record.code === MetadataCode.Kind) kinds.push(record)
  }
  for (const [record, node] of nodes)
    if (node.kind === 'node')
      for (const id of record.operands) {
        const operand = metadataRef(record, metadata, id)
        if (operand?.kind === 'value') spelling.charge(mdValueTarget(operand), record)
        node.operands.push(operand)
      }
    else fillDebug(record, node, metadata)
  if (kinds.length > 0) readKinds(module, kinds)
  readNames(module, records, metadata)
}

/** The object a record stands for; null for records that define none. */
function create(module: Module, record: BitRecord, values: readonly Value[]): Metadata | null {
  switch (record.code) {
    case MetadataCode.String:
      return module.mdString(textOf(record.operands))
    case MetadataCode.Value:
      return module.mdValue(readValue(record, values))
    case MetadataCode.Node:
      return module.rawNode(false)
    case MetadataCode.DistinctNode:
      return module.rawNode(true)
    case MetadataCode.Name:
    case MetadataCode.NamedNode:
    case MetadataCode.Kind:
      return null
    default: {
      if (!DEBUG_LAYOUT_BY_CODE.has(record.code)) failAt(record, `unknown metadata record ${record.code}`)
      const distinct = record.operands[0] ?? failAt(record, 'debug node without fields')
      return module.debugNode(record.code, distinct !== 0, [])
    }
  }
}

function readValue(record: BitRecord, values: readonly Value[]): Value {
  const c = new RecordCursor(record)
  c.number('type')
  const id = c.number('value')
  return values[id] ?? c.fail(`value ${id} does not exist`)
}

/** Value ids of a function-local block, one per metadata object; the values may not have been read yet. */
export function readLocalValueIds(block: BitBlock): number[] {
  return recordsOf(block).map(record => {
    const c = new RecordCursor(record)
    if (record.code !== MetadataCode.Value) c.fail(`metadata record ${record.code} inside a function`)
    c.number('type')
    return c.number('value')
  })
}

/** The metadata behind id + 1; 0 is null. */
export function metadataRef(record: BitRecord, metadata: readonly Metadata[], ref: number | bigint): Metadata | null {
  return ref === 0 ? null : metadataAt(record, metadata, Number(ref) - 1)
}

function metadataAt(record: BitRecord, metadata: readonly Metadata[], id: number): Metadata {
  return metadata[id] ?? failAt(record, `metadata ${id} does not exist`)
}

function nodeAt(record: BitRecord, metadata: readonly Metadata[], id: number): MDNode | MDDebug {
  const md = metadataAt(record, metadata, id)
  if (md.kind !== 'node' && md.kind !== 'debug') failAt(record, `metadata ${id} is not a node`)
  return md
}

function fillDebug(record: BitRecord, node: MDDebug, metadata: readonly Metadata[]): void {
  const layout = DEBUG_LAYOUT_BY_CODE.get(node.code)!
  const { operands } = record
  if (operands.length - 1 < layout.fields.length) failAt(record, `${layout.name} has too few fields`)
  for (let i = 1; i < operands.length; i++) {
    const name = layout.fields[i - 1]
    if (name === undefined && layout.rest === 'none') failAt(record, `${layout.name} has too many fields`)
    const value = operands[i]!
    let field: DebugField = value
    if (name?.startsWith('!!')) field = metadataAt(record, metadata, Number(value))
    else if (name === undefined ? layout.rest === 'metadata' : name.startsWith('!'))
      field = metadataRef(record, metadata, value)
    node.fields.push(field)
  }
  if (node.code === MetadataCode.GenericDebug && node.fields[1] !== 0) failAt(record, 'GenericDINode version is not 0')
}

function readKinds(module: Module, records: readonly BitRecord[]): void {
  module.metadataKinds.length = 0
  for (const record of records) {
    const id = new RecordCursor(record).number('kind')
    if (id !== module.metadataKinds.length) failAt(record, `metadata kind ${id} is out of order`)
    module.metadataKinds.push(textOf(record.operands, 1))
  }
}

function readNames(module: Module, records: readonly BitRecord[], metadata: readonly Metadata[]): void {
  let name: string | null = null
  for (const record of records) {
    if (record.code === MetadataCode.Name) name = textOf(record.operands)
    if (record.code !== MetadataCode.NamedNode) continue
    if (name === null) failAt(record, 'named metadata without a name')
    const { operands } = module.namedMetadata(name)
    for (const id of record.operands) operands.push(nodeAt(record, metadata, Number(id)))
    name = null
  }
}

/** Hangs the attachments of a function and its instructions (counted from 0, void ones too). */
export function readAttachments(
  block: BitBlock,
  func: Func,
  instructions: readonly Instruction[],
  metadata: readonly Metadata[],
): void {
  for (const record of recordsOf(block)) {
    const c = new RecordCursor(record)
    if (record.code !== MetadataCode.Attachment) c.fail(`unknown attachment record ${record.code}`)
    let owner: Func | Instruction = func
    if (c.left % 2 === 1) {
      const at = c.number('instruction')
      owner = instructions[at] ?? c.fail(`instruction ${at} does not exist`)
    }
    const attachments: Attachment[] = (owner.attachments ??= [])
    while (c.left > 0) attachments.push({ kind: c.number('kind'), node: nodeAt(record, metadata, c.number('node')) })
  }
}
