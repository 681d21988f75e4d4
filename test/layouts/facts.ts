// What a container says about its buffers, as lines of text that two compilers can be compared by: the resource records with the tree of type
// annotations behind each, DXC's "Buffer Definitions", and which rows, lanes and bytes of which buffer the code reads and writes.

import { listing } from '../../src/api/disassemble.ts'
import { dxilProgram, newDxilProgram } from '../../src/container/dxil_program.ts'
import { Reader } from '../../src/container/io.ts'
import { constantOf, dxOpcode } from '../../src/dxil/dx_call.ts'
import { moduleResources } from '../../src/dxil/resources.ts'
import { type FieldAnnotation, type StructAnnotation, structAnnotations } from '../../src/dxil/type_annotations.ts'
import type { Module } from '../../src/llvm/module.ts'
import { readModule } from '../../src/llvm/read_module.ts'
import type { Type } from '../../src/llvm/types.ts'
import { type Instruction, Op, type Value } from '../../src/llvm/values.ts'
import { partOf } from '../corpus/container_facts.ts'

export interface LayoutFacts {
  /** Records of !dx.resources of the STAT part with the annotated types they point to. */
  readonly tables: readonly string[]
  /** The listing's buffer definitions. */
  readonly definitions: readonly string[]
  /** Rows and lanes read of constant buffers, sorted. */
  readonly accesses: readonly string[]
  /** Reads and writes of other buffers, sorted. */
  readonly others: readonly string[]
}

export function layoutFacts(container: Uint8Array): LayoutFacts {
  const stat = programOf(container, 'STAT')
  const code = programOf(container, 'DXIL')
  const lines = accessLines(code)
  const isConstant = (line: string): boolean => line.startsWith('cbuffer')
  return {
    tables: tableLines(stat),
    definitions: definitionLines(container),
    accesses: lines.filter(isConstant),
    others: lines.filter(l => !isConstant(l)),
  }
}

/** Strides of structured SRVs by register. */
export function stridesOf(container: Uint8Array): ReadonlyMap<number, number> {
  const strides = new Map<number, number>()
  for (const r of moduleResources(programOf(container, 'STAT')))
    if (r.class === 'srv' && r.stride !== undefined) strides.set(r.lower, r.stride)
  return strides
}

function programOf(container: Uint8Array, part: string): Module {
  const bytes = partOf(container, part)
  if (!bytes) throw new Error(`no ${part} part`)
  const program = newDxilProgram()
  dxilProgram(new Reader(bytes), program)
  return readModule(program.bitcode)
}

function definitionLines(container: Uint8Array): string[] {
  const lines = listing(container).split('\n')
  const from = lines.findIndex(l => l.startsWith('; Buffer Definitions'))
  const to = lines.findIndex((l, i) => i > from && l.startsWith('; Resource Bindings'))
  return lines.slice(from, to < 0 ? undefined : to)
}

// ---- tables --------------------------------------------------------------------------------------------------------------------------

function tableLines(module: Module): string[] {
  const annotations = structAnnotations(module)
  const lines: string[] = []
  for (const { symbol, ...rest } of moduleResources(module)) {
    lines.push(JSON.stringify(rest))
    let type = symbol?.type
    while (type && (type.kind === 'pointer' || type.kind === 'array')) type = type.element
    if (type) typeLines(type, annotations, 1, lines)
  }
  return lines
}

function typeLines(type: Type, annotations: ReadonlyMap<Type, StructAnnotation>, depth: number, out: string[]): void {
  const annotation = annotations.get(type)
  const margin = '  '.repeat(depth)
  out.push(`${margin}${shape(type)} ${annotation ? `size ${annotation.size}` : 'not annotated'}`)
  annotation?.fields.forEach((field, i) => {
    const inner = type.contained[i]!
    out.push(`${margin}- ${fieldText(field)} : ${shape(inner)}`)
    let element = inner
    while (element.kind === 'array') element = element.element
    if (element.kind === 'struct' && depth < 12) typeLines(element, annotations, depth + 1, out)
  })
}

const fieldText = (field: FieldAnnotation): string => JSON.stringify(field)

function shape(type: Type): string {
  switch (type.kind) {
    case 'array':
      return `[${type.count} x ${shape(type.element)}]`
    case 'vector':
      return `<${type.count} x ${shape(type.element)}>`
    case 'int':
      return `i${type.width}`
    case 'struct':
      return `%${type.name} {${type.contained.map(t => (t.kind === 'struct' ? `%${t.name}` : shape(t))).join(', ')}}`
    default:
      return type.kind
  }
}

// ---- accesses ------------------------------------------------------------------------------------------------------------------------

const OP = {
  createHandle: 57,
  cbufferLoad: 58,
  cbufferLoadLegacy: 59,
  bufferLoad: 68,
  bufferStore: 69,
  rawBufferLoad: 139,
  rawBufferStore: 140,
  annotateHandle: 216,
  createHandleFromBinding: 217,
} as const

const NAMES: Readonly<Record<number, string>> = Object.fromEntries(Object.entries(OP).map(([k, v]) => [v, k]))

function accessLines(module: Module): string[] {
  const lanes = new Map<string, Set<number>>()
  const users = new Map<Value, number[]>()
  const calls: Instruction[] = []
  const native = module.dataLayout.includes('-i16:16-')
  for (const f of module.functions)
    for (const block of f.blocks)
      for (const inst of block.instructions) {
        if (inst.op === Op.ExtractValue) {
          const list = users.get(inst.operands[0]!) ?? []
          list.push(inst.indices![0]!)
          users.set(inst.operands[0]!, list)
        } else if (inst.op === Op.Call) calls.push(inst)
      }
  for (const call of calls) {
    const key = accessKey(call, native)
    if (key === undefined) continue
    const set = lanes.get(key) ?? new Set<number>()
    // Of other buffers' lanes DXC extracts more than it uses; the offset says what counts.
    if (dxOpcode(call) === OP.cbufferLoadLegacy) for (const lane of users.get(call) ?? []) set.add(lane)
    lanes.set(key, set)
  }
  return [...lanes].map(([key, set]) => `${key} lanes ${[...set].sort((a, b) => a - b).join('')}`).sort()
}

/** Minimum precision lies in memory as 32 bits, whichever of the two overloads reads it. */
function accessKey(call: Instruction, native: boolean): string | undefined {
  const op = dxOpcode(call)
  const callee = call.operands.at(-1)!
  const name = callee.kind === 'function' ? callee.name.split('.').at(-1)! : ''
  const overload = native || op === OP.cbufferLoadLegacy ? name : name.replace('16', '32')
  const at = (i: number): string => linear(call.operands[i]!)
  switch (op) {
    case OP.cbufferLoadLegacy:
      return `${NAMES[op]}.${overload} ${resourceText(call.operands[1]!)} row ${at(2)}`
    case OP.bufferLoad:
      return `${NAMES[op]}.${overload} ${resourceText(call.operands[1]!)} ${at(2)} ${at(3)}`
    case OP.rawBufferLoad:
      return `${NAMES[op]}.${overload} ${resourceText(call.operands[1]!)} ${at(2)} ${at(3)} align ${at(5)}`
    case OP.bufferStore:
      return `${NAMES[op]}.${overload} ${resourceText(call.operands[1]!)} ${at(2)} ${at(3)} mask ${at(8)}`
    case OP.rawBufferStore:
      return `${NAMES[op]}.${overload} ${resourceText(call.operands[1]!)} ${at(2)} ${at(3)} mask ${at(8)} align ${at(9)}`
    default:
      return undefined
  }
}

function resourceText(handle: Value): string {
  if (handle.kind !== 'instruction') return '?'
  const op = dxOpcode(handle)
  if (op === OP.annotateHandle) return resourceText(handle.operands[1]!)
  if (op === OP.createHandle)
    return `class ${constantOf(handle.operands[1])} id ${constantOf(handle.operands[2])} at ${linear(handle.operands[3]!)}`
  if (op === OP.createHandleFromBinding) {
    const bind = handle.operands[1]!
    const fields = bind.kind === 'aggregate' ? bind.operands.map(constantOf) : [0, 0, 0, 0]
    return `bind ${fields.join(',')} at ${linear(handle.operands[2]!)}`
  }
  return '?'
}

/** An integer as sum of multiples of unknowns: same text for what two optimisers write differently. */
function linear(value: Value): string {
  if (value.kind === 'undef') return 'undef'
  const terms = new Map<Value, number>()
  const constant = collect(value, 1, terms, 0)
  const unknown = [...terms.values()].filter(n => n !== 0).sort((a, b) => a - b)
  return [...unknown.map(n => `${n}*x`), String(constant >>> 0)].join('+')
}

const ADD = 0
const SUB = 1
const MUL = 2
const SHL = 7
const OR = 11

/** Adds `scale * value` to the terms; returns its constant part. */
function collect(value: Value, scale: number, terms: Map<Value, number>, depth: number): number {
  const n = constantOf(value)
  if (n !== undefined) return Math.imul(n, scale)
  if (value.kind === 'instruction' && value.op === Op.Binop && depth < 20) {
    const [a, b] = value.operands as [Value, Value]
    const right = constantOf(b)
    if (value.code === ADD) return collect(a, scale, terms, depth + 1) + collect(b, scale, terms, depth + 1)
    if (value.code === SUB) return collect(a, scale, terms, depth + 1) + collect(b, -scale, terms, depth + 1)
    if (value.code === OR && right !== undefined) return collect(a, scale, terms, depth + 1) + Math.imul(right, scale)
    if (value.code === MUL && right !== undefined) return collect(a, Math.imul(scale, right), terms, depth + 1)
    if (value.code === SHL && right !== undefined) return collect(a, scale << right, terms, depth + 1)
  }
  terms.set(value, (terms.get(value) ?? 0) + scale)
  return 0
}
