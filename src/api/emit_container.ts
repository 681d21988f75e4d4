// IR module -> signed container: emit/ makes the LLVM module, assemble/ every part.

import { assembleContainer } from '../assemble/assemble_container.ts'
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
}

/** Emits the container of a finished module with one entry point. */
export const emitContainer = (module: Module, options: EmitOptions): Uint8Array =>
  containerOf(emitProgram(module, options), options)

/** Emits the container of a library: `modules` have one entry each; `empty` stands for all (there may be none). */
export const emitLibrary = (modules: readonly Module[], empty: Module, options: EmitOptions): Uint8Array =>
  containerOf(emitLibraryProgram(modules, empty, options), options)

const containerOf = (
  { program, toReflection }: EmittedProgram,
  { signing, stripReflection, rootSignature }: EmitOptions,
): Uint8Array =>
  assembleContainer(program, {
    signing,
    extraParts: rootSignature ? [{ name: 'RTS0', data: rootSignature }] : [],
    ...(stripReflection ? {} : { toReflection }),
  })
