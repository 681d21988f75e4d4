// What the tests of the front end share: sources in, one-line trees and clang-style messages out.

import { Diagnostics, TooManyErrors } from '../../src/diag/diagnostics.ts'
import { Sources } from '../../src/diag/sources.ts'
import { parseSource } from '../../src/hlsl/parse/translation_unit.ts'
import type { PreprocessOptions } from '../../src/hlsl/preprocess/preprocessor.ts'
import { preprocessToText } from '../../src/hlsl/preprocess/text.ts'
import type {
  Declaration,
  Expr,
  QualifiedName,
  Statement,
  TemplateArg,
  TranslationUnit,
  TypeNode,
} from '../../src/hlsl/tree/ast.ts'

/** Options for a source, with included files as a table. */
export function optionsFor(
  source: string,
  files: Readonly<Record<string, string>> = {},
  defines: readonly string[] = [],
): PreprocessOptions {
  return {
    source,
    name: 'main.hlsl',
    defines,
    include: path => (files[path] === undefined ? undefined : { name: path, text: files[path]! }),
    target: { stage: 'cs', major: 6, minor: 0 },
    hlslVersion: 2021,
    enable16BitTypes: false,
  }
}

export interface Parsed {
  readonly unit: TranslationUnit | undefined
  readonly diagnostics: Diagnostics
  /** 'line:column: severity: text', notes after their diagnostic. */
  readonly messages: readonly string[]
  readonly stoppedAtLimit: boolean
  readonly ms: number
}

/** Parses a source; only the error limit may throw, anything else is a failure of the caller's test. */
export function parse(options: PreprocessOptions, limit = 20): Parsed {
  const diagnostics = new Diagnostics(new Sources(), limit)
  let unit: TranslationUnit | undefined
  let stoppedAtLimit = false
  const start = performance.now()
  try {
    unit = parseSource(options, diagnostics)
  } catch (e) {
    if (!(e instanceof TooManyErrors)) throw e
    stoppedAtLimit = true
  }
  return { unit, diagnostics, messages: messagesOf(diagnostics), stoppedAtLimit, ms: performance.now() - start }
}

/** The preprocessed tokens on one line, `#line` left out, and the messages. */
export function preprocessed(options: PreprocessOptions): {
  readonly tokens: string
  readonly text: string
  readonly messages: readonly string[]
} {
  const diagnostics = new Diagnostics(new Sources())
  const text = preprocessToText(options, diagnostics)
  return { tokens: tokensOnly(text), text, messages: messagesOf(diagnostics) }
}

/** Collapses blanks and drops `#line`. */
export const tokensOnly = (text: string): string =>
  text
    .replace(/^ *#line.*$/gm, '')
    .split(/\s+/)
    .filter(word => word !== '')
    .join(' ')

function messagesOf(diagnostics: Diagnostics): string[] {
  return diagnostics.list
    .flatMap(d => [d, ...d.notes])
    .map(d => {
      const at = diagnostics.sources.locate(d.span.pos)
      const file = at && at.file !== 'main.hlsl' ? `${at.file}:` : ''
      return `${at ? `${file}${at.line}:${at.column}: ` : ''}${d.severity}: ${d.message}`
    })
}

// ---- Trees as text ---------------------------------------------------------------------------------------------------------

const nameText = (n: QualifiedName): string =>
  (n.global ? '::' : '') +
  n.parts.map(p => p.name + (p.templateArgs ? `<${p.templateArgs.map(argText).join(',')}>` : '')).join('::')

const argText = (a: TemplateArg): string =>
  a.kind === 'named_type' || a.kind === 'inline_type' || a.kind === 'error_type' ? typeText(a) : exprText(a)

const dimsText = (dims: readonly (Expr | undefined)[]): string => dims.map(d => `[${d ? exprText(d) : ''}]`).join('')

export function typeText(t: TypeNode): string {
  if (t.kind === 'error_type') return '<error>'
  if (t.kind === 'inline_type') return `{${t.declaration.name}}`
  return t.modifiers.map(m => `${m.name} `).join('') + nameText(t.name) + dimsText(t.dims)
}

const list = (items: readonly Expr[]): string => items.map(exprText).join(', ')

/** An expression fully parenthesised; types in `'...'`, so that a cast and a call show their difference. */
export function exprText(e: Expr): string {
  switch (e.kind) {
    case 'int_literal':
      return `${e.value}${e.suffix}`
    case 'float_literal':
      return `${Number.isInteger(e.value) ? e.value.toFixed(1) : e.value}${e.suffix}`
    case 'bool_literal':
      return String(e.value)
    case 'string_literal':
      return JSON.stringify(e.value)
    case 'name_expr':
      return nameText(e.name)
    case 'this':
      return 'this'
    case 'call':
      return `${exprText(e.callee)}(${list(e.args)})`
    case 'construct':
      return `'${typeText(e.type)}'(${list(e.args)})`
    case 'cast':
      return `('${typeText(e.type)}' ${exprText(e.operand)})`
    case 'member':
      return `${exprText(e.object)}${e.arrow ? '->' : '.'}${e.member}${e.templateArgs ? `<${e.templateArgs.map(argText).join(',')}>` : ''}`
    case 'index':
      return `${exprText(e.object)}[${exprText(e.index)}]`
    case 'unary':
      return `(${e.op}${exprText(e.operand)})`
    case 'postfix':
      return `(${exprText(e.operand)}${e.op})`
    case 'binary':
    case 'assign':
      return `(${exprText(e.left)} ${e.op} ${exprText(e.right)})`
    case 'conditional':
      return `(${exprText(e.condition)} ? ${exprText(e.whenTrue)} : ${exprText(e.whenFalse)})`
    case 'init_list':
      return `{${list(e.items)}}`
    case 'sizeof':
      return `sizeof(${argText(e.operand)})`
    case 'paren':
      return exprText(e.inner)
    case 'state_block':
      return '<state>'
    case 'error_expr':
      return '<error>'
  }
}

const conditionText = (c: Expr | Statement): string => (c.kind === 'decl_stmt' ? statementText(c) : exprText(c as Expr))

/** A statement on one line. */
export function statementText(s: Statement): string {
  const attributes =
    'attributes' in s
      ? s.attributes.map(a => `[${a.name}${a.args.length > 0 ? `(${list(a.args)})` : ''}] `).join('')
      : ''
  switch (s.kind) {
    case 'block':
      return `{ ${s.statements.map(x => `${statementText(x)} `).join('')}}`
    case 'decl_stmt':
      return s.declarations.map(declarationText).join(' ')
    case 'expr_stmt':
      return `${exprText(s.expr)};`
    case 'empty_stmt':
      return ';'
    case 'if':
      return `${attributes}if (${conditionText(s.condition)}) ${statementText(s.then)}${s.otherwise ? ` else ${statementText(s.otherwise)}` : ''}`
    case 'for':
      return `${attributes}for (${s.init ? statementText(s.init) : ';'} ${s.condition ? conditionText(s.condition) : ''}; ${s.step ? exprText(s.step) : ''}) ${statementText(s.body)}`
    case 'while':
      return `${attributes}while (${conditionText(s.condition)}) ${statementText(s.body)}`
    case 'do':
      return `${attributes}do ${statementText(s.body)} while (${exprText(s.condition)});`
    case 'switch':
      return `${attributes}switch (${conditionText(s.condition)}) ${statementText(s.body)}`
    case 'case':
      return `case ${exprText(s.value)}:`
    case 'return':
      return s.value ? `return ${exprText(s.value)};` : 'return;'
    case 'default':
      return 'default:'
    case 'break':
    case 'continue':
    case 'discard':
      return `${s.kind};`
    case 'error_stmt':
      return '<error>;'
  }
}

const modifiersText = (d: { readonly modifiers: readonly { readonly name: string }[] }): string =>
  d.modifiers.map(m => `${m.name} `).join('')
const bodyText = (members: readonly Declaration[]): string =>
  `{ ${members.map(m => `${declarationText(m)} `).join('')}}`

function annotationsText(d: Extract<Declaration, { kind: 'variable' }>['annotations']): string {
  return d
    .map(a => {
      if (a.kind === 'semantic') return ` : ${a.name}`
      if (a.kind === 'packoffset') return ` : packoffset(${a.location}${a.component ? `.${a.component}` : ''})`
      if (a.kind === 'payload_access') return ` : ${a.access}(${a.stages.map(s => s.name).join(', ')})`
      const offset = a.offset ? `[${exprText(a.offset)}]` : ''
      return ` : register(${[a.profile, a.slot && a.slot + offset, a.space].filter(x => x !== undefined).join(', ')})`
    })
    .join('')
}

const templateText = (d: {
  readonly template: readonly { readonly name: string; readonly type: TypeNode | undefined }[] | undefined
}): string =>
  d.template
    ? `template<${d.template.map(p => `${p.type ? typeText(p.type) : 'typename'} ${p.name}`).join(', ')}> `
    : ''

/** A declaration on one line. */
export function declarationText(d: Declaration): string {
  switch (d.kind) {
    case 'variable':
      return `${templateText(d)}${modifiersText(d)}${typeText(d.type)} ${d.scope ? `${nameText(d.scope)}::` : ''}${d.name}${dimsText(d.dims)}${d.bitWidth ? ` : ${exprText(d.bitWidth)}` : ''}${annotationsText(d.annotations)}${d.init ? ` = ${exprText(d.init)}` : ''};`
    case 'function': {
      const params = d.params.map(
        p =>
          `${modifiersText(p)}${typeText(p.type)} ${p.name}${dimsText(p.dims)}${annotationsText(p.annotations)}${p.defaultValue ? ` = ${exprText(p.defaultValue)}` : ''}`,
      )
      const attributes = d.attributes.map(a => `[${a.scope ? `${a.scope}::` : ''}${a.name}(${list(a.args)})] `).join('')
      const args = d.templateArgs ? `<${d.templateArgs.map(argText).join(',')}>` : ''
      return `${attributes}${templateText(d)}${modifiersText(d)}${typeText(d.returnType)} ${d.scope ? `${nameText(d.scope)}::` : ''}${d.name}${args}(${params.join(', ')})${annotationsText(d.annotations)}${d.body ? ` ${statementText(d.body)}` : ';'}`
    }
    case 'record':
      if (d.recordKind === 'variable') return declarationText(d.members![0]!)
      return `${templateText(d)}${d.recordKind} ${d.name}${d.templateArgs ? `<${d.templateArgs.map(argText).join(',')}>` : ''}${d.bases.length > 0 ? ` : ${d.bases.map(b => typeText(b.type)).join(', ')}` : ''}${d.members ? ` ${bodyText(d.members)}` : ';'}`
    case 'enum':
      return `enum ${d.isClass ? 'class ' : ''}${d.name}${d.underlying ? ` : ${typeText(d.underlying)}` : ''} { ${(d.values ?? []).map(v => v.name + (v.value ? ` = ${exprText(v.value)}` : '')).join(', ')} }`
    case 'type_alias':
      return `${templateText(d)}using ${d.name} = ${typeText(d.type)}${dimsText(d.dims)};`
    case 'buffer_block':
      return `${d.blockKind} ${d.name}${annotationsText(d.annotations)} ${bodyText(d.members)}`
    case 'namespace':
      return `namespace ${d.name} ${bodyText(d.declarations)}`
    case 'using':
      return `using ${d.isNamespace ? 'namespace ' : ''}${nameText(d.name)};`
    case 'static_assert':
      return `static_assert(${exprText(d.condition)})`
    case 'pragma':
      return `#pragma ${d.text}`
    case 'explicit_instantiation':
      return `template ${declarationText(d.declaration)}`
    case 'error_decl':
      return '<error>'
  }
}

/** A translation unit, one declaration a line. */
export const unitText = (unit: TranslationUnit): string => unit.declarations.map(declarationText).join('\n')
