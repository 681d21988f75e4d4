// LLVM 3.7 values as data: constants, globals, functions, arguments, blocks, instructions.
// Every value carries a dense `index` (creation order in its module), so side tables are plain arrays.
// One class per kind of value with every field always present: shapes stay monomorphic.

import type { AttributeList } from './attributes.ts'
import type { Attachment, MDDebug, MDValue, Metadata } from './metadata.ts'
import type { Type, TypeTable } from './types.ts'

/** Hands out value indexes; shared by everything that belongs to one module. */
export class ValueContext {
  readonly types: TypeTable
  valueCount = 0
  constructor(types: TypeTable) {
    this.types = types
  }
}

// ---- constants (made and interned by Module) ----

/** Integer constant, sign extended: number for widths up to 32, bigint for wider. i1 true is -1. */
export class ConstantInt {
  readonly kind = 'int' as const
  readonly type: Type
  readonly index: number
  readonly value: number | bigint
  constructor(type: Type, index: number, value: number | bigint) {
    this.type = type
    this.index = index
    this.value = value
  }
}

/** half, float: raw bits as an unsigned number; double: raw bits as an unsigned bigint. */
export class ConstantFloat {
  readonly kind = 'fp' as const
  readonly type: Type
  readonly index: number
  readonly bits: number | bigint
  constructor(type: Type, index: number, bits: number | bigint) {
    this.type = type
    this.index = index
    this.bits = bits
  }
}

/** Null pointer, or zeroinitializer of an aggregate or vector. Zero scalars are ConstantInt and ConstantFloat. */
export class ConstantNull {
  readonly kind = 'null' as const
  readonly type: Type
  readonly index: number
  constructor(type: Type, index: number) {
    this.type = type
    this.index = index
  }
}

export class ConstantUndef {
  readonly kind = 'undef' as const
  readonly type: Type
  readonly index: number
  constructor(type: Type, index: number) {
    this.type = type
    this.index = index
  }
}

/** Array or vector of i8, i16, i32, i64, float or double: raw element bits, unsigned (bigint for 64-bit elements). */
export class ConstantData {
  readonly kind = 'data' as const
  readonly type: Type
  readonly index: number
  readonly elements: readonly (number | bigint)[]
  constructor(type: Type, index: number, elements: readonly (number | bigint)[]) {
    this.type = type
    this.index = index
    this.elements = elements
  }
}

export class ConstantAggregate {
  readonly kind = 'aggregate' as const
  readonly type: Type
  readonly index: number
  operands: readonly Constant[]
  /** Nesting, and number of constants in its spelling; readers bound both. */
  readonly depth: number
  readonly weight: number
  constructor(type: Type, index: number, operands: readonly Constant[]) {
    this.type = type
    this.index = index
    this.operands = operands
    this.depth = depthOf(operands)
    this.weight = weightOf(operands)
  }
}

export type ExprOp = 'binop' | 'cast' | 'gep' | 'select' | 'extractelement' | 'insertelement' | 'shufflevector' | 'cmp'

/** Constant expression. `code`: binop or cast opcode, or predicate; `flags`: wrap/exact bits, or 1 for an inbounds GEP. */
export class ConstantExpr {
  readonly kind = 'expr' as const
  readonly type: Type
  readonly index: number
  readonly op: ExprOp
  operands: readonly Constant[]
  /** Nesting, and number of constants in its spelling; readers bound both. */
  readonly depth: number
  readonly weight: number
  readonly code: number
  readonly flags: number
  /** GEP: the type the indices walk. */
  readonly elementType: Type | null
  constructor(type: Type, index: number, op: ExprOp, operands: readonly Constant[], extra: ExprExtra) {
    this.type = type
    this.index = index
    this.op = op
    this.operands = operands
    this.depth = depthOf(operands)
    this.weight = weightOf(operands)
    this.code = extra.code ?? 0
    this.flags = extra.flags ?? 0
    this.elementType = extra.elementType ?? null
  }
}

/** 1 + the greatest depth of the operands; leaves count 0. */
function depthOf(operands: readonly Constant[]): number {
  let depth = 0
  for (const o of operands) if (o.kind === 'aggregate' || o.kind === 'expr') depth = Math.max(depth, o.depth)
  return depth + 1
}

function weightOf(operands: readonly Constant[]): number {
  let weight = 1
  for (const o of operands) weight += o.kind === 'aggregate' || o.kind === 'expr' ? o.weight : 1
  return weight
}

export interface ExprExtra {
  code?: number
  flags?: number
  elementType?: Type | null
}

export type Constant =
  | ConstantInt
  | ConstantFloat
  | ConstantNull
  | ConstantUndef
  | ConstantData
  | ConstantAggregate
  | ConstantExpr
  | GlobalVariable
  | Func

// ---- globals ----

/** A group of globals that a linker keeps or drops together; DXC's high-level modules have them, DXIL never. */
export interface Comdat {
  readonly name: string
  /** 1 any, 2 exactmatch, 3 largest, 4 noduplicates, 5 samesize */
  readonly selection: number
}

/** Linkage as spec/llvm_codes.ts Linkage; `type` is the pointer type, `valueType` what it points to. */
export class GlobalVariable {
  readonly kind = 'global' as const
  readonly type: Type
  readonly index: number
  name: string
  readonly valueType: Type
  linkage = 0
  constant = false
  initializer: Constant | null = null
  /** Bytes; 0 = unspecified. */
  align = 0
  section = ''
  visibility = 0
  threadLocal = 0
  unnamedAddr = 0
  externallyInitialized = false
  dllStorage = 0
  comdat: Comdat | null = null
  constructor(type: Type, index: number, name: string) {
    this.type = type
    this.index = index
    this.name = name
    this.valueType = type.element
  }
}

export class Argument {
  readonly kind = 'argument' as const
  readonly type: Type
  readonly index: number
  name = ''
  /** Position in the parameter list. */
  readonly position: number
  constructor(type: Type, index: number, position: number) {
    this.type = type
    this.index = index
    this.position = position
  }
}

/** A function: a declaration until it has a block. `type` is the pointer type, `functionType` the signature. */
export class Func {
  readonly kind = 'function' as const
  readonly type: Type
  readonly index: number
  name: string
  readonly functionType: Type
  readonly context: ValueContext
  readonly args: Argument[] = []
  readonly blocks: BasicBlock[] = []
  attributes: AttributeList | null = null
  attachments: Attachment[] | null = null
  linkage = 0
  callingConvention = 0
  align = 0
  section = ''
  visibility = 0
  gc = ''
  unnamedAddr = 0
  dllStorage = 0
  comdat: Comdat | null = null
  prologue: Constant | null = null
  prefix: Constant | null = null
  personality: Constant | null = null
  /** Use-list orders written at the end of the body. */
  useLists: readonly UseListOrder[] = []

  constructor(context: ValueContext, type: Type, name: string) {
    this.context = context
    this.type = type
    this.index = context.valueCount++
    this.name = name
    this.functionType = type.element
    const { contained } = this.functionType
    for (let i = 1; i < contained.length; i++) this.args.push(new Argument(contained[i]!, context.valueCount++, i - 1))
  }

  get isDeclaration(): boolean {
    return this.blocks.length === 0
  }

  /** Appends a block; layout order is creation order. */
  addBlock(name = ''): BasicBlock {
    const block = new BasicBlock(this, this.context.types.label, this.context.valueCount++, name)
    this.blocks.push(block)
    return block
  }
}

export class BasicBlock {
  readonly kind = 'block' as const
  readonly type: Type
  readonly index: number
  name: string
  readonly func: Func
  readonly instructions: Instruction[] = []
  constructor(func: Func, label: Type, index: number, name: string) {
    this.func = func
    this.type = label
    this.index = index
    this.name = name
  }
}

// ---- instructions ----

/** What an instruction is; binop, cast, cmp and atomicrmw say which one in `code`. */
export const Op = {
  Binop: 0,
  Cast: 1,
  Gep: 2,
  ExtractValue: 3,
  InsertValue: 4,
  Select: 5,
  ExtractElement: 6,
  InsertElement: 7,
  ShuffleVector: 8,
  Cmp: 9,
  Ret: 10,
  Br: 11,
  Switch: 12,
  Unreachable: 13,
  Phi: 14,
  Alloca: 15,
  Load: 16,
  Store: 17,
  CmpXchg: 18,
  AtomicRmw: 19,
  Fence: 20,
  Call: 21,
} as const
export type Op = (typeof Op)[keyof typeof Op]

/** Instruction.flags of memory and call instructions (binop and cmp: the bitcode flag bits themselves). */
export const InstFlag = { Volatile: 1, Weak: 2, Inbounds: 1, InAlloca: 1, Tail: 1, MustTail: 2 } as const

/**
 * One shape for all instructions. `operands` in the order of LLVM's User lists, without blocks:
 *   binop a b | cast a | GEP base indices | extractvalue agg | insertvalue agg val | select cond true false
 *   extractelement vec idx | insertelement vec elt idx | shufflevector a b mask | cmp a b | ret [v]
 *   br [cond], blocks true [false] | switch cond case-values, blocks default case-targets
 *   phi values, blocks incoming | alloca size | load ptr | store VALUE PTR | cmpxchg ptr cmp new
 *   atomicrmw ptr val | call arguments... CALLEE (last)
 */
export class Instruction {
  readonly kind = 'instruction' as const
  readonly type: Type
  readonly index: number
  name = ''
  readonly op: Op
  operands: Value[]
  blocks: BasicBlock[]
  /** binop, cast: opcode; cmp: predicate; atomicrmw: operation (spec/llvm_codes.ts). */
  code: number
  /** binop: nuw 1, nsw 2 / exact 1 / fast-math; cmp: fast-math; memory, call: InstFlag. */
  flags: number
  /** Bytes; 0 = unspecified. */
  align = 0
  /** Atomic ordering (0 = not atomic), failure ordering, synchronisation scope. */
  ordering = 0
  failureOrdering = 0
  scope = 0
  /** GEP: source element type; alloca: allocated type; call: function type. */
  elementType: Type | null
  /** extractvalue, insertvalue. */
  indices: readonly number[] | null = null
  /** call */
  attributes: AttributeList | null = null
  callingConvention = 0
  attachments: Attachment[] | null = null
  /** Debug location (a DILocation record). */
  location: MDDebug | null = null

  constructor(
    context: ValueContext,
    op: Op,
    type: Type,
    operands: Value[],
    blocks: BasicBlock[],
    code: number,
    flags: number,
    elementType: Type | null,
  ) {
    this.type = type
    this.index = context.valueCount++
    this.op = op
    this.operands = operands
    this.blocks = blocks
    this.code = code
    this.flags = flags
    this.elementType = elementType
  }
}

/** Targets of a block's last instruction, once an edge; none where the block has no end. */
export function successors(block: BasicBlock): readonly BasicBlock[] {
  const last = block.instructions.at(-1)
  return last && last.op !== Op.Phi ? last.blocks : []
}

/** Metadata as a call argument (debug intrinsics). */
export class MetadataOperand {
  readonly kind = 'metadata' as const
  readonly type: Type
  readonly index: number
  readonly metadata: Metadata
  constructor(type: Type, index: number, metadata: Metadata) {
    this.type = type
    this.index = index
    this.metadata = metadata
  }
}

export type Value = Constant | Argument | Instruction | MetadataOperand

/** True for ints, floats, null, undef, data, aggregates and expressions; false for globals and functions. */
export function isPlainConstant(v: Value): v is Exclude<Constant, GlobalVariable | Func> {
  switch (v.kind) {
    case 'int':
    case 'fp':
    case 'null':
    case 'undef':
    case 'data':
    case 'aggregate':
    case 'expr':
      return true
    default:
      return false
  }
}

export const isConstant = (v: Value): v is Constant =>
  v.kind === 'global' || v.kind === 'function' || isPlainConstant(v)

/** How a value's use list, as a reader builds it, is to be permuted to the writer's. Kept only so that it is written again. */
export interface UseListOrder {
  readonly value: Value | BasicBlock
  readonly order: readonly number[]
}

/** The value behind value-as-metadata. */
export const mdValueTarget = (md: MDValue): Value => md.value as Value
