// CPU time of a whole process, as the operating system counts it: user and system, all threads, start and end included.

import { spawnSync } from 'node:child_process'

/** Milliseconds of CPU time that one run of a program takes; Bash's `times` tells what its children took. */
export function cpuTime(program: string, words: readonly string[], env: NodeJS.ProcessEnv = process.env): number {
  const script = '"$@" >/dev/null 2>&1 </dev/null; status=$?; times; exit $status'
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', program, ...words], {
    encoding: 'utf8',
    env,
  })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: exit code ${status} ${stderr}`)
  const seconds = [...stdout.split('\n')[1]!.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s))
  return seconds.reduce((sum, s) => sum + s, 0) * 1000
}
