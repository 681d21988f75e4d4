// A syntax tree of LLVM text into a module of our IR: target, entry point, resources, and the entry function with all it calls in line.

import type { Diagnostics } from '../diag/diagnostics.ts'
import { unreachableBlocks } from '../ir/control_flow.ts'
import { dominanceOf } from '../ir/dominance.ts'
import { Func } from '../ir/function.ts'
import { type CodeOptions, Module, type ShaderTarget } from '../ir/module.ts'
import { verifyFunc } from '../ir/verify.ts'
import { stageOfPrefix } from '../spec/stages.ts'
import { importBody } from './import/functions.ts'
import { readConstantBuffers } from './import/global_pointers.ts'
import { declareGlobals } from './import/globals.ts'
import { checkHandleDominance } from './import/handle_globals.ts'
import { ImportError, Importer } from './import/importer.ts'
import { UnsupportedType } from './import/layout.ts'
import { setLoopHints } from './import/loop_hints.ts'
import { ResourceList } from './import/resource_list.ts'
import { widenBytes } from './import/widen_bytes.ts'
import { isPrintedIr, restoreModule } from './restore/restore.ts'
import type { LlFunction, LlModule, LlNodeRef } from './text/syntax.ts'

export interface ImportOptions {
  readonly target: ShaderTarget
  /** Name of the entry function; undefined: the one whose attributes say that it is a shader. */
  readonly entry: string | undefined
  readonly code: CodeOptions
}

/** Imports a module; one that printIr wrote becomes what it was. Undefined when diagnostics hold an error. */
export function importModule(source: LlModule, options: ImportOptions, diagnostics: Diagnostics): Module | undefined {
  if (isPrintedIr(source)) return restoreModule(source, options.target, diagnostics)
  const fn = entryFunction(source, options, diagnostics)
  if (!fn) return undefined
  const module = new Module(options.target, codeOptions(source, options.code))
  const f = new Func(fn.name)
  const s = new Importer(source, module, f, diagnostics, new ResourceList(module))
  const before = diagnostics.errorCount
  try {
    importEntry(s, fn)
  } catch (error) {
    if (error instanceof UnsupportedType) diagnostics.report('E6001', s.span, { what: error.message })
    else if (error instanceof ImportError) reportImport(error, diagnostics)
    else throw error
  }
  return diagnostics.errorCount > before ? undefined : module
}

function reportImport(error: ImportError, diagnostics: Diagnostics): void {
  const { code, span, message } = error
  if (code === 'E6002' || code === 'E6005') diagnostics.report(code, span, { name: message })
  else if (code === 'E6008') diagnostics.report(code, span, {})
  else diagnostics.report(code, span, { what: message })
}

function importEntry(s: Importer, fn: LlFunction): void {
  const { module, f } = s
  readConstantBuffers(s)
  if (fn.params.length > 0) s.unsupported('an entry function with parameters', fn)
  if (fn.result.kind !== 'void') s.unsupported('an entry function with a result', fn)
  s.block = f.addBlock(fn.blocks[0]!.name)
  declareGlobals(s)
  importBody(s, fn, [], undefined)
  const dead = unreachableBlocks(f)
  if (dead.size > 0) f.removeBlocks(dead)
  // Emission wants definitions before uses; blocks of calls were added at the end.
  f.setLayout(dominanceOf(f).order)
  setLoopHints(s)
  checkHandleDominance(s)
  widenBytes(s)
  module.functions.push(f)
  s.resources.renumber(module.functions)
  verified(s)
  const stage = stageOfPrefix(module.target.stage)!.name
  const { name, pos } = fn
  module.entries.push({ name, stage, pos, func: f, numThreads: numThreads(s, fn), waveSize: waveSize(fn) })
}

/** The text may use values where they are not defined, or in types that the IR does not have: said at the first such place. */
function verified(s: Importer): void {
  const [complaint] = verifyFunc(s.module, s.f)
  if (!complaint) return
  const pos = complaint.value > 0 ? s.f.pos(complaint.value) : s.span.pos
  s.fail(complaint.what, { pos, end: pos })
}

function numThreads(s: Importer, fn: LlFunction): readonly [number, number, number] {
  const text = fn.attributes.get('hlsl.numthreads') ?? '1,1,1'
  const list = text.split(',').map(Number)
  if (
    list.length !== 3 ||
    list.some(n => !Number.isInteger(n) || n < 1 || n > 1024) ||
    list[0]! * list[1]! * list[2]! > 1024
  )
    return s.fail(`invalid "hlsl.numthreads"="${text}"`, fn)
  return [list[0]!, list[1]!, list[2]!]
}

function waveSize(fn: LlFunction): readonly [number, number, number] | undefined {
  const list = fn.attributes.get('hlsl.wavesize')?.split(',').map(Number)
  return list?.every(Number.isInteger) ? [list[0] ?? 0, list[1] ?? 0, list[2] ?? 0] : undefined
}

function entryFunction(source: LlModule, options: ImportOptions, diagnostics: Diagnostics): LlFunction | undefined {
  const defined = [...source.functions.values()].filter(fn => fn.blocks.length > 0)
  const shaders = defined.filter(fn => fn.attributes.has('hlsl.shader'))
  if (options.entry !== undefined) {
    const fn = defined.find(d => d.name === options.entry)
    if (!fn) diagnostics.report('E6003', source.triplePos, { why: `there is no function '@${options.entry}'` })
    return fn
  }
  const fn = shaders[0] ?? defined.find(d => d.name === 'main')
  const why = shaders.length > 1 ? `several functions have the attribute "hlsl.shader", name one with -E` : undefined
  if (!fn || why) {
    diagnostics.report('E6003', shaders[1] ?? source.triplePos, {
      why: why ?? 'no function has the attribute "hlsl.shader"',
    })
    return undefined
  }
  return fn
}

/** Values of module flags by name. */
function moduleFlags(source: LlModule): ReadonlyMap<string, number> {
  const flags = new Map<string, number>()
  const resolve = (ref: LlNodeRef): LlNodeRef => (ref.kind === 'id' ? (source.nodes.get(ref.id) ?? ref) : ref)
  for (const ref of source.namedMetadata.get('llvm.module.flags') ?? []) {
    const node = resolve(ref)
    if (node.kind !== 'tuple') continue
    const [, name, value] = node.elements
    if (name?.kind === 'string' && value?.kind === 'value' && value.value.kind === 'int')
      flags.set(name.text, Number(value.value.value))
  }
  return flags
}

function codeOptions(source: LlModule, given: CodeOptions): CodeOptions {
  const flags = moduleFlags(source)
  const level = flags.get('dxilkit.optimization')
  return {
    ...given,
    native16Bit: given.native16Bit || flags.get('dx.nativelowprec') === 1,
    allResourcesBound: given.allResourcesBound || flags.get('dx.allresourcesbound') === 1,
    ieeeStrict: given.ieeeStrict || flags.get('dxilkit.ieeestrict') === 1,
    optimization: level === 0 || level === 1 || level === 2 ? level : given.optimization,
  }
}
