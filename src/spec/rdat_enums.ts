// Numbers that the RDAT part stores, by name. Stage, resource kind and semantic kind are those of psv_enums.ts.

/** Type of a part of RDAT. The last three occur only in the RDAT image of a PDBI part. */
export const RDAT_PART = {
  StringBuffer: 1,
  IndexArrays: 2,
  ResourceTable: 3,
  FunctionTable: 4,
  RawBytes: 5,
  SubobjectTable: 6,
  NodeIDTable: 7,
  NodeShaderIOAttribTable: 8,
  NodeShaderFuncAttribTable: 9,
  IONodeTable: 10,
  NodeShaderInfoTable: 11,
  SignatureElementTable: 13,
  VSInfoTable: 14,
  PSInfoTable: 15,
  HSInfoTable: 16,
  DSInfoTable: 17,
  GSInfoTable: 18,
  CSInfoTable: 19,
  MSInfoTable: 20,
  ASInfoTable: 21,
  DxilPdbInfoTable: 0x10001,
  DxilPdbInfoSourceTable: 0x10002,
  DxilPdbInfoLibraryTable: 0x10003,
} as const

export const RESOURCE_CLASS = { SRV: 0, UAV: 1, CBuffer: 2, Sampler: 3, Invalid: 4 } as const

/** Bits. */
export const RDAT_RESOURCE_FLAG = {
  UAVGloballyCoherent: 1,
  UAVCounter: 2,
  UAVRasterizerOrderedView: 4,
  DynamicIndexing: 8,
  Atomics64Use: 16,
  UAVReorderCoherent: 32,
} as const

/** Bits of a function's shader flags; all but the first need an experimental shader model. */
export const RDAT_SHADER_FLAG = {
  NodeProgramEntry: 1,
  OutputPositionPresent: 2,
  DepthOutput: 4,
  SampleFrequency: 8,
  UsesViewID: 16,
} as const

export const SUBOBJECT_KIND = {
  StateObjectConfig: 0,
  GlobalRootSignature: 1,
  LocalRootSignature: 2,
  SubobjectToExportsAssociation: 8,
  RaytracingShaderConfig: 9,
  RaytracingPipelineConfig: 10,
  HitGroup: 11,
  RaytracingPipelineConfig1: 12,
} as const

export const HIT_GROUP_TYPE = { Triangle: 0, ProceduralPrimitive: 1 } as const

export const NODE_FUNC_ATTRIB = {
  None: 0,
  ID: 1,
  NumThreads: 2,
  ShareInputOf: 3,
  DispatchGrid: 4,
  MaxRecursionDepth: 5,
  LocalRootArgumentsTableIndex: 6,
  MaxDispatchGrid: 7,
} as const

export const NODE_IO_ATTRIB = {
  None: 0,
  OutputID: 1,
  MaxRecords: 2,
  MaxRecordsSharedWith: 3,
  RecordSizeInBytes: 4,
  RecordDispatchGrid: 5,
  OutputArraySize: 6,
  AllowSparseNodes: 7,
  RecordAlignmentInBytes: 8,
} as const

export const NODE_LAUNCH_TYPE = { Invalid: 0, Broadcasting: 1, Coalescing: 2, Thread: 3 } as const
