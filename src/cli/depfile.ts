// Dependencies as make rules, for -M, -MD and -MF.

import { UsageError } from './host.ts'

/** One rule: the target, then the source and everything it includes, one a line. @throws UsageError for names that make cannot read */
export function dependencyRule(target: string, source: string, includes: readonly string[]): string {
  const files = [...new Set([source, ...includes])]
  return `${escapeForMake(target)}: ${files.map(escapeForMake).join(' \\\n  ')}\n`
}

/** Blanks, `#`, `:`, `|` and `$` mean something to make, and so do backslashes in front of them. */
function escapeForMake(path: string): string {
  if (/[\r\n\0]/.test(path)) throw new UsageError(`'${path}' has a line end in its name, which no make rule can say`)
  const drive = /^[A-Za-z]:(?=[\\/])/.exec(path)?.[0] ?? ''
  const rest = path.slice(drive.length).replace(/(\\*)([ \t#:|])/g, '$1$1\\$2')
  return drive + rest.replaceAll('$', '$$$$')
}
