// Printed calls back to operations: llvm.dx.resource.* to resource operations, @dx.op.* to DXIL operations. The inverse of print_operations.ts.

import { stepRow } from '../../ir/debug_rows.ts'
import type { Value } from '../../ir/function.ts'
import { Flag, Op, packRaw } from '../../ir/ops.ts'
import { cbufRetType, fixedResultType, resRetType, wideRetType } from '../../ir/result_types.ts'
import { bitWidth, HANDLE, I1, I32, type Type, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { LlInstruction, LlValue } from '../text/syntax.ts'
import { restoreRow } from './restore_debug.ts'
import type { RestoreState } from './restore_state.ts'
import { fail } from './restore_values.ts'

interface Call {
  readonly r: RestoreState
  readonly i: LlInstruction
  readonly args: readonly LlValue[]
}
type Rule = (c: Call) => void

const PREFIX = 'llvm.dx.resource.'

export function restoreCall(r: RestoreState, i: LlInstruction): void {
  const [callee, ...args] = i.operands
  const name = callee?.kind === 'global' ? callee.name : ''
  const c = { r, i, args }
  if (name.startsWith('dx.op.')) dxCall(c)
  else if (name === 'dxilkit.resource.status') make(c, Op.Extract, I32, () => [value(c, 0)], 4)
  else if (name === 'dx.break') make(c, Op.BreakCond, I1, () => [], args.length > 0 ? r.number(args[0]) : 0)
  else if (name === 'dx.attribute.precise') make(c, Op.Precise, VOID, () => [value(c, 0)])
  else if (name === 'dxilkit.dbg.step') r.f.keepDebugRows().addAtEnd(r.block, stepRow(r.loc(i)))
  else if (name === 'dxilkit.dbg.value' || name === 'dxilkit.dbg.declare')
    restoreRow(r, i, name === 'dxilkit.dbg.declare')
  else if (r.s.functions.has(name))
    make(c, Op.Call, r.result(i), () => args.map(a => r.value(a)), r.s.functions.get(name)!)
  else if (name.startsWith(PREFIX)) {
    const rule = RULES.find(([base]) => name === PREFIX + base || name.startsWith(`${PREFIX}${base}.`))?.[1]
    if (rule) rule(c)
    else fail(`'${name}' is none of the printed form`, i)
  } else fail(`'${name}' is none of the printed form`, i)
}

const value = (c: Call, n: number): Value => c.r.value(c.args[n])

function make(c: Call, op: number, type: Type, operands: () => readonly Value[], aux = 0): void {
  c.r.make(c.i, { op, type, operands, aux })
}

const scalars = (c: Call, n: number): Value[] => c.r.scalars(c.args[n])

/** A list of exactly n i32, filled with undef. */
function padded(c: Call, list: readonly Value[], n: number): Value[] {
  const result = list.slice(0, n)
  while (result.length < n) result.push(c.r.s.m.constants.undef(I32))
  return result
}

/** Scalar type and number of values in `{ <n x T>, i1 }`. */
function loadedData(c: Call): { readonly type: Type; readonly count: number } {
  const data = c.i.type.kind === 'struct' ? c.i.type.fields?.[0] : undefined
  if (!data) return fail('a load gives its data and the check bit', c.i)
  if (data.kind === 'vector') return { type: c.r.type(data.element, c.i), count: data.count }
  return { type: c.r.type(data, c.i), count: 1 }
}

function load(c: Call, op: number, operands: () => readonly Value[], aux = 0): void {
  const { type, count } = loadedData(c)
  const { types } = c.r.s.m
  make(c, op, count > 4 ? wideRetType(types, type, count) : resRetType(types, type), operands, aux)
}

/** aux of raw accesses of `count` values of a type. */
function rawAux(c: Call, type: Type, count: number): number {
  if (count > 4 && !c.r.s.m.atLeast(9)) fail('at most four values at once', c.i)
  return packRaw(count, c.r.attached(c.i, 'dxilkit.align') ?? bitWidth(type) / 8)
}

/** `<n x T>` or T: how many of what. */
function storedData(c: Call, n: number): { readonly type: Type; readonly count: number } {
  const t = c.args[n]?.type ?? fail('an operand is missing', c.i)
  if (t.kind === 'vector') return { type: c.r.type(t.element, c.i), count: t.count }
  return { type: c.r.type(t, c.i), count: 1 }
}

const RULES: readonly (readonly [string, Rule])[] = [
  ['casthandle', c => c.r.alias(c.i, c.args[0])],
  ['nonuniformindex', c => make(c, Op.NonUniformIndex, c.r.type(c.i.type, c.i), () => [value(c, 0)])],
  ['handlefrombinding', declaredHandle],
  ['handlefromimplicitbinding', declaredHandle],
  ['handlefromheap', c => make(c, Op.HandleFromHeap, HANDLE, () => [value(c, 0)], heapType(c))],
  ['handlefromvalue', c => make(c, Op.HandleFromValue, HANDLE, () => [value(c, 0)], heapType(c))],
  ['load.typedbuffer', c => load(c, Op.LoadTyped, () => [value(c, 0), value(c, 1)])],
  [
    'load.rawbuffer',
    c => {
      const { type, count } = loadedData(c)
      load(c, Op.LoadRaw, () => [value(c, 0), value(c, 1), value(c, 2)], rawAux(c, type, count))
    },
  ],
  ['load.level', texel],
  ['load.ms', texel],
  ['load.cbufferrow', row],
  ['store.typedbuffer', c => make(c, Op.StoreTyped, VOID, () => [value(c, 0), value(c, 1), ...scalars(c, 2)])],
  [
    'store.rawbuffer',
    c => {
      const { type, count } = storedData(c, 3)
      const operands = (): Value[] => [value(c, 0), value(c, 1), value(c, 2), ...scalars(c, 3)]
      make(c, Op.StoreRaw, VOID, operands, rawAux(c, type, count))
    },
  ],
  [
    'store.texture',
    c =>
      make(c, Op.StoreTexture, VOID, () => {
        const sample = c.args.length > 3 ? [value(c, 3)] : []
        return [value(c, 0), ...padded(c, scalars(c, 1), 3), ...scalars(c, 2), ...sample]
      }),
  ],
  ['updatecounter', c => make(c, Op.UpdateCounter, I32, () => [value(c, 0)], c.r.number(c.args[1]))],
  [
    'atomic.binop',
    c => {
      const operands = (): Value[] => [value(c, 0), value(c, 2), value(c, 3), value(c, 4), value(c, 5)]
      make(c, Op.AtomicBinOp, c.r.type(c.i.type, c.i), operands, c.r.number(c.args[1]))
    },
  ],
  [
    'atomic.compare.exchange',
    c => make(c, Op.AtomicCmpXchg, c.r.type(c.i.type, c.i), () => [0, 1, 2, 3, 4, 5].map(n => value(c, n))),
  ],
  [
    'getdimensions',
    c => make(c, Op.GetDimensions, fixedResultType(c.r.s.m.types, 'dims')!, () => [value(c, 0), value(c, 1)]),
  ],
]

/** The name operand says which resource. */
function declaredHandle(c: Call): void {
  const name = c.args[4]
  const resource = name?.kind === 'global' ? c.r.s.byString.get(name.name) : undefined
  if (!resource) fail('the handle names no resource', c.i)
  make(c, Op.Handle, HANDLE, () => [value(c, 3)], resource.id)
}

function heapType(c: Call): number {
  const row = c.r.attached(c.i, 'dxilkit.heap')
  if (row === undefined || !c.r.s.m.heapTypes[row]) return fail('the handle names no type of a heap resource', c.i)
  return row
}

/** [handle, mip or sample, x, y, z, offsets] */
function texel(c: Call): void {
  load(c, Op.LoadTexture, () => [
    value(c, 0),
    value(c, 2),
    ...padded(c, scalars(c, 1), 3),
    ...padded(c, scalars(c, 3), 3),
  ])
}

function row(c: Call): void {
  const { m } = c.r.s
  const elements = c.i.type.kind === 'struct' ? c.i.type.fields : undefined
  const first = elements?.[0]
  if (!elements || !first) fail('a row gives its values', c.i)
  const type = cbufRetType(m.types, c.r.type(first, c.i), m.options.native16Bit)
  const shape = m.types.shape(type)
  if (shape.kind !== 'struct' || shape.elements.length !== elements.length)
    fail('Type mismatch between intrinsic and DXIL op', c.i)
  make(c, Op.LoadCBufferRow, type, () => [value(c, 0), value(c, 1)])
}

// ---- DXIL operations ----

function dxCall(c: Call): void {
  const opcode = c.r.number(c.args[0])
  if (opcode === DxilOp.AnnotateHandle) c.r.alias(c.i, c.args[1])
  else if (opcode === DxilOp.CreateHandle) boundHandle(c, 3)
  else if (opcode === DxilOp.CreateHandleFromBinding) boundHandle(c, 2)
  else if (opcode === DxilOp.CreateHandleFromHeap) made(c, Op.HandleFromHeap, 1, 3, heapType(c))
  else make(c, Op.Dx, c.r.result(c.i), () => c.args.slice(1).map(a => c.r.value(a)), opcode)
}

/** The attachment says which resource; the index and the bit behind it stand from `at` on. */
function boundHandle(c: Call, at: number): void {
  const ref = c.i.metadata.get('dxilkit.resource')
  const resource = ref?.kind === 'id' ? c.r.s.records.get(ref.id) : undefined
  if (!resource) fail('the handle names no resource', c.i)
  made(c, Op.Handle, at, at + 1, resource.id)
}

function made(c: Call, op: number, index: number, bit: number, aux: number): void {
  const nonUniform = c.r.number(c.args[bit]) !== 0 ? Flag.NON_UNIFORM : 0
  c.r.make(c.i, { op, type: HANDLE, operands: () => [value(c, index)], aux }, c.r.flags(c.i) | nonUniform)
}
