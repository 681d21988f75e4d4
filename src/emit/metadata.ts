// The named metadata of a DXIL module, in DXC's order (DxilModule::EmitDxilMetadata).

import { byteString } from '../base/c_string.ts'
import { ENTRY_TAG } from '../dxil/entry_properties.ts'
import type { EntryPoint, Module } from '../ir/module.ts'
import type { Metadata } from '../llvm/model/metadata.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import type { Func } from '../llvm/model/values.ts'
import type { GeometryState } from '../spec/geometry.ts'
import type { Tessellation } from '../spec/tessellation.ts'
import { emitTypeAnnotations } from './annotations.ts'
import { nodeProperties } from './nodes.ts'
import { type ResourceTable, resourceMetadata } from './resources.ts'
import { type SignatureUsage, signatureMetadata } from './signatures.ts'

export interface ModuleFacts {
  readonly module: Module
  readonly entry: EntryPoint
  readonly table: ResourceTable
  /** The flag word, see shader_flags.ts. */
  readonly flags: bigint
  readonly validator: { readonly major: number; readonly minor: number }
  /** Words of dx.viewIdState. */
  readonly viewIdState: Uint32Array
  /** Components of elements that code touches. */
  readonly usage: SignatureUsage
  /** What !llvm.ident says. */
  readonly ident: string
}

/** The functions of one entry point in the emitted module. */
export interface EmittedFunctions {
  readonly main: Func
  readonly patchConstant?: Func | undefined
  /** In the module's order. */
  readonly all: readonly Func[]
}

/** What distinguishes the modules of a container: the code (DXIL), its description for reflection (STAT), code with names, also when debug information is there (ILDB). */
export type ModuleKind = 'DXIL' | 'STAT' | 'ILDB'

export function emitMetadata(
  m: LlvmModule,
  facts: ModuleFacts,
  emitted: EmittedFunctions,
  kind: ModuleKind,
  counters: readonly [string, number][],
): void {
  const { target } = facts.module
  const list = (name: string, operands: readonly (Metadata | null)[]): void =>
    void m.namedMetadata(name).operands.push(m.node(operands))
  const version = (name: string, major: number, minor: number): void => list(name, [m.mdInt(major), m.mdInt(minor)])

  list('llvm.ident', [m.mdString(facts.ident)])
  version('dx.version', 1, target.minor)
  // STAT describes no program to be validated: DXC writes 0.0 there.
  version('dx.valver', kind === 'STAT' ? 0 : facts.validator.major, kind === 'STAT' ? 0 : facts.validator.minor)
  list('dx.shaderModel', [m.mdString(target.stage), m.mdInt(target.major), m.mdInt(target.minor)])
  const resources = resourceMetadata(m, facts.table, kind !== 'DXIL')
  if (resources) m.namedMetadata('dx.resources').operands.push(resources)
  if (kind !== 'DXIL')
    emitTypeAnnotations(
      m,
      facts.module,
      facts.table,
      emitted.all.map(f => [f]),
      kind === 'STAT',
    )
  if (facts.viewIdState.length > 0) {
    const words = m.constData(m.types.array(facts.viewIdState.length, m.types.i32), [...facts.viewIdState])
    list('dx.viewIdState', [m.mdValue(words)])
  }
  const properties = entryProperties(m, facts, emitted)
  const propertyNode = properties.length > 0 ? m.node(properties) : null
  const signatures = signatureMetadata(m, facts.entry.signatures, facts.usage, facts.validator)
  list('dx.entryPoints', [
    m.mdValue(emitted.main),
    m.mdString(byteString(facts.entry.name)),
    signatures,
    resources ?? null,
    propertyNode,
  ])
  if (kind === 'STAT')
    list(
      'dx.counters',
      counters.flatMap(([name, n]) => [m.mdString(name), m.mdInt(n)]),
    )
}

function entryProperties(m: LlvmModule, { entry, flags, module }: ModuleFacts, emitted: EmittedFunctions): Metadata[] {
  const own = stageProperties(m, module, entry, emitted.patchConstant)
  return flags === 0n ? own : [m.mdInt(ENTRY_TAG.ShaderFlags), m.mdInt(flags, m.types.i64), ...own]
}

/** What an entry's stage has to say, in a shader of its own and in libraries. */
export function stageProperties(
  m: LlvmModule,
  module: Module,
  entry: EntryPoint,
  patchConstant: Func | undefined,
): Metadata[] {
  const properties: Metadata[] = []
  properties.push(...nodeProperties(m, entry))
  properties.push(...groupProperties(m, entry, module))
  if (entry.geometry) properties.push(...geometryProperties(m, entry.geometry))
  if (entry.tessellation) properties.push(...tessellationProperties(m, entry.tessellation, patchConstant))
  return properties
}

function geometryProperties(m: LlvmModule, g: GeometryState): Metadata[] {
  const fields = [g.inputPrimitive, g.maxVertexCount, g.streamMask, g.topology, g.instances]
  return [m.mdInt(ENTRY_TAG.Geometry), m.node(fields.map(n => m.mdInt(n)))]
}

/** What a hull or domain shader tells the tessellator. */
function tessellationProperties(
  m: LlvmModule,
  { domain, inputControlPoints, hull }: Tessellation,
  patchConstant: Func | undefined,
): Metadata[] {
  if (!hull) return [m.mdInt(ENTRY_TAG.Domain), m.node([m.mdInt(domain), m.mdInt(inputControlPoints)])]
  const { outputControlPoints, partitioning, outputPrimitive, maxTessFactor } = hull
  const numbers = [inputControlPoints, outputControlPoints, domain, partitioning, outputPrimitive]
  const factor = m.mdValue(m.constFloat(m.types.float, maxTessFactor))
  const f = patchConstant ? m.mdValue(patchConstant) : null
  return [m.mdInt(ENTRY_TAG.Hull), m.node([f, ...numbers.map(n => m.mdInt(n)), factor])]
}

/** Thread group and wave size; what mesh and amplification shaders declare stands with the group. */
function groupProperties(m: LlvmModule, entry: EntryPoint, module: Module): Metadata[] {
  const { stage, numThreads, waveSize, mesh, payloadBytes = 0 } = entry
  const group = m.node(numThreads.map(n => m.mdInt(n)))
  if (mesh) {
    const numbers = [mesh.maxVertices, mesh.maxPrimitives, mesh.topology, mesh.payloadBytes]
    return [m.mdInt(ENTRY_TAG.Mesh), m.node([group, ...numbers.map(n => m.mdInt(n))])]
  }
  if (stage === 'amplification') return [m.mdInt(ENTRY_TAG.Amplification), m.node([group, m.mdInt(payloadBytes)])]
  if (stage !== 'compute' && stage !== 'node') return []
  const threads = [m.mdInt(ENTRY_TAG.NumThreads), group]
  // A node's wave size stands with what else it says of itself.
  if (!waveSize || stage === 'node') return threads
  const [min, max, preferred] = waveSize
  if (!module.atLeast(8)) return [...threads, m.mdInt(ENTRY_TAG.WaveSize), m.node([m.mdInt(min)])]
  return [...threads, m.mdInt(ENTRY_TAG.WaveSizeRange), m.node([m.mdInt(min), m.mdInt(max), m.mdInt(preferred)])]
}
