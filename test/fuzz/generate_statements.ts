// Random statements: every loop is bounded, every variable initialised, every index in range.

import type { Expressions } from './generate_expressions.ts'
import { VARIABLE } from './generate_expressions.ts'
import type { Case, Expr, Func, Stmt } from './tree.ts'
import { fieldAt, holdsBits, isInteger, isNumeric, type Numeric, scalar, size, type Type, vector } from './types.ts'

interface Place {
  readonly loop: boolean
  /** What `return` gives; undefined where it is not allowed, 'void' without a value. */
  readonly returns?: Type | 'void'
}

const MAX_NESTING = 3

export class Statements {
  readonly #x: Expressions
  #next = 0
  #budget: number
  #inSwitch = 0
  /** Statements special to a phase of main (atomics, stores); asked now and then. */
  special: (() => Stmt | undefined)[] = []
  /** Functions that write static globals may be called. */
  impureCalls = true

  constructor(x: Expressions, budget: number) {
    this.#x = x
    this.#budget = budget
  }

  name(prefix: string): string {
    return `${prefix}${this.#next++}`
  }

  set budget(n: number) {
    this.#budget = n
  }

  get budget(): number {
    return this.#budget
  }

  scoped<T>(run: () => T): T {
    const saved = this.#x.scope
    this.#x.scope = [...saved]
    try {
      return run()
    } finally {
      this.#x.scope = saved
    }
  }

  block(place: Place, nesting: number, count = this.#x.rng.int(1, 4)): Stmt[] {
    return this.scoped(() => {
      const out: Stmt[] = []
      for (let i = 0; i < count && this.#budget > 0; i++) out.push(...this.statement(place, nesting))
      return out
    })
  }

  #reference(name: string, t: Type): Expr {
    return { k: 'ref', name, t, span: VARIABLE }
  }

  declaration(t = this.#x.type(), depth = 2): Stmt {
    const name = this.name('v')
    // DXC misplaces the constants of such lists.
    const constant = this.#x.chance(8) && !holdsBits(t)
    const init = this.#x.implicit(this.#x.any(t, depth))
    this.#x.scope.push({ e: this.#reference(name, t), writable: !constant })
    return { k: 'decl', name, t, init, constant }
  }

  statement(place: Place, nesting: number): Stmt[] {
    this.#budget--
    const x = this.#x
    if (this.special.length && x.chance(15)) {
      const s = x.pick(this.special)()
      if (s) return [s]
    }
    const n = x.rng.int(0, 99)
    if (n < 16) return [this.declaration()]
    if (n < 48 || nesting >= MAX_NESTING) return this.#assignment()
    if (n < 60) return this.#calls()
    if (n < 74) return [this.#if(place, nesting)]
    if (n < 85) return [this.#for(place, nesting)]
    if (n < 90) return [this.#while(place, nesting)]
    if (n < 96) return [this.#switch(place, nesting)]
    if (n < 98 && place.returns !== undefined) return this.#returnIf(place.returns)
    return [{ k: 'block', body: this.block(place, nesting + 1) }]
  }

  #returnIf(t: Type | 'void'): Stmt[] {
    const back: Stmt = t === 'void' ? { k: 'return' } : this.returnOf(t)
    return [{ k: 'if', c: this.#condition(), yes: [back] }]
  }

  returnOf(t: Type): Stmt {
    return { k: 'return', value: this.#x.implicit(this.#x.whole(t, 2)) }
  }

  #condition(): Expr {
    return this.#x.value(scalar('bool'), 2)
  }

  #assignment(): Stmt[] {
    const x = this.#x
    const target = x.path(true, t => isNumeric(t) || x.chance(12))
    if (!target) return [this.declaration()]
    if (!isNumeric(target.t)) return [{ k: 'assign', to: target, op: '', value: x.whole(target.t, 2) }]
    const to = x.part(target)
    const t = to.t as Numeric
    if (t.s === 'float' && to.k === 'ref' && x.chance(40)) return this.#floatUpdate(to, t)
    if (isInteger(t.s) && t.k === 's' && x.chance(15)) return [this.#step(to)]
    if (isInteger(t.s) && x.chance(35)) {
      const op = x.pick(['+', '-', '*', '&', '|', '^'])
      return [{ k: 'assign', to, op, value: x.value(t, 2) }]
    }
    const value = t.k !== 's' && x.chance(12) ? this.#splat(t) : x.implicit(x.any(t, 3))
    return [{ k: 'assign', to, op: '', value }]
  }

  #splat(t: Numeric): Expr {
    const one = this.#x.any(scalar(t.s), 2)
    return { k: 'conv', a: one.k === 'lit' ? { ...one, bare: false } : one, implicit: true, t }
  }

  #floatUpdate(to: Expr, t: Numeric): Stmt[] {
    const x = this.#x
    const op = x.pick(['+', '-', '*'])
    const after = op === '*' ? { b: 64 * 64, f: 4 } : { b: 128, f: 2 }
    return [
      { k: 'assign', to, op, value: x.any(t, 2) },
      { k: 'assign', to, op: '', value: x.fit({ ...to, span: after }) },
    ]
  }

  #step(to: Expr): Stmt {
    const x = this.#x
    const step = { k: 'step', to, op: x.pick(['++', '--'] as const), prefix: x.chance(50) } as const
    const into = x.scope.find(y => y.writable && y.e.k === 'ref' && y.e.t.k === 's' && y.e.t.s === (to.t as Numeric).s)
    const isBits = to.k === 'field' && fieldAt(to.a.t, to.name).bits !== undefined
    const other = into && into.e.k === 'ref' && (to.k === 'ref' ? into.e.name !== to.name : isBits)
    return other && x.chance(60) ? { ...step, into: into.e } : step
  }

  #calls(): Stmt[] {
    const x = this.#x
    const usable = x.functions.filter(f => this.impureCalls || !f.impure)
    if (!usable.length) return this.#assignment()
    const f = x.pick(usable)
    const before: Stmt[] = []
    const call = x.call(f, 1, t => this.#out(t, before))
    if (!f.t) return [...before, { k: 'expr', value: call }]
    if (f.t.k === 's' && f.t.s === 'bool' && !before.length && x.chance(60)) return [this.#shortCircuit(call)]
    const name = this.name('v')
    const s: Stmt = { k: 'decl', name, t: f.t, init: call }
    x.scope.push({ e: this.#reference(name, f.t), writable: true })
    return [...before, s]
  }

  /** The call happens or not, which shows in the globals it writes. */
  #shortCircuit(call: Expr): Stmt {
    const x = this.#x
    const name = this.name('v')
    const t = scalar('bool')
    const init: Expr = x.chance(70)
      ? { k: 'bin', op: x.pick(['&&', '||']), a: x.value(t, 1), b: call, t }
      : { k: 'tern', c: x.value(t, 1), a: call, b: { k: 'un', op: '!', a: x.numericPath(t), t }, t }
    x.scope.push({ e: this.#reference(name, t), writable: true })
    return { k: 'decl', name, t, init }
  }

  /** A fresh variable, or part of one, for an out argument. */
  #out(t: Type, before: Stmt[]): Expr {
    const x = this.#x
    const name = this.name('v')
    const declareIt = (whole: Type): Expr => {
      before.push({ k: 'decl', name, t: whole, init: x.any(whole, 1) })
      const e = this.#reference(name, whole)
      x.scope.push({ e, writable: true })
      return e
    }
    const n = x.rng.int(0, 99)
    if (n < 30) {
      const array = declareIt({ k: 'a', e: t, n: 3 })
      return { k: 'index', a: array, i: x.index(3), t }
    }
    if (n < 60 && isNumeric(t) && t.k !== 'm') {
      const all = [0, 1, 2, 3]
      const whole = declareIt(vector(t.s, 4))
      const at = Array.from({ length: size(t) }, () => all.splice(x.rng.int(0, all.length - 1), 1)[0]!)
      return x.swizzle(whole, at)
    }
    return declareIt(t)
  }

  #if(place: Place, nesting: number): Stmt {
    const c = this.#condition()
    const yes = this.#branch(place, nesting)
    return this.#x.chance(45) ? { k: 'if', c, yes, no: this.#branch(place, nesting) } : { k: 'if', c, yes }
  }

  #branch(place: Place, nesting: number): Stmt[] {
    const body = this.block(place, nesting + 1)
    if (place.loop && this.#x.chance(25))
      body.push({ k: 'jump', how: this.#inSwitch || this.#x.chance(50) ? 'continue' : 'break' })
    return body
  }

  #loop<T>(run: () => T): T {
    const saved = this.#inSwitch
    this.#inSwitch = 0
    const out = run()
    this.#inSwitch = saved
    return out
  }

  #bound(): Expr {
    const x = this.#x
    if (x.chance(50)) return { k: 'lit', t: scalar('int'), v: [x.rng.int(1, 5)], bare: true }
    const t = scalar('int')
    return { k: 'bin', op: '&', a: x.value(t, 1), b: { k: 'lit', t, v: [3], bare: false }, t }
  }

  #for(place: Place, nesting: number): Stmt {
    const x = this.#x
    return this.scoped(() => {
      const count = this.#bound()
      const step = x.pick([1, 1, 1, 2, -1])
      const unsigned = step > 0 && count.k === 'lit' && x.chance(40)
      const t = scalar(unsigned ? 'uint' : 'int')
      const name = this.name('i')
      x.scope.push({ e: this.#reference(name, t), writable: false })
      const plain = x.chance(35)
      const inner = { ...place, loop: !plain }
      const attribute = x.chance(12) ? '[loop]' : plain && count.k === 'lit' && x.chance(30) ? '[unroll]' : ''
      const noReturn = attribute === '[unroll]' ? { loop: false } : inner
      const body = this.#loop(() => this.block(noReturn, nesting + 1))
      return { k: 'for', name, t, from: 0, count, step, attribute, body }
    })
  }

  #while(place: Place, nesting: number): Stmt {
    const x = this.#x
    return this.scoped(() => {
      const count = this.#bound()
      const name = this.name('w')
      x.scope.push({ e: this.#reference(name, scalar('int')), writable: false })
      const c = x.chance(40) ? this.#condition() : undefined
      const body = this.#loop(() => this.block({ ...place, loop: true }, nesting + 1))
      return { k: 'while', name, count, post: x.chance(35), body, ...(c && { c }) }
    })
  }

  #switch(place: Place, nesting: number): Stmt {
    const x = this.#x
    const t = scalar('int')
    const on: Expr = { k: 'bin', op: '&', a: x.value(t, 1), b: { k: 'lit', t, v: [7] }, t }
    this.#inSwitch++
    const labels = [0, 1, 2, 3, 4, 5, 6, 7, undefined]
    const cases: Case[] = Array.from({ length: x.rng.int(1, 5) }, () => {
      const [label] = labels.splice(x.rng.int(0, labels.length - 1), 1)
      const body = x.chance(15) ? [] : this.#branch(place, nesting + 1)
      return { body, ends: body.length > 0 && x.chance(70), ...(label !== undefined && { label }) }
    })
    this.#inSwitch--
    cases.at(-1)!.ends = true
    return { k: 'switch', on, cases }
  }

  /** A function; its parameters and what it may see of globals are the scope already. */
  func(id: string, name: string, t: Type | undefined, params: Func['params'], impure: boolean): Func {
    return this.scoped(() => {
      const x = this.#x
      const body: Stmt[] = []
      for (const p of params)
        if (p.how === 'out')
          body.push({ k: 'assign', to: this.#reference(p.name, p.t), op: '', value: x.whole(p.t, 1) })
      for (const p of params) x.scope.push({ e: this.#reference(p.name, p.t), writable: true })
      const count = x.rng.int(1, 5)
      for (let i = 0; i < count && this.#budget > 0; i++)
        body.push(...this.statement({ loop: false, returns: t ?? 'void' }, 1))
      if (t) body.push(this.returnOf(t))
      return { id, name, params, body, impure, ...(t && { t }) }
    })
  }
}
