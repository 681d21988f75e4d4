// Writes a constants block: the module's (with its own abbreviations) or a function's (without).

import { InternalError } from '../../base/brand.ts'
import { AbbrevId, array, bytesWidth, char6, fixed, literal } from '../../bitcode/abbrev.ts'
import type { BlockWriter, Operands } from '../../bitcode/block_writer.ts'
import { BlockId, ConstantCode } from '../../spec/llvm_codes.ts'
import type { Constant, ConstantData, ConstantExpr, ConstantInt, Value } from '../model/values.ts'
import type { Numbering } from './enumerate.ts'
import { ConstantAbbrev, widthFor } from './write_types.ts'

/** Abbreviations of the module-level block; at function level all of them are "unabbreviated". */
interface LocalAbbrevs {
  readonly aggregate: number
  readonly string8: number
  readonly cstring7: number
  readonly cstring6: number
}

const { Unabbreviated } = AbbrevId
const NONE: LocalAbbrevs = {
  aggregate: Unabbreviated,
  string8: Unabbreviated,
  cstring7: Unabbreviated,
  cstring6: Unabbreviated,
}

/** Writes `constants` in order; nothing if there are none. */
export function writeConstants(out: BlockWriter, n: Numbering, constants: readonly Value[], isModule: boolean): void {
  if (constants.length === 0) return
  out.enter(BlockId.Constants, 4)
  const abbrevs = isModule ? defineAbbrevs(out, n.values.length) : NONE
  let type = -1
  for (const value of constants) {
    const c = value as Constant
    const id = n.typeId(c.type)
    if (id !== type) {
      out.packed(ConstantAbbrev.SetType, ConstantCode.SetType, [id])
      type = id
    }
    writeConstant(out, n, c, abbrevs)
  }
  out.leave()
}

function defineAbbrevs(out: BlockWriter, valueCount: number): LocalAbbrevs {
  return {
    aggregate: out.define([literal(ConstantCode.Aggregate), array, fixed(widthFor(valueCount))]),
    string8: out.define([literal(ConstantCode.String), array, fixed(8)]),
    cstring7: out.define([literal(ConstantCode.CString), array, fixed(7)]),
    cstring6: out.define([literal(ConstantCode.CString), array, char6]),
  }
}

const EMPTY: Operands = []

function writeConstant(out: BlockWriter, n: Numbering, c: Constant, abbrevs: LocalAbbrevs): void {
  switch (c.kind) {
    case 'int':
      writeInt(out, c)
      return
    case 'fp':
      if (c.bits === 0 || c.bits === 0n) {
        out.record(ConstantCode.Null, EMPTY)
        return
      }
      {
        out.record(ConstantCode.Float, [c.bits])
        return
      }
    case 'null':
      out.record(ConstantCode.Null, EMPTY)
      return
    case 'undef':
      out.record(ConstantCode.Undef, EMPTY)
      return
    case 'data':
      writeData(out, c, abbrevs)
      return
    case 'aggregate':
      out.packed(
        abbrevs.aggregate,
        ConstantCode.Aggregate,
        c.operands.map(o => n.valueId(o)),
      )
      return
    case 'expr':
      writeExpr(out, n, c)
      return
    default:
      throw new InternalError('a global is not in a constants block')
  }
}

function writeInt(out: BlockWriter, c: ConstantInt): void {
  const { value } = c
  if (value === 0 || value === 0n) {
    out.record(ConstantCode.Null, EMPTY)
    return
  }
  if (c.type.width > 64) throw new InternalError(`i${c.type.width} constants are not supported`)
  out.packed(ConstantAbbrev.Integer, ConstantCode.Integer, [signedForm(value)])
}

/** Sign in the lowest bit, magnitude above it; the most negative i64 becomes 1. */
export function signedForm(value: number | bigint): number | bigint {
  if (typeof value === 'number') return value >= 0 ? value * 2 : -value * 2 + 1
  return BigInt.asUintN(64, value >= 0n ? value << 1n : (-value << 1n) | 1n)
}

function writeData(out: BlockWriter, c: ConstantData, abbrevs: LocalAbbrevs): void {
  const { type, elements } = c
  if (type.kind !== 'array' || type.element.kind !== 'int' || type.element.width !== 8) {
    out.record(ConstantCode.Data, elements)
    return
  }
  const last = elements.length - 1
  if (elements[last] !== 0 || elements.indexOf(0) !== last) {
    out.packed(abbrevs.string8, ConstantCode.String, elements)
    return
  }
  const text = elements.slice(0, last)
  const width = bytesWidth(text)
  const abbrev = width === 6 ? abbrevs.cstring6 : width === 7 ? abbrevs.cstring7 : Unabbreviated
  out.packed(abbrev, ConstantCode.CString, text)
}

function writeExpr(out: BlockWriter, n: Numbering, c: ConstantExpr): void {
  const { operands } = c
  const ids = operands.map(o => n.valueId(o))
  const type = n.typeId(operands[0]!.type)
  switch (c.op) {
    case 'cast':
      out.packed(ConstantAbbrev.Cast, ConstantCode.Cast, [c.code, type, ids[0]!])
      return
    case 'binop':
      out.record(ConstantCode.Binop, c.flags ? [c.code, ids[0]!, ids[1]!, c.flags] : [c.code, ids[0]!, ids[1]!])
      return
    case 'gep': {
      const record = [n.typeId(c.elementType!)]
      operands.forEach((o, i) => {
        record.push(n.typeId(o.type), ids[i]!)
      })
      out.record(c.flags ? ConstantCode.InboundsGep : ConstantCode.Gep, record)
      return
    }
    case 'select':
      out.record(ConstantCode.Select, ids)
      return
    case 'extractelement':
      out.record(ConstantCode.ExtractElement, [type, ids[0]!, n.typeId(operands[1]!.type), ids[1]!])
      return
    case 'insertelement':
      out.record(ConstantCode.InsertElement, [ids[0]!, ids[1]!, n.typeId(operands[2]!.type), ids[2]!])
      return
    case 'shufflevector':
      if (c.type === operands[0]!.type) out.record(ConstantCode.ShuffleVector, ids)
      else out.record(ConstantCode.ShuffleVectorEx, [type, ...ids])
      return
    case 'cmp':
      out.record(ConstantCode.Cmp, [type, ids[0]!, ids[1]!, c.code])
      return
  }
}
