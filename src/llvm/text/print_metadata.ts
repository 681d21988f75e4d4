// Text of metadata: operands, nodes, attachments, as LLVM 3.7 prints them.

import type { AttributeGroup } from '../model/attributes.ts'
import type { Attachment, MDDebug, MDNode, Metadata } from '../model/metadata.ts'
import { type Instruction, isConstant, mdValueTarget, type Value } from '../model/values.ts'
import { debugNodeText } from './print_debug.ts'
import { byKind, type MetadataSlots } from './print_slots.ts'
import { escaped, type TypePrinter, typedConstant } from './print_values.ts'

/** What printing needs to know of the whole module. */
export interface PrintContext {
  readonly types: TypePrinter
  readonly metadata: MetadataSlots
  readonly attributes: ReadonlyMap<string, { id: number; group: AttributeGroup }>
  readonly kinds: readonly string[]
  /** By Value.index, filled when first needed: `%5`, `@f`, `1.0`; the same behind its type; and `#3` by AttributeList.index. */
  readonly refs: (string | undefined)[]
  readonly typed: (string | undefined)[]
  readonly groupRefs: (string | undefined)[]
  readonly annotate: ((inst: Instruction) => string) | null
  readonly before: ((inst: Instruction) => string) | null
}

/** A metadata operand: `!3`, `!"text"`, `i32 1`, `null`. `local` prints function-local values. */
export function metadataText(
  p: PrintContext,
  md: Metadata | null,
  local: (v: Value) => string = () => '<local>',
): string {
  if (md === null) return 'null'
  if (md.kind === 'string') return `!"${escaped(md.text)}"`
  if (md.kind === 'value') {
    const v = mdValueTarget(md)
    return isConstant(v) ? typedConstant(p.types, v) : local(v)
  }
  const number = p.metadata.numbers[md.index] ?? -1
  return number < 0 ? '!<badref>' : `!${number}`
}

/** The right side of `!N = `. */
export function nodeText(p: PrintContext, node: MDNode | MDDebug): string {
  const distinct = node.distinct ? 'distinct ' : ''
  if (node.kind === 'node') return `${distinct}!{${node.operands.map(o => metadataText(p, o)).join(', ')}}`
  return distinct + debugNodeText(node, md => metadataText(p, md))
}

/** `, !dbg !3, !dx.precise !4`; `separator` precedes each. */
export function attachmentsText(
  p: PrintContext,
  list: readonly Attachment[] | null,
  separator: string,
  location: MDDebug | null = null,
): string {
  const dbg = location ? `${separator} !dbg ${metadataText(p, location)}` : ''
  if (!list) return dbg
  return byKind(list).reduce((text, a) => `${text}${separator} !${kindName(p, a.kind)} ${metadataText(p, a.node)}`, dbg)
}

function kindName(p: PrintContext, kind: number): string {
  const name = p.kinds[kind]
  return name === undefined ? `<unknown kind #${kind}>` : metadataName(name)
}

/** A metadata name after its `!`: letters, digits and -$._ as they are. */
export const metadataName = (name: string): string =>
  name === '' ? '<empty name> ' : name.replace(/[^A-Za-z0-9\-$._]|^[0-9]/g, hexEscape)

const hexEscape = (c: string): string => '\\' + c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
