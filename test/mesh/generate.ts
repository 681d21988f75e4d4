// Random mesh and amplification shaders: vertices, primitives and payloads of all shapes, written as wholes, by parts, in loops, on conditions
// and through functions; some with one mistake. Invariant: the same seed gives the same text.

import { Seeded } from '../corpus/seeded.ts'

export interface MeshProgram {
  readonly source: string
  readonly args: readonly string[]
  /** What was broken on purpose; '' for nothing. */
  readonly mistake: string
}

/** A number somewhere in a type: how it is reached from the whole, `[i]` where any index will do. */
interface Part {
  readonly path: string
  readonly scalar: string
  readonly size: number
  /** Lengths of the arrays on the path, in order; each is a `#` in it. */
  readonly dims: readonly number[]
}
interface Shape {
  readonly name: string
  readonly declaration: string
  readonly parts: readonly Part[]
}

const MISTAKES = [
  'no counts',
  'counts twice',
  'late counts',
  'output read',
  'index component',
  'indices of another size',
  'too many vertices',
  'counts of primitives differ',
  'no topology',
  'large group',
  'two payloads',
  'no dispatch',
  'dispatch twice',
  'dispatch on a condition',
  'payload of numbers',
] as const

class MeshGenerator {
  readonly #random: Seeded
  readonly #native: boolean
  readonly #isTask: boolean
  readonly #minor: number
  readonly #mistake: string
  readonly #declarations: string[] = []
  #next = 0

  constructor(seed: number) {
    this.#random = new Seeded(seed)
    this.#isTask = this.#chance(0.4)
    this.#minor = this.#pick([5, 5, 6, 7, 8])
    this.#native = this.#minor >= 6 && this.#chance(0.15)
    this.#mistake = this.#chance(0.08) ? this.#pick(MISTAKES) : ''
  }

  program(): MeshProgram {
    const body = this.#isTask ? this.#task() : this.#mesh()
    const source = `StructuredBuffer<float4> Points : register(t0);
ByteAddressBuffer Raw : register(t1);
RWStructuredBuffer<uint> Log : register(u0);
cbuffer Constants { float4x4 world; float4 k[4]; uint count; };
groupshared uint Shared[64];
${this.#declarations.join('\n')}
${body}`
    const level = this.#pick(['-O3', '-O3', '-O3', '-Od', '-O1'])
    const packed = this.#chance(0.1) ? ['-Zpr'] : []
    const args = ['-T', `${this.#isTask ? 'as' : 'ms'}_6_${this.#minor}`, '-E', 'main', level, ...packed]
    return { source, args: this.#native ? [...args, '-enable-16bit-types'] : args, mistake: this.#broken }
  }

  // ---- choices ---------------------------------------------------------------------------------------------------------------------

  #below(n: number): number {
    return this.#random.int(0, n - 1)
  }
  #chance(p: number): boolean {
    return this.#random.float(0, 1) < p
  }
  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!
  }
  #has(mistake: (typeof MISTAKES)[number]): boolean {
    if (this.#mistake !== mistake) return false
    this.#broken = mistake
    return true
  }
  #broken = ''

  // ---- types -----------------------------------------------------------------------------------------------------------------------

  #scalar(): string {
    const narrow = this.#native ? ['float16_t', 'int16_t', 'uint16_t'] : ['min16float', 'min16int', 'min16uint']
    return this.#pick(['float', 'float', 'float', 'uint', 'int', 'bool', ...(this.#chance(0.25) ? narrow : [])])
  }

  /** A struct with fields of random types; `semantics` gives each field one. */
  #struct(fields: number, semantics: boolean, depth = 0): Shape {
    const name = `S${this.#next++}`
    const lines: string[] = []
    const parts: Part[] = []
    for (let i = 0; i < fields; i++) {
      const field = `f${i}`
      const dims = this.#chance(0.25) ? [1 + this.#below(3)] : []
      const suffix = dims.map(d => `[${d}]`).join('')
      const at = field + dims.map(() => '[#]').join('')
      const semantic = semantics ? ` : A${this.#next++}_` : ''
      // DXC refuses its own signatures of arrays of structs.
      if (depth < 2 && this.#chance(0.12) && (!semantics || dims.length === 0)) {
        const inner = this.#struct(1 + this.#below(3), semantics, depth + 1)
        lines.push(`${inner.name} ${field}${suffix};`)
        parts.push(...inner.parts.map(p => ({ ...p, path: `${at}.${p.path}`, dims: [...dims, ...p.dims] })))
        continue
      }
      const scalar = this.#scalar()
      const size = 1 + this.#below(4)
      if (scalar === 'float' && this.#chance(0.15)) {
        const [rows, columns] = [1 + this.#below(3), 1 + this.#below(4)]
        const order = this.#pick(['', 'row_major ', 'column_major '])
        lines.push(`${order}float${rows}x${columns} ${field}${suffix}${semantic};`)
        // Only whole matrices: DXC crashes where a part of one is stored to an output.
        parts.push({ path: at, scalar: `float${rows}x${columns}`, size: 0, dims })
        continue
      }
      const mode = semantics && scalar !== 'bool' && this.#chance(0.15) ? 'nointerpolation ' : ''
      lines.push(`${mode}${size === 1 ? scalar : `${scalar}${size}`} ${field}${suffix}${semantic};`)
      parts.push({ path: at, scalar, size, dims })
    }
    this.#declarations.push(`struct ${name} { ${lines.join(' ')} };`)
    return { name, declaration: '', parts }
  }

  #vertex(): Shape {
    const shape = this.#struct(this.#below(5), true)
    const name = `V${this.#next++}`
    const parts: Part[] = [{ path: 'position', scalar: 'float', size: 4, dims: [] }]
    const extra: string[] = []
    if (this.#chance(0.2)) {
      extra.push('float2 clip : SV_ClipDistance;')
      parts.push({ path: 'clip', scalar: 'float', size: 2, dims: [] })
    }
    if (shape.parts.length > 0) {
      extra.push(`${shape.name} more;`)
      parts.push(...shape.parts.map(p => ({ ...p, path: `more.${p.path}` })))
    }
    const fields = ['float4 position : SV_Position;', ...extra]
    if (this.#chance(0.3)) fields.push(fields.shift()!)
    this.#declarations.push(`struct ${name} { ${fields.join(' ')} };`)
    return { name, declaration: '', parts }
  }

  #primitive(): Shape {
    const shape = this.#struct(this.#below(3), true)
    const name = `P${this.#next++}`
    const values = [
      'SV_PrimitiveID',
      'SV_RenderTargetArrayIndex',
      'SV_ViewportArrayIndex',
      'SV_ShadingRate',
      'SV_CullPrimitive',
    ]
    const fields: string[] = []
    const parts: Part[] = []
    for (const [i, semantic] of values.entries()) {
      if (!this.#chance(0.3)) continue
      const scalar = semantic === 'SV_CullPrimitive' ? 'bool' : 'uint'
      fields.push(`${scalar} s${i} : ${semantic};`)
      parts.push({ path: `s${i}`, scalar, size: 1, dims: [] })
    }
    if (shape.parts.length > 0 || fields.length === 0) {
      fields.push(shape.parts.length > 0 ? `${shape.name} more;` : 'uint id : ID;')
      if (shape.parts.length > 0) parts.push(...shape.parts.map(p => ({ ...p, path: `more.${p.path}` })))
      else parts.push({ path: 'id', scalar: 'uint', size: 1, dims: [] })
    }
    this.#declarations.push(`struct ${name} { ${fields.join(' ')} };`)
    return { name, declaration: '', parts }
  }

  // ---- expressions -----------------------------------------------------------------------------------------------------------------

  /** A uint. */
  #uint(depth = 0): string {
    const leaves = [
      't',
      't',
      'group.x',
      'count',
      `${this.#below(9)}u`,
      'Shared[t % 64]',
      'Raw.Load(t * 4)',
      ...this.#uints,
    ]
    if (depth > 2 || this.#chance(0.5)) return this.#pick(leaves)
    const [a, b] = [this.#uint(depth + 1), this.#uint(depth + 1)]
    return this.#pick([
      `(${a} + ${b})`,
      `(${a} * 3u)`,
      `(${a} & ${b})`,
      `(${a} ^ ${b})`,
      `min(${a}, ${b})`,
      `(${a} % 7u)`,
      `(${a} > ${b} ? ${a} : 2u)`,
      `WaveActiveSum(${a})`,
    ])
  }
  #uints: readonly string[] = []
  #floats: readonly string[] = []

  #float(depth = 0): string {
    const leaves = ['1.5', 'k[1].y', 'Points[t].x', `float(${this.#uint(2)})`, ...this.#floats]
    if (depth > 2 || this.#chance(0.4)) return this.#pick(leaves)
    const [a, b] = [this.#float(depth + 1), this.#float(depth + 1)]
    return this.#pick([
      `(${a} + ${b})`,
      `(${a} * ${b})`,
      `max(${a}, ${b})`,
      `sin(${a})`,
      `dot(k[0], Points[${this.#uint(2)}])`,
    ])
  }

  #value({ scalar, size }: Part): string {
    if (size === 0) return `((${scalar})${this.#float()})`
    const kind = scalar === 'bool' ? `(${this.#uint()} > 3u)` : /float|half/.test(scalar) ? this.#float() : this.#uint()
    const type = size === 1 ? scalar : `${scalar}${size}`
    if (size > 1 && this.#chance(0.4)) {
      const one = (): string =>
        scalar === 'bool' ? `(${this.#uint()} > 1u)` : /float|half/.test(scalar) ? this.#float() : this.#uint()
      return `${type}(${Array.from({ length: size }, one).join(', ')})`
    }
    return `((${type})${kind})`
  }

  /** The path with an index for each array: known, or not. */
  #at(part: Part, dynamic = true): string {
    let path = part.path
    for (const d of part.dims)
      path = path.replace('#', dynamic && d > 1 && this.#chance(0.3) ? `t % ${d}u` : String(this.#below(d)))
    return path
  }

  /** A store to a part of a variable: the whole of it, some components, or one that only run time knows. */
  #assign(target: string, part: Part): string {
    const place = `${target}.${this.#at(part)}`
    if (part.size > 1 && this.#chance(0.25)) {
      const letters = 'xyzw'.slice(0, part.size)
      const one = letters[this.#below(part.size)]!
      return `${place}.${one} = ${this.#value({ ...part, size: 1 })};`
    }
    if (part.size > 1 && this.#chance(0.08))
      return `${place}[t % ${part.size}u] = ${this.#value({ ...part, size: 1 })};`
    return `${place} = ${this.#value(part)};`
  }

  #statement(target: string, shape: Shape): string {
    const part = this.#pick(shape.parts)
    const store = this.#assign(target, part)
    if (this.#chance(0.15)) return `if (${this.#uint()} > 2u) { ${store} }`
    if (part.dims.length === 1 && this.#chance(0.2)) {
      const path = part.path.replace('#', 'j')
      return `for (uint j = 0; j < ${part.dims[0]}; j++) ${target}.${path} = ${this.#value(part)};`
    }
    return store
  }

  /** Gives every number of a variable a value. */
  #fill(target: string, shape: Shape): string[] {
    return shape.parts.map(part => {
      let [line, i] = [`${target}.${part.path}`, 0]
      let loops = ''
      for (const d of part.dims) {
        loops += `for (uint i${i} = 0; i${i} < ${d}; i${i}++) `
        line = line.replace('#', `i${i++}`)
      }
      return `${loops}${line} = ${this.#value(part)};`
    })
  }

  // ---- mesh shaders ----------------------------------------------------------------------------------------------------------------

  #mesh(): string {
    const isLine = this.#chance(0.3)
    const vertex = this.#vertex()
    const primitive = this.#chance(0.6) ? this.#primitive() : undefined
    const payload = this.#chance(0.5) ? this.#struct(1 + this.#below(4), false) : undefined
    const vertices = this.#has('too many vertices') ? 300 : this.#pick([1, 3, 16, 64])
    const primitives = this.#pick([1, 8, 32])
    const width = this.#has('indices of another size') ? 5 - (isLine ? 2 : 3) : isLine ? 2 : 3
    const params = [
      'uint t : SV_GroupIndex',
      'uint3 group : SV_GroupID',
      `out vertices ${vertex.name} v[${vertices}]`,
      `out indices uint${width} tri[${primitives}]`,
    ]
    if (primitive) {
      const count = this.#has('counts of primitives differ') ? primitives + 1 : primitives
      params.push(`out primitives ${primitive.name} p[${count}]`)
    }
    if (payload) params.push(`in payload ${payload.name} pay`)
    if (payload && this.#has('two payloads')) params.push(`in payload ${payload.name} pay2`)
    const usesView = this.#chance(0.3)
    if (usesView) params.push('uint view : SV_ViewID')
    if (payload) {
      const readable = payload.parts.filter(p => p.size === 1 && /^(u?int|float)$/.test(p.scalar))
      this.#uints = readable.filter(p => p.scalar === 'uint').map(p => `pay.${this.#at(p)}`)
      this.#floats = readable.filter(p => p.scalar === 'float').map(p => `pay.${this.#at(p)}`)
      const wide = payload.parts.filter(p => p.size > 1 && /^float$/.test(p.scalar)).map(p => `pay.${this.#at(p)}.x`)
      this.#floats = [...this.#floats, ...wide]
    }
    if (usesView) this.#uints = [...this.#uints, 'view']
    const body = this.#meshBody(vertex, primitive, { vertices, primitives, width })
    const topology = this.#has('no topology') ? '' : `[outputtopology("${isLine ? 'line' : 'triangle'}")]\n`
    return `${this.#helpers(vertex, vertices)}
[numthreads(${this.#group()})]
${topology}void main(${this.#shuffled(params).join(', ')})
{
${body.map(line => `  ${line}`).join('\n')}
}
`
  }

  #helpers(vertex: Shape, vertices: number): string {
    return `void put(out vertices ${vertex.name} v[${vertices}], uint i, float4 at) { v[i].position = at; }
void place(out float4 at, float x) { at = x; }`
  }

  #meshBody(
    vertex: Shape,
    primitive: Shape | undefined,
    { vertices, primitives, width }: { vertices: number; primitives: number; width: number },
  ): string[] {
    const counts = `SetMeshOutputCounts(${this.#pick([`${vertices}`, 'min(count, 4u)', this.#uint()])}, ${primitives});`
    const i = `t % ${vertices}u`
    const lines: string[] = [`Shared[t % 64] = ${this.#uint()} + 1u;`]
    if (this.#chance(0.4)) lines.push('GroupMemoryBarrierWithGroupSync();')
    const stores = [`v[${i}].position = mul(Points[t], world);`]
    if (this.#chance(0.5)) stores.push(`${vertex.name} o; ${this.#fill('o', vertex).join(' ')} v[${i}] = o;`)
    for (let n = this.#below(5); n > 0; n--) stores.push(this.#statement(`v[${i}]`, vertex))
    if (this.#chance(0.3)) stores.push(`put(v, ${i}, k[t % 4]);`)
    if (this.#chance(0.2)) stores.push(`place(v[${i}].position, ${this.#float()});`)
    const index = (): string => `uint${width}(${Array.from({ length: width }, () => this.#uint(1)).join(', ')})`
    stores.push(`tri[t % ${primitives}u] = ${index()};`)
    if (this.#chance(0.2)) stores.push(`if (t < ${primitives}) tri[t] = ${index()};`)
    if (primitive)
      for (let n = 1 + this.#below(3); n > 0; n--) stores.push(this.#statement(`p[t % ${primitives}u]`, primitive))
    if (primitive && this.#chance(0.4))
      stores.push(`${primitive.name} q; ${this.#fill('q', primitive).join(' ')} p[t % ${primitives}u] = q;`)
    if (this.#has('output read')) stores.push(`Log[t] = (uint)v[${i}].position.x;`)
    if (this.#has('index component')) stores.push(`tri[0].x = t;`)
    if (vertex.parts.some(p => p.path === 'clip')) stores.push(`v[${i}].clip = 1;`)
    if (!this.#has('no counts')) lines.push(counts)
    if (this.#has('counts twice')) lines.push(counts)
    if (this.#has('late counts')) lines[lines.length - 1] = `if (t > 3) { ${counts} }`
    lines.push(...(this.#chance(0.3) ? [`if (t < ${vertices}) {`, ...stores, '}'] : stores))
    if (this.#chance(0.3)) lines.push(`Log[t] = ${this.#uint()};`)
    return lines
  }

  // ---- amplification shaders -------------------------------------------------------------------------------------------------------

  #task(): string {
    const payload = this.#struct(1 + this.#below(5), false)
    const storage = this.#pick(['local', 'local', 'groupshared', 'array', 'temporary'] as const)
    const { name } = payload
    const target = storage === 'array' ? 'pay[t % 2]' : 'pay'
    if (storage === 'groupshared') this.#declarations.push(`groupshared ${name} pay;`)
    const lines: string[] = [`Shared[t % 64] = ${this.#uint()} + 1u;`]
    if (storage === 'local' || storage === 'temporary')
      lines.push(`${name} pay${this.#pick(['', ` = (${name})0`, ` = (${name})t`])};`)
    if (storage === 'array') lines.push(`${name} pay[2]; pay[0] = (${name})0; pay[1] = (${name})1;`)
    if (storage !== 'array') lines.push(...this.#fill('pay', payload))
    for (let n = this.#below(5); n > 0; n--) lines.push(this.#statement(target, payload))
    if (this.#chance(0.4)) lines.push('GroupMemoryBarrierWithGroupSync();')
    if (this.#chance(0.3)) lines.push(`change(${target});`)
    if (this.#chance(0.3)) lines.push(`Log[t] = ${this.#uint()};`)
    const given = storage === 'temporary' && this.#chance(0.5) ? `made(${target})` : target
    const counts = [this.#uint(1), this.#pick(['1', 'count', '2u']), '1'].join(', ')
    const dispatch = this.#has('payload of numbers')
      ? `DispatchMesh(${counts}, t);`
      : `DispatchMesh(${counts}, ${given});`
    if (this.#has('dispatch on a condition')) lines.push(`if (t > 3) { ${dispatch} }`)
    else if (!this.#has('no dispatch')) lines.push(dispatch)
    if (this.#has('dispatch twice')) lines.push(dispatch)
    return `void change(inout ${name} q) { ${this.#assignPlain('q', payload)} }
${name} made(${name} q) { ${this.#assignPlain('q', payload)} return q; }
[numthreads(${this.#group()})]
void main(uint t : SV_GroupIndex, uint3 group : SV_GroupID)
{
${lines.map(line => `  ${line}`).join('\n')}
}
`
  }

  /** A store that needs nothing of the entry point. */
  #assignPlain(target: string, shape: Shape): string {
    const part = this.#pick(shape.parts)
    return `${target}.${this.#at(part, false)} = 1;`
  }

  #group(): string {
    return this.#has('large group')
      ? '64, 4, 1'
      : this.#pick(['32, 1, 1', '1, 1, 1', '8, 4, 1', '4, 4, 4', '128, 1, 1'])
  }

  #shuffled<T>(list: readonly T[]): T[] {
    return this.#random.permutation(list.length).map(i => list[i]!)
  }
}

export const generateMesh = (seed: number): MeshProgram => new MeshGenerator(seed).program()
