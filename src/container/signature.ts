// ISG1, OSG1, PSG1: rows of 32 bytes and the names behind them. The older shapes ISGN, OSGN, PCSG (24 bytes) and OSG5 (28)
// are read and written too. build_signature.ts makes a part from signature elements.

import { cString } from '../base/c_string.ts'
import { SIGNATURE_COMPONENT, SIGNATURE_MIN_PRECISION, SIGNATURE_SYSTEM_VALUE } from '../spec/psv_enums.ts'
import { type Io, type Layout, NO_BYTES } from './io.ts'

/** Bytes before the rows. */
export const SIGNATURE_HEADER_SIZE = 8
export const SIGNATURE_ROW_SIZE = 32

export interface SignatureRow {
  stream: number
  /** Offset of the semantic name from the start of the part. */
  name: number
  semanticIndex: number
  /** SIGNATURE_SYSTEM_VALUE */
  systemValue: number
  /** SIGNATURE_COMPONENT */
  componentType: number
  /** 0xFFFFFFFF when unallocated. */
  register: number
  /** Components of the register this row occupies. */
  mask: number
  /** Outputs: components never written. Inputs: components always read. */
  usage: number
  pad: number
  /** SIGNATURE_MIN_PRECISION */
  minPrecision: number
}

export interface Signature {
  /** Offset of the rows, 8. */
  rowsOffset: number
  gap: Uint8Array
  rows: SignatureRow[]
  /** The name area and its padding. */
  names: Uint8Array
}

/** Which fields a row has: by FourCC. */
export type SignatureShape = 'ISG1' | 'OSG1' | 'PSG1' | 'ISGN' | 'OSGN' | 'PCSG' | 'OSG5'

export function newSignature(): Signature {
  return { rowsOffset: SIGNATURE_HEADER_SIZE, gap: NO_BYTES, rows: [], names: NO_BYTES }
}

/** The layout for a shape. */
export function signatureLayout(shape: SignatureShape): Layout<Signature> {
  const hasMinPrecision = shape.endsWith('G1')
  const hasStream = hasMinPrecision || shape === 'OSG5'
  const row = (io: Io, r: SignatureRow): void => {
    if (hasStream) r.stream = io.u32('stream', r.stream)
    r.name = io.u32('name', r.name)
    r.semanticIndex = io.u32('semantic index', r.semanticIndex)
    r.systemValue = io.u32('system value', r.systemValue, SIGNATURE_SYSTEM_VALUE)
    r.componentType = io.u32('component type', r.componentType, SIGNATURE_COMPONENT)
    r.register = io.u32('register', r.register)
    r.mask = io.u8('mask', r.mask)
    r.usage = io.u8('usage', r.usage)
    r.pad = io.u16('pad', r.pad)
    if (hasMinPrecision) r.minPrecision = io.u32('min precision', r.minPrecision, SIGNATURE_MIN_PRECISION)
  }
  return (io, p) => {
    const count = io.u32('count', p.rows.length)
    p.rowsOffset = io.u32('rows offset', p.rowsOffset)
    if (p.rowsOffset < SIGNATURE_HEADER_SIZE) throw io.error(`rows at ${p.rowsOffset} lie inside the header`)
    p.gap = io.bytes('gap', p.gap, p.rowsOffset - SIGNATURE_HEADER_SIZE)
    p.rows = io.list('row', p.rows, count, newSignatureRow, row)
    p.names = io.remainder('names', p.names)
  }
}

function newSignatureRow(): SignatureRow {
  return {
    stream: 0,
    name: 0,
    semanticIndex: 0,
    systemValue: 0,
    componentType: 0,
    register: 0xffffffff,
    mask: 0,
    usage: 0,
    pad: 0,
    minPrecision: 0,
  }
}

/**
 * Semantic name of a row; undefined when its offset is outside the part.
 * @param payload the whole part, which name offsets count from
 */
export function semanticName(payload: Uint8Array, row: SignatureRow): string | undefined {
  return cString(payload, row.name)
}
