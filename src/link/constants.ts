// Constants and globals of a library's module as values of the IR.

import { byteText } from '../base/c_string.ts'
import { doubleFromBits, floatFromBits } from '../base/float_bits.ts'
import { bitsToHalf } from '../base/float16.ts'
import { NO_VALUE, type Value } from '../ir/function.ts'
import { Op } from '../ir/ops.ts'
import { F16, F64, I1, I64, isFloat, type Type, VOID } from '../ir/types.ts'
import type { Type as LlvmType } from '../llvm/model/types.ts'
import type { Constant, GlobalVariable } from '../llvm/model/values.ts'
import { CastOp } from '../spec/llvm_codes.ts'
import { type Importer, leafType } from './importer.ts'
import type { Address, Cell, Imported, Parts, Variable } from './memory.ts'
import { oddWidth } from './odd_integers.ts'
import { castPointer, elementPointer, newVariable, pointerTo, product } from './pointers.ts'
import { unsupported } from './problem.ts'
import { partType } from './types.ts'

/** LLVM's number of the linkage of what only its own module sees. */
const INTERNAL = 3

export function importConstant(s: Importer, c: Constant): Imported {
  if (c.kind === 'global') return pointerTo(globalBase(s, c))
  if (c.kind === 'expr') return expression(s, c)
  if (c.type.kind === 'pointer') return pointerTo({ kind: 'none', type: c.type.element })
  return constantParts(s, c)
}

/** Constants on the way to a global may be nested as a file says, which its reader bounds. */
function expression(s: Importer, c: Extract<Constant, { kind: 'expr' }>): Imported {
  const operand = (i: number): Imported => importConstant(s, c.operands[i]!)
  if (c.op === 'cast' && (c.code === CastOp.BitCast || c.code === CastOp.AddrSpaceCast) && c.type.kind === 'pointer')
    return castPointer(s, s.pointer(operand(0)), c.type.element)
  if (c.op === 'gep') {
    const indices = c.operands.slice(1).map((_, i) => s.scalar(operand(i + 1)))
    return elementPointer(s, s.pointer(operand(0)), indices)
  }
  return unsupported('a constant expression')
}

/** The scalars of a constant of numbers. */
function constantParts(s: Importer, c: Constant): Parts {
  switch (c.kind) {
    case 'int':
      // Of widths that the IR does not have without sign.
      return [
        integer(s, leafType(c.type), oddWidth(c.type) > 0 ? BigInt.asUintN(c.type.width, BigInt(c.value)) : c.value),
      ]
    case 'fp':
      return [number(s, leafType(c.type), c.bits)]
    case 'data':
      return c.elements.map(bits => number(s, leafType(c.type.element), bits))
    case 'aggregate':
      return c.operands.flatMap(o => constantParts(s, o))
    case 'undef':
      return s.undefs(c.type)
    case 'null':
      return s.leaves.of(c.type).map(leaf => number(s, leafType(leaf.type), 0))
    default:
      return unsupported('a constant of this kind')
  }
}

const integer = (s: Importer, type: Type, value: number | bigint): Value => {
  const { constants } = s.module
  if (type === I64) return constants.int64(BigInt(value))
  return constants.int(type, type === I1 ? (Number(value) === 0 ? 0 : 1) : Number(value))
}

/** From the bits of an element. */
function number(s: Importer, type: Type, bits: number | bigint): Value {
  if (!isFloat(type)) return integer(s, type, bits)
  if (typeof bits === 'bigint') return s.module.constants.float(type, doubleFromBits(bits))
  if (type === F16) return s.module.constants.float(type, bitsToHalf(bits))
  return s.module.constants.float(type, type === F64 ? doubleFromBits(BigInt(bits)) : floatFromBits(bits))
}

// ---- globals -------------------------------------------------------------------------------------------------------------------------

function globalBase(s: Importer, g: GlobalVariable): ReturnType<typeof pointerTo>['base'] {
  const resource = s.link.resource(g)
  if (resource) return { kind: 'resource', type: g.valueType, resource }
  const isStatic = g.type.addressSpace !== 3 && !g.constant
  if (isStatic && s.link.statics?.has(g) !== true) return staticVariable(s, g)
  let known = s.link.shared.get(g)
  if (!known) {
    const isShared = g.type.addressSpace === 3
    known = isShared ? (s.link.isPassed(g) ? passedMemory(s, g) : groupShared(s, g)) : table(s, g)
    s.link.shared.set(g, known)
  }
  return known
}

/** Private memory of the invocation: a variable of each function that a pipeline calls, which begins with the global's value. */
function staticVariable(s: Importer, g: GlobalVariable): Variable {
  const known = s.statics.get(g)
  if (known) return known
  const made = newVariable(s, g.valueType)
  const initial = g.initializer && g.initializer.kind !== 'undef' ? initialLeaves(s, g) : undefined
  const make: Variable['make'] = (key, type, dims) => {
    const cell = made.make(key, type, dims)
    if (initial) initialise(s, cell, initial.get(key) ?? [])
    return cell
  }
  const variable: Variable = { ...made, make }
  s.statics.set(g, variable)
  return variable
}

/** The stores stand behind the variables at the top of the function. */
function initialise(s: Importer, cell: Cell, values: readonly Value[]): void {
  const { f } = s
  let at = f.first(f.entry)
  while (at !== NO_VALUE && f.op(at) === Op.Alloca) at = f.next(at)
  const add = (op: number, type: Type, operands: readonly Value[]): Value =>
    at === NO_VALUE ? f.append(f.entry, op, type, operands) : f.insertBefore(at, op, type, operands)
  const element = s.module.types.pointer(cell.type)
  for (const [i, v] of values.entries()) {
    const pointer = cell.dims.length === 0 ? cell.pointer : add(Op.Gep, element, [cell.pointer, s.i32(i)])
    add(Op.Store, VOID, [pointer, v])
  }
}

/** The scalars of an initialiser by the leaf they are of, in the order in which a cell has them. */
function initialLeaves(s: Importer, g: GlobalVariable): Map<string, Value[]> {
  const lists = new Map<string, Value[]>()
  const values = constantParts(s, g.initializer!)
  for (const [i, { path }] of s.leaves.of(g.valueType).entries()) {
    const key = keyOf(g.valueType, path)
    const list = lists.get(key) ?? []
    list.push(values[i]!)
    lists.set(key, list)
  }
  return lists
}

function keyOf(type: LlvmType, path: readonly number[]): string {
  let at = type
  let key = ''
  for (const i of path) {
    if (at.kind === 'struct') key += `.${i}`
    at = partType(at, i)
  }
  return key
}

const globalName = (g: GlobalVariable, key: string): string => `${byteText(g.name)}${key}`

/** The payload of an amplification shader. */
function passedMemory(s: Importer, g: GlobalVariable): Address {
  const pointer = s.module.addGlobal(globalName(g, ''), s.irType(g.valueType), 3, undefined)
  return { kind: 'address', type: g.valueType, pointer }
}

function groupShared(s: Importer, g: GlobalVariable): Variable {
  const make: Variable['make'] = (key, leaf, dims) => {
    const type = leafType(leaf)
    const whole = dims.length === 0 ? type : s.module.types.array(type, product(dims))
    return { pointer: s.module.addGlobal(globalName(g, key), whole, 3, undefined), type, dims }
  }
  return { kind: 'variable', type: g.valueType, space: 3, cells: new Map(), make, shown: [] }
}

/** A constant table, or a static variable that functions share. */
function table(s: Importer, g: GlobalVariable): Variable {
  const initial = g.initializer
    ? initialLeaves(s, g)
    : unsupported(`the global '${byteText(g.name)}', which has no value,`)
  const make: Variable['make'] = (key, leaf, dims) => {
    const type = leafType(leaf)
    const values = initial.get(key) ?? []
    const array = s.module.types.array(type, product(dims))
    const name = globalName(g, key)
    const pointer = g.constant
      ? s.module.addGlobal(name, array, 0, values)
      : s.module.addGlobal(name, array, 0, undefined, values)
    return { pointer, type, dims }
  }
  return { kind: 'variable', type: g.valueType, space: 0, cells: new Map(), make, shown: [] }
}

export const isInternal = (linkage: number): boolean => linkage === INTERNAL
