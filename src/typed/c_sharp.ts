// A C# file of a shader: structs of explicit layout for its buffers, and its bindings.

import { type BufferSlots, Names, type ScalarKind, type Slot, scalarSize } from './buffer_slots.ts'
import type { ShaderFacts } from './shader_facts.ts'

const TYPE: Readonly<Record<ScalarKind, string>> = {
  ...{ f16: 'Half', f32: 'float', f64: 'double', i16: 'short', u16: 'ushort' },
  ...{ i32: 'int', u32: 'uint', i64: 'long', u64: 'ulong', bool: 'uint' },
}

/** The file as text. */
export function cSharpFile(shader: ShaderFacts, buffers: readonly BufferSlots[], space: string): string {
  const names = new Names(['Shader', 'Binding', 'Vector'])
  const structs = buffers.map(({ name, kind, size, members }) =>
    structOf(names.of(name), `${kind} ${name}`, size, members, '    '),
  )
  const rows = shader.bindings.map(
    b => `            new("${b.name}", "${b.type}", ${b.register}, ${b.space}, ${b.count ?? 0}),\n`,
  )
  return `// Made by dxilkit from ${shader.file}. Changes belong there.
using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace ${space}
{
    /// <summary>Count 0: an array without a bound.</summary>
    public readonly record struct Binding(string Name, string Type, uint Register, uint Space, uint Count);

    public static class Shader
    {
        public const string Target = "${shader.target}";
        public const string Entry = "${shader.entry}";
${shader.threadGroup ? `        public static readonly uint[] ThreadGroup = { ${shader.threadGroup.join(', ')} };\n` : ''}        public static readonly Binding[] Bindings =
        {
${rows.join('')}        };
    }

${structs.join('\n')}}
`
}

function structOf(name: string, title: string, size: number, members: readonly Slot[], indent: string): string {
  const own = new Names([name])
  const inner = `${indent}    `
  const lines = members.flatMap(slot => {
    const nested = slot.value
      ? []
      : [structOf(own.of(slot.type.replace(/\[.*/, '')), slot.type, slot.size, slot.members, inner)]
    return [
      ...nested,
      fieldOf(slot, nested.length > 0 ? slot.type.replace(/\[.*/, '').replace(/\W+/g, '_') : undefined, own, inner),
    ]
  })
  return `${indent}/// <summary>${title.replace(/</g, '&lt;').replace(/>/g, '&gt;')}</summary>
${indent}[StructLayout(LayoutKind.Explicit, Size = ${size})]
${indent}public struct ${name}
${indent}{
${lines.join('')}${indent}}
`
}

/** A field, or for what has several values a reference to each: `view(row, column)`, `list(i)`. */
function fieldOf(slot: Slot, struct: string | undefined, own: Names, indent: string): string {
  const { offset, value } = slot
  if (slot.bits) return bitsOf(slot, own, indent)
  const type = struct ?? TYPE[value!.scalar]
  const isSingle = slot.dims.length === 0 && (struct !== undefined || value!.components === 1)
  const name = own.of(slot.name)
  const at = `${indent}[FieldOffset(${offset})] `
  if (isSingle) return `${at}public ${type} @${name}; // ${slot.type}\n`
  const first = own.of(`_${slot.name}`)
  const { params, place } = elementPlace(slot)
  return `${at}private byte ${first};
${indent}/// <summary>${slot.type.replace(/</g, '&lt;').replace(/>/g, '&gt;')}</summary>
${indent}[UnscopedRef] public ref ${type} @${name}(${params}) => ref Unsafe.As<byte, ${type}>(ref Unsafe.AddByteOffset(ref ${first}, (nint)(${place})));
`
}

/** Parameters and byte offset of a number (or struct) in an array, a vector or a matrix. */
function elementPlace({ dims, stride, value }: Slot): { readonly params: string; readonly place: string } {
  const names = dims.map((_, i) => 'ijklmnop'[i] ?? `i${i}`)
  const index = dims.reduce((all, size, i) => (i === 0 ? names[0]! : `(${all}) * ${size} + ${names[i]}`), '0')
  const places = dims.length > 0 ? [`(${index}) * ${stride}`] : []
  if (value && value.components > 1) {
    const size = scalarSize(value.scalar)
    const { matrix } = value
    if (matrix) {
      names.push('row', 'column')
      const [line, at] = matrix.order === 'row_major' ? ['row', 'column'] : ['column', 'row']
      places.push(`${line} * ${matrix.lineStride} + ${at} * ${size}`)
    } else {
      names.push('component')
      places.push(`component * ${size}`)
    }
  }
  return { params: names.map(n => `int ${n}`).join(', '), place: places.join(' + ') || '0' }
}

function bitsOf({ offset, value, bits }: Slot, own: Names, indent: string): string {
  const type = scalarSize(value!.scalar) === 8 ? 'ulong' : scalarSize(value!.scalar) === 2 ? 'ushort' : 'uint'
  const word = own.of(`_bits${offset}`)
  const fields = bits!
    .filter(b => b.name !== '')
    .map(({ name, firstBit, width, type: written }) => {
      const mask = `(((${type === 'ulong' ? 'ulong' : 'uint'})1 << ${width - 1}) * 2 - 1)`
      return `${indent}public ${type} @${own.of(name)} // ${written} : ${width}
${indent}{
${indent}    get => (${type})((${word} >> ${firstBit}) & ${mask});
${indent}    set => ${word} = (${type})((${word} & ~(${mask} << ${firstBit})) | ((value & ${mask}) << ${firstBit}));
${indent}}
`
    })
  return `${indent}[FieldOffset(${offset})] private ${type} ${word};\n${fields.join('')}`
}
