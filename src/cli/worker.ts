// What the threads of a pool run (api/node_pool.ts): functions that take and give plain data. In the package they are in cli.js.

import { type CompileReply, type CompileTask, replyTo } from '../api/compile_async.ts'

/** compileAsync() */
export function compileTask(task: CompileTask): CompileReply {
  return replyTo(task)
}

export { buildTask } from './build_worker.ts'
