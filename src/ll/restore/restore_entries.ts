// The entry points out of printed text: attributes of their functions and a record each, of which nothing is believed unseen.

import type { Func } from '../../ir/function.ts'
import type { EntryPoint, Module } from '../../ir/module.ts'
import type { SignatureElement } from '../../ir/signature.ts'
import {
  type GeometryState,
  MAX_INSTANCES,
  MAX_OUTPUT_SCALARS,
  MAX_STREAMS,
  MAX_VERTEX_COUNT,
  STREAM_TOPOLOGIES,
  verticesOf,
} from '../../spec/geometry.ts'
import type { MeshShader } from '../../spec/mesh.ts'
import { LAUNCH_MODES } from '../../spec/node_objects.ts'
import { COMPONENT_TYPE, INTERPOLATION_MODE, PRIMITIVE_TOPOLOGY, SEMANTIC_KIND } from '../../spec/psv_enums.ts'
import { FLOAT_VALUES, mayBePlain, parseSemantic, UINT_VALUES } from '../../spec/semantics.ts'
import { type GroupLimits, type Stage, stageOfName, stageOfPrefix } from '../../spec/stages.ts'
import { domainOf, MAX_CONTROL_POINTS, MAX_TESS_FACTOR, type Tessellation } from '../../spec/tessellation.ts'
import type { EntryFact } from '../text/fields.ts'
import type { LlFunction, LlSpan } from '../text/syntax.ts'
import { isDataType } from './restore_resources.ts'
import { fail } from './restore_values.ts'

/** A function of the module and its text. */
export interface RestoredFunction {
  readonly func: Func
  readonly text: LlFunction
}

type Fields = Readonly<Record<string, unknown>>

/** The entry point that a record tells of. `find` gives the function of a name in the text. */
export function restoreEntry(
  m: Module,
  record: Fields,
  find: (name: unknown) => RestoredFunction | undefined,
  span: LlSpan,
): EntryPoint {
  const named = find(record.func) ?? fail("an entry of '!dxilkit.module' names no function", span)
  const { func, text } = named
  const stage = stageOfEntry(m, text)
  const facts = entryFacts(record, span)
  checkStage(m, stage, facts as Partial<EntryPoint>, span)
  const functionOf = (name: unknown): Func =>
    find(name)?.func ?? fail("an entry of '!dxilkit.module' names no function", span)
  const { patchConstant, remade } = record
  if ((stage.prefix === 'hs') !== (patchConstant !== undefined))
    fail('no function is the patch constant function', span)
  if (patchConstant === record.func) fail('a shader is not its own patch constant function', span)
  return {
    ...facts,
    stage: stage.name,
    name: text.attributes.get('dxilkit.entry') ?? text.name,
    pos: text.pos,
    func,
    numThreads: threadsOf(text, stage),
    waveSize: numbersOf(text, 'hlsl.wavesize'),
    ...(patchConstant === undefined ? {} : { patchConstant: functionOf(patchConstant) }),
    ...(Array.isArray(remade) ? { remade: remade.map(functionOf) } : {}),
  }
}

function stageOfEntry(m: Module, text: LlFunction): Stage {
  const name = text.attributes.get('hlsl.shader') ?? fail('no function is a shader', text)
  const stage = stageOfName(name) ?? fail(`there is no stage '${name}'`, text)
  const { stage: prefix } = m.target
  return prefix === 'lib' ? stage : stageOfPrefix(prefix)!
}

function numbersOf(text: LlFunction, key: string): [number, number, number] | undefined {
  const list = text.attributes.get(key)?.split(',').map(Number)
  const isTriple = list?.length === 3 && list.every(n => Number.isInteger(n) && n >= 0)
  return isTriple ? (list as [number, number, number]) : undefined
}

function threadsOf(text: LlFunction, stage: Stage): [number, number, number] {
  const counts = numbersOf(text, 'hlsl.numthreads') ?? fail("'hlsl.numthreads' takes three numbers", text)
  const [x, y, z] = counts
  if (stage.group && !isGroup(counts, stage.group)) fail(`a group has no ${x} x ${y} x ${z} threads`, text)
  return counts
}

/** What a stage has and no other. */
function checkStage(m: Module, stage: Stage, facts: Partial<EntryPoint>, span: LlSpan): void {
  const { mesh, geometry, tessellation, signatures, node } = facts
  if ((stage.prefix === 'ms') !== (mesh !== undefined)) fail("only mesh shaders have 'mesh' in '!dxilkit.module'", span)
  if ((stage.name === 'node') !== (node !== undefined)) fail("a node, and no other, has 'node'", span)
  if ((stage.prefix === 'hs' || stage.prefix === 'ds') !== (tessellation !== undefined))
    fail('a hull or domain shader, and no other, has tessellation', span)
  if (mesh && signatures?.patchOrPrim.some(e => e.interpolation > INTERPOLATION_MODE.Constant))
    fail('outputs of primitives are not interpolated', span)
  if ((stage.prefix === 'hs') !== (tessellation?.hull !== undefined))
    fail('a hull shader, and no other, has tessellation for one', span)
  if ((stage.prefix === 'gs') !== (geometry !== undefined))
    fail("a geometry shader, and no other, has 'geometry'", span)
  if (m.target.stage !== 'lib' && facts.symbol !== undefined) fail("only libraries have 'symbol'", span)
  const output = signatures?.output ?? []
  const mask = geometry?.streamMask ?? 1
  if (output.some(e => ((mask >> e.stream) & 1) === 0)) fail('an output is in no stream of the shader', span)
  const scalars = output.reduce((sum, e) => sum + e.rows * e.cols, 0)
  if (geometry && geometry.maxVertexCount * scalars > MAX_OUTPUT_SCALARS)
    fail('all vertices have too many scalars', span)
}

/** Sizes beyond the limits are the validity check's to refuse; the record only has to hold what the container can. */
const MAX_BYTES = 0x7fff_ffff

const isText = (value: unknown): boolean => typeof value === 'string'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'

/** What each field of a record must be. */
const IS_VALID: Readonly<Record<EntryFact, (value: unknown) => boolean>> = {
  symbol: isText,
  passed: isPassedList,
  signatures: isSignatures,
  earlyDepthStencil: isFlag,
  includesHelperLanes: isFlag,
  geometry: isGeometryState,
  tessellation: isTessellation,
  mesh: isMesh,
  node: isNode,
  payloadBytes: value => isUpTo(value, 0, MAX_BYTES),
  groupSharedLimit: value => isUpTo(value, 0, MAX_BYTES),
  patchSymbol: isText,
  rootSignature: value => Array.isArray(value) && value.every(byte => isUpTo(byte, 0, 255)),
}

/** What a record says of the entry point beyond its attributes. */
function entryFacts(record: Fields, span: LlSpan): Fields {
  const facts: Record<string, unknown> = {}
  for (const [key, isValid] of Object.entries(IS_VALID)) {
    const value = record[key]
    if (value === undefined) continue
    if (!isValid(value)) fail(`'!dxilkit.module' has no valid '${key}'`, span)
    facts[key] = value
  }
  return facts
}

/** The result and the parameters of a function. */
export function isPassedList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (p: Fields | undefined) =>
        ['in', 'out', 'inout', 'input patch', 'output patch'].includes(String(p?.direction)) &&
        (p?.type === undefined || isDataType(p.type)) &&
        (p?.semantic === undefined || isText(p.semantic)) &&
        (p?.resource === undefined || isUpTo(p.resource, 0, MAX_BYTES)),
    )
  )
}

const isNodeName = (value: unknown): boolean => {
  const { name, index } = (value ?? {}) as Fields
  return isText(name) && isUpTo(index, 0, 0xffff_ffff)
}

function isNode(value: unknown): boolean {
  const node = (value ?? {}) as Fields
  const { dispatchGrid, maxDispatchGrid, shareInputOf, inputs, outputs } = node
  const isGrid = (list: unknown): boolean =>
    list === undefined || (Array.isArray(list) && list.length === 3 && list.every(n => isUpTo(n, 0, 0xffff)))
  return (
    LAUNCH_MODES.some(({ name }) => name === node.launch) &&
    isFlag(node.isProgramEntry) &&
    isNodeName(node.id) &&
    isUpTo(node.localRootArguments, -1, MAX_BYTES) &&
    isUpTo(node.maxRecursionDepth, 0, MAX_BYTES) &&
    (shareInputOf === undefined || isNodeName(shareInputOf)) &&
    [dispatchGrid, maxDispatchGrid].every(isGrid) &&
    [inputs, outputs].every(list => Array.isArray(list) && list.every(isNodeIo))
  )
}

function isNodeIo(value: unknown): boolean {
  const { flags, record, maxRecords, sharedWith, arraySize, allowSparse, target } = (value ?? {}) as Fields
  // Of any sign in the source.
  const isCount = (n: unknown): boolean => n === undefined || isUpTo(n, -0xffff_ffff, 0xffff_ffff)
  return (
    isUpTo(flags, 0, 0xffff) &&
    (record === undefined || isNodeRecord(record)) &&
    [maxRecords, sharedWith].every(isCount) &&
    isUpTo(arraySize, 0, 0xffff_ffff) &&
    isFlag(allowSparse) &&
    (target === undefined || isNodeName(target))
  )
}

function isNodeRecord(value: unknown): boolean {
  const { bytes, alignment, grid } = (value ?? {}) as Fields
  if (!isUpTo(bytes, 0, MAX_BYTES) || !isUpTo(alignment, 0, MAX_BYTES)) return false
  if (grid === undefined) return true
  const { offset, bits, components } = (grid ?? {}) as Fields
  return isUpTo(offset, 0, MAX_BYTES) && (bits === 16 || bits === 32) && isUpTo(components, 1, 3)
}

function isGroup(counts: readonly number[], { threads, sizes }: GroupLimits): boolean {
  return counts.every((n, i) => n >= 1 && n <= sizes[i]!) && counts.reduce((product, n) => product * n, 1) <= threads
}

function isSignatures(value: unknown): boolean {
  const { input, output, patchOrPrim } = (value ?? {}) as Fields
  const isOfOne = (e: Fields): boolean => e.stream === 0
  return (
    [input, output, patchOrPrim].every(
      list => Array.isArray(list) && list.every((e, i) => isElement(e) && e.id === i),
    ) &&
    [input, patchOrPrim].every(list => (list as readonly Fields[]).every(isOfOne)) &&
    [input, output, patchOrPrim].every(list => areApart(list as readonly SignatureElement[]))
  )
}

function isUpTo(n: unknown, least: number, most: number): n is number {
  return typeof n === 'number' && Number.isInteger(n) && n >= least && n <= most
}

function isMesh(value: unknown): value is MeshShader {
  const { topology, maxVertices, maxPrimitives, payloadBytes } = (value ?? {}) as Fields
  return (
    isUpTo(topology, 0, 2) &&
    isUpTo(maxVertices, 0, MAX_BYTES) &&
    isUpTo(maxPrimitives, 0, MAX_BYTES) &&
    isUpTo(payloadBytes, 0, MAX_BYTES)
  )
}

function isTessellation(value: unknown): value is Tessellation {
  const { domain, inputControlPoints, hull } = (value ?? {}) as Fields
  if (!isUpTo(domain, 1, 3) || !isUpTo(inputControlPoints, 0, MAX_CONTROL_POINTS)) return false
  if (hull === undefined) return true
  const { outputControlPoints, partitioning, outputPrimitive, maxTessFactor } = (hull ?? {}) as Fields
  if (domainOf(domain)?.refused.includes(Number(outputPrimitive))) return false
  const [least, most] = MAX_TESS_FACTOR
  return (
    isUpTo(outputControlPoints, 1, MAX_CONTROL_POINTS) &&
    isUpTo(partitioning, 1, 4) &&
    isUpTo(outputPrimitive, 1, 4) &&
    typeof maxTessFactor === 'number' &&
    maxTessFactor >= least &&
    maxTessFactor <= most
  )
}

function isGeometryState(value: unknown): value is GeometryState {
  const { inputPrimitive, maxVertexCount, streamMask, topology, instances } = (value ?? {}) as Fields
  const isPrimitive = typeof inputPrimitive === 'number' && verticesOf(inputPrimitive) !== undefined
  const isMany = isUpTo(streamMask, 2, 2 ** MAX_STREAMS - 1)
  const isTopology = isMany
    ? topology === PRIMITIVE_TOPOLOGY.PointList
    : streamMask === 1 && [...STREAM_TOPOLOGIES.values()].some(n => n === topology)
  return isPrimitive && isTopology && isUpTo(maxVertexCount, 0, MAX_VERTEX_COUNT) && isUpTo(instances, 1, MAX_INSTANCES)
}

const NUMBERS = ['id', 'kind', 'componentType', 'interpolation', 'rows', 'cols', 'startRow', 'startCol', 'stream']

function isElement(value: unknown): boolean {
  const element = (value ?? {}) as Fields
  const { name, semanticIndexes } = element
  const small = (n: unknown): boolean => typeof n === 'number' && Number.isInteger(n) && n >= -1 && n <= 0xffff
  if (typeof name !== 'string' || !NUMBERS.every(key => small(element[key])) || !Array.isArray(semanticIndexes))
    return false
  const { kind, rows, cols, startRow } = element as Readonly<Record<string, number>>
  const indexes = semanticIndexes as readonly number[]
  if (!isUpTo(element.interpolation, 0, INTERPOLATION_MODE.LinearNoperspectiveSample)) return false
  if (!isUpTo(element.stream, 0, MAX_STREAMS - 1)) return false
  if (rows! < 1 || cols! < 1 || cols! > 4 || indexes.length !== rows || !indexes.every(n => isUpTo(n, 0, Infinity)))
    return false
  const { startCol } = element as Readonly<Record<string, number>>
  if (startRow! >= 0 && (startCol! < 0 || startCol! + cols! > 4 || startRow! + rows! > REGISTERS)) return false
  const isWhole = !FLOAT_COMPONENTS.has(Number(element.componentType))
  if (isWhole && Number(element.interpolation) > INTERPOLATION_MODE.Constant && kind !== SEMANTIC_KIND.Position)
    return false
  if (!isElementType(Number(element.componentType), kind!, cols!)) return false
  const named = parseSemantic(name).kind
  if (kind === SEMANTIC_KIND.Arbitrary) return named === kind || (named !== undefined && mayBePlain(named))
  if (named !== kind) return false
  if (kind === SEMANTIC_KIND.Target) return indexes.every((n, i) => n === startRow! + i)
  if (kind === SEMANTIC_KIND.TessFactor || kind === SEMANTIC_KIND.InsideTessFactor)
    return indexes.every((n, i) => n === i)
  return MANY.has(kind!) || indexes.every(n => n === 0)
}

/** Each component of a register is of one element, and all in a register are interpolated alike. */
function areApart(elements: readonly SignatureElement[]): boolean {
  const taken = new Map<string, number>()
  const modes = new Map<string, number>()
  for (const { stream, startRow, startCol, rows, cols, interpolation } of elements)
    for (let row = startRow; startRow >= 0 && row < startRow + rows; row++) {
      const at = `${stream} ${row}`
      const mask = ((1 << cols) - 1) << startCol
      if (((taken.get(at) ?? 0) & mask) !== 0 || (modes.get(at) ?? interpolation) !== interpolation) return false
      taken.set(at, (taken.get(at) ?? 0) | mask)
      modes.set(at, interpolation)
    }
  return true
}

/** Everything that may be interpolated. */
const FLOAT_COMPONENTS: ReadonlySet<number> = new Set([
  ...[COMPONENT_TYPE.F16, COMPONENT_TYPE.F32, COMPONENT_TYPE.F64, COMPONENT_TYPE.SNormF16, COMPONENT_TYPE.UNormF16],
  ...[COMPONENT_TYPE.SNormF32, COMPONENT_TYPE.UNormF32, COMPONENT_TYPE.SNormF64, COMPONENT_TYPE.UNormF64],
])
const FLOATS: ReadonlySet<number> = new Set([COMPONENT_TYPE.F16, COMPONENT_TYPE.F32])
const UINTS: ReadonlySet<number> = new Set([COMPONENT_TYPE.U16, COMPONENT_TYPE.U32])

function isElementType(type: number, kind: number, cols: number): boolean {
  if (kind === SEMANTIC_KIND.Position) return FLOATS.has(type) && cols === 4
  if (kind === SEMANTIC_KIND.Barycentrics) return FLOATS.has(type) && cols === 3
  if (FLOAT_VALUES.has(kind)) return FLOATS.has(type)
  if (kind === SEMANTIC_KIND.IsFrontFace && type === COMPONENT_TYPE.I32) return cols === 1
  if (UINT_VALUES.has(kind)) return UINTS.has(type) && cols === 1
  return type > COMPONENT_TYPE.Invalid && type <= COMPONENT_TYPE.UNormF64
}

/** Of a signature. */
const REGISTERS = 32

/** System values of which there may be several, told apart by their index. */
const MANY: ReadonlySet<number> = new Set([
  ...[SEMANTIC_KIND.ClipDistance, SEMANTIC_KIND.CullDistance, SEMANTIC_KIND.Barycentrics],
])
