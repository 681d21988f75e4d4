// Kills runs over many files at random moments, and fills disks, to see that only whole files are left.

import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile, disassemble, listing, signedCopy } from '../../src/api/index.ts'

/** What tsc wrote: tests run that. `npm run kill` takes the bundled command, which starts faster. */
const BIN = join(process.cwd(), 'dist', 'src', 'cli', 'process.js')
/** Different shaders: small ones, so that a run over many files takes seconds. */
const SHADERS = 8
const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** A command over many files, and what each file of the folder `out` may hold. */
interface Work {
  readonly words: readonly string[]
  /** By name: whole contents, each as latin1 text; '' stands for "not there". */
  readonly allowed: ReadonlyMap<string, readonly string[]>
  /** Puts everything back as it was before the run. */
  reset(): void
}

export interface Outcome {
  readonly runs: number
  /** Runs that were over before they were killed. */
  readonly finished: number
  /** Files that had been written when the process died, over all runs. */
  readonly written: number
  readonly problems: readonly string[]
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

const source = (i: number): string =>
  `RWByteAddressBuffer o; [numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { ${Array.from({ length: 1 + (i % 40) }, (_, n) => `o.Store(i * ${n + 1}, ${i + n});`).join(' ')} }`

const nameOf = (i: number): string => `file${String(i).padStart(4, '0')}`

function containers(count: number): Uint8Array[] {
  const made = Array.from({ length: SHADERS }, (_, i) => compile(source(i), { target: 'cs_6_0' }).container!)
  return Array.from({ length: count }, (_, i) => made[i % SHADERS]!)
}

/** `sign` replaces its inputs. */
function signWork(folder: string, count: number): Work {
  const all = containers(count)
  const out = join(folder, 'out')
  return {
    words: ['sign', out, '--as', 'debug'],
    allowed: new Map(all.map((c, i) => [`${nameOf(i)}.dxil`, [text(c), text(signedCopy(c, 'debug'))]])),
    reset: () => {
      for (const [i, c] of all.entries()) writeFileSync(join(out, `${nameOf(i)}.dxil`), c)
    },
  }
}

/** `disasm` writes new files where some are there already. */
function disasmWork(folder: string, count: number): Work {
  const all = containers(count)
  const [input, out] = [join(folder, 'in'), join(folder, 'out')]
  mkdirSync(input, { recursive: true })
  for (const [i, c] of all.entries()) writeFileSync(join(input, `${nameOf(i)}.dxil`), c)
  const old = (i: number): string => (i % 2 === 0 ? '' : 'old\n'.repeat(2000))
  const listings = all.slice(0, SHADERS).map(c => Buffer.from(listing(c)).toString('latin1'))
  return {
    words: ['disasm', input, '-o', out],
    allowed: new Map(all.map((_, i) => [`${nameOf(i)}.ll`, [old(i), listings[i % SHADERS]!]])),
    reset: () =>
      all.forEach((_, i) => {
        const path = join(out, `${nameOf(i)}.ll`)
        if (old(i) === '') rmSync(path, { force: true })
        else writeFileSync(path, old(i))
      }),
  }
}

/** One compilation with many outputs: all of them are new or none is. */
function compileWork(folder: string): Work {
  const out = join(folder, 'out')
  const path = join(folder, 'a.hlsl')
  writeFileSync(path, source(7))
  const container = compile(source(7), { target: 'cs_6_0', fileName: path }).container!
  const flags = Array.from({ length: 3 }, (_, i) => [['-Fo', '-Fc', '-Fsh'][i]!, join(out, `${nameOf(i)}.out`)]).flat()
  const old = 'old'
  const hash = text(container)
  return {
    words: ['compile', path, '-T', 'cs_6_0', ...flags],
    allowed: new Map([
      [`${nameOf(0)}.out`, [old, text(container)]],
      [`${nameOf(1)}.out`, [old, Buffer.from(listing(container)).toString('latin1')]],
      [`${nameOf(2)}.out`, [old, hash.slice(hash.lastIndexOf('HASH') + 8, hash.lastIndexOf('HASH') + 28)]],
    ]),
    reset: () => {
      for (let i = 0; i < 3; i++) writeFileSync(join(out, `${nameOf(i)}.out`), old)
    },
  }
}

/** A build of the sources as permutations of one: outputs appear one by one, and none is a part of one. */
function buildWork(folder: string, count: number): Work {
  const out = join(folder, 'out')
  const home = join(folder, 'build')
  mkdirSync(home, { recursive: true })
  const cases = Array.from({ length: SHADERS }, (_, i) => `#if N % ${SHADERS} == ${i}\n${source(i)}\n#endif`).join('\n')
  writeFileSync(join(home, 'a.hlsl'), cases)
  const axes = { N: Array.from({ length: count }, (_, i) => i) }
  const shaders = [{ file: 'a.hlsl', target: 'cs_6_0', axes, output: 'file{N}.dxil' }]
  const config = { shaders, outDir: '../out', state: 'state', manifest: false }
  writeFileSync(join(home, 'build.json'), JSON.stringify(config))
  const all = containers(count)
  return {
    words: ['build', join(home, 'build.json')],
    allowed: new Map(all.map((c, i) => [`file${i}.dxil`, ['', text(c)]])),
    reset: () => {
      // Every other time what the killed build has made is gone on with.
      if (readdirSync(out).length % 2 === 0) rmSync(join(home, 'state'), { force: true })
      for (const name of readdirSync(out).filter((_, i) => i % 3 > 0)) rmSync(join(out, name))
    },
  }
}

/** Runs `work`, kills it with `signal` after `wait` ms. @returns whether it was over before */
function runAndKill(
  bin: string,
  work: Work,
  signal: NodeJS.Signals,
  wait: number,
): Promise<{ over: boolean; problem: string }> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [bin, ...work.words], { stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', chunk => {
      stderr += String(chunk)
    })
    const timer = setTimeout(() => child.kill(signal), wait)
    child.on('close', (code, by) => {
      clearTimeout(timer)
      const expected = code === 0 || by === signal
      resolve({ over: code === 0, problem: expected ? '' : `exit ${code} ${by}: ${stderr}` })
    })
  })
}

/** What is wrong in the folder after a run. */
function check(out: string, work: Work, signal: NodeJS.Signals): { written: number; problems: string[] } {
  const problems: string[] = []
  let written = 0
  const found = new Set(readdirSync(out))
  for (const [name, [before, after]] of work.allowed) {
    const now = found.delete(name) ? readFileSync(join(out, name)).toString('latin1') : ''
    if (now === after) written++
    else if (now !== before)
      problems.push(`${signal}: ${name} is neither the old nor the new file (${now.length} bytes)`)
  }
  for (const name of found) {
    const isHidden = /^\..*\.tmp$/.test(name)
    if (signal !== 'SIGKILL' || !isHidden) problems.push(`${signal}: ${name} is left`)
    rmSync(join(out, name))
  }
  return { written, problems }
}

export interface KillOptions {
  /** The command line's script. */
  readonly bin?: string
  /** What an earlier call counted, which is gone on from. */
  readonly before?: Outcome
  /** Called after each kill with all that was counted. */
  readonly note?: (outcome: Outcome, command: string) => void
}

/** Kills `kills` runs over `count` files each. The moments are spread over the time a whole run takes. */
export async function killRuns(kills: number, count: number, options: KillOptions = {}): Promise<Outcome> {
  const { bin = BIN, before, note } = options
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-kill-'))
  const out = join(folder, 'out')
  mkdirSync(out)
  const { runs = 0, finished = 0, written = 0, problems = [] } = before ?? {}
  const outcome = { runs, finished, written, problems: [...problems] }
  try {
    const makers = [
      () => signWork(folder, count),
      () => disasmWork(folder, count),
      () => compileWork(folder),
      () => buildWork(folder, count),
    ]
    let end = 0
    for (const [kind, make] of makers.entries()) {
      end += Math.floor((kills + makers.length - 1 - kind) / makers.length)
      if (outcome.runs >= end) continue
      const work = make()
      const time = await wholeRun(bin, work, out)
      while (outcome.runs < end) {
        work.reset()
        const signal = SIGNALS[outcome.runs % SIGNALS.length]!
        const { over, problem } = await runAndKill(bin, work, signal, Math.random() * time)
        const found = check(out, work, signal)
        outcome.runs++
        outcome.finished += over ? 1 : 0
        outcome.written += found.written
        outcome.problems.push(...found.problems, ...(problem === '' ? [] : [problem]))
        note?.(outcome, work.words[0]!)
      }
      for (const name of readdirSync(out)) rmSync(join(out, name))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return outcome
}

/** Milliseconds that the run takes when nobody kills it. @throws when it is not right then */
async function wholeRun(bin: string, work: Work, out: string): Promise<number> {
  work.reset()
  const start = performance.now()
  const whole = await runAndKill(bin, work, 'SIGKILL', 600_000)
  const time = performance.now() - start
  if (!whole.over) throw new Error(`the run fails without being killed: ${whole.problem}`)
  const complete = check(out, work, 'SIGTERM')
  if (complete.written !== work.allowed.size) throw new Error(`a whole run wrote ${complete.written} files`)
  return time
}

/** What a full disk makes of each command; undefined when no small disk can be made here. */
export function fullDisk(kilobytes: number): readonly string[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-full-'))
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', disk])
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  try {
    return fillDisk(folder, disk)
  } finally {
    spawnSync('umount', [disk])
    rmSync(folder, { recursive: true, force: true })
  }
}

function fillDisk(folder: string, disk: string): string[] {
  const container = compile(source(39), { target: 'cs_6_0' }).container!
  const files = { 'a.hlsl': source(39), 'a.dxil': container, 'a.ll': disassemble(container) }
  for (const [name, data] of Object.entries(files)) writeFileSync(join(folder, name), data)
  const inFolder = (name: string): string => join(folder, name)
  const onDisk = (name: string): string => join(disk, name)
  const commands: readonly (readonly string[])[] = [
    ['compile', inFolder('a.hlsl'), '-T', 'cs_6_0', '-Fo', onDisk('out')],
    ['compile', inFolder('a.hlsl'), '-T', 'cs_6_0', '-Fsh', onDisk('new'), '-Fc', onDisk('out')],
    ['asm', inFolder('a.ll'), '-o', onDisk('out')],
    ['disasm', inFolder('a.dxil'), '-o', onDisk('out')],
    ['dump', inFolder('a.dxil'), '--html', onDisk('out')],
    ['sign', onDisk('edited'), '--as', 'debug'],
    ['parts', 'add', onDisk('edited'), 'PRIV', inFolder('a.ll'), '--pad'],
    ['compile', inFolder('a.hlsl'), '-P', '-Fi', onDisk('out')],
  ]
  const problems: string[] = []
  for (const words of commands) {
    writeFileSync(onDisk('edited'), container)
    writeFileSync(onDisk('out'), 'old')
    // A few hundred bytes are left: enough to begin with, and too few to end.
    spawnSync('sh', ['-c', `cat /dev/zero > ${onDisk('filler')}`])
    const { status, stderr } = spawnSync(process.execPath, [BIN, ...words], { encoding: 'utf8' })
    const line = /^dxilkit: error: cannot write '[^']*': no space left on the device\n$/
    if (status !== 2 || !line.test(stderr)) problems.push(`${words.join(' ')}: exit ${status}, ${stderr}`)
    const names = readdirSync(disk).sort().join()
    if (names !== 'edited,filler,out') problems.push(`${words.join(' ')} leaves ${names}`)
    if (readFileSync(onDisk('out'), 'utf8') !== 'old') problems.push(`${words.join(' ')}: the old file is lost`)
    if (!readFileSync(onDisk('edited')).equals(container)) problems.push(`${words.join(' ')}: the edited file is lost`)
    rmSync(onDisk('filler'))
  }
  return problems
}
