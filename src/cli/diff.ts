// `dxilkit diff`: what differs between two containers. Exit codes as diff(1): 0 the same, 1 different, 2 trouble.

import { type ContainerDiff, type DiffLine, diffContainers, diffLines, PARTS } from '../api/diff.ts'
import { containerBytes, FormatError, listParts } from '../api/index.ts'
import { placedDamage } from '../base/format_error.ts'
import { shownName } from '../base/shown_name.ts'
import { debugContainerBeside } from './debug_file.ts'
import { isContainer } from './explain_flags.ts'
import { inputName, readInput } from './files.ts'
import { type ExitCode, type Host, UsageError, wantsColor } from './host.ts'

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

/** What --ignore knows besides parts. */
const SECTIONS = ['header', 'resources', 'layouts']

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
  const [a, b] = [await readable(host, args.a), await readable(host, args.b)]
  const ignore = (args.ignore ?? '').split(',').filter(name => name !== '')
  const present = [a, b].flatMap(bytes => (isContainer(bytes) ? listParts(bytes).map(p => p.name) : []))
  const known = [...SECTIONS, ...PARTS.map(([name]) => name), ...present].map(name => name.toUpperCase())
  for (const name of ignore)
    if (!known.includes(name.toUpperCase()))
      throw new UsageError(`--ignore ${name}: no part is called so, and it is none of ${SECTIONS.join(', ')}`)
  const [debugA, debugB] = [await debugContainerBeside(host, args.a, a), await debugContainerBeside(host, args.b, b)]
  return diffContainers(a, b, { ignore, code: args.code, context: args.context, debugA, debugB })
}

/** Damage beyond reading is trouble, not a difference. */
async function readable(host: Host, path: string): Promise<Uint8Array> {
  const bytes = readInput(host, path)
  try {
    const container = await containerBytes(bytes)
    diffContainers(container, container, { code: false })
    return container
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new UsageError(`'${inputName(path)}': ${placedDamage(error)}`, { cause: error })
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
