// The package as strangers get it: bundled, packed, installed into empty projects.

import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ORACLE_DIR, ROOT } from '../oracle/available.ts'

export interface PackedFile {
  readonly path: string
  readonly size: number
}

export interface Tarball {
  readonly path: string
  /** Bytes of the tarball, and of all files in it. */
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly PackedFile[]
}

/** Runs a program to its end; what it printed goes into the error when it fails. */
export function run(program: string, words: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = attempt(program, words, cwd)
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${error ?? status}\n${stdout}${stderr}`)
  return stdout
}

export function attempt(program: string, words: readonly string[], cwd: string): SpawnSyncReturns<string> {
  const env: NodeJS.ProcessEnv = { ...process.env }
  // What npm and ava tell their own children is not for these.
  for (const name of Object.keys(env)) if (/^(npm_|NODE_|INIT_CWD|AVA_)/.test(name)) delete env[name]
  return spawnSync(program, words, { cwd, encoding: 'utf8', env, maxBuffer: 1 << 26 })
}

/** The bundles of dist/ made anew from the sources, as `npm run build` makes them behind tsc; not where test/run_all.js has just made them. */
export function makeBundles(): void {
  if (process.env['DXILKIT_BUNDLED'] !== '1') run(process.execPath, [join('configs', 'bundle.js')], ROOT)
}

/** `npm pack` of a folder into another. */
export function pack(folder: string, to: string, ...words: readonly string[]): Tarball {
  const text = run('npm', ['pack', '--json', '--pack-destination', to, ...words], folder)
  const [{ filename, size, unpackedSize, files }] = JSON.parse(text) as [
    { filename: string; size: number; unpackedSize: number; files: PackedFile[] },
  ]
  return { path: join(to, filename), size, unpackedSize, files }
}

/** A new empty folder, and what removes it. */
export function emptyFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'dxilkit-package-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Writes files into a folder, with the folders they need. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** All that git has or would have of the checkout, in an empty folder: what a clone of it would hold. */
export function cloneTo(folder: string): void {
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  const tar = execFileSync('tar', ['-c', '--null', '--ignore-failed-read', '-T', '-'], {
    cwd: ROOT,
    input: names,
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  execFileSync('tar', ['-x'], { cwd: folder, input: tar })
}

/** A program or package of the oracle `packages`, by the name it has there. */
export const packagePath = (...names: readonly string[]): string =>
  join(ORACLE_DIR, 'packages', 'node_modules', ...names)

/** Node of a release line: 20 and 22 are the least versions that `engines` names. */
export const nodeOf = (line: 20 | 22 | 24): string => packagePath(`node${line}`, 'bin', 'node')

export const readText = (...names: readonly string[]): string => readFileSync(join(...names), 'utf8')
