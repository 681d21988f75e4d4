// Slang's layout of several translation units and imported modules as one program: registers, offsets and strides of every parameter.

import type { BindingProblem } from '../binding/binding.ts'
import { type LayoutProblem, layOutProgram, type ProgramLayout, type SlangUnit } from '../binding/slang_program.ts'
import { type Diagnostics, TooManyErrors } from '../diag/diagnostics.ts'
import { NOWHERE, Sources, type Span } from '../diag/sources.ts'
import { slangUnit } from '../explain/slang_unit.ts'
import { checkUnit } from '../hlsl/check/program.ts'
import { parseSource } from '../hlsl/parse/translation_unit.ts'
import { plainDefines, plainIncluder, unwrapped } from './callbacks.ts'
import { checkProgram } from './check_options.ts'
import { type CompileOptions, diagnosticsFor, preprocessorTarget } from './options.ts'
import { type Report, reportOf } from './report.ts'

/** A translation unit or module: its file name and text. */
export interface SlangSource {
  readonly name: string
  readonly source: string
  /** Further source files of the unit, in the order they were added; they see what the ones before declare. */
  readonly files?: readonly { readonly name: string; readonly source: string }[]
}

export interface SlangLayoutResult extends Report {
  readonly ok: boolean
  /** undefined when a source has errors; with problems of binding it is there, and `ok` is false. */
  readonly layout: ProgramLayout | undefined
  /** Where the units declare their parameters. */
  readonly declarations: readonly SlangDeclaration[]
}

export interface SlangDeclaration {
  readonly unit: string
  readonly name: string
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Which target it is changes no layout; the newest takes what older ones do. */
const NEWEST_TARGET = 'cs_6_8'

/**
 * Lays out a program: units in the order given, then modules in the order in which they were imported. Entry points are the functions with
 * [numthreads] or [shader], and options.entry. Bodies are checked but change nothing.
 */
export function slangLayout(
  units: readonly SlangSource[],
  modules: readonly SlangSource[] = [],
  options: Omit<CompileOptions, 'target' | 'fileName' | 'language'> & { readonly target?: string } = {},
): SlangLayoutResult {
  checkProgram('slangLayout', units, modules, options)
  const sources = new Sources()
  const full = { ...options, target: options.target ?? NEWEST_TARGET }
  const diagnostics = diagnosticsFor(full, sources)
  let layout: ProgramLayout | undefined
  const places = new Map<string, Span>()
  try {
    const read = (list: readonly SlangSource[]) => list.map(s => readUnit(s, full, diagnostics, places))
    const request = { units: read(units), modules: read(modules) }
    if (diagnostics.errorCount === 0) {
      layout = layOutProgram(request, { autoSpace: options.autoBindingSpace ?? 0 })
      for (const problem of layout.problems) reportProblem(problem, places, diagnostics)
    }
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw unwrapped(error)
  }
  return {
    ok: layout !== undefined && diagnostics.errorCount === 0,
    layout,
    ...reportOf(diagnostics),
    declarations: [...places].flatMap(([key, { pos }]) => {
      const at = sources.locate(pos)
      const split = key.lastIndexOf('\n')
      const [unit, name] = [key.slice(0, split), key.slice(split + 1)]
      return at ? [{ unit, name, file: at.file, line: at.line, column: at.column }] : []
    }),
  }
}

const placeKey = (unit: string, name: string): string => `${unit}\n${name}`

function readUnit(
  { name, source: text, files }: SlangSource,
  options: CompileOptions,
  diagnostics: Diagnostics,
  places: Map<string, Span>,
): SlangUnit {
  const target = preprocessorTarget(options.target, diagnostics)
  const none: SlangUnit = { name, parameters: [], entryPoints: [] }
  if (!target) return none
  const hlslVersion = options.hlslVersion === '202x' ? 2021 : Number(options.hlslVersion ?? '2021')
  const native16Bit = options.enable16BitTypes ?? false
  const include = plainIncluder(options.include)
  const defines = plainDefines(options.defines)
  const source = [text, ...(files ?? []).map(f => `#line 1 ${JSON.stringify(f.name)}\n${f.source}`)].join('\n')
  const parsed = parseSource(
    { source, name, defines, include, target, hlslVersion, enable16BitTypes: native16Bit },
    diagnostics,
  )
  if (diagnostics.errorCount > 0) return none
  const orientation = options.packMatrix ?? 'column_major'
  const checkOptions = {
    entry: options.entry ?? 'main',
    stage: target.stage,
    shaderModel: target,
    hlslVersion,
    native16Bit,
    packMatrix: orientation,
    binding: 'slang' as const,
  }
  const checked = checkUnit(parsed, checkOptions, diagnostics)
  if (!checked) return none
  for (const g of checked.globals) {
    places.set(placeKey(name, g.name), g)
    if (g.kind === 'cbuffer') for (const { symbol } of g.members) places.set(placeKey(name, symbol.name), symbol)
  }
  return slangUnit(name, { ...checked, orientation, native16Bit })
}

function reportProblem(problem: LayoutProblem, places: ReadonlyMap<string, Span>, diagnostics: Diagnostics): void {
  if (problem.kind === 'type-mismatch' || problem.kind === 'binding-mismatch') {
    const { name, unit, firstUnit } = problem
    const span = places.get(placeKey(unit, name)) ?? NOWHERE
    diagnostics.report(problem.kind === 'type-mismatch' ? 'E3930' : 'E3931', span, { name, firstUnit })
  } else reportBinding(problem, diagnostics)
}

function reportBinding(problem: BindingProblem, diagnostics: Diagnostics): void {
  if (problem.kind === 'overlap') {
    const { placement, other } = problem
    diagnostics.report('E3908', NOWHERE, {
      name: placement.request.name,
      register: placement.lower,
      other: other.request.name,
      otherRegister: other.lower,
      space: placement.space,
    })
  } else {
    const { name } = problem.request
    diagnostics.report(problem.kind === 'past-end' ? 'E3903' : 'E3909', NOWHERE, { name })
  }
}
