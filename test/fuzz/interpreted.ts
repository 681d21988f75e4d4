// Generated programs of shader models that the D3D12 runtime of the tests does not know: the interpreter executes them, thread by thread. Programs
// whose threads share memory are left out.

import { compile, link } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import { execute } from '../vectors/interpret.ts'
import { causes, firstErrors, type Outcome, outcome } from './check.ts'
import { evaluate, TooLong } from './evaluate.ts'
import { expectedBytes, makeInputs, normalBytes } from './inputs.ts'
import { printLibraries, printProgram } from './print.ts'
import type { Program, ResourceDecl } from './tree.ts'
import { leaves } from './types.ts'

/** Bytes of an element of a typed buffer in the interpreter. */
const ROW = 16
/** What the interpreter says of an operation that it does not have. */
const UNKNOWN = /^the interpreter has no (operation|conversion|binary|64-bit)|Cannot (mix|convert) BigInt/

/** How a program is compiled: to a shader, or to a library that is linked. */
export interface Way {
  readonly minor: number
  readonly isLinked: boolean
  readonly optimization: 0 | 3
}

/** Whether each thread can run on its own, with buffers alone. */
export const isAlone = (p: Program): boolean =>
  p.globals.every(g => g.how !== 'groupshared') &&
  p.resources.every(r => r.kind !== 'rwtexture') &&
  !JSON.stringify([p.main, p.functions], (_, v) => (typeof v === 'bigint' ? 0 : v)).includes('"k":"atomic"')

export async function checkInterpreted(p: Program, { minor, isLinked, optimization }: Way): Promise<Outcome> {
  let container: Uint8Array | undefined
  let text = ''
  try {
    const target = `cs_6_${minor}`
    const options = { entry: 'main', optimization }
    const library = isLinked
      ? compile(printLibraries(p, { isSplit: false, isKept: false })[0]!, { ...options, target: `lib_6_${minor}` })
      : undefined
    const made = library?.container
      ? link([{ name: 'l', container: library.container }], { target, entry: 'main' })
      : (library ?? compile(printProgram(p), { ...options, target }))
    container = made.container
    text = made.text
  } catch (e) {
    return outcome('crash', causes(e))
  }
  if (!container) return outcome('verdict', firstErrors(text))
  const valid = await (await Dxc.shared('dxc-new')).validate(container)
  if (!valid.ok) return outcome('invalid', valid.message)
  return computed(p, container)
}

function computed(p: Program, container: Uint8Array): Outcome {
  const { resources, memory, outputs } = makeInputs(p)
  const buffers = new Map<string, DataView>()
  for (const r of resources) {
    const decl = p.resources.find(d => d.register === `${r.kind === 'uav' ? 'u' : 't'}${r.register}`)
    if (!('data' in r)) continue
    const data = Uint8Array.from(r.data)
    buffers.set(
      `${r.kind}${r.register}`,
      new DataView(r.kind === 'cbv' || !isTyped(decl!) ? data.buffer : rows(decl!, data)),
    )
  }
  try {
    evaluate(p, memory)
    const perGroup = p.threads[0] * p.threads[1] * p.threads[2]
    for (let n = 0; n < perGroup * p.groups; n++) {
      const [x, y] = p.threads
      const number = n % perGroup
      const group = Math.floor(n / perGroup)
      const id = [group * x + (number % x), Math.floor(number / x) % y, Math.floor(number / (x * y))] as const
      execute(container, buffers, { id, group, number })
    }
  } catch (e) {
    // What the evaluator ends has an end here, too.
    if (e instanceof TooLong) return outcome('too-long')
    return outcome(UNKNOWN.test((e as Error).message) ? 'no-run' : 'our-run', String((e as Error).stack).slice(0, 500))
  }
  for (const r of outputs) {
    const view = buffers.get(`uav${r.register.slice(1)}`)!
    const data = isTyped(r) ? unrowed(r, view) : new Uint8Array(view.buffer)
    const [got, want] = [normalBytes(r, data), expectedBytes(r, memory)]
    const at = want.findIndex((v, i) => v !== got[i])
    if (at >= 0)
      return outcome('value', `${r.name} byte ${at}: ${got.slice(at, at + 4)} instead of ${want.slice(at, at + 4)}`)
  }
  return outcome('same')
}

const isTyped = (r: ResourceDecl): boolean => r.kind === 'typed' || r.kind === 'rwtyped'
const bytesOf = (r: ResourceDecl): number => leaves(r.t).length * 4

/** Elements of a typed buffer, each in a row of its own. */
function rows(r: ResourceDecl, data: Uint8Array): ArrayBuffer {
  const size = bytesOf(r)
  const made = new Uint8Array((data.length / size) * ROW)
  for (let i = 0; i * size < data.length; i++) made.set(data.subarray(i * size, (i + 1) * size), i * ROW)
  return made.buffer
}

function unrowed(r: ResourceDecl, view: DataView): Uint8Array {
  const size = bytesOf(r)
  const all = new Uint8Array(view.buffer)
  const made = new Uint8Array((all.length / ROW) * size)
  for (let i = 0; i * ROW < all.length; i++) made.set(all.subarray(i * ROW, i * ROW + size), i * size)
  return made
}
