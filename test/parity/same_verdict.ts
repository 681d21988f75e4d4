// One source that both compilers accept, the validator with them, and whose PSV0 is the same.

import type { ExecutionContext } from 'ava'
import { compile } from '../../src/api/compile.ts'
import type { CompileOptions } from '../../src/api/options.ts'
import { partOf } from '../corpus/container_facts.ts'
import { Dxc } from '../oracle/dxc.ts'

/** `args` are DXC's flags for what `more` says to us. @returns both containers; undefined when one of them refuses, which has failed the test */
export async function sameVerdict(
  t: ExecutionContext,
  source: string,
  target: string,
  args: readonly string[] = [],
  more: Partial<CompileOptions> = {},
): Promise<{ readonly mine: Uint8Array; readonly theirs: Uint8Array } | undefined> {
  const dxc = await Dxc.shared()
  const mine = compile(source, { target, ...more })
  t.true(mine.ok, mine.text)
  const theirs = await dxc.compile(source, ['-T', target, ...args])
  t.true(theirs.ok, theirs.errors)
  if (!mine.container || !theirs.container) return undefined
  const verdict = await dxc.validate(mine.container)
  t.true(verdict.ok, verdict.message)
  t.deepEqual(partOf(mine.container, 'PSV0'), partOf(theirs.container, 'PSV0'))
  return { mine: mine.container, theirs: theirs.container }
}
