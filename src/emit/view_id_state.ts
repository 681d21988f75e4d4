// Which outputs depend on which inputs and on SV_ViewID: the words of dx.viewIdState, from which PSV0's tables are made.
// Facts: DXIL metadata, "dx.viewIdState encoding"; the rules are those of DXC's analysis, its special care for constant phi operands too.
// Runs on finished code: inputs and outputs are Dx operations.

import { controlDependence } from '../ir/control_dependence.ts'
import { type Dominance, dominanceOf } from '../ir/dominance.ts'
import { type Block, type Func, NO_BLOCK, type Value } from '../ir/function.ts'
import type { EntryPoint, Module } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { NO_SIGNATURES, type SignatureElement, type Signatures } from '../ir/signature.ts'
import { DxilOp } from '../spec/dxil_ops.ts'
import { signatureAccess } from '../spec/signature_access.ts'

const COMPONENTS = 4

/** Addresses of parts of the memory whose address is operand 0. */
const ADDRESSES: ReadonlySet<number> = new Set([Op.Gep, Op.AccessChain, Op.BitCast])

/** Streams of a stage's outputs. */
const streamsOf = (module: Module): number => (module.target.stage === 'gs' ? 4 : 1)

/**
 * The words to store; empty when nothing has a register. Scalars that outputs can depend on are numbered so: inputs, patch constants that come
 * in (of domain shaders), SV_ViewID.
 */
export function viewIdState(module: Module, entry: EntryPoint): Uint32Array {
  const { input, output, patchOrPrim } = entry.signatures ?? NO_SIGNATURES
  const inputs = scalars(input)
  const patchInputs = module.target.stage === 'ds' ? scalars(patchOrPrim) : 0
  const layout: Scalars = { inputs, patchInputs, viewId: inputs + patchInputs }
  const main = new Dependence(module, entry.func, entry, layout)
  const written = main.outputs('output')
  const second = entry.patchConstant && new Dependence(module, entry.patchConstant, entry, layout, byScalar(written))
  const usesViewId = main.usesViewId || second?.usesViewId === true
  const words = [inputs]
  for (let s = 0; s < streamsOf(module); s++) {
    const stream = output.filter(e => e.stream === s)
    addTable(words, scalars(stream), inOrder(written, stream), layout, usesViewId)
  }
  if (module.target.stage === 'ms')
    addTable(words, scalars(patchOrPrim), main.outputs('patchOrPrim'), layout, usesViewId)
  if (second) addTable(words, scalars(patchOrPrim), second.outputs('patchOrPrim'), layout, usesViewId)
  if (module.target.stage === 'ds') addPatchInputs(words, scalars(output), written, layout)
  return words.every(w => w === 0) ? new Uint32Array() : new Uint32Array(words)
}

/** How many scalars there are of each sort; viewId is the number of SV_ViewID. */
interface Scalars {
  readonly inputs: number
  readonly patchInputs: number
  readonly viewId: number
}

const inOrder = (written: readonly StoredOutput[], elements: readonly SignatureElement[]): readonly StoredOutput[] =>
  written.filter(w => elements.includes(w.element))

/** Appends the number of outputs, those that depend on SV_ViewID if it is read, and for each input those that depend on it. */
function addTable(
  words: number[],
  outputs: number,
  written: readonly StoredOutput[],
  { inputs, viewId }: Scalars,
  usesViewId: boolean,
): void {
  const width = (outputs + 31) >>> 5
  words.push(outputs)
  if (usesViewId) append(words, dependents(written, viewId, 1, width))
  append(words, dependents(written, 0, inputs, width))
}

/** What a domain shader's outputs take from the patch. */
function addPatchInputs(
  words: number[],
  outputs: number,
  written: readonly StoredOutput[],
  { inputs, patchInputs }: Scalars,
): void {
  words.push(patchInputs)
  append(words, dependents(written, inputs, patchInputs, (outputs + 31) >>> 5))
}

function append(words: number[], more: Uint32Array): void {
  for (let i = 0; i < more.length; i++) words.push(more[i]!)
}

/** For each of `count` scalars the outputs that depend on it, `width` words each. */
function dependents(written: readonly StoredOutput[], first: number, count: number, width: number): Uint32Array {
  const words = new Uint32Array(count * width)
  for (const { element, row, col, set } of written)
    for (const scalar of places(element, row, col))
      for (let i = 0; i < count; i++) if (has(set, first + i)) words[i * width + (scalar >>> 5)]! |= 1 << (scalar & 31)
  return words
}

/** What each scalar of the outputs depends on. */
function byScalar(written: readonly StoredOutput[]): ReadonlyMap<number, Uint32Array> {
  const found = new Map<number, Uint32Array>()
  for (const { element, row, col, set } of written)
    for (const scalar of places(element, row, col)) {
      const known = found.get(scalar)
      if (known) unite(known, set)
      else found.set(scalar, set.slice())
    }
  return found
}

/** One more than the highest scalar with a register. */
function scalars(elements: readonly SignatureElement[]): number {
  let count = 0
  for (const e of elements)
    if (e.startRow >= 0) count = Math.max(count, (e.startRow + e.rows - 1) * COMPONENTS + e.startCol + e.cols)
  return count
}

/** Scalars an access touches: one, or a column of all rows when the row is not constant. */
function places(e: SignatureElement, row: number | undefined, col: number): number[] {
  if (e.startRow < 0) return []
  const rows = row === undefined ? Array.from({ length: e.rows }, (_, r) => r) : [row]
  return rows.map(r => (e.startRow + r) * COMPONENTS + e.startCol + col)
}

const has = (set: Uint32Array, bit: number): boolean => ((set[bit >>> 5]! >>> (bit & 31)) & 1) === 1

/** True when something was added. */
function unite(to: Uint32Array, from: Uint32Array): boolean {
  return uniteRows(to, 0, from, 0, to.length)
}

/** The same of `words` words that begin at `at` and `there`. */
function uniteRows(to: Uint32Array, at: number, from: Uint32Array, there: number, words: number): boolean {
  let changed = false
  for (let i = 0; i < words; i++) {
    const word = (to[at + i]! | from[there + i]!) >>> 0
    if (word !== to[at + i]) {
      to[at + i] = word
      changed = true
    }
  }
  return changed
}

interface StoredOutput {
  readonly element: SignatureElement
  readonly row: number | undefined
  readonly col: number
  readonly set: Uint32Array
}

/** Sets of inputs (patch constants and SV_ViewID among them) that every value depends on, found by going around until nothing is added. */
class Dependence {
  readonly #module: Module
  readonly #f: Func
  /** `#words` words for each value, then for each block. */
  readonly #sets: Uint32Array
  readonly #controls: readonly (readonly Block[])[]
  readonly #signatures: Signatures
  readonly #layout: Scalars
  readonly #words: number
  /** Blocks whose controls a phi inherits from its operands. */
  readonly #phiBlocks = new Map<Value, readonly Block[]>()
  /** Stores and atomics by the variable they go to. */
  readonly #stores = new Map<Value, Value[]>()
  /** What the control points' outputs depend on, for the function that reads them. */
  readonly #controlPoints: ReadonlyMap<number, Uint32Array>
  usesViewId = false

  constructor(
    module: Module,
    f: Func,
    { signatures }: EntryPoint,
    layout: Scalars,
    controlPoints: ReadonlyMap<number, Uint32Array> = new Map(),
  ) {
    this.#module = module
    this.#f = f
    this.#signatures = signatures ?? NO_SIGNATURES
    this.#layout = layout
    this.#controlPoints = controlPoints
    this.#words = (layout.viewId + 1 + 31) >>> 5
    this.#sets = new Uint32Array((f.valueLimit + f.blockLimit) * this.#words)
    this.#controls = controlDependence(f)
    let dominance: Dominance | undefined
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v)) {
        const op = f.op(v)
        if (op === Op.Dx) this.#source(v)
        else if (op === Op.Store || op === Op.AtomicRmw || op === Op.CmpXchg) this.#noteStore(v)
        else if (op === Op.Phi) {
          const constants = f.operands(v).some(o => o < 0)
          const blocks = constants ? definitionBlocks(f, v, (dominance ??= dominanceOf(f))) : []
          this.#phiBlocks.set(v, [...blocks, ...sunkBlocks(f, v)])
        }
      }
    while (this.#round());
  }

  /** Every element of a signature stored, with what it depends on. */
  outputs(list: keyof Signatures): StoredOutput[] {
    const f = this.#f
    const found: StoredOutput[] = []
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v)) {
        const access = f.op(v) === Op.Dx ? signatureAccess(f.aux(v)) : undefined
        if (!access?.isStore || access.list !== list) continue
        const [id, row, col, value] = f.operands(v)
        const first = this.#ofBlock(b)
        const set = this.#sets.slice(first, first + this.#words)
        if (value! > 0) uniteRows(set, 0, this.#sets, value! * this.#words, this.#words)
        const element = this.#signatures[list][this.#module.constants.numberOf(id!)!]!
        found.push({
          element,
          row: this.#module.constants.numberOf(row!),
          col: this.#module.constants.numberOf(col!)!,
          set,
        })
      }
    return found
  }

  /** Where the set of a block begins. */
  #ofBlock(b: Block): number {
    return (this.#f.valueLimit + b) * this.#words
  }

  /** Adds the set that begins at `from` to the one at `to`. */
  #unite(to: number, from: number): boolean {
    return uniteRows(this.#sets, to, this.#sets, from, this.#words)
  }

  #source(v: Value): void {
    const f = this.#f
    const { inputs, viewId } = this.#layout
    const first = v * this.#words
    const mark = (bit: number): void => void (this.#sets[first + (bit >>> 5)]! |= 1 << (bit & 31))
    if (f.aux(v) === DxilOp.ViewID) {
      this.usesViewId = true
      mark(viewId)
    }
    const access = signatureAccess(f.aux(v))
    if (!access || access.isStore) return
    const [id, row, col] = f.operands(v)
    const element = this.#signatures[access.list][this.#module.constants.numberOf(id!)!]!
    for (const scalar of places(element, this.#module.constants.numberOf(row!), this.#module.constants.numberOf(col!)!))
      if (access.list !== 'output') mark(access.list === 'input' ? scalar : inputs + scalar)
      else {
        const known = this.#controlPoints.get(scalar)
        if (known) uniteRows(this.#sets, first, known, 0, this.#words)
      }
  }

  #noteStore(v: Value): void {
    const variable = this.#variable(this.#f.operandAt(v, 0))
    const list = this.#stores.get(variable)
    if (list) list.push(v)
    else this.#stores.set(variable, [v])
  }

  /** `{a, b}[i]` is reached by Op.AccessChain where it is an array of vectors. */
  #variable(pointer: Value): Value {
    const f = this.#f
    let at = pointer
    while (at > 0 && ADDRESSES.has(f.op(at))) at = f.operandAt(at, 0)
    return at
  }

  #round(): boolean {
    const f = this.#f
    let changed = false
    for (const b of f.blocks) {
      const control = this.#ofBlock(b)
      for (const y of this.#controls[b]!) if (this.#unite(control, f.last(y) * this.#words)) changed = true
      for (let v = f.first(b); v !== 0; v = f.next(v)) if (this.#update(v, control)) changed = true
    }
    return changed
  }

  #update(v: Value, control: number): boolean {
    const f = this.#f
    const set = v * this.#words
    let changed = this.#unite(set, control)
    for (let i = 0, n = f.operandCount(v); i < n; i++) {
      const o = f.operandAt(v, i)
      if (o > 0 && this.#unite(set, o * this.#words)) changed = true
    }
    const op = f.op(v)
    if (op === Op.Load || op === Op.AtomicRmw || op === Op.CmpXchg)
      for (const s of this.#stores.get(this.#variable(f.operandAt(v, 0))) ?? [])
        if (this.#unite(set, s * this.#words)) changed = true
    for (const b of this.#phiBlocks.get(v) ?? []) if (this.#unite(set, this.#ofBlock(b))) changed = true
    return changed
  }
}

/** Where values that only the phi uses would be computed, had they been moved behind the branch in front of it, as DXC moves them. */
function sunkBlocks(f: Func, phi: Value): Block[] {
  const preds = f.predecessors(f.blockOf(phi))
  return preds.filter((b, i) => {
    const value = f.operandAt(phi, i)
    if (value <= 0 || f.op(value) === Op.Phi || f.singleUser(value) !== phi) return false
    const before = f.predecessors(b)
    return before.length === 1 && before[0] === f.blockOf(value)
  })
}

/** For each constant operand of a phi the highest block in which it could be assigned and still be the only value to arrive. */
function definitionBlocks(f: Func, phi: Value, dominance: Dominance): Block[] {
  const operands = f.operands(phi)
  const preds = f.predecessors(f.blockOf(phi))
  const CONFLICT = 0
  const marks = new Map<Block, Value>()
  preds.forEach((b, i) => void marks.set(b, operands[i]!))
  preds.forEach((b, i) => {
    const value = operands[i]!
    const home = value > 0 ? f.blockOf(value) : f.entry
    if (b === home) return
    for (let at = dominance.idom(b); at !== NO_BLOCK; at = dominance.idom(at)) {
      const other = marks.get(at)
      if (other !== undefined) {
        // Two different constants leave the mark of the first.
        if (other !== value && other !== CONFLICT && (other > 0 || value > 0)) marks.set(at, CONFLICT as Value)
        return
      }
      marks.set(at, value)
      if (at === home) return
    }
  })
  const found: Block[] = []
  preds.forEach((b, i) => {
    const value = operands[i]!
    if (value > 0) return
    let home = b
    for (let at: Block = b; at !== NO_BLOCK && marks.get(at) === value; at = dominance.idom(at)) home = at
    found.push(home)
  })
  return found
}
