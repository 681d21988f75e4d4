// The comments DXC's disassembler puts behind an instruction: source line, the variable of a debug intrinsic, and for a
// dx.op call the operation's name, its parameters' names and what resource an AnnotateHandle is about.

import { calleeOf, isDebugCall, isDxOp } from '../dxil/dx_call.ts'
import type { MDDebug, Metadata } from '../llvm/model/metadata.ts'
import type { Instruction, Value } from '../llvm/model/values.ts'
import { expressionText, stringOf } from '../llvm/text/print_debug.ts'
import { dxilOpRow } from '../spec/dxil_ops.ts'
import { previewOp } from '../spec/dxil_ops_preview.ts'
import { MetadataCode } from '../spec/llvm_codes.ts'
import { explainResource } from './explain_resource.ts'

const ANNOTATE_HANDLE = 216
const utf8 = new TextDecoder()
/** By opcode; a Map, because experimental operations have negative ones. */
const explained = new Map<number, string>()

/** ` ; line:3 col:5  ; BufferLoad(srv,index,wot)`, from its space on; '' when DXC says nothing. */
export function explainCall(inst: Instruction): string {
  const callee = calleeOf(inst)
  if (callee && isDebugCall(inst)) return variableText(inst, callee.name)
  const { location } = inst
  let text = ''
  if (location && location.fields[0] !== 0) text = ` ; line:${location.fields[0]} col:${location.fields[1]}`
  if (!callee || !isDxOp(callee)) return text
  const [opcode] = inst.operands
  if (opcode?.kind !== 'int') return text
  const number = Number(opcode.value) | 0
  text += explained.get(number) ?? explainOpcode(number)
  return number === ANNOTATE_HANDLE ? text + resourceText(inst.operands[2]) : text
}

function explainOpcode(opcode: number): string {
  const known = coreOp(opcode) ?? previewOp(opcode)
  if (known === undefined) return `  ; invalid DXIL opcode #${opcode >>> 0}`
  const text = `  ; ${known}`
  explained.set(opcode, text)
  return text
}

function coreOp(opcode: number): string | undefined {
  const row = dxilOpRow(opcode)
  if (!row) return undefined
  const [, name, , signature] = row
  const list = signature.slice(signature.indexOf('(') + 1, -1)
  const names = list === '' ? [] : list.split(', ').map(p => p.slice(p.lastIndexOf(' ') + 1))
  return `${name}(${names.join(',')})`
}

function resourceText(properties: Value | undefined): string {
  if (properties?.kind === 'null') return `  resource: ${explainResource(0, 0)}`
  if (properties?.kind !== 'aggregate') return ''
  const [first, second] = properties.operands
  if (first?.kind !== 'int' || second?.kind !== 'int') return ''
  return `  resource: ${explainResource(Number(first.value), Number(second.value))}`
}

/** ` ; var:"x" !DIExpression() func:"main"` of llvm.dbg.declare and llvm.dbg.value. */
function variableText(inst: Instruction, callee: string): string {
  const first = callee === 'llvm.dbg.declare' ? 1 : callee === 'llvm.dbg.value' ? 2 : 0
  const variable = first && debugOperand(inst.operands[first])
  const expression = first && debugOperand(inst.operands[first + 1])
  if (!variable || !expression) return ''
  const func = functionName(variable.fields[1] as Metadata | null)
  const scope = func === null ? '' : ` func:"${func}"`
  return ` ; var:"${textOf(variable.fields[2])}" ${expressionText(expression)}${scope}`
}

function debugOperand(operand: Value | undefined): MDDebug | null {
  return operand?.kind === 'metadata' && operand.metadata.kind === 'debug' ? operand.metadata : null
}

/** Name of the subprogram around a scope; null outside of any. Blocks may not nest in a circle, but a file may say so. */
function functionName(scope: Metadata | null): string | null {
  for (let at = scope, steps = 0; at?.kind === 'debug' && steps < 1000; steps++) {
    if (at.code === MetadataCode.Subprogram) return textOf(at.fields[1])
    if (at.code !== MetadataCode.LexicalBlock && at.code !== MetadataCode.LexicalBlockFile) return null
    at = at.fields[0] as Metadata | null
  }
  return null
}

const textOf = (field: MDDebug['fields'][number] | undefined): string => {
  const bytes = stringOf(field)
  return /^[\0-\x7f]*$/.test(bytes) ? bytes : utf8.decode(Uint8Array.from(bytes, c => c.charCodeAt(0)))
}
