// The command line as a function: words and a host in, exit code out. Every failure becomes a message and a code here.

import { isCompileLine } from './command_names.ts'
import { explain } from './failure.ts'
import { CommandFiles } from './file_identity.ts'
import type { Host, Stream } from './host.ts'

/** Runs one command line (without node and script). Never throws. */
export async function main(words: readonly string[], surroundings: Host): Promise<number> {
  let isPrinted = false
  const { stdout } = surroundings
  // Asked for when they are needed: a terminal's facts load what else no command loads.
  const noted: Stream = {
    get isTerminal() {
      return stdout.isTerminal
    },
    get columns() {
      return stdout.columns
    },
    write: data => {
      isPrinted = true
      stdout.write(data)
    },
  }
  const host: Host = { ...surroundings, stdout: noted, files: new CommandFiles() }
  try {
    if (words[0] === '--driver-mode=dxc') {
      const { runDxc } = await import('./dxc_mode.ts')
      return await runDxc(host, words.slice(1))
    }
    const isCompile = words[0] === 'compile'
    if (isCompile || isCompileLine(words)) {
      const { runCompile } = await import('./compile.ts')
      return await runCompile(host, isCompile ? words.slice(1) : words)
    }
    const { runCommand } = await import('./commands.ts')
    return await runCommand(host, words)
  } catch (error) {
    return explain(error, host, words.includes('--json') && !isPrinted)
  }
}
