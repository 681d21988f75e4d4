// The entry point: system values for its parameters, initialisation of static variables, and the body.

import { table } from '../../base/table.ts'
import { mangled } from '../../hlsl/tree/mangle.ts'
import { isNodeObject } from '../../hlsl/tree/nodes.ts'
import { isPatch } from '../../hlsl/tree/patches.ts'
import { isStream } from '../../hlsl/tree/streams.ts'
import type { Expr, FunctionSymbol, ParamSymbol, VarSymbol } from '../../hlsl/tree/typed.ts'
import { allFields, array, type Type } from '../../hlsl/tree/types.ts'
import { NO_VALUE, type Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { I32, isInt } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { hasResultParameter } from '../core/aggregate_types.ts'
import { convertScalar } from '../core/convert.ts'
import { type Lowerer, takesParameters, type Varyings } from '../core/lowerer.ts'
import { type Place, valuesPlace } from '../core/places.ts'
import { leafCount, leavesOf, UINT } from '../core/scalars.ts'
import { newFrame, runFrame } from '../expressions/calls.ts'
import { streamPlace } from '../expressions/streams.ts'
import { loadOutputs } from '../storage/cells.ts'
import { blockMember } from '../storage/constant_buffers.ts'
import { newStorage, newVariable } from '../storage/load_store.ts'
import { incomingPayload } from '../storage/mesh_payloads.ts'
import { nodeParameter } from '../storage/nodes.ts'
import { registerValue, scalarsOf } from '../storage/register_values.ts'
import {
  containsArray,
  initialiseOnce,
  onceGuard,
  sharedVariable,
  shareLate,
  variablePlace,
  zeroLeaves,
} from '../storage/variables.ts'
import { storeZeros } from '../storage/zero_arrays.ts'
import { declareUniforms } from './entry_uniforms.ts'
import { rememberDiscards } from './helper_lanes.ts'
import { ShaderVaryings } from './shader_io.ts'

/** Operations by lower-case semantic; those with several components take the component as operand. */
const SYSTEM_VALUES: ReadonlyMap<string, readonly [opcode: number, components: number]> = table({
  sv_dispatchthreadid: [DxilOp.ThreadId, 4],
  sv_groupid: [DxilOp.GroupId, 4],
  sv_groupthreadid: [DxilOp.ThreadIdInGroup, 4],
  sv_groupindex: [DxilOp.FlattenedThreadIdInGroup, 1],
})

/** Lowers the whole program into the function. */
export function lowerEntry(l: Lowerer): void {
  l.debug?.enterFunction(l.program.entry, l.module.target.stage === 'lib' ? mangled : undefined)
  const uniforms = declareUniforms(l)
  initialiseStatics(l)
  if (l.program.io) l.varyings = new ShaderVaryings(l, l.program.io)
  lowerFunction(l, l.program.entry, uniforms)
  rememberDiscards(l)
  placeInputs(l)
}

/**
 * Inputs come from where DXC has them: at the last static variable or, without any, the last parameter that is read, unless something without a place
 * stands in front of them there.
 */
function placeInputs(l: Lowerer): void {
  const { debug } = l
  if (!debug || isMemoryInFront(l) || areBuffersInFront(l)) return
  const { f } = l.b
  const { params } = l.program.entry
  const inputs: Value[] = []
  let last = 0
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v))
      if (f.op(v) === Op.Dx && f.loc(v) === 0) {
        inputs.push(v)
        if (f.isUsed(v)) last = Math.max(last, ...f.debugRows!.of(v).map(row => debug.argumentOf(row.variable)))
      }
  const pos = debug.lastStatic || (params[last - 1] ?? params.findLast(p => p.mode === 'in') ?? params.at(-1))?.pos
  if (pos) for (const v of inputs) f.setLoc(v, l.b.locationOf(pos))
}

/** Memory that DXC keeps: what operations write through arguments, what is indexed by values, and matrices of the signature. */
function isMemoryInFront(l: Lowerer): boolean {
  const { f } = l.b
  const { params } = l.program.entry
  if (l.hasOutArguments || params.some(p => p.type.kind === 'matrix')) return true
  const isIndexed = (v: Value): boolean => f.users(v).some(u => f.op(u) === Op.Gep && f.operands(u)[1]! >= 0)
  if (params.some(p => p.mode !== 'in')) return params.some(p => p.mode === 'inout' && p.type.kind !== 'object')
  for (let v = f.first(f.blocks[0]!); v !== NO_VALUE; v = f.next(v))
    if (f.op(v) === Op.Alloca && isIndexed(v)) return true
  return false
}

/** Handles of single constant buffers come first, with a place only where the entry point has no variable of its own in memory. */
function areBuffersInFront(l: Lowerer): boolean {
  const { f } = l.b
  const buffers = new Set(l.module.resources.filter(r => r.class === 'cbv' && r.rangeSize === 1).map(r => r.id))
  const hasHandle = f.blocks.some(b => {
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v))
      if (f.op(v) === Op.Handle && buffers.has(f.aux(v))) return true
    return false
  })
  return hasHandle && (l.program.entry.params.some(p => p.type.kind !== 'struct') || l.debug!.hasLocals(f.scope))
}

/**
 * Lowers a hull shader's patch constant function, whose program the lowerer has entered.
 * @param entry the varyings of the shader's entry point
 */
export function lowerPatchConstant(l: Lowerer, entry: Varyings | undefined): void {
  l.debug?.enterFunction(l.program.entry, mangled)
  initialiseStatics(l)
  const io = l.program.io?.patchConstant
  if (io && entry instanceof ShaderVaryings) l.varyings = new ShaderVaryings(l, io, entry)
  lowerFunction(l, l.program.entry, new Map())
}

/** A function that the pipeline calls: parameters come in, the body runs, results go out. */
function lowerFunction(l: Lowerer, f: FunctionSymbol, uniforms: ReadonlyMap<ParamSymbol, Place>): void {
  const variables = new Map<ParamSymbol, Place>()
  for (const [i, param] of f.params.entries()) variables.set(param, parameterPlace(l, f, param, i, uniforms.get(param)))
  if (l.debug) declareParams(l, variables)
  const frame = newFrame(l, f, undefined, variables as Map<ParamSymbol, Place>)
  const result = runFrame(l, frame)
  l.varyings?.storeResult(f.returnType, result)
  if (l.program.isExported && result.length > 0) storeResult(l, result)
  for (const [i, param] of f.params.entries())
    if (param.mode !== 'in' && !isStream(param.type) && !isMeshParam(l, param)) {
      const place = variables.get(param)!
      l.varyings?.storeParam(i, param, place.kind === 'memory' ? loadOutputs(l, place) : l.load(place))
    }
  l.varyings?.storeClipDistances()
  // What is left to do belongs to the end of the function.
  if (frame.endPos > 0) l.b.pos = frame.endPos
}

function declareParams(l: Lowerer, variables: ReadonlyMap<ParamSymbol, Place>): void {
  for (const [i, param] of l.program.entry.params.entries()) {
    const place = variables.get(param)
    if (place) l.debug?.declare(param, place, i + 1)
  }
}

/** Outputs of a mesh shader are written in place, not at its end. */
const isMeshParam = (l: Lowerer, { role }: ParamSymbol): boolean => role !== undefined && l.program.stage === 'ms'

/** The payload where it lies; a copy of it where the shader writes to it. */
function payloadPlace(l: Lowerer, f: FunctionSymbol, param: ParamSymbol): Place {
  const payload = incomingPayload(l, param.name, param.type)
  if (!l.scanner.factsOf(f).modified.has(param)) return payload
  const copy = newVariable(l, param.name, param.type, l.scanner.factsOf(f).indexed.has(param), param.precise)
  l.store(copy, l.load(payload))
  return copy
}

function parameterPlace(
  l: Lowerer,
  f: FunctionSymbol,
  param: ParamSymbol,
  i: number,
  uniform: Place | undefined,
): Place {
  if (takesParameters(l.program)) return bindPassed(l, i, param)
  if (isNodeObject(param.type)) return nodeParameter(l, param)
  if (isStream(param.type)) {
    const number = f.params.slice(0, i).filter(p => isStream(p.type)).length
    return streamPlace(l, param.type, number)
  }
  const facts = l.scanner.factsOf(f)
  const output = l.varyings?.outputPlace(i, param)
  if (output) return output
  if (param.role === 'payload' && l.program.stage === 'ms') return payloadPlace(l, f, param)
  const packed = facts.indexed.has(param)
  const isModified = facts.modified.has(param)
  if (uniform && !isModified) return uniform
  const isRead = !uniform && param.mode === 'in' && !isModified
  const inPlace = packed || containsArray(param.type) || isPatch(param.type)
  const input = isRead && inPlace ? l.varyings?.inputPlace(i, param) : undefined
  if (input) return input
  const values = uniform ? l.load(uniform) : parameterValues(l, param, i)
  if (!packed && !isModified && !containsArray(param.type)) return valuesPlace(param.type, values)
  const place = newVariable(l, param.name, param.type, packed, param.precise)
  if (param.mode !== 'out') l.store(place, values)
  return place
}

function storeResult(l: Lowerer, result: readonly Value[]): void {
  const { b } = l
  const type = l.program.entry.returnType
  if (hasResultParameter(l.program)) {
    const pointer = b.param(0)
    l.store({ kind: 'aggregate', type, pointer, path: [], precise: false }, result)
  } else b.result = registerValue(l, type, result)
}

/** A parameter of an exported function or ray tracing shader. What comes by its address is in the caller's memory. */
function passedParameter(l: Lowerer, index: number, param: ParamSymbol): Place {
  const { b } = l
  const at = index + (hasResultParameter(l.program) ? 1 : 0)
  const type = b.f.params[at]!
  const value = b.param(at)
  if (l.module.types.shape(type).kind === 'pointer')
    return { kind: 'aggregate', type: passedType(param.type), pointer: value, path: [], precise: param.precise }
  return valuesPlace(param.type, scalarsOf(l, value, param.type))
}

/** Patches are arrays of control points. */
const passedType = (type: Type): Type => (isPatch(type) ? array(type.element!, type.count) : type)

/** Parameters that are written are those of the caller when they go out, else copies. */
function bindPassed(l: Lowerer, index: number, param: ParamSymbol): Place {
  l.b.pos = param.pos
  const facts = l.scanner.factsOf(l.program.entry)
  const place = passedParameter(l, index, param)
  const isFixed = param.mode !== 'in' || !facts.modified.has(param)
  if (isFixed && (place.kind === 'aggregate' || !facts.indexed.has(param))) return place
  const copy = newStorage(l, param, facts)
  l.store(copy, l.load(place))
  return copy
}

/** Static variables that the entry reaches, in order of declaration, then those inside functions. */
function initialiseStatics(l: Lowerer): void {
  const { globals, modified, indexed } = l.facts
  copyWrittenConstants(l)
  const declared = l.program.globals.filter(g => g.kind === 'var' && globals.has(g))
  const ordered = new Set([...declared, ...globals])
  for (const g of ordered) {
    if (g.kind !== 'var' || (g.storage !== 'static' && g.storage !== 'static-local')) continue
    if (g.constant && !modified.has(g)) {
      l.debug?.constantGlobal(g)
      continue
    }
    l.b.pos = g.pos
    const isLate = l.scanner.isLate(g)
    if (l.sharedStatics.has(g) && l.scanner.needsCode(g)) {
      shareLate(l, g)
      if (!isLate) initialiseOnce(l, g, () => initialValues(l, g, g.init!))
    }
    if (l.shared.has(g)) continue
    if (isLate) {
      l.store(onceGuard(l, g), [l.b.i32(0)])
      continue
    }
    const first = g.init && initialValues(l, g, g.init)
    if (l.sharedStatics.has(g)) {
      const values = first ?? zeroLeaves(l, g.type)
      if (values.every(v => v < 0)) {
        l.shared.set(g, sharedVariable(l, g, values))
        continue
      }
    }
    if (modified.has(g) || indexed.has(g) || containsArray(g.type)) {
      l.debug?.declareStatic(g, variablePlace(l, g))
      if (first) l.store(variablePlace(l, g), first)
      else storeZeros(l, variablePlace(l, g), g.type)
      continue
    }
    l.own.set(g, valuesPlace(g.type, first ?? zeroLeaves(l, g.type)))
    l.debug?.declareStatic(g, l.own.get(g)!)
  }
}

/** What a static variable begins with. Functions of other libraries cannot be called that early. */
function initialValues(l: Lowerer, g: VarSymbol, init: Expr): readonly Value[] {
  const first = l.keptCalls.length
  const values = l.value(init)
  const called = new Set(l.keptCalls.slice(first).map(({ callee }) => callee))
  for (const [{ body }, func] of l.keptFunctions)
    if (!body && called.has(func)) l.diagnostics.report('E2640', g, { name: g.name })
  return values
}

/** Constants that FXC's language lets a shader write to: each is a variable that begins with what the buffer holds. */
function copyWrittenConstants(l: Lowerer): void {
  for (const symbol of l.facts.modified) {
    if (symbol.storage !== 'cbuffer') continue
    l.b.pos = symbol.pos
    const values = l.load(blockMember(l, symbol))
    const place = newVariable(l, symbol.name, symbol.type, l.facts.indexed.has(symbol), symbol.precise)
    l.store(place, values)
    l.own.set(symbol, place)
  }
}

function parameterValues(l: Lowerer, param: ParamSymbol, index: number): readonly Value[] {
  l.b.pos = param.pos
  if (l.varyings) return l.varyings.load(index, param)
  if (param.mode !== 'in') {
    l.unsupported(`an ${param.mode} parameter`, param, `the entry point of a ${l.program.stage} shader`)
    return l.undefined(param.type)
  }
  return systemValue(l, param.type, param.semantic, param)
}

/** Leaves of a parameter or of a field, by its semantic; structs go field by field. */
function systemValue(
  l: Lowerer,
  type: Type,
  semantic: string | undefined,
  at: { readonly name: string; readonly pos: number; readonly end: number },
): readonly Value[] {
  if (type.kind === 'struct') return allFields(type).flatMap(f => systemValue(l, f.type, f.semantic ?? semantic, f))
  const row = semantic === undefined ? undefined : SYSTEM_VALUES.get(semantic.toLowerCase().replace(/0$/, ''))
  if (!row || leafCount(type) > row[1]) {
    const what = semantic === undefined ? `parameter '${at.name}' without a system value` : `semantic '${semantic}'`
    l.unsupported(what, at, `the entry point of a ${l.program.stage} shader`)
    return l.undefined(type)
  }
  return leavesOf(type).map((leaf, i) => {
    const v = l.b.early(Op.Dx, I32, row[1] === 1 ? [] : [l.b.i32(i)], row[0])
    if (leaf.kind !== 'scalar') return v
    return isInt(l.ir(leaf)) && l.ir(leaf) === I32 ? v : convertScalar(l, v, UINT, leaf)
  })
}
