// Instructions on memory as text: alloca, load, store, atomics, fence.

import { ORDERING_NAMES, RMW_NAMES, SyncScope } from '../../spec/llvm_codes.ts'
import type { Type } from '../model/types.ts'
import { InstFlag, type Instruction, Op, type Value } from '../model/values.ts'
import type { ParseContext } from './parse_context.ts'
import { alignment } from './parse_globals.ts'
import { acceptOperandComma, makeInstruction } from './parse_make.ts'
import type { LocalScope } from './parse_scope.ts'

type Parse = (x: ParseContext, s: LocalScope) => Instruction

const alloca: Parse = (x, s) => {
  const { c, module } = x
  const flags = c.acceptWord('inalloca') ? InstFlag.InAlloca : 0
  const allocated = x.types.valueType()
  let size: Value = module.constInt(module.types.i32, 1)
  let align = 0
  while (acceptOperandComma(x)) {
    if (c.isWord('align')) align = alignment(x)
    else if (align === 0) size = s.typed()
    else c.expected('metadata')
  }
  const inst = makeInstruction(x, Op.Alloca, module.types.pointer(allocated), [size], { flags, elementType: allocated })
  inst.align = align
  return inst
}

/** `TYPE VALUE`, which must be a pointer; and what it points to. */
function pointer(x: ParseContext, s: LocalScope): { readonly value: Value; readonly element: Type } {
  const at = x.c.at
  const value = s.typed()
  if (value.type.kind !== 'pointer') x.c.fail('a pointer is wanted here', at)
  return { value, element: value.type.element }
}

const load: Parse = (x, s) => {
  const { c } = x
  const isAtomic = c.acceptWord('atomic')
  const flags = c.acceptWord('volatile') ? InstFlag.Volatile : 0
  const typeAt = c.at
  const type = x.types.valueType()
  c.expectToken(',')
  const from = pointer(x, s)
  if (from.element !== type) c.fail('the type loaded is not what the pointer points to', typeAt)
  return memory(x, makeInstruction(x, Op.Load, type, [from.value], { flags }), isAtomic)
}

const store: Parse = (x, s) => {
  const { c } = x
  const isAtomic = c.acceptWord('atomic')
  const flags = c.acceptWord('volatile') ? InstFlag.Volatile : 0
  const at = c.at
  const value = s.typed()
  c.expectToken(',')
  const to = pointer(x, s)
  if (to.element !== value.type) c.fail('the value stored does not have the type the pointer points to', at, c.at - 1)
  return memory(x, makeInstruction(x, Op.Store, x.module.types.void, [value, to.value], { flags }), isAtomic)
}

/** Ordering and alignment. */
function memory(x: ParseContext, inst: Instruction, isAtomic: boolean): Instruction {
  if (isAtomic) ordering(x, inst)
  if (acceptOperandComma(x)) inst.align = alignment(x)
  return inst
}

/** `[singlethread] ORDERING` */
function ordering(x: ParseContext, inst: Instruction): void {
  inst.scope = x.c.acceptWord('singlethread') ? SyncScope.SingleThread : SyncScope.CrossThread
  inst.ordering = orderingWord(x)
}

function orderingWord({ c }: ParseContext): number {
  const code = ORDERING_NAMES.indexOf(c.peekWord())
  if (code < 1) c.expected('an atomic ordering')
  c.next()
  return code
}

const cmpXchg: Parse = (x, s) => {
  const { c, module } = x
  const isWeak = c.acceptWord('weak')
  const isVolatile = c.acceptWord('volatile')
  const at = c.at
  const address = pointer(x, s)
  c.expectToken(',')
  const expected = s.typed()
  c.expectToken(',')
  const value = s.typed()
  if (address.element !== expected.type || expected.type !== value.type)
    c.fail('the values do not have the type the pointer points to', at, c.at - 1)
  const type = module.types.struct([expected.type, module.types.i1])
  const flags = (isWeak ? InstFlag.Weak : 0) | (isVolatile ? InstFlag.Volatile : 0)
  const inst = makeInstruction(x, Op.CmpXchg, type, [address.value, expected, value], { flags })
  ordering(x, inst)
  inst.failureOrdering = orderingWord(x)
  return inst
}

const atomicRmw: Parse = (x, s) => {
  const { c } = x
  const flags = c.acceptWord('volatile') ? InstFlag.Volatile : 0
  const code = RMW_NAMES.indexOf(c.peekWord())
  if (code < 0) c.expected('an atomic operation')
  c.next()
  const at = c.at
  const address = pointer(x, s)
  c.expectToken(',')
  const value = s.typed()
  if (address.element !== value.type) c.fail('the value does not have the type the pointer points to', at, c.at - 1)
  const inst = makeInstruction(x, Op.AtomicRmw, value.type, [address.value, value], { code, flags })
  ordering(x, inst)
  return inst
}

const fence: Parse = x => {
  const inst = makeInstruction(x, Op.Fence, x.module.types.void, [])
  ordering(x, inst)
  return inst
}

/** By opcode. */
export const MEMORY: readonly (readonly [string, Parse])[] = [
  ['alloca', alloca],
  ['load', load],
  ['store', store],
  ['cmpxchg', cmpXchg],
  ['atomicrmw', atomicRmw],
  ['fence', fence],
]
