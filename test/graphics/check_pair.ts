// One random pair through both compilers and the device.

import { OURS } from '../corpus/against_dxc.ts'
import { compileBoth, drawBoth } from './compare_shaders.ts'
import { generatePair } from './generate.ts'
import { NO_HINTS } from './scene.ts'

export interface PairResult {
  readonly source: string
  readonly problems: readonly string[]
  /** Both stages' dependency tables are the same. */
  readonly sameTables: boolean
  /** Every bit of every target is the same. */
  readonly exact: boolean
}

export async function checkPair(seed: number): Promise<PairResult> {
  const source = generatePair(seed)
  const vertex = await compileBoth(source, ['-T', 'vs_6_0', '-E', 'VertexMain'], OURS)
  const pixel = await compileBoth(source, ['-T', 'ps_6_0', '-E', 'PixelMain'], OURS)
  const problems = [...vertex.problems, ...pixel.problems]
  const sameTables = vertex.tables.length + pixel.tables.length === 0
  if (!vertex.stage || !pixel.stage) return { source, problems, sameTables, exact: false }
  const picture = await drawBoth({ vertex: vertex.stage, pixel: pixel.stage }, NO_HINTS)
  return { source, problems: [...problems, ...picture.problems], sameTables, exact: picture.exact }
}
