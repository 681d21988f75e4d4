// Numbers everything in a module exactly as DXC's writer does, before the first bit is written. The result is data:
// printable (print_numbering) and testable alone. Order rules are LLVM 3.7's ValueEnumerator.

import { sortInPlace } from '../../base/sort.ts'
import { DEBUG_LAYOUT_BY_CODE } from '../../spec/llvm_metadata.ts'
import type { AttributeGroup, AttributeList } from '../model/attributes.ts'
import type { MDDebug, MDNode, MDValue, Metadata } from '../model/metadata.ts'
import type { Module } from '../model/module.ts'
import type { Type } from '../model/types.ts'
import {
  type Comdat,
  type Constant,
  type Func,
  type GlobalVariable,
  type Instruction,
  isPlainConstant,
  mdValueTarget,
  Op,
  type Value,
} from '../model/values.ts'

export interface FunctionNumbering {
  readonly func: Func
  /** First id is Numbering.values.length + func.args.length. */
  readonly constants: Constant[]
  /** Function-local value metadata, ids from Numbering.metadata.length. */
  readonly localMetadata: MDValue[]
}

export class Numbering {
  readonly types: Type[] = []
  /** Type id by Type.index, -1 if not numbered. */
  readonly typeIds: Int32Array
  /** Attribute lists; id = position + 1, 0 is none. */
  readonly attributeLists: AttributeList[] = []
  readonly attributeIds: Int32Array
  /** Attribute groups; id = position + 1. */
  readonly groups: AttributeGroup[] = []
  readonly groupIds = new Map<string, number>()
  /** Module-level values: globals, functions, constants. */
  readonly values: Value[] = []
  /** How many of `values` are globals and functions. */
  globalCount = 0
  /** Value id by Value.index, -1 if not numbered; blocks hold their number. Function-local ids only after enter(). */
  readonly valueIds: Int32Array
  /** Comdats of globals and functions; id = position + 1, 0 is none. */
  readonly comdats = new Map<Comdat, number>()
  readonly metadata: Metadata[] = []
  /** Metadata id by index, -1 if not numbered. */
  readonly metadataIds: Int32Array
  readonly functions: FunctionNumbering[] = []

  constructor(module: Module) {
    // One piece of memory for all: making one is what takes time.
    const types = module.types.all.length + 1
    const values = types + module.context.valueCount
    const metadata = values + module.metadataCount
    const ids = new Int32Array(metadata + module.attributeCount).fill(-1, 0, metadata)
    this.typeIds = ids.subarray(0, types)
    this.valueIds = ids.subarray(types, values)
    this.metadataIds = ids.subarray(values, metadata)
    this.attributeIds = ids.subarray(metadata)
  }

  typeId(type: Type): number {
    return this.typeIds[type.index]!
  }

  valueId(value: { readonly index: number }): number {
    return this.valueIds[value.index]!
  }

  /** 0 for null, else id + 1. */
  metadataRef(metadata: Metadata | null): number {
    return metadata ? this.metadataIds[metadata.index]! + 1 : 0
  }

  comdatId(comdat: Comdat | null): number {
    return comdat ? this.comdats.get(comdat)! : 0
  }

  attributeListId(list: AttributeList | null): number {
    return list ? this.attributeIds[list.index]! : 0
  }

  /** Makes the ids of one function's arguments, constants, instructions and blocks valid; returns the first instruction's id. */
  enter(f: FunctionNumbering): number {
    const ids = this.valueIds
    let next = this.values.length
    for (const a of f.func.args) ids[a.index] = next++
    for (const c of f.constants) ids[c.index] = next++
    const first = next
    const { blocks } = f.func
    for (let b = 0; b < blocks.length; b++) {
      const block = blocks[b]!
      ids[block.index] = b
      for (const inst of block.instructions) if (inst.type.kind !== 'void') ids[inst.index] = next++
    }
    let md = this.metadata.length
    for (const m of f.localMetadata) this.metadataIds[m.index] = md++
    return first
  }

  /** Forgets the function's constants and local metadata, which other functions number anew. */
  leave(f: FunctionNumbering): void {
    for (const c of f.constants) this.valueIds[c.index] = -1
    for (const m of f.localMetadata) this.metadataIds[m.index] = -1
  }
}

/** Numbers a module. Pure: the module is not changed. */
export function enumerate(module: Module): Numbering {
  return new Enumerator(module).run()
}

/** Marks in Numbering.typeIds while it is being made. */
const UNNUMBERED = -1
const IN_PROGRESS = -2

interface Pending {
  readonly md: Metadata
  readonly operands: readonly (Metadata | null)[]
  next: number
}

class Enumerator {
  readonly #module: Module
  readonly #n: Numbering
  /** References by Value.index, for the order of constants. */
  readonly #uses: Int32Array
  /** Where the walk of metadata stands: 1 = entered. */
  readonly #entered: Int32Array
  /** Constants whose operands' types are numbered, so that shared ones are walked once. */
  readonly #walked: Int32Array

  constructor(module: Module) {
    this.#module = module
    this.#n = new Numbering(module)
    const { valueCount } = module.context
    const marks = new Int32Array(2 * valueCount + module.metadataCount)
    this.#uses = marks.subarray(0, valueCount)
    this.#walked = marks.subarray(valueCount, 2 * valueCount)
    this.#entered = marks.subarray(2 * valueCount)
  }

  run(): Numbering {
    const n = this.#n
    const m = this.#module
    for (const g of m.globals) this.#global(g)
    for (const f of m.functions) {
      this.#global(f)
      this.#attributes(f.attributes)
    }
    n.globalCount = n.values.length
    for (const g of m.globals) if (g.initializer) this.#constant(g.initializer, n.values)
    for (const f of m.functions)
      for (const c of [f.prefix, f.prologue, f.personality]) if (c) this.#constant(c, n.values)
    this.#type(m.types.metadata)
    for (const named of m.named) for (const node of named.operands) this.#metadata(node)
    for (const f of m.functions) this.#functionBody(f)
    this.#orderConstants(n.values, n.globalCount)
    for (let i = n.globalCount; i < n.values.length; i++) n.valueIds[n.values[i]!.index] = i
    for (const f of m.functions) if (!f.isDeclaration) n.functions.push(this.#locals(f))
    return n
  }

  #global(value: GlobalVariable | Func): void {
    const { comdats } = this.#n
    this.#type(value.type)
    if (value.comdat && !comdats.has(value.comdat)) comdats.set(value.comdat, comdats.size + 1)
    this.#n.valueIds[value.index] = this.#n.values.push(value) - 1
  }

  /** Contained types first. An explicit stack: chains of named structs may be as long as the file likes. */
  #type(root: Type): void {
    const { typeIds, types } = this.#n
    if (typeIds[root.index] !== UNNUMBERED) return
    const stack = [{ type: root, next: 0 }]
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!
      const { type } = top
      // Marks a named struct as in progress, which cuts recursion through pointers to itself.
      if (type.identified && top.next === 0) typeIds[type.index] = IN_PROGRESS
      const sub = type.contained[top.next++]
      if (sub) {
        if (typeIds[sub.index] === UNNUMBERED) stack.push({ type: sub, next: 0 })
        continue
      }
      stack.pop()
      if (typeIds[type.index]! < 0) typeIds[type.index] = types.push(type) - 1
    }
  }

  #attributes(list: AttributeList | null): void {
    const n = this.#n
    if (!list || n.attributeIds[list.index] !== 0) return
    n.attributeIds[list.index] = n.attributeLists.push(list)
    for (const group of list.groups) if (!n.groupIds.has(group.key)) n.groupIds.set(group.key, n.groups.push(group))
  }

  /** Numbers a constant after its operands, or counts one more use of it. Globals only count. */
  #constant(c: Constant, into: Value[]): void {
    const { valueIds } = this.#n
    if (valueIds[c.index] !== -1) {
      this.#uses[c.index]!++
      return
    }
    this.#type(c.type)
    if (c.kind === 'aggregate' || c.kind === 'expr') for (const o of c.operands) this.#constant(o, into)
    this.#uses[c.index] = 1
    valueIds[c.index] = into.push(c) - 1
  }

  /** A node after its operands, entered once. An explicit stack: chains may be as long as the file likes. */
  #metadata(root: Metadata): void {
    if (this.#entered[root.index] === 1) return
    this.#entered[root.index] = 1
    const stack: Pending[] = [{ md: root, operands: operandsOf(root), next: 0 }]
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!
      const operand = top.operands[top.next++]
      if (operand !== undefined) {
        if (operand === null || this.#entered[operand.index] === 1) continue
        this.#entered[operand.index] = 1
        if (operand.kind === 'node' || operand.kind === 'debug')
          stack.push({ md: operand, operands: operandsOf(operand), next: 0 })
        else this.#metadataLeaf(operand)
        continue
      }
      stack.pop()
      this.#metadataLeaf(top.md)
    }
  }

  #metadataLeaf(md: Metadata): void {
    if (md.kind === 'value') this.#constant(mdValueTarget(md) as Constant, this.#n.values)
    this.#n.metadataIds[md.index] = this.#n.metadata.push(md) - 1
  }

  #functionBody(f: Func): void {
    for (const a of f.args) this.#type(a.type)
    for (const node of sortedAttachments(f)) this.#metadata(node)
    for (const block of f.blocks) for (const inst of block.instructions) this.#instruction(inst)
  }

  #instruction(inst: Instruction): void {
    const { operands } = inst
    // Blocks are label operands; LLVM meets them after the condition. Phis hold theirs outside the operand list.
    for (let i = 0; i < operands.length; i++) {
      const o = operands[i]!
      if (o.kind !== 'metadata') this.#operandType(o)
      else if (!isLocal(o.metadata)) this.#metadata(o.metadata)
    }
    if (inst.blocks.length > 0 && inst.op !== Op.Phi) this.#type(inst.blocks[0]!.type)
    this.#type(inst.type)
    if (inst.attributes) this.#attributes(inst.attributes)
    if (inst.attachments) for (const node of sortedAttachments(inst)) this.#metadata(node)
    if (inst.location) for (const o of operandsOf(inst.location)) if (o) this.#metadata(o)
  }

  #operandType(v: Value): void {
    this.#type(v.type)
    if (v.kind !== 'aggregate' && v.kind !== 'expr') return
    if (this.#n.valueIds[v.index] !== -1 || this.#walked[v.index] === 1) return
    this.#walked[v.index] = 1
    for (const o of v.operands) this.#operandType(o)
  }

  #locals(f: Func): FunctionNumbering {
    const constants: Constant[] = []
    const localMetadata: MDValue[] = []
    const seen = new Set<MDValue>()
    for (const block of f.blocks)
      for (const inst of block.instructions)
        for (const o of inst.operands)
          if (o.kind === 'metadata') {
            const md = o.metadata
            if (!isLocal(md) || seen.has(md)) continue
            seen.add(md)
            localMetadata.push(md)
          } else if (isPlainConstant(o)) this.#constant(o, constants)
    this.#orderConstants(constants, 0)
    for (const c of constants) {
      this.#n.valueIds[c.index] = -1
      this.#uses[c.index] = 0
    }
    return { func: f, constants, localMetadata }
  }

  /** Not in the use-list preserving mode. Types first, then use count; then integers to the front as libstdc++ partitions (two cursors, swapping). */
  #orderConstants(list: Value[], from: number): void {
    const count = list.length - from
    if (count < 2 || this.#module.useLists !== null) return
    const { typeIds } = this.#n
    const uses = this.#uses
    const sorted = sortInPlace(
      list.slice(from),
      (a, b) => typeIds[a.type.index]! - typeIds[b.type.index]! || uses[b.index]! - uses[a.index]!,
    )
    partitionIntegers(sorted)
    for (let i = 0; i < count; i++) list[from + i] = sorted[i]!
  }
}

function partitionIntegers(list: Value[]): void {
  let first = 0
  let last = list.length
  for (;;) {
    while (first !== last && list[first]!.type.isIntOrIntVector) first++
    if (first === last) return
    last--
    while (first !== last && !list[last]!.type.isIntOrIntVector) last--
    if (first === last) return
    const held = list[first]!
    list[first++] = list[last]!
    list[last] = held
  }
}

const isLocal = (md: Metadata): md is MDValue =>
  md.kind === 'value' && (md.value.kind === 'instruction' || md.value.kind === 'argument')

/** What a node refers to, in the order LLVM keeps it. */
function operandsOf(md: Metadata): readonly (Metadata | null)[] {
  if (md.kind === 'node') return md.operands
  if (md.kind !== 'debug') return []
  const layout = DEBUG_LAYOUT_BY_CODE.get(md.code)
  if (!layout) return []
  const fields = layout.operands.map(at => md.fields[at])
  if (layout.rest === 'metadata')
    for (let i = layout.fields.length; i < md.fields.length; i++) fields.push(md.fields[i])
  return fields.filter((f): f is Metadata => typeof f === 'object' && f !== null)
}

/** The nodes hung on an instruction or function, by kind id. */
function sortedAttachments(owner: Instruction | Func): (MDNode | MDDebug)[] {
  if (!owner.attachments) return []
  return [...owner.attachments].sort((a, b) => a.kind - b.kind).map(a => a.node)
}
