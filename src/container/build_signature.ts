// Makes an ISG1, OSG1 or PSG1 part from signature elements, the way DXC does: one row per semantic index, sorted.

import { ByteWriter } from '../base/bytes.ts'
import { utf8 } from '../base/c_string.ts'
import {
  COMPONENT_TYPE,
  SEMANTIC_KIND,
  SIGNATURE_COMPONENT,
  SIGNATURE_MIN_PRECISION,
  SIGNATURE_SYSTEM_VALUE,
  systemValueOfKind,
  TESSELLATOR_DOMAIN,
} from '../spec/psv_enums.ts'
import { NO_BYTES, Writer } from './io.ts'
import { SIGNATURE_HEADER_SIZE, SIGNATURE_ROW_SIZE, type SignatureRow, signatureLayout } from './signature.ts'
import { type ValidatorVersion, validatorAtLeast } from './validator_version.ts'

/** One element of a signature, as dx.entryPoints lists it. */
export interface SignatureElementDescription {
  /** Canonical semantic name, system values included. */
  readonly name: string
  /** One index per row. */
  readonly semanticIndexes: readonly number[]
  readonly rows: number
  readonly cols: number
  /** -1 when the element has no register. */
  readonly startRow: number
  readonly startCol: number
  /** SEMANTIC_KIND */
  readonly kind: number
  /** COMPONENT_TYPE (the DXIL numbers) */
  readonly componentType: number
  readonly stream: number
  /** Components read or written, relative to the element. */
  readonly usageMask: number
  /** False when the element's interpretation is "not in the signature": then only its name is stored. Left out: true. */
  readonly inSignature?: boolean
}

export interface SignatureOptions {
  readonly validator: ValidatorVersion
  /** Inputs state what is always read, outputs what is never written. PSG1 is an input of domain shaders, else an output. */
  readonly isInput: boolean
  /** True unless native 16-bit types are on. */
  readonly minPrecision: boolean
  /** TESSELLATOR_DOMAIN, for tessellation factors. */
  readonly domain?: number | undefined
}

const LAYOUT = signatureLayout('ISG1')

const isInside = (e: SignatureElementDescription): boolean => e.inSignature !== false

/** The payload of a signature part; 8 bytes when there are no elements. */
export function buildSignature(
  elements: readonly SignatureElementDescription[],
  options: SignatureOptions,
): Uint8Array {
  let rowCount = 0
  for (const e of elements) if (isInside(e)) rowCount += e.rows
  const names = new NameArea(SIGNATURE_HEADER_SIZE + rowCount * SIGNATURE_ROW_SIZE, options.validator)
  const rows: SignatureRow[] = []
  for (const e of elements) {
    const name = names.add(e)
    if (isInside(e)) for (let r = 0; r < e.rows; r++) rows.push(signatureRow(e, r, name, options))
  }
  // Stable; DXC's sort is not for more than 16 rows, but rows of one stream, register and name do not occur twice.
  if (rowCount > 1) rows.sort((a, b) => a.stream - b.stream || a.register - b.register || a.name - b.name)

  const text = names.finish()
  const writer = new Writer(SIGNATURE_HEADER_SIZE + rowCount * SIGNATURE_ROW_SIZE + text.length)
  LAYOUT(writer, { rowsOffset: SIGNATURE_HEADER_SIZE, gap: NO_BYTES, rows, names: text })
  return writer.finish()
}

function signatureRow(
  e: SignatureElementDescription,
  row: number,
  name: number,
  options: SignatureOptions,
): SignatureRow {
  const allocated = e.startRow >= 0
  const shift = allocated ? e.startCol : 0
  const mask = (((1 << e.cols) - 1) << shift) & 0xff
  return {
    stream: e.stream,
    name,
    semanticIndex: e.semanticIndexes[row] ?? 0,
    systemValue: signatureSystemValue(e.kind, row, options.domain),
    componentType: signatureComponent(e.componentType, options.validator),
    register: allocated ? e.startRow + row : 0xffffffff,
    mask,
    usage: usageByte(mask, e.usageMask << shift, options),
    pad: 0,
    minPrecision: options.minPrecision ? (MIN_PRECISION[e.componentType] ?? 0) : 0,
  }
}

function usageByte(mask: number, usage: number, { validator, isInput }: SignatureOptions): number {
  if (!validatorAtLeast(validator, 1, 5)) return isInput ? 0 : ~mask & 0xff
  return (isInput ? usage : ~usage) & 0xf
}

export function signatureSystemValue(kind: number, row: number, domain: number | undefined): number {
  const edge = kind === SEMANTIC_KIND.TessFactor
  if (!edge && kind !== SEMANTIC_KIND.InsideTessFactor)
    return systemValueOfKind().get(kind) ?? SIGNATURE_SYSTEM_VALUE.Undefined
  const V = SIGNATURE_SYSTEM_VALUE
  if (domain === TESSELLATOR_DOMAIN.Quad) return edge ? V.FinalQuadEdgeTessfactor : V.FinalQuadInsideTessfactor
  if (domain === TESSELLATOR_DOMAIN.Tri) return edge ? V.FinalTriEdgeTessfactor : V.FinalTriInsideTessfactor
  return row === 0 ? V.FinalLineDensityTessfactor : V.FinalLineDetailTessfactor
}

const SIGNATURE_COMPONENT_OF: Readonly<Record<number, number>> = {
  [COMPONENT_TYPE.U32]: SIGNATURE_COMPONENT.UInt32,
  [COMPONENT_TYPE.PackedS8x32]: SIGNATURE_COMPONENT.UInt32,
  [COMPONENT_TYPE.PackedU8x32]: SIGNATURE_COMPONENT.UInt32,
  [COMPONENT_TYPE.I32]: SIGNATURE_COMPONENT.SInt32,
  [COMPONENT_TYPE.F32]: SIGNATURE_COMPONENT.Float32,
  [COMPONENT_TYPE.U16]: SIGNATURE_COMPONENT.UInt16,
  [COMPONENT_TYPE.I16]: SIGNATURE_COMPONENT.SInt16,
  [COMPONENT_TYPE.F16]: SIGNATURE_COMPONENT.Float16,
  [COMPONENT_TYPE.U64]: SIGNATURE_COMPONENT.UInt64,
  [COMPONENT_TYPE.I64]: SIGNATURE_COMPONENT.SInt64,
  [COMPONENT_TYPE.F64]: SIGNATURE_COMPONENT.Float64,
}

const MIN_PRECISION: Readonly<Record<number, number>> = {
  [COMPONENT_TYPE.F16]: SIGNATURE_MIN_PRECISION.Float16,
  [COMPONENT_TYPE.I16]: SIGNATURE_MIN_PRECISION.SInt16,
  [COMPONENT_TYPE.U16]: SIGNATURE_MIN_PRECISION.UInt16,
}

/**
 * The component number signature parts and PSV0 store for a DXIL component type; 0 for those that have none.
 * @param component COMPONENT_TYPE
 */
export function signatureComponent(component: number, validator: ValidatorVersion): number {
  if (component === COMPONENT_TYPE.I1)
    return validatorAtLeast(validator, 1, 5) ? SIGNATURE_COMPONENT.UInt32 : SIGNATURE_COMPONENT.Unknown
  return SIGNATURE_COMPONENT_OF[component] ?? SIGNATURE_COMPONENT.Unknown
}

/** Names in element order. From validator 1.7 on equal names share; before, only system values did (one text object each). */
class NameArea {
  readonly #start: number
  readonly #validator: ValidatorVersion
  readonly #out = new ByteWriter(64)
  readonly #offsets = new Map<string, number>()

  constructor(start: number, validator: ValidatorVersion) {
    this.#start = start
    this.#validator = validator
  }

  add(e: SignatureElementDescription): number {
    const shares = e.kind !== SEMANTIC_KIND.Arbitrary || validatorAtLeast(this.#validator, 1, 7)
    const known = shares ? this.#offsets.get(e.name) : undefined
    if (known !== undefined) return known
    const at = this.#start + this.#out.length
    this.#out.bytes(utf8(e.name))
    this.#out.u8(0)
    if (shares) this.#offsets.set(e.name, at)
    return at
  }

  finish(): Uint8Array {
    if (validatorAtLeast(this.#validator, 1, 7)) this.#out.align(4)
    return this.#out.finish()
  }
}
