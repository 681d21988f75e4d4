// The official compiler and validator, resident behind a pipe (bridge.c under wine), as async functions.
// Invariant: one request is in flight at a time; a crash or a passed time limit fails only that one and restarts the bridge.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { missing, ORACLE_DIR } from './available.ts'
import { ByteReader, ByteWriter } from './frames.ts'

/** What an include callback gives for a path (`./` removed, `/` as separator): the text, or undefined for "no such file". */
export type IncludeCallback = (path: string) => string | undefined

export interface CompileOptions {
  readonly includes?: IncludeCallback
  /** Source name passed to DXC as its input file; appears in messages. Default: none (DXC says `hlsl.hlsl`). */
  readonly name?: string
  /** Compile this often inside the bridge, for benchmarks; the result is the last run's. Default 1. */
  readonly runs?: number
  readonly timeoutMs?: number
}

export interface CompileResult {
  readonly ok: boolean
  /** The signed container; absent when the compile failed or the arguments ask for something else (-P). */
  readonly container?: Uint8Array
  /** Errors and warnings as DXC prints them, '' when there are none. */
  readonly errors: string
  /** Time inside IDxcCompiler3::Compile (QueryPerformanceCounter around the call), validation included; the median of the runs. */
  readonly ms: number
  /** Every run's time. */
  readonly times: readonly number[]
  /** All of DXC's outputs by name, for instance `hash`, `reflection`, `pdb`, `rootSignature`. */
  readonly outputs: ReadonlyMap<DxcOutput, Uint8Array>
}

const OUTPUTS = [
  'none',
  'object',
  'errors',
  'pdb',
  'hash',
  'disassembly',
  'hlsl',
  'text',
  'reflection',
  'rootSignature',
  'extra',
  'remarks',
  'timeReport',
  'timeTrace',
] as const
export type DxcOutput = (typeof OUTPUTS)[number]

export interface ValidateResult {
  readonly ok: boolean
  /** The validator's complaints, '' when it accepts. */
  readonly message: string
  /** The validator itself does not look at the digest; this says what re-signing would have to say about it. */
  readonly digest: 'right' | 'absent' | 'wrong' | 'unknown'
  /** Time inside IDxcValidator::Validate. */
  readonly ms: number
}

/** The bridge died or passed its time limit during this request; later requests get a new bridge. */
export class OracleError extends Error {
  override readonly name = 'OracleError'
}

const REQUEST = { compile: 1, validate: 2, disassemble: 3, version: 4, includeReply: 5, crash: 6, hang: 7 } as const
const REPLY = { reply: 0x80, include: 0x81, failed: 0x82 } as const
const SIGN_IN_PLACE = 1
const DEFAULT_TIMEOUT_MS = 20_000

interface Request {
  readonly frame: Uint8Array
  readonly includes: IncludeCallback | undefined
  readonly timeoutMs: number
  readonly resolve: (reply: ByteReader) => void
  readonly reject: (error: Error) => void
}

const utf8 = new TextDecoder()

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

/** One resident DXC. Any number of callers may use it at once; requests are queued. */
export class Dxc {
  readonly #dir: string
  #child: ChildProcess | undefined
  #pending: Buffer[] = []
  #pendingSize = 0
  #stderr = ''
  #queue: Request[] = []
  #active: Request | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  private constructor(dir: string) {
    this.#dir = dir
  }

  /** Starts a bridge. `which`: 'dxc' (default) or the optional later one, 'dxc-new'. @throws OracleError when it is not set up */
  static async start(which: 'dxc' | 'dxc-new' = 'dxc'): Promise<Dxc> {
    const reason = missing(which)
    if (reason !== undefined) throw new OracleError(reason)
    const dxc = new Dxc(join(ORACLE_DIR, which))
    await dxc.version()
    return dxc
  }

  static readonly #shared = new Map<string, Promise<Dxc>>()

  /** The process-wide instance. It never keeps the process alive and dies with it. */
  static shared(which: 'dxc' | 'dxc-new' = 'dxc'): Promise<Dxc> {
    let dxc = Dxc.#shared.get(which)
    if (!dxc) Dxc.#shared.set(which, (dxc = Dxc.start(which)))
    return dxc
  }

  /** Compiles HLSL with DXC's own arguments, for instance ['-T', 'cs_6_0', '-E', 'main']. Bad source is a result, not an error. */
  async compile(source: string, args: readonly string[], options: CompileOptions = {}): Promise<CompileResult> {
    const w = new ByteWriter()
    w.u32(options.runs ?? 1)
    w.text(source)
    const all = options.name === undefined ? args : [options.name, ...args]
    w.u32(all.length)
    for (const a of all) w.text(a)
    const r = await this.#request(REQUEST.compile, w, options)
    return readCompileResult(r)
  }

  /** Preprocessed text (DXC's -P). */
  async preprocess(
    source: string,
    args: readonly string[] = [],
    options: CompileOptions = {},
  ): Promise<{ ok: boolean; text: string; errors: string }> {
    const r = await this.compile(source, [...args, '-P'], options)
    const hlsl = r.outputs.get('hlsl')
    return { ok: r.ok, text: hlsl ? utf8.decode(hlsl).replace(/\0+$/, '') : '', errors: r.errors }
  }

  /** Asks the official validator whether a container is acceptable. `ok` does not cover the digest, `digest` does. */
  async validate(container: Uint8Array, options: { timeoutMs?: number } = {}): Promise<ValidateResult> {
    const { ok, message, ms, container: signed } = await this.#validate(container, SIGN_IN_PLACE, options)
    return { ok, message, ms, digest: ok ? compareDigests(container, signed) : 'unknown' }
  }

  /** Validates and, when that succeeds, writes a fresh digest: the container is then what the runtime accepts. */
  async sign(
    container: Uint8Array,
    options: { timeoutMs?: number } = {},
  ): Promise<{ ok: boolean; message: string; ms: number; container: Uint8Array }> {
    return this.#validate(container, SIGN_IN_PLACE, options)
  }

  /** DXC's textual form of a container or of bare bitcode. */
  async disassemble(bytes: Uint8Array): Promise<{ ok: boolean; text: string; errors: string }> {
    const w = new ByteWriter()
    w.bytes(bytes)
    const r = readCompileResult(await this.#request(REQUEST.disassemble, w, {}))
    const text = r.outputs.get('disassembly') ?? r.outputs.get('object')
    return { ok: r.ok, text: text ? utf8.decode(text).replace(/\0+$/, '') : '', errors: r.errors }
  }

  /** Versions of compiler and validator, for instance { compiler: '1.8.4789 (b4711839)', validator: '1.8' }. */
  async version(): Promise<{ compiler: string; validator: string }> {
    const r = await this.#request(REQUEST.version, new ByteWriter(), {})
    return { compiler: r.text(), validator: r.text() }
  }

  /** Makes the bridge crash or hang, for the test of the recovery. */
  async misbehave(how: 'crash' | 'hang', timeoutMs = DEFAULT_TIMEOUT_MS): Promise<void> {
    await this.#request(REQUEST[how], new ByteWriter(), { timeoutMs })
  }

  /** Ends the bridge; what was queued is rejected. */
  close(): void {
    this.#closed = true
    this.#dropChild()
    this.#failActive('the bridge was closed')
    for (const q of this.#queue.splice(0)) q.reject(new OracleError('the bridge was closed'))
  }

  async #validate(container: Uint8Array, flags: number, options: { timeoutMs?: number }) {
    // DXC 1.8's validator crashes on bytes that do not even begin like a container, so they never reach it.
    const complaint = containerComplaint(container)
    if (complaint !== undefined) return { ok: false, message: complaint, container, ms: 0 }
    const w = new ByteWriter()
    w.u32(flags)
    w.bytes(container)
    const r = await this.#request(REQUEST.validate, w, options)
    const ok = r.i32() >= 0
    return { ok, message: r.text(), container: r.bytes(), ms: r.f64() }
  }

  #request(
    kind: number,
    payload: ByteWriter,
    options: { includes?: IncludeCallback; timeoutMs?: number },
  ): Promise<ByteReader> {
    if (this.#closed) return Promise.reject(new OracleError('the bridge was closed'))
    const frame = payload.frame(kind)
    const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
    return new Promise((resolve, reject) => {
      this.#queue.push({ frame, includes: options.includes, timeoutMs, resolve, reject })
      this.#next()
    })
  }

  #next(): void {
    if (this.#active) return
    const request = this.#queue.shift()
    if (!request) {
      holdOpen(this.#child, false)
      return
    }
    this.#active = request
    this.#child ??= this.#spawn()
    holdOpen(this.#child, true)
    this.#timer = setTimeout(() => {
      this.#dropChild()
      this.#failActive(`no answer from DXC within ${request.timeoutMs} ms`)
      this.#next()
    }, request.timeoutMs)
    this.#child.stdin?.write(request.frame)
  }

  #spawn(): ChildProcess {
    const child = spawn(wineProgram(), ['bridge.exe'], {
      cwd: this.#dir,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...process.env,
        WINEPREFIX: join(ORACLE_DIR, 'wineprefix'),
        WINEDEBUG: '-all',
        WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe=',
      },
    })
    this.#pending = []
    this.#pendingSize = 0
    this.#stderr = ''
    alive.add(child)
    child.stdout?.on('data', (chunk: Buffer) => {
      if (child === this.#child) this.#received(chunk)
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-2000)
    })
    child.stdin?.on('error', () => {}) // a broken pipe shows as the exit below
    const gone = (how: string): void => {
      alive.delete(child)
      destroyStreams(child)
      if (child !== this.#child) return
      this.#child = undefined
      this.#failActive(`DXC crashed (${how}) ${this.#stderr.trim()}`.trim())
      this.#next()
    }
    child.on('error', e => gone(e.message))
    // 'exit', not 'close': wine's server process may keep the pipes open for some seconds.
    child.on('exit', (code, signal) => setImmediate(() => gone(signal ?? `exit code ${code}`)))
    return child
  }

  #received(chunk: Buffer): void {
    this.#pending.push(chunk)
    this.#pendingSize += chunk.length
    while (this.#pendingSize >= 4) {
      let all = this.#pending[0]!
      // Join only when a whole frame is there, so that a big frame costs one copy.
      if (all.length < 4) all = this.#join()
      const size = all.readUInt32LE(0) + 4
      if (this.#pendingSize < size) return
      all = this.#join()
      this.#pending = size < all.length ? [all.subarray(size)] : []
      this.#pendingSize = all.length - size
      this.#frame(all[4]!, new ByteReader(all.subarray(5, size)))
    }
  }

  #join(): Buffer {
    const all = this.#pending.length === 1 ? this.#pending[0]! : Buffer.concat(this.#pending)
    this.#pending = [all]
    return all
  }

  #frame(kind: number, payload: ByteReader): void {
    const active = this.#active
    if (!active) return
    if (kind === REPLY.include) {
      this.#answerInclude(active, payload.text())
      return
    }
    this.#active = undefined
    clearTimeout(this.#timer)
    if (kind === REPLY.reply) active.resolve(payload)
    else active.reject(new OracleError(payload.text()))
    this.#next()
  }

  #answerInclude(active: Request, path: string): void {
    const w = new ByteWriter()
    let text: string | undefined
    try {
      text = active.includes?.(path.replaceAll('\\', '/').replace(/^(\.\/)+/, ''))
    } catch {
      text = undefined // DXC then says "file not found", which is located; a throw here could not be
    }
    w.u8(text === undefined ? 0 : 1)
    if (text !== undefined) w.text(text)
    this.#child?.stdin?.write(w.frame(REQUEST.includeReply))
  }

  #failActive(message: string): void {
    const active = this.#active
    this.#active = undefined
    clearTimeout(this.#timer)
    active?.reject(new OracleError(message))
  }

  #dropChild(): void {
    const child = this.#child
    this.#child = undefined
    child?.kill('SIGKILL')
    if (child) destroyStreams(child)
  }
}

function containerComplaint(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 32 || view.getUint32(0, true) !== 0x43425844) return 'not a container: no DXBC header'
  const size = view.getUint32(24, true)
  if (size !== bytes.length) return `not a container: its header says ${size} bytes, there are ${bytes.length}`
  return undefined
}

const DIGEST_AT = 4 // after the 'DXBC' magic
const DIGEST_END = 20

function compareDigests(given: Uint8Array, signed: Uint8Array): ValidateResult['digest'] {
  const digest = given.subarray(DIGEST_AT, DIGEST_END)
  if (digest.every(b => b === 0)) return 'absent'
  return digest.every((b, i) => b === signed[DIGEST_AT + i]) ? 'right' : 'wrong'
}

function readCompileResult(r: ByteReader): CompileResult {
  const status = r.i32()
  const errors = r.text()
  const outputs = new Map<DxcOutput, Uint8Array>()
  for (let n = r.u32(); n > 0; n--) {
    const kind = r.u32()
    outputs.set(OUTPUTS[kind] ?? 'none', r.bytes())
  }
  const times: number[] = []
  for (let n = r.u32(); n > 0; n--) times.push(r.f64())
  const object = outputs.get('object')
  const base = { ok: status >= 0, errors, ms: median(times), times, outputs }
  return base.ok && object && object.length > 0 ? { ...base, container: object } : base
}

/** Wine's loader itself where Debian puts it (the wrapper script costs a shell per start), else what the set-up unpacked or PATH has. */
function wineProgram(): string {
  const candidates = ['/usr/lib/wine/wine64', join(ORACLE_DIR, 'wine/usr/lib/wine/wine64')]
  return candidates.find(existsSync) ?? 'wine64'
}

/** An idle bridge must not keep a test process alive, a busy one must. */
function holdOpen(child: ChildProcess | undefined, hold: boolean): void {
  if (!child) return
  for (const h of [child, child.stdin, child.stdout, child.stderr] as ({ ref?(): void; unref?(): void } | null)[])
    hold ? h?.ref?.() : h?.unref?.()
}

/** Wine's server process may hold the other ends for some seconds after a death; our ends must not wait for it. */
function destroyStreams(child: ChildProcess): void {
  for (const s of [child.stdin, child.stdout, child.stderr]) s?.destroy()
}

const alive = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})
