// Executes the DXIL of a compute shader, vectors and all, for one thread: what a container does to its buffers, whoever compiled it. The
// operations are those that the generator's programs need; anything else throws.

import { bitsToHalf, halfToBits } from '../../src/base/float16.ts'
import { readContainer } from '../../src/container/container.ts'
import { decodePart } from '../../src/container/parts.ts'
import { calleeOf, constantOf, dxOpcode } from '../../src/dxil/dx_call.ts'
import type { Type } from '../../src/llvm/model/types.ts'
import { type BasicBlock, type Func, type Instruction, Op, type Value } from '../../src/llvm/model/values.ts'
import { readModule } from '../../src/llvm/read/read_module.ts'
import { DxilOp } from '../../src/spec/dxil_ops.ts'
import { BinOp, CastOp } from '../../src/spec/llvm_codes.ts'

/** Integers of 1 bit are 0 or 1, larger ones signed, of 64 bits as bigint. Vectors and aggregates are arrays. undefined: undef. */
type Datum = number | bigint | undefined | readonly Datum[] | Pointer | Handle
interface Pointer {
  readonly pointsTo: Datum[]
  readonly path: readonly number[]
}
type Scalar = number | bigint
interface Handle {
  readonly buffer: string
  readonly stride: number
}

/** Bytes of buffers by class and register: 'uav1'. */
export type Buffers = ReadonlyMap<string, DataView>

/** By the number of the resource class. */
const CLASSES = ['srv', 'uav', 'cbv', 'sampler']
/** Bytes of a row of a constant buffer, and of an element of a typed buffer, whatever its type. */
const ROW = 16
const MAX_STEPS = 100_000

/** A thread of a dispatch. Where execute() is given a number, all ids of the thread are that number. */
export interface Thread {
  readonly id: readonly [x: number, y: number, z: number]
  readonly group: number
  /** In its group. */
  readonly number: number
}

export function execute(container: Uint8Array, buffers: Buffers, thread: number | Thread): void {
  const part = readContainer(container).parts.find(p => p.name === 'DXIL')!
  const module = readModule(decodePart('DXIL', part.data, part.offset).bitcode)
  new Machine(buffers, typeof thread === 'number' ? alone(thread) : thread).run(
    module.functions.find(f => !f.isDeclaration)!,
  )
}

const alone = (n: number): Thread => ({ id: [n, n, n], group: n, number: n })

const isPointer = (d: Datum): d is Pointer => typeof d === 'object' && 'pointsTo' in d
const isHandle = (d: Datum): d is Handle => typeof d === 'object' && 'buffer' in d
const isMany = (d: Datum): d is readonly Datum[] => Array.isArray(d)

function wrong(what: string): never {
  throw new Error(`the interpreter has no ${what}`)
}

/** An undefined value of a type, with the shape that memory needs. */
function empty(type: Type): Datum {
  if (type.kind === 'vector' || type.kind === 'array')
    return Array.from({ length: type.count }, () => empty(type.element))
  return type.kind === 'struct' ? type.contained.map(empty) : undefined
}

const copied = (d: Datum): Datum => (isMany(d) ? d.map(copied) : d)

class Machine {
  readonly #buffers: Buffers
  readonly #thread: Thread
  readonly #values = new Map<Value, Datum>()

  constructor(buffers: Buffers, thread: Thread) {
    this.#buffers = buffers
    this.#thread = thread
  }

  run(func: Func): void {
    let block: BasicBlock = func.blocks[0]!
    let from: BasicBlock | undefined
    for (let steps = 0; ; ) {
      const phis = block.instructions.filter(i => i.op === Op.Phi)
      const incoming = phis.map(phi => this.#get(phi.operands[phi.blocks.indexOf(from!)]!))
      phis.forEach((phi, i) => void this.#values.set(phi, incoming[i]))
      let next: BasicBlock | undefined
      for (const inst of block.instructions) {
        if (++steps > MAX_STEPS) wrong('end of the program')
        if (inst.op === Op.Phi) continue
        if (inst.op === Op.Ret) return
        if (inst.op === Op.Br) next = inst.blocks[inst.blocks.length > 1 && this.#number(inst, 0) === 0 ? 1 : 0]
        else if (inst.op === Op.Switch) next = this.#chosen(inst)
        else this.#values.set(inst, this.#evaluate(inst))
      }
      from = block
      block = next ?? wrong('way on')
    }
  }

  #chosen(inst: Instruction): BasicBlock {
    const value = this.#number(inst, 0)
    for (let i = 1; i < inst.operands.length; i++) if (this.#number(inst, i) === value) return inst.blocks[i]!
    return inst.blocks[0]!
  }

  #get(v: Value): Datum {
    switch (v.kind) {
      case 'int':
        return wrapped(v.type, v.type.width === 64 ? BigInt(v.value) : Number(BigInt.asIntN(32, BigInt(v.value))))
      case 'fp':
        return v.type.kind === 'double' ? doubleOf(BigInt(v.bits)) : floatOf(Number(v.bits))
      case 'undef':
        return empty(v.type)
      case 'null':
        return zero(v.type)
      case 'data':
        return v.elements.map(e => {
          const { element } = v.type
          if (element.kind === 'float') return floatOf(Number(e))
          return wrapped(element, element.width === 64 ? BigInt(e) : Number(BigInt.asIntN(32, BigInt(e))))
        })
      case 'aggregate':
        return v.operands.map(o => this.#get(o))
      case 'global':
        if (!this.#values.has(v)) {
          const held = v.initializer ? copied(this.#get(v.initializer)) : empty(v.valueType)
          this.#values.set(v, { pointsTo: [held], path: [0] })
        }
        return this.#values.get(v)
      case 'expr':
        return v.op === 'gep' ? this.#gep(v.operands) : wrong(`constant ${v.op}`)
      default:
        return this.#values.has(v) ? this.#values.get(v) : wrong(`value of a ${v.kind}`)
    }
  }

  #operand = (inst: Instruction, i: number): Datum => this.#get(inst.operands[i]!)
  #number(inst: Instruction, i: number): number {
    const d = this.#operand(inst, i)
    return typeof d === 'number' ? d : wrong(`number in operand ${i}`)
  }
  #many(inst: Instruction, i: number): readonly Datum[] {
    const d = this.#operand(inst, i)
    return isMany(d) ? d : wrong(`vector in operand ${i}`)
  }

  #evaluate(inst: Instruction): Datum {
    const of = (i: number): Datum => this.#operand(inst, i)
    switch (inst.op) {
      case Op.Binop:
        return lanes([of(0), of(1)], ([a, b]) => binary(inst, a!, b!))
      case Op.Cmp:
        return lanes([of(0), of(1)], ([a, b]) => compare(inst.code, a!, b!))
      case Op.Cast:
        return this.#cast(inst, of(0))
      case Op.Select: {
        const [c, x, y] = [of(0), of(1), of(2)]
        if (isMany(c) && isMany(x) && isMany(y)) return c.map((one, i) => (one === 1 ? x[i] : y[i]))
        return c === 1 ? x : y
      }
      case Op.ExtractElement:
        return this.#many(inst, 0)[this.#number(inst, 1)]
      case Op.InsertElement: {
        const made = [...this.#many(inst, 0)]
        made[this.#number(inst, 2)] = of(1)
        return made
      }
      case Op.ShuffleVector: {
        const both = [...this.#many(inst, 0), ...this.#many(inst, 1)]
        return this.#many(inst, 2).map(n => (typeof n === 'number' ? both[n] : undefined))
      }
      case Op.ExtractValue:
        return (inst.indices ?? []).reduce<Datum>((at, i) => (isMany(at) ? at[i] : wrong('aggregate')), of(0))
      case Op.Alloca:
        return { pointsTo: [empty(inst.type.element)], path: [0] }
      case Op.Gep:
        return this.#gep(inst.operands)
      case Op.Load:
        return copied(read(of(0)))
      case Op.Store:
        return write(of(1), copied(of(0)))
      case Op.Call:
        return this.#call(inst)
      default:
        return wrong(`instruction ${inst.op}`)
    }
  }

  /** DXC reads the first of two words as the low half of 64 bits. */
  #cast(inst: Instruction, given: Datum): Datum {
    if (isPointer(given)) return given
    if (isMany(given) && inst.type.kind === 'int') return inst.code === CastOp.BitCast ? given : given[0]
    return lanes([given], ([a]) => cast(inst, a!))
  }

  #gep([base, first, ...rest]: readonly Value[]): Pointer {
    const pointer = this.#get(base!)
    if (!isPointer(pointer) || this.#get(first!) !== 0) return wrong('such pointer')
    return { pointsTo: pointer.pointsTo, path: [...pointer.path, ...rest.map(v => Number(this.#get(v)))] }
  }

  #call(inst: Instruction): Datum {
    const opcode = dxOpcode(inst)
    // Where variables begin and end to live.
    if (opcode < 0 && calleeOf(inst)?.name.startsWith('llvm.lifetime')) return undefined
    const args = inst.operands.slice(1, -1).map(v => this.#get(v))
    switch (opcode) {
      case DxilOp.ThreadId:
        return this.#thread.id[Number(args[0])]
      case DxilOp.GroupId:
        return args[0] === 0 ? this.#thread.group : 0
      case DxilOp.FlattenedThreadIdInGroup:
        return this.#thread.number
      case DxilOp.CreateHandleFromBinding: {
        const [binding, index] = args
        const kind = isMany(binding) ? binding[3] : 0
        return { buffer: `${CLASSES[Number(kind)]}${index}`, stride: 0 }
      }
      case DxilOp.AnnotateHandle: {
        const [handle, properties] = args
        const words = isMany(properties) ? properties.map(Number) : [0, 0]
        return isHandle(handle!) ? { buffer: handle.buffer, stride: words[1]! } : wrong('handle')
      }
      case DxilOp.CBufferLoadLegacy:
        return this.#row(inst.type, args)
      case DxilOp.BufferLoad:
        return [...this.#row(inst.type, args), 1]
      case DxilOp.BufferStore: {
        const row = [args[0], Number(args[1]) * ROW]
        return this.#store(inst.operands[4]!.type, row, args.slice(3, 7), Number(args[7]))
      }
      case DxilOp.RawBufferVectorLoad:
      case DxilOp.RawBufferLoad:
        return this.#load(inst.type, args, opcode === DxilOp.RawBufferVectorLoad)
      case DxilOp.RawBufferVectorStore:
        return this.#store(inst.operands[4]!.type.element, args, isMany(args[3]) ? args[3] : wrong('vector'), -1)
      case DxilOp.RawBufferStore:
        return this.#store(inst.operands[4]!.type, args, args.slice(3, 7), Number(args[7]))
      case DxilOp.VectorReduceAnd:
      case DxilOp.VectorReduceOr: {
        const all = isMany(args[0]) ? args[0] : wrong('vector')
        return Number(opcode === DxilOp.VectorReduceAnd ? all.every(v => v === 1) : all.some(v => v === 1))
      }
      case DxilOp.FDot: {
        const [x, y] = args as [number[], number[]]
        return x.reduce((sum, v, i) => Math.fround(sum + Math.fround(v * y[i]!)), 0)
      }
      case DxilOp.Dot2:
      case DxilOp.Dot3:
      case DxilOp.Dot4: {
        const n = args.length / 2
        return (args as number[]).slice(0, n).reduce((sum, v, i) => Math.fround(sum + v * (args[n + i] as number)), 0)
      }
      case DxilOp.MakeDouble: {
        const [low, high] = args.map(v => BigInt.asUintN(32, BigInt(Number(v))))
        return doubleOf((high! << 32n) | low!)
      }
      case DxilOp.SplitDouble: {
        const view = new DataView(new ArrayBuffer(8))
        view.setFloat64(0, Number(args[0]))
        return [view.getInt32(4), view.getInt32(0)]
      }
      case DxilOp.Barrier:
        return undefined
      default: {
        const bits = BITS[opcode]
        if (bits) return lanes(args, ([a]) => bits(inst.operands[1]!.type, a!))
        const rule = MATH[opcode]
        return rule
          ? lanes(args, scalars => rule(scalars as number[]))
          : wrong(`operation ${constantOf(inst.operands[0])}`)
      }
    }
  }

  #at([handle, index, offset]: readonly Datum[]): [DataView, number] {
    if (!isHandle(handle!)) return wrong('handle')
    const bytes = this.#buffers.get(handle.buffer) ?? wrong(`buffer ${handle.buffer}`)
    return [bytes, Number(index) * (offset === undefined ? 1 : handle.stride) + Number(offset ?? 0)]
  }

  /** Four words of a row or element. */
  #row(type: Type, [handle, index]: readonly Datum[]): readonly Datum[] {
    const [bytes, at] = this.#at([handle, Number(index) * ROW])
    const element = type.contained[0]!
    const size = sizeOf(element)
    return Array.from({ length: ROW / size }, (_, n) => numberAt(bytes, at + n * size, element))
  }

  #load(type: Type, args: readonly Datum[], isVector: boolean): Datum {
    const [bytes, at] = this.#at(args)
    const data = type.contained[0]!
    const element = isVector ? data.element : data
    const count = isVector ? data.count : 4
    const size = sizeOf(element)
    const read = Array.from({ length: count }, (_, i) =>
      at + (i + 1) * size > bytes.byteLength ? zero(element) : numberAt(bytes, at + i * size, element),
    )
    return isVector ? [read, 1] : [...read, 1]
  }

  #store(element: Type, args: readonly Datum[], values: readonly Datum[], mask: number): undefined {
    const [bytes, at] = this.#at(args)
    values.forEach((v, i) => {
      if (((mask >> Math.min(i, 31)) & 1) === 0) return
      if (typeof v !== 'number' && typeof v !== 'bigint') wrong('defined value to store')
      else storeNumber(bytes, at + i * sizeOf(element), element, v)
    })
  }
}

/** Bytes of a number of a buffer. */
const sizeOf = (element: Type): number => (element.kind === 'double' || element.width === 64 ? 8 : 4)

function numberAt(bytes: DataView, at: number, element: Type): Scalar {
  if (element.kind === 'double') return bytes.getFloat64(at, true)
  if (element.kind === 'float') return bytes.getFloat32(at, true)
  return element.width === 64 ? bytes.getBigInt64(at, true) : bytes.getInt32(at, true)
}

function storeNumber(bytes: DataView, at: number, element: Type, v: Scalar): void {
  // Fast arithmetic does not know the sign of zero.
  if (element.kind === 'double') bytes.setFloat64(at, v === 0 ? 0 : Number(v), true)
  else if (element.kind === 'float') bytes.setFloat32(at, v === 0 ? 0 : Number(v), true)
  else if (typeof v === 'bigint') bytes.setBigInt64(at, v, true)
  else bytes.setInt32(at, v, true)
}

const doubleOf = (bits: bigint): number => {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt.asUintN(64, bits))
  return view.getFloat64(0)
}
const floatOf = (bits: number): number => new Float32Array(new Uint32Array([bits]).buffer)[0]!

function zero(type: Type): Datum {
  if (type.kind === 'vector' || type.kind === 'array')
    return Array.from({ length: type.count }, () => zero(type.element))
  if (type.kind === 'struct') return type.contained.map(zero)
  return type.kind === 'int' && type.width === 64 ? 0n : 0
}

function read(at: Datum): Datum {
  if (!isPointer(at)) return wrong('pointer')
  return at.path.reduce<Datum>(
    (held, i) => (isMany(held) && i < held.length ? held[i] : wrong('such element')),
    at.pointsTo,
  )
}

function write(at: Datum, value: Datum): undefined {
  if (!isPointer(at)) return wrong('pointer')
  const last = at.path.at(-1)!
  const into = read({ pointsTo: at.pointsTo, path: at.path.slice(0, -1) }) as Datum[]
  if (last >= into.length) wrong('such element')
  into[last] = value
}

/** A rule lane by lane; undefined where an operand is. */
function lanes(args: readonly Datum[], rule: (scalars: readonly Scalar[]) => Scalar): Datum {
  const vector = args.find(isMany)
  const one = (list: readonly Datum[]): Datum =>
    list.some(v => v === undefined)
      ? undefined
      : rule(list.map(v => (typeof v === 'number' || typeof v === 'bigint' ? v : wrong('number there'))))
  if (!vector) return one(args)
  return vector.map((_, i) => one(args.map(a => (isMany(a) ? a[i] : a))))
}

/** An integer cut to the width of its type. */
function wrapped(type: Type, v: number | bigint): number | bigint {
  const { width } = type.kind === 'vector' ? type.element : type
  if (typeof v === 'bigint') return BigInt.asIntN(64, v)
  return width === 1 ? v & 1 : (v << (32 - width)) >> (32 - width)
}

/** An integer without its sign. */
const unsigned = (type: Type, v: number): number => {
  const { width } = type.kind === 'vector' ? type.element : type
  return width === 32 ? v >>> 0 : v & (2 ** width - 1)
}

function binary(inst: Instruction, a: Scalar, b: Scalar): Scalar {
  const { code, type } = inst
  if (typeof a === 'bigint' || typeof b === 'bigint')
    return wrapped(type, (INTEGER_64[code] ?? wrong(`64-bit operation ${code}`))(BigInt(a), BigInt(b)))
  if (type.isFloatOrFloatVector) {
    const made = code === BinOp.Add ? a + b : code === BinOp.Sub ? a - b : code === BinOp.Mul ? a * b : a / b
    return rounded(type, made)
  }
  const isUnsigned = code === BinOp.UDiv || code === BinOp.URem || code === BinOp.LShr
  return wrapped(type, INTEGER[code]?.(isUnsigned ? unsigned(type, a) : a, b) ?? wrong(`binary operation ${code}`))
}

const rounded = (type: Type, v: number): number =>
  (type.kind === 'vector' ? type.element : type).kind === 'double' ? v : Math.fround(v)

const INTEGER_64: Readonly<Record<number, (a: bigint, b: bigint) => bigint>> = {
  [BinOp.Add]: (a, b) => a + b,
  [BinOp.Sub]: (a, b) => a - b,
  [BinOp.Mul]: (a, b) => a * b,
  [BinOp.UDiv]: (a, b) => BigInt.asUintN(64, a) / BigInt.asUintN(64, b),
  [BinOp.URem]: (a, b) => BigInt.asUintN(64, a) % BigInt.asUintN(64, b),
  [BinOp.SDiv]: (a, b) => a / b,
  [BinOp.SRem]: (a, b) => a % b,
  [BinOp.Shl]: (a, b) => a << (b & 63n),
  [BinOp.LShr]: (a, b) => BigInt.asUintN(64, a) >> (b & 63n),
  [BinOp.AShr]: (a, b) => a >> (b & 63n),
  [BinOp.And]: (a, b) => a & b,
  [BinOp.Or]: (a, b) => a | b,
  [BinOp.Xor]: (a, b) => a ^ b,
}

const INTEGER: Readonly<Record<number, (a: number, b: number) => number>> = {
  [BinOp.Add]: (a, b) => a + b,
  [BinOp.Sub]: (a, b) => a - b,
  [BinOp.Mul]: Math.imul,
  [BinOp.UDiv]: (a, b) => (b === 0 ? -1 : Math.floor((a >>> 0) / (b >>> 0))),
  [BinOp.SDiv]: (a, b) => (b === 0 ? -1 : Math.trunc(a / b)),
  [BinOp.URem]: (a, b) => (b === 0 ? -1 : (a >>> 0) % (b >>> 0)),
  [BinOp.SRem]: (a, b) => (b === 0 ? -1 : a % b),
  [BinOp.Shl]: (a, b) => a << b,
  [BinOp.LShr]: (a, b) => a >>> b,
  [BinOp.AShr]: (a, b) => a >> b,
  [BinOp.And]: (a, b) => a & b,
  [BinOp.Or]: (a, b) => a | b,
  [BinOp.Xor]: (a, b) => a ^ b,
}

/** By LLVM's number of the predicate: below 32 of floats, with 1 equal, 2 greater, 4 less, 8 unordered. */
function compare(code: number, a: Scalar, b: Scalar): number {
  if (typeof a === 'bigint' || typeof b === 'bigint') {
    const [x, y] = code >= 34 && code <= 37 ? [BigInt.asUintN(64, BigInt(a)), BigInt.asUintN(64, BigInt(b))] : [a, b]
    return related(code, x < y ? -1 : x > y ? 1 : 0)
  }
  if (code < 16) {
    const is = Number.isNaN(a) || Number.isNaN(b) ? 8 : a === b ? 1 : a > b ? 2 : 4
    return (code & is) === 0 ? 0 : 1
  }
  const [x, y] = code >= 34 && code <= 37 ? [a >>> 0, b >>> 0] : [a, b]
  return related(code, x < y ? -1 : x > y ? 1 : 0)
}

/** @param order below 0, 0 or above: the first number is less than the second, equal to it, or greater */
function related(code: number, order: number): number {
  const is = [order === 0, order !== 0, order > 0, order >= 0, order < 0, order <= 0]
  return Number(is[code <= 33 ? code - 32 : ((code - 34) % 4) + 2])
}

function cast(inst: Instruction, given: Scalar): Scalar {
  const from = inst.operands[0]!.type
  const { type } = inst
  const { width: bits } = from.kind === 'vector' ? from.element : from
  const { width } = type.kind === 'vector' ? type.element : type
  if (typeof given === 'bigint') {
    if (inst.code === CastOp.Trunc) return wrapped(type, Number(BigInt.asIntN(32, given)))
    if (inst.code === CastOp.BitCast) return type.kind === 'double' ? doubleOf(given) : given
    if (inst.code === CastOp.SIToFP) return rounded(type, Number(given))
    if (inst.code === CastOp.UIToFP) return rounded(type, Number(BigInt.asUintN(64, given)))
    return wrong(`conversion ${inst.code} of 64 bits`)
  }
  const a = given
  switch (inst.code) {
    case CastOp.ZExt:
      return width === 64 ? BigInt(unsigned(from, a)) : unsigned(from, a)
    case CastOp.FPExt:
      return a
    case CastOp.FPTrunc:
      return Math.fround(a)
    case CastOp.SExt: {
      const whole = bits === 1 ? -a : a
      return width === 64 ? BigInt(whole) : whole
    }
    case CastOp.Trunc:
      return wrapped(type, a)
    case CastOp.SIToFP:
      return rounded(type, a)
    case CastOp.UIToFP:
      return rounded(type, unsigned(from, a))
    case CastOp.FPToSI:
    case CastOp.FPToUI:
      return width === 64 ? wrapped(type, BigInt(Math.trunc(a))) : Math.trunc(a) | 0
    case CastOp.BitCast: {
      const view = new DataView(new ArrayBuffer(4))
      if (type.isFloatOrFloatVector === from.isFloatOrFloatVector) return a
      if (from.kind === 'double') return wrong('bitcast of a double')
      if (from.isFloatOrFloatVector) view.setFloat32(0, a)
      else view.setInt32(0, a)
      return from.isFloatOrFloatVector ? view.getInt32(0) : view.getFloat32(0)
    }
    default:
      return wrong(`conversion ${inst.code}`)
  }
}

/** Without signs, which integers of a width share: of numbers of unlike signs the negative one is larger. */
const isBelow = (a: Scalar, b: Scalar): boolean => (a < 0 === b < 0 ? a < b : b < 0)

type Rule = (args: readonly number[]) => number

const MATH: Readonly<Record<number, Rule>> = {
  [DxilOp.FAbs]: ([a]) => Math.abs(a!),
  [DxilOp.Saturate]: ([a]) => Math.min(1, Math.max(0, a!)),
  [DxilOp.Round_ni]: ([a]) => Math.floor(a!),
  [DxilOp.Round_pi]: ([a]) => Math.ceil(a!),
  [DxilOp.Round_ne]: ([a]) => {
    const below = Math.floor(a!)
    const rest = a! - below
    return rest < 0.5 || (rest === 0.5 && below % 2 === 0) ? below : below + 1
  },
  [DxilOp.Round_z]: ([a]) => Math.trunc(a!),
  [DxilOp.Frc]: ([a]) => Math.fround(a! - Math.floor(a!)),
  [DxilOp.Exp]: ([a]) => Math.fround(2 ** a!),
  [DxilOp.Sqrt]: ([a]) => Math.fround(Math.sqrt(a!)),
  [DxilOp.IsNaN]: ([a]) => Number(Number.isNaN(a!)),
  [DxilOp.IsFinite]: ([a]) => Number(Number.isFinite(a!)),
  [DxilOp.IsInf]: ([a]) => Number(Math.abs(a!) === Number.POSITIVE_INFINITY),
  [DxilOp.LegacyF32ToF16]: ([a]) => halfToBits(a!),
  [DxilOp.LegacyF16ToF32]: ([a]) => bitsToHalf(a! & 0xffff),
  [DxilOp.FMax]: ([a, b]) => Math.max(a!, b!),
  [DxilOp.FMin]: ([a, b]) => Math.min(a!, b!),
  [DxilOp.IMax]: ([a, b]) => (a! > b! ? a! : b!),
  [DxilOp.IMin]: ([a, b]) => (a! < b! ? a! : b!),
  [DxilOp.UMax]: ([a, b]) => (isBelow(a!, b!) ? b! : a!),
  [DxilOp.UMin]: ([a, b]) => (isBelow(a!, b!) ? a! : b!),
  [DxilOp.FMad]: ([a, b, c]) => Math.fround(Math.fround(a! * b!) + c!),
  [DxilOp.IMad]: ([a, b, c]) => (Math.imul(a!, b!) + c!) | 0,
  [DxilOp.UMad]: ([a, b, c]) => (Math.imul(a!, b!) + c!) | 0,
}

/** A number's digits in base two, as many as its type has. */
function digitsOf(type: Type, v: Scalar): string {
  const { width } = type.kind === 'vector' ? type.element : type
  return BigInt.asUintN(width, BigInt(v)).toString(2).padStart(width, '0')
}

/** Operations on bits of integers of any width. What counts bits gives an i32; -1 where there is none. */
const BITS: Readonly<Record<number, (type: Type, v: Scalar) => Scalar>> = {
  [DxilOp.Countbits]: (type, v) => digitsOf(type, v).replaceAll('0', '').length,
  [DxilOp.Bfrev]: (type, v) => {
    const made = BigInt(`0b${[...digitsOf(type, v)].reverse().join('')}`)
    return wrapped(type, typeof v === 'bigint' ? made : Number(BigInt.asIntN(32, made)))
  },
  [DxilOp.FirstbitLo]: (type, v) => [...digitsOf(type, v)].reverse().indexOf('1'),
  // Counted from the highest bit.
  [DxilOp.FirstbitHi]: (type, v) => digitsOf(type, v).indexOf('1'),
  // Of a negative number the first bit that is 0.
  [DxilOp.FirstbitSHi]: (type, v) => digitsOf(type, v).indexOf(v < 0 ? '0' : '1'),
}
