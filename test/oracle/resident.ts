// A resident helper program behind a pipe, speaking frames: queue, time limit, restart.
// Invariant: one request is worked on at a time; a crash or a passed time limit fails only that one and restarts the program. The request
// behind it waits in the pipe already, unless the program may ask something back, and is sent again to a program that was started anew.
// A program that lost its surroundings (wine's server died under it) is started again with the same request.
// A crash counts when a new program crashes over the same request: what an earlier request left behind must not fail this one.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ByteReader, type ByteWriter } from './frames.ts'

/** The program died, passed its time limit or refused this one request; later requests get a working one. */
export class OracleError extends Error {
  override readonly name = 'OracleError'
}

export interface Program {
  /** Name for messages. */
  readonly label: string
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Added to this process's environment. */
  readonly env: Readonly<Record<string, string>>
  /** What the program prints when it ends because of its surroundings and not because of the request: worth another try. */
  readonly lost?: RegExp
}

/** What the program may ask back during a request, and the frame that answers it. */
export type Answer = (question: ByteReader) => Uint8Array

interface Request {
  readonly frame: Uint8Array
  readonly answer: Answer | undefined
  readonly timeoutMs: number
  readonly resolve: (reply: ByteReader) => void
  readonly reject: (error: Error) => void
  /** How often the program lost its surroundings over this request. */
  losses: number
  /** How often a program crashed over this request. */
  crashes: number
  /** Who has its frame. */
  sentTo?: ChildProcess
}

const REPLY = { reply: 0x80, question: 0x81, failed: 0x82 } as const
const DEFAULT_TIMEOUT_MS = 20_000
const STDERR_GRACE_MS = 10
const STDERR_KEPT = 2000
const NOTHING = Buffer.alloc(0)
/** A loaded machine may give a program a fraction of a processor: it has its time limit so often before it fails for doing too little. */
const MOST_ROUNDS = 5
const MOST_LOSSES = 5
const MOST_CRASHES = 2
/** Waited before the next try after a loss: the old server has to give up its socket. */
const LOSS_PAUSE_MS = 500

/** One resident program. Any number of callers may use it at once; requests are queued. */
export class Resident {
  readonly #program: Program
  #child: ChildProcess | undefined
  #pending: Buffer[] = []
  #pendingSize = 0
  #stderr = ''
  #queue: Request[] = []
  #active: Request | undefined
  /** A failure is about to be reported: what comes behind it waits. */
  #isHeld = false
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(program: Program) {
    this.#program = program
  }

  /** Sends one request and waits for its reply. The program starts with the first request. @throws OracleError */
  request(
    kind: number,
    payload: ByteWriter,
    options: { answer?: Answer; timeoutMs?: number | undefined } = {},
  ): Promise<ByteReader> {
    if (this.#closed) return Promise.reject(new OracleError(`${this.#program.label} was closed`))
    const frame = payload.frame(kind)
    const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
    return new Promise((resolve, reject) => {
      this.#queue.push({ frame, answer: options.answer, timeoutMs, resolve, reject, losses: 0, crashes: 0 })
      if (this.#active) this.#sendAhead()
      else this.#next()
    })
  }

  /** Processor time that the running program has used so far, in ms, in steps of 10; 0 when none runs. */
  cpuMs(): number {
    return this.#child ? cpuMs(this.#child) : 0
  }

  /** Ends the program; what was queued is rejected. */
  close(): void {
    this.#closed = true
    this.#dropChild()
    const message = `${this.#program.label} was closed`
    this.#failActive(message)
    for (const q of this.#queue.splice(0)) q.reject(new OracleError(message))
  }

  #next(): void {
    if (this.#active) return
    const request = this.#queue.shift()
    if (!request) {
      holdOpen(this.#child, false)
      return
    }
    this.#active = request
    this.#stderr = ''
    this.#child ??= this.#spawn()
    holdOpen(this.#child, true)
    this.#limit(request, this.#child, cpuMs(this.#child), 1)
    this.#send(request, this.#child)
    this.#sendAhead()
  }

  #send(request: Request, child: ChildProcess): void {
    if (request.sentTo === child) return
    request.sentTo = child
    child.stdin?.write(request.frame)
  }

  /** What comes next, so that the program need not wait for this one; not behind a request whose answers would come after it. */
  #sendAhead(): void {
    const [next] = this.#queue
    const child = this.#child
    if (next && child && this.#active?.sentTo === child && !this.#active.answer) this.#send(next, child)
  }

  /** Ends the request when the program worked for its time limit, or had it several times over without getting so much of the processor. */
  #limit(request: Request, child: ChildProcess, startMs: number, round: number): void {
    this.#timer = setTimeout(() => {
      if (cpuMs(child) - startMs < request.timeoutMs / 2 && round < MOST_ROUNDS) {
        this.#limit(request, child, startMs, round + 1)
        return
      }
      this.#dropChild()
      this.#failActive(`no answer from ${this.#program.label} within ${request.timeoutMs} ms`)
      this.#next()
    }, request.timeoutMs)
  }

  #spawn(): ChildProcess {
    const { command, args, cwd, env } = this.#program
    const child = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    this.#pending = []
    this.#pendingSize = 0
    this.#isHeld = false
    alive.add(child)
    child.stdout?.on('data', (chunk: Buffer) => {
      if (child === this.#child) this.#received(chunk)
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      if (child === this.#child) this.#stderr = (this.#stderr + chunk.toString()).slice(-STDERR_KEPT)
    })
    child.stdin?.on('error', () => {}) // a broken pipe shows as the exit below
    const gone = (how: string): void => {
      alive.delete(child)
      destroyStreams(child)
      if (child !== this.#child) return
      this.#child = undefined
      if (this.#tryAgain()) return
      this.#failActive(`${this.#program.label} crashed (${how}) ${this.#stderr.trim()}`.trim())
      this.#next()
    }
    child.on('error', e => gone(e.message))
    // 'exit', not 'close': wine's server process may keep the pipes open for some seconds.
    child.on('exit', (code, signal) => setTimeout(() => gone(signal ?? `exit code ${code}`), STDERR_GRACE_MS))
    return child
  }

  #received(chunk: Buffer): void {
    this.#pending.push(chunk)
    this.#pendingSize += chunk.length
    while (this.#pendingSize >= 4 && !this.#isHeld) {
      const head = this.#pending[0]!
      // Join only when a whole frame is there, so that a big frame costs one copy.
      const size = (head.length < 4 ? this.#join() : head).readUInt32LE(0) + 4
      if (this.#pendingSize < size) return
      const all = this.#join()
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
    if (kind === REPLY.question) {
      if (active.answer) this.#child?.stdin?.write(active.answer(payload))
      return
    }
    clearTimeout(this.#timer)
    if (kind === REPLY.reply) {
      this.#active = undefined
      active.resolve(payload)
      this.#next()
      return
    }
    // What the libraries printed about the failure comes through another pipe; give it a moment.
    const message = payload.text()
    const child = this.#child
    this.#isHeld = true
    setTimeout(() => {
      if (active !== this.#active || child !== this.#child) return
      this.#isHeld = false
      this.#failActive(`${message} ${this.#stderr.trim()}`.trim())
      this.#next()
      this.#received(NOTHING)
    }, STDERR_GRACE_MS)
  }

  /** Queues the active request again when the program lost its surroundings, or crashed over it for the first time. */
  #tryAgain(): boolean {
    const active = this.#active
    if (!active) return false
    const isLost = this.#program.lost?.test(this.#stderr) ?? false
    if (isLost ? ++active.losses > MOST_LOSSES : ++active.crashes >= MOST_CRASHES) return false
    clearTimeout(this.#timer)
    // The request stays the active one while it waits, so that nothing overtakes it.
    setTimeout(
      () => {
        if (active !== this.#active) return
        this.#active = undefined
        this.#queue.unshift(active)
        this.#next()
      },
      isLost ? LOSS_PAUSE_MS : 0,
    )
    return true
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

/** Processor time that a program has used, in ms: its own threads, not what it started. 0 where it cannot be told. */
function cpuMs(child: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'latin1').replace(/^.*\)/s, '').trim().split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
}

/** An idle program must not keep a test process alive, a busy one must. */
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
