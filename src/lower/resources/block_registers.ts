// Numbers of constant buffers and of the variables in them, by which DXC finds the registers written for resources inside blocks.

import type { CBufferSymbol, Program, VarSymbol } from '../../hlsl/tree/typed.ts'
import { innermost } from '../../hlsl/tree/types.ts'
import type { BlockRegisters, BlockSlot } from '../../ir/member_path.ts'
import type { Resource } from '../../ir/module.ts'
import { isOfFamily } from '../../spec/object_types.ts'
import { LETTER_CLASS } from '../core/register_letters.ts'

/** The slots of all resources that lie in blocks; undefined when only $Globals holds any. `ownerOf` tells what a resource was declared as. */
export function blockRegisters(
  program: Program,
  resources: readonly Resource[],
  ownerOf: (r: Resource) => VarSymbol | CBufferSymbol | undefined,
): BlockRegisters | undefined {
  const globals = program.globals
  if (!globals.some(g => g.kind === 'var' && g.storage === 'resource' && g.block && g.block.name !== '$Globals'))
    return undefined
  const blocks = new Map<VarSymbol | CBufferSymbol, number>()
  for (const g of globals)
    if (isBuffer(g) && !(g.kind === 'cbuffer' && g.name === '$Globals')) blocks.set(g, blocks.size + 1)
  const variables = variablesOf(program)
  const slotOf = (owner: VarSymbol | CBufferSymbol): BlockSlot | undefined => {
    if (isBuffer(owner)) return { block: blocks.get(owner) ?? 0, variable: undefined }
    if (owner.kind === 'cbuffer') return undefined
    const block = owner.block ? (blocks.get(owner.block) ?? 0) : 0
    return { block, variable: variables.get(owner) }
  }
  const slots = new Map<number, BlockSlot>()
  for (const r of resources) {
    const owner = ownerOf(r)
    const slot = owner && (r.member !== undefined || isBuffer(owner)) ? slotOf(owner) : undefined
    if (slot) slots.set(r.id, slot)
  }
  const registers = new Map<string, number>()
  for (const [symbol, variable] of variables) {
    const block = symbol.block ? (blocks.get(symbol.block) ?? 0) : 0
    for (const { letter, number } of symbol.registers)
      if (letter && number !== undefined) registers.set(`${block} ${variable} ${LETTER_CLASS[letter]}`, number)
  }
  return { slots, registers }
}

const isBuffer = (g: VarSymbol | CBufferSymbol): boolean =>
  g.kind === 'cbuffer' || (g.storage === 'resource' && isView(g))

function isView({ type }: VarSymbol): boolean {
  const at = innermost(type)
  return at.kind === 'object' && isOfFamily(at.name, 'constants')
}

/** Numbers of the variables of every block, in order of declaration. */
function variablesOf(program: Program): Map<VarSymbol, number> {
  const lists = new Map<string, VarSymbol[]>()
  const add = (block: string, symbol: VarSymbol): void => {
    const list = lists.get(block)
    if (list) list.push(symbol)
    else lists.set(block, [symbol])
  }
  for (const [i, g] of program.globals.entries())
    if (g.kind === 'cbuffer') for (const m of g.members) add(blockKey(g, i), m.symbol)
  const keys = new Map(program.globals.map((g, i) => [g, g.kind === 'cbuffer' ? blockKey(g, i) : ''] as const))
  for (const g of program.globals) {
    if (g.kind !== 'var' || g.storage !== 'resource' || g.memberIndex >= 0) continue
    if (g.block) add(keys.get(g.block) ?? '$Globals', g)
    else if (holdsStruct(g)) add('$Globals', g)
  }
  const numbers = new Map<VarSymbol, number>()
  for (const list of lists.values())
    for (const [i, symbol] of list.sort((a, b) => a.pos - b.pos).entries()) numbers.set(symbol, i)
  return numbers
}

const blockKey = (g: CBufferSymbol, i: number): string => (g.name === '$Globals' ? g.name : String(i))

const holdsStruct = ({ type }: VarSymbol): boolean => innermost(type).kind === 'struct'
