// llvm.dbg.value and llvm.dbg.declare of a library as debug rows. What cannot be said here is left out: nothing of it may change the code.

import { constantOf } from '../dxil/dx_call.ts'
import type { DebugRow, Piece } from '../ir/debug_rows.ts'
import type { Value } from '../ir/function.ts'
import { bitWidth } from '../ir/types.ts'
import type { Metadata } from '../llvm/model/metadata.ts'
import type { Type as LlvmType } from '../llvm/model/types.ts'
import { type Instruction, isConstant, type Value as LlvmValue, mdValueTarget } from '../llvm/model/values.ts'
import { type Frame, operandValue } from './frame.ts'
import type { Importer } from './importer.ts'
import { attachment } from './instructions.ts'
import { isParts, type Variable } from './memory.ts'
import { partType, scalarType } from './types.ts'

const OP_BIT_PIECE = 0x9d

/** A call of llvm.dbg.value or llvm.dbg.declare. */
export function describeVariable(s: Importer, frame: Frame, i: Instruction): void {
  const { debug } = s.link
  const [value, variable, expression] = [i.operands[0], i.operands.at(-3), i.operands.at(-2)].map(o =>
    o?.kind === 'metadata' ? o.metadata : undefined,
  )
  if (!debug || s.loc >= 0 || value?.kind !== 'value' || variable?.kind !== 'debug') return
  const number = debug.variable(variable)
  if (number === undefined) return
  const [op, first = 0, size = 0] = expression?.kind === 'debug' ? expression.fields.map(Number) : []
  const [offset, bits] = op === OP_BIT_PIECE ? [first, size] : [0, debug.bitsOf(number)]
  const target = mdValueTarget(value)
  const row = { variable: number, loc: s.loc, piece: { offset, bits, dims: [] } }
  if (!isConstant(target) && !frame.values.has(target)) {
    // Passes of DXC move instructions behind what is said of them.
    const tell = (): void => describeValue(s, frame, target, row)
    frame.awaited.set(target, [...(frame.awaited.get(target) ?? []), tell])
    return
  }
  // DXC's libraries say the value of a variable whose address goes to a call.
  if (target.type.kind === 'pointer') describeMemory(s, frame, i, target, row)
  else describeValue(s, frame, target, row)
}

type Told = Pick<DebugRow, 'variable' | 'loc' | 'piece'>

function describeValue(s: Importer, frame: Frame, value: LlvmValue, row: Told): void {
  const scalars = value.type.kind === 'vector' ? value.type.element : value.type
  if (scalars.kind === 'pointer' || scalarType(scalars) === undefined) return
  const known = operandValue(s, frame, value)
  const parts = isParts(known) ? known : []
  const bits = row.piece.bits / parts.length
  for (const [n, v] of parts.entries()) {
    const piece: Piece = { offset: row.piece.offset + n * bits, bits, dims: [] }
    if (bitWidth(s.typeOf(v)) > 0) s.describe({ ...row, piece, isMemory: false, value: v })
  }
}

function describeMemory(s: Importer, frame: Frame, i: Instruction, target: LlvmValue, row: Told): void {
  const pointer = operandValue(s, frame, target)
  if (isParts(pointer) || pointer.kind !== 'pointer' || pointer.path.length > 0 || pointer.view) return
  const { base } = pointer
  if (base.kind === 'address') s.describe({ ...row, isMemory: true, value: base.pointer })
  if (base.kind !== 'variable' || base.space !== 0) return
  const layout = attachment(frame.library.module, i, 'dx.dbg.varlayout')
  const numbers = layout?.kind === 'node' ? layout.operands.map(numberOf) : []
  const [start, ...rest] = numbers
  if (start === undefined) {
    leaves(s, base.type, '', [], row.piece.offset, (key, piece) => show(s, base, key, { ...row, piece }))
    return
  }
  const dims = rest.flatMap((stride, n): (readonly [number, number])[] =>
    n % 2 === 0 ? [[rest[n + 1] ?? 1, stride]] : [],
  )
  const bits = leafBits(s, base.type)
  show(s, base, '', { ...row, piece: { offset: start, bits, dims } })
}

const numberOf = (md: Metadata | null): number => (md?.kind === 'value' ? (constantOf(mdValueTarget(md)) ?? 0) : 0)

/** Tells of a part of the memory: at once when it is there, or as soon as code needs it. */
function show(s: Importer, base: Variable, key: string, row: Told): void {
  const cell = base.cells.get(key)
  if (cell) s.describe({ ...row, isMemory: true, value: cell.pointer })
  else base.shown.push({ key, show: (pointer: Value) => s.describe({ ...row, isMemory: true, value: pointer }) })
}

/** Bits that a number has in a variable as the source declares it. */
function widthOf(s: Importer, type: LlvmType): number {
  const scalar = scalarType(type)
  const bits = scalar === undefined ? 0 : bitWidth(scalar)
  return bits === 64 ? 64 : bits === 16 && s.module.options.native16Bit ? 16 : bits === 0 ? 0 : 32
}

function leafBits(s: Importer, type: LlvmType): number {
  let at = type
  while (scalarType(at) === undefined && (at.kind === 'array' || at.kind === 'vector')) at = at.element
  return widthOf(s, at)
}

/** Every cell of a type with the piece that it is; fields follow each other without holes. @returns the bits of the type */
function leaves(
  s: Importer,
  type: LlvmType,
  key: string,
  dims: Piece['dims'],
  offset: number,
  found: (key: string, piece: Piece) => void,
): number {
  if (scalarType(type) !== undefined) {
    const bits = widthOf(s, type)
    if (bits > 0) found(key, { offset, bits, dims })
    return bits
  }
  if (type.kind === 'array' || type.kind === 'vector') {
    const size = sizeOf(s, type.element)
    leaves(s, type.element, key, [...dims, [type.count, size]], offset, found)
    return size * type.count
  }
  if (type.kind !== 'struct') return 0
  let at = offset
  for (let n = 0; n < type.contained.length; n++) at += leaves(s, partType(type, n), `${key}.${n}`, dims, at, found)
  return at - offset
}

function sizeOf(s: Importer, type: LlvmType): number {
  if (scalarType(type) !== undefined) return widthOf(s, type)
  if (type.kind === 'array' || type.kind === 'vector') return type.count * sizeOf(s, type.element)
  return type.kind === 'struct' ? type.contained.reduce((sum, t) => sum + sizeOf(s, t), 0) : 0
}
