// Values of variables in optimised code: run with an interpreter before and after the passes, every value that a debug row gives a variable is one
// that the variable was given in the program as written, in the same order.

import test from 'ava'
import type { DebugRow, Piece } from '../../src/ir/debug_rows.ts'
import { elementPiece } from '../../src/ir/debug_rows.ts'
import { type Func, NO_VALUE, type Value } from '../../src/ir/function.ts'
import type { Module } from '../../src/ir/module.ts'
import { Op } from '../../src/ir/ops.ts'
import { verifyModule } from '../../src/ir/verify.ts'
import { optimize } from '../../src/passes/pipeline.ts'
import { type Datum, interpret } from '../ir/interpret.ts'
import { lowered } from '../lower/lowered.ts'

const SOURCES: readonly (readonly [name: string, source: string])[] = [
  [
    'loops and calls',
    `RWStructuredBuffer<uint> o;
uint mix(uint a, inout uint state) {
  uint t = a * 3 + state;
  if (t & 4) {
    uint extra = t >> 1;
    state += extra;
  } else
    state ^= a;
  return t + state;
}
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint state = o[id.x];
  uint sum = 0;
  for (uint i = 0; i < (state & 7); i++) {
    sum += mix(i, state);
    if (sum > 100) break;
  }
  uint last = sum;
  [unroll] for (int k = 0; k < 3; k++) last = mix(last, sum);
  o[id.x + 8] = last + sum;
}`,
  ],
  [
    'structs and arrays',
    `RWStructuredBuffer<uint> o;
struct Cell { uint2 at; uint v[3]; };
Cell grow(Cell c, uint by) {
  c.at.x += by;
  c.v[by % 3] = c.at.y;
  c.v[1] += 2;
  return c;
}
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  Cell c;
  c.at = uint2(id.x, o[id.x]);
  for (uint i = 0; i < 3; i++) c.v[i] = i * c.at.y;
  Cell d = grow(c, id.x & 1);
  uint2 p = d.at.yx;
  uint total = 0;
  uint table[4] = { 5, p.x, 7, p.y };
  for (uint k = 0; k < 6; k++) {
    d = grow(d, k);
    total += table[k & 3] + d.v[k % 3];
    table[k & 1] = total;
  }
  o[id.x + 8] = total + d.at.x;
}`,
  ],
  [
    'branches and early returns',
    `RWStructuredBuffer<uint> o;
static uint calls = 0;
uint pick(uint x) {
  calls++;
  if (x < 3) return x + 1;
  uint y = x * x;
  if (y & 1) { y -= 5; return y; }
  switch (x & 3) {
    case 0: y += 9; break;
    case 2: y ^= 3;
    default: y *= 2;
  }
  return y;
}
[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint a = o[id.x] & 31, b = 1;
  while (a > 0 && b < 500) {
    uint before = b;
    uint spare = 1;
    if (b & 2) spare = b;
    b += pick(a);
    a = before > 40 ? a / 2 : a - 1;
  }
  uint c = a > b ? a : b;
  o[id.x + 8] = c + calls;
}`,
  ],
]

/** What variables were given: by variable, copy of its function and first bit. Memory is told by the stores to it. */
class Watch {
  readonly given = new Map<string, Datum[]>()
  readonly #f: Func
  readonly #names: string[]

  constructor(m: Module, f: Func) {
    this.#f = f
    this.#names = m.debug!.variables.map((v, i) => `${v.name} ${i}`)
  }

  before(v: Value, get: (v: Value) => Datum): void {
    const f = this.#f
    const rows = f.debugRows!
    let first = v
    while (f.op(f.prev(first)) === Op.Phi) first = f.prev(first)
    for (let at = first; ; at = f.next(at)) {
      for (const row of rows.before(at))
        if (!row.isMemory && row.value !== NO_VALUE) this.#give(row, row.piece, get(row.value))
      if (at === v) break
    }
    if (f.op(v) === Op.Store) this.#store(v, get)
  }

  #store(v: Value, get: (v: Value) => Datum): void {
    const f = this.#f
    const pointer = f.operandAt(v, 0)
    if (pointer <= 0) return
    const isElement = f.op(pointer) === Op.Gep
    const memory = isElement ? f.operandAt(pointer, 0) : pointer
    const index = isElement ? get(f.operandAt(pointer, 1)) : 0n
    if (typeof index !== 'bigint') return
    for (const row of memory > 0 ? f.debugRows!.of(memory) : [])
      if (row.isMemory) this.#give(row, elementPiece(row.piece, Number(index)), get(f.operandAt(v, 1)))
  }

  #give(row: DebugRow, piece: Piece, value: Datum): void {
    if (typeof value !== 'bigint' && typeof value !== 'number') return
    const key = `${this.#names[row.variable]} ${this.#copy(row.loc)} ${piece.offset}`
    const list = this.given.get(key)
    if (!list) this.given.set(key, [value])
    else if (list.at(-1) !== value) list.push(value)
  }

  /** Lines of the calls around it. */
  #copy(loc: number): string {
    const row = this.#f.locations.row(loc)
    return row === undefined || row.inlinedAt === 0 ? '' : `${row.inlinedAt} ${this.#copy(row.inlinedAt)}`
  }
}

function watched(m: Module, thread: number, word: (address: number) => number): Watch | undefined {
  const f = m.functions[0]!
  const watch = new Watch(m, f)
  const run = interpret(m, f, { thread, word, maxSteps: 20_000, before: (v, get) => watch.before(v, get) })
  return run.outcome === 'end' ? watch : undefined
}

const isSubsequence = (part: readonly Datum[], whole: readonly Datum[]): boolean => {
  let at = 0
  for (const value of whole) if (value === part[at]) at++
  return at === part.length
}

for (const [name, source] of SOURCES)
  test(`${name}: values of variables after all passes`, t => {
    const make = (): Module => {
      const { module, messages } = lowered(source, { debug: true })
      if (!module) throw new Error(messages.join())
      return module
    }
    const plain = make()
    const optimised = make()
    optimize(optimised)
    t.is(verifyModule(optimised), '')
    let known = 0
    for (let seed = 0; seed < 40; seed++) {
      const word = (address: number): number => Math.imul(address + 1, 0x9e3779b1 + seed) >>> (seed % 29)
      const before = watched(plain, seed & 7, word)
      const after = watched(optimised, seed & 7, word)
      t.truthy(before)
      t.truthy(after)
      for (const [key, values] of after?.given ?? []) {
        const truth = before!.given.get(key)
        // Its side of a branch became code that runs always, with a select behind it: it has values where the program as written never came.
        if (truth === undefined || key.startsWith('extra ')) continue
        known += values.length
        if (!isSubsequence(values, truth)) t.fail(`${key}, seed ${seed}: ${values.join()} of ${truth.join()}`)
      }
    }
    t.log(known)
    t.true(known > 500, `${known} values`)
  })
