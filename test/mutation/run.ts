// Command: how many small faults in the passes and in binding the tests notice.
// npm run mutation -- [--count N] [--seed S] [--seconds T] [--in src/passes,src/binding] [--list FILE]
// It copies the compiled project, plants one fault at a time and runs the tests of TESTS until the first that fails. A mutant that survives
// is printed; it is a test to write, or changes nothing that a program can show. Every file has its share of mutants, by its size.

import { spawn } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { transformSync } from 'esbuild'
import { ROOT } from '../oracle/available.ts'
import { type Mutant, mutantsOf, planted } from './mutants.ts'

/** The tests that know passes and binding, the quickest first. */
const TESTS: readonly (readonly string[])[] = [
  ['test/parity/code_sizes.test.ts'],
  ['test/passes/*.test.ts', 'test/ir/*.test.ts', 'test/lower/*.test.ts'],
  ['test/bindings/*.test.ts', 'test/corpus/corpus.test.ts', 'test/corpus/against_dxc.test.ts', 'test/fuzz/*.test.ts'],
]
/** Seconds that one group of tests may take before it counts as hanging: several times what it takes unchanged on a busy machine. */
const PATIENCE = 400

const args = process.argv.slice(2)
const option = (name: string, otherwise: string): string => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? otherwise : (args[at + 1] ?? otherwise)
}
const count = Number(option('count', '100'))
const seconds = Number(option('seconds', '1e9'))
const list = option('list', '')

/** A generator of numbers from 0 to 1 (mulberry32), so that a seed means the same mutants everywhere. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

function chosen(): Mutant[] {
  const all: Mutant[] = []
  for (const folder of option('in', 'src/passes,src/binding').split(','))
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (file.endsWith('.ts'))
        all.push(...mutantsOf(join(folder, file), readFileSync(join(ROOT, folder, file), 'utf8')))
  const next = numbers(Number(option('seed', '1')))
  process.stdout.write(`${all.length} mutants can be made; ${Math.min(count, all.length)} are\n`)
  return all
    .map(mutant => ({ mutant, key: next() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(m => m.mutant)
}

/** A copy of the project whose compiled files may be changed. */
function copied(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-mutation-'))
  for (const name of ['package.json', 'src', 'test', 'corpus', 'docs', 'dist', 'bin', 'README.md', 'ARCHITECTURE.md'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(resolve(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Whether the tests pass. */
const pass = (folder: string, files: readonly string[]): Promise<boolean> =>
  new Promise(done => {
    const child = spawn(join(ROOT, 'node_modules/.bin/ava'), ['--fail-fast', ...files], {
      cwd: folder,
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, DXILKIT_ORACLE: process.env.DXILKIT_ORACLE ?? join(ROOT, '.oracle') },
    })
    const stop = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), PATIENCE * 1000)
    child.on('exit', code => {
      clearTimeout(stop)
      done(code === 0)
    })
  })

async function survives(folder: string, mutant: Mutant): Promise<boolean> {
  const source = readFileSync(join(ROOT, mutant.file), 'utf8')
  const compiled = join(folder, 'dist', mutant.file.replace(/\.ts$/, '.js'))
  const unchanged = readFileSync(compiled)
  const { code } = transformSync(planted(source, mutant), { loader: 'ts', target: 'es2022' })
  writeFileSync(compiled, code.replaceAll(/(from "[^"]*)\.ts"/g, '$1.js"'))
  try {
    for (const files of TESTS) if (!(await pass(folder, files))) return false
    return true
  } finally {
    writeFileSync(compiled, unchanged)
  }
}

const folder = copied()
let made = 0
let survivors = 0
const start = Date.now()
try {
  for (const files of TESTS)
    if (!(await pass(folder, files))) throw new Error(`${files.join(' ')} fail without a fault`)
  for (const mutant of chosen()) {
    if (Date.now() - start > seconds * 1000) break
    made++
    const alive = await survives(folder, mutant)
    if (list)
      appendFileSync(
        list,
        `${alive ? 'survived' : 'noticed'} ${mutant.file}:${mutant.line}: ${mutant.before} -> ${mutant.after}\n`,
      )
    if (!alive) continue
    survivors++
    process.stdout.write(
      `${mutant.file}:${mutant.line}: '${mutant.before}' became '${mutant.after}', and no test noticed\n`,
    )
  }
} finally {
  rmSync(folder, { recursive: true })
}
process.stdout.write(
  `${made} mutants in ${Math.round((Date.now() - start) / 1000)} s: ${made - survivors} noticed, ${survivors} survived\n`,
)
