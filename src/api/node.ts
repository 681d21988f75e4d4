// The library with file access: sources and includes from disk, the native digest when it is built. Everything else is index.ts.

import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { checkArgument, listOf, STRING } from '../base/arguments.ts'
import { closestWord } from '../base/closest_word.ts'
import { decodeText } from '../base/decode_text.ts'
import { table } from '../base/table.ts'
import { messageNowhere } from '../diag/message.ts'
import { formatMessages } from '../diag/render_text.ts'
import type { MissingInclude } from '../hlsl/preprocess/preprocessor.ts'
import { checkFile } from './check_options.ts'
import { type CompileResult, compile } from './compile.ts'
import { type Context, type ContextOptions, context as plainContext } from './context.ts'
import { useNativeDigest } from './node_native.ts'
import { folderStore } from './node_store.ts'
import type { CompileOptions, IncludedFile } from './options.ts'

export { decodeText } from '../base/decode_text.ts'
export * from './index.ts'
export * from './node_build.ts'
export { useNativeDigest } from './node_native.ts'
export { compileAsync } from './node_pool.ts'
export { folderStore } from './node_store.ts'

export interface FileCompileOptions extends Omit<CompileOptions, 'include' | 'fileName'> {
  /** Folders to search for #include, after the including file's own (-I). */
  readonly includeDirs?: readonly string[]
}

/** A file that could not be read; the message has no path. */
export class ReadError extends Error {
  override readonly name = 'ReadError'
  readonly path: string

  constructor(path: string, why: string, options?: { readonly cause?: unknown }) {
    super(why, options)
    this.path = path
  }
}

let isDigestChosen = false

export interface NodeContextOptions extends ContextOptions {
  /** A folder for results, which outlive the process and are shared with others: folderStore(folder) as `store`. Made when there is none. */
  readonly folder?: string
}

/** A context, see Context. @throws TypeError for options that are none, or both a folder and a store */
export function context(options: NodeContextOptions = {}): Context {
  if (!('folder' in (options ?? {})) || options.folder === undefined) return plainContext(options)
  const { folder, ...rest } = options
  if (rest.store) throw new TypeError("context: the options 'folder' and 'store' exclude each other")
  checkArgument('context', 'folder', folder, STRING)
  return plainContext({ ...rest, store: folderStore(folder) })
}

/** Compiles a file; a file that cannot be read is a diagnostic (E4000), not an exception. */
export function compileFile(path: string, options: FileCompileOptions): CompileResult {
  checkFile('compileFile', path, options)
  if (!isDigestChosen) useNativeDigest()
  isDigestChosen = true
  const { includeDirs = [], ...rest } = options
  try {
    const source = decodeText(readBytes(path))
    return compile(source, { ...rest, fileName: path, include: fileIncluder(includeDirs) })
  } catch (error) {
    if (error instanceof ReadError) return unreadable(path, error.message)
    throw error
  }
}

function unreadable(path: string, why: string): CompileResult {
  const diagnostics = [messageNowhere('E4000', 'error', `cannot read file '${path}': ${why}`, path)]
  return { ok: false, diagnostics, text: formatMessages(diagnostics), includes: [], phases: [], dumps: [] }
}

/** A file that was read for an #include. */
export interface FoundFile extends IncludedFile {
  readonly name: string
}

const FOLDERS = { ...listOf(STRING), what: 'an array of folders' }

/**
 * An include callback over the file system: "x" is looked for beside the including file, then beside the files around it, then, like <x>,
 * in the folders in order, then beside the working folder, as DXC does. Every file is read at most once. What is not found is answered with the folders
 * searched and a file there whose name is nearly the same.
 * @param readFile asked for each path that is looked at; gives its text, or nothing when there is no such file
 */
export function fileIncluder(
  includeDirs: readonly string[],
  readFile: (path: string) => { readonly text: string } | undefined = loadInclude,
): (path: string, from: string, angled: boolean, outer?: readonly string[]) => FoundFile | MissingInclude | undefined {
  checkArgument('fileIncluder', 'includeDirs', includeDirs, FOLDERS)
  const read = new Map<string, FoundFile | undefined>()
  const load = (path: string): FoundFile | undefined => {
    if (!read.has(path)) {
      const found = readFile(path)
      read.set(path, found && { name: path, text: found.text })
    }
    return read.get(path)
  }
  return (path, from, angled, outer = []) => {
    const wanted = path.replaceAll('\\', '/')
    if (wanted === '' || wanted.includes('\0')) return undefined
    if (isAbsolute(wanted)) return load(wanted)
    const folders = angled
      ? [...includeDirs, '.']
      : [...[from, ...outer].map(file => dirname(file)), ...includeDirs, '.']
    for (const folder of folders) {
      const file = load(join(folder, wanted))
      if (file) return file
    }
    const searched = [...new Set(folders)]
    return { searched, nearest: () => nearestFile(searched, wanted) }
  }
}

/** A longer folder is not looked through for a name nearly right. */
const MOST_NAMES = 5000

/** A path like the wanted one that one of the folders has. */
function nearestFile(folders: readonly string[], wanted: string): string | undefined {
  const name = basename(wanted)
  for (const folder of folders) {
    const guess = closestWord(name, namesIn(join(folder, dirname(wanted))).slice(0, MOST_NAMES))
    if (guess !== undefined) return wanted.slice(0, wanted.length - name.length) + guess
  }
  return undefined
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch (error) {
    if (hasCode(error)) return []
    throw error
  }
}

/** undefined for what is no readable file: the #include then says "not found" at its place. */
function loadInclude(path: string): { readonly text: string } | undefined {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined
    return { text: decodeText(readBytes(path)) }
  } catch (error) {
    if (error instanceof ReadError || hasCode(error)) return undefined
    throw error
  }
}

/** More than this is no shader and no container; also the bound for devices, which never end. */
const MAX_INPUT = 256 * 1024 * 1024

/** All bytes of a file, or of a file descriptor (0: standard input). @throws ReadError */
export function readBytes(path: string | number): Uint8Array {
  if (typeof path !== 'number') checkArgument('readBytes', 'path', path, STRING)
  const shown = typeof path === 'string' ? path : '<stdin>'
  try {
    const file = typeof path === 'string' ? openSync(path, 'r') : path
    try {
      return readOpen(file, shown)
    } finally {
      if (typeof path === 'string') closeSync(file)
    }
  } catch (error) {
    if (!hasCode(error)) throw error
    throw new ReadError(shown, systemReason(error), { cause: error })
  }
}

function readOpen(file: number, shown: string): Uint8Array {
  const stat = fstatSync(file)
  if (stat.isDirectory()) throw new ReadError(shown, 'it is a directory')
  if (stat.isFile()) {
    if (stat.size > MAX_INPUT) throw new ReadError(shown, `it is larger than ${MAX_INPUT >> 20} MiB`)
    return readFileSync(file)
  }
  const chunks: Uint8Array[] = []
  let total = 0
  for (;;) {
    const chunk = new Uint8Array(65536)
    const size = readSome(file, chunk)
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(chunk.subarray(0, size))
    total += size
    if (total > MAX_INPUT) throw new ReadError(shown, `it is larger than ${MAX_INPUT >> 20} MiB`)
  }
}

/** Bytes read, 0 at the end. A terminal or pipe in non-blocking mode says EAGAIN until there is something: wait a little. */
function readSome(file: number, into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(file, into)
    } catch (error) {
      if (!hasCode(error)) throw error
      if (error.code === 'EOF') return 0
      if (error.code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

const REASONS: ReadonlyMap<string, string> = table({
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'too many symbolic links',
  ENOSPC: 'no space left on the device',
  EROFS: 'the file system is read-only',
  ENXIO: 'no such device',
  ERR_INVALID_ARG_VALUE: 'the name holds a NUL character',
})

const WITH_CODE = {
  what: 'an error of the system',
  fits: (v: unknown) => typeof (v as { code?: unknown } | null | undefined)?.code === 'string',
}

/** Why a file operation failed, in words. */
export function systemReason(error: { readonly code: string }): string {
  checkArgument('systemReason', 'error', error, WITH_CODE)
  return REASONS.get(error.code) ?? error.code
}

/** Errors of the file system have a code; others are ours. */
export function hasCode(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
