// Half precision (IEEE binary16): rounding and bits. Values travel as numbers that are exactly representable in half.

const SCRATCH = new DataView(new ArrayBuffer(8))

/** The half nearest to x, ties to even; overflow gives infinity, NaN stays NaN. Exact for any double, with a single rounding. */
export function roundToHalf(x: number): number {
  const magnitude = Math.abs(x)
  if (!(magnitude < 65520)) return Number.isNaN(x) ? x : x > 0 ? Infinity : -Infinity
  // The spacing of halves around x: 2^(exponent - 10), at least 2^-24. Dividing by a power of two is exact.
  const spacing = magnitude < 2 ** -14 ? 2 ** -24 : 2 ** (exponentOf(magnitude) - 10)
  const steps = magnitude / spacing
  const down = Math.floor(steps)
  const rest = steps - down
  const rounded = (rest > 0.5 || (rest === 0.5 && down % 2 === 1) ? down + 1 : down) * spacing
  return x < 0 || Object.is(x, -0) ? -rounded : rounded
}

/** The 16 bits of a number that is a half (other numbers are rounded first). NaN is 0x7e00. */
export function halfToBits(x: number): number {
  const half = roundToHalf(x)
  const sign = half < 0 || Object.is(half, -0) ? 0x8000 : 0
  const magnitude = Math.abs(half)
  if (Number.isNaN(half)) return 0x7e00
  if (magnitude === Infinity) return sign | 0x7c00
  if (magnitude < 2 ** -14) return sign | (magnitude * 2 ** 24)
  const exponent = exponentOf(magnitude)
  return sign | ((exponent + 15) << 10) | ((magnitude / 2 ** exponent - 1) * 1024)
}

/** The number whose half bits these are. */
export function bitsToHalf(bits: number): number {
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  const magnitude =
    exponent === 0
      ? fraction * 2 ** -24
      : exponent === 31
        ? fraction === 0
          ? Infinity
          : Number.NaN
        : (1 + fraction / 1024) * 2 ** (exponent - 15)
  return (bits & 0x8000) === 0 ? magnitude : -magnitude
}

/** floor(log2(x)) of a positive normal double. */
function exponentOf(x: number): number {
  SCRATCH.setFloat64(0, x)
  return ((SCRATCH.getUint16(0) >> 4) & 0x7ff) - 1023
}
