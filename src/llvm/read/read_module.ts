// Reads LLVM 3.7 bitcode (DXIL, STAT, ILDB) into the module model. Strict: what it does not know is a FormatError,
// never silently dropped, so that writing gives back what was read.

import { FormatError } from '../../base/format_error.ts'
import { type BitBlock, type BitRecord, readBlocks } from '../../bitcode/block_reader.ts'
import { BlockId, ModuleCode } from '../../spec/llvm_codes.ts'
import type { AttributeList } from '../model/attributes.ts'
import type { Metadata } from '../model/metadata.ts'
import { Module } from '../model/module.ts'
import type { Type } from '../model/types.ts'
import { type Comdat, type Constant, type Func, type GlobalVariable, isConstant, type Value } from '../model/values.ts'
import { readConstants, SpellingBudget } from './read_constants.ts'
import { failAt, RecordCursor } from './read_cursor.ts'
import { readFunction } from './read_function.ts'
import { readModuleMetadata } from './read_metadata.ts'
import { readSymbols } from './read_symbols.ts'
import { readAttributes, readTypes } from './read_types.ts'
import { isInFirstUseOrder, readUseLists } from './read_use_lists.ts'

/**
 * Reads bare bitcode.
 * @param base offset of bytes[0] in the original file, so that errors point into it
 * @throws FormatError on anything malformed or unknown
 */
export function readModule(bytes: Uint8Array, base = 0): Module {
  const blocks = readBlocks(bytes, base)
  const root = blocks.find(b => b.id === BlockId.Module)
  if (!root) throw new FormatError('bitcode has no module', base)
  for (const b of blocks) if (b !== root) failAt(b, `block ${b.id} beside the module`)
  const reader = new ModuleReader()
  for (const item of root.items)
    if (item.kind === 'record') reader.record(item)
    else if (item.kind === 'block') reader.block(item)
  reader.finish(root)
  return reader.module
}

/** A record of a few bytes makes as many arguments as its type has; DXC's functions average below 8 of them. */
const MAX_ARGUMENTS = 1 << 16
const MEAN_ARGUMENTS = 32

class ModuleReader {
  readonly module = new Module()
  #types: Type[] = []
  #attributes: (AttributeList | null)[] = []
  #groups: BitBlock | null = null
  #arguments = 0
  readonly #values: Value[] = []
  readonly #metadata: Metadata[] = []
  readonly #sections: string[] = []
  readonly #gcs: string[] = []
  readonly #comdats: Comdat[] = []
  /** Functions with a body, in the order their blocks come. */
  readonly #bodies: Func[] = []
  #bodiesRead = 0
  readonly #spelling = new SpellingBudget()
  /** Constants named by records that precede the constants. */
  readonly #late: { record: BitRecord; id: number; set: (c: Constant) => void }[] = []

  block(block: BitBlock): void {
    switch (block.id) {
      case BlockId.ParamAttrGroup:
        this.#groups ??= block
        return
      case BlockId.ParamAttr:
        this.#attributes = readAttributes(this.module, this.#groups, block)
        return
      case BlockId.Type:
        this.#types = readTypes(this.module, block)
        return
      case BlockId.Constants:
        this.#constants(block)
        return
      case BlockId.UseList:
        this.module.useLists = readUseLists(block, this.#values, [])
        return
      case BlockId.Metadata:
        readModuleMetadata(this.module, block, this.#values, this.#metadata, this.#spelling)
        return
      case BlockId.ValueSymtab:
        readSymbols(block, this.#values, [])
        this.module.indexNames()
        return
      case BlockId.Function:
        this.#function(block)
        return
      default:
        if (block.id !== BlockId.BlockInfo) failAt(block, `unknown block ${block.id} in the module`)
    }
  }

  #constants(block: BitBlock): void {
    const first = this.#values.length
    readConstants(this.module, this.#types, block, this.#values)
    if (this.module.useLists === null && isInFirstUseOrder(this.#values, first)) this.module.useLists = []
  }

  #function(block: BitBlock): void {
    const func = this.#bodies[this.#bodiesRead++] ?? failAt(block, 'more function bodies than functions')
    const { module } = this
    const context = { module, types: this.#types, attributes: this.#attributes }
    readFunction({ ...context, values: this.#values, metadata: this.#metadata, spelling: this.#spelling }, func, block)
  }

  record(record: BitRecord): void {
    const c = new RecordCursor(record)
    const { module } = this
    switch (record.code) {
      case ModuleCode.Version:
        if (c.number('version') !== 1) c.fail('module version is not 1')
        return
      case ModuleCode.Triple:
        module.triple = c.text()
        return
      case ModuleCode.DataLayout:
        module.dataLayout = c.text()
        return
      case ModuleCode.Asm:
        module.asm = c.text()
        return
      case ModuleCode.SectionName:
        this.#sections.push(c.text())
        return
      case ModuleCode.GcName:
        this.#gcs.push(c.text())
        return
      case ModuleCode.Comdat:
        this.#comdats.push(readComdat(c))
        return
      case ModuleCode.GlobalVar:
        this.#globalVariable(c)
        return
      case ModuleCode.Function:
        this.#functionRecord(c)
        return
      default:
        c.fail(`unknown module record ${record.code}`)
    }
  }

  finish(root: BitBlock): void {
    if (this.#bodiesRead !== this.#bodies.length) failAt(root, 'function without its body')
    for (const { record, id, set } of this.#late) {
      const c = this.#values[id]
      if (!c || !isConstant(c)) failAt(record, `value ${id} is not a constant`)
      this.#spelling.charge(c, record)
      set(c)
    }
  }

  #globalVariable(c: RecordCursor): void {
    const given = this.#type(c)
    const bits = c.below(2 ** 26, 'flags')
    const isExplicit = (bits & 2) !== 0
    if (!isExplicit && given.kind !== 'pointer') c.fail('global variable whose type is not a pointer')
    const space = isExplicit ? bits >>> 2 : given.addressSpace
    const g: GlobalVariable = this.module.addGlobal('', isExplicit ? given : given.element, space)
    this.#values.push(g)
    g.constant = (bits & 1) !== 0
    this.#lateConstant(c, 'initializer', v => {
      g.initializer = v
    })
    g.linkage = c.below(32, 'linkage')
    g.align = this.#align(c)
    g.section = this.#name(c, this.#sections)
    g.visibility = c.optional('visibility')
    g.threadLocal = c.optional('thread local')
    g.unnamedAddr = c.optional('unnamed_addr')
    g.externallyInitialized = c.optional('externally initialized') !== 0
    g.dllStorage = c.optional('dll storage')
    g.comdat = this.#comdat(c)
    c.end()
  }

  #functionRecord(c: RecordCursor): void {
    const given = this.#type(c)
    const type = given.kind === 'pointer' ? given.element : given
    if (type.kind !== 'function') c.fail('function whose type is not a function')
    this.#arguments += type.paramCount
    if (this.#arguments > MAX_ARGUMENTS + MEAN_ARGUMENTS * this.#values.length)
      c.fail('functions have too many arguments')
    const f: Func = this.module.addFunction('', type)
    this.#values.push(f)
    f.callingConvention = c.number('calling convention')
    if (c.number('is declaration') === 0) this.#bodies.push(f)
    f.linkage = c.below(32, 'linkage')
    const list = c.number('attribute list')
    if (list > this.#attributes.length) c.fail(`attribute list ${list} does not exist`)
    f.attributes = list === 0 ? null : this.#attributes[list - 1]!
    f.align = this.#align(c)
    f.section = this.#name(c, this.#sections)
    f.visibility = c.number('visibility')
    f.gc = c.left > 0 ? this.#name(c, this.#gcs) : ''
    f.unnamedAddr = c.optional('unnamed_addr')
    this.#lateConstant(c, 'prologue', v => {
      f.prologue = v
    })
    f.dllStorage = c.optional('dll storage')
    f.comdat = this.#comdat(c)
    this.#lateConstant(c, 'prefix', v => {
      f.prefix = v
    })
    this.#lateConstant(c, 'personality', v => {
      f.personality = v
    })
    c.end()
  }

  #lateConstant(c: RecordCursor, what: string, set: (c: Constant) => void): void {
    const ref = c.optional(what)
    if (ref !== 0) this.#late.push({ record: c.record, id: ref - 1, set })
  }

  #comdat(c: RecordCursor): Comdat | null {
    const at = c.optional('comdat')
    return at === 0 ? null : (this.#comdats[at - 1] ?? c.fail(`comdat ${at} does not exist`))
  }

  #type(c: RecordCursor): Type {
    const id = c.number('type')
    return this.#types[id] ?? c.fail(`type ${id} does not exist`)
  }

  #align(c: RecordCursor): number {
    const encoded = c.number('alignment')
    if (encoded > 30) c.fail('alignment is too large')
    return encoded === 0 ? 0 : 2 ** (encoded - 1)
  }

  #name(c: RecordCursor, names: readonly string[]): string {
    const at = c.number('name')
    return at === 0 ? '' : (names[at - 1] ?? c.fail(`name ${at} does not exist`))
  }
}

const MAX_SELECTION = 5

function readComdat(c: RecordCursor): Comdat {
  const selection = c.number('selection kind')
  if (selection < 1 || selection > MAX_SELECTION) c.fail(`unknown comdat selection ${selection}`)
  const length = c.number('name length')
  const name = c.text()
  if (name.length !== length) c.fail('comdat name is not as long as it says')
  return { name, selection }
}
