// Output parameters that are written where the assignment stands: those of which nothing is ever read. Components written by their names count as
// read, since DXC reads the vector around them, and so do rows of matrices; a component with an index does not.

import type { Expr, FunctionSymbol, ParamSymbol } from '../../hlsl/tree/typed.ts'
import { childrenOf, eachStatement, expressionsOf } from '../../hlsl/tree/walk.ts'
import { isLiteral } from './scan.ts'

/** Calls that pass an output on. */
const DEEPEST = 50

/** Fields from the parameter on, as `.0.2`. */
export type FieldPath = string

/** Where parameters of functions are indexed, as far as it is known; undefined: something is read. */
type Known = Map<ParamSymbol, ReadonlySet<FieldPath> | undefined>

/** Where it is indexed by what only run time tells; undefined: it is read, or not indexed so. */
export function indexedOutput(f: FunctionSymbol, param: ParamSymbol): readonly FieldPath[] | undefined {
  if (param.mode !== 'out') return undefined
  const indexed = writtenAt(f, param, new Map(), 0)
  return indexed && indexed.size > 0 ? [...indexed] : undefined
}

/** The paths that are indexed by what only run time tells; undefined where it is read. Each function is looked at once, however often it is called. */
function writtenAt(
  f: FunctionSymbol,
  param: ParamSymbol,
  known: Known,
  depth: number,
): ReadonlySet<FieldPath> | undefined {
  if (known.has(param)) return known.get(param)
  const indexed = new Set<FieldPath>()
  let isWritten = f.body !== undefined && depth <= DEEPEST
  if (f.body && isWritten)
    eachStatement(f.body, stmt => {
      for (const e of expressionsOf(stmt)) isWritten &&= areWrites(e, param, indexed, known, depth)
    })
  const found = isWritten ? indexed : undefined
  known.set(param, found)
  return found
}

function areWrites(root: Expr, param: ParamSymbol, indexed: Set<FieldPath>, known: Known, depth: number): boolean {
  // Assignments whose value nobody takes apart.
  const assignments = new Set<Expr>([root])
  const stack = [root]
  const write = (target: Expr): FieldPath | undefined => {
    const part = partOf(target, param)
    if (!part) return undefined
    stack.push(...part.indices)
    if (part.isIndexed) indexed.add(part.path)
    return part.path
  }
  for (let e = stack.pop(); e; e = stack.pop()) {
    if (e.kind === 'var' && e.symbol === param) return false
    if (e.kind === 'comma' && assignments.has(e)) assignments.add(e.left).add(e.right)
    if (e.kind === 'assign' && e.op === undefined && assignments.has(e) && write(e.target) !== undefined) {
      assignments.add(e.value)
      stack.push(e.value)
    } else if (e.kind === 'call') {
      if (e.self) stack.push(e.self)
      for (const [i, arg] of e.args.entries()) {
        const out = e.callee.params[i]!
        const path = out.mode === 'out' ? write(arg) : undefined
        if (path === undefined) {
          stack.push(arg)
          continue
        }
        const inside = writtenAt(e.callee, out, known, depth + 1)
        if (!inside) return false
        for (const more of inside) indexed.add(path + more)
      }
    } else stack.push(...childrenOf(e))
  }
  return true
}

interface Part {
  readonly path: FieldPath
  readonly indices: readonly Expr[]
  readonly isIndexed: boolean
}

/** Which part of the parameter an expression is, when it can be written alone. */
function partOf(target: Expr, param: ParamSymbol): Part | undefined {
  const indices: Expr[] = []
  let path = ''
  let e = target
  for (;;) {
    if (e.kind === 'index' && e.base.type.kind !== 'matrix') {
      indices.push(e.index)
      e = e.base
    } else if (e.kind === 'member' && e.base.type.kind === 'struct') {
      path = `.${e.field.index}${path}`
      e = e.base
    } else if (e.kind === 'convert' && e.type.kind === 'struct' && e.operand.type.kind === 'struct' && !e.explicit) {
      // Fields of a base come first.
      e = e.operand
    } else if (e.kind === 'swizzle' && e.base.type.kind === 'scalar') e = e.base
    else break
  }
  if (e.kind !== 'var' || e.symbol !== param) return undefined
  return { path, indices, isIndexed: indices.some(i => !isLiteral(i)) }
}
