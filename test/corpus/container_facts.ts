// What a corpus test looks at in a DXIL container: raw parts and the thread-group size. Reads bytes itself, on purpose not with src/.

const PSV_STAGE_COMPUTE = 5

/** The bytes of the first part with this four-character code. */
export function partOf(container: Uint8Array, code: string): Uint8Array | undefined {
  const view = new DataView(container.buffer, container.byteOffset, container.byteLength)
  const count = view.getUint32(28, true)
  for (let i = 0; i < count; i++) {
    const at = view.getUint32(32 + 4 * i, true)
    const name = String.fromCharCode(...container.subarray(at, at + 4))
    if (name === code) return container.subarray(at + 8, at + 8 + view.getUint32(at + 4, true))
  }
  return undefined
}

/** NumThreads from PSV0 (version 2 and later, compute only). */
export function threadsOf(container: Uint8Array): readonly [number, number, number] | undefined {
  const psv = partOf(container, 'PSV0')
  if (!psv) return undefined
  const view = new DataView(psv.buffer, psv.byteOffset, psv.byteLength)
  if (view.getUint32(0, true) < 48 || psv[4 + 24] !== PSV_STAGE_COMPUTE) return undefined
  return [40, 44, 48].map(at => view.getUint32(at, true)) as [number, number, number]
}

/** The rows of the "Resource Bindings" table in DXC's listing, as `BIND NAME TYPE FORMAT DIM COUNT`. */
export function bindingRows(listing: string): string[] {
  const lines = listing.split('\n')
  const title = lines.indexOf('; Resource Bindings:')
  const ruler = lines.findIndex((line, i) => i > title && /^; -+ /.test(line))
  if (title < 0 || ruler < 0) return []
  const rows = lines.slice(ruler + 1, lines.indexOf(';', ruler + 1))
  return rows.map(row => {
    const [name, type, format, dim, , bind, count] = row.slice(1).trim().split(/\s+/)
    return [bind, name, type, format, dim, count].join(' ')
  })
}
