// Random pixel and compute shaders of textures: every dimension, sampled and loaded with mips, offsets, clamps and statuses; gathered, with four offsets
// too; compared; their sizes asked for in every type; textures that are written whole and by components, atomically, through functions and arrays of
// them, and read again behind that.
// Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

interface Kind {
  readonly name: string
  /** Numbers that sampling takes, loading without the mip, and offsets have. */
  readonly sampled: number
  readonly loaded: number
  readonly offset: number
  /** Numbers of GetDimensions. */
  readonly sizes: number
}

const KINDS: readonly Kind[] = [
  { name: 'Texture1D', sampled: 1, loaded: 1, offset: 1, sizes: 1 },
  { name: 'Texture1DArray', sampled: 2, loaded: 2, offset: 1, sizes: 2 },
  { name: 'Texture2D', sampled: 2, loaded: 2, offset: 2, sizes: 2 },
  { name: 'Texture2DArray', sampled: 3, loaded: 3, offset: 2, sizes: 3 },
  { name: 'Texture3D', sampled: 3, loaded: 3, offset: 3, sizes: 3 },
  { name: 'TextureCube', sampled: 3, loaded: 0, offset: 0, sizes: 2 },
  { name: 'TextureCubeArray', sampled: 4, loaded: 0, offset: 0, sizes: 3 },
]
const ELEMENTS = [
  'float',
  'float2',
  'float3',
  'float4',
  'float4',
  'unorm float4',
  'int',
  'int2',
  'uint',
  'uint3',
  'uint4',
  'min16float4',
]
const lanesOf = (type: string): number => Number(/\d$/.exec(type)?.[0] ?? 1)
const scalarOf = (type: string): string => type.replace(/^unorm |\d$/g, '').replace(/\d$/, '')

interface Texture {
  readonly text: string
  readonly kind: Kind
  readonly type: string
}

class Generator {
  readonly #dice: Dice
  readonly #minor: number
  readonly #isPixel: boolean
  readonly #head: string[] = []
  readonly #read: Texture[] = []
  readonly #written: Texture[] = []
  #count = 0

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    this.#minor = dice.pick([0, 0, 1, 5, 6, 6, 7, 8])
    this.#isPixel = dice.chance(0.6)
  }

  program(): Source {
    const dice = this.#dice
    for (let i = 2 + dice.below(3); i > 0; i--) this.#declare()
    for (let i = 1 + dice.below(3); i > 0; i--) this.#declareWritten()
    const body = Array.from({ length: 5 + dice.below(7) }, () => `  ${this.#statement(2)}`)
    const source = `${this.#head.join('\n')}
SamplerState smooth : register(s0); SamplerComparisonState less : register(s1);
StructuredBuffer<float> b : register(t20); RWStructuredBuffer<float> o : register(u${this.#isPixel ? 7 : 20});
cbuffer C : register(b9) { int n; int k; float f; };
float4 sum(float x) { return x; } float4 sum(float2 x) { return x.xyxy; } float4 sum(float3 x) { return x.xyzx; } float4 sum(float4 x) { return x; }
${this.#isPixel ? 'float4 main(float4 at : TEXCOORD) : SV_Target' : '[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex)'} {
  ${this.#isPixel ? '' : 'float4 at = float4(t, b[t], b[t + 4], f) * 0.25;'}
  float4 r = at; int4 i = int4(n & 7, k & 3, n & 1, k & 7);
${body.join('\n')}
  ${this.#isPixel ? 'return r + i;' : 'o[t * 4] = r.x + i.x; o[t * 4 + 1] = r.y + i.y; o[t * 4 + 2] = r.z + i.z; o[t * 4 + 3] = r.w + i.w;'}
}
`
    const flags = dice.pick([[], [], [], ['-O1'], ['-Od']])
    return { source, args: ['-T', `${this.#isPixel ? 'ps' : 'cs'}_6_${this.#minor}`, '-E', 'main', ...flags] }
  }

  #declare(): void {
    const dice = this.#dice
    const kind = dice.pick(KINDS)
    const type = dice.pick(kind.loaded === 0 ? ELEMENTS.filter(t => t.includes('float')) : ELEMENTS)
    const name = `x${this.#count++}`
    const many = dice.chance(0.25)
    this.#head.push(`${kind.name}<${type}> ${name}${many ? '[3]' : ''};`)
    this.#read.push({
      text: many ? `${name}[${dice.pick(['0', '2', '(k & 1)', 'NonUniformResourceIndex(i.y % 3)'])}]` : name,
      kind,
      type,
    })
  }

  #declareWritten(): void {
    const dice = this.#dice
    const kind = dice.pick(KINDS.slice(0, 5))
    // DXC before 6.7 loads only single numbers of 32 bits without a format, but does not say so here.
    const type = dice.pick(['float', 'float2', 'float4', 'int', 'uint', 'uint2', 'int4'])
    const name = `w${this.#count++}`
    const many = dice.chance(0.2)
    this.#head.push(`RW${kind.name}<${type}> ${name}${many ? '[2]' : ''};`)
    this.#written.push({
      text: many ? `${name}[${dice.pick(['0', '1', 'NonUniformResourceIndex(k & 1)'])}]` : name,
      kind,
      type,
    })
  }

  #vector(type: string, n: number, lane: () => string): string {
    const lanes = Array.from({ length: n }, lane)
    return n === 1 ? lanes[0]! : `${type}${n}(${lanes.join(', ')})`
  }

  #floats(n: number): string {
    const dice = this.#dice
    if (dice.chance(0.5)) return `${dice.pick(['at', 'r'])}.${['x', 'xy', 'zyx', 'wzyx'][n - 1]}`
    return this.#vector('float', n, () => dice.pick(['at.x', 'at.y', 'f', '0.25', '1.5', 'at.w', 'r.z']))
  }

  #ints(n: number): string {
    const dice = this.#dice
    if (dice.chance(0.5)) return `i.${['x', 'yx', 'xyz', 'wzyx'][n - 1]}`
    return this.#vector('int', n, () => dice.pick(['i.x', 'i.y', '0', '1', '(i.z + 1)', 'i.w', '2']))
  }

  #offset(n: number): string {
    return this.#vector('int', n, () => `${this.#dice.below(16) - 8}`)
  }

  /** Arguments that may be left out, from the first on: an offset, a clamp, a status. A status is looked at. */
  #rest(offset: number, isClamped: boolean): { args: string; status: boolean } {
    const dice = this.#dice
    const args: string[] = []
    let status = false
    const depth = dice.below(4)
    if (depth > 0 && offset > 0) args.push(this.#offset(offset))
    if (depth > 1 && (isClamped ? this.#isPixel : true)) {
      if (isClamped) args.push(dice.pick(['0', '0.5', 'f']))
      if (depth > 2 || !isClamped) {
        args.push('status')
        status = true
      }
    }
    return { args: args.map(a => `, ${a}`).join(''), status }
  }

  #sampled(): string {
    const dice = this.#dice
    const floats = this.#read.filter(x => scalarOf(x.type) !== 'int' && scalarOf(x.type) !== 'uint')
    if (floats.length === 0) return this.#loaded()
    const { text, kind, type } = dice.pick(floats)
    const place = this.#floats(kind.sampled)
    const gradient =
      kind.name.startsWith('TextureCube') || kind.name === 'Texture3D' ? 3 : kind.name.startsWith('Texture1D') ? 1 : 2
    const is2D = kind.name.startsWith('Texture2D')
    const forms: (() => { call: string; status: boolean; lanes?: number })[] = [
      () => {
        const { args, status } = this.#rest(kind.offset, false)
        return { call: `SampleLevel(smooth, ${place}, ${dice.pick(['0', 'f', 'at.w', '1'])}${args})`, status }
      },
      () => {
        const { args, status } = this.#rest(kind.offset, true)
        return {
          call: `SampleGrad(smooth, ${place}, ${this.#floats(gradient)}, ${this.#floats(gradient)}${args})`,
          status,
        }
      },
    ]
    if (this.#isPixel)
      forms.push(
        () => {
          const { args, status } = this.#rest(kind.offset, true)
          return { call: `Sample(smooth, ${place}${args})`, status }
        },
        () => {
          const { args, status } = this.#rest(kind.offset, true)
          return { call: `SampleBias(smooth, ${place}, ${dice.pick(['0.5', 'f', 'at.z'])}${args})`, status }
        },
      )
    if (kind.name !== 'Texture3D')
      forms.push(() => {
        const { args, status } = this.#rest(kind.offset, false)
        return {
          call: `SampleCmpLevelZero(less, ${place}, ${dice.pick(['0.5', 'at.z', 'f'])}${args})`,
          status,
          lanes: 1,
        }
      })
    if (is2D || kind.name.startsWith('TextureCube'))
      forms.push(
        () => {
          const { args, status } = this.#rest(is2D ? 2 : 0, false)
          return { call: `Gather${dice.pick(['', 'Red'])}(smooth, ${place}${args})`, status, lanes: 4 }
        },
        () => {
          const { args, status } = this.#rest(is2D ? 2 : 0, false)
          return { call: `GatherCmp(less, ${place}, ${dice.pick(['0.5', 'at.z'])}${args})`, status, lanes: 4 }
        },
      )
    if (is2D)
      forms.push(() => {
        const four = dice.chance(0.6)
        const offsets = Array.from({ length: four ? 4 : 1 }, () => this.#offset(2)).join(', ')
        const status = dice.chance(0.4)
        return {
          call: `Gather${dice.pick(['Red', 'Green', 'Blue', 'Alpha'])}(smooth, ${place}, ${offsets}${status ? ', status' : ''})`,
          status,
          lanes: 4,
        }
      })
    const { call, status, lanes } = dice.pick(forms)()
    return this.#used(`${text}.${call}`, lanes ?? lanesOf(type), status)
  }

  #used(call: string, lanes: number, status: boolean): string {
    const dice = this.#dice
    const of = lanes === 1 ? 'float' : `float${lanes}`
    if (!status) return `r ${dice.pick(['=', '+='])} sum((${of})${call});`
    const tested = dice.pick([
      'if (CheckAccessFullyMapped(status)) r += sum(v); else i.x ^= 1;',
      'r = CheckAccessFullyMapped(status) ? sum(v) : r.yzwx;',
      'i.y += CheckAccessFullyMapped(status) ? 1 : 2; r += sum(v);',
    ])
    return `{ uint status; ${of} v = (${of})${call}; ${tested} }`
  }

  #loaded(): string {
    const dice = this.#dice
    const readable = this.#read.filter(x => x.kind.loaded > 0)
    if (readable.length === 0) return 'r = r.wxyz;'
    const { text, kind, type } = dice.pick(readable)
    const lanes = lanesOf(type)
    const place = this.#ints(kind.loaded)
    if (dice.chance(0.25)) return this.#used(`${text}[${place}]`, lanes, false)
    if (dice.chance(0.2)) return this.#used(`${text}.mips[${dice.pick(['0', '1', 'i.y'])}][${place}]`, lanes, false)
    const { args, status } = this.#rest(kind.offset, false)
    const mip = dice.pick(['0', '1', 'i.y'])
    // A status comes behind an offset.
    const isWhole = !status || args.startsWith(', int') || /^, -?\d/.test(args)
    const at = `int${kind.loaded + 1}(${place}, ${mip})`
    return this.#used(`${text}.Load(${at}${isWhole ? args : `, ${this.#offset(kind.offset)}${args}`})`, lanes, status)
  }

  #sizes(): string {
    const dice = this.#dice
    const isWritten = dice.chance(0.3)
    const { text, kind } = dice.pick(isWritten ? this.#written : this.#read)
    const withMips = !isWritten && dice.chance(0.5)
    const type = dice.pick(['uint', 'uint', 'float', 'int'])
    const names = Array.from({ length: kind.sizes + (withMips ? 1 : 0) }, (_, n) => `d${n}`)
    // DXC has no overload of ints.
    const of = type === 'int' ? 'uint' : type
    const uses = names.map((d, n) => `r.${'xyzw'[n]} += ${dice.pick(['', '2 * '])}${d};`).join(' ')
    return `{ ${of} ${names.join(', ')}; ${text}.GetDimensions(${withMips ? `${dice.pick(['0', '1', 'i.y'])}, ` : ''}${names.join(', ')}); ${uses} }`
  }

  #write(): string {
    const dice = this.#dice
    const { text, kind, type } = dice.pick(this.#written)
    const [lanes, s] = [lanesOf(type), scalarOf(type)]
    const place = `${text}[${this.#ints(kind.loaded).replace(/^int/, 'uint')}]`
    const value = (n: number): string =>
      `(${n === 1 ? s : `${s}${n}`})${n === 1 ? dice.pick(['r.x', 'i.y', 'at.z', 'f']) : dice.pick(['r', 'i', 'at', 'r.wzyx'])}${n > 1 && n < 4 ? `.${'xyzw'.slice(0, n)}` : ''}`
    const names = [...'xyzw'].slice(0, lanes)
    const part = Array.from({ length: 1 + dice.below(lanes) }, () => names.splice(dice.below(names.length), 1)[0]).join(
      '',
    )
    switch (dice.below(7)) {
      case 0:
        return `${place} = ${value(lanes)};`
      case 1:
        return `${place}.${part} ${dice.pick(['=', '+='])} ${value(part.length)};`
      case 2:
        return `${place} ${dice.pick(['+=', '-=', '*='])} ${value(lanes)};`
      case 3:
        if (s === 'float' || lanes > 1) return `r += sum((float${lanes > 1 ? lanes : ''})${place});`
        return dice.pick([
          `{ ${s} old; Interlocked${dice.pick(['Add', 'Max', 'Or', 'Exchange'])}(${place}, ${value(1)}, old); i.x += (int)old & 7; }`,
          `Interlocked${dice.pick(['Add', 'Min', 'Xor'])}(${place}, ${value(1)});`,
          `{ ${s} old; InterlockedCompareExchange(${place}, ${value(1)}, ${value(1)}, old); i.y ^= (int)old & 3; }`,
        ])
      case 4: {
        const name = `f${this.#count++}`
        this.#head.push(
          `void ${name}(inout ${type} p, int q) { p${lanes > 1 ? `[q & ${lanes === 2 ? 1 : 3}]` : ''} += (${s})q; }`,
        )
        return `${name}(${place}, i.${dice.pick(['x', 'y'])});`
      }
      case 5:
        return lanes > 1 ? `${place}[i.y & 1] = ${value(1)};` : `${place}++;`
      default:
        return `r += sum((float${lanes > 1 ? lanes : ''})${place});`
    }
  }

  #statement(depth: number): string {
    const dice = this.#dice
    switch (dice.below(depth > 0 ? 11 : 9)) {
      case 0:
      case 1:
      case 2:
        return this.#sampled()
      case 3:
      case 4:
        return this.#loaded()
      case 5:
        return this.#sizes()
      case 9: {
        const test = dice.pick(['i.x > 2', 'n > 3', 'i.y == 1', 'k < 4'])
        // Derivatives are asked for in front of branches.
        return `{ bool c = ${test}; if (c) { ${this.#write()} ${this.#loaded()} } else { ${this.#loaded()} } }`
      }
      case 10: {
        const j = `j${this.#count++}`
        return `for (int ${j} = 0; ${j} < ${dice.pick(['2', '3', '(k & 3)'])}; ${j}++) { i.x = (i.x + ${j}) & 7; ${this.#write()} ${this.#loaded()} }`
      }
      default:
        return this.#write()
    }
  }
}

export const generateTextures = (seed: number): Source => new Generator(seed).program()
