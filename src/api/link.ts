// Linking: libraries to a shader or to a library, by the way that compiled source takes behind its front end.

import { BYTES, checkArgument, checkOptions, listOf, record, STRING } from '../base/arguments.ts'
import { InternalError } from '../base/brand.ts'
import { type Diagnostics, TooManyErrors } from '../diag/diagnostics.ts'
import { NOWHERE, Sources } from '../diag/sources.ts'
import { ShaderFlag } from '../dxil/shader_flags.ts'
import type { CodeOptions, ShaderTarget } from '../ir/module.ts'
import { type Library, type LinkInput, readLibrary } from '../link/library.ts'
import { linkShader } from '../link/link_shader.ts'
import { LinkProblem } from '../link/problem.ts'
import { Symbols } from '../link/symbols.ts'
import { finishModule } from './back_end.ts'
import { LINK } from './check_options.ts'
import type { Emitted } from './emit_container.ts'
import { type CompileOptions, diagnosticsFor, type ResolvedOptions, resolveOptions } from './options.ts'
import { type Report, reportOf } from './report.ts'

export type { LinkInput } from '../link/library.ts'

/** What link() can be asked; each option means what it does for compile(). */
export type LinkOptions = Pick<
  CompileOptions,
  | 'target'
  | 'entry'
  | 'exports'
  | 'exportShadersOnly'
  | 'defaultLinkage'
  | 'allResourcesBound'
  | 'autoBindingSpace'
  | 'resMayAlias'
  | 'validatorVersion'
  | 'sign'
  | 'stripReflection'
  | 'stripRootSignature'
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
    if (inputs.length === 0) diagnostics.report('E4113', NOWHERE, {})
    return diagnostics.errorCount > 0 ? undefined : linked(inputs.map(readLibrary), options, resolved, diagnostics)
  } catch (error) {
    if (error instanceof TooManyErrors) return undefined
    if (!(error instanceof LinkProblem)) throw internal(error)
    diagnostics.report(error.code, NOWHERE, error.args)
    return undefined
  }
}

function internal(error: unknown): unknown {
  const what = error instanceof Error ? error.message : String(error)
  return new InternalError(`internal error while linking: ${what}`, { cause: error })
}

function linked(
  libraries: readonly Library[],
  options: LinkOptions,
  resolved: ResolvedOptions,
  diagnostics: Diagnostics,
): Emitted | undefined {
  const { target, entry } = resolved
  const symbols = new Symbols(libraries)
  const differ = (name: string, first: string, second: string): void =>
    void diagnostics.report('W4100', NOWHERE, { name, first, second })
  const { module, rootSignature } = linkShader(symbols, entry, target, codeOptions(libraries, options, target), {
    differ,
  })
  return finishModule(
    module,
    {
      policy: 'dxc',
      autoSpace: options.autoBindingSpace ?? 0,
      emit: {
        validator: resolved.validator,
        signing: resolved.signing,
        ident: IDENT,
        stripReflection: options.stripReflection ?? false,
        rootSignature: options.stripRootSignature ? undefined : rootSignature,
      },
    },
    diagnostics,
    (_phase, run) => run(),
  )
}

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
  }
}
