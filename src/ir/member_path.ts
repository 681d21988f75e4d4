// Resources inside global structs, before a binding policy says which of them are resources of their own. One template resource stands for
// all that one field path declares; handles of it name an element by its flattened index over every array on the path.

/** One step from the global to the member. */
export type MemberStep =
  | { readonly kind: 'field' | 'base'; readonly name: string }
  | { readonly kind: 'index'; readonly size: number }

export interface MemberPath {
  /** From the global's own name on; indices stand where the arrays are, outermost first. */
  readonly steps: readonly MemberStep[]
  /** How many index steps at the end belong to the member's own array. */
  readonly ownDims: number
  /** Resources of the member's class between the global's first one and the element whose indices are all 0. */
  offset: readonly RegisterCount[]
  /** Those between one element and the next, for every index step. */
  strides: readonly (readonly RegisterCount[])[]
}

/** A number of resources of one declared type. */
export interface RegisterCount {
  /** As Resource.typeName. */
  readonly typeName: string
  readonly count: number
}

/** Registers of a count; DXC leaves out the types that no code uses. */
export function registersOf(
  counts: readonly RegisterCount[],
  isCounted: (typeName: string) => boolean = () => true,
): number {
  let n = 0
  for (const { typeName, count } of counts) if (isCounted(typeName)) n += count
  return n
}

/** An element in the order the program uses them; `index` undefined: not known when it was used. */
export interface MemberUse {
  readonly resource: number
  readonly index: number | undefined
}

/** Sizes of the arrays on the path, outermost first. */
export const memberDims = (path: MemberPath): number[] => path.steps.flatMap(s => (s.kind === 'index' ? [s.size] : []))

/** Indices of one element, outermost first. */
export function memberIndices(path: MemberPath, flat: number): number[] {
  const dims = memberDims(path)
  const indices = new Array<number>(dims.length)
  let rest = flat
  for (let d = dims.length - 1; d >= 0; d--) {
    indices[d] = rest % dims[d]!
    rest = Math.floor(rest / dims[d]!)
  }
  return indices
}

/** Name of an element: steps joined by dots; index steps behind the given indices are left out. */
export function memberName(path: MemberPath, indices: readonly number[], baseSeparator = '.'): string {
  let name = ''
  let at = 0
  let separator = ''
  for (const step of path.steps) {
    if (step.kind === 'index' && at >= indices.length) continue
    name += separator + (step.kind === 'index' ? indices[at++] : step.name)
    separator = step.kind === 'base' ? baseSeparator : '.'
  }
  return name
}

/** Where a resource lies among the constant buffers of a program: DXC finds registers of members by these numbers. */
export interface BlockSlot {
  /** Number of the buffer among all cbuffer and tbuffer blocks and constant buffer views; $Globals is 0. */
  readonly block: number
  /** Number of the variable among those of its block; undefined for the buffer itself. */
  readonly variable: number | undefined
}

/** What constant buffers say about the registers of resources inside them. */
export interface BlockRegisters {
  /** By resource id, templates and buffers. */
  readonly slots: ReadonlyMap<number, BlockSlot>
  /** Written register by `block variable class`. */
  readonly registers: ReadonlyMap<string, number>
}
