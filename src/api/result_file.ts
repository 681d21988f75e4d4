// Results of compilations as files of bytes: what a folder of results keeps. Damage is noticed.
//
//   0   32  SHA-256 of everything behind it
//   32      a line of JSON: format, ok, diagnostics, sizes of what follows, the name of the debug file
//           the container, then the debug file

import { decodeText } from '../base/decode_text.ts'
import { sha256 } from '../base/sha256.ts'
import { formatMessages } from '../diag/render_text.ts'
import type { CompileResult } from './compile.ts'

const FORMAT = 1
const DIGEST = 32

interface Header {
  readonly format: number
  readonly ok: boolean
  readonly diagnostics: CompileResult['diagnostics']
  readonly container: number
  readonly pdb: { readonly name: string; readonly size: number } | null
}

/** The bytes of a result's file. */
export function encodeResult(result: CompileResult): Uint8Array {
  const container = result.container ?? new Uint8Array(0)
  const pdb = result.ok ? result.pdb : undefined
  const header: Header = {
    format: FORMAT,
    ok: result.ok,
    diagnostics: result.diagnostics,
    container: container.length,
    pdb: pdb ? { name: pdb.name, size: pdb.bytes.length } : null,
  }
  const line = new TextEncoder().encode(`${JSON.stringify(header)}\n`)
  const parts = [line, container, pdb?.bytes ?? new Uint8Array(0)]
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, DIGEST))
  let at = DIGEST
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  bytes.set(sha256(bytes.subarray(DIGEST)), 0)
  return bytes
}

/** What encodeResult() was given, without the files included; undefined for bytes that are damaged or of another format. */
export function decodeResult(file: Uint8Array): CompileResult | undefined {
  // A Buffer of Node's would be handed out as such.
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.length)
  const end = bytes.indexOf(10, DIGEST)
  if (end < 0 || String(sha256(bytes.subarray(DIGEST))) !== String(Uint8Array.from(bytes.subarray(0, DIGEST))))
    return undefined
  const header = JSON.parse(decodeText(bytes.subarray(DIGEST, end))) as Header
  if (header.format !== FORMAT) return undefined
  const { ok, diagnostics, pdb } = header
  const report = { diagnostics, text: formatMessages(diagnostics), includes: [], phases: [], dumps: [] }
  if (!ok) return { ...report, ok }
  const middle = end + 1 + header.container
  const container = bytes.slice(end + 1, middle)
  return { ...report, ok, container, ...(pdb ? { pdb: { name: pdb.name, bytes: bytes.slice(middle) } } : {}) }
}
