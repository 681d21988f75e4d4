// Random pipelines with a hull and a domain shader: every domain, partitioning and primitive, patches of any size, control points and patch
// constants of all shapes, factors from results and out parameters, functions that are passed patches, loops, system values; some with a mistake.
// Invariants: the same seed gives the same text; factors, conditions and vertex numbers are exact, positions are precise, so that no rounding moves
// an edge or a branch.

import { Seeded } from '../corpus/seeded.ts'

type Kind = 'float' | 'uint' | 'int' | 'bool'
interface Leaf {
  readonly text: string
  readonly kind: Kind
  readonly size: number
}
interface Field {
  readonly declaration: string
  /** Parts of the field under `$`, the name of what holds it. */
  readonly leaves: readonly Leaf[]
}

export interface TessellationProgram {
  readonly source: string
  /** 6.minor */
  readonly minor: number
  /** Further arguments of the hull and domain shader. */
  readonly args: readonly string[]
  /** The test's runtime can draw it. */
  readonly isDrawn: boolean
  /** Control points of the patches that are drawn, and vertices of the draw. */
  readonly points: number
  readonly vertices: number
}

const DOMAINS = [
  { word: 'tri', edges: 3, insides: 1, location: 3, primitives: ['triangle_cw', 'triangle_ccw', 'point'] },
  { word: 'quad', edges: 4, insides: 2, location: 2, primitives: ['triangle_cw', 'triangle_ccw', 'point'] },
  { word: 'isoline', edges: 2, insides: 0, location: 2, primitives: ['line', 'point'] },
] as const
const MODES = ['', '', '', '', 'linear ', 'nointerpolation ', 'noperspective ', 'centroid ']
const SWIZZLE = 'xyzw'
const vector = (kind: string, size: number): string => (size === 1 ? kind : `${kind}${size}`)

class Generator {
  readonly #random: Seeded
  #next = 0
  /** Fields are of one row. */
  #isFlat = false
  /** The code being written may read constants. */
  #hasConstants = true
  #locals: Leaf[] = []
  #helpers: string[] = []
  readonly #isDrawn: boolean
  readonly #hasView: boolean
  readonly #mistake: number
  readonly #domain: (typeof DOMAINS)[number]
  /** Control points in and out. */
  readonly #points: readonly [number, number]
  #vertex: readonly Field[] = []
  #point: readonly Field[] = []
  #constants: readonly Field[] = []

  constructor(seed: number) {
    this.#random = new Seeded(seed)
    this.#isDrawn = this.#below(3) !== 0
    this.#hasView = !this.#isDrawn && this.#below(3) === 0
    this.#mistake = this.#below(20) === 0 ? this.#below(10) : -1
    this.#domain = this.#one(DOMAINS)
    const size = (): number => (this.#below(8) === 0 ? 1 + this.#below(32) : 1 + this.#below(5))
    this.#points = [size(), size()]
  }

  program(): TessellationProgram {
    this.#vertex = this.#fields('a', this.#below(4), 'A')
    const isPassed = this.#below(5) === 0
    // The test's runtime mixes up the rows of an output behind a loop.
    this.#isFlat = this.#isDrawn
    this.#point = isPassed ? this.#vertex : this.#fields('b', this.#below(4), 'B')
    this.#constants = this.#fields('c', this.#below(4), 'C')
    const outputs = this.#fields('d', 1 + this.#below(3), 'D')
    const makeStruct = (name: string, fields: readonly string[]): string =>
      `struct ${name}\n{\n${fields.map(f => `  ${f}`).join('\n')}\n};`
    const place = ['precise float4 place : PLACE;', 'nointerpolation uint number : NUMBER;']
    const shown = (fields: readonly Field[]): string[] => fields.map(f => f.declaration)
    const structs = [
      makeStruct('Vertex', [...place, ...shown(this.#vertex)]),
      isPassed ? '#define Point Vertex' : makeStruct('Point', [...place, ...shown(this.#point)]),
      makeStruct('Constants', this.#shuffled([...this.#factors(), ...shown(this.#constants)])),
      makeStruct('Surface', this.#shuffled(['float4 at : SV_Position;', ...shown(outputs)])),
    ]
    const stages = [
      this.#vertexShader(),
      this.#constantFunction(),
      this.#hullShader(isPassed),
      this.#domainShader(outputs),
    ]
    const source = `cbuffer Constant : register(b0) { float4 k[4]; float3 q; };
${structs.join('\n')}
${this.#helpers.join('\n')}
${stages.join('\n')}
${this.#pixelShader(outputs)}
`
    return {
      source,
      minor: this.#hasView ? 1 + this.#below(6) : this.#isDrawn ? 0 : this.#one([0, 0, 4, 5]),
      // What DXC allocates without optimisation the test's runtime does not take.
      args: this.#one([[], [], [], this.#isDrawn ? [] : ['-Od'], ['-pack-optimized'], ['-Zpr'], ['-O1']]),
      isDrawn: this.#isDrawn && this.#mistake < 0,
      points: this.#points[0],
      vertices: this.#points[0] * 3,
    }
  }

  #below(n: number): number {
    return this.#random.int(0, n - 1)
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!
  }

  #shuffled<T>(list: readonly T[]): T[] {
    const out: T[] = []
    for (const item of list) out.splice(this.#below(out.length + 1), 0, item)
    return out
  }

  // ---- what goes in and out ----

  #fields(prefix: string, count: number, letter: string): Field[] {
    return Array.from({ length: count }, (_, i) =>
      this.#field(`${prefix}${i}`, `${letter}${this.#one(['X', 'Y'])}${5 * i}`),
    )
  }

  #field(name: string, semantic: string): Field {
    const at = `$.${name}`
    const what = this.#isFlat ? 3 : this.#below(12)
    if (what === 0) {
      const order = this.#one(['row_major ', 'column_major ', ''])
      const leaves = [0, 1].map((r): Leaf => ({ text: `${at}[${r}]`, kind: 'float', size: 3 }))
      return { declaration: `${order}float2x3 ${name} : ${semantic};`, leaves }
    }
    if (what <= 2) {
      const kind = this.#one(['float', 'uint'] as const)
      const size = 1 + this.#below(4)
      const leaves = [0, 1, 2].map((r): Leaf => ({ text: `${at}[${r}]`, kind, size }))
      return { declaration: `${vector(kind, size)} ${name}[3] : ${semantic};`, leaves }
    }
    const kind = this.#one(['float', 'float', 'float', 'uint', 'int', 'bool'] as const)
    const size = 1 + this.#below(4)
    const mode = kind === 'float' ? this.#one(MODES) : this.#one(['nointerpolation ', ''])
    const narrow = kind !== 'bool' && !this.#isDrawn && this.#below(6) === 0 ? `min16${kind}` : kind
    return { declaration: `${mode}${vector(narrow, size)} ${name} : ${semantic};`, leaves: [{ text: at, kind, size }] }
  }

  #factors(): string[] {
    const { edges, insides } = this.#domain
    const count = this.#mistake === 0 ? edges + 1 : edges
    const inside = insides === 2 ? 'float inside[2] : SV_InsideTessFactor;' : 'float inside : SV_InsideTessFactor;'
    return [`float edges[${count}] : SV_TessFactor;`, ...(insides === 0 || this.#mistake === 1 ? [] : [inside])]
  }

  /** Everything that a patch's points hold. */
  #held(fields: readonly Field[], from: string): Leaf[] {
    const own: Leaf[] = [
      { text: '$.place', kind: 'float', size: 4 },
      { text: '$.number', kind: 'uint', size: 1 },
      ...fields.flatMap(f => f.leaves),
    ]
    return own.map(leaf => ({ ...leaf, text: leaf.text.replace('$', from) }))
  }

  /** A point of a patch, by a number that is known or not. */
  #pick(patch: string, count: number): string {
    const counters = this.#locals.filter(leaf => leaf.kind === 'uint' && leaf.size === 1 && !leaf.text.includes('['))
    if (counters.length > 0 && this.#below(2) === 0) return `${patch}[${this.#one(counters).text} % ${count}]`
    return `${patch}[${this.#below(this.#mistake === 2 ? count + 1 : count)}]`
  }

  /** Adds what some points of a patch hold to what is known. */
  #see(patch: string, fields: readonly Field[], count: number): void {
    for (let i = 0; i < 2; i++) this.#locals.push(...this.#held(fields, this.#pick(patch, count)))
  }

  // ---- the hull shader ----

  #hullShader(isPassed: boolean): string {
    const [given, made] = this.#points
    const params = [`${this.#one(['', 'const '])}InputPatch<Vertex, ${given}> p`, 'uint i : SV_OutputControlPointID']
    this.#locals = [{ text: 'i', kind: 'uint', size: 1 }]
    // The test's runtime crashes when both functions of a hull shader name the same resource.
    this.#hasConstants = !this.#isDrawn
    if (this.#below(2) === 0) this.#system(params, 'uint id : SV_PrimitiveID', 'id')
    if (this.#hasView) this.#system(params, 'uint view : SV_ViewID', 'view')
    this.#see('p', this.#vertex, given)
    const partitioning = this.#isDrawn ? 'integer' : this.#one(['integer', 'pow2', 'fractional_odd', 'fractional_even'])
    const primitives: readonly string[] = this.#domain.primitives
    const attributes = [
      `[domain("${this.#domain.word}")]`,
      `[partitioning("${partitioning}")]`,
      `[outputtopology("${this.#mistake === 3 ? 'triangle' : this.#one(primitives)}")]`,
      `[outputcontrolpoints(${this.#mistake === 4 ? 33 : made})]`,
      '[patchconstantfunc("PatchConstants")]',
      ...(this.#below(3) === 0 ? [`[maxtessfactor(${this.#mistake === 5 ? 65 : 1 + this.#below(64)})]`] : []),
    ]
    if (this.#mistake === 6) attributes.splice(this.#below(attributes.length), 1)
    const body =
      isPassed && this.#below(2) === 0
        ? [`return p[i % ${given}];`]
        : [
            ...this.#statements(1 + this.#below(2), 0),
            'Point o;',
            `o.place = ${this.#pick('p', given)}.place;`,
            `o.number = ${this.#exact()} & 15;`,
            ...this.#assignments(this.#point, 'o'),
            'return o;',
          ]
    this.#hasConstants = true
    return `${this.#shuffled(attributes).join('\n')}
Point HullMain(${this.#shuffled(params).join(', ')})
{
${body.map(line => `  ${line}`).join('\n')}
}`
  }

  #system(params: string[], declaration: string, text: string): void {
    params.push(declaration)
    this.#locals.push({ text, kind: 'uint', size: 1 })
  }

  // ---- the patch constant function ----

  #constantFunction(): string {
    const [given, made] = this.#points
    const params: string[] = []
    this.#locals = [{ text: 'uint(k[0].x > 2)', kind: 'uint', size: 1 }]
    if (this.#below(4) > 0) params.push(`InputPatch<Vertex, ${this.#mistake === 7 ? given + 1 : given}> p`)
    if (this.#below(2) === 0) params.push(`const OutputPatch<Point, ${this.#mistake === 8 ? made + 1 : made}> o`)
    if (this.#below(2) === 0) this.#system(params, 'uint id : SV_PrimitiveID', 'id')
    if (this.#hasView && this.#below(2) === 0) this.#system(params, 'uint view : SV_ViewID', 'view')
    if (params.some(p => p.includes('InputPatch'))) this.#see('p', this.#vertex, given)
    if (params.some(p => p.includes('OutputPatch'))) {
      this.#see('o', this.#point, made)
      this.#helper('OutputPatch', 'Point', this.#point, made, 'o')
    }
    const isResult = this.#below(3) > 0 || this.#mistake >= 0
    const { edges, insides } = this.#domain
    const factor = (): string => `1 + (${this.#exact()} & 3)`
    const names = Array.from({ length: edges }, (_, i) => `f.edges[${i}]`)
    const inner = insides === 2 ? ['f.inside[0]', 'f.inside[1]'] : insides === 1 ? ['f.inside'] : []
    const statements = this.#statements(1 + this.#below(3), 0)
    const own = [
      ...[...names, ...(this.#mistake === 1 ? [] : inner)].map(n => `${n} = ${factor()};`),
      ...this.#assignments(this.#constants, 'f'),
    ]
    const early = this.#below(5) === 0 && isResult ? [`if (${this.#condition()}) return (Constants)2;`] : []
    if (isResult)
      return `Constants PatchConstants(${this.#shuffled(params).join(', ')})
{
${[...early, ...statements, 'Constants f;', ...own, 'return f;'].map(line => `  ${line}`).join('\n')}
}`
    const declarations = [...this.#factors(), ...this.#constants.map(f => f.declaration)].map(
      d => `out ${d.replace(/^(linear|nointerpolation|noperspective|centroid) /, '').slice(0, -1)}`,
    )
    const flat = [...statements, ...own].map(line => line.replace(/\bf\.(edges|inside|c\d)/g, '$1'))
    return `void PatchConstants(${this.#shuffled([...params, ...declarations]).join(', ')})
{
${flat.map(line => `  ${line}`).join('\n')}
}`
  }

  /** A function that is passed a whole patch; its result joins what is known. */
  #helper(kind: string, type: string, fields: readonly Field[], count: number, patch: string): void {
    // DXC copies patches that hold matrices, and then says that all of these is read.
    if (this.#below(2) === 0 || fields.some(f => f.declaration.includes('x3'))) return
    const name = `See${this.#next++}`
    const outer = this.#locals
    this.#locals = [{ text: 'n', kind: 'uint', size: 1 }]
    const from = this.#pick('all', count)
    this.#locals = [...this.#held(fields, from), ...this.#locals]
    this.#helpers.push(
      `float3 ${name}(${kind}<${type}, ${count}> all, uint n) { return ${this.#expression('float', 3, 2)}; }`,
    )
    this.#locals = outer
    this.#locals.push({ text: `${name}(${patch}, ${this.#exact()})`, kind: 'float', size: 3 })
  }

  // ---- the domain shader ----

  #domainShader(outputs: readonly Field[]): string {
    const [, made] = this.#points
    const { location } = this.#domain
    const params = ['Constants f', `float${location} at : SV_DomainLocation`]
    const count = this.#mistake === 9 ? 33 : made
    params.push(`${this.#one(['', 'const '])}OutputPatch<Point, ${count}> o`)
    this.#locals = [
      { text: 'at', kind: 'float', size: location },
      { text: 'uint(k[0].x > 2)', kind: 'uint', size: 1 },
      ...this.#constants.flatMap(c => c.leaves).map(leaf => ({ ...leaf, text: leaf.text.replace('$', 'f') })),
    ]
    if (this.#below(2) === 0) this.#system(params, 'uint id : SV_PrimitiveID', 'id')
    if (this.#hasView) this.#system(params, 'uint view : SV_ViewID', 'view')
    if (this.#below(3) === 0) this.#locals.push({ text: 'f.edges[1]', kind: 'float', size: 1 })
    this.#see('o', this.#point, made)
    this.#helper('OutputPatch', 'Point', this.#point, made, 'o')
    const weights = location === 3 ? ['at.x', 'at.y', 'at.z'] : ['at.x', 'at.y', '(1 - at.x)']
    const sum = weights.map((w, i) => `o[${i % made}].place.xy * ${w}`).join(' + ')
    const body = [
      `precise float4 where = float4((${sum}) * 0.75 + at.yx * 0.25, 0.5, 1);`,
      ...this.#statements(1 + this.#below(3), 0),
      'Surface s;',
      's.at = where;',
      ...this.#assignments(outputs, 's'),
      'return s;',
    ]
    return `[domain("${this.#domain.word}")]
Surface DomainMain(${this.#shuffled(params).join(', ')})
{
${body.map(line => `  ${line}`).join('\n')}
}`
  }

  // ---- statements and expressions ----

  #statements(count: number, depth: number): string[] {
    return Array.from({ length: count }, () => {
      const what = this.#below(depth < 2 ? 5 : 2)
      if (what < 2) return this.#local()
      return what < 4 ? this.#loop(depth) : this.#branch(depth)
    }).flat()
  }

  #scoped(make: () => string[]): string[] {
    const before = this.#locals.length
    const lines = make()
    this.#locals.length = before
    return lines.map(line => `  ${line}`)
  }

  #local(): string[] {
    const kind = this.#one(['float', 'uint', 'int'] as const)
    const size = 1 + this.#below(4)
    const name = `x${this.#next++}`
    const line = `${vector(kind, size)} ${name} = ${this.#expression(kind, size, 2)};`
    this.#locals.push({ text: name, kind, size })
    return [line]
  }

  /** A sum that a loop makes. */
  #loop(depth: number): string[] {
    const [i, sum] = [`n${this.#next++}`, `y${this.#next++}`]
    const bound = this.#below(3) === 0 ? `(${this.#exact()} & 3)` : `${1 + this.#below(4)}`
    const size = 1 + this.#below(4)
    const body = this.#scoped(() => {
      this.#locals.push({ text: i, kind: 'uint', size: 1 })
      const leave = this.#below(4) === 0 ? [`if (${this.#condition()}) ${this.#one(['break', 'continue'])};`] : []
      const inner = depth === 0 && this.#below(3) === 0 ? this.#statements(1, depth + 1) : []
      return [...leave, ...inner, `${sum} += ${this.#expression('float', size, 1)};`]
    })
    const attribute = /^\d$/.test(bound) ? this.#one(['', '', '[unroll] ', '[loop] ']) : ''
    this.#locals.push({ text: sum, kind: 'float', size })
    return [
      `${vector('float', size)} ${sum} = ${this.#below(3)};`,
      `${attribute}for (uint ${i} = 0; ${i} < ${bound}; ${i}++)`,
      '{',
      ...body,
      '}',
    ]
  }

  #branch(depth: number): string[] {
    const name = `z${this.#next++}`
    const size = 1 + this.#below(4)
    const arm = (): string[] =>
      this.#scoped(() => [
        ...this.#statements(this.#below(2), depth + 1),
        `${name} = ${this.#expression('float', size, 2)};`,
      ])
    const lines = [
      `${vector('float', size)} ${name} = ${this.#below(3)};`,
      `${this.#one(['', '', '[branch] '])}if (${this.#condition()})`,
      '{',
      ...arm(),
      '}',
    ]
    if (this.#below(2) === 0) lines.push('else', '{', ...arm(), '}')
    this.#locals.push({ text: name, kind: 'float', size })
    return lines
  }

  #assignments(fields: readonly Field[], variable: string): string[] {
    const lines = fields.flatMap(f =>
      f.leaves.map(leaf => `${leaf.text.replace('$', variable)} = ${this.#expression(leaf.kind, leaf.size, 2)};`),
    )
    // What is left out is undefined, which nothing may draw. (DXC forgets truth values that are, we write them.)
    const isPartial = !this.#isDrawn && this.#below(5) === 0
    return isPartial ? lines.filter(line => line.includes('(bool') || this.#below(3) > 0) : lines
  }

  /** An unsigned number of which every bit is the same in both compilers' code. */
  #exact(): string {
    const leaf = this.#one(this.#locals.filter(leaf => leaf.kind === 'uint'))
    return leaf.size === 1 ? leaf.text : `${leaf.text}.${SWIZZLE[this.#below(leaf.size)]}`
  }

  #constant(text: string, otherwise: string): string {
    return this.#hasConstants ? text : otherwise
  }

  #condition(): string {
    return `${this.#exact()} % ${2 + this.#below(3)} == ${this.#below(2)}`
  }

  #expression(kind: Kind, size: number, depth: number): string {
    if (kind === 'bool') return `(bool${size === 1 ? '' : size})(${this.#expression('uint', size, depth)} & 1)`
    if (depth === 0 || this.#below(4) === 0) return this.#leafOf(kind, size)
    const sub = (): string => this.#expression(kind, size, depth - 1)
    if (kind !== 'float') {
      const what = this.#below(4)
      if (what === 0) return `max(${sub()}, ${sub()})`
      if (what === 1) return `(${sub()} >> ${1 + this.#below(5)})`
      return `(${sub()} ${this.#one(['+', '-', '*', '&', '|', '^'])} ${this.#below(2) === 0 ? 1 + this.#below(40) : sub()})`
    }
    switch (this.#below(7)) {
      case 0:
        return `min(${sub()}, ${sub()})`
      case 1:
        return `lerp(${sub()}, ${sub()}, ${this.#one(['0.25', '0.5', this.#constant('k[1].x', '0.75')])})`
      case 2:
        return `saturate(${sub()})`
      case 3:
        return size === 1
          ? `dot(${this.#expression('float', 3, depth - 1)}, ${this.#constant('q', 'float3(1, 0.5, 0.25)')})`
          : `(${sub()} * ${this.#constant('k[2].y', '1.5')})`
      case 4:
        return `abs(${sub()})`
      default:
        return `(${sub()} ${this.#one(['+', '-', '*'])} ${sub()})`
    }
  }

  /** A value of this type made of something known: swizzled, converted, or a number. */
  #leafOf(kind: Exclude<Kind, 'bool'>, size: number): string {
    const choice = kind === 'float' ? this.#below(6) : 2
    if (choice === 0) return `${vector('float', size)}(${Array(size).fill('0.375').join(', ')})`
    if (choice === 1 && this.#hasConstants) return `k[${this.#below(4)}].${this.#swizzle(4, size)}`
    const leaf = this.#one(this.#locals.filter(leaf => kind === 'float' || leaf.kind === 'uint' || leaf.kind === 'int'))
    const swizzled = `${leaf.text}.${this.#swizzle(leaf.size, size)}`
    if (leaf.kind === kind) return swizzled
    if (kind !== 'float') return `(${vector(kind, size)})(${swizzled})`
    return leaf.kind === 'bool'
      ? `(${vector('float', size)})(${swizzled})`
      : `(${vector('float', size)})(${swizzled} & 7)`
  }

  #swizzle(from: number, to: number): string {
    return Array.from({ length: to }, () => SWIZZLE[this.#below(from)]).join('')
  }

  // ---- the stages around ----

  #vertexShader(): string {
    this.#locals = [
      { text: 'v.place', kind: 'float', size: 4 },
      { text: 'id', kind: 'uint', size: 1 },
    ]
    const lines = this.#vertex.flatMap(f =>
      f.leaves.map(leaf => `  ${leaf.text.replace('$', 'v')} = ${this.#expression(leaf.kind, leaf.size, 1)};`),
    )
    return `Vertex VertexMain(uint id : SV_VertexID)
{
  Vertex v;
  v.place = float4(float((id * 5) % 9) * 0.25 - 1, float((id * 7) % 11) * 0.1875 - 0.9375, 0.5, 1);
  v.number = id * 3 + 1;
${lines.join('\n')}
  return v;
}`
  }

  /** Everything that arrives shows: a combination of all of it in one target. */
  #pixelShader(outputs: readonly Field[]): string {
    const terms = outputs.flatMap(f =>
      f.leaves.map(leaf => {
        const all = leaf.size === 1 ? `${leaf.text}.xxxx` : `${leaf.text}.${SWIZZLE.slice(0, leaf.size).padEnd(4, 'x')}`
        const value = leaf.kind === 'float' ? all : leaf.kind === 'bool' ? `float4(${all})` : `float4(${all} & 15)`
        return `  t += ${value.replace('$', 's')} * ${this.#one(['1', '0.5', '2', 'k[0]'])};`
      }),
    )
    return `float4 PixelMain(Surface s) : SV_Target
{
  float4 t = 0.25;
${terms.join('\n')}
  return t;
}`
  }
}

/** One source with entries VertexMain, HullMain, DomainMain and PixelMain. */
export const generateTessellation = (seed: number): TessellationProgram => new Generator(seed).program()
