// A function as a list of rows (labels and instructions) in an order that follows the control flow, with keys for aligning
// them. Invariant: neither order nor keys depend on block layout, value numbers, names or metadata numbers.

import { calleeOf, isDebugCall } from '../dxil/dx_call.ts'
import {
  type BasicBlock,
  type Func,
  type Instruction,
  isConstant,
  Op,
  successors,
  type Value,
} from '../llvm/model/values.ts'
import { attributesKey, type ModuleSide } from './module_side.ts'

/** The start of a block, or an instruction of it. */
export interface Row {
  readonly block: BasicBlock
  /** null for the block's label. */
  readonly inst: Instruction | null
}

/** Where a local value or block is written: its row. */
export type RowOf = (value: { readonly index: number }) => number | undefined

export interface FunctionSide {
  readonly side: ModuleSide
  readonly func: Func
  readonly rows: readonly Row[]
  /** Row of an instruction or block by Value.index. */
  readonly rowOf: ReadonlyMap<number, number>
  /** Operation, type, constants and operands, all the way down. */
  readonly deep: Int32Array
  /** Operation and type only. */
  readonly shape: Int32Array
  /** True where equal deep keys mean equal values: nothing below reads memory or merges control flow. */
  readonly pure: readonly boolean[]
}

/** Calls that change nothing a program can show: debug information, and where the life of a variable begins and ends. */
export const isMarkerCall = (inst: Instruction): boolean =>
  isDebugCall(inst) || calleeOf(inst)?.name.startsWith('llvm.lifetime.') === true

export function functionSide(side: ModuleSide, func: Func): FunctionSide {
  const rows: Row[] = []
  for (const block of flowOrder(func)) {
    rows.push({ block, inst: null })
    for (const inst of block.instructions) if (!isDebugCall(inst)) rows.push({ block, inst })
  }
  const rowOf = new Map<number, number>()
  rows.forEach((row, i) => {
    rowOf.set((row.inst ?? row.block).index, i)
  })
  const shape = Int32Array.from(rows, row => (row.inst ? shapeKey(side, row.inst) : side.interner.id('label')))
  return { side, func, rows, rowOf, shape, ...deepKeys(side, rows, rowOf, shape) }
}

/** Reverse postorder from the entry; blocks nothing leads to come last. */
function flowOrder(func: Func): BasicBlock[] {
  const reachable = reachableBlocks(func)
  const seen = new Set(reachable)
  return [...reachable, ...func.blocks.filter(b => !seen.has(b))]
}

/** Reverse postorder from the entry, first successors first. */
export function reachableBlocks(func: Func): BasicBlock[] {
  const seen = new Set<BasicBlock>()
  const post: BasicBlock[] = []
  const [entry] = func.blocks
  if (!entry) return []
  const stack: { block: BasicBlock; left: BasicBlock[] }[] = [{ block: entry, left: [...successors(entry)] }]
  seen.add(entry)
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!
    const next = top.left.pop()
    if (!next) post.push(stack.pop()!.block)
    else if (!seen.has(next)) {
      seen.add(next)
      stack.push({ block: next, left: [...successors(next)] })
    }
  }
  return post.reverse()
}

/** What stays when operands are taken away: for dx.op calls the callee and its operation number stay. */
function shapeKey(side: ModuleSide, inst: Instruction): number {
  const callee = inst.op === Op.Call ? inst.operands.at(-1)! : null
  const name = callee?.kind === 'function' ? callee.name : ''
  const first = inst.operands[0]
  const number = name.startsWith('dx.op.') && first?.kind === 'int' ? first.value : ''
  return side.interner.id(`${inst.op} ${side.typeKey(inst.type)} ${inst.code} ${name} ${number}`)
}

/** Everything about an instruction but its operands. */
function head(side: ModuleSide, i: Instruction): string {
  const elementType = i.elementType ? side.typeKey(i.elementType) : ''
  const indices = i.indices ? i.indices.join(',') : ''
  let text = `${i.op} ${side.typeKey(i.type)} ${i.code} ${i.flags} ${elementType} ${indices}`
  if (i.align || i.ordering) text += ` @${i.align} ${i.ordering} ${i.failureOrdering} ${i.scope}`
  if (i.attributes || i.callingConvention) text += ` ${i.callingConvention} ${attributesKey(i.attributes)}`
  if (i.attachments) text += ` !${side.attachmentsKey(i.attachments)}`
  return text
}

/** How many steps of metadata an operand is known by (only debug intrinsics have such operands). */
const OPERAND_DEPTH = 2

/** Key of an instruction with its local operands written by `local`. A phi's edges have no order. */
export function instructionKey(
  side: ModuleSide,
  inst: Instruction,
  local: (v: Value | BasicBlock) => string,
  withBlocks: boolean,
): string {
  const operand = (v: Value): string => {
    if (v.kind === 'metadata') return `m${side.metadataKey(v.metadata, OPERAND_DEPTH)}`
    if (v.kind === 'argument') return `a${v.position}`
    return isConstant(v) ? `${side.constantKey(v)}` : local(v)
  }
  const edge = (v: Value, n: number): string => operand(v) + (withBlocks ? `>${local(inst.blocks[n]!)}` : '')
  if (inst.op === Op.Phi) return `${head(side, inst)}:${inst.operands.map(edge).sort().join(' ')}`
  const blocks = withBlocks ? inst.blocks.map(local).join(' ') : `${inst.blocks.length}`
  return `${head(side, inst)}:${inst.operands.map(operand).join(' ')}:${blocks}`
}

/** Values that come around a loop are known by their shape in the first pass, by what the first pass found in the second. */
function deepKeys(
  side: ModuleSide,
  rows: readonly Row[],
  rowOf: ReadonlyMap<number, number>,
  shape: Int32Array,
): { deep: Int32Array; pure: readonly boolean[] } {
  const first = deepPass(side, rows, rowOf, shape)
  const { deep, pure } = deepPass(side, rows, rowOf, first.deep)
  keyBlocks(side, rows, deep)
  return { deep, pure }
}

/** @param around keys of values that are used above where they are computed */
function deepPass(
  side: ModuleSide,
  rows: readonly Row[],
  rowOf: ReadonlyMap<number, number>,
  around: Int32Array,
): { deep: Int32Array; pure: readonly boolean[] } {
  const deep = new Int32Array(rows.length).fill(-1)
  const pure: boolean[] = []
  rows.forEach(({ inst }, n) => {
    pure.push(false)
    if (!inst) return
    let isPure = computes(inst)
    const local = (v: Value | BasicBlock): string => {
      const at = rowOf.get(v.index)
      if (at === undefined) return '?'
      if (!pure[at]) isPure = false
      return deep[at] === -1 ? `s${around[at]}` : `d${deep[at]}`
    }
    deep[n] = side.interner.id(instructionKey(side, inst, local, false))
    pure[n] = isPure
  })
  return { deep, pure }
}

/** A label, and a terminator that says nothing of its own, are known by what their block holds. */
function keyBlocks(side: ModuleSide, rows: readonly Row[], deep: Int32Array): void {
  for (let from = 0; from < rows.length; ) {
    let to = from + 1
    while (to < rows.length && rows[to]!.inst) to++
    const content = side.interner.id(`block ${deep.subarray(from + 1, to).join(' ')}`)
    deep[from] = side.interner.id(`label ${content}`)
    for (let i = from + 1; i < to; i++) {
      const inst = rows[i]!.inst!
      if (inst.operands.length === 0 && inst.type.kind === 'void')
        deep[i] = side.interner.id(`end ${deep[i]} ${content}`)
    }
    from = to
  }
}

const IMPURE: ReadonlySet<number> = new Set([Op.Phi, Op.Alloca, Op.Load, Op.Store, Op.CmpXchg, Op.AtomicRmw, Op.Fence])

function computes(inst: Instruction): boolean {
  if (inst.op !== Op.Call) return !IMPURE.has(inst.op)
  const callee = inst.operands.at(-1)!
  const lists = [inst.attributes, callee.kind === 'function' ? callee.attributes : null]
  return lists.some(list => list?.groups.some(g => g.attributes.includes('readnone')))
}
