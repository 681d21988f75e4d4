// Random programs whose lanes give values to each other through memory: compute shaders in steps with barriers of every sort between, which write words
// of their own and read those of others in group-shared memory, buffers of each kind and textures; buffers of the heap and of arrays that may be one;
// and pixel shaders that write, discard, read again what others did not write, and ask for derivatives.
// Invariants: the same seed gives the same text; no word is written in a step in which another lane reads or writes it.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

/** Two words of each lane in memory that all share: how one is written, and read. `#` is its number, below eight. */
interface Place {
  readonly write: string
  readonly read: string
}

const SHARED: readonly Place[] = [
  { write: 'gs[#] = $;', read: 'gs[#]' },
  { write: 'gt[(#) >> 1].v[(#) & 1] = $;', read: 'gt[(#) >> 1].v[(#) & 1]' },
  { write: 'gm[(#) & 7][1] = $;', read: '(uint)gm[(#) & 7][1]' },
]
const BUFFERS: readonly Place[] = [
  { write: 'words[#] = $;', read: 'words[#]' },
  { write: 'structs[#].v[1] = $;', read: 'structs[#].v[1]' },
  { write: 'bytes.Store((#) * 4, $);', read: 'bytes.Load((#) * 4)' },
  { write: 'bytes.Store2((#) * 8 + 256, uint2($, 7));', read: 'bytes.Load2((#) * 8 + 256).x' },
  { write: 'typed[#] = $;', read: 'typed[#]' },
  { write: 'image[uint2(#, 1)] = $;', read: 'image[uint2(#, 1)]' },
  { write: 'image4[uint2(#, 1)].y = $;', read: 'image4[uint2(#, 1)].y' },
  { write: 'many[(k + #) & 1][#] = $;', read: 'many[(k + #) & 1][#]' },
]
const HEAP: readonly Place[] = [
  { write: 'ha[#] = $;', read: 'hb[#]' },
  { write: 'hb[#] = $;', read: 'ha[#]' },
  { write: 'hc.Store((#) * 4, $);', read: 'ha[#]' },
  { write: 'ha[#] = $;', read: 'hc.Load((#) * 4)' },
]
const ATOMICS: readonly string[] = [
  'InterlockedAdd(gs[#], $, old);',
  'InterlockedXor(gs[#], $, old);',
  'InterlockedMax(words[#], $, old);',
  'InterlockedExchange(words[#], $, old);',
  'bytes.InterlockedAdd((#) * 4, $, old);',
  'InterlockedOr(typed[#], $, old);',
  'InterlockedCompareExchange(gs[#], 3, $, old);',
]

class Generator {
  readonly #dice: Dice
  readonly #minor: number
  readonly #isPixel: boolean
  readonly #places: readonly Place[]
  /** What was read of other lanes: read again, it may be something else. */
  readonly #asked: string[] = []
  #count = 0

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    this.#isPixel = dice.chance(0.35)
    this.#minor = this.#isPixel ? dice.pick([0, 1, 6, 8]) : dice.pick([0, 0, 5, 6, 6, 8])
    this.#places = [
      ...(this.#isPixel ? [] : [...SHARED, ...SHARED]),
      ...BUFFERS,
      ...(this.#minor >= 6 ? [...HEAP, ...HEAP] : []),
    ]
  }

  program(): Source {
    const dice = this.#dice
    const body = this.#isPixel
      ? Array.from({ length: 4 + dice.below(6) }, () => this.#pixelStatement(2))
      : Array.from({ length: 3 + dice.below(4) }, () => this.#step(2))
    const coherent = (): string => dice.pick(['', '', 'globallycoherent '])
    const source = `struct S { uint a; uint v[2]; float z; };
${coherent()}RWStructuredBuffer<uint> words : register(u1); ${coherent()}RWStructuredBuffer<S> structs : register(u2);
${coherent()}RWByteAddressBuffer bytes : register(u3); RWBuffer<uint> typed : register(u4); RWTexture2D<uint> image : register(u5);
RWTexture2D<uint4> image4 : register(u6); RWStructuredBuffer<uint> many[2] : register(u10); RWStructuredBuffer<uint> o : register(u7);
StructuredBuffer<uint> b : register(t0); cbuffer C : register(b0) { uint n; uint k; };
${this.#isPixel ? '' : 'groupshared uint gs[8]; struct T { uint v[2]; uint2 w; }; groupshared T gt[4]; groupshared int2x2 gm[8];'}
uint changed(inout uint x, uint y) { x = x * 3 + y; return x >> 2; }
${this.#isPixel ? 'float4 main(float4 c : COLOR, uint t : TEXCOORD) : SV_Target' : '[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex)'} {
  ${this.#isPixel ? 't = 0;' : ''}
  uint r = b[t] & 255, q = b[t + 4] & 15, old = 0;
  ${this.#minor >= 6 ? 'RWStructuredBuffer<uint> ha = ResourceDescriptorHeap[k & 1]; RWStructuredBuffer<uint> hb = ResourceDescriptorHeap[n & 1]; RWByteAddressBuffer hc = ResourceDescriptorHeap[(k + n) & 1];' : ''}
  ${this.#isPixel ? 'float d = 0;' : 'gs[t] = t; gs[t + 4] = r; gt[t].v[0] = q; gt[t].v[1] = r; gt[t].w = t; gm[t] = (int)q; gm[t + 4] = (int)r;\n  AllMemoryBarrierWithGroupSync();'}
${body.map(l => `  ${l}`).join('\n')}
  ${this.#isPixel ? 'o[q & 3] = r; return float4(r & 255, q, d, old & 15);' : 'o[t] = r; o[t + 4] = q; o[t + 8] = old;'}
}
`
    const flags = dice.pick([[], [], [], ['-O1'], ['-Od']])
    return { source, args: ['-T', `${this.#isPixel ? 'ps' : 'cs'}_6_${this.#minor}`, '-E', 'main', ...flags] }
  }

  #barrier(): string {
    const all = ['AllMemoryBarrierWithGroupSync();', 'AllMemoryBarrierWithGroupSync();']
    if (this.#minor >= 8) all.push('Barrier(ALL_MEMORY, GROUP_SYNC | DEVICE_SCOPE);')
    return this.#dice.pick(all)
  }

  #value(): string {
    const dice = this.#dice
    return dice.pick([
      'r',
      'q',
      '(r + q)',
      '(old ^ r)',
      `(r * ${2 + dice.below(5)} + t)`,
      `(q ^ ${dice.below(9)})`,
      '(t + 1)',
      'k',
    ])
  }

  /** Own words of a lane: its own number, or that and four. */
  #own(): string {
    return this.#dice.pick(['t', 't', '(t + 4)'])
  }

  #written({ write }: Place, at: string): string {
    return write.replaceAll('#', at).replaceAll('$', this.#value())
  }

  #read(place: Place, at: string): string {
    const dice = this.#dice
    return `${dice.pick(['r', 'q', 'old'])} ${dice.pick(['=', '+=', '^='])} ${place.read.replaceAll('#', at)};`
  }

  /** Words of any lane. */
  #other(): string {
    const dice = this.#dice
    return dice.pick([
      '(t ^ 1)',
      '(3 - t)',
      '((t + 1) & 3)',
      '(7 - t)',
      `${dice.below(8)}`,
      '(r & 7)',
      '(q & 7)',
      '(t ^ 2)',
    ])
  }

  /**
   * Lanes write their own words of some places and read them back; behind a barrier they read any words of these; then there is a barrier again.
   * All that is in between has to be as it was: what one place holds may be kept over the barrier or must be read again.
   */
  #step(depth: number): string {
    const dice = this.#dice
    const places = Array.from({ length: 1 + dice.below(2) }, () => dice.pick(this.#places))
    // Memory of the heap may be one, so that one step has one kind of it.
    const own: string[] = []
    for (const place of places) {
      const at = this.#own()
      if (dice.chance(0.5)) own.push(this.#read(place, at))
      const line = this.#written(place, at)
      own.push(dice.chance(0.25) ? `if (${this.#value()} > ${dice.below(20)}) { ${line} }` : line)
      if (dice.chance(0.5)) own.push(this.#read(place, at))
      if (dice.chance(0.2)) own.push(this.#written(place, at), this.#read(place, at))
    }
    if (dice.chance(0.3))
      own.push(
        dice
          .pick(ATOMICS.slice(0, 2).concat(ATOMICS.slice(2)))
          .replaceAll('#', this.#own())
          .replaceAll('$', this.#value()),
      )
    const others = Array.from({ length: 1 + dice.below(3) }, () => {
      const line =
        dice.chance(0.4) && this.#asked.length > 0
          ? this.#asked.at(-1)!
          : this.#read(dice.pick([...places, ...places, dice.pick(this.#places)]), this.#other())
      this.#asked.push(line)
      return dice.chance(0.2) ? `if (${this.#value()} > ${dice.below(20)}) { ${line} }` : line
    })
    const kept = `kept${this.#count++}`
    const keeps = dice.chance(0.3)
    const step = [
      ...(keeps ? [`uint ${kept} = ${places[0]!.read.replaceAll('#', this.#own())};`] : []),
      ...own,
      this.#barrier(),
      ...others,
      ...(keeps ? [`r ^= ${kept};`] : []),
      this.#barrier(),
    ].join(' ')
    if (depth > 0 && dice.chance(0.25)) {
      const i = `i${this.#count++}`
      return `for (uint ${i} = 0; ${i} < ${dice.pick(['2', '3', '(n & 3)'])}; ${i}++) { ${step} ${this.#step(depth - 1)} r += ${i}; }`
    }
    if (depth > 0 && dice.chance(0.15))
      return `if ((n & ${1 + dice.below(2)}) != 0) { ${step} } else { ${this.#step(depth - 1)} }`
    return step
  }

  /** One lane of a pixel shader has all of the memory: the others write only what is not discarded, each the same. */
  #pixelStatement(depth: number): string {
    const dice = this.#dice
    const place = dice.pick(this.#places)
    const at = dice.pick(['(q & 7)', '(r & 7)', `${dice.below(8)}`, `${dice.below(8)}`, 't'])
    const test = dice.pick([
      `c.x > ${dice.below(3)}`,
      `(r & ${1 + dice.below(7)}) == 0`,
      'c.y < c.z',
      `q > ${dice.below(9)}`,
      'old == 0',
    ])
    switch (dice.below(depth > 0 ? 12 : 8)) {
      case 0:
      case 1:
        return this.#written(place, at)
      case 2:
      case 3:
        return this.#read(place, at)
      case 4:
        return dice.pick([
          `if (${test}) discard;`,
          `clip(c.${dice.pick(['x', 'y', 'w'])} + ${dice.below(6)});`,
          `if (${test}) { ${this.#written(place, at)} discard; }`,
        ])
      case 5:
        return dice.pick(ATOMICS.slice(2, 6)).replaceAll('#', at).replaceAll('$', this.#value())
      case 6:
        return dice.pick(['d += ddx(c.x + r);', 'd -= fwidth(c.y);', 'd += ddy_fine(d + q);', 'r += changed(q, old);'])
      case 7:
        return `${this.#written(place, at)} ${this.#read(place, at)}`
      case 8:
      case 9:
        return `if (${test}) { ${this.#pixelStatement(depth - 1)} ${this.#pixelStatement(0)} } else { ${this.#pixelStatement(depth - 1)} }`
      case 10: {
        const i = `i${this.#count++}`
        return `for (uint ${i} = 0; ${i} < ${dice.pick(['2', '3', '(n & 3)'])}; ${i}++) { ${this.#pixelStatement(depth - 1)} ${this.#pixelStatement(0)} r += ${i}; }`
      }
      default:
        return `if (${test}) { ${this.#pixelStatement(0)} return float4(r & 255, q, d, 1); }`
    }
  }
}

export const generateExchanges = (seed: number): Source => new Generator(seed).program()
