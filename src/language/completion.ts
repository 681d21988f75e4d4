// What can be written at the cursor: members behind a dot, names in scope, words of the language; semantics, attributes and directives where they stand.

import type { Entity, FunctionSet } from '../hlsl/check/core/scopes.ts'
import { intrinsicNames, methodNames, methodsOf, signaturesOf } from '../hlsl/check/core/signatures.ts'
import { BUILTIN_TYPES, KEYWORDS } from '../hlsl/lex/token.ts'
import { allFields, type ObjectType, type StructType, type Type, typeText } from '../hlsl/tree/types.ts'
import { builtinDoc } from '../spec/builtin_docs.ts'
import { attributeNames, attributeRow } from '../spec/hlsl_attributes.ts'
import { systemValues } from '../spec/semantics.ts'
import type { Analysis, AnalysisInput } from './analysis.ts'
import { type Captured, capture } from './capture.ts'
import { code, typeNodeText } from './hover.ts'
import { isQuiet, macroDefinitions, wordAt } from './macros.ts'
import { type Completion, COMPLETION_KIND as KIND } from './model.ts'
import { builtinText, declarationText, entityText } from './type_text.ts'

type Kind = (typeof KIND)[keyof typeof KIND]

/** What stands nearer sorts in front. */
const ORDER = { member: '0', name: '1', builtin: '2', word: '3' } as const

const item = (label: string, kind: Kind, detail: string, order: string, documentation = ''): Completion => ({
  label,
  kind,
  detail,
  documentation,
  sortText: `${order}${label}`,
})

/** `last`: the analysis to take names from where the source cannot be read around the cursor. */
export function completionsAt(input: AnalysisInput, offset: number, last: Analysis): Completion[] {
  const { text } = input
  if (isQuiet(text, offset)) return []
  const word = wordAt(text, offset)
  const start = word && word.start <= offset ? word.start : offset
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  if (/^\s*#\s*$/.test(line)) return DIRECTIVES.map(name => item(name, KIND.keyword, 'directive', ORDER.word))
  if (/^\s*#/.test(line) && !/^\s*#\s*(?:if|elif)\b/.test(line))
    return /#\s*(?:ifn?def|undef)\s+$/.test(line) ? macroItems(last) : []
  if (
    /(?:^|[;{}\])])\s*\[\s*$/.test(text.slice(Math.max(0, start - 200), start)) ||
    (/,\s*$/.test(line) === false && /^\s*\[\s*$/.test(line))
  )
    return attributeNames().map(name => item(name, KIND.property, attributeDetail(name), ORDER.member))
  if (isSemanticPlace(text, start)) return semanticItems()
  const found = capture(input, start, word ? Math.max(word.end, start) : offset)
  if (found?.base) return memberItems(found.base.type, last)
  if (/(?:\.|->)\s*$/.test(line)) return []
  const names = found?.names ?? globalNames(last)
  const items = [...names].flatMap(([name, entity]) => entityItem(name, entity, last))
  if (found?.inside) return items
  return [...items, ...macroItems(last), ...wordItems(names)]
}

const DIRECTIVES = [
  'define',
  'undef',
  'include',
  'if',
  'ifdef',
  'ifndef',
  'elif',
  'else',
  'endif',
  'pragma',
  'error',
  'line',
  'warning',
]

const attributeDetail = (name: string): string => {
  const row = attributeRow(name)
  return `[${name}${row?.args ? `(${row.args.join(', ')})` : ''}]`
}

/** Behind the colon of a parameter, a field or a function, but not of `a ? b : c`, `case x:` or a struct's base. */
function isSemanticPlace(text: string, start: number): boolean {
  const statement = /[^;{}]*$/.exec(text.slice(Math.max(0, start - 1000), start))![0]
  if (!/[\w\])]\s*:\s*$/.test(statement) || /\?|\bcase\b|\bdefault\b|::\s*$/.test(statement)) return false
  return (
    !/^\s*(?:struct|class|enum|interface)\b/.test(statement) && !/\b(?:cbuffer|tbuffer)\s+\w+\s*:\s*$/.test(statement)
  )
}

const semanticItems = (): Completion[] => [
  ...systemValues().map(([, name]) => item(name, KIND.constant, 'system value', ORDER.member)),
  ...['register', 'packoffset'].map(name => item(name, KIND.keyword, '', ORDER.name)),
  ...['POSITION', 'NORMAL', 'TANGENT', 'TEXCOORD', 'COLOR'].map(name =>
    item(name, KIND.constant, 'semantic', ORDER.word),
  ),
]

function globalNames({ checked }: Analysis): ReadonlyMap<string, Entity> {
  return new Map(checked?.global.entries() ?? [])
}

function macroItems(analysis: Analysis): Completion[] {
  const seen = new Map(macroDefinitions(analysis).map(m => [m.name, m]))
  return [...seen.values()].map(m => item(m.name, KIND.constant, 'macro', ORDER.name, code(m.text)))
}

function wordItems(taken: ReadonlyMap<string, unknown>): Completion[] {
  const free = (name: string): boolean => !taken.has(name)
  return [
    ...intrinsicNames().filter(free).map(builtinItem),
    ...[...new Set(BUILTIN_TYPES)]
      .filter(name => free(name) && !/^(?:min\w+|dword|half)?\d/.test(name))
      .map(name => item(name, KIND.class, 'type', ORDER.word)),
    ...KEYWORDS.filter(name => /^[a-z]+$/.test(name) && free(name)).map(name =>
      item(name, KIND.keyword, '', ORDER.word),
    ),
  ]
}

function builtinItem(name: string): Completion {
  const overloads = [...new Set(signaturesOf(name).map(s => builtinText(name, s, undefined).label))]
  return item(name, KIND.function, overloadDetail(overloads), ORDER.builtin, overloadText(overloads, builtinDoc(name)))
}

const overloadDetail = (overloads: readonly string[]): string =>
  `${overloads[0] ?? ''}${overloads.length > 1 ? ` (+${overloads.length - 1} overload${overloads.length > 2 ? 's' : ''})` : ''}`

const overloadText = (overloads: readonly string[], doc: string | undefined): string =>
  [
    ...(doc === undefined ? [] : [doc]),
    ...(overloads.length > 1 ? [code(overloads.slice(0, 12).join('\n'))] : []),
  ].join('\n\n')

// ---- names of the program ------------------------------------------------------------------------------------------------------------

function entityItem(name: string, entity: Entity, analysis: Analysis): Completion[] {
  if (/^(?:operator|\$|dxilkit_)/.test(name) || name.includes(' ')) return []
  switch (entity.kind) {
    case 'var':
      // What the compiler declares itself has no place.
      return [item(name, KIND.variable, declarationText(entity.type, name), ORDER.name)]
    case 'field':
      return [item(name, KIND.field, declarationText(entity.bits?.type ?? entity.field.type, name), ORDER.name)]
    case 'functions':
      return [functionItem(name, entity, KIND.function, ORDER.name, analysis)]
    case 'constant':
      return [item(name, KIND.enumMember, `${typeText(entity.type)} = ${entity.value}`, ORDER.name)]
    case 'type':
      return [item(name, entity.type.kind === 'enum' ? KIND.enum : KIND.struct, typeText(entity.type), ORDER.name)]
    case 'template':
      return [item(name, KIND.struct, 'template', ORDER.name)]
    case 'namespace':
      return [item(name, KIND.module, 'namespace', ORDER.name)]
  }
}

function functionItem(name: string, set: FunctionSet, kind: Kind, order: string, analysis: Analysis): Completion {
  const overloads = set.list.map(e => entityText(e, type => typeNodeText(analysis, type)).label)
  return item(name, kind, overloadDetail(overloads), order, overloadText(overloads, undefined))
}

// ---- members -------------------------------------------------------------------------------------------------------------------------

function memberItems(type: Type, analysis: Analysis): Completion[] {
  switch (type.kind) {
    case 'scalar':
      return swizzles('x', typeText(type))
    case 'vector':
      return swizzles('xyzw'.slice(0, type.size), type.element.name)
    case 'matrix':
      return matrixItems(type.rows, type.columns, type.element.name)
    case 'struct':
      return structItems(type, analysis)
    case 'object':
      return objectItems(type, analysis)
    default:
      return []
  }
}

/** Runs of neighbours and the usual splats; others can be written all the same. */
function swizzles(letters: string, element: string): Completion[] {
  const rgba = 'rgba'.slice(0, letters.length)
  const runs = (set: string): string[] => {
    const out: string[] = []
    for (let size = 1; size <= set.length; size++)
      for (let at = 0; at + size <= set.length; at++) out.push(set.slice(at, at + size))
    return out
  }
  const splats = [...letters].flatMap(letter => [2, 3, 4].map(n => letter.repeat(n)))
  return [...runs(letters), ...runs(rgba), ...splats].map((name, i) => ({
    ...item(name, KIND.field, `${element}${name.length > 1 ? name.length : ''}`, ORDER.member),
    sortText: `0${String(i).padStart(3, '0')}`,
  }))
}

function matrixItems(rows: number, columns: number, element: string): Completion[] {
  const out: Completion[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      out.push(item(`_m${row}${column}`, KIND.field, element, ORDER.member))
      out.push(item(`_${row + 1}${column + 1}`, KIND.field, element, ORDER.name))
    }
  return out
}

function structItems(type: StructType, analysis: Analysis): Completion[] {
  const fields = allFields(type).flatMap(field =>
    field.bits
      ? field.bits
          .filter(b => b.name !== '')
          .map(b => item(b.name, KIND.field, `${typeText(b.type)} ${b.name} : ${b.width}`, ORDER.member))
      : [item(field.name, KIND.field, declarationText(field.type, field.name), ORDER.member)],
  )
  const methods = new Map<string, FunctionSet>()
  const owners: StructType[] = []
  for (let at: StructType | undefined = type; at; at = at.base) owners.push(at)
  for (const { owner, name } of analysis.checked?.functions ?? []) {
    if (!owner || !owners.some(o => o.pos === owner.type.pos) || name.startsWith('operator')) continue
    const set = owner.scope.own(name)
    if (set?.kind === 'functions') methods.set(name, set)
  }
  return [
    ...fields.filter(f => f.label !== ''),
    ...[...methods].map(([name, set]) => functionItem(name, set, KIND.method, ORDER.name, analysis)),
  ]
}

function objectItems(type: ObjectType, analysis: Analysis): Completion[] {
  const methods = [...methodNames(type.name)]
    .filter(name => /^\w+$/.test(name))
    .map(name => {
      const overloads = [...new Set(methodsOf(type.name, name).map(s => builtinText(name, s, type).label))]
      return item(name, KIND.method, overloadDetail(overloads), ORDER.name, overloadText(overloads, builtinDoc(name)))
    })
  const isView = /^(?:Constant|Texture)Buffer$/.test(type.name) && type.element?.kind === 'struct'
  return isView ? [...structItems(type.element as StructType, analysis), ...methods] : methods
}

export type { Captured }
