// Threads of a build: what one has claimed the others take from it, and every output is that of a single compilation.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { expandConfig } from '../../src/cli/build_jobs.ts'
import { buildOnce, Threads } from '../../src/cli/build_run.ts'
import type { BuildReply, BuildTask } from '../../src/cli/build_worker.ts'
import { UsageError } from '../../src/cli/host.ts'

/** Counts what is given to other threads. */
class CountedThreads extends Threads {
  tasks = 0
  claimed = 0

  override async run(task: BuildTask, threads: number, signal: AbortSignal): Promise<BuildReply[]> {
    this.tasks++
    const replies = await super.run(task, threads, signal)
    this.claimed += replies.filter(reply => reply.isClaimed).length
    return replies
  }
}

const silent = { isTerminal: false, write: () => {} }
const host = {
  stdout: silent,
  stderr: silent,
  env: {},
  readStdin: () => {
    throw new UsageError('nothing reads it')
  },
}

test('equal sources on several threads: each container is made once, all are those of compile()', async t => {
  t.timeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-threads-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'out'))
  // A and B alone decide; C is looked at in vain.
  const source = `RWByteAddressBuffer o; [numthreads(1, 1, 1)] void main() {
    uint s = 0; [unroll] for (uint i = 0; i < A + 1; i++) s += sin(o.Load(i * 4)) * B; o.Store(0, s); }
    uint unreached() { return C; }`
  for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(folder, `${name}.hlsl`), source)
  const axes = { A: [1, 2, 3], B: [1, 2], C: [1, 2, 3, 4] }
  const config = { outDir: 'out', shaders: [{ file: '*.hlsl', target: 'cs_6_0', axes }] }
  const { jobs, problems } = expandConfig(config, () => ['a', 'b', 'c', 'd'].map(name => `${name}.hlsl`))
  t.deepEqual(problems, [])
  t.is(jobs.length, 96)
  const threads = new CountedThreads()
  const plan = { file: 'x', folder, jobs, manifest: undefined, archive: undefined, state: 'out/state.json' }
  const settings = { threads: 3, headStart: 0, force: true, failFast: false, prune: false, depfiles: false }
  try {
    const { failed, built, compiled } = await buildOnce(host, plan, settings, threads)
    t.is(failed, 0)
    t.is(built.length, 96)
    t.is(new Set(built.map(b => b.facts.sha256)).size, 6)
    // Another thread may find that the first to make a container had to be compiled with all its functions.
    t.true(compiled.filter(job => !job.isEqual).length < 48)
  } finally {
    await threads.end()
  }
  t.true(threads.tasks > 1, `${threads.tasks} tasks`)
  for (const { output, axes: choice } of jobs) {
    const result = compile(source, { target: 'cs_6_0', defines: choice.map(([name, value]) => `${name}=${value}`) })
    t.true(result.ok && readFileSync(join(folder, output)).equals(result.container), output)
  }
  t.log(`${threads.tasks} tasks for other threads, ${threads.claimed} jobs left to who had claimed them`)
})
