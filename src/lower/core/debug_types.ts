// HLSL types as debug information has them: in DXC's names, with the offsets of parts in bits. Locals and parameters lie in memory as elements of
// structured buffers do, whatever becomes of them in the code.

import { table } from '../../base/table.ts'
import type { Diagnostics } from '../../diag/diagnostics.ts'
import { lastAtMost, type Sources } from '../../diag/sources.ts'
import type { FunctionSymbol } from '../../hlsl/tree/typed.ts'
import {
  type ArrayType,
  allFields,
  type EnumType,
  type MatrixType,
  type ObjectType,
  type ScalarType,
  type StructType,
  scalar,
  type Type,
  type VectorType,
} from '../../hlsl/tree/types.ts'
import type { DebugInfo, DebugMember, DebugTemplateArgument, DebugType, ScalarEncoding } from '../../ir/debug_info.ts'
import type { Piece } from '../../ir/debug_rows.ts'
import { clangName } from './data_types.ts'
import type { Layout } from './layout.ts'

interface Scalar {
  /** Name in C++, of which `alias` is another. */
  readonly name: string
  readonly encoding: ScalarEncoding
  readonly alias?: string
}

const named = (name: string, encoding: ScalarEncoding, alias?: string): Scalar =>
  alias === undefined ? { name, encoding } : { name, encoding, alias }
const SCALARS: ReadonlyMap<string, Scalar> = table({
  bool: named('bool', 'boolean'),
  int: named('int', 'signed'),
  uint: named('unsigned int', 'unsigned', 'uint'),
  half: named('half', 'float', 'half'),
  float: named('float', 'float'),
  double: named('double', 'float'),
  int8_t4_packed: named('int8_t4_packed', 'unsigned', 'int8_t4_packed'),
  uint8_t4_packed: named('uint8_t4_packed', 'unsigned', 'uint8_t4_packed'),
  int64_t: named('int64_t', 'signed', 'int64_t'),
  uint64_t: named('uint64_t', 'unsigned', 'uint64_t'),
  int16_t: named('int16_t', 'signed', 'int16_t'),
  uint16_t: named('uint16_t', 'unsigned', 'uint16_t'),
  float16_t: named('half', 'float', 'float16_t'),
  min16float: named('min16float', 'float', 'min16float'),
  min10float: named('min10float', 'float', 'min10float'),
  min16int: named('min16int', 'signed', 'min16int'),
  min12int: named('min12int', 'signed', 'min12int'),
  min16uint: named('min16uint', 'unsigned', 'min16uint'),
})

/** As C++ spells it in names of templates. */
const elementName = ({ name }: ScalarType): string => LONG.get(name) ?? SCALARS.get(name)?.name ?? name
const LONG: ReadonlyMap<string, string> = table({ int64_t: 'long long', uint64_t: 'unsigned long long' })

const BYTE = 8
const HANDLE_BITS = 32
/** Templates of views on elements, those of them that have levels or samples, and those with a number of samples. */
const VIEWS =
  /^(RW|RasterizerOrdered|Append|Consume)?(Structured)?Buffer$|^(RW|RasterizerOrdered)?Texture\w*(?<!Buffer)$/
const LEVELS = /^Texture[123]D/
const MULTISAMPLED = /^(RW)?Texture2DMS/
const COMPONENTS = 'xyzw'

/** In bits; offsets of allFields(). */
interface PlacedStruct {
  readonly bits: number
  readonly align: number
  readonly offsets: readonly number[]
}

const roundUp = (n: number, to: number): number => Math.ceil(n / to) * to

function holdsObject(type: Type): boolean {
  if (type.kind === 'array') return holdsObject(type.element)
  return type.kind === 'object' || (type.kind === 'struct' && allFields(type).some(f => holdsObject(f.type)))
}

/** Beginnings and ends of the uses of macros that are in no other, in the order of their positions. */
function outerUses(sources: Sources): readonly [starts: readonly number[], ends: readonly number[]] {
  const [starts, ends]: [number[], number[]] = [[], []]
  const uses = sources.expansions().filter(({ use }) => !sources.expansionAt(use.pos))
  for (const { use } of uses.sort((a, b) => a.use.pos - b.use.pos))
    if (use.pos >= (ends[ends.length - 1] ?? 0)) {
      starts.push(use.pos)
      ends.push(use.end)
    }
  return [starts, ends]
}

export class DebugTypes {
  readonly #info: DebugInfo
  readonly #layout: Layout
  readonly #diagnostics: Diagnostics
  readonly #files = new Map<string, number>()
  readonly #byType = new Map<Type, number>()
  readonly #byKey = new Map<string, number>()
  readonly #structs = new Map<StructType, PlacedStruct>()
  readonly #leavesOf = new Map<Type, readonly Piece[]>()
  #uses: ReturnType<typeof outerUses> | undefined

  constructor(info: DebugInfo, layout: Layout, diagnostics: Diagnostics) {
    this.#info = info
    this.#layout = layout
    this.#diagnostics = diagnostics
    const main = diagnostics.sources.files[0]
    this.file(main?.name ?? '')
  }

  /** Number of a file. */
  file(name: string): number {
    let n = this.#files.get(name)
    if (n === undefined) this.#files.set(name, (n = this.#info.files.push(name) - 1))
    return n
  }

  /** File, line and column of a position; line 0 for none. */
  place(pos: number): { readonly file: number; readonly line: number; readonly column: number } {
    // What #line says is for messages: debuggers have the files themselves.
    const at = this.#diagnostics.sources.locate(this.#useOf(pos), true)
    return at ? { file: this.file(at.file), line: at.line, column: at.column } : { file: 0, line: 0, column: 0 }
  }

  /** Where the outermost macro is used that a position belongs to: clang places what a macro was given there, too. */
  #useOf(pos: number): number {
    const { sources } = this.#diagnostics
    const at = sources.fileStart(pos)
    const [starts, ends] = (this.#uses ??= outerUses(sources))
    const row = lastAtMost(starts, at)
    return at < ends[row]! && at > starts[row]! ? starts[row]! : at
  }

  bits(type: Type): number {
    if (type.kind === 'object') return this.#objectBits(type)
    // One element of an array without an end.
    if (type.kind === 'array') return Math.abs(type.size) * this.bits(type.element)
    return type.kind === 'struct' ? this.#placed(type).bits : this.#layout.size(type) * BYTE
  }

  /** Values of minimum precision have 16 bits, in whatever room. */
  #valueBits(type: Type): number {
    return type.kind === 'scalar' && type.name.startsWith('min') ? 16 : this.bits(type)
  }

  /** As if a view held an element, and a texture with levels their handle; all others are a handle. */
  #objectBits({ name, element }: ObjectType): number {
    if (!element || !VIEWS.test(name)) return HANDLE_BITS
    return this.bits(element) + (LEVELS.test(name) ? HANDLE_BITS : 0)
  }

  #alignOf(type: Type): number {
    if (type.kind === 'array') return this.#alignOf(type.element)
    if (type.kind === 'struct') return this.#placed(type).align
    if (type.kind !== 'object') return this.#layout.align(type) * BYTE
    return type.element && VIEWS.test(type.name) ? this.#layout.align(type.element) * BYTE : HANDLE_BITS
  }

  /** Like the layout in memory, but that objects have room. */
  #placed(type: StructType): PlacedStruct {
    const known = this.#structs.get(type)
    if (known) return known
    const { base } = type
    const inside = base ? this.#placed(base) : { bits: 0, align: 8, offsets: [] }
    const made = holdsObject(type) ? this.#withObjects(type, inside) : this.#plain(type)
    this.#structs.set(type, made)
    return made
  }

  #plain(type: StructType): PlacedStruct {
    const offsets = this.#layout.fieldOffsets(type).map(o => o * BYTE)
    return { bits: this.#layout.size(type) * BYTE, align: this.#layout.align(type) * BYTE, offsets }
  }

  #withObjects(type: StructType, base: PlacedStruct): PlacedStruct {
    const offsets = [...base.offsets]
    let { bits, align } = base
    for (const field of type.fields) {
      const own = this.#alignOf(field.type)
      align = Math.max(align, own)
      offsets.push(roundUp(bits, own))
      bits = roundUp(bits, own) + this.bits(field.type)
    }
    return { bits: roundUp(bits, align), align, offsets }
  }

  /** Number of a type. */
  type(type: Type): number {
    const known = this.#byType.get(type)
    if (known !== undefined) return known
    const n = this.#make(type)
    this.#byType.set(type, n)
    return n
  }

  /** Arrays are constant by their elements, as in C++. */
  constant(type: Type): number {
    if (type.kind === 'array') return this.#array(type, true)
    return this.#keyed({ kind: 'const', of: this.type(type) })
  }

  reference(type: Type): number {
    return this.#keyed({ kind: 'reference', of: this.type(type) })
  }

  #add(type: DebugType): number {
    return this.#info.types.push(type) - 1
  }

  /** Types made of others, each once. */
  #keyed(type: DebugType): number {
    const key = JSON.stringify(type)
    let n = this.#byKey.get(key)
    if (n === undefined) this.#byKey.set(key, (n = this.#add(type)))
    return n
  }

  #make(type: Type): number {
    switch (type.kind) {
      case 'scalar':
        return this.#scalar(type)
      case 'vector':
        return this.#vector(type)
      case 'matrix':
        return this.#matrix(type)
      case 'array':
        return this.#array(type)
      case 'struct':
        return this.#struct(type)
      case 'enum':
        return this.#enum(type)
      case 'object':
        return this.#object(type)
      case 'void':
      case 'string':
      case 'error':
        return this.#keyed({ kind: 'scalar', name: type.kind, encoding: 'signed', bits: 0 })
    }
  }

  #scalar(type: ScalarType): number {
    const row = SCALARS.get(type.name) ?? named(type.name, 'float')
    const of = this.#basic(type)
    return row.alias === undefined ? of : this.#alias(row.alias, of)
  }

  /** Without the alias, as template arguments have it. */
  #basic(type: ScalarType): number {
    const { name, encoding } = SCALARS.get(type.name) ?? named(type.name, 'float')
    return this.#keyed({ kind: 'scalar', name, encoding, bits: this.#valueBits(type) })
  }

  #alias(name: string, of: number): number {
    return this.#keyed({ kind: 'alias', name, of, file: 0, line: 0 })
  }

  /** @param template name of an object's template; '' for none: what has none is a struct to DXC, and what stands for a struct too */
  #class(
    name: string,
    type: Type,
    members: readonly DebugMember[],
    args: readonly DebugTemplateArgument[],
    template?: string,
  ): number {
    const tag =
      template === '' || (template !== undefined && /^(Constant|Texture)Buffer$/.test(template)) ? 'struct' : 'class'
    const bits = this.bits(type)
    const align = Math.min(bits, this.#alignOf(type))
    return this.#add({ kind: 'record', tag, name, bits, align, file: 0, line: 0, members, arguments: args })
  }

  #count(name: string, value: number): DebugTemplateArgument {
    return { name, type: this.#basic(scalar('int')), value }
  }

  #member(name: string, type: number, offset: number, bits: number): DebugMember {
    return { name, type, offset, bits, file: 0, line: 0 }
  }

  #vector(type: VectorType): number {
    const element = this.#basic(type.element)
    const bits = this.bits(type.element)
    const members = Array.from({ length: type.size }, (_, i) =>
      this.#member(COMPONENTS[i] ?? `${i}`, element, i * bits, this.#valueBits(type.element)),
    )
    const args = [{ name: 'element', type: element }, this.#count('element_count', type.size)]
    const name = elementName(type.element)
    const of = this.#class(`vector<${name}, ${type.size}>`, type, members, args)
    return this.#alias(`${type.element.name}${type.size}`, of)
  }

  #matrix(type: MatrixType): number {
    // Where a matrix lies in memory by columns only a buffer says; as a variable it is one thing, row by row.
    const plain = this.#byKey.get(`matrix ${type.element.name} ${type.rows} ${type.columns}`)
    if (plain !== undefined) return plain
    const element = this.#basic(type.element)
    const [bits, width] = [this.bits(type.element), this.#valueBits(type.element)]
    const members: DebugMember[] = []
    for (let r = 0; r < type.rows; r++)
      for (let c = 0; c < type.columns; c++)
        members.push(this.#member(`_${r + 1}${c + 1}`, element, (r * type.columns + c) * bits, width))
    const args = [
      { name: 'element', type: element },
      this.#count('row_count', type.rows),
      this.#count('col_count', type.columns),
    ]
    const name = elementName(type.element)
    const of = this.#class(`matrix<${name}, ${type.rows}, ${type.columns}>`, type, members, args)
    const n = this.#alias(`${type.element.name}${type.rows}x${type.columns}`, of)
    this.#byKey.set(`matrix ${type.element.name} ${type.rows} ${type.columns}`, n)
    return n
  }

  #array(type: ArrayType, isConst = false): number {
    const sizes: number[] = []
    let element: Type = type
    let count = 1
    for (; element.kind === 'array'; element = element.element) {
      sizes.push(element.size)
      count *= Math.abs(element.size)
    }
    const of = isConst ? this.constant(element) : this.type(element)
    return this.#keyed({ kind: 'array', element: of, sizes, bits: count * this.bits(element) })
  }

  #struct(type: StructType): number {
    const first = type.fields[0]
    const { file, line } = this.place(type.pos ?? first?.pos ?? 0)
    const all = allFields(type)
    const { offsets, bits, align } = this.#placed(type)
    const own = all.length - type.fields.length
    const members = type.fields.flatMap((field, i): DebugMember[] => {
      const offset = offsets[own + i]!
      if (field.bits)
        return field.bits.map(bit => ({
          name: bit.name,
          type: this.type(bit.type),
          offset: offset + bit.offset,
          bits: bit.width,
          ...this.#lineOf(bit.pos),
        }))
      return [
        {
          name: field.name,
          // The language's own structs do not know the aliases.
          type: type.pos === undefined ? this.#withoutAlias(this.type(field.type)) : this.type(field.type),
          offset,
          bits: this.#valueBits(field.type),
          ...this.#lineOf(field.pos),
        },
      ]
    })
    const base = type.base ? { base: this.type(type.base) } : {}
    const templateArgs = type.templateArgs?.map((value, i) => ({ name: type.templateNames?.[i] ?? '', value }))
    const args = templateArgs ? { arguments: templateArgs.map(a => this.argument(a)) } : {}
    return this.#add({
      kind: 'record',
      tag: type.isClass ? 'class' : 'struct',
      name: clangName(type),
      bits,
      align,
      file,
      line,
      ...base,
      members,
      ...args,
    })
  }

  #lineOf(pos: number): { readonly file: number; readonly line: number } {
    const { file, line } = this.place(pos)
    return { file, line }
  }

  /** An argument of a template. */
  argument({ name, value }: NonNullable<FunctionSymbol['templateArgs']>[number]): DebugTemplateArgument {
    if (typeof value === 'object' && value.kind === 'struct' && value.isTemplate) return { name, value: value.name }
    if (typeof value === 'object') return { name, type: this.#withoutAlias(this.type(value)) }
    return { name, type: this.#basic(scalar('int')), value: Number(value) }
  }

  /** The name of an instance: `mix<float, 3>`. */
  instanceName({ name, templateArgs }: FunctionSymbol): string {
    if (!templateArgs) return name
    const words = templateArgs.map(a => {
      const { type, value } = this.argument(a)
      return value === undefined ? this.#spelling(type!).trim() : String(value)
    })
    const list = words.join(', ')
    return `${name}<${list.endsWith('>') ? `${list} ` : list}>`
  }

  #enum(type: EnumType): number {
    const values = (type.enumerators ?? []).map(({ name, value }) => ({ name, value: Number(value) }))
    const { file, line } = this.place(type.pos ?? 0)
    return this.#add({ kind: 'enum', name: type.name, bits: this.bits(type.underlying), file, line, values })
  }

  #object(type: ObjectType): number {
    const element = type.element
    const inner = element && this.type(element)
    const param = /^(Constant|Texture)Buffer$/.test(type.name) ? 'T' : 'element'
    const args = inner === undefined ? [] : [{ name: param, type: this.#withoutAlias(inner) }]
    const samples = MULTISAMPLED.test(type.name) ? `, ${Math.max(type.count, 0)}` : ''
    const spelling = inner === undefined ? '' : this.#spelling(this.#withoutAlias(inner))
    const name = inner === undefined ? type.name : `${type.name}<${samples ? spelling.trim() + samples : spelling}>`
    if (!element || !VIEWS.test(type.name)) return this.#class(name, type, [], args, element ? type.name : '')
    const bits = this.bits(type)
    const align = this.#alignOf(type)
    return this.#add({
      kind: 'record',
      tag: 'class',
      name,
      bits,
      align,
      file: 0,
      line: 0,
      members: [],
      arguments: args,
    })
  }

  #withoutAlias(n: number): number {
    const row = this.#info.types[n]
    return row?.kind === 'alias' ? row.of : n
  }

  /** C++ before 2011 needs a space between two closing brackets. */
  #spelling(n: number): string {
    const row = this.#info.types[n]
    const name = row && 'name' in row ? row.name : ''
    return name.endsWith('>') ? `${name} ` : name
  }

  // ---- parts of variables --------------------------------------------------------------------------------------------------------------

  /** Where each leaf of a value of the type lies (leavesOf()). */
  leaves(type: Type): readonly Piece[] {
    const known = this.#leavesOf.get(type)
    if (known) return known
    const pieces: Piece[] = []
    this.#leaves(type, 0, pieces)
    this.#leavesOf.set(type, pieces)
    return pieces
  }

  #leaves(type: Type, offset: number, pieces: Piece[]): void {
    const parts = this.#parts(type)
    if (parts === undefined) pieces.push({ offset, bits: this.#valueBits(type), dims: [] })
    else for (const part of parts) this.#leaves(part.type, offset + part.offset, pieces)
  }

  /** What a type consists of; undefined for leaves. */
  #parts(type: Type): readonly { readonly type: Type; readonly offset: number }[] | undefined {
    if (type.kind === 'struct') {
      const { offsets } = this.#placed(type)
      return allFields(type).map((field, i) => ({ type: field.type, offset: offsets[i]! }))
    }
    const [element, count] =
      type.kind === 'array'
        ? [type.element, Math.max(type.size, 0)]
        : type.kind === 'vector'
          ? [type.element, type.size]
          : type.kind === 'matrix'
            ? [type.element, type.rows * type.columns]
            : [undefined, 0]
    if (element === undefined) return undefined
    const stride = this.bits(element)
    return Array.from({ length: count }, (_, i) => ({ type: element, offset: i * stride }))
  }

  /** Where each cell of a variable in memory lies (makeCells()). */
  cells(type: Type, packed: boolean): Piece[] {
    const pieces: Piece[] = []
    this.#cells(type, packed, 0, [], pieces)
    return pieces
  }

  #cells(type: Type, packed: boolean, offset: number, dims: Piece['dims'], pieces: Piece[]): void {
    if (type.kind === 'array')
      this.#cells(type.element, true, offset, [...dims, [Math.max(type.size, 0), this.bits(type.element)]], pieces)
    else if (type.kind === 'struct')
      for (const { type: part, offset: at } of this.#parts(type)!) this.#cells(part, packed, offset + at, dims, pieces)
    else if (type.kind === 'vector' || type.kind === 'matrix') {
      const bits = this.bits(type.element)
      const [rows, columns] = type.kind === 'vector' ? [1, type.size] : [type.rows, type.columns]
      if (packed) {
        const outer: Piece['dims'] = type.kind === 'matrix' ? [[rows, columns * bits]] : []
        pieces.push({ offset, bits, dims: [...dims, ...outer, [columns, bits]] })
      } else for (let i = 0; i < rows * columns; i++) pieces.push({ offset: offset + i * bits, bits, dims })
    } else pieces.push({ offset, bits: this.bits(type), dims })
  }
}
