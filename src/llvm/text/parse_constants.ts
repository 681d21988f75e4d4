// Constants as text: numbers, aggregates, strings, constant expressions. Globals are looked up by name, so all of them
// must have been declared to the parser before; their order in the text does not matter.

import { CAST_NAMES, FLOAT_BINOP_NAMES, INT_BINOP_NAMES, predicateName } from '../../spec/llvm_codes.ts'
import type { Module } from '../model/module.ts'
import type { Type } from '../model/types.ts'
import type { Constant, Func, GlobalVariable, Value } from '../model/values.ts'
import type { Cursor } from './parse_cursor.ts'
import { floatLiteral } from './parse_numbers.ts'
import { Tok, unescaped } from './parse_tokens.ts'
import type { TypeParser } from './parse_types.ts'

const MAX_DEPTH = 500
const MAX_WEIGHT = 1 << 22

export const CAST_CODES: ReadonlyMap<string, number> = new Map(CAST_NAMES.map((name, code) => [name, code]))
export const BINOP_CODES: ReadonlyMap<string, number> = new Map([
  ...INT_BINOP_NAMES.map((name, code): [string, number] => [name, code]),
  ...Object.entries(FLOAT_BINOP_NAMES).map(([code, name]): [string, number] => [name, Number(code)]),
])
const FCMP_CODES = new Map(Array.from({ length: 16 }, (_, code) => [predicateName(code)!, code]))
const ICMP_CODES = new Map(Array.from({ length: 10 }, (_, i) => [predicateName(32 + i)!, 32 + i]))
const FAST_FLAGS: ReadonlyMap<string, number> = new Map([
  ['fast', 31],
  ['nnan', 2],
  ['ninf', 4],
  ['nsz', 8],
  ['arcp', 16],
])
const WRAPPING: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'shl'])
const EXACT: ReadonlySet<string> = new Set(['udiv', 'sdiv', 'lshr', 'ashr'])

export class ConstantParser {
  readonly #c: Cursor
  readonly #module: Module
  readonly types: TypeParser
  /** By Cursor.key(). */
  readonly globals = new Map<string, GlobalVariable | Func>()

  constructor(c: Cursor, module: Module, types: TypeParser) {
    this.#c = c
    this.#module = module
    this.types = types
  }

  /** `TYPE CONSTANT` */
  typed(): Constant {
    return this.constant(this.types.valueType())
  }

  /** A constant of the given type, whose spelling stands before it. */
  constant(type: Type): Constant {
    const c = this.#c
    const at = c.at
    switch (c.kind) {
      case Tok.Integer:
        return this.#integer(type)
      case Tok.Float:
        return this.#float(type)
      case Tok.Global:
        return this.global(type)
      case Tok.Bytes:
        return this.#bytes(type)
      case Tok.Word:
        return this.#word(type)
      case Tok.Punct:
        if (c.is('[') || c.is('{') || c.is('<')) return c.nested(() => this.#aggregate(type, at))
        return c.expected(`a constant of type ${type.kind}`)
      default:
        return c.expected('a constant')
    }
  }

  /** `@name`, which must have the type. */
  global(type: Type): GlobalVariable | Func {
    const c = this.#c
    const found = this.globals.get(c.key()) ?? c.fail(`${c.spelling()} is not defined`)
    if (found.type !== type) c.fail(`${c.spelling()} does not have the type written before it`)
    c.next()
    return found
  }

  /** Flags behind an opcode, as Instruction.flags holds them. */
  flags(opcode: string): number {
    const c = this.#c
    if (WRAPPING.has(opcode)) {
      let flags = 0
      for (;;) {
        if (c.acceptWord('nuw')) flags |= 1
        else if (c.acceptWord('nsw')) flags |= 2
        else return flags
      }
    }
    if (EXACT.has(opcode)) return c.acceptWord('exact') ? 1 : 0
    return opcode.startsWith('f') ? this.fastFlags() : 0
  }

  fastFlags(): number {
    const c = this.#c
    let flags = 0
    for (let bit = FAST_FLAGS.get(c.peekWord()); bit !== undefined; bit = FAST_FLAGS.get(c.peekWord())) {
      flags |= bit
      c.next()
    }
    return flags
  }

  /** The predicate behind icmp or fcmp. */
  predicate(opcode: string): number {
    const c = this.#c
    const code = (opcode === 'icmp' ? ICMP_CODES : FCMP_CODES).get(c.peekWord())
    if (code === undefined) return c.expected(`a predicate of ${opcode}`)
    c.next()
    return code
  }

  // ---- leaves ----

  #integer(type: Type): Constant {
    const c = this.#c
    const at = c.at
    if (type.kind !== 'int') c.fail(`an integer is no constant of type ${type.kind}`)
    if (type.width > 64) c.fail('integers of more than 64 bits are not supported')
    const text = c.spelling()
    const small = text.length < 10 && type.width === 32 ? Number(text) : null
    if (small !== null) {
      c.next()
      return this.#module.constInt(type, small)
    }
    const value = c.integer('an integer')
    const half = 1n << BigInt(type.width - 1)
    if (value < -half || value >= half * 2n) c.fail(`the integer does not fit i${type.width}`, at)
    return this.#module.constInt(type, value)
  }

  #float(type: Type): Constant {
    const c = this.#c
    if (!type.isFloatingPoint) c.fail(`a floating-point number is no constant of type ${type.kind}`)
    const bits = floatLiteral(type.kind, c.spelling())
    if (typeof bits === 'string') return c.fail(bits)
    c.next()
    return this.#module.constFloatBits(type, bits)
  }

  #bytes(type: Type): Constant {
    const c = this.#c
    const bytes = Array.from(unescaped(c.spelling().slice(2, -1)), char => char.charCodeAt(0))
    if (type.kind !== 'array' || type.element.kind !== 'int' || type.element.width !== 8)
      c.fail('a string is a constant of type [n x i8]')
    if (type.count !== bytes.length) c.fail(`the string has ${bytes.length} bytes, its type says ${type.count}`)
    c.next()
    return this.#module.constData(type, bytes)
  }

  #word(type: Type): Constant {
    const c = this.#c
    const m = this.#module
    const word = c.spelling()
    switch (word) {
      case 'true':
      case 'false':
        if (type.kind !== 'int' || type.width !== 1) c.fail(`'${word}' is a constant of type i1`)
        c.next()
        return m.constBool(word === 'true')
      case 'null':
        if (type.kind !== 'pointer') c.fail("'null' is a constant of pointer type")
        c.next()
        return m.constNull(type)
      case 'undef':
        if (type.kind === 'label' || type.kind === 'metadata') c.fail(`'undef' is no constant of type ${type.kind}`)
        c.next()
        return m.constUndef(type)
      case 'zeroinitializer':
        if (type.kind === 'label' || type.kind === 'metadata' || (type.kind === 'struct' && type.opaque))
          c.fail(`'zeroinitializer' is no constant of this type`)
        c.next()
        return m.constNull(type)
      case 'blockaddress':
      case 'asm':
        return c.fail(`'${word}' is not supported in DXIL`)
      default:
        return c.nested(() => this.#expression(type, word))
    }
  }

  // ---- aggregates ----

  #aggregate(type: Type, at: number): Constant {
    const c = this.#c
    const isPacked = c.is('<') && c.kindAt(c.at + 1) === Tok.Punct && c.spelling(c.at + 1) === '{'
    if (isPacked) c.next()
    const open = c.spelling()
    c.next()
    const wanted = open === '[' ? 'array' : open === '<' ? 'vector' : 'struct'
    if (type.kind !== wanted) c.fail(`this is a constant of ${wanted} type, not of type ${type.kind}`, at)
    if (wanted === 'struct' && type.packed !== isPacked) c.fail('packed and plain structs are different types', at)
    const operands: Constant[] = []
    c.list(open === '[' ? ']' : open === '<' ? '>' : '}', () => {
      const elementAt = c.at
      const element = this.typed()
      const expected = wanted === 'struct' ? type.contained[operands.length] : type.element
      if (element.type !== expected) c.fail('the element does not have the type the whole says', elementAt, c.at - 1)
      operands.push(element)
    })
    if (isPacked) c.expectToken('>')
    const count = wanted === 'struct' ? type.contained.length : type.count
    if (operands.length !== count) c.fail(`${operands.length} elements where the type has ${count}`, at, c.at - 1)
    return this.#bound(this.#module.constAggregate(type, operands), at)
  }

  #bound(made: Constant, at: number): Constant {
    if ((made.kind === 'aggregate' || made.kind === 'expr') && (made.depth > MAX_DEPTH || made.weight > MAX_WEIGHT))
      this.#c.fail('the constant is too large', at, this.#c.at - 1)
    return made
  }

  // ---- expressions ----

  #expression(type: Type, word: string): Constant {
    const c = this.#c
    const at = c.at
    if (CAST_CODES.has(word)) c.next()
    else if (!EXPRESSIONS.has(word) && !BINOP_CODES.has(word)) c.expected(`a constant of type ${type.kind}`)
    else c.next()
    const made = this.#operation(word, at)
    if (made.type !== type) c.fail(`the ${word} expression does not have the type written before it`, at, c.at - 1)
    return this.#bound(made, at)
  }

  #operation(word: string, at: number): Constant {
    const c = this.#c
    const m = this.#module
    const cast = CAST_CODES.get(word)
    if (cast !== undefined) {
      c.expectToken('(')
      const operand = this.typed()
      c.expectWord('to')
      const type = this.types.valueType()
      c.expectToken(')')
      return m.constCast(cast, operand, type)
    }
    if (word === 'getelementptr') return this.#gep(at)
    if (word === 'icmp' || word === 'fcmp') {
      const code = this.predicate(word)
      const [a, b] = this.#operands(2)
      if (a!.type !== b!.type) c.fail('the operands have different types', at, c.at - 1)
      return m.constExpr(vectorOf(m, a!.type, m.types.i1), 'cmp', [a!, b!], { code })
    }
    const code = BINOP_CODES.get(word)
    if (code !== undefined) {
      const flags = this.flags(word)
      const operands = this.#operands(2)
      if (operands[0]!.type !== operands[1]!.type) c.fail('the operands have different types', at, c.at - 1)
      return m.constExpr(operands[0]!.type, 'binop', operands, { code, flags })
    }
    return this.#selection(word, at)
  }

  #selection(word: string, at: number): Constant {
    const c = this.#c
    const m = this.#module
    const operands = this.#operands(word === 'extractelement' ? 2 : 3)
    const [a, b, last] = operands
    const isVector = a!.type.kind === 'vector'
    if (word === 'select') return m.constExpr(b!.type, 'select', operands)
    if (!isVector) c.fail(`${word} takes a vector`, at, c.at - 1)
    if (word === 'extractelement') return m.constExpr(a!.type.element, 'extractelement', operands)
    if (word === 'insertelement') return m.constExpr(a!.type, 'insertelement', operands)
    if (last!.type.kind !== 'vector') c.fail('the mask is not a vector', at, c.at - 1)
    return m.constExpr(m.types.vector(last!.type.count, a!.type.element), 'shufflevector', operands)
  }

  #operands(count: number): Constant[] {
    const c = this.#c
    const operands: Constant[] = []
    c.expectToken('(')
    for (let i = 0; i < count; i++) {
      if (i > 0) c.expectToken(',')
      operands.push(this.typed())
    }
    c.expectToken(')')
    return operands
  }

  #gep(at: number): Constant {
    const c = this.#c
    const m = this.#module
    const isInbounds = c.acceptWord('inbounds')
    c.expectToken('(')
    const elementType = this.types.valueType()
    c.expectToken(',')
    const operands: Constant[] = []
    c.list(')', () => void operands.push(this.typed()))
    const result = addressType(m, elementType, operands)
    if (typeof result === 'string') return c.fail(result, at, c.at - 1)
    return m.constGep(result, elementType, operands, isInbounds)
  }
}

const EXPRESSIONS: ReadonlySet<string> = new Set([
  'getelementptr',
  'icmp',
  'fcmp',
  'select',
  'extractelement',
  'insertelement',
  'shufflevector',
])

/** `element`, or a vector of it as long as `like`. */
export const vectorOf = (m: Module, like: Type, element: Type): Type =>
  like.kind === 'vector' ? m.types.vector(like.count, element) : element

/** Type of a getelementptr; a string says what is wrong with it. */
export function addressType(m: Module, elementType: Type, operands: readonly Value[]): Type | string {
  const base = operands[0]
  if (base?.type.kind !== 'pointer') return 'getelementptr wants a pointer'
  if (base.type.element !== elementType) return 'the type of getelementptr is not what the pointer points to'
  let type = elementType
  for (let i = 1; i < operands.length; i++) {
    const index = operands[i]!
    if (!index.type.isIntOrIntVector) return 'an index of getelementptr is not an integer'
    if (i === 1) continue
    const next: Type | null = memberOf(type, index.kind === 'int' ? Number(index.value) : -1)
    if (!next) return `no such member of a ${type.kind}`
    type = next
  }
  return m.types.pointer(type, base.type.addressSpace)
}

/** The type behind one index; arrays and vectors may be indexed past their end in addresses. */
function memberOf(type: Type, index: number): Type | null {
  if (type.kind === 'struct') return type.contained[index] ?? null
  return type.kind === 'array' || type.kind === 'vector' ? type.element : null
}
