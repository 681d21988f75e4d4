// Group-shared memory in finished code of shaders that run in no thread groups.

import type { Func, Value } from '../../ir/function.ts'
import type { EntryPoint, Module } from '../../ir/module.ts'
import { stageOfName } from '../../spec/stages.ts'

/** Whether the threads of an entry point know each other as a group: nodes that launch single threads do not. */
export const hasVisibleGroup = (entry: EntryPoint): boolean =>
  stageOfName(entry.stage)?.group !== undefined && entry.node?.launch !== 'thread'

/** Entry points without thread groups whose code still refers to group-shared memory. */
export function entriesWithGroupMemory(module: Module): EntryPoint[] {
  if (module.globals.every(g => g.space !== 3)) return []
  return module.entries.filter(
    e => !hasVisibleGroup(e) && [e.func, e.patchConstant].some(f => f && refersToGroupMemory(module, f)),
  )
}

function refersToGroupMemory(m: Module, f: Func): boolean {
  const isShared = (operand: Value): boolean => {
    const constant = operand < 0 ? m.constants.get(operand) : undefined
    return constant?.kind === 'global' && constant.global.space === 3
  }
  return f.blocks.some(b => {
    for (let v = f.first(b); v !== 0; v = f.next(v)) if (f.operands(v).some(isShared)) return true
    return false
  })
}
