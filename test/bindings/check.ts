// One program through both compilers: do both take it, is every row of the resource table and every byte of PSV0 the same, is ours valid, and does
// it compute the same.

import { compile } from '../../src/api/compile.ts'
import { listing } from '../../src/api/disassemble.ts'
import { partOf } from '../corpus/container_facts.ts'
import { Dxc } from '../oracle/dxc.ts'
import { OracleError } from '../oracle/resident.ts'
import { argumentsOf, type Declaration, type Program, print } from './declarations.ts'
import { type DxcBug, dxcBug } from './dxc_bugs.ts'
import { execute } from './execute.ts'

/** no-run: DXC's container does not run either. */
export type Kind =
  | 'same'
  | 'both-refuse'
  | 'bug'
  | 'no-run'
  | 'verdict'
  | 'table'
  | 'psv'
  | 'invalid'
  | 'value'
  | 'crash'

export interface Outcome {
  readonly kind: Kind
  readonly detail: string
  readonly bug?: DxcBug
}

/** What DXC made of a program. */
export interface Theirs {
  readonly container: Uint8Array | undefined
  readonly errors: string
}

/** ID, registers, name, type, format, dimension, count of every row. */
export function tableOf(container: Uint8Array): string[] {
  const lines = listing(container).split('\n')
  const title = lines.indexOf('; Resource Bindings:')
  const ruler = lines.findIndex((line, i) => i > title && /^; -{30}/.test(line))
  if (title < 0 || ruler < 0) return []
  return lines.slice(ruler + 1, lines.indexOf(';', ruler + 1)).map(line => line.slice(2).trim().replace(/\s+/g, ' '))
}

async function theirs(source: string, args: readonly string[]): Promise<Theirs> {
  try {
    const { container, errors } = await (await Dxc.shared()).compile(source, args)
    return { container, errors }
  } catch (e) {
    if (!(e instanceof OracleError)) throw e
    return { container: undefined, errors: `crash: ${e.message}` }
  }
}

function ours(p: Program, source: string, legacyResourceReservation: boolean) {
  const autoSpace = p.autoSpace === undefined ? {} : { autoBindingSpace: p.autoSpace }
  return compile(source, { target: p.profile, entry: 'main', legacyResourceReservation, ...autoSpace })
}

const holdsArray = (d: Declaration): boolean => {
  if (d.what === 'struct') return d.fields.some(holdsArray)
  if (d.what === 'block') return d.members.some(holdsArray)
  return d.dims.length > 0
}

/** Compiles with both and compares; what is accepted is validated. @param run whether to execute both @param reserve whether unused resources keep their registers */
export async function check(p: Program, run = false, reserve = false): Promise<Outcome> {
  // Which resource threads read whose indices into an array differ, and how often, is undefined: such programs run with one.
  const source = print(p, run && p.declarations.some(holdsArray) ? 1 : 8)
  const dxc = await theirs(source, [...argumentsOf(p), ...(reserve ? ['-flegacy-resource-reservation'] : [])])
  let result: ReturnType<typeof ours>
  try {
    result = ours(p, source, reserve)
  } catch (e) {
    return { kind: 'crash', detail: `${(e as Error).stack}`.slice(0, 1500) }
  }
  if (result.container) {
    const valid = await (await Dxc.shared()).validate(result.container)
    if (!valid.ok || valid.digest !== 'right') return { kind: 'invalid', detail: `${valid.digest} ${valid.message}` }
  }
  const difference = compare(dxc, result.container, result.text)
  if (difference.kind === 'same' && run) return compareRuns(dxc.container!, result.container!)
  if (difference.kind === 'same' || difference.kind === 'both-refuse') return difference
  const table = (bytes: Uint8Array | undefined): readonly string[] => (bytes ? tableOf(bytes) : [])
  const bug = dxcBug(p, dxc, { theirs: table(dxc.container), ours: table(result.container), text: result.text })
  return bug ? { kind: 'bug', detail: bug, bug } : difference
}

async function compareRuns(theirs: Uint8Array, mine: Uint8Array): Promise<Outcome> {
  const result = await execute(theirs, mine)
  if (result === 'same') return { kind: 'same', detail: '' }
  if ('cannot' in result) return { kind: 'no-run', detail: result.cannot }
  return { kind: 'value', detail: result.difference }
}

function compare(dxc: Theirs, container: Uint8Array | undefined, text: string): Outcome {
  const errors = dxc.errors
    .split('\n')
    .filter(line => /error|crash/.test(line))
    .slice(0, 4)
    .join('\n')
  if (!dxc.container && !container) return { kind: 'both-refuse', detail: `${errors}\n${text}` }
  if (!dxc.container) return { kind: 'verdict', detail: `DXC refuses: ${errors}` }
  if (!container) return { kind: 'verdict', detail: `dxilkit refuses: ${text}` }
  const [a, b] = [tableOf(dxc.container), tableOf(container)]
  if (a.join('\n') !== b.join('\n')) return { kind: 'table', detail: `DXC\n${a.join('\n')}\ndxilkit\n${b.join('\n')}` }
  const psv = [dxc.container, container].map(c => Buffer.from(partOf(c, 'PSV0') ?? []).toString('hex'))
  return psv[0] === psv[1] ? { kind: 'same', detail: '' } : { kind: 'psv', detail: `${psv[0]}\n${psv[1]}` }
}
