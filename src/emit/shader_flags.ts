// Which optional hardware features a shader uses: the 64-bit flag word of the entry properties, and SFI0 derived from it.
// Source of the rules: DXC's ShaderFlags::CollectShaderFlags and GetFeatureInfo. Invariant: computed from the final code only.

import { type ValidatorVersion, validatorAtLeast } from '../container/validator_version.ts'
import type { Func, Value } from '../ir/function.ts'
import { handleResource } from '../ir/handles.ts'
import type { Module } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { NO_SIGNATURES } from '../ir/signature.ts'
import { F16, F64, I16, I64 } from '../ir/types.ts'
import { DxilOp, dxilOpRow } from '../spec/dxil_ops.ts'
import { Feature, type FeatureName } from '../spec/feature_flags.ts'
import { SEMANTIC_KIND } from '../spec/psv_enums.ts'
import { UNBOUNDED } from '../spec/resource_classes.ts'
import { componentCount, isTyped, type ResourceTable } from './resources.ts'

/** Bits of the flag word (DxilShaderFlags.h), with the feature bit each one turns on, if any. */
const FLAGS = {
  DisableOptimizations: [0, undefined],
  DisableMathRefactoring: [1, undefined],
  EnableDoublePrecision: [2, 'Doubles'],
  ForceEarlyDepthStencil: [3, undefined],
  EnableRawAndStructuredBuffers: [4, undefined],
  LowPrecisionPresent: [5, undefined],
  EnableDoubleExtensions: [6, '11_1_DoubleExtensions'],
  EnableMSAD: [7, '11_1_ShaderExtensions'],
  AllResourcesBound: [8, undefined],
  ViewportAndRTArrayIndex: [9, 'ViewportAndRTArrayIndexFromAnyShaderFeedingRasterizer'],
  InnerCoverage: [10, 'InnerCoverage'],
  StencilRef: [11, 'StencilRef'],
  TiledResources: [12, 'TiledResources'],
  UAVLoadAdditionalFormats: [13, 'TypedUAVLoadAdditionalFormats'],
  '64UAVs': [15, '64UAVs'],
  UAVsAtEveryStage: [16, 'UAVsAtEveryStage'],
  ROVs: [18, 'ROVs'],
  WaveOps: [19, 'WaveOps'],
  Int64Ops: [20, 'Int64Ops'],
  ViewID: [21, 'ViewID'],
  Barycentrics: [22, 'Barycentrics'],
  UseNativeLowPrecision: [23, undefined],
  ShadingRate: [24, 'ShadingRate'],
  RaytracingTier1_1: [25, 'Raytracing_Tier_1_1'],
  AtomicInt64OnTypedResource: [27, 'AtomicInt64OnTypedResource'],
  AtomicInt64OnGroupShared: [28, 'AtomicInt64OnGroupShared'],
  ResourceDescriptorHeapIndexing: [30, 'ResourceDescriptorHeapIndexing'],
  SamplerDescriptorHeapIndexing: [31, 'SamplerDescriptorHeapIndexing'],
  AtomicInt64OnHeapResource: [32, 'AtomicInt64OnHeapResource'],
  ResMayNotAlias: [33, undefined],
  AdvancedTextureOps: [34, 'AdvancedTextureOps'],
  WriteableMSAATextures: [35, 'WriteableMSAATextures'],
  SampleCmpGradientOrBias: [37, 'SampleCmpGradientOrBias'],
  ExtendedCommandInfo: [38, 'ExtendedCommandInfo'],
} as const satisfies Record<string, readonly [bit: number, feature: FeatureName | undefined]>
type FlagName = keyof typeof FLAGS

export interface ShaderFlags {
  /** The flag word of the entry properties. */
  readonly word: bigint
  /** The SFI0 word. */
  readonly features: bigint
}

/** The validator's version decides how UAVs are counted. */
export function shaderFlags(module: Module, table: ResourceTable, validator: ValidatorVersion): ShaderFlags {
  const set = new Set<FlagName>()
  const { options } = module
  if (options.optimization === 0) set.add('DisableOptimizations')
  if (options.ieeeStrict) set.add('DisableMathRefactoring')
  if (options.allResourcesBound) set.add('AllResourcesBound')
  // States the mode; the feature bit needs a 16-bit value to be there.
  if (options.native16Bit) set.add('UseNativeLowPrecision')
  fromResources(module, table, set, countsArrays(validator))
  for (const f of module.functions) fromCode(module, f, set)
  fromEntry(module, set)
  // A word of 0 is left out, and without one validators take aliases as ruled out: DXC's container of such a shader fails there.
  if (set.size === 0 && options.resMayAlias && module.atLeast(7) && table.uav.length > 0) set.add('ResMayNotAlias')

  let word = 0n
  let features = 0n
  for (const name of set) {
    const [bit, feature] = FLAGS[name]
    word |= 1n << BigInt(bit)
    if (feature) features |= Feature[feature]
  }
  if (set.has('LowPrecisionPresent'))
    features |= options.native16Bit ? Feature.NativeLowPrecision : Feature.MinimumPrecision
  return { word, features }
}

/** Semantics that are features of their own wherever they stand. */
const BY_SEMANTIC: Readonly<Record<number, FlagName>> = {
  [SEMANTIC_KIND.ShadingRate]: 'ShadingRate',
  [SEMANTIC_KIND.Barycentrics]: 'Barycentrics',
  [SEMANTIC_KIND.StencilRef]: 'StencilRef',
}

function fromEntry({ entry, target }: Module, set: Set<FlagName>): void {
  if (entry?.earlyDepthStencil && target.stage === 'ps') set.add('ForceEarlyDepthStencil')
  const { input, output } = entry?.signatures ?? NO_SIGNATURES
  for (const { kind } of [...input, ...output]) {
    const flag = BY_SEMANTIC[kind]
    if (flag) set.add(flag)
  }
  const { RenderTargetArrayIndex, ViewPortArrayIndex } = SEMANTIC_KIND
  if (target.stage === 'vs' && output.some(e => e.kind === RenderTargetArrayIndex || e.kind === ViewPortArrayIndex))
    set.add('ViewportAndRTArrayIndex')
}

/** UAV slots before the 64-slot feature is needed. */
const SMALL_UAV_COUNT = 8

/** Up to validator 1.5 an array of UAVs counts as one. */
const countsArrays = (validator: ValidatorVersion): boolean => validatorAtLeast(validator, 1, 6)

function fromResources(module: Module, table: ResourceTable, set: Set<FlagName>, arrays: boolean): void {
  const { stage } = module.target
  let slots = 0
  for (const r of table.uav) {
    slots += !arrays ? 1 : r.rangeSize === UNBOUNDED ? Number.POSITIVE_INFINITY : r.rangeSize
    if (r.rasterizerOrdered) set.add('ROVs')
    if (r.kind.startsWith('Texture2DMS')) set.add('WriteableMSAATextures')
  }
  if (slots > SMALL_UAV_COUNT) set.add('64UAVs')
  if (table.uav.length > 0 && stage !== 'cs' && stage !== 'ps' && stage !== 'lib') set.add('UAVsAtEveryStage')
  if (table.uav.length > 0 && excludesAliases(module)) set.add('ResMayNotAlias')
  for (const r of [...table.srv, ...table.uav])
    if (r.kind === 'RawBuffer' || r.kind === 'StructuredBuffer') set.add('EnableRawAndStructuredBuffers')
}

function fromCode(module: Module, f: Func, set: Set<FlagName>): void {
  for (const b of f.blocks)
    for (let v = f.first(b); v !== 0; v = f.next(v)) {
      const op = f.op(v)
      let wide = markType(f.type(v), set)
      for (let i = 0, n = f.operandCount(v); i < n; i++) wide = markType(module.typeOf(f, f.operand(v, i)), set) || wide
      if (wide && DOUBLE_EXTENSIONS.has(op)) set.add('EnableDoubleExtensions')
      if (op === Op.Dx) fromDx(module, f, v, wide, set)
      else if (op === Op.HandleFromHeap) fromHeap(module, f, v, set)
      else if ((op === Op.AtomicRmw && f.type(v) === I64) || (op === Op.CmpXchg && isWideCmpXchg(module, f, v)))
        set.add('AtomicInt64OnGroupShared')
    }
}

const excludesAliases = (module: Module): boolean => module.atLeast(7) && !module.options.resMayAlias

function fromHeap(module: Module, f: Func, v: Value, set: Set<FlagName>): void {
  const { resource, isSampler } = module.heapTypes[f.aux(v)]!
  set.add(isSampler ? 'SamplerDescriptorHeapIndexing' : 'ResourceDescriptorHeapIndexing')
  if (resource.class === 'uav' && excludesAliases(module)) set.add('ResMayNotAlias')
}

const DOUBLE_EXTENSIONS: ReadonlySet<number> = new Set([Op.FDiv, Op.UIToFP, Op.SIToFP, Op.FPToUI, Op.FPToSI])

/** Notes what a type needs; true for double. */
function markType(type: number, set: Set<FlagName>): boolean {
  if (type === I64) set.add('Int64Ops')
  else if (type === F16 || type === I16) set.add('LowPrecisionPresent')
  else if (type === F64) {
    set.add('EnableDoublePrecision')
    return true
  }
  return false
}

const isWideCmpXchg = (module: Module, f: Func, v: Value): boolean => module.typeOf(f, f.operand(v, 1)) === I64

function fromDx(module: Module, f: Func, v: Value, wide: boolean, set: Set<FlagName>): void {
  const opcode = f.aux(v)
  switch (opcode) {
    case DxilOp.CheckAccessFullyMapped:
      set.add('TiledResources')
      break
    case DxilOp.InnerCoverage:
      set.add('InnerCoverage')
      break
    case DxilOp.ViewID:
      set.add('ViewID')
      break
    case DxilOp.AttributeAtVertex:
      set.add('Barycentrics')
      break
    case DxilOp.StartVertexLocation:
    case DxilOp.StartInstanceLocation:
      set.add('ExtendedCommandInfo')
      break
    case DxilOp.AllocateRayQuery:
      set.add('RaytracingTier1_1')
      break
    case DxilOp.Msad:
      set.add('EnableMSAD')
      break
    case DxilOp.Fma:
      if (wide) set.add('EnableDoubleExtensions')
      break
    case DxilOp.TextureLoad:
      if (isOffsetDynamic(f, v, LOAD_OFFSETS)) set.add('AdvancedTextureOps')
      fromTypedLoad(module, f, v, set)
      break
    case DxilOp.BufferLoad:
      fromTypedLoad(module, f, v, set)
      break
    case DxilOp.SampleCmpLevel:
    case DxilOp.TextureGatherRaw:
    case DxilOp.TextureStoreSample:
      set.add('AdvancedTextureOps')
      break
    case DxilOp.AtomicBinOp:
    case DxilOp.AtomicCompareExchange:
      if (f.type(v) === I64) fromAtomic64(module, f, v, set)
      break
  }
  if (SAMPLES.has(opcode)) fromSample(module, f, v, set)
  if (dxilOpRow(opcode)?.[9].includes('wave')) set.add('WaveOps')
}

function fromAtomic64(module: Module, f: Func, v: Value, set: Set<FlagName>): void {
  if (typedResource(module, f, v)) set.add('AtomicInt64OnTypedResource')
  if (f.op(f.operand(v, 0)) === Op.HandleFromHeap) set.add('AtomicInt64OnHeapResource')
}

/** Position of the first of three texel offsets among the operands. */
const LOAD_OFFSETS = 5
const SAMPLE_OFFSETS = 6

/** Whether an operation's last operand is a clamp of the level of detail. */
const SAMPLES: ReadonlyMap<number, boolean> = new Map([
  [DxilOp.Sample, true],
  [DxilOp.SampleBias, true],
  [DxilOp.SampleCmp, true],
  [DxilOp.SampleCmpBias, true],
  [DxilOp.SampleCmpGrad, true],
  [DxilOp.SampleGrad, true],
  [DxilOp.SampleLevel, false],
  [DxilOp.SampleCmpLevelZero, false],
])

const isOffsetDynamic = (f: Func, v: Value, first: number): boolean =>
  f.operand(v, first) >= 0 || f.operand(v, first + 1) >= 0 || f.operand(v, first + 2) >= 0

function isNoClamp(module: Module, clamp: Value): boolean {
  const constant = clamp < 0 ? module.constants.get(clamp) : undefined
  return constant?.kind === 'undef' || (constant?.kind === 'float' && constant.value === 0)
}

function fromSample(module: Module, f: Func, v: Value, set: Set<FlagName>): void {
  const opcode = f.aux(v)
  if (isOffsetDynamic(f, v, SAMPLE_OFFSETS)) set.add('AdvancedTextureOps')
  if (!SAMPLES.get(opcode)) return
  // An undefined clamp is none, and DXC takes a clamp to 0 for none too.
  const clamp = f.operand(v, f.operandCount(v) - 1)
  if (!isNoClamp(module, clamp)) set.add('TiledResources')
  // DXC's last sampling operation decides, and the validator computes it in the same way.
  if (opcode === DxilOp.SampleCmpGrad || opcode === DxilOp.SampleCmpBias) set.add('SampleCmpGradientOrBias')
  else set.delete('SampleCmpGradientOrBias')
}

/** The resource behind an operation's first operand if it is a typed one. */
function typedResource(module: Module, f: Func, v: Value): Module['resources'][number] | undefined {
  const resource = handleResource(module, f, f.operand(v, 0))
  return resource && isTyped(resource) ? resource : undefined
}

/** Typed UAV loads of more than one component need the additional formats; a 64-bit component counts as one. */
function fromTypedLoad(module: Module, f: Func, v: Value, set: Set<FlagName>): void {
  const resource = typedResource(module, f, v)
  if (resource?.class !== 'uav') return
  if (componentCount(resource.element) > 1) set.add('UAVLoadAdditionalFormats')
}
