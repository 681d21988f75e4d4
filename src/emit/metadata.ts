// The named metadata of a DXIL module, in DXC's order (DxilModule::EmitDxilMetadata).

import { byteString } from '../base/c_string.ts'
import { ENTRY_TAG } from '../dxil/entry_properties.ts'
import type { EntryPoint, Module } from '../ir/module.ts'
import type { MDNode, Metadata } from '../llvm/model/metadata.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import type { Constant, Func } from '../llvm/model/values.ts'
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

/** What the modules of a container say alike. */
export interface SharedMetadata {
  readonly ident: MDNode
  readonly version: MDNode
  readonly shaderModel: MDNode
  readonly viewIdState: MDNode | undefined
  readonly signatures: MDNode | null
  readonly properties: MDNode | null
}

export function sharedMetadata(m: LlvmModule, facts: ModuleFacts, emitted: EmittedFunctions): SharedMetadata {
  const { module, entry, usage, validator, viewIdState } = facts
  const { stage, major, minor } = module.target
  const properties = entryProperties(m, facts, emitted)
  return {
    ident: m.node([m.mdString(facts.ident)]),
    version: m.node([m.mdInt(1), m.mdInt(minor)]),
    shaderModel: m.node([m.mdString(stage), m.mdInt(major), m.mdInt(minor)]),
    viewIdState: viewIdState.length > 0 ? m.node([m.mdValue(viewIdWords(m, viewIdState))]) : undefined,
    signatures: signatureMetadata(m, entry.signatures, usage, validator),
    properties: properties.length > 0 ? m.node(properties) : null,
  }
}

const viewIdWords = (m: LlvmModule, words: Uint32Array): Constant =>
  m.constData(m.types.array(words.length, m.types.i32), [...words])

export function emitMetadata(
  m: LlvmModule,
  facts: ModuleFacts,
  shared: SharedMetadata,
  emitted: EmittedFunctions,
  kind: ModuleKind,
  counters: readonly [string, number][],
): void {
  const list = (name: string, node: MDNode): void => void m.namedMetadata(name).operands.push(node)
  list('llvm.ident', shared.ident)
  list('dx.version', shared.version)
  // STAT describes no program to be validated: DXC writes 0.0 there.
  const { major, minor } = kind === 'STAT' ? { major: 0, minor: 0 } : facts.validator
  list('dx.valver', m.node([m.mdInt(major), m.mdInt(minor)]))
  list('dx.shaderModel', shared.shaderModel)
  const resources = resourceMetadata(m, facts.table, kind !== 'DXIL')
  if (resources) list('dx.resources', resources)
  if (kind !== 'DXIL')
    emitTypeAnnotations(
      m,
      facts.module,
      facts.table,
      emitted.all.map(f => [f]),
      kind === 'STAT',
    )
  if (shared.viewIdState) list('dx.viewIdState', shared.viewIdState)
  const name = m.mdString(byteString(facts.entry.name))
  const { signatures, properties } = shared
  list('dx.entryPoints', m.node([m.mdValue(emitted.main), name, signatures, resources ?? null, properties]))
  if (kind !== 'STAT') return
  const pairs: Metadata[] = []
  for (const [counter, n] of counters) pairs.push(m.mdString(counter), m.mdInt(n))
  list('dx.counters', m.node(pairs))
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
  const { groupSharedLimit: limit } = entry
  const own = ownGroupProperties(m, entry, module)
  return limit === undefined ? own : [...own, m.mdInt(ENTRY_TAG.GroupSharedLimit), m.mdInt(limit)]
}

function ownGroupProperties(m: LlvmModule, entry: EntryPoint, module: Module): Metadata[] {
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
