// Messages of the pipeline check: E414x to E418x. Where D3D12's debug layer has words they are its words, with the number and name of its message
// (D3D12_MESSAGE_ID in d3d12sdklayers.h), which is what people search for.

const STATE = '[ STATE_CREATION ERROR' as const
const LINKAGE = '{first} - {second} linkage error: Signatures between stages are incompatible.' as const

export const PIPELINE_MESSAGES = {
  E4141: [
    'error',
    `${LINKAGE} The input stage requires Semantic/Index ({semantic},{index}) as input, but it is not provided by the output stage. ${STATE} #666: CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_SEMANTICNAME_NOT_FOUND]`,
  ],
  E4142: [
    'error',
    `${LINKAGE} Semantic '{semantic}' is defined for mismatched hardware registers between the output stage ({output}) and input stage ({input}). ${STATE} #660: CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_REGISTERINDEX]`,
  ],
  E4143: [
    'error',
    `${LINKAGE} Semantic '{semantic}' of the input stage has a hardware register component mask ({input}) that is not a subset of the output of the previous stage ({output}). ${STATE} #662: CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_REGISTERMASK]`,
  ],
  E4144: [
    'error',
    `${LINKAGE} Semantic '{semantic}' is defined for mismatched component types between the output stage and input stage. ${STATE} #661: CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_COMPONENTTYPE]`,
  ],
  E4145: [
    'error',
    `${LINKAGE} Semantic '{semantic}' in each signature has different min precision levels, when they must be identical. ${STATE} #665: CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_MINPRECISION]`,
  ],
  E4146: [
    'error',
    `{first} - {second} linkage error: Stages are incompatible with each other. Semantic '{semantic}' is always read by the downstream shader ({components}), but never written by the upstream shader (even though the semantic is present in its output signature). ${STATE} #664: CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_NEVERWRITTEN_ALWAYSREADS]`,
  ],
  E4147: [
    'error',
    `Hull Shader - Domain Shader linkage error: the patch constant signatures are not identical: {what}. ${STATE} #659: CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_HS_DS_SIGNATURE_MISMATCH]`,
  ],
  E4148: [
    'error',
    `The Hull Shader ({hull}) and the Domain Shader ({domain}) do not have the same tessellator domain. ${STATE} #670: CREATEGRAPHICSPIPELINESTATE_HS_DS_TESSELLATOR_DOMAIN_MISMATCH]`,
  ],
  E4149: [
    'error',
    `The Hull Shader outputs {output} control points, but the Domain Shader expects {input} control points. ${STATE} #669: CREATEGRAPHICSPIPELINESTATE_HS_DS_CONTROL_POINT_COUNT_MISMATCH]`,
  ],
  E4150: [
    'error',
    `{first} Shader is set, but there is no {second} Shader: both or neither have to be set. ${STATE} #667: CREATEGRAPHICSPIPELINESTATE_HS_XOR_DS_MISMATCH]`,
  ],
  E4151: [
    'error',
    'The Geometry Shader expects input primitive {primitive}, but {source} makes primitives of type {made}.',
  ],
  E4152: [
    'error',
    `A Hull Shader is set, so the primitive topology type has to be patch, not {topology}. ${STATE} #668: CREATEGRAPHICSPIPELINESTATE_HULL_SHADER_INPUT_TOPOLOGY_MISMATCH]`,
  ],
  E4153: [
    'error',
    'The Mesh Shader takes a payload of {input} bytes, but the Amplification Shader gives one of {output} bytes.',
  ],
  E4154: [
    'error',
    'The rasterization unit is enabled, but position is not provided by the last shader before it ({stage}).',
  ],
  E4155: ['error', '{stage} cannot be in one pipeline with a Mesh Shader or an Amplification Shader.'],
  E4156: ['error', 'An Amplification Shader is set, but there is no Mesh Shader.'],
  E4157: [
    'error',
    `Vertex Shader is not set: a graphics pipeline needs one, or a Mesh Shader. ${STATE} #657: CREATEGRAPHICSPIPELINESTATE_VERTEX_SHADER_NOT_SET]`,
  ],
  E4158: ['error', '{stage}: Root Signature does not match: {what}'],
  E4159: ['error', 'Root Signature: {what}'],
  E4160: ['error', '{stage}: Root Signature does not match: the flag {flag} is needed and not set'],
  E4161: ['error', "Export '{name}' is defined more than once."],
  E4162: ['error', "Export '{name}' has an unresolved function '{need}'."],
  E4163: ['error', 'Subobjects {first} and {second} define different raytracing pipeline configurations.'],
  E4164: ['error', 'Subobject {name}: MaxTraceRecursionDepth {depth} is greater than {most}.'],
  E4165: [
    'error',
    'Raytracing shader config {config} specifies {field} of {most} but function this config is associated with, "{name}", has a larger {what} size: {bytes} bytes',
  ],
  E4166: ['error', "HitGroup '{group}': {role} '{name}' is not exported by any library."],
  E4167: ['error', "HitGroup '{group}': {role} '{name}' is a shader of the stage {stage}."],
  E4168: ['error', "HitGroup '{group}' is of procedural primitives and has no IntersectionShaderImport."],
  E4169: ['error', "Association '{name}' names {what}, which is not there."],
  E4170: ['error', "Export '{export}' is associated with {first} and with {second}."],
  E4171: ['error', 'Libraries and other shaders cannot be in one pipeline.'],
  E4172: ['error', '{stage} is set twice: {first} and {second}.'],
  E4173: ['error', 'A Compute Shader is a pipeline of its own: no other shader can be set.'],
  E4174: ['error', 'there is nothing to check'],
  E4175: ['error', "'{name}' cannot be checked: {why}"],
  E4176: ['error', 'The shaders {first} and {second} have different Root Signatures.'],
  E4177: ['error', 'Node {node} is defined twice: in {first} and in {second}.'],
  E4178: [
    'error',
    'Node {node} outputs to {output}, which is not there; [AllowSparseNodes] or [UnboundedSparseNodes] would allow that.',
  ],
  E4179: ['error', 'Node {node} outputs {given} to node {target}, which takes {taken}.'],
  E4180: ['error', 'Nodes {first} and {second} are of one array and have different {what}.'],
  E4181: ['error', 'Node {node} has {what}, more than {most}.'],
  E4182: ['error', 'Node {node} cannot share the input of node {owner}: {why}.'],
  E4183: ['error', 'Node {node} outputs to itself and has no [NodeMaxRecursionDepth].'],
  E4184: ['error', 'The longest chain of nodes, which ends at {node}, has {depth} nodes, more than {most}.'],
  E4185: ['error', 'Node {node} is part of a cycle of several nodes.'],
} as const
