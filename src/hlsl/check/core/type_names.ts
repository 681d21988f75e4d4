// What messages call types: as the source wrote them where something was declared (`dword`, `Buffer`, a typedef beside what it stands for),
// else as DXC writes them out: vector<float, 3>, unsigned int.

import { table } from '../../../base/table.ts'
import type * as A from '../../tree/ast.ts'
import { countOf, isNumeric } from '../../tree/numeric.ts'
import type { Expr } from '../../tree/typed.ts'
import { innermost, type NumericType, type Type, typeText } from '../../tree/types.ts'
import type { Checker } from './context.ts'
import { placeOf } from './lvalues.ts'

/** Something of a type, and what the source wrote for it. */
export interface Declared {
  readonly type: Type
  readonly typeNode?: A.TypeNode | undefined
  readonly isConst?: boolean | undefined
  /** Written somewhere under its usual name: float3. */
  readonly isNamed?: boolean | undefined
  /** The operands of the operation that makes it: chains may be long, so that they are looked at when there is a message. */
  readonly operands?: readonly [Expr, Expr] | undefined
}

export function typeName(checker: Checker, declared: Declared): string {
  let at = declared
  while (at.operands) at = kept(at)
  const { type, typeNode, isConst, isNamed } = at
  const name = isNamed ? shownType(type) : written(checker, typeNode, type)
  return isConst && !/^(object|string)$/.test(innermost(type).kind)
    ? `const ${name.replace("(aka '", '$&const ')}`
    : name
}

export const exprTypeName = (checker: Checker, expr: Expr): string => typeName(checker, declaredOf(expr))

/** The usual name, with a blank in front of an array's dimensions. */
export function shownType(type: Type): string {
  const text = typeText(innermost(type))
  return type.kind === 'array' ? `${text} ${typeText(type).slice(text.length)}` : text
}

/** Types that nothing in the source names. */
const CANONICAL: ReadonlyMap<string, string> = table({
  uint: 'unsigned int',
  int64_t: 'long long',
  uint64_t: 'unsigned long long',
  float16_t: 'half',
})

export function canonicalName(type: Type): string {
  switch (type.kind) {
    case 'scalar':
      return CANONICAL.get(type.name) ?? type.name
    case 'vector':
      return `vector<${elementName(type)}, ${type.size}>`
    case 'matrix': {
      const { orientation, rows, columns } = type
      return `${orientation ? `${orientation} ` : ''}matrix<${elementName(type)}, ${rows}, ${columns}>`
    }
    case 'array': {
      const inner = innermost(type)
      return canonicalName(inner) + shownType(type).slice(typeText(inner).length)
    }
    case 'object': {
      if (!type.element) return type.name
      const count = type.count > 0 ? `, ${type.count}` : ''
      return withArguments(type.name, (type.norm ? `${type.norm} ` : '') + canonicalName(type.element) + count)
    }
    case 'struct': {
      const args = type.templateArgs?.map(arg => (typeof arg === 'object' ? canonicalName(arg) : String(arg)))
      return args ? withArguments(type.name.replace(/<.*/, ''), args.join(', ')) : typeText(type)
    }
    case 'string':
      return 'literal string'
    default:
      return typeText(type)
  }
}

const withArguments = (name: string, args: string): string => `${name}<${args}${args.endsWith('>') ? ' ' : ''}>`

const elementName = ({ element: { name } }: Extract<NumericType, { element: unknown }>): string =>
  name === 'float16_t' ? 'half' : name

/** How many dimensions an array has. */
const depthOf = (type: Type): number => (type.kind === 'array' ? 1 + depthOf(type.element) : 0)

function written(checker: Checker, node: A.TypeNode | undefined, type: Type): string {
  if (node?.kind !== 'named_type') return canonicalName(type)
  const part = node.name.parts[0]!
  if (part.templateArgs && /^(vector|matrix)$/.test(part.name)) return canonicalName(type)
  if (part.templateArgs || node.name.parts.length > 1) return shownType(type)
  const found = checker.scope.lookupType(part.name)
  // `unsigned int` is uint to the parser; other names may have gone out of scope.
  if (!found && (part.name.length !== part.end - part.pos || !isBuiltin(part.name, innermost(type))))
    return canonicalName(type)
  if (found?.kind === 'type' && !found.typeNode) return found.isDependent ? canonicalName(type) : shownType(type)
  const alias = found?.kind === 'type' ? found : undefined
  const depth = depthOf(type) - (alias ? depthOf(alias.type) : 0)
  // An element of `typedef int T[2]`.
  if (depth < 0) return written(checker, alias!.typeNode, type)
  const own =
    depth > 0
      ? ` ${shownType(type)
          .match(/\[\d*\]/g)!
          .slice(0, depth)
          .join('')}`
      : ''
  if (!alias) return `${orientationOf(type)}${part.name}${own}`
  const meant = written(checker, alias.typeNode, type).replace(/.*' \(aka '|'\)$/g, '')
  return `${part.name}${own}' (aka '${meant}')`
}

const isBuiltin = (name: string, type: Type): boolean =>
  type.kind === 'object' ? name === type.name || /^[st]/.test(name) : /^([bdfhiu]|min|string)/.test(name)

function orientationOf(type: Type): string {
  const inner = innermost(type)
  return inner.kind === 'matrix' && inner.orientation ? `${inner.orientation} ` : ''
}

const COMPARISON = /^([<>]|[<>=!]=)$/

/** What an expression's type goes back to: the declaration of what it names, or of the operand that an operation takes its type from. */
export function declaredOf(expr: Expr): Declared {
  switch (expr.kind) {
    case 'var':
      return expr.symbol
    case 'member':
      return { type: expr.type, typeNode: expr.field.typeNode, isConst: placeOf(expr) === 'const' }
    case 'call':
      return { type: expr.type, typeNode: expr.callee.typeNode }
    case 'index': {
      const isElement = expr.base.type.kind === 'array'
      const { typeNode, isConst, isNamed, operands } = declaredOf(expr.base)
      return isElement
        ? { type: expr.type, typeNode, isConst, isNamed, operands }
        : { type: expr.type, isNamed, operands }
    }
    case 'bit-field':
      return { type: expr.type, isNamed: true }
    case 'swizzle':
    case 'matrix-swizzle':
    case 'resource-index':
      return { type: expr.type, isConst: placeOf(expr) === 'const' }
    case 'incdec':
    case 'assign':
      return declaredOf(expr.target)
    case 'comma':
      return declaredOf(expr.right)
    case 'unary':
      return expr.operand.type === expr.type && expr.op !== '!' ? declaredOf(expr.operand) : { type: expr.type }
    case 'binary':
      if (COMPARISON.test(expr.op)) return { type: expr.type, isConst: expr.type.kind === 'scalar' }
      return { type: expr.type, operands: [expr.left, expr.right] }
    case 'logical':
      return { type: expr.type, isConst: expr.type.kind === 'scalar' }
    case 'convert':
    case 'construct':
      return { type: expr.type, typeNode: expr.typeNode }
    default:
      return { type: expr.type }
  }
}

/** An operation keeps the type of the operand that has its shape, the left one first, unless that has other components. */
function kept({ type, operands }: Declared): Declared {
  const [a, b] = operands!.map(expr => (expr.kind === 'convert' && !expr.explicit ? expr.operand : expr)) as [
    Expr,
    Expr,
  ]
  const shape = isNumeric(type) && isNumeric(a.type) && countOf(a.type) !== countOf(type) ? b : a
  if (shape.type !== type || shape.kind === 'literal') return { type }
  return { ...declaredOf(shape), type, isConst: false }
}
