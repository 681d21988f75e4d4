// Runs everything there is to run: oracle set-up, build, lint, tests; ends with the line "N passed, N failed".
// Exit code 0 only when nothing failed. What is skipped, and why, is said in one line each.

import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'

const run = (title, command, args) => {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status === 0) return true
  console.error(`${title} failed with exit code ${status}`)
  return false
}

const bin = name => `node_modules/.bin/${name}`
let failed = 0
// A missing oracle fails the set-up only under CI=true; elsewhere its tests report themselves as skipped.
if (!run('oracle set-up', 'bash', ['test/oracle/setup.sh'])) failed++
if (!run('type check and build', bin('tsc'), ['-p', 'tsconfig.json'])) finish(0, failed + 1, 0)
if (!run('type check of the site', bin('tsc'), ['-p', 'site/tsconfig.json'])) failed++
if (!run('bundles', process.execPath, ['configs/bundle.js'])) failed++
if (!run('lint', bin('biome'), ['check', '.'])) failed++
if (!run('unused code', bin('knip'), ['-c', 'configs/knip.json'])) failed++

const ava = spawn(bin('ava'), ['--tap', ...process.argv.slice(2)], { stdio: ['ignore', 'pipe', 'inherit'] })
let passed = 0
let skipped = 0
let inFailure = false
for await (const line of createInterface({ input: ava.stdout })) {
  const result = /^(not )?ok \d+ - (.*)$/.exec(line)
  if (!result) {
    // The details of a failure and the tests' own remarks (skips, measurements); of passed tests only their names are TAP noise.
    if (inFailure || /^ *# /.test(line)) console.log(line)
    continue
  }
  inFailure = result[1] !== undefined
  if (/# (SKIP|TODO)/i.test(line)) skipped++
  else if (inFailure) failed++
  else passed++
  if (inFailure || /# (SKIP|TODO)/i.test(line)) console.log(line)
}
const status = ava.exitCode ?? (await new Promise(resolve => ava.once('exit', resolve)))
if (status !== 0 && failed === 0) failed++
finish(passed, failed, skipped)

function finish(passed, failed, skipped) {
  console.log(
    skipped > 0 ? `${passed} passed, ${failed} failed, ${skipped} skipped` : `${passed} passed, ${failed} failed`,
  )
  process.exit(failed === 0 && passed > 0 ? 0 : 1)
}
