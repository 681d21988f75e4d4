// npm run permutations [-- --all]: 500 permutations of a shader of 2,000 lines as one build, as a build that watches when a header changes, in a
// context, as compiles one after the other in a warm process, and as
// processes two at a time (a tenth of them, unless --all); and a build of 1,000 files of which none has changed. Every byte is compared.

import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Library from '../../src/api/index.ts'
import { AXES, choices, FILES } from './source.ts'

const BIN = resolve('bin', 'dxilkit.js')
const { compile, context } = (await import(pathToFileURL(resolve('dist', 'index.js')).href)) as typeof Library
const all = choices()
const home = mkdtempSync(join(tmpdir(), 'dxilkit-permutations-'))
for (const [name, text] of FILES) writeFileSync(join(home, name), text)
const shaders = [{ file: 'main.hlsl', target: 'ps_6_0', axes: AXES }]
writeFileSync(join(home, 'dxilkit.build.json'), JSON.stringify({ shaders }))

const optionsOf = (defines: (typeof all)[number]): Library.CompileOptions => ({
  target: 'ps_6_0',
  fileName: 'main.hlsl',
  defines,
  include: path => FILES.get(path),
})
const outputOf = (choice: (typeof all)[number]): string =>
  `out/main.main${Object.entries(choice)
    .map(([axis, value]) => `.${axis}-${value}`)
    .join('')}.dxil`

function build(folder: string): number {
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, 'build'], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  console.log(`  ${stdout.trim().split('\n').at(-1)}`)
  return performance.now() - start
}

function oneByOne(): { ms: number; containers: Uint8Array[] } {
  const source = FILES.get('main.hlsl')!
  for (let i = 0; i < 40; i++) compile(source, optionsOf(all[(i * 37) % all.length]!))
  const start = performance.now()
  const containers = all.map(choice => {
    const result = compile(source, optionsOf(choice))
    if (!result.ok) throw new Error(result.text)
    return result.container
  })
  return { ms: performance.now() - start, containers }
}

/** Milliseconds of a context that has compiled nothing yet, in this process, on this thread. */
function shared(expected: readonly Uint8Array[]): number {
  const source = FILES.get('main.hlsl')!
  const permutations = context()
  const start = performance.now()
  const results = all.map(choice => permutations.compile(source, optionsOf(choice)))
  const ms = performance.now() - start
  const isSame = results.every((result, i) => result.ok && Buffer.compare(result.container, expected[i]!) === 0)
  if (!isSame) throw new Error('a context makes other containers')
  return ms
}

async function asProcesses(): Promise<number> {
  const some = process.argv.includes('--all') ? all : all.filter((_, i) => i % 10 === 3)
  let next = 0
  const start = performance.now()
  const row = async (): Promise<void> => {
    for (let choice = some[next++]; choice; choice = some[next++]) {
      const defines = Object.entries(choice).flatMap(([axis, value]) => ['-D', `${axis}=${value}`])
      const words = [BIN, 'main.hlsl', '-T', 'ps_6_0', ...defines, '-Fo', 'single.dxil.' + next]
      await new Promise(done => spawn(process.execPath, words, { cwd: home, stdio: 'inherit' }).on('close', done))
    }
  }
  await Promise.all([row(), row()])
  return ((performance.now() - start) / some.length) * all.length
}

/** Milliseconds until a build that watches has made everything anew, after a change of a file that all permutations include. */
async function rebuilt(): Promise<number> {
  const child = spawn(process.execPath, [BIN, 'build', '--watch', '--force', '--json'], { cwd: home })
  const summaries: { readonly ms: number; readonly compiled: number }[] = []
  let text = ''
  try {
    return await new Promise<number>((resolve, reject) => {
      child.on('close', code => reject(new Error(`the build ended with ${code}`)))
      child.stdout.on('data', chunk => {
        text += String(chunk)
        const lines = text.split('\n')
        text = lines.pop()!
        for (const line of lines) {
          const summary = JSON.parse(line) as (typeof summaries)[number]
          summaries.push(summary)
          if (summaries.length === 1) {
            const file = join(home, 'common.hlsli')
            // Watching begins behind the summary.
            setTimeout(() => writeFileSync(file, readFileSync(file, 'utf8').replace('3.14159265', '3.1415926')), 1000)
          } else if (summary.compiled === all.length) resolve(summary.ms)
        }
      })
    })
  } finally {
    child.removeAllListeners('close')
    child.kill()
    writeFileSync(join(home, 'common.hlsli'), FILES.get('common.hlsli')!)
  }
}

/** Milliseconds for nothing to do, the process included. */
function unchanged(): number {
  const folder = join(home, 'many')
  mkdirSync(folder)
  for (let i = 0; i < 1000; i++)
    writeFileSync(
      join(folder, `s${i}.hlsl`),
      `#include "../common.hlsli"\n[numthreads(1,1,1)] void main() {}\nstatic uint n = ${i};\n`,
    )
  writeFileSync(join(folder, 'dxilkit.build.json'), JSON.stringify({ shaders: [{ file: '*.hlsl', target: 'cs_6_0' }] }))
  build(folder)
  return build(folder)
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
const lines = [...FILES.values()].reduce((sum, text) => sum + text.split('\n').length, 0)
console.log(`${all.length} permutations, ${lines} lines in ${FILES.size} files, ${availableParallelism()} processors`)
build(home)
rmSync(join(home, 'out'), { recursive: true })
const built = build(home)
const single = oneByOne()
const different = all.filter((choice, i) => !readFileSync(join(home, outputOf(choice))).equals(single.containers[i]!))
const inContext = shared(single.containers)
const processes = await asProcesses()
const warm = await rebuilt()
const again = unchanged()
const times = (ms: number): string => `${(ms / built).toFixed(1)} and ${(ms / warm).toFixed(1)} times as long`
console.log(`build, a new process     ${seconds(built)}`)
console.log(`build --watch, a change  ${seconds(warm)}`)
console.log(
  `a context, warm          ${seconds(inContext)}; one by one takes ${(single.ms / inContext).toFixed(1)} times as long`,
)
console.log(`one by one, warm         ${seconds(single.ms)}, ${times(single.ms)}`)
console.log(`processes, two at a time ${seconds(processes)}, ${times(processes)}`)
console.log(`1,000 unchanged files    ${seconds(again)}`)
console.log(`${different.length} of ${all.length} outputs differ from single compilations`)
rmSync(home, { recursive: true })
process.exitCode = different.length > 0 ? 1 : 0
