// The static site for tests: built into a folder of its own, served on this machine, opened in the browser.

import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { Chromium, type Page, type Size } from '../oracle/chromium.ts'

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
])

export interface Server {
  readonly url: string
  /** Paths that were asked for, each once, in order. */
  readonly asked: ReadonlySet<string>
  close(): void
}

/** Serves a folder on a free port. */
export async function serve(root: string): Promise<Server> {
  const asked = new Set<string>()
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = normalize(path.endsWith('/') ? `${path}index.html` : path)
    asked.add(file)
    try {
      const body = readFileSync(join(root, file))
      response.writeHead(200, { 'content-type': TYPES.get(extname(file)) ?? 'application/octet-stream' })
      response.end(body)
    } catch {
      response.writeHead(404)
      response.end()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, close: () => void server.close() }
}

/** Builds the playground. @returns the folder, with `playground/` in it */
export async function buildPlayground(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-site-'))
  const outDir = join(folder, 'playground')
  await build({ configFile: join(process.cwd(), 'site', 'vite.config.ts'), logLevel: 'error', build: { outDir } })
  return folder
}

/** Bytes of files of a folder, as a server sends them. */
export const brotliSize = (root: string, paths: Iterable<string>): number =>
  [...paths].reduce((sum, path) => sum + brotliCompressSync(readFileSync(join(root, path))).length, 0)

/** Until an expression is true in the page. */
export async function until(page: Page, expression: string, what = expression): Promise<void> {
  for (let i = 0; i < 400; i++) {
    if (await page.evaluate(`Boolean(${expression})`)) return
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error(`the page never came to: ${what}`)
}

/** The playground with its first result. */
export async function openPlayground(browser: Chromium, server: Server, size?: Size, hash = ''): Promise<Page> {
  const page = await browser.open(`${server.url}/playground/${hash}`, size)
  await until(page, "document.getElementById('pane').dataset.shown", 'the first pane')
  return page
}

export interface FirstView {
  /** Brotli bytes of everything that was loaded until the first disassembly was there. */
  readonly bytes: number
  /** Milliseconds of the first compilation, in the worker. */
  readonly compile: number
  /** Milliseconds from the navigation to the disassembly. */
  readonly shown: number
}

export async function measureFirstView(root: string, server: Server): Promise<FirstView> {
  const browser = await Chromium.start()
  try {
    const page = await openPlayground(browser, server)
    const shown = await page.evaluate<number>("performance.getEntriesByName('shown')[0].startTime")
    const status = await page.evaluate<string>("document.getElementById('status').textContent")
    const compile = Number(/compiled in ([\d.]+) ms/.exec(status)?.[1])
    return {
      bytes: brotliSize(
        root,
        [...server.asked].filter(path => path !== '/favicon.ico'),
      ),
      compile,
      shown,
    }
  } finally {
    await browser.close()
  }
}
