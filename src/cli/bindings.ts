// `dxilkit bindings`: where each resource of a shader is bound and why; what a container's table looks like as a picture; the three
// policies side by side. Errors of binding are explained along with the rest, and make the exit code 1.

import type { CommandModule } from 'yargs'
import {
  bindingsPage,
  compareBindings,
  comparisonPage,
  explainBindings,
  explainContainer,
  explainProgram,
  printBindings,
  printComparison,
  printProgram,
} from '../api/index.ts'
import { decodeText } from '../api/node.ts'
import { shownName } from '../base/shown_name.ts'
import { onContainer, readContainerInput } from './container_input.ts'
import {
  type ExplainWords,
  exclusive,
  explainWords,
  isContainer,
  type OwnFlags,
  optionsFor,
  printHelp,
  reportMessages,
  show,
} from './explain_flags.ts'
import { inputName, readInput } from './files.ts'
import { EXIT, type ExitCode, type Host, UsageError } from './host.ts'

const USAGE = `usage: dxilkit bindings FILE [FILE...] [flags of compile] [--compare] [--json | --html OUT] [-o OUT]

Prints the resources of a shader with the registers they get, a picture of each register space, and for each resource
why it landed there. FILE is HLSL, LLVM text (.ll), or a container (table and picture only); - is standard input.
Without -T the newest shader model is taken and the stage is guessed from attributes, the file's name and semantics; without -E
the entry point is main, or else the first function that looks like one.

  --binding=RULES  dxc (default), llvm or slang
  --module FILE    with --binding=slang: a module the program imports; may be repeated. Several FILEs are several
                   translation units of one program, laid out in the order given
  --compare        the three policies side by side; exit code 0 when they agree, 1 when they differ, 2 for trouble
  --json           as JSON
  --html OUT       a page that needs nothing else; - is standard output
  -o OUT           text or JSON into a file
  --color[=WHEN]   always, never or auto

Flags of compile that matter: -T -E -D -I -HV -Zpr -Zpc -enable-16bit-types -auto-binding-space -O0..-O3 -W... -WX.

Examples:
  dxilkit bindings shader.hlsl -E main
  dxilkit bindings shader.hlsl --compare
  dxilkit bindings shader.hlsl -D SHADOWS=1 --binding=llvm --html bindings.html
`

export const BINDINGS_FLAGS: OwnFlags = { compare: false, module: true }

/** @throws UsageError, BadFile */
export async function runBindings(host: Host, words: readonly string[]): Promise<ExitCode> {
  const given = explainWords(host, words, BINDINGS_FLAGS)
  if (given.own.has('help')) return printHelp(host, USAGE)
  exclusive(given.own, 'json', 'html')
  const modules = given.own.get('module') ?? []
  const [file = ''] = given.files
  if (given.files.length > 1 || modules.length > 0) return showProgram(host, given, modules)
  const bytes = await readContainerInput(host, file)
  if (isContainer(bytes)) return showContainer(host, given, file, bytes)
  const source = decodeText(bytes)
  if (given.own.has('compare')) return compareAll(host, given, file, source)
  const result = explainBindings(source, optionsFor(host, given, file))
  const { entry } = given.job.compile
  if (!result.ok && given.target === undefined && entry === undefined && LIBRARY_SHADER.test(source))
    throw libraryError()
  const problems = reportMessages(host, given, result, result.explanation !== undefined)
  if (result.explanation) show(host, given, result.explanation, BINDINGS)
  else if (result.ok) throw libraryError()
  return problems
}

/** An entry point that only libraries have. */
const LIBRARY_SHADER = /\[\s*shader\s*\(\s*"(raygeneration|intersection|anyhit|closesthit|miss|callable|node)"/

/** Nothing is bound then: that is done by who links it. */
const libraryError = (): UsageError =>
  new UsageError(
    'a library gets its registers when it is linked; ask for an entry point, for instance -T cs_6_8 -E main',
  )

/** Several translation units, and modules: only Slang's rules know such. */
function showProgram(host: Host, given: ExplainWords, modules: readonly string[]): ExitCode {
  const { own, job, files } = given
  if ((job.compile.binding ?? 'slang') !== 'slang')
    throw new UsageError('several files are one program under --binding=slang only')
  if (own.has('compare')) throw new UsageError('--compare takes one file')
  if ([...files, ...modules].filter(f => f === '-').length > 1)
    throw new UsageError('only one file can be standard input')
  const read = (path: string) => ({ name: inputName(path), source: decodeText(readInput(host, path)) })
  const { fileName: _none, language, ...options } = optionsFor(host, given, files[0]!)
  if (language === 'llvm') throw new UsageError('the units of a program are HLSL, not LLVM text')
  const result = explainProgram(files.map(read), modules.map(read), options)
  const { explanation } = result
  const problems = reportMessages(host, given, result, explanation !== undefined)
  if (explanation) show(host, given, explanation, { page: bindingsPage, text: printProgram })
  return problems
}

function showContainer(host: Host, given: ExplainWords, file: string, bytes: Uint8Array): ExitCode {
  if (given.own.has('compare'))
    throw new UsageError('--compare binds anew and needs source; a container is bound already')
  const { explanation, problems } = onContainer(file, () => explainContainer(bytes, inputName(file)))
  show(host, given, explanation, BINDINGS)
  for (const message of problems) host.stderr.write(`${shownName(`${inputName(file)}: error: ${message}`)}\n`)
  return problems.length > 0 ? EXIT.problems : EXIT.ok
}

const BINDINGS = { page: bindingsPage, text: printBindings }

const SAME = 0
const DIFFERENT = 1

function compareAll(host: Host, given: ExplainWords, file: string, source: string): ExitCode {
  const result = compareBindings(source, optionsFor(host, given, file))
  const { comparison } = result
  if (!comparison) {
    if (result.ok) throw libraryError()
    reportMessages(host, given, result)
    return EXIT.usage
  }
  show(host, given, comparison, { page: comparisonPage, text: printComparison })
  return comparison.same ? SAME : DIFFERENT
}

/** For the list of commands; the words are read by runBindings. */
export const bindingsCommand: CommandModule<object, object> = {
  command: 'bindings <file>',
  describe: 'which register each resource gets and why; pictures of the register spaces; the policies compared',
  builder: y => y,
  handler: () => {},
}
