// Loops without a hint are unrolled up to the number of iterations up to which DXC unrolls them: what a loop costs counts its handles.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const BODIES: readonly string[] = [
  's += tex[p]; p += uint2(8, 0);',
  's += tex[p]; p += uint2(8, 3);',
  's += tex[p + i];',
  's += tex.Load(int3(p, 0)); p.x += 8;',
  's += tex[p]; v += float2(8, 0);',
  's += a[i];',
  's += a[i]; s += a[i + 77];',
  's += a[i]; s += b[i];',
  's += a[i]; o[i] = s;',
  'o[i] = i;',
  'o[i] = i; o[i + 77] = q;',
  'o[i + 77] += s;',
  's += o[i]; o[i + 77] = s; s += o[i + 7];',
  's += raw.Load(i * 4);',
  's += structs[i] + written[i];',
  's += structs[i]; written[i] = s; s += structs[i + 1];',
  's += image.SampleLevel(linear_sampler, v, i);',
  's += constants[i].x;',
  's += several[1][i];',
  's += several[p.x][i];',
  'target[uint2(i, 0)] = s;',
  'uint n; a.GetDimensions(n); s += n * i;',
  's += written.IncrementCounter();',
  'v.x += v.y; words[i] = asuint(v.x);',
  'v += image[p]; words[i] = asuint(v.x); words[i + 8] = asuint(v.y);',
  'v.x += asfloat(words[p.y]); words[i] = asuint(v.x);',
]

const program = (
  body: string,
  times: number,
): string => `Texture2D<uint> tex; Texture2D<float> image; Buffer<uint> a, b; Buffer<uint> several[4];
ByteAddressBuffer raw; StructuredBuffer<uint> structs; RWStructuredBuffer<uint> written; RWTexture2D<uint> target; RWBuffer<uint> o;
SamplerState linear_sampler; groupshared uint words[64]; cbuffer C { uint4 constants[40]; }
[numthreads(1, 1, 1)] void main(uint2 p : SV_DispatchThreadID) { uint s = 0, q = p.x; float2 v = p * 0.5;
for (uint i = 0; i < ${times}; i++) { ${body} }
o[p.y] = s + q + v.x ; }`

/** Conditions of loops marked [unroll] that go on for at most three iterations. */
const CONDITIONS: readonly string[] = [
  'i < 4',
  'i < 4 && q > 3',
  '(i < 4 && q > 3)',
  'q > 3 && i < 4',
  'i < 4 && true',
  'true && i < 4',
  'i < 4 && i < three',
  '!(i >= 4 || q > 3)',
  'i < 4 && (q > 3 || q < 2)',
  'i < 4 && o[q] > 3',
]

const hinted = (condition: string, hint: string): string => `RWBuffer<uint> o; static const uint three = 3;
[numthreads(1, 1, 1)] void main(uint2 p : SV_DispatchThreadID) { uint q = p.x;
${hint} for (uint i = 1; ${condition}; i++) { q = o[q + i] * i + o[q * 5]; o[q] = i; o[q + 7] = q; }
uint k = 1; ${hint} while (${condition.replaceAll('i ', 'k ')}) { q = o[q + k] * k + o[q * 3]; o[q] = k; ++k; }
o[p.y] = q; }`

/** Bodies of loops of 9 iterations marked [unroll], of which one is known by its number. */
const NUMBERED: readonly string[] = [
  'if (i == 4) continue; q += o[i + q];',
  'if (i != 4) { q += o[i + q]; }',
  'if (i == 4) {} else { q += o[i + q]; if (q == 7) continue; o[q] = i; }',
  'if (i == 0) continue; q += o[i + q];',
  'if (i == 8) continue; q += o[i + q];',
  'if (i == 12) continue; q += o[i + q];',
  'if (i < 1) continue; q += o[i + q];',
  'if (i * 2 == 4) continue; q += o[i + q];',
  'if (q == 4) continue; q += o[i + q];',
  'if (i == 4) { o[q] = q; continue; } q += o[i + q];',
  'if (i == 4) { o[q] = q; } q += o[i + q]; o[q + i] = q * i; o[q * 5] = i;',
  'if (i == 3) { q += o[q]; if (q > 7) continue; o[3] = q; } q += o[i + q];',
  'if (i == 4) break; q += o[i + q];',
]
const numbered = (body: string, start: number): string => `RWBuffer<uint> o;
[numthreads(1, 1, 1)] void main(uint2 p : SV_DispatchThreadID) { uint q = p.x;
[unroll] for (uint i = ${start}; i < ${start} + 9; i++) { ${body.replaceAll('i == ', `i == ${start} + `)} }
o[p.y] = q; }`

const isLoop = (container: Uint8Array): boolean => / phi /.test(disassemble(container))

const MOST = 40

oracleTest(['dxc'], 'loops without a hint are unrolled as often as by DXC', async t => {
  const dxc = await Dxc.shared()
  const theirs = async (source: string): Promise<boolean> =>
    isLoop((await dxc.compile(source, ['-T', 'cs_6_0', '-E', 'main'])).container!)
  for (const body of BODIES) {
    let times = 2
    while (times < MOST && !isLoop(compile(program(body, times), { target: 'cs_6_0' }).container!)) times++
    t.true(await theirs(program(body, times)), `DXC unrolls ${times} times: ${body}`)
    t.false(await theirs(program(body, times - 1)), `DXC keeps a loop of ${times - 1}: ${body}`)
  }
})

oracleTest(['dxc'], 'loops with a hint are unrolled where DXC unrolls them: not where the condition jumps', async t => {
  const dxc = await Dxc.shared()
  let loops = 0
  for (const hlslVersion of ['2018', '2021'] as const)
    for (const condition of CONDITIONS)
      for (const hint of ['[unroll]', '[unroll(3)]']) {
        const source = hinted(condition, hint)
        const theirs = await dxc.compile(source, ['-T', 'cs_6_0', '-E', 'main', '-HV', hlslVersion])
        const ours = compile(source, { target: 'cs_6_0', hlslVersion })
        t.is(isLoop(ours.container!), isLoop(theirs.container!), `${hlslVersion} ${hint} ${condition}`)
        if (isLoop(ours.container!)) loops++
      }
  t.true(loops > 0)
})

oracleTest(
  ['dxc'],
  'loops with a hint of which an iteration of a known number jumps to the next one stay, as in DXC',
  async t => {
    const dxc = await Dxc.shared()
    for (const body of NUMBERED)
      for (const start of [0, 2]) {
        const source = numbered(body, start)
        const theirs = await dxc.compile(source, ['-T', 'cs_6_0', '-E', 'main'])
        t.is(isLoop(compile(source, { target: 'cs_6_0' }).container!), isLoop(theirs.container!), `${start} ${body}`)
      }
  },
)

test('loops that would be too large once unrolled are refused with the numbers, those below are unrolled', t => {
  const counting = (count: number): string =>
    `RWBuffer<float> o;\n[numthreads(1, 1, 1)] void main() {\n  [unroll] for (uint i = 0; i < ${count}; i++) o[i] = i * o[i + 1];\n}\n`
  const large = compile(counting(200_000), { target: 'cs_6_0' })
  t.false(large.ok)
  t.regex(large.text, /:3:12: error: Could not unroll loop\. 200000 copies of \d+ instructions are too many/)
  const warned = compile(counting(200_000), { target: 'cs_6_0', hlslVersion: '2016' })
  t.true(warned.ok, warned.text)
  t.is(warned.diagnostics[0]?.code, 'W3914')
  t.false(isLoop(compile(counting(3000), { target: 'cs_6_0' }).container!))
  const open = compile(counting(4).replace('i < 4', 'i < WaveGetLaneCount()'), { target: 'cs_6_0' })
  t.is(open.diagnostics[0]?.code, 'E3910')
})
