// The C header of -Fh, laid out as dxc's: the listing between #if 0 and #endif, then the bytes, twelve a line, CRLF line ends.

const BYTES_A_LINE = 12

/** @param variable a C identifier, checked by the caller */
export function cHeader(container: Uint8Array, listing: string, variable: string): string {
  const lines = ['#if 0', ...listing.trimEnd().split('\n'), '#endif', '', `const unsigned char ${variable}[] = {`]
  for (let at = 0; at < container.length; at += BYTES_A_LINE) {
    const row = Array.from(container.subarray(at, at + BYTES_A_LINE), b => `0x${b.toString(16).padStart(2, '0')}`)
    lines.push(`  ${row.join(', ')}${at + BYTES_A_LINE < container.length ? ',' : ''}`)
  }
  return [...lines, '};', ''].join('\r\n')
}
