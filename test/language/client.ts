// A scripted editor: starts the language server and talks to it over its pipes.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { join } from 'node:path'

const COMMAND = join(process.cwd(), 'dist', 'src', 'cli', 'lsp_main.js')

interface Reply {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

export class Client {
  readonly #child: ChildProcessWithoutNullStreams
  #input = Buffer.alloc(0)
  #id = 0
  readonly #waiting = new Map<number, (reply: Reply) => void>()
  readonly #listeners: ((reply: Reply) => boolean)[] = []
  readonly #settings: unknown
  stderr = ''

  constructor(settings: unknown = null, command = COMMAND) {
    this.#settings = settings
    this.#child = spawn(process.execPath, [command, '--stdio'])
    this.#child.stdout.on('data', (chunk: Buffer) => this.#take(chunk))
    this.#child.stderr.on('data', chunk => (this.stderr += String(chunk)))
  }

  #take(chunk: Buffer): void {
    this.#input = Buffer.concat([this.#input, chunk])
    for (;;) {
      const end = this.#input.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/Content-Length: (\d+)/i.exec(this.#input.toString('latin1', 0, end))![1])
      if (this.#input.length < end + 4 + length) return
      const reply = JSON.parse(this.#input.toString('utf8', end + 4, end + 4 + length)) as Reply
      this.#input = this.#input.subarray(end + 4 + length)
      this.#receive(reply)
    }
  }

  #receive(reply: Reply): void {
    if (reply.method !== undefined) {
      // The server asks for settings and registrations.
      if (reply.id !== undefined)
        this.#send({ id: reply.id, result: reply.method === 'workspace/configuration' ? [this.#settings] : null })
      const at = this.#listeners.findIndex(listener => listener(reply))
      if (at >= 0) this.#listeners.splice(at, 1)
      return
    }
    this.#waiting.get(reply.id!)?.(reply)
    this.#waiting.delete(reply.id!)
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params })
  }

  /** @throws Error with the message of the server */
  request<T = unknown>(method: string, params: unknown): Promise<T> {
    const id = ++this.#id
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result as T)))
      this.#send({ id, method, params })
    })
  }

  /** The next message of a method that fits. */
  next<T>(method: string, fits: (params: T) => boolean = () => true): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${method} came`)), 30_000)
      this.#listeners.push(reply => {
        if (reply.method !== method || !fits(reply.params as T)) return false
        clearTimeout(timer)
        resolve(reply.params as T)
        return true
      })
    })
  }

  async start(
    rootUri: string | null = null,
    initializationOptions: unknown = null,
  ): Promise<{ readonly capabilities: Readonly<Record<string, unknown>> }> {
    const capabilities = { workspace: { configuration: true } }
    const started = await this.request<{ capabilities: Record<string, unknown> }>('initialize', {
      processId: process.pid,
      rootUri,
      capabilities,
      initializationOptions,
    })
    this.notify('initialized', {})
    return started
  }

  open(uri: string, text: string): void {
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'hlsl', version: 1, text } })
  }

  /** Ends a server that a failed test left. */
  kill(): void {
    this.#child.kill()
  }

  /** Ends the server as an editor does; its exit code. */
  async stop(): Promise<number | null> {
    const ended = new Promise<number | null>(resolve => this.#child.once('exit', resolve))
    await this.request('shutdown', null)
    this.notify('exit', null)
    return ended
  }
}
