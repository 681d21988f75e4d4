// Signature rows as names and register text, the way DXC's disassembly shows them.

import type { Signature } from '../container/signature.ts'
import { semanticName } from '../container/signature.ts'
import { nameOf, SIGNATURE_COMPONENT, SIGNATURE_MIN_PRECISION, SIGNATURE_SYSTEM_VALUE } from '../spec/psv_enums.ts'

export interface SignatureRowDump {
  readonly name: string
  readonly index: number
  readonly stream: number
  readonly systemValue: string
  readonly componentType: string
  readonly minPrecision: string
  /** null when unallocated */
  readonly register: number | null
  /** Components, e.g. 'xy'. */
  readonly mask: string
  /** The stored byte: inputs always read, outputs never written; old validators store all eight bits. */
  readonly usage: number
}

/** @param payload the whole part, which names are looked up in */
export function dumpSignature(p: Signature, payload: Uint8Array): SignatureRowDump[] {
  return p.rows.map(row => ({
    name: semanticName(payload, row) ?? `(name at ${row.name}, outside the part)`,
    index: row.semanticIndex,
    stream: row.stream,
    systemValue: nameOf(SIGNATURE_SYSTEM_VALUE, row.systemValue),
    componentType: nameOf(SIGNATURE_COMPONENT, row.componentType),
    minPrecision: nameOf(SIGNATURE_MIN_PRECISION, row.minPrecision),
    register: row.register === 0xffffffff ? null : row.register,
    mask: maskText(row.mask),
    usage: row.usage,
  }))
}

/** The letters of a component mask. */
export function maskText(mask: number): string {
  return [...'xyzw'].filter((_, i) => mask & (1 << i)).join('')
}
