// A whole file of LLVM text into a syntax tree: types, globals, functions, attribute groups, metadata.

import type { Diagnostics } from '../../diag/diagnostics.ts'
import type { SourceFile } from '../../diag/sources.ts'
import { TextError, Tok } from '../../llvm/text/parse_tokens.ts'
import { Cursor } from './cursor.ts'
import { InstructionReader } from './parse_instructions.ts'
import type {
  LlBlock,
  LlFunction,
  LlGlobal,
  LlInstruction,
  LlModule,
  LlNodeRef,
  LlParameter,
  LlType,
} from './syntax.ts'

/** Reads a file that is in the diagnostics' sources; the first thing that cannot be read is reported, with its place. */
export function parseLl(file: SourceFile, diagnostics: Diagnostics): LlModule | undefined {
  try {
    return new ModuleReader(new Cursor(file.text, file.base)).module()
  } catch (error) {
    if (!(error instanceof TextError)) throw error
    diagnostics.report('E6000', { pos: file.base + error.pos, end: file.base + error.end }, { what: error.message })
    return undefined
  }
}

const TERMINATORS: ReadonlySet<string> = new Set(['ret', 'br', 'switch', 'unreachable'])
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

class ModuleReader {
  readonly #c: Cursor
  readonly #r: InstructionReader
  readonly #globals = new Map<string, LlGlobal>()
  readonly #functions = new Map<string, LlFunction>()
  readonly #named = new Map<string, readonly LlNodeRef[]>()
  readonly #nodes = new Map<number, LlNodeRef>()
  /** Attribute groups stand behind the functions that name them. */
  readonly #later: (() => void)[] = []
  #triple = ''
  #triplePos = { pos: 0, end: 0 }
  #dataLayout = ''

  constructor(c: Cursor) {
    this.#c = c
    this.#r = new InstructionReader(c)
  }

  module(): LlModule {
    while (this.#c.kind !== Tok.End) this.#item()
    for (const run of this.#later) run()
    for (const [id, span] of this.#r.namedNodes)
      if (!this.#nodes.has(id)) this.#c.failAt(`use of undefined metadata '!${id}'`, span)
    return {
      triple: this.#triple,
      triplePos: this.#triplePos,
      dataLayout: this.#dataLayout,
      globals: this.#globals,
      functions: this.#functions,
      namedMetadata: this.#named,
      nodes: this.#nodes,
    }
  }

  #item(): void {
    const c = this.#c
    if (c.kind === Tok.Local) this.#typeDefinition()
    else if (c.kind === Tok.Global) this.#global()
    else if (c.kind === Tok.MetaId || c.kind === Tok.MetaName) this.#metadata()
    else if (c.kind === Tok.Other) this.#comdat()
    else if (c.is('define') || c.is('declare')) this.#function()
    else if (c.is('attributes')) this.#attributes()
    else if (c.is('target')) this.#target()
    else if (c.accept('source_filename')) {
      c.expectToken('=')
      c.string()
    } else if (c.accept('module')) {
      c.expectToken('asm')
      c.string()
    } else c.fail('expected a definition')
  }

  #target(): void {
    const c = this.#c
    c.advance()
    const what = c.take()
    c.expectToken('=')
    const span = c.span
    const text = c.string()
    if (what === 'triple') {
      this.#triple = text
      this.#triplePos = span
    } else if (what === 'datalayout') this.#dataLayout = text
    else c.failAt("expected 'triple' or 'datalayout'", span)
  }

  /** $name = comdat any */
  #comdat(): void {
    const c = this.#c
    c.advance()
    c.expectToken('=')
    c.expectToken('comdat')
    c.advance()
  }

  #typeDefinition(): void {
    const c = this.#c
    const span = c.span
    const struct = this.#r.named(c.name(Tok.Local, 'a type name'))
    c.expectToken('=')
    c.expectToken('type')
    if (struct.fields) c.failAt(`type '%${struct.name}' is defined twice`, span)
    if (c.accept('opaque')) {
      struct.fields = []
      return
    }
    struct.packed = c.accept('<')
    const fields = this.#r.fields()
    if (struct.packed) c.expectToken('>')
    struct.fields = fields
  }

  #global(): void {
    const c = this.#c
    const { pos } = c
    const span = c.span
    const name = c.name(Tok.Global, 'a name')
    c.expectToken('=')
    let space = 0
    while (c.kind === Tok.Word && !c.is('global') && !c.is('constant')) {
      if (c.is('addrspace')) space = this.#r.addressSpace()
      else if (c.is('alias') || c.is('ifunc')) c.fail('aliases cannot be compiled')
      else this.#r.skipAttribute()
    }
    const constant = c.is('constant')
    if (!constant && !c.is('global')) c.fail("expected 'global' or 'constant'")
    c.advance()
    const type = this.#r.type()
    const starts = c.kind !== Tok.Punct || c.is('<') || c.is('[') || c.is('{')
    const hasValue = starts && c.kind !== Tok.End && c.kind !== Tok.AttributeId && !this.#startsItem()
    const initializer = hasValue ? this.#r.value(type) : undefined
    const metadata = new Map<string, LlNodeRef>()
    while (c.is(',')) {
      c.advance()
      if ((c.kind as number) === Tok.MetaName) {
        const key = c.take().slice(1)
        metadata.set(key, this.#r.nodeRef())
      } else this.#r.skipAttribute()
    }
    while (c.kind === Tok.AttributeId) c.advance()
    if (this.#globals.has(name) || this.#functions.has(name)) c.failAt(`'@${name}' is defined twice`, span)
    this.#globals.set(name, { name, type, space, constant, initializer, metadata, pos, end: span.end })
  }

  /** An external global has no value: what follows is the next item. */
  #startsItem(): boolean {
    const { kind } = this.#c
    if (kind === Tok.Global || kind === Tok.Local) return this.#c.wordAt(1) === '='
    if (kind === Tok.MetaId || kind === Tok.MetaName || kind === Tok.Other) return true
    return kind === Tok.Word && /^(define|declare|attributes|target|source_filename|module)$/.test(this.#c.word)
  }

  #metadata(): void {
    const c = this.#c
    const word = c.take()
    c.expectToken('=')
    if (/^!\d/.test(word)) {
      c.accept('distinct')
      this.#nodes.set(Number(word.slice(1)), this.#r.nodeRef())
      return
    }
    if (c.kind !== Tok.Bang) c.fail("expected '!{'")
    c.advance()
    const list = this.#r.tuple()
    if (list.kind === 'tuple') this.#named.set(word.slice(1), list.elements)
  }

  #attributes(): void {
    const c = this.#c
    c.advance()
    if (c.kind !== Tok.AttributeId) c.fail('expected an attribute group')
    const id = Number(c.take().slice(1))
    c.expectToken('=')
    c.expectToken('{')
    const found = new Map<string, string>()
    while (!c.accept('}')) this.#attribute(found)
    this.#r.groups.set(id, found)
  }

  #attribute(found: Map<string, string>): void {
    const c = this.#c
    if (c.kind === Tok.String) {
      const key = c.string()
      found.set(key, c.accept('=') ? c.string('the value of an attribute') : '')
    } else if (c.kind === Tok.Word) {
      const word = c.word
      c.advance()
      if (c.is('(')) c.skipGroup()
      else if (c.accept('=')) c.advance()
      found.set(word, '')
    } else c.fail('expected an attribute')
  }

  #function(): void {
    const c = this.#c
    const { pos } = c
    const isDefinition = c.take() === 'define'
    while (c.kind === Tok.MetaName) {
      c.advance()
      this.#r.nodeRef()
    }
    this.#r.skipAttributes()
    const result = this.#r.type()
    const span = c.span
    const name = c.name(Tok.Global, "the function's name")
    const numbers = new Numbers()
    const params = this.#parameters(numbers)
    const attributes = new Map<string, string>()
    const groups: number[] = []
    this.#functionTail(attributes, groups, isDefinition)
    const blocks = isDefinition ? this.#body(numbers) : []
    this.#later.push(() => {
      for (const id of groups) for (const [k, v] of this.#r.groups.get(id) ?? NO_ATTRIBUTES) attributes.set(k, v)
    })
    const known = this.#functions.get(name)
    if ((known && known.blocks.length > 0 && isDefinition) || this.#globals.has(name))
      c.failAt(`'@${name}' is defined twice`, span)
    if (known && !isDefinition) return
    this.#functions.set(name, { name, result, params, attributes, blocks, pos: span.pos || pos, end: span.end })
  }

  #parameters(numbers: Numbers): LlParameter[] {
    const c = this.#c
    const params: LlParameter[] = []
    c.expectToken('(')
    if (c.accept(')')) return params
    do {
      if (c.accept('...')) break
      const { pos } = c
      const type = this.#r.type()
      const pointee = this.#elementType()
      this.#r.skipAttributes()
      const name = c.kind === Tok.Local ? c.name(Tok.Local, 'a name') : numbers.next()
      numbers.define(name)
      params.push({ name, type, ...(pointee ? { pointee } : {}), pos, end: c.lastEnd })
    } while (c.accept(','))
    c.expectToken(')')
    return params
  }

  /** `elementtype(T)`, where it is the first attribute. */
  #elementType(): LlType | undefined {
    const c = this.#c
    if (!c.accept('elementtype')) return undefined
    c.expectToken('(')
    const type = this.#r.type()
    c.expectToken(')')
    return type
  }

  /** What stands between the parameters and the body. */
  #functionTail(attributes: Map<string, string>, groups: number[], isDefinition: boolean): void {
    const c = this.#c
    for (;;) {
      if (c.kind === Tok.AttributeId) groups.push(Number(c.take().slice(1)))
      else if (c.kind === Tok.String) this.#attribute(attributes)
      else if (c.kind === Tok.MetaName && isDefinition) {
        c.advance()
        this.#r.nodeRef()
      } else if (c.kind === Tok.Word && !this.#startsItem()) {
        const word = c.word
        this.#r.skipAttribute()
        if ((word === 'section' || word === 'gc') && (c.kind as number) === Tok.String) c.advance()
      } else return
    }
  }

  #body(numbers: Numbers): LlBlock[] {
    const c = this.#c
    c.expectToken('{')
    const blocks: LlBlock[] = []
    const names = new Set<string>()
    do blocks.push(this.#block(numbers, names))
    while (!c.is('}') && c.kind !== Tok.End)
    c.expectToken('}')
    return blocks
  }

  #block(numbers: Numbers, names: Set<string>): LlBlock {
    const c = this.#c
    const { span } = c
    const label = c.kind === Tok.Label ? c.label() : numbers.next()
    if (!numbers.define(label) || names.has(label)) c.failAt(`'%${label}' is defined twice`, span)
    names.add(label)
    const instructions: LlInstruction[] = []
    for (;;) {
      if (c.kind === Tok.DebugRecord) {
        c.advance()
        if (c.is('(')) c.skipGroup()
        continue
      }
      if (c.is('}') || c.kind === Tok.Label || c.kind === Tok.End) c.fail('the block does not end in a terminator')
      const at = c.span
      const i = this.#r.instruction()
      const name = i.name || (i.type.kind === 'void' ? undefined : numbers.next())
      if (name !== undefined && !numbers.define(name)) c.failAt(`'%${name}' is defined twice`, at)
      instructions.push(name === i.name ? i : { ...i, name })
      if (TERMINATORS.has(i.op)) return { name: label, pos: span.pos, instructions }
    }
  }
}

/** The numbers that unnamed parameters, blocks and results take, in one sequence. */
class Numbers {
  #next = 0
  readonly #defined = new Set<string>()

  next(): string {
    return String(this.#next)
  }
  /** False when the name is taken. */
  define(name: string): boolean {
    if (/^\d+$/.test(name)) this.#next = Math.max(this.#next, Number(name) + 1)
    if (this.#defined.has(name)) return false
    this.#defined.add(name)
    return true
  }
}
