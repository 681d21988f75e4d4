// Messages about geometry shaders. The wording follows DXC's and its validator's where they have one.

export const GEOMETRY_MESSAGES = {
  E2440: 'stream-output object must be an inout parameter',
  E2442: 'array dimension for {primitive} must be {vertices}',
  E2443: 'input types for geometry shader must be constant size arrays',
  E2444: 'input parameter conflicts with geometry specifier of previous input parameters',
  E2445: 'when multiple GS output streams are used they must be pointlists.',
  E2446: 'GS output vertex count must be [0..{limit}].  {count} specified.',
  E2447:
    'Declared output vertex count ({count}) multiplied by the total number of declared scalar components of output data ({scalars}) equals {total}.  This value cannot be greater than {limit}.',
  E2448: 'GS instance count must be [1..{limit}].  {instances} specified.',
  E2449: 'GS {what} unrecognized.',
  E2450: 'a geometry shader has at most {limit} output streams',
  E2451: 'geometry shaders in libraries have one output stream',
  E3080: 'which output stream this is cannot be told; pass the stream itself as an inout parameter',
} as const
