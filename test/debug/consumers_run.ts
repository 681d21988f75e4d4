// npm run debuginfo:consumers -- [FOLDER] [--filter TEXT] [--every N] [--from K] [--new]: every shader of the corpus, or of a folder of shader tests, through
// DxcPdbUtils, compared with DXC's for the same command, and through PIX's passes and debug information.

import { parseArgs } from 'node:util'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import { type Command, compareUtils, corpusCommands, DEBUG_WORDS, folderCommands, runPix } from './consumers.ts'

const { values, positionals } = parseArgs({
  options: {
    filter: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    new: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [folder] = positionals
const releases = { dxc: await Dxc.start(), 'dxc-new': await Dxc.start('dxc-new') }
const sums = { files: 0, equal: 0, refused: 0, broken: 0, unlike: 0, died: 0 }
const pix = { programs: 0, instructions: 0, lines: 0, variables: 0, failures: 0, asTheirs: 0 }

async function lookUp(dxc: Dxc, command: Command): Promise<boolean> {
  const found = await compareUtils(dxc, command)
  if (found === 'DXC refuses') sums.refused++
  else if (found === 'only DXC compiles it') {
    sums.unlike++
    console.log(`${command.name} ${command.words.join(' ')}: only DXC compiles it`)
  } else if (found === 'DXC writes no debug file that loads') sums.broken++
  else {
    sums.files++
    if (found.isOwnHash && found.ours.length + found.theirs.length === 0) sums.equal++
    else
      console.log(
        `${command.name} ${command.words.join(' ')}\n  only DXC's: ${found.theirs.join('; ')}\n  only ours: ${found.ours.join('; ')}${found.isOwnHash ? '' : '\n  another hash'}`,
      )
    return true
  }
  return false
}

async function step(dxc: Dxc, command: Command): Promise<void> {
  const found = await runPix(dxc, command)
  pix.programs++
  pix.instructions += found.instructions
  pix.lines += found.lines
  pix.variables += found.variables
  if (found.failsAsTheirs) pix.asTheirs++
  if (found.failures.length > 0) {
    pix.failures++
    console.log(`${command.name} ${command.words.join(' ')}: PIX: ${found.failures.join('; ')}`)
  }
}

const all = folder === undefined ? corpusCommands() : folderCommands(folder)
const chosen = all.filter((c, i) => c.name.includes(values.filter) && i % Number(values.every) === Number(values.from))
for (const command of chosen)
  for (const extra of DEBUG_WORDS) {
    const words = [...command.words, ...extra]
    const release = values.new ? 'dxc-new' : command.release
    const dxc = releases[release]
    const asked = { ...command, release, words } as const
    try {
      if ((await lookUp(dxc, asked)) && extra[0] === '-Zi') await step(dxc, asked)
    } catch (error) {
      if (!(error instanceof OracleError)) throw error
      sums.died++
      console.log(`${command.name} ${words.join(' ')}: ${error.message.slice(0, 200)}`)
    }
  }
for (const dxc of Object.values(releases)) dxc.close()
console.log(
  `${chosen.length} commands: ${sums.files} debug files and containers, ${sums.equal} as DXC's; ${sums.refused} that DXC itself does not compile, ` +
    `${sums.unlike} that only DXC compiles, ${sums.broken} whose debug file DXC's own reader refuses, ${sums.died} with which DXC dies\n` +
    `${pix.programs} programs through PIX's passes, ${pix.failures} with failures, ${pix.asTheirs} more with passes that fail with DXC's program, too; ` +
    `of ${pix.instructions} instructions ${pix.lines} have a line, ${pix.variables} variables`,
)
process.exitCode = sums.equal < sums.files || sums.unlike > 0 || pix.failures > 0 ? 1 : 0
