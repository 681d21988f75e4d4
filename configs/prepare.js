// Builds the package where npm needs it built. As `prepare` (npm install in a clone, also npm's own clone of a git dependency):
// only when it was never built. As `prepack` (npm pack, npm publish; argument "pack"): always, in a fresh clone too.
// Not where what follows builds everything (DXILKIT_NO_PREPARE, as CI has it).
// Everything is printed on standard error, because what npm pack prints on standard output is the name of the file.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isPacking = process.argv[2] === 'pack'
const hasTools = () => existsSync(join(root, 'node_modules', 'typescript')) && existsSync(join(root, 'node_modules', 'rollup'))
const npm = (...words) => {
  // npm gives its settings on to scripts: `npm pack --dry-run` must not make these dry, too.
  const env = { ...process.env, npm_config_dry_run: 'false', npm_config_json: 'false' }
  const { status } = spawnSync('npm', words, { cwd: root, stdio: ['ignore', 2, 2], env, shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}

if (isPacking || !(process.env.DXILKIT_NO_PREPARE || existsSync(join(root, 'dist', 'cli.js')))) {
  if (isPacking && !hasTools()) npm('install', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev')
  if (hasTools()) npm('run', 'bundle', '--silent')
  else console.error('dxilkit: not built, because its development dependencies are not installed')
}
