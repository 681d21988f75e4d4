// IR module -> signed container: emit/ makes the LLVM module, assemble/ every part.

import { assembleContainer } from '../assemble/assemble_container.ts'
import type { Subobject } from '../assemble/rdat_subobjects.ts'
import type { Signing } from '../container/container.ts'
import { emitLibraryProgram } from '../emit/library.ts'
import { type EmittedProgram, emitProgram, type EmitOptions as ProgramOptions } from '../emit/program.ts'
import type { Module } from '../ir/module.ts'

export interface EmitOptions extends ProgramOptions {
  readonly signing: Signing
  /** -Qstrip_reflect: leave the STAT part out. */
  readonly stripReflection: boolean
  /** Bytes of the RTS0 part; none: no such part. */
  readonly rootSignature?: Uint8Array | undefined
  /** Subobjects of a library. */
  readonly subobjects?: readonly Subobject[]
}

/** Emits the container of a finished module: a library, or a shader with its one entry point. */
export const emitContainer = (module: Module, options: EmitOptions): Uint8Array =>
  containerOf(
    module.target.stage === 'lib' ? emitLibraryProgram(module, options) : emitProgram(module, options),
    options,
  )

const containerOf = (
  { program, toReflection }: EmittedProgram,
  { signing, stripReflection, rootSignature, subobjects = [] }: EmitOptions,
): Uint8Array =>
  assembleContainer(program, {
    signing,
    subobjects,
    extraParts: rootSignature ? [{ name: 'RTS0', data: rootSignature }] : [],
    ...(stripReflection ? {} : { toReflection }),
  })
