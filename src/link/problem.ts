// What cannot be linked, as a message with its arguments. The linker works on files that have no lines, so a message names symbols and files.

import type { Args, Code } from '../diag/codes.ts'

export type LinkCode = Extract<Code, `E41${string}` | 'E2515' | 'E2516'>

/** Ends a link; api/link.ts reports it. */
export class LinkProblem<C extends LinkCode = LinkCode> extends Error {
  override readonly name = 'LinkProblem'
  readonly code: C
  readonly args: Args<C>
  constructor(code: C, args: Args<C>) {
    super(code)
    this.code = code
    this.args = args
  }
}

/** Something that libraries may hold and the linker does not take. */
export function unsupported(what: string): never {
  throw new LinkProblem('E4110', { what })
}

/** A symbol as messages show it: `?f@@YAXXZ` of `\x01?f@@YAXXZ`. */
export const shownSymbol = (symbol: string): string => (symbol.startsWith('\x01') ? symbol.slice(1) : symbol)
