// Instructions of LLVM other than control flow and calls: what works on vectors works on each of their scalars.

import type { Value } from '../ir/function.ts'
import { Flag, ICMP, Op } from '../ir/ops.ts'
import { cmpXchgType } from '../ir/result_types.ts'
import { bitWidth, I1, I32, isFloat, isNodeHandle, type Type } from '../ir/types.ts'
import type { Attachment } from '../llvm/model/metadata.ts'
import type { Module } from '../llvm/model/module.ts'
import { type Instruction, Op as LlvmOp } from '../llvm/model/values.ts'
import { BinOp, CastOp, ExactFlag, FastMath, WrapFlag } from '../spec/llvm_codes.ts'
import { type Importer, leafType } from './importer.ts'
import { type Imported, isParts, type Parts, type Pointer } from './memory.ts'
import { cut, integerOf, oddWidth, regrouped } from './odd_integers.ts'
import {
  castPointer,
  converted,
  elementPointer,
  loadPointer,
  newVariable,
  pointerTo,
  pointsToHandle,
  scalarAddress,
  storePointer,
} from './pointers.ts'
import { unsupported } from './problem.ts'
import { scalarType } from './types.ts'

/** An instruction being imported and its operands. */
export interface Instructed {
  readonly s: Importer
  /** The module that the instruction is from. */
  readonly module: Module
  readonly i: Instruction
  readonly operand: (n: number) => Imported
}

const INTEGER_OPS: ReadonlyMap<number, number> = new Map([
  [BinOp.Add, Op.Add],
  [BinOp.Sub, Op.Sub],
  [BinOp.Mul, Op.Mul],
  [BinOp.UDiv, Op.UDiv],
  [BinOp.SDiv, Op.SDiv],
  [BinOp.URem, Op.URem],
  [BinOp.SRem, Op.SRem],
  [BinOp.Shl, Op.Shl],
  [BinOp.LShr, Op.LShr],
  [BinOp.AShr, Op.AShr],
  [BinOp.And, Op.And],
  [BinOp.Or, Op.Or],
  [BinOp.Xor, Op.Xor],
])
const FLOAT_OPS: ReadonlyMap<number, number> = new Map([
  [BinOp.FAdd, Op.FAdd],
  [BinOp.FSub, Op.FSub],
  [BinOp.FMul, Op.FMul],
  [BinOp.FDiv, Op.FDiv],
  [BinOp.FRem, Op.FRem],
])
const CASTS: ReadonlyMap<number, number> = new Map([
  [CastOp.Trunc, Op.Trunc],
  [CastOp.ZExt, Op.ZExt],
  [CastOp.SExt, Op.SExt],
  [CastOp.FPToUI, Op.FPToUI],
  [CastOp.FPToSI, Op.FPToSI],
  [CastOp.UIToFP, Op.UIToFP],
  [CastOp.SIToFP, Op.SIToFP],
  [CastOp.FPTrunc, Op.FPTrunc],
  [CastOp.FPExt, Op.FPExt],
])
/** Operations for which LLVM says whether they wrap. */
const WRAPPING: ReadonlySet<number> = new Set([Op.Add, Op.Sub, Op.Mul, Op.Shl])
const EXACT: ReadonlySet<number> = new Set([Op.UDiv, Op.SDiv, Op.LShr, Op.AShr])

function arithmeticFlags(op: number, flags: number): number {
  if (op >= Op.FAdd && op <= Op.FRem) return flags & FastMath.Unsafe ? Flag.FAST : Flag.PRECISE
  if (EXACT.has(op)) return flags & ExactFlag.Exact ? Flag.EXACT : 0
  if (!WRAPPING.has(op)) return 0
  return (flags & WrapFlag.NoUnsignedWrap ? Flag.NUW : 0) | (flags & WrapFlag.NoSignedWrap ? Flag.NSW : 0)
}

type Rule = (c: Instructed) => Imported

const binop: Rule = ({ s, i, operand }) => {
  const [a, b] = [s.parts(operand(0)), s.parts(operand(1))]
  const ops = i.type.isFloatOrFloatVector ? FLOAT_OPS : INTEGER_OPS
  const op = ops.get(i.code) ?? unsupported('an arithmetic operation of this kind')
  const width = oddWidth(i.type)
  const flags = width > 0 ? 0 : arithmeticFlags(op, i.flags)
  const isSigned = op === Op.SDiv || op === Op.SRem || op === Op.AShr
  const given = (v: Value): Value => (isSigned ? cut(s, v, width, true) : v)
  return a.map((v, n) => cut(s, s.emit(op, s.typeOf(v), [given(v), given(b[n]!)], 0, flags), width))
}

const cast: Rule = ({ s, i, operand }) => {
  const source = operand(0)
  if (i.type.kind === 'pointer') {
    // What an object of a node is made of, see insertValue.
    if (i.code === CastOp.IntToPtr) return s.parts(source)
    if (i.code !== CastOp.BitCast && i.code !== CastOp.AddrSpaceCast) return unsupported('an address made of a number')
    return castPointer(s, s.pointer(source), i.type.element)
  }
  const values = s.parts(source)
  const types = s.leaves.of(i.type).map(leaf => leafType(leaf.type))
  if (i.code === CastOp.PtrToInt) return values.map(v => nodeCast(s, v, I32))
  if (i.code === CastOp.BitCast) {
    if (values.length === types.length) return values.map((v, n) => converted(s, v, types[n]!))
    // Of two vectors the one of more lanes has the smaller ones.
    const small = values.length > types.length ? i.operands[0]!.type : i.type
    const bits = oddWidth(small) || bitWidth(leafType(small.element))
    const whole = values.map(v => converted(s, v, integerOf(s.typeOf(v))))
    return regrouped(s, whole, integerOf(types[0]!), types.length, bits).map((v, n) =>
      converted(s, cut(s, v, oddWidth(i.type)), types[n]!),
    )
  }
  const op = CASTS.get(i.code) ?? unsupported('a conversion of this kind')
  const from = op === Op.SExt || op === Op.SIToFP ? oddWidth(i.operands[0]!.type) : 0
  // What has 12 bits is held in 32: `trunc i16 %x to i12` extends.
  const isResize = op === Op.Trunc || op === Op.ZExt || op === Op.SExt
  return values.map((v, n) => {
    const given = cut(s, v, from, true)
    const made = isResize ? s.resized(given, types[n]!, op === Op.SExt) : s.emit(op, types[n]!, [given])
    return cut(s, made, oddWidth(i.type))
  })
}

/** Objects of nodes are numbers where functions pass them: an address that is a number, in a struct. */
function nodeCast(s: Importer, v: Value, to: Type): Value {
  return isNodeHandle(s.typeOf(v)) || isNodeHandle(to)
    ? s.emit(Op.BitCast, to, [v])
    : unsupported('an address as a number')
}

const compare: Rule = ({ s, i, operand }) => {
  // From sgt on.
  const width = i.code >= ICMP.sgt ? oddWidth(i.operands[0]!.type) : 0
  const given = (n: number): Parts => s.parts(operand(n)).map(v => cut(s, v, width, true))
  const [a, b] = [given(0), given(1)]
  const flags = i.flags & FastMath.Unsafe ? Flag.FAST : 0
  return a.map((v, n) => s.emit(isFloat(s.typeOf(v)) ? Op.FCmp : Op.ICmp, I1, [v, b[n]!], i.code, flags))
}

const select: Rule = ({ s, i, operand }) => {
  const conditions = s.parts(operand(0))
  const [a, b] = [operand(1), operand(2)]
  if (i.type.kind === 'pointer') return chosenPointer(s, conditions[0]!, s.pointer(a), s.pointer(b))
  const [x, y] = [s.parts(a), s.parts(b)]
  return x.map((v, n) => s.select(conditions[n] ?? conditions[0]!, v, y[n]!))
}

/** One of two globals of resources is one of two handles. */
function chosenPointer(s: Importer, condition: Value, a: Pointer, b: Pointer): Pointer {
  if (!pointsToHandle(a) || !pointsToHandle(b)) return unsupported('an address chosen at run time')
  const handle = s.select(condition, s.scalar(loadPointer(s, a)), s.scalar(loadPointer(s, b)))
  return pointerTo({ kind: 'handle', type: a.view?.type ?? a.type, handle })
}

const gep: Rule = ({ s, i, operand, module }) => {
  const base = s.pointer(operand(0))
  const indices = i.operands.slice(1).map((_, n) => s.scalar(operand(n + 1)))
  return elementPointer(s, base, indices, attachment(module, i, 'dx.nonuniform') !== undefined)
}

/** The metadata that hangs on an instruction under a name. */
export function attachment(module: Module, i: Instruction, name: string): Attachment['node'] | undefined {
  return i.attachments?.find(a => module.metadataKinds[a.kind] === name)?.node
}

const extractValue: Rule = ({ s, i, operand }) => {
  const aggregate = operand(0)
  const [index, ...more] = i.indices ?? []
  if (index === undefined) return unsupported('a part of nothing')
  if (!isParts(aggregate) && aggregate.kind === 'row' && more.length === 0)
    return [s.extract(aggregate.value, index, aggregate.types[index] ?? unsupported('a result that there is not'))]
  const type = i.operands[0]!.type
  if (scalarType(type) !== undefined) return s.parts(aggregate)
  const [first, count] = slice(s, type, i.indices ?? [])
  return s.parts(aggregate).slice(first, first + count)
}

function slice(
  s: Importer,
  type: Instruction['type'],
  indices: readonly number[],
): readonly [first: number, count: number] {
  let at = type
  let first = 0
  for (const index of indices) {
    for (let n = 0; n < index; n++) first += s.leaves.count(at.kind === 'struct' ? at.contained[n]! : at.element)
    at = at.kind === 'struct' ? (at.contained[index] ?? unsupported('a part that there is not')) : at.element
  }
  return [first, s.leaves.count(at)]
}

const insertValue: Rule = ({ s, i, operand }) => {
  const scalar = scalarType(i.type)
  if (scalar !== undefined) return [nodeCast(s, s.scalar(operand(1)), scalar)]
  const whole = [...s.parts(operand(0))]
  const part = s.parts(operand(1))
  const [first] = slice(s, i.operands[0]!.type, i.indices ?? [])
  whole.splice(first, part.length, ...part)
  return whole
}

/** Elements chosen at run time are chosen in memory. */
function inMemory(s: Importer, i: Instruction, vector: Parts): Pointer {
  const pointer = pointerTo(newVariable(s, i.operands[0]!.type))
  storePointer(s, pointer, vector)
  return pointer
}

const extractElement: Rule = ({ s, i, operand }) => {
  const vector = s.parts(operand(0))
  const index = s.scalar(operand(1))
  const n = s.anyInt(index)
  if (n !== undefined) return [vector[n] ?? s.undef(leafType(i.type))]
  return loadPointer(s, elementPointer(s, inMemory(s, i, vector), [s.i32(0), index]))
}

const insertElement: Rule = ({ s, i, operand }) => {
  const vector = s.parts(operand(0))
  const value = s.scalar(operand(1))
  const index = s.scalar(operand(2))
  const n = s.anyInt(index)
  if (n !== undefined) return vector.map((v, k) => (k === n ? value : v))
  const memory = inMemory(s, i, vector)
  storePointer(s, elementPointer(s, memory, [s.i32(0), index]), [value])
  return loadPointer(s, memory)
}

const shuffle: Rule = ({ s, i, operand }) => {
  const all = [...s.parts(operand(0)), ...s.parts(operand(1))]
  return s.parts(operand(2)).map(lane => all[s.anyInt(lane) ?? -1] ?? s.undef(leafType(i.type.element)))
}

const cmpXchg: Rule = ({ s, operand }) => {
  const { address, stored } = integerAddress(s, s.pointer(operand(0)))
  const values = [operand(1), operand(2)].map(v => converted(s, s.scalar(v), stored))
  const seen = s.typeOf(s.scalar(operand(1)))
  const value = s.emit(Op.CmpXchg, cmpXchgType(s.module.types, stored), [address, ...values])
  if (seen === stored) return { kind: 'row', value, types: [stored, I1] }
  return [converted(s, s.extract(value, 0, stored), seen), s.extract(value, 1, I1)]
}

const atomic: Rule = ({ s, i, operand }) => {
  const { address, stored } = integerAddress(s, s.pointer(operand(0)))
  const value = s.scalar(operand(1))
  const old = s.emit(Op.AtomicRmw, stored, [address, converted(s, value, stored)], i.code)
  return [converted(s, old, s.typeOf(value))]
}

/** A float in memory is reached as the integer of its bits. */
function integerAddress(s: Importer, pointer: Pointer): { readonly address: Value; readonly stored: Type } {
  const { address, stored } = scalarAddress(s, pointer)
  const shape = s.module.types.shape(s.typeOf(address))
  if (!isFloat(stored) || shape.kind !== 'pointer') return { address, stored }
  const type = integerOf(stored)
  return { address: s.emit(Op.BitCast, s.module.types.pointer(type, shape.space), [address]), stored: type }
}

const store: Rule = ({ s, operand }) => {
  storePointer(s, s.pointer(operand(1)), s.parts(operand(0)))
  return []
}

const load: Rule = ({ s, operand }) => loadPointer(s, s.pointer(operand(0)))

/** A payload stays one struct, as it is passed; other variables are taken apart. */
const alloca: Rule = ({ s, i }) => {
  const type = i.elementType ?? i.type.element
  return pointerTo(
    s.passed.has(i) ? { kind: 'address', type, pointer: s.alloca(s.irType(type)) } : newVariable(s, type),
  )
}

const RULES: ReadonlyMap<number, Rule> = new Map<number, Rule>([
  [LlvmOp.Binop, binop],
  [LlvmOp.Cast, cast],
  [LlvmOp.Cmp, compare],
  [LlvmOp.Select, select],
  [LlvmOp.Gep, gep],
  [LlvmOp.ExtractValue, extractValue],
  [LlvmOp.InsertValue, insertValue],
  [LlvmOp.ExtractElement, extractElement],
  [LlvmOp.InsertElement, insertElement],
  [LlvmOp.ShuffleVector, shuffle],
  [LlvmOp.Alloca, alloca],
  [LlvmOp.Load, load],
  [LlvmOp.Store, store],
  [LlvmOp.CmpXchg, cmpXchg],
  [LlvmOp.AtomicRmw, atomic],
])

/** What an instruction gives; nothing for those without a value. */
export function importInstruction(c: Instructed): Imported {
  const rule = RULES.get(c.i.op) ?? unsupported('an instruction of this kind')
  return rule(c)
}

/** Types of the results of an operation that gives several. */
export const rowTypes = (i: Instruction): readonly Type[] => i.type.contained.map(leafType)
