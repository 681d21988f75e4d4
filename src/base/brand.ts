// Branded numbers: ids that are plain numbers at run time and cannot be mixed up at compile time.

declare const brand: unique symbol

/** A dense id of the named kind; free at run time. */
export type Id<Kind extends string> = number & { readonly [brand]: Kind }

/** Throws InternalError unless the invariant holds. Only for our own bugs, never for bad input. The text is made at
    every call: where that costs time, throw InternalError instead. */
export function check(condition: boolean, what: string): asserts condition {
  if (!condition) throw new InternalError(what)
}

/** What was thrown, in words. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The error for what nobody expected to be thrown. @param where `while linking` */
export const internalError = (where: string, error: unknown): InternalError =>
  new InternalError(`internal error ${where}: ${messageOf(error)}`, { cause: error })

/** A broken invariant of dxilkit itself; the command line reports it as a bug and exits 3. */
export class InternalError extends Error {
  override readonly name = 'InternalError'
}
