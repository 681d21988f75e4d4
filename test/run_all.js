// Runs everything there is to run: oracle set-up, build, lint, tests; ends with the line "N passed, N failed".
// Exit code 0 only when nothing failed. What is skipped, and why, is said in one line each.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** What a command prints comes out when it ends, because several run at once; what runs alone may print as it goes. */
const run = (title, command, args, stdio = ['ignore', 'pipe', 'pipe']) =>
  new Promise(resolve => {
    const child = spawn(command, args, { stdio })
    const printed = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', data => printed.push(data))
    child.once('error', error => printed.push(Buffer.from(`${error}\n`)))
    child.once('close', status => {
      process.stdout.write(Buffer.concat(printed))
      if (status !== 0) console.error(`${title} failed with exit code ${status}`)
      resolve(status === 0)
    })
  })

const bin = name => `node_modules/.bin/${name}`
let failed = 0
const count = ok => {
  if (!ok) failed++
}
// A missing oracle fails the set-up only under CI=true; elsewhere its tests report themselves as skipped.
count(await run('oracle set-up', 'bash', ['test/oracle/setup.sh'], 'inherit'))
const [built] = await Promise.all([
  run('type check and build', bin('tsc'), ['-p', 'tsconfig.json']),
  run('lint', bin('biome'), ['check', '.']).then(count),
  run('unused code', bin('knip'), ['-c', 'configs/knip.json']).then(count),
])
if (!built) finish(0, failed + 1, 0)
await Promise.all([
  run('bundles', process.execPath, ['configs/bundle.js']).then(count),
  run('type check of the site', bin('tsc'), ['-p', 'site/tsconfig.json']).then(count),
])

// The bundles are those of the sources: no test need make them again.
const env = { ...process.env, DXILKIT_BUNDLED: '1' }
const ava = spawn(bin('ava'), ['--tap', ...process.argv.slice(2)], { stdio: ['ignore', 'pipe', 'inherit'], env })
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
