// The names that a syntax tree declares, with what declares them: walked without recursion, because chains of else-if may be as long as sources are.

import type { Span } from '../diag/sources.ts'
import type * as A from '../hlsl/tree/ast.ts'

export type DeclaringNode = A.Declaration | A.ParameterDecl | A.TemplateParam | A.EnumValue

export interface DeclaredName {
  readonly name: string
  readonly at: Span
  readonly node: DeclaringNode
  /** The function, struct, enum, block or namespace around it. */
  readonly owner: DeclaredName | undefined
  /** In the body of a function. */
  readonly isLocal: boolean
}

interface Open {
  readonly node: DeclaringNode | A.Statement
  readonly owner: DeclaredName | undefined
  readonly isLocal: boolean
}

/** Every declared name in source order; names that are missing are left out. */
export function declaredNames(declarations: readonly A.Declaration[]): DeclaredName[] {
  const out: DeclaredName[] = []
  const stack: Open[] = []
  const push = (nodes: readonly Open['node'][], owner: DeclaredName | undefined, isLocal: boolean): void => {
    for (let i = nodes.length - 1; i >= 0; i--) stack.push({ node: nodes[i]!, owner, isLocal })
  }
  push(declarations, undefined, false)
  for (let open = stack.pop(); open; open = stack.pop()) {
    const { node, owner, isLocal } = open
    const at = nameOf(node)
    let inner = owner
    if (at) {
      inner = { name: at.name, at: at.span, node: node as DeclaringNode, owner, isLocal }
      if (at.name !== '') out.push(inner)
    }
    push(partsOf(node), inner, isLocal || node.kind === 'block')
  }
  return out
}

function nameOf(node: Open['node']): { readonly name: string; readonly span: Span } | undefined {
  switch (node.kind) {
    case 'variable':
    case 'parameter':
    case 'function':
    case 'record':
    case 'enum':
    case 'type_alias':
    case 'buffer_block':
    case 'namespace':
      return { name: node.name, span: node.nameSpan }
    case 'enum_value':
    case 'template_parameter':
      return { name: node.name, span: node }
    default:
      return undefined
  }
}

/** What stands in a declaration or statement and may declare names. */
function partsOf(node: Open['node']): readonly Open['node'][] {
  switch (node.kind) {
    case 'function':
      return [...(node.template ?? []), ...node.params, ...(node.body ? [node.body] : [])]
    case 'record':
      return [...(node.template ?? []), ...(node.members ?? [])]
    case 'type_alias':
      return node.template ?? []
    case 'enum':
      return node.values ?? []
    case 'buffer_block':
      return node.members
    case 'namespace':
      return node.declarations
    case 'block':
      return node.statements
    case 'decl_stmt':
      return node.declarations
    case 'if':
      return [...conditionOf(node.condition), node.then, ...(node.otherwise ? [node.otherwise] : [])]
    case 'for':
      return [...(node.init ? [node.init] : []), ...conditionOf(node.condition), node.body]
    case 'while':
    case 'switch':
      return [...conditionOf(node.condition), node.body]
    case 'do':
      return [node.body]
    default:
      return []
  }
}

const conditionOf = (condition: A.Condition | undefined): readonly A.DeclStmt[] =>
  condition?.kind === 'decl_stmt' ? [condition] : []
