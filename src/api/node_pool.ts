// compileAsync() on a pool of threads, one for each processor. The threads start when they are first needed and do not keep the process alive.

import type { Tinypool } from 'tinypool'
import { lazy } from '../base/lazy.ts'
import type { CompileResult } from './compile.ts'
import {
  type Abort,
  type AsyncCompileOptions,
  type CompileReply,
  type CompileTask,
  compileBy,
} from './compile_async.ts'

/** What threads run: dist/cli.js in the package, src/cli/worker.ts in the sources. */
function workerFile(): string {
  const source = /\/api\/node_pool(\.\w+)$/.exec(import.meta.url)
  return new URL(source ? `../cli/worker${source[1]}` : './cli.js', import.meta.url).href
}

/** A pool of threads that run functions of cli/worker.ts. It ends with the process, or with destroy(). */
export async function threadPool(threads: number): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool')
  return new Tinypool({ filename: workerFile(), minThreads: 0, maxThreads: threads, idleTimeout: 60_000 })
}

/** How many threads can run at once. */
export const processors = (): number => process.getBuiltinModule('node:os').availableParallelism()

const shared = lazy(() => threadPool(processors()))

async function onThread(task: CompileTask, signal: Abort | undefined): Promise<CompileReply> {
  const pool = await shared()
  // A compilation that is aborted ends with its thread.
  return pool.run(task, { name: 'compileTask', ...(signal ? { signal } : {}) }) as Promise<CompileReply>
}

/**
 * compile() on another thread, with includes that may be promises. The callback runs on this thread; a compilation is started anew when an answer
 * has come. With `worker` it runs there instead.
 * @returns a promise that rejects with what the include callback throws or rejects with, with the signal's reason, and with what compile() throws
 */
export async function compileAsync(source: string, options: AsyncCompileOptions): Promise<CompileResult> {
  return compileBy('compileAsync', source, options, onThread)
}
