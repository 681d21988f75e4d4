// The state of one analysis, and the seams between its files: functions that lower files call upwards are fields, set by program.ts.
// Invariant: `scope`, `record` and `fn` always describe the place being checked; whoever changes them restores them.

import type { Args, Code } from '../../../diag/codes.ts'
import type { Diagnostic, Diagnostics, Marks } from '../../../diag/diagnostics.ts'
import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import type { CBufferSymbol, ConstantValue, Expr, SubobjectSymbol, VarSymbol } from '../../tree/typed.ts'
import type { EnumType, Field, StructType, Type } from '../../tree/types.ts'
import type { DependentMembers } from './dependent_members.ts'
import type { Reach } from './reach.ts'
import type { FunctionEntity, Outside, RecordInfo, Scope, TemplateName } from './scopes.ts'
import type { CheckWatch } from './watch.ts'

export type Orientation = 'row_major' | 'column_major'

export interface CheckOptions {
  /** Entry point name. */
  readonly entry: string
  /** 'cs', 'ps', ... or 'lib'. */
  readonly stage: string
  readonly shaderModel: { readonly major: number; readonly minor: number }
  /** 2016, 2017, 2018, 2021; default 2021. */
  readonly hlslVersion?: number
  /** -enable-16bit-types: half is float16_t, 16-bit integers exist. Default false. */
  readonly native16Bit?: boolean
  /** -Zpr / -Zpc; default column_major. */
  readonly packMatrix?: Orientation | undefined
  /** There is to be an entry point of the stage: what it lacks is said where it is defined. Default true. */
  readonly seeksEntry?: boolean
  /** The source could not be read in whole: only what its declarations say for themselves is checked. Default false. */
  readonly isBroken?: boolean
  /** -Gec: Direct3D 9's names of system values, and constants that can be written to. */
  readonly legacySemantics?: boolean | undefined
  /** How varyings get registers; default 'prefix-stable'. */
  readonly packing?: 'prefix-stable' | 'optimized' | undefined
  /** What a library exports besides its shaders; default 'marked': functions declared `export`. */
  readonly exported?: 'marked' | 'all' | 'shaders'
  /** -exports: names outside by names inside; empty: every exported function has its own. */
  readonly exportNames?: ReadonlyMap<string, readonly string[]>
  /** Payload access qualifiers are in force; default false. */
  readonly payloadQualifiers?: boolean
  /** Whose rules place the resources, default 'dxc'; under 'slang' ParameterBlock<T> exists. */
  readonly binding?: 'dxc' | 'llvm' | 'slang'
}

/** The same with what was not given. */
export type CompleteOptions = { readonly [K in keyof CheckOptions]-?: NonNullable<CheckOptions[K]> }

/** The function whose body is being checked. */
export interface FunctionState {
  readonly entity: FunctionEntity
  readonly returnType: Type
  /** Struct of `this`; undefined in free functions and static methods. */
  readonly self: StructType | undefined
  loopDepth: number
  switchDepth: number
  readonly reach: Reach
  /** What is to be said of values that nobody takes: clang says it when the statement around is complete. */
  unused: (() => void)[]
  /** What clang says of code that is reached, when the function is complete. */
  readonly delayed: { readonly tell: () => void; readonly isReached: boolean }[]
  /** Locals that their own initialisers name: somewhere in them, or as all there is (`int x = x` gives x no value, `float2 v = v` does). */
  readonly selfNamed: Map<VarSymbol, 'read' | 'idle' | 'copied'>
  /** Labels behind variables with values, by switch: they are errors in a function without others. */
  readonly jumps: (readonly { readonly label: Span; readonly variables: readonly VarSymbol[] }[])[]
}

export interface Checker {
  readonly diagnostics: Diagnostics
  readonly options: CompleteOptions
  /** Who wants to know what names mean and which types expressions have. */
  readonly watch: CheckWatch | undefined
  /** Errors met while `silent` > 0 are counted, not reported (substitution failures of templates). */
  silent: number
  silentErrors: number
  /** Functions and templates of functions that were declared so far. */
  functionsDeclared: number
  /** The source has namespaces: arguments may come from one. */
  hasNamespaces: boolean
  /** Whether some type of the program has the name of a builtin one. */
  hidesTypes: boolean

  scope: Scope
  readonly global: Scope
  /** Takes variables of namespaces that stand in a cbuffer or tbuffer. */
  blockVariable: ((node: A.VariableDecl) => void) | undefined
  record: RecordInfo | undefined
  fn: FunctionState | undefined
  /** In the head of a loop whose declarations belong to the block around it. */
  inOpenHead: boolean
  /** An unevaluated operand is checked: that of sizeof or __decltype. */
  isUnevaluated: boolean
  /** The variable that is being declared: only there, and not in fields, an effect type is passed over. */
  ofVariable: A.VariableDecl | undefined
  /** A declaration whose first name is that of its type, which the rest of its list still means: `T T, other;` */
  hiding: { readonly node: A.TypeNode; readonly type: Type } | undefined
  /** #pragma pack_matrix or the option, at this place of the unit. */
  orientation: Orientation

  readonly records: Map<StructType, RecordInfo>
  /** Types of records and enums by their declaration, so that an inline type finds the one declared just before. */
  readonly recordDecls: Map<A.RecordDecl, StructType>
  /** Templates by what stands for them among the arguments of others; those of the language by name. */
  readonly templateTypes: Map<Type | string, TemplateName>
  readonly enumDecls: Map<A.EnumDecl, EnumType>
  /** Errors in front of the search for entry points: DXC makes no signatures then. */
  earlierErrors: number
  /** Depth of record templates being instantiated. */
  instanceDepth: number
  /** Expressions around the one being checked, those that led to an instance among them. */
  nested: number
  /** Constants whose value is known but which are no integral constant expressions to DXC (made from arrays, vectors, floats...). */
  readonly weakConstants: Set<VarSymbol>
  /** Subscripts whose index is not compared with the size, see index_bounds.ts. */
  readonly uncheckedIndices: Set<A.IndexExpr>
  /** Indices out of bounds in methods of class templates, which count once the method is called. */
  readonly lateBounds: {
    readonly method: FunctionEntity
    readonly code: 'E2147' | 'E2148' | 'E2149'
    readonly span: Span
    readonly index: number
    readonly base: Expr
  }[]
  /** Offsets that packoffset asks for; undefined for members without. */
  readonly wantedOffsets: Map<VarSymbol, number | undefined>
  readonly enumScopes: Map<EnumType, Scope>
  /** Fields that a register was written for: an error where a buffer holds the struct. */
  readonly registerFields: Map<Field, A.RegisterAnnotation>
  /** Global variables and blocks declared so far, block members included. */
  declared: number
  /** In source order; cbuffers at the place of their block. */
  readonly globals: (VarSymbol | CBufferSymbol)[]
  readonly globalsBlock: CBufferSymbol
  /** Payload types whose qualifiers were looked at. */
  readonly checkedPayloads: Set<StructType>
  /** Static resources that exported functions use. */
  readonly refusedStatics: Set<VarSymbol>
  /** In source order. */
  readonly subobjects: SubobjectSymbol[]
  /** Bodies to check once the current outermost declaration is complete. */
  readonly pendingBodies: FunctionEntity[]
  readonly functions: FunctionEntity[]
  /** Those that have a body, in the order of their definitions. */
  readonly defined: Set<FunctionEntity>
  /** Variables and functions that something names; undefined unless a warning wants to know. */
  readonly used: Set<VarSymbol | FunctionEntity> | undefined
  /** Some warning about locals that are read before they are written may come out. */
  readonly wantsLocals: boolean
  /** Templates in order of declaration. */
  readonly templates: (FunctionEntity | TemplateName)[]
  /** Number of the top-level declaration that a template stands in. */
  readonly templatePlaces: Map<object, number>
  /** Function templates that took no arguments of some call: the signature may be to blame, as in `template<typename T> void f(T a, Foo b)`. */
  readonly failedTemplates: Set<FunctionEntity>
  readonly dependentMembers: DependentMembers
  /** By the member's declaration in its class template. */
  readonly outside: Map<A.Declaration, Outside>
  readonly outsideVariables: Map<A.VariableDecl, Outside<A.VariableDecl>>
  /** A template is checked whose parameters have no values. */
  inPattern: boolean
  /** Names of intrinsics that were called so far. */
  readonly calledIntrinsics: Set<string>
  /** Calls made by initialisers of globals and by default arguments. */
  readonly globalCalls: Map<FunctionEntity, Span>
  /** Static and inline functions that were called before they had a body, with the first call. */
  readonly internalCalls: Map<FunctionEntity, Span>

  // Seams.
  expr(node: A.Expr): Expr
  typeOf(node: A.TypeNode): Type
  /** Wraps array dimensions, outermost first, around a type. */
  withDims(type: Type, dims: readonly (A.Expr | undefined)[], span: Span, name?: string): Type
  /** A constant integer, or undefined after reporting. */
  constantInt(node: A.Expr): number | undefined
  /** A constant scalar, or undefined after reporting. */
  constantValue(node: A.Expr, isTemplateArg?: boolean): ConstantValue | undefined
  builtinRecord(name: string): StructType
  /** @param params whose arguments they are, where that is known: templates are only arguments of parameters that take them */
  templateArgs(args: readonly A.TemplateArg[], params?: readonly A.TemplateParam[]): (Type | ConstantValue)[]
  instantiateRecord(template: TemplateName, args: readonly A.TemplateArg[] | undefined, span: Span): Type
  /** Declares anything but a variable, in the current scope. */
  declare(decl: A.Declaration): void
  declareRecord(decl: A.RecordDecl): Type
  declareEnum(decl: A.EnumDecl): Type
}

const NOTHING: Diagnostic = {
  code: 'E2000',
  severity: 'note',
  message: '',
  span: { pos: 0, end: 0 },
  ranges: [],
  fixIts: [],
  notes: [],
}

/** From the token behind a position on: the bracket, the point or the operator there. In macros it is not looked for. */
export function tokenBehind(checker: Checker, from: number, end: number): Span {
  const blanks = checker.diagnostics.sources.textOf({ pos: from, end })?.search(/\S/) ?? 0
  return { pos: from + Math.max(0, blanks), end }
}

/** Reports, unless substitution is being tried; then only errors are counted. */
export function report<C extends Code>(
  checker: Checker,
  code: C,
  span: Span,
  args: Args<C>,
  marks?: Marks,
): Diagnostic {
  if (checker.silent === 0) return checker.diagnostics.report(code, span, args, marks)
  if (code.startsWith('E')) checker.silentErrors++
  return NOTHING
}

/** Reports when the function is complete, if control comes here, as clang does with what only matters when it runs. */
export function reportIfReached<C extends Code>(
  checker: Checker,
  code: C,
  span: Span,
  args: Args<C>,
  marks?: Marks,
): void {
  const { fn, silent } = checker
  const tell = (): void => void report(checker, code, span, args, marks)
  if (fn && silent === 0) fn.delayed.push({ tell, isReached: fn.reach.here })
  else tell()
}

/** Checks an unevaluated operand, of which only the type matters: it is not reached, and calls in it call nothing. */
export function unevaluated<T>(checker: Checker, check: () => T): T {
  const outer = checker.isUnevaluated
  checker.isUnevaluated = true
  const result = checker.fn ? checker.fn.reach.only(false, check) : check()
  checker.isUnevaluated = outer
  return result
}

export function note<C extends Code>(
  checker: Checker,
  on: Diagnostic,
  code: C,
  span: Span,
  args: Args<C>,
  marks?: Marks,
): void {
  if (checker.silent === 0 && on !== NOTHING) checker.diagnostics.note(on, code, span, args, marks)
}

/** A template to look at in the end; those in an instance of another are looked at with that. */
export function noteTemplate(checker: Checker, template: FunctionEntity | TemplateName): void {
  const { visibility } = checker.global
  visibility.isOn = true
  template.seenAt = visibility.now
  if (checker.record?.isInstance) return
  checker.templates.push(template)
  checker.templatePlaces.set(template, checker.diagnostics.place)
}

/** Runs without reporting anything. */
export function silently<T>(checker: Checker, run: () => T): T {
  const errors = checker.silentErrors
  checker.silent++
  const made = run()
  checker.silent--
  checker.silentErrors = errors
  return made
}

/** Runs in another scope and comes back. */
export function within<T>(checker: Checker, scope: Scope, run: () => T): T {
  const outer = checker.scope
  checker.scope = scope
  try {
    return run()
  } finally {
    checker.scope = outer
  }
}
