// ISG1, OSG1, PSG1: the table with registers, system values and use masks.

import { table } from '../base/table.ts'
import { type Signature, type SignatureRow, semanticName } from '../container/signature.ts'
import { SIGNATURE_COMPONENT, SIGNATURE_SYSTEM_VALUE } from '../spec/psv_enums.ts'
import { COMMENT, left, maskColumns, right } from './columns.ts'

const UNALLOCATED = 0xffffffff
/** Bytes of a name that are shown; in a damaged part every row may point into one endless string. */
const MAX_NAME = 4096

const V = SIGNATURE_SYSTEM_VALUE
const SYSTEM_VALUE: Readonly<Record<number, string>> = {
  [V.ClipDistance]: 'CLIPDST',
  [V.CullDistance]: 'CULLDST',
  [V.Position]: 'POS',
  [V.RenderTargetArrayIndex]: 'RTINDEX',
  [V.ViewPortArrayIndex]: 'VPINDEX',
  [V.VertexID]: 'VERTID',
  [V.PrimitiveID]: 'PRIMID',
  [V.InstanceID]: 'INSTID',
  [V.IsFrontFace]: 'FFACE',
  [V.SampleIndex]: 'SAMPLE',
  [V.Target]: 'TARGET',
  [V.Depth]: 'DEPTH',
  [V.DepthGE]: 'DEPTHGE',
  [V.DepthLE]: 'DEPTHLE',
  [V.Coverage]: 'COVERAGE',
  [V.InnerCoverage]: 'INNERCOV',
  [V.StencilRef]: 'STENCILREF',
  [V.FinalQuadEdgeTessfactor]: 'QUADEDGE',
  [V.FinalQuadInsideTessfactor]: 'QUADINT',
  [V.FinalTriEdgeTessfactor]: 'TRIEDGE',
  [V.FinalTriInsideTessfactor]: 'TRIINT',
  [V.FinalLineDetailTessfactor]: 'LINEDET',
  [V.FinalLineDensityTessfactor]: 'LINEDEN',
  [V.Barycentrics]: 'BARYCEN',
  [V.ShadingRate]: 'SHDINGRATE',
  [V.CullPrimitive]: 'CULLPRIM',
}

const C = SIGNATURE_COMPONENT
const FORMAT: Readonly<Record<number, string>> = {
  [C.Float32]: 'float',
  [C.SInt32]: 'int',
  [C.UInt32]: 'uint',
  [C.UInt16]: 'uint16',
  [C.SInt16]: 'int16',
  [C.Float16]: 'fp16',
  [C.UInt64]: 'uint64',
  [C.SInt64]: 'int64',
  [C.Float64]: 'double',
}

/** What stands in the register column of semantics that have none, by lower-case name. */
const SPECIAL_REGISTER: ReadonlyMap<string, string> = table({
  sv_depth: '   oDepth',
  sv_depthgreaterequal: ' oDepthGE',
  sv_depthlessequal: ' oDepthLE',
  sv_coverage: '    oMask',
  sv_stencilref: '    oStencilRef',
})

/**
 * @param title   'Input', 'Output' or 'Patch Constant'
 * @param payload the part, which the names are in
 */
export function signatureTable(title: string, signature: Signature, payload: Uint8Array): string[] {
  const isInput = title === 'Input'
  const lines = [
    COMMENT,
    `${COMMENT} ${title} signature:`,
    COMMENT,
    `${COMMENT} Name                 Index   Mask Register SysValue  Format   Used`,
    `${COMMENT} -------------------- ----- ------ -------- -------- ------- ------`,
  ]
  if (signature.rows.length === 0) return [...lines, `${COMMENT} no parameters`]
  const hasStreams = signature.rows.some(row => row.stream !== 0)
  for (const row of signature.rows) lines.push(`${COMMENT} ${cells(row, payload, hasStreams, isInput)}`)
  return [...lines, COMMENT]
}

function cells(row: SignatureRow, payload: Uint8Array, hasStreams: boolean, isInput: boolean): string {
  const name = semanticName(payload.subarray(0, row.name + MAX_NAME), row) ?? ''
  const used = (isInput ? row.usage : ~row.usage) & 0xff
  const nameCell = hasStreams ? `m${row.stream}:${left(name, 17)}` : left(name, 20)
  const index = right(String(row.semanticIndex), 5)
  const tail = right(SYSTEM_VALUE[row.systemValue] ?? 'NONE', 9) + right(FORMAT[row.componentType] ?? 'unknown', 8)
  if (row.register === UNALLOCATED)
    return `${nameCell} ${index}    N/A${specialRegister(name, row)}${tail}${used ? '    YES' : '     NO'}`
  return `${nameCell} ${index}   ${maskColumns(row.mask)} ${right(String(row.register), 8)}${tail}   ${maskColumns(used)}`
}

function specialRegister(name: string, row: SignatureRow): string {
  const key = name.toLowerCase()
  if (SPECIAL_REGISTER.has(key)) return SPECIAL_REGISTER.get(key)!
  return row.systemValue === V.PrimitiveID ? '   primID' : '  special'
}
