// Functions of whole vectors and matrices: products, lengths, reflections, determinants, all and any, select.

import type { IntrinsicExpr } from '../../hlsl/tree/typed.ts'
import { cross, dot, length, madChain, normalize } from '../../ir/expansions.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { F64, I1, I32, isFloat } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Builder } from '../core/builder.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { isUnsigned } from '../core/scalars.ts'
import { argElement, argValues, each, type Family, type Intrinsic } from './family.ts'
import { power } from './math.ts'

const mul = (b: Builder, x: Value, y: Value): Value => b.binary(isFloat(b.typeOf(x)) ? Op.FMul : Op.Mul, x, y)
const sub = (b: Builder, x: Value, y: Value): Value => b.binary(isFloat(b.typeOf(x)) ? Op.FSub : Op.Sub, x, y)

/** Of vectors as they are, which shader model 6.9 has. */
const vectorDot = (b: Builder, x: readonly Value[], y: readonly Value[]): Value =>
  b.dx(DxilOp.FDot, b.typeOf(x[0]!), [...x, ...y])

/** A product that the source asks for by name. */
function namedDot(b: Builder, x: readonly Value[], y: readonly Value[], isUint: boolean): Value {
  const type = b.typeOf(x[0]!)
  const isNative = b.module.atLeast(9) && x.length > 1 && isFloat(type) && type !== F64
  return isNative ? vectorDot(b, x, y) : dot(b, x, y, isUint)
}

const onVectors =
  (rule: (b: Builder, args: readonly (readonly Value[])[], e: IntrinsicExpr) => readonly Value[]): Intrinsic =>
  (lowerer, e) =>
    rule(lowerer.b, argValues(lowerer, e), e)

function reflect(b: Builder, i: readonly Value[], n: readonly Value[]): Value[] {
  const d = dot(b, i, n, false)
  const twice = mul(b, d, b.constant(b.typeOf(d), 2))
  return i.map((v, k) => sub(b, v, mul(b, twice, n[k]!)))
}

function refract(b: Builder, i: readonly Value[], n: readonly Value[], eta: Value): Value[] {
  const type = b.typeOf(eta)
  const one = b.constant(type, 1)
  const zero = b.constant(type, 0)
  const d = dot(b, i, n, false)
  const k = sub(b, one, mul(b, mul(b, eta, eta), sub(b, one, mul(b, d, d))))
  const possible = b.fcmp('oge', k, zero)
  const scaled = i.map(v => mul(b, eta, v))
  const factor = b.binary(Op.FAdd, mul(b, eta, d), b.dx(DxilOp.Sqrt, type, [k]))
  return scaled.map((v, at) => b.select(possible, sub(b, v, mul(b, factor, n[at]!)), zero))
}

function faceforward(b: Builder, n: readonly Value[], i: readonly Value[], ng: readonly Value[]): Value[] {
  const d = dot(b, i, ng, false)
  const faces = b.fcmp('olt', d, b.constant(b.typeOf(d), 0))
  return n.map(v => b.select(faces, v, b.negate(v)))
}

/** (1, max(n.l, 0), specular or 0, 1). */
function lit(lowerer: Lowerer, nl: Value, nh: Value, m: Value): Value[] {
  const { b } = lowerer
  const type = b.typeOf(nl)
  const zero = b.constant(type, 0)
  const one = b.constant(type, 1)
  const dark = b.fcmp('olt', nl, zero)
  const diffuse = b.select(dark, zero, nl)
  const none = b.binary(Op.Or, dark, b.fcmp('olt', nh, zero))
  return [one, diffuse, b.select(none, zero, power(lowerer, [nh], [m])[0]!), one]
}

/** Expansion along the first row; minors of the rows below. `columns` are the columns still in play. */
function determinant(b: Builder, m: readonly Value[], n: number, row: number, columns: readonly number[]): Value {
  const at = (r: number, c: number): Value => m[r * n + columns[c]!]!
  if (columns.length === 1) return at(row, 0)
  if (columns.length === 2) return sub(b, mul(b, at(row, 0), at(row + 1, 1)), mul(b, at(row, 1), at(row + 1, 0)))
  const terms = columns.map((_, c) => {
    const rest = columns.filter((__, i) => i !== c)
    return mul(b, at(row, c), determinant(b, m, n, row + 1, rest))
  })
  let sum = terms[0]!
  for (let i = 1; i < terms.length; i++) sum = b.binary(i % 2 === 1 ? Op.FSub : Op.FAdd, sum, terms[i]!)
  return sum
}

const matrixSize = (e: IntrinsicExpr, i: number): readonly [number, number] => {
  const { type } = e.args[i]!
  return type.kind === 'matrix' ? [type.rows, type.columns] : [1, 1]
}

/** Product of any two of scalar, vector and matrix. */
function product(lowerer: Lowerer, e: IntrinsicExpr): readonly Value[] {
  const { b } = lowerer
  const [x, y] = argValues(lowerer, e) as [readonly Value[], readonly Value[]]
  const isUint = isUnsigned(argElement(e, 0))
  const [left, right] = [e.args[0]!.type.kind, e.args[1]!.type.kind]
  if (left === 'scalar') return y.map(v => mul(b, v, x[0]!))
  if (right === 'scalar') return x.map(v => mul(b, v, y[0]!))
  if (left === 'vector' && right === 'vector') return [dot(b, x, y, isUint)]
  const [rows, inner] = left === 'matrix' ? matrixSize(e, 0) : [1, x.length]
  const columns = right === 'matrix' ? matrixSize(e, 1)[1] : 1
  const result: Value[] = []
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const row = x.slice(r * inner, (r + 1) * inner)
      const column = row.map((_, k) => y[k * columns + c]!)
      result.push(madChain(b, row, column, isUint))
    }
  return result
}

function transpose(lowerer: Lowerer, e: IntrinsicExpr): readonly Value[] {
  const [rows, columns] = matrixSize(e, 0)
  const m = argValues(lowerer, e)[0]!
  return m.map((_, i) => m[(i % rows) * columns + Math.floor(i / rows)]!)
}

function reduce(code: number): Intrinsic {
  return onVectors((b, [x]) => {
    if (b.module.atLeast(9) && x!.length > 1 && x!.some(v => v > 0)) {
      const lanes = x!.map(v => b.truth(v))
      return [b.dx(code === Op.And ? DxilOp.VectorReduceAnd : DxilOp.VectorReduceOr, I1, lanes)]
    }
    let result = b.truth(x![0]!)
    for (let i = 1; i < x!.length; i++) result = b.binary(code, result, b.truth(x![i]!))
    return [result]
  })
}

/** The bytes of the colour 0..255 in BGRA order. */
function colorBytes(b: Builder, c: readonly Value[]): Value[] {
  const scaled = [2, 1, 0, 3].map(i => mul(b, c[i]!, b.constant(b.typeOf(c[i]!), 255.001953125)))
  return scaled.map(v => b.emit(Op.FPToSI, I32, [v]))
}

export const VECTORS: Family = {
  all: reduce(Op.And),
  any: reduce(Op.Or),
  and: each((b, [x, y]) => b.binary(Op.And, x!, y!)),
  or: each((b, [x, y]) => b.binary(Op.Or, x!, y!)),
  select: each((b, [c, x, y]) => b.select(c!, x!, y!)),
  cross: onVectors((b, [x, y]) => cross(b, x!, y!)),
  D3DCOLORtoUBYTE4: onVectors((b, [c]) => colorBytes(b, c!)),
  determinant: onVectors((b, [m], e) => {
    const n = matrixSize(e, 0)[0]
    return [
      determinant(
        b,
        m!,
        n,
        0,
        Array.from({ length: n }, (_, i) => i),
      ),
    ]
  }),
  distance: onVectors((b, [x, y]) => [
    length(
      b,
      x!.map((v, i) => sub(b, v, y![i]!)),
    ),
  ]),
  dot: onVectors((b, [x, y], e) => [namedDot(b, x!, y!, isUnsigned(argElement(e, 0)))]),
  dst: onVectors((b, [x, y]) => [b.constant(b.typeOf(x![0]!), 1), mul(b, x![1]!, y![1]!), x![2]!, y![3]!]),
  faceforward: onVectors((b, [n, i, ng]) => faceforward(b, n!, i!, ng!)),
  length: onVectors((b, [x]) => [length(b, x!)]),
  lit: (lowerer, e) => {
    const [nl, nh, m] = argValues(lowerer, e)
    return lit(lowerer, nl![0]!, nh![0]!, m![0]!)
  },
  mul: product,
  normalize: onVectors((b, [x]) => normalize(b, x!)),
  reflect: onVectors((b, [i, n]) => reflect(b, i!, n!)),
  refract: onVectors((b, [i, n, eta]) => refract(b, i!, n!, eta![0]!)),
  transpose,
}
