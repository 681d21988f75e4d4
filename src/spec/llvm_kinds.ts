// Metadata kinds in the order DXC's context usually registers them: ids are positions. The first 14 are LLVM 3.7's own.

export const DXC_METADATA_KINDS: readonly string[] = [
  'dbg',
  'tbaa',
  'prof',
  'fpmath',
  'range',
  'tbaa.struct',
  'invariant.load',
  'alias.scope',
  'noalias',
  'nontemporal',
  'llvm.mem.parallel_loop_access',
  'nonnull',
  'dereferenceable',
  'dereferenceable_or_null',
  'dx.temp',
]
