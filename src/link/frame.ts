// One copy of a function being imported: the values of its instructions, and where its blocks begin and end.

import type { Block, Value } from '../ir/function.ts'
import {
  type BasicBlock,
  type Instruction,
  isConstant,
  type Func as LlvmFunc,
  type Value as LlvmValue,
} from '../llvm/model/values.ts'
import { importConstant } from './constants.ts'
import type { CopyOfFunction } from './debug.ts'
import type { Importer } from './importer.ts'
import type { Library } from './library.ts'
import type { Imported } from './memory.ts'
import { unsupported } from './problem.ts'

export interface PendingPhi {
  readonly i: Instruction
  readonly values: readonly Value[]
}

/** One copy of a function being imported. */
export interface Frame extends CopyOfFunction {
  readonly func: LlvmFunc
  readonly library: Library
  readonly values: Map<LlvmValue, Imported>
  readonly starts: Map<BasicBlock, Block>
  /** The block that holds a block's terminator: another one when calls were taken in line in between. */
  readonly ends: Map<BasicBlock, Block>
  readonly phis: PendingPhi[]
  readonly exit: Exit | undefined
  /** Debug information about values that come later. */
  readonly awaited: Map<LlvmValue, (() => void)[]>
}

/** Where a copy goes on behind its call. */
export interface Exit {
  readonly block: Block
  readonly returns: { readonly from: Block; readonly value: Imported }[]
}

/** The value of an operand. */
export function operandValue(s: Importer, frame: Frame, v: LlvmValue): Imported {
  if (isConstant(v)) return importConstant(s, v)
  return frame.values.get(v) ?? unsupported('a value that is used before it is there')
}
