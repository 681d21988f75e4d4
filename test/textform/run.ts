// Command: programs of every generator through the text form and back: npm run textform -- [--kinds A,B] [--seed S] [--count N] [--every]
// [--debug] [--folder SHADERS]. --every prints behind every pass; --debug adds debug information; without --kinds or --folder everything the
// project has. The kind `messages` is the examples of the messages. Prints each kind's counts, and the first programs that fail.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fileIncluder } from '../../src/api/node.ts'
import type { CompileOptions } from '../../src/api/options.ts'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { compileJob } from '../../src/cli/options.ts'
import { corpusFiles } from '../corpus/files.ts'
import { readRunLines } from '../parity/run_lines.ts'
import { checkText, type Kind, type Outcome, STEPS } from './check.ts'
import { KINDS, messageExamples } from './kinds.ts'

const { values } = parseArgs({
  options: {
    kinds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    every: { type: 'boolean', default: false },
    debug: { type: 'boolean', default: false },
    folder: { type: 'string' },
    show: { type: 'string', default: '3' },
  },
})
const steps = values.every ? ['all'] : STEPS

interface Totals {
  readonly counts: Map<Kind, number>
  texts: number
}
const totals: Totals = { counts: new Map(), texts: 0 }

function note(name: string, { kind, detail, texts }: Outcome): void {
  const before = totals.counts.get(kind) ?? 0
  totals.counts.set(kind, before + 1)
  totals.texts += texts
  if (kind !== 'same' && kind !== 'refused' && before < Number(values.show))
    process.stdout.write(`==== ${name}\n${kind}: ${detail}\n`)
}

function optionsOf(words: readonly string[], path: string, hasFiles: boolean): CompileOptions | undefined {
  try {
    const job = compileJob(parseFlags([...words, ...(values.debug ? ['-Zi', '-Qembed_debug'] : []), path]))
    return { ...job.compile, fileName: path, ...(hasFiles ? { include: fileIncluder(job.includeDirs) } : {}) }
  } catch {
    return undefined
  }
}

function run(name: string, source: string, words: readonly string[], path = 'in.hlsl'): void {
  const options = optionsOf(words, path, path !== 'in.hlsl')
  if (options) note(name, checkText(source, options, steps))
}

const summary = (): string =>
  `${[...totals.counts].map(([kind, n]) => `${n} ${kind}`).join(', ')}; ${totals.texts} texts read back`

function runFolder(folder: string): void {
  const stages = ['cs', 'vs', 'ps', 'gs', 'hs', 'ds', 'ms', 'as', 'lib']
  const files = folder === 'corpus' ? corpusFiles() : readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  for (const file of files) {
    if (!/\.(hlsl|fx)$/.test(file)) continue
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    for (const [, line] of text.matchAll(/^\/\/ args: (.*)$/gm)) run(file, text, line!.trim().split(/\s+/), path)
    for (const { words, source = text } of readRunLines(text, file, { stages, newestMinor: 9 }).cases)
      run(`${file} ${words.join(' ')}`, source, words, path)
  }
  process.stdout.write(`${folder}: ${summary()}\n`)
}

let failed = 0
function finish(): void {
  for (const [kind, n] of totals.counts) if (kind !== 'same' && kind !== 'refused') failed += n
  totals.counts.clear()
  totals.texts = 0
}

if (values.folder || !values.kinds) {
  runFolder(values.folder ?? 'corpus')
  finish()
}
const first = Number(values.seed)
const isWanted = (kind: string): boolean => values.kinds?.split(',').includes(kind) ?? true
if (!values.folder && isWanted('messages')) {
  for (const { code, source, options } of messageExamples()) note(code, checkText(source, options, steps))
  process.stdout.write(`messages: ${summary()}\n`)
  finish()
}
if (!values.folder)
  for (const [kind, make] of KINDS) {
    if (!isWanted(kind)) continue
    const start = Date.now()
    for (let seed = first; seed < first + Number(values.count); seed++) {
      const [source, ...words] = make(seed)
      run(`${kind} ${seed}`, source, words)
    }
    process.stdout.write(`${kind}: ${summary()}, ${Math.round((Date.now() - start) / 1000)} s\n`)
    finish()
  }
process.exitCode = failed > 0 ? 1 : 0
