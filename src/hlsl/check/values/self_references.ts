// Variables that their own initialiser reads, as clang sees it: `float4 v = v * 2`. A name alone is a place; what reads its value is an operator,
// an argument that is no `out`, a conversion that is written. Of vectors and matrices clang also takes `v[i]` for a read, but not `v.x`.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { isRepeated } from '../../tree/components.ts'
import { bitsOf, isFloat } from '../../tree/numeric.ts'
import type { Expr, MemberExpr, VarExpr, VarSymbol } from '../../tree/typed.ts'
import type { ScalarType, Type } from '../../tree/types.ts'
import { childrenOf, someExpression } from '../../tree/walk.ts'
import { type Checker, report, reportIfReached } from '../core/context.ts'

/** Of a name in parentheses `at` says where it stands. */
type Place = Span & Pick<Expr, 'at'>

/** Warns of what a variable's initialiser reads of the variable; of local numbers unset_outputs.ts does that, which knows the order of things. */
export function warnSelfReferences(checker: Checker, symbol: VarSymbol, node: A.Expr, value: Expr): void {
  const isOwn = (e: Expr): e is VarExpr => e.kind === 'var' && isSame(e.symbol, symbol)
  if (checker.silent > 0 || !someExpression(value, isOwn)) return
  const { fn } = checker
  const isRecord = /^(vector|matrix|struct)$/.test(symbol.type.kind)
  if (symbol.storage === 'local')
    fn?.selfNamed.set(symbol, !isNamedOnly(node, value, isRecord) ? 'read' : isRecord ? 'copied' : 'idle')
  const isOfNamespace = !checker.record && !checker.blockVariable
  if (!isRecord && (symbol.storage === 'local' || !(fn || isOfNamespace))) return
  if (!isRecord && node.kind === 'name_expr') return
  const reads = new SelfReads(isOwn, node)
  reads.see(value)
  for (const at of reads.found) {
    const { code, span, args, marks } = selfMessage(symbol, at)
    reportIfReached(checker, code, span, args, marks)
  }
}

/** Of constants and shared memory, which have no initialiser, a copy is initialised. */
const isSame = (a: VarSymbol, b: VarSymbol): boolean =>
  a === b || (a.pos === b.pos && /^(cbuffer|groupshared)$/.test(b.storage) && a.qualifiedName === b.qualifiedName)

/** `(a)`, of vectors also `{ a }`, of integers also `(int)a`: nothing is read. */
function isNamedOnly(node: A.Expr, value: Expr, isRecord: boolean): boolean {
  let written = node
  while (written.kind === 'paren' || (written.kind === 'cast' && !isRecord))
    written = written.kind === 'paren' ? written.inner : written.operand
  if (written.kind !== 'name_expr' && !(isRecord && written.kind === 'init_list')) return false
  let at = value
  while (at.kind === 'convert' && isSameWidth(at.type, at.operand.type)) at = at.operand
  return at.kind === 'var'
}

function isSameWidth(a: Type, b: Type): boolean {
  const isInteger = (t: Type): t is ScalarType => t.kind === 'scalar' && t.name !== 'bool' && !isFloat(t)
  return isInteger(a) && isInteger(b) && bitsOf(a) === bitsOf(b)
}

export function reportSelf(checker: Checker, symbol: VarSymbol, use: Place): void {
  const { code, span, args, marks } = selfMessage(symbol, use)
  report(checker, code, span, args, marks)
}

function selfMessage({ name, storage, pos, end }: VarSymbol, use: Place) {
  const start = use.at ?? use.pos
  const code = storage === 'static-local' ? ('W2449' as const) : ('W2448' as const)
  return { code, span: { pos: start, end: start + name.length }, args: { name }, marks: { ranges: [{ pos, end }] } }
}

class SelfReads {
  readonly found: VarExpr[] = []
  readonly #isOwn: (e: Expr) => e is VarExpr
  /** The list of values that the initialiser is. */
  readonly #list: A.InitListExpr | undefined
  /** Items of a list that have several components are the bases of all of their leaves. */
  readonly #seen = new Set<Expr>()

  constructor(isOwn: (e: Expr) => e is VarExpr, node: A.Expr) {
    this.#isOwn = isOwn
    this.#list = node.kind === 'init_list' ? node : undefined
  }

  /** The whole initialiser. Items of a list are read when they are scalars: others are taken apart where they lie. */
  see(value: Expr): void {
    if (!this.#list) return void this.#visit(value, true)
    const leaves = value.kind === 'construct' ? value.args : value.kind === 'init-list' ? value.leaves : [value]
    for (const leaf of leaves) {
      let item = leaf
      while (item.kind === 'convert' && !item.explicit) item = item.operand
      let isPart = !/^(scalar|enum)$/.test(item.type.kind)
      while (isTakenOut(item)) {
        item = item.base
        isPart = true
      }
      if (this.#seen.has(item)) continue
      this.#seen.add(item)
      this.#visit(item, !isPart)
    }
  }

  #visit(e: Expr, isRead: boolean): void {
    switch (e.kind) {
      case 'var':
        if (isRead && this.#isOwn(e)) this.found.push(e)
        break
      case 'bit-field':
        this.#visit(e.base, isRead)
        break
      case 'member':
        this.#member(e, isRead)
        break
      case 'swizzle':
        this.#visit(e.base, isRepeated(e) && e.base.type.kind === 'vector')
        break
      case 'comma':
        this.#visit(e.left, false)
        this.#visit(e.right, false)
        break
      case 'assign':
        this.#visit(e.target, e.op !== undefined)
        this.#visit(e.value, true)
        break
      case 'call': {
        const { self, args, callee } = e
        if (self) this.#object(self)
        for (const [i, arg] of args.entries()) this.#visit(arg, callee.params[i]?.mode === 'in')
        break
      }
      case 'intrinsic':
        for (const [i, arg] of e.args.entries()) this.#visit(arg, e.params[i]?.mode === 'in')
        break
      case 'method':
        this.#object(e.object)
        for (const [i, arg] of e.args.entries()) this.#visit(arg, e.params[i]?.mode === 'in')
        break
      default:
        for (const part of childrenOf(e)) this.#visit(part, e.kind !== 'matrix-swizzle')
    }
  }

  #member(e: MemberExpr, isRead: boolean): void {
    const root = rootOf(e)
    if (!isRead) {
      if (root.kind !== 'var') this.#visit(root, false)
    } else if (root.kind === 'var' && this.#isOwn(root) && !this.#isInitialised(e)) this.found.push(root)
  }

  /** A method is called. */
  #object(object: Expr): void {
    const root = rootOf(object)
    if (root.kind === 'var') this.#visit(root, true)
    else this.#visit(root, false)
  }

  /** A list fills fields in their order: what an item reads of those before has its value. */
  #isInitialised(e: MemberExpr): boolean {
    if (!this.#list) return false
    const used: number[] = []
    for (let at: Expr = e; at.kind === 'member'; at = at.base) used.unshift(at.field.owner.fields.indexOf(at.field))
    const places = placesIn(this.#list, e.pos)
    const differs = used.findIndex((index, i) => i < places.length && index !== places[i])
    return differs >= 0 && used[differs]! < places[differs]!
  }
}

/** A component of an item that has several. */
const isTakenOut = (e: Expr): e is Extract<Expr, { base: Expr }> =>
  /^(swizzle|matrix-swizzle|index|member)$/.test(e.kind) &&
  'base' in e &&
  e.base.pos === e.pos &&
  e.base.end === e.end &&
  e.base.type.kind !== 'scalar'

function rootOf(e: Expr): Expr {
  let at = e
  while (at.kind === 'member' || at.kind === 'bit-field') at = at.base
  return at
}

/** Which item of the list, and of lists in it, stands at a position. */
function placesIn(list: A.InitListExpr, pos: number): number[] {
  const places: number[] = []
  for (let at: A.Expr | undefined = list; at?.kind === 'init_list'; ) {
    const index: number = at.items.findIndex(item => pos >= item.pos && pos < item.end)
    places.push(index)
    at = at.items[index]
  }
  return places
}
