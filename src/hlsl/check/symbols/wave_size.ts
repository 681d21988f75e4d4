// [WaveSize(...)]: what it may ask for and whether the profile has it.

import type { Attribute } from '../../tree/typed.ts'
import { type Checker, report } from '../core/context.ts'

/** Reports what is wrong with wave sizes among the attributes of a function. Of entry points alone the profile has to have them. */
export function checkWaveSizes(checker: Checker, attributes: readonly Attribute[], isEntry: boolean): void {
  for (const attribute of attributes) {
    if (attribute.name !== 'wavesize') continue
    const problem = waveSizeProblem(checker, attribute) ?? (isEntry ? profileProblem(checker, attribute) : undefined)
    if (problem) report(checker, 'E2747', attribute, { problem })
  }
}

const isWaveSize = (n: number): boolean => n >= 4 && n <= 128 && Number.isInteger(Math.log2(n))

function waveSizeProblem(checker: Checker, attribute: Attribute): string | undefined {
  const sizes = attribute.args.map(Number)
  const [min = 0, max = Infinity, preferred = min] = sizes
  if (sizes.length < 1) return "'WaveSize' attribute takes at least 1 argument"
  if (sizes.length > 3) return "'WaveSize' attribute takes no more than 3 arguments"
  if (!sizes.every(isWaveSize)) return 'WaveSize arguments must be between 4 and 128 and a power of 2'
  if (min > max) return `Minimum WaveSize value ${min} must be less than maximum WaveSize value ${max}`
  if (min === max) report(checker, 'E2746', attribute, {})
  else if (preferred < min || preferred > max)
    return `Preferred WaveSize value ${preferred} must be between ${min} and ${max}`
  return undefined
}

function profileProblem(checker: Checker, { args }: Attribute): string | undefined {
  const { major, minor } = checker.options.shaderModel
  if (major === 6 && minor < 6) return 'attribute wavesize requires shader model 6.6 or greater'
  if (args.length > 1 && major === 6 && minor < 8)
    return 'WaveSize only takes multiple arguments in Shader Model 6.8 or higher'
  return undefined
}
