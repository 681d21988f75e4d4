// What cannot be written: fields that contradict each other, tables that are too long, parts in the wrong order.

/** A kind of its own among the RangeErrors, so that nobody who waits for it catches an overflow of the engine's stack. */
export class ContentError extends RangeError {
  override readonly name = 'ContentError'
}
