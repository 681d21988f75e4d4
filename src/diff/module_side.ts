// One of the two modules of a comparison, with keys for types, constants, metadata and attributes that know no numbers:
// equal keys (across both sides) mean equal things, whatever their ids in either file.

import type { AttributeList } from '../llvm/model/attributes.ts'
import { FUNCTION_SLOT } from '../llvm/model/attributes.ts'
import type { Attachment, Metadata } from '../llvm/model/metadata.ts'
import type { Module } from '../llvm/model/module.ts'
import type { Type } from '../llvm/model/types.ts'
import { type Constant, type Instruction, isConstant, mdValueTarget } from '../llvm/model/values.ts'
import { printContext } from '../llvm/text/print.ts'
import type { PrintContext } from '../llvm/text/print_metadata.ts'
import { attributeText, constantText } from '../llvm/text/print_values.ts'
import type { Interner } from './interner.ts'

/** How deep attachments are compared; those of DXIL are two levels, loop hints three. */
const ATTACHMENT_DEPTH = 4

export class ModuleSide {
  readonly module: Module
  readonly print: PrintContext
  readonly interner: Interner
  readonly #types: number[] = []
  readonly #constants: number[] = []
  readonly #metadata: Map<Metadata, number>[] = []

  /** Where an instruction comes from, e.g. `blur.hlsl:12: sum += c;`; '' when the module does not say. */
  readonly lineOf: (inst: Instruction) => string

  /** @param annotate the comment behind an instruction, as printModule takes it */
  constructor(
    module: Module,
    interner: Interner,
    annotate: (inst: Instruction) => string,
    lineOf: (inst: Instruction) => string = () => '',
  ) {
    this.module = module
    this.interner = interner
    this.lineOf = lineOf
    this.print = printContext(module, { annotate })
  }

  typeText(type: Type): string {
    return this.print.types.text(type)
  }

  typeKey(type: Type): number {
    return (this.#types[type.index] ??= this.interner.id(this.typeText(type)))
  }

  /** Type and value; globals and functions by name. */
  constantKey(c: Constant): number {
    return (this.#constants[c.index] ??= this.interner.id(
      `c${this.typeKey(c.type)} ${constantText(this.print.types, c)}`,
    ))
  }

  /** Key of what can be seen from a node within `depth` steps; cycles end there. */
  metadataKey(md: Metadata | null, depth: number): number {
    if (md === null) return this.interner.id('null')
    if (md.kind === 'string') return this.interner.id(`s${md.text}`)
    const memo = (this.#metadata[depth] ??= new Map())
    let key = memo.get(md)
    if (key === undefined) memo.set(md, (key = this.interner.id(this.#metadataText(md, depth))))
    return key
  }

  #metadataText(md: Exclude<Metadata, { kind: 'string' }>, depth: number): string {
    if (md.kind === 'value') {
      const v = mdValueTarget(md)
      return isConstant(v) ? `v${this.constantKey(v)}` : 'local'
    }
    const fields = md.kind === 'node' ? md.operands : md.fields
    const head = `n${md.kind === 'debug' ? md.code : ''}${md.distinct ? 'd' : ''} ${fields.length}`
    if (depth === 0) return head
    const keys = fields.map(f => (typeof f === 'number' || typeof f === 'bigint' ? f : this.metadataKey(f, depth - 1)))
    return `${head}:${keys.join(' ')}`
  }

  /** Attachments but for debug locations, by name of their kind. */
  attachmentsKey(list: readonly Attachment[] | null): string {
    if (!list) return ''
    return list
      .map(a => `${this.module.metadataKinds[a.kind] ?? a.kind} ${this.metadataKey(a.node, ATTACHMENT_DEPTH)}`)
      .filter(text => !text.startsWith('dbg '))
      .sort()
      .join(',')
  }
}

/** Spelling of an attribute list without group numbers. */
export function attributesKey(list: AttributeList | null): string {
  return list === null ? '' : list.groups.map(g => g.key).join('|')
}

/** The function's own attributes as text, e.g. `nounwind readnone`. */
export function functionAttributes(list: AttributeList | null): string {
  const group = list?.groups.find(g => g.slot === FUNCTION_SLOT)
  return group ? group.attributes.map(a => attributeText(a)).join(' ') : ''
}
