// The rules of resource operations, for verify.ts: which kinds of resource an operation is for, writing, indices, counts, alignments.
// Handles that are chosen at run time have no one resource; the pass that resolves them complains about those that stay.

import { kindsWhere, type ResourceFamily, type ResourceKind } from '../spec/resource_kinds.ts'
import type { Func, Value } from './function.ts'
import { handleResource } from './handles.ts'
import type { Module, Resource } from './module.ts'
import { MNEMONIC, Op, rawAlignment, rawCount } from './ops.ts'
import { cbufRetType } from './result_types.ts'
import { I32, I64 } from './types.ts'

interface Rule {
  /** Kinds the operation is for. */
  readonly kinds: ReadonlySet<ResourceKind>
  readonly writes: boolean
  /** Operands that must be i32, from .. to. */
  readonly indices: readonly [from: number, to: number]
  readonly more?: (m: Module, f: Func, v: Value, r: Resource) => string | undefined
}

const ofFamily = (...families: readonly ResourceFamily[]): ReadonlySet<ResourceKind> =>
  kindsWhere(row => families.includes(row.family))
const TEXTURES = ofFamily('texture')
const MULTISAMPLED = kindsWhere(row => row.isMultisampled)
const TYPED: ReadonlySet<ResourceKind> = new Set(['TypedBuffer', 'TBuffer'])
const RAW = ofFamily('raw', 'structured')
const STRUCTURED = ofFamily('structured')
const CONSTANTS: ReadonlySet<ResourceKind> = new Set(['CBuffer'])
const ATOMIC = ofFamily('raw', 'structured', 'typed', 'texture')
const SIZED = ofFamily('raw', 'structured', 'typed', 'texture', 'feedback')

const rule = (kinds: Rule['kinds'], writes: boolean, indices: Rule['indices'], more?: Rule['more']): Rule => ({
  kinds,
  writes,
  indices,
  ...(more ? { more } : {}),
})

const RULES: Readonly<Record<number, Rule>> = {
  [Op.LoadTyped]: rule(TYPED, false, [1, 1]),
  [Op.StoreTyped]: rule(TYPED, true, [1, 1], sameValues(2, 4)),
  [Op.LoadRaw]: rule(RAW, false, [1, 2], rawComplaint),
  [Op.StoreRaw]: rule(RAW, true, [1, 2], rawComplaint),
  [Op.LoadCBufferRow]: rule(CONSTANTS, false, [1, 1], rowComplaint),
  [Op.LoadTexture]: rule(TEXTURES, false, [1, 7]),
  [Op.StoreTexture]: rule(TEXTURES, true, [1, 3], textureStoreComplaint),
  [Op.UpdateCounter]: rule(STRUCTURED, true, [1, 0], (_m, f, v) =>
    Math.abs(f.aux(v)) === 1 ? undefined : 'a counter goes up or down by one',
  ),
  [Op.AtomicBinOp]: rule(ATOMIC, true, [1, 3], (m, f, v) =>
    f.aux(v) >= 0 && f.aux(v) <= 8 ? atomicComplaint(m, f, v) : `there is no atomic operation ${f.aux(v)}`,
  ),
  [Op.AtomicCmpXchg]: rule(ATOMIC, true, [1, 3], atomicComplaint),
  [Op.GetDimensions]: rule(SIZED, false, [1, 1]),
}

/** What is wrong with a resource operation or a handle, or undefined. Operands exist and are counted, operand 0 is a handle. */
export function resourceComplaint(m: Module, f: Func, v: Value): string | undefined {
  const op = f.op(v)
  if (op === Op.Handle) return handleComplaint(m, f, v)
  const own = RULES[op]
  if (!own) return undefined
  for (let i = own.indices[0]; i <= own.indices[1]; i++)
    if (m.typeOf(f, f.operandAt(v, i)) !== I32) return `operand ${i} is not i32`
  const r = handleResource(m, f, f.operandAt(v, 0))
  if (!r) return undefined
  if (!own.kinds.has(r.kind)) return `'${MNEMONIC[op]}' is not for a ${r.kind}, which '${r.name}' is`
  if (own.writes && r.class !== 'uav') return `'${r.name}' is not writeable`
  return own.more?.(m, f, v, r)
}

/** Once registers are numbered what is used has some; resources of libraries may get theirs when they are linked. */
function handleComplaint(m: Module, f: Func, v: Value): string | undefined {
  const r = m.resources[f.aux(v)]
  if (!r || m.phase === 'lowered' || m.phase === 'optimised' || m.target.stage === 'lib') return undefined
  if (!r.binding) return `'${r.name}' has no register`
  // Before resource operations are lowered a check of the finished code tells of arrays, at the place in the source.
  if (!m.isResourcesLowered && (r.dims || r.rangeSize !== 1)) return undefined
  const first = m.isResourcesLowered ? r.binding.lower : 0
  const element = ((m.constants.numberOf(f.operandAt(v, 0)) ?? first) - first) >>> 0
  return r.rangeSize > 0 && element >= r.rangeSize ? `'${r.name}' has no element ${element}` : undefined
}

function atomicComplaint(m: Module, f: Func, v: Value): string | undefined {
  const type = f.type(v)
  if (type !== I32 && type !== I64) return 'an atomic operation is on i32 or i64'
  const isOfType = f
    .operands(v)
    .slice(4)
    .every(o => m.typeOf(f, o) === type)
  return isOfType ? undefined : 'operands are not of the type of the result'
}

function sameValues(first: number, count: number): NonNullable<Rule['more']> {
  return (m, f, v) => {
    if (f.operandCount(v) !== first + count)
      return `${MNEMONIC[f.op(v)] === 'store.typedbuffer' ? 'typedBufferStore' : 'store'} data must be a vector of ${count} elements`
    const type = m.typeOf(f, f.operandAt(v, first))
    for (let i = first; i < first + count; i++)
      if (m.typeOf(f, f.operandAt(v, i)) !== type) return 'the stored values are of different types'
    return undefined
  }
}

function textureStoreComplaint(m: Module, f: Func, v: Value, r: Resource): string | undefined {
  const hasSample = f.operandCount(v) === 9
  if (hasSample !== MULTISAMPLED.has(r.kind)) return hasSample ? `'${r.name}' has no samples` : 'the sample is missing'
  const values = sameValues(4, hasSample ? 5 : 4)
  return hasSample ? undefined : values(m, f, v, r)
}

function rawComplaint(m: Module, f: Func, v: Value, r: Resource): string | undefined {
  const aux = f.aux(v)
  const isStore = f.op(v) === Op.StoreRaw
  const count = rawCount(aux)
  const alignment = rawAlignment(aux)
  const most = m.atLeast(9) ? 1024 : 4
  if (count < 1 || count > most) return `${count} values at once instead of 1 to ${most}`
  if (isStore && f.operandCount(v) !== 3 + count) return `has ${f.operandCount(v) - 3} values instead of ${count}`
  if (alignment < 1 || (alignment & (alignment - 1)) !== 0) return `alignment ${alignment} is no power of two`
  const offset = f.operandAt(v, 2)
  const known = offset < 0 ? m.constants.get(offset) : undefined
  if (r.kind === 'RawBuffer' && known?.kind !== 'undef') return `'${r.name}' has no elements to have offsets`
  return undefined
}

/** 16 bytes make four values of 32 bits, two of 64, eight of native 16. */
function rowComplaint(m: Module, f: Func, v: Value): string | undefined {
  const shape = m.types.shape(f.type(v))
  const element = shape.kind === 'struct' ? shape.elements[0] : undefined
  if (element !== undefined && cbufRetType(m.types, element, m.options.native16Bit) === f.type(v)) return undefined
  return 'Type mismatch between intrinsic and DXIL op'
}
