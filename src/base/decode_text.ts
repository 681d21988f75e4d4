// Bytes of a source file as text.

import { checkBytes } from './arguments.ts'

/** UTF-8 with or without a mark, UTF-16 with one. Bytes that are neither become U+FFFD, which the lexer reports. */
export function decodeText(bytes: Uint8Array): string {
  checkBytes('decodeText', bytes)
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes)
}
