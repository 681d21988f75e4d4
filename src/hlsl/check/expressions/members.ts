// Member access that is not a call: fields, static members, vector and matrix swizzles; and subscripts of all kinds.

import { replacement } from '../../../diag/diagnostics.ts'
import type { Span } from '../../../diag/sources.ts'
import { objectTypeRow } from '../../../spec/object_types.ts'
import { subobjectRow } from '../../../spec/subobjects.ts'
import type * as A from '../../tree/ast.ts'
import { holdsObject } from '../../tree/components.ts'
import { countOf, elementOf, isFloat, isNumeric, stored, UINT } from '../../tree/numeric.ts'
import { isPatch } from '../../tree/patches.ts'
import type { Expr, HeapExpr, VarSymbol } from '../../tree/typed.ts'
import {
  array,
  CHAR,
  innermost,
  isScoped,
  type MatrixType,
  type ObjectType,
  type StructType,
  sameType,
  type Type,
  vector,
} from '../../tree/types.ts'
import { type Checker, note, report, tokenBehind } from '../core/context.ts'
import { SHORT_VECTOR } from '../core/long_vectors.ts'
import { hasRepeats } from '../core/lvalues.ts'
import { memberScope, membersOf, reportNoMember } from '../core/names.ts'
import { type Entity, type FieldName, isPattern } from '../core/scopes.ts'
import { methodNames, methodsOf } from '../core/signatures.ts'
import { exprTypeName, shownType } from '../core/type_names.ts'
import { isIndexVector } from '../symbols/mesh.ts'
import { nodeElement } from '../symbols/node_types.ts'
import { conversionCost, converted, isConstantBuffer, warnComma, warnLoss } from '../values/conversions.ts'
import { heapElement, heapOf, isHeap } from '../values/heaps.ts'
import { inBounds } from '../values/index_bounds.ts'
import { integralConstant } from '../values/integral_constants.ts'
import { arrayIndex, errorExpr, literal, settled } from '../values/literals.ts'
import { hasCertainType } from './certain_types.ts'

/** `object.member` for a checked object. */
export function memberOf(checker: Checker, base: Expr, node: A.MemberExpr): Expr {
  checker.watch?.member(node, base)
  if (node.arrow) reportArrow(checker, node)
  if (node.templateWord) checkTemplateWord(checker, node, node.templateWord, base.type)
  const { type } = base
  switch (type.kind) {
    case 'error':
      if (checker.inPattern && !hasCertainType(checker, node.object)) checker.dependentMembers.depends(node)
      return errorExpr(node)
    case 'scalar':
      doubtScalar(checker, base, node)
      return swizzle(checker, base, 1, node)
    case 'vector':
      return swizzle(checker, base, type.size, node)
    case 'matrix':
      return matrixSwizzle(checker, base, type, node)
    case 'struct':
      return structMember(checker, base, type, node)
    case 'object':
      return objectMember(checker, base, type, node)
    case 'array':
      if (node.member === 'Length') return arrayLength(checker, type.size, node)
      report(checker, 'E2145', node.memberSpan, { type: exprTypeName(checker, base) })
      return errorExpr(node)
    default:
      report(checker, 'E2145', tokenBehind(checker, node.object.end, node.end), { type: exprTypeName(checker, base) })
      return errorExpr(node)
  }
}

/** Of what depends on a template's parameter only a vector has components. */
function doubtScalar(checker: Checker, base: Expr, node: A.MemberExpr): void {
  const dot = tokenBehind(checker, node.object.end, node.end)
  const refuse = (): void => void report(checker, 'E2145', dot, { type: exprTypeName(checker, base) })
  if (!checker.inPattern) checker.dependentMembers.doubt(checker.diagnostics, node, refuse, true)
}

/** `object.get<int>()` without the word: where the object depends on a template's parameter `<` compares. */
export function doubtTemplate(checker: Checker, node: A.MemberExpr): void {
  if (!node.templateArgs || node.templateWord || node.object.kind === 'this') return
  const refuse = (): void => void report(checker, 'E1167', node.memberSpan, { name: node.member })
  if (!checker.inPattern) checker.dependentMembers.doubt(checker.diagnostics, node, refuse, false)
}

/** `object.template member`: templates may be named so, as all methods of objects are. */
export function checkTemplateWord(checker: Checker, node: A.MemberExpr, word: Span, type: Type): void {
  if (type.kind === 'error') return
  const { member, memberSpan } = node
  if (!checker.fn?.entity.depth) report(checker, 'W3990', word, {})
  const found = memberScope(checker, type)?.member(member)
  const isTemplate =
    type.kind === 'object'
      ? methodsOf(type.name, member).length > 0
      : found?.kind === 'functions' && found.list.some(f => f.instances)
  if (!isTemplate) report(checker, 'E1028', memberSpan, { name: member }, { ranges: [word] })
}

/** `object->member` */
export function reportArrow(checker: Checker, { object, memberSpan }: A.MemberExpr): void {
  const between = checker.diagnostics.sources.textOf({ pos: object.end, end: memberSpan.pos })
  const pos = object.end + Math.max(0, between?.indexOf('->') ?? 0)
  const arrow = { pos, end: pos + 2 }
  report(checker, 'E2117', arrow, {}, { ranges: [object], fixIts: [replacement(arrow, '.')] })
}

/** `array.Length`, of FXC's language. */
function arrayLength(checker: Checker, size: number, node: A.MemberExpr): Expr {
  if (checker.options.hlslVersion > 2016) {
    report(checker, 'E2156', node.memberSpan, {})
    return errorExpr(node)
  }
  report(checker, 'W2114', node.memberSpan, {})
  return { kind: 'literal', type: UINT, value: size, pos: node.pos, end: node.end }
}

/** What is behind `this.` in a struct template is known in instances alone, whatever the template declares. */
export function inOwnPattern(checker: Checker, type: StructType): boolean {
  const record = checker.inPattern ? checker.records.get(type) : undefined
  return record !== undefined && isPattern(record)
}

function structMember(checker: Checker, base: Expr, type: StructType, node: A.MemberExpr): Expr {
  if (inOwnPattern(checker, type)) {
    checker.dependentMembers.depends(node)
    return errorExpr(node)
  }
  const scope = membersOf(checker, type, node)
  if (scope === 'failed') return errorExpr(node)
  const found = scope?.member(node.member)
  if (found?.kind === 'field') {
    if (subobjectRow(type.name)) report(checker, 'E2483', node.memberSpan, { name: node.member, type: type.name })
    return fieldOf(base, found, node)
  }
  const own = ofType(checker, found, node)
  if (own) return own
  if (found) report(checker, 'E2118', node, { type: shownType(type) })
  else if (!checker.records.get(type)?.hasUnknownBase) reportNoMember(checker, node.member, type, node, [])
  return errorExpr(node)
}

/** A static member, or a value of an enumeration inside of the struct. */
function ofType(checker: Checker, found: Entity | undefined, node: A.MemberExpr): Expr | undefined {
  if (found?.kind === 'constant' && found.type.kind === 'enum') return literal(found.type, found.value, node)
  if (found?.kind !== 'var') return undefined
  needsDefinition(checker, found, node.memberSpan)
  return { kind: 'var', type: found.type, symbol: found, pos: node.pos, end: node.end }
}

/** A static member without a constant value is only announced in its struct; using it takes a definition, which may stand behind. */
export function needsDefinition(checker: Checker, symbol: VarSymbol, at: Span): void {
  if (!symbol.isAnnounced || isTakenApart(symbol.type)) return
  checker.fn?.entity.late.push(() => {
    if (!symbol.isAnnounced) return
    delete symbol.isAnnounced
    const error = report(checker, 'E2724', symbol, { name: symbol.qualifiedName })
    note(checker, error, 'N2720', at, {})
  })
}

/** What DXC replaces by variables of its own, one for each part: then nobody misses the whole. Other types stay, and its validation refuses them. */
const isTakenApart = (type: Type): boolean =>
  (type.kind === 'struct' || type.kind === 'array') && innermost(type).kind !== 'matrix' && !holdsObject(type)

/** What an exported function uses is not known to whoever links it, so it holds no resources of its own. */
export function refuseStaticResource(checker: Checker, symbol: VarSymbol): void {
  if (checker.options.stage !== 'lib' || symbol.storage !== 'static' || !holdsObject(symbol.type)) return
  checker.fn?.entity.late.push(stage => {
    if (stage === 'lib') checker.refusedStatics.add(symbol)
  })
}

/** A field of an object, which may be a bit field. */
export function fieldOf(object: Expr, { field, bits, through = [] }: FieldName, { pos, end }: Span): Expr {
  let base = object
  for (const outer of through) base = { kind: 'member', type: outer.type, base, field: outer, pos, end }
  const member = { kind: 'member', type: field.type, base, field, pos, end } as const
  return bits ? { kind: 'bit-field', type: bits.type, base: member, bits, pos, end } : member
}

function objectMember(checker: Checker, base: Expr, type: ObjectType, node: A.MemberExpr): Expr {
  if (isPatch(type) && node.member === 'Length')
    return { kind: 'literal', type: UINT, value: type.count, pos: node.pos, end: node.end }
  if (isConstantBuffer(type) && type.element?.kind === 'struct') {
    const scope = membersOf(checker, type.element, node)
    if (scope === 'failed') return errorExpr(node)
    const found = scope?.member(node.member)
    if (found?.kind === 'field') return fieldOf(base, found, node)
    const own = ofType(checker, found, node)
    if (own) return own
    if (!found) reportNoMember(checker, node.member, type.element, node, [])
    else report(checker, 'E2118', node, { type: shownType(type) })
    return errorExpr(node)
  }
  if (membersOf(checker, type, node) !== 'failed')
    reportNoMember(checker, node.member, type, node, methodNames(type.name))
  return errorExpr(node)
}

type MatrixSwizzleError = 'E2142' | 'E2143' | 'E2144' | 'E2997' | 'E2998' | 'E2999'

const XYZW = 'xyzw'
const RGBA = 'rgba'

function swizzle(checker: Checker, base: Expr, size: number, node: A.MemberExpr): Expr {
  const name = node.member
  if (isIndexVector(base)) {
    report(checker, 'E2426', node.memberSpan, {})
    return errorExpr(node)
  }
  const set = XYZW.includes(name[0]!) ? XYZW : RGBA
  const components: number[] = []
  for (const letter of name) components.push(set.indexOf(letter))
  if (components.includes(-1)) {
    if (/^[xyzwrgba]+$/.test(name)) report(checker, 'E2152', node.memberSpan, {})
    else report(checker, 'E2140', node.memberSpan, { name })
    return errorExpr(node)
  }
  if (components.length > 4) {
    report(checker, 'E2142', node.memberSpan, { name })
    return errorExpr(node)
  }
  if (size > SHORT_VECTOR) {
    report(checker, 'E2651', node.memberSpan, { name })
    return errorExpr(node)
  }
  if (components.some(i => i >= size)) {
    report(checker, 'E2141', node.memberSpan, { name })
    return errorExpr(node)
  }
  const element = elementOf(base.type)!
  // A component of a half4 is a half; `h.x` of a scalar takes the way over a vector.
  const own = components.length === 1 && base.type.kind === 'vector' ? element : stored(element)
  const type = components.length === 1 ? own : vector(own, components.length)
  const { pos, end } = node
  // Only what names each component once stays an l-value when the two are made one.
  if (base.kind === 'swizzle' && !hasRepeats(base))
    return { ...base, type, components: components.map(i => base.components[i]!), pos, end }
  return { kind: 'swizzle', type, base, components, pos, end }
}

function matrixSwizzle(checker: Checker, base: Expr, type: MatrixType, node: A.MemberExpr): Expr {
  const name = node.member
  const wrong = wrongMatrixSwizzle(name, type)
  if (wrong) {
    report(checker, wrong, node.memberSpan, { name })
    return errorExpr(node)
  }
  const components = matrixPositions(name)
  const result = components.length === 1 ? type.element : vector(stored(type.element), components.length)
  return { kind: 'matrix-swizzle', type: result, base, components, pos: node.pos, end: node.end }
}

/** Rows and columns of `_m00_m01` or `_11_12`, from zero. */
const matrixPositions = (name: string): (readonly [number, number])[] =>
  Array.from(name.matchAll(/_(m?)(\d)(\d)/g), ([, m, row, column]) => {
    const bias = m === 'm' ? 0 : 1
    return [Number(row) - bias, Number(column) - bias] as const
  })

/** The message about what is written behind the dot of a matrix, if it is wrong: about the first position that is. */
function wrongMatrixSwizzle(name: string, { rows, columns }: MatrixType): MatrixSwizzleError | undefined {
  const zeroBased = name.startsWith('_m')
  let count = 0
  for (let at = 0; at < name.length; at += zeroBased ? 4 : 3) {
    const [, m, digits] = /^_(m?)(\d\d)?/.exec(name.slice(at)) ?? []
    if (m === undefined) return 'E2143'
    if ((m === 'm') !== zeroBased) return m === 'm' || /^_\d/.test(name.slice(at)) ? 'E2997' : 'E2143'
    if (digits === undefined) return 'E2143'
    if (zeroBased && digits.includes('4')) return 'E2998'
    if (!zeroBased && digits.includes('0')) return 'E2999'
    if (count++ === 4) return 'E2142'
  }
  // A position such as _55 is another one of the matrix for DXC, which keeps two bits of each digit.
  return matrixPositions(name).some(([row, column]) => row >= rows || column >= columns) ? 'E2144' : undefined
}

/** Coordinates that subscripting an object takes; 0: it has no subscript. */
const indexSize = (name: string): number => objectTypeRow(name)?.index ?? 0

/** `object[index]` for checked operands. */
export function subscript(checker: Checker, base: Expr, index: Expr, node: A.IndexExpr): Expr {
  const { type } = base
  if (type.kind === 'error' || index.type.kind === 'error') return errorExpr(node)
  if (isIndexVector(base)) {
    report(checker, 'E2426', tokenBehind(checker, node.object.end, node.end), {})
    return errorExpr(node)
  }
  if (isHeap(type)) return heapIndex(checker, heapOf(base), index, node)
  if (type.kind === 'object' && indexSize(type.name) > 0)
    return resourceIndex(checker, base, type, index, undefined, node)
  if (type.kind === 'string') {
    const bytes = bytesOf(node.object)
    if (bytes) return subscript(checker, bytes, index, node)
  }
  const element = indexedType(type)
  if (!element) {
    const bracket = tokenBehind(checker, node.object.end, node.end)
    if (type.kind === 'object') report(checker, 'E2154', bracket, { type: exprTypeName(checker, base) })
    else report(checker, 'E2146', bracket, {})
    return errorExpr(node)
  }
  if (type.kind !== 'array') warnComma(checker, index)
  const at = scalarIndex(checker, index, base, node)
  if (!at || !inBounds(checker, base, settled(index), node)) return errorExpr(node)
  const known = element === CHAR && base.kind === 'init-list' ? integralConstant(checker, at) : undefined
  if (known !== undefined && base.kind === 'init-list')
    return { ...base.leaves[Number(known)]!, pos: node.pos, end: node.end }
  return { kind: 'index', type: element, base, index: at, pos: node.pos, end: node.end }
}

/** What a string consists of: the bytes of UTF-8 and a zero. */
function bytesOf(node: A.Expr): Expr | undefined {
  if (node.kind === 'paren') return bytesOf(node.inner)
  if (node.kind !== 'string_literal') return undefined
  const leaves = [...new TextEncoder().encode(node.value), 0].map(byte => literal(CHAR, byte, node))
  return { kind: 'init-list', type: array(CHAR, leaves.length), leaves, pos: node.pos, end: node.end }
}

function heapIndex(checker: Checker, heap: HeapExpr, index: Expr, node: A.IndexExpr): Expr {
  const given = settled(index)
  const isScalar = isNumeric(given.type) ? countOf(given.type) === 1 : given.type.kind === 'enum'
  if (!isScalar || conversionCost(given.type, UINT) === undefined) {
    report(checker, 'E2150', tokenBehind(checker, node.object.end, node.end), { type: shownType(heap.type) })
    return errorExpr(node)
  }
  warnLoss(checker, index, { type: UINT }, index)
  return heapElement(heap, converted(given, UINT), node)
}

function indexedType(type: Type): Type | undefined {
  if (type.kind === 'array') return type.element
  if (type.kind === 'vector') return type.element
  return type.kind === 'matrix' ? vector(type.element, type.columns) : undefined
}

/** An index as int or uint scalar (64-bit and 16-bit ones as they are wide or narrow converted to those). */
function scalarIndex(checker: Checker, index: Expr, base: Expr, node: A.IndexExpr): Expr | undefined {
  const value = base.type.kind === 'array' ? arrayIndex(index) : settled(index)
  const { type } = value
  const element = elementOf(type)
  // Of an array even a vector of one element is none.
  const isSeveral = isNumeric(type) && (base.type.kind === 'array' ? type.kind !== 'scalar' : countOf(type) > 1)
  if (!element || isSeveral || isScoped(type)) {
    const bracket = tokenBehind(checker, node.object.end, node.end)
    if (type.kind === 'string' || (isScoped(type) && base.type.kind === 'array'))
      report(checker, 'E2151', { pos: bracket.pos, end: index.end }, {})
    else if (type.kind !== 'error')
      report(checker, 'E2150', bracket, { type: exprTypeName(checker, base) }, { ranges: [base, index] })
    return undefined
  }
  if (type.kind === 'scalar' && (type.name === 'int' || type.name === 'uint')) return value
  if (isFloat(element)) warnLoss(checker, index, { type: UINT }, index)
  return converted(isFloat(element) ? index : value, UINT)
}

function resourceIndex(
  checker: Checker,
  resource: Expr,
  type: ObjectType,
  index: Expr,
  level: Expr | undefined,
  span: Span,
): Expr {
  const size = indexSize(type.name)
  const wanted = size === 1 ? UINT : vector(UINT, size)
  const given = isNumeric(index.type) ? countOf(index.type) : 1
  const fits = conversionCost(index.type, wanted) !== undefined && given === size
  const element = nodeElement(type) ?? type.element
  if (!fits || !element) {
    const bracket = tokenBehind(checker, resource.end, span.end)
    report(checker, 'E2150', bracket, { type: exprTypeName(checker, resource) })
    return errorExpr(span)
  }
  warnComma(checker, index)
  warnLoss(checker, index, { type: wanted }, index)
  const at = sameType(index.type, wanted) ? index : converted(index, wanted)
  return { kind: 'resource-index', type: element, resource, index: at, level, pos: span.pos, end: span.end }
}

/** A record of a node, as the element that it is. */
export function nodeRecord(
  checker: Checker,
  object: Expr,
  type: ObjectType,
  index: Expr | undefined,
  node: A.CallExpr,
): Expr {
  if (index) {
    const made = resourceIndex(checker, object, type, index, undefined, node)
    return made.kind === 'resource-index' ? { ...made, isGet: true } : made
  }
  const first: Expr = { kind: 'literal', type: UINT, value: 0, pos: node.pos, end: node.end }
  return {
    kind: 'resource-index',
    type: type.element!,
    resource: object,
    index: first,
    level: undefined,
    isGet: true,
    pos: node.pos,
    end: node.end,
  }
}

/** `texture.mips[level][xy]` and `texture.sample[i][xy]`: both subscripts at once. undefined when it is not that form. */
export function leveledIndex(checker: Checker, node: A.IndexExpr): Expr | undefined {
  const inner = node.object
  if (inner.kind !== 'index' || inner.object.kind !== 'member') return undefined
  const { member, object } = inner.object
  if (member !== 'mips' && member !== 'sample') return undefined
  const texture = checker.expr(object)
  const { type } = texture
  if (type.kind !== 'object' || objectTypeRow(type.name)?.levels !== member) {
    const element = subscript(checker, memberOf(checker, texture, inner.object), checker.expr(inner.index), inner)
    return subscript(checker, element, checker.expr(node.index), node)
  }
  const level = scalarIndex(checker, checker.expr(inner.index), texture, inner)
  const index = checker.expr(node.index)
  if (!level || index.type.kind === 'error') return errorExpr(node)
  return resourceIndex(checker, texture, type, index, converted(level, UINT), node)
}
