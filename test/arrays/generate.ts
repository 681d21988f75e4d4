// Random programs about local resource arrays: copies, calls, branches and loops of handles, with what they store worked out here.
// Invariant: every variable has a home, the array all its handles come from, or is mixed; mixed ones are only assigned where every thread goes
// the same way, so each use maps to one resource. A thread (a group of its own, since groups must agree
// on an index) touches only its own element of each resource: no races.

import { randomFrom } from '../ir/random_program.ts'

/** A handle is the number of a resource among all declared elements. */
type Value = number | Value[] | { readonly [field: string]: Value }
interface Env {
  readonly gi: number
  readonly variables: Map<string, { value: Value }>
  /** The thread's element of each resource. */
  readonly memory: number[]
}
type Shape = 'handle' | { readonly of: Shape; readonly size: number } | { readonly struct: 'S' }
interface Expr {
  readonly text: string
  readonly value: (env: Env) => Value
}
interface Index {
  readonly text: string
  readonly value: (env: Env) => number
}
interface Variable {
  readonly name: string
  readonly shape: Shape
  /** Number of the declared array; -1: mixed. */
  readonly home: number
}
interface Declared {
  readonly name: string
  readonly dims: readonly number[]
  readonly first: number
}
type Statement = (env: Env) => void

export interface Program {
  readonly source: string
  /** Elements of each declared array, in order of registers. */
  readonly arrays: readonly number[]
  /** Words [resource][thread] after the program ran. */
  readonly expected: readonly (readonly number[])[]
}

export const THREADS = 4
const MIXED = -1

const copy = (v: Value): Value =>
  typeof v === 'number'
    ? v
    : Array.isArray(v)
      ? v.map(copy)
      : Object.fromEntries(Object.entries(v).map(([name, field]) => [name, copy(field)]))

class Generator {
  readonly #random: (n: number) => number
  readonly #declared: Declared[] = []
  readonly #functions: string[] = []
  #visible: Variable[] = []
  #counters: { readonly name: string; readonly trips: number }[] = []
  #lines: string[] = []
  #names = 0
  /** Inside control flow that threads may take differently. */
  #divergent = false
  #depth = 0

  constructor(seed: number) {
    this.#random = randomFrom(seed)
  }

  program(): Program {
    let first = 0
    for (const name of ['A', 'B', 'C']) {
      const dims = this.#pick([[1], [2], [4], [2, 2], [3], [3, 2]] as const)
      this.#declared.push({ name, dims, first })
      first += dims.reduce<number>((a, b) => a * b, 1)
    }
    const body = this.#block(8 + this.#random(12))
    const source = this.#print(this.#lines)
    const memory = Array.from({ length: THREADS }, () => new Array<number>(first).fill(0))
    for (let gi = 0; gi < THREADS; gi++) {
      const env: Env = { gi, variables: new Map(), memory: memory[gi]! }
      for (const run of body) run(env)
    }
    const arrays = this.#declared.map(d => d.dims.reduce<number>((a, b) => a * b, 1))
    const expected = Array.from({ length: first }, (_, r) => memory.map(m => m[r]!))
    return { source, arrays, expected }
  }

  #print(lines: readonly string[]): string {
    let register = 0
    const declarations = this.#declared.map(({ name, dims }) => {
      const text = `RWBuffer<int> ${name}${dims.map(d => `[${d}]`).join('')} : register(u${register});`
      register += dims.reduce((a, b) => a * b, 1)
      return text
    })
    const struct = 'struct S { RWBuffer<int> a; int k; RWBuffer<int> b[2]; };'
    const main = [
      '[numthreads(1, 1, 1)]',
      'void main(uint3 group : SV_GroupID) {',
      '  uint GI = group.x;',
      ...lines.map(line => `  ${line}`),
      '}',
    ]
    return [...declarations, struct, ...this.#functions, ...main, ''].join('\n')
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#random(list.length)]!
  }
  #chance(percent: number): boolean {
    return this.#random(100) < percent
  }
  #name(prefix: string): string {
    return `${prefix}${this.#names++}`
  }

  // ---- indices -------------------------------------------------------------------------------------------------------------------

  /** An index below size; one that differs between threads only for arrays of one home. */
  #index(size: number, home: number): Index {
    const counters = this.#counters.filter(c => c.trips <= size)
    if (counters.length > 0 && this.#chance(60)) {
      const { name } = this.#pick(counters)
      return { text: name, value: env => env.variables.get(name)!.value as number }
    }
    if (home === MIXED || this.#chance(50)) {
      const n = this.#random(size)
      return { text: String(n), value: () => n }
    }
    const shift = this.#random(3)
    return { text: `(GI + ${shift}) % ${size}`, value: env => (env.gi + shift) % size }
  }

  // ---- expressions ---------------------------------------------------------------------------------------------------------------

  #homeOf(home: number): number {
    return home === MIXED ? this.#random(this.#declared.length) : home
  }

  /** Anything of this shape whose handles come from `home`. */
  #expr(shape: Shape, home: number): Expr {
    const known = this.#visible.filter(v => (v.home === home || home === MIXED) && sameShape(v.shape, shape))
    if (known.length > 0 && this.#chance(40)) return variable(this.#pick(known))
    if (shape === 'handle') return this.#handle(home)
    if ('struct' in shape) return this.#madeStruct(home)
    const row = this.#row(shape, home)
    if (row && this.#chance(70)) return row
    return this.#madeArray(shape, home)
  }

  #handle(home: number): Expr {
    const inside = this.#elements(home)
    if (inside.length > 0 && this.#chance(50)) return this.#pick(inside)()
    if (this.#chance(12) && this.#depth < 3) return this.#choice(home)
    const from = this.#declared[this.#homeOf(home)]!
    const indices = from.dims.map(d => this.#index(d, home))
    return {
      text: from.name + indices.map(i => `[${i.text}]`).join(''),
      value: env => from.first + indices.reduce((at, index, d) => at * from.dims[d]! + index.value(env), 0),
    }
  }

  #choice(home: number): Expr {
    this.#depth++
    const yes = this.#handle(home)
    const no = this.#handle(home)
    this.#depth--
    const limit = this.#random(4)
    // A mixed choice must be decided while compiling.
    const always = this.#chance(50)
    const text = home === MIXED ? (always ? '1 < 2' : '2 < 1') : `GI > ${limit}`
    return {
      text: `(${text} ? ${yes.text} : ${no.text})`,
      value: env => ((home === MIXED ? always : env.gi > limit) ? yes : no).value(env),
    }
  }

  /** Handles inside variables: elements of arrays, members. */
  #elements(home: number): (() => Expr)[] {
    const found: (() => Expr)[] = []
    for (const v of this.#visible) {
      if (v.home !== home && home !== MIXED) continue
      if (v.shape === 'handle') found.push(() => variable(v))
      else if ('struct' in v.shape) {
        found.push(() => member(variable(v), 'a'))
        found.push(() => element(member(variable(v), 'b'), this.#index(2, v.home)))
      } else {
        const { of, size } = v.shape
        if (of === 'handle') found.push(() => element(variable(v), this.#index(size, v.home)))
        else if (!('struct' in of) && of.of === 'handle')
          found.push(() => element(element(variable(v), this.#index(size, v.home)), this.#index(of.size, v.home)))
        else if ('struct' in of) found.push(() => member(element(variable(v), this.#index(size, v.home)), 'a'))
      }
    }
    return found
  }

  /** A declared array, or a row of one, that has the shape. */
  #row(shape: { readonly of: Shape; readonly size: number }, home: number): Expr | undefined {
    if (shape.of !== 'handle') return undefined
    const from = this.#declared[this.#homeOf(home)]!
    if (from.dims[from.dims.length - 1] !== shape.size) return undefined
    const row = from.dims.length === 2 ? this.#index(from.dims[0]!, home) : undefined
    return {
      text: from.name + (row ? `[${row.text}]` : ''),
      value: env =>
        Array.from({ length: shape.size }, (_, i) => from.first + (row ? row.value(env) * shape.size : 0) + i),
    }
  }

  /** A function's result: initialiser lists are no expressions. */
  #madeStruct(home: number): Expr {
    const a = this.#handle(home)
    const b = [this.#handle(home), this.#handle(home)]
    const k = this.#random(9)
    return {
      text: `makeS(${a.text}, ${k}, ${b.map(e => e.text).join(', ')})`,
      value: env => ({ a: a.value(env), k, b: b.map(e => e.value(env)) }),
    }
  }

  #madeArray(shape: { readonly of: Shape; readonly size: number }, home: number): Expr {
    const parts = Array.from({ length: shape.size }, () => {
      const { of } = shape
      return of !== 'handle' && !('struct' in of) ? this.#madeArray(of, home) : this.#expr(of, home)
    })
    return { text: `{ ${parts.map(p => p.text).join(', ')} }`, value: env => parts.map(p => p.value(env)) }
  }

  // ---- statements ----------------------------------------------------------------------------------------------------------------

  #block(count: number): Statement[] {
    const visible = this.#visible
    this.#visible = [...visible]
    const out: Statement[] = []
    for (let i = 0; i < count; i++) out.push(this.#statement())
    this.#visible = visible
    return out
  }

  #statement(): Statement {
    const kind = this.#random(100)
    if (kind < 24) return this.#declaration()
    if (kind < 50) return this.#use()
    if (kind < 74) return this.#assignment()
    if (this.#depth >= 3) return this.#use()
    this.#depth++
    const made = kind < 82 ? this.#branch() : kind < 92 ? this.#loop() : this.#call()
    this.#depth--
    return made
  }

  #home(): number {
    return this.#divergent || this.#chance(50) ? this.#random(this.#declared.length) : MIXED
  }

  #shape(): Shape {
    const n = this.#random(10)
    if (n < 4) return 'handle'
    if (n < 7) return { of: 'handle', size: 2 + this.#random(3) }
    if (n < 8) return { of: { of: 'handle', size: 2 }, size: 2 }
    if (n < 9) return { struct: 'S' }
    return { of: { struct: 'S' }, size: 2 }
  }

  #declaration(): Statement {
    const shape = this.#shape()
    const home = this.#home()
    const value = this.#expr(shape, home)
    const name = this.#name('v')
    const [type, dims] = typeText(shape)
    this.#lines.push(`${type} ${name}${dims} = ${value.text};`)
    this.#visible.push({ name, shape, home })
    return env => void env.variables.set(name, { value: copy(value.value(env)) })
  }

  /** Reads and writes the thread's element of a resource, so that the order of uses shows. */
  #use(): Statement {
    const handle = this.#handle(this.#divergent || this.#chance(50) ? this.#random(this.#declared.length) : MIXED)
    const by = 2 + this.#random(3)
    const add = 1 + this.#random(9)
    if (handle.text.startsWith('(')) {
      const name = this.#name('h')
      this.#lines.push(`RWBuffer<int> ${name} = ${handle.text};`, `${name}[GI] = ${name}[GI] * ${by} + ${add};`)
    } else this.#lines.push(`${handle.text}[GI] = ${handle.text}[GI] * ${by} + ${add};`)
    return env => {
      const at = handle.value(env) as number
      env.memory[at] = (Math.imul(env.memory[at]!, by) + add) | 0
    }
  }

  #assignment(): Statement {
    const targets = this.#visible.filter(v => !this.#divergent || v.home !== MIXED)
    if (targets.length === 0) return this.#use()
    const target = this.#pick(targets)
    return this.#assign(target.name, target.shape, target.home, env => ({
      get: () => env.variables.get(target.name)!.value,
      set: v => void (env.variables.get(target.name)!.value = v),
    }))
  }

  /** Walks down to some part of a variable and assigns it. */
  #assign(
    text: string,
    shape: Shape,
    home: number,
    at: (env: Env) => { get: () => Value; set: (v: Value) => void },
  ): Statement {
    const whole = shape === 'handle' || this.#chance(25)
    if (whole && (shape === 'handle' || 'struct' in shape || this.#visible.some(v => sameShape(v.shape, shape)))) {
      const value = shape === 'handle' || 'struct' in shape ? this.#expr(shape, home) : this.#sameShaped(shape, home)
      if (value) {
        this.#lines.push(`${text} = ${value.text};`)
        return env => at(env).set(copy(value.value(env)))
      }
    }
    if (shape === 'handle') return this.#use()
    if ('struct' in shape) {
      const field = this.#pick(['a', 'b'])
      const part: Shape = field === 'a' ? 'handle' : { of: 'handle', size: 2 }
      return this.#assign(`${text}.${field}`, part, home, env => {
        const whole = at(env)
        const fields = whole.get() as Record<string, Value>
        return { get: () => fields[field]!, set: v => whole.set({ ...fields, [field]: v }) }
      })
    }
    const index = this.#index(shape.size, home)
    return this.#assign(`${text}[${index.text}]`, shape.of, home, env => {
      const list = at(env).get() as Value[]
      const i = index.value(env)
      return { get: () => list[i]!, set: v => void (list[i] = v) }
    })
  }

  #sameShaped(shape: Shape, home: number): Expr | undefined {
    const known = this.#visible.filter(v => (v.home === home || home === MIXED) && sameShape(v.shape, shape))
    return known.length > 0 ? variable(this.#pick(known)) : undefined
  }

  #nested(run: () => Statement[]): Statement[] {
    const lines = this.#lines
    this.#lines = []
    const made = run()
    const inner = this.#lines.map(line => `  ${line}`)
    this.#lines = lines
    this.#lines.push(...inner)
    return made
  }

  #branch(): Statement {
    const limit = this.#random(4)
    const divergent = this.#divergent
    this.#divergent = true
    this.#lines.push(`if (GI > ${limit}) {`)
    const yes = this.#nested(() => this.#block(1 + this.#random(3)))
    let no: Statement[] = []
    if (this.#chance(50)) {
      this.#lines.push('} else {')
      no = this.#nested(() => this.#block(1 + this.#random(3)))
    }
    this.#lines.push('}')
    this.#divergent = divergent
    return env => {
      for (const run of env.gi > limit ? yes : no) run(env)
    }
  }

  #loop(): Statement {
    const name = this.#name('i')
    const trips = 2 + this.#random(2)
    // A loop that threads leave at different times is not unrolled.
    const isFixed = this.#chance(60)
    const divergent = this.#divergent
    if (!isFixed) this.#divergent = true
    const counters = this.#counters
    if (isFixed) this.#counters = [...counters, { name, trips }]
    this.#lines.push(
      `${isFixed ? '[unroll] ' : ''}for (uint ${name} = 0; ${name} < ${isFixed ? trips : 'GI'}; ${name}++) {`,
    )
    const body = this.#nested(() => this.#block(1 + this.#random(3)))
    this.#lines.push('}')
    this.#counters = counters
    this.#divergent = divergent
    return env => {
      const counter = { value: 0 as Value }
      env.variables.set(name, counter)
      for (let i = 0; i < (isFixed ? trips : env.gi); i++) {
        counter.value = i
        for (const run of body) run(env)
      }
    }
  }

  /** A function of its own for the call: parameters of every mode, a body, and what it returns. */
  #call(): Statement {
    const home = this.#home()
    const candidates = this.#visible.filter(v => v.home === home || (home === MIXED && !this.#divergent))
    const modes = ['in', 'in', 'inout', 'out'] as const
    const params: {
      readonly name: string
      readonly shape: Shape
      readonly mode: (typeof modes)[number]
      readonly arg: Expr
    }[] = []
    const used = new Set<string>()
    for (let i = 1 + this.#random(3); i > 0; i--) {
      const mode = this.#pick(modes)
      const free = candidates.filter(v => v.home === home && !used.has(v.name))
      if (mode === 'in' || free.length === 0) {
        const shape = this.#shape()
        const arg = this.#argument(shape, home)
        if (arg) params.push({ name: this.#name('p'), shape, mode: 'in', arg })
        continue
      }
      const v = this.#pick(free)
      used.add(v.name)
      params.push({
        name: this.#name('p'),
        shape: v.shape,
        mode: v.shape === 'handle' ? mode : 'inout',
        arg: variable(v),
      })
    }
    const saved = { lines: this.#lines, visible: this.#visible, counters: this.#counters }
    this.#lines = []
    this.#counters = []
    this.#visible = params.filter(p => p.mode !== 'out').map(p => ({ name: p.name, shape: p.shape, home }))
    const outs = params
      .filter(p => p.mode === 'out')
      .map(p => {
        const value = this.#handle(home)
        this.#lines.push(`${p.name} = ${value.text};`)
        return (env: Env) => void env.variables.set(p.name, { value: value.value(env) })
      })
    this.#visible = params.map(p => ({ name: p.name, shape: p.shape, home }))
    const body = [...outs, ...this.#block(2 + this.#random(3))]
    const name = this.#name('f')
    const list = params.map(p => {
      const [type, dims] = typeText(p.shape)
      return `${p.mode} ${type} ${p.name}${dims}`
    })
    this.#functions.push(
      `void ${name}(${[...list, 'uint GI'].join(', ')}) {`,
      ...this.#lines.map(line => `  ${line}`),
      '}',
    )
    this.#lines = saved.lines
    this.#visible = saved.visible
    this.#counters = saved.counters
    this.#lines.push(`${name}(${[...params.map(p => p.arg.text), 'GI'].join(', ')});`)
    return env => {
      for (const p of params) if (p.mode !== 'out') env.variables.set(p.name, { value: copy(p.arg.value(env)) })
      for (const run of body) run(env)
      for (const p of params)
        if (p.mode !== 'in') env.variables.get(p.arg.text)!.value = copy(env.variables.get(p.name)!.value)
    }
  }

  /** Arguments are expressions, so no initialiser lists. */
  #argument(shape: Shape, home: number): Expr | undefined {
    if (shape === 'handle' || 'struct' in shape) return this.#expr(shape, home)
    return this.#sameShaped(shape, home) ?? this.#row(shape, home)
  }
}

const variable = (v: Variable): Expr => ({ text: v.name, value: env => env.variables.get(v.name)!.value })
const member = (e: Expr, field: string): Expr => ({
  text: `${e.text}.${field}`,
  value: env => (e.value(env) as Record<string, Value>)[field]!,
})
const element = (e: Expr, i: Index): Expr => ({
  text: `${e.text}[${i.text}]`,
  value: env => (e.value(env) as Value[])[i.value(env)]!,
})

function sameShape(a: Shape, b: Shape): boolean {
  if (a === 'handle' || b === 'handle') return a === b
  if ('struct' in a || 'struct' in b) return 'struct' in a && 'struct' in b
  return a.size === b.size && sameShape(a.of, b.of)
}

function typeText(shape: Shape): [type: string, dims: string] {
  if (shape === 'handle') return ['RWBuffer<int>', '']
  if ('struct' in shape) return ['S', '']
  const [type, dims] = typeText(shape.of)
  return [type, `[${shape.size}]${dims}`]
}

const MAKE_S =
  'S makeS(RWBuffer<int> a, int k, RWBuffer<int> b, RWBuffer<int> c) { S s; s.a = a; s.k = k; s.b[0] = b; s.b[1] = c; return s; }'

/** The same seed gives the same program. */
export function generate(seed: number): Program {
  const made = new Generator(seed).program()
  return { ...made, source: made.source.replace('b[2]; };\n', `b[2]; };\n${MAKE_S}\n`) }
}
