// Dominators, frontiers and loops against their definitions, on random programs: a dominates b when b cannot be reached without a.

import test from 'ava'
import { controlDependence } from '../../src/ir/control_dependence.ts'
import { reversePostOrder, unreachableBlocks } from '../../src/ir/control_flow.ts'
import { Dominance, dominanceOf } from '../../src/ir/dominance.ts'
import type { Block, Func } from '../../src/ir/function.ts'
import { isReducible, naturalLoops } from '../../src/ir/loops.ts'
import { Op } from '../../src/ir/ops.ts'
import { parseModule } from '../../src/ir/parse_text.ts'
import { VOID } from '../../src/ir/types.ts'
import { randomProgram } from './random_program.ts'

function reachable(f: Func, without: Block | undefined): Set<Block> {
  const seen = new Set<Block>()
  const work = f.entry === without ? [] : [f.entry]
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (seen.has(b)) continue
    seen.add(b)
    for (const s of f.successors(b)) if (s !== without) work.push(s)
  }
  return seen
}

const sorted = (blocks: Iterable<Block>): Block[] => [...blocks].sort((x, y) => x - y)

test('dominance, frontiers and unreachable blocks are what their definitions say', t => {
  for (let seed = 1; seed <= 60; seed++) {
    const { f } = randomProgram(seed, 10)
    const dom = new Dominance(f)
    const all = reachable(f, undefined)
    t.deepEqual(
      [...unreachableBlocks(f)],
      f.blocks.filter(b => !all.has(b)),
    )
    t.deepEqual(sorted(reversePostOrder(f)), sorted(all))
    for (const a of all) {
      const rest = reachable(f, a)
      const frontier = new Set<Block>()
      for (const b of all) {
        if (dom.dominates(a, b) !== !rest.has(b)) t.fail(`seed ${seed}: block ${a} and ${b}`)
        for (const s of f.successors(b)) if (!rest.has(b) && (rest.has(s) || s === a)) frontier.add(s)
      }
      t.deepEqual(sorted(dom.frontier(a)), sorted(frontier), `seed ${seed}: frontier of ${a}`)
    }
  }
})

/** Blocks from which the end is reached without passing `without`. */
function returning(f: Func, without: Block | undefined): Set<Block> {
  const seen = new Set<Block>()
  const work = f.blocks.filter(b => f.successors(b).length === 0 && b !== without)
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    if (seen.has(b)) continue
    seen.add(b)
    for (const p of f.predecessors(b)) if (p !== without) work.push(p)
  }
  return seen
}

test('a block depends on those of which one way leads to it for certain and another does not', t => {
  let found = 0
  for (let seed = 1; seed <= 120; seed++) {
    const { f } = randomProgram(seed, 10)
    const all = reachable(f, undefined)
    const ends = returning(f, undefined)
    const controls = controlDependence(f)
    const after = new Map([...all].map(b => [b, returning(f, b)]))
    const isAfter = (x: Block, y: Block): boolean => !after.get(x)!.has(y)
    for (const x of all)
      for (const y of all) {
        if (!ends.has(x) || !ends.has(y)) continue
        const ways = f.successors(y).filter(s => ends.has(s))
        const expected = ways.some(s => isAfter(x, s)) && (x === y || !isAfter(x, y))
        if (expected) found++
        if (controls[x]!.includes(y) !== expected) t.fail(`seed ${seed}: block ${x} and ${y}`)
      }
  }
  t.true(found > 100, `${found}`)
})

test('loops: one entry, closed under predecessors, inner before outer', t => {
  let found = 0
  for (let seed = 1; seed <= 200; seed++) {
    const { f } = randomProgram(seed)
    const dom = new Dominance(f)
    t.true(isReducible(f, dom))
    const loops = naturalLoops(f)
    loops.forEach((loop, i) => {
      found++
      t.is(loop.blocks[0], loop.header)
      for (const b of loop.blocks) {
        t.true(dom.dominates(loop.header, b))
        if (b !== loop.header) for (const p of f.predecessors(b)) if (dom.isReachable(p)) t.true(loop.contains.has(p))
      }
      for (const later of loops.slice(i + 1)) t.false(loop.header !== later.header && loop.contains.has(later.header))
    })
  }
  t.true(found > 50)
})

test('a cycle with two entries is not reducible', t => {
  const m = parseModule(
    'target cs 6.0\nfunc main {\nb0:\n  condbr true, b1, b2\nb1: from b0, b2\n  br b2\nb2: from b0, b1\n  condbr true, b1, b3\nb3:\n  ret\n}\n',
  )
  const f = m.functions[0]!
  t.false(isReducible(f, new Dominance(f)))
})

/** Every way to change blocks or edges, on blocks of which b branches to c and d, and these to e. */
const CHANGES: Readonly<Record<string, (f: Func, blocks: readonly Block[]) => void>> = {
  addBlock: f => void f.addBlock(),
  createBlock: f => void f.createBlock(),
  placeBlock: (f, [b]) => f.placeBlock(b!),
  setLayout: (f, [b, c, d, e]) => f.setLayout([b!, d!, c!, e!]),
  clearTerminator: (f, [, c]) => f.clearTerminator(c!),
  keepEdge: (f, [b]) => f.keepEdge(b!, 0),
  swapSuccessors: (f, [b]) => f.swapSuccessors(b!),
  orderPredecessors: (f, [, c, d, e]) => f.orderPredecessors(e!, [d!, c!]),
  redirect: (f, [b, c, d]) => f.redirect(b!, c!, d!),
  replacePredecessor: (f, [b, c, d]) => f.replacePredecessor(c!, b!, d!),
  mergeInto: (f, [, c, , e]) => f.mergeInto(c!, e!),
  splitBefore: (f, [b]) => void f.splitBefore(f.last(b!)),
  removeBlocks: (f, [, c]) => f.removeBlocks(new Set([c!])),
}

test('what is known of blocks and edges is asked again after each way to change them, and only then', t => {
  const text =
    'target cs 6.0\nfunc main {\nb0:\n  condbr true, b1, b2\nb1: from b0\n  br b3\nb2: from b0\n  br b3\nb3: from b1, b2\n  ret\n}\n'
  const make = (): object => ({})
  const unchanged = parseModule(text).functions[0]!
  const first = unchanged.fact(make)
  unchanged.append(unchanged.blocks[0]!, Op.Alloca, VOID, [])
  t.is(unchanged.fact(make), first, 'an instruction changes no edge')
  for (const [way, change] of Object.entries(CHANGES)) {
    const f = parseModule(text).functions[0]!
    const known = f.fact(make)
    const dominance = dominanceOf(f)
    change(f, [...f.blocks])
    t.not(f.fact(make), known, way)
    t.not(dominanceOf(f), dominance, way)
  }
  const ended = parseModule(text).functions[0]!
  ended.clearTerminator(ended.blocks[3]!)
  const known = ended.fact(make)
  ended.terminate(ended.blocks[3]!, Op.Br, VOID, [], [ended.blocks[1]!])
  t.not(ended.fact(make), known, 'terminate')
})
