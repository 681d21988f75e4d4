// What a command says when it cannot go on, and its exit code.

import { InternalError, messageOf } from '../base/brand.ts'
import { shownName } from '../base/shown_name.ts'
import { BadFile, EXIT, type ExitCode, type Host, UsageError } from './host.ts'
import { failureJson } from './json_failure.ts'

/**
 * Says what went wrong, in lines; a stack only for us and only on request.
 * @param isJson also as the JSON document that the command would have printed
 */
export function explain(error: unknown, host: Host, isJson = false): ExitCode {
  if (isJson && (error instanceof UsageError || error instanceof BadFile)) host.stdout.write(failureJson(error))
  if (error instanceof UsageError) {
    for (const line of error.lines) host.stderr.write(`dxilkit: error: ${line}\n`)
    return EXIT.usage
  }
  if (error instanceof BadFile) {
    host.stderr.write(`${error.message}\n`)
    return EXIT.problems
  }
  const what = messageOf(error)
  const text = error instanceof InternalError ? what : `internal error: ${what}`
  host.stderr.write(`dxilkit: ${firstLine(text)}\n`)
  host.stderr.write(
    'dxilkit: this is a bug in dxilkit: please report it with the input; DXILKIT_DEBUG=1 prints where it happened\n',
  )
  if (host.env['DXILKIT_DEBUG'] && error instanceof Error) host.stderr.write(`${stackOf(error)}\n`)
  return EXIT.internal
}

function firstLine(text: string): string {
  return shownName(text.split('\n', 1)[0]!.slice(0, 500))
}

/** The innermost cause is where it happened. */
function stackOf(error: Error): string {
  return error.cause instanceof Error ? stackOf(error.cause) : (error.stack ?? error.message)
}
