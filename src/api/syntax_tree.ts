// -ast-dump: the checked program as an indented tree under clang's names for the nodes, one line a node: name, line and column, type, and what is
// particular to it. Conversions and defaults are there, as the compiler goes on with them; functions that nothing calls are not.

import { table } from '../base/table.ts'
import type { Sources } from '../diag/sources.ts'
import type { CBufferSymbol, Expr, FunctionSymbol, Program, Stmt, VarSymbol } from '../hlsl/tree/typed.ts'
import { typeText } from '../hlsl/tree/types.ts'
import { checkCompile } from './check_options.ts'
import { type CompileReport, compileWatched } from './compile.ts'
import type { CompileOptions } from './options.ts'

type Node = Expr | Stmt | VarSymbol | CBufferSymbol | FunctionSymbol

const NAMES: ReadonlyMap<string, string> = table({
  function: 'FunctionDecl',
  cbuffer: 'HLSLBufferDecl',
  block: 'CompoundStmt',
  decl: 'DeclStmt',
  expr: 'ExprStmt',
  if: 'IfStmt',
  loop: 'ForStmt',
  switch: 'SwitchStmt',
  break: 'BreakStmt',
  continue: 'ContinueStmt',
  discard: 'DiscardStmt',
  return: 'ReturnStmt',
  literal: 'Literal',
  var: 'DeclRefExpr',
  this: 'CXXThisExpr',
  member: 'MemberExpr',
  'bit-field': 'MemberExpr',
  pack: 'PackExpr',
  swizzle: 'HLSLVectorElementExpr',
  'matrix-swizzle': 'ExtMatrixElementExpr',
  index: 'ArraySubscriptExpr',
  'resource-index': 'CXXOperatorCallExpr',
  unary: 'UnaryOperator',
  incdec: 'UnaryOperator',
  binary: 'BinaryOperator',
  logical: 'BinaryOperator',
  conditional: 'ConditionalOperator',
  assign: 'BinaryOperator',
  convert: 'ImplicitCastExpr',
  construct: 'CXXFunctionalCastExpr',
  'init-list': 'InitListExpr',
  call: 'CallExpr',
  intrinsic: 'CallExpr',
  method: 'CXXMemberCallExpr',
  heap: 'HeapExpr',
  comma: 'BinaryOperator',
})

/** Deeper nodes stand at this depth, so that long chains stay short lines. */
const MAX_INDENT = 100

/** The tree of a source's program, as text; '' when it has errors. */
export function syntaxTree(
  source: string,
  options: CompileOptions,
): CompileReport & { readonly ok: boolean; readonly tree: string } {
  checkCompile('syntaxTree', source, options)
  const programs: Program[] = []
  let sources: Sources | undefined
  const report = compileWatched(source, options, {
    program: (program, of) => {
      programs.push(program)
      sources = of
    },
  })
  return { ...report, tree: report.ok && sources ? treeOf(programs, sources) : '' }
}

function treeOf(programs: readonly Program[], sources: Sources): string {
  const roots = new Set<Node>()
  for (const { globals, entry, patchConstant } of programs)
    for (const root of [...globals, patchConstant, entry]) if (root) roots.add(root)
  const lines: string[] = []
  const work: [node: Node, depth: number][] = [...roots].map((node): [Node, number] => [node, 0]).reverse()
  for (let next = work.pop(); next; next = work.pop()) {
    const [node, depth] = next
    const at = sources.locate(node.pos)
    const place = at ? ` <${at.line}:${at.column}>` : ''
    lines.push(`${'  '.repeat(Math.min(depth, MAX_INDENT))}${nameOf(node)}${place}${detail(node)}`)
    const children = childrenOf(node)
    for (let i = children.length; i-- > 0; ) work.push([children[i]!, depth + 1])
    for (const f of calledBy(node)) if (!roots.has(f) && roots.add(f)) work.unshift([f, 0])
  }
  return `${lines.join('\n')}\n`
}

const isVariable = (node: Node): node is VarSymbol => node.kind === 'var' && 'storage' in node

function nameOf(node: Node): string {
  if (isVariable(node)) return node.storage === 'parameter' ? 'ParmVarDecl' : 'VarDecl'
  if (node.kind === 'convert' && node.explicit) return 'CStyleCastExpr'
  if (node.kind === 'loop')
    return node.testAfter ? 'DoStmt' : node.init.length === 0 && !node.step ? 'WhileStmt' : 'ForStmt'
  if (node.kind === 'assign' && node.op) return 'CompoundAssignOperator'
  if (node.kind === 'call' && node.self) return 'CXXMemberCallExpr'
  return NAMES.get(node.kind) ?? node.kind
}

function detail(node: Node): string {
  const words: string[] = []
  if (node.kind === 'function') {
    const { qualifiedName, returnType, params, attributes } = node
    words.push(qualifiedName, `'${typeText(returnType)} (${params.map(p => typeText(p.type)).join(', ')})'`)
    for (const a of attributes) words.push(`[${a.name}${a.args.length > 0 ? `(${a.args.join(', ')})` : ''}]`)
  } else if (node.kind === 'cbuffer') words.push(node.name)
  else if (isVariable(node)) {
    words.push(node.name, `'${node.isConst ? 'const ' : ''}${typeText(node.type)}'`, node.storage)
    if ('semantic' in node && node.semantic) words.push(`: ${node.semantic}`)
  } else if ('type' in node) {
    words.push(`'${typeText(node.type)}'`)
    const said = saidOf(node)
    if (said !== '') words.push(said)
  }
  return words.map(w => ` ${w}`).join('')
}

/** What a node has besides its operands. */
function saidOf(e: Expr): string {
  switch (e.kind) {
    case 'literal':
      return String(e.value)
    case 'var':
      return e.symbol.name
    case 'member':
      return `.${e.field.name}`
    case 'bit-field':
      return `.${e.bits.name}`
    case 'swizzle':
      return `.${e.components.map(c => 'xyzw'[c] ?? `[${c}]`).join('')}`
    case 'matrix-swizzle':
      return `.${e.components.map(([r, c]) => `_m${r}${c}`).join('')}`
    case 'unary':
    case 'binary':
    case 'logical':
      return `'${e.op}'`
    case 'incdec':
      return `${e.prefix ? 'prefix' : 'postfix'} '${e.delta > 0 ? '++' : '--'}'`
    case 'assign':
      return `'${e.op ?? ''}='`
    case 'comma':
      return `','`
    case 'call':
      return e.callee.qualifiedName
    case 'intrinsic':
    case 'method':
      return e.name
    default:
      return ''
  }
}

const calledBy = (node: Node): readonly FunctionSymbol[] => (node.kind === 'call' ? [node.callee] : [])

/** Fields of nodes that are no operands. */
const NO_OPERANDS: ReadonlySet<string> = new Set(['symbol', 'callee', 'type', 'from', 'field', 'block', 'standsFor'])

/** Statements and expressions below a node, in the order of its fields, which is that of the source. */
function childrenOf(node: Node): readonly Node[] {
  if (node.kind === 'function') return [...node.params, ...(node.body ? [node.body] : [])]
  if (node.kind === 'cbuffer') return node.members.map(m => m.symbol)
  if (isVariable(node)) return node.init ? [node.init] : []
  if (node.kind === 'decl') return [{ ...node.symbol, init: node.init }]
  if (node.kind === 'switch') return [node.selector, ...node.groups.flatMap(g => g.body)]
  const found: Node[] = []
  for (const [field, value] of Object.entries(node)) {
    if (NO_OPERANDS.has(field)) continue
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === 'object' && one !== null && NAMES.has(one.kind) && 'pos' in one) found.push(one)
  }
  return found
}
