// One function out of its printed text: every line is one instruction of the IR or serves one (vectors, casts of handles) and leaves nothing.
// Two sweeps: first the instructions with their types, which the lines say, then the operands, which may be named before their line.

import { table } from '../../base/table.ts'
import { dominanceOf } from '../../ir/dominance.ts'
import type { Block, Func, Value } from '../../ir/function.ts'
import { ATOMIC_RMW, FCMP, ICMP, knownHint, MNEMONIC, Op } from '../../ir/ops.ts'
import { statusElement } from '../../ir/result_types.ts'
import { I1, I32, type Type, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { LlFunction, LlInstruction, LlLabel, LlSpan, LlValue } from '../text/syntax.ts'
import { restoreCall } from './restore_calls.ts'
import { isChain, type RestoreSource, RestoreState } from './restore_state.ts'
import { fail, numbersOf, recordView, tupleOf } from './restore_values.ts'

const opsFrom = (first: number, last: number): readonly (readonly [string, number])[] =>
  MNEMONIC.map((name, op) => [name, op] as const).filter(([, op]) => op >= first && op <= last)
/** Binary operations and conversions by LLVM's name. */
const PLAIN: ReadonlyMap<string, number> = new Map([...opsFrom(Op.Add, Op.FRem), ...opsFrom(Op.Trunc, Op.BitCast)])

export function restoreFunction(s: RestoreSource, f: Func, text: LlFunction): void {
  new FunctionRestorer(s, f, text).restore()
}

class FunctionRestorer {
  readonly #s: RestoreSource
  readonly #f: Func
  readonly #text: LlFunction
  readonly #state: RestoreState
  readonly #blocks = new Map<string, Block>()
  readonly #loops: { readonly from: Block; readonly i: LlInstruction }[] = []

  constructor(s: RestoreSource, f: Func, text: LlFunction) {
    this.#s = s
    this.#f = f
    this.#text = text
    this.#state = new RestoreState(s, f, text)
  }

  restore(): void {
    for (const b of this.#text.blocks) {
      if (this.#blocks.has(b.name)) fail(`block '${b.name}' is defined twice`, { pos: b.pos, end: b.pos })
      this.#blocks.set(b.name, this.#f.addBlock(b.name))
    }
    this.#state.block = this.#blocks.get(this.#text.blocks[0]!.name)!
    this.#state.parameters()
    for (const b of this.#text.blocks) {
      this.#state.block = this.#blocks.get(b.name)!
      for (const i of b.instructions) this.#instruction(i)
    }
    this.#orderEdges()
    this.#state.finish()
    this.#loopHints()
  }

  #instruction(i: LlInstruction): void {
    const plain = PLAIN.get(i.op)
    if (plain !== undefined)
      this.#state.make(i, {
        op: plain,
        // A cast of a pointer gives a pointer to another type.
        type: this.#state.result(i),
        operands: () => i.operands.map(o => this.#state.value(o)),
      })
    else if (i.op === 'phi') {
      const { block } = this.#state
      this.#state.make(i, { op: Op.Phi, type: this.#state.result(i), operands: () => this.#phi(i, block) })
    } else if (i.op === 'call') restoreCall(this.#state, i)
    else if (i.op === 'br' || i.op === 'switch' || i.op === 'ret' || i.op === 'unreachable') this.#terminator(i)
    else if (CORE.has(i.op)) CORE.get(i.op)!(this.#state, i)
    else if (i.op === 'insertelement' && i.metadata.has('dxilkit.vector'))
      this.#state.make(i, { op: Op.InsertElement, type: this.#state.type(i.type, i), operands: all(this.#state, i) })
    else if (i.op !== 'insertelement') fail(`'${i.op}' is none of the printed form`, i)
  }

  #terminator(i: LlInstruction): void {
    const f = this.#f
    const b = this.#state.block
    const op = TERMINATORS.get(i.op) ?? (i.labels.length === 2 ? Op.CondBr : Op.Br)
    if (i.op === 'ret' && i.operands.length > 0 && f.result === VOID) fail('the function returns nothing', i)
    const hint = this.#hint(i)
    const v = f.terminate(
      b,
      op,
      VOID,
      [],
      i.labels.map(label => this.#label(label)),
      hint,
      this.#state.loc(i),
    )
    if (this.#state.flags(i) !== 0) f.setFlags(v, this.#state.flags(i))
    this.#state.later(() =>
      f.setOperands(
        v,
        i.operands.map(o => this.#state.value(o)),
      ),
    )
    if (i.metadata.has('llvm.loop')) this.#loops.push({ from: b, i })
  }

  #hint(i: LlInstruction): number {
    const second = tupleOf(this.#s.source, i.metadata.get('hlsl.controlflow.hint'))?.[1]
    return knownHint(second && recordView(this.#s.source).scalar(second))
  }

  #label(label: LlLabel): Block {
    return this.#blocks.get(label.name) ?? fail(`use of undefined block '%${label.name}'`, label)
  }

  /** Predecessors in the order that phis list them, or as the terminator says. */
  #orderEdges(): void {
    const f = this.#f
    for (const b of this.#text.blocks) {
      const block = this.#blocks.get(b.name)!
      const first = b.instructions[0]
      const last = b.instructions[b.instructions.length - 1]
      const given = last && numbersOf(this.#s.source, last.metadata.get('dxilkit.preds'))
      if (first?.op === 'phi')
        this.#order(
          block,
          first.labels.map(label => this.#label(label)),
          first,
        )
      else if (given)
        this.#order(
          block,
          given.map(n => f.blocks[n] ?? fail('no such block', last)),
          last,
        )
    }
  }

  #order(b: Block, preds: readonly Block[], span: LlSpan): void {
    const sorted = (list: readonly Block[]): string => [...list].sort((x, y) => x - y).join()
    if (sorted(preds) !== sorted(this.#f.predecessors(b))) fail('these are not the predecessors of the block', span)
    this.#f.orderPredecessors(b, preds)
  }

  /** The operands of a phi in the order of the predecessors, which the first phi of a block gave. */
  #phi(i: LlInstruction, b: Block): Value[] {
    const labels = i.labels.map(label => this.#label(label))
    const preds = this.#f.predecessors(b)
    if (labels.length !== preds.length) fail('the phi does not list the predecessors of its block', i)
    return preds.map((p, n) => {
      const at = labels[n] === p ? n : labels.indexOf(p)
      return at < 0 ? fail('the phi does not list the predecessors of its block', i) : this.#state.value(i.operands[at])
    })
  }

  /** A hint belongs to the header: the successor that dominates the branch. */
  #loopHints(): void {
    if (this.#loops.length === 0) return
    const f = this.#f
    const dom = dominanceOf(f)
    for (const { from, i } of this.#loops) {
      const header = f.successors(from).find(s => dom.isReachable(from) && dom.dominates(s, from))
      const unroll = this.#unroll(i)
      if (header !== undefined && unroll !== undefined) f.loopHints.set(header, { unroll, pos: i.pos })
    }
  }

  #unroll(i: LlInstruction): 'full' | 'disable' | number | undefined {
    const view = recordView(this.#s.source)
    for (const ref of tupleOf(this.#s.source, i.metadata.get('llvm.loop')) ?? []) {
      const [name, count] = tupleOf(this.#s.source, ref) ?? []
      const word = name && view.text(name)
      if (word === 'llvm.loop.unroll.full') return 'full'
      if (word === 'llvm.loop.unroll.disable') return 'disable'
      const n = count && view.scalar(count)
      if (word === 'llvm.loop.unroll.count' && typeof n === 'number') return n
    }
    return undefined
  }
}

type Rule = (r: RestoreState, i: LlInstruction) => void

/** Operands as the line has them. */
const all = (r: RestoreState, i: LlInstruction) => (): Value[] => i.operands.map(o => r.value(o))

/** Terminators of one kind each; br is two. */
const TERMINATORS: ReadonlyMap<string, number> = table({ ret: Op.Ret, switch: Op.Switch, unreachable: Op.Unreachable })

const predicate = (names: ReadonlyMap<string, number>, i: LlInstruction): number =>
  names.get(i.word) ?? fail(`no predicate '${i.word}'`, i)

const INTEGER = table(ICMP)
const FLOATING = table(FCMP)
const ATOMIC = table(ATOMIC_RMW)

const CORE: ReadonlyMap<string, Rule> = table({
  icmp: (r, i) => void r.make(i, { op: Op.ICmp, type: I1, operands: all(r, i), aux: predicate(INTEGER, i) }),
  fcmp: (r, i) => void r.make(i, { op: Op.FCmp, type: I1, operands: all(r, i), aux: predicate(FLOATING, i) }),
  select: (r, i) => void r.make(i, { op: Op.Select, type: r.result(i), operands: all(r, i) }),
  alloca: (r, i) => {
    const aux = i.metadata.has('dxilkit.whole') ? 1 : 0
    const v = r.make(i, { op: Op.Alloca, type: r.result(i), operands: () => [], aux })
    const buffer = r.attachedText(i, 'dxilkit.constants')
    if (buffer !== undefined) r.f.constantVectors.set(v, buffer)
    const name = r.attachedText(i, 'dxilkit.static')
    if (name !== undefined) r.f.statics.set(v, name)
  },
  load: (r, i) => void r.make(i, { op: Op.Load, type: r.type(i.type, i), operands: all(r, i) }),
  store: (r, i) =>
    void r.make(i, { op: Op.Store, type: VOID, operands: () => [r.value(i.operands[1]), r.value(i.operands[0])] }),
  getelementptr: (r, i) => {
    if (isChain(i)) {
      if (r.number(i.operands[1]) !== 0) fail('only parts of one variable here', i)
      const operands = (): Value[] => [i.operands[0], ...i.operands.slice(2)].map(o => r.value(o))
      r.make(i, { op: Op.AccessChain, type: r.result(i), operands })
      return
    }
    if (i.operands.length !== 3 || r.number(i.operands[1]) !== 0) fail('only elements of arrays are addressed here', i)
    r.make(i, { op: Op.Gep, type: r.result(i), operands: () => [r.value(i.operands[0]), r.value(i.operands[2])] })
  },
  atomicrmw: (r, i) => {
    const aux = predicate(ATOMIC, i)
    r.make(i, { op: Op.AtomicRmw, type: r.type(i.type, i), operands: all(r, i), aux })
  },
  cmpxchg: (r, i) => void r.make(i, { op: Op.CmpXchg, type: r.type(i.type, i), operands: all(r, i) }),
  extractelement: (r, i) => {
    const vector = r.line(i.operands[0])
    if (vector?.op !== 'extractvalue')
      r.make(i, { op: Op.ExtractElement, type: r.type(i.type, i), operands: all(r, i) })
    else extract(r, i, vector.operands[0], r.number(i.operands[1]))
  },
  extractvalue: extractValue,
})

function extract(r: RestoreState, i: LlInstruction, from: LlValue | undefined, aux: number, type?: Type): Value {
  const operands = (): Value[] => [r.value(from)]
  return r.make(i, { op: Op.Extract, type: type ?? r.type(i.type, i), operands, aux })
}

/** Of a load: the vector, which is no instruction; the one value; the check bit. Of other results the element. */
function extractValue(r: RestoreState, i: LlInstruction): void {
  const [from] = i.operands
  const index = i.indices[0]!
  const callee = r.line(from)?.operands[0]
  const isLoad = callee?.kind === 'global' && /^llvm\.dx\.resource\.load\.(?!cbufferrow)/.test(callee.name)
  if (!isLoad || (index === 0 && i.type.kind !== 'vector')) extract(r, i, from, index)
  else if (index === 1) {
    const data = r.line(from)?.type
    const values = data?.kind === 'struct' ? data.fields?.[0] : undefined
    const last = statusElement(values?.kind === 'vector' ? values.count : 1)
    const status = r.f.append(r.block, Op.Extract, I32, [], last, 0, r.loc(i))
    r.later(() => r.f.setOperands(status, [r.value(from)]))
    r.make(i, { op: Op.Dx, type: I1, operands: () => [status], aux: DxilOp.CheckAccessFullyMapped })
  }
}
