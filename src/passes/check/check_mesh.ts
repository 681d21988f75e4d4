// What the mesh pipeline demands of finished code: outputs are written only where their number has been set, an amplification shader starts its
// mesh shaders once and on every way to its end; and how much room outputs and payloads may take. The order of the problems is the validator's.

import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import type { Block, Func, Value } from '../../ir/function.ts'
import type { EntryPoint } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { NO_SIGNATURES, type SignatureElement } from '../../ir/signature.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import {
  MAX_MESH_IN_OUT_BYTES,
  MAX_MESH_OUTPUT_BYTES,
  MAX_MESH_ROWS,
  MAX_PAYLOAD_BYTES,
  type MeshShader,
} from '../../spec/mesh.ts'

export type MeshProblem =
  | {
      readonly kind:
        | 'no-output-counts'
        | 'many-output-counts'
        | 'late-output-counts'
        | 'no-dispatch-mesh'
        | 'many-dispatch-mesh'
        | 'conditional-dispatch-mesh'
      /** undefined: at the entry point. */
      readonly pos: number | undefined
    }
  | { readonly kind: 'payload-size'; readonly pos: number | undefined; readonly size: number; readonly limit: number }
  | { readonly kind: 'output-size'; readonly what: string; readonly limit: number }
  | { readonly kind: 'output-rows'; readonly what: string; readonly limit: number }

/** Problems of one entry point; none of other stages. */
export function meshProblems(entry: EntryPoint): MeshProblem[] {
  if (entry.stage === 'mesh') return [...outputProblems(entry.func), ...payloadProblems(entry), ...sizeProblems(entry)]
  return entry.stage === 'amplification' ? dispatchProblems(entry) : []
}

function callsOf(f: Func, opcode: number): Value[] {
  const calls: Value[] = []
  for (const b of f.blocks)
    for (let v = f.first(b); v !== 0; v = f.next(v)) if (f.op(v) === Op.Dx && f.aux(v) === opcode) calls.push(v)
  return calls
}

const OUTPUTS: ReadonlySet<number> = new Set([
  DxilOp.StoreVertexOutput,
  DxilOp.StorePrimitiveOutput,
  DxilOp.EmitIndices,
])

/** The last call counts, and a block that has it may store in front of it, as the validator has it. */
function outputProblems(f: Func): MeshProblem[] {
  const counts = callsOf(f, DxilOp.SetMeshOutputCounts)
  const last = counts.at(-1)
  const problems: MeshProblem[] = counts.slice(1).map(v => ({ kind: 'many-output-counts', pos: f.pos(v) }))
  let dominance: Dominance | undefined
  const comesFirst = (b: Block): boolean => (dominance ??= dominanceOf(f)).dominates(f.blockOf(last!), b)
  for (const b of f.blocks) {
    let isSet = false
    for (let v = f.first(b); v !== 0; v = f.next(v)) {
      if (v === last) isSet = true
      if (isSet || f.op(v) !== Op.Dx || !OUTPUTS.has(f.aux(v))) continue
      if (last === undefined) problems.push({ kind: 'no-output-counts', pos: f.pos(v) })
      else if (!comesFirst(b)) problems.push({ kind: 'late-output-counts', pos: f.pos(v) })
      else continue
      return problems
    }
  }
  return problems
}

/** The size matters where the payload is read. */
function payloadProblems({ func, mesh }: EntryPoint): MeshProblem[] {
  const size = mesh?.payloadBytes ?? 0
  const isRead = callsOf(func, DxilOp.GetMeshPayload).length > 0
  return isRead && size > MAX_PAYLOAD_BYTES
    ? [{ kind: 'payload-size', pos: undefined, size, limit: MAX_PAYLOAD_BYTES }]
    : []
}

/** Registers up to the last one that is taken. */
const rowsOf = (elements: readonly SignatureElement[]): number => Math.max(0, ...elements.map(e => e.startRow + e.rows))
const scalarsOf = (elements: readonly SignatureElement[]): number =>
  elements.reduce((sum, e) => sum + e.rows * e.cols, 0)
const roundUp = (count: number): number => Math.ceil(count / 32) * 32

function sizeProblems({ signatures, mesh }: EntryPoint): MeshProblem[] {
  if (!mesh) return []
  const { output, patchOrPrim } = signatures ?? NO_SIGNATURES
  const [vertices, primitives] = [rowsOf(output), rowsOf(patchOrPrim)]
  const problems: MeshProblem[] = []
  const rows = (what: string, count: number): void => {
    if (count > MAX_MESH_ROWS) problems.push({ kind: 'output-rows', what, limit: MAX_MESH_ROWS })
  }
  rows('vertex output', vertices)
  rows('primitive output', primitives)
  rows('vertex and primitive output', vertices + primitives)
  const bytes = outputBytes(output, patchOrPrim, mesh)
  const size = (what: string, given: number, limit: number): void => {
    if (given > limit) problems.push({ kind: 'output-size', what, limit })
  }
  size('vertex plus primitive output size is', bytes, MAX_MESH_OUTPUT_BYTES)
  size('payload plus output size is', bytes + mesh.payloadBytes, MAX_MESH_IN_OUT_BYTES)
  return problems
}

const outputBytes = (
  output: readonly SignatureElement[],
  primitive: readonly SignatureElement[],
  { maxVertices, maxPrimitives }: MeshShader,
): number => 4 * (scalarsOf(output) * roundUp(maxVertices) + scalarsOf(primitive) * roundUp(maxPrimitives))

function dispatchProblems({ func: f, payloadBytes = 0 }: EntryPoint): MeshProblem[] {
  const calls = callsOf(f, DxilOp.DispatchMesh)
  const last = calls.at(-1)
  if (last === undefined) return [{ kind: 'no-dispatch-mesh', pos: undefined }]
  const problems: MeshProblem[] = calls.slice(1).map(v => ({ kind: 'many-dispatch-mesh', pos: f.pos(v) }))
  if (!isOnEveryWay(f, f.blockOf(last))) problems.push({ kind: 'conditional-dispatch-mesh', pos: f.pos(last) })
  if (payloadBytes > MAX_PAYLOAD_BYTES)
    problems.push({ kind: 'payload-size', pos: f.pos(last), size: payloadBytes, limit: MAX_PAYLOAD_BYTES })
  return problems
}

/** Whether every way from the entry to a return goes through a block. */
function isOnEveryWay(f: Func, block: Block): boolean {
  const seen = new Set<Block>([block])
  const open: Block[] = [f.entry]
  for (let b = open.pop(); b !== undefined; b = open.pop()) {
    if (seen.has(b)) continue
    seen.add(b)
    if (f.op(f.last(b)) === Op.Ret) return false
    open.push(...f.successors(b))
  }
  return true
}
