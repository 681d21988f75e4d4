// npm run debuginfo:consumers -- [FILTER] [--new]: every shader of the corpus through DxcPdbUtils, compared with DXC's for the same command, and through PIX's
// passes and debug information.

import { parseArgs } from 'node:util'
import { Dxc } from '../oracle/dxc.ts'
import { compareUtils, corpusCommands, DEBUG_WORDS, runPix } from './consumers.ts'

const { values, positionals } = parseArgs({
  options: { new: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [filter = ''] = positionals
const dxc = await Dxc.start(values.new ? 'dxc-new' : 'dxc')
const sums = { files: 0, equal: 0, refused: 0, programs: 0, instructions: 0, lines: 0, variables: 0, failures: 0 }
for (const command of corpusCommands().filter(c => c.name.includes(filter))) {
  for (const extra of DEBUG_WORDS) {
    const words = [...command.words, ...extra]
    const found = await compareUtils(dxc, { ...command, words })
    if (!found) {
      sums.refused++
      continue
    }
    sums.files++
    if (found.isOwnHash && found.ours.length + found.theirs.length === 0) sums.equal++
    else
      console.log(
        `${command.name} ${words.join(' ')}\n  only DXC's: ${found.theirs.join('; ')}\n  only ours: ${found.ours.join('; ')}${found.isOwnHash ? '' : '\n  another hash'}`,
      )
    if (extra[0] !== '-Zi') continue
    const pix = await runPix(dxc, { ...command, words })
    sums.programs++
    sums.instructions += pix.instructions
    sums.lines += pix.lines
    sums.variables += pix.variables
    if (pix.failures.length > 0 || pix.instructions === 0) {
      sums.failures++
      console.log(
        `${command.name} ${words.join(' ')}: PIX: ${pix.instructions} instructions; ${pix.failures.join('; ')}`,
      )
    }
  }
}
dxc.close()
console.log(
  `${sums.files} debug files and containers, ${sums.equal} as DXC's; ${sums.refused} that DXC itself does not compile\n` +
    `${sums.programs} programs through PIX's passes, ${sums.failures} with failures; of ${sums.instructions} instructions ${sums.lines} have a line, ${sums.variables} variables`,
)
process.exitCode = sums.equal < sums.files || sums.failures > 0 ? 1 : 0
