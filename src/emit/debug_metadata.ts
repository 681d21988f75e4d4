// Debug information as LLVM 3.7's metadata: compile unit, files, scopes, types and variables, each node made when something first needs it, and
// what DXC adds: sources, defines and arguments.

import { byteString } from '../base/c_string.ts'
import type {
  DebugGlobal,
  DebugInfo,
  DebugMember,
  DebugTemplateArgument,
  DebugType,
  ScalarEncoding,
} from '../ir/debug_info.ts'
import type { Piece } from '../ir/debug_rows.ts'
import type { Func } from '../ir/function.ts'
import type { LocationRow } from '../ir/locations.ts'
import type { DebugField, MDDebug, MDNode, Metadata } from '../llvm/model/metadata.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import type { Func as LlvmFunc, Value as LlvmValue } from '../llvm/model/values.ts'
import { MetadataCode } from '../spec/llvm_codes.ts'

/** What debug information says of the compilation besides the code. */
export interface DebugSources {
  /** Name and text of every file, the main one first; texts are '' where they travel elsewhere. */
  readonly contents: readonly { readonly name: string; readonly text: string }[]
  /** 'NAME=value' each. */
  readonly defines: readonly string[]
  readonly mainFile: string
  readonly arguments: readonly string[]
}

/** What stands for sources that travel elsewhere. */
export const NO_SOURCES: DebugSources = { contents: [{ name: '', text: '' }], defines: [], mainFile: '', arguments: [] }

/** Says in the module's metadata what the sources are, in place of what it said before. */
export function setSources(m: LlvmModule, { contents, defines, mainFile, arguments: args }: DebugSources): void {
  const set = (name: string, lists: readonly (readonly string[])[]): void => {
    const nodes = lists.map(list => m.node(list.map(text => m.mdString(byteString(text)))))
    m.namedMetadata(`dx.source.${name}`).operands.splice(0, Number.POSITIVE_INFINITY, ...nodes)
  }
  set(
    'contents',
    contents.map(({ name, text }) => [name, text]),
  )
  set('defines', [defines])
  set('mainFileName', [[mainFile]])
  set('args', [args])
}

const TAG = {
  array: 0x01,
  class: 0x02,
  enum: 0x04,
  member: 0x0d,
  reference: 0x10,
  struct: 0x13,
  alias: 0x16,
  inheritance: 0x1c,
  base: 0x24,
  const: 0x26,
  templateValue: 0x30,
  templateTemplate: 0x4106,
  restrict: 0x37,
  local: 0x100,
  argument: 0x101,
} as const
const ENCODING: Readonly<Record<ScalarEncoding, number>> = { boolean: 2, float: 4, signed: 5, unsigned: 7 }
const LANGUAGE_CPP = 4
const FLAG_PUBLIC = 3
const FLAG_PROTOTYPED = 0x100
/** Artificial, and the object pointer: the reference to the object that a method has. */
const FLAG_THIS = 0x440
const FULL_DEBUG = 1
const OP_BIT_PIECE = 0x9d

/** Statics are shown under this name by DXC. */
const GLOBAL_PREFIX = 'global.'

export class DebugMetadata {
  /** Bits that scalars are aligned to at least. */
  readonly #leastAlign: number
  readonly #m: LlvmModule
  readonly #info: DebugInfo
  readonly #unit: MDDebug
  readonly #files: MDDebug[] = []
  readonly #types: (MDDebug | undefined)[] = []
  readonly #scopes: (MDDebug | undefined)[] = []
  readonly #variables: (MDDebug | undefined)[] = []
  readonly #expressions = new Map<string, MDDebug>()
  readonly #subprograms: Metadata[] = []
  readonly #nodes = new Map<string, MDDebug>()
  readonly #functions = new Map<number, LlvmFunc>()

  /** @param native16 types of 16 bits have 16 in memory */
  constructor(m: LlvmModule, info: DebugInfo, producer: string, native16: boolean) {
    this.#m = m
    this.#info = info
    this.#leastAlign = native16 ? 16 : 32
    const file = this.#file(0)
    const text = m.mdString(byteString(producer))
    this.#unit = m.debugNode(MetadataCode.CompileUnit, true, [
      ...[LANGUAGE_CPP, file, text, 0, null, 0, null, FULL_DEBUG, null, null, null, null, null, 0],
    ])
    m.namedMetadata('llvm.dbg.cu').operands.push(this.#unit)
    const flag = (name: string, value: number): void =>
      void m.namedMetadata('llvm.module.flags').operands.push(m.node([m.mdInt(2), m.mdString(name), m.mdInt(value)]))
    flag('Dwarf Version', 4)
    flag('Debug Info Version', 3)
  }

  /** The function that a scope is the code of. */
  addFunction(f: Func, made: LlvmFunc): void {
    if (f.scope >= 0) this.#functions.set(f.scope, made)
  }

  /** After all code: what the compile unit lists. */
  finish(variableOf: (global: DebugGlobal) => LlvmValue | undefined): void {
    const m = this.#m
    const list = (nodes: readonly Metadata[]): MDNode => m.node(nodes)
    const enums = this.#info.types.flatMap((t, i) => (t.kind === 'enum' ? [this.type(i)] : []))
    const aliases = this.#info.types.flatMap((t, i) => (t.kind === 'alias' && this.#types[i] ? [this.type(i)] : []))
    const globals = this.#info.globals.map(g => {
      const variable = variableOf(g)
      return this.#node(MetadataCode.GlobalVar, [
        ...[this.#unit, this.#string(g.name), this.#string(g.linkageName), this.#file(g.file), g.line],
        ...[this.type(g.type), g.isLocal ? 1 : 0, 1, variable ? m.mdValue(variable) : null, null],
      ])
    })
    // Functions that only their parts survived of, and those without any code left.
    for (const [i, scope] of this.#info.scopes.entries()) if (scope.kind === 'function') this.scope(i)
    const { fields } = this.#unit
    fields[8] = list(enums)
    fields[9] = list(aliases)
    fields[10] = list(this.#subprograms)
    fields[11] = list(globals)
  }

  /** Equal nodes are one, as LLVM has them, unless they are filled in afterwards. */
  #node(code: number, fields: DebugField[], isFilledLater = false): MDDebug {
    if (isFilledLater) return this.#m.debugNode(code, false, fields)
    let key = `${code}`
    for (const f of fields) key += typeof f === 'object' ? `#${f?.index}` : ` ${f}`
    let made = this.#nodes.get(key)
    if (!made) this.#nodes.set(key, (made = this.#m.debugNode(code, false, fields)))
    return made
  }

  #string(text: string): Metadata | null {
    return text === '' ? null : this.#m.mdString(byteString(text))
  }

  #file(n: number): MDDebug {
    const m = this.#m
    return (this.#files[n] ??= this.#node(MetadataCode.File, [
      ...[m.mdString(byteString(this.#info.files[n] ?? '')), m.mdString('')],
    ]))
  }

  // ---- scopes --------------------------------------------------------------------------------------------------------------------

  scope(n: number): MDDebug {
    const known = this.#scopes[n]
    if (known) return known
    const row = this.#info.scopes[n]!
    if (row.kind === 'function') return this.#subprogram(n)
    const fields = [this.scope(row.parent), this.#file(row.file), row.line, row.column]
    return (this.#scopes[n] = this.#m.debugNode(MetadataCode.LexicalBlock, true, fields))
  }

  #subprogram(n: number): MDDebug {
    const m = this.#m
    const row = this.#info.scopes[n]!
    if (row.kind !== 'function') return this.scope(n)
    const [result = null, ...params] = [row.result, ...row.params].map(t => (t === undefined ? null : this.type(t)))
    const self = row.self === undefined ? [] : [this.#reference(this.type(row.self), FLAG_THIS)]
    const type = this.#node(MetadataCode.SubroutineType, [0, m.node([result, ...self, ...params])])
    const f = this.#functions.get(n)
    const file = this.#file(row.file)
    const owner = row.self === undefined ? undefined : this.type(row.self)
    const place = [this.#string(row.name), this.#string(row.linkageName), file, row.line, type, 0] as const
    const declaration = owner
      ? this.#node(MetadataCode.Subprogram, [
          ...[owner, ...place, 0, row.line, null, 0, 0],
          ...[FLAG_PROTOTYPED + (owner.fields[0] === TAG.class ? FLAG_PUBLIC : 0), 0, null, null, null, null],
        ])
      : null
    if (owner && declaration) this.#addMember(owner, declaration)
    const made = this.#node(MetadataCode.Subprogram, [
      ...[owner ?? file, ...place, 1, row.scopeLine, null, 0, 0],
      ...[FLAG_PROTOTYPED, 0, f ? m.mdValue(f) : null, this.#arguments(row.arguments), declaration, null],
    ])
    this.#subprograms.push(made)
    return (this.#scopes[n] = made)
  }

  // ---- variables -----------------------------------------------------------------------------------------------------------------

  variable(n: number): MDDebug {
    const known = this.#variables[n]
    if (known) return known
    const row = this.#info.variables[n]!
    const isArgument = row.argument > 0 || row.name.startsWith(GLOBAL_PREFIX)
    return (this.#variables[n] = this.#node(MetadataCode.LocalVar, [
      ...[isArgument ? TAG.argument : TAG.local, this.scope(row.scope), this.#string(row.name)],
      ...[row.name === 'this' ? null : this.#file(row.file), row.line, this.type(row.type), row.argument, 0],
    ]))
  }

  /** The whole variable, or the bits that a piece says. */
  expression(variable: number, offset: number, bits: number): MDDebug {
    const isWhole = offset === 0 && bits >= this.#bits(this.#info.variables[variable]!.type)
    const fields = isWhole ? [] : [OP_BIT_PIECE, offset, bits]
    const key = fields.join()
    let made = this.#expressions.get(key)
    if (!made) this.#expressions.set(key, (made = this.#node(MetadataCode.Expression, fields)))
    return made
  }

  location(row: LocationRow, inlinedAt: MDDebug | null): MDDebug {
    return this.#m.location(row.line, row.column, this.scope(row.scope), inlinedAt)
  }

  /** The location of a call: equal to no other. */
  callLocation(row: LocationRow, inlinedAt: MDDebug | null): MDDebug {
    const fields = [row.line, row.column, this.scope(row.scope), inlinedAt]
    return this.#m.debugNode(MetadataCode.Location, true, fields)
  }

  /** Elements of memory that lie apart in the variable, as DXC says it: start, then stride and count of each dimension. */
  layout(piece: Piece): MDNode {
    const m = this.#m
    return m.node([piece.offset, ...piece.dims.flatMap(([count, stride]) => [stride, count])].map(n => m.mdInt(n)))
  }

  // ---- types ---------------------------------------------------------------------------------------------------------------------

  #bits(n: number): number {
    const type = this.#info.types[n]!
    return 'bits' in type ? type.bits : this.#bits(type.of)
  }

  #align(n: number): number {
    const type = this.#info.types[n]!
    switch (type.kind) {
      case 'record':
        return type.align
      case 'array':
        return this.#align(type.element)
      case 'scalar':
      case 'enum':
        return Math.max(this.#leastAlign, type.bits)
      case 'alias':
      case 'const':
      case 'reference':
        return this.#align(type.of)
    }
  }

  type(n: number): MDDebug {
    return (this.#types[n] ??= this.#makeType(n, this.#info.types[n]!))
  }

  #makeType(n: number, type: DebugType): MDDebug {
    switch (type.kind) {
      case 'scalar': {
        const { name, bits, encoding } = type
        const fields = [TAG.base, this.#string(name), bits, Math.max(bits, this.#leastAlign), ENCODING[encoding]]
        return this.#node(MetadataCode.BasicType, fields)
      }
      case 'alias':
        return this.#derived(TAG.alias, type.of, { name: type.name, file: type.file, line: type.line })
      case 'const':
        return this.#derived(TAG.const, type.of)
      case 'reference': {
        // Whole structs and arrays are passed by their address without being references to DXC.
        const { kind } = this.#info.types[type.of]!
        const isAggregate = kind === 'array' || kind === 'record'
        const inner = isAggregate ? this.type(type.of) : this.#derived(TAG.reference, type.of)
        return this.#node(MetadataCode.DerivedType, [...[TAG.restrict, null, null, 0, null, inner, 0, 0, 0, 0, null]])
      }
      case 'array': {
        const ranges = type.sizes.map(size => this.#node(MetadataCode.Subrange, [countOf(size), 0]))
        return this.#composite(TAG.array, {
          bits: type.bits,
          align: this.#align(type.element),
          of: type.element,
          elements: ranges,
        })
      }
      case 'enum': {
        const zigzag = (value: number): number => (value < 0 ? -value * 2 - 1 : value * 2)
        const elements = type.values.map(v =>
          this.#node(MetadataCode.Enumerator, [zigzag(v.value), this.#string(v.name)]),
        )
        return this.#composite(TAG.enum, { ...type, align: type.bits, elements })
      }
      case 'record':
        return this.#record(n, type)
    }
  }

  #reference(to: MDDebug, flags: number): MDDebug {
    return this.#node(MetadataCode.DerivedType, [...[TAG.reference, null, null, 0, null, to, 0, 0, 0, flags, null]])
  }

  /** A method of a record. */
  #addMember(record: MDDebug, member: MDDebug): void {
    const { operands } = record.fields[ELEMENTS] as MDNode
    record.fields[ELEMENTS] = this.#m.node([...operands, member])
  }

  #derived(
    tag: number,
    of: number,
    place?: { readonly name: string; readonly file: number; readonly line: number },
  ): MDDebug {
    return this.#node(MetadataCode.DerivedType, [
      ...[tag, this.#string(place?.name ?? ''), place ? this.#file(place.file) : null, place?.line ?? 0, null],
      ...[this.type(of), 0, 0, 0, 0, null],
    ])
  }

  #composite(
    tag: number,
    parts: {
      readonly name?: string
      readonly file?: number
      readonly line?: number
      readonly bits: number
      readonly align: number
      readonly of?: number
      readonly elements: readonly Metadata[]
      readonly arguments?: readonly DebugTemplateArgument[] | undefined
    },
    isFilledLater = false,
  ): MDDebug {
    const { name = '', file, line = 0, bits, align, of, elements } = parts
    const fields: DebugField[] = [
      ...[tag, this.#string(name), file === undefined ? null : this.#file(file), line, null],
      ...[of === undefined ? null : this.type(of), bits, align, 0, 0, this.#m.node(elements), 0, null],
      ...[this.#arguments(parts.arguments), null],
    ]
    return this.#node(MetadataCode.CompositeType, fields, isFilledLater)
  }

  /** Members name the record that lists them. */
  #record(n: number, type: Extract<DebugType, { kind: 'record' }>): MDDebug {
    const m = this.#m
    const made = this.#composite(
      type.tag === 'class' ? TAG.class : TAG.struct,
      {
        ...type,
        elements: [],
        arguments: type.arguments,
      },
      true,
    )
    this.#types[n] = made
    const members = type.members.map(member => this.#member(member, made, type.tag === 'class'))
    if (type.base !== undefined)
      members.unshift(
        this.#node(MetadataCode.DerivedType, [
          ...[TAG.inheritance, null, null, 0, made, this.type(type.base), 0, 0, 0],
          ...[type.tag === 'class' ? FLAG_PUBLIC : 0, null],
        ]),
      )
    made.fields[ELEMENTS] = m.node(members)
    return made
  }

  #member({ name, type, offset, bits, file, line }: DebugMember, of: MDDebug, isPublic: boolean): MDDebug {
    const align = this.#align(type)
    return this.#node(MetadataCode.DerivedType, [
      ...[TAG.member, this.#string(name), this.#file(file), line, of, this.type(type), bits, align, offset],
      ...[isPublic ? FLAG_PUBLIC : 0, null],
    ])
  }

  #arguments(list: readonly DebugTemplateArgument[] | undefined): MDNode | null {
    if (list === undefined || list.length === 0) return null
    const m = this.#m
    return m.node(
      list.map(({ name, type, value }) => {
        const fields = [this.#string(name), type === undefined ? null : this.type(type)]
        if (value === undefined) return this.#node(MetadataCode.TemplateType, fields)
        const isName = typeof value === 'string'
        return this.#node(MetadataCode.TemplateValue, [
          ...[isName ? TAG.templateTemplate : TAG.templateValue, ...fields],
          isName ? this.#string(value) : m.mdInt(value),
        ])
      }),
    )
  }
}

/** As many elements as are shown where nobody knows. */
const countOf = (size: number): number => (size < 0 ? 1 : size)

/** Of the fields of a composite type. */
const ELEMENTS = 10
