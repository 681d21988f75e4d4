// The cases of rule_cases.txt, and the rules that have none.

import { readFileSync } from 'node:fs'

export interface RuleCase {
  /** The validator's name for it; other words for what only DXC's front end refuses. */
  readonly rule: string
  readonly title: string
  /** DXC's verdict; undefined where DXC crashes. */
  readonly accepted: boolean | undefined
  readonly words: readonly string[]
  readonly source: string
}

const VERDICTS = new Map([
  ['accepted', true],
  ['refused', false],
  ['crash', undefined],
])

/** Every case, in the order of the file. */
export function ruleCases(): RuleCase[] {
  const [, ...parts] = readFileSync('test/net/rule_cases.txt', 'utf8').split(/^=== /m)
  return parts.map(part => {
    const end = part.indexOf('\n')
    const [rule = '', title = '', verdict = '', flags = ''] = part.slice(0, end).split(' | ')
    if (!VERDICTS.has(verdict)) throw new Error(`${title}: '${verdict}' is no verdict`)
    return { rule, title, accepted: VERDICTS.get(verdict), words: flags.split(' '), source: part.slice(end + 1) }
  })
}

/** Rules without a source, by reason. */
export const UNREACHABLE: Readonly<Record<string, string>> = {
  'about what the emitter writes, or checked by the front end before: no source of these stages leads to it': `
    Bitcode.Valid Container.PartRepeated Container.PartMissing Container.PartInvalid Container.RootSignatureIncompatible
    Container.ContentMatches Container.ContentInvalid Container.UnusedItemInTable Meta.Required Meta.Known Meta.Used
    Meta.Target Meta.WellFormed Meta.VersionSupported Meta.SemaKindValid Meta.SemaKindMatchesName
    Meta.SemanticShouldBeAllocated Meta.SemanticShouldNotBeAllocated Meta.ValueRange Meta.DenseResIDs
    Meta.SignatureOverlap Meta.SignatureIndexConflict Meta.SignatureIllegalComponentOrder Meta.SignatureDataWidth
    Meta.ValidSamplerMode Meta.EntryFunction Meta.InvalidControlFlowHint Meta.BranchFlatten Meta.ForceCaseOnSwitch
    Meta.ControlFlowHintNotOnControlFlow Meta.NoEntryPropsForEntry Types.NoVector Types.Defined Types.IntWidth
    Types.NoMultiDim Types.NoPtrToPtr Types.I8 Sm.Name Sm.DxilVersion Sm.ProgramVersion Sm.Operand Sm.NoInterpMode
    Sm.ConstantInterpMode Sm.NoPSOutputIdx Sm.ExplicitTGSMSizeOnEntry Sm.WaveSizeAllZeroWhenUndefined
    Sm.WaveSizeMaxAndPreferredZeroWhenNoRange Sm.WaveSizeMaxGreaterThanMin Sm.WaveSizePreferredInRange
    Sm.WaveSizeNeedsSM66or67 Sm.WaveSizeRangeNeedsSM68Plus Sm.WaveSizeRangeExpectsThreeParams Sm.WaveSizeExpectsOneParam
    Sm.WaveSizeTagDuplicate Sm.WaveSizeNeedsConstantOperands Sm.PSTargetIndexMatchesRow Sm.PSTargetCol0 Sm.CSNoSignatures
    Sm.CBufferTemplateTypeMustBeStruct Sm.CBufferOffsetOverlap Sm.CBufferElementOverflow Sm.CBufferArrayOffsetAlignment
    Flow.Reducible Flow.FunctionCall Decl.DxilNsReserved Decl.DxilFnExtern Decl.UsedInternal Decl.NotUsedExternal
    Decl.UsedExternalFunction Decl.FnIsCalled Decl.FnFlattenParam Decl.FnAttribute Decl.ResourceInFnSig Decl.RayQueryInFnSig
    Decl.AllocateRayQueryFlagsAreConst Decl.AllocateRayQuery2FlagsAreConst Sm.IncompatibleCallInEntry
    Sm.IncompatibleOperation Sm.IncompatibleStage Sm.IncompatibleShaderModel`,
  'of stages that are not compiled': `
    Meta.ComputeWithNode Meta.TessellatorPartition Meta.TessellatorOutputPrimitive Meta.MaxTessFactor
    Instr.BarrierRequiresNode Instr.ResourceKindForTraceRay Instr.MultipleSetMeshOutputCounts
    Instr.MissingSetMeshOutputCounts Instr.NonDominatingSetMeshOutputCounts Instr.MultipleGetMeshPayload
    Instr.NotOnceDispatchMesh Instr.NonDominatingDispatchMesh Instr.SVConflictingLaunchMode
    Instr.NodeRecordHandleUseAfterComplete Sm.WaveSizeOnComputeOrNode Sm.TessFactorForDomain Sm.TessFactorSizeMatchDomain
    Sm.InsideTessFactorSizeMatchDomain Sm.DomainLocationIdxOOB Sm.HullPassThruControlPointCountMatch
    Sm.OutputControlPointsTotalScalars Sm.IsoLineOutputPrimitiveMismatch Sm.TriOutputPrimitiveMismatch Sm.ValidDomain
    Sm.PatchConstantOnlyForHSDS Sm.StreamIndexRange Sm.GSOutputVertexCountRange Sm.GSInstanceCountRange
    Sm.DSInputControlPointCountRange Sm.HSInputControlPointCountRange Sm.ZeroHSInputControlPointWithInput
    Sm.OutputControlPointCountRange Sm.GSValidInputPrimitive Sm.GSValidOutputPrimitiveTopology
    Sm.GSTotalOutputVertexDataRange Sm.MultiStreamMustBePoint Sm.RayShaderSignatures Sm.RayShaderPayloadSize
    Sm.MeshShaderMaxVertexCount Sm.MeshShaderMaxPrimitiveCount Sm.MeshShaderPayloadSize Sm.MeshShaderPayloadSizeDeclared
    Sm.MeshShaderOutputSize Sm.MeshShaderInOutSize Sm.MeshVSigRowCount Sm.MeshPSigRowCount Sm.MeshTotalSigRowCount
    Sm.AmplificationShaderPayloadSize Sm.AmplificationShaderPayloadSizeDeclared Decl.PayloadStruct Decl.AttrStruct
    Decl.ParamStruct Decl.ExtraArgs Decl.ShaderReturnVoid Decl.ShaderMissingArg Decl.MultipleNodeInputs
    Decl.NodeLaunchInputType Sm.IncompatibleRequiresGroup Sm.IncompatibleDerivLaunch`,
  'about operations as they are lowered: overloads, operands, kinds and masks that lowering chooses': `
    Instr.CallOload Instr.PtrBitCast Instr.MinPrecisonBitCast Instr.StructBitCast Instr.Status Instr.OpConst
    Instr.Allowed Instr.OpCodeReserved Instr.NoGenericPtrAddrSpaceCast Instr.IllegalDXILOpCode
    Instr.ExpDXILOpCodeRequiresExpSM Instr.IllegalDXILOpFunction Instr.CannotPullPosition Instr.ResourceCoordinateMiss
    Instr.ResourceCoordinateTooMany Instr.ResourceOffsetMiss Instr.ResourceOffsetTooMany Instr.BarrierFlagInvalid
    Instr.BarrierNonConstantFlagArgument Instr.WriteMaskForTypedUAVStore Instr.WriteMaskGapForUAV
    Instr.ResourceKindForCalcLOD Instr.ResourceKindForSample Instr.ResourceKindForSampleC Instr.ResourceKindForGather
    Instr.WriteMaskMatchValueForUAVStore Instr.ResourceKindForBufferLoadStore Instr.ResourceKindForTextureStore
    Instr.ResourceKindForGetDim Instr.ResourceKindForTextureLoad Instr.ResourceClassForSamplerGather
    Instr.ResourceClassForUAVStore Instr.ResourceClassForLoad Instr.ResourceMapToSingleEntry Instr.ResourceUser
    Instr.OffsetOnUAVLoad Instr.MipOnUAVLoad Instr.SampleIndexForLoad2DMS Instr.CoordinateCountForRawTypedBuf
    Instr.CoordinateCountForStructBuf Instr.MipLevelForGetDimension Instr.DxilStructUser Instr.DxilStructUserOutOfBound
    Instr.HandleNotFromCreateHandle Instr.BufferUpdateCounterOnUAV Instr.BufferUpdateCounterOnResHasCounter
    Instr.CBufferClassForCBufferHandle Instr.FailToResloveTGSMPointer Instr.ExtractValue Instr.CreateHandleImmRangeID
    Instr.SignatureOperationNotInEntry Instr.ParamMultiple Instr.ParamMinimumValue Sm.InvalidTextureKindOnUAV
    Sm.InvalidResourceKind Sm.InvalidResourceCompType Sm.CounterOnlyOnStructBuf`,
  'of shader model 6.9 and later': `
    Instr.UndefHitObject Instr.MayReorderThreadUndefCoherenceHintParam Instr.ReorderCoherentRequiresSM69
    Instr.LinAlgMetadataMissing Instr.LinAlgIllegalKDim Instr.LinAlgIllegalComponentType Instr.LinAlgMatrixScopeMismatch
    Instr.LinAlgMatrixScopeMismatch2 Instr.LinAlgMatrixUseMismatch Instr.LinAlgMatrixUseMismatch2
    Instr.LinAlgMatrixNotExactMatch Instr.LinAlgMatrixScopeReqLayout2 Instr.LinAlgMatrixLayoutReqStride
    Instr.LinAlgMatrixDimVectorMismatch Instr.LinAlgMatrixDimKVecKMismatch Instr.LinAlgMatrixOutputBiasVecMismatch
    Instr.LinAlgMatrixUnsignedFloatTypeNotAllowed Instr.LinAlgMatrixLoadThreadRequiresBAB Instr.LinAlgMatrixRequiresRWBAB
    Instr.LinAlgMatrixRequiresLayout2 Instr.LinAlgMatrix2PartsMustMatch Instr.LinAlgMatrixScopeMustMatch3
    Instr.LinAlgMatrixScopeMustMatch4 Instr.LinAlgMatrixMatrixKDimMustMatch Instr.LinAlgMatrixMatrixResDimMustMatch
    Decl.AllowOpacityMicromapsExpectedGivenForceOMM2State`,
}
