// The text of one function while it is written: its lines so far, the numbers of its values, the spelling of values, types and labels.

import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { makesHandle } from '../../ir/handles.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { HANDLE, isFloat } from '../../ir/types.ts'
import { HandleTypes } from './handle_types.ts'
import { stringOperand } from './metadata_pool.ts'
import { constantText, type PrintContext } from './print_context.ts'
import { isSaid, LocationText, rowText, UNKNOWN } from './print_debug.ts'
import { nameText, UniqueNames } from './spelling.ts'

const listOf = (...ops: number[]): ReadonlySet<number> => new Set(ops)
const FAST_OPS = listOf(Op.FAdd, Op.FSub, Op.FMul, Op.FDiv, Op.FRem, Op.FCmp)
const FAST_IF_FLOAT = listOf(Op.Phi, Op.Select, Op.Dx)
const WRAP_OPS = listOf(Op.Add, Op.Sub, Op.Mul, Op.Shl)
/** Operations whose operands do not say what their result points to. */
const MAKES_POINTERS = listOf(Op.Dx, Op.Call, Op.BitCast)
const EXACT_OPS = listOf(Op.UDiv, Op.SDiv, Op.LShr, Op.AShr)

/** Labels of the placed blocks: their names, made unique; unnamed ones by position. */
function labelsOf(f: Func): string[] {
  const names = new UniqueNames()
  const labels: string[] = []
  for (const b of f.blocks) if (f.blockName(b) !== '') labels[b] = names.take(f.blockName(b))
  f.blocks.forEach((b, i) => {
    labels[b] ??= names.take(i === 0 ? 'entry' : `bb${i}`)
  })
  return labels
}

/** How a load's result reads: its struct, the type of what stands in its first element, and of how many values that is. */
export interface Loaded {
  readonly struct: string
  readonly values: string
  readonly count: number
}

export class FunctionText {
  readonly context: PrintContext
  readonly f: Func
  readonly handles: HandleTypes
  /** Results of loads, by the load. */
  readonly loads = new Map<Value, Loaded>()
  readonly #labels: string[]
  readonly #locations: LocationText
  readonly #values: string[] = []
  /** Second values that belong to one: the vector of a load, the cast of a handle. */
  readonly #parts: string[] = []
  #lines: string[] = []
  #next = 0

  constructor(context: PrintContext, f: Func) {
    this.context = context
    this.f = f
    this.handles = new HandleTypes(context.m, f)
    this.#labels = labelsOf(f)
    this.#locations = new LocationText(context.pool, f)
  }

  get lines(): readonly string[] {
    return this.#lines
  }

  /** Drops the lines; the numbers stay known. */
  restart(): void {
    this.#lines = []
    this.#next = 0
  }

  /** Takes the lines written since `count` of them stood there. */
  take(count: number): string[] {
    return this.#lines.splice(count)
  }

  /** Adds the line that starts a block. */
  startBlock(b: Block): void {
    const preds = this.f.predecessors(b)
    const from = preds.length > 0 ? ` ; preds = ${preds.map(p => this.label(p)).join(', ')}` : ''
    if (this.#lines.length > 0) this.#lines.push('')
    this.#lines.push(`${nameText(this.#labels[b]!)}:${from}`)
  }

  /** Adds a line `%n = text` and gives %n. */
  define(text: string): string {
    const name = `%${this.#next++}`
    this.#lines.push(`  ${name} = ${text}`)
    return name
  }

  /** Debug rows in front of an instruction; those of phis stand behind the last of them. */
  debugRows(v: Value): void {
    const { f } = this
    const rows = f.debugRows
    if (!rows || f.op(v) === Op.Phi) return
    let first = v
    while (f.op(f.prev(first)) === Op.Phi) first = f.prev(first)
    for (let at = first; ; at = f.next(at)) {
      for (const row of rows.before(at)) {
        if (!isSaid(row)) continue
        const value = row.value === NO_VALUE ? UNKNOWN : this.typed(row.value)
        const location = this.#locations.node(row.loc)
        this.line(`${rowText(row, value)}${location === '' ? '' : `, !dxilkit.loc ${location}`}`)
      }
      if (at === v) return
    }
  }

  /** Adds the line that defines v. */
  result(v: Value, text: string): void {
    this.#values[v] = this.define(`${text}${this.attachments(v)}`)
  }

  line(text: string): void {
    this.#lines.push(`  ${text}`)
  }

  setValue(v: Value, name: string): void {
    this.#values[v] = name
  }

  setPart(v: Value, name: string): void {
    this.#parts[v] = name
  }

  part(v: Value): string {
    return this.#parts[v] ?? this.value(v)
  }

  /** An arm of a choice: of a handle of unknown type a cast one. */
  valueFor(choice: Value, v: Value): string {
    return this.type(choice) === this.type(v) ? this.value(v) : this.part(v)
  }

  value(v: Value): string {
    return v < 0 ? constantText(this.context, v) : (this.#values[v] ?? '%0')
  }

  typed(v: Value): string {
    return `${this.type(v)} ${this.value(v)}`
  }

  /** Spelling of a value's type: handles know their resource, loads give a vector and the check bit. */
  type(v: Value): string {
    const { m, types } = this.context
    const t = m.typeOf(this.f, v)
    if (t === HANDLE) return this.handles.spelling(types, v)
    return types.ir(t)
  }

  label(b: Block): string {
    return `%${nameText(this.#labels[b] ?? 'missing')}`
  }

  /** Metadata and flags that no keyword of the line says. `said` are the flags that keywords say. */
  attachments(v: Value, extra: readonly string[] = []): string {
    const { f, context } = this
    const flags = f.flags(v)
    const list = [...extra]
    if ((flags & ~this.saidFlags(v)) !== 0) list.push(`!dxilkit.flags ${context.pool.node([`i32 ${flags}`])}`)
    else if ((flags & Flag.PRECISE) !== 0) list.push(`!dx.precise ${context.pool.node(['i32 1'])}`)
    const pointee = MAKES_POINTERS.has(f.op(v)) ? context.m.types.shape(f.type(v)) : undefined
    if (pointee?.kind === 'pointer')
      list.push(`!dxilkit.pointee ${context.pool.node([`${context.types.ir(pointee.pointee)} undef`])}`)
    const buffer = f.constantVectors.get(v)
    if (buffer !== undefined) list.push(`!dxilkit.constants ${context.pool.node([stringOperand(buffer)])}`)
    const name = f.statics.get(v)
    if (name !== undefined) list.push(`!dxilkit.static ${context.pool.node([stringOperand(name)])}`)
    if (f.op(v) === Op.Alloca && f.aux(v) !== 0) list.push(`!dxilkit.whole ${context.pool.node([])}`)
    const location = this.#locations.node(f.loc(v))
    if (location !== '') list.push(`!dxilkit.loc ${location}`)
    return list.map(text => `, ${text}`).join('')
  }

  /** `fast ` where the flag is set and has a keyword. */
  fast(v: Value): string {
    return (this.f.flags(v) & this.saidFlags(v) & Flag.FAST) !== 0 ? 'fast ' : ''
  }

  saidFlags(v: Value): number {
    const op = this.f.op(v)
    let said: number = Flag.PRECISE
    if (FAST_OPS.has(op) || (FAST_IF_FLOAT.has(op) && isFloat(this.f.type(v)))) said |= Flag.FAST
    if (WRAP_OPS.has(op)) said |= Flag.NSW | Flag.NUW
    if (EXACT_OPS.has(op)) said |= Flag.EXACT
    if (makesHandle(op) && this.context.m.isResourcesLowered) said |= Flag.NON_UNIFORM
    return said
  }
}
