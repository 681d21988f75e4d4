// Compares what a run left in its UAVs with the expectation, and says where they differ.
// Invariant: integers are exact unless intSlack says otherwise; a NaN where none is expected is always a difference.

import type { Expected } from './corpus_case.ts'
import { type Element, layout, pack, recordSize, type Scalar, unpack } from './elements.ts'

export interface OutputBytes {
  readonly data: Uint8Array
  /** Final value of the hidden counter, when the resource has one. */
  readonly counter?: number | undefined
}

const MAX_SHOWN = 4

/** @returns one line per kind of difference, empty when everything is as expected */
export function differences(
  expected: Readonly<Record<string, Expected>>,
  outputs: ReadonlyMap<string, OutputBytes>,
): string[] {
  return Object.entries(expected).flatMap(([name, want]) => {
    const got = outputs.get(name)
    return got ? outputDifferences(name, want, got) : [`${name}: the run gave no such output`]
  })
}

function outputDifferences(name: string, want: Expected, got: OutputBytes): string[] {
  const problems: string[] = []
  if (want.counter !== undefined && want.counter !== got.counter)
    problems.push(`${name}: counter ${got.counter}, expected ${want.counter}`)
  const kinds = layout(want.layout).filter(e => e !== 'pad4')
  const records = Math.ceil(want.values.length / kinds.length)
  const bytes = records * recordSize(layout(want.layout))
  if (bytes > got.data.length) return [...problems, `${name}: ${got.data.length} bytes, expected at least ${bytes}`]

  // Expected values go through their own element kind, so that both sides are rounded alike.
  const wanted = arrange(unpack(want.layout, pack(want.layout, want.values)), want.anyOrder)
  const found = arrange(unpack(want.layout, got.data.subarray(0, bytes)).slice(0, wanted.length), want.anyOrder)
  const off: string[] = []
  wanted.forEach((w, i) => {
    if (!close(kinds[i % kinds.length]!, found[i]!, w, want)) off.push(`[${i}] ${found[i]} instead of ${w}`)
  })
  if (off.length > (want.outliers ?? 0) * wanted.length)
    problems.push(`${name}: ${off.length} of ${wanted.length} values differ: ${off.slice(0, MAX_SHOWN).join('; ')}`)
  return problems
}

function close(kind: Element, got: Scalar, want: Scalar, tolerance: Expected): boolean {
  if (got === want) return true
  if (kind[0] !== 'f') return Math.abs(Number(got) - Number(want)) <= (tolerance.intSlack ?? -1)
  const allowed = (tolerance.abs ?? 0) + (tolerance.rel ?? 0) * Math.abs(Number(want))
  // Everything is within a share of infinity.
  return Number.isFinite(Number(want)) && Math.abs(Number(got) - Number(want)) <= allowed
}

/** With records in any order both sides are sorted record by record, which makes equal multisets equal lists. */
function arrange(values: readonly Scalar[], recordLength: number | undefined): Scalar[] {
  if (recordLength === undefined) return [...values]
  const records = Array.from({ length: values.length / recordLength }, (_, i) =>
    values.slice(i * recordLength, (i + 1) * recordLength),
  )
  const order = (a: readonly Scalar[], b: readonly Scalar[]): number => {
    const at = a.findIndex((v, i) => v !== b[i])
    return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1
  }
  return records.sort(order).flat()
}
