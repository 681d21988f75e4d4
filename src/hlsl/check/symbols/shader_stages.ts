// [shader("...")]: names of stages, which may not contradict each other or the profile.

import { STAGES, type Stage, stageOfName, stageOfPrefix } from '../../../spec/stages.ts'
import type { Attribute, FunctionSymbol } from '../../tree/typed.ts'
import { type Checker, note, report } from '../core/context.ts'

/** What the attribute may name. */
const NAMES: readonly string[] = STAGES.map(s => s.name).filter(name => name !== 'library')

const isStage = ({ name, args }: Attribute): boolean => name === 'shader' && typeof args[0] === 'string'
const stagesOf = (attributes: readonly Attribute[]): readonly Attribute[] => attributes.filter(isStage)

/** That of the profile; in a library that of the last [shader("...")]. */
export function stageOfEntry({ options }: Checker, { attributes }: FunctionSymbol): Stage | undefined {
  if (options.stage !== 'lib') return stageOfPrefix(options.stage)
  return stageOfName(String(attributes.findLast(a => a.name === 'shader')?.args[0]))
}

/** Reports unknown stages, and each that another one behind it contradicts. */
export function checkStages(checker: Checker, attributes: readonly Attribute[]): void {
  if (attributes.length === 0) return
  const given = stagesOf(attributes)
  for (const [i, attribute] of given.entries()) {
    const stage = String(attribute.args[0])
    if (!NAMES.includes(stage)) {
      report(checker, 'E2330', attribute, { name: 'shader', values: NAMES.join(',') })
      continue
    }
    const next = given[i + 1]
    if (!next || next.args[0] === stage) continue
    const error = report(checker, 'E2328', attribute, { stage, other: String(next.args[0]) })
    note(checker, error, 'N2017', next, {})
  }
}

/** Reports a profile that is not the one the entry point was written for. */
export function checkProfile(checker: Checker, entry: FunctionSymbol): void {
  const { stage, shaderModel } = checker.options
  const wanted = stageOfPrefix(stage)?.name
  const last = entry.attributes.findLast(isStage)
  const given = last && String(last.args[0])
  if (!last || !wanted || stage === 'lib' || given === wanted || !NAMES.includes(given!)) return
  const profile = `${stage}_${shaderModel.major}_${shaderModel.minor}`
  report(checker, 'E2329', last, { stage: wanted, profile, given: given!, name: entry.name })
}
