// Globals: groupshared memory and tables become globals of the IR, static variables become private memory, constants of constant buffers
// (addrspace 2, !hlsl.cbs) become places in their buffer; what holds handles is left to handle_globals.

import type { Value } from '../../ir/function.ts'
import { HANDLE, I1, I32, type Type } from '../../ir/types.ts'
import type { LlGlobal, LlSpan } from '../text/syntax.ts'
import { isHandleGlobal } from './handle_globals.ts'
import type { Importer } from './importer.ts'
import { POINTER } from './layout.ts'
import type { Leaf, MemoryBase, NoBase, Pointer } from './leaves.ts'
import { localObject, makeObject, storeMemory, unitOffsets } from './memory.ts'
import { leavesOf } from './values.ts'

/** Makes the memory of all globals in the order of the text, at the start of the entry function. */
export function declareGlobals(s: Importer): void {
  for (const g of s.source.globals.values())
    if (g.space !== 2 && !g.name.startsWith('llvm.')) s.globals.set(g.name, baseOf(s, g, g))
}

const isTable = (s: Importer, g: LlGlobal): boolean =>
  g.space === 0 &&
  g.initializer !== undefined &&
  g.initializer.kind !== 'bytes' &&
  s.layout.parts(g.type).every(p => p.type !== POINTER && p.type !== HANDLE)

function baseOf(s: Importer, global: LlGlobal, span: LlSpan): MemoryBase | NoBase {
  const { name, type, space } = global
  if (isHandleGlobal(s, global) || global.initializer?.kind === 'bytes') return { kind: 'none', name }
  if (space === 3)
    return makeObject(s, name, type, 3, whole => s.module.addGlobal(irName(s, global), whole, 3, undefined))
  if (space !== 0) return s.unsupported(`address space ${space}`, span)
  if (global.constant && isTable(s, global)) return table(s, global)
  return staticVariable(s, global)
}

/** Several variables of one global get a number each. */
function irName(s: Importer, global: LlGlobal): string {
  let unique = global.name
  for (let n = 1; s.globalNames.has(unique); n++) unique = `${global.name}.${n}`
  s.globalNames.add(unique)
  return unique
}

function table(s: Importer, global: LlGlobal): MemoryBase {
  const leaves = leavesOf(s, undefined, global.initializer!)
  const byOffset = new Map<number, Leaf>()
  for (const [i, part] of s.layout.parts(global.type).entries()) byOffset.set(part.offset, leaves[i]!)
  return makeObject(s, global.name, global.type, 0, (whole, shape) => {
    const offsets = unitOffsets({ ...shape, ir: 0 as Value, pointers: new Map() })
    const values = offsets.map(o => inMemory(s, byOffset.get(o)!, shape.type))
    const array = s.module.types.shape(whole).kind === 'array' ? whole : s.module.types.array(whole, 1)
    const pointer = s.module.addGlobal(irName(s, global), array, 0, values)
    return array === whole ? pointer : s.fail('a table of one scalar', global)
  })
}

/** A constant as the unit of memory it is kept in. */
function inMemory(s: Importer, leaf: Leaf, type: Type): Value {
  const v = s.value(leaf)
  const c = s.module.constants.get(v)
  if (c.type === type) return v
  if (c.type === I1 && type === I32) return s.i32(s.constantInt(v) ?? 0)
  if (c.kind === 'float' && type === I32) {
    const view = new DataView(new ArrayBuffer(4))
    if (Number.isNaN(c.value)) view.setUint32(0, 0x7fc00000)
    else view.setFloat32(0, c.value)
    return s.i32(view.getInt32(0))
  }
  return c.kind === 'undef' ? s.undef(type) : s.unsupported('a table of several types')
}

/** A static variable belongs to the thread: private memory, set to its initial value at the start. */
function staticVariable(s: Importer, global: LlGlobal): MemoryBase {
  const object = localObject(s, global.name, global.type)
  const { initializer } = global
  if (!initializer || initializer.kind === 'undef' || initializer.kind === 'poison') return object
  const leaves = leavesOf(s, undefined, initializer)
  const start: Pointer = { kind: 'pointer', base: object, offset: 0, terms: [] }
  storeMemory(s, object, start, s.layout.parts(global.type), leaves)
  return object
}
