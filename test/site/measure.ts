// npm run site:measure: what the first view of the playground loads, and how long it takes. The machine decides the times; nothing is asserted.

import { rmSync } from 'node:fs'
import { buildPlayground, measureFirstView, serve } from './pages.ts'

const RUNS = 5

const root = await buildPlayground()
const server = await serve(root)
try {
  for (let i = 0; i < RUNS; i++) {
    const { bytes, compile, shown } = await measureFirstView(root, server)
    console.log(
      `${bytes} bytes of brotli, first compile ${compile.toFixed(0)} ms, disassembly after ${shown.toFixed(0)} ms`,
    )
  }
} finally {
  server.close()
  rmSync(root, { recursive: true, force: true })
}
