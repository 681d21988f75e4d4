#!/usr/bin/env node
// Starts the command line that `npm run build` bundles and the package ships.

try {
  await import('../dist/start.js')
} catch (error) {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error
  process.stderr.write('dxilkit: not built; run: npm run build\n')
  process.exitCode = 3
}
