// Builtins that are one DXIL operation on each lane, of the lane's type. HLSL and LLVM text both make their rules of these rows.

import type { DxilOpName } from './dxil_ops.ts'

type Row = readonly [hlsl: string, llvm: string, operation: DxilOpName]

/** Names in HLSL and behind `llvm.`. */
export const LANE_OPERATIONS: readonly Row[] = [
  ['acos', 'acos', 'Acos'],
  ['asin', 'asin', 'Asin'],
  ['atan', 'atan', 'Atan'],
  ['ceil', 'ceil', 'Round_pi'],
  ['cos', 'cos', 'Cos'],
  ['cosh', 'cosh', 'Hcos'],
  ['ddx_coarse', 'dx.ddx.coarse', 'DerivCoarseX'],
  ['ddx_fine', 'dx.ddx.fine', 'DerivFineX'],
  ['ddy_coarse', 'dx.ddy.coarse', 'DerivCoarseY'],
  ['ddy_fine', 'dx.ddy.fine', 'DerivFineY'],
  ['exp2', 'exp2', 'Exp'],
  ['floor', 'floor', 'Round_ni'],
  ['frac', 'dx.frac', 'Frc'],
  ['log2', 'log2', 'Log'],
  ['reversebits', 'bitreverse', 'Bfrev'],
  ['round', 'roundeven', 'Round_ne'],
  ['rsqrt', 'dx.rsqrt', 'Rsqrt'],
  ['saturate', 'dx.saturate', 'Saturate'],
  ['sin', 'sin', 'Sin'],
  ['sinh', 'sinh', 'Hsin'],
  ['sqrt', 'sqrt', 'Sqrt'],
  ['tan', 'tan', 'Tan'],
  ['tanh', 'tanh', 'Htan'],
  ['trunc', 'trunc', 'Round_z'],
]

/** exp(x) = exp2(x * LOG2_E), and logarithms are log2(x) times these: single floats, which doubles and halves take, too. */
export const LOG2_E = 1.4426950216293335
export const LN_2 = 0.6931471824645996
export const LOG10_2 = 0.3010300099849701
