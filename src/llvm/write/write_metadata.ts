// Writes the metadata blocks: nodes and names, kinds, function-local values, attachments.

import { InternalError } from '../../base/brand.ts'
import { AbbrevId, array, fixed, literal, vbr } from '../../bitcode/abbrev.ts'
import type { BlockWriter } from '../../bitcode/block_writer.ts'
import { BlockId, MetadataCode } from '../../spec/llvm_codes.ts'
import { DEBUG_LAYOUT_BY_CODE } from '../../spec/llvm_metadata.ts'
import type { Attachment, MDDebug, MDValue, Metadata } from '../model/metadata.ts'
import type { Module } from '../model/module.ts'
import type { FunctionNumbering, Numbering } from './enumerate.ts'
import { pushText } from './write_types.ts'

const { Unabbreviated } = AbbrevId

interface MetadataAbbrevs {
  string: number
  location: number
  generic: number
}

/** The module's metadata block; nothing if there is no metadata at all. */
export function writeModuleMetadata(out: BlockWriter, module: Module, n: Numbering): void {
  if (n.metadata.length === 0 && module.named.length === 0) return
  out.enter(BlockId.Metadata, 3)
  const abbrevs = defineAbbrevs(out, n.metadata)
  const name = module.named.length > 0 ? out.define([literal(MetadataCode.Name), array, fixed(8)]) : Unabbreviated
  for (const md of n.metadata) writeMetadata(out, n, md, abbrevs)
  for (const named of module.named) {
    out.packedText(name, MetadataCode.Name, named.name)
    out.record(
      MetadataCode.NamedNode,
      named.operands.map(o => n.metadataIds[o.index]!),
    )
  }
  out.leave()
}

function defineAbbrevs(out: BlockWriter, metadata: readonly Metadata[]): MetadataAbbrevs {
  const has = (code: number): boolean => metadata.some(m => m.kind === 'debug' && m.code === code)
  const abbrevs = {
    string: Unabbreviated as number,
    location: Unabbreviated as number,
    generic: Unabbreviated as number,
  }
  if (metadata.some(m => m.kind === 'string'))
    abbrevs.string = out.define([literal(MetadataCode.String), array, fixed(8)])
  if (has(MetadataCode.Location))
    abbrevs.location = out.define([literal(MetadataCode.Location), fixed(1), vbr(6), vbr(8), vbr(6), vbr(6)])
  if (has(MetadataCode.GenericDebug))
    abbrevs.generic = out.define([
      literal(MetadataCode.GenericDebug),
      fixed(1),
      vbr(6),
      fixed(1),
      vbr(6),
      array,
      vbr(6),
    ])
  return abbrevs
}

function writeMetadata(out: BlockWriter, n: Numbering, md: Metadata, abbrevs: MetadataAbbrevs): void {
  switch (md.kind) {
    case 'string':
      out.packedText(abbrevs.string, MetadataCode.String, md.text)
      return
    case 'value':
      writeValue(out, n, md)
      return
    case 'node':
      out.record(
        md.distinct ? MetadataCode.DistinctNode : MetadataCode.Node,
        md.operands.map(o => n.metadataRef(o)),
      )
      return
    case 'debug':
      writeDebug(out, n, md, abbrevs)
      return
  }
}

const writeValue = (out: BlockWriter, n: Numbering, md: MDValue): void =>
  out.record(MetadataCode.Value, [n.typeId(md.value.type), n.valueId(md.value)])

function writeDebug(out: BlockWriter, n: Numbering, md: MDDebug, abbrevs: MetadataAbbrevs): void {
  const layout = DEBUG_LAYOUT_BY_CODE.get(md.code)
  if (!layout) throw new InternalError(`metadata record ${md.code} has no layout`)
  const record: (number | bigint)[] = [md.distinct ? 1 : 0]
  md.fields.forEach((field, i) => {
    if (typeof field === 'number' || typeof field === 'bigint') record.push(field)
    else record.push(layout.fields[i]?.startsWith('!!') ? n.metadataRef(field) - 1 : n.metadataRef(field))
  })
  const { Location, GenericDebug } = MetadataCode
  const abbrev = md.code === Location ? abbrevs.location : md.code === GenericDebug ? abbrevs.generic : Unabbreviated
  out.packed(abbrev, md.code, record)
}

/** The block of kinds written last: most modules of a process have the same ones. */
const lastKinds: { names: readonly string[]; words: Uint32Array } = { names: [], words: new Uint32Array() }

/** All kinds of the context, used or not. */
export function writeMetadataKinds(out: BlockWriter, { metadataKinds }: Module): void {
  if (metadataKinds.length === 0) return
  const { names } = lastKinds
  if (names.length === metadataKinds.length && names.every((name, i) => name === metadataKinds[i])) {
    out.again(BlockId.Metadata, 3, lastKinds.words)
    return
  }
  out.enter(BlockId.Metadata, 3)
  metadataKinds.forEach((name, id) => {
    const record = [id]
    pushText(record, name)
    out.record(MetadataCode.Kind, record)
  })
  lastKinds.words = out.leaveKept()
  lastKinds.names = [...metadataKinds]
}

/** Function-local values used as metadata. */
export function writeLocalMetadata(out: BlockWriter, n: Numbering, f: FunctionNumbering): void {
  if (f.localMetadata.length === 0) return
  out.enter(BlockId.Metadata, 3)
  for (const md of f.localMetadata) writeValue(out, n, md)
  out.leave()
}

/** What is attached to the function, then to each instruction (counted from 0, void ones too). */
export function writeAttachments(out: BlockWriter, n: Numbering, f: FunctionNumbering): void {
  const { func } = f
  const attached = (a: Attachment[] | null): a is Attachment[] => a !== null && a.length > 0
  if (!attached(func.attachments) && !func.blocks.some(b => b.instructions.some(i => attached(i.attachments)))) return
  out.enter(BlockId.MetadataAttachment, 3)
  if (attached(func.attachments)) out.record(MetadataCode.Attachment, pairs(n, func.attachments, []))
  let at = 0
  for (const block of func.blocks)
    for (const inst of block.instructions) {
      if (attached(inst.attachments)) out.record(MetadataCode.Attachment, pairs(n, inst.attachments, [at]))
      at++
    }
  out.leave()
}

function pairs(n: Numbering, attachments: readonly Attachment[], record: number[]): number[] {
  for (const a of [...attachments].sort((x, y) => x.kind - y.kind)) record.push(a.kind, n.metadataIds[a.node.index]!)
  return record
}
