// What the tests of constant buffer documents share: one source through both compilers, compared, and its buffers as tables.

import type { ExecutionContext } from 'ava'
import { compile } from '../../src/api/compile.ts'
import { type Case, check } from '../layouts/check.ts'
import { type BufferShape, bufferShapes, type LayoutFacts, layoutFacts } from '../layouts/facts.ts'

export type Options = Omit<Case, 'source' | 'profile'> & { readonly profile?: string }

/** A compute shader with an output buffer `o`; `use` are words that its main writes out. */
export const shader = (declarations: string, ...use: readonly string[]): string =>
  `RWByteAddressBuffer o : register(u9);\n${declarations}\n[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {\n${use
    .map((word, i) => `  o.Store(${i * 4}, ${word});`)
    .join('\n')}\n}`

/** Compares everything the layout fuzzer compares with DXC, and gives what is in our container. */
export async function same(
  t: ExecutionContext,
  source: string,
  options: Options = {},
): Promise<{ readonly buffers: readonly BufferShape[]; readonly facts: LayoutFacts }> {
  const { profile = 'cs_6_0', ...rest } = options
  const { kind, detail } = await check({ source, profile, ...rest })
  t.is(kind, 'same', detail)
  const flags = {
    ...(rest.native16Bit ? { enable16BitTypes: true } : {}),
    ...(rest.rowMajor ? { packMatrix: 'row_major' as const } : {}),
  }
  const { container } = compile(source, { target: profile, ...flags })
  return { buffers: bufferShapes(container!), facts: layoutFacts(container!) }
}

/** Both refuse it; our message. */
export async function refused(t: ExecutionContext, source: string, options: Options = {}): Promise<string> {
  const { profile = 'cs_6_0', ...rest } = options
  const { kind, detail } = await check({ source, profile, ...rest })
  t.is(kind, 'both-refuse', detail)
  const flags = rest.native16Bit ? { enable16BitTypes: true } : {}
  return compile(source, { target: profile, ...flags }).text
}

/** Name, offset pairs of a buffer's members. */
export const offsets = (buffer: BufferShape | undefined): Record<string, number> =>
  Object.fromEntries((buffer?.members ?? []).map(([name, offset]) => [name, offset]))
