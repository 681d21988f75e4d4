// `dxilkit parts`: list, extract, replace, remove and add parts of a container. What is not edited keeps its bytes; the digest
// is made again in the flavour the container has.

import type { CommandModule } from 'yargs'
import {
  type EditOptions,
  editContainer,
  extractPart,
  hashContainer,
  isPdb,
  listParts,
  type PartEdit,
  replaceBitcode,
} from '../api/index.ts'
import { shownName } from '../base/shown_name.ts'
import { onContainer, readContainerInput } from './container_input.ts'
import { inputName, readInput } from './files.ts'
import { EXIT, type ExitCode, type Host, UsageError } from './host.ts'
import { expandInputs, forEachInput } from './inputs.ts'
import { Outputs } from './outputs.ts'
import { signingOf } from './sign.ts'

const ACTIONS = ['list', 'extract', 'replace', 'remove', 'add'] as const
type Action = (typeof ACTIONS)[number]

export interface PartsArguments {
  readonly action: Action
  /** The file (list: files), then part and data as the action takes them. */
  readonly words: readonly string[]
  readonly output?: string | undefined
  readonly bitcode: boolean
  readonly pad: boolean
  readonly before?: string | undefined
  readonly sign?: string | undefined
  readonly json: boolean
}

/** What follows the action. */
const WORDS: Readonly<Record<Action, string>> = {
  list: 'FILES',
  extract: 'FILE PART',
  replace: 'FILE PART DATA',
  remove: 'FILE PARTS',
  add: 'FILE PART DATA',
}

/** @throws UsageError, BadFile */
export async function runParts(host: Host, args: PartsArguments): Promise<ExitCode> {
  checkWords(args)
  if (args.action === 'list') return runList(host, args)
  const [file = '', part = ''] = args.words
  if (args.action === 'extract') {
    const bytes = await readContainerInput(host, file)
    return writeOne(
      host,
      args.output ?? '-',
      onContainer(file, () => extractPart(bytes, part, { bitcode: args.bitcode })),
    )
  }
  const bytes = readInput(host, file)
  if (isPdb(bytes))
    throw new UsageError(`'${inputName(file)}' is a debug file: its parts can be listed and extracted only`)
  const edited = onContainer(file, () => edit(host, bytes, args))
  const signing = onContainer(file, () => hashContainer(bytes).state)
  if (signing === 'wrong' && args.sign === undefined)
    host.stderr.write(
      `${shownName(inputName(file))}: warning: the digest did not match, the result is unsigned; see dxilkit sign\n`,
    )
  const outputs = new Outputs(host)
  outputs.addEdited(args.output ?? file, edited, file)
  outputs.commit()
  return EXIT.ok
}

function actionOf(word: string | undefined): Action {
  const found = ACTIONS.find(a => a === word)
  if (found === undefined) throw new UsageError(`'${word}' is no action of parts: ${ACTIONS.join(', ')}`)
  return found
}

function checkWords({ action, words, before, bitcode }: PartsArguments): void {
  const wanted = WORDS[action].split(' ').length
  const isOpen = action === 'list' || action === 'remove'
  if (isOpen ? words.length < wanted : words.length !== wanted)
    throw new UsageError(`usage: dxilkit parts ${action} ${WORDS[action]} (see dxilkit parts --help)`)
  if (before !== undefined && action !== 'add') throw new UsageError('--before goes with parts add')
  if (bitcode && action !== 'extract' && action !== 'replace')
    throw new UsageError('--bitcode goes with parts extract and parts replace')
}

function edit(host: Host, bytes: Uint8Array, args: PartsArguments): Uint8Array {
  const { action, words, before, pad } = args
  const [file = '', part = '', dataFile = ''] = words
  const options: EditOptions = { pad, ...(args.sign === undefined ? {} : { signing: signingOf(args.sign) }) }
  if (action === 'remove')
    return editContainer(
      bytes,
      words.slice(1).map((part): PartEdit => ({ edit: 'remove', part })),
      options,
    )
  if (file === '-' && dataFile === '-') throw new UsageError('only one of container and data can be standard input')
  const data = readInput(host, dataFile)
  if (action === 'replace')
    return args.bitcode
      ? replaceBitcode(bytes, part, data, options)
      : editContainer(bytes, [{ edit: 'replace', part, data }], options)
  return editContainer(bytes, [{ edit: 'add', part, data, ...(before === undefined ? {} : { before }) }], options)
}

function writeOne(host: Host, path: string, data: Uint8Array): ExitCode {
  const outputs = new Outputs(host)
  outputs.add(path, data)
  outputs.commit()
  return EXIT.ok
}

function runList(host: Host, { words, json }: PartsArguments): Promise<ExitCode> {
  const isOneOfMany = expandInputs(words).length > 1
  return forEachInput(
    host,
    words,
    async (file, host) => {
      const bytes = await readContainerInput(host, file)
      const parts = onContainer(file, () => listParts(bytes))
      if (json) host.stdout.write(`${JSON.stringify(isOneOfMany ? { file, parts } : parts)}\n`)
      else {
        if (isOneOfMany) host.stdout.write(`${shownName(inputName(file))}:\n`)
        for (const { selector, offset, size, contents } of parts) {
          const columns = [selector.padEnd(7), hexColumn(offset), hexColumn(size), contents || 'unknown']
          host.stdout.write(`${columns.join(' ').trimEnd()}\n`)
        }
      }
      return EXIT.ok
    },
    json,
  )
}

const hexColumn = (n: number): string => `0x${n.toString(16)}`.padEnd(9)

interface PartsWords extends Omit<PartsArguments, 'action' | 'words'> {
  /** The action, then its words. */
  readonly words: string[]
}

/** The command line of it. @param unmask gives a word its '-' back */
export function partsCommand(
  host: Host,
  choose: (action: () => ExitCode | Promise<ExitCode>) => void,
  unmask: (word: string) => string,
): CommandModule<object, PartsWords> {
  const string = { type: 'string', requiresArg: true } as const
  const boolean = { type: 'boolean', default: false } as const
  return {
    command: 'parts <words..>',
    describe: 'list FILES | extract FILE PART | replace FILE PART DATA | remove FILE PARTS | add FILE PART DATA',
    builder: y =>
      y
        .positional('words', { type: 'string', array: true, demandOption: true, describe: 'action, file, part, data' })
        .option('output', { ...string, alias: 'o', describe: 'default: the file itself; extract: standard output' })
        .option('bitcode', { ...boolean, describe: 'of a program part only the bitcode (extract, replace)' })
        .option('before', { ...string, describe: 'add: put in front of this part' })
        .option('pad', { ...boolean, describe: 'fill data with zeros up to a multiple of 4' })
        .option('sign', {
          ...string,
          describe: 'digest of the result: retail, debug, none, preview (default: as it was)',
        })
        .option('json', { ...boolean, describe: 'list as JSON' }),
    handler: a =>
      choose(() =>
        runParts(host, {
          ...a,
          action: actionOf(a.words[0]),
          words: a.words.slice(1).map(unmask),
          output: a.output === undefined ? undefined : unmask(a.output),
        }),
      ),
  }
}
