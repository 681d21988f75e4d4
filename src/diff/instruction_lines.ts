// The lines of HLSL behind the instructions of a program that has no debug information itself: those of the same program with it, which stands in
// another part or in a debug file, instruction by instruction.

import { FormatError } from '../base/format_error.ts'
import { isDebugCall } from '../dxil/dx_call.ts'
import { type SourceLine, SourceLines } from '../inspect/source_lines.ts'
import { sourceProgram } from '../listing/listing.ts'
import type { Module } from '../llvm/model/module.ts'
import { type Func, type Instruction, Op, type Value } from '../llvm/model/values.ts'

export type LineOf = (inst: Instruction) => SourceLine | undefined

/** @param debugContainer the container of the debug file of `bytes`, which may say what the module and the container do not */
export function instructionLines(module: Module, bytes: Uint8Array, debugContainer: Uint8Array | undefined): LineOf {
  const own = new SourceLines(module)
  if (!own.isEmpty) return inst => own.of(inst)
  const program = described(bytes, debugContainer)
  if (!program) return inst => own.of(inst)
  const twins = twinsOf(module, program.module)
  return inst => {
    const twin = twins.get(inst)
    return own.of(inst) ?? (twin && program.sources.of(twin))
  }
}

/** Text and damaged files describe nothing; damage is reported where the parts are compared. */
function described(bytes: Uint8Array, debugContainer: Uint8Array | undefined): ReturnType<typeof sourceProgram> {
  try {
    return sourceProgram(bytes, debugContainer)
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

/** Instructions of functions that are the same in both, with their twins. */
function twinsOf(module: Module, source: Module): ReadonlyMap<Instruction, Instruction> {
  const twins = new Map<Instruction, Instruction>()
  for (const f of module.functions) {
    const other = source.findFunction(f.name)
    const [a, b] = [codeOf(f), other ? codeOf(other) : []]
    if (a.length !== b.length || a.some((inst, i) => inst.op !== b[i]!.op)) continue
    for (const [i, inst] of a.entries()) twins.set(inst, b[i]!)
  }
  return twins
}

/** Without what only debug information needs: its calls, and loads of the word that stands for nothing. */
const codeOf = (f: Func): Instruction[] =>
  f.blocks.flatMap(b => b.instructions).filter(i => !isDebugCall(i) && !(i.op === Op.Load && isNothing(i.operands[0]!)))

const isNothing = (v: Value): boolean => {
  const base = v.kind === 'expr' ? v.operands[0] : v
  return base?.kind === 'global' && base.name === 'dx.nothing.a'
}
