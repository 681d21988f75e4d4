// Random programs of what HLSL has from C++: structs with methods, bases, operators and static members, templates, namespaces, enums, arguments that
// are converted on both ways, and matrices of both orders. No expectation is worked out here: DXC says what such a program stores.
// Invariant: what a variable holds is an integer from 0 to 255, so that floats are exact and conversions do not overflow.

import { Expressions, LETTERS, type Place, rootOf } from './expressions.ts'
import { TEMPLATES, templateStructs } from './templates.ts'
import {
  allFields,
  allMethods,
  BOOL,
  callable,
  declare,
  type Field,
  INT,
  isScalar,
  type Method,
  numeric,
  type Param,
  partsOf,
  type Struct,
  sameType,
  size,
  spell,
  type Type,
} from './types.ts'

const HEADER = `// Written by test/objects/generate.ts.
ByteAddressBuffer input : register(t0);
RWStructuredBuffer<int> o : register(u0);
static int K = 0;
void P(int v) { o[K++] = v; }
`
const MAX_WORDS = 400

/** A program; the same seed gives the same text. */
export const generate = (seed: number): string => new Generator(seed).program()

class Generator extends Expressions {
  readonly #declarations: string[] = []
  #globals: Place[] = []
  #loops = 0
  #result: Type | undefined

  program(): string {
    if (this.chance(20)) {
      this.isRowMajor = this.chance(50)
      this.#declarations.push(`#pragma pack_matrix(${this.isRowMajor ? 'row_major' : 'column_major'})\n`)
    }
    for (let n = this.rng.int(0, 2); n > 0; n--) this.#enum()
    this.#declarations.push(TEMPLATES)
    this.structs.push(...templateStructs(n => this.rng.int(0, n - 1)))
    for (let n = this.rng.int(1, 4); n > 0; n--) {
      if (this.chance(30)) this.#namespace()
      else this.#member('')
    }
    for (let n = this.rng.int(0, 3); n > 0; n--) this.#global()
    for (let n = this.rng.int(1, 3); n > 0; n--) this.#function('')
    const main = this.#main()
    return HEADER + this.#declarations.join('') + main
  }

  #enum(): void {
    const isClass = this.chance(50)
    const name = this.name('E')
    const short = Array.from({ length: this.rng.int(2, 4) }, () => this.name('e'))
    const base = this.chance(30) ? ` : ${this.pick(['uint', 'int'])}` : ''
    const list = short.map(v => (this.chance(50) ? `${v} = ${this.rng.int(0, 200)}` : v))
    this.#declarations.push(`enum ${isClass ? 'class ' : ''}${name}${base} { ${list.join(', ')} };\n`)
    this.enums.push({ k: 'enum', name, isClass, values: short.map(v => (isClass ? `${name}::${v}` : v)) })
  }

  // ---- declarations

  #namespace(): void {
    const name = this.name('N')
    const inner = this.chance(40) ? this.name('N') : ''
    this.#declarations.push(`namespace ${name} {\n`)
    if (this.chance(50)) {
      const k = this.name('k')
      this.#declarations.push(`static const int ${k} = ${this.rng.int(0, 99)};\n`)
      this.constants.push(`${name}::${k}`)
    }
    for (let n = this.rng.int(1, 2); n > 0; n--) this.#member(`${name}::`)
    if (inner) {
      this.#declarations.push(`namespace ${inner} {\n`)
      for (let n = this.rng.int(1, 2); n > 0; n--) this.#member(`${name}::${inner}::`)
      this.#declarations.push('}\n')
    }
    this.#declarations.push('}\n')
  }

  #member(inside: string): void {
    if (this.chance(60)) this.#struct(inside)
    else this.#function(inside)
  }

  #field(): Field {
    const t = this.type()
    const inner = t.k === 'array' ? t.element : t
    const isMatrix = inner.k === 'number' && inner.rows > 0
    return { name: this.name('f'), t, prefix: isMatrix ? this.pick(['', 'row_major ', 'column_major ']) : '' }
  }

  #struct(inside: string): void {
    const short = this.name('S')
    const base = this.chance(35) && this.structs.length > 0 ? this.pick(this.structs) : undefined
    const t: Struct = {
      k: 'struct',
      name: inside + short,
      fields: [],
      methods: [],
      constants: [],
      ...(base && { base }),
    }
    for (let n = this.rng.int(base ? 0 : 1, 3); n > 0; n--) {
      const f = this.#field()
      if (size(t) + size(f.t) <= 24) t.fields.push(f)
    }
    if (size(t) === 0 || size(t) > 40) return
    const body = t.fields.map(f => `  ${f.prefix}${declare(f.t, f.name)};\n`)
    if (this.chance(30)) {
      const k = this.name('k')
      body.push(`  static const int ${k} = ${this.rng.int(0, 99)};\n`)
      t.constants.push(`${t.name}::${k}`)
    }
    const methods: Method[] = []
    for (let n = this.rng.int(0, 3); n > 0; n--) body.push(this.#method(t, methods))
    t.methods.push(...methods)
    this.#declarations.push(`struct ${short}${base ? ` : ${base.name}` : ''} {\n${body.join('')}};\n`)
    this.structs.push(t)
    this.constants.push(...t.constants)
  }

  #method(t: Struct, made: Method[]): string {
    const operator = this.chance(35) ? this.#operator(t, made) : undefined
    const isStatic = !operator && this.chance(20)
    const hides = !operator && t.base && this.chance(30) ? this.pick([...allMethods(t.base), undefined]) : undefined
    const name = operator
      ? `operator${operator.operator}`
      : ((hides?.operator ? undefined : hides?.name) ?? this.name('m'))
    const params = operator?.params ?? this.#params()
    const result = operator ? operator.result : this.#resultType(t)
    const method: Method = { name, result, params, isStatic, ...(operator && { operator: operator.operator! }) }
    const self = isStatic ? [] : this.#members(t)
    const head = `${isStatic ? 'static ' : ''}${result ? spell(result) : 'void'} ${name}(${params.map(paramText).join(', ')})`
    const text = this.#body(head, params, result, self, made, t)
    made.push(method)
    return text.replaceAll(/^/gm, '  ').replace(/ +$/, '')
  }

  #operator(t: Struct, made: readonly Method[]): Method | undefined {
    const operator = this.pick(['+', '-', '*', '==', '<', '[]', '()', '%', '&', '!='])
    if (made.some(m => m.operator === operator)) return undefined
    const one = (p: Type): Param[] => [{ name: this.name('p'), t: p, how: '' }]
    const base = { name: '', isStatic: false, operator }
    if (operator === '[]') return { ...base, result: this.numeric(), params: one(INT) }
    if (operator === '()')
      return { ...base, result: this.numeric(), params: [...one(this.numeric()), ...one(this.numeric())] }
    if (operator === '==' || operator === '<' || operator === '!=') return { ...base, result: BOOL, params: one(t) }
    return {
      ...base,
      result: this.chance(70) ? t : this.numeric(),
      params: one(this.chance(60) ? t : this.numeric()),
    }
  }

  #resultType(own?: Struct): Type | undefined {
    if (this.chance(25)) return undefined
    if (own && this.chance(25)) return own
    return this.type(1)
  }

  #members(t: Struct): Place[] {
    const own = allFields(t).map(f => ({ text: this.chance(30) ? `this.${f.name}` : f.name, t: f.t, writable: true }))
    return this.chance(40) ? [...own, { text: 'this', t, writable: true }] : own
  }

  #params(): Param[] {
    let defaults = false
    return Array.from({ length: this.rng.int(0, 3) }, () => {
      const t = this.type()
      defaults ||= this.chance(10)
      if (!defaults)
        return { name: this.name('p'), t, how: this.pick(['', '', 'in', 'out', 'inout', 'inout'] as const) }
      const n = this.numeric()
      return { name: this.name('p'), t: n, how: '' as const, initial: this.literal(n) }
    })
  }

  #function(inside: string): void {
    const short = this.name('fn')
    const params = this.#params()
    const result = this.#resultType()
    const head = `${result ? spell(result) : 'void'} ${short}(${params.map(paramText).join(', ')})`
    this.#declarations.push(this.#body(head, params, result, []))
    this.functions.push({ name: inside + short, params, result })
  }

  #body(
    head: string,
    params: readonly Param[],
    result: Type | undefined,
    self: readonly Place[],
    siblings: readonly Method[] = [],
    own?: Struct,
  ): string {
    const saved = [this.lines, this.scope, this.indent] as const
    this.lines = []
    this.indent = '  '
    this.calls = 1
    this.#result = result
    this.scope = [...params.map(p => ({ text: p.name, t: p.t, writable: true })), ...self, ...this.#globals]
    for (const p of params) if (p.how === 'out') this.line(`${p.name} = ${this.start(p.t)};`)
    // A method of the same object, by its name alone.
    const sibling =
      self.length > 0 && own && this.chance(40)
        ? this.pick([...siblings, ...(own.base ? allMethods(own.base) : []), undefined])
        : undefined
    if (sibling && !sibling.operator) {
      const inBase = !siblings.includes(sibling) && own?.base
      const call = this.callText(
        inBase && this.chance(50) ? `${own.base!.name}::${sibling.name}` : sibling.name,
        sibling.params,
      )
      if (call) this.#use(call, sibling.result)
    }
    for (let n = this.rng.int(1, 3); n > 0; n--) this.#statement(1)
    if (result) this.line(`return ${this.stored(result)};`)
    const text = `${head} {\n${this.lines.join('')}}\n`
    ;[this.lines, this.scope, this.indent] = saved
    return text
  }

  #global(): void {
    const t = this.type()
    const name = this.name('g')
    const isConstant = this.chance(30)
    this.#declarations.push(`static ${isConstant ? 'const ' : ''}${declare(t, name)} = ${this.constantOf(t)};\n`)
    this.#globals.push({ text: name, t, writable: !isConstant })
  }

  // ---- statements

  #use(call: string, result: Type | undefined): void {
    if (result?.k === 'number' && isScalar(result)) this.line(`P((int)${call});`)
    else if (result) {
      const name = this.name('v')
      this.line(`${declare(result, name)} = ${call};`)
      this.scope.push({ text: name, t: result, writable: true })
    } else this.line(`${call};`)
  }

  #declaration(): void {
    const t = this.type()
    const name = this.name('v')
    const prefix =
      t.k === 'number' && t.rows > 0
        ? this.pick(['', '', 'row_major ', 'column_major '])
        : this.chance(10)
          ? 'const '
          : ''
    const init = this.chance(25) && t.k !== 'number' && t.k !== 'enum' ? this.#variableList(t) : this.stored(t)
    this.line(`${prefix}${declare(t, name)} = ${init};`)
    this.scope.push({ text: name, t, writable: prefix !== 'const ' })
  }

  /** A brace list whose parts are whole members, or their numbers one by one. */
  #variableList(t: Type): string {
    const text = partsOf(t).map(p => {
      if (p.k === 'array' || (p.k === 'struct' && this.chance(60))) return this.#variableList(p)
      return p.k === 'number' && !isScalar(p) && p.rows === 0 && this.chance(40)
        ? Array.from({ length: p.columns }, () => this.stored(numeric(p.s), 2)).join(', ')
        : this.stored(p, 2)
    })
    return `{ ${text.join(', ')} }`
  }

  #statement(nesting: number): void {
    this.calls = 2
    const n = this.rng.int(0, nesting < 3 ? 19 : 13)
    if (n < 3) this.#declaration()
    else if (n < 8) this.#assignment()
    else if (n < 12) this.#callStatement()
    else if (n < 14) this.line(`P((int)(${this.number(numeric(this.pick(['int', 'uint', 'bool'])))}));`)
    else if (n < 17) this.#nested(nesting, `if (${this.number(BOOL, 1)})`, this.chance(40) ? 'else' : undefined)
    else if (n < 18 && this.#loops < 2) this.#loop(nesting)
    else if (n < 19) this.#templateStatement()
    else if (this.chance(30))
      this.line(`if (${this.number(BOOL, 1)}) return${this.#result ? ` ${this.stored(this.#result)}` : ''};`)
    else this.#assignment()
  }

  #nested(nesting: number, head: string, other?: string): void {
    const scope = this.scope
    const indent = this.indent
    for (const part of [head, other]) {
      if (part === undefined) continue
      this.line(`${part} {`)
      this.indent = `${indent}  `
      this.scope = [...scope]
      for (let n = this.rng.int(1, 3); n > 0; n--) this.#statement(nesting + 1)
      this.indent = indent
      this.line('}')
    }
    this.scope = scope
  }

  #loop(nesting: number): void {
    const i = this.name('i')
    const scope = this.scope
    this.scope = [...scope, { text: i, t: INT, writable: false }]
    this.#loops++
    const attribute = this.pick(['', '', '[unroll] ', '[loop] '])
    this.#nested(nesting, `${attribute}for (int ${i} = 0; ${i} < ${this.rng.int(2, 3)}; ${i}++)`)
    this.#loops--
    this.scope = scope
  }

  #assignment(): void {
    const to = this.place(() => true, true)
    if (!to) {
      this.#declaration()
      return
    }
    const { t } = to
    if (to.text === 'this') return
    if (t.k === 'number' && t.s !== 'bool' && t.s !== 'float' && this.chance(25)) {
      this.line(`${to.text} ${this.pick(['+', '-', '*', '^', '|'])}= ${this.number(t, 1)};`)
      this.line(`${to.text} &= 255;`)
    } else this.line(`${to.text} = ${this.stored(t)};`)
  }

  #callStatement(): void {
    const s = this.structs.length > 0 ? this.pick(this.structs) : undefined
    const m = s && callable(s).length > 0 ? this.pick(callable(s)) : undefined
    const f = this.functions.length > 0 ? this.pick(this.functions) : undefined
    this.calls = 1
    const isMethod = s && m && this.chance(60)
    const call = isMethod ? this.methodText(s, m) : f && this.callText(f.name, f.params)
    const result = isMethod ? m.result : f?.result
    if (call) this.#use(call, result)
    else this.#assignment()
  }

  #templateStatement(): void {
    const a = this.place(x => x.k !== 'array', true)
    const b = a && this.place(x => sameType(x, a.t), true)
    if (
      a &&
      b &&
      rootOf(a) !== rootOf(b) &&
      rootOf(a) !== 'this' &&
      rootOf(b) !== 'this' &&
      !a.text.includes('_m') &&
      !b.text.includes('_m')
    )
      this.line(`tswap${this.chance(50) ? `<${spell(a.t)} >` : ''}(${a.text}, ${b.text});`)
    else this.#assignment()
  }

  #main(): string {
    this.lines = []
    this.#result = undefined
    this.scope = [...this.#globals]
    this.line('int i = input.Load(4);')
    this.scope.push({ text: 'i', t: INT, writable: true })
    for (let n = this.rng.int(2, 5); n > 0; n--) this.#declaration()
    for (let n = this.rng.int(4, 10); n > 0; n--) this.#statement(1)
    const body = this.lines.map(line => line.replace(/return;/, 'i = 9;'))
    this.lines = []
    let words = 0
    for (const p of this.scope) {
      words += size(p.t)
      if (words > MAX_WORDS) break
      this.#show(p.text, p.t)
    }
    return `[numthreads(1, 1, 1)]\nvoid main() {\n${body.join('')}${this.lines.join('')}}\n`
  }

  #show(text: string, t: Type): void {
    if (t.k === 'struct') for (const f of allFields(t)) this.#show(`${text}.${f.name}`, f.t)
    else if (t.k === 'array') for (let i = 0; i < t.count; i++) this.#show(`${text}[${i}]`, t.element)
    else if (t.k === 'number' && t.rows > 0)
      for (let i = 0; i < t.rows; i++) this.#show(`${text}[${i}]`, numeric(t.s, 0, t.columns))
    else if (t.k === 'number' && t.columns > 0)
      for (let i = 0; i < t.columns; i++) this.#show(`${text}.${LETTERS[i]}`, numeric(t.s))
    else this.line(`P((int)${text});`)
  }
}

const paramText = (p: Param): string =>
  `${p.how} ${declare(p.t, p.name)}${p.initial === undefined ? '' : ` = ${p.initial}`}`.trim()
