// [WaveSize(...)] of an entry point: whether the profile has it and what it may ask for.

import type { Attribute } from '../../tree/typed.ts'
import { type Checker, report } from '../core/context.ts'

/** Reports what is wrong with wave sizes among the attributes of a function. */
export function checkWaveSizes(checker: Checker, attributes: readonly Attribute[]): void {
  for (const attribute of attributes) {
    const problem = attribute.name === 'wavesize' ? waveSizeProblem(checker, attribute) : undefined
    if (problem) report(checker, 'E2747', attribute, { problem })
  }
}

const isWaveSize = (n: number): boolean => n >= 4 && n <= 128 && Number.isInteger(Math.log2(n))

function waveSizeProblem(checker: Checker, attribute: Attribute): string | undefined {
  const sizes = attribute.args.map(Number)
  const [min = 0, max = Infinity, preferred = min] = sizes
  const { major, minor } = checker.options.shaderModel
  if (sizes.length < 1) return "'WaveSize' attribute takes at least 1 argument"
  if (sizes.length > 3) return "'WaveSize' attribute takes no more than 3 arguments"
  if (!sizes.every(isWaveSize)) return 'WaveSize arguments must be between 4 and 128 and a power of 2'
  if (min > max) return `Minimum WaveSize value ${min} must be less than maximum WaveSize value ${max}`
  if (min === max) report(checker, 'E2746', attribute, {})
  else if (preferred < min || preferred > max)
    return `Preferred WaveSize value ${preferred} must be between ${min} and ${max}`
  if (major === 6 && minor < 6) return 'attribute wavesize requires shader model 6.6 or greater'
  if (sizes.length > 1 && major === 6 && minor < 8)
    return 'WaveSize only takes multiple arguments in Shader Model 6.8 or higher'
  return undefined
}
