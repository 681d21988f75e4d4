// Small faults to plant into a source file: one operator, condition, statement or number changed at a time.

import ts from 'typescript'

export interface Mutant {
  readonly file: string
  /** Line, from 1. */
  readonly line: number
  readonly start: number
  readonly end: number
  /** What stands from start to end. */
  readonly before: string
  readonly after: string
  /** The kind of syntax that changes. */
  readonly node: ts.SyntaxKind
  /** Runs once a process: outside of functions, or in what is made at its first use. */
  readonly isOnce: boolean
}

const OPERATORS: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AmpersandToken]: '|',
  [ts.SyntaxKind.BarToken]: '&',
  [ts.SyntaxKind.LessThanLessThanToken]: '>>',
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken]: '<<',
}

/** Whether the statement is left out without the file losing its types or its loops their ends. */
const isRemovable = (node: ts.Node): boolean =>
  (ts.isExpressionStatement(node) && !ts.isPostfixUnaryExpression(node.expression)) || ts.isContinueStatement(node)

function isOnce(node: ts.Node): boolean {
  for (let at = node; at; at = at.parent)
    if (ts.isFunctionLike(at)) {
      const { parent } = at
      return ts.isCallExpression(parent) && parent.expression.getText() === 'lazy'
    }
  return true
}

/** Every small fault that can be planted into a file. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const change = (node: ts.Node, after: string): void => {
    const start = node.getStart(tree)
    const line = tree.getLineAndCharacterOfPosition(start).line + 1
    const before = source.slice(start, node.end)
    found.push({ file, line, start, end: node.end, before, after, node: node.kind, isOnce: isOnce(node) })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    if (ts.isBinaryExpression(node)) {
      const other = OPERATORS[node.operatorToken.kind]
      if (other) change(node.operatorToken, other)
    } else if (ts.isIfStatement(node)) {
      change(node.expression, 'false')
      change(node.expression, 'true')
    } else if (ts.isConditionalExpression(node)) {
      change(node, node.whenTrue.getText(tree))
      change(node, node.whenFalse.getText(tree))
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      change(node, node.operand.getText(tree))
    else if (node.kind === ts.SyntaxKind.TrueKeyword) change(node, 'false')
    else if (node.kind === ts.SyntaxKind.FalseKeyword) change(node, 'true')
    else if (ts.isNumericLiteral(node)) change(node, `(${node.text} + 1)`)
    if (isRemovable(node)) change(node, ';')
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/**
 * The same faults in the compiled file, which has the same expressions in the same order.
 * @throws when it has not
 */
export function compiledMutants(mutants: readonly Mutant[], compiled: string): Mutant[] {
  const same = mutantsOf(mutants[0]?.file ?? '', compiled)
  const odd = mutants.find((m, i) => m.node !== same[i]?.node)
  if (odd || same.length !== mutants.length)
    throw new Error(`${odd?.file}:${odd?.line}: '${odd?.before}' is not there when it is compiled`)
  return same
}

/** The file with the fault planted. */
export const planted = (source: string, mutant: Mutant): string =>
  source.slice(0, mutant.start) + mutant.after + source.slice(mutant.end)
