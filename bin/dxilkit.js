#!/usr/bin/env node
// Starts the command line: the bundle that `npm run build` makes and the package ships.

import { existsSync } from 'node:fs'

const entry = new URL('../dist/cli.js', import.meta.url)
if (existsSync(entry)) await import(entry.href)
else {
  process.stderr.write('dxilkit: not built; run: npm run build\n')
  process.exitCode = 3
}
