// Integers that the language names itself: flags of rays, states of ray queries, memory and scope of barriers. Any declaration hides them.

const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['RAY_FLAG_NONE', 0x000],
  ['RAY_FLAG_FORCE_OPAQUE', 0x001],
  ['RAY_FLAG_FORCE_NON_OPAQUE', 0x002],
  ['RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH', 0x004],
  ['RAY_FLAG_SKIP_CLOSEST_HIT_SHADER', 0x008],
  ['RAY_FLAG_CULL_BACK_FACING_TRIANGLES', 0x010],
  ['RAY_FLAG_CULL_FRONT_FACING_TRIANGLES', 0x020],
  ['RAY_FLAG_CULL_OPAQUE', 0x040],
  ['RAY_FLAG_CULL_NON_OPAQUE', 0x080],
  ['RAY_FLAG_SKIP_TRIANGLES', 0x100],
  ['RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES', 0x200],
  ['COMMITTED_NOTHING', 0],
  ['COMMITTED_TRIANGLE_HIT', 1],
  ['COMMITTED_PROCEDURAL_PRIMITIVE_HIT', 2],
  ['CANDIDATE_NON_OPAQUE_TRIANGLE', 0],
  ['CANDIDATE_PROCEDURAL_PRIMITIVE', 1],
  ['HIT_KIND_NONE', 0],
  ['HIT_KIND_TRIANGLE_FRONT_FACE', 0xfe],
  ['HIT_KIND_TRIANGLE_BACK_FACE', 0xff],
  ['UAV_MEMORY', 1],
  ['GROUP_SHARED_MEMORY', 2],
  ['NODE_INPUT_MEMORY', 4],
  ['NODE_OUTPUT_MEMORY', 8],
  ['ALL_MEMORY', 15],
  ['GROUP_SYNC', 1],
  ['GROUP_SCOPE', 2],
  ['DEVICE_SCOPE', 4],
])

/** Value of a predeclared uint constant; undefined for any other name. */
export const builtinConstant = (name: string): number | undefined => CONSTANTS.get(name)
