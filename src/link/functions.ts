// Bodies of functions: blocks in reverse post order, phis filled when all is there, calls taken in line. Only calls of functions that stay are calls.

import { calleeOf, isDebugCall, isDxOp } from '../dxil/dx_call.ts'
import type { Block, Value } from '../ir/function.ts'
import type { Loc } from '../ir/locations.ts'
import { knownHint, Op } from '../ir/ops.ts'
import { HANDLE, type Type, VOID } from '../ir/types.ts'
import type { Type as LlvmType } from '../llvm/model/types.ts'
import {
  type BasicBlock,
  type Instruction,
  type Func as LlvmFunc,
  Op as LlvmOp,
  type Value as LlvmValue,
  successors,
} from '../llvm/model/values.ts'
import { intrinsic, keptCall, operation } from './calls.ts'
import { describeVariable } from './debug_variables.ts'
import { type Exit, type Frame, operandValue, type PendingPhi } from './frame.ts'
import type { Definition } from './importer.ts'
import { type Importer, leafType } from './importer.ts'
import { attachment, importInstruction } from './instructions.ts'
import type { Library } from './library.ts'
import { type Imported, isParts, type Parts, type Pointer } from './memory.ts'
import { castPointer, loadPointer, pointerTo, pointsToHandle } from './pointers.ts'
import { LinkProblem, shownSymbol, unsupported } from './problem.ts'
import { sameShape } from './types.ts'

/** Calls may be nested so deeply. */
const MAX_CALLS = 100

/**
 * Imports the body of a function where the importer stands.
 * @param leave what a return becomes; without, one that goes on behind the call
 */
export function importBody(
  s: Importer,
  { func, library }: Definition,
  args: readonly Imported[],
  leave?: (value: Imported | undefined) => void,
): Imported {
  if (s.stack.includes(func)) throw new LinkProblem('E4105', { name: shownSymbol(func.name) })
  if (s.stack.length >= MAX_CALLS) throw new LinkProblem('E4112', { what: `calls nested more than ${MAX_CALLS} deep` })
  const exit: Exit | undefined = leave ? undefined : { block: s.f.createBlock(), returns: [] }
  const call = s.loc
  const frame: Frame = {
    ...{ func, library, values: new Map(), starts: new Map(), ends: new Map(), phis: [], exit },
    ...{ inlinedAt: calledFrom(s, func, library, leave !== undefined), locations: new Map(), awaited: new Map() },
  }
  for (const [n, arg] of func.args.entries())
    frame.values.set(arg, args[n] ?? unsupported('a call with too few arguments'))
  const order = reachableOrder(func)
  for (const [n, b] of order.entries()) {
    frame.starts.set(b, n === 0 ? s.block : s.f.createBlock())
    if (n > 0) s.f.placeBlock(frame.starts.get(b)!)
  }
  // Which variables stay whole has to be known where they are made.
  for (const b of order)
    for (const i of b.instructions) {
      const callee = i.op === LlvmOp.Call ? calleeOf(i) : undefined
      const isOther = callee && !callee.name.startsWith('llvm.')
      if (isOther && (isDxOp(callee) || s.link.kept(callee, library))) for (const o of i.operands) s.passed.add(o)
    }
  s.stack.push(func)
  for (const b of order) {
    s.block = frame.starts.get(b)!
    for (const i of b.instructions) {
      if (s.link.debug) s.loc = s.link.debug.location(s.f, frame, i.location)
      instruction(s, frame, b, i, leave)
      for (const tell of frame.awaited.get(i) ?? []) tell()
    }
  }
  for (const phi of frame.phis) finishPhi(s, frame, phi)
  s.stack.pop()
  s.loc = call
  return exit ? returned(s, exit, func.functionType.result) : []
}

/** The location of the call around a body; constructors have none. */
function calledFrom(s: Importer, func: LlvmFunc, { module }: Library, isWhole: boolean): Loc | undefined {
  if (isWhole) return s.link.debug?.enter(s.f, func, module)
  return s.loc < 0 ? s.loc : undefined
}

/** Reverse post order from the entry; blocks that nothing reaches are absent. */
function reachableOrder(func: Definition['func']): BasicBlock[] {
  const seen = new Set<BasicBlock>()
  const order: BasicBlock[] = []
  const open: { readonly block: BasicBlock; next: number }[] = []
  const enter = (b: BasicBlock): void => {
    if (seen.has(b)) return
    seen.add(b)
    open.push({ block: b, next: 0 })
  }
  enter(func.blocks[0]!)
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const targets = successors(top.block)
    if (top.next < targets.length) enter(targets[targets.length - 1 - top.next++]!)
    else {
      order.push(top.block)
      open.pop()
    }
  }
  return order.reverse()
}

function instruction(
  s: Importer,
  frame: Frame,
  b: BasicBlock,
  i: Instruction,
  leave: ((value: Imported | undefined) => void) | undefined,
): void {
  const operand = (n: number): Imported => operandValue(s, frame, i.operands[n]!)
  switch (i.op) {
    case LlvmOp.Br:
    case LlvmOp.Switch:
      frame.ends.set(b, s.block)
      branch(s, frame, i, operand)
      return
    case LlvmOp.Ret:
    case LlvmOp.Unreachable: {
      frame.ends.set(b, s.block)
      const value = i.operands.length > 0 ? operand(0) : undefined
      if (leave) leave(i.op === LlvmOp.Ret ? value : undefined)
      else goOn(s, frame.exit!, i.op === LlvmOp.Ret ? value : undefined)
      return
    }
    case LlvmOp.Phi:
      frame.values.set(i, phi(s, frame, i))
      return
    case LlvmOp.Call:
      frame.values.set(i, call(s, frame, i))
      return
    default:
      frame.values.set(i, importInstruction({ s, i, module: frame.library.module, operand }))
  }
}

// ---- control flow --------------------------------------------------------------------------------------------------------------------

const UNROLL: ReadonlyMap<string, 'full' | 'disable'> = new Map([
  ['llvm.loop.unroll.full', 'full'],
  ['llvm.loop.unroll.disable', 'disable'],
])

function branch(s: Importer, frame: Frame, i: Instruction, operand: (n: number) => Imported): void {
  const targets = i.blocks.map(b => frame.starts.get(b)!)
  const hint = loopHint(frame, i)
  if (hint) s.latches.push({ latch: s.block, unroll: hint })
  if (i.op === LlvmOp.Switch) {
    const values = i.operands.map((_, n) => s.scalar(operand(n)))
    s.f.terminate(s.block, Op.Switch, VOID, values, targets, branchHint(frame, i), s.loc)
  } else if (targets.length === 1) s.f.terminate(s.block, Op.Br, VOID, [], targets, 0, s.loc)
  else s.f.terminate(s.block, Op.CondBr, VOID, [s.scalar(operand(0))], targets, branchHint(frame, i), s.loc)
}

/** distinct { self, "dx.controlflow.hints", 1 branch, 2 flatten or 5 forcecase } */
function branchHint(frame: Frame, i: Instruction): number {
  const node = attachment(frame.library.module, i, 'dx.controlflow.hints')
  const value = node?.kind === 'node' ? node.operands[2] : undefined
  const constant = value?.kind === 'value' ? (value.value as LlvmValue) : undefined
  return knownHint(constant?.kind === 'int' && Number(constant.value))
}

function loopHint(frame: Frame, i: Instruction): 'full' | 'disable' | undefined {
  const node = attachment(frame.library.module, i, 'llvm.loop')
  if (node?.kind !== 'node') return undefined
  for (const option of node.operands) {
    const name = option?.kind === 'node' && option !== node ? option.operands[0] : undefined
    if (name?.kind === 'string' && UNROLL.has(name.text)) return UNROLL.get(name.text)
  }
  return undefined
}

function goOn(s: Importer, exit: Exit, value: Imported | undefined): void {
  if (value !== undefined) exit.returns.push({ from: s.block, value: isParts(value) ? value : s.parts(value) })
  else exit.returns.push({ from: s.block, value: [] })
  s.f.terminate(s.block, Op.Br, VOID, [], [exit.block], 0, s.loc)
}

/** The result of a copy: of several returns, a phi for each scalar. */
function returned(s: Importer, exit: Exit, type: LlvmType): Imported {
  s.f.placeBlock(exit.block)
  s.block = exit.block
  if (type.kind === 'void') return []
  const [first, ...others] = exit.returns
  if (!first) return s.undefs(type)
  if (others.length === 0) return first.value
  const lists = new Map(exit.returns.map(r => [r.from, s.parts(r.value)]))
  const before = s.f.predecessors(exit.block)
  return s.parts(first.value).map((v, n) => {
    const operands = before.map(p => lists.get(p)![n] ?? s.undef(s.typeOf(v)))
    return operands.every(o => o === v) ? v : s.emit(Op.Phi, s.typeOf(v), operands)
  })
}

// ---- calls ---------------------------------------------------------------------------------------------------------------------------

function call(s: Importer, frame: Frame, i: Instruction): Imported {
  const callee = calleeOf(i) ?? unsupported('a call of an address')
  if (isDxOp(callee)) return operation(s, frame, i, i.operands.slice(0, -1))
  if (isDebugCall(i)) {
    describeVariable(s, frame, i)
    return []
  }
  if (callee.name.startsWith('llvm.')) return intrinsic(s, frame, callee.name, i.operands.slice(0, -1))
  const kept = s.link.kept(callee, frame.library)
  if (kept) return keptCall(s, frame, i, callee, kept.number)
  const definition = s.link.definition(callee, frame.library)
  if (!definition) throw new LinkProblem('E4103', { name: shownSymbol(callee.name) })
  const { func, library } = definition
  if (!sameShape(func.functionType, callee.functionType, s.leaves))
    throw new LinkProblem('E4107', { name: shownSymbol(callee.name), first: library.name, second: frame.library.name })
  const args = func.args.map(({ type }, n) => passed(s, operandValue(s, frame, i.operands[n]!), type))
  return importBody(s, definition, args)
}

/** An argument in the types of the function's own library. */
function passed(s: Importer, v: Imported, type: LlvmType): Imported {
  if (type.kind !== 'pointer') return v
  const pointer = s.pointer(v)
  return pointsToHandle(pointer) ? pointer : castPointer(s, pointer, type.element)
}

// ---- phis ----------------------------------------------------------------------------------------------------------------------------

function phi(s: Importer, frame: Frame, i: Instruction): Imported {
  const isPointer = i.type.kind === 'pointer'
  const types: readonly Type[] = isPointer ? [HANDLE] : s.leaves.of(i.type).map(leaf => leafType(leaf.type))
  const values = types.map(t => s.emit(Op.Phi, t, []))
  frame.phis.push({ i, values })
  return isPointer ? pointerTo({ kind: 'handle', type: i.type.element, handle: values[0]! }) : values
}

function finishPhi(s: Importer, frame: Frame, { i, values }: PendingPhi): void {
  const block = s.f.blockOf(values[0] ?? (0 as Value))
  const incoming = new Map<Block, Parts>()
  for (const [n, from] of i.blocks.entries()) {
    const end = frame.ends.get(from)
    if (end !== undefined && !incoming.has(end)) incoming.set(end, incomingParts(s, frame, i.operands[n]!, end))
  }
  const before = s.f.predecessors(block)
  for (const [k, v] of values.entries())
    s.f.setOperands(
      v,
      before.map(p => incoming.get(p)?.[k] ?? unsupported('a phi that does not list the ways to it')),
    )
}

/** What a way brings. What has to be computed for that stands at its end. */
function incomingParts(s: Importer, frame: Frame, v: LlvmValue, end: Block): Parts {
  const known = operandValue(s, frame, v)
  if (isParts(known)) return known
  const { block, f } = s
  const terminator = f.terminator(end)
  const last = f.last(end)
  s.block = end
  const made = known.kind === 'pointer' ? handleOf(s, known) : s.parts(known)
  for (let at = f.next(last); at !== 0; ) {
    const next = f.next(at)
    f.moveBefore(at, terminator)
    at = next
  }
  s.block = block
  return made
}

const handleOf = (s: Importer, p: Pointer): Parts =>
  pointsToHandle(p) ? loadPointer(s, p) : unsupported('an address chosen at run time')
