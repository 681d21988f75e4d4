// Compiles the tests of another HLSL compiler's test folder with DXC and with dxilkit and compares: npx tsx test/parity/run.ts FOLDER.
// The tests stay where they are; nothing of them is kept here.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Dxc } from '../oracle/dxc.ts'
import { CompileClient } from './compile_client.ts'
import { type Judgement, judge } from './judge.ts'
import { formatSummary, summarize } from './report.ts'
import { withoutRootSignatures } from './root_signatures.ts'
import { forModel, type ParityCase, readRunLines, type Selection, type Skip } from './run_lines.ts'
import { wrapAsCompute, wrappedWords } from './wrap.ts'

const USAGE = `usage: npx tsx test/parity/run.ts FOLDER [--filter TEXT] [--stage cs,ps,...] [--newest MINOR] [--only-newest] [--model MINOR] [--add FLAGS] [--wrap] [--no-rootsig] [--json FILE] [--jobs N] [--limit MS] [-v]
`

interface Found {
  readonly cases: readonly ParityCase[]
  readonly skips: readonly Skip[]
}

function collect(root: string, filter: string, selection: Selection): Found {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(f => /\.(hlsl|fx|test)$/.test(f))
  const cases: ParityCase[] = []
  const skips: Skip[] = []
  const seen = new Set<string>()
  for (const file of files.sort()) {
    if (!file.includes(filter)) continue
    const text = readFileSync(join(root, file), 'utf8')
    const found = readRunLines(text, file, selection)
    skips.push(...found.skips)
    for (const c of found.cases) {
      const key = JSON.stringify([text, c.words])
      if (seen.has(key)) skips.push({ file, reason: 'same text and arguments as another' })
      else cases.push(c)
      seen.add(key)
    }
  }
  return { cases, skips }
}

/** The cases without root signatures, in the files they include too. */
function plain(root: string, { cases, skips }: Found): Found {
  const without = (c: ParityCase): ParityCase => {
    return { ...c, source: withoutRootSignatures(readFileSync(join(root, c.file), 'utf8')), noRootSignatures: true }
  }
  return { cases: cases.map(without), skips }
}

/** The cases as compute shaders, whatever their stage. */
function wrapped(root: string, found: Found): Found {
  const skips = [...found.skips]
  const cases: ParityCase[] = []
  for (const c of found.cases) {
    const entry = c.words[c.words.indexOf('-E') + 1]
    const source = wrapAsCompute(
      c.source ?? readFileSync(join(root, c.file), 'utf8'),
      c.words.includes('-E') && entry ? entry : 'main',
    )
    if (source === undefined) skips.push({ file: c.file, reason: 'entry not understood' })
    else cases.push({ ...c, source, words: wrappedWords(c.words, c.profile) })
  }
  return { cases, skips }
}

async function judgeAll(root: string, cases: readonly ParityCase[], jobs: number, limit: number): Promise<Judgement[]> {
  const results: Judgement[] = []
  let next = 0
  const work = async (): Promise<void> => {
    const client = new CompileClient(limit)
    while (next < cases.length) {
      const i = next++
      results[i] = await judge(root, cases[i]!, client, await Dxc.shared(cases[i]!.newestValidator ? 'dxc-new' : 'dxc'))
    }
    client.close()
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return results
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      filter: { type: 'string', default: '' },
      stage: { type: 'string', default: 'cs' },
      wrap: { type: 'boolean', default: false },
      'no-rootsig': { type: 'boolean', default: false },
      json: { type: 'string' },
      jobs: { type: 'string', default: '2' },
      limit: { type: 'string', default: '10000' },
      newest: { type: 'string', default: '9' },
      'only-newest': { type: 'boolean', default: false },
      model: { type: 'string' },
      add: { type: 'string', default: '' },
      verbose: { type: 'boolean', short: 'v', default: false },
    },
  })
  const root = positionals[0]
  if (root === undefined) {
    process.stderr.write(USAGE)
    return 2
  }
  const all = collect(root, values.filter, { stages: values.stage.split(','), newestMinor: Number(values.newest) })
  const chosen = values['only-newest'] ? { ...all, cases: all.cases.filter(c => c.newestValidator !== undefined) } : all
  const found = values['no-rootsig'] ? plain(root, chosen) : chosen
  const added = values.add.split(' ').filter(Boolean)
  const asked = values.model === undefined ? found.cases : forModel(found.cases, Number(values.model))
  const chosenCases = { ...found, cases: asked.map(c => ({ ...c, words: [...c.words, ...added] })) }
  const { cases, skips } = values.wrap ? wrapped(root, chosenCases) : chosenCases
  const results = await judgeAll(root, cases, Number(values.jobs), Number(values.limit))
  const summary = summarize(results, skips)
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ summary, results, skips }, null, 1))
  if (values.verbose)
    for (const r of results)
      if (!r.kind.startsWith('agree'))
        process.stdout.write(`\n## ${r.kind} ${r.file} ${r.words.join(' ')}\n${r.detail}\n`)
  process.stdout.write(formatSummary(summary, results))
  return results.some(r => !/^agree|^oracle/.test(r.kind)) ? 1 : 0
}

process.exitCode = await main()
