// `dxilkit dump`: what is inside containers, as text, JSON, hex lines or an HTML page. Damage inside is shown with the rest and
// makes the exit code 1.

import type { CommandModule } from 'yargs'
import {
  type ContainerDump,
  containerBytes,
  dumpContainer,
  FormatError,
  formatDump,
  hexLines,
  htmlPage,
} from '../api/index.ts'
import { shownName } from '../base/shown_name.ts'
import { debugContainerBeside } from './debug_file.ts'
import { inputName, readInput } from './files.ts'
import { BadFile, damageText, EXIT, type ExitCode, type Host, UsageError } from './host.ts'
import { expandInputs, forEachInput } from './inputs.ts'
import { Outputs } from './outputs.ts'

export interface DumpArguments {
  readonly files: readonly string[]
  readonly json: boolean
  readonly fields: boolean
  readonly hex: boolean
  /** Where the page goes; `-` is standard output. */
  readonly html?: string | undefined
  readonly part?: string | undefined
}

/** @throws UsageError for flags that exclude each other; for a single file what its dump throws */
export async function runDump(host: Host, args: DumpArguments): Promise<ExitCode> {
  if ([args.json, args.hex, args.html !== undefined].filter(Boolean).length > 1)
    throw new UsageError('--json, --hex and --html exclude each other')
  if (args.fields && (args.hex || args.html !== undefined))
    throw new UsageError('--fields goes with text and --json; --hex and --html show every field anyway')
  if (args.part !== undefined && args.html !== undefined) throw new UsageError('--html shows all parts, not one')
  const files = expandInputs(args.files)
  if (args.html !== undefined && files.length !== 1)
    throw new UsageError(`--html makes one page of one file, not of ${files.length}`)
  return forEachInput(host, args.files, (file, own) => dumpFile(own, file, args, files.length > 1), args.json)
}

/** @throws BadFile when the file is no container at all, UsageError when it lacks the part asked for */
async function dumpFile(host: Host, file: string, args: DumpArguments, isOneOfMany: boolean): Promise<ExitCode> {
  const { fields, part } = args
  try {
    // Of a debug file the container in it is shown; offsets count from its start.
    const bytes = await containerBytes(readInput(host, file))
    const dump = dumpContainer(bytes, { fields, ...(part === undefined ? {} : { part }) })
    if (part !== undefined && dump.parts.length === 0)
      throw new UsageError(`'${inputName(file)}' has no part '${part}'`)
    if (isOneOfMany && !args.json) host.stdout.write(`${shownName(inputName(file))}:\n`)
    const debugContainer = args.html === undefined ? undefined : await debugContainerBeside(host, file, bytes)
    write(host, { file, bytes, dump, isOneOfMany, debugContainer }, args)
    if (isOneOfMany && !args.json) host.stdout.write('\n')
    for (const p of dump.problems) host.stderr.write(`${damageText(inputName(file), p)}\n`)
    return dump.problems.length > 0 ? EXIT.problems : EXIT.ok
  } catch (error) {
    if (error instanceof FormatError) throw new BadFile(inputName(file), error)
    throw error
  }
}

interface Dumped {
  readonly file: string
  readonly bytes: Uint8Array
  readonly dump: ContainerDump
  readonly isOneOfMany: boolean
  readonly debugContainer: Uint8Array | undefined
}

function write(
  host: Host,
  { file, bytes, dump, isOneOfMany, debugContainer }: Dumped,
  { json, hex, html, part }: DumpArguments,
): void {
  if (html !== undefined) {
    const outputs = new Outputs(host)
    outputs.add(html, htmlPage(bytes, inputName(file).replace(/^.*[/\\]/, ''), { debugContainer }))
    outputs.commit()
  } else if (hex) for (const chunk of hexLines(bytes, part)) host.stdout.write(chunk)
  // Of many files each is one line, so that a reader need not hold all of them.
  else if (json)
    host.stdout.write(isOneOfMany ? `${JSON.stringify({ file, ...dump })}\n` : `${JSON.stringify(dump, null, 2)}\n`)
  else host.stdout.write(formatDump(dump))
}

interface DumpWords {
  files: string[]
  json: boolean
  fields: boolean
  hex: boolean
  html: string | undefined
  part: string | undefined
}

/** The command line of it. @param unmask gives a word its '-' back */
export const dumpCommand = (
  host: Host,
  choose: (action: () => ExitCode | Promise<ExitCode>) => void,
  unmask: (word: string) => string,
): CommandModule<object, DumpWords> => ({
  command: 'dump <files..>',
  describe: 'parts, digest, PSV0, signatures and resources of containers',
  builder: y =>
    y
      .positional('files', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'containers, folders, patterns; - for standard input',
      })
      .option('json', { type: 'boolean', default: false, describe: 'as JSON' })
      .option('fields', { type: 'boolean', default: false, describe: 'every field with offset and bytes' })
      .option('hex', { type: 'boolean', default: false, describe: 'every byte, with part and field' })
      .option('html', {
        type: 'string',
        requiresArg: true,
        describe: 'write a page with byte map, tables, listing, source with the cost of each line',
      })
      .option('part', { type: 'string', requiresArg: true, describe: 'only this part, for instance PSV0' }),
  handler: words =>
    choose(() => runDump(host, { ...words, files: words.files.map(unmask), html: words.html && unmask(words.html) })),
})
