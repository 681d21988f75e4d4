// Reads the textual form of the IR (text.ts). For tests and tools: it trusts nothing about spelling but leaves meaning to verify.
// Invariant: values and blocks are created in the order of the lines, so that printing again numbers them the same.

import type { ResourceClass } from '../spec/resource_classes.ts'
import type { ResourceKind } from '../spec/resource_kinds.ts'
import { stageOfPrefix } from '../spec/stages.ts'
import { type Block, Func, type LoopHint, type Value } from './function.ts'
import { type CodeOptions, Module, type ShaderTarget } from './module.ts'
import { isTerminator, MNEMONIC, Op } from './ops.ts'
import { AUX_NAMES, FLAG_WORDS } from './text.ts'
import { F32, I32, I64, isFloat, type Type, VOID } from './types.ts'

/** A line that is not textual IR; `line` counts from 1. */
export class IrTextError extends Error {
  override readonly name = 'IrTextError'
  readonly line: number
  constructor(line: number, what: string) {
    super(`line ${line}: ${what}`)
    this.line = line
  }
}

/** Reads what printModule writes. Throws IrTextError. */
export function parseModule(text: string): Module {
  return new ModuleParser(text).module()
}

const BY_MNEMONIC: ReadonlyMap<string, number> = new Map(MNEMONIC.map((name, op) => [name, op]))
const NUMBER = /^-?(\d+(\.\d+)?(e[+-]?\d+)?|inf)$|^nan$/

function parseNumber(text: string): number | undefined {
  if (!NUMBER.test(text)) return undefined
  return text === 'nan' ? Number.NaN : Number(text.replace('inf', 'Infinity'))
}

class ModuleParser {
  readonly #lines: readonly string[]
  #at = 0
  #m: Module

  constructor(text: string) {
    this.#lines = text.split('\n').map(line => line.trim())
    this.#m = new Module(...this.#target())
  }

  module(): Module {
    const entries: string[] = []
    for (let line = this.#next(); line !== undefined; line = this.#next()) {
      const word = line.split(' ', 1)[0]
      if (word === 'struct') this.#struct(line)
      else if (word === 'global') this.#global(line)
      else if (word === 'resource') this.#resource(line)
      else if (word === 'entry') entries.push(line)
      else if (word === 'func') this.#func(line)
      else this.fail(`unexpected '${line}'`)
    }
    for (const entry of entries) this.#entry(entry)
    return this.#m
  }

  fail(what: string): never {
    throw new IrTextError(this.#at, what)
  }

  #next(): string | undefined {
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at++]!
      if (line !== '') return line
    }
    return undefined
  }

  #match(line: string, pattern: RegExp): RegExpExecArray {
    return pattern.exec(line) ?? this.fail(`cannot read '${line}'`)
  }

  #target(): [ShaderTarget, CodeOptions] {
    const [, stage, major, minor, words] = this.#match(this.#next() ?? '', /^target (\w+) (\d+)\.(\d+)(.*)$/)
    const has = (w: string): boolean => ` ${words} `.includes(` ${w} `)
    const level = ([0, 1, 2] as const).find(n => has(`O${n}`)) ?? 3
    return [
      { stage: stage as ShaderTarget['stage'], major: Number(major), minor: Number(minor) },
      { native16Bit: has('native16'), ieeeStrict: has('ieee'), allResourcesBound: has('bound'), optimization: level },
    ]
  }

  #struct(line: string): void {
    const [, name, elements] = this.#match(line, /^struct %(.+?) = \{ (.*) \}$/)
    this.#m.types.struct(
      name!,
      elements!.split(', ').map(t => this.#type(t)),
    )
  }

  #global(line: string): void {
    const [, name, shared, type, , isTable, values] = this.#match(
      line,
      /^global @\d+ (\S+): (groupshared )?([^=]*?)( (=|begins) \{ (.*) \})?$/,
    )
    const list = values?.split(', ').map(t => this.#constant(t))
    const [table, initial] = isTable === '=' ? [list, undefined] : [undefined, list]
    this.#m.addGlobal(name!, this.#type(type!), shared === undefined ? 0 : 3, table, initial)
  }

  #resource(line: string): void {
    const [, name, resourceClass, kind, typeName, rest] = this.#match(
      line,
      /^resource (\S+): (\w+) (\w+) "([^"]*)"(.*)$/,
    )
    const number = (word: string): number | undefined => {
      const found = new RegExp(` ${word} (\\d+)`).exec(rest!)
      return found === null ? undefined : Number(found[1])
    }
    this.#m.resources.push({
      id: this.#m.resources.length,
      name: name!,
      class: resourceClass as ResourceClass,
      kind: kind as ResourceKind,
      element: undefined,
      typeName: typeName!,
      size: number('size') ?? 0,
      alignLog2: number('align') ?? 0,
      rangeSize: number('range') ?? 1,
      register: number('register'),
      space: number('space'),
      parameter: this.#m.resources.length,
      pos: 0,
      globallyCoherent: rest!.includes(' coherent'),
      reorderCoherent: rest!.includes(' reordercoherent'),
      rasterizerOrdered: rest!.includes(' ordered'),
      sampleCount: 0,
      hasCounter: false,
      atomic64: false,
      binding: undefined,
    })
  }

  #entry(line: string): void {
    const [, name, target, x, y, z, , wave] = this.#match(
      line,
      /^entry (\S+) = (\S+) threads (\d+) (\d+) (\d+)( wavesize (.*))?$/,
    )
    const func = this.#m.functions.find(f => f.name === target) ?? this.fail(`no function ${target}`)
    const sizes = wave?.split(' ').map(Number) as [number, number, number] | undefined
    const stage = stageOfPrefix(this.#m.target.stage)!.name
    const numThreads = [Number(x), Number(y), Number(z)] as const
    this.#m.entries.push({ name: name!, stage, func, numThreads, waveSize: sizes })
  }

  #func(line: string): void {
    const [, name, params, result, open] = this.#match(line, /^func ([^\s(]+)(?:\((.*)\))?(?:: (.+?))?( \{)?$/)
    const types = params === undefined || params === '' ? [] : splitTypes(params).map(t => this.#type(t))
    const f = new Func(name!, types, result === undefined ? VOID : this.#type(result))
    // Functions may call those behind them.
    this.#m.functions.push(f)
    if (open === undefined) return
    const start = this.#at
    const body: string[] = []
    for (let line = this.#next(); line !== '}'; line = this.#next())
      body.push(line ?? this.fail(`function ${name} has no end`))
    const end = this.#at
    new FuncParser(this.#m, f, (i, what) => {
      throw new IrTextError(start + i + 1, what)
    }).parse(body)
    this.#at = end
  }

  #type(text: string): Type {
    return parseType(this.#m, text) ?? this.fail(`no type '${text}'`)
  }

  #constant(text: string): Value {
    return parseConstant(this.#m, text) ?? this.fail(`no constant '${text}'`)
  }
}

/** Types between commas, none of which stands inside a type: structs are named. */
const splitTypes = (text: string): string[] => text.split(', ')

function parseType(m: Module, text: string): Type | undefined {
  const known = m.types.byText(text)
  if (known !== undefined) return known
  const pointer = /^(.*?)( addrspace\(3\))?\*$/.exec(text)
  if (pointer !== null) {
    const pointee = parseType(m, pointer[1]!)
    return pointee && m.types.pointer(pointee, pointer[2] === undefined ? 0 : 3)
  }
  const vector = /^<(\d+) x (.*)>$/.exec(text)
  if (vector !== null) {
    const element = parseType(m, vector[2]!)
    return element && m.types.vector(element, Number(vector[1]))
  }
  const array = /^\[(\d+) x (.*)\]$/.exec(text)
  const element = array === null ? undefined : parseType(m, array[2]!)
  return element && m.types.array(element, Number(array![1]))
}

function parseConstant(m: Module, text: string): Value | undefined {
  if (/^-?\d+$/.test(text)) return m.constants.int(I32, Number(text))
  if (text === 'true' || text === 'false') return m.constants.bool(text === 'true')
  const plain = parseNumber(text)
  if (plain !== undefined) return m.constants.float(F32, plain)
  if (text.startsWith('@')) {
    const g = m.globals[Number(text.slice(1))]
    return g && m.constants.global(m.types.pointer(g.valueType, g.space), g)
  }
  const [, head, tail] = /^([^:]+):(.*)$/.exec(text) ?? []
  if (head === undefined || tail === undefined) return undefined
  if (head === 'undef') {
    const type = parseType(m, tail)
    return type && m.constants.undef(type)
  }
  const type = m.types.byText(head)
  if (type === undefined) return undefined
  if (isFloat(type)) {
    const value = parseNumber(tail)
    return value === undefined ? undefined : m.constants.float(type, value)
  }
  if (!/^-?\d+$/.test(tail)) return undefined
  return type === I64 ? m.constants.int64(BigInt(tail)) : m.constants.int(type, Number(tail))
}

/** Blocks and values may be named before their line, so operands are filled in after all lines are read. */
class FuncParser {
  readonly #m: Module
  readonly #f: Func
  readonly #fail: (line: number, what: string) => never
  readonly #blocks = new Map<string, Block>()
  readonly #values = new Map<string, Value>()
  readonly #pending: { v: Value; operands: string[]; from: string[]; line: number }[] = []
  readonly #orders: { block: Block; preds: string[]; line: number }[] = []

  constructor(m: Module, f: Func, fail: (line: number, what: string) => never) {
    this.#m = m
    this.#f = f
    this.#fail = fail
  }

  parse(lines: readonly string[]): void {
    const label = /^(b\d+(?:\.(\S+))?):(?: from (.*?))?(?: unroll (\w+))?$/
    for (const line of lines) {
      const head = label.exec(line)
      if (head !== null) this.#blocks.set(head[1]!, this.#f.addBlock(head[2] ?? ''))
    }
    let b: Block | undefined
    lines.forEach((line, i) => {
      const head = label.exec(line)
      if (head === null) this.#instruction(b ?? this.#fail(i, 'an instruction outside a block'), line, i)
      else {
        b = this.#blocks.get(head[1]!)!
        if (head[3] !== undefined) this.#orders.push({ block: b, preds: head[3].split(', '), line: i })
        if (head[4] !== undefined) this.#f.loopHints.set(b, { unroll: hintOf(head[4]), pos: 0 })
      }
    })
    for (const o of this.#orders) this.#order(o.block, o.preds, o.line)
    for (const p of this.#pending) this.#fill(p.v, p.operands, p.from, p.line)
  }

  #instruction(b: Block, line: string, at: number): void {
    const match = /^(?:(%\d+): (.*?) = )?([a-z.]+)(?:\[(-?\d+)\])?(?: (.*))?$/.exec(line)
    if (match === null) this.#fail(at, `cannot read '${line}'`)
    const [, name, typeText, word, auxText] = match
    const { op, named } = this.#opOf(word!, at)
    const aux = named ?? (auxText === undefined ? 0 : Number(auxText))
    let rest = match[5] ?? ''
    let flags = 0
    for (const [bit, flag] of FLAG_WORDS)
      if (rest === flag || rest.startsWith(`${flag} `)) {
        flags |= bit
        rest = rest.slice(flag.length + 1)
      }
    const resultType = typeText === undefined ? VOID : this.#type(typeText, at)
    const { operands, blocks, from } = this.#split(op, rest, at)
    const v = isTerminator(op)
      ? this.#f.terminate(b, op, resultType, [], blocks, aux)
      : this.#f.append(b, op, resultType, [], aux, flags)
    if (name !== undefined) this.#values.set(name, v)
    this.#pending.push({ v, operands, from, line: at })
  }

  #type(text: string, at: number): Type {
    return parseType(this.#m, text) ?? this.#fail(at, `no type '${text}'`)
  }

  /** `icmp.ult` is op icmp with a named aux; `load.rawbuffer` is one word. */
  #opOf(word: string, at: number): { op: number; named?: number } {
    const whole = BY_MNEMONIC.get(word)
    if (whole !== undefined) return { op: whole }
    const dot = word.lastIndexOf('.')
    const op = BY_MNEMONIC.get(word.slice(0, dot))
    const names = op === undefined ? undefined : AUX_NAMES.get(op)
    for (const [n, name] of names ?? []) if (name === word.slice(dot + 1)) return { op: op!, named: n }
    return this.#fail(at, `no op '${word}'`)
  }

  /** Operand texts, target blocks, and for a phi the labels its operands come from. */
  #split(op: number, rest: string, at: number): { operands: string[]; blocks: Block[]; from: string[] } {
    const words = rest === '' ? [] : rest.split(', ')
    if (op === Op.Phi) {
      const pairs = [...rest.matchAll(/\[([^[\]]+), (b[^[\], ]+)\]/g)]
      return { operands: pairs.map(p => p[1]!), blocks: [], from: pairs.map(p => p[2]!) }
    }
    if (op === Op.Switch) {
      const [, value, first, cases] = /^(\S+), (\S+) \{ (.*) \}$/.exec(rest) ?? this.#fail(at, `cannot read '${rest}'`)
      const arms =
        cases === '' ? [] : cases!.split(', ').map(c => /^(.*): (\S+)$/.exec(c) ?? this.#fail(at, `case '${c}'`))
      const blocks = [first!, ...arms.map(a => a[2]!)].map(label => this.#label(label, at))
      return { operands: [value!, ...arms.map(a => a[1]!)], blocks, from: [] }
    }
    if (!isTerminator(op)) return { operands: words, blocks: [], from: [] }
    const condition = op === Op.CondBr || op === Op.Ret ? words.splice(0, 1) : []
    return { operands: condition, blocks: words.map(word => this.#label(word, at)), from: [] }
  }

  #order(b: Block, preds: readonly string[], line: number): void {
    const wanted = preds.map(label => this.#label(label, line))
    const sorted = (list: readonly Block[]): string => [...list].sort((x, y) => x - y).join()
    if (sorted(wanted) !== sorted(this.#f.predecessors(b))) this.#fail(line, 'these are not the predecessors')
    this.#f.orderPredecessors(b, wanted)
  }

  #fill(v: Value, operands: readonly string[], from: readonly string[], line: number): void {
    const preds = this.#f.predecessors(this.#f.blockOf(v))
    from.forEach((label, i) => {
      if (this.#label(label, line) !== preds[i])
        this.#fail(line, 'phi operands are not in the order of the predecessors')
    })
    this.#f.setOperands(
      v,
      operands.map(
        text => this.#values.get(text) ?? parseConstant(this.#m, text) ?? this.#fail(line, `no value '${text}'`),
      ),
    )
  }

  #label(text: string, line: number): Block {
    return this.#blocks.get(text) ?? this.#fail(line, `no block '${text}'`)
  }
}

const hintOf = (text: string): LoopHint['unroll'] => (text === 'full' || text === 'disable' ? text : Number(text))
