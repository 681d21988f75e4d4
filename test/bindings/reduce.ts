// Makes a program that differs smaller as long as the same kind of difference stays: drops statements, functions, declarations, registers.

import { check, type Kind } from './check.ts'
import type { Declaration, Func, Program, Statement } from './declarations.ts'

/** All programs that are one step smaller. */
function* smaller(p: Program): Generator<Program> {
  for (const [i, f] of p.functions.entries()) {
    const replaced = (body: readonly Statement[]): Program => ({
      ...p,
      functions: p.functions.map((g, j): Func => (j === i ? { ...g, body } : g)),
    })
    for (const body of shorter(f.body)) yield replaced(body)
    const isCalled = p.functions.some(g => JSON.stringify(g.body).includes(`"${f.name}"`))
    if (f.name !== 'main' && !isCalled) yield { ...p, functions: p.functions.filter(g => g !== f) }
  }
  for (const [i, d] of p.declarations.entries()) {
    yield { ...p, declarations: p.declarations.filter(e => e !== d) }
    for (const e of simpler(d)) yield { ...p, declarations: p.declarations.map((o, j) => (j === i ? e : o)) }
  }
  if (p.autoSpace !== undefined) yield { ...p, autoSpace: undefined }
  if (p.profile !== 'cs_6_0') yield { ...p, profile: 'cs_6_0' }
}

function* shorter(body: readonly Statement[]): Generator<readonly Statement[]> {
  for (const [i, s] of body.entries()) {
    yield [...body.slice(0, i), ...body.slice(i + 1)]
    if (s.what === 'use' || s.what === 'call') continue
    yield [...body.slice(0, i), ...s.body, ...body.slice(i + 1)]
    for (const inner of shorter(s.body)) yield [...body.slice(0, i), { ...s, body: inner }, ...body.slice(i + 1)]
  }
}

function* simpler(d: Declaration): Generator<Declaration> {
  if (d.what === 'struct') {
    for (const f of d.fields) yield { ...d, fields: d.fields.filter(g => g !== f) }
    if (d.base) yield { ...d, base: undefined }
    return
  }
  for (const r of d.registers) yield { ...d, registers: d.registers.filter(q => q !== r) }
  if (d.what === 'block') for (const m of d.members) yield { ...d, members: d.members.filter(n => n !== m) }
}

/** The smallest program found that differs like this one. */
export async function reduce(p: Program, kind: Kind): Promise<Program> {
  let best = p
  for (let improved = true; improved; ) {
    improved = false
    for (const candidate of smaller(best)) {
      if ((await check(candidate)).kind !== kind) continue
      best = candidate
      improved = true
      break
    }
  }
  return best
}
