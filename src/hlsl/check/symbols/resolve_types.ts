// Type nodes to types: builtin names (float4x4, vector<T, N>, Texture2D<T>...), declared names, templates, array dimensions.

import { table } from '../../../base/table.ts'
import type { Span } from '../../../diag/sources.ts'
import {
  EFFECT_TYPES,
  FLAG_TYPES,
  OBJECT_ALIASES,
  type ObjectTypeRow,
  objectTypeRow,
} from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import { holdsObject } from '../../tree/components.ts'
import { elementOf, FLOAT, isNumeric, UINT } from '../../tree/numeric.ts'
import { FUNCTION_TYPE, isTypeNode, REFERENCE_TYPE } from '../../tree/type_nodes.ts'
import { MAX_SCALARS, MAX_TYPE_DEPTH, scalarCount, typeDepth } from '../../tree/type_size.ts'
import type { ConstantValue } from '../../tree/typed.ts'
import {
  array,
  ERROR,
  IGNORED,
  innermost,
  matrix,
  type ObjectType,
  type ScalarName,
  type ScalarType,
  STRING,
  scalar,
  type Type,
  typeText,
  VOID,
  vector,
  withoutConst,
} from '../../tree/types.ts'
import { type Checker, note, type Orientation, report, tokenBehind } from '../core/context.ts'
import { maxVectorSize, refuseElements, refuseHitObjects, SHORT_VECTOR } from '../core/long_vectors.ts'
import { checkNormalisable, checkNormalised } from '../core/modifiers.ts'
import { lookupName, reportMeantType, reportUnknownType } from '../core/names.ts'
import { shownType } from '../core/type_names.ts'
import { typeOfOperand } from './auto_types.ts'
import { isDependent } from './bindings.ts'
import { isBuiltinRecord } from './builtin_records.ts'
import { constantOf, isConstArgument } from './constant_types.ts'
import { announced, functionType, isFunctionType, referenceTo } from './function_types.ts'
import { requireConcrete, requireConcreteElement } from './interfaces.ts'
import { isRecord } from './node_types.ts'
import { templateNamed } from './template_arguments.ts'

const ALIASES: ReadonlyMap<string, ScalarName> = table({
  dword: 'uint',
  int32_t: 'int',
  uint32_t: 'uint',
  float32_t: 'float',
  float64_t: 'double',
})
const SCALAR_TEXT =
  /^(bool|int|uint|dword|half|float|double|int64_t|uint64_t|int16_t|uint16_t|int32_t|uint32_t|float16_t|float32_t|float64_t|min16float|min10float|min16int|min12int|min16uint|int8_t4_packed|uint8_t4_packed)(?:([1-4])(?:x([1-4]))?)?$/
const NATIVE16: ReadonlySet<string> = new Set(['int16_t', 'uint16_t', 'float16_t'])

/** The type a node names; reports and gives the error type when it names none. */
export function resolveType(checker: Checker, node: A.TypeNode): Type {
  if (node.kind === 'error_type') return ERROR
  if (node.kind === 'inline_type') {
    const { declaration } = node
    return declaration.kind === 'enum' ? checker.declareEnum(declaration) : checker.declareRecord(declaration)
  }
  const base = namedType(checker, node)
  const normalised = node.modifiers.find(m => m.name === 'snorm' || m.name === 'unorm')
  if (normalised) checkNormalisable(checker, normalised, base)
  checkNormalised(checker, [], node)
  const oriented = withOrientation(checker, base, node.modifiers)
  return node.dims.length > 0 ? checker.withDims(oriented, node.dims, node) : oriented
}

/** A matrix with the row_major or column_major among the modifiers of its declaration. */
export function withOrientation(checker: Checker, type: Type, modifiers: readonly A.Modifier[]): Type {
  const at = modifiers.find(isOrder)
  // #pragma pack_matrix differs from the program's default: the type has to say so.
  if (!at) return checker.orientation === checker.options.packMatrix ? type : defaulted(type, checker.orientation)
  if (type.kind !== 'matrix') {
    for (const word of type.kind === 'error' ? [] : modifiers.filter(isOrder))
      report(checker, 'E2253', word, { name: word.name })
    return type
  }
  const words = modifiers.filter(isOrder).map(({ name }) => name)
  // The order that the type was declared with, unless that may be the one of #pragma pack_matrix.
  const hasDefault = checker.orientation !== checker.options.packMatrix && type.orientation === checker.orientation
  if (type.orientation && !hasDefault) words.push(type.orientation)
  if (words.some(name => name !== at.name)) report(checker, 'E2229', at, { first: 'row_major', second: 'column_major' })
  else if (words.length > 1) report(checker, 'W2111', at, { name: at.name })
  return matrix(type.element, type.rows, type.columns, at.name === 'row_major' ? 'row_major' : 'column_major')
}

const isOrder = ({ name }: A.Modifier): boolean => name === 'row_major' || name === 'column_major'

/** Orientation for matrices that have none yet. */
function defaulted(type: Type, orientation: Orientation): Type {
  if (type.kind === 'matrix')
    return type.orientation ? type : matrix(type.element, type.rows, type.columns, orientation)
  return type.kind === 'array' ? array(defaulted(type.element, orientation), type.size) : type
}

const builtinCache = new Map<string, Type | null>(FLAG_TYPES.map(name => [name, UINT]))

function namedType(checker: Checker, node: A.NamedType): Type {
  const { name } = node
  const part = name.parts[name.parts.length - 1]!
  if (name.parts.length === 1 && !(name.global && checker.global.own(part.name))) {
    if (!name.global && !node.isElaborated && refuseHidden(checker, part)) return ERROR
    const hiding = checker.hidesTypes && checker.scope.lookupType(part.name)
    const builtin = hiding && hiding.kind !== 'namespace' ? undefined : builtinType(checker, part)
    if (builtin) return builtin
  }
  return declaredType(checker, name, node, node.isElaborated)
}

/** `int float3; float3 b;` in a struct: a field, parameter or variable hides the builtin type from what follows. */
function refuseHidden(checker: Checker, part: A.NamePart): boolean {
  const found = checker.scope.lookup(part.name)
  if (found?.kind !== 'var' && found?.kind !== 'field') return false
  const isStruct =
    isBuiltinRecord(part.name) || isPlainObject(objectTypeRow(OBJECT_ALIASES.get(part.name) ?? part.name))
  if (!isStruct && !isBuiltinName(part.name)) return false
  if (isStruct) report(checker, 'E2725', part, { tag: 'struct', name: part.name })
  else report(checker, 'E2004', part, { name: part.name })
  return true
}

/** Ordinary names before HLSL 2018. */
const FIXED_WIDTH = /^(u?int(16|32|64)_t|float(16|32|64)_t)/

/** A builtin type by its spelling, or undefined. */
function builtinType(checker: Checker, part: A.NamePart): Type | undefined {
  if (checker.options.hlslVersion < 2018 && FIXED_WIDTH.test(part.name) && checker.scope.lookup(part.name))
    return undefined
  const numeric = numericByName(part.name)
  if (part.templateArgs !== undefined && (numeric || !isTemplate(part.name)) && isBuiltinName(part.name)) {
    report(checker, 'E1010', { pos: part.pos + part.name.length, end: part.end }, {})
    return ERROR
  }
  if (numeric) return adapted(checker, numeric, part)
  switch (part.name) {
    case 'void':
      return VOID
    case 'string':
      return STRING
    case 'auto':
      report(checker, 'E2225', part, {})
      return ERROR
    case '__decltype':
      return typeOfOperand(checker, part)
    case REFERENCE_TYPE:
      return referenceType(checker, part, part.templateArgs![0] as A.TypeNode)
    case FUNCTION_TYPE:
      return functionType(checker, part)
    case 'vector':
      return vectorType(checker, part)
    case 'matrix':
      return matrixType(checker, part)
  }
  const row = objectTypeRow(OBJECT_ALIASES.get(part.name) ?? part.name)
  if (row && !row.isReserved && (row.family !== 'block' || checker.options.binding === 'slang'))
    return objectType(checker, row, part)
  return isBuiltinRecord(part.name) ? checker.builtinRecord(part.name) : undefined
}

/** `T &`: in patterns of the language's own templates alone, which are matched in silence. */
function referenceType(checker: Checker, part: A.NamePart, to: A.TypeNode): Type {
  if (checker.silent > 0) return referenceTo(checker, checker.typeOf(to), false, part)
  report(checker, 'E1033', tokenBehind(checker, to.end, part.end), { what: 'references' })
  return ERROR
}

/** Names of types that are aliases or templates: nothing else at global scope has them. */
export function isTakenName(checker: Checker, name: string): 'alias' | 'template' | undefined {
  const isFree =
    FIXED_WIDTH.test(name) && (checker.options.hlslVersion < 2018 || (/16/.test(name) && !checker.options.native16Bit))
  if (isFree) return undefined
  if (numericByName(name) || name === 'string' || name === 'sampler') return 'alias'
  return isTemplate(name) && objectTypeRow(name)?.family !== 'block' ? 'template' : undefined
}

const isTemplate = (name: string): boolean => {
  const row = objectTypeRow(name)
  return name === 'vector' || name === 'matrix' || (row !== undefined && !row.isReserved && row.args !== 'none')
}

export const isBuiltinName = (name: string): boolean =>
  numericByName(name) !== undefined ||
  name === 'void' ||
  name === 'string' ||
  isPlainObject(objectTypeRow(name)) ||
  OBJECT_ALIASES.has(name) ||
  isBuiltinRecord(name)

/** Whether no template of the program may have the name in the current scope. */
export const isTakenTemplate = (checker: Checker, name: string): boolean =>
  checker.scope === checker.global && (isTakenName(checker, name) !== undefined || isBuiltinName(name))

const isPlainObject = (row: ObjectTypeRow | undefined): boolean => row?.args === 'none' && !row.isReserved

/** The type that a name is an alias of. */
export function numericByName(name: string): Type | undefined {
  const cached = builtinCache.get(name)
  if (cached !== undefined) return cached ?? undefined
  // No name of them begins with another letter, most names of programs do.
  if (!'bdfhimu'.includes(name.charAt(0))) return undefined
  const match = SCALAR_TEXT.exec(name)
  let type: Type | undefined
  if (match) {
    const element = scalar(ALIASES.get(match[1]!) ?? (match[1] as ScalarName))
    const rows = match[2] === undefined ? 0 : Number(match[2])
    const columns = match[3] === undefined ? 0 : Number(match[3])
    type = rows === 0 ? element : columns === 0 ? vector(element, rows) : matrix(element, rows, columns)
  }
  // Only spellings of the language are kept: names of programs come and go.
  if (type) builtinCache.set(name, type)
  return type
}

/** half is float16_t under -enable-16bit-types (minimum precision types stay apart from it for overloads); 16-bit types without it are an error. */
function adapted(checker: Checker, type: Type, span: Span): Type {
  if (!isNumeric(type)) return type
  const element = type.kind === 'scalar' ? type : type.element
  const allowed = adaptedElement(checker, element, { type, span })
  if (allowed === element) return type
  if (!allowed) return ERROR
  if (type.kind === 'scalar') return allowed
  return type.kind === 'vector'
    ? vector(allowed, type.size)
    : matrix(allowed, type.rows, type.columns, type.orientation)
}

/** What the compiler makes of types of a minimum precision, under -enable-16bit-types and without. */
const PROMOTED: ReadonlyMap<string, readonly [native: string, other: string | undefined]> = table({
  min16float: ['half', undefined],
  min10float: ['half', 'min16float'],
  min16int: ['int16_t', undefined],
  min12int: ['int16_t', 'min16int'],
  min16uint: ['uint16_t', undefined],
})

/** Warns of what is declared of such a type, whatever names it. As in DXC not of arrays, and not of instances of templates. */
export function warnPromotion(checker: Checker, type: Type, node: A.TypeNode, modifiers: readonly A.Modifier[]): void {
  const from = isNumeric(type) ? elementOf(type)!.name : ''
  const to = PROMOTED.get(from)?.[checker.options.native16Bit ? 0 : 1]
  if (to === undefined || checker.record?.isInstance || isDependent(checker, node)) return
  report(checker, 'W2109', { pos: Math.min(node.pos, modifiers[0]?.pos ?? node.pos), end: node.end }, { from, to })
}

function adaptedElement(
  checker: Checker,
  element: ScalarType,
  { type, span }: { readonly type: Type; readonly span: Span },
): ScalarType | undefined {
  if (checker.options.native16Bit) {
    return element.name === 'half' ? scalar('float16_t') : element
  }
  if (!NATIVE16.has(element.name)) return element
  const error = report(checker, 'E2004', span, { name: typeText(type) })
  note(checker, error, 'N2219', span, { type: element.name })
  return undefined
}

const reportMany = (checker: Checker, part: A.NamePart): void =>
  void report(checker, 'E2216', part, { how: 'many', what: 'class template', name: part.name })

/** Reports more template arguments than a vector or matrix has. */
function checkCount(checker: Checker, part: A.NamePart, most: number): void {
  if ((part.templateArgs?.length ?? 0) > most) reportMany(checker, part)
}

function vectorType(checker: Checker, part: A.NamePart): Type {
  checkCount(checker, part, 2)
  const args = checker.templateArgs(part.templateArgs ?? [])
  const element = elementArg(checker, args[0], part.templateArgs?.[0] ?? part, FLOAT)
  const size = sizeArg(checker, args[1], part.templateArgs?.[1] ?? part, maxVectorSize(checker))
  return element && size !== undefined ? vector(element, size) : ERROR
}

function matrixType(checker: Checker, part: A.NamePart): Type {
  checkCount(checker, part, 3)
  const args = checker.templateArgs(part.templateArgs ?? [])
  const element = elementArg(checker, args[0], part.templateArgs?.[0] ?? part, FLOAT)
  const rows = sizeArg(checker, args[1], part.templateArgs?.[1] ?? part, SHORT_VECTOR)
  const columns = sizeArg(checker, args[2], part.templateArgs?.[2] ?? part, SHORT_VECTOR)
  return element && rows !== undefined && columns !== undefined ? matrix(element, rows, columns) : ERROR
}

function elementArg(
  checker: Checker,
  arg: Type | ConstantValue | undefined,
  span: Span,
  fallback: ScalarType,
): ScalarType | undefined {
  if (arg === undefined) return fallback
  if (typeof arg === 'object' && arg.kind === 'scalar') return arg
  if (typeof arg === 'object' && arg.kind === 'error') return undefined
  const type = typeof arg === 'object' ? typeText(arg) : String(arg)
  report(checker, 'E2214', span, { type, wanted: 'a scalar' })
  return undefined
}

function sizeArg(
  checker: Checker,
  arg: Type | ConstantValue | undefined,
  span: Span,
  most: number,
): number | undefined {
  if (arg === undefined) return SHORT_VECTOR
  if (typeof arg === 'object' && arg.kind === 'error') return undefined
  const given = typeof arg === 'object' ? Number.NaN : Number(arg)
  // Of 32 bits, whatever was given.
  const size = Number.isInteger(given) ? Number(BigInt.asUintN(32, BigInt(given))) : 0
  if (size >= 1 && size <= most) return size
  report(checker, 'E2215', span, { low: 1, high: most })
  return undefined
}

function objectType(checker: Checker, row: ObjectTypeRow, part: A.NamePart): Type {
  const given = part.templateArgs
  const { name, args: kind } = row
  if (kind === 'none') return plainObject(name, undefined)
  if (given === undefined || given.length === 0) {
    if (row.argsOptional) return plainObject(name, vector(FLOAT, 4))
    if (given) report(checker, 'E2980', part, { name })
    else report(checker, 'E2015', part, { what: 'class template', name })
    return ERROR
  }
  if (given.length > row.mostArgs) {
    reportMany(checker, part)
    return ERROR
  }
  if (kind === 'feedback kind') return feedbackTexture(checker, name, given[0]!, part)
  const args = checker.templateArgs(given)
  const element = args[0]
  const count = args.length > 1 && typeof args[1] !== 'object' ? Number(args[1]) : 0
  if (typeof args[1] === 'object' && kind !== 'number') {
    if (args[1].kind !== 'error') report(checker, 'E2217', given[1]!, { name, wanted: 'value' })
    return ERROR
  }
  if (typeof element !== 'object') {
    if (kind === 'number') return queryType(checker, name, args, part, given[0]!)
    report(checker, 'E2217', part, { name, wanted: 'type' })
    return ERROR
  }
  if (element.kind === 'error') return ERROR
  if (kind === 'record') {
    if (!isRecord(checker, name, element, given[0]!)) return ERROR
    refuseElements(checker, element, 'node records', given[0]!)
    return { kind: 'object', name, element, count: 0, norm: undefined }
  }
  if (row.family === 'structured' && !requireConcrete(checker, element, 'field', given[0]!)) return ERROR
  if (row.family === 'structured' && !refuseHitObjects(checker, element, 'structured buffers', given[0]!)) return ERROR
  if (kind === 'texel' && element.kind !== 'scalar' && element.kind !== 'vector') {
    report(checker, 'E2290', given[0]!, {})
    return ERROR
  }
  if (!elementFits(element, kind)) {
    report(checker, 'E2214', given[0]!, { type: shownType(element), wanted: wantedElement(kind) })
    return ERROR
  }
  if (kind === 'struct' && checker.options.binding === 'llvm' && holdsObject(element)) {
    report(checker, 'E2214', given[0]!, { type: shownType(element), wanted: 'a struct without resources' })
    return ERROR
  }
  const place = LONG_VECTOR_PLACES.get(row.family)
  if (place !== undefined) refuseElements(checker, element, place, given[0]!)
  if ((row.family === 'texture' || row.family === 'typed') && isWideTexel(element))
    report(checker, 'E2277', given[0]!, {})
  const spelling = spelledComponent(checker, element, given[0]!)
  return { kind: 'object', name, element, count, norm: normOf(given[0]!), ...(spelling ? { spelling } : {}) }
}

/** More than 128 bits: three or four components of 64 bits, or more than four. */
const isWideTexel = (element: Type): boolean =>
  element.kind === 'vector' &&
  (element.size > SHORT_VECTOR || (element.size > 2 && /64|double/.test(element.element.name)))

/** Objects whose elements have no long vectors, as messages name them. */
const LONG_VECTOR_PLACES: ReadonlyMap<string, string> = table({
  constants: 'ConstantBuffers or TextureBuffers',
  patch: 'tessellation patches',
  stream: 'geometry streams',
})

const FORCE_OMM_2_STATE = 0x400
const ALLOW_OPACITY_MICROMAPS = 1

/** RayQuery<flags of rays, flags of the query>. */
function queryType(
  checker: Checker,
  name: string,
  args: readonly (Type | ConstantValue)[],
  at: Span,
  first: Span,
): Type {
  const [flags = 0, queryFlags = 0] = args.map(arg => (typeof arg === 'object' ? 0 : Number(arg)))
  if (queryFlags !== 0 && checker.options.shaderModel.minor < 9) report(checker, 'E2655', at, {})
  if ((flags & FORCE_OMM_2_STATE) !== 0 && (queryFlags & ALLOW_OPACITY_MICROMAPS) === 0)
    report(checker, 'E2656', first, {})
  return { ...plainObject(name, undefined), count: flags, ...(queryFlags !== 0 ? { queryFlags } : {}) }
}

/** Component names that the types do not keep: minimum precision where it is native. */
function spelledComponent(checker: Checker, element: Type, arg: A.TemplateArg): string | undefined {
  if (arg.kind !== 'named_type' || !isNumeric(element) || !checker.options.native16Bit) return undefined
  return /^(min1[026](?:float|int|uint))(?:[1-4](?:x[1-4])?)?$/.exec(arg.name.parts[0]!.name)?.[1]
}

/** What a feedback texture records; the argument's value. */
const FEEDBACK_KINDS: ReadonlyMap<string, number> = table({
  SAMPLER_FEEDBACK_MIN_MIP: 0,
  SAMPLER_FEEDBACK_MIP_REGION_USED: 1,
})

function feedbackTexture(checker: Checker, name: string, arg: A.TemplateArg, span: Span): Type {
  const spelled = arg.kind === 'named_type' || arg.kind === 'name_expr' ? arg.name.parts : []
  const named = spelled.length === 1 ? FEEDBACK_KINDS.get(spelled[0]!.name) : undefined
  const value = named ?? checker.templateArgs([arg])[0]
  // DXC takes any integer here.
  if (typeof value !== 'object')
    return { kind: 'object', name, element: undefined, count: Number(value), norm: undefined }
  if (value.kind !== 'error')
    report(checker, 'E2217', span, { name, wanted: 'SAMPLER_FEEDBACK_MIN_MIP or SAMPLER_FEEDBACK_MIP_REGION_USED' })
  return ERROR
}

function elementFits(element: Type, kind: ObjectTypeRow['args']): boolean {
  switch (kind) {
    case 'struct':
      return element.kind === 'struct'
    case 'element':
      return !holdsObject(element) && element.kind !== 'void'
    default:
      return true
  }
}

const wantedElement = (kind: ObjectTypeRow['args']): string =>
  kind === 'struct' ? 'a struct/class' : 'a type without resources'

/** snorm/unorm written on the element type. */
function normOf(arg: A.TemplateArg): ObjectType['norm'] {
  if (!isTypeNode(arg) || arg.kind !== 'named_type') return undefined
  for (const modifier of arg.modifiers) if (modifier.name === 'snorm' || modifier.name === 'unorm') return modifier.name
  return undefined
}

const plainObjects = new Map<string, ObjectType>()

function plainObject(name: string, element: Type | undefined): ObjectType {
  let type = plainObjects.get(name)
  if (!type) plainObjects.set(name, (type = { kind: 'object', name, element, count: 0, norm: undefined }))
  return type
}

function declaredType(checker: Checker, name: A.QualifiedName, span: Span, isElaborated = false): Type {
  const part = name.parts[name.parts.length - 1]!
  const isPlain = name.parts.length === 1 && !name.global
  const found = (isElaborated && isPlain ? checker.scope.lookupType(part.name) : undefined) ?? lookupName(checker, name)
  if (found === 'failed') return ERROR
  const hidden =
    isPlain && (found?.kind === 'functions' || found?.kind === 'var') && checker.scope.lookupType(part.name)
  if (hidden && hidden.kind === 'type' && checker.silent === 0) {
    report(checker, 'E2725', part, { tag: hidden.type.kind === 'enum' ? 'enum' : 'struct', name: part.name })
    return ERROR
  }
  if (found?.kind === 'type') {
    if (!part.templateArgs) return found.type
    report(checker, 'E1010', { pos: part.pos + part.name.length, end: part.end }, {})
    return ERROR
  }
  if (found?.kind === 'template') return withoutConst(checker.instantiateRecord(found, part.templateArgs, span))
  if (checker.silent > 0) {
    checker.silentErrors++
    return ERROR
  }
  const { ofVariable, options } = checker
  if (!found && span === ofVariable?.type && options.hlslVersion <= 2021 && EFFECT_TYPES.test(part.name)) {
    report(checker, 'W1002', { pos: ofVariable.pos, end: part.end }, { what: 'object' })
    return IGNORED
  }
  if (!found && isPlain && isElaborated) return announced(checker, part)
  if (found && isPlain) report(checker, 'E2004', part, { name: part.name })
  else reportUnknownType(checker, name)
  return ERROR
}

/** Array dimensions around a type, outermost first; `[]` is size -1. */
export function withDims(
  checker: Checker,
  type: Type,
  dims: readonly (A.Expr | undefined)[],
  span: Span,
  name: string,
): Type {
  if (type.kind === 'error') return type
  if (type.kind === 'string' && dims.length > 0) {
    report(checker, 'E2731', dims[0] ? { pos: dims[0].pos - 1, end: dims[0].end } : span, { what: 'array' })
    return ERROR
  }
  if (dims.length > 0 && isFunctionType(type)) {
    report(checker, 'E2845', span, { name: name || 'type name', type: shownType(type) })
    return ERROR
  }
  let result = type
  if (
    dims.length > 0 &&
    !requireConcreteElement(checker, type, dims[0] ? { pos: dims[0].pos - 1, end: dims[0].end } : span)
  )
    return ERROR
  for (let i = dims.length - 1; i >= 0; i--) {
    const node = dims[i]
    const size =
      node === undefined ? -1 : dimension(checker, node, name, type.kind === 'object' ? 0xfffffffe : 0x7fffffff)
    if (size === undefined) return ERROR
    if (result.kind === 'array' && result.size < 0) {
      report(checker, 'E2237', { pos: span.end, end: span.end }, { type: shownType(result) })
      return ERROR
    }
    if (type.kind === 'void') {
      report(checker, 'E2232', span, {})
      return ERROR
    }
    result = array(result, size)
    if (isTooLarge(result)) {
      report(checker, 'E2235', node ?? span, { size })
      return ERROR
    }
  }
  if (dims.length > 0 && typeDepth(result) > MAX_TYPE_DEPTH) {
    report(checker, 'E1008', span, { what: 'array', limit: MAX_TYPE_DEPTH })
    return ERROR
  }
  return result
}

/** Arrays of objects are register ranges, which may be as long as they like. */
function isTooLarge(type: Type): boolean {
  const inner = innermost(type)
  return inner.kind !== 'object' && scalarCount(type) > MAX_SCALARS
}

function dimension(checker: Checker, node: A.Expr, name: string, limit: number): number | undefined {
  const size = checker.constantInt(node)
  if (size === undefined) return undefined
  if (size < 0) report(checker, 'E2211', node, { name })
  else if (size > limit) report(checker, 'E2235', node, { size })
  else return size
  return undefined
}

/** Template arguments: types, or values of constant expressions. A name given as an expression may still be a type. */
export function resolveTemplateArgs(
  checker: Checker,
  args: readonly A.TemplateArg[],
  params: readonly A.TemplateParam[] = [],
): (Type | ConstantValue)[] {
  const out: (Type | ConstantValue)[] = []
  checker.nested += ARGUMENT_FRAMES
  for (const [i, arg] of args.entries()) {
    const value = params[i]?.template ? templateNamed(checker, arg) : templateArg(checker, arg)
    // To the language's own templates `const` says nothing.
    const isConst = typeof value === 'object' && params[i] && !params[i].template && isConstArgument(checker, arg)
    out.push(isConst ? constantOf(checker, value, arg) : value)
  }
  checker.nested -= ARGUMENT_FRAMES
  return out
}

/** What an instance that an argument leads to takes of the stack, besides what every instance takes, in expressions. */
const ARGUMENT_FRAMES = 6

function templateArg(checker: Checker, arg: A.TemplateArg): Type | ConstantValue {
  if (arg.kind === 'named_type' && arg.name.parts[0]!.name === '__decltype' && arg.dims.length === 0)
    return typeOfOperand(checker, arg.name.parts[0]!, true)
  if (isTypeNode(arg)) return valueNamed(checker, arg) ?? resolveType(checker, arg)
  if (arg.kind === 'name_expr') {
    const found = lookupName(checker, arg.name)
    if (found !== 'failed' && found?.kind === 'type') return found.type
    if (found !== 'failed' && found?.kind === 'template') return declaredType(checker, arg.name, arg)
    if (!found && reportMeantType(checker, arg.name)) return ERROR
  }
  const value = checker.constantValue(arg, true)
  return value === undefined ? ERROR : value
}

/** A type node that is really the name of a constant (a value parameter of a template). */
function valueNamed(checker: Checker, node: A.TypeNode): Type | ConstantValue | undefined {
  if (node.kind !== 'named_type' || node.dims.length > 0) return undefined
  const last = node.name.parts[node.name.parts.length - 1]!
  if (node.name.parts.length > 1 || last.templateArgs) return undefined
  const found = checker.scope.lookup(last.name)
  if (found?.kind !== 'constant') return undefined
  return found.type.kind === 'error' ? ERROR : found.value
}
