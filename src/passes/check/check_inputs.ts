// Which inputs may be read in other ways than as they are interpolated, and whether outputs that the pipeline itself consumes are all written.

import type { Func, Value } from '../../ir/function.ts'
import type { EntryPoint, Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { NO_SIGNATURES, type SignatureElement } from '../../ir/signature.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { verticesOf } from '../../spec/geometry.ts'
import { INTERPOLATION_MODE, SEMANTIC_KIND } from '../../spec/psv_enums.ts'
import { EVALUATIONS, signatureAccess, VALUE_COLUMN } from '../../spec/signature_access.ts'
import { domainOf } from '../../spec/tessellation.ts'

export type InputProblem =
  /** A row behind or before those of the element. */
  | {
      readonly kind: 'no-such-row'
      readonly pos: number
      readonly name: string
      readonly row: number
      readonly rows: number
    }
  | { readonly kind: 'position-evaluated' | 'no-such-location'; readonly pos: number }
  | { readonly kind: 'no-such-vertex'; readonly pos: number; readonly index: number; readonly count: number }
  | { readonly kind: 'interpolated' | 'not-interpolated'; readonly pos: number; readonly name: string }

/** What is wrong with a DXIL operation that reads an input at another place than the pixel's. */
export function inputProblem(m: Module, f: Func, v: Value): InputProblem | undefined {
  const opcode = f.aux(v)
  const access = signatureAccess(opcode)
  if (access) {
    const element = elementOf(m, (m.entryOf(f)?.signatures ?? NO_SIGNATURES)[access.list], f, v)
    const problem = element && rowProblem(m, f, v, element)
    return problem || opcode !== DxilOp.LoadInput ? problem : vertexProblem(m, f, v)
  }
  if (opcode === DxilOp.DomainLocation) {
    const entry = m.entryOf(f)
    const location = domainOf(entry?.tessellation?.domain ?? 0)?.location
    const component = m.constants.numberOf(f.operandAt(v, 0))
    // It is read before the code begins.
    if (location !== undefined && (component! < 0 || component! >= location))
      return { kind: 'no-such-location', pos: entry?.pos ?? 0 }
    return undefined
  }
  return EVALUATIONS.has(opcode) ? evaluationProblem(m, f, v) : undefined
}

function rowProblem(m: Module, f: Func, v: Value, { name, rows }: SignatureElement): InputProblem | undefined {
  const row = m.constants.numberOf(f.operandAt(v, 1))
  return row === undefined || (row >= 0 && row < rows)
    ? undefined
    : { kind: 'no-such-row', pos: f.pos(v), name, row, rows }
}

/** An operation that should evaluate an input elsewhere and was given something else. */
export const evaluatesNoInput = (m: Module, f: Func, v: Value): boolean =>
  EVALUATIONS.has(f.aux(v)) && m.constants.numberOf(f.operandAt(v, 2)) === VALUE_COLUMN

function evaluationProblem(m: Module, f: Func, v: Value): InputProblem | undefined {
  const pos = f.pos(v)
  const element = elementOf(m, m.entryOf(f)?.signatures?.input, f, v)
  const row = element && rowProblem(m, f, v, element)
  if (!element || row) return row
  const { name, interpolation } = element
  const isConstant = interpolation === INTERPOLATION_MODE.Constant
  if (f.aux(v) === DxilOp.AttributeAtVertex) return isConstant ? undefined : { kind: 'interpolated', pos, name }
  if (element.kind === SEMANTIC_KIND.Position) return { kind: 'position-evaluated', pos }
  return isConstant ? { kind: 'not-interpolated', pos, name } : undefined
}

/** A vertex of no such number of a patch or primitive that comes in. */
function vertexProblem(m: Module, f: Func, v: Value): InputProblem | undefined {
  const { tessellation, geometry } = m.entryOf(f) ?? {}
  const count = geometry ? verticesOf(geometry.inputPrimitive) : tessellation?.inputControlPoints
  const index = m.constants.numberOf(f.operandAt(v, 3))
  if (count === undefined || index === undefined || (index >= 0 && index < count)) return undefined
  return { kind: 'no-such-vertex', pos: f.pos(v), index, count }
}

/** The element whose number is the first operand. */
function elementOf(
  m: Module,
  list: readonly SignatureElement[] | undefined,
  f: Func,
  v: Value,
): SignatureElement | undefined {
  const id = m.constants.numberOf(f.operandAt(v, 0))
  return list?.find(e => e.id === id)
}

/**
 * Outputs with a meaning of their own of which some component is never written, on no path. Render targets may be left alone, and so may all
 * outputs of control points: of a hull shader the patch constants count.
 */
export function unwrittenOutputs(m: Module, entry: EntryPoint): SignatureElement[] {
  const list = entry.stage === 'hull' ? 'patchOrPrim' : 'output'
  const outputs = entry.signatures?.[list] ?? []
  const system = outputs.filter(e => e.kind !== SEMANTIC_KIND.Arbitrary && e.kind !== SEMANTIC_KIND.Target)
  if (system.length === 0) return []
  const written = new Map<SignatureElement, number>()
  const f = entry.patchConstant ?? entry.func
  for (const b of f.blocks)
    for (let v = f.first(b); v !== 0; v = f.next(v)) {
      const access = f.op(v) === Op.Dx ? signatureAccess(f.aux(v)) : undefined
      if (!access?.isStore || access.list !== list) continue
      const element = elementOf(m, outputs, f, v)
      if (element) written.set(element, (written.get(element) ?? 0) | columnOf(m, f, v))
    }
  return system.filter(e => (~(written.get(e) ?? 0) & ((1 << e.cols) - 1)) !== 0)
}

/** Render targets of a pixel shader of which some component is never written: name and number of each, rows of an array backwards, as DXC has them. */
export function unwrittenTargets(m: Module, entry: EntryPoint): string[] {
  const targets = (entry.signatures?.output ?? []).filter(e => e.kind === SEMANTIC_KIND.Target)
  if (m.target.stage !== 'ps' || targets.length === 0) return []
  const written = new Map(targets.map(e => [e, e.semanticIndexes.map(() => 0)]))
  const f = entry.func
  for (const b of f.blocks)
    for (let v = f.first(b); v !== 0; v = f.next(v)) {
      if (f.op(v) !== Op.Dx || f.aux(v) !== DxilOp.StoreOutput) continue
      const rows = written.get(elementOf(m, targets, f, v)!)
      if (!rows || m.constants.isUndef(f.operandAt(v, 3))) continue
      const row = m.constants.numberOf(f.operandAt(v, 1))
      for (let i = 0; i < rows.length; i++) if (row === undefined || row === i) rows[i]! |= columnOf(m, f, v)
    }
  return targets.flatMap(e => {
    const all = (1 << e.cols) - 1
    const missing = e.semanticIndexes.filter((_, i) => (~written.get(e)![i]! & all) !== 0)
    return missing.reverse().map(index => `${e.name}${index}`)
  })
}

/** The column as a bit; every one where it is computed. */
function columnOf(m: Module, f: Func, v: Value): number {
  const column = m.constants.numberOf(f.operandAt(v, 2))
  return column === undefined ? -1 : 1 << column
}
