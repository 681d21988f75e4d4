// Checks one corpus shader whose expectation is DXC's container: both compile, both run, same tables and same results.

import { compile } from '../../src/api/index.ts'
import {
  type CompileOurs,
  compileBoth,
  dispatchBoth,
  drawBoth,
  type Picture,
  type Stages,
} from '../graphics/compare_shaders.ts'
import { dxcArgsToOptions } from './corpus_options.ts'
import { parseSceneHeader } from './scene_header.ts'

export const OURS: CompileOurs = (source, args) => {
  const result = compile(source, dxcArgsToOptions(args))
  return { messages: result.text.trim(), ...(result.container && { container: result.container }) }
}

export interface Outcome {
  readonly problems: readonly string[]
  readonly pictures: readonly Picture[]
}

const profileOf = (args: readonly string[]): string => args[args.indexOf('-T') + 1] ?? ''
/** The runtime takes no handles of shader model 6.6, and no native 16-bit types. */
const isRunnable = (args: readonly string[]): boolean =>
  /_6_[0-5]$/.test(profileOf(args)) && !args.includes('-enable-16bit-types')

const STAGE_NAMES: ReadonlyMap<string, keyof Stages> = new Map([
  ['vs', 'vertex'],
  ['hs', 'hull'],
  ['ds', 'domain'],
  ['gs', 'geometry'],
  ['ps', 'pixel'],
])

export async function checkAgainstDxc(source: string, file: string): Promise<Outcome> {
  const header = parseSceneHeader(source, file)
  const problems: string[] = []
  const pictures: Picture[] = []
  const stages: { -readonly [K in keyof Stages]?: Stages[K] } = {}
  for (const args of header.args) {
    const both = await compileBoth(source, args, OURS)
    problems.push(...both.problems, ...both.tables)
    const profile = profileOf(args)
    const name = STAGE_NAMES.get(profile.slice(0, 2))
    if (name && both.stage) stages[name] = both.stage
    if (!both.stage || !isRunnable(args) || header.isUndrawn) continue
    // A stream that is written out ends at the geometry shader.
    const isLast = name === undefined || name === 'pixel' || (name === 'geometry' && header.hints.stream.length > 0)
    if (!isLast || (name && !stages.vertex)) continue
    const picture = name
      ? await drawBoth({ ...stages, vertex: stages.vertex! }, header.hints)
      : await dispatchBoth(both.stage, header.dispatch, header.hints)
    pictures.push(picture)
    problems.push(...picture.problems.map(p => `${args.join(' ')}: ${p}`))
    if (picture.problems.length === 0 && !picture.outputs.some(isVaried))
      problems.push(`${args.join(' ')}: every output is one value, which shows nothing`)
  }
  return { problems, pictures }
}

function isVaried(output: Uint8Array): boolean {
  const words = new Uint32Array(output.slice().buffer)
  return new Set(words).size > 3
}
