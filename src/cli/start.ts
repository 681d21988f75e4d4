// Starts the bundled command line. Reading, compiling and first running its code costs several times what a small compile
// does, so V8's compiled code is kept in the user's cache folder, with the functions that a compile calls. Node's own compile
// cache holds only what is compiled while modules load, and is not in Node 20; code of scripts can be kept whole. So the ES
// modules of the package are put together as one script here, by splices that configs/bundle.js has computed.
// Invariant: without cache, whatever the reason, the command does the same, only slower.

import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'

/** A file of dist/ as a part of the script: [start, end, text put there], in order. */
interface Part {
  readonly file: string
  readonly size: number
  readonly splices: readonly (readonly [start: number, end: number, text: string])[]
}

/** The id is a hash of the whole script: a cache never meets another one. */
interface Script {
  readonly id: string
  readonly size: number
  readonly parts: readonly Part[]
}

/** Put in by configs/bundle.js: what compiling needs, and what it does not. */
declare const SCRIPTS: { readonly main: Script; readonly rest: Script }

/** What the main script gives: run() is the command, warmUp() compiles a small shader in vain. */
type Program = (
  url: string,
  importModule: (name: string) => Promise<unknown>,
  rest: () => unknown,
) => { run(): Promise<void>; warmUp(): void }

/** V8's code for this script under this Node, and where it belongs; undefined when there shall be no cache. */
interface Cache {
  readonly folder: string
  readonly name: string
  readonly data: Buffer | undefined
}

// Nothing is left to do or to write then. An end by exit() spares the time in which V8 takes its memory apart.
process.once('beforeExit', () => process.exit())
void start()

async function start(): Promise<void> {
  const { env } = process
  const url = new URL('cli.js', import.meta.url).href
  // The text and then the cache are read into the same memory, because the first use of each page of memory takes time.
  const room = Buffer.allocUnsafeSlow(SCRIPTS.main.size * 2)
  // Positions of the modules themselves are wanted then.
  const text = env['DXILKIT_DEBUG'] || env['NODE_V8_COVERAGE'] ? undefined : scriptText(SCRIPTS.main, room)
  if (text === undefined) {
    await import(url)
    return
  }
  const cache = openCache(room)
  // Flags of V8 make caches of their own, which would replace each other.
  const hasFlags = process.execArgv.length > 0 || Boolean(env['NODE_OPTIONS'])
  const script = new vm.Script(text, {
    filename: url,
    ...(cache?.data ? { cachedData: cache.data } : {}),
  })
  const isMade = cache !== undefined && !hasFlags && (!cache.data || script.cachedDataRejected === true)
  // The cache would name the functions that V8 made machine code of, and every start would make that code at once.
  if (isMade) setMachineCode('no-sparkplug')
  const { run, warmUp } = (script.runInThisContext() as Program)(url, name => import(name), restOfLibrary)
  await run()
  if (!isMade) return
  // Functions of a usual compile are in the cache, whatever was asked for first.
  warmUp()
  // V8 takes a cache only under the flags it was made with.
  setMachineCode('sparkplug')
  save(cache, script.createCachedData())
}

/** Turns V8's quick machine code ("Sparkplug") on or off, where it is on by default. */
function setMachineCode(flag: 'sparkplug' | 'no-sparkplug'): void {
  if (!['x64', 'arm64'].includes(process.arch)) return
  // Loaded here, because it takes time and an ordinary start does without.
  process.getBuiltinModule('node:v8').setFlagsFromString(`--${flag}`)
}

/** The second script, run. */
function restOfLibrary(): unknown {
  const text = scriptText(SCRIPTS.rest)
  if (text === undefined) throw new Error('files of dxilkit were replaced while it ran')
  return new vm.Script(text, { filename: new URL('library.js', import.meta.url).href }).runInThisContext()
}

/** The text of a script, or undefined when the files are not those it was computed for. */
function scriptText(script: Script, text = Buffer.allocUnsafeSlow(script.size)): string | undefined {
  let length = 0
  try {
    for (const { file, size, splices } of script.parts) {
      const source = openSync(fileURLToPath(new URL(file, import.meta.url)), 'r')
      try {
        if (fstatSync(source).size !== size) return undefined
        let at = 0
        for (const [start, end, between] of splices) {
          length += readSync(source, text, length, start - at, at)
          length += text.write(between, length, 'latin1')
          at = end
        }
        length += readSync(source, text, length, size - at, at)
      } finally {
        closeSync(source)
      }
    }
  } catch {
    return undefined
  }
  // What is bundled is ASCII, which Latin-1 reads fastest.
  return length === script.size ? text.toString('latin1', 0, length) : undefined
}

function openCache(room: Buffer): Cache | undefined {
  const folder = cacheFolder()
  if (folder === undefined) return undefined
  const name = `${process.version}-${process.arch}-${SCRIPTS.main.id}`
  return { folder, name, data: readOwn(join(folder, name), room) }
}

/** Where caches belong on this system; NODE_COMPILE_CACHE is where the user wants them. */
function cacheFolder(): string | undefined {
  const { env, platform } = process
  if (env['NODE_DISABLE_COMPILE_CACHE']) return undefined
  const inHome = (...names: string[]): string | undefined => (env['HOME'] ? join(env['HOME'], ...names) : undefined)
  const base =
    env['NODE_COMPILE_CACHE'] ||
    (platform === 'win32'
      ? env['LOCALAPPDATA']
      : platform === 'darwin'
        ? inHome('Library', 'Caches')
        : env['XDG_CACHE_HOME']?.startsWith('/')
          ? env['XDG_CACHE_HOME']
          : inHome('.cache'))
  return base ? join(base, 'dxilkit') : undefined
}

/** The bytes of a file that belongs to this user, in `room` if they fit; a cache is code that gets run. */
function readOwn(path: string, room: Buffer): Buffer | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    try {
      const { uid, mode, size } = fstatSync(file)
      const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
      if (!isOwn || size > room.length) return isOwn ? readFileSync(file) : undefined
      return room.subarray(0, readSync(file, room, 0, size, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

/** Writes the cache as a whole or not at all, and removes those of other versions of the package for this Node. */
function save({ folder, name }: Cache, data: Buffer): void {
  const temporary = join(folder, `${name}.${process.pid}.${Math.random().toString(36).slice(2)}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(temporary, data, { flag: 'wx', mode: 0o600 })
    renameSync(temporary, join(folder, name))
    const start = `${process.version}-${process.arch}-`
    for (const old of readdirSync(folder))
      if (old.startsWith(start) && !old.startsWith(name)) rmSync(join(folder, old), { force: true })
  } catch {
    // No home, a read-only one, a full disk: the next start is as slow as this one.
    try {
      rmSync(temporary, { force: true })
    } catch {}
  }
}
