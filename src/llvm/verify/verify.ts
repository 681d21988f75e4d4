// Structural verifier: operand types, terminators, phis against predecessors, definitions dominating uses, initialisers.
// Returns messages; an empty list means the module is well formed in these respects. Never throws.

import type { Module } from '../model/module.ts'
import { type BasicBlock, type Func, type Instruction, Op, type Value } from '../model/values.ts'
import { localSlots } from '../text/print_slots.ts'
import { Dominance } from './verify_dominance.ts'
import { TYPE_RULES } from './verify_types.ts'

/** What is wrong with the module, one line each, naming function and value as the printed form does. */
export function verifyModule(module: Module): string[] {
  const messages: string[] = []
  for (const g of module.globals)
    if (g.initializer && g.initializer.type !== g.valueType)
      messages.push(`@${g.name}: initializer is not of the variable's type`)
  for (const f of module.functions) if (!f.isDeclaration) new FunctionVerifier(f, messages).run()
  return messages
}

const isTerminator = (i: Instruction): boolean =>
  i.op === Op.Br || i.op === Op.Ret || i.op === Op.Switch || i.op === Op.Unreachable

class FunctionVerifier {
  readonly #f: Func
  readonly #messages: string[]
  readonly #slots: Map<number, number>
  readonly #preds = new Map<BasicBlock, BasicBlock[]>()
  /** Where a value is defined: its block, and its position there. */
  readonly #defined = new Map<Value, { block: BasicBlock; at: number }>()

  constructor(f: Func, messages: string[]) {
    this.#f = f
    this.#messages = messages
    this.#slots = localSlots(f)
  }

  run(): void {
    if (!this.#blocks()) return
    const dominance = new Dominance(this.#f, this.#preds)
    for (const block of this.#f.blocks) {
      const isReachable = dominance.isReachable(block)
      block.instructions.forEach((inst, at) => {
        this.#types(inst)
        if (inst.op === Op.Phi) this.#phi(inst, block)
        if (isReachable) this.#uses(inst, block, at, dominance)
      })
    }
  }

  /** Blocks end in their only terminator and begin with their phis; fills in predecessors and definitions. */
  #blocks(): boolean {
    const before = this.#messages.length
    const own = new Set(this.#f.blocks)
    for (const block of this.#f.blocks) {
      const { instructions } = block
      const last = instructions[instructions.length - 1]
      if (!last || !isTerminator(last)) this.#say(block, 'block does not end in a terminator')
      let phis = true
      instructions.forEach((inst, at) => {
        this.#defined.set(inst, { block, at })
        if (isTerminator(inst) && inst !== last) this.#say(inst, 'terminator in the middle of a block')
        if (inst.op === Op.Phi && !phis) this.#say(inst, 'phi after other instructions')
        phis &&= inst.op === Op.Phi
        for (const to of inst.blocks) if (!own.has(to)) this.#say(inst, 'refers to a block of another function')
      })
      if (last && isTerminator(last)) for (const to of last.blocks) this.#addPred(to, block)
    }
    if (this.#preds.has(this.#f.blocks[0]!)) this.#say(this.#f.blocks[0]!, 'entry block has predecessors')
    return this.#messages.length === before
  }

  #addPred(to: BasicBlock, from: BasicBlock): void {
    const list = this.#preds.get(to)
    if (list) list.push(from)
    else this.#preds.set(to, [from])
  }

  #types(inst: Instruction): void {
    const wrong = TYPE_RULES[inst.op]?.(inst, this.#f)
    if (wrong) this.#say(inst, wrong)
  }

  /** One entry per incoming edge; entries of the same block hold the same value. */
  #phi(phi: Instruction, block: BasicBlock): void {
    const edges = countOf(this.#preds.get(block) ?? [])
    const entries = countOf(phi.blocks)
    let fits = phi.blocks.length === phi.operands.length && edges.size === entries.size
    for (const [from, count] of edges) fits &&= entries.get(from) === count
    if (!fits) {
      this.#say(phi, 'phi does not have one entry for each predecessor')
      return
    }
    const values = new Map<BasicBlock, Value>()
    phi.blocks.forEach((from, i) => {
      const value = phi.operands[i]!
      if ((values.get(from) ?? value) !== value) this.#say(phi, 'phi has different values for one predecessor')
      values.set(from, value)
    })
  }

  #uses(inst: Instruction, block: BasicBlock, at: number, dominance: Dominance): void {
    inst.operands.forEach((operand, i) => {
      if (operand.kind === 'argument') {
        if (this.#f.args[operand.position] !== operand) this.#say(inst, 'uses an argument of another function')
        return
      }
      if (operand.kind !== 'instruction') return
      const def = this.#defined.get(operand)
      if (!def) {
        this.#say(inst, 'uses an instruction that is not in the function')
        return
      }
      // A phi uses its operand at the end of the incoming block.
      const user = inst.op === Op.Phi ? inst.blocks[i] : block
      if (!user || !dominance.isReachable(user)) return
      const isBefore =
        def.block === user ? inst.op === Op.Phi || def.at < at : this.#isAbove(def.block, user, dominance)
      if (!isBefore) this.#say(inst, `operand ${this.#name(operand)} does not dominate its use`)
    })
  }

  #isAbove(def: BasicBlock, user: BasicBlock, dominance: Dominance): boolean {
    return dominance.isReachable(def) && dominance.dominates(def, user)
  }

  #name(v: Instruction | BasicBlock): string {
    if (v.name !== '') return `%${v.name}`
    const slot = this.#slots.get(v.index)
    return slot === undefined ? `instruction in ${this.#place(v)}` : `%${slot}`
  }

  /** Void instructions have no number: say where they stand. */
  #place(v: Instruction | BasicBlock): string {
    const def = v.kind === 'instruction' ? this.#defined.get(v) : undefined
    return def ? `block ${this.#name(def.block)} at ${def.at}` : 'the function'
  }

  #say(where: Instruction | BasicBlock, what: string): void {
    this.#messages.push(`@${this.#f.name}: ${this.#name(where)}: ${what}`)
  }
}

function countOf(blocks: readonly BasicBlock[]): Map<BasicBlock, number> {
  const counts = new Map<BasicBlock, number>()
  for (const b of blocks) counts.set(b, (counts.get(b) ?? 0) + 1)
  return counts
}
