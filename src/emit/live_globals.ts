// The globals that final code still refers to: the validator refuses an unused internal one, and DXC drops unused groupshared memory.

import type { GlobalVariable } from '../ir/globals.ts'
import type { Module } from '../ir/module.ts'

/** In order of declaration. */
export function liveGlobals(module: Module): GlobalVariable[] {
  const live = new Set<GlobalVariable>()
  for (const f of module.definitions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v))
        for (let i = 0, n = f.operandCount(v); i < n; i++) {
          const operand = f.operandAt(v, i)
          if (operand >= 0) continue
          const constant = module.constants.get(operand)
          if (constant.kind === 'global') live.add(constant.global)
        }
  return module.globals.filter(g => live.has(g))
}
