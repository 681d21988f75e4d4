// The state of lowering one program, shared by all files of this room. The evaluating functions are hung in by module.ts, so that no file
// needs to import those that import it.

import { extended } from '../../base/extended.ts'
import type { Diagnostics } from '../../diag/diagnostics.ts'
import type { Span } from '../../diag/sources.ts'
import { packingRules } from '../../hlsl/tree/layout.ts'
import { mangled } from '../../hlsl/tree/mangle.ts'
import type { CBufferSymbol, Expr, FunctionSymbol, ParamSymbol, Program, VarSymbol } from '../../hlsl/tree/typed.ts'
import {
  innermost,
  type ObjectType,
  type ScalarType,
  type StructType,
  type Type,
  typeText,
} from '../../hlsl/tree/types.ts'
import { type Block, type Func, NO_BLOCK, NO_VALUE, type Value } from '../../ir/function.ts'
import { makesHandle } from '../../ir/handles.ts'
import { type Module, PLAIN_RESOURCE, type Resource } from '../../ir/module.ts'
import { Flag, Op } from '../../ir/ops.ts'
import type { Signatures } from '../../ir/signature.ts'
import { HANDLE, type Type as IrType } from '../../ir/types.ts'
import { stageOf } from '../../spec/stages.ts'
import { functionOf } from './aggregate_types.ts'
import { Builder, NestedTooDeeply } from './builder.ts'
import type { ConstantCalls } from './constant_calls.ts'
import { DebugLowering } from './debug.ts'
import { Layout } from './layout.ts'
import { MemberUses } from './member_uses.ts'
import {
  type Cell,
  type Given,
  isObject,
  type MembersPlace,
  type MemoryPlace,
  objectId,
  objectValue,
  type Place,
} from './places.ts'
import { irType, isRayObject, leavesOf } from './scalars.ts'
import { type FunctionFacts, type ProgramFacts, Scanner } from './scan.ts'

/**
 * A resource as a value: an element of a declared resource (array) known while compiling, or a handle of the IR whose static type is all that
 * is known. Operations ask `resource` for class, kind and element only.
 */
export interface ResourceObject {
  /** The declared resource; with `handle` a stand-in that describes the static type and is in no module. */
  readonly resource: Resource
  /** i32 index from the start of the declared array. */
  readonly index: Value
  readonly nonUniform: boolean
  readonly type: ObjectType
  /** The handle, where it is a value; `index` then means nothing. */
  readonly handle?: Value
  /** Templates (Resource.member): the global it is part of. */
  readonly member?: VarSymbol
  /** See MembersPlace. */
  readonly given?: Given | undefined
  /** A constant buffer or parameter block that holds resources: its element, as a place. */
  readonly group?: MembersPlace
  /** Output streams of geometry shaders: the number. */
  readonly stream?: number
  /** A template's use was noted where it was given to a variable or parameter. */
  readonly passed?: boolean
}

/** A function to be lowered, see deep_calls.ts: what it is of, and the variables that its parameters point to, without their memory. */
export interface DeepFunction {
  readonly func: Func
  readonly symbol: FunctionSymbol
  readonly variables: ReadonlyMap<ParamSymbol, MemoryPlace>
  readonly self: MemoryPlace | undefined
  readonly result: MemoryPlace | undefined
}

/** A complaint of a barrier in a function that is called by its name: it holds when a shader of a wrong kind reaches the function. */
export interface BarrierComplaint extends Span {
  readonly f: Func
  readonly code: 'E2375' | 'E2376' | 'E2377'
}

/** A call whose function has no number in the module before all functions are lowered. */
export interface KeptCall {
  readonly caller: Func
  readonly call: Value
  readonly callee: Func
}

/** Stands for a resource that could not be told, after that was reported. */
export const UNKNOWN_OBJECT = (pos: number): ResourceObject => ({
  resource: extended(PLAIN_RESOURCE, {
    class: 'srv' as const,
    kind: 'RawBuffer' as const,
    element: undefined,
    typeName: '',
    size: 0,
    pos,
  }),
  index: NO_VALUE,
  nonUniform: false,
  type: { kind: 'object', name: 'ByteAddressBuffer', element: undefined, count: 0, norm: undefined },
})

/** What comes into and goes out of the entry of a graphics stage (shader_io.ts). */
export interface Varyings {
  readonly signatures: Signatures
  load(index: number, param: ParamSymbol): readonly Value[]
  inputPlace(index: number, param: ParamSymbol): Place | undefined
  outputPlace(index: number, param: ParamSymbol): Place | undefined
  storeParam(index: number, param: ParamSymbol, values: readonly Value[]): void
  storeResult(type: Type, values: readonly Value[]): void
  storeClipDistances(): void
  /** Writes the outputs of a stream of a geometry shader from the leaves of a vertex. */
  append(stream: number, type: Type, values: readonly Value[]): void
}

/** One activation of a function that is being lowered in line. */
export interface Frame {
  readonly symbol: FunctionSymbol
  readonly facts: FunctionFacts
  readonly variables: Map<VarSymbol, Place>
  readonly self: Place | undefined
  /** Where `return` stores its value; undefined for void and for functions whose only return comes last. */
  readonly result: Place | undefined
  readonly exit: Block
  /** Value of the last return of a function without a result place. */
  tail: readonly Value[]
  /** How many returns were lowered, and where the last is. */
  returns: number
  returnPos: number
  /** Where the function ends for who steps through it: at its only return when that is the only way out, else at its closing brace. */
  endPos: number
  breakTo: Block
  /** breakTo is the end of a loop, not of a switch. */
  breaksLoop: boolean
  continueTo: Block
}

/** Exported functions, and shaders of ray tracing. */
export const takesParameters = ({ stage, isExported }: Program): boolean =>
  isExported === true || stageOf(stage)?.hasParameters === true

/** A static variable made of numbers. */
const isShareable = ({ storage, type }: VarSymbol): boolean =>
  (storage === 'static' || storage === 'static-local') &&
  !isRayObject(innermost(type)) &&
  leavesOf(type).every(leaf => leaf.kind === 'scalar')

/** Nesting is counted, so that the engine's stack never decides what compiles: half a megabyte holds as many levels. */
const DEEPEST = 1100

export class Lowerer {
  /** The function that is being lowered, as a program of its own: its entry and what all functions share. */
  program: Program
  readonly module: Module
  readonly diagnostics: Diagnostics
  /** Into that function. */
  b: Builder
  readonly layout: Layout
  readonly scanner = new Scanner()
  readonly objects: ResourceObject[] = []
  /** Places of global variables that functions share: groupshared and resources. */
  readonly shared = new Map<VarSymbol, Place>()
  /** Places of those that each function has for itself: static ones, and constants, whose tables may become values. */
  readonly own = new Map<VarSymbol, Place>()
  /** Places of functions in a library: `order` of what they were made of. */
  readonly orders = new Map<Func, number>()
  /** Whether static variables of functions have their values yet. */
  readonly guards = new Map<VarSymbol, Place>()
  /** Blocks whose members lowered code names. */
  readonly readBlocks = new Set<CBufferSymbol>()
  /** The resource behind each constant buffer block. */
  readonly blocks = new Map<CBufferSymbol, Value>()
  /** What the function and all it calls do to variables. */
  facts: ProgramFacts = {
    globals: new Set(),
    modified: new Set(),
    indexed: new Set(),
    atomics: new Set(),
    payloads: new Set(),
  }
  /** Variables whose address DispatchMesh takes, over all functions. */
  readonly payloads = new Set<VarSymbol>()
  /** Static variables that the functions of a library share, because others may call them one after the other. */
  readonly sharedStatics = new Set<VarSymbol>()
  /** Of those that code initialises: what says whether it ran. */
  readonly sharedGuards = new Map<VarSymbol, Place>()
  /** Types made of structs with vectors, which count through their names. */
  payloadTypes = 0
  /** Memory of the records of work graphs, by their types. */
  readonly recordTypes = new Map<Type, IrType>()
  /** Size of what DispatchMesh was given: the largest. */
  payloadBytes = 0
  /** Groupshared variables with vectors indexed at run time, and destinations of atomics, over all functions. */
  readonly sharedIndexed = new Set<VarSymbol>()
  readonly sharedAtomics = new Set<VarSymbol>()
  frame: Frame | undefined
  /** Of graphics stages. */
  varyings: Varyings | undefined
  /** Number of the global declaration whose resources are being declared. */
  parameter = 0
  /** Calls lowered so far. */
  calls = 0
  /** Results of calls that the call around them is about to use: links of a long chain. */
  readonly lowered = new Map<Expr, readonly Value[]>()
  /** When debug information is asked for. */
  readonly debug: DebugLowering | undefined
  readonly constantCalls: ConstantCalls = new Map()
  /** Patch constant functions lowered so far, and the elements they read. */
  readonly patchConstants = new Map<FunctionSymbol, { readonly f: Func; readonly elements: string }>()
  /** Structs as memory, see aggregate_types.ts. */
  readonly structTypes = new Map<StructType, IrType>()
  readonly memberUses = new MemberUses()
  /** Arrays of resources with an index that is no constant expression, see resources/companions.ts. */
  readonly chosenFrom: { readonly func: Func; readonly cell: Cell }[] = []
  /** Loops around what is being lowered that ask to be unrolled. */
  unrolling = 0
  /** Loops around what is being lowered whose breaks may have to stay in them, see relax_breaks. */
  waveLoops = 0
  /** How many loops are around what is being lowered; loops of callers count. */
  loops = 0
  /** The words that bools of structs and arrays were read from: a copy of the whole keeps their bits, whatever they are. */
  readonly boolWords = new Map<Value, Value>()
  /** Items of the initialiser list that is being lowered, each evaluated once for all of its components. */
  sharedItems: Map<Expr, readonly Value[] | undefined> | undefined = undefined
  /** Where the out arguments of the builtin that is being lowered go. */
  hasOutArguments = false
  readonly outPlaces = new Map<Expr, Place>()
  /** The method whose rule runs, with its types; '' for operators. */
  operation = ''
  /** Functions that kept calls name, see kept_calls.ts. */
  readonly keptFunctions = new Map<FunctionSymbol, Func>()
  readonly keptCalls: KeptCall[] = []
  readonly barrierComplaints: BarrierComplaint[] = []
  /** Nested expressions, statements and calls around what is being lowered. */
  depth = 0
  /** Functions of the program made because calls nest too deeply, by what they are passed. */
  readonly deepFunctions = new Map<FunctionSymbol, Map<string, DeepFunction>>()
  /** Those that are not lowered yet, and those of all programs that are but are not in the module. */
  readonly waiting: DeepFunction[] = []
  readonly deepBodies: Func[] = []
  /** Answers of IsHelperLane that compare the coverage with 0, see entries/helper_lanes.ts. */
  readonly helperAnswers: { readonly f: Func; readonly answer: Value }[] = []
  /** Under LLVM's rules: the resources made of templates so far, by template and indices. */
  readonly instances = new Map<string, Resource>()
  /** Parameter blocks declared so far; the parts of one have its number. */
  parameterBlocks = 0
  readonly #typeResources = new Map<ObjectType, Resource>()
  readonly #handles = new Map<number, { readonly block: Block; readonly handle: Value }>()
  /** Handles that are values, as operations of the block take them. */
  readonly #typedHandles = new Map<Value, { readonly block: Block; readonly handle: Value }>()

  /** Value of an expression: its leaves. */
  value!: (e: Expr) => readonly Value[]
  /** What an expression designates; a values place for anything without storage. */
  place!: (e: Expr) => Place
  load!: (p: Place) => readonly Value[]
  store!: (p: Place, values: readonly Value[]) => void
  /** A description of an object type in the form of a resource that belongs to no module. */
  describe!: (type: ObjectType) => Resource | undefined

  /** For declaring what all functions share; enter() says which function comes. */
  constructor(program: Program, module: Module, diagnostics: Diagnostics) {
    this.program = program
    this.module = module
    this.diagnostics = diagnostics
    this.b = new Builder(module, functionOf(this, program, takesParameters(program)))
    const { native16Bit, binding = 'dxc' } = module.options
    this.layout = new Layout(packingRules(program.defaultMatrixOrientation, native16Bit, binding))
    this.debug = module.options.debug ? new DebugLowering(this.layout, diagnostics) : undefined
    module.debug = this.debug?.info
  }

  /** All functions to come are known: what they do to groupshared memory says how it is laid out. */
  plan(programs: readonly Program[]): void {
    if (this.module.target.stage === 'lib') this.#planStatics(programs)
    for (const { entry, patchConstant } of programs) {
      this.#planFunction(entry)
      if (patchConstant) this.#planFunction(patchConstant)
    }
  }

  #planFunction(f: FunctionSymbol): void {
    const { indexed, atomics, payloads } = this.scanner.closure(f)
    for (const symbol of indexed) this.sharedIndexed.add(symbol)
    for (const symbol of atomics) this.sharedAtomics.add(symbol)
    for (const symbol of payloads) this.payloads.add(symbol)
  }

  /** What any function changes and one that others can call reaches. */
  #planStatics(programs: readonly Program[]): void {
    const modified = new Set(programs.flatMap(p => [...this.scanner.closure(p.entry).modified]))
    for (const { entry, isExported } of programs) {
      if (isExported !== true) continue
      for (const g of this.scanner.closure(entry).globals)
        if (modified.has(g) && isShareable(g)) this.sharedStatics.add(g)
    }
    const { together } = this.scanner
    const reached = new Set(programs.flatMap(p => [...this.scanner.closure(p.entry).globals]))
    const initialised = [...reached].filter(g => g.storage === 'static' && g.init && !g.constant && isShareable(g))
    // What an initialiser finds in variables that are shared it finds before anything changes them: it runs with theirs.
    for (let count = -1; count !== this.sharedStatics.size; ) {
      count = this.sharedStatics.size
      for (const g of initialised) {
        const touched = [...this.scanner.closure(g).globals].filter(other => this.sharedStatics.has(other))
        if (touched.every(other => other === g)) continue
        this.sharedStatics.add(g)
        const all = new Set([g, ...touched].flatMap(other => [...(together.get(other) ?? [other])]))
        for (const other of all) together.set(other, all)
      }
    }
  }

  /** Begins a function. The first goes on with the builder that what all functions share was declared with. */
  enter(program: Program): void {
    const isFirst = this.module.functions.length === 0
    this.program = program
    this.facts = this.scanner.closure(program.entry)
    if (!isFirst) this.#startAnew(this.#functionFor(program))
    this.varyings = undefined
    this.payloadBytes = 0
    this.deepFunctions.clear()
    // Calls that come later name the same function.
    if (program.isExported && !this.keptFunctions.has(program.entry)) this.keptFunctions.set(program.entry, this.b.f)
    this.debug?.begin(this.b)
  }

  /** Begins a function that was made because calls nest too deeply; it has a part in the same program. */
  enterDeep({ func, symbol }: DeepFunction): void {
    this.facts = this.scanner.closure(symbol)
    this.#startAnew(func)
    this.debug?.begin(this.b)
    this.debug?.enterFunction(symbol, mangled)
  }

  #functionFor(program: Program): Func {
    // One function may be exported under several names.
    const named = this.keptFunctions.get(program.entry)
    const isWaiting = named !== undefined && !this.module.functions.includes(named)
    return isWaiting ? named : functionOf(this, program, takesParameters(program))
  }

  #startAnew(func: Func): void {
    this.b = new Builder(this.module, func)
    this.own.clear()
    this.guards.clear()
    this.boolWords.clear()
    this.outPlaces.clear()
    this.#handles.clear()
    this.#typedHandles.clear()
    this.frame = undefined
    this.operation = ''
  }

  /** Deeper by as many levels as the stack that it takes: a block 1, an expression 2. @throws NestedTooDeeply */
  enterNested(pos: number, levels: number): void {
    this.depth += levels
    if (this.depth > DEEPEST) throw new NestedTooDeeply(pos)
  }

  /** IR type of a scalar type under this compilation's options. */
  ir(s: ScalarType): IrType {
    return irType(s, this.b.native16Bit)
  }

  /** Reports something this compiler cannot do (yet). */
  unsupported(what: string, span: Span, where = 'this place'): void {
    this.diagnostics.report('E3000', span, { what, where })
  }

  // ---- resources -----------------------------------------------------------------------------------------------------------------

  addObject(object: ResourceObject): Value {
    this.objects.push(object)
    return objectValue(this.objects.length - 1)
  }
  /** A handle of the IR (type HANDLE) as an object of a static type. */
  handleObject(handle: Value, type: ObjectType): Value {
    let resource = this.#typeResources.get(type)
    if (!resource) {
      resource = this.describe(type) ?? UNKNOWN_OBJECT(this.b.pos).resource
      this.#typeResources.set(type, resource)
    }
    return this.addObject({ resource, index: NO_VALUE, nonUniform: false, type, handle })
  }
  /** An object nothing was ever assigned to. */
  unset(type: ObjectType): Value {
    return this.handleObject(this.b.undef(HANDLE), type)
  }
  /** The object behind a value; one that is not known while compiling is reported. */
  object(v: Value): ResourceObject {
    const known = isObject(v) ? this.objects[objectId(v)] : undefined
    if (known) return known
    const { pos } = this.b
    if (this.diagnostics.errorCount === 0) this.unsupported('a resource chosen at run time', { pos, end: pos })
    return UNKNOWN_OBJECT(pos)
  }

  /** The handle of a resource for an operation on it. */
  handle(v: Value): Value {
    const known = v === NO_VALUE ? undefined : this.object(v).handle
    // From shader model 6.6 on an operation on a resource that nothing was assigned to is code, if it says of what kind it is.
    if (known === undefined || !(this.module.isForLinking || this.module.atLeast(6))) return this.handleValue(v)
    const { f, block } = this.b
    if (known > 0 && makesHandle(f.op(known))) return known
    const last = this.#typedHandles.get(known)
    if (last?.block === block) return last.handle
    const { resource } = this.object(v)
    const row = this.module.heapType(resource, resource.class === 'sampler')
    const handle = this.b.emit(Op.HandleFromValue, HANDLE, [known], row)
    this.#typedHandles.set(known, { block, handle })
    return handle
  }

  /** The handle of a resource as memory and choices hold it: constant indices once in the prologue, others once a block. */
  handleValue(v: Value): Value {
    if (v === NO_VALUE) return this.b.undef(HANDLE)
    const object = this.object(v)
    const { resource, index, nonUniform, handle: known } = object
    if (known !== undefined) return known
    if (index === NO_VALUE) return this.b.undef(HANDLE)
    if (object.member && object.passed !== true) this.#noteUse(object, false)
    else if (this.memberUses.isNeeded) this.memberUses.operation(this.#operationOn(object))
    // Values stay far below 2^31 in number and size, constants are negative.
    const key = resource.id * 2 ** 32 + index
    const last = this.#handles.get(key)
    if (last && (last.block === NO_BLOCK || last.block === this.b.block)) return last.handle
    const flags = nonUniform ? Flag.NON_UNIFORM : 0
    const fixed = index < 0
    const handle = fixed
      ? this.b.early(Op.Handle, HANDLE, [index], resource.id)
      : this.b.emit(Op.Handle, HANDLE, [index], resource.id, flags)
    this.#handles.set(key, { block: fixed ? NO_BLOCK : this.b.block, handle })
    return handle
  }

  /** Values that a variable or parameter receives: resources among them that are members of global structs count as used there. */
  passed(values: readonly Value[]): readonly Value[] {
    if (!values.some(v => isObject(v) && this.object(v).member !== undefined)) return values
    return values.map(v => {
      const object = isObject(v) ? this.object(v) : undefined
      if (object?.member === undefined || object.passed === true) return v
      this.#noteUse(object, true)
      return this.addObject({ ...object, passed: true })
    })
  }

  /** The operation on an object begins, before its index or arguments are evaluated. */
  mention(v: Value): void {
    if (this.memberUses.isNeeded && isObject(v)) this.memberUses.operation(this.#operationOn(this.object(v)))
  }

  #operationOn({ type }: ResourceObject): string {
    return this.operation === '' ? `[] ${typeText(type)}` : this.operation
  }

  #noteUse(object: ResourceObject, passed: boolean): void {
    const { member, resource, index, given } = object
    const steps = resource.member?.steps ?? []
    this.memberUses.add({
      symbol: member!,
      copies: given?.copies ?? 0,
      isLocal: given?.isLocal ?? false,
      isDeep: given !== undefined && steps.length - given.depth > 1,
      isPart: given !== undefined && steps.slice(1, given.depth).some(s => s.kind !== 'index'),
      element: given && this.b.constantInt(given.index),
      resource: resource.id,
      index: this.b.constantInt(index),
      operation: passed ? undefined : this.#operationOn(object),
      whole: member!.block !== undefined && member!.type.kind === 'object',
    })
  }

  /** The only leaf of a scalar expression. */
  scalar(e: Expr): Value {
    return this.value(e)[0]!
  }

  /** Undefined values of a type's leaves, for recovery after a reported error. */
  undefined(type: Type): readonly Value[] {
    return leavesOf(type).map(leaf => (leaf.kind === 'scalar' ? this.b.undef(this.ir(leaf)) : this.unset(leaf)))
  }
}
