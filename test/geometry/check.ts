// One random pipeline with a geometry shader through both compilers and the device.

import { OURS } from '../corpus/against_dxc.ts'
import { compileBoth, drawBoth, type Stage } from '../graphics/compare_shaders.ts'
import { NO_HINTS } from '../graphics/scene.ts'
import { Dxc } from '../oracle/dxc.ts'
import { generatePipeline } from './generate.ts'

export interface PipelineResult {
  readonly source: string
  readonly problems: readonly string[]
  /** 'refused' by both compilers, 'compared' part by part, or 'drawn' as well. */
  readonly kind: 'refused' | 'compared' | 'drawn'
  readonly sameTables: boolean
  /** Every bit of every target is the same. */
  readonly exact: boolean
}

/** @param draws otherwise nothing is drawn, which takes most of the time */
export async function checkPipeline(seed: number, draws = true): Promise<PipelineResult> {
  const { source, profile, args, isDrawn, hints } = generatePipeline(seed)
  const words = ['-T', profile, '-E', 'GeometryMain', ...args]
  const refused = { source, kind: 'refused', sameTables: true, exact: true } as const
  const reference = await (await Dxc.shared()).compile(source, words)
  if (!reference.ok) {
    const { container } = OURS(source, words)
    return { ...refused, problems: container ? [`DXC refuses: ${reference.errors}`] : [] }
  }
  const geometry = await compileBoth(source, words, OURS)
  const { tables, problems } = geometry
  const compared = { source, kind: 'compared', problems, sameTables: tables.length === 0, exact: true } as const
  if (!draws || !isDrawn || !geometry.stage) return compared
  const vertex = await referenceOf(source, ['-T', 'vs_6_0', '-E', 'VertexMain'])
  const pixel = await referenceOf(source, ['-T', 'ps_6_0', '-E', 'PixelMain'])
  const picture = await drawBoth({ vertex, geometry: geometry.stage, pixel }, { ...NO_HINTS, ...hints })
  return { ...compared, kind: 'drawn', problems: [...problems, ...picture.problems], exact: picture.exact }
}

/** DXC's container of a stage around the geometry shader, for both pipelines: `test/graphics` compares such stages. */
async function referenceOf(source: string, words: readonly string[]): Promise<Stage> {
  const dxc = await Dxc.shared()
  const { container, errors } = await dxc.compile(source, words)
  if (!container) throw new Error(errors)
  return { ours: container, theirs: container, listing: (await dxc.disassemble(container)).text }
}
