// Blocks of two functions that correspond: both entries, and what corresponding branches lead to. Invariant: a block has one partner at
// most, and a pair has branches of one kind.

import { type BasicBlock, type Func, type Instruction, Op, type Value } from '../llvm/model/values.ts'
import { branchTargets } from './canonical.ts'

export interface BlockPair {
  readonly a: BasicBlock
  readonly b: BasicBlock
}

export interface BlockPairs {
  readonly pairs: readonly BlockPair[]
  /** Number of a block: the same for both of a pair, numbers of their own for blocks without a partner. */
  readonly idOf: ReadonlyMap<BasicBlock, number>
  /** Pairs whose branches go different ways. */
  readonly parted: ReadonlySet<BlockPair>
}

export function pairBlocks(fa: Func, fb: Func): BlockPairs {
  const partner = new Map<BasicBlock, BasicBlock>()
  const pairs: BlockPair[] = []
  const parted = new Set<BlockPair>()
  const pair = (a: BasicBlock, b: BasicBlock): boolean => {
    if (partner.has(a) || partner.has(b)) return partner.get(a) === b
    partner.set(a, b)
    partner.set(b, a)
    pairs.push({ a, b })
    return true
  }
  if (fa.blocks[0] && fb.blocks[0]) pair(fa.blocks[0], fb.blocks[0])
  // The list grows while it is walked.
  for (const at of pairs) {
    const ways = correspondingWays(at.a.instructions.at(-1), at.b.instructions.at(-1))
    if (!ways) parted.add(at)
    else for (const [x, y] of ways) if (!pair(x, y)) parted.add(at)
  }
  const idOf = new Map<BasicBlock, number>()
  pairs.forEach(({ a, b }, n) => {
    idOf.set(a, n)
    idOf.set(b, n)
  })
  for (const block of [...fa.blocks, ...fb.blocks]) if (!idOf.has(block)) idOf.set(block, idOf.size)
  return { pairs, idOf, parted }
}

type Way = readonly [BasicBlock, BasicBlock]

/** Targets in pairs; undefined for branches of different kinds. */
function correspondingWays(x: Instruction | undefined, y: Instruction | undefined): readonly Way[] | undefined {
  if (!x || !y || x.op !== y.op || x.blocks.length !== y.blocks.length) return undefined
  if (x.op === Op.Br) {
    const [to, other] = [branchTargets(x), branchTargets(y)]
    return to.map((block, n) => [block, other[n]!])
  }
  return x.op === Op.Switch ? switchWays(x, y) : []
}

/** Cases have no order: they correspond by their values. */
function switchWays(x: Instruction, y: Instruction): readonly Way[] | undefined {
  const ways: Way[] = [[x.blocks[0]!, y.blocks[0]!]]
  const caseText = (v: Value): string => (v.kind === 'int' ? `${v.value}` : '?')
  const other = new Map(y.operands.slice(1).map((v, n) => [caseText(v), y.blocks[n + 1]!]))
  for (const [n, v] of x.operands.slice(1).entries()) {
    const target = other.get(caseText(v))
    if (!target) return undefined
    ways.push([x.blocks[n + 1]!, target])
  }
  return ways
}
