// The TYPED AST: what semantic analysis hands to lowering. Every conversion is explicit, every name resolved, every overload chosen.
// Invariants: operands of an operation already have the operation's operand type; no literal types remain; no error nodes remain when
// Diagnostics holds no error; `out`/`inout` arguments are l-values; the call graph reachable from the entry has no cycle.

import type { Span } from '../../diag/sources.ts'
import type { GeometryState } from '../../spec/geometry.ts'
import type { MeshRole, MeshShader } from '../../spec/mesh.ts'
import type { NodeShader } from '../../spec/node_objects.ts'
import type { Interpretation, SignaturePoint } from '../../spec/semantics.ts'
import type { SubobjectRow } from '../../spec/subobjects.ts'
import type { Tessellation } from '../../spec/tessellation.ts'
import type { TypeNode } from './ast.ts'
import type {
  BitField,
  Bits,
  Field,
  MatrixType,
  NumericType,
  ObjectType,
  ScalarType,
  StructType,
  Type,
  VectorType,
} from './types.ts'

// ---- symbols -------------------------------------------------------------------------------------------------------------------------

export type Storage =
  | 'local' // function-local, also local const
  | 'static-local' // static inside a function: one instance, initialised when its declaration first runs, or before where that is the same
  | 'parameter'
  | 'static' // static global (or static struct member); const ones with constant initialisers have `constant` set
  | 'groupshared'
  | 'cbuffer' // member of a cbuffer/tbuffer block or of $Globals
  | 'resource' // global of resource type (or array of it, or a struct that holds only/also resources)

export interface VarSymbol {
  readonly kind: 'var'
  readonly name: string
  /** Name with namespaces, as DXC shows it in reflection. */
  readonly qualifiedName: string
  readonly type: Type
  /** The type as written, for messages. */
  readonly typeNode?: TypeNode | undefined
  readonly storage: Storage
  readonly isConst: boolean
  readonly precise: boolean
  /** For storage 'cbuffer': the block it belongs to and its index among block.members. Also for storage 'resource' in a block, which may
      have numbers beside its resources; those are globals of their own. */
  readonly block: CBufferSymbol | undefined
  readonly memberIndex: number
  /** Globals and block members: place among the unit's declarations (positions do not say it, where files are included). */
  readonly order?: number
  /** For storage 'resource': explicit bindings as written, one a register class letter. */
  readonly registers: readonly RegisterBinding[]
  readonly globallyCoherent: boolean
  /** Initialiser of globals (locals carry theirs in the decl statement). Already converted to `type`. */
  init: Expr | undefined
  /** Value of `static const` / `const` scalars, vectors, matrices and arrays with a constant initialiser: flattened components in
      declaration order (matrices row by row). */
  constant: readonly ConstantValue[] | undefined
  /** A static member that nothing has defined outside of its struct yet. */
  isAnnounced?: boolean
  /** Where the declaration begins: its type, or the words in front of it. */
  readonly start?: number
  readonly pos: number
  readonly end: number
}

/** bool as boolean, 64-bit integers as bigint, everything else as number (int signed, uint unsigned, float rounded to its width). */
export type ConstantValue = number | bigint | boolean

export interface RegisterBinding {
  /** 't' 'u' 'b' 's', or undefined for register(space1) alone. */
  readonly letter: 't' | 'u' | 'b' | 's' | undefined
  readonly number: number | undefined
  readonly space: number | undefined
}

/** A cbuffer or tbuffer block, $Globals, or a ConstantBuffer<T>/TextureBuffer<T> variable's layout. */
export interface CBufferSymbol {
  readonly kind: 'cbuffer'
  readonly name: string // '$Globals' for loose globals
  readonly isTBuffer: boolean
  /** Place among the unit's declarations; absent for $Globals. */
  readonly order?: number
  readonly members: CBufferMember[]
  /** Size in bytes under constant buffer packing, end of the last member, not rounded up. */
  size: number
  readonly registers: readonly RegisterBinding[]
  readonly pos: number
  readonly end: number
}
export interface CBufferMember {
  readonly symbol: VarSymbol
  /** Byte offset in the block (packoffset and packing rules applied). */
  readonly offset: number
}

export interface ParamSymbol extends VarSymbol {
  readonly mode: 'in' | 'out' | 'inout'
  readonly semantic: string | undefined
  readonly semanticSpan?: Span | undefined
  /** A function: of an instance of a template, not looked at yet. */
  readonly defaultValue: Expr | (() => Expr) | undefined
  /** Declared `groupshared`: another name for the variable that is given. */
  readonly isShared?: boolean
  /** Declared `uniform`: no varying, where the rules in force know such parameters. */
  readonly isUniform?: boolean
  /** Interpolation and normalisation as written: nointerpolation, centroid, snorm... */
  readonly modifiers?: readonly string[]
  /** What it is to a mesh shader. */
  readonly role?: MeshRole | undefined
  /** Of inputs and outputs of work graph nodes. */
  readonly attributes?: readonly Attribute[]
}

export interface FunctionSymbol {
  readonly kind: 'function'
  readonly name: string
  readonly qualifiedName: string
  readonly returnType: Type
  /** The type of the result as written. */
  readonly typeNode?: TypeNode
  /** Semantic of the return value. */
  readonly semantic: string | undefined
  readonly semanticSpan?: Span | undefined
  readonly params: readonly ParamSymbol[]
  /** Method: the struct whose `this` it takes (implicit inout first argument); undefined for free functions and static methods. */
  readonly self: StructType | undefined
  /** Checked lazily: undefined until the function is first reached from the entry point; always set for reached functions. */
  body: BlockStmt | undefined
  readonly attributes: readonly Attribute[]
  readonly precise: boolean
  /** Of the return value, as those of a parameter. */
  readonly modifiers: readonly string[]
  /** In libraries: its place among the functions. */
  order?: number
  /** Of an instance of a template: its parameters' names and what they are here. */
  templateArgs?: readonly { readonly name: string; readonly value: Type | number | bigint | boolean }[]
  readonly pos: number
  readonly end: number
}

export type SubobjectValue = number | string

/** A subobject of a library: its values in the order of its type's fields. */
export interface SubobjectSymbol extends Span {
  readonly name: string
  readonly type: SubobjectRow
  readonly values: readonly SubobjectValue[]
}

export interface Attribute {
  /** lower case: numthreads, unroll, loop, branch, flatten, wavesize, ... */
  readonly name: string
  readonly args: readonly (ConstantValue | string)[]
  readonly pos: number
  readonly end: number
}

// ---- expressions ---------------------------------------------------------------------------------------------------------------------

interface ExprBase {
  readonly type: Type
  /** Where the operator stands, or what else says more than the beginning; see codePosition(). Parentheses keep it. */
  readonly at?: number | undefined
  readonly pos: number
  readonly end: number
}

/** A scalar constant of a concrete scalar type, or enum type. */
export interface LiteralExpr extends ExprBase {
  readonly kind: 'literal'
  readonly value: ConstantValue
  /** What it was computed from, where that is more than arithmetic on literals: not everything known is a constant expression. */
  readonly from?: Expr
  /** Of a literal int computed from others: what it stands for as an argument, where its value does not say so. See literalKind(). */
  readonly standsFor?: ScalarType
}
export interface VarExpr extends ExprBase {
  readonly kind: 'var'
  readonly symbol: VarSymbol
}
/** `this` inside a method: an l-value of struct type. */
export interface ThisExpr extends ExprBase {
  readonly kind: 'this'
}
/** The base is a struct, or a ConstantBuffer<T> / TextureBuffer<T> whose T has the field (used whole, such an object is converted to T). */
export interface MemberExpr extends ExprBase {
  readonly kind: 'member'
  readonly base: Expr
  readonly field: Field
}
/** A bit field of the integer that `base` designates; an l-value if base is. A bool among them is its lowest bit. */
export interface BitFieldExpr extends ExprBase {
  readonly kind: 'bit-field'
  readonly base: MemberExpr
  readonly bits: BitField
}
/** An integer made of bits: the low bits of each part's value take the place of those the parts before left there, 0 at first. */
export interface PackExpr extends ExprBase {
  readonly kind: 'pack'
  readonly type: ScalarType
  readonly parts: readonly PackedPart[]
}
export interface PackedPart extends Bits {
  /** Of type uint, int or their like, as wide as the whole. */
  readonly value: Expr
}
/** Vector (or scalar) swizzle; type is scalar for one component, else a vector. An l-value if base is and no component repeats. */
export interface SwizzleExpr extends ExprBase {
  readonly kind: 'swizzle'
  readonly base: Expr
  readonly components: readonly number[]
}
/** Matrix swizzle `_m01_m10` / `_11_22`: zero-based [row, column] pairs. */
export interface MatrixSwizzleExpr extends ExprBase {
  readonly kind: 'matrix-swizzle'
  readonly base: Expr
  readonly components: readonly (readonly [row: number, column: number])[]
}
/** a[i] on arrays (also of resources), vectors (-> scalar), matrices (-> row vector). The index is int or uint (a scalar). */
export interface IndexExpr extends ExprBase {
  readonly kind: 'index'
  readonly base: Expr
  readonly index: Expr
}
/** buffer[i], texture[xy], RW ones as l-values; texture.mips[m][xy] and .sample[s][xy] set `level`. ConstantBuffer arrays are plain index. */
export interface ResourceIndexExpr extends ExprBase {
  readonly kind: 'resource-index'
  readonly resource: Expr
  /** uint scalar for buffers, uint2/uint3 for textures. */
  readonly index: Expr
  readonly level: Expr | undefined
  /** A record of a node, written `records.Get()`. */
  readonly isGet?: boolean
}
export type UnaryOp = '-' | '+' | '~' | '!'
/** `!` has bool (vector) operand and result. */
export interface UnaryExpr extends ExprBase {
  readonly kind: 'unary'
  readonly op: UnaryOp
  readonly operand: Expr
}
/** ++ / -- on an l-value. */
export interface IncDecExpr extends ExprBase {
  readonly kind: 'incdec'
  readonly prefix: boolean
  readonly delta: 1 | -1
  readonly target: Expr
}
export type ArithmeticOp = '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^' | '<<' | '>>'
export type CompareOp = '<' | '<=' | '>' | '>=' | '==' | '!='
/** Component-wise; both operands have the same numeric type (shifts too). Result: that type, or bool of its shape for comparisons.
    Division and remainder of ints are signed or unsigned by the type. */
export interface BinaryExpr extends ExprBase {
  readonly kind: 'binary'
  readonly op: ArithmeticOp | CompareOp
  readonly left: Expr
  readonly right: Expr
}
/** && and ||; shortCircuit is true for scalars in HLSL 2021 (both sides evaluated otherwise). Operands are bool of the result's shape. */
export interface LogicalExpr extends ExprBase {
  readonly kind: 'logical'
  readonly op: '&&' | '||'
  readonly shortCircuit: boolean
  readonly left: Expr
  readonly right: Expr
}
/**
 * cond ? a : b. cond is bool, or a bool vector of the operands' size (component-wise). shortCircuit: only one arm is evaluated, as HLSL 2021 has
 * it for scalar conditions; older versions evaluate both unless the condition is constant or the operands are no numbers.
 */
export interface ConditionalExpr extends ExprBase {
  readonly kind: 'conditional'
  /** One of two places of the same type (from HLSL 202x on), until it is assigned to: each arm then is an assignment. */
  readonly isPlace?: boolean
  readonly shortCircuit: boolean
  readonly condition: Expr
  readonly then: Expr
  readonly else: Expr
}
/** target = value (op undefined) or target op= value. For compound: compute in `computeType` = convert(target) op value, value already has
    computeType (scalar/vector/matrix), then convert back to target's type. The expression's value is the target after the store. */
export interface AssignExpr extends ExprBase {
  readonly kind: 'assign'
  readonly op: ArithmeticOp | undefined
  readonly computeType: NumericType | undefined
  readonly target: Expr
  readonly value: Expr
}
/** Any value conversion operand.type -> type, implicit or explicit: scalar kinds, splat scalar->vector/matrix, truncation of vectors and
    matrices, 1-vectors <-> scalars, vector <-> matrix of equal count, enum <-> int, derived struct -> base, flat casts between aggregates
    with equal component counts, scalar -> struct/array splat, array <-> array of same shape. */
export interface ConvertExpr extends ExprBase {
  readonly kind: 'convert'
  readonly operand: Expr
  readonly explicit: boolean
  /** The type as written, for messages. */
  readonly typeNode?: TypeNode | undefined
}
/** float4(a, b.xy, 1) and float2x2(...): scalars, vectors or matrices already converted to the element type; components in order. */
export interface ConstructExpr extends ExprBase {
  readonly kind: 'construct'
  readonly type: VectorType | MatrixType
  readonly args: readonly Expr[]
  readonly typeNode?: TypeNode | undefined
}
/** { ... } for arrays and structs (vectors and matrices become ConstructExpr): flattened to leaves in declaration order; each item is converted to its leaf's type.
    A leaf is a scalar component, except that an object (resource) is one leaf, and the bit fields that share an integer are one PackExpr. Leaves taken out of one item of several components are
    swizzle / matrix-swizzle / index / member nodes over the SAME base object (===): evaluate that base once. */
export interface InitListExpr extends ExprBase {
  readonly kind: 'init-list'
  readonly leaves: readonly Expr[]
}
/** `(S)0` and friends are ConvertExpr. Call of a user function; one argument a parameter, defaults filled in. For `in` the argument is
    already converted; for out/inout it is the l-value as written and lowering converts between its type and the parameter's. */
export interface CallExpr extends ExprBase {
  readonly kind: 'call'
  readonly callee: FunctionSymbol
  /** Object of a method call (an l-value or value of the struct or a derived one); `this` inside methods calling siblings. */
  readonly self: Expr | undefined
  readonly args: readonly Expr[]
}
/** A builtin function. Arguments are converted to the chosen overload's parameter types (out ones and atomics' destinations are l-values of
    exactly that type... or need conversion like calls: see paramTypes). */
export interface IntrinsicExpr extends ExprBase {
  readonly kind: 'intrinsic'
  readonly name: string
  readonly args: readonly Expr[]
  /** Parameter types and modes of the chosen overload, parallel to args. `ref` marks an atomic's destination. */
  readonly params: readonly IntrinsicParam[]
  /** `round` of HLSL 2016: of a constant in the middle of two integers it gives the one that is farther from zero. */
  readonly halvesAway?: boolean
}
export interface IntrinsicParam {
  readonly type: Type
  readonly mode: 'in' | 'out' | 'inout' | 'ref'
}
/** A method of a builtin object: tex.Load(...), buf.Store2(...), buf.IncrementCounter(). templateArgs: Load<T>. */
export interface MethodExpr extends ExprBase {
  readonly kind: 'method'
  readonly object: Expr
  readonly objectType: ObjectType
  readonly name: string
  readonly templateArgs: readonly Type[]
  readonly args: readonly Expr[]
  readonly params: readonly IntrinsicParam[]
}
/** A descriptor heap, or with `index` (uint) the element of it, whose type is the resource type it is used as. */
export interface HeapExpr extends ExprBase {
  readonly kind: 'heap'
  readonly isSampler: boolean
  readonly index: Expr | undefined
}
export interface CommaExpr extends ExprBase {
  readonly kind: 'comma'
  readonly left: Expr
  readonly right: Expr
  /** The program converts the result: `float((a, b))`. */
  readonly isCast?: boolean
}

export type Expr =
  | LiteralExpr
  | VarExpr
  | ThisExpr
  | MemberExpr
  | BitFieldExpr
  | PackExpr
  | SwizzleExpr
  | MatrixSwizzleExpr
  | IndexExpr
  | ResourceIndexExpr
  | UnaryExpr
  | IncDecExpr
  | BinaryExpr
  | LogicalExpr
  | ConditionalExpr
  | AssignExpr
  | ConvertExpr
  | ConstructExpr
  | InitListExpr
  | CallExpr
  | IntrinsicExpr
  | MethodExpr
  | HeapExpr
  | CommaExpr

// ---- statements ----------------------------------------------------------------------------------------------------------------------

interface StmtBase {
  readonly pos: number
  readonly end: number
}
export interface BlockStmt extends StmtBase {
  readonly kind: 'block'
  readonly body: readonly Stmt[]
}
/** One local variable; init converted to its type, undefined when uninitialised. */
export interface DeclStmt extends StmtBase {
  readonly kind: 'decl'
  readonly symbol: VarSymbol
  readonly init: Expr | undefined
}
export interface ExprStmt extends StmtBase {
  readonly kind: 'expr'
  readonly expr: Expr
}
/** Conditions are bool scalars. Attributes: branch, flatten. */
export interface IfStmt extends StmtBase {
  readonly kind: 'if'
  readonly condition: Expr
  readonly then: Stmt
  readonly else: Stmt | undefined
  readonly attributes: readonly Attribute[]
}
/** for, and while as a for without init and step. Attributes: unroll (args [n]?), loop, fastopt, allow_uav_condition. */
export interface LoopStmt extends StmtBase {
  readonly kind: 'loop'
  readonly init: readonly Stmt[]
  readonly condition: Expr | undefined
  readonly step: Expr | undefined
  readonly body: Stmt
  /** do { } while: the condition is tested after the body. */
  readonly testAfter: boolean
  readonly attributes: readonly Attribute[]
}
/** selector is int or uint; each case group has its labels (constant values of the selector's type; undefined = default) and statements,
    falling through to the next group unless they end otherwise. */
export interface SwitchStmt extends StmtBase {
  readonly kind: 'switch'
  readonly selector: Expr
  readonly groups: readonly {
    readonly labels: readonly (number | bigint | undefined)[]
    readonly body: readonly Stmt[]
  }[]
  readonly attributes: readonly Attribute[]
}
export interface BreakStmt extends StmtBase {
  readonly kind: 'break'
}
export interface ContinueStmt extends StmtBase {
  readonly kind: 'continue'
}
export interface DiscardStmt extends StmtBase {
  readonly kind: 'discard'
}
export interface ReturnStmt extends StmtBase {
  readonly kind: 'return'
  readonly value: Expr | undefined
}

export type Stmt =
  | BlockStmt
  | DeclStmt
  | ExprStmt
  | IfStmt
  | LoopStmt
  | SwitchStmt
  | BreakStmt
  | ContinueStmt
  | DiscardStmt
  | ReturnStmt

// ---- varyings of graphics stages ----------------------------------------------------------------------------------------------------------

/** One element of a signature as the entry point declares it. */
export interface ShaderElement {
  /** Semantic without index; system values in their canonical spelling. */
  readonly name: string
  /** SEMANTIC_KIND */
  readonly kind: number
  /** Semantic index of each row. */
  readonly indexes: readonly number[]
  readonly interpretation: Interpretation
  /** Where it enters or leaves. */
  readonly point: SignaturePoint
  /** Output stream of a geometry shader. */
  readonly stream: number
  /** The patch constant function's name for an element of the hull shader's own signatures. */
  readonly refersTo?: ShaderElement
  readonly scalar: ScalarType
  readonly norm: 'snorm' | 'unorm' | undefined
  readonly cols: number
  /** Which leaf of the parameter or result stands at each place, row by row. */
  readonly leaves: readonly number[]
  /** Inner dimensions of one array element: none, a vector's, or a matrix's. */
  readonly inner: 0 | 1 | 2
  /** Of a struct that is no element of an array; else the parameter or result itself. */
  readonly isMember: boolean
  /** The columns of a matrix are its rows of registers. */
  readonly isTransposed: boolean
  /** INTERPOLATION_MODE */
  readonly interpolation: number
  readonly pos: number
  readonly end: number
}

export interface ParamIo {
  readonly input: readonly ShaderElement[]
  readonly output: readonly ShaderElement[]
  /** The elements are those of one of so many vertices, by which the parameter is indexed first. */
  readonly vertices?: number
}

/** What enters and leaves a function, in the order of the signatures: elements of the result come before those of parameters. */
export interface FunctionIo {
  readonly result: readonly ShaderElement[]
  /** Parallel to the function's parameters; inout ones have both. */
  readonly params: readonly ParamIo[]
}

export interface ShaderIo extends FunctionIo {
  /** [clipplanes]: the planes (float4), the output they are measured from, and what they make, behind all other outputs. */
  readonly clip?:
    | {
        readonly position: ShaderElement
        readonly planes: readonly Expr[]
        readonly elements: readonly ShaderElement[]
      }
    | undefined
  /** Hull shaders: of the patch constant function. */
  readonly patchConstant?: FunctionIo | undefined
  /** How registers are chosen: as they come, or -pack-optimized. */
  readonly packing?: 'prefix-stable' | 'optimized' | undefined
}

// ---- the program ---------------------------------------------------------------------------------------------------------------------

/** What lowering gets: the entry and everything declared, in source order (binding order ids follow declaration order). */
export interface Program {
  readonly entry: FunctionSymbol
  /** The entry is a function that a library exports: its parameters are numbers, not system values. */
  readonly isExported?: boolean
  /** What a shader was before it lost its parameters, and with them their semantics. */
  readonly isCopy?: boolean
  /** Instead of the entry's own, in libraries: -exports gives others. */
  readonly exportName?: string
  /** Names were given of what leaves the library: functions that stay get names that no other library has. */
  readonly hidesOthers?: boolean
  readonly stage: string // 'cs', ...
  /** Global declarations that can matter below the front end, in source order: resources, cbuffers (at the place of their block;
      $Globals first if it has members), statics and groupshared. */
  readonly globals: readonly (VarSymbol | CBufferSymbol)[]
  readonly numThreads: readonly [number, number, number] | undefined
  /** [GroupSharedLimit(bytes)] */
  readonly groupSharedLimit?: number | undefined
  /** [WaveSize(min, max, preferred)], absent values 0. */
  readonly waveSize: readonly [number, number, number] | undefined
  /** Text of [RootSignature("...")], if any. */
  readonly rootSignature: string | undefined
  readonly defaultMatrixOrientation: 'row_major' | 'column_major'
  /** HLSL 2016: a small whole power is products of its base, as FXC has it, also of negative bases. */
  readonly multipliesPowers: boolean
  /** Of stages that have varyings. */
  readonly io: ShaderIo | undefined
  /** [earlydepthstencil] */
  readonly earlyDepthStencil: boolean
  /** [WaveOpsIncludeHelperLanes] */
  readonly includesHelperLanes?: boolean
  /** Of mesh shaders. */
  readonly mesh?: MeshShader | undefined
  /** Of work graph nodes. */
  readonly node?: NodeShader | undefined
  /** Of hull and domain shaders. */
  readonly tessellation?: Tessellation | undefined
  /** Of hull shaders: the function that [patchconstantfunc] names. */
  readonly patchConstant?: FunctionSymbol | undefined
  /** Of geometry shaders. */
  readonly geometry?: GeometryState | undefined
}
