// An LLVM 3.7 module as data, and the factories that intern its types, constants, metadata and attributes.
//
//   const m = new Module()
//   const { types } = m
//   const main = m.addFunction('main', types.func(types.void, []))
//   const op = m.addFunction('dx.op.threadId.i32', types.func(types.i32, [types.i32, types.i32]),
//     m.attributeList([[FUNCTION_SLOT, ['nounwind', 'readnone']]]))
//   const b = new Builder(m, main.addBlock())                      // build.ts
//   const id = b.call(op, [m.constInt(types.i32, 93), m.constInt(types.i32, 0)])
//   b.binop(BinOp.Add, id, m.constInt(types.i32, 1), WrapFlag.NoSignedWrap)
//   b.ret()
//   m.namedMetadata('dx.version').operands.push(m.node([m.mdInt(1), m.mdInt(0)]))
//   const bitcode = writeModule(m)                                 // write_module.ts
//
// Interned things compare with ===.

import { doubleBits, floatBits } from '../../base/float_bits.ts'
import { halfToBits } from '../../base/float16.ts'
import { MetadataCode } from '../../spec/llvm_codes.ts'
import { type Attribute, type AttributeGroup, type AttributeList, attributeGroup } from './attributes.ts'
import {
  type DebugField,
  FIXED_METADATA_KINDS,
  MDDebug,
  MDNode,
  MDString,
  MDValue,
  type Metadata,
  NamedMetadata,
  type ValueRef,
} from './metadata.ts'
import { type Type, TypeTable } from './types.ts'
import {
  type Constant,
  ConstantAggregate,
  ConstantData,
  ConstantExpr,
  ConstantFloat,
  ConstantInt,
  ConstantNull,
  ConstantUndef,
  type ExprExtra,
  type ExprOp,
  Func,
  GlobalVariable,
  MetadataOperand,
  type UseListOrder,
  ValueContext,
} from './values.ts'

export class Module {
  readonly types: TypeTable = new TypeTable()
  readonly context: ValueContext = new ValueContext(this.types)
  triple = ''
  dataLayout = ''
  asm = ''
  /** In module order, which is their numbering. */
  readonly globals: GlobalVariable[] = []
  readonly functions: Func[] = []
  readonly named: NamedMetadata[] = []
  /** Metadata kind names by kind id. All are written, used or not. */
  readonly metadataKinds: string[] = [...FIXED_METADATA_KINDS]
  /**
   * Null in what DXC signs (DXIL, STAT). A list, maybe empty: the module is written as LLVM's use-list preserving mode
   * does, which leaves constants in order of first use; some ILDB programs are. Functions have lists of their own.
   */
  useLists: readonly UseListOrder[] | null = null
  /** Number of metadata objects made so far; each has an index below it. */
  metadataCount = 0

  readonly #ints: Map<number | bigint, ConstantInt>[] = []
  readonly #floats: Map<number | bigint, ConstantFloat>[] = []
  readonly #nulls: ConstantNull[] = []
  readonly #undefs: ConstantUndef[] = []
  readonly #composite = new Map<string, Constant>()
  readonly #strings = new Map<string, MDString>()
  readonly #mdValues: (MDValue | undefined)[] = []
  /** Uniqued nodes by a hash of their operands. */
  readonly #nodes = new Map<number, MDNode[]>()
  readonly #locations = new Map<string, MDDebug>()
  readonly #mdOperands: MetadataOperand[] = []
  readonly #attributes = new Map<string, AttributeList>()
  readonly #groupNumbers = new Map<string, number>()
  readonly #functionsByName = new Map<string, Func>()
  readonly #namedByName = new Map<string, NamedMetadata>()

  // ---- globals ----

  /** Adds a global variable of `valueType` (its value is a pointer to that). */
  addGlobal(name: string, valueType: Type, addressSpace = 0): GlobalVariable {
    const global = new GlobalVariable(this.types.pointer(valueType, addressSpace), this.context.valueCount++, name)
    this.globals.push(global)
    return global
  }

  /** Adds a function; it is a declaration until it gets a block. */
  addFunction(name: string, functionType: Type, attributes: AttributeList | null = null): Func {
    const func = new Func(this.context, this.types.pointer(functionType), name)
    func.attributes = attributes
    this.functions.push(func)
    if (!this.#functionsByName.has(name)) this.#functionsByName.set(name, func)
    return func
  }

  /** The function first added under this name. */
  findFunction(name: string): Func | null {
    return this.#functionsByName.get(name) ?? null
  }

  /** Makes findFunction see names that were set after the functions were added (readers learn them last). */
  indexNames(): void {
    this.#functionsByName.clear()
    for (const f of this.functions) if (!this.#functionsByName.has(f.name)) this.#functionsByName.set(f.name, f)
  }

  // ---- constants ----

  /** Integer constant; the value is wrapped to the type's width (so 0xffffffff and -1 are the same i32). */
  constInt(type: Type, value: number | bigint): ConstantInt {
    const key = normalInt(type.width, value)
    const pool = (this.#ints[type.index] ??= new Map())
    let found = pool.get(key)
    if (!found) pool.set(key, (found = new ConstantInt(type, this.context.valueCount++, key)))
    return found
  }

  constBool(value: boolean): ConstantInt {
    return this.constInt(this.types.i1, value ? -1 : 0)
  }

  /** half, float or double constant, rounded to the type. NaN becomes the quiet NaN; use constFloatBits for payloads. */
  constFloat(type: Type, value: number): ConstantFloat {
    if (type.kind === 'double') return this.constFloatBits(type, doubleBits(value))
    return this.constFloatBits(type, type.kind === 'half' ? halfToBits(value) : floatBits(value))
  }

  /** From raw bits: unsigned number for half and float, unsigned bigint for double. */
  constFloatBits(type: Type, bits: number | bigint): ConstantFloat {
    const pool = (this.#floats[type.index] ??= new Map())
    let found = pool.get(bits)
    if (!found) pool.set(bits, (found = new ConstantFloat(type, this.context.valueCount++, bits)))
    return found
  }

  /** Zero of any type: integer 0, +0.0, null pointer, zeroinitializer. */
  constNull(type: Type): Constant {
    if (type.kind === 'int') return this.constInt(type, 0)
    if (type.kind === 'double') return this.constFloatBits(type, 0n)
    if (type.isFloatingPoint) return this.constFloatBits(type, 0)
    return (this.#nulls[type.index] ??= new ConstantNull(type, this.context.valueCount++))
  }

  constUndef(type: Type): ConstantUndef {
    return (this.#undefs[type.index] ??= new ConstantUndef(type, this.context.valueCount++))
  }

  /**
   * Array, vector or struct of constants, in LLVM's canonical form: all zero becomes zeroinitializer, all undef undef,
   * arrays and vectors of simple numbers a ConstantData.
   */
  constAggregate(type: Type, elements: readonly Constant[]): Constant {
    if (elements.length === 0 || elements.every(isZero)) return this.constNull(type)
    if (elements.every(e => e.kind === 'undef')) return this.constUndef(type)
    if (
      type.kind !== 'struct' &&
      isDataElement(type.element) &&
      elements.every(e => e.kind === 'int' || e.kind === 'fp')
    )
      return this.constData(type, elements.map(rawBits))
    return this.rawAggregate(type, elements)
  }

  /** Array or vector of i8..i64, float, double from raw unsigned bits (bigint for 64-bit elements). */
  constData(type: Type, elements: readonly (number | bigint)[]): Constant {
    if (elements.every(e => e === 0 || e === 0n)) return this.constNull(type)
    const key = `d${type.index} ${elements.join(' ')}`
    return this.#compositeOf(key, index => new ConstantData(type, index, [...elements]))
  }

  /** An aggregate exactly as given, without canonicalising. */
  rawAggregate(type: Type, elements: readonly Constant[]): Constant {
    const key = `a${type.index} ${elements.map(e => e.index).join(' ')}`
    return this.#compositeOf(key, index => new ConstantAggregate(type, index, [...elements]))
  }

  /** Constant expression, not folded. */
  constExpr(type: Type, op: ExprOp, operands: readonly Constant[], extra: ExprExtra = {}): Constant {
    const { code = 0, flags = 0, elementType = null } = extra
    const key = `${op} ${type.index} ${code} ${flags} ${elementType?.index ?? ''}:${operands.map(e => e.index).join(' ')}`
    return this.#compositeOf(key, index => new ConstantExpr(type, index, op, [...operands], extra))
  }

  constCast(code: number, value: Constant, type: Type): Constant {
    return this.constExpr(type, 'cast', [value], { code })
  }

  /** Inbounds unless told; `type` is the resulting pointer type. */
  constGep(type: Type, elementType: Type, operands: readonly Constant[], inbounds = true): Constant {
    return this.constExpr(type, 'gep', operands, { elementType, flags: inbounds ? 1 : 0 })
  }

  #compositeOf(key: string, make: (index: number) => Constant): Constant {
    let found = this.#composite.get(key)
    if (!found) this.#composite.set(key, (found = make(this.context.valueCount++)))
    return found
  }

  // ---- metadata ----

  /** One character a byte (0-255); encode other text as UTF-8 first. */
  mdString(text: string): MDString {
    let found = this.#strings.get(text)
    if (!found) this.#strings.set(text, (found = new MDString(this.metadataCount++, text)))
    return found
  }

  /** Value as metadata. */
  mdValue(value: ValueRef): MDValue {
    const known = this.#mdValues
    // Without gaps: engines write behind the end of an array slowly.
    while (known.length <= value.index) known.push(undefined)
    return (known[value.index] ??= new MDValue(this.metadataCount++, value))
  }

  /** `i32 value` as metadata, the commonest operand of DXIL's nodes; another integer type if given. */
  mdInt(value: number | bigint, type: Type = this.types.i32): MDValue {
    return this.mdValue(this.constInt(type, value))
  }

  mdBool(value: boolean): MDValue {
    return this.mdValue(this.constBool(value))
  }

  /** Uniqued node: the same operands give the same node. Do not change its operands afterwards. */
  node(operands: readonly (Metadata | null)[]): MDNode {
    let hash = operands.length
    for (let i = 0; i < operands.length; i++) hash = (Math.imul(hash, 31) + (operands[i]?.index ?? -1)) | 0
    const known = this.#nodes.get(hash)
    if (known) for (const node of known) if (hasOperands(node, operands)) return node
    const made = new MDNode(this.metadataCount++, false, [...operands])
    if (known) known.push(made)
    else this.#nodes.set(hash, [made])
    return made
  }

  /** Distinct node; its operands may be changed afterwards, e.g. to refer to itself. */
  distinctNode(operands: readonly (Metadata | null)[] = []): MDNode {
    return new MDNode(this.metadataCount++, true, [...operands])
  }

  /** A uniqued node that is not interned, to be filled in by a reader (forward references, cycles). */
  rawNode(distinct: boolean): MDNode {
    return new MDNode(this.metadataCount++, distinct, [])
  }

  /** Specialised debug node (not interned). */
  debugNode(code: number, distinct: boolean, fields: DebugField[]): MDDebug {
    return new MDDebug(this.metadataCount++, code, distinct, fields)
  }

  /** Debug location; equal ones are the same object. */
  location(line: number, column: number, scope: Metadata | null, inlinedAt: Metadata | null = null): MDDebug {
    const key = `${line} ${column} ${scope?.index ?? '-'} ${inlinedAt?.index ?? '-'}`
    let found = this.#locations.get(key)
    if (!found) {
      found = this.debugNode(MetadataCode.Location, false, [line, column, scope, inlinedAt])
      this.#locations.set(key, found)
    }
    return found
  }

  /** The named metadata of this name, appended to the module if new. */
  namedMetadata(name: string): NamedMetadata {
    let found = this.#namedByName.get(name)
    if (!found) {
      this.#namedByName.set(name, (found = new NamedMetadata(name)))
      this.named.push(found)
    }
    return found
  }

  /** The named metadata of this name, or null. */
  findNamed(name: string): NamedMetadata | null {
    return this.#namedByName.get(name) ?? null
  }

  /** Drops all named metadata, so that the same functions can be described anew. */
  clearNamedMetadata(): void {
    this.named.length = 0
    this.#namedByName.clear()
  }

  /** Id of a metadata kind, registered at first use; ids past the fixed 14 follow order of registration. */
  kindId(name: string): number {
    const at = this.metadataKinds.indexOf(name)
    return at >= 0 ? at : this.metadataKinds.push(name) - 1
  }

  /** Metadata as a call operand. */
  metadataOperand(metadata: Metadata): MetadataOperand {
    return (this.#mdOperands[metadata.index] ??= new MetadataOperand(
      this.types.metadata,
      this.context.valueCount++,
      metadata,
    ))
  }

  // ---- attributes ----

  /** Number of attribute lists made so far; each has an index below it. */
  get attributeCount(): number {
    return this.#attributes.size
  }

  /** Interned list from [slot, attributes] pairs; empty groups vanish; null if nothing is left. */
  attributeList(groups: readonly (readonly [number, readonly Attribute[]])[]): AttributeList | null {
    const made: AttributeGroup[] = []
    for (const [slot, attributes] of groups) made.push(attributeGroup(slot, attributes))
    return this.attributeListOf(made)
  }

  /** As attributeList, of groups already made; many lists may share a group at no cost. */
  attributeListOf(groups: readonly AttributeGroup[]): AttributeList | null {
    const made = groups.filter(g => g.attributes.length > 0)
    if (made.length === 0) return null
    if (made.length > 1) made.sort((a, b) => a.slot - b.slot)
    const key = made.map(g => this.#groupNumber(g.key)).join(' ')
    let found = this.#attributes.get(key)
    if (!found) this.#attributes.set(key, (found = { index: this.#attributes.size, groups: made }))
    return found
  }

  #groupNumber(key: string): number {
    const found = this.#groupNumbers.get(key)
    if (found === undefined) this.#groupNumbers.set(key, this.#groupNumbers.size)
    return found ?? this.#groupNumbers.size - 1
  }
}

function hasOperands({ operands }: MDNode, wanted: readonly (Metadata | null)[]): boolean {
  if (operands.length !== wanted.length) return false
  for (let i = 0; i < wanted.length; i++) if (operands[i] !== wanted[i]) return false
  return true
}

/** Sign-extends: a number up to 32 bits, a bigint above. */
function normalInt(width: number, value: number | bigint): number | bigint {
  if (width > 32) return BigInt.asIntN(width, BigInt(value))
  const low = typeof value === 'bigint' ? Number(BigInt.asIntN(32, value)) : value | 0
  return width === 32 ? low : (low << (32 - width)) >> (32 - width)
}

const isZero = (c: Constant): boolean =>
  c.kind === 'null' ||
  (c.kind === 'int' && (c.value === 0 || c.value === 0n)) ||
  (c.kind === 'fp' && (c.bits === 0 || c.bits === 0n))

/** Element types LLVM packs into data arrays and vectors (half is not one of them). */
export const isDataElement = (t: Type): boolean =>
  t.kind === 'float' ||
  t.kind === 'double' ||
  (t.kind === 'int' && (t.width === 8 || t.width === 16 || t.width === 32 || t.width === 64))

function rawBits(c: Constant): number | bigint {
  if (c.kind === 'fp') return c.bits
  if (c.kind !== 'int') return 0
  if (typeof c.value === 'bigint') return BigInt.asUintN(c.type.width, c.value)
  return c.type.width === 32 ? c.value >>> 0 : c.value & ((1 << c.type.width) - 1)
}
