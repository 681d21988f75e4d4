// Overload resolution: every argument of every candidate gets a cost, the least sum wins, a tie is ambiguous. Facts measured with DXC.

import type { Span } from '../../diag/sources.ts'
import type { Expr, IntrinsicParam, ParamSymbol } from '../typed.ts'
import { type Type, typeText } from '../types.ts'
import { type Checker, note, report } from './context.ts'
import { conversionCost, converted, narrows, warnLoss } from './conversions.ts'
import { settled } from './literals.ts'
import { hasRepeats, placeOf } from './lvalues.ts'
import { elementOf } from './numeric.ts'
import type { FunctionEntity } from './scopes.ts'

export interface Candidate {
  readonly params: readonly { readonly type: Type; readonly mode: IntrinsicParam['mode'] }[]
  /** Parameters without a default value. */
  readonly required: number
  /** undefined for a builtin. */
  readonly entity: FunctionEntity | undefined
}

/** Sum of the costs of passing these arguments, or undefined when the candidate cannot take them. */
export function callCost(candidate: Candidate, args: readonly Expr[]): number | undefined {
  if (args.length < candidate.required || args.length > candidate.params.length) return undefined
  let sum = 0
  for (let i = 0; i < args.length; i++) {
    const cost = argumentCost(candidate.params[i]!, args[i]!)
    if (cost === undefined) return undefined
    sum += cost
  }
  return sum
}

function argumentCost(param: Candidate['params'][number], arg: Expr): number | undefined {
  if (param.mode === 'in') return conversionCost(arg.type, param.type)
  if (arg.type.kind !== 'error' && (placeOf(arg) !== 'assignable' || hasRepeats(arg))) return undefined
  // DXC wants both directions even of a pure out parameter, but counts the one that is gone.
  const inward = conversionCost(arg.type, param.type)
  const outward = conversionCost(param.type, arg.type)
  if (inward === undefined || outward === undefined) return undefined
  return param.mode === 'out' ? outward : inward + outward
}

/** The best candidate; 'none' and 'ambiguous' are for the caller to report. */
export function bestOf(candidates: readonly Candidate[], args: readonly Expr[]): Candidate | 'none' | 'ambiguous' {
  let best: Candidate | undefined
  let least = Number.POSITIVE_INFINITY
  let tied = false
  for (const candidate of candidates) {
    const cost = callCost(candidate, args)
    if (cost === undefined || cost > least) continue
    // A function of the program hides a builtin that is just as good.
    tied = cost === least && best !== undefined && best.entity !== undefined && candidate.entity !== undefined
    if (cost < least || candidate.entity !== undefined) best = candidate
    least = cost
  }
  return tied ? 'ambiguous' : (best ?? 'none')
}

export const candidateOf = (entity: FunctionEntity): Candidate => {
  const params = entity.symbol!.params
  return { params, required: params.filter(p => p.defaultValue === undefined).length, entity }
}

/** Arguments as the chosen parameters want them; l-values of out and inout ones stay as written. */
export function convertArguments(cx: Checker, params: Candidate['params'], args: readonly Expr[]): Expr[] {
  return args.map((arg, i) => {
    const param = params[i]!
    if (param.mode !== 'in') {
      if (param.mode !== 'ref') warnOutput(cx, arg, param.type)
      return arg
    }
    if (arg.type.kind === 'error') return arg
    warnLoss(cx, arg, param.type, arg)
    return param.type.kind === 'error' ? settled(arg) : converted(arg, param.type)
  })
}

/** What a parameter begins with is narrower than the argument behind it. */
function warnOutput(cx: Checker, arg: Expr, to: Type): void {
  const from = elementOf(arg.type)
  const target = elementOf(to)
  if (from && target && narrows(from, target))
    report(cx, 'W2102', arg, { from: typeText(arg.type), to: `${typeText(to)} &` })
}

const NTH = ['1st', '2nd', '3rd']

/** "no matching function" with a note a candidate, or "ambiguous". */
export function reportCall(
  cx: Checker,
  problem: 'none' | 'ambiguous',
  name: string,
  candidates: readonly Candidate[],
  args: readonly Expr[],
  span: Span,
  isMember: boolean,
): void {
  if (problem === 'ambiguous') {
    const error = report(cx, 'E2171', span, { name })
    for (const { entity } of candidates) if (entity) note(cx, error, 'N2004', entity.decl.nameSpan, {})
    return
  }
  const error = report(cx, isMember ? 'E2172' : 'E2170', span, { name })
  for (const candidate of candidates) if (candidate.entity) explain(cx, error, candidate, candidate.entity, args)
}

function explain(
  cx: Checker,
  error: ReturnType<typeof report>,
  candidate: Candidate,
  entity: FunctionEntity,
  args: readonly Expr[],
): void {
  const place = entity.decl.nameSpan
  const { params, required } = candidate
  if (args.length < required || args.length > params.length) {
    const given =
      args.length === 0
        ? 'no arguments were provided'
        : args.length === 1
          ? '1 was provided'
          : `${args.length} were provided`
    note(cx, error, 'N2005', place, {
      wanted: wantedCount(candidate, args.length),
      given: params.length === 1 && args.length > 1 ? `${args.length} arguments were provided` : given,
    })
    return
  }
  for (let i = 0; i < args.length; i++) {
    if (argumentCost(params[i]!, args[i]!) !== undefined) continue
    const nth = NTH[i] ?? `${i + 1}th`
    if (params[i]!.mode !== 'in' && placeOf(args[i]!) !== 'assignable') note(cx, error, 'N2011', place, { nth })
    else note(cx, error, 'N2006', place, { from: typeText(args[i]!.type), to: typeText(params[i]!.type), nth })
    return
  }
}

function wantedCount(candidate: Candidate, given: number): string {
  const { params, required } = candidate
  if (params.length === 1 && required === 1) return `single argument '${(params[0] as ParamSymbol).name ?? ''}'`
  const bound = required === params.length ? '' : given < required ? 'at least ' : 'at most '
  const count = given < required ? required : params.length
  return `${bound}${count} argument${count === 1 ? '' : 's'}`
}
