// Control dependence against its definition, on random programs: x depends on the branch at y when y has a way to the end around x, and an
// edge behind which x always runs. And of SV_ViewID behind a loop nothing depends on it that is not decided by it.

import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { controlDependence } from '../../src/ir/control_dependence.ts'
import type { Block, Func } from '../../src/ir/function.ts'
import { partOf } from '../corpus/container_facts.ts'
import { randomProgram } from './random_program.ts'

/** Blocks from which the end is reached on a way around `without`. */
function reachingEnd(f: Func, without: Block | undefined): Set<Block> {
  const seen = new Set<Block>()
  const work = f.blocks.filter(b => b !== without && f.successors(b).length === 0)
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (seen.has(b)) continue
    seen.add(b)
    for (const p of f.predecessors(b)) if (p !== without) work.push(p)
  }
  return seen
}

const sorted = (blocks: Iterable<Block>): Block[] => [...blocks].sort((x, y) => x - y)

test('control dependence is what its definition says', t => {
  let controlled = 0
  for (let seed = 1; seed <= 150; seed++) {
    const { f } = randomProgram(seed, 10)
    const all = reachingEnd(f, undefined)
    const controls = controlDependence(f)
    for (const x of f.blocks.filter(b => all.has(b))) {
      const around = reachingEnd(f, x)
      const always = (b: Block): boolean => b === x || (all.has(b) && !around.has(b))
      const wanted = f.blocks.filter(y => (y === x || around.has(y)) && f.successors(y).some(s => always(s)))
      // A block with one way out decides nothing.
      const branches = wanted.filter(y => new Set(f.successors(y)).size > 1)
      t.deepEqual(
        sorted(controls[x]!.filter(y => new Set(f.successors(y)).size > 1)),
        sorted(branches),
        `seed ${seed}: ${x}`,
      )
      controlled += branches.length
    }
  }
  t.true(controlled > 100, `${controlled}`)
})

test('what stands behind a loop does not depend on the branch around the loop', t => {
  const source = `struct O { float4 p : SV_Position; };
[maxvertexcount(3)] void main(point float4 v[1] : P, inout PointStream<O> s, uint view : SV_ViewID, uint prim : SV_PrimitiveID) {
  if (view % 3 == 0) { for (uint i = 0; i < prim % 4; i++) s.RestartStrip(); }
  O o; o.p = v[0]; s.Append(o);
}`
  const { container } = compile(source, { target: 'gs_6_1' })
  const again = compile(source.replace('if (view % 3 == 0)', 'if (true)'), { target: 'gs_6_1' })
  // The table of SV_ViewID is the word in front of those of the four inputs.
  const words = (part: Uint8Array): number[] => [...new Uint32Array(part.slice(-4 * 5).buffer)]
  t.deepEqual(words(partOf(container!, 'PSV0')!), [0, 1, 2, 4, 8])
  t.deepEqual(words(partOf(again.container!, 'PSV0')!).slice(1), [1, 2, 4, 8])
})
