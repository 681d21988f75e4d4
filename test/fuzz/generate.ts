// Whole random programs: declarations, functions, an entry point in phases between barriers, and outputs of everything in scope.

import { Seeded } from '../corpus/seeded.ts'
import { type Entry, Expressions, VARIABLE } from './generate_expressions.ts'
import { Statements } from './generate_statements.ts'
import type { Expr, Global, Param, Program, ResourceDecl, Stmt } from './tree.ts'
import {
  bitField,
  type Field,
  holdsBits,
  is64,
  isNumeric,
  leaves,
  type Numeric,
  scalar,
  size,
  type Type,
  vector,
  withScalar,
} from './types.ts'

const MAX_OUTPUTS = 40
export const RAW_BYTES = 128
const OWN_BYTES = 32
const TEXTURE_HEIGHT = 4

/** The program of a seed. @param amount about how many statements it has */
export function generate(seed: number, amount = 30): Program {
  return new Generator(seed, amount).program()
}

class Generator {
  readonly #x: Expressions
  readonly #s: Statements
  readonly #p: Program
  readonly #threads: number
  readonly #perGroup: number
  #shared: { own: Entry; all: Entry } | undefined
  #sums: { entry: Entry; op: string } | undefined

  constructor(seed: number, amount: number) {
    const rng = new Seeded(seed)
    this.#x = new Expressions(rng)
    this.#s = new Statements(this.#x, amount)
    const x = this.#x
    const threads = x.pick([
      [8, 1, 1],
      [4, 2, 1],
      [2, 2, 2],
      [8, 1, 1],
    ] as const)
    this.#perGroup = threads[0] * threads[1] * threads[2]
    this.#p = {
      seed,
      profile: x.pick(['cs_6_0', 'cs_6_0', 'cs_6_0', 'cs_6_2', 'cs_6_5']),
      optimization: x.chance(10) ? 0 : 3,
      threads,
      groups: 2,
      structs: [],
      constants: [],
      resources: [],
      globals: [],
      functions: [],
      main: [],
    }
    this.#threads = this.#perGroup * this.#p.groups
    if (x.chance(60)) x.scalars = x.scalars.filter(s => !s.endsWith('64_t'))
  }

  program(): Program {
    this.#structs()
    this.#constants()
    this.#inputs()
    this.#globals()
    this.#functions()
    this.#main()
    return this.#p
  }

  #ref(name: string, t: Type): Expr {
    return { k: 'ref', name, t, span: VARIABLE }
  }

  #structs(): void {
    const x = this.#x
    const count = x.rng.int(1, 3)
    for (let i = 0; i < count; i++) {
      const fields: Field[] = []
      for (let n = x.rng.int(1, 4); n > 0; n--) fields.push({ name: `f${fields.length}`, t: x.type(1) })
      if (x.chance(35)) this.#bitFields(fields)
      const t: Type = { k: 'st', name: `S${i}`, fields }
      if (size(t) > 64) continue
      this.#p.structs.push(t)
      x.structs.push(t)
    }
  }

  /** A few bit fields before or behind the other members. */
  #bitFields(fields: Field[]): void {
    const x = this.#x
    const others = x.chance(50) ? [] : fields.splice(x.rng.int(0, fields.length))
    for (let n = x.rng.int(1, 5); n > 0; n--) {
      const s = x.pick(x.scalars.filter(scalar => scalar !== 'float'))
      const most = s === 'bool' ? 3 : is64(s) ? 64 : 32
      const width = x.chance(15) ? most : x.rng.int(1, Math.min(most, 14))
      fields.push(bitField(fields, `b${fields.length}`, s, width))
    }
    fields.push(...others)
  }

  #constants(): void {
    const x = this.#x
    const count = x.rng.int(0, 5)
    for (let i = 0; i < count; i++) this.#constant({ name: `c${i}`, t: x.type(), block: 'cbuffer' })
    if (x.chance(30) && x.structs.length) this.#constant({ name: 'co', t: x.pick(x.structs), block: 'object' })
  }

  #constant(c: Program['constants'][number]): void {
    this.#p.constants.push(c)
    const e = this.#ref(c.name, c.t)
    // A ConstantBuffer as a whole is no element of a brace list.
    if (c.block === 'object' && c.t.k === 'st')
      for (const f of c.t.fields) this.#x.scope.push({ e: { k: 'field', a: e, name: f.name, t: f.t }, writable: false })
    else this.#x.scope.push({ e, writable: false })
  }

  #element(): Type {
    const x = this.#x
    return x.structs.length && x.chance(70) ? x.pick(x.structs) : x.numeric()
  }

  #resource(r: ResourceDecl): void {
    this.#p.resources.push(r)
  }

  #inputs(): void {
    const x = this.#x
    const see = (name: string, t: Type): number =>
      x.scope.push({ e: this.#ref(name, { k: 'a', e: t, n: 8 }), writable: false, opaque: true })
    if (x.chance(60)) {
      const t = this.#element()
      this.#resource({ kind: 'structured', name: 'sb', register: 't0', t, count: 8 })
      see('sb', t)
    }
    if (x.chance(50)) {
      this.#resource({ kind: 'raw', name: 'bb', register: 't1', t: scalar('uint'), count: RAW_BYTES })
      x.raws.push({ name: 'bb', bytes: RAW_BYTES })
    }
    if (x.chance(50)) {
      const t = vector(x.pick(['uint', 'int', 'float']), x.pick([1, 2, 4]))
      this.#resource({ kind: 'typed', name: 'tb', register: 't2', t, count: 8 })
      see('tb', t)
    }
  }

  #globals(): void {
    const x = this.#x
    const add = (g: Global, writable: boolean): void => {
      this.#p.globals.push(g)
      x.scope.push({ e: this.#ref(g.name, g.t), writable })
    }
    const constants = x.rng.int(0, 2)
    for (let i = 0; i < constants; i++) {
      const t: Type = x.chance(70)
        ? { k: 'a', e: x.chance(70) ? x.numeric() : x.type(1), n: x.rng.int(2, 8) }
        : x.numeric()
      if (size(t) <= 64) add({ name: `k${i}`, t, how: 'static const', init: this.#constantOf(t) }, false)
    }
    const variables = x.rng.int(0, 2)
    for (let i = 0; i < variables; i++) {
      const t = x.type(1)
      add({ name: `g${i}`, t, how: 'static', init: this.#constantOf(t) }, true)
    }
  }

  #constantOf(t: Type): Expr {
    // DXC misplaces the constants of brace lists with bit fields.
    if (isNumeric(t) || holdsBits(t)) return this.#x.literal(t)
    const items =
      t.k === 'a' ? Array.from({ length: t.n }, () => this.#constantOf(t.e)) : t.fields.map(f => this.#constantOf(f.t))
    return { k: 'list', t, items }
  }

  #functions(): void {
    const x = this.#x
    const statements = this.#s.budget
    const count = x.rng.int(0, 4)
    const globals = x.scope
    for (let i = 0; i < count; i++) {
      const impure = x.chance(30)
      x.scope = globals.map(e => (impure ? e : { ...e, writable: false }))
      this.#s.impureCalls = impure
      this.#s.budget = Math.ceil(statements / 6)
      const wanted = x.chance(12) ? undefined : x.chance(20) ? scalar('bool') : x.type(1)
      const t = wanted?.k === 'a' ? scalar('int') : wanted
      const params = this.#params()
      const earlier = x.functions.find(f => f.params.length > 0 && x.chance(20) && distinct(f.params, params))
      const clash = earlier && x.functions.some(f => f.name === earlier.name && !distinct(f.params, params))
      const shares = earlier && !clash && !earlier.params.some(p => p.initial)
      const list = shares ? params.map(({ initial: _, ...p }) => p) : params
      x.functions.push(this.#s.func(`fn${i}`, shares ? earlier.name : `fn${i}`, t, list, impure))
    }
    x.scope = globals
    this.#p.functions.push(...x.functions)
    this.#s.budget = statements
    this.#s.impureCalls = true
  }

  #params(): Param[] {
    const x = this.#x
    let defaults = false
    return Array.from({ length: x.rng.int(0, 4) }, () => {
      const t = x.type(1)
      defaults ||= x.chance(12) && isNumeric(t)
      const how = defaults ? '' : x.pick(['', '', '', 'in', 'out', 'inout'] as const)
      const name = this.#s.name('p')
      const initial = defaults && isNumeric(t) ? { initial: x.literal(t) } : {}
      return {
        name,
        t: defaults && !isNumeric(t) ? scalar('int') : t,
        how,
        ...(defaults && !isNumeric(t) ? { initial: x.literal(scalar('int')) } : initial),
      }
    })
  }

  // ---- the entry point

  #main(): void {
    const x = this.#x
    const main = this.#p.main
    const tid = this.#ref('tid', scalar('uint'))
    for (const [name, t] of [
      ['gi', scalar('uint')],
      ['tid', scalar('uint')],
      ['dtid', vector('uint', 3)],
    ] as const)
      x.scope.push({ e: this.#ref(name, t), writable: false })
    this.#writables(tid)
    const locals = x.rng.int(2, 6)
    for (let i = 0; i < locals; i++) main.push(this.#s.declaration())
    const phases = x.chance(35) ? 4 : 1
    if (phases > 1) this.#declareShared()
    const share = Math.ceil(this.#s.budget / phases)
    const globals = x.scope
    for (let phase = 0; phase < phases; phase++) {
      if (phase > 0) main.push({ k: 'barrier' })
      if (phases > 1) this.#enterPhase(phase)
      this.#s.budget = share
      const last = phase === phases - 1
      while (this.#s.budget > 0) main.push(...this.#s.statement({ loop: false, ...(last && { returns: 'void' }) }, 0))
      x.scope = x.scope.filter(e => globals.includes(e) || e.e.k === 'ref')
      x.scope = x.scope.filter(e => e !== this.#shared?.all && e !== this.#shared?.own && e !== this.#sums?.entry)
    }
    this.#outputs(tid)
  }

  #writables(tid: Expr): void {
    const x = this.#x
    if (x.chance(50)) {
      const t = this.#element()
      this.#resource({ kind: 'rwstructured', name: 'rb', register: 'u1', t, count: this.#threads })
      x.scope.push({
        e: { k: 'index', a: this.#ref('rb', { k: 'a', e: t, n: this.#threads }), i: tid, t, span: VARIABLE },
        writable: true,
      })
    }
    if (x.chance(40)) {
      this.#resource({ kind: 'rwraw', name: 'wb', register: 'u2', t: scalar('uint'), count: this.#threads * OWN_BYTES })
      this.#s.special.push(() => this.#store(tid))
    }
    if (x.chance(40)) {
      const t = scalar(x.pick(['uint', 'int', 'float']))
      this.#resource({ kind: 'rwtyped', name: 'wt', register: 'u3', t, count: this.#threads })
      x.scope.push({
        e: { k: 'index', a: this.#ref('wt', { k: 'a', e: t, n: this.#threads }), i: tid, t, span: VARIABLE },
        writable: true,
      })
    }
    if (x.chance(40)) {
      const t = scalar(x.pick(['uint', 'int', 'float']))
      this.#resource({ kind: 'rwtexture', name: 'tx', register: 'u4', t, count: this.#threads, height: TEXTURE_HEIGHT })
      for (const y of [0, 2])
        x.scope.push({
          e: {
            k: 'texel',
            name: 'tx',
            width: this.#threads,
            x: tid,
            y: { k: 'lit', t: scalar('uint'), v: [y] },
            t,
            span: VARIABLE,
          },
          writable: true,
        })
    }
  }

  #store(tid: Expr): Stmt {
    const x = this.#x
    const t = scalar('uint')
    const n = x.rng.int(1, 4)
    const word = x.rng.int(0, OWN_BYTES / 4 - n)
    const own: Expr = { k: 'bin', op: '*', a: tid, b: { k: 'lit', t, v: [OWN_BYTES] }, t }
    return {
      k: 'store',
      buffer: 'wb',
      at: { k: 'bin', op: '+', a: own, b: { k: 'lit', t, v: [word * 4] }, t },
      value: x.value(vector('uint', n), 2),
    }
  }

  #declareShared(): void {
    const x = this.#x
    const wanted = x.chance(70) ? x.numeric() : this.#element()
    // The runtime knows no 64-bit groupshared memory.
    const t = leaves(wanted).some(is64) ? scalar('int') : wanted
    const all: Type = { k: 'a', e: t, n: this.#perGroup }
    this.#p.globals.push({ name: 'gs', t: all, how: 'groupshared' })
    const own: Expr = { k: 'index', a: this.#ref('gs', all), i: this.#ref('gi', scalar('uint')), t, span: VARIABLE }
    this.#shared = { own: { e: own, writable: true }, all: { e: this.#ref('gs', all), writable: false, opaque: true } }
    const s = scalar(x.pick(['uint', 'int']))
    const sums: Type = { k: 'a', e: s, n: 4 }
    this.#p.globals.push({ name: 'gn', t: sums, how: 'groupshared' })
    const op = x.pick([
      'InterlockedAdd',
      'InterlockedOr',
      'InterlockedXor',
      'InterlockedAnd',
      'InterlockedMin',
      'InterlockedMax',
    ])
    this.#sums = { entry: { e: this.#ref('gn', sums), writable: false, opaque: true }, op }
  }

  /** 0: own slot written; 1: all read, sums made; 2: own slot again, sums read; 3: all read. */
  #enterPhase(phase: number): void {
    const x = this.#x
    const { own, all } = this.#shared!
    const { entry, op } = this.#sums!
    const special = this.#s.special
    if (phase === 0) {
      this.#p.main.push({ k: 'assign', to: own.e, op: '', value: x.whole(own.e.t, 2) })
      const at: Expr = {
        k: 'bin',
        op: '&',
        a: this.#ref('gi', scalar('uint')),
        b: { k: 'lit', t: scalar('uint'), v: [3] },
        t: scalar('uint'),
      }
      const t = (entry.e.t as Extract<Type, { k: 'a' }>).e
      this.#p.main.push({
        k: 'assign',
        to: { k: 'index', a: entry.e, i: at, t },
        op: '',
        value: { k: 'lit', t, v: [5] },
      })
    }
    x.scope.push(phase % 2 ? all : own)
    if (phase === 1)
      special.push(() => {
        const t = (entry.e.t as Extract<Type, { k: 'a' }>).e as Numeric
        return { k: 'atomic', name: op, to: { k: 'index', a: entry.e, i: x.index(4), t }, value: x.value(t, 2) }
      })
    if (phase === 2) special.pop()
    if (phase >= 2) x.scope.push(entry)
  }

  /** Every scalar in scope, or a random choice of them, as words. */
  #outputs(tid: Expr): void {
    const x = this.#x
    const words: Expr[] = []
    for (const { e, writable } of x.scope) if (writable && e.k === 'ref') this.#words(e, words)
    while (words.length > MAX_OUTPUTS) words.splice(x.rng.int(0, words.length - 1), 1)
    if (!words.length) words.push(tid)
    const t = scalar('uint')
    const n = words.length
    const out: Type = { k: 'a', e: t, n: this.#threads * n }
    this.#resource({ kind: 'rwstructured', name: 'res', register: 'u0', t, count: this.#threads * n })
    words.forEach((value, i) => {
      const row: Expr = { k: 'bin', op: '*', a: tid, b: { k: 'lit', t, v: [n] }, t }
      const at: Expr = { k: 'bin', op: '+', a: row, b: { k: 'lit', t, v: [i] }, t }
      this.#p.main.push({ k: 'assign', to: { k: 'index', a: this.#ref('res', out), i: at, t }, op: '', value })
    })
  }

  #words(e: Expr, out: Expr[]): void {
    const t = e.t
    if (t.k === 'st') for (const f of t.fields) this.#words({ k: 'field', a: e, name: f.name, t: f.t }, out)
    else if (t.k === 'a')
      for (let i = 0; i < t.n; i++)
        this.#words({ k: 'index', a: e, i: { k: 'lit', t: scalar('uint'), v: [i], bare: true }, t: t.e }, out)
    else if (t.k === 'm')
      for (let i = 0; i < t.r; i++)
        this.#words(
          { k: 'index', a: e, i: { k: 'lit', t: scalar('uint'), v: [i], bare: true }, t: vector(t.s, t.c) },
          out,
        )
    else if (t.k === 'v')
      for (let i = 0; i < t.n; i++) this.#words({ k: 'swizzle', a: e, at: [i], text: 'xyzw'[i]!, t: scalar(t.s) }, out)
    else this.#word(e, out)
  }

  #word(e: Expr, out: Expr[]): void {
    const t = e.t as Numeric
    const to = (a: Expr, s: Numeric): Expr => ({ k: 'conv', a, implicit: false, t: s })
    const uint = scalar('uint')
    if (t.s === 'float') {
      const quarters: Expr = { k: 'bin', op: '*', a: e, b: { k: 'lit', t, v: [4] }, t }
      out.push(to(to(quarters, scalar('int')), uint))
    } else if (t.s.endsWith('64_t')) {
      out.push(to(e, uint))
      out.push(to({ k: 'bin', op: '>>', a: e, b: { k: 'lit', t, v: [32n] }, t }, uint))
    } else out.push(t.s === 'uint' ? e : to(e, withScalar(t, 'uint')))
  }
}

/** The parameter lists can be told apart by exact types. */
function distinct(a: readonly Param[], b: readonly Param[]): boolean {
  return a.length !== b.length || a.some((p, i) => JSON.stringify(p.t) !== JSON.stringify(b[i]!.t))
}
