// The untyped syntax tree: what the parser saw, with names unresolved. Semantic analysis (check/) turns it into the typed tree.
// Invariant: every node has a string `kind` and its span; nodes are made only by the object literals of parse/, so each kind has one shape.
// Optional parts are `undefined`, never missing; empty lists are shared frozen-by-convention arrays: never push into a list of a finished node.

import type { Span } from '../../diag/sources.ts'
import type { ModifierName } from '../lex/token.ts'
// ---- Names and types -------------------------------------------------------------------------------------------------

/** One part of a scoped name; templateArgs is undefined without `<...>` and an empty list for `<>`. */
export interface NamePart extends Span {
  readonly name: string
  readonly templateArgs: readonly TemplateArg[] | undefined
}

/** `a`, `A::b`, `::g`, `f<int>`; an operator name in a scope (`S::operator+`) has the spelling 'operator+' as its last part. At least one part. */
export interface QualifiedName extends Span {
  readonly kind: 'name'
  /** Starts with `::`. */
  readonly global: boolean
  readonly parts: readonly NamePart[]
}

/** A type or a constant expression. A lone identifier that is not a known type name is given as an expression. */
export type TemplateArg = TypeNode | Expr

/**
 * A type by name: builtin (`float4x4`, `Texture2D<float>`, `vector<float, 3>`, `void`, `auto`) or declared.
 * Several-word builtins are normalised: `unsigned int` and `unsigned` are 'uint', `signed int` is 'int', `long long` 'int64_t',
 * `unsigned long long` 'uint64_t', `unsigned short` 'uint16_t', `short` 'int16_t', 'unsigned min16int' 'min16uint'.
 */
export interface NamedType extends Span {
  readonly kind: 'named_type'
  readonly name: QualifiedName
  /** Only what is written inside a type position: const, volatile, snorm, unorm, row_major, column_major, ... */
  readonly modifiers: readonly Modifier[]
  /** `(float[4])x`, `typedef float A[3]`, `using A = float[3]`; outermost first; undefined for `[]`. Empty for declarators, which own their dims. */
  readonly dims: readonly (Expr | undefined)[]
  /** `struct S`, `enum E`: the name means the type even where a function or variable has it, too. */
  readonly isElaborated?: boolean
}

/** The type of a declarator following a struct/class/enum body: `struct { float x; } a;`. The record itself is declared just before. */
export interface InlineType extends Span {
  readonly kind: 'inline_type'
  readonly declaration: RecordDecl | EnumDecl
}

/** Stands where a type could not be read; already reported. */
export interface ErrorType extends Span {
  readonly kind: 'error_type'
}

export type TypeNode = NamedType | InlineType | ErrorType

/** In source order, repeats kept (check/ decides about conflicts). `in out` are two modifiers. */
export interface Modifier extends Span {
  readonly name: ModifierName
}

// ---- Annotations after a declarator, attributes before it ---------------------------------------------------------------

/** `: SV_Position`, `: TEXCOORD3`; the spelling, index not split off. */
export interface SemanticAnnotation extends Span {
  readonly kind: 'semantic'
  readonly name: string
}

/**
 * `: register(t3, space1)`, `: register(ps, s2)`, `: register(space4)`, `: register(c1[2])`. Spellings as written; check/ takes them apart.
 */
export interface RegisterAnnotation extends Span {
  readonly kind: 'register'
  /** Profile of the old three-part form, else undefined. */
  readonly profile: string | undefined
  /** 't3'; undefined when only a space was given. */
  readonly slot: string | undefined
  /** Offset of `register(c0[2])`. */
  readonly offset: Expr | undefined
  /** 'space1' */
  readonly space: string | undefined
}

/** `: packoffset(c1.y)`: location 'c1', component 'y' or undefined. */
export interface PackOffsetAnnotation extends Span {
  readonly kind: 'packoffset'
  readonly location: string
  readonly component: string | undefined
}

/** `: read(caller) : write(closesthit, anyhit)` of ray payloads. */
export interface PayloadAccessAnnotation extends Span {
  readonly kind: 'payload_access'
  readonly access: 'read' | 'write'
  readonly stages: readonly (Span & { readonly name: string })[]
}

export type Annotation = SemanticAnnotation | RegisterAnnotation | PackOffsetAnnotation | PayloadAccessAnnotation

/** `[numthreads(8, 8, 1)]`, `[[vk::binding(0)]]`, `[unroll]`. Arguments are expressions (strings are string literals). */
export interface Attribute extends Span {
  readonly kind: 'attribute'
  /** 'vk' of `[[vk::binding]]`. */
  readonly scope: string | undefined
  readonly name: string
  readonly args: readonly Expr[]
  /** Written with `[[ ]]`. */
  readonly double: boolean
}

// ---- Declarations ---------------------------------------------------------------------------------------------------------

export interface TranslationUnit extends Span {
  readonly kind: 'translation_unit'
  readonly declarations: readonly Declaration[]
  /** What the language declares in front of them, where the source asks for it. */
  readonly implicit: readonly Declaration[]
  /** Every file included, each once, in order of first inclusion; the main file is not in it. Names as the include callback gave them. */
  readonly includedFiles: readonly string[]
  /** Names that declarations with syntax errors may declare. */
  readonly brokenNames: ReadonlySet<string>
  /** Whether some type has the name of a builtin one. */
  readonly hidesTypes: boolean
  /** Text of the macro that the options of the preprocessor name, at its definition. */
  readonly finalMacro?: Span & { readonly text: string }
}

/** One declarator of a variable, field, or cbuffer member; `float a, b[2];` gives two, sharing `type`, `modifiers` and `attributes`. */
export interface VariableDecl extends Span {
  readonly kind: 'variable'
  readonly attributes: readonly Attribute[]
  readonly modifiers: readonly Modifier[]
  readonly type: TypeNode
  /** Span of the name alone. */
  readonly nameSpan: Span
  readonly name: string
  /** Written before the name for out-of-class definitions of static members: `float S::x = 1;`, the scope `S`. */
  readonly scope: QualifiedName | undefined
  /** Array dimensions, outermost first; undefined for `[]`. */
  readonly dims: readonly (Expr | undefined)[]
  readonly annotations: readonly Annotation[]
  readonly init: Expr | undefined
  /** Width of a bit field `uint a : 3;`. */
  readonly bitWidth: Expr | undefined
  readonly template: readonly TemplateParam[] | undefined
}

export interface ParameterDecl extends Span {
  readonly kind: 'parameter'
  readonly attributes: readonly Attribute[]
  readonly modifiers: readonly Modifier[]
  readonly type: TypeNode
  readonly nameSpan: Span
  /** '' when unnamed. */
  readonly name: string
  readonly dims: readonly (Expr | undefined)[]
  readonly annotations: readonly Annotation[]
  readonly defaultValue: Expr | undefined
}

export interface TemplateParam extends Span {
  readonly kind: 'template_parameter'
  readonly name: string
  /** undefined for `typename T` / `class T`, else the type of a value parameter. `template`: of `template<typename> class C`, what such templates take. */
  readonly type: TypeNode | undefined
  readonly template?: readonly TemplateParam[]
  readonly defaultValue: TemplateArg | undefined
  /** The parameters among which the default value stands, if that is another declaration of the template. */
  readonly among?: readonly TemplateParam[] | undefined
}

export interface FunctionDecl extends Span {
  readonly kind: 'function'
  readonly attributes: readonly Attribute[]
  readonly modifiers: readonly Modifier[]
  readonly template: readonly TemplateParam[] | undefined
  readonly returnType: TypeNode
  readonly nameSpan: Span
  /** 'operator+', 'operator()', 'operator[]' for operators. Conversion operators: 'operator ' and `returnType` is the target. */
  readonly name: string
  /** Explicit specialisation: `template<> float f<int>(int x)`. */
  readonly templateArgs: readonly TemplateArg[] | undefined
  /** Out-of-class definition `float S::f() {}`: the scope `S`. `outer`: of a template in a class template, the parameters of the class. */
  readonly scope: QualifiedName | undefined
  readonly outer: readonly TemplateParam[] | undefined
  readonly params: readonly ParameterDecl[]
  /** Semantic of the return value. `body`: undefined for a prototype. */
  readonly annotations: readonly Annotation[]
  readonly body: BlockStmt | undefined
}

export interface BaseSpecifier extends Span {
  readonly type: TypeNode
}

/** struct, class, interface, union. `struct S;` has members undefined. */
export interface RecordDecl extends Span {
  readonly kind: 'record'
  readonly attributes: readonly Attribute[]
  readonly recordKind: 'struct' | 'class' | 'interface' | 'union' | 'variable'
  readonly nameSpan: Span
  /** Of a definition outside of the namespace or record that declared it, `struct N::S {}`: the scope `N`. */
  readonly scope?: QualifiedName
  /** '' when anonymous. */
  readonly name: string
  readonly template: readonly TemplateParam[] | undefined
  /** Explicit specialisation `template<> struct S<int>`. */
  readonly templateArgs: readonly TemplateArg[] | undefined
  readonly bases: readonly BaseSpecifier[]
  /** Fields and static members (variable), methods (function), nested types, in order; of a variable template its variable. */
  readonly members: readonly Declaration[] | undefined
}

export interface EnumValue extends Span {
  readonly kind: 'enum_value'
  readonly name: string
  readonly value: Expr | undefined
}

export interface EnumDecl extends Span {
  readonly kind: 'enum'
  readonly nameSpan: Span
  /** '' when anonymous. */
  readonly name: string
  /** `enum class` / `enum struct`. */
  readonly isClass: boolean
  readonly underlying: TypeNode | undefined
  /** undefined for `enum E;` */
  readonly values: readonly EnumValue[] | undefined
}

/** `typedef float4 Color;` and, isUsing, `using Color = float4;`; several typedef declarators give several nodes. */
export interface TypeAliasDecl extends Span {
  readonly kind: 'type_alias'
  readonly isUsing?: boolean
  readonly nameSpan: Span
  readonly name: string
  readonly template: readonly TemplateParam[] | undefined
  readonly modifiers: readonly Modifier[]
  readonly type: TypeNode
  /** Of a typedef: modifiers, which named types have as well; dims (`typedef float A[3]`) go around those of `type`; params make it a function's type (`typedef float f(int a)`). */
  readonly dims: readonly (Expr | undefined)[]
  readonly params?: readonly ParameterDecl[]
}

/** `cbuffer Name : register(b0) { ... }`, also tbuffer. */
export interface BufferBlockDecl extends Span {
  readonly kind: 'buffer_block'
  readonly attributes: readonly Attribute[]
  readonly blockKind: 'cbuffer' | 'tbuffer'
  readonly nameSpan: Span
  /** '' when anonymous. */
  readonly name: string
  readonly annotations: readonly Annotation[]
  /** Variables mostly; also functions and types, which belong to the enclosing scope. */
  readonly members: readonly Declaration[]
}

export interface NamespaceDecl extends Span {
  readonly kind: 'namespace'
  readonly nameSpan: Span
  /** '' when anonymous. */
  readonly name: string
  readonly declarations: readonly Declaration[]
}

/** `using namespace A::B;` or `using A::b;` */
export interface UsingDecl extends Span {
  readonly kind: 'using'
  readonly isNamespace: boolean
  readonly name: QualifiedName
}

/** `_Static_assert(cond, "text");` */
export interface StaticAssertDecl extends Span {
  readonly kind: 'static_assert'
  readonly condition: Expr
  readonly message: string | undefined
}

/** A `#pragma` that the preprocessor passed on, e.g. `pack_matrix(row_major)`; it stands where it took effect. */
export interface PragmaDecl extends Span {
  readonly kind: 'pragma'
  /** The text after `#pragma`, blanks collapsed: 'pack_matrix ( row_major )' is given as 'pack_matrix(row_major)'. */
  readonly text: string
}

/** `template struct S<int>;`: explicit instantiation, kept so that it can be ignored knowingly. */
export interface ExplicitInstantiationDecl extends Span {
  readonly kind: 'explicit_instantiation'
  readonly declaration: Declaration
}

/** What stands between an error and the point of recovery, already reported, or a type that declares nothing: `int16_t;`. */
export interface ErrorDecl extends Span {
  readonly kind: 'error_decl'
  readonly type: TypeNode | undefined
}

export type Declaration =
  | VariableDecl
  | FunctionDecl
  | RecordDecl
  | EnumDecl
  | TypeAliasDecl
  | BufferBlockDecl
  | NamespaceDecl
  | UsingDecl
  | StaticAssertDecl
  | PragmaDecl
  | ExplicitInstantiationDecl
  | ErrorDecl

// ---- Statements -------------------------------------------------------------------------------------------------------------

export interface BlockStmt extends Span {
  readonly kind: 'block'
  readonly statements: readonly Statement[]
}

/** Local variables, types, typedefs, using. `int a, b;` is one statement of two declarations. */
export interface DeclStmt extends Span {
  readonly kind: 'decl_stmt'
  readonly declarations: readonly Declaration[]
}

export interface ExprStmt extends Span {
  readonly kind: 'expr_stmt'
  readonly expr: Expr
}

export interface EmptyStmt extends Span {
  readonly kind: 'empty_stmt'
}

/** Conditions may be declarations: `if (int x = f())`. */
export type Condition = Expr | DeclStmt

export interface IfStmt extends Span {
  readonly kind: 'if'
  readonly attributes: readonly Attribute[]
  readonly condition: Condition
  readonly then: Statement
  readonly otherwise: Statement | undefined
}

export interface ForStmt extends Span {
  readonly kind: 'for'
  readonly attributes: readonly Attribute[]
  /** decl_stmt, expr_stmt, or undefined for `for (;`. */
  readonly init: DeclStmt | ExprStmt | undefined
  readonly condition: Condition | undefined
  readonly step: Expr | undefined
  readonly body: Statement
}

export interface WhileStmt extends Span {
  readonly kind: 'while'
  readonly attributes: readonly Attribute[]
  readonly condition: Condition
  readonly body: Statement
}

export interface DoStmt extends Span {
  readonly kind: 'do'
  readonly attributes: readonly Attribute[]
  readonly body: Statement
  readonly condition: Expr
}

export interface SwitchStmt extends Span {
  readonly kind: 'switch'
  readonly attributes: readonly Attribute[]
  readonly condition: Condition
  /** Normally a block whose statements hold case/default labels. */
  readonly body: Statement
}

/** A label standing alone: the statements after it follow in the block (C's labelled statement is not nested). */
export interface CaseStmt extends Span {
  readonly kind: 'case'
  readonly value: Expr
}

export interface DefaultStmt extends Span {
  readonly kind: 'default'
}

export interface JumpStmt extends Span {
  readonly kind: 'break' | 'continue' | 'discard'
}

export interface ReturnStmt extends Span {
  readonly kind: 'return'
  readonly value: Expr | undefined
}

export interface ErrorStmt extends Span {
  readonly kind: 'error_stmt'
  /** What was read whole before the error, to be checked for errors of its own. */
  readonly exprs: readonly Expr[]
}

export type Statement =
  | BlockStmt
  | DeclStmt
  | ExprStmt
  | EmptyStmt
  | IfStmt
  | ForStmt
  | WhileStmt
  | DoStmt
  | SwitchStmt
  | CaseStmt
  | DefaultStmt
  | JumpStmt
  | ReturnStmt
  | ErrorStmt

// ---- Expressions -------------------------------------------------------------------------------------------------------------

/** value is exact and unsigned (a sign is a unary operator); suffix is lower case with the u first. */
export interface IntLiteral extends Span {
  readonly kind: 'int_literal'
  readonly value: bigint
  readonly suffix: '' | 'u' | 'l' | 'ul' | 'll' | 'ull'
  /** Radix as written: 8, 10, 16 (hex and octal literals may become unsigned). */
  readonly radix: 8 | 10 | 16
}

/** value is the nearest double of the decimal spelling; `text` (without suffix) lets check/ round it straight to another width. */
export interface FloatLiteral extends Span {
  readonly kind: 'float_literal'
  readonly value: number
  readonly suffix: '' | 'f' | 'h' | 'l'
  /** f16, f32 or f64 as written, where `suffix` is h, f or l for it. */
  readonly fixed?: string
  readonly text: string
}

export interface BoolLiteral extends Span {
  readonly kind: 'bool_literal'
  readonly value: boolean
}

/** Escapes resolved, adjacent literals joined. */
export interface StringLiteral extends Span {
  readonly kind: 'string_literal'
  readonly value: string
}

export interface NameExpr extends Span {
  readonly kind: 'name_expr'
  readonly name: QualifiedName
}

export interface ThisExpr extends Span {
  readonly kind: 'this'
}

/** callee is a name_expr (with template arguments in its last part), a member, or any expression. */
export interface CallExpr extends Span {
  readonly kind: 'call'
  readonly callee: Expr
  readonly args: readonly Expr[]
}

/** `float4(...)`, `vector<float, 3>(...)`, `S(...)`: a call whose callee is known to be a type. */
export interface ConstructExpr extends Span {
  readonly kind: 'construct'
  readonly type: TypeNode
  readonly args: readonly Expr[]
}

/** `(T)x`, `(float[4])x`; `static_cast` and friends do not exist in HLSL. */
export interface CastExpr extends Span {
  readonly kind: 'cast'
  readonly type: TypeNode
  readonly operand: Expr
}

/** `object.member`, `x.Base::f`, `x.template f<int>()`, swizzles included. member is the spelling; templateArgs for `buf.Load<T>(i)`. */
export interface MemberExpr extends Span {
  readonly kind: 'member'
  readonly object: Expr
  readonly member: string
  readonly memberSpan: Span
  readonly scope: QualifiedName | undefined
  readonly templateArgs: readonly TemplateArg[] | undefined
  readonly templateWord: Span | undefined
  /** Written `->`: an error for check/ unless DXC allows it. */
  readonly arrow: boolean
}

export interface IndexExpr extends Span {
  readonly kind: 'index'
  readonly object: Expr
  readonly index: Expr
}

export type UnaryOp = '+' | '-' | '!' | '~' | '++' | '--' | '*' | '&'

export interface UnaryExpr extends Span {
  readonly kind: 'unary'
  readonly op: UnaryOp
  readonly operand: Expr
}

export interface PostfixExpr extends Span {
  readonly kind: 'postfix'
  readonly op: '++' | '--'
  readonly operand: Expr
}

export type ArithmeticOp = '*' | '/' | '%' | '+' | '-' | '<<' | '>>' | '&' | '^' | '|'
export type BinaryOp = ArithmeticOp | '<' | '>' | '<=' | '>=' | '==' | '!=' | '&&' | '||' | ','

/** Left-associative chains are nested to the left and may be thousands deep: walk `left` in a loop, not by recursion. */
export interface BinaryExpr extends Span {
  readonly kind: 'binary'
  readonly op: BinaryOp
  readonly opSpan: Span
  readonly left: Expr
  readonly right: Expr
}

export type AssignOp = '=' | `${ArithmeticOp}=`

export interface AssignExpr extends Span {
  readonly kind: 'assign'
  readonly op: AssignOp
  readonly opSpan: Span
  readonly left: Expr
  readonly right: Expr
}

export interface ConditionalExpr extends Span {
  readonly kind: 'conditional'
  readonly question: Span
  readonly condition: Expr
  readonly whenTrue: Expr
  readonly whenFalse: Expr
}

export interface InitListExpr extends Span {
  readonly kind: 'init_list'
  readonly items: readonly Expr[]
}

export interface SizeofExpr extends Span {
  readonly kind: 'sizeof'
  readonly operand: TypeNode | Expr
}

/** `(x)`: kept, because spans and some warnings want it. */
export interface ParenExpr extends Span {
  readonly kind: 'paren'
  readonly inner: Expr
}

/** FX leftovers after a declarator: `sampler_state { ... }`, `SamplerState s { Filter = ...; }`. Contents skipped. */
export interface StateBlockExpr extends Span {
  readonly kind: 'state_block'
}

/** Stands where an expression could not be read; already reported. Its type is the error type, which absorbs follow-ups. */
export interface ErrorExpr extends Span {
  readonly kind: 'error_expr'
}

export type Expr =
  | IntLiteral
  | FloatLiteral
  | BoolLiteral
  | StringLiteral
  | NameExpr
  | ThisExpr
  | CallExpr
  | ConstructExpr
  | CastExpr
  | MemberExpr
  | IndexExpr
  | UnaryExpr
  | PostfixExpr
  | BinaryExpr
  | AssignExpr
  | ConditionalExpr
  | InitListExpr
  | SizeofExpr
  | ParenExpr
  | StateBlockExpr
  | ErrorExpr
