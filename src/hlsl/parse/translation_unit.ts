// From source text to syntax tree: the entry to the front half of the compiler.

import type { Diagnostics } from '../../diag/diagnostics.ts'
import { type Preprocessed, type PreprocessOptions, preprocess } from '../preprocess/preprocessor.ts'
import type { Declaration, TranslationUnit } from '../tree/ast.ts'
import { Cursor, type Grammar } from './cursor.ts'
import { conditionDeclaration, parseDeclaration } from './declarations.ts'
import { parseAssignment, parseConditional, parseExpression, parseInitializer } from './expressions.ts'
import { declarationList } from './records.ts'
import { parseBlock, parseStatement } from './statements.ts'

const GRAMMAR: Grammar = {
  expression: parseExpression,
  assignment: parseAssignment,
  constant: parseConditional,
  initializer: parseInitializer,
  block: parseBlock,
  statement: parseStatement,
  declaration: parseDeclaration,
  conditionDeclaration,
}

/** What the language declares in a namespace that few sources name. */
const STANDARD = `namespace std {
template<typename T, typename U> struct is_same { static const bool value = false; };
template<typename T> struct is_same<T, T> { static const bool value = true; };
template<typename T> struct is_same<T, T &> { static const bool value = true; };
}`

/**
 * Preprocesses and parses one translation unit. Errors go to diagnostics and become error nodes in the tree; TooManyErrors passes through.
 * After a fatal error of the preprocessor (an include not found) the tree is empty.
 */
export function parseSource(options: PreprocessOptions, diagnostics: Diagnostics): TranslationUnit {
  return parseTokens(preprocess(options, diagnostics), diagnostics)
}

/** Parses what the preprocessor made. */
export function parseTokens(preprocessed: Preprocessed, diagnostics: Diagnostics): TranslationUnit {
  const { tokens, includedFiles, finalMacro, complete } = preprocessed
  const end = tokens.end[tokens.count - 1]!
  const c = new Cursor(preprocessed, diagnostics, GRAMMAR)
  const declarations = complete ? declarationsOf(c) : []
  const { hidesTypes } = c.scopes
  const pos = Math.min(tokens.pos[0]!, end)
  const own = finalMacro ? { finalMacro } : {}
  const implicit = complete && preprocessed.names.has('std') ? standardDeclarations(diagnostics) : []
  const brokenNames = new Set([...c.brokenNames].map(id => preprocessed.names.text(id)))
  return { kind: 'translation_unit', declarations, implicit, includedFiles, hidesTypes, brokenNames, ...own, pos, end }
}

function declarationsOf(c: Cursor): Declaration[] {
  const declarations: Declaration[] = []
  declarationList(c, 'global', declarations, false)
  return declarations
}

function standardDeclarations(diagnostics: Diagnostics): readonly Declaration[] {
  const target = { stage: 'cs', major: 6, minor: 0 } as const
  const options = { target, hlslVersion: 2021, enable16BitTypes: false, defines: [], include: undefined }
  const source = preprocess({ ...options, source: STANDARD, name: '<built-in>' }, diagnostics)
  return declarationsOf(new Cursor(source, diagnostics, GRAMMAR))
}
