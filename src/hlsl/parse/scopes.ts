// What the parser has to know about names to tell types, templates and values apart; nothing more is resolved here.
// Invariant: current[id] is the innermost meaning of a name; leaving a scope undoes exactly what was declared in it.

import { FIRST_TYPE_ID, LAST_TYPE_ID } from '../lex/token.ts'

/** A value, a type, a template of either, or a namespace. scope holds the members where they can be named with `::`. */
export interface Entry {
  readonly kind: 'value' | 'type' | 'type_template' | 'function_template' | 'namespace'
  readonly scope: ScopeMembers | undefined
  /** How a type was declared; undefined for what is built in. Parameters of templates that are values have one, too. */
  readonly tag?: 'record' | 'enum' | 'alias' | 'parameter'
  /** A template of types that some parameter has no default of. */
  readonly needsArguments?: boolean
  /** The scalar type of an alias that `unsigned` does not go with. */
  readonly unsignable?: string
}

/** Members of a namespace, record or enum, by name id, in order of declaration. */
export type ScopeMembers = Map<number, Entry>

export const VALUE: Entry = { kind: 'value', scope: undefined }
export const PLAIN_TYPE: Entry = { kind: 'type', scope: undefined }
export const TYPE_PARAMETER: Entry = { kind: 'type', scope: undefined, tag: 'parameter' }
export const VALUE_PARAMETER: Entry = { kind: 'value', scope: undefined, tag: 'parameter' }
export const TEMPLATE_PARAMETER: Entry = { kind: 'type_template', scope: undefined, tag: 'parameter' }
export const FUNCTION_TEMPLATE: Entry = { kind: 'function_template', scope: undefined }

export const isBuiltinType = (id: number): boolean => id >= FIRST_TYPE_ID && id <= LAST_TYPE_ID

interface OpenScope {
  readonly mark: number
  readonly members: ScopeMembers | undefined
}

export class Scopes {
  readonly #current = new Map<number, Entry | undefined>()
  readonly #undoIds: number[] = []
  readonly #undoEntries: (Entry | undefined)[] = []
  readonly #open: OpenScope[] = []
  readonly global: ScopeMembers = new Map()
  /** Names of member function templates anywhere: after `.` the object's type is not known. */
  readonly memberTemplates = new Set<number>()
  /** Index of the token that first names a type of numbers without `::`, by name id; the end's when none does. */
  readonly firstUses = new Map<number, number>()

  /** Whether some type has the name of a builtin one. */
  hidesTypes = false

  readonly #shadows: (id: number) => void

  /** @param shadows hears of names that are declared though they are parameters of a template here */
  constructor(shadows: (id: number) => void) {
    this.#shadows = shadows
    this.#open.push({ mark: 0, members: this.global })
  }

  /** Opens a scope; given members (a reopened namespace, a record's out-of-class method) become visible in it. */
  enter(members: ScopeMembers | undefined): void {
    this.#open.push({ mark: this.#undoIds.length, members })
    if (members) this.use(members)
  }

  get depth(): number {
    return this.#open.length
  }

  /** Leaves scopes until only depth are open: after an error several may have to go. */
  leaveTo(depth: number): void {
    while (this.#open.length > depth) this.leave()
  }

  leave(): void {
    const { mark } = this.#open.pop()!
    while (this.#undoIds.length > mark) this.#current.set(this.#undoIds.pop()!, this.#undoEntries.pop())
  }

  /** Makes members visible here without declaring them (using namespace, base classes). */
  use(members: ScopeMembers): void {
    for (const [id, entry] of members) this.#set(id, entry)
  }

  /** Declares a name in the innermost scope. */
  declare(id: number, entry: Entry): void {
    if (id === 0) return
    if (isBuiltinType(id) && entry.kind !== 'value') this.hidesTypes = true
    const hidden = this.#current.get(id)
    if (hidden?.tag === 'parameter' && hides(entry, hidden)) this.#shadows(id)
    const members = this.#open[this.#open.length - 1]!.members
    // An overload that is no template does not hide one that is.
    if (
      entry === VALUE &&
      this.#current.get(id) === FUNCTION_TEMPLATE &&
      (!members || members.get(id) === FUNCTION_TEMPLATE)
    )
      return
    // A function or variable keeps its name when a struct or enum of that name comes.
    const isTag = entry.tag === 'record' || entry.tag === 'enum'
    if (isTag && (members?.get(id) === VALUE || members?.get(id) === FUNCTION_TEMPLATE)) return
    members?.set(id, entry)
    this.#set(id, entry)
  }

  /** Whether what is being read is inside of these members. */
  isInside(members: ScopeMembers | undefined): boolean {
    return members !== undefined && this.#open.some(scope => scope.members === members)
  }

  lookup(id: number): Entry | undefined {
    return this.#current.get(id)
  }

  #set(id: number, entry: Entry): void {
    this.#undoIds.push(id)
    this.#undoEntries.push(this.#current.get(id))
    this.#current.set(id, entry)
  }
}

/** A template may be called as its parameter, unless it is a record; a type does not hide a value. */
function hides(entry: Entry, parameter: Entry): boolean {
  const isOwnName = entry.kind === 'function_template' || (entry.kind === 'type_template' && entry.tag !== 'record')
  return !isOwnName && (parameter.kind === 'type' || entry.kind === 'value')
}
