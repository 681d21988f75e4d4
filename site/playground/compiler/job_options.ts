// A job as options of compile(): its fields and flags are read as the command line reads them.

import type { CompileOptions } from '../../../src/api/options.ts'
import { parseFlags } from '../../../src/cli/flag_parser.ts'
import { UsageError } from '../../../src/cli/host.ts'
import { compileJob } from '../../../src/cli/options.ts'
import { type Message, messageNowhere } from '../../../src/diag/message.ts'
import type { Job } from './protocol.ts'
import { splitWords } from './split_words.ts'
import { includerOf } from './virtual_files.ts'

export interface Prepared {
  readonly source: string
  readonly options: CompileOptions
  readonly messages: readonly Message[]
}

/** What the command line would do with a file system; a page has none. */
const ELSEWHERE = 'this flag needs the command line: the page compiles one file and shows the results'

/** The words of the command line that the job stands for, without the program. */
function commandWords({ main, entry, target, flags }: Job): string[] {
  return [main, ...(target === '' ? [] : ['-T', target]), ...(entry === '' ? [] : ['-E', entry]), ...splitWords(flags)]
}

/** Options, or the complaints about the command line. */
export function prepare(job: Job): Prepared | { readonly complaints: readonly Message[] } {
  const nowhere = (text: string, severity: 'error' | 'warning' = 'error'): Message => messageNowhere('', severity, text)
  try {
    const parsed = parseFlags(commandWords(job))
    const found = compileJob(parsed)
    if (found.kind !== 'compile') return { complaints: [nowhere(ELSEWHERE)] }
    const source = job.files.find(file => file.name === job.main)?.text ?? ''
    return {
      source,
      options: { ...found.compile, fileName: job.main, include: includerOf(job.files, found.includeDirs) },
      messages: found.warnings.map(text => nowhere(text, 'warning')),
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return { complaints: error.lines.map(line => nowhere(line)) }
  }
}
