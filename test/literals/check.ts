// One program of literals through both compilers, the validator and the runtime: every word must be DXC's and the evaluator's.

import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { generate, INPUT, sourceOf } from './generate.ts'
import type { LiteralProgram, Site, Version } from './tree.ts'

export type Kind =
  | 'same'
  /** DXC's own output does not validate, or DXC refuses what the generator should not have made. */
  | 'dxc-refuses'
  /** The runtime does not take DXC's container; ours does what the evaluator says. */
  | 'dxc-no-run'
  | 'verdict'
  | 'crash'
  | 'invalid'
  | 'run'
  /** Ours differs from DXC. */
  | 'value'
  /** The runtime is wrong: a conversion to a 64-bit integer beyond 32 bits, see `clamped`; a division off by a unit; 64-bit integers beside other code. */
  | 'runtime'
  /** DXC folds frac of a negative number to the fraction of its magnitude; the words are the predicted ones. */
  | 'frac'
  /** DXC computes pow as exp2(log2(x) * y) of rounded floats, ours is exactly what the evaluator says. */
  | 'pow'
  /** HLSL 202x: DXC takes an int that overflowed for a positive one when it becomes a 64-bit integer. */
  | 'extended'
  /** Both compilers agree and the evaluator does not. */
  | 'evaluator'

export interface Outcome {
  readonly kind: Kind
  readonly detail: string
  /** The site that differs. */
  readonly site?: Site
}

/** HLSL 202x is what the latest DXC makes of it. */
const compilerOf = (version: Version): Promise<Dxc> => Dxc.shared(version === '202x' ? 'dxc-new' : 'dxc')

export const PROFILE = 'cs_6_5'

export function argsOf({ version, optimization, isNarrow }: LiteralProgram): string[] {
  const args = ['-T', PROFILE, '-E', 'main', '-HV', version, ...(optimization === 0 ? ['-Od'] : [])]
  if (isNarrow) args.push('-enable-16bit-types')
  return version === '202x' ? [...args, '-validator-version', '1.8'] : args
}

async function run(container: Uint8Array, sites: number): Promise<Uint32Array | string> {
  const { uavs, error } = await (await D3d12.shared()).runCompute({
    container,
    dispatch: [1, 1, 1],
    resources: [
      { kind: 'uav', register: 0, type: 'structured', stride: 16, data: new Uint8Array(16 * sites) },
      { kind: 'srv', register: 0, type: 'raw', data: new Uint8Array(new Int32Array(INPUT).buffer) },
    ],
  })
  return error ?? new Uint32Array(uavs[0]!.data.slice().buffer)
}

function ours(p: LiteralProgram): ReturnType<typeof compile> | string {
  try {
    const { version, optimization, isNarrow } = p
    const options = { target: PROFILE, entry: 'main', hlslVersion: version, optimization, enable16BitTypes: isNarrow }
    return compile(p.source, options)
  } catch (e) {
    return String((e as Error).stack).slice(0, 800)
  }
}

const errors = (text: string): string =>
  text
    .split('\n')
    .filter(line => line.includes('error'))
    .slice(0, 3)
    .join('\n')

export async function check(p: LiteralProgram): Promise<Outcome> {
  const dxc = await (await compilerOf(p.version)).compile(p.source, argsOf(p))
  const mine = ours(p)
  if (typeof mine === 'string') return { kind: 'crash', detail: mine }
  if (!dxc.container) {
    if (mine.ok)
      return { kind: /validation|Internal/.test(dxc.errors) ? 'dxc-refuses' : 'verdict', detail: errors(dxc.errors) }
    return { kind: 'dxc-refuses', detail: errors(dxc.errors) }
  }
  if (!mine.ok) return { kind: 'verdict', detail: errors(mine.text) }
  const valid = await (await Dxc.shared()).validate(mine.container)
  if (!valid.ok || valid.digest !== 'right') return { kind: 'invalid', detail: valid.message }
  const constants = p.isDynamic ? [] : [dxc.container, mine.container].map(c => storedWords(c, p.sites))
  const [x, y] = constants
  const codes = { mine: disassemble(mine.container), theirs: disassemble(dxc.container) }
  if (x && y) return excused(p, compareWords(p, x, y), x, y, codes)
  if (p.isNarrow) return { kind: x ? 'value' : 'dxc-refuses', detail: 'words that are no constants' }
  const [a, b] = [await run(dxc.container, p.sites.length), await run(mine.container, p.sites.length)]
  if (typeof b === 'string') return { kind: typeof a === 'string' ? 'dxc-no-run' : 'run', detail: b }
  if (typeof a === 'string') {
    const alone = compareWords(p, b, b)
    return alone.kind === 'same' ? { kind: 'dxc-no-run', detail: a } : alone
  }
  const outcome = compareWords(p, a, b)
  if (outcome.kind !== 'value' && outcome.kind !== 'evaluator') return outcome
  const clamp = clampedOutcome(p, [dxc.container, mine.container], a, b)
  if (clamp) return clamp
  const rest = excused(p, outcome, a, b, codes)
  return rest.kind === 'value' && (await isNeighbourFault(p, rest.site!, dxc.container, b))
    ? { kind: 'runtime', detail: '' }
    : rest
}

/** The outcome without the sites whose difference is foretold: DXC's frac, denormals that the runtime flushes, divisions that it rounds otherwise. */
function excused(
  p: LiteralProgram,
  outcome: Outcome,
  theirs: Uint32Array,
  mine: Uint32Array,
  codes: { readonly mine: string; readonly theirs: string },
): Outcome {
  if (outcome.kind !== 'value') return outcome
  const [a, b] = [theirs.slice(), mine.slice()]
  let kind: Kind = 'runtime'
  const foretold = generate(p.seed, true).sites
  for (const [k, site] of p.sites.entries()) {
    const at = (words: Uint32Array): number[] => [...words.subarray(4 * k, 4 * k + site.words.length)]
    const wrong = foretold.find(s => s.body === site.body && s.globals === site.globals)?.words
    if (/\bfrac\(/.test(site.body + site.globals) && wrong && same(at(theirs), wrong) && same(at(mine), site.words)) {
      a.set(site.words, 4 * k)
      kind = 'frac'
    } else if (isRoundedPow(site, at(theirs), at(mine))) {
      a.set(site.words, 4 * k)
      kind = 'pow'
    } else if (p.version === '202x' && isExtended(site, at(theirs), at(mine))) {
      a.set(site.words, 4 * k)
      kind = 'extended'
    } else if (isFlushed(site, at(theirs), at(mine))) a.set(site.words, 4 * k)
    else if (same(at(mine), site.words)) {
      // DXC makes a / (b * c) of a / b / c, too.
      if (isDivision(site, codes.theirs) && isUnitOff(site, at(theirs))) a.set(site.words, 4 * k)
    } else if (isDivision(site, codes.mine) && isUnitOff(site, at(mine))) b.set(site.words, 4 * k)
  }
  return compareWords(p, a, b).kind === 'same' ? { kind, detail: '' } : outcome
}

const isRoundedPow = (site: Site, theirs: readonly number[], mine: readonly number[]): boolean =>
  site.body.includes('pow(') && same(mine, site.words) && close(site, theirs, site.words, unitsOf(site))

/** A negative int of 32 bits with zeros in front, where the evaluator has its sign. */
const isExtended = ({ body, words }: Site, theirs: readonly number[], mine: readonly number[]): boolean =>
  /\bint64_t (n\b|a\[)/.test(body) &&
  same(mine, words) &&
  words[1] === 0xffffffff &&
  words[0]! >= 2 ** 31 &&
  same(theirs, [words[0]!, 0])

/** The runtime makes zero of a denormal float; a constant stays what it is, and that is what the evaluator says. */
const isFlushed = (site: Site, theirs: readonly number[], mine: readonly number[]): boolean =>
  /float\d? n/.test(site.body) &&
  same(mine, site.words) &&
  mine.every((w, i) => w === theirs[i] || (isDenormal(w) && theirs[i] === (w & 0x80000000) >>> 0))

const isDenormal = (word: number): boolean => (word & 0x7f800000) === 0 && (word & 0x007fffff) !== 0

/** Floats are divided at run time in it. */
const isDivision = ({ body, globals }: Site, code: string): boolean =>
  /[^/]\/[^/]/.test(body + globals) && / fdiv (fast )?(float|double) %/.test(code)

/** Off by one unit in the last place of a float, which may have become an integer since. */
function isUnitOff({ body, words }: Site, mine: readonly number[]): boolean {
  const isInteger = /\bu?int2? n/.test(body)
  return words.every((w, i) => {
    if (!isInteger) return Math.abs(w - mine[i]!) <= 1
    const unit = 2 ** Math.max(0, Math.floor(Math.log2(Math.abs(w | 0) || 1)) - 23)
    return Math.abs((w | 0) - (mine[i]! | 0)) <= unit
  })
}

/**
 * The runtime is wrong about DXC's 64-bit integers beside other code: it reads an array of them wrongly beside another array, and IMax and IMin of
 * them beside other expressions (34404468: `i - max(64-bit, 20)` is i). Alone, the expression is right.
 */
async function isNeighbourFault(
  p: LiteralProgram,
  site: Site,
  theirs: Uint8Array,
  mine: Uint32Array,
): Promise<boolean> {
  const code = disassemble(theirs)
  const arrays = code.match(/ (alloca|constant) \[\d+ x \w+\]/g) ?? []
  const isArray = arrays.length > 1 && arrays.some(a => a.includes('x i64'))
  const isExtreme = /\b(max|min|clamp)\(/.test(site.body) && code.includes('@dx.op.binary.i64(i32 3')
  const k = p.sites.indexOf(site)
  if (p.sites.length < 2 || !(isArray || isExtreme)) return false
  if (!same([...mine.subarray(4 * k, 4 * k + site.words.length)], site.words)) return false
  return (await check(alone(p, site))).kind === 'same'
}

/** The outcome when the sites that differ are those whose value the runtime clamps in a container that converts at run time. */
function clampedOutcome(
  p: LiteralProgram,
  containers: readonly Uint8Array[],
  theirs: Uint32Array,
  mine: Uint32Array,
): Outcome | undefined {
  const [a, b] = [theirs, mine].map((words, i) => {
    if (!/fpto[su]i \w+ %\d+ to i64/.test(disassemble(containers[i]!))) return words
    const right = words.slice()
    for (const [k, site] of p.sites.entries()) {
      const wrong = clamped(site)
      if (wrong?.every((v, j) => v === words[4 * k + j])) right.set(site.words, 4 * k)
    }
    return right
  })
  const rest = compareWords(p, a!, b!)
  return rest.kind === 'same' ? { kind: 'runtime', detail: '' } : undefined
}

/** What the runtime makes of a float beyond 32 bits that it converts to a 64-bit integer. */
function clamped({ body, words }: Site): readonly number[] | undefined {
  if (!/\bu?int64_t (n\b|a\[)/.test(body)) return undefined
  const value = asWhole(words)
  if (Math.abs(value) < 2 ** 31) return undefined
  if (body.includes('uint64_t')) return [0xffffffff, 0xffffffff]
  return value > 0 ? [0xffffffff, 0x7fffffff] : [0x80000000, 0xffffffff]
}

const STORE = /rawBufferStore\.i32\(i32 140, %[^,]+, i32 (\d+), i32 0, (i32 [^)]*?), i8 15, i32 4\)/g

/** The words that a container stores, when all of them are constants in it. */
function storedWords(container: Uint8Array, sites: readonly Site[]): Uint32Array | undefined {
  const words = new Uint32Array(4 * sites.length)
  let found = 0
  for (const [, at, operands] of disassemble(container).matchAll(STORE)) {
    const values = operands!.split(', ').map(o => o.slice('i32 '.length))
    if (values.some(v => !/^-?\d+$/.test(v))) return undefined
    words.set(
      values.map(v => Number(v) >>> 0),
      4 * Number(at),
    )
    found++
  }
  return found === sites.length ? words : undefined
}

/** What rough builtins made may differ by a few units in the last place, of floats when they went through one. */
const close = (site: Site, a: readonly number[], b: readonly number[], units = 2): boolean => {
  if (!site.isRough) return false
  if (site.body.includes('int64_t n')) return isNear(asWhole(a), asWhole(b), 2 ** -22)
  if (/\bfloat2? n/.test(site.body) && a.every((v, i) => areNear(v, b[i]!, site.peak ?? 0))) return true
  if (/\bu?int2? n/.test(site.body)) return a.every((v, i) => isNear(v | 0, b[i]! | 0, 2 ** -19))
  if (a.length === 1 || !site.body.includes('double n')) return a.every((v, i) => Math.abs(v - b[i]!) <= units)
  const [x, y] = [asDouble(a), asDouble(b)]
  if (x === undefined || y === undefined) return false
  if (Math.abs(x - y) <= (site.peak ?? 0) * 2 ** -21) return true
  return isNear(x, y, Math.fround(x) === x && Math.fround(y) === y ? 2 ** -22 : 2 ** -44)
}

/** How far the runtime's own functions may be off. */
const RUNTIME_UNITS = 16
/** pow is exp2(log2(x) * y): that product is rounded, which costs up to a unit for each power of two of the result. */
const unitsOf = ({ body, words }: Site): number =>
  RUNTIME_UNITS + (body.includes('pow(') ? Math.abs(((words[0]! >>> 23) & 0xff) - 127) : 0)

/** Floats that differ by no more than what a float of the size of `peak` may be off. */
const areNear = (x: number, y: number, peak: number): boolean =>
  x === y || Math.abs(asFloat(x) - asFloat(y)) <= peak * 2 ** -21

const asFloat = (word: number): number => new Float32Array(new Uint32Array([word]).buffer)[0]!

const isNear = (x: number, y: number, within: number): boolean =>
  Number.isFinite(x) && Math.abs(x - y) <= Math.abs(x) * within

/** Fast mathematics knows one zero. */
const areZeros = (site: Site, a: readonly number[], b: readonly number[]): boolean =>
  /(float|double) n/.test(site.body) && [...a, ...b].every(w => w === 0 || w === 0x80000000)

const asWhole = (words: readonly number[]): number => words[0]! + 2 ** 32 * (words[1]! | 0)

function asDouble(words: readonly number[]): number | undefined {
  if (words.length !== 2) return undefined
  return new Float64Array(new Uint32Array(words).buffer)[0]
}

function compareWords(p: LiteralProgram, theirs: Uint32Array, mine: Uint32Array): Outcome {
  let first: Outcome | undefined
  for (const [k, site] of p.sites.entries()) {
    const at = (words: Uint32Array): number[] => [...words.subarray(4 * k, 4 * k + site.words.length)]
    const [a, b] = [at(theirs), at(mine)]
    const detail = `${site.globals} ${site.body} DXC ${hex(a)}, ours ${hex(b)}, evaluator ${hex(site.words)}`
    if (!same(a, b) && !close(site, a, b) && !(p.isDynamic && areZeros(site, a, b)))
      return { kind: 'value', detail, site }
    if (!same(a, site.words) && !close(site, a, site.words, unitsOf(site)) && !areZeros(site, a, site.words))
      first ??= { kind: 'evaluator', detail, site }
  }
  return first ?? { kind: 'same', detail: '' }
}

const same = (a: readonly number[], b: readonly number[]): boolean => a.every((v, i) => v === b[i])
const hex = (words: readonly number[]): string => words.map(w => w.toString(16)).join(' ')

/** The program with these sites only. */
export const alone = (p: LiteralProgram, ...sites: readonly Site[]): LiteralProgram => ({
  ...p,
  sites,
  source: sourceOf(sites, p.isNarrow),
})
