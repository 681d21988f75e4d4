// The process around main(): real streams, real environment, exit code. Imported by bin/dxilkit.js; running it is its only effect.

import { writeSync } from 'node:fs'
import { readBytes } from '../api/node.ts'
import type { Host, Stream } from './host.ts'
import { EXIT } from './host.ts'
import { explain, main } from './main.ts'

const STDIN = 0

const host: Host = {
  stdout: streamOf(process.stdout),
  stderr: streamOf(process.stderr),
  env: process.env,
  readStdin: () => readBytes(STDIN),
}

function streamOf(stream: NodeJS.WriteStream): Stream {
  // A reader that went away (`| head`) is no error of ours, and nobody is left to tell.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.ok)
    if (stream === process.stdout) writeSync(2, `dxilkit: error: cannot write standard output: ${error.code}\n`)
    process.exit(EXIT.usage)
  })
  return { isTerminal: stream.isTTY === true, write: data => void stream.write(data) }
}

process.on('uncaughtException', error => {
  process.exitCode = explain(error, host)
})
process.exitCode = await main(process.argv.slice(2), host)
