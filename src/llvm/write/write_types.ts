// Writes BLOCKINFO, the attribute blocks and the type block, in DXC's layout.

import { array, char6, charWidth, fixed, literal, vbr } from '../../bitcode/abbrev.ts'
import type { BlockInfo, BlockWriter } from '../../bitcode/block_writer.ts'
import { ATTRIBUTE_KINDS } from '../../spec/llvm_attributes.ts'
import { BlockId, ConstantCode, FunctionCode, TypeCode } from '../../spec/llvm_codes.ts'
import type { Attribute } from '../model/attributes.ts'
import type { Type } from '../model/types.ts'
import type { Numbering } from './enumerate.ts'

/** Bits that hold 0..count: ceil(log2(count + 1)). */
export const widthFor = (count: number): number => 32 - Math.clz32(count)

/** Ids of the abbreviations BLOCKINFO defines. */
export const SymtabAbbrev = { Entry8: 4, Entry7: 5, Entry6: 6, Block6: 7 } as const
export const ConstantAbbrev = { SetType: 4, Integer: 5, Cast: 6, Null: 7 } as const
export const FunctionAbbrev = {
  Load: 4,
  Binop: 5,
  BinopFlags: 6,
  Cast: 7,
  RetVoid: 8,
  Ret: 9,
  Unreachable: 10,
  Gep: 11,
} as const

/** Codes as entries of a symbol table. */
const SYMTAB_ENTRY = 1
const SYMTAB_BLOCK = 2

/** BLOCKINFO and its words by the width of type ids, on which alone it depends. */
const infos: { readonly entries: BlockInfo; words?: Uint32Array }[] = []

export function writeBlockInfo(out: BlockWriter, typeCount: number): void {
  const width = widthFor(typeCount)
  const info = (infos[width] ??= { entries: blockInfo(width) })
  info.words = out.blockInfo(info.entries, info.words)
}

function blockInfo(width: number): BlockInfo {
  const type = fixed(width)
  return [
    [
      BlockId.ValueSymtab,
      [
        [fixed(3), vbr(8), array, fixed(8)],
        [literal(SYMTAB_ENTRY), vbr(8), array, fixed(7)],
        [literal(SYMTAB_ENTRY), vbr(8), array, char6],
        [literal(SYMTAB_BLOCK), vbr(8), array, char6],
      ],
    ],
    [
      BlockId.Constants,
      [
        [literal(ConstantCode.SetType), type],
        [literal(ConstantCode.Integer), vbr(8)],
        [literal(ConstantCode.Cast), fixed(4), type, vbr(8)],
        [literal(ConstantCode.Null)],
      ],
    ],
    [
      BlockId.Function,
      [
        [literal(FunctionCode.Load), vbr(6), type, vbr(4), fixed(1)],
        [literal(FunctionCode.Binop), vbr(6), vbr(6), fixed(4)],
        [literal(FunctionCode.Binop), vbr(6), vbr(6), fixed(4), fixed(7)],
        [literal(FunctionCode.Cast), vbr(6), type, fixed(4)],
        [literal(FunctionCode.Ret)],
        [literal(FunctionCode.Ret), vbr(6)],
        [literal(FunctionCode.Unreachable)],
        [literal(FunctionCode.Gep), fixed(1), type, array, vbr(6)],
      ],
    ],
  ]
}

// ---- attributes ----

const GROUP_RECORD = 3
const LIST_RECORD = 2
const KIND_NUMBER: ReadonlyMap<string, number> = new Map(ATTRIBUTE_KINDS.map(row => [row[1], row[0]]))

export function writeAttributes(out: BlockWriter, n: Numbering): void {
  if (n.groups.length === 0) return
  out.enter(BlockId.ParamAttrGroup, 3)
  n.groups.forEach((group, i) => {
    const record = [i + 1, group.slot]
    for (const a of group.attributes) pushAttribute(record, a)
    out.record(GROUP_RECORD, record)
  })
  out.leave()
  out.enter(BlockId.ParamAttr, 3)
  for (const list of n.attributeLists)
    out.record(
      LIST_RECORD,
      list.groups.map(g => n.groupIds.get(g.key)!),
    )
  out.leave()
}

function pushAttribute(record: number[], a: Attribute): void {
  if (typeof a === 'string') record.push(0, KIND_NUMBER.get(a)!)
  else if ('key' in a) {
    record.push(a.value === '' ? 3 : 4)
    pushText(record, a.key)
    record.push(0)
    if (a.value === '') return
    pushText(record, a.value)
    record.push(0)
  } else record.push(1, KIND_NUMBER.get(a[0])!, a[1])
}

export function pushText(record: (number | bigint)[], text: string): void {
  for (let i = 0; i < text.length; i++) record.push(text.charCodeAt(i) & 255)
}

// ---- types ----

const TypeAbbrev = { Pointer: 4, Function: 5, StructAnon: 6, StructName: 7, StructNamed: 8, Array: 9 } as const
const UNABBREVIATED = 3

export function writeTypes(out: BlockWriter, n: Numbering): void {
  const type = fixed(widthFor(n.types.length))
  out.enter(BlockId.Type, 4)
  out.define([literal(TypeCode.Pointer), type, literal(0)])
  out.define([literal(TypeCode.Function), fixed(1), array, type])
  out.define([literal(TypeCode.StructAnon), fixed(1), array, type])
  out.define([literal(TypeCode.StructName), array, char6])
  out.define([literal(TypeCode.StructNamed), fixed(1), array, type])
  out.define([literal(TypeCode.Array), vbr(8), type])
  out.record(TypeCode.NumEntry, [n.types.length])
  for (const t of n.types) writeType(out, n, t)
  out.leave()
}

const SIMPLE: Partial<Record<Type['kind'], number>> = {
  void: TypeCode.Void,
  float: TypeCode.Float,
  double: TypeCode.Double,
  half: TypeCode.Half,
  label: TypeCode.Label,
  metadata: TypeCode.Metadata,
}

/** A number, then the ids of types. */
function withIds(n: Numbering, first: number, types: readonly Type[]): number[] {
  const record = [first]
  for (let i = 0; i < types.length; i++) record.push(n.typeId(types[i]!))
  return record
}

function writeType(out: BlockWriter, n: Numbering, t: Type): void {
  switch (t.kind) {
    case 'int':
      out.record(TypeCode.Integer, [t.width])
      return
    case 'pointer': {
      const abbrev = t.addressSpace === 0 ? TypeAbbrev.Pointer : UNABBREVIATED
      out.packed(abbrev, TypeCode.Pointer, [n.typeId(t.element), t.addressSpace])
      return
    }
    case 'function':
      out.packed(TypeAbbrev.Function, TypeCode.Function, withIds(n, t.vararg ? 1 : 0, t.contained))
      return
    case 'array':
      out.packed(TypeAbbrev.Array, TypeCode.Array, withIds(n, t.count, t.contained))
      return
    case 'vector':
      out.record(TypeCode.Vector, withIds(n, t.count, t.contained))
      return
    case 'struct':
      writeStruct(out, n, t)
      return
    default:
      out.record(SIMPLE[t.kind]!, [])
      return
  }
}

function writeStruct(out: BlockWriter, n: Numbering, t: Type): void {
  const record = withIds(n, t.packed ? 1 : 0, t.contained)
  if (t.isLiteralStruct) {
    out.packed(TypeAbbrev.StructAnon, TypeCode.StructAnon, record)
    return
  }
  out.packedText(charWidth(t.name) === 6 ? TypeAbbrev.StructName : UNABBREVIATED, TypeCode.StructName, t.name)
  if (t.opaque) out.record(TypeCode.Opaque, [record[0]!])
  else out.packed(TypeAbbrev.StructNamed, TypeCode.StructNamed, record)
}
