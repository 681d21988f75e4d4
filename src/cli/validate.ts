// `dxilkit validate`: our own cheap checks, then the official validator, wherever one is found. Says which one answered.
// Invariant: without an outside validator the answer is "none found" (exit code 2), never "valid".

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { dumpContainer, FormatError, messageWithSources } from '../api/index.ts'
import { placedDamage } from '../base/format_error.ts'
import { shownName } from '../base/shown_name.ts'
import { readContainerInput } from './container_input.ts'
import { debugContainerBeside } from './debug_file.ts'
import { inputName } from './files.ts'
import { BadFile, EXIT, type ExitCode, type Host, UsageError } from './host.ts'
import { packageRoot } from './version.ts'

interface Verdict {
  readonly isValid: boolean
  /** The validator's own words, '' when it has none. */
  readonly text: string
  /** Which validator. */
  readonly by: string
}

/** @throws BadFile when the file is no container, UsageError when no validator is found */
export async function runValidate(host: Host, file: string): Promise<ExitCode> {
  const bytes = await readContainerInput(host, file)
  const name = shownName(inputName(file))
  const complaints = ownComplaints(name, bytes)
  if (complaints.length > 0) {
    for (const text of complaints) host.stderr.write(`${name}: error: ${shownName(text)}\n`)
    host.stdout.write(`${name}: invalid (checked by dxilkit)\n`)
    return EXIT.problems
  }
  const verdict = await ask(host, bytes)
  if (!verdict)
    throw new UsageError(
      'no validator found: set DXV to the path of dxv, put dxv on PATH, or run npm run oracle in a checkout of dxilkit',
    )
  if (verdict.text !== '') {
    const text = messageWithSources(verdict.text.trimEnd(), bytes, await debugContainerBeside(host, file, bytes))
    ;(verdict.isValid ? host.stdout : host.stderr).write(`${shownLines(text)}\n`)
  }
  host.stdout.write(`${name}: ${verdict.isValid ? 'valid' : 'invalid'} (${verdict.by})\n`)
  return verdict.isValid ? EXIT.ok : EXIT.problems
}

/** The validator quotes names as they are in the container. */
const shownLines = (text: string): string => text.split(/\r?\n/).map(shownName).join('\n')

function ownComplaints(name: string, bytes: Uint8Array): string[] {
  try {
    const { problems, digestState, parts } = dumpContainer(bytes)
    const found = problems.map(placedDamage)
    if (digestState === 'wrong') found.push('the digest does not match the contents (at byte 4)')
    if (!parts.some(p => p.name === 'DXIL')) found.push('the container has no DXIL part (at byte 28)')
    return found
  } catch (error) {
    if (error instanceof FormatError) throw new BadFile(name, error)
    throw error
  }
}

async function ask(host: Host, bytes: Uint8Array): Promise<Verdict | undefined> {
  const dxv = findDxv(host)
  if (dxv !== undefined) return askDxv(dxv, bytes)
  return askCheckout(bytes)
}

/** DXV wins and must be right; else dxv on PATH. */
function findDxv(host: Host): string | undefined {
  const given = host.env['DXV']
  if (given) {
    if (!isFileAt(given)) throw new UsageError(`DXV names '${given}', which is not a file`)
    return given
  }
  const folders = (host.env['PATH'] ?? '').split(delimiter).filter(f => f !== '')
  for (const folder of folders)
    for (const name of ['dxv', 'dxv.exe']) if (isFileAt(join(folder, name))) return join(folder, name)
  return undefined
}

function isFileAt(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

const TIME_LIMIT_MS = 60_000

/** dxv takes a file, so the bytes that were checked are what it gets, also when they came from standard input. */
function askDxv(dxv: string, bytes: Uint8Array): Verdict {
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-'))
  try {
    const file = join(folder, 'input.dxil')
    writeFileSync(file, bytes)
    const run = spawnSync(resolve(dxv), [file], { encoding: 'utf8', timeout: TIME_LIMIT_MS })
    if (run.error) throw new UsageError(`cannot run '${dxv}': ${run.error.message}`)
    if (run.status === null || run.status > 1)
      throw new UsageError(`'${dxv}' failed: ${run.signal ?? `exit code ${run.status}`}`)
    return { isValid: run.status === 0, text: run.stdout + run.stderr, by: dxv }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the tests of a checkout have; this package as installed from a registry does not contain it. */
interface CheckoutOracle {
  readonly Dxc: {
    start(): Promise<{
      validate(bytes: Uint8Array): Promise<{ ok: boolean; message: string }>
      version(): Promise<{ validator: string }>
      close(): void
    }>
  }
}

async function askCheckout(bytes: Uint8Array): Promise<Verdict | undefined> {
  const root = packageRoot()
  if (!existsSync(join(root, '.oracle'))) return undefined
  const compiled = join(root, 'dist/test/oracle/dxc.js')
  const path = existsSync(compiled) ? compiled : join(root, 'test/oracle/dxc.ts')
  let oracle: CheckoutOracle
  try {
    oracle = (await import(pathToFileURL(path).href)) as CheckoutOracle
  } catch {
    return undefined // not built, or not runnable without a build
  }
  try {
    const dxc = await oracle.Dxc.start()
    try {
      const { ok, message } = await dxc.validate(bytes)
      const { validator } = await dxc.version()
      return { isValid: ok, text: message, by: `validator ${validator} of the test set-up` }
    } finally {
      dxc.close()
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'OracleError')
      throw new UsageError(`the validator of the test set-up failed: ${error.message}`)
    throw error
  }
}
