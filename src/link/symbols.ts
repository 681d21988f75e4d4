// Which function a name means, over all libraries, and what a function needs. As in DXC's linker: one definition a name; a function that only its
// own library sees is nobody else's.

import { byteString } from '../base/c_string.ts'
import { hashOrder } from '../base/hash_order.ts'
import type { ProgramEntry } from '../dxil/program.ts'
import { functionReferences, type Referenced, unmangled } from '../dxil/references.ts'
import type { Func, GlobalVariable } from '../llvm/model/values.ts'
import { isInternal } from './constants.ts'
import type { Definition } from './importer.ts'
import type { Library } from './library.ts'
import { LinkProblem, shownSymbol } from './problem.ts'

export class Symbols {
  readonly #external = new Map<string, Definition>()
  readonly #references = new Map<Library, ReadonlyMap<Func, ReadonlySet<Referenced>>>()
  readonly libraries: readonly Library[]

  /** @throws LinkProblem for a function that two libraries define */
  constructor(libraries: readonly Library[]) {
    this.libraries = libraries
    for (const library of libraries)
      for (const func of library.module.functions) {
        if (func.isDeclaration || isInternal(func.linkage)) continue
        const other = this.#external.get(func.name)
        if (other)
          throw new LinkProblem('E4102', {
            name: shownSymbol(func.name),
            first: other.library.name,
            second: library.name,
          })
        this.#external.set(func.name, { func, library })
      }
  }

  /** Every function with a body, in the order of DXC's linker, which knows those that only their library sees by longer names. */
  get definitions(): readonly Definition[] {
    const known = new Map<string, Definition>()
    const byLibrary = this.libraries.flatMap(library => {
      const names: string[] = []
      for (const func of library.module.functions) {
        if (func.isDeclaration) continue
        const name = symbolOf({ func, library })
        known.set(name, { func, library })
        names.push(name)
      }
      return hashOrder(names)
    })
    return hashOrder(byLibrary).map(name => known.get(name)!)
  }

  /** What code of a library means by a function. */
  definition(func: Func, from: Library): Definition | undefined {
    if (!func.isDeclaration) return { func, library: from }
    return this.#external.get(func.name)
  }

  /** The entry point of a name: as the source has it, or mangled. */
  entry(name: string): (Definition & { readonly entry: ProgramEntry }) | Definition | undefined {
    const own = this.#external.get(name) ?? [...this.#external.values()].find(d => unmangled(d.func.name) === name)
    const entry = own?.library.entries.get(own.func)
    return own && entry ? { ...own, entry } : own
  }

  /** What a function mentions. */
  referencesOf({ func, library }: Definition): ReadonlySet<Referenced> {
    let all = this.#references.get(library)
    if (!all) this.#references.set(library, (all = functionReferences(library.module)))
    return all.get(func) ?? NONE
  }

  /**
   * The functions that some need, those included, and the globals they mention.
   * @param undefinedFunction told of those without a body
   */
  reachable(roots: readonly Definition[], undefinedFunction: (func: Func, from: Library) => void): Reachable {
    const functions = new Map<Func, Definition>()
    const globals = new Set<GlobalVariable>()
    const work = [...roots]
    for (let next = work.pop(); next; next = work.pop()) {
      if (functions.has(next.func)) continue
      functions.set(next.func, next)
      const hull = next.library.entries.get(next.func)?.properties.hull?.patchConstantFunction
      const used = hull ? [...this.referencesOf(next), hull] : this.referencesOf(next)
      for (const r of used) {
        if (r.kind === 'global') globals.add(r)
        else if (!/^(dx\.op|llvm)\./.test(r.name)) {
          const definition = this.definition(r, next.library)
          if (definition) work.push(definition)
          else undefinedFunction(r, next.library)
        }
      }
    }
    return { functions, globals }
  }
}

/** The name of a function among those of all libraries. */
export const symbolOf = ({ func, library }: Definition): string =>
  isInternal(func.linkage) ? `${byteString(library.name)}.${func.name}` : func.name

const NONE: ReadonlySet<Referenced> = new Set()

export interface Reachable {
  readonly functions: ReadonlyMap<Func, Definition>
  readonly globals: ReadonlySet<GlobalVariable>
}
