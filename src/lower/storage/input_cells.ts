// Reads of inputs that have no memory: a load of the component, at a row that only run time knows. A component chosen at run time is chosen among
// loads. A matrix whose row or column is chosen DXC copies as a whole into local memory, and so the value depends on all of it; of an array of
// matrices that was passed to a function, all matrices.

import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { I1, I8, I32, type Type, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Builder } from '../core/builder.ts'
import type { Cell, InputCell } from '../core/places.ts'

type Emit = (op: number, type: Type, operands: readonly Value[], aux?: number) => Value

export class InputReader {
  readonly #b: Builder
  /** Copies of matrices that one access made, by vertex and number. */
  readonly #copies = new Map<string, Value>()

  constructor(b: Builder) {
    this.#b = b
  }

  /** One component; `indices` has one a dimension of the cell. */
  load(cell: Cell, input: InputCell, indices: readonly Value[]): Value {
    const b = this.#b
    const first = cell.dims.length - input.inner
    const vertex = input.hasVertices ? indices[0]! : b.undef(I32)
    let row = b.i32(0)
    for (let d = input.hasVertices ? 1 : 0; d < first; d++) row = b.add(b.scale(row, cell.dims[d]!), indices[d]!)
    const of = { cell, input, vertex }
    if (input.inner === 2) return this.#ofMatrix(of, indices.slice(0, first), indices.slice(first), row)
    const at = input.inner === 0 ? b.i32(0) : indices[first]!
    const load = (i: number): Value => this.#value(cell, word(b, b.emit.bind(b), of, row, i))
    const constant = b.constantInt(at)
    if (constant !== undefined) return load(constant)
    let value = load(0)
    for (let i = 1; i < cell.dims[first]!; i++) value = b.select(b.icmp('eq', at, b.i32(i)), load(i), value)
    return value
  }

  #value(cell: Cell, loaded: Value): Value {
    return cell.type === I1 ? this.#b.icmp('ne', loaded, this.#b.i32(0)) : loaded
  }

  /** @param outer indices of the matrix, the vertex included, and its `number` among those of the element */
  #ofMatrix(of: Element, outer: readonly Value[], indices: readonly Value[], number: Value): Value {
    const b = this.#b
    const { cell, input } = of
    const order = input.isTransposed ? [1, 0] : [0, 1]
    const [rows, width] = order.map(d => cell.dims.at(d - 2)!) as [number, number]
    const [row, column] = order.map(d => indices[d]!) as [Value, Value]
    const constant = b.constantInt(column)
    const isOneOfAll = input.isPassed === true && outer.some(i => b.constantInt(i) === undefined)
    if (!isOneOfAll && constant !== undefined && b.constantInt(row) !== undefined)
      return this.#value(cell, word(b, b.emit.bind(b), of, b.add(b.scale(number, rows), row), constant))
    let at = b.add(b.scale(row, width), column)
    if (isOneOfAll) at = b.add(b.scale(this.#numberOfAll(cell, outer), rows * width), at)
    const copy = isOneOfAll ? this.#copyAll(of, rows, width) : this.#copyOne(of, outer, number, rows, width)
    return this.#value(cell, b.load(b.emit(Op.Gep, b.pointer(cell.memory, 0), [copy, at]), cell.memory))
  }

  #numberOfAll(cell: Cell, outer: readonly Value[]): Value {
    const b = this.#b
    return outer.reduce((n, index, d) => b.add(b.scale(n, cell.dims[d]!), index), b.i32(0))
  }

  /** A matrix in memory, register by register. What is the same wherever it is read is copied once, in front of all code. */
  #copyOne(of: Element, outer: readonly Value[], number: Value, rows: number, width: number): Value {
    const b = this.#b
    const isFixed = outer.every(i => b.constantInt(i) !== undefined)
    return this.#made(of, isFixed, `${outer.join()};`, rows * width, i => {
      const register = b.add(b.scale(number, rows), b.i32(Math.floor(i / width)))
      return word(b, isFixed ? b.early.bind(b) : b.emit.bind(b), of, register, i % width)
    })
  }

  /** All matrices of an element in memory, those of all vertices. */
  #copyAll(of: Element, rows: number, width: number): Value {
    const b = this.#b
    const { dims } = of.cell
    const count = dims.slice(0, -2).reduce((n, d) => n * d, 1)
    const ofVertex = of.input.hasVertices ? count / dims[0]! : count
    return this.#made(of, true, 'all', count * rows * width, i => {
      const number = Math.floor(i / (rows * width))
      const register = (number % ofVertex) * rows + (Math.floor(i / width) % rows)
      const vertex = of.input.hasVertices ? b.i32(Math.floor(number / ofVertex)) : of.vertex
      return word(b, b.early.bind(b), { ...of, vertex }, b.i32(register), i % width)
    })
  }

  #made(of: Element, isFixed: boolean, which: string, count: number, element: (i: number) => Value): Value {
    const b = this.#b
    const { cell, input } = of
    const copies = isFixed ? b.matrixCopies : this.#copies
    const key = `${input.opcode} ${input.id} ${which}`
    const known = copies.get(key)
    if (known !== undefined) return known
    const made = b.alloca(b.module.types.array(cell.memory, count), true)
    copies.set(key, made)
    const emit: Emit = isFixed ? b.early.bind(b) : b.emit.bind(b)
    for (let i = 0; i < count; i++) {
      const value = element(i)
      emit(Op.Store, VOID, [emit(Op.Gep, b.pointer(cell.memory, 0), [made, b.i32(i)]), value])
    }
    return made
  }
}

interface Element {
  readonly cell: Cell
  readonly input: InputCell
  readonly vertex: Value
}

/** What is loaded of a component: of a bool a word. */
function word(b: Builder, emit: Emit, { cell, input, vertex }: Element, row: Value, column: number): Value {
  const operands = [b.i32(input.id), row, b.constant(I8, column)]
  // Patch constants have no vertices.
  if (input.opcode !== DxilOp.LoadPatchConstant) operands.push(vertex)
  return emit(Op.Dx, cell.type === I1 ? I32 : cell.type, operands, input.opcode)
}
