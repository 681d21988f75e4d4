// Appends instructions to a block: result types, operand order and default alignment in one place.
// `b.at(block)` moves; every method returns the Instruction. Operands are not checked here (verify.ts does).

import { Ordering, SyncScope } from '../../spec/llvm_codes.ts'
import type { Module } from './module.ts'
import type { Type } from './types.ts'
import { type BasicBlock, type Func, InstFlag, Instruction, Op, type Value, type ValueContext } from './values.ts'

export class Builder {
  readonly module: Module
  block: BasicBlock
  readonly #context: ValueContext

  constructor(module: Module, block: BasicBlock) {
    this.module = module
    this.block = block
    this.#context = module.context
  }

  /** Following instructions go to the end of `block`. */
  at(block: BasicBlock): void {
    this.block = block
  }

  /** `code`: BinOp; `flags`: WrapFlag, ExactFlag or FastMath bits. */
  binop(code: number, a: Value, b: Value, flags = 0): Instruction {
    return this.#push(Op.Binop, a.type, [a, b], [], code, flags, null)
  }

  /** `code`: CastOp. */
  cast(code: number, a: Value, type: Type): Instruction {
    return this.#push(Op.Cast, type, [a], [], code, 0, null)
  }

  /** `code`: Predicate; result i1 or a vector of i1. */
  cmp(code: number, a: Value, b: Value, flags = 0): Instruction {
    const { types } = this.#context
    const type = a.type.kind === 'vector' ? types.vector(a.type.count, types.i1) : types.i1
    return this.#push(Op.Cmp, type, [a, b], [], code, flags, null)
  }

  select(condition: Value, yes: Value, no: Value): Instruction {
    return this.#push(Op.Select, yes.type, [condition, yes, no], [], 0, 0, null)
  }

  /** `type`: the resulting pointer type; `elementType`: what `base` points to. */
  gep(type: Type, elementType: Type, base: Value, indices: readonly Value[], inbounds = true): Instruction {
    return this.#push(Op.Gep, type, [base, ...indices], [], 0, inbounds ? InstFlag.Inbounds : 0, elementType)
  }

  /** One level deep, which is all DXIL needs: the `index`th member of a struct or array value. */
  extractValue(aggregate: Value, index: number): Instruction {
    const { contained } = aggregate.type
    const type = aggregate.type.kind === 'struct' ? contained[index]! : contained[0]!
    const made = this.#push(Op.ExtractValue, type, [aggregate], [], 0, 0, null)
    made.indices = [index]
    return made
  }

  insertValue(aggregate: Value, value: Value, index: number): Instruction {
    const made = this.#push(Op.InsertValue, aggregate.type, [aggregate, value], [], 0, 0, null)
    made.indices = [index]
    return made
  }

  extractElement(vector: Value, index: Value): Instruction {
    return this.#push(Op.ExtractElement, vector.type.element, [vector, index], [], 0, 0, null)
  }

  insertElement(vector: Value, element: Value, index: Value): Instruction {
    return this.#push(Op.InsertElement, vector.type, [vector, element, index], [], 0, 0, null)
  }

  shuffleVector(a: Value, b: Value, mask: Value): Instruction {
    const type = this.#context.types.vector(mask.type.count, a.type.element)
    return this.#push(Op.ShuffleVector, type, [a, b, mask], [], 0, 0, null)
  }

  ret(value: Value | null = null): Instruction {
    return this.#push(Op.Ret, this.#context.types.void, value ? [value] : [], [], 0, 0, null)
  }

  br(target: BasicBlock): Instruction {
    return this.#push(Op.Br, this.#context.types.void, [], [target], 0, 0, null)
  }

  condBr(condition: Value, yes: BasicBlock, no: BasicBlock): Instruction {
    return this.#push(Op.Br, this.#context.types.void, [condition], [yes, no], 0, 0, null)
  }

  /** `cases` and `targets` run in parallel. */
  switch(value: Value, fallback: BasicBlock, cases: readonly Value[], targets: readonly BasicBlock[]): Instruction {
    const { types } = this.#context
    return this.#push(Op.Switch, types.void, [value, ...cases], [fallback, ...targets], 0, 0, null)
  }

  unreachable(): Instruction {
    return this.#push(Op.Unreachable, this.#context.types.void, [], [], 0, 0, null)
  }

  /** Fill with addIncoming. Phis must come first in their block. */
  phi(type: Type): Instruction {
    return this.#push(Op.Phi, type, [], [], 0, 0, null)
  }

  alloca(allocated: Type, align = 0): Instruction {
    const { types } = this.#context
    const size = this.module.constInt(types.i32, 1)
    const made = this.#push(Op.Alloca, types.pointer(allocated), [size], [], 0, 0, allocated)
    made.align = align
    return made
  }

  load(pointer: Value, align = 0, isVolatile = false): Instruction {
    const flags = isVolatile ? InstFlag.Volatile : 0
    const made = this.#push(Op.Load, pointer.type.element, [pointer], [], 0, flags, null)
    made.align = align
    return made
  }

  store(value: Value, pointer: Value, align = 0, isVolatile = false): Instruction {
    const flags = isVolatile ? InstFlag.Volatile : 0
    const made = this.#push(Op.Store, this.#context.types.void, [value, pointer], [], 0, flags, null)
    made.align = align
    return made
  }

  /** `code`: RmwOp. */
  atomicRmw(code: number, pointer: Value, value: Value, ordering: number = Ordering.Monotonic): Instruction {
    const made = this.#push(Op.AtomicRmw, value.type, [pointer, value], [], code, 0, null)
    made.ordering = ordering
    made.scope = SyncScope.CrossThread
    return made
  }

  /** Result { T, i1 }: the old value and whether it was equal. */
  cmpXchg(pointer: Value, compare: Value, value: Value, ordering: number = Ordering.Monotonic): Instruction {
    const { types } = this.#context
    const type = types.struct([value.type, types.i1])
    const made = this.#push(Op.CmpXchg, type, [pointer, compare, value], [], 0, 0, null)
    made.ordering = ordering
    made.failureOrdering = ordering
    made.scope = SyncScope.CrossThread
    return made
  }

  fence(ordering: number, scope: number = SyncScope.CrossThread): Instruction {
    const made = this.#push(Op.Fence, this.#context.types.void, [], [], 0, 0, null)
    made.ordering = ordering
    made.scope = scope
    return made
  }

  /** Keeps `args` and appends the callee to it: pass a fresh array. */
  call(callee: Func, args: Value[]): Instruction {
    const { functionType } = callee
    args.push(callee)
    return this.#push(Op.Call, functionType.result, args, [], 0, 0, functionType)
  }

  #push(
    op: Op,
    type: Type,
    operands: Value[],
    blocks: BasicBlock[],
    code: number,
    flags: number,
    elementType: Type | null,
  ): Instruction {
    const made = new Instruction(this.#context, op, type, operands, blocks, code, flags, elementType)
    this.block.instructions.push(made)
    return made
  }
}

/** Adds an incoming edge to a phi. */
export function addIncoming(phi: Instruction, value: Value, from: BasicBlock): void {
  phi.operands.push(value)
  phi.blocks.push(from)
}
