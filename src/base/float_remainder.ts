// The remainder of floats as LLVM 3.7 folds it, which is not the exact one: APFloat::mod() goes through the quotient as a 64-bit integer.

/**
 * x - trunc(x / y) * y, each step rounded; x where the quotient does not fit into a signed integer of 64 bits. Zero has the sign of x.
 * For y = 0 and what is not finite: as C's fmod().
 * @param round to the precision of the type
 */
export function floatRemainder(x: number, y: number, round: (v: number) => number): number {
  if (!Number.isFinite(x) || !Number.isFinite(y) || y === 0) return x % y
  const quotient = round(x / y)
  if (Math.abs(quotient) >= 2 ** 63) return x
  const rest = round(x - round(Math.trunc(quotient) * y))
  return rest === 0 ? Math.sign(x) * 0 : rest
}
