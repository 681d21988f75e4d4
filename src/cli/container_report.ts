// Commands that say one thing of each container, as text or as JSON: hash, reflect.

import type { CommandModule } from 'yargs'
import { shownName } from '../base/shown_name.ts'
import { onContainer, readContainerInput } from './container_input.ts'
import { inputName } from './files.ts'
import type { ExitCode, Host } from './host.ts'
import { expandInputs, forEachInput } from './inputs.ts'

export interface ReportArguments {
  readonly files: readonly string[]
  readonly json: boolean
}

export interface ContainerReport<R extends object> {
  readonly make: (bytes: Uint8Array) => R
  /** Lines without their ends; names in them are escaped here. */
  readonly lines: (report: R) => readonly string[]
  readonly exitCode: (report: R) => ExitCode
}

/** Of several files each report says whose it is. @throws UsageError, BadFile */
export function reportContainers<R extends object>(
  host: Host,
  { files, json }: ReportArguments,
  { make, lines, exitCode }: ContainerReport<R>,
): Promise<ExitCode> {
  const isOneOfMany = expandInputs(files).length > 1
  return forEachInput(
    host,
    files,
    async (file, host) => {
      const bytes = await readContainerInput(host, file)
      const report = onContainer(file, () => make(bytes))
      const text = [...(isOneOfMany ? [`${inputName(file)}:`] : []), ...lines(report)].map(shownName)
      if (json) host.stdout.write(`${JSON.stringify(isOneOfMany ? { file, ...report } : report)}\n`)
      else host.stdout.write(`${text.join('\n')}\n`)
      return exitCode(report)
    },
    json,
  )
}

/** The words of such a command. */
export const reportCommand = (
  name: string,
  describe: string,
  run: (words: ReportArguments) => void,
): CommandModule<object, { files: string[]; json: boolean }> => ({
  command: `${name} <files..>`,
  describe,
  builder: y =>
    y
      .positional('files', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'containers, folders, patterns',
      })
      .option('json', { type: 'boolean', default: false, describe: 'as JSON' }),
  handler: run,
})
