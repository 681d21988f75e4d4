// How the textual IR spells names, numbers and string constants: LLVM's rules, so that other LLVM tools read the same text.

import { halfToBits } from '../../base/float16.ts'
import { F16, type Type } from '../../ir/types.ts'

const view = new DataView(new ArrayBuffer(8))

/** A name behind @ or %: as it stands if LLVM reads it unquoted, else in quotes with \XX escapes. */
export const nameText = (name: string): string =>
  /^[-a-zA-Z$._][-a-zA-Z$._0-9]*$/.test(name) ? name : `"${escaped(name)}"`

/** A reference to an intrinsic of resources; names of template instances in its suffix need quotes. */
export const resourceCallee = (name: string): string => `@${nameText(`llvm.dx.resource.${name}`)}`

/** Bytes (UTF-8) of text with everything but printable ASCII, quotes and backslashes as \XX. */
export function escaped(text: string): string {
  let out = ''
  for (const byte of new TextEncoder().encode(text)) {
    const plain = byte >= 32 && byte < 127 && byte !== 34 && byte !== 92
    out += plain ? String.fromCharCode(byte) : `\\${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return out
}

/** Length in bytes of a C string constant of this text, terminator included. */
export const stringBytes = (text: string): number => new TextEncoder().encode(text).length + 1

/** A float constant of a type: seven digits where they say it exactly, else the bits (of the double, or of the half behind 0xH). */
export function floatText(type: Type, value: number): string {
  if (type === F16) return `0xH${halfToBits(value).toString(16).toUpperCase().padStart(4, '0')}`
  if (Number.isFinite(value)) {
    const digits = value.toExponential(6).replace(/e([+-])(\d)$/, 'e$10$2')
    const text = Object.is(value, -0) ? `-${digits}` : digits
    if (Number(text) === value) return text
  }
  // The bits of a NaN are the engine's own.
  if (Number.isNaN(value)) return '0x7FF8000000000000'
  view.setFloat64(0, value)
  return `0x${view.getBigUint64(0).toString(16).toUpperCase().padStart(16, '0')}`
}

/** Gives each name at most once: a second `x` becomes `x.1`. */
export class UniqueNames {
  readonly #taken = new Set<string>()
  readonly #next = new Map<string, number>()

  take(wanted: string): string {
    let name = wanted
    while (this.#taken.has(name)) {
      const n = (this.#next.get(wanted) ?? 0) + 1
      this.#next.set(wanted, n)
      name = `${wanted}.${n}`
    }
    this.#taken.add(name)
    return name
  }
}
