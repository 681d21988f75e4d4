// Messages of what comes after optimisation, resource binding above all: E39xx. The wording follows DXC's.

export const BINDING_MESSAGES = {
  E3900:
    '{unbounded}resource {name} at register {register} overlaps with resource {other} at register {otherRegister}, space {space}',
  E3901: 'more than one unbounded resource ({name} and {other}) in space {space}',
  E3902: '{unbounded}resource {name} could not be allocated',
  N3900: "'{name}' takes {range} of space {space}",
  E3903: 'resource {name} extends past the last register',
  E3922: 'element {index} of {name} lies past the last register',
  E3923: 'unbounded resources are not supported with -flegacy-resource-reservation',
  E3904: "CBuffer size is {size} bytes, exceeding maximum of 65536 bytes. '{name}'",
  E3919: "structured buffer elements cannot be larger than 2048 bytes (actual size {size} bytes). '{name}'",
  E3905: "RasterizerOrdered objects are only allowed in 5.0+ pixel shaders. '{name}'",
  E3906: "Invalid resource return type. '{name}'",
  E3907: 'Index for resource array inside cbuffer must be a literal expression',
  // LLVM's wording, where its rules place the resources.
  E3908:
    'resource {name} at register {register} overlaps with resource {other} at register {otherRegister} in space {space}',
  E3909: 'resource {name} cannot be allocated',
  E3970: 'RWStructuredBuffers may increment or decrement their counters, but not both.',
  W3970: 'RWStructuredBuffers may increment or decrement their counters, but not both.',
  E3971: "globallycoherent cannot be used with append/consume buffers: '{name}'.",
  E3920: 'root signature error - {what}',

  E3921: 'the root signature does not fit the shader: {what}',
  E3930: "'{name}' has another type here than in '{firstUnit}'",
  E3931: "'{name}' has another explicit binding here than in '{firstUnit}'",
  E3910:
    "Could not unroll loop. Loop bound could not be deduced at compile time. Use [unroll(n)] to give an explicit count. Use '-HV 2016' to treat this as warning.",
  W3910:
    'Could not unroll loop. Loop bound could not be deduced at compile time. Use [unroll(n)] to give an explicit count.',
  E3914:
    'Could not unroll loop. {count} copies of {size} instructions are too many; all unrolled loops together may have {limit}.',
  W3914:
    'Could not unroll loop. {count} copies of {size} instructions are too many; all unrolled loops together may have {limit}.',
  E3915:
    "Could not unroll loop. {count} copies would each test whether it goes on; at most {limit} are made. Use '-HV 2016' to treat this as warning.",
  W3915: 'Could not unroll loop. {count} copies would each test whether it goes on; at most {limit} are made.',
  E3911: 'Could not unroll loop. Invalid unroll count.',
  E3912: 'Offsets to texture access operations must be immediate values. {advice}',
  E3913: 'Offsets to texture access operations must be between -8 and 7. ',
} as const
