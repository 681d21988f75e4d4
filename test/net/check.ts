// One program through the compiler and, when it is accepted, through the official validator.

import { compile } from '../../src/api/compile.ts'
import { InternalError } from '../../src/api/index.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { reduceLines } from '../oracle/reduce_lines.ts'
import { OracleError } from '../oracle/resident.ts'
import type { Job } from './programs.ts'

/** refused: our container is not acceptable; bug: the compiler failed with an error of its own. */
export type Kind = 'valid' | 'rejected' | 'usage' | 'refused' | 'bug'

export interface Outcome {
  readonly kind: Kind
  readonly detail: string
}

/** Makes another container of an accepted one, to see whether the net catches it. */
export type Tamper = (container: Uint8Array) => Uint8Array

export async function check(job: Job, tamper?: Tamper): Promise<Outcome> {
  let options: ReturnType<typeof dxcArgsToOptions>
  try {
    options = dxcArgsToOptions(job.words)
  } catch (e) {
    return { kind: 'usage', detail: String((e as Error).message) }
  }
  try {
    const result = compile(job.source, options)
    if (!result.container) return { kind: 'rejected', detail: '' }
    const container = tamper ? tamper(result.container) : result.container
    return await validate(container, job.words)
  } catch (e) {
    if (!(e instanceof InternalError)) throw e
    return { kind: 'bug', detail: `${e.message} ${(e.cause as Error | undefined)?.stack ?? ''}`.slice(0, 600) }
  }
}

/** Rules that the newest release of DXC dropped: coalescing nodes have derivatives, and group-shared memory counts by entry point. */
export const DROPPED_RULE = /only broadcasting launch supports derivatives|Total Thread Group Shared Memory storage/

/** The older release's validator knows shader models up to 6.8. */
async function validate(container: Uint8Array, words: readonly string[]): Promise<Outcome> {
  const isNew = words.some(word => /^[a-z]+_6_9$/.test(word))
  try {
    const first = await (await Dxc.shared(isNew ? 'dxc-new' : 'dxc')).validate(container)
    const isDropped = !first.ok && DROPPED_RULE.test(first.message)
    const { ok, message, digest } = isDropped ? await (await Dxc.shared('dxc-new')).validate(container) : first
    if (ok && digest === 'right') return { kind: 'valid', detail: '' }
    return { kind: 'refused', detail: ok ? `digest: ${digest}` : message }
  } catch (e) {
    if (!(e instanceof OracleError)) throw e
    return { kind: 'refused', detail: `the validator failed: ${e.message}` }
  }
}

/** The first complaint without what differs between two programs with one fault. */
export const causeOf = ({ kind, detail }: Outcome): string =>
  `${kind}: ${(/error: (.*)/.exec(detail)?.[1] ?? detail.split('\n')[0] ?? '').replace(/'[^']*'|%\d+|\d+/g, '_').slice(0, 90)}`

/** DXC's verdict on the same program. */
export async function theirVerdict(job: Job): Promise<string> {
  try {
    const { ok, errors } = await (await Dxc.shared()).compile(job.source, job.words)
    return ok
      ? 'accepts'
      : errors
          .split('\n')
          .filter(line => line.includes('error'))
          .slice(0, 2)
          .join(' / ')
  } catch (e) {
    return `fails: ${(e as Error).message.slice(0, 100)}`
  }
}

/** Fewer lines with the same complaint. */
export async function reduce(job: Job, found: Outcome): Promise<Job> {
  const cause = causeOf(found)
  const source = await reduceLines(job.source, async text => causeOf(await check({ ...job, source: text })) === cause)
  return { ...job, source }
}
