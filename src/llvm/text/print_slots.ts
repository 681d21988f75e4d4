// The numbers a printed module uses: %N of unnamed values, !N of metadata nodes, #N of attribute groups, and the order
// of named types. All follow LLVM 3.7's printer, which numbers on its own (not by the bitcode's ids).

import { DEBUG_LAYOUT_BY_CODE } from '../../spec/llvm_metadata.ts'
import type { AttributeGroup } from '../model/attributes.ts'
import { FUNCTION_SLOT } from '../model/attributes.ts'
import type { MDDebug, MDNode, Metadata } from '../model/metadata.ts'
import type { Module } from '../model/module.ts'
import type { Type } from '../model/types.ts'
import {
  type Func,
  type GlobalVariable,
  type Instruction,
  isPlainConstant,
  mdValueTarget,
  Op,
  type Value,
} from '../model/values.ts'

type Node = MDNode | MDDebug

/** Nodes in the order of their numbers; `numbers` by Metadata.index, -1 for nodes nothing printed refers to. */
export interface MetadataSlots {
  readonly nodes: readonly Node[]
  readonly numbers: Int32Array
}

/** A node before its operands, named metadata first. */
export function metadataSlots(module: Module): MetadataSlots {
  const slots = { nodes: [] as Node[], numbers: new Int32Array(module.metadataCount).fill(-1) }
  for (const named of module.named) for (const node of named.operands) visitNodes(node, slots)
  for (const f of module.functions) {
    for (const a of byKind(f.attachments)) visitNodes(a.node, slots)
    for (const block of f.blocks) for (const inst of block.instructions) instructionNodes(inst, slots)
  }
  return slots
}

type Slots = { nodes: Node[]; numbers: Int32Array }

function instructionNodes(inst: Instruction, slots: Slots): void {
  if (inst.op === Op.Call)
    for (const o of inst.operands) if (o.kind === 'metadata' && isNode(o.metadata)) visitNodes(o.metadata, slots)
  if (inst.location) visitNodes(inst.location, slots)
  if (inst.attachments) for (const a of byKind(inst.attachments)) visitNodes(a.node, slots)
}

/** Preorder with an explicit stack: chains of nodes may be as long as the file likes. */
function visitNodes(root: Node, slots: Slots): void {
  const { nodes, numbers } = slots
  if (numbers[root.index] !== -1) return
  const stack: Node[] = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (numbers[node.index] !== -1) continue
    numbers[node.index] = nodes.length
    nodes.push(node)
    const operands = operandsOf(node)
    for (let i = operands.length - 1; i >= 0; i--) stack.push(operands[i]!)
  }
}

const operandsOf = (node: Node): Node[] => allOperands(node).filter(isNode)

const isNode = (md: Metadata): md is Node => md.kind === 'node' || md.kind === 'debug'

/** Metadata a node refers to, in LLVM's operand order. */
function allOperands(node: Node): Metadata[] {
  if (node.kind === 'node') return node.operands.filter(o => o !== null)
  const layout = DEBUG_LAYOUT_BY_CODE.get(node.code)
  if (!layout) return []
  const list = layout.operands.map(i => node.fields[i])
  if (layout.rest === 'metadata') list.push(...node.fields.slice(layout.fields.length))
  return list.filter(o => typeof o === 'object' && o !== null)
}

export const byKind = <T extends { readonly kind: number }>(list: readonly T[] | null): readonly T[] =>
  list === null ? [] : list.length < 2 ? list : [...list].sort((a, b) => a.kind - b.kind)

/** Attribute groups of functions and call sites, by spelling, in the order of their numbers. */
export function attributeSlots(module: Module): Map<string, { id: number; group: AttributeGroup }> {
  const slots = new Map<string, { id: number; group: AttributeGroup }>()
  const add = (groups: readonly AttributeGroup[] | undefined): void => {
    const group = groups?.find(g => g.slot === FUNCTION_SLOT)
    if (group && !slots.has(group.key)) slots.set(group.key, { id: slots.size, group })
  }
  for (const f of module.functions) add(f.attributes?.groups)
  for (const f of module.functions)
    for (const b of f.blocks) for (const i of b.instructions) if (i.attributes) add(i.attributes.groups)
  return slots
}

/** Numbers of the module's unnamed globals: variables, then functions. */
export function globalSlots(module: Module): Map<GlobalVariable | Func, number> {
  const slots = new Map<GlobalVariable | Func, number>()
  for (const g of [...module.globals, ...module.functions]) if (g.name === '') slots.set(g, slots.size)
  return slots
}

/** Numbers of a function's unnamed arguments, blocks and instructions, by Value.index. */
export function localSlots(f: Func): Map<number, number> {
  const slots = new Map<number, number>()
  const add = (v: { readonly name: string; readonly index: number }): void => {
    if (v.name === '') slots.set(v.index, slots.size)
  }
  for (const a of f.args) add(a)
  for (const block of f.blocks) {
    add(block)
    for (const inst of block.instructions) if (inst.type.kind !== 'void') add(inst)
  }
  return slots
}

/** Identified structs in the order the printer lists them. */
export function structTypes(module: Module): Type[] {
  const finder = new TypeFinder(module)
  for (const g of module.globals) {
    finder.type(g.type)
    if (g.initializer) finder.value(g.initializer)
  }
  for (const f of module.functions) finder.func(f)
  for (const named of module.named) for (const node of named.operands) finder.metadata(node)
  return finder.structs
}

class TypeFinder {
  readonly structs: Type[] = []
  // What was seen, by index: this walks every operand of the module.
  readonly #types: Uint8Array
  readonly #values: Uint8Array
  readonly #nodes: Uint8Array

  constructor(module: Module) {
    this.#types = new Uint8Array(module.types.all.length)
    this.#values = new Uint8Array(module.context.valueCount)
    this.#nodes = new Uint8Array(module.metadataCount)
  }

  type(root: Type): void {
    const seen = this.#types
    if (seen[root.index] === 1) return
    seen[root.index] = 1
    const stack = [root]
    for (let t = stack.pop(); t; t = stack.pop()) {
      if (t.identified) this.structs.push(t)
      for (let i = t.contained.length - 1; i >= 0; i--) {
        const sub = t.contained[i]!
        if (seen[sub.index] === 1) continue
        seen[sub.index] = 1
        stack.push(sub)
      }
    }
  }

  value(v: Value): void {
    if (this.#values[v.index] === 1) return
    this.#values[v.index] = 1
    if (!isPlainConstant(v)) return
    this.type(v.type)
    if (v.kind === 'aggregate' || v.kind === 'expr') for (const o of v.operands) this.value(o)
  }

  func(f: Func): void {
    this.type(f.type)
    for (const c of [f.prefix, f.prologue, f.personality]) if (c) this.value(c)
    for (const block of f.blocks)
      for (const inst of block.instructions) {
        this.type(inst.type)
        for (const o of inst.operands)
          if (o.kind === 'metadata') this.metadata(o.metadata)
          else this.value(o)
        if (inst.attachments) for (const a of byKind(inst.attachments)) this.metadata(a.node)
      }
  }

  metadata(root: Metadata): void {
    const stack: Metadata[] = [root]
    for (let md = stack.pop(); md; md = stack.pop()) {
      if (this.#nodes[md.index] === 1) continue
      this.#nodes[md.index] = 1
      if (md.kind === 'value') this.value(mdValueTarget(md))
      else if (md.kind !== 'string') {
        const operands = allOperands(md)
        for (let i = operands.length - 1; i >= 0; i--) stack.push(operands[i]!)
      }
    }
  }
}
