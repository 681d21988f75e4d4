// Typed AST -> IR module: the entry function with everything it calls lowered in line, all resources, groupshared memory and tables.

import type { Diagnostics } from '../diag/diagnostics.ts'
import type { CBufferSymbol, Program, VarSymbol } from '../hlsl/typed.ts'
import { unreachableBlocks } from '../ir/control_flow.ts'
import { MAX_INSTRUCTIONS } from '../ir/emitter.ts'
import { Func } from '../ir/function.ts'
import { type CodeOptions, Module, type ShaderTarget } from '../ir/module.ts'
import { Builder, ProgramTooLarge } from './builder.ts'
import { lowerEntry } from './entry_point.ts'
import { exportedFunction } from './exported.ts'
import { lowerPlace, lowerValue } from './expressions.ts'
import { loadPlace, storePlace } from './load_store.ts'
import { Lowerer } from './lowerer.ts'
import { markPrecise } from './precise.ts'
import { declareResources, describeType, nameBlocks } from './resources.ts'

export interface LowerOptions {
  readonly target: ShaderTarget
  readonly code: CodeOptions
}

/**
 * Lowers a checked program. What this compiler cannot express is reported (E3xxx) and replaced by undefined values, so the module is
 * well-formed but only meaningful when no error was added; one that grows without end is reported (E3001) and comes back without functions. All declared resources are in module.resources, used or not.
 * @throws TooManyErrors when the diagnostics' limit is reached
 */
export function lowerProgram(program: Program, options: LowerOptions, diagnostics: Diagnostics): Module {
  const module = new Module(options.target, options.code)
  const f = new Func(program.entry.name)
  const b = new Builder(module, f)
  const l = new Lowerer(program, module, diagnostics, b)
  l.value = e => lowerValue(l, e)
  l.place = e => lowerPlace(l, e)
  l.load = p => loadPlace(l, p)
  l.store = (p, values) => storePlace(l, p, values)
  l.describe = type => describeType(l, type)
  try {
    declareResources(l)
    lowerEntry(l)
    nameBlocks(l)
    module.memberUses = l.memberUses.inOrder(globalNumbers(program), module.atLeast(6))
  } catch (error) {
    if (!(error instanceof ProgramTooLarge)) throw error
    const what = `more than ${MAX_INSTRUCTIONS} instructions`
    diagnostics.report('E3001', { pos: error.pos || b.pos, end: error.pos || b.pos }, { what })
    return module
  }
  b.finish()
  const dead = unreachableBlocks(f)
  if (dead.size > 0) f.removeBlocks(dead)
  if (l.preciseRoots.length > 0) markPrecise(f, l.preciseRoots)
  module.functions.push(f)
  module.entry = {
    name: program.entry.name,
    pos: program.entry.pos,
    func: f,
    numThreads: program.numThreads ?? [1, 1, 1],
    waveSize: program.waveSize,
    ...(l.varyings ? { signatures: l.varyings.signatures } : {}),
    earlyDepthStencil: program.earlyDepthStencil,
    ...(program.isExported ? { exported: exportedFunction(l) } : {}),
  }
  return module
}

/** Globals by order of declaration; loose ones' block comes first. */
function globalNumbers(program: Program): Map<VarSymbol | CBufferSymbol, number> {
  const numbers = new Map<VarSymbol | CBufferSymbol, number>()
  for (const [i, g] of program.globals.entries()) numbers.set(g, g.kind === 'cbuffer' && g.name === '$Globals' ? -1 : i)
  return numbers
}
