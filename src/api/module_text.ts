// A module of LLVM text as a front end: text to syntax tree, target triple to profile, syntax tree to IR.

import { InternalError } from '../base/brand.ts'
import type { Diagnostics } from '../diag/diagnostics.ts'
import type { SourceFile } from '../diag/sources.ts'
import { liveGlobals } from '../emit/live_globals.ts'
import { orderBlocks } from '../ir/block_order.ts'
import { dominanceOf } from '../ir/dominance.ts'
import type { Func, Value } from '../ir/function.ts'
import { isReducible } from '../ir/loops.ts'
import type { Module } from '../ir/module.ts'
import { bitWidth } from '../ir/types.ts'
import { verifyFunc } from '../ir/verify.ts'
import { verifyOperations } from '../ir/verify_dx.ts'
import { type ImportOptions, importModule } from '../ll/import.ts'
import { isPrintedIr } from '../ll/restore/restore.ts'
import { parseLl } from '../ll/text/parse_module.ts'
import { instructionText } from '../ll/text/print.ts'
import type { LlModule } from '../ll/text/syntax.ts'
import { profileOfTriple } from '../ll/text/triple.ts'
import { removeUnreachable } from '../passes/optimise/remove_unreachable.ts'

/** A parsed module and the profile it is compiled for. */
export interface ModuleText {
  readonly source: LlModule
  readonly profile: string
}

/** Reads a module; `target` is the profile asked for, '' for that of the triple. */
export function readModuleText(file: SourceFile, target: string, diagnostics: Diagnostics): ModuleText | undefined {
  const source = parseLl(file, diagnostics)
  if (!source) return undefined
  if (target !== '') return { source, profile: target }
  if (source.triple === '') {
    diagnostics.report('E6003', { pos: file.base, end: file.base }, { why: 'there is no target triple' })
    return undefined
  }
  const found = profileOfTriple(source.triple)
  if ('profile' in found) return { source, profile: found.profile }
  diagnostics.report('E6004', source.triplePos, { triple: source.triple, why: found.why })
  return undefined
}

/** Imports and verifies: LLVM text is other people's, and passes believe what they get. */
export function moduleOfText(source: LlModule, options: ImportOptions, diagnostics: Diagnostics): Module | undefined {
  if (options.target.stage === 'lib' && !isPrintedIr(source)) {
    diagnostics.report('E6001', source.triplePos, { what: 'a library' })
    return undefined
  }
  const module = importModule(source, options, diagnostics)
  if (!module || diagnostics.errorCount > 0) return undefined
  for (const f of module.definitions) {
    const complaints = verifyFunc(module, f, module.isResourcesLowered ? 'dx' : 'hl')
    if (complaints.length === 0 && !isReducible(f, dominanceOf(f)))
      diagnostics.report('E6010', source.triplePos, { what: 'a loop is entered in two places', text: f.name })
    const all = complaints.length > 0 ? complaints : verifyOperations(module, f).map(c => ({ ...c, text: '' }))
    for (const { value, what, text } of all) {
      const pos = value > 0 ? f.pos(value) : source.triplePos.pos
      diagnostics.report('E6010', { pos, end: pos }, { what, text: value > 0 ? instructionAt(module, f, value) : text })
    }
  }
  const shared = sharedBytes(module)
  const most = module.entries[0]?.groupSharedLimit ?? MAX_GROUPSHARED
  if (shared > most)
    diagnostics.report('E6010', source.triplePos, {
      what: `${shared} bytes of groupshared memory are more than ${most}`,
      text: 'addrspace(3)',
    })
  if (diagnostics.errorCount > 0) return undefined
  for (const f of module.definitions) {
    // The first pass removes what nothing reaches. Later ones leave none, so that only an edit brings it to the text of their results.
    if (f.history.length > 0 || module.phase !== 'lowered') removeUnreachable.run(module, f)
    orderBlocks(f)
  }
  return module
}

const MAX_GROUPSHARED = 32768

/** Of compute shaders; what nothing uses is not emitted and does not count. */
function sharedBytes(module: Module): number {
  if (module.target.stage !== 'cs') return 0
  let bytes = 0
  for (const g of liveGlobals(module)) {
    const shape = module.types.shape(g.valueType)
    if (g.space === 3 && (shape.kind === 'array' || shape.kind === 'vector'))
      bytes += shape.count * Math.ceil(bitWidth(shape.element) / 8)
  }
  return bytes
}

/** The instruction as the textual IR has it: what was imported need not look like the line it came from. */
function instructionAt(module: Module, f: Func, value: Value): string {
  try {
    const lines = instructionText(module, f, value)
    return lines[lines.length - 1] ?? f.name
  } catch (error) {
    // What is too broken to be printed is still refused, by the rule alone.
    if (error instanceof InternalError) return f.name
    throw error
  }
}
