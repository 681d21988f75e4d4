// Which expressions may be evaluated although the program would not: they have no effect and cost little, so a select beats a branch.

import type { Expr } from '../../hlsl/tree/typed.ts'
import { isLiteral } from './scan.ts'

/** Instructions one select may cost instead of a branch; about what DXC's CFG simplification accepts. */
const BUDGET = 6

export const isCheap = (e: Expr): boolean => cost(e) <= BUDGET

/** A rough number of instructions; Infinity for what must not or should not run needlessly. */
function cost(e: Expr): number {
  switch (e.kind) {
    case 'literal':
    case 'this':
      return 0
    case 'var':
      return e.symbol.storage === 'groupshared' || e.type.kind === 'array' ? Infinity : 0
    case 'member':
    case 'swizzle':
    case 'matrix-swizzle':
      return cost(e.base)
    case 'bit-field':
      return cost(e.base) + 2
    case 'index':
      return e.base.type.kind !== 'object' && isLiteral(e.index) ? indexCost(e.base) : Infinity
    case 'unary':
      return cost(e.operand) + 1
    case 'convert':
      return e.type.kind === 'struct' || e.type.kind === 'array' ? Infinity : cost(e.operand) + 1
    case 'binary': {
      const divides = (e.op === '/' || e.op === '%') && !isLiteral(e.right)
      return divides ? Infinity : cost(e.left) + cost(e.right) + width(e)
    }
    case 'logical':
      return cost(e.left) + cost(e.right) + 1
    case 'conditional':
      return cost(e.condition) + cost(e.then) + cost(e.else) + width(e)
    case 'construct': {
      let sum = 0
      for (const arg of e.args) sum += cost(arg)
      return sum
    }
    default:
      return Infinity
  }
}

const width = (e: Expr): number =>
  e.type.kind === 'vector' ? e.type.size : e.type.kind === 'matrix' ? e.type.rows * e.type.columns : 1

/** A literal index: groupshared arrays stay memory reads, others are as cheap as their base. */
function indexCost(base: Expr): number {
  if (base.kind === 'var')
    return base.symbol.storage === 'groupshared' || base.symbol.storage === 'resource' ? Infinity : 1
  return cost(base) + 1
}
