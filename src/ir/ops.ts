// The instruction set of the IR, one row an op. Everything else (numbers, columns) derives from the rows.
// level: core = LLVM-like; hl = resource operation that lower_resources removes; dx = a DXIL operation, its opcode in aux.

/** What executing an op can do besides giving its value. `control` ends a block or is otherwise never removed. */
export type Effect = 'pure' | 'read' | 'write' | 'control'
export type Level = 'core' | 'hl' | 'dx'
type Row = readonly [mnemonic: string, operands: number, effect: Effect, level: Level]

/** operands -1: any number. `aux` is the instruction's one integer payload; its meaning is said per row. */
const ROWS = {
  None: ['none', 0, 'pure', 'core'],
  // Control flow. Target blocks live in the block's successor list (see function.ts), not among the operands.
  Phi: ['phi', -1, 'pure', 'core'], // operands parallel to the block's predecessors
  Br: ['br', 0, 'control', 'core'], // successors [target]
  CondBr: ['condbr', 1, 'control', 'core'], // operand condition i1; successors [true, false]; aux: branch hint (0 none, 1 branch, 2 flatten)
  Switch: ['switch', -1, 'control', 'core'], // operands [value, case constants...]; successors [default, case targets...]; aux: hint (0 none, 1 branch, 2 flatten, 5 forcecase)
  Ret: ['ret', -1, 'control', 'core'], // [the function's result]; no operand where that is void
  Unreachable: ['unreachable', 0, 'control', 'core'],
  // Always true, and nothing may know it: the condition of a `break` that must stay a branch inside its loop. `condbr breakcond, exit, latch`
  // keeps the wave operations in front of it in the loop, for passes here and for drivers. Result i1. Emission reads it from memory,
  // or with aux 1 writes `true`: a branch that stays only because nothing is optimised.
  BreakCond: ['breakcond', 0, 'pure', 'core'],
  Param: ['param', 0, 'pure', 'core'], // parameter number aux of the function
  Call: ['call', -1, 'write', 'core'], // of module.functions[aux]; operands are its parameters, the type is its result's
  // Integers.
  Add: ['add', 2, 'pure', 'core'],
  Sub: ['sub', 2, 'pure', 'core'],
  Mul: ['mul', 2, 'pure', 'core'],
  UDiv: ['udiv', 2, 'pure', 'core'],
  SDiv: ['sdiv', 2, 'pure', 'core'],
  URem: ['urem', 2, 'pure', 'core'],
  SRem: ['srem', 2, 'pure', 'core'],
  Shl: ['shl', 2, 'pure', 'core'], // lowering masks shift counts as DXC does; out-of-range counts are undefined here
  LShr: ['lshr', 2, 'pure', 'core'],
  AShr: ['ashr', 2, 'pure', 'core'],
  And: ['and', 2, 'pure', 'core'],
  Or: ['or', 2, 'pure', 'core'],
  Xor: ['xor', 2, 'pure', 'core'],
  // Floats. Flag FAST unless precise.
  FAdd: ['fadd', 2, 'pure', 'core'],
  FSub: ['fsub', 2, 'pure', 'core'],
  FMul: ['fmul', 2, 'pure', 'core'],
  FDiv: ['fdiv', 2, 'pure', 'core'],
  FRem: ['frem', 2, 'pure', 'core'],
  // Comparisons: aux is the predicate (ICMP / FCMP below), result i1.
  ICmp: ['icmp', 2, 'pure', 'core'],
  FCmp: ['fcmp', 2, 'pure', 'core'],
  // Conversions between scalar types; the result type is the target.
  Trunc: ['trunc', 1, 'pure', 'core'],
  ZExt: ['zext', 1, 'pure', 'core'],
  SExt: ['sext', 1, 'pure', 'core'],
  FPTrunc: ['fptrunc', 1, 'pure', 'core'],
  FPExt: ['fpext', 1, 'pure', 'core'],
  FPToSI: ['fptosi', 1, 'pure', 'core'],
  FPToUI: ['fptoui', 1, 'pure', 'core'],
  SIToFP: ['sitofp', 1, 'pure', 'core'],
  UIToFP: ['uitofp', 1, 'pure', 'core'],
  BitCast: ['bitcast', 1, 'pure', 'core'], // same width, int <-> float; i32 <-> an object of a node; address of a matrix -> of a vector
  Select: ['select', 3, 'pure', 'core'], // condition i1, true, false
  ExtractElement: ['extractelement', 2, 'pure', 'core'], // [vector, index i32]
  InsertElement: ['insertelement', 3, 'pure', 'core'], // [vector, value, index i32]
  Shuffle: ['shufflevector', -1, 'pure', 'core'], // [vector, number of an element i32...] -> vector of those
  Extract: ['extract', 1, 'pure', 'core'], // element number aux of a struct-typed operand (LLVM extractvalue)
  // Memory.
  Alloca: ['alloca', 0, 'pure', 'core'], // result pointer to scalar or [n x scalar]; entry block only; aux 1: stays one array
  Gep: ['gep', 2, 'pure', 'core'], // [pointer to [n x scalar], element index i32] -> pointer to scalar, same address space
  // A part of aggregate memory, which Gep never leads into: [pointer, index i32...] -> pointer to the part, same address space. Members of
  // structs have constant indices. Without an index it is the pointer itself.
  AccessChain: ['accesschain', -1, 'pure', 'core'],
  Load: ['load', 1, 'read', 'core'],
  Store: ['store', 2, 'write', 'core'], // [pointer, value]
  AtomicRmw: ['atomicrmw', 2, 'write', 'core'], // groupshared; aux: ATOMIC_RMW; [pointer, value] -> old value
  CmpXchg: ['cmpxchg', 3, 'write', 'core'], // groupshared; [pointer, compare, new] -> struct {T, i1}
  // Resources. Index operands count from the start of the BINDING; lower_resources makes them absolute.
  Handle: ['handle', 1, 'pure', 'hl'], // aux: id of module.resources; [index i32] -> handle; flag NON_UNIFORM
  HandleFromHeap: ['handlefromheap', 1, 'pure', 'hl'], // aux: position in module.heapTypes; [index i32] -> handle; flag NON_UNIFORM
  HandleFromValue: ['handlefromvalue', 1, 'pure', 'hl'], // aux: position in module.heapTypes; [handle] that memory or a choice held -> handle of that type
  NonUniformIndex: ['nonuniformindex', 1, 'pure', 'hl'], // its operand, an integer, said to differ between lanes where it indexes resources
  Precise: ['precise', 1, 'write', 'hl'], // its operand must be computed as it was written; mark_precise removes it
  LoadTyped: ['load.typedbuffer', 2, 'read', 'hl'], // [handle, element i32] -> ResRet {T,T,T,T,i32 status}
  StoreTyped: ['store.typedbuffer', 6, 'write', 'hl'], // [handle, element, x, y, z, w]
  LoadRaw: ['load.rawbuffer', 3, 'read', 'hl'], // [handle, element or byte address, byte offset (undef when raw)] -> ResRet; aux: packRaw(count, alignment in bytes)
  StoreRaw: ['store.rawbuffer', -1, 'write', 'hl'], // [handle, element or byte address, offset, values]; aux: packRaw
  LoadCBufferRow: ['load.cbufferrow', 2, 'pure', 'hl'], // [handle, row (16 bytes) i32] -> CBufRet {T x 4} ({T x 2} for 64 bit, {T x 8} for native 16 bit)
  LoadTexture: ['load.texture', 8, 'read', 'hl'], // [handle, mip or sample (undef if none), x, y, z, ox, oy, oz] undef where absent -> ResRet
  StoreTexture: ['store.texture', -1, 'write', 'hl'], // [handle, x, y, z (undef where absent), v0..v3, (sample)]
  UpdateCounter: ['updatecounter', 1, 'write', 'hl'], // aux +1 or -1 -> i32 as bufferUpdateCounter returns it
  AtomicBinOp: ['atomicbinop', 5, 'write', 'hl'], // aux: DXIL atomic op; [handle, c0, c1, c2, value] -> old value
  AtomicCmpXchg: ['atomiccmpxchg', 6, 'write', 'hl'], // [handle, c0, c1, c2, compare, new] -> old value
  GetDimensions: ['getdimensions', 2, 'read', 'hl'], // [handle, mip (undef if none)] -> Dimensions {i32 x 4}
  // DXIL operations.
  Dx: ['dx', -1, 'pure', 'dx'], // aux: opcode of spec/dxil_ops.ts; operands without the opcode itself; effect by the opcode's row
} as const satisfies Record<string, Row>

export type OpName = keyof typeof ROWS
const OP_NAMES = Object.keys(ROWS) as readonly OpName[]
/** Op.Add and so on: dense numbers in table order. */
export const Op = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.fromEntries(OP_NAMES.map((n, i) => [n, i]))) as {
  readonly [N in OpName]: number
}

const column = <T>(pick: (row: Row) => T): readonly T[] => OP_NAMES.map(n => pick(ROWS[n]))
export const MNEMONIC = column(r => r[0])
export const OPERANDS = column(r => r[1])
export const EFFECT = column(r => r[2])
export const LEVEL = column(r => r[3])

export const isTerminator = (op: number): boolean => op >= Op.Br && op <= Op.Unreachable

/** Predicates with LLVM's numbers. */
export const ICMP = Object.freeze({
  eq: 32,
  ne: 33,
  ugt: 34,
  uge: 35,
  ult: 36,
  ule: 37,
  sgt: 38,
  sge: 39,
  slt: 40,
  sle: 41,
})
export const FCMP = Object.freeze({
  false: 0,
  oeq: 1,
  ogt: 2,
  oge: 3,
  olt: 4,
  ole: 5,
  one: 6,
  ord: 7,
  uno: 8,
  ueq: 9,
  ugt: 10,
  uge: 11,
  ult: 12,
  ule: 13,
  une: 14,
  true: 15,
})
/** atomicrmw operations with LLVM's numbers. */
export const ATOMIC_RMW = Object.freeze({
  xchg: 0,
  add: 1,
  sub: 2,
  and: 3,
  nand: 4,
  or: 5,
  xor: 6,
  max: 7,
  min: 8,
  umax: 9,
  umin: 10,
})

/** Flag bits of an instruction. */
export const Flag = Object.freeze({
  FAST: 1, // fast-math: any reassociation allowed; DXC's default
  PRECISE: 2, // the value feeds a `precise` variable; excludes FAST
  NON_UNIFORM: 4, // handle index differs between lanes
  NSW: 8,
  NUW: 16, // Emitter.scale() sets it on products of addresses
  EXACT: 32,
})

/**
 * aux of LoadRaw/StoreRaw: element count (1..4, from shader model 6.9 on up to 1024) and alignment in bytes: the count's low byte, the
 * alignment, the rest of the count.
 */
export const packRaw = (count: number, alignment: number): number =>
  (count & 0xff) | (alignment << 8) | ((count >> 8) << 16)
export const rawCount = (aux: number): number => (aux & 0xff) | ((aux >> 16) << 8)
export const rawAlignment = (aux: number): number => (aux >> 8) & 0xff

/** The hint of a branch or switch; 0 for what is none. */
export const knownHint = (hint: unknown): number => (hint === 1 || hint === 2 || hint === 5 ? hint : 0)
