// RDAT of a library: resources, and for every function what a runtime must know to link and create it.
// Rows are filled in DXC's order, because string and array offsets follow from it (facts: containers, "RDAT", fill order).

import { RDAT_NULL } from '../container/rdat_records.ts'
import { validatorAtLeast } from '../container/validator_version.ts'
import { isDxOp } from '../dxil/dx_call.ts'
import { type FunctionCompat, functionCompat } from '../dxil/function_compat.ts'
import type { Program, ProgramEntry } from '../dxil/program.ts'
import { callersOf, functionReferences, globalOf, type Referenced, unmangled } from '../dxil/references.ts'
import type { ProgramResource } from '../dxil/resources.ts'
import { featuresOf, ShaderFlag } from '../dxil/shader_flags.ts'
import { allocSize, dataLayoutOf } from '../dxil/type_size.ts'
import type { Module } from '../llvm/model/module.ts'
import type { Func } from '../llvm/model/values.ts'
import { Linkage } from '../spec/llvm_codes.ts'
import { SHADER_STAGE } from '../spec/psv_enums.ts'
import { RDAT_PART, RDAT_RESOURCE_FLAG, RDAT_SHADER_FLAG, RESOURCE_CLASS } from '../spec/rdat_enums.ts'
import { RELEASED_MINOR } from '../spec/stages.ts'
import type { Subobject } from '../spec/subobjects.ts'
import { upperBound } from './build_pipeline_state.ts'
import { addNode } from './rdat_nodes.ts'
import { addStage } from './rdat_stages.ts'
import { addSubobjects, marksTier11, needsTier11 } from './rdat_subobjects.ts'
import { RdatTables } from './rdat_tables.ts'

/** LLVM address space of group-shared memory. */
const GROUP_SHARED = 3
/** Bytes of a function row before and from validator 1.8 on. */
const FUNCTION_STRIDE = [44, 52] as const

/** @param subobjects those of the library, which the module does not tell */
export function buildRdatPart(module: Module, program: Program, subobjects: readonly Subobject[] = []): Uint8Array {
  return new RdatBuilder(module, program).build(subobjects)
}

class RdatBuilder {
  readonly #module: Module
  readonly #program: Program
  readonly #tables: RdatTables
  readonly #references: Map<Func, Set<Referenced>>
  readonly #entries = new Map<Func, ProgramEntry>()
  readonly #resources = new Map<Func, number[]>()
  readonly #dependencies = new Map<Func, number[]>()
  readonly #groupShared: Map<Func, number>

  constructor(module: Module, program: Program) {
    const { validatorVersion: v } = program
    this.#module = module
    this.#program = program
    this.#tables = new RdatTables(validatorAtLeast(v, 1, 7), FUNCTION_STRIDE[validatorAtLeast(v, 1, 8) ? 1 : 0])
    this.#references = functionReferences(module)
    for (const e of program.entries) if (e.function) this.#entries.set(e.function, e)
    this.#groupShared = groupSharedByFunction(module, this.#references)
  }

  build(subobjects: readonly Subobject[]): Uint8Array {
    for (const [row, r] of this.#program.resources.entries()) this.#resource(r, row)
    for (const f of this.#module.functions) if (isUnresolved(f)) this.#dependency(f)
    const compat = functionCompat(this.#module, this.#program)
    const { validatorVersion: v } = this.#program
    if (marksTier11(v) && needsTier11(subobjects))
      for (const c of compat.values()) c.flags |= ShaderFlag.RaytracingTier1_1
    for (const [f, c] of compat) this.#function(f, c)
    if (validatorAtLeast(v, 1, 4)) addSubobjects(subobjects, this.#tables)
    return this.#tables.finish()
  }

  #resource(r: ProgramResource, row: number): void {
    const global = r.symbol ? globalOf(r.symbol) : undefined
    if (global?.kind === 'global')
      for (const [f, references] of this.#references) if (references.has(global)) append(this.#resources, f, row)
    this.#tables.row(RDAT_PART.ResourceTable, {
      class: RDAT_CLASS[r.class],
      kind: r.kind,
      id: r.id,
      space: r.space,
      lower: r.lower,
      upper: upperBound(r),
      name: this.#tables.string(r.name),
      flags: resourceFlags(r),
    })
  }

  #dependency(callee: Func): void {
    for (const [f, references] of this.#references)
      if (references.has(callee)) append(this.#dependencies, f, this.#tables.string(callee.name))
  }

  #function(f: Func, c: FunctionCompat): void {
    const tables = this.#tables
    const entry = this.#entries.get(f)
    const p = entry?.properties
    const stage = p?.shaderKind ?? SHADER_STAGE.Library
    const name = tables.string(f.name)
    const unmangledName = tables.string(unmangled(f.name))
    const resources = this.#array(this.#resources.get(f))
    const dependencies = this.#array(this.#dependencies.get(f))
    const extra = entry ? this.#entryRow(f, entry, c) : { row: RDAT_NULL, flags: 0 }
    const features = featuresOf(c.flags)
    const takesPayload = stage >= SHADER_STAGE.AnyHit && stage <= SHADER_STAGE.Callable
    const takesAttributes = stage === SHADER_STAGE.AnyHit || stage === SHADER_STAGE.ClosestHit
    tables.row(RDAT_PART.FunctionTable, {
      name,
      unmangledName,
      resources,
      dependencies,
      stage,
      payloadBytes: takesPayload ? (p?.payloadBytes ?? 0) : 0,
      attributeBytes: takesAttributes ? (p?.attributeBytes ?? 0) : 0,
      featuresLow: Number(features & 0xffffffffn),
      featuresHigh: Number(features >> 32n),
      stageMask: c.stages >>> 0,
      minTarget: ((stage << 16) | (6 << 4) | c.minMinor) >>> 0,
      // A function table of before validator 1.8 has none of the following; they are cut off with the row.
      minWaveLanes: (p?.waveSize?.min ?? 0) & 0xff,
      maxWaveLanes: (p?.waveSize?.max || p?.waveSize?.min || 0) & 0xff,
      shaderFlags: extra.flags,
      shaderInfo: extra.row,
    })
  }

  #entryRow(f: Func, entry: ProgramEntry, c: FunctionCompat): { row: number; flags: number } {
    const none = { row: RDAT_NULL, flags: 0 }
    if (!validatorAtLeast(this.#program.validatorVersion, 1, 8)) return none
    const { node, numThreads } = entry.properties
    const bytes = (this.#groupShared.get(f) ?? 0) >>> 0
    if (entry.properties.shaderKind === SHADER_STAGE.Node && node) {
      const flags = node.isProgramEntry ? RDAT_SHADER_FLAG.NodeProgramEntry : 0
      return { row: addNode(this.#tables, node, numThreads, bytes), flags }
    }
    if (!isExperimental(this.#program)) return none
    const viewId = c.flags & ShaderFlag.ViewID ? RDAT_SHADER_FLAG.UsesViewID : 0
    const stage = addStage(this.#tables, entry, bytes)
    return { row: stage?.row ?? RDAT_NULL, flags: viewId | (stage?.flags ?? 0) }
  }

  #array(items: readonly number[] | undefined): number {
    return items ? this.#tables.array(items) : RDAT_NULL
  }
}

/** Rows for the graphics stages exist without a validator version, and for a newer validator's unreleased shader models. */
function isExperimental({ validatorVersion: v, shaderModel }: Program): boolean {
  if (v.major === 0) return true
  return validatorAtLeast(v, 1, RELEASED_MINOR + 1) && shaderModel.minor > RELEASED_MINOR && shaderModel.minor !== 15
}

const RDAT_CLASS = {
  cbv: RESOURCE_CLASS.CBuffer,
  sampler: RESOURCE_CLASS.Sampler,
  srv: RESOURCE_CLASS.SRV,
  uav: RESOURCE_CLASS.UAV,
} as const

function resourceFlags(r: ProgramResource): number {
  const F = RDAT_RESOURCE_FLAG
  return (
    (r.hasCounter ? F.UAVCounter : 0) |
    (r.globallyCoherent ? F.UAVGloballyCoherent : 0) |
    (r.reorderCoherent ? F.UAVReorderCoherent : 0) |
    (r.rasterizerOrdered ? F.UAVRasterizerOrderedView : 0) |
    (r.atomic64 ? F.Atomics64Use : 0)
  )
}

function append(lists: Map<Func, number[]>, f: Func, item: number): void {
  const list = lists.get(f)
  if (!list) lists.set(f, [item])
  else if (!list.includes(item)) list.push(item)
}

/** A function that another library must bring. */
const isUnresolved = (f: Func): boolean =>
  f.isDeclaration && f.linkage === Linkage.External && !isDxOp(f) && !f.name.startsWith('llvm.')

/** Bytes of group-shared memory each function uses, itself or through what it calls. */
function groupSharedByFunction(module: Module, references: ReadonlyMap<Func, Set<Referenced>>): Map<Func, number> {
  const bytes = new Map<Func, number>()
  const globals = module.globals.filter(g => g.type.addressSpace === GROUP_SHARED)
  if (globals.length === 0) return bytes
  const callers = callersOf(module)
  const layout = dataLayoutOf(module.dataLayout)
  for (const g of globals) {
    const size = allocSize(g.valueType, layout)
    const users = new Set<Func>()
    for (const [f, used] of references) if (used.has(g)) users.add(f)
    for (const f of users) for (const caller of callers.get(f) ?? []) users.add(caller)
    for (const f of users) bytes.set(f, (bytes.get(f) ?? 0) + size)
  }
  return bytes
}
