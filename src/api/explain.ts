// Explanations as functions: why each resource of a shader is bound where it is, and how its buffers are laid out.

import type { BindingPolicy } from '../binding/binding.ts'
import { NOWHERE, Sources } from '../diag/sources.ts'
import { explainBindings as explainPlacements } from '../explain/bindings.ts'
import { type BindingsExplanation, type DeclaredAt, nameOf, type RequestFacts } from '../explain/bindings_model.ts'
import { type BindingsComparison, compareBindings as comparePolicies, plainName } from '../explain/compare_bindings.ts'
import { explainProgram as explainLayoutOf, type ProgramExplanation } from '../explain/program.ts'
import type { Program } from '../hlsl/tree/typed.ts'
import { typeText } from '../hlsl/tree/types.ts'
import type { Resource } from '../ir/module.ts'
import { type NumberedResources, type ResourceRequest, resourceOf } from '../passes/bind/number_resources.ts'
import { REGISTER_LETTER, UNBOUNDED } from '../spec/resource_classes.ts'
import { RELEASED_MINOR } from '../spec/stages.ts'
import { checkExplain, checkProgram } from './check_options.ts'
import { compileWatched } from './compile.ts'
import { guessEntry } from './entry_points.ts'
import { type CompileOptions, diagnosticsFor } from './options.ts'
import { type Report, reportOf } from './report.ts'
import { type SlangSource, slangLayout } from './slang_layout.ts'

/** Options of compile(); without a target the newest shader model is taken, without an entry `main` or else the first that can be one. */
export type ExplainOptions = Omit<CompileOptions, 'target'> & { readonly target?: string }

export interface BindingsResult extends Report {
  /** False when there are errors; problems of binding among them still leave an explanation. */
  readonly ok: boolean
  /** undefined when compilation ended before the resources were bound, and for libraries, whose registers are given by who links them. */
  readonly explanation: BindingsExplanation | undefined
}

/** Accepts everything older ones do; which model it is changes no binding. */
export const NEWEST_TARGET = `cs_6_${RELEASED_MINOR}`

/** Fills in what was left open; the name of the entry point when nothing tells its stage. */
function completed(source: string, options: ExplainOptions): CompileOptions | string {
  // LLVM text names its profile itself.
  if (options.language === 'llvm') return { ...options, target: options.target ?? '' }
  if (options.target !== undefined && options.entry !== undefined) return { ...options, target: options.target }
  const { entry, stage } = guessEntry(source, { ...options, target: options.target ?? NEWEST_TARGET })
  // Without an entry point that is what compile() complains about.
  if (options.target === undefined && stage === undefined && entry !== undefined) return entry
  const target = options.target ?? `${stage ?? 'cs'}_6_${RELEASED_MINOR}`
  return entry === undefined ? { ...options, target } : { ...options, target, entry }
}

/** Nothing says what the entry point is. */
function unknownStage(entry: string, options: ExplainOptions): BindingsResult {
  const diagnostics = diagnosticsFor(options, new Sources())
  diagnostics.report('E4041', NOWHERE, { name: entry, target: `ps_6_${RELEASED_MINOR}` })
  return { ok: false, explanation: undefined, ...reportOf(diagnostics) }
}

/**
 * Binds the resources of a shader under options.binding and says why each landed where it did.
 * @throws InternalError when dxilkit itself is at fault; never for bad input
 */
export function explainBindings(source: string, options: ExplainOptions = {}): BindingsResult {
  checkExplain('explainBindings', source, options)
  const full = completed(source, options)
  if (typeof full === 'string') return unknownStage(full, options)
  let program: Program | undefined
  let explanation: BindingsExplanation | undefined
  const result = compileWatched(source, full, {
    program: checked => {
      program = checked
    },
    bound: (bound, sources) => {
      explanation = explain(bound, full, program, sources)
    },
  })
  const { ok, diagnostics, text } = result
  return { ok, explanation, diagnostics, text }
}

/**
 * Binds under all three policies and says what differs and why; options.binding is ignored.
 * @returns comparison undefined: the source has errors under every policy (those under DXC's rules are in `diagnostics`)
 */
export function compareBindings(
  source: string,
  options: ExplainOptions = {},
): Omit<BindingsResult, 'explanation'> & { readonly comparison: BindingsComparison | undefined } {
  checkExplain('compareBindings', source, options)
  const run = (binding: BindingPolicy) => explainBindings(source, { ...options, binding })
  const [dxc, llvm, slang] = [run('dxc'), run('llvm'), run('slang')]
  const compared = ({ explanation, diagnostics }: BindingsResult) => ({
    explanation,
    error: diagnostics.find(d => d.severity === 'error')?.message,
  })
  const comparison = comparePolicies({ dxc: compared(dxc), llvm: compared(llvm), slang: compared(slang) })
  const { ok, diagnostics, text } = dxc
  return { ok, diagnostics, text, comparison }
}

/**
 * Lays out several translation units, in the order given, and the modules they import, as one program under Slang's rules.
 * Units that declare the same parameter share it.
 */
export function explainProgram(
  units: readonly SlangSource[],
  modules: readonly SlangSource[] = [],
  options: Omit<ExplainOptions, 'fileName' | 'language'> = {},
): Omit<BindingsResult, 'explanation'> & { readonly explanation: ProgramExplanation | undefined } {
  checkProgram('explainProgram', units, modules, options)
  const { ok, layout, diagnostics, text, declarations } = slangLayout(units, modules, options)
  const places = new Map(declarations.map(d => [`${d.unit}\n${d.name}`, d]))
  const declaredAt = (unit: string, name: string): DeclaredAt | undefined => places.get(`${unit}\n${name}`)
  const file = units.map(u => u.name).join(', ')
  const autoSpace = options.autoBindingSpace ?? 0
  return {
    ok,
    diagnostics,
    text,
    explanation: layout && explainLayoutOf({ file, autoSpace, layout, declaredAt }),
  }
}

function explain(
  { requests, placements, reserved = [], problems }: NumberedResources,
  options: CompileOptions,
  program: Program | undefined,
  sources: Sources,
): BindingsExplanation {
  return explainPlacements({
    file: options.fileName ?? 'hlsl.hlsl',
    entry: options.entry ?? 'main',
    target: options.target || 'LLVM text',
    policy: options.binding ?? 'dxc',
    autoSpace: options.autoBindingSpace ?? 0,
    requests: withoutSplit(requests),
    placements,
    reserved,
    problems,
    factsOf: request => factsOf(resourceOf(request), program, sources),
  })
}

/** What stood for all elements of a struct's member until the policy made resources of some is no resource of its own. */
function withoutSplit(requests: NumberedResources['requests']): NumberedResources['requests'] {
  const keyOf = (r: ResourceRequest): string => `${r.class} ${r.parameter} ${plainName(r.name)}`
  const made = new Set(requests.filter(r => r.resource.member === undefined).map(keyOf))
  return requests.filter(r => r.resource.member === undefined || r.used || !made.has(keyOf(r)))
}

function factsOf(resource: Resource, program: Program | undefined, sources: Sources): RequestFacts {
  const global = program?.globals[resource.parameter]
  const letter = REGISTER_LETTER[resource.class]
  // Of an annotation without a letter only the space counts, and for every class. LLVM text has no declarations.
  const found = program
    ? (global?.registers.find(r => r.letter === letter) ?? global?.registers.find(r => r.letter === undefined))
    : { number: resource.register, space: resource.space || undefined }
  return {
    type: typeOf(resource, program),
    declared: placeOf(resource.pos, sources),
    root: global?.name ?? nameOf(resource),
    // A register is in space 0 unless it says otherwise; whether it did makes no difference.
    written: {
      register: found?.number ?? null,
      space: found?.number !== undefined && found.space === 0 ? null : (found?.space ?? null),
    },
  }
}

function placeOf(pos: number, sources: Sources): DeclaredAt | null {
  const at = sources.locate(pos)
  return at ? { file: at.file, line: at.line, column: at.column } : null
}

/** As declared where the resource is a declaration of its own; parts of structs by their own type. */
function typeOf(resource: Resource, program: Program | undefined): string {
  const global = program?.globals[resource.parameter]
  if (global?.kind === 'cbuffer') return global.isTBuffer ? 'tbuffer' : 'cbuffer'
  if (global && global.name === resource.name) return typeText(global.type)
  const { typeName, rangeSize } = resource
  return rangeSize === 1 ? typeName : `${typeName}[${rangeSize === UNBOUNDED ? '' : rangeSize}]`
}
