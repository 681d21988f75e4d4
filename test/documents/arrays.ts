// Steps the tests of resource arrays share: compile with both compilers, compare handles, refuse with both, run on the D3D12 runtime.

import type { ExecutionContext } from 'ava'
import { type CompileResult, compile } from '../../src/api/compile.ts'
import type { CompileOptions } from '../../src/api/options.ts'
import { partOf } from '../corpus/container_facts.ts'
import { D3d12, type Resource } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'

export interface Target {
  readonly target?: string
  readonly hlslVersion?: CompileOptions['hlslVersion']
  readonly optimization?: 0 | 3
}

const optionsOf = ({ target = 'cs_6_6', hlslVersion = '2021', optimization = 3 }: Target): CompileOptions => ({
  target,
  hlslVersion,
  optimization,
})

const argsOf = ({ target = 'cs_6_6', hlslVersion = '2021', optimization = 3 }: Target): string[] => [
  ...['-T', target, '-E', 'main', '-HV', hlslVersion],
  ...(optimization === 0 ? ['-Od'] : []),
]

export const ours = (source: string, options: Target = {}): CompileResult => compile(source, optionsOf(options))

export const theirs = async (source: string, options: Target = {}) =>
  (await Dxc.shared()).compile(source, argsOf(options))

/** The calls that create handles, dynamic indices as `%`, sorted. */
export async function handlesOf(container: Uint8Array): Promise<string[]> {
  const { text } = await (await Dxc.shared()).disassemble(container)
  const found: string[] = []
  for (const line of text.split('\n')) {
    const call = /= call %dx\.types\.Handle @dx\.op\.(createHandle\w*)\(i32 \d+, ([^;]*)\)/.exec(line)
    if (call) found.push(`${call[1]}(${call[2]!.replace(/%\d+/g, '%')})`)
  }
  return found.sort()
}

/** Compiles with dxilkit; the validator must accept it. */
export async function accepted(t: ExecutionContext, source: string, options: Target = {}): Promise<Uint8Array> {
  const mine = ours(source, options)
  t.true(mine.ok, mine.text)
  const verdict = await (await Dxc.shared()).validate(mine.container!)
  t.true(verdict.ok, verdict.message)
  return mine.container!
}

/** Both compilers accept; handles and PSV0 are the same. Gives ours. */
export async function sameAsDxc(t: ExecutionContext, source: string, options: Target = {}): Promise<Uint8Array> {
  const mine = await accepted(t, source, options)
  const dxc = await theirs(source, options)
  t.true(dxc.ok, dxc.errors)
  t.deepEqual(await handlesOf(mine), await handlesOf(dxc.container!))
  t.deepEqual(partOf(mine, 'PSV0'), partOf(dxc.container!, 'PSV0'))
  return mine
}

/** dxilkit refuses with this code at the line and column of `mark` in the source. */
export function refused(t: ExecutionContext, source: string, code: string, mark: string, options: Target = {}): void {
  const before = source.slice(0, source.indexOf(mark)).split('\n')
  const place = [before.length, before[before.length - 1]!.length + 1]
  const mine = ours(source, options)
  const first = mine.diagnostics.find(d => d.severity === 'error')
  t.deepEqual([first?.code, first?.line, first?.column], [code, ...place], mine.text)
}

/** Both refuse, DXC with these words. */
export async function bothRefuse(
  t: ExecutionContext,
  source: string,
  code: string,
  mark: string,
  words: string,
  options: Target = {},
): Promise<void> {
  refused(t, source, code, mark, options)
  const dxc = await theirs(source, options)
  t.false(dxc.ok)
  t.true(dxc.errors.includes(words), dxc.errors)
}

/** The words in each UAV after some thread groups; `arrays` says how many elements each register's array has. */
export async function run(
  t: ExecutionContext,
  container: Uint8Array,
  arrays: readonly number[],
  groups = 1,
): Promise<number[][]> {
  const resources: Resource[] = arrays.flatMap((count, n) => {
    const register = arrays.slice(0, n).reduce((a, b) => a + b, 0)
    return Array.from(
      { length: count },
      (_, arrayIndex): Resource => ({ kind: 'uav', type: 'typed', format: 'R32_SINT', register, arrayIndex, count: 8 }),
    )
  })
  const result = await (await D3d12.shared()).runCompute({ container, dispatch: [groups, 1, 1], resources })
  t.is(result.error, undefined)
  return result.uavs.map(({ data }) => [...new Int32Array(data.buffer, data.byteOffset, data.byteLength / 4)])
}

/** Compiles for cs_6_0, runs, and compares with what DXC's container leaves behind. Gives the words. */
export async function runsAsDxc(
  t: ExecutionContext,
  source: string,
  arrays: readonly number[],
  groups: number,
): Promise<number[][]> {
  const target = { target: 'cs_6_0' }
  const mine = await run(t, await accepted(t, source, target), arrays, groups)
  const dxc = await theirs(source, target)
  t.true(dxc.ok, dxc.errors)
  t.deepEqual(mine, await run(t, dxc.container!, arrays, groups))
  return mine
}
