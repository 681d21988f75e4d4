// Random libraries of shader model 6.9 whose shaders make hit objects in every way, pass them on, ask them and reorder threads by them; some with
// one mistake. Invariant: the same seed gives the same text.

import type { LibraryProgram } from './generate.ts'
import { Dice, NO_QUALIFIERS, type Qualifiers, type Shape, Shapes } from './shapes.ts'

const MISTAKES = [
  'not a shader of rays',
  'any hit',
  'in a buffer',
  'payload of a number',
  'attributes of a number',
  'query of no flags',
  'reordered without an argument',
  'static',
  'asked as a type',
  'compared',
  'barrier of another stage',
  'reordercoherent texture that is read only',
] as const

/** What a hit object is asked, as a number. */
const ANSWERS = [
  'IsMiss()',
  'IsHit()',
  'IsNop()',
  'GetRayFlags()',
  'GetRayTMin()',
  'GetRayTCurrent()',
  'GetWorldRayOrigin().y',
  'GetWorldRayDirection().x',
  'GetObjectRayOrigin().z',
  'GetObjectRayDirection().x',
  'GetObjectToWorld3x4()[1].w',
  'GetObjectToWorld4x3()[3].z',
  'GetWorldToObject3x4()._m12',
  'GetWorldToObject4x3()._m21',
  'GetGeometryIndex()',
  'GetInstanceIndex()',
  'GetInstanceID()',
  'GetPrimitiveIndex()',
  'GetHitKind()',
  'GetShaderTableIndex()',
  'LoadLocalRootTableConstant(16)',
  'LoadLocalRootTableConstant(4 * n)',
]

class HitObjectGenerator {
  readonly #dice: Dice
  readonly #shapes: Shapes
  readonly #mistake: string
  readonly #payloads: Shape[] = []
  readonly #attributes: Shape[] = []
  readonly #functions: string[] = []
  #broken = ''

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    this.#mistake = dice.chance(0.15) ? dice.pick(MISTAKES) : ''
    this.#shapes = new Shapes(dice, true)
  }

  program(): LibraryProgram {
    const dice = this.#dice
    const qualifies = !dice.chance(0.3)
    const all = 'caller, anyhit, closesthit, miss'
    const qualifiers: Qualifiers = qualifies
      ? { isPayload: true, next: () => ` : read(${all}) : write(${all})` }
      : NO_QUALIFIERS
    for (let i = 1 + dice.below(2); i > 0; i--) this.#payloads.push(this.#shapes.struct(1 + dice.below(3), qualifiers))
    for (let i = 1 + dice.below(2); i > 0; i--) this.#attributes.push(this.#small())
    const lines = [
      'RaytracingAccelerationStructure Scene : register(t0);',
      `${dice.pick(['', 'globallycoherent ', 'reordercoherent '])}RWByteAddressBuffer Raw : register(u0);`,
      `${dice.pick(['', 'reordercoherent '])}RWTexture2D<float4> Image : register(u1);`,
      'cbuffer Constants : register(b0) { float4 k[4]; uint n; };',
    ]
    if (this.#has('reordercoherent texture that is read only')) lines.push('reordercoherent Texture2D<float> Map;')
    if (this.#has('static')) lines.push('static dx::HitObject Kept;')
    if (this.#has('in a buffer')) lines.push('struct Holder { dx::HitObject h; };', 'RWStructuredBuffer<Holder> Many;')
    const helpers = Array.from({ length: dice.below(3) }, () => this.#helper())
    for (let i = 1 + dice.below(3); i > 0; i--) this.#entry()
    const source = [...lines, ...this.#shapes.declarations, ...helpers, ...this.#functions, ''].join('\n')
    const args = ['-T', 'lib_6_9', dice.pick(['-O3', '-O3', '-O3', '-Od', '-O1']), '-enable-16bit-types']
    if (!qualifies) args.push('-disable-payload-qualifiers')
    if (dice.chance(0.1)) args.push('-Zpr')
    return { source, args, mistake: this.#broken }
  }

  #has(mistake: (typeof MISTAKES)[number]): boolean {
    if (this.#mistake !== mistake || this.#broken !== '') return false
    this.#broken = mistake
    return true
  }

  #small(): Shape {
    for (;;) {
      const shape = this.#shapes.struct(1)
      const bytes = shape.parts.reduce((sum, p) => sum + 4 * p.size * Math.max(p.columns, 1), 0)
      if (bytes <= 16 && shape.parts.every(p => p.scalar !== 'uint64_t')) return shape
    }
  }

  #helpers: { name: string; kind: 'asks' | 'makes' | 'changes' }[] = []

  /** A function that takes or gives a hit object. */
  #helper(): string {
    const name = this.#dice.name('help')
    const kind = this.#dice.pick(['asks', 'makes', 'changes'] as const)
    this.#helpers.push({ name, kind })
    if (kind === 'asks') return `float ${name}(dx::HitObject h) { return h.${this.#dice.pick(ANSWERS)}; }`
    if (kind === 'makes')
      return `dx::HitObject ${name}(uint i) { RayDesc d = { k[i & 3].xyz, 0, k[1].xyz, 10 }; if (i > 2) return dx::HitObject::MakeNop(); return dx::HitObject::MakeMiss(0, i, d); }`
    return `void ${name}(inout dx::HitObject h, uint i) { if (i > n) h = dx::HitObject::MakeNop(); h.SetShaderTableIndex(i); }`
  }

  #entry(): void {
    const dice = this.#dice
    const name = dice.name('main')
    let kind = dice.pick(['raygeneration', 'raygeneration', 'closesthit', 'miss'])
    if (this.#has('any hit')) kind = 'anyhit'
    else if (this.#has('not a shader of rays')) kind = dice.pick(['callable', 'intersection', 'compute'])
    const payload = dice.pick(this.#payloads).name
    const attributes = 'BuiltInTriangleIntersectionAttributes a'
    const params =
      kind === 'closesthit' || kind === 'anyhit'
        ? `inout ${payload} p, ${attributes}`
        : kind === 'miss' || kind === 'callable'
          ? `inout ${payload} p`
          : ''
    const group = kind === 'compute' ? ' [numthreads(8, 1, 1)]' : ''
    const body = Array.from({ length: 1 + dice.below(3) }, () => this.#object(kind === 'raygeneration'))
    const isElsewhere = kind !== 'raygeneration' && this.#has('barrier of another stage')
    if (isElsewhere || dice.chance(0.2))
      body.push(`  Barrier(UAV_MEMORY, ${isElsewhere || kind === 'raygeneration' ? 'REORDER_SCOPE' : 'DEVICE_SCOPE'});`)
    this.#functions.push(`[shader("${kind}")]${group}\nvoid ${name}(${params})\n{\n${body.join('\n')}\n}`)
  }

  /** A hit object made, maybe changed, reordered by, invoked and asked. */
  #object(reorders: boolean): string {
    const dice = this.#dice
    const h = dice.name('h')
    const lines = this.#make(h)
    const makers = this.#helpers.filter(f => f.kind === 'changes')
    if (makers.length > 0 && dice.chance(0.4)) lines.push(`${dice.pick(makers).name}(${h}, n + 1);`)
    if (dice.chance(0.2)) lines.push(`if (n > 3) ${h} = dx::HitObject::MakeNop();`)
    if (dice.chance(0.15)) {
      const array = dice.name('array')
      lines.push(
        `dx::HitObject ${array}[2]; ${array}[0] = ${h}; ${array}[1] = dx::HitObject::MakeNop(); ${h} = ${array}[${dice.pick(['0', '1'])}];`,
      )
    }
    if (dice.chance(0.2)) lines.push(`${h}.SetShaderTableIndex(${dice.pick(['3', 'n'])});`)
    if (this.#has('reordered without an argument')) lines.push('dx::MaybeReorderThread();')
    if (reorders && dice.chance(0.5))
      lines.push(
        dice.pick([
          `dx::MaybeReorderThread(${h});`,
          `dx::MaybeReorderThread(${h}, n, 3);`,
          'dx::MaybeReorderThread(n & 7, 3);',
        ]),
      )
    if (dice.chance(0.4)) lines.push(...this.#invoke(h))
    for (let i = 1 + dice.below(3); i > 0; i--) lines.push(this.#ask(h))
    if (dice.chance(0.3)) {
      const t = dice.name('t')
      const type = this.#has('attributes of a number') ? 'float' : dice.pick(this.#attributes).name
      lines.push(
        `${type} ${t}; ${h}.GetAttributes(${t});`,
        ...this.#store(
          t,
          this.#attributes.find(s => s.name === type),
        ),
      )
    }
    if (this.#has('asked as a type')) lines.push(`Raw.Store(0, dx::HitObject::GetHitKind());`)
    if (this.#has('compared')) lines.push(`if (${h} == ${h}) Raw.Store(0, 1);`)
    return lines.map(line => `  ${line}`).join('\n')
  }

  #make(h: string): string[] {
    const dice = this.#dice
    const ray = dice.name('d')
    const desc = `RayDesc ${ray} = { k[0].xyz, ${dice.pick(['0', 'k[1].x'])}, k[2].xyz, 100 };`
    const makers = this.#helpers.filter(f => f.kind === 'makes')
    const way = dice.below(7)
    if (way === 0) return [`dx::HitObject ${h} = dx::HitObject::MakeNop();`]
    if (way === 1) return [`dx::HitObject ${h};`]
    if (way === 2) return [desc, `dx::HitObject ${h} = dx::HitObject::MakeMiss(RAY_FLAG_NONE, n, ${ray});`]
    if (way === 3 && makers.length > 0) return [`dx::HitObject ${h} = ${dice.pick(makers).name}(n);`]
    if (way === 4) return [desc, ...this.#fromQuery(h, ray)]
    const payload = dice.pick(this.#payloads)
    const p = dice.name('p')
    const argument = this.#has('payload of a number') ? '1.0' : p
    const flags = dice.pick(['RAY_FLAG_NONE', 'RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_FORCE_OMM_2_STATE', 'n'])
    return [
      desc,
      `${payload.name} ${p} = (${payload.name})${dice.below(3)};`,
      `dx::HitObject ${h} = dx::HitObject::TraceRay(Scene, ${flags}, ${dice.pick(['255', '~0', 'n'])}, 0, 1, ${dice.below(3)}, ${ray}, ${argument});`,
      ...this.#store(p, payload),
    ]
  }

  #fromQuery(h: string, ray: string): string[] {
    const dice = this.#dice
    const q = dice.name('q')
    const flags = this.#has('query of no flags')
      ? ''
      : dice.pick(['<RAY_FLAG_NONE>', '<RAY_FLAG_FORCE_OPAQUE>', '<0, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS>'])
    const start = `RayQuery${flags} ${q}; ${q}.TraceRayInline(Scene, 0, 255, ${ray}); ${q}.Proceed();`
    if (dice.chance(0.5)) return [start, `dx::HitObject ${h} = dx::HitObject::FromRayQuery(${q});`]
    const shape = dice.pick(this.#attributes)
    const t = dice.name('t')
    return [
      start,
      `${shape.name} ${t} = (${shape.name})1;`,
      `dx::HitObject ${h} = dx::HitObject::FromRayQuery(${q}, ${dice.pick(['16', 'n'])}, ${t});`,
    ]
  }

  #invoke(h: string): string[] {
    const payload = this.#dice.pick(this.#payloads)
    const p = this.#dice.name('p')
    return [
      `${payload.name} ${p} = (${payload.name})2;`,
      `dx::HitObject::Invoke(${h}, ${p});`,
      ...this.#store(p, payload),
    ]
  }

  #ask(h: string): string {
    const askers = this.#helpers.filter(f => f.kind === 'asks')
    const value =
      askers.length > 0 && this.#dice.chance(0.3)
        ? `${this.#dice.pick(askers).name}(${h})`
        : `${h}.${this.#dice.pick(ANSWERS)}`
    return this.#dice.pick([
      `Raw.Store(${this.#dice.below(8) * 4}, (uint)${value});`,
      `Image[uint2(n, 1)] = (float4)(float)${value};`,
      `if (${h}.IsHit()) Raw.Store(4, asuint((float)${value}));`,
    ])
  }

  #store(holder: string, shape: Shape | undefined): string[] {
    if (!shape) return []
    const { path, size, columns } = this.#dice.pick(shape.parts)
    return [
      `Raw.Store(${this.#dice.below(8) * 4}, (uint)${holder}.${path}${columns > 0 ? '._m00' : size > 1 ? '.x' : ''});`,
    ]
  }
}

export const generateHitObjects = (seed: number): LibraryProgram => new HitObjectGenerator(seed).program()
