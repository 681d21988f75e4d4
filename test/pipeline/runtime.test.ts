// What the Direct3D 12 runtime itself says of the pipelines, where it can be asked: graphics pipelines of shader model 6.0. It looks at the topology of
// tessellation, and takes everything else, registers that no root signature gives among it.

import { D3d12 } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { allCases, type PipelineCase, type ShaderSource } from './cases.ts'
import { checkCase } from './check.ts'

const STAGES = { vs: 'vertex', ps: 'pixel', gs: 'geometry', hs: 'hull', ds: 'domain' } as const
type Stage = keyof typeof STAGES
const PATCH_POINTS = 3
const TOPOLOGIES = { point: 'points', line: 'lines', triangle: 'triangles', patch: PATCH_POINTS } as const

async function containers(
  shaders: readonly ShaderSource[],
): Promise<Partial<Record<(typeof STAGES)[Stage], Uint8Array>> | undefined> {
  const made: Partial<Record<(typeof STAGES)[Stage], Uint8Array>> = {}
  for (const [profile, source] of shaders) {
    const prefix = profile.slice(0, 2)
    if (!Object.hasOwn(STAGES, prefix)) return undefined
    const stage = STAGES[prefix as Stage]
    const { container } = await (await Dxc.shared()).compile(source, ['-T', `${prefix}_6_0`, '-E', 'main'])
    if (!container || made[stage]) return undefined
    made[stage] = container
  }
  return made
}

/** Why the runtime does not make the pipeline; undefined when it draws. */
async function runtimeError({ shaders, options }: PipelineCase): Promise<{ readonly error?: string } | undefined> {
  const stages = await containers(shaders)
  if (!stages?.vertex) return undefined
  const usual = stages.hull || stages.domain ? 'patch' : 'triangle'
  const points = shaders.some(([p, s]) => p.startsWith('gs') && s.includes('main(point'))
  const { error } = await (await D3d12.shared()).runPipeline({
    ...stages,
    vertex: stages.vertex,
    topology: TOPOLOGIES[options?.topology ?? (points && usual !== 'patch' ? 'point' : usual)],
    vertexCount: PATCH_POINTS,
    ...{ width: 2, height: 2, targets: stages.pixel ? ['R32G32B32A32_FLOAT'] : [], resources: [] },
  })
  return error === undefined ? {} : { error }
}

oracleTest(['dxc', 'd3d12'], 'pipelines that the runtime refuses are refused, those that fit are drawn', async t => {
  let [asked, refused, taken] = [0, 0, 0]
  for (const c of allCases(2)) {
    if (c.options?.rootSignature !== undefined) continue
    const verdict = await runtimeError(c)
    if (!verdict) continue
    asked++
    // Tessellation without its topology, and a domain shader alone.
    const isSeen =
      c.expected.includes('E4152') || (c.expected.includes('E4150') && c.shaders.some(([p]) => p.startsWith('ds')))
    t.is(verdict.error !== undefined, isSeen, `${c.name}: ${verdict.error}`)
    t.is((await checkCase(c, true)).result.ok, c.expected.length === 0, c.name)
    if (isSeen) refused++
    else if (c.expected.length > 0) taken++
  }
  t.true(asked >= 80 && refused >= 6 && taken >= 40, `${asked} ${refused} ${taken}`)
})
