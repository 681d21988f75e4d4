// Numbers to bytes and back by a list of element kinds (a record layout), and the comparison of outputs with expectations.
// All little endian, no hidden padding: a layout names every word, `pad4` included.

export type Element = 'f32' | 'u32' | 'i32' | 'f64' | 'u64' | 'i64' | 'f16' | 'u8' | 'pad4'
export type Scalar = number | bigint

const SIZE: Readonly<Record<Element, number>> = {
  f32: 4,
  u32: 4,
  i32: 4,
  f64: 8,
  u64: 8,
  i64: 8,
  f16: 2,
  u8: 1,
  pad4: 4,
}

/** Bytes of one record of this layout. */
export const recordSize = (layout: readonly Element[]): number => layout.reduce((n, e) => n + SIZE[e], 0)

/** `layout('f32*3 u32 i32*2')`: element kinds with optional repetition. */
export function layout(text: string): Element[] {
  return text.split(/\s+/).flatMap(word => {
    const [kind, times] = word.split('*') as [string, string | undefined]
    if (!(kind in SIZE)) throw new Error(`unknown element kind ${kind}`)
    return Array<Element>(times === undefined ? 1 : Number(times)).fill(kind as Element)
  })
}

/** Packs values, repeating the layout as often as they need; the values must fill whole records. `pad4` takes no value. */
export function pack(kinds: string, values: readonly Scalar[]): Uint8Array {
  const elements = layout(kinds)
  const carried = elements.filter(e => e !== 'pad4').length
  if (values.length % carried !== 0) throw new Error(`${values.length} values do not fill records of "${kinds}"`)
  const records = values.length / carried
  const bytes = new Uint8Array(records * recordSize(elements))
  const view = new DataView(bytes.buffer)
  let at = 0
  let v = 0
  for (let r = 0; r < records; r++)
    for (const e of elements) {
      if (e !== 'pad4') put(view, at, e, values[v++]!)
      at += SIZE[e]
    }
  return bytes
}

function put(view: DataView, at: number, e: Element, v: Scalar): void {
  if (e === 'f32') view.setFloat32(at, Number(v), true)
  else if (e === 'f64') view.setFloat64(at, Number(v), true)
  else if (e === 'u64' || e === 'i64') view.setBigUint64(at, BigInt.asUintN(64, BigInt(v)), true)
  else if (e === 'u8') view.setUint8(at, Number(v))
  else if (e === 'f16') throw new Error('f16 input is not needed by any case')
  else view.setUint32(at, Number(v) >>> 0, true)
}

/** Reads all whole records; `pad4` gives nothing. */
export function unpack(kinds: string, bytes: Uint8Array): Scalar[] {
  const elements = layout(kinds)
  const size = recordSize(elements)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const out: Scalar[] = []
  for (let base = 0; base + size <= bytes.length; base += size) {
    let at = base
    for (const e of elements) {
      if (e === 'f32') out.push(view.getFloat32(at, true))
      else if (e === 'f64') out.push(view.getFloat64(at, true))
      else if (e === 'u64') out.push(view.getBigUint64(at, true))
      else if (e === 'i64') out.push(view.getBigInt64(at, true))
      else if (e === 'i32') out.push(view.getInt32(at, true))
      else if (e === 'u8') out.push(view.getUint8(at))
      else if (e === 'u32') out.push(view.getUint32(at, true))
      at += SIZE[e]
    }
  }
  return out
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0))
  let at = 0
  for (const p of parts) {
    out.set(p, at)
    at += p.length
  }
  return out
}
