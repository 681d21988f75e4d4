// Which names of a checked unit mean the same thing, and where they stand in the files: in bodies of macros where they are spelled.
// Invariant: a symbol is known by the place of its first declaration, so that instances of a template have the symbols of the template.

import type { Sources } from '../diag/sources.ts'
import type { Entity, Scope } from '../hlsl/check/core/scopes.ts'
import type * as A from '../hlsl/tree/ast.ts'
import type { Expr } from '../hlsl/tree/typed.ts'
import { type DeclaredName, declaredNames } from './declared_names.ts'
import type { UnitWatch } from './unit_watch.ts'

/** A run of characters of a file. */
export interface Place {
  readonly file: string
  readonly start: number
  readonly end: number
}

export type SymbolKind =
  | 'variable'
  | 'parameter'
  | 'field'
  | 'function'
  | 'method'
  | 'struct'
  | 'enum'
  | 'enumMember'
  | 'alias'
  | 'namespace'
  | 'buffer'
  | 'typeParameter'

export interface SymbolInfo {
  readonly name: string
  readonly kind: SymbolKind
  readonly entity: Entity | undefined
  /** The definition among its declarations, else the first one. */
  declared: DeclaredName | undefined
  definition: Place | undefined
  readonly places: Occurrence[]
  /** Uses that stand nowhere as they are: pasted together by macros. */
  hidden: number
}

export interface Occurrence extends Place {
  readonly symbol: SymbolInfo
  readonly isDeclaration: boolean
  /** Bodies of macros and of templates can mean another thing at each use. */
  isAmbiguous: boolean
}

export class SymbolIndex {
  readonly declared: readonly DeclaredName[]
  readonly #sources: Sources
  readonly #watch: UnitWatch
  readonly #symbols = new Map<number, SymbolInfo>()
  readonly #byFile = new Map<string, Map<number, Occurrence>>()
  readonly #sorted = new Map<string, readonly Occurrence[]>()
  readonly #namespaces = new Map<Scope, number>()
  readonly #names = new Map<number, DeclaredName>()
  /** Places by file and offset of declarations: a file may be read several times. */
  readonly #canonical = new Map<string, number>()

  constructor(sources: Sources, declarations: readonly A.Declaration[], watch: UnitWatch) {
    this.#sources = sources
    this.#watch = watch
    this.declared = declaredNames(declarations)
    for (const declared of this.declared) this.#names.set(declared.at.pos, declared)
    for (const [entity, at] of watch.declarations)
      if (entity.kind === 'namespace' && !this.#namespaces.has(entity.scope)) this.#namespaces.set(entity.scope, at.pos)
    for (const declared of this.declared) this.#declare(declared)
    for (const { pos, entity } of watch.names) this.#use(pos, this.#keyOf(entity), entity)
    for (const [node, value] of watch.values) this.#member(node, value)
    for (const declared of this.declared) this.#namedInText(declared)
  }

  /** Occurrences of a file in order. */
  of(file: string): readonly Occurrence[] {
    let list = this.#sorted.get(file)
    if (!list) {
      list = [...(this.#byFile.get(file)?.values() ?? [])].sort((a, b) => a.start - b.start)
      this.#sorted.set(file, list)
    }
    return list
  }

  /** The occurrence at an offset, its end included. */
  at(file: string, offset: number): Occurrence | undefined {
    const list = this.of(file)
    let low = 0
    let high = list.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (list[middle]!.start <= offset) low = middle
      else high = middle - 1
    }
    const found = list[low]
    if (found && found.start <= offset && offset <= found.end) return found
    return undefined
  }

  /** The symbol whose name is declared at a position of the sources. */
  symbolAt(pos: number): SymbolInfo | undefined {
    return this.#symbols.get(this.#canonicalPos(pos))
  }

  /** Where a word at a position is spelled; undefined for what macros paste together and for what the compiler itself declares. */
  placeOf(pos: number, word: string): Place | undefined {
    let at = pos
    for (let point = this.#sources.expansionAt(at); point; point = this.#sources.expansionAt(at)) at = point.spelling
    const file = this.#sources.fileAt(at)
    if (!file) return undefined
    const start = at - file.base
    return file.text.startsWith(word, start) ? { file: file.name, start, end: start + word.length } : undefined
  }

  #declare(declared: DeclaredName): void {
    const { name, at, node } = declared
    const pos = nodePos(this.#sources, declared)
    const symbol = this.#symbolOf(at.pos, name, this.#watch.entityAt.get(at.pos), declared)
    const place = this.placeOf(pos, name)
    if (!place) return void symbol.hidden++
    this.#add(place, symbol, true)
    if (!symbol.definition || isDefinition(node)) {
      symbol.definition = place
      symbol.declared = declared
    }
  }

  #symbolOf(pos: number, name: string, entity: Entity | undefined, declared: DeclaredName | undefined): SymbolInfo {
    const key = this.#canonicalPos(pos)
    let symbol = this.#symbols.get(key)
    if (!symbol) {
      const kind = kindOf(entity, declared ?? this.#names.get(key))
      symbol = { name, kind, entity, declared, definition: undefined, places: [], hidden: 0 }
      this.#symbols.set(key, symbol)
    }
    return symbol
  }

  #canonicalPos(pos: number): number {
    const first = this.#watch.first.get(pos) ?? pos
    const file = this.#sources.fileAt(first)
    if (!file || this.#sources.expansionAt(first)) return first
    const key = `${file.name}:${first - file.base}`
    const known = this.#canonical.get(key)
    if (known === undefined) this.#canonical.set(key, first)
    return known ?? first
  }

  #use(pos: number, key: number | undefined, entity: Entity | undefined): void {
    if (key === undefined || key <= 0) return
    const name = this.#names.get(key)?.name ?? (entity && 'name' in entity ? entity.name : undefined)
    if (name === undefined || name === '') return
    const symbol = this.#symbolOf(key, name, entity, undefined)
    const place = this.placeOf(pos, name)
    if (place) this.#add(place, symbol, false)
    // `operator+` is not written where it is used.
    else if (!name.startsWith('operator')) symbol.hidden++
  }

  #add(place: Place, symbol: SymbolInfo, isDeclaration: boolean): void {
    let file = this.#byFile.get(place.file)
    if (!file) this.#byFile.set(place.file, (file = new Map()))
    const known = file.get(place.start)
    if (known) {
      if (known.symbol !== symbol) known.isAmbiguous = true
      return
    }
    const occurrence: Occurrence = { ...place, symbol, isDeclaration, isAmbiguous: false }
    file.set(place.start, occurrence)
    symbol.places.push(occurrence)
  }

  /** Position of the name that an entity is declared with. */
  #keyOf(entity: Entity): number | undefined {
    switch (entity.kind) {
      case 'var':
        return entity.pos
      case 'field':
        return entity.bits?.pos ?? entity.field.pos
      case 'functions':
        // The function that a call means is told by the call.
        return entity.list.length === 1 ? entity.list[0]!.decl.nameSpan.pos : undefined
      case 'template':
        return entity.decl.nameSpan.pos
      case 'namespace':
        return this.#namespaces.get(entity.scope)
      case 'type':
      case 'constant':
        return this.#watch.declarations.get(entity)?.pos
    }
  }

  /** Names that a checked expression explains: members, and the function that a call means. */
  #member(node: A.Expr, value: Expr): void {
    if (node.kind === 'member') {
      const at = node.memberSpan
      if (value.kind === 'member') this.#use(at.pos, value.field.pos, { kind: 'field', field: value.field })
      else if (value.kind === 'bit-field') this.#use(at.pos, value.bits.pos, undefined)
      else if (value.kind === 'var') this.#use(at.pos, value.symbol.pos, value.symbol)
    } else if (node.kind === 'call' && value.kind === 'call') {
      let { callee } = node
      while (callee.kind === 'paren') callee = callee.inner
      const at = callee.kind === 'member' ? callee.memberSpan : callee.kind === 'name_expr' ? lastOf(callee) : undefined
      if (at) this.#use(at.pos, value.callee.pos, undefined)
    }
  }

  /** `[patchconstantfunc("name")]` names a function. */
  #namedInText({ node }: DeclaredName): void {
    if (node.kind !== 'function') return
    for (const { name, args } of node.attributes) {
      const [text] = args
      if (name.toLowerCase() !== 'patchconstantfunc' || text?.kind !== 'string_literal') continue
      const named = this.declared.findLast(d => d.node.kind === 'function' && !d.owner && d.name === text.value)
      if (named) this.#use(text.pos + 1, named.at.pos, undefined)
    }
  }
}

const lastOf = (node: A.NameExpr): A.NamePart => node.name.parts[node.name.parts.length - 1]!

/** Template parameters and enumerators have more in their span than the name. */
function nodePos(sources: Sources, { node, at, name }: DeclaredName): number {
  if (node.kind !== 'template_parameter') return at.pos
  const text = sources.textOf({ pos: node.pos, end: node.end }) ?? ''
  const found = new RegExp(`\\b${name}\\b(?=\\s*(?:=|$))`).exec(text)
  return node.pos + (found?.index ?? 0)
}

function isDefinition(node: DeclaredName['node']): boolean {
  if (node.kind === 'function') return node.body !== undefined
  if (node.kind === 'record') return node.members !== undefined
  return node.kind === 'variable' && node.scope !== undefined
}

function kindOf(entity: Entity | undefined, declared: DeclaredName | undefined): SymbolKind {
  const node = declared?.node
  switch (node?.kind) {
    case 'variable':
      return declared?.owner?.node.kind === 'record' ? 'field' : 'variable'
    case 'parameter':
      return 'parameter'
    case 'function':
      return node.scope || declared?.owner?.node.kind === 'record' ? 'method' : 'function'
    case 'record':
      return 'struct'
    case 'enum':
      return 'enum'
    case 'enum_value':
      return 'enumMember'
    case 'type_alias':
      return 'alias'
    case 'buffer_block':
      return 'buffer'
    case 'namespace':
      return 'namespace'
    case 'template_parameter':
      return 'typeParameter'
    default:
      return entity?.kind === 'functions' ? 'function' : 'variable'
  }
}
