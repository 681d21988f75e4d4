// What a program does to resources: buffers by their bytes, textures by their texels. What nobody wrote is as the world has it.

import { halfToBits } from '../../src/base/float16.ts'
import type { Program } from '../../src/dxil/program.ts'
import type { Type } from '../../src/llvm/model/types.ts'
import type { Instruction } from '../../src/llvm/model/values.ts'
import { DxilOp, dxilOpRow } from '../../src/spec/dxil_ops.ts'
import { RESOURCE_KIND } from '../../src/spec/psv_enums.ts'
import { ATOMICS, atomic, bitsOf, bitsOfScalar, rounded, scalarOfBits, wrapped } from './arithmetic.ts'
import { type Datum, type Handle, isHandle, isMany, isScalar, type Scalar, Undefined, unsupported } from './data.ts'
import { type Lane, resourceKey } from './machine.ts'
import type { Cell, CellKind } from './trace.ts'
import { hash, type World } from './world.ts'

const CLASSES = ['srv', 'uav', 'cbv', 'sampler'] as const

/** What a variable stands for that nothing was assigned to. */
const NULL_RESOURCE = 'no resource'

export class ResourceState {
  /** Words that were written, by resource and address. */
  readonly memory = new Map<string, Cell>()
  readonly #world: World
  readonly #program: Program
  /** Whether what a lane writes is dropped, because it was discarded. */
  readonly #isDropped: (lane: Lane) => boolean

  constructor(world: World, program: Program, isDropped: (lane: Lane) => boolean) {
    this.#world = world
    this.#program = program
    this.#isDropped = isDropped
  }

  /** The word that lies there when nobody wrote it. */
  before(key: string): number {
    const at = key.lastIndexOf('@')
    return this.#world.word(key.slice(0, at), addressOf(key.slice(at + 1)))
  }

  #handle(key: string, shape = 0, stride = 0): Handle {
    return { kind: 'handle', key, shape, stride }
  }

  /** @returns null where it is no operation on resources */
  perform(lane: Lane, inst: Instruction, opcode: number, args: readonly Datum[]): Datum | null {
    switch (opcode) {
      case DxilOp.CreateHandle: {
        const [resourceClass, id, index] = args
        const name = CLASSES[Number(resourceClass)]!
        const r = this.#program.resources.find(x => x.class === name && x.id === id) ?? unsupported('unknown resource')
        return this.#handle(resourceKey(r, (Number(index) - r.lower) >>> 0), r.kind, r.stride)
      }
      case DxilOp.CreateHandleFromBinding: {
        const [binding, index] = args
        const [lower, , space, resourceClass] = (binding as readonly Datum[]).map(Number)
        const r = this.#program.resources.find(
          x => x.class === CLASSES[resourceClass!] && x.space === space! >>> 0 && x.lower === lower! >>> 0,
        )
        return this.#handle(resourceKey(r ?? unsupported('unknown resource'), (Number(index) - lower!) >>> 0))
      }
      case DxilOp.CreateHandleFromHeap:
        return this.#handle(`${args[1] === 1 ? 'sampler' : 'resource'} heap[${args[0]}]`)
      case DxilOp.CreateHandleForLib:
        return isHandle(args[0]) ? args[0] : this.#handle(NULL_RESOURCE)
      case DxilOp.AnnotateHandle: {
        const [given, properties] = args
        const handle = isHandle(given) ? given : this.#handle(NULL_RESOURCE)
        const [first, second] = (properties as readonly Datum[]).map(Number)
        const shape = first! & 255
        return { ...handle, shape, stride: shape === RESOURCE_KIND.StructuredBuffer ? second! : 0 }
      }
      case DxilOp.CBufferLoadLegacy: {
        const [handle, row] = args
        const element = inst.type.contained[0]!
        const count = inst.type.contained.length
        return inst.type.contained.map((_, i) =>
          row === undefined
            ? undefined
            : this.#readNumber(handle, Number(row) * 16 + (16 / count) * i, element, 16 / count),
        )
      }
      case DxilOp.CBufferLoad:
        return this.#readNumber(args[0], Number(args[1]), inst.type, bytesOf(inst.type))
      case DxilOp.RawBufferLoad:
      case DxilOp.RawBufferVectorLoad:
        return this.#readBuffer(inst.type, args[0], args[1], args[2])
      case DxilOp.BufferLoad:
        return isTyped(args[0])
          ? this.#readElement(inst.type, args[0], [args[1]])
          : this.#readBuffer(inst.type, args[0], args[1], args[2])
      case DxilOp.TextureLoad: {
        const [handle, mip, ...rest] = args
        const at = [0, 1, 2].map(i => (rest[i] === undefined ? undefined : Number(rest[i]) + Number(rest[i + 3] ?? 0)))
        const isUav = isHandle(handle) && handle.key.startsWith('uav')
        return this.#readElement(inst.type, handle, isUav ? at : [...at, mip])
      }
      case DxilOp.RawBufferStore:
        return this.#writeBuffer(lane, inst.operands[4]!.type, args[0], args[1], args[2], args.slice(3, 7), args[7])
      case DxilOp.RawBufferVectorStore: {
        const type = inst.operands[4]!.type
        const values = isMany(args[3]) ? args[3] : [args[3]]
        return this.#writeBuffer(lane, type.scalar, args[0], args[1], args[2], values, -1)
      }
      case DxilOp.BufferStore:
        return isTyped(args[0])
          ? this.#writeElement(lane, inst.operands[4]!.type, args[0], [args[1]], args.slice(3, 7), args[7])
          : this.#writeBuffer(lane, inst.operands[4]!.type, args[0], args[1], args[2], args.slice(3, 7), args[7])
      case DxilOp.TextureStore:
      case DxilOp.TextureStoreSample: {
        const at = opcode === DxilOp.TextureStore ? args.slice(1, 4) : [...args.slice(1, 4), args[9]]
        return this.#writeElement(lane, inst.operands[5]!.type, args[0], at, args.slice(4, 8), args[8])
      }
      case DxilOp.BufferUpdateCounter: {
        const [handle, step] = args
        const key = `${keyOf(handle)} counter@0`
        const old = this.#word(key)
        if (!this.#isDropped(lane)) this.memory.set(key, { bits: (old! + Number(step)) >>> 0, kind: 'integer' })
        return wrapped(32, Number(step) < 0 ? old! - 1 : old!)
      }
      case DxilOp.AtomicBinOp:
      case DxilOp.AtomicCompareExchange:
        return this.#atomic(lane, inst, opcode, args)
      case DxilOp.CheckAccessFullyMapped:
        return args[0] === undefined ? undefined : Number(args[0] !== 0)
      case DxilOp.GetDimensions:
        return [0, 1, 2, 3].map(i => 1 + (hash(this.#world.seed, 'size', keyOf(args[0]), String(args[1] ?? 0), i) % 9))
      case DxilOp.Sample:
      case DxilOp.SampleBias:
      case DxilOp.SampleLevel:
      case DxilOp.SampleGrad:
      case DxilOp.SampleCmp:
      case DxilOp.SampleCmpLevel:
      case DxilOp.SampleCmpBias:
      case DxilOp.SampleCmpGrad:
      case DxilOp.SampleCmpLevelZero:
      case DxilOp.TextureGather:
      case DxilOp.TextureGatherCmp:
      case DxilOp.TextureGatherRaw:
        return this.#sampled(inst, opcode, args)
    }
    return null
  }

  /** Four components and a status. The offsets' class is the operation, the rest are its floats. */
  #sampled(inst: Instruction, opcode: number, args: readonly Datum[]): Datum {
    const isFloat = inst.operands.slice(1, -1).map(o => o.type.isFloatingPoint)
    const floats = args.filter((_, i) => isFloat[i])
    const rest = args.filter((_, i) => !isFloat[i]).map(a => (isHandle(a) ? a.key : String(a ?? 0)))
    const name = dxilOpRow(opcode)![1].replace('LevelZero', 'Level')
    return inst.type.contained.map((t, i) =>
      i === inst.type.contained.length - 1 ? this.#status(args[0]) : this.#world.smooth(t, floats, name, ...rest, i),
    )
  }

  /** Whether all of a resource is mapped, for all of its loads: compilers may ask any load that reads what another one read. */
  #status(handle: Datum): number {
    return hash(this.#world.seed, 'mapped', keyOf(handle)) & 1
  }

  #word(key: string): number | undefined {
    const cell = this.memory.get(key)
    return cell ? cell.bits : this.before(key)
  }

  /** @param bytes that the number takes in memory, which may be more than its type says */
  #readNumber(handle: Datum, address: number, type: Type, bytes: number): Datum {
    const resource = keyOf(handle)
    const word = (n: number): number | undefined => this.#word(`${resource}@${n}`)
    const size = bytesOf(type)
    if (size === 8) {
      const [low, high] = [word(address), word(address + 4)]
      return low === undefined || high === undefined
        ? undefined
        : scalarOfBits(type, (BigInt(high) << 32n) | BigInt(low))
    }
    const from = word(address - (address % 4))
    if (from === undefined) return undefined
    // A number of less than 32 bits that has a word for itself.
    if (size < 4 && bytes === 4) return wordValue(type, from)
    return scalarOfBits(type, BigInt(from) >> BigInt(8 * (address % 4)))
  }

  #address(handle: Datum, index: Datum, offset: Datum): number | undefined {
    if (index === undefined) return undefined
    const stride = isHandle(handle) && handle.shape === RESOURCE_KIND.StructuredBuffer ? handle.stride : 1
    return (Number(index) | 0) * stride + Number(offset ?? 0)
  }

  #readBuffer(type: Type, handle: Datum, index: Datum, offset: Datum): Datum {
    const data = type.contained[0]!
    const element = data.scalar
    const count = data.kind === 'vector' ? data.count : type.contained.length - 1
    const at = this.#address(handle, index, offset)
    const size = this.#elementBytes(element)
    const read = Array.from({ length: count }, (_, i) =>
      at === undefined ? undefined : this.#readNumber(handle, at + i * size, element, size),
    )
    const status = this.#status(handle)
    return data.kind === 'vector' ? [read, status] : [...read, status]
  }

  /** In a buffer: what is of minimum precision takes a word. */
  #elementBytes(type: Type): number {
    return this.#program.nativeLowPrecision ? bytesOf(type) : Math.max(4, bytesOf(type))
  }

  #writeBuffer(
    lane: Lane,
    type: Type,
    handle: Datum,
    index: Datum,
    offset: Datum,
    values: readonly Datum[],
    mask: Datum,
  ): undefined {
    const at = this.#address(handle, index, offset)
    if (this.#isDropped(lane)) return undefined
    if (at === undefined) throw new Undefined('a store at an undefined place')
    const size = this.#elementBytes(type)
    values.forEach((v, i) => {
      if ((Number(mask) >> Math.min(i, 31)) & 1) this.#writeNumber(keyOf(handle), at + i * size, type, v, size)
    })
    return undefined
  }

  #writeNumber(resource: string, address: number, type: Type, v: Datum, bytes: number): void {
    const size = bytesOf(type)
    if (size === 8) {
      const bits = isScalar(v) ? bitsOfScalar(type, v) : undefined
      const kind: CellKind = type.kind === 'double' ? 'double' : 'integer'
      for (const n of [0, 1])
        this.memory.set(`${resource}@${address + 4 * n}`, {
          bits: bits === undefined ? undefined : Number(BigInt.asUintN(32, bits >> BigInt(32 * n))),
          kind,
          ...(kind === 'double' && typeof v === 'number' ? { double: v } : {}),
        })
      return
    }
    const key = `${resource}@${address - (address % 4)}`
    if (!isScalar(v)) this.memory.set(key, { bits: undefined, kind: 'integer' })
    else if (size === 4 || bytes === 4) {
      const isFloat = type.isFloatingPoint
      this.memory.set(key, {
        bits: isFloat ? bitsOf(Number(v)) : Number(v) >>> 0,
        kind: isFloat ? 'float' : 'integer',
      })
    } else {
      const old = this.#word(key)
      const shift = 8 * (address % 4)
      const own = type.kind === 'half' ? halfToBits(Number(v)) : Number(v) & 0xffff
      this.memory.set(key, {
        bits: old === undefined ? undefined : ((old & ~(0xffff << shift)) | (own << shift)) >>> 0,
        kind: type.kind === 'half' ? 'half' : 'integer',
      })
    }
  }

  #place(handle: Datum, at: readonly Datum[], component: number): string {
    const place = at.map(v => (v === undefined ? '' : String(Number(v) | 0))).join(',')
    return `${keyOf(handle)}@${place};${component}`
  }

  /** Components of a texel or a typed element, and a status. */
  #readElement(type: Type, handle: Datum, at: readonly Datum[]): Datum {
    const last = type.contained.length - 1
    return type.contained.map((t, i) => {
      if (i === last) return this.#status(handle)
      return this.#texel(t, this.#place(handle, at, i))
    })
  }

  /** A component that may have been written. */
  #texel(type: Type, key: string): Datum {
    const cell = this.memory.get(key)
    if (!cell) return this.#world.scalar(type, 'texel', key)
    return cell.bits === undefined ? undefined : wordValue(type, cell.bits)
  }

  #writeElement(
    lane: Lane,
    type: Type,
    handle: Datum,
    at: readonly Datum[],
    values: readonly Datum[],
    mask: Datum,
  ): undefined {
    if (this.#isDropped(lane)) return undefined
    values.forEach((v, i) => {
      if (((Number(mask) >> i) & 1) === 0) return
      const isFloat = type.isFloatingPoint
      this.memory.set(this.#place(handle, at, i), {
        bits: isScalar(v) ? (isFloat ? bitsOf(Number(v)) : Number(BigInt.asUintN(32, BigInt(v)))) : undefined,
        kind: isFloat ? 'float' : 'integer',
      })
    })
    return undefined
  }

  #atomic(lane: Lane, inst: Instruction, opcode: number, args: readonly Datum[]): Datum {
    const isExchange = opcode === DxilOp.AtomicCompareExchange
    const [handle, ...rest] = args
    const at = isExchange ? rest.slice(0, 3) : rest.slice(1, 4)
    const { type } = inst
    const isBuffer =
      isHandle(handle) && (handle.shape === RESOURCE_KIND.StructuredBuffer || handle.shape === RESOURCE_KIND.RawBuffer)
    const address = isBuffer ? this.#address(handle, at[0], at[1]) : undefined
    if (at[0] === undefined || Number.isNaN(address)) throw new Undefined('an atomic operation at an undefined place')
    const key = isBuffer ? `${keyOf(handle)}@${address}` : this.#place(handle, at, 0)
    const old = isBuffer ? this.#readNumber(handle, address!, type, bytesOf(type)) : this.#texel(type, key)
    const v = rest[4]
    let made: Datum
    if (isScalar(old) && isScalar(v)) {
      if (!isExchange) made = atomic(ATOMICS[Number(rest[0])]!, type.width, old, v)
      else made = rest[3] === undefined ? undefined : old === rest[3] ? v : old
    }
    if (!this.#isDropped(lane)) {
      if (isBuffer) this.#writeNumber(keyOf(handle), address!, type, made, bytesOf(type))
      else
        this.memory.set(key, {
          bits: isScalar(made) ? Number(BigInt.asUintN(32, BigInt(made))) : undefined,
          kind: 'integer',
        })
    }
    return old
  }
}

const FLOAT = { kind: 'float' } as Type
const bytesOf = (type: Type): number =>
  type.kind === 'double' || type.width === 64 ? 8 : type.kind === 'half' || type.width === 16 ? 2 : 4
const isTyped = (handle: Datum): boolean =>
  isHandle(handle) && handle.shape !== RESOURCE_KIND.RawBuffer && handle.shape !== RESOURCE_KIND.StructuredBuffer
const keyOf = (handle: Datum): string => (isHandle(handle) ? handle.key : unsupported('operation on no resource'))
/** An address is a number of bytes or a place in a texture. */
const addressOf = (text: string): number | string => (/^-?\d+$/.test(text) ? Number(text) : text)
/** A number in a word of its own: one of minimum precision is a float there. */
const wordValue = (type: Type, bits: number): Scalar =>
  type.kind === 'half' ? rounded(type, Number(scalarOfBits(FLOAT, BigInt(bits)))) : scalarOfBits(type, BigInt(bits))
