// The playground as static files in dist/pages/playground/. Addresses are relative: the folder works wherever it is put.

import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { PAGE_SCRIPT } from '../src/html/page_script.ts'
import { Flag, ICMP, Op } from '../src/ir/ops.ts'
import { DxilOp } from '../src/spec/dxil_ops.ts'

const root = fileURLToPath(new URL('./playground', import.meta.url))
const outDir = fileURLToPath(new URL('../dist/pages/playground', import.meta.url))

/** The page may load its own files and nothing else, and can send nothing anywhere. The byte map's script runs in its frame. */
const policy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(PAGE_SCRIPT).digest('base64')}'`,
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  "worker-src 'self'",
  "connect-src 'none'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** In the built page only: the development server needs its socket. */
const contentPolicy: Plugin = {
  name: 'content-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
  ],
}

/** Tables of numbers, by name and the end of their file: their members are written as numbers, as in the package. */
const TABLES = [
  ['DxilOp', 'dxil_ops', DxilOp],
  ['Op', 'ops', Op],
  ['ICMP', 'ops', ICMP],
  ['Flag', 'ops', Flag],
] as const

const numbers: Plugin = {
  name: 'numbers',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/[\\/]src[\\/].*\.ts$/.test(id)) return undefined
    return TABLES.reduce((text, [name, file, values]) => {
      if (!new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*/${file}\\.ts'`, 'm').test(code)) return text
      const known = new Map<string, number>(Object.entries(values))
      return text.replace(new RegExp(`(?<![\\w$.])${name}\\.(\\w+)`, 'g'), (whole, key: string) => {
        const value = known.get(key)
        return value === undefined ? whole : `(${value})`
      })
    }, code)
  },
}

export default defineConfig({
  root,
  base: './',
  publicDir: false,
  plugins: [contentPolicy, numbers],
  worker: { format: 'es', plugins: () => [numbers] },
  // Who links node_modules from elsewhere gets its files served, too.
  server: { fs: { strict: false } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
  },
})
