// Libraries: the functions of one DXIL module whose resources are globals. The parts follow from the module's metadata (assemble/).

import { byteString } from '../base/c_string.ts'
import { ENTRY_TAG } from '../dxil/entry_properties.ts'
import { ShaderFlag } from '../dxil/shader_flags.ts'
import { allocSize, dataLayoutOf } from '../dxil/type_size.ts'
import type { Func as IrFunc } from '../ir/function.ts'
import { handleResource } from '../ir/handles.ts'
import { type EntryPoint, inBindingOrder, type Module, type PassedValue, type Resource } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { HANDLE, type Type as IrType } from '../ir/types.ts'
import { type Attribute, FUNCTION_SLOT } from '../llvm/model/attributes.ts'
import type { Metadata } from '../llvm/model/metadata.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import type { Type } from '../llvm/model/types.ts'
import type { Func } from '../llvm/model/values.ts'
import { OFFLINE_MINOR, stageOfName } from '../spec/stages.ts'
import { emitFunctionAnnotations, emitTypeAnnotations, type FunctionAnnotation } from './annotations.ts'
import { countInstructions } from './counters.ts'
import { DxCalls } from './dx_calls.ts'
import { passedAnnotation } from './exported.ts'
import { FunctionEmitter } from './function.ts'
import { addLibrarySymbols, type LibrarySymbols, symbolOf } from './library_symbols.ts'
import { type ModuleKind, stageProperties } from './metadata.ts'
import {
  codeContext,
  debugMetadata,
  type EmitOptions,
  type EmittedProgram,
  finishDebug,
  functionAttributes,
  newLlvmModule,
  programKind,
} from './program.ts'
import { type ResourceTable, resourceMetadata } from './resources.ts'
import { shaderFlags } from './shader_flags.ts'
import { signatureMetadata, unusedSignatures } from './signatures.ts'

const OFFLINE_DXIL = 8
/** LLVM's number of the linkage. */
const INTERNAL = 3

interface LibraryFacts {
  readonly module: Module
  readonly table: ResourceTable
  readonly flags: bigint
  readonly options: EmitOptions
  /** The functions with a body, by those of the IR. */
  readonly functions: ReadonlyMap<IrFunc, Func>
  readonly emitter: FunctionEmitter
  readonly symbols: LibrarySymbols
}

export function emitLibraryProgram(module: Module, options: EmitOptions): EmittedProgram {
  const resources = librarySymbolsOf(module)
  const table = tableOf(module, resources)
  const m = newLlvmModule(module)
  const debug = debugMetadata(m, module, options)
  const symbols = addLibrarySymbols(m, resources, module.atLeast(6) ? new DxCalls(m).handle : undefined)
  const emitter = new FunctionEmitter(module, m, [], symbols)
  const { functions } = emitter
  for (const f of inOrder(module))
    functions.set(f, addFunction(m, module, f, emitter.functionType(f), functionAttributes(options, module.entryOf(f))))
  for (const [f, made] of functions) if (!f.isDeclaration) emitter.emit(f, made, debug)
  const code = codeContext(m, module, table, options, r => symbolOf(m, symbols, r))
  const entered = [...functions].map(([f, made]) => [made, module.entryOf(f)] as const)
  const own = functions.size > 0 ? shaderFlags(module, table, entered, code) : 0n
  const flags = own | (options.libraryFlags ?? 0n)
  const facts: LibraryFacts = { module, table, flags, options, functions, emitter, symbols }
  if (debug) finishDebug(m, debug, options)
  libraryMetadata(m, facts, programKind(options, debug))
  const toReflection = (): void => {
    for (const f of functions.values()) f.blocks.length = 0
    m.clearNamedMetadata()
    libraryMetadata(m, facts, 'STAT')
  }
  return { program: m, toReflection }
}

/** As the newest DXC has them: behind all others some shaders, then functions that take resources, the last one first. */
function inOrder(module: Module): IrFunc[] {
  const called = calledFunctions(module)
  const isMoved = module.isForLinking && module.options.isLinked !== true
  const [first, remade, resources]: [IrFunc[], IrFunc[], IrFunc[]] = [[], [], []]
  for (const f of module.functions) {
    if (f.isDeclaration && !called.has(f)) continue
    const entry = module.entryOf(f)
    if (entry?.remade?.includes(f)) remade.push(f)
    else if (!entry && isMoved && f.params.some(type => holdsHandle(module, type))) resources.push(f)
    else first.push(f)
  }
  return [...first, ...remade, ...resources.reverse()]
}

/** Whether memory that a type points to or is holds resources. */
function holdsHandle(module: Module, type: IrType): boolean {
  const shape = module.types.shape(type)
  if (shape.kind === 'pointer') return holdsHandle(module, shape.pointee)
  if (shape.kind === 'array') return holdsHandle(module, shape.element)
  return shape.kind === 'struct' ? shape.elements.some(e => holdsHandle(module, e)) : type === HANDLE
}

/** What code calls that is left: nobody needs the declarations of others. */
function calledFunctions(module: Module): Set<IrFunc> {
  const called = new Set<IrFunc>()
  if (module.functions.every(f => !f.isDeclaration)) return called
  for (const f of module.definitions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v)) if (f.op(v) === Op.Call) called.add(module.functions[f.aux(v)]!)
  return called
}

const passedOf = (module: Module, f: IrFunc): readonly PassedValue[] | undefined =>
  (module.callables.find(c => c.func === f) ?? module.entries.find(e => e.func === f))?.passed

function addFunction(m: LlvmModule, module: Module, f: IrFunc, type: Type, attributes: readonly Attribute[]): Func {
  const entry = module.entryOf(f)
  const callable = module.callables.find(e => e.func === f)
  const symbol = entry?.patchConstant === f ? entry.patchSymbol : (callable ?? entry)?.symbol
  const own: Attribute[] = []
  if (callable?.stays) own.push('noinline')
  if (symbol !== undefined && !f.isDeclaration) own.push('nounwind')
  const list = m.attributeList([[FUNCTION_SLOT, [...own, ...attributes]]])
  const made = m.addFunction(symbol ?? entry!.name, type, list)
  if (callable?.stays === 'own') made.linkage = INTERNAL
  return made
}

/** The resources that any function uses, as declared. */
function librarySymbolsOf(module: Module): Resource[] {
  const used = usedResources(module)
  const list = module.resources.filter(r => used.has(r))
  for (const r of list) {
    const { space, register } = r
    // What names no register stays open until the library is linked, unless a space was given for that.
    r.binding ??= { space: space ?? (register === undefined ? -1 : 0), lower: register ?? -1 }
  }
  return list
}

/** The resources of handles in these functions. */
export function usedResources(module: Module, functions: readonly IrFunc[] = module.definitions): Set<Resource> {
  const used = new Set<Resource>()
  for (const f of functions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v)) {
        const resource = handleResource(module, f, v)
        if (resource && module.resources[resource.id] === resource) used.add(resource)
      }
  return used
}

function tableOf(module: Module, resources: readonly Resource[]): ResourceTable {
  const ordered = inBindingOrder(module, resources)
  const of = (c: Resource['class']): Resource[] => ordered.filter(r => r.class === c)
  return { srv: of('srv'), uav: of('uav'), cbv: of('cbv'), sampler: of('sampler') }
}

function libraryMetadata(m: LlvmModule, facts: LibraryFacts, kind: ModuleKind): void {
  const { module, table, flags, options, functions, symbols } = facts
  const { target, options: code } = module
  const list = (name: string, operands: readonly (Metadata | null)[]): void =>
    void m.namedMetadata(name).operands.push(m.node(operands))
  const version = (name: string, major: number, minor: number): void => list(name, [m.mdInt(major), m.mdInt(minor)])
  const { validator } = options
  list('llvm.ident', [m.mdString(options.ident)])
  version('dx.version', 1, target.minor === OFFLINE_MINOR ? OFFLINE_DXIL : target.minor)
  version('dx.valver', kind === 'STAT' ? 0 : validator.major, kind === 'STAT' ? 0 : validator.minor)
  list('dx.shaderModel', [m.mdString('lib'), m.mdInt(target.major), m.mdInt(target.minor)])
  const resources = resourceMetadata(m, table, true, r => symbolOf(m, symbols, r))
  if (resources) m.namedMetadata('dx.resources').operands.push(resources)
  const annotations = [...functions].map(([f, made]): FunctionAnnotation => {
    const passed = passedOf(module, f)
    return passed ? [made, passedAnnotation(m, module, passed, kind === 'STAT')] : [made]
  })
  // Linkers read of a library what only tables tell others.
  if (kind !== 'DXIL' || module.isForLinking) emitTypeAnnotations(m, module, table, annotations, kind === 'STAT')
  else if (!code.native16Bit && functions.size > 0) emitFunctionAnnotations(m, annotations)
  if (module.payloads.length > 0 && kind !== 'STAT')
    list('dx.dxrPayloadAnnotations', [m.mdInt(0), ...payloadAnnotations(facts.emitter, module)])
  const own: Metadata[] = []
  if (flags !== 0n) own.push(m.mdInt(ENTRY_TAG.ShaderFlags), m.mdInt(flags, m.types.i64))
  if (options.autoBindingSpace !== undefined)
    own.push(m.mdInt(ENTRY_TAG.AutoBindingSpace), m.node([m.mdInt(options.autoBindingSpace)]))
  list('dx.entryPoints', [null, m.mdString(''), null, resources ?? null, own.length > 0 ? m.node(own) : null])
  const named = module.entries.map(entry => ({ entry, name: entry.symbol ?? entry.name }))
  for (const { entry, name } of named.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const usage = unusedSignatures(entry)
    const signatures = signatureMetadata(m, entry.signatures, usage, options.validator)
    const properties = m.node(entryProperties(m, facts, entry))
    const made = m.mdValue(functions.get(entry.func)!)
    list('dx.entryPoints', [made, m.mdString(byteString(name)), signatures, null, properties])
  }
  if (kind === 'STAT') list('dx.counters', counters(m, module))
}

/** Flags of the entry alone, its stage and what that has to say, and the space of what names no register. */
function entryProperties(m: LlvmModule, { module, functions }: LibraryFacts, entry: EntryPoint): Metadata[] {
  const flags = entry.earlyDepthStencil && entry.stage === 'pixel' ? ShaderFlag.ForceEarlyDepthStencil : 0n
  const first = flags === 0n ? [] : [m.mdInt(ENTRY_TAG.ShaderFlags), m.mdInt(flags, m.types.i64)]
  const { number, hasParameters } = stageOfName(entry.stage)!
  const patchConstant = entry.patchConstant && functions.get(entry.patchConstant)
  const own = hasParameters
    ? rayProperties(m, functions.get(entry.func)!)
    : stageProperties(m, module, entry, patchConstant)
  const space = [m.mdInt(ENTRY_TAG.AutoBindingSpace), m.node([m.mdInt(0)])]
  const signature = entry.rootSignature ?? []
  const carried =
    signature.length > 0 && module.atLeast(CARRIES_SIGNATURES)
      ? [
          m.mdInt(ENTRY_TAG.RootSignature),
          m.node([m.mdValue(m.constData(m.types.array(signature.length, m.types.i8), signature))]),
        ]
      : []
  return [...first, m.mdInt(ENTRY_TAG.ShaderKind), m.mdInt(number), ...own, ...space, ...carried]
}

/** Least minor version of shader model 6 whose libraries carry the root signatures of their shaders. */
const CARRIES_SIGNATURES = 7

/** Bytes of the payload or the data of a callable shader, and of the attributes: what the parameters point to. */
function rayProperties(m: LlvmModule, f: Func): Metadata[] {
  const layout = dataLayoutOf(m.dataLayout)
  const tags = [ENTRY_TAG.RayPayloadSize, ENTRY_TAG.RayAttributeSize]
  return f.args.flatMap((arg, i) => [m.mdInt(tags[i]!), m.mdInt(allocSize(arg.type.contained[0]!, layout))])
}

/** What stages do with the fields of payloads. */
function payloadAnnotations(emitter: FunctionEmitter, { payloads }: Module): Metadata[] {
  const { m } = emitter
  return payloads.flatMap(({ type, access }) => {
    const fields = access.map(mask => m.node([m.mdInt(0), m.mdInt(mask)]))
    return [m.mdValue(m.constUndef(emitter.type(type))), m.node(fields)]
  })
}

function counters(m: LlvmModule, module: Module): Metadata[] {
  const sums = new Map<string, number>()
  for (const [name, n] of countInstructions(module)) sums.set(name, (sums.get(name) ?? 0) + n)
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([name, n]) => [m.mdString(name), m.mdInt(n)])
}
