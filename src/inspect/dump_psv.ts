// PSV0 with names instead of numbers and offsets.

import { cString } from '../base/c_string.ts'
import { listStageInfo } from '../container/psv_stage.ts'
import { NO_STAGE, type Psv0, type PsvElement, psvVersion } from '../container/psv0.ts'
import {
  INTERPOLATION_MODE,
  MESH_TOPOLOGY,
  nameOf,
  PSV_RESOURCE_TYPE,
  RESOURCE_KIND,
  SEMANTIC_KIND,
  SHADER_STAGE,
  SIGNATURE_COMPONENT,
} from '../spec/psv_enums.ts'
import { maskText } from './dump_signature.ts'

export interface PsvResourceDump {
  readonly type: string
  readonly space: number
  readonly lower: number
  /** null when unbounded */
  readonly upper: number | null
  /** version 2 */
  readonly kind?: string
  readonly flags?: number
}

export interface PsvElementDump {
  readonly name: string
  readonly indexes: readonly number[]
  readonly kind: string
  readonly componentType: string
  readonly interpolation: string
  readonly rows: number
  readonly cols: number
  /** null when unallocated */
  readonly register: number | null
  readonly startCol: number
  readonly dynamicMask: string
  readonly stream: number
}

/** Fields of later versions are absent. */
export interface PsvDump {
  readonly version: number
  readonly stage: string
  readonly stageInfo: Readonly<Record<string, number | string>>
  readonly minWaveLanes: number
  readonly maxWaveLanes: number
  readonly usesViewId?: boolean
  readonly maxVertexCount?: number
  readonly patchOrPrimVectors?: number
  readonly meshTopology?: string
  readonly inputVectors?: number
  readonly outputVectors?: readonly number[]
  readonly numThreads?: readonly number[]
  readonly entryName?: string
  readonly groupSharedBytes?: number
  readonly resources: readonly PsvResourceDump[]
  readonly inputs: readonly PsvElementDump[]
  readonly outputs: readonly PsvElementDump[]
  readonly patchOrPrims: readonly PsvElementDump[]
  /** Words of each dependency table that is stored, as hex. */
  readonly tables: Readonly<Record<string, readonly string[]>>
  /** Bytes behind everything known. */
  readonly trailingBytes: number
}

/** @param programStage the program header's stage, for version 0 */
export function dumpPsv(p: Psv0, programStage?: number): PsvDump {
  const { info } = p
  const version = psvVersion(p)
  const stage = info.stage === NO_STAGE && programStage !== undefined ? programStage : info.stage
  return {
    version,
    stage: stage === NO_STAGE ? 'unknown' : nameOf(SHADER_STAGE, stage),
    stageInfo: Object.fromEntries(listStageInfo(stage, info.stageInfo).map(([field, n, name]) => [field, name ?? n])),
    minWaveLanes: info.minWaveLanes,
    maxWaveLanes: info.maxWaveLanes,
    ...(version >= 1 ? signatureFacts(p) : {}),
    ...(version >= 2 ? { numThreads: [...info.numThreads] } : {}),
    ...(version >= 3 ? { entryName: cString(p.strings, info.entryName) ?? '(outside the string table)' } : {}),
    ...(version >= 4 ? { groupSharedBytes: info.groupSharedBytes } : {}),
    resources: p.resources.map(r => ({
      type: nameOf(PSV_RESOURCE_TYPE, r.type),
      space: r.space,
      lower: r.lower,
      upper: r.upper === 0xffffffff ? null : r.upper,
      ...(p.resourceSize >= 24 ? { kind: nameOf(RESOURCE_KIND, r.kind), flags: r.flags } : {}),
    })),
    inputs: p.inputs.map(e => element(p, e)),
    outputs: p.outputs.map(e => element(p, e)),
    patchOrPrims: p.patchOrPrims.map(e => element(p, e)),
    tables: tables(p),
    trailingBytes: p.trailing.length,
  }
}

function signatureFacts({ info }: Psv0): Partial<PsvDump> {
  const geometry = info.stage === SHADER_STAGE.Geometry
  return {
    usesViewId: info.usesViewId !== 0,
    ...(geometry ? { maxVertexCount: info.maxVertexCount } : { patchOrPrimVectors: info.patchOrPrimVectors }),
    ...(info.stage === SHADER_STAGE.Mesh ? { meshTopology: nameOf(MESH_TOPOLOGY, info.meshTopology) } : {}),
    inputVectors: info.inputVectors,
    outputVectors: [...info.outputVectors],
  }
}

function element(p: Psv0, e: PsvElement): PsvElementDump {
  const kind = nameOf(SEMANTIC_KIND, e.kind)
  const allocated = (e.colsAndStart & 0x40) !== 0
  return {
    name:
      e.kind === SEMANTIC_KIND.Arbitrary ? (cString(p.strings, e.name) ?? '(outside the string table)') : `SV_${kind}`,
    indexes: Array.from(p.indexes.subarray(e.indexes, e.indexes + e.rows)),
    kind,
    componentType: nameOf(SIGNATURE_COMPONENT, e.componentType),
    interpolation: nameOf(INTERPOLATION_MODE, e.interpolation),
    rows: e.rows,
    cols: e.colsAndStart & 0xf,
    register: allocated ? e.startRow : null,
    startCol: allocated ? (e.colsAndStart >> 4) & 3 : 0,
    dynamicMask: maskText(e.dynMaskAndStream & 0xf),
    stream: (e.dynMaskAndStream >> 4) & 3,
  }
}

function tables(p: Psv0): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  const add = (name: string, words: Uint32Array): void => {
    if (words.length > 0) found[name] = Array.from(words, word => `0x${word.toString(16)}`)
  }
  for (const [s, words] of p.viewIdOutputs.entries()) add(`viewIdToOutput${s}`, words)
  add('viewIdToPatchOrPrim', p.viewIdPatchOrPrims)
  for (const [s, words] of p.inputToOutput.entries()) add(`inputToOutput${s}`, words)
  add('inputToPatch', p.inputToPatch)
  add('patchToOutput', p.patchToOutput)
  return found
}
