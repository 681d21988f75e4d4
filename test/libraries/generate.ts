// Random libraries: entry points of all kinds of rays with payloads, attributes and parameters of random shapes, exported functions, subobjects
// and the flags that choose and rename; some with one mistake. Invariant: the same seed gives the same text.

import { chooseLaterUses, chooseUses } from '../stages/uses.ts'
import {
  type Cell,
  cellsOf,
  Dice,
  NO_QUALIFIERS,
  type Part,
  type Qualifiers,
  type Shape,
  Shapes,
  typeOf,
} from './shapes.ts'

export interface LibraryProgram {
  readonly source: string
  readonly args: readonly string[]
  /** What was broken on purpose; '' for nothing. */
  readonly mistake: string
}

const MISTAKES = [
  'payload by value',
  'no payload',
  'payload of a number',
  'attributes written',
  'entry with a result',
  'parameter too many',
  'hit called in a miss',
  'trace in any hit',
  'system value of another stage',
  'argument of another type',
  'unknown export',
  'two exports of one name',
  'subobject short',
  'subobject of a wrong value',
  'group without an intersection',
  'resource as payload',
] as const
type Mistake = (typeof MISTAKES)[number]

const KINDS = ['raygeneration', 'intersection', 'anyhit', 'closesthit', 'miss', 'callable', 'compute'] as const
type Kind = (typeof KINDS)[number]

/** Which kinds have a value; see DXR's table of system values. */
const HIT: readonly Kind[] = ['intersection', 'anyhit', 'closesthit']
const RAY: readonly Kind[] = [...HIT, 'miss']
const RAYS: readonly Kind[] = ['raygeneration', ...RAY, 'callable']
const SYSTEM: readonly (readonly [
  call: string,
  scalar: string,
  size: number,
  columns: number,
  kinds: readonly Kind[],
  minor: number,
])[] = [
  ['DispatchRaysIndex()', 'uint', 3, 0, RAYS, 3],
  ['DispatchRaysDimensions()', 'uint', 3, 0, RAYS, 3],
  ['WorldRayOrigin()', 'float', 3, 0, RAY, 3],
  ['WorldRayDirection()', 'float', 3, 0, RAY, 3],
  ['RayTMin()', 'float', 1, 0, RAY, 3],
  ['RayTCurrent()', 'float', 1, 0, RAY, 3],
  ['RayFlags()', 'uint', 1, 0, RAY, 3],
  ['ObjectRayOrigin()', 'float', 3, 0, HIT, 3],
  ['ObjectRayDirection()', 'float', 3, 0, HIT, 3],
  ['ObjectToWorld3x4()', 'float', 3, 4, HIT, 3],
  ['WorldToObject4x3()', 'float', 4, 3, HIT, 3],
  ['InstanceIndex()', 'uint', 1, 0, HIT, 3],
  ['InstanceID()', 'uint', 1, 0, HIT, 3],
  ['PrimitiveIndex()', 'uint', 1, 0, HIT, 3],
  ['GeometryIndex()', 'uint', 1, 0, HIT, 5],
  ['HitKind()', 'uint', 1, 0, ['anyhit', 'closesthit'], 3],
]

const part = (scalar: string, size = 1, columns = 0): Part => ({ path: '', scalar, size, columns })

const BUILT_IN: Shape = {
  name: 'BuiltInTriangleIntersectionAttributes',
  parts: [{ path: 'barycentrics', scalar: 'float', size: 2, columns: 0 }],
  isPlain: true,
}

class LibraryGenerator {
  readonly #seed: number
  readonly #dice: Dice
  readonly #shapes: Shapes
  readonly #minor: number
  readonly #native: boolean
  readonly #qualifies: boolean
  readonly #mistake: string
  readonly #payloads: Shape[] = []
  readonly #attributes: Shape[] = [BUILT_IN]
  readonly #messages: Shape[] = []
  readonly #helpers: string[] = []
  readonly #entries = new Map<string, Kind>()
  readonly #exported: string[] = []
  #stage: Kind = 'raygeneration'
  #broken = ''
  /** Of choices that came later: the others stay what they are for a seed. */
  readonly #more: Dice
  readonly #before: string[] = []
  /** Functions of one number that use something. */
  #uses: readonly string[] = []

  constructor(seed: number) {
    this.#seed = seed
    this.#more = new Dice(seed + 991)
    const dice = new Dice(seed)
    this.#dice = dice
    this.#minor = dice.pick([3, 3, 4, 5, 5, 6, 6, 7, 8])
    this.#native = dice.chance(0.15)
    this.#qualifies = this.#minor >= 7 ? !dice.chance(0.15) : this.#minor === 6 && dice.chance(0.3)
    this.#mistake = dice.chance(0.1) ? dice.pick(MISTAKES) : ''
    this.#shapes = new Shapes(dice, this.#native)
  }

  program(): LibraryProgram {
    const dice = this.#dice
    for (let i = 1 + dice.below(2); i > 0; i--)
      this.#payloads.push(this.#shapes.struct(1 + dice.below(4), this.#qualifiers()))
    for (let i = dice.below(2); i > 0; i--) this.#attributes.push(this.#small())
    for (let i = 1 + dice.below(2); i > 0; i--) this.#messages.push(this.#shapes.struct(1 + dice.below(3)))
    if (this.#more.chance(0.4)) {
      this.#before.push('cbuffer More { float4 k[4]; uint count; };')
      this.#uses = chooseUses(this.#more, 'lib', this.#minor, this.#native, 0, this.#before)
      const later = new Dice(this.#seed + 1777)
      if (later.chance(0.6))
        this.#uses = [...this.#uses, ...chooseLaterUses(later, 'lib', this.#minor, this.#native, this.#before)]
    }
    const functions = [
      ...Array.from({ length: dice.below(3) }, () => this.#helper()),
      ...Array.from({ length: dice.below(3) }, () => this.#export()),
      ...Array.from({ length: 1 + dice.below(5) }, () => this.#entry()),
    ]
    const subobjects = dice.chance(0.5) ? this.#subobjects() : []
    const args = this.#args()
    const source = [...RESOURCES, ...this.#before, ...this.#shapes.declarations, ...functions, ...subobjects, ''].join(
      '\n',
    )
    return { source, args, mistake: this.#broken }
  }

  #has(mistake: Mistake): boolean {
    if (this.#mistake !== mistake || this.#broken !== '') return false
    this.#broken = mistake
    return true
  }

  #args(): string[] {
    const dice = this.#dice
    const args = ['-T', `lib_6_${this.#minor}`, dice.pick(['-O3', '-O3', '-O3', '-Od', '-O1'])]
    if (this.#native) args.push('-enable-16bit-types')
    if (dice.chance(0.1)) args.push('-Zpr')
    if (this.#minor === 6 && this.#qualifies) args.push('-enable-payload-qualifiers')
    if (this.#minor >= 7 && !this.#qualifies) args.push('-disable-payload-qualifiers')
    const entries = [...this.#entries.keys()]
    const exports: string[] = []
    if (dice.chance(0.2)) {
      for (const name of entries) {
        if (dice.chance(0.3)) continue
        if (dice.chance(0.3)) exports.push(`${name}_renamed=${name}`)
        else exports.push(name)
        if (dice.chance(0.15)) exports.push(`${name}_again=${name}`)
      }
      for (const name of this.#exported)
        if (dice.chance(0.5)) exports.push(dice.chance(0.4) ? `X_${name}=${name}` : name)
    }
    if (this.#has('unknown export')) exports.push('Nobody')
    if (exports.length > 0 && this.#has('two exports of one name')) exports.push('Twice', `Twice=${entries[0]}`)
    if (exports.length > 0) args.push('-exports', exports.join(';'))
    if (dice.chance(0.1)) args.push('-export-shaders-only')
    return args
  }

  // ---- types -----------------------------------------------------------------------------------------------------------------------

  #qualifiers(): Qualifiers {
    if (!this.#qualifies) return NO_QUALIFIERS
    const stages = ['caller', 'anyhit', 'closesthit', 'miss']
    const some = (): string => stages.filter(() => this.#dice.chance(0.8)).join(', ')
    return {
      isPayload: true,
      next: () => {
        // All may do all, most of the time: DXC warns of what is read and never written.
        if (this.#dice.chance(0.7)) return ` : read(${stages.join(', ')}) : write(${stages.join(', ')})`
        return ` : read(${['caller', some()].filter(s => s && s !== 'caller').join(', ') || 'caller'}) : write(${some() || 'caller'})`
      },
    }
  }

  /** Attributes: at most 32 bytes. */
  #small(): Shape {
    for (;;) {
      const shape = this.#shapes.struct(1)
      const bytes = shape.parts.reduce((sum, p) => sum + 4 * p.size * Math.max(p.columns, 1), 0)
      if (bytes <= 16 && shape.parts.every(p => p.scalar !== 'uint64_t')) return shape
    }
  }

  // ---- functions -------------------------------------------------------------------------------------------------------------------

  #helper(): string {
    const shape = this.#dice.pick([...this.#payloads, ...this.#messages])
    const name = this.#dice.name('Help')
    this.#stage = 'compute'
    const cells = cellsOf('x', shape, true)
    const text = `static void ${name}(${this.#dice.pick(['inout', 'inout', ''])} ${shape.name} x, float w)\n{\n${this.#statements([...cells, { text: 'w', part: part('float'), isWritable: true }], 2)}}`
    this.#helpers.push(`${name} ${shape.name}`)
    return text
  }

  #export(): string {
    const dice = this.#dice
    this.#stage = 'compute'
    const name = dice.name('Lib')
    const cells: Cell[] = []
    const params: string[] = []
    for (let i = dice.below(4); i > 0; i--) {
      const id = dice.name('p')
      if (dice.chance(0.3)) {
        const shape = dice.pick([...this.#payloads, ...this.#messages])
        const mode = dice.pick(['', 'inout ', 'out '])
        const array = mode === 'inout ' && dice.chance(0.3) ? '[2]' : ''
        params.push(`${mode}${shape.name} ${id}${array}`)
        cells.push(...cellsOf(array ? `${id}[1]` : id, shape, true))
      } else {
        const p = part(dice.pick(['float', 'uint', 'int', 'bool']), 1 + dice.below(4))
        params.push(`${dice.pick(['', '', 'inout '])}${typeOf(p)} ${id}`)
        cells.push({ text: id, part: p, isWritable: true })
      }
    }
    const outs = params.flatMap((p, i) =>
      p.startsWith('out ') ? [`  ${p.split(' ')[2]} = (${p.split(' ')[1]})${i};\n`] : [],
    )
    const result = part('float', 1 + dice.below(4))
    const body = this.#statements(cells, 3)
    const value = this.#expression(result, cells, 2)
    this.#exported.push(name)
    return `export ${typeOf(result)} ${name}(${params.join(', ')})\n{\n${outs.join('')}${body}  return ${value};\n}`
  }

  #entry(): string {
    const dice = this.#dice
    const kind = dice.pick(KINDS)
    this.#stage = kind
    const name = dice.name(kind[0]!.toUpperCase() + kind.slice(1))
    this.#entries.set(name, kind)
    const { params, cells } = this.#parameters(kind)
    if (kind !== 'compute' && this.#has('parameter too many')) params.push('float more')
    const type = kind !== 'compute' && this.#has('entry with a result') ? 'float' : 'void'
    const body = this.#statements(cells, 2 + dice.below(4))
    const end = type === 'void' ? '' : '  return 1;\n'
    const attribute = `[shader("${kind}")]${kind === 'compute' ? ' [numthreads(8, 2, 1)]' : ''}`
    return `${attribute}\n${type} ${name}(${params.join(', ')})\n{\n${body}${this.#actions(kind, cells)}${end}}`
  }

  #parameters(kind: Kind): { params: string[]; cells: Cell[] } {
    const dice = this.#dice
    if (kind === 'compute')
      return {
        params: ['uint3 id : SV_DispatchThreadID'],
        cells: [{ text: 'id', part: part('uint', 3), isWritable: false }],
      }
    if (kind === 'raygeneration' || kind === 'intersection') return { params: [], cells: [] }
    const payload = dice.pick(kind === 'callable' ? this.#messages : this.#payloads)
    const isHit = kind === 'anyhit' || kind === 'closesthit'
    const mode = this.#has('payload by value') ? 'in' : 'inout'
    const params = [`${mode} ${payload.name} p`]
    const cells = cellsOf('p', payload, true)
    if (this.#has('no payload')) return { params: [], cells: [] }
    if (this.#has('payload of a number')) return { params: ['inout float p'], cells: [] }
    if (isHit) {
      const attributes = dice.pick(this.#attributes)
      const written = this.#has('attributes written')
      params.push(`${written ? 'inout' : dice.pick(['', '', 'in'])} ${attributes.name} a`)
      cells.push(...cellsOf('a', attributes, false))
    }
    return { params, cells }
  }

  // ---- statements ------------------------------------------------------------------------------------------------------------------

  #statements(cells: readonly Cell[], count: number, depth = 0): string {
    const dice = this.#dice
    const mine = [...cells]
    let text = ''
    const indent = '  '.repeat(depth + 1)
    for (let i = 0; i < count; i++) {
      const way = dice.below(10)
      const targets = mine.filter(c => c.isWritable)
      if (way < 2) {
        const p = part(dice.pick(['float', 'float', 'uint', 'int', 'bool']), 1 + dice.below(4))
        const id = dice.name('v')
        text += `${indent}${typeOf(p)} ${id} = ${this.#expression(p, mine, 2)};\n`
        mine.push({ text: id, part: p, isWritable: true })
      } else if (way < 3 && depth < 2) {
        const otherwise = dice.chance(0.4)
          ? `${indent}else\n${indent}{\n${this.#statements(mine, 1, depth + 1)}${indent}}\n`
          : ''
        text += `${indent}if (${this.#expression(part('bool'), mine, 2)})\n${indent}{\n${this.#statements(mine, 1 + dice.below(2), depth + 1)}${indent}}\n${otherwise}`
      } else if (way < 4 && depth < 2) {
        const id = dice.name('i')
        const inner = [...mine, { text: id, part: part('uint'), isWritable: false }]
        text += `${indent}for (uint ${id} = 0; ${id} < ${dice.pick(['3', 'Count'])}; ${id}++)\n${indent}{\n${this.#statements(inner, 1, depth + 1)}${indent}}\n`
      } else if (way < 5) text += `${indent}${this.#store(mine)}\n`
      else if (way < 6 && this.#helpers.length > 0 && depth === 0) text += this.#call(indent)
      else if (targets.length > 0) {
        const target = dice.pick(targets)
        text += `${indent}${target.text} = ${this.#expression(target.part, mine, 2)};\n`
      }
    }
    return text
  }

  #call(indent: string): string {
    const [name, shape] = this.#dice.pick(this.#helpers).split(' ')
    const id = this.#dice.name('h')
    return `${indent}${shape} ${id} = (${shape})${this.#dice.below(3)};\n${indent}${name}(${id}, 0.5);\n`
  }

  #store(cells: readonly Cell[]): string {
    const at = this.#expression(part('uint'), cells, 1)
    if (this.#uses.length > 0 && this.#more.chance(0.5))
      return `Raw.Store(0, (uint)${this.#more.pick(this.#uses)}((float)${at}));`
    return this.#dice.pick([
      `Colours[${at}] = ${this.#expression(part('float', 4), cells, 2)};`,
      `Image[uint2(${at}, 1)] = ${this.#expression(part('float', 4), cells, 2)};`,
      `Raw.Store(4 * ${at}, ${this.#expression(part('uint'), cells, 2)});`,
      `InterlockedAdd(Counters[${at}], ${this.#expression(part('uint'), cells, 1)});`,
    ])
  }

  /** What only this kind of entry does. */
  #actions(kind: Kind, cells: readonly Cell[]): string {
    const dice = this.#dice
    let text = ''
    const can = (kinds: readonly Kind[]): boolean => kinds.includes(kind)
    const traces = can(['raygeneration', 'closesthit', 'miss']) || this.#has('trace in any hit')
    if (traces && dice.chance(0.6)) text += this.#trace(cells)
    if (can(['raygeneration', 'closesthit', 'miss', 'callable']) && dice.chance(0.4)) {
      const shape = dice.pick(this.#messages)
      const id = dice.name('c')
      const argument = this.#has('argument of another type') ? '1.0' : id
      text += `  ${shape.name} ${id} = (${shape.name})${dice.below(4)};\n  CallShader(${this.#expression(part('uint'), cells, 1)}, ${argument});\n`
      text += this.#use(cellsOf(id, shape, true), cells)
    }
    if (kind === 'intersection') {
      const shape = dice.pick(this.#attributes)
      const id = dice.name('r')
      text += `  ${shape.name} ${id} = (${shape.name})0;\n`
      text += this.#statements([...cells, ...cellsOf(id, shape, true)], 2)
      const report = `ReportHit(${this.#expression(part('float'), cells, 1)}, ${dice.below(128)}, ${id})`
      text += dice.chance(0.5) ? `  ${report};\n` : `  if (${report})\n    Colours[0] = 1;\n`
    }
    if (kind === 'anyhit' && dice.chance(0.6))
      text += `  if (${this.#expression(part('bool'), cells, 1)})\n    ${dice.pick(['IgnoreHit', 'AcceptHitAndEndSearch'])}();\n`
    if (kind === 'miss' && this.#has('hit called in a miss')) text += '  IgnoreHit();\n'
    if (kind === 'miss' && this.#has('system value of another stage')) text += '  Raw.Store(0, PrimitiveIndex());\n'
    if (this.#minor >= 5 && dice.chance(0.2)) text += this.#query(cells)
    return text
  }

  #trace(cells: readonly Cell[]): string {
    const dice = this.#dice
    const shape = dice.pick(this.#payloads)
    const [id, ray] = [dice.name('t'), dice.name('d')]
    const e = (scalar: string, size = 1): string => this.#expression(part(scalar, size), cells, 1)
    let text = `  ${shape.name} ${id} = (${shape.name})0;\n`
    text += this.#statements([...cells, ...cellsOf(id, shape, true)], 2)
    if (dice.chance(0.5)) text += `  RayDesc ${ray} = { ${e('float', 3)}, 0.001, ${e('float', 3)}, ${e('float')} };\n`
    else
      text += `  RayDesc ${ray};\n  ${ray}.Origin = ${e('float', 3)};\n  ${ray}.TMin = 0;\n  ${ray}.Direction = ${e('float', 3)};\n  ${ray}.TMax = 100;\n`
    const argument = this.#has('resource as payload') ? 'Scene' : id
    const flags = dice.pick(['RAY_FLAG_NONE', 'RAY_FLAG_CULL_BACK_FACING_TRIANGLES | RAY_FLAG_FORCE_OPAQUE', e('uint')])
    text += `  TraceRay(Scene, ${flags}, ${dice.pick(['0xff', '~0', e('uint')])}, ${e('uint')}, 1, ${dice.below(3)}, ${ray}, ${argument});\n`
    return text + this.#use(cellsOf(id, shape, true), cells)
  }

  #use(results: readonly Cell[], cells: readonly Cell[]): string {
    return this.#statements([...results, ...cells], 1) + `  ${this.#store([...results, ...results, ...cells])}\n`
  }

  #query(cells: readonly Cell[]): string {
    const dice = this.#dice
    const [id, ray] = [dice.name('q'), dice.name('d')]
    const origin = this.#expression(part('float', 3), cells, 1)
    const result = dice.pick([
      'CommittedRayT()',
      'CommittedInstanceID()',
      'CandidatePrimitiveIndex()',
      'WorldRayOrigin().y',
      'CommittedStatus()',
    ])
    return `  RayQuery<${dice.pick(['RAY_FLAG_NONE', 'RAY_FLAG_FORCE_OPAQUE | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES'])}> ${id};
  RayDesc ${ray} = { ${origin}, 0, float3(0, 1, 0), 10 };
  ${id}.TraceRayInline(Scene, 0, 255, ${ray});
  while (${id}.Proceed())
    if (${id}.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE)
      ${id}.CommitNonOpaqueTriangleHit();
  Raw.Store(8, asuint(${id}.${result}));\n`
  }

  // ---- expressions -----------------------------------------------------------------------------------------------------------------

  #expression(want: Part, cells: readonly Cell[], depth: number): string {
    const dice = this.#dice
    if (want.columns > 0) return this.#matrix(want, cells, depth)
    if (want.scalar === 'bool') {
      if (depth === 0) return `(${typeOf(want)})${dice.below(2)}`
      const of = part(dice.pick(['float', 'int', 'uint']), want.size)
      return `(${this.#expression(of, cells, depth - 1)} ${dice.pick(['<', '>', '==', '!='])} ${this.#expression(of, cells, depth - 1)})`
    }
    if (depth > 0 && dice.chance(0.6)) {
      const [a, b] = [this.#expression(want, cells, depth - 1), this.#expression(want, cells, depth - 1)]
      const isFloat = /float/.test(want.scalar)
      return dice.pick([
        `(${a} + ${b})`,
        `(${a} - ${b})`,
        `(${a} * ${b})`,
        `max(${a}, ${b})`,
        isFloat ? `saturate(${a})` : `(${a} & ${b})`,
      ])
    }
    return this.#leaf(want, cells)
  }

  #matrix(want: Part, cells: readonly Cell[], depth: number): string {
    const same = cells.filter(c => c.part.columns === want.columns && c.part.size === want.size)
    if (same.length > 0 && this.#dice.chance(0.6))
      return `(${this.#dice.pick(same).text} * ${this.#expression(part('float'), cells, depth - 1)})`
    return `(${typeOf(want)})${this.#expression(part('float'), cells, Math.max(depth - 1, 0))}`
  }

  #leaf(want: Part, cells: readonly Cell[]): string {
    const dice = this.#dice
    const type = typeOf(want)
    const usable = cells.filter(c => c.part.size === want.size || c.part.size === 1 || c.part.size > want.size)
    if (usable.length > 0 && dice.chance(0.6)) return cast(type, want, dice.pick(usable))
    const system = SYSTEM.filter(([, , , , kinds, minor]) => kinds.includes(this.#stage) && minor <= this.#minor)
    if (system.length > 0 && dice.chance(0.4)) {
      const [text, scalar, size, columns] = dice.pick(system)
      if (columns > 0 || size >= want.size || size === 1)
        return cast(type, want, { text, part: part(scalar, size, columns), isWritable: false })
    }
    if (dice.chance(0.3)) {
      const [text, size] = dice.pick(READS)
      if (size >= want.size || size === 1)
        return cast(type, want, { text, part: part('float', size), isWritable: false })
    }
    const value = dice.below(9)
    return `(${type})${/float/.test(want.scalar) ? `${value}.5` : value}`
  }

  // ---- subobjects ------------------------------------------------------------------------------------------------------------------

  #subobjects(): string[] {
    const dice = this.#dice
    const names: string[] = []
    const next = (): string => {
      names.push(dice.name('Sub'))
      return names.at(-1)!
    }
    const entry = (kind: Kind): string => [...this.#entries].filter(([, k]) => k === kind).map(([n]) => n)[0] ?? ''
    const ways: readonly (() => string)[] = [
      () => `GlobalRootSignature ${next()} = { "${dice.pick(ROOT_SIGNATURES)}" };`,
      () => `LocalRootSignature ${next()} = { "${dice.pick(ROOT_SIGNATURES)}" };`,
      () =>
        `StateObjectConfig ${next()} = { ${dice.pick(['STATE_OBJECT_FLAGS_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS', '0', '1', ...(this.#minor >= 5 ? ['STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS'] : [])])} };`,
      () =>
        `SubobjectToExportsAssociation ${next()} = { "${names[0] ?? 'Elsewhere'}", "${[...this.#entries.keys()].slice(0, dice.below(3)).join(';')}" };`,
      () =>
        `RaytracingShaderConfig ${next()} = { ${dice.below(64)}, ${this.#has('subobject short') ? '' : dice.pick(['8', '4 + 4', 'sizeof(float)'])} };`,
      () =>
        `RaytracingPipelineConfig ${next()} = { ${this.#has('subobject of a wrong value') ? 'Count' : dice.below(32)} };`,
      () => `TriangleHitGroup ${next()} = { "${entry('anyhit')}", "${entry('closesthit')}" };`,
      () =>
        `ProceduralPrimitiveHitGroup ${next()} = { "${entry('anyhit')}", "${entry('closesthit')}", "${this.#has('group without an intersection') ? '' : entry('intersection') || 'Outside'}" };`,
      ...(this.#minor >= 5
        ? [
            () =>
              `RaytracingPipelineConfig1 ${next()} = { ${dice.below(32)}, ${dice.pick(['RAYTRACING_PIPELINE_FLAG_NONE', 'RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES'])} };`,
          ]
        : []),
    ]
    return Array.from({ length: 1 + dice.below(5) }, () => dice.pick(ways)())
  }
}

const RESOURCES = [
  'RaytracingAccelerationStructure Scene : register(t0);',
  'Texture2D<float4> Map : register(t1);',
  'ByteAddressBuffer Bytes : register(t2);',
  'RWStructuredBuffer<float4> Colours : register(u0);',
  'RWTexture2D<float4> Image : register(u1);',
  'RWByteAddressBuffer Raw : register(u2);',
  'RWBuffer<uint> Counters : register(u3);',
  'SamplerState Linear : register(s0);',
  'cbuffer Constants : register(b0) { float4x4 World; float4 Tint; uint Count; };',
]

const READS: readonly (readonly [text: string, size: number])[] = [
  ['Tint', 4],
  ['World[1]', 4],
  ['Map.SampleLevel(Linear, Tint.xy, 0)', 4],
  ['Map.Load(int3(1, 2, 0))', 4],
  ['asfloat(Bytes.Load(16))', 1],
  ['Colours[3]', 4],
  ['Count', 1],
]

const ROOT_SIGNATURES = [
  'CBV(b0), SRV(t0), UAV(u0), UAV(u2)',
  'RootConstants(num32BitConstants = 4, b1)',
  'DescriptorTable(SRV(t1), UAV(u1), UAV(u3)), StaticSampler(s0)',
]

/** What a cell is as a value of the type: its first components, or a scalar in all of them. */
function cast(type: string, want: Part, cell: Cell): string {
  const { size, columns } = cell.part
  const swizzle = 'xyzw'.slice(0, want.size)
  if (columns > 0) return `(${type})${cell.text}._m00`
  return `(${type})${size === want.size || size === 1 ? cell.text : `${cell.text}.${swizzle}`}`
}

export const generateLibrary = (seed: number): LibraryProgram => new LibraryGenerator(seed).program()
