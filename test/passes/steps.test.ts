// No step of the pipeline is there for nothing: each changes some shader of the corpus, or one of those below, which are made for it.
// And the IR is well formed behind every step.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { optimize } from '../../src/passes/pipeline.ts'
import { corpusFiles } from '../corpus/files.ts'
import { type LoweredOptions, lowered } from '../lower/lowered.ts'
import { ROOT } from '../oracle/available.ts'

const main = (body: string, globals = ''): string =>
  `RWStructuredBuffer<uint> o; cbuffer C { uint n; uint k; float4 v[4]; } ${globals}
[numthreads(8, 1, 1)] void main(uint t : SV_GroupIndex) { ${body} }`

const MADE: Readonly<Record<string, string>> = {
  'a loop that waves leave': main(
    'uint w = t & 3; while (true) { uint s = WaveReadLaneFirst(w); if (s == w) { o[t] = WaveActiveCountBits(true); break; } }',
  ),
  'members of a struct of resources': main(
    'o[t] = r.b[t] + r.a[1][t];',
    'struct R { Buffer<uint> a[2]; Buffer<uint> b; }; R r;',
  ),
  'a resource that a constant condition chose': main(
    'Buffer<uint> b = x; for (uint i = 0; i < 3; i++) { if (i == 2) b = y; } o[t] = b[t];',
    'Buffer<uint> x; Buffer<uint> y;',
  ),
  'a resource chosen of an array': main(
    'Buffer<uint> b = x[0]; if (n > 3) b = x[2]; o[t] = b[t];',
    'Buffer<uint> x[3];',
  ),
  'a table filled in place': main('uint a[4]; for (uint i = 0; i < 4; i++) a[i] = i * i + 1; o[t] = a[t & 3];'),
  'a table copied when it is needed': main(
    'uint a[4]; if (n > 2) { for (uint i = 0; i < 4; i++) a[i] = i * 3; o[t] = a[k & 3]; }',
  ),
  'a loop that does nothing': main('uint s = 0; for (uint i = 0; i < n; i++) s += i * k; o[t] = n;'),
  'a loop in a loop, whose bound the outer one gives': main(
    'uint s = 0; for (uint i = 0; i < 3; i++) [unroll] for (uint j = 0; j <= i; j++) s += o[i * 4 + j]; o[t] = s;',
  ),
  'a loop whose bound is known behind a branch': main(
    'uint c = n; if (c == 3) { uint s = 0; [unroll] for (uint i = 0; i < c; i++) s += o[i]; o[t] = s; }',
  ),
  'a bound that passes through memory': main(
    'uint a[2] = { 2, n }; a[n & 1] = k; uint b[2] = { 3, 3 }; uint s = 0; [unroll] for (uint i = 0; i < b[0]; i++) s += a[i & 1]; o[t] = s;',
  ),
  'the same of different values on both ways': main(
    'uint r; if (n > 3) { o[0] = 1; r = (k * t + 3) ^ k; } else { o[1] = 2; r = (n * t + 3) ^ n; } o[t] = r;',
  ),
  'an array whose indices a table gives': main(
    'static const uint p[3] = { 2, 0, 1 }; uint s[3] = { n, k, t }; for (uint j = 0; j < k; j++) { uint x = s[1]; [unroll] for (uint i = 0; i < 3; i++) { uint y = s[p[i]]; s[p[i]] = x * 3; x = y; } } o[t] = s[0] + s[1] * 5 + s[2];',
  ),
  'a value of which a branch behind another leaves constants': main(
    'bool c = n > 3; if (c) { uint r = 1; if (t == 2) { o[9] = k; r = 2; } if (!c) { o[8] = n; r = k; } o[t] = r << 8; }',
  ),
  'a test whose ways are known behind a branch': main(
    'bool c = n > 3; if (c) { uint r; bool ok; if (t == 2) { r = o[5]; ok = c; } else { r = o[7] * 3; ok = !c; } if (ok) o[t] = r / k; else o[8] = 1; }',
  ),
  'a test whose ways are known once equal loads are one': main(
    'if (n > 3) { uint r; bool ok; if (t == 2) { r = o[5]; ok = n > 3; } else { r = o[7] * 3; ok = !(n > 3); } if (ok) o[t] = r / k; else o[8] = r; }',
  ),
  'a copy of a buffer whose length a branch tells': main(
    'uint m = n; if (m == 4) { uint c[4]; [unroll] for (uint i = 0; i < m; i++) c[i] = x.Load(i * 4 + 4); o[t] = c[k & 3]; }',
    'ByteAddressBuffer x;',
  ),
  'the same on both ways and behind them': main(
    'if (n > 3) { o[0] = k / n; } else { o[1] = k / n + 1; } o[t + 2] = k / n;',
  ),
  'a condition that needs a load, asked for twice': main(
    'bool ok = false; if (n > 3) ok = o[k] == 9; uint s = 0; if (ok) { o[k] = 1; s = o[k + 1]; } if (ok) s += o[k + 2]; o[t] = s;',
  ),
  'a condition that only computes itself': main(
    'uint s = 0; for (uint i = 0; i < n; i++) { uint q = 0; for (uint j = 0; j < i; j++) { if (j == k) q++; } if (q > 3) s = q; } o[t] = k;',
  ),
}

const OPTIONS: LoweredOptions = { minor: 2 }

/** The compute shaders of the corpus. */
function* corpus(): Generator<readonly [name: string, source: string, options: LoweredOptions]> {
  for (const file of corpusFiles()) {
    const source = readFileSync(join(ROOT, 'corpus', file), 'utf8')
    const lists = [...source.matchAll(/^\/\/ *args:(.*)$/gm)].map(m => m[1]!.trim().split(/\s+/))
    const after = (args: readonly string[], flag: string): string | undefined =>
      args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined
    const args = lists.find(list => after(list, '-T')?.startsWith('cs_6_') && !list.includes('-HV'))
    if (!args) continue
    const minor = Number(after(args, '-T')!.slice('cs_6_'.length))
    const defines = args.flatMap((a, i) => (a === '-D' ? [args[i + 1]!] : []))
    const native16Bit = args.includes('-enable-16bit-types')
    yield [file, source, { minor, defines, native16Bit, entry: after(args, '-E') ?? 'main' }]
  }
}

/** Steps that nothing here changes, by number: a step that does something, or is gone, has no place in the list. */
const IDLE: ReadonlySet<string> = new Set([
  // Lowering leaves no unreachable blocks; LLVM text has them.
  '0 remove_unreachable',
  // Tables that forward_copies did not make already.
  '26 hoist_arrays',
  '41 hoist_arrays',
  // What steps leave that themselves come late and seldom do anything.
  '40 forward_stores',
  '42 propagate_constants',
  // Of stages with inputs, and with outputs.
  '10 find_inputs',
  '51 overwritten_outputs',
  // The last rounds.
  '59 hoist_invariants',
  '61 exit_values',
  '62 dead_loops',
  '65 number_values',
  '66 hoist_invariants',
  '67 dead_code',
  '68 exit_values',
  '69 dead_loops',
  '70 simplify_cfg',
])

test('every step of the pipeline changes some shader, and leaves it well formed', t => {
  const counts = new Map<string, number>()
  const look = (name: string, source: string, options: LoweredOptions): void => {
    const { module, messages } = lowered(source, options)
    if (!module) throw new Error(`${name}: ${messages.join('\n')}`)
    optimize(module, {
      verify: true,
      after: (pass, _m, f, changed) => {
        const step = `${f.history.length - 1} ${pass}`
        counts.set(step, (counts.get(step) ?? 0) + Number(changed))
      },
    })
  }
  for (const [name, source, options] of corpus()) look(name, source, options)
  for (const [name, source] of Object.entries(MADE)) look(name, source, OPTIONS)
  const idle = [...counts].filter(([, n]) => n === 0).map(([step]) => step)
  t.deepEqual(idle.sort(), [...IDLE].sort())
})

test('--verify-each sees every stage of a compilation', t => {
  for (const source of Object.values(MADE)) {
    const plain = compile(source, { target: 'cs_6_2' })
    const verified = compile(source, { target: 'cs_6_2', verifyEach: true })
    t.true(plain.ok && verified.ok, plain.text)
    t.deepEqual(verified.container, plain.container)
  }
})
