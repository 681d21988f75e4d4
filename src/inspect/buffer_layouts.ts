// Layouts of constant and structured buffers: every field with its offset, from the program's type annotations.
// Bounded: nesting and number of fields have limits, since a damaged module may hold types that refer far.

import { table } from '../base/table.ts'
import { moduleResources, type ProgramResource } from '../dxil/resources.ts'
import { type FieldAnnotation, type StructAnnotation, structAnnotations } from '../dxil/type_annotations.ts'
import type { Module } from '../llvm/model/module.ts'
import type { Type } from '../llvm/model/types.ts'
import { COMPONENT_TYPE, RESOURCE_KIND } from '../spec/psv_enums.ts'

export interface BufferField {
  readonly name: string
  /** As HLSL writes it, e.g. 'float4', 'float3x4 row_major', 'struct Light'. */
  readonly type: string
  /** Bytes from the start of the buffer. */
  readonly offset: number
  /** 0 for a field of the buffer itself. */
  readonly depth: number
  /** The program reads it; known for constant buffers only. */
  readonly used: boolean
}

export interface BufferLayout {
  readonly name: string
  readonly class: 'cbv' | 'srv' | 'uav'
  /** Bytes of the constant buffer, or of one element. */
  readonly size: number
  readonly fields: readonly BufferField[]
}

const MAX_DEPTH = 16
const MAX_FIELDS = 10000

/** Layouts of a module's buffers, in the order of its resources; those without annotations (stripped programs) are left out. */
export function bufferLayouts(module: Module): BufferLayout[] {
  const annotations = structAnnotations(module)
  const layouts: BufferLayout[] = []
  for (const resource of moduleResources(module)) {
    if (resource.class === 'sampler' || !hasLayout(resource)) continue
    const type = elementType(resource.symbol?.type)
    const annotation = type && annotations.get(type)
    if (!type || !annotation) continue
    const fields: BufferField[] = []
    flatten(type, annotation, annotations, 0, 0, fields)
    layouts.push({
      name: resource.name,
      class: resource.class,
      size: resource.bytes ?? resource.stride ?? annotation.size,
      fields,
    })
  }
  return layouts
}

function hasLayout(r: ProgramResource): boolean {
  return r.class === 'cbv' || r.kind === RESOURCE_KIND.StructuredBuffer || r.kind === RESOURCE_KIND.TBuffer
}

/** The struct behind the pointer to a resource, or to an array of them. */
function elementType(pointer: Type | undefined): Type | undefined {
  let type = pointer?.kind === 'pointer' ? pointer.contained[0] : pointer
  while (type?.kind === 'array') type = type.contained[0]
  return type?.kind === 'struct' ? type : undefined
}

type Annotations = ReadonlyMap<Type, StructAnnotation>

function flatten(
  type: Type,
  own: StructAnnotation,
  all: Annotations,
  base: number,
  depth: number,
  out: BufferField[],
): void {
  own.fields.forEach((field, i) => {
    const fieldType = type.contained[i]
    if (!fieldType || out.length >= MAX_FIELDS) return
    const offset = base + (field.offset === 0xffffffff ? 0 : field.offset)
    out.push({ name: field.name, type: typeText(fieldType, field), offset, depth, used: field.used })
    const inner = elementType(fieldType)
    const annotation = inner && !field.matrix && all.get(inner)
    if (inner && annotation && depth < MAX_DEPTH) flatten(inner, annotation, all, offset, depth + 1, out)
  })
}

const C = COMPONENT_TYPE
const SCALARS: Readonly<Record<number, string>> = {
  [C.I1]: 'bool',
  [C.I16]: 'int16_t',
  [C.U16]: 'uint16_t',
  [C.I32]: 'int',
  [C.U32]: 'uint',
  [C.I64]: 'int64_t',
  [C.U64]: 'uint64_t',
  [C.F16]: 'half',
  [C.F32]: 'float',
  [C.F64]: 'double',
}
const FLOATS: ReadonlyMap<string, string> = table({ half: 'half', float: 'float', double: 'double' })
const ROW_MAJOR = 1

function typeText(type: Type, field: FieldAnnotation): string {
  let inner = type
  let dimensions = ''
  while (inner.kind === 'array') {
    dimensions += `[${inner.count}]`
    inner = inner.contained[0]!
  }
  const scalar = (of: Type): string =>
    SCALARS[field.componentType] ?? FLOATS.get(of.kind) ?? (of.kind === 'int' ? `int${of.width}` : of.kind)
  const { matrix } = field
  if (matrix) {
    const order = matrix.orientation === ROW_MAJOR ? 'row_major' : 'column_major'
    const component = SCALARS[field.componentType] ?? 'float'
    // The matrix itself is an array of vectors or a struct of one in memory; its own dimension is not the declaration's.
    const own = inner.kind === 'struct' ? dimensions : dimensions.replace(/\[\d+\]$/, '')
    return `${order} ${component}${matrix.rows}x${matrix.columns}${own}`
  }
  if (inner.kind === 'struct') return `${structName(inner)}${dimensions}`
  if (inner.kind === 'vector') return `${scalar(inner.contained[0]!)}${inner.count}${dimensions}`
  return `${scalar(inner)}${dimensions}`
}

/** 'struct Light' of '%struct.Light'. */
function structName(type: Type): string {
  const name = type.name.replace(/^(struct|class|hostlayout\.struct|hostlayout|dx\.alignment\.legacy\.struct)\./, '')
  return name === '' ? 'struct' : `struct ${name}`
}
