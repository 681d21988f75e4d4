// `dxilkit diff`: what differs between two containers. Exit codes as diff(1): 0 the same, 1 different, 2 trouble.

import { type ContainerDiff, type DiffLine, diffContainers, diffLines } from '../api/diff.ts'
import { FormatError } from '../api/index.ts'
import { shownName } from '../base/shown_name.ts'
import { debugContainerBeside } from './debug_file.ts'
import { inputName, readInput } from './files.ts'
import { damageText, type ExitCode, type Host, UsageError, wantsColor } from './host.ts'

export interface DiffArguments {
  readonly a: string
  readonly b: string
  readonly json: boolean
  readonly brief: boolean
  readonly listing: boolean
  /** Names separated by commas. */
  readonly ignore?: string | undefined
  readonly code: boolean
  readonly context: number
  readonly color: string
}

const SAME = 0
const DIFFERENT = 1
const MAX_CONTEXT = 1_000_000

/** @throws UsageError (exit code 2) when a file cannot be read at all */
export async function runDiff(host: Host, args: DiffArguments): Promise<ExitCode> {
  if (args.a === '-' && args.b === '-') throw new UsageError('only one of the files can be standard input')
  if (!Number.isInteger(args.context) || args.context < 0 || args.context > MAX_CONTEXT)
    throw new UsageError('--context takes a number of lines')
  const diff = await compared(host, args)
  if (args.json) host.stdout.write(`${JSON.stringify(diff, null, 2)}\n`)
  else {
    const lines = diffLines(diff, {
      nameA: shownName(inputName(args.a)),
      nameB: shownName(inputName(args.b)),
      brief: args.brief,
      listing: args.listing,
    })
    const color = args.color === 'always' || (args.color === 'auto' && wantsColor(host, host.stdout))
    host.stdout.write(lines.map(line => `${color ? painted(line) : line.text}\n`).join(''))
  }
  return diff.same ? SAME : DIFFERENT
}

async function compared(host: Host, args: DiffArguments): Promise<ContainerDiff> {
  const [a, b] = [readInput(host, args.a), readInput(host, args.b)]
  for (const [path, bytes] of [
    [args.a, a],
    [args.b, b],
  ] as const)
    attempt(path, () => diffContainers(bytes, bytes, { code: false }))
  const ignore = (args.ignore ?? '').split(',').filter(name => name !== '')
  const [debugA, debugB] = [await debugContainerBeside(host, args.a, a), await debugContainerBeside(host, args.b, b)]
  return diffContainers(a, b, { ignore, code: args.code, context: args.context, debugA, debugB })
}

/** Damage beyond reading is trouble, not a difference. */
function attempt(path: string, run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new UsageError(damageText(inputName(path), error), { cause: error })
  }
}

const CODES: Readonly<Record<DiffLine['kind'], string>> = {
  file: '1',
  heading: '36',
  same: '',
  removed: '31',
  added: '32',
  note: '33',
}

function painted({ kind, text }: DiffLine): string {
  return CODES[kind] === '' ? text : `\x1b[${CODES[kind]}m${text}\x1b[0m`
}
