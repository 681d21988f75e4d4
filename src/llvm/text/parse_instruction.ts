// One instruction as text. Each opcode has a row in a table; operands come from the function's scope.

import type { Type } from '../model/types.ts'
import { type BasicBlock, InstFlag, type Instruction, Op, type Value } from '../model/values.ts'
import { parseCall } from './parse_call.ts'
import { addressType, BINOP_CODES, CAST_CODES, vectorOf } from './parse_constants.ts'
import type { ParseContext } from './parse_context.ts'
import { acceptOperandComma, makeInstruction } from './parse_make.ts'
import { MEMORY } from './parse_memory.ts'
import type { LocalScope } from './parse_scope.ts'
import { Tok } from './parse_tokens.ts'

/** The cursor stands behind the opcode, which is the token before it. */
type Parse = (x: ParseContext, s: LocalScope, opcode: string) => Instruction

const FLOAT_ONLY = /^f/
const KNOWN_BUT_UNSUPPORTED = new Set('invoke landingpad resume indirectbr va_arg'.split(' '))

/** The instruction ahead, without the metadata behind it. */
export function parseInstruction(x: ParseContext, s: LocalScope): Instruction {
  const { c } = x
  if (c.kind !== Tok.Word) c.expected('an instruction')
  const opcode = c.spelling()
  const parse = PARSERS.get(opcode)
  if (!parse) {
    if (KNOWN_BUT_UNSUPPORTED.has(opcode)) c.fail(`'${opcode}' is not supported in DXIL`)
    return c.expected('an instruction')
  }
  c.next()
  return parse(x, s, opcode)
}

const binop: Parse = (x, s, opcode) => {
  const { c } = x
  const flags = x.constants.flags(opcode)
  const typeAt = c.at
  const a = s.typed()
  const isFloat = FLOAT_ONLY.test(opcode)
  if (isFloat ? !a.type.isFloatOrFloatVector : !a.type.isIntOrIntVector)
    c.fail(`'${opcode}' works on ${isFloat ? 'floating-point numbers' : 'integers'}`, typeAt)
  c.expectToken(',')
  const b = s.value(a.type)
  return makeInstruction(x, Op.Binop, a.type, [a, b], { code: BINOP_CODES.get(opcode)!, flags })
}

const cast: Parse = (x, s, opcode) => {
  const value = s.typed()
  x.c.expectWord('to')
  return makeInstruction(x, Op.Cast, x.types.valueType(), [value], { code: CAST_CODES.get(opcode)! })
}

const compare: Parse = (x, s, opcode) => {
  const { c, module } = x
  const flags = opcode === 'fcmp' ? x.constants.fastFlags() : 0
  const code = x.constants.predicate(opcode)
  const typeAt = c.at
  const a = s.typed()
  const fits =
    opcode === 'fcmp' ? a.type.isFloatOrFloatVector : a.type.isIntOrIntVector || a.type.scalar.kind === 'pointer'
  if (!fits) c.fail(`'${opcode}' does not compare values of type ${a.type.kind}`, typeAt)
  c.expectToken(',')
  const b = s.value(a.type)
  return makeInstruction(x, Op.Cmp, vectorOf(module, a.type, module.types.i1), [a, b], { code, flags })
}

/** Typed operands with commas between them. */
function operands(x: ParseContext, s: LocalScope, count: number): Value[] {
  const list = [s.typed()]
  while (list.length < count) {
    x.c.expectToken(',')
    list.push(s.typed())
  }
  return list
}

const select: Parse = (x, s) => {
  const at = x.c.at
  const list = operands(x, s, 3)
  const [condition, yes, no] = list as [Value, Value, Value]
  if (yes.type !== no.type) x.c.fail('the two values have different types', at, x.c.at - 1)
  if (condition.type.scalar !== x.module.types.i1) x.c.fail('the condition is not an i1', at)
  return makeInstruction(x, Op.Select, yes.type, list)
}

const extractElement: Parse = (x, s) => {
  const list = operands(x, s, 2)
  return makeInstruction(x, Op.ExtractElement, vectorOperand(x, list[0]!).element, list)
}

const insertElement: Parse = (x, s) => {
  const at = x.c.at
  const list = operands(x, s, 3)
  const type = vectorOperand(x, list[0]!)
  if (list[1]!.type !== type.element) x.c.fail('the element does not have the type of the vector', at, x.c.at - 1)
  return makeInstruction(x, Op.InsertElement, type, list)
}

const shuffleVector: Parse = (x, s) => {
  const at = x.c.at
  const list = operands(x, s, 3)
  const type = vectorOperand(x, list[0]!)
  const mask = vectorOperand(x, list[2]!)
  if (list[1]!.type !== type) x.c.fail('the two vectors have different types', at, x.c.at - 1)
  return makeInstruction(x, Op.ShuffleVector, x.module.types.vector(mask.count, type.element), list)
}

const vectorOperand = (x: ParseContext, v: Value): Type =>
  v.type.kind === 'vector' ? v.type : x.c.fail('a vector is wanted here', x.c.at - 1)

function indices(x: ParseContext): number[] {
  const list: number[] = []
  while (acceptOperandComma(x)) list.push(x.c.count('an index'))
  if (list.length === 0) x.c.expected('an index')
  return list
}

/** Type of the member the indices lead to. */
function memberType(x: ParseContext, aggregate: Type, path: readonly number[], at: number): Type {
  let type = aggregate
  for (const i of path) {
    const isIn = type.kind === 'struct' ? i < type.contained.length : type.kind === 'array' && i < type.count
    if (!isIn) x.c.fail(`there is no member ${i} in a value of type ${type.kind}`, at, x.c.at - 1)
    type = type.kind === 'struct' ? type.contained[i]! : type.element
  }
  return type
}

const extractValue: Parse = (x, s) => {
  const at = x.c.at
  const aggregate = s.typed()
  const path = indices(x)
  const inst = makeInstruction(x, Op.ExtractValue, memberType(x, aggregate.type, path, at), [aggregate])
  inst.indices = path
  return inst
}

const insertValue: Parse = (x, s) => {
  const at = x.c.at
  const [aggregate, value] = operands(x, s, 2) as [Value, Value]
  const path = indices(x)
  if (memberType(x, aggregate.type, path, at) !== value.type)
    x.c.fail('the value does not have the type of the member', at, x.c.at - 1)
  const inst = makeInstruction(x, Op.InsertValue, aggregate.type, [aggregate, value])
  inst.indices = path
  return inst
}

const gep: Parse = (x, s) => {
  const { c } = x
  const at = c.at
  const flags = c.acceptWord('inbounds') ? InstFlag.Inbounds : 0
  const elementType = x.types.valueType()
  const list: Value[] = []
  c.expectToken(',')
  do list.push(s.typed())
  while (acceptOperandComma(x))
  const type = addressType(x.module, elementType, list)
  if (typeof type === 'string') return c.fail(type, at, c.at - 1)
  return makeInstruction(x, Op.Gep, type, list, { flags, elementType })
}

// ---- control ----

const ret: Parse = (x, s) => {
  const list = x.c.acceptWord('void') ? [] : [s.typed()]
  return makeInstruction(x, Op.Ret, x.module.types.void, list)
}

const br: Parse = (x, s) => {
  const { c, module } = x
  if (c.isWord('label')) return makeInstruction(x, Op.Br, module.types.void, [], { blocks: [s.block()] })
  const at = c.at
  const condition = s.typed()
  if (condition.type !== module.types.i1) c.fail('the condition is not an i1', at)
  c.expectToken(',')
  const yes = s.block()
  c.expectToken(',')
  return makeInstruction(x, Op.Br, module.types.void, [condition], { blocks: [yes, s.block()] })
}

const switchOn: Parse = (x, s) => {
  const { c, module } = x
  const at = c.at
  const value = s.typed()
  if (value.type.kind !== 'int') c.fail('switch works on an integer', at)
  c.expectToken(',')
  const blocks = [s.block()]
  const list = [value]
  c.expectToken('[')
  while (!c.accept(']')) {
    const caseAt = c.at
    const test = x.constants.typed()
    if (test.kind !== 'int' || test.type !== value.type) c.fail('a case is an integer of the type switched on', caseAt)
    list.push(test)
    c.expectToken(',')
    blocks.push(s.block())
  }
  return makeInstruction(x, Op.Switch, module.types.void, list, { blocks })
}

const unreachable: Parse = x => makeInstruction(x, Op.Unreachable, x.module.types.void, [])

const phi: Parse = (x, s) => {
  const { c } = x
  const type = x.types.valueType()
  const values: Value[] = []
  const blocks: BasicBlock[] = []
  do {
    c.expectToken('[')
    values.push(s.value(type))
    c.expectToken(',')
    blocks.push(s.blockName())
    c.expectToken(']')
  } while (acceptOperandComma(x))
  return makeInstruction(x, Op.Phi, type, values, { blocks })
}

const PARSERS: ReadonlyMap<string, Parse> = new Map<string, Parse>([
  ...[...BINOP_CODES.keys()].map((name): [string, Parse] => [name, binop]),
  ...[...CAST_CODES.keys()].map((name): [string, Parse] => [name, cast]),
  ...MEMORY,
  ['icmp', compare],
  ['fcmp', compare],
  ['select', select],
  ['extractelement', extractElement],
  ['insertelement', insertElement],
  ['shufflevector', shuffleVector],
  ['extractvalue', extractValue],
  ['insertvalue', insertValue],
  ['getelementptr', gep],
  ['ret', ret],
  ['br', br],
  ['switch', switchOn],
  ['unreachable', unreachable],
  ['phi', phi],
  ['call', parseCall],
  ['tail', parseCall],
  ['musttail', parseCall],
])
