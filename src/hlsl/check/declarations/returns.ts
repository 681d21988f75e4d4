// Whether control can reach the end of a function that has to return a value.

import type { Expr, Stmt } from '../../tree/typed.ts'
import { someStatement } from '../../tree/walk.ts'

/** How a statement ends: does control come out at its end, and can a break leave it. */
interface Flow {
  readonly falls: boolean
  readonly breaks: boolean
  readonly continues: boolean
}

const FALLS: Flow = { falls: true, breaks: false, continues: false }
const STOPS: Flow = { falls: false, breaks: false, continues: false }
const BREAKS: Flow = { falls: false, breaks: true, continues: false }
const CONTINUES: Flow = { falls: false, breaks: false, continues: true }

/** 'no' when every path returns, 'maybe' when some do not, 'always' when nothing ever returns. */
export function reachesEnd(body: Stmt): 'no' | 'maybe' | 'always' {
  if (!flow(body).falls) return 'no'
  return hasReturn(body) ? 'maybe' : 'always'
}

const constantTrue = (condition: Expr | undefined): boolean =>
  condition === undefined || (condition.kind === 'literal' && Boolean(condition.value))

function sequence(list: readonly Stmt[]): Flow {
  let breaks = false
  let continues = false
  for (const stmt of list) {
    const part = flow(stmt)
    breaks ||= part.breaks
    continues ||= part.continues
    if (!part.falls) return { falls: false, breaks, continues }
  }
  return { falls: true, breaks, continues }
}

function flow(stmt: Stmt): Flow {
  switch (stmt.kind) {
    case 'block':
      return sequence(stmt.body)
    case 'return':
    case 'discard':
      return STOPS
    case 'continue':
      return CONTINUES
    case 'break':
      return BREAKS
    case 'if':
      return ifFlow(stmt)
    case 'loop': {
      const body = flow(stmt.body)
      const tested = !stmt.testAfter || body.falls || body.continues
      return { falls: (tested && !constantTrue(stmt.condition)) || body.breaks, breaks: false, continues: false }
    }
    case 'switch':
      return switchFlow(stmt)
    case 'decl':
    case 'expr':
      return FALLS
  }
}

/** Along the else-if chain in a loop. */
function ifFlow(stmt: Stmt): Flow {
  let falls = false
  let breaks = false
  let continues = false
  let at: Stmt | undefined = stmt
  while (at?.kind === 'if') {
    const then = flow(at.then)
    falls ||= then.falls
    breaks ||= then.breaks
    continues ||= then.continues
    if (!at.else) return { falls: true, breaks, continues }
    at = at.else
  }
  const last = at ? flow(at) : FALLS
  return { falls: falls || last.falls, breaks: breaks || last.breaks, continues: continues || last.continues }
}

function switchFlow(stmt: Extract<Stmt, { kind: 'switch' }>): Flow {
  let leaves = !stmt.groups.some(group => group.labels.includes(undefined))
  let last = FALLS
  let continues = false
  for (const group of stmt.groups) {
    last = sequence(group.body)
    leaves ||= last.breaks
    continues ||= last.continues
  }
  return { falls: leaves || last.falls, breaks: false, continues }
}

const hasReturn = (stmt: Stmt): boolean => someStatement(stmt, part => part.kind === 'return')
