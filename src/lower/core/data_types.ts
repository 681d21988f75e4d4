// HLSL types as the binding side describes them: shapes with byte offsets, free of the front end.

import { table } from '../../base/table.ts'
import type { BitField, ScalarType, StructType, Type } from '../../hlsl/tree/types.ts'
import {
  type BitRange,
  type ComponentName,
  type DataType,
  type HiddenMember,
  PACKED,
  type StructField,
} from '../../ir/data_type.ts'
import type { Layout } from './layout.ts'
import { isMinPrecision, kindOf, leavesOf } from './scalars.ts'

/** Which rules give the offsets of structs. */
export type Rules = 'structured' | 'constants'

const BY_WIDTH: Readonly<Record<'int' | 'uint' | 'float', readonly [ComponentName, ComponentName, ComponentName]>> = {
  int: ['i16', 'i32', 'i64'],
  uint: ['u16', 'u32', 'u64'],
  float: ['f16', 'f32', 'f64'],
}

/** Scalars whose name their component does not tell. */
const SPELLED: ReadonlySet<string> = new Set(['half', 'min10float', 'min12int', ...PACKED])

function component(layout: Layout, s: ScalarType): ComponentName {
  const kind = kindOf(s)
  if (kind === 'bool') return 'bool'
  const bytes = isMinPrecision(s) ? 2 : layout.componentBytes(s)
  return BY_WIDTH[kind][bytes === 2 ? 0 : bytes === 8 ? 2 : 1]
}

type Numeric = Exclude<DataType, { readonly kind: 'array' | 'struct' }>
type Writable<T> = T extends unknown ? { -readonly [K in keyof T]: T[K] } : never

/** Says what the component of a described type does not tell. */
function named(layout: Layout, s: ScalarType, data: Writable<Numeric>): DataType {
  if (isMinPrecision(s) && !layout.native16Bit) data.minPrecision = true
  if (SPELLED.has(s.name)) data.spelling = s.name
  return data
}

/** The data type of a numeric, array, struct or enum type; undefined for what has no data (objects). */
export function dataType(layout: Layout, type: Type, rules: Rules): DataType | undefined {
  switch (type.kind) {
    case 'scalar':
      return named(layout, type, { kind: 'scalar', component: component(layout, type) })
    case 'enum':
      return { kind: 'scalar', component: component(layout, type.underlying), spelling: type.name }
    case 'vector': {
      const { element, size } = type
      return named(layout, element, { kind: 'vector', component: component(layout, element), count: size })
    }
    case 'matrix': {
      const { element, rows, columns } = type
      const rowMajor = layout.isRowMajor(type)
      return named(layout, element, { kind: 'matrix', component: component(layout, element), rows, columns, rowMajor })
    }
    case 'array': {
      const element = dataType(layout, type.element, rules)
      return element && { kind: 'array', element, count: type.size }
    }
    case 'struct':
      return structType(layout, type, rules)
    case 'object':
    case 'void':
    case 'string':
    case 'error':
      return undefined
  }
}

/** As DXC describes structs: a base is one field with the base's own name (without namespaces), resources leave no field. */
function structType(layout: Layout, type: StructType, rules: Rules): DataType {
  // First, because structs without a name are numbered from the outermost inwards.
  const name = structName(layout, type)
  const offsets = rules === 'structured' ? layout.fieldOffsets(type) : layout.rowFieldOffsets(type)
  const fields: StructField[] = []
  const hidden: HiddenMember[] = []
  const { base } = type
  if (base && leavesOf(base).length > 0)
    fields.push({ name: unqualified(base.name), type: structType(layout, base, rules), offset: 0 })
  const own = offsets.length - type.fields.length
  type.fields.forEach((field, i) => {
    const bits = field.bits?.filter(b => b.width > 0).map(b => bitRange(layout, b))
    // DXC describes the integer by the first bit field.
    const data = dataType(layout, field.bits?.[0]?.type ?? field.type, rules)
    const offset = offsets[own + i]!
    if (data) fields.push({ name: field.name, type: data, offset, ...(bits ? { bits } : {}) })
    else hidden.push({ offset, at: fields.length })
  })
  const size = rules === 'structured' ? layout.size(type) : layout.rowSize(type)
  const { templateArgs } = type
  const made = { kind: 'struct', name, fields, size, ...(hidden.length > 0 ? { hidden } : {}) } as const
  if (!templateArgs) return made
  const args = templateArgs.map(arg => (typeof arg === 'object' ? dataType(layout, arg, rules) : Number(arg)))
  return { ...made, typeArguments: args.filter(arg => arg !== undefined) }
}

const CLANG_SCALAR: ReadonlyMap<string, string> = table({
  uint: 'unsigned int',
  int64_t: 'long long',
  uint64_t: 'unsigned long long',
  float16_t: 'half',
})

/** The name of a struct in DXIL, behind its `struct.`. */
export const structName = (layout: Layout, type: StructType): string =>
  type.name === '' ? layout.anonymousName(type) : clangName(type)

/** Names of types as clang spells them in the names of template instances. */
export function clangName(type: Type): string {
  switch (type.kind) {
    case 'scalar':
      return CLANG_SCALAR.get(type.name) ?? type.name
    case 'vector':
      return `vector<${clangName(type.element)}, ${type.size}>`
    case 'matrix':
      return `matrix<${clangName(type.element)}, ${type.rows}, ${type.columns}>`
    case 'array':
      return `${clangName(type.element)} [${type.size}]`
    case 'struct':
      return type.templateArgs ? `${type.name.replace(/<.*/, '')}<${argumentList(type.templateArgs)}>` : type.name
    case 'object':
      return type.element ? `${type.name}<${argumentList([type.element])}>` : type.name
    default:
      return 'name' in type ? type.name : type.kind
  }
}

/** A closing bracket never stands next to another. */
function argumentList(args: readonly (Type | number | bigint | boolean)[]): string {
  const text = args.map(arg => (typeof arg === 'object' ? clangName(arg) : String(arg))).join(', ')
  return text.endsWith('>') ? `${text} ` : text
}

function bitRange(layout: Layout, { name, type, offset, width }: BitField): BitRange {
  const element = type.kind === 'enum' ? type.underlying : type
  return { name, component: component(layout, element), offset, width }
}

const unqualified = (name: string): string => name.replace(/<.*/, '').split('::').at(-1)!

const NORM: Readonly<Record<'snorm' | 'unorm', Readonly<Partial<Record<ComponentName, ComponentName>>>>> = {
  snorm: { f16: 'snormF16', f32: 'snormF32', f64: 'snormF64' },
  unorm: { f16: 'unormF16', f32: 'unormF32', f64: 'unormF64' },
}

/** Element of a typed buffer or texture: a scalar or vector, normalised if declared so. */
export function typedElement(layout: Layout, type: Type, norm: 'snorm' | 'unorm' | undefined): DataType | undefined {
  const data = dataType(layout, type, 'structured')
  if (!data || !norm || (data.kind !== 'scalar' && data.kind !== 'vector')) return data
  return { ...data, component: NORM[norm][data.component] ?? data.component }
}
