// The official compiler and validator, resident behind a pipe (bridge.c under wine), as async functions.
// Invariant: bad source is a result; only a broken or missing oracle throws.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { missing, ORACLE_DIR } from './available.ts'
import { type ByteReader, ByteWriter } from './frames.ts'
import { OracleError, Resident } from './resident.ts'

export { OracleError } from './resident.ts'

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

const REQUEST = {
  compile: 1,
  validate: 2,
  disassemble: 3,
  version: 4,
  includeReply: 5,
  crash: 6,
  hang: 7,
  reflect: 8,
  link: 9,
  debug: 10,
  optimize: 11,
} as const
const SIGN_IN_PLACE = 1

const utf8 = new TextDecoder()

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

/** One resident DXC. Any number of callers may use it at once; requests are queued. */
export class Dxc {
  readonly #resident: Resident

  private constructor(dir: string) {
    this.#resident = new Resident({
      label: 'DXC',
      command: wineProgram(),
      args: ['bridge.exe'],
      cwd: dir,
      env: {
        WINEPREFIX: join(ORACLE_DIR, 'wineprefix'),
        WINEDEBUG: '-all',
        WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe=',
      },
      // Its words when the server that all wine programs share ends or dies: "wine client error:0: recvmsg: Connection reset by peer".
      lost: /wine client error|wineserver/,
    })
  }

  /** Starts a bridge. `which`: 'dxc' (default) or the later one, 'dxc-new'. @throws OracleError when it is not set up */
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
    const { includes, timeoutMs } = options
    // Nothing else makes it ask back.
    const mayAsk = includes !== undefined || source.includes('include') || all.some(a => a.includes('include'))
    const r = await this.#resident.request(REQUEST.compile, w, {
      ...(mayAsk && { answer: (q: ByteReader) => answerInclude(q.text(), includes) }),
      timeoutMs,
    })
    return readCompileResult(r)
  }

  /** DXC's own linker: libraries by name, the entry point ('' for a library), the profile and further arguments. */
  async link(
    libraries: readonly (readonly [name: string, container: Uint8Array])[],
    entry: string,
    profile: string,
    args: readonly string[] = [],
  ): Promise<CompileResult> {
    const w = new ByteWriter()
    w.u32(libraries.length)
    for (const [name, bytes] of libraries) {
      w.text(name)
      w.bytes(bytes)
    }
    w.text(entry)
    w.text(profile)
    w.u32(args.length)
    for (const a of args) w.text(a)
    return readCompileResult(await this.#resident.request(REQUEST.link, w))
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

  /** DXC's textual form of a container or of bare bitcode; `ms` is taken around the call in DXC's own process. */
  async disassemble(bytes: Uint8Array): Promise<{ ok: boolean; text: string; errors: string; ms: number }> {
    const w = new ByteWriter()
    w.bytes(bytes)
    const r = readCompileResult(await this.#resident.request(REQUEST.disassemble, w))
    const text = r.outputs.get('disassembly') ?? r.outputs.get('object')
    return { ok: r.ok, text: text ? utf8.decode(text).replace(/\0+$/, '') : '', errors: r.errors, ms: r.ms }
  }

  /** What D3D12's reflection interfaces say of a container, as lines `path=value` (see reflection.h). */
  async reflect(container: Uint8Array): Promise<string[]> {
    const w = new ByteWriter()
    w.bytes(container)
    return (await this.#resident.request(REQUEST.reflect, w)).text().trimEnd().split('\n')
  }

  /**
   * What debuggers read of a debug file, or of a container with debug information, as lines `key=value` (see debugging.h). PIX's part needs a program
   * whose instructions PIX's passes have numbered.
   * @param instructions most of them to ask about
   */
  async debugInfo(bytes: Uint8Array, instructions = 0): Promise<string[]> {
    const w = new ByteWriter()
    w.bytes(bytes)
    w.u32(instructions)
    return (await this.#resident.request(REQUEST.debug, w)).text().trimEnd().split('\n')
  }

  /** Runs DXC's passes by name, in order. @param bytes a container or bitcode @returns bitcode and what the passes print */
  async optimize(
    bytes: Uint8Array,
    passes: readonly string[],
  ): Promise<{ ok: boolean; module: Uint8Array; text: string }> {
    const w = new ByteWriter()
    w.bytes(bytes)
    w.u32(passes.length)
    for (const p of passes) w.text(p)
    const r = await this.#resident.request(REQUEST.optimize, w)
    const ok = r.i32() >= 0
    return { ok, module: r.bytes(), text: r.text() }
  }

  /** Versions of compiler and validator, for instance { compiler: '1.8.4789 (b4711839)', validator: '1.8' }. */
  async version(): Promise<{ compiler: string; validator: string }> {
    const r = await this.#resident.request(REQUEST.version, new ByteWriter())
    return { compiler: r.text(), validator: r.text() }
  }

  /** Makes the bridge crash or hang, for the test of the recovery. */
  async misbehave(how: 'crash' | 'hang', timeoutMs?: number): Promise<void> {
    await this.#resident.request(REQUEST[how], new ByteWriter(), { timeoutMs })
  }

  /** Processor time of the bridge so far, in ms, in steps of 10. */
  cpuMs(): number {
    return this.#resident.cpuMs()
  }

  /** Ends the bridge; what was queued is rejected. */
  close(): void {
    this.#resident.close()
  }

  async #validate(container: Uint8Array, flags: number, options: { timeoutMs?: number }) {
    // DXC 1.8's validator crashes on bytes that do not even begin like a container, so they never reach it.
    const complaint = containerComplaint(container)
    if (complaint !== undefined) return { ok: false, message: complaint, container, ms: 0 }
    const w = new ByteWriter()
    w.u32(flags)
    w.bytes(container)
    const r = await this.#resident.request(REQUEST.validate, w, options)
    const ok = r.i32() >= 0
    return { ok, message: r.text(), container: r.bytes(), ms: r.f64() }
  }
}

function answerInclude(path: string, includes: IncludeCallback | undefined): Uint8Array {
  const w = new ByteWriter()
  let text: string | undefined
  try {
    text = includes?.(path.replaceAll('\\', '/').replace(/^(\.\/)+/, ''))
  } catch {
    text = undefined // DXC then says "file not found", which is located; a throw here could not be
  }
  w.u8(text === undefined ? 0 : 1)
  if (text !== undefined) w.text(text)
  return w.frame(REQUEST.includeReply)
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

/** Wine's loader itself where Debian puts it (the wrapper script costs a shell per start), else what PATH has. */
function wineProgram(): string {
  const direct = '/usr/lib/wine/wine64'
  return existsSync(direct) ? direct : 'wine64'
}
