// IR module -> LLVM module of the DXIL part; assemble/ makes every part of the container from that.
// Invariant: resources are numbered and lowered (passes/bind/number_resources.ts, passes/legalise/lower_resources.ts) before this is called.

import { check } from '../base/brand.ts'
import { lazy } from '../base/lazy.ts'
import type { ValidatorVersion } from '../container/validator_version.ts'
import type { CodeContext } from '../dxil/collect_flags.ts'
import { readResources } from '../dxil/resources.ts'
import type { Func } from '../ir/function.ts'
import type { EntryPoint, Module } from '../ir/module.ts'
import { type Attribute, FUNCTION_SLOT, HELPER_LANES } from '../llvm/model/attributes.ts'
import { Module as LlvmModule } from '../llvm/model/module.ts'
import type { Func as LlvmFunc } from '../llvm/model/values.ts'
import { countInstructions } from './counters.ts'
import { DebugMetadata, type DebugSources, setSources } from './debug_metadata.ts'
import { FunctionEmitter } from './function.ts'
import { handleIds } from './handles.ts'
import { type EmittedFunctions, emitMetadata, type ModuleFacts, type ModuleKind, sharedMetadata } from './metadata.ts'
import { type ResourceTable, resourceMetadata, resourceTable, type SymbolOf } from './resources.ts'
import { shaderFlags } from './shader_flags.ts'
import { signatureUsage } from './signatures.ts'
import { viewIdState } from './view_id_state.ts'

export type DenormMode = 'any' | 'preserve' | 'ftz'

export interface EmitOptions {
  readonly validator: ValidatorVersion
  /** Text of !llvm.ident. */
  readonly ident: string
  /** Emit the program with debug information, which says this of the compilation. */
  readonly debug?: DebugSources | undefined
  /** -Qkeep_reflect_in_dxil: names and type annotations stay in the program. */
  readonly keepReflection?: boolean | undefined
  /** -denorm: what becomes of denormal floats, an attribute of the functions; none given: no such attribute. */
  readonly denorm?: DenormMode | undefined
  /** Flags of a library that its code does not tell. */
  readonly libraryFlags?: bigint
  /** -auto-binding-space of a library. */
  readonly autoBindingSpace?: number | undefined
}

const DATA_LAYOUT_MIN_PRECISION = 'e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64'
const DATA_LAYOUT_NATIVE = 'e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64'

/** Metadata kinds as DXC registers them before it writes a module; readers map them by name. */
const METADATA_KINDS = ['dx.temp', 'llvm.loop', 'dx.controlflow.hints', 'dx.precise', 'dx.break.br', 'dx.nonuniform']

/** What assemble/ makes a container of. */
export interface EmittedProgram {
  readonly program: LlvmModule
  /** Turns `program` into its twin for the STAT part: no function bodies, but names, type annotations and instruction counts. */
  readonly toReflection: () => void
}

/** Emits the LLVM module of a finished module with one entry point. */
export function emitProgram(module: Module, options: EmitOptions): EmittedProgram {
  const [entry] = module.entries
  check(entry !== undefined, 'a module without entry point reached emission')
  const table = resourceTable(module)
  const m = newLlvmModule(module)
  const debug = debugMetadata(m, module, options)
  const emitted = emitFunctions(module, entry, new FunctionEmitter(module, m, handleIds(table)), options, debug)
  const context = codeContext(m, module, table, options)
  const facts: ModuleFacts = {
    module,
    entry,
    table,
    flags: shaderFlags(
      module,
      table,
      emitted.all.map(f => [f, entry] as const),
      context,
    ),
    viewIdState: entry.signatures ? viewIdState(module, entry) : new Uint32Array(),
    usage: signatureUsage(module, entry),
    validator: options.validator,
    ident: options.ident,
  }
  if (debug) finishDebug(m, debug, options)
  const shared = sharedMetadata(m, facts, emitted)
  emitMetadata(m, facts, shared, emitted, programKind(options, debug), [])
  const toReflection = (): void => {
    // Declarations stay, as in DXC.
    for (const f of emitted.all) f.blocks.length = 0
    m.clearNamedMetadata()
    emitMetadata(m, facts, shared, emitted, 'STAT', countInstructions(module))
  }
  return { program: m, toReflection }
}

/** The entry's functions; all are there before the first one has a body. */
function emitFunctions(
  module: Module,
  entry: EntryPoint,
  emitter: FunctionEmitter,
  options: EmitOptions,
  debug: DebugMetadata | undefined,
): EmittedFunctions {
  const { m } = emitter
  const type = m.types.func(m.types.void, [])
  const { func, name, patchConstant } = entry
  const attributes = m.attributeList([[FUNCTION_SLOT, functionAttributes(options, entry)]])
  const all = module.functions.map(f => m.addFunction(f === func ? name : f.name, type, attributes))
  for (const [i, f] of module.functions.entries()) emitter.emit(f, all[i]!, debug)
  const of = (f: Func): LlvmFunc => all[module.functions.indexOf(f)]!
  return { main: of(func), patchConstant: patchConstant && of(patchConstant), all }
}

/** Where debug information goes, when the options and the module have some. */
export const debugMetadata = (
  m: LlvmModule,
  module: Module,
  { debug, ident }: EmitOptions,
): DebugMetadata | undefined =>
  debug && module.debug ? new DebugMetadata(m, module.debug, ident, module.options.native16Bit) : undefined

/** A program that keeps its names has the metadata of one with debug information. */
export const programKind = ({ keepReflection }: EmitOptions, debug: DebugMetadata | undefined): ModuleKind =>
  debug || keepReflection ? 'ILDB' : 'DXIL'

/** After all code, before other metadata: its place in DXC's modules. */
export function finishDebug(m: LlvmModule, metadata: DebugMetadata, { debug }: EmitOptions): void {
  const byName = new Map(m.globals.map(g => [g.name, g]))
  metadata.finish(({ name, linkageName }) => byName.get(name) ?? byName.get(linkageName))
  if (debug) setSources(m, debug)
}

/** What the flags of emitted code depend on besides the code. */
export const codeContext = (
  m: LlvmModule,
  module: Module,
  table: ResourceTable,
  { validator }: EmitOptions,
  symbol?: SymbolOf,
): CodeContext => ({
  validatorVersion: validator,
  resources: lazy(() => readResources(resourceMetadata(m, table, false, symbol))),
  nativeLowPrecision: module.options.native16Bit,
})

/** Attributes of functions with a body: of the options, and of an entry point. */
export const functionAttributes = ({ denorm }: EmitOptions, entry: EntryPoint | undefined): Attribute[] => [
  ...(denorm ? [{ key: 'fp32-denorm-mode', value: denorm }] : []),
  ...(entry?.includesHelperLanes ? [{ key: HELPER_LANES, value: '' }] : []),
]

export function newLlvmModule(module: Module): LlvmModule {
  const m = new LlvmModule()
  m.triple = 'dxil-ms-dx'
  m.dataLayout = module.options.native16Bit ? DATA_LAYOUT_NATIVE : DATA_LAYOUT_MIN_PRECISION
  for (const kind of METADATA_KINDS) m.kindId(kind)
  return m
}
