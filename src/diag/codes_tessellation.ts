// Messages about hull and domain shaders. The wording follows DXC's: its front end's, else its validator's.

export const TESSELLATION_MESSAGES = {
  E2466: '{name} element count must be greater than 0',
  E2467: 'may only have one {name} parameter',
  E2468: '{name} should not be out/inout parameter',
  E2469: "patch constant function '{name}' must be defined",
  E2470: "Patch constant function's {which} patch input should have {wanted} elements, but has {given}.",
  E2471: 'Patch Constant function {name} should not have inout param.',
  E2472: "{what} function '{name}' should not be reachable from {from} function '{other}'",
  E2473:
    'Signature element {semantic}, referred to by patch constant function, is not found in corresponding hull shader {list}.',
  E2474: 'number of control points {count} is outside the valid range of [1..32]',
  E2475: 'Invalid Tessellator {what} specified. Must be {values}.',
  E2476: 'Hull Shader MaxTessFactor must be [1.000000..64.000000].  {value} specified.',
  E2477: 'Hull Shader declared with {domain} Domain must specify output primitive {allowed}. {refused}',
  E2478: '{factor} rows, columns ({rows}, {cols}) invalid for domain {domain}.  Expected {expected} rows and 1 column.',
  E2479: 'Required TessFactor for domain not found declared anywhere in Patch Constant data.',
  W2466: 'Multiple overloads of patchconstantfunc {name}.',
  N2466: 'This overload was selected.',
  W2467: 'attribute {name} only valid for {stages}.',
  E3090: 'DomainLocation component index out of bounds for the domain.',
  E3091: 'expect VertexID between 0~{count}, got {index}.',
  E3092: '{stage} input control point count must be [0..32].  {count} specified.',
  E3094: "opcode 'LoadOutputControlPoint' should only be used in 'PatchConstant function'.",
  E3093: 'Semantic {semantic} is invalid for shader model: {stage}',
} as const
