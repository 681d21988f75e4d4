// The comment DXC's disassembler puts behind a dx.op call: the operation's name and its parameters' names.

import { type Instruction, Op } from '../llvm/values.ts'
import { dxilOpRow } from '../spec/dxil_ops.ts'

const explained: string[] = []

/** `BufferLoad(srv,index,wot)` for a call of a DXIL operation; '' for everything else. */
export function explainCall(inst: Instruction): string {
  if (inst.op !== Op.Call) return ''
  const callee = inst.operands[inst.operands.length - 1]
  if (callee?.kind !== 'function' || !callee.name.startsWith('dx.op.')) return ''
  const [opcode] = inst.operands
  if (opcode?.kind !== 'int') return ''
  const number = Number(opcode.value)
  return (explained[number] ??= explain(number))
}

function explain(opcode: number): string {
  const row = dxilOpRow(opcode)
  if (!row) return ''
  const [, name, , signature] = row
  const list = signature.slice(signature.indexOf('(') + 1, -1)
  const names = list === '' ? [] : list.split(', ').map(p => p.slice(p.lastIndexOf(' ') + 1))
  return `${name}(${names.join(',')})`
}
