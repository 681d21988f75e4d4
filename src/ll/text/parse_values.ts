// Operands: names, constants of every kind, constant expressions, metadata operands; and the attributes around them, which are skipped.

import { bitsToHalf, roundToHalf } from '../../base/float16.ts'
import { table } from '../../base/table.ts'
import { Tok } from '../../llvm/text/parse_tokens.ts'
import { unquotedBytes } from './cursor.ts'
import { METADATA, TypeReader } from './parse_types.ts'
import type { LlNode, LlNodeRef, LlSpan, LlType, LlValue } from './syntax.ts'

const CASTS: ReadonlySet<string> = new Set([
  ...['trunc', 'zext', 'sext', 'fptrunc', 'fpext', 'fptosi', 'fptoui', 'sitofp', 'uitofp'],
  ...['bitcast', 'ptrtoint', 'inttoptr', 'addrspacecast'],
])
const BINARIES: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'shl', 'lshr', 'ashr', 'and', 'or', 'xor'])
const FLAGS: ReadonlySet<string> = new Set([
  ...['nsw', 'nuw', 'exact', 'disjoint', 'nneg', 'samesign', 'inbounds', 'nusw', 'volatile', 'atomic'],
  ...['fast', 'reassoc', 'nnan', 'ninf', 'nsz', 'arcp', 'contract', 'afn', 'weak', 'tail', 'musttail', 'notail'],
])
const PLAIN: ReadonlyMap<string, 'null' | 'undef' | 'poison' | 'zero'> = table({
  null: 'null',
  undef: 'undef',
  poison: 'poison',
  zeroinitializer: 'zero',
})

/** Words a value can begin with: attributes end there. */
const isValueWord = (word: string): boolean =>
  PLAIN.has(word) ||
  ['true', 'false', 'none', 'splat', 'getelementptr', 'asm', 'blockaddress'].includes(word) ||
  CASTS.has(word) ||
  BINARIES.has(word)

export class ValueReader extends TypeReader {
  /** Numbers of metadata nodes that the text names, with the first place of each: they are defined behind. */
  readonly namedNodes = new Map<number, LlSpan>()

  /** `type value`, attributes in between skipped. */
  typedValue(): LlValue {
    const type = this.type()
    if (type === METADATA) return this.#metadataOperand()
    this.skipAttributes()
    return this.value(type)
  }

  flags(): string[] {
    const flags: string[] = []
    while (this.c.kind === Tok.Word && FLAGS.has(this.c.word)) {
      flags.push(this.c.take())
      // inrange(-8, 8) and the like
      if (this.c.is('inrange')) this.skipAttribute()
    }
    return flags
  }

  /** Attributes of parameters, results and operands: words, word(...), align N, "key"="value", #N. */
  skipAttributes(): void {
    const { c } = this
    for (;;) {
      if (c.kind === Tok.Word && !isValueWord(c.word) && !this.isTypeStart()) this.skipAttribute()
      else if (c.kind === Tok.String && c.kindAt(1) !== Tok.End) this.skipAttribute()
      else return
    }
  }

  skipAttribute(): void {
    const { c } = this
    const word = c.take()
    if ((word === 'align' || word === 'addrspace') && c.kind === Tok.Integer) c.advance()
    else if (c.is('(')) c.skipGroup()
    else if (word.startsWith('"') && c.accept('=')) c.string('the value of an attribute')
  }

  /** A value of a known type. */
  value(type: LlType): LlValue {
    return this.c.nested(() => this.#value(type))
  }

  #value(type: LlType): LlValue {
    const { c } = this
    const { pos, tokenEnd: end, kind } = c
    if (kind === Tok.Local) return { kind: 'local', name: c.name(kind, 'a value'), type, pos, end }
    if (kind === Tok.Global) return { kind: 'global', name: c.name(kind, 'a value'), type, pos, end }
    if (kind === Tok.Integer) return this.#integer(type)
    if (kind === Tok.Float) return { kind: 'float', value: this.#float(type), type, pos, end }
    if (kind === Tok.Bytes) {
      const bytes = Array.from(unquotedBytes(c.take().slice(2, -1)), byte => byte.charCodeAt(0))
      return { kind: 'bytes', bytes, type, pos, end }
    }
    if (kind === Tok.Punct && (c.is('<') || c.is('[') || c.is('{'))) return this.#aggregate(type)
    if (kind === Tok.Word) return this.#word(type)
    return c.fail('expected a value')
  }

  #integer(type: LlType): LlValue {
    const { c } = this
    const { pos, tokenEnd: end } = c
    if (type.kind !== 'int') c.fail('an integer constant must have an integer type')
    if (c.word.length > 80) c.fail('the integer is too large')
    return { kind: 'int', value: BigInt(c.take().replace('+', '')), type, pos, end }
  }

  #word(type: LlType): LlValue {
    const { c } = this
    const { pos, tokenEnd: end, word } = c
    const plain = PLAIN.get(word)
    if (plain !== undefined) {
      c.advance()
      return { kind: plain, type, pos, end }
    }
    if (word === 'none') {
      c.advance()
      return { kind: 'poison', type, pos, end }
    }
    if (word === 'true' || word === 'false') {
      if (type.kind !== 'int' || type.bits !== 1) c.fail('true and false are constants of type i1')
      c.advance()
      return { kind: 'int', value: word === 'true' ? 1n : 0n, type, pos, end }
    }
    if (word === 'splat') {
      c.advance()
      c.expectToken('(')
      const element = this.typedValue()
      c.expectToken(')')
      return { kind: 'splat', element, type, pos, end: c.lastEnd }
    }
    if (word === 'getelementptr' || CASTS.has(word) || BINARIES.has(word)) return this.#expression(type)
    return c.fail(word === 'asm' ? 'inline assembly cannot be compiled' : `expected a value, not '${word}'`)
  }

  #expression(type: LlType): LlValue {
    const { c } = this
    const { pos } = c
    const op = c.take()
    this.flags()
    if (c.is('inrange')) this.skipAttribute()
    c.expectToken('(')
    let source: LlType | undefined
    if (op === 'getelementptr') {
      source = this.type()
      c.expectToken(',')
    }
    const operands = [this.typedValue()]
    if (CASTS.has(op)) {
      c.expectToken('to')
      this.type()
    } else while (c.accept(',')) operands.push(this.typedValue())
    c.expectToken(')')
    if (BINARIES.has(op) && operands.length !== 2) c.failAt(`'${op}' takes two operands`, { pos, end: c.lastEnd })
    return { kind: 'expression', op, operands, source, type, pos, end: c.lastEnd }
  }

  #aggregate(type: LlType): LlValue {
    const { c } = this
    const { pos } = c
    const angle = c.accept('<')
    const isStruct = type.kind === 'struct'
    const close = isStruct ? '}' : c.is('[') ? ']' : '>'
    if (isStruct) c.expectToken('{')
    else if (!angle) c.expectToken('[')
    const elements: LlValue[] = []
    if (!c.is(close)) {
      do elements.push(this.typedValue())
      while (c.accept(','))
    }
    if (isStruct || !angle) c.expectToken(close)
    if (angle) c.expectToken('>')
    const expected = isStruct ? type.fields?.length : 'count' in type ? type.count : undefined
    if (expected !== elements.length)
      c.failAt(`the constant has ${elements.length} elements, its type has not`, { pos, end: c.lastEnd })
    return { kind: 'aggregate', elements, type, pos, end: c.lastEnd }
  }

  /** 1.5e+00, or 0x and the bits of a double (0xH: of a half). */
  #float(type: LlType): number {
    const { c } = this
    if (type.kind !== 'float') return c.fail('a floating point constant must have a floating point type')
    const word = c.word
    let value = Number(word)
    if (word.startsWith('0x')) {
      const half = /^0xH([0-9a-fA-F]{1,4})$/.exec(word)
      const double = /^0x([0-9a-fA-F]{1,16})$/.exec(word)
      if (!half && !double) c.fail('unknown form of floating point constant')
      value = half ? bitsToHalf(Number.parseInt(half[1]!, 16)) : doubleFromBits(BigInt(`0x${double![1]}`))
    }
    const rounded = type.bits === 32 ? Math.fround(value) : type.bits === 16 ? roundToHalf(value) : value
    if (!Object.is(rounded, value) && !Number.isNaN(value) && type.bits !== 64)
      c.fail('the constant cannot be represented in its type')
    c.advance()
    return value
  }

  // ---- metadata --------------------------------------------------------------------------------------------------------------------

  #metadataOperand(): LlValue {
    const { pos } = this.c
    const node = this.nodeRef()
    return { kind: 'metadata', node, type: METADATA, pos, end: this.c.lastEnd }
  }

  /** !12, !{...}, !"text", `type value`, null, !DIThing(...) */
  nodeRef(): LlNodeRef {
    return this.c.nested(() => this.#nodeRef())
  }

  #nodeRef(): LlNodeRef {
    const { c } = this
    if (c.kind === Tok.MetaId) {
      const { span } = c
      const id = Number(c.take().slice(1))
      if (!this.namedNodes.has(id)) this.namedNodes.set(id, span)
      return { kind: 'id', id }
    }
    if (c.kind === Tok.MetaName) {
      const name = c.take().slice(1)
      if (c.is('(')) c.skipGroup()
      return { kind: 'other', name }
    }
    if (c.accept('null')) return { kind: 'null' }
    if (c.kind === Tok.Bang) {
      c.advance()
      if ((c.kind as number) === Tok.String) return { kind: 'string', text: c.string() }
      return this.tuple()
    }
    return { kind: 'value', value: this.typedValue() }
  }

  tuple(): LlNode {
    const { c } = this
    const elements: LlNodeRef[] = []
    c.expectToken('{')
    if (!c.is('}')) {
      do elements.push(this.nodeRef())
      while (c.accept(','))
    }
    c.expectToken('}')
    return { kind: 'tuple', elements }
  }
}

function doubleFromBits(bits: bigint): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, bits)
  return view.getFloat64(0)
}
