// Scopes and what names stand for. Invariant: a scope never forgets a name; functions of one name share one FunctionSet a scope.

import type { Nearest } from '../../../base/nearest.ts'
import type { Request } from '../../../diag/diagnostics.ts'
import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import type { ConstantValue, FunctionSymbol, VarSymbol } from '../../tree/typed.ts'
import { type BitField, type Field, IGNORED, type StructType, type Type } from '../../tree/types.ts'

/** A function or method before and after its signature is known; templates have instances instead of a symbol. */
export interface FunctionEntity {
  readonly name: string
  decl: A.FunctionDecl
  /** Scope the declaration stands in (with template parameters of enclosing records bound). */
  readonly scope: Scope
  readonly owner: RecordInfo | undefined
  readonly isStatic: boolean
  /** undefined for templates. */
  readonly symbol: FunctionSymbol | undefined
  readonly instances: Map<string, FunctionEntity> | undefined
  /** Explicit specialisations by their arguments, as in `instances`. */
  readonly specialisations: Map<string, FunctionEntity>
  /** Functions this one calls, recorded while its body is checked. */
  readonly calls: Map<FunctionEntity, Span>
  hasBody: boolean
  /** A method of an instance of a class template, or an instance of a function template, that nobody has called yet: its body is checked at the first call. */
  isWaiting?: boolean
  /** A method of an instance of a class template that has a definition of its own, `template<> int S<float>::f() { ... }`. */
  isSpecialised?: boolean
  /** Of an instance: what asked for its body first. */
  requested?: Request
  /** Groupshared variables the body names. */
  readonly shared: Set<VarSymbol>
  /** Errors in it that count when an entry point of a stage reaches it, or an exported function ('lib'). */
  readonly late: ((stage: string, entry: FunctionSymbol) => void)[]
  /** Depth of template instantiation, to stop infinite ones. */
  readonly depth: number
  /** Number of the declaration, of templates that of their definition in `definedAt`: a call in an instance sees what stands in front of it. */
  readonly order: number
  definedAt?: number
  /** Of a template, and of a member defined outside of one: names in its instances mean what was declared up to here, see Visibility. */
  seenAt?: number
  /** The template that this is an instance of. */
  pattern?: FunctionEntity
}

/** The parameters of a class template: what the definition of a member outside of it calls each, and what the template does. */
export interface OutsideNames {
  readonly own: readonly string[]
  readonly theirs: readonly string[]
}

/** The definition of a member of a class template that stands outside of it. */
export interface Outside<T extends A.Declaration = A.FunctionDecl> extends OutsideNames {
  readonly decl: T
  readonly seenAt: number
}

export interface FunctionSet {
  readonly kind: 'functions'
  readonly name: string
  readonly list: FunctionEntity[]
  /** Prototypes in a body, which hide builtins too. */
  readonly isOfBlock?: boolean
}
export interface TypeName {
  readonly kind: 'type'
  readonly type: Type
  /** const written in a typedef. */
  readonly isConst: boolean
  /** What a typedef stands for. */
  readonly typeNode?: A.TypeNode
  /** A parameter of a template, or a typedef of a type that depends on one. */
  readonly isDependent?: boolean
}
export interface NamespaceName {
  readonly kind: 'namespace'
  readonly scope: Scope
}
export interface Specialisation {
  readonly decl: A.RecordDecl
  /** Identifies the arguments of a full specialisation; a partial one has patterns instead. */
  readonly args: string | undefined
  /** See FunctionEntity: the names in it are those of its own place, not of the template's. */
  readonly seenAt: number
}
export interface TemplateName {
  readonly kind: 'template'
  readonly decl: A.RecordDecl | A.TypeAliasDecl
  readonly scope: Scope
  readonly instances: Map<string, Type>
  readonly specialisations: Specialisation[]
  /** What stands for it among the arguments of other templates. */
  argument?: StructType
  /** See FunctionEntity. */
  seenAt?: number
}
export interface ConstantName {
  readonly kind: 'constant'
  readonly type: Type
  readonly value: ConstantValue
  readonly isDependent?: boolean
}
export interface FieldName {
  readonly kind: 'field'
  readonly field: Field
  /** The bit field of `field` that has the name. */
  readonly bits?: BitField
  /** Fields without a name that it is in, the outermost first: `struct A { struct { float x; }; };` has x. */
  readonly through?: readonly Field[]
}
export type Entity = VarSymbol | FunctionSet | TypeName | NamespaceName | TemplateName | ConstantName | FieldName

/** What analysis knows of a struct beyond its layout. */
export interface Virtual {
  readonly entity: FunctionEntity
  /** Only announced by an interface. */
  readonly isPure: boolean
}

export interface RecordInfo {
  readonly type: StructType
  readonly scope: Scope
  readonly base: RecordInfo | undefined
  /** A base is wrong, or depends on parameters without values: members that are not here may be there. */
  hasUnknownBase?: boolean
  /** Its base depends on parameters of a template. */
  hasDependentBase?: boolean
  readonly isInterface: boolean
  /** Methods of interfaces, each with the method that stands for it now; undefined where there are none. */
  virtuals?: readonly Virtual[]
  /** A message said which methods of interfaces it lacks. */
  isExplained?: boolean
  complete: boolean
  /** An instance of a template that is only announced. */
  isUndefined?: boolean
  /** Made from a specialisation: see there. */
  seenAt?: number
  /** How many templates have been instantiated one out of the other to come here. */
  readonly depth: number
  /** Template it was instantiated from and its arguments, for deduction. */
  readonly template: TemplateName | undefined
  readonly templateArgs: readonly (Type | ConstantValue)[]
  /** Made from a template, not from a full specialisation, or declared in such a record: the body of a method is checked when something calls it. */
  readonly isInstance: boolean
}

/** A class template whose parameters have no values. */
export const isPattern = ({ template, templateArgs }: RecordInfo): boolean => !!template && templateArgs.length === 0

/**
 * What namespaces declare behind the first template, in order: names in an instance mean what stood in front of the template's definition. Functions
 * have a rule of their own: those that arguments lead to may stand behind.
 */
class Visibility {
  isOn = false
  now = 0
  /** The instance being checked sees no more. */
  limit = Number.POSITIVE_INFINITY
  readonly #declaredAt = new Map<Entity, number>()

  note(entity: Entity): void {
    if (this.isOn) this.#declaredAt.set(entity, ++this.now)
  }

  hides(entity: Entity): boolean {
    return entity.kind !== 'functions' && (this.#declaredAt.get(entity) ?? 0) > this.limit
  }
}

export class Scope {
  readonly parent: Scope | undefined
  readonly visibility: Visibility
  /** Name part for qualified names, '' for blocks. */
  readonly name: string
  /** The record whose members live here, if any: lookup goes on in its base before the parent. */
  record: RecordInfo | undefined
  names: Map<string, Entity> | undefined
  /** Structs and enums whose name a function or variable has, too: `struct S` means the type. */
  tags: Map<string, TypeName> | undefined
  /** Namespaces named by using directives. */
  usings: Scope[] | undefined
  /** Of a namespace: what its buffer blocks declared at global scope. */
  hoisted: Map<string, Entity> | undefined
  /** A name was looked for among those from inside: DXC finds them from outside then, too. */
  showsHoisted = false
  readonly isNamespace: boolean

  /** The innermost namespace that it is in: itself, if it is one. */
  get namespace(): Scope {
    let at: Scope = this
    while (at.parent && !at.isNamespace) at = at.parent
    return at
  }

  constructor(parent: Scope | undefined, name = '', isNamespace = false) {
    this.parent = parent
    this.visibility = parent?.visibility ?? new Visibility()
    this.name = name
    this.isNamespace = isNamespace
    this.record = undefined
    this.names = undefined
    this.usings = undefined
    this.hoisted = undefined
    this.tags = undefined
  }

  own(name: string): Entity | undefined {
    return this.names?.get(name)
  }

  /** What was declared here, in order. */
  entries(): Iterable<readonly [string, Entity]> {
    return this.names ?? []
  }

  set(name: string, entity: Entity): void {
    if (entity.kind === 'var' && entity.type === IGNORED) return
    if (this.isNamespace) this.visibility.note(entity)
    ;(this.names ??= new Map()).set(name, entity)
  }

  /** Declares a struct or enum, which leaves its name to a function, variable or enumerator of this scope. */
  setTag(name: string, type: TypeName): void {
    const own = this.own(name)
    if (own?.kind === 'functions' || own?.kind === 'var' || own?.kind === 'constant')
      (this.tags ??= new Map()).set(name, type)
    else this.set(name, type)
  }

  /** Whether a function, variable or enumerator may take the name of this scope; a struct or enum that has it is a tag from then on. */
  yieldsName(name: string): boolean {
    const own = this.own(name)
    if (own?.kind !== 'type' || (own.type.kind !== 'struct' && own.type.kind !== 'enum')) return false
    if (own.type.name !== this.prefix() + name) return false
    ;(this.tags ??= new Map()).set(name, own)
    this.names!.delete(name)
    return true
  }

  /** The usual lookup for what only can be a type or namespace. */
  lookupType(name: string): Entity | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const found = scope.#seen(scope.tags?.get(name)) ?? scope.outward(name)
      if (found?.kind === 'type' || found?.kind === 'template' || found?.kind === 'namespace') return found
    }
    return undefined
  }

  /** In this scope, the bases of its record, and namespaces it uses; not in the parent. */
  member(name: string): Entity | undefined {
    const own = this.names?.get(name)
    if (own) return own
    if (this.record?.base) {
      const inherited = this.record.base.scope.member(name)
      if (inherited) return inherited
    }
    if (this.usings) return usedName(this.usings, name, new Set([this]))
    return undefined
  }

  /** The usual lookup from the inside out. */
  lookup(name: string): Entity | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const found = scope.outward(name)
      if (found) return found
    }
    return undefined
  }

  /** Undefined for what a namespace declares behind the template whose instance is being checked. */
  #seen(entity: Entity | undefined): Entity | undefined {
    return entity && this.isNamespace && this.visibility.hides(entity) ? undefined : entity
  }

  /**
   * As member(), for a name alone: a base that depends on parameters of a template is not looked into, and what an instance does not see is not there.
   */
  outward(name: string): Entity | undefined {
    const own = this.#seen(this.own(name))
    if (own) return own
    const base = this.record?.hasDependentBase ? undefined : this.record?.base
    return base?.scope.member(name) ?? this.#used(name)
  }

  #used(name: string): Entity | undefined {
    return this.#seen(this.usings && usedName(this.usings, name, new Set([this])))
  }

  /** The different meanings of a name that the usual lookup finds at once, each with the scope that declares it; none where there is but one. */
  meanings(name: string): readonly Meaning[] {
    let using: Scope | undefined = this
    while (using && !using.usings) using = using.parent
    if (!using) return NO_MEANINGS
    const used: Meaning[] = []
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      if (scope.usings) usedMeanings(scope.usings, name, new Set([scope]), used)
      const own = used.length > 0 ? scope.#seen(scope.own(name)) : scope.outward(name)
      // What a directive names counts as declared in the innermost namespace around both.
      const at: Scope = scope
      const found: Meaning[] = used.filter(m => m.scope.isWithin(at) && !this.visibility.hides(m.entity))
      if (own && !found.some(m => isSame(m.entity, own))) found.push({ scope, entity: own })
      if (found.length === 0) continue
      return found.length === 1 ? NO_MEANINGS : found
    }
    return NO_MEANINGS
  }

  /** The same for a name behind `::`: what this scope uses counts where it declares nothing itself. */
  meaningsInside(name: string): readonly Meaning[] {
    const used: Meaning[] = []
    if (this.usings && this.own(name) === undefined) usedMeanings(this.usings, name, new Set([this]), used)
    return used.length < 2 ? NO_MEANINGS : used
  }

  isWithin(outer: Scope): boolean {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) if (scope === outer) return true
    return false
  }

  /** 'A::B::' for things declared here. */
  prefix(): string {
    let text = ''
    for (let scope: Scope | undefined = this; scope; scope = scope.parent)
      if (scope.name !== '') text = `${scope.name}::${text}`
    return text
  }
}

/** In a namespace, then in what it uses itself, before the next one. */
function usedName(usings: readonly Scope[], name: string, seen: Set<Scope>): Entity | undefined {
  const open = [...usings].reverse()
  for (let used = open.pop(); used; used = open.pop()) {
    if (seen.has(used)) continue
    seen.add(used)
    const found = used.own(name)
    if (found) return found
    if (used.usings) open.push(...[...used.usings].reverse())
  }
  return undefined
}

/** A declaration of a name. */
export interface Meaning {
  readonly scope: Scope
  readonly entity: Entity
}

const NO_MEANINGS: readonly Meaning[] = []

function usedMeanings(usings: readonly Scope[], name: string, seen: Set<Scope>, out: Meaning[]): void {
  const open = [...usings].reverse()
  for (let used = open.pop(); used; used = open.pop()) {
    if (seen.has(used)) continue
    seen.add(used)
    const entity = used.own(name)
    if (entity && !out.some(m => isSame(m.entity, entity))) out.push({ scope: used, entity })
    if (used.usings) open.push(...[...used.usings].reverse())
  }
}

/** A using declaration or a second typedef means what the first does. */
function isSame(a: Entity, b: Entity): boolean {
  return a === b || (a.kind === 'type' && b.kind === 'type' && a.type === b.type)
}

/** Considers the names visible from a scope, the innermost first. `wanted` chooses among what they stand for. */
export function considerVisible(
  near: Nearest,
  scope: Scope | undefined,
  limit?: number,
  wanted: (entity: Entity) => boolean = () => true,
): void {
  const considerNames = (names: Map<string, Entity> | undefined): void => {
    if (names) for (const [name, entity] of names) if (wanted(entity)) near.consider(name, limit)
  }
  for (let at = scope; at; at = at.parent) {
    considerNames(at.names)
    for (let base = at.record?.base; base; base = base.base) considerNames(base.scope.names)
  }
}
