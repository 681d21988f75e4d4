// Bodies of functions: blocks in reverse post order, phis filled when all is there, calls imported in line.

import type { Block, Value } from '../../ir/function.ts'
import { knownHint, Op } from '../../ir/ops.ts'
import { I1, I32, isInt, type Type, VOID } from '../../ir/types.ts'
import { floatFlags } from '../text/flags.ts'
import { type LlFunction, type LlInstruction, type LlSpan, type LlValue, sameType } from '../text/syntax.ts'
import { type Exit, type Frame, type PendingPhi, reachableOrder } from './frame.ts'
import { ImportError, type Importer } from './importer.ts'
import {
  CARRIES_NON_UNIFORM,
  copyMemory,
  fillMemory,
  pointerParts,
  RULES,
  sameKind,
  withParts,
} from './instructions.ts'
import { intrinsicRule } from './intrinsics.ts'
import { POINTER } from './layout.ts'
import { isPointer, type Leaf, type Leaves, type Pointer } from './leaves.ts'
import { noteLoop } from './loop_hints.ts'
import { type Call, RESOURCE_RULES } from './resource_intrinsics.ts'
import { leavesOf } from './values.ts'

/** Calls nest at most this deep, as shaders' do; deeper ones would exhaust our own stack. */
const MAX_CALLS = 200

/** Imports a function whose first block goes on in the current one; `exit` takes its returns. */
export function importBody(
  s: Importer,
  fn: LlFunction,
  args: readonly Leaves[],
  exit: Exit | undefined,
  nonUniform: readonly string[] = [],
): Frame {
  const frame: Frame = {
    fn,
    values: new Map(),
    nonUniform: new Set(nonUniform),
    starts: new Map(),
    ends: new Map(),
    phis: [],
    order: reachableOrder(fn),
    exit,
    current: '',
  }
  for (const [n, param] of fn.params.entries()) frame.values.set(param.name, args[n] ?? s.undefs(param.type))
  const reached = new Set(frame.order)
  for (const [n, b] of fn.blocks.entries()) {
    if (!reached.has(b)) continue
    const isEntry = n === 0
    frame.starts.set(b.name, isEntry ? s.block : exit ? s.f.createBlock(b.name) : s.f.addBlock(b.name))
    if (!isEntry && exit) s.f.placeBlock(frame.starts.get(b.name)!)
  }
  s.stack.push(fn.name)
  for (const b of frame.order) {
    s.block = frame.starts.get(b.name)!
    frame.current = b.name
    for (const i of b.instructions) importInstruction(s, frame, i)
  }
  finishPhis(s, frame)
  s.stack.pop()
  return frame
}

function importInstruction(s: Importer, frame: Frame, i: LlInstruction): void {
  s.span = i
  if (i.labels.length > 0 && i.op !== 'phi') {
    branch(s, frame, i)
    return
  }
  if (i.op === 'ret' || i.op === 'unreachable') {
    leave(s, frame, i)
    return
  }
  const rule = RULES.get(i.op)
  const leaves = i.op === 'phi' ? phi(s, frame, i) : i.op === 'call' ? call(s, frame, i) : rule?.(s, frame, i)
  if (!leaves) s.unsupported(`instruction '${i.op}'`)
  if (i.name === undefined) return
  frame.values.set(i.name, leaves)
  if (frame.nonUniform.size > 0 && CARRIES_NON_UNIFORM.test(i.op) && i.operands.some(v => isNonUniform(frame, v)))
    frame.nonUniform.add(i.name)
}

const isNonUniform = (frame: Frame, v: LlValue | undefined): boolean =>
  v?.kind === 'local' && frame.nonUniform.has(v.name)

// ---- control flow -----------------------------------------------------------------------------------------------------------------------

function branch(s: Importer, frame: Frame, i: LlInstruction): void {
  const targets = i.labels.map(label => {
    const target = frame.starts.get(label.name)
    if (target === undefined) throw new ImportError('E6002', `%${label.name}`, label)
    if (target === s.f.entry || label.name === frame.fn.blocks[0]!.name)
      s.fail('the entry block cannot be a target', label)
    return target
  })
  frame.ends.set(frame.current, s.block)
  noteLoop(s, i)
  const hint = hintOf(s, i)
  const values = i.operands.map(v => s.values(leavesOf(s, frame, v))[0] ?? s.fail('expected a scalar', v))
  if (i.op === 'switch') {
    const seen = new Set(values.slice(1))
    if (seen.size !== values.length - 1) s.fail('a case is repeated')
    if (values.slice(1).some(v => s.constantInt(v) === undefined)) s.fail('a case is no constant integer')
    if (!isInt(s.typeOf(values[0]!)) || values.some(v => s.typeOf(v) !== s.typeOf(values[0]!)))
      s.fail('the cases are not of the type of the value')
    s.f.terminate(s.block, Op.Switch, VOID, values, targets, hint, i.pos)
  } else if (targets.length === 1) s.f.terminate(s.block, Op.Br, VOID, [], targets, 0, i.pos)
  else {
    if (s.typeOf(values[0]!) !== I1) s.fail('the condition is no i1')
    s.f.terminate(s.block, Op.CondBr, VOID, [values[0]!], targets, hint, i.pos)
  }
}

/** !hlsl.controlflow.hint !{!"hlsl.controlflow.hint", i32 1 branch, 2 flatten, 5 forcecase} */
function hintOf(s: Importer, i: LlInstruction): number {
  const value = s.operands(i.metadata.get('hlsl.controlflow.hint'))[1]
  return knownHint(value?.kind === 'value' && value.value.kind === 'int' && Number(value.value.value))
}

/** `ret`; `unreachable`, which DXIL lacks, returns too. */
function leave(s: Importer, frame: Frame, i: LlInstruction): void {
  frame.ends.set(frame.current, s.block)
  if (!frame.exit) {
    s.f.terminate(s.block, Op.Ret, VOID, [], [], 0, i.pos)
    return
  }
  const leaves = i.operands[0] ? leavesOf(s, frame, i.operands[0]) : s.undefs(frame.fn.result)
  frame.exit.returns.push({ from: s.block, leaves: leaves.map(leaf => (isPointer(leaf) ? leaf : s.value(leaf))) })
  s.f.terminate(s.block, Op.Br, VOID, [], [frame.exit.block], 0, i.pos)
}

// ---- phis ---------------------------------------------------------------------------------------------------------------------------------

function phi(s: Importer, frame: Frame, i: LlInstruction): Leaves {
  const last = s.f.last(s.block)
  if (s.block !== frame.starts.get(frame.current) || (last !== 0 && s.f.op(last) !== Op.Phi))
    s.fail('a phi must stand at the start of its block')
  const parts = s.layout.parts(i.type)
  if (parts.some(p => p.type === POINTER)) return [pointerPhi(s, frame, i)]
  const values = parts.map(p => newPhi(s, p.type))
  frame.phis.push({ i, block: s.block, values, parts: leaves => leaves })
  return values
}

const newPhi = (s: Importer, type: Type): Value => s.f.append(s.block, Op.Phi, type, [], 0, 0, s.span.pos)

/** The parts of a pointer each have a phi; what it points into must be the same on all ways that are known already. */
function pointerPhi(s: Importer, frame: Frame, i: LlInstruction): Pointer {
  let like: Pointer | undefined
  for (const v of i.operands) {
    const known = v.kind === 'local' ? frame.values.get(v.name)?.[0] : leavesOf(s, frame, v)[0]
    if (known && isPointer(known) && known.base.kind !== 'none') like ??= known
  }
  if (!like) return s.unsupported('a phi of these pointers')
  const kind = like
  const types =
    kind.base.kind === 'resource' ? [s.typeOf(kind.base.handle), ...kind.base.index.map(v => s.typeOf(v)), I32] : [I32]
  const values = types.map(t => newPhi(s, t))
  const split: PendingPhi['parts'] = (leaves, span) => {
    const p = s.pointer(leaves[0], span)
    if (p.base.kind === 'none') return types.map(t => s.undef(t))
    if (!sameKind(s, p, kind)) s.unsupported('a choice between pointers to different variables', i)
    return pointerParts(s, p)
  }
  frame.phis.push({ i, block: s.block, values, parts: split })
  return withParts(s, kind, values)
}

/** Operands in the order of the predecessors, which the text's order decides. */
function finishPhis(s: Importer, frame: Frame): void {
  const ordered = new Set<Block>()
  for (const pending of frame.phis) {
    const { i, block } = pending
    s.span = i
    const incoming = new Map<Block, readonly Value[]>()
    const from: Block[] = []
    for (const [n, label] of i.labels.entries()) {
      const end = frame.ends.get(label.name)
      if (end === undefined) continue
      from.push(end)
      if (!incoming.has(end)) incoming.set(end, incomingParts(s, frame, pending, i.operands[n]!, end))
    }
    const sorted = (list: readonly Block[]): string => [...list].sort((a, b) => a - b).join()
    const predecessors = s.f.predecessors(block)
    if (sorted(from) !== sorted(predecessors)) {
      const missing = predecessors.find(p => !incoming.has(p))
      if (missing !== undefined || from.some(b => !predecessors.includes(b)))
        s.fail('the phi does not list the predecessors of its block')
    } else if (!ordered.has(block)) {
      ordered.add(block)
      s.f.orderPredecessors(block, from)
    }
    for (const [k, v] of pending.values.entries())
      s.f.setOperands(
        v,
        s.f.predecessors(block).map(p => incoming.get(p)![k]!),
      )
  }
}

/** What a way brings, computed at its end: lazy lanes are extracted there. */
function incomingParts(s: Importer, frame: Frame, phi: PendingPhi, v: LlValue, end: Block): readonly Value[] {
  const leaves = phi.parts(leavesOf(s, frame, v), v)
  const type = phi.values.map(value => s.typeOf(value))
  if (leaves.length !== type.length) s.fail('the value is not of the type of the phi', v)
  const before = s.f.terminator(end)
  const last = s.f.last(end)
  const block = s.block
  s.block = end
  const made = leaves.map((leaf: Leaf) => s.value(leaf))
  // What was appended behind the terminator goes before it.
  for (let at = s.f.next(last); at !== 0; ) {
    const next = s.f.next(at)
    s.f.moveBefore(at, before)
    at = next
  }
  s.block = block
  if (made.some((m, k) => s.typeOf(m) !== type[k])) s.fail('the value is not of the type of the phi', v)
  return made
}

// ---- calls ------------------------------------------------------------------------------------------------------------------------------------

function call(s: Importer, frame: Frame, i: LlInstruction): Leaves {
  const [callee, ...args] = i.operands
  const name = callee?.kind === 'global' ? callee.name : ''
  const fn = s.source.functions.get(name)
  const c: Call = {
    s,
    i,
    args,
    leaves: n => (args[n] ? leavesOf(s, frame, args[n]) : s.fail(`'${name}' is called with too few arguments`)),
    values: n => s.values(c.leaves(n)),
    value: n => {
      const list = c.leaves(n)
      return list.length === 1 ? s.value(list[0]!) : s.fail('expected a scalar', args[n])
    },
    isNonUniform: n => isNonUniform(frame, args[n]),
  }
  if (name.startsWith('llvm.')) return intrinsic(c, frame, name)
  if (!fn) throw new ImportError('E6002', `@${name}`, i)
  if (fn.blocks.length === 0) return s.unsupported(`calling '@${name}', which has no body,`)
  return importCall(s, fn, args, c, frame)
}

function intrinsic(c: Call, frame: Frame, name: string): Leaves {
  const { s, i } = c
  if (/^llvm\.mem(cpy|move)\./.test(name)) {
    const bytes = s.constantInt(c.leaves(2)[0]) ?? s.unsupported('copying a number of bytes that is not known')
    copyMemory(s, s.pointer(c.leaves(0)[0]), s.pointer(c.leaves(1)[0]), bytes)
    return []
  }
  if (name.startsWith('llvm.memset.')) {
    const [byte, bytes] = [s.constantInt(c.leaves(1)[0]), s.constantInt(c.leaves(2)[0])]
    if (byte === undefined || bytes === undefined) return s.unsupported('filling memory with what is not known')
    fillMemory(s, s.pointer(c.leaves(0)[0]), byte & 255, bytes)
    return []
  }
  // Older spellings: llvm.dx.handle.fromBinding and llvm.dx.handle.fromHeap.
  const today = name.replace(
    /^llvm\.dx\.handle\.from(Implicit)?(Binding|Heap)/i,
    (_, implicit: string | undefined, where: string) =>
      `llvm.dx.resource.handlefrom${implicit?.toLowerCase() ?? ''}${where.toLowerCase()}`,
  )
  if (today.startsWith('llvm.dx.resource.')) {
    const rest = today.slice('llvm.dx.resource.'.length)
    const row = RESOURCE_RULES.find(([base]) => rest === base || rest.startsWith(`${base}.`))
    if (!row) return s.unsupported(`'${name}'`)
    if (row[0] === 'nonuniformindex') frame.nonUniform.add(i.name ?? '')
    return row[1](c)
  }
  s.floatFlags = floatFlags(c.i)
  const rule = intrinsicRule(name)
  return rule ? rule(c) : s.unsupported(`'${name}'`)
}

function importCall(s: Importer, fn: LlFunction, args: readonly LlValue[], c: Call, caller: Frame): Leaves {
  if (s.stack.includes(fn.name)) throw new ImportError('E6005', fn.name, s.span)
  if (s.stack.length > MAX_CALLS) s.fail(`calls are nested more than ${MAX_CALLS} deep`)
  if (args.length !== fn.params.length)
    s.fail(`'@${fn.name}' is called with ${args.length} arguments, not ${fn.params.length}`)
  for (const [n, p] of fn.params.entries())
    if (!sameType(p.type, args[n]!.type)) s.fail(`argument ${n + 1} of '@${fn.name}' is of another type`, args[n])
  const { span, i } = { span: s.span, i: c.i }
  const exit: Exit = { block: s.f.createBlock(), returns: [] }
  const given = args.map((_, n) => c.leaves(n).map(leaf => (isPointer(leaf) ? leaf : s.value(leaf))))
  const flagged = fn.params.filter((_, n) => isNonUniform(caller, args[n]))
  importBody(
    s,
    fn,
    given,
    exit,
    flagged.map(p => p.name),
  )
  s.span = span
  s.f.placeBlock(exit.block)
  s.block = exit.block
  if (exit.returns.length === 0) {
    // It never comes back; what follows is unreachable, but is imported all the same.
    return s.undefs(i.type)
  }
  return merged(s, i, exit)
}

/** The result of a call: of several returns, a phi a leaf. */
function merged(s: Importer, i: LlInstruction, exit: Exit): Leaves {
  const [first, ...others] = exit.returns
  if (others.length === 0) return first!.leaves
  return first!.leaves.map((leaf, k) => {
    const all = exit.returns.map(r => r.leaves[k]!)
    if (all.every(other => other === leaf)) return leaf
    if (isPointer(leaf)) return s.unsupported('a function that returns one of several pointers', i as LlSpan)
    const byBlock = new Map(exit.returns.map(r => [r.from, r.leaves[k] as Value]))
    const operands = s.f.predecessors(exit.block).map(p => byBlock.get(p)!)
    return s.f.append(exit.block, Op.Phi, s.typeOf(leaf as Value), operands, 0, 0, i.pos)
  })
}
