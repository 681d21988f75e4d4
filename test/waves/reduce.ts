// Makes a program smaller while its outcome stays of one kind: statements go, blocks take the place of what they are in, operands that of operations.

import { check, type Outcome } from './check.ts'
import { type Expr, type Func, number, type Program, type Stmt } from './tree.ts'

/** The smallest program found; every step costs a check of both compilers. */
export async function reduce(p: Program, found: Outcome, optimization: 0 | 3): Promise<Program> {
  const wanted = essence(found)
  let best = p
  for (let again = true; again; ) {
    again = false
    for (const smaller of candidates(best)) {
      const outcome = await check(smaller, optimization).catch(() => undefined)
      if (!outcome || essence(outcome) !== wanted) continue
      best = smaller
      again = true
      break
    }
  }
  return best
}

/** Refusals must stay for one reason. */
const essence = ({ kind, detail }: Outcome): string => `${kind} ${/error: .*/.exec(detail)?.[0] ?? ''}`

function* candidates(p: Program): Generator<Program> {
  for (const main of shorter(p.main)) yield { ...p, main }
  for (const [i, f] of p.functions.entries())
    for (const body of shorter(f.body))
      yield { ...p, functions: p.functions.map((g, k): Func => (k === i ? { ...f, body } : g)) }
  for (const [i, f] of p.functions.entries())
    if (!JSON.stringify([p.main, ...p.functions.map(g => g.body)]).includes(`"${f.name}"`))
      yield { ...p, functions: p.functions.filter((_, k) => k !== i) }
}

function* shorter(body: readonly Stmt[]): Generator<Stmt[]> {
  for (let size = body.length; size > 0; size >>= 1)
    for (let at = 0; at + size <= body.length; at += size) {
      const rest = [...body.slice(0, at), ...body.slice(at + size)]
      const gone = body.slice(at, at + size).flatMap(s => (s.kind === 'declare' ? [s.name] : []))
      if (!gone.some(name => JSON.stringify(rest).includes(`"${name}"`))) yield rest
    }
  for (const [i, s] of body.entries())
    for (const by of simpler(s)) yield [...body.slice(0, i), ...by, ...body.slice(i + 1)]
}

function* simpler(s: Stmt): Generator<readonly Stmt[]> {
  switch (s.kind) {
    case 'if':
      yield s.yes
      yield s.otherwise
      for (const yes of shorter(s.yes)) yield [{ ...s, yes }]
      for (const otherwise of shorter(s.otherwise)) yield [{ ...s, otherwise }]
      for (const condition of operands(s.condition)) yield [{ ...s, condition }]
      return
    case 'loop':
      for (const body of shorter(s.body)) yield [{ ...s, body }]
      return
    case 'switch':
      for (const c of s.cases) yield c.body
      for (const [i, c] of s.cases.entries())
        for (const body of shorter(c.body))
          yield [{ ...s, cases: s.cases.map((d, k) => (k === i ? { ...c, body } : d)) }]
      return
    case 'declare':
    case 'set':
    case 'store':
    case 'share':
      for (const value of operands(s.value)) yield [{ ...s, value }]
      return
    default:
  }
}

function* operands(e: Expr): Generator<Expr> {
  if (e.kind === 'binary' || e.kind === 'logical') {
    yield e.left
    yield e.right
    for (const left of operands(e.left)) yield { ...e, left }
    for (const right of operands(e.right)) yield { ...e, right }
  } else if (e.kind === 'choice') {
    yield e.yes
    yield e.no
    for (const condition of operands(e.condition)) yield { ...e, condition }
    for (const yes of operands(e.yes)) yield { ...e, yes }
    for (const no of operands(e.no)) yield { ...e, no }
  } else if (e.kind === 'wave' || e.kind === 'call') {
    yield* e.args
    for (const [i, arg] of e.args.entries())
      for (const by of operands(arg)) yield { ...e, args: e.args.map((a, k) => (k === i ? by : a)) }
  } else if (e.kind !== 'number') yield number(1)
}
