// `dxilkit hash`: the digest of containers and what it should be, the HASH part, the MD5 of each program's bitcode. Exit code 1
// when one of them does not match.

import type { CommandModule } from 'yargs'
import { DIGEST_TEXT, type HashReport, hashContainer } from '../api/index.ts'
import { shownName } from '../base/shown_name.ts'
import { onContainer, readContainerInput } from './container_input.ts'
import { inputName } from './files.ts'
import { EXIT, type ExitCode, type Host } from './host.ts'
import { expandInputs, forEachInput } from './inputs.ts'

export interface HashArguments {
  readonly files: readonly string[]
  readonly json: boolean
}

/** @throws UsageError, BadFile */
export function runHash(host: Host, { files, json }: HashArguments): Promise<ExitCode> {
  const isOneOfMany = expandInputs(files).length > 1
  return forEachInput(host, files, async (file, host) => {
    const bytes = await readContainerInput(host, file)
    const report = onContainer(file, () => hashContainer(bytes))
    if (json) host.stdout.write(`${JSON.stringify(isOneOfMany ? { file, ...report } : report)}\n`)
    else host.stdout.write((isOneOfMany ? `${shownName(inputName(file))}:\n` : '') + reportText(report))
    return report.state === 'wrong' || report.hash?.matches === false ? EXIT.problems : EXIT.ok
  })
}

function reportText({ digest, state, expected, hash, bitcode }: HashReport): string {
  const lines = [`digest       ${digest}  ${DIGEST_TEXT[state]}`]
  if (state !== 'retail') lines.push(`  retail     ${expected.retail}`, `  debug      ${expected.debug}`)
  if (hash) {
    const verdict = hash.matches === undefined ? 'program not here' : hash.matches ? 'matches' : 'DOES NOT MATCH'
    lines.push(`HASH         ${hash.digest}  ${verdict}${hash.includesSource ? ', includes source' : ''}`)
  }
  for (const { part, md5 } of bitcode) lines.push(`${part} bitcode ${md5}`)
  return `${lines.join('\n')}\n`
}

/** The command line of it. @param unmask gives a word its '-' back */
export function hashCommand(
  host: Host,
  choose: (action: () => ExitCode | Promise<ExitCode>) => void,
  unmask: (word: string) => string,
): CommandModule<object, { files: string[]; json: boolean }> {
  return {
    command: 'hash <files..>',
    describe: 'digest, HASH part and bitcode MD5 of containers, and whether they match',
    builder: y =>
      y
        .positional('files', {
          type: 'string',
          array: true,
          demandOption: true,
          describe: 'containers, folders, patterns',
        })
        .option('json', { type: 'boolean', default: false, describe: 'as JSON' }),
    handler: a => choose(() => runHash(host, { files: a.files.map(unmask), json: a.json })),
  }
}
