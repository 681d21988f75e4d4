// Base64 (RFC 4648, with padding) of bytes.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Bytes a piece, a multiple of 3: pieces keep the strings short-lived and flat. */
const PIECE = 3 * 4096

export function base64(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE) pieces.push(encode(bytes.subarray(at, at + PIECE)))
  return pieces.join('')
}

function encode(bytes: Uint8Array): string {
  let text = ''
  let i = 0
  for (; i + 2 < bytes.length; i += 3) {
    const word = (bytes[i]! << 16) | (bytes[i + 1]! << 8) | bytes[i + 2]!
    text += DIGITS[word >> 18]! + DIGITS[(word >> 12) & 63]! + DIGITS[(word >> 6) & 63]! + DIGITS[word & 63]!
  }
  if (i + 1 === bytes.length) return `${text}${DIGITS[bytes[i]! >> 2]}${DIGITS[(bytes[i]! & 3) << 4]}==`
  if (i + 2 !== bytes.length) return text
  const word = (bytes[i]! << 8) | bytes[i + 1]!
  return `${text}${DIGITS[word >> 10]}${DIGITS[(word >> 4) & 63]}${DIGITS[(word & 15) << 2]}=`
}
