// Random compute shaders of what is seldom together: whole numbers of 64 and 16 bits in loops and in waves, doubles, bit fields, atomic operations whose
// result is used, structs in structs loaded from bytes and at run-time indices, arrays of matrices, arguments that name one place.
// Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

const INDENT = '  '

class Generator {
  readonly #dice: Dice
  readonly #args: readonly string[]
  readonly #minor: number
  /** The type of 16 bits. */
  readonly #small: string
  readonly #float: string
  /** What memory holds of them: DXC fails at structs with numbers of min precision. */
  readonly #kept: string
  readonly #counters: string[] = []
  #count = 0

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    this.#minor = dice.pick([0, 2, 5, 6, 6, 8])
    const isNative = this.#minor >= 2 && dice.chance(0.5)
    this.#small = isNative ? dice.pick(['uint16_t', 'int16_t']) : dice.pick(['min16uint', 'min16int'])
    this.#kept = isNative ? this.#small : 'uint'
    this.#float = isNative ? 'half' : 'min16float'
    const flags = dice.pick([[], [], [], [], ['-O1'], ['-Gis']])
    this.#args = ['-T', `cs_6_${this.#minor}`, '-E', 'main', ...(isNative ? ['-enable-16bit-types'] : []), ...flags]
  }

  program(): Source {
    const body = Array.from({ length: 4 + this.#dice.below(6) }, () => this.#statement(1)).flat()
    const results = [
      'a',
      'w.x',
      'w.y',
      'uint(l)',
      'uint(l >> 32)',
      'uint(h)',
      'f.low',
      'f.mid',
      'uint(f.high)',
      'p.q[1].y',
      'p.q[0].z',
    ]
    const source = `struct Inner { float x; uint y; ${this.#kept} z; };
struct Outer { uint head; Inner q[2]; float2 tail; };
struct Fields { uint low : 5; uint mid : 11; int high : 16; };
StructuredBuffer<uint> b : register(t0);
StructuredBuffer<Outer> s : register(t1);
ByteAddressBuffer r : register(t2);
RWByteAddressBuffer v : register(u0);
RWStructuredBuffer<uint> o : register(u1);
RWStructuredBuffer<Outer> so : register(u2);
RWTexture2D<uint> image : register(u3);
cbuffer C : register(b0) { uint n; float fn; float2x2 cm[3]; };
groupshared uint g[8];
void both(inout uint x, inout uint y) { x += 3; y = y * 2 + x; }
void parts(out uint x, inout uint2 y) { x = y.y + 1; y.x ^= x; }
void move(Inner from, inout Inner to) { to.y += from.y; to.x = from.x + to.y; }
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {
  uint a = b[t];
  uint2 w = uint2(b[t + 4], t);
  uint64_t l = uint64_t(b[t + 8]) << 20 | t;
  ${this.#small} h = (${this.#small})(a & 63);
  ${this.#float} e = (${this.#float})(t * 0.5);
  Fields f = (Fields)0;
  Outer p = s[t & 1];
  float2x2 m[3];
  m[0] = cm[0]; m[1] = cm[1]; m[2] = float2x2(1, 2, 3, t);
  g[t] = t; g[t + 4] = a & 7;
  GroupMemoryBarrierWithGroupSync();
${body.join('\n')}
${results.map((name, i) => `${INDENT}o[${i * 4} + t] = ${name};`).join('\n')}
  v.Store(1024 + t * 4, asuint(float(e)));
  so[t + 4] = p;
  v.Store4(2048 + t * 16, asuint(float4(m[0]._11, m[1]._12, m[2]._21, m[n % 3]._22)));
}
`
    return { source, args: this.#args }
  }

  #small32(): string {
    const dice = this.#dice
    const fixed = [
      'a',
      'w.x',
      'w.y',
      't',
      'n',
      'uint(l & 255)',
      'uint(h & 31)',
      'f.low',
      'f.mid',
      'p.q[1].y',
      'p.head',
      ...this.#counters,
    ]
    const x = dice.pick(fixed)
    return dice.chance(0.4)
      ? `(${x} ${dice.pick(['+', '^', '*', '&', '-'])} ${dice.chance(0.5) ? dice.pick(fixed) : `${dice.below(9)}u`})`
      : x
  }

  #wide(): string {
    const dice = this.#dice
    const x = this.#small32()
    return dice.pick([
      `l`,
      `(uint64_t(${x}) << ${dice.below(40)})`,
      `(l * ${1 + dice.below(9)} + ${x})`,
      `(l >> (${x} & 63))`,
      `(l / ${1 + dice.below(7)})`,
      `(l % ${2 + dice.below(9)})`,
      `(${x} > 3 ? l : ~l)`,
    ])
  }

  #test(): string {
    const dice = this.#dice
    return dice.pick([
      `(${this.#small32()} & ${1 + dice.below(3)}) == 0`,
      `${this.#wide()} > ${dice.below(99)}`,
      `int64_t(l) < ${this.#small32()}`,
      `h > (${this.#small})${dice.below(9)}`,
      `f.mid != ${this.#small32()}`,
      `p.q[0].x < fn`,
    ])
  }

  #place(): string {
    return this.#dice.pick(['a', 'w.x', 'w.y', 'p.q[0].y', 'p.q[1].y', 'p.head', `p.q[${this.#small32()} & 1].y`])
  }

  #statement(depth: number): string[] {
    const dice = this.#dice
    const space = INDENT.repeat(depth)
    if (depth < 4 && dice.chance(0.3)) return this.#flow(depth)
    return [
      space +
        dice.pick([
          () => this.#numbers(),
          () => this.#memory(),
          () => this.#waves(),
          () => this.#atomics(),
          () => this.#calls(),
        ])(),
    ]
  }

  #numbers(): string {
    const dice = this.#dice
    const x = this.#small32()
    return dice.pick([
      `l ${dice.pick(['=', '+=', '^='])} ${this.#wide()};`,
      `h ${dice.pick(['+=', '-=', '*=', '^='])} (${this.#small})${x};`,
      `h = (${this.#small})(h ${dice.pick(['/', '%', '<<', '>>'])} (${this.#small})${1 + dice.below(7)});`,
      `e = e * (${this.#float})0.5 + (${this.#float})(${x} & 7);`,
      `f.${dice.pick(['low', 'mid'])} ${dice.pick(['=', '+=', '^='])} ${x};`,
      `f.high ${dice.pick(['=', '-='])} int(${x});`,
      `{ double d = double(${x} & 1023) * 0.25; a ^= uint(d ${dice.pick(['+', '*'])} ${1 + dice.below(5)}); }`,
      `{ precise float y = float(${x} & 63) * fn; a += uint(int(y + 0.5)); }`,
      `w = ${dice.pick(['w.yx', `uint2(${x}, w.x)`, 'w + w.yx', 'countbits(w)'])};`,
      `${this.#place()} = ${x};`,
    ])
  }

  #memory(): string {
    const dice = this.#dice
    const [x, y] = [this.#small32(), this.#small32()]
    return dice.pick([
      `p = s[${x} & 3];`,
      `p.q[${x} & 1] = s[${y} & 3].q[t & 1];`,
      `a += s[${x} & 3].q[${y} & 1].y;`,
      `{ Inner i = r.Load<Inner>((${x} & 7) * ${dice.pick([4, 12, 16])}); p.q[${y} & 1] = i; }`,
      `l ^= r.Load<uint64_t>((${x} & 7) * 8);`,
      `h += (${this.#small})r.Load<${this.#kept}>((${x} & 7) * 4);`,
      `w = r.Load2((${x} & 7) * 4) + r.Load3(t * 12).zx;`,
      `v.Store<Inner>(t * 64 + 256, p.q[${x} & 1]);`,
      `v.Store<uint64_t>(t * 64 + 512 + (${x} & 3) * 8, l); l += v.Load<uint64_t>(t * 64 + 512 + (${y} & 3) * 8);`,
      `so[t].q[${x} & 1].y = ${y}; so[t].tail = float2(t, ${dice.below(5)}); a += so[t].q[${y} & 1].y;`,
      `m[${x} % 3][${y} & 1] += float2(${dice.below(4)}, t);`,
      `m[${x} % 3] = ${dice.pick(['m[0]', 'cm[t % 3]', `transpose(m[${y} % 3])`, `m[${y} % 3] * 2`])};`,
      `a += uint(int(m[${x} % 3][${y} & 1][t & 1]));`,
      `image[uint2(t, ${x} & 3)] ${dice.pick(['=', '+=', '^='])} ${y};`,
      `a ^= image[uint2(t, ${x} & 3)];`,
    ])
  }

  #waves(): string {
    const dice = this.#dice
    const x = this.#small32()
    const name = dice.pick(['WaveActiveSum', 'WaveActiveMax', 'WaveActiveMin', 'WavePrefixSum', 'WaveReadLaneFirst'])
    const bits = dice.pick(['WaveActiveBitOr', 'WaveActiveBitXor', 'WaveActiveBitAnd'])
    return dice.pick([
      `h += (${this.#small})${name}(h);`,
      `l += ${name}(${this.#wide()});`,
      `l ^= ${bits}(l + ${x});`,
      `e = ${name}(e);`,
      `w = ${name}(w);`,
      `a = ${bits}(${x});`,
      `f.low = ${name}(f.mid);`,
      ...(this.#minor >= 5 ? [`a += WaveMatch(h).x;`, `l += WaveMultiPrefixSum(l, WaveMatch(a & 1));`] : []),
    ])
  }

  /** Each lane has words of its own: their order is open. */
  #atomics(): string {
    const dice = this.#dice
    const [x, y] = [this.#small32(), this.#small32()]
    const name = dice.pick(['Add', 'Xor', 'Or', 'And', 'Min', 'Max', 'Exchange'])
    const own = dice.pick(['t', 't + 4'])
    return dice.pick([
      `{ uint old; Interlocked${name}(g[${own}], ${x}, old); ${this.#place()} += old; }`,
      `{ uint old; InterlockedCompareExchange(g[${own}], ${x} & 3, ${y}, old); a ^= old; }`,
      `{ uint old; Interlocked${name}(o[64 + t], ${x}, old); a += old; }`,
      `{ uint old; v.Interlocked${name}(t * 4, ${x}, old); ${this.#place()} = old; }`,
      `{ uint old; Interlocked${name}(image[uint2(t, ${x} & 1)], ${y}, old); w.x += old; }`,
      ...(this.#minor >= 6
        ? [
            `{ uint64_t old; v.Interlocked${name === 'And' ? 'Or' : name}64(t * 8 + 128, ${this.#wide()}, old); l += old; }`,
            `{ uint64_t old; v.InterlockedCompareExchange64(t * 8 + 128, ${x}, l, old); l ^= old; }`,
          ]
        : []),
    ])
  }

  #calls(): string {
    const dice = this.#dice
    return dice.pick([
      'both(w.x, w.y);',
      'both(w.x, w.x);',
      'both(a, p.q[a & 1].y);',
      'parts(w.y, w);',
      'parts(a, w);',
      `move(p.q[0], p.q[${this.#small32()} & 1]);`,
      `both(${this.#place()}, ${this.#place()});`,
    ])
  }

  #flow(depth: number): string[] {
    const dice = this.#dice
    const space = INDENT.repeat(depth)
    const body = (more: readonly string[] = []): string[] => [
      ...Array.from({ length: 1 + dice.below(3) }, () => this.#statement(depth + 1)).flat(),
      ...more.map(line => space + INDENT + line),
    ]
    if (dice.chance(0.35)) return [`${space}if (${this.#test()}) {`, ...body(), `${space}}`]
    const i = `i${this.#count++}`
    if (dice.chance(0.3)) {
      const cases = [0, 1, 2].flatMap(k => [`${space}case ${k}: {`, ...body(), `${space}} ${k === 1 ? '' : 'break;'}`])
      return [`${space}switch (${this.#small32()} & 3) {`, ...cases, `${space}default: break;`, `${space}}`]
    }
    const type = dice.pick(['uint', 'uint64_t', this.#small])
    this.#counters.push(`uint(${i})`)
    const exits = dice.chance(0.4) ? [`if (${this.#test()}) ${dice.pick(['break', 'continue'])};`] : []
    const inner = body([...exits, ...(dice.chance(0.3) ? [`if (${this.#test()}) break;`] : [])])
    this.#counters.pop()
    const bound = dice.pick([`${1 + dice.below(6)}`, '(t & 3)', '(n & 3)'])
    const hint = dice.pick(['', '[loop] '])
    return [`${space}${hint}for (${type} ${i} = 0; ${i} < (${type})${bound}; ${i}++) {`, ...inner, `${space}}`]
  }
}

export const generateWides = (seed: number): Source => new Generator(seed).program()
