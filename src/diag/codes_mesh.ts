// Messages about mesh and amplification shaders. The wording follows DXC's: its front end's, else its validator's.

export const MESH_MESSAGES = {
  E2420: ['error', 'multiple {what} parameters not allowed'],
  E2421: ['error', '{what} output is not an constant-length array'],
  E2422: ['error', 'max {what} count should not exceed {limit}'],
  E2423: ['error', 'max primitive count mismatch'],
  E2424: ['error', 'the element of out_indices array must be uint2 for line output or uint3 for triangle output'],
  E2425: [
    'error',
    'the element of out_indices array in a mesh shader whose output topology is {topology} must be {wanted}',
  ],
  E2426: ['error', 'a vector in out indices array must be accessed as a whole'],
  E2427: ['error', "payload '{name}' must be a struct of numbers"],
  E2428: ['error', 'Declared Thread Group Count {size} (X*Y*Z) is beyond the valid maximum of {limit}.'],
  E2429: ['error', "Mesh shader's primitive outputs' interpolation mode must be constant or undefined."],
  E2434: ['error', 'User defined type intrinsic arg must be struct'],
  E2435: ['error', 'attribute WaveSize only allowed on {stages} shaders'],
  E2436: ['error', 'a payload takes {least} bytes at least'],
  E3070: ['error', 'output arrays of a mesh shader can not be read from'],
  E3071: ['error', 'Missing SetMeshOutputCounts call.'],
  E3072: ['error', 'SetMeshOutputCounts cannot be called multiple times.'],
  E3073: ['error', 'Non-Dominating SetMeshOutputCounts call.'],
  E3074: ['error', 'DispatchMesh must be called exactly once in an Amplification shader.'],
  E3075: ['error', 'Non-Dominating DispatchMesh call.'],
  E3076: [
    'error',
    "For {stage} shader with entry '{name}', payload size {size} is greater than maximum size of {limit} bytes.",
  ],
  E3077: ['error', "For shader '{name}', {what} greater than {limit}."],
  E3078: ['error', "For shader '{name}', {what} signatures are taking up more than {limit} rows."],
} as const
