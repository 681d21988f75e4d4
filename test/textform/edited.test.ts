// Printed IR that somebody edits by hand: what is still LLVM's compiles, what is not is refused with its place.

import test from 'ava'
import { compileToIr } from '../../src/api/compile.ts'
import { compileModule } from '../../src/api/compile_module.ts'

const SOURCE = `RWBuffer<int> o; Buffer<int> t;
  [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) {
    int a[4] = { 1, t[0], 3, i };
    int x = t[i];
    if (x > 2) { x = t[i + 1] * x; o[i] = x; }
    [loop] for (int n = 0; n < x; n++) x += a[n & 3] * t[n];
    o[i + 3] = x;
  }`
const STEPS = ['lower', 'promote_locals', 'simplify_cfg', 'split_vectors', 'bind', 'lower_resources', 'order_phis']

const printed = (stopAfter: string, target = 'cs_6_0'): string => {
  const { ir, text } = compileToIr(SOURCE, { target, stopAfter })
  if (ir === undefined) throw new Error(text)
  return ir
}

/** The blocks of the only function, and what stands in front of them and behind. */
function parts(text: string): readonly [head: string, blocks: string[], tail: string] {
  const [first, end] = [text.indexOf('entry:\n'), text.indexOf('\n}\n')]
  return [text.slice(0, first), text.slice(first, end).split(/\n\n(?=[\w.]+:)/), text.slice(end)]
}

test('blocks of a text stand in any order', t => {
  for (const step of STEPS) {
    const text = printed(step)
    const [head, [entry, ...blocks], tail] = parts(text)
    t.true(blocks.length > 2, step)
    const turned = compileModule([head, [entry, ...blocks.reverse()].join('\n\n'), tail].join(''))
    t.is(turned.text, '', step)
    t.truthy(turned.container, step)
  }
})

test('blocks that an edit cuts off are gone before a pass sees them', t => {
  for (const step of STEPS) {
    const text = printed(step)
    const [head, blocks, tail] = parts(text)
    // The loop's condition leaves in any case: what reads the array is in no block that runs.
    const edited = blocks.map(block =>
      block.replace(', label %loop.body, label %loop.end', ', label %loop.end, label %loop.end'),
    )
    const result = compileModule([head, edited.join('\n\n'), tail].join(''))
    t.not(edited.join(), blocks.join(), step)
    t.is(result.text, '', step)
    t.truthy(result.container, step)
  }
})

test('a resource without a register is refused where registers are known', t => {
  for (const step of ['bind', 'lower_resources'])
    for (const target of ['cs_6_0', 'cs_6_6']) {
      const text = printed(step, target)
      t.truthy(compileModule(text).container)
      const [first] = compileModule(text.replaceAll(/!"binding", !\d+, (?=!"class")/g, '')).diagnostics
      t.regex(first?.message ?? '', /'[ot]' has no register/)
      t.true(first!.line > 0 && first!.column > 0)
    }
})

test('a handle of an element that its resource does not have is refused', t => {
  for (const [step, from, to] of [
    ['bind', /(handlefrombinding\.[^(]*\(i32 0, i32 0, i32 1, i32 )0/, '$11'],
    ['lower_resources', /(createHandle\(i32 57, i8 \d, i32 0, i32 )0/, '$11'],
    ['lower_resources', /"lower", i64 0/, '"lower", i64 2'],
  ] as const) {
    const text = printed(step)
    t.regex(text, from)
    const [first] = compileModule(text.replace(from, to)).diagnostics
    t.regex(first?.message ?? '', /'[ot]' has no element (1|4294967294)/)
    t.true(first!.line > 0 && first!.column > 0)
  }
})
