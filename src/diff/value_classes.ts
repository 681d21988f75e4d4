// Which values of two functions are equal whatever their order and numbers: value numbering over both at once. A value is known by its
// operation and its operands' classes; phis begin as equal where they stand in corresponding blocks, and are told apart by what comes into
// them until nothing changes. Invariant: two values of one class are equal in every run of the two functions on the same inputs.

import { dxOpcode } from '../dxil/dx_call.ts'
import { moduleResources } from '../dxil/resources.ts'
import {
  type BasicBlock,
  type Constant,
  type Func,
  type GlobalVariable,
  type Instruction,
  isConstant,
  Op,
  type Value,
} from '../llvm/model/values.ts'
import { DxilOp } from '../spec/dxil_ops.ts'
import type { BlockPairs } from './block_pairs.ts'
import { comparisonOf, conditionOf, exchangeable, RESOURCE_CLASSES } from './canonical.ts'
import { isMarkerCall, reachableBlocks } from './function_rows.ts'
import { accessedVariable, accessOf, isBoundToBlock, orderOf } from './memory_order.ts'
import type { ModuleSide } from './module_side.ts'

/** Classes of a function's values. */
export interface Classes {
  /** Of any value; a condition and its negation have different ones. */
  of(value: Value): string
}

/**
 * Flags that can change a result. An address is the same with `inbounds` and without; so are alignments, and attributes of calls, such as
 * `nonnull`, and none of them is looked at.
 */
export const flagsOf = ({ op, flags }: { readonly op: number | string; readonly flags: number }): number =>
  op === Op.Gep || op === 'gep' ? 0 : flags

/** What is known of one of the two functions while classes are found. */
class FunctionClasses implements Classes {
  readonly func: Func
  readonly blocks: readonly BasicBlock[]
  readonly #side: ModuleSide
  readonly #other: ModuleSide
  readonly #pairs: BlockPairs
  readonly #classes = new Map<number, number>()
  readonly #order = new Map<Instruction, readonly Instruction[]>()
  readonly #allocas = new Map<Instruction, string>()
  readonly #globals = new Map<GlobalVariable, string>()
  readonly #resources: ReadonlyMap<string, string>

  constructor(side: ModuleSide, other: ModuleSide, func: Func, pairs: BlockPairs) {
    this.func = func
    this.#side = side
    this.#other = other
    this.#pairs = pairs
    this.blocks = reachableBlocks(func)
    this.#resources = resourceTexts(side)
    for (const block of this.blocks) for (const [inst, before] of orderOf(block)) this.#order.set(inst, before)
    this.#nameAllocas()
  }

  /** Variables of one type are told apart by where and how they are accessed, and if that is alike, by which is accessed first. */
  #nameAllocas(): void {
    const accesses = new Map<Instruction, string[]>()
    for (const block of this.blocks)
      for (const inst of block.instructions) {
        const variable = isMarkerCall(inst) ? undefined : accessedVariable(inst)
        if (!variable) continue
        const text = `${this.#pairs.idOf.get(block)} ${this.#accessText(inst)}`
        const list = accesses.get(variable)
        if (list) list.push(text)
        else accesses.set(variable, [text])
      }
    const counts = new Map<string, number>()
    for (const [variable, texts] of accesses) {
      const key = `alloca ${this.#side.typeKey(variable.type)}: ${texts.sort().join(', ')}`
      const n = counts.get(key) ?? 0
      counts.set(key, n + 1)
      this.#allocas.set(variable, `${key} ${n}`)
    }
  }

  /** An access to memory with the constants in it. */
  #accessText(inst: Instruction): string {
    const pointer = inst.operands[inst.op === Op.Store ? 1 : 0]!
    const indices = pointer.kind === 'instruction' && pointer.op === Op.Gep ? pointer.operands.slice(1) : []
    const stored = inst.op === Op.Store ? [inst.operands[0]!] : []
    return [inst.op, ...[...indices, ...stored].map(v => (isConstant(v) ? this.#constant(v) : '?'))].join(' ')
  }

  phis(): Instruction[] {
    return this.blocks.flatMap(block => block.instructions.filter(inst => inst.op === Op.Phi))
  }

  classOf(inst: Instruction): number {
    return this.#classes.get(inst.index) ?? -1
  }

  of(value: Value): string {
    if (value.kind !== 'instruction') return this.#outside(value)
    const { value: positive, negated } = conditionOf(value)
    if (positive.kind !== 'instruction') return `${negated ? '!' : ''}${this.#outside(positive)}`
    return `${negated ? '!' : ''}${this.#classes.get(positive.index) ?? '?'}`
  }

  #outside(value: Exclude<Value, Instruction>): string {
    if (value.kind === 'argument') return `argument ${value.position}`
    if (value.kind === 'metadata') return 'metadata'
    return isConstant(value) ? this.#constant(value) : '?'
  }

  /** Constants by value; global variables by name, or where the other side has no such name by content or position. */
  #constant(c: Constant): string {
    if (c.kind === 'expr')
      return `(${c.op} ${this.#side.typeKey(c.type)} ${c.code} ${flagsOf(c)} ${c.operands.map(o => this.#constant(o)).join(' ')})`
    if (c.kind !== 'global') return `c${this.#side.constantKey(c)}`
    const known = this.#globals.get(c)
    if (known !== undefined) return known
    const text = this.#globalText(c)
    this.#globals.set(c, text)
    return text
  }

  #globalText(c: GlobalVariable): string {
    const { module } = this.#side
    if (c.constant && c.initializer) return `table ${this.#side.typeKey(c.type)} ${this.#constant(c.initializer)}`
    if (this.#other.module.globals.some(g => g.name === c.name)) return `global ${c.name}`
    const alike = module.globals.filter(g => g.type === c.type && !g.constant)
    return `global ${this.#side.typeKey(c.type)} ${alike.indexOf(c)}`
  }

  /** One pass over the code. */
  pass(): void {
    for (const block of this.blocks)
      for (const inst of block.instructions)
        if (!isMarkerCall(inst)) this.#classes.set(inst.index, this.#side.interner.id(this.#key(inst, block)))
  }

  /** Phis of corresponding blocks begin as equal. */
  begin(): void {
    for (const block of this.blocks)
      for (const inst of block.instructions)
        if (inst.op === Op.Phi) {
          const key = `phi ${this.#pairs.idOf.get(block)} ${this.#side.typeKey(inst.type)} ${inst.flags}`
          this.#classes.set(inst.index, this.#side.interner.id(key))
        }
  }

  #key(inst: Instruction, block: BasicBlock): string {
    if (inst.op === Op.Alloca) return this.#allocas.get(inst) ?? `alloca unused ${inst.index}`
    if (inst.op === Op.Phi) return this.#phiKey(inst)
    let text = `${this.#head(inst)}:${this.#operands(inst).join(' ')}`
    if (accessOf(inst) !== undefined) {
      const before = (this.#order.get(inst) ?? []).map(other => this.classOf(other))
      text += ` in ${this.#pairs.idOf.get(block)} after ${before.sort((x, y) => x - y).join(' ')}`
    } else if (isBoundToBlock(inst)) text += ` in ${this.#pairs.idOf.get(block)}`
    return text
  }

  /** Its class so far is part of the key, so that classes only ever part. */
  #phiKey(inst: Instruction): string {
    const edges = inst.operands.map((v, n) => `${this.#pairs.idOf.get(inst.blocks[n]!)}>${this.of(v)}`)
    return `${this.classOf(inst)}: ${edges.sort().join(' ')}`
  }

  #head(i: Instruction): string {
    const code = i.op === Op.Cmp ? comparisonOf(i.code).predicate : i.code
    let text = `${i.op} ${this.#side.typeKey(i.type)} ${code} ${flagsOf(i)}`
    if (i.elementType) text += ` ${this.#side.typeKey(i.elementType)}`
    if (i.indices) text += ` [${i.indices.join(',')}]`
    if (i.ordering) text += ` ${i.ordering} ${i.failureOrdering} ${i.scope}`
    if (i.callingConvention) text += ` ${i.callingConvention}`
    if (i.attachments) text += ` !${this.#side.attachmentsKey(i.attachments)}`
    return text
  }

  /** In one order where they may be exchanged. */
  #operands(inst: Instruction): string[] {
    if (dxOpcode(inst) === DxilOp.CreateHandle) return this.#handleOperands(inst)
    const texts = inst.operands.map(o => this.of(o))
    if (inst.op === Op.Cmp && comparisonOf(inst.code).swapped) texts.reverse()
    if (inst.op === Op.Select && texts[0]!.startsWith('!')) {
      const [condition, whenTrue, whenFalse] = texts
      return [condition!.slice(1), whenFalse!, whenTrue!]
    }
    const first = exchangeable(inst)
    if (first !== undefined && texts[first]! > texts[first + 1]!)
      [texts[first], texts[first + 1]] = [texts[first + 1]!, texts[first]!]
    return texts
  }

  /** The resource instead of its number in the module. */
  #handleOperands(inst: Instruction): string[] {
    const texts = inst.operands.map(o => this.of(o))
    const [, resourceClass, id] = inst.operands
    if (resourceClass?.kind === 'int' && id?.kind === 'int')
      texts[2] = this.#resources.get(`${resourceClass.value} ${id.value}`) ?? texts[2]!
    return texts
  }
}

/** What a resource is, by class and number: everything but its number and names. */
function resourceTexts(side: ModuleSide): ReadonlyMap<string, string> {
  return new Map(
    moduleResources(side.module).map(({ id, symbol: _symbol, name: _name, ...rest }) => [
      `${RESOURCE_CLASSES.indexOf(rest.class)} ${id}`,
      JSON.stringify(rest),
    ]),
  )
}

/** Classes of both functions' values. */
export function classesOf(
  [a, fa]: readonly [ModuleSide, Func],
  [b, fb]: readonly [ModuleSide, Func],
  pairs: BlockPairs,
): readonly [Classes, Classes] {
  const sides = [new FunctionClasses(a, b, fa, pairs), new FunctionClasses(b, a, fb, pairs)] as const
  for (const side of sides) side.begin()
  const phis = sides.map(side => side.phis())
  const count = (): number => new Set(sides.flatMap((side, n) => phis[n]!.map(phi => side.classOf(phi)))).size
  const pass = (): number => {
    for (const side of sides) side.pass()
    return count()
  }
  // What comes around a loop is unknown in the first pass. Classes only part, so they have come to rest when there are as many as before.
  for (let before = pass(), now = pass(); now !== before; now = pass()) before = now
  return sides
}
