// zlib data in parts, opened with bounds: a size from the file must not make us allocate what the data cannot hold.

import { FormatError } from '../base/format_error.ts'
import { inflateZlib, ZlibError } from '../base/zlib.ts'

/** deflate cannot shrink by more than this. */
const MAX_RATIO = 1032
const MAX_SIZE = 128 * 1024 * 1024

/**
 * @param size bytes the data opens to, as its header says
 * @throws FormatError when the data is damaged or opens to another size
 */
export function inflate(stored: Uint8Array, size: number, part: string): Uint8Array {
  if (size > MAX_SIZE || size > (stored.length + 1) * MAX_RATIO)
    throw new FormatError(`${stored.length} compressed bytes cannot open to ${size}`, 0, part)
  // One byte more than is promised shows data that opens to more.
  const out = new Uint8Array(size + 1)
  let length: number
  try {
    length = inflateZlib(stored, out)
  } catch (error) {
    if (!(error instanceof ZlibError)) throw error
    throw new FormatError('the compressed data is damaged', 0, part)
  }
  if (length === size) return out.subarray(0, size)
  throw new FormatError(`the compressed data does not open to the ${size} bytes promised`, 0, part)
}
