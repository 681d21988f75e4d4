// What builtins ask of arguments beside their types.

import type { Span } from '../../../diag/sources.ts'
import { isOfFamily } from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import { leafTypes } from '../../tree/components.ts'
import { elementOf, isFloat, isNumeric } from '../../tree/numeric.ts'
import type { Expr } from '../../tree/typed.ts'
import { allFields, type ObjectType, type Type, typeText } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { integralConstant } from '../values/integral_constants.ts'

const MEMORY = 15
/** Known before shader model 6.9 and from it on. */
const SEMANTICS = 7
const SEMANTICS_LATER = 15

/** Flags of Barrier that do not exist: the message and the argument to blame. DXC names one argument of a call. */
export function unknownFlags(
  memory: unknown,
  semantics: unknown,
  isLater: boolean,
): [code: 'E2372' | 'E2373' | 'E2658', argument: 0 | 1] | undefined {
  if (Number(memory ?? 0) & ~MEMORY) return ['E2372', 0]
  if (Number(semantics ?? 0) & ~(isLater ? SEMANTICS_LATER : SEMANTICS)) return [isLater ? 'E2658' : 'E2373', 1]
  return undefined
}

/** DXC looks through casts: `ReportHit(t, kind, (Attributes)0)` passes a number. */
export function checkAttributes(checker: Checker, expr: Expr): void {
  let given = expr
  while (given.kind === 'convert' && given.explicit) given = given.operand
  if (given.type.kind !== 'struct') report(checker, 'E2492', given, { what: 'attributes', where: 'type' })
}

/** What no shader knows is wrong where it is written, called or not. */
export function checkBarrier(checker: Checker, args: readonly Expr[]): void {
  const [memory, semantics] = args.map(arg => (arg.type.kind === 'object' ? undefined : integralConstant(checker, arg)))
  const wrong = unknownFlags(memory, semantics, checker.options.shaderModel.minor >= 9)
  if (wrong) report(checker, wrong[0], args[wrong[1]]!, {})
}

/** Atomics work on groupshared memory and on elements of UAVs. */
export function checkAtomicTarget(checker: Checker, target: Expr, call: Span): void {
  let at = target
  let isPart = false
  while (at.kind === 'member' || at.kind === 'index' || at.kind === 'swizzle' || at.kind === 'matrix-swizzle') {
    if (at.kind === 'swizzle') isPart = true
    at = at.base
  }
  if (at.kind === 'var') {
    const { storage } = at.symbol
    // A copy, whatever is passed; only a parameter that names shared memory is none.
    const isCopy = storage === 'parameter' && !('isShared' in at.symbol)
    if (isCopy) checker.fn?.entity.late.push(() => void report(checker, 'E2180', call, {}))
    if (storage === 'local' || storage === 'static' || storage === 'cbuffer') report(checker, 'E2180', call, {})
  } else if (
    at.kind === 'resource-index' &&
    isPart &&
    at.type.kind === 'vector' &&
    /Texture|(RW|Ordered)Buffer/.test(typeText(at.resource.type))
  )
    report(checker, 'E2181', call, {})
}

/** Methods of raw buffers for so many words. */
export const MADE_OF_WORDS = /^(Load|Store)[234]$/

/** Reports a template argument that a method of raw buffers does not take. */
export function refuseArgument(
  checker: Checker,
  type: Type,
  { member: name, memberSpan, templateArgs }: A.MemberExpr,
): void {
  const at = templateArgs?.[0] ?? memberSpan
  if (type.kind === 'error') return
  if (MADE_OF_WORDS.test(name))
    return void report(checker, 'E2668', { pos: memberSpan.end, end: memberSpan.end }, { name })
  report(checker, 'E2279', at, { name })
  const object = leafTypes(type).find(leaf => leaf.kind === 'object')
  if (object) report(checker, 'E2652', at, { type: typeText(object), place: 'builtin template parameters' })
}

/** Reports template arguments of methods, which came with HLSL 2018. */
export function refuseOldTemplate(checker: Checker, { member: name, memberSpan, templateArgs }: A.MemberExpr): boolean {
  if (!templateArgs || checker.options.hlslVersion >= 2018) return false
  report(checker, 'E2832', templateArgs[0] ?? memberSpan, { name })
  return true
}

/** Reports template arguments where nothing but Load and Store of raw buffers takes any. @param at where the method's name begins */
export function refuseTemplate(
  checker: Checker,
  type: ObjectType,
  args: readonly A.TemplateArg[] | undefined,
  { name, pos }: { readonly name: string; readonly pos: number },
): boolean {
  if (!args || (isOfFamily(type.name, 'raw') && (name === 'Load' || name === 'Store'))) return false
  report(checker, 'E2668', { pos: pos + name.length, end: pos + name.length }, { name })
  return true
}

/** What Load and Store of raw buffers take. */
export function holdsOnlyNumbers(type: Type): boolean {
  if (type.kind === 'array') return holdsOnlyNumbers(type.element)
  if (type.kind === 'struct') return allFields(type).every(field => holdsOnlyNumbers(field.type))
  return isNumeric(type) || type.kind === 'enum' || type.kind === 'void'
}

/** Sampling filters: it takes floats of at most 32 bits, from shader model 6.7 on integers of 32 bits too unless it compares. */
export function canSample(checker: Checker, type: ObjectType, method: string): boolean {
  if (method === 'GatherRaw') return type.element?.kind === 'scalar' && RAW_TEXELS.has(type.element.name)
  if (!SAMPLING_METHODS.has(method) || !type.element) return true
  const element = elementOf(type.element)
  if (!element) return true
  if (isFloat(element)) return element.name !== 'double'
  if (element.name === 'bool' || method.startsWith('SampleCmp')) return false
  const { major, minor } = checker.options.shaderModel
  return major > 6 || (major === 6 && minor >= 7)
}

/** Texels that can be told apart from nothing but their size. */
const RAW_TEXELS: ReadonlySet<string> = new Set(['uint', 'uint16_t', 'uint64_t'])

const SAMPLING_METHODS: ReadonlySet<string> = new Set([
  ...['Sample', 'SampleBias', 'SampleCmp', 'SampleCmpLevel', 'SampleCmpLevelZero', 'SampleGrad', 'SampleLevel'],
])
