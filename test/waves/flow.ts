// A program as a graph of blocks: what the evaluator runs. Calls are taken in line; conditions with && || ?: become branches.

import { endsInJump } from './print.ts'
import { ASKS_LANES, type Expr, type Func, INPUTS, type Program, SLOTS, type Stmt, type WaveName } from './tree.ts'

/** One step of a block. Variables are numbers; `to` is -1 for none. */
export interface Step {
  readonly kind: 'copy' | 'number' | 'input' | 'thread' | 'shared' | 'binary' | 'wave' | 'store' | 'share' | 'barrier'
  readonly to: number
  readonly from: readonly number[]
  readonly op: string
  readonly value: number
}

export interface Block {
  readonly id: number
  readonly steps: Step[]
  /** `break`: goes to the first, and may look as if it could go to the second. */
  end: 'jump' | 'branch' | 'switch' | 'break' | 'done' | 'open'
  selector: number
  /** Of a switch, parallel to the targets behind the first one. */
  labels: number[]
  targets: number[]
}

export interface Flow {
  readonly blocks: readonly Block[]
  readonly variables: number
}

interface Frame {
  readonly names: Map<string, number>
  readonly asksLanes: boolean
  readonly result: number
  readonly exit: number
  breakTo: number
  breaksLoop: boolean
  continueTo: number
}

export const flowOf = (p: Program): Flow => new Builder(p).build()

class Builder {
  readonly #p: Program
  readonly #blocks: Block[] = []
  #variables = 0
  #at = -1
  #frame!: Frame

  constructor(p: Program) {
    this.#p = p
  }

  build(): Flow {
    this.#at = this.#block()
    const exit = this.#block()
    this.#frame = this.#newFrame({ name: 'main', params: [], body: this.#p.main }, exit)
    this.#body(this.#p.main)
    this.#jump(exit)
    this.#blocks[exit]!.end = 'done'
    return { blocks: this.#blocks, variables: this.#variables }
  }

  #newFrame(f: Func, exit: number): Frame {
    const base = { breakTo: -1, breaksLoop: false, continueTo: -1 }
    return { names: new Map(), asksLanes: f.body.some(asksInStatement), result: this.#temp(), exit, ...base }
  }

  #block(): number {
    const id = this.#blocks.length
    this.#blocks.push({ id, steps: [], end: 'open', selector: -1, labels: [], targets: [] })
    return id
  }
  #temp(): number {
    return this.#variables++
  }
  #end(end: Block['end'], targets: number[], selector = -1, labels: number[] = []): void {
    if (this.#at < 0) return
    Object.assign(this.#blocks[this.#at]!, { end, targets, selector, labels })
    this.#at = -1
  }
  #jump(to: number): void {
    this.#end('jump', [to])
  }
  #enter(block: number): void {
    this.#at = block
  }
  /** What is behind a call is in the block that the callee ends in, unless it returns elsewhere, too. */
  #reopen(block: number): void {
    Object.assign(this.#blocks[block]!, { end: 'open', targets: [] })
    this.#at = block
  }
  #isReached(block: number): boolean {
    return this.#blocks.some(b => b.targets.includes(block))
  }
  #enterIfReached(block: number): void {
    this.#at = this.#isReached(block) ? block : -1
  }
  #step(kind: Step['kind'], to: number, from: readonly number[], op = '', value = 0): number {
    if (this.#at >= 0) this.#blocks[this.#at]!.steps.push({ kind, to, from, op, value })
    return to
  }

  #body(body: readonly Stmt[]): void {
    const { names } = this.#frame
    const outer = new Map(names)
    for (const s of body) if (this.#at >= 0) this.#statement(s)
    names.clear()
    for (const [name, v] of outer) names.set(name, v)
  }

  #statement(s: Stmt): void {
    const f = this.#frame
    switch (s.kind) {
      case 'declare': {
        const value = this.#value(s.value)
        const v = this.#temp()
        f.names.set(s.name, v)
        this.#step('copy', v, [value])
        return
      }
      case 'set':
        this.#step('copy', f.names.get(s.name)!, [this.#value(s.value)])
        return
      case 'if':
        this.#if(s)
        return
      case 'loop':
        this.#loop(s)
        return
      case 'break':
        if (f.breaksLoop && f.asksLanes) this.#end('break', [f.breakTo, f.continueTo])
        else this.#jump(f.breakTo)
        return
      case 'continue':
        this.#jump(f.continueTo)
        return
      case 'return':
        if (s.value) this.#step('copy', f.result, [this.#value(s.value)])
        this.#jump(f.exit)
        return
      case 'switch':
        this.#switch(s)
        return
      case 'store':
        this.#step('store', -1, [this.#value(s.value)], '', s.slot)
        return
      case 'share':
        this.#step('share', -1, [this.#value(s.value)])
        return
      case 'barrier':
        this.#step('barrier', -1, [])
        return
    }
  }

  #if(s: Extract<Stmt, { kind: 'if' }>): void {
    const then = this.#block()
    const otherwise = this.#block()
    const end = this.#block()
    this.#branch(s.condition, then, s.otherwise.length > 0 ? otherwise : end)
    this.#enter(then)
    this.#body(s.yes)
    this.#jump(end)
    if (s.otherwise.length > 0) {
      this.#enter(otherwise)
      this.#body(s.otherwise)
      this.#jump(end)
    }
    this.#enterIfReached(end)
  }

  #loop(s: Extract<Stmt, { kind: 'loop' }>): void {
    const f = this.#frame
    const outer = new Map(f.names)
    if (s.counter !== undefined) {
      const i = this.#temp()
      this.#step('number', i, [], '', 0)
      f.names.set(s.counter, i)
    }
    const [header, latch, end] = [this.#block(), this.#block(), this.#block()]
    this.#jump(header)
    this.#enter(header)
    if (s.form !== 'do' && s.condition) {
      const body = this.#block()
      this.#branch(s.condition, body, end)
      this.#enter(body)
    }
    const { breakTo, breaksLoop, continueTo } = f
    Object.assign(f, { breakTo: end, breaksLoop: true, continueTo: latch })
    this.#body(s.body)
    Object.assign(f, { breakTo, breaksLoop, continueTo })
    this.#jump(latch)
    this.#enterIfReached(latch)
    if (s.counter !== undefined) {
      const i = f.names.get(s.counter)!
      this.#step('binary', i, [i, this.#step('number', this.#temp(), [], '', 1)], '+')
    }
    if (s.form === 'do' && s.condition) {
      const again = this.#block()
      this.#branch(s.condition, again, end)
      this.#enterIfReached(again)
    }
    this.#jump(header)
    this.#enterIfReached(end)
    f.names.clear()
    for (const [name, v] of outer) f.names.set(name, v)
  }

  #switch(s: Extract<Stmt, { kind: 'switch' }>): void {
    const f = this.#frame
    const selector = this.#value(s.selector)
    const end = this.#block()
    const blocks = s.cases.map(() => this.#block())
    const labelled = s.cases.flatMap((c, i) => (c.label === undefined ? [] : [[c.label, blocks[i]!] as const]))
    const otherwise = s.cases.findIndex(c => c.label === undefined)
    const targets = [otherwise < 0 ? end : blocks[otherwise]!, ...labelled.map(([, b]) => b)]
    this.#end(
      'switch',
      targets,
      selector,
      labelled.map(([label]) => label),
    )
    const { breakTo, breaksLoop } = f
    Object.assign(f, { breakTo: end, breaksLoop: false })
    s.cases.forEach((c, i) => {
      this.#enter(blocks[i]!)
      this.#body(c.body)
      if (!endsInJump(c.body)) this.#jump(end)
    })
    Object.assign(f, { breakTo, breaksLoop })
    this.#enterIfReached(end)
  }

  #branch(e: Expr, yes: number, no: number): void {
    if (this.#at < 0) return
    if (e.kind === 'logical') {
      const next = this.#block()
      if (e.op === '&&') this.#branch(e.left, next, no)
      else this.#branch(e.left, yes, next)
      this.#enter(next)
      this.#branch(e.right, yes, no)
      return
    }
    this.#end('branch', [yes, no], this.#value(e))
  }

  #value(e: Expr): number {
    switch (e.kind) {
      case 'number':
        return this.#step('number', this.#temp(), [], '', e.value)
      case 'variable':
        return this.#frame.names.get(e.name)!
      case 'input':
        return this.#step('input', this.#temp(), [], '', e.index % INPUTS)
      case 'thread':
        return this.#step('thread', this.#temp(), [])
      case 'shared':
        return this.#step('shared', this.#temp(), [this.#value(e.index)])
      case 'binary': {
        const left = this.#value(e.left)
        return this.#step('binary', this.#temp(), [left, this.#value(e.right)], e.op)
      }
      case 'wave': {
        const args = e.args.map(a => this.#value(a))
        return this.#step('wave', this.#temp(), args, e.name satisfies WaveName)
      }
      case 'logical':
        return this.#joined(e, { kind: 'number', value: 1 }, { kind: 'number', value: 0 })
      case 'choice':
        return this.#joined(e.condition, e.yes, e.no)
      case 'call':
        return this.#call(e)
    }
  }

  #joined(condition: Expr, yes: Expr, no: Expr): number {
    const to = this.#temp()
    const [a, b, end] = [this.#block(), this.#block(), this.#block()]
    this.#branch(condition, a, b)
    for (const [block, value] of [
      [a, yes],
      [b, no],
    ] as const) {
      this.#enter(block)
      this.#step('copy', to, [this.#value(value)])
      this.#jump(end)
    }
    this.#enter(end)
    return to
  }

  #call(e: Extract<Expr, { kind: 'call' }>): number {
    const callee = this.#p.functions.find(f => f.name === e.name)!
    const args = e.args.map(a => this.#value(a))
    const caller = this.#frame
    const exit = this.#block()
    const frame = this.#newFrame(callee, exit)
    callee.params.forEach((name, i) => {
      const v = this.#temp()
      frame.names.set(name, v)
      this.#step('copy', v, [args[i]!])
    })
    this.#frame = frame
    this.#body(callee.body)
    this.#jump(exit)
    this.#frame = caller
    const [last, ...others] = this.#blocks.filter(b => b.targets.includes(exit))
    if (last?.end === 'jump' && others.length === 0) this.#reopen(last.id)
    else this.#enter(exit)
    return frame.result
  }
}

/** DXC looks for wave operations in the function itself. */
function asks(e: Expr): boolean {
  switch (e.kind) {
    case 'wave':
      return ASKS_LANES.has(e.name) || e.args.some(asks)
    case 'binary':
    case 'logical':
      return asks(e.left) || asks(e.right)
    case 'choice':
      return asks(e.condition) || asks(e.yes) || asks(e.no)
    case 'call':
      return e.args.some(asks)
    case 'shared':
      return asks(e.index)
    default:
      return false
  }
}

function asksInStatement(s: Stmt): boolean {
  switch (s.kind) {
    case 'declare':
    case 'set':
    case 'store':
    case 'share':
      return asks(s.value)
    case 'if':
      return asks(s.condition) || s.yes.some(asksInStatement) || s.otherwise.some(asksInStatement)
    case 'loop':
      return (s.condition !== undefined && asks(s.condition)) || s.body.some(asksInStatement)
    case 'switch':
      return asks(s.selector) || s.cases.some(c => c.body.some(asksInStatement))
    case 'return':
      return s.value !== undefined && asks(s.value)
    default:
      return false
  }
}

/** Bytes of one thread's output. */
export const OUTPUT_BYTES = SLOTS * 4
