// RDAT rows of graphics, compute and mesh entry points in a library. DXC writes them only for unreleased shader models and
// for programs made without a validator version.

import type { EntryProperties } from '../dxil/entry_properties.ts'
import type { ProgramEntry } from '../dxil/program.ts'
import type { SignatureElement } from '../dxil/signature_elements.ts'
import { INTERPOLATION_MODE, SEMANTIC_KIND, SHADER_STAGE } from '../spec/psv_enums.ts'
import { RDAT_PART, RDAT_SHADER_FLAG } from '../spec/rdat_enums.ts'
import type { RdatTables } from './rdat_tables.ts'

export interface StageRow {
  /** Row in the stage's table. */
  readonly row: number
  /** RDAT_SHADER_FLAG bits. */
  readonly flags: number
}

interface Elements {
  readonly array: number
  readonly flags: number
  readonly streams: number
}

const F = RDAT_SHADER_FLAG
const K = SEMANTIC_KIND

function addElements(tables: RdatTables, elements: readonly SignatureElement[]): Elements {
  let flags = 0
  let streams = 0
  const rows = elements.map(e => {
    if (e.kind === K.Position) flags |= F.OutputPositionPresent
    const perSample = e.interpolation >= INTERPOLATION_MODE.LinearSample
    if (perSample || e.kind === K.SampleIndex) flags |= F.SampleFrequency
    if (e.kind >= K.Depth && e.kind <= K.DepthGreaterEqual) flags |= F.DepthOutput
    streams |= 1 << (e.stream & 3)
    return tables.row(RDAT_PART.SignatureElementTable, {
      name: tables.string(e.name),
      semanticIndexes: tables.array(e.semanticIndexes),
      kind: e.kind,
      componentType: e.componentType,
      interpolation: e.interpolation,
      startRow: e.startRow >= 0 ? e.startRow : 0xff,
      colsAndStream: ((e.cols - 1) & 3) | ((e.startCol & 3) << 2) | ((e.stream & 3) << 4),
      masks: (e.usageMask & 15) | ((e.dynamicMask & 15) << 4),
    })
  })
  return { array: tables.array(rows), flags, streams }
}

/** The stage's row of an entry; undefined for stages that have none (ray tracing). */
export function addStage(tables: RdatTables, entry: ProgramEntry, groupSharedBytes: number): StageRow | undefined {
  const { properties: p, signatures } = entry
  const elements = (list: readonly SignatureElement[]): Elements => addElements(tables, list)
  switch (p.shaderKind) {
    case SHADER_STAGE.Pixel: {
      const i = elements(signatures.input)
      const o = elements(signatures.output)
      const flags = (i.flags & F.SampleFrequency) | (o.flags & F.DepthOutput)
      return { row: tables.row(RDAT_PART.PSInfoTable, { inputs: i.array, outputs: o.array }), flags }
    }
    case SHADER_STAGE.Vertex: {
      const i = elements(signatures.input)
      const o = elements(signatures.output)
      const row = tables.row(RDAT_PART.VSInfoTable, { inputs: i.array, outputs: o.array })
      return { row, flags: o.flags & F.OutputPositionPresent }
    }
    case SHADER_STAGE.Geometry: {
      const inputs = elements(signatures.input).array
      const o = elements(signatures.output)
      const { inputPrimitive = 0, topology: outputTopology = 0, maxVertexCount = 0 } = p.geometry ?? {}
      const row = tables.row(RDAT_PART.GSInfoTable, {
        inputs,
        outputs: o.array,
        inputPrimitive,
        outputTopology,
        maxVertexCount: maxVertexCount & 0xff,
        outputStreamMask: o.streams,
      })
      return { row, flags: o.flags & F.OutputPositionPresent }
    }
    case SHADER_STAGE.Hull: {
      const inputs = elements(signatures.input).array
      const outputs = elements(signatures.output).array
      const patchOutputs = elements(signatures.patchOrPrim).array
      const { inputControlPoints = 0, outputControlPoints = 0, domain = 0, outputPrimitive = 0 } = p.hull ?? {}
      const points = { inputControlPoints, outputControlPoints, domain, outputPrimitive }
      return { row: tables.row(RDAT_PART.HSInfoTable, { inputs, outputs, patchOutputs, ...points }), flags: 0 }
    }
    case SHADER_STAGE.Domain: {
      const inputs = elements(signatures.input).array
      const o = elements(signatures.output)
      const patchInputs = elements(signatures.patchOrPrim).array
      const { inputControlPoints = 0, domain = 0 } = p.domain ?? {}
      const fields = { inputs, outputs: o.array, patchInputs, inputControlPoints, domain }
      return { row: tables.row(RDAT_PART.DSInfoTable, fields), flags: o.flags & F.OutputPositionPresent }
    }
    case SHADER_STAGE.Compute: {
      const numThreads = threads(tables, p)
      return { row: tables.row(RDAT_PART.CSInfoTable, { numThreads, groupSharedBytes }), flags: 0 }
    }
    case SHADER_STAGE.Mesh: {
      const o = elements(signatures.output)
      const primitiveOutputs = elements(signatures.patchOrPrim).array
      const numThreads = threads(tables, p)
      const { payloadBytes = 0, maxVertices = 0, maxPrimitives = 0, topology = 0 } = p.mesh ?? {}
      const limits = { payloadBytes, maxVertices, maxPrimitives, topology }
      const fields = { outputs: o.array, primitiveOutputs, numThreads, groupSharedBytes, ...limits }
      return { row: tables.row(RDAT_PART.MSInfoTable, fields), flags: o.flags & F.OutputPositionPresent }
    }
    case SHADER_STAGE.Amplification: {
      const numThreads = threads(tables, p)
      const payloadBytes = p.amplificationPayloadBytes ?? 0
      return { row: tables.row(RDAT_PART.ASInfoTable, { numThreads, groupSharedBytes, payloadBytes }), flags: 0 }
    }
    default:
      return undefined
  }
}

const threads = (tables: RdatTables, p: EntryProperties): number => tables.array(p.numThreads ?? [0, 0, 0])
