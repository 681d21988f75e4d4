// What statistics say of a program, as plain data that JSON can hold.

import type { OpGroup } from '../spec/op_groups.ts'

/** Instructions by what they do; every instruction is in one group. Groups without any are left out. */
export type InstructionMix = { readonly [G in OpGroup]?: number }

export interface CodeStatistics {
  /** Without those that only hold debug information. */
  readonly instructions: number
  readonly mix: InstructionMix
  /**
   * Most 32-bit registers that hold values at one place, estimated from the program before a driver compiles it: vectors and structures count the parts that
   * are used, 64-bit numbers count two, everything else one; handles and constants none. null when the function is too large to tell.
   */
  readonly registers: number | null
  /** Depth of the innermost loop; 0 without loops. */
  readonly loopDepth: number
}

export interface LineStatistics extends CodeStatistics {
  readonly file: string
  readonly line: number
  /** The line without blanks around it; '' when the source is not there. */
  readonly text: string
}

export interface OperationCount {
  /** As the listing names it: `fmul`, and of a DXIL operation `Sample`. */
  readonly name: string
  readonly count: number
}

export interface FunctionStatistics extends CodeStatistics {
  readonly name: string
  /** SHADER_STAGE by name of an entry point; null for other functions. */
  readonly stage: string | null
  readonly blocks: number
  /** Conditional branches and switches. */
  readonly branches: number
  readonly loops: number
  /** Bytes of arrays that a lane has for itself. */
  readonly localBytes: number
  /** Wave operations: other lanes have to be there. */
  readonly needsWaves: boolean
  /** What needs the other lanes of a quad, as derivatives do. */
  readonly needsQuads: boolean
  /** The same in pixel shaders and functions that they may call. */
  readonly needsHelperLanes: boolean
  /** By count, greatest first, then by name. */
  readonly operations: readonly OperationCount[]
}

export interface Statistics extends CodeStatistics {
  /** SHADER_STAGE by name; `Library`. */
  readonly stage: string
  /** `6.5` */
  readonly shaderModel: string
  /** Text of the compiler: `!llvm.ident`. */
  readonly creator: string
  readonly branches: number
  readonly loops: number
  readonly groupSharedBytes: number
  /** Bytes of constant arrays. */
  readonly staticBytes: number
  /** [WaveSize]: least and greatest lanes; null without. */
  readonly waveLanes: readonly [least: number, greatest: number] | null
  readonly needsWaves: boolean
  readonly needsQuads: boolean
  readonly needsHelperLanes: boolean
  readonly functions: readonly FunctionStatistics[]
  /** In order of files and lines, where code was written; empty without debug information. */
  readonly lines: readonly LineStatistics[]
  /** Instructions without a line; all of them without debug information. */
  readonly withoutLine: number
}
