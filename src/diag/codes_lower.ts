// Messages of lowering, passes and emission: what can only be known once code is being generated. E3xxx.

export const LOWER_MESSAGES = {
  E3000: ['error', '{what} is not supported in {where}'],
  E3001: ['error', 'program too large: calls and aggregates in line make {what}'],
  E3002: ['error', '{what} needs shader model {since} (this is {target})'],
  E3003: ['error', 'local resource not guaranteed to map to unique global resource.'],
  N3003: ['note', "can be '{name}'"],
  E3005: ['error', "'{name}' would be a copy of an array of resources, whose length is not known"],
  E3004: ['error', 'local resource is used before anything was assigned to it.'],
  E3011: ['error', "the argument of '{name}' must be an input as it came in, without any computation"],
  E3020: ['error', 'Instructions should not read uninitialized value.'],
  E3021: ['error', 'Assignment of undefined values to UAV.'],
  E3022: ['error', 'Loop must have break.'],
  E3023: ['error', 'operation {what} has no form for values of type {type}'],
  E3024: ['error', 'Attribute {name} must have nointerpolation mode in order to use GetAttributeAtVertex function.'],
  E3025: ['error', '{target} does not support pull-model evaluation of position.'],
  E3026: ['error', 'Not all elements of output {name} were written.'],
  E3027: [
    'error',
    'Interpolation mode on {name} used with eval_* instruction must be linear, linear_centroid, linear_noperspective, linear_noperspective_centroid, linear_sample or linear_noperspective_sample.',
  ],
  E3033: ['error', 'Access to out-of-bounds memory is disallowed.'],
  E3028: ['error', 'Opcode {name} not valid in shader model {target}.'],
  E3029: ['error', 'sample_* instructions require resource to be declared to return UNORM, SNORM or FLOAT.'],
  E3030: ['error', "Out of bounds index ({index}) in CBuffer '{name}'"],
  E3031: ['error', 'Cbuffer access out of bound.'],
  E3010: ['error', "no room in the signature for semantic '{semantic}'"],
} as const
