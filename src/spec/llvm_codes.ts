// Numbers of LLVM 3.7 bitcode: blocks, record codes, opcodes, predicates, linkage (source: LLVMBitCodes.h of DXC's tree).

export const BlockId = {
  BlockInfo: 0,
  Module: 8,
  ParamAttr: 9,
  ParamAttrGroup: 10,
  Constants: 11,
  Function: 12,
  ValueSymtab: 14,
  Metadata: 15,
  MetadataAttachment: 16,
  Type: 17,
  UseList: 18,
} as const

export const ModuleCode = {
  Version: 1,
  Triple: 2,
  DataLayout: 3,
  Asm: 4,
  SectionName: 5,
  DepLib: 6,
  GlobalVar: 7,
  Function: 8,
  Alias: 9,
  PurgeVals: 10,
  GcName: 11,
  Comdat: 12,
} as const

export const TypeCode = {
  NumEntry: 1,
  Void: 2,
  Float: 3,
  Double: 4,
  Label: 5,
  Opaque: 6,
  Integer: 7,
  Pointer: 8,
  Half: 10,
  Array: 11,
  Vector: 12,
  Metadata: 16,
  StructAnon: 18,
  StructName: 19,
  StructNamed: 20,
  Function: 21,
} as const

export const ConstantCode = {
  SetType: 1,
  Null: 2,
  Undef: 3,
  Integer: 4,
  WideInteger: 5,
  Float: 6,
  Aggregate: 7,
  String: 8,
  CString: 9,
  Binop: 10,
  Cast: 11,
  Gep: 12,
  Select: 13,
  ExtractElement: 14,
  InsertElement: 15,
  ShuffleVector: 16,
  Cmp: 17,
  ShuffleVectorEx: 19,
  InboundsGep: 20,
  Data: 22,
} as const

export const MetadataCode = {
  String: 1,
  Value: 2,
  Node: 3,
  Name: 4,
  DistinctNode: 5,
  Kind: 6,
  Location: 7,
  NamedNode: 10,
  Attachment: 11,
  GenericDebug: 12,
  Subrange: 13,
  Enumerator: 14,
  BasicType: 15,
  File: 16,
  DerivedType: 17,
  CompositeType: 18,
  SubroutineType: 19,
  CompileUnit: 20,
  Subprogram: 21,
  LexicalBlock: 22,
  LexicalBlockFile: 23,
  Namespace: 24,
  TemplateType: 25,
  TemplateValue: 26,
  GlobalVar: 27,
  LocalVar: 28,
  Expression: 29,
  ObjcProperty: 30,
  ImportedEntity: 31,
  Module: 32,
} as const

export const UseListCode = { Value: 1, BasicBlock: 2 } as const

export const FunctionCode = {
  DeclareBlocks: 1,
  Binop: 2,
  Cast: 3,
  ExtractElement: 6,
  InsertElement: 7,
  ShuffleVector: 8,
  Cmp: 9,
  Ret: 10,
  Br: 11,
  Switch: 12,
  Unreachable: 15,
  Phi: 16,
  Alloca: 19,
  Load: 20,
  ExtractValue: 26,
  InsertValue: 27,
  Cmp2: 28,
  Select: 29,
  DebugLocAgain: 33,
  Call: 34,
  DebugLoc: 35,
  Fence: 36,
  AtomicRmw: 38,
  LoadAtomic: 41,
  Gep: 43,
  Store: 44,
  StoreAtomic: 45,
  CmpXchg: 46,
} as const

/** Binary opcodes; floating-point arithmetic shares the integer numbers (the type tells them apart). */
export const BinOp = {
  Add: 0,
  Sub: 1,
  Mul: 2,
  UDiv: 3,
  SDiv: 4,
  URem: 5,
  SRem: 6,
  Shl: 7,
  LShr: 8,
  AShr: 9,
  And: 10,
  Or: 11,
  Xor: 12,
  FAdd: 0,
  FSub: 1,
  FMul: 2,
  FDiv: 4,
  FRem: 6,
} as const

export const INT_BINOP_NAMES: readonly string[] = [
  'add',
  'sub',
  'mul',
  'udiv',
  'sdiv',
  'urem',
  'srem',
  'shl',
  'lshr',
  'ashr',
  'and',
  'or',
  'xor',
]
export const FLOAT_BINOP_NAMES: Readonly<Record<number, string>> = {
  0: 'fadd',
  1: 'fsub',
  2: 'fmul',
  4: 'fdiv',
  6: 'frem',
}

/** Flag bits of add, sub, mul, shl. */
export const WrapFlag = { NoUnsignedWrap: 1, NoSignedWrap: 2 } as const
/** Flag bit of udiv, sdiv, lshr, ashr. */
export const ExactFlag = { Exact: 1 } as const
/** Flag bits of floating-point arithmetic and fcmp; HLSL's "fast" sets all of them. */
export const FastMath = { Unsafe: 1, NoNaNs: 2, NoInfs: 4, NoSignedZeros: 8, AllowReciprocal: 16, Fast: 31 } as const

export const CastOp = {
  Trunc: 0,
  ZExt: 1,
  SExt: 2,
  FPToUI: 3,
  FPToSI: 4,
  UIToFP: 5,
  SIToFP: 6,
  FPTrunc: 7,
  FPExt: 8,
  PtrToInt: 9,
  IntToPtr: 10,
  BitCast: 11,
  AddrSpaceCast: 12,
} as const

export const CAST_NAMES: readonly string[] = [
  'trunc',
  'zext',
  'sext',
  'fptoui',
  'fptosi',
  'uitofp',
  'sitofp',
  'fptrunc',
  'fpext',
  'ptrtoint',
  'inttoptr',
  'bitcast',
  'addrspacecast',
]

/** fcmp 0..15, icmp 32..41. */
export const Predicate = {
  FcmpFalse: 0,
  FcmpOeq: 1,
  FcmpOgt: 2,
  FcmpOge: 3,
  FcmpOlt: 4,
  FcmpOle: 5,
  FcmpOne: 6,
  FcmpOrd: 7,
  FcmpUno: 8,
  FcmpUeq: 9,
  FcmpUgt: 10,
  FcmpUge: 11,
  FcmpUlt: 12,
  FcmpUle: 13,
  FcmpUne: 14,
  FcmpTrue: 15,
  IcmpEq: 32,
  IcmpNe: 33,
  IcmpUgt: 34,
  IcmpUge: 35,
  IcmpUlt: 36,
  IcmpUle: 37,
  IcmpSgt: 38,
  IcmpSge: 39,
  IcmpSlt: 40,
  IcmpSle: 41,
} as const

const FCMP = 'false oeq ogt oge olt ole one ord uno ueq ugt uge ult ule une true'.split(' ')
const ICMP = 'eq ne ugt uge ult ule sgt sge slt sle'.split(' ')

/** 'oeq', 'sgt', ...; undefined if there is no such predicate. */
export const predicateName = (code: number): string | undefined => (code < 16 ? FCMP[code] : ICMP[code - 32])

export const RmwOp = {
  Xchg: 0,
  Add: 1,
  Sub: 2,
  And: 3,
  Nand: 4,
  Or: 5,
  Xor: 6,
  Max: 7,
  Min: 8,
  UMax: 9,
  UMin: 10,
} as const
export const RMW_NAMES: readonly string[] = [
  'xchg',
  'add',
  'sub',
  'and',
  'nand',
  'or',
  'xor',
  'max',
  'min',
  'umax',
  'umin',
]

export const Ordering = {
  NotAtomic: 0,
  Unordered: 1,
  Monotonic: 2,
  Acquire: 3,
  Release: 4,
  AcquireRelease: 5,
  SequentiallyConsistent: 6,
} as const
export const ORDERING_NAMES: readonly string[] = [
  '',
  'unordered',
  'monotonic',
  'acquire',
  'release',
  'acq_rel',
  'seq_cst',
]

export const SyncScope = { SingleThread: 0, CrossThread: 1 } as const

export const Linkage = {
  External: 0,
  Appending: 2,
  Internal: 3,
  ExternWeak: 7,
  Common: 8,
  Private: 9,
  AvailableExternally: 12,
  WeakAny: 16,
  WeakOdr: 17,
  LinkOnceAny: 18,
  LinkOnceOdr: 19,
} as const
export const LINKAGE_NAMES: Readonly<Record<number, string>> = {
  0: '',
  2: 'appending',
  3: 'internal',
  7: 'extern_weak',
  8: 'common',
  9: 'private',
  12: 'available_externally',
  16: 'weak',
  17: 'weak_odr',
  18: 'linkonce',
  19: 'linkonce_odr',
}
