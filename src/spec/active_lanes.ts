// Which functions give a result that depends on which lanes run them, and their DXIL operations: what DXC calls wave-sensitive.
// Reading a lane by its number, lane index, lane count and quad operations are not among them.

import { DxilOp } from './dxil_ops.ts'

const ROWS: readonly (readonly [intrinsic: string, opcode: number])[] = [
  ['WaveIsFirstLane', DxilOp.WaveIsFirstLane],
  ['WaveActiveAnyTrue', DxilOp.WaveAnyTrue],
  ['WaveActiveAllTrue', DxilOp.WaveAllTrue],
  ['WaveActiveAllEqual', DxilOp.WaveActiveAllEqual],
  ['WaveActiveBallot', DxilOp.WaveActiveBallot],
  ['WaveReadLaneFirst', DxilOp.WaveReadLaneFirst],
  ['WaveActiveCountBits', DxilOp.WaveAllBitCount],
  ['WaveActiveSum', DxilOp.WaveActiveOp],
  ['WaveActiveProduct', DxilOp.WaveActiveOp],
  ['WaveActiveMin', DxilOp.WaveActiveOp],
  ['WaveActiveMax', DxilOp.WaveActiveOp],
  ['WaveActiveBitAnd', DxilOp.WaveActiveBit],
  ['WaveActiveBitOr', DxilOp.WaveActiveBit],
  ['WaveActiveBitXor', DxilOp.WaveActiveBit],
  ['WavePrefixCountBits', DxilOp.WavePrefixBitCount],
  ['WavePrefixSum', DxilOp.WavePrefixOp],
  ['WavePrefixProduct', DxilOp.WavePrefixOp],
  ['WaveMatch', DxilOp.WaveMatch],
  ['WaveMultiPrefixBitAnd', DxilOp.WaveMultiPrefixOp],
  ['WaveMultiPrefixBitOr', DxilOp.WaveMultiPrefixOp],
  ['WaveMultiPrefixBitXor', DxilOp.WaveMultiPrefixOp],
  ['WaveMultiPrefixCountBits', DxilOp.WaveMultiPrefixBitCount],
  ['WaveMultiPrefixProduct', DxilOp.WaveMultiPrefixOp],
  ['WaveMultiPrefixSum', DxilOp.WaveMultiPrefixOp],
]

const INTRINSICS: ReadonlySet<string> = new Set(ROWS.map(([intrinsic]) => intrinsic))
const OPCODES: ReadonlySet<number> = new Set(ROWS.map(([, opcode]) => opcode))

/** True for an HLSL function of the table. */
export const intrinsicAsksActiveLanes = (name: string): boolean => INTRINSICS.has(name)
/** True for the DXIL operation of such a function. */
export const dxilAsksActiveLanes = (opcode: number): boolean => OPCODES.has(opcode)
