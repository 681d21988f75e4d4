// What instructions do, as statistics count them: each belongs to one group.

import { named } from '../base/table.ts'
import { type DxilOpRow, dxilOpRow } from './dxil_ops.ts'

/** Groups in the order in which they are shown, with what they hold. */
export const OP_GROUPS = /* @__PURE__ */ named([
  ['float', 'arithmetic on floats'],
  ['integer', 'arithmetic on integers and bits'],
  ['conversion', 'conversions between types, bit casts'],
  ['comparison', 'comparisons and tests of floats'],
  ['select', 'choices without a branch'],
  ['phi', 'values that differ by the way control came'],
  ['branch', 'conditional branches and switches'],
  ['jump', 'unconditional branches and returns'],
  ['textureSample', 'samples of textures'],
  ['textureGather', 'gathers from textures'],
  ['textureLoad', 'loads from textures without a sampler'],
  ['textureStore', 'stores to textures, sampler feedback'],
  ['resourceQuery', 'dimensions, sample positions, levels of detail, residency'],
  ['bufferLoad', 'loads from typed, raw and structured buffers'],
  ['bufferStore', 'stores to typed, raw and structured buffers'],
  ['constantLoad', 'loads from constant buffers'],
  ['groupSharedLoad', 'loads from group-shared memory'],
  ['groupSharedStore', 'stores to group-shared memory'],
  ['localLoad', 'loads from local and constant arrays'],
  ['localStore', 'stores to local arrays'],
  ['recordLoad', 'loads from payloads and records'],
  ['recordStore', 'stores to payloads and records'],
  ['atomic', 'atomic operations, counters of buffers'],
  ['handle', 'handles of resources'],
  ['address', 'addresses of memory, local arrays'],
  ['aggregate', 'parts of structures and vectors'],
  ['input', 'what a stage reads: inputs and system values'],
  ['output', 'what a stage writes: outputs, vertices, primitives'],
  ['discard', 'discarded pixels'],
  ['wave', 'operations across a wave'],
  ['quad', 'operations across a quad'],
  ['derivative', 'derivatives'],
  ['barrier', 'barriers'],
  ['ray', 'rays, ray queries, hits'],
  ['node', 'work graphs'],
  ['call', 'calls of functions and shaders'],
  ['other', 'everything else'],
])

export type OpGroup = (typeof OP_GROUPS)[number][0]

export const OP_GROUP_NAMES: readonly OpGroup[] = /* @__PURE__ */ OP_GROUPS.map(([name]) => name)

/** Classes of DXIL operations, and names of operations where one class holds several groups, by the group. */
const BY_GROUP: Readonly<Partial<Record<OpGroup, string>>> = {
  float: 'FMad',
  integer: 'pack4x8 unpack4x8',
  conversion: 'makeDouble splitDouble',
  comparison: 'isSpecialFloat',
  textureSample:
    'sample sampleBias sampleLevel sampleGrad sampleCmp sampleCmpLevelZero sampleCmpLevel sampleCmpGrad sampleCmpBias',
  textureGather: 'textureGather textureGatherCmp textureGatherRaw',
  textureLoad: 'textureLoad',
  textureStore:
    'textureStore textureStoreSample writeSamplerFeedback writeSamplerFeedbackBias writeSamplerFeedbackLevel writeSamplerFeedbackGrad',
  resourceQuery:
    'getDimensions texture2DMSGetSamplePosition renderTargetGetSamplePosition renderTargetGetSampleCount calculateLOD checkAccessFullyMapped',
  bufferLoad: 'bufferLoad rawBufferLoad rawBufferVectorLoad',
  bufferStore: 'bufferStore rawBufferStore rawBufferVectorStore',
  constantLoad: 'cbufferLoad cbufferLoadLegacy',
  localLoad: 'tempRegLoad minPrecXRegLoad',
  localStore: 'tempRegStore minPrecXRegStore',
  atomic: 'atomicBinOp atomicCompareExchange bufferUpdateCounter',
  handle: 'createHandle createHandleForLib createHandleFromBinding createHandleFromHeap annotateHandle',
  input:
    'loadInput evalSnapped evalSampleIndex evalCentroid attributeAtVertex sampleIndex coverage innerCoverage isHelperLane threadId groupId ' +
    'threadIdInGroup flattenedThreadIdInGroup domainLocation primitiveID outputControlPointID gsInstanceID viewID cycleCounterLegacy ' +
    'loadOutputControlPoint loadPatchConstant startVertexLocation startInstanceLocation getMeshPayload isDebuggingEnabled',
  output:
    'storeOutput storePatchConstant storeVertexOutput storePrimitiveOutput emitStream cutStream emitThenCutStream setMeshOutputCounts emitIndices dispatchMesh',
  discard: 'discard',
  quad: 'quadOp quadReadLaneAt quadVote',
  ray:
    'traceRay reportHit ignoreHit acceptHitAndEndSearch allocateRayQuery allocateRayQuery2 maybeReorderThread dispatchRaysIndex dispatchRaysDimensions ' +
    'worldRayOrigin worldRayDirection objectRayOrigin objectRayDirection objectToWorld worldToObject rayTMin rayTCurrent rayFlags hitKind ' +
    'instanceID instanceIndex primitiveIndex geometryIndex clusterID triangleObjectPosition',
  node:
    'allocateNodeOutputRecords getNodeRecordPtr incrementOutputCount outputComplete getInputRecordCount finishedCrossGroupSharing createNodeOutputHandle ' +
    'indexNodeHandle annotateNodeHandle createNodeInputRecordHandle annotateNodeRecordHandle nodeOutputIsValid getRemainingRecursionLevels',
  call: 'callShader debugBreak',
}

const BY_WORD = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(BY_GROUP).flatMap(([group, words]) =>
    words.split(' ').map((word): [string, OpGroup] => [word, group as OpGroup]),
  ),
)

/** The first that fits. */
const BY_PATTERN: readonly (readonly [RegExp, OpGroup, field: 1 | 2])[] = [
  [/^(rayQuery|hitObject)_/, 'ray', 2],
  [/^(bitcast|legacy)/, 'conversion', 2],
  [/^(GetGroup)?Wave/, 'wave', 1],
]

/** Traits and counters of the table, where neither name nor class says more. */
const BY_TRAIT: readonly (readonly [string, OpGroup, field: 8 | 9])[] = [
  ['derivative', 'derivative', 9],
  ['barrier', 'barrier', 9],
  ['floats', 'float', 8],
  ['ints', 'integer', 8],
  ['uints', 'integer', 8],
]

function groupOfRow(row: DxilOpRow): OpGroup {
  const [, name, opClass] = row
  const own = BY_WORD.get(name) ?? BY_WORD.get(opClass)
  if (own) return own
  for (const [pattern, group, field] of BY_PATTERN) if (pattern.test(row[field])) return group
  for (const [word, group, field] of BY_TRAIT) if (row[field].split(' ').includes(word)) return group
  return 'other'
}

const GROUPS: OpGroup[] = []

/** The group of a DXIL operation; 'other' for numbers that are not in the table. */
export function dxilGroup(opcode: number): OpGroup {
  const row = dxilOpRow(opcode)
  return row ? (GROUPS[opcode] ??= groupOfRow(row)) : 'other'
}
