// Calls as text. The callee stands before the arguments but its type may follow from them.

import { type Attribute, FUNCTION_SLOT } from '../model/attributes.ts'
import type { Type } from '../model/types.ts'
import { InstFlag, type Instruction, Op, type Value } from '../model/values.ts'
import type { ParseContext } from './parse_context.ts'
import { callingConventionOf } from './parse_globals.ts'
import { makeInstruction } from './parse_make.ts'
import type { LocalScope } from './parse_scope.ts'
import { Tok } from './parse_tokens.ts'

/** The cursor stands behind `call`, `tail` or `musttail`. */
export function parseCall(x: ParseContext, s: LocalScope, word: string): Instruction {
  const { c, types, attributes, module } = x
  if (word !== 'call') c.expectWord('call')
  const callingConvention = callingConventionOf(x)
  const groups: [number, readonly Attribute[]][] = [[0, attributes.words()]]
  const typeAt = c.at
  const written = types.type()
  const calleeAt = c.at
  const known = functionTypeOf(x, written)
  skipCallee(x)
  const args = parseArguments(x, s, known, groups)
  const behind = c.at
  const functionType =
    known ??
    module.types.func(
      written,
      args.map(a => a.type),
    )
  c.at = calleeAt
  if (functionType.result !== written && functionType !== written)
    c.fail('the function does not return the type written before it', typeAt, calleeAt)
  const callee = s.value(module.types.pointer(functionType))
  c.at = behind
  groups.push([FUNCTION_SLOT, attributes.resolved(attributes.functionAttributes())])
  const flags = word === 'tail' ? InstFlag.Tail : word === 'musttail' ? InstFlag.MustTail : 0
  const shape = { flags, elementType: functionType }
  const inst = makeInstruction(x, Op.Call, functionType.result, [...args, callee], shape)
  inst.attributes = module.attributeList(groups)
  inst.callingConvention = callingConvention
  return inst
}

/** The function's type when it is plain before the arguments are read: written in full, or a named function's. */
function functionTypeOf({ c, constants }: ParseContext, written: Type): Type | null {
  if (written.kind === 'function') return written
  if (written.kind === 'pointer' && written.element.kind === 'function' && c.kind === Tok.Global)
    c.fail('LLVM 3.7 writes the type of the result before a callee, or that of the function, not a pointer to it')
  if (c.isWord('asm')) c.fail('inline assembly is not supported in DXIL')
  if (c.kind !== Tok.Global) return null
  const found = constants.globals.get(c.key()) ?? c.fail(`${c.spelling()} is not defined`)
  return found.kind === 'function' ? found.functionType : c.fail(`${c.spelling()} is not a function`)
}

/** Over a name or a constant expression. */
function skipCallee({ c }: ParseContext): void {
  if (c.kind === Tok.Global || c.kind === Tok.Local) {
    c.next()
    return
  }
  if (c.kind !== Tok.Word) c.expected('the function to call')
  while (c.kind === Tok.Word) c.next()
  if (c.is('(') && !NO_OPERANDS.has(c.spelling(c.at - 1))) c.skipBrackets()
}

const NO_OPERANDS: ReadonlySet<string> = new Set(['null', 'undef'])

/** `(TYPE attributes VALUE, ...)` */
function parseArguments(
  x: ParseContext,
  s: LocalScope,
  type: Type | null,
  groups: [number, readonly Attribute[]][],
): Value[] {
  const { c, types, attributes } = x
  const args: Value[] = []
  const open = c.at
  c.expectToken('(')
  c.list(')', () => {
    const at = c.at
    if (type && args.length >= type.paramCount && !type.vararg)
      c.fail(`the function takes ${type.paramCount} arguments`, at)
    const given = types.valueType()
    const wanted = type?.contained[args.length + 1]
    if (wanted && wanted !== given) c.fail(`argument ${args.length + 1} does not have the type the function takes`, at)
    groups.push([args.length + 1, attributes.words()])
    args.push(s.value(given))
  })
  if (type && args.length < type.paramCount)
    c.fail(`the function takes ${type.paramCount} arguments, here are ${args.length}`, open, c.at - 1)
  return args
}
