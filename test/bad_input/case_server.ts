// Child process that runs command lines one after another and says how each went. Several cases share it because starting
// Node costs more than most of them; a case that kills it is charged to that case alone.

import type { Host, Stream } from '../../src/cli/host.ts'
import { main } from '../../src/cli/main.ts'

export interface CaseRequest {
  readonly folder: string
  readonly args: readonly string[]
  readonly stdin: Uint8Array
}

export interface CaseReply {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** Time of the command, modules already loaded: by the clock or by the processor's, whichever is less, as other tests run beside. */
  readonly ms: number
}

class Collected implements Stream {
  readonly isTerminal = false
  readonly chunks: string[] = []

  write(data: string | Uint8Array): void {
    this.chunks.push(typeof data === 'string' ? data : Buffer.from(data).toString('latin1'))
  }
}

async function answer(request: CaseRequest): Promise<CaseReply> {
  process.chdir(request.folder)
  const stdout = new Collected()
  const stderr = new Collected()
  const env = { PATH: '' }
  const host: Host = { stdout, stderr, env, readStdin: () => request.stdin }
  const start = performance.now()
  const cpuStart = process.cpuUsage()
  const code = await main(request.args, host)
  const { user, system } = process.cpuUsage(cpuStart)
  const ms = Math.min(performance.now() - start, (user + system) / 1000)
  return { code, stdout: stdout.chunks.join(''), stderr: stderr.chunks.join(''), ms }
}

process.on('message', (request: CaseRequest) => {
  void answer(request).then(reply => process.send?.(reply))
})
