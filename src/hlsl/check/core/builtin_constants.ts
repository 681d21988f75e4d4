// Integers that the language names itself: flags of rays, states of ray queries, memory and scope of barriers.
// Any declaration of a scope hides them; at global scope only structs have their names.

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
  ['RAY_FLAG_FORCE_OMM_2_STATE', 0x400],
  ['RAYQUERY_FLAG_NONE', 0],
  ['RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS', 1],
  ['COMMITTED_NOTHING', 0],
  ['COMMITTED_TRIANGLE_HIT', 1],
  ['COMMITTED_PROCEDURAL_PRIMITIVE_HIT', 2],
  ['CANDIDATE_NON_OPAQUE_TRIANGLE', 0],
  ['CANDIDATE_PROCEDURAL_PRIMITIVE', 1],
  ['HIT_KIND_NONE', 0],
  ['HIT_KIND_TRIANGLE_FRONT_FACE', 0xfe],
  ['HIT_KIND_TRIANGLE_BACK_FACE', 0xff],
  ['STATE_OBJECT_FLAG_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS', 1],
  ['STATE_OBJECT_FLAG_ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS', 2],
  // The first names of the two, kept for programs that use them.
  ['STATE_OBJECT_FLAGS_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS', 1],
  ['STATE_OBJECT_FLAGS_ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS', 2],
  ['STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS', 4],
  ['RAYTRACING_PIPELINE_FLAG_NONE', 0],
  ['RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES', 0x100],
  ['RAYTRACING_PIPELINE_FLAG_SKIP_PROCEDURAL_PRIMITIVES', 0x200],
  ['RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS', 0x400],
  ['CLUSTER_ID_INVALID', 0xffffffff],
  ['UAV_MEMORY', 1],
  ['GROUP_SHARED_MEMORY', 2],
  ['NODE_INPUT_MEMORY', 4],
  ['NODE_OUTPUT_MEMORY', 8],
  ['ALL_MEMORY', 15],
  ['GROUP_SYNC', 1],
  ['GROUP_SCOPE', 2],
  ['DEVICE_SCOPE', 4],
  ['REORDER_SCOPE', 8],
])

/** Value of a predeclared uint constant; undefined for any other name. */
export const builtinConstant = (name: string): number | undefined => CONSTANTS.get(name)

/** Whether no variable, function or enumerator at global scope may have the name. */
export const isTakenByConstant = (name: string): boolean =>
  CONSTANTS.has(name) && !isNewConstant(name) && !name.startsWith('STATE_OBJECT_FLAGS_')

/** Constants that older shader models do not have; they may be used there all the same. */
export const isNewConstant = (name: string): boolean => /_OMM_|OPACITY_MICROMAPS|^RAYQUERY_FLAG|^REORDER/.test(name)
