// Global variables, function headers: declared in the first pass, their constants and attributes read in the second.

import { LINKAGE_NAMES } from '../../spec/llvm_codes.ts'
import { type Attribute, FUNCTION_SLOT } from '../model/attributes.ts'
import type { Type } from '../model/types.ts'
import type { Constant, Func, GlobalVariable } from '../model/values.ts'
import type { ParseContext } from './parse_context.ts'
import { Tok } from './parse_tokens.ts'

const LINKAGES: ReadonlyMap<string, number> = new Map([
  ...Object.entries(LINKAGE_NAMES)
    .filter(([, name]) => name !== '')
    .map(([code, name]): [string, number] => [name, Number(code)]),
  ['external', 0],
])
const VISIBILITIES = ['default', 'hidden', 'protected']
const DLL_STORAGES = ['', 'dllimport', 'dllexport']
const THREAD_MODES: ReadonlyMap<string, number> = new Map([
  ['localdynamic', 2],
  ['initialexec', 3],
  ['localexec', 4],
])
const CALLING_CONVENTIONS: ReadonlyMap<string, number> = new Map([
  ['ccc', 0],
  ['fastcc', 8],
  ['coldcc', 9],
])
const MAX_ALIGN = 2 ** 29
/** Words that begin a top-level entity. */
const TOP: ReadonlySet<string> = new Set(['define', 'declare', 'target', 'module', 'attributes'])

/** A function whose body is still to be read. */
export interface PendingBody {
  readonly func: Func
  /** Token of the `{`. */
  readonly at: number
  /** Token of each argument's name, -1 for none. */
  readonly argNames: readonly number[]
}

interface PendingVariable {
  readonly variable: GlobalVariable
  readonly at: number
  readonly hasInitializer: boolean
}

interface PendingHeader {
  readonly func: Func
  readonly groups: (readonly [number, readonly Attribute[]])[]
  readonly own: { readonly words: Attribute[]; readonly groups: number[] }
  /** Tokens of prefix, prologue and personality constants, and of the first attachment. */
  readonly constants: [keyof Pick<Func, 'prefix' | 'prologue' | 'personality'>, number][]
  readonly attachments: number
}

export class GlobalParser {
  readonly #x: ParseContext
  readonly #variables: PendingVariable[] = []
  readonly #headers: PendingHeader[] = []
  readonly #bodies: PendingBody[] = []

  constructor(context: ParseContext) {
    this.#x = context
  }

  // ---- variables ----

  /** `@g = ... TYPE ...`, the cursor at @g. */
  declareVariable(): void {
    const { c, module, types } = this.#x
    const nameAt = c.at
    c.next()
    c.expectToken('=')
    const linkageWord = c.peekWord()
    const linkage = this.#linkage()
    const visibility = this.#oneOf(VISIBILITIES)
    const dllStorage = this.#oneOf(DLL_STORAGES)
    const threadLocal = this.#threadLocal()
    const unnamedAddr = c.acceptWord('unnamed_addr') ? 1 : 0
    const space = c.isWord('addrspace') ? types.addressSpace() : 0
    const externallyInitialized = c.acceptWord('externally_initialized')
    if (c.isWord('alias')) c.fail('aliases are not supported in DXIL')
    const constant = c.acceptWord('constant')
    if (!constant) c.expectWord('global')
    const typeAt = c.at
    const type = types.valueType()
    if (type.kind === 'label' || type.kind === 'metadata') c.fail(`a global cannot hold ${type.kind}`, typeAt)
    const variable = module.addGlobal(c.number(nameAt) >= 0 ? '' : c.name(nameAt), type, space)
    Object.assign(variable, {
      linkage,
      visibility,
      dllStorage,
      threadLocal,
      unnamedAddr,
      externallyInitialized,
      constant,
    })
    this.#define(nameAt, variable)
    const hasInitializer = linkageWord !== 'external' && linkageWord !== 'extern_weak'
    this.#variables.push({ variable, at: c.at, hasInitializer })
    this.#skipEntity()
  }

  #define(at: number, value: GlobalVariable | Func): void {
    const { c, constants } = this.#x
    const key = c.key(at)
    if (constants.globals.has(key)) c.fail(`${c.spelling(at)} is defined twice`, at)
    constants.globals.set(key, value)
  }

  /** To the start of the next top-level entity. */
  #skipEntity(): void {
    const { c } = this.#x
    for (;;) {
      if (c.kind === Tok.End || (c.kind === Tok.Word && TOP.has(c.spelling()))) return
      const hasSigil = c.kind === Tok.Global || c.kind === Tok.Local || c.kind === Tok.MetaId || c.kind === Tok.MetaName
      if (hasSigil && c.kindAt(c.at + 1) === Tok.Punct && c.spelling(c.at + 1) === '=') return
      if (c.is('(') || c.is('[') || c.is('{')) c.skipBrackets()
      else c.next()
    }
  }

  #fillVariable({ variable, at, hasInitializer }: PendingVariable): void {
    const { c, constants } = this.#x
    c.at = at
    if (hasInitializer) variable.initializer = constants.constant(variable.valueType)
    while (c.accept(',')) {
      if (c.acceptWord('section')) variable.section = c.string('a section name')
      else if (c.isWord('align')) variable.align = alignment(this.#x)
      else if (c.isWord('comdat')) c.fail('comdats are not supported in DXIL')
      else c.expected("'section' or 'align'")
    }
    const end = c.at
    this.#skipEntity()
    if (c.at !== end) {
      c.at = end
      c.expected('the next global, function or metadata')
    }
  }

  // ---- functions ----

  /** `declare ...` or `define ... {...}`, the cursor at the word. */
  declareFunction(): void {
    const { c, types, module, attributes } = this.#x
    const isDefinition = c.isWord('define')
    c.next()
    const linkage = this.#linkage()
    const visibility = this.#oneOf(VISIBILITIES)
    const dllStorage = this.#oneOf(DLL_STORAGES)
    const callingConvention = callingConventionOf(this.#x)
    const result = attributes.words()
    const resultType = types.type()
    if (c.kind !== Tok.Global) c.expected('the name of the function')
    const nameAt = c.at
    c.next()
    const groups: [number, readonly Attribute[]][] = [[0, result]]
    const params = this.#parameters(groups)
    const type = module.types.func(resultType, params.types, params.vararg)
    const func = module.addFunction(c.number(nameAt) >= 0 ? '' : c.name(nameAt), type)
    Object.assign(func, { linkage, visibility, dllStorage, callingConvention })
    this.#define(nameAt, func)
    this.#tail(func, groups)
    if (!isDefinition) return
    if (!c.is('{')) c.expected("'{'")
    this.#bodies.push({ func, at: c.at, argNames: params.names })
    c.skipBrackets()
  }

  #parameters(groups: [number, readonly Attribute[]][]): { types: Type[]; names: number[]; vararg: boolean } {
    const { c, types, attributes } = this.#x
    const params: Type[] = []
    const names: number[] = []
    let vararg = false
    c.expectToken('(')
    c.list(')', () => {
      if (vararg) c.expected("')' behind '...'")
      vararg = c.accept('...')
      if (vararg) return
      params.push(types.valueType())
      groups.push([params.length, attributes.words()])
      names.push(c.kind === Tok.Local ? c.at : -1)
      if (c.kind === Tok.Local) c.next()
    })
    return { types: params, names, vararg }
  }

  /** What stands between `)` and `{`. */
  #tail(func: Func, groups: [number, readonly Attribute[]][]): void {
    const { c, attributes } = this.#x
    const constants: PendingHeader['constants'] = []
    if (c.acceptWord('unnamed_addr')) func.unnamedAddr = 1
    const own = attributes.functionAttributes()
    for (;;) {
      const word = c.peekWord()
      if (word === 'section') {
        c.next()
        func.section = c.string('a section name')
      } else if (word === 'align') func.align = alignment(this.#x)
      else if (word === 'gc') {
        c.next()
        func.gc = c.string('a name')
      } else if (word === 'comdat') c.fail('comdats are not supported in DXIL')
      else if (word === 'prefix' || word === 'prologue' || word === 'personality') {
        c.next()
        constants.push([word, c.at])
        this.#skipConstant()
      } else break
    }
    this.#headers.push({ func, groups, own, constants, attachments: c.at })
    while (this.#isAttachment()) {
      c.next()
      c.metadataId()
    }
  }

  /** `!kind !N`, not the definition of named metadata. */
  #isAttachment(): boolean {
    const { c } = this.#x
    return c.kind === Tok.MetaName && c.kindAt(c.at + 1) === Tok.MetaId
  }

  /** Over a typed constant of a header. */
  #skipConstant(): void {
    const { c } = this.#x
    const stops = new Set(['prefix', 'prologue', 'personality', 'section', 'align', 'gc', ...TOP])
    for (let first = true; ; first = false) {
      const isEnd = c.kind === Tok.End || c.kind === Tok.MetaName || (c.is('{') && !first)
      if (isEnd || stops.has(c.peekWord())) return
      if (c.is('(') || c.is('[') || c.is('{')) c.skipBrackets()
      else c.next()
    }
  }

  #fillHeader(header: PendingHeader): void {
    const { c, module, attributes, constants, metadata } = this.#x
    const { func } = header
    func.attributes = module.attributeList([...header.groups, [FUNCTION_SLOT, attributes.resolved(header.own)]])
    for (const [what, at] of header.constants) {
      c.at = at
      const value: Constant = constants.typed()
      func[what] = value
    }
    c.at = header.attachments
    while (this.#isAttachment()) {
      const { kind, node } = metadata.attachment()
      ;(func.attachments ??= []).push(metadata.toAttachment(kind, node))
    }
  }

  /** Reads what the first pass left; returns the functions whose bodies remain. */
  fill(): readonly PendingBody[] {
    for (const v of this.#variables) this.#fillVariable(v)
    for (const h of this.#headers) this.#fillHeader(h)
    return this.#bodies
  }

  // ---- words ----

  #linkage(): number {
    const { c } = this.#x
    const linkage = LINKAGES.get(c.peekWord())
    if (linkage === undefined) return 0
    c.next()
    return linkage
  }

  #oneOf(words: readonly string[]): number {
    const { c } = this.#x
    const at = c.kind === Tok.Word ? words.indexOf(c.spelling()) : -1
    if (at < 0) return 0
    c.next()
    return at
  }

  #threadLocal(): number {
    const { c } = this.#x
    if (!c.acceptWord('thread_local')) return 0
    if (!c.accept('(')) return 1
    const mode = THREAD_MODES.get(c.peekWord()) ?? c.expected('a model of thread-local storage')
    c.next()
    c.expectToken(')')
    return mode
  }
}

/** `align N`, a power of two. */
export function alignment({ c }: Pick<ParseContext, 'c'>): number {
  c.expectWord('align')
  const at = c.at
  const bytes = c.count('an alignment', MAX_ALIGN)
  if (bytes === 0 || (bytes & (bytes - 1)) !== 0) c.fail('an alignment is a power of two', at)
  return bytes
}

/** The calling convention ahead; 0, the C one, when there is no word for it. */
export function callingConventionOf({ c }: Pick<ParseContext, 'c'>): number {
  const word = c.peekWord()
  const known = CALLING_CONVENTIONS.get(word)
  const numbered = /^cc(\d{1,4})$/.exec(word)
  if (known === undefined && !numbered && word !== 'cc') return 0
  c.next()
  if (word === 'cc') return c.count('the number of the calling convention', 1023)
  const value = known ?? Number(numbered![1])
  if (value > 1023) c.fail('there is no such calling convention', c.at - 1)
  return value
}
