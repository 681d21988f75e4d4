// Executes the DXIL of a compute shader, vectors and all, for one thread: what a container does to the bytes of its buffers, whoever compiled it.
// The operations are those that the generator's programs need; anything else throws.

import type { Type } from '../../src/llvm/model/types.ts'
import type { Instruction } from '../../src/llvm/model/values.ts'
import { DxilOp } from '../../src/spec/dxil_ops.ts'
import { RESOURCE_KIND } from '../../src/spec/psv_enums.ts'
import { bitsOfScalar, scalarOfBits } from '../executed/arithmetic.ts'
import {
  type Datum,
  type Handle,
  isHandle,
  isMany,
  isScalar,
  type Scalar,
  unsupported,
  zero,
} from '../executed/data.ts'
import { Lane, Machine } from '../executed/machine.ts'
import { pureResult } from '../executed/pure.ts'
import { load } from '../executed/shader.ts'

/** Bytes of buffers by class and register: 'uav1'. */
export type Buffers = ReadonlyMap<string, DataView>

/** By the number of the resource class. */
const CLASSES = ['srv', 'uav', 'cbv', 'sampler']
/** Bytes of a row of a constant buffer, and of an element of a typed buffer, whatever its type. */
const ROW = 16

/** A thread of a dispatch. Where execute() is given a number, all ids of the thread are that number. */
export interface Thread {
  readonly id: readonly [x: number, y: number, z: number]
  readonly group: number
  /** In its group. */
  readonly number: number
}

export function execute(container: Uint8Array, buffers: Buffers, thread: number | Thread): void {
  const { module, program } = load(container)
  const shader = new BufferShader(buffers, typeof thread === 'number' ? alone(thread) : thread)
  const machine = new Machine(
    module,
    {
      meets: () => false,
      together: () => unsupported('operation across lanes'),
      perform: (_, inst, opcode, args) => shader.perform(inst, opcode, args),
      external: () => unsupported('function of another library'),
    },
    program.resources,
  )
  machine.run(module.functions.find(f => !f.isDeclaration)!, [new Lane(0)], () => [])
}

const alone = (n: number): Thread => ({ id: [n, n, n], group: n, number: n })

class BufferShader {
  readonly #buffers: Buffers
  readonly #thread: Thread

  constructor(buffers: Buffers, thread: Thread) {
    this.#buffers = buffers
    this.#thread = thread
  }

  perform(inst: Instruction, opcode: number, args: readonly Datum[]): Datum {
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
        return { kind: 'handle', key: `${CLASSES[Number(kind)]}${index}`, shape: 0, stride: 0 }
      }
      case DxilOp.AnnotateHandle: {
        const [handle, properties] = args
        const [first, second] = (properties as readonly Datum[]).map(Number)
        const isStructured = (first! & 255) === RESOURCE_KIND.StructuredBuffer
        return { ...(handle as Handle), stride: isStructured ? second! : 0 }
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
        return this.#store(inst.operands[4]!.type.element, args, isMany(args[3]) ? args[3] : unsupported('vector'), -1)
      case DxilOp.RawBufferStore:
        return this.#store(inst.operands[4]!.type, args, args.slice(3, 7), Number(args[7]))
      case DxilOp.Barrier:
        return undefined
      default: {
        const made = pureResult(opcode, inst, args)
        return made === null ? unsupported(`operation ${opcode}`) : made
      }
    }
  }

  #at([handle, index, offset]: readonly Datum[]): [DataView, number] {
    if (!isHandle(handle)) return unsupported('handle')
    const bytes = this.#buffers.get(handle.key) ?? unsupported(`buffer ${handle.key}`)
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
      if (isScalar(v)) storeNumber(bytes, at + i * sizeOf(element), element, v)
      else unsupported('defined value to store')
    })
  }
}

/** Bytes of a number of a buffer. */
const sizeOf = (element: Type): number => (element.kind === 'double' || element.width === 64 ? 8 : 4)

function numberAt(bytes: DataView, at: number, element: Type): Scalar {
  const bits = sizeOf(element) === 8 ? bytes.getBigUint64(at, true) : BigInt(bytes.getUint32(at, true))
  return scalarOfBits(element, bits)
}

function storeNumber(bytes: DataView, at: number, element: Type, v: Scalar): void {
  // Fast arithmetic does not know the sign of zero.
  const bits = bitsOfScalar(element, v === 0 && element.isFloatingPoint ? 0 : v)
  if (sizeOf(element) === 8) bytes.setBigUint64(at, bits, true)
  else bytes.setUint32(at, Number(bits), true)
}
