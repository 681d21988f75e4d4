// Random LLVM text of whole numbers of 1, 8, 16, 32 and 64 bits: arithmetic, comparisons, conversions and functions, behind branches too; and the
// words that it stores, computed with big integers.

import { randomFrom } from '../ir/random_program.ts'
import { Lines } from './lines.ts'
import { moduleText } from './module_case.ts'

type Width = number

/** A value: its name or number in the text, its width, and its bits without sign. */
interface Known {
  readonly text: string
  readonly width: Width
  readonly bits: bigint
}

const unsigned = (width: Width, v: bigint): bigint => BigInt.asUintN(width, v)
const signed = (k: Known): bigint => BigInt.asIntN(k.width, k.bits)

const ARITHMETIC: Readonly<Record<string, (a: Known, b: Known) => bigint>> = {
  add: (a, b) => a.bits + b.bits,
  sub: (a, b) => a.bits - b.bits,
  mul: (a, b) => a.bits * b.bits,
  and: (a, b) => a.bits & b.bits,
  or: (a, b) => a.bits | b.bits,
  xor: (a, b) => a.bits ^ b.bits,
}
const SHIFTS: Readonly<Record<string, (a: Known, n: bigint) => bigint>> = {
  shl: (a, n) => a.bits << n,
  lshr: (a, n) => a.bits >> n,
  ashr: (a, n) => signed(a) >> n,
}
const DIVISIONS: Readonly<Record<string, (a: Known, n: bigint) => bigint>> = {
  udiv: (a, n) => a.bits / n,
  urem: (a, n) => a.bits % n,
  sdiv: (a, n) => signed(a) / n,
  srem: (a, n) => signed(a) % n,
}
const PREDICATES: Readonly<Record<string, (a: Known, b: Known) => boolean>> = {
  eq: (a, b) => a.bits === b.bits,
  ne: (a, b) => a.bits !== b.bits,
  ugt: (a, b) => a.bits > b.bits,
  uge: (a, b) => a.bits >= b.bits,
  ult: (a, b) => a.bits < b.bits,
  ule: (a, b) => a.bits <= b.bits,
  sgt: (a, b) => signed(a) > signed(b),
  sge: (a, b) => signed(a) >= signed(b),
  slt: (a, b) => signed(a) < signed(b),
  sle: (a, b) => signed(a) <= signed(b),
}
const PAIRS: Readonly<Record<string, (a: Known, b: Known) => bigint>> = {
  umin: (a, b) => (a.bits < b.bits ? a.bits : b.bits),
  umax: (a, b) => (a.bits > b.bits ? a.bits : b.bits),
  smin: (a, b) => (signed(a) < signed(b) ? a.bits : b.bits),
  smax: (a, b) => (signed(a) > signed(b) ? a.bits : b.bits),
  'usub.sat': (a, b) => (a.bits < b.bits ? 0n : a.bits - b.bits),
}
const digits = ({ bits, width }: Known): string => bits.toString(2).padStart(width, '0')
/** Of one number: the name, more operands, the result. */
const SINGLES: readonly (readonly [name: string, more: string, rule: (a: Known) => bigint])[] = [
  ['abs', ', i1 false', a => (signed(a) < 0n ? -signed(a) : a.bits)],
  ['ctpop', '', a => BigInt(digits(a).replaceAll('0', '').length)],
  ['ctlz', ', i1 false', a => BigInt(/^0*/.exec(digits(a))![0].length)],
  ['cttz', ', i1 false', a => BigInt(/0*$/.exec(digits(a))![0].length)],
  ['bitreverse', '', a => BigInt(`0b${[...digits(a)].reverse().join('')}`)],
]

export interface NumberProgram {
  readonly text: string
  readonly input: readonly number[]
  readonly expected: readonly number[]
}

/** Which integers a program has, and what writes it. */
export interface Form {
  readonly lines: Lines
  readonly widths: readonly Width[]
  /** Functions of LLVM, or vectors that are integers of another width. */
  readonly has: 'functions' | 'vectors'
}

export function generate(seed: number): NumberProgram {
  const lines = new Lines()
  const { input, expected } = writeNumbers(seed, { lines, widths: [1, 8, 16, 32, 64], has: 'functions' })
  const more = '!0 = !{i32 1, !"dx.nativelowprec", i32 1}\n!llvm.module.flags = !{!0}'
  return { text: moduleText({ body: lines.text, more, model: '6.6' }).replace('8,8,1', '1,1,1'), input, expected }
}

/** Writes the lines of a program that reads words and stores all that it computes. */
export function writeNumbers(seed: number, { lines, widths, has }: Form): Omit<NumberProgram, 'text'> {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  const input = Array.from({ length: 6 }, () =>
    pick([0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 0x80, 0xff00, random(2 ** 31), random(300)]),
  )
  const values: Known[] = []
  const made = (width: Width, bits: bigint, text: string): Known => {
    const known = { text: lines.define(text), width, bits: unsigned(width, bits) }
    values.push(known)
    return known
  }
  for (const [k, word] of input.entries()) values.push({ text: lines.word(k), width: 32, bits: BigInt(word) })
  const constant = (width: Width): Known => {
    const bits = unsigned(
      width,
      pick([0n, 1n, -1n, 2n, 3n, 7n, 0x7fn, 0x80n, 0xffn, 0x7fffn, -128n, 1n << 31n, BigInt(random(1000))]),
    )
    return { text: width === 1 ? `${bits === 1n}` : `${BigInt.asIntN(width, bits)}`, width, bits }
  }
  /** A value of a width: one that is there, another converted to it, or a constant. */
  const of = (width: Width): Known => {
    const there = values.filter(v => v.width === width)
    if (there.length > 0 && random(4) > 0) return pick(there)
    return random(3) === 0 ? constant(width) : converted(pick(values), width)
  }
  const converted = (v: Known, width: Width): Known => {
    if (v.width === width) return v
    if (v.width > width) return made(width, v.bits, `trunc i${v.width} ${v.text} to i${width}`)
    return random(2) === 0
      ? made(width, v.bits, `zext i${v.width} ${v.text} to i${width}`)
      : made(width, signed(v), `sext i${v.width} ${v.text} to i${width}`)
  }
  /** A vector as an integer, or an integer as a vector. */
  const packed = (some: (width: Width) => Known): void => {
    const [lane, count] = pick([
      [16, 2],
      [16, 4],
      [32, 2],
      [16, 3],
      [12, 2],
    ] as const)
    const whole = lane * count
    const type = `<${count} x i${lane}>`
    if (random(2) === 0) {
      let vector = 'undef'
      let bits = 0n
      for (let n = 0; n < count; n++) {
        const one = some(lane)
        vector = lines.define(`insertelement ${type} ${vector}, i${lane} ${one.text}, i32 ${n}`)
        bits |= one.bits << BigInt(n * lane)
      }
      made(whole, bits, `bitcast ${type} ${vector} to i${whole}`)
    } else {
      const from = some(whole)
      const vector = lines.define(`bitcast i${whole} ${from.text} to ${type}`)
      const n = random(count)
      made(lane, from.bits >> BigInt(n * lane), `extractelement ${type} ${vector}, i32 ${n}`)
    }
  }
  const wide = widths.filter(w => w > 1)
  const step = (): void => {
    const width = pick(wide)
    const a = of(width)
    const two = (name: string, b: Known): string => `${name} i${width} ${a.text}, ${b.text}`
    switch (random(9)) {
      case 0:
      case 1: {
        const name = pick(Object.keys(ARITHMETIC))
        const b = of(width)
        made(width, ARITHMETIC[name]!(a, b), two(name, b))
        return
      }
      case 2: {
        const name = pick(Object.keys(SHIFTS))
        const n = random(width)
        made(width, SHIFTS[name]!(a, BigInt(n)), `${name} i${width} ${a.text}, ${n}`)
        return
      }
      case 3: {
        const name = pick(Object.keys(DIVISIONS))
        const n = pick([1, 2, 3, 5, 8, 100].filter(d => d < 2 ** (width - 1)))
        made(width, DIVISIONS[name]!(a, BigInt(n)), `${name} i${width} ${a.text}, ${n}`)
        return
      }
      case 4: {
        const name = pick(Object.keys(PREDICATES))
        const b = of(width)
        made(1, PREDICATES[name]!(a, b) ? 1n : 0n, two(`icmp ${name}`, b))
        return
      }
      case 5: {
        const [c, b] = [of(1), of(width)]
        made(width, c.bits === 1n ? a.bits : b.bits, `select i1 ${c.text}, i${width} ${a.text}, i${width} ${b.text}`)
        return
      }
      // Functions of 8 bits are refused.
      case 6: {
        if (has === 'vectors') {
          packed(of)
          return
        }
        if (width === 8) return
        const name = pick(Object.keys(PAIRS))
        const b = of(width)
        made(
          width,
          PAIRS[name]!(a, b),
          `call i${width} @llvm.${name}.i${width}(i${width} ${a.text}, i${width} ${b.text})`,
        )
        return
      }
      case 7: {
        if (width === 8 || has === 'vectors') return
        const [name, more, rule] = pick(SINGLES)
        made(width, rule(a), `call i${width} @llvm.${name}.i${width}(i${width} ${a.text}${more})`)
        return
      }
      default: {
        const [c, b] = [of(1), of(width)]
        const n = lines.number()
        lines.put(`br i1 ${c.text}, label %yes${n}, label %no${n}`)
        for (const way of ['yes', 'no']) {
          lines.label(`${way}${n}`)
          lines.put(`br label %join${n}`)
        }
        lines.label(`join${n}`)
        made(width, c.bits === 1n ? a.bits : b.bits, `phi i${width} [ ${a.text}, %yes${n} ], [ ${b.text}, %no${n} ]`)
      }
    }
  }
  for (let n = 8 + random(16); n > 0; n--) step()
  const expected: number[] = []
  const store = (text: string, bits: bigint): void => {
    lines.store(expected.length, 'i32', text)
    expected.push(Number(unsigned(32, bits)))
  }
  for (const v of values.slice(input.length)) {
    if (v.width === 32) store(v.text, v.bits)
    else if (v.width < 32) store(lines.define(`zext i${v.width} ${v.text} to i32`), v.bits)
    else {
      const type = `i${v.width}`
      store(lines.define(`trunc ${type} ${v.text} to i32`), v.bits)
      store(lines.define(`trunc ${type} ${lines.define(`lshr ${type} ${v.text}, 32`)} to i32`), v.bits >> 32n)
    }
  }
  return { input, expected }
}
