// One function as LLVM text. Values are numbered in the order of their lines, and phis name later lines, so the body is written twice:
// first to learn the numbers, then for good. Invariant: the text says everything, so that importing it gives an equal function.

import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { ATOMIC_RMW, FCMP, Flag, ICMP, isTerminator, MNEMONIC, Op } from '../../ir/ops.ts'
import { HANDLE, I32 } from '../../ir/types.ts'
import { FunctionText } from './function_text.ts'
import { isPhiOrSelect } from './handle_types.ts'
import { stringOperand } from './metadata_pool.ts'
import { alignmentOf, type PrintContext } from './print_context.ts'
import { printOperation } from './print_operations.ts'
import { resourceCallee } from './spelling.ts'

const invert = (names: Readonly<Record<string, number>>): ReadonlyMap<number, string> =>
  new Map(Object.entries(names).map(([name, n]) => [n, name]))
const ICMP_NAMES = invert(ICMP)
const FCMP_NAMES = invert(FCMP)
const RMW_NAMES = invert(ATOMIC_RMW)

/** The lines of a function between its braces. */
export function functionBody(context: PrintContext, f: Func): readonly string[] {
  const printer = new FunctionPrinter(context, f)
  printer.write()
  printer.write()
  return printer.text.lines
}

/** The lines that define v, those which only serve it included. */
export function instructionLines(context: PrintContext, f: Func, v: Value): string[] {
  const printer = new FunctionPrinter(context, f)
  printer.write()
  return printer.only(v).map(line => line.trim())
}

class FunctionPrinter {
  readonly text: FunctionText
  readonly #context: PrintContext
  readonly #f: Func
  readonly #dominance: Dominance
  readonly #loopNodes = new Map<Block, string>()

  constructor(context: PrintContext, f: Func) {
    this.text = new FunctionText(context, f)
    this.#context = context
    this.#f = f
    this.#dominance = dominanceOf(f)
  }

  write(): void {
    const f = this.#f
    this.text.restart()
    for (const b of f.blocks) {
      this.text.startBlock(b)
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
        this.text.debugRows(v)
        this.#instruction(v)
        this.#castBehind(v)
      }
    }
  }

  only(v: Value): string[] {
    const f = this.#f
    this.text.restart()
    for (const b of f.blocks)
      for (let w = f.first(b); w !== NO_VALUE; w = f.next(w)) {
        const before = this.text.lines.length
        this.#instruction(w)
        if (w === v) return this.text.take(before)
        this.#castBehind(w)
      }
    return []
  }

  #instruction(v: Value): void {
    const op = this.#f.op(v)
    const write = CORE[op]
    if (write) write(this.text, v)
    else if (isTerminator(op)) this.#terminator(v)
    else if (op >= Op.Add && op <= Op.FRem) arithmetic(this.text, v)
    else if (op >= Op.Trunc && op <= Op.BitCast) conversion(this.text, v)
    else printOperation(this.text, v)
  }

  #terminator(v: Value): void {
    const f = this.#f
    const { text } = this
    const b = f.blockOf(v)
    const targets = f.successors(b).map(s => `label ${text.label(s)}`)
    const end = text.attachments(v, [...this.#hints(v), ...this.#loops(b), ...this.#predecessors(b)])
    if (f.op(v) === Op.Ret) text.line(`ret ${f.operandCount(v) > 0 ? text.typed(f.operandAt(v, 0)) : 'void'}${end}`)
    else if (f.op(v) === Op.Unreachable) text.line(`unreachable${end}`)
    else if (f.op(v) === Op.Switch) {
      const [value, ...cases] = f.operands(v) as [Value, ...Value[]]
      const arms = cases.map((c, i) => `${text.typed(c)}, ${targets[i + 1]}`).join(' ')
      text.line(`switch ${text.typed(value)}, ${targets[0]} [ ${arms} ]${end}`)
    } else text.line(`br ${[...f.operands(v).map(o => text.typed(o)), ...targets].join(', ')}${end}`)
  }

  #hints(v: Value): string[] {
    const hint = this.#f.aux(v)
    if (hint === 0) return []
    const node = this.#context.pool.node([stringOperand('hlsl.controlflow.hint'), `i32 ${hint}`])
    return [`!hlsl.controlflow.hint ${node}`]
  }

  /** A hint about a loop stands at the branches back to its header. */
  #loops(b: Block): string[] {
    const f = this.#f
    for (const s of f.successors(b)) {
      const hint = f.loopHints.get(s)
      if (hint === undefined || !this.#dominance.isReachable(b) || !this.#dominance.dominates(s, b)) continue
      const word = typeof hint.unroll === 'number' ? 'count' : hint.unroll
      const count = typeof hint.unroll === 'number' ? [`i32 ${hint.unroll}`] : []
      return [`!llvm.loop ${this.#loopNode(s, [stringOperand(`llvm.loop.unroll.${word}`), ...count])}`]
    }
    return []
  }

  #loopNode(header: Block, what: readonly string[]): string {
    const known = this.#loopNodes.get(header)
    if (known !== undefined) return known
    const { pool } = this.#context
    const node = pool.distinct([pool.node(what)])
    this.#loopNodes.set(header, node)
    return node
  }

  /** The order of predecessors is part of the function; without phis only this can say it. */
  #predecessors(b: Block): string[] {
    const f = this.#f
    const preds = f.predecessors(b)
    if (preds.length < 2 || f.op(f.first(b)) === Op.Phi) return []
    const numbers = preds.map(p => f.blocks.indexOf(p))
    if (numbers.every((n, i) => i === 0 || n >= numbers[i - 1]!)) return []
    return [`!dxilkit.preds ${this.#context.pool.node(numbers.map(n => `i32 ${n}`))}`]
  }

  /** Handles that DXIL operations use are cast to their type, behind the definition (behind the last phi for a phi). */
  #castBehind(v: Value): void {
    const f = this.#f
    if (f.op(v) !== Op.Phi) this.#cast(v)
    else if (f.op(f.next(v)) !== Op.Phi)
      for (let phi = f.first(f.blockOf(v)); f.op(phi) === Op.Phi; phi = f.next(phi)) this.#cast(phi)
  }

  #cast(v: Value): void {
    const f = this.#f
    if (f.type(v) !== HANDLE) return
    const { types } = this.#context
    const spelling = this.text.handles.of(types, v)
    const isUntyped = (u: Value): boolean => isPhiOrSelect(f.op(u)) && this.text.handles.of(types, u) === undefined
    if (spelling === undefined || !f.users(v).some(u => f.op(u) === Op.Dx || isUntyped(u))) return
    const callee = resourceCallee(`casthandle.${spelling.mangled}`)
    this.text.setPart(v, this.text.define(`call ${types.handle()} ${callee}(${this.text.typed(v)})`))
  }
}

type Writer = (p: FunctionText, v: Value) => void

function arithmetic(p: FunctionText, v: Value): void {
  const { f } = p
  const flags = f.flags(v) & p.saidFlags(v)
  const words =
    ((flags & Flag.NUW) !== 0 ? 'nuw ' : '') +
    ((flags & Flag.NSW) !== 0 ? 'nsw ' : '') +
    ((flags & Flag.EXACT) !== 0 ? 'exact ' : '')
  p.result(v, `${MNEMONIC[f.op(v)]} ${words}${p.fast(v)}${pair(p, v)}`)
}

function conversion(p: FunctionText, v: Value): void {
  p.result(v, `${MNEMONIC[p.f.op(v)]} ${p.typed(p.f.operandAt(v, 0))} to ${p.type(v)}`)
}

const CORE: Readonly<Record<number, Writer>> = {
  [Op.Phi]: (p, v) => {
    const preds = p.f.predecessors(p.f.blockOf(v))
    const arms = p.f.operands(v).map((o, i) => `[ ${p.valueFor(v, o)}, ${preds[i] ? p.label(preds[i]!) : '%missing'} ]`)
    p.result(v, `phi ${p.fast(v)}${p.type(v)} ${arms.join(', ')}`)
  },
  [Op.ICmp]: (p, v) => p.result(v, `icmp ${ICMP_NAMES.get(p.f.aux(v)) ?? 'eq'} ${pair(p, v)}`),
  [Op.FCmp]: (p, v) => p.result(v, `fcmp ${p.fast(v)}${FCMP_NAMES.get(p.f.aux(v)) ?? 'false'} ${pair(p, v)}`),
  [Op.Select]: (p, v) => {
    const [condition, ...arms] = p.f.operands(v) as [Value, ...Value[]]
    const list = [p.typed(condition), ...arms.map(o => `${p.type(v)} ${p.valueFor(v, o)}`)]
    p.result(v, `select ${p.fast(v)}${list.join(', ')}`)
  },
  [Op.Alloca]: (p, v) => {
    const shape = p.context.m.types.shape(p.f.type(v))
    const pointee = shape.kind === 'pointer' ? shape.pointee : p.f.type(v)
    p.result(v, `alloca ${p.context.types.ir(pointee)}, align ${alignmentOf(p.context.m, pointee)}`)
  },
  [Op.Gep]: (p, v) => {
    const [pointer, index] = p.f.operands(v) as [Value, Value]
    p.result(v, `getelementptr inbounds ${pointeeText(p, pointer)}, ${p.typed(pointer)}, i32 0, ${p.typed(index)}`)
  },
  // Without inbounds, which tells it from an element of an array of scalars.
  [Op.AccessChain]: (p, v) => {
    const [pointer, ...indices] = p.f.operands(v) as [Value, ...Value[]]
    const path = ['i32 0', ...indices.map(i => p.typed(i))].join(', ')
    p.result(v, `getelementptr ${pointeeText(p, pointer)}, ${p.typed(pointer)}, ${path}`)
  },
  [Op.Param]: (p, v) => p.setValue(v, `%${paramName(p.f.aux(v))}`),
  [Op.ExtractElement]: (p, v) => p.result(v, `extractelement ${typedOperands(p, v)}`),
  // The note tells it from the lines that put together what a store writes.
  [Op.InsertElement]: (p, v) => {
    const note = `!dxilkit.vector ${p.context.pool.node([])}`
    p.setValue(v, p.define(`insertelement ${typedOperands(p, v)}${p.attachments(v, [note])}`))
  },
  [Op.Load]: (p, v) => {
    const align = alignmentOf(p.context.m, p.f.type(v))
    p.result(v, `load ${p.type(v)}, ${p.typed(p.f.operandAt(v, 0))}, align ${align}`)
  },
  [Op.Store]: (p, v) => {
    const [pointer, value] = p.f.operands(v) as [Value, Value]
    p.line(`store ${p.typed(value)}, ${p.typed(pointer)}, align ${alignOf(p, value)}${p.attachments(v)}`)
  },
  [Op.AtomicRmw]: (p, v) => {
    const [pointer, value] = p.f.operands(v) as [Value, Value]
    const name = RMW_NAMES.get(p.f.aux(v)) ?? 'xchg'
    p.result(v, `atomicrmw ${name} ${p.typed(pointer)}, ${p.typed(value)} monotonic, align ${alignOf(p, value)}`)
  },
  [Op.CmpXchg]: (p, v) => {
    const align = alignOf(p, p.f.operandAt(v, 2))
    p.result(v, `cmpxchg ${typedOperands(p, v)} monotonic monotonic, align ${align}`)
  },
}

/** Name of a parameter, which has none of its own. */
export const paramName = (n: number): string => `arg${n}`

const pair = (p: FunctionText, v: Value): string => `${p.typed(p.f.operandAt(v, 0))}, ${p.value(p.f.operandAt(v, 1))}`

const typedOperands = (p: FunctionText, v: Value): string =>
  p.f
    .operands(v)
    .map(o => p.typed(o))
    .join(', ')

const alignOf = (p: FunctionText, v: Value): number => alignmentOf(p.context.m, p.context.m.typeOf(p.f, v))

function pointeeText(p: FunctionText, pointer: Value): string {
  const shape = p.context.m.types.shape(p.context.m.typeOf(p.f, pointer))
  return p.context.types.ir(shape.kind === 'pointer' ? shape.pointee : I32)
}
