// The page's side of the worker. A newer compilation cancels what is older: what waits is dropped, and a worker that is still busy after PATIENCE ends.

import type { Answer, Ask, Job, QuestionKind, Request, Response } from './protocol.ts'

/** Rejects what a newer compilation made needless. */
export class Cancelled extends Error {}

/** Milliseconds that the worker may go on with something older: most compilations end sooner than a new worker starts. */
const PATIENCE = 250

interface Waiting {
  readonly request: Request
  resolve(answer: unknown): void
  reject(error: Error): void
}

export class CompilerClient {
  #worker = this.#start()
  #running: Waiting | undefined
  #queue: Waiting[] = []
  #next = 1
  #patience: ReturnType<typeof setTimeout> | undefined

  /** Asks the worker. A question of kind 'compile' drops everything asked before it. */
  ask<K extends QuestionKind>(kind: K, job: Job, ask: Ask<K>): Promise<Answer<K>> {
    if (kind === 'compile') this.#dropOlder()
    return new Promise<Answer<K>>((resolve, reject) => {
      const request = { id: this.#next++, kind, job, ask } as Request
      this.#queue.push({ request, resolve: answer => resolve(answer as Answer<K>), reject })
      this.#send()
    })
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'dxilkit' })
    worker.onmessage = ({ data }: MessageEvent<Response>) => this.#receive(data)
    worker.onerror = event => {
      event.preventDefault()
      this.#receive({
        id: this.#running?.request.id ?? 0,
        failure: event.message || 'the compiler could not be loaded',
      })
    }
    return worker
  }

  #send(): void {
    if (this.#running) return
    this.#running = this.#queue.shift()
    if (this.#running) this.#worker.postMessage(this.#running.request)
  }

  #receive(response: Response): void {
    const done = this.#running
    if (done?.request.id !== response.id) return
    clearTimeout(this.#patience)
    this.#running = undefined
    if (response.failure === undefined) done.resolve(response.answer)
    else done.reject(new Error(response.failure))
    this.#send()
  }

  #dropOlder(): void {
    const dropped = this.#queue
    this.#queue = []
    for (const { reject } of dropped) reject(new Cancelled())
    if (!this.#running) return
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => this.#restart(), PATIENCE)
  }

  #restart(): void {
    const stopped = this.#running
    if (!stopped) return
    this.#worker.terminate()
    this.#running = undefined
    this.#worker = this.#start()
    stopped.reject(new Cancelled())
    this.#send()
  }
}
