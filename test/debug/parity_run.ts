// npm run debuginfo:parity -- FOLDER [--count 1000]: debug information of a folder of shader tests compared with DXC's, at -O3 and at -Od; that the program is the
// same with and without it; and what it costs.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compile, readContainer } from '../../src/api/index.ts'
import { fileIncluder } from '../../src/api/node.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { shownModule } from '../../src/listing/listing.ts'
import { Dxc, OracleError } from '../oracle/dxc.ts'
import { findInclude } from '../parity/judge.ts'
import { readRunLines } from '../parity/run_lines.ts'
import { difference, KINDS, Shares } from './compare.ts'
import { debugFacts } from './debug_facts.ts'

const { values, positionals } = parseArgs({
  options: { count: { type: 'string', default: '1000' } },
  allowPositionals: true,
})
const [root] = positionals
if (root === undefined) throw new Error('usage: npm run debuginfo:parity -- FOLDER [--count N]')
const STAGES = ['vs', 'hs', 'ds', 'gs', 'ps', 'cs', 'as', 'ms', 'lib']

const program = (container: Uint8Array): string =>
  Buffer.from(readContainer(container).parts.find(p => p.name === 'DXIL')!.data).toString('latin1')

const dxc = await Dxc.start()
const shares = new Map([
  [3, new Shares()],
  [0, new Shares()],
])
const counts = { compared: 0, other: 0, plainMs: 0, debugMs: 0, sameProgram: 0, programs: 0 }

async function compareCase(path: string, text: string, words: readonly string[], level: 0 | 3): Promise<void> {
  const rest = words.filter(w => !/^[-/](O[0-3d]|Zi|Zs|Zss|Zsb|Qembed_debug|Qstrip_debug)$/.test(w))
  const all = [...rest, level === 0 ? '-Od' : '-O3']
  const job = compileJob(parseFlags([...all, path]))
  const options = { ...job.compile, fileName: 'a.hlsl', include: fileIncluder(job.includeDirs) }
  const start = performance.now()
  const plain = compile(text, options)
  const middle = performance.now()
  if (!plain.ok) return
  const own = compile(text, { ...options, debug: 'full', embedDebug: true })
  const end = performance.now()
  if (!own.ok) throw new Error(`${path} ${all.join(' ')} only compiles without debug information: ${own.text}`)
  counts.plainMs += middle - start
  counts.debugMs += end - middle
  counts.programs++
  if (program(plain.container) === program(own.container)) counts.sameProgram++
  else console.log(`${path} ${all.join(' ')}: another program with debug information`)
  const includes = (wanted: string): string | undefined => findInclude(path, wanted)
  const other = await dxc.compile(text, [...all, '-Zi', '-Qembed_debug'], { name: 'a.hlsl', includes })
  if (!other.container) return
  const [a, b] = [debugFacts(shownModule(own.container)), debugFacts(shownModule(other.container))]
  const found = Object.fromEntries(KINDS.map(kind => [kind, difference(a, b, kind)])) as Parameters<Shares['add']>[0]
  shares.get(level)!.add(found)
  counts.compared++
}

let cases = 0
const seen = new Set<string>()
for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!file.endsWith('.hlsl') || cases >= Number(values.count)) continue
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const [first] = readRunLines(text, file, { stages: STAGES, newestMinor: 8 }).cases
  if (!first || seen.has(text)) continue
  seen.add(text)
  cases++
  for (const level of [3, 0] as const)
    try {
      await compareCase(path, text, first.words, level)
    } catch (error) {
      if (!(error instanceof OracleError)) console.log(`${file}: ${error instanceof Error ? error.message : error}`)
      counts.other++
    }
}
dxc.close()
for (const [level, sums] of shares) console.log(`at ${level === 0 ? '-Od' : '-O3'}\n${sums.text()}`)
console.log(
  `${cases} cases, ${counts.compared} comparisons, ${counts.other} that fail; ${counts.sameProgram} of ${counts.programs} programs the same with debug information; ` +
    `${Math.round(counts.plainMs)} ms without, ${Math.round(counts.debugMs)} ms with (${(counts.debugMs / counts.plainMs).toFixed(2)})`,
)
