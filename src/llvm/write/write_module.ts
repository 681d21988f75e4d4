// Writes a module as LLVM 3.7 bitcode, byte for byte as DXC's writer lays it out (DXIL and STAT parts alike).

import { fixed, literal, vbr } from '../../bitcode/abbrev.ts'
import { BlockWriter } from '../../bitcode/block_writer.ts'
import { BlockId, ModuleCode } from '../../spec/llvm_codes.ts'
import type { Module } from '../model/module.ts'
import type { Constant, Func, GlobalVariable } from '../model/values.ts'
import { enumerate, type Numbering } from './enumerate.ts'
import { writeConstants } from './write_constants.ts'
import { encodedAlign, writeFunction } from './write_function.ts'
import { writeMetadataKinds, writeModuleMetadata } from './write_metadata.ts'
import { writeSymbols } from './write_symbols.ts'
import { pushText, widthFor, writeAttributes, writeBlockInfo, writeTypes } from './write_types.ts'
import { writeUseLists } from './write_use_lists.ts'

/** Relative operand ids. */
const VERSION = 1

/** The bitcode, a multiple of 4 bytes, starting with 'BC' C0 DE. */
export function writeModule(module: Module): Uint8Array {
  const n = enumerate(module)
  const out = new BlockWriter()
  out.enter(BlockId.Module, 3)
  out.record(ModuleCode.Version, [VERSION])
  writeBlockInfo(out, n.types.length)
  writeAttributes(out, n)
  writeTypes(out, n)
  writeModuleInfo(out, module, n)
  writeConstants(out, n, n.values.slice(n.globalCount), true)
  writeModuleMetadata(out, module, n)
  writeMetadataKinds(out, module)
  const named = [...module.globals, ...module.functions].filter(v => v.name !== '')
  writeSymbols(
    out,
    named.map(v => ({ name: v.name, id: n.valueId(v), isBlock: false })),
  )
  writeUseLists(out, n, module.useLists ?? [])
  for (const f of n.functions) writeFunction(out, n, f)
  out.leave()
  return out.finish()
}

function writeModuleInfo(out: BlockWriter, module: Module, n: Numbering): void {
  for (const comdat of n.comdats.keys()) {
    const record = [comdat.selection, comdat.name.length]
    pushText(record, comdat.name)
    out.record(ModuleCode.Comdat, record)
  }
  if (module.triple !== '') out.textRecord(ModuleCode.Triple, module.triple)
  if (module.dataLayout !== '') out.textRecord(ModuleCode.DataLayout, module.dataLayout)
  if (module.asm !== '') out.textRecord(ModuleCode.Asm, module.asm)
  const { globals, functions } = module
  const sections = numberNames(
    out,
    ModuleCode.SectionName,
    [...globals, ...functions].map(v => v.section),
  )
  const gcs = numberNames(
    out,
    ModuleCode.GcName,
    functions.map(f => f.gc),
  )
  if (globals.length > 0) {
    const abbrev = defineGlobalAbbrev(out, module, n, sections.size)
    for (const g of globals) writeGlobal(out, n, g, sections.get(g.section) ?? 0, abbrev)
  }
  for (const f of functions) writeFunctionRecord(out, n, f, sections.get(f.section) ?? 0, gcs.get(f.gc) ?? 0)
}

/** Numbers the distinct non-empty names from 1, in order, and writes a record for each. */
function numberNames(out: BlockWriter, code: number, names: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const name of names) {
    if (name === '' || numbers.has(name)) continue
    numbers.set(name, numbers.size + 1)
    out.textRecord(code, name)
  }
  return numbers
}

function defineGlobalAbbrev(out: BlockWriter, module: Module, n: Numbering, sections: number): number {
  let type = 0
  let align = 0
  for (const g of module.globals) {
    type = Math.max(type, n.typeId(g.valueType))
    align = Math.max(align, encodedAlign(g.align))
  }
  for (const f of module.functions) align = Math.max(align, encodedAlign(f.align))
  return out.define([
    literal(ModuleCode.GlobalVar),
    fixed(widthFor(type)),
    vbr(6),
    vbr(6),
    fixed(5),
    align === 0 ? literal(0) : fixed(widthFor(align)),
    sections === 0 ? literal(0) : fixed(widthFor(sections)),
  ])
}

const EXPLICIT_TYPE = 2

function writeGlobal(out: BlockWriter, n: Numbering, g: GlobalVariable, section: number, abbrev: number): void {
  const record = [
    n.typeId(g.valueType),
    (g.type.addressSpace << 2) | EXPLICIT_TYPE | (g.constant ? 1 : 0),
    ref(n, g.initializer),
    g.linkage,
    encodedAlign(g.align),
    section,
  ]
  if (!g.visibility && !g.threadLocal && !g.unnamedAddr && !g.externallyInitialized && !g.dllStorage && !g.comdat) {
    out.packed(abbrev, ModuleCode.GlobalVar, record)
    return
  }
  record.push(g.visibility, g.threadLocal, g.unnamedAddr, g.externallyInitialized ? 1 : 0, g.dllStorage)
  record.push(n.comdatId(g.comdat))
  out.record(ModuleCode.GlobalVar, record)
}

const ref = (n: Numbering, c: Constant | null): number => (c ? n.valueId(c) + 1 : 0)

function writeFunctionRecord(out: BlockWriter, n: Numbering, f: Func, section: number, gc: number): void {
  out.record(ModuleCode.Function, [
    n.typeId(f.functionType),
    f.callingConvention,
    f.isDeclaration ? 1 : 0,
    f.linkage,
    n.attributeListId(f.attributes),
    encodedAlign(f.align),
    section,
    f.visibility,
    gc,
    f.unnamedAddr,
    ref(n, f.prologue),
    f.dllStorage,
    n.comdatId(f.comdat),
    ref(n, f.prefix),
    ref(n, f.personality),
  ])
}
