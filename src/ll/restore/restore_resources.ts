// Resources out of their records. The text may have been edited, so nothing of a record is believed unseen.

import { hasFields } from '../../base/arguments.ts'
import { COMPONENT_TYPE, type DataType } from '../../ir/data_type.ts'
import type { Module, Resource } from '../../ir/module.ts'
import { RESOURCE_KIND } from '../../spec/psv_enums.ts'
import { RESOURCE_CLASSES, UNBOUNDED } from '../../spec/resource_classes.ts'
import { RESOURCE_KINDS } from '../../spec/resource_kinds.ts'
import { readFields, readRecord } from '../text/records.ts'
import type { LlModule, LlNodeRef, LlSpan } from '../text/syntax.ts'
import { fail, nodeOf, recordView, tupleOf } from './restore_values.ts'

type Fields = Readonly<Record<string, unknown>>

/** Adds the module's resources and heap types; gives the resource of each name string. */
export function restoreResources(source: LlModule, m: Module): ReadonlyMap<string, Resource> {
  const byString = new Map<string, Resource>()
  for (const ref of source.namedMetadata.get('dxilkit.resources') ?? []) {
    const [first, ...rest] = tupleOf(source, ref) ?? []
    const node = nodeOf(source, first)
    const name = node?.kind === 'value' && node.value.kind === 'global' ? node.value.name : undefined
    const global = name === undefined ? undefined : source.globals.get(name)
    if (name === undefined || !global) fail('a resource record must begin with its name string', source.triplePos)
    const resource = resourceOf(readFields(recordView(source), rest), m.resources.length, global)
    if (resource.kind === 'StructuredBuffer' && resource.size % 4 !== 0 && !m.options.native16Bit)
      fail("the record of a resource has no valid 'size'", global)
    m.resources.push(resource)
    byString.set(name, resource)
  }
  for (const ref of source.namedMetadata.get('dxilkit.heapTypes') ?? []) {
    const [first, ...rest] = tupleOf(source, ref) ?? []
    const isSampler = first === undefined ? undefined : readRecord(recordView(source), first)
    const fields = readFields(recordView(source), rest)
    m.heapTypes.push({
      resource: resourceOf(fields, m.heapTypes.length, source.triplePos),
      isSampler: isSampler === true,
    })
  }
  return byString
}

/** Node numbers of the records, by which lowered handles name their resource. */
export function recordNumbers(source: LlModule, m: Module): ReadonlyMap<number, Resource> {
  const numbers = new Map<number, Resource>()
  const refs: readonly LlNodeRef[] = source.namedMetadata.get('dxilkit.resources') ?? []
  for (const [i, ref] of refs.entries()) {
    const resource = m.resources[i]
    if (ref.kind === 'id' && resource) numbers.set(ref.id, resource)
  }
  return numbers
}

function resourceOf(fields: Fields, id: number, span: LlSpan): Resource {
  const name = fields.name
  const wrong = (what: string): never => fail(`the record of a resource has no valid '${what}'`, span)
  if (typeof name !== 'string') return wrong('name')
  const resourceClass = RESOURCE_CLASSES.find(c => c === fields.class) ?? wrong('class')
  const kind = fields.kind
  if (typeof kind !== 'string' || !isKind(kind)) return wrong('kind')
  if ((kind === 'Sampler') !== (resourceClass === 'sampler') || (kind === 'CBuffer') !== (resourceClass === 'cbv'))
    return wrong('kind')
  const whole = (key: string, most: number, otherwise?: number): number => {
    const n = fields[key] ?? otherwise
    return typeof n === 'number' && Math.floor(n) === n && n >= 0 && n <= most ? n : wrong(key)
  }
  const size = (fields.size ?? 0) as number
  if (!(resourceClass === 'cbv' ? isStructSize(size) : isSize(size))) return wrong('size')
  const optional = (key: string): number | undefined => (fields[key] === undefined ? undefined : whole(key, UNBOUNDED))
  const flag = (key: string): boolean => fields[key] === true
  if (fields.member !== undefined && !isMemberPath(fields.member)) return wrong('member')
  if (fields.instance !== undefined && !isInstance(fields.instance)) return wrong('instance')
  if (fields.block !== undefined && !isCount(fields.block)) return wrong('block')
  if (!areCounts(fields.dims ?? [])) return wrong('dims')
  const element = fields.element
  // Any number that the source has, -1 too.
  const samples = fields.sampleCount ?? 0
  if (!Number.isInteger(samples)) return wrong('sampleCount')
  // Of feedback textures it is the kind of feedback.
  const { isMultisampled, family } = RESOURCE_KINDS[kind]
  if (samples !== 0 && !isMultisampled && family !== 'feedback') return wrong('sampleCount')
  if (element === undefined ? needsElement(kind) : !isDataType(element)) return wrong('element')
  return {
    // What is checked below replaces what was read; fields that only some resources have travel as they are.
    ...(fields as object),
    id,
    name,
    class: resourceClass,
    kind,
    element: element as Resource['element'],
    typeName: typeof fields.typeName === 'string' ? fields.typeName : wrong('typeName'),
    size,
    alignLog2: whole('alignLog2', 15, 0),
    // Many dimensions have any number of elements.
    rangeSize: whole('rangeSize', Infinity, 1),
    register: optional('register'),
    space: optional('space'),
    parameter: whole('parameter', UNBOUNDED, id),
    pos: span.pos,
    globallyCoherent: flag('globallyCoherent'),
    ...(flag('reorderCoherent') ? { reorderCoherent: true } : {}),
    rasterizerOrdered: flag('rasterizerOrdered'),
    sampleCount: samples as number,
    hasCounter: flag('hasCounter'),
    atomic64: flag('atomic64'),
    binding: bindingOf(fields.binding, wrong),
  }
}

/** Kinds whose handles say what they hold. */
const needsElement = (kind: Resource['kind']): boolean =>
  ['texture', 'typed', 'structured'].includes(RESOURCE_KINDS[kind].family)

const isKind = (kind: string): kind is Resource['kind'] => Object.hasOwn(RESOURCE_KIND, kind) && kind !== 'Invalid'

function bindingOf(value: unknown, wrong: (what: string) => never): Resource['binding'] {
  if (value === undefined) return undefined
  const { space, lower } = (hasFields(value) ? value : {}) as Fields
  return isCount(space) && isCount(lower) ? { space, lower } : wrong('binding')
}

const isCount = (n: unknown): n is number => typeof n === 'number' && Number.isInteger(n) && n >= 0 && n <= UNBOUNDED

const areCounts = (list: unknown): boolean => Array.isArray(list) && list.every(isCount)

/** In bytes; with packoffset behind any memory there is. */
const isSize = (n: unknown): boolean => Number.isSafeInteger(n) && (n as number) >= 0

/** `float a[0]` has -12 bytes, and what comes behind it lies there. */
const isStructSize = (n: unknown): boolean => Number.isSafeInteger(n) && (n as number) >= -ROW

const isList = (value: unknown, holds: (item: Fields) => boolean): boolean =>
  Array.isArray(value) && value.every(v => hasFields(v) && holds(v as Fields))

/** True for what can be a MemberPath. */
function isMemberPath(value: unknown): boolean {
  if (!hasFields(value)) return false
  const { steps, ownDims, offset, strides } = value as Fields
  const isStep = (s: Fields): boolean => (s.kind === 'index' ? isCount(s.size) : typeof s.name === 'string')
  const areStrides = (list: unknown): boolean => isList(list, c => typeof c.typeName === 'string' && isCount(c.count))
  const dims = isList(steps, isStep) ? (steps as Fields[]).filter(s => s.kind === 'index').length : -1
  const isLong = Array.isArray(strides) && strides.length === dims && strides.every(areStrides)
  return isLong && isCount(ownDims) && (ownDims as number) <= dims && areStrides(offset)
}

/** True for what can be Resource.instance. */
function isInstance(value: unknown): boolean {
  if (!hasFields(value)) return false
  const { template, indices } = value as Fields
  return isCount(template) && areCounts(indices)
}

/** Bytes of a row of a constant buffer. */
const ROW = 16

/** True for what can be a DataType; its depth is that of the record, which is bounded. */
/** Of types in types. Metadata may name itself. */
const MAX_NESTING = 512

export function isDataType(value: unknown, depth = 0): value is DataType {
  if (typeof value !== 'object' || value === null || depth > MAX_NESTING) return false
  const type = value as Fields
  const numeric = typeof type.component === 'string' && Object.hasOwn(COMPONENT_TYPE, type.component)
  switch (type.kind) {
    case 'scalar':
      return numeric
    case 'vector':
      return numeric && isCount(type.count) && type.count > 0 && type.count <= 1024
    case 'matrix':
      return numeric && isCount(type.rows) && isCount(type.columns) && typeof type.rowMajor === 'boolean'
    case 'array':
      return isCount(type.count) && isDataType(type.element, depth + 1)
    case 'struct':
      return typeof type.name === 'string' && isStructSize(type.size) && isFieldList(type.fields, depth + 1)
    default:
      return false
  }
}

function isFieldList(value: unknown, depth = 0): boolean {
  if (!Array.isArray(value)) return false
  return value.every(
    (field: Fields) =>
      typeof field?.name === 'string' &&
      isStructSize(field.offset) &&
      isDataType(field.type, depth) &&
      isBitList(field.bits ?? []),
  )
}

const isBitList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (bits: Fields) =>
      typeof bits?.name === 'string' &&
      typeof bits.component === 'string' &&
      Object.hasOwn(COMPONENT_TYPE, bits.component) &&
      isCount(bits.offset) &&
      isCount(bits.width),
  )
