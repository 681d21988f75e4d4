// Numbers to and from the raw bits of float and double constants (halves: base/float16.ts).

const view = new DataView(new ArrayBuffer(8))

// Engines differ in the bits of a NaN they compute: 0 / 0 has its sign set on x64 and not on arm64. LLVM folds it to the positive quiet NaN.
const FLOAT_NAN = 0x7fc00000
const DOUBLE_NAN = 0x7ff8000000000000n

export function floatBits(value: number): number {
  if (Number.isNaN(value)) return FLOAT_NAN
  view.setFloat32(0, value)
  return view.getUint32(0)
}

export function doubleBits(value: number): bigint {
  if (Number.isNaN(value)) return DOUBLE_NAN
  view.setFloat64(0, value)
  return view.getBigUint64(0)
}

export function floatFromBits(bits: number): number {
  view.setUint32(0, bits)
  return view.getFloat32(0)
}

export function doubleFromBits(bits: bigint): number {
  view.setBigUint64(0, bits)
  return view.getFloat64(0)
}
