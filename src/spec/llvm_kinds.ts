// Metadata kinds in the order DXC's context usually registers them; ids are positions. A module's text only shows those in use.

/** LLVM 3.7's own, ids 0 to 13. */
const FIXED =
  'dbg tbaa prof fpmath range tbaa.struct invariant.load alias.scope noalias nontemporal llvm.mem.parallel_loop_access nonnull dereferenceable dereferenceable_or_null'.split(
    ' ',
  )

/** In order of registration; the marked ones in every compilation, the others when something needs them. */
const LATER: readonly (readonly [name: string, isAlways: boolean])[] = [
  ['dx.temp', true],
  ['llvm.loop', false],
  ['dx.controlflow.hints', false],
  ['dx.precise', false],
  ['dx.dbg.varlayout', true],
  ['dx.nonuniform', false],
]

/** All kinds of a module that uses these, most likely. Kinds DXC does not have come last, in the order given. */
export function usualMetadataKinds(used: Iterable<string>): string[] {
  const wanted = new Set(used)
  const kinds = [...FIXED, ...LATER.filter(([name, isAlways]) => isAlways || wanted.has(name)).map(([name]) => name)]
  return [...kinds, ...[...wanted].filter(name => !kinds.includes(name))]
}
