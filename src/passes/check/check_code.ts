// What DXIL forbids finished code to be: operations and overloads that the shader model does not have, undefined values that are read or stored
// to memory, loops without an end. Runs after dead code is gone, so unused code is never complained about.
// Invariant: problems come in the order in which DXC's validator meets them: code as it stands, then the calls of each dx.op function, last first.

import type { Block, Func, Value } from '../../ir/function.ts'
import { handleResource } from '../../ir/handles.ts'
import type { Module } from '../../ir/module.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { F16, F32, F64, HANDLE, I1, I8, I16, I32, I64, isNodeHandle, type Type } from '../../ir/types.ts'
import { DxilOp, type DxilOpRow, dxilOpRow } from '../../spec/dxil_ops.ts'
import { OFFLINE_MINOR, type Stage, stageOfName } from '../../spec/stages.ts'
import { unsignedOf } from '../analyse/value_bounds.ts'
import { hasVisibleGroup } from './check_group_memory.ts'
import { evaluatesNoInput, type InputProblem, inputProblem } from './check_inputs.ts'
import { type ResourceProblem, resourceProblem, storedOperands } from './check_resource_operands.ts'

export type CodeProblem =
  /** `what` needs a newer shader model, e.g. since '6.5'. */
  | { readonly kind: 'since'; readonly pos: number; readonly what: string; readonly since: string }
  | {
      readonly kind:
        | 'undefined-read'
        | 'undefined-store'
        | 'out-of-bounds'
        | 'endless-loop'
        | 'position-evaluated'
        | 'no-input'
        /** A number of 8 bits that is computed. */
        | 'byte'
      readonly pos: number
    }
  /** `what` has no form for values of `type`. */
  | { readonly kind: 'overload'; readonly pos: number; readonly what: string; readonly type: string }
  | { readonly kind: 'interpolated' | 'not-interpolated'; readonly pos: number; readonly name: string }
  /** `what` computes derivatives in thread groups that are not made of quads. */
  | {
      readonly kind: 'group-shape'
      readonly pos: number
      readonly what: string
      readonly numThreads: readonly [number, number, number]
    }
  /** Derivatives in a node whose threads are launched alone. */
  | { readonly kind: 'launch'; readonly pos: number }
  | InputProblem
  | { readonly kind: 'root-offset'; readonly pos: number; readonly offset: number }
  | { readonly kind: InfiniteKind | 'precise-narrow'; readonly pos: number }
  /** `what` works on 16-bit numbers, which need -enable-16bit-types. */
  | { readonly kind: 'needs-16-bit'; readonly pos: number; readonly what: string }
  /** `what` is an operation of other stages than `stage`, a profile's prefix or a name. */
  | { readonly kind: 'stage'; readonly pos: number; readonly what: string; readonly stage: string }
  /** A barrier for threads of a group where there are no groups, or each has one thread. */
  | { readonly kind: 'no-group' | 'lone-thread'; readonly pos: number }
  | { readonly kind: 'nested-array' | 'past-cbuffer' | 'past-range' | 'no-control-points'; readonly pos: number }
  | ResourceProblem

type InfiniteKind = 'infinite-log' | 'infinite-arcsine' | 'infinite-arccosine' | 'infinite-derivative'

/** Operations that take no constant infinity. */
const NO_INFINITY: ReadonlyMap<number, InfiniteKind> = new Map([
  [DxilOp.Log, 'infinite-log'],
  [DxilOp.Asin, 'infinite-arcsine'],
  [DxilOp.Acos, 'infinite-arccosine'],
  [DxilOp.DerivCoarseX, 'infinite-derivative'],
  [DxilOp.DerivCoarseY, 'infinite-derivative'],
  [DxilOp.DerivFineX, 'infinite-derivative'],
  [DxilOp.DerivFineY, 'infinite-derivative'],
])

const ATOMICS: ReadonlySet<number> = new Set([DxilOp.AtomicBinOp, DxilOp.AtomicCompareExchange])
const ATOMIC64 = '64-bit atomic'
const ATOMIC64_SINCE = '6.6'
/** Outside of pixel shaders. */
const DERIVATIVES_SINCE = '6.6'

/** Every problem of the module's functions. */
export function checkCode(module: Module): CodeProblem[] {
  const problems: CodeProblem[] = []
  for (const f of module.definitions) {
    const calls = new Map<string, CodeProblem[]>()
    const stage = stageOf(module, f)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v)) {
        if (f.op(v) === Op.Dx) {
          if (isPreciseNarrow(module, f, v)) problems.push({ kind: 'precise-narrow', pos: f.pos(v) })
          checkCall(module, f, v, stage, calls)
        } else checkInstruction(module, f, v, problems)
      }
    checkLoops(f, problems)
    for (const list of calls.values()) problems.push(...list)
  }
  return problems
}

/** A precise operation on numbers of minimum precision. Arithmetic of LLVM instructions, `a + b`, has no mark that the validator sees. */
const isPreciseNarrow = (m: Module, f: Func, v: Value): boolean =>
  !m.options.native16Bit &&
  (f.flags(v) & Flag.PRECISE) !== 0 &&
  f.operands(v).some(o => m.typeOf(f, o) === F16 || m.typeOf(f, o) === I16)

function checkInstruction(m: Module, f: Func, v: Value, problems: CodeProblem[]): void {
  const op = f.op(v)
  if (op === Op.Handle && isPastRange(m, f, v)) problems.push({ kind: 'past-range', pos: f.pos(f.users(v)[0] ?? v) })
  if (f.type(v) === I8) problems.push({ kind: 'byte', pos: f.pos(v) })
  if (op === Op.Phi || f.type(v) === HANDLE) return
  // Storing or passing an undefined value is no reading, and vectors begin as one.
  const from = op === Op.Store || op === Op.Call ? f.operandCount(v) : op === Op.InsertElement ? 1 : 0
  for (let i = from, n = f.operandCount(v); i < n; i++)
    if (m.constants.isUndef(f.operandAt(v, i))) {
      if (!isLane(m, f, v)) problems.push({ kind: 'undefined-read', pos: f.pos(v) })
      break
    }
  if ((op === Op.Gep || op === Op.AccessChain) && isOutside(m, f, v))
    problems.push({ kind: 'out-of-bounds', pos: f.pos(v) })
  if (op === Op.Alloca && !m.options.native16Bit && isNestedNarrow(m, f.type(v)))
    problems.push({ kind: 'nested-array', pos: f.pos(v) })
  if ((op === Op.AtomicRmw || op === Op.CmpXchg) && !m.atLeast(6) && m.typeOf(f, f.operandAt(v, 1)) === I64)
    problems.push({ kind: 'since', what: ATOMIC64, since: ATOMIC64_SINCE, pos: f.pos(v) })
}

/** Lanes of one operation have values that lie so close together at most. */
const MAX_LANE_DISTANCE = 64

/**
 * Whether other lanes of the same vector operation are defined: `v + 1` of a float4 of which only v.x was assigned reads no vector that is
 * undefined. Of a lane that is known in part, simplification may have made another operation. Rounds of an unrolled `sum += a[i]` stand at one place,
 * too, but each is an operand of the next.
 */
function isLane(m: Module, f: Func, v: Value): boolean {
  if (!m.hasVectors() || m.lanes.get(f.pos(v)) === 1 || f.op(v) < Op.Add || f.op(v) > Op.BitCast) return false
  const isOther = (u: Value): boolean => u > 0 && f.pos(u) === f.pos(v)
  const b = f.blockOf(v)
  for (let u = f.first(b); u !== 0; u = f.next(u)) {
    if (u === v || Math.abs(u - v) > MAX_LANE_DISTANCE || !isOther(u) || f.type(u) !== f.type(v)) continue
    if (!f.operands(u).some(o => m.constants.isUndef(o) || isOther(o))) return true
  }
  return false
}

/** Arrays of arrays are arrays of one dimension under a cast, which numbers of minimum precision may not have. */
function isNestedNarrow({ types }: Module, pointer: Type): boolean {
  const shape = types.shape(pointer)
  let type = shape.kind === 'pointer' ? shape.pointee : pointer
  let depth = 0
  for (let at = types.shape(type); at.kind === 'array'; at = types.shape(type), depth++) type = at.element
  return depth > 1 && (type === F16 || type === I16)
}

/** A known register of an array of resources without elements: its last register is the one before its first, modulo 2^32. From shader model 6.6
    on nobody looks. */
function isPastRange(m: Module, f: Func, v: Value): boolean {
  const resource = m.resources[f.aux(v)]
  if (resource?.rangeSize !== 0 || m.atLeast(6) || m.target.stage === 'lib') return false
  return resource.binding?.lower !== 0 && unsignedOf(m, f.operandAt(v, 0)) !== undefined
}

/** A known index behind the end of a local array. Elements of globals are constants, at which the validator does not look. */
function isOutside(m: Module, f: Func, v: Value): boolean {
  if (f.operandAt(v, 0) < 0) return false
  const pointer = m.types.shape(m.typeOf(f, f.operandAt(v, 0)))
  let at = pointer.kind === 'pointer' ? m.types.shape(pointer.pointee) : undefined
  for (let i = 1, n = f.operandCount(v); i < n && at; i++) {
    const index = unsignedOf(m, f.operandAt(v, i))
    if (at.kind === 'array' && index !== undefined && index >= at.count) return true
    const part = at.kind === 'struct' ? at.elements[index ?? 0] : at.kind === 'array' ? at.element : undefined
    at = part === undefined ? undefined : m.types.shape(part)
  }
  return false
}

function checkCall(m: Module, f: Func, v: Value, stage: Stage | undefined, calls: Map<string, CodeProblem[]>): void {
  const problem = callProblem(m, f, v, stage)
  if (!problem) return
  const key = `${dxilOpRow(f.aux(v))![2]} ${f.type(v)}`
  const list = calls.get(key)
  if (list) list.push(problem)
  else calls.set(key, [problem])
}

function callProblem(m: Module, f: Func, v: Value, stage: Stage | undefined): CodeProblem | undefined {
  const opcode = f.aux(v)
  const row = dxilOpRow(opcode)
  if (!row) return undefined
  const [, name, , signature, overloads, , since, , , traits] = row
  const pos = f.pos(v)
  // DXC knows that before it looks at the shader model or the stage.
  if (evaluatesNoInput(m, f, v)) return { kind: 'no-input', pos }
  if (since !== '6.0' && !isAtLeast(m, since)) return { kind: 'since', what: name, since, pos }
  if (isForeign(m, row, stage)) return { kind: 'stage', what: name, stage: stage?.prefix ?? stage?.name ?? 'lib', pos }
  const barrier = opcode === DxilOp.Barrier ? barrierProblem(m, f, v, stage) : undefined
  if (barrier) return { kind: barrier, pos }
  const gradient = traits.includes('gradient') ? gradientProblem(m, f, v, stage) : undefined
  if (gradient) return gradient
  if (opcode === DxilOp.CalculateLOD && !m.atLeast(8) && isComparison(m, f, f.operandAt(v, 1)))
    return { kind: 'since', what: `${name} with a SamplerComparisonState`, since: '6.8', pos }
  if (opcode === DxilOp.Dot2AddHalf && !m.options.native16Bit) return { kind: 'needs-16-bit', what: name, pos }
  // The validator does not know whose patch constant function is whose in a library.
  if (opcode === DxilOp.LoadOutputControlPoint && m.target.stage === 'lib') return { kind: 'no-control-points', pos }
  const offset = opcode === DxilOp.HitObject_LoadLocalRootTableConstant ? unsignedOf(m, f.operandAt(v, 1)) : undefined
  if (offset !== undefined && offset % 4 !== 0) return { kind: 'root-offset', pos, offset }
  if (readsNoRecord(m, f, v)) return { kind: 'undefined-read', pos }
  const infinite = NO_INFINITY.get(opcode)
  if (infinite && isInfinite(m, f.operandAt(v, 0))) return { kind: infinite, pos }
  if (ATOMICS.has(opcode) && f.type(v) === I64 && !m.atLeast(6))
    return { kind: 'since', what: ATOMIC64, since: ATOMIC64_SINCE, pos }
  const overload = signature.startsWith('$o(')
    ? f.type(v)
    : signature.startsWith('$o_')
      ? m.typeOf(f, f.operandAt(v, 0))
      : undefined
  if (overload !== undefined && !hasOverload(overloads, overload))
    return { kind: 'overload', what: name, type: TYPE_NAMES.get(overload) ?? 'other', pos }
  const wide = signature.startsWith('$r(') ? wideComponent(m, f.type(v)) : undefined
  if (wide !== undefined && !overloads.includes(LETTERS.get(wide)!))
    return { kind: 'overload', what: name, type: TYPE_NAMES.get(wide)!, pos }
  if (opcode === DxilOp.CBufferLoadLegacy && isPastEnd(m, f, v)) return { kind: 'past-cbuffer', pos }
  if (storesUndefined(m, f, v)) return { kind: 'undefined-store', pos }
  return resourceProblem(m, f, v) ?? inputProblem(m, f, v)
}

function gradientProblem(m: Module, f: Func, v: Value, stage: Stage | undefined): CodeProblem | undefined {
  const pos = f.pos(v)
  const name = dxilOpRow(f.aux(v))![1]
  if (stage !== undefined && stage.name !== 'pixel' && !m.atLeast(6))
    return { kind: 'since', what: `${name} in a ${stage.prefix} shader`, since: DERIVATIVES_SINCE, pos }
  if (m.entryOf(f)?.node?.launch === 'thread') return { kind: 'launch', pos }
  if (stage?.group && !hasQuads(m, f))
    return { kind: 'group-shape', what: name, pos, numThreads: m.entryOf(f)!.numThreads }
  return undefined
}

/** An operation on records or outputs of a node that are undefined: completed, or never given. */
function readsNoRecord(m: Module, f: Func, v: Value): boolean {
  for (let i = 0, n = f.operandCount(v); i < n; i++) {
    const o = f.operandAt(v, i)
    if (m.constants.isUndef(o) && isNodeHandle(m.typeOf(f, o))) return true
  }
  return false
}

/** The component type of a result of several components, where it has 64 bits. */
function wideComponent(m: Module, type: Type): Type | undefined {
  const shape = m.types.shape(type)
  const first = shape.kind === 'struct' ? shape.elements[0] : undefined
  return first === F64 || first === I64 ? first : undefined
}

const isComparison = (m: Module, f: Func, sampler: Value): boolean =>
  handleResource(m, f, sampler)?.typeName === 'SamplerComparisonState'

function isInfinite(m: Module, v: Value): boolean {
  const constant = v < 0 ? m.constants.get(v) : undefined
  return constant?.kind === 'float' && Math.abs(Number(constant.value)) === Infinity
}

/** Whether four threads of a group are always a quad: rows of a multiple of 4, or blocks of 2 by 2. Functions of libraries do not say. */
function hasQuads(m: Module, f: Func): boolean {
  const [x, y, z] = m.entryOf(f)?.numThreads ?? [4, 1, 1]
  return (x % 4 === 0 && y === 1 && z === 1) || (x % 2 === 0 && y % 2 === 0)
}

/** The stage of the code; undefined for functions that libraries export, whose callers decide. */
function stageOf(m: Module, f: Func): Stage | undefined {
  const name = m.entryOf(f)?.stage
  return name === undefined ? undefined : stageOfName(name)
}

/** The mode of a barrier that only orders writes to UAVs, which any thread may ask for. */
const UAV_ONLY = 2

function barrierProblem(
  m: Module,
  f: Func,
  v: Value,
  stage: Stage | undefined,
): 'no-group' | 'lone-thread' | undefined {
  const entry = m.entryOf(f)
  if (!entry || hasVisibleGroup(entry) || unsignedOf(m, f.operandAt(v, 0)) === UAV_ONLY) return undefined
  return stage?.group ? 'lone-thread' : 'no-group'
}

/** Functions that a library exports may only do what libraries may; those for linking alone do anything. */
function isForeign({ target }: Module, [, , , , , , , stages]: DxilOpRow, stage: Stage | undefined): boolean {
  if (stages === 'all' || (stage === undefined && target.minor === OFFLINE_MINOR)) return false
  return !` ${stages} `.includes(` ${stage?.name ?? 'library'} `)
}

/** A row that begins behind the buffer; the validator compares signed bytes, so rows in front of it pass. */
function isPastEnd(m: Module, f: Func, v: Value): boolean {
  const row = f.operandAt(v, 1)
  const constant = row < 0 ? m.constants.get(row) : undefined
  const size = handleResource(m, f, f.operandAt(v, 0))?.size
  // Registers written for variables can make sizes wrap round 2^32, which is what the container says then.
  return constant?.kind === 'int' && size !== undefined && Number(constant.value) << 4 >= size >>> 0
}

const LETTERS: ReadonlyMap<Type, string> = new Map([
  [F16, 'h'],
  [F32, 'f'],
  [F64, 'd'],
  [I1, '1'],
  [I8, '8'],
  [I16, 'w'],
  [I32, 'i'],
  [I64, 'l'],
])
const TYPE_NAMES: ReadonlyMap<Type, string> = new Map([
  [I1, 'bool'],
  [I8, '8-bit integer'],
  [F16, '16-bit float'],
  [F32, 'float'],
  [F64, 'double'],
  [I16, '16-bit integer'],
  [I32, '32-bit integer'],
  [I64, '64-bit integer'],
])

/** Objects and vectors are not looked at: they come from nowhere but from operations that have them. */
function hasOverload(overloads: string, type: Type): boolean {
  const letter = LETTERS.get(type)
  if (letter === undefined) return true
  const at = overloads.indexOf(letter)
  if (at < 0) return false
  // Behind '<' are those of vectors.
  const vectors = overloads.indexOf('<')
  return vectors < 0 || at < vectors
}

function storesUndefined(m: Module, f: Func, v: Value): boolean {
  // Of a vector some lane must be defined: [handle, address, offset, lanes..., alignment].
  if (f.aux(v) === DxilOp.RawBufferVectorStore)
    return f
      .operands(v)
      .slice(3, -1)
      .every(o => m.constants.isUndef(o))
  const store = storedOperands(f.aux(v))
  if (!store) return false
  const [first, mask] = store
  const set = f.operandAt(v, mask)
  const constant = set < 0 ? m.constants.get(set) : undefined
  const bits = constant?.kind === 'int' ? Number(constant.value) : 0
  for (let i = 0; i < 4; i++) if ((bits >> i) & 1 && m.constants.isUndef(f.operandAt(v, first + i))) return true
  return false
}

/** Blocks from which no way leads out of the function. */
function checkLoops(f: Func, problems: CodeProblem[]): void {
  const leaves = new Uint8Array(f.blockLimit)
  const work: Block[] = f.blocks.filter(b => f.successors(b).length === 0)
  for (const b of work) leaves[b] = 1
  for (let b = work.pop(); b !== undefined; b = work.pop())
    for (const p of f.predecessors(b))
      if (leaves[p] === 0) {
        leaves[p] = 1
        work.push(p)
      }
  const endless = f.blocks.find(b => leaves[b] === 0)
  if (endless !== undefined) problems.push({ kind: 'endless-loop', pos: f.pos(f.terminator(endless)) })
}

function isAtLeast(module: Module, version: string): boolean {
  const dot = version.indexOf('.')
  return module.target.major > Number(version.slice(0, dot)) || module.atLeast(Number(version.slice(dot + 1)))
}
