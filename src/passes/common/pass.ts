// What a pass is. A pass keeps no state between runs; its file, name and place in the pipeline use the same words.

import type { Func } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'

export interface Pass {
  readonly name: string
  /** Rewrites the function; true when it changed anything. Leaves a function that verify accepts. */
  run(m: Module, f: Func): boolean
}
