// Takes out of a module what only reflection needs, as DXC does for the DXIL part: type annotations, resource names and the binding
// table of -import-binding-table. STAT and ILDB keep them. Which annotations stay: facts of DXC's strip, confirmed on its own output.

import { validatorAtLeast } from '../container/validator_version.ts'
import type { Program } from '../dxil/program.ts'
import type { MDNode, Metadata } from '../llvm/model/metadata.ts'
import type { Module } from '../llvm/model/module.ts'
import { mdValueTarget } from '../llvm/model/values.ts'
import { SHADER_STAGE } from '../spec/psv_enums.ts'

const FUNCTION_LIST = 1
const NAME_FIELD = 2

/** Changes the module. @param program what readProgram() says of it */
export function stripReflection(module: Module, program: Program): void {
  const isLibrary = program.stage === SHADER_STAGE.Library
  const keepsFunctions = isLibrary ? !program.nativeLowPrecision : !validatorAtLeast(program.validatorVersion, 1, 5)
  const dropped = new Set(['llvm.module.flags', 'dx.binding.table'])
  const annotations = module.findNamed('dx.typeAnnotations')
  if (annotations) {
    const kept = annotations.operands.filter(n => keepsFunctions && n.kind === 'node' && isFunctionList(n))
    annotations.operands.splice(0, annotations.operands.length, ...kept)
    if (kept.length === 0) dropped.add('dx.typeAnnotations')
  }
  const named = module.named.filter(n => !dropped.has(n.name))
  module.clearNamedMetadata()
  for (const { name, operands } of named) module.namedMetadata(name).operands.push(...operands)
  if (!isLibrary) eraseNames(module)
}

function isFunctionList(node: MDNode): boolean {
  const [tag] = node.operands
  const value = tag?.kind === 'value' ? mdValueTarget(tag) : undefined
  return value?.kind === 'int' && Number(value.value) === FUNCTION_LIST
}

/** The nodes are changed in place: their ids differ, so no two become equal. */
function eraseNames(module: Module): void {
  const nothing = module.mdString('')
  for (const root of module.findNamed('dx.resources')?.operands ?? [])
    for (const list of childNodes(root))
      for (const tuple of childNodes(list))
        if (tuple.operands[NAME_FIELD]?.kind === 'string') tuple.operands[NAME_FIELD] = nothing
}

const childNodes = (md: Metadata): MDNode[] =>
  md.kind === 'node' ? md.operands.filter((o): o is MDNode => o?.kind === 'node') : []
