// Takes local arrays and constant tables of vectors apart into one a component, as DXC does: every index is k * x + c with c < k known, so
// element c of all vectors is an array of its own, indexed by x. What is computed from one component then depends on that component only.
// Memory of matrices stays whole.

import { interleavedPiece } from '../../ir/debug_rows.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { GlobalVariable } from '../../ir/globals.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { HANDLE, type Type } from '../../ir/types.ts'
import { divide, gcd, stepOf, sum, withoutConstant } from '../analyse/index_steps.ts'
import { rewriteArrays } from '../analyse/local_arrays.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'

export const splitVectors: Pass = {
  name: 'split_vectors',
  run: (m, f) => {
    // Shader model 6.9 keeps vectors, but for tables of which single components are loaded.
    const hasSplit =
      !m.atLeast(9) &&
      rewriteArrays(m, f, ({ alloca, element, count }) => {
        const k = element === HANDLE || f.aux(alloca) !== 0 ? 0 : widthOf(m, f, f.users(alloca), count)
        if (k === 0) return false
        split(m, f, alloca, element, count / k, k)
        return true
      })
    return splitTables(m, f) || hasSplit
  },
}

/** Components of vectors, the widest first: an index of step 4 is one of vectors of 4 rather than of pairs of pairs. */
const WIDTHS = [4, 3, 2]

/** Number of components, 0 when the array has no vectors. */
function widthOf(m: Module, f: Func, geps: readonly Value[], count: number): number {
  let step = 0
  for (const gep of geps) {
    const index = f.operandAt(gep, 1)
    const known = intOf(m, index)
    if (known !== undefined && (Number(known) < 0 || Number(known) >= count)) return 0
    step = gcd(step, stepOf(m, f, index))
    if (step === 1) return 0
  }
  return step === 0 ? 0 : (WIDTHS.find(k => step % k === 0 && count % k === 0 && count > k) ?? 0)
}

function split(m: Module, f: Func, alloca: Value, element: Type, count: number, k: number): void {
  const type = m.types.pointer(m.types.array(element, count))
  const parts = Array.from({ length: k }, () => f.insertBefore(alloca, Op.Alloca, type, []))
  for (const gep of f.users(alloca)) redirect(m, f, gep, k, r => parts[r]!)
  const name = f.statics.get(alloca)
  for (const [r, part] of parts.entries()) {
    if (name !== undefined) f.statics.set(part, `${name}.${r}`)
    if (!f.isUsed(part)) f.remove(part)
    else f.debugRows?.split(alloca, part, alloca, piece => interleavedPiece(piece, k, r))
  }
  f.remove(alloca)
}

/** Lets an address of element k * x + c be that of element x of part c. */
function redirect(m: Module, f: Func, gep: Value, k: number, part: (component: number) => Value): void {
  const { quotient, rest } = divide(m, f, f.operandAt(gep, 1), k, gep)
  const carry = Math.floor(rest / k)
  const index = sum(m, f, quotient, carry, gep)
  f.setOperand(gep, 0, part(rest - carry * k))
  f.setOperand(gep, 1, index)
}

// ---- constant tables -----------------------------------------------------------------------------------------------------------------

function splitTables(m: Module, f: Func): boolean {
  const tables = new Map<Value, Value[]>()
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      const base = f.op(v) === Op.Gep ? f.operandAt(v, 0) : NO_VALUE
      if (base >= 0) continue
      const geps = tables.get(base)
      if (geps) geps.push(v)
      else tables.set(base, [v])
    }
  let changed = false
  for (const [base, geps] of tables) if (splitTable(m, f, base, geps)) changed = true
  return changed
}

function splitTable(m: Module, f: Func, base: Value, geps: readonly Value[]): boolean {
  const constant = m.constants.get(base)
  const global = constant.kind === 'global' ? constant.global : undefined
  const shape = global && m.types.shape(global.valueType)
  if (!global?.values || global.space !== 0 || shape?.kind !== 'array') return false
  const k = widthOf(m, f, geps, shape.count)
  if (k === 0 || (m.atLeast(9) && loadsVectors(m, f, geps, k))) return false
  for (const gep of geps) redirect(m, f, gep, k, component => componentTable(m, global, k, component))
  return true
}

/** Whether several components of one vector are loaded in one block. */
function loadsVectors(m: Module, f: Func, geps: readonly Value[], k: number): boolean {
  const first = new Map<string, number>()
  return geps.some(gep => {
    const { base, offset } = withoutConstant(m, f, f.operandAt(gep, 1))
    const key = `${f.blockOf(gep)} ${base} ${Math.floor(offset / k)}`
    const known = first.get(key) ?? offset
    first.set(key, known)
    return known !== offset
  })
}

/** The table of one component of every vector; several functions share it. */
function componentTable(m: Module, global: GlobalVariable, k: number, component: number): Value {
  const { element } = m.types.shape(global.valueType) as { readonly element: Type }
  const values = global.values!.filter((_, i) => i % k === component)
  const name = `${global.name}.${component}`
  const known = m.globals.find(
    g => g.name === name && g.values?.length === values.length && values.every((v, i) => v === g.values?.[i]),
  )
  const type = m.types.array(element, values.length)
  return known ? m.constants.global(m.types.pointer(type, 0), known) : m.addGlobal(name, type, 0, values)
}
