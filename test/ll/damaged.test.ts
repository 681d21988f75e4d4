// Printed IR that somebody edited: it is refused with a place or compiles; nothing crashes, nothing hangs.

import test from 'ava'
import { compileToIr } from '../../src/api/compile.ts'
import { compileModule } from '../../src/api/compile_module.ts'

const SOURCE = `
cbuffer B { float4 k; float a[3]; }
RWStructuredBuffer<float2> rw[3];
Texture2D<float4> tex;
groupshared float g[16];
[numthreads(16, 1, 1)] void main(uint i : SV_GroupIndex) {
  g[i] = tex.Load(int3(i, 2, 0)).y;
  GroupMemoryBarrierWithGroupSync();
  float s = 0;
  [loop] for (uint n = 0; n < i; n++) s += g[n] * k.x + a[n % 3];
  rw[i % 3][i] = float2(s, 2);
}
`
const printed = (stopAfter: string): string => compileToIr(SOURCE, { target: 'cs_6_0', stopAfter }).ir!
const errors = (text: string): string[] =>
  compileModule(text).diagnostics.map(d => `${d.line}:${d.column}: ${d.code} ${d.message}`)

/** One edit of the printed text and the message it gets, at the line of the edit. */
const EDITS: readonly (readonly [what: string, from: RegExp, to: string, message: RegExp])[] = [
  ['an unknown phase', /!"phase", !"\w+"/, '!"phase", !"cooked"', /names no phase/],
  ['a resource of no kind', /!"kind", !"Texture2D"/, '!"kind", !"Carpet"', /no valid 'kind'/],
  ['a resource of no class', /!"class", !"srv"/, '!"class", !"svr"', /no valid 'class'/],
  ['dimensions that are no list', /!"dims", !\d+/, '!"dims", i64 3', /no valid 'dims'/],
  ['a vector without elements', /!"count", i64 4/, '!"count", i64 0', /no valid 'element'/],
  ['a range that is no number', /!"rangeSize", i64 3/, '!"rangeSize", i64 -3', /no valid 'rangeSize'/],
  ['a handle of no resource', /ptr @rw\.str\)/, 'ptr @B)', /names no resource/],
  [
    'a phi of too few',
    /phi i32 \[ 0, %entry \], /,
    'phi i32 ',
    /these are not the predecessors|does not list the predecessors/,
  ],
  ['a value nobody defines', /icmp ult i32 %\d+/, 'icmp ult i32 %4711', /undefined value '%4711'/],
  ['an alignment of three', /(store\.rawbuffer.*)$/m, '$1, !dxilkit.align !990', /alignment 3 is no power of two/],
  ['a comparison of floats as integers', /icmp ult i32/, 'icmp ult float', /is of type 'i32', not 'float'/],
  ['no shader', /"hlsl\.shader"="compute"/, '', /no function is a shader/],
  [
    'too few operands',
    /(@dx\.op\.groupThreadIdInGroup|@dx\.op\.flattenedThreadIdInGroup[.\w]*)\(i32 96\)/,
    '$1(i32 96, i32 1)',
    /has 0 operands/,
  ],
  [
    'no operation',
    /flattenedThreadIdInGroup([.\w]*)\(i32 96\)/,
    'flattenedThreadIdInGroup$1(i32 7000)',
    /no DXIL operation 7000/,
  ],
  [
    'a barrier of nothing',
    /@dx\.op\.barrier\(i32 80, i32 9\)/,
    '@dx.op.barrier(i32 80, i32 1)',
    /no barrier of mode 1/,
  ],
  [
    'much shared memory',
    /addrspace\(3\) global \[16 x float\]/,
    'addrspace(3) global [16000 x float]',
    /64000 bytes of groupshared memory/,
  ],
  [
    'threads beyond the limit',
    /"hlsl\.numthreads"="[^"]*"/,
    '"hlsl.numthreads"="16,0,1"',
    /a group has no 16 x 0 x 1 threads/,
  ],
  ['threads that are no numbers', /"hlsl\.numthreads"="[^"]*"/, '"hlsl.numthreads"="a,b,c"', /three numbers/],
]
for (const [what, from, to, message] of EDITS)
  test(`edited IR: ${what}`, t => {
    const text = printed(what.startsWith('a phi') ? 'simplify_cfg' : 'lower')
    t.regex(text, from)
    const found = errors(`${text.replace(from, to)}\n!990 = !{i32 3}\n`)
    t.true(found.length > 0, 'accepted')
    t.regex(found[0]!, message)
    t.regex(found[0]!, /^[1-9]\d*:[1-9]\d*: /)
  })

test('edited IR: a word of every line changed, from three phases, never crashes', t => {
  let refused = 0
  for (const stop of ['lower', 'simplify_cfg', 'lower_resources']) {
    const lines = printed(stop).split('\n')
    for (let i = 0; i < lines.length; i++) {
      const words = lines[i]!.split(' ')
      const at = (i * 7 + 3) % words.length
      const edited = words.map((w, n) => (n === at ? ['', '%0', 'i32', '0', '!1', 'undef'][i % 6]! : w)).join(' ')
      const text = [...lines.slice(0, i), edited, ...lines.slice(i + 1)].join('\n')
      const result = compileModule(text)
      if (!result.ok) {
        refused++
        t.true(result.diagnostics.length > 0, edited)
      }
    }
  }
  t.true(refused > 50, `${refused} refused`)
})

test('edited IR: lines taken out one by one never crash', t => {
  const lines = printed('lower').split('\n')
  for (let i = 0; i < lines.length; i++) {
    const result = compileModule([...lines.slice(0, i), ...lines.slice(i + 1)].join('\n'))
    t.true(result.ok || result.diagnostics.length > 0, lines[i])
  }
})
