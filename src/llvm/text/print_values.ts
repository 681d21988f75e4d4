// Text of types, constants, names and metadata operands, as LLVM 3.7 prints them.

import { doubleBits, doubleFromBits, floatFromBits } from '../../base/float_bits.ts'
import { ATTRIBUTE_KINDS } from '../../spec/llvm_attributes.ts'
import { CAST_NAMES, FLOAT_BINOP_NAMES, INT_BINOP_NAMES, predicateName } from '../../spec/llvm_codes.ts'
import type { Attribute } from '../model/attributes.ts'
import type { Type } from '../model/types.ts'
import type {
  Comdat,
  Constant,
  ConstantData,
  ConstantExpr,
  ConstantFloat,
  Func,
  GlobalVariable,
} from '../model/values.ts'

/** Bytes outside printable ASCII, quotes and backslashes as \XX. */
export function escaped(text: string): string {
  return text.replace(/[^ !#-[\]-~]/g, c => '\\' + hex2(c.charCodeAt(0)))
}

const hex2 = (n: number): string => n.toString(16).toUpperCase().padStart(2, '0')

/** A name behind its sigil, quoted when it needs to be. */
export function named(sigil: string, name: string): string {
  return /^[A-Za-z_.-][A-Za-z0-9_.-]*$/.test(name) ? sigil + name : `${sigil}"${escaped(name)}"`
}

type Global = GlobalVariable | Func

const VISIBILITY: readonly string[] = ['', 'hidden', 'protected']
const DLL_STORAGE: readonly string[] = ['', 'dllimport', 'dllexport']

/** `hidden dllexport`, or ''. */
export const visibilityText = (g: Global): string =>
  `${VISIBILITY[g.visibility] ?? ''} ${DLL_STORAGE[g.dllStorage] ?? ''}`.trim()

const COMDAT_SELECTIONS: readonly string[] = ['', 'any', 'exactmatch', 'largest', 'noduplicates', 'samesize']

export const comdatText = (c: Comdat): string =>
  `${named('$', c.name)} = comdat ${COMDAT_SELECTIONS[c.selection] ?? c.selection}\n`

/** ` comdat`, with its name when that is not the global's own; '' without one. */
export const inComdat = (g: Global): string =>
  !g.comdat ? '' : g.comdat.name === g.name ? ' comdat' : ` comdat(${named('$', g.comdat.name)})`

/** Prints types and global names; unnamed ones need their numbers. */
export class TypePrinter {
  readonly #numbers = new Map<Type, number>()
  readonly #cache: (string | undefined)[] = []
  readonly #globals: ReadonlyMap<Global, number>

  constructor(structs: readonly Type[], globals: ReadonlyMap<Global, number> = new Map()) {
    this.#globals = globals
    for (const s of structs) if (s.name === '') this.#numbers.set(s, this.#numbers.size)
  }

  text(type: Type): string {
    return (this.#cache[type.index] ??= this.#make(type))
  }

  global(g: Global): string {
    return g.name === '' ? `@${this.#globals.get(g) ?? '<badref>'}` : named('@', g.name)
  }

  #make(type: Type): string {
    switch (type.kind) {
      case 'int':
        return `i${type.width}`
      case 'pointer': {
        const space = type.addressSpace === 0 ? '' : ` addrspace(${type.addressSpace})`
        return `${this.text(type.element)}${space}*`
      }
      case 'array':
        return `[${type.count} x ${this.text(type.element)}]`
      case 'vector':
        return `<${type.count} x ${this.text(type.element)}>`
      case 'function': {
        const params = type.contained.slice(1).map(t => this.text(t))
        if (type.vararg) params.push('...')
        return `${this.text(type.result)} (${params.join(', ')})`
      }
      case 'struct':
        if (!type.identified) return this.body(type)
        return type.name === '' ? `%${this.#numbers.get(type) ?? '"type"'}` : named('%', type.name)
      default:
        return type.kind
    }
  }

  /** Fields of a struct, or `opaque`. */
  body(type: Type): string {
    if (type.opaque) return 'opaque'
    const fields = type.contained.map(t => this.text(t)).join(', ')
    const text = fields === '' ? '{}' : `{ ${fields} }`
    return type.packed ? `<${text}>` : text
  }
}

// ---- constants ----

/** A constant without its type. */
export function constantText(types: TypePrinter, c: Constant): string {
  switch (c.kind) {
    case 'int':
      return c.type.width === 1 ? (c.value === 0 ? 'false' : 'true') : `${c.value}`
    case 'fp':
      return floatText(c)
    case 'null':
      return c.type.kind === 'pointer' ? 'null' : 'zeroinitializer'
    case 'undef':
      return 'undef'
    case 'global':
    case 'function':
      return types.global(c)
    case 'data':
      return dataText(types, c)
    case 'aggregate':
      return bracketed(
        c.type,
        c.operands.map(o => typedConstant(types, o)),
      )
    case 'expr':
      return exprText(types, c)
  }
}

export const typedConstant = (types: TypePrinter, c: Constant): string =>
  `${types.text(c.type)} ${constantText(types, c)}`

function bracketed(type: Type, elements: readonly string[]): string {
  const list = elements.join(', ')
  if (type.kind === 'vector') return `<${list}>`
  if (type.kind === 'array') return `[${list}]`
  const text = list === '' ? '{}' : `{ ${list} }`
  return type.packed ? `<${text}>` : text
}

function dataText(types: TypePrinter, c: ConstantData): string {
  const { element } = c.type
  if (c.type.kind === 'array' && element.kind === 'int' && element.width === 8)
    return `c"${escaped(c.elements.map(e => String.fromCharCode(Number(e))).join(''))}"`
  const prefix = types.text(element)
  return bracketed(
    c.type,
    c.elements.map(e => `${prefix} ${elementText(element, e)}`),
  )
}

function elementText(type: Type, bits: number | bigint): string {
  if (type.kind === 'float')
    return isNanBits(Number(bits)) ? nanText(Number(bits)) : numberText(floatFromBits(Number(bits)))
  if (type.kind === 'double') {
    const value = doubleFromBits(BigInt(bits))
    return Number.isNaN(value) ? bitsText(BigInt(bits)) : numberText(value)
  }
  return `${BigInt.asIntN(type.width, BigInt(bits))}`
}

function floatText(c: ConstantFloat): string {
  if (c.type.kind === 'half') return `0xH${Number(c.bits).toString(16).toUpperCase().padStart(4, '0')}`
  return elementText(c.type, c.bits)
}

const isNanBits = (bits: number): boolean => (bits & 0x7fffffff) > 0x7f800000

/** A float's NaN as a double with the same payload: converted as bits, because hardware makes signalling ones quiet. */
function nanText(bits: number): string {
  const payload = BigInt(bits & 0x7fffff) << 29n
  return bitsText(((bits >= 0x80000000 ? 0xfffn : 0x7ffn) << 52n) | payload)
}

/** Seven digits if they say it exactly, else the bits of the double. */
function numberText(value: number): string {
  if (Number.isFinite(value)) {
    const text = value.toExponential(6).replace(/e([+-])(\d)$/, 'e$10$2')
    const signed = Object.is(value, -0) ? `-${text}` : text
    if (Number(signed) === value) return signed
  }
  return bitsText(doubleBits(value))
}

const bitsText = (bits: bigint): string => `0x${bits.toString(16).toUpperCase()}`

function exprText(types: TypePrinter, c: ConstantExpr): string {
  const operands = c.operands.map(o => typedConstant(types, o))
  const list = operands.join(', ')
  switch (c.op) {
    case 'cast':
      return `${castName(c.code)} (${list} to ${types.text(c.type)})`
    case 'gep':
      return `getelementptr ${c.flags ? 'inbounds ' : ''}(${types.text(c.elementType!)}, ${list})`
    case 'binop':
      return `${binopName(c.code, c.type)}${binopFlags(c.code, c.type, c.flags)} (${list})`
    case 'cmp':
      return `${cmpName(c.code)} ${predicateName(c.code) ?? c.code} (${list})`
    default:
      return `${c.op} (${list})`
  }
}

export const castName = (code: number): string => CAST_NAMES[code] ?? `cast${code}`
export const cmpName = (predicate: number): string => (predicate < 32 ? 'fcmp' : 'icmp')

export function binopName(code: number, type: Type): string {
  const names: Readonly<Record<number, string>> = type.isFloatOrFloatVector ? FLOAT_BINOP_NAMES : INT_BINOP_NAMES
  return names[code] ?? `binop${code}`
}

const WRAPPING: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'shl'])
const FAST_NAMES: readonly [number, string][] = [
  [2, ' nnan'],
  [4, ' ninf'],
  [8, ' nsz'],
  [16, ' arcp'],
]

/** ' fast', ' nuw nsw', ' exact', ... or ''. */
export function binopFlags(code: number, type: Type, flags: number): string {
  if (flags === 0) return ''
  if (type.isFloatOrFloatVector) return fastFlags(flags)
  if (WRAPPING.has(INT_BINOP_NAMES[code] ?? '')) return (flags & 1 ? ' nuw' : '') + (flags & 2 ? ' nsw' : '')
  return ' exact'
}

export function fastFlags(flags: number): string {
  if (flags & 1) return ' fast'
  return FAST_NAMES.map(([bit, name]) => (flags & bit ? name : '')).join('')
}

// ---- attributes ----

const PAREN: ReadonlySet<string> = new Set(
  ATTRIBUTE_KINDS.filter(row => row[2] && row[1] !== 'align').map(row => row[1]),
)

/** `inGroup`: the spelling used in `attributes #0 = { ... }`. */
export function attributeText(a: Attribute, inGroup = false): string {
  if (typeof a === 'string') return a
  // LLVM 3.7 escapes nothing here.
  if ('key' in a) return a.value === '' ? `"${a.key}"` : `"${a.key}"="${a.value}"`
  const [name, value] = a
  if (inGroup) return `${name}=${value}`
  return PAREN.has(name) ? `${name}(${value})` : `${name} ${value}`
}
