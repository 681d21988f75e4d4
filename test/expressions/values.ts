// What an expression gives: whole numbers exactly, floats as the interval that every order of rounding stays in. undefined: nobody can say, as
// behind 0 / 0, or a comparison of two intervals that overlap.

/** A number between two bounds; of whole numbers, which are exact, and conditions (0 and 1) both are the same. */
export interface Range {
  readonly lo: number
  readonly hi: number
  /** A whole number in full: those of 64 bits are no JavaScript numbers. */
  readonly whole?: bigint
}

export type Known = Range | undefined

/** Relative error of an operation: four units in the last place, for operations that the compiler may replace by others. */
const ERROR = 2 ** -21

const exactly = (v: number): Known => (Number.isFinite(v) ? { lo: v, hi: v } : undefined)
export const exactWhole = (v: bigint): Known => ({ lo: Number(v), hi: Number(v), whole: v })
const wholeOf = ({ lo, whole }: Range): bigint => whole ?? BigInt(lo)
export const isExact = (k: Range): boolean => k.lo === k.hi

/** All that lies near the results; exact where no float has to be rounded. */
function around(results: readonly number[], isRounded: boolean): Known {
  const [lo, hi] = [Math.min(...results), Math.max(...results)]
  if (lo === hi && !isRounded && Math.fround(lo) === lo) return exactly(lo)
  // Numbers so small may become 0.
  const error = Math.max(Math.abs(lo), Math.abs(hi)) * ERROR + 1e-30
  // Far from infinity, so that no other order of operations overflows.
  return Math.abs(lo) < 1e30 && Math.abs(hi) < 1e30 ? { lo: lo - error, hi: hi + error } : undefined
}

/** Results of a function of two floats that is monotonic in each: its extremes are in the corners. */
function corners(a: Known, b: Known, f: (x: number, y: number) => number, isRounded = false): Known {
  if (!a || !b) return undefined
  const results = [a.lo, a.hi].flatMap(x => [b.lo, b.hi].map(y => f(x, y)))
  return results.some(Number.isNaN) ? undefined : around(results, isRounded)
}

export const floats = {
  '+': (a: Known, b: Known): Known => sum(a, b),
  '-': (a: Known, b: Known): Known => sum(a, b && { lo: -b.hi, hi: -b.lo }),
  '*': (a: Known, b: Known): Known => corners(a, b, (x, y) => x * y),
  '/': (a: Known, b: Known): Known => (b && (b.lo > 0 || b.hi < 0) ? corners(a, b, (x, y) => x / y, true) : undefined),
  min: (a: Known, b: Known): Known => corners(a, b, Math.min),
  max: (a: Known, b: Known): Known => corners(a, b, Math.max),
}

/** Sums whose terms cancel are as wrong as the terms are: `(a - m) + m`. */
function sum(a: Known, b: Known): Known {
  if (!a || !b) return undefined
  const [lo, hi] = [a.lo + b.lo, a.hi + b.hi]
  const isRounded = Math.fround(lo) !== lo || lo - a.lo !== b.lo || lo - b.lo !== a.lo
  if (isExact(a) && isExact(b) && !isRounded) return exactly(lo)
  const error = Math.max(...[a.lo, a.hi, b.lo, b.hi].map(Math.abs)) * ERROR
  return around([lo - error, hi + error], true)
}

const monotonic =
  (f: (x: number) => number, isRounded: boolean) =>
  (a: Known): Known =>
    a && (Number.isFinite(f(a.lo)) && Number.isFinite(f(a.hi)) ? around([f(a.lo), f(a.hi)], isRounded) : undefined)

/** Floats of one operand. */
export const functions: Readonly<Record<string, (a: Known) => Known>> = {
  '-': monotonic(x => -x, false),
  abs: a => (a && a.lo < 0 && a.hi > 0 ? { lo: 0, hi: Math.max(-a.lo, a.hi) } : monotonic(Math.abs, false)(a)),
  saturate: monotonic(x => Math.min(Math.max(x, 0), 1), false),
  floor: a => (a && Math.floor(a.lo) === Math.floor(a.hi) ? exactly(Math.floor(a.lo)) : undefined),
  frac: a => (a && Math.floor(a.lo) === Math.floor(a.hi) ? floats['-'](a, exactly(Math.floor(a.lo))) : undefined),
  sqrt: a => (a && a.lo >= 0 ? monotonic(Math.sqrt, true)(a) : undefined),
  rcp: a => floats['/'](exactly(1), a),
  exp2: a => monotonic(x => 2 ** x, true)(a),
}

/** 1, 0 or undefined: what a comparison gives. */
export function compared(operator: string, a: Known, b: Known): Known {
  if (!a || !b) return undefined
  if (a.whole !== undefined && b.whole !== undefined) {
    const order = a.whole < b.whole ? -1 : a.whole > b.whole ? 1 : 0
    return exactly(Number(related(operator, order < 0, order === 0, order > 0)))
  }
  const [less, equal, more] = [a.lo < b.hi, a.lo <= b.hi && b.lo <= a.hi, a.hi > b.lo]
  // More than one of them: the intervals overlap.
  if (Number(less) + Number(equal) + Number(more) !== 1) return undefined
  return exactly(Number(related(operator, less, equal, more)))
}

const related = (operator: string, less: boolean, equal: boolean, more: boolean): boolean | undefined =>
  ({ '<': less, '>': more, '<=': less || equal, '>=': more || equal, '==': equal, '!=': !equal })[operator]

/** Whole numbers, which are exact or not known. */
export function whole(f: (...values: bigint[]) => bigint, ...operands: readonly Known[]): Known {
  const values = operands.map(k => (k && isExact(k) ? wholeOf(k) : undefined))
  return values.includes(undefined) ? undefined : exactWhole(f(...(values as bigint[])))
}

/** One of two values, or both where the condition is not known. */
export function chosen(condition: Known, a: Known, b: Known): Known {
  if (condition && isExact(condition)) return condition.lo === 1 ? a : b
  return a && b && { lo: Math.min(a.lo, b.lo), hi: Math.max(a.hi, b.hi) }
}

/** A float as a whole number, where no order of rounding makes it another one that fits. */
export function truncated(a: Known, isSigned: boolean): Known {
  if (!a || Math.trunc(a.lo) !== Math.trunc(a.hi)) return undefined
  const v = Math.trunc(a.lo)
  return v >= (isSigned ? -(2 ** 31) : 0) && v < (isSigned ? 2 ** 31 : 2 ** 32) ? exactWhole(BigInt(v)) : undefined
}

export const toFloat = (a: Known): Known => a && (isExact(a) ? around([a.lo], false) : undefined)

export const exact = exactly
