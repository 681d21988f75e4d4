// The playground as static files in dist/pages/playground/. Addresses are relative: the folder works wherever it is put.

import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { minify } from 'terser'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'
import { numberTables, withNumbers } from '../configs/number_tables.js'
import { PAGE_SCRIPT } from '../src/html/page_script.ts'

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

/** Numbers in place of the members of tables, as in the package. */
const tables = await numberTables()
const numbers: Plugin = {
  name: 'numbers',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (/[\\/]src[\\/].*\.ts$/.test(id) ? withNumbers(code, id, tables) : undefined),
}

/**
 * The bundler's code once more through another minifier, as in the package: 2 % less to load. In the compiler a function that is called in one place
 * stays one: written there it would be made at each call.
 */
const smaller: Plugin = {
  name: 'smaller',
  apply: 'build',
  async generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      const compress = {
        passes: 8,
        keep_fargs: false,
        unsafe_arrows: true,
        sequences: false,
        lhs_constants: false,
        inline: 1,
        reduce_funcs: file.name !== 'worker',
        pure_getters: true,
      }
      const { code } = await minify(file.code, { module: true, ecma: 2022, compress })
      file.code = code ?? file.code
    }
  },
}

export default defineConfig({
  root,
  base: './',
  publicDir: false,
  plugins: [contentPolicy, numbers, smaller],
  worker: { format: 'es', plugins: () => [numbers, smaller] },
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
