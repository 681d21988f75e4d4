// The order in which the arguments of a call are evaluated, and which of them the callee reaches by reference, both as DXC has them:
//  1. from first to last, what may be copied out or in whole: places of out and inout arguments, structs and arrays passed in. A place that is
//     copied is copied in now;
//  2. from last to first, everything else: numbers and objects. An argument that is passed by reference is evaluated again here, side effects
//     included: `f(a[i++])` with a local array adds 2 to i, and the call gets the second element.
// Copies go back after the call, from first to last, so the last of several that name one place decides what it holds.

import type { Expr, IntrinsicParam, ParamSymbol, VarSymbol } from '../../hlsl/tree/typed.ts'
import { sameType, type Type } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { Place } from '../core/places.ts'
import { hasEffects, rootOf } from '../core/scan.ts'

/** What DXC makes a stack slot or an unaliased pointer of: locals, scalars passed in, and out parameters, of the function being lowered. */
function isSlot(symbol: VarSymbol): boolean {
  if (symbol.storage === 'local') return true
  if (symbol.storage !== 'parameter') return false
  const { mode } = symbol as ParamSymbol
  return mode !== 'in' || !isAggregate(symbol.type)
}

export const isAggregate = (type: Type): boolean => type.kind === 'struct' || type.kind === 'array'

/**
 * A path of members, array elements and components of vectors: DXC computes an address. Swizzles, parts of matrices and structs that become
 * their base without a cast (`D : S` for a parameter of type S) are copied.
 */
function isAddress(e: Expr): boolean {
  switch (e.kind) {
    case 'var':
      return true
    case 'member':
      return isOwnMember(e) && isAddress(e.base)
    case 'index':
      return (e.base.type.kind === 'array' || isPlainVector(e.base.type)) && isAddress(e.base)
    case 'incdec':
      return e.prefix && isAddress(e.target)
    case 'assign':
      return e.op !== undefined && isAddress(e.target)
    case 'convert':
      return isBaseCast(e) && e.explicit && isAddress(e.operand)
    default:
      return false
  }
}

/** A struct that becomes its base. */
export const isBaseCast = (e: Expr): e is Extract<Expr, { kind: 'convert' }> =>
  e.kind === 'convert' && e.type.kind === 'struct' && e.operand.type.kind === 'struct'

/** Members of a base struct are reached through a cast, behind which DXC no longer sees the variable. */
const isOwnMember = (e: Extract<Expr, { kind: 'member' }>): boolean =>
  e.base.type.kind !== 'struct' || e.base.type.fields.includes(e.field)

/** Components of bool vectors have no address of their own. */
const isPlainVector = (type: Type): boolean => type.kind === 'vector' && type.element.name !== 'bool'

/** The variables that arguments of one call were found to name by reference, so that a second one gets a copy. */
export class References {
  readonly #seen = new Set<VarSymbol>()

  /** Whether an argument may be passed by reference. The first to name a variable is, also when another type makes it a copy after all. */
  take(arg: Expr): boolean {
    const root = isAddress(arg) ? rootOf(arg) : undefined
    if (root === undefined || root === 'this' || !isSlot(root) || this.#seen.has(root)) return false
    this.#seen.add(root)
    return true
  }
}

/** How one argument is evaluated: at once, or when the second round comes to it. */
export type Evaluation<T> = { readonly now: T } | { readonly later: () => T }

/** Evaluates the arguments of a call in the two rounds described above. */
export function evaluateArguments<T>(
  lowerer: Lowerer,
  args: readonly Expr[],
  evaluate: (arg: Expr, i: number) => Evaluation<T>,
): T[] {
  const outer = lowerer.operation
  lowerer.operation = ''
  const rounds = args.map(evaluate)
  const values: T[] = []
  for (let i = rounds.length - 1; i >= 0; i--) {
    const round = rounds[i]!
    values.unshift('now' in round ? round.now : round.later())
  }
  lowerer.operation = outer
  return values
}

/** An argument by reference: its side effects happen in both rounds. */
export function byReference<T>(lowerer: Lowerer, arg: Expr, bind: (place: Place) => T): Evaluation<T> {
  if (hasEffects(arg)) lowerer.place(arg)
  return { later: () => bind(lowerer.place(arg)) }
}

/**
 * Values of the arguments of a builtin function or method. Those that are written have none: what each names is found in its turn, and kept
 * until the rule asks with outPlace().
 */
export function builtinArguments(
  lowerer: Lowerer,
  args: readonly Expr[],
  params: readonly IntrinsicParam[],
  value: (arg: Expr, i: number) => readonly Value[],
): (readonly Value[])[] {
  const references = new References()
  return evaluateArguments<readonly Value[]>(lowerer, args, (arg, i) => {
    const mode = params[i]?.mode ?? 'in'
    if (mode === 'in') return { later: () => value(arg, i) }
    const keep = (place: Place): readonly Value[] => {
      lowerer.outPlaces.set(arg, place)
      lowerer.hasOutArguments = true
      return []
    }
    if (mode === 'ref') return { later: () => keep(lowerer.place(arg)) }
    const isReference = references.take(arg) && sameType(arg.type, params[i]!.type)
    return isReference ? byReference(lowerer, arg, keep) : { now: keep(lowerer.place(arg)) }
  })
}

/** The place of an argument that a builtin writes. */
export const outPlace = (lowerer: Lowerer, arg: Expr): Place => lowerer.outPlaces.get(arg) ?? lowerer.place(arg)
