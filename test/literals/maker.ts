// Random expressions of literals.

import type { Seeded } from '../corpus/seeded.ts'
import { DYNAMIC_FLOATS, type Env, ROUGH, type Value } from './evaluate.ts'
import type { Node, Version } from './tree.ts'

/** What the variables of every program hold; see INPUT. */
const VARIABLES: Readonly<Record<string, Value>> = {
  c: { t: 'bool', v: [1] },
  d: { t: 'bool', v: [0] },
  i: { t: 'int', v: [3] },
  j: { t: 'int', v: [-5] },
  u: { t: 'uint', v: [7] },
  x: { t: 'float', v: [2.5] },
  y: { t: 'double', v: [-0.75] },
  l: { t: 'int64_t', v: [5000000000n] },
}

export class Maker {
  readonly rng: Seeded
  readonly env: Env
  /** Nodes of the current expression that only run-time values decide are allowed. */
  allowsDynamic = true
  /** Functions whose last bit is nobody's are allowed: not inside one another, which would make the difference larger. */
  allowsRough = true
  /** 16-bit types are allowed. */
  isNarrow = false

  constructor(rng: Seeded, version: Version) {
    this.rng = rng
    this.env = { version, variables: VARIABLES }
  }

  chance(percent: number): boolean {
    return this.rng.int(1, 100) <= percent
  }

  pick<T>(list: readonly T[]): T {
    return list[this.rng.int(0, list.length - 1)]!
  }

  /** An expression of literals; `whole` asks for one that is a literal int. */
  literal(depth: number, whole: boolean): Node {
    return whole ? this.#whole(depth) : this.#any(depth)
  }

  number(): Node {
    const { rng } = this
    const value = this.chance(75)
      ? BigInt(rng.int(0, 20))
      : this.chance(60)
        ? BigInt(rng.u32())
        : BigInt(rng.int(0, 1 << 20)) << 15n
    const text = this.chance(25) ? `0x${value.toString(16)}` : String(value)
    return { k: 'int', value, text }
  }

  fraction(): Node {
    const text = this.pick([
      `${this.rng.int(0, 9)}.${this.rng.int(0, 99)}`,
      `${this.rng.int(0, 40)}.0`,
      `${this.rng.int(0, 9)}.5`,
      `.${this.rng.int(1, 9)}`,
      `${this.rng.int(1, 999)}e${this.rng.int(-4, 4)}`,
      `${this.rng.int(0, 300)}.`,
    ])
    return { k: 'float', value: Number(text), text }
  }

  /** A constant expression as C++ has it: no builtins, no swizzles. */
  plain(depth: number): Node {
    // Small: what overflows is no constant expression.
    if (depth <= 0) {
      const value = BigInt(this.rng.int(0, 99))
      return { k: 'int', value, text: this.chance(25) ? `0x${value.toString(16)}` : String(value) }
    }
    const op = this.pick(['+', '-', '*', '&', '|', '^'])
    return { k: 'bin', op, a: this.plain(depth - 1), b: this.plain(this.rng.int(0, depth - 1)) }
  }

  condition(): Node {
    if (this.allowsDynamic && this.chance(75)) return { k: 'var', name: this.pick(['c', 'd']) }
    return this.chance(50)
      ? { k: 'int', value: BigInt(this.rng.int(0, 1)), text: '' }
      : { k: 'bin', op: this.pick(['<', '==', '>=']), a: this.#whole(0), b: this.#any(0) }
  }

  #conditional(depth: number, whole: boolean): Node {
    let c = this.condition()
    if (c.k === 'int') c = { ...c, text: String(c.value) }
    const isMixed = !whole && this.chance(40)
    const [a, b] = [this.literal(depth, whole), this.literal(depth, whole || isMixed)]
    const isCall = this.env.version !== '2018' && c.k === 'var' && this.chance(20)
    return isCall ? { k: 'call', name: 'select', args: [c, a, b] } : { k: 'cond', c, a, b }
  }

  #whole(depth: number): Node {
    if (depth <= 0) return this.number()
    const kind = this.rng.int(0, 11)
    if (kind <= 4) {
      const op = this.pick(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'])
      const b: Node = op.length === 2 && this.chance(90) ? { k: 'int', value: 3n, text: '3' } : this.#whole(depth - 1)
      return { k: 'bin', op, a: this.#whole(depth - 1), b }
    }
    if (kind <= 6) return this.#conditional(depth - 1, true)
    if (kind === 7) return { k: 'un', op: this.pick(['-', '~']), a: this.#whole(depth - 1) }
    if (kind === 8)
      return { k: 'call', name: this.pick(['min', 'max']), args: [this.#whole(depth - 1), this.#whole(0)] }
    if (kind === 9) return { k: 'call', name: 'abs', args: [this.#whole(depth - 1)] }
    if (kind === 10) return { k: 'swizzle', a: { k: 'swizzle', a: this.#whole(depth - 1), at: [0, 0] }, at: [1] }
    return this.number()
  }

  #any(depth: number): Node {
    if (depth <= 0) return this.chance(70) ? this.fraction() : this.number()
    const kind = this.rng.int(0, 12)
    if (kind <= 4)
      return { k: 'bin', op: this.pick(['+', '-', '*', '/']), a: this.#any(depth - 1), b: this.#any(depth - 1) }
    if (kind <= 6) return this.#conditional(depth - 1, false)
    if (kind === 7) return { k: 'un', op: '-', a: this.#any(depth - 1) }
    if (kind === 8) return this.#whole(depth)
    if (kind === 9) return { k: 'swizzle', a: { k: 'swizzle', a: this.#any(depth - 1), at: [0, 0, 0] }, at: [2] }
    if (kind === 10) return { k: 'call', name: this.pick(['min', 'max']), args: [this.#any(depth - 1), this.#any(0)] }
    return this.#function(depth)
  }

  #function(depth: number): Node {
    const name = this.pick(
      'ceil floor trunc round frac saturate sqrt rcp lerp radians degrees abs clamp sign pow exp exp2 log log2 log10 sin cos tan asin acos atan sinh cosh tanh atan2 rsqrt'.split(
        ' ',
      ),
    )
    const count = name === 'lerp' || name === 'clamp' ? 3 : name === 'pow' || name === 'atan2' ? 2 : 1
    const before = this.allowsDynamic
    const isRough = ROUGH.has(name)
    if (isRough && !this.allowsRough) return this.fraction()
    if (isRough) this.allowsRough = false
    // DXC has no form of these for doubles that are not constant.
    if (!DYNAMIC_FLOATS.has(name)) this.allowsDynamic = false
    const args = Array.from({ length: count }, (_, n) => this.#any(n === 0 ? depth - 1 : 0))
    this.allowsDynamic = before
    if (isRough) this.allowsRough = true
    return { k: 'call', name, args }
  }
}
