// Dependencies as make rules, for -M, -MD and -MF.

/** One rule: the target, then the source and everything it includes, one a line. */
export function dependencyRule(target: string, source: string, includes: readonly string[]): string {
  const files = [...new Set([source, ...includes])]
  return `${escapeForMake(target)}: ${files.map(escapeForMake).join(' \\\n  ')}\n`
}

/** Blanks, `#` and `$` mean something to make. */
function escapeForMake(path: string): string {
  return path.replace(/[\\]?[ #]/g, c => `\\${c}`).replaceAll('$', '$$$$')
}
