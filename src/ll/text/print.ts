// A module of the IR as LLVM text: opaque pointers, target types for resources, intrinsics of LLVM's DirectX target (docs/ir.md).
// Invariant: importing the text gives an equal module, and printing that gives the same text.

import type { Func, Value } from '../../ir/function.ts'
import type { GlobalVariable } from '../../ir/globals.ts'
import type { EntryPoint, HeapType, Module, PayloadType, Resource } from '../../ir/module.ts'
import { stageOfPrefix } from '../../spec/stages.ts'
import { type EntryFact, type FunctionFact, type ModuleFact, nothingLeft, type RecordedOption } from './fields.ts'
import { MetadataPool, stringOperand } from './metadata_pool.ts'
import { alignmentOf, constantText, type PrintContext, type Properties } from './print_context.ts'
import { functionBody, instructionLines, paramName } from './print_function.ts'
import { TypeSpeller } from './print_types.ts'
import { fieldOperands, recordOperand } from './records.ts'
import { escaped, nameText, stringBytes, UniqueNames } from './spelling.ts'

export interface PrintOptions {
  /** What annotateHandle says of a resource; without it lowered handles are printed without that call. */
  readonly properties?: Properties
}

/** Of clang for the DirectX target. */
const DATA_LAYOUT = 'e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64'

/** Fields of a resource that its record leaves out: given by its place, or by the text's own positions. */
const NOT_RECORDED = ['id', 'pos'] as const satisfies readonly (keyof Resource)[]

/** The whole module. */
export function printIr(m: Module, options: PrintOptions = {}): string {
  const context = contextOf(m, options)
  const { stage, major, minor, ...unsaid } = m.target
  nothingLeft(unsaid)
  const bodies = m.functions.map((f, i) => functionText(context, f, i))
  const head = [
    `target datalayout = "${DATA_LAYOUT}"`,
    `target triple = "dxil-pc-shadermodel${major}.${minor}-${stageOfPrefix(stage)!.name}"`,
  ]
  const globals = [...stringLines(context), ...m.globals.map(g => globalLine(context, g))]
  const named = namedMetadata(context)
  const sections = [
    head,
    context.types.definitions,
    globals,
    ...bodies,
    m.functions.map((f, i) => `attributes #${i} = { ${attributes(context, f)} }`),
    named,
    context.pool.lines(),
  ]
  return `${sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

/** One instruction as printIr would write it, with the lines that only serve it; for messages about it. */
export const instructionText = (m: Module, f: Func, v: Value): string[] => instructionLines(contextOf(m, {}), f, v)

function contextOf(m: Module, options: PrintOptions): PrintContext {
  const names = new UniqueNames()
  const functions = new Map(m.functions.map(f => [f, names.take(f.name)]))
  const pool = new MetadataPool()
  const globals = m.globals.map(g => `@${nameText(names.take(g.name === '' ? 'global' : g.name))}`)
  const strings = m.resources.map(r => `@${nameText(names.take(`${r.name}.str`))}`)
  const records = m.resources.map((r, i) => pool.node([`ptr ${strings[i]}`, ...fieldOperands(pool, r, NOT_RECORDED)]))
  const types = new TypeSpeller(m)
  return { m, types, pool, globals, functions, strings, records, properties: options.properties }
}

function functionText(context: PrintContext, f: Func, number: number): string[] {
  const { types } = context
  const params = f.params.map((t, i) => `${types.parameter(t)}${f.isDeclaration ? '' : ` %${paramName(i)}`}`)
  const head = `${types.ir(f.result)} @${nameText(context.functions.get(f)!)}(${params.join(', ')}) #${number}`
  return f.isDeclaration ? [`declare ${head}`] : [`define ${head} {`, ...functionBody(context, f), '}']
}

const stringLines = ({ m, strings }: PrintContext): string[] =>
  m.resources.map(
    (r, i) =>
      `${strings[i]} = private unnamed_addr constant [${stringBytes(r.name)} x i8] c"${escaped(r.name)}\\00", align 1`,
  )

function globalLine(context: PrintContext, g: GlobalVariable): string {
  const { m, types, globals } = context
  const { id, name: _inTheReference, valueType, space, values: table, initial, ...unsaid } = g
  const given = table ?? initial
  nothingLeft(unsaid)
  const type = types.ir(valueType)
  const reference = globals[id]!
  const end = `, align ${alignmentOf(m, valueType)}`
  if (space === 3) return `${reference} = internal addrspace(3) global ${type} undef${end}`
  const shape = m.types.shape(valueType)
  const element = shape.kind === 'array' ? types.ir(shape.element) : type
  // Arrays that nobody wrote may be long.
  const isZero = given?.every(v => v === given[0]) && /^0(\.0+e\+00)?$/.test(constantText(context, given[0]!))
  const list = isZero ? [] : (given ?? []).map(v => `${element} ${constantText(context, v)}`)
  const values = given === undefined ? 'undef' : isZero ? 'zeroinitializer' : `[${list.join(', ')}]`
  return `${reference} = internal unnamed_addr ${initial ? 'global' : 'constant'} ${type} ${values}${end}`
}

function attributes({ m, functions }: PrintContext, f: Func): string {
  const words: [string, string][] = []
  const entry = m.entries.find(e => e.func === f)
  if (entry) words.push(...entryAttributes(entry, functions.get(f)!))
  if (functions.get(f) !== f.name) words.push(['dxilkit.name', f.name])
  for (const fact of Object.values(FUNCTION_ATTRIBUTES)) words.push(...fact(f))
  return words.map(([key, value]) => `"${key}"="${escaped(value)}"`).join(' ')
}

type Attributes = readonly [name: string, value: string][]

const FUNCTION_ATTRIBUTES: Readonly<Record<FunctionFact, (f: Func) => Attributes>> = {
  scope: f => (f.scope >= 0 ? [['dxilkit.scope', String(f.scope)]] : []),
  history: f => (f.history.length > 0 ? [['dxilkit.passes', f.history.join(',')]] : []),
}

function entryAttributes(e: EntryPoint, func: string): Attributes {
  const words: [string, string][] = [
    ['hlsl.numthreads', e.numThreads.join(',')],
    ['hlsl.shader', e.stage],
  ]
  if (e.waveSize !== undefined) words.push(['hlsl.wavesize', e.waveSize.join(',')])
  if (e.name !== func) words.unshift(['dxilkit.entry', e.name])
  return words
}

function namedMetadata(context: PrintContext): string[] {
  const { m, pool, records } = context
  const lines: string[] = []
  const list = (name: string, nodes: readonly string[]): void => {
    if (nodes.length > 0) lines.push(`!${name} = !{${nodes.join(', ')}}`)
  }
  list(
    'llvm.module.flags',
    moduleFlags(m).map(([name, value]) => pool.node(['i32 1', stringOperand(name), `i32 ${value}`])),
  )
  lines.push(`!dxilkit.module = !{${recordOperand(pool, moduleFacts(context))}}`)
  list(
    'dxilkit.heapTypes',
    m.heapTypes.map(row => heapNode(context, row)),
  )
  list(
    'dxilkit.payloads',
    m.payloads.map(row => payloadNode(context, row)),
  )
  if (m.debug) list('dxilkit.debug', [recordOperand(pool, m.debug)])
  list('dxilkit.resources', records)
  return lines
}

function heapNode({ pool }: PrintContext, { resource, isSampler, ...unsaid }: HeapType): string {
  nothingLeft(unsaid)
  return pool.node([`i1 ${isSampler}`, ...fieldOperands(pool, resource, NOT_RECORDED)])
}

function payloadNode({ pool, types }: PrintContext, { type, access, ...unsaid }: PayloadType): string {
  nothingLeft(unsaid)
  return pool.node([`${types.ir(type)} undef`, ...access.map(n => `i32 ${n}`)])
}

/** What the rest of the text does not say; what is empty is left out. */
function moduleFacts(context: PrintContext): object {
  const { m, globals, functions } = context
  const some = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined)
  const { native16Bit: _1, ieeeStrict: _2, allResourcesBound: _3, optimization: _4, ...options } = m.options
  const facts: Readonly<Record<ModuleFact, unknown>> = {
    phase: m.phase,
    options: filled(options satisfies { readonly [K in RecordedOption]?: unknown }),
    entries: some(m.entries.map(e => entryFacts(context, e))),
    callables: some(m.callables.map(({ func, ...rest }) => ({ func: functions.get(func), ...rest }))),
    memberUses: some(m.memberUses),
    companions: some(m.companions),
    // Where they are is in the source.
    memberErrors: m.memberErrors.length > 0 ? m.memberErrors.length : undefined,
    blockRegisters: m.blockRegisters && {
      slots: [...m.blockRegisters.slots].map(([resource, slot]) => ({ resource, ...slot })),
      registers: [...m.blockRegisters.registers].map(([key, register]) => ({ key, register })),
    },
    rootSignature: m.rootSignature,
    subobjects: some(m.subobjects),
  }
  // Names of globals where they had to be changed to be unique.
  const renamed = m.globals.some(g => globals[g.id] !== `@${nameText(g.name)}`)
  return { ...facts, globalNames: renamed ? m.globals.map(g => g.name) : undefined }
}

function entryFacts({ functions }: PrintContext, e: EntryPoint): object {
  const { func, patchConstant, remade = [], name: _1, stage: _2, numThreads: _3, waveSize: _4, pos: _5, ...rest } = e
  return {
    func: functions.get(func),
    patchConstant: patchConstant && functions.get(patchConstant),
    remade: remade.length > 0 ? remade.map(f => functions.get(f)) : undefined,
    ...(rest satisfies { readonly [K in EntryFact]?: unknown }),
  }
}

/** The object without fields that are undefined or false; undefined when none is left. */
function filled(object: object): object | undefined {
  const fields = Object.entries(object).filter(([, value]) => value !== undefined && value !== false)
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

function moduleFlags(m: Module): [string, number][] {
  const { native16Bit, allResourcesBound, ieeeStrict, optimization } = m.options
  const flags: [string, number][] = []
  if (native16Bit) flags.push(['dx.nativelowprec', 1])
  if (allResourcesBound) flags.push(['dx.allresourcesbound', 1])
  if (ieeeStrict) flags.push(['dxilkit.ieeestrict', 1])
  if (optimization !== 3) flags.push(['dxilkit.optimization', optimization])
  return flags
}
