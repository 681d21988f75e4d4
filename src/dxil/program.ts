// What a DXIL module says about itself in its dx.* metadata, typed. Tolerant: malformed parts are left out, nothing throws
// except on a module that is no DXIL program at all.

import { FormatError } from '../base/format_error.ts'
import type { Module } from '../llvm/model/module.ts'
import type { Func } from '../llvm/model/values.ts'
import { stageOfPrefix } from '../spec/stages.ts'
import { type EntryProperties, readEntryProperties } from './entry_properties.ts'
import { integerOf, type Operand, operandsOf, targetOf, textOf, wordsOf } from './metadata_values.ts'
import { moduleResources, type ProgramResource } from './resources.ts'
import { readSignatures, type Signatures } from './signature_elements.ts'

export interface Version {
  readonly major: number
  readonly minor: number
}

export interface ProgramEntry {
  /** null for a library's first tuple, which carries what belongs to the whole library. */
  readonly function: Func | null
  readonly name: string
  readonly signatures: Signatures
  readonly properties: EntryProperties
}

export interface Program {
  /** SHADER_STAGE of the shader model; Library for lib_6_x. */
  readonly stage: number
  readonly shaderModel: Version
  readonly dxilVersion: Version
  /** dx.valver; 1.0 when absent. */
  readonly validatorVersion: Version
  /** Text of llvm.ident. */
  readonly ident: string
  /** In metadata order. */
  readonly entries: readonly ProgramEntry[]
  /** Words of dx.viewIdState, see view_id_state.ts; empty when absent. */
  readonly viewIdState: Uint32Array
  readonly resources: readonly ProgramResource[]
  /** 16-bit types are 16 bits in memory (-enable-16bit-types). */
  readonly nativeLowPrecision: boolean
}

/** UseNativeLowPrecision of the shader flags. */
const NATIVE_LOW_PRECISION = 1n << 23n

/**
 * Reads the dx.* metadata of a module.
 * @throws FormatError when dx.shaderModel is missing or names no shader model
 */
export function readProgram(module: Module): Program {
  const [kind, major, minor] = operandsOf(named(module, 'dx.shaderModel'))
  const stage = stageOfPrefix(textOf(kind))?.number
  if (stage === undefined) throw new FormatError('the module has no dx.shaderModel: it is not DXIL', 0)
  const entries = readEntries(module)
  return {
    stage,
    shaderModel: { major: integerOf(major) ?? 0, minor: integerOf(minor) ?? 0 },
    dxilVersion: readVersion(named(module, 'dx.version')),
    validatorVersion: readVersion(named(module, 'dx.valver')),
    ident: textOf(operandsOf(named(module, 'llvm.ident'))[0]),
    entries,
    viewIdState: wordsOf(operandsOf(named(module, 'dx.viewIdState'))[0]),
    resources: moduleResources(module),
    nativeLowPrecision: ((entries[0]?.properties.shaderFlags ?? 0n) & NATIVE_LOW_PRECISION) !== 0n,
  }
}

const named = (module: Module, name: string): Operand => module.findNamed(name)?.operands[0]

function readVersion(md: Operand): Version {
  const [major, minor] = operandsOf(md)
  return { major: integerOf(major) ?? 1, minor: integerOf(minor) ?? 0 }
}

function readEntries(module: Module): ProgramEntry[] {
  const entries: ProgramEntry[] = []
  for (const tuple of module.findNamed('dx.entryPoints')?.operands ?? []) {
    if (tuple.kind !== 'node') continue
    const [func, name, signatures, , properties] = tuple.operands
    const target = targetOf(func)
    entries.push({
      function: target?.kind === 'function' ? target : null,
      name: textOf(name),
      signatures: readSignatures(signatures),
      properties: readEntryProperties(properties),
    })
  }
  return entries
}
