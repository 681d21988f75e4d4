// [WaveSize(...)] of an entry point: whether the profile has it and what it may ask for.

import type { Attribute } from '../../tree/typed.ts'
import { type Checker, report } from '../core/context.ts'

/** Reports what is wrong with wave sizes among the attributes of a function. */
export function checkWaveSizes(checker: Checker, attributes: readonly Attribute[]): void {
  for (const attribute of attributes) {
    const problem = attribute.name === 'wavesize' ? waveSizeProblem(checker, attribute) : undefined
    if (problem) report(checker, 'E2303', attribute, { name: 'wavesize', problem })
  }
}

const isWaveSize = (n: number): boolean => n >= 4 && n <= 128 && Number.isInteger(Math.log2(n))

function waveSizeProblem(checker: Checker, { args }: Attribute): string | undefined {
  const sizes = args.map(Number)
  const [min = 0, max, preferred] = sizes
  const { major, minor } = checker.options.shaderModel
  if (args.length < 1 || args.length > 3) return 'takes one to three arguments'
  if (!sizes.every(isWaveSize)) return 'arguments must be between 4 and 128 and a power of 2'
  if (max !== undefined && min >= max) return `minimum ${min} must be less than its maximum ${max}`
  if (preferred !== undefined && (preferred < min || preferred > max!))
    return `preferred size ${preferred} must be between its minimum and maximum`
  if (major === 6 && minor < 6) return 'requires shader model 6.6 or greater'
  if (args.length > 1 && major === 6 && minor < 8) return 'only takes multiple arguments in shader model 6.8 or greater'
  return undefined
}
