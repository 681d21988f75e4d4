// `dxilkit hash`: the digest of containers and what it should be, the HASH part, the MD5 of each program's bitcode. Exit code 1
// when one of them does not match.

import type { CommandModule } from 'yargs'
import { DIGEST_TEXT, type HashReport, hashContainer } from '../api/index.ts'
import { type ContainerReport, reportCommand, reportContainers } from './container_report.ts'
import { EXIT, type ExitCode, type Host } from './host.ts'

const REPORT: ContainerReport<HashReport> = {
  make: hashContainer,
  lines: reportLines,
  exitCode: ({ state, hash }) => (state === 'wrong' || hash?.matches === false ? EXIT.problems : EXIT.ok),
}

function reportLines({ digest, state, expected, hash, bitcode }: HashReport): string[] {
  const lines = [`digest       ${digest}  ${DIGEST_TEXT[state]}`]
  if (state !== 'retail') lines.push(`  retail     ${expected.retail}`, `  debug      ${expected.debug}`)
  if (hash) {
    const verdict = hash.matches === undefined ? 'program not here' : hash.matches ? 'matches' : 'DOES NOT MATCH'
    lines.push(`HASH         ${hash.digest}  ${verdict}${hash.includesSource ? ', includes source' : ''}`)
  }
  for (const { part, md5 } of bitcode) lines.push(`${part} bitcode ${md5}`)
  return lines
}

/** The command line of it. @param unmask gives a word its '-' back */
export const hashCommand = (
  host: Host,
  choose: (action: () => ExitCode | Promise<ExitCode>) => void,
  unmask: (word: string) => string,
): CommandModule<object, { files: string[]; json: boolean }> =>
  reportCommand('hash', 'digest, HASH part and bitcode MD5 of containers, and whether they match', ({ files, json }) =>
    choose(() => reportContainers(host, { files: files.map(unmask), json }, REPORT)),
  )
