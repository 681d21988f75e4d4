// The text of a container: what DXC's -dumpbin prints before the module as comments, then the module as LLVM text.
// Invariant: everything comes from the container's bytes; a damaged one is a FormatError with its offset.

import { checkBytes } from '../base/arguments.ts'
import { fullListing, type Listing, moduleText, shownModule } from '../listing/listing.ts'

/**
 * The program as LLVM text, without the comment header.
 * @param bytes a container, a DXIL program without one, or LLVM bitcode
 * @throws FormatError when the bytes hold no program, or its bitcode is damaged
 */
export function disassemble(bytes: Uint8Array): string {
  checkBytes('disassemble', bytes)
  return moduleText(shownModule(bytes))
}

/**
 * Signatures, hash, runtime information, buffers, bindings, view-id state as comments, then the program: the text of
 * `dxc -dumpbin`.
 * @throws FormatError for the first damage; listingOf() shows what else is readable
 */
export function listing(bytes: Uint8Array): string {
  checkBytes('listing', bytes)
  const { text, problems } = listingOf(bytes)
  const [damage] = problems
  if (damage) throw damage
  return text
}

/**
 * The same for files that may be damaged: what is readable, a comment line for what is not, and the list of that.
 * @throws FormatError when the bytes are no container, program or bitcode
 */
export function listingOf(bytes: Uint8Array): Listing {
  checkBytes('listingOf', bytes)
  return fullListing(bytes)
}
