// What operations on resources ask of their operands: the class and kind of the resource, how many coordinates and texel offsets are defined, the
// mask of what is stored. HLSL can leave coordinates undefined; all else is wrong only in text that others wrote.
// The rules are those of DXC's validator, which looks at each handle that is known where it is made.

import type { Func, Value } from '../../ir/function.ts'
import { handleResource } from '../../ir/handles.ts'
import type { Module, Resource } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { RESOURCE_KINDS, type ResourceKindRow } from '../../spec/resource_kinds.ts'
import { offsetOperands, offsetProblemOf } from '../analyse/sample_offsets.ts'

export type ResourceProblem =
  | {
      readonly kind: 'no-coordinate' | 'no-offset' | 'no-sample-index' | 'offset-range' | 'not-filterable'
      readonly pos: number
    }
  /** What nobody can write in HLSL. */
  | { readonly kind: 'resource-operand'; readonly pos: number; readonly what: string }

type Plain = Exclude<ResourceProblem['kind'], 'resource-operand'>
/** A kind of its own, or the words of the others. */
type Found = Plain | `!${string}` | undefined

/** What an operation does with its resource, and where its operands are. */
interface Access {
  readonly does: 'sample' | 'gather' | 'lod' | 'load' | 'store' | 'atomic' | 'size'
  readonly on: 'texture' | 'buffer' | 'raw' | 'any'
  /** Of the first coordinate; of buffers the second, the offset in an element. */
  readonly coords: number
  /** Of the first stored value and of the mask. */
  readonly stored?: readonly [first: number, mask: number]
  readonly isComparison?: boolean
}

const SAMPLE: Access = { does: 'sample', on: 'texture', coords: 2 }
const COMPARE: Access = { ...SAMPLE, isComparison: true }
const GATHER: Access = { does: 'gather', on: 'texture', coords: 2 }
/** Of a gather, which takes offsets that are computed (sample_offsets.ts knows all others). */
const GATHER_OFFSET = 6

const ACCESSES: ReadonlyMap<number, Access> = new Map<number, Access>([
  [DxilOp.Sample, SAMPLE],
  [DxilOp.SampleBias, SAMPLE],
  [DxilOp.SampleLevel, SAMPLE],
  [DxilOp.SampleGrad, SAMPLE],
  [DxilOp.SampleCmp, COMPARE],
  [DxilOp.SampleCmpLevelZero, COMPARE],
  [DxilOp.SampleCmpLevel, COMPARE],
  [DxilOp.SampleCmpBias, COMPARE],
  [DxilOp.SampleCmpGrad, COMPARE],
  [DxilOp.TextureGather, GATHER],
  [DxilOp.TextureGatherCmp, GATHER],
  [DxilOp.CalculateLOD, { does: 'lod', on: 'texture', coords: 2 }],
  [DxilOp.TextureLoad, { does: 'load', on: 'texture', coords: 2 }],
  [DxilOp.TextureStore, { does: 'store', on: 'texture', coords: 1, stored: [4, 8] }],
  [DxilOp.TextureStoreSample, { does: 'store', on: 'texture', coords: 1, stored: [4, 8] }],
  [DxilOp.BufferLoad, { does: 'load', on: 'buffer', coords: 2 }],
  [DxilOp.BufferStore, { does: 'store', on: 'buffer', coords: 2, stored: [3, 7] }],
  [DxilOp.RawBufferLoad, { does: 'load', on: 'raw', coords: 2 }],
  [DxilOp.RawBufferStore, { does: 'store', on: 'raw', coords: 2, stored: [3, 7] }],
  [DxilOp.RawBufferVectorLoad, { does: 'load', on: 'raw', coords: 2 }],
  [DxilOp.RawBufferVectorStore, { does: 'store', on: 'raw', coords: 2 }],
  [DxilOp.AtomicBinOp, { does: 'atomic', on: 'any', coords: 2 }],
  [DxilOp.AtomicCompareExchange, { does: 'atomic', on: 'any', coords: 1 }],
  [DxilOp.GetDimensions, { does: 'size', on: 'any', coords: 1 }],
])

/** Operands that hold the first of four stored values, and the mask of those that count. */
export const storedOperands = (opcode: number): Access['stored'] => ACCESSES.get(opcode)?.stored

export function resourceProblem(m: Module, f: Func, v: Value): ResourceProblem | undefined {
  const access = ACCESSES.get(f.aux(v))
  const resource = access && handleResource(m, f, f.operandAt(v, 0))
  if (!resource) return undefined
  const found = problemOf({ m, f, v, access, resource, row: RESOURCE_KINDS[resource.kind] })
  const pos = f.pos(v)
  if (found === undefined) return undefined
  return isWords(found) ? { kind: 'resource-operand', pos, what: found.slice(1) } : { kind: found, pos }
}

const isWords = (found: Plain | `!${string}`): found is `!${string}` => found.startsWith('!')

/** An operation and the resource it works on. */
interface Call {
  readonly m: Module
  readonly f: Func
  readonly v: Value
  readonly access: Access
  readonly resource: Resource
  readonly row: ResourceKindRow
}

function isUndef({ m, f, v }: Call, operand: number): boolean {
  const o = f.operandAt(v, operand)
  return o < 0 && m.constants.isUndef(o)
}

function problemOf(call: Call): Found {
  const { does, on } = call.access
  const { class: resourceClass } = call.resource
  if (does === 'size') return sizeProblem(call)
  if (does === 'atomic') return resourceClass === 'uav' ? undefined : '!Non-UAV destination to atomic intrinsic.'
  if (does === 'store' && resourceClass !== 'uav') return '!store should be on uav resource.'
  if (does === 'load' && resourceClass !== 'uav' && resourceClass !== 'srv')
    return '!load can only run on UAV/SRV resource.'
  if (on === 'texture') return textureProblem(call)
  return bufferProblem(call) ?? (does === 'store' ? storeProblem(call) : undefined)
}

const NO_SIZE = '!GetDimensions used undef dimension of the resource'
/** Of the results: behind x, y and z how many levels or samples there are. */
const LEVELS = 3

/** Whether a user takes a dimension that the texture has. The faces of a cube are no dimension. */
function hasSize({ f, row }: Call, user: Value): boolean {
  const size = row.offsets === 0 && !row.isArray ? 2 : Math.min(row.coords, LEVELS)
  return f.op(user) !== Op.Extract || f.aux(user) < size || f.aux(user) === LEVELS
}

function sizeProblem(call: Call): Found {
  const { family } = call.row
  if (family === 'texture') return call.f.users(call.v).some(u => !hasSize(call, u)) ? NO_SIZE : undefined
  if (family !== 'typed' && family !== 'raw' && family !== 'structured' && call.resource.kind !== 'TBuffer')
    return '!Invalid resource kind on GetDimensions.'
  return isUndef(call, call.access.coords) ? undefined : '!Use mip level on buffer when GetDimensions.'
}

function bufferProblem(call: Call): Found {
  const { on, coords } = call.access
  const { family } = call.row
  const isTyped = family === 'typed' || call.resource.kind === 'TBuffer'
  if (family === 'structured') return isUndef(call, coords) ? '!structured buffer require 2 coordinates.' : undefined
  if (family !== 'raw' && !(isTyped && on === 'buffer'))
    return '!buffer load/store only works on Raw/Typed/StructuredBuffer.'
  return isUndef(call, coords) ? undefined : '!raw/typed buffer only need 1 coordinate.'
}

/** The values that are stored are those of the mask, and typed resources take all four. */
function storeProblem(call: Call): Found {
  const { m, f, v, access, row } = call
  if (!access.stored) return undefined
  const [first, at] = access.stored
  const mask = m.constants.numberOf(f.operandAt(v, at)) ?? 15
  if ((row.family === 'typed' || row.family === 'texture') && mask !== 15)
    return '!store on typed uav must write to all four components of the UAV.'
  let given = 0
  for (let i = 0; i < 4; i++) if (!isUndef(call, first + i)) given |= 1 << i
  if (given === mask) return undefined
  return `!uav store write mask must match store value mask, write mask is ${mask} and store value mask is ${given}.`
}

function textureProblem(call: Call): Found {
  const { does, isComparison, coords } = call.access
  const { row, resource } = call
  const { kind, class: resourceClass } = resource
  if (row.family !== 'texture') return '!operations on textures only work on textures.'
  const isCube = row.offsets === 0
  if (does === 'store')
    return isCube ? '!texture store only works on Texture1D/1DArray/2D/2DArray/3D.' : storeProblem(call)
  if (does === 'load')
    return isCube ? '!texture load only works on Texture1D/1DArray/2D/2DArray/3D/MS2D/MS2DArray.' : loadProblem(call)
  if (resourceClass !== 'srv') return '!sample, lod and gather should be on srv resource.'
  if (row.isMultisampled || (isComparison && kind === 'Texture3D'))
    return '!sample only works on resources with filters.'
  if (does === 'sample' && !isFilterable(call)) return 'not-filterable'
  const count = does === 'lod' && row.isArray ? row.coords - 1 : row.coords
  const problem = coordinateProblem(call, coords, count, does === 'lod' ? 3 : 4)
  if (problem !== undefined || does === 'lod') return problem
  if (does === 'sample') return offsetProblem(call, ...offsetOperands(call.f, call.v))
  if (!/^Texture(2D|Cube)/.test(kind)) return '!gather requires resource declared as texture/2D/Cube/2DArray/CubeArray.'
  return offsetProblem(call, GATHER_OFFSET, GATHER_OFFSET + 2)
}

const FILTERABLE = /^([su]norm)?F(16|32)$/i

/** From shader model 6.7 on integers are sampled, and not compared. DXC's front end refuses most others, and leaves some to the validator. */
function isFilterable({ m, access, resource: { element } }: Call): boolean {
  if (m.atLeast(7) && !access.isComparison) return true
  return !element || (element.kind !== 'scalar' && element.kind !== 'vector') || FILTERABLE.test(element.component)
}

function coordinateProblem(call: Call, first: number, count: number, most: number): Found {
  for (let i = 0; i < most; i++) {
    const isNeeded = i < count
    if (isUndef(call, first + i) === isNeeded) return isNeeded ? 'no-coordinate' : '!out of bound coord must be undef.'
  }
  return undefined
}

function loadProblem(call: Call): Found {
  const { row, resource } = call
  const [first, end] = offsetOperands(call.f, call.v)
  if (resource.class === 'uav') {
    if ([0, 1, 2].some(i => !isUndef(call, first + i))) return "!uav load don't support offset."
    if (!row.isMultisampled && !isUndef(call, 1)) return "!uav load don't support mipLevel/sampleIndex."
  }
  if (row.isMultisampled && isUndef(call, 1)) return 'no-sample-index'
  return offsetProblem(call, first, end)
}

/** Whether the offsets from operand `first` up to `end` are those of the resource. Without the first nobody looks at those behind it. */
function offsetProblem(call: Call, first: number, end: number): Found {
  const { m, f, v, row } = call
  const isGiven = !isUndef(call, first)
  for (let operand = first + 1; operand < end; operand++) {
    const isNeeded = operand - first < row.offsets
    if (isNeeded ? isGiven && isUndef(call, operand) : !isUndef(call, operand))
      return isNeeded ? 'no-offset' : '!out of bound offset must be undef.'
  }
  return offsetProblemOf(m, f, v) === undefined ? undefined : 'offset-range'
}
