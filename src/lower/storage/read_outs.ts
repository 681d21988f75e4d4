// Out parameters that their function reads. DXC gives them memory of their own, which goes to the argument when the function ends: until then
// `this` shows what the argument was. `struct S { int x; void m(out int p) { p = 1; f(x); g(p); } }` with `s.m(s.x)`: f gets the old x, without
// g(p) the new one.

import type { CallExpr, Expr, FunctionSymbol, ParamSymbol } from '../../hlsl/tree/typed.ts'
import { childrenOf, expressionsOf, someStatement } from '../../hlsl/tree/walk.ts'
import { rootOf } from '../core/scan.ts'

/** Whether a call's argument may be part of the object whose method is called, and the method reads its own out parameter. */
export function readsAlias(e: CallExpr, param: ParamSymbol, arg: Expr): boolean {
  if (param.mode !== 'out' || !e.self || !e.callee.body) return false
  const [self, root] = [rootOf(e.self), rootOf(arg)]
  if (root === undefined || root === 'this') return false
  return (self === root || (self === 'this' && root.storage === 'parameter')) && readsOut(e.callee, param)
}

/** Whether anything in a function's body loads an out parameter, in whole or in part. */
function readsOut(callee: FunctionSymbol, param: ParamSymbol): boolean {
  const stack: Expr[] = []
  const isRead = (root: Expr): boolean => {
    stack.push(root)
    for (let e = stack.pop(); e; e = stack.pop()) {
      if (e.kind === 'var' && e.symbol === param) return true
      for (const part of partsRead(e)) stack.push(part)
    }
    return false
  }
  return callee.body !== undefined && someStatement(callee.body, s => expressionsOf(s).some(isRead))
}

/** What an expression loads: of places that it only writes their indices. */
function partsRead(e: Expr): readonly Expr[] {
  if (e.kind === 'assign') return [...(e.op === undefined ? readByWriting(e.target) : [e.target]), e.value]
  if (e.kind !== 'call') return childrenOf(e)
  const args = e.args.flatMap((arg, i) => (e.callee.params[i]?.mode === 'out' ? readByWriting(arg) : [arg]))
  return e.self ? [e.self, ...args] : args
}

/** What a store to a place loads: components of vectors that are named, and bit fields, are put into what is there. */
function readByWriting(target: Expr): readonly Expr[] {
  const indices: Expr[] = []
  let place = target
  for (;;)
    switch (place.kind) {
      case 'var':
        return indices
      case 'index':
        indices.push(place.index)
        place = place.base
        break
      case 'member':
      case 'matrix-swizzle':
        place = place.base
        break
      case 'convert':
        place = place.operand
        break
      default:
        return [place, ...indices]
    }
}
