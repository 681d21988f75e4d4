// Random links: projects of several libraries whose functions call each other, and libraries of shaders for rays, nodes and exported functions; to
// shaders and to libraries, of every shader model, some with one mistake. Invariant: the same seed gives the same links.

import { generateExports } from '../libraries/exports.ts'
import { generateLibrary } from '../libraries/generate.ts'
import { generateNodes } from '../libraries/nodes.ts'
import { Dice } from '../libraries/shapes.ts'
import type { LibrarySource } from './scenarios.ts'

export interface LinkProgram {
  readonly libraries: readonly LibrarySource[]
  readonly entry?: string
  readonly target: string
  /** Of the link, in DXC's spelling. */
  readonly args: readonly string[]
  readonly mistake: string
}

const MISTAKES = [
  'nobody defines it',
  'defined twice',
  'recursion',
  'resource of another type',
  'no entry',
  'entry of another stage',
  'entry without properties',
  'shared memory defined twice',
  'old validator',
  'unknown export',
  'export collides',
] as const

const STAGES = {
  cs: '[shader("compute")] [numthreads(4, 2, 1)] void main(uint3 id : SV_DispatchThreadID, uint at : SV_GroupIndex)',
  ps: '[shader("pixel")] float4 main(float4 p : SV_Position, float2 uv : UV, nointerpolation uint at : ID) : SV_Target',
  vs: '[shader("vertex")] float4 main(float3 p : PLACE, float2 uv : UV, uint at : SV_VertexID, out float2 o : UV) : SV_Position',
} as const
type Stage = keyof typeof STAGES

/** Type of a parameter: its text, what stands behind the name, and numbers in it. */
interface Kind {
  readonly text: string
  readonly dims?: string
  readonly leaves: readonly string[]
}

const vector = (type: string, n: number): Kind => ({
  text: n === 1 ? type : `${type}${n}`,
  leaves: n === 1 ? [''] : [...'xyzw'.slice(0, n)].map(c => `.${c}`),
})
const KINDS: readonly Kind[] = [
  ...[1, 2, 3, 4].flatMap(n => [vector('float', n), vector('int', n), vector('uint', n)]),
  vector('bool', 1),
  vector('bool', 3),
  { text: 'float2x2', leaves: ['._m00', '._m11', '[1].x'] },
  { text: 'float3x4', leaves: ['._m00', '._m21', '[2].y'] },
  { text: 'row_major float4x3', leaves: ['._m02', '._m31'] },
  { text: 'Item', leaves: ['.place.y', '.count', '.pair[1]', '.turn._m01'] },
  { text: 'Pair', leaves: ['.first.x', '.second.count', '.second.pair[0]'] },
  { text: 'float', dims: '[3]', leaves: ['[0]', '[2]'] },
  { text: 'float2', dims: '[2]', leaves: ['[0].x', '[1].y'] },
  { text: 'Item', dims: '[2]', leaves: ['[0].count', '[1].place.x'] },
]
const STRUCTS = `struct Item { float3 place; uint count; float pair[2]; float2x2 turn; };
struct Pair { float2 first; Item second; };`

interface Param {
  readonly kind: Kind
  readonly mode: string
  readonly name: string
}
interface Callee {
  readonly name: string
  readonly result: Kind
  readonly params: readonly Param[]
  readonly home: number
}

const RESOURCES: readonly (readonly [declaration: string, use: string])[] = [
  ['cbuffer Frame { float4 tint; float2x2 turning; uint limit; };', 'tint.x + turning._m10 + limit'],
  ['StructuredBuffer<Item> items : register(t2);', 'items[at].place.z + items[at + 1].pair[1]'],
  ['Texture2D<float4> image; SamplerState how;', 'image.SampleLevel(how, float2(at, 2), 0).y'],
  ['ByteAddressBuffer raw : register(t5, space1);', 'asfloat(raw.Load(at * 4))'],
  ['Buffer<float> list[3] : register(t7);', 'list[1][at]'],
  [
    'Texture2DArray<float> layers; SamplerComparisonState test;',
    'layers.SampleCmpLevelZero(test, float3(1, 2, at), 0.5)',
  ],
  ['RWStructuredBuffer<float> counted : register(u3);', 'counted[counted.IncrementCounter()]'],
  ['RWTexture2D<float> canvas;', 'canvas[uint2(at, 1)]'],
  ['tbuffer Table { float4 rows[8]; };', 'rows[at & 7].z'],
]

class ProjectGenerator {
  readonly #dice: Dice
  /** Which parameters nobody reads: seeds stay what they were. */
  readonly #unread: Dice
  readonly #mistake: string
  readonly #stage: Stage
  readonly #count: number
  readonly #callees: Callee[] = []
  readonly #used: (typeof RESOURCES)[number][]

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    this.#unread = new Dice(seed + 1)
    this.#mistake = dice.chance(0.15) ? dice.pick(MISTAKES) : ''
    this.#stage = dice.pick(['cs', 'cs', 'ps', 'vs'] as const)
    this.#count = 1 + dice.below(3)
    this.#used = RESOURCES.filter(() => dice.chance(0.35))
  }

  program(): LinkProgram {
    const dice = this.#dice
    for (let i = 1 + dice.below(5); i > 0; i--) this.#declare(i)
    const isLibrary = dice.chance(0.4) || /export/.test(this.#mistake)
    const model = isLibrary ? 3 + dice.below(6) : dice.below(9)
    const target = isLibrary
      ? `lib_6_${model}`
      : `${this.#mistake === 'entry of another stage' ? 'gs' : this.#stage}_6_${model}`
    const shared = ['-Zi -Qembed_debug', '-Od', '-O1', '-enable-16bit-types', '', '', '', ''][dice.below(8)]!
    const libraries = Array.from({ length: this.#count }, (_, n): LibrarySource => {
      const least = shared === '-enable-16bit-types' ? 3 : 3
      const own = dice.chance(0.6) ? 'lib_6_x' : `lib_6_${least + dice.below(Math.max(1, model - 2))}`
      return { source: this.#library(n), target: own, args: shared === '' ? [] : shared.split(' ') }
    })
    if (this.#mistake === 'defined twice') libraries.push(libraries[libraries.length - 1]!)
    if (this.#mistake === 'shared memory defined twice')
      libraries.push({
        source: 'groupshared float held[8]; export void clear() { held[0] = 0; }',
        target: 'lib_6_x',
        args: ['-default-linkage', 'external'],
      })
    const entry = { 'no entry': 'none', 'entry without properties': 'f1' }[this.#mistake] ?? 'main'
    return {
      libraries,
      ...(isLibrary ? {} : { entry }),
      ...{ target, args: this.#linkArguments(isLibrary, model), mistake: this.#mistake },
    }
  }

  #linkArguments(isLibrary: boolean, model: number): string[] {
    const dice = this.#dice
    const args: string[] = []
    if (this.#mistake === 'old validator') args.push('-validator-version', `1.${Math.max(0, model - 1)}`)
    else if (dice.chance(0.25)) args.push('-validator-version', `1.${Math.min(8, model + dice.below(3))}`)
    if (!isLibrary) return args
    const names = this.#callees.map(c => c.name)
    if (this.#mistake === 'unknown export') args.push('-exports', `${names[0]};nothing`)
    else if (this.#mistake === 'export collides') args.push('-exports', `again=${names[0]};again=main`)
    else if (dice.chance(0.15)) args.push('-export-shaders-only')
    else if (dice.chance(0.4)) {
      const list = [...names, 'main']
        .filter(() => dice.chance(0.6))
        .map(n => dice.pick([n, `${n}New=${n}`, `${n},${n}Copy=${n}`]))
      if (list.length > 0)
        args.push(...(dice.chance(0.5) ? ['-exports', list.join(';')] : list.flatMap(line => ['-exports', line])))
    }
    return args
  }

  #declare(number: number): void {
    const dice = this.#dice
    const params = Array.from({ length: dice.below(4) }, (_, i): Param => {
      const kind = dice.pick(KINDS)
      return { kind, mode: dice.pick(['', '', '', 'inout ', 'out ']), name: `p${i}` }
    })
    const result = dice.pick(KINDS.filter(k => k.dims === undefined))
    this.#callees.unshift({ name: `f${number}`, result, params, home: dice.below(this.#count) })
  }

  #library(n: number): string {
    const dice = this.#dice
    const lines = [STRUCTS]
    const resources = this.#used.filter(() => dice.chance(0.7))
    for (const [declaration] of resources)
      lines.push(
        this.#mistake === 'resource of another type' && n > 0
          ? declaration
              .replace(/<Item>|float4 tint|<float4>/, m => (m === '<Item>' ? '<Pair>' : m.replace('float4', 'float2')))
              .replace(').y', ').x')
          : declaration,
      )
    if (dice.chance(0.3)) {
      // Half of those that can are initialised by code.
      const read =
        resources.length > 0 && dice.chance(0.5) ? dice.pick(resources)[1].replace(/\bat\b/g, '1u') : undefined
      lines.push(`static float kept${n} = ${read ?? dice.below(9)};`)
    }
    if (dice.chance(0.3) && this.#stage === 'cs') lines.push(`groupshared float held${n === 0 ? '' : n}[8];`)
    if (this.#mistake === 'shared memory defined twice' && n === 0 && !lines.some(line => line.includes('float held[')))
      lines.push('groupshared float held[8];')
    const has = (word: string): boolean => lines.some(line => line.includes(word))
    const spare = [
      ...resources.map(([, use]) => use),
      ...(has(`kept${n}`) ? [`(kept${n} += 1)`] : []),
      ...(has('held') ? [`held${n === 0 ? '' : n}[at & 7]`] : []),
    ]
    for (const f of this.#callees) lines.push(`${this.#head(f)};`)
    for (const [i, f] of this.#callees.entries()) if (f.home === n) lines.push(...this.#define(f, i, spare))
    if (n === 0) lines.push(this.#main(spare))
    return lines.join('\n')
  }

  #head({ name, result, params }: Callee): string {
    const list = params.map(({ kind, mode, name: p }) => `${mode}${kind.text} ${p}${kind.dims ?? ''}`)
    return `${result.text} ${name}(${['uint at', ...list].join(', ')})`
  }

  #define(f: Callee, index: number, spare: readonly string[]): string[] {
    const dice = this.#dice
    if (this.#mistake === 'nobody defines it' && index === 0) return [`${this.#head(f)};`]
    const body = [`float sum = at;`]
    for (const { kind, mode, name } of f.params)
      if (mode === 'out ') body.push(`${this.#filled(kind, name)}`)
      else if (!this.#unread.chance(0.08)) body.push(`sum += ${dice.pick(kind.leaves.map(line => name + line))};`)
    const isKept = dice.chance(0.15)
    if (spare.length > 0 && dice.chance(0.7)) body.push(`sum += ${dice.pick(spare)};`)
    if (dice.chance(0.3)) body.push('for (uint i = 0; i < at; i++) sum *= 1.5 + i;')
    const callees = this.#callees.slice(index + 1)
    if (callees.length > 0 && dice.chance(0.7)) body.push(this.#call(dice.pick(callees), 'c'))
    if (this.#mistake === 'recursion' && index === this.#callees.length - 1)
      body.push(this.#call(this.#callees[0]!, 'r'))
    for (const { kind, mode, name } of f.params)
      if (mode === 'inout ') body.push(`${name}${dice.pick(kind.leaves)} = sum;`)
    const type = f.result.text.replace('row_major ', '')
    const each = f.result.leaves.map(line => `all${line} = sum;`).join(' ')
    body.push(`${type} all = (${type})0; ${each} return all;`)
    return [`${isKept ? '[noinline] ' : ''}${this.#head(f)} { ${body.join(' ')} }`]
  }

  #filled({ text, dims = '' }: Kind, name: string): string {
    const type = text.replace('row_major ', '')
    const count = Number(/\d/.exec(dims)?.[0] ?? 0)
    if (count === 0) return `${name} = (${type})at;`.replace(/\((Item|Pair)\)at/, '($1)0')
    return Array.from({ length: count }, (_, i) => `${name}[${i}] = (${type})${type === 'Item' ? '0' : 'at'};`).join(
      ' ',
    )
  }

  #call(f: Callee, prefix: string): string {
    const locals = f.params.map(
      ({ kind, mode }, i) =>
        `${kind.text} ${prefix}${i}${kind.dims ?? ''}; ${mode === 'out ' ? '' : this.#filled(kind, `${prefix}${i}`)}`,
    )
    const list = ['at', ...f.params.map((_, i) => `${prefix}${i}`)].join(', ')
    const back = f.params.flatMap(({ kind, mode }, i) =>
      mode === '' ? [] : [`sum += ${prefix}${i}${this.#dice.pick(kind.leaves)};`],
    )
    return `${locals.join(' ')} sum += ${f.name}(${list})${this.#dice.pick(f.result.leaves)}; ${back.join(' ')}`
  }

  #main(spare: readonly string[]): string {
    const dice = this.#dice
    const calls = this.#callees.filter((_, i) => i === 0 || dice.chance(0.4)).map((f, i) => this.#call(f, `m${i}_`))
    const read = spare.length > 0 && dice.chance(0.6) ? `sum += ${dice.pick(spare)};` : ''
    const end = {
      cs: 'result[at] = sum;',
      ps: 'result[at] = sum; return sum * uv.x;',
      vs: 'o = uv * sum; return float4(p, sum);',
    }[this.#stage]
    return `RWBuffer<float> result : register(u0);\n${STAGES[this.#stage]} { float sum = 0; ${read} ${calls.join(' ')} ${end} }`
  }
}

const HELPERS =
  'cbuffer More { float4 more; }; export float helped(float x) { return x * more.y; } [noinline] export float2 twice(float2 v) { return v * 2; }'

/** A library of another generator, linked to a library. */
function wholeLibrary(seed: number): LinkProgram {
  const dice = new Dice(seed)
  const program = dice.pick([generateLibrary, generateNodes, generateNodes, generateExports])(seed)
  const at = program.args.indexOf('-T')
  const target = program.args[at + 1]!
  const kept = program.args.filter(
    (a, i) =>
      i !== at &&
      i !== at + 1 &&
      a !== '-exports' &&
      program.args[i - 1] !== '-exports' &&
      a !== '-export-shaders-only',
  )
  const own = Number(/\d+$/.exec(target)?.[0] ?? 8)
  const model = Math.min(8, own + (dice.chance(0.4) ? dice.below(3) : 0))
  const names = [
    ...program.source.matchAll(/^(?:export )?(?:\[[^\n]*\] *)*(?:void|float\d?|uint\d?|int\d?) (\w+)\(/gm),
  ].map(m => m[1]!)
  const list = names.filter(() => dice.chance(0.6)).map(n => dice.pick([n, `${n}New=${n}`]))
  const args = dice.chance(0.25)
    ? ['-export-shaders-only']
    : dice.chance(0.3) && list.length > 0
      ? ['-exports', list.join(';')]
      : []
  const helpers = { source: HELPERS, target, args: kept.filter(a => a === '-enable-16bit-types') }
  // DXC's linker loses subobjects.
  const source = program.source.replace(/^\w+ Sub\d+ = [^;]*;.*$/gm, '')
  const libraries = [{ source, target, args: kept }, ...(dice.chance(0.4) ? [helpers] : [])]
  return { libraries, target: `lib_6_${model}`, args, mistake: program.mistake }
}

export const generateLink = (seed: number): LinkProgram =>
  seed % 3 === 0 ? wholeLibrary(seed) : new ProjectGenerator(seed).program()
