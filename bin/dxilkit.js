#!/usr/bin/env node
// Starts the command line of the built package.

import { existsSync } from 'node:fs'

const entry = new URL('../dist/src/cli/process.js', import.meta.url)
if (existsSync(entry)) await import(entry.href)
else {
  process.stderr.write('dxilkit: not built; run: npm run build\n')
  process.exitCode = 3
}
