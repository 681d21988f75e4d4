// Literals that an implicit conversion makes into another number, in clang's words: floats to integers and truth values, integers to fewer bits.

import { table } from '../../../base/table.ts'
import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { bitsOf, elementOf, hasLiteral, isFloat, isSigned } from '../../tree/numeric.ts'
import type { Expr, LiteralExpr } from '../../tree/typed.ts'
import type { ScalarType, Type } from '../../tree/types.ts'
import { type Checker, report, reportIfReached } from '../core/context.ts'
import { type Declared, exprTypeName, typeName } from '../core/type_names.ts'
import { integralConstant } from './integral_constants.ts'

/** Warns of a literal or constant integer whose value `to` does not have, or of literals that are chosen among. Vectors made of one literal are not
    looked into, as in DXC. */
export function warnLiteral(checker: Checker, expr: Expr, declared: Declared): void {
  const to = declared.type
  if (expr.kind === 'conditional' && hasLiteral(expr.type)) {
    warnLiteral(checker, expr.then, declared)
    warnLiteral(checker, expr.else, declared)
    return
  }
  const from = to.kind === 'scalar' && isSingle(expr.type) ? elementOf(expr.type) : undefined
  if (to.kind !== 'scalar' || !from || isFloat(to)) return
  if (isFloat(from)) {
    const loss = expr.kind === 'literal' ? floatLoss(expr.value, from, to) : undefined
    if (loss && isWritten(checker, expr as LiteralExpr)) tell(checker, expr, bare(checker, expr), declared, loss)
    return
  }
  // Of integers every constant expression is looked at.
  if (expr.kind !== 'literal' && bitsOf(from) <= bitsOf(to)) return
  const value = expr.kind === 'literal' ? expr.value : integralConstant(checker, expr)
  const loss = value === undefined ? undefined : integerLoss(value, to)
  if (loss) tell(checker, expr, operatorOf(checker, expr), declared, loss)
}

const isSingle = (type: Type): boolean => type.kind === 'scalar' || type.kind === 'enum'

function tell(checker: Checker, expr: Expr, at: Span, to: Declared, loss: Loss): void {
  const args = { from: exprTypeName(checker, expr), to: typeName(checker, to), ...loss }
  if (isFloat(elementOf(expr.type)!)) report(checker, 'W2101', at, args)
  else reportIfReached(checker, 'W2446', at, args)
}

/** What clang points at: the operator that is computed last, or the literal. */
export function operatorOf(checker: Checker, expr: Expr): Span {
  const { kind, at, end } = expr
  return at !== undefined && (kind === 'literal' || kind === 'binary') ? { pos: at, end } : bare(checker, expr)
}

/** A literal without the parentheses around it, and a float without its sign, which is an operator. */
function bare(checker: Checker, expr: Expr): Span {
  const isSigned = expr.type.kind === 'scalar' && isFloat(expr.type)
  const before = (isSigned ? /^[\s(]*([-+][\s(]*)?/ : /^[\s(]*/).exec(textOf(checker, expr))![0].length
  return { pos: expr.pos + before, end: expr.end }
}

function textOf(checker: Checker, { pos, end }: Span): string {
  const file = checker.diagnostics.sources.fileAt(pos)
  return file?.text.slice(pos - file.base, end - file.base) ?? ''
}

/** What a constant expression gives is no literal, though it became one when it was folded. */
function isWritten(checker: Checker, expr: LiteralExpr): boolean {
  const text = textOf(checker, expr).replace(/^[\s(]+|[\s)]+$/g, '')
  return !/\s|[^\w.]/.test(text.replace(/^[-+]/, '').replace(/(\de)[-+](?=\d)/i, '$1'))
}

interface Loss {
  readonly before: string
  readonly after: string
}

/** The sign is an operator in front of the literal and not looked at. */
function floatLoss(given: number | bigint | boolean, from: ScalarType, to: ScalarType): Loss | undefined {
  const value = Math.abs(Number(given))
  const whole = Math.trunc(value)
  if (to.name === 'bool')
    return value === 0 || value === 1 ? undefined : { before: printed(value, from), after: String(whole !== 0) }
  const bits = BigInt(bitsOf(to) - (isSigned(to) ? 1 : 0))
  const most = (1n << bits) - 1n
  const after = Number.isFinite(whole) && BigInt(whole) < most ? BigInt(whole) : most
  return Number(after) === value ? undefined : { before: printed(value, from), after: String(after) }
}

function integerLoss(given: number | bigint | boolean, to: ScalarType): Loss | undefined {
  if (typeof given === 'boolean' || to.name === 'bool') return undefined
  const bits = Math.max(bitsOf(to), 16)
  if (given >= -1 && given < 2 ** 10) return undefined
  const value = BigInt(given)
  const width = value < 0n ? (-value - 1n).toString(2).length + 1 : value.toString(2).length
  if (value === -1n || width <= bits) return undefined
  const after = isSigned(to) ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)
  return { before: String(value), after: String(after) }
}

/** Zeros in front of or behind the digits that are still written out. */
const PADDING = 3

/** As LLVM prints numbers: as many digits as the type has, and an exponent where it saves zeros. */
function printed(value: number, type: ScalarType): string {
  const precision = bitsOf(type) === 64 || type.name.startsWith('literal') ? 16 : bitsOf(type) === 32 ? 8 : 4
  const [mantissa = '', exponent = '0'] = value.toExponential(precision - 1).split('e')
  const digits = mantissa.replace('.', '').replace(/0+$/, '') || '0'
  const scale = Number(exponent) - digits.length + 1
  if (scale >= 0 && scale <= PADDING) return digits + '0'.repeat(scale)
  if (scale < 0 && Number(exponent) >= -PADDING) return decimal(digits, scale)
  return `${digits[0]}.${digits.slice(1) || '0'}E${Number(exponent) < 0 ? '' : '+'}${Number(exponent)}`
}

function decimal(digits: string, scale: number): string {
  const padded = digits.padStart(1 - scale, '0')
  return `${padded.slice(0, scale)}.${padded.slice(scale)}`
}

/** Largest and smallest magnitude of each type of numbers, as clang writes them. */
const RANGES: ReadonlyMap<string, readonly [name: string, largest: string, smallest: string]> = table({
  'literal float': ['literal float', '1.7976931348623157E+308', '4.9406564584124654E-324'],
  double: ['double', '1.7976931348623157E+308', '4.9406564584124654E-324'],
  float: ['float', '3.40282347E+38', '1.40129846E-45'],
  float16_t: ['half', '65504', '5.9605E-8'],
})

/** A number that became infinite, or nothing, because its type has none like it. */
export function warnRange(checker: Checker, { text, pos, end }: A.FloatLiteral, value: number, type: ScalarType): void {
  const range = RANGES.get(type.name)
  if (!range) return
  const [name, largest, smallest] = range
  const span = { pos, end }
  // `1.#INF` is meant.
  if (value === Number.POSITIVE_INFINITY && text !== 'Infinity')
    report(checker, 'W2450', span, { how: 'large', type: name, bound: 'maximum', limit: largest })
  else if (value === 0 && /^[0.]*[1-9]/.test(text))
    report(checker, 'W2450', span, { how: 'small', type: name, bound: 'minimum', limit: smallest })
}
