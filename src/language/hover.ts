// What is under the cursor: the declaration, where it lies in memory, which register it has, or which overload of a builtin is called.

import { methodsOf, signaturesOf } from '../hlsl/check/core/signatures.ts'
import type * as A from '../hlsl/tree/ast.ts'
import type { CBufferSymbol, Expr, IntrinsicExpr, MethodExpr } from '../hlsl/tree/typed.ts'
import { typeText } from '../hlsl/tree/types.ts'
import { builtinDoc } from '../spec/builtin_docs.ts'
import { attributeRow } from '../spec/hlsl_attributes.ts'
import type { Analysis } from './analysis.ts'
import { blockFacts, fieldFacts, memberFacts, registersText, structFacts } from './buffer_facts.ts'
import { macroAt } from './macros.ts'
import type { HoverText } from './model.ts'
import type { Occurrence, SymbolInfo } from './symbol_index.ts'
import { builtinText, declarationText, entityText } from './type_text.ts'

/** Registers that the compiler chose, by the name of the resource; nobody wrote them. */
export type ChosenRegisters = ReadonlyMap<string, string>

export function hoverAt(analysis: Analysis, offset: number, registers: ChosenRegisters): HoverText | undefined {
  const { file } = analysis
  const lines = analysis.linesOf(file)
  const occurrence = analysis.index.at(file, offset)
  if (occurrence) {
    const text = symbolText(analysis, occurrence, registers)
    if (text) return { ...text, range: lines.range(occurrence.start, occurrence.end) }
  }
  const macro = macroAt(analysis, offset)
  if (macro) return { markdown: code(macro.text), range: lines.range(macro.start, macro.end) }
  const builtin = builtinAt(analysis, offset)
  if (builtin) return { markdown: builtin.markdown, range: lines.range(builtin.start, builtin.end) }
  const value = valueAt(analysis, offset)
  if (!value) return undefined
  return { markdown: code(typeText(value.expr.type)), range: lines.range(value.start, value.end) }
}

export const code = (text: string): string => `\`\`\`hlsl\n${text}\n\`\`\``
const withFacts = (text: string, facts: readonly string[]): { readonly markdown: string } => ({
  markdown: [code(text), ...facts].join('\n\n'),
})

function symbolText(
  analysis: Analysis,
  { symbol }: Occurrence,
  registers: ChosenRegisters,
): { readonly markdown: string } | undefined {
  const { entity, declared, name } = symbol
  const node = declared?.node
  if (node?.kind === 'buffer_block') return blockText(analysis, symbol, registers)
  switch (entity?.kind) {
    case 'var':
      return withFacts(`${storageText(symbol)}${declarationText(entity.type, entity.qualifiedName || name)}`, [
        ...valueFacts(symbol),
        ...memberFacts(analysis, entity),
        ...registerFacts(registersText(entity.registers), registers.get(entity.qualifiedName)),
      ])
    case 'field': {
      const { field, bits } = entity
      const text = bits
        ? `${typeText(bits.type)} ${bits.name} : ${bits.width}`
        : declarationText(field.type, field.name)
      const semantic = field.semantic === undefined ? '' : ` : ${field.semantic}`
      return withFacts(`(field of ${typeText(field.owner)}) ${text}${semantic}`, fieldFacts(analysis, field))
    }
    case 'functions': {
      const found = entity.list.find(e => e.decl.nameSpan.pos === declared?.at.pos) ?? entity.list[0]
      return found && withFacts(entityText(found, type => typeNodeText(analysis, type)).label, [])
    }
    case 'constant':
      return withFacts(`(enumerator) ${typeText(entity.type)} ${name} = ${entity.value}`, [])
    case 'type':
      if (node?.kind === 'template_parameter') return withFacts(`(template parameter) typename ${name}`, [])
      if (node?.kind === 'type_alias') return withFacts(`typedef ${declarationText(entity.type, name)}`, [])
      if (entity.type.kind === 'struct')
        return withFacts(`struct ${entity.type.name}`, structFacts(analysis, entity.type))
      return withFacts(`${entity.type.kind} ${typeText(entity.type)}`, [])
    case 'template':
      return withFacts(
        `template <${(entity.decl.template ?? []).map(p => p.name).join(', ')}> ${node?.kind === 'record' ? node.recordKind : 'using'} ${name}`,
        [],
      )
    case 'namespace':
      return withFacts(`namespace ${name}`, [])
    case undefined:
      return node ? withFacts(`(${symbol.kind}) ${writtenText(analysis, node) ?? name}`, []) : undefined
  }
}

/** A declaration that nothing checked, as it is written: in a template that nobody uses. */
function writtenText(
  analysis: Analysis,
  node: A.Declaration | A.ParameterDecl | A.TemplateParam | A.EnumValue,
): string | undefined {
  if (node.kind === 'variable' || node.kind === 'parameter') return `${typeNodeText(analysis, node.type)} ${node.name}`
  return undefined
}

export const typeNodeText = (analysis: Analysis, node: A.TypeNode): string => analysis.sources.textOf(node) ?? '?'

function storageText({ entity }: SymbolInfo): string {
  if (entity?.kind !== 'var') return ''
  if (entity.storage === 'parameter')
    return 'mode' in entity && entity.mode !== 'in' ? `(parameter) ${entity.mode} ` : '(parameter) '
  const words = {
    'static-local': 'static ',
    static: 'static ',
    groupshared: 'groupshared ',
    local: '',
    cbuffer: '',
    resource: '',
  }
  const isConst = entity.isConst && entity.storage !== 'cbuffer' && entity.storage !== 'resource'
  return `${words[entity.storage]}${isConst ? 'const ' : ''}`
}

/** Values of constants; long ones are cut. */
function valueFacts({ entity }: SymbolInfo): string[] {
  if (entity?.kind !== 'var' || !entity.constant || entity.constant.length === 0) return []
  const shown = entity.constant
    .slice(0, 16)
    .map(value => (typeof value === 'number' ? Number(value.toPrecision(9)) : value))
  const more = entity.constant.length > shown.length ? ', ...' : ''
  return [`value ${shown.join(', ')}${more}`]
}

function registerFacts(written: string | undefined, chosen: string | undefined): string[] {
  if (chosen !== undefined)
    return [written === undefined ? `register ${chosen}, chosen by the compiler` : `register ${chosen}`]
  return written === undefined ? [] : [`register ${written}`]
}

function blockText(analysis: Analysis, { declared, name }: SymbolInfo, registers: ChosenRegisters) {
  const block = analysis.checked?.globals.find(
    (g): g is CBufferSymbol => g.kind === 'cbuffer' && g.pos === declared?.at.pos,
  )
  if (!block) return withFacts(`cbuffer ${name}`, [])
  const facts = registerFacts(registersText(block.registers), registers.get(name))
  return withFacts(`${block.isTBuffer ? 'tbuffer' : 'cbuffer'} ${name}`, [...blockFacts(analysis, block), ...facts])
}

// ---- builtins and expressions --------------------------------------------------------------------------------------------------------

interface Found {
  readonly start: number
  readonly end: number
}

/** The call of a builtin whose name is at an offset. */
function builtinCallAt(
  analysis: Analysis,
  offset: number,
): (Found & { readonly call: IntrinsicExpr | MethodExpr }) | undefined {
  const pos = analysis.posOf(offset)
  for (const [node, value] of analysis.watch.values) {
    if (node.kind !== 'call' || node.pos > pos || node.end < pos) continue
    const call = value.kind === 'convert' ? value.operand : value
    if (call.kind !== 'intrinsic' && call.kind !== 'method') continue
    const { callee } = node
    const at = callee.kind === 'member' ? callee.memberSpan : callee
    const start = analysis.offsetOf(at.pos)
    const end = analysis.offsetOf(at.end)
    if (start !== undefined && end !== undefined && start <= offset && offset <= end) return { call, start, end }
  }
  return undefined
}

function builtinAt(analysis: Analysis, offset: number): (Found & { readonly markdown: string }) | undefined {
  const found = builtinCallAt(analysis, offset)
  if (!found) return attributeAt(analysis, offset)
  const { call, start, end } = found
  const object = call.kind === 'method' ? call.objectType : undefined
  const args =
    call.kind === 'intrinsic' ? call.params.map(p => typeText(p.type)) : call.args.map(arg => typeText(arg.type))
  const owner = object ? `${typeText(object)}::` : ''
  const overloads = object ? methodsOf(object.name, call.name) : signaturesOf(call.name)
  const others = overloads.map(s => builtinText(call.name, s, object).label)
  const doc = builtinDoc(call.name)
  const text = [
    code(`${typeText(call.type)} ${owner}${call.name}(${args.join(', ')})`),
    ...(doc === undefined ? [] : [doc]),
    ...(others.length > 0 ? [code([...new Set(others)].slice(0, 8).join('\n'))] : []),
  ]
  return { start, end, markdown: text.join('\n\n') }
}

/** `[numthreads]`: what it belongs to. */
function attributeAt(analysis: Analysis, offset: number): (Found & { readonly markdown: string }) | undefined {
  const line = analysis.text.slice(analysis.text.lastIndexOf('\n', offset - 1) + 1, offset)
  const start = offset - (/\w*$/.exec(line)?.[0].length ?? 0)
  const word = /^\w+/.exec(analysis.text.slice(start))?.[0]
  const row = word === undefined || !/\[\s*\w*$/.test(line) ? undefined : attributeRow(word)
  if (word === undefined || !row) return undefined
  const args = (row.args ?? []).map(kind => (kind.endsWith('?') ? `[${kind.slice(0, -1)}]` : kind)).join(', ')
  const text = `[${word}${args === '' ? '' : `(${args})`}]`
  return { start, end: start + word.length, markdown: `${code(text)}\n\nof a ${row.of}` }
}

/** The smallest checked expression around an offset. */
function valueAt(
  analysis: Analysis,
  offset: number,
): (Found & { readonly expr: Expr; readonly node: A.Expr }) | undefined {
  const pos = analysis.posOf(offset)
  let best: { readonly node: A.Expr; readonly expr: Expr } | undefined
  for (const [node, expr] of analysis.watch.values) {
    if (node.pos > pos || node.end < pos || expr.type.kind === 'error') continue
    if (!best || node.end - node.pos < best.node.end - best.node.pos) best = { node, expr }
  }
  const start = best && analysis.offsetOf(best.node.kind === 'member' ? best.node.memberSpan.pos : best.node.pos)
  const end = best && analysis.offsetOf(best.node.end)
  return best && start !== undefined && end !== undefined && start <= offset ? { ...best, start, end } : undefined
}
