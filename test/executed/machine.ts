// Executes DXIL of any stage: lanes of one wave, side by side, that meet at barriers and at operations across lanes.

import { bitsToHalf } from '../../src/base/float16.ts'
import { calleeOf, dxOpcode } from '../../src/dxil/dx_call.ts'
import type { ProgramResource } from '../../src/dxil/resources.ts'
import { allocSize, type DataLayout, dataLayoutOf, fieldOffsets } from '../../src/dxil/type_size.ts'
import type { Module } from '../../src/llvm/model/module.ts'
import type { Type } from '../../src/llvm/model/types.ts'
import {
  type BasicBlock,
  type Func,
  type GlobalVariable,
  type Instruction,
  Op,
  type Value,
} from '../../src/llvm/model/values.ts'
import { dxilOpRow } from '../../src/spec/dxil_ops.ts'
import { CastOp } from '../../src/spec/llvm_codes.ts'
import { atomic, binary, bitsOfScalar, cast, compare, doubleOf, floatOf, scalarOfBits, wrapped } from './arithmetic.ts'
import { type Model, type Way, wayThrough } from './convergence.ts'
import {
  type Datum,
  empty,
  isMany,
  isObjectType,
  isPointer,
  isScalar,
  Memory,
  type Pointer,
  TooLong,
  Undefined,
  Unsupported,
  unsupported,
  zero,
} from './data.ts'
import { Flow } from './flow.ts'

const MAX_STEPS = 100_000
const MAX_DEPTH = 60

interface Frame {
  readonly way: Way
  readonly values: Map<Value, Datum>
  block: BasicBlock
  next: number
  /** The call that the result goes to. */
  readonly call: Instruction | undefined
}

/** One thread. */
/** How messages end of accesses to no element of a variable. */
export const OUTSIDE = 'outside of memory'

export class Lane {
  readonly index: number
  readonly frames: Frame[] = []
  readonly globals = new Map<GlobalVariable, Memory>()
  steps = 0
  isDone = false
  /** What it returned. */
  result: Datum
  constructor(index: number) {
    this.index = index
  }
}

/** What operations of DXIL do; `meets`: whether lanes wait for each other there. */
export interface Operations {
  readonly meets: (opcode: number) => boolean
  readonly perform: (lane: Lane, inst: Instruction, opcode: number, args: readonly Datum[]) => Datum
  /** Of all lanes that wait at the same instruction; results by lane. */
  readonly together: (
    lanes: readonly Lane[],
    inst: Instruction,
    opcode: number,
    args: readonly (readonly Datum[])[],
  ) => readonly Datum[]
  /** A function that is only declared. */
  readonly external: (lane: Lane, callee: Func, args: readonly Datum[]) => Datum
}

export class Machine {
  readonly module: Module
  readonly layout: DataLayout
  readonly #operations: Operations
  readonly #resources: ReadonlyMap<Value, ProgramResource>
  /** What lanes share. */
  readonly #shared = new Map<GlobalVariable, Memory>()
  readonly #constants = new Map<Value, Datum>()
  readonly #flows = new Map<Func, Flow>()
  readonly #model: Model

  constructor(module: Module, operations: Operations, resources: readonly ProgramResource[], model: Model = 'order') {
    this.module = module
    this.#model = model
    this.layout = dataLayoutOf(module.dataLayout)
    this.#operations = operations
    const symbols = new Map<Value, ProgramResource>()
    for (const r of resources) {
      let symbol = r.symbol
      while (symbol?.kind === 'expr') symbol = symbol.operands[0]
      if (symbol?.kind === 'global') symbols.set(symbol, r)
    }
    this.#resources = symbols
  }

  /** Runs a function in all lanes to its end. */
  run(func: Func, lanes: readonly Lane[], args: (lane: Lane) => readonly Datum[]): void {
    for (const lane of lanes) this.#enter(lane, func, args(lane), undefined)
    for (;;) {
      for (const lane of lanes) if (!lane.isDone) this.#proceed(lane)
      const waiting = lanes.filter(l => !l.isDone)
      if (waiting.length === 0) return
      this.#meet(waiting)
    }
  }

  /** The lanes that wait at the earliest place go on first: they may yet come to where the others wait. */
  #meet(waiting: readonly Lane[]): void {
    const placeOf = (lane: Lane): readonly number[] =>
      lane.frames.flatMap(({ way, block, next }) => [...way.place(block), next])
    const first = [...waiting].sort((a, b) => earlier(placeOf(a), placeOf(b)))[0]!
    const place = placeOf(first).join()
    const group = waiting.filter(l => placeOf(l).join() === place)
    const frame = first.frames.at(-1)!
    const inst = frame.block.instructions[frame.next]!
    const results = this.#operations.together(
      group,
      inst,
      dxOpcode(inst),
      group.map(l => this.#argumentsOf(l.frames.at(-1)!, inst, l)),
    )
    group.forEach((lane, i) => {
      const at = lane.frames.at(-1)!
      at.values.set(inst, results[i])
      at.next++
    })
  }

  #enter(lane: Lane, func: Func, args: readonly Datum[], call: Instruction | undefined): void {
    if (lane.frames.length > MAX_DEPTH) throw new TooLong('calls too deep')
    const values = new Map<Value, Datum>()
    func.args.forEach((arg, i) => void values.set(arg, args[i]))
    const flow = this.#flows.get(func) ?? new Flow(func)
    this.#flows.set(func, flow)
    const block = func.blocks[0]!
    // No branch leads to the first block, so that it is no head.
    lane.frames.push({ way: wayThrough(flow, this.#model), values, block, next: 0, call })
  }

  #leave(lane: Lane, result: Datum): void {
    const { call } = lane.frames.pop()!
    const caller = lane.frames.at(-1)
    if (!caller || !call) {
      lane.isDone = true
      lane.result = result
      return
    }
    caller.values.set(call, result)
    caller.next++
  }

  /** Until the lane ends or waits for others. */
  #proceed(lane: Lane): void {
    while (!lane.isDone) {
      const frame = lane.frames.at(-1)!
      const inst = frame.block.instructions[frame.next] ?? unsupported('block without end')
      if (++lane.steps > MAX_STEPS) throw new TooLong('too many steps')
      switch (inst.op) {
        case Op.Ret:
          this.#leave(lane, inst.operands.length > 0 ? this.#get(frame, inst.operands[0]!, lane) : undefined)
          break
        case Op.Unreachable:
          // Behind an operation that does not return.
          lane.frames.length = 0
          lane.isDone = true
          break
        case Op.Br: {
          let to = inst.blocks[0]!
          if (inst.blocks.length > 1) {
            const condition = this.#get(frame, inst.operands[0]!, lane)
            if (condition === undefined) throw new Undefined('a branch depends on something undefined')
            if (condition === 0) to = inst.blocks[1]!
          }
          this.#jump(frame, to, lane)
          break
        }
        case Op.Switch: {
          const value = this.#get(frame, inst.operands[0]!, lane)
          if (value === undefined) throw new Undefined('a switch depends on something undefined')
          const i = inst.operands.findIndex((v, n) => n > 0 && this.#get(frame, v, lane) === value)
          this.#jump(frame, inst.blocks[Math.max(0, i)]!, lane)
          break
        }
        case Op.Call:
          if (this.#call(lane, frame, inst)) return
          break
        default:
          frame.values.set(inst, this.#evaluate(frame, inst, lane))
          frame.next++
      }
    }
  }

  #jump(frame: Frame, to: BasicBlock, lane: Lane): void {
    const phis = to.instructions.filter(i => i.op === Op.Phi)
    const incoming = phis.map(phi => this.#get(frame, phi.operands[phi.blocks.indexOf(frame.block)]!, lane))
    phis.forEach((phi, i) => void frame.values.set(phi, incoming[i]))
    frame.way.jump(frame.block, to)
    frame.block = to
    frame.next = phis.length
  }

  #argumentsOf(frame: Frame, inst: Instruction, lane: Lane): readonly Datum[] {
    const from = dxOpcode(inst) >= 0 ? 1 : 0
    return inst.operands.slice(from, -1).map(v => (v.kind === 'metadata' ? undefined : this.#get(frame, v, lane)))
  }

  /** @returns whether the lane waits */
  #call(lane: Lane, frame: Frame, inst: Instruction): boolean {
    const opcode = dxOpcode(inst)
    if (opcode >= 0) {
      if (this.#operations.meets(opcode)) return true
      const isLast = dxilOpRow(opcode)?.[9].includes('noreturn') === true
      frame.values.set(inst, this.#operations.perform(lane, inst, opcode, this.#argumentsOf(frame, inst, lane)))
      frame.next++
      if (isLast) {
        lane.frames.length = 0
        lane.isDone = true
      }
      return false
    }
    const callee = calleeOf(inst) ?? unsupported('call of a pointer')
    if (callee.name.startsWith('llvm.')) {
      this.#intrinsic(callee.name, this.#argumentsOf(frame, inst, lane))
      frame.next++
      return false
    }
    const args = this.#argumentsOf(frame, inst, lane)
    if (callee.isDeclaration) {
      frame.values.set(inst, this.#operations.external(lane, callee, args))
      frame.next++
    } else this.#enter(lane, callee, args, inst)
    return false
  }

  #intrinsic(name: string, args: readonly Datum[]): void {
    if (name.startsWith('llvm.lifetime') || name.startsWith('llvm.dbg')) return
    if (!name.startsWith('llvm.memcpy')) unsupported(name)
    const [to, from, size] = args
    if (!isPointer(to) || !isPointer(from)) throw new Unsupported('memcpy of no memory')
    for (let i = 0; i < Number(size); i++) {
      to.memory.bytes.setUint8(to.at + i, from.memory.bytes.getUint8(from.at + i))
      to.memory.known[to.at + i] = from.memory.known[from.at + i]!
    }
  }

  #get(frame: Frame, v: Value, lane: Lane): Datum {
    if (v.kind === 'instruction' || v.kind === 'argument') {
      const found = frame.values.get(v)
      if (found === undefined && !frame.values.has(v)) unsupported('value that is not there yet')
      return found
    }
    return this.#constant(v, lane)
  }

  #constant(v: Value, lane: Lane): Datum {
    switch (v.kind) {
      case 'int':
        return wrapped(v.type.width, v.value)
      case 'fp':
        if (v.type.kind === 'double') return doubleOf(BigInt(v.bits))
        return v.type.kind === 'half' ? bitsToHalf(Number(v.bits)) : floatOf(Number(v.bits))
      case 'undef':
        return empty(v.type)
      case 'null':
        return v.type.kind === 'pointer' ? undefined : zero(v.type)
      case 'global':
        return this.#pointerTo(v, lane)
      case 'expr':
        return this.#expression(v, lane)
      case 'data':
      case 'aggregate': {
        let made = this.#constants.get(v)
        if (made === undefined) {
          made =
            v.kind === 'data'
              ? v.elements.map(e => scalarOfBits(v.type.element, BigInt(e)))
              : v.operands.map(o => this.#constant(o, lane))
          this.#constants.set(v, made)
        }
        return made
      }
      default:
        return unsupported(`value of a ${v.kind}`)
    }
  }

  #expression(v: Value & { kind: 'expr' }, lane: Lane): Datum {
    const of = (i: number): Datum => this.#constant(v.operands[i]!, lane)
    const first = v.operands[0]!
    if (v.op === 'gep')
      return this.#gep(
        first.type,
        v.operands.map((_, i) => of(i)),
      )
    if (v.op === 'cast') return this.#cast(v.code, first.type, v.type, of(0))
    const [a, b] = [of(0), of(1)]
    if (!isScalar(a) || !isScalar(b)) return unsupported(`constant ${v.op}`)
    if (v.op === 'binop') return binary(v.code, v.type, a, b)
    if (v.op === 'cmp') return compare(v.code, first.type, a, b)
    return unsupported(`constant ${v.op}`)
  }

  #pointerTo(global: GlobalVariable, lane: Lane): Pointer {
    const resource = this.#resources.get(global)
    if (resource) return { kind: 'pointer', memory: new Memory(0), at: 0, resource }
    const isShared = global.type.addressSpace === 3 || global.constant
    const held = isShared ? this.#shared : lane.globals
    let memory = held.get(global)
    if (!memory) {
      memory = new Memory(this.sizeOf(global.valueType))
      held.set(global, memory)
      const pointer = { kind: 'pointer', memory, at: 0 } as const
      if (global.type.addressSpace === 3) memory.known.fill(1)
      else if (global.initializer) this.write(pointer, global.valueType, this.#constant(global.initializer, lane))
    }
    return { kind: 'pointer', memory, at: 0 }
  }

  sizeOf(type: Type): number {
    return allocSize(type, this.layout)
  }

  #gep(base: Type, [pointer, first, ...rest]: readonly Datum[]): Datum {
    if (!isPointer(pointer)) return pointer === undefined ? undefined : unsupported('address of no memory')
    let type = base.element
    if (first === undefined || rest.includes(undefined)) throw new Undefined('an index is undefined')
    let at = pointer.at + Number(first) * this.sizeOf(type)
    for (const index of rest) {
      const n = Number(index)
      if (type.kind === 'struct') {
        at += fieldOffsets(type, this.layout)[n]!
        type = type.contained[n]!
      } else {
        type = type.element
        at += n * this.sizeOf(type)
      }
    }
    return { ...pointer, at }
  }

  read(pointer: Pointer, type: Type): Datum {
    if (pointer.resource)
      return {
        kind: 'handle',
        key: this.#keyOf(pointer, type),
        shape: pointer.resource.kind,
        stride: pointer.resource.stride ?? 0,
      }
    if (type.kind === 'vector' || type.kind === 'array') {
      const size = this.sizeOf(type.element)
      return Array.from({ length: type.count }, (_, i) =>
        this.read({ ...pointer, at: pointer.at + i * size }, type.element),
      )
    }
    if (isObjectType(type)) return pointer.memory.objects.get(pointer.at)
    if (type.kind === 'struct') {
      const offsets = fieldOffsets(type, this.layout)
      return type.contained.map((t, i) => this.read({ ...pointer, at: pointer.at + offsets[i]! }, t))
    }
    const { memory, at } = pointer
    const size = bytesOf(type)
    if (at < 0 || at + size > memory.known.length) throw new Undefined(`a load ${OUTSIDE}`)
    let bits = 0n
    for (let i = size - 1; i >= 0; i--) {
      if (memory.known[at + i] === 0) return undefined
      bits = (bits << 8n) | BigInt(memory.bytes.getUint8(at + i))
    }
    return scalarOfBits(type, bits)
  }

  /** Elements of arrays of resources are counted from the first register. */
  #keyOf({ resource, at }: Pointer, type: Type): string {
    return resourceKey(resource!, Math.floor(at / Math.max(1, this.sizeOf(type))))
  }

  write(pointer: Pointer, type: Type, value: Datum): void {
    if (type.kind === 'vector' || type.kind === 'array') {
      const size = this.sizeOf(type.element)
      for (let i = 0; i < type.count; i++)
        this.write({ ...pointer, at: pointer.at + i * size }, type.element, isMany(value) ? value[i] : undefined)
      return
    }
    if (isObjectType(type)) {
      pointer.memory.objects.set(pointer.at, value)
      return
    }
    if (type.kind === 'struct') {
      const offsets = fieldOffsets(type, this.layout)
      type.contained.forEach((t, i) => {
        this.write({ ...pointer, at: pointer.at + offsets[i]! }, t, isMany(value) ? value[i] : undefined)
      })
      return
    }
    const { memory, at } = pointer
    const size = bytesOf(type)
    if (at < 0 || at + size > memory.known.length) throw new Undefined(`a store ${OUTSIDE}`)
    if (value !== undefined && !isScalar(value)) throw new Unsupported('stored handle')
    memory.known.fill(value === undefined ? 0 : 1, at, at + size)
    if (value === undefined) return
    let bits = bitsOfScalar(type, value)
    for (let i = 0; i < size; i++, bits >>= 8n) memory.bytes.setUint8(at + i, Number(bits & 255n))
  }

  #evaluate(frame: Frame, inst: Instruction, lane: Lane): Datum {
    const of = (i: number): Datum => this.#get(frame, inst.operands[i]!, lane)
    const type = inst.type.scalar
    switch (inst.op) {
      case Op.Binop:
        return lanewise([of(0), of(1)], ([a, b]) => binary(inst.code, type, a!, b!))
      case Op.Cmp: {
        const compared = inst.operands[0]!.type.scalar
        const [a, b] = [of(0), of(1)]
        if (isPointer(a) || isPointer(b)) return unsupported('comparison of pointers')
        return lanewise([a, b], ([x, y]) => compare(inst.code, compared, x!, y!))
      }
      case Op.Cast:
        return this.#cast(inst.code, inst.operands[0]!.type, inst.type, of(0))
      case Op.Select: {
        const c = of(0)
        if (isMany(c)) {
          const [x, y] = [of(1), of(2)]
          return c.map((one, i) => (one === undefined ? undefined : ((one === 1 ? x : y) as readonly Datum[])[i]))
        }
        return c === undefined ? empty(inst.type) : of(c === 1 ? 1 : 2)
      }
      case Op.ExtractElement: {
        const [all, i] = [of(0), of(1)]
        return isMany(all) && i !== undefined ? all[Number(i)] : undefined
      }
      case Op.InsertElement: {
        const [all, v, i] = [of(0), of(1), of(2)]
        if (!isMany(all) || i === undefined) return empty(inst.type)
        const made = [...all]
        if (Number(i) < made.length) made[Number(i)] = v
        return made
      }
      case Op.ShuffleVector: {
        const [a, b, mask] = [of(0), of(1), of(2)]
        const both = [...(a as readonly Datum[]), ...(b as readonly Datum[])]
        return (mask as readonly Datum[]).map(n => (typeof n === 'number' ? both[n] : undefined))
      }
      case Op.ExtractValue:
        return (inst.indices ?? []).reduce<Datum>((at, i) => (isMany(at) ? at[i] : undefined), of(0))
      case Op.InsertValue:
        return replaced(of(0), inst.indices ?? [], of(1))
      case Op.Alloca:
        return { kind: 'pointer', memory: new Memory(this.sizeOf(inst.type.element)), at: 0 }
      case Op.Gep:
        return this.#gep(
          inst.operands[0]!.type,
          inst.operands.map((_, i) => of(i)),
        )
      case Op.Load: {
        const pointer = of(0)
        return isPointer(pointer) ? this.read(pointer, inst.type) : unsupported('load from no memory')
      }
      case Op.Store: {
        const pointer = of(1)
        if (!isPointer(pointer)) return unsupported('store to no memory')
        this.write(pointer, inst.operands[0]!.type, of(0))
        return undefined
      }
      case Op.AtomicRmw:
      case Op.CmpXchg:
        return this.#atomic(inst, of)
      case Op.Fence:
        return undefined
      default:
        return unsupported(`instruction ${inst.op}`)
    }
  }

  #atomic(inst: Instruction, of: (i: number) => Datum): Datum {
    const pointer = of(0)
    if (!isPointer(pointer)) return unsupported('atomic operation on no memory')
    const type = inst.operands[1]!.type
    const old = this.read(pointer, type)
    if (inst.op === Op.CmpXchg) {
      const [expected, made] = [of(1), of(2)]
      if (old === undefined || expected === undefined) {
        this.write(pointer, type, undefined)
        return [old, undefined]
      }
      if (old === expected) this.write(pointer, type, made)
      return [old, Number(old === expected)]
    }
    const v = of(1)
    this.write(pointer, type, isScalar(old) && isScalar(v) ? atomic(inst.code, type.width, old, v) : undefined)
    return old
  }

  #cast(code: number, from: Type, to: Type, given: Datum): Datum {
    if (isPointer(given) || (from.kind === 'pointer' && to.kind === 'pointer')) return given
    if (code !== CastOp.BitCast) return lanewise([given], ([a]) => cast(code, from.scalar, to.scalar, a!))
    if (given === undefined) return empty(to)
    // Bits in the order of memory; DXC lays lanes of vectors without padding.
    const lanes = isMany(given) ? given : [given]
    if (lanes.includes(undefined)) {
      if (from.kind === 'vector' && to.kind === 'vector' && from.count === to.count)
        return lanes.map(v =>
          v === undefined ? undefined : scalarOfBits(to.element, bitsOfScalar(from.element, v as number)),
        )
      return empty(to)
    }
    const width = bitWidth(from.scalar)
    let bits = 0n
    for (let i = lanes.length - 1; i >= 0; i--)
      bits = (bits << BigInt(width)) | bitsOfScalar(from.scalar, lanes[i] as number)
    if (to.kind !== 'vector') return scalarOfBits(to, bits)
    const each = BigInt(bitWidth(to.element))
    return Array.from({ length: to.count }, (_, i) =>
      scalarOfBits(to.element, BigInt.asUintN(Number(each), bits >> (each * BigInt(i)))),
    )
  }
}

/** By its name where it has one: what a compiler removes shifts the registers that nobody wrote. */
export const resourceKey = (r: ProgramResource, index: number): string =>
  `${r.class}:${r.name || `${r.space}:${r.lower}`}[${index}]`

const bitWidth = (type: Type): number =>
  type.kind === 'double' ? 64 : type.kind === 'float' ? 32 : type.kind === 'half' ? 16 : type.width
const bytesOf = (type: Type): number => (type.kind === 'pointer' ? 4 : Math.ceil(bitWidth(type) / 8))

function earlier(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  // Deeper in a call is earlier than behind it.
  return b.length - a.length
}

/** A rule lane by lane; undefined where an operand is. */
export function lanewise(
  args: readonly Datum[],
  rule: (scalars: readonly (number | bigint)[]) => number | bigint | undefined,
): Datum {
  const vector = args.find(isMany)
  const one = (list: readonly Datum[]): Datum =>
    list.some(v => v === undefined)
      ? undefined
      : rule(list.map(v => (isScalar(v) ? v : unsupported('number in its place'))))
  if (!vector) return one(args)
  return vector.map((_, i) => one(args.map(a => (isMany(a) ? a[i] : a))))
}

function replaced(all: Datum, [first, ...rest]: readonly number[], v: Datum): Datum {
  if (first === undefined) return v
  const made = isMany(all) ? [...all] : []
  made[first] = replaced(made[first], rest, v)
  return made
}
