// The module of a compilation's container as LLVM text.

import { disassemble } from '../src/api/index.ts'

/** '' when there is no container. */
export function assemblyOf({ container }: { readonly container?: Uint8Array | undefined }): string {
  return container ? disassemble(container) : ''
}
