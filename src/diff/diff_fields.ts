// Fields of a part on two sides, compared as trees: records by name, lists aligned by content so that an element more at the
// front is one difference and not a difference in every element behind it.

import { hex } from '../base/bytes.ts'
import type { Field } from '../container/io.ts'
import { align } from './align.ts'
import type { Change } from './change.ts'
import { Interner } from './interner.ts'

type Leaf = string | number
type Tree = Leaf | readonly Tree[] | Map<string, Tree>

/** Bytes of a raw field that are shown around the first difference. */
const SHOWN_BYTES = 16
/** Share of equal leaves that makes two list elements one that changed rather than one removed and one added. */
const ALIKE = 0.5
/** Elements of a gap that are compared with each other. */
const MAX_GAP = 32

/** Fields of `ignore` (whole paths) are left out. */
export function diffFields(a: readonly Field[], b: readonly Field[], ignore: ReadonlySet<string>): Change[] {
  const changes: Change[] = []
  const keep = (list: readonly Field[]): Field[] => list.filter(f => !ignore.has(f.path))
  compare(tree(keep(a)), tree(keep(b)), '', changes)
  return changes
}

/** `x.y[2].z` paths as nested maps and lists. */
function tree(fields: readonly Field[]): Map<string, Tree> {
  const root = new Map<string, Tree>()
  for (const field of fields) {
    const steps = field.path.split('.').flatMap(step => {
      const list = /^(.*)\[(\d+)\]$/.exec(step)
      return list ? [list[1]!, Number(list[2])] : [step]
    })
    insert(root, steps, leaf(field))
  }
  return root
}

function insert(root: Map<string, Tree>, steps: readonly (string | number)[], value: Leaf): void {
  let at: Tree = root
  for (let n = 0; n < steps.length; n++) {
    const step = steps[n]!
    const isLast = n === steps.length - 1
    const fresh = (): Tree => (isLast ? value : typeof steps[n + 1] === 'number' ? [] : new Map())
    if (at instanceof Map) {
      const key: string = at.has(`${step}`) && isLast ? unused(at, `${step}`) : `${step}`
      if (!at.has(key)) at.set(key, fresh())
      at = at.get(key)!
    } else if (Array.isArray(at)) {
      const list: Tree[] = at
      at = list[Number(step)] ??= fresh()
    } else return
  }
}

/** A path that occurs twice keeps both values. */
function unused(map: ReadonlyMap<string, Tree>, key: string): string {
  for (let n = 2; ; n++) if (!map.has(`${key} (${n})`)) return `${key} (${n})`
}

function leaf({ value, name }: Field): Leaf {
  if (typeof value === 'number') return name === undefined ? value : `${name} (${value})`
  if (typeof value === 'bigint') return `0x${value.toString(16)}`
  if (value instanceof Uint8Array) return hex(value, ' ')
  return Array.from(value, word => `0x${word.toString(16)}`).join(' ')
}

function compare(a: Tree | undefined, b: Tree | undefined, path: string, out: Change[]): void {
  if (Array.isArray(a) && Array.isArray(b)) {
    compareLists(a, b, path, out)
    return
  }
  if (a instanceof Map && b instanceof Map) {
    for (const key of new Set([...a.keys(), ...b.keys()]))
      compare(a.get(key), b.get(key), path === '' ? key : `${path}.${key}`, out)
    return
  }
  if (a === b) return
  const [x, y] = isLeaf(a) && isLeaf(b) ? shownPair(a, b) : [shown(a), shown(b)]
  out.push({ path, ...(x === undefined ? {} : { a: x }), ...(y === undefined ? {} : { b: y }) })
}

const isLeaf = (t: Tree | undefined): t is Leaf => typeof t === 'string' || typeof t === 'number'

function compareLists(a: readonly Tree[], b: readonly Tree[], path: string, out: Change[]): void {
  const interner = new Interner()
  const key = (t: Tree): number => interner.id(content(t))
  const to: (number | undefined)[] = []
  align(a.map(key), b.map(key), (i, j) => {
    to[i] = j
  })
  let gap = 0
  let j = 0
  for (let i = 0; i <= a.length; i++) {
    const at = i === a.length ? b.length : to[i]
    if (at === undefined) continue
    compareGap({ a: a.slice(gap, i), b: b.slice(j, at), aFrom: gap, bFrom: j, path }, out)
    gap = i + 1
    j = at + 1
  }
}

interface Gap {
  readonly a: readonly Tree[]
  readonly b: readonly Tree[]
  readonly aFrom: number
  readonly bFrom: number
  readonly path: string
}

/** Elements between aligned ones: those alike are compared, the others are on one side only. */
function compareGap({ a, b, aFrom, bFrom, path }: Gap, out: Change[]): void {
  let j = 0
  const rest = a.map((x, i) => {
    const equalCount = a.length === b.length
    const end = Math.min(b.length, j + MAX_GAP)
    for (let at = j; at < end; at++)
      if (equalCount ? at === i : likeness(x, b[at]!) >= ALIKE) {
        j = at + 1
        return at
      }
    return undefined
  })
  const taken = new Set(rest)
  b.forEach((y, at) => {
    if (!taken.has(at)) compare(undefined, y, `${path}[${bFrom + at}]`, out)
  })
  a.forEach((x, i) => {
    const at = rest[i]
    compare(x, at === undefined ? undefined : b[at], `${path}[${aFrom + i}]`, out)
  })
}

/** Share of the leaves that are equal. */
function likeness(a: Tree, b: Tree): number {
  if (!(a instanceof Map) || !(b instanceof Map)) return content(a) === content(b) ? 1 : 0
  let equal = 0
  for (const [key, value] of a) if (b.has(key) && content(value) === content(b.get(key)!)) equal++
  return equal / Math.max(a.size, b.size, 1)
}

function content(t: Tree): string {
  if (t instanceof Map) return `{${[...t].map(([key, value]) => `${key}:${content(value)}`).join()}}`
  return Array.isArray(t) ? `[${t.map(content).join()}]` : String(t)
}

const LONGEST = 100

function shown(t: Tree | undefined): Leaf | undefined {
  if (t === undefined || typeof t === 'number') return t
  if (t instanceof Map) return cut([...t].map(([key, value]) => `${key}=${shown(value)}`).join(' '))
  return cut(Array.isArray(t) ? t.map(shown).join(' ') : String(t))
}

const cut = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`)

/** Long byte strings are cut to where they begin to differ. */
function shownPair(a: Leaf, b: Leaf): [Leaf, Leaf] {
  if (typeof a === 'number' || typeof b === 'number' || (a.length <= LONGEST && b.length <= LONGEST)) return [a, b]
  const words = [a.split(' '), b.split(' ')] as const
  let at = 0
  while (at < words[0].length && words[0][at] === words[1][at]) at++
  const window = (list: readonly string[]): string => {
    const from = Math.max(0, at - 2)
    const to = from + SHOWN_BYTES
    const text = list.slice(from, to).join(' ')
    return `${from > 0 ? `…@${from} ` : ''}${text}${to < list.length ? ' …' : ''} (${list.length} values)`
  }
  return [window(words[0]), window(words[1])]
}
