// Command: random programs of templates, against DXC's verdicts and values. npx tsx test/templates/run.ts [--seed N] [--count M] [--seconds S]
// [--print] [--reduce] [--all]. Each runs with -Od and with -O3.

import { check } from '../objects/check.ts'
import { runLevels } from '../oracle/run_levels.ts'
import { generate } from './generate.ts'

await runLevels({
  generate,
  judge: (seed, level) => check(generate(seed), level),
  judgePart: (source, level) => check(source, level),
})
