// Builtins that are one DXIL operation on each lane, of the lane's type. HLSL and LLVM text both make their rules of these rows.

import { DxilOp } from './dxil_ops.ts'

type Row = readonly [hlsl: string, llvm: string, opcode: number]

/** Names in HLSL and behind `llvm.`. */
export const LANE_OPERATIONS: readonly Row[] = [
  ['acos', 'acos', DxilOp.Acos],
  ['asin', 'asin', DxilOp.Asin],
  ['atan', 'atan', DxilOp.Atan],
  ['ceil', 'ceil', DxilOp.Round_pi],
  ['cos', 'cos', DxilOp.Cos],
  ['cosh', 'cosh', DxilOp.Hcos],
  ['ddx_coarse', 'dx.ddx.coarse', DxilOp.DerivCoarseX],
  ['ddx_fine', 'dx.ddx.fine', DxilOp.DerivFineX],
  ['ddy_coarse', 'dx.ddy.coarse', DxilOp.DerivCoarseY],
  ['ddy_fine', 'dx.ddy.fine', DxilOp.DerivFineY],
  ['exp2', 'exp2', DxilOp.Exp],
  ['floor', 'floor', DxilOp.Round_ni],
  ['frac', 'dx.frac', DxilOp.Frc],
  ['log2', 'log2', DxilOp.Log],
  ['reversebits', 'bitreverse', DxilOp.Bfrev],
  ['round', 'roundeven', DxilOp.Round_ne],
  ['rsqrt', 'dx.rsqrt', DxilOp.Rsqrt],
  ['saturate', 'dx.saturate', DxilOp.Saturate],
  ['sin', 'sin', DxilOp.Sin],
  ['sinh', 'sinh', DxilOp.Hsin],
  ['sqrt', 'sqrt', DxilOp.Sqrt],
  ['tan', 'tan', DxilOp.Tan],
  ['tanh', 'tanh', DxilOp.Htan],
  ['trunc', 'trunc', DxilOp.Round_z],
]

/** exp(x) = exp2(x * LOG2_E), and logarithms are log2(x) times these: single floats, which doubles and halves take, too. */
export const LOG2_E = 1.4426950216293335
export const LN_2 = 0.6931471824645996
export const LOG10_2 = 0.3010300099849701
