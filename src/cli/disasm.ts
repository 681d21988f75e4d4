// `dxilkit disasm`: what a container, debug file or bare program holds, as `dxc -dumpbin` prints it. Of a damaged file standard
// output gets what is readable and the exit code is 1; an output file is written only when everything could be read.

import { basename, join } from 'node:path'
import type { CommandModule } from 'yargs'
import { disassemble, type ListingOptions, listing, listingOf, losslessListing } from '../api/index.ts'
import { shownName } from '../base/shown_name.ts'
import { onContainer, readContainerInput } from './container_input.ts'
import { debugContainerBeside } from './debug_file.ts'
import { inputName, isFolder } from './files.ts'
import { damageText, EXIT, type ExitCode, type Host, UsageError } from './host.ts'
import { expandInputs, forEachInput } from './inputs.ts'
import { Outputs } from './outputs.ts'

export interface DisasmArguments {
  /** Files, folders, patterns; '-' is standard input. */
  readonly files: readonly string[]
  /** A file, '-', or with several inputs a folder; standard output when undefined. */
  readonly output?: string | undefined
  /** The comment header too. */
  readonly comments: boolean
  /** Lines of HLSL in front of instructions. */
  readonly source?: boolean
  /** With what `asm` needs to make the same bytes again. */
  readonly lossless?: boolean
}

/** A file's whole listing. @throws BadFile with the offset of the first damage */
export async function disasmText(host: Host, path: string): Promise<string> {
  const bytes = await readContainerInput(host, path)
  return onContainer(path, () => listing(bytes))
}

/** @throws UsageError for files that cannot be read or written, BadFile for one that is nothing readable */
export async function runDisasm(
  host: Host,
  { files, output, comments, lossless, source }: DisasmArguments,
): Promise<ExitCode> {
  if (lossless && source) throw new UsageError('--source and --lossless exclude each other')
  const several = expandInputs(files).length > 1
  if (several && output !== undefined && !isFolder(output))
    throw new UsageError(`several inputs need a folder to write to, '${output}' is none`)
  const written = new Map<string, string>()
  return forEachInput(host, files, async (file, host) => {
    const bytes = await readContainerInput(host, file)
    const options = source ? { source, debugContainer: await debugContainerBeside(host, file, bytes) } : {}
    const { text, problems } = onContainer(file, () =>
      lossless ? losslessListing(bytes) : comments ? listingOf(bytes, options) : plain(bytes, options),
    )
    for (const problem of problems) host.stderr.write(`${damageText(inputName(file), problem)}\n`)
    if (output === undefined || output === '-') {
      host.stdout.write(several ? `; ==== ${shownName(inputName(file))}\n${text}\n` : text)
    } else if (problems.length === 0) {
      const path = isFolder(output) ? join(output, listingName(file)) : output
      const earlier = written.get(path)
      if (earlier !== undefined) throw new UsageError(`'${earlier}' and '${file}' both go to '${path}'`)
      written.set(path, file)
      const outputs = new Outputs(host)
      outputs.add(path, text)
      outputs.commit()
    }
    return problems.length > 0 ? EXIT.problems : EXIT.ok
  })
}

const plain = (bytes: Uint8Array, options: ListingOptions): ReturnType<typeof listingOf> => ({
  text: disassemble(bytes, options),
  problems: [],
})

/** `blur.dxil` to `blur.ll`. */
const listingName = (file: string): string => `${basename(inputName(file)).replace(/\.[^.]*$/, '')}.ll`

interface DisasmWords {
  files: string[]
  output: string | undefined
  comments: boolean
  lossless: boolean
  source: boolean
}

/** The command line of it. @param unmask gives a word its '-' back */
export function disasmCommand(
  host: Host,
  choose: (action: () => ExitCode | Promise<ExitCode>) => void,
  unmask: (word: string) => string,
): CommandModule<object, DisasmWords> {
  return {
    command: 'disasm <files..>',
    describe: 'containers as text, as dxc -dumpbin prints them',
    builder: y =>
      y
        .positional('files', {
          type: 'string',
          array: true,
          demandOption: true,
          describe: 'containers, debug files, bitcode; folders; patterns; - for standard input',
        })
        .option('output', {
          alias: ['o', 'Fc'],
          type: 'string',
          requiresArg: true,
          describe: 'file, or for several inputs a folder',
        })
        .option('comments', { type: 'boolean', default: true, describe: 'the comment header (--no-comments: none)' })
        .option('source', {
          type: 'boolean',
          default: false,
          describe: 'the lines of HLSL, where the file or the debug file beside it has debug information',
        })
        .option('lossless', {
          type: 'boolean',
          default: false,
          describe: 'with a trailer from which asm makes the same file',
        }),
    handler: words =>
      choose(() =>
        runDisasm(host, {
          files: words.files.map(unmask),
          output: words.output === undefined ? undefined : unmask(words.output),
          comments: words.comments,
          lossless: words.lossless,
          source: words.source,
        }),
      ),
  }
}
