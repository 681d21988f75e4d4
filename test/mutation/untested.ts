// What no test runs: functions of src/ and parts of functions, by size. What nothing runs nobody knows to be right.
// npx tsx test/mutation/untested.ts [--most N] [--least CHARACTERS] [test files for ava]. Behind `tsc`; takes twice as long as the tests.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../oracle/available.ts'

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}
interface Script {
  readonly url: string
  readonly functions: readonly { readonly functionName: string; readonly ranges: readonly Range[] }[]
}
const SOURCES = '/dist/src/'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '100' },
    least: { type: 'string', default: '60' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'never-run-'))
/** By script: which characters some process ran, and its functions. */
const scripts = new Map<string, { readonly isRun: Uint8Array; readonly functions: Script['functions'] }>()
try {
  const env = { ...process.env, NODE_V8_COVERAGE: folder }
  spawnSync('npx', ['ava', '--timeout=30m', ...positionals], { cwd: ROOT, env, stdio: 'inherit' })
  for (const file of readdirSync(folder)) for (const script of scriptsOf(join(folder, file))) note(script)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
report()

/** A process that was killed leaves half a file. */
function scriptsOf(path: string): readonly Script[] {
  try {
    const { result } = JSON.parse(readFileSync(path, 'utf8')) as { result: readonly Script[] }
    return result.filter(({ url }) => url.includes(SOURCES))
  } catch {
    return []
  }
}

/** Functions name the ranges in them that ran another number of times; what stands around comes first. */
function note({ url, functions }: Script): void {
  const where = url.slice(url.indexOf(SOURCES) + SOURCES.length)
  // What makes the fields of a class is said to reach over the whole class.
  const written = functions.filter(f => !f.functionName.startsWith('<'))
  const ranges = written
    .flatMap(f => f.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  const isRun = new Uint8Array(Math.max(...ranges.map(r => r.endOffset)))
  for (const { startOffset, endOffset, count } of ranges) isRun.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  const known = scripts.get(where)
  if (known) for (let i = 0; i < isRun.length; i++) known.isRun[i]! |= isRun[i]!
  else scripts.set(where, { isRun, functions: written })
}

function report(): void {
  const never = [...scripts].flatMap(([where, { isRun, functions }]) => {
    const text = readFileSync(join(ROOT, 'dist/src', where), 'utf8')
    return gapsOf(isRun)
      .map(([start, end]) => ({ where, start, size: text.slice(start, end).trim().length, text, functions }))
      .filter(({ size }) => size >= Number(values.least))
  })
  never.sort((a, b) => b.size - a.size)
  for (const { where, start, size, text, functions } of never.slice(0, Number(values.most))) {
    const around = functions.filter(f => f.ranges[0]!.startOffset <= start && f.ranges[0]!.endOffset > start).at(-1)
    console.log(`${size}\t${where}:${text.slice(0, start).split('\n').length}\t${around?.functionName ?? ''}`)
  }
  console.log(`${never.length} parts of at least ${values.least} characters are never run`)
}

/** Where nothing ran, as [start, end). */
function gapsOf(isRun: Uint8Array): [number, number][] {
  const gaps: [number, number][] = []
  for (let at = isRun.indexOf(0); at >= 0; ) {
    const end = isRun.indexOf(1, at)
    gaps.push([at, end < 0 ? isRun.length : end])
    at = end < 0 ? -1 : isRun.indexOf(0, end)
  }
  return gaps
}
