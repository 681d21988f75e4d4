// Functions of a library, as its RDAT part describes them.

import { type Container, findPart } from '../container/container.ts'
import { decodePart } from '../container/parts.ts'
import type { Program } from '../dxil/program.ts'
import { ShaderFlag } from '../dxil/shader_flags.ts'
import { dumpRdat, type RdatRow } from '../inspect/dump_rdat.ts'
import { Feature } from '../spec/feature_flags.ts'
import { SHADER_STAGE } from '../spec/psv_enums.ts'
import type { BindingReflection, BufferReflection, FunctionReflection } from './model.ts'
import { requirements } from './requirements.ts'

interface Shared {
  readonly buffers: readonly BufferReflection[]
  readonly bindings: readonly BindingReflection[]
}

/** In the order of their names, as D3D12's reflection has them. Empty without an RDAT part. */
export function reflectFunctions(container: Container, program: Program, shared: Shared): FunctionReflection[] {
  const part = findPart(container, 'RDAT')
  if (!part) return []
  const table = dumpRdat(decodePart('RDAT', part.data, part.offset)).find(t => t.table === 'FunctionTable')
  const early = new Set<string>()
  for (const { function: f, properties } of program.entries)
    if (f && (properties.shaderFlags & ShaderFlag.ForceEarlyDepthStencil) !== 0n) early.add(f.name)
  return (table?.rows ?? [])
    .map(row => reflectFunction(row, shared, early))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** Flags are shown in hexadecimal digits. */
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number(value ?? 0) || 0)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A hint about one function, not a need of the device. */
const HINTS = Feature.UsesDerivatives

function reflectFunction(row: RdatRow, { buffers, bindings }: Shared, early: ReadonlySet<string>): FunctionReflection {
  const name = textOf(row['name'])
  const features = BigInt(numberOf(row['featuresLow'])) | (BigInt(numberOf(row['featuresHigh'])) << 32n)
  const target = numberOf(row['minTarget'])
  const mask = numberOf(row['stageMask'])
  const used = listOf(row['resources']).map(numberOf)
  return {
    name,
    stage: textOf(row['stage']),
    stages: Object.entries(SHADER_STAGE).flatMap(([stage, number]) => ((mask >>> number) & 1 ? [stage] : [])),
    minimumShaderModel: `${(target >>> 4) & 15}.${target & 15}`,
    requires: requirements(features & ~HINTS, early.has(name)),
    buffers: used.flatMap(i => {
      const binding = bindings[i]
      const at = binding ? bufferOf(binding, bindings, buffers) : -1
      return at < 0 ? [] : [at]
    }),
    bindings: used,
    dependencies: listOf(row['dependencies']).map(textOf),
    payloadBytes: numberOf(row['payloadBytes']),
    attributeBytes: numberOf(row['attributeBytes']),
  }
}

/** The buffer that describes a binding's contents; -1 for none. */
function bufferOf(
  binding: BindingReflection,
  bindings: readonly BindingReflection[],
  buffers: readonly BufferReflection[],
): number {
  if (binding.type === 'cbuffer') return bindings.filter(b => b.type === 'cbuffer').indexOf(binding)
  if (binding.type === 'tbuffer') return buffers.findIndex(b => b.type === 'tbuffer' && b.name === binding.name)
  if (binding.stride === 0) return -1
  return buffers.findIndex(b => b.type === 'structured' && b.name.replace(/(\[0\])+$/, '') === binding.name)
}
