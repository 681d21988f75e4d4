// One random program about local resource arrays, compiled, validated and run; DXC's container is run too, where it makes one.

import { compile } from '../../src/api/compile.ts'
import { D3d12, type Resource } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { type Program, THREADS } from './generate.ts'

/** ours-*: our fault; dxc-*: we are right and DXC refuses, dies or stores something else. */
export type Kind = 'same' | 'ours-refuse' | 'ours-invalid' | 'ours-wrong' | 'dxc-refuses' | 'dxc-wrong'

export interface Verdict {
  readonly kind: Kind
  readonly detail: string
}

export async function check(program: Program, optimization: 0 | 3 = 3): Promise<Verdict> {
  const { source } = program
  const mine = compile(source, { target: 'cs_6_0', optimization })
  if (!mine.container) return { kind: 'ours-refuse', detail: mine.text }
  const dxc = await Dxc.shared()
  const valid = await dxc.validate(mine.container)
  if (!valid.ok) return { kind: 'ours-invalid', detail: valid.message }
  const wrong = difference(program, await words(mine.container, program))
  if (wrong) return { kind: 'ours-wrong', detail: wrong }
  const args = ['-T', 'cs_6_0', '-E', 'main', ...(optimization === 0 ? ['-Od'] : [])]
  const theirs = await dxc.compile(source, args).catch(error => ({ container: undefined, errors: String(error) }))
  if (!theirs.container) return { kind: 'dxc-refuses', detail: theirs.errors }
  const other = difference(program, await words(theirs.container, program))
  return other ? { kind: 'dxc-wrong', detail: other } : { kind: 'same', detail: '' }
}

/** The threads' words of every resource, or why it did not run. */
async function words(container: Uint8Array, { arrays }: Program): Promise<number[][] | string> {
  const resources: Resource[] = arrays.flatMap((count, n) => {
    const register = arrays.slice(0, n).reduce((a, b) => a + b, 0)
    const element = { kind: 'uav', type: 'typed', format: 'R32_SINT', register, count: THREADS } as const
    return Array.from({ length: count }, (_, arrayIndex): Resource => ({ ...element, arrayIndex }))
  })
  const result = await (await D3d12.shared()).runCompute({ container, dispatch: [THREADS, 1, 1], resources })
  if (result.error !== undefined) return result.error
  return result.uavs.map(({ data }) => [...new Int32Array(data.buffer, data.byteOffset, THREADS)])
}

function difference({ expected }: Program, got: number[][] | string): string {
  if (typeof got === 'string') return got
  const rows = expected.flatMap((row, r) =>
    row.some((n, i) => n !== got[r]![i]) ? [`resource ${r}: expected ${row.join(' ')}, got ${got[r]!.join(' ')}`] : [],
  )
  return rows.join('\n')
}
