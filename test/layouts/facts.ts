// What a container says about its buffers, as lines of text that two compilers can be compared by: the resource records with the tree of type
// annotations behind each, DXC's "Buffer Definitions", and which rows, lanes and bytes of which buffer the code reads and writes.

import { listing } from '../../src/api/disassemble.ts'
import { dxilProgram, newDxilProgram } from '../../src/container/dxil_program.ts'
import { Reader } from '../../src/container/io.ts'
import { constantOf, dxOpcode } from '../../src/dxil/dx_call.ts'
import { moduleResources } from '../../src/dxil/resources.ts'
import { type FieldAnnotation, type StructAnnotation, structAnnotations } from '../../src/dxil/type_annotations.ts'
import type { Module } from '../../src/llvm/model/module.ts'
import type { Type } from '../../src/llvm/model/types.ts'
import { type Instruction, Op, type Value } from '../../src/llvm/model/values.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { CastOp } from '../../src/spec/llvm_codes.ts'
import { RESOURCE_KIND } from '../../src/spec/psv_enums.ts'
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
    others: lines.filter(line => !isConstant(line)),
  }
}

/** A buffer as its records and annotations have it. */
export interface BufferShape {
  readonly name: string
  readonly class: string
  /** Register with letter, and space unless 0. */
  readonly register: string
  /** Bytes of a constant buffer, stride of a structured one; 0 for texture buffers. */
  readonly size: number
  /** Name of the struct behind it. */
  readonly type: string
  /** Name, byte offset and whether the code reads it, of the direct members. */
  readonly members: readonly (readonly [name: string, offset: number, used: boolean])[]
}

const LETTERS: Readonly<Record<string, string>> = { cbv: 'b', srv: 't', uav: 'u', sampler: 's' }

/** Constant, texture and structured buffers in the order of the records. */
export function bufferShapes(container: Uint8Array): BufferShape[] {
  const module = programOf(container, 'STAT')
  const annotations = structAnnotations(module)
  return moduleResources(module).flatMap(r => {
    let type = r.symbol?.type
    while (type && (type.kind === 'pointer' || type.kind === 'array')) type = type.element
    const annotation = type && annotations.get(type)
    if (r.class !== 'cbv' && r.stride === undefined && r.kind !== RESOURCE_KIND.TBuffer) return []
    const members = (annotation?.fields ?? []).map(f => [f.name, f.offset, f.used] as const)
    const register = `${LETTERS[r.class]}${r.lower}${r.space ? `,space${r.space}` : ''}`
    const size = r.bytes ?? r.stride ?? 0
    return [{ name: r.name, class: r.class, register, size, type: type?.name ?? '', members }]
  })
}

/** Strides of structured SRVs by register. */
export function stridesOf(container: Uint8Array): ReadonlyMap<number, number> {
  const strides = new Map<number, number>()
  for (const r of moduleResources(programOf(container, 'STAT')))
    if (r.class === 'srv' && r.stride !== undefined) strides.set(r.lower, r.stride)
  return strides
}

/** Registers of the constant buffers. */
export const constantBuffersOf = (container: Uint8Array): number[] =>
  moduleResources(programOf(container, 'STAT')).flatMap(r => (r.class === 'cbv' ? [r.lower] : []))

export function programOf(container: Uint8Array, part: string): Module {
  const bytes = partOf(container, part)
  if (!bytes) throw new Error(`no ${part} part`)
  const program = newDxilProgram()
  dxilProgram(new Reader(bytes), program)
  return readModule(program.bitcode)
}

function definitionLines(container: Uint8Array): string[] {
  const lines = listing(container).split('\n')
  const from = lines.findIndex(line => line.startsWith('; Buffer Definitions'))
  const to = lines.findIndex((line, i) => i > from && line.startsWith('; Resource Bindings'))
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
  cbufferLoadLegacy: 59,
  bufferLoad: 68,
  rawBufferLoad: 139,
  annotateHandle: 216,
  createHandleFromBinding: 217,
} as const

function accessLines(module: Module): string[] {
  const lanes = new Map<Value, number[]>()
  const calls: Instruction[] = []
  const users = usersOf(module)
  for (const f of module.functions)
    for (const block of f.blocks)
      for (const inst of block.instructions) {
        if (inst.op === Op.ExtractValue) {
          if (isUpperWordForNothing(inst, users)) continue
          const list = lanes.get(inst.operands[0]!) ?? []
          list.push(inst.indices![0]!)
          lanes.set(inst.operands[0]!, list)
        } else if (inst.op === Op.Call) calls.push(inst)
      }
  const lines = new Set<string>()
  const native = module.dataLayout.includes('-i16:16-')
  const typed = new Set(
    moduleResources(module).flatMap(r =>
      r.class === 'srv' && r.kind === RESOURCE_KIND.TBuffer
        ? [`class 0 id ${r.id} `, `bind ${r.lower},${r.lower + (r.count ?? 0) - 1},${r.space},0 `]
        : [],
    ),
  )
  for (const call of calls) {
    const name = resourceText(call.operands[1]!)
    const isTyped = [...typed].some(t => name.startsWith(t))
    for (const line of accessesOf(call, lanes.get(call) ?? [], native, isTyped)) lines.add(line)
  }
  return [...lines].sort()
}

type Users = ReadonlyMap<Value, readonly Instruction[]>

function usersOf(module: Module): Users {
  const users = new Map<Value, Instruction[]>()
  for (const f of module.functions)
    for (const block of f.blocks)
      for (const inst of block.instructions)
        for (const operand of inst.operands) {
          const list = users.get(operand) ?? []
          list.push(inst)
          users.set(operand, list)
        }
  return users
}

/** What becomes of the upper word of a number of 64 bits of which only the lower is wanted: DXC makes the number all the same. */
const FOR_NOTHING: readonly ((user: Instruction) => boolean)[] = [
  user => user.op === Op.Cast && user.code === CastOp.ZExt,
  user => user.op === Op.Binop && user.code === SHL && constantOf(user.operands[1]) === 32,
  user => user.op === Op.Binop && user.code === OR,
  user => user.op === Op.Cast && user.code === CastOp.Trunc,
]

function isUpperWordForNothing(word: Value, users: Users, step = 0): boolean {
  const isNext = FOR_NOTHING[step]
  const found = users.get(word) ?? []
  return (
    isNext === undefined ||
    (found.length > 0 && found.every(u => isNext(u) && isUpperWordForNothing(u, users, step + 1)))
  )
}

/** One line a lane that is read. */
function accessesOf(call: Instruction, lanes: readonly number[], isNative: boolean, isTyped: boolean): string[] {
  const op = dxOpcode(call)
  const callee = call.operands.at(-1)!
  const overload = callee.kind === 'function' ? callee.name.split('.').at(-1)! : ''
  const at = (i: number): string => linear(call.operands[i]!)
  if (op === OP.cbufferLoadLegacy)
    return lanes.map(lane => `cbuffer.${overload} ${resourceText(call.operands[1]!)} row ${at(2)} lane ${lane}`)
  if (op !== OP.bufferLoad && op !== OP.rawBufferLoad) return []
  if (isTyped)
    return lanes.map(lane => `cbuffer.${overload} ${resourceText(call.operands[1]!)} row ${at(2)} lane ${lane}`)
  // Lane 4 is the status. Minimum precision lies in memory as 32 bits, whichever of two overloads reads it.
  const bytes = overload.endsWith('64') ? 8 : overload.endsWith('16') && op === OP.rawBufferLoad && isNative ? 2 : 4
  const [index, offset] = [call.operands[2]!, call.operands[3]!]
  const isByteAddress = offset.kind === 'undef'
  return lanes
    .filter(lane => lane < 4)
    .flatMap(lane => {
      const bytesAt = isByteAddress ? linear(index, lane * bytes) : `${linear(index)} ${linear(offset, lane * bytes)}`
      const upper = isByteAddress ? linear(index, lane * 8 + 4) : `${linear(index)} ${linear(offset, lane * 8 + 4)}`
      const name = resourceText(call.operands[1]!)
      return bytes === 8 ? [`read ${name} ${bytesAt}`, `read ${name} ${upper}`] : [`read ${name} ${bytesAt}`]
    })
}

function resourceText(handle: Value | undefined): string {
  if (handle?.kind !== 'instruction') return '?'
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
function linear(value: Value, more = 0): string {
  if (value.kind === 'undef') return 'undef'
  const terms = new Map<Value, number>()
  const constant = collect(value, 1, terms, 0)
  const unknown = [...terms.values()].filter(n => n !== 0).sort((a, b) => a - b)
  return [...unknown.map(n => `${n}*x`), String((constant + more) >>> 0)].join('+')
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
