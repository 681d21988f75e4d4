// Bit fields in declarations, initialiser lists and assignments. Facts measured with DXC, among them some that nobody would guess:
// * only a list whose braces and items have exactly the shape of its type sets bit fields; any other stores each item into the whole integer that
//   the bit field lies in, so that the last one of an integer stays;
// * a list of constants for a variable that is const or static gives the integers and other members, in order, the values of the first items.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { bitsOfUnit, eachDeclaredLeaf, extractBits, integerOf, placeBitField } from '../../tree/bit_fields.ts'
import { elementOf, isBool, isFloat } from '../../tree/numeric.ts'
import type { Expr, PackedPart } from '../../tree/typed.ts'
import { type BitField, type Field, type ScalarType, type StructType, sameType, type Type } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import type { RecordInfo } from '../core/scopes.ts'
import { shownType } from '../core/type_names.ts'
import { evaluate } from './constants.ts'
import { converted } from './conversions.ts'
import { integralConstant } from './integral_constants.ts'
import { settled } from './literals.ts'

/** Declares `type name : width` in a record; false (reported) when it can only be an ordinary field. */
export function declareBitField(
  checker: Checker,
  node: A.VariableDecl,
  widthNode: A.Expr,
  type: Type,
  record: RecordInfo,
): boolean {
  const span = node.nameSpan
  if (checker.options.hlslVersion < 2021) report(checker, 'E2284', widthNode, {})
  if (node.annotations.length > 0) report(checker, 'E2289', widthNode, {})
  const width = checkedWidth(checker, node, widthNode, type)
  if (width === undefined) return node.name === ''
  const placed = placeBitField(record.type, {
    name: node.name,
    type: type as ScalarType,
    width,
    native16Bit: checker.options.native16Bit,
    precise: node.modifiers.some(m => m.name === 'precise'),
    modifiers: node.modifiers.map(m => m.name),
    pos: span.pos,
    end: span.end,
  })
  if (placed && node.name !== '') record.scope.set(node.name, { kind: 'field', ...placed })
  return true
}

function checkedWidth(checker: Checker, node: A.VariableDecl, widthNode: A.Expr, type: Type): number | undefined {
  if (type.kind === 'error') return undefined
  const { name, nameSpan: span } = node
  const which = name === '' ? 'anonymous bit-field' : `bit-field '${name}'`
  const given = settled(checker.expr(widthNode))
  if (given.type.kind === 'error') return undefined
  if (!integerOf(type)) return void report(checker, 'E2285', span, { which, type: shownType(type) })
  const element = elementOf(given.type)
  const value = element && !isFloat(element) ? integralConstant(checker, given, 'everything') : undefined
  if (value === undefined) return void report(checker, 'E2220', widthNode, { what: 'expression' })
  const width = Number(value)
  const bits = bitsOfUnit(type)
  if (width < 0) return void report(checker, 'E2288', span, { which, width })
  if (width === 0 && name !== '') return void report(checker, 'E2287', span, { name })
  if (width > bits) return void report(checker, 'E2286', span, { which, width, bits })
  return width
}

/** Says when a constant does not fit the bit field it is assigned to. */
export function warnBitFieldLoss(checker: Checker, target: Expr, value: Expr, at: Span): void {
  if (target.kind !== 'bit-field' || value.kind !== 'literal' || typeof value.value === 'boolean') return
  if (isBool(target.type)) return
  // DXC says nothing about floats, so that no infinity comes here: `s.a = 1.0 / 0.0`.
  const element = elementOf(value.type)
  if (element && isFloat(element)) return
  const before = BigInt(Math.trunc(Number(value.value)))
  const { bits } = target
  const after = extractBits(before << BigInt(bits.offset), bits)
  if (after !== before)
    report(checker, 'W2149', at, { from: shownType(value.type), before: String(before), after: String(after) })
}

// ---- initialiser lists ---------------------------------------------------------------------------------------------------------------

/** Leaves of an initialiser list as the type stores them, from its leaves as the type declares them. */
export function storedLeaves(
  node: A.InitListExpr,
  type: Type,
  items: readonly Expr[],
  declared: readonly Expr[],
  isStatic: boolean,
): readonly Expr[] {
  const way =
    isStatic && declared.every(leaf => evaluate(leaf)) ? 'first' : isExact(node, type, items) ? 'bits' : 'whole'
  const out: Expr[] = []
  new Stores(declared, out).store(node, type, way)
  return out
}

/** Whether braces and items have the very shape of the type. */
function isExact(node: A.InitListExpr, type: Type, items: readonly Expr[]): boolean {
  let at = 0
  const matches = (given: A.Expr, to: Type): boolean => {
    if (given.kind !== 'init_list') {
      const from = items[at++]!.type
      return isPlain(from) && isPlain(to) ? true : sameType(from, to)
    }
    if (to.kind === 'array')
      return given.items.length === to.size && given.items.every(item => matches(item, to.element))
    if (to.kind !== 'struct' || to.base) return false
    const members = declaredTypes(to)
    return given.items.length === members.length && given.items.every((item, i) => matches(item, members[i]!))
  }
  return matches(node, type)
}

const isPlain = (type: Type): boolean => type.kind === 'scalar' || type.kind === 'enum'

const declaredTypes = (type: StructType): Type[] =>
  type.fields.flatMap(field => (field.bits ? field.bits.map(bits => bits.type) : [field.type]))

/** copy: the integers of a struct that is an item of an exact list. */
type Way = 'bits' | 'whole' | 'first' | 'copy'

/** Takes declared leaves one after the other and appends stored ones. */
class Stores {
  readonly #declared: readonly Expr[]
  readonly #out: Expr[]
  #at = 0

  constructor(declared: readonly Expr[], out: Expr[]) {
    this.#declared = declared
    this.#out = out
  }

  /** `node` is what was written for a value of the type, unless it has no braces of its own. */
  store(node: A.Expr | undefined, type: Type, way: Way): void {
    const list = node?.kind === 'init_list' ? node : undefined
    const inner = way === 'bits' && !list ? 'copy' : way
    if (type.kind === 'array') for (let i = 0; i < type.size; i++) this.store(list?.items[i], type.element, inner)
    else if (type.kind === 'struct') this.#struct(list, type, inner)
    else eachDeclaredLeaf(type, () => this.#out.push(this.#declared[this.#at++]!))
  }

  #struct(list: A.InitListExpr | undefined, type: StructType, way: Way): void {
    if (type.base) this.#struct(undefined, type.base, way)
    const single = way === 'bits' || way === 'first'
    const members = single && type.fields.some(field => field.bits) ? declaredTypes(type) : undefined
    if (members?.every(isPlain)) {
      const leaves = members.map(() => this.#declared[this.#at++]!)
      if (way === 'first') this.#first(type, leaves)
      else this.#named(type, leaves)
      return
    }
    let item = 0
    for (const field of type.fields) {
      if (!field.bits) this.store(list?.items[item++], field.type, way)
      else {
        const leaves = field.bits.map(() => this.#declared[this.#at++]!)
        item += leaves.length
        const put = single ? packed(field, field.bits, leaves) : whole(field, leaves)
        this.#out.push(way === 'copy' ? integerBehind(leaves[0]!, put) : put)
      }
    }
  }

  #first(type: StructType, leaves: readonly Expr[]): void {
    for (const [i, field] of type.fields.entries()) this.#out.push(converted(leaves[i]!, field.type))
  }

  /** The items go to the members that have names, and those at the end of the list are too many where some have none. */
  #named(type: StructType, leaves: readonly Expr[]): void {
    let at = 0
    for (const field of type.fields) {
      const bits = field.bits?.filter(b => b.name !== '')
      this.#out.push(
        bits ? packed(field, bits, leaves.slice(at, at + bits.length)) : converted(leaves[at]!, field.type),
      )
      at += bits?.length ?? 1
    }
  }
}

/** What leavesOf() made a bit field's leaf of. */
const integerBehind = (leaf: Expr, otherwise: Expr): Expr => (leaf.kind === 'convert' ? leaf.operand : otherwise)

/** Each leaf in its bits. */
function packed(field: Field, list: readonly BitField[], leaves: readonly Expr[]): Expr {
  return pack(
    field,
    list.map(({ offset, width, type }, i) => ({ offset, width, value: asInteger(leaves[i]!, type, field) })),
  )
}

/** Each leaf in the whole integer, one after the other. */
function whole(field: Field, leaves: readonly Expr[]): Expr {
  if (leaves.length === 1) return converted(leaves[0]!, field.type)
  const width = bitsOfUnit(field.type)
  return pack(
    field,
    leaves.map(leaf => ({ offset: 0, width, value: converted(leaf, field.type) })),
  )
}

const asInteger = (leaf: Expr, type: Type, field: Field): Expr =>
  converted(leaf.type === type ? leaf : converted(leaf, type), field.type)

function pack(field: Field, parts: readonly PackedPart[]): Expr {
  const { pos, end } = parts[0]?.value ?? field
  return { kind: 'pack', type: field.type as ScalarType, parts, pos, end }
}
