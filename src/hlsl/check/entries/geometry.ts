// Geometry shaders: what their parameters and attributes say about primitives, streams, vertex counts and instances, under DXC's rules.

import {
  FIRST_PATCH_PRIMITIVE,
  type GeometryState,
  MAX_INSTANCES,
  MAX_OUTPUT_SCALARS,
  MAX_STREAMS,
  MAX_VERTEX_COUNT,
  PRIMITIVES,
  STREAM_TOPOLOGIES,
  verticesOf,
} from '../../../spec/geometry.ts'
import { INPUT_PRIMITIVE, PRIMITIVE_TOPOLOGY } from '../../../spec/psv_enums.ts'
import { isStream } from '../../tree/streams.ts'
import type { Attribute, FunctionSymbol, ParamSymbol, ShaderIo } from '../../tree/typed.ts'
import type { ObjectType } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'

/** The word in front of a parameter that is one element a vertex: point, line, triangle, lineadj, triangleadj. */
export const primitiveWord = (param: ParamSymbol): string | undefined => param.modifiers?.find(m => PRIMITIVES.has(m))

/** The streams among the parameters, in order. */
const streamsOf = (entry: FunctionSymbol): readonly ParamSymbol[] => entry.params.filter(p => isStream(p.type))

/** The state of the entry point of a geometry shader; reports what is wrong with it. */
export function geometryState(
  checker: Checker,
  entry: FunctionSymbol,
  io: ShaderIo | undefined,
): GeometryState | undefined {
  const count = lastNumber(entry.attributes, 'maxvertexcount')
  if (checker.earlierErrors > 0) return undefined
  const instances = (lastNumber(entry.attributes, 'instance') ?? 1) >>> 0
  const maxVertexCount = (count ?? 0) >>> 0
  const primitive = inputPrimitive(checker, entry)
  const { streamMask, topology } = outputs(checker, entry)
  const state = { inputPrimitive: primitive, maxVertexCount, instances, streamMask, topology }
  if (checker.diagnostics.errorCount > 0) return state
  checkLimits(checker, entry, state, io)
  return state
}

/** The only number of the last attribute of a name. */
function lastNumber(attributes: readonly Attribute[], name: string): number | undefined {
  const attribute = attributes.findLast(a => a.name === name)
  return attribute && Number(attribute.args[0] ?? 0)
}

/** INPUT_PRIMITIVE that all parameters agree on. */
/** Words of primitives in front of what is no array, in functions of other stages. */
export function refusePrimitives(checker: Checker, { params }: FunctionSymbol): void {
  for (const param of params)
    if (primitiveWord(param) !== undefined && param.type.kind !== 'array') report(checker, 'E2443', param, {})
}

function inputPrimitive(checker: Checker, entry: FunctionSymbol): number {
  let found: number = INPUT_PRIMITIVE.Undefined
  for (const param of entry.params) {
    const own = primitiveOf(checker, param)
    if (own === undefined) continue
    if (found === INPUT_PRIMITIVE.Undefined) found = own
    else if (found !== own) report(checker, 'E2444', param, {})
  }
  return found
}

function primitiveOf(checker: Checker, param: ParamSymbol): number | undefined {
  const word = primitiveWord(param)
  const { type } = param
  if (word === undefined)
    return type.kind === 'object' && type.name === 'InputPatch' ? FIRST_PATCH_PRIMITIVE + type.count - 1 : undefined
  const [primitive, vertices] = PRIMITIVES.get(word)!
  if (type.kind !== 'array' || type.size < 0) report(checker, 'E2443', param, {})
  else if (type.size !== vertices) report(checker, 'E2442', param, { primitive: word, vertices })
  return primitive
}

function outputs(checker: Checker, entry: FunctionSymbol): Pick<GeometryState, 'streamMask' | 'topology'> {
  const streams = streamsOf(entry)
  const topologies = streams.map(p => STREAM_TOPOLOGIES.get((p.type as ObjectType).name)!)
  if (streams.length > MAX_STREAMS) report(checker, 'E2450', streams[MAX_STREAMS]!, { limit: MAX_STREAMS })
  else if (topologies.length > 1 && topologies.some(t => t !== PRIMITIVE_TOPOLOGY.PointList))
    report(checker, 'E2445', entry, {})
  // DXC's validator takes no more of them there.
  if (streams.length > 1 && checker.options.stage === 'lib') report(checker, 'E2451', streams[1]!, {})
  return {
    streamMask: (1 << Math.min(streams.length, MAX_STREAMS)) - 1,
    topology: topologies[0] ?? PRIMITIVE_TOPOLOGY.Undefined,
  }
}

function checkLimits(checker: Checker, entry: FunctionSymbol, state: GeometryState, io: ShaderIo | undefined): void {
  const { maxVertexCount: count, instances } = state
  if (count > MAX_VERTEX_COUNT) report(checker, 'E2446', entry, { limit: MAX_VERTEX_COUNT, count })
  if (instances > MAX_INSTANCES || instances < 1) report(checker, 'E2448', entry, { limit: MAX_INSTANCES, instances })
  if (state.topology === PRIMITIVE_TOPOLOGY.Undefined)
    report(checker, 'E2449', entry, { what: 'output primitive topology' })
  if (verticesOf(state.inputPrimitive) === undefined) report(checker, 'E2449', entry, { what: 'input primitive' })
  let scalars = 0
  for (const { output } of io?.params ?? []) for (const e of output) scalars += e.indexes.length * e.cols
  // DXC multiplies in 32 bits.
  const total = Math.imul(count, scalars) >>> 0
  if (total > MAX_OUTPUT_SCALARS) report(checker, 'E2447', entry, { count, scalars, total, limit: MAX_OUTPUT_SCALARS })
}
