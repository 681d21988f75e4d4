// Messages of lowering, passes and emission: what can only be known once code is being generated. E3xxx.

export const LOWER_MESSAGES = {
  // Not implemented: a shader that DXC takes, or that may be right. What is wrong has a code of its own.
  E3000: '{what} is not supported in {where}',
  E3001: 'program too large: calls and aggregates in line make {what}',
  E3002: '{what} needs shader model {since} (this is {target})',
  E3003: 'local resource not guaranteed to map to unique global resource.',
  N3003: "can be '{name}'",
  E3005: "'{name}' would be a copy of an array of resources, whose length is not known",
  E3004: 'local resource is used before anything was assigned to it.',
  E3011: 'attribute evaluation can only be done on values taken directly from inputs.',
  E3020: 'Instructions should not read uninitialized value.',
  E3021: 'Assignment of undefined values to UAV.',
  E3022: 'Loop must have break.',
  E3023: 'operation {what} has no form for values of type {type}',
  E3024: 'Attribute {name} must have nointerpolation mode in order to use GetAttributeAtVertex function.',
  E3025: '{target} does not support pull-model evaluation of position.',
  E3026: 'Not all elements of output {name} were written.',
  E3027:
    'Interpolation mode on {name} used with eval_* instruction must be linear, linear_centroid, linear_noperspective, linear_noperspective_centroid, linear_sample or linear_noperspective_sample.',
  E3033: 'Access to out-of-bounds memory is disallowed.',
  E3028: 'Opcode {name} not valid in shader model {target}.',
  E4300: 'sync in a non-Compute/Amplification/Mesh/Node Shader must only sync UAV (sync_uglobal).',
  E4301:
    'Entry function performs some operation that is incompatible with the shader stage or other entry properties.  See other errors for details.',
  E3029: 'sample_* instructions require resource to be declared to return UNORM, SNORM or FLOAT.',
  E3084: 'coord uninitialized.',
  E3085: 'offset uninitialized.',
  E3086: 'load on Texture2DMS/2DMSArray require sampleIndex.',
  E3087: '{what}',
  E3030: "Out of bounds index ({index}) in CBuffer '{name}'",
  E3031: 'Cbuffer access out of bound.',
  E2700: 'Constant values must be in-range for operation.',
  E3060: 'No indefinite logarithm.',
  E3061: 'No indefinite arcsine.',
  E3062: 'No indefinite arccosine.',
  E3063: 'No indefinite derivative calculation.',
  E3098: 'Instructions marked precise may not refer to minprecision values.',
  E3065: "elements of typed buffers and textures must fit in four 32-bit quantities. '{name}'",
  E3066: '{what} works on native 16-bit numbers and needs -enable-16bit-types',
  E3067: '{name} has rows 0 to {last}; this is row {row}',
  E3064:
    '{what} computes derivatives, which needs a thread group of one dimension that is a multiple of 4, or X and Y that are multiples of 2; this one is ({x}, {y}, {z}).',
  E2372:
    'invalid MemoryTypeFlags for Barrier operation; expected 0, ALL_MEMORY, or some combination of UAV_MEMORY, GROUP_SHARED_MEMORY, NODE_INPUT_MEMORY, NODE_OUTPUT_MEMORY flags',
  E2373:
    'invalid SemanticFlags for Barrier operation; expected 0 or some combination of GROUP_SYNC, GROUP_SCOPE, DEVICE_SCOPE flags',
  E2374: 'the flags of Barrier must be constants',
  E2375: 'GROUP_SHARED_MEMORY specified for Barrier operation when context has no visible group',
  E2376: 'NODE_INPUT_MEMORY or NODE_OUTPUT_MEMORY may only be specified for Barrier operation in a node shader',
  E2377: 'GROUP_SYNC or GROUP_SCOPE specified for Barrier operation when context has no visible group',
  E2378: 'DEVICE_SCOPE specified for Barrier operation without applicable memory',
  E2379: 'GROUP_SCOPE specified for Barrier operation without applicable memory',
  E3068:
    'Function uses features incompatible with the shader stage ({stage}) of the entry function. Derivatives are, before validator version 1.8.',
  E3069: 'Only one dimension allowed for array type.',
  E3010: "no room in the signature for semantic '{semantic}'",
} as const
