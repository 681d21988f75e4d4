// A headless Chromium behind pipes (--remote-debugging-pipe): JSON messages ended by NUL on descriptors 3 and 4. No port is
// opened, no package needed. Invariant: close() ends the browser with all its processes and removes its profile.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

type Params = Readonly<Record<string, unknown>>

interface Pending {
  resolve(result: Params): void
  reject(error: Error): void
  readonly timer: NodeJS.Timeout
}

const FLAGS = [
  '--headless=new',
  // Chromium refuses to run as root with its sandbox; the pages it sees here are our own.
  '--no-sandbox',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--hide-scrollbars',
]
const TIMEOUT = 60_000

export class Chromium {
  readonly #process: ChildProcess
  readonly #profile: string
  readonly #out: Writable
  readonly #pending = new Map<number, Pending>()
  readonly #pages = new Map<string, Page>()
  #next = 1
  #rest = ''
  #stderr = ''

  private constructor() {
    this.#profile = mkdtempSync(join(tmpdir(), 'dxilkit-chromium-'))
    this.#process = spawn('chromium', [...FLAGS, `--user-data-dir=${this.#profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // A group of its own, so that its helpers end with it.
      detached: true,
    })
    this.#out = this.#process.stdio[3] as Writable
    const input = this.#process.stdio[4] as Readable
    input.setEncoding('utf8').on('data', (text: string) => this.#receive(text))
    this.#process.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-2000)
    })
    for (const stream of [this.#out, input, this.#process]) stream.on('error', error => this.#fail(error))
    this.#process.on('exit', code => this.#fail(new Error(`chromium ended with ${code}: ${this.#stderr}`)))
  }

  static async start(): Promise<Chromium> {
    const browser = new Chromium()
    await browser.send('Browser.getVersion')
    return browser
  }

  /** A page of this size in CSS pixels that has loaded `url`. */
  async open(url: string, size: Size = { width: 1400, height: 900 }): Promise<Page> {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true })
    const page = new Page(this, sessionId as string)
    this.#pages.set(page.session, page)
    await page.load(url, size)
    return page
  }

  /** Sends a command of the DevTools protocol. @param session the page's, '' for the browser */
  send(method: string, params: Params = {}, session = ''): Promise<Params> {
    const id = this.#next++
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`chromium: no answer to ${method}`)), TIMEOUT)
      this.#pending.set(id, { resolve, reject, timer })
      this.#out.write(`${JSON.stringify({ id, method, params, ...(session ? { sessionId: session } : {}) })}\0`)
    })
  }

  async close(): Promise<void> {
    const ended = new Promise(resolve => this.#process.once('exit', resolve))
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      try {
        process.kill(-this.#process.pid!, 'SIGKILL')
      } catch {
        this.#process.kill('SIGKILL')
      }
      await ended
    }
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }

  #receive(text: string): void {
    const messages = (this.#rest + text).split('\0')
    this.#rest = messages.pop()!
    for (const message of messages) this.#dispatch(JSON.parse(message))
  }

  #dispatch(message: {
    id?: number
    method?: string
    params?: Params
    result?: Params
    error?: Params
    sessionId?: string
  }): void {
    if (message.id === undefined) {
      this.#pages.get(message.sessionId ?? '')?.event(message.method!, message.params ?? {})
      return
    }
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    clearTimeout(pending?.timer)
    if (message.error) pending?.reject(new Error(`chromium: ${message.error['message']}`))
    else pending?.resolve(message.result ?? {})
  }

  #fail(error: Error): void {
    for (const { timer, reject } of this.#pending.values()) {
      clearTimeout(timer)
      reject(error)
    }
    this.#pending.clear()
  }
}

export interface Size {
  readonly width: number
  readonly height: number
}

export class Page {
  readonly session: string
  /** Errors and warnings of the console, uncaught exceptions, violations of the page's policy. */
  readonly complaints: string[] = []
  /** URLs of everything requested. */
  readonly requests: string[] = []
  readonly #browser: Chromium
  #loaded: (() => void) | undefined

  constructor(browser: Chromium, session: string) {
    this.#browser = browser
    this.session = session
  }

  async load(url: string, { width, height }: Size): Promise<void> {
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await this.send(`${domain}.enable`)
    await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
    const loaded = new Promise<void>(resolve => {
      this.#loaded = resolve
    })
    const { errorText } = await this.send('Page.navigate', { url })
    if (errorText) throw new Error(`cannot open ${url.slice(0, 100)}: ${errorText}`)
    await loaded
  }

  send(method: string, params: Params = {}): Promise<Params> {
    return this.#browser.send(method, params, this.session)
  }

  event(method: string, params: Params): void {
    if (method === 'Page.loadEventFired') this.#loaded?.()
    else if (method === 'Network.requestWillBeSent') this.requests.push((params['request'] as { url: string }).url)
    else if (method === 'Runtime.exceptionThrown') this.complaints.push(JSON.stringify(params['exceptionDetails']))
    else if (method === 'Log.entryAdded') this.complaints.push(JSON.stringify(params['entry']))
    else if (method === 'Runtime.consoleAPICalled') this.complaints.push(JSON.stringify(params['args']))
  }

  /** Value of an expression in the page, as JSON. */
  async evaluate<T>(expression: string): Promise<T> {
    const answer = await this.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })
    if (answer['exceptionDetails']) throw new Error(JSON.stringify(answer['exceptionDetails']))
    return (answer['result'] as { value: T }).value
  }

  /** A real click with the mouse in the middle of the first element that a selector finds. */
  click(selector: string): Promise<void> {
    return this.clickOn(`document.querySelector(${JSON.stringify(selector)})`, selector)
  }

  /** The same on the element that an expression gives, found and measured at once: editors make their lines anew at any time. */
  async clickOn(expression: string, name: string): Promise<void> {
    const at = await this.evaluate<{ x: number; y: number } | null>(
      `(() => { const e = ${expression}; if (!e) return null;` +
        "e.scrollIntoView({ block: 'nearest' }); const b = e.getBoundingClientRect();" +
        'return { x: b.left + b.width / 2, y: b.top + b.height / 2 } })()',
    )
    if (!at) throw new Error(`no element ${name}`)
    for (const type of ['mousePressed', 'mouseReleased'])
      await this.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 })
    await this.settle()
  }

  /** A key by its name in the DOM, e.g. 'ArrowRight'. */
  async press(key: string): Promise<void> {
    const text = key.length === 1 ? { text: key } : key === 'Enter' ? { text: '\r' } : {}
    for (const type of ['keyDown', 'keyUp']) await this.send('Input.dispatchKeyEvent', { type, key, ...text })
    await this.settle()
  }

  async type(text: string): Promise<void> {
    await this.send('Input.insertText', { text })
    await this.settle()
  }

  /** PNG of what is in view. */
  async screenshot(): Promise<Uint8Array> {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' })
    return Buffer.from(data as string, 'base64')
  }

  /** Until the page has drawn what it planned. */
  async settle(): Promise<void> {
    await this.evaluate('new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(true))))')
  }
}
