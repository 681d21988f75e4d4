// Compiles cases in a child process (compile_server.ts) with a hard time limit; a child that dies or hangs is replaced.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CompileReply, CompileRequest } from './compile_server.ts'

/** How our side went: what the server says, or that it did not live to say it. */
export type Outcome = Omit<CompileReply, 'verdict'> & { readonly verdict: CompileReply['verdict'] | 'died' }

export class CompileClient {
  readonly #limitMs: number
  #child: ChildProcess | undefined

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  /** One case at a time. */
  compile(request: CompileRequest): Promise<Outcome> {
    const child = (this.#child ??= startServer())
    return new Promise(resolve => {
      const finish = (outcome: Outcome): void => {
        clearTimeout(timer)
        child.removeAllListeners('message').removeAllListeners('exit')
        if (outcome.verdict === 'died') this.close()
        resolve(outcome)
      }
      const die = (why: string): void => finish({ verdict: 'died', text: why, firstError: why, ms: this.#limitMs })
      const timer = setTimeout(() => die(`no answer within ${this.#limitMs} ms`), this.#limitMs)
      child.once('exit', (code, signal) => die(`the process died (${signal ?? `exit code ${code}`})`))
      child.once('message', (reply: CompileReply) => finish(reply))
      child.send(request)
    })
  }

  close(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
  }
}

/** The server beside this file, compiled or not as this file is. */
function startServer(): ChildProcess {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const script = fileURLToPath(new URL(`./compile_server.${extension}`, import.meta.url))
  return fork(script, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
}
