// Names of functions as Microsoft's compilers mangle them, and DXC after them: what links libraries together.
//   void hit(inout Payload p, in Attr a)   ?hit@@YAXUPayload@@UAttr@@@Z

import { table } from '../../base/table.ts'
import { isOfFamily } from '../../spec/object_types.ts'
import { isResource } from './components.ts'
import { isNodeObject } from './nodes.ts'
import type { FunctionSymbol, ParamSymbol } from './typed.ts'
import { type FunctionSignature, type ScalarType, type StructType, type Type, typeText } from './types.ts'

const SCALAR_CODE: ReadonlyMap<string, string> = table({
  bool: '_N',
  int: 'H',
  uint: 'I',
  int8_t4_packed: '$i8_4pk@',
  uint8_t4_packed: '$ui8_4pk@',
  int64_t: '_J',
  uint64_t: '_K',
  int16_t: 'F',
  uint16_t: 'G',
  half: '$halff@',
  float16_t: '$f16@',
  float: 'M',
  double: 'N',
  min16float: '$min16f@',
  min10float: '$min10f@',
  min16int: '$min16i@',
  min12int: '$min12i@',
  min16uint: '$min16ui@',
})
const code = (type: ScalarType): string => SCALAR_CODE.get(type.name) ?? 'M'

/** Names and types that can be referred to by number: the first ten. */
const MOST_REFERENCES = 10

/** The linkage name of a function; `name` stands in for its own. */
export function mangled(symbol: FunctionSymbol, name: string = symbol.name): string {
  const own = linkageName(symbol)
  return name === symbol.name ? own : `\x01?${name}${own.slice(own.indexOf('@'))}`
}

function linkageName({ qualifiedName, params, returnType, templateArgs }: FunctionSymbol): string {
  const m = new Mangler()
  const name = templateArgs
    ? m.instance(
        qualifiedName,
        templateArgs.map(({ value }) => value),
      )
    : m.scopes(qualifiedName)
  return `\x01?${name}YA${m.result(returnType)}${m.parameters(params)}`
}

/** The name of a variable outside of functions. Arrays are pointers to their elements. */
export function mangledVariable(qualifiedName: string, type: Type, isConst: boolean): string {
  const m = new Mangler()
  const name = m.scopes(qualifiedName)
  const letter = isConst ? 'B' : 'A'
  return `\x01?${name}3${m.variable(type, letter)}${letter}`
}

/** Templates with a number of samples, which need not be said. */
const MULTISAMPLED = /^(RW)?Texture2DMS/

/** 1 to 10 are one digit, others hexadecimal with A for 0. */
function number(n: number): string {
  if (n >= 1 && n <= 10) return String(n - 1)
  const digits = Math.abs(n).toString(16)
  return `${n < 0 ? '?' : ''}${[...digits].map(d => String.fromCharCode(65 + Number.parseInt(d, 16))).join('')}@`
}

type Passed = FunctionSignature['params'][number] & Partial<Pick<ParamSymbol, 'isConst'>>
type TemplateArguments = readonly (Type | number | bigint | boolean)[]

class Mangler {
  /** Names in order of first use; templates with their arguments are names, too. */
  readonly #names: string[] = []
  readonly #types: string[] = []
  /** Before the type of what a function writes. */
  #written = 'AIA'

  /** A function of a template: `a::b<float>` is `?$b@M@a@`. No number refers to its name. */
  instance(qualifiedName: string, args: TemplateArguments): string {
    const parts = splitScopes(qualifiedName)
    const own = Mangler.instanceName(parts.pop()!, args)
    const around = parts.reverse().map(part => this.#name(part))
    return `${own}${around.join('')}@`
  }

  /** `a::b` is `b@a@`. */
  scopes(qualifiedName: string): string {
    return `${splitScopes(qualifiedName)
      .reverse()
      .map(part => this.#name(part))
      .join('')}@`
  }

  /** Arguments of a template have names and numbers of their own. */
  static instanceName(name: string, args: TemplateArguments): string {
    const inner = new Mangler()
    const first = inner.#name(name)
    const rest = args.map(arg => (typeof arg === 'object' ? inner.#type(arg) : `$0${number(Number(arg))}`))
    return `?$${first}${rest.join('')}@`
  }

  variable(type: Type, letter: 'A' | 'B'): string {
    const pointer = letter === 'B' ? 'Q' : 'P'
    return type.kind === 'array' ? `${pointer}${letter}${this.#type(type.element)}` : this.#type(type)
  }

  result(type: Type): string {
    const isNamed = ['vector', 'matrix', 'struct', 'enum', 'object'].includes(type.kind)
    if (type.kind === 'array') return `$$B${this.#array(type, '')}`
    return `${isNamed ? '?A' : ''}${this.#type(type)}`
  }

  parameters(params: readonly Passed[]): string {
    if (params.length === 0) return 'XZ'
    return `${params.map(p => this.#parameter(p)).join('')}@Z`
  }

  /** A parameter type of more than one letter that came before is its number. */
  #parameter({ type, mode, isConst = false }: Passed): string {
    const isReference = mode !== 'in'
    // Of a value const is not said, but makes another type.
    const key = `${isReference ? '&' : ''}${isConst ? 'const ' : ''}${keyOf(type)}`
    const known = this.#types.indexOf(key)
    if (known >= 0) return String(known)
    const text = this.#passed(type, isReference, isConst)
    if (text.length > 1 && this.#types.length < MOST_REFERENCES) this.#types.push(key)
    return text
  }

  /** References to numbers say so; those to structs, arrays, resources and objects of nodes are how those are passed anyway. */
  #passed(type: Type, isReference: boolean, isConst: boolean): string {
    if (type.kind === 'array') return this.#array(type, isConst ? '$$CB' : isReference ? '$$CA' : '')
    const isAlways = type.kind === 'struct' || isResource(type) || isNodeObject(type)
    return isReference && !isAlways ? `${this.#written}${this.#type(type)}` : this.#type(type)
  }

  /** Y, dimensions less one, each dimension, the element: `$$CB` before one that is const, `$$CA` before one of an argument that is written. */
  #array(type: Type, qualifier: '' | '$$CA' | '$$CB'): string {
    const dims: number[] = []
    let at = type
    for (; at.kind === 'array'; at = at.element) dims.push(Math.max(at.size, 0))
    return `Y${number(dims.length)}${dims.map(number).join('')}${qualifier}${this.#type(at)}`
  }

  #type(type: Type): string {
    switch (type.kind) {
      case 'void':
        return 'X'
      case 'scalar':
        return code(type)
      case 'vector':
        return `V${this.#reference(`?$vector@${code(type.element)}$0${number(type.size)}@`)}@`
      case 'matrix':
        return `V${this.#reference(`?$matrix@${code(type.element)}$0${number(type.rows)}$0${number(type.columns)}@`)}@`
      case 'enum':
        return `W4${this.scopes(type.name)}`
      case 'struct':
        return type.signature ? this.#function(type.signature) : `${type.isClass ? 'V' : 'U'}${this.#struct(type)}`
      case 'array':
        return this.#array(type, '')
      case 'object':
        if (!type.element) return `U${this.#name(type.name)}@`
        // Those of work graphs and constants are structs.
        return `${isNodeObject(type) || isOfFamily(type.name, 'constants') ? 'U' : 'V'}${this.#object(type.name, type.element, type.count)}@`
      default:
        return 'X'
    }
  }

  /** The type of a function is an argument of a template. What it writes is a reference there, not `__restrict` as in a list of parameters. */
  #function({ result, params }: FunctionSignature): string {
    this.#written = 'AA'
    return `$$A6A${this.result(result)}${this.parameters(params)}`
  }

  #struct(type: StructType): string {
    if (!type.templateArgs) return this.scopes(type.name)
    const parts = splitScopes(type.name)
    const last = parts.pop()!
    const instance = this.#reference(Mangler.instanceName(last.slice(0, last.indexOf('<')), type.templateArgs))
    return `${instance}${parts
      .reverse()
      .map(part => this.#name(part))
      .join('')}@`
  }

  /** A template of the language: Texture2D<float4>, InputPatch<V, 3>. */
  #object(name: string, element: Type, count: number): string {
    const inner = new Mangler()
    const text = `?$${inner.#name(name)}${inner.#type(element)}${count > 0 || MULTISAMPLED.test(name) ? `$0${number(count)}` : ''}@`
    return this.#reference(text)
  }

  #name(part: string): string {
    return this.#reference(`${part}@`)
  }

  /** The text itself, or the number it had before. */
  #reference(text: string): string {
    const known = this.#names.indexOf(text)
    if (known >= 0) return String(known)
    if (this.#names.length < MOST_REFERENCES) this.#names.push(text)
    return text
  }
}

/** `N::A<B::C>` has two parts. */
function splitScopes(name: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < name.length; i++) {
    const c = name[i]
    if (c === '<') depth++
    else if (c === '>') depth--
    else if (depth === 0 && c === ':' && name[i + 1] === ':') {
      parts.push(name.slice(start, i))
      start = i + 2
      i++
    }
  }
  return [...parts, name.slice(start)]
}

/** Equal for equal types. */
function keyOf(type: Type): string {
  switch (type.kind) {
    case 'scalar':
      return type.name
    case 'vector':
      return `${type.element.name}${type.size}`
    case 'matrix':
      return `${type.element.name}${type.rows}x${type.columns}`
    case 'object':
      return typeText(type)
    case 'array':
      return `${keyOf(type.element)}[${type.size}]`
    case 'struct':
    case 'enum':
      return `${type.kind} ${type.name}`
    default:
      return type.kind
  }
}
