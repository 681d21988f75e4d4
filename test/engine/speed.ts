// Compile times of the shaders of corpus/engine in CPU time: both compilers warm and in process, in one run.

import type { Dxc } from '../oracle/dxc.ts'
import { type EngineShader, includesOf } from './cases.ts'
import { compileOurs, dxcArgs, dxcFor } from './judge.ts'

export interface Timing {
  readonly name: string
  /** Milliseconds of CPU time for one compile. */
  readonly ours: number
  readonly theirs: number
}

const OUR_RUNS = 7
const WARM_COMPILES = 300
/** DXC's process counts in steps of 10 ms, so that it has to work for this long. */
const LEAST_MS = 400

/** Everything is compiled before the first is measured, WARM_COMPILES times at least in all. */
export async function measure(shaders: readonly EngineShader[]): Promise<Timing[]> {
  const cases = shaders.reduce((n, s) => n + s.header.args.length, 0)
  const rounds = Math.max(2, Math.ceil(WARM_COMPILES / cases))
  for (let i = 0; i < rounds; i++) for (const s of shaders) for (const args of s.header.args) compileOurs(s, args)
  const timings: Timing[] = []
  for (const shader of shaders)
    for (const args of shader.header.args) {
      const theirs = await theirTime(shader, args)
      if (theirs === undefined || !compileOurs(shader, args).ok) continue
      timings.push({ name: `${shader.file} ${args.join(' ')}`, ours: ourTime(shader, args), theirs })
    }
  return timings
}

/** Median of several; the collector's threads count. */
function ourTime(shader: EngineShader, args: readonly string[]): number {
  const times: number[] = []
  for (let i = 0; i < OUR_RUNS; i++) {
    const start = process.cpuUsage()
    compileOurs(shader, args)
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1000)
  }
  return times.sort((a, b) => a - b)[OUR_RUNS >> 1]!
}

async function theirTime(shader: EngineShader, args: readonly string[]): Promise<number | undefined> {
  const dxc: Dxc = await dxcFor(args)
  const includes = includesOf(shader)
  const once = await dxc.compile(shader.source, dxcArgs(args), { includes })
  if (!once.container) return undefined
  const runs = Math.max(3, Math.ceil(LEAST_MS / Math.max(1, once.ms)))
  const start = dxc.cpuMs()
  await dxc.compile(shader.source, dxcArgs(args), { includes, runs })
  return (dxc.cpuMs() - start) / runs
}
