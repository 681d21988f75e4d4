// An estimate of live registers: how many 32-bit values are still needed at each instruction, in the order of the file.

import type { Type } from '../llvm/model/types.ts'
import { type BasicBlock, type Func, type Instruction, Op, type Value } from '../llvm/model/values.ts'

/** Steps through blocks, over all values: programs take a few for each value. */
const MAX_STEPS = 20_000_000

/** Registers at each instruction, before or after it, whichever is more; undefined when the function is too large to tell. */
export function liveRegisters(f: Func): ReadonlyMap<Instruction, number> | undefined {
  return new Liveness(f).run()
}

/** Blocks that read a value, with the last place in each. */
type Uses = Map<BasicBlock, number>

class Liveness {
  readonly #f: Func
  readonly #start = new Map<BasicBlock, number>()
  readonly #end = new Map<BasicBlock, number>()
  readonly #preds = new Map<BasicBlock, BasicBlock[]>()
  readonly #uses = new Map<Value, Uses>()
  /** Structures of which only parts are used: the first instruction that takes each part stands for it. */
  readonly #parts = new Map<Value, Map<number, Instruction>>()
  /** Changes of the number of registers: two places an instruction, before and after it. */
  readonly #changes: Int32Array
  #steps = 0

  constructor(f: Func) {
    this.#f = f
    let at = 0
    for (const b of f.blocks) {
      this.#start.set(b, at)
      at += b.instructions.length
      this.#end.set(b, at)
    }
    this.#changes = new Int32Array(2 * at + 3)
  }

  run(): ReadonlyMap<Instruction, number> | undefined {
    this.#findParts()
    for (const b of this.#f.blocks) this.#readBlock(b)
    for (const a of this.#f.args) this.#value(a, this.#f.blocks[0]!, -1)
    for (const b of this.#f.blocks) {
      let at = this.#start.get(b)!
      for (const inst of b.instructions) {
        // All phis of a block take their values at its start.
        const defined = inst.op === Op.Phi ? 2 * this.#start.get(b)! : 2 * at + 1
        const parts = this.#parts.get(inst)
        if (parts) for (const part of parts.values()) this.#value(part, b, defined)
        else if (!this.#isPart(inst)) this.#value(inst, b, defined)
        at++
      }
      if (this.#steps > MAX_STEPS) return undefined
    }
    return this.#sums()
  }

  #findParts(): void {
    const whole = new Set<Value>()
    for (const b of this.#f.blocks)
      for (const inst of b.instructions) {
        const [from] = inst.operands
        if (inst.op !== Op.ExtractValue || from?.kind !== 'instruction' || inst.indices?.length !== 1)
          for (const v of inst.operands) whole.add(v)
        else {
          let parts = this.#parts.get(from)
          if (!parts) this.#parts.set(from, (parts = new Map()))
          const [index = 0] = inst.indices
          if (!parts.has(index)) parts.set(index, inst)
        }
      }
    for (const v of whole) this.#parts.delete(v)
  }

  #isPart(inst: Instruction): boolean {
    return inst.op === Op.ExtractValue && this.#parts.has(inst.operands[0]!)
  }

  #readBlock(b: BasicBlock): void {
    let at = this.#start.get(b)!
    for (const inst of b.instructions) {
      if (inst.op === Op.Phi)
        inst.operands.forEach((v, i) => {
          this.#use(v, inst.blocks[i]!, 2 * this.#end.get(inst.blocks[i]!)!)
        })
      else {
        // Taking a part of a structure does nothing: the part is in its register already.
        if (!this.#isPart(inst)) for (const v of inst.operands) this.#use(v, b, 2 * at)
        for (const to of inst.blocks) {
          const preds = this.#preds.get(to)
          if (preds) preds.push(b)
          else this.#preds.set(to, [b])
        }
      }
      at++
    }
  }

  #use(used: Value, b: BasicBlock, at: number): void {
    if (used.kind !== 'instruction' && used.kind !== 'argument') return
    const v =
      used.kind === 'instruction' && this.#isPart(used)
        ? this.#parts.get(used.operands[0]!)!.get(used.indices![0]!)!
        : used
    let uses = this.#uses.get(v)
    if (!uses) this.#uses.set(v, (uses = new Map()))
    uses.set(b, Math.max(at, uses.get(b) ?? 0))
  }

  /** @param defined where the value is there for the first time; -1 before the first instruction */
  #value(v: Value, home: BasicBlock, defined: number): void {
    const uses = this.#uses.get(v)
    const size = sizeOf(v)
    if (size === 0) return
    const from = Math.max(defined, 0)
    if (!uses) {
      this.#live(from, from, size)
      return
    }
    const liveOut = this.#liveOut(uses, home)
    for (const b of new Set([home, ...uses.keys(), ...liveOut])) {
      const begin = b === home ? from : 2 * this.#start.get(b)!
      const end = liveOut.has(b) ? 2 * this.#end.get(b)! - 1 : (uses.get(b) ?? begin)
      this.#live(begin, Math.max(begin, end), size)
    }
  }

  /** Blocks behind which the value is still needed. */
  #liveOut(uses: Uses, home: BasicBlock): Set<BasicBlock> {
    const out = new Set<BasicBlock>()
    const work: BasicBlock[] = []
    const needAt = (b: BasicBlock): void => {
      for (const p of this.#preds.get(b) ?? [])
        if (!out.has(p)) {
          out.add(p)
          if (p !== home) work.push(p)
        }
    }
    for (const [b, last] of uses) {
      // A phi behind reads it.
      if (last === 2 * this.#end.get(b)!) out.add(b)
      if (b !== home) needAt(b)
    }
    for (let b = work.pop(); b && this.#steps <= MAX_STEPS; b = work.pop()) {
      this.#steps++
      needAt(b)
    }
    return out
  }

  #live(from: number, to: number, size: number): void {
    this.#changes[from]! += size
    this.#changes[to + 1]! -= size
  }

  #sums(): Map<Instruction, number> {
    const found = new Map<Instruction, number>()
    let at = 0
    let live = 0
    for (const b of this.#f.blocks)
      for (const inst of b.instructions) {
        const before = live + this.#changes[2 * at]!
        live = before + this.#changes[2 * at + 1]!
        found.set(inst, Math.max(before, live))
        at++
      }
    return found
  }
}

/** 32-bit registers that a value takes. */
function sizeOf(v: Value): number {
  // An address with constant indices needs no register.
  if (v.type.kind === 'pointer') {
    const isVariable = v.kind === 'instruction' && v.op === Op.Gep && v.operands.slice(1).some(i => i.kind !== 'int')
    return isVariable ? 1 : 0
  }
  return typeSize(v.type)
}

/** By type: a struct may hold another many times over, and a damaged one itself. */
const SIZES = new WeakMap<Type, number>()

function typeSize(type: Type | undefined): number {
  if (!type) return 0
  let size = SIZES.get(type)
  if (size === undefined) {
    SIZES.set(type, 0)
    SIZES.set(type, (size = computeSize(type)))
  }
  return size
}

function computeSize(type: Type): number {
  switch (type.kind) {
    case 'int':
      return Math.max(1, Math.ceil(type.width / 32))
    case 'double':
      return 2
    case 'half':
    case 'float':
      return 1
    case 'vector':
    case 'array':
      return type.count * typeSize(type.element)
    case 'struct':
      return type.contained.reduce((sum, t) => sum + typeSize(t), 0)
    default:
      return 0
  }
}
