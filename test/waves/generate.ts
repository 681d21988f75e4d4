// Random programs about lanes: a seed fixes the program. Every loop ends, barriers and quads stand where all lanes run, nothing races.

import { randomFrom } from '../ir/random_program.ts'
import {
  BINARY,
  type BinaryOp,
  binary,
  type Case,
  COMPARISONS,
  type Expr,
  type Func,
  INPUTS,
  type Loop,
  number,
  type Program,
  SLOTS,
  type Stmt,
  variable,
  WAVE_OPS,
  type WaveName,
  wave,
} from './tree.ts'

const THREADS = [8, 8, 16, 32]
/** These read lanes whether those run or not. */
const QUADS: readonly WaveName[] = ['QuadReadAcrossX', 'QuadReadAcrossY', 'QuadReadAcrossDiagonal', 'WaveReadLaneAt']
const NAMES = Object.keys(WAVE_OPS) as WaveName[]
const TAKING = (kind: string, result: string): readonly WaveName[] =>
  NAMES.filter(n => WAVE_OPS[n] === `${kind}->${result}` && !QUADS.includes(n))

export function generate(seed: number): Program {
  return new Generator(seed).program()
}

/** Words that random inputs of a seed have: small, so that lanes agree now and then. */
export function inputsOf(p: Program): Uint32Array {
  const random = randomFrom(p.seed * 31 + 7)
  for (let i = 0; i < 4; i++) random(2)
  return Uint32Array.from({ length: p.threads * INPUTS }, () => random(random(3) === 0 ? 9 : 4))
}

interface Scope {
  /** Variables to read, and those of them that may be written. */
  readonly read: string[]
  readonly write: string[]
  readonly loops: number
  readonly depth: number
  /** A jump out of the innermost loop, or on with it, is allowed. */
  readonly mayBreak: boolean
  readonly mayContinue: boolean
  readonly returns: 'value' | 'void'
  readonly mayReturn: boolean
}

class Generator {
  readonly #seed: number
  readonly #random: (n: number) => number
  readonly #functions: Func[] = []
  #names = 0
  #budget = 0
  #calls = 0

  constructor(seed: number) {
    this.#seed = seed
    this.#random = randomFrom(seed)
    for (let i = 0; i < 8; i++) this.#random(2)
  }

  program(): Program {
    for (let i = this.#random(3); i > 0; i--) this.#functions.push(this.#function())
    const threads = this.#pick(THREADS)
    this.#budget = 10 + this.#random(24)
    const main: Stmt[] = []
    const scope: Scope = {
      ...{ read: [], write: [], loops: 0, depth: 0, mayBreak: false, mayContinue: false },
      ...{ returns: 'void', mayReturn: this.#chance(4) },
    }
    for (let i = 0; i < 3; i++) main.push(this.#declare(scope, { kind: 'input', index: i }))
    const parts = 1 + this.#random(3)
    let left = false
    for (let i = 0; i < parts; i++) {
      if (!left && this.#chance(4)) main.push(...this.#exchange(scope, threads))
      if (!left && this.#chance(4)) main.push(...this.#quad(scope))
      const body = this.#statements(scope, 1 + this.#random(4))
      left ||= body.some(leaves)
      main.push(...body)
    }
    for (const name of scope.write.slice(0, 3)) main.push(this.#store(variable(name)))
    return { seed: this.#seed, threads, functions: this.#functions, main }
  }

  #chance(n: number): boolean {
    return this.#random(n) === 0
  }
  #pick<T>(list: readonly T[]): T {
    return list[this.#random(list.length)]!
  }
  #name(prefix: string): string {
    return `${prefix}${this.#names++}`
  }

  #function(): Func {
    this.#budget = 4 + this.#random(10)
    const params = ['p', 'q'].slice(this.#random(2))
    const scope: Scope = {
      ...{ read: [...params], write: [...params], loops: 0, depth: 0, mayBreak: false, mayContinue: false },
      ...{ returns: 'value', mayReturn: true },
    }
    const body = this.#statements(scope, 2 + this.#random(3))
    if (!endsWithReturn(body)) body.push({ kind: 'return', value: this.#word(scope, 2) })
    return { name: this.#name('f'), params, body }
  }

  // ---- statements ----

  #statements(scope: Scope, count: number): Stmt[] {
    const list: Stmt[] = []
    const own = {
      ...scope,
      read: scope.depth === 0 ? scope.read : [...scope.read],
      write: scope.depth === 0 ? scope.write : [...scope.write],
    }
    for (let i = 0; i < count && this.#budget > 0; i++) {
      this.#budget--
      list.push(...this.#statement(own))
    }
    return list
  }

  #statement(s: Scope): Stmt[] {
    switch (this.#random(s.depth > 3 ? 5 : 12)) {
      case 0:
        return [this.#declare(s, this.#word(s, 3))]
      case 1:
      case 2:
        return s.write.length === 0
          ? [this.#declare(s, this.#word(s, 2))]
          : [{ kind: 'set', name: this.#pick(s.write), value: this.#word(s, 3) }]
      case 3:
        return [this.#store(this.#word(s, 3))]
      case 4:
      case 5:
      case 6:
        return this.#if(s)
      case 7:
        return this.#waterfall(s)
      case 8:
        return [this.#switch(s)]
      default:
        return this.#loop(s)
    }
  }

  #declare(s: Scope, value: Expr): Stmt {
    const name = this.#name('v')
    s.read.push(name)
    s.write.push(name)
    return { kind: 'declare', name, value }
  }

  #store(value: Expr): Stmt {
    return { kind: 'store', slot: this.#random(SLOTS), value }
  }

  #inner(s: Scope, changes: Partial<Scope> = {}): Scope {
    return { ...s, depth: s.depth + 1, ...changes }
  }

  #if(s: Scope): Stmt[] {
    const yes = this.#statements(this.#inner(s), 1 + this.#random(3))
    const jump = this.#jump(s)
    if (jump) yes.push(jump)
    const otherwise = this.#chance(3) ? this.#statements(this.#inner(s), 1 + this.#random(2)) : []
    const second = otherwise.length > 0 && this.#chance(4) ? this.#jump(s) : undefined
    if (second) otherwise.push(second)
    return [{ kind: 'if', condition: this.#condition(s, 2), yes, otherwise }]
  }

  #jump(s: Scope): Stmt | undefined {
    const kind = this.#random(8)
    if (kind < 4 && s.mayBreak) return { kind: 'break' }
    if (kind === 5 && s.mayContinue) return { kind: 'continue' }
    if (kind === 6 && s.mayReturn && s.loops > 0) return this.#return(s)
    if (kind === 7 && s.mayReturn && this.#chance(3)) return this.#return(s)
    return undefined
  }

  #return(s: Scope): Stmt {
    return s.returns === 'value' ? { kind: 'return', value: this.#word(s, 2) } : { kind: 'return' }
  }

  #switch(s: Scope): Stmt {
    const cases: Case[] = []
    const count = 1 + this.#random(3)
    for (let label = 0; label < count; label++) {
      const body = this.#statements(this.#inner(s, { mayBreak: false }), 1 + this.#random(2))
      // A condition in front: the rest of the case is dropped behind a jump.
      const jump = this.#chance(5) ? this.#jump({ ...s, mayBreak: false }) : undefined
      cases.push({ label, body: jump ? [...body, jump] : body })
    }
    if (this.#chance(2))
      cases.push({ label: undefined, body: this.#statements(this.#inner(s, { mayBreak: false }), 1) })
    return { kind: 'switch', selector: this.#word(s, 2), cases }
  }

  /** Each round serves the lanes that agree with the first one. */
  #waterfall(s: Scope): Stmt[] {
    const key = this.#name('k')
    const scope = this.#inner(s, {
      ...{ read: [...s.read, key], loops: s.loops + 1, mayBreak: false, mayContinue: false },
    })
    const first = this.#name('s')
    const agrees: Expr = binary(variable(first), '==', variable(key))
    const served = this.#statements({ ...scope, depth: scope.depth + 1, mayBreak: true }, 1 + this.#random(3))
    const last = this.#chance(6) && s.mayReturn ? this.#return(s) : ({ kind: 'break' } as const)
    const body: Stmt[] = [
      {
        kind: 'declare',
        name: first,
        value: this.#pick([wave('WaveReadLaneFirst', variable(key)), wave('WaveActiveMin', variable(key))]),
      },
      ...(this.#chance(3) ? this.#statements(scope, 1) : []),
      { kind: 'if', condition: agrees, yes: [...served, last], otherwise: [] },
      ...(this.#chance(3) ? this.#statements(scope, 1) : []),
    ]
    const loop: Loop = { kind: 'loop', form: 'while', attribute: this.#chance(3) ? '[loop] ' : '', body }
    return [{ kind: 'declare', name: key, value: this.#word(s, 2) }, loop]
  }

  #loop(s: Scope): Stmt[] {
    if (s.loops >= 3) return this.#if(s)
    const counter = this.#name('i')
    const scope = this.#inner(s, {
      ...{ read: [...s.read, counter], loops: s.loops + 1, mayBreak: true, mayContinue: true },
    })
    const body = this.#statements(scope, 1 + this.#random(4))
    if (this.#chance(8)) body.push({ kind: 'break' })
    const bound = this.#chance(2) ? number(1 + this.#random(4)) : this.#bound(s)
    const test = binary(variable(counter), '<', bound)
    const attribute = this.#chance(4) ? '[loop] ' : ''
    if (this.#chance(2)) {
      const unroll = bound.kind === 'number' && this.#chance(3)
      return [
        { kind: 'loop', form: 'for', attribute: unroll ? '[unroll] ' : attribute, counter, condition: test, body },
      ]
    }
    const step: Stmt = { kind: 'set', name: counter, value: binary(variable(counter), '+', number(1)) }
    const start: Stmt = { kind: 'declare', name: counter, value: number(0) }
    const leave: Stmt = {
      kind: 'if',
      condition: binary(variable(counter), '>=', bound),
      yes: [{ kind: 'break' }],
      otherwise: [],
    }
    const form = this.#chance(2) ? 'while' : 'do'
    const loop: Loop = this.#chance(2)
      ? { kind: 'loop', form, attribute, body: form === 'do' ? [step, ...body, leave] : [leave, step, ...body] }
      : { kind: 'loop', form, attribute, condition: test, body: [step, ...body] }
    return [start, loop]
  }

  /** How often a lane goes round. */
  #bound(s: Scope): Expr {
    return binary(binary(this.#word(s, 1), '&', number(3)), '+', number(this.#random(2)))
  }

  /** All lanes run: own words into shared memory, others' out of it. */
  #exchange(s: Scope, threads: number): Stmt[] {
    const index = binary(binary({ kind: 'thread' }, '+', number(1 + this.#random(5))), '%', number(threads))
    return [
      { kind: 'share', value: this.#word(s, 2) },
      { kind: 'barrier' },
      this.#declare(s, { kind: 'shared', index }),
      { kind: 'barrier' },
    ]
  }

  #quad(s: Scope): Stmt[] {
    return [this.#declare(s, wave(this.#pick(QUADS), this.#word(s, 1)))]
  }

  // ---- expressions ----

  #word(s: Scope, depth: number): Expr {
    const leaf = (): Expr => {
      const kind = this.#random(6)
      if (kind < 3 && s.read.length > 0) return variable(this.#pick(s.read))
      if (kind === 3) return number(this.#random(5))
      return kind === 4 ? { kind: 'thread' } : { kind: 'input', index: this.#random(INPUTS) }
    }
    if (depth <= 0) return leaf()
    switch (this.#random(8)) {
      case 0:
      case 1:
        return leaf()
      case 2:
      case 3:
        return this.#binary(s, depth)
      case 4:
        if (this.#functions.length > 0 && this.#calls < 4 && this.#chance(2)) {
          this.#calls++
          const f = this.#pick(this.#functions)
          return { kind: 'call', name: f.name, args: f.params.map(() => this.#word(s, 0)) }
        }
        return {
          kind: 'choice',
          condition: this.#condition(s, depth - 1),
          yes: this.#word(s, depth - 1),
          no: this.#word(s, depth - 1),
        }
      default:
        return this.#wave(s, depth, 'u')
    }
  }

  #binary(s: Scope, depth: number): Expr {
    const op = this.#pick(BINARY.filter((o): o is BinaryOp => !COMPARISONS.has(o)))
    const left = this.#word(s, depth - 1)
    if (op === '%') return binary(left, op, number(2 + this.#random(5)))
    return binary(left, op, op === '<<' || op === '>>' ? number(this.#random(4)) : this.#word(s, depth - 1))
  }

  #wave(s: Scope, depth: number, result: 'u' | 'b'): Expr {
    const takes = this.#pick(['', 'b', 'u', 'u'])
    const names = TAKING(takes, result)
    if (names.length === 0) return this.#wave(s, depth, result)
    const args = takes === '' ? [] : [takes === 'b' ? this.#condition(s, depth - 1) : this.#word(s, depth - 1)]
    return wave(this.#pick(names), ...args)
  }

  #condition(s: Scope, depth: number): Expr {
    switch (this.#random(depth > 0 ? 8 : 4)) {
      case 5:
        return {
          kind: 'logical',
          op: this.#pick(['&&', '||']),
          left: this.#condition(s, depth - 1),
          right: this.#condition(s, depth - 1),
        }
      case 6:
      case 7:
        return this.#wave(s, depth, 'b')
      default: {
        const op = this.#pick(BINARY.filter(o => COMPARISONS.has(o)))
        return binary(this.#word(s, depth - 1), op, this.#word(s, this.#random(2)))
      }
    }
  }
}

/** True for a statement that may end the function. */
function leaves(s: Stmt): boolean {
  if (s.kind === 'if') return s.yes.some(leaves) || s.otherwise.some(leaves)
  if (s.kind === 'loop') return s.body.some(leaves)
  if (s.kind === 'switch') return s.cases.some(c => c.body.some(leaves))
  return s.kind === 'return'
}

const endsWithReturn = (body: readonly Stmt[]): boolean => body[body.length - 1]?.kind === 'return'
