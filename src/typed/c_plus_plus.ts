// A C++ header of a shader: structs with the layout of its buffers, held to it by static_assert, and its bindings.

import { byOffset } from '../base/table.ts'
import { type BufferSlots, Names, type ScalarKind, type Slot, scalarSize } from './buffer_slots.ts'
import type { ShaderFacts } from './shader_facts.ts'

const TYPE: Readonly<Record<ScalarKind, string>> = {
  ...{ f16: 'std::uint16_t', f32: 'float', f64: 'double', i16: 'std::int16_t', u16: 'std::uint16_t' },
  ...{ i32: 'std::int32_t', u32: 'std::uint32_t', i64: 'std::int64_t', u64: 'std::uint64_t', bool: 'std::uint32_t' },
}
const WORDS =
  'alignas alignof and asm auto bool break case catch char class const constexpr continue default delete do double else enum explicit export extern false float for friend goto if inline int long mutable namespace new not nullptr operator or private protected public register return short signed sizeof static struct switch template this throw true try typedef union unsigned using virtual void volatile while'

/** The header as text. */
export function cPlusPlusHeader(shader: ShaderFacts, buffers: readonly BufferSlots[], space: string): string {
  const names = new Names([
    ...WORDS.split(' '),
    'bindings',
    'Binding',
    'Vector',
    'Strided',
    'target',
    'entry',
    'thread_group',
  ])
  const structs = buffers.map(({ name, kind, size, members }) => {
    const place = { indent: '', outer: '' }
    const { text, asserts } = structOf(names.of(name), `${kind} ${name}`, { size, members }, place)
    return text + asserts.join('')
  })
  const rows = shader.bindings.map(
    b => `    {"${b.name}", "${b.type}", ${b.register}u, ${b.space}u, ${b.count ?? 0}u},\n`,
  )
  return `// Made by dxilkit from ${shader.file}. Changes belong there.
#pragma once
#include <cstddef>
#include <cstdint>

namespace ${space} {

inline constexpr char target[] = "${shader.target}";
inline constexpr char entry[] = "${shader.entry}";
${shader.threadGroup ? `inline constexpr std::uint32_t thread_group[3] = {${shader.threadGroup.join(', ')}};\n` : ''}
/** count 0: an array without a bound. */
struct Binding {
    const char* name;
    const char* type;
    std::uint32_t reg, space, count;
};
${rows.length > 0 ? `inline constexpr Binding bindings[] = {\n${rows.join('')}};\n` : ''}
#pragma pack(push, 1)

template <typename T, std::size_t N> struct Vector {
    T v[N];
    T& operator[](std::size_t i) { return v[i]; }
    const T& operator[](std::size_t i) const { return v[i]; }
};

/** N elements, Stride bytes from one to the next; behind the last there is nothing. */
template <typename T, std::size_t N, std::size_t Stride> struct Strided {
    unsigned char raw[(N - 1) * Stride + sizeof(T)];
    T& operator[](std::size_t i) { return *reinterpret_cast<T*>(raw + i * Stride); }
    const T& operator[](std::size_t i) const { return *reinterpret_cast<const T*>(raw + i * Stride); }
};

${structs.join('\n')}
#pragma pack(pop)

} // namespace ${space}
`
}

interface Body {
  readonly size: number
  readonly members: readonly Slot[]
}

interface Place {
  readonly indent: string
  /** Of the struct around it, with `::`. */
  readonly outer: string
}

interface Made {
  readonly text: string
  /** For behind the outermost struct, where all of them are complete. */
  readonly asserts: readonly string[]
}

function structOf(name: string, title: string, { size, members }: Body, { indent, outer }: Place): Made {
  const full = outer + name
  const own = new Names([...WORDS.split(' '), name])
  const inner = `${indent}    `
  const lines: string[] = []
  const asserts: string[] = []
  let end = 0
  let pads = 0
  const pad = (to: number): void => {
    if (to > end) lines.push(`${inner}unsigned char ${own.of(`pad${pads++}`)}[${to - end}];\n`)
    end = to
  }
  for (const slot of [...members].sort(byOffset)) {
    // What packoffset puts upon another member has no place of its own in a struct.
    if (slot.offset < end) {
      lines.push(`${inner}// ${slot.name} lies upon the members before it, at byte ${slot.offset}.\n`)
      continue
    }
    pad(slot.offset)
    if (slot.bits) {
      // Packed fields end with their last byte; what is left of the integer is a field without a name.
      const rest = elementSize(slot) * 8 - slot.bits.reduce((sum, { width }) => sum + width, 0)
      for (const { name: bit, width } of [...slot.bits, { name: '', width: rest }])
        if (width > 0) lines.push(`${inner}${unsignedOf(slot)} ${bit === '' ? '' : `${own.of(bit)} `}: ${width};\n`)
    } else {
      const type = slot.value ? valueType(slot) : own.of(slot.type.replace(/\[.*/, ''))
      if (!slot.value) {
        const made = structOf(type, slot.type.replace(/\[.*/, ''), slot, { indent: inner, outer: `${full}::` })
        lines.push(made.text)
        asserts.push(...made.asserts)
      }
      const field = own.of(slot.name)
      lines.push(`${inner}${arrayType(type, slot)} ${field}; // ${slot.type}\n`)
      asserts.push(`static_assert(offsetof(${full}, ${field}) == ${slot.offset}, "${full}::${field}");\n`)
    }
    end += (countOf(slot) - 1) * slot.stride + elementSize(slot)
  }
  pad(size)
  asserts.push(`static_assert(sizeof(${full}) == ${size}, "${full}");\n`)
  return { text: `${indent}/** ${title} */\n${indent}struct ${name} {\n${lines.join('')}${indent}};\n`, asserts }
}

/** Bytes that the C++ type of an element takes: some matrices of halves take more in the layout. */
function elementSize({ size, value }: Slot): number {
  if (!value) return size
  const { scalar, components, matrix } = value
  return matrix ? (matrix.lines - 1) * matrix.lineStride + matrix.lineSize : components * scalarSize(scalar)
}

const countOf = ({ dims }: Slot): number => dims.reduce((a, b) => a * b, 1)
const unsignedOf = ({ value }: Slot): string => `std::uint${scalarSize(value!.scalar) * 8}_t`

function valueType({ value }: Slot): string {
  const { scalar, components, matrix } = value!
  const type = TYPE[scalar]
  // Rows, or columns where those are what follows each other in memory.
  if (matrix) return `Strided<Vector<${type}, ${components / matrix.lines}>, ${matrix.lines}, ${matrix.lineStride}>`
  return components > 1 ? `Vector<${type}, ${components}>` : type
}

/** Inner dimensions first: the last one's elements are `stride` apart. */
function arrayType(type: string, { dims, stride }: Slot): string {
  let out = type
  let step = stride
  for (const size of [...dims].reverse()) {
    out = `Strided<${out}, ${size}, ${step}>`
    step *= size
  }
  return out
}
