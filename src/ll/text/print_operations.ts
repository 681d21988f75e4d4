// Resource and DXIL operations as calls: llvm.dx.resource.* with vectors as LLVM has them, @dx.op.* for what already is a DXIL operation.
// Our IR is scalar: vectors are put together in front of a store and taken apart behind a load by lines that import drops again.

import { NO_VALUE, type Value } from '../../ir/function.ts'
import type { Resource } from '../../ir/module.ts'
import { Flag, Op, rawAlignment, rawCount } from '../../ir/ops.ts'
import { overloadSuffix, statusElement } from '../../ir/result_types.ts'
import { F32, HANDLE, I1, type Type, VOID } from '../../ir/types.ts'
import { DxilOp, dxilOpRow } from '../../spec/dxil_ops.ts'
import { type ResourceClass, UNBOUNDED } from '../../spec/resource_classes.ts'
import { RESOURCE_KINDS, type ResourceKindRow } from '../../spec/resource_kinds.ts'
import type { FunctionText } from './function_text.ts'
import { alignmentOf, rangeText } from './print_context.ts'
import { elementCount, mangledScalar } from './print_types.ts'
import { nameText, resourceCallee } from './spelling.ts'

const CLASS_NUMBER: Readonly<Record<ResourceClass, number>> = { srv: 0, uav: 1, cbv: 2, sampler: 3 }

/** Coordinates and texel offsets as the calls write them: cubes have three of each. */
function shapeOf(resource: Resource | undefined): ResourceKindRow {
  const row = RESOURCE_KINDS[resource?.kind ?? 'Texture3D']
  return row.offsets > 0 ? row : RESOURCE_KINDS.Texture3D
}

type Writer = (p: FunctionText, v: Value) => void

export function printOperation(p: FunctionText, v: Value): void {
  const write = WRITERS[p.f.op(v)]
  if (write) write(p, v)
  else p.line(`; ${p.f.op(v)}`)
}

const WRITERS: Readonly<Record<number, Writer>> = {
  [Op.Handle]: printHandle,
  [Op.HandleFromHeap]: printHeapHandle,
  [Op.HandleFromValue]: printValueHandle,
  // Exported functions of libraries have scalar parameters and results, which the function type does not show.
  [Op.Call]: (p, v) => {
    const callee = calleeName(p, v)
    const call = `call ${p.type(v)} @${nameText(callee)}(${operandTexts(p, v, 0).join(', ')})`
    if (p.f.type(v) === VOID) p.line(`${call}${p.attachments(v)}`)
    else p.result(v, call)
  },
  [Op.BreakCond]: (p, v) => p.result(v, `call i1 @dx.break(${p.f.aux(v) === 0 ? '' : `i32 ${p.f.aux(v)}`})`),
  [Op.Precise]: (p, v) => p.line(`call void @dx.attribute.precise(${p.typed(p.f.operandAt(v, 0))})${p.attachments(v)}`),
  [Op.NonUniformIndex]: (p, v) =>
    p.result(v, `call ${p.type(v)} @llvm.dx.resource.nonuniformindex(${p.typed(p.f.operandAt(v, 0))})`),
  [Op.LoadTyped]: (p, v) => printLoad(p, v, 'load.typedbuffer', elementCount(resourceOf(p, v)), operandTexts(p, v, 1)),
  [Op.LoadRaw]: (p, v) => {
    const [, index, offset] = p.f.operands(v) as [Value, Value, Value]
    const element = elementType(p, v)
    printLoad(p, v, 'load.rawbuffer', rawCount(p.f.aux(v)), [p.typed(index), p.typed(offset)], alignNote(p, v, element))
  },
  [Op.StoreTyped]: (p, v) => {
    const [, index, ...values] = p.f.operands(v) as [Value, Value, ...Value[]]
    printStore(p, v, 'store.typedbuffer', [p.typed(index), vectorOf(p, values)])
  },
  [Op.StoreRaw]: (p, v) => {
    const [, index, offset, ...values] = p.f.operands(v) as [Value, Value, Value, ...Value[]]
    const note = alignNote(p, v, p.context.m.typeOf(p.f, values[0]!))
    printStore(p, v, 'store.rawbuffer', [p.typed(index), p.typed(offset), vectorOf(p, values)], note)
  },
  [Op.LoadTexture]: printLoadTexture,
  [Op.StoreTexture]: (p, v) => {
    const [, x, y, z, ...rest] = p.f.operands(v) as [Value, Value, Value, Value, ...Value[]]
    const { coords } = shapeOf(resourceOf(p, v))
    const sample = rest.slice(4).map(s => p.typed(s))
    const at = vectorOf(p, [x, y, z].slice(0, coords))
    printStore(p, v, 'store.texture', [at, vectorOf(p, rest.slice(0, 4)), ...sample])
  },
  [Op.LoadCBufferRow]: printRow,
  [Op.UpdateCounter]: (p, v) => printValue(p, v, 'updatecounter', [`i8 ${p.f.aux(v)}`]),
  [Op.AtomicBinOp]: (p, v) => printValue(p, v, 'atomic.binop', [`i32 ${p.f.aux(v)}`, ...operandTexts(p, v, 1)]),
  [Op.AtomicCmpXchg]: (p, v) => printValue(p, v, 'atomic.compare.exchange', operandTexts(p, v, 1)),
  [Op.GetDimensions]: (p, v) => {
    const mip = operandTexts(p, v, 1)
    p.result(v, call(p, p.type(v), 'getdimensions', '', v, mip))
  },
  [Op.Extract]: printExtract,
  [Op.Dx]: printDx,
}

function calleeName({ context, f }: FunctionText, v: Value): string {
  const callee = context.m.functions[f.aux(v)]
  return (callee && context.functions.get(callee)) ?? 'missing'
}

const resourceOf = (p: FunctionText, v: Value): Resource | undefined => p.handles.resource(p.f.operandAt(v, 0))

const operandTexts = (p: FunctionText, v: Value, from: number): string[] =>
  p.f
    .operands(v)
    .slice(from)
    .map(o => p.typed(o))

/** Mangled spelling of the handle operand of v. */
const handleName = (p: FunctionText, v: Value): string =>
  p.handles.of(p.context.types, p.f.operandAt(v, 0))?.mangled ?? 's_dx.types.Handles'

/** `call RESULT @llvm.dx.resource.NAME.OVERLOAD.HANDLE(handle, args)` */
function call(p: FunctionText, result: string, name: string, overload: string, v: Value, args: string[]): string {
  const callee = resourceCallee(`${name}${overload === '' ? '' : `.${overload}`}.${handleName(p, v)}`)
  return `call ${result} ${callee}(${[p.typed(p.f.operandAt(v, 0)), ...args].join(', ')})`
}

/** Element type of a load's result. */
function elementType(p: FunctionText, v: Value): Type {
  const shape = p.context.m.types.shape(p.f.type(v))
  return shape.kind === 'struct' ? shape.elements[0]! : p.f.type(v)
}

const vectorText = (n: number, element: string): string => (n === 1 ? element : `<${n} x ${element}>`)

/** `, !dxilkit.align` where the alignment is not the size of a component. */
function alignNote(p: FunctionText, v: Value, element: Type): string[] {
  const align = rawAlignment(p.f.aux(v))
  return align === alignmentOf(p.context.m, element) ? [] : [`!dxilkit.align ${p.context.pool.node([`i32 ${align}`])}`]
}

// ---- loads ----

function printLoad(
  p: FunctionText,
  v: Value,
  name: string,
  wanted: number,
  args: string[],
  notes: readonly string[] = [],
): void {
  const extracts = p.f.users(v).filter(u => p.f.op(u) === Op.Extract && p.f.aux(u) < statusElement(wanted))
  const count = extracts.reduce((n, u) => Math.max(n, p.f.aux(u) + 1), wanted)
  const element = p.context.types.ir(elementType(p, v))
  const values = vectorText(count, element)
  const struct = `{ ${values}, i1 }`
  p.loads.set(v, { struct, values, count })
  const overload = `${count === 1 ? '' : `v${count}`}${mangledScalar(element)}`
  const end = p.attachments(v, notes)
  const whole = p.define(`${call(p, struct, name, overload, v, args)}${end}`)
  p.setValue(v, whole)
  if (count > 1 && extracts.length > 0) p.setPart(v, p.define(`extractvalue ${struct} ${whole}, 0`))
}

function printLoadTexture(p: FunctionText, v: Value): void {
  const [, mip, x, y, z, ox, oy, oz] = p.f.operands(v) as [Value, Value, Value, Value, Value, Value, Value, Value]
  const resource = resourceOf(p, v)
  const { coords, offsets, isMultisampled } = shapeOf(resource)
  const at = vectorOf(p, [x, y, z].slice(0, coords))
  const moved = vectorOf(p, [ox, oy, oz].slice(0, offsets))
  const name = isMultisampled ? 'load.ms' : 'load.level'
  printLoad(p, v, name, elementCount(resource), [at, p.typed(mip), moved])
}

function printRow(p: FunctionText, v: Value): void {
  const shape = p.context.m.types.shape(p.f.type(v))
  const elements = shape.kind === 'struct' ? shape.elements.map(e => p.context.types.ir(e)) : []
  const result = `{ ${elements.join(', ')} }`
  p.loads.set(v, { struct: result, values: '', count: 0 })
  const overload = elements.map(mangledScalar).join('.')
  p.result(v, call(p, result, `load.cbufferrow.${elements.length}`, overload, v, operandTexts(p, v, 1)))
}

/** Element i of a result: of a vector behind a load, of a struct else; behind the last the status of a load, printed as the check it feeds. */
function printExtract(p: FunctionText, v: Value): void {
  const { f } = p
  const from = f.operandAt(v, 0)
  const loaded = p.loads.get(from)
  const i = f.aux(v)
  if (!loaded || loaded.count === 0)
    p.result(v, `extractvalue ${loaded?.struct ?? p.type(from)} ${p.value(from)}, ${i}`)
  else if (i < statusElement(loaded.count) && loaded.count === 1)
    p.result(v, `extractvalue ${loaded.struct} ${p.value(from)}, 0`)
  else if (i < statusElement(loaded.count)) p.result(v, `extractelement ${loaded.values} ${p.part(from)}, i32 ${i}`)
  else if (feedsCheck(p, v)) p.setPart(v, `extractvalue ${loaded.struct} ${p.value(from)}, 1`)
  else p.result(v, `call i32 @dxilkit.resource.status(${loaded.struct} ${p.value(from)})`)
}

/** True when the only thing done with a status is the check right behind it. */
function feedsCheck(p: FunctionText, status: Value): boolean {
  const next = p.f.next(status)
  if (next === NO_VALUE || p.f.op(next) !== Op.Dx || p.f.aux(next) !== DxilOp.CheckAccessFullyMapped) return false
  return p.f.operandAt(next, 0) === status && p.f.singleUser(status) === next
}

// ---- stores ----

function printStore(p: FunctionText, v: Value, name: string, args: string[], notes: readonly string[] = []): void {
  p.line(`${call(p, 'void', name, '', v, args)}${p.attachments(v, notes)}`)
}

function printValue(p: FunctionText, v: Value, name: string, args: string[]): void {
  p.result(v, call(p, p.type(v), name, name === 'updatecounter' ? '' : mangledScalar(p.type(v)), v, args))
}

/** `<n x T> value` of scalars: a constant as far as they are constants, the rest inserted. */
function vectorOf(p: FunctionText, values: readonly Value[]): string {
  if (values.length === 1) return p.typed(values[0]!)
  const element = p.type(values[0]!)
  const vector = `<${values.length} x ${element}>`
  let text: string
  if (values.every(v => p.context.m.constants.isUndef(v))) text = 'undef'
  else if (values.some(v => v < 0))
    text = `<${values.map(v => (v < 0 ? `${element} ${p.value(v)}` : `${element} poison`)).join(', ')}>`
  else text = 'poison'
  values.forEach((v, i) => {
    if (v > 0) text = p.define(`insertelement ${vector} ${text}, ${element} ${p.value(v)}, i32 ${i}`)
  })
  return `${vector} ${text}`
}

// ---- handles ----

function printHandle(p: FunctionText, v: Value): void {
  const { m } = p.context
  const resource = m.resources[p.f.aux(v)]
  if (!resource) p.result(v, `call ${p.context.types.handle()} @dxilkit.handle(i32 ${p.f.aux(v)})`)
  else if (m.isResourcesLowered) printDxHandle(p, v, resource)
  else printBoundHandle(p, v, resource)
}

/** An index from the start of the range, and the range by its registers or by its place among those without. */
function printBoundHandle(p: FunctionText, v: Value, resource: Resource): void {
  const { m } = p.context
  const index = p.typed(p.f.operandAt(v, 0))
  const { text, mangled } = p.context.types.resource(resource)
  const space = resource.binding?.space ?? resource.space ?? 0
  const lower = resource.binding?.lower ?? resource.register
  const name = lower === undefined ? 'handlefromimplicitbinding' : 'handlefrombinding'
  const place = lower === undefined ? [implicitOrder(m.resources, resource), space] : [space, lower]
  const args = [...place, rangeText(resource)].map(n => `i32 ${n}`)
  const list = [...args, index, `ptr ${p.context.strings[resource.id]}`].join(', ')
  p.result(v, `call ${text} ${resourceCallee(`${name}.${mangled}`)}(${list})`)
}

/** Position among the resources without a register, as declared. */
const implicitOrder = (list: readonly Resource[], r: Resource): number =>
  list.slice(0, r.id).filter(other => other.register === undefined).length

/** A handle whose index is absolute: createHandle, or from shader model 6.6 on createHandleFromBinding and annotateHandle. */
function printDxHandle(p: FunctionText, v: Value, r: Resource): void {
  const { m, records, types } = p.context
  const index = p.typed(p.f.operandAt(v, 0))
  const nonUniform = `i1 ${(p.f.flags(v) & Flag.NON_UNIFORM) !== 0}`
  const classNumber = CLASS_NUMBER[r.class]
  const end = p.attachments(v, [`!dxilkit.resource ${records[r.id]}`])
  if (!m.atLeast(6)) {
    const id = m.resources.filter(o => o.class === r.class && o.binding && o.id < r.id).length
    const args = `i32 57, i8 ${classNumber}, i32 ${id}, ${index}, ${nonUniform}`
    p.setValue(v, p.define(`call ${p.context.types.handle()} @dx.op.createHandle(${args})${end}`))
    return
  }
  const lower = r.binding?.lower ?? 0
  const upper = r.rangeSize === UNBOUNDED ? -1 : (lower + r.rangeSize - 1) | 0
  const bind = `${types.define('dx.types.ResBind', '{ i32, i32, i32, i8 }')} { i32 ${lower | 0}, i32 ${upper}, i32 ${(r.binding?.space ?? 0) | 0}, i8 ${classNumber} }`
  const handle = p.define(
    `call ${p.context.types.handle()} @dx.op.createHandleFromBinding(i32 217, ${bind}, ${index}, ${nonUniform})${end}`,
  )
  annotate(p, v, handle, r)
}

/** Behind a handle of SM 6.6: what it is a handle of. */
function annotate(p: FunctionText, v: Value, handle: string, r: Resource): void {
  const { properties, types } = p.context
  p.setValue(v, handle)
  if (!properties) return
  const [first, second] = properties(r)
  const words = `${types.define('dx.types.ResourceProperties', '{ i32, i32 }')} { i32 ${first | 0}, i32 ${second | 0} }`
  p.setValue(
    v,
    p.define(`call ${p.context.types.handle()} @dx.op.annotateHandle(i32 216, %dx.types.Handle ${handle}, ${words})`),
  )
}

/** The attachment says which of the module's heap types it is. */
function printHeapHandle(p: FunctionText, v: Value): void {
  const { m, types, pool } = p.context
  const row = m.heapTypes[p.f.aux(v)]
  const index = p.typed(p.f.operandAt(v, 0))
  const end = p.attachments(v, [`!dxilkit.heap ${pool.node([`i32 ${p.f.aux(v)}`])}`])
  if (!row || !m.isResourcesLowered) {
    const { text, mangled } = row ? types.resource(row.resource) : { text: '%dx.types.Handle', mangled: 'unknown' }
    p.setValue(v, p.define(`call ${text} ${resourceCallee(`handlefromheap.${mangled}`)}(${index})${end}`))
    return
  }
  const nonUniform = `i1 ${(p.f.flags(v) & Flag.NON_UNIFORM) !== 0}`
  const args = `i32 218, ${index}, i1 ${row.isSampler}, ${nonUniform}`
  annotate(p, v, p.define(`call ${p.context.types.handle()} @dx.op.createHandleFromHeap(${args})${end}`), row.resource)
}

/** A handle that memory held or a choice gave, as what the row of the module's heap types says. */
function printValueHandle(p: FunctionText, v: Value): void {
  const { m, types, pool } = p.context
  const row = m.heapTypes[p.f.aux(v)]
  const { text, mangled } =
    row && !m.isResourcesLowered ? types.resource(row.resource) : { text: types.handle(), mangled: 'value' }
  const end = p.attachments(v, [`!dxilkit.heap ${pool.node([`i32 ${p.f.aux(v)}`])}`])
  const of = p.typed(p.f.operandAt(v, 0))
  p.setValue(v, p.define(`call ${text} ${resourceCallee(`handlefromvalue.${mangled}`)}(${of})${end}`))
}

// ---- DXIL operations ----

function printDx(p: FunctionText, v: Value): void {
  const { f } = p
  const opcode = f.aux(v)
  const status = f.operandCount(v) > 0 ? f.operandAt(v, 0) : NO_VALUE
  if (isFoldedCheck(p, v, status)) {
    p.result(v, p.part(status))
    return
  }
  const args = f
    .operands(v)
    .map(o => (p.context.m.typeOf(f, o) === HANDLE ? `${p.context.types.handle()} ${p.part(o)}` : p.typed(o)))
  const name = dxName(p, v)
  const text = `call ${p.fast(v)}${p.type(v)} @${name}(${[`i32 ${opcode}`, ...args].join(', ')})`
  if (f.type(v) === VOID) p.line(`${text}${p.attachments(v)}`)
  else p.result(v, text)
}

/** True for a check that its status' line already says. */
function isFoldedCheck(p: FunctionText, v: Value, status: Value): boolean {
  const { f } = p
  if (f.aux(v) !== DxilOp.CheckAccessFullyMapped || f.op(status) !== Op.Extract || f.prev(v) !== status) return false
  const loaded = p.loads.get(f.operandAt(status, 0))
  return loaded !== undefined && loaded.count > 0 && feedsCheck(p, status)
}

/** dx.op.CLASS.OVERLOAD; only decoration, the opcode says all. */
function dxName(p: FunctionText, v: Value): string {
  const row = dxilOpRow(p.f.aux(v))
  if (!row) return 'dx.op.unknown'
  const [, , opClass, signature, overloads] = row
  if (overloads === 'v') return `dx.op.${opClass}`
  return `dx.op.${opClass}.${overloadSuffix(overloadOf(p, v, signature))}`
}

function overloadOf(p: FunctionText, v: Value, signature: string): Type {
  const { m } = p.context
  const open = signature.indexOf('(')
  const result = signature.slice(0, open)
  if (result === '$o') return p.f.type(v)
  if (result === '$vec9') return F32
  if (result === '$r' || result === '$cb') return elementType(p, v)
  const params = signature.slice(open + 1, -1).split(', ')
  const at = params.findIndex(param => param.startsWith('$o '))
  return at >= 0 && at < p.f.operandCount(v) ? m.typeOf(p.f, p.f.operandAt(v, at)) : I1
}
