#!/usr/bin/env node
// Starts the command line that `npm run build` bundles and the package ships. A CommonJS module (package.json beside it says
// so), because Node's loader of ES modules takes a tenth of the start.

'use strict'

let start
try {
  start = require.resolve('../dist/start.cjs')
} catch {
  process.stderr.write('dxilkit: not built; run: npm run build\n')
  process.exitCode = 3
}
if (start !== undefined) require(start)
