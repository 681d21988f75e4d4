// The process around main(): real streams, real environment, exit code. Imported by bin/dxilkit.js; running it is its only effect.

import { fstatSync, writeSync } from 'node:fs'
import { readBytes, systemReason } from '../api/node.ts'
import { explain } from './failure.ts'
import { identityOfStat } from './file_identity.ts'
import { EXIT, type Host, type Stream } from './host.ts'
import { main } from './main.ts'

const STDIN = 0

const host: Host = {
  stdout: streamOf('stdout'),
  stderr: streamOf('stderr'),
  env: process.env,
  readStdin: () => readBytes(STDIN),
  stdinLines,
  stdinIdentity: () => {
    const stat = fstatSync(STDIN, { bigint: true })
    return stat.isFile() ? identityOfStat(stat) : undefined
  },
}

async function* stdinLines(): AsyncIterable<string> {
  let rest = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

/** A stream of the process, made when something is written: making it takes longer than a small compile. */
function streamOf(name: 'stdout' | 'stderr'): Stream {
  let made: NodeJS.WriteStream | undefined
  const stream = (): NodeJS.WriteStream => {
    made ??= watched(process[name])
    return made
  }
  return {
    get isTerminal() {
      return stream().isTTY === true
    },
    get columns() {
      return stream().isTTY ? stream().columns : undefined
    },
    write: data => void stream().write(data),
  }
}

function watched(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  // A reader that went away (`| head`) is no error of ours, and nobody is left to tell.
  return stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.ok)
    if (stream === process.stdout)
      writeSync(2, `dxilkit: error: cannot write standard output: ${systemReason({ code: error.code ?? 'unknown' })}\n`)
    process.exit(EXIT.usage)
  })
}

// Threads of a pool take functions from here, and run no command line: what they need is in this file, so that the package has it once.
export { buildTask } from './build_worker.ts'
export { compileTask } from './worker.ts'

if (!Object.hasOwn(process, '__tinypool_state__')) {
  process.on('uncaughtException', error => {
    process.exitCode = explain(error, host)
  })
  process.exitCode = await main(process.argv.slice(2), host)
}
