// Storage of variables: which cells a type takes, and loads and stores of memory places.
// Invariant: leaves travel in the order of leavesOf(type) (array element by element), cells are stored by member (as DXC splits arrays of structs).

import { extended } from '../../base/extended.ts'
import { allFields, type Type } from '../../hlsl/tree/types.ts'
import { NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { type AddressSpace, F32, HANDLE, I1, I32, type Type as IrType } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Builder } from '../core/builder.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { Cell, MemoryPlace, Place } from '../core/places.ts'
import { rootPointer } from '../core/places.ts'
import { elementOf, irType, leafCount } from '../core/scalars.ts'
import { InputReader } from './input_cells.ts'
import { isOutput, refuseRead, storeIndices, storeOutput } from './output_cells.ts'

/** Number of cells of a type; packed: vectors and matrices are one cell each. */
function cellCount(type: Type, packed: boolean): number {
  switch (type.kind) {
    case 'vector':
      return packed ? 1 : type.size
    case 'matrix':
      return packed ? 1 : type.rows * type.columns
    case 'array':
      return cellCount(type.element, true)
    case 'struct': {
      let n = 0
      for (const field of allFields(type)) n += cellCount(field.type, packed)
      return n
    }
    default:
      return 1
  }
}

export interface CellOptions {
  readonly packed: boolean
  readonly space: AddressSpace
  readonly native16Bit: boolean
  /** Floats are kept as integers, for atomics. */
  readonly asIntegers?: boolean
  /** Constant leaves of the variable, in leaf order. */
  readonly constants?: readonly Value[] | undefined
  /** The constants are what a variable of the module begins with. */
  readonly isVariable?: boolean
}

/** The cells of a variable, without storage yet. */
export function makeCells(name: string, type: Type, options: CellOptions): Cell[] {
  const cells: Cell[] = []
  addCells(cells, name, type, options, { dims: [], packed: options.packed, isMember: false })
  if (!options.constants) return cells
  const lists = cells.map((): Value[] => [])
  distribute(type, options.packed, 0, lists, options.constants, { at: 0 })
  return cells.map((cell, i) =>
    options.isVariable === true ? { ...cell, initial: lists[i]! } : { ...cell, values: lists[i] },
  )
}

function addCells(
  cells: Cell[],
  name: string,
  type: Type,
  options: CellOptions,
  {
    dims,
    packed,
    isMember,
  }: { readonly dims: readonly number[]; readonly packed: boolean; readonly isMember: boolean },
): void {
  const add = (suffix: string, more: readonly number[]): void => {
    const element = elementOf(type)
    const ir = element ? irType(element, options.native16Bit) : type.kind === 'object' ? HANDLE : I32
    const { space } = options
    cells.push({
      name: name + suffix,
      type: ir,
      object: type.kind === 'object' && !element ? type : undefined,
      memory: memoryType(
        ir,
        isMember || dims.length + more.length > 0 || space === 3 || options.isVariable === true,
        options,
      ),
      dims: [...dims, ...more],
      space,
      isOfMatrix: type.kind === 'matrix',
      isOneVector: dims.length === 0 && more.length > 0,
      values: undefined,
      pointer: 0 as Value,
    })
  }
  if (type.kind === 'array')
    addCells(cells, name, type.element, options, { dims: [...dims, Math.max(type.size, 0)], packed: true, isMember })
  else if (type.kind === 'struct')
    for (const [i, field] of allFields(type).entries())
      addCells(cells, `${name}.${i}`, field.type, options, { dims, packed, isMember: true })
  else if (type.kind === 'vector' && packed) add('', [type.size])
  else if (type.kind === 'matrix' && packed) add('', [type.rows, type.columns])
  else if (type.kind === 'vector' || type.kind === 'matrix')
    for (let i = 0, n = leafCount(type); i < n; i++) add(`.${i}`, [])
  else add('', [])
}

function memoryType(type: IrType, hasAddress: boolean, options: CellOptions): IrType {
  if (type === I1 && hasAddress) return I32
  return type === F32 && options.asIntegers ? I32 : type
}

/** Appends the constants of a type's leaves, in leaf order, to the lists of the cells they belong to. */
function distribute(
  type: Type,
  packed: boolean,
  first: number,
  lists: Value[][],
  constants: readonly Value[],
  cursor: { at: number },
): void {
  if (type.kind === 'array') {
    for (let i = 0; i < type.size; i++) distribute(type.element, true, first, lists, constants, cursor)
  } else if (type.kind === 'struct') {
    let cell = first
    for (const field of allFields(type)) {
      distribute(field.type, packed, cell, lists, constants, cursor)
      cell += cellCount(field.type, packed)
    }
  } else {
    for (let i = 0, n = leafCount(type); i < n; i++) lists[packed ? first : first + i]!.push(constants[cursor.at++]!)
  }
}

function elementTotal(cell: Cell): number {
  let n = 1
  for (const d of cell.dims) n *= d
  return n
}

/** An array, but one vector is a vector where there are such: DXC takes `groupshared float4 g` away when nobody reads it, and no array. */
function sharedType(module: Module, cell: Cell): IrType {
  const count = elementTotal(cell)
  if (cell.dims.length === 0) return cell.memory
  const isVector = cell.isOneVector && count > 1 && module.hasVectors()
  return isVector ? module.types.vector(cell.memory, count) : module.types.array(cell.memory, count)
}

/** The memory of a cell, made when first needed. */
export function cellPointer(b: Builder, cell: Cell): Value {
  if (cell.pointer !== 0) return cell.pointer
  const type = cell.memory
  const { module } = b
  if (cell.space === 3) cell.pointer = module.addGlobal(cell.name, sharedType(module, cell), 3, undefined)
  else if (cell.values ?? cell.initial) {
    const given = (cell.values ?? cell.initial)!
    const values = type === cell.type ? given : given.map(v => b.constant(type, b.constantInt(v) ?? 0))
    const array = module.types.array(type, values.length)
    cell.pointer = cell.initial
      ? module.addGlobal(cell.name, array, 0, undefined, values)
      : module.addGlobal(cell.name, array, 0, values)
  } else {
    const memory = cell.dims.length === 0 ? type : module.types.array(type, elementTotal(cell))
    cell.pointer = b.alloca(memory, cell.isOfMatrix)
    if (cell.isStatic === true) b.f.statics.set(cell.pointer, cell.name)
    if (cell.shown)
      for (const row of cell.shown) b.describeMemory(extended(row, { isMemory: true, value: cell.pointer }))
  }
  return cell.pointer
}

/** The longest array that is cleared: each element takes a store, which is dead when dynamic indices keep the array in memory. */
const MOST_CLEARED = 32

/** Local variables lose their values: scalars, and arrays that are short enough to become such. */
export function clearMemory(b: Builder, cells: readonly Cell[]): void {
  for (const cell of cells) {
    const total = elementTotal(cell)
    if (cell.space !== 0 || cell.object || cell.input || cell.output || cell.aggregate || total > MOST_CLEARED) continue
    const nothing = b.undef(cell.memory)
    const pointer = cellPointer(b, cell)
    if (cell.dims.length === 0) b.store(pointer, nothing)
    else
      for (let i = 0; i < total; i++)
        b.store(b.emit(Op.Gep, b.pointer(cell.memory, cell.space), [pointer, b.i32(i)]), nothing)
  }
}

/** Address of an element: a sum of dynamic terms, the same for all leaves of one access, plus a constant. */
class Access {
  readonly #b: Builder
  readonly #cells: readonly Cell[]
  readonly #fixed: readonly Value[]
  readonly #dynamic = new Map<Cell, Value>()
  /** Made with the first input that is read: most accesses read none. */
  #inputs: InputReader | undefined

  constructor(b: Builder, place: MemoryPlace) {
    this.#b = b
    this.#cells = place.cells
    this.#fixed = place.indices
  }

  /** Element index in a cell; `inner` are constant indices behind the place's own. */
  index(cell: Cell, inner: readonly number[]): Value {
    const { dims } = cell
    let stride = 1
    let constant = 0
    for (let d = dims.length - 1; d >= this.#fixed.length; d--) {
      constant += inner[d - this.#fixed.length]! * stride
      stride *= dims[d]!
    }
    let dynamic = this.#dynamic.get(cell)
    if (dynamic === undefined) {
      dynamic = this.#b.i32(0)
      for (let d = this.#fixed.length - 1; d >= 0; d--) {
        dynamic = this.#b.add(this.#b.scale(this.#fixed[d]!, stride), dynamic)
        stride *= dims[d]!
      }
      this.#dynamic.set(cell, dynamic)
    }
    return this.#b.add(dynamic, this.#b.i32(constant))
  }

  /** Pointer to one scalar of a cell. */
  pointer(n: number, inner: readonly number[]): Value {
    const cell = this.#cells[n]!
    if (cell.aggregate) return this.#part(cell, cell.aggregate, inner)
    const base = cellPointer(this.#b, cell)
    if (cell.dims.length === 0 && !cell.initial) return base
    const b = this.#b
    const { pos } = b
    if (cell.space !== 3) b.pos = b.addressPos || pos
    const pointer = b.emit(Op.Gep, b.pointer(cell.memory, cell.space), [base, this.index(cell, inner)])
    b.pos = pos
    return pointer
  }

  /** The handle in the cell's memory as an object of its static type. */
  loadObject(lowerer: Lowerer, n: number, inner: readonly number[], flags: number): Value {
    const cell = this.#cells[n]!
    if (cell.space === 3) return lowerer.unset(cell.object!)
    const handle = this.#b.emit(Op.Load, HANDLE, [this.pointer(n, inner)], 0, flags)
    return lowerer.handleObject(handle, cell.object!)
  }

  /** @param words where the word of a bool is noted, when it is read as part of a whole */
  load(n: number, inner: readonly number[], words?: Map<Value, Value>): Value {
    const b = this.#b
    const cell = this.#cells[n]!
    if (cell.input) return (this.#inputs ??= new InputReader(b)).load(cell, cell.input, this.#indices(cell, inner))
    if (cell.values) {
      const index = b.constantInt(this.index(cell, inner))
      if (index !== undefined) return cell.values[index] ?? b.undef(cell.type)
    }
    const value = b.load(this.pointer(n, inner), cell.memory)
    if (cell.memory === cell.type) return value
    if (cell.type !== I1) return b.emit(Op.BitCast, cell.type, [value])
    const bool = b.icmp('ne', value, b.i32(0))
    if (!cell.isOfMatrix) words?.set(bool, value)
    return bool
  }

  /** Pointer to a scalar of a struct in memory. */
  #part(cell: Cell, { root, steps }: NonNullable<Cell['aggregate']>, inner: readonly number[]): Value {
    const b = this.#b
    const indices = this.#indices(cell, inner)
    const path: Value[] = []
    let d = 0
    for (const step of steps) {
      if (typeof step === 'number') path.push(b.i32(step))
      else if (step === 'index') path.push(indices[d++]!)
      else {
        const [row, column] = [indices[d]!, indices[d + 1]!]
        const [rows, columns] = [cell.dims[d]!, cell.dims[d + 1]!]
        path.push(step === 'rows' ? b.add(b.scale(row, columns), column) : b.add(b.scale(column, rows), row))
        d += 2
      }
    }
    return b.emit(Op.AccessChain, b.pointer(cell.memory, cell.space), [rootPointer(root), ...path])
  }

  /** One index a dimension of a cell. */
  #indices(cell: Cell, inner: readonly number[]): Value[] {
    const fixed = this.#fixed
    return cell.dims.map((_, d) => (d < fixed.length ? fixed[d]! : this.#b.i32(inner[d - fixed.length]!)))
  }

  /** @param words of bools that are part of a whole */
  store(n: number, inner: readonly number[], value: Value, words?: ReadonlyMap<Value, Value>): void {
    const b = this.#b
    const cell = this.#cells[n]!
    const isSame = cell.memory === cell.type
    const word = isSame ? value : words?.get(value)
    const stored = word ?? b.emit(cell.type === I1 ? Op.ZExt : Op.BitCast, cell.memory, [value])
    // What is undefined may stay what it was.
    if (cell.aggregate && b.isUndef(stored)) return
    if (cell.output) storeOutput(b, cell, cell.output, this.#indices(cell, inner), stored)
    else b.store(this.pointer(n, inner), stored)
  }
}

/** Visits the scalars of a type in leaf order with their cell and the constant indices inside it. */
function eachScalar(
  type: Type,
  first: number,
  packed: boolean,
  inner: number[],
  visit: (cell: number, inner: readonly number[]) => void,
): void {
  switch (type.kind) {
    case 'vector':
      for (let i = 0; i < type.size; i++)
        if (packed) {
          inner.push(i)
          visit(first, inner)
          inner.pop()
        } else visit(first + i, inner)
      return
    case 'matrix':
      for (let r = 0; r < type.rows; r++)
        for (let c = 0; c < type.columns; c++)
          if (packed) {
            inner.push(r, c)
            visit(first, inner)
            inner.length -= 2
          } else visit(first + r * type.columns + c, inner)
      return
    case 'array':
      for (let i = 0; i < type.size; i++) {
        inner.push(i)
        eachScalar(type.element, first, true, inner, visit)
        inner.pop()
      }
      return
    case 'struct': {
      let cell = first
      for (const field of allFields(type)) {
        eachScalar(field.type, cell, packed, inner, visit)
        cell += cellCount(field.type, packed)
      }
      return
    }
    default:
      visit(first, inner)
  }
}

const isPacked = (p: MemoryPlace): boolean => p.packed || p.indices.length > 0

/** The words of bools, for structs and arrays. */
export const wordsOf = (lowerer: Lowerer, type: Type): Map<Value, Value> | undefined =>
  type.kind === 'struct' || type.kind === 'array' ? lowerer.boolWords : undefined

export function loadMemory(lowerer: Lowerer, p: MemoryPlace): Value[] {
  if (isOutput(p)) return refuseRead(lowerer, p)
  const access = new Access(lowerer.b, p)
  const values: Value[] = []
  const words = wordsOf(lowerer, p.type)
  const flags = p.nonUniform ? Flag.NON_UNIFORM : 0
  // The memory of a group holds no resources: those of structs that are copied as a whole are lost.
  if (p.type.kind === 'object' && p.cells[p.first]!.space === 3 && p.cells[p.first]!.object)
    lowerer.diagnostics.report('E3006', { pos: lowerer.b.pos, end: lowerer.b.pos }, {})
  eachScalar(p.type, p.first, isPacked(p), [], (cell, inner) =>
    values.push(
      p.cells[cell]!.object ? access.loadObject(lowerer, cell, inner, flags) : access.load(cell, inner, words),
    ),
  )
  return values
}

/** What was not written in place, where an output parameter goes out. */
export function loadOutputs(lowerer: Lowerer, p: MemoryPlace): Value[] {
  const access = new Access(lowerer.b, p)
  const values: Value[] = []
  const words = wordsOf(lowerer, p.type)
  eachScalar(p.type, p.first, isPacked(p), [], (cell, inner) =>
    values.push(p.cells[cell]!.output ? NO_VALUE : access.load(cell, inner, words)),
  )
  return values
}

export function storeMemory(lowerer: Lowerer, p: MemoryPlace, values: readonly Value[]): void {
  if (p.cells[p.first]?.output?.opcode === DxilOp.EmitIndices) {
    storeIndices(lowerer, p, values)
    return
  }
  const words = wordsOf(lowerer, p.type)
  const access = new Access(lowerer.b, p)
  let at = 0
  eachScalar(p.type, p.first, isPacked(p), [], (cell, inner) => {
    const value = values[at++]!
    const target = p.cells[cell]!
    if (!target.object) access.store(cell, inner, value, words)
    else if (target.space !== 3) access.store(cell, inner, lowerer.handleValue(value))
  })
}

/** An input as another function gets it: DXC copies arrays then, and matrices in them stay one array in memory. */
export function passedInput(p: Place): Place {
  if (p.kind !== 'memory' || p.indices.length > 0) return p
  const cells = p.cells.map(
    (cell): Cell => (cell.input ? { ...cell, input: extended(cell.input, { isPassed: true }) } : cell),
  )
  return { ...p, cells }
}

/** Pointer to a scalar place, for atomics. */
export function pointerTo(b: Builder, p: MemoryPlace): Value {
  return new Access(b, p).pointer(p.first, p.type.kind === 'vector' ? [0] : [])
}

// ---- parts of memory places ----------------------------------------------------------------------------------------------------------

/** A literal with all fields: places are made all the time, and spread objects are slow. */
const partOf = (
  { cells, packed, precise, nonUniform }: MemoryPlace,
  type: Type,
  first: number,
  indices: readonly Value[],
  isPrecise = precise,
): MemoryPlace => ({ kind: 'memory', type, cells, first, indices, packed, precise: isPrecise, nonUniform })

/** A field of a struct place, by its index among all fields. */
export function memoryField(p: MemoryPlace, type: Type, index: number, precise: boolean): MemoryPlace {
  if (p.type.kind !== 'struct') return p
  let first = p.first
  const fields = allFields(p.type)
  for (let i = 0; i < index; i++) first += cellCount(fields[i]!.type, isPacked(p))
  return partOf(p, type, first, p.indices, p.precise || precise)
}

/** One element of an array, component of a vector or row of a matrix; undefined when a dynamic index has no memory to go to. */
export function memoryElement(b: Builder, p: MemoryPlace, type: Type, index: Value): MemoryPlace | undefined {
  if (p.type.kind === 'array' || isPacked(p)) return partOf(p, type, p.first, [...p.indices, index])
  const n = b.constantInt(index)
  if (n === undefined || n < 0) return undefined
  const at = p.type
  if (at.kind === 'vector') return n < at.size ? partOf(p, type, p.first + n, p.indices) : undefined
  if (at.kind === 'matrix') return n < at.rows ? partOf(p, type, p.first + n * at.columns, p.indices) : undefined
  return n === 0 ? p : undefined
}
