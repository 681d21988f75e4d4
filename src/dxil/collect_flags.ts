// The shader flags of one function, from its code and (an entry point's) signatures; callees are merged in elsewhere.
// The rules are those by which the validator recomputes RDAT's feature words (facts: ShaderFlags::CollectShaderFlags),
// with what each validator version did differently. Module-wide flags (UAV counts, ROVs) are not of a function.

import type { Type } from '../llvm/model/types.ts'
import { type Func, type Instruction, isConstant, Op } from '../llvm/model/values.ts'
import { DxilOp, dxilOpRow } from '../spec/dxil_ops.ts'
import { BinOp, CastOp } from '../spec/llvm_codes.ts'
import { RESOURCE_KIND, SEMANTIC_KIND, SHADER_STAGE } from '../spec/psv_enums.ts'
import { resourceKindOf } from '../spec/resource_kinds.ts'
import { barrierNeedsGroup } from './barrier.ts'
import { calleeOf, constantOf, dxOpcode, isDxOp, opcodeArgument } from './dx_call.ts'
import { annotatedUav, type HandleProperties, handleCall, handleProperties, mayBeUav } from './handle_properties.ts'
import { linearAlgebraStages } from './preview_operations.ts'
import type { Program, ProgramEntry } from './program.ts'
import { ShaderFlag, type ShaderFlagName } from './shader_flags.ts'

const GROUP_SHARED = 3

type Flags = Set<ShaderFlagName>

/** What code refers to. */
export interface CodeContext extends Pick<Program, 'validatorVersion' | 'nativeLowPrecision'> {
  /** A function, because little code asks. */
  readonly resources: () => Program['resources']
}

export const contextOf = ({ validatorVersion, resources, nativeLowPrecision }: Program): CodeContext => ({
  validatorVersion,
  resources: () => resources,
  nativeLowPrecision,
})

/** What an entry point says besides its code. */
export interface EntryFacts {
  /** SHADER_STAGE */
  readonly stage: number | undefined
  /** SEMANTIC_KIND of each element. */
  readonly inputKinds: readonly number[]
  readonly outputKinds: readonly number[]
}

export const entryFacts = ({ properties, signatures: { input, output } }: ProgramEntry): EntryFacts => ({
  stage: properties.shaderKind,
  inputKinds: input.map(e => e.kind),
  outputKinds: output.map(e => e.kind),
})

const isMesh = (stage: number | undefined): boolean =>
  stage === SHADER_STAGE.Mesh || stage === SHADER_STAGE.Amplification

/** The flag word of a function; of an entry point when `entry` is given. */
export function collectFlags(func: Func, program: CodeContext, entry: EntryFacts | undefined): bigint {
  const { validatorVersion: v } = program
  const before = (minor: number): boolean => v.major === 1 && v.minor < minor
  const flags: Flags = new Set()
  for (const block of func.blocks)
    for (const inst of block.instructions) fromInstruction(inst, program, flags, before(8))
  if (flags.has('UsesDerivatives') && isMesh(entry?.stage)) flags.add('DerivativesInMeshAndAmpShaders')
  if (before(8)) {
    flags.delete('UsesDerivatives')
    flags.delete('RequiresGroup')
    flags.delete('WriteableMSAATextures')
    markOldMultisampled(func, program, flags)
  }
  if (before(9)) flags.delete('SamplerFeedback')
  if (entry) fromSignatures(entry, before(4), flags)
  if (before(6)) flags.delete('Barycentrics')
  if (program.nativeLowPrecision) flags.add('UseNativeLowPrecision')

  let word = 0n
  for (const name of flags) word |= ShaderFlag[name]
  return word
}

/** Validators before 1.8 looked at the module's resources, and at stores to samples. */
function markOldMultisampled(func: Func, program: CodeContext, flags: Flags): void {
  const stores = func.blocks.some(b => b.instructions.some(i => dxOpcode(i) === DxilOp.TextureStoreSample))
  if (stores || program.resources().some(r => r.class === 'uav' && resourceKindOf(r.kind)?.isMultisampled))
    flags.add('WriteableMSAATextures')
}

/** Division and conversions: with doubles they need the extended double operations. */
function isDoubleExtension(inst: Instruction): boolean {
  // Division of floats has the same number as signed division.
  if (inst.op === Op.Binop) return inst.code === BinOp.SDiv && inst.type.isFloatingPoint
  if (inst.op !== Op.Cast) return false
  const { code } = inst
  return code === CastOp.UIToFP || code === CastOp.SIToFP || code === CastOp.FPToUI || code === CastOp.FPToSI
}

interface Widths {
  double: boolean
  half: boolean
  int64: boolean
  group: boolean
}

function note(type: Type, w: Widths): void {
  if (type.kind === 'double') w.double = true
  else if (type.kind === 'half') w.half = true
  else if (type.kind === 'int') {
    if (type.width === 16) w.half = true
    else if (type.width === 64) w.int64 = true
  } else if (type.kind === 'pointer' && type.addressSpace === GROUP_SHARED) w.group = true
}

function fromInstruction(inst: Instruction, program: CodeContext, flags: Flags, isOld: boolean): void {
  let opcode = -1
  if (inst.op === Op.Call) {
    const callee = calleeOf(inst)
    if (!callee || !isDxOp(callee)) return
    opcode = opcodeArgument(inst.operands[0])
  }
  const w: Widths = { double: false, half: false, int64: false, group: false }
  note(inst.type, w)
  if (inst.op === Op.ExtractElement || inst.op === Op.InsertElement) {
    if (w.group) flags.add('RequiresGroup')
    return
  }
  for (const operand of inst.operands) note(operand.type, w)
  if (w.group) flags.add('RequiresGroup')
  if (w.double) {
    flags.add('EnableDoublePrecision')
    if (isDoubleExtension(inst)) flags.add('EnableDoubleExtensions')
  }
  if (w.int64) {
    flags.add('Int64Ops')
    if (inst.op === Op.CmpXchg || inst.op === Op.AtomicRmw) flags.add('AtomicInt64OnGroupShared')
  }
  if (w.half) flags.add('LowPrecisionPresent')
  if (opcode !== -1) fromOperation(inst, opcode, w, program, flags, isOld)
}

/** Flags that the operation alone turns on. */
const BY_OPERATION: Readonly<Record<number, ShaderFlagName>> = {
  [DxilOp.CheckAccessFullyMapped]: 'TiledResources',
  [DxilOp.Msad]: 'EnableMSAD',
  [DxilOp.InnerCoverage]: 'InnerCoverage',
  [DxilOp.ViewID]: 'ViewID',
  [DxilOp.AllocateRayQuery]: 'RaytracingTier1_1',
  [DxilOp.AllocateRayQuery2]: 'RaytracingTier1_1',
  [DxilOp.GeometryIndex]: 'RaytracingTier1_1',
  [DxilOp.AttributeAtVertex]: 'Barycentrics',
  [DxilOp.DerivFineX]: 'UsesDerivatives',
  [DxilOp.DerivFineY]: 'UsesDerivatives',
  [DxilOp.DerivCoarseX]: 'UsesDerivatives',
  [DxilOp.DerivCoarseY]: 'UsesDerivatives',
  [DxilOp.CalculateLOD]: 'UsesDerivatives',
  [DxilOp.TextureStoreSample]: 'AdvancedTextureOps',
  [DxilOp.SampleCmpLevel]: 'AdvancedTextureOps',
  [DxilOp.TextureGatherRaw]: 'AdvancedTextureOps',
  [DxilOp.StartVertexLocation]: 'ExtendedCommandInfo',
  [DxilOp.StartInstanceLocation]: 'ExtendedCommandInfo',
}

const alone = new Map<number, readonly ShaderFlagName[]>()

/** All flags that the operation alone turns on; looked for once. */
function flagsAlone(opcode: number): readonly ShaderFlagName[] {
  const known = alone.get(opcode)
  if (known) return known
  const names: ShaderFlagName[] = linearAlgebraStages(opcode) === undefined ? [] : ['LinearAlgebra']
  const traits = dxilOpRow(opcode)?.[9] ?? ''
  if (traits.includes('wave')) names.push('WaveOps')
  if (traits.includes('group')) names.push('RequiresGroup')
  if (traits.includes('feedback')) names.push('SamplerFeedback')
  const simple = BY_OPERATION[opcode]
  if (simple) names.push(simple)
  if (opcode === DxilOp.TextureStoreSample) names.push('WriteableMSAATextures')
  alone.set(opcode, names)
  return names
}

/** Row: has a clamp of the level of detail, takes derivatives, has a gradient or bias that a comparison takes only from 6.8. */
const SAMPLES: Readonly<Record<number, readonly [clamp: boolean, derivatives: boolean, late: boolean]>> = {
  [DxilOp.Sample]: [true, true, false],
  [DxilOp.SampleBias]: [true, true, false],
  [DxilOp.SampleCmp]: [true, true, false],
  [DxilOp.SampleCmpBias]: [true, true, true],
  [DxilOp.SampleGrad]: [true, false, false],
  [DxilOp.SampleCmpGrad]: [true, false, true],
}

const BARRIERS: ReadonlySet<number> = new Set([
  DxilOp.Barrier,
  DxilOp.BarrierByMemoryType,
  DxilOp.BarrierByMemoryHandle,
  DxilOp.BarrierByNodeRecordHandle,
])

/** Position of the first of three texel offsets among a call's operands. */
const LOAD_OFFSETS = 6
const SAMPLE_OFFSETS = 7

const isOffsetDynamic = (call: Instruction, first: number): boolean =>
  call.operands.slice(first, first + 3).some(offset => !isConstant(offset))

function fromOperation(
  call: Instruction,
  opcode: number,
  w: Widths,
  program: CodeContext,
  flags: Flags,
  isOld: boolean,
): void {
  for (const name of flagsAlone(opcode)) flags.add(name)
  if (BARRIERS.has(opcode) && barrierNeedsGroup(call, opcode)) flags.add('RequiresGroup')
  if (opcode === DxilOp.Fma && w.double) flags.add('EnableDoubleExtensions')
  if (opcode === DxilOp.TextureLoad && isOffsetDynamic(call, LOAD_OFFSETS)) flags.add('AdvancedTextureOps')
  if (opcode === DxilOp.TextureLoad || opcode === DxilOp.BufferLoad) {
    const { isUav, kind, components } = uavProperties(handleCall(call.operands[1]), program)
    // To validator version 1.0 every load from a UAV is one of several components.
    const { major, minor } = program.validatorVersion
    const isAny = major === 1 && minor === 0
    if (isUav && (isAny || (isTyped(kind) && components > 1))) flags.add('UAVLoadAdditionalFormats')
  }
  if ((opcode === DxilOp.AtomicBinOp || opcode === DxilOp.AtomicCompareExchange) && w.int64) {
    const made = handleCall(call.operands[1])
    if (isTyped(handleProperties(made, program.resources()).kind)) flags.add('AtomicInt64OnTypedResource')
    if (!annotatedUav(made, program.resources())) flags.add('AtomicInt64OnHeapResource')
  }
  if (opcode === DxilOp.CreateHandleFromHeap)
    flags.add(constantOf(call.operands[2]) ? 'SamplerDescriptorHeapIndexing' : 'ResourceDescriptorHeapIndexing')
  if (opcode === DxilOp.CreateHandle || opcode === DxilOp.CreateHandleForLib || opcode === DxilOp.AnnotateHandle) {
    const { isUav, kind } = uavProperties(call, program)
    if (isUav && resourceKindOf(kind)?.isMultisampled) flags.add('WriteableMSAATextures')
  }
  fromSample(call, opcode, flags, isOld)
}

/** Properties of a handle if it may be a UAV's. The table of resources takes long to make, so that no other handle asks for it. */
const uavProperties = (made: Instruction | undefined, program: CodeContext): HandleProperties =>
  handleProperties(made, made && mayBeUav(made) ? program.resources() : [])

function fromSample(call: Instruction, opcode: number, flags: Flags, isOld: boolean): void {
  const row = SAMPLES[opcode]
  if (!row && opcode !== DxilOp.SampleLevel && opcode !== DxilOp.SampleCmpLevelZero) return
  if (isOffsetDynamic(call, SAMPLE_OFFSETS)) flags.add('AdvancedTextureOps')
  if (!row) return
  const [, derivatives, late] = row
  // The clamp is the last argument, before the callee. An undefined one is none, and so is 0.
  const clamp = call.operands[call.operands.length - 2]!
  const isNone = clamp.kind === 'undef' || (clamp.kind === 'fp' && (Number(clamp.bits) & 0x7fffffff) === 0)
  if (!isOld && !isNone) flags.add('TiledResources')
  if (derivatives) flags.add('UsesDerivatives')
  // The last sampling operation decides, in DXC and in the validator.
  if (late) flags.add('SampleCmpGradientOrBias')
  else flags.delete('SampleCmpGradientOrBias')
}

const isTyped = (kind: number): boolean => kind >= RESOURCE_KIND.Texture1D && kind <= RESOURCE_KIND.TypedBuffer

function fromSignatures({ stage, inputKinds, outputKinds }: EntryFacts, isOld: boolean, flags: Flags): void {
  const K = SEMANTIC_KIND
  const isArrayIndex = (kind: number): boolean => kind === K.ViewPortArrayIndex || kind === K.RenderTargetArrayIndex
  const isTessellation = stage === SHADER_STAGE.Domain || stage === SHADER_STAGE.Hull
  const fromInput = stage === SHADER_STAGE.Geometry || (!isOld && isTessellation)
  const fromOutput = stage === SHADER_STAGE.Vertex || isTessellation
  for (const kind of inputKinds) {
    if (isArrayIndex(kind) && fromInput) flags.add('ViewportAndRTArrayIndex')
    if (kind === K.ShadingRate) flags.add('ShadingRate')
    if (kind === K.Barycentrics) flags.add('Barycentrics')
  }
  for (const kind of outputKinds) {
    if (isArrayIndex(kind) && fromOutput) flags.add('ViewportAndRTArrayIndex')
    if (kind === K.ShadingRate) flags.add('ShadingRate')
    if (kind === K.StencilRef && stage === SHADER_STAGE.Pixel) flags.add('StencilRef')
    if (kind === K.InnerCoverage && stage === SHADER_STAGE.Pixel) flags.add('InnerCoverage')
  }
}
