// The globals that stand for resources in libraries: external constants, whose values become handles where they are used.
// Their names are MSVC's, as DXC's are; no reader takes them apart, but linking libraries of two compilers compares them.

import { table } from '../base/table.ts'
import type { DataType } from '../ir/data_type.ts'
import type { Resource } from '../ir/module.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import type { Type } from '../llvm/model/types.ts'
import type { Constant, GlobalVariable } from '../llvm/model/values.ts'
import { CastOp } from '../spec/llvm_codes.ts'
import { UNBOUNDED } from '../spec/resource_classes.ts'
import { RESOURCE_KINDS } from '../spec/resource_kinds.ts'
import { arrayOf, resourceStruct } from './resources.ts'

/** What identifies a declared resource in every module of a library. */
export const resourceKey = (r: Resource): string => `${r.class} ${r.pos} ${r.name}`

export interface LibrarySymbol {
  readonly global: GlobalVariable
  /** Type of one element: the resource's struct, from shader model 6.6 on a handle. */
  readonly element: Type
  /** Dimensions of the declared array; empty for a single resource. */
  readonly dims: readonly number[]
}

export type LibrarySymbols = ReadonlyMap<string, LibrarySymbol>

/** Adds a global for each resource, in the given order. `handle`: the type of handles where globals are handles. */
export function addLibrarySymbols(
  m: LlvmModule,
  resources: readonly Resource[],
  handle: Type | undefined,
): LibrarySymbols {
  const symbols = new Map<string, LibrarySymbol>()
  const taken = new Set<string>()
  for (const r of resources) {
    const own = resourceStruct(m, r)
    const isLaidOut = own.name.startsWith('hostlayout.')
    const element = isLaidOut ? own : (handle ?? own)
    const wanted = isLaidOut ? `${symbolName(r)}_legacy` : symbolName(r)
    let name = wanted
    for (let n = 1; taken.has(name); n++) name = `${wanted}.${n}`
    taken.add(name)
    const global = m.addGlobal(name, arrayOf(m, r, element))
    // DXC makes another global where it lays out a type anew, one with matrices: it is no constant, and never a handle.
    global.constant = !isLaidOut
    // Blocks are no variables of the program: DXC leaves their alignment open.
    if (!isBlock(r) && !isLaidOut) global.align = hasWideElement(r.element) ? 8 : 4
    const dims = r.dims ?? (r.rangeSize === 1 ? [] : [r.rangeSize])
    symbols.set(resourceKey(r), { global, element, dims })
  }
  return symbols
}

/** What a resource's record names: the global, as a pointer to the resource's own type. */
export function symbolOf(m: LlvmModule, symbols: LibrarySymbols, r: Resource): Constant {
  const { global } = symbols.get(resourceKey(r))!
  const own = m.types.pointer(arrayOf(m, r, resourceStruct(m, r)))
  return global.type === own ? global : m.constCast(CastOp.BitCast, global, own)
}

/** cbuffer and tbuffer blocks, $Globals, and what is declared like one. */
const isBlock = (r: Resource): boolean => r.kind === 'CBuffer' || r.kind === 'TBuffer'

function hasWideElement(type: DataType | undefined): boolean {
  if (!type) return false
  switch (type.kind) {
    case 'struct':
      return type.fields.some(field => hasWideElement(field.type))
    case 'array':
      return hasWideElement(type.element)
    default:
      return /64$/.test(type.component)
  }
}

// ---- names ---------------------------------------------------------------------------------------------------------------------------

function symbolName(r: Resource): string {
  if (isBlock(r)) return r.name
  const scopes = r.name.split('::').reverse().join('@')
  return `\x01?${scopes}@@3${arrayCode(r)}${objectCode(r)}A`
}

/** Arrays are pointers to their first element: PA, behind Y the dimensions that are left. */
function arrayCode(r: Resource): string {
  const dims = r.dims ?? (r.rangeSize === 1 ? [] : [r.rangeSize])
  if (dims.length === 0) return ''
  const inner = dims.slice(1)
  return inner.length === 0 ? 'PA' : `PAY${number(inner.length)}${inner.map(number).join('')}`
}

function objectCode(r: Resource): string {
  const open = r.typeName.indexOf('<')
  const object = open < 0 ? r.typeName : r.typeName.slice(0, open)
  if (!r.element || open < 0) return `U${object}@@`
  const samples = RESOURCE_KINDS[r.kind].isMultisampled ? `$0${number(r.sampleCount)}` : ''
  return `V?$${object}@${typeCode(r.element)}${samples}@@`
}

const COMPONENT_CODE: ReadonlyMap<string, string> = table({
  bool: '_N',
  i16: 'F',
  u16: 'G',
  i32: 'H',
  u32: 'I',
  i64: '_J',
  u64: '_K',
  half: '$halff@',
  int8_t4_packed: '$i8_4pk@',
  uint8_t4_packed: '$ui8_4pk@',
  f16: '$f16@',
  f32: 'M',
  f64: 'N',
  snormF32: 'M',
  unormF32: 'M',
})

const componentCode = ({ component, spelling }: { readonly component: string; readonly spelling?: string }): string =>
  COMPONENT_CODE.get(spelling ?? component) ?? COMPONENT_CODE.get(component) ?? 'M'

function typeCode(type: DataType): string {
  switch (type.kind) {
    case 'scalar':
      return componentCode(type)
    case 'vector':
      return `V?$vector@${componentCode(type)}$0${number(type.count)}@@`
    case 'matrix':
      return `V?$matrix@${componentCode(type)}$0${number(type.rows)}$0${number(type.columns)}@@`
    case 'array':
      return `$$BY0${number(type.count)}${typeCode(type.element)}`
    case 'struct':
      return `U${type.name.split('::').reverse().join('@')}@@`
  }
}

/** 1 to 10 are one digit, others hexadecimal with A for 0. */
function number(n: number): string {
  if (n === UNBOUNDED) n = 0
  if (n >= 1 && n <= 10) return String(n - 1)
  const digits = n.toString(16)
  return `${[...digits].map(d => String.fromCharCode(65 + Number.parseInt(d, 16))).join('')}@`
}
