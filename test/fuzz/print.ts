// A generated program as HLSL.

import { LiteralWriter } from './literals.ts'
import type { Expr, Func, Program, ResourceDecl, Stmt } from './tree.ts'
import { bounds, declare, type Field, is64, type Scalar, spell, type Type } from './types.ts'

const MACROS = '#define BIN(op, a, b) ((a) op (b))\n#define CAT_(a, b) a##b\n#define CAT(a, b) CAT_(a, b)\n'

export function printProgram(p: Program): string {
  const { declarations, functions, main } = printParts(p)
  return [...declarations, ...functions.map(f => f.head + f.body), ...main, ''].join('\n')
}

/** How a program is spread over libraries: whether its functions are in one of their own, and whether they stay calls there. */
export interface Spread {
  readonly isSplit: boolean
  readonly isKept: boolean
}

/** The program as libraries that are linked: one, or one with the entry point and one with the other functions. */
export function printLibraries(p: Program, { isSplit, isKept }: Spread): string[] {
  const { declarations, functions, main } = printParts(p)
  const inline = isKept ? '[noinline] ' : ''
  const exported = functions.map(f => `${inline}export ${f.head}${f.body}`)
  const entry = ['[shader("compute")]', ...main, '']
  if (!isSplit) {
    const own = isKept ? exported : functions.map(f => f.head + f.body)
    return [[...declarations, ...own, ...entry].join('\n')]
  }
  return [
    [...declarations, ...functions.map(f => `export ${f.head};`), ...entry].join('\n'),
    [...declarations, ...exported, ''].join('\n'),
  ]
}

/** Whether the functions can be in a library of their own: one with static or shared variables has others there. */
export const canSplit = (p: Program): boolean =>
  p.functions.length > 0 && p.globals.every(g => g.how === 'static const')

interface Parts {
  readonly declarations: readonly string[]
  readonly functions: readonly { readonly head: string; readonly body: string }[]
  readonly main: readonly string[]
}

function printParts(p: Program): Parts {
  const names = new Map(p.functions.map(f => [f.id, f]))
  const printer = new Printer(names, new LiteralWriter(p.seed, p.optimization))
  const out = [MACROS]
  for (const s of p.structs) if (s.k === 'st') out.push(`struct ${s.name} {\n${s.fields.map(printField).join('')}};`)
  const block = p.constants.filter(c => c.block === 'cbuffer')
  if (block.length)
    out.push(`cbuffer CB : register(b0) {\n${block.map(c => `  ${declare(c.t, c.name)};\n`).join('')}};`)
  for (const c of p.constants)
    if (c.block === 'object') out.push(`ConstantBuffer<${spell(c.t)}> ${c.name} : register(b1);`)
  for (const r of p.resources) out.push(printResource(r))
  for (const g of p.globals) out.push(`${g.how} ${declare(g.t, g.name)}${g.init ? ` = ${printer.expr(g.init)}` : ''};`)
  const functions = p.functions.map(f => ({ head: printer.head(f), body: ` {\n${printer.block(f.body, 1)}\n}` }))
  const main = [
    `[numthreads(${p.threads.join(', ')})]`,
    'void main(uint3 dtid : SV_DispatchThreadID, uint gi : SV_GroupIndex, uint3 gid : SV_GroupID) {',
    `  const uint tid = gid.x * ${p.threads[0] * p.threads[1] * p.threads[2]}u + gi;`,
    printer.block(p.main, 1),
    '}',
  ]
  return { declarations: out, functions, main }
}

const printField = ({ name, t, bits }: Field): string => `  ${declare(t, name)}${bits ? ` : ${bits.width}` : ''};\n`

function printResource(r: ResourceDecl): string {
  const type = {
    structured: `StructuredBuffer<${spell(r.t)} >`,
    rwstructured: `RWStructuredBuffer<${spell(r.t)} >`,
    raw: 'ByteAddressBuffer',
    rwraw: 'RWByteAddressBuffer',
    typed: `Buffer<${spell(r.t)} >`,
    rwtyped: `RWBuffer<${spell(r.t)} >`,
    rwtexture: `RWTexture2D<${spell(r.t)}>`,
  }[r.kind]
  return `${type} ${r.name} : register(${r.register});`
}

export function printScalar(s: Scalar, v: number | bigint, bare = false): string {
  if (s === 'bool') return v ? 'true' : 'false'
  if (s === 'float') {
    const text = Number.isInteger(v) ? `${v}.0` : String(v)
    return (v as number) < 0 || Object.is(v, -0) ? `(${text}${bare ? '' : 'f'})` : `${text}${bare ? '' : 'f'}`
  }
  const text = (v as number) < 0 ? `(${v})` : `${v}`
  if (bare) return text
  if (s === 'uint') return `${v}u`
  if (s === 'int') return v === -2147483648 ? '(-2147483647 - 1)' : `int(${v})`
  if (v === -0x8000000000000000n) return '(-9223372036854775807ll - 1ll)'
  return s === 'int64_t' ? `(${v}ll)` : `${v}ull`
}

class Printer {
  readonly #functions: ReadonlyMap<string, Func>
  readonly #literals: LiteralWriter
  #conditions = 0

  constructor(functions: ReadonlyMap<string, Func>, literals: LiteralWriter) {
    this.#functions = functions
    this.#literals = literals
  }

  head(f: Func): string {
    const params = f.params.map(
      p => `${p.how ? `${p.how} ` : ''}${declare(p.t, p.name)}${p.initial ? ` = ${this.expr(p.initial)}` : ''}`,
    )
    return `${f.t ? spell(f.t) : 'void'} ${f.name}(${params.join(', ')})`
  }

  block(body: readonly Stmt[], depth: number): string {
    return body.map(s => this.stmt(s, '  '.repeat(depth), depth)).join('\n')
  }

  #braces(body: readonly Stmt[], indent: string, depth: number): string {
    return `{\n${this.block(body, depth + 1)}\n${indent}}`
  }

  /** Every third condition declares what it tests. */
  #condition(text: string): string {
    const n = this.#conditions++
    return n % 3 === 2 ? `${n % 2 === 0 ? 'bool' : 'const bool'} test${n} = ${text}` : text
  }

  stmt(s: Stmt, indent: string, depth: number): string {
    const body = (b: readonly Stmt[]): string => this.#braces(b, indent, depth)
    switch (s.k) {
      case 'decl':
        return `${indent}${s.constant ? 'const ' : ''}${declare(s.t, s.name)} = ${this.expr(s.init)};`
      case 'assign':
        return `${indent}${this.expr(s.to)} ${s.op}= ${this.expr(s.value)};`
      case 'step': {
        const to = this.expr(s.to)
        return `${indent}${s.into ? `${this.expr(s.into)} = ` : ''}${s.prefix ? s.op + to : to + s.op};`
      }
      case 'expr':
        return `${indent}${this.expr(s.value)};`
      case 'if':
        return `${indent}if (${this.#condition(this.expr(s.c))}) ${body(s.yes)}${s.no ? ` else ${body(s.no)}` : ''}`
      case 'for':
        return this.#for(s, indent, depth)
      case 'while': {
        const guard = `${s.name} < ${this.expr(s.count)}${s.c ? ` && ${this.expr(s.c)}` : ''}`
        const inner = `{\n${indent}  ${s.name}++;\n${this.block(s.body, depth + 1)}\n${indent}}`
        const loop = s.post ? `do ${inner} while (${guard});` : `while (${this.#condition(guard)}) ${inner}`
        return `${indent}int ${s.name} = 0;\n${indent}${loop}`
      }
      case 'switch':
        return `${indent}switch (${this.expr(s.on)}) {\n${s.cases
          .map(c => {
            const label = c.label === undefined ? 'default' : `case ${c.label}`
            const end = c.ends ? `\n${indent}    break;` : ''
            return `${indent}  ${label}: ${c.body.length || c.ends ? `{\n${this.block(c.body, depth + 2)}\n${indent}  }${end}` : ''}`
          })
          .join('\n')}\n${indent}}`
      case 'jump':
        return `${indent}${s.how};`
      case 'return':
        return `${indent}return${s.value ? ` ${this.expr(s.value)}` : ''};`
      case 'block':
        return indent + body(s.body)
      case 'store':
        return `${indent}${s.buffer}.Store${s.value.t.k === 'v' ? s.value.t.n : ''}(${this.expr(s.at)}, ${this.expr(s.value)});`
      case 'atomic':
        return `${indent}${s.name}(${this.expr(s.to)}, ${this.expr(s.value)});`
      case 'barrier':
        return `${indent}GroupMemoryBarrierWithGroupSync();`
    }
  }

  #for(s: Extract<Stmt, { k: 'for' }>, indent: string, depth: number): string {
    const { name, from, step } = s
    const count = this.expr(s.count)
    const head =
      step > 0
        ? `${spell(s.t)} ${name} = ${from}; ${this.#condition(`${name} < ${count}`)}; ${step === 1 ? `++${name}` : `${name} += ${step}`}`
        : `int ${name} = ${count} - 1; ${name} >= 0; ${name}--`
    return `${indent}${s.attribute ? `${s.attribute} ` : ''}for (${head}) ${this.#braces(s.body, indent, depth)}`
  }

  expr(e: Expr): string {
    switch (e.k) {
      case 'lit':
        return this.#literal(e.t, e.v, e.bare ?? false)
      case 'ref':
        return e.name
      case 'field':
        return `${this.expr(e.a)}.${e.name}`
      case 'index':
        return `${this.expr(e.a)}[${this.expr(e.i)}]`
      case 'texel':
        return `${e.name}[uint2(${this.expr(e.x)}, ${this.expr(e.y)})]`
      case 'swizzle':
        // DXC's parser wants parentheses around `true`.
        return e.a.k === 'lit' ? `(${this.expr(e.a)}).${e.text}` : `${this.expr(e.a)}.${e.text}`
      case 'un':
        return `(${e.op}${this.expr(e.a)})`
      case 'bin': {
        const [a, b] = [this.expr(e.a), this.expr(e.b)]
        // A template's comma would be the macro's.
        return e.macro && !/<\w+, /.test(a + b) ? `BIN(${e.op}, ${a}, ${b})` : `(${a} ${e.op} ${b})`
      }
      case 'conv':
        return e.implicit ? this.expr(e.a) : `((${spell(e.t)}${bounds(e.t)})${this.expr(e.a)})`
      case 'ctor':
        return `${spell(e.t)}(${this.#list(e.args)})`
      case 'tern':
        return `(${this.expr(e.c)} ? ${this.expr(e.a)} : ${this.expr(e.b)})`
      case 'call':
        return `${this.#functions.get(e.fn)?.name ?? e.fn}(${this.#list(e.args)})`
      case 'intr':
        return `${e.name}(${this.#list(e.args)})`
      case 'load': {
        const method = e.templated ? `Load<${spell(e.t)} >` : `Load${e.t.k === 'v' ? e.t.n : ''}`
        return `${e.buffer}.${method}(${this.expr(e.at)})`
      }
      case 'list':
        return `{ ${this.#list(e.items)} }`
    }
  }

  #list(items: readonly Expr[]): string {
    return items.map(i => this.expr(i)).join(', ')
  }

  #literal(t: Type, v: readonly (number | bigint)[], bare: boolean): string {
    const scalar = (s: Scalar, x: number | bigint, isBare: boolean): string =>
      this.#literals.write(s, x, isBare) ?? printScalar(s, x, isBare)
    if (t.k === 's') return scalar(t.s, v[0]!, bare)
    if (t.k === 'v' || t.k === 'm')
      return `${spell(t)}(${v.map(x => scalar(t.s, x, is64(t.s) ? false : x !== -2147483648)).join(', ')})`
    return `(${spell(t)}${bounds(t)})0`
  }
}
