// Debug information of libraries as the IR has it: files, scopes, types and variables of their metadata become rows of one table, locations of code that
// calls bring in line name the call, and notes of variables become debug rows.

import {
  type DebugMember,
  type DebugTemplateArgument,
  type DebugType,
  newDebugInfo,
  type ScalarEncoding,
} from '../ir/debug_info.ts'
import type { Func as OwnFunc } from '../ir/function.ts'
import type { Loc } from '../ir/locations.ts'
import type { DebugField, MDDebug, Metadata } from '../llvm/model/metadata.ts'
import type { Module } from '../llvm/model/module.ts'
import { type Func, mdValueTarget } from '../llvm/model/values.ts'
import { MetadataCode } from '../spec/llvm_codes.ts'

const TAG = { array: 0x01, class: 0x02, enum: 0x04, member: 0x0d, alias: 0x16, inheritance: 0x1c, const: 0x26 } as const
/** Types whose value is somewhere else: pointers, references, what is restricted. */
const REFERENCES: ReadonlySet<number> = new Set([0x0f, 0x10, 0x37])
const ENCODINGS: Readonly<Record<number, ScalarEncoding>> = { 2: 'boolean', 4: 'float', 5: 'signed', 7: 'unsigned' }
/** Deeper chains are damaged files. */
const MAX_DEPTH = 200

const isDebug = (field: DebugField | undefined): field is MDDebug =>
  typeof field === 'object' && field !== null && field.kind === 'debug'
const numberOf = (field: DebugField | undefined): number => Number(typeof field === 'object' ? 0 : (field ?? 0))
const bytesToText = (text: string): string => new TextDecoder().decode(Uint8Array.from(text, c => c.charCodeAt(0)))

function textOf(field: DebugField | undefined): string {
  return typeof field === 'object' && field?.kind === 'string' ? bytesToText(field.text) : ''
}

function listOf(field: DebugField | undefined): readonly (Metadata | null)[] {
  return typeof field === 'object' && field?.kind === 'node' ? field.operands : []
}

/** True for a module with debug information. */
export const hasDebug = (module: Module): boolean => (module.findNamed('llvm.dbg.cu')?.operands.length ?? 0) > 0

/** A copy of a function in the result. */
export interface CopyOfFunction {
  /** Location of the call that is taken in line, 0 in a function of the result itself; undefined where debug information says nothing. */
  readonly inlinedAt: Loc | undefined
  readonly locations: Map<MDDebug, Loc>
}

/** What the libraries say of their sources. */
export interface LinkedSources {
  readonly contents: readonly { readonly name: string; readonly text: string }[]
  readonly defines: readonly string[]
  readonly mainFile: string
  readonly arguments: readonly string[]
}

export class LinkedDebug {
  readonly info = newDebugInfo()
  readonly #files = new Map<string, number>()
  readonly #types = new Map<MDDebug, number>()
  readonly #scopes = new Map<MDDebug, number>()
  readonly #variables = new Map<MDDebug, number>()
  readonly #functions = new Map<Module, ReadonlyMap<Func, MDDebug>>()
  #depth = 0

  // ---- locations ---------------------------------------------------------------------------------------------------------------------

  /** Says where a function of the result begins: the location of calls around its code, 0; undefined where nobody knows. */
  enter(f: OwnFunc, func: Func, module: Module): Loc | undefined {
    const program = this.#functionsOf(module).get(func)
    if (!program) return undefined
    f.scope = this.#scope(program)
    return 0
  }

  /** Where an instruction comes from, in this copy of its function. */
  location(f: OwnFunc, copy: CopyOfFunction, md: MDDebug | null): Loc {
    if (!md || copy.inlinedAt === undefined) return 0
    const known = copy.locations.get(md)
    if (known !== undefined) return known
    const [line, column, scope, at] = md.fields
    if (!isDebug(scope) || ++this.#depth > MAX_DEPTH) return 0
    const inlinedAt = isDebug(at) ? this.location(f, copy, at) : copy.inlinedAt
    this.#depth--
    const row = { pos: 0, line: numberOf(line), column: numberOf(column), scope: this.#scope(scope), inlinedAt }
    const made = f.locations.add(row)
    copy.locations.set(md, made)
    return made
  }

  /** Functions with a description. Compile units list them. */
  #functionsOf(module: Module): ReadonlyMap<Func, MDDebug> {
    const known = this.#functions.get(module)
    if (known) return known
    const made = new Map<Func, MDDebug>()
    for (const unit of module.findNamed('llvm.dbg.cu')?.operands ?? []) {
      if (unit.kind !== 'debug') continue
      for (const program of listOf(unit.fields[UNIT.subprograms])) {
        if (program?.kind !== 'debug') continue
        const func = program.fields[PROGRAM.func]
        const target = typeof func === 'object' && func?.kind === 'value' ? mdValueTarget(func) : undefined
        if (target?.kind === 'function') made.set(target, program)
      }
      for (const global of listOf(unit.fields[UNIT.globals])) if (global?.kind === 'debug') this.#global(global)
    }
    this.#functions.set(module, made)
    return made
  }

  #global({ fields }: MDDebug): void {
    const [, name, linkageName, file, line, type, isLocal] = fields
    if (!isDebug(type)) return
    this.info.globals.push({
      ...{ name: textOf(name), linkageName: textOf(linkageName), file: this.#file(file), line: numberOf(line) },
      ...{ type: this.type(type), isLocal: numberOf(isLocal) !== 0 },
    })
  }

  #file(field: DebugField | undefined): number {
    const name = isDebug(field) ? textOf(field.fields[0]) : ''
    let known = this.#files.get(name)
    if (known === undefined) this.#files.set(name, (known = this.info.files.push(name) - 1))
    return known
  }

  // ---- scopes ------------------------------------------------------------------------------------------------------------------------

  #scope(md: MDDebug): number {
    const known = this.#scopes.get(md)
    if (known !== undefined) return known
    const made = this.#depth > MAX_DEPTH ? this.#program(md) : this.#newScope(md)
    this.#scopes.set(md, made)
    return made
  }

  #newScope(md: MDDebug): number {
    const [parent, file, line, column] = md.fields
    if (md.code === MetadataCode.Subprogram || !isDebug(parent)) return this.#program(md)
    this.#depth++
    const outer = this.#scope(parent)
    this.#depth--
    if (md.code !== MetadataCode.LexicalBlock) return outer
    const place = { file: this.#file(file), line: numberOf(line), column: numberOf(column) }
    return this.info.scopes.push({ kind: 'block', parent: outer, ...place }) - 1
  }

  #program({ fields }: MDDebug): number {
    const [, name, linkageName, file, line, type] = fields
    const [result, ...params] = isDebug(type) ? listOf(type.fields[1]) : []
    return (
      this.info.scopes.push({
        kind: 'function',
        ...{ name: textOf(name), linkageName: textOf(linkageName), file: this.#file(file), line: numberOf(line) },
        scopeLine: numberOf(fields[PROGRAM.scopeLine]),
        ...(isDebug(result) ? { result: this.type(result) } : {}),
        params: params.flatMap(p => (isDebug(p) ? [this.type(p)] : [])),
        ...this.#arguments(fields[PROGRAM.arguments]),
      }) - 1
    )
  }

  // ---- variables ---------------------------------------------------------------------------------------------------------------------

  variable(md: MDDebug): number | undefined {
    const known = this.#variables.get(md)
    if (known !== undefined) return known
    const [, scope, name, file, line, type, argument] = md.fields
    if (!isDebug(scope) || !isDebug(type)) return undefined
    const made =
      this.info.variables.push({
        ...{ name: textOf(name), scope: this.#scope(scope), file: this.#file(file), line: numberOf(line) },
        ...{ type: this.type(type), argument: numberOf(argument) },
      }) - 1
    this.#variables.set(md, made)
    return made
  }

  bitsOf(variable: number): number {
    let type = this.info.types[this.info.variables[variable]!.type]!
    while (!('bits' in type)) type = this.info.types[type.of]!
    return type.bits
  }

  // ---- types -------------------------------------------------------------------------------------------------------------------------

  type(md: MDDebug): number {
    const known = this.#types.get(md)
    if (known !== undefined) return known
    if (++this.#depth > MAX_DEPTH)
      this.#types.set(md, this.#add({ kind: 'scalar', name: '', encoding: 'signed', bits: 0 }))
    const made = this.#types.get(md) ?? this.#add(this.#newType(md))
    this.#depth--
    this.#types.set(md, made)
    return made
  }

  #add(type: DebugType): number {
    return this.info.types.push(type) - 1
  }

  #newType({ code, fields }: MDDebug): DebugType {
    const [tag, name, file, line, , base, bits, align] = fields
    const place = { name: textOf(name), file: this.#file(file), line: numberOf(line) }
    if (code === MetadataCode.BasicType) {
      const encoding = ENCODINGS[numberOf(fields[4])] ?? 'signed'
      return { kind: 'scalar', name: textOf(name), bits: numberOf(fields[2]), encoding }
    }
    if (code === MetadataCode.CompositeType) return this.#composite(fields, place, numberOf(bits), numberOf(align))
    const of = isDebug(base) ? base : undefined
    if (!of) return { kind: 'scalar', name: textOf(name), bits: numberOf(bits), encoding: 'signed' }
    if (tag === TAG.alias) return { kind: 'alias', of: this.type(of), ...place }
    if (tag === TAG.const) return { kind: 'const', of: this.type(of) }
    if (!REFERENCES.has(numberOf(tag))) return { kind: 'alias', of: this.type(of), ...place }
    const inner = this.type(of)
    return this.info.types[inner]!.kind === 'reference' ? this.info.types[inner]! : { kind: 'reference', of: inner }
  }

  #composite(
    fields: readonly DebugField[],
    place: { readonly name: string; readonly file: number; readonly line: number },
    bits: number,
    align: number,
  ): DebugType {
    const tag = fields[0]
    const base = fields[5]
    const elements = listOf(fields[10]).flatMap(e => (e?.kind === 'debug' ? [e] : []))
    if (tag === TAG.array && isDebug(base)) {
      const sizes = elements.map(e => numberOf(e.fields[0]))
      return { kind: 'array', element: this.type(base), sizes, bits }
    }
    if (tag === TAG.enum) {
      const values = elements.map(({ fields: [value, name] }) => ({
        name: textOf(name),
        value: unzigzag(numberOf(value)),
      }))
      return { kind: 'enum', ...place, bits, values }
    }
    const members: DebugMember[] = []
    let own: number | undefined
    for (const e of elements) {
      const [kind, name, file, line, , type, size, , offset] = e.fields
      if (e.code !== MetadataCode.DerivedType || !isDebug(type)) continue
      if (kind === TAG.inheritance) own = this.type(type)
      else
        members.push({
          ...{ name: textOf(name), type: this.type(type), offset: numberOf(offset), bits: numberOf(size) },
          ...{ file: this.#file(file), line: numberOf(line) },
        })
    }
    const kind = { kind: 'record', tag: tag === TAG.class ? 'class' : 'struct' } as const
    return {
      ...kind,
      ...place,
      bits,
      align,
      members,
      ...(own === undefined ? {} : { base: own }),
      ...this.#arguments(fields[13]),
    }
  }

  #arguments(field: DebugField | undefined): { arguments?: readonly DebugTemplateArgument[] } {
    const list = listOf(field).flatMap((a): DebugTemplateArgument[] => {
      if (a?.kind !== 'debug') return []
      const [name, type, value] = a.code === MetadataCode.TemplateValue ? a.fields.slice(1) : a.fields
      // Only the argument that is a template has no type.
      if (!isDebug(type)) return value === undefined ? [] : [{ name: textOf(name), value: textOf(value) }]
      const constant = typeof value === 'object' && value?.kind === 'value' ? mdValueTarget(value) : undefined
      const number = constant?.kind === 'int' ? { value: Number(constant.value) } : {}
      return [{ name: textOf(name), type: this.type(type), ...number }]
    })
    return list.length > 0 ? { arguments: list } : {}
  }

  // ---- sources -----------------------------------------------------------------------------------------------------------------------

  /** What the libraries that the result is made of say of their sources. */
  get sources(): LinkedSources {
    const lists = [...this.#functions.keys()].map(module => {
      const rows = (name: string): string[][] =>
        (module.findNamed(`dx.source.${name}`)?.operands ?? []).map(n =>
          n.kind === 'node' ? n.operands.map(textOf) : [],
        )
      return {
        contents: rows('contents').map(([name = '', text = '']) => ({ name, text })),
        defines: rows('defines').flat(),
        mainFile: rows('mainFileName').flat()[0] ?? '',
        arguments: rows('args').flat(),
      }
    })
    const [first = { mainFile: '', arguments: [] }] = lists
    const contents = lists.flatMap(l => l.contents).filter((f, i, all) => all.findIndex(o => o.name === f.name) === i)
    return { ...first, contents, defines: [...new Set(lists.flatMap(l => l.defines))] }
  }
}

/** Fields of compile units and of descriptions of functions. */
const UNIT = { subprograms: 10, globals: 11 } as const
const PROGRAM = { scopeLine: 8, func: 14, arguments: 15 } as const

/** Numbers of enumerators have their sign in the last bit. */
const unzigzag = (n: number): number => (n % 2 === 1 ? -(n + 1) / 2 : n / 2)
