// The entry point: its attributes and signature, what it reaches, recursion, groupshared size.

import { looseLimit, nearest } from '../../../base/nearest.ts'
import { table } from '../../../base/table.ts'
import type { Span } from '../../../diag/sources.ts'
import { attributeRow } from '../../../spec/hlsl_attributes.ts'
import { parseSemantic } from '../../../spec/semantics.ts'
import { type GroupLimits, stageOf } from '../../../spec/stages.ts'
import { structuredLayout } from '../../tree/layout.ts'
import { isNodeObject } from '../../tree/nodes.ts'
import { elementOf, isNumeric, unpacked } from '../../tree/numeric.ts'
import type { Attribute, FunctionSymbol, ParamSymbol, Program, VarSymbol } from '../../tree/typed.ts'
import { allFields, innermost, type Type } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'
import { refuseElements } from '../core/long_vectors.ts'
import type { FunctionEntity } from '../core/scopes.ts'
import { checkAvailableTypes, requireNodes } from '../symbols/availability.ts'
import { refuseFieldRegisters } from '../symbols/bindings.ts'
import { meshShader } from '../symbols/mesh.ts'
import { checkProfile } from '../symbols/shader_stages.ts'
import { checkWaveSizes } from '../symbols/wave_size.ts'
import { geometryState, refusePrimitives } from './geometry.ts'
import { nodeShader } from './node_entries.ts'
import {
  preferEarlySemantics,
  refuseOutput,
  reportInvalidSemantic,
  reportMissingSemantic,
  type SemanticPlace,
} from './semantic_messages.ts'
import { checkVoid, shaderIo } from './shader_io.ts'
import {
  checkPatchConstant,
  checkPatchParams,
  checkPatchStage,
  checkTessellation,
  patchConstantFunction,
  tessellationOf,
} from './tessellation.ts'

/** Finds and checks the entry; undefined after reporting. */
export function checkEntry(checker: Checker): Program | undefined {
  checker.earlierErrors = checker.diagnostics.errorCount
  const { entry: name, stage } = checker.options
  const found = checker.global.own(name)
  const defined = found?.kind === 'functions' ? found.list.filter(e => e.symbol && e.hasBody && isExternal(e)) : []
  const entity = defined[0]
  if (!entity?.symbol) {
    // Other errors may be why it is not there. Nothing in the source is to blame, so the start of the main file stands for it.
    if (checker.diagnostics.errorCount > 0) return undefined
    reportNoEntry(checker, name)
    return undefined
  }
  if (defined.length > 1) {
    const error = report(checker, 'E2312', defined[1]!.decl.nameSpan, { name })
    note(checker, error, 'N2002', entity.decl.nameSpan, {})
    return undefined
  }
  // DXC looks at the parameters of other shaders in the source, too.
  for (const { symbol, hasBody } of checker.functions)
    if (hasBody && symbol !== entity.symbol && symbol?.attributes.some(a => a.name === 'shader'))
      checkLongVectors(checker, symbol)
  return entryProgram(checker, entity, entity.symbol, stage)
}

/** What only this source sees is not there for an entry. */
export const isExternal = ({ decl }: FunctionEntity): boolean =>
  !decl.modifiers.some(m => m.name === 'static' || m.name === 'inline')

function reportNoEntry(checker: Checker, name: string): void {
  const pos = checker.diagnostics.sources.files[0]?.base ?? 0
  const error = report(checker, 'E2300', { pos, end: pos }, {})
  const declared = checker.global.own(name)
  const prototype = declared?.kind === 'functions' ? declared.list[0] : undefined
  if (prototype) return void note(checker, error, 'N2065', prototype.decl.nameSpan, { name })
  const near = nearEntry(checker, name)
  if (near) note(checker, error, 'N2064', near.decl.nameSpan, { entry: name, name: near.name })
  else note(checker, error, 'N2075', { pos, end: pos }, { name })
}

/** The function that was meant: of a similar name, else the only one that nothing calls. */
function nearEntry(checker: Checker, name: string): FunctionEntity | undefined {
  const called = new Set(checker.functions.flatMap(f => [...f.calls.keys()]))
  const free = checker.functions.filter(f => f.hasBody && f.symbol && f.scope === checker.global && !called.has(f))
  const wanted = name.toLowerCase()
  const containing = free.filter(f => f.name.toLowerCase().includes(wanted))
  if (containing.length === 1) return containing[0]
  const guess = nearest(
    name,
    free.map(f => f.name),
    looseLimit(name),
  )
  return free.find(f => f.name === guess) ?? (free.length === 1 ? free[0] : undefined)
}

/** A function as the entry point of a stage. */
export function entryProgram(checker: Checker, entity: FunctionEntity, symbol: FunctionSymbol, stage: string): Program {
  const reached = reachable(checker, entity)
  if (stage === 'node') requireNodes(checker, symbol)
  for (const one of asVisited(entity, reached)) {
    const { symbol: each, late } = one
    checkAvailableTypes(checker, one)
    for (const { type } of each?.params ?? []) refuseFieldRegisters(checker, type)
    if (each) refuseFieldRegisters(checker, each.returnType)
    if (each && !(stage === 'gs' && each === symbol)) refusePrimitives(checker, each)
    for (const complain of late) complain(stage, symbol)
  }
  checkProfile(checker, symbol)
  checkStageAttributes(checker, symbol, stage)
  if (stage !== 'lib') checkLongVectors(checker, symbol)
  const patchConstant =
    stage === 'hs' || stage === 'ds' ? patchStage(checker, entity, symbol, stage, reached) : undefined
  const group = stageOf(stage)?.group
  const node = stage === 'node' ? nodeShader(checker, symbol) : undefined
  const numThreads = group && groupThreads(checker, symbol, stage, group)
  if (stage === 'cs' || node) checkComputeSignature(checker, symbol, stage)
  if (group) {
    const used = new Set<VarSymbol>()
    for (const { shared } of reached) for (const variable of shared) used.add(variable)
    refuseLargeGroup(checker, symbol, used, group)
  }
  if (stage !== 'ms') refuseMeshOutputs(checker, symbol)
  const mesh = meshShader(checker, symbol, stage)
  const isPatchStage = stage === 'hs' || stage === 'ds'
  const io =
    checker.earlierErrors > 0 || ((isPatchStage || stage === 'node') && checker.diagnostics.errorCount > 0)
      ? undefined
      : shaderIo(checker, symbol, stage, entity.decl.attributes, patchConstant)
  const tessellation = tessellationOf(symbol, stage)
  if (tessellation && io && checker.diagnostics.errorCount === 0) checkTessellation(checker, symbol, tessellation, io)
  return {
    entry: symbol,
    stage,
    globals: checker.globals,
    numThreads,
    groupSharedLimit: group && groupSharedLimit(checker, symbol.attributes),
    waveSize: stage === 'cs' || stage === 'lib' || node ? waveSize(checker, symbol.attributes) : undefined,
    rootSignature: rootSignature(symbol.attributes),
    defaultMatrixOrientation: checker.options.packMatrix,
    multipliesPowers: checker.options.hlslVersion <= 2016,
    io,
    earlyDepthStencil: last(symbol.attributes, 'earlydepthstencil') !== undefined,
    includesHelperLanes:
      stage === 'ps' &&
      checker.options.shaderModel.minor >= 7 &&
      last(symbol.attributes, 'waveopsincludehelperlanes') !== undefined,
    tessellation,
    patchConstant,
    mesh,
    node,
    geometry: stage === 'gs' ? geometryState(checker, symbol, io) : undefined,
  }
}

/** Signatures, payloads and attributes have none. */
function checkLongVectors(checker: Checker, symbol: FunctionSymbol, what = 'entry function'): void {
  for (const param of symbol.params) refuseElements(checker, param.type, `${what} parameters`, param)
  refuseElements(checker, symbol.returnType, `${what} return type`, symbol)
}

/** Hull and domain shaders: the patch constant function, if the stage has one and nothing is wrong with it. */
function patchStage(
  checker: Checker,
  entity: FunctionEntity,
  symbol: FunctionSymbol,
  stage: string,
  reached: readonly FunctionEntity[],
): FunctionSymbol | undefined {
  checkPatchStage(checker, symbol, stage)
  if (checker.diagnostics.errorCount > 0) return undefined
  const patch = stage === 'hs' ? patchConstantFunction(checker, symbol) : undefined
  if (patch?.symbol) checkLongVectors(checker, patch.symbol, 'patch constant function')
  const both = patch?.symbol ? [patch.symbol, symbol].sort((a, b) => a.pos - b.pos) : [symbol]
  for (const each of both) {
    checkPatchParams(checker, each)
    if (checker.diagnostics.errorCount > 0) return undefined
  }
  if (patch) checkPatchConstant(checker, entity, patch, reached, reachable(checker, patch))
  return patch?.symbol
}

/** Everything the entry calls, directly or not; reports recursion and functions without a body. */
export function reachable(checker: Checker, entry: FunctionEntity): FunctionEntity[] {
  if (entry.calls.size + checker.globalCalls.size === 0) return [entry]
  const done: FunctionEntity[] = []
  const state = new Map<FunctionEntity, 'open' | 'done'>()
  const stack: { entity: FunctionEntity; calls: Iterator<[FunctionEntity, Span]> }[] = []
  const open = (entity: FunctionEntity): void => {
    state.set(entity, 'open')
    stack.push({ entity, calls: entity.calls[Symbol.iterator]() })
  }
  open(entry)
  const others = checker.globalCalls.keys()
  for (;;) {
    const top = stack[stack.length - 1]
    if (!top) {
      const other = others.next()
      if (other.done) break
      if (!state.has(other.value)) open(other.value)
      continue
    }
    const next = top.calls.next()
    if (next.done) {
      state.set(top.entity, 'done')
      done.push(top.entity)
      stack.pop()
      continue
    }
    const [callee, at] = next.value
    const seen = state.get(callee)
    if (seen === 'open') reportRecursion(checker, entry, callee, at)
    else if (seen === undefined) {
      // A library that is linked with this one may have it.
      if (!callee.hasBody && checker.options.stage !== 'lib') report(checker, 'E2175', at, { name: callee.name })
      open(callee)
    }
  }
  return done
}

/** The functions reached in the order in which DXC looks for what the shader model lacks: callers first, a function's last call first. */
function asVisited(entry: FunctionEntity, reached: readonly FunctionEntity[]): Iterable<FunctionEntity> {
  if (reached.length === 1) return reached
  const order = new Set<FunctionEntity>()
  const open = [entry]
  for (let at = open.pop(); at; at = open.pop()) {
    if (order.has(at)) continue
    order.add(at)
    open.push(...at.calls.keys())
  }
  for (const one of reached) order.add(one)
  return order
}

const shown = ({ symbol, name }: FunctionEntity): string => symbol?.qualifiedName ?? name

function reportRecursion(checker: Checker, entry: FunctionEntity, callee: FunctionEntity, at: Span): void {
  const place = { pos: callee.decl.pos, end: callee.decl.nameSpan.end }
  const error = report(checker, 'E2174', place, { caller: shown(entry), name: shown(callee) })
  note(checker, error, 'N2066', place, {})
  note(checker, error, 'N2012', at, {})
}

/** The words of a mesh shader's outputs ask for arrays in every stage. */
function refuseMeshOutputs(checker: Checker, { params }: FunctionSymbol): void {
  for (const param of params)
    if (param.role !== undefined && param.role !== 'payload' && (param.type.kind !== 'array' || param.type.size < 0))
      report(checker, 'E2421', param, { what: param.role })
}

function groupThreads(
  checker: Checker,
  symbol: FunctionSymbol,
  stage: string,
  group: GroupLimits,
): readonly [number, number, number] | undefined {
  const attribute = last(symbol.attributes, 'numthreads')
  // Nodes without groups of their own are one thread; the other ones' lack is reported with their launch mode.
  if (!attribute) return stage === 'node' ? [1, 1, 1] : undefined
  if (attribute.args.length !== 3) {
    report(checker, 'E2303', attribute, { name: 'numthreads', problem: 'requires exactly 3 arguments' })
    return undefined
  }
  const sizes = attribute.args.map(Number)
  const size = sizes.reduce((product, n) => product * n, 1)
  const axis = sizes.findIndex((n, i) => n > group.sizes[i]!)
  if (axis >= 0) report(checker, 'E2310', symbol, { axis: 'XYZ'[axis]!, size: sizes[axis]!, limit: group.sizes[axis]! })
  else if (size > group.threads) report(checker, 'E2428', symbol, { size, limit: group.threads })
  return [sizes[0]!, sizes[1]!, sizes[2]!]
}

function last(attributes: readonly Attribute[], name: string): Attribute | undefined {
  for (let i = attributes.length - 1; i >= 0; i--) if (attributes[i]!.name === name) return attributes[i]
  return undefined
}

function waveSize(checker: Checker, attributes: readonly Attribute[]): readonly [number, number, number] | undefined {
  const attribute = last(attributes, 'wavesize')
  if (!attribute) return undefined
  checkWaveSizes(checker, attributes, true)
  const other = attributes.find(a => a.name === 'wavesize' && a.args.join() !== attribute.args.join())
  if (other) report(checker, 'E2328', other, { stage: 'wavesize', other: 'wavesize' })
  const [min = 0, max = 0, preferred = 0] = attribute.args.map(Number)
  // A range of one size is that size alone.
  return max === min ? [min, 0, 0] : [min, max, preferred]
}

/** [GroupSharedLimit(bytes)], which replaces the stage's limit; older shader models do not look at it. */
const groupSharedLimit = (checker: Checker, attributes: readonly Attribute[]): number | undefined => {
  const attribute = checker.options.shaderModel.minor < 10 ? undefined : last(attributes, 'groupsharedlimit')
  return attribute && Number(attribute.args[0])
}

function rootSignature(attributes: readonly Attribute[]): string | undefined {
  const value = last(attributes, 'rootsignature')?.args[0]
  return typeof value === 'string' ? value : undefined
}

/** System values of compute shaders and how many components they have at most. */
const COMPUTE_SEMANTICS: ReadonlyMap<string, number> = table({
  sv_dispatchthreadid: 4,
  sv_groupid: 4,
  sv_groupthreadid: 4,
  sv_groupindex: 1,
})

function checkComputeSignature(checker: Checker, symbol: FunctionSymbol, stage: string): void {
  const { returnType, semantic } = symbol
  const before = checker.diagnostics.list.length
  if (returnType.kind === 'void' && stage === 'cs') checkVoid(checker, symbol, undefined)
  if (returnType.kind !== 'void' && stage !== 'node')
    refuseOutput(checker, symbol, symbol, { type: returnType, semantic, what: undefined })
  for (const param of symbol.params)
    if (stage !== 'node' || !isNodeObject(innermost(param.type))) checkParam(checker, symbol, param)
  preferEarlySemantics(checker, before)
}

function checkParam(checker: Checker, entry: FunctionSymbol, param: ParamSymbol): void {
  if (param.type.kind === 'error') return
  if (param.isUniform && checker.options.binding === 'slang') return
  if (param.mode !== 'in') refuseOutput(checker, entry, param, { ...param, what: undefined })
  else checkSystemValue(checker, entry, param.type, param.semantic, param)
}

function checkSystemValue(
  checker: Checker,
  entry: FunctionSymbol,
  type: Type,
  semantic: string | undefined,
  at: SemanticPlace,
): void {
  if (type.kind === 'struct' && semantic === undefined) {
    for (const field of allFields(type)) checkSystemValue(checker, entry, field.type, field.semantic, field)
    return
  }
  if (semantic === undefined) {
    reportMissingSemantic(checker, entry, at, undefined)
    return
  }
  const size = COMPUTE_SEMANTICS.get(parseSemantic(semantic).name.toLowerCase())
  if (size === undefined) {
    reportInvalidSemantic(checker, entry, at, semantic, 'CSIn')
    return
  }
  const element = elementOf(type)
  const fits = isNumeric(type) && type.kind !== 'matrix' && (type.kind === 'scalar' || type.size <= size)
  if (fits && element && /^(bool|u?int|u?int16_t|u?int64_t|min16u?int|min12int)$/.test(unpacked(element).name)) return
  const wanted = size === 1 ? 'type uint' : 'type uint, uint2 or uint3'
  report(checker, 'E2309', at, { semantic, wanted })
}

/** Attributes that other stages own; where they imply the stage, one has its way. */
function checkStageAttributes(checker: Checker, symbol: FunctionSymbol, stage: string): void {
  if (checker.options.stage === 'lib' && !last(symbol.attributes, 'shader')) return
  for (const attribute of symbol.attributes) {
    const stages = attributeRow(attribute.name)?.stages
    if (stages && !stages[0].includes(stage) && !(checker.options.stage === 'lib' && stages[0].endsWith(' any')))
      report(checker, stages[2] ?? 'E2323', attribute, { name: attribute.name, stages: stages[1] })
  }
}

/** Reports more group-shared memory than there may be. */
function refuseLargeGroup(
  checker: Checker,
  symbol: FunctionSymbol,
  used: ReadonlySet<VarSymbol>,
  { sharedBytes }: GroupLimits,
): void {
  const explicit = groupSharedLimit(checker, symbol.attributes)
  const limit = explicit ?? sharedBytes
  let bytes = 0
  for (const variable of used) bytes += structuredLayout(variable.type, checker.options.native16Bit).size
  const which = explicit === undefined ? 'maximum' : 'explicit limit'
  if (bytes > limit) report(checker, 'E2307', symbol, { name: symbol.name, bytes, which, limit })
}
