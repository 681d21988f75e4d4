// Documents as somebody follows them: every block of a page, in order, in one folder.
// A block below a line that is nothing but a name (`` `blur.hlsl`: ``) is a file. In blocks of the language `sh` lines with `$` are commands, what follows is
// their output: `...` alone stands for anything. Seconds may differ.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { available } from '../oracle/available.ts'
import { Dxc } from '../oracle/dxc.ts'

const ROOT = process.cwd()

export interface Block {
  readonly lang: string
  readonly file: string
  readonly body: string
}

/** The fenced blocks of a page. */
export const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/(?:^`([\w./-]+)`:\n\n)?^(```+)(\w*)\n(.*?)^\2$/gms)].map(m => ({
    lang: m[3]!,
    file: m[1] ?? '',
    body: m[4]!,
  }))

interface Step {
  readonly command: string
  readonly shown: string
}

/** Commands with what the document shows below each. */
const stepsOf = (body: string): Step[] =>
  body
    .split(/^\$ /m)
    .slice(1)
    .map(part => ({ command: part.slice(0, part.indexOf('\n')), shown: part.slice(part.indexOf('\n') + 1) }))

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/**
 * Commands as a new user has them on the PATH, and the package in node_modules: the compiled sources under their names, or, where DXILKIT_INSTALLED
 * names a folder in which the package is installed, those.
 */
export function prepare(folder: string): NodeJS.ProcessEnv {
  const quiet = { NO_COLOR: '1', FORCE_COLOR: '0' }
  const installed = process.env['DXILKIT_INSTALLED']
  if (installed) {
    symlinkSync(join(installed, 'node_modules'), join(folder, 'node_modules'))
    return { ...process.env, PATH: `${join(installed, 'node_modules', '.bin')}:${process.env['PATH']}`, ...quiet }
  }
  const bin = join(folder, '.bin')
  mkdirSync(bin)
  const script = (name: string, words: readonly string[]): void =>
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${words.map(quoted).join(' ')} "$@"\n`, { mode: 0o755 })
  // The bundle starts in a fifth of the time.
  const main = [
    process.execPath,
    join(ROOT, existsSync('dist/start.cjs') ? 'bin/dxilkit.js' : 'dist/src/cli/process.js'),
  ]
  script('dxilkit', main)
  script('dxilkit-dxc', [...main, '--driver-mode=dxc'])
  script('node', [process.execPath])
  const own = join(folder, 'node_modules', 'dxilkit')
  mkdirSync(own, { recursive: true })
  const exported = ['index', 'node', 'reader'].map(name => {
    writeFileSync(join(own, `${name}.js`), `export * from ${JSON.stringify(join(ROOT, `dist/src/api/${name}.js`))}\n`)
    return [name === 'index' ? '.' : `./${name}`, `./${name}.js`]
  })
  writeFileSync(join(own, 'package.json'), JSON.stringify({ type: 'module', exports: Object.fromEntries(exported) }))
  return { ...process.env, PATH: `${bin}:${process.env['PATH']}`, ...quiet }
}

/** `dxc FILE -T PROFILE -Fo OUT` through the oracle. */
async function runDxc(folder: string, words: readonly string[]): Promise<string> {
  const [file = ''] = words
  const value = (flag: string): string => words[words.indexOf(flag) + 1]!
  const source = readFileSync(join(folder, file), 'utf8')
  const { container, errors } = await (await Dxc.shared()).compile(source, ['-T', value('-T')], { name: file })
  if (container) writeFileSync(join(folder, value('-Fo')), container)
  return errors
}

/** Whether a command can run on this machine: \`validate\` looks for the validator in the checkout. */
const canRun = (command: string): boolean =>
  command.startsWith('dxilkit validate')
    ? existsSync('.oracle') && !process.env['DXILKIT_INSTALLED']
    : !command.startsWith('dxc ') || available('dxc')

/** What a command printed, and how it ended. Names in the folder are relative, seconds are N, and progress is left out. */
interface Printed {
  readonly text: string
  readonly status: number
}

const plain = (text: string): string => text.replace(/^\d+ of \d+ \(.*\n/gm, '').replace(/\d+\.\d\d s$/gm, 'N s')

async function output(folder: string, env: NodeJS.ProcessEnv, command: string): Promise<Printed> {
  const [program, ...words] = command.split(' ')
  if (program === 'dxc') return { text: await runDxc(folder, words), status: 0 }
  const options = { cwd: folder, env, encoding: 'utf8', timeout: 60_000 } as const
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command], options)
  return { text: (stdout + stderr).replaceAll(`${folder}/`, ''), status: status ?? -1 }
}

/** Whether a text is what is shown; `...` at the end of a line stands for anything up to the next line that is shown. */
function matches(text: string, shown: string): boolean {
  const parts = shown.split(/\.\.\.\n/m)
  if (parts.length === 1) return text === shown
  let at = 0
  return parts.every((part, i) => {
    const found = i === 0 ? (text.startsWith(part) ? 0 : -1) : text.indexOf(part, at)
    at = found + part.length
    return found >= 0 && (i < parts.length - 1 || part === '' || text.endsWith(part))
  })
}

/** A command that fails says so, or is one that compares. */
const mayFail = (command: string, shown: string): boolean => /error:/.test(shown) || /\bdiff\b|--compare/.test(command)

export interface Walked {
  /** Commands that ran. */
  readonly commands: number
  /** One line for each command that does something else than the page shows. */
  readonly problems: readonly string[]
  /** Commands that could not run on this machine. */
  readonly left: readonly string[]
  /** The page with what the commands printed now. */
  readonly blessed: string
}

/** Writes every file of a page and runs its commands in the folder. */
export async function walk(text: string, folder: string, env: NodeJS.ProcessEnv): Promise<Walked> {
  const problems: string[] = []
  const left: string[] = []
  // What a command that could not run would have written.
  const absent = new Set<string>()
  let blessed = text
  let commands = 0
  for (const { lang, file, body } of blocksOf(text)) {
    if (file !== '') {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), body)
    }
    if (lang !== 'sh') continue
    let made = ''
    for (const { command, shown } of stepsOf(body)) {
      const words = command.split(' ')
      if (!canRun(command) || words.some(word => absent.has(word))) {
        left.push(command)
        const out = words.indexOf('-Fo')
        if (out > 0) absent.add(words[out + 1]!)
        made += `$ ${command}\n${shown}`
        continue
      }
      commands++
      const printed = await output(folder, env, command)
      const is = plain(printed.text)
      const isShown = matches(is, plain(shown))
      made += `$ ${command}\n${isShown || /\.\.\.$/m.test(shown) ? shown : printed.text}`
      if (!isShown) problems.push(`${command}\n--- printed\n${is}\n--- shown\n${plain(shown)}`)
      if (printed.status !== 0 && !mayFail(command, shown)) problems.push(`${command}: exit code ${printed.status}`)
    }
    blessed = blessed.replace(body, () => made)
  }
  return { commands, problems, left, blessed }
}
