// Which expressions may be evaluated although the program would not: they have no effect and cost little, so a select beats a branch.

import type { Expr } from '../../hlsl/tree/typed.ts'
import { isLiteral } from './scan.ts'

/** Instructions one select may cost instead of a branch; about what DXC's CFG simplification accepts. */
const BUDGET = 6

/** Looks at parts until they cost too much: chains of thousands of operators are not walked to their end. */
export function isCheap(e: Expr): boolean {
  const open = [e]
  let sum = 0
  for (let at = open.pop(); at && sum <= BUDGET; at = open.pop()) sum += ownCost(at, open)
  return sum <= BUDGET
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
