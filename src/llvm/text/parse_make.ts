// Making an instruction from parsed operands; what the instruction parsers share.

import type { Type } from '../model/types.ts'
import { type BasicBlock, Instruction, type Op, type Value } from '../model/values.ts'
import type { ParseContext } from './parse_context.ts'
import { Tok } from './parse_tokens.ts'

export interface Shape {
  readonly blocks?: BasicBlock[]
  readonly code?: number
  readonly flags?: number
  readonly elementType?: Type | null
}

export function makeInstruction(
  x: ParseContext,
  op: Op,
  type: Type,
  operands: Value[],
  shape: Shape = {},
): Instruction {
  const { blocks = [], code = 0, flags = 0, elementType = null } = shape
  return new Instruction(x.module.context, op, type, operands, blocks, code, flags, elementType)
}

/** Whether `, ` is followed by something else than metadata; consumes the comma then. */
export function acceptOperandComma({ c }: ParseContext): boolean {
  if (!c.is(',') || c.kindAt(c.at + 1) === Tok.MetaName) return false
  c.next()
  return true
}
