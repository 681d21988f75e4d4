// Operations on vectors, which libraries for linking have from DXC 1.9 on: shaders before 6.9 have them scalar by scalar.

import { isDxOp } from '../dxil/dx_call.ts'
import type { Value } from '../ir/function.ts'
import { Flag, Op, packRaw } from '../ir/ops.ts'
import { fixedResultType, resRetType } from '../ir/result_types.ts'
import { F32, I32, type Type, VOID } from '../ir/types.ts'
import type { Module } from '../llvm/model/module.ts'
import type { Type as LlvmType } from '../llvm/model/types.ts'
import type { Instruction } from '../llvm/model/values.ts'
import { DxilOp } from '../spec/dxil_ops.ts'
import { type Importer, leafType } from './importer.ts'
import type { Parts } from './memory.ts'
import { importOperation, resultType } from './operations.ts'
import { unsupported } from './problem.ts'

/** A call whose result or operands are vectors: the scalars of each operand behind the number. */
export interface VectorOperation {
  readonly s: Importer
  readonly i: Instruction
  readonly opcode: number
  readonly lists: readonly Parts[]
  readonly isPrecise: boolean
}

const holdsVector = (type: LlvmType): boolean =>
  type.kind === 'vector' || (type.kind === 'struct' && type.contained.some(t => t.kind === 'vector'))

export const holdsVectors = (i: Instruction): boolean =>
  holdsVector(i.type) || i.operands.some(o => holdsVector(o.type))

/** Whether there are DXIL operations on vectors, which linkers before that of DXC 1.9 do not take. */
export const usesVectors = ({ functions }: Module): boolean =>
  functions.some(f => isDxOp(f) && f.functionType.contained.some(holdsVector))

type Rule = (o: VectorOperation) => Parts

/** Values that one access of a raw buffer moves at most. */
const MOST = 4

const elementBytes = (s: Importer, type: Type): number => {
  const shape = s.module.types.shape(type)
  return shape.kind === 'int' || shape.kind === 'float' ? shape.bits / 8 : 4
}

/** The place of the values from `first` on: structured buffers move the offset, others the address. */
function placeOf(s: Importer, [index, offset]: readonly [Value, Value], bytes: number): readonly [Value, Value] {
  const by = s.i32(bytes)
  return s.isUndef(offset) ? [s.add(index, by), offset] : [index, s.add(offset, by)]
}

const rawLoad: Rule = ({ s, i, lists }) => {
  const vector = i.type.contained[0]!
  const type = leafType(vector.element)
  const [handle, index, offset, alignment] = lists.map(l => l[0]!) as [Value, Value, Value, Value]
  const values: Value[] = []
  const states: Value[] = []
  for (let first = 0; first < vector.count; first += MOST) {
    const count = Math.min(MOST, vector.count - first)
    const at = placeOf(s, [index, offset], first * elementBytes(s, type))
    const aux = packRaw(count, s.anyInt(alignment) ?? elementBytes(s, type))
    const row = s.emit(Op.LoadRaw, resRetType(s.module.types, type), [handle, ...at], aux)
    for (let k = 0; k < count; k++) values.push(s.extract(row, k, type))
    states.push(s.extract(row, MOST, I32))
  }
  // What says whether all was mapped: of a vector read at once.
  return [...values, states.reduce((a, b) => s.binary(Op.And, a, b))]
}

const rawStore: Rule = ({ s, lists }) => {
  const [handle, index, offset] = lists.slice(0, 3).map(l => l[0]!) as [Value, Value, Value]
  const values = lists[3]!
  const bytes = elementBytes(s, s.typeOf(values[0]!))
  const alignment = s.anyInt(lists[4]![0]!) ?? bytes
  for (let first = 0; first < values.length; first += MOST) {
    const some = values.slice(first, first + MOST)
    const at = placeOf(s, [index, offset], first * bytes)
    s.emit(Op.StoreRaw, VOID, [handle, ...at, ...some], packRaw(some.length, alignment))
  }
  return []
}

const DOTS: Readonly<Record<number, number>> = { 2: DxilOp.Dot2, 3: DxilOp.Dot3, 4: DxilOp.Dot4 }

const dot: Rule = ({ s, lists, isPrecise }) => {
  const [a, b] = [lists[0]!, lists[1]!]
  const type = s.typeOf(a[0]!)
  const flags = isPrecise ? Flag.PRECISE : Flag.FAST
  const opcode = DOTS[a.length]
  if (opcode !== undefined) return [s.dx(opcode, type, [...a, ...b], flags)]
  let sum = s.emit(Op.FMul, type, [a[0]!, b[0]!], 0, flags)
  for (let n = 1; n < a.length; n++) sum = s.dx(DxilOp.FMad, type, [a[n]!, b[n]!, sum], flags)
  return [sum]
}

const reduce =
  (op: number): Rule =>
  ({ s, lists }) => [lists[0]!.reduce((a, b) => s.binary(op, a, b))]

/** Lanes of the wave that agree in every element: four words of bits. */
const match: Rule = ({ s, i, lists }) => {
  const type = resultType(s, DxilOp.WaveMatch, i.type)
  const masks = lists[0]!.map(v => s.dx(DxilOp.WaveMatch, type, [v], 0))
  return [0, 1, 2, 3].map(n => masks.map(m => s.extract(m, n, I32)).reduce((a, b) => s.binary(Op.And, a, b)))
}

/** Operations that give a vector of their own, whatever they are given. */
const positions: Rule = ({ s, opcode, lists, isPrecise }) => {
  const result = fixedResultType(s.module.types, '$vec9')!
  const all = importOperation({ s, opcode, operands: lists.flat(), result, isPrecise })
  return Array.from({ length: 9 }, (_, n) => s.emit(Op.ExtractElement, F32, [all, s.i32(n)]))
}

const RULES: ReadonlyMap<number, Rule> = new Map<number, Rule>([
  [DxilOp.TriangleObjectPosition, positions],
  [DxilOp.RayQuery_CandidateTriangleObjectPosition, positions],
  [DxilOp.RayQuery_CommittedTriangleObjectPosition, positions],
  [DxilOp.HitObject_TriangleObjectPosition, positions],
  [DxilOp.RawBufferVectorLoad, rawLoad],
  [DxilOp.RawBufferVectorStore, rawStore],
  [DxilOp.FDot, dot],
  [DxilOp.WaveMatch, match],
  [DxilOp.VectorReduceAnd, reduce(Op.And)],
  [DxilOp.VectorReduceOr, reduce(Op.Or)],
])

/** The scalars of the result. */
export function vectorOperation(o: VectorOperation): Parts {
  const rule = RULES.get(o.opcode)
  if (rule) return rule(o)
  const { s, i, opcode, lists, isPrecise } = o
  if (i.type.kind === 'struct') return unsupported(`DXIL operation ${opcode} on vectors`)
  const lanes = i.operands.reduce((n, v) => Math.max(n, v.type.kind === 'vector' ? v.type.count : 0), i.type.count)
  const result = i.type.kind === 'void' ? VOID : leafType(i.type.scalar)
  const made: Value[] = []
  for (let n = 0; n < lanes; n++) {
    const operands = lists.map(list => list[n] ?? list[0]!)
    made.push(importOperation({ s, opcode, operands, result, isPrecise }))
  }
  return result === VOID ? [] : made
}
