// The subcommands other than compile, parsed by yargs. Loaded only when one of them is used: compile must start fast.
// Invariant: yargs parses and nothing else; its output is captured and its decisions to exit are ours.

import type { CommandModule, default as Yargs } from 'yargs'
import { asmCommand } from './asm.ts'
import { BINDINGS_FLAGS, bindingsCommand, runBindings } from './bindings.ts'
import { buildCommand } from './build.ts'
import { COMMAND_NAMES, isHelpWord, isVersionWord, unknownCommand } from './command_names.ts'
import { runCompile } from './compile.ts'
import { compileHelp } from './compile_help.ts'
import { type CompletedCommand, completionScript } from './completion.ts'
import { runDiff } from './diff.ts'
import { disasmCommand } from './disasm.ts'
import { dumpCommand } from './dump.ts'
import { COMMON_FLAGS, type OwnFlags } from './explain_flags.ts'
import { hashCommand } from './hash.ts'
import { EXIT, type ExitCode, type Host, UsageError } from './host.ts'
import { LAYOUT_FLAGS, layoutCommand, runLayout } from './layout.ts'
import { linkCommand } from './link.ts'
import { partsCommand } from './parts.ts'
import { pipelineCommand } from './pipeline.ts'
import { reflectCommand } from './reflect.ts'
import { signCommand } from './sign.ts'
import { statsCommand } from './stats.ts'
import { runTypes, TYPES_FLAGS, typesCommand } from './typed.ts'
import { runValidate } from './validate.ts'
import { packageVersion } from './version.ts'

function print(host: Host, text: string): ExitCode {
  host.stdout.write(text)
  return EXIT.ok
}

/** `help compile`, `help dump`: what the command itself says to --help. */
async function runHelp(host: Host, [name = '']: readonly string[]): Promise<ExitCode> {
  if (isHelpWord(name) || name === 'help') return runCommand(host, ['--help'])
  if (!COMMAND_NAMES.some(n => n === name)) throw new UsageError(unknownCommand(name))
  if (name === 'compile') return print(host, compileHelp())
  return runCommand(host, [name, '--help'])
}

type Action = () => ExitCode | Promise<ExitCode>

const EXIT_CODES = 'Exit codes: 0 ok, 1 errors in the input, 2 wrong usage or unreadable files, 3 a bug in dxilkit.'

/** Runs everything but compile. @throws UsageError and what the commands throw */
export async function runCommand(host: Host, words: readonly string[]): Promise<ExitCode> {
  const [name, ...rest] = words
  if (isVersionWord(name) || name === 'version') return print(host, `${packageVersion()}\n`)
  if (name === 'help' && rest.length > 0) return runHelp(host, rest)
  if (name !== undefined && !COMMAND_NAMES.some(n => n === name) && !name.startsWith('-') && !isHelpWord(name))
    throw new UsageError(unknownCommand(name))
  // These two take compile's flags, which yargs does not read.
  // Bazel's own word for it, with which it starts workers.
  if (name === 'build' && rest.includes('--persistent_worker')) return runCommand(host, ['build', '--worker'])
  if (name === 'bindings') return runBindings(host, rest)
  if (name === 'layout') return runLayout(host, rest)
  if (name === 'types') return runTypes(host, rest)
  // So does linking, which is a compilation without its front end.
  if (name === 'link' && !rest.some(isHelpWord)) return runCompile(host, ['-link', ...rest])
  let action: Action | undefined
  const { default: yargs } = await import('yargs')
  const parser = commandParser(yargs, host, chosen => {
    action = chosen
  })
  let problem: string | undefined
  let output = ''
  await parser.parse(words.map(yargsWord), {}, (error: Error | undefined, _argv: unknown, text: string) => {
    problem = error?.message.replace(/^Not enough non-option arguments:.*/, 'a file name is missing')
    output += text
  })
  // yargs spreads some of them over lines.
  const inLine = problem?.replace(/:\n\s+/g, ': ').replace(/\n\s*/g, '; ')
  if (inLine !== undefined) throw new UsageError(`${inLine} (see dxilkit --help)`)
  if (output !== '') host.stdout.write(output.endsWith('\n') ? output : `${output}\n`)
  return action ? action() : EXIT.ok
}

/** yargs reads a lone `-` as an empty string, so it travels under another name. */
const STDIN_MASK = '<stdin>'
const maskStdin = (word: string): string => (word === '-' ? STDIN_MASK : word)
/** All the ways to ask for help are one to yargs. */
const yargsWord = (word: string): string => (isHelpWord(word) ? '--help' : maskStdin(word))
const unmaskStdin = (file: string): string => (file === STDIN_MASK ? '-' : file)

function commandParser(yargs: typeof Yargs, host: Host, choose: (action: Action) => void) {
  const file = { type: 'string', demandOption: true, describe: 'container, - for standard input' } as const
  return yargs()
    .scriptName('dxilkit')
    .usage('$0 COMMAND ...\n\nHLSL to signed DXIL containers, and a look inside them.')
    .command(
      'compile <file>',
      'compile HLSL; flags as dxc takes them, see: dxilkit compile --help',
      y => y,
      () => {},
    )
    .command(buildCommand(host, choose))
    .command(linkCommand)
    .command(bindingsCommand)
    .command(layoutCommand)
    .command(typesCommand)
    .command(dumpCommand(host, choose, unmaskStdin))
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
    .command(pipelineCommand(host, choose, unmaskStdin))
    .command(statsCommand(host, choose, unmaskStdin))
    .command(
      'help [command]',
      'this list, or what a command takes',
      y => y,
      () => choose(() => runCommand(host, ['--help'])),
    )
    .command(
      'version',
      'version of dxilkit, also -V and --version',
      y => y,
      () => {},
    )
    .command(
      'completion [shell]',
      'print a completion script for bash, zsh or fish',
      y => y.positional('shell', { type: 'string', describe: 'default: that of the environment' }),
      a => choose(() => print(host, completionScript(host, a.shell, completedCommands(host)))),
    )
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
  listing: boolean
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
        .option('listing', {
          type: 'boolean',
          default: false,
          describe: 'code as rows of its listing, instead of the expressions that differ',
        })
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

/** Flags of commands that yargs does not read. */
const OWN_FLAGS: Readonly<Record<string, OwnFlags>> = {
  bindings: BINDINGS_FLAGS,
  layout: LAYOUT_FLAGS,
  types: TYPES_FLAGS,
}

/** What the commands tell yargs they take, by the name of the command: options with their descriptions. */
function toldToYargs(host: Host): Map<string, { summary: string; options: CompletedCommand['options'] }> {
  const told = new Map<string, { summary: string; options: { name: string; summary: string }[] }>()
  let options: { name: string; summary: string }[] = []
  const calls: Readonly<Record<string, (...words: never[]) => void>> = {
    option: (
      name: string,
      { describe = '', alias = [] }: { describe?: string; alias?: string | readonly string[] },
    ) => {
      for (const n of [name, alias].flat())
        options.push({ name: n.length === 1 || /^F/.test(n) ? `-${n}` : `--${n}`, summary: describe })
    },
    command: (first: string | CommandModule, summary: string, builder: (y: unknown) => void) => {
      options = []
      const {
        command,
        describe,
        builder: build,
      } = typeof first === 'string' ? { command: first, describe: summary, builder } : first
      if (typeof build === 'function') (build as (y: unknown) => void)(recorder)
      told.set(String(command).split(' ')[0]!, { summary: String(describe), options })
    },
  }
  // Takes every call that a parser takes, and is handed on in chains of them.
  const recorder: object = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...words: never[]) => {
          if (Object.hasOwn(calls, name)) calls[name as string]!(...words)
          return recorder
        },
    },
  )
  commandParser((() => recorder) as unknown as typeof Yargs, host, () => {})
  return told
}

function completedCommands(host: Host): CompletedCommand[] {
  const told = toldToYargs(host)
  return COMMAND_NAMES.map(name => {
    const own = Object.hasOwn(OWN_FLAGS, name) ? OWN_FLAGS[name] : undefined
    const { summary = '', options = [] } = told.get(name) ?? {}
    const ownOptions = Object.keys(own ? { ...COMMON_FLAGS, ...own } : {}).map(o => ({
      name: o === 'o' ? '-o' : `--${o}`,
      summary: OWN_SUMMARIES[o] ?? '',
    }))
    return { name, summary, options: [...options, ...ownOptions], takesFlags: own !== undefined || name === 'compile' }
  })
}

const OWN_SUMMARIES: Readonly<Record<string, string>> = {
  html: 'a page that needs nothing else',
  json: 'as JSON',
  color: 'colours: always, never or auto',
  help: 'what the command takes',
  o: 'text or JSON into a file',
  compare: 'the three policies side by side',
  module: 'a module the program imports',
  buffer: 'only this buffer',
  lang: 'ts, cpp or cs',
  url: 'address of the container beside the module',
  namespace: 'of C++ and C#',
}
