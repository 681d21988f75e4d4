// What a hover says of memory: offsets, sizes and bytes that nothing is in.

import { dataBytes } from '../explain/layout_gaps.ts'
import { cbufferLayout, packingRules, structuredLayout } from '../hlsl/tree/layout.ts'
import type { CBufferSymbol, RegisterBinding, VarSymbol } from '../hlsl/tree/typed.ts'
import { allFields, type Field, type StructType, type Type } from '../hlsl/tree/types.ts'
import type { Analysis } from './analysis.ts'
import { bytesText } from './type_text.ts'

const rulesOf = ({ options }: Analysis) => packingRules(options.packMatrix, options.native16Bit, options.binding)

/** `offset 16 (c1), 12 bytes` and the bytes that are lost in front of it. */
export function memberFacts(analysis: Analysis, symbol: VarSymbol): string[] {
  const { block } = symbol
  const member = block?.members.find(m => m.symbol.pos === symbol.pos)
  if (!block || !member) return []
  const rules = rulesOf(analysis)
  const size = (type: Type): number => cbufferLayout(type, rules).size
  const before = block.members.filter(m => m.offset < member.offset)
  const end = before.reduce((most, m) => Math.max(most, m.offset + size(m.symbol.type)), 0)
  const out = [
    `offset ${member.offset} (${registerText(member.offset)}), ${bytesText(size(symbol.type))} in ${blockTitle(block)}`,
  ]
  const wasted = member.offset - end
  if (wasted > 0) out.push(`${bytesText(wasted)} in front of it hold nothing`)
  return [...out, ...inside(analysis, symbol.type)]
}

const registerText = (offset: number): string =>
  `c${Math.floor(offset / 16)}${offset % 16 === 0 ? '' : `.${'xyzw'[(offset % 16) >> 2]}`}`
const blockTitle = (block: CBufferSymbol): string =>
  block.name === '$Globals' ? 'the loose constants' : `${block.isTBuffer ? 'tbuffer' : 'cbuffer'} ${block.name}`

/** Bytes inside a value that hold nothing: elements of arrays begin rows. */
function inside(analysis: Analysis, type: Type): string[] {
  const wasted = cbufferLayout(type, rulesOf(analysis)).size - dataBytes(type, analysis.options.native16Bit)
  return wasted > 0 ? [`${bytesText(wasted)} inside of it hold nothing`] : []
}

export function blockFacts(analysis: Analysis, block: CBufferSymbol): string[] {
  const rules = rulesOf(analysis)
  const data = block.members.reduce((sum, m) => sum + dataBytes(m.symbol.type, rules.native16Bit), 0)
  const size = Math.ceil(block.size / 16) * 16
  const wasted = size - data
  return [
    `${bytesText(size)}, ${wasted > 0 ? `${bytesText(wasted)} of them hold nothing` : 'all of them hold something'}`,
  ]
}

export function fieldFacts(analysis: Analysis, field: Field): string[] {
  const { owner } = field
  const { native16Bit } = analysis.options
  if (allFields(owner).some(f => f.type.kind === 'object')) return []
  const structured = structuredLayout(owner, native16Bit)
  const constants = cbufferLayout(owner, rulesOf(analysis))
  const at = structured.offsets[field.index]
  const row = constants.offsets[field.index]
  if (at === undefined || row === undefined) return []
  const size = structuredLayout(field.type, native16Bit).size
  const places = at === row ? `offset ${at}` : `offset ${at} in structured buffers, ${row} in constant buffers`
  return [`${places}, ${bytesText(size)}`]
}

export function structFacts(analysis: Analysis, type: StructType): string[] {
  const { native16Bit } = analysis.options
  const data = dataBytes(type, native16Bit)
  if (data === 0) return []
  const structured = structuredLayout(type, native16Bit).size
  const constants = cbufferLayout(type, rulesOf(analysis)).size
  const lost = (size: number): string => (size > data ? ` (${size - data} hold nothing)` : '')
  if (structured === constants) return [`${bytesText(structured)}${lost(structured)}`]
  return [
    `${bytesText(structured)}${lost(structured)} in structured buffers, ${constants}${lost(constants)} in constant buffers`,
  ]
}

/** `t3, space1` of what is written. */
export function registersText(registers: readonly RegisterBinding[]): string | undefined {
  const texts = registers.flatMap(({ letter, number, space }) => {
    const parts = [
      ...(letter && number !== undefined ? [`${letter}${number}`] : []),
      ...(space ? [`space${space}`] : []),
    ]
    return parts.length > 0 ? [parts.join(', ')] : []
  })
  return texts.length > 0 ? texts.join('; ') : undefined
}
