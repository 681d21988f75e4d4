// Random programs whose calls pass one place to several parameters, or a place that the callee reaches by another name, and whose operands have
// side effects. No expectation is worked out here: DXC says what such a program stores.
// Invariant: every value read was written, and stays an integer below 2^16, so that floats are exact and no conversion overflows.

import { randomFrom } from '../ir/random_program.ts'

type Scalar = 'int' | 'uint' | 'float'
type TypeName = Scalar | 'int2' | 'int3' | 'float3' | 'int2x2' | 'A2' | 'A22' | 'S' | 'D'

/** Leaves of each type that are scalars, and the parts that have a name as a type. */
const LEAVES: Readonly<Record<TypeName, readonly (readonly [path: string, type: Scalar])[]>> = {
  int: [['', 'int']],
  uint: [['', 'uint']],
  float: [['', 'float']],
  int2: ['.x', '.y', '[0]', '[1]', '[I]'].map(p => [p, 'int']),
  int3: ['.x', '.y', '.z', '[I]'].map(p => [p, 'int']),
  float3: ['.x', '.y', '.z', '[I]'].map(p => [p, 'float']),
  int2x2: ['._m00', '._m11', '._m01', '[0][1]', '[1].x', '[I][0]', '[I].y'].map(p => [p, 'int']),
  A2: ['[0]', '[1]', '[I]'].map(p => [p, 'int']),
  A22: ['[0][0]', '[1][0]', '[I][1]', '[1][I]', '[I][I]'].map(p => [p, 'int']),
  S: ['.x', '.v.x', '.v.y', '.a[0]', '.a[1]', '.a[I]', '.v[I]'].map(p => [p, 'int']),
  D: ['.x', '.v.y', '.a[1]', '.z', '.q.x', '.q.a[I]'].map(p => [p, 'int']),
}
/** Parts that are values of a type of their own. */
const PARTS: Readonly<Partial<Record<TypeName, readonly (readonly [path: string, type: TypeName])[]>>> = {
  int3: [
    ['.xy', 'int2'],
    ['.zy', 'int2'],
  ],
  int2: [['.yx', 'int2']],
  int2x2: [
    ['[0]', 'int2'],
    ['[I]', 'int2'],
    ['._m01_m10', 'int2'],
  ],
  A22: [
    ['[0]', 'A2'],
    ['[I]', 'A2'],
  ],
  S: [
    ['.v', 'int2'],
    ['.a', 'A2'],
  ],
  D: [
    ['.q', 'S'],
    ['.v', 'int2'],
    ['.q.v', 'int2'],
  ],
}
const DYNAMIC: Readonly<Partial<Record<TypeName, string>>> = {
  A2: '[i & 1]',
  A22: '[i & 1][i & 1]',
  int2x2: '[i & 1][i & 1]',
  S: '.a[i & 1]',
  D: '.a[i & 1]',
}
/** Elements of the arrays in each type. */
const ELEMENTS: Readonly<Partial<Record<TypeName, readonly string[]>>> = {
  A2: ['[E]'],
  A22: ['[E][E]'],
  S: ['.a[E]'],
  D: ['.a[E]', '.q.a[E]'],
}
const TYPES = Object.keys(LEAVES) as TypeName[]
/** DXC does not bring back what a swizzle of such a part received. */
const isMatrixSwizzle = (text: string): boolean => /_m\d\d_m\d\d$/.test(text)
/** DXC loses what is written through an index into a swizzle: it goes to a copy. */
const isSwizzle = (text: string): boolean => /(\.[xyz]{2}|_m\d\d_m\d\d)$/.test(text)
const isScalar = (t: TypeName): boolean => t === 'int' || t === 'uint' || t === 'float'
const isNumeric = (t: TypeName): boolean => !['A2', 'A22', 'S', 'D'].includes(t)

/** What static and group-shared variables may be: the runtime takes no group-shared vectors as DXC splits them. */
const STATIC = ['int', 'int2', 'A2', 'float', 'int3', 'int2x2', 'S'] as const
const SHARED = ['int', 'A2', 'float', 'int'] as const

interface Place {
  readonly text: string
  readonly type: TypeName
  /** Variable the place is part of; places with one root may be the same. */
  readonly root: string
  readonly writable: boolean
  /** A component of a matrix's row, or a row: DXC brings back components of rows in an order of its own. */
  readonly inRow?: 'row' | 'component'
}
interface Param {
  readonly name: string
  readonly type: TypeName
  readonly mode: 'in' | 'out' | 'inout'
}
interface Callable {
  readonly name: string
  readonly params: readonly Param[]
  readonly result: 'int' | 'void'
  readonly method: boolean
}

const HEADER = `// Written by test/copyout/generate.ts.
typedef int A2[2];
typedef int A22[2][2];
ByteAddressBuffer input : register(t0);
RWStructuredBuffer<int> o : register(u0);

static const bool T = true;
void P(int v) { o[o[511]++] = v; }
bool B(int v) { P(v); return v & 1; }
int next(inout int n) { n += 1; return n & 1; }
`

class Generator {
  readonly #random: (n: number) => number
  readonly #lines: string[] = []
  readonly #functions: Callable[] = []
  #globals: Place[] = []
  #visible: Place[] = []
  #indent = '  '
  #budget = 0
  /** What the function being made returns; undefined in main. */
  #result: 'int' | 'void' | undefined

  /** Whether there are branches and choices. */
  readonly #branches: boolean
  /** Whether builtins write to arguments: with -Od DXC keeps those as memory in a form that the runtime does not take. */
  readonly #builtins: boolean

  /** Every array is read once more at the end of its function, where nobody comes to. */
  readonly #readsAll: boolean

  constructor(seed: number, readsAll: boolean) {
    this.#readsAll = readsAll
    this.#random = randomFrom(seed)
    this.#branches = seed % 2 === 1
    this.#builtins = seed % 5 === 0
  }

  program(): string {
    const methods: string[] = []
    this.#globals = this.#makeGlobals()
    const globals = this.#globals.filter(p => p.text === p.root && p.root !== 'buf' && p.root !== 'words')
    const declarations = globals.map(g => `${g.root.startsWith('s') ? 'static' : 'groupshared'} ${declare(g)};\n`)
    for (let i = 0, n = 1 + this.#random(2); i < n; i++) methods.push(this.#function(`m${i}`, true))
    const functions: string[] = []
    for (let i = 0, n = 2 + this.#random(3); i < n; i++) functions.push(this.#function(`f${i}`, false))
    return (
      `${HEADER}struct S {\n  int x; int2 v; int a[2];\n${methods.map(m => m.replaceAll(/^(?=.)/gm, '  ')).join('')}};\nstruct D : S { int z; S q; };\nRWStructuredBuffer<S> buf : register(u1);\nRWStructuredBuffer<int> words : register(u2);\n` +
      `${declarations.join('')}${functions.join('')}${this.#main(globals)}`
    )
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#random(list.length)]!
  }

  #makeGlobals(): Place[] {
    const out: Place[] = []
    for (const prefix of ['s', 'g'])
      for (let i = 0, n = 1 + this.#random(3); i < n; i++) {
        const root = `${prefix}${i}`
        out.push({ text: root, type: this.#pick(prefix === 'g' ? SHARED : STATIC), root, writable: true })
      }
    return out
  }

  /** An index below two: constant, of a variable, or with a side effect. */
  #index(): string {
    const dynamic = this.#visible.filter(p => p.root === 'i')
    const kind = this.#random(6)
    if (kind < 2 || dynamic.length === 0) return String(this.#random(2))
    if (kind === 2) return '(i++ & 1)'
    if (kind === 3) return 'next(i)'
    return '(i & 1)'
  }

  /** A place of a type, from the variables in scope; undefined when there is none. */
  #place(type: TypeName, writable: boolean, roots?: ReadonlySet<string>): Place | undefined {
    const found: Place[] = []
    for (const base of this.#visible) {
      if ((writable && !base.writable) || (roots && !roots.has(base.root))) continue
      this.#paths(base, type, found, 0)
    }
    if (found.length === 0) return undefined
    const place = this.#pick(found)
    let { text } = place
    while (text.includes('[I]')) text = text.replace('[I]', `[${this.#index()}]`)
    return { ...place, text }
  }

  #paths(base: Place, type: TypeName, found: Place[], depth: number): void {
    if (base.type === type) found.push(base)
    for (const [path, leaf] of LEAVES[base.type]) {
      if (path === '' || leaf !== type || (path.startsWith('[') && isSwizzle(base.text)) || isMatrixSwizzle(base.text))
        continue
      const inRow = base.inRow === 'row' || (base.type === 'int2x2' && /\]\./.test(path)) ? 'component' : undefined
      found.push({ ...base, text: base.text + path, type, ...(inRow && { inRow }) })
    }
    if (depth < 2)
      for (const [path, part] of PARTS[base.type] ?? [])
        if (!isMatrixSwizzle(base.text))
          this.#paths({ ...base, text: base.text + path, type: part, ...rowOf(base, path) }, type, found, depth + 1)
  }

  #scalar(depth = 0): string {
    const kind = this.#random(8)
    if (kind === 0 || depth > 2) return String(1 + this.#random(20))
    if (kind === 1 && this.#budget > 0) {
      const call = this.#call('int')
      if (call) return call
    }
    if (kind === 4 && this.#branches && this.#random(2) === 0) return this.#choice(depth)
    if (kind === 2) return `(${this.#scalar(depth + 1)} + ${this.#scalar(depth + 1)})`
    if (kind === 3 && this.#visible.some(p => p.root === 'i')) return this.#pick(['i++', '++i', 'i'])
    const place = this.#place(this.#pick(['int', 'int', 'uint', 'float'] as const), false)
    return place ? `(int)${place.text}` : String(1 + this.#random(20))
  }

  /** A condition whose parts say when they are evaluated. */
  #condition(depth: number): string {
    const kind = this.#random(6)
    if (kind === 0 && depth < 3)
      return `(${this.#condition(depth + 1)} ${this.#pick(['&&', '||'])} ${this.#condition(depth + 1)})`
    if (kind === 1 && depth < 3)
      return `(${this.#condition(depth + 1)} ? ${this.#condition(depth + 1)} : ${this.#condition(depth + 1)})`
    if (kind === 2) return `!B(${this.#scalar(2)})`
    if (kind === 3) return this.#pick(['true', 'false', 'T', `(${this.#scalar(2)} > 7)`])
    return `B(${this.#scalar(2)})`
  }

  /** A choice of numbers of which both arms may do something; with vectors, the condition may be one too. */
  #choice(depth: number): string {
    const [c, a, b] = [this.#condition(depth + 1), this.#scalar(depth + 1), this.#scalar(depth + 1)]
    return this.#random(4) === 0 ? `(${c} ? int2(${a}, 1) : int2(${b}, 2)).x` : `(${c} ? ${a} : ${b})`
  }

  /** Builtins that write to their arguments. */
  #builtin(): string | undefined {
    const places = [this.#place('float', true), this.#place('float', true), this.#place('int', true)]
    const [a, b, c] = places.map(p => p?.text)
    const value = this.#scalar(1)
    const kind = this.#random(5)
    if (kind === 0 && a && b) return `${a} = modf(${value} + 0.5, ${b}) + ${value};`
    if (kind === 1 && a) return `P((int)modf(${a} * 0.5, ${a}));`
    if (kind === 2 && c) return `P((int)(modf(${c} * 0.5, ${c}) * 2));`
    if (kind === 3 && a && b) return `P((int)(frexp(${value}, ${a}) * 64)); P((int)${a});`
    const shared = this.#visible.filter(p => p.root === 'words' || (/^g/.test(p.root) && p.type === 'int'))
    const target = shared.length > 0 ? this.#pick(shared).text.replace('[I]', `[${this.#index()}]`) : undefined
    return kind === 4 && target && c ? `InterlockedAdd(${target}, ${value} & 7, ${c});` : undefined
  }

  /** A call with arguments that share a variable where they can. */
  #call(result: 'int' | 'void'): string | undefined {
    const candidates = this.#functions.filter(
      f => f.result === result && (!f.method || this.#visible.some(p => p.type === 'S' || p.type === 'D')),
    )
    if (candidates.length === 0) return undefined
    const f = this.#pick(candidates)
    this.#budget--
    const self = f.method
      ? (this.#place(this.#pick(['S', 'S', 'D'] as const), true) ?? this.#place('S', true) ?? this.#place('D', true))
      : undefined
    if (f.method && !self) return undefined
    const shared = new Set<string>()
    if (self && this.#random(2) === 0) shared.add(self.root)
    const args: string[] = []
    for (const p of f.params) {
      const arg = this.#argument(p, shared, self?.root)
      if (arg === undefined) return undefined
      args.push(arg)
    }
    const callee = self ? (self.text === 'this' ? f.name : `${self.text}.${f.name}`) : f.name
    return `${callee}(${args.join(', ')})`
  }

  /**
   * What the object's own method gets by reference and reaches by two names is a number: of vectors and arrays DXC copies those parameters that
   * the method uses both whole and in parts.
   */
  #argument(p: Param, shared: Set<string>, self: string | undefined): string | undefined {
    const writable = p.mode !== 'in'
    if (!writable && isNumeric(p.type) && this.#random(3) === 0 && isScalar(p.type)) return this.#scalar(1)
    const type = this.#convertible(p.type, writable)
    const use = (t: TypeName): Place | undefined =>
      (shared.size > 0 && this.#random(4) > 0 ? this.#place(t, writable, shared) : undefined) ??
      this.#place(t, writable)
    const isSafe = (place: Place): boolean =>
      !writable || (place.inRow !== 'component' && (place.root !== self || isScalar(p.type)))
    const place = [use(type), use(p.type), use(p.type), use(p.type)].find(found => found && isSafe(found))
    if (place) {
      shared.add(place.root)
      return place.text
    }
    return writable
      ? undefined
      : isNumeric(p.type)
        ? `(${p.type})${1 + this.#random(9)}`
        : `(${p.type})${1 + this.#random(9)}`
  }

  /** Sometimes another type, which makes the argument a converted copy. */
  #convertible(type: TypeName, writable: boolean): TypeName {
    if (this.#random(5) > 0) return type
    if (type === 'int' || type === 'uint' || type === 'float') return this.#pick(['int', 'uint', 'float'] as const)
    if (type === 'S' && !writable) return 'D'
    return type
  }

  #statement(): void {
    if (this.#branches && this.#result !== undefined && this.#random(12) === 0) {
      const value = this.#result === 'int' ? ` ${this.#scalar(1)}` : ''
      this.#line(`if (${this.#condition(1)}) return${value};`)
    } else if (this.#branches && this.#random(10) === 0) {
      const outer = this.#indent
      this.#line(`if (${this.#condition(0)}) {`)
      this.#indent += '  '
      this.#statement()
      this.#indent = outer
      this.#line('}')
    } else this.#line(this.#simpleStatement())
  }

  #simpleStatement(): string {
    const kind = this.#random(9)
    const call = kind < 3 && this.#budget > 0 ? this.#call('void') : undefined
    if (call) return `${call};`
    if (kind === 3) {
      const type = this.#pick(TYPES)
      const [a, b] = [this.#place(type, true), this.#place(type, false)]
      if (a && b && (a.text !== 'this' || b.text !== 'this')) return `${a.text} = ${b.text};`
    }
    if (kind === 4) return `P(${this.#scalar()});`
    const sum = kind === 5 ? this.#place('int', true) : undefined
    if (sum) return `${sum.text} += ${this.#scalar(1)} & 15;`
    const builtin = kind === 6 && this.#builtins ? this.#builtin() : undefined
    if (builtin) return builtin
    const place = this.#place(this.#pick(['int', 'int', 'int', 'uint', 'float'] as const), true)
    const value = `(${this.#scalar()} * ${1 + this.#random(3)} + ${this.#random(20)}) & 255`
    return place ? `${place.text} = ${value};` : `P(${value});`
  }

  #line(text: string): void {
    this.#lines.push(this.#indent + text)
  }

  #function(name: string, method: boolean): string {
    const params: Param[] = []
    for (let i = 0, n = 1 + this.#random(4); i < n; i++) {
      const types = method
        ? (['int', 'int', 'float', 'uint', 'int2', 'A2'] as const)
        : this.#random(2) === 0
          ? (['int', 'int2', 'S'] as const)
          : TYPES
      params.push({
        name: `p${i}`,
        type: this.#pick(types),
        mode: this.#pick(['inout', 'inout', 'out', 'in'] as const),
      })
    }
    const result = this.#random(3) === 0 ? 'int' : 'void'
    this.#lines.length = 0
    this.#result = result
    this.#budget = 2
    for (const p of params) if (p.mode === 'out') this.#line(`${p.name} = (${p.type})${10 + this.#random(90)};`)
    const self: Place[] = method
      ? [
          { text: 'this', type: 'S', root: 'this', writable: true },
          ...(['x', 'v', 'a'] as const).map(m => ({
            text: m,
            type: ({ x: 'int', v: 'int2', a: 'A2' } as const)[m],
            root: 'this',
            writable: true,
          })),
        ]
      : []
    this.#visible = [
      ...params.map(p => ({ text: p.name, type: p.type, root: p.name, writable: true })),
      ...self.slice(1),
      ...self.slice(0, this.#random(2)),
      ...(method ? [] : this.#globals),
    ]
    if (this.#random(2) === 0) {
      this.#line(`int i = ${this.#random(4)};`)
      this.#visible.push({ text: 'i', type: 'int', root: 'i', writable: true })
    }
    for (let i = 0, n = 2 + this.#random(5); i < n; i++) this.#statement()
    const value = result === 'int' ? this.#scalar() : ''
    this.#readAll([...params.map(p => ({ text: p.name, type: p.type })), ...self.slice(1)])
    if (result === 'int') this.#line(`return ${value};`)
    const head = `${result} ${name}(${params.map(p => `${p.mode} ${p.type} ${p.name}`).join(', ')})`
    this.#functions.push({ name, params, result, method })
    return `${head} {\n${this.#lines.join('\n')}\n}\n`
  }

  #readAll(places: readonly Pick<Place, 'text' | 'type'>[]): void {
    if (!this.#readsAll) return
    for (const { text, type } of places)
      for (const element of ELEMENTS[type] ?? [])
        this.#line(`if (input.Load(60) > 6) P(${text}${element.replaceAll('E', 'input.Load(56) & 1')});`)
  }

  #main(globals: readonly Place[]): string {
    this.#lines.length = 0
    this.#result = undefined
    this.#line('int i = input.Load(4);')
    const locals: Place[] = [{ text: 'i', type: 'int', root: 'i', writable: true }]
    for (const type of TYPES)
      if (this.#random(3) > 0) {
        const place = { text: `l${locals.length}`, type, root: `l${locals.length}`, writable: true }
        this.#line(`${declare(place).replace(/\[.*/, '')} = (${type})${1 + this.#random(60)};`)
        locals.push(place)
      }
    for (const g of globals) this.#line(`${g.text} = (${g.type})${1 + this.#random(60)};`)
    this.#line(`buf[0] = (S)${this.#random(30)}; buf[1] = (S)7; words[0] = ${this.#random(9)}; words[1] = 5;`)
    const elements: Place[] = (['0', '1', 'I'] as const).flatMap(i => [
      { text: `buf[${i}]`, type: 'S' as const, root: 'buf', writable: true },
      { text: `words[${i}]`, type: 'int' as const, root: 'words', writable: true },
    ])
    this.#visible = [...locals, ...locals, ...this.#globals, ...elements]
    const shown = [...locals, ...globals]
    for (let i = 0, n = 4 + this.#random(6); i < n; i++) {
      this.#budget = 3
      this.#statement()
    }
    this.#readAll(shown)
    // The runtime takes no scalar variables of memory, which DXC makes of arrays without variable indices.
    for (const p of shown) if (DYNAMIC[p.type]) this.#line(`P(${p.text}${DYNAMIC[p.type]});`)
    for (const p of shown)
      for (const [path] of LEAVES[p.type]) if (!path.includes('I')) this.#line(`P((int)${p.text}${path});`)
    return `[numthreads(1, 1, 1)]\nvoid main() {\n${this.#lines.join('\n')}\n}\n`
  }
}

function declare({ text, type }: Place): string {
  return `${type} ${text}`
}

const rowOf = (base: Place, path: string): { inRow?: 'row' | 'component' } =>
  base.inRow ? { inRow: 'component' } : base.type === 'int2x2' && path.startsWith('[') ? { inRow: 'row' } : {}

/** A program; the same seed gives the same text. `readsAll` adds reads of all arrays, which never happen. */
export const generate = (seed: number, readsAll = false): string => new Generator(seed, readsAll).program()
