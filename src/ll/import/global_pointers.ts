// Pointers to globals: the memory that globals.ts made, or for constants of constant buffers (addrspace 2, !hlsl.cbs) a place in their buffer.

import type { LlGlobal, LlNodeRef, LlSpan, LlTarget } from '../text/syntax.ts'
import { forwardedHandle } from './handle_globals.ts'
import type { Importer } from './importer.ts'
import { isLayout, isPadding } from './layout.ts'
import type { Pointer } from './leaves.ts'

export function globalPointer(s: Importer, name: string, span: LlSpan): Pointer {
  const global = s.source.globals.get(name)
  const at = (base: Pointer['base'], offset = 0): Pointer => ({ kind: 'pointer', base, offset, terms: [] })
  if (!global) {
    if (s.source.functions.has(name)) return at({ kind: 'none', name })
    return s.fail(`use of undefined value '@${name}'`, span)
  }
  if (global.space === 2) return constantPointer(s, global, span)
  const base = s.globals.get(name)
  return base ? at(base) : s.unsupported(`'@${name}' in this place`, span)
}

// ---- constants of constant buffers ------------------------------------------------------------------------------------------------------

interface Placed {
  readonly buffer: LlGlobal
  readonly target: LlTarget
  readonly offset: number
}

const placements = new WeakMap<Importer, ReadonlyMap<string, Placed>>()

/** Where each constant lies, from !hlsl.cbs: lists of a handle global and the constants in the order of the layout's members. */
function placed(s: Importer): ReadonlyMap<string, Placed> {
  let known = placements.get(s)
  if (!known) placements.set(s, (known = readPlacements(s)))
  return known
}

function readPlacements(s: Importer): ReadonlyMap<string, Placed> {
  const found = new Map<string, Placed>()
  for (const ref of s.source.namedMetadata.get('hlsl.cbs') ?? []) {
    const [first, ...rest] = s.operands(ref)
    const buffer = globalOf(s, first)
    const target = buffer && cbufferTarget(buffer)
    if (!buffer || !target) continue
    const layoutType = target.types[0]!
    const layout = isLayout(layoutType) ? s.rowLayout : s.layout
    const inner = isLayout(layoutType) ? layoutType.types[0]! : layoutType
    const offsets = layout.offsets(layoutType)
    const fields = inner.kind === 'struct' ? (inner.fields ?? []) : []
    const members = fields.flatMap((f, i) => (isPadding(f) ? [] : [offsets[i]!]))
    const names: string[] = []
    for (const [i, member] of rest.entries()) {
      const global = globalOf(s, member)
      names.push(global?.name ?? `field${i}`)
      if (global && members[i] !== undefined) found.set(global.name, { buffer, target, offset: members[i] })
    }
    s.resources.memberNames.set(buffer.name.replace(/\.cb$/, ''), names)
  }
  return found
}

/** Reads !hlsl.cbs, which also names the members of the buffers. */
export const readConstantBuffers = (s: Importer): void => void placed(s)

function globalOf(s: Importer, ref: LlNodeRef | undefined): LlGlobal | undefined {
  if (ref?.kind !== 'value' || ref.value.kind !== 'global') return undefined
  return s.source.globals.get(ref.value.name)
}

/** The dx.CBuffer type of a handle global, which may be wrapped in a struct. */
function cbufferTarget(g: LlGlobal): LlTarget | undefined {
  const type = g.type.kind === 'struct' ? g.type.fields?.[0] : g.type
  return type?.kind === 'target' && type.name === 'dx.CBuffer' ? type : undefined
}

function constantPointer(s: Importer, global: LlGlobal, span: LlSpan): Pointer {
  const place = placed(s).get(global.name)
  if (!place) return s.fail(`'@${global.name}' is in no constant buffer of !hlsl.cbs`, span)
  const { buffer, target, offset } = place
  const handle = forwardedHandle(s, buffer, 0, global.name)
  const rows = isLayout(target.types[0]!)
  return { kind: 'pointer', base: { kind: 'resource', handle, target, index: [], rows }, offset, terms: [] }
}
