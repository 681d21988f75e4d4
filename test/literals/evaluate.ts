// What expressions of literals are worth by DXC's rules, written from those rules and from its answers, not from src/:
// literal ints are 64-bit integers and literal floats doubles, whatever they are assigned to, until something else gives them a type.

import type { Node, Scalar, Version } from './tree.ts'

type N = number | bigint

export interface Value {
  readonly t: Scalar
  readonly v: readonly N[]
}

/** An operation whose result the language leaves open: the generator throws such an expression away. */
export class Undefined extends Error {}

export interface Env {
  readonly version: Version
  readonly variables: Readonly<Record<string, Value>>
  /** The largest value that a rough builtin gave as a float, or that was computed of it: what is off by a unit of it may be off by many of the result. */
  peak?: number
  /** What DXC makes of frac of a negative number where it folds it late: the fraction of its magnitude. */
  fracOfMagnitude?: boolean
}

const isFloat = (t: Scalar): boolean => t === 'lf' || t === 'float' || t === 'double' || t === 'float16_t'
const isLiteral = (t: Scalar): boolean => t === 'li' || t === 'lf'
const isBig = (t: Scalar): boolean => t === 'li' || t === 'int64_t' || t === 'uint64_t'

/** Whether something in it is only known at run time, be it in what is never chosen. */
export function isDynamic(node: Node): boolean {
  switch (node.k) {
    case 'int':
    case 'float':
      return false
    case 'var':
      return true
    case 'un':
    case 'swizzle':
    case 'cast':
      return isDynamic(node.a)
    case 'bin':
      return isDynamic(node.a) || isDynamic(node.b)
    case 'cond':
      return isDynamic(node.c) || isDynamic(node.a) || isDynamic(node.b)
    case 'call':
      return node.args.some(isDynamic)
  }
}

/** The type in which the arms of a choice meet: from HLSL 202x on as in C++, where the wider one's sign counts. */
function combineArms(a: Scalar, b: Scalar, { version }: Env): Scalar {
  const isSignedWide = version === '202x' && [a, b].includes('int64_t') && [a, b].includes('uint')
  return isSignedWide ? 'int64_t' : combine(a, b)
}

/** A value within its type: integers wrap, floats round. */
export function wrap(t: Scalar, v: N): N {
  switch (t) {
    case 'bool':
      return v ? 1 : 0
    case 'int':
      return Number(BigInt.asIntN(32, BigInt(v)))
    case 'uint':
      return Number(BigInt.asUintN(32, BigInt(v)))
    case 'li':
    case 'int64_t':
      return BigInt.asIntN(64, BigInt(v))
    case 'uint64_t':
      return BigInt.asUintN(64, BigInt(v))
    case 'int16_t':
      return Number(BigInt.asIntN(16, BigInt(v)))
    case 'uint16_t':
      return Number(BigInt.asUintN(16, BigInt(v)))
    case 'float':
      return Math.fround(Number(v))
    case 'float16_t':
      return half(Number(v))
    default:
      return Number(v)
  }
}

/** The nearest number with 11 bits of mantissa, the even one of two. */
function half(v: number): number {
  if (v === 0 || !Number.isFinite(v)) return v
  const unit = 2 ** (Math.max(Math.floor(Math.log2(Math.abs(v))), -14) - 10)
  const rounded = roundEven(v / unit) * unit
  if (Math.abs(rounded) > 65504) throw new Undefined()
  return rounded
}

/** The type in which two meet. */
export function combine(a: Scalar, b: Scalar): Scalar {
  if (a === b) return a
  if (isLiteral(a) && isLiteral(b)) return 'lf'
  if (isFloat(a) || isFloat(b)) {
    if (a === 'double' || b === 'double') return 'double'
    return 'float'
  }
  const pair = [a, b]
  const isWide = pair.includes('int64_t') || pair.includes('uint64_t')
  const isUnsigned = pair.includes('uint') || pair.includes('uint64_t')
  return isWide ? (isUnsigned ? 'uint64_t' : 'int64_t') : isUnsigned ? 'uint' : 'int'
}

/** `isConstant`: a scalar literal; DXC's front end converts it itself and clamps. */
function convertScalar(from: Scalar, to: Scalar, v: N, isConstant: boolean): N {
  if (from === to) return v
  if (to === 'bool') return v ? 1 : 0
  if (isFloat(to)) return wrap(to, to === 'float' && typeof v === 'bigint' ? roundBig(v) : Number(v))
  if (typeof v === 'bigint') return wrap(to, v)
  if (!isFloat(from)) return wrap(to, v)
  if (Number.isNaN(v)) throw new Undefined()
  const bits = isBig(to) ? 64 : to.endsWith('16_t') ? 16 : 32
  const [low, high] = to.startsWith('u') ? [0, 2 ** bits] : [-(2 ** (bits - 1)), 2 ** (bits - 1)]
  const whole = Math.trunc(v)
  if (whole >= low && whole < high) return wrap(to, BigInt(whole))
  if (!isConstant) throw new Undefined()
  return wrap(to, whole < low ? BigInt(low) : BigInt(high) - 1n)
}

/** A 64-bit integer as a float: no bit beyond the double's may be lost before the rounding. */
function roundBig(v: bigint): number {
  if (BigInt(Number(v)) !== v) throw new Undefined()
  return Number(v)
}

/** `v` as `to`; the node says by which way. */
export function convert(node: Node, env: Env, to: Scalar, own: Value = evaluate(node, env)): Value {
  const value = own.t === 'li' && own.v.length === 1 && isShort(node, env, to) ? short(node, env) : own
  const isConstant = value.v.length === 1 && isLiteral(own.t) && isEarly(node)
  return { t: to, v: value.v.map(v => convertScalar(value.t, to, v, isConstant)) }
}

/** What DXC computes as soon as it meets it; with `env`, what is left of a conditional that a constant decides, too. */
function isEarly(node: Node, env?: Env): boolean {
  switch (node.k) {
    case 'int':
    case 'float':
      return true
    case 'un':
    case 'swizzle':
      return isEarly(node.a, env)
    case 'bin':
      return isEarly(node.a, env) && isEarly(node.b, env)
    case 'cond':
      return env !== undefined && !isDynamic(node.c) && isEarly(chosen(node, env), env)
    case 'call':
      return !LATE.has(node.name) && node.args.every(a => isEarly(a, env))
    default:
      return false
  }
}

const LATE: ReadonlySet<string> = new Set(['abs', 'degrees', 'lerp', 'radians', 'saturate', 'sign'])

function hasSwizzle(node: Node): boolean {
  if (node.k === 'swizzle') return true
  if (node.k === 'un' || node.k === 'cast') return hasSwizzle(node.a)
  if (node.k === 'bin') return hasSwizzle(node.a) || hasSwizzle(node.b)
  if (node.k === 'cond') return [node.c, node.a, node.b].some(hasSwizzle)
  return node.k === 'call' && node.args.some(hasSwizzle)
}

/** Whether its value is only known at run time. */
function isOpen(node: Node, env: Env): boolean {
  switch (node.k) {
    case 'cond':
      return isDynamic(node.c) || isOpen(chosen(node, env), env)
    case 'un':
    case 'swizzle':
    case 'cast':
      return isOpen(node.a, env)
    case 'bin':
      return isOpen(node.a, env) || isOpen(node.b, env)
    case 'call':
      return node.args.some(a => isOpen(a, env))
    default:
      return isDynamic(node)
  }
}

/** Integer operations on literals that are only known at run time are done in 32 bits on their way to another type. */
function isShort(node: Node, env: Env, to: Scalar): boolean {
  if (to === 'bool' || to === 'int64_t' || to === 'uint64_t' || to === 'li') return false
  if (node.k === 'cond' && !isDynamic(node.c)) return isShort(chosen(node, env), env, to)
  if (node.k === 'bin' && isLeft(node, env)) return isShort(node.a, env, to)
  return (node.k === 'bin' || node.k === 'un') && isOpen(node, env) && isShortOperand(node, env)
}

/** DXC makes no operation of `x | 0` and `x & -1`; with the constant on the left it does. */
function isLeft({ op, b }: Extract<Node, { k: 'bin' }>, env: Env): boolean {
  if ((op !== '|' && op !== '&') || !isEarly(b)) return false
  return evaluate(b, env).v[0] === (op === '|' ? 0n : -1n)
}

function isShortOperand(node: Node, env: Env): boolean {
  switch (node.k) {
    case 'int':
      return true
    case 'call':
    case 'swizzle':
      return !isOpen(node, env) && isEarly(node, env)
    case 'un':
      return isShortOperand(node.a, env)
    case 'bin':
      return isShortOperand(node.a, env) && isShortOperand(node.b, env)
    case 'cond':
      if (!isDynamic(node.c)) return isShortOperand(chosen(node, env), env)
      if (env.version === '2018') return isShortOperand(node.a, env) && isShortOperand(node.b, env)
      // From HLSL 2021 on, arms that are no plain constants are branches.
      return isPlain(node.a, env) && isPlain(node.b, env)
    default:
      return false
  }
}

function isPlain(node: Node, env: Env): boolean {
  if (node.k === 'un') return isPlain(node.a, env)
  if (node.k === 'bin') return isPlain(node.a, env) && isPlain(node.b, env)
  if (node.k === 'cond') return !isDynamic(node.c) && isPlain(chosen(node, env), env)
  if (node.k === 'call') return (node.name === 'min' || node.name === 'max') && node.args.every(a => isPlain(a, env))
  return node.k === 'int'
}

const chosen = (node: Extract<Node, { k: 'cond' }>, env: Env): Node =>
  convert(node.c, env, 'bool').v[0] ? node.a : node.b

function short(node: Node, env: Env): Value {
  if (!isOpen(node, env) && isEarly(node, env)) return { t: 'int', v: evaluate(node, env).v.map(v => wrap('int', v)) }
  if (node.k === 'un') return unary(node.op, short(node.a, env))
  if (node.k === 'cond') return short(chosen(node, env), env)
  if (node.k !== 'bin') throw new Error(`no 32-bit form of ${node.k}`)
  return binary(node.op, 'int', short(node.a, env), short(node.b, env))
}

export function evaluate(node: Node, env: Env): Value {
  switch (node.k) {
    case 'int':
      return { t: env.version === '202x' ? conforming(node.value, node.text) : 'li', v: [intValue(node, env)] }
    case 'float':
      return env.version === '202x' ? { t: 'float', v: [Math.fround(node.value)] } : { t: 'lf', v: [node.value] }
    case 'var':
      return env.variables[node.name]!
    case 'un': {
      const a = evaluate(node.a, env)
      if (node.op === '!') return { t: 'bool', v: a.v.map(v => (v ? 0 : 1)) }
      return unary(node.op, a.t === 'bool' ? convert(node.a, env, 'int') : a)
    }
    case 'bin':
      return evaluateBinary(node, env)
    case 'cond': {
      const [a, b] = [evaluate(node.a, env), evaluate(node.b, env)]
      return convert(chosen(node, env), env, combineArms(a.t, b.t, env))
    }
    case 'swizzle': {
      const a = evaluate(node.a, env)
      return { t: a.t, v: node.at.map(i => a.v[i]!) }
    }
    case 'cast':
      return convert(node.a, env, node.to)
    case 'call':
      return call(node, env)
  }
}

/** The first type that holds an integer, as C++ has it. */
function conforming(value: bigint, text: string): Scalar {
  const isHex = /^0[xX]/.test(text)
  if (value < 1n << 31n) return 'int'
  if (isHex && value < 1n << 32n) return 'uint'
  return value < 1n << 63n ? 'int64_t' : 'uint64_t'
}

const intValue = (node: Extract<Node, { k: 'int' }>, env: Env): N =>
  wrap(env.version === '202x' ? conforming(node.value, node.text) : 'li', node.value)

function unary(op: string, a: Value): Value {
  if (op === '-') return { t: a.t, v: a.v.map(v => (isFloat(a.t) ? -Number(v) : wrap(a.t, -BigInt(v)))) }
  return { t: a.t, v: a.v.map(v => wrap(a.t, ~BigInt(v))) }
}

const COMPARISONS = ['<', '>', '<=', '>=', '==', '!=']

function evaluateBinary(node: Extract<Node, { k: 'bin' }>, env: Env): Value {
  const { op } = node
  if (op === '&&' || op === '||') {
    const a = Boolean(convert(node.a, env, 'bool').v[0])
    const b = Boolean(convert(node.b, env, 'bool').v[0])
    return { t: 'bool', v: [(op === '&&' ? a && b : a || b) ? 1 : 0] }
  }
  const [ta, tb] = [evaluate(node.a, env).t, evaluate(node.b, env).t]
  let t = combine(ta, tb)
  if (op === '<<' || op === '>>') t = ta !== 'li' || tb === 'li' ? ta : tb === 'uint' ? 'uint' : 'int'
  if (t === 'bool' && !COMPARISONS.includes(op)) t = 'int'
  const value = binary(op, t, convert(node.a, env, t), convert(node.b, env, t))
  if (t === 'float' && isRough(node)) for (const v of value.v) env.peak = Math.max(env.peak ?? 0, Math.abs(Number(v)))
  return value
}

function binary(op: string, t: Scalar, a: Value, b: Value): Value {
  const n = a.v.length === 1 ? b.v.length : b.v.length === 1 ? a.v.length : Math.min(a.v.length, b.v.length)
  const v: N[] = []
  for (let i = 0; i < n; i++) v.push(pair(op, t, a.v[a.v.length === 1 ? 0 : i]!, b.v[b.v.length === 1 ? 0 : i]!))
  return { t: COMPARISONS.includes(op) ? 'bool' : t, v }
}

function pair(op: string, t: Scalar, x: N, y: N): N {
  if (COMPARISONS.includes(op)) return compare(op, x, y) ? 1 : 0
  return isFloat(t) ? floats(op, t, Number(x), Number(y)) : integers(op, t, BigInt(x), BigInt(y))
}

function compare(op: string, x: N, y: N): boolean {
  if (op === '==') return x === y
  if (op === '!=') return x !== y
  return op === '<' ? x < y : op === '>' ? x > y : op === '<=' ? x <= y : x >= y
}

function floats(op: string, t: Scalar, x: number, y: number): N {
  const v = op === '+' ? x + y : op === '-' ? x - y : op === '*' ? x * y : op === '/' ? x / y : x % y
  if (!Number.isFinite(v)) throw new Undefined()
  return wrap(t, v)
}

function integers(op: string, t: Scalar, x: bigint, y: bigint): N {
  const bits = isBig(t) ? 64n : 32n
  switch (op) {
    case '+':
      return wrap(t, x + y)
    case '-':
      return wrap(t, x - y)
    case '*':
      return wrap(t, x * y)
    case '/':
    case '%':
      if (y === 0n || (y === -1n && x === -(1n << (bits - 1n)))) throw new Undefined()
      return wrap(t, op === '/' ? x / y : x % y)
    case '&':
      return wrap(t, x & y)
    case '|':
      return wrap(t, x | y)
    case '^':
      return wrap(t, x ^ y)
    default: {
      if (y < 0n || y >= bits) throw new Undefined()
      return wrap(t, op === '<<' ? x << y : x >> y)
    }
  }
}

// ---- builtins ------------------------------------------------------------------------------------------------------------------------------

type Fold = (t: Scalar, ...args: number[]) => number

/** Functions of floats: the arguments have the type of the result. */
const FLOATS: Readonly<Record<string, Fold>> = {
  ceil: (_, x) => Math.ceil(x!),
  floor: (_, x) => Math.floor(x!),
  trunc: (_, x) => Math.trunc(x!),
  round: (_, x) => roundEven(x!),
  frac: (t, x) => Number(wrap(t, x! - Math.floor(x!))),
  // -0 stays what it is.
  saturate: (_, x) => (x === 0 ? x : Math.max(Math.min(x!, 1), 0)),
  sqrt: (_, x) => Math.sqrt(x!),
  rcp: (_, x) => 1 / x!,
  lerp: (t, a, b, s) => a! + Number(wrap(t, s! * Number(wrap(t, b! - a!)))),
  radians: (t, x) => x! * Number(wrap(t, Math.PI / 180)),
  degrees: (t, x) => x! * Number(wrap(t, 180 / Math.PI)),
  pow: (_, x, y) => x! ** y!,
  exp: (_, x) => Math.exp(x!),
  exp2: (_, x) => 2 ** x!,
  log: (_, x) => Math.log(x!),
  log2: (_, x) => Math.log2(x!),
  log10: (_, x) => Math.log10(x!),
  sin: (_, x) => Math.sin(x!),
  cos: (_, x) => Math.cos(x!),
  tan: (_, x) => Math.tan(x!),
  asin: (_, x) => Math.asin(x!),
  acos: (_, x) => Math.acos(x!),
  atan: (_, x) => Math.atan(x!),
  sinh: (_, x) => Math.sinh(x!),
  cosh: (_, x) => Math.cosh(x!),
  tanh: (_, x) => Math.tanh(x!),
  atan2: (_, y, x) => Math.atan2(y!, x!),
  rsqrt: (_, x) => 1 / Math.sqrt(x!),
}

/** Those whose last bit depends on the library that computes them. */
export const ROUGH: ReadonlySet<string> = new Set(
  'pow exp exp2 log log2 log10 sin cos tan asin acos atan sinh cosh tanh atan2 rsqrt'.split(' '),
)

/** Those that a value known only at run time may go through when it is a double. */
export const DYNAMIC_FLOATS: ReadonlySet<string> = new Set(['lerp', 'radians', 'degrees', 'rcp', 'saturate'])

/** Whether a rough builtin is anywhere in it. */
export function isRough(node: Node): boolean {
  switch (node.k) {
    case 'int':
    case 'float':
    case 'var':
      return false
    case 'un':
    case 'swizzle':
    case 'cast':
      return isRough(node.a)
    case 'bin':
      return isRough(node.a) || isRough(node.b)
    case 'cond':
      return isRough(node.c) || isRough(node.a) || isRough(node.b)
    case 'call':
      return ROUGH.has(node.name) || node.args.some(isRough)
  }
}

function roundEven(x: number): number {
  const low = Math.floor(x)
  const rest = x - low
  const v = rest > 0.5 || (rest === 0.5 && low % 2 !== 0) ? low + 1 : low
  return v === 0 && x < 0 ? -0 : v
}

function call(node: Extract<Node, { k: 'call' }>, env: Env): Value {
  if (node.name === 'select') {
    const [c, a, b] = node.args as [Node, Node, Node]
    const t = combine(evaluate(a, env).t, evaluate(b, env).t)
    return convert(convert(c, env, 'bool').v[0] ? a : b, env, t)
  }
  const args = node.args.map(arg => evaluate(arg, env))
  const all = args.map(a => a.t).reduce(combine)
  if (node.name in FLOATS) {
    const t = all === 'lf' || all === 'float' ? all : 'float'
    const values = node.args.map(arg => convert(arg, env, t).v[0] as number)
    // A logarithm is in it where it is not computed at once.
    if (node.name === 'pow' && values[0]! < 0 && !(isEarly(node) && !hasSwizzle(node))) throw new Undefined()
    if (node.name === 'frac' && env.fracOfMagnitude) values[0] = Math.abs(values[0]!)
    const v = FLOATS[node.name]!(t, ...values)
    if (!Number.isFinite(v)) throw new Undefined()
    if (t === 'float' && ROUGH.has(node.name)) env.peak = Math.max(env.peak ?? 0, Math.abs(v))
    return { t, v: [wrap(t, v)] }
  }
  const values = node.args.map(arg => convert(arg, env, all).v[0]!)
  const [x, y, z] = values as [N, N, N]
  switch (node.name) {
    case 'max':
      return { t: all, v: [first(x > y, x, y)] }
    case 'min':
      return { t: all, v: [first(x < y, x, y)] }
    case 'clamp':
      if (y > z) throw new Undefined()
      return { t: all, v: [first(x < y, y, first(x > z, z, x))] }
    case 'abs':
      if (isFloat(all)) return { t: all, v: [Math.abs(Number(x))] }
      return { t: all, v: [wrap(all, BigInt(x) < 0n ? -BigInt(x) : BigInt(x))] }
    case 'sign':
      return { t: 'int', v: [signOf(all === 'li' ? cutTo(kindOf(node.args[0]!), BigInt(x)) : x)] }
    case 'WaveReadLaneFirst':
    case 'WaveActiveSum':
      return { t: all, v: [x] }
    case 'WavePrefixSum':
      return { t: all, v: [wrap(all, isFloat(all) ? 0 : 0n)] }
    default:
      throw new Error(`no builtin ${node.name}`)
  }
}

const signOf = (x: N): number => (x > 0 ? 1 : x < 0 ? -1 : 0)

const cutTo = ({ unsigned, wide }: { unsigned: boolean; wide: boolean }, x: bigint): bigint =>
  unsigned ? BigInt.asUintN(wide ? 64 : 32, x) : BigInt.asIntN(wide ? 64 : 32, x)

/** What a literal int stands for as an argument that the result's type does not depend on: unsigned, unless it is negated, and
    unsigned again when it meets such a one; as wide as its value needs. Components of vectors are signed and wide. */
function kindOf(node: Node): { unsigned: boolean; wide: boolean } {
  switch (node.k) {
    case 'int':
      return { unsigned: true, wide: node.value > 0xffffffffn }
    case 'un': {
      const { unsigned, wide } = kindOf(node.a)
      return { unsigned: node.op !== '-' && unsigned, wide }
    }
    case 'bin':
    case 'cond':
      return met([node.a, node.b])
    case 'call':
      return met(node.args)
    case 'swizzle':
      return { unsigned: false, wide: true }
    default:
      return { unsigned: true, wide: false }
  }
}

function met(nodes: readonly Node[]): { unsigned: boolean; wide: boolean } {
  const kinds = nodes.map(kindOf)
  return { unsigned: kinds.some(k => k.unsigned), wide: kinds.some(k => k.wide) }
}

/** Of equal ones, zeros of both signs among them, the second. */
const first = (takesFirst: boolean, a: N, b: N): N => (takesFirst ? a : b)

const view = new DataView(new ArrayBuffer(8))

/** A value's bits as words, the lower ones first. */
export function wordsOf({ t, v }: Value): number[] {
  return v.flatMap(x => {
    if (t === 'float' || t === 'float16_t') view.setFloat32(0, Number(x), true)
    else if (t === 'double') view.setFloat64(0, Number(x), true)
    else if (t === 'int64_t' || t === 'uint64_t') view.setBigUint64(0, BigInt.asUintN(64, BigInt(x)), true)
    else return [Number(x) >>> 0]
    return t === 'float' || t === 'float16_t'
      ? [view.getUint32(0, true)]
      : [view.getUint32(0, true), view.getUint32(4, true)]
  })
}
