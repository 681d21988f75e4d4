// Constant, texture and structured buffers as struct declarations with offsets. Constant buffer offsets come from the type
// annotations, offsets in structured buffers from the module's data layout.

import { byteText } from '../base/c_string.ts'
import { FormatError } from '../base/format_error.ts'
import type { Program } from '../dxil/program.ts'
import type { ProgramResource } from '../dxil/resources.ts'
import {
  type FieldAnnotation,
  ORIENTATION,
  type StructAnnotation,
  structAnnotations,
} from '../dxil/type_annotations.ts'
import { allocSize, type DataLayout, dataLayoutOf, fieldOffsets } from '../dxil/type_size.ts'
import type { Module } from '../llvm/model/module.ts'
import type { Type } from '../llvm/model/types.ts'
import { RESOURCE_KIND } from '../spec/psv_enums.ts'
import { COMMENT, left, right } from './columns.ts'

/** Columns from a buffer's margin to its offsets. */
const OFFSET_COLUMN = 50
const MARGIN = 3
const STEP = 4
/** Structs that hold a matrix until it is lowered. */
const MATRIX_PREFIX = 'class.matrix.'
/** A struct type can only nest as deep as its own declaration; the bound is for files made to harm. */
const MAX_NESTING = 64
const MAX_CHARACTERS = 1 << 25

/** By COMPONENT_TYPE: HLSL's name, and its name where 16-bit types are minimum precision. */
const COMPONENT: readonly (readonly [name: string, minPrecision?: string])[] = [
  ['unknown'],
  ['bool'],
  ['int16_t', 'min16i'],
  ['uint16_t', 'min16ui'],
  ['int'],
  ['uint'],
  ['int64_t'],
  ['uint64_t'],
  ['half', 'min16float'],
  ['float'],
  ['double'],
  ['snorm_half', 'snorm_min16f'],
  ['unorm_half', 'unorm_min16f'],
  ['snorm_float'],
  ['unorm_float'],
  ['snorm_double'],
  ['unorm_double'],
  ['int8_t_packed'],
  ['uint8_t_packed'],
]

/** The section, heading included; it is there without buffers too. */
export function bufferDefinitionLines(module: Module, program: Program): string[] {
  return new Definitions(module, program).print()
}

const isMatrix = (type: Type): boolean => type.kind === 'struct' && type.name.startsWith(MATRIX_PREFIX)
const START: Place = { offset: 0, indent: MARGIN, column: OFFSET_COLUMN }

class Definitions {
  readonly #lines: string[] = [COMMENT, `${COMMENT} Buffer Definitions:`, COMMENT]
  #characters = 0
  readonly #program: Program
  readonly #layout: DataLayout
  readonly #annotations: ReadonlyMap<Type, StructAnnotation>

  constructor(module: Module, program: Program) {
    this.#program = program
    this.#layout = dataLayoutOf(module.dataLayout)
    this.#annotations = structAnnotations(module)
  }

  print(): string[] {
    for (const resource of this.#program.resources) {
      if (resource.class === 'cbv') this.#constantBuffer(resource)
      else if (resource.kind === RESOURCE_KIND.StructuredBuffer) this.#structuredBuffer(resource)
      else if (resource.kind === RESOURCE_KIND.TBuffer && resource.class === 'srv') this.#textureBuffer(resource)
    }
    return this.#lines
  }

  #constantBuffer({ name, bytes = 0, symbol }: ProgramResource): void {
    const type = resourceStruct(symbol?.type)
    this.#open(`cbuffer ${name}`)
    if (type && this.#annotations.has(type)) this.#struct(type, undefined, name, START, bytes)
    else this.#push(`   [${bytes} x i8] (type annotation not present)`, '')
    this.#close()
  }

  #textureBuffer({ name, symbol }: ProgramResource): void {
    const type = resourceStruct(symbol?.type)
    const annotation = type && this.#annotations.get(type)
    this.#open(`tbuffer ${name}`)
    if (annotation) this.#struct(type, undefined, name, START, annotation.size)
    else this.#push('   (type annotation not present)', '')
    this.#close()
  }

  #structuredBuffer({ name, symbol }: ProgramResource): void {
    this.#open(`Resource bind info for ${name}`)
    const buffer = resourceStruct(symbol?.type)
    const element = buffer?.contained[0]
    if (buffer && element) {
      const plain = element.kind !== 'struct' || isMatrix(element)
      const declared = plain ? buffer : element
      const annotation = this.#annotations.get(declared)
      const size = allocSize(declared, this.#layout)
      const field = annotation?.fields[0]
      if (!annotation) this.#push(`   [${size} x i8] (type annotation not present)`)
      else if (!plain) this.#struct(element, this.#layout, '$Element', START, size)
      else if (field) this.#field(element, { ...field, name: '$Element' }, undefined, START, size)
      if (plain) this.#push('')
    }
    this.#close()
  }

  #open(title: string): void {
    this.#push(` ${title}`, ' {', '')
  }

  #close(): void {
    this.#push(' }', '')
  }

  #push(...lines: readonly string[]): void {
    for (const line of lines) {
      this.#characters += line.length
      if (this.#characters > MAX_CHARACTERS) throw new FormatError('the buffers are declared at too great a length', 0)
      this.#lines.push(COMMENT + line)
    }
  }

  /** @param memory its layout for structured buffers, undefined for constant buffers */
  #struct(type: Type, memory: DataLayout | undefined, name: string, at: Place, size = 0): void {
    const margin = ' '.repeat(at.indent)
    const inner = margin + ' '.repeat(STEP)
    this.#push(`${margin}struct ${byteText(type.name)}`, `${margin}{`, '')
    const annotation = this.#annotations.get(type)
    if (!annotation) this.#push(inner + (size ? `[${size} x i8] (type annotation not present)` : '/* empty struct */'))
    else if (at.indent < MARGIN + STEP * MAX_NESTING) this.#fields(type, annotation, memory, at)
    this.#push(margin, `${margin}} ${left(`${name};`, at.column - 2)}${offsetText(at.offset, size)}`, '')
  }

  #fields(type: Type, annotation: StructAnnotation, memory: DataLayout | undefined, at: Place): void {
    const offsets = memory && fieldOffsets(type, memory)
    annotation.fields.forEach((field, i) => {
      const offset = (at.offset + (offsets ? offsets[i]! : field.offset)) >>> 0
      const place = { offset, indent: at.indent + STEP, column: at.column - STEP }
      this.#field(type.contained[i]!, field, memory, place)
    })
  }

  #field(type: Type, field: FieldAnnotation, memory: DataLayout | undefined, at: Place, size = 0): void {
    if (type.kind === 'struct' && !field.matrix) {
      this.#struct(type, memory, field.name, at)
      return
    }
    const { element, count } = arrayShape(type, field)
    if (element.kind === 'struct' && !isMatrix(element)) {
      // The struct's own line adds a second semicolon, as DXC's does.
      this.#struct(element, memory, `${field.name}${count ? `[${count}]` : ''};`, at)
      return
    }
    const declaration = left(this.#declaration(type, field, count), at.column)
    this.#push(' '.repeat(at.indent) + declaration + offsetText(at.offset, size))
  }

  #declaration(type: Type, field: FieldAnnotation, count: number): string {
    let element = type
    while (element.kind === 'array') element = element.element
    const [name, minPrecision] = COMPONENT[field.componentType] ?? COMPONENT[0]!
    let text = this.#program.nativeLowPrecision ? name : (minPrecision ?? name)
    if (field.matrix) {
      const { rows, columns, orientation } = field.matrix
      if (orientation === ORIENTATION.RowMajor) text = `row_major ${text}`
      else if (orientation === ORIENTATION.ColumnMajor) text = `column_major ${text}`
      text += `${rows}x${columns}`
    } else if (element.kind === 'vector') text += element.count
    return `${text} ${field.name}${count ? `[${count}]` : ''};`
  }
}

interface Place {
  /** Bytes from the start of the buffer. */
  readonly offset: number
  readonly indent: number
  /** Columns from the indent to the offset's comment. */
  readonly column: number
}

function offsetText(offset: number, size: number): string {
  return `${COMMENT} Offset:${right(String(offset), 5)}${size ? ` Size: ${right(String(size), 5)}` : ''}`
}

/** Elements of an array over all dimensions, 0 for none; a lowered matrix is an array that does not count. */
function arrayShape(type: Type, field: FieldAnnotation): { element: Type; count: number } {
  let element = type
  let count = 0
  let levels = 0
  for (; element.kind === 'array'; element = element.element, levels++) count = (count || 1) * element.count
  if (field.matrix) {
    const { rows, columns, orientation } = field.matrix
    if (orientation === ORIENTATION.RowMajor) count = Math.floor(count / Math.max(1, rows))
    else if (orientation === ORIENTATION.ColumnMajor) count = Math.floor(count / Math.max(1, columns))
    if (element.kind === 'vector') element = element.element
    if (levels === 1) count = 0
  }
  return { element, count }
}

/** The struct a resource's variable points to, arrays of resources taken apart. */
function resourceStruct(pointer: Type | undefined): Type | undefined {
  let type = pointer?.kind === 'pointer' ? pointer.element : pointer
  while (type?.kind === 'array') type = type.element
  return type?.kind === 'struct' ? type : undefined
}
