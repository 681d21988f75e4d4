// Modifications in one expression whose order the language leaves open, as clang warns of them: `o[i++] = i`, `f(i++, i++)`.
//
// Each part of an expression is in a region. What is in one region, or in one that it lies in, is unsequenced; the operands of the comma operator have
// regions of their own until the comma is done. What a call has modified, or an operand that is evaluated first, is a value when that ends, and no side
// effect any more: `j = (i++ && i--)` is well defined.
// Without recursion: chains of operators may be as long as sources are.

import type { Span } from '../../../diag/sources.ts'
import { codePosition } from '../../tree/code_position.ts'
import type { AssignExpr, CommaExpr, Expr, IncDecExpr, VarSymbol } from '../../tree/typed.ts'
import type { BitField, Field } from '../../tree/types.ts'
import { childrenOf, someExpression } from '../../tree/walk.ts'
import { type Checker, report } from '../core/context.ts'
import { truth } from './integral_constants.ts'

/** A variable, or a member of `this`; bit fields are members of their own. */
type Named = VarSymbol | Field | BitField
type Access = 'use' | 'value' | 'effect'
type Step = () => void

interface Usage {
  readonly at: number
  readonly region: number
}
interface Usages extends Partial<Record<Access, Usage>> {
  isReported?: boolean
}
/** A side effect within a sequenced part, and what was known as one before. */
interface Effect {
  readonly object: Named
  readonly before: Usage | undefined
}

/** Warns of a whole expression. */
export function warnUnsequenced(checker: Checker, whole: Expr): void {
  if (!modifiesWithin(whole)) return
  const wholes = [whole]
  for (let part = wholes.pop(); part; part = wholes.pop()) new Sequence(checker, wholes).check(part)
}

const isModification = ({ kind }: Expr): boolean => kind === 'incdec' || kind === 'assign'

/** Whether anything but the expression itself modifies something: most are plain assignments, or modify nothing. */
function modifiesWithin(whole: Expr): boolean {
  const root = whole.kind === 'convert' ? whole.operand : whole
  return someExpression(whole, e => e !== root && isModification(e))
}

/** Whether an expression modifies something itself; what it calls may do so, too. */
export const modifies = (expr: Expr): boolean => someExpression(expr, isModification)

class Sequence {
  readonly #checker: Checker
  /** Operands that may not be evaluated: each is looked at as a whole. */
  readonly #wholes: Expr[]
  readonly #steps: Step[] = []
  readonly #usages = new Map<Named, Usages>()
  readonly #parents = [0]
  readonly #isMerged = [false]
  #region = 0
  #effects: Effect[] = []
  /** An item of a list that has several components is the base of each of its leaves. */
  readonly #seen = new Set<Expr>()

  constructor(checker: Checker, wholes: Expr[]) {
    this.#checker = checker
    this.#wholes = wholes
  }

  check(whole: Expr): void {
    this.#next(this.#visit(whole, true))
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) step()
  }

  /** What comes next, in this order, before what else was to come. */
  #next(steps: readonly Step[]): void {
    for (let i = steps.length - 1; i >= 0; i--) this.#steps.push(steps[i]!)
  }

  #later =
    (e: Expr, isRead: boolean): Step =>
    () =>
      this.#next(this.#visit(e, isRead))

  /** @param isRead whether its value is taken; a place is visited for what is in it */
  #visit(e: Expr, isRead: boolean): readonly Step[] {
    switch (e.kind) {
      case 'incdec':
        return this.#modification(e, e.prefix ? 'value' : 'effect', [])
      case 'assign':
        return this.#modification(e, 'value', [this.#later(e.value, true)])
      case 'comma':
        return this.#comma(e, isRead)
      case 'logical':
        return [...this.#sequenced([this.#later(e.left, true)]), () => this.#chosen(e.left, e.op === '&&', [e.right])]
      case 'conditional':
        return [
          ...this.#sequenced([this.#later(e.condition, true)]),
          () => this.#chosen(e.condition, true, [e.then, e.else]),
        ]
      case 'call':
      case 'intrinsic':
      case 'method':
      case 'resource-index':
      case 'heap':
        return this.#sequenced(this.#operands(e))
      case 'index':
        return e.base.type.kind === 'array' ? this.#operands(e) : this.#sequenced(this.#operands(e))
      default:
        return this.#read(e, isRead)
    }
  }

  #read(e: Expr, isRead: boolean): readonly Step[] {
    // A scalar becomes a vector of one component first.
    if (isRead && e.kind === 'swizzle' && e.components.length > 1 && e.base.type.kind === 'scalar')
      return [this.#later(e.base, true)]
    const isName = e.kind === 'var' || e.kind === 'member' || e.kind === 'bit-field'
    const object = isRead && isName ? namedBy(e, false) : undefined
    if (!object) return this.#operands(e)
    return [() => this.#compare(object, e.pos, 'value', false), ...this.#operands(e), () => this.#use(object, e.pos)]
  }

  #operands(e: Expr): readonly Step[] {
    const isRead = readsOf(e)
    return childrenOf(e).flatMap((part, i) => {
      const isDefault = e.kind === 'call' && (part.pos < e.pos || part.end > e.end)
      if (isDefault || (!isRead(i) && this.#seen.has(part))) return []
      if (!isRead(i)) this.#seen.add(part)
      return [this.#later(part, isRead(i))]
    })
  }

  #modification(e: AssignExpr | IncDecExpr, access: Access, rest: readonly Step[]): readonly Step[] {
    const object = namedBy(e.target, true)
    const place = this.#later(e.target, false)
    if (!object) return [place, ...rest]
    const at = codePosition(e)
    const isCompound = e.kind === 'assign' && e.op !== undefined
    return [
      () => {
        this.#compare(object, at, 'value', true)
        this.#compare(object, at, 'use', false)
        if (isCompound) this.#compare(object, at, 'value', false)
      },
      place,
      ...(isCompound ? [() => this.#use(object, at)] : []),
      ...rest,
      () => {
        this.#compare(object, at, 'effect', true)
        this.#add(object, access, at)
      },
    ]
  }

  #comma(e: CommaExpr, isRead: boolean): readonly Step[] {
    const outer = this.#region
    const [first, second] = [this.#newRegion(outer), this.#newRegion(outer)]
    const enter = (region: number) => () => {
      this.#region = region
    }
    return [
      ...this.#sequenced([enter(first), this.#later(e.left, true)]),
      enter(second),
      this.#later(e.right, isRead),
      enter(outer),
      () => {
        this.#isMerged[first] = true
        this.#isMerged[second] = true
      },
    ]
  }

  /** What comes first decides which operand is evaluated: where that is known, it is part of the whole. */
  #chosen(decides: Expr, first: boolean, operands: readonly [Expr, Expr?]): void {
    const known = truth(this.#checker, decides)
    if (known === undefined) this.#wholes.push(...operands.filter(e => e !== undefined))
    else {
      const taken = operands[known === first ? 0 : 1]
      if (taken) this.#next(this.#visit(taken, true))
    }
  }

  #sequenced(steps: readonly Step[]): readonly Step[] {
    const within: Effect[] = []
    let outer = within
    return [
      () => {
        outer = this.#effects
        this.#effects = within
      },
      ...steps,
      () => {
        for (const { object, before } of within.reverse()) {
          const usages = this.#usagesOf(object)
          this.#add(object, 'value', usages.effect!.at)
          if (before) usages.effect = before
          else delete usages.effect
        }
        this.#effects = outer
      },
    ]
  }

  #usagesOf(object: Named): Usages {
    let usages = this.#usages.get(object)
    if (!usages) this.#usages.set(object, (usages = {}))
    return usages
  }

  #use(object: Named, at: number): void {
    this.#compare(object, at, 'effect', false)
    this.#add(object, 'use', at)
  }

  #add(object: Named, access: Access, at: number): void {
    const usages = this.#usagesOf(object)
    const known = usages[access]
    if (known && this.#isUnsequenced(known.region)) return
    if (access === 'effect') this.#effects.push({ object, before: known })
    usages[access] = { at, region: this.#region }
  }

  /** Warns where `at` and an earlier access are unsequenced, once for each name. */
  #compare(object: Named, at: number, access: Access, areBoth: boolean): void {
    const usages = this.#usagesOf(object)
    const known = usages[access]
    if (usages.isReported || !known || !this.#isUnsequenced(known.region)) return
    usages.isReported = true
    const [modified, other] = access === 'use' ? [at, known.at] : [known.at, at]
    const { name } = object
    const marks = { ranges: [this.#token(other)] }
    const span = { pos: modified, end: modified + 1 }
    if (areBoth) report(this.#checker, 'W2441', span, { name }, marks)
    else report(this.#checker, 'W2442', span, { name }, marks)
  }

  #newRegion(parent: number): number {
    this.#isMerged.push(false)
    return this.#parents.push(parent) - 1
  }

  #isUnsequenced(known: number): boolean {
    const target = this.#unmerged(known)
    for (let region = this.#unmerged(this.#region); region >= target; region = this.#unmerged(this.#parents[region]!)) {
      if (region === target) return true
      if (region === 0) return false
    }
    return false
  }

  #unmerged(region: number): number {
    let at = region
    while (this.#isMerged[at]) at = this.#parents[at]!
    return at
  }

  #token(pos: number): Span {
    const file = this.#checker.diagnostics.sources.fileAt(pos)
    const text = file?.text.slice(pos - file.base, pos - file.base + 128) ?? ''
    return { pos, end: pos + (/^(\w+|\+\+|--|[-+*/%&|^]?=|(<<|>>)=|.)/.exec(text)?.[0].length ?? 1) }
  }
}

/** What a place, or what is read, is all of; undefined for parts of something, and for what has no name. */
function namedBy(e: Expr, isModified: boolean): Named | undefined {
  let at = e
  for (;;)
    switch (at.kind) {
      case 'var':
        return at.symbol
      case 'member':
        return at.base.kind === 'this' ? at.field : undefined
      case 'bit-field':
        return at.base.base.kind === 'this' ? at.bits : undefined
      case 'convert':
        at = at.operand
        break
      case 'comma':
        at = at.right
        break
      case 'incdec':
      case 'assign':
        if (!isModified || (at.kind === 'incdec' && !at.prefix)) return undefined
        at = at.target
        break
      default:
        return undefined
    }
}

/** Which operands are read, by their number in childrenOf(): the others are places, of which only a part is taken, or which are modified. */
function readsOf(e: Expr): (operand: number) => boolean {
  switch (e.kind) {
    case 'member':
    case 'bit-field':
    case 'swizzle':
    case 'matrix-swizzle':
      return () => false
    case 'index':
    case 'resource-index':
      return i => i > 0
    case 'call': {
      const first = e.self ? 1 : 0
      return i => i >= first && e.callee.params[i - first]?.mode === 'in'
    }
    case 'intrinsic':
      return i => e.params[i]?.mode === 'in'
    case 'method':
      return i => i > 0 && e.params[i - 1]?.mode === 'in'
    default:
      return () => true
  }
}
