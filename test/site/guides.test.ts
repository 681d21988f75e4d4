// Every command and program of the guides, executed in order in a folder of its own; what they print is what the guide shows.
// A block `name.hlsl` behind the language is a file. In blocks of the language `sh` lines with `$` are commands, what follows is their output:
// `...` alone stands for anything. BLESS=1 writes what is printed, except where a part of it
// is left out.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'ava'
import { available } from '../oracle/available.ts'
import { Dxc } from '../oracle/dxc.ts'

const FOLDERS = ['docs/guides', 'docs']
/** Documents that tests of their own execute, or that hold no commands. */
const NOT_HERE = /^(?:cli|contributing|changelog|documents|dxc-releases)\.md$/
const ROOT = process.cwd()

interface Block {
  readonly lang: string
  readonly file: string
  readonly body: string
  /** Where its body begins in the document. */
  readonly at: number
}

const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^```(\w*)(?: ([\w./-]+))?\n(.*?)^```$/gms)].map(m => ({
    lang: m[1]!,
    file: m[2] ?? '',
    body: m[3]!,
    at: m.index + m[0].indexOf('\n') + 1,
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

/** Commands as a new user has them on the PATH: the compiled sources under their names, the package in node_modules. */
function prepare(folder: string): NodeJS.ProcessEnv {
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
  return { ...process.env, PATH: `${bin}:${process.env['PATH']}`, NO_COLOR: '1', FORCE_COLOR: '0' }
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
  command.startsWith('dxilkit validate') ? existsSync('.oracle') : !command.startsWith('dxc ') || available('dxc')

async function output(folder: string, env: NodeJS.ProcessEnv, command: string): Promise<string> {
  const [program, ...words] = command.split(' ')
  if (program === 'dxc') return runDxc(folder, words)
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8', timeout: 60_000 })
  return (stdout + stderr).replaceAll(`${folder}/`, '')
}

/** Whether a text is what is shown; lines `...` stand for any lines. */
function matches(text: string, shown: string): boolean {
  const parts = shown.split(/^\.\.\.\n/m)
  if (parts.length === 1) return text === shown
  let at = 0
  return parts.every((part, i) => {
    const found = i === 0 ? (text.startsWith(part) ? 0 : -1) : text.indexOf(part, at)
    at = found + part.length
    return found >= 0 && (i < parts.length - 1 || part === '' || text.endsWith(part))
  })
}

for (const folderName of FOLDERS)
  for (const name of readdirSync(folderName).filter(
    f =>
      f.endsWith('.md') &&
      !(folderName === 'docs' && NOT_HERE.test(f)) &&
      readFileSync(join(folderName, f), 'utf8').includes('```sh\n'),
  )) {
    const path = join(folderName, name)
    test(`${path}: every command does what it shows`, async t => {
      const folder = mkdtempSync(join(tmpdir(), 'dxilkit-guide-'))
      const text = readFileSync(path, 'utf8')
      let blessed = text
      try {
        const env = prepare(folder)
        for (const { lang, file, body, at } of blocksOf(text)) {
          if (file !== '') {
            mkdirSync(dirname(join(folder, file)), { recursive: true })
            writeFileSync(join(folder, file), body)
          }
          if (lang !== 'sh') continue
          let made = ''
          for (const { command, shown } of stepsOf(body)) {
            if (!canRun(command)) return t.log(`stops in front of: ${command}`)
            const printed = await output(folder, env, command)
            made += `$ ${command}\n${shown.trim() === '...' || !/^\.\.\.$/m.test(shown) ? printed : shown}`
            if (!process.env['BLESS'])
              t.true(matches(printed, shown), `${command}\n--- printed\n${printed}\n--- shown\n${shown}`)
          }
          blessed = blessed.replace(body, () => made)
          t.true(at > 0)
        }
        if (process.env['BLESS'] && !process.env['CI']) writeFileSync(path, blessed)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })
  }

test('README shows programs that run', t => {
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-readme-'))
  try {
    const env = prepare(folder)
    const programs = blocksOf(readFileSync('README.md', 'utf8')).filter(b => b.lang === 'ts')
    t.true(programs.length > 0)
    programs.forEach(({ body }, i) => {
      writeFileSync(join(folder, `${i}.mjs`), body)
      const { status, stdout, stderr } = spawnSync('node', [`${i}.mjs`], { cwd: folder, env, encoding: 'utf8' })
      t.is(status, 0, stderr)
      t.regex(stdout, /bytes of DXIL/)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
