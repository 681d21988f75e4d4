// Lowers HLSL text for tests: front end, lowering, verifier.

import { Diagnostics } from '../../src/diag/diagnostics.ts'
import { Sources } from '../../src/diag/sources.ts'
import { checkProgram } from '../../src/hlsl/check/program.ts'
import { parseSource } from '../../src/hlsl/parse/translation_unit.ts'
import type { Module } from '../../src/ir/module.ts'
import { printModule } from '../../src/ir/text.ts'
import { verifyModule } from '../../src/ir/verify.ts'
import { lowerProgram } from '../../src/lower/module.ts'

export interface LoweredOptions {
  /** Minor of the shader model; default 0. */
  readonly minor?: number
  readonly entry?: string
  readonly native16Bit?: boolean
  readonly ieeeStrict?: boolean
  readonly hlslVersion?: number
  readonly packMatrix?: 'row_major' | 'column_major'
  readonly defines?: readonly string[]
  /** With debug information. */
  readonly debug?: boolean
}

export interface Lowered {
  /** Absent when the front end reported errors. */
  readonly module: Module | undefined
  /** `line:column code message` of every diagnostic. */
  readonly messages: readonly string[]
  /** What the verifier says, '' when the module is well formed. */
  readonly complaints: string
}

export function lowered(source: string, options: LoweredOptions = {}): Lowered {
  const sources = new Sources()
  const diagnostics = new Diagnostics(sources)
  const module = lowerSource(source, options, diagnostics)
  const messages = diagnostics.list.map(d => {
    const at = sources.locate(d.span.pos)
    return `${at?.line ?? 0}:${at?.column ?? 0} ${d.code} ${d.message}`
  })
  return { module, messages, complaints: module ? verifyModule(module) : '' }
}

function lowerSource(source: string, options: LoweredOptions, diagnostics: Diagnostics): Module | undefined {
  const { entry = 'main', native16Bit = false, hlslVersion = 2021, packMatrix } = options
  const target = { stage: 'cs', major: 6, minor: options.minor ?? 0 } as const
  const defines = options.defines ?? []
  const unit = parseSource(
    { source, name: 'test.hlsl', defines, include: undefined, target, hlslVersion, enable16BitTypes: native16Bit },
    diagnostics,
  )
  if (diagnostics.errorCount > 0) return undefined
  const check = { entry, stage: 'cs', shaderModel: target, hlslVersion, native16Bit }
  const program = checkProgram(unit, packMatrix ? { ...check, packMatrix } : check, diagnostics)
  if (!program) return undefined
  const code = {
    native16Bit,
    ieeeStrict: options.ieeeStrict ?? false,
    allResourcesBound: false,
    optimization: 3,
    ...(options.debug ? { debug: true } : {}),
  } as const
  return lowerProgram(program, { target, code }, diagnostics)
}

/** The instructions of the entry, without resources and types. */
export function functionText(module: Module): string {
  const text = printModule(module)
  return text.slice(text.indexOf('func '))
}
