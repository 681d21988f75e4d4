// How the buffers of a program are laid out: constant buffers of every kind and the elements of structured buffers, with the bytes
// that hold nothing and why. Reads the layout's tree (hlsl/tree/layout.ts) and computes no offset itself.

import {
  cbufferLayout,
  type LayoutNode,
  type LayoutOptions,
  layoutMembers,
  layoutTree,
  type PackingRules,
  structuredLayout,
} from '../hlsl/tree/layout.ts'
import type { CBufferSymbol, VarSymbol } from '../hlsl/tree/typed.ts'
import { type BitField, innermost, type ObjectType, type Type, typeText } from '../hlsl/tree/types.ts'
import { isOfFamily } from '../spec/object_types.ts'
import type { DeclaredAt } from './bindings_model.ts'
import { dataBytes, gapsOf, innermostStride, matrixLines } from './layout_gaps.ts'
import type { BitFieldExplanation, BufferExplanation, LayoutExplanation, MemberExplanation } from './layout_model.ts'
import { reorderHints } from './layout_order.ts'

export interface LayoutInput {
  readonly file: string
  /** Global declarations, as Program.globals has them. */
  readonly globals: readonly (VarSymbol | CBufferSymbol)[]
  readonly packing: PackingRules
  readonly placeOf: (pos: number) => DeclaredAt | null
}

/** Explains every buffer that is declared, used or not. */
export function explainLayout(input: LayoutInput): LayoutExplanation {
  const buffers: BufferExplanation[] = []
  const elements = new Map<string, Element>()
  for (const g of input.globals) {
    if (g.kind === 'cbuffer') buffers.push(blockOf(input, g))
    else if (g.storage === 'resource')
      for (const object of objectsIn(g.type, g.name)) addObject(input, g, object, buffers, elements)
  }
  return { file: input.file, buffers }
}

const optionsOf = ({ packing }: LayoutInput, rules: LayoutOptions['rules']): LayoutOptions => ({ ...packing, rules })

function blockOf(input: LayoutInput, block: CBufferSymbol): BufferExplanation {
  const options = optionsOf(input, 'constants')
  // Views that take no room stand for themselves further down.
  const placed = block.members
    .filter(({ symbol: { type } }) => innermost(type).kind !== 'object' || cbufferLayout(type, options).size > 0)
    .map(({ symbol, offset }) => ({ name: symbol.name, type: symbol.type, offset }))
  const nodes = layoutMembers(placed, options)
  return bufferOf(options, nodes, {
    names: [block.name],
    kind: block.isTBuffer ? 'tbuffer' : 'cbuffer',
    types: [block.isTBuffer ? 'tbuffer' : 'cbuffer'],
    declared:
      block.name === '$Globals' && block.members[0]
        ? input.placeOf(block.members[0].symbol.pos)
        : input.placeOf(block.pos),
    size: block.size,
    isBlock: true,
  })
}

/** Buffers that share one element type are one explanation with all their names. */
interface Element {
  readonly at: number
}

interface FoundObject {
  readonly name: string
  readonly type: ObjectType
}

/** Objects in a global's type, arrays looked through; members of structs with their path. */
function objectsIn(type: Type, name: string): FoundObject[] {
  switch (type.kind) {
    case 'array':
      return objectsIn(type.element, name)
    case 'object':
      return [{ name, type }]
    case 'struct':
      return [
        ...(type.base ? objectsIn(type.base, name) : []),
        ...type.fields.flatMap(f => objectsIn(f.type, `${name}.${f.name}`)),
      ]
    default:
      return []
  }
}

function addObject(
  input: LayoutInput,
  global: VarSymbol,
  { name, type }: FoundObject,
  buffers: BufferExplanation[],
  elements: Map<string, Element>,
): void {
  const structured = isOfFamily(type.name, 'structured')
  const constants = isOfFamily(type.name, 'constants')
  if (!type.element || !(structured || constants)) return
  const kind = structured ? 'structured' : type.name === 'TextureBuffer' ? 'tbuffer' : 'cbuffer'
  const key = `${kind} ${typeText(type.element)}`
  const known = elements.get(key)
  if (known) {
    const earlier = buffers[known.at]!
    buffers[known.at] = { ...earlier, names: [...earlier.names, name], types: [...earlier.types, typeText(type)] }
    return
  }
  elements.set(key, { at: buffers.length })
  const options = optionsOf(input, structured ? 'structured' : 'constants')
  const root = layoutTree(type.element, options)
  const isStruct = type.element.kind === 'struct'
  const nodes = isStruct ? root.members : [{ ...root, name: '' }]
  buffers.push(
    bufferOf(options, nodes, {
      names: [name],
      kind,
      types: [typeText(type)],
      declared: input.placeOf(global.pos),
      size: root.size,
      element: type.element,
      isBlock: false,
    }),
  )
}

interface Facts extends Pick<BufferExplanation, 'names' | 'kind' | 'types' | 'declared' | 'size'> {
  readonly element?: Type
  readonly isBlock: boolean
}

function bufferOf(options: LayoutOptions, nodes: readonly LayoutNode[], facts: Facts): BufferExplanation {
  const { element, isBlock, ...shown } = facts
  const { size } = facts
  const occupied = options.rules === 'constants' ? Math.ceil(size / 16) * 16 : size
  const gaps = gapsOf(nodes, options, {
    size,
    occupied,
    isBlock,
    alignment: element ? structuredLayout(element, options.native16Bit).alignment : 16,
  })
  const lost = gaps.reduce((sum, gap) => sum + gap.size * gap.times, 0)
  const held = nodes.reduce((sum, n) => sum + dataBytes(n.type, options.native16Bit), 0)
  // With packoffset members may share bytes: then what is not lost counts, else both agree.
  const data = Math.min(held, Math.max(0, occupied - lost))
  return {
    ...shown,
    occupied,
    data,
    wasted: occupied - data,
    members: nodes.map(n => memberOf(n, '', options)),
    gaps,
    hints: reorderHints(nodes, options, { name: facts.names[0]!, occupied, element }),
  }
}

const bitFieldOf = ({ name, type, offset, width }: BitField): BitFieldExplanation => ({
  name,
  type: typeText(type),
  firstBit: offset,
  width,
})

function memberOf(node: LayoutNode, prefix: string, options: LayoutOptions): MemberExplanation {
  const { name, type, offset, size } = node
  const own = node.isBase ? prefix : prefix === '' ? name : `${prefix}.${name}`
  let inner = type
  const dims: number[] = []
  for (; inner.kind === 'array'; inner = inner.element) dims.push(inner.size)
  const first = own + '[0]'.repeat(dims.length)
  return {
    name,
    isBase: node.isBase,
    path: own,
    type: typeText(type),
    offset,
    size,
    dims: dims.length > 0 ? dims : null,
    stride: dims.length > 0 ? innermostStride(type, options) : null,
    matrix: inner.kind === 'matrix' ? matrixLines(inner, node.rowMajor, options) : null,
    bits: node.bits ? node.bits.map(bitFieldOf) : null,
    members: node.members.map(m => memberOf(m, first, options)),
  }
}
