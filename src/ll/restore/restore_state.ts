// The state of restoring one function: its lines by name, the values they became, operands to be filled in when all lines are known.

import { table } from '../../base/table.ts'
import type { Block, Func, Value } from '../../ir/function.ts'
import type { Loc } from '../../ir/locations.ts'
import type { Module, Resource } from '../../ir/module.ts'
import { Flag, Op } from '../../ir/ops.ts'
import type { Type } from '../../ir/types.ts'
import {
  type LlFunction,
  type LlInstruction,
  type LlModule,
  type LlSpan,
  type LlType,
  type LlValue,
  sameType,
  typeText,
} from '../text/syntax.ts'
import { RestoredLocations } from './restore_locations.ts'
import { addressSpace, fail, irType, nodeOf, numbersOf, scalarConstant, tupleOf } from './restore_values.ts'

export interface RestoreSource {
  readonly source: LlModule
  readonly m: Module
  /** Resources by the name of their string. */
  readonly byString: ReadonlyMap<string, Resource>
  /** Resources by the number of their record. */
  readonly records: ReadonlyMap<number, Resource>
  /** Numbers of the module's functions by their names in the text. */
  readonly functions: ReadonlyMap<string, number>
}

const FLAG_WORDS: ReadonlyMap<string, number> = table({
  fast: Flag.FAST,
  nsw: Flag.NSW,
  nuw: Flag.NUW,
  exact: Flag.EXACT,
})

/** Chains of lines that serve one instruction are short; names can go in circles. */
const MAX_STEPS = 64

/** Whether a getelementptr is a way into a struct or array of the IR's: elements of variables are inbounds. */
export const isChain = (i: LlInstruction): boolean => !i.flags.includes('inbounds') && i.source !== undefined

/** What the rule of a line hands over. */
interface Made {
  readonly op: number
  readonly type: Type
  readonly operands: () => readonly Value[]
  readonly aux?: number
}

export class RestoreState {
  readonly s: RestoreSource
  readonly f: Func
  readonly text: LlFunction
  /** Where instructions go. */
  block!: Block
  readonly #lines = new Map<string, LlInstruction>()
  readonly #values = new Map<string, Value>()
  /** Types of the parameters, which have no lines. */
  readonly #parameters: ReadonlyMap<string, LlType>
  /** Lines that only give another name. */
  readonly #aliases = new Map<string, LlValue>()
  readonly #pending: (() => void)[] = []
  readonly #locations: RestoredLocations

  constructor(s: RestoreSource, f: Func, text: LlFunction) {
    this.s = s
    this.f = f
    this.text = text
    this.#parameters = new Map(text.params.map(p => [p.name, p.type]))
    this.#locations = new RestoredLocations(s.source, s.m, f)
    for (const { instructions } of text.blocks)
      for (const i of instructions) {
        if (i.name === undefined) continue
        if (this.#lines.has(i.name)) fail(`'%${i.name}' is defined twice`, i)
        this.#lines.set(i.name, i)
      }
  }

  /** At the start of the function: the parameters that its lines name. */
  parameters(): void {
    const named = new Set<string>()
    for (const { instructions } of this.text.blocks)
      for (const { operands } of instructions) for (const o of operands) if (o.kind === 'local') named.add(o.name)
    for (const [n, { name }] of this.text.params.entries())
      if (named.has(name)) this.#values.set(name, this.f.append(this.block, Op.Param, this.f.params[n]!, [], n))
  }

  /** Runs when every line has its instruction. */
  later(run: () => void): void {
    this.#pending.push(run)
  }

  /** Fills in the operands. */
  finish(): void {
    for (const run of this.#pending) run()
  }

  /** Appends an instruction whose operands are known later; the line's name means it. */
  make(i: LlInstruction, { op, type, operands, aux = 0 }: Made, flags = this.flags(i)): Value {
    const v = this.f.append(this.block, op, type, [], aux, flags, this.loc(i))
    if (i.name !== undefined) this.#values.set(i.name, v)
    this.later(() => this.f.setOperands(v, operands()))
    return v
  }

  /** Where the instruction comes from: what the text says, else its place in the text. */
  loc(i: LlInstruction): Loc {
    return this.#locations.of(i)
  }

  alias(i: LlInstruction, to: LlValue | undefined): void {
    if (i.name !== undefined && to) this.#aliases.set(i.name, to)
  }

  value(v: LlValue | undefined): Value {
    let at = v ?? fail('an operand is missing', this.text)
    const made = this.line(at)?.type ?? (at.kind === 'local' ? this.#parameters.get(at.name) : undefined)
    if (made && !sameType(made, at.type))
      fail(`'%${at.kind === 'local' ? at.name : ''}' is of type '${typeText(made)}', not '${typeText(at.type)}'`, at)
    for (let steps = 0; at.kind === 'local' && this.#aliases.has(at.name); steps++) {
      if (steps > MAX_STEPS) fail(`'%${at.name}' is defined by itself`, at)
      at = this.#aliases.get(at.name)!
    }
    if (at.kind === 'local') return this.#values.get(at.name) ?? fail(`use of undefined value '%${at.name}'`, at)
    if (at.kind === 'global') return this.#global(at.name, at)
    return scalarConstant(this.s.m, at) ?? fail('no value for an instruction', at)
  }

  /** The scalars of a vector, or the value itself. */
  scalars(v: LlValue | undefined): Value[] {
    if (v?.type.kind !== 'vector') return [this.value(v)]
    const element = irType(this.s.m, v.type.element, v)
    const { count } = v.type
    if (count > 4 && !this.s.m.atLeast(9)) fail(`no vectors of ${count} here`, v)
    const found: (Value | undefined)[] = new Array<Value | undefined>(count).fill(undefined)
    let at: LlValue = v
    for (let steps = 0; at.kind === 'local'; steps++) {
      const line: LlInstruction | undefined = this.#lines.get(at.name)
      if (line?.op !== 'insertelement' || steps > count + MAX_STEPS) return fail('only vectors put together here', at)
      const place = this.number(line.operands[2])
      if (place >= 0 && place < count) found[place] ??= this.value(line.operands[1])
      at = line.operands[0]!
    }
    if (at.kind === 'aggregate')
      at.elements.forEach((e, n) => {
        found[n] ??= this.value(e)
      })
    const zero = at.kind === 'zero'
    const { constants } = this.s.m
    return found.map(value => value ?? (zero ? constants.zero(element) : constants.undef(element)))
  }

  number(v: LlValue | undefined): number {
    if (v?.kind === 'int') return Number(BigInt.asIntN(32, v.value))
    return fail('expected a constant integer', v ?? this.text)
  }

  line(v: LlValue | undefined): LlInstruction | undefined {
    return v?.kind === 'local' ? this.#lines.get(v.name) : undefined
  }

  flags(i: LlInstruction): number {
    const given = i.metadata.get('dxilkit.flags')
    if (given) return numbersOf(this.s.source, given)?.[0] ?? fail('no flags', i)
    let flags = i.metadata.has('dx.precise') ? Flag.PRECISE : 0
    for (const word of i.flags) flags |= FLAG_WORDS.get(word) ?? 0
    return flags
  }

  /** The one number of an attachment such as `!dxilkit.align !3`. */
  attached(i: LlInstruction, name: string): number | undefined {
    const ref = i.metadata.get(name)
    return ref && numbersOf(this.s.source, ref)?.[0]
  }

  /** The one string of an attachment such as `!dxilkit.constants !3`. */
  attachedText(i: LlInstruction, name: string): string | undefined {
    const node = nodeOf(this.s.source, tupleOf(this.s.source, i.metadata.get(name))?.[0])
    return node?.kind === 'string' ? node.text : undefined
  }

  type(t: LlType, span: LlSpan): Type {
    return irType(this.s.m, t, span)
  }

  #global(name: string, span: LlSpan): Value {
    const { m } = this.s
    const global = m.globals[this.#globalNumber(name)] ?? fail(`use of undefined value '@${name}'`, span)
    return m.constants.global(m.types.pointer(global.valueType, global.space), global)
  }

  /** Globals of the IR are those of the text without the names of resources. */
  #globalNumber(name: string): number {
    let n = 0
    for (const g of this.s.source.globals.keys()) {
      if (this.s.byString.has(g)) continue
      if (g === name) return n
      n++
    }
    return -1
  }

  /** The IR's pointers say what they point to; text says it where memory is made. */
  pointer(v: LlValue | undefined, steps = 0): Type {
    const { m } = this.s
    if (!v || steps > MAX_STEPS) return fail('a pointer to nothing known', v ?? this.text)
    if (v.kind === 'global') return m.typeOf(this.f, this.#global(v.name, v))
    const line = this.line(v)
    const space = v.type.kind === 'ptr' ? addressSpace(v.type.space, v) : 0
    const param = v.kind === 'local' ? this.text.params.findIndex(p => p.name === v.name) : -1
    if (param >= 0) return this.f.params[param]!
    if (line?.op === 'alloca' && line.source) return m.types.pointer(this.type(line.source, line), 0)
    if (line?.op === 'getelementptr' && isChain(line)) return m.types.pointer(this.#part(line), space)
    if (line?.op === 'getelementptr' && (line.source?.kind === 'array' || line.source?.kind === 'vector'))
      return m.types.pointer(this.type(line.source.element, line), space)
    const said = line && this.#pointee(line)
    if (said !== undefined) return m.types.pointer(said, space)
    if (line?.op === 'phi')
      return this.pointer(line.operands.find(o => o.kind !== 'local') ?? line.operands[0], steps + 1)
    if (line?.op === 'select') return this.pointer(line.operands[1], steps + 1)
    return fail('a pointer to nothing known', v)
  }

  /** What an operation says its result points to: `!dxilkit.pointee !3` with `!3 = !{%T undef}`. */
  #pointee(line: LlInstruction): Type | undefined {
    const ref = line.metadata.get('dxilkit.pointee')
    const node = nodeOf(this.s.source, tupleOf(this.s.source, ref)?.[0])
    return node?.kind === 'value' ? this.type(node.value.type, line) : undefined
  }

  /** The type of a part of a struct, array or vector. */
  #part(line: LlInstruction): Type {
    const { m } = this.s
    let at = this.type(line.source!, line)
    for (const index of line.operands.slice(2)) {
      const shape = m.types.shape(at)
      if (shape.kind === 'array' || shape.kind === 'vector') at = shape.element
      else if (shape.kind === 'struct') at = shape.elements[this.number(index)] ?? fail('there is no such field', line)
      else fail('a number has no parts', line)
    }
    return at
  }

  /** Type of a line's result, pointers included. */
  result(i: LlInstruction): Type {
    if (i.type.kind !== 'ptr') return this.type(i.type, i)
    return this.pointer({ kind: 'local', name: i.name ?? '', type: i.type, pos: i.pos, end: i.end })
  }
}
