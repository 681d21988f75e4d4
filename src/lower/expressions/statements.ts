// Statements: declarations, control flow, returns. Code behind a jump is dropped.

import { table } from '../../base/table.ts'
import { codePosition } from '../../hlsl/tree/code_position.ts'
import type {
  Attribute,
  DeclStmt,
  Expr,
  IfStmt,
  LogicalExpr,
  LoopStmt,
  ReturnStmt,
  Stmt,
  SwitchStmt,
} from '../../hlsl/tree/typed.ts'
import type { Type } from '../../hlsl/tree/types.ts'
import { type Block, NO_VALUE, type Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { I1, I64, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Frame, Lowerer } from '../core/lowerer.ts'
import { valuesPlace } from '../core/places.ts'
import { chosenCase, isNothing, settledBy, truthOf } from '../core/truth.ts'
import { isAggregate } from '../storage/arguments.ts'
import { copiedPlace } from '../storage/copied_places.ts'
import { beginLifetime, isOpen, newStorage } from '../storage/load_store.ts'
import { isOutputAlone } from '../storage/output_cells.ts'
import { sayPrecise } from '../storage/precise_parts.ts'
import { allocateQueries, holdsRayQuery } from '../storage/ray_queries.ts'
import { givenPlace, isGlobalStruct } from '../storage/struct_resources.ts'
import { constantPlace, containsArray, initialiseOnce, isResources } from '../storage/variables.ts'
import { branching, branchOn, jumpsAround, meetsBeforeJump } from './choices.ts'

export function lowerBody(lowerer: Lowerer, body: readonly Stmt[]): void {
  for (const s of body) {
    if (!lowerer.b.reachable) return
    lowerStatement(lowerer, s)
  }
}

function lowerStatement(lowerer: Lowerer, s: Stmt): void {
  lowerer.enterNested(s.pos, 1)
  lowerOne(lowerer, s)
  lowerer.depth--
}

function lowerOne(lowerer: Lowerer, s: Stmt): void {
  const frame = lowerer.frame
  if (!frame) return
  lowerer.b.pos = s.pos
  switch (s.kind) {
    case 'block': {
      const scope = lowerer.debug?.enterBlock(s)
      lowerBody(lowerer, s.body)
      if (scope) {
        // The jump behind the block is at its end, so that stepping stops there.
        lowerer.b.pos = s.end - 1
        lowerer.debug?.leave(scope)
      }
      return
    }
    case 'decl':
      declare(lowerer, frame, s)
      if (s.init && s.symbol.type.kind !== 'matrix' && !(s.symbol.isConst && s.symbol.constant))
        stepAt(lowerer, s.symbol.pos)
      return
    case 'expr':
      if (isOutputAlone(lowerer, s.expr)) return
      lowerer.value(s.expr)
      if (isStore(s.expr)) stepAt(lowerer, codePosition(s.expr))
      return
    case 'if':
      lowerIf(lowerer, s)
      return
    case 'loop': {
      const scope = lowerer.debug?.enterBlock(s)
      lowerLoop(lowerer, frame, s)
      if (scope) lowerer.debug?.leave(scope)
      return
    }
    case 'switch':
      lowerSwitch(lowerer, frame, s)
      return
    case 'break':
      lowerBreak(lowerer, frame)
      return
    case 'continue':
      stepAt(lowerer, s.pos)
      lowerer.b.jump(frame.continueTo)
      return
    case 'discard':
      lowerer.b.emit(Op.Dx, VOID, [lowerer.b.bool(true)], DxilOp.Discard)
      return
    case 'return':
      lowerReturn(lowerer, frame, s)
      return
  }
}

/** What DXC keeps a place to stop at for: stores and calls, but those of matrices. */
const isStore = (e: Expr): boolean =>
  e.kind === 'call' || ((e.kind === 'assign' || e.kind === 'incdec') && e.type.kind !== 'matrix')

function stepAt(lowerer: Lowerer, pos: number): void {
  if (!lowerer.debug || !lowerer.b.reachable) return
  lowerer.b.pos = pos
  lowerer.b.step()
}

/** A variable that nothing writes after its initialisation needs no storage: its name stands for the value. */
function declare(lowerer: Lowerer, frame: Frame, s: DeclStmt): void {
  const { symbol, init } = s
  if (symbol.storage === 'static-local') {
    if (lowerer.scanner.isLate(symbol))
      initialiseOnce(lowerer, symbol, () => lowerer.passed(lowerer.value(symbol.init!)))
    return
  }
  const packed = frame.facts.indexed.has(symbol)
  const isFixed = !frame.facts.modified.has(symbol)
  // A constant is made where it is used, once for all places the function is lowered into.
  if (isFixed && symbol.constant) {
    lowerer.debug?.declare(symbol, constantPlace(lowerer, symbol, packed))
    return
  }
  const copied = isFixed && init && !frame.facts.addressed.has(symbol) ? copiedPlace(lowerer, symbol, init) : undefined
  if (copied) {
    frame.variables.set(symbol, copied)
    lowerer.debug?.declare(symbol, copied)
    return
  }
  if (isFixed && init && isGlobalStruct(lowerer, symbol.type, init)) {
    frame.variables.set(symbol, givenPlace(lowerer, lowerer.place(init), true))
    return
  }
  const source = init && isResources(symbol.type) ? lowerer.place(init) : undefined
  if (isFixed && source?.kind === 'objects') {
    frame.variables.set(symbol, source)
    return
  }
  if (source && isOpen(source.type)) {
    lowerer.diagnostics.report('E3005', s, { name: symbol.name })
    frame.variables.set(symbol, source)
    return
  }
  const values = source
    ? lowerer.load(source)
    : init
      ? lowerer.passed(lowerer.value(init))
      : newQueries(lowerer, symbol.type)
  if (isFixed && values && !packed && !containsArray(symbol.type) && !lowerer.payloads.has(symbol)) {
    sayPrecise(lowerer, symbol.type, symbol.precise, values)
    const place = valuesPlace(symbol.type, values)
    frame.variables.set(symbol, place)
    lowerer.debug?.declare(symbol, place)
    return
  }
  const place = newStorage(lowerer, symbol, frame.facts)
  frame.variables.set(symbol, place)
  lowerer.debug?.declare(symbol, place)
  if (init && !source) lowerer.b.pos = isAggregate(symbol.type) ? codePosition(init) : symbol.pos
  if (values) lowerer.store(place, values)
  else if (!source && !init) beginLifetime(lowerer, place)
}

/** A variable with ray queries in it has new ones wherever its declaration runs. */
const newQueries = (lowerer: Lowerer, type: Type): readonly Value[] | undefined =>
  holdsRayQuery(type) ? allocateQueries(lowerer, type) : undefined

const HINTS: ReadonlyMap<string, number> = table({ branch: 1, flatten: 2, forcecase: 5 })

function branchHint(attributes: readonly Attribute[]): number {
  for (const a of attributes) if (HINTS.get(a.name)) return HINTS.get(a.name)!
  return 0
}

function lowerIf(lowerer: Lowerer, s: IfStmt): void {
  const { b } = lowerer
  const isFolded = foldsEmptyBlocks(lowerer, lowerer.frame)
  if (isFolded && isNothing(s.then) && (!s.else || isNothing(s.else)) && !jumpsAround(lowerer, s.condition)) {
    lowerer.scalar(s.condition)
    return
  }
  const settled = isFolded ? settledBy(s.condition) : undefined
  const truth = truthOf(s.condition) ?? settled?.truth
  const then = b.newBlock('if.then')
  const otherwise = s.else && b.newBlock('if.else')
  const end = b.newBlock('if.end')
  if (truth === undefined)
    branchOn(lowerer, branching(s.condition), then, otherwise ?? end, branchHint(s.attributes), s.condition.pos)
  else {
    // Of `(false && f()) && true` nothing is evaluated.
    lowerer.scalar(settled?.operand ?? s.condition)
    // Where the ways meet again, this is where their values were chosen.
    b.pos = s.condition.pos
    if (s.condition.kind !== 'literal') b.step()
  }
  // The arm of a known condition goes on in the same block, as in DXC, which asks block by block whether a `break` depends on lanes. The other arm
  // is lowered for its errors, where nobody comes.
  let live = b.block
  const arm = (block: Block, isLive: boolean, lowerIt: () => void): void => {
    if (isLive) b.resume(live)
    else b.enter(block)
    lowerIt()
    if (truth === undefined) b.jump(end)
    else if (isLive) live = b.block
    else b.unreachable()
  }
  const decided = literalCondition(s.condition)
  const uses = lowerer.memberUses.branch(decided, leftOf(s.condition) !== decided)
  arm(then, truth === true, () => {
    lowerStatement(lowerer, s.then)
    if (s.then.kind === 'block') stepAt(lowerer, s.then.end - 1)
  })
  uses.otherwise()
  const elseArm = s.else
  if (otherwise && elseArm)
    arm(otherwise, truth === false, () => {
      lowerStatement(lowerer, elseArm)
      // As from DXC, the jump behind it is nowhere.
      if (lowerer.debug) b.pos = 0
    })
  uses.end()
  if (truth === undefined) b.enterIfReached(end)
  else b.resume(live)
}

/** The first operand of all: when it alone decides, DXC emits nothing for the rest. */
function leftOf(e: Expr): boolean | undefined {
  let first = e
  while (first.kind === 'logical') first = first.left
  return literalCondition(first)
}

/** What a condition without variables says. Long chains lean to the left: a loop instead of recursion keeps the stack flat. */
function literalCondition(e: Expr): boolean | undefined {
  const chain: LogicalExpr[] = []
  let first = e
  for (; first.kind === 'logical'; first = first.left) chain.push(first)
  let says: boolean | undefined
  if (first.kind === 'literal') says = Boolean(first.value)
  else if (first.kind === 'convert') says = literalCondition(first.operand)
  for (let link = chain.pop(); link; link = chain.pop()) {
    const winner = link.op === '||'
    const right = literalCondition(link.right)
    if (says === winner || right === winner) says = winner
    else says = says === undefined || right === undefined ? undefined : !winner
  }
  return says
}

function setHint(lowerer: Lowerer, header: Block, pos: number, attributes: readonly Attribute[]): void {
  for (const a of attributes) {
    if (a.name === 'loop') lowerer.b.f.loopHints.set(header, { unroll: 'disable', pos })
    if (a.name !== 'unroll') continue
    const count = a.args[0]
    // DXC passes over a count that is no integer.
    const unroll = Number.isInteger(Number(count ?? Number.NaN)) ? Number(count) : 'full'
    lowerer.b.f.loopHints.set(header, { unroll, pos })
  }
}

const hasPromise = (lowerer: Lowerer, header: Block): boolean =>
  (lowerer.b.f.loopHints.get(header)?.unroll ?? 'disable') !== 'disable'

/** Copies by number are not made later either, all rounds of a small loop are. */
function forgetHint(lowerer: Lowerer, header: Block): void {
  const hint = lowerer.b.f.loopHints.get(header)!
  if (hint.unroll === 'full') lowerer.b.f.loopHints.delete(header)
  else lowerer.b.f.loopHints.set(header, { ...hint, unroll: 'disable' })
}

function lowerLoop(lowerer: Lowerer, frame: Frame, s: LoopStmt): void {
  const { b } = lowerer
  lowerBody(lowerer, s.init)
  const header = b.newBlock(s.testAfter ? 'do.body' : 'loop')
  const step = b.newBlock(s.testAfter ? 'do.cond' : 'loop.step')
  const end = b.newBlock('loop.end')
  setHint(lowerer, header, s.pos, s.attributes)
  b.jump(header)
  b.enter(header)
  lowerer.loops++
  if (!s.testAfter && s.condition) {
    const body = b.newBlock('loop.body')
    // DXC moves a test behind the iteration when it is one block, and unrolls no other loop: it passes over the hint, without a word.
    if (hasPromise(lowerer, header) && meetsBeforeJump(s.condition)) forgetHint(lowerer, header)
    branchOn(lowerer, s.condition, body, end, 0, s.pos)
    b.enter(body)
  }
  const { breakTo, breaksLoop, continueTo } = frame
  frame.breakTo = end
  frame.breaksLoop = true
  frame.continueTo = step
  const mayRunNever = !s.testAfter && s.condition !== undefined
  if (mayRunNever) lowerer.memberUses.loop(s.init.length > 0)
  const isUnrolled = hasPromise(lowerer, header)
  const keeps = mayKeepBreaks(lowerer, frame)
  if (isUnrolled) lowerer.unrolling++
  if (keeps) lowerer.waveLoops++
  lowerStatement(lowerer, s.body)
  if (isUnrolled) lowerer.unrolling--
  if (keeps) lowerer.waveLoops--
  frame.breakTo = breakTo
  frame.breaksLoop = breaksLoop
  frame.continueTo = continueTo
  if ((s.step || s.testAfter) && s.body.kind === 'block') stepAt(lowerer, s.body.end - 1)
  else if (lowerer.debug && !s.step) b.pos = s.pos
  b.jump(step)
  b.enterIfReached(step)
  if (b.reachable && s.step) lowerer.value(s.step)
  if (mayRunNever) lowerer.memberUses.leave()
  if (b.reachable) {
    if (lowerer.debug && !s.testAfter) b.pos = s.pos
    if (s.testAfter && s.condition) lowerLastTest(lowerer, s.condition, header, end, lastOf(s.body))
    else {
      if (!endsInDeclaration(s.body)) dropLostHint(lowerer, header)
      b.jump(header)
    }
  }
  lowerer.loops--
  b.enterIfReached(end)
}

/**
 * DXC notes [unroll] at the jump back to the header, and forgets it with that jump when it folds an empty block behind a single branch:
 * `[unroll] while (n) { }` stays a loop, without a word.
 */
function dropLostHint(lowerer: Lowerer, header: Block): void {
  const { f } = lowerer.b
  if (!hasPromise(lowerer, header) || lowerer.module.options.optimization === 0) return
  for (let b = lowerer.b.block; f.first(b) === NO_VALUE || f.op(f.first(b)) === Op.Br; ) {
    const [from, other] = f.predecessors(b)
    if (b === header || from === undefined || other !== undefined) return
    if (f.op(f.terminator(from)) !== Op.Br) return void f.loopHints.delete(header)
    b = from
  }
}

/** A variable with a value is code to DXC also where it is none here. */
function endsInDeclaration(s: Stmt): boolean {
  const last = s.kind === 'block' ? s.body.at(-1) : s
  return last?.kind === 'decl' ? last.init !== undefined : last !== undefined && last !== s && endsInDeclaration(last)
}

/** The bracket that ends a block; of other statements the beginning. */
const lastOf = (s: Stmt): number => (s.kind === 'block' ? s.end - 1 : s.pos)

/** The test behind a do loop's body. A condition that jumps from several places meets in one block first: a loop has one back edge. */
function lowerLastTest(lowerer: Lowerer, condition: Expr, header: Block, end: Block, pos: number): void {
  const { b } = lowerer
  if (!jumpsAround(lowerer, condition)) {
    branchOn(lowerer, condition, header, end, 0, pos)
    return
  }
  const again = b.newBlock('do.again')
  branchOn(lowerer, condition, again, end, 0, pos)
  b.enterIfReached(again)
  b.jump(header)
}

/** Stages in which DXC keeps what wave operations a loop's exit has inside the loop. */
const WAVE_STAGES: ReadonlySet<string> = new Set(['ps', 'cs', 'lib'])

const mayKeepBreaks = (lowerer: Lowerer, frame: Frame): boolean =>
  frame.facts.asksActiveLanes && WAVE_STAGES.has(lowerer.module.target.stage)

/** DXC folds empty blocks before it asks which `break` depends on lanes. */
const foldsEmptyBlocks = (lowerer: Lowerer, frame: Frame | undefined): boolean =>
  lowerer.module.options.optimization > 0 && frame !== undefined && mayKeepBreaks(lowerer, frame)

/**
 * In a function with wave operations `break` is a branch that could also go on with the loop. Without that, the block in front of it would be
 * outside the loop, and lanes that leave in different iterations would run it together. relax_breaks undoes it where nothing depends on lanes.
 */
function lowerBreak(lowerer: Lowerer, frame: Frame): void {
  const { b } = lowerer
  if (!b.reachable) return
  if (lowerer.debug) b.step()
  if (frame.breaksLoop && mayKeepBreaks(lowerer, frame))
    b.branch(b.emit(Op.BreakCond, I1, []), frame.breakTo, frame.continueTo)
  else b.jump(frame.breakTo)
}

function lowerSwitch(lowerer: Lowerer, frame: Frame, s: SwitchStmt): void {
  const { b } = lowerer
  const chosen = chosenCase(s)
  if (chosen) {
    lowerBody(lowerer, chosen)
    return
  }
  const selector = lowerer.scalar(s.selector)
  if (foldsEmptyBlocks(lowerer, frame) && s.groups.every(group => group.body.every(inner => isNothing(inner, true))))
    return
  const end = b.newBlock('switch.end')
  const blocks = s.groups.map((_, i) => b.newBlock(`case.${i}`))
  const operands: Value[] = [selector]
  const targets: Block[] = [end]
  s.groups.forEach((group, i) => {
    for (const label of group.labels) {
      if (label === undefined) targets[0] = blocks[i]!
      else {
        const type = b.typeOf(selector)
        operands.push(type === I64 ? lowerer.module.constants.int64(BigInt(label)) : b.constant(type, Number(label)))
        targets.push(blocks[i]!)
      }
    }
  })
  b.pos = s.pos
  b.switchOn(operands, targets, branchHint(s.attributes))
  const { breakTo, breaksLoop } = frame
  frame.breakTo = end
  frame.breaksLoop = false
  s.groups.forEach((group, i) => {
    b.jump(blocks[i]!)
    b.enterIfReached(blocks[i]!)
    lowerBody(lowerer, group.body)
  })
  frame.breakTo = breakTo
  frame.breaksLoop = breaksLoop
  b.pos = s.end - 1
  b.jump(end)
  b.enterIfReached(end)
}

function lowerReturn(lowerer: Lowerer, frame: Frame, s: ReturnStmt): void {
  const values = s.value ? lowerer.value(s.value) : []
  lowerer.b.pos = s.pos
  frame.returns++
  frame.returnPos = s.pos
  if (lowerer.debug) lowerer.b.step()
  if (s.value && frame.symbol.precise) sayPrecise(lowerer, s.value.type, true, values)
  if (frame.facts.tailReturn) {
    frame.tail = values
    return
  }
  if (frame.result) lowerer.store(frame.result, values)
  lowerer.b.jump(frame.exit)
}
