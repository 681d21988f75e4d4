// The process around main(): real streams, real environment, exit code. Imported by bin/dxilkit.js; running it is its only effect.

import { fstatSync, writeSync } from 'node:fs'
import { readBytes, systemReason } from '../api/node.ts'
import { identityOfStat } from './file_identity.ts'
import { EXIT, type Host, type Stream } from './host.ts'
import { explain, main } from './main.ts'

const STDIN = 0

const host: Host = {
  stdout: streamOf(process.stdout),
  stderr: streamOf(process.stderr),
  env: process.env,
  readStdin: () => readBytes(STDIN),
  stdinIdentity: () => {
    const stat = fstatSync(STDIN, { bigint: true })
    return stat.isFile() ? identityOfStat(stat) : undefined
  },
}

function streamOf(stream: NodeJS.WriteStream): Stream {
  // A reader that went away (`| head`) is no error of ours, and nobody is left to tell.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.ok)
    if (stream === process.stdout)
      writeSync(2, `dxilkit: error: cannot write standard output: ${systemReason({ code: error.code ?? 'unknown' })}\n`)
    process.exit(EXIT.usage)
  })
  return { isTerminal: stream.isTTY === true, write: data => void stream.write(data) }
}

process.on('uncaughtException', error => {
  process.exitCode = explain(error, host)
})
process.exitCode = await main(process.argv.slice(2), host)
