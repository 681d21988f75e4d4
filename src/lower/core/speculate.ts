// Which expressions may be evaluated although the program would not: they have no effect and cost little, so a select beats a branch.

import { evaluate } from '../../hlsl/check/values/constants.ts'
import { isBool } from '../../hlsl/tree/numeric.ts'
import type { Expr } from '../../hlsl/tree/typed.ts'
import type { Type } from '../../hlsl/tree/types.ts'
import { isLiteral } from './scan.ts'

/** Instructions one select may cost instead of a branch; about what DXC's CFG simplification accepts. */
const BUDGET = 6

/** Looks at parts until they cost too much: chains of thousands of operators are not walked to their end. */
export const isCheap = (e: Expr): boolean => costsAtMost(e, BUDGET, ownCost)

/** Whether an expression and its parts cost no more; `costOf` is the cost of one without its parts, which it adds to `open`. */
function costsAtMost(e: Expr, budget: number, costOf: (e: Expr, open: Expr[]) => number): boolean {
  const open = [e]
  let sum = 0
  for (let at = open.pop(); at && sum <= budget; at = open.pop()) sum += costOf(at, open)
  return sum <= budget
}

/** A rough number of instructions without the parts, which go to `open`; Infinity for what must not or should not run needlessly. */
function ownCost(e: Expr, open: Expr[]): number {
  switch (e.kind) {
    case 'literal':
    case 'this':
      return 0
    case 'var':
      return e.symbol.storage === 'groupshared' || e.type.kind === 'array' ? Infinity : 0
    case 'member':
    case 'swizzle':
    case 'matrix-swizzle':
      open.push(e.base)
      return 0
    case 'bit-field':
      open.push(e.base)
      return 2
    case 'index':
      return e.base.type.kind !== 'object' && isLiteral(e.index) ? indexCost(e.base, open) : Infinity
    case 'unary':
      open.push(e.operand)
      return 1
    case 'convert':
      open.push(e.operand)
      return e.type.kind === 'struct' || e.type.kind === 'array' ? Infinity : 1
    case 'binary': {
      const divides = (e.op === '/' || e.op === '%') && !isLiteral(e.right)
      open.push(e.left, e.right)
      return divides ? Infinity : width(e)
    }
    case 'logical':
      open.push(e.left, e.right)
      return 1
    case 'conditional':
      open.push(e.condition, e.then, e.else)
      return width(e)
    case 'construct':
      open.push(...e.args)
      return 0
    default:
      return Infinity
  }
}

const width = (e: Expr): number =>
  e.type.kind === 'vector' ? e.type.size : e.type.kind === 'matrix' ? e.type.rows * e.type.columns : 1

/** A literal index: groupshared arrays stay memory reads, others are as cheap as their base. */
function indexCost(base: Expr, open: Expr[]): number {
  if (base.kind === 'var')
    return base.symbol.storage === 'groupshared' || base.symbol.storage === 'resource' ? Infinity : 1
  open.push(base)
  return 1
}

/** Instructions of an operand that SimplifyCFG turns into a select before variables become values (measured with DXC 1.8). */
const FOLDED = 2

/** Whether DXC makes a select of it that early: of `x`, `x + 1`, `-x`, but not of `x * y`, which reads two variables. */
export const isFolded = (e: Expr): boolean => costsAtMost(e, FOLDED, memoryCost)

/** Instructions in clang's code for it without the parts, which go to `open`; each read of a variable is one. Infinity for what is not moved. */
function memoryCost(e: Expr, open: Expr[]): number {
  if (evaluate(e) !== undefined) return 0
  switch (e.kind) {
    case 'var':
    case 'member':
    case 'index':
      return isInMemory(e) ? read(e) : Infinity
    case 'swizzle':
      open.push(e.base)
      return e.components.length === 1 ? 1 : Infinity
    case 'unary':
      open.push(e.operand)
      return e.op === '!' ? Infinity : 1
    case 'binary':
      open.push(e.left, e.right)
      return isBool(e.type) ? 2 : 1
    case 'convert':
      open.push(e.operand)
      return conversionCost(e.operand.type, e.type)
    default:
      return Infinity
  }
}

/** A variable, or a part of one that is always the same. */
function isInMemory(e: Expr): boolean {
  let at = e
  while (at.kind === 'member' || (at.kind === 'index' && isLiteral(at.index))) at = at.base
  return at.kind === 'var' && MEMORY.has(at.symbol.storage)
}

const MEMORY: ReadonlySet<string> = new Set(['local', 'parameter', 'static', 'static-local', 'groupshared'])

/** A bool is a word in memory, of which a bit is made. */
const read = (e: Expr): number => (isBool(e.type) ? 2 : 1)

/** int and uint are the same, and a bool is a word before a bit is made of it. */
function conversionCost(from: Type, to: Type): number {
  if (from.kind !== 'scalar' || to.kind !== 'scalar') return Infinity
  const isWord = (t: Type): boolean => t.kind === 'scalar' && (t.name === 'int' || t.name === 'uint')
  return (isWord(from) || isBool(from)) && isWord(to) ? 0 : 1
}
