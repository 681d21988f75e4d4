// Entry points of work graph nodes: what their attributes and parameters say, under DXC's rules.

import {
  LAUNCH_MODES,
  type LaunchMode,
  NODE_IO,
  type NodeIo,
  type NodeName,
  type NodeObjectName,
  type NodeObjectRole,
  type NodeRecord,
  type NodeShader,
  nodeObjectRow,
} from '../../../spec/node_objects.ts'
import { parseSemantic } from '../../../spec/semantics.ts'
import { structuredLayout } from '../../tree/layout.ts'
import { isNodeObject, nodeFlags, nodeRowOf, tracksSharing } from '../../tree/nodes.ts'
import type { Attribute, FunctionSymbol, ParamSymbol } from '../../tree/typed.ts'
import { allFields, type Field, innermost, type StructType, type Type } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'
import { shownType, typeName } from '../core/type_names.ts'

/** What a node says of itself; what is wrong with it is reported. */
export function nodeShader(checker: Checker, entry: FunctionSymbol): NodeShader {
  const launch = launchOf(entry)
  checkGroup(checker, entry, launch)
  checkGrids(checker, entry, launch)
  if (entry.returnType.kind !== 'void') report(checker, 'E2488', entry, { stage: 'node' })
  checkParameters(checker, entry, launch)
  const given = numbersOf(entry)
  const share = last(entry.attributes, 'nodeshareinputof')
  const own = last(entry.attributes, 'nodeid')
  const outputs = entry.params.filter(p => roleOf(p.type) === 'output')
  return {
    launch,
    isProgramEntry: last(entry.attributes, 'nodeisprogramentry') !== undefined,
    id: own ? nodeName(own) : { name: entry.name, index: 0 },
    localRootArguments: given('nodelocalrootargumentstableindex')?.[0] ?? -1,
    shareInputOf: share && nodeName(share),
    dispatchGrid: given('nodedispatchgrid'),
    maxDispatchGrid: given('nodemaxdispatchgrid'),
    maxRecursionDepth: given('nodemaxrecursiondepth')?.[0] ?? 0,
    inputs: entry.params.filter(p => roleOf(p.type) === 'input').map(p => nodeInput(checker, p)),
    outputs: outputs.map(p => nodeOutput(checker, p, outputs)),
  }
}

const last = (attributes: readonly Attribute[] | undefined, name: string): Attribute | undefined =>
  attributes?.findLast(a => a.name === name)

const roleOf = (type: Type): NodeObjectRole | undefined => nodeRowOf(type)?.role

function launchOf(entry: FunctionSymbol): LaunchMode {
  const word = last(entry.attributes, 'nodelaunch')?.args[0]
  return LAUNCH_MODES.find(m => m.name === word)?.name ?? 'broadcasting'
}

const numbersOf =
  (entry: FunctionSymbol) =>
  (name: string): number[] | undefined =>
    last(entry.attributes, name)?.args.map(Number)

const nodeName = ({ args }: Attribute): NodeName => ({ name: String(args[0]), index: Number(args[1] ?? 0) >>> 0 })

// ---- inputs and outputs --------------------------------------------------------------------------------------------------------------

function nodeInput(checker: Checker, p: ParamSymbol): NodeIo {
  const limit = last(p.attributes, 'maxrecords')?.args[0]
  return {
    flags: flagsOf(p) | (p.globallyCoherent ? NODE_IO.GloballyCoherent : 0),
    record: recordOf(checker, p.type),
    maxRecords: limit === undefined ? undefined : Number(limit),
    sharedWith: undefined,
    arraySize: 0,
    allowSparse: false,
    target: undefined,
  }
}

function nodeOutput(checker: Checker, p: ParamSymbol, outputs: readonly ParamSymbol[]): NodeIo {
  const isUnbounded = last(p.attributes, 'unboundedsparsenodes') !== undefined
  const shared = last(p.attributes, 'maxrecordssharedwith')?.args[0]
  const target = last(p.attributes, 'nodeid')
  const size = Number(last(p.attributes, 'nodearraysize')?.args[0] ?? 0) >>> 0
  return {
    flags: flagsOf(p),
    record: recordOf(checker, p.type),
    maxRecords: shared === undefined ? Number(last(p.attributes, 'maxrecords')?.args[0] ?? 0) : undefined,
    sharedWith: shared === undefined ? undefined : outputs.findIndex(o => o.name === shared),
    arraySize: isUnbounded ? 0xffffffff : size,
    allowSparse: isUnbounded || last(p.attributes, 'allowsparsenodes') !== undefined,
    target: target ? nodeName(target) : { name: p.name, index: 0 },
  }
}

const flagsOf = ({ type }: ParamSymbol): number => (isNodeObject(type) ? nodeFlags(type) : 0)

function recordOf(checker: Checker, type: Type): NodeRecord | undefined {
  const element = isNodeObject(type) ? type.element : undefined
  if (element?.kind !== 'struct') return undefined
  const { size, alignment } = structuredLayout(element, checker.options.native16Bit)
  return { bytes: size, alignment, grid: gridOf(checker, element) }
}

const isGrid = ({ semantic }: Field): boolean => semantic !== undefined && parseSemantic(semantic).name === GRID
const GRID = 'SV_DispatchGrid'

/** The field SV_DispatchGrid, at any depth. */
function gridOf(checker: Checker, type: StructType): NodeRecord['grid'] {
  const { offsets } = structuredLayout(type, checker.options.native16Bit)
  for (const [i, field] of allFields(type).entries()) {
    if (isGrid(field)) return { offset: offsets[i]!, ...gridShape(field.type) }
    const inner = field.type.kind === 'struct' ? gridOf(checker, field.type) : undefined
    if (inner) return { ...inner, offset: offsets[i]! + inner.offset }
  }
  return undefined
}

function gridShape(type: Type): { readonly bits: 16 | 32; readonly components: number } {
  const element = type.kind === 'array' || type.kind === 'vector' ? type.element : type
  const bits = element.kind === 'scalar' && element.name === 'uint16_t' ? 16 : 32
  return { bits, components: type.kind === 'array' || type.kind === 'vector' ? type.size : 1 }
}

// ---- rules ---------------------------------------------------------------------------------------------------------------------------

/** A message with a note where the launch mode was given. */
function noteLaunch(checker: Checker, entry: FunctionSymbol, error: ReturnType<typeof report>): void {
  const at = last(entry.attributes, 'nodelaunch')
  if (at) note(checker, error, 'N2600', at, { what: 'Launch type' })
}

function checkGroup(checker: Checker, entry: FunctionSymbol, launch: LaunchMode): void {
  const threads = last(entry.attributes, 'numthreads')
  if (launch !== 'thread') {
    if (!threads) report(checker, 'E2604', entry, { name: entry.name, launch, attribute: 'numthreads' })
  } else if (threads?.args.some(n => Number(n) !== 1)) noteLaunch(checker, entry, report(checker, 'E2603', threads, {}))
}

function checkGrids(checker: Checker, entry: FunctionSymbol, launch: LaunchMode): void {
  const { name } = entry
  const grid = last(entry.attributes, 'nodedispatchgrid')
  const most = last(entry.attributes, 'nodemaxdispatchgrid')
  const counted = { found: false }
  if (launch !== 'broadcasting')
    for (const at of [grid, most]) {
      if (at) noteLaunch(checker, entry, report(checker, 'E2605', at, { attribute: at.name, launch: 'broadcasting' }))
    }
  else {
    if (!grid && !most) report(checker, 'E2606', entry, { name })
    if (grid && most) {
      const error = report(checker, 'E2607', most, { name, first: most.name, second: grid.name })
      note(checker, error, 'N2600', grid, { what: grid.name })
    }
    for (const p of entry.params) if (roleOf(p.type) === 'input') checkGridFields(checker, p, counted)
    if (most && !counted.found) report(checker, 'E2608', entry, { name })
  }
  for (const p of entry.params) if (roleOf(p.type) === 'output') checkGridFields(checker, p, { found: false })
}

/** A record has at most one SV_DispatchGrid, of the right type. */
function checkGridFields(checker: Checker, p: ParamSymbol, state: { found: boolean; at?: Field }): void {
  const walk = (type: StructType): void => {
    if (type.base) walk(type.base)
    for (const field of type.fields) {
      if (isGrid(field)) {
        const at = field.semanticSpan ?? field
        if (state.found) {
          const error = report(checker, 'E2609', at, {})
          if (state.at)
            note(checker, error, 'N2600', state.at.semanticSpan ?? state.at, { what: 'other SV_DispatchGrid' })
        } else if (!isGridType(field.type)) {
          const error = report(checker, 'E2610', at, { type: typeName(checker, field) })
          note(checker, error, 'N2600', p, { what: 'NodeInput/Output record' })
        }
        if (!state.found) state.at = field
        state.found = true
      }
      if (field.type.kind === 'struct') walk(field.type)
    }
  }
  const element = isNodeObject(p.type) ? p.type.element : undefined
  if (element?.kind === 'struct') walk(element)
}

function isGridType(type: Type): boolean {
  const isMany = type.kind === 'vector' || type.kind === 'array'
  const element = isMany ? type.element : type
  return element.kind === 'scalar' && /^uint(16_t)?$/.test(element.name) && (!isMany || type.size <= 3)
}

function checkParameters(checker: Checker, entry: FunctionSymbol, launch: LaunchMode): void {
  const mode = LAUNCH_MODES.find(m => m.name === launch)!
  let inputs = 0
  for (const p of entry.params) {
    const role = roleOf(p.type)
    if (role === 'input' && isNodeObject(p.type)) {
      const { name } = p.type
      if (!fitsLaunch(name, launch))
        noteLaunch(checker, entry, report(checker, 'E2611', p, { type: name, launch, inputs: mode.inputs }))
      if (++inputs > 1) report(checker, 'E2612', p, { name: entry.name })
    }
    checkParameterAttributes(checker, p, role, launch)
    checkNodeArray(checker, p)
    checkSharedLimit(checker, entry, p)
    const mayTrack = isNodeObject(p.type) && (p.type.name === 'RWDispatchNodeInputRecord' || !tracksSharing(p.type))
    if (role === 'input' && !mayTrack) report(checker, 'E2621', p, {})
    checkSystemValue(checker, p, launch)
  }
}

/** An input's granularity is that of the launch mode; what is empty comes to groups. */
function fitsLaunch(name: NodeObjectName, launch: LaunchMode): boolean {
  const { flags } = nodeObjectRow(name)!
  const wanted = { broadcasting: NODE_IO.Granularity, coalescing: 0x40, thread: 0x20 }[launch]
  return (flags & NODE_IO.Empty ? 0x40 : flags & NODE_IO.Granularity) === wanted
}

const ONLY_ON_OUTPUTS = ['maxrecordssharedwith', 'allowsparsenodes', 'nodearraysize', 'unboundedsparsenodes'] as const
const ONLY_ON_ARRAYS: readonly string[] = ['nodearraysize', 'unboundedsparsenodes']

function checkParameterAttributes(
  checker: Checker,
  p: ParamSymbol,
  role: NodeObjectRole | undefined,
  launch: LaunchMode,
): void {
  const limit = last(p.attributes, 'maxrecords')
  if (limit && role === 'input' && launch !== 'coalescing') report(checker, 'E2613', limit, {})
  if (limit && role !== 'input' && role !== 'output') report(checker, 'E2615', limit, { attribute: "'MaxRecords'" })
  const isArray = ((nodeRowOf(p.type)?.flags ?? 0) & NODE_IO.Array) !== 0
  for (const name of ONLY_ON_OUTPUTS) {
    const at = last(p.attributes, name)
    if (!at) continue
    const attribute = `'${name === 'nodearraysize' ? 'NodeArraySize' : name}'`
    if (role !== 'output') report(checker, 'E2616', at, { attribute })
    else if (!isArray && ONLY_ON_ARRAYS.includes(name)) report(checker, 'E2614', at, { attribute })
  }
  checkUnbounded(checker, p)
}

function checkUnbounded(checker: Checker, { attributes }: ParamSymbol): void {
  const unbounded = last(attributes, 'unboundedsparsenodes')
  const size = last(attributes, 'nodearraysize')
  if (!unbounded || !size || Number(size.args[0]) === -1) return
  note(checker, report(checker, 'E2617', size, { count: Number(size.args[0]) }), 'N2017', unbounded, {})
}

function checkNodeArray(checker: Checker, p: ParamSymbol): void {
  const inner = innermost(p.type)
  if (p.type.kind !== 'array' || !isNodeObject(inner)) return
  const error = report(checker, 'E2618', p, { what: 'entry parameter', type: shownType(p.type) })
  if (/^(Empty)?NodeOutput$/.test(inner.name)) note(checker, error, 'N2601', p, { name: inner.name })
}

function checkSharedLimit(checker: Checker, entry: FunctionSymbol, p: ParamSymbol): void {
  const shared = last(p.attributes, 'maxrecordssharedwith')
  if (!shared) return
  if (shared.args[0] !== p.name && !entry.params.some(o => o.name === shared.args[0] && roleOf(o.type) === 'output'))
    report(checker, 'E2619', shared, {})
}

/** System values that a launch mode does not have. */
function checkSystemValue(checker: Checker, p: ParamSymbol, launch: LaunchMode): void {
  const { name, kind } = p.semantic === undefined ? { name: '', kind: undefined } : parseSemantic(p.semantic)
  if (p.semantic === undefined || launch === 'broadcasting') return
  const isAllowed =
    launch === 'thread' ? kind === undefined || !/^SV_/i.test(name) : /^SV_(GroupIndex|GroupThreadID)$/i.test(name)
  const shown = launch === 'thread' ? 'Thread' : 'Coalescing'
  if (!isAllowed) report(checker, 'E2627', p, { semantic: p.semantic.replace(/\d+$/, ''), launch: shown })
}
