// Programs dense with literals: each stores some two dozen expressions of literals, every one in a place of its own kind.
// Invariant: everything is a function of the seed; expressions whose value the language leaves open are not used.

import { Seeded } from '../corpus/seeded.ts'
import { Undefined, wordsOf } from './evaluate.ts'
import { Maker } from './maker.ts'
import { PLACES, type Place } from './places.ts'
import type { LiteralProgram, Site, Version } from './tree.ts'

/** The words of the input buffer that give the variables their values; see maker.ts. */
export const INPUT: readonly number[] = [1, 9, 3, -5, 7, 0x40200000, 0xbf400000, 5, 1, 705032704]

const DECLARATIONS =
  'bool c = I.Load(0) < 3; bool d = I.Load(4) < 3; int i = (int)I.Load(8); int j = (int)I.Load(12); uint u = I.Load(16); float x = asfloat(I.Load(20)); double y = (double)asfloat(I.Load(24)); int64_t l = ((int64_t)I.Load(32) << (int64_t)I.Load(0) * 32ll) | (int64_t)I.Load(36);'

const PUT = [
  'uint4 B(int v) { return uint4((uint)v, 0u, 0u, 0u); }',
  'uint4 B(uint v) { return uint4(v, 0u, 0u, 0u); }',
  'uint4 B(bool v) { return uint4(v ? 1u : 0u, 0u, 0u, 0u); }',
  'uint4 B(float v) { return uint4(asuint(v), 0u, 0u, 0u); }',
  'uint4 B(float2 v) { return uint4(asuint(v), 0u, 0u); }',
  'uint4 B(int2 v) { return uint4((uint2)v, 0u, 0u); }',
  'uint4 B(double v) { uint a, b; asuint(v, a, b); return uint4(a, b, 0u, 0u); }',
  'uint4 B(int64_t v) { return uint4((uint)v, (uint)(v >> 32ll), 0u, 0u); }',
  'uint4 B(uint64_t v) { return uint4((uint)v, (uint)(v >> 32ull), 0u, 0u); }',
].join('\n')

const PUT_NARROW = [
  'uint4 B(int16_t v) { return uint4((uint)(int)v, 0u, 0u, 0u); }',
  'uint4 B(uint16_t v) { return uint4((uint)v, 0u, 0u, 0u); }',
  'uint4 B(float16_t v) { return uint4(asuint((float)v), 0u, 0u, 0u); }',
].join('\n')

/** The runtime does not take how DXC writes doubles without optimisation. */
function site(maker: Maker, place: Place, k: number, refusesDoubles: boolean): Site {
  for (let tries = 0; ; tries++) {
    if (tries > 200) throw new Error(`no expression for ${place.name}`)
    try {
      maker.env.peak = 0
      const made = place.make(maker, k)
      if (made && !(refusesDoubles && made.value.t === 'double')) {
        const { globals = '', body, isRough } = made
        return { globals, body, words: wordsOf(made.value), isRough, peak: maker.env.peak }
      }
    } catch (e) {
      if (!(e instanceof Undefined)) throw e
    }
  }
}

const VERSIONS: readonly Version[] = ['2021', '2018', '2021', '202x']
const MOST_SITES = 14

/** `fracOfMagnitude`: the words of the sites are those of `Env.fracOfMagnitude`. */
export function generate(seed: number, fracOfMagnitude = false): LiteralProgram {
  const rng = new Seeded(seed * 7919 + 13)
  const version = VERSIONS[seed % VERSIONS.length]!
  const optimization = seed % 10 === 0 && seed % 9 !== 1 ? 0 : 3
  const maker = new Maker(rng, version)
  maker.env.fracOfMagnitude = fracOfMagnitude
  maker.allowsDynamic = seed % 3 === 0
  maker.isNarrow = seed % 9 === 1
  const places = PLACES.filter(
    p => (!p.versions || p.versions.includes(version)) && (maker.allowsDynamic || !p.isDynamic),
  )
  // Programs of constants alone need not be run, but for the words of doubles.
  const refusesDoubles = optimization === 0 || (!maker.allowsDynamic && (seed % 8 !== 0 || maker.isNarrow))
  const sites: Site[] = []
  const count = rng.int(4, MOST_SITES)
  for (let k = 0; k < count; k++) sites.push(site(maker, maker.pick(places), k, refusesDoubles))
  const { allowsDynamic: isDynamic, isNarrow } = maker
  return { seed, version, optimization, sites, source: sourceOf(sites, isNarrow), isDynamic, isNarrow }
}

export function sourceOf(sites: readonly Site[], isNarrow: boolean): string {
  return [
    'RWStructuredBuffer<uint4> o : register(u0); ByteAddressBuffer I : register(t0);',
    PUT,
    ...(isNarrow ? [PUT_NARROW] : []),
    ...sites.map(s => s.globals).filter(Boolean),
    `[numthreads(1, 1, 1)] void main() { ${DECLARATIONS}`,
    ...sites.map((s, k) => `{ ${s.body} o[${k}] = B(n); }`),
    '}',
    '',
  ].join('\n')
}
