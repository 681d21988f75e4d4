// Random pairs of a vertex and a pixel shader: varyings of all shapes and modifiers, arithmetic, textures, control flow, several targets, discard.
// Invariants: the same seed gives the same text; conditions look at values as they came in, so that rounding cannot turn a branch.

import { Seeded } from '../corpus/seeded.ts'

interface Leaf {
  readonly text: string
  readonly kind: 'float' | 'uint' | 'int'
  readonly size: number
}
interface Varying {
  readonly declaration: string
  readonly leaves: readonly Leaf[]
  /** Assigned as a whole by the vertex shader: kind and number of components of each part. */
  readonly parts: readonly Leaf[]
}

const FLOAT_MODES = [
  '',
  '',
  '',
  'linear ',
  'nointerpolation ',
  'noperspective ',
  'centroid ',
  'noperspective centroid ',
]
const vector = (kind: string, size: number): string => (size === 1 ? kind : `${kind}${size}`)
const SWIZZLE = 'xyzw'

class PairGenerator {
  readonly #random: Seeded
  #locals: Leaf[] = []
  #next = 0

  constructor(seed: number) {
    this.#random = new Seeded(seed)
  }

  source(): string {
    const inputs = Array.from({ length: this.#below(4) }, (_, i) => this.#vertexInput(i))
    const varyings = Array.from({ length: 1 + this.#below(6) }, (_, i) => this.#varying(i))
    const fields = varyings.map(v => v.declaration)
    fields.splice(this.#below(fields.length + 1), 0, 'float4 position : SV_Position;')
    return `cbuffer Constants : register(b0) { float4 k[4]; float3 q; };
Texture2D<float4> Image : register(t0);
Texture2DArray<float4> Layers : register(t1);
SamplerState LinearSampler : register(s0);
SamplerState PointClamp : register(s1);
struct Varying
{
${fields.map(f => `  ${f}`).join('\n')}
};
${this.#vertexShader(inputs, varyings)}
${this.#pixelShader(varyings)}
`
  }

  #below(n: number): number {
    return this.#random.int(0, n - 1)
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!
  }

  #vertexInput(i: number): { declaration: string; leaf: Leaf } {
    const kind = this.#one(['float', 'float', 'uint', 'int'] as const)
    const size = 1 + this.#below(4)
    return { declaration: `${vector(kind, size)} in${i} : IN${i}`, leaf: { text: `in${i}`, kind, size } }
  }

  #varying(i: number): Varying {
    const name = `v${i}`
    const at = `v.${name}`
    const semantic = `V${this.#one(['A', 'B'])}${4 * i}`
    const what = this.#below(10)
    if (what === 0) {
      const order = this.#one(['row_major ', 'column_major ', ''])
      const parts = [0, 1].map((r): Leaf => ({ text: `${at}[${r}]`, kind: 'float', size: 3 }))
      return { declaration: `${order}float2x3 ${name} : ${semantic};`, leaves: parts, parts }
    }
    if (what === 1) {
      const size = 1 + this.#below(4)
      const parts = [0, 1, 2].map((r): Leaf => ({ text: `${at}[${r}]`, kind: 'float', size }))
      return { declaration: `${vector('float', size)} ${name}[3] : ${semantic};`, leaves: parts, parts }
    }
    const kind = this.#one(['float', 'float', 'float', 'uint', 'int'] as const)
    const size = 1 + this.#below(4)
    const mode = kind === 'float' ? this.#one(FLOAT_MODES) : this.#one(['nointerpolation ', ''])
    const leaf: Leaf = { text: at, kind, size }
    return { declaration: `${mode}${vector(kind, size)} ${name} : ${semantic};`, leaves: [leaf], parts: [leaf] }
  }

  #vertexShader(inputs: readonly { declaration: string; leaf: Leaf }[], varyings: readonly Varying[]): string {
    this.#locals = [
      { text: 'place', kind: 'float', size: 4 },
      { text: 'number', kind: 'uint', size: 1 },
      ...inputs.map(i => i.leaf),
    ]
    const lines = varyings.flatMap(v => v.parts.map(p => `  ${p.text} = ${this.#expression(p.kind, p.size, 2)};`))
    const w = this.#below(2) === 0 ? '1' : '(1 + 0.25 * (number % 3))'
    const params = ['float4 place : POSITION', 'uint number : SV_VertexID', ...inputs.map(i => i.declaration)]
    return `Varying VertexMain(${params.join(', ')})
{
  Varying v;
  v.position = float4(place.xyz, 1) * ${w};
${lines.join('\n')}
  return v;
}`
  }

  #pixelShader(varyings: readonly Varying[]): string {
    this.#locals = [
      { text: 'v.position', kind: 'float', size: 4 },
      { text: 'uint2(v.position.xy)', kind: 'uint', size: 2 },
      ...varyings.flatMap(v => v.leaves),
    ]
    const conditions = [...this.#locals]
    const targets = Array.from({ length: 1 + this.#below(3) }, () =>
      this.#one(['float', 'float', 'uint', 'int'] as const),
    )
    const hasDepth = this.#below(5) === 0
    const params = ['Varying v']
    if (this.#below(3) === 0) {
      params.push('bool front : SV_IsFrontFace')
      conditions.push({ text: 'uint(front)', kind: 'uint', size: 1 })
    }
    if (this.#below(3) === 0) {
      params.push('uint primitive : SV_PrimitiveID')
      this.#locals.push({ text: 'primitive', kind: 'uint', size: 1 })
    }
    params.push(...targets.map((kind, i) => `out ${kind}4 t${i} : SV_Target${i}`))
    if (hasDepth) params.push('out float depth : SV_Depth')
    const body = [
      ...this.#statements(conditions, 3, 0),
      ...targets.map((kind, i) => `t${i} = ${this.#expression(kind, 4, 3)};`),
      ...(hasDepth ? [`depth = saturate(${this.#expression('float', 1, 1)});`] : []),
    ]
    return `void PixelMain(${params.join(', ')})
{
${body.map(line => `  ${line}`).join('\n')}
}`
  }

  #statements(conditions: readonly Leaf[], count: number, depth: number): string[] {
    const lines: string[] = []
    for (let i = 0; i < count; i++) {
      const what = this.#below(depth < 2 ? 8 : 3)
      if (what < 3) lines.push(...this.#local(depth))
      else if (what < 5) lines.push(...this.#branch(conditions, depth))
      else if (what < 6) lines.push(...this.#loop(conditions, depth))
      else if (what < 7 && depth > 0) lines.push(`if (${this.#condition(conditions)}) discard;`)
      else lines.push(...this.#sample(depth))
    }
    return lines
  }

  #local(_depth: number): string[] {
    const kind = this.#one(['float', 'float', 'uint', 'int'] as const)
    const size = 1 + this.#below(4)
    const name = `x${this.#next++}`
    const line = `${vector(kind, size)} ${name} = ${this.#expression(kind, size, 3)};`
    this.#locals.push({ text: name, kind, size })
    return [line]
  }

  /** Derivatives only where all pixels go. */
  #sample(depth: number): string[] {
    const name = `s${this.#next++}`
    const uv = this.#expression('float', 2, 1)
    const lod = this.#one(['0', '1', '1.5'])
    const calls = [
      `Image.SampleLevel(PointClamp, ${uv}, ${lod})`,
      `Layers.SampleLevel(LinearSampler, float3(${uv}, 2), ${lod})`,
      `Image.Load(int3(${this.#expression('uint', 2, 1)} & 15, 0))`,
      `Image.GatherRed(PointClamp, v.position.xy / 32)`,
      ...(depth === 0 ? ['float4(ddx_fine(v.position.xy), ddy(v.position.yx * 2))'] : []),
    ]
    const line = `float4 ${name} = ${this.#one(calls)};`
    this.#locals.push({ text: name, kind: 'float', size: 4 })
    return [line]
  }

  #scoped(make: () => string[]): string[] {
    const before = this.#locals.length
    const lines = make()
    this.#locals.length = before
    return lines.map(line => `  ${line}`)
  }

  #assigned(): { declare: string; name: string } {
    const name = `a${this.#next++}`
    return { declare: `float4 ${name} = ${this.#expression('float', 4, 1)};`, name }
  }

  #branch(conditions: readonly Leaf[], depth: number): string[] {
    const { declare, name } = this.#assigned()
    const attribute = this.#one(['', '', '[branch] ', '[flatten] '])
    const arm = (): string[] =>
      this.#scoped(() => [
        ...this.#statements(conditions, 1, depth + 1),
        `${name} += ${this.#expression('float', 4, 2)};`,
      ])
    const lines = [declare, `${attribute}if (${this.#condition(conditions)})`, '{', ...arm(), '}']
    if (attribute !== '[flatten] ' || this.#below(2) === 0) lines.push('else', '{', ...arm(), '}')
    this.#locals.push({ text: name, kind: 'float', size: 4 })
    // A flattened branch may hold no discard or loop; those go without the attribute.
    return /discard|for \(/.test(lines.join('\n')) ? lines.map(line => line.replace('[flatten] ', '')) : lines
  }

  #loop(conditions: readonly Leaf[], depth: number): string[] {
    const { declare, name } = this.#assigned()
    const i = `i${this.#next++}`
    const trips = 1 + this.#below(4)
    const bound = this.#below(2) === 0 ? `${trips}` : `uint(v.position.x) % ${trips + 1}`
    const body = this.#scoped(() => {
      this.#locals.push({ text: i, kind: 'uint', size: 1 })
      const leave =
        this.#below(3) === 0
          ? [`if (${this.#condition(conditions)} && ${i} > 0) ${this.#one(['break', 'continue'])};`]
          : []
      return [
        ...leave,
        ...this.#statements(conditions, 1, depth + 1),
        `${name} = ${name} * 0.5 + ${this.#expression('float', 4, 2)};`,
      ]
    })
    this.#locals.push({ text: name, kind: 'float', size: 4 })
    return [declare, `for (uint ${i} = 0; ${i} < ${bound}; ++${i})`, '{', ...body, '}']
  }

  #condition(leaves: readonly Leaf[]): string {
    const leaf = this.#one(leaves)
    const component = leaf.size === 1 ? leaf.text : `${leaf.text}.${SWIZZLE[this.#below(leaf.size)]}`
    if (leaf.kind === 'float')
      return `${component} ${this.#one(['<', '>', '>='])} ${this.#one(['0.25', '0.5', '16.25', '0.7'])}`
    return `${leaf.kind === 'int' ? `uint(${component})` : component} % ${2 + this.#below(3)} == ${this.#below(2)}`
  }

  #expression(kind: Leaf['kind'], size: number, depth: number): string {
    if (depth === 0 || this.#below(5) === 0) return this.#leafOf(kind, size)
    const sub = (): string => this.#expression(kind, size, depth - 1)
    if (kind !== 'float') {
      const bits = this.#one(['+', '-', '*', '&', '|', '^'])
      const what = this.#below(5)
      if (what === 0) return `min(${sub()}, ${sub()})`
      if (what === 1) return `(${sub()} >> ${1 + this.#below(5)})`
      // Two numbers would meet and vanish, each compiler in its own way.
      if (what === 2) return `(${sub()} ${bits} ${1 + this.#below(40)})`
      return `(${sub()} ${bits} ${sub()})`
    }
    switch (this.#below(9)) {
      case 0:
        return `min(${sub()}, ${sub()})`
      case 1:
        return `lerp(${sub()}, ${sub()}, ${this.#one(['0.25', '0.5', 'k[1].x'])})`
      case 2:
        return `saturate(${sub()})`
      case 3:
        return size === 1 ? `dot(${this.#expression('float', 3, depth - 1)}, q)` : `(${sub()} * k[2].y)`
      case 4:
        return `abs(${sub()})`
      case 5:
        return `${vector('float', size)}(${Array.from({ length: size }, () => this.#expression('float', 1, depth - 1)).join(', ')})`
      default:
        return `(${sub()} ${this.#one(['+', '-', '*'])} ${sub()})`
    }
  }

  /** A value of this type made of something known: swizzled, converted, or a number. */
  #leafOf(kind: Leaf['kind'], size: number): string {
    const choice = kind === 'float' ? this.#below(6) : 2
    if (choice === 0) return `${vector('float', size)}(${Array(size).fill('0.375').join(', ')})`
    if (choice === 1 && kind === 'float') return `k[${this.#below(4)}].${this.#swizzle(4, size)}`
    const usable = this.#locals.filter(leaf => kind === 'float' || leaf.kind !== 'float')
    const leaf = this.#one(usable)
    const swizzled = `${leaf.text}.${this.#swizzle(leaf.size, size)}`
    if (leaf.kind === kind) return swizzled
    // Large integers as floats hide small differences behind their size.
    return kind === 'float' ? `(${vector('float', size)})(${swizzled} & 7)` : `(${vector(kind, size)})(${swizzled})`
  }

  #swizzle(from: number, to: number): string {
    return Array.from({ length: to }, () => SWIZZLE[this.#below(from)]).join('')
  }
}

/** One source with entries VertexMain and PixelMain. */
export const generatePair = (seed: number): string => new PairGenerator(seed).source()
