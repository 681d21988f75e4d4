// The rules of DXIL operations, for what others wrote: a call has the operands that its row in the table says, immediates are constants,
// elements of signatures are there, barriers order something. Types and dominance are verify.ts's.

import { DxilOp, dxilOpRow } from '../spec/dxil_ops.ts'
import { EVALUATIONS, signatureAccess, VALUE_COLUMN } from '../spec/signature_access.ts'
import { type Func, NO_VALUE, type Value } from './function.ts'
import { handleResource } from './handles.ts'
import type { Module } from './module.ts'
import { Op } from './ops.ts'
import { fixedResultType, resRetType } from './result_types.ts'
import type { SignatureElement } from './signature.ts'
import {
  bitWidth,
  F16,
  F32,
  F64,
  HANDLE,
  HIT_OBJECT,
  I1,
  I8,
  I16,
  I32,
  I64,
  NODE_HANDLE,
  RECORD_HANDLE,
  type Type,
  type Types,
  VOID,
} from './types.ts'

/** Types of parameters and results by their code; codes that are not here are not looked at. */
const TYPES: ReadonlyMap<string, Type> = new Map([
  ['v', VOID],
  ['i1', I1],
  ['i8', I8],
  ['u8', I8],
  ['i16', I16],
  ['i32', I32],
  ['u32', I32],
  ['i64', I64],
  ['h', F16],
  ['f', F32],
  ['d', F64],
  ['res', HANDLE],
  ['hit_object', HIT_OBJECT],
  ['nodehandle', NODE_HANDLE],
  ['noderecordhandle', RECORD_HANDLE],
])
/** Results of operations whose overload is that of an operand. */
const FIXED_RESULTS: ReadonlyMap<string, Type> = new Map([
  ['$o_i1', I1],
  ['$o_i32', I32],
])

interface Signature {
  readonly result: string
  readonly params: readonly { readonly code: string; readonly name: string; readonly immediate: boolean }[]
}

/** Structs of two constants, which are two operands here. */
const PAIRS: ReadonlySet<string> = new Set(['nodeproperty!', 'noderecordproperty!'])
const PAIR = [
  ['i32!', 'info'],
  ['i32!', 'size'],
]

const SIGNATURES: (Signature | undefined)[] = []

function signatureOf(opcode: number, text: string): Signature {
  const known = SIGNATURES[opcode]
  if (known) return known
  const open = text.indexOf('(')
  const inside = text.slice(open + 1, -1)
  const written = inside === '' ? [] : inside.split(', ').map(p => p.split(' '))
  const params = written.flatMap(p => (PAIRS.has(p[0]!) ? PAIR : [p]))
  const signature = {
    result: text.slice(0, open),
    params: params.map(([type = '', name = '']) => ({
      code: type.replace('!', ''),
      name,
      immediate: type.endsWith('!'),
    })),
  }
  SIGNATURES[opcode] = signature
  return signature
}

export interface DxComplaint {
  readonly value: Value
  readonly what: string
}

/** What is wrong with calls of DXIL operations. The function has passed verifyFunc. */
export function verifyOperations(m: Module, f: Func): DxComplaint[] {
  const found: DxComplaint[] = []
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      const what = f.op(v) === Op.Dx ? dxComplaint(m, f, v) : undefined
      if (what !== undefined) found.push({ value: v, what })
    }
  return found
}

function dxComplaint(m: Module, f: Func, v: Value): string | undefined {
  const typeOf = (o: Value): Type => m.typeOf(f, o)
  const opcode = f.aux(v)
  const row = dxilOpRow(opcode)
  if (!row || row[3] === '') return `there is no DXIL operation ${opcode}`
  const { result, params } = signatureOf(opcode, row[3])
  if (LANES.has(opcode) && (opcode !== DxilOp.WaveMatch || f.operandCount(v) > 1))
    return lanesComplaint(m, f, v, row[1], LANES.get(opcode)!)
  if (f.operandCount(v) !== params.length)
    return `operation ${row[1]} has ${params.length} operands behind its number, not ${f.operandCount(v)}`
  let overload = result === '$o' ? f.type(v) : undefined
  for (const [i, { code, name, immediate }] of params.entries()) {
    const type = typeOf(f.operandAt(v, i))
    const wanted = code === '$o' ? (overload ??= type) : TYPES.get(code)
    // Without native 16-bit types a `half` of the source is a float, and checks of the finished code say so in words of the source.
    const isLonger = wanted === F16 && type === F32 && !m.options.native16Bit
    if (wanted !== undefined && type !== wanted && !isLonger)
      return `operand ${i} of ${row[1]} is not ${m.types.text(wanted)}`
    if (code === 'pf32' && m.types.shape(type).kind !== 'pointer') return `operand ${i} of ${row[1]} is no pointer`
    const resource = code === 'res' ? handleResource(m, f, f.operandAt(v, i)) : undefined
    if (resource && (resource.class === 'sampler') !== (name === 'sampler'))
      return `'${resource.name}' cannot be operand ${i} of ${row[1]}`
    if (immediate && m.constants.numberOf(f.operandAt(v, i)) === undefined)
      return `operand ${i} of ${row[1]} is no constant`
    if (name === 'mask' && code === 'i8' && !MASKS.includes(m.constants.numberOf(f.operandAt(v, i))))
      return `${row[1]} is of x, xy, xyz or xyzw`
  }
  const given =
    TYPES.get(result) ??
    FIXED_RESULTS.get(result) ??
    fixedResultType(m.types, result) ??
    (result === '$r' && overload !== undefined ? resRetType(m.types, overload) : undefined)
  if (given !== undefined && f.type(v) !== given) return `the result of ${row[1]} is not ${m.types.text(given)}`
  return elementComplaint(m, f, v) ?? streamComplaint(m, f, v) ?? barrierComplaint(m, f, v) ?? payloadComplaint(m, f, v)
}

/** Of what buffers and textures load and store. */
const MASKS: readonly (number | undefined)[] = [1, 3, 7, 15]

/** Operations on vectors, whose lanes are operands of their own: which operand is the first lane, and how many others come behind the last. */
const LANES: ReadonlyMap<number, readonly [first: number, behind: number]> = new Map([
  [DxilOp.RawBufferVectorLoad, [3, 2]],
  [DxilOp.RawBufferVectorStore, [3, 1]],
  [DxilOp.FDot, [0, 0]],
  [DxilOp.WaveMatch, [0, 0]],
  [DxilOp.VectorReduceAnd, [0, 0]],
  [DxilOp.VectorReduceOr, [0, 0]],
])

function lanesComplaint(
  m: Module,
  f: Func,
  v: Value,
  name: string,
  [first, behind]: readonly [first: number, behind: number],
): string | undefined {
  const operands = f.operands(v)
  const lanes = operands.slice(first, operands.length - behind)
  const isLoad = f.aux(v) === DxilOp.RawBufferVectorLoad
  if (isLoad ? operands.length !== first + behind : lanes.length < 2) return `operation ${name} has too few operands`
  if (f.aux(v) === DxilOp.FDot && lanes.length % 2 !== 0) return `operation ${name} has two vectors of one length`
  if (first > 0 && m.typeOf(f, operands[0]!) !== HANDLE) return `operand 0 of ${name} is not handle`
  for (const o of operands.slice(operands.length - behind))
    if (behind > 0 && m.constants.numberOf(o) === undefined) return `the last operands of ${name} are constants`
  return lanes.some(o => m.typeOf(f, o) !== m.typeOf(f, lanes[0]!))
    ? `lanes of ${name} are of different types`
    : undefined
}

// ---- signatures ----

function elementComplaint(m: Module, f: Func, v: Value): string | undefined {
  const opcode = f.aux(v)
  const isEvaluation = EVALUATIONS.has(opcode) && m.constants.numberOf(f.operandAt(v, 2)) !== VALUE_COLUMN
  const which = isEvaluation ? 'input' : signatureAccess(opcode)?.list
  if (!which) return undefined
  const { patchConstant } = m.entryOf(f) ?? {}
  if (opcode === DxilOp.StorePatchConstant && patchConstant !== undefined && patchConstant !== f)
    return 'only the patch constant function stores patch constants'
  const list = m.entryOf(f)?.signatures?.[which] ?? []
  const id = m.constants.numberOf(f.operandAt(v, 0))
  const element = list.find((e: SignatureElement) => e.id === id)
  if (!element) return `the ${which} has no element ${id ?? 'of a variable number'}`
  const col = m.constants.numberOf(f.operandAt(v, 2))
  if (col === undefined || col < 0 || col >= element.cols)
    return `element ${element.name} has no component ${col ?? 'of a variable number'}`
  return undefined
}

const STREAM_OPERATIONS: ReadonlySet<number> = new Set([DxilOp.EmitStream, DxilOp.CutStream, DxilOp.EmitThenCutStream])

function streamComplaint(m: Module, f: Func, v: Value): string | undefined {
  if (!STREAM_OPERATIONS.has(f.aux(v))) return undefined
  const stream = m.constants.numberOf(f.operandAt(v, 0))
  const mask = m.entryOf(f)?.geometry?.streamMask ?? 0
  if (stream !== undefined && stream >= 0 && ((mask >> stream) & 1) === 1) return undefined
  return `the shader has no stream ${stream ?? 'of a variable number'}`
}

// ---- payloads ----

function payloadComplaint(m: Module, f: Func, v: Value): string | undefined {
  const { mesh, payloadBytes = 0 } = m.entryOf(f) ?? {}
  const isGiven = f.aux(v) === DxilOp.DispatchMesh
  if (!isGiven && f.aux(v) !== DxilOp.GetMeshPayload) return undefined
  const bytes = memoryOf(m.types, isGiven ? m.typeOf(f, f.operandAt(v, 3)) : f.type(v))[0]
  const declared = isGiven ? payloadBytes : (mesh?.payloadBytes ?? 0)
  return bytes > declared ? `the payload has ${bytes} bytes, and the entry point says ${declared}` : undefined
}

/** Bytes and alignment of a type, of a pointer those of what it points to. */
function memoryOf(types: Types, type: Type): readonly [bytes: number, alignment: number] {
  const shape = types.shape(type)
  switch (shape.kind) {
    case 'pointer':
      return memoryOf(types, shape.pointee)
    case 'array':
    case 'vector': {
      const [bytes, alignment] = memoryOf(types, shape.element)
      return [bytes * shape.count, alignment]
    }
    case 'struct': {
      let [end, most] = [0, 1]
      for (const element of shape.elements) {
        const [bytes, alignment] = memoryOf(types, element)
        end = Math.ceil(end / alignment) * alignment + bytes
        most = Math.max(most, alignment)
      }
      return [Math.ceil(end / most) * most, most]
    }
    default: {
      const bytes = Math.max(1, bitWidth(type) >> 3)
      return [bytes, bytes]
    }
  }
}

// ---- barriers ----

/** Bits of the mode: 1 all threads of the group wait, 2 UAVs of the device, 4 UAVs of the group, 8 groupshared memory. */
const MODES = 15
const FENCES = 14
const BOTH_UAV = 6

function barrierComplaint(m: Module, f: Func, v: Value): string | undefined {
  if (f.aux(v) !== DxilOp.Barrier) return undefined
  const mode = m.constants.numberOf(f.operandAt(v, 0))!
  if ((mode & MODES) !== mode || (mode & FENCES) === 0 || (mode & BOTH_UAV) === BOTH_UAV)
    return `there is no barrier of mode ${mode}`
  return undefined
}
