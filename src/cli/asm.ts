// `dxilkit asm`: LLVM text, as disasm or `dxc -dumpbin` prints it or edited, to a signed container.

import type { CommandModule } from 'yargs'
import { assembleText, formatMessages } from '../api/index.ts'
import { inputName, readInput } from './files.ts'
import { EXIT, type ExitCode, type Host, wantsColor } from './host.ts'
import { Outputs } from './outputs.ts'
import { SIGNINGS, signingOf } from './sign.ts'

export interface AsmArguments {
  /** '-' is standard input. */
  readonly file: string
  /** '-' is standard output. */
  readonly output: string
  /** Flavour of the digest, as `sign` names them; undefined: what the trailer says, else retail. */
  readonly as?: string | undefined
  /** Honour what `disasm --lossless` put behind the text. */
  readonly trailer: boolean
}

/** Nothing is written when the text has errors. @throws UsageError for files that cannot be read or written */
export function runAsm(host: Host, { file, output, as, trailer }: AsmArguments): ExitCode {
  const signing = as === undefined ? undefined : signingOf(as)
  const text = new TextDecoder().decode(readInput(host, file))
  const result = assembleText(text, {
    name: inputName(file),
    ignoreTrailer: !trailer,
    ...(signing === undefined ? {} : { signing }),
  })
  host.stderr.write(formatMessages(result.diagnostics, { color: wantsColor(host, host.stderr) }))
  if (!result.ok) return EXIT.problems
  const outputs = new Outputs(host)
  outputs.add(output, result.container)
  outputs.commit()
  return EXIT.ok
}

interface AsmWords {
  file: string
  output: string
  as: string | undefined
  trailer: boolean
}

/** The command line of it. @param unmask gives a word its '-' back */
export function asmCommand(
  host: Host,
  choose: (action: () => ExitCode | Promise<ExitCode>) => void,
  unmask: (word: string) => string,
): CommandModule<object, AsmWords> {
  return {
    command: 'asm <file>',
    describe: 'LLVM text, as disasm prints it, to a signed container',
    builder: y =>
      y
        .positional('file', { type: 'string', demandOption: true, describe: 'text, - for standard input' })
        .option('output', {
          alias: ['o', 'Fo'],
          type: 'string',
          demandOption: true,
          requiresArg: true,
          describe: 'the container to write, - for standard output',
        })
        .option('as', { type: 'string', requiresArg: true, describe: `digest: ${SIGNINGS.join(', ')}` })
        .option('trailer', {
          type: 'boolean',
          default: true,
          describe: 'use what disasm --lossless wrote (--no-trailer: compute every part)',
        }),
    handler: ({ file, output, as, trailer }) =>
      choose(() => runAsm(host, { file: unmask(file), output: unmask(output), as, trailer })),
  }
}
