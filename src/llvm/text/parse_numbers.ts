// Floating-point literals of LLVM text to raw bits: decimals, 0x (the bits of the double, for float too), 0xH (half).

import { doubleBits, doubleFromBits, floatBits } from '../../base/float_bits.ts'
import { halfToBits } from '../../base/float16.ts'

/** Raw bits as ConstantFloat holds them; a string says what is wrong with the literal. */
export function floatLiteral(kind: string, text: string): number | bigint | string {
  if (text.startsWith('0xH')) {
    if (!/^0xH[0-9A-Fa-f]{1,4}$/.test(text)) return 'a half literal is 0xH and up to four hexadecimal digits'
    return kind === 'half' ? Number.parseInt(text.slice(3), 16) : `${text} is a half, not a ${kind}`
  }
  if (text.startsWith('0x')) {
    if (!/^0x[0-9A-Fa-f]{1,16}$/.test(text)) return 'a hexadecimal literal is 0x and up to sixteen digits'
    return fromDoubleBits(kind, BigInt(text))
  }
  const value = Number(text)
  if (kind === 'double') return doubleBits(value)
  if (kind === 'float') return floatBits(value)
  return halfToBits(value)
}

const EXPONENT = 0x7ff0000000000000n
const FRACTION = 0x000fffffffffffffn

/** The number with these double bits; NaNs keep the upper part of their payload. */
function fromDoubleBits(kind: string, bits: bigint): number | bigint {
  if (kind === 'double') return bits
  const isNotNumber = (bits & EXPONENT) === EXPONENT && (bits & FRACTION) !== 0n
  if (!isNotNumber) {
    const value = doubleFromBits(bits)
    return kind === 'float' ? floatBits(value) : halfToBits(value)
  }
  const [fractionBits, exponent, sign] = kind === 'float' ? [23n, 0x7f800000n, 31n] : [10n, 0x7c00n, 15n]
  const payload = (bits & FRACTION) >> (52n - fractionBits)
  return Number(((bits >> 63n) << sign) | exponent | (payload === 0n ? 1n : payload))
}
