// The subcommands other than compile, parsed by yargs. Loaded only when one of them is used: compile must start fast.
// Invariant: yargs parses and nothing else; its output is captured and its decisions to exit are ours.

import type { CommandModule, default as Yargs } from 'yargs'
import { closestWord } from '../base/closest_word.ts'
import { asmCommand } from './asm.ts'
import { bindingsCommand, runBindings } from './bindings.ts'
import { runDiff } from './diff.ts'
import { disasmCommand } from './disasm.ts'
import { runDump } from './dump.ts'
import { FLAGS } from './dxc_flags.ts'
import { hashCommand } from './hash.ts'
import { EXIT, type ExitCode, type Host, UsageError } from './host.ts'
import { layoutCommand, runLayout } from './layout.ts'
import { partsCommand } from './parts.ts'
import { reflectCommand } from './reflect.ts'
import { signCommand } from './sign.ts'
import { runValidate } from './validate.ts'
import { packageVersion } from './version.ts'

type Action = () => ExitCode | Promise<ExitCode>

const EXIT_CODES = 'Exit codes: 0 ok, 1 errors in the input, 2 wrong usage or unreadable files, 3 a bug in dxilkit.'

/** Runs everything but compile. @throws UsageError and what the commands throw */
export async function runCommand(host: Host, words: readonly string[]): Promise<ExitCode> {
  checkName(words[0])
  // These two take compile's flags, which yargs does not read.
  if (words[0] === 'bindings') return runBindings(host, words.slice(1))
  if (words[0] === 'layout') return runLayout(host, words.slice(1))
  let action: Action | undefined
  const { default: yargs } = await import('yargs')
  const parser = commandParser(yargs, host, chosen => {
    action = chosen
  })
  let problem: string | undefined
  let output = ''
  await parser.parse(words.map(maskStdin), {}, (error: Error | undefined, _argv: unknown, text: string) => {
    problem = error?.message.replace(/^Not enough non-option arguments:.*/, 'a file name is missing')
    output += text
  })
  if (problem !== undefined) throw new UsageError(`${problem} (see dxilkit --help)`)
  if (output !== '') host.stdout.write(output.endsWith('\n') ? output : `${output}\n`)
  return action ? action() : EXIT.ok
}

/** yargs reads a lone `-` as an empty string, so it travels under another name. */
const STDIN_MASK = '<stdin>'
const maskStdin = (word: string): string => (word === '-' ? STDIN_MASK : word)
const unmaskStdin = (file: string): string => (file === STDIN_MASK ? '-' : file)

const NAMES = [
  'compile',
  'bindings',
  'layout',
  'dump',
  'validate',
  'disasm',
  'asm',
  'diff',
  'parts',
  'sign',
  'hash',
  'reflect',
  'help',
  'completion',
]

/** Before yargs, whose own words for this list the rest of the line as unknown too. */
function checkName(word: string | undefined): void {
  if (word === undefined || NAMES.includes(word) || word === '-h') return
  if (word.startsWith('--')) return
  const shown = word.length > 80 ? `${word.slice(0, 80)}...` : word
  if (word.startsWith('-') || word.startsWith('/') || /\.(hlsl|fx)$/.test(word))
    throw new UsageError(`'${shown}' is no command; to compile: dxilkit compile FILE -T cs_6_0`)
  const guess = word.length > 40 ? undefined : closestWord(word, NAMES)
  throw new UsageError(`unknown command '${shown}'${guess ? `; did you mean '${guess}'?` : ''} (see dxilkit --help)`)
}

function commandParser(yargs: typeof Yargs, host: Host, choose: (action: Action) => void) {
  const file = { type: 'string', demandOption: true, describe: 'container, - for standard input' } as const
  const files = {
    type: 'string',
    array: true,
    demandOption: true,
    describe: 'containers, folders, patterns; - for standard input',
  } as const
  return yargs()
    .scriptName('dxilkit')
    .usage('$0 COMMAND ...\n\nHLSL to signed DXIL containers, and a look inside them.')
    .command(
      'compile <file>',
      'compile HLSL; flags as dxc takes them, see: dxilkit compile --help',
      y => y,
      () => {},
    )
    .command(bindingsCommand)
    .command(layoutCommand)
    .command(
      'dump <files..>',
      'parts, digest, PSV0, signatures and resources of containers',
      y =>
        y
          .positional('files', files)
          .option('json', { type: 'boolean', default: false, describe: 'as JSON' })
          .option('fields', { type: 'boolean', default: false, describe: 'every field with offset and bytes' })
          .option('hex', { type: 'boolean', default: false, describe: 'every byte, with part and field' })
          .option('html', {
            type: 'string',
            requiresArg: true,
            describe: 'write a page with byte map, tables, listing',
          })
          .option('part', { type: 'string', requiresArg: true, describe: 'only this part, for instance PSV0' }),
      a => choose(() => runDump(host, { ...a, files: a.files.map(unmaskStdin), html: a.html && unmaskStdin(a.html) })),
    )
    .command(
      'validate <file>',
      'ask the official validator: DXV, dxv on PATH, or the test set-up of a checkout',
      y => y.positional('file', file),
      a => choose(() => runValidate(host, unmaskStdin(a.file))),
    )
    .command(disasmCommand(host, choose, unmaskStdin))
    .command(asmCommand(host, choose, unmaskStdin))
    .command(diffCommand(host, choose))
    .command(partsCommand(host, choose, unmaskStdin))
    .command(signCommand(host, choose, unmaskStdin))
    .command(hashCommand(host, choose, unmaskStdin))
    .command(reflectCommand(host, choose, unmaskStdin))
    .command(
      'help',
      'this list',
      y => y,
      () => choose(() => runCommand(host, ['--help'])),
    )
    .completion('completion', 'print a completion script for bash or zsh', completions)
    .version(packageVersion())
    .help()
    .alias('help', 'h')
    .example('$0 compile blur.hlsl -T cs_6_0 -Fo blur.dxil', 'compile an entry point')
    .example('$0 dump blur.dxil --part PSV0 --fields', 'one part, field by field')
    .epilogue(EXIT_CODES)
    .demandCommand(1, 'a command is missing')
    .strict()
    .middleware(lastOnes, true)
    .parserConfiguration({ 'short-option-groups': false })
    .wrap(Math.min(100, process.stdout.columns ?? 100))
    .exitProcess(false)
}

interface DiffWords {
  a: string
  b: string
  json: boolean
  brief: boolean
  ignore: string | undefined
  code: boolean
  context: number
  color: string
}

function diffCommand(host: Host, choose: (action: Action) => void): CommandModule<object, DiffWords> {
  return {
    command: 'diff <a> <b>',
    describe: 'what differs: parts, fields, bindings, signatures, code (0 same, 1 different, 2 trouble)',
    builder: y =>
      y
        .positional('a', {
          type: 'string',
          demandOption: true,
          describe: 'container, bitcode or LLVM text, - for standard input',
        })
        .positional('b', { type: 'string', demandOption: true, describe: 'the other one' })
        .option('json', { type: 'boolean', default: false, describe: 'as JSON' })
        .option('brief', { type: 'boolean', default: false, describe: 'one line a part and a function' })
        .option('ignore', { type: 'string', requiresArg: true, describe: 'parts to leave out, e.g. HASH,STAT' })
        .option('code', { type: 'boolean', default: true, describe: 'compare programs (--no-code: do not)' })
        .option('context', { type: 'number', default: 3, requiresArg: true, describe: 'same lines around a change' })
        .option('color', { choices: ['auto', 'always', 'never'], default: 'auto', describe: 'colours' }),
    handler: words => choose(() => runDiff(host, { ...words, a: unmaskStdin(words.a), b: unmaskStdin(words.b) })),
  }
}

/** Positional words that may be many; of everything else that is given several times the last counts. */
const LISTS = ['_', 'files', 'words']

function lastOnes(argv: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(argv))
    if (Array.isArray(value) && !LISTS.includes(name)) argv[name] = value.at(-1)
}

const TAKE_FLAGS = ['compile', 'bindings', 'layout']

/** Words for the shell: flags behind compile and what takes the same, yargs' own choice elsewhere. */
function completions(current: string, argv: unknown, ...rest: unknown[]): string[] | undefined {
  const given = (argv as { readonly _?: readonly unknown[] })._ ?? []
  const useDefault = rest[0] as (() => void) | undefined
  if (!given.some(word => TAKE_FLAGS.includes(String(word)))) {
    useDefault?.()
    return undefined
  }
  return FLAGS.filter(f => f.effect === 'works' && f.shown.startsWith(current || '-')).map(f => f.shown)
}
