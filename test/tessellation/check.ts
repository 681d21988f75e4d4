// One random pipeline with a hull and a domain shader through both compilers and the device.

import { OURS } from '../corpus/against_dxc.ts'
import { compileBoth, drawBoth, type Stage } from '../graphics/compare_shaders.ts'
import { NO_HINTS, type SceneHints } from '../graphics/scene.ts'
import { Dxc } from '../oracle/dxc.ts'
import { generateTessellation } from './generate.ts'

export interface TessellationResult {
  readonly source: string
  readonly problems: readonly string[]
  /** A stage 'refused' by both compilers, all 'compared' part by part, or 'drawn' as well. */
  readonly kind: 'refused' | 'compared' | 'drawn'
  readonly sameTables: boolean
  /** Every bit of every target is the same. */
  readonly exact: boolean
}

/** @param draws otherwise nothing is drawn, which takes most of the time */
export async function checkTessellation(seed: number, draws = true): Promise<TessellationResult> {
  const { source, minor, args, isDrawn, points, vertices } = generateTessellation(seed)
  const problems: string[] = []
  const stages: { vertex?: Stage; hull?: Stage; domain?: Stage; pixel?: Stage } = {}
  let sameTables = true
  let isRefused = false
  const dxc = await Dxc.shared()
  const entries = [
    ['vertex', ['-T', 'vs_6_0', '-E', 'VertexMain']],
    ['hull', ['-T', `hs_6_${minor}`, '-E', 'HullMain', ...args]],
    ['domain', ['-T', `ds_6_${minor}`, '-E', 'DomainMain', ...args]],
    ['pixel', ['-T', 'ps_6_0', '-E', 'PixelMain']],
  ] as const
  for (const [name, words] of entries) {
    const reference = await dxc.compile(source, words)
    if (!reference.ok) {
      isRefused = true
      if (OURS(source, words).container) problems.push(`${name}: DXC refuses: ${reference.errors}`)
      continue
    }
    const both = await compileBoth(source, words, OURS)
    problems.push(...both.problems)
    if (both.tables.length > 0) sameTables = false
    if (both.stage) stages[name] = both.stage
  }
  const { vertex, hull, domain, pixel } = stages
  const result = { source, problems, sameTables, exact: true }
  if (isRefused) return { ...result, kind: 'refused' }
  if (!draws || !isDrawn || !vertex || !hull || !domain || !pixel) return { ...result, kind: 'compared' }
  const hints = { ...NO_HINTS, vertices, topology: points as SceneHints['topology'] }
  const picture = await drawBoth({ vertex, hull, domain, pixel }, hints)
  return { ...result, problems: [...problems, ...picture.problems], kind: 'drawn', exact: picture.exact }
}
