// What one small compile costs as a process, in CPU time, beside a Node that does nothing and DXC's own compile call.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { available } from '../test/oracle/available.ts'
import type { Dxc } from '../test/oracle/dxc.ts'
import { nodeOf } from '../test/package/tarball.ts'
import { cpuTime } from './cpu_time.ts'
import { quantile } from './statistics.ts'

const RUNS = 15
const SHADER =
  'RWStructuredBuffer<uint> o; [numthreads(1, 1, 1)] void main(uint3 t : SV_DispatchThreadID) { o[t.x] = t.x; }'

/** Prints a line for each Node there is: this one, and the oracle's of other lines. Runs of both programs take turns. */
export async function benchStart(dxc: Dxc): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-start-'))
  const shader = join(folder, 'shader.hlsl')
  writeFileSync(shader, SHADER)
  const words = [join('bin', 'dxilkit.js'), 'compile', shader, '-T', 'cs_6_0', '-Fo', join(folder, 'shader.dxil')]
  const env = { ...process.env, XDG_CACHE_HOME: folder, NODE_COMPILE_CACHE: '' }
  const nodes = [process.execPath, ...(available('packages') ? ([20, 22, 24] as const).map(nodeOf) : [])]
  try {
    console.log(`\nstart: a small compile as a process, CPU time, median of ${RUNS}`)
    for (const node of nodes) {
      cpuTime(node, words, env)
      const [idle, ours]: [number[], number[]] = [[], []]
      for (let i = 0; i < RUNS; i++) {
        idle.push(cpuTime(node, ['-e', '0'], env))
        ours.push(cpuTime(node, words, env))
      }
      const [least, mine] = [quantile(idle, 0.5), quantile(ours, 0.5)]
      console.log(
        `  ${node}: dxilkit ${mine.toFixed(0)} ms, node -e 0 ${least.toFixed(0)} ms, ${(mine / least).toFixed(2)} times`,
      )
    }
    const { ms } = await dxc.compile(SHADER, ['-T', 'cs_6_0'], { runs: RUNS })
    console.log(`  DXC, the compile call in a process that is warm: ${ms.toFixed(2)} ms`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
