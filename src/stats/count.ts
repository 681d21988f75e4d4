// Counts of a function's code, as a whole and by lines of its sources.

import { dxOpcode, isDebugCall } from '../dxil/dx_call.ts'
import type { SourceLines } from '../inspect/source_lines.ts'
import type { Func, Instruction } from '../llvm/model/values.ts'
import { dxilOpRow } from '../spec/dxil_ops.ts'
import { OP_GROUP_NAMES, type OpGroup } from '../spec/op_groups.ts'
import { describe } from './instructions.ts'
import { findLoops } from './loops.ts'
import type { CodeStatistics, InstructionMix, LineStatistics, OperationCount } from './model.ts'
import { liveRegisters } from './registers.ts'

/** Sums of instructions of one place. */
export class Tally {
  instructions = 0
  loopDepth = 0
  registers: number | null = 0
  readonly #mix = new Map<OpGroup, number>()

  add(group: OpGroup, registers: number | null, loopDepth: number, count = 1): void {
    this.instructions += count
    this.#mix.set(group, (this.#mix.get(group) ?? 0) + count)
    this.#raise(registers, loopDepth)
  }

  /** All of another place. */
  addAll({ mix, registers, loopDepth }: CodeStatistics): void {
    for (const group of OP_GROUP_NAMES) if (mix[group]) this.add(group, registers, loopDepth, mix[group])
  }

  of(group: OpGroup): number {
    return this.#mix.get(group) ?? 0
  }

  result(): CodeStatistics {
    const mix: { -readonly [G in OpGroup]?: number } = {}
    for (const group of OP_GROUP_NAMES) if (this.of(group) > 0) mix[group] = this.of(group)
    return {
      instructions: this.instructions,
      mix: mix satisfies InstructionMix,
      registers: this.registers,
      loopDepth: this.loopDepth,
    }
  }

  #raise(registers: number | null, loopDepth: number): void {
    this.registers = this.registers === null || registers === null ? null : Math.max(this.registers, registers)
    this.loopDepth = Math.max(this.loopDepth, loopDepth)
  }
}

export interface FunctionCounts {
  readonly tally: Tally
  readonly loops: number
  readonly operations: readonly OperationCount[]
  /** Instructions that need the other lanes of a quad. */
  readonly quads: number
}

/** Calls back for each instruction but debug intrinsics. */
function visit(
  f: Func,
  each: (i: Instruction, name: string, group: OpGroup, registers: number | null, depth: number) => void,
): number {
  const live = liveRegisters(f)
  const loops = findLoops(f)
  for (const b of f.blocks) {
    const depth = loops.depthOf.get(b) ?? 0
    for (const inst of b.instructions) {
      if (isDebugCall(inst)) continue
      const [name, group] = describe(inst)
      each(inst, name, group, live ? live.get(inst)! : null, depth)
    }
  }
  return loops.count
}

export function countFunction(f: Func): FunctionCounts {
  const tally = new Tally()
  const names = new Map<string, number>()
  let quads = 0
  const loops = visit(f, (inst, name, group, registers, depth) => {
    tally.add(group, registers, depth)
    names.set(name, (names.get(name) ?? 0) + 1)
    if (group === 'quad' || group === 'derivative' || needsGradient(inst)) quads++
  })
  const operations = [...names].map(([name, count]) => ({ name, count }))
  operations.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  return { tally, loops, operations, quads }
}

/** Samples with implicit derivatives. */
const needsGradient = (inst: Instruction): boolean => {
  const opcode = dxOpcode(inst)
  return dxilOpRow(opcode)?.[9].split(' ').includes('gradient') === true
}

/** Code by lines of the sources, in order of files and lines. */
export function countLines(functions: readonly Func[], sources: SourceLines): LineStatistics[] {
  const lines = new Map<
    string,
    { readonly file: string; readonly line: number; readonly text: string; readonly tally: Tally }
  >()
  for (const f of functions)
    visit(f, (inst, _, group, registers, depth) => {
      const at = sources.of(inst)
      if (!at) return
      const key = `${at.line} ${at.file}`
      let found = lines.get(key)
      if (!found) lines.set(key, (found = { file: at.file, line: at.line, text: at.text, tally: new Tally() }))
      found.tally.add(group, registers, depth)
    })
  return [...lines.values()]
    .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
    .map(({ file, line, text, tally }) => ({ file, line, text, ...tally.result() }))
}
