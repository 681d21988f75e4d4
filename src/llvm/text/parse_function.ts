// One function's body: names and numbers of its values and blocks, and uses of values that are defined further down.

import { MetadataCode } from '../../spec/llvm_codes.ts'
import { type BasicBlock, type Func, type Instruction, Op } from '../model/values.ts'
import type { ParseContext } from './parse_context.ts'
import { parseInstruction } from './parse_instruction.ts'
import { LocalScope } from './parse_scope.ts'
import { Tok } from './parse_tokens.ts'

/**
 * Parses `{ ... }`.
 * @param at token of the `{`
 * @param argNames token of each argument's name, -1 for none
 */
export function parseBody(x: ParseContext, func: Func, at: number, argNames: readonly number[]): void {
  const { c } = x
  const scope = new LocalScope(x, func)
  for (const [i, arg] of func.args.entries()) {
    const nameAt = argNames[i]!
    if (nameAt >= 0 && c.number(nameAt) < 0) arg.name = c.name(nameAt)
    scope.define(arg, nameAt < 0 ? at : nameAt, nameAt)
  }
  c.at = at
  c.expectToken('{')
  if (c.is('}')) c.fail('a function has at least one block')
  while (!c.accept('}')) parseBlock(x, scope)
  scope.finish()
}

/** A label, if it has one, and everything to the terminator. */
function parseBlock(x: ParseContext, scope: LocalScope): void {
  const { c } = x
  const block = scope.beginBlock()
  for (;;) {
    if (c.is('}') || c.kind === Tok.Label || c.kind === Tok.End)
      c.expected("an instruction; a block ends with 'br', 'switch', 'ret' or 'unreachable'")
    const inst = parseLine(x, scope, block)
    if (isTerminator(inst)) return
  }
}

/** `[%name =] INSTRUCTION [, !kind !N]...` */
function parseLine(x: ParseContext, scope: LocalScope, block: BasicBlock): Instruction {
  const { c } = x
  const start = c.at
  const nameAt = c.kind === Tok.Local ? start : -1
  if (nameAt >= 0) {
    c.next()
    c.expectToken('=')
  }
  const inst = parseInstruction(x, scope)
  while (c.accept(',')) attach(x, inst)
  block.instructions.push(inst)
  scope.noteUses(inst)
  if (inst.type.kind === 'void') {
    if (nameAt >= 0) c.fail('the instruction has no result that could be named', nameAt)
    return inst
  }
  if (nameAt >= 0 && c.number(nameAt) < 0) inst.name = c.name(nameAt)
  scope.define(inst, start, nameAt)
  return inst
}

function attach(x: ParseContext, inst: Instruction): void {
  const { kind, node, at } = x.metadata.attachment()
  if (kind !== 'dbg') {
    ;(inst.attachments ??= []).push(x.metadata.toAttachment(kind, node))
    return
  }
  if (node.kind !== 'debug' || node.code !== MetadataCode.Location) x.c.fail('!dbg wants a DILocation', at, x.c.at - 1)
  inst.location = node
}

const isTerminator = (i: Instruction): boolean =>
  i.op === Op.Ret || i.op === Op.Br || i.op === Op.Switch || i.op === Op.Unreachable
