// What each function of a library needs, as RDAT tells it: flags, minimum shader model, stages it may run in.
// From validator 1.8 on a function also needs what the functions it calls need (facts: DxilModule::ComputeShaderCompatInfo).

import type { Module } from '../llvm/model/module.ts'
import type { Func, Instruction } from '../llvm/model/values.ts'
import { DxilOp, dxilOpRow } from '../spec/dxil_ops.ts'
import { SHADER_STAGE } from '../spec/psv_enums.ts'
import { stageOfName } from '../spec/stages.ts'
import { barrierNeedsGroup, barrierNeedsNode, barrierNeedsReorder, isOldBarrier } from './barrier.ts'
import { collectFlags, contextOf, entryFacts } from './collect_flags.ts'
import { dxOpcode } from './dx_call.ts'
import type { EntryProperties } from './entry_properties.ts'
import { linearAlgebraStages } from './preview_operations.ts'
import type { Program, ProgramEntry, Version } from './program.ts'
import { callersOf } from './references.ts'
import { ShaderFlag, type ShaderFlagName } from './shader_flags.ts'

export interface FunctionCompat {
  /** Shader flag word, callees included. */
  flags: bigint
  /** Minor of shader model 6. */
  minMinor: number
  /** Bits 1 << SHADER_STAGE. */
  stages: number
}

const bit = (stage: number): number => 1 << stage
const { Library, Node, Compute, Mesh, Amplification, RayGeneration, Callable } = SHADER_STAGE
const ALL_STAGES = 0xffff
const DERIVATIVE_GUESTS = bit(Compute) | bit(Mesh) | bit(Amplification)

const STAGE_MASKS = new Map<string, number>([['all', ALL_STAGES]])

function stageMask(names: string): number {
  let mask = STAGE_MASKS.get(names)
  if (mask === undefined) {
    mask = 0
    for (const name of names.split(' ')) mask |= bit(stageOfName(name)?.number ?? Library)
    STAGE_MASKS.set(names, mask)
  }
  return mask
}

/** Operations that a library may use in any shader model, because they are translated when it is linked. */
const TRANSLATED: ReadonlySet<number> = new Set([
  DxilOp.RawBufferLoad,
  DxilOp.RawBufferStore,
  DxilOp.CreateHandleForLib,
  DxilOp.AnnotateHandle,
  DxilOp.CreateHandleFromBinding,
  DxilOp.QuadVote,
  DxilOp.BarrierByMemoryType,
])
/** Their stages did not include those below before validator 1.8. */
const TAKES_DERIVATIVES: ReadonlySet<number> = new Set([
  DxilOp.Sample,
  DxilOp.SampleBias,
  DxilOp.SampleCmp,
  DxilOp.CalculateLOD,
  DxilOp.DerivCoarseX,
  DxilOp.DerivCoarseY,
  DxilOp.DerivFineX,
  DxilOp.DerivFineY,
])

const atLeast = (v: Version, minor: number): boolean =>
  (v.major === 0 && v.minor === 0) || v.major > 1 || v.minor >= minor

export function functionCompat(module: Module, program: Program): Map<Func, FunctionCompat> {
  const { validatorVersion: v } = program
  const code = contextOf(program)
  const compat = new Map<Func, FunctionCompat>()
  const entries = new Map<Func, ProgramEntry>()
  for (const e of program.entries) if (e.function) entries.set(e.function, e)
  for (const func of module.functions) {
    if (func.isDeclaration) continue
    const entry = entries.get(func)
    const flags = collectFlags(func, code, entry && entryFacts(entry))
    const c: FunctionCompat = { flags, minMinor: 0, stages: ALL_STAGES }
    for (const block of func.blocks) for (const inst of block.instructions) fromOperation(inst, v, c)
    compat.set(func, c)
  }
  if (atLeast(v, 8)) mergeCallees(module, compat)
  const valid = !atLeast(v, 5) ? bit(Callable + 1) - 1 : !atLeast(v, 8) ? bit(Amplification + 1) - 1 : ALL_STAGES
  for (const [func, c] of compat) {
    const properties = entries.get(func)?.properties
    const stage = properties?.shaderKind ?? Library
    c.stages &= stage === Library ? valid : bit(stage)
    if (atLeast(v, 8)) raiseModel(properties, c)
    else raiseModelAsBefore(c)
  }
  return compat
}

function fromOperation(inst: Instruction, v: Version, c: FunctionCompat): void {
  const opcode = dxOpcode(inst)
  const stages = linearAlgebraStages(opcode)
  if (stages !== undefined) {
    c.minMinor = Math.max(c.minMinor, 10)
    c.stages &= stages
    return
  }
  const row = dxilOpRow(opcode)
  if (!row) return
  let minor = TRANSLATED.has(opcode) ? 0 : Number(row[6].slice(2))
  let mask = stageMask(row[7])
  if (!atLeast(v, 8) && TAKES_DERIVATIVES.has(opcode)) mask &= ~DERIVATIVE_GUESTS
  else if (!atLeast(v, 5)) {
    if (row[9].includes('wave')) mask = bit(Mesh) - 1
  } else if (row[9].includes('barrier')) {
    if (opcode === DxilOp.BarrierByMemoryType && !isOldBarrier(inst)) minor = 8
    if (barrierNeedsReorder(inst, opcode)) {
      minor = 9
      mask &= bit(Library) | bit(RayGeneration)
    } else if (barrierNeedsNode(inst, opcode)) mask &= bit(Library) | bit(Node)
    else if (barrierNeedsGroup(inst, opcode)) mask &= DERIVATIVE_GUESTS | bit(Library) | bit(Node)
  } else if (opcode === DxilOp.AtomicBinOp || opcode === DxilOp.AtomicCompareExchange) {
    if (inst.type.kind === 'int' && inst.type.width === 64) minor = 6
  } else if (v.major === 1 && v.minor === 6)
    if (opcode === DxilOp.AnnotateHandle || opcode === DxilOp.CreateHandleFromBinding) minor = 6
  c.minMinor = Math.max(c.minMinor, minor)
  c.stages &= mask
}

/** Merges every function into its callers until nothing changes; flags and models only grow, stages only shrink. */
function mergeCallees(module: Module, compat: ReadonlyMap<Func, FunctionCompat>): void {
  const callers = callersOf(module)
  const work = [...compat.keys()].filter(f => callers.has(f))
  for (let func = work.pop(); func; func = work.pop()) {
    const callee = compat.get(func)!
    for (const caller of callers.get(func) ?? []) {
      const c = compat.get(caller)!
      const { flags, minMinor, stages } = c
      c.flags |= callee.flags
      c.minMinor = Math.max(minMinor, callee.minMinor)
      c.stages &= callee.stages
      const changed = c.flags !== flags || c.minMinor !== minMinor || c.stages !== stages
      if (changed && callers.has(caller)) work.push(caller)
    }
  }
}

/** Shader model that flags need, the first row that applies. */
const MODEL_OF_FLAGS: readonly (readonly [minor: number, flags: readonly ShaderFlagName[]])[] = [
  [8, ['SampleCmpGradientOrBias', 'ExtendedCommandInfo']],
  [7, ['AdvancedTextureOps', 'WriteableMSAATextures']],
  [
    6,
    [
      'AtomicInt64OnTypedResource',
      'AtomicInt64OnGroupShared',
      'AtomicInt64OnHeapResource',
      'ResourceDescriptorHeapIndexing',
      'SamplerDescriptorHeapIndexing',
    ],
  ],
  [5, ['RaytracingTier1_1', 'SamplerFeedback']],
  [4, ['ShadingRate']],
]

function raiseModel(p: EntryProperties | undefined, c: FunctionCompat): void {
  const raise = (minor: number): void => void (c.minMinor = Math.max(c.minMinor, minor))
  const stage = p?.shaderKind
  const isMesh = stage === Mesh || stage === Amplification
  if (c.flags & ShaderFlag.UsesDerivatives && (stage === Compute || isMesh)) {
    if (isMesh) c.flags |= ShaderFlag.DerivativesInMeshAndAmpShaders
    raise(6)
  }
  if (p?.waveSize?.min) raise(p.waveSize.max ? 8 : 6)
  if (isMesh) raise(5)
  else if (stage !== undefined && stage >= RayGeneration && stage <= Callable) raise(3)
  else if (stage === Node) raise(8)
  const row = MODEL_OF_FLAGS.find(([, names]) => names.some(name => c.flags & ShaderFlag[name]))
  if (row) raise(row[0])
  else raiseModelAsBefore(c)
}

/** The only rules that validators before 1.8 knew. */
function raiseModelAsBefore(c: FunctionCompat): void {
  const native = ShaderFlag.LowPrecisionPresent | ShaderFlag.UseNativeLowPrecision
  if ((c.flags & native) === native) c.minMinor = Math.max(c.minMinor, 2)
  else if (c.flags & (ShaderFlag.ViewID | ShaderFlag.Barycentrics)) c.minMinor = Math.max(c.minMinor, 1)
}
