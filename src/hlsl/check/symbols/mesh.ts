// The parameters of mesh shaders: outputs by vertex and by primitive, indices, the payload. The order of the checks is DXC's.

import {
  INDICES_OF_TOPOLOGY,
  MAX_MESH_PRIMITIVES,
  MAX_MESH_VERTICES,
  type MeshRole,
  type MeshShader,
} from '../../../spec/mesh.ts'
import { MESH_TOPOLOGY } from '../../../spec/psv_enums.ts'
import { holdsObject } from '../../tree/components.ts'
import { structuredLayout } from '../../tree/layout.ts'
import type { Expr, FunctionSymbol, ParamSymbol } from '../../tree/typed.ts'
import type { ArrayType } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'

const ROLE_TEXT: Readonly<Record<MeshRole, string>> = {
  indices: 'out indices',
  vertices: 'out vertices',
  primitives: 'out primitives',
  payload: 'in payload',
}

/** What the mesh shader declares; undefined for other stages. Reports each parameter that is not as it has to be, and what it is in another's way. */
export function meshShader(checker: Checker, entry: FunctionSymbol, stage: string): MeshShader | undefined {
  if (stage !== 'ms') return undefined
  const topology = topologyOf(entry)
  const seen = new Set<MeshRole>()
  let maxVertices = 0
  let maxPrimitives = 0
  let payloadBytes = 0
  for (const param of entry.params) {
    const { role } = param
    if (!role || param.type.kind === 'error') continue
    if (seen.has(role)) {
      report(checker, 'E2420', param, { what: ROLE_TEXT[role] })
      continue
    }
    if (role === 'payload') {
      if (!checkPayload(checker, param)) continue
      payloadBytes = structuredLayout(param.type, checker.options.native16Bit).size
    } else {
      const count = outputCount(checker, param, role, role === 'vertices' ? 0 : maxPrimitives, topology)
      if (count === undefined) continue
      if (role === 'vertices') maxVertices = count
      else maxPrimitives = count
    }
    seen.add(role)
  }
  return { topology, maxVertices, maxPrimitives, payloadBytes }
}

function topologyOf({ attributes }: FunctionSymbol): number {
  const word = attributes.findLast(a => a.name === 'outputtopology')?.args[0]
  // The words of hull shaders mean nothing here.
  return word === 'line' ? MESH_TOPOLOGY.Line : word === 'triangle' ? MESH_TOPOLOGY.Triangle : MESH_TOPOLOGY.Undefined
}

/** Length of an output array; undefined after reporting. */
function outputCount(
  checker: Checker,
  param: ParamSymbol,
  role: MeshRole,
  primitives: number,
  topology: number,
): number | undefined {
  const { type } = param
  if (type.kind !== 'array' || type.size < 0) {
    report(checker, 'E2421', param, { what: role })
    return undefined
  }
  const limit = role === 'vertices' ? MAX_MESH_VERTICES : MAX_MESH_PRIMITIVES
  if (type.size > limit) report(checker, 'E2422', param, { what: role === 'vertices' ? 'vertex' : 'primitive', limit })
  else if (primitives !== 0 && primitives !== type.size) report(checker, 'E2423', param, {})
  else if (role !== 'indices' || checkIndices(checker, param, type, topology)) return type.size
  return undefined
}

function checkIndices(checker: Checker, param: ParamSymbol, { element }: ArrayType, topology: number): boolean {
  if (element.kind !== 'vector' || element.element.name !== 'uint') {
    report(checker, 'E2424', param, {})
    return false
  }
  const wanted = INDICES_OF_TOPOLOGY[topology]
  if (wanted === undefined || element.size === wanted) return true
  const name = topology === MESH_TOPOLOGY.Line ? 'line' : 'triangle'
  report(checker, 'E2425', param, { topology: name, wanted: `uint${wanted}` })
  return false
}

function checkPayload(checker: Checker, param: ParamSymbol): boolean {
  const isFine = param.type.kind === 'struct' && !holdsObject(param.type)
  if (!isFine) report(checker, 'E2427', param, { name: param.name })
  return isFine
}

/** DXC's validator compares what is declared with the size of a pointer. */
const POINTER_BYTES = 4

/** The payload that an amplification shader gives to the mesh shaders it starts: the last argument of DispatchMesh. */
export function checkDispatchMesh(checker: Checker, args: readonly Expr[]): boolean {
  const payload = args[3]
  if (!payload || payload.type.kind === 'error') return true
  if (structuredLayout(payload.type, checker.options.native16Bit).size < POINTER_BYTES)
    report(checker, 'E2436', payload, { least: POINTER_BYTES })
  else if (holdsObject(payload.type)) report(checker, 'E2427', payload, { name: 'DispatchMesh' })
  else return true
  return false
}

/** The indices of a primitive are written all at once: neither a component nor a swizzle of them is a place. */
export const isIndexVector = (expr: Expr): boolean =>
  expr.kind === 'index' && expr.base.kind === 'var' && (expr.base.symbol as Partial<ParamSymbol>).role === 'indices'
