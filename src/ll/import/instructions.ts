// Instructions that are neither control flow nor calls: arithmetic lane by lane, conversions, vectors, aggregates, memory.

import { byOffset, table } from '../../base/table.ts'
import type { Value } from '../../ir/function.ts'
import { ATOMIC_RMW, FCMP, ICMP, Op } from '../../ir/ops.ts'
import { cmpXchgType } from '../../ir/result_types.ts'
import { bitWidth, I1, I8, I32, isFloat, isInt, type Type } from '../../ir/types.ts'
import { floatFlags, integerFlags } from '../text/flags.ts'
import { type LlInstruction, type LlType, type LlValue, sameType } from '../text/syntax.ts'
import { offsetPointer } from './addresses.ts'
import type { Frame } from './frame.ts'
import { forwardedHandle, handleGlobalOf, storeHandle } from './handle_globals.ts'
import type { Importer } from './importer.ts'
import type { Part } from './layout.ts'
import { isPointer, type Leaf, type Leaves, type MemoryBase, type Pointer } from './leaves.ts'
import {
  bytesOf,
  cast,
  fromBits,
  intOf,
  loadMemory,
  localObject,
  materialise,
  scalarPointer,
  stepsOf,
  storeMemory,
  toBits,
  unitOffsets,
} from './memory.ts'
import { isByteAddress, loadResource, rawAddress, storeResource, three } from './resource_access.ts'
import { leavesOf, zero } from './values.ts'

export type Rule = (s: Importer, frame: Frame, i: LlInstruction) => Leaves

const operand = (s: Importer, i: LlInstruction, n: number): LlValue =>
  i.operands[n] ?? s.fail(`'${i.op}' lacks an operand`)
const leaves = (s: Importer, frame: Frame, i: LlInstruction, n: number): Leaves => leavesOf(s, frame, operand(s, i, n))
const values = (s: Importer, frame: Frame, i: LlInstruction, n: number): Value[] => s.values(leaves(s, frame, i, n))
const scalar = (s: Importer, frame: Frame, i: LlInstruction, n: number): Value => {
  const list = values(s, frame, i, n)
  return list.length === 1 ? list[0]! : s.fail('expected a scalar', i.operands[n])
}

// ---- arithmetic -------------------------------------------------------------------------------------------------------------------------

const binary =
  (opcode: number, float: boolean): Rule =>
  (s, frame, i) => {
    const [x, y] = [values(s, frame, i, 0), values(s, frame, i, 1)]
    const flags = float ? floatFlags(i) : integerFlags(i)
    return x.map((v, k) => {
      const type = s.typeOf(v)
      if ((float ? isFloat : isInt)(type) === false) s.fail(`'${i.op}' of this type`)
      return s.emit(opcode, type, [v, y[k]!], 0, flags)
    })
  }

const negate: Rule = (s, frame, i) =>
  values(s, frame, i, 0).map(v => {
    const type = s.typeOf(v)
    if (!isFloat(type)) s.fail("'fneg' of this type")
    return s.emit(Op.FSub, type, [s.module.constants.float(type, -0), v], 0, floatFlags(i))
  })

const compare =
  (opcode: number, predicates: ReadonlyMap<string, number>): Rule =>
  (s, frame, i) => {
    const predicate = predicates.get(i.word) ?? s.fail(`unknown predicate '${i.word}'`)
    const [x, y] = [values(s, frame, i, 0), values(s, frame, i, 1)]
    const float = opcode === Op.FCmp
    const flags = float ? floatFlags(i) : 0
    return x.map((v, k) => {
      if ((float ? isFloat : isInt)(s.typeOf(v)) === false) s.fail(`'${i.op}' of this type`)
      return s.emit(opcode, I1, [v, y[k]!], predicate, flags)
    })
  }

type Widths = (from: number, to: number) => boolean
const bits = (t: Type): number => (t === I1 ? 1 : bytesOf(t) * 8)

const convert =
  (opcode: number, from: (t: Type) => boolean, to: (t: Type) => boolean, fits: Widths): Rule =>
  (s, frame, i) => {
    const given = values(s, frame, i, 0)
    const parts = s.layout.parts(i.type)
    if (parts.length !== given.length) s.fail(`'${i.op}' between these types`)
    return given.map((v, k) => {
      const type = parts[k]!.type
      const source = s.typeOf(v)
      if (!from(source) || !to(type) || !fits(bits(source), bits(type))) s.fail(`'${i.op}' between these types`)
      return s.emit(opcode, type, [v])
    })
  }
const wider: Widths = (a, b) => b > a
const narrower: Widths = (a, b) => b < a
const any: Widths = () => true

/** Same bits in other scalars: lane by lane where the lanes are of one size, else through memory. */
const bitcast: Rule = (s, frame, i) => {
  const given = leaves(s, frame, i, 0)
  const parts = s.layout.parts(i.type)
  if (given.some(isPointer)) return given
  const list = s.values(given)
  const same = list.length === parts.length && list.every((v, k) => bits(s.typeOf(v)) === bits(parts[k]!.type))
  if (same) return list.map((v, k) => cast(s, v, parts[k]!.type))
  const from = i.operands[0]!.type
  if (s.layout.size(from) !== s.layout.size(i.type)) s.fail("'bitcast' between types of different sizes")
  const base = localObject(s, 'bitcast', from)
  const p: Pointer = { kind: 'pointer', base, offset: 0, terms: [] }
  storeMemory(s, base, p, s.layout.parts(from), list)
  return loadMemory(s, base, p, parts)
}

const same: Rule = (s, frame, i) => leaves(s, frame, i, 0)

const select: Rule = (s, frame, i) => {
  const condition = values(s, frame, i, 0)
  const [yes, no] = [leaves(s, frame, i, 1), leaves(s, frame, i, 2)]
  return yes.map((y, k) => {
    const c = condition[condition.length === 1 ? 0 : k] ?? s.fail('the condition has fewer lanes')
    const n = no[k]!
    if (isPointer(y) && isPointer(n)) return selectPointer(s, c, y, n)
    const [a, b] = [s.value(y), s.value(n)]
    if (s.typeOf(c) !== I1) s.fail('the condition is no i1')
    return s.select(c, a, b)
  })
}

// ---- pointers that depend on a condition: their parts are chosen ---------------------------------------------------------------------------

/** Where a pointer is counted from, and the bytes of a step. */
const stepsAt = (s: Importer, p: Pointer): { readonly start: number; readonly scale: number } =>
  p.base.kind === 'memory' ? stepsOf(s, p.base, p) : { start: 0, scale: 1 }

/** What distinguishes two pointers of one kind: handle and indices of a resource's, and the steps. */
export function pointerParts(s: Importer, p: Pointer): Value[] {
  const { start, scale } = stepsAt(s, p)
  let steps = s.i32((p.offset - start) / scale)
  for (const t of p.terms) steps = s.add(s.scale(t.value, t.scale / scale), steps)
  return p.base.kind === 'resource' ? [p.base.handle, ...p.base.index, steps] : [steps]
}

/** The pointer of the same kind as `like` with these parts. */
export function withParts(s: Importer, like: Pointer, parts: readonly Value[]): Pointer {
  const value = parts.at(-1)!
  const fixed = s.constantInt(value)
  const { start, scale } = stepsAt(s, like)
  const place = { offset: start + (fixed ?? 0) * scale, terms: fixed === undefined ? [{ value, scale }] : [] }
  if (like.base.kind !== 'resource') return { kind: 'pointer', base: like.base, ...place }
  return { kind: 'pointer', base: { ...like.base, handle: parts[0]!, index: parts.slice(1, -1) }, ...place }
}

export function sameKind(s: Importer, a: Pointer, b: Pointer): boolean {
  if (a.base.kind === 'memory') return a.base === b.base && stepsAt(s, a).start === stepsAt(s, b).start
  if (a.base.kind === 'none' && b.base.kind === 'none') return a.base.name === b.base.name
  if (a.base.kind !== 'resource' || b.base.kind !== 'resource') return false
  return sameType(a.base.target, b.base.target) && a.base.index.length === b.base.index.length
}

function selectPointer(s: Importer, c: Value, yes: Pointer, no: Pointer): Pointer {
  if (!sameKind(s, yes, no)) s.unsupported('a choice between pointers to different variables')
  const [a, b] = [pointerParts(s, yes), pointerParts(s, no)]
  const parts = a.map((v, k) => s.select(c, v, b[k]!))
  return withParts(s, yes, parts)
}

// ---- vectors and aggregates -----------------------------------------------------------------------------------------------------------------

const extractElement: Rule = (s, frame, i) => {
  const vector = leaves(s, frame, i, 0)
  const index = scalar(s, frame, i, 1)
  const n = s.constantInt(index)
  if (n !== undefined) return [n in vector ? s.value(vector[n]!) : s.undefs(i.type)[0]!]
  if (s.isUndef(index)) return s.undefs(i.type)
  return [s.pick(s.values(vector), s.index(index))]
}

const insertElement: Rule = (s, frame, i) => {
  const vector = [...leaves(s, frame, i, 0)]
  const value = scalar(s, frame, i, 1)
  const index = scalar(s, frame, i, 2)
  const n = s.constantInt(index)
  if (n !== undefined || s.isUndef(index)) {
    if (n !== undefined && n in vector) vector[n] = value
    return vector
  }
  const array = s.spill(s.values(vector))
  const type = s.typeOf(value)
  s.emit(Op.Store, 0 as Type, [s.elementPointer(array, s.index(index), type), value])
  return vector.map((_, k) => s.emit(Op.Load, type, [s.elementPointer(array, s.i32(k), type)]))
}

const shuffle: Rule = (s, frame, i) => {
  const from = [...leaves(s, frame, i, 0), ...leaves(s, frame, i, 1)]
  return values(s, frame, i, 2).map(m => from[s.constantInt(m) ?? -1] ?? s.undef(s.layout.parts(i.type)[0]!.type))
}

/** Number of the first leaf of an element, and how many it has. */
function elementLeaves(s: Importer, type: LlType, indices: readonly number[]): readonly [first: number, count: number] {
  let first = 0
  let at = type
  for (const n of indices) {
    const count = at.kind === 'array' ? at.count : at.kind === 'struct' ? (at.fields?.length ?? 0) : 0
    if (!(n >= 0 && n < count)) s.fail('the aggregate has no such element')
    for (let k = 0; k < n; k++) first += s.layout.parts(s.layout.element(at, k)!.type).length
    at = s.layout.element(at, n)!.type
  }
  return [first, s.layout.parts(at).length]
}

const extractValue: Rule = (s, frame, i) => {
  const [first, count] = elementLeaves(s, i.operands[0]!.type, i.indices)
  const part = leaves(s, frame, i, 0).slice(first, first + count)
  // A scalar is extracted where the text does it; of a vector only the lanes that are used.
  return i.type.kind === 'vector' || part.some(isPointer) ? part : part.map(leaf => s.value(leaf))
}

const insertValue: Rule = (s, frame, i) => {
  const [first, count] = elementLeaves(s, i.operands[0]!.type, i.indices)
  const list = [...leaves(s, frame, i, 0)]
  const part = leaves(s, frame, i, 1)
  if (part.length !== count) s.fail('the value does not fit the element')
  list.splice(first, count, ...part)
  return list
}

// ---- memory -------------------------------------------------------------------------------------------------------------------------------

const alloca: Rule = (s, frame, i) => {
  const n = i.operands[0] ? s.constantInt(scalar(s, frame, i, 0)) : 1
  if (n === undefined) return s.unsupported('an alloca of variable length')
  const type: LlType = n === 1 ? i.source! : { kind: 'array', count: n, element: i.source! }
  return [{ kind: 'pointer', base: localObject(s, i.name ?? '', type), offset: 0, terms: [] } satisfies Pointer]
}

const gep: Rule = (s, frame, i) => {
  const base = s.pointer(leaves(s, frame, i, 0)[0])
  const p = offsetPointer(s, base, i.source!, i.operands.slice(1), v => {
    const list = leavesOf(s, frame, v)
    return list.length === 1 ? s.value(list[0]!) : s.unsupported('getelementptr of vectors', v)
  })
  return [materialise(s, p)]
}

const load: Rule = (s, frame, i) => {
  const p = s.pointer(leaves(s, frame, i, 0)[0], i.operands[0])
  const parts = s.layout.parts(i.type)
  const global = handleGlobalOf(s, p)
  if (global) return parts.map(part => forwardedHandle(s, global, p.offset + part.offset, i.name ?? ''))
  if (p.base.kind === 'memory') {
    if (s.nonUniformMemory.has(p.base)) frame.nonUniform.add(i.name ?? '')
    return loadMemory(s, p.base, p, parts)
  }
  if (p.base.kind === 'resource') return loadResource(s, p.base, p, rowParts(s, p, i.type))
  return p.base.name === 'undef' ? s.undefs(i.type) : s.unsupported(`reading '@${p.base.name}'`)
}

/** Parts as the memory of this pointer lays them out. */
const rowParts = (s: Importer, p: Pointer, type: LlType) =>
  (p.base.kind === 'resource' && p.base.rows ? s.rowLayout : s.layout).parts(type)

const store: Rule = (s, frame, i) => {
  const what = operand(s, i, 0)
  const p = s.pointer(leaves(s, frame, i, 1)[0], i.operands[1])
  const list = leavesOf(s, frame, what)
  const parts = s.layout.parts(what.type)
  const global = handleGlobalOf(s, p)
  if (global) for (const [k, leaf] of list.entries()) storeHandle(s, global, p.offset + parts[k]!.offset, leaf, what)
  else if (p.base.kind === 'memory') {
    const said = what.kind === 'local' && frame.nonUniform.has(what.name)
    // Variables of clang's -O0 carry it; what other lanes may have written does not.
    if (said && parts.length === 1 && p.base.space === 0) s.nonUniformMemory.add(p.base)
    storeMemory(s, p.base, p, parts, list)
  } else if (p.base.kind === 'resource') storeResource(s, p.base, p, rowParts(s, p, what.type), list)
  else if (p.base.name !== 'undef') s.unsupported(`writing '@${p.base.name}'`)
  return []
}

const ATOMIC_WORDS = table(ATOMIC_RMW)

/** DXIL's numbers of atomic operations. */
const DXIL_ATOMIC: ReadonlyMap<string, number> = table({
  ...{ add: 0, sub: 0, and: 1, or: 2, xor: 3, min: 4, max: 5, umin: 6, umax: 7, xchg: 8 },
})

/** Handle and three coordinates of a scalar of a resource. */
function atomicPlace(s: Importer, p: Pointer): Value[] | undefined {
  if (p.base.kind !== 'resource') return undefined
  const undef = s.undef(I32)
  if (p.base.target.name !== 'dx.RawBuffer') return [p.base.handle, ...three(s, p.base.index)]
  const bytes = pointerParts(s, p).at(-1)!
  const [index, offset] = rawAddress(s, p.base, bytes)
  return [p.base.handle, index, isByteAddress(p.base) ? undef : offset, undef]
}

const atomic: Rule = (s, frame, i) => {
  const p = s.pointer(leaves(s, frame, i, 0)[0])
  const given = toBits(s, scalar(s, frame, i, 1))
  const type = s.typeOf(given)
  if (!ATOMIC_WORDS.has(i.word) || !(DXIL_ATOMIC.has(i.word) || p.base.kind === 'memory'))
    s.unsupported(`'atomicrmw ${i.word}'`)
  const place = atomicPlace(s, p)
  const result = s.layout.parts(i.type)[0]!.type
  const back = (v: Value): Leaves => [s.typeOf(v) === result ? v : cast(s, v, result)]
  if (place) {
    const value = i.word === 'sub' ? s.binary(Op.Sub, s.constant(type, 0), given) : given
    return back(s.emit(Op.AtomicBinOp, type, [...place, value], DXIL_ATOMIC.get(i.word)!))
  }
  const pointer = scalarPointer(s, p, type)
  if (pointer === undefined) return s.unsupported('an atomic operation on this memory')
  return back(s.emit(Op.AtomicRmw, type, [pointer, given], ATOMIC_WORDS.get(i.word)!))
}

const compareExchange: Rule = (s, frame, i) => {
  const p = s.pointer(leaves(s, frame, i, 0)[0])
  const [compareTo, value] = [scalar(s, frame, i, 1), scalar(s, frame, i, 2)]
  const type = s.typeOf(value)
  const place = atomicPlace(s, p)
  if (place) {
    const old = s.emit(Op.AtomicCmpXchg, type, [...place, compareTo, value])
    return [old, s.icmp('eq', old, compareTo)]
  }
  const pointer = scalarPointer(s, p, type)
  if (pointer === undefined) return s.unsupported('an atomic operation on this memory')
  const row = s.emit(Op.CmpXchg, cmpXchgType(s.module.types, type), [pointer, compareTo, value])
  return [
    { kind: 'lazy', row, index: 0, type },
    { kind: 'lazy', row, index: 1, type: I1 },
  ] satisfies Leaf[]
}

/** The scalars of an object between two byte offsets, offsets counted from the first. */
function partsBetween(base: MemoryBase, start: number, bytes: number): Part[] {
  return base.regions
    .flatMap(r => unitOffsets(r).map((offset): Part => ({ type: r.type, offset: offset - start })))
    .filter(part => part.offset >= 0 && part.offset < bytes)
    .sort(byOffset)
}

/** memcpy and memmove between objects whose scalars are known: one load and one store a scalar. */
export function copyMemory(s: Importer, to: Pointer, from: Pointer, bytes: number): void {
  const typed = [to, from].find(p => p.base.kind === 'memory')
  if (typed?.base.kind !== 'memory') s.unsupported('copying between resources')
  else {
    const all = partsBetween(typed.base, typed.offset, bytes)
    // Bytes are padding of clang's structs; resources have none.
    const parts = [to, from].some(p => p.base.kind === 'resource') ? all.filter(p => p.type !== I8) : all
    if (from.base.kind === 'memory') storeParts(s, to, parts, loadMemory(s, from.base, from, parts))
    else if (from.base.kind === 'resource') storeParts(s, to, parts, loadResource(s, from.base, from, parts))
  }
}

function storeParts(s: Importer, to: Pointer, parts: readonly Part[], leaves: Leaves): void {
  if (to.base.kind === 'memory') storeMemory(s, to.base, to, parts, leaves)
  else if (to.base.kind === 'resource') storeResource(s, to.base, to, parts, leaves)
}

/** memset: each scalar made of the byte. */
export function fillMemory(s: Importer, to: Pointer, byte: number, bytes: number): void {
  if (to.base.kind !== 'memory') {
    s.unsupported('filling a resource')
    return
  }
  const parts = partsBetween(to.base, to.offset, bytes)
  storeMemory(
    s,
    to.base,
    to,
    parts,
    parts.map(part => filled(s, part.type, byte)),
  )
}

function filled(s: Importer, type: Type, byte: number): Leaf {
  if (byte === 0) return zero(s, type)
  const bits = bitWidth(type)
  if (bits === 0) return s.unsupported('filling memory of this type')
  const whole =
    bits === 64
      ? s.module.constants.int64(BigInt(byte) * 0x0101010101010101n)
      : s.constant(intOf(bits / 8), byte * 0x01010101)
  return fromBits(s, whole, type)
}

export const RULES: ReadonlyMap<string, Rule> = table({
  add: binary(Op.Add, false),
  sub: binary(Op.Sub, false),
  mul: binary(Op.Mul, false),
  udiv: binary(Op.UDiv, false),
  sdiv: binary(Op.SDiv, false),
  urem: binary(Op.URem, false),
  srem: binary(Op.SRem, false),
  shl: binary(Op.Shl, false),
  lshr: binary(Op.LShr, false),
  ashr: binary(Op.AShr, false),
  and: binary(Op.And, false),
  or: binary(Op.Or, false),
  xor: binary(Op.Xor, false),
  fadd: binary(Op.FAdd, true),
  fsub: binary(Op.FSub, true),
  fmul: binary(Op.FMul, true),
  fdiv: binary(Op.FDiv, true),
  frem: binary(Op.FRem, true),
  fneg: negate,
  icmp: compare(Op.ICmp, table(ICMP)),
  fcmp: compare(Op.FCmp, table(FCMP)),
  trunc: convert(Op.Trunc, isInt, isInt, narrower),
  zext: convert(Op.ZExt, isInt, isInt, wider),
  sext: convert(Op.SExt, isInt, isInt, wider),
  fptrunc: convert(Op.FPTrunc, isFloat, isFloat, narrower),
  fpext: convert(Op.FPExt, isFloat, isFloat, wider),
  fptosi: convert(Op.FPToSI, isFloat, isInt, any),
  fptoui: convert(Op.FPToUI, isFloat, isInt, any),
  sitofp: convert(Op.SIToFP, isInt, isFloat, any),
  uitofp: convert(Op.UIToFP, isInt, isFloat, any),
  bitcast,
  addrspacecast: same,
  freeze: same,
  select,
  extractelement: extractElement,
  insertelement: insertElement,
  shufflevector: shuffle,
  extractvalue: extractValue,
  insertvalue: insertValue,
  alloca,
  getelementptr: gep,
  load,
  store,
  atomicrmw: atomic,
  cmpxchg: compareExchange,
  fence: () => [],
})

/** Results of these come from nonuniformindex when an operand does. */
export const CARRIES_NON_UNIFORM =
  /^(add|sub|mul|u?s?div|u?s?rem|shl|lshr|ashr|and|or|xor|trunc|zext|sext|select|phi|freeze|extractelement|insertelement|shufflevector|bitcast)$/
