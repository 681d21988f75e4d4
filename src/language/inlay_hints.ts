// What the source does not say: conversions that the language makes by itself, and registers that the compiler chose.

import type { Expr, FunctionSymbol } from '../hlsl/tree/typed.ts'
import { type Type, typeText } from '../hlsl/tree/types.ts'
import { eachExpression, eachStatement, expressionsOf } from '../hlsl/tree/walk.ts'
import type { Analysis } from './analysis.ts'
import { registersText } from './buffer_facts.ts'
import type { ChosenRegisters } from './hover.ts'
import type { InlayHintText } from './model.ts'

/** Hints between two offsets of the file, in order. */
export function inlayHints(
  analysis: Analysis,
  start: number,
  end: number,
  registers: ChosenRegisters,
): InlayHintText[] {
  const found = new Map<string, { readonly offset: number; readonly hint: Omit<InlayHintText, 'position'> }>()
  const add = (offset: number, hint: Omit<InlayHintText, 'position'>): void => {
    if (offset >= start && offset <= end) found.set(`${offset}:${hint.label}`, { offset, hint })
  }
  for (const { symbol } of analysis.checked?.functions ?? []) if (symbol) conversionsIn(analysis, symbol, add)
  bindings(analysis, registers, add)
  const lines = analysis.linesOf(analysis.file)
  return [...found.values()]
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, hint }) => ({ ...hint, position: lines.positionAt(offset) }))
}

type Add = (offset: number, hint: Omit<InlayHintText, 'position'>) => void

function conversionsIn(analysis: Analysis, { body }: FunctionSymbol, add: Add): void {
  if (!body) return
  eachStatement(body, stmt => {
    for (const root of expressionsOf(stmt)) eachExpression(root, expr => conversion(analysis, expr, add))
  })
}

function conversion(analysis: Analysis, expr: Expr, add: Add): void {
  if (expr.kind !== 'convert' || expr.explicit || isQuiet(expr.operand, expr.type)) return
  const offset = analysis.offsetOf(expr.operand.pos)
  if (offset === undefined) return
  const [from, to] = [typeText(expr.operand.type), typeText(expr.type)]
  add(offset, { label: `(${to})`, tooltip: `implicit conversion from \`${from}\` to \`${to}\``, kind: 'conversion' })
}

/** Literals become what they are used as, and what looks the same after it says nothing. */
function isQuiet(operand: Expr, to: Type): boolean {
  if (operand.kind === 'literal' || operand.type.kind === 'error' || to.kind === 'error') return true
  if (operand.kind === 'convert') return false
  return typeText(operand.type) === typeText(to)
}

function bindings(analysis: Analysis, registers: ChosenRegisters, add: Add): void {
  if (registers.size === 0) return
  for (const declared of analysis.index.declared) {
    const { node } = declared
    const isBlock = node.kind === 'buffer_block'
    if ((!isBlock && node.kind !== 'variable') || declared.isLocal) continue
    const entity = analysis.index.symbolAt(declared.at.pos)?.entity
    const name = entity?.kind === 'var' ? entity.qualifiedName : declared.name
    const chosen = registers.get(name)
    const written = entity?.kind === 'var' ? registersText(entity.registers) : undefined
    if (chosen === undefined || written !== undefined) continue
    if (isBlock && node.annotations.some(a => a.kind === 'register' && a.slot !== undefined)) continue
    const dims = node.kind === 'variable' ? node.dims : []
    const behind =
      dims.length > 0
        ? analysis.text.indexOf(']', analysis.offsetOf(dims.at(-1)?.end ?? declared.at.end) ?? 0) + 1
        : undefined
    const offset = behind ?? analysis.offsetOf(declared.at.end)
    if (offset !== undefined)
      add(offset, {
        label: ` : register(${chosen})`,
        tooltip: 'register that the compiler chose; an unused resource has none',
        kind: 'binding',
      })
  }
}
