// NUL-terminated UTF-8 strings as containers store them.

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** UTF-8 bytes of text, without a terminator. */
export function utf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    // The encoder costs a call out of JavaScript, which short names do not need.
    if (unit > 0x7f) return encoder.encode(text)
    bytes[i] = unit
  }
  return bytes
}

/** Text of UTF-8 bytes; malformed sequences become U+FFFD. */
export function utf8Text(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** The string that starts at `at` and ends at a NUL or at the end of bytes; undefined when `at` is outside. */
export function cString(bytes: Uint8Array, at: number): string | undefined {
  if (at < 0 || at >= bytes.length) return undefined
  const nul = bytes.indexOf(0, at)
  return decoder.decode(bytes.subarray(at, nul < 0 ? bytes.length : nul))
}

/** Text of UTF-8 held one byte a character, as the names and strings of a module are. */
export function byteText(bytes: string): string {
  for (let i = 0; i < bytes.length; i++)
    if (bytes.charCodeAt(i) > 0x7f) return decoder.decode(Uint8Array.from(bytes, c => c.charCodeAt(0)))
  return bytes
}

/** The reverse: text as UTF-8 held one byte a character. */
export function byteString(text: string): string {
  for (let i = 0; i < text.length; i++)
    if (text.charCodeAt(i) > 0x7f) return Array.from(utf8(text), b => String.fromCharCode(b)).join('')
  return text
}
