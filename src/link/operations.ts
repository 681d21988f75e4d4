// DXIL operations as the IR has them before registers are known: those on resources become the IR's own, so that the shader model of the result
// decides how they are written; all others stay what they are.

import { constantOf } from '../dxil/dx_call.ts'
import type { Value } from '../ir/function.ts'
import { handleResource } from '../ir/handles.ts'
import type { Module, Resource } from '../ir/module.ts'
import { Flag, Op, packRaw } from '../ir/ops.ts'
import { cbufRetType, fixedResultType, resRetType } from '../ir/result_types.ts'
import { HANDLE, I32, isFloat, type Type, VOID } from '../ir/types.ts'
import type { Instruction, Value as LlvmValue } from '../llvm/model/values.ts'
import { DxilOp, dxilOpRow } from '../spec/dxil_ops.ts'
import { objectTypeRow } from '../spec/object_types.ts'
import { RESOURCE_KIND } from '../spec/psv_enums.ts'
import type { ResourceKind } from '../spec/resource_kinds.ts'
import { componentName } from './data_types.ts'
import { type Importer, leafType } from './importer.ts'
import type { HeapElement, Imported } from './memory.ts'
import { unsupported } from './problem.ts'
import { scalarType } from './types.ts'

/** A call of an operation: its operands behind the number. */
export interface Operation {
  readonly s: Importer
  readonly opcode: number
  readonly operands: readonly Value[]
  readonly result: Type
  readonly isPrecise: boolean
}

type Rule = (o: Operation) => Value

/** What `wot` of a typed buffer has no meaning for. */
const isTyped = (r: Resource | undefined): boolean =>
  r === undefined || r.kind === 'TypedBuffer' || r.kind === 'TBuffer'

function rawAccess(o: Operation, count: number, alignment: number, values: readonly Value[]): Value {
  const { s, operands } = o
  const [handle, index, offset] = operands as [Value, Value, Value]
  const op = values.length > 0 ? Op.StoreRaw : Op.LoadRaw
  return s.emit(op, o.result, [handle, index, offset, ...values], packRaw(count, alignment))
}

const bytesOf = (s: Importer, type: Type): number =>
  s.module.types.text(type).match(/64|double/) ? 8 : s.module.types.text(type).match(/16|half/) ? 2 : 4

const bufferLoad: Rule = o => {
  const { s, operands } = o
  if (isTyped(handleResource(s.module, s.f, operands[0]!))) return s.emit(Op.LoadTyped, o.result, operands.slice(0, 2))
  return rawAccess(o, 4, 4, [])
}

const bufferStore: Rule = o => {
  const { s, operands } = o
  const values = operands.slice(3, 7)
  if (isTyped(handleResource(s.module, s.f, operands[0]!)))
    return s.emit(Op.StoreTyped, VOID, [...operands.slice(0, 2), ...values])
  const count = written(s, operands[7]!)
  return rawAccess(o, count, 4, values.slice(0, count))
}

/** Components of a mask, which are the first ones. */
function written(s: Importer, mask: Value): number {
  const bits = s.anyInt(mask) ?? 0
  const count = Math.log2((bits & 15) + 1)
  return Number.isInteger(count) && count > 0
    ? count
    : unsupported('a store of components that do not follow each other')
}

/** Components that a load asks for: up to the last one of its mask. */
const asked = (s: Importer, mask: Value): number => 32 - Math.clz32((s.anyInt(mask) ?? 15) & 15)

const rawBufferLoad: Rule = o =>
  rawAccess(o, Math.max(1, asked(o.s, o.operands[3]!)), o.s.anyInt(o.operands[4]!) ?? 4, [])

const rawBufferStore: Rule = o => {
  const count = written(o.s, o.operands[7]!)
  const values = o.operands.slice(3, 3 + count)
  return rawAccess(o, count, o.s.anyInt(o.operands[8]!) || bytesOf(o.s, o.s.typeOf(values[0]!)), values)
}

const RULES: ReadonlyMap<number, Rule> = new Map<number, Rule>([
  [DxilOp.BufferLoad, bufferLoad],
  [DxilOp.BufferStore, bufferStore],
  [DxilOp.RawBufferLoad, rawBufferLoad],
  [DxilOp.RawBufferStore, rawBufferStore],
  [DxilOp.CBufferLoadLegacy, o => o.s.emit(Op.LoadCBufferRow, o.result, o.operands)],
  [DxilOp.TextureLoad, o => o.s.emit(Op.LoadTexture, o.result, o.operands)],
  [DxilOp.TextureStore, o => o.s.emit(Op.StoreTexture, VOID, o.operands.slice(0, 8))],
  [DxilOp.TextureStoreSample, o => o.s.emit(Op.StoreTexture, VOID, [...o.operands.slice(0, 8), o.operands[9]!])],
  [
    DxilOp.BufferUpdateCounter,
    o => o.s.emit(Op.UpdateCounter, I32, [o.operands[0]!], o.s.anyInt(o.operands[1]!) ?? unsupported('this counter')),
  ],
  [
    DxilOp.AtomicBinOp,
    o => {
      const [handle, operation, ...rest] = o.operands as [Value, Value, ...Value[]]
      const number = o.s.anyInt(operation) ?? unsupported('an atomic operation chosen at run time')
      return o.s.emit(Op.AtomicBinOp, o.result, [handle, ...rest], number)
    },
  ],
  [DxilOp.AtomicCompareExchange, o => o.s.emit(Op.AtomicCmpXchg, o.result, o.operands)],
  [DxilOp.GetDimensions, o => o.s.emit(Op.GetDimensions, o.result, o.operands)],
])

/** How many operands an operation has behind its number; undefined where there is no such operation. */
function operandCount(opcode: number): number | undefined {
  const signature = dxilOpRow(opcode)?.[3]
  if (!signature) return undefined
  const inside = signature.slice(signature.indexOf('(') + 1, -1)
  // Properties of nodes and of records are two numbers each.
  return inside === '' ? 0 : inside.split(', ').length + (inside.includes('property!') ? 1 : 0)
}

/** The operation, as the IR has it. */
export function importOperation(o: Operation): Value {
  const wanted = operandCount(o.opcode)
  if (wanted !== o.operands.length) return unsupported(`DXIL operation ${o.opcode} with ${o.operands.length} operands`)
  const rule = RULES.get(o.opcode)
  if (rule) return rule(o)
  const fast = isFloat(o.result) && !o.isPrecise && !o.s.module.options.ieeeStrict
  return o.s.dx(o.opcode, o.result, o.operands, fast ? Flag.FAST : o.isPrecise ? Flag.PRECISE : 0)
}

/** Type of the result: structs are those that the IR knows, whatever number their name has. */
export function resultType(s: Importer, opcode: number, type: Instruction['type']): Type {
  if (type.kind === 'void') return VOID
  if (type.kind !== 'struct' || scalarType(type) !== undefined) return leafType(type)
  const { types, options } = s.module
  const code = dxilOpRow(opcode)?.[3].split('(')[0] ?? ''
  const elements = type.contained.map(leafType)
  const fixed = fixedResultType(types, code)
  if (fixed !== undefined) return fixed
  if (code === '$r') return resRetType(types, elements[0]!)
  if (code === '$cb') return cbufRetType(types, elements[0]!, options.native16Bit)
  return types.struct(type.name.replace(/\.(\d+)$/, ''), elements)
}

// ---- heaps ---------------------------------------------------------------------------------------------------------------------------

/** Bits of the first word of resource properties. */
const PROPERTY = { align: 8, uav: 12, ordered: 13, coherent: 14, counter: 15, reorderCoherent: 16 } as const
const KIND_OF: ReadonlyMap<number, ResourceKind> = new Map(
  Object.entries(RESOURCE_KIND).flatMap(([name, n]) =>
    name === 'Invalid' ? [] : [[n, name as ResourceKind] as const],
  ),
)

/** An element of a descriptor heap used as what its annotation says. */
export function heapHandle(
  s: Importer,
  { index, isSampler, isNonUniform }: HeapElement,
  words: PropertyWords,
): Imported {
  const number = s.module.heapType(resourceLike(words, isSampler), isSampler)
  return [s.emit(Op.HandleFromHeap, HANDLE, [index], number, isNonUniform ? Flag.NON_UNIFORM : 0)]
}

/** A handle that was a value, used as what its annotation says. */
export const valueHandle = (s: Importer, handle: Value, words: PropertyWords): Value =>
  s.emit(Op.HandleFromValue, HANDLE, [handle], valueType(s.module, words))

/** Position in module.heapTypes of what such a handle is used as. */
export function valueType(module: Module, words: PropertyWords): number {
  const isSampler = (words[0] & 0xff) === RESOURCE_KIND.Sampler
  return module.heapType(resourceLike(words, isSampler), isSampler)
}

/** The words of a constant of resource properties. */
export type PropertyWords = readonly [first: number, detail: number]
export function propertyWords(properties: LlvmValue | undefined): PropertyWords {
  const [first = 0, detail = 0] =
    properties?.kind === 'aggregate' ? properties.operands.map(o => constantOf(o) ?? 0) : []
  return [first, detail]
}

function resourceLike([first, detail]: PropertyWords, isSampler: boolean): Resource {
  const bit = (n: number): boolean => ((first >>> n) & 1) === 1
  const kind = KIND_OF.get(first & 0xff) ?? unsupported('a heap element of unknown kind')
  const isBuffer = kind === 'StructuredBuffer' || kind === 'CBuffer' || kind === 'TBuffer'
  const count = (detail >>> 8) & 0xff
  const component = componentName(detail & 0xff)
  const isTypedKind = !isBuffer && kind !== 'RawBuffer' && component !== undefined && count > 0
  return {
    id: 0,
    name: '',
    class: isSampler ? 'sampler' : kind === 'CBuffer' ? 'cbv' : bit(PROPERTY.uav) ? 'uav' : 'srv',
    kind,
    element: isTypedKind
      ? count > 1
        ? { kind: 'vector', component, count }
        : { kind: 'scalar', component }
      : kind === 'StructuredBuffer' && (first >>> PROPERTY.align) & 15
        ? { kind: 'struct', name: '', fields: [], size: detail }
        : undefined,
    typeName: isSampler
      ? bit(PROPERTY.counter)
        ? 'SamplerComparisonState'
        : 'SamplerState'
      : typeNameOf(kind, bit(PROPERTY.uav)),
    size: isBuffer ? detail : 0,
    alignLog2: kind === 'StructuredBuffer' ? (first >>> PROPERTY.align) & 15 : 0,
    rangeSize: 1,
    register: undefined,
    space: undefined,
    parameter: 0,
    pos: 0,
    globallyCoherent: bit(PROPERTY.coherent),
    ...(bit(PROPERTY.reorderCoherent) ? { reorderCoherent: true } : {}),
    rasterizerOrdered: bit(PROPERTY.ordered),
    sampleCount: isTypedKind ? detail >>> 16 : kind.startsWith('Feedback') ? detail : 0,
    hasCounter: !isSampler && bit(PROPERTY.counter),
    atomic64: false,
    binding: undefined,
  }
}

function typeNameOf(kind: ResourceKind, isUav: boolean): string {
  const plain = kind === 'TypedBuffer' ? 'Buffer' : kind === 'RawBuffer' ? 'ByteAddressBuffer' : kind
  const name = isUav ? `RW${plain}` : plain
  return objectTypeRow(name) ? name : kind
}
