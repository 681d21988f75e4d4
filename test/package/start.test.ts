// The command that bin/ starts, and its cache of compiled code: the same results whatever there is of a cache, and a quick start.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { cpuTime } from '../../bench/cpu_time.ts'
import { ROOT } from '../oracle/available.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { emptyFolder, makeBundles, nodeOf, writeFiles } from './tarball.ts'

const BIN = join(ROOT, 'bin', 'dxilkit.js')
const SHADER =
  'RWStructuredBuffer<uint> o; [numthreads(1, 1, 1)] void main(uint3 t : SV_DispatchThreadID) { o[t.x] = t.x; }'
const folder = emptyFolder()
const shader = join(folder.path, 'shader.hlsl')
const COMPILE = ['compile', shader, '-T', 'cs_6_0', '-Fo', '-']

test.before(() => {
  makeBundles()
  writeFiles(folder.path, { 'shader.hlsl': SHADER, 'wrong.hlsl': 'void main() { x; }' })
})
test.after.always(() => folder.remove())

/** An environment with nothing that says where caches go but what is given. */
function environment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env }
  for (const name of Object.keys(env)) if (/^(NODE_|XDG_|HOME$|LOCALAPPDATA$|DXILKIT_)/.test(name)) delete env[name]
  return { ...env, ...more }
}

interface Outcome {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function start(env: NodeJS.ProcessEnv, words: readonly string[] = COMPILE, bin = BIN): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], { env: environment(env) })
  return { status, stdout: stdout.toString('latin1'), stderr: stderr.toString() }
}

const caches = (place: string): string[] =>
  existsSync(join(place, 'dxilkit')) ? readdirSync(join(place, 'dxilkit')) : []

let expected: Outcome
function isRight(t: ExecutionContext, outcome: Outcome, title: string): void {
  expected ??= start({ NODE_DISABLE_COMPILE_CACHE: '1' })
  t.deepEqual(outcome, expected, title)
}

test.serial('cold, warm and without a cache, the command gives the same', t => {
  const home = join(folder.path, 'home')
  isRight(t, start({}), 'no home')
  t.is(expected.status, 0)
  t.true(expected.stdout.startsWith('DXBC'))
  isRight(t, start({ HOME: home }), 'cold')
  const [name, ...more] = caches(join(home, '.cache'))
  t.deepEqual(more, [])
  const made = statSync(join(home, '.cache', 'dxilkit', name!))
  t.is(made.mode & 0o777, 0o600)
  isRight(t, start({ HOME: home }), 'warm')
  t.is(statSync(join(home, '.cache', 'dxilkit', name!)).mtimeMs, made.mtimeMs, 'written once')
})

test.serial('the cache is where the user wants it, or nowhere', t => {
  const at = (name: string): string => join(folder.path, 'places', name)
  isRight(t, start({ HOME: at('a'), XDG_CACHE_HOME: at('b') }), 'XDG_CACHE_HOME')
  isRight(t, start({ HOME: at('a'), XDG_CACHE_HOME: at('b'), NODE_COMPILE_CACHE: at('c') }), 'NODE_COMPILE_CACHE')
  isRight(t, start({ HOME: at('a'), NODE_DISABLE_COMPILE_CACHE: '1' }), 'NODE_DISABLE_COMPILE_CACHE')
  t.deepEqual([caches(join(at('a'), '.cache')).length, caches(at('b')).length, caches(at('c')).length], [0, 1, 1])
})

test.serial('a home that cannot be written does not matter', t => {
  const home = join(folder.path, 'locked')
  writeFiles(home, { '.cache': 'a file where the folder should be' })
  isRight(t, start({ HOME: home }), 'a file in its place')
  isRight(t, start({ HOME: '/dev/null' }), 'no folder at all')
  mkdirSync(join(folder.path, 'read-only', 'dxilkit'), { recursive: true })
  chmodSync(join(folder.path, 'read-only', 'dxilkit'), 0o500)
  isRight(t, start({ XDG_CACHE_HOME: join(folder.path, 'read-only') }), 'read-only')
  chmodSync(join(folder.path, 'read-only', 'dxilkit'), 0o700)
})

test.serial('a damaged cache is replaced, one that others may write is not read', t => {
  const place = join(folder.path, 'damaged')
  isRight(t, start({ XDG_CACHE_HOME: place }), 'cold')
  const path = join(place, 'dxilkit', caches(place)[0]!)
  const whole = readFileSync(path)
  const damages: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    short: whole.subarray(0, 1000),
    text: Buffer.from('no code at all'.repeat(1000)),
    half: whole.subarray(0, whole.length / 2),
    head: Buffer.concat([Buffer.alloc(64), whole.subarray(64)]),
  }
  for (const [title, bytes] of Object.entries(damages)) {
    writeFileSync(path, bytes)
    isRight(t, start({ XDG_CACHE_HOME: place }), title)
    t.true(statSync(path).size > whole.length / 2, `${title}: replaced`)
  }
  chmodSync(path, 0o666)
  isRight(t, start({ XDG_CACHE_HOME: place }), 'writable by others')
  t.is(statSync(path).mode & 0o777, 0o600)
})

test.serial('many at once with a cold cache', async t => {
  const place = join(folder.path, 'many')
  const env = environment({ XDG_CACHE_HOME: place })
  const ended = (child: ChildProcess): Promise<Outcome> =>
    new Promise(resolve => {
      let [stdout, stderr] = ['', '']
      child.stdout!.setEncoding('latin1').on('data', text => (stdout += text))
      child.stderr!.on('data', text => (stderr += text))
      child.on('close', status => resolve({ status, stdout, stderr }))
    })
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => ended(spawn(process.execPath, [BIN, ...COMPILE], { env }))),
  )
  for (const [i, outcome] of outcomes.entries()) isRight(t, outcome, `process ${i}`)
  t.is(caches(place).length, 1)
  isRight(t, start({ XDG_CACHE_HOME: place }), 'warm')
})

test.serial('whatever is asked for first, the cache holds what compiling takes', t => {
  const sizes = [COMPILE, ['--version'], ['compile', join(folder.path, 'wrong.hlsl'), '-T', 'cs_6_0']].map(
    (words, i) => {
      const place = join(folder.path, `first${i}`)
      start({ XDG_CACHE_HOME: place }, words)
      return statSync(join(place, 'dxilkit', caches(place)[0]!)).size
    },
  )
  for (const size of sizes) t.true(size > sizes[0]! * 0.8, sizes.join(' '))
})

test.serial('caches of older builds go, other files stay', t => {
  const place = join(folder.path, 'older')
  const old = `${process.version}-${process.arch}-0123456789abcdef`
  writeFiles(place, { [`dxilkit/${old}`]: 'old', 'dxilkit/v1.0.0-x64-0123456789abcdef': 'of another Node' })
  isRight(t, start({ XDG_CACHE_HOME: place }), 'cold')
  const names = caches(place)
  t.is(names.length, 2)
  t.true(names.includes('v1.0.0-x64-0123456789abcdef'))
  t.false(names.includes(old))
})

test.serial('a compile runs the script of what compiling needs, other commands the rest, too', t => {
  const count = join(folder.path, 'count.txt')
  // Every script that is made writes its length.
  const hook = `const vm = require('node:vm'), fs = require('node:fs')
    vm.Script = class extends vm.Script { constructor(text, options) { super(text, options); fs.appendFileSync(${JSON.stringify(count)}, text.length + ' ') } }`
  writeFiles(folder.path, { 'hook.cjs': hook })
  const env = { NODE_DISABLE_COMPILE_CACHE: '1', NODE_OPTIONS: `--require ${join(folder.path, 'hook.cjs')}` }
  const sizes = (...words: string[]): number[] => {
    writeFiles(folder.path, { 'count.txt': '' })
    t.is(start(env, words).status, 0, words.join(' '))
    return readFileSync(count, 'utf8').trim().split(' ').map(Number)
  }
  const blob = join(folder.path, 'blob.dxil')
  const [main, ...none] = sizes('compile', shader, '-T', 'cs_6_0', '-Fo', blob)
  t.deepEqual(none, [])
  for (const words of [
    ['dump', blob],
    ['disasm', blob],
    ['dump', blob, '--html', join(folder.path, 'blob.html')],
    ['compile', shader, '-T', 'cs_6_0', '-print-after', 'simplify', '-Fo', blob],
  ]) {
    const [first, rest, ...more] = sizes(...words)
    t.deepEqual([first, more], [main, []], words.join(' '))
    t.true(rest! > 100_000, `${rest} characters`)
  }
})

test.serial('a compile loads none of the modules of Node that take long', t => {
  const list = join(folder.path, 'list.txt')
  const hook = `const before = new Set(process.moduleLoadList), fs = require('node:fs')
    process.on('exit', () => fs.writeFileSync(${JSON.stringify(list)}, process.moduleLoadList.filter(m => !before.has(m)).join('\\n')))`
  writeFiles(folder.path, { 'list.cjs': hook })
  const env = { NODE_DISABLE_COMPILE_CACHE: '1', NODE_OPTIONS: `--require ${join(folder.path, 'list.cjs')}` }
  t.is(start(env, ['compile', shader, '-T', 'cs_6_0', '-Fo', join(folder.path, 'blob.dxil')]).status, 0)
  const loaded = readFileSync(list, 'utf8')
  t.regex(loaded, /^NativeModule vm$/m)
  t.notRegex(loaded, /NativeModule (perf_hooks|child_process|os|v8|stream|tty|fs\/promises|internal\/fs\/promises)$/m)
})

test.serial('files that are not those of the build run as modules', t => {
  const place = join(folder.path, 'changed')
  for (const name of ['bin', 'package.json']) cpSync(join(ROOT, name), join(place, name), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'dist')))
    if (/\.c?js$/.test(name)) cpSync(join(ROOT, 'dist', name), join(place, 'dist', name))
  const bin = join(place, 'bin', 'dxilkit.js')
  const home = join(place, 'home')
  isRight(t, start({ HOME: home }, COMPILE, bin), 'a copy')
  t.is(caches(join(home, '.cache')).length, 1)
  writeFileSync(
    join(place, 'dist', 'library.js'),
    `${readFileSync(join(ROOT, 'dist', 'library.js'), 'utf8')}\n// changed\n`,
  )
  isRight(t, start({ HOME: join(place, 'home2') }, COMPILE, bin), 'changed')
  t.deepEqual(caches(join(place, 'home2', '.cache')), [])
  isRight(t, start({ HOME: home, DXILKIT_DEBUG: '1' }), 'DXILKIT_DEBUG')
})

test.serial('without bundles the command says how to make them', t => {
  const place = join(folder.path, 'unbuilt')
  cpSync(join(ROOT, 'bin'), join(place, 'bin'), { recursive: true })
  const { status, stderr } = start({}, [], join(place, 'bin', 'dxilkit.js'))
  t.deepEqual([status, stderr], [3, 'dxilkit: not built; run: npm run build\n'])
})

oracleTest('packages', 'a small compile takes little more CPU time than Node itself', t => {
  // What is aimed at is 3 times `node -e 0` (4 on Node 20), which npm run bench measures; this is for machines with other work.
  const limit = 5
  for (const line of [20, 22, 24] as const) {
    const node = nodeOf(line)
    const env = environment({ XDG_CACHE_HOME: join(folder.path, `cpu${line}`) })
    cpuTime(node, [BIN, ...COMPILE], env)
    let [mine, least] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let i = 0; i < 9; i++) {
      least = Math.min(least, cpuTime(node, ['-e', '0'], env))
      mine = Math.min(mine, cpuTime(node, [BIN, ...COMPILE], env))
    }
    t.log(`Node ${line}: ${mine.toFixed(0)} ms, node -e 0 ${least.toFixed(0)} ms, ${(mine / least).toFixed(2)} times`)
    t.true(mine <= least * limit, `Node ${line}: ${mine} ms against ${least} ms`)
  }
})
