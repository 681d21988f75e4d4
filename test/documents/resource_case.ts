// One HLSL program of a document's test: compiled by dxilkit and by DXC, validated, compared, and looked at.

import type { ExecutionContext } from 'ava'
import { compile } from '../../src/api/compile.ts'
import { type Description, describe, descriptionDifferences } from '../emit/described.ts'
import { Dxc } from '../oracle/dxc.ts'

export interface ResourceCase {
  readonly hlsl: string
  /** Default cs_6_6. */
  readonly target?: string
  /** -enable-16bit-types */
  readonly native16Bit?: boolean
  /** The release of DXC that it is compared with; default `dxc`. */
  readonly release?: 'dxc' | 'dxc-new'
  /** Texts that calls of DXIL operations must contain, each in one call. */
  readonly calls?: readonly string[]
  /** Texts that no call may contain. */
  readonly noCalls?: readonly string[]
  /** Texts that the resource records must contain. */
  readonly records?: readonly string[]
  /** What must equal DXC's; default everything. */
  readonly sameAsDxc?: readonly (keyof Description)[]
}

const EVERYTHING = ['resources', 'entries', 'properties', 'calls', 'parts'] as const

const HEAD = '[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) '

/** Declarations, then what main does with them; `i` is its thread's index. */
export const program = (declarations: string, body: string): string => `${declarations}\n${HEAD}{ ${body} }\n`

export async function checkCase(t: ExecutionContext, c: ResourceCase): Promise<void> {
  const { hlsl, target = 'cs_6_6', native16Bit = false } = c
  const result = compile(hlsl, { target, enable16BitTypes: native16Bit })
  if (!result.container) return t.fail(`${hlsl}\n${result.text}`)
  const dxc = await Dxc.shared()
  const verdict = await dxc.validate(result.container)
  t.true(verdict.ok && verdict.digest === 'right', `${hlsl}\n${verdict.message}`)
  const ours = describe(result.container)
  for (const text of c.calls ?? [])
    t.true(
      ours.calls.some(call => call.includes(text)),
      `${hlsl}\nno call with ${text}:\n${ours.calls.join('\n')}`,
    )
  for (const text of c.noCalls ?? [])
    t.false(
      ours.calls.some(call => call.includes(text)),
      `${hlsl}\ncall with ${text}`,
    )
  for (const text of c.records ?? [])
    t.true(
      ours.resources.some(line => line.includes(text)),
      `${hlsl}\nno record with ${text}:\n${ours.resources.join('\n')}`,
    )
  const args = ['-T', target, '-E', 'main', ...(native16Bit ? ['-enable-16bit-types'] : [])]
  // The newest release would write for a validator of its own.
  const theirs = await (await Dxc.shared(c.release)).compile(hlsl, [...args, '-validator-version', '1.8'])
  if (!theirs.container) return t.fail(`DXC refuses\n${hlsl}\n${theirs.errors}`)
  t.deepEqual(descriptionDifferences(ours, describe(theirs.container), c.sameAsDxc ?? EVERYTHING), [], hlsl)
}

/** Both compilers refuse it; dxilkit with this message, at a place in the source. */
export async function checkRefused(t: ExecutionContext, hlsl: string, target: string, message: RegExp): Promise<void> {
  const result = compile(hlsl, { target })
  t.is(result.container, undefined, hlsl)
  t.regex(result.text, message)
  t.regex(result.text, /^hlsl\.hlsl:\d+:\d+: error: /m)
  const dxc = await Dxc.shared()
  t.false((await dxc.compile(hlsl, ['-T', target, '-E', 'main'])).ok, hlsl)
}
