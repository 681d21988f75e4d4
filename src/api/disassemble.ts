// The text of a container: what DXC's -dumpbin prints before the module as comments, then the module as LLVM text.
// Invariant: everything comes from the container's bytes; a damaged one is a FormatError with its offset.

import { BOOLEAN, BYTES, checkBytes, checkOptions } from '../base/arguments.ts'

export type { Listing } from '../listing/listing.ts'

import { fullListing, type Listing, moduleText, shownModule, sourceProgram } from '../listing/listing.ts'

/** What listings show beside the program. */
export interface ListingOptions {
  /** Comment lines with the HLSL that instructions come from, where there is debug information. */
  readonly source?: boolean
  /** The debug file's container, for one without debug information: see containerBytes(). */
  readonly debugContainer?: Uint8Array | undefined
}

function checkListing(of: string, bytes: Uint8Array, options: ListingOptions): void {
  checkBytes(of, bytes)
  checkOptions<ListingOptions>(of, options, { source: BOOLEAN, debugContainer: BYTES }, [])
}

/**
 * The program as LLVM text, without the comment header.
 * @param bytes a container, a DXIL program without one, or LLVM bitcode
 * @throws FormatError when the bytes hold no program, or its bitcode is damaged
 */
export function disassemble(bytes: Uint8Array, options: ListingOptions = {}): string {
  checkListing('disassemble', bytes, options)
  const linked = options.source ? sourceProgram(bytes, options.debugContainer) : undefined
  return linked ? moduleText(linked.module, linked.sources) : moduleText(shownModule(bytes))
}

/**
 * Signatures, hash, runtime information, buffers, bindings, view-id state as comments, then the program: the text of
 * `dxc -dumpbin`.
 * @throws FormatError for the first damage; listingOf() shows what else is readable
 */
export function listing(bytes: Uint8Array, options: ListingOptions = {}): string {
  const { text, problems } = listingOf(bytes, options)
  const [damage] = problems
  if (damage) throw damage
  return text
}

/**
 * The same for files that may be damaged: what is readable, a comment line for what is not, and the list of that.
 * @throws FormatError when the bytes are no container, program or bitcode
 */
export function listingOf(bytes: Uint8Array, options: ListingOptions = {}): Listing {
  checkListing('listing', bytes, options)
  return fullListing(bytes, options)
}
