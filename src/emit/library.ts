// Libraries: the functions of one DXIL module whose resources are globals. The parts follow from the module's metadata (assemble/).

import { byteString } from '../base/c_string.ts'
import { allocSize, dataLayoutOf } from '../dxil/type_size.ts'
import type { Func as IrFunc } from '../ir/function.ts'
import { handleResource } from '../ir/handles.ts'
import { inBindingOrder, type Module, type PassedValue, type Resource } from '../ir/module.ts'
import { type Attribute, FUNCTION_SLOT } from '../llvm/attributes.ts'
import type { Metadata } from '../llvm/metadata.ts'
import type { Module as LlvmModule } from '../llvm/module.ts'
import type { Type } from '../llvm/types.ts'
import type { Func } from '../llvm/values.ts'
import { stageOfName } from '../spec/stages.ts'
import { emitFunctionAnnotations, emitTypeAnnotations, type FunctionAnnotation } from './annotations.ts'
import { countInstructions } from './counters.ts'
import { DxCalls } from './dx_calls.ts'
import { passedAnnotation } from './exported.ts'
import { FunctionEmitter } from './function.ts'
import { addLibrarySymbols, type LibrarySymbols, symbolOf } from './library_symbols.ts'
import { groupProperties, type ModuleKind } from './metadata.ts'
import {
  codeContext,
  debugMetadata,
  type EmitOptions,
  type EmittedProgram,
  finishDebug,
  functionAttributes,
  newLlvmModule,
} from './program.ts'
import { type ResourceTable, resourceMetadata } from './resources.ts'
import { shaderFlags } from './shader_flags.ts'

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
  const table = tableOf(resources)
  const m = newLlvmModule(module)
  const debug = debugMetadata(m, module, options)
  const symbols = addLibrarySymbols(m, resources, module.atLeast(6) ? new DxCalls(m).handle : undefined)
  const emitter = new FunctionEmitter(module, m, [], symbols)
  const { functions } = emitter
  for (const f of module.functions)
    functions.set(f, addFunction(m, module, f, emitter.functionType(f), functionAttributes(options)))
  for (const [f, made] of functions) emitter.emit(f, made, debug)
  const code = codeContext(m, module, table, options, r => symbolOf(m, symbols, r))
  const flags = functions.size > 0 ? shaderFlags(module, table, [...functions.values()], code) : 0n
  const facts: LibraryFacts = { module, table, flags, options, functions, emitter, symbols }
  if (debug) finishDebug(m, debug, options)
  libraryMetadata(m, facts, debug ? 'ILDB' : 'DXIL')
  const toReflection = (): void => {
    for (const f of functions.values()) f.blocks.length = 0
    m.clearNamedMetadata()
    libraryMetadata(m, facts, 'STAT')
  }
  return { program: m, toReflection }
}

const passedOf = (module: Module, f: IrFunc): readonly PassedValue[] | undefined =>
  (module.exports.find(e => e.func === f) ?? module.entryOf(f))?.passed

function addFunction(m: LlvmModule, module: Module, f: IrFunc, type: Type, attributes: readonly Attribute[]): Func {
  const { symbol } = module.exports.find(e => e.func === f) ?? module.entryOf(f)!
  const own: readonly Attribute[] = symbol === undefined ? attributes : ['nounwind', ...attributes]
  return m.addFunction(symbol ?? module.entryOf(f)!.name, type, m.attributeList([[FUNCTION_SLOT, own]]))
}

/** The resources that any function uses, as declared. */
function librarySymbolsOf(module: Module): Resource[] {
  const used = usedResources(module)
  const list = module.resources.filter(r => used.has(r))
  for (const r of list) {
    const { space, register } = r
    // What names no register stays open until the library is linked.
    r.binding = { space: space ?? (register === undefined ? -1 : 0), lower: register ?? -1 }
  }
  return list
}

function usedResources(module: Module): Set<Resource> {
  const used = new Set<Resource>()
  for (const f of module.functions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v)) {
        const resource = handleResource(module, f, v)
        if (resource && module.resources[resource.id] === resource) used.add(resource)
      }
  return used
}

function tableOf(resources: readonly Resource[]): ResourceTable {
  const ordered = inBindingOrder(resources)
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
  version('dx.version', 1, target.minor)
  version('dx.valver', kind === 'STAT' ? 0 : validator.major, kind === 'STAT' ? 0 : validator.minor)
  list('dx.shaderModel', [m.mdString('lib'), m.mdInt(target.major), m.mdInt(target.minor)])
  const resources = resourceMetadata(m, table, true, r => symbolOf(m, symbols, r))
  if (resources) m.namedMetadata('dx.resources').operands.push(resources)
  const annotations = [...functions].map(([f, made]): FunctionAnnotation => {
    const passed = passedOf(module, f)
    return passed ? [made, passedAnnotation(m, passed)] : [made]
  })
  if (kind !== 'DXIL') emitTypeAnnotations(m, module, table, annotations)
  else if (!code.native16Bit && functions.size > 0) emitFunctionAnnotations(m, annotations)
  if (module.payloads.length > 0 && kind !== 'STAT')
    list('dx.dxrPayloadAnnotations', [m.mdInt(0), ...payloadAnnotations(facts.emitter, module)])
  const own = flags === 0n ? null : m.node([m.mdInt(0), m.mdInt(flags, m.types.i64)])
  list('dx.entryPoints', [null, m.mdString(''), null, resources ?? null, own])
  const named = module.entries.map(entry => ({ entry, name: entry.symbol ?? entry.name }))
  for (const { entry, name } of named.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const made = functions.get(entry.func)!
    const stage = [m.mdInt(PROPERTY_STAGE), m.mdInt(stageOfName(entry.stage)!.number)]
    const space = [m.mdInt(PROPERTY_SPACE), m.node([m.mdInt(0)])]
    const own = stageOfName(entry.stage)!.group ? groupProperties(m, entry, module) : rayProperties(m, made)
    const properties = m.node([...stage, ...own, ...space])
    list('dx.entryPoints', [m.mdValue(made), m.mdString(byteString(name)), null, null, properties])
  }
  if (kind === 'STAT') list('dx.counters', counters(m, module))
}

// Tags of the entry properties (DxilMetadataHelper.h).
const PROPERTY_SPACE = 5
const PROPERTY_PAYLOAD = 6
const PROPERTY_ATTRIBUTES = 7
const PROPERTY_STAGE = 8

/** Bytes of the payload or the data of a callable shader, and of the attributes: what the parameters point to. */
function rayProperties(m: LlvmModule, f: Func): Metadata[] {
  const layout = dataLayoutOf(m.dataLayout)
  const tags = [PROPERTY_PAYLOAD, PROPERTY_ATTRIBUTES]
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
