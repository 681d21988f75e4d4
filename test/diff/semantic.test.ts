// Programs compared by what they do. `npm run semantic` has more of the same; `npm run parity:code` compares with DXC's programs.

import test from 'ava'
import { assembleText, compile, diffContainers, disassemble, formatDiff } from '../../src/api/index.ts'
import { semanticCases } from './semantic_cases.ts'

const compute = (body: string, globals = ''): Uint8Array => {
  const source = `cbuffer C { uint n; float4 f; } RWStructuredBuffer<float> o; RWStructuredBuffer<uint> p; ${globals}
[numthreads(8, 1, 1)] void main(uint t : SV_DispatchThreadID) { ${body} }`
  const result = compile(source, { target: 'cs_6_0' })
  if (!result.container) throw new Error(result.text)
  return result.container
}
const program = (a: Uint8Array, b: Uint8Array) =>
  diffContainers(a, b, { ignore: ['HASH', 'STAT', 'PSV0'] }).parts.find(part => part.name === 'DXIL')!

test('copies in another order are the same, mutants are not', t => {
  const { copies, mutants, faults } = semanticCases(150, 5_000_001, 3)
  t.deepEqual(faults, [])
  t.is(copies, 150)
  t.true(mutants > 100, `${mutants} mutants`)
})

test('order, exchanged operands and inverted conditions are no difference', t => {
  for (const [a, b] of [
    ['o[t] = f.x * 2 + sin(f.y);', 'o[t] = sin(f.y) + 2 * f.x;'],
    ['o[t] = max(f.x, f.y) * min(f.z, f.w);', 'o[t] = min(f.w, f.z) * max(f.y, f.x);'],
    ['if (n > t) o[t] = 1; else p[t] = 2;', 'if (n <= t) p[t] = 2; else o[t] = 1;'],
    ['for (uint i = 0; i < n; i++) o[i * t] = f.x;', 'for (uint i = 0; n > i; i++) o[t * i] = f.x;'],
  ] as const) {
    const { status } = program(compute(a), compute(b))
    t.true(status === 'same up to order' || status === 'equal' || status === 'same content', `${a}: ${status}`)
  }
})

test('what changes no result is no difference: alignments, inbounds, names of variables', t => {
  const body =
    'uint a[4] = { n, t, 1, 2 }; a[n & 3] = t; g[t & 7] = a[t & 3]; GroupMemoryBarrierWithGroupSync(); p[t] = g[n & 7];'
  const container = compute(body, 'groupshared uint g[8];')
  const text = disassemble(container)
  const edited = (from: RegExp, to: string): Uint8Array => {
    t.regex(text, from)
    const made = assembleText(text.replace(from, to))
    if (!made.container) throw new Error(made.text)
    return made.container
  }
  for (const [from, to] of [
    [/align 4/g, 'align 8'],
    [/getelementptr (?!inbounds)/g, 'getelementptr inbounds '],
    [/@g\b/g, '@other'],
  ] as const)
    t.is(program(container, edited(from, to)).status, 'same up to order', `${from}`)
  const lifetime = (end: string, name: string): string => `  call void @llvm.lifetime.${end}(i64 16, i8* %${name})\n`
  const marked = text
    .replace(
      /^( {2}(%\w+) = alloca \[4 x i32\].*\n)/m,
      `$1  %bytes = bitcast [4 x i32]* $2 to i8*\n${lifetime('start', 'bytes')}`,
    )
    .replace(/^ {2}ret void/m, `${lifetime('end', 'bytes')}  ret void`)
    .replace(
      /^declare /m,
      'declare void @llvm.lifetime.start(i64, i8* nocapture)\ndeclare void @llvm.lifetime.end(i64, i8* nocapture)\n$&',
    )
  const withLifetimes = assembleText(marked)
  t.truthy(withLifetimes.container, withLifetimes.text)
  t.is(marked.split('@llvm.lifetime').length, 5)
  t.is(program(container, withLifetimes.container!).status, 'same up to order')
  t.is(program(container, edited(/mul nuw nsw|add nuw nsw|and i32/, 'or i32')).status, 'differs')
})

test('what is not the same: order of writes, counters of loops, arms, lanes', t => {
  for (const [a, b] of [
    ['p[t] = 1; p[n] = 2;', 'p[n] = 2; p[t] = 1;'],
    ['uint x = p[n]; p[t] = 1; p[n + 1] = x;', 'p[t] = 1; p[n + 1] = p[n];'],
    [
      'uint s = 0; [loop] for (uint i = 0; i < n; i++) s += i; p[t] = s;',
      'uint s = 0; [loop] for (uint i = 0; i < n; i++) s += t; p[t] = s;',
    ],
    ['p[t] = n > 3 ? 1 : 2;', 'p[t] = n > 3 ? 2 : 1;'],
    ['uint w = WaveActiveSum(n); if (t > 2) p[t] = w;', 'if (t > 2) p[t] = WaveActiveSum(n);'],
    ['uint q; InterlockedAdd(p[0], 1, q); p[t] = q;', 'uint q; InterlockedOr(p[0], 1, q); p[t] = q;'],
    ['o[t] = f.x - f.y;', 'o[t] = f.y - f.x;'],
    [
      'g[t & 7] = n; GroupMemoryBarrierWithGroupSync(); p[t] = g[0];',
      'g[t & 7] = n; p[t] = g[0]; GroupMemoryBarrierWithGroupSync();',
    ],
  ] as const) {
    const { status } = program(compute(a, 'groupshared uint g[8];'), compute(b, 'groupshared uint g[8];'))
    t.is(status, 'differs', a)
  }
})

test('a difference is told once, where it begins', t => {
  const [a, b] = ['o[t] = sqrt(f.x * 2 + 1) * sin(f.y);', 'o[t] = sin(f.y) * sqrt(f.x * 3 + 1);'].map(body =>
    compute(body),
  )
  const [f] = program(a!, b!).program!.functions
  t.deepEqual(f!.semantic, {
    same: false,
    count: 1,
    changes: [
      {
        kind: 'value',
        a: 'fmul(cb C[1].x, 2.000000e+00)'.replace('cb C', 'cbv 0'),
        b: 'fmul(cbv 0[1].x, 3.000000e+00)',
      },
    ],
  })
  const text = formatDiff(diffContainers(a!, b!), { nameA: 'a', nameB: 'b' })
  t.regex(text, /^@@ DXIL function @main, 1 difference @@\n-value: fmul\(.*2\.0.*\n\+value: fmul\(.*3\.0/m)
  t.regex(formatDiff(diffContainers(a!, b!), { nameA: 'a', nameB: 'b', listing: true }), /^-%\d+ = fmul/m)
})

test('code that one side alone has, and branches that part', t => {
  const effect = program(compute('o[t] = 2; p[t] = 1; p[n] = 3;'), compute('o[t] = 2; p[t] = 1;')).program!
    .functions[0]!.semantic
  t.deepEqual(
    effect.changes.map(c => [c.kind, c.b]),
    [['effect', undefined]],
  )
  const flow = program(compute('p[t] = 1;'), compute('p[t] = 1; if (n > 3) o[t] = f.x;')).program!.functions[0]!
    .semantic
  t.true(flow.changes.some(c => c.kind === 'flow'))
})

test('long programs are compared in bounded time', t => {
  const lines = Array.from({ length: 3000 }, (_, i) => `s = s * ${i + 2} + (t ^ ${i});`)
  const [a, b] = [lines, lines.with(2900, 's = s * 7 + (t ^ 1);')].map(list =>
    compute(`uint s = n; ${list.join(' ')} p[t] = s;`),
  )
  const { semantic } = program(a!, b!).program!.functions[0]!
  t.is(semantic.count, 2)
})
