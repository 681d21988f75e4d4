// Random programs of templates of classes, functions, aliases and variables: default arguments, specialisations whole and in part, declarations before
// definitions, members outside of their class, types that depend on others, substitution that fails. No expectation is worked out here: DXC says
// whether such a program is one and what it stores.
// Every class template and each of its specialisations has the same members: `v`, `type`, `get`. So most programs are right.

import { Random } from '../vectors/random.ts'

const HEADER = `// Written by test/templates/generate.ts.
RWStructuredBuffer<int> o : register(u0);
static int K = 0;
void P(int v) { o[K++] = v; }
template<typename A, typename B> struct is_same { static const bool v = false; };
template<typename A> struct is_same<A, A> { static const bool v = true; };
template<bool C, typename T = void> struct enable_if {};
template<typename T> struct enable_if<true, T> { using type = T; };
template<typename T> struct size_of { static const int v = sizeof(T); };
template<typename R> struct size_of<R()> { static const int v = 1; };
template<typename R, typename A> struct size_of<R(A)> { static const int v = 2; };
template<typename R, typename A, typename B> struct size_of<R(A, B)> { static const int v = 3; };
struct S { int x; float y; int sum(int a) { return x + a; } static int one() { return 1; } };
int plain(int a, float b) { return a; }
`

interface Param {
  readonly name: string
  readonly isType: boolean
  /** Of a value; `int` where nothing is said. */
  readonly valueType?: string
  /** Of a template: its own parameters. */
  readonly takes?: readonly Param[]
}
interface ClassTemplate {
  /** As it is written from outside. */
  readonly name: string
  readonly params: readonly Param[]
  /** How many of them have no default value. */
  readonly needed: number
  /** Has a template `In` of one type among its members. */
  readonly hasInner: boolean
}
interface FunctionTemplate {
  readonly name: string
  /** A call with arguments of the program's variables. */
  readonly call: (r: Random) => string
}
/** What may be named at a place: parameters of templates around it. */
type Names = readonly Param[]

const sameList = (one: readonly Param[], other: readonly Param[]): boolean =>
  one.length === other.length &&
  one.every(
    (p, i) =>
      p.isType === other[i]!.isType &&
      !p.takes === !other[i]!.takes &&
      (p.isType || p.takes !== undefined || p.valueType === other[i]!.valueType) &&
      sameList(p.takes ?? [], other[i]!.takes ?? []),
  )

const isInt = (p: Param): boolean => !p.isType && !p.takes

/** Types without templates, each with a variable of it. */
const VARIABLES: readonly (readonly [type: string, name: string])[] = [
  ['int', 'vi'],
  ['uint', 'vu'],
  ['float', 'vf'],
  ['float2', 'vf2'],
  ['int3', 'vi3'],
  ['S', 'vs'],
]
const TYPES = VARIABLES.map(([type]) => type)

/** A program; the same seed gives the same text. */
export const generate = (seed: number): string => new Generator(seed).program()

class Generator {
  readonly #r: Random
  readonly #classes: ClassTemplate[] = []
  readonly #functions: FunctionTemplate[] = []
  readonly #variables: string[] = []
  readonly #aliases: string[] = []
  #count = 0
  #namespace = ''
  /** DXC takes no variable of a template in a default value. */
  #isDefault = false

  constructor(seed: number) {
    this.#r = new Random(seed)
    for (let i = 0; i < 5; i++) this.#r.below(2)
  }

  program(): string {
    const out: string[] = []
    for (let n = 2 + this.#r.below(5); n > 0; n--) {
      const space = this.#r.chance(25) ? this.#name('N') : ''
      this.#namespace = space && `${space}::`
      const declared = this.#declaration()
      out.push(space ? `namespace ${space} {\n${declared}}\n` : declared)
      this.#namespace = ''
    }
    return `${HEADER}${out.join('')}${this.#main()}`
  }

  #name(prefix: string): string {
    return `${prefix}${this.#count++}`
  }

  #declaration(): string {
    const kind = this.#r.below(10)
    if (kind < 5 || this.#classes.length === 0) return this.#class()
    if (kind < 8) return this.#function()
    return kind === 8 ? this.#alias() : this.#variable()
  }

  // ---- class templates

  #params(prefix = 'T'): Param[] {
    return Array.from({ length: 1 + this.#r.below(3) }, (_, i): Param => {
      const of = i > 0 && this.#r.chance(15) ? this.#r.of(this.#classes) : undefined
      if (of) return { name: this.#name('Q'), isType: false, takes: of.params }
      const isType = i === 0 || this.#r.chance(60)
      return {
        name: this.#name(isType ? prefix : prefix.toLowerCase()),
        isType,
        valueType: this.#r.of(['int', 'uint']),
      }
    })
  }

  /** `<typename T, int n = 3>`; `defaults` says from which parameter on they have default values. */
  #list(params: readonly Param[], defaults: number): string {
    const outer = this.#isDefault
    this.#isDefault = true
    const texts = params.map(({ name, isType, valueType = 'int', takes }, i) => {
      const before = params.slice(0, i)
      if (takes)
        return `${this.#list(takes, takes.length)} class ${name}${i < defaults ? '' : ` = ${this.#templateFor(takes, before)}`}`
      const initial = i < defaults ? '' : ` = ${isType ? `${this.#type(before, 1)} ` : this.#int(before, 1)}`
      return `${isType ? this.#r.of(['typename', 'class']) : valueType} ${name}${initial}`
    })
    this.#isDefault = outer
    return `template<${texts.join(', ')}>`
  }

  /** A template that has these parameters. */
  #templateFor(takes: readonly Param[], names: Names): string {
    const fitting = [
      ...this.#classes.filter(c => sameList(c.params, takes)).map(c => c.name),
      ...names.filter(p => p.takes && sameList(p.takes, takes)).map(p => p.name),
    ]
    return this.#r.of(fitting.length > 0 ? fitting : ['S'])
  }

  /** An argument for a parameter. */
  #given(p: Param, names: Names, type: () => string, int: () => string): string {
    if (p.takes) return this.#templateFor(p.takes, names)
    return p.isType ? type() : int()
  }

  /** Class templates, and parameters that stand for some. */
  #instantiable(names: Names): ClassTemplate | undefined {
    const own = names.flatMap(({ name, takes }): ClassTemplate[] =>
      takes ? [{ name, params: takes, needed: takes.length, hasInner: false }] : [],
    )
    return own.length > 0 && this.#r.chance(50) ? this.#r.of(own) : this.#r.of(this.#classes)
  }

  #class(): string {
    const name = this.#name('C')
    const params = this.#params()
    const { length } = params
    const needed = this.#r.chance(50) ? length : 1 + this.#r.below(length)
    const hasInner = this.#r.chance(25)
    const isAnnounced = this.#r.chance(30)
    let out = ''
    let defaults = needed
    if (isAnnounced) {
      // Other names, and default values here or there.
      const others = params.map(p => ({ ...p, name: this.#r.chance(50) ? p.name : this.#name('D') }))
      const here = this.#r.chance(50)
      out += `${this.#list(others, here ? needed : length)} struct ${name};\n`
      if (here) defaults = length
    }
    const base = this.#classes.length > 0 && this.#r.chance(25) ? this.#instance(params, 1) : undefined
    const isOutside = this.#r.chance(25)
    out += `${this.#list(params, defaults)} struct ${name}${base ? ` : ${base}` : ''} {\n`
    const itself = `${name}<${params.map(p => p.name).join(', ')}>`
    out += this.#members(params, hasInner, isOutside, base, itself)
    if (isOutside) {
      const names = this.#r.chance(50) ? params : params.map(p => ({ ...p, name: this.#name('O') }))
      const args = names.map(p => p.name).join(', ')
      out += `${this.#list(names, length)} int ${name}<${args}>::get(int a) { return a + ${this.#int(names, 1)}; }\n`
    }
    const made: ClassTemplate = { name: this.#namespace + name, params, needed, hasInner }
    for (let n = this.#r.below(4); n > 0; n--) out += this.#specialisation(name, made)
    this.#classes.push(made)
    return out
  }

  /** The members that each has, to the end of the struct. `itself`: the type, of the template alone. */
  #members(names: Names, hasInner: boolean, isOutside: boolean, base?: string, itself?: string): string {
    const type = this.#type(names, 2)
    const own = base && this.#r.chance(50) ? `${base}::v + ` : ''
    const inner = this.#name('I')
    const lines = [
      `static const int v = ${own}${this.#int(names, 2)};`,
      `using type = ${type};`,
      isOutside ? 'int get(int a);' : `int get(int a) { return a + v + ${this.#int(names, 1)}; }`,
      ...(this.#r.chance(40) ? [`${this.#r.of(TYPES)} m;`] : []),
      ...(this.#r.chance(20) && itself ? [`${itself} again() { return this; }`] : []),
      ...(hasInner
        ? [
            `template<typename ${inner}> struct In { static const int v = ${this.#int([...names, { name: inner, isType: true }], 1)}; };`,
          ]
        : []),
    ]
    return `${lines.map(line => `  ${line}\n`).join('')}};\n`
  }

  #specialisation(name: string, of: ClassTemplate): string {
    const params = this.#r.chance(30) ? [] : this.#params('P')
    const used = new Set<Param>()
    // DXC takes no default value of a number that depends on the parameters of a part.
    const isWhole = params.length > 0 && of.params.slice(of.needed).some(isInt)
    const wanted = isWhole || this.#r.chance(60) ? of.params.length : of.needed
    const args = of.params
      .slice(0, wanted)
      .map(p => (p.takes ? this.#templatePattern(p.takes, params, used) : this.#pattern(params, used, p.isType)))
    // Parameters that nothing gives a value are left out.
    const left = params.filter(p => used.has(p))
    // The parameters alone would specialise nothing.
    if (args.every((arg, i) => arg === left[i]?.name)) return ''
    const head = left.length > 0 ? this.#list(left, left.length) : 'template<>'
    const last = args.at(-1)!.endsWith('>') ? ' ' : ''
    return `${head} struct ${name}<${args.join(', ')}${last}> {\n${this.#members(left, of.hasInner, false)}`
  }

  #templatePattern(takes: readonly Param[], params: readonly Param[], used: Set<Param>): string {
    const one = params.find(p => p.takes && sameList(p.takes, takes))
    if (!one || this.#r.chance(40)) return this.#templateFor(takes, [])
    used.add(one)
    return one.name
  }

  #pattern(params: readonly Param[], used: Set<Param>, isType: boolean): string {
    const one = (wantsType: boolean): string | undefined => {
      const fitting = params.filter(p => (wantsType ? p.isType : isInt(p)))
      if (fitting.length === 0) return undefined
      const p = this.#r.of(fitting)
      used.add(p)
      return p.name
    }
    if (!isType) return (this.#r.chance(50) ? one(false) : undefined) ?? String(this.#r.below(5))
    const kind = this.#r.below(8)
    if (kind < 3) return one(true) ?? this.#r.of(TYPES)
    if (kind === 3) return `vector<${one(true) ?? 'float'}, ${one(false) ?? 2}>`
    if (kind === 4 && this.#classes.length > 0) {
      const templates = params.filter(p => p.takes)
      const own = templates.length > 0 && this.#r.chance(60) ? this.#r.of(templates) : undefined
      if (own) used.add(own)
      const { name, params: of } = own ? { name: own.name, params: own.takes! } : this.#r.of(this.#classes)
      const args = of.map(p =>
        p.takes
          ? this.#templatePattern(p.takes, params, used)
          : p.isType
            ? (one(true) ?? this.#r.of(TYPES))
            : (one(false) ?? '2'),
      )
      return `${name}<${args.join(', ')} >`
    }
    if (kind === 5) return `${one(true) ?? 'int'}(${this.#r.chance(50) ? (one(true) ?? 'float') : ''})`
    if (kind === 6) return `${one(true) ?? 'float'}[${one(false) ?? 2}]`
    return this.#r.of(TYPES)
  }

  // ---- names of types and numbers

  /** A type without dimensions that is no function's. */
  #type(names: Names, depth: number): string {
    const types = names.filter(p => p.isType)
    const kind = this.#r.below(10)
    if (kind < 4 && types.length > 0) return this.#r.of(types).name
    if (depth > 0 && this.#classes.length > 0 && kind < 7) {
      const instance = this.#instance(names, depth - 1)
      if (kind === 6) return instance
      return `${names.length > 0 ? 'typename ' : ''}${instance}::type`
    }
    if (kind === 8 && this.#aliases.length > 0) return `${this.#r.of(this.#aliases)}<${this.#type(names, depth - 1)} >`
    if (kind === 9 && depth > 0) return `__decltype(${this.#r.of(['1u', '1.5f', 'int3(1, 2, 3)', 'S::one()', 'true'])})`
    return this.#r.of(TYPES)
  }

  /** What an argument of a template may be besides. */
  #argument(names: Names, depth: number): string {
    if (depth <= 0 || !this.#r.chance(10)) return this.#type(names, depth)
    const result = this.#type(names, 0)
    if (this.#r.chance(60)) return `${result}[${1 + this.#r.below(3)}]`
    if (this.#r.chance(30)) return '__decltype(plain)'
    return `${result}(${this.#r.chance(60) ? this.#type(names, 0) : ''})`
  }

  #instance(names: Names, depth: number): string {
    const c = this.#instantiable(names)
    if (!c) return 'S'
    const count = c.needed + this.#r.below(c.params.length - c.needed + 1)
    const args = c.params.slice(0, count).map(p =>
      this.#given(
        p,
        names,
        () => this.#argument(names, depth),
        () => this.#small(names, depth),
      ),
    )
    return `${c.name}<${args.join(', ')} >`
  }

  /** A number that is small enough for the size of something. */
  #small(names: Names, depth: number): string {
    return depth > 0 && this.#r.chance(30) ? `(${this.#int(names, depth - 1)} & 3)` : String(this.#r.below(5))
  }

  #int(names: Names, depth: number): string {
    const ints = names.filter(isInt)
    const kind = this.#r.below(12)
    if (kind < 2 && ints.length > 0) return this.#r.of(ints).name
    if (kind < 5 && this.#classes.length > 0 && depth > 0) {
      const c = this.#r.of(this.#classes)
      const instance = this.#instance(names, depth - 1)
      if (c.hasInner && this.#r.chance(40)) {
        const args = c.params.map(p =>
          this.#given(
            p,
            names,
            () => this.#type(names, 0),
            () => '2',
          ),
        )
        const outer = `${c.name}<${args.join(', ')} >`
        return `${outer}::${names.length > 0 ? 'template ' : ''}In<${this.#type(names, 0)} >::v`
      }
      return `${instance}::v`
    }
    if (kind === 5) return `size_of<${this.#type(names, depth)} >::v`
    if (kind === 6 && depth > 0) return `(${this.#int(names, depth - 1)} + ${this.#int(names, depth - 1)})`
    if (kind === 7 && depth > 0)
      // DXC takes no `? :` of values that depend on a parameter.
      return `((int)(${this.#condition(names, depth - 1)}) * ${this.#int(names, depth - 1)})`
    if (kind === 8 && this.#variables.length > 0 && !this.#isDefault)
      return `${this.#r.of(this.#variables)}<${this.#type(names, depth - 1)} >`
    return String(this.#r.below(100))
  }

  #condition(names: Names, depth: number): string {
    const kind = this.#r.below(4)
    if (kind === 0) return `(${this.#int(names, depth)} > ${this.#int(names, depth)})`
    if (kind === 1) return `(size_of<${this.#type(names, depth)} >::v == ${this.#r.of([4, 8, 12])})`
    return `${this.#r.chance(30) ? '!' : ''}is_same<${this.#type(names, depth)}, ${this.#type(names, 0)} >::v`
  }

  // ---- the others

  #alias(): string {
    const name = this.#name('A')
    const t = { name: this.#name('T'), isType: true }
    // What does not depend on the parameter is looked at at once where the alias is used: ours waits.
    const made = this.#r.chance(70) ? this.#instance([t], 1) : this.#type([t], 1)
    const aliased = made.includes(t.name) ? made : t.name
    this.#aliases.push(this.#namespace + name)
    return `template<typename ${t.name}> using ${name} = ${aliased};\n`
  }

  #variable(): string {
    const name = this.#name('V')
    const t = { name: this.#name('T'), isType: true }
    const text = `template<typename ${t.name}> static const int ${name} = ${this.#int([t], 2)};\n`
    this.#variables.push(this.#namespace + name)
    return text
  }

  #function(): string {
    const name = this.#name('f')
    const full = this.#namespace + name
    const [t, u] = [this.#name('T'), this.#name('U')]
    const n = this.#name('n')
    const names = [{ name: t, isType: true }]
    const value = (more: Names = []): string => `{ return ${this.#int([...names, ...more], 2)}; }`
    const variable = (r: Random): string => r.of(VARIABLES)[1]
    const add = (call: FunctionTemplate['call']): void => void this.#functions.push({ name: full, call })
    const ints = [{ name: n, isType: false }]
    switch (this.#r.below(7)) {
      case 0: {
        add(r => `${full}(${variable(r)})`)
        let out = `template<typename ${t}> int ${name}(${t} a) ${value()}\n`
        if (this.#r.chance(50)) out += `template<> int ${name}<float>(float a) { return ${this.#r.below(100)}; }\n`
        if (this.#r.chance(40)) out += `int ${name}(uint a) { return ${this.#r.below(100)}; }\n`
        return out
      }
      case 1:
        add(r => `${full}(${r.of(['vf2', 'vi3', 'float4(1, 2, 3, 4)'])})`)
        return `template<typename ${t}, int ${n}> int ${name}(vector<${t}, ${n}> a) ${value(ints)}\n`
      case 2:
        add(r => `${full}(${r.of(['ai', 'af'])})`)
        return `template<typename ${t}, int ${n}> int ${name}(${t} a[${n}]) ${value(ints)}\n`
      case 3: {
        add(r => (r.chance(50) ? `${full}(${variable(r)})` : `${full}<${r.of(TYPES)} >(${r.of(['vi', 'vf', '1'])})`))
        const initial = `${this.#type(names, 1)} `
        const more = { name: u, isType: true }
        if (this.#r.chance(50))
          return `template<typename ${t}, typename ${u} = ${initial}> int ${name}(${t} a) ${value([more])}\n`
        const [x, y] = [this.#name('X'), this.#name('Y')]
        return `template<typename ${t}, typename ${u} = ${initial}> int ${name}(${t} a);\ntemplate<typename ${x}, typename ${y}> int ${name}(${x} a) { return ${this.#int(
          [
            { name: x, isType: true },
            { name: y, isType: true },
          ],
          2,
        )}; }\n`
      }
      case 4: {
        add(r => `${full}(${variable(r)})`)
        const condition = this.#condition(names, 1)
        const one = (text: string): string =>
          `template<typename ${t}> typename enable_if<${text}, int>::type ${name}(${t} a) ${value()}\n`
        return one(condition) + one(`!(${condition})`)
      }
      case 5: {
        const c = this.#r.of(this.#classes)
        if (!c) return ''
        const own = c.params.map(p => ({ ...p, name: this.#name(p.isType ? 'T' : 'n') }))
        const args = own.map(p => p.name).join(', ')
        // The template itself may be deduced, too.
        const template = this.#r.chance(40) ? { name: this.#name('Q'), isType: false, takes: c.params } : undefined
        const params = template ? [template, ...own] : own
        const alias = this.#r.chance(30) ? this.#name('A') : ''
        add(() => {
          const given = c.params.map(p =>
            this.#given(
              p,
              [],
              () => this.#r.of(TYPES),
              () => String(this.#r.below(4)),
            ),
          )
          return `${full}${template && this.#r.chance(30) ? `<${c.name}>` : ''}((${c.name}<${given.join(', ')} >)0)`
        })
        const out = alias ? `${this.#list(own, own.length)} using ${alias} = ${c.name}<${args}>;\n` : ''
        return `${out}${this.#list(params, params.length)} int ${name}(${alias || template?.name || c.name}<${args}> a) { return a.get(${this.#int(params, 1)}); }\n`
      }
      default:
        add(r => `${full}<${this.#r.below(5)}>(${variable(r)})`)
        return `template<int ${n}, typename ${t}> int ${name}(${t} a) ${value(ints)}\n`
    }
  }

  #main(): string {
    const lines: string[] = VARIABLES.map(([type, name], i) => `${type} ${name} = (${type})${i + 1};`)
    lines.push('int ai[3] = { 1, 2, 3 }; float af[2] = { 4, 5 };')
    for (let n = 4 + this.#r.below(6); n > 0; n--) {
      const kind = this.#r.below(6)
      if (kind < 3 && this.#functions.length > 0) lines.push(`P(${this.#r.of(this.#functions).call(this.#r)});`)
      else if (kind === 3) lines.push(`P(${this.#condition([], 2)} ? 1 : 2);`)
      else if (kind === 4) {
        const name = this.#name('x')
        lines.push(`${this.#instance([], 1)} ${name}; P(${name}.get(${this.#r.below(9)}));`)
      } else lines.push(`P(${this.#int([], 3)});`)
    }
    return `[numthreads(1, 1, 1)] void main() {\n${lines.map(line => `  ${line}\n`).join('')}}\n`
  }
}
