// Overload resolution: every argument of every candidate gets a cost, the least sum wins, a tie is ambiguous. Facts measured with DXC.

import type { Diagnostic } from '../../../diag/diagnostics.ts'
import type { Span } from '../../../diag/sources.ts'
import type { FunctionDecl } from '../../tree/ast.ts'
import { elementOf } from '../../tree/numeric.ts'
import type { Expr, IntrinsicParam, ParamSymbol, Storage } from '../../tree/typed.ts'
import { sameType } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'
import { hasRepeats, isOnlyWritten, placeOf, rootVariable } from '../core/lvalues.ts'
import type { FunctionEntity, FunctionSet } from '../core/scopes.ts'
import { type Declared, exprTypeName, typeName } from '../core/type_names.ts'
import { conversionCost, converted, narrows, warnComma, warnLoss } from '../values/conversions.ts'
import { settled } from '../values/literals.ts'
import { nth, providedText } from './candidate_notes.ts'

export interface Candidate {
  readonly params: readonly (Declared & {
    readonly mode: IntrinsicParam['mode']
    readonly isShared?: boolean
  })[]
  /** Parameters without a default value. */
  readonly required: number
  readonly entity: FunctionEntity
  /** Made of a template: what is const makes its parameter const. */
  readonly isInstance: boolean
}

/**
 * What may stand for an out or inout parameter: assignable places; what is const and what names a component twice as well, which DXC passes to
 * methods and to the one function that a qualified name names; or values, too.
 */
export type Passed = 'places' | 'constants' | 'values'

/** Sum of the costs of passing these arguments, or undefined when the candidate cannot take them. */
function callCost(candidate: Candidate, args: readonly Expr[], passed: Passed): number | undefined {
  if (args.length < candidate.required || args.length > candidate.params.length) return undefined
  let sum = 0
  for (let i = 0; i < args.length; i++) {
    const cost = argumentCost(candidate.params[i]!, args[i]!, passed)
    if (cost === undefined) return undefined
    sum += cost
  }
  return sum
}

/** A group-shared variable as a whole, or a parameter that stands for one. */
const isSharedVariable = (arg: Expr): boolean =>
  arg.kind === 'var' && (arg.symbol.storage === 'groupshared' || (arg.symbol as ParamSymbol).isShared === true)

/** A variable of the program's own or a part of one, const or not; what lies in buffers cannot be written. */
const isOfVariable = (arg: Expr): boolean =>
  OWN_STORAGE.has(rootVariable(arg)?.symbol.storage ?? 'cbuffer') && placeOf(arg) !== 'value' && !isOnlyWritten(arg)

const OWN_STORAGE: ReadonlySet<Storage> = new Set(['local', 'static-local', 'parameter', 'static'])

/** Undefined when the argument cannot be passed. */
export function argumentCost(param: Candidate['params'][number], arg: Expr, passed: Passed): number | undefined {
  if (param.mode === 'in') return conversionCost(arg.type, param.type)
  if (param.isShared) return isSharedVariable(arg) && sameType(arg.type, param.type) ? 0 : undefined
  const mayBeValue = passed === 'values' || arg.type.kind === 'error' || (passed === 'constants' && isOfVariable(arg))
  if (!mayBeValue && (placeOf(arg) !== 'assignable' || isOnlyWritten(arg) || hasRepeats(arg))) return undefined
  // DXC wants both directions even of a pure out parameter, but counts the one that is gone.
  const inward = conversionCost(arg.type, param.type)
  const outward = conversionCost(param.type, arg.type)
  if (inward === undefined || outward === undefined) return undefined
  return param.mode === 'out' ? outward : inward + outward
}

/** The best candidate; 'none' and 'ambiguous' are for the caller to report. */
export function bestOf(
  candidates: readonly Candidate[],
  args: readonly Expr[],
  passed: Passed,
): Candidate | 'none' | 'ambiguous' {
  let best: Candidate | undefined
  let least = Number.POSITIVE_INFINITY
  let tied = false
  for (const candidate of candidates) {
    const cost = callCost(candidate, args, candidate.isInstance && passed === 'constants' ? 'places' : passed)
    if (cost === undefined || cost > least) continue
    tied = cost === least && best !== undefined
    best = candidate
    least = cost
  }
  return tied ? 'ambiguous' : (best ?? 'none')
}

export const candidateOf = (entity: FunctionEntity, isInstance = false): Candidate => {
  const params = entity.symbol!.params
  return { params, required: params.filter(p => p.defaultValue === undefined).length, entity, isInstance }
}

/** Arguments as the chosen parameters want them; l-values of out and inout ones stay as written. */
export function convertArguments(checker: Checker, params: Candidate['params'], args: readonly Expr[]): Expr[] {
  return args.map((arg, i) => {
    const param = params[i]!
    if (param.mode !== 'in') {
      if (param.mode !== 'ref') warnOutput(checker, arg, param)
      return arg
    }
    if (arg.type.kind === 'error') return arg
    warnComma(checker, arg)
    warnLoss(checker, arg, param, arg)
    return param.type.kind === 'error' ? settled(arg) : converted(arg, param.type)
  })
}

/** What a parameter begins with is narrower than the argument behind it. */
function warnOutput(checker: Checker, arg: Expr, param: Declared): void {
  const from = elementOf(arg.type)
  const target = elementOf(param.type)
  if (from && target && narrows(from, target))
    report(checker, 'W2102', arg, {
      from: exprTypeName(checker, arg),
      to: `${typeName(checker, param).replace(/' .*/, '')} &`,
    })
}

/** A call that no function takes, or several do equally well. */
interface FailedCall {
  readonly name: string
  readonly set: FunctionSet
  readonly candidates: readonly Candidate[]
  readonly args: readonly Expr[]
  readonly isMember: boolean
}

/** "no matching function" with a note a candidate, or "ambiguous". */
export function reportCall(
  checker: Checker,
  problem: 'none' | 'ambiguous',
  { name, set, candidates, args, isMember }: FailedCall,
  span: Span,
): void {
  if (problem === 'ambiguous') {
    const error = report(checker, 'E2171', span, { name })
    for (const { entity } of candidates.slice(0, MAX_SHOWN)) note(checker, error, 'N2004', entity.decl.nameSpan, {})
    noteRest(checker, error, candidates.length, span)
    return
  }
  const error = report(checker, isMember ? 'E2172' : 'E2170', span, { name })
  for (const candidate of candidates.slice(0, MAX_SHOWN)) explain(checker, error, candidate, candidate.entity, args)
  noteRest(checker, error, candidates.length, span)
  // Templates that the arguments make no function of.
  const made = new Set(candidates.map(({ entity }) => entity.decl))
  for (const entity of set.list) {
    if (!entity.instances || made.has(entity.decl)) continue
    if (checker.silent === 0) checker.failedTemplates.add(entity)
    explainTemplate(checker, error, entity.decl, args.length)
  }
}

/** Overloads of a function that get a note; clang shows them all. */
const MAX_SHOWN = 12

function noteRest(checker: Checker, error: Diagnostic, count: number, at: Span): void {
  if (count > MAX_SHOWN) note(checker, error, 'N2072', at, { count: count - MAX_SHOWN })
}

function explainTemplate(checker: Checker, error: Diagnostic, decl: FunctionDecl, given: number): void {
  const required = decl.params.filter(param => !param.defaultValue).length
  if (given >= required && given <= decl.params.length) return void note(checker, error, 'N2010', decl.nameSpan, {})
  const wanted = countText(required, decl.params.length, given)
  note(checker, error, 'N2073', decl.nameSpan, { wanted, given: providedText(given, false) })
}

function explain(
  checker: Checker,
  error: Diagnostic,
  candidate: Candidate,
  entity: FunctionEntity,
  args: readonly Expr[],
): void {
  const place = entity.decl.nameSpan
  const { params, required } = candidate
  if (args.length < required || args.length > params.length) {
    const wantsOne = params.length === 1 && required === 1
    const wanted = wantsOne
      ? `single argument '${(params[0] as ParamSymbol).name ?? ''}'`
      : countText(required, params.length, args.length)
    note(checker, error, 'N2005', place, { wanted, given: providedText(args.length, wantsOne && args.length > 1) })
    return
  }
  for (let i = 0; i < args.length; i++) {
    const [param, arg] = [params[i]!, args[i]!]
    if (argumentCost(param, arg, 'places') !== undefined) continue
    if (param.mode !== 'in' && placeOf(arg) !== 'assignable') note(checker, error, 'N2011', place, { nth: nth(i) })
    else {
      const to = `${param.isShared ? 'groupshared ' : ''}${typeName(checker, param)}`
      note(checker, error, 'N2006', place, { from: exprTypeName(checker, arg), to, nth: nth(i) })
    }
    return
  }
}

function countText(required: number, all: number, given: number): string {
  const bound = required === all ? '' : given < required ? 'at least ' : 'at most '
  const count = given < required ? required : all
  return `${bound}${count} argument${count === 1 ? '' : 's'}`
}
