// IR module -> signed container: emit/ makes the LLVM module, assemble/ every part; with debug information the program is emitted once more with it,
// for the container (ILDB) or for a debug file.

import { assembleContainer, compilerVersionPart, programPart } from '../assemble/assemble_container.ts'
import { buildPdb } from '../container/build_pdb.ts'
import { buildSourceInfo } from '../container/build_source_info.ts'
import { type PartData, readContainer, type Signing, writeContainer } from '../container/container.ts'
import { debugName, debugNameText, newDebugName } from '../container/debug_name.ts'
import { buildShaderHash } from '../container/hash.ts'
import { Reader } from '../container/io.ts'
import { readProgram } from '../dxil/program.ts'
import { type DebugSources, NO_SOURCES, setSources } from '../emit/debug_metadata.ts'
import { emitLibraryProgram } from '../emit/library.ts'
import { type EmittedProgram, emitProgram, type EmitOptions as ProgramOptions } from '../emit/program.ts'
import type { Module } from '../ir/module.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import { writeModule } from '../llvm/write/write_module.ts'
import type { Subobject } from '../spec/subobjects.ts'
import type { DebugRequest } from './debug_options.ts'

export interface EmitOptions extends Omit<ProgramOptions, 'debug'> {
  readonly signing: Signing
  /** -Qstrip_reflect: leave the STAT part out. */
  readonly stripReflection: boolean
  /** Bytes of the RTS0 part; none: no such part. */
  readonly rootSignature?: Uint8Array | undefined
  /** Subobjects of a library. */
  readonly subobjects?: readonly Subobject[]
  /** Debug information to make. */
  readonly debug?: DebugRequest | undefined
  /** Made by linking. */
  readonly isLinked?: boolean
}

/** A debug file as bytes, and the name that the container knows it by. */
export interface DebugFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface Emitted {
  readonly container: Uint8Array
  readonly pdb?: DebugFile
}

/** Emits the container of a finished module: a library, or a shader with its one entry point. */
export function emitContainer(module: Module, options: EmitOptions): Emitted {
  const { debug } = options
  if (!debug) return { container: assembled(emitted(module, options), options, {}) }
  const { isEmbedded, hashesSource, fileName } = debug
  const program = debug.kind === 'full' && module.debug ? new DebugProgram(module, options, debug) : undefined
  const whole = program && (isEmbedded || hashesSource) ? program.bitcode(true) : undefined
  const plain = emitted(module, options)
  const facts = readProgram(plain.program)
  const parts: PartData[] = []
  if (whole && isEmbedded) parts.push(programPart('ILDB', facts, whole))
  if (hashesSource) {
    // Without a program with sources it is the sources that count.
    const hashed = whole ?? buildSourceInfo(debug.sources.contents, debug.arguments)
    parts.push({ name: 'HASH', data: buildShaderHash(hashed, true) })
  }
  const nameOf = (hash: string): string => (fileName === '' ? `${hash}.pdb` : fileName)
  const container = assembled(plain, options, { parts, debugName: nameOf })
  if (!debug.hasFile) return { container }
  return withFile(module, options, debug, container, (isInside): PartData | undefined =>
    program ? programPart('ILDB', facts, program.bitcode(isInside)) : undefined,
  )
}

/** The program with debug information, as bitcode with the sources in it or without. */
class DebugProgram {
  readonly #m: LlvmModule
  readonly #sources: DebugSources

  constructor(module: Module, options: EmitOptions, { sources }: DebugRequest) {
    this.#m = emitted(module, options, sources).program
    this.#sources = sources
  }

  bitcode(withSources: boolean): Uint8Array {
    setSources(this.#m, withSources ? this.#sources : NO_SOURCES)
    return writeModule(this.#m)
  }
}

const emitted = (module: Module, options: EmitOptions, debug?: DebugSources): EmittedProgram => {
  const program: ProgramOptions = { ...options, debug }
  return module.target.stage === 'lib' ? emitLibraryProgram(module, program) : emitProgram(module, program)
}

function assembled(
  { program, toReflection }: EmittedProgram,
  { signing, stripReflection, rootSignature, subobjects = [], isLinked = false }: EmitOptions,
  { parts = [], debugName }: { readonly parts?: readonly PartData[]; readonly debugName?: (hash: string) => string },
): Uint8Array {
  return assembleContainer(program, {
    signing,
    subobjects,
    isLinked,
    extraParts: [...parts, ...(rootSignature ? [{ name: 'RTS0', data: rootSignature }] : [])],
    debugName,
    toReflection: stripReflection ? undefined : toReflection,
  })
}

/** Makes the debug file of a container; `programPart` gives its program, with the sources inside or not. */
function withFile(
  module: Module,
  options: EmitOptions,
  debug: DebugRequest,
  container: Uint8Array,
  program: (withSources: boolean) => PartData | undefined,
): Emitted {
  const { parts, validatorVersion } = { ...readContainer(container), validatorVersion: options.validator }
  const named = (name: string): PartData[] => parts.filter(p => p.name === name).map(({ data }) => ({ name, data }))
  const { sourceInModule, sources, kind } = debug
  const inModule = sourceInModule && kind === 'full'
  const sourceInfo = inModule ? [] : [{ name: 'SRCI', data: buildSourceInfo(sources.contents, debug.arguments) }]
  const ildb = program(inModule)
  const own = [
    ...named('ILDN'),
    ...named('HASH'),
    ...sourceInfo,
    ...(ildb ? [] : reflectionPart(module, options)),
    compilerVersionPart(options.ident, undefined, options.ident),
    ...(ildb ? [ildb] : []),
  ]
  const hash = named('HASH')[0]!.data.subarray(4)
  const bytes = buildPdb(writeContainer(own, validatorVersion, 'none'), hash)
  const name = debugNameOf(named('ILDN')[0]!.data)
  if (!debug.isPrivate) return { container, pdb: { name, bytes } }
  const all = [...parts.map(({ name: n, data }) => ({ name: n, data })), { name: 'PRIV', data: bytes }]
  return { container: writeContainer(all, validatorVersion, options.signing), pdb: { name, bytes } }
}

/** Of a container that may have none itself. */
function reflectionPart(module: Module, options: EmitOptions): PartData[] {
  const { program, toReflection } = emitted(module, options)
  const facts = readProgram(program)
  toReflection()
  return [programPart('STAT', facts, writeModule(program))]
}

function debugNameOf(data: Uint8Array): string {
  const part = newDebugName()
  debugName(new Reader(data, 0, 'ILDN'), part)
  return debugNameText(part)
}
