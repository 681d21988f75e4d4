// Random shaders of each stage that are mostly declarations: signatures of all types and modifiers, system values, attributes, parameters of
// all shapes, short bodies; a part of them with something wrong. Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import { type Element, Elements, type Place, scalarOf } from './elements.ts'
import { chooseLaterUses, chooseUses } from './uses.ts'

export interface StageProgram {
  readonly source: string
  readonly args: readonly string[]
}

export const STAGE_NAMES = ['gs', 'hs', 'ds', 'ms', 'as', 'vs', 'ps'] as const
export type StageName = (typeof STAGE_NAMES)[number]

const RASTER = [
  'SV_Position',
  'SV_ClipDistance#',
  'SV_CullDistance#',
  'SV_RenderTargetArrayIndex',
  'SV_ViewportArrayIndex',
  'SV_InstanceID',
]
const LEAST: Readonly<Record<StageName, number>> = { gs: 0, hs: 0, ds: 0, ms: 5, as: 5, vs: 0, ps: 0 }
const PRIMITIVES = [
  ['point', 1],
  ['line', 2],
  ['triangle', 3],
  ['lineadj', 4],
  ['triangleadj', 6],
] as const
const DOMAINS = [
  { word: 'tri', edges: 3, insides: 1, location: 3 },
  { word: 'quad', edges: 4, insides: 2, location: 2 },
  { word: 'isoline', edges: 2, insides: 0, location: 2 },
] as const
const RESULT_WORDS = [
  ...['nointerpolation', 'noperspective', 'linear', 'centroid', 'sample', 'noperspective centroid', 'linear sample'],
  ...['unorm', 'snorm', 'precise', 'const'],
]
const THREADS = [
  ['SV_GroupIndex', 'uint'],
  ['SV_GroupID', 'uint3'],
  ['SV_GroupThreadID', 'int2'],
  ['SV_DispatchThreadID', 'uint'],
] as const

class StageGenerator {
  readonly #dice: Dice
  readonly #stage: StageName
  readonly #minor: number
  readonly #native: boolean
  readonly #wild: number
  readonly #elements: Elements
  /** Functions in front of the entry point. */
  readonly #before: string[] = []
  /** Of choices that came later: the others stay what they are for a seed. */
  readonly #more: Dice
  /** Functions of one number. */
  #uses: readonly string[]
  readonly #words: Dice
  /** What is written is not all set to zero first. */
  readonly #isBare: boolean

  constructor(seed: number, stage: StageName) {
    const dice = new Dice(seed)
    this.#dice = dice
    this.#stage = stage
    this.#minor = Math.max(dice.pick([0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 8]), dice.chance(0.03) ? 0 : LEAST[stage])
    this.#native = this.#minor >= 2 && dice.chance(0.15)
    // Half of the programs have nothing that is wrong on purpose.
    this.#wild = dice.chance(0.5) ? 0 : dice.pick([0.05, 0.15, 0.3])
    this.#elements = new Elements(dice, this.#native, this.#wild, stage !== 'hs')
    this.#more = new Dice(seed + 991)
    this.#words = new Dice(seed + 5077)
    this.#isBare = this.#wild > 0 && this.#more.chance(0.15)
    this.#uses = this.#more.chance(0.5)
      ? chooseUses(this.#more, stage, this.#minor, this.#native, this.#wild, this.#before)
      : []
    const later = new Dice(seed + 1777)
    if (later.chance(0.5))
      this.#uses = [...this.#uses, ...chooseLaterUses(later, stage, this.#minor, this.#native, this.#before)]
  }

  program(): StageProgram {
    const dice = this.#dice
    const body = this.#worded(this[this.#stage]())
    const source = [
      'cbuffer Constants : register(b0) { float4 k[4]; uint count; };',
      ...this.#elements.declarations,
      ...this.#before,
      body,
      '',
    ].join('\n')
    const more = [
      dice.pick([[], [], [], ['-Od'], ['-O1'], ['-Zpr'], ['-pack-optimized'], ['-pack-prefix-stable']]),
      this.#native ? ['-enable-16bit-types'] : [],
      dice.chance(0.06) ? ['-HV', dice.pick(['2016', '2018', '2021'])] : [],
      dice.chance(0.06) ? ['-validator-version', `1.${this.#minor + dice.below(9 - this.#minor)}`] : [],
    ].flat()
    return { source, args: ['-T', `${this.#stage}_6_${this.#minor}`, '-E', 'main', ...more] }
  }

  /** Words in front of the entry point: of its result, and that helper lanes take part in its wave operations. */
  #worded(body: string): string {
    const dice = this.#words
    const result = dice.chance(0.4) ? `${dice.pick(RESULT_WORDS)} ` : ''
    const isPixel = this.#stage === 'ps'
    const lanes = dice.chance(isPixel ? 0.25 : 0.03) ? '[WaveOpsIncludeHelperLanes] ' : ''
    if (lanes + result === '' || (this.#wild === 0 && (this.#stage === 'hs' || (lanes !== '' && !isPixel)))) return body
    return body.replace(/^(?=(\w+) main\()/m, (_, type) => lanes + (type === 'void' ? '' : result))
  }

  // ---- pieces ----------------------------------------------------------------------------------------------------------------------

  #is(p: number): boolean {
    return this.#dice.chance(p)
  }

  /** Something wrong, in few programs. */
  #wrong(): boolean {
    return this.#wild > 0 && this.#is(this.#wild / 4)
  }

  #value(places: readonly Place[], holder: string): string {
    const terms = ['k[1].x', '0.5', 'count']
    for (let i = 0; i < 2; i++)
      if (places.length > 0) terms.push(scalarOf(this.#dice.pick(places)).replace('$', holder))
    const [a, b] = [this.#dice.pick(terms.slice(-2)), this.#dice.pick(terms)]
    const value = this.#dice.pick([`(${a} + ${b})`, `${a}`, `(${a} * 2 - ${b})`])
    return this.#uses.length > 0 && this.#more.chance(0.4) ? `${this.#more.pick(this.#uses)}(${value})` : value
  }

  /** Writes to parts of what `holder` holds. */
  #assign(fields: readonly Element[], holder: string, values: readonly Place[], from: string): string[] {
    return fields.flatMap(f =>
      f.places
        .filter(() => !this.#wrong())
        .map(p => `  ${p.text.replace('$', holder)} = (${p.type})${this.#value(values, from)};`),
    )
  }

  /** Behind a variable that is written next. */
  #zero(type: string, number = 0): string {
    return this.#isBare ? '' : ` = (${type})${number}`
  }

  #attributes(list: readonly string[]): string {
    const own = list.filter(() => !this.#wrong())
    if (own.length > 0 && this.#wrong()) own.push(this.#dice.pick(own))
    return own.map(a => `[${a}]`).join(this.#dice.pick(['\n', ' ']))
  }

  #shuffled<T>(list: readonly T[]): T[] {
    const out: T[] = []
    for (const item of list) out.splice(this.#dice.below(out.length + 1), 0, item)
    return out
  }

  /** Parameters that are system values, and their values. */
  #systems(params: string[], places: Place[], choices: readonly string[]): void {
    for (const [i, semantic] of choices.entries()) {
      if (!this.#is(0.35)) continue
      // DXC does not look at the types of operations that nobody calls.
      const { declaration, places: own } = this.#elements.system(`sys${i}`, semantic, false)
      params.push(`${this.#wrong() ? 'out ' : this.#dice.pick(['', '', 'in '])}${declaration}`)
      places.push(...own.map(p => ({ ...p, text: p.text.replace('$.', '') })))
    }
  }

  #places(fields: readonly Element[], holder: string): Place[] {
    return fields.flatMap(f => f.places.map(p => ({ ...p, text: p.text.replace('$', holder) })))
  }

  #viewOf(): string[] {
    return this.#minor >= 1 || this.#wrong() ? ['SV_ViewID'] : []
  }

  // ---- vertex and pixel shaders ----------------------------------------------------------------------------------------------------

  vs(): string {
    const outputs = this.#elements.list('o', 5, RASTER)
    const inputs = this.#elements.list('i', 5, ['SV_VertexID', 'SV_InstanceID'])
    return this.#plain(inputs, outputs, this.#viewOf())
  }

  ps(): string {
    const inputs = this.#elements.list('i', 5, [...RASTER, 'SV_PrimitiveID', 'SV_IsFrontFace', 'SV_SampleIndex'])
    const outputs = this.#elements.list('o', this.#wild > 0.2 ? 1 : 0, [
      'SV_Target#',
      'SV_Target1',
      'SV_Depth',
      'SV_Coverage',
    ])
    return this.#plain(inputs, outputs, [...this.#viewOf(), 'SV_Coverage'])
  }

  /** Inputs and outputs as structs, as parameters, or as a result. */
  #plain(inputs: readonly Element[], outputs: readonly Element[], systems: readonly string[]): string {
    const params: string[] = []
    const known: Place[] = []
    this.#systems(params, known, systems)
    if (inputs.length > 0 && this.#is(0.5)) {
      params.push(`${this.#elements.struct('In', inputs)} v`)
      known.push(...this.#places(inputs, 'v'))
    } else {
      params.push(...inputs.map(i => i.declaration))
      known.push(...inputs.flatMap(i => i.places.map(p => ({ ...p, text: p.text.replace('$.', '') }))))
    }
    const way = outputs.length === 0 ? 'none' : this.#dice.pick(['result', 'out struct', 'out parameters'])
    if (way === 'none') return `void main(${this.#shuffled(params).join(', ')}) {}`
    if (way === 'out parameters') {
      params.push(...outputs.map(o => `out ${o.declaration}`))
      const lines = this.#assign(outputs, '', known, '').map(line => line.replace(/^ {2}\./, '  '))
      const zero = outputs.map(o => o.declaration.replace(/^.*?(\w+)((?:\[\d\])*)(?: : .*)?$/, '$1'))
      const whole = outputs.flatMap((o, i) =>
        o.declaration.includes('[') || !/^\w+ \w+ :/.test(o.declaration)
          ? []
          : [`  ${zero[i]} = (${o.declaration.split(' ')[0]})0;`],
      )
      return `void main(${this.#shuffled(params).join(', ')})\n{\n${[...whole, ...lines].join('\n')}\n}`
    }
    const type = this.#elements.struct('Out', outputs)
    const lines = this.#assign(outputs, 'o', known, '')
    if (way === 'result')
      return `${type} main(${this.#shuffled(params).join(', ')})\n{\n  ${type} o${this.#zero(type)};\n${lines.join('\n')}\n  return o;\n}`
    params.push(`out ${type} o`)
    return `void main(${this.#shuffled(params).join(', ')})\n{\n${this.#isBare ? '' : `  o = (${type})0;\n`}${lines.join('\n')}\n}`
  }

  // ---- geometry shaders ------------------------------------------------------------------------------------------------------------

  gs(): string {
    const dice = this.#dice
    const [primitive, count] = dice.pick(PRIMITIVES)
    const size = this.#wrong() ? dice.pick([0, 1, 2, 5]) : count
    const inputs = this.#elements.list('i', 4, RASTER)
    const params: string[] = []
    const known: Place[] = []
    this.#systems(params, known, ['SV_PrimitiveID', 'SV_GSInstanceID', ...this.#viewOf()])
    const word = this.#wrong() ? dice.pick(['', 'quad ', 'point line ', 'triangle ']) : `${primitive} `
    const at = `[${dice.pick([`${dice.below(Math.max(count, 1))}`, count > 1 ? `count % ${count}` : '0'])}]`
    if (inputs.length > 0 && this.#is(0.75)) {
      const type = this.#elements.struct('V', inputs)
      params.push(`${word}${dice.pick(['', '', 'in '])}${type} v[${size}]`)
      known.push(...this.#places(inputs, `v${at}`))
    } else
      for (const { declaration, places } of inputs) {
        const [head, semantic] = declaration.split(' : ') as [string, string?]
        const name = /(\w+)(?:\[\d\])*$/.exec(head)![1]!
        const array = head.replace(new RegExp(`\\b${name}(?=\\[|$)`), `${name}[${size}]`)
        params.push(`${word}${array}${semantic ? ` : ${semantic}` : ''}`)
        known.push(...places.map(p => ({ ...p, text: p.text.replace(`$.${name}`, `${name}${at}`) })))
      }
    const body = this.#streams(params, known)
    const instances = this.#is(0.3)
      ? [`instance(${this.#wrong() ? dice.pick(['0', '33', '-1']) : 1 + dice.below(32)})`]
      : []
    const most = this.#wrong() ? dice.pick(['0', '1024', '1025', 'count', '-2']) : 1 + dice.below(12)
    const result = this.#wrong() ? 'float4' : 'void'
    return `${this.#attributes(this.#shuffled([`maxvertexcount(${most})`, ...instances]))}
${result} main(${this.#shuffled(params).join(', ')})${this.#wrong() ? ' : POSITION' : ''}
{
${body.join('\n')}
}`
  }

  #streams(params: string[], known: readonly Place[]): string[] {
    const dice = this.#dice
    const many = this.#is(0.35) ? 2 + dice.below(this.#wrong() ? 5 : 3) : 1
    const kind = many > 1 ? 'Point' : dice.pick(['Point', 'Line', 'Triangle'])
    const shared = this.#is(0.2) ? this.#stream(true) : undefined
    const body: string[] = []
    for (let i = 0; i < many; i++) {
      const { type, fields } = shared ?? this.#stream(i === 0)
      const own = this.#wrong() ? dice.pick(['Line', 'Triangle', 'Point']) : kind
      params.push(`${this.#wrong() ? dice.pick(['', 'out ', 'in ']) : 'inout '}${own}Stream<${type}> s${i}`)
      if (this.#wrong()) continue
      const append = [
        `  { ${type} o${this.#zero(type)};`,
        ...this.#assign(fields, 'o', known, ''),
        `  s${i}.Append(o); }`,
      ]
      if (this.#is(0.2)) append.unshift('  if (count > 3)')
      body.push(...append, ...(this.#is(0.3) ? [`  s${i}.RestartStrip();`] : []))
    }
    return body
  }

  #stream(isFirst: boolean): { type: string; fields: readonly Element[] } {
    const fields = this.#elements.list('o', 4, isFirst ? [...RASTER, 'SV_PrimitiveID'] : [])
    const all = fields.length > 0 ? fields : [this.#elements.own('one', 'ONE')]
    return { type: this.#elements.struct('Out', all), fields: all }
  }

  // ---- tessellation ----------------------------------------------------------------------------------------------------------------

  #factors(domain: (typeof DOMAINS)[number]): Element[] {
    const { edges, insides } = domain
    const count = this.#wrong() ? edges + this.#dice.pick([-1, 1]) : edges
    const inner = this.#wrong() ? this.#dice.below(3) : insides
    const factor = (name: string, semantic: string, n: number): Element => ({
      declaration: `float ${name}${n > 1 || name === 'edge' ? `[${n}]` : ''} : ${semantic}`,
      places: Array.from({ length: n }, (_, i) => ({
        text: `$.${name}${n > 1 || name === 'edge' ? `[${i}]` : ''}`,
        type: 'float',
      })),
    })
    return [
      factor('edge', 'SV_TessFactor', count),
      ...(inner > 0 ? [factor('inside', 'SV_InsideTessFactor', inner)] : []),
    ]
  }

  /** Declarations of a hull shader and its patch constants. */
  hs(): string {
    const dice = this.#dice
    const domain = dice.pick(DOMAINS)
    const [given, made] = [1 + dice.below(6), 1 + dice.below(6)]
    const inputs = this.#elements.list('i', 4, ['SV_Position', 'SV_ClipDistance#', 'SV_InstanceID'])
    const isPassed = this.#is(0.2) && inputs.length > 0
    const outputs = isPassed ? inputs : this.#elements.list('o', 4, ['SV_Position', 'SV_CullDistance#'])
    const vertex = inputs.length > 0 ? this.#elements.struct('V', inputs) : ''
    const point = isPassed ? vertex : outputs.length > 0 ? this.#elements.struct('P', outputs) : ''
    const constants = this.#shuffled([...this.#factors(domain), ...this.#elements.patchConstants()])
    const patch = this.#elements.struct('C', constants)
    this.#patchFunction({ patch, constants, vertex, inputs, given, point, outputs, made })
    const params: string[] = []
    const known: Place[] = []
    this.#systems(params, known, ['SV_OutputControlPointID', 'SV_PrimitiveID', ...this.#viewOf()])
    if (vertex) {
      const n = this.#wrong() ? dice.pick([0, 33, given + 1]) : given
      params.push(`${dice.pick(['', 'const '])}InputPatch<${vertex}, ${n}> p`)
      known.push(
        ...this.#places(inputs, `p[${dice.pick([`${dice.below(given)}`, given > 1 ? `count % ${given}` : '0'])}]`),
      )
    }
    const topologies = domain.word === 'isoline' ? ['line', 'point'] : ['triangle_cw', 'triangle_ccw', 'point']
    const list = [
      `domain("${this.#wrong() ? dice.pick(['cube', 'Tri', 'isolines', 'quad']) : domain.word}")`,
      `partitioning("${this.#wrong() ? 'even' : dice.pick(['integer', 'pow2', 'fractional_odd', 'fractional_even'])}")`,
      `outputtopology("${this.#wrong() ? dice.pick(['triangle', 'line', 'triangle_cw']) : dice.pick(topologies)}")`,
      `outputcontrolpoints(${this.#wrong() ? dice.pick(['33', '-1', '0']) : made})`,
      `patchconstantfunc("${this.#wrong() ? dice.pick(['main', 'Nobody', '']) : 'Patch'}")`,
      ...(this.#is(0.3)
        ? [`maxtessfactor(${this.#wrong() ? dice.pick(['65', '0', '0.5']) : dice.pick(['64', '1.0', '15'])})`]
        : []),
    ]
    const result = point && !this.#wrong() ? point : 'void'
    const body =
      result === 'void'
        ? []
        : [`  ${point} o${this.#zero(point)};`, ...this.#assign(outputs, 'o', known, ''), '  return o;']
    return `${this.#attributes(this.#shuffled(list))}
${result} main(${this.#shuffled(params).join(', ')})
{
${body.join('\n')}
}`
  }

  #patchFunction(of: {
    readonly patch: string
    readonly constants: readonly Element[]
    readonly vertex: string
    readonly inputs: readonly Element[]
    readonly given: number
    readonly point: string
    readonly outputs: readonly Element[]
    readonly made: number
  }): void {
    const dice = this.#dice
    const params: string[] = []
    const known: Place[] = []
    this.#systems(params, known, ['SV_PrimitiveID', ...this.#viewOf()])
    if (of.vertex && this.#is(0.7)) {
      params.push(`InputPatch<${of.vertex}, ${this.#wrong() ? of.given + 1 : of.given}> p`)
      known.push(...this.#places(of.inputs, `p[${dice.below(of.given)}]`))
    }
    if (of.point && this.#is(0.5)) {
      params.push(`const OutputPatch<${of.point}, ${this.#wrong() ? of.made + 1 : of.made}> q`)
      known.push(...this.#places(of.outputs, `q[${dice.below(of.made)}]`))
    }
    const lines = [`  ${of.patch} o${this.#zero(of.patch, 1)};`, ...this.#assign(of.constants, 'o', known, '')]
    const isOut = this.#is(0.3)
    if (isOut) params.push(`out ${of.patch} f`)
    this.#before.push(
      `${isOut ? 'void' : of.patch} Patch(${this.#shuffled(params).join(', ')})\n{\n${lines.join('\n')}\n  ${isOut ? 'f = o' : 'return o'};\n}`,
    )
  }

  ds(): string {
    const dice = this.#dice
    const domain = dice.pick(DOMAINS)
    const made = 1 + dice.below(6)
    const inputs = this.#elements.list('i', 4, ['SV_Position', 'SV_ClipDistance#'])
    const constants = this.#shuffled([...this.#factors(domain), ...this.#elements.patchConstants()])
    const outputs = this.#elements.list('o', 4, RASTER)
    const params: string[] = []
    const known: Place[] = []
    this.#systems(params, known, ['SV_PrimitiveID', ...this.#viewOf()])
    if (!this.#wrong()) {
      const location = this.#wrong() ? dice.pick([1, 2, 3, 4]) : domain.location
      params.push(`float${location} at : SV_DomainLocation`)
      known.push({ text: 'at', type: 'float2' })
    }
    if (this.#is(0.9)) {
      params.push(`${dice.pick(['', 'const '])}${this.#elements.struct('C', constants)} c`)
      known.push(...this.#places(constants, 'c'))
    }
    if (inputs.length > 0) {
      const n = this.#wrong() ? dice.pick([0, 33, 32]) : made
      const patch = this.#wrong() ? 'InputPatch' : 'OutputPatch'
      params.push(`const ${patch}<${this.#elements.struct('P', inputs)}, ${n}> p`)
      known.push(
        ...this.#places(inputs, `p[${dice.pick([`${dice.below(made)}`, made > 1 ? `count % ${made}` : '0'])}]`),
      )
    }
    const word = this.#wrong() ? dice.pick(['cube', '', 'quad', 'tri']) : domain.word
    const head = this.#attributes([`domain("${word}")`])
    if (outputs.length === 0) return `${head}\nvoid main(${this.#shuffled(params).join(', ')}) {}`
    const type = this.#elements.struct('Out', outputs)
    const lines = [`  ${type} o${this.#zero(type)};`, ...this.#assign(outputs, 'o', known, '')]
    if (this.#is(0.7))
      return `${head}\n${type} main(${this.#shuffled(params).join(', ')})\n{\n${lines.join('\n')}\n  return o;\n}`
    params.push(`out ${type} all`)
    return `${head}\nvoid main(${this.#shuffled(params).join(', ')})\n{\n${lines.join('\n')}\n  all = o;\n}`
  }

  // ---- mesh and amplification ------------------------------------------------------------------------------------------------------

  #group(): string {
    const dice = this.#dice
    return `numthreads(${this.#wrong() ? dice.pick(['0, 1, 1', '129, 1, 1', '16, 16, 1', '4, 4', '-1, 1, 1']) : dice.pick(['32, 1, 1', '1, 1, 1', '8, 4, 1', '128, 1, 1', '4, 4, 4'])})`
  }

  /** A struct without semantics. */
  #payload(): { type: string; fields: readonly Element[] } {
    const fields = Array.from({ length: 1 + this.#dice.below(4) }, (_, i) => {
      const own = this.#elements.own(`d${i}`, 'D')
      return { ...own, declaration: this.#is(0.9) ? own.declaration.replace(/ : \w+$/, '') : own.declaration }
    })
    if (this.#is(0.1)) {
      const count = this.#wrong() ? 4097 : this.#dice.pick([16, 1000])
      fields.push({ declaration: `float4 many[${count}]`, places: [{ text: '$.many[3]', type: 'float4' }] })
    }
    return { type: this.#elements.struct('Payload', fields), fields }
  }

  ms(): string {
    const dice = this.#dice
    const [vertices, primitives] = [dice.pick([1, 3, 64, 256]), dice.pick([1, 8, 256])]
    const isLine = this.#is(0.3)
    const width = this.#wrong() ? 1 + dice.below(4) : isLine ? 2 : 3
    const perVertex = this.#elements.list('o', 4, ['SV_ClipDistance#', 'SV_CullDistance#'])
    if (!this.#wrong()) perVertex.push(this.#elements.system('at', 'SV_Position'))
    const perPrimitive = this.#elements.list('p', 3, [
      'SV_PrimitiveID',
      'SV_RenderTargetArrayIndex',
      'SV_ViewportArrayIndex',
      'SV_ShadingRate',
      'SV_CullPrimitive',
    ])
    const params: string[] = []
    const known: Place[] = []
    this.#systems(params, known, [
      'SV_GroupIndex',
      'SV_GroupID',
      'SV_GroupThreadID',
      'SV_DispatchThreadID',
      'SV_ViewID',
    ])
    const vertexCount = this.#wrong() ? dice.pick([0, 257, 300]) : vertices
    const body: string[] = []
    if (!this.#wrong()) body.push(`  SetMeshOutputCounts(${vertices}, ${dice.pick([primitives, 'count'])});`)
    if (perVertex.length > 0) {
      params.push(`out ${this.#wrong() ? '' : 'vertices '}${this.#elements.struct('V', perVertex)} v[${vertexCount}]`)
      body.push(
        ...this.#assign(perVertex, `v[${dice.pick(['0', vertices > 1 ? `count % ${vertices}` : '0'])}]`, known, ''),
      )
    }
    if (!this.#wrong()) {
      const type = this.#wrong() ? dice.pick([`int${width}`, `float${width}`]) : `uint${width}`
      params.push(`out indices ${type} t[${primitives}]`)
      body.push(`  t[${dice.pick(['0', primitives > 1 ? `count % ${primitives}` : '0'])}] = (${type})count;`)
    }
    if (perPrimitive.length > 0) {
      const n = this.#wrong() ? primitives + 1 : primitives
      params.push(`out primitives ${this.#elements.struct('T', perPrimitive)} p[${n}]`)
      body.push(...this.#assign(perPrimitive, 'p[0]', known, ''))
    }
    if (this.#is(0.4)) {
      const { type, fields } = this.#payload()
      params.push(`${this.#wrong() ? dice.pick(['inout', 'out', '']) : 'in'} payload ${type} d`)
      const at = this.#places(fields, 'd')
      body.push(...this.#assign(perVertex.slice(0, 1), 'v[0]', at, ''))
    }
    const topology = this.#wrong() ? dice.pick(['point', 'triangle_cw', 'quad']) : isLine ? 'line' : 'triangle'
    return `${this.#attributes(this.#shuffled([this.#group(), `outputtopology("${topology}")`]))}
void main(${this.#shuffled(params).join(', ')})
{
${body.join('\n')}
}`
  }

  as(): string {
    const dice = this.#dice
    const params: string[] = []
    const known: Place[] = []
    // DXC does not look at the types of those that nobody reads.
    for (const [semantic, type] of THREADS)
      if (this.#is(0.35)) {
        const name = dice.name('sys')
        params.push(`${type} ${name} : ${semantic}`)
        known.push({ text: name, type })
      }
    const { type, fields } = this.#payload()
    const isShared = this.#is(0.5)
    if (isShared) this.#before.push(`groupshared ${type} d;`)
    const zero = fields.some(f => f.declaration.includes('many')) || this.#is(0.5) ? '' : ` = (${type})0`
    const body = [...(isShared ? [] : [`  ${type} d${zero};`]), ...this.#assign(fields, 'd', known, '')]
    const counts = dice.pick(['1, 1, 1', 'count, 1, 1', '2, count, 3'])
    if (!this.#wrong()) body.push(`  DispatchMesh(${counts}, d);`)
    if (this.#wrong())
      body.push(
        `  ${dice.pick([`DispatchMesh(${counts}, d);`, `DispatchMesh(${counts});`, 'return;', `DispatchMesh(${counts}, 1.0);`])}`,
      )
    return `${this.#attributes([this.#group()])}
void main(${this.#shuffled(params).join(', ')})
{
${body.join('\n')}
}`
  }
}

/** @param stage otherwise the seed decides */
export const generateStage = (seed: number, stage: StageName = STAGE_NAMES[seed % STAGE_NAMES.length]!): StageProgram =>
  new StageGenerator(seed, stage).program()
