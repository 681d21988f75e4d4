// The textual form of the IR: one line an instruction, values numbered in layout order, constants written where they are used.
// Invariant: printing what parse_text reads gives the same text; nothing depends on value ids, so equal programs print equally.

import { type Block, type Func, NO_VALUE, type Value } from './function.ts'
import type { EntryPoint, Module, Resource } from './module.ts'
import { ATOMIC_RMW, FCMP, Flag, ICMP, isTerminator, MNEMONIC, Op } from './ops.ts'
import { F32, I1, I32, type Type, VOID } from './types.ts'

const invert = (names: Readonly<Record<string, number>>): ReadonlyMap<number, string> =>
  new Map(Object.entries(names).map(([name, n]) => [n, name]))

/** Ops whose aux is printed by name, as in `icmp.ult`. */
export const AUX_NAMES: ReadonlyMap<number, ReadonlyMap<number, string>> = new Map([
  [Op.ICmp, invert(ICMP)],
  [Op.FCmp, invert(FCMP)],
  [Op.AtomicRmw, invert(ATOMIC_RMW)],
])

export const FLAG_WORDS: readonly (readonly [bit: number, word: string])[] = [
  [Flag.FAST, 'fast'],
  [Flag.PRECISE, 'precise'],
  [Flag.NON_UNIFORM, 'nonuniform'],
  [Flag.NSW, 'nsw'],
  [Flag.NUW, 'nuw'],
  [Flag.EXACT, 'exact'],
]

/** The whole module as text. */
export function printModule(m: Module): string {
  const lines = [`target ${m.target.stage} ${m.target.major}.${m.target.minor}${optionWords(m)}`]
  for (let t = 0; t < m.types.count; t++) {
    const shape = m.types.shape(t as Type)
    if (shape.kind === 'struct')
      lines.push(`struct ${m.types.text(t as Type)} = { ${shape.elements.map(e => m.types.text(e)).join(', ')} }`)
  }
  for (const g of m.globals) {
    const given = g.values ?? g.initial
    const list = given?.map(v => constantText(m, v)).join(', ')
    const values = given === undefined ? '' : ` ${g.values ? '=' : 'begins'} { ${list} }`
    lines.push(`global @${g.id} ${g.name}: ${g.space === 0 ? '' : 'groupshared '}${m.types.text(g.valueType)}${values}`)
  }
  for (const r of m.resources) lines.push(resourceText(r))
  for (const e of m.entries) lines.push(entryText(e))
  return `${[...lines, ...m.functions.map(f => `\n${printFunc(m, f).trimEnd()}`)].join('\n')}\n`
}

/** `(i32, float*): float`; nothing for functions without parameters and result. */
function signatureText(m: Module, { params, result }: Func): string {
  if (params.length === 0 && result === VOID) return ''
  return `(${params.map(t => m.types.text(t)).join(', ')})${result === VOID ? '' : `: ${m.types.text(result)}`}`
}

/** One function as text, ending in a line break. */
export function printFunc(m: Module, f: Func): string {
  return new Printer(m, f).func()
}

/** Line numbers (from 1, in printFunc's text) of the values of f, for messages about them. */
export function lineNumbers(f: Func): Int32Array {
  const lines = new Int32Array(f.valueLimit)
  let line = 1
  for (const b of f.blocks) {
    line++
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) lines[v] = ++line
  }
  return lines
}

/** One constant: `7` (i32), `true` (i1), `1.5` (float), `i64:7`, `half:1.5`, `undef:float`, `@0` (address of a global). */
function constantText(m: Module, v: Value): string {
  const c = m.constants.get(v)
  if (c.kind === 'global') return `@${c.global.id}`
  if (c.kind === 'undef') return `undef:${m.types.text(c.type)}`
  if (c.kind === 'float') return c.type === F32 ? floatText(c.value) : `${m.types.text(c.type)}:${numberText(c.value)}`
  if (c.type === I32) return String(c.value)
  if (c.type === I1) return c.value === 1 ? 'true' : 'false'
  return `${m.types.text(c.type)}:${c.value}`
}

function floatText(x: number): string {
  if (x === 0) return numberText(x) // toPrecision loses the sign of -0
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(x.toPrecision(digits))
    if (Math.fround(short) === x) return numberText(short)
  }
  return numberText(x)
}

function numberText(x: number): string {
  if (Object.is(x, -0)) return '-0.0'
  const text = String(x)
  if (Number.isNaN(x)) return 'nan'
  return Number.isFinite(x) ? (/[.e]/.test(text) ? text : `${text}.0`) : x > 0 ? 'inf' : '-inf'
}

function optionWords(m: Module): string {
  const o = m.options
  const words = [o.native16Bit && 'native16', o.ieeeStrict && 'ieee', o.allResourcesBound && 'bound']
  return [...words.filter(w => w !== false).map(w => ` ${w}`), o.optimization === 3 ? '' : ` O${o.optimization}`].join(
    '',
  )
}

/** Element types and analysis results are left out; a parsed module has resources good enough for passes, not for emission. */
function resourceText(r: Resource): string {
  const words = [`resource ${r.name}: ${r.class} ${r.kind} "${r.typeName}" size ${r.size} range ${r.rangeSize}`]
  if (r.alignLog2 > 0) words.push(`align ${r.alignLog2}`)
  if (r.register !== undefined) words.push(`register ${r.register}`)
  if (r.space !== undefined) words.push(`space ${r.space}`)
  if (r.globallyCoherent) words.push('coherent')
  if (r.reorderCoherent) words.push('reordercoherent')
  if (r.rasterizerOrdered) words.push('ordered')
  return words.join(' ')
}

function entryText(e: EntryPoint): string {
  const wave = e.waveSize === undefined ? '' : ` wavesize ${e.waveSize.join(' ')}`
  return `entry ${e.name} = ${e.func.name} threads ${e.numThreads.join(' ')}${wave}`
}

class Printer {
  readonly #m: Module
  readonly #f: Func
  readonly #numbers: Int32Array
  readonly #labels: string[] = []

  constructor(m: Module, f: Func) {
    this.#m = m
    this.#f = f
    this.#numbers = new Int32Array(f.valueLimit)
    let n = 0
    f.blocks.forEach((b, i) => {
      this.#labels[b] = f.blockName(b) === '' ? `b${i}` : `b${i}.${f.blockName(b)}`
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) if (f.type(v) !== VOID) this.#numbers[v] = ++n
    })
  }

  func(): string {
    const f = this.#f
    const head = `func ${f.name}${signatureText(this.#m, f)}`
    if (f.isDeclaration) return `${head}\n`
    const lines = [`${head} {`]
    for (const b of f.blocks) {
      lines.push(this.#blockLine(b))
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) lines.push(`  ${this.#instruction(v)}`)
    }
    lines.push('}', '')
    return lines.join('\n')
  }

  #blockLine(b: Block): string {
    const f = this.#f
    const preds = f.predecessors(b)
    const from = preds.length < 2 ? '' : ` from ${preds.map(p => this.#label(p)).join(', ')}`
    const hint = f.loopHints.get(b)
    return `${this.#label(b)}:${from}${hint === undefined ? '' : ` unroll ${hint.unroll}`}`
  }

  #instruction(v: Value): string {
    const f = this.#f
    const op = f.op(v)
    const result = f.type(v) === VOID ? '' : `${this.#value(v)}: ${this.#m.types.text(f.type(v))} = `
    const named = AUX_NAMES.get(op)?.get(f.aux(v))
    const aux = named !== undefined ? `.${named}` : f.aux(v) === 0 && !AUX_NAMES.has(op) ? '' : `[${f.aux(v)}]`
    const flags = FLAG_WORDS.map(([bit, word]) => ((f.flags(v) & bit) === 0 ? '' : ` ${word}`)).join('')
    const operands = this.#operands(v)
    return `${result}${MNEMONIC[op]}${aux}${flags}${operands === '' ? '' : ` ${operands}`}`
  }

  #operands(v: Value): string {
    const f = this.#f
    const b = f.blockOf(v)
    const operands = f.operands(v).map(o => this.#value(o))
    if (f.op(v) === Op.Phi)
      return operands.map((o, i) => `[${o}, ${this.#label(f.predecessors(b)[i] ?? (0 as Block))}]`).join(', ')
    if (!isTerminator(f.op(v))) return operands.join(', ')
    const [first, ...rest] = f.successors(b).map(s => this.#label(s))
    if (f.op(v) !== Op.Switch) return [...operands, first, ...rest].filter(x => x !== undefined).join(', ')
    return `${operands[0]}, ${first} { ${rest.map((s, i) => `${operands[i + 1]}: ${s}`).join(', ')} }`
  }

  #value(v: Value): string {
    if (v < 0) return constantText(this.#m, v)
    return this.#numbers[v] ? `%${this.#numbers[v]}` : `%<removed ${v}>`
  }

  #label(b: Block): string {
    return this.#labels[b] ?? `<no block ${b}>`
  }
}
