// Process*TessFactors*: edge factors clamped and rounded for the hull shader's partitioning, and inner factors made of them. Everything is as
// DXC's code does it, where that is odd too: pow2 takes the bits of a factor converted to an integer, isolines never look at the density.

import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { F32, I32 } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { PARTITIONINGS } from '../../spec/tessellation.ts'
import type { Builder } from '../core/builder.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { argValues, type Family, type Intrinsic, writeOut } from './family.ts'

type Values = readonly Value[]

const INTEGER = PARTITIONINGS.get('integer')!
const POW2 = PARTITIONINGS.get('pow2')!
const ODD = PARTITIONINGS.get('fractional_odd')!
const EVEN = PARTITIONINGS.get('fractional_even')!

/** Least and greatest factor of a partitioning. */
const RANGES: ReadonlyMap<number, readonly [least: number, greatest: number]> = new Map([
  [INTEGER, [1, 64]],
  [POW2, [1, 64]],
  [ODD, [1, 63]],
  [EVEN, [2, 64]],
])

/** How the factors of edges become one. */
type Combination = 'Avg' | 'Max' | 'Min'
type Shape = 'Tri' | 'Quad' | '2DQuad'

const OPERATION = { Max: DxilOp.FMax, Min: DxilOp.FMin } as const

const at = (values: Values, i: number): Value => values[values.length === 1 ? 0 : i]!

class Factors {
  readonly #b: Builder
  readonly #partitioning: number

  constructor(b: Builder, partitioning: number) {
    this.#b = b
    this.#partitioning = partitioning
  }

  number(n: number): Value {
    return this.#b.constant(F32, n)
  }

  min(x: Value, y: Value): Value {
    return this.#b.dx(DxilOp.FMin, F32, [x, y])
  }

  max(x: Value, y: Value): Value {
    return this.#b.dx(DxilOp.FMax, F32, [x, y])
  }

  /** NaN becomes `least`. */
  between(values: Values, least: number, greatest: number): Values {
    return values.map(v => this.min(this.max(v, this.number(least)), this.number(greatest)))
  }

  clamp(values: Values): Values {
    const [least, greatest] = RANGES.get(this.#partitioning) ?? RANGES.get(EVEN)!
    return this.between(values, least, greatest)
  }

  roundUp(values: Values): Values {
    const b = this.#b
    if (this.#partitioning === INTEGER) return values.map(v => b.dx(DxilOp.Round_pi, F32, [v]))
    if (this.#partitioning !== POW2) return values
    return values.map(v => {
      const bits = b.emit(Op.FPToUI, I32, [v])
      const mantissa = b.binary(Op.And, bits, b.i32(0x7fffff))
      const exponent = b.binary(Op.And, bits, b.i32(0x7f800000))
      const next = b.binary(Op.Add, exponent, b.i32(0x800000))
      return b.emit(Op.UIToFP, F32, [b.select(b.icmp('eq', mantissa, b.i32(0)), next, exponent)])
    })
  }

  /** The factors of the edges as one inner factor, or two. */
  combine(edges: Values, shape: Shape, how: Combination): Values {
    const [a, b, c, d] = edges as [Value, Value, Value, Value]
    const join = (x: Value, y: Value): Value =>
      how === 'Avg' ? this.#plain(Op.FAdd, x, y) : this.#b.dx(OPERATION[how], F32, [x, y])
    const scaled = (x: Value, n: number): Value => (how === 'Avg' ? this.#plain(Op.FMul, x, this.number(n)) : x)
    if (shape === 'Tri') return [scaled(join(join(a, b), c), 1 / 3)]
    if (shape === 'Quad') return [scaled(join(join(a, b), join(c, d)), 0.25)]
    return [scaled(join(a, b), 0.5), scaled(join(c, d), 0.5)]
  }

  times(factors: Values, scales: Values): Values {
    return scales.map((scale, i) => this.#plain(Op.FMul, at(factors, i), scale))
  }

  /** Small inner factors of fractional_odd are those of the edges, not scaled. */
  resolveSmall(clamped: Values, rounded: Values, unscaled: Values): readonly [clamped: Values, final: Values] {
    const limited = this.clamp(unscaled).map(v => this.min(v, this.number(CUTOFF)))
    const up = this.roundUp(limited)
    const isSmall = rounded.map(v => this.#below(v))
    return [this.#choose(isSmall, limited, clamped), this.#choose(isSmall, up, rounded)]
  }

  /** Both axes of a quad are small together. */
  resolveAxes(final: Values, clamped: Values): readonly [final: Values, clamped: Values] {
    const limit = (values: Values): Value => this.min(this.max(values[0]!, values[1]!), this.number(CUTOFF))
    const [forFinal, forClamped] = [limit(final), limit(clamped)]
    const isSmall = clamped.map(v => this.#below(v))
    return [this.#choose(isSmall, [forFinal], final), this.#choose(isSmall, [forClamped], clamped)]
  }

  #choose(conditions: Values, yes: Values, no: Values): Values {
    return conditions.map((c, i) => this.#b.select(c, at(yes, i), at(no, i)))
  }

  #below(v: Value): Value {
    return this.#b.fcmp('olt', v, this.number(CUTOFF))
  }

  #plain(op: number, x: Value, y: Value): Value {
    return this.#b.binary(op, x, y)
  }
}

const CUTOFF = 3

const partitioningOf = (lowerer: Lowerer): number => lowerer.program.tessellation?.hull?.partitioning ?? EVEN

function processor(shape: Shape, how: Combination): Intrinsic {
  return (lowerer, e) => {
    const [edges, scale] = argValues(lowerer, e) as [Values, Values]
    const partitioning = partitioningOf(lowerer)
    const f = new Factors(lowerer.b, partitioning)
    const scales = f.between(scale, 0, 1)
    writeOut(lowerer, e, 2, f.roundUp(f.clamp(edges)))
    const clean = edges.map(v => f.max(v, f.number(1)))
    const inside = f.times(f.combine(clean, shape, how), scales)
    let clamped = f.clamp(inside)
    let final = f.roundUp(clamped)
    if (partitioning === ODD) {
      const unscaled = f.combine(clean, shape, how === 'Max' ? 'Max' : 'Avg')
      const small = f.resolveSmall(clamped, final, unscaled)
      ;[clamped, final] = small
      if (shape === '2DQuad') [final, clamped] = f.resolveAxes(final, clamped)
    }
    // A quad whose axes are scaled alike has the same factor twice.
    const both = (values: Values): Values => (shape === 'Quad' ? [values[0]!, values[0]!] : values)
    writeOut(lowerer, e, 4, both(clamped))
    writeOut(lowerer, e, 3, both(final))
    return []
  }
}

const isolines: Intrinsic = (lowerer, e) => {
  const [detail] = argValues(lowerer, e) as [Values]
  const f = new Factors(lowerer.b, partitioningOf(lowerer))
  const rounded = f.roundUp(f.clamp(detail))
  writeOut(lowerer, e, 2, rounded)
  writeOut(lowerer, e, 3, rounded)
  return []
}

const SHAPES: readonly Shape[] = ['Tri', 'Quad', '2DQuad']
const COMBINATIONS: readonly Combination[] = ['Avg', 'Max', 'Min']

/** Other shaders have no partitioning; DXC fails at most of them. */
const inHullShaders =
  (lower: Intrinsic): Intrinsic =>
  (lowerer, e) => {
    if (lowerer.program.stage === 'hs') return lower(lowerer, e)
    lowerer.unsupported(`'${e.name}'`, e, `a ${lowerer.program.stage} shader`)
    return []
  }

export const TESS_FACTORS: Family = {
  ProcessIsolineTessFactors: inHullShaders(isolines),
  ...Object.fromEntries(
    SHAPES.flatMap(shape =>
      COMBINATIONS.map(how => [`Process${shape}TessFactors${how}`, inHullShaders(processor(shape, how))]),
    ),
  ),
}
