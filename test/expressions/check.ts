// One expression as a program of its own: what it stores, and how many instructions it takes.

import { compile } from '../../src/api/compile.ts'
import { execute } from '../vectors/interpret.ts'
import { type Expression, type Inputs, VARIABLES } from './generate.ts'
import { isExact } from './values.ts'

export const PROFILE = 'cs_6_6'
const NAMES = Object.values(VARIABLES).flat()
const TYPES = Object.entries(VARIABLES).flatMap(([type, names]) => names.map(() => type))

/** What the variables hold, one row a thread: in the order of NAMES. */
const ROWS: readonly (readonly number[])[] = [
  [0, 1, 2, 0, -1, 1, 1, 0.5, 2, 0, 1],
  [5, 3, 4, 7, -3, 2, -1.5, 3, 0.25, 1, 0],
  [0xffffffff, 0x80000000, 31, -0x80000000, 0x7fffffff, -2, 8, -0.75, 1.25, 1, 1],
  [0x12345678, 0x0f0f0f0f, 7, 0x12345678, -0x12345678, 5, 100.5, 0.125, -2, 0, 0],
  [255, 256, 16, 255, 16, 33, 0.25, 0.75, 0.5, 1, 0],
  [0xdeadbeef, 0xdeadbeef, 1, -7, -7, 3, 2.5, 2.5, 2.5, 0, 1],
  [8, 2, 0x40000000, 0x40000000, 0x40000001, 4, -3, -5, 7, 1, 1],
  [1, 0x7fffffff, 63, -1, 1, 1, 255, 1, -0.5, 0, 0],
]
const STRIDE = NAMES.length * 4

/** A program that stores the expression's value for each of the rows. */
export function programOf({ type, text }: Expression): string {
  const members = NAMES.map((name, i) => `${TYPES[i]} ${name};`).join(' ')
  const locals = NAMES.map((name, i) => `${TYPES[i]} ${name} = s[id].${name};`).join(' ')
  const [stored, value] = type === 'bool' ? ['uint', `${text} ? 3 : 5`] : [type, text]
  return `struct S { ${members} };
StructuredBuffer<S> s : register(t0);
RWStructuredBuffer<${stored}> o : register(u0);
[numthreads(1, 1, 1)] void main(uint id : SV_DispatchThreadID) {
  ${locals}
  o[id] = ${value};
}
`
}

export interface Outcome {
  /** Rows whose value is known and was stored. */
  readonly compared: number
  /** The first row that stores another value; undefined: none does. */
  readonly wrong: string | undefined
}

/** Executes a container of the expression's program and compares what it stores with the expression's values. */
export function executed(container: Uint8Array, expression: Expression): Outcome {
  const stored = storedBy(container)
  let count = 0
  for (const [row, values] of ROWS.entries()) {
    const inputs: Inputs = Object.fromEntries(NAMES.map((name, i) => [name, values[i]!]))
    const known = expression.value(inputs)
    if (!known) continue
    const { type } = expression
    count++
    const got =
      type === 'float'
        ? stored.getFloat32(row * 4, true)
        : type === 'int'
          ? stored.getInt32(row * 4, true)
          : stored.getUint32(row * 4, true)
    const wanted = type === 'bool' ? { lo: 5 - 2 * known.hi, hi: 5 - 2 * known.lo } : known
    // What is exact in one order of operations may round in another.
    const slack = type === 'float' ? Math.max(Math.abs(wanted.lo), Math.abs(wanted.hi)) * 2 ** -18 : 0
    if (got >= wanted.lo - slack && got <= wanted.hi + slack) continue
    const words = isExact(wanted) ? wanted.lo : `${wanted.lo} to ${wanted.hi}`
    const given = NAMES.map(name => `${name} = ${inputs[name]}`).join(', ')
    return { compared: count, wrong: `stores ${got} and not ${words} for ${given}` }
  }
  return { compared: count, wrong: undefined }
}

function storedBy(container: Uint8Array): DataView {
  const input = new DataView(new ArrayBuffer(ROWS.length * STRIDE))
  for (const [row, values] of ROWS.entries())
    for (const [i, v] of values.entries())
      if (TYPES[i] === 'float') input.setFloat32(row * STRIDE + i * 4, v, true)
      else input.setUint32(row * STRIDE + i * 4, v, true)
  const output = new DataView(new ArrayBuffer(ROWS.length * 4))
  const buffers = new Map([
    ['srv0', input],
    ['uav0', output],
  ])
  for (const row of ROWS.keys()) execute(container, buffers, row)
  return output
}

/** The container of the expression's program, compiled by dxilkit. */
export function compiled(expression: Expression, optimization: 0 | 3 = 3): Uint8Array {
  const made = compile(programOf(expression), { target: PROFILE, optimization })
  if (!made.ok) throw new Error(made.text)
  return made.container
}
