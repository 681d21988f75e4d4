// Numbers to and from the raw bits of half, float and double constants.

const view = new DataView(new ArrayBuffer(8))

export function floatBits(value: number): number {
  view.setFloat32(0, value)
  return view.getUint32(0)
}

export function doubleBits(value: number): bigint {
  view.setFloat64(0, value)
  return view.getBigUint64(0)
}

/** Rounds to nearest, ties to even, from the double directly (no double rounding through float). */
export function halfBits(value: number): number {
  view.setFloat64(0, value)
  const sign = (view.getUint32(0) >>> 16) & 0x8000
  const x = Math.abs(value)
  if (Number.isNaN(x)) return sign | 0x7e00
  if (x >= 65520) return sign | 0x7c00
  if (x < 2 ** -14) return sign | roundEven(x * 2 ** 24)
  const exponent = Math.floor(Math.log2(x))
  const e = 2 ** exponent > x ? exponent - 1 : 2 ** (exponent + 1) <= x ? exponent + 1 : exponent
  return sign | ((e + 14) * 1024 + roundEven(x * 2 ** (10 - e)))
}

function roundEven(x: number): number {
  const low = Math.floor(x)
  const rest = x - low
  return rest > 0.5 || (rest === 0.5 && low % 2 === 1) ? low + 1 : low
}

export function floatFromBits(bits: number): number {
  view.setUint32(0, bits)
  return view.getFloat32(0)
}

export function doubleFromBits(bits: bigint): number {
  view.setBigUint64(0, bits)
  return view.getFloat64(0)
}

export function halfFromBits(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const mantissa = bits & 1023
  if (exponent === 31) return mantissa ? Number.NaN : sign * Number.POSITIVE_INFINITY
  if (exponent === 0) return sign * mantissa * 2 ** -24
  return sign * (1024 + mantissa) * 2 ** (exponent - 25)
}
