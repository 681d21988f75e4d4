// `dxilkit layout`: constant and structured buffers drawn in rows of 16 bytes, with what is wasted, why, and which order would be smaller.

import type { CommandModule } from 'yargs'
import { explainLayout, type LayoutExplanation, layoutPage, printLayout } from '../api/index.ts'
import { decodeText } from '../api/node.ts'
import { closestWord } from '../base/closest_word.ts'
import {
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
import { type ExitCode, type Host, UsageError } from './host.ts'

const USAGE = `usage: dxilkit layout FILE [flags of compile] [--buffer NAME] [--json | --html OUT] [-o OUT]

Draws every constant buffer ($Globals, cbuffer, tbuffer, ConstantBuffer<T>, TextureBuffer<T>) and the element of every
structured buffer that the source declares, used or not: rows of 16 bytes, members, wasted bytes and why they are there,
and an order of members that would take less, where there is one. No entry point is needed; any profile is accepted.

  --buffer NAME   only this buffer; may be repeated
  --json          as JSON
  --html OUT      a page that needs nothing else; - is standard output
  -o OUT          text or JSON into a file
  --color[=WHEN]  always, never or auto

Flags of compile that matter: -D -I -T -HV -Zpr -Zpc -enable-16bit-types.

Examples:
  dxilkit layout shader.hlsl
  dxilkit layout shader.hlsl --buffer PerFrame -enable-16bit-types --html layout.html
`

export const LAYOUT_FLAGS: OwnFlags = { buffer: true }

/** @throws UsageError */
export function runLayout(host: Host, words: readonly string[]): ExitCode {
  const given = explainWords(host, words, LAYOUT_FLAGS)
  if (given.own.has('help')) return printHelp(host, USAGE)
  exclusive(given.own, 'json', 'html')
  const [file, ...others] = given.files
  if (file === undefined || others.length > 0)
    throw new UsageError(`one file at a time: '${given.files.slice(0, 2).join("' and '")}'`)
  const bytes = readInput(host, file)
  if (isContainer(bytes)) throw new UsageError(`'${inputName(file)}' is a container; its layouts: dxilkit dump --html`)
  if (given.job.compile.language === 'llvm')
    throw new UsageError('layouts are those of HLSL declarations, not of LLVM text')
  const result = explainLayout(decodeText(bytes), optionsFor(host, given, file))
  const problems = reportMessages(host, given, result, result.explanation !== undefined)
  if (result.explanation)
    show(host, given, chosen(result.explanation, given.own.get('buffer')), { page: layoutPage, text: printLayout })
  return problems
}

/** @throws UsageError when there is no buffer of a name asked for */
function chosen(all: LayoutExplanation, names: readonly string[] | undefined): LayoutExplanation {
  if (!names) return all
  const known = all.buffers.flatMap(b => b.names)
  for (const name of names)
    if (!known.includes(name)) {
      const guess = name.length > 40 ? undefined : closestWord(name, known)
      throw new UsageError(`no buffer '${name.slice(0, 80)}'${guess ? `; did you mean '${guess}'?` : ''}`)
    }
  return { ...all, buffers: all.buffers.filter(b => b.names.some(n => names.includes(n))) }
}

/** For the list of commands; the words are read by runLayout. */
export const layoutCommand: CommandModule<object, object> = {
  command: 'layout <file>',
  describe: 'constant and structured buffers drawn row by row: offsets, padding, wasted bytes, a better order',
  builder: y => y,
  handler: () => {},
}
