// `dxilkit dump`: what is inside a container, as text or JSON. Damage inside is shown with the rest and makes the exit code 1.

import { dumpContainer, FormatError, formatDump } from '../api/index.ts'
import { inputName, readInput } from './files.ts'
import { BadFile, EXIT, type ExitCode, type Host, UsageError } from './host.ts'

export interface DumpArguments {
  readonly file: string
  readonly json: boolean
  readonly fields: boolean
  readonly part?: string | undefined
}

/** @throws BadFile when the file is no container at all, UsageError when it lacks the part asked for */
export function runDump(host: Host, { file, json, fields, part }: DumpArguments): ExitCode {
  const bytes = readInput(host, file)
  try {
    const dump = dumpContainer(bytes, { fields, ...(part === undefined ? {} : { part }) })
    if (part !== undefined && dump.parts.length === 0)
      throw new UsageError(`'${inputName(file)}' has no part '${part}'`)
    host.stdout.write(json ? `${JSON.stringify(dump, null, 2)}\n` : formatDump(dump))
    for (const p of dump.problems)
      host.stderr.write(`${inputName(file)}: error: ${p.message} (at byte ${p.offset}${p.part && ` in ${p.part}`})\n`)
    return dump.problems.length > 0 ? EXIT.problems : EXIT.ok
  } catch (error) {
    if (error instanceof FormatError) throw new BadFile(inputName(file), error)
    throw error
  }
}
