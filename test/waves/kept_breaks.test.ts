// Which `break` stays a branch inside its loop, counted in both compilers' code. DXC asks which functions call wave operations themselves, in the
// code that it emits: what a constant decides against, or a jump stands in front of, has none.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

/** `sum` calls a wave operation, so that main itself may have none. */
const program = (before: string, body: string): string => `static const bool No = false, Yes = true;
RWStructuredBuffer<uint> o : register(u0);
ByteAddressBuffer I : register(t0);
cbuffer C { uint cb; }
groupshared uint gs;
struct S { uint a; uint b; };
uint sum(uint t) { return WaveActiveSum(t); }
uint pick(bool b, uint v) { return b ? v : 9; }
uint twice(uint t) { if (t > 99) return 5; return WaveActiveSum(t) * 2; }
[numthreads(8, 1, 1)] void main(uint t : SV_DispatchThreadID) {
  const bool no = false;
  const uint three = 3;
  uint x = I.Load(t * 4), r = 99, y = 0, i = 0;
  ${before}
  while (true) { if (x == i) { ${body} break; } i++; }
  o[t] = r + y;
}`

/** Nothing but what stands here calls a wave operation in main. */
const ALONE = [
  'if (false) { r = WaveActiveSum(t); } r += sum(t);',
  'if (false) { r = WaveActiveSum(t); } else { r += sum(t); }',
  'if (true) { r = sum(t); } else { r += WaveActiveSum(t); }',
  'if (true) { r = WaveActiveSum(t); } else { r += sum(t); }',
  'if (No) { r = WaveActiveSum(t); } r += sum(t);',
  'if (Yes) { r = WaveActiveSum(t); } r += sum(t);',
  'if (no) r = WaveActiveSum(t); r += sum(t);',
  'if (!true) r = WaveActiveSum(t); r += sum(t);',
  'if (0.0) r = WaveActiveSum(t); r += sum(t);',
  'if (0u) r = WaveActiveSum(t); r += sum(t);',
  'if (sizeof(int) == 8) r = WaveActiveSum(t); r += sum(t);',
  'if (false && x > 2) r = WaveActiveSum(t); r += sum(t);',
  'if (x > 2 && false) r = WaveActiveSum(t); r += sum(t);',
  'bool never = false; if (never) r = WaveActiveSum(t); r += sum(t);',
  'r = No ? WaveActiveSum(t) : sum(t);',
  'r = Yes ? WaveActiveSum(t) : sum(t);',
  'r = true ? sum(t) : WaveActiveSum(t);',
  'r = x > 2 ? sum(t) : WaveActiveSum(t);',
  'if (false && WaveActiveAnyTrue(x > 2)) r = 4; r += sum(t);',
  'if (true || WaveActiveAnyTrue(x > 2)) r = 4; r += sum(t);',
  'if (true && WaveActiveAnyTrue(x > 2)) r = 4; r += sum(t);',
  'if (x > 9 && WaveActiveAnyTrue(x > 2)) r = 4; r += sum(t);',
  'bool q = false && WaveActiveAnyTrue(x > 2); r += sum(t) + q;',
  'bool q = false || WaveActiveAnyTrue(x > 2); r += sum(t) + q;',
  'while (false) { r = WaveActiveSum(t); } r += sum(t);',
  'for (; false; r = WaveActiveSum(t)) { y++; } r += sum(t);',
  'do { r = 6; } while (false && WaveActiveAnyTrue(x > 2)); r += sum(t);',
  'do { r = 6; } while (false || WaveActiveAnyTrue(x > 20)); r += sum(t);',
  'switch (1) { case 1: y++; break; case 2: r = WaveActiveSum(t); break; } r += sum(t);',
  'switch (1) { case 3: y++; break; case 2: r = WaveActiveSum(t); break; } r += sum(t);',
  'switch (1) { default: y++; break; case 2: r = WaveActiveSum(t); break; } r += sum(t);',
  'switch (2) { default: y++; break; case 2: r = WaveActiveSum(t); break; } r += sum(t);',
  'switch (1) { case 1: y++; case 2: y++; break; default: r = WaveActiveSum(t); break; } r += sum(t);',
  'switch (1) { case 1: y++; case 2: y++; default: r = WaveActiveSum(t); break; } r += sum(t);',
  'switch (1) { case 1: { y++; break; } default: r = WaveActiveSum(t); break; } r += sum(t);',
  'switch (1) { case 1: if (x > 9) break; y++; break; default: r = WaveActiveSum(t); break; } r += sum(t);',
  'switch (1) { case 1: while (y < 2) { y++; break; } break; default: r = WaveActiveSum(t); break; } r += sum(t);',
  'switch (three) { case 1: r = WaveActiveSum(t); break; case 3: y++; break; } r += sum(t);',
  'switch (x) { case 1: r = WaveActiveSum(t); break; case 3: y++; break; } r += sum(t);',
  'r += sum(t); break; r = WaveActiveSum(t);',
  'r += sum(t); { break; } r = WaveActiveSum(t);',
  'r += sum(t); if (true) break; r = WaveActiveSum(t);',
  'r += sum(t); if (x > 9) { r = 3; return; r = WaveActiveSum(t); }',
  'r += sum(t); if (x > 9) { i++; continue; r = WaveActiveSum(t); }',
  'r += sum(t); if (x > 9) { if (y) return; else return; r = WaveActiveSum(t); }',
  'static uint first = WaveActiveSum(t); r += sum(t);',
  'r += sum(t); y += (0, WaveActiveSum(t));',
]

/** main calls one before the loop: what counts is whether the break's block depends on lanes. */
const BEHIND = [
  'r = sum(t); if (t > 99) { r = 3; }',
  'r = sum(t); if (t > 99) { y = 3; }',
  'r = twice(t); if (t > 99) { r = twice(t); }',
  'r = twice(t); if (t > 99) { y = 3; }',
  'switch (1) { case 1: r = sum(t); break; default: y += 1; break; }',
  'switch (1) { case 1: r = sum(t); r = sum(t); break; default: y += 1; break; } if (t > 99) { r = 5; }',
  'switch (1) { case 1: r = twice(t); break; default: y += 1; break; }',
  'switch (2u) { case 1: y++; break; case 99: r = 5; return; default: r = sum(t); break; }',
  'switch (x) { case 1: y++; break; case 99: r = 5; return; default: r = sum(t); break; }',
  'switch (1) { case 1: y++; if (x > 9) break; default: r = sum(t); break; }',
  'switch (1) { case 1: y++; case 2: r = sum(t); }',
  'switch (1) { case 2: r = sum(t); }',
  'switch (1) { default: r = sum(t); }',
  'switch (Yes ? 1 : 2) { default: r = sum(t); }',
  'switch (-1) { case -1: { r = sum(t); break; } case 7: y = 3; }',
]

/** What a wave operation decides is computed in other blocks than the break's, or is a select of constants. */
const CHOSEN = [
  'WaveIsFirstLane() ? 1 : 0',
  'WaveIsFirstLane() ? x : 2',
  'WaveIsFirstLane() ? 1 : x',
  'WaveIsFirstLane() ? x : y',
  'WaveIsFirstLane() ? 1 : (x >> 2) >> 3',
  'WaveIsFirstLane() ? three : 2',
  'WaveIsFirstLane() ? (Yes ? 5 : 6) : 0',
  'WaveActiveAnyTrue(x > 2) ? x : y',
  'WaveActiveSum(t) > 3 ? x : WaveActiveSum(y)',
  ...[
    'x + 1',
    '-x',
    '~x',
    'x * y',
    'x >> 2',
    't',
    'gs',
    'cb',
    's.a',
    's.b + 1',
    'v.x',
    'a[1]',
    '(int)x',
    '(uint)(float)x',
    'x == 3',
  ].map(e => `WaveIsFirstLane() ? 7 : ${e}`),
  ...['!x', 'x % 3', 'min(x, y)', '(x ? 1 : 2)', 'I.Load(8)', 'pick(true, x)', 'q'].flatMap(e => [
    `WaveIsFirstLane() ? y : ${e}`,
    `WaveIsFirstLane() && ${e}`,
    `WaveIsFirstLane() || ${e}`,
  ]),
  'x > 3 ? WaveActiveSum(t) : y',
  'x > 3 ? 2 : WaveActiveSum(y)',
  'WaveActiveSum(t) + (x > 3 ? 2 : y)',
  '(x > 3 ? 2 : y) + WaveActiveSum(t)',
  '(x > 3 ? 2 : 1) + WaveActiveSum(t)',
  'WaveActiveSum(t) + (x > 3 ? 2 : 1)',
  'WaveActiveSum(t) + (x > 3 && y < 2)',
  '(x > 3 && y < 2) + WaveActiveSum(t)',
  'WaveIsFirstLane() && x > 2',
  'WaveIsFirstLane() || x > 2',
  'x > 2 && WaveIsFirstLane()',
  'x > 2 || WaveIsFirstLane()',
  'x > 2 && y < 5 && WaveIsFirstLane()',
  'WaveIsFirstLane() && x > 2 ? 1 : y',
  'pick(WaveIsFirstLane(), x)',
  'pick(x > 2, WaveActiveSum(t))',
  'pick(x > 2, y) + WaveActiveSum(t)',
  'select(WaveIsFirstLane(), x, y)',
  'WaveIsFirstLane() ? x : (x > 5 ? y : 7)',
  '!WaveIsFirstLane() ? x : y',
  '(WaveIsFirstLane() ? x : y) ? 3 : x',
].flatMap(e => [
  `r = ${e};`,
  `if (${e}) r = 3;`,
  `if (${e}) { r = 3; y = x; } else y = 5;`,
  `y = 1; r = ${e}; o[t + 8] = r;`,
])

/** A wave operation decides between empty arms, or nothing: DXC folds those while it optimises. */
const EMPTY = [
  'if (WaveIsFirstLane()) {}',
  'if (WaveActiveAnyTrue(x > 2)) {} else {}',
  'if (WaveActiveAnyTrue(x > 2)) ;',
  'if (WaveActiveAnyTrue(x > 2)) {} r += sum(t);',
  'if (WaveIsFirstLane()) {} r += sum(t);',
  'if (WaveIsFirstLane() || true) r = 3;',
  'if (WaveActiveAnyTrue(x > 2) || true) r = 3;',
  'if (WaveActiveAnyTrue(x > 2) && false) r = 3;',
  'if (WaveActiveAnyTrue(x > 2) && true) r = 3;',
  'if (WaveActiveAnyTrue(x > 2) || true) r += sum(t);',
  'r = WaveActiveAnyTrue(x > 2) || true;',
  'r = WaveActiveAnyTrue(x > 2) && false;',
  'bool b = WaveActiveAnyTrue(x > 2) || true;',
  'r = WaveActiveAnyTrue(x > 2) ? 3 : 3;',
  'r = WaveActiveSum(t) * 0;',
  'WaveActiveSum(t);',
  'r = WaveActiveSum(t) & 0;',
  'if (WaveActiveSum(t) > 3) { y; }',
  'while (WaveActiveAnyTrue(x > 2000)) {}',
  'for (; WaveActiveAnyTrue(x > 2000);) {}',
  'do {} while (WaveActiveAnyTrue(x > 2000));',
  'switch (WaveActiveSum(t)) { default: break; }',
  'switch (WaveActiveSum(t)) { case 1: break; case 2: break; }',
  'if (x > 9 && WaveIsFirstLane()) {}',
  'if (WaveIsFirstLane()) { if (x > 2) {} }',
  'if (WaveIsFirstLane()) { uint z = 3; }',
  'if (WaveIsFirstLane()) { { } ; y; }',
  'if (!WaveIsFirstLane()) {} else { ; }',
  'if (WaveIsFirstLane()) {} else r = 3;',
  'if (WaveIsFirstLane() || true) { y = 3; } else r = 3;',
  'if (WaveIsFirstLane() && false) { y = 3; } else r = 3;',
  'if (true || WaveIsFirstLane()) {}',
  'if (WaveIsFirstLane() && Yes) {}',
  'if (!(WaveIsFirstLane() || true)) r = 3;',
  '[branch] if (WaveIsFirstLane()) {}',
  'if (WaveIsFirstLane()) { 3; }',
  'if (WaveIsFirstLane()) { x + 1; }',
  'if (WaveIsFirstLane()) { uint z; }',
  'if (WaveActiveSum(t) == 3) {} if (x > 9) r = 4;',
  'switch (WaveActiveSum(t)) { case 1: case 2: { break; } default: ; }',
  'switch (WaveActiveSum(t)) { case 1: y = 3; break; default: break; }',
]

/** Branches on the condition that DXC calls dx.break. */
function keptBreaks(listing: string): number {
  const named = (pattern: RegExp): RegExpMatchArray[] => [...listing.matchAll(pattern)]
  const loads = new Set(named(/^ {2}(%\S+) = load i32, .*@dx\.break\.cond/gm).map(m => m[1]))
  const conditions = new Set(
    named(/^ {2}(%\S+) = icmp eq i32 (%\S+), 0$/gm)
      .filter(m => loads.has(m[2]))
      .map(m => m[1]),
  )
  return named(/^ {2}br i1 (%[^,\s]+),/gm).filter(m => conditions.has(m[1])).length
}

for (const optimization of [3, 0] as const)
  oracleTest('dxc', `breaks that stay in their loops at -O${optimization} are DXC's`, async t => {
    const dxc = await Dxc.shared()
    const seen = new Map<number, number>()
    const wrong: string[] = []
    for (const [before, bodies] of [
      ['', ALONE],
      ['y = WaveActiveMax(x);', BEHIND],
      ['', EMPTY],
      [
        'y = I.Load(t * 4 + 32); S s = { y, 3 }; uint2 v = I.Load2(t * 8); uint a[3] = { 1, t, 3 }; bool q = y > 7;',
        CHOSEN,
      ],
    ] as const)
      for (const body of bodies) {
        const source = program(before, body)
        const ours = compile(source, { target: 'cs_6_0', entry: 'main', optimization })
        const theirs = await dxc.compile(source, ['-T', 'cs_6_0', '-E', 'main', ...(optimization === 0 ? ['-Od'] : [])])
        const wanted = keptBreaks(disassemble(theirs.container!))
        const kept = keptBreaks(disassemble(ours.container!))
        if (kept !== wanted) wrong.push(`${body}: ${kept} instead of ${wanted}`)
        seen.set(wanted, (seen.get(wanted) ?? 0) + 1)
      }
    t.deepEqual(wrong, [])
    t.true((seen.get(0) ?? 0) > 20 && (seen.get(1) ?? 0) > 15, 'both answers are tried')
  })

test('operands of thousands of parts are not walked to their end', t => {
  const sum = Array.from({ length: 4000 }, (_, i) => `x${i % 2 ? ' * ' : ' + '}${i}`).join(' + ')
  const source = program('', `r = WaveIsFirstLane() ? ${sum} : x; r += WaveIsFirstLane() && ${sum};`)
  for (const optimization of [0, 3] as const)
    t.true(compile(source, { target: 'cs_6_0', entry: 'main', optimization }).ok)
})
