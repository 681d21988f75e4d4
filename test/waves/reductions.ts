// Reductions in groupshared memory: a family of sources whose group g of N threads stores one word made of its N inputs.

export interface Reduction {
  readonly title: string
  readonly source: string
  readonly threads: number
  /** What a group with these inputs stores. */
  readonly result: (inputs: readonly number[]) => number
}

const BARRIER = 'GroupMemoryBarrierWithGroupSync();'
const sum = (x: readonly number[]): number => x.reduce((a, b) => a + b, 0)
const spread = (x: readonly number[]): number => Math.min(...x) + 1000 * Math.max(...x)

/** `o`: one word a group; `I`: the inputs, below 101; `n`: the number of threads of a group. */
function shader(threads: number, memory: string, body: string, functions = ''): string {
  return `RWStructuredBuffer<uint> o : register(u0);
StructuredBuffer<uint> I : register(t0);
cbuffer C : register(b0) { uint n; };
groupshared ${memory};
${functions}
[numthreads(${threads}, 1, 1)] void main(uint t : SV_GroupIndex, uint3 group : SV_GroupID, uint3 id : SV_DispatchThreadID) {
  ${body}
}
`
}

/** Loops over strides, each with its own way to count, test and leave: they run \`ROUND\` with stride \`i\`. */
const LOOPS: readonly (readonly [title: string, text: (half: number) => string, canUnroll: boolean])[] = [
  ['halving', h => `for (uint i = ${h}; i > 0; i >>= 1) { ROUND }`, true],
  ['dividing', h => `for (int k = ${h}; k >= 1; k /= 2) { uint i = k; ROUND }`, true],
  ['counting', h => `for (uint k = 0; k < ${Math.log2(h) + 1}; k++) { uint i = ${h}u >> k; ROUND }`, true],
  ['counting down', h => `for (int k = ${Math.log2(h)}; k >= 0; --k) { uint i = 1u << k; ROUND }`, true],
  ['while', h => `uint i = ${h}; while (i > 0) { ROUND i >>= 1; }`, false],
  ['do', h => `uint i = ${h}; do { ROUND i >>= 1; } while (i > 0);`, false],
  ['break behind', h => `uint i = ${h}; while (true) { ROUND i >>= 1; if (i == 0) break; }`, false],
  ['break in front', h => `uint i = ${h}; for (;;) { if (i == 0) break; ROUND i >>= 1; }`, false],
  ['a constant', () => 'for (uint i = n / 2; i > 0; i >>= 1) { ROUND }', false],
]

const MEMORY: readonly (readonly [
  title: string,
  memory: string,
  fill: string,
  round: string,
  take: string,
  result: Reduction['result'],
])[] = [
  ['words', 'uint s[N]', 's[t] = I[id.x];', 's[t] += s[t + i];', 's[0]', sum],
  ['floats', 'float s[N]', 's[t] = I[id.x];', 's[t] = s[t] + s[t + i];', '(uint)s[0]', sum],
  [
    'two arrays',
    'uint a[N]; groupshared uint b[N]',
    'a[t] = b[t] = I[id.x];',
    'a[t] = min(a[t], a[t + i]); b[t] = max(b[t], b[t + i]);',
    'a[0] + 1000 * b[0]',
    spread,
  ],
  [
    'a struct',
    'struct { uint lo; uint hi; } s[N]',
    's[t].lo = s[t].hi = I[id.x];',
    's[t].lo = min(s[t].lo, s[t + i].lo); s[t].hi = max(s[t].hi, s[t + i].hi);',
    's[0].lo + 1000 * s[0].hi',
    spread,
  ],
  [
    'vectors',
    'uint2 s[N]',
    's[t] = I[id.x];',
    's[t] = uint2(min(s[t].x, s[t + i].x), max(s[t].y, s[t + i].y));',
    's[0].x + 1000 * s[0].y',
    spread,
  ],
]

/** Where barriers stand in a round; all of them are met by all threads. */
const ROUNDS: readonly (readonly [title: string, text: string])[] = [
  ['a barrier behind', `if (t < i) { STEP } ${BARRIER}`],
  ['a barrier in front', `${BARRIER} if (t < i) { STEP }`],
  ['on with the loop', `${BARRIER} if (t >= i) ANOTHER STEP`],
  ['a barrier on both sides', `${BARRIER} [branch] if (t < i) { STEP } ${BARRIER}`],
]

const SIZES = [64, 128, 256, 512, 1024]

/** Every loop with every memory, rounds and sizes taking turns; then those whose loops or waves are of another kind. */
export function reductions(): Reduction[] {
  const list: Reduction[] = []
  let turn = 0
  for (const [loop, text, canUnroll] of LOOPS)
    for (const [memory, declaration, fill, step, take, result] of MEMORY) {
      const [round, roundText] = ROUNDS[turn % ROUNDS.length]!
      const threads = SIZES[turn % SIZES.length]!
      const attribute = canUnroll ? ['', '[unroll] ', '[loop] '][turn % 3]! : ''
      turn++
      // `continue` would pass the step of the other loops by.
      const another = canUnroll ? `continue; ${step}` : `{} else { ${step} }`
      const body = roundText.replace('ANOTHER STEP', another).replace('STEP', step)
      const looped = text(threads / 2).replace('ROUND', body)
      const marked = attribute === '' ? looped : attribute + looped
      const whole = `${fill} ${BARRIER} ${marked} ${BARRIER} if (t == 0) o[group.x] = ${take};`
      const source = shader(threads, declaration.replaceAll('N', String(threads)), whole)
      list.push({
        title: `${loop}, ${memory}, ${round}, ${threads} threads ${attribute}`.trim(),
        source,
        threads,
        result,
      })
    }
  for (const threads of SIZES) list.push(...others(threads))
  return list
}

function others(threads: number): Reduction[] {
  const half = threads / 2
  const memory = `uint s[${threads}]`
  const fill = `s[t] = I[id.x]; ${BARRIER}`
  const step = `if (t < i) s[t] += s[t + i]; ${BARRIER}`
  const store = 'if (t == 0) o[group.x] = s[0];'
  const plain = (title: string, body: string, of = memory, functions = ''): Reduction => ({
    title: `${title}, ${threads} threads`,
    source: shader(threads, of, body, functions),
    threads,
    result: sum,
  })
  return [
    plain(
      'up',
      `${fill} for (uint i = 1; i < ${threads}; i <<= 1) { if (t % (2 * i) == 0) s[t] += s[t + i]; ${BARRIER} } ${store}`,
    ),
    plain(
      'up, packed',
      `${fill} for (uint i = 1; i < ${threads}; i *= 2) { uint k = 2 * i * t; if (k < ${threads}) s[k] += s[k + i]; ${BARRIER} } ${store}`,
    ),
    plain(
      'the stride in memory',
      `s[t] = I[id.x]; if (t == 0) stride = ${half}; ${BARRIER} while (stride > 0) { uint i = stride; ${step} if (t == 0) stride = i >> 1; ${BARRIER} } ${store}`,
      `${memory}; groupshared uint stride`,
    ),
    plain(
      'a flag in memory',
      `s[t] = I[id.x]; if (t == 0) go = true; ${BARRIER} uint i = ${half}; do { ${step} i >>= 1; if (t == 0 && i == 0) go = false; ${BARRIER} } while (go); ${store}`,
      `${memory}; groupshared bool go`,
    ),
    plain(
      'left in the middle',
      `s[t] = I[id.x]; if (t == 0) stride = ${half}; while (true) { ${BARRIER} uint i = stride; if (i == 0) break; ${BARRIER} if (t < i) s[t] += s[t + i]; if (t == 0) stride = i >> 1; } ${store}`,
      `${memory}; groupshared uint stride`,
    ),
    plain(
      'waves at the end',
      `${fill} for (uint i = ${half}; i >= WaveGetLaneCount(); i >>= 1) { ${step} } if (t < WaveGetLaneCount()) { uint v = WaveActiveSum(s[t]); if (t == 0) o[group.x] = v; }`,
    ),
    plain(
      'waves at the start',
      `uint v = WaveActiveSum(I[id.x]); uint lanes = WaveGetLaneCount(); if (WaveIsFirstLane()) s[t / lanes] = v; ${BARRIER} for (uint i = ${threads} / lanes / 2; i > 0; i >>= 1) { ${step} } ${store}`,
    ),
    plain(
      'waves of waves',
      `uint v = I[id.x]; uint left = ${threads}; while (left > 1) { v = WaveActiveSum(t < left ? v : 0); if (WaveIsFirstLane()) s[t / WaveGetLaneCount()] = v; ${BARRIER} left = (left + WaveGetLaneCount() - 1) / WaveGetLaneCount(); v = t < left ? s[t] : 0; ${BARRIER} } if (t == 0) o[group.x] = v;`,
    ),
    plain(
      'in a function',
      `s[t] = I[id.x]; uint r = reduce(t); if (t == 0) o[group.x] = r;`,
      memory,
      `void halve(uint t, uint i) { ${step} }\nuint reduce(uint t) { ${BARRIER} for (uint i = ${half}; i > 0; i >>= 1) halve(t, i); return s[0]; }`,
    ),
    plain(
      'the others are gone',
      `${fill} for (uint i = ${half}; i > 0; i >>= 1) { ${step} } if (t != 0) return; o[group.x] = s[0];`,
    ),
    plain(
      'the last writer',
      `s[t] = 0; ${BARRIER} InterlockedAdd(s[0], I[id.x]); ${BARRIER} if (t == 0) last = t + 1; ${BARRIER} if (last == t + 1) o[group.x] = s[0];`,
      `${memory}; groupshared uint last`,
    ),
    plain(
      'in turns',
      `a[0][t] = I[id.x]; uint from = 0; ${BARRIER} for (uint i = 1; i < ${threads}; i <<= 1) { uint to = 1 - from; a[to][t] = t >= i ? a[from][t] + a[from][t - i] : a[from][t]; ${BARRIER} from = to; } if (t == ${threads - 1}) o[group.x] = a[from][t];`,
      `uint a[2][${threads}]`,
    ),
    plain(
      'a tree',
      `s[t] = I[id.x]; uint by = 1; for (uint d = ${half}; d > 0; d >>= 1) { ${BARRIER} if (t < d) s[by * (2 * t + 2) - 1] += s[by * (2 * t + 1) - 1]; by <<= 1; } ${BARRIER} if (t == 0) o[group.x] = s[${threads - 1}];`,
    ),
    plain(
      'any number',
      `${fill} uint count = ${threads}; while (count > 1) { uint rest = (count + 1) / 2; if (t + rest < count) s[t] += s[t + rest]; ${BARRIER} count = rest; } ${store}`,
    ),
    plain(
      'one thread alone',
      `${fill} if (t == 0) { uint all = 0; for (uint i = 0; i < ${threads}; i++) all += s[i]; o[group.x] = all; }`,
    ),
  ]
}
