// Declarations of dx.op functions: one a (class, overload), made at first use from the row in spec/dxil_ops.ts.

import { InternalError } from '../base/brand.ts'
import { type AttributeGroup, attributeGroup, FUNCTION_SLOT } from '../llvm/model/attributes.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import type { Type } from '../llvm/model/types.ts'
import type { Func, Value } from '../llvm/model/values.ts'
import { dxilOpRow } from '../spec/dxil_ops.ts'

/** A row's signature taken apart; parsed once per opcode. */
interface Shape {
  readonly name: string
  readonly result: string
  readonly params: readonly string[]
  readonly overloaded: boolean
  /** Index of a parameter whose type is the overload, or -1 when the result tells it. */
  readonly overloadParam: number
  readonly attributes: AttributeGroup
  /** Names of the overloads of numbers, by type suffix. */
  readonly names: Map<string, string>
}

const shapes: Shape[] = []

function shapeOf(opcode: number): Shape {
  return (shapes[opcode] ??= parseShape(opcode))
}

function parseShape(opcode: number): Shape {
  const row = dxilOpRow(opcode)
  if (row === undefined) throw new InternalError(`no DXIL operation ${opcode}`)
  const [, , opClass, signature, overloads, memory, , , , traits] = row
  const open = signature.indexOf('(')
  const list = signature.slice(open + 1, -1)
  const params = list === '' ? [] : list.split(', ').map(p => p.slice(0, p.indexOf(' ')).replace('!', ''))
  const attributes: ('nounwind' | 'readnone' | 'readonly' | 'noduplicate' | 'argmemonly' | 'noreturn')[] = ['nounwind']
  if (memory !== 'writes') attributes.push(memory === 'none' ? 'readnone' : 'readonly')
  for (const trait of ['noduplicate', 'argmemonly', 'noreturn'] as const)
    if (traits.includes(trait)) attributes.push(trait)
  return {
    name: `dx.op.${opClass}`,
    result: signature.slice(0, open),
    params,
    overloaded: overloads !== 'v',
    overloadParam: params.findIndex(p => p === '$o' || p === '$obj' || p === '$udt'),
    attributes: attributeGroup(FUNCTION_SLOT, attributes),
    names: new Map(),
  }
}

/** The name of an overload. Those of numbers are made once: a new string must be hashed anew when it is looked up. */
function overloadName({ name, names }: Shape, overload: Type): string {
  const text = suffix(overload)
  // Names of structs come from programs: kept ones would grow without limit.
  if (overload.kind === 'struct' || overload.kind === 'pointer') return `${name}.${text}`
  let found = names.get(text)
  if (found === undefined) names.set(text, (found = `${name}.${text}`))
  return found
}

export class DxCalls {
  readonly #m: LlvmModule
  readonly handle: Type
  readonly #byKey = new Map<number, Func>()

  constructor(m: LlvmModule) {
    this.#m = m
    this.handle = m.types.namedStruct('dx.types.Handle', [m.types.pointer(m.types.i8)])
  }

  /** An opaque handle of another kind than resources'. */
  opaque(name: string): Type {
    const { types } = this.#m
    return types.namedStruct(name, [types.pointer(types.i8)])
  }

  /** The function to call for an opcode, given its result type and arguments (the opcode constant first). */
  function(opcode: number, result: Type, args: readonly Value[]): Func {
    const shape = shapeOf(opcode)
    const overload = shape.overloaded ? this.#overload(shape, result, args) : this.#m.types.void
    const key = opcode * 4096 + overload.index
    let found = this.#byKey.get(key)
    if (!found) this.#byKey.set(key, (found = this.#declare(shape, overload)))
    return found
  }

  #overload(shape: Shape, result: Type, args: readonly Value[]): Type {
    if (shape.result === '$o') return result
    if (shape.result === '$r' || shape.result === '$cb' || shape.result === '$vec4') return result.contained[0]!
    if (shape.result === '$vec9' && result.kind === 'vector') return result.element
    // An operation whose only overload is i1 need not have a parameter of it.
    if (shape.overloadParam < 0) return this.#m.types.i1
    return args[shape.overloadParam + 1]!.type
  }

  #declare(shape: Shape, overload: Type): Func {
    const name = shape.overloaded ? overloadName(shape, overload) : shape.name
    const known = this.#m.findFunction(name)
    if (known) return known
    const { types } = this.#m
    const params = [types.i32, ...shape.params.map(p => this.#type(p, overload))]
    const list = this.#m.attributeListOf([shape.attributes])
    return this.#m.addFunction(name, types.func(this.#type(shape.result, overload), params), list)
  }

  #type(code: string, overload: Type): Type {
    const { types } = this.#m
    switch (code) {
      case 'v':
        return types.void
      case 'i1':
        return types.i1
      case 'i8':
      case 'u8':
        return types.i8
      case 'i16':
        return types.i16
      case 'i32':
      case 'u32':
        return types.i32
      case 'i64':
        return types.i64
      case 'h':
        return types.half
      case 'f':
        return types.float
      case 'd':
        return types.double
      case '$o':
      case '$obj':
      case '$udt':
        return overload
      case '$elt':
        return overload.kind === 'vector' ? overload.element : overload
      case '$o_i1':
        return overload.kind === 'vector' ? types.vector(overload.count, types.i1) : types.i1
      case '$o_i32':
        return overload.kind === 'vector' ? types.vector(overload.count, types.i32) : types.i32
      case '$vec9':
        return types.vector(9, overload)
      case '$vec4':
        return types.namedStruct(`dx.types.four${suffix(overload)}`, new Array<Type>(4).fill(overload))
      case 'res':
        return this.handle
      case '$r':
        if (overload.kind === 'vector')
          return types.namedStruct(`dx.types.ResRet.${suffix(overload)}`, [overload, types.i32])
        return types.namedStruct(`dx.types.ResRet.${suffix(overload)}`, [
          overload,
          overload,
          overload,
          overload,
          types.i32,
        ])
      case '$cb':
        return this.#cbufRet(overload)
      default:
        return this.#struct(code)
    }
  }

  /** Eight halves exist only natively; the reader of the row asks for what the caller already made. */
  #cbufRet(overload: Type): Type {
    const { types } = this.#m
    const wide = types.findStruct(`dx.types.CBufRet.${suffix(overload)}.8`)
    if (wide) return wide
    const count = overload === types.double || overload === types.i64 ? 2 : 4
    return types.namedStruct(`dx.types.CBufRet.${suffix(overload)}`, new Array<Type>(count).fill(overload))
  }

  #struct(code: string): Type {
    const { types } = this.#m
    const { i32, i1, i8, float } = types
    switch (code) {
      case 'dims':
        return types.namedStruct('dx.types.Dimensions', [i32, i32, i32, i32])
      case 'splitdouble':
        return types.namedStruct('dx.types.splitdouble', [i32, i32])
      case 'twoi32':
        return types.namedStruct('dx.types.twoi32', [i32, i32])
      case 'i32c':
        return types.namedStruct('dx.types.i32c', [i32, i1])
      case 'fouri32':
        return types.namedStruct('dx.types.fouri32', [i32, i32, i32, i32])
      case 'SamplePos':
        return types.namedStruct('dx.types.SamplePos', [float, float])
      case 'hit_object':
        return hitObjectType(this.#m)
      case 'resbind':
        return types.namedStruct('dx.types.ResBind', [i32, i32, i32, i8])
      case 'resproperty':
        return types.namedStruct('dx.types.ResourceProperties', [i32, i32])
      case 'nodehandle':
        return this.opaque('dx.types.NodeHandle')
      case 'noderecordhandle':
        return this.opaque('dx.types.NodeRecordHandle')
      case 'nodeproperty':
        return types.namedStruct('dx.types.NodeInfo', [i32, i32])
      case 'noderecordproperty':
        return types.namedStruct('dx.types.NodeRecordInfo', [i32, i32])
      case 'int2':
        return types.vector(2, i32)
      case 'pf32':
        return types.pointer(float)
      default:
        throw new InternalError(`no type for code ${code} in a DXIL operation`)
    }
  }
}

export const hitObjectType = (m: LlvmModule): Type =>
  m.types.namedStruct('dx.types.HitObject', [m.types.pointer(m.types.i8)])

function suffix(type: Type): string {
  switch (type.kind) {
    case 'int':
      return `i${type.width}`
    case 'half':
      return 'f16'
    case 'float':
      return 'f32'
    case 'double':
      return 'f64'
    case 'pointer':
      return type.contained[0]!.name
    case 'vector':
      return `v${type.count}${suffix(type.element)}`
    default:
      return type.name
  }
}
