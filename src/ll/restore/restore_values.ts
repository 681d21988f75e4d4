// What restoring shares: the failure with its place, LLVM types as types of the IR, constants, metadata nodes.

import { table } from '../../base/table.ts'
import type { Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { cmpXchgType } from '../../ir/result_types.ts'
import {
  type AddressSpace,
  F16,
  F32,
  F64,
  HANDLE,
  HIT_OBJECT,
  I1,
  I64,
  isFloat,
  isInt,
  NODE_HANDLE,
  RECORD_HANDLE,
  type Type,
  VOID,
} from '../../ir/types.ts'
import type { RecordView } from '../text/records.ts'
import {
  type LlModule,
  type LlNode,
  type LlNodeRef,
  type LlSpan,
  type LlType,
  type LlValue,
  typeText,
} from '../text/syntax.ts'

/** Text that printIr would not have written; reported by restoreModule. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
  readonly span: LlSpan
  constructor(what: string, span: LlSpan) {
    super(what)
    this.span = span
  }
}

export function fail(what: string, span: LlSpan): never {
  throw new RestoreError(what, span)
}

/** The IR's type of anything but a pointer. */
export function irType(m: Module, t: LlType, span: LlSpan): Type {
  switch (t.kind) {
    case 'void':
      return VOID
    case 'int':
    case 'float':
      return m.types.byText(typeText(t)) ?? fail(`no values of type '${typeText(t)}' here`, span)
    case 'array':
      return m.types.array(irType(m, t.element, span), t.count)
    case 'vector':
      return m.types.vector(irType(m, t.element, span), t.count)
    case 'target':
      return HANDLE
    case 'struct':
      return structType(m, t, span)
    default:
      return fail(`no values of type '${typeText(t)}' here`, span)
  }
}

/** Structs that stand for handles. */
const OPAQUE: ReadonlyMap<string, Type> = table({
  'dx.types.Handle': HANDLE,
  'dx.types.HitObject': HIT_OBJECT,
  'dx.types.NodeHandle': NODE_HANDLE,
  'dx.types.NodeRecordHandle': RECORD_HANDLE,
})

/** An address space that DXIL has. */
export const addressSpace = (space: number, span: LlSpan): AddressSpace =>
  space === 0 || space === 3 || space === 6 ? space : fail(`there is no address space ${space}`, span)

function structType(m: Module, t: Extract<LlType, { kind: 'struct' }>, span: LlSpan): Type {
  const opaque = t.name === undefined ? undefined : OPAQUE.get(t.name)
  if (opaque !== undefined) return opaque
  const fields = t.fields?.map(field => irType(m, field, span)) ?? fail(`'${typeText(t)}' has no definition`, span)
  if (t.name !== undefined) return m.types.struct(t.name, fields)
  const [first, second] = fields
  if (fields.length === 2 && first !== undefined && second === I1) return cmpXchgType(m.types, first)
  return fail(`no values of type '${typeText(t)}' here`, span)
}

/** A scalar constant; undefined when v is none. Globals are the caller's. */
export function scalarConstant(m: Module, v: LlValue): Value | undefined {
  const type = v.kind === 'undef' || v.kind === 'poison' ? irType(m, v.type, v) : undefined
  if (type !== undefined) return m.constants.undef(type)
  if (v.kind === 'int') {
    const t = irType(m, v.type, v)
    if (t === I64) return m.constants.int64(v.value)
    return isInt(t) ? m.constants.int(t, Number(BigInt.asIntN(32, v.value))) : undefined
  }
  if (v.kind !== 'float') return undefined
  const t = irType(m, v.type, v)
  return isFloat(t) ? m.constants.float(t, rounded(t, v.value)) : undefined
}

const rounded = (t: Type, x: number): number => (t === F32 ? Math.fround(x) : t === F16 || t === F64 ? x : x)

// ---- metadata ----

export function nodeOf(source: LlModule, ref: LlNodeRef | undefined): LlNode | undefined {
  let node = ref
  for (let steps = 0; node?.kind === 'id' && steps < 10; steps++) node = source.nodes.get(node.id)
  return node?.kind === 'id' ? undefined : node
}

export function tupleOf(source: LlModule, ref: LlNodeRef | undefined): readonly LlNodeRef[] | undefined {
  const node = nodeOf(source, ref)
  return node?.kind === 'tuple' ? node.elements : undefined
}

/** Records over the text's metadata. */
export const recordView = (source: LlModule): RecordView<LlNodeRef> => ({
  operands: node => tupleOf(source, node),
  text: node => {
    const found = nodeOf(source, node)
    return found?.kind === 'string' ? found.text : undefined
  },
  scalar: node => {
    const found = nodeOf(source, node)
    if (found?.kind !== 'value') return undefined
    const { value } = found
    if (value.kind === 'int') return isBit(value.type) ? value.value !== 0n : Number(value.value)
    return value.kind === 'float' ? value.value : undefined
  },
})

const isBit = (t: LlType): boolean => t.kind === 'int' && t.bits === 1

/** Integers of a tuple such as `!{i32 1, i32 2}`; undefined when it is none. */
export function numbersOf(source: LlModule, ref: LlNodeRef | undefined): number[] | undefined {
  const view = recordView(source)
  const list = tupleOf(source, ref)?.map(n => view.scalar(n))
  return list?.every((n): n is number => typeof n === 'number' && Number.isInteger(n)) ? list : undefined
}
