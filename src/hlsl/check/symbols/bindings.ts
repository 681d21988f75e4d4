// register(...): what its spellings mean and where which of them may stand. Facts: DXC takes registers on every declaration and looks at
// them on globals only; the last one counts, of a struct's the last one of each letter.

import type { Span } from '../../../diag/sources.ts'
import { objectTypeRow } from '../../../spec/object_types.ts'
import type { ResourceClass } from '../../../spec/resource_classes.ts'
import type * as A from '../../tree/ast.ts'
import { isPatch } from '../../tree/patches.ts'
import { isStream } from '../../tree/streams.ts'
import type { RegisterBinding } from '../../tree/typed.ts'
import { allFields, type Field, innermost, type Type } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { evaluateScalar } from '../values/constants.ts'

/** Letters that a type may name and the letter of its own class; undefined: any letter (structs of resources). */
interface Wanted {
  readonly letters: string
  readonly own: 't' | 'u' | 's' | 'b' | undefined
}

const NUMBERS: Wanted = { letters: 'bci', own: undefined }
const OF_CLASS: Readonly<Record<ResourceClass, Wanted>> = {
  srv: { letters: 't', own: 't' },
  uav: { letters: 'u', own: 'u' },
  cbv: { letters: 'b', own: 'b' },
  sampler: { letters: 's', own: 's' },
}

function wantedBy(type: Type): Wanted | undefined {
  const at = innermost(type)
  // What is wrong is a number to DXC.
  if (at.kind === 'scalar' || at.kind === 'vector' || at.kind === 'matrix' || at.kind === 'error') return NUMBERS
  if (at.kind !== 'object') return undefined
  const row = objectTypeRow(at.name)
  if (row?.family === 'sampler') return { letters: 'st', own: 's' }
  // A block takes a space, no register of it.
  if (row?.family === 'block') return { letters: '', own: 'b' }
  if (row?.family === 'texture' && row.access === 'read') return { letters: 'ts', own: 't' }
  return OF_CLASS[row?.resource?.class ?? 'srv']
}

/** Bindings among the annotations of a variable, at most one a letter; resources have one at most, under their own letter. */
export function registersOf(checker: Checker, node: A.VariableDecl, type: Type): RegisterBinding[] {
  const { annotations } = node
  if (annotations.length === 0) return []
  const wanted = hasConstElement(node.type) ? NUMBERS : isDependent(checker, node.type) ? undefined : wantedBy(type)
  return meaningOf(checkedRegisters(checker, annotations, wanted), wantedBy(type)?.own)
}

/** Whether a type as it is written depends on parameters of templates. DXC takes any register for such a type. */
export function isDependent(checker: Checker, node: A.TemplateArg): boolean {
  if (node.kind !== 'named_type' && node.kind !== 'name_expr') return false
  return node.name.parts.some(({ name, templateArgs }) => {
    const found = checker.scope.lookup(name)
    if ((found?.kind === 'type' || found?.kind === 'constant') && found.isDependent) return true
    // A parameter that stands for a template of another name.
    if (found?.kind === 'template' && found.decl.name !== name) return true
    return templateArgs?.some(arg => isDependent(checker, arg)) === true
  })
}

/** To DXC `Buffer<const float4>` is no resource where it reads registers. */
function hasConstElement(type: A.TypeNode): boolean {
  const first = type.kind === 'named_type' ? type.name.parts.at(-1)!.templateArgs?.[0] : undefined
  return first?.kind === 'named_type' && first.modifiers.some(m => m.name === 'const')
}

/** Bindings of a cbuffer or tbuffer block. */
export function blockRegistersOf(
  checker: Checker,
  annotations: readonly A.Annotation[],
  letter: 'b' | 't',
): RegisterBinding[] {
  const written = checkedRegisters(checker, annotations, { letters: letter, own: letter })
  for (const node of annotations)
    if (node.kind === 'register' && node.profile !== undefined && node.slot !== undefined)
      report(checker, 'E2262', node, {})
  return meaningOf(written, letter)
}

/** Annotations where registers are allowed but mean nothing: locals, parameters, fields. */
export function ignoredRegisters(
  checker: Checker,
  annotations: readonly A.Annotation[],
  type: Type,
  node: A.TypeNode,
): void {
  if (!annotations.some(a => a.kind === 'register')) return
  if (!isPatch(type) && !isStream(type)) {
    checkedRegisters(checker, annotations, isDependent(checker, node) ? undefined : wantedBy(type))
    return
  }
  for (const node of annotations) if (node.kind === 'register') report(checker, 'W2840', node, {})
}

/** A register on a field means nothing, but no buffer may hold the struct. */
export function noteFieldRegisters(checker: Checker, field: Field, annotations: readonly A.Annotation[]): void {
  for (const node of annotations) if (node.kind === 'register') checker.registerFields.set(field, node)
}

/** Reports registers of fields of a type that lies in a buffer, or is the element of one. */
export function refuseFieldRegisters(checker: Checker, type: Type, around?: Set<Type>): void {
  if (checker.registerFields.size === 0) return
  // `struct S { StructuredBuffer<S> next; };` holds itself.
  const seen = around ?? new Set()
  if (seen.has(type)) return
  if (type.kind === 'array') refuseFieldRegisters(checker, type.element, seen)
  else if (type.kind === 'object' && type.element) refuseFieldRegisters(checker, type.element, seen)
  else if (type.kind === 'struct') {
    seen.add(type)
    for (const field of allFields(type)) {
      const node = checker.registerFields.get(field)
      if (node) report(checker, 'E2250', node, {})
      checker.registerFields.delete(field)
      refuseFieldRegisters(checker, field.type, seen)
    }
  }
}

interface Written extends RegisterBinding {
  readonly profile: string | undefined
  readonly node: A.RegisterAnnotation
  /** As written; 'c' and 'i' are letters too. */
  readonly type: string
}

function checkedRegisters(
  checker: Checker,
  annotations: readonly A.Annotation[],
  wanted: Wanted | undefined,
): Written[] {
  const out: Written[] = []
  for (const node of annotations) {
    if (node.kind !== 'register') continue
    const written = writtenRegister(checker, node)
    if (!written) continue
    const letter = written.type.toLowerCase()
    if (wanted && letter !== '' && !wanted.letters.includes(letter)) {
      const list = wanted.letters === '' ? ['space'] : [...wanted.letters].map(letter => `'${letter}'`)
      const last = list.length > 1 ? ` or ${list.pop()}` : ''
      report(checker, 'E2240', node, { wanted: `${list.join(', ')}${list.length > 1 ? ',' : ''}${last}` })
    } else out.push(written)
  }
  for (const [i, a] of out.entries()) {
    if (out.slice(i + 1).some(b => isConflict(a, b))) report(checker, 'E2263', a.node, {})
  }
  return out
}

/** The same letter for profiles that can be the same, but another number. */
const isConflict = (a: Written, b: Written): boolean =>
  a.type === b.type &&
  (a.profile === undefined || b.profile === undefined || a.profile === b.profile) &&
  a.number !== b.number

const LAST_NUMBER = 0xffffffff

/** Where a word of an annotation stands. */
function wordIn(checker: Checker, node: A.RegisterAnnotation, word: string): Span {
  const text = checker.diagnostics.sources.textOf(node) ?? ''
  return { pos: node.pos + Math.max(0, text.indexOf(word, text.indexOf('('))), end: node.end }
}

function writtenRegister(checker: Checker, node: A.RegisterAnnotation): Written | undefined {
  const space = node.space === undefined ? undefined : spaceNumber(checker, node, node.space)
  const { profile, slot } = node
  if (slot === undefined) return { letter: undefined, number: undefined, space, profile, node, type: '' }
  const type = slot[0]!
  if (!/[bcistu]/i.test(type)) return void report(checker, 'E2241', wordIn(checker, node, slot), { text: slot })
  // Without a number it is 0.
  const digits = slot.slice(1) || '0'
  if (!/^\d+$/.test(digits) || Number(digits) > LAST_NUMBER)
    return void report(checker, 'E2260', wordIn(checker, node, slot), {})
  if (node.offset) {
    // It must be a number, a fraction too, which then is not looked at.
    const offset = evaluateScalar(checker.expr(node.offset))
    if (offset === undefined || typeof offset === 'boolean' || offset < 0)
      return void report(checker, 'E2264', { pos: node.offset.end, end: node.offset.end + 1 }, {})
  }
  const letter = 'tusb'.includes(type.toLowerCase()) ? (type.toLowerCase() as 't' | 'u' | 's' | 'b') : undefined
  return { letter, number: Number(digits), space, profile, node, type }
}

function spaceNumber(checker: Checker, node: A.RegisterAnnotation, text: string): number | undefined {
  const digits = text.startsWith('space') ? text.slice(5) : undefined
  if (digits === undefined) report(checker, 'E2242', wordIn(checker, node, text), {})
  else if (!/^\d+$/.test(digits) || Number(digits) > LAST_NUMBER)
    report(checker, 'E2261', wordIn(checker, node, text), {})
  else return Number(digits)
  return undefined
}

/** What a list of annotations comes to. `own`: the letter of the resource they are on; undefined for structs. */
function meaningOf(written: readonly Written[], own: Wanted['own']): RegisterBinding[] {
  if (own === undefined) {
    const byLetter = new Map<string, RegisterBinding>()
    for (const { type, letter, number, space } of written)
      if (letter === type || type === '') byLetter.set(type, { letter, number, space })
    return [...byLetter.values()]
  }
  let number: number | undefined
  let space: number | undefined
  for (const w of written) {
    if (w.type !== '') number = w.number
    // A register without a space takes back what was said before.
    space = w.space
  }
  if (number === undefined && space === undefined) return []
  return [{ letter: number === undefined ? undefined : own, number, space }]
}
