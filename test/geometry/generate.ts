// Random pipelines with a geometry shader: every input primitive and kind of stream, structs, arrays and matrices by vertex, functions that are
// passed streams and vertices, loops and early returns, system values; some with several streams, instances or views, some with a mistake.
// Invariants: the same seed gives the same text; positions and conditions are exact numbers, so that no rounding moves an edge or a branch.

import { Seeded } from '../corpus/seeded.ts'
import type { SceneHints } from '../graphics/scene.ts'

interface Leaf {
  readonly text: string
  readonly kind: 'float' | 'uint' | 'int'
  readonly size: number
}
interface Field {
  readonly declaration: string
  /** Parts of the field under `$`, the name of what holds it. */
  readonly leaves: readonly Leaf[]
}
interface Output {
  readonly name: string
  readonly stream: string
  readonly fields: readonly Field[]
  readonly scalars: number
}

export interface GeometryProgram {
  readonly source: string
  readonly profile: string
  /** Further arguments of the geometry shader. */
  readonly args: readonly string[]
  /** The test's runtime can draw it. */
  readonly isDrawn: boolean
  readonly hints: Pick<SceneHints, 'topology' | 'vertices' | 'layers' | 'viewports'>
}

const PRIMITIVES = [
  ['point', 1, 'points'],
  ['line', 2, 'lines'],
  ['triangle', 3, 'triangles'],
  ['lineadj', 4, 'linesAdjacent'],
  ['triangleadj', 6, 'trianglesAdjacent'],
] as const
const MODES = ['', '', '', 'linear ', 'nointerpolation ', 'noperspective ', 'centroid ', 'sample ']
const SWIZZLE = 'xyzw'
const vector = (kind: string, size: number): string => (size === 1 ? kind : `${kind}${size}`)
/** Steps of positions: sums and products of a few of them are exact. */
const STEPS = ['0', '0.25', '-0.25', '0.5', '-0.5', '0.125', '-0.375', '0.75']
const MOST_VERTICES = 48

class Generator {
  readonly #random: Seeded
  #next = 0
  #locals: Leaf[] = []
  /** Vertices that may still be put out where the code being written runs once more. */
  #budget = 0
  #vertices = 1
  #outputs: Output[] = []
  #helpers: string[] = []
  readonly #isDrawn: boolean
  readonly #hasView: boolean
  readonly #mistake: number

  constructor(seed: number) {
    this.#random = new Seeded(seed)
    this.#isDrawn = this.#below(3) !== 0
    this.#hasView = !this.#isDrawn && this.#below(3) === 0
    this.#mistake = this.#below(24) === 0 ? this.#below(7) : -1
  }

  program(): GeometryProgram {
    const [primitive, vertices, topology] = this.#one(PRIMITIVES)
    this.#vertices = vertices
    const isMany = !this.#isDrawn && this.#below(2) === 0
    const streams = isMany ? 2 + this.#below(3) : 1
    const stream = isMany ? 'PointStream' : this.#one(['PointStream', 'LineStream', 'TriangleStream', 'TriangleStream'])
    const fields = this.#fields('v', 1 + this.#below(4), 'A')
    this.#outputs = Array.from({ length: streams }, (_, i) => this.#output(i, stream, i === 0))
    const main = this.#geometryShader(primitive, fields)
    const source = `cbuffer Constants : register(b0) { float4 k[4]; float3 q; };
struct Vertex
{
  float4 place : PLACE;
  nointerpolation uint number : NUMBER;
${fields.map(f => `  ${f.declaration}`).join('\n')}
};
${this.#outputs.map(o => `struct ${o.name}\n{\n${o.fields.map(f => `  ${f.declaration}`).join('\n')}\n};`).join('\n')}
${this.#vertexShader(fields)}
${this.#helpers.join('\n')}
${main}
${this.#pixelShader()}
`
    const minor = this.#hasView ? 1 + this.#below(6) : this.#isDrawn ? 0 : this.#one([0, 0, 4, 5])
    return {
      source,
      profile: `gs_6_${minor}`,
      args: this.#one([[], [], [], ['-Od'], ['-pack-optimized'], ['-Zpr'], ['-O1']]),
      isDrawn: this.#isDrawn,
      hints: { topology, vertices: 12, layers: 2, viewports: 2 },
    }
  }

  #below(n: number): number {
    return this.#random.int(0, n - 1)
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!
  }

  // ---- what goes in and out ----

  /** @param isFlat elements of one row only */
  #fields(prefix: string, count: number, letter: string, isFlat = false): Field[] {
    return Array.from({ length: count }, (_, i) =>
      this.#field(`${prefix}${i}`, `${letter}${this.#one(['A', 'B'])}${5 * i}`, isFlat),
    )
  }

  #field(name: string, semantic: string, isFlat: boolean): Field {
    const at = `$.${name}`
    const what = isFlat ? 3 : this.#below(12)
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
    const kind = this.#one(['float', 'float', 'float', 'uint', 'int'] as const)
    const size = 1 + this.#below(4)
    const mode = kind === 'float' ? this.#one(MODES) : this.#one(['nointerpolation ', ''])
    return { declaration: `${mode}${vector(kind, size)} ${name} : ${semantic};`, leaves: [{ text: at, kind, size }] }
  }

  #output(i: number, stream: string, hasPosition: boolean): Output {
    // The test's runtime mixes up the rows of an output behind a loop.
    const fields = this.#fields('f', 1 + this.#below(4), 'O', this.#isDrawn)
    const system: Field[] = []
    const add = (declaration: string, leaf: Leaf): void => void system.push({ declaration, leaves: [leaf] })
    if (hasPosition) {
      add('float4 at : SV_Position;', { text: '$.at', kind: 'float', size: 4 })
      if (this.#below(3) === 0)
        add('uint slice : SV_RenderTargetArrayIndex;', { text: '$.slice', kind: 'uint', size: 1 })
      if (this.#below(4) === 0) add('uint port : SV_ViewportArrayIndex;', { text: '$.port', kind: 'uint', size: 1 })
      if (this.#below(4) === 0) add('float2 cut : SV_ClipDistance;', { text: '$.cut', kind: 'float', size: 2 })
      if (this.#below(6) === 0) add('float cull : SV_CullDistance1;', { text: '$.cull', kind: 'float', size: 1 })
      if (this.#below(4) === 0) add('uint own : SV_PrimitiveID;', { text: '$.own', kind: 'uint', size: 1 })
    }
    for (const f of system) fields.splice(this.#below(fields.length + 1), 0, f)
    const scalars = fields.reduce((sum, f) => sum + f.leaves.reduce((n, leaf) => n + leaf.size, 0), 0)
    return { name: `Out${i}`, stream, fields, scalars }
  }

  // ---- the geometry shader ----

  #geometryShader(primitive: string, fields: readonly Field[]): string {
    const scalars = this.#outputs.reduce((sum, o) => sum + o.scalars, 0)
    const most = Math.min(MOST_VERTICES, Math.floor(1024 / scalars))
    this.#budget = most
    const inputs: Leaf[] = [
      { text: '$.place', kind: 'float', size: 4 },
      { text: '$.number', kind: 'uint', size: 1 },
      ...fields.flatMap(f => f.leaves),
    ]
    const params = [`${primitive} Vertex v[${this.#vertices + (this.#mistake === 0 ? 1 : 0)}]`]
    this.#locals = [
      ...inputs.map(leaf => ({ ...leaf, text: leaf.text.replace('$', `v[${this.#below(this.#vertices)}]`) })),
    ]
    const extra = (declaration: string, text: string): void => {
      params.splice(this.#below(params.length + 1), 0, declaration)
      this.#locals.push({ text, kind: 'uint', size: 1 })
    }
    if (this.#below(2) === 0) extra('uint primitive : SV_PrimitiveID', 'primitive')
    const instances = !this.#isDrawn && this.#below(2) === 0 ? 1 + this.#below(32) : 0
    if (instances > 0 && this.#below(3) > 0) extra('uint instance : SV_GSInstanceID', 'instance')
    if (this.#hasView) extra('uint view : SV_ViewID', 'view')
    const streams = this.#outputs.map((o, i) => `${this.#mistake === 1 ? '' : 'inout '}${o.stream}<${o.name}> s${i}`)
    if (this.#mistake === 2) streams.push('inout LineStream<Out0> more')
    const at = this.#below(params.length + 1)
    params.splice(at, 0, ...streams)
    const body = this.#statements(inputs, 2 + this.#below(3), 0)
    // Every system value has to be written somewhere.
    for (const i of this.#outputs.keys()) body.push(...this.#emission(inputs, i))
    const count = this.#mistake === 3 ? 1025 : this.#mistake === 4 ? Math.floor(1024 / scalars) + 1 : most
    const attributes = [`[maxvertexcount(${count})]`]
    if (instances > 0) attributes.splice(this.#below(2), 0, `[instance(${this.#mistake === 5 ? 33 : instances})]`)
    if (this.#mistake === 6) attributes.length = 0
    return `${attributes.join('\n')}
void GeometryMain(${params.join(', ')})
{
${body.map(line => `  ${line}`).join('\n')}
}`
  }

  #statements(inputs: readonly Leaf[], count: number, depth: number): string[] {
    const lines: string[] = []
    for (let i = 0; i < count; i++) {
      const what = this.#below(depth < 2 ? 10 : 5)
      if (what < 3) lines.push(...this.#emission(inputs, this.#below(this.#outputs.length)))
      else if (what === 3) lines.push(...this.#local(inputs))
      else if (what === 4) lines.push(...this.#cut(inputs))
      else if (what < 7) lines.push(...this.#loop(inputs, depth))
      else if (what < 9) lines.push(...this.#branch(inputs, depth))
      else lines.push(`if (${this.#condition()} && ${this.#exact()} % 5 == 4) return;`)
    }
    return lines
  }

  #scoped(make: () => string[]): string[] {
    const before = this.#locals.length
    const lines = make()
    this.#locals.length = before
    return lines.map(line => `  ${line}`)
  }

  #cut(_inputs: readonly Leaf[]): string[] {
    const i = this.#below(this.#outputs.length)
    if (this.#below(2) === 0) return [`s${i}.RestartStrip();`]
    const { stream, name } = this.#outputs[i]!
    const helper = `Cut${this.#next++}`
    this.#helpers.push(`void ${helper}(inout ${stream}<${name}> s) { s.RestartStrip(); }`)
    return [`${helper}(s${i});`]
  }

  #local(inputs: readonly Leaf[]): string[] {
    const kind = this.#one(['float', 'uint', 'int'] as const)
    const size = 1 + this.#below(4)
    const name = `x${this.#next++}`
    const line = `${vector(kind, size)} ${name} = ${this.#expression(inputs, kind, size, 2)};`
    this.#locals.push({ text: name, kind, size })
    return [line]
  }

  #branch(inputs: readonly Leaf[], depth: number): string[] {
    const arm = (): string[] => this.#scoped(() => this.#statements(inputs, 1 + this.#below(2), depth + 1))
    const lines = [`${this.#one(['', '', '[branch] '])}if (${this.#condition()})`, '{', ...arm(), '}']
    if (this.#below(2) === 0) lines.push('else', '{', ...arm(), '}')
    return lines
  }

  #loop(inputs: readonly Leaf[], depth: number): string[] {
    const i = `i${this.#next++}`
    const trips = 1 + this.#below(Math.max(this.#vertices, 3))
    const bound = this.#below(3) === 0 ? `${this.#exact()} % ${trips + 1}` : `${trips}`
    const budget = this.#budget
    this.#budget = Math.floor(budget / 2 / trips)
    const body = this.#scoped(() => {
      this.#locals.push({ text: i, kind: 'uint', size: 1 })
      const leave = this.#below(4) === 0 ? [`if (${this.#condition()}) ${this.#one(['break', 'continue'])};`] : []
      return [...leave, ...this.#statements(inputs, 1 + this.#below(2), depth + 1)]
    })
    this.#budget = budget - Math.floor(budget / 2)
    const attribute = this.#one(['', '', '', '[unroll(8)] ', trips > 1 ? '[loop] ' : ''])
    return [`${bound === `${trips}` ? attribute : ''}for (uint ${i} = 0; ${i} < ${bound}; ${i}++)`, '{', ...body, '}']
  }

  /** A vertex of the primitive; by a number known at run time where there is one. */
  #vertex(): string {
    const counters = this.#locals.filter(leaf => leaf.kind === 'uint' && leaf.size === 1 && !leaf.text.includes('['))
    if (this.#vertices > 1 && counters.length > 0 && this.#below(2) === 0)
      return `v[${this.#one(counters).text} % ${this.#vertices}]`
    return `v[${this.#below(this.#vertices)}]`
  }

  /** One vertex put out: by statements here, by a function that is passed the stream, or by one that makes the vertex. */
  #emission(inputs: readonly Leaf[], stream: number): string[] {
    if (this.#budget < 1) return []
    this.#budget--
    const output = this.#outputs[stream]!
    const how = this.#below(4)
    const variable = `o${this.#next++}`
    if (how < 2) {
      const from = this.#vertex()
      return [
        '{',
        ...this.#assignments(inputs, output, variable, from).map(line => `  ${line}`),
        `  s${stream}.Append(${variable});`,
        '}',
      ]
    }
    const outer = this.#locals
    const name = `Make${this.#next++}`
    // A function sees one vertex, or all of them and which.
    // (DXC copies all vertices that hold matrices, and then says that all of these is read.)
    const takesAll = this.#below(3) === 0 && !inputs.some(leaf => /v\d\[[01]\]$/.test(leaf.text) && leaf.size === 3)
    this.#locals = [{ text: 'n', kind: 'uint', size: 1 }]
    const from = takesAll ? `v[n % ${this.#vertices}]` : 'one'
    const lines = this.#assignments(inputs, output, variable, from)
    this.#locals = outer
    const vertices = takesAll ? `Vertex v[${this.#vertices}]` : 'Vertex one'
    const isMaker = how === 2
    const streamParam = isMaker ? '' : `inout ${output.stream}<${output.name}> s, `
    this.#helpers.push(`${isMaker ? output.name : 'void'} ${name}(${streamParam}${vertices}, uint n)
{
${lines.map(line => `  ${line}`).join('\n')}
  ${isMaker ? `return ${variable}` : `s.Append(${variable})`};
}`)
    const args = `${takesAll ? 'v' : this.#vertex()}, ${this.#exact()}`
    return [isMaker ? `s${stream}.Append(${name}(${args}));` : `${name}(s${stream}, ${args});`]
  }

  #assignments(inputs: readonly Leaf[], output: Output, variable: string, from: string): string[] {
    const own = inputs.map(leaf => ({ ...leaf, text: leaf.text.replace('$', from) }))
    const outer = this.#locals
    this.#locals = [...own, ...outer]
    const lines = output.fields.flatMap(f =>
      f.leaves.map(leaf => {
        const to = leaf.text.replace('$', variable)
        return `${to} = ${this.#systemValue(leaf, from) ?? this.#expression(inputs, leaf.kind, leaf.size, 2)};`
      }),
    )
    this.#locals = outer
    // What is left out is undefined, which nothing may draw.
    const isPartial = !this.#isDrawn && this.#below(4) === 0
    const kept = isPartial
      ? lines.filter(line => /\.(at|slice|port|cut|cull|own) =/.test(line) || this.#below(3) > 0)
      : lines
    return [`${output.name} ${variable};`, ...kept]
  }

  #systemValue({ text }: Leaf, from: string): string | undefined {
    switch (text) {
      case '$.at':
        return `float4(${from}.place.xy * ${this.#one(['1', '0.5', '0.75'])} + float2(${this.#one(STEPS)}, ${this.#one(STEPS)}), ${this.#one(['0.25', '0.5'])}, 1)`
      case '$.slice':
      case '$.port':
        return `${this.#exact()} & 1`
      case '$.cut':
        return `float2(${from}.place.x + 1.5, 1.75 - ${from}.place.y)`
      case '$.cull':
        return `${from}.place.y + 2`
      case '$.own':
        return `${this.#exact()} & 15`
      default:
        return undefined
    }
  }

  // ---- expressions ----

  /** An unsigned number of which every bit is the same in both compilers' code. */
  #exact(): string {
    const leaf = this.#one(this.#locals.filter(leaf => leaf.kind === 'uint'))
    return leaf.size === 1 ? leaf.text : `${leaf.text}.${SWIZZLE[this.#below(leaf.size)]}`
  }

  #condition(): string {
    const places = this.#locals.filter(leaf => leaf.text.endsWith('.place'))
    if (places.length > 0 && this.#below(2) === 0)
      return `${this.#one(places).text}.${this.#one(['x', 'y'])} ${this.#one(['<', '>', '>='])} ${this.#one(STEPS)}`
    return `${this.#exact()} % ${2 + this.#below(3)} == ${this.#below(2)}`
  }

  #expression(inputs: readonly Leaf[], kind: Leaf['kind'], size: number, depth: number): string {
    if (depth === 0 || this.#below(4) === 0) return this.#leafOf(kind, size)
    const sub = (): string => this.#expression(inputs, kind, size, depth - 1)
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
        return `lerp(${sub()}, ${sub()}, ${this.#one(['0.25', '0.5', 'k[1].x'])})`
      case 2:
        return `saturate(${sub()})`
      case 3:
        return size === 1 ? `dot(${this.#expression(inputs, 'float', 3, depth - 1)}, q)` : `(${sub()} * k[2].y)`
      case 4:
        return `abs(${sub()})`
      default:
        return `(${sub()} ${this.#one(['+', '-', '*'])} ${sub()})`
    }
  }

  /** A value of this type made of something known: swizzled, converted, or a number. */
  #leafOf(kind: Leaf['kind'], size: number): string {
    const choice = kind === 'float' ? this.#below(6) : 2
    if (choice === 0) return `${vector('float', size)}(${Array(size).fill('0.375').join(', ')})`
    if (choice === 1) return `k[${this.#below(4)}].${this.#swizzle(4, size)}`
    const leaf = this.#one(this.#locals.filter(leaf => kind === 'float' || leaf.kind !== 'float'))
    const swizzled = `${leaf.text}.${this.#swizzle(leaf.size, size)}`
    if (leaf.kind === kind) return swizzled
    return kind === 'float' ? `(${vector('float', size)})(${swizzled} & 7)` : `(${vector(kind, size)})(${swizzled})`
  }

  #swizzle(from: number, to: number): string {
    return Array.from({ length: to }, () => SWIZZLE[this.#below(from)]).join('')
  }

  // ---- the stages around it ----

  #vertexShader(fields: readonly Field[]): string {
    this.#locals = [
      { text: 'o.place', kind: 'float', size: 4 },
      { text: 'id', kind: 'uint', size: 1 },
    ]
    const lines = fields.flatMap(f =>
      f.leaves.map(leaf => `  ${leaf.text.replace('$', 'o')} = ${this.#expression([], leaf.kind, leaf.size, 1)};`),
    )
    return `Vertex VertexMain(uint id : SV_VertexID)
{
  Vertex o;
  o.place = float4(float((id * 5) % 9) * 0.25 - 1, float((id * 7) % 11) * 0.1875 - 0.9375, 0.5, 1);
  o.number = id * 3 + 1;
${lines.join('\n')}
  return o;
}`
  }

  /** Everything that arrives shows: a combination of all of it in one target. */
  #pixelShader(): string {
    const { fields, name } = this.#outputs[0]!
    const terms = fields.flatMap(f =>
      f.leaves
        .filter(leaf => !/\.(at|cut|cull)$/.test(leaf.text))
        .map(leaf => {
          const all =
            leaf.size === 1 ? `${leaf.text}.xxxx` : `${leaf.text}.${SWIZZLE.slice(0, leaf.size).padEnd(4, 'x')}`
          const value = leaf.kind === 'float' ? all : `float4(${all} & 15)`
          return `  t += ${value.replace('$', 'o')} * ${this.#one(['1', '0.5', '2', 'k[0]'])};`
        }),
    )
    return `float4 PixelMain(${name} o) : SV_Target
{
  float4 t = 0.25;
${terms.join('\n')}
  return t;
}`
  }
}

/** One source with entries VertexMain, GeometryMain and PixelMain. */
export const generatePipeline = (seed: number): GeometryProgram => new Generator(seed).program()
