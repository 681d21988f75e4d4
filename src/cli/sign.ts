// `dxilkit sign`: writes a fresh digest into containers, in place or elsewhere. Nothing else changes.

import type { CommandModule } from 'yargs'
import { signedCopy } from '../api/index.ts'
import { onContainer } from './container_input.ts'
import { readInput } from './files.ts'
import { EXIT, type ExitCode, type Host, UsageError } from './host.ts'
import { expandInputs, forEachInput } from './inputs.ts'
import { Outputs } from './outputs.ts'

/** Flavours of the digest, as words. */
export const SIGNINGS = ['retail', 'debug', 'none', 'preview'] as const

/** @throws UsageError for a word that is no way to sign */
export function signingOf(word: string): (typeof SIGNINGS)[number] {
  const found = SIGNINGS.find(s => s === word)
  if (found === undefined) throw new UsageError(`'${word}' is no way to sign: ${SIGNINGS.join(', ')}`)
  return found
}

export interface SignArguments {
  readonly files: readonly string[]
  readonly as: string
  readonly output?: string | undefined
}

/** @throws UsageError, BadFile */
export async function runSign(host: Host, { files, as, output }: SignArguments): Promise<ExitCode> {
  const signing = signingOf(as)
  if (output !== undefined && expandInputs(files).length > 1) throw new UsageError('several files are signed in place')
  return forEachInput(host, files, (file, host) => {
    const bytes = readInput(host, file)
    const signed = onContainer(file, () => signedCopy(bytes, signing))
    const outputs = new Outputs(host)
    outputs.addEdited(output ?? file, signed, file)
    outputs.commit()
    return EXIT.ok
  })
}

/** The command line of it. @param unmask gives a word its '-' back */
export function signCommand(
  host: Host,
  choose: (action: () => ExitCode | Promise<ExitCode>) => void,
  unmask: (word: string) => string,
): CommandModule<object, { files: string[]; as: string; output: string | undefined }> {
  return {
    command: 'sign <files..>',
    describe: 'write the digest of containers again',
    builder: y =>
      y
        .positional('files', {
          type: 'string',
          array: true,
          demandOption: true,
          describe: 'containers, folders, patterns',
        })
        .option('as', { type: 'string', default: 'retail', requiresArg: true, describe: SIGNINGS.join(', ') })
        .option('output', { alias: 'o', type: 'string', requiresArg: true, describe: 'default: the file itself' }),
    handler: a =>
      choose(() =>
        runSign(host, {
          files: a.files.map(unmask),
          as: a.as,
          output: a.output === undefined ? undefined : unmask(a.output),
        }),
      ),
  }
}
