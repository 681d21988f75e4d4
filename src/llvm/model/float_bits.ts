// Numbers to and from the raw bits of float and double constants (halves: base/float16.ts).

const view = new DataView(new ArrayBuffer(8))

export function floatBits(value: number): number {
  view.setFloat32(0, value)
  return view.getUint32(0)
}

export function doubleBits(value: number): bigint {
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
