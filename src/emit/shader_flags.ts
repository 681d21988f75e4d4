// Which optional hardware features a module uses: the 64-bit flag word of its entry's properties. What code and signatures say is
// collected by dxil/collect_flags.ts, by the same rules as for the functions of a library; here is what belongs to the whole module.
// Source of the rules: DXC's ShaderFlags::CollectShaderFlags and DxilModule::CollectShaderFlagsForModule.

import { type ValidatorVersion, validatorAtLeast } from '../container/validator_version.ts'
import { type CodeContext, collectFlags, type EntryFacts } from '../dxil/collect_flags.ts'
import { calleeOf } from '../dxil/dx_call.ts'
import { FUNCTION_FLAGS, ShaderFlag, type ShaderFlagName } from '../dxil/shader_flags.ts'
import type { EntryPoint, Module } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { NO_SIGNATURES, type SignatureElement } from '../ir/signature.ts'
import type { Func } from '../llvm/model/values.ts'
import { SHADER_STAGE } from '../spec/psv_enums.ts'
import { UNBOUNDED } from '../spec/resource_classes.ts'
import { stageOfName } from '../spec/stages.ts'
import type { ResourceTable } from './resources.ts'

/**
 * The flag word of a module. The validator's version decides how UAVs are counted.
 * @param functions the emitted code of module's functions
 */
export function shaderFlags(
  module: Module,
  table: ResourceTable,
  functions: readonly (readonly [Func, EntryPoint | undefined])[],
  code: CodeContext,
): bigint {
  const set = new Set<ShaderFlagName>()
  const { options } = module
  if (options.optimization === 0) set.add('DisableOptimizations')
  if (options.allResourcesBound) set.add('AllResourcesBound')
  // In libraries the entry says it.
  if (module.target.stage !== 'lib' && module.entries.some(e => e.earlyDepthStencil && e.stage === 'pixel'))
    set.add('ForceEarlyDepthStencil')
  fromResources(module, table, set, code.validatorVersion)
  if (usesUav(module, code.validatorVersion)) set.add('ResMayNotAlias')
  let word = 0n
  const own = new Map(functions.map(([func, entry]) => [func, collectFlags(func, code, entryFacts(entry))]))
  for (const flags of own.values()) word |= flags & ~FUNCTION_FLAGS
  if (meshReaches(functions, own)) set.add('DerivativesInMeshAndAmpShaders')
  for (const name of set) word |= ShaderFlag[name]
  // A word of 0 is left out, and without one validators take aliases as ruled out: DXC's container of such a shader fails there.
  if (word === 0n && options.resMayAlias && module.atLeast(7) && table.uav.length > 0) word = ShaderFlag.ResMayNotAlias
  return word
}

/** Whether a mesh or amplification shader calls a function that takes derivatives. */
function meshReaches(
  functions: readonly (readonly [Func, EntryPoint | undefined])[],
  flags: ReadonlyMap<Func, bigint>,
): boolean {
  const isMesh = (entry: EntryPoint | undefined): boolean => entry?.stage === 'mesh' || entry?.stage === 'amplification'
  const reached = new Set<Func>()
  for (const [func, entry] of functions) if (isMesh(entry)) reached.add(func)
  for (const func of reached) {
    if ((flags.get(func) ?? 0n) & ShaderFlag.UsesDerivatives) return true
    for (const { instructions } of func.blocks)
      for (const inst of instructions) {
        const callee = calleeOf(inst)
        if (callee && flags.has(callee)) reached.add(callee)
      }
  }
  return false
}

/** Stages that had no UAVs at first. */
const BEFORE_PIXELS: ReadonlySet<string> = new Set(['vs', 'hs', 'ds', 'gs'])
/** Those that had. Up to validator 1.7 everything else says that it has them, libraries and meshes too. */
const WITH_UAVS: ReadonlySet<string> = new Set(['cs', 'ps'])

const saysUavs = (stage: string, validator: ValidatorVersion): boolean =>
  validatorAtLeast(validator, 1, 8) ? BEFORE_PIXELS.has(stage) : !WITH_UAVS.has(stage)

/** UAV slots before the 64-slot feature is needed. */
const SMALL_UAV_COUNT = 8

/** Up to validator 1.5 an array of UAVs counts as one. */
const countsArrays = (validator: ValidatorVersion): boolean => validatorAtLeast(validator, 1, 6)

function fromResources(
  module: Module,
  table: ResourceTable,
  set: Set<ShaderFlagName>,
  validator: ValidatorVersion,
): void {
  const { stage } = module.target
  let slots = 0
  for (const r of table.uav) {
    // Metadata has 32 bits for it: an array of 2^32 resources is one of none.
    slots += r.rangeSize === UNBOUNDED ? Number.POSITIVE_INFINITY : r.rangeSize >>> 0
    if (r.rasterizerOrdered) set.add('ROVs')
  }
  if ((countsArrays(validator) ? slots : table.uav.length) > SMALL_UAV_COUNT) set.add('64UAVs')
  if (slots > 0 && saysUavs(stage, validator)) set.add('UAVsAtEveryStage')
  // From 1.8 on validators ask what code uses.
  if (table.uav.length > 0 && excludesAliases(module) && !validatorAtLeast(validator, 1, 8)) set.add('ResMayNotAlias')
  for (const r of [...table.srv, ...table.uav])
    if (r.kind === 'RawBuffer' || r.kind === 'StructuredBuffer') set.add('EnableRawAndStructuredBuffers')
}

function entryFacts(entry: EntryPoint | undefined): EntryFacts {
  const { input, output } = entry?.signatures ?? NO_SIGNATURES
  const kinds = (elements: readonly SignatureElement[]): number[] => elements.map(e => e.kind)
  const stage = entry ? stageOfName(entry.stage)!.number : SHADER_STAGE.Library
  return { stage, inputKinds: kinds(input), outputKinds: kinds(output) }
}

const excludesAliases = (module: Module): boolean => module.atLeast(7) && !module.options.resMayAlias

/** Whether code has a handle of a writable resource; for validators before 1.8 one from the heap. */
function usesUav(module: Module, validator: ValidatorVersion): boolean {
  if (!excludesAliases(module)) return false
  const asksCode = validatorAtLeast(validator, 1, 8)
  for (const f of module.definitions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v)) {
        const isTyped = f.op(v) === Op.HandleFromHeap || f.op(v) === Op.HandleFromValue
        if (isTyped && module.heapTypes[f.aux(v)]!.resource.class === 'uav') return true
        if (asksCode && f.op(v) === Op.Handle && module.resources[f.aux(v)]!.class === 'uav') return true
      }
  return false
}
