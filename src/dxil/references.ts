// Which globals and functions each function's instructions mention, directly or inside constant expressions.

import type { Module } from '../llvm/model/module.ts'
import { type Constant, type Func, type GlobalVariable, Op, type Value } from '../llvm/model/values.ts'

export type Referenced = GlobalVariable | Func

/** The global under bitcasts. */
export function globalOf(value: Value): Value {
  let at = value
  for (let steps = 0; steps < 100 && at.kind === 'expr' && at.op === 'cast'; steps++) at = at.operands[0]!
  return at
}

/** By function with a body, in module order. */
export function functionReferences(module: Module): Map<Func, Set<Referenced>> {
  const references = new Map<Func, Set<Referenced>>()
  const inside = new Map<Constant, ReadonlySet<Referenced>>()
  for (const func of module.functions) {
    if (func.isDeclaration) continue
    const found = new Set<Referenced>()
    for (const block of func.blocks)
      for (const inst of block.instructions)
        for (const operand of inst.operands)
          if (operand.kind === 'global' || operand.kind === 'function') found.add(operand)
          else if (operand.kind === 'expr' || operand.kind === 'aggregate')
            for (const r of constantReferences(operand, inside)) found.add(r)
    references.set(func, found)
  }
  return references
}

const NONE: ReadonlySet<Referenced> = new Set()

function constantReferences(
  constant: Constant,
  known: Map<Constant, ReadonlySet<Referenced>>,
): ReadonlySet<Referenced> {
  if (constant.kind === 'global' || constant.kind === 'function') return new Set([constant])
  if (constant.kind !== 'expr' && constant.kind !== 'aggregate') return NONE
  let found = known.get(constant)
  if (!found) {
    const all = new Set<Referenced>()
    known.set(constant, all)
    for (const operand of constant.operands) for (const r of constantReferences(operand, known)) all.add(r)
    found = all
  }
  return found
}

/** For each function the functions that call it (as callee), each once. */
export function callersOf(module: Module): Map<Func, Set<Func>> {
  const callers = new Map<Func, Set<Func>>()
  for (const func of module.functions)
    for (const block of func.blocks)
      for (const inst of block.instructions) {
        if (inst.op !== Op.Call) continue
        const callee = inst.operands[inst.operands.length - 1]
        if (callee?.kind !== 'function') continue
        const known = callers.get(callee)
        if (known) known.add(func)
        else callers.set(callee, new Set([func]))
      }
  return callers
}

/** What exports and tables call a function, as in DXC: the name up to the first '@' of a mangled one, without its namespaces. */
export const unmangled = (symbol: string): string =>
  symbol.startsWith('\x01?') ? symbol.slice(2).split('@', 1)[0]! : symbol
