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
import { copiedPlace } from '../storage/copied_places.ts'
import { newStorage, newVariable } from '../storage/load_store.ts'
import { incomingPayload } from '../storage/mesh_payloads.ts'
import { nodeParameter } from '../storage/nodes.ts'
import { notePayload } from '../storage/payloads.ts'
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
export function lowerEntry(lowerer: Lowerer): void {
  lowerer.debug?.enterFunction(lowerer.program.entry, lowerer.module.target.stage === 'lib' ? mangled : undefined)
  const uniforms = declareUniforms(lowerer)
  initialiseStatics(lowerer)
  if (lowerer.program.io) lowerer.varyings = new ShaderVaryings(lowerer, lowerer.program.io)
  lowerFunction(lowerer, lowerer.program.entry, uniforms)
  rememberDiscards(lowerer)
  placeInputs(lowerer)
}

/**
 * Inputs come from where DXC has them: at the last static variable or, without any, the last parameter that is read, unless something without a place
 * stands in front of them there.
 */
function placeInputs(lowerer: Lowerer): void {
  const { debug } = lowerer
  if (!debug || isMemoryInFront(lowerer) || areBuffersInFront(lowerer)) return
  const { f } = lowerer.b
  const { params } = lowerer.program.entry
  const inputs: Value[] = []
  let last = 0
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v))
      if (f.op(v) === Op.Dx && f.loc(v) === 0) {
        inputs.push(v)
        if (f.isUsed(v)) last = Math.max(last, ...f.debugRows!.of(v).map(row => debug.argumentOf(row.variable)))
      }
  const pos = debug.lastStatic || (params[last - 1] ?? params.findLast(p => p.mode === 'in') ?? params.at(-1))?.pos
  if (pos) for (const v of inputs) f.setLoc(v, lowerer.b.locationOf(pos))
}

/** Memory that DXC keeps: what operations write through arguments, what is indexed by values, and matrices of the signature. */
function isMemoryInFront(lowerer: Lowerer): boolean {
  const { f } = lowerer.b
  const { params } = lowerer.program.entry
  if (lowerer.hasOutArguments || params.some(p => p.type.kind === 'matrix')) return true
  const isIndexed = (v: Value): boolean => f.users(v).some(u => f.op(u) === Op.Gep && f.operands(u)[1]! >= 0)
  if (params.some(p => p.mode !== 'in')) return params.some(p => p.mode === 'inout' && p.type.kind !== 'object')
  for (let v = f.first(f.blocks[0]!); v !== NO_VALUE; v = f.next(v))
    if (f.op(v) === Op.Alloca && isIndexed(v)) return true
  return false
}

/** Handles of single constant buffers come first, with a place only where the entry point has no variable of its own in memory. */
function areBuffersInFront(lowerer: Lowerer): boolean {
  const { f } = lowerer.b
  const buffers = new Set(lowerer.module.resources.filter(r => r.class === 'cbv' && r.rangeSize === 1).map(r => r.id))
  const hasHandle = f.blocks.some(b => {
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v))
      if (f.op(v) === Op.Handle && buffers.has(f.aux(v))) return true
    return false
  })
  return (
    hasHandle && (lowerer.program.entry.params.some(p => p.type.kind !== 'struct') || lowerer.debug!.hasLocals(f.scope))
  )
}

/**
 * Lowers a hull shader's patch constant function, whose program the lowerer has entered.
 * @param entry the varyings of the shader's entry point
 */
export function lowerPatchConstant(lowerer: Lowerer, entry: Varyings | undefined): void {
  lowerer.debug?.enterFunction(lowerer.program.entry, mangled)
  initialiseStatics(lowerer)
  const io = lowerer.program.io?.patchConstant
  if (io && entry instanceof ShaderVaryings) lowerer.varyings = new ShaderVaryings(lowerer, io, entry)
  lowerFunction(lowerer, lowerer.program.entry, new Map())
}

/** A function that the pipeline calls: parameters come in, the body runs, results go out. */
function lowerFunction(lowerer: Lowerer, f: FunctionSymbol, uniforms: ReadonlyMap<ParamSymbol, Place>): void {
  const variables = new Map<ParamSymbol, Place>()
  for (const [i, param] of f.params.entries())
    variables.set(param, parameterPlace(lowerer, f, param, i, uniforms.get(param)))
  if (lowerer.debug) declareParams(lowerer, variables)
  const frame = newFrame(lowerer, f, undefined, variables as Map<ParamSymbol, Place>)
  const result = runFrame(lowerer, frame)
  lowerer.varyings?.storeResult(f.returnType, result)
  if (lowerer.program.isExported && result.length > 0) storeResult(lowerer, result)
  for (const [i, param] of f.params.entries())
    if (param.mode !== 'in' && !isStream(param.type) && !isMeshParam(lowerer, param)) {
      const place = variables.get(param)!
      lowerer.varyings?.storeParam(
        i,
        param,
        place.kind === 'memory' ? loadOutputs(lowerer, place) : lowerer.load(place),
      )
    }
  lowerer.varyings?.storeClipDistances()
  // What is left to do belongs to the end of the function.
  if (frame.endPos > 0) lowerer.b.pos = frame.endPos
}

function declareParams(lowerer: Lowerer, variables: ReadonlyMap<ParamSymbol, Place>): void {
  for (const [i, param] of lowerer.program.entry.params.entries()) {
    const place = variables.get(param)
    if (place) lowerer.debug?.declare(param, place, i + 1)
  }
}

/** Outputs of a mesh shader are written in place, not at its end. */
const isMeshParam = (lowerer: Lowerer, { role }: ParamSymbol): boolean =>
  role !== undefined && lowerer.program.stage === 'ms'

/** The payload where it lies; a copy of it where the shader writes to it. */
function payloadPlace(lowerer: Lowerer, f: FunctionSymbol, param: ParamSymbol): Place {
  const payload = incomingPayload(lowerer, param.name, param.type)
  if (!lowerer.scanner.factsOf(f).modified.has(param)) return payload
  const copy = newVariable(
    lowerer,
    param.name,
    param.type,
    lowerer.scanner.factsOf(f).indexed.has(param),
    param.precise,
  )
  lowerer.store(copy, lowerer.load(payload))
  return copy
}

function parameterPlace(
  lowerer: Lowerer,
  f: FunctionSymbol,
  param: ParamSymbol,
  i: number,
  uniform: Place | undefined,
): Place {
  if (takesParameters(lowerer.program)) return bindPassed(lowerer, i, param)
  if (isNodeObject(param.type)) return nodeParameter(lowerer, param)
  if (isStream(param.type)) {
    const number = f.params.slice(0, i).filter(p => isStream(p.type)).length
    return streamPlace(lowerer, param.type, number)
  }
  const facts = lowerer.scanner.factsOf(f)
  const output = lowerer.varyings?.outputPlace(i, param)
  if (output) return output
  if (param.role === 'payload' && lowerer.program.stage === 'ms') return payloadPlace(lowerer, f, param)
  const packed = facts.indexed.has(param)
  const isModified = facts.modified.has(param)
  if (uniform && !isModified) return uniform
  const isRead = !uniform && param.mode === 'in' && !isModified
  const inPlace = packed || containsArray(param.type) || isPatch(param.type)
  const input = isRead && inPlace ? lowerer.varyings?.inputPlace(i, param) : undefined
  if (input) return input
  const values = uniform ? lowerer.load(uniform) : parameterValues(lowerer, param, i)
  if (!packed && !isModified && !containsArray(param.type)) return valuesPlace(param.type, values)
  const place = newVariable(lowerer, param.name, param.type, packed, param.precise)
  if (param.mode !== 'out') lowerer.store(place, values)
  return place
}

function storeResult(lowerer: Lowerer, result: readonly Value[]): void {
  const { b } = lowerer
  const type = lowerer.program.entry.returnType
  if (hasResultParameter(lowerer.program)) {
    const pointer = b.param(0)
    lowerer.store({ kind: 'aggregate', type, pointer, path: [], precise: false }, result)
  } else b.result = registerValue(lowerer, type, result)
}

/** A parameter of an exported function or ray tracing shader. What comes by its address is in the caller's memory. */
function passedParameter(lowerer: Lowerer, index: number, param: ParamSymbol): Place {
  const { b } = lowerer
  const at = index + (hasResultParameter(lowerer.program) ? 1 : 0)
  const type = b.f.params[at]!
  const value = b.param(at)
  if (lowerer.module.types.shape(type).kind === 'pointer')
    return { kind: 'aggregate', type: passedType(param.type), pointer: value, path: [], precise: param.precise }
  return valuesPlace(param.type, scalarsOf(lowerer, value, param.type))
}

/** Patches are arrays of control points. */
const passedType = (type: Type): Type => (isPatch(type) ? array(type.element!, type.count) : type)

/** Parameters that are written are those of the caller when they go out, else copies. */
function bindPassed(lowerer: Lowerer, index: number, param: ParamSymbol): Place {
  lowerer.b.pos = param.pos
  notePayload(lowerer, param.type)
  const facts = lowerer.scanner.factsOf(lowerer.program.entry)
  const place = passedParameter(lowerer, index, param)
  const isFixed = param.mode !== 'in' || !facts.modified.has(param)
  if (isFixed && (place.kind === 'aggregate' || !facts.indexed.has(param))) return place
  const copy = newStorage(lowerer, param, facts)
  lowerer.store(copy, lowerer.load(place))
  return copy
}

/** Static variables that the entry reaches, in order of declaration, then those inside functions. */
function initialiseStatics(lowerer: Lowerer): void {
  const { globals, modified, indexed } = lowerer.facts
  copyWrittenConstants(lowerer)
  const declared = lowerer.program.globals.filter(g => g.kind === 'var' && globals.has(g))
  const ordered = new Set([...declared, ...globals])
  for (const g of ordered) {
    if (g.kind !== 'var' || g.type.kind === 'string' || (g.storage !== 'static' && g.storage !== 'static-local'))
      continue
    if (g.constant && !modified.has(g)) {
      lowerer.debug?.constantGlobal(g)
      continue
    }
    lowerer.b.pos = g.pos
    const isLate = lowerer.scanner.isLate(g)
    if (lowerer.sharedStatics.has(g) && lowerer.scanner.needsCode(g)) {
      shareLate(lowerer, g)
      if (!isLate) initialiseOnce(lowerer, g, () => initialValues(lowerer, g, g.init!))
    }
    if (lowerer.shared.has(g)) continue
    if (isLate) {
      lowerer.store(onceGuard(lowerer, g), [lowerer.b.i32(0)])
      continue
    }
    const copied = g.init && !modified.has(g) ? copiedPlace(lowerer, g, g.init) : undefined
    if (copied) {
      lowerer.own.set(g, copied)
      lowerer.debug?.declareStatic(g, copied)
      continue
    }
    const first = g.init && initialValues(lowerer, g, g.init)
    if (lowerer.sharedStatics.has(g)) {
      const values = first ?? zeroLeaves(lowerer, g.type)
      if (values.every(v => v < 0)) {
        lowerer.shared.set(g, sharedVariable(lowerer, g, values))
        continue
      }
    }
    if (modified.has(g) || indexed.has(g) || containsArray(g.type)) {
      lowerer.debug?.declareStatic(g, variablePlace(lowerer, g))
      if (first) lowerer.store(variablePlace(lowerer, g), first)
      else storeZeros(lowerer, variablePlace(lowerer, g), g.type)
      continue
    }
    lowerer.own.set(g, valuesPlace(g.type, first ?? zeroLeaves(lowerer, g.type)))
    lowerer.debug?.declareStatic(g, lowerer.own.get(g)!)
  }
}

/** What a static variable begins with. Functions of other libraries cannot be called that early. */
function initialValues(lowerer: Lowerer, g: VarSymbol, init: Expr): readonly Value[] {
  const first = lowerer.keptCalls.length
  const values = lowerer.value(init)
  const called = new Set(lowerer.keptCalls.slice(first).map(({ callee }) => callee))
  for (const [{ body }, func] of lowerer.keptFunctions)
    if (!body && called.has(func)) lowerer.diagnostics.report('E2640', g, { name: g.name })
  return values
}

/** Constants that FXC's language lets a shader write to: each is a variable that begins with what the buffer holds. */
function copyWrittenConstants(lowerer: Lowerer): void {
  for (const symbol of lowerer.facts.modified) {
    if (symbol.storage !== 'cbuffer') continue
    lowerer.b.pos = symbol.pos
    const values = lowerer.load(blockMember(lowerer, symbol))
    const place = newVariable(lowerer, symbol.name, symbol.type, lowerer.facts.indexed.has(symbol), symbol.precise)
    lowerer.store(place, values)
    lowerer.own.set(symbol, place)
  }
}

function parameterValues(lowerer: Lowerer, param: ParamSymbol, index: number): readonly Value[] {
  lowerer.b.pos = param.pos
  if (lowerer.varyings) return lowerer.varyings.load(index, param)
  if (param.mode !== 'in') {
    lowerer.unsupported(`an ${param.mode} parameter`, param, `the entry point of a ${lowerer.program.stage} shader`)
    return lowerer.undefined(param.type)
  }
  return systemValue(lowerer, param.type, param.semantic, param)
}

/** Leaves of a parameter or of a field, by its semantic; structs go field by field. */
function systemValue(
  lowerer: Lowerer,
  type: Type,
  semantic: string | undefined,
  at: { readonly name: string; readonly pos: number; readonly end: number },
): readonly Value[] {
  if (type.kind === 'struct')
    return allFields(type).flatMap(f => systemValue(lowerer, f.type, f.semantic ?? semantic, f))
  const row = semantic === undefined ? undefined : SYSTEM_VALUES.get(semantic.toLowerCase().replace(/0$/, ''))
  if (!row || leafCount(type) > row[1]) {
    const what = semantic === undefined ? `parameter '${at.name}' without a system value` : `semantic '${semantic}'`
    lowerer.unsupported(what, at, `the entry point of a ${lowerer.program.stage} shader`)
    return lowerer.undefined(type)
  }
  return leavesOf(type).map((leaf, i) => {
    const v = lowerer.b.early(Op.Dx, I32, row[1] === 1 ? [] : [lowerer.b.i32(i)], row[0])
    if (leaf.kind !== 'scalar') return v
    return isInt(lowerer.ir(leaf)) && lowerer.ir(leaf) === I32 ? v : convertScalar(lowerer, v, UINT, leaf)
  })
}
