// `dxilkit types`: code that talks to a shader, in TypeScript, C++ or C#.

import type { CommandModule } from 'yargs'
import { type BindingLanguage, typedBindings } from '../api/index.ts'
import { decodeText } from '../api/node.ts'
import { explainWords, type OwnFlags, optionsFor, printHelp, reportMessages } from './explain_flags.ts'
import { readInput } from './files.ts'
import { EXIT, type ExitCode, type Host, UsageError } from './host.ts'
import { Outputs } from './outputs.ts'

const USAGE = `usage: dxilkit types FILE -T PROFILE [flags of compile] [--lang ts|cpp|cs] [--url ADDRESS | --namespace NAME] [-o OUT]

Compiles a shader and writes the code that talks to it: its bindings, and a type for each constant buffer and each element of a structured
buffer that puts every value where the shader reads it.

  --lang LANG        ts (a TypeScript module, default), cpp (a C++ header), cs (a C# file); without it -o decides by its ending
  --url ADDRESS      TypeScript: where the container is, beside the module, instead of its bytes in it
  --namespace NAME   C++ and C#; default: shader
  -o OUT             a file; default: standard output

Examples:
  dxilkit types blur.hlsl -T cs_6_0 -o blur.ts
  dxilkit types blur.hlsl -T cs_6_0 --namespace blur -o blur.h
`

export const TYPES_FLAGS: OwnFlags = { lang: true, url: true, namespace: true }

const ENDINGS: ReadonlyMap<string, BindingLanguage> = new Map([
  ['ts', 'ts'],
  ['mts', 'ts'],
  ['h', 'cpp'],
  ['hpp', 'cpp'],
  ['cs', 'cs'],
])

/** @throws UsageError */
export function runTypes(host: Host, words: readonly string[]): ExitCode {
  const given = explainWords(host, words, TYPES_FLAGS)
  if (given.own.has('help')) return printHelp(host, USAGE)
  for (const name of ['html', 'json']) if (given.own.has(name)) throw new UsageError(`types has no --${name}`)
  const [file, ...others] = given.files
  if (file === undefined || others.length > 0) throw new UsageError('types takes one file')
  if (given.target === undefined) throw new UsageError('-T is missing: the profile, e.g. -T cs_6_0')
  const out = given.own.get('o')?.at(-1)
  const word = given.own.get('lang')?.at(-1) ?? (out === undefined ? 'ts' : /\.(\w+)$/.exec(out)?.[1])
  const language = ENDINGS.get(word ?? '') ?? (word === 'cpp' ? 'cpp' : undefined)
  if (!language && !given.own.has('lang'))
    throw new UsageError(
      `the ending of -o '${out}' says no language: it is .ts, .h or .cs, or --lang ts, cpp or cs says it`,
    )
  if (!language) throw new UsageError(`--lang is ts, cpp or cs, not '${(word ?? '').slice(0, 40)}'`)
  const url = given.own.get('url')?.at(-1)
  const namespace = given.own.get('namespace')?.at(-1)
  if (namespace !== undefined && !/^[A-Za-z_]\w*(?:(?:::|\.)[A-Za-z_]\w*)*$/.test(namespace))
    throw new UsageError(`'${namespace.slice(0, 80)}' is no namespace`)
  if (url !== undefined && language !== 'ts') throw new UsageError('--url is for TypeScript')
  const result = typedBindings(decodeText(readInput(host, file)), {
    ...optionsFor(host, given, file),
    target: given.target,
    bindingLanguage: language,
    ...(url === undefined ? {} : { url }),
    ...(namespace === undefined ? {} : { namespace }),
  })
  const code = reportMessages(host, given, result)
  if (!result.ok) return code
  const outputs = new Outputs(host)
  outputs.add(out ?? '-', result.code)
  outputs.commit()
  return EXIT.ok
}

/** For the list of commands; the words are read by runTypes. */
export const typesCommand: CommandModule<object, object> = {
  command: 'types <file>',
  describe: 'code that talks to a shader: bindings and buffers as TypeScript, C++ or C#',
  builder: y => y,
  handler: () => {},
}
