// packoffset, and register(cN) on loose globals: the byte offsets they ask for, where they may stand, and which of them clash.

import { table } from '../../../base/table.ts'
import { isOfFamily, objectTypeRow } from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import { holdsObject } from '../../tree/components.ts'
import { structuredLayout } from '../../tree/layout.ts'
import type { CBufferSymbol, VarSymbol } from '../../tree/typed.ts'
import { innermost, type ObjectType, type Type } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'

const LANES: ReadonlyMap<string, number> = table({ x: 0, y: 1, z: 2, w: 3, r: 0, g: 1, b: 2, a: 3 })

/** Byte offset that packoffset asks for in a block; the last one counts. A bare `c` is c0. */
export function packOffsetOf(checker: Checker, annotations: readonly A.Annotation[]): number | undefined {
  let wanted: number | undefined
  let first: { readonly node: A.Annotation; readonly offset: number } | undefined
  for (const node of annotations) {
    if (node.kind !== 'packoffset') continue
    const match = /^[cC](\d*)$/.exec(node.location)
    const lane = node.component === undefined ? 0 : LANES.get(node.component)
    if (match && lane !== undefined) {
      wanted = Number(match[1]) * 16 + lane * 4
      first ??= { node, offset: wanted }
    } else {
      const text = node.component === undefined ? node.location : `${node.location}.${node.component}`
      report(checker, 'E2243', node, { text })
    }
  }
  if (first && first.offset !== wanted) report(checker, 'W2029', first.node, {})
  return wanted
}

/**
 * Byte offset in $Globals that a register on a loose constant asks for, of whatever class; only without a space. DXC means structs that
 * hold resources too; to others their registers are the resources' alone.
 */
export function constantRegisterOf(
  checker: Checker,
  annotations: readonly A.Annotation[],
  holdsResources: boolean,
): number | undefined {
  if (holdsResources && checker.options.binding !== 'dxc') return undefined
  let wanted: number | undefined
  for (const node of annotations) {
    if (node.kind !== 'register') continue
    if (node.space !== undefined) report(checker, 'E2251', node, {})
    const match = node.slot === undefined ? undefined : /^[a-zA-Z](\d*)$/.exec(node.slot)
    // DXC computes in 32 bits.
    if (match) wanted = (Number(match[1]) * 16) % 2 ** 32
  }
  return wanted
}

/** packoffset outside of cbuffer and tbuffer blocks. */
export function refusePackOffset(checker: Checker, annotations: readonly A.Annotation[]): void {
  for (const node of annotations) if (node.kind === 'packoffset') report(checker, 'E2258', node, {})
}

/** Inside a row only scalars and vectors may begin. DXC counts their components, not their bytes, so a double may begin anywhere. */
export function fitsRow(type: Type, offset: number): boolean {
  const lane = (offset % 16) / 4
  if (lane === 0 || type.kind === 'scalar' || type.kind === 'enum' || type.kind === 'object') return true
  return type.kind === 'vector' && type.size <= 4 - lane
}

interface Dense {
  readonly size: number
  readonly alignment: number
}

/** Views as DXC declares them: an element (or a handle), and a member to index the levels or samples of a texture by. */
function denseView({ name, element }: ObjectType, native16Bit: boolean): Dense {
  const held = element && !isOfFamily(name, 'constants') ? denseLayout(element, native16Bit) : { size: 4, alignment: 4 }
  if (!objectTypeRow(name)?.levels) return held
  return { size: roundUp(held.size + 4, held.alignment), alignment: held.alignment }
}

/** Where views are among the leaves. */
function denseLayout(type: Type, native16Bit: boolean): Dense {
  if (type.kind === 'object') return denseView(type, native16Bit)
  if (!holdsObject(type)) return structuredLayout(type, native16Bit)
  if (type.kind === 'array') {
    const { size, alignment } = denseLayout(type.element, native16Bit)
    return { size: size * Math.max(type.size, 0), alignment }
  }
  let end = 0
  let widest = 1
  for (const { type: member } of type.kind === 'struct'
    ? [...(type.base ? [{ type: type.base }] : []), ...type.fields]
    : []) {
    const { size, alignment } = denseLayout(member, native16Bit)
    end = roundUp(end, alignment) + size
    widest = Math.max(widest, alignment)
  }
  return { size: roundUp(end, widest), alignment: widest }
}

const roundUp = (value: number, unit: number): number => Math.ceil(value / unit) * unit

/** Bytes as C++ would lay the type out; arrays of minimum precision scalars are the only ones to have two bytes an element there. */
function denseSize(type: Type, native16Bit: boolean): number {
  const { size } = denseLayout(type, native16Bit)
  const element = innermost(type)
  return type.kind === 'array' && element.kind === 'scalar' && element.name.startsWith('min') && !native16Bit
    ? size / 2
    : size
}

/** Clashes between members, when all of them have a packoffset; members with and without one side by side are only warned of. */
export function checkPackOffsets(
  checker: Checker,
  block: CBufferSymbol,
  declared: readonly VarSymbol[],
  wanted: ReadonlyMap<VarSymbol, number | undefined>,
): void {
  const placed = declared.filter(symbol => wanted.get(symbol) !== undefined)
  if (placed.length === 0) return
  if (placed.length < declared.length) return void report(checker, 'W2108', block, {})
  const before: { readonly symbol: VarSymbol; readonly begin: number; readonly end: number }[] = []
  for (const symbol of placed) {
    const begin = wanted.get(symbol)!
    // DXC measures as C++ does: dense, and nothing is empty.
    const end = begin + Math.max(1, denseSize(symbol.type, checker.options.native16Bit))
    // Two that begin together pass.
    const clash = before.find(o => (begin < o.end && o.begin < begin) || (o.begin < end && begin < o.begin))
    if (clash) report(checker, 'E2244', symbol, { first: `'${symbol.name}'`, second: `'${clash.symbol.name}'` })
    before.push({ symbol, begin, end })
  }
}
