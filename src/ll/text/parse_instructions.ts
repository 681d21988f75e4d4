// Instructions of a function body, each into one syntax node; result types are computed here so that the importer knows every type.

import { table } from '../../base/table.ts'
import { Tok } from '../../llvm/text/parse_tokens.ts'
import { BOOL, VOID } from './parse_types.ts'
import { ValueReader } from './parse_values.ts'
import type { LlInstruction, LlLabel, LlNodeRef, LlType, LlValue } from './syntax.ts'
import { sameType } from './syntax.ts'

type Parts = Omit<LlInstruction, 'op' | 'name' | 'pos' | 'end' | 'metadata' | 'attributes' | 'flags'> & {
  readonly flags?: readonly string[]
  readonly attributes?: ReadonlyMap<string, string>
}
const NONE: Parts = { type: VOID, operands: [], labels: [], word: '', indices: [], source: undefined }
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()
const PTR: LlType = { kind: 'ptr', space: 0 }

const BINARY = [
  ...['add', 'sub', 'mul', 'udiv', 'sdiv', 'urem', 'srem', 'shl', 'lshr', 'ashr', 'and', 'or', 'xor'],
  ...['fadd', 'fsub', 'fmul', 'fdiv', 'frem'],
]
const CASTS = [
  ...['trunc', 'zext', 'sext', 'fptrunc', 'fpext', 'fptosi', 'fptoui', 'sitofp', 'uitofp'],
  ...['bitcast', 'ptrtoint', 'inttoptr', 'addrspacecast'],
]
const CALL_WORDS: ReadonlySet<string> = new Set(['fastcc', 'coldcc', 'ccc', 'spir_func', 'x86_thiscallcc'])

/** Vector of i1 for comparisons of vectors. */
const compareType = (t: LlType): LlType =>
  t.kind === 'vector' ? { kind: 'vector', count: t.count, element: BOOL } : BOOL

export class InstructionReader extends ValueReader {
  /** Attribute groups, for `#3` at call sites. */
  readonly groups = new Map<number, ReadonlyMap<string, string>>()
  readonly #rules: ReadonlyMap<string, (op: string) => Parts>

  constructor(...args: ConstructorParameters<typeof ValueReader>) {
    super(...args)
    const all = (names: readonly string[], rule: (op: string) => Parts) => Object.fromEntries(names.map(n => [n, rule]))
    this.#rules = table({
      ...all(BINARY, () => this.#binary()),
      ...all(CASTS, () => this.#cast()),
      ...all(['icmp', 'fcmp'], () => this.#compare()),
      ...all(['call', 'tail', 'musttail', 'notail'], op => this.#call(op)),
      fneg: () => this.#unary(),
      freeze: () => this.#unary(),
      ret: () => this.#ret(),
      br: () => this.#br(),
      switch: () => this.#switch(),
      unreachable: () => NONE,
      select: () => this.#select(),
      phi: () => this.#phi(),
      alloca: () => this.#alloca(),
      load: () => this.#load(),
      store: () => this.#store(),
      getelementptr: () => this.#gep(),
      extractelement: () => this.#extractElement(),
      insertelement: () => this.#many(3, ([v]) => v!.type),
      shufflevector: () => this.#shuffle(),
      extractvalue: () => this.#extractValue(),
      insertvalue: () => ({ ...this.#many(2, ([v]) => v!.type), indices: this.#indices() }),
      atomicrmw: () => this.#atomic(),
      cmpxchg: () => this.#cmpxchg(),
      fence: () => this.#fence(),
    })
  }

  /** One instruction; the cursor stands on its first token. */
  instruction(): LlInstruction {
    const { c } = this
    const { pos } = c
    let name: string | undefined
    if (c.kind === Tok.Local) {
      name = c.name(Tok.Local, 'a name')
      c.expectToken('=')
    }
    const { word: op, span } = c
    const rule = c.kind === Tok.Word ? this.#rules.get(op) : undefined
    if (!rule) return c.fail(c.kind === Tok.Word ? `unknown instruction '${op}'` : 'expected an instruction')
    c.advance()
    const parts = rule(op)
    const metadata = this.#attachments()
    if (name !== undefined && parts.type.kind === 'void')
      c.failAt(`'${op}' has no result to name`, { pos, end: span.end })
    const call = op.endsWith('tail') ? 'call' : op
    return { flags: [], attributes: NO_ATTRIBUTES, ...parts, op: call, name, pos, end: c.lastEnd, metadata }
  }

  /** `, !name !3` after an instruction. */
  #attachments(): ReadonlyMap<string, LlNodeRef> {
    const { c } = this
    let found: Map<string, LlNodeRef> | undefined
    while (c.is(',') && c.kindAt(1) === Tok.MetaName) {
      c.advance()
      const name = c.take().slice(1)
      found ??= new Map()
      found.set(name, this.nodeRef())
    }
    return found ?? NO_METADATA
  }

  /** A second operand, whose type is that of the first. */
  #second(type: LlType): LlValue {
    this.c.expectToken(',')
    return this.value(type)
  }

  #binary(): Parts {
    const flags = this.flags()
    const a = this.typedValue()
    return { ...NONE, flags, type: a.type, operands: [a, this.#second(a.type)] }
  }

  #unary(): Parts {
    const flags = this.flags()
    const a = this.typedValue()
    return { ...NONE, flags, type: a.type, operands: [a] }
  }

  #cast(): Parts {
    const flags = this.flags()
    const a = this.typedValue()
    this.c.expectToken('to')
    return { ...NONE, flags, operands: [a], type: this.type() }
  }

  #compare(): Parts {
    const flags = this.flags()
    if (this.c.kind !== Tok.Word) this.c.fail('expected a predicate')
    const word = this.c.take()
    const a = this.typedValue()
    return { ...NONE, flags, word, operands: [a, this.#second(a.type)], type: compareType(a.type) }
  }

  #ret(): Parts {
    if (this.c.accept('void')) return NONE
    return { ...NONE, operands: [this.typedValue()] }
  }

  #label(): LlLabel {
    const { c } = this
    c.expectToken('label')
    const { span } = c
    return { name: c.name(Tok.Local, 'a label'), ...span }
  }

  #br(): Parts {
    const { c } = this
    if (c.is('label')) return { ...NONE, labels: [this.#label()] }
    const condition = this.typedValue()
    c.expectToken(',')
    const yes = this.#label()
    c.expectToken(',')
    return { ...NONE, operands: [condition], labels: [yes, this.#label()] }
  }

  #switch(): Parts {
    const { c } = this
    const operands = [this.typedValue()]
    c.expectToken(',')
    const labels = [this.#label()]
    c.expectToken('[')
    while (!c.is(']')) {
      operands.push(this.typedValue())
      c.expectToken(',')
      labels.push(this.#label())
    }
    c.expectToken(']')
    return { ...NONE, operands, labels }
  }

  #select(): Parts {
    const flags = this.flags()
    return { ...this.#many(3, ([, a]) => a!.type), flags }
  }

  /** n operands, each with its type. */
  #many(n: number, type: (operands: readonly LlValue[]) => LlType): Parts {
    const operands = [this.typedValue()]
    while (operands.length < n) {
      this.c.expectToken(',')
      operands.push(this.typedValue())
    }
    return { ...NONE, operands, type: type(operands) }
  }

  #phi(): Parts {
    const { c } = this
    const flags = this.flags()
    const type = this.type()
    const operands: LlValue[] = []
    const labels: LlLabel[] = []
    for (;;) {
      c.expectToken('[')
      operands.push(this.value(type))
      c.expectToken(',')
      const { span } = c
      labels.push({ name: c.name(Tok.Local, 'a label'), ...span })
      c.expectToken(']')
      if (!c.is(',') || c.kindAt(1) !== Tok.Punct) break
      c.advance()
    }
    return { ...NONE, flags, type, operands, labels }
  }

  #alloca(): Parts {
    const { c } = this
    c.accept('inalloca')
    const source = this.type()
    const operands: LlValue[] = []
    let type = PTR
    while (c.is(',') && c.kindAt(1) !== Tok.MetaName) {
      c.advance()
      if (c.accept('align')) c.integer('an alignment')
      else if (c.is('addrspace')) type = { kind: 'ptr', space: this.addressSpace() }
      else operands.push(this.typedValue())
    }
    return { ...NONE, source, type, operands }
  }

  /** syncscope("..."), orderings, `, align n` behind a memory access. */
  #accessTail(): void {
    const { c } = this
    while (c.kind === Tok.Word && /^(syncscope|unordered|monotonic|acquire|release|acq_rel|seq_cst)$/.test(c.word)) {
      c.advance()
      if (c.is('(')) c.skipGroup()
    }
    if (c.is(',') && c.wordAt(1) === 'align') {
      c.advance()
      c.advance()
      c.integer('an alignment')
    }
  }

  #load(): Parts {
    const flags = this.flags()
    const type = this.type()
    this.c.expectToken(',')
    const operands = [this.typedValue()]
    this.#accessTail()
    return { ...NONE, flags, type, operands }
  }

  #store(): Parts {
    const flags = this.flags()
    const parts = this.#many(2, () => VOID)
    this.#accessTail()
    return { ...parts, flags }
  }

  #gep(): Parts {
    const { c } = this
    const flags = this.flags()
    if (c.is('inrange')) this.skipAttribute()
    const source = this.type()
    const operands: LlValue[] = []
    while (c.is(',') && c.kindAt(1) !== Tok.MetaName) {
      c.advance()
      operands.push(this.typedValue())
    }
    const base = operands[0]
    if (!base) return c.fail("expected ','")
    return { ...NONE, flags, source, operands, type: base.type }
  }

  #extractElement(): Parts {
    return this.#many(2, ([v]) => {
      if (v!.type.kind !== 'vector') this.c.failAt('expected a vector', v!)
      return v!.type.element
    })
  }

  #shuffle(): Parts {
    return this.#many(3, ([v, w, mask]) => {
      const type = v!.type
      if (type.kind !== 'vector') this.c.failAt('expected a vector', v!)
      if (!sameType(type, w!.type)) this.c.failAt('expected a vector of the same type', w!)
      if (mask!.type.kind !== 'vector') this.c.failAt('expected a mask of integers', mask!)
      return { kind: 'vector', count: mask!.type.count, element: type.element }
    })
  }

  #indices(): number[] {
    const { c } = this
    const indices: number[] = []
    while (c.is(',') && c.kindAt(1) === Tok.Integer) {
      c.advance()
      indices.push(c.integer())
    }
    if (indices.length === 0) c.fail('expected an index')
    return indices
  }

  #extractValue(): Parts {
    const v = this.typedValue()
    const start = this.c.span
    const indices = this.#indices()
    let type: LlType = v.type
    for (const i of indices) {
      const inner: LlType | undefined =
        type.kind === 'struct' ? type.fields?.[i] : type.kind === 'array' && i < type.count ? type.element : undefined
      if (!inner) this.c.failAt('the aggregate has no such element', start)
      type = inner
    }
    return { ...NONE, operands: [v], indices, type }
  }

  #atomic(): Parts {
    const { c } = this
    const flags = this.flags()
    if (c.kind !== Tok.Word) c.fail('expected an operation')
    const word = c.take()
    const parts = this.#many(2, ([, v]) => v!.type)
    this.#accessTail()
    return { ...parts, flags, word }
  }

  #cmpxchg(): Parts {
    const flags = this.flags()
    const parts = this.#many(3, ([, v]) => ({
      kind: 'struct',
      name: undefined,
      fields: [v!.type, BOOL],
      packed: false,
    }))
    this.#accessTail()
    this.#accessTail()
    return { ...parts, flags }
  }

  #fence(): Parts {
    this.#accessTail()
    return NONE
  }

  #call(op: string): Parts {
    const { c } = this
    if (op !== 'call') c.expectToken('call')
    const flags = this.flags()
    while (c.kind === Tok.Word && CALL_WORDS.has(c.word)) c.advance()
    this.skipAttributes()
    let type = this.type()
    if (type.kind === 'function') type = type.result
    const callee = this.value({ kind: 'ptr', space: 0 })
    if (callee.kind !== 'global') c.failAt('only functions known by name can be called', callee)
    const operands: LlValue[] = [callee]
    this.#arguments(operands)
    const attributes = this.#callAttributes()
    return { ...NONE, type, flags, operands, attributes }
  }

  #arguments(operands: LlValue[]): void {
    const { c } = this
    c.expectToken('(')
    if (c.accept(')')) return
    do operands.push(this.typedValue())
    while (c.accept(','))
    c.expectToken(')')
  }

  /** `#3 "key"="value" [ "bundle"() ]` */
  #callAttributes(): ReadonlyMap<string, string> {
    const { c } = this
    const found = new Map<string, string>()
    for (;;) {
      if (c.kind === Tok.AttributeId)
        for (const [k, v] of this.groups.get(Number(c.take().slice(1))) ?? []) found.set(k, v)
      else if (c.kind === Tok.String) {
        const key = c.string()
        found.set(key, c.accept('=') ? c.string() : '')
      } else if (c.is('[')) c.skipGroup()
      else if (c.kind === Tok.Word && ATTRIBUTE_WORDS.test(c.word)) this.skipAttribute()
      else return found
    }
  }
}

const NO_METADATA: ReadonlyMap<string, LlNodeRef> = new Map()
const ATTRIBUTE_WORDS =
  /^(nounwind|readnone|readonly|willreturn|memory|convergent|nocallback|nofree|nosync|speculatable|noreturn)$/
