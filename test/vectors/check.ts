// One program of vectors compiled for shader model 6.9 by the later DXC and by dxilkit: the validator accepts ours, the parts are equal, and
// both containers, executed by the interpreter, leave the same bytes. Short vectors are also compiled for a model without vectors.

import { compile } from '../../src/api/compile.ts'
import { partOf } from '../corpus/container_facts.ts'
import { Dxc } from '../oracle/dxc.ts'
import { countCode } from '../parity/count_code.ts'
import { BUFFER_BYTES } from './generate.ts'
import { execute } from './interpret.ts'

export type Kind =
  | 'same'
  | 'dxc-fails'
  | 'both-refuse'
  | 'ours-accepts'
  | 'ours-refuses'
  | 'ours-invalid'
  | 'ours-wrong'
  | 'parts-differ'
  | 'lower-wrong'

export interface Outcome {
  readonly kind: Kind
  readonly detail: string
  /** Instructions of both, ours first. */
  readonly lengths?: readonly [ours: number, theirs: number]
}

const THREADS = [0, 1, 2]

/** All words that the program leaves in its buffers. */
export function stored(container: Uint8Array): Int32Array {
  const bytes = (seed: number): DataView => {
    const view = new DataView(new ArrayBuffer(BUFFER_BYTES))
    for (let i = 0; i < BUFFER_BYTES; i += 4) view.setFloat32(i, ((i / 4) * seed) % 7, true)
    return view
  }
  const written = [bytes(0), bytes(3)] as const
  const all = new Map([
    ['srv0', bytes(5)],
    ['uav0', written[0]],
    ['uav1', written[1]],
  ])
  const words: number[] = []
  for (const thread of THREADS) {
    execute(container, all, thread)
    for (const view of written) words.push(...new Int32Array(view.buffer))
  }
  return Int32Array.from(words)
}

const difference = (a: Int32Array, b: Int32Array): string | undefined => {
  const at = a.findIndex((word, i) => word !== b[i])
  return at < 0 ? undefined : `word ${at}: ${a.slice(at, at + 6).join(' ')} instead of ${b.slice(at, at + 6).join(' ')}`
}

const PARTS = ['SFI0', 'PSV0', 'ISG1', 'OSG1']

export async function check(source: string, lanes: number, optimization: 0 | 3): Promise<Outcome> {
  const dxc = await Dxc.shared('dxc-new')
  const level = optimization === 0 ? ['-Od'] : []
  const theirs = await dxc.compile(source, ['-T', 'cs_6_9', '-E', 'main', '-validator-version', '1.9', ...level])
  if (!theirs.container) return { kind: 'dxc-fails', detail: theirs.errors }
  const mine = compile(source, { target: 'cs_6_9', optimization })
  if (!mine.container) return { kind: 'ours-refuses', detail: mine.text }
  const valid = await dxc.validate(mine.container)
  if (!valid.ok) return { kind: 'ours-invalid', detail: valid.message }
  const expected = stored(theirs.container)
  const wrong = difference(stored(mine.container), expected)
  if (wrong) return { kind: 'ours-wrong', detail: wrong }
  if (lanes <= 4) {
    const lower = compile(source, { target: 'cs_6_6', optimization })
    const off = lower.container ? difference(stored(lower.container), expected) : lower.text
    if (off !== undefined) return { kind: 'lower-wrong', detail: off }
  }
  const parts = PARTS.filter(name => !equal(partOf(mine.container!, name), partOf(theirs.container!, name)))
  return parts.length > 0 ? { kind: 'parts-differ', detail: parts.join(' ') } : { kind: 'same', detail: '' }
}

/**
 * A program of many types: both accept it or both do not, ours is valid, and the parts are equal. Plain ones are executed.
 * @returns with the lengths of both
 */
export async function checkWide(source: string, isPlain: boolean, optimization: 0 | 3): Promise<Outcome> {
  const dxc = await Dxc.shared('dxc-new')
  const level = optimization === 0 ? ['-Od'] : []
  const flags = ['-T', 'cs_6_9', '-E', 'main', '-validator-version', '1.9', '-enable-16bit-types', ...level]
  const theirs = await dxc.compile(source, flags)
  const mine = compile(source, { target: 'cs_6_9', optimization, enable16BitTypes: true })
  if (!theirs.container) {
    // What DXC makes and then finds invalid is no verdict about the program.
    if (theirs.errors.includes('validation errors')) return { kind: 'dxc-fails', detail: theirs.errors }
    return { kind: mine.container ? 'ours-accepts' : 'both-refuse', detail: theirs.errors }
  }
  if (!mine.container) return { kind: 'ours-refuses', detail: mine.text }
  const lengths = [countCode(mine.container).total, countCode(theirs.container).total] as const
  const valid = await dxc.validate(mine.container)
  if (!valid.ok) return { kind: 'ours-invalid', detail: valid.message, lengths }
  const wrong = isPlain ? difference(stored(mine.container), stored(theirs.container)) : undefined
  if (wrong) return { kind: 'ours-wrong', detail: wrong, lengths }
  const parts = PARTS.filter(name => !equal(partOf(mine.container!, name), partOf(theirs.container!, name)))
  return { kind: parts.length > 0 ? 'parts-differ' : 'same', detail: parts.join(' '), lengths }
}

const equal = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  Buffer.compare(Buffer.from(a ?? []), Buffer.from(b ?? [])) === 0
