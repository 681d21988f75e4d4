// The typed tree as text, for tests and for people who debug: one statement a line, every conversion visible as type(operand).

import { table } from '../../base/table.ts'
import { fieldTitle } from '../tree/bit_fields.ts'
import type { CBufferSymbol, ConstantValue, Expr, FunctionSymbol, Program, Stmt, VarSymbol } from '../tree/typed.ts'
import { type Type, typeText } from '../tree/types.ts'

/** The whole program: globals, then the functions the entry reaches, callees after callers. */
export function printProgram(program: Program): string {
  const lines: string[] = []
  for (const global of program.globals) printGlobal(global, lines)
  const functions = new Set<FunctionSymbol>([program.entry])
  // A set grows while it is walked: calls found in a body are printed after it.
  for (const fn of functions) printFunction(fn, lines, callee => functions.add(callee))
  return lines.join('\n')
}

function printGlobal(global: VarSymbol | CBufferSymbol, out: string[]): void {
  if (global.kind === 'cbuffer') {
    out.push(
      `${global.isTBuffer ? 'tbuffer' : 'cbuffer'} ${global.name}${bindings(global.registers)} size ${global.size}`,
    )
    for (const { symbol, offset } of global.members) out.push(`  ${typeText(symbol.type)} ${symbol.name} @${offset}`)
    return
  }
  const constant = global.constant ? ` = ${global.constant.map(valueText).join(', ')}` : ''
  const words = [global.storage, global.isConst ? 'const' : '', typeText(global.type), global.qualifiedName].filter(
    w => w !== '',
  )
  const init = global.init && !global.constant ? ` = ${exprText(global.init)}` : constant
  out.push(words.join(' ') + bindings(global.registers) + init)
}

function bindings(list: VarSymbol['registers']): string {
  return list
    .map(
      ({ letter, number, space }) => ` : ${letter ?? ''}${number ?? ''}${space === undefined ? '' : ` space${space}`}`,
    )
    .join('')
}

function printFunction(fn: FunctionSymbol, out: string[], called: (fn: FunctionSymbol) => void): void {
  const params = fn.params.map(
    p => `${p.mode === 'in' ? '' : `${p.mode} `}${typeText(p.type)} ${p.name}${p.semantic ? ` : ${p.semantic}` : ''}`,
  )
  for (const { name, args } of fn.attributes) out.push(`[${name}(${args.join(', ')})]`)
  out.push(`${typeText(fn.returnType)} ${fn.qualifiedName}(${params.join(', ')})`)
  const printer = new Printer(out, called)
  for (const stmt of fn.body?.body ?? []) printer.statement(stmt, 1)
}

class Printer {
  readonly #out: string[]
  readonly #called: (fn: FunctionSymbol) => void

  constructor(out: string[], called: (fn: FunctionSymbol) => void) {
    this.#out = out
    this.#called = called
  }

  #line(depth: number, text: string): void {
    this.#out.push('  '.repeat(depth) + text)
  }

  #expr(expr: Expr): string {
    return exprText(expr, this.#called)
  }

  statement(stmt: Stmt, depth: number): void {
    switch (stmt.kind) {
      case 'block':
        this.#line(depth, '{')
        for (const inner of stmt.body) this.statement(inner, depth + 1)
        this.#line(depth, '}')
        break
      case 'decl': {
        const { symbol, init } = stmt
        const value = init ?? (symbol.storage === 'static-local' ? symbol.init : undefined)
        const prefix = symbol.storage === 'static-local' ? 'static ' : ''
        this.#line(depth, `${prefix}${typeText(symbol.type)} ${symbol.name}${value ? ` = ${this.#expr(value)}` : ''}`)
        break
      }
      case 'expr':
        this.#line(depth, this.#expr(stmt.expr))
        break
      case 'if':
        this.#line(depth, `${attributes(stmt.attributes)}if ${this.#expr(stmt.condition)}`)
        this.statement(stmt.then, depth + 1)
        if (stmt.else) {
          this.#line(depth, 'else')
          this.statement(stmt.else, depth + 1)
        }
        break
      case 'loop':
        this.#loop(stmt, depth)
        break
      case 'switch':
        this.#line(depth, `${attributes(stmt.attributes)}switch ${this.#expr(stmt.selector)}`)
        for (const group of stmt.groups) {
          this.#line(depth, group.labels.map(label => (label === undefined ? 'default:' : `case ${label}:`)).join(' '))
          for (const inner of group.body) this.statement(inner, depth + 1)
        }
        break
      case 'return':
        this.#line(depth, stmt.value ? `return ${this.#expr(stmt.value)}` : 'return')
        break
      case 'break':
      case 'continue':
      case 'discard':
        this.#line(depth, stmt.kind)
    }
  }

  #loop(stmt: Extract<Stmt, { kind: 'loop' }>, depth: number): void {
    for (const init of stmt.init) this.statement(init, depth)
    const condition = stmt.condition ? ` while ${this.#expr(stmt.condition)}` : ''
    const step = stmt.step ? ` step ${this.#expr(stmt.step)}` : ''
    this.#line(depth, `${attributes(stmt.attributes)}loop${stmt.testAfter ? ' after' : ''}${condition}${step}`)
    this.statement(stmt.body, depth + 1)
  }
}

const attributes = (list: readonly { readonly name: string; readonly args: readonly unknown[] }[]): string =>
  list.map(({ name, args }) => `[${name}${args.length > 0 ? `(${args.join(', ')})` : ''}] `).join('')

const valueText = (value: ConstantValue): string => (typeof value === 'bigint' ? `${value}l` : String(value))

const SUFFIXES: ReadonlyMap<string, string> = table({ uint: 'u', float: 'f', int: '', bool: '' })

function literalText(value: ConstantValue, type: Type): string {
  if (type.kind === 'enum') return `${type.name}(${value})`
  const suffix = type.kind === 'scalar' ? SUFFIXES.get(type.name) : undefined
  return suffix === undefined ? `${typeText(type)}(${value})` : `${value}${suffix}`
}

/** One expression; `called` hears of every user function in it. Long binary chains are printed in a loop. */
function exprText(expr: Expr, called: (fn: FunctionSymbol) => void = () => {}): string {
  const text = (e: Expr): string => exprText(e, called)
  const list = (es: readonly Expr[]): string => es.map(text).join(', ')
  switch (expr.kind) {
    case 'literal':
      return literalText(expr.value, expr.type)
    case 'var':
      return expr.symbol.qualifiedName
    case 'this':
      return 'this'
    case 'member':
      return `${text(expr.base)}.${fieldTitle(expr.field)}`
    case 'bit-field':
      return `${text(expr.base.base)}.${expr.bits.name}`
    case 'pack':
      return `${typeText(expr.type)}(${expr.parts.map(p => `${text(p.value)} @${p.offset}:${p.width}`).join(' | ')})`
    case 'swizzle':
      return `${text(expr.base)}.${expr.components.map(i => 'xyzw'[i]).join('')}`
    case 'matrix-swizzle':
      return `${text(expr.base)}.${expr.components.map(([r, c]) => `_m${r}${c}`).join('')}`
    case 'index':
      return `${text(expr.base)}[${text(expr.index)}]`
    case 'resource-index':
      return `${text(expr.resource)}${expr.level ? `.level[${text(expr.level)}]` : ''}[${text(expr.index)}]`
    case 'unary':
      return `${expr.op}${text(expr.operand)}`
    case 'incdec': {
      const op = expr.delta === 1 ? '++' : '--'
      return expr.prefix ? op + text(expr.target) : text(expr.target) + op
    }
    case 'binary':
      return chainText(expr, text)
    case 'logical':
      return `(${text(expr.left)} ${expr.op}${expr.shortCircuit ? '' : ' all'} ${text(expr.right)})`
    case 'conditional':
      return `(${text(expr.condition)} ?${expr.shortCircuit ? '' : ' all'} ${text(expr.then)} : ${text(expr.else)})`
    case 'assign': {
      const compute = expr.computeType && expr.computeType !== expr.type ? `{${typeText(expr.computeType)}}` : ''
      return `${text(expr.target)} ${expr.op ?? ''}=${compute} ${text(expr.value)}`
    }
    case 'convert':
      return `${typeText(expr.type)}(${text(expr.operand)})`
    case 'construct':
      return `${typeText(expr.type)}{${list(expr.args)}}`
    case 'init-list':
      return `${typeText(expr.type)}{${list(expr.leaves)}}`
    case 'call':
      called(expr.callee)
      return `${expr.self ? `${text(expr.self)}.` : ''}${expr.callee.name}(${list(expr.args)})`
    case 'intrinsic':
      return `${expr.name}(${list(expr.args)})`
    case 'method':
      return `${text(expr.object)}.${expr.name}${expr.templateArgs.length > 0 ? `<${expr.templateArgs.map(typeText).join(', ')}>` : ''}(${list(expr.args)})`
    case 'heap': {
      const heap = expr.isSampler ? 'SamplerDescriptorHeap' : 'ResourceDescriptorHeap'
      return expr.index ? `${typeText(expr.type)}(${heap}[${text(expr.index)}])` : heap
    }
    case 'comma':
      return `(${text(expr.left)}, ${text(expr.right)})`
  }
}

function chainText(expr: Extract<Expr, { kind: 'binary' }>, text: (e: Expr) => string): string {
  const spine: Extract<Expr, { kind: 'binary' }>[] = []
  let at: Expr = expr
  while (at.kind === 'binary') {
    spine.push(at)
    at = at.left
  }
  const parts = [text(at)]
  for (let i = spine.length - 1; i >= 0; i--) parts.push(` ${spine[i]!.op} ${text(spine[i]!.right)})`)
  return '('.repeat(spine.length) + parts.join('')
}
