// The preprocessor alone: text as -P prints it, or just the names of the files a source includes.
// Invariant: like compile(), never throws for bad input.

import type { Diagnostics } from '../diag/diagnostics.ts'
import { Sources } from '../diag/sources.ts'
import { type PreprocessOptions, preprocess } from '../hlsl/preprocess/preprocessor.ts'
import { preprocessToText } from '../hlsl/preprocess/text.ts'
import { plainDefines, plainIncluder, rethrow } from './callbacks.ts'
import { checkCompile } from './check_options.ts'
import { type CompileOptions, diagnosticsFor, preprocessorTarget, versionOf } from './options.ts'
import { type Report, reportOf } from './report.ts'

export interface PreprocessResult extends Report {
  /** True when there were no errors; `value` is what could be had even when there were. */
  readonly ok: boolean
}

/** The source with macros expanded and includes in place; every profile of DXC's is accepted. */
export function preprocessSource(
  source: string,
  options: CompileOptions,
): PreprocessResult & { readonly value: string } {
  checkCompile('preprocessSource', source, options)
  return run(source, options, '', preprocessToText)
}

/** Names of the files a source includes, each once, in order of first inclusion. */
export function listIncludes(
  source: string,
  options: CompileOptions,
): PreprocessResult & { readonly value: readonly string[] } {
  checkCompile('listIncludes', source, options)
  return run<readonly string[]>(source, options, [], (o, d) => preprocess(o, d).includedFiles)
}

function run<T>(
  source: string,
  options: CompileOptions,
  nothing: T,
  work: (options: PreprocessOptions, diagnostics: Diagnostics) => T,
): PreprocessResult & { readonly value: T } {
  const diagnostics = diagnosticsFor(options, new Sources())
  let value = nothing
  try {
    const preprocessing = preprocessOptions(source, options, diagnostics)
    if (preprocessing) value = work(preprocessing, diagnostics)
  } catch (error) {
    rethrow("in phase 'preprocess'", error)
  }
  return {
    ok: diagnostics.errorCount === 0,
    value,
    ...reportOf(diagnostics),
  }
}

/** What the preprocessor and the parser are told; undefined (reported) when there is no such target. */
export function preprocessOptions(
  source: string,
  options: CompileOptions,
  diagnostics: Diagnostics,
): PreprocessOptions | undefined {
  const target = preprocessorTarget(options.target, diagnostics)
  return target && preprocessOptionsFor(source, options, target)
}

/** The same, for a target that is known. */
export const preprocessOptionsFor = (
  source: string,
  options: CompileOptions,
  target: PreprocessOptions['target'],
): PreprocessOptions => ({
  source,
  name: options.fileName ?? 'hlsl.hlsl',
  defines: plainDefines(options.defines),
  include: plainIncluder(options.include),
  target,
  hlslVersion: versionOf(options),
  enable16BitTypes: options.enable16BitTypes ?? false,
  ignoreLineDirectives: options.ignoreLineDirectives ?? false,
  legacyMacroExpansion: options.legacyMacroExpansion ?? false,
})
