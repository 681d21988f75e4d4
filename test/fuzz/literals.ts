// Literals of a generated program written as expressions of literals: 7 as `(max(3, 9) << 2) - 29`. Values and types stay what they are, so the
// evaluator of programs needs to know nothing of it; what an expression is worth is what test/literals says.

import { Seeded } from '../corpus/seeded.ts'
import { evaluate, Undefined } from '../literals/evaluate.ts'
import { Maker } from '../literals/maker.ts'
import { type Node, print } from '../literals/tree.ts'
import type { Scalar } from './types.ts'

/** One of so many scalar literals is written so. */
const ONE_OF = 4
/** Sums stay within 64 bits and, beside floats, exact. */
const MOST = 1n << 40n

export class LiteralWriter {
  readonly #rng: Seeded
  readonly #maker: Maker
  readonly #isOptimised: boolean

  constructor(seed: number, optimization: number) {
    this.#rng = new Seeded(seed * 31 + 5)
    this.#maker = new Maker(this.#rng, '2021')
    this.#maker.allowsDynamic = false
    this.#isOptimised = optimization > 0
  }

  /** An expression of literals with this value, in parentheses; undefined most of the time. `bare`: nothing says which type it has. */
  write(s: Scalar, v: number | bigint, bare: boolean): string | undefined {
    if (this.#rng.int(1, ONE_OF) > 1 || (typeof v === 'bigint' && (v > MOST || v < -MOST))) return undefined
    const made = this.#whole()
    if (!made) return undefined
    const [text, worth] = made
    if (s === 'bool') return `((${text}) ${v ? '==' : '!='} ${worth})`
    const rest = s === 'float' ? Number(v) - Number(worth) : BigInt(v) - worth
    const sum = `(${text}) + (${s === 'float' && Number.isInteger(rest) ? `${rest}.0` : rest})`
    return bare ? `(${sum})` : `${s}(${sum})`
  }

  /** A literal int and its value. */
  #whole(): readonly [string, bigint] | undefined {
    for (let tries = 0; tries < 4; tries++) {
      const node = this.#maker.literal(this.#rng.int(1, 2), true)
      // Without optimisation DXC leaves these as calls on 64 bits, which no operation takes.
      if (!this.#isOptimised && callsLate(node)) continue
      try {
        const value = BigInt(evaluate(node, this.#maker.env).v[0]!)
        if (value <= MOST && value >= -MOST) return [print(node), value]
      } catch (e) {
        if (!(e instanceof Undefined)) throw e
      }
    }
    return undefined
  }
}

function callsLate(node: Node): boolean {
  switch (node.k) {
    case 'call':
      return node.name === 'abs' || node.args.some(callsLate)
    case 'un':
    case 'swizzle':
    case 'cast':
      return callsLate(node.a)
    case 'bin':
      return callsLate(node.a) || callsLate(node.b)
    case 'cond':
      return [node.c, node.a, node.b].some(callsLate)
    default:
      return false
  }
}
