// Slang's layout of several translation units and modules in the form of an explanation: the same table, pictures and reasons, and what
// reflection tells of each parameter.

import type { BindingProblem, BindingRequest } from '../binding/binding.ts'
import type { LayoutProblem, ProgramLayout, ReflectedParameter, ReflectedVariable } from '../binding/slang_program.ts'
import { REGISTER_LETTER, UNBOUNDED } from '../spec/resource_classes.ts'
import { explainBindings } from './bindings.ts'
import { type BindingsExplanation, type DeclaredAt, type RequestFacts, requestOf } from './bindings_model.ts'
import { registersText } from './register_text.ts'

export interface ProgramExplanation extends BindingsExplanation {
  /** In global order: user code, then modules. */
  readonly parameters: readonly ReflectedParameter[]
}

export interface ProgramInput {
  readonly file: string
  readonly autoSpace: number
  readonly layout: ProgramLayout
  readonly declaredAt: (unit: string, name: string) => DeclaredAt | undefined
}

export function explainProgram({ file, autoSpace, layout, declaredAt }: ProgramInput): ProgramExplanation {
  const problems = layout.problems.filter(isBindingProblem)
  const failed = problems.map(requestOf)
  const requests = [...new Set([...layout.placements.map(p => p.request), ...failed])]
  const explanation = explainBindings({
    file,
    entry: '',
    target: '',
    policy: 'slang',
    autoSpace,
    requests,
    placements: layout.placements,
    problems,
    factsOf: request => factsOf(request, layout, declaredAt),
  })
  return { ...explanation, parameters: layout.parameters }
}

const isBindingProblem = (p: LayoutProblem): p is BindingProblem =>
  p.kind !== 'type-mismatch' && p.kind !== 'binding-mismatch'

function factsOf(request: BindingRequest, layout: ProgramLayout, declaredAt: ProgramInput['declaredAt']): RequestFacts {
  const parameter = layout.parameters[request.parameter]
  const { register = null, space = null } = request
  const written = { register, space: register !== null && space === 0 ? null : space }
  const leaf = parameter && leafNamed(parameter, parameter.name, request.name)
  // Buffers of loose data are nobody's declaration.
  if (!parameter || !leaf) return { root: request.name, type: 'cbuffer', declared: null, written }
  const declared = declaredAt(parameter.unit, parameter.name)
  return {
    root: parameter.name,
    type: leaf === parameter ? leaf.type : withCount(leaf.type, request.rangeSize),
    declared: declared ? { file: declared.file, line: declared.line, column: declared.column } : null,
    written,
  }
}

/** The variable whose path, joined as the split joins it, is `name`. */
function leafNamed(variable: ReflectedVariable, path: string, name: string): ReflectedVariable | undefined {
  if (path === name) return variable
  if (!name.startsWith(`${path}_`)) return undefined
  for (const field of variable.fields) {
    const found = leafNamed(field, `${path}_${field.name}`, name)
    if (found) return found
  }
  return undefined
}

const withCount = (type: string, count: number): string =>
  count === 1 ? type : `${type.replace(/\[.*$/, '')}[${count === UNBOUNDED ? '' : count}]`

// ---- as text -------------------------------------------------------------------------------------------------------------------------

/** Rows of the reflection table: name (indented), type, unit, where. */
export function reflectionRows(parameters: readonly ReflectedParameter[]): string[][] {
  const rows: string[][] = []
  const add = (v: ReflectedVariable, depth: number, unit: string): void => {
    rows.push([
      `${'  '.repeat(depth)}${v.name === '' ? '(result)' : v.name}`,
      v.type,
      unit,
      v.ranges.map(r => rangeText(r, depth > 0)).join('; '),
    ])
    for (const field of v.fields) add(field, depth + 1, '')
  }
  for (const p of parameters) add(p, 0, p.entryPoint === undefined ? p.unit : `${p.unit}, ${p.role} of ${p.entryPoint}`)
  return rows
}

function rangeText(
  { kind, space, register, offset, count, stride }: ReflectedVariable['ranges'][number],
  isField: boolean,
): string {
  const step = stride === undefined || stride === 0 ? '' : `, stride ${stride}`
  const end = count === 'unbounded' ? null : register + count - 1
  if (kind === 'uniform') {
    const first = isField ? offset : register
    const bytes = end === null ? `${first}→` : `${first}-${first + end - register}`
    return `bytes ${isField ? '+' : ''}${bytes}${step}`
  }
  if (kind === 'input' || kind === 'output' || kind === 'space')
    return `${kind} ${registersText('', register, end)}${step}`
  const where = `${registersText(REGISTER_LETTER[kind], register, end)}${space === 0 ? '' : `, space ${space}`}`
  return `${where}${isField ? ` (+${offset})` : ''}${step}`
}
