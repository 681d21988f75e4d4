// Containers taken apart and put together: every byte has a place (parts, gaps, what is behind the last part, header words), so
// that nothing changes but what is edited. The digest is made again in the flavour the container had.

import {
  BOOLEAN,
  type Check,
  checkArgument,
  checkBytes,
  checkOptions,
  isBytes,
  OBJECT,
  type OptionTable,
  oneOf,
} from '../base/arguments.ts'
import { ByteWriter } from '../base/bytes.ts'
import { FormatError } from '../base/format_error.ts'
import { fourCC, fourCCText, PARTS } from '../spec/part_names.ts'
import {
  type Container,
  type DigestState,
  digestState,
  type Part,
  readContainer,
  SIGNING,
  type Signing,
  signContainer,
} from './container.ts'
import { NO_BYTES } from './io.ts'

const HEADER_SIZE = 32
const PART_HEADER_SIZE = 8
const MAGIC = fourCC('DXBC')
const PRIV = fourCC('PRIV')

/** A part and the bytes between it and what is before it in the file. */
export interface PlacedPart {
  readonly fourCC: number
  readonly data: Uint8Array
  readonly gap: Uint8Array
}

/** A container of which every byte is somewhere here. */
export interface ContainerLayout {
  readonly major: number
  readonly minor: number
  readonly digest: Uint8Array
  /** What the header's size is more than the file has. */
  readonly sizeExcess: number
  /** In the order of the part table. */
  readonly parts: readonly PlacedPart[]
  /** Indexes of the parts in the order they lie in the file. */
  readonly order: readonly number[]
  /** Behind the last part. */
  readonly trailing: Uint8Array
}

/**
 * Takes a container apart.
 * @throws FormatError when parts overlap, reach over the end or lie outside: such a container cannot be put together again
 */
export function containerLayout(bytes: Uint8Array): ContainerLayout {
  const container = readContainer(bytes)
  const count = tableCount(bytes)
  if (container.parts.length !== count) throw container.problems.find(p => p.message.includes('outside'))!
  const order = container.parts.map((_, i) => i)
  order.sort((a, b) => container.parts[a]!.offset - container.parts[b]!.offset || a - b)
  const gaps: Uint8Array[] = []
  let end = HEADER_SIZE + 4 * count
  for (const i of order) {
    const part = container.parts[i]!
    const at = part.offset - PART_HEADER_SIZE
    if (at < end) throw new FormatError('the part overlaps what is before it', at, part.name)
    if (part.size > part.data.length) throw new FormatError('the part reaches over the end of the file', at, part.name)
    gaps[i] = bytes.subarray(end, at)
    end = part.offset + part.size
  }
  return {
    major: container.major,
    minor: container.minor,
    digest: container.digest,
    sizeExcess: container.size - bytes.length,
    parts: container.parts.map(({ fourCC, data }, i) => ({ fourCC, data, gap: gaps[i]! })),
    order,
    trailing: bytes.subarray(end),
  }
}

function tableCount(bytes: Uint8Array): number {
  return (bytes[28]! | (bytes[29]! << 8) | (bytes[30]! << 16) | (bytes[31]! << 24)) >>> 0
}

/** Puts a container together, with the digest it is given. containerLayout() of the result is the same layout. */
export function layoutBytes(layout: ContainerLayout): Uint8Array {
  const { parts, order } = layout
  const offsets = new Uint32Array(parts.length)
  let at = HEADER_SIZE + 4 * parts.length
  for (const i of order) {
    at += parts[i]!.gap.length
    offsets[i] = at
    at += PART_HEADER_SIZE + parts[i]!.data.length
  }
  const total = at + layout.trailing.length
  const out = new ByteWriter(total)
  out.u32(MAGIC)
  out.bytes(layout.digest)
  out.u16(layout.major)
  out.u16(layout.minor)
  out.u32(total + layout.sizeExcess)
  out.u32(parts.length)
  for (const offset of offsets) out.u32(offset)
  for (const i of order) {
    const { fourCC, data, gap } = parts[i]!
    out.bytes(gap)
    out.u32(fourCC)
    out.u32(data.length)
    out.bytes(data)
  }
  out.bytes(layout.trailing)
  return out.finish()
}

/** One change. A part is named by its FourCC text; of several with one name the first, or 'NAME#2' for the second. */
export type PartEdit =
  | { readonly edit: 'replace'; readonly part: string; readonly data: Uint8Array }
  | { readonly edit: 'remove'; readonly part: string }
  | {
      readonly edit: 'add'
      readonly part: string
      readonly data: Uint8Array
      /** Put in front of this part; default where DXC would put it. */
      readonly before?: string
    }

export interface EditOptions {
  /** Default 'keep': as the container has it; a wrong digest becomes unsigned. */
  readonly signing?: Signing | 'keep'
  /** Fill payloads with zeros up to a multiple of 4 where the container's parts are. */
  readonly pad?: boolean
}

export const EDIT_OPTIONS: OptionTable<EditOptions> = {
  signing: oneOf('keep', 'retail', 'debug', 'none', 'preview'),
  pad: BOOLEAN,
}

const EDITS: Check = {
  what: "an array of { edit: 'replace', part, data }, { edit: 'remove', part } and { edit: 'add', part, data, before? }",
  fits: value => Array.isArray(value) && value.every(isEdit),
}

function isEdit(value: unknown): boolean {
  if (!OBJECT.fits(value)) return false
  const { edit, part, data, before } = value as Record<string, unknown>
  if (typeof part !== 'string' || !(before === undefined || typeof before === 'string')) return false
  return edit === 'remove' ? data === undefined : (edit === 'replace' || edit === 'add') && isBytes(data)
}

/** An edit that cannot be made; the message says why. */
export class EditError extends Error {
  override readonly name = 'EditError'
}

/**
 * A container with changes made, in order. Without changes and with 'keep' the bytes are the same.
 * @throws FormatError when this is no container that can be put together again, EditError when an edit cannot be made
 */
export function editContainer(bytes: Uint8Array, edits: readonly PartEdit[], options: EditOptions = {}): Uint8Array {
  checkBytes('editContainer', bytes)
  checkArgument('editContainer', 'edits', edits, EDITS)
  checkOptions('editContainer', options, EDIT_OPTIONS)
  const signing = options.signing ?? 'keep'
  if (edits.length === 0 && signing === 'keep') return bytes.slice()
  const before = containerLayout(bytes)
  // Edits see the parts in the order they lie; where a table had another order, it keeps it only if no part comes or goes.
  const order = edits.every(e => e.edit === 'replace') ? before.order : undefined
  let parts = before.order.map(i => before.parts[i]!)
  for (const edit of edits) parts = applyEdit(parts, edit, options.pad === true)
  const table: PlacedPart[] = []
  for (const [i, part] of parts.entries()) table[order?.[i] ?? i] = part
  const out = layoutBytes({ ...before, parts: table, order: order ?? parts.map((_, i) => i) })
  resign(out, before.digest, signing === 'keep' ? digestState(readContainer(bytes)) : signing)
  return out
}

function resign(out: Uint8Array, old: Uint8Array, state: DigestState | Signing): void {
  if (state === 'bypass') out.set(old, 4)
  else signContainer(out, state === 'wrong' || state === 'unsigned' ? 'none' : state)
}

function applyEdit(parts: readonly PlacedPart[], edit: PartEdit, pad: boolean): PlacedPart[] {
  const changed = [...parts]
  if (edit.edit === 'add') {
    const code = fourCCOf(edit.part)
    if (parts.some(p => p.fourCC === code)) throw new EditError(`there is a part ${edit.part} already; replace it`)
    const data = aligned(parts, code, edit.data, pad)
    changed.splice(placeFor(parts, code, edit), 0, { fourCC: code, data, gap: NO_BYTES })
    return changed
  }
  const at = indexOfPart(parts, edit.part)
  const old = parts[at]!
  if (edit.edit === 'replace') changed[at] = { ...old, data: aligned(parts, old.fourCC, edit.data, pad) }
  else changed.splice(at, 1)
  return changed
}

const RANKS: ReadonlyMap<string, number> = new Map(PARTS.map(([name], i) => [name, i]))
const LAST = PARTS.length

/** PRIV is last; a known part comes before the first one that DXC writes later; an unknown one before PRIV. */
function placeFor(parts: readonly PlacedPart[], code: number, { part, before }: PartEdit & { edit: 'add' }): number {
  const isPrivate = code === PRIV
  if (before !== undefined) {
    if (isPrivate) throw new EditError('part PRIV must be the last')
    return indexOfPart(parts, before)
  }
  const rank = rankOf(part)
  const later = isPrivate ? -1 : parts.findIndex(p => p.fourCC === PRIV || rankOf(fourCCText(p.fourCC)) > rank)
  return later < 0 ? parts.length : later
}

function rankOf(name: string): number {
  return RANKS.get(name) ?? LAST
}

/** Containers of validator 1.7 on have payloads of whole words, all but PRIV; which ones these are shows in their parts. */
function aligned(parts: readonly PlacedPart[], code: number, data: Uint8Array, pad: boolean): Uint8Array {
  if (data.length % 4 === 0 || code === PRIV) return data
  if (parts.some(p => p.fourCC !== PRIV && p.data.length % 4 !== 0)) return data
  if (!pad) throw new EditError(`${data.length} bytes for ${fourCCText(code)}, which must be a multiple of 4`)
  const whole = new Uint8Array((data.length + 3) & ~3)
  whole.set(data)
  return whole
}

function fourCCOf(name: string): number {
  if (!/^[\x21-\x7e]{4}$/.test(name)) throw new EditError(`'${name}' is no part name: four characters`)
  return fourCC(name)
}

function indexOfPart(parts: readonly { readonly fourCC: number }[], selector: string): number {
  const [, name, nth = '1'] = /^(.*?)(?:#(\d+))?$/.exec(selector) ?? []
  let left = Number(nth)
  const at = parts.findIndex(p => fourCCText(p.fourCC) === name && --left === 0)
  if (at < 0) throw new EditError(`there is no part ${selector}`)
  return at
}

/** The part a selector means ('DXIL', 'PRIV#2'), also in a damaged container. @throws EditError when there is none */
export function selectPart(container: Container, selector: string): Part {
  return container.parts[indexOfPart(container.parts, selector)]!
}

/**
 * A copy with another digest.
 * @throws FormatError when this is no container
 */
export function signedCopy(bytes: Uint8Array, signing: Signing): Uint8Array {
  checkBytes('signedCopy', bytes)
  checkArgument('signedCopy', 'signing', signing, SIGNING)
  readContainer(bytes)
  const copy = bytes.slice()
  signContainer(copy, signing)
  return copy
}
