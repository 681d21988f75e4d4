// Tolerant access to metadata operands: what is missing or of another kind reads as undefined (or the given default).

import type { MDNode, Metadata } from '../llvm/model/metadata.ts'
import { mdValueTarget, type Value } from '../llvm/model/values.ts'

export type Operand = Metadata | null | undefined

export const nodeOf = (md: Operand): MDNode | undefined => (md?.kind === 'node' ? md : undefined)

/** Operands of a node; none when it is not a node. */
export const operandsOf = (md: Operand): readonly (Metadata | null)[] => nodeOf(md)?.operands ?? []

/** The value behind value-as-metadata. */
export const targetOf = (md: Operand): Value | undefined => (md?.kind === 'value' ? mdValueTarget(md) : undefined)

/** A sign-extended integer constant of at most 32 bits (wider ones lose their high bits). */
export function integerOf(md: Operand): number | undefined {
  const value = targetOf(md)
  if (value?.kind !== 'int') return undefined
  return typeof value.value === 'bigint' ? Number(BigInt.asIntN(32, value.value)) : value.value
}

/** The same as an unsigned 32-bit number. */
export function unsignedOf(md: Operand): number | undefined {
  const value = integerOf(md)
  return value === undefined ? undefined : value >>> 0
}

/** A 64-bit unsigned integer constant. */
export function wideOf(md: Operand): bigint | undefined {
  const value = targetOf(md)
  return value?.kind === 'int' ? BigInt.asUintN(64, BigInt(value.value)) : undefined
}

export function boolOf(md: Operand): boolean | undefined {
  const value = integerOf(md)
  return value === undefined ? undefined : value !== 0
}

/** Unsigned integers of a node; operands that are none read as 0. */
export const unsignedListOf = (md: Operand): number[] => operandsOf(md).map(o => unsignedOf(o) ?? 0)

/** Bytes of a string, one character a byte, read as UTF-8; '' when it is not a string. */
export function textOf(md: Operand): string {
  if (md?.kind !== 'string') return ''
  const { text } = md
  for (let i = 0; i < text.length; i++)
    if (text.charCodeAt(i) > 127) return new TextDecoder().decode(Uint8Array.from(text, c => c.charCodeAt(0)))
  return text
}

/** [tag, value] pairs of a node with an even number of operands; pairs without an integer tag are left out. */
export function* tagged(md: Operand): Generator<readonly [tag: number, value: Metadata | null]> {
  const operands = operandsOf(md)
  for (let i = 0; i + 1 < operands.length; i += 2) {
    const tag = integerOf(operands[i])
    if (tag !== undefined) yield [tag, operands[i + 1]!]
  }
}

/** Words of an integer array constant, or as many zeros for zeroinitializer (bounded: metadata arrays are small). */
export function wordsOf(md: Operand, limit = 1 << 20): Uint32Array {
  const value = targetOf(md)
  if (value?.kind === 'data') {
    const words = new Uint32Array(value.elements.length)
    for (let i = 0; i < words.length; i++) words[i] = Number(value.elements[i])
    return words
  }
  if (value?.kind === 'null' && value.type.kind === 'array') return new Uint32Array(Math.min(value.type.count, limit))
  return new Uint32Array(0)
}
