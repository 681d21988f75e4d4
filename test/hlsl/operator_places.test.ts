// Messages about operators, whose operands stand on lines of their own: the same words stand at the same line and column as DXC's.

import { compile } from '../../src/api/compile.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const HEAD = `struct S { int a; float2 b; int g(int x) { return x; } }; enum E { A, B }; enum D { G }; enum class F { C };
RWBuffer<float4> o; RWStructuredBuffer<S> rs; Texture2D<float4> tex; SamplerState ss;
cbuffer CB { float cf; int4 ci; float4x4 cm; S cs; };
int fi(int a, float2 b); void fv(out int a); groupshared int gs[4];
[numthreads(1,1,1)] void main(uint3 id : SV_DispatchThreadID) {
 int i = id.x; uint u = id.y; float f = cf; bool b = id.z; int2 i2 = id.xy; float3 f3 = f; float4 f4 = f; float3x3 m3 = f; S s = cs;
 E e = A; D d = G; F ec = F::C; int arr[2] = {1, 2}; double db = f; min16int mi = 0; int64_t l = i; const int ki = 1; bool2 b2 = b;
`
const OPERANDS =
  'i u f b i2 f3 f4 m3 s e d ec arr db mi l ki 1 -1 3000000000 1.5 2u true tex o[0] f3.xy cf fi "a" b2 (i+1) s.a arr[0]'.split(
    ' ',
  )
const PLACES = [...OPERANDS, ...'i=2 i++ gs gs[0] cs.a ci.x f4.xx m3[0] m3._m00 rs[0].a b?i:i fi(1,f) f3[1]'.split(' ')]
const BINARY = '+ * / % << & < == && , = += /= <<= |= %='.split(' ')
/** What stands around an operand. */
const AROUND =
  `-@ !@ ~@ +@ ++@ --@ @++ @-- *@ &@ (float)@ (int2)@ (S)@ (E)@ (float3x3)@ (bool)@ int2(@) float(@) float3(@,1) E(@) S(@) sin(@) dot(@,f3) mul(@,f3)
fi(@,1) fi(1,@) fv(@) o[@] arr[@] f3[@] m3[@] tex.Load(@) @.x @.a @.q @._m00 @.xyzw @[0] @[i] @[5] @[f] @(1) @.g(1) @.x=1 @=1 @+=1
InterlockedAdd(@,1) sizeof(@) abs(@) any(@) f3=@ if(@)i=1 while(@)break switch(@){case+0:break;}`.split(/\s/)

function* sources(): Iterable<string> {
  for (const op of BINARY) for (const x of OPERANDS) for (const y of OPERANDS) yield `${x}\n  ${op}\n    ${y};`
  for (const x of PLACES) for (const around of AROUND) yield `${around.replace('@', `\n  ${x}\n    `)};`
  for (const c of ['i', 'b', 'f3', 's', 'b2', 'tex', 'ec'])
    for (const x of OPERANDS) for (const y of OPERANDS) yield `${c}\n  ?\n ${x}\n  :\n    ${y};`
}

/** A prime, so that every operand meets every operator in some run of so many. */
const EVERY = 29

interface Placed {
  readonly at: string
  readonly words: string
}

/** DXC prints some types by their template form, depending on what it saw before. */
const plain = (text: string): string =>
  text
    .replace(/vector<([\w ]+?), (\d)>/g, '$1$2')
    .replace(/matrix<(\w+), (\d), (\d)>/g, '$1$2x$3')
    .replace(/unsigned int/g, 'uint')
    .replace(/(\w) \[(\d+)\]/g, '$1[$2]')
    .replace(/<(\w+) >/g, '<$1>')

function messagesOf(text: string): Placed[] {
  const rows = [...text.matchAll(/^a\.hlsl:(\d+:\d+): ((?:error|warning): .*?)(?: \[-W[^\]]*\])?$/gm)]
  const firstError = rows.find(row => row[2]!.startsWith('error'))
  // What follows from an error is told in another order.
  return rows
    .filter(row => row === firstError || !row[2]!.startsWith('error'))
    .map(row => ({ at: row[1]!, words: plain(row[2]!) }))
}

oracleTest(['dxc-new'], 'messages about operators stand where they stand in DXC', async t => {
  const dxc = await Dxc.shared('dxc-new')
  const elsewhere: string[] = []
  let [n, compared] = [0, 0]
  for (const body of sources()) {
    if (n++ % EVERY !== 0) continue
    const source = `${HEAD}${body}\n}`
    const own = messagesOf(compile(source, { target: 'cs_6_6', fileName: 'a.hlsl' }).text)
    try {
      const theirs = messagesOf((await dxc.compile(source, ['-T', 'cs_6_6', '-E', 'main'], { name: 'a.hlsl' })).errors)
      for (const { at, words } of own) {
        const same = theirs.filter(other => other.words === words)
        if (same.length === 0) continue
        compared++
        if (!same.some(other => other.at === at))
          elsewhere.push(`${JSON.stringify(body)}: ${at}, DXC ${same.map(other => other.at).join()}: ${words}`)
      }
    } catch (e) {
      if (!(e instanceof OracleError)) throw e
    }
  }
  t.true(compared > 500, String(compared))
  t.deepEqual(elsewhere, [])
})
