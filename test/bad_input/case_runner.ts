// Runs command lines in a child process (case_server.ts) with a hard time limit; a child that dies is replaced.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CaseReply, CaseRequest } from './case_server.ts'

/** Far above what any case may take, so that a slow case still says how long it took. */
const HARD_LIMIT_MS = 30_000

/** The child died or hung instead of answering. */
export class CaseDied extends Error {
  override readonly name = 'CaseDied'
}

export class CaseRunner {
  #child: ChildProcess | undefined

  /** One command line at a time. @throws CaseDied */
  run(request: CaseRequest): Promise<CaseReply> {
    const child = (this.#child ??= this.#start())
    return new Promise((resolve, reject) => {
      let stderr = ''
      const collect = (chunk: Buffer): void => {
        stderr = (stderr + chunk.toString()).slice(-1000)
      }
      const finish = (): void => {
        clearTimeout(timer)
        child.removeAllListeners('message').removeAllListeners('exit')
        child.stderr?.removeListener('data', collect)
      }
      const die = (why: string): void => {
        finish()
        this.close()
        reject(new CaseDied(`${why} ${stderr}`.trim()))
      }
      const timer = setTimeout(() => die(`no answer within ${HARD_LIMIT_MS} ms`), HARD_LIMIT_MS)
      child.stderr?.on('data', collect)
      child.once('exit', (code, signal) => die(`the process died (${signal ?? `exit code ${code}`})`))
      child.once('message', (reply: CaseReply) => {
        finish()
        resolve(reply)
      })
      child.send(request)
    })
  }

  close(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }

  #start(): ChildProcess {
    const script = fileURLToPath(new URL('./case_server.js', import.meta.url))
    return fork(script, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  }
}
