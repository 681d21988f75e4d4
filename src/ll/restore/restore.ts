// A module out of the text that printIr wrote, one to one: whatever printIr spells, this reads back. Text of other origin is import_module's.
// Invariant: printIr(restoreModule(parse(text))) is text again; edited text is refused with its place or gives a module that verifies.

import { InternalError } from '../../base/brand.ts'
import type { Diagnostics } from '../../diag/diagnostics.ts'
import { Func } from '../../ir/function.ts'
import { type CodeOptions, Module, PHASES, type ShaderTarget } from '../../ir/module.ts'
import { I8 } from '../../ir/types.ts'
import {
  type GeometryState,
  MAX_INSTANCES,
  MAX_OUTPUT_SCALARS,
  MAX_STREAMS,
  MAX_VERTEX_COUNT,
  STREAM_TOPOLOGIES,
  verticesOf,
} from '../../spec/geometry.ts'
import { MAX_MESH_PRIMITIVES, MAX_MESH_VERTICES, type MeshShader } from '../../spec/mesh.ts'
import { INTERPOLATION_MODE, PRIMITIVE_TOPOLOGY, SEMANTIC_KIND } from '../../spec/psv_enums.ts'
import { parseSemantic } from '../../spec/semantics.ts'
import { type GroupLimits, stageOfPrefix } from '../../spec/stages.ts'
import { MAX_CONTROL_POINTS, MAX_TESS_FACTOR, type Tessellation } from '../../spec/tessellation.ts'
import { readRecord } from '../text/records.ts'
import type { LlFunction, LlGlobal, LlModule, LlSpan } from '../text/syntax.ts'
import { restoreDebugInfo } from './restore_debug.ts'
import { restoreFunction } from './restore_function.ts'
import { recordNumbers, restoreResources } from './restore_resources.ts'
import { fail, irType, RestoreError, recordView, scalarConstant, tupleOf } from './restore_values.ts'

/** True for text that printIr wrote. */
export const isPrintedIr = (source: LlModule): boolean => source.namedMetadata.has('dxilkit.module')

/** Reports what cannot be read, with its place; undefined then. The target is that of the caller's options. */
export function restoreModule(source: LlModule, target: ShaderTarget, diagnostics: Diagnostics): Module | undefined {
  try {
    return new ModuleRestorer(source, target).module()
  } catch (error) {
    if (error instanceof RestoreError) diagnostics.report('E6000', error.span, { what: error.message })
    // The IR checks what it is given; from text that is bad input and no fault of ours.
    else if (error instanceof InternalError) diagnostics.report('E6000', source.triplePos, { what: error.message })
    else throw error
    return undefined
  }
}

class ModuleRestorer {
  readonly #source: LlModule
  readonly #target: ShaderTarget
  readonly #facts: Readonly<Record<string, unknown>>

  constructor(source: LlModule, target: ShaderTarget) {
    this.#source = source
    this.#target = target
    const ref = source.namedMetadata.get('dxilkit.module')?.[0]
    const facts = ref && readRecord(recordView(source), ref)
    this.#facts =
      typeof facts === 'object' && facts !== null
        ? (facts as Record<string, unknown>)
        : fail("'!dxilkit.module' is no record", source.triplePos)
  }

  module(): Module {
    const source = this.#source
    const m = new Module(this.#target, this.#options())
    m.phase = PHASES.find(p => p === this.#facts.phase) ?? fail("'!dxilkit.module' names no phase", source.triplePos)
    const byString = restoreResources(source, m)
    m.memberUses = this.#memberUses(m)
    this.#globals(m, byString)
    const debug = source.namedMetadata.get('dxilkit.debug')?.[0]
    if (debug) restoreDebugInfo(m, readRecord(recordView(source), debug), source.triplePos)
    const records = recordNumbers(source, m)
    for (const f of source.functions.values())
      if (f.blocks.length > 0) {
        const func = new Func(f.name)
        func.history = (f.attributes.get('dxilkit.passes') ?? '').split(',').filter(entry => entry !== '')
        func.scope = this.#scope(m, f)
        m.functions.push(func)
        restoreFunction({ source, m, byString, records }, func, f)
        this.#entry(m, func, f)
      }
    if (m.entries.length === 0) fail('no function is a shader', source.triplePos)
    this.#patchConstant(m)
    this.#geometry(m)
    return m
  }

  #scope(m: Module, f: LlFunction): number {
    const scope = f.attributes.get('dxilkit.scope')
    if (scope === undefined) return -1
    if (m.debug?.scopes[Number(scope)]?.kind !== 'function') fail(`scope ${scope} is no function's`, f)
    return Number(scope)
  }

  /** A hull shader has a patch constant function, which says of itself that it is one. */
  #patchConstant(m: Module): void {
    const entry = m.entries[0]!
    const { hull } = entry.tessellation ?? {}
    if ((this.#target.stage === 'hs') !== (hull !== undefined))
      fail('a hull shader, and no other, has tessellation for one', this.#source.triplePos)
    if (!hull) return
    const name = [...this.#source.functions.values()].find(f => f.attributes.has('dxilkit.patchconstant'))?.name
    const patchConstant = m.functions.find(f => f.name === name && f !== entry.func)
    if (!patchConstant) fail('no function is the patch constant function', this.#source.triplePos)
    m.entries[0] = { ...entry, patchConstant }
  }

  /** A geometry shader says what it takes and gives, within the limits of all vertices together; nothing else has streams. */
  #geometry(m: Module): void {
    const at = this.#source.triplePos
    for (const { stage, geometry, signatures } of m.entries) {
      const output = signatures?.output ?? []
      const isGeometry = stage === 'geometry'
      if (isGeometry !== (geometry !== undefined)) fail("a geometry shader, and no other, has 'geometry'", at)
      const mask = geometry?.streamMask ?? 1
      if (output.some(e => ((mask >> e.stream) & 1) === 0)) fail('an output is in no stream of the shader', at)
      const scalars = output.reduce((sum, e) => sum + e.rows * e.cols, 0)
      if (geometry && geometry.maxVertexCount * scalars > MAX_OUTPUT_SCALARS)
        fail('all vertices have too many scalars', at)
    }
  }

  #options(): CodeOptions {
    const flags = new Map<string, number>()
    for (const ref of this.#source.namedMetadata.get('llvm.module.flags') ?? []) {
      const [, name, value] = tupleOf(this.#source, ref) ?? []
      const view = recordView(this.#source)
      const key = name && view.text(name)
      const number = value && view.scalar(value)
      if (typeof key === 'string' && typeof number === 'number') flags.set(key, number)
    }
    const { binding } = this.#facts
    const level = flags.get('dxilkit.optimization') ?? 3
    return {
      native16Bit: flags.get('dx.nativelowprec') === 1,
      allResourcesBound: flags.get('dx.allresourcesbound') === 1,
      ieeeStrict: flags.get('dxilkit.ieeestrict') === 1,
      optimization: level === 0 || level === 1 || level === 2 ? level : 3,
      ...(binding === 'dxc' || binding === 'llvm' || binding === 'slang' ? { binding } : {}),
    }
  }

  #memberUses(m: Module): Module['memberUses'] {
    const list: unknown = this.#facts.memberUses ?? []
    const isUse = (use: { resource?: unknown; index?: unknown } | undefined): boolean =>
      typeof use?.resource === 'number' &&
      m.resources[use.resource] !== undefined &&
      (use.index === undefined || typeof use.index === 'number')
    if (Array.isArray(list) && list.every(isUse)) return list as Module['memberUses']
    return fail("'!dxilkit.module' has no valid 'memberUses'", this.#source.triplePos)
  }

  #globals(m: Module, strings: ReadonlyMap<string, unknown>): void {
    const names = this.#facts.globalNames
    for (const g of this.#source.globals.values()) {
      if (strings.has(g.name)) continue
      const given: unknown = Array.isArray(names) ? names[m.globals.length] : undefined
      this.#global(m, g, typeof given === 'string' ? given : g.name)
    }
  }

  #global(m: Module, g: LlGlobal, name: string): void {
    const type = irType(m, g.type, g)
    const shape = m.types.shape(type)
    const isShared = g.space === 3 && (shape.kind === 'struct' || shape.kind === 'array')
    if (isShared && !(shape.kind === 'array' && shape.element === I8)) {
      m.addGlobal(name, type, 3, undefined)
      return
    }
    if (shape.kind !== 'array' || shape.element === I8) fail(`'${name}' is no array of numbers`, g)
    if (g.space !== 0) fail(`'${name}' lies in address space ${g.space}`, g)
    const init = g.initializer
    const values =
      init?.kind === 'aggregate'
        ? init.elements.map(e => scalarConstant(m, e) ?? fail('expected a number', e))
        : undefined
    if (values && values.length !== shape.count) fail(`'${name}' has ${values.length} values`, g)
    m.addGlobal(name, type, 0, values)
  }

  #entry(m: Module, func: Func, f: LlFunction): void {
    if (!f.attributes.has('hlsl.shader') || m.entries.length > 0) return
    const numbers = (key: string): number[] | undefined => {
      const list = f.attributes.get(key)?.split(',').map(Number)
      return list?.length === 3 && list.every(n => Number.isInteger(n) && n >= 0) ? list : undefined
    }
    const numThreads = numbers('hlsl.numthreads') ?? fail("'hlsl.numthreads' takes three numbers", f)
    const [x = 0, y = 0, z = 0] = numThreads
    const stage = stageOfPrefix(this.#target.stage)!
    if (stage.group && !isGroup(numThreads, stage.group)) fail(`a group has no ${x} x ${y} x ${z} threads`, f)
    const triple = (list: number[]): [number, number, number] => list as [number, number, number]
    const wave = numbers('hlsl.wavesize')
    const { entry } = this.#facts
    const facts = entryFacts(entry, this.#source.triplePos)
    if ((stage.prefix === 'ms') !== 'mesh' in facts)
      fail("only mesh shaders have 'mesh' in '!dxilkit.module'", this.#source.triplePos)
    m.entries.push({
      ...facts,
      stage: stage.name,
      name: f.attributes.get('dxilkit.entry') ?? f.name,
      pos: f.pos,
      func,
      numThreads: triple(numThreads),
      waveSize: wave && triple(wave),
    })
  }
}

function isGroup(counts: readonly number[], { threads, sizes }: GroupLimits): boolean {
  return counts.every((n, i) => n >= 1 && n <= sizes[i]!) && counts.reduce((product, n) => product * n, 1) <= threads
}

type Fields = Readonly<Record<string, unknown>>

/** What a record says of the entry point beyond its attributes: signatures are looked at, the rest are truth values and texts. */
function entryFacts(entry: unknown, span: LlSpan): object {
  if (entry === undefined) return {}
  if (typeof entry !== 'object' || entry === null) return fail("'!dxilkit.module' has no valid 'entry'", span)
  const { signatures, tessellation, geometry, mesh, payloadBytes } = entry as Fields
  if (geometry !== undefined && !isGeometryState(geometry)) fail("'!dxilkit.module' has no valid 'geometry'", span)
  if (tessellation !== undefined && !isTessellation(tessellation))
    fail("'!dxilkit.module' has no valid 'tessellation'", span)
  if (mesh !== undefined && !isMesh(mesh)) fail("'!dxilkit.module' has no valid 'mesh'", span)
  if (payloadBytes !== undefined && !isUpTo(payloadBytes, 0, MAX_BYTES))
    fail("'!dxilkit.module' has no valid 'payloadBytes'", span)
  if (signatures !== undefined && !isSignatures(signatures)) fail("'!dxilkit.module' has no valid 'signatures'", span)
  return entry
}

function isSignatures(value: unknown): boolean {
  const { input, output, patchOrPrim } = (value ?? {}) as Fields
  return [input, output, patchOrPrim].every(list => Array.isArray(list) && list.every(isElement))
}

/** Sizes beyond the limits are the validity check's to refuse; the record only has to hold what the container can. */
const MAX_BYTES = 0x7fff_ffff

function isUpTo(n: unknown, least: number, most: number): n is number {
  return typeof n === 'number' && Number.isInteger(n) && n >= least && n <= most
}

function isMesh(value: unknown): value is MeshShader {
  const { topology, maxVertices, maxPrimitives, payloadBytes } = (value ?? {}) as Fields
  return (
    isUpTo(topology, 1, 2) &&
    isUpTo(maxVertices, 0, MAX_MESH_VERTICES) &&
    isUpTo(maxPrimitives, 0, MAX_MESH_PRIMITIVES) &&
    isUpTo(payloadBytes, 0, MAX_BYTES)
  )
}

function isTessellation(value: unknown): value is Tessellation {
  const { domain, inputControlPoints, hull } = (value ?? {}) as Fields
  if (!isUpTo(domain, 1, 3) || !isUpTo(inputControlPoints, 0, MAX_CONTROL_POINTS)) return false
  if (hull === undefined) return true
  const { outputControlPoints, partitioning, outputPrimitive, maxTessFactor } = (hull ?? {}) as Fields
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
  if (Number(element.interpolation) > INTERPOLATION_MODE.LinearNoperspectiveSample) return false
  if (rows! < 1 || cols! < 1 || cols! > 4 || indexes.length !== rows || !indexes.every(n => small(n) && n >= 0))
    return false
  const { startCol } = element as Readonly<Record<string, number>>
  if (startRow! >= 0 && (startCol! < 0 || startCol! + cols! > 4 || startRow! + rows! > REGISTERS)) return false
  if (kind === SEMANTIC_KIND.Arbitrary) return true
  if (parseSemantic(name).kind !== kind) return false
  if (kind === SEMANTIC_KIND.Target) return indexes.every((n, i) => n === startRow! + i)
  return MANY.has(kind!) || indexes.every(n => n === 0)
}

/** Of a signature. */
const REGISTERS = 32

/** System values of which there may be several, told apart by their index. */
const MANY: ReadonlySet<number> = new Set([
  ...[SEMANTIC_KIND.ClipDistance, SEMANTIC_KIND.CullDistance, SEMANTIC_KIND.TessFactor],
  SEMANTIC_KIND.InsideTessFactor,
])
