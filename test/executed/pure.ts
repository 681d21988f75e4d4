// Operations of DXIL that follow from their operands alone, lane by lane where these are vectors.

import type { Instruction } from '../../src/llvm/model/values.ts'
import { DxilOp } from '../../src/spec/dxil_ops.ts'
import { doubleBitsOf, pairRuleOf, ruleOf, wrapped } from './arithmetic.ts'
import type { Datum, Scalar } from './data.ts'
import { lanewise } from './machine.ts'

/** @returns null where it is none of these operations */
export function pureResult(opcode: number, inst: Instruction, args: readonly Datum[]): Datum | null {
  const type = inst.operands[1]?.type.scalar ?? inst.type.scalar
  switch (opcode) {
    case DxilOp.SplitDouble: {
      if (typeof args[0] !== 'number') return [undefined, undefined]
      const bits = doubleBitsOf(args[0])
      return [Number(BigInt.asIntN(32, bits)), Number(BigInt.asIntN(32, bits >> 32n))]
    }
    case DxilOp.FDot: {
      const [a, b] = [args[0], args[1]] as [readonly Datum[], readonly Datum[]]
      if ([...a, ...b].includes(undefined)) return undefined
      return Math.fround(a.reduce<number>((sum, v, i) => sum + Number(v) * Number(b[i]), 0))
    }
    case DxilOp.VectorReduceAnd:
    case DxilOp.VectorReduceOr: {
      const all = args[0] as readonly Datum[]
      if (all.includes(undefined)) return undefined
      const { width } = type
      return (all as Scalar[]).reduce((x, y) =>
        wrapped(width, opcode === DxilOp.VectorReduceAnd ? BigInt(x) & BigInt(y) : BigInt(x) | BigInt(y)),
      )
    }
    case DxilOp.Unpack4x8: {
      const [mode, word] = args
      const signed = mode === 1
      return Array.from({ length: 4 }, (_, i) => {
        if (typeof word !== 'number') return undefined
        const byte = (word >>> (8 * i)) & 255
        return signed ? (byte << 24) >> 24 : byte
      })
    }
    case DxilOp.Pack4x8: {
      const [mode, ...bytes] = args
      let made = 0
      for (const [i, b] of bytes.entries()) {
        if (typeof b !== 'number') return undefined
        const clamped = mode === 1 ? Math.min(255, Math.max(0, b)) : mode === 2 ? Math.min(127, Math.max(-128, b)) : b
        made |= (clamped & 255) << (8 * i)
      }
      return made
    }
  }
  const pair = pairRuleOf(opcode)
  if (pair) {
    const [a, b] = args
    return typeof a === 'number' && typeof b === 'number' ? pair(a, b) : [undefined, undefined]
  }
  const rule = ruleOf(opcode, type)
  return rule ? lanewise(args, rule) : null
}
