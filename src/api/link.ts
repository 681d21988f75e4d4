// Linking: libraries to a shader or to a library, by the way that compiled source takes behind its front end.

import { readSubobjects } from '../assemble/rdat_subobjects.ts'
import { BYTES, checkArgument, checkOptions, listOf, record, STRING } from '../base/arguments.ts'
import { decodePart } from '../container/parts.ts'
import { compilerVersionStrings } from '../container/version.ts'
import type { Diagnostics } from '../diag/diagnostics.ts'
import { NOWHERE, Sources } from '../diag/sources.ts'
import { ShaderFlag } from '../dxil/shader_flags.ts'
import { type DebugSources, NO_SOURCES } from '../emit/debug_metadata.ts'
import type { CodeOptions, ShaderTarget } from '../ir/module.ts'
import { type Library, type LinkInput, readLibrary } from '../link/library.ts'
import { type LibraryExports, linkLibrary } from '../link/link_library.ts'
import { type Linked, type LinkWatch, linkShader } from '../link/link_shader.ts'
import { LinkProblem } from '../link/problem.ts'
import { Symbols } from '../link/symbols.ts'
import { usesVectors } from '../link/vector_operations.ts'
import type { Subobject } from '../spec/subobjects.ts'
import { finishModule } from './back_end.ts'
import { rethrow } from './callbacks.ts'
import { LINK } from './check_options.ts'
import type { DebugRequest } from './debug_options.ts'
import type { EmitOptions, Emitted } from './emit_container.ts'
import { exportNames } from './exports.ts'
import {
  type CompileOptions,
  diagnosticsFor,
  isKnownTo,
  isOffline,
  type ResolvedOptions,
  resolveOptions,
} from './options.ts'
import { type Report, reportOf } from './report.ts'
import { libraryFlags } from './subobjects.ts'

export type { LinkInput } from '../link/library.ts'

/** What link() can be asked; each option means what it does for compile(). */
export type LinkOptions = Pick<
  CompileOptions,
  | 'target'
  | 'entry'
  | 'exports'
  | 'exportShadersOnly'
  | 'allResourcesBound'
  | 'autoBindingSpace'
  | 'resMayAlias'
  | 'validatorVersion'
  | 'sign'
  | 'stripReflection'
  | 'keepReflectionInDxil'
  | 'stripRootSignature'
  | 'stripDebug'
  | 'debugFile'
  | 'warningsAsErrors'
  | 'noWarnings'
  | 'disabledWarnings'
  | 'errorLimit'
>

/** Plain data; there is a container exactly when `ok`. */
export type LinkResult =
  | (Report & { readonly ok: true; readonly container: Uint8Array })
  | (Report & { readonly ok: false; readonly container?: undefined })

const INPUTS = {
  what: 'an array of { name, container }',
  fits: listOf(record('', { name: STRING, container: BYTES })).fits,
}
const IDENT = 'dxilkit 0.1.0'

/**
 * Links libraries (lib_6_x and later), of DXC or dxilkit, to the shader of an entry point, or to a library when the target is one.
 * @throws TypeError for arguments that are none, InternalError when dxilkit itself is at fault; never for bad input
 */
export function link(inputs: readonly LinkInput[], options: LinkOptions): LinkResult {
  checkArgument('link', 'inputs', inputs, INPUTS)
  checkOptions('link', options, LINK, ['target'])
  const diagnostics = diagnosticsFor(options, new Sources())
  const emitted = attempt(inputs, options, diagnostics)
  const report = reportOf(diagnostics)
  if (!emitted || diagnostics.errorCount > 0) return { ...report, ok: false }
  return { ...report, ok: true, container: emitted.container }
}

function attempt(inputs: readonly LinkInput[], options: LinkOptions, diagnostics: Diagnostics): Emitted | undefined {
  try {
    const resolved = resolveOptions({ ...options, entry: options.entry ?? 'main' }, diagnostics)
    if (!resolved) return undefined
    if (!isKnownTo(resolved)) diagnostics.report('E4116', NOWHERE, { profile: options.target })
    if (inputs.length === 0) diagnostics.report('E4113', NOWHERE, {})
    return diagnostics.errorCount > 0
      ? undefined
      : linked(
          inputs.map(i => readLibrary(i, !options.stripDebug)),
          options,
          resolved,
          diagnostics,
        )
  } catch (error) {
    if (error instanceof LinkProblem) diagnostics.report(error.code, NOWHERE, error.args)
    else rethrow('while linking', error)
    return undefined
  }
}

function linked(
  libraries: readonly Library[],
  options: LinkOptions,
  resolved: ResolvedOptions,
  diagnostics: Diagnostics,
): Emitted | undefined {
  const { target, entry } = resolved
  checkVersions(libraries)
  const symbols = new Symbols(libraries)
  const watch: LinkWatch = {
    differ: (name, first, second) => void diagnostics.report('W4100', NOWHERE, { name, first, second }),
  }
  const code = codeOptions(libraries, options, target)
  const isLibrary = target.stage === 'lib'
  const exports: LibraryExports = {
    names: exportNames(options.exports ?? [], diagnostics),
    shadersOnly: options.exportShadersOnly ?? false,
  }
  if (diagnostics.errorCount > 0) return undefined
  const made: Linked = isLibrary
    ? linkLibrary(symbols, exports, target, code, watch)
    : linkShader(symbols, entry, target, code, watch)
  const subobjects = isLibrary ? linkedSubobjects(libraries) : []
  const emit: EmitOptions = {
    validator: resolved.validator,
    signing: resolved.signing,
    ident: IDENT,
    stripReflection: options.stripReflection ?? false,
    keepReflection: options.keepReflectionInDxil,
    rootSignature: options.stripRootSignature ? undefined : made.rootSignature,
    subobjects,
    libraryFlags: libraryFlags(subobjects, resolved.validator),
    autoBindingSpace: isLibrary ? options.autoBindingSpace : undefined,
    debug: debugOf(options, made.sources),
    isLinked: true,
  }
  const autoSpace = options.autoBindingSpace ?? 0
  return finishModule(made.module, { policy: 'dxc', autoSpace, emit }, diagnostics, (_phase, run) => run())
}

/** As in DXC, a linked container has the debug information that libraries have, and names a debug file, though none is written. */
function debugOf({ debugFile }: LinkOptions, sources: DebugSources | undefined): DebugRequest {
  return {
    kind: sources ? 'full' : 'source',
    isEmbedded: sources !== undefined,
    hasFile: false,
    isPrivate: false,
    fileName: debugFile === undefined || /[/\\]$/.test(debugFile) ? '' : debugFile,
    hashesSource: false,
    sourceInModule: false,
    sources: sources ?? NO_SOURCES,
    arguments: [],
  }
}

/** Compilers that say which commit they are made of have to be the same, as for DXC's linker. dxilkit tells no commit and goes with each of them. */
function checkVersions(libraries: readonly Library[]): void {
  const stated = libraries.flatMap(({ name, container }) => {
    const part = container.parts.find(p => p.name === 'VERS')
    if (!part) return []
    const { commit, custom } = compilerVersionStrings(decodePart('VERS', part.data, part.offset))
    return commit || custom ? [{ name, version: String(part.data) }] : []
  })
  const [first] = stated
  const other = stated.find(s => s.version !== first?.version)
  if (first && other) throw new LinkProblem('E4117', { first: first.name, second: other.name })
}

/** Those of all libraries, each name once. @throws LinkProblem when two of a name differ */
function linkedSubobjects(libraries: readonly Library[]): readonly Subobject[] {
  const known = new Map<string, { readonly subobject: Subobject; readonly from: string }>()
  for (const { name: from, rdat } of libraries) {
    for (const subobject of rdat ? readSubobjects(rdat) : []) {
      const other = known.get(subobject.name)
      if (!other) known.set(subobject.name, { subobject, from })
      else if (!isSame(other.subobject, subobject))
        throw new LinkProblem('E4115', { name: subobject.name, first: other.from, second: from })
    }
  }
  return [...known.values()].map(k => k.subobject)
}

const isSame = (a: Subobject, b: Subobject): boolean =>
  a.kind === b.kind && a.values.every((v, i) => String(v) === String(b.values[i]))

/** What the libraries were compiled with decides how their code is read. */
function codeOptions(libraries: readonly Library[], options: LinkOptions, target: ShaderTarget): CodeOptions {
  const has = (flag: bigint): boolean =>
    libraries.some(({ program }) => program.entries.some(e => (e.properties.shaderFlags & flag) !== 0n))
  return {
    native16Bit: has(ShaderFlag.UseNativeLowPrecision),
    ieeeStrict: has(ShaderFlag.DisableMathRefactoring),
    allResourcesBound: options.allResourcesBound ?? has(ShaderFlag.AllResourcesBound),
    resMayAlias: options.resMayAlias ?? false,
    payloadQualifiers: target.stage === 'lib' && target.minor >= 7,
    optimization: 3,
    binding: 'dxc',
    isLinked: true,
    // DXC's linker before 1.9 knows no vectors. It can link libraries without them, and must be able to link what is made of those.
    isScalar: isOffline(target) && !libraries.some(({ module }) => usesVectors(module)),
  }
}
