// Libraries: the entry points of one source, each optimised as a module of its own, as functions of one DXIL module whose resources are
// globals. The parts follow from the module's metadata (assemble/).

import { byteString } from '../base/c_string.ts'
import { handleResource } from '../ir/handles.ts'
import { type EntryPoint, inBindingOrder, type Module, type Resource } from '../ir/module.ts'
import { type Attribute, FUNCTION_SLOT } from '../llvm/attributes.ts'
import type { Metadata } from '../llvm/metadata.ts'
import type { Module as LlvmModule } from '../llvm/module.ts'
import type { Func } from '../llvm/values.ts'
import { SHADER_STAGE } from '../spec/psv_enums.ts'
import { emitFunctionAnnotations, emitTypeAnnotations, type FunctionAnnotation } from './annotations.ts'
import { countInstructions } from './counters.ts'
import { DxCalls } from './dx_calls.ts'
import { addExported, exportedAnnotation } from './exported.ts'
import { FunctionEmitter } from './function.ts'
import { addLibrarySymbols, type LibrarySymbols, resourceKey, symbolOf } from './library_symbols.ts'
import { computeProperties, type ModuleKind } from './metadata.ts'
import { codeContext, type EmitOptions, type EmittedProgram, functionAttributes, newLlvmModule } from './program.ts'
import { type ResourceTable, resourceMetadata } from './resources.ts'
import { shaderFlags } from './shader_flags.ts'

interface LibraryFacts {
  readonly modules: readonly Module[]
  readonly table: ResourceTable
  readonly flags: bigint
  readonly options: EmitOptions
}

/** `modules` have one entry each; `target` stands for all (there may be none). */
export function emitLibraryProgram(modules: readonly Module[], empty: Module, options: EmitOptions): EmittedProgram {
  const resources = librarySymbolsOf(modules)
  const table = tableOf(resources)
  const m = newLlvmModule(empty)
  const symbols = addSymbols(m, empty, resources)
  const functions = modules.map(module => {
    const f = addEntry(m, module.entry!, functionAttributes(options))
    new FunctionEmitter(module, m, [], symbols).emit(module.entry!.func, f)
    return f
  })
  const code = codeContext(m, empty, table, options, r => symbolOf(m, symbols, r))
  let flags = 0n
  for (const [i, module] of modules.entries()) flags |= shaderFlags(module, table, functions[i]!, code)
  const facts: LibraryFacts = { modules, table, flags, options }
  libraryMetadata(m, empty, facts, functions, symbols, 'DXIL')
  const toReflection = (): void => {
    for (const f of functions) f.blocks.length = 0
    m.clearNamedMetadata()
    libraryMetadata(m, empty, facts, functions, symbols, 'STAT')
  }
  return { program: m, toReflection }
}

const addEntry = (m: LlvmModule, { name, exported }: EntryPoint, attributes: readonly Attribute[] = []): Func =>
  exported
    ? addExported(m, exported, attributes)
    : m.addFunction(name, m.types.func(m.types.void, []), m.attributeList([[FUNCTION_SLOT, attributes]]))

const addSymbols = (m: LlvmModule, module: Module, list: readonly Resource[]): LibrarySymbols =>
  addLibrarySymbols(m, list, module.atLeast(6) ? new DxCalls(m).handle : undefined)

/** The resources that any function uses, as declared, with what all functions found out about them. */
function librarySymbolsOf(modules: readonly Module[]): Resource[] {
  const all = new Map<string, Resource>()
  const used = new Set<Resource>()
  for (const module of modules)
    for (const r of module.resources) {
      const known = all.get(resourceKey(r))
      if (!known) all.set(resourceKey(r), r)
      else {
        known.hasCounter ||= r.hasCounter
        known.atomic64 ||= r.atomic64
      }
    }
  for (const module of modules) for (const r of usedResources(module)) used.add(all.get(resourceKey(r))!)
  const list = [...all.values()].filter(r => used.has(r))
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

function libraryMetadata(
  m: LlvmModule,
  { target, options: code }: Module,
  { modules, table, flags, options }: LibraryFacts,
  functions: readonly Func[],
  symbols: LibrarySymbols,
  kind: ModuleKind,
): void {
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
  const annotations = modules.map((module, i): FunctionAnnotation => {
    const exported = module.entry!.exported
    return exported ? [functions[i]!, exportedAnnotation(m, exported)] : [functions[i]!]
  })
  if (kind === 'STAT') emitTypeAnnotations(m, modules, table, annotations)
  else if (!code.native16Bit && functions.length > 0) emitFunctionAnnotations(m, annotations)
  const own = flags === 0n ? null : m.node([m.mdInt(0), m.mdInt(flags, m.types.i64)])
  list('dx.entryPoints', [null, m.mdString(''), null, resources ?? null, own])
  const entries = modules.map((module, i): [EntryPoint, Module, Func] => [module.entry!, module, functions[i]!])
  for (const [entry, module, f] of entries.sort(([a], [b]) => (a.name < b.name ? -1 : 1))) {
    if (entry.exported) continue
    const stage = [m.mdInt(8), m.mdInt(SHADER_STAGE.Compute)]
    const space = [m.mdInt(5), m.node([m.mdInt(0)])]
    const properties = m.node([...stage, ...computeProperties(m, entry, module), ...space])
    list('dx.entryPoints', [m.mdValue(f), m.mdString(byteString(entry.name)), null, null, properties])
  }
  if (kind === 'STAT') list('dx.counters', counters(m, modules))
}

function counters(m: LlvmModule, modules: readonly Module[]): Metadata[] {
  const sums = new Map<string, number>()
  for (const module of modules)
    for (const [name, n] of countInstructions(module, module.entry!.func)) sums.set(name, (sums.get(name) ?? 0) + n)
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([name, n]) => [m.mdString(name), m.mdInt(n)])
}
