// Globals that hold resource handles: what is stored in them is forwarded to the loads, as LLVM's pass for it does, with its complaints.

import { dominanceOf } from '../../ir/dominance.ts'
import type { Value } from '../../ir/function.ts'
import { HANDLE } from '../../ir/types.ts'
import type { LlGlobal, LlValue } from '../text/syntax.ts'
import type { Importer } from './importer.ts'
import { isPointer, type Leaf, type Pointer } from './leaves.ts'

/** A store of a leaf of a value at this byte offset of a handle global. */
export function storeHandle(s: Importer, global: LlGlobal, offset: number, leaf: Leaf, what: LlValue): void {
  const key = `${global.name}:${offset}`
  const name = what.kind === 'local' ? what.name : ''
  if (isPointer(leaf)) s.unsupported('a pointer in a global')
  const handle = s.value(leaf)
  if (s.isUndef(handle)) return
  const known = s.storedHandles.get(key)
  if (known && known.handle !== handle) s.diagnostics.report('E6006', s.span, { second: name, first: known.name })
  else if (!known) s.storedHandles.set(key, { handle, block: s.block, name })
}

/** A load from there: the handle itself. */
export function forwardedHandle(s: Importer, global: LlGlobal, offset: number, name: string): Value {
  const stored = s.storedHandles.get(`${global.name}:${offset}`)
  if (stored) {
    s.handleLoads.push({ name, span: s.span, block: s.block, stored })
    return stored.handle
  }
  const handle = storedName(s, global)
  if (handle === undefined) return s.fail(`no handle is ever stored in '@${global.name}'`)
  s.diagnostics.report('E6007', s.span, { load: name, handle })
  return s.undef(HANDLE)
}

/** Loads that a store comes before in the text but not on every way. */
export function checkHandleDominance(s: Importer): void {
  const { f, handleLoads: loads } = s
  if (loads.every(forwarded => forwarded.block === forwarded.stored.block || forwarded.stored.block === f.entry)) return
  const dominance = dominanceOf(f)
  for (const { name, span, block, stored } of loads)
    if (dominance.isReachable(block) && !dominance.dominates(stored.block, block))
      s.diagnostics.report('E6007', span, { load: name, handle: stored.name })
}

/** Name of a handle that some function stores in the global directly. */
function storedName(s: Importer, global: LlGlobal): string | undefined {
  for (const f of s.source.functions.values())
    for (const b of f.blocks)
      for (const { op, operands } of b.instructions) {
        const [what, where] = operands
        if (op === 'store' && where?.kind === 'global' && where.name === global.name)
          return what?.kind === 'local' ? what.name : ''
      }
  return undefined
}

/** The handle global a pointer points into. */
export function handleGlobalOf(s: Importer, p: Pointer): LlGlobal | undefined {
  if (p.base.kind !== 'none' || p.terms.length > 0) return undefined
  const global = s.source.globals.get(p.base.name)
  return global && isHandleGlobal(s, global) ? global : undefined
}

/** True when all the global holds are handles. */
export function isHandleGlobal(s: Importer, global: LlGlobal): boolean {
  const parts = s.layout.parts(global.type)
  return global.space === 0 && parts.length > 0 && parts.every(p => p.type === HANDLE)
}
