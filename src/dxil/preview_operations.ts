// Linear algebra operations of shader model 6.10, numbers 11 to 31 of the experimental table. They are not in spec/dxil_ops.ts, which holds
// what can be compiled.

import { SHADER_STAGE } from '../spec/psv_enums.ts'

/** Of those that compute shaders alone may use, as the index in the experimental table. */
const COMPUTE_ONLY: ReadonlySet<number> = new Set([11, 12, 13, 15, 16, 17, 18, 19, 20, 21, 23, 24, 28])

/** The stages that may use an operation of linear algebra, as bits 1 << SHADER_STAGE; undefined for other operations. */
export function linearAlgebraStages(opcode: number): number | undefined {
  const index = opcode + 2 ** 31
  if (index < 11 || index > 31) return undefined
  return COMPUTE_ONLY.has(index) ? 1 << SHADER_STAGE.Compute : 0xffff
}
