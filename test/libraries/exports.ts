// Random libraries of exported functions: parameters and results of every type, by value, out and inout, arrays of them, overloads, namespaces,
// templates behind them, calls that stay, functions that are only declared; some with one mistake. Invariant: the same seed gives the same text.

import { chooseUses } from '../stages/uses.ts'
import type { LibraryProgram } from './generate.ts'
import { passedNodes } from './passed_nodes.ts'
import { Dice } from './shapes.ts'

/** A number somewhere in a value, under `$`. */
interface Leaf {
  readonly path: string
  readonly type: string
}
interface Kind {
  /** In front of the name, and behind it. */
  readonly text: string
  readonly dims: string
  readonly leaves: readonly Leaf[]
}
interface Param extends Kind {
  readonly name: string
  readonly mode: string
}
interface Callable {
  readonly name: string
  readonly params: readonly Param[]
  readonly result: Kind
}

const MISTAKES = [
  'recursion',
  'texture parameter',
  'sampler in a struct',
  'export of a static',
  'export of a local',
  'unknown export',
  'twice the same',
  'call of nobody',
  'out is not an l-value',
  'literal to inout',
  'no return',
  'export of a template',
] as const

const VOID: Kind = { text: 'void', dims: '', leaves: [] }

/** A function that an attribute makes a shader of, though it has no [shader("...")], or that stays what it is in spite of one. */
function impliedShader(dice: Dice): string {
  const [attributes, before, signature, body] = dice.pick([
    ['[earlydepthstencil]', '', 'float4 Implied(float4 a : A) : SV_Target', 'return a * k[0];'],
    ['[clipplanes(k[1])]', '', 'float4 Implied(float4 a : A) : SV_Position', 'return a;'],
    ['[domain("tri")]', '', 'float Implied(float a : A) : B', 'return a;'],
    [
      '[domain("quad")] [numthreads(1, 2, 3)]',
      '',
      'float4 Implied(float2 a : SV_DomainLocation) : P',
      'return a.xyxy;',
    ],
    [
      dice.pick(['[maxvertexcount(2)]', '[maxvertexcount(2)] [instance(3)]', '[domain("tri")] [maxvertexcount(1)]']),
      'struct Point { float4 p : SV_Position; };\n',
      'void Implied(point Point p[1], inout PointStream<Point> s)',
      's.Append(p[0]);',
    ],
    ['[numthreads(4, 1, 1)]', '', 'float Implied(float a : A) : B', 'return a;'],
    ['[earlydepthstencil] [domain("tri")] [maxvertexcount(3)]', '', 'float4 Implied() : SV_Target', 'return 1;'],
    ['[partitioning("integer")] [outputcontrolpoints(3)]', '', 'float Implied(float a : A) : B', 'return a;'],
  ] as const)
  const inside = dice.pick(['', '', '', 'static ', 'inline '])
  const overload = dice.chance(0.2) ? 'void Implied(int a, int b) { }\n' : ''
  return `${before}${overload}${attributes}\n${inside}${signature} { ${body} }`
}

/** Functions that are only declared, called by others that are made where they stand or behind those that call them. */
function callersOfDeclared(dice: Dice): readonly string[] {
  const outer = Array.from({ length: 3 + dice.below(4) }, (_, i) => `Outer${i}`)
  const callers: string[] = []
  const lines = outer.map(name => `float ${name}(float a);`)
  for (let i = 1 + dice.below(4); i > 0; i--) {
    const called = Array.from({ length: 1 + dice.below(4) }, () => dice.pick([...outer, ...callers]))
    lines.push(
      `${dice.pick(['static ', 'inline ', '', 'export '])}float Caller${i}(float a) { return ${called.map(f => `${f}(a)`).join(' + ')}; }`,
    )
    callers.push(`Caller${i}`)
  }
  return lines
}

class ExportGenerator {
  readonly #dice: Dice
  readonly #native: boolean
  readonly #minor: string
  readonly #mistake: string
  readonly #structs: Kind[] = []
  readonly #lines: string[] = []
  readonly #callables: Callable[] = []
  readonly #names: string[] = []
  readonly #overloads = new Set<string>()
  /** Whether functions are declared in front of their definitions, which then come in any order. */
  readonly #isAhead: boolean
  readonly #definitions: string[] = []
  #broken = ''
  /** Of choices that came later: the others stay what they are for a seed. */
  readonly #more: Dice
  /** Functions of one number that use something. */
  #uses: readonly string[] = []

  readonly #seed: number

  constructor(seed: number) {
    this.#seed = seed
    this.#more = new Dice(seed + 991)
    const dice = new Dice(seed)
    this.#dice = dice
    this.#minor = dice.pick(['3', '3', '4', '5', '6', '7', '8', 'x'])
    this.#native = !/[0-1]/.test(this.#minor) && dice.chance(0.2)
    this.#mistake = dice.chance(0.12) ? dice.pick(MISTAKES) : ''
    this.#isAhead = new Dice(seed + 77).chance(0.35)
  }

  program(): LibraryProgram {
    const dice = this.#dice
    this.#lines.push(
      'cbuffer Constants : register(b0) { float4 k[4]; uint count; };',
      'RWByteAddressBuffer Raw : register(u0);',
      'enum Plain { A, B = 7 };',
      'enum class Scoped : uint { C, D };',
      'template<typename T> T twice(T a) { return a + a; }',
    )
    if (this.#more.chance(0.4))
      this.#uses = chooseUses(
        this.#more,
        'lib',
        this.#minor === 'x' ? 8 : Number(this.#minor),
        this.#native,
        0,
        this.#lines,
      )
    for (let i = dice.below(4); i > 0; i--) this.#struct()
    for (let i = 1 + dice.below(6); i > 0; i--) this.#function()
    this.#lines.push(...this.#definitions)
    if (this.#has('call of nobody')) this.#lines.push('export float caller(float a) { return nobody(a); }')
    if (this.#minor !== 'x' && this.#has('texture parameter'))
      this.#lines.push('export float4 sampled(Texture2D<float4> t) { return t[uint2(1, 2)]; }')
    if (this.#has('sampler in a struct'))
      this.#lines.push('struct Holder { SamplerState s; float f; };', 'export float held(Holder h) { return h.f; }')
    if (this.#has('export of a template')) this.#lines.push('export template<typename T> T same(T a) { return a; }')
    if (this.#minor === 'x' && this.#more.chance(0.6)) this.#lines.push(...passedNodes(this.#more))
    const implied = new Dice(this.#seed + 313)
    if (implied.chance(0.3)) this.#lines.push(impliedShader(implied))
    if (implied.chance(0.2)) this.#lines.push(...callersOfDeclared(implied))
    if (dice.chance(0.3)) this.#lines.push('[shader("raygeneration")] void Ray() { Raw.Store(0, count); }')
    return { source: `${this.#lines.join('\n')}\n`, args: this.#args(), mistake: this.#broken }
  }

  #has(mistake: (typeof MISTAKES)[number]): boolean {
    if (this.#mistake !== mistake || this.#broken !== '') return false
    this.#broken = mistake
    return true
  }

  #args(): string[] {
    const dice = this.#dice
    const args = ['-T', `lib_6_${this.#minor}`, dice.pick(['-O3', '-O3', '-Od', '-O1'])]
    if (this.#native) args.push('-enable-16bit-types')
    if (dice.chance(0.2)) args.push('-Zpr')
    if (dice.chance(0.15)) args.push('-default-linkage', dice.pick(['external', 'internal']))
    const chosen = this.#names.filter(() => dice.chance(0.5))
    // Some under several names, in front of their own and behind it.
    const asNames = (n: string): string[] =>
      dice.chance(0.3)
        ? [`New_${n}=${n}`]
        : dice.chance(0.3)
          ? [`zz_${n}=${n}`, ...(dice.chance(0.5) ? [n] : []), `A_${n}=${n}`]
          : [n]
    const exports = dice.chance(0.15) ? chosen.flatMap(asNames) : []
    if (this.#has('unknown export')) exports.push('Nobody')
    if (exports.length > 0) args.push('-exports', [...new Set(exports)].join(';'))
    return args
  }

  // ---- types -----------------------------------------------------------------------------------------------------------------------

  #scalar(): string {
    const dice = this.#dice
    if (dice.chance(0.65)) return dice.pick(['float', 'float', 'uint', 'int', 'bool'])
    if (dice.chance(0.15)) return dice.pick(['double', 'int64_t', 'uint64_t'])
    return dice.pick(
      this.#native
        ? ['half', 'float16_t', 'int16_t', 'uint16_t', 'min16float']
        : ['half', 'min16float', 'min16int', 'min16uint', 'min10float', 'min12int'],
    )
  }

  #simple(): Kind {
    const dice = this.#dice
    const scalar = this.#scalar()
    if (dice.chance(0.15)) {
      const order = dice.pick(['', '', 'row_major ', 'column_major '])
      const [rows, columns] = [1 + dice.below(4), 1 + dice.below(4)]
      const type = `${scalar}${rows}x${columns}`
      return {
        text: order + type,
        dims: '',
        leaves: [{ path: `$._m${dice.below(rows)}${dice.below(columns)}`, type: scalar }],
      }
    }
    if (dice.chance(0.06)) {
      const type = dice.pick(['Plain', 'Scoped'])
      return { text: type, dims: '', leaves: [] }
    }
    const size = dice.chance(0.5) ? 1 : 1 + dice.below(4)
    const type = size === 1 ? scalar : `${scalar}${size}`
    return { text: type, dims: '', leaves: [{ path: '$', type }] }
  }

  #kind(): Kind {
    const dice = this.#dice
    const inner = this.#structs.length > 0 && dice.chance(0.3) ? dice.pick(this.#structs) : this.#simple()
    if (!dice.chance(0.2)) return inner
    const lengths = dice.chance(0.25) ? [1 + dice.below(3), 1 + dice.below(3)] : [1 + dice.below(4)]
    const at = lengths.map(n => `[${dice.below(n)}]`).join('')
    const leaves = inner.leaves.map(leaf => ({ ...leaf, path: leaf.path.replace('$', `$${at}`) }))
    return { ...inner, dims: lengths.map(n => `[${n}]`).join(''), leaves }
  }

  #struct(): void {
    const dice = this.#dice
    const name = dice.name('S')
    const fields = Array.from({ length: 1 + dice.below(4) }, (_, i) => ({ ...this.#kind(), name: `f${i}` }))
    const base = this.#structs.length > 0 && dice.chance(0.15) ? dice.pick(this.#structs) : undefined
    const method = dice.chance(0.2) ? '  float about() { return 2; }\n' : ''
    const space = dice.chance(0.15) ? dice.name('Space') : ''
    const text = `struct ${name}${base ? ` : ${base.text}` : ''}\n{\n${fields.map(f => `  ${f.text} ${f.name}${f.dims};\n`).join('')}${method}};`
    this.#lines.push(space ? `namespace ${space}\n{\n${text}\n}` : text)
    const leaves = fields.flatMap(f => f.leaves.map(leaf => ({ ...leaf, path: leaf.path.replace('$', `$.${f.name}`) })))
    this.#structs.push({ text: space ? `${space}::${name}` : name, dims: '', leaves })
  }

  // ---- functions -------------------------------------------------------------------------------------------------------------------

  #function(): void {
    const dice = this.#dice
    const isOverload = this.#names.length > 0 && dice.chance(0.15)
    const name = isOverload ? dice.pick(this.#names) : dice.name('F')
    const params = Array.from({ length: dice.below(5) }, (_, i): Param => {
      const mode = dice.pick(['', '', '', 'in ', 'const ', 'out ', 'inout ', 'inout '])
      return { ...this.#kind(), name: `p${i}`, mode }
    })
    // Overloads differ in their first parameters.
    const key = `${name} ${params.map(p => p.text + p.dims).join()}`
    if (isOverload && (this.#overloads.has(name) || params.length === 0)) return
    this.#overloads.add(key)
    const made = this.#kind()
    const result = dice.chance(0.15) ? VOID : made.dims ? { ...VOID, ...this.#simple() } : made
    const list = params.map(p => `${p.mode}${p.text} ${p.name}${p.dims}`).join(', ')
    const way = dice.below(12)
    const word = way === 0 ? 'static ' : way === 1 ? '[noinline] ' : way === 2 ? '' : 'export '
    const wrong = this.#has('export of a static') ? 'static export ' : word
    if (way === 3 && this.#isLinkable()) {
      this.#lines.push(`${result.text} ${name}(${list});`)
      if (!isOverload) this.#callables.push({ name, params, result })
      return
    }
    const body = this.#body(params, result, name)
    const text = `${wrong}${result.text} ${name}(${list})\n{\n${body.join('\n')}\n}`
    const space = dice.chance(0.1) && !isOverload ? dice.name('Inner') : ''
    if (space) this.#lines.push(`namespace ${space}\n{\n${text}\n}`)
    else if (this.#isAhead) {
      if (!word.startsWith('[')) this.#lines.push(`${word}${result.text} ${name}(${list});`)
      this.#definitions.splice(word.startsWith('[') ? 0 : dice.below(this.#definitions.length + 1), 0, text)
    } else this.#lines.push(text)
    if (this.#has('twice the same')) this.#lines.push(text)
    if (!isOverload) this.#callables.push({ name: space ? `${space}::${name}` : name, params, result })
    if (!space && word === 'export ') this.#names.push(name)
  }

  #isLinkable(): boolean {
    return this.#dice.chance(0.5)
  }

  #body(params: readonly Param[], result: Kind, name: string): string[] {
    const dice = this.#dice
    const lines: string[] = []
    const known: Leaf[] = []
    for (const p of params) {
      if (p.mode === 'out ') lines.push(...this.#zero(p))
      known.push(...p.leaves.map(leaf => ({ ...leaf, path: leaf.path.replace('$', p.name) })))
    }
    const targets = params
      .filter(p => /out/.test(p.mode))
      .flatMap(p => p.leaves.map(leaf => ({ ...leaf, path: leaf.path.replace('$', p.name) })))
    for (let i = dice.below(3); i > 0 && this.#callables.length > 0; i--) lines.push(...this.#call(known))
    for (const t of targets) if (dice.chance(0.7)) lines.push(`  ${t.path} = (${t.type})${this.#value(known)};`)
    if (dice.chance(0.2)) lines.push(`  if (count > 3) Raw.Store(4, (uint)${this.#value(known)});`)
    if (this.#uses.length > 0 && this.#more.chance(0.5))
      lines.push(`  Raw.Store(8, (uint)${this.#more.pick(this.#uses)}(${this.#value(known)}));`)
    if (this.#has('recursion')) lines.push(`  ${name}(${params.map(p => p.name).join(', ')});`)
    if (result.text === 'void' || this.#has('no return')) return lines
    lines.push(`  ${result.text} r${result.dims} = (${result.text})0;`)
    for (const leaf of result.leaves)
      lines.push(`  ${leaf.path.replace('$', 'r')} = (${leaf.type})${this.#value(known)};`)
    return [...lines, '  return r;']
  }

  #zero(p: Kind & { readonly name: string }): string[] {
    if (p.dims === '') return [`  ${p.name} = (${p.text})0;`]
    return [`  ${p.text} z_${p.name}${p.dims} = (${p.text}${p.dims})0;`, `  ${p.name} = z_${p.name};`]
  }

  /** A call of a function from before, with variables of its own; what comes back is known. */
  #call(known: Leaf[]): string[] {
    const dice = this.#dice
    const { name, params, result } = dice.pick(this.#callables)
    const lines: string[] = []
    const args = params.map(p => {
      const id = dice.name('a')
      lines.push(`  ${p.text} ${id}${p.dims} = (${p.text}${p.dims})${dice.below(3)};`)
      known.push(...p.leaves.map(leaf => ({ ...leaf, path: leaf.path.replace('$', id) })))
      if (p.mode === 'out ' && this.#has('out is not an l-value')) return `(${id} + ${id})`
      if (p.mode === 'inout ' && this.#has('literal to inout')) return '1'
      return id
    })
    const call = `${name}(${args.join(', ')})`
    if (result.text === 'void') return [...lines, `  ${call};`]
    const id = dice.name('b')
    known.push(...result.leaves.map(leaf => ({ ...leaf, path: leaf.path.replace('$', id) })))
    return [...lines, `  ${result.text} ${id} = ${call};`]
  }

  #value(known: readonly Leaf[]): string {
    const dice = this.#dice
    const one = (): string => {
      if (known.length === 0 || dice.chance(0.2)) return dice.pick(['k[1].y', '1.5', '(float)count'])
      const { path, type } = dice.pick(known)
      return `(float)${path}${/[a-z]\d$/.test(type.replace(/\d+_t/, '_t')) && !/_t$|\d\d$/.test(type) ? '.x' : /_t\d$/.test(type) ? '.x' : ''}`
    }
    return dice.pick([`(${one()} + ${one()})`, `(${one()})`, `twice(${one()})`])
  }
}

export const generateExports = (seed: number): LibraryProgram => new ExportGenerator(seed).program()
