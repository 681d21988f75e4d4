// How the constant and structured buffers of a source are laid out: from its declarations alone, no entry point needed.

import type { Diagnostics } from '../diag/diagnostics.ts'
import { Sources } from '../diag/sources.ts'
import { explainLayout as explainBuffers } from '../explain/layout.ts'
import type { LayoutExplanation } from '../explain/layout_model.ts'
import { checkDeclarations } from '../hlsl/check/program.ts'
import { parseSource } from '../hlsl/parse/translation_unit.ts'
import { packingRules } from '../hlsl/tree/layout.ts'
import { rethrow } from './callbacks.ts'
import { checkExplain } from './check_options.ts'
import { type ExplainOptions, NEWEST_TARGET } from './explain.ts'
import { type CompileOptions, diagnosticsFor } from './options.ts'
import { type PreprocessResult, preprocessOptions } from './preprocess.ts'
import { reportOf } from './report.ts'

export interface LayoutResult extends PreprocessResult {
  /** undefined when there are errors in the source. */
  readonly explanation: LayoutExplanation | undefined
}

/**
 * Lays out every constant buffer and every structured buffer's element that the source declares, used or not. Any profile is accepted.
 * @throws InternalError when dxilkit itself is at fault; never for bad input
 */
export function explainLayout(source: string, options: ExplainOptions = {}): LayoutResult {
  checkExplain('explainLayout', source, options)
  const full = { ...options, target: options.target ?? NEWEST_TARGET }
  const sources = new Sources()
  const diagnostics = diagnosticsFor(full, sources)
  let explanation: LayoutExplanation | undefined
  try {
    explanation = explained(source, full, sources, diagnostics)
  } catch (error) {
    rethrow("in phase 'layout'", error)
  }
  const ok = diagnostics.errorCount === 0
  return {
    ok,
    explanation: ok ? explanation : undefined,
    ...reportOf(diagnostics),
  }
}

function explained(
  source: string,
  options: CompileOptions,
  sources: Sources,
  diagnostics: Diagnostics,
): LayoutExplanation | undefined {
  const parsing = preprocessOptions(source, options, diagnostics)
  if (!parsing) return undefined
  const unit = parseSource(parsing, diagnostics)
  if (diagnostics.errorCount > 0) return undefined
  const native16Bit = options.enable16BitTypes ?? false
  const orientation = options.packMatrix ?? 'column_major'
  const checking = {
    entry: '',
    stage: parsing.target.stage,
    shaderModel: parsing.target,
    hlslVersion: parsing.hlslVersion,
    native16Bit,
    packMatrix: orientation,
    binding: options.binding ?? 'dxc',
  }
  const globals = checkDeclarations(unit, checking, diagnostics)
  if (!globals) return undefined
  const placeOf = (pos: number) => {
    const at = sources.locate(pos)
    return at ? { file: at.file, line: at.line, column: at.column } : null
  }
  const packing = packingRules(orientation, native16Bit, checking.binding)
  return explainBuffers({ file: parsing.name, globals, packing, placeOf })
}
