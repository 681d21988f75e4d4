// Text of a root signature -> description. The grammar is D3D12's root signature language; its words are in words.ts.

import { table } from '../base/table.ts'
import { DESCRIPTOR_RANGE, ROOT_PARAMETER, ROOT_SIGNATURE_FLAG } from '../spec/root_signature_enums.ts'
import {
  type ParameterDescription,
  type RangeDescription,
  type RootSignatureDescription,
  type SamplerDescription,
  WITHOUT_END,
} from './description.ts'
import {
  type ClauseRule,
  RANGE_CLAUSES,
  ROOT_CLAUSES,
  rootFlags,
  TABLE_CLAUSE,
  type ValueRule,
  type Words,
} from './words.ts'

/** Something wrong with a root signature; `at` is a character offset in its text where one is known. */
export class RootSignatureError extends Error {
  readonly at: number | undefined
  constructor(message: string, at?: number) {
    super(message)
    this.at = at
  }
}

export interface ParseOptions {
  /** Version 1.0 knows no flags of ranges and root descriptors. */
  readonly version: '1.0' | '1.1'
  /** A local root signature has the flag of that name by itself, a global one may not have it. */
  readonly kind?: 'global' | 'local'
}

/** @throws RootSignatureError */
export function parseRootSignature(text: string, options: ParseOptions): RootSignatureDescription {
  return new Parser(text, options).signature()
}

const TOKEN = /\s*(?:([A-Za-z_]\w*)|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fF]?)|([,=|()])|(\S+)|$)/y

interface Token {
  readonly kind: 'word' | 'number' | 'mark' | 'bad' | 'end'
  readonly text: string
  readonly at: number
}

/** Parameters of a clause as read: the register, and numbers by upper-case name. */
interface Clause {
  readonly register: number
  readonly named: ReadonlyMap<string, number>
  readonly ranges: readonly RangeDescription[]
}

const shown = (t: Token): string =>
  t.kind === 'end' ? 'the end' : `'${t.text.length > 40 ? `${t.text.slice(0, 40)}...` : t.text}'`

class Parser {
  readonly #text: string
  readonly #options: ParseOptions
  #next: Token

  constructor(text: string, options: ParseOptions) {
    this.#text = text
    this.#options = options
    this.#next = this.#read(0)
  }

  signature(): RootSignatureDescription {
    let flags: number | undefined
    const parameters: ParameterDescription[] = []
    const samplers: SamplerDescription[] = []
    while (!this.#isDone()) {
      const name = this.#take()
      const upper = name.text.toUpperCase()
      if (upper === 'ROOTFLAGS') {
        if (flags !== undefined) throw this.#error('RootFlags cannot be specified more than once', name)
        flags = this.#rootFlags()
      } else if (upper === 'DESCRIPTORTABLE') parameters.push(tableParameter(this.#clause(TABLE_CLAUSE, name, true)))
      else {
        const rule = name.kind === 'word' ? ROOT_CLAUSES.get(upper) : undefined
        if (!rule) throw this.#error(`Unexpected token ${shown(name)} when parsing root signature`, name)
        const clause = this.#clause(rule, name, false)
        if (upper === 'STATICSAMPLER') samplers.push(staticSampler(clause))
        else parameters.push(rootParameter(upper, clause))
      }
      if (!this.#isDone()) this.#expect(',')
    }
    const local = this.#options.kind === 'local' ? ROOT_SIGNATURE_FLAG.LocalRootSignature : 0
    return { flags: (flags ?? 0) | local, parameters, samplers }
  }

  #isDone(): boolean {
    return this.#next.kind === 'end'
  }

  #rootFlags(): number {
    this.#expect('(')
    const flags = this.#flags(rootFlags(), 'a root signature flag value')
    if (this.#options.kind === 'global' && flags & ROOT_SIGNATURE_FLAG.LocalRootSignature)
      throw this.#error('LOCAL_ROOT_SIGNATURE flag used in global root signature', this.#next)
    this.#expect(')')
    return flags
  }

  #clause(rule: ClauseRule, name: Token, isTable: boolean): Clause {
    const named = new Map<string, number>()
    const ranges: RangeDescription[] = []
    let register: number | undefined
    this.#expect('(')
    do {
      const token = this.#take()
      const upper = token.text.toUpperCase()
      const value = token.kind === 'word' ? rule.named.get(upper) : undefined
      const range = isTable && token.kind === 'word' ? RANGE_CLAUSES.get(upper) : undefined
      if (range) ranges.push(tableRange(upper, this.#clause(range, token, false)))
      else if (value) {
        if (named.has(upper)) throw this.#error(`Parameter '${token.text}' can be specified only once`, token)
        named.set(upper, this.#value(value, token))
      } else {
        const number = this.#register(rule, token)
        if (register !== undefined) throw this.#error('The register can be specified only once', token)
        register = number
      }
    } while (this.#commaOrEnd())
    if (rule.register && register === undefined)
      throw this.#error(`A register ${rule.register}# must be given for each ${name.text}`, name)
    for (const required of rule.required)
      if (!named.has(required)) throw this.#error('num32BitConstants must be given for each RootConstants', name)
    return { register: register ?? 0, named, ranges }
  }

  #register(rule: ClauseRule, token: Token): number {
    const match = /^([tsub])(\d+)$/.exec(token.text)
    const number = Number(match?.[2])
    if (!match || !rule.register || number > 0xffffffff) throw this.#error(`Unexpected token ${shown(token)}`, token)
    if (match[1] !== rule.register)
      throw this.#error(`Incorrect register type ${shown(token)} (expected ${rule.register}#)`, token)
    return number
  }

  #value(rule: ValueRule, name: Token): number {
    if (rule.kind === 'flags' && this.#options.version === '1.0')
      throw this.#error('Flags of ranges and root descriptors cannot be specified in version 1.0', name)
    this.#expect('=')
    switch (rule.kind) {
      case 'flags':
        return this.#flags(rule.words, 'a descriptor flag value')
      case 'float':
        return this.#float()
      case 'number':
        return this.#next.kind === 'word' ? this.#word(rule.words) : this.#unsigned()
      case 'word':
        return this.#word(rule.words)
    }
  }

  #word(words: Words): number {
    const token = this.#take()
    const found = token.kind === 'word' ? words.get(token.text.toUpperCase()) : undefined
    if (found === undefined) throw this.#error(`Unexpected value ${shown(token)}`, token)
    return found
  }

  #unsigned(): number {
    const token = this.#take()
    const n = Number(token.text)
    if (token.kind !== 'number' || !/^\+?\d+$/.test(token.text) || n > 0xffffffff)
      throw this.#error(`Expected an unsigned number, found ${shown(token)}`, token)
    return n
  }

  #float(): number {
    const token = this.#take()
    const n = Number(token.text.replace(/[fF]$/, ''))
    if (token.kind !== 'number' || !Number.isFinite(Math.fround(n)))
      throw this.#error(`Expected a float, found ${shown(token)}`, token)
    return Math.fround(n)
  }

  #flags(words: Words, what: string): number {
    if (this.#next.kind === 'number') {
      const token = this.#next
      if (this.#unsigned() !== 0) throw this.#error(`Flag values can only be 0 or words, found: ${shown(token)}`, token)
      return 0
    }
    let flags = 0
    for (;;) {
      const token = this.#take()
      const bit = token.kind === 'word' ? words.get(token.text.toUpperCase()) : undefined
      if (bit === undefined) throw this.#error(`Expected ${what}, found: ${shown(token)}`, token)
      flags |= bit
      if (this.#next.text !== '|') return flags
      this.#take()
    }
  }

  #commaOrEnd(): boolean {
    const token = this.#take()
    if (token.kind === 'mark' && (token.text === ',' || token.text === ')')) return token.text === ','
    throw this.#error(`Unexpected token ${shown(token)}`, token)
  }

  #expect(mark: string): void {
    const token = this.#take()
    if (token.kind !== 'mark' || token.text !== mark)
      throw this.#error(`Expected '${mark}', found: ${shown(token)}`, token)
  }

  #take(): Token {
    const token = this.#next
    if (token.kind !== 'end') this.#next = this.#read(token.at + token.text.length)
    return token
  }

  #read(from: number): Token {
    TOKEN.lastIndex = from
    const match = TOKEN.exec(this.#text)!
    const [, word, number, mark, bad] = match
    const text = word ?? number ?? mark ?? bad ?? ''
    const kind = word !== undefined ? 'word' : number !== undefined ? 'number' : mark !== undefined ? 'mark' : 'bad'
    return { kind: text === '' ? 'end' : kind, text, at: from + match[0].length - text.length }
  }

  #error(message: string, token: Token): RootSignatureError {
    return new RootSignatureError(message, token.at)
  }
}

function tableParameter({ named, ranges }: Clause): ParameterDescription {
  const visibility = named.get('VISIBILITY') ?? 0
  return { type: ROOT_PARAMETER.DescriptorTable, visibility, register: 0, space: 0, count: 0, flags: 0, ranges }
}

const PARAMETER_TYPE: ReadonlyMap<string, number> = table({
  CBV: ROOT_PARAMETER.CBV,
  SRV: ROOT_PARAMETER.SRV,
  UAV: ROOT_PARAMETER.UAV,
  ROOTCONSTANTS: ROOT_PARAMETER.Constants32Bit,
})

function rootParameter(name: string, { register, named }: Clause): ParameterDescription {
  return {
    type: PARAMETER_TYPE.get(name)!,
    visibility: named.get('VISIBILITY') ?? 0,
    register,
    space: named.get('SPACE') ?? 0,
    count: named.get('NUM32BITCONSTANTS') ?? 0,
    flags: named.get('FLAGS') ?? 0,
    ranges: [],
  }
}

const RANGE_TYPE: ReadonlyMap<string, number> = table({
  CBV: DESCRIPTOR_RANGE.CBV,
  SRV: DESCRIPTOR_RANGE.SRV,
  UAV: DESCRIPTOR_RANGE.UAV,
  SAMPLER: DESCRIPTOR_RANGE.Sampler,
})

function tableRange(name: string, { register, named }: Clause): RangeDescription {
  return {
    type: RANGE_TYPE.get(name)!,
    register,
    space: named.get('SPACE') ?? 0,
    count: named.get('NUMDESCRIPTORS') ?? 1,
    flags: named.get('FLAGS') ?? 0,
    tableOffset: named.get('OFFSET') ?? WITHOUT_END,
  }
}

/** Largest float: the default of maxLOD. */
const FLOAT_MAX = 3.4028234663852886e38

/** Defaults: anisotropic, wrap, 16, less-equal, opaque white. */
function staticSampler({ register, named }: Clause): SamplerDescription {
  const value = (name: string, otherwise: number): number => named.get(name) ?? otherwise
  return {
    register,
    space: value('SPACE', 0),
    visibility: value('VISIBILITY', 0),
    filter: value('FILTER', 0x55),
    addressU: value('ADDRESSU', 1),
    addressV: value('ADDRESSV', 1),
    addressW: value('ADDRESSW', 1),
    mipLodBias: value('MIPLODBIAS', 0),
    maxAnisotropy: value('MAXANISOTROPY', 16),
    comparison: value('COMPARISONFUNC', 4),
    border: value('BORDERCOLOR', 2),
    minLod: value('MINLOD', 0),
    maxLod: value('MAXLOD', FLOAT_MAX),
  }
}
