// What --json prints of a file that cannot be read or is damaged: a document, so that who reads the output finds one in any case.

import { BadFile, type UsageError } from './host.ts'

/** `{ file, ok: false, error: { message, offset, part } }`, one line; the offset is null where no byte is to blame. @param file of several files this one */
export function failureJson(error: UsageError | BadFile, file?: string): string {
  const { message, offset, part } =
    error instanceof BadFile ? error.damage : { message: error.message, offset: null, part: '' }
  return `${JSON.stringify({ ...(file === undefined ? {} : { file }), ok: false, error: { message, offset, part } })}\n`
}
