// llvm.dx.resource.*: handles, loads, stores, counters, atomics, sampling. Names are matched without their overload suffix.

import type { Value } from '../../ir/function.ts'
import { Flag, Op, packRaw } from '../../ir/ops.ts'
import { cbufRetType, fixedResultType, resRetType } from '../../ir/result_types.ts'
import { bitWidth, F32, HANDLE, I1, I32, type Type, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { LlInstruction, LlTarget, LlType, LlValue } from '../text/syntax.ts'
import type { Importer } from './importer.ts'
import { scalarOf } from './layout.ts'
import { isPointer, type Leaf, type Leaves, type Pointer, type ResourceBase } from './leaves.ts'
import { bytesOf } from './memory.ts'
import { isByteAddress, loadElement, rawAddress, storeElement, three } from './resource_access.ts'

export interface Call {
  readonly s: Importer
  readonly i: LlInstruction
  /** Arguments without the callee. */
  readonly args: readonly LlValue[]
  leaves(n: number): Leaves
  value(n: number): Value
  values(n: number): Value[]
  /** The argument's value comes from nonuniformindex. */
  isNonUniform(n: number): boolean
}
type Rule = (c: Call) => Leaves

const targetOf = (c: Call, t: LlType | undefined): LlTarget =>
  t?.kind === 'target' ? t : c.s.fail('expected a resource type')

function base(c: Call, index: readonly Value[] = []): ResourceBase {
  return { kind: 'resource', handle: c.value(0), target: targetOf(c, c.args[0]?.type), index, rows: false }
}

/** A constant operand. */
function constant(c: Call, n: number): number {
  const value = c.s.knownInt(c.leaves(n)[0])
  return value ?? c.s.fail('the operand must be a constant integer', c.args[n])
}

/** The text of the name operand, which may stand anywhere behind the numbers. */
function nameOf(c: Call): string {
  const n = c.args.findIndex(a => a.type.kind === 'ptr')
  const leaf = n < 0 ? undefined : c.leaves(n)[0]
  const global = isPointer(leaf) && leaf.base.kind === 'none' ? c.s.source.globals.get(leaf.base.name) : undefined
  const value = global?.initializer
  if (value?.kind === 'bytes') {
    const bytes = value.bytes.at(-1) === 0 ? value.bytes.slice(0, -1) : value.bytes
    return new TextDecoder().decode(Uint8Array.from(bytes))
  }
  return ''
}

/** Older spellings end in an i1: the index may be non-uniform. */
const trailingFlag = (c: Call, from: number): boolean =>
  c.args.some((a, n) => n >= from && a.type.kind === 'int' && a.type.bits === 1 && constant(c, n) !== 0)

function handle(c: Call, implicit: boolean): Leaves {
  const { s } = c
  const numbers = [0, 1, 2].map(n => constant(c, n) | 0)
  const target = targetOf(c, c.i.type)
  const binding = implicit
    ? { order: numbers[0]!, space: numbers[1]!, register: undefined, range: numbers[2]! }
    : { order: undefined, space: numbers[0]! >>> 0, register: numbers[1]! >>> 0, range: numbers[2]! }
  const resource = s.resources.resource(target, { ...binding, name: nameOf(c), pos: s.span.pos })
  if (!resource) return s.unsupported(`a resource of type '${target.name}'`)
  const { index, flag } = handleIndex(c, 3)
  const { name, rangeSize } = resource
  const known = s.constantInt(index)
  if (known !== undefined && known >>> 0 >= rangeSize)
    s.fail(`index ${known >>> 0} is outside of the range of '${name}', which has ${rangeSize}`)
  return [s.emit(Op.Handle, HANDLE, [index], resource.id, flag || trailingFlag(c, 4) ? Flag.NON_UNIFORM : 0)]
}

/** The index operand; nonuniformindex around it becomes the handle's flag. */
function handleIndex(c: Call, n: number): { readonly index: Value; readonly flag: boolean } {
  const index = c.value(n)
  return { index: c.s.index(index), flag: c.isNonUniform(n) }
}

function heapHandle(c: Call): Leaves {
  const { s } = c
  const target = targetOf(c, c.i.type)
  const description = s.resources.describe(target)
  if (!description) return s.unsupported(`a resource of type '${target.name}'`)
  const heap = s.resources.heapType(description)
  const { index, flag } = handleIndex(c, 0)
  return [s.emit(Op.HandleFromHeap, HANDLE, [index], heap, flag || trailingFlag(c, 1) ? Flag.NON_UNIFORM : 0)]
}

function pointer(c: Call): Leaves {
  const b = base(c)
  if (b.target.name !== 'dx.CBuffer') {
    const index = c.values(1).map(v => c.s.index(v))
    return [{ kind: 'pointer', base: { ...b, index }, offset: 0, terms: [] } satisfies Pointer]
  }
  const bytes = c.value(1)
  const fixed = c.s.constantInt(bytes)
  const terms = fixed === undefined ? [{ value: bytes, scale: 1 }] : []
  return [{ kind: 'pointer', base: b, offset: fixed ?? 0, terms } satisfies Pointer]
}

/** {T, i1}, or T alone, out of an operation's ResRet. */
function loaded(c: Call, row: Value, type: Type, count: number): Leaves {
  const leaves: Leaf[] = []
  for (let index = 0; index < count; index++) leaves.push({ kind: 'lazy', row, index, type })
  if (c.i.type.kind === 'struct') leaves.push({ kind: 'lazy', row, index: 4, type: I1, checks: true })
  return leaves.length === 1 ? [c.s.value(leaves[0]!)] : leaves
}

/** Scalar type and number of the data in a result {T, i1} or T. */
function dataOf(c: Call, t: LlType = c.i.type): { readonly type: Type; readonly count: number } {
  const data = t.kind === 'struct' ? t.fields?.[0] : t
  if (!data) return c.s.fail('the call has no result')
  const type = scalarOf(data.kind === 'vector' ? data.element : data)
  return { type: type === I1 ? I32 : type, count: data.kind === 'vector' ? data.count : 1 }
}

function loadRaw(c: Call): Leaves {
  const { type, count } = dataOf(c)
  const b = base(c, [c.value(1)])
  const row = c.s.emit(
    Op.LoadRaw,
    resRetType(c.s.module.types, type),
    [b.handle, ...rawOperands(c, b)],
    packRaw(count, bytesOf(type)),
  )
  return loaded(c, row, type, count)
}

function rawOperands(c: Call, b: ResourceBase): [Value, Value] {
  const offset = c.args[2] ? c.value(2) : c.s.i32(0)
  if (isByteAddress(b) && c.s.isUndef(offset)) return [b.index[0]!, offset]
  return rawAddress(c.s, b, offset)
}

function storeRaw(c: Call): Leaves {
  const values = c.values(3)
  const b = base(c, [c.value(1)])
  const [index, offset] = rawOperands(c, b)
  const type = c.s.typeOf(values[0]!)
  if (values.length > 4) c.s.fail('at most four values can be stored at once', c.args[3])
  c.s.emit(Op.StoreRaw, VOID, [b.handle, index, offset, ...values], packRaw(values.length, bytesOf(type)))
  return []
}

function storeTyped(c: Call): Leaves {
  const values = c.values(2)
  const target = base(c, [c.value(1)])
  // Four as the operation writes them, or as many as an element has, which getpointer's stores come to.
  const element = target.target.types[0]
  const own = element?.kind === 'vector' ? element.count : 1
  if (values.length !== 4 && values.length !== own)
    c.s.fail('typedBufferStore data must be a vector of 4 elements', c.args[2])
  storeElement(c.s, target, values)
  return []
}

function cbufferRow(count: number): Rule {
  return c => {
    const { s } = c
    const first = c.i.type.kind === 'struct' ? c.i.type.fields?.[0] : undefined
    if (!first) return s.fail('expected a struct of scalars')
    const type = scalarOf(first)
    const natural = 128 / Math.max(bitWidth(type), s.module.options.native16Bit ? 16 : 32)
    if (count !== natural || s.layout.parts(c.i.type).length !== count) s.mismatch()
    const row = s.emit(Op.LoadCBufferRow, cbufRetType(s.module.types, type, s.module.options.native16Bit), [
      c.value(0),
      c.value(1),
    ])
    return Array.from({ length: count }, (_, index): Leaf => ({ kind: 'lazy', row, index, type }))
  }
}

function dimensions(pick: readonly number[], hasLevel: boolean): Rule {
  return c => {
    const { s } = c
    const level = hasLevel && c.args[1] ? c.value(1) : s.undef(I32)
    const row = s.emit(Op.GetDimensions, fixedResultType(s.module.types, 'dims')!, [c.value(0), level])
    const leaves = pick.map((index): Leaf => ({ kind: 'lazy', row, index, type: I32 }))
    return leaves.length === 1 ? [s.value(leaves[0]!)] : leaves
  }
}

function loadLevel(c: Call): Leaves {
  const { type, count } = dataOf(c)
  const offsets = c.args[3] ? offsetOperands(c, 3) : three(c.s, [])
  const operands = [c.value(0), c.value(2), ...three(c.s, c.values(1)), ...offsets]
  return loaded(c, c.s.emit(Op.LoadTexture, resRetType(c.s.module.types, type), operands), type, count)
}

/** Three texel offsets; all zero is none, as DXC writes it. */
function offsetOperands(c: Call, n: number): Value[] {
  const given = c.values(n)
  return three(c.s, given.every(v => c.s.constantInt(v) === 0) ? [] : given)
}

function atomic(c: Call): Leaves {
  const operation = constant(c, 1)
  const [x, y, z] = [2, 3, 4].map(n => c.value(n)) as [Value, Value, Value]
  const value = c.value(5)
  return [c.s.emit(Op.AtomicBinOp, c.s.typeOf(value), [c.value(0), x, y, z, value], operation)]
}

function compareExchange(c: Call): Leaves {
  const coordinates = Array.from({ length: c.args.length - 3 }, (_, n) => c.value(n + 1))
  const [compare, value] = [c.value(c.args.length - 2), c.value(c.args.length - 1)]
  return [c.s.emit(Op.AtomicCmpXchg, c.s.typeOf(value), [c.value(0), ...three(c.s, coordinates), compare, value])]
}

// ---- sampling ---------------------------------------------------------------------------------------------------------------------------

const filled = (c: Call, values: readonly Value[], n: number): Value[] => {
  const list = [...values]
  while (list.length < n) list.push(c.s.undef(F32))
  return list
}

/** extra: arguments between the coordinates and the offsets; each takes `width` operands. clamp: one more behind the offsets. */
function sample(opcode: number, extra: number, width: number, clamp: 'none' | 'absent' | 'given', offsets = 3): Rule {
  return c => {
    const { s } = c
    const { type, count } = dataOf(c)
    const between = Array.from({ length: extra }, (_, n) => filled(c, c.values(3 + n), width)).flat()
    const at = 3 + extra
    const given = c.args[at] ? c.values(at) : []
    const three = [...given, ...Array.from({ length: offsets }, () => s.undef(I32))].slice(0, offsets)
    const last = clamp === 'none' ? [] : clamp === 'given' ? [c.value(at + 1)] : [s.undef(F32)]
    const operands = [c.value(0), c.value(1), ...filled(c, c.values(2), 4), ...three, ...between, ...last]
    return loaded(c, s.dx(opcode, resRetType(s.module.types, type), operands), type, count)
  }
}

/** gather(texture, sampler, coords[, compare], component, offset) */
function gather(opcode: number, compares: boolean): Rule {
  return c => {
    const { s } = c
    const { type, count } = dataOf(c)
    const compare = compares ? [c.value(3)] : []
    const at = compares ? 4 : 3
    const offset = [...c.values(at + 1), s.undef(I32), s.undef(I32)].slice(0, 2)
    const operands = [c.value(0), c.value(1), ...filled(c, c.values(2), 4), ...offset, c.value(at), ...compare]
    return loaded(c, s.dx(opcode, resRetType(s.module.types, type), operands), type, count)
  }
}

const levelOfDetail =
  (isClamped: boolean): Rule =>
  c => {
    const operands = [c.value(0), c.value(1), ...filled(c, c.values(2), 3), c.s.module.constants.bool(isClamped)]
    return [c.s.dx(DxilOp.CalculateLOD, F32, operands)]
  }

/** Longest names first: matched as prefixes that end the name or stand before a dot. */
export const RESOURCE_RULES: readonly (readonly [name: string, rule: Rule])[] = (
  [
    ['handlefrombinding', c => handle(c, false)],
    ['handlefromimplicitbinding', c => handle(c, true)],
    ['handlefromheap', heapHandle],
    ['nonuniformindex', c => c.leaves(0)],
    ['casthandle', c => [c.value(0)]],
    ['getpointer', pointer],
    ['getbasepointer', c => [{ kind: 'pointer', base: base(c), offset: 0, terms: [] } satisfies Pointer]],
    ['load.typedbuffer', c => typedLoad(c)],
    ['store.typedbuffer', storeTyped],
    ['load.rawbuffer', loadRaw],
    ['store.rawbuffer', storeRaw],
    ['load.cbufferrow.8', cbufferRow(8)],
    ['load.cbufferrow.4', cbufferRow(4)],
    ['load.cbufferrow.2', cbufferRow(2)],
    ['updatecounter', c => [c.s.emit(Op.UpdateCounter, I32, [c.value(0)], constant(c, 1))]],
    ['atomic.binop', atomic],
    ['atomic.compare.exchange', compareExchange],
    ['getdimensions.x', dimensions([0], false)],
    ['getdimensions.xy', dimensions([0, 1], false)],
    ['getdimensions.levels.xy', dimensions([0, 1, 3], true)],
    ['getdimensions', dimensions([0, 1, 2, 3], true)],
    ['load.level', loadLevel],
    ['load.ms', loadLevel],
    ['store.texture', c => textureStore(c)],
    ['sample', sample(DxilOp.Sample, 0, 1, 'absent')],
    ['sample.clamp', sample(DxilOp.Sample, 0, 1, 'given')],
    ['samplebias', sample(DxilOp.SampleBias, 1, 1, 'absent')],
    ['samplebias.clamp', sample(DxilOp.SampleBias, 1, 1, 'given')],
    ['samplegrad', sample(DxilOp.SampleGrad, 2, 3, 'absent')],
    ['samplegrad.clamp', sample(DxilOp.SampleGrad, 2, 3, 'given')],
    ['samplelevel', sample(DxilOp.SampleLevel, 1, 1, 'none')],
    ['samplecmp', sample(DxilOp.SampleCmp, 1, 1, 'absent')],
    ['samplecmp.clamp', sample(DxilOp.SampleCmp, 1, 1, 'given')],
    ['samplecmplevelzero', sample(DxilOp.SampleCmpLevelZero, 1, 1, 'none')],
    ['gather', gather(DxilOp.TextureGather, false)],
    ['gather.cmp', gather(DxilOp.TextureGatherCmp, true)],
    ['calculate.lod', levelOfDetail(true)],
    ['calculate.lod.unclamped', levelOfDetail(false)],
  ] as const satisfies readonly (readonly [string, Rule])[]
).toSorted((a, b) => b[0].length - a[0].length)

function typedLoad(c: Call): Leaves {
  const { type, count } = dataOf(c)
  return loaded(c, loadElement(c.s, base(c, [c.value(1)]), type), type, count)
}

function textureStore(c: Call): Leaves {
  storeElement(c.s, base(c, c.values(1)), c.values(2), c.args[3] ? [c.value(3)] : [])
  return []
}
