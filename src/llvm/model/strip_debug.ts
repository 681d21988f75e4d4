// Takes debug information out of a module, as DXC does for the DXIL part when it embeds the full module as ILDB.

import type { Module } from './module.ts'
import { type Func, Op } from './values.ts'

const DEBUG_NAMED = /^(llvm\.dbg\.|dx\.source\.)/
const DEBUG_FUNCTION = /^llvm\.dbg\./
const DEBUG_KINDS: ReadonlySet<string> = new Set(['dbg', 'dx.dbg.varlayout'])

/** Whether the module describes a source file. */
export const hasDebugInfo = (module: Module): boolean => module.findNamed('llvm.dbg.cu') !== null

/** Removes locations, debug intrinsics, debug metadata and the names of values and blocks. Changes the module. */
export function stripDebugInfo(module: Module): void {
  const kinds = new Set(module.metadataKinds.flatMap((name, id) => (DEBUG_KINDS.has(name) ? [id] : [])))
  const kept = module.named.filter(n => !DEBUG_NAMED.test(n.name))
  module.clearNamedMetadata()
  for (const { name, operands } of kept) module.namedMetadata(name).operands.push(...operands)
  for (const f of module.functions) stripFunction(f, kinds)
  const functions = module.functions.filter(f => !DEBUG_FUNCTION.test(f.name))
  module.functions.splice(0, module.functions.length, ...functions)
  module.indexNames()
}

function stripFunction(f: Func, kinds: ReadonlySet<number>): void {
  f.attachments = f.attachments?.filter(a => !kinds.has(a.kind)) ?? null
  for (const a of f.args) a.name = ''
  for (const block of f.blocks) {
    block.name = ''
    const kept = block.instructions.filter(i => {
      const callee = i.op === Op.Call ? i.operands[i.operands.length - 1] : undefined
      return !(callee?.kind === 'function' && DEBUG_FUNCTION.test(callee.name))
    })
    block.instructions.splice(0, block.instructions.length, ...kept)
    for (const i of kept) {
      i.name = ''
      i.location = null
      if (i.attachments) i.attachments = i.attachments.filter(a => !kinds.has(a.kind))
    }
  }
}
