// One function being imported, once for every call of it: the values of its names, and where its blocks begin and end.

import type { Block, Value } from '../../ir/function.ts'
import type { LlBlock, LlFunction, LlInstruction, LlSpan } from '../text/syntax.ts'
import type { Leaf, Leaves } from './leaves.ts'

export interface PendingPhi {
  readonly i: LlInstruction
  readonly block: Block
  /** Phis in the order of the leaves; pointers have one each of their parts. */
  readonly values: readonly Value[]
  /** What the parts of an incoming value are, in the order of `values`. */
  readonly parts: (incoming: Leaves, span: LlSpan) => readonly Leaf[]
}

export interface Frame {
  readonly fn: LlFunction
  readonly values: Map<string, Leaves>
  /** Names whose value comes from nonuniformindex. */
  readonly nonUniform: Set<string>
  readonly starts: Map<string, Block>
  /** The block that holds a block's terminator: another one when calls were imported in between. */
  readonly ends: Map<string, Block>
  readonly phis: PendingPhi[]
  /** Blocks in the order of import, and by name. */
  readonly order: readonly LlBlock[]
  /** Where `ret` goes; undefined in the entry function. */
  readonly exit: Exit | undefined
  /** Name of the block being imported. */
  current: string
}

export interface Exit {
  readonly block: Block
  readonly returns: { readonly from: Block; readonly leaves: Leaves }[]
}

/** Reverse post order from the entry; blocks that nothing reaches are absent. */
export function reachableOrder(fn: LlFunction): LlBlock[] {
  const byName = new Map(fn.blocks.map(b => [b.name, b]))
  const seen = new Set<LlBlock>()
  const order: LlBlock[] = []
  const open: { readonly block: LlBlock; next: number }[] = []
  const enter = (b: LlBlock | undefined): void => {
    if (!b || seen.has(b)) return
    seen.add(b)
    open.push({ block: b, next: 0 })
  }
  enter(fn.blocks[0])
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const labels = top.block.instructions.at(-1)?.labels ?? []
    if (top.next < labels.length) enter(byName.get(labels[labels.length - 1 - top.next++]!.name))
    else {
      order.push(top.block)
      open.pop()
    }
  }
  return order.reverse()
}
