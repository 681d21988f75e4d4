// Command: random programs of structs, templates, operators and conversions, against DXC's values. npx tsx test/objects/run.ts [--seed N] [--count M]
// [--seconds S] [--print] [--reduce] [--all]. Each runs with -Od and with -O3.

import { runLevels } from '../oracle/run_levels.ts'
import { check } from './check.ts'
import { generate } from './generate.ts'

await runLevels({
  generate,
  judge: (seed, level) => check(generate(seed), level),
  judgePart: (source, level) => check(source, level),
})
