// Checks that a function is well formed; complaints are collected, never thrown. The invariants:
// Blocks: each placed block ends in exactly one terminator; the entry has no predecessors; successor and predecessor lists agree edge by
// edge; terminators have the successors their op wants. Values: phis come first and have one operand a predecessor; operand counts and
// types are those of the op; a definition comes before its use on every path; no operand is a removed row. Memory: allocas are in the
// entry block. A function without blocks is declared only. With level 'dx' no `hl` operation but handles is left.

import { Dominance } from './dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from './function.ts'
import { makesHandle } from './handles.ts'
import type { Module } from './module.ts'
import { isTerminator, LEVEL, MNEMONIC, OPERANDS, Op } from './ops.ts'
import { lineNumbers, printFunc } from './text.ts'
import { type Type, VOID } from './types.ts'
import { debugComplaints } from './verify_debug.ts'
import { resourceComplaint } from './verify_resources.ts'
import { typeComplaint } from './verify_types.ts'

export interface Complaint {
  readonly what: string
  /** The offending instruction, or NO_VALUE when it is about a block. */
  readonly value: Value
  /** Line of printFunc's text, from 1; 0 when there is none. */
  readonly line: number
  /** That line. */
  readonly text: string
}

/** Everything wrong with f. The function may be arbitrarily broken; this neither throws nor changes it. */
export function verifyFunc(m: Module, f: Func, level: 'hl' | 'dx' = 'hl'): Complaint[] {
  const found: { what: string; value: Value }[] = []
  const complain = (value: Value, what: string): void => void found.push({ what, value })
  if (!f.isDeclaration && verifyBlocks(f, complain)) {
    verifyValues(m, f, level, complain)
    verifyDominance(f, complain)
  }
  if (found.length === 0) return []
  const lines = lineNumbers(f)
  // With split() the words of this file's complaints would count as names of members, which the bundle could not shorten (configs/short_names.js).
  const text = printFunc(m, f).match(/^.*$/gm)!
  return found.map(c => ({ ...c, line: lines[c.value] ?? 0, text: (text[(lines[c.value] ?? 0) - 1] ?? '').trim() }))
}

/** Complaints about all functions as text, one a line; '' when all is well. */
export function verifyModule(m: Module, level: 'hl' | 'dx' = 'hl'): string {
  const lines = m.functions.flatMap(f => verifyFunc(m, f, level).map(c => `${f.name}:${c.line}: ${c.what}: ${c.text}`))
  return lines.join('\n')
}

type Complain = (value: Value, what: string) => void

/** False when the lists are too broken to go on. */
function verifyBlocks(f: Func, complain: Complain): boolean {
  const placed = new Uint8Array(f.blockLimit)
  let sound = true
  const bad = (value: Value, what: string): void => {
    sound = false
    complain(value, what)
  }
  f.blocks.forEach((b, i) => {
    if (placed[b] !== 0) bad(NO_VALUE, `block b${i} is placed twice`)
    placed[b] = 1
  })
  if (f.predecessors(f.entry).length > 0) bad(NO_VALUE, 'the entry block has predecessors')
  f.blocks.forEach((b, i) => {
    if (f.terminator(b) === NO_VALUE) bad(f.last(b), `block b${i} has no terminator`)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      if (f.blockOf(v) !== b) bad(v, 'is linked into a block it does not name')
      if (f.op(v) === Op.None) bad(v, 'was removed but is still linked')
      if (isTerminator(f.op(v)) && v !== f.last(b)) bad(v, 'terminator in the middle of a block')
    }
    const wanted = wantedSuccessors(f, b)
    const succs = f.successors(b)
    if (wanted >= 0 && succs.length !== wanted) bad(f.last(b), `has ${succs.length} successors instead of ${wanted}`)
    for (const s of succs) {
      if (placed[s] === 0) bad(f.last(b), 'branches to a block that is not placed')
      if (edges(f.predecessors(s), b) !== edges(succs, s))
        bad(f.last(b), 'its target lists a different number of edges')
    }
    for (const p of f.predecessors(b))
      if (placed[p] === 0 || edges(f.successors(p), b) === 0)
        bad(f.first(b), `block b${i} lists a predecessor without an edge`)
  })
  return sound
}

const edges = (list: readonly Block[], b: Block): number => list.reduce((n, x) => n + (x === b ? 1 : 0), 0)

function wantedSuccessors(f: Func, b: Block): number {
  const t = f.terminator(b)
  switch (f.op(t)) {
    case Op.Br:
      return 1
    case Op.CondBr:
      return 2
    case Op.Switch:
      return f.operandCount(t)
    case Op.None:
      return -1
    default:
      return 0
  }
}

function verifyValues(m: Module, f: Func, level: 'hl' | 'dx', complain: Complain): void {
  const typeOf = (v: Value): Type => m.typeOf(f, v)
  for (const b of f.blocks) {
    let phis = true
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      const op = f.op(v)
      if (op !== Op.Phi) phis = false
      else if (!phis) complain(v, 'phi after another instruction')
      else if (f.operandCount(v) !== f.predecessors(b).length)
        complain(v, `phi has ${f.operandCount(v)} operands for ${f.predecessors(b).length} predecessors`)
      else if (!agreesOnEdges(f, v, b)) complain(v, 'phi has different operands for edges from one block')
      if (op === Op.Alloca && b !== f.entry) complain(v, 'alloca outside the entry block')
      if (level === 'dx' && LEVEL[op] === 'hl' && !makesHandle(op) && op !== Op.HandleFromValue)
        complain(v, `'${MNEMONIC[op]}' is left after lowering to DXIL operations`)
      for (const what of debugComplaints(m, f, v)) complain(v, what)
      if (operandsExist(f, v, complain)) {
        const what = typeComplaint(m, f, v, typeOf) ?? resourceComplaint(m, f, v)
        if (what !== undefined) complain(v, what)
      }
    }
  }
}

/** Edges from one block to another cannot be told apart, so a phi must give them one value. */
function agreesOnEdges(f: Func, phi: Value, b: Block): boolean {
  const preds = f.predecessors(b)
  if (preds.length < 2) return true
  const given = new Map<Block, Value>()
  for (let i = 0; i < preds.length; i++) {
    const known = given.get(preds[i]!)
    if (known !== undefined && known !== f.operandAt(phi, i)) return false
    given.set(preds[i]!, f.operandAt(phi, i))
  }
  return true
}

/** Operand count and existence; types are only looked at when these hold. */
function operandsExist(f: Func, v: Value, complain: Complain): boolean {
  const wanted = OPERANDS[f.op(v)]!
  const n = f.operandCount(v)
  if (wanted >= 0 && n !== wanted) {
    complain(v, `has ${n} operands instead of ${wanted}`)
    return false
  }
  for (let i = 0; i < n; i++) {
    const o = f.operandAt(v, i)
    if (o === NO_VALUE || (o > 0 && f.op(o) === Op.None)) {
      complain(v, `operand ${i} is a removed value`)
      return false
    }
    if (o > 0 && f.type(o) === VOID) complain(v, `operand ${i} has no value`)
    if (o > 0 && !listsUse(f, o, v)) complain(v, `operand ${i} does not know this use`)
  }
  return true
}

function listsUse(f: Func, v: Value, user: Value): boolean {
  for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) if (f.userAt(slot) === user) return true
  return false
}

function verifyDominance(f: Func, complain: Complain): void {
  const dom = new Dominance(f)
  const order = new Int32Array(f.valueLimit)
  let n = 0
  for (const b of f.blocks) for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) order[v] = ++n
  for (const b of dom.order)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v))
      for (let i = 0; i < f.operandCount(v); i++) {
        const o = f.operandAt(v, i)
        if (o <= 0 || f.op(o) === Op.None) continue
        const phi = f.op(v) === Op.Phi
        const at = phi ? f.predecessors(b)[i] : b
        if (at === undefined || !dom.isReachable(at)) continue
        const home = f.blockOf(o)
        const before = !phi && home === at ? order[o]! < order[v]! : dom.dominates(home, at)
        if (!before) complain(v, `operand ${i} is not defined on every path to here`)
      }
}
