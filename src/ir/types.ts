// Types of the IR, interned: equality is ===. Code is scalar: lowering takes vectors and matrices apart. Vectors exist where a function of a
// library passes one and in aggregate memory. Structs are results of operations with several values, and aggregate memory: what is passed by
// its address (payloads, `out` structs), with structs, arrays and vectors nested as DXIL has them. All other memory is a scalar or
// [n x scalar].

import { type Id, InternalError } from '../base/brand.ts'

export type Type = Id<'type'>

const scalar = (n: number): Type => n as Type
export const VOID = scalar(0)
export const I1 = scalar(1)
export const I8 = scalar(2)
export const I16 = scalar(3)
export const I32 = scalar(4)
export const I64 = scalar(5)
export const F16 = scalar(6)
export const F32 = scalar(7)
export const F64 = scalar(8)
/** An opaque resource handle; `%dx.types.Handle` in DXIL. */
export const HANDLE = scalar(9)
/** Work graphs: an output of a node, and records; `%dx.types.NodeHandle`, `%dx.types.NodeRecordHandle`. */
export const NODE_HANDLE = scalar(10)
export const RECORD_HANDLE = scalar(11)
/** What a ray hit; `%dx.types.HitObject` in DXIL. */
export const HIT_OBJECT = scalar(12)

/** Address spaces as DXIL has them: 0 thread-private (alloca, constant tables are 0 too), 3 groupshared, 6 records of work graphs. */
export type AddressSpace = 0 | 3 | 6

export type Shape =
  | { readonly kind: 'void' | 'handle' | 'node handle' | 'record handle' | 'hitobject' }
  | { readonly kind: 'int'; readonly bits: 1 | 8 | 16 | 32 | 64 }
  | { readonly kind: 'float'; readonly bits: 16 | 32 | 64 }
  | { readonly kind: 'pointer'; readonly pointee: Type; readonly space: AddressSpace }
  | { readonly kind: 'array'; readonly element: Type; readonly count: number }
  | { readonly kind: 'vector'; readonly element: Type; readonly count: number }
  | { readonly kind: 'struct'; readonly name: string; readonly elements: readonly Type[] }

const BASIC: readonly { readonly text: string; readonly shape: Shape }[] = [
  { text: 'void', shape: { kind: 'void' } },
  { text: 'i1', shape: { kind: 'int', bits: 1 } },
  { text: 'i8', shape: { kind: 'int', bits: 8 } },
  { text: 'i16', shape: { kind: 'int', bits: 16 } },
  { text: 'i32', shape: { kind: 'int', bits: 32 } },
  { text: 'i64', shape: { kind: 'int', bits: 64 } },
  { text: 'half', shape: { kind: 'float', bits: 16 } },
  { text: 'float', shape: { kind: 'float', bits: 32 } },
  { text: 'double', shape: { kind: 'float', bits: 64 } },
  { text: 'handle', shape: { kind: 'handle' } },
  { text: 'nodehandle', shape: { kind: 'node handle' } },
  { text: 'recordhandle', shape: { kind: 'record handle' } },
  { text: 'hitobject', shape: { kind: 'hitobject' } },
]

const BASIC_SHAPES: readonly Shape[] = BASIC.map(b => b.shape)
const BASIC_TEXTS: readonly string[] = BASIC.map(b => b.text)
const BASIC_BY_TEXT: ReadonlyMap<string, Type> = new Map(BASIC_TEXTS.map((text, i) => [text, scalar(i)]))

export const isInt = (t: Type): boolean => t >= I1 && t <= I64
export const isFloat = (t: Type): boolean => t >= F16 && t <= F64

/** An object of a work graph. */
export const isNodeHandle = (t: Type): boolean => t === NODE_HANDLE || t === RECORD_HANDLE

/** What local memory can hold; handles until passes/legalise/resolve_handles.ts. */
export const isStorable = (t: Type): boolean => t >= I1 && t <= HIT_OBJECT

/** Width in bits of a scalar type; 0 for anything else. */
export const bitWidth = (t: Type): number => BITS[t] ?? 0
const BITS: readonly number[] = [0, 1, 8, 16, 32, 64, 16, 32, 64, 0, 0, 0, 0]

/** The type table of one module. */
export class Types {
  readonly #shapes: Shape[] = [...BASIC_SHAPES]
  readonly #texts: string[] = [...BASIC_TEXTS]
  /** Those that are not basic. */
  readonly #byText = new Map<string, Type>()

  get count(): number {
    return this.#shapes.length
  }

  shape(t: Type): Shape {
    const shape = this.#shapes[t]
    if (shape === undefined) throw new InternalError(`no type ${t}`)
    return shape
  }

  /** The one spelling of a type, as the textual IR prints it. */
  text(t: Type): string {
    return this.#texts[t]!
  }

  byText(text: string): Type | undefined {
    return BASIC_BY_TEXT.get(text) ?? this.#byText.get(text)
  }

  pointer(pointee: Type, space: AddressSpace = 0): Type {
    const text = space === 0 ? `${this.text(pointee)}*` : `${this.text(pointee)} addrspace(${space})*`
    return this.#byText.get(text) ?? this.#add(text, { kind: 'pointer', pointee, space })
  }

  array(element: Type, count: number): Type {
    const text = `[${count} x ${this.text(element)}]`
    return this.#byText.get(text) ?? this.#add(text, { kind: 'array', element, count })
  }

  vector(element: Type, count: number): Type {
    const text = `<${count} x ${this.text(element)}>`
    return this.#byText.get(text) ?? this.#add(text, { kind: 'vector', element, count })
  }

  /** A named struct; the name is its identity, e.g. `dx.types.ResRet.f32`. */
  struct(name: string, elements: readonly Type[]): Type {
    const text = `%${name}`
    return this.#byText.get(text) ?? this.#add(text, { kind: 'struct', name, elements })
  }

  #add(text: string, shape: Shape): Type {
    const t = scalar(this.#shapes.length)
    this.#shapes.push(shape)
    this.#texts.push(text)
    this.#byText.set(text, t)
    return t
  }
}
