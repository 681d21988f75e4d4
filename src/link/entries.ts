// What a library says of an entry point, as the IR has it.

import { floatFromBits } from '../base/float_bits.ts'
import type { NodeProperties, NodeIo as ReadNodeIo } from '../dxil/node_properties.ts'
import type { ProgramEntry } from '../dxil/program.ts'
import { ShaderFlag } from '../dxil/shader_flags.ts'
import { COMPONENT_TYPE } from '../ir/data_type.ts'
import type { Func } from '../ir/function.ts'
import type { EntryPoint } from '../ir/module.ts'
import type { SignatureElement, Signatures } from '../ir/signature.ts'
import { HELPER_LANES, hasAttribute } from '../llvm/model/attributes.ts'
import { LAUNCH_MODES, NODE_IO, type NodeIo, type NodeShader } from '../spec/node_objects.ts'
import { SEMANTIC_KIND } from '../spec/psv_enums.ts'
import { STAGES, type Stage } from '../spec/stages.ts'
import { unsupported } from './problem.ts'

/** The stage that an entry is for. */
export const stageOf = ({ properties }: ProgramEntry): Stage =>
  STAGES.find(s => s.number === properties.shaderKind) ?? unsupported('an entry point of an unknown stage')

/** The stages whose values come and go through signatures. */
const hasSignatures = (stage: Stage): boolean => stage.points !== undefined

export function entryPoint(entry: ProgramEntry, name: string, func: Func, patchConstant: Func | undefined): EntryPoint {
  const { properties } = entry
  const stage = stageOf(entry)
  const { numThreads, waveSize, groupSharedLimit, geometry, mesh } = properties
  const tessellation = tessellationOf(entry)
  return {
    name,
    stage: stage.name,
    func,
    numThreads: numThreads ?? [1, 1, 1],
    waveSize: waveSize ? [waveSize.min, waveSize.max, waveSize.preferred] : undefined,
    ...(groupSharedLimit === undefined ? {} : { groupSharedLimit }),
    ...(hasSignatures(stage) ? { signatures: signaturesOf(entry) } : {}),
    ...((properties.shaderFlags & ShaderFlag.ForceEarlyDepthStencil) !== 0n ? { earlyDepthStencil: true } : {}),
    ...(entry.function && hasAttribute(entry.function, HELPER_LANES) ? { includesHelperLanes: true } : {}),
    ...(geometry ? { geometry } : {}),
    ...(tessellation ? { tessellation } : {}),
    ...(mesh ? { mesh } : {}),
    ...(properties.node ? { node: nodeOf(properties.node) } : {}),
    ...(properties.amplificationPayloadBytes === undefined
      ? {}
      : { payloadBytes: properties.amplificationPayloadBytes }),
    ...(properties.rootSignature ? { rootSignature: [...properties.rootSignature] } : {}),
    ...(patchConstant ? { patchConstant } : {}),
  }
}

function tessellationOf({ properties: { hull, domain } }: ProgramEntry): EntryPoint['tessellation'] {
  if (domain) return domain
  if (!hull) return undefined
  const { inputControlPoints, outputControlPoints, partitioning, outputPrimitive, maxTessFactorBits } = hull
  const maxTessFactor = floatFromBits(maxTessFactorBits)
  const own = { outputControlPoints, partitioning, outputPrimitive, maxTessFactor }
  return { domain: hull.domain, inputControlPoints, hull: own }
}

/** Libraries say bool of what a shader has as a word. */
function signaturesOf({ signatures }: ProgramEntry): Signatures {
  const plain = (list: ProgramEntry['signatures']['input']): SignatureElement[] =>
    list.map(({ dynamicMask: _mask, usageMask: _usage, ...element }) => ({
      ...element,
      componentType: element.kind === SEMANTIC_KIND.IsFrontFace ? COMPONENT_TYPE.u32 : element.componentType,
    }))
  return {
    input: plain(signatures.input),
    output: plain(signatures.output),
    patchOrPrim: plain(signatures.patchOrPrim),
  }
}

// ---- nodes ---------------------------------------------------------------------------------------------------------------------------

function nodeOf(node: NodeProperties): NodeShader {
  const { isProgramEntry, id, shareInputOf, maxRecursionDepth, dispatchGrid, maxDispatchGrid } = node
  const launch = LAUNCH_MODES.find(mode => mode.number === node.launchType)?.name
  const given = (grid: readonly number[]): readonly number[] | undefined => (grid.some(n => n > 0) ? grid : undefined)
  return {
    launch: launch ?? unsupported('a node of an unknown launch mode'),
    isProgramEntry,
    id,
    localRootArguments: node.localRootArgumentsTableIndex,
    shareInputOf: shareInputOf.name === '' ? undefined : shareInputOf,
    dispatchGrid: given(dispatchGrid),
    maxDispatchGrid: given(maxDispatchGrid),
    maxRecursionDepth,
    inputs: node.inputs.map(nodeIo),
    outputs: node.outputs.map(nodeIo),
  }
}

function nodeIo(io: ReadNodeIo): NodeIo {
  const { flags, recordBytes: bytes, alignment, maxRecords, maxRecordsSharedWith: shared, dispatchGrid } = io
  const isOutput = (flags & NODE_IO.Output) !== 0
  const grid = dispatchGrid && {
    offset: dispatchGrid.byteOffset,
    bits: dispatchGrid.componentType === COMPONENT_TYPE.u16 ? (16 as const) : (32 as const),
    components: dispatchGrid.components,
  }
  return {
    flags,
    record: (flags & NODE_IO.Empty) === 0 ? { bytes, alignment, grid } : undefined,
    maxRecords: isOutput || maxRecords > 0 ? maxRecords : undefined,
    sharedWith: shared < 0 ? undefined : shared,
    arraySize: io.arraySize,
    allowSparse: io.allowSparse,
    target: io.outputId.name === '' ? undefined : io.outputId,
  }
}
