// A module as LLVM 3.7 textual IR, in the form `llvm-dis` of LLVM 3.7 and DXC's disassembler print the module's body.

import { LINKAGE_NAMES } from '../../spec/llvm_codes.ts'
import type { NamedMetadata } from '../model/metadata.ts'
import type { Module } from '../model/module.ts'
import type { Type } from '../model/types.ts'
import type { Comdat, GlobalVariable, Instruction } from '../model/values.ts'
import { functionText } from './print_function.ts'
import { metadataName, metadataText, nodeText, type PrintContext } from './print_metadata.ts'
import { attributeSlots, globalSlots, metadataSlots, structTypes } from './print_slots.ts'
import {
  attributeText,
  comdatText,
  constantText,
  escaped,
  inComdat,
  TypePrinter,
  visibilityText,
} from './print_values.ts'

export interface PrintOptions {
  /** What follows an instruction on its line (` ; line:3`, with its space), '' for nothing: DXC explains dx.op calls there. */
  annotate?: (inst: Instruction) => string
  /** Whole lines in front of an instruction, each with its line end. */
  before?: (inst: Instruction) => string
}

/** The numbers and spellings that every piece of a module's text shares. */
export function printContext(
  module: Module,
  options: PrintOptions = {},
  structs: readonly Type[] = structTypes(module),
): PrintContext {
  return {
    types: new TypePrinter(structs, globalSlots(module)),
    metadata: metadataSlots(module),
    attributes: attributeSlots(module),
    kinds: module.metadataKinds,
    refs: new Array(module.context.valueCount).fill(undefined),
    typed: new Array(module.context.valueCount).fill(undefined),
    groupRefs: [],
    annotate: options.annotate ?? null,
    before: options.before ?? null,
  }
}

/** The whole module, ending in a newline. */
export function printModule(module: Module, options: PrintOptions = {}): string {
  const structs = structTypes(module)
  const p = printContext(module, options, structs)
  const sections = [
    typesText(p, structs),
    comdatsOf(module).map(comdatText).join('\n'),
    module.globals.map(g => globalText(p, g)).join(''),
    ...module.functions.map(f => functionText(p, f)),
    attributesText(p),
    module.named.map(n => namedText(p, n)).join(''),
    p.metadata.nodes.map((node, id) => `!${id} = ${nodeText(p, node)}\n`).join(''),
  ]
  return headText(module) + sections.map(s => (s === '' ? '' : `\n${s}`)).join('')
}

const namedText = (p: PrintContext, n: NamedMetadata): string =>
  `!${metadataName(n.name)} = !{${n.operands.map(o => metadataText(p, o)).join(', ')}}\n`

function headText(module: Module): string {
  const layout = module.dataLayout === '' ? '' : `target datalayout = "${module.dataLayout}"\n`
  const triple = module.triple === '' ? '' : `target triple = "${module.triple}"\n`
  const lines = module.asm.replace(/\n$/, '').split('\n')
  const asm = module.asm === '' ? '' : `\n${lines.map(line => `module asm "${escaped(line)}"\n`).join('')}`
  return layout + triple + asm
}

/** Unnamed structs first, then the named ones. */
function typesText(p: PrintContext, structs: readonly Type[]): string {
  const line = (t: Type): string => `${p.types.text(t)} = type ${p.types.body(t)}\n`
  const unnamed = structs.filter(t => t.name === '')
  return [...unnamed, ...structs.filter(t => t.name !== '')].map(line).join('')
}

const THREAD_LOCAL: readonly string[] = [
  '',
  'thread_local',
  'thread_local(localdynamic)',
  'thread_local(initialexec)',
  'thread_local(localexec)',
]

/** Those of functions first, each once. */
const comdatsOf = (module: Module): Comdat[] =>
  [...new Set([...module.functions, ...module.globals].map(g => g.comdat))].filter(c => c !== null)

export function globalText(p: PrintContext, g: GlobalVariable): string {
  const isExternal = g.initializer === null && g.linkage === 0
  const words = [
    isExternal ? 'external' : (LINKAGE_NAMES[g.linkage] ?? `linkage${g.linkage}`),
    visibilityText(g),
    THREAD_LOCAL[g.threadLocal] ?? '',
    g.unnamedAddr ? 'unnamed_addr' : '',
    g.type.addressSpace === 0 ? '' : `addrspace(${g.type.addressSpace})`,
    g.externallyInitialized ? 'externally_initialized' : '',
    g.constant ? 'constant' : 'global',
    p.types.text(g.valueType),
    g.initializer ? constantText(p.types, g.initializer) : '',
  ]
  const section = g.section === '' ? '' : `, section "${escaped(g.section)}"`
  const comdat = g.comdat ? `,${inComdat(g)}` : ''
  const align = g.align === 0 ? '' : `, align ${g.align}`
  return `${p.types.global(g)} = ${words.filter(w => w !== '').join(' ')}${section}${comdat}${align}\n`
}

function attributesText(p: PrintContext): string {
  let text = ''
  for (const { id, group } of p.attributes.values())
    text += `attributes #${id} = { ${group.attributes.map(a => attributeText(a, true)).join(' ')} }\n`
  return text
}
