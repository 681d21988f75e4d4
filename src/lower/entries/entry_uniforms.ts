// Slang's uniform parameters of the entry point: their numbers share a constant buffer, their resources are bound like globals', behind these.

import { cbufferLayout, placeMember } from '../../hlsl/tree/layout.ts'
import type { CBufferMember, CBufferSymbol, ParamSymbol } from '../../hlsl/tree/typed.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { Place } from '../core/places.ts'
import { leavesOf } from '../core/scalars.ts'
import { declareBlock, declareSplit } from '../resources/resources.ts'
import { blockMember } from '../storage/constant_buffers.ts'

/** Slang's own name for the buffer. */
const BLOCK_NAME = 'entryPointParams'

/** Places of the entry's uniform parameters; none under other rules. */
export function declareUniforms(lowerer: Lowerer): ReadonlyMap<ParamSymbol, Place> {
  const places = new Map<ParamSymbol, Place>()
  const { entry, globals } = lowerer.program
  if (lowerer.module.options.binding !== 'slang' || !entry.params.some(p => p.isUniform)) return places
  const uniforms = new Map<ParamSymbol, number>()
  for (const [i, p] of entry.params.entries()) if (p.isUniform) uniforms.set(p, globals.length + i)
  const block = numbersOf(lowerer, [...uniforms.keys()])
  const symbols = new Map(block.members.map(m => [m.symbol.name, m.symbol]))
  for (const [param, number] of uniforms) {
    const symbol = symbols.get(param.name)
    lowerer.parameter = number
    if (symbol && !lowerer.blocks.has(block)) declareBlock(lowerer, block)
    const holdsObjects = leavesOf(param.type).some(leaf => leaf.kind === 'object')
    places.set(param, holdsObjects ? declareSplit(lowerer, symbol ?? param) : blockMember(lowerer, symbol ?? param))
  }
  return places
}

function numbersOf(lowerer: Lowerer, params: readonly ParamSymbol[]): CBufferSymbol {
  const { entry } = lowerer.program
  const members: CBufferMember[] = []
  const { pos, end } = entry
  const block: CBufferSymbol = {
    kind: 'cbuffer',
    name: BLOCK_NAME,
    isTBuffer: false,
    members,
    size: 0,
    registers: [],
    pos,
    end,
  }
  for (const param of params) {
    const layout = cbufferLayout(param.type, lowerer.layout.packing)
    if (layout.size === 0) continue
    const offset = placeMember(block.size, param.type, layout)
    members.push({ symbol: { ...param, block, memberIndex: members.length }, offset })
    block.size = offset + layout.size
  }
  return block
}
