// HLSL to IR, by eye: each case of lowering.txt is a small shader and the instructions it becomes (or the messages it gets).

import test from 'ava'
import { type GoldenCase, isBlessing, readGolden, writeGolden } from './golden_cases.ts'
import { functionText, type LoweredOptions, lowered } from './lowered.ts'

const FILE = 'lowering.txt'

/** A first line `// minor=2 native16Bit` sets options. */
function optionsOf(input: string): LoweredOptions {
  const words = /^\/\/ (.*)$/m.exec(input)?.[1]?.split(' ') ?? []
  const minor = words.find(w => w.startsWith('minor='))
  return {
    minor: minor ? Number(minor.slice('minor='.length)) : 0,
    native16Bit: words.includes('native16Bit'),
    ieeeStrict: words.includes('ieeeStrict'),
  }
}

function outcome({ input }: GoldenCase): string {
  const { module, messages, complaints } = lowered(input, optionsOf(input))
  const text = module ? functionText(module).trim() : ''
  return [...messages, ...(complaints ? [complaints] : []), ...(messages.length > 0 ? [] : [text])].join('\n')
}

const cases = readGolden(FILE)

if (isBlessing())
  writeGolden(
    FILE,
    cases.map(c => ({ ...c, expected: outcome(c) })),
  )

for (const c of cases)
  test(c.title, t => {
    t.is(outcome(c), isBlessing() ? outcome(c) : c.expected)
  })
