// Debug information of one function's code: locations of instructions, and debug rows as calls of llvm.dbg.value and llvm.dbg.declare.

import { isDebugCall } from '../dxil/dx_call.ts'
import { isVariableMemory } from '../ir/debug_info.ts'
import { type DebugRow, NO_VARIABLE } from '../ir/debug_rows.ts'
import { type Dominance, dominanceOf } from '../ir/dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../ir/function.ts'
import type { Loc } from '../ir/locations.ts'
import { Op } from '../ir/ops.ts'
import { FUNCTION_SLOT } from '../llvm/model/attributes.ts'
import type { Builder } from '../llvm/model/build.ts'
import type { MDDebug } from '../llvm/model/metadata.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import type { Instruction, Func as LlvmFunc, Value as LlvmValue } from '../llvm/model/values.ts'
import type { DebugMetadata } from './debug_metadata.ts'

const LAYOUT = 'dx.dbg.varlayout'
const NOTHING = 'dx.nothing.a'

/** Line, scope and call. */
const sameLine = (a: MDDebug, b: MDDebug): boolean => [0, 2, 3].every(n => a.fields[n] === b.fields[n])

export class DebugCode {
  readonly #m: LlvmModule
  readonly #f: Func
  readonly #metadata: DebugMetadata
  /** By row of the table of locations. */
  readonly #locations = new Map<Loc, MDDebug>()
  readonly #calls = new Map<Loc, MDDebug>()
  #dominance: Dominance | undefined

  constructor(m: LlvmModule, f: Func, metadata: DebugMetadata) {
    this.#m = m
    this.#f = f
    this.#metadata = metadata
  }

  /** The location of instructions made of v; null for what comes from nowhere in the source. */
  location(loc: Loc): MDDebug | null {
    const known = this.#locations.get(loc)
    if (known) return known
    const row = this.#f.locations.row(loc)
    if (!row || row.line === 0) return null
    const made = this.#metadata.location(row, this.#call(row.inlinedAt))
    this.#locations.set(loc, made)
    return made
  }

  #call(loc: Loc): MDDebug | null {
    if (loc === 0) return null
    const known = this.#calls.get(loc)
    if (known) return known
    const row = this.#f.locations.row(loc)
    if (!row) return null
    const made = this.#metadata.callLocation(row, this.#call(row.inlinedAt))
    this.#calls.set(loc, made)
    return made
  }

  /** Emits the rows that stand in front of v; those of phis stand behind the last of them. */
  rows(b: Builder, v: Value, emittedValue: (v: Value) => LlvmValue | undefined): void {
    const f = this.#f
    const rows = f.debugRows
    if (!rows || f.op(v) === Op.Phi) return
    let first = v
    while (f.op(f.prev(first)) === Op.Phi) first = f.prev(first)
    for (let at = first; ; at = f.next(at)) {
      for (const row of rows.before(at))
        if (row.variable !== NO_VARIABLE) this.#row(b, row, f.blockOf(v), emittedValue)
        else this.#step(b, row.loc, this.location(f.loc(v)))
      if (at === v) return
    }
  }

  #row(b: Builder, row: DebugRow, block: Block, emittedValue: (v: Value) => LlvmValue | undefined): void {
    const { variable, isMemory, value } = row
    if (isMemory && !isVariableMemory(this.#f, value)) return
    const found = value < 0 || (value !== NO_VALUE && this.#isKnown(value, block)) ? emittedValue(value) : undefined
    const location = this.location(row.loc)
    if (!location || (isMemory && !found)) return
    const { offset, bits, dims } = row.piece
    const spread = isMemory ? contiguous(row) : bits
    const m = this.#m
    const described = m.metadataOperand(m.mdValue(found ?? m.constUndef(m.types.int(Math.max(bits, 1)))))
    const name = m.metadataOperand(this.#metadata.variable(variable))
    const expression = m.metadataOperand(this.#metadata.expression(variable, offset, spread ?? bits))
    const made = isMemory
      ? b.call(this.#intrinsic('declare'), [described, name, expression])
      : b.call(this.#intrinsic('value'), [described, m.constInt(m.types.i64, 0), name, expression])
    made.location = location
    if (isMemory && spread === undefined && dims.length > 0)
      made.attachments = [{ kind: m.kindId(LAYOUT), node: this.#metadata.layout(row.piece) }]
  }

  /** An instruction that does nothing, unless one of the same line stands in front of it or comes next. */
  #step(b: Builder, loc: Loc, next: MDDebug | null): void {
    const location = this.location(loc)
    const last = b.block.instructions.findLast(i => !isDebugCall(i))
    if (!location || [last?.location, next].some(l => l && sameLine(l, location))) return
    b.load(this.#nothing(), 0).location = location
  }

  /** The word that DXC reads for nothing. */
  #nothing(): LlvmValue {
    const m = this.#m
    const type = m.types.array(1, m.types.i32)
    const zero = m.constInt(m.types.i32, 0)
    let word = m.globals.find(g => g.name === NOTHING)
    if (!word) {
      word = m.addGlobal(NOTHING, type)
      word.constant = true
      word.linkage = 3 // internal
      word.initializer = m.constAggregate(type, [zero])
    }
    return m.constGep(m.types.pointer(m.types.i32), type, [word, zero, zero])
  }

  /** Values from elsewhere that do not reach the place tell nothing. */
  #isKnown(v: Value, block: Block): boolean {
    const home = this.#f.blockOf(v)
    return home === block || (this.#dominance ??= dominanceOf(this.#f)).dominates(home, block)
  }

  #intrinsic(name: 'value' | 'declare'): LlvmFunc {
    const m = this.#m
    const known = m.findFunction(`llvm.dbg.${name}`)
    if (known) return known
    const { types } = m
    const params = name === 'declare' ? [] : [types.i64]
    return m.addFunction(
      `llvm.dbg.${name}`,
      types.func(types.void, [types.metadata, ...params, types.metadata, types.metadata]),
      m.attributeList([[FUNCTION_SLOT, ['nounwind', 'readnone']]]),
    )
  }

  /** Instructions that were emitted for v, from `from` on in the block. */
  locate(made: readonly Instruction[], from: number, v: Value): void {
    if (from === made.length || this.#f.op(v) === Op.Alloca) return
    const location = this.location(this.#f.loc(v))
    if (location) for (let i = from; i < made.length; i++) made[i]!.location ??= location
  }
}

/** Bits that memory covers in one piece; undefined when its elements lie apart. */
function contiguous({ piece: { bits, dims } }: DebugRow): number | undefined {
  let size = bits
  for (let d = dims.length - 1; d >= 0; d--) {
    const [count, stride] = dims[d]!
    if (stride !== size && count > 1) return undefined
    size *= count
  }
  return size
}
