// The declarations of a file as a tree, and its names as tokens with their meanings.

import type { Analysis } from './analysis.ts'
import type { DeclaredName } from './declared_names.ts'
import type { OutlineItem } from './model.ts'
import { TOKEN_MODIFIERS, TOKEN_TYPES } from './model.ts'
import type { Occurrence, SymbolInfo } from './symbol_index.ts'
import { declarationText, entityText } from './type_text.ts'

/** Numbers of the protocol's SymbolKind. */
const SYMBOL_KIND = {
  variable: 13,
  parameter: 13,
  field: 8,
  function: 12,
  method: 6,
  struct: 23,
  enum: 10,
  enumMember: 22,
  alias: 5,
  namespace: 3,
  buffer: 11,
  typeParameter: 26,
} as const satisfies Record<SymbolInfo['kind'], number>

type Mutable = Omit<OutlineItem, 'children'> & { readonly children: Mutable[] }

/** Declarations of the file itself; what is inside functions is left out. */
export function outlineOf(analysis: Analysis): OutlineItem[] {
  const roots: Mutable[] = []
  const made = new Map<DeclaredName, Mutable>()
  for (const declared of analysis.index.declared) {
    const { node, name, owner, isLocal } = declared
    if (isLocal || node.kind === 'parameter' || node.kind === 'template_parameter') continue
    const start = analysis.offsetOf(node.pos)
    const nameStart = analysis.offsetOf(declared.at.pos)
    if (start === undefined || nameStart === undefined) continue
    const symbol = analysis.index.symbolAt(declared.at.pos)
    const lines = analysis.linesOf(analysis.file)
    const end = Math.max(analysis.offsetOf(node.end) ?? 0, nameStart + name.length)
    const item: Mutable = {
      name,
      detail: symbol ? detailOf(analysis, symbol) : '',
      kind: SYMBOL_KIND[symbol?.kind ?? 'variable'],
      range: lines.range(Math.min(start, nameStart), end),
      selectionRange: lines.range(nameStart, nameStart + name.length),
      children: [],
    }
    made.set(declared, item)
    const parent = owner && made.get(owner)
    ;(parent?.children ?? roots).push(item)
  }
  return roots
}

function detailOf(analysis: Analysis, { entity, declared, name }: SymbolInfo): string {
  if (entity?.kind === 'var') return declarationText(entity.type, '').trim()
  if (entity?.kind === 'field') return declarationText(entity.field.type, '').trim()
  if (entity?.kind === 'constant') return String(entity.value)
  if (entity?.kind !== 'functions') return ''
  const found = entity.list.find(e => e.decl.nameSpan.pos === declared?.at.pos) ?? entity.list[0]
  if (!found) return ''
  const { label } = entityText(found, type => analysis.sources.textOf(type) ?? '?')
  return label.slice(label.indexOf('(', label.indexOf(name)))
}

const TOKEN_OF = {
  variable: 'variable',
  parameter: 'parameter',
  field: 'property',
  function: 'function',
  method: 'method',
  struct: 'struct',
  enum: 'enum',
  enumMember: 'enumMember',
  alias: 'type',
  namespace: 'namespace',
  buffer: 'struct',
  typeParameter: 'typeParameter',
} as const satisfies Record<SymbolInfo['kind'], (typeof TOKEN_TYPES)[number]>

interface Token {
  readonly start: number
  readonly length: number
  readonly type: number
  readonly modifiers: number
}

const typeNumber = (name: (typeof TOKEN_TYPES)[number]): number => TOKEN_TYPES.indexOf(name)
const bit = (name: (typeof TOKEN_MODIFIERS)[number]): number => 1 << TOKEN_MODIFIERS.indexOf(name)

/** Five numbers a token, as the protocol has them: lines and characters relative to the token before, length, type, modifiers. */
export function semanticTokens(analysis: Analysis): number[] {
  const tokens = [...analysis.index.of(analysis.file).map(tokenOf), ...builtinTokens(analysis)]
  tokens.sort((a, b) => a.start - b.start)
  const lines = analysis.linesOf(analysis.file)
  const out: number[] = []
  let line = 0
  let character = 0
  let last = -1
  for (const token of tokens) {
    if (token.start < last) continue
    last = token.start + token.length
    const at = lines.positionAt(token.start)
    out.push(
      at.line - line,
      at.line === line ? at.character - character : at.character,
      token.length,
      token.type,
      token.modifiers,
    )
    line = at.line
    character = at.character
  }
  return out
}

function tokenOf({ symbol, start, end, isDeclaration }: Occurrence): Token {
  const { entity } = symbol
  const isReadonly = entity?.kind === 'var' && entity.isConst
  const isStatic = entity?.kind === 'var' && (entity.storage === 'static' || entity.storage === 'groupshared')
  const modifiers =
    (isDeclaration ? bit('declaration') : 0) | (isReadonly ? bit('readonly') : 0) | (isStatic ? bit('static') : 0)
  return { start, length: end - start, type: typeNumber(TOKEN_OF[symbol.kind]), modifiers }
}

/** Calls of builtins, and macros in use. */
function builtinTokens(analysis: Analysis): Token[] {
  const out: Token[] = []
  const add = (from: number, to: number, type: (typeof TOKEN_TYPES)[number], modifiers: number): void => {
    const start = analysis.offsetOf(from)
    const end = analysis.offsetOf(to)
    if (start !== undefined && end !== undefined && end > start)
      out.push({ start, length: end - start, type: typeNumber(type), modifiers })
  }
  for (const [node, value] of analysis.watch.values) {
    if (node.kind !== 'call' || (value.kind !== 'intrinsic' && value.kind !== 'method')) continue
    const { callee } = node
    if (callee.kind === 'member') add(callee.memberSpan.pos, callee.memberSpan.end, 'method', bit('defaultLibrary'))
    else if (callee.kind === 'name_expr') {
      const part = callee.name.parts[callee.name.parts.length - 1]!
      add(part.pos, part.pos + part.name.length, 'function', bit('defaultLibrary'))
    }
  }
  for (const { macro, use } of analysis.sources.expansions()) add(use.pos, use.pos + macro.length, 'macro', 0)
  return out
}
