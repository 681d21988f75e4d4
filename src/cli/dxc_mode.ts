// The command line in dxc's manner: dxc's flags and nothing else, its ways to complain and its exit codes. bin/dxilkit-dxc.js starts it.

import { isHelpWord } from './command_names.ts'
import { runCompile } from './compile.ts'
import { dxcHelp } from './compile_help.ts'
import { BadFile, type Host, UsageError } from './host.ts'

/** dxc's: 1 for the command line and for files; of errors in the source the low byte of the HRESULT E_FAIL. */
const DXC_EXIT = { ok: 0, failed: 1, errors: 5 } as const

const COMPLAINT = 'dxc failed : '

/** Runs `dxc WORDS`. @throws what compilation throws for our own bugs */
export async function runDxc(host: Host, words: readonly string[]): Promise<number> {
  if (words.some(isHelpWord)) {
    host.stdout.write(dxcHelp())
    return DXC_EXIT.ok
  }
  try {
    const code = await runCompile({ ...host, complaint: COMPLAINT }, words, { isDxc: true })
    // Wrong use and unreadable files are 2 here, and errors in the source 1.
    return code === 2 ? DXC_EXIT.failed : code === 1 ? DXC_EXIT.errors : code
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof BadFile)) throw error
    for (const line of error instanceof UsageError ? error.lines : [error.message])
      host.stderr.write(`${COMPLAINT}${line}\n`)
    return DXC_EXIT.failed
  }
}
