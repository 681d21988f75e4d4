// Makes a PSV0 part from a description: string table, semantic index table, packed element bytes, all in DXC's order.

import { ByteWriter } from '../base/bytes.ts'
import { utf8 } from '../base/c_string.ts'
import { SEMANTIC_KIND } from '../spec/psv_enums.ts'
import { NO_BYTES, NO_WORDS, Writer } from './io.ts'
import { type StageInfo, writeStageInfo } from './psv_stage.ts'
import {
  newPsv0,
  PSV_INFO_SIZE,
  PSV_RESOURCE_SIZE,
  type Psv0,
  type PsvElement,
  type PsvVersion,
  psv0,
  psvVersionFor,
} from './psv0.ts'
import type { ValidatorVersion } from './validator_version.ts'

/** A binding record. Kind and flags are dropped below version 2. */
export interface PsvResourceDescription {
  /** PSV_RESOURCE_TYPE */
  readonly type: number
  readonly space: number
  readonly lower: number
  /** Inclusive; 0xFFFFFFFF when unbounded. */
  readonly upper: number
  /** RESOURCE_KIND */
  readonly kind: number
  /** PSV_RESOURCE_FLAG bits */
  readonly flags: number
}

export interface PsvElementDescription {
  /** Stored for arbitrary semantics only. */
  readonly name: string
  /** One index per row. */
  readonly semanticIndexes: readonly number[]
  readonly rows: number
  readonly cols: number
  /** -1 when the element has no register. */
  readonly startRow: number
  readonly startCol: number
  /** SEMANTIC_KIND */
  readonly kind: number
  /** SIGNATURE_COMPONENT */
  readonly componentType: number
  /** INTERPOLATION_MODE */
  readonly interpolation: number
  /** Dynamically indexed components, relative to the element. */
  readonly dynamicMask: number
  readonly stream: number
}

/** Everything a PSV0 part says. Optional fields default to "none" (no elements, no vectors, wave lanes 0 to 0xFFFFFFFF). */
export interface PsvDescription {
  /** SHADER_STAGE */
  readonly stage: number
  /** Fields of the stage, see psv_stage.ts. */
  readonly stageInfo?: StageInfo
  readonly entryName: string
  readonly minWaveLanes?: number | undefined
  readonly maxWaveLanes?: number | undefined
  readonly usesViewId?: boolean
  readonly maxVertexCount?: number | undefined
  readonly meshTopology?: number | undefined
  readonly numThreads?: readonly [x: number, y: number, z: number] | undefined
  readonly groupSharedBytes?: number | undefined
  /** In DXC's order: CBVs, samplers, SRVs, UAVs; module order inside each. */
  readonly resources: readonly PsvResourceDescription[]
  readonly inputs?: readonly PsvElementDescription[]
  readonly outputs?: readonly PsvElementDescription[]
  readonly patchOrPrims?: readonly PsvElementDescription[]
  readonly inputVectors?: number
  /** By stream. */
  readonly outputVectors?: readonly number[]
  readonly patchOrPrimVectors?: number
  /** Dependency tables in the form Psv0 keeps them; sizes must fit the vectors. */
  readonly viewIdOutputs?: readonly Uint32Array[] | undefined
  readonly viewIdPatchOrPrims?: Uint32Array | undefined
  readonly inputToOutput?: readonly Uint32Array[] | undefined
  readonly inputToPatch?: Uint32Array | undefined
  readonly patchToOutput?: Uint32Array | undefined
}

/**
 * The payload of a PSV0 part.
 * @param validator decides the version written (dx.valver)
 * @param version   another version than the validator's
 * @throws RangeError when the description contradicts itself (table sizes, unknown stage fields)
 */
export function buildPsv0(
  d: PsvDescription,
  validator: ValidatorVersion,
  version: PsvVersion = psvVersionFor(validator),
): Uint8Array {
  const writer = new Writer(256)
  psv0(writer, describe(d, version))
  return writer.finish()
}

function describe(d: PsvDescription, version: PsvVersion): Psv0 {
  const p = newPsv0()
  p.infoSize = PSV_INFO_SIZE[version]
  p.resourceSize = PSV_RESOURCE_SIZE[version < 2 ? 0 : 1]
  p.resources = d.resources.map(r => ({
    type: r.type,
    space: r.space,
    lower: r.lower,
    upper: r.upper,
    kind: r.kind,
    flags: r.flags,
    rest: NO_BYTES,
  }))
  describeInfo(d, p)

  const tables = new ElementTables()
  p.inputs = (d.inputs ?? []).map(e => tables.element(e))
  p.outputs = (d.outputs ?? []).map(e => tables.element(e))
  p.patchOrPrims = (d.patchOrPrims ?? []).map(e => tables.element(e))
  if (version >= 3) p.info.entryName = tables.string(d.entryName)
  p.strings = tables.strings()
  p.indexes = tables.indexes()

  for (const [s, words] of (d.viewIdOutputs ?? []).entries()) p.viewIdOutputs[s] = words
  for (const [s, words] of (d.inputToOutput ?? []).entries()) p.inputToOutput[s] = words
  p.viewIdPatchOrPrims = d.viewIdPatchOrPrims ?? NO_WORDS
  p.inputToPatch = d.inputToPatch ?? NO_WORDS
  p.patchToOutput = d.patchToOutput ?? NO_WORDS
  return p
}

function describeInfo(d: PsvDescription, p: Psv0): void {
  const { info } = p
  info.stage = d.stage
  info.stageInfo = writeStageInfo(d.stage, d.stageInfo ?? {})
  info.minWaveLanes = d.minWaveLanes ?? 0
  info.maxWaveLanes = d.maxWaveLanes ?? 0xffffffff
  info.usesViewId = d.usesViewId ? 1 : 0
  info.maxVertexCount = d.maxVertexCount ?? 0
  info.patchOrPrimVectors = d.patchOrPrimVectors ?? 0
  info.meshTopology = d.meshTopology ?? 0
  info.inputElements = d.inputs?.length ?? 0
  info.outputElements = d.outputs?.length ?? 0
  info.patchOrPrimElements = d.patchOrPrims?.length ?? 0
  info.inputVectors = d.inputVectors ?? 0
  for (const [s, vectors] of (d.outputVectors ?? []).entries()) info.outputVectors[s] = vectors
  if (d.numThreads) info.numThreads = [...d.numThreads]
  info.groupSharedBytes = d.groupSharedBytes ?? 0
}

/** The two tables that elements point into, filled as elements are added. */
class ElementTables {
  readonly #strings = new ByteWriter(64)
  readonly #indexes: number[] = []

  constructor() {
    this.#strings.u8(0) // offset 0 is the empty string
  }

  /** Appends a string; DXC does not share equal ones. */
  string(text: string): number {
    if (text === '') return 0
    const at = this.#strings.length
    this.#strings.bytes(utf8(text))
    this.#strings.u8(0)
    return at
  }

  element(e: PsvElementDescription): PsvElement {
    const allocated = e.startRow >= 0
    return {
      name: e.kind === SEMANTIC_KIND.Arbitrary ? this.string(e.name) : 0,
      indexes: this.#indexRun(e.semanticIndexes),
      rows: e.rows,
      startRow: allocated ? e.startRow : 0,
      colsAndStart: allocated ? e.cols | (e.startCol << 4) | 0x40 : e.cols,
      kind: e.kind,
      componentType: e.componentType,
      interpolation: e.interpolation,
      dynMaskAndStream: e.dynamicMask | (e.stream << 4),
      reserved: 0,
      rest: NO_BYTES,
    }
  }

  strings(): Uint8Array {
    this.#strings.align(4)
    return this.#strings.finish()
  }

  indexes(): Uint32Array {
    return new Uint32Array(this.#indexes)
  }

  /** Offset of the run in the table; a run that already occurs anywhere in it is shared. */
  #indexRun(run: readonly number[]): number {
    const table = this.#indexes
    for (let at = 0; at + run.length <= table.length; at++)
      if (run.every((index, i) => table[at + i] === index)) return at
    table.push(...run)
    return table.length - run.length
  }
}
