// Operations of shader model 6.10, whose numbers have the high bit set while it is not released: stages and traits of those
// that differ from "any stage, nothing special". They are not in spec/dxil_ops.ts, which holds the released table.

import { SHADER_STAGE } from '../spec/psv_enums.ts'
import type { ShaderFlagName } from './shader_flags.ts'

export interface PreviewOperation {
  /** Minor of the shader model. */
  readonly since: number
  /** Bits 1 << SHADER_STAGE. */
  readonly stages: number
  readonly flags: readonly ShaderFlagName[]
}

const S = SHADER_STAGE
const mask = (...stages: number[]): number => stages.reduce((bits, stage) => bits | (1 << stage), 0)
const ALL = 0xffff
const GROUPS = mask(S.Compute, S.Mesh, S.Amplification, S.Node)
const HITS = mask(S.Library, S.AnyHit, S.ClosestHit)
const HIT_OBJECTS = mask(S.Library, S.RayGeneration, S.ClosestHit, S.Miss)

/** Rows: numbers less 2 ** 31, from and to; stages; flags. */
const ROWS: readonly (readonly [from: number, to: number, stages: number, flags: readonly ShaderFlagName[]])[] = [
  [1, 2, GROUPS, ['WaveOps', 'RequiresGroup']],
  [3, 3, HITS, []],
  [6, 6, HIT_OBJECTS, []],
  [7, 7, HITS, []],
  [10, 10, HIT_OBJECTS, []],
  [11, 13, mask(S.Compute), ['LinearAlgebra']],
  [14, 14, ALL, ['LinearAlgebra']],
  [15, 21, mask(S.Compute), ['LinearAlgebra']],
  [22, 22, ALL, ['LinearAlgebra']],
  [23, 24, mask(S.Compute), ['LinearAlgebra']],
  [25, 27, ALL, ['LinearAlgebra']],
  [28, 28, mask(S.Compute), ['LinearAlgebra']],
  [29, 31, ALL, ['LinearAlgebra']],
]
const FIRST = 2 ** 31

/** What a preview operation needs; undefined for the numbers of released ones. */
export function previewOperation(opcode: number): PreviewOperation | undefined {
  if (opcode < FIRST) return undefined
  const n = opcode - FIRST
  const row = ROWS.find(([from, to]) => n >= from && n <= to)
  return { since: 10, stages: row?.[2] ?? ALL, flags: row?.[3] ?? [] }
}
