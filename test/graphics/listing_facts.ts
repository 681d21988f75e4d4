// What DXC's listing says of a container's signatures, as rows.

export interface SignatureRow {
  readonly name: string
  readonly index: number
  readonly components: number
  /** `NONE`, `POS`, `TARGET`, `VERTID`, ... */
  readonly systemValue: string
  /** `float`, `uint`, `int`, ... */
  readonly format: string
}

/** Rows of "Input signature" or "Output signature". */
export function signatureRows(listing: string, which: 'Input' | 'Output'): SignatureRow[] {
  const lines = listing.split('\n')
  const start = lines.findIndex(line => line.startsWith(`; ${which} signature:`))
  if (start < 0) return []
  const rows: SignatureRow[] = []
  for (const line of lines.slice(start + 4)) {
    const row = /^; (\S+) +(\d+) (.{6}) +(\S+) +(\S+) +(\S+)/.exec(line)
    if (!row) break
    const [, name, index, mask, , systemValue, format] = row as unknown as string[]
    const components = mask!.replace(/[^xyzw]/g, '').length
    rows.push({ name: name!, index: Number(index), components, systemValue: systemValue!, format: format! })
  }
  return rows
}
