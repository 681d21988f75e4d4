// One program of a context: our verdict beside DXC's, and the validator's on what we make.

import { compile } from '../../src/api/compile.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { check, DROPPED_RULE } from '../net/check.ts'
import type { Job } from '../net/programs.ts'
import { Dxc } from '../oracle/dxc.ts'

export type ContextVerdict = 'same' | 'accepted here alone' | 'refused here alone' | 'invalid'

export async function compareContext(job: Job): Promise<{ readonly verdict: ContextVerdict; readonly detail: string }> {
  const { kind, detail } = await check(job)
  if (kind !== 'valid' && kind !== 'rejected') return { verdict: 'invalid', detail }
  const ok = await isTaken(job)
  if (ok === (kind === 'valid')) return { verdict: 'same', detail: '' }
  if (ok)
    return {
      verdict: 'refused here alone',
      detail: compile(job.source, dxcArgsToOptions(job.words)).text.split('\n')[0]!,
    }
  return { verdict: 'accepted here alone', detail: '' }
}

async function isTaken({ source, words }: Job): Promise<boolean> {
  const { ok, errors } = await (await Dxc.shared()).compile(source, words)
  if (ok || !DROPPED_RULE.test(errors)) return ok
  return (await (await Dxc.shared('dxc-new')).compile(source, [...words, '-validator-version', '1.8'])).ok
}
