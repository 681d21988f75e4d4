// Command: random programs with arguments that name one place, against DXC's values. npx tsx test/copyout/run.ts [--seed N] [--count M] [--seconds S]
// [--print] [--reduce] [--all] [--version 2018]. Each program runs with -Od and with -O3; without --version they take turns.

import { runLevels, textOption } from '../oracle/run_levels.ts'
import { check, checkSeed, VERSIONS, type Version } from './check.ts'
import { generate } from './generate.ts'

const version = textOption('version') as Version | undefined
const versionOf = (seed: number): Version => version ?? VERSIONS[seed % VERSIONS.length]!

await runLevels({
  generate,
  judge: (seed, level) => checkSeed(seed, level, versionOf(seed)),
  judgePart: (source, level, seed) => check(source, level, versionOf(seed)),
  label: seed => `, -HV ${versionOf(seed)}`,
})
