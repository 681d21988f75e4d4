// The 16 stage-dependent bytes at the start of PSV0's runtime info. Which fields they hold follows from the stage, which the
// part stores behind them (version 0: only the program header knows it), so they are decoded apart.

import { ContentError } from '../base/content_error.ts'
import {
  INPUT_PRIMITIVE,
  PRIMITIVE_TOPOLOGY,
  SHADER_STAGE,
  TESSELLATOR_DOMAIN,
  TESSELLATOR_OUTPUT,
} from '../spec/psv_enums.ts'
import { type Io, Lister, type Names, Reader, Writer } from './io.ts'

export const STAGE_INFO_SIZE = 16

/** Field name -> value; the fields of each stage are the rows below. Stages without rows have none. */
export type StageInfo = Readonly<Record<string, number>>

type Width = 'u8' | 'u16' | 'u32'
/** Row: field, width, names. 'pad' rows are unused bytes. */
type Row = readonly [field: string, width: Width, names?: Names]

const ROWS: Readonly<Record<number, readonly Row[]>> = {
  [SHADER_STAGE.Vertex]: [['outputPositionPresent', 'u8']],
  [SHADER_STAGE.Hull]: [
    ['inputControlPoints', 'u32'],
    ['outputControlPoints', 'u32'],
    ['domain', 'u32', TESSELLATOR_DOMAIN],
    ['outputPrimitive', 'u32', TESSELLATOR_OUTPUT],
  ],
  [SHADER_STAGE.Domain]: [
    ['inputControlPoints', 'u32'],
    ['outputPositionPresent', 'u8'],
    ['pad0', 'u8'],
    ['pad1', 'u16'],
    ['domain', 'u32', TESSELLATOR_DOMAIN],
  ],
  [SHADER_STAGE.Geometry]: [
    ['inputPrimitive', 'u32', INPUT_PRIMITIVE],
    ['outputTopology', 'u32', PRIMITIVE_TOPOLOGY],
    ['outputStreamMask', 'u32'],
    ['outputPositionPresent', 'u8'],
  ],
  [SHADER_STAGE.Pixel]: [
    ['depthOutput', 'u8'],
    ['sampleFrequency', 'u8'],
  ],
  [SHADER_STAGE.Mesh]: [
    ['groupSharedBytes', 'u32'],
    ['groupSharedBytesDependentOnViewId', 'u32'],
    ['payloadBytes', 'u32'],
    ['maxOutputVertices', 'u16'],
    ['maxOutputPrimitives', 'u16'],
  ],
  [SHADER_STAGE.Amplification]: [['payloadBytes', 'u32']],
}

function layout(io: Io, rows: readonly Row[], values: Record<string, number>): void {
  for (const [field, width, names] of rows) {
    const value = io[width](field, values[field] ?? 0, names)
    if (value !== 0 || !field.startsWith('pad')) values[field] = value
  }
}

/** Fields of the stage info by name; padding appears only when it is not zero. */
export function readStageInfo(stage: number, bytes: Uint8Array): StageInfo {
  const values: Record<string, number> = {}
  layout(new Reader(bytes), ROWS[stage] ?? [], values)
  return values
}

/** The 16 bytes of a stage info; absent fields are zero. */
export function writeStageInfo(stage: number, info: StageInfo): Uint8Array {
  const rows = ROWS[stage] ?? []
  for (const field in info)
    if (!rows.some(row => row[0] === field)) throw new ContentError(`stage ${stage} has no PSV0 field ${field}`)
  const writer = new Writer(STAGE_INFO_SIZE)
  layout(writer, rows, { ...info })
  while (writer.at < STAGE_INFO_SIZE) writer.u8('pad', 0)
  return writer.finish()
}

/** The same with names: one [field, value, name of the value or undefined] per field. */
export function listStageInfo(stage: number, bytes: Uint8Array): (readonly [string, number, string | undefined])[] {
  const lister = new Lister(bytes)
  layout(lister, ROWS[stage] ?? [], {})
  return lister.fields
    .filter(f => !f.path.startsWith('pad') || f.value !== 0)
    .map(f => [f.path, f.value as number, f.name])
}
