// A module of the IR as LLVM text: opaque pointers, target types for resources, intrinsics of LLVM's DirectX target (docs/ir.md).
// Invariant: importing the text gives an equal module, and printing that gives the same text.

import type { Func, Value } from '../../ir/function.ts'
import type { GlobalVariable } from '../../ir/globals.ts'
import type { EntryPoint, Module } from '../../ir/module.ts'
import { stageOfPrefix } from '../../spec/stages.ts'
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

/** Fields of a resource that its record leaves out: given by its place, by the text's own positions, or said elsewhere. */
const NOT_RECORDED = ['id', 'pos']

/** The whole module. */
export function printIr(m: Module, options: PrintOptions = {}): string {
  const context = contextOf(m, options)
  const bodies = m.functions.map((f, i) => functionText(context, f, i))
  const head = [
    `target datalayout = "${DATA_LAYOUT}"`,
    `target triple = "dxil-pc-shadermodel${m.target.major}.${m.target.minor}-${stageOfPrefix(m.target.stage)!.name}"`,
  ]
  const named = namedMetadata(context)
  const sections = [
    head,
    context.types.definitions,
    [...stringLines(context), ...m.globals.map(g => globalLine(context, g))],
    ...bodies,
    m.functions.map((f, i) => `attributes #${i} = { ${attributes(m, f)} }`),
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
  for (const f of m.functions) names.take(f.name)
  const pool = new MetadataPool()
  const globals = m.globals.map(g => `@${nameText(names.take(g.name === '' ? 'global' : g.name))}`)
  const strings = m.resources.map(r => `@${nameText(names.take(`${r.name}.str`))}`)
  const records = m.resources.map((r, i) => pool.node([`ptr ${strings[i]}`, ...fieldOperands(pool, r, NOT_RECORDED)]))
  return { m, types: new TypeSpeller(m), pool, globals, strings, records, properties: options.properties }
}

function functionText(context: PrintContext, f: Func, number: number): string[] {
  const { types } = context
  const params = f.params.map((t, i) => `${types.ir(t)}${f.isDeclaration ? '' : ` %${paramName(i)}`}`)
  const head = `${types.ir(f.result)} @${nameText(f.name)}(${params.join(', ')}) #${number}`
  return f.isDeclaration ? [`declare ${head}`] : [`define ${head} {`, ...functionBody(context, f), '}']
}

const stringLines = ({ m, strings }: PrintContext): string[] =>
  m.resources.map(
    (r, i) =>
      `${strings[i]} = private unnamed_addr constant [${stringBytes(r.name)} x i8] c"${escaped(r.name)}\\00", align 1`,
  )

function globalLine(context: PrintContext, g: GlobalVariable): string {
  const { m, types, globals } = context
  const type = types.ir(g.valueType)
  const reference = globals[g.id]!
  const end = `, align ${alignmentOf(m, g.valueType)}`
  if (g.space === 3) return `${reference} = internal addrspace(3) global ${type} undef${end}`
  const shape = m.types.shape(g.valueType)
  const element = shape.kind === 'array' ? types.ir(shape.element) : type
  const list = (g.values ?? []).map(v => `${element} ${constantText(context, v)}`).join(', ')
  const values = g.values === undefined ? 'undef' : `[${list}]`
  return `${reference} = internal unnamed_addr constant ${type} ${values}${end}`
}

function attributes(m: Module, f: Func): string {
  const words: [string, string][] = []
  const entry = m.entryOf(f)
  if (entry?.func === f) words.push(...entryAttributes(entry))
  else if (entry) words.push(['dxilkit.patchconstant', ''])
  if (f.scope >= 0) words.push(['dxilkit.scope', String(f.scope)])
  if (f.history.length > 0) words.push(['dxilkit.passes', f.history.join(',')])
  return words.map(([key, value]) => `"${key}"="${escaped(value)}"`).join(' ')
}

function entryAttributes(e: EntryPoint): [string, string][] {
  const words: [string, string][] = [
    ['hlsl.numthreads', e.numThreads.join(',')],
    ['hlsl.shader', e.stage],
  ]
  if (e.waveSize !== undefined) words.push(['hlsl.wavesize', e.waveSize.join(',')])
  if (e.name !== e.func.name) words.unshift(['dxilkit.entry', e.name])
  return words
}

function namedMetadata({ m, pool, records, globals }: PrintContext): string[] {
  const lines: string[] = []
  const flags = moduleFlags(m).map(([name, value]) => pool.node(['i32 1', stringOperand(name), `i32 ${value}`]))
  if (flags.length > 0) lines.push(`!llvm.module.flags = !{${flags.join(', ')}}`)
  lines.push(`!dxilkit.module = !{${recordOperand(pool, moduleFacts(m, globals))}}`)
  const heap = m.heapTypes.map(({ resource, isSampler }) =>
    pool.node([`i1 ${isSampler}`, ...fieldOperands(pool, resource, NOT_RECORDED)]),
  )
  if (heap.length > 0) lines.push(`!dxilkit.heapTypes = !{${heap.join(', ')}}`)
  if (m.debug) lines.push(`!dxilkit.debug = !{${recordOperand(pool, m.debug)}}`)
  if (records.length > 0) lines.push(`!dxilkit.resources = !{${records.join(', ')}}`)
  return lines
}

/** What the rest of the text does not say. Names of globals only where they had to be changed to be unique. */
function moduleFacts(m: Module, globals: readonly string[]): object {
  const renamed = m.globals.some(g => globals[g.id] !== `@${nameText(g.name)}`)
  return {
    phase: m.phase,
    entry:
      m.entries[0] && rest(m.entries[0], ['name', 'stage', 'pos', 'func', 'patchConstant', 'numThreads', 'waveSize']),
    binding: m.options.binding,
    globalNames: renamed ? m.globals.map(g => g.name) : undefined,
    memberUses: m.memberUses.length > 0 ? m.memberUses : undefined,
  }
}

/** The fields of an object but those; undefined when none are left. */
function rest(object: object, without: readonly string[]): object | undefined {
  const fields = Object.entries(object).filter(([key, value]) => !without.includes(key) && value !== undefined)
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
