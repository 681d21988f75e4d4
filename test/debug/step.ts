// Steps through the debug module of a container as a debugger would, one thread alone: which values its debug rows give the visible variables at each
// line. Whoever compiled the same source, the same values must show. What operations without a rule here give depends on their arguments alone.

import { calleeOf, dxOpcode } from '../../src/dxil/dx_call.ts'
import { shownModule } from '../../src/listing/listing.ts'
import type { MDDebug, Metadata } from '../../src/llvm/model/metadata.ts'
import type { Type } from '../../src/llvm/model/types.ts'
import { type BasicBlock, type Func, type Instruction, Op, type Value } from '../../src/llvm/model/values.ts'
import { DxilOp } from '../../src/spec/dxil_ops.ts'
import { MetadataCode } from '../../src/spec/llvm_codes.ts'
import { ATOMICS } from '../executed/arithmetic.ts'
import { chain, isInside, place, text } from './debug_facts.ts'
import {
  binary,
  cast,
  compare,
  type Datum,
  floatOf,
  isFloat,
  MATH,
  modified,
  type Pointer,
  widthOf,
} from './step_math.ts'

export type Shown = number | bigint

/** Values by `line chain | variable @ first bit`, in the order in which they showed. */
export type Steps = ReadonlyMap<string, readonly Shown[]>

const MAX_STEPS = 30_000

const isPointer = (d: Datum): d is Pointer => typeof d === 'object' && d !== null && 'memory' in d
const isMany = (d: Datum): d is readonly Datum[] => Array.isArray(d)

/** 32 bits of a text. */
function hash(of: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < of.length; i++) h = Math.imul(h ^ of.charCodeAt(i), 0x01000193)
  return (h ^ (h >>> 15)) >>> 0
}

/**
 * @param byColumns matrices are told of column by column, as DXC does it, though their types have the elements row by row. What is given is by rows.
 */
export function stepsOf(container: Uint8Array, thread: number, byColumns: boolean): Steps {
  const entry = shownModule(container).functions.find(f => !f.isDeclaration)!
  return new Stepper(thread, byColumns).run(entry)
}

/** Where the elements of matrices in a type are by rows, by where they are column by column. */
function transposed(type: MDDebug, at: number, into: Map<number, number>): void {
  const { fields } = type
  const of = type.code === MetadataCode.DerivedType ? (fields[5] as MDDebug | null) : null
  if (of) {
    transposed(of, at, into)
    return
  }
  if (type.code !== MetadataCode.CompositeType) return
  const size = Number(fields[6])
  const [, rows, columns] = /^matrix<.*, (\d+), (\d+)>$/.exec(text(fields[1])) ?? []
  const elements = ((fields[10] as { operands?: readonly MDDebug[] } | null)?.operands ?? []) as readonly MDDebug[]
  if (rows && columns) {
    const bits = size / (Number(rows) * Number(columns))
    for (let r = 0; r < Number(rows); r++)
      for (let c = 0; c < Number(columns); c++)
        into.set(at + (c * Number(rows) + r) * bits, at + (r * Number(columns) + c) * bits)
  } else if (Number(fields[0]) === DW_TAG_ARRAY) {
    const element = fields[5] as MDDebug
    const count = elements.reduce((n, range) => n * Number(range.fields[0]), 1)
    for (let i = 0; i < count && i < 256; i++) transposed(element, at + (i * size) / count, into)
  } else
    for (const e of elements)
      if (e.code === MetadataCode.DerivedType) transposed(e.fields[5] as MDDebug, at + Number(e.fields[8]), into)
}

const DW_TAG_ARRAY = 1

interface Row {
  readonly key: string
  readonly scope: MDDebug
  readonly type: MDDebug
  readonly around: string
  readonly offset: number
  readonly dims: readonly (readonly [stride: number, count: number])[]
  /** Bits; 0: the whole variable. */
  readonly size: number
  /** In memory. */
  pointer: Pointer | undefined
  pointee: Type | undefined
  value: Datum
}

class Stepper {
  readonly #thread: number
  readonly #byColumns: boolean
  readonly #transposed = new Map<MDDebug, ReadonlyMap<number, number>>()
  readonly #values = new Map<Value, Datum>()
  readonly #buffers = new Map<string, Datum>()
  readonly #rows = new Map<string, Row>()
  readonly #shown = new Map<string, Shown[]>()

  constructor(thread: number, byColumns: boolean) {
    this.#thread = thread
    this.#byColumns = byColumns
  }

  run(f: Func): Steps {
    let block: BasicBlock = f.blocks[0]!
    let from: BasicBlock | undefined
    let steps = 0
    for (;;) {
      const phis = block.instructions.filter(i => i.op === Op.Phi)
      const incoming = phis.map(phi => this.#get(phi.operands[phi.blocks.indexOf(from!)]!))
      phis.forEach((phi, i) => void this.#values.set(phi, incoming[i]))
      let next: BasicBlock | undefined
      let last: MDDebug | null = null
      for (const inst of block.instructions) {
        if (++steps > MAX_STEPS) throw new Error('the program has no end')
        if (inst.op === Op.Phi) continue
        if (this.#declare(inst)) {
          last = null
          continue
        }
        if (inst.location && inst.location !== last) this.#show((last = inst.location))
        if (inst.op === Op.Ret) return this.#shown
        if (inst.op === Op.Br) next = inst.blocks[inst.blocks.length > 1 && !this.#int(inst.operands[0]!) ? 1 : 0]
        else if (inst.op === Op.Switch) next = this.#chosen(inst)
        else if (inst.op === Op.Unreachable) throw new Error('unreachable code is reached')
        else {
          this.#values.set(inst, this.#evaluate(inst))
          if (inst.op === Op.Store || inst.op === Op.AtomicRmw) last = null
        }
      }
      from = block
      block = next!
    }
  }

  // ---- variables ---------------------------------------------------------------------------------------------------------------------

  /** Whether the instruction is a debug row; takes it up. */
  #declare(inst: Instruction): boolean {
    const name = calleeOf(inst)?.name ?? ''
    if (!name.startsWith('llvm.dbg.')) return false
    const isDeclare = name === 'llvm.dbg.declare'
    const metadata = (n: number): Metadata => (inst.operands[n] as unknown as { metadata: Metadata }).metadata
    const variable = metadata(isDeclare ? 1 : 2) as MDDebug
    const expression = (metadata(isDeclare ? 2 : 3) as MDDebug).fields.map(Number)
    const described = metadata(0)
    const value = described.kind === 'value' ? (described.value as Value) : undefined
    const inlined = inst.location ? place(inst.location).inlinedAt : null
    const around = inlined ? chain(inlined) : ''
    const at = expression.indexOf(0x9d)
    let offset = at < 0 ? 0 : expression[at + 1]!
    const layout = inst.attachments?.map(a => a.node as unknown as { operands: { value: { value: number } }[] })[0]
    const words = layout?.operands.map(o => Number(o.value.value)) ?? []
    if (words.length > 0) offset = words[0]!
    const dims = Array.from(
      { length: (words.length - 1) >> 1 },
      (_, i) => [words[1 + 2 * i]!, words[2 + 2 * i]!] as const,
    )
    const key = `${text(variable.fields[2])}#${variable.fields[4]} in ${around}`
    const id = `${key} ${offset} ${at < 0 ? 0 : expression[at + 2]} ${dims.join()}`
    const isKnown = value !== undefined && value.kind !== 'undef'
    const got = isKnown ? this.#get(value) : undefined
    // What is told anew of some bits takes the place of what was told of them.
    const size = at < 0 ? 0 : expression[at + 2]!
    if (!isDeclare)
      for (const [other, row] of this.#rows)
        if (row.key === key && !row.pointer && row.offset === offset) this.#rows.delete(other)
    if (got === undefined) return true
    this.#rows.set(id, {
      ...{
        key,
        scope: variable.fields[1] as MDDebug,
        type: variable.fields[5] as MDDebug,
        around,
        offset,
        dims,
        size,
        value: got,
      },
      pointer: isDeclare && isPointer(got) ? got : undefined,
      pointee: isDeclare ? value!.type.element : undefined,
    })
    return true
  }

  #show(location: MDDebug): void {
    const { scope, inlinedAt } = place(location)
    const around = inlinedAt ? chain(inlinedAt) : ''
    const line = chain(location)
    for (const row of this.#rows.values()) {
      if (row.around !== around || !isInside(scope, row.scope)) continue
      const rows = this.#byColumns ? this.#rowsOf(row.type) : undefined
      for (const [offset, value] of piecesOf(row)) {
        const key = `${line} | ${row.key}@${rows?.get(offset) ?? offset}`
        const list = this.#shown.get(key)
        if (!list) this.#shown.set(key, [value])
        else if (!Object.is(list.at(-1), value)) list.push(value)
      }
    }
  }

  #rowsOf(type: MDDebug): ReadonlyMap<number, number> {
    let known = this.#transposed.get(type)
    if (!known) {
      const made = new Map<number, number>()
      transposed(type, 0, made)
      this.#transposed.set(type, (known = made))
    }
    return known
  }

  // ---- code --------------------------------------------------------------------------------------------------------------------------

  #chosen(inst: Instruction): BasicBlock {
    const value = this.#int(inst.operands[0]!)
    for (let i = 1; i < inst.operands.length; i++) if (this.#int(inst.operands[i]!) === value) return inst.blocks[i]!
    return inst.blocks[0]!
  }

  #int(v: Value): bigint {
    const d = this.#get(v)
    return typeof d === 'bigint' ? d : 0n
  }

  #get(v: Value): Datum {
    switch (v.kind) {
      case 'int':
        return v.type.width === 1 ? BigInt(v.value) & 1n : BigInt(v.value)
      case 'fp':
        return floatOf(v.type, v.bits)
      case 'undef':
        return undefined
      case 'null':
        return zero(v.type)
      case 'data':
        return v.elements.map(e =>
          v.type.element.kind === 'float' || v.type.element.kind === 'double'
            ? floatOf(v.type.element, e)
            : BigInt.asIntN(v.type.element.width, BigInt(e)),
        )
      case 'aggregate':
        return v.operands.map(o => this.#get(o))
      case 'global':
        if (!this.#values.has(v)) {
          const held = v.initializer && v.initializer.kind !== 'undef' ? this.#get(v.initializer) : zero(v.valueType)
          this.#values.set(v, { memory: [copied(held)], path: [0] })
        }
        return this.#values.get(v)
      case 'expr':
        if (v.op === 'gep') return this.#gep(v.operands)
        return v.op === 'cast' ? this.#get(v.operands[0]!) : undefined
      default:
        return this.#values.get(v)
    }
  }

  #gep([base, first, ...rest]: readonly Value[]): Datum {
    const pointer = this.#get(base!)
    if (!isPointer(pointer)) return undefined
    const start = Number(this.#int(first!))
    const path = start === 0 ? pointer.path : [...pointer.path.slice(0, -1), pointer.path.at(-1)! + start]
    return { memory: pointer.memory, path: [...path, ...rest.map(v => Number(this.#int(v)))] }
  }

  #evaluate(inst: Instruction): Datum {
    const of = (i: number): Datum => this.#get(inst.operands[i]!)
    switch (inst.op) {
      case Op.Binop:
        return each([of(0), of(1)], ([a, b]) => binary(inst, a, b))
      case Op.Cmp:
        return each([of(0), of(1)], ([a, b]) => compare(inst.code, widthOf(inst.operands[0]!.type), a, b))
      case Op.Cast:
        return isPointer(of(0)) ? of(0) : each([of(0)], ([a]) => cast(inst, a))
      case Op.Select:
        return of(0) === undefined ? undefined : of(0) ? of(1) : of(2)
      case Op.ExtractValue:
        return (inst.indices ?? []).reduce<Datum>((at, i) => (isMany(at) ? at[i] : undefined), of(0))
      case Op.Alloca:
        return { memory: [shape(inst.type.element)], path: [0] }
      case Op.Gep:
        return this.#gep(inst.operands)
      case Op.Load:
        return copied(read(of(0)))
      case Op.Store:
        write(of(1), copied(of(0)))
        return undefined
      case Op.AtomicRmw: {
        const before = read(of(0))
        const by = of(1)
        if (typeof before === 'bigint' && typeof by === 'bigint') write(of(0), modified(inst.code, before, by))
        return before
      }
      case Op.CmpXchg: {
        const before = read(of(0))
        if (before === of(1)) write(of(0), of(2))
        return [before, before === of(1) ? 1n : 0n]
      }
      case Op.Call:
        return this.#call(inst)
      default:
        return undefined
    }
  }

  #call(inst: Instruction): Datum {
    const opcode = dxOpcode(inst)
    if (opcode < 0) return undefined
    const args = inst.operands.slice(1, -1).map(v => this.#get(v))
    const rule = MATH.get(opcode)
    if (rule) return args.some(a => a === undefined) ? undefined : rule(args as never[], inst)
    switch (opcode) {
      case DxilOp.ThreadId:
      case DxilOp.ThreadIdInGroup:
        return args[0] === 0n ? BigInt(this.#thread) : 0n
      case DxilOp.FlattenedThreadIdInGroup:
        return BigInt(this.#thread)
      case DxilOp.GroupId:
        return 0n
      case DxilOp.CreateHandle:
        return `${args[0]} ${args[2]}`
      case DxilOp.CreateHandleFromBinding:
        return `${isMany(args[0]) ? args[0][3] : 0n} ${args[1]}`
      case DxilOp.AnnotateHandle:
        return args[0]
      case DxilOp.BufferLoad:
      case DxilOp.RawBufferLoad:
      case DxilOp.TextureLoad:
        return this.#load(inst, opcode, args)
      case DxilOp.BufferStore:
      case DxilOp.RawBufferStore:
      case DxilOp.TextureStore:
        return this.#store(inst, opcode, args)
      case DxilOp.AtomicBinOp:
      case DxilOp.AtomicCompareExchange:
        return this.#atomic(inst, opcode, args)
      case DxilOp.CBufferLoadLegacy:
        return this.#constants(inst, args)
      default:
        return invented(inst.type, `${opcode} ${args.map(spelled).join()}`)
    }
  }

  /** Where the components of an access lie. */
  #places(opcode: number, args: readonly Datum[], element: Type): string[] {
    const isImage = opcode === DxilOp.TextureLoad || opcode === DxilOp.TextureStore
    if (isImage) {
      const coordinates = opcode === DxilOp.TextureLoad ? args.slice(2, 5) : args.slice(1, 4)
      return [0, 1, 2, 3].map(i => `${args[0]} at ${coordinates.map(spelled).join()} ${i}`)
    }
    const [handle, index, offset] = args
    const bytes = widthOf(element) / 8 || 4
    // Raw buffers have one index, the byte; typed ones count elements.
    const isRaw = offset === undefined
    return [0, 1, 2, 3].map(i =>
      isRaw && opcode !== DxilOp.BufferLoad && opcode !== DxilOp.BufferStore
        ? `${handle} ${Number(index ?? 0n) + i * bytes}`
        : `${handle} ${index} ${Number(offset ?? 0n) + i * bytes}`,
    )
  }

  #load(inst: Instruction, opcode: number, args: readonly Datum[]): Datum {
    const element = inst.type.contained[0]!
    const held = this.#places(opcode, args, element).map(at => this.#at(at, element))
    return inst.type.contained.map((type, i) => (i < 4 ? held[i] : invented(type, `status ${spelled(args[0])}`)))
  }

  #at(at: string, element: Type): Datum {
    const held = this.#buffers.get(at)
    return held !== undefined && (typeof held === 'number') === isFloat(element) ? held : invented(element, at)
  }

  #store(inst: Instruction, opcode: number, args: readonly Datum[]): undefined {
    const first = opcode === DxilOp.TextureStore ? 4 : 3
    const element = inst.operands[first + 1]!.type
    const mask = Number(args[first + 4] ?? 15n)
    this.#places(opcode, args, element).forEach((at, i) => {
      if ((mask >> i) & 1) this.#buffers.set(at, args[first + i])
    })
  }

  #atomic(inst: Instruction, opcode: number, args: readonly Datum[]): Datum {
    const isSwap = opcode === DxilOp.AtomicCompareExchange
    const coordinates = isSwap ? args.slice(1, 4) : args.slice(2, 5)
    const at = this.#places(DxilOp.RawBufferLoad, [args[0], ...coordinates], inst.type)[0]!
    const before = this.#at(at, inst.type)
    if (typeof before !== 'bigint') return before
    if (isSwap) {
      if (before === args[4]) this.#buffers.set(at, args[5])
    } else if (typeof args[5] === 'bigint') this.#buffers.set(at, modified(ATOMICS[Number(args[1])]!, before, args[5]))
    return before
  }

  #constants(inst: Instruction, [handle, row]: readonly Datum[]): Datum {
    const bytes = widthOf(inst.type.contained[0]!) / 8
    return inst.type.contained.map((type, i) => invented(type, `${handle} ${Number(row ?? 0n) * 16 + i * bytes}`))
  }
}

/** The parts of a variable that a row tells of: first bit and value. */
function piecesOf(row: Row): [offset: number, value: Shown][] {
  const out: [number, Shown][] = []
  const give = (offset: number, value: Datum): void => {
    if (typeof value === 'number' || typeof value === 'bigint') out.push([offset, value])
  }
  const leaves: [Datum, number][] = []
  const walk = (d: Datum, type: Type): void => {
    if (type.kind === 'array' || type.kind === 'vector')
      for (let i = 0; i < type.count; i++) walk(isMany(d) ? d[i] : undefined, type.element)
    else if (type.kind === 'struct') type.contained.forEach((t, i) => void walk(isMany(d) ? d[i] : undefined, t))
    else leaves.push([d, Math.max(widthOf(type), 32)])
  }
  if (row.pointer && row.pointee) walk(read(row.pointer), row.pointee)
  else if (!isMany(row.value)) {
    give(row.offset, row.value)
    return out
  }
  leaves.forEach(([value, bits], n) => {
    let { offset } = row
    if (row.dims.length === 0) offset += n * bits
    else
      for (let d = row.dims.length - 1, rest = n; d >= 0; d--) {
        const [stride, count] = row.dims[d]!
        offset += (rest % count) * stride
        rest = Math.floor(rest / count)
      }
    give(offset, value)
  })
  return out
}

const spelled = (d: Datum): string => (isMany(d) ? d.map(spelled).join() : typeof d === 'object' ? 'memory' : String(d))

/** Small numbers, so that loops end. */
function invented(type: Type, from: string): Datum {
  if (type.kind === 'struct') return type.contained.map((t, i) => invented(t, `${from}/${i}`))
  if (isFloat(type)) return (hash(from) % 1021) / 64 + 0.25
  if (type.kind !== 'int') return undefined
  return BigInt(type.width === 1 ? hash(from) & 1 : hash(from) % 23)
}

function zero(type: Type): Datum {
  if (type.kind === 'vector' || type.kind === 'array')
    return Array.from({ length: type.count }, () => zero(type.element))
  if (type.kind === 'struct') return type.contained.map(zero)
  return isFloat(type) ? 0 : type.kind === 'int' ? 0n : undefined
}

function shape(type: Type): Datum {
  if (type.kind === 'vector' || type.kind === 'array')
    return Array.from({ length: type.count }, () => shape(type.element))
  return type.kind === 'struct' ? type.contained.map(shape) : undefined
}

const copied = (d: Datum): Datum => (isMany(d) ? d.map(copied) : d)

function read(at: Datum): Datum {
  return isPointer(at) ? at.path.reduce<Datum>((held, i) => (isMany(held) ? held[i] : undefined), at.memory) : undefined
}

function write(at: Datum, value: Datum): void {
  if (!isPointer(at)) return
  const into = read({ memory: at.memory, path: at.path.slice(0, -1) })
  const last = at.path.at(-1)!
  if (isMany(into) && last >= 0 && last < into.length) (into as Datum[])[last] = value
}

function each(args: readonly Datum[], rule: (scalars: (number | bigint)[]) => Datum): Datum {
  return args.some(a => a === undefined) ? undefined : rule(args as (number | bigint)[])
}
