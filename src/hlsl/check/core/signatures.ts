// Parses signatures of spec/hlsl_intrinsics.ts and spec/hlsl_methods.ts, one name or object kind at a time, at first use.
// Invariant: parsed signatures are cached for the process and never changed.

import { extended } from '../../../base/extended.ts'
import { COMPONENT_SETS, INTRINSICS } from '../../../spec/hlsl_intrinsics.ts'
import { METHODS, TEXTURE_LETTERS, TEXTURE_METHODS, textureSizes } from '../../../spec/hlsl_methods.ts'
import { objectTypeRow } from '../../../spec/object_types.ts'
import type { ResourceKind } from '../../../spec/resource_kinds.ts'
import { type ScalarName, type ScalarType, scalar } from '../../tree/types.ts'

export type Dim = number | 'r' | 'c' | 'r2' | 'c2'
export type SlotLayout = 'scalar' | 'vector' | 'matrix' | 'any' | 'array' | 'any_array'
/** Where a slot's shape or element comes from: another slot, the object's T or its element E, or the method's template argument F. */
export type SlotSource = number | 'T' | 'E' | 'F' | 'N'

export interface ComponentSet {
  readonly name: string
  readonly scalars: readonly ScalarType[]
  /** Object type names, 'struct', 'string', 'void'. */
  readonly objects: readonly string[]
  readonly noCast: boolean
}

export interface Slot {
  readonly set: ComponentSet
  readonly layout: SlotLayout
  readonly rows: Dim
  readonly columns: Dim
  readonly shapeFrom: SlotSource
  readonly elementFrom: SlotSource
}

export type SlotMode = 'in' | 'out' | 'inout' | 'ref'
export interface ParamSlot extends Slot {
  readonly mode: SlotMode
  readonly name: string
}

/** What a builtin does besides having a result; the overloads of one name agree. */
export type BuiltinEffect = 'none' | 'reads' | 'writes'

export interface Signature {
  readonly params: readonly ParamSlot[]
  readonly result: Slot
  readonly varargs: boolean
  readonly isStatic: boolean
  readonly effect: BuiltinEffect
  readonly since: readonly [major: number, minor: number] | undefined
}

const sets = new Map<string, ComponentSet>()

function setNamed(name: string): ComponentSet {
  let set = sets.get(name)
  if (set) return set
  const words = name === 'void' ? [] : (COMPONENT_SETS.get(name) ?? name).split(' ').filter(word => word !== '')
  const scalars = words.filter(isScalarName).map(word => scalar(word.replace('_', ' ') as ScalarName))
  const fixed = words.map(word =>
    word.startsWith('literal_') ? undefined : isScalarName(word) ? scalar(word as ScalarName) : undefined,
  )
  set = {
    name,
    scalars: words.flatMap((word, i) =>
      word.startsWith('literal_') ? [scalar(word.replace('_', ' ') as ScalarName)] : fixed[i] ? [fixed[i]!] : [],
    ),
    objects: scalars.length > 0 ? [] : words.filter(word => word !== '!'),
    noCast: words.includes('!'),
  }
  sets.set(name, set)
  return set
}

const SCALAR_WORDS =
  /^(bool|u?int|u?int8_t4_packed|half|float|double|u?int64_t|u?int16_t|float16_t|min16float|min10float|min16int|min12int|min16uint|literal_int|literal_float)$/
const isScalarName = (word: string): boolean => SCALAR_WORDS.test(word)

const TYPE = /^(=?)(\w+)(\*\[\]|\[\]|\*|<[^>]*>)?(?::(\w+))?(?:@(\w+))?$/

function source(text: string | undefined, own: number): SlotSource {
  if (text === undefined) return own
  return /^\d+$/.test(text) ? Number(text) : (text as SlotSource)
}

function slot(text: string, own: number, all: (Slot | undefined)[]): Slot {
  const [, same, name, shape, element, from] = TYPE.exec(text)!
  if (same) return slotOf(all[Number(name)] ?? EMPTY, Number(name), Number(name))
  if (name === 'T' || name === 'F') return slotOf(EMPTY, name, name)
  const dims = shapeOf(shape)
  if (name === 'E') return slotOf({ set: EMPTY.set, ...dims }, own, 'E')
  return slotOf({ set: setNamed(name!), ...dims }, source(from, own), source(element, own))
}

/** All slots are made here, for one order of properties: overload resolution reads them more than anything else. */
const slotOf = (
  of: Pick<Slot, 'set' | 'layout' | 'rows' | 'columns'>,
  shapeFrom: SlotSource,
  elementFrom: SlotSource,
) => ({
  set: of.set,
  layout: of.layout,
  rows: of.rows,
  columns: of.columns,
  shapeFrom,
  elementFrom,
})

const EMPTY: Slot = { set: setNamed('void'), layout: 'any', rows: 'r', columns: 'c', shapeFrom: 0, elementFrom: 0 }

function shapeOf(text: string | undefined): Pick<Slot, 'layout' | 'rows' | 'columns'> {
  if (text === undefined) return { layout: 'scalar', rows: 1, columns: 1 }
  if (text === '*') return { layout: 'any', rows: 'r', columns: 'c' }
  if (text === '[]') return { layout: 'array', rows: 1, columns: 'c' }
  if (text === '*[]') return { layout: 'any_array', rows: 1, columns: 'c' }
  const dims = text.slice(1, -1).split(',').map(dim)
  return dims.length === 1
    ? { layout: 'vector', rows: 1, columns: dims[0]! }
    : { layout: 'matrix', rows: dims[0]!, columns: dims[1]! }
}

const dim = (text: string): Dim => (/^\d+$/.test(text.trim()) ? Number(text) : (text.trim() as Dim))

const SIGNATURE = /^\w*\((.*)\) -> (\S+)( static)?(?: (none|reads|writes))?(?: since (\d+)\.(\d+))?$/
const MODES: ReadonlySet<string> = new Set(['out', 'inout', 'ref'])

function parse(text: string, otherwise: BuiltinEffect): Signature {
  const match = SIGNATURE.exec(text.trim())
  if (!match) throw new Error(`malformed signature '${text}'`)
  const [, list, result, isStatic, effect, major, minor] = match
  const parts = list === '' ? [] : splitParams(list!)
  const varargs = parts.at(-1) === '...'
  if (varargs) parts.pop()
  const slots: (Slot | undefined)[] = [undefined]
  const params: ParamSlot[] = []
  for (const part of parts) {
    const words = part.split(' ').filter(word => word !== 'row' && word !== 'col' && word !== 'groupshared')
    const mode = MODES.has(words[0]!) ? (words.shift() as SlotMode) : 'in'
    const param: ParamSlot = extended(slot(words[0]!, slots.length, slots), { mode, name: words[1] ?? '' })
    slots.push(param)
    params.push(param)
  }
  return {
    params,
    result: slot(result!, 0, slots),
    varargs,
    isStatic: isStatic !== undefined,
    effect: (effect as BuiltinEffect | undefined) ?? otherwise,
    since: major === undefined ? undefined : [Number(major), Number(minor)],
  }
}

/** Splits at commas that are not inside <...>. */
function splitParams(list: string): string[] {
  return list.split(/,\s+/)
}

const intrinsics = new Map<string, readonly Signature[]>()

export const isIntrinsic = (name: string): boolean => INTRINSICS.has(name)
export const intrinsicNames = (): string[] => [...INTRINSICS.keys()]

/** Overloads of a builtin function, in the order they are tried. */
export function signaturesOf(name: string): readonly Signature[] {
  let list = intrinsics.get(name)
  if (!list) {
    list = isIntrinsic(name)
      ? INTRINSICS.get(name)!
          .split(' | ')
          .map(text => parse(text, 'none'))
      : []
    intrinsics.set(name, list)
  }
  return list
}

const methodLines = new Map<string, ReadonlyMap<string, readonly string[]>>()
const methods = new Map<string, Map<string, readonly Signature[]>>()

/** `Load(int s; int o; out uint status) -> T` is three overloads: what stands behind a semicolon may be left out, with all behind it. */
function overloads(line: string): string[] {
  const end = line.lastIndexOf(') -> ')
  const parts = line.slice(0, end).split('; ')
  return parts.map((_, i) => parts.slice(0, i + 1).join(', ') + line.slice(end))
}

function linesOf(table: string): readonly string[] {
  const letter = TEXTURE_LETTERS.get(table)
  if (letter === undefined)
    return (METHODS.get(table) ?? '')
      .split('\n')
      .filter(line => line.trim() !== '')
      .flatMap(overloads)
  const sizes = textureSizes(table as ResourceKind)
  return TEXTURE_METHODS.filter(([tables]) => tables.split(' ').includes(letter)).flatMap(([, text]) =>
    overloads(text.replace(/\$(\w)/g, (_, key: string) => String(sizes.get(key)))),
  )
}

function tableOf(object: string): ReadonlyMap<string, readonly string[]> {
  const table = objectTypeRow(object)?.methods ?? ''
  let byName = methodLines.get(table)
  if (!byName) {
    const grouped = new Map<string, string[]>()
    for (const line of linesOf(table)) {
      const name = line.slice(0, line.indexOf('(')).trim()
      const list = grouped.get(name)
      if (list) list.push(line)
      else grouped.set(name, [line])
    }
    byName = grouped
    methodLines.set(table, byName)
  }
  return byName
}

/** Names of the methods of a builtin object type. */
export const methodNames = (object: string): Iterable<string> => tableOf(object).keys()

/** Overloads of a method of a builtin object type; empty when it has none of that name. */
export function methodsOf(object: string, name: string): readonly Signature[] {
  const table = objectTypeRow(object)?.methods ?? ''
  let byName = methods.get(table)
  if (!byName) methods.set(table, (byName = new Map()))
  let list = byName.get(name)
  if (!list) {
    list = (tableOf(object).get(name) ?? []).map(text => parse(text, 'writes'))
    byName.set(name, list)
  }
  return list
}
