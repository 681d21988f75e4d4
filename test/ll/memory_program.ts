// Random LLVM text that writes and reads one variable, private or shared, in pieces of every size and type: at fixed offsets, by an index of run
// time, behind choices of addresses; and the words that it stores, computed on bytes.

import { randomFrom } from '../ir/random_program.ts'
import { Lines } from './lines.ts'
import { moduleText } from './module_case.ts'

/** The halves of all words are exponents of usual numbers, so that every piece is a float that hardware keeps as it is. */
export const WORDS: readonly number[] = [
  0x40493fc0, 0x3fc04049, 0x41203f80, 0x3f9041a0, 0x40a041c0, 0x41003fa0, 0x3fe04110, 0x407041e0,
]

/** What is read and written: LLVM's name and the bytes. */
const PIECES = [
  { type: 'i32', bytes: 4 },
  { type: 'float', bytes: 4 },
  { type: 'i16', bytes: 2 },
  { type: 'i64', bytes: 8 },
  { type: 'double', bytes: 8 },
] as const
type Piece = (typeof PIECES)[number]

interface Variable {
  readonly type: string
  readonly bytes: number
  /** Elements that an index of run time may choose: where they start and how far they are apart. */
  readonly elements: { readonly at: number; readonly stride: number; readonly count: number }
  /** Pieces that the elements and fields have, and that bytes of them can be taken for. */
  readonly pieces: readonly Piece['type'][]
}

const VARIABLES: readonly Variable[] = [
  {
    type: '[6 x i32]',
    bytes: 24,
    elements: { at: 0, stride: 4, count: 6 },
    pieces: ['i32', 'float', 'i16', 'i64', 'double'],
  },
  {
    type: '[6 x float]',
    bytes: 24,
    elements: { at: 0, stride: 4, count: 6 },
    pieces: ['i32', 'float', 'i64', 'double'],
  },
  { type: '[8 x i16]', bytes: 16, elements: { at: 0, stride: 2, count: 8 }, pieces: ['i16', 'i32', 'float', 'i64'] },
  { type: '[3 x i64]', bytes: 24, elements: { at: 0, stride: 8, count: 3 }, pieces: ['i64', 'i32', 'i16', 'double'] },
  {
    type: '[3 x double]',
    bytes: 24,
    elements: { at: 0, stride: 8, count: 3 },
    pieces: ['i64', 'double', 'i32', 'float'],
  },
  { type: '{ i32, [3 x float], i64 }', bytes: 24, elements: { at: 4, stride: 4, count: 3 }, pieces: ['i32', 'float'] },
  { type: '[4 x { i32, float }]', bytes: 32, elements: { at: 0, stride: 8, count: 4 }, pieces: ['i32', 'float'] },
  { type: 'i64', bytes: 8, elements: { at: 0, stride: 8, count: 1 }, pieces: ['i64', 'i32', 'i16', 'double', 'float'] },
  { type: '<4 x float>', bytes: 16, elements: { at: 0, stride: 4, count: 4 }, pieces: ['float', 'i32', 'i64'] },
]

export interface MemoryProgram {
  readonly text: string
  /** What lies in the output behind it. */
  readonly expected: readonly number[]
}

export function generate(seed: number): MemoryProgram {
  return new Program(seed).made()
}

class Program {
  readonly #random: (n: number) => number
  readonly #variable: Variable
  readonly #bytes: DataView
  readonly #lines = new Lines()
  readonly #expected: number[] = []
  /** The words of the input. The last one holds 1. */
  readonly #words: string[] = []
  /** The variable and the type of its addresses. */
  readonly #variableName: string
  readonly #pointer: string

  constructor(seed: number) {
    this.#random = randomFrom(seed)
    this.#variable = VARIABLES[seed % VARIABLES.length]!
    this.#bytes = new DataView(new ArrayBuffer(this.#variable.bytes))
    const isShared = this.#random(3) === 0
    this.#variableName = isShared ? '@m' : '%m'
    this.#pointer = isShared ? 'ptr addrspace(3)' : 'ptr'
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#random(list.length)]!
  }

  made(): MemoryProgram {
    const { type, bytes } = this.#variable
    for (const k of [...WORDS.keys(), WORDS.length]) this.#words.push(this.#lines.word(k))
    const isShared = this.#variableName === '@m'
    if (!isShared) this.#lines.put(`%m = alloca ${type}, align 8`)
    const byte = this.#pick([0, 0x41, 0x3f])
    this.#lines.put(
      `call void @llvm.memset.p${isShared ? 3 : 0}.i64(${this.#pointer} ${this.#variableName}, i8 ${byte}, i64 ${bytes}, i1 false)`,
    )
    new Uint8Array(this.#bytes.buffer).fill(byte)
    for (let n = 4 + this.#random(8); n > 0; n--) this.#access(this.#random(2) === 0)
    // At last all of it.
    for (let at = 0; at < bytes; at += 4)
      if (this.#variable.pieces.includes('i32')) this.#read(at, 'i32', this.#address(at))
    const global = isShared ? `@m = internal addrspace(3) global ${type} undef, align 8\n` : ''
    const more = '!0 = !{i32 1, !"dx.nativelowprec", i32 1}\n!llvm.module.flags = !{!0}'
    return {
      text: moduleText({ body: this.#lines.text, more: global + more, model: '6.6' }).replace('8,8,1', '1,1,1'),
      expected: this.#expected,
    }
  }

  #address(at: number): string {
    return at === 0
      ? this.#variableName
      : this.#lines.define(`getelementptr inbounds i8, ${this.#pointer} ${this.#variableName}, i32 ${at}`)
  }

  #access(isStore: boolean): void {
    const { bytes, elements, pieces, type: whole } = this.#variable
    const type = this.#pick(pieces)
    const size = PIECES.find(p => p.type === type)!.bytes
    // The index of run time is what the last word of the input holds: 1.
    if (this.#random(3) === 0 && elements.count > 2 && size <= elements.stride) {
      const fixed = this.#random(elements.count - 1)
      const index = this.#random(2) === 0 || fixed === 0 ? [fixed, 1] : [fixed + 1, -1]
      const step = index[1]! * elements.stride
      // Bytes that are only known to be a multiple, or a product that says so, which arrays of structs need.
      const chosen =
        whole.includes('{') || this.#random(2) === 0
          ? this.#lines.define(`mul i32 ${this.#words[WORDS.length]}, ${step}`)
          : this.#lines.define(`sub i32 0, ${this.#lines.define(`mul i32 ${this.#words[WORDS.length]}, ${-step}`)}`)
      const moved = this.#lines.define(`getelementptr i8, ${this.#pointer} ${this.#variableName}, i32 ${chosen}`)
      const at = elements.at + index[0]! * elements.stride
      const address = this.#lines.define(`getelementptr i8, ${this.#pointer} ${moved}, i32 ${at}`)
      this.#at(isStore, at + index[1]! * elements.stride, type, address)
      return
    }
    const at = this.#random(bytes / size) * size
    if (this.#random(4) > 0) {
      this.#at(isStore, at, type, this.#address(at))
      return
    }
    // A choice between two addresses of the variable.
    const other = this.#otherOf(at, size)
    const wanted = this.#random(2)
    const condition = this.#lines.define(`icmp eq i32 ${this.#words[WORDS.length]}, ${wanted}`)
    this.#at(
      isStore,
      wanted === 1 ? at : other,
      type,
      this.#random(2) === 0 ? this.#select(condition, at, other) : this.#phi(condition, at, other),
    )
  }

  #select(condition: string, at: number, other: number): string {
    const [yes, no] = [this.#address(at), this.#address(other)]
    return this.#lines.define(`select i1 ${condition}, ${this.#pointer} ${yes}, ${this.#pointer} ${no}`)
  }

  #phi(condition: string, at: number, other: number): string {
    const n = this.#lines.number()
    this.#lines.put(`br i1 ${condition}, label %yes${n}, label %no${n}`)
    const ways = [
      [`yes${n}`, at],
      [`no${n}`, other],
    ] as const
    const incoming = ways.map(([label, offset]) => {
      this.#lines.label(label)
      const address = this.#address(offset)
      this.#lines.put(`br label %join${n}`)
      return `[ ${address}, %${label} ]`
    })
    this.#lines.label(`join${n}`)
    return this.#lines.define(`phi ${this.#pointer} ${incoming.join(', ')}`)
  }

  /** Another place for a piece, in the same field of a struct. */
  #otherOf(at: number, size: number): number {
    const { type, bytes, elements } = this.#variable
    if (!type.includes('{')) return this.#random(bytes / size) * size
    const from = (at - elements.at) % elements.stride
    return at < elements.at || at >= elements.at + elements.count * elements.stride
      ? at
      : elements.at + this.#random(elements.count) * elements.stride + from
  }

  #at(isStore: boolean, at: number, type: Piece['type'], address: string): void {
    if (isStore) this.#write(at, type, address)
    else this.#read(at, type, address)
  }

  #write(at: number, type: Piece['type'], address: string): void {
    const [a, b] = [this.#random(WORDS.length), this.#random(WORDS.length)]
    this.#lines.put(`store ${type} ${this.#value(type, a, b)}, ${this.#pointer} ${address}`)
    if (type === 'i16') this.#bytes.setUint16(at, WORDS[a]! & 0xffff, true)
    else this.#bytes.setUint32(at, WORDS[a]!, true)
    if (type === 'i64' || type === 'double') this.#bytes.setUint32(at + 4, WORDS[b]!, true)
  }

  /** A value of the type out of one word or two. */
  #value(type: Piece['type'], a: number, b: number): string {
    if (type === 'i32') return this.#words[a]!
    if (type === 'float') return this.#lines.define(`bitcast i32 ${this.#words[a]} to float`)
    if (type === 'i16') return this.#lines.define(`trunc i32 ${this.#words[a]} to i16`)
    if (type === 'double')
      return this.#lines.define(`call double @llvm.dx.asdouble.i32(i32 ${this.#words[a]}, i32 ${this.#words[b]})`)
    const [low, high] = [
      this.#lines.define(`zext i32 ${this.#words[a]} to i64`),
      this.#lines.define(`zext i32 ${this.#words[b]} to i64`),
    ]
    return this.#lines.define(`or i64 ${low}, ${this.#lines.define(`shl i64 ${high}, 32`)}`)
  }

  #read(at: number, type: Piece['type'], address: string): void {
    const v = this.#lines.define(`load ${type}, ${this.#pointer} ${address}`)
    const words =
      type === 'i32'
        ? [v]
        : type === 'float'
          ? [this.#lines.define(`bitcast float ${v} to i32`)]
          : type === 'i16'
            ? [this.#lines.define(`zext i16 ${v} to i32`)]
            : this.#two(type, v)
    for (const [n, word] of words.entries()) {
      this.#lines.store(this.#expected.length, 'i32', word)
      this.#expected.push(type === 'i16' ? this.#bytes.getUint16(at, true) : this.#bytes.getUint32(at + n * 4, true))
    }
  }

  #two(type: 'i64' | 'double', v: string): string[] {
    if (type === 'i64')
      return [
        this.#lines.define(`trunc i64 ${v} to i32`),
        this.#lines.define(`trunc i64 ${this.#lines.define(`lshr i64 ${v}, 32`)} to i32`),
      ]
    const both = this.#lines.define(`call { i32, i32 } @llvm.dx.splitdouble.i32(double ${v})`)
    return [0, 1].map(n => this.#lines.define(`extractvalue { i32, i32 } ${both}, ${n}`))
  }
}
