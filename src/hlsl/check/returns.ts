// Whether control can reach the end of a function that has to return a value.

import type { Expr, Stmt } from '../typed.ts'

/** How a statement ends: does control come out at its end, and can a break leave it. */
interface Flow {
  readonly falls: boolean
  readonly breaks: boolean
}

const FALLS: Flow = { falls: true, breaks: false }
const STOPS: Flow = { falls: false, breaks: false }
const BREAKS: Flow = { falls: false, breaks: true }

/** 'no' when every path returns, 'maybe' when some do not, 'always' when nothing ever returns. */
export function reachesEnd(body: Stmt): 'no' | 'maybe' | 'always' {
  if (!flow(body).falls) return 'no'
  return hasReturn(body) ? 'maybe' : 'always'
}

const constantTrue = (condition: Expr | undefined): boolean =>
  condition === undefined || (condition.kind === 'literal' && Boolean(condition.value))

function sequence(list: readonly Stmt[]): Flow {
  let breaks = false
  for (const stmt of list) {
    const part = flow(stmt)
    breaks ||= part.breaks
    if (!part.falls) return { falls: false, breaks }
  }
  return { falls: true, breaks }
}

function flow(stmt: Stmt): Flow {
  switch (stmt.kind) {
    case 'block':
      return sequence(stmt.body)
    case 'return':
    case 'discard':
    case 'continue':
      return STOPS
    case 'break':
      return BREAKS
    case 'if':
      return ifFlow(stmt)
    case 'loop': {
      const body = flow(stmt.body)
      return { falls: !constantTrue(stmt.condition) || body.breaks, breaks: false }
    }
    case 'switch':
      return switchFlow(stmt)
    default:
      return FALLS
  }
}

/** Along the else-if chain in a loop. */
function ifFlow(stmt: Stmt): Flow {
  let falls = false
  let breaks = false
  let at: Stmt | undefined = stmt
  while (at?.kind === 'if') {
    const then = flow(at.then)
    falls ||= then.falls
    breaks ||= then.breaks
    if (!at.else) return { falls: true, breaks }
    at = at.else
  }
  const last = at ? flow(at) : FALLS
  return { falls: falls || last.falls, breaks: breaks || last.breaks }
}

function switchFlow(stmt: Extract<Stmt, { kind: 'switch' }>): Flow {
  let leaves = !stmt.groups.some(group => group.labels.includes(undefined))
  let last = FALLS
  for (const group of stmt.groups) {
    last = sequence(group.body)
    leaves ||= last.breaks
  }
  return { falls: leaves || last.falls, breaks: false }
}

function hasReturn(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case 'return':
      return true
    case 'block':
      return stmt.body.some(hasReturn)
    case 'loop':
      return hasReturn(stmt.body)
    case 'switch':
      return stmt.groups.some(group => group.body.some(hasReturn))
    case 'if': {
      let at: Stmt | undefined = stmt
      while (at?.kind === 'if') {
        if (hasReturn(at.then)) return true
        at = at.else
      }
      return at !== undefined && hasReturn(at)
    }
    default:
      return false
  }
}
