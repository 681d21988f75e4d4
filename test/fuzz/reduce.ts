// Makes a failing program small: deletes declarations and statements, unwraps blocks, puts operands in place of expressions.
// Invariant: every accepted step still fails in the same way.

import type { Expr, Program, Stmt } from './tree.ts'
import { isNumeric, sameType } from './types.ts'

type Change = () => () => void

/** @returns a smaller program of which the same holds */
export async function reduce(
  program: Program,
  holds: (p: Program) => Promise<boolean>,
  seconds = 60,
): Promise<Program> {
  const p = structuredClone(program)
  const end = Date.now() + seconds * 1000
  const fails = async (): Promise<boolean> => {
    try {
      return await holds(p)
    } catch {
      return false
    }
  }
  for (let again = true; again && Date.now() < end; ) {
    again = false
    for (const list of [deletions, simplifications])
      for (let i = 0; Date.now() < end; i++) {
        const change = list(p)[i]
        if (!change) break
        const undo = change()
        if (await fails()) {
          again = true
          i--
        } else undo()
      }
  }
  return p
}

function removal<T>(list: T[], at: number, n: number): Change {
  return () => {
    const gone = list.splice(at, n)
    return () => void list.splice(at, 0, ...gone)
  }
}

function deletions(p: Program): Change[] {
  const out: Change[] = []
  const lists: unknown[][] = [p.main, p.functions, p.globals, p.resources, p.constants, p.structs]
  each(p, list => lists.push(list))
  for (const list of lists)
    for (let n = list.length; n > 1; n = n >> 1)
      for (let i = 0; i + n <= list.length; i += n) out.push(removal(list, i, n))
  for (const list of lists) for (let i = list.length - 1; i >= 0; i--) out.push(removal(list, i, 1))
  return out
}

/** Calls back every statement list below the program's own ones, and every expression slot. */
function each(p: Program, list: (l: unknown[]) => void, slot?: (get: Expr, set: (e: Expr) => void) => void): void {
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const [i, x] of node.entries()) {
        if (isExpr(x)) slot?.(x, e => void (node[i] = e))
        visit(x)
      }
    } else if (typeof node === 'object' && node !== null) {
      const o = node as Record<string, unknown>
      for (const [key, x] of Object.entries(o)) {
        if (key === 't' || key === 'span') continue
        if (['yes', 'no', 'body', 'cases'].includes(key) && Array.isArray(x)) list(x)
        if (isExpr(x)) slot?.(x, e => void (o[key] = e))
        visit(x)
      }
    }
  }
  visit(p.main)
  visit(p.functions)
  visit(p.globals)
}

function isExpr(x: unknown): x is Expr {
  return typeof x === 'object' && x !== null && 't' in x && 'k' in x && !('body' in x) && !('init' in x)
}

function simplifications(p: Program): Change[] {
  const out: Change[] = []
  const unwrap = (list: unknown[]): void => {
    ;(list as Stmt[]).forEach((s, i) => {
      const inner =
        s.k === 'if' ? [...s.yes, ...(s.no ?? [])] : 'body' in s && Array.isArray(s.body) ? s.body : undefined
      if (inner)
        out.push(() => {
          list.splice(i, 1, ...inner)
          return () => void list.splice(i, inner.length, s)
        })
    })
  }
  unwrap(p.main)
  for (const f of p.functions) unwrap(f.body)
  each(p, unwrap, (e, set) => {
    const put = (by: Expr): void =>
      void out.push(() => {
        set(by)
        return () => set(e)
      })
    for (const child of operands(e)) if (sameType(child.t, e.t)) put(child)
    if (e.k !== 'lit' && e.k !== 'list' && isNumeric(e.t)) {
      const s = e.t.s
      put({
        k: 'lit',
        t: e.t,
        v: Array<number | bigint>(e.t.k === 's' ? 1 : e.t.k === 'v' ? e.t.n : e.t.r * e.t.c).fill(
          s.endsWith('64_t') ? 1n : 1,
        ),
      })
    }
  })
  return out
}

function operands(e: Expr): Expr[] {
  switch (e.k) {
    case 'bin':
      return [e.a, e.b]
    case 'un':
    case 'conv':
    case 'swizzle':
    case 'index':
    case 'field':
      return [e.a]
    case 'tern':
      return [e.a, e.b]
    case 'ctor':
    case 'intr':
    case 'call':
      return e.args
    case 'list':
      return e.items
    default:
      return []
  }
}
