// From the IR to the container: what every source of IR shares, HLSL and text alike. Every phase of the way is one call here.

import type { BindingPolicy, BindingProblem, BindingRequest, Placement } from '../binding/binding.ts'
import { validatorAtLeast } from '../container/validator_version.ts'
import type { Diagnostic, Diagnostics } from '../diag/diagnostics.ts'
import type { Span } from '../diag/sources.ts'
import { usedResources } from '../emit/library.ts'
import type { EntryPoint, Module, Resource } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { offsetProblems } from '../passes/analyse/sample_offsets.ts'
import { type NumberedResources, numberResources, overlaps, resourceOf } from '../passes/bind/number_resources.ts'
import { type CodeProblem, checkCode } from '../passes/check/check_code.ts'
import { counterProblems } from '../passes/check/check_counters.ts'
import { sensitiveGradients } from '../passes/check/check_gradients.ts'
import { entriesWithGroupMemory } from '../passes/check/check_group_memory.ts'
import { unwrittenOutputs, unwrittenTargets } from '../passes/check/check_inputs.ts'
import { type MeshProblem, meshProblems } from '../passes/check/check_mesh.ts'
import { indexesPastEnd, lowerResources } from '../passes/legalise/lower_resources.ts'
import { type UnresolvedHandle, unresolvedHandles } from '../passes/legalise/unresolved_handles.ts'
import { vectorErrors } from '../passes/optimise/split_arrays.ts'
import { UNROLL_LIMITS, unrollProblems } from '../passes/optimise/unroll_loops.ts'
import { cleanUp, makeVectors, optimize, type Watch } from '../passes/pipeline.ts'
import { dxilOpRow } from '../spec/dxil_ops.ts'
import { UNBOUNDED } from '../spec/resource_classes.ts'
import { RESOURCE_KINDS } from '../spec/resource_kinds.ts'
import { stageOfName } from '../spec/stages.ts'
import { type EmitOptions, type Emitted, emitContainer } from './emit_container.ts'
import { isOffline } from './options.ts'
import { checkRootSignature, type ShaderRootSignature } from './root_signature.ts'

export interface BackEndOptions {
  readonly policy: BindingPolicy
  /** -auto-binding-space */
  readonly autoSpace: number
  /** -flegacy-resource-reservation */
  readonly reserveUnused?: boolean | undefined
  /** Checked against what the shader binds. */
  readonly rootSignature?: ShaderRootSignature | undefined
  /** What emission needs to know. */
  readonly emit: EmitOptions
  /** Who looks on while passes run. */
  readonly watch?: BackEndWatch | undefined
  /** Told how the resources were bound, before problems are reported; placements then say what was taken (explain). */
  readonly onBound?: ((bound: NumberedResources) => void) | undefined
}

/** A watcher of the passes, told also of the steps that work on the whole module: 'bind' and 'lower_resources'. */
export interface BackEndWatch extends Watch {
  readonly beforeModule?: (step: string, module: Module) => void
  readonly afterModule?: (step: string, module: Module) => void
}

/** Runs a phase under its name; the caller measures. */
export type Timed = <T>(phase: string, run: () => T) => T

/** Bytes: 4096 rows of 16. */
const MAX_CBUFFER = 65536
const MAX_STRUCTURED_ELEMENT = 2048

/**
 * Optimises, binds, lowers and emits, from the module's phase on; the module is changed on the way and afterwards is what was emitted.
 * Undefined when diagnostics hold an error.
 */
export function finishModule(
  module: Module,
  options: BackEndOptions,
  diagnostics: Diagnostics,
  time: Timed,
): Emitted | undefined {
  if (!finishCode(module, options, diagnostics, time)) return undefined
  return time('emit', () => emitContainer(module, options.emit))
}

/** Everything up to emission; false when diagnostics hold an error. */
function finishCode(module: Module, options: BackEndOptions, diagnostics: Diagnostics, time: Timed): boolean {
  const { watch = {} } = options
  if (module.phase !== 'lowered' && module.phase !== 'optimised') reportBound(module, diagnostics)
  if (module.phase === 'lowered') {
    time('optimise', () => optimize(module, watch))
    module.enter('optimised')
  }
  if (module.phase === 'optimised' && !bindPhase(module, options, diagnostics, time)) return false
  time('finish', () => {
    if (module.phase === 'bound') lowerPhase(module, watch)
    if (module.phase === 'resources_lowered') {
      cleanUp(module, watch)
      module.enter('finished')
    }
    warnOfCode(module, diagnostics)
    for (const problem of checkCode(module)) reportCode(problem, module, diagnostics)
    reportOutputs(module, diagnostics)
    if (!validatorAtLeast(options.emit.validator, 1, 8)) reportGuests(module, diagnostics)
    if (options.rootSignature) checkRootSignature(module, options.rootSignature, diagnostics)
    if (diagnostics.errorCount === 0) makeVectors(module)
  })
  return diagnostics.errorCount === 0
}

/** What is valid, but seldom meant. DXC says it before its validator sees the code. */
function warnOfCode(module: Module, diagnostics: Diagnostics): void {
  for (const entry of module.entries) {
    const { name, pos = 0 } = entry
    for (const target of unwrittenTargets(module, entry))
      diagnostics.report('W3075', { pos, end: pos + name.length }, { name: target })
  }
  for (const pos of sensitiveGradients(module)) diagnostics.report('W3074', { pos, end: pos }, {})
}

/** Stages that have derivatives from shader model 6.6 on, which the tables of functions did not know before validator version 1.8. */
const GUESTS: ReadonlySet<string> = new Set(['compute', 'mesh', 'amplification'])

function reportGuests(module: Module, diagnostics: Diagnostics): void {
  for (const { stage, func: f, pos } of module.entries) {
    if (!GUESTS.has(stage)) continue
    const uses = f.blocks.some(b => {
      for (let v = f.first(b); v !== 0; v = f.next(v))
        if (f.op(v) === Op.Dx && dxilOpRow(f.aux(v))?.[9].includes('gradient')) return true
      return false
    })
    const at = pos ?? 0
    if (uses) diagnostics.report('E3068', { pos: at, end: at }, { stage: stageOfName(stage)?.prefix ?? stage })
  }
}

/** What optimised code must be to get its registers, and the registers; false when diagnostics hold an error. */
function bindPhase(module: Module, options: BackEndOptions, diagnostics: Diagnostics, time: Timed): boolean {
  reportLoops(module, diagnostics)
  for (const unresolved of unresolvedHandles(module)) reportHandle(unresolved, diagnostics)
  reportVectors(module, diagnostics)
  for (const pos of module.memberErrors) diagnostics.report('E3907', { pos, end: pos }, {})
  reportOffsets(module, diagnostics)
  reportReordering(module, diagnostics)
  if (diagnostics.errorCount > 0) return false
  reportCounters(module, diagnostics)
  options.watch?.beforeModule?.('bind', module)
  // Who links a library gives its resources their registers.
  if (module.target.stage !== 'lib' || options.emit.autoBindingSpace !== undefined)
    time('bind', () => bindModule(module, options, diagnostics))
  // Nobody validates a library for the offline linker.
  else if (!isOffline(module.target)) reportLibrary(module, diagnostics)
  if (diagnostics.errorCount > 0) return false
  module.enter('bound')
  options.watch?.afterModule?.('bind', module)
  return true
}

function reportReordering(module: Module, diagnostics: Diagnostics): void {
  if (module.atLeast(9)) return
  for (const { reorderCoherent, name, pos } of module.resources)
    if (reorderCoherent) diagnostics.report('E2657', { pos, end: pos + name.length }, { name })
}

function reportVectors(module: Module, diagnostics: Diagnostics): void {
  for (const f of module.definitions) {
    if (f.constantVectors.size === 0) continue
    for (const { pos, index, buffer } of vectorErrors(module, f))
      diagnostics.report('E3030', { pos, end: pos }, { index, name: buffer })
  }
}

function lowerPhase(module: Module, watch: BackEndWatch): void {
  watch.beforeModule?.('lower_resources', module)
  for (const f of module.definitions) lowerResources(module, f)
  module.enter('resources_lowered')
  watch.afterModule?.('lower_resources', module)
}

function reportHandle({ pos, candidates, isNull }: UnresolvedHandle, diagnostics: Diagnostics): void {
  const span = { pos, end: pos }
  if (candidates.length === 0) {
    diagnostics.report(isNull ? 'W3004' : 'E3004', span, {})
    return
  }
  const error = diagnostics.report('E3003', span, {})
  if (error.notes.length > 0) return
  for (const { name, pos: at } of candidates)
    diagnostics.note(error, 'N3003', { pos: at, end: at + name.length }, { name })
}

/** From shader model 6.6 on DXC's validator sees each handle on its own and lets both directions pass. */
function reportCounters(module: Module, diagnostics: Diagnostics): void {
  for (const { kind, resource, pos } of counterProblems(module)) {
    const span = { pos, end: pos }
    if (kind === 'coherent') diagnostics.report('E3971', span, { name: resource.name })
    else diagnostics.report(module.atLeast(6) ? 'W3970' : 'E3970', span, {})
  }
}

function reportLoops(module: Module, diagnostics: Diagnostics): void {
  const strict = module.options.strictUnroll ?? false
  for (const problem of unrollProblems(module)) {
    const span = { pos: problem.pos, end: problem.pos }
    if (problem.kind === 'too-many-tests') {
      diagnostics.report(strict ? 'E3915' : 'W3915', span, { count: problem.count, limit: UNROLL_LIMITS.tests })
    } else if (problem.kind === 'too-large') {
      const { count, size } = problem
      diagnostics.report(strict ? 'E3914' : 'W3914', span, { count, size, limit: UNROLL_LIMITS.hinted })
    } else diagnostics.report(problem.kind === 'bad-count' ? 'E3911' : strict ? 'E3910' : 'W3910', span, {})
  }
}

const UNROLL_BY_HAND = 'Unrolling the loop containing the offset value manually and using -O3 may help in some cases.'

function reportOffsets(module: Module, diagnostics: Diagnostics): void {
  for (const { kind, pos } of offsetProblems(module)) {
    const span = { pos, end: pos }
    if (kind === 'out-of-range') diagnostics.report('E3913', span, {})
    else diagnostics.report('E3912', span, { advice: kind === 'in-loop' ? UNROLL_BY_HAND : '' })
  }
}

function bindModule(module: Module, options: BackEndOptions, diagnostics: Diagnostics): void {
  const { policy, autoSpace, reserveUnused = false, onBound } = options
  // As in DXC, whether they are used or not; it does not look at buffers of constants.
  for (const { rangeSize, kind, pos, name } of reserveUnused ? module.resources : [])
    if (rangeSize === UNBOUNDED && kind !== 'CBuffer' && kind !== 'TBuffer')
      diagnostics.report('E3923', { pos, end: pos + name.length }, {})
  const bound = numberResources(module, policy, { autoSpace, reserveUnused })
  onBound?.(bound)
  for (const problem of bound.problems) reportBinding(problem, policy, diagnostics)
  for (const { name, index, pos } of indexesPastEnd(module))
    diagnostics.report('E3922', { pos, end: pos }, { name, index })
  const bindings = module.resources.filter(r => r.binding)
  reportResources(module, bindings, diagnostics)
}

/** Checks registers and resources of text that was bound before: somebody may have edited it since. */
function reportBound(module: Module, diagnostics: Diagnostics): void {
  const bound = module.resources.filter(r => r.binding)
  const at = bound.map(r => ({ ...r, register: r.binding!.lower, space: r.binding!.space }))
  for (const problem of overlaps(at)) reportBinding(problem, 'dxc', diagnostics)
  reportResources(module, bound, diagnostics)
}

function reportLibrary(module: Module, diagnostics: Diagnostics): void {
  const used = usedResources(module)
  for (const problem of overlaps(used)) reportBinding(problem, 'dxc', diagnostics)
  reportResources(module, used, diagnostics)
}

/** What resources that are used cannot be. */
function reportResources(module: Module, used: Iterable<Resource>, diagnostics: Diagnostics): void {
  const { stage } = module.target
  // Other functions of a library are asked when they are linked.
  const atEntries = usedResources(
    module,
    module.entries.map(e => e.func),
  )
  for (const resource of used) {
    const { class: resourceClass, name, pos, size, rasterizerOrdered } = resource
    const span = { pos, end: pos + name.length }
    // An array of no elements takes less than nothing, which counts as an unsigned number.
    if (resourceClass === 'cbv' && size >>> 0 > MAX_CBUFFER)
      diagnostics.report('E3904', span, { name, size: size >>> 0 })
    if (resource.kind === 'StructuredBuffer' && size > MAX_STRUCTURED_ELEMENT)
      diagnostics.report('E3919', span, { name, size })
    if (rasterizerOrdered && stage !== 'ps' && stage !== 'lib') diagnostics.report('E3905', span, { name })
    if (
      resourceClass === 'uav' &&
      RESOURCE_KINDS[resource.kind].isMultisampled &&
      !module.atLeast(7) &&
      atEntries.has(resource)
    )
      reportSince(module, diagnostics, `'${name}', a writable multisampled texture,`, '6.7', span)
    if (isTooWide(resource)) diagnostics.report('E3065', span, { name })
    if (hasNoFormat(resource)) diagnostics.report('E3906', span, { name })
  }
}

/** More than 128 bits in an element of a typed buffer or texture: more than two components of 64 bits, or more than four others. */
function isTooWide({ kind, element }: Resource): boolean {
  if (kind === 'StructuredBuffer' || element?.kind !== 'vector') return false
  return element.count > (/64$/.test(element.component) ? 2 : 4)
}

/** No typed resource has normalised formats of 16 bits. */
function hasNoFormat({ kind, element }: Resource): boolean {
  if (kind === 'StructuredBuffer') return false
  return (element?.kind === 'scalar' || element?.kind === 'vector') && /^[su]normF16$/.test(element.component)
}

function spanOf(request: BindingRequest): Span {
  const { pos } = resourceOf(request)
  return { pos, end: pos + request.name.length }
}

const unboundedPrefix = ({ rangeSize }: BindingRequest): string => (rangeSize === UNBOUNDED ? 'unbounded ' : '')

const REGISTER_LETTER = { srv: 't', uav: 'u', cbv: 'b', sampler: 's' } as const

/** Where the resource stands that was there first, and what it takes. */
function noteOwner(on: Diagnostic, { request, lower, upper, space }: Placement, diagnostics: Diagnostics): void {
  const letter = REGISTER_LETTER[request.class]
  const last = request.rangeSize === UNBOUNDED ? ' and all behind it' : upper > lower ? ` to ${letter}${upper}` : ''
  diagnostics.note(on, 'N3900', spanOf(request), { name: request.name, range: `${letter}${lower}${last}`, space })
}

function reportBinding(problem: BindingProblem, policy: BindingPolicy, diagnostics: Diagnostics): void {
  switch (problem.kind) {
    case 'overlap': {
      const { placement, other } = problem
      const { request, lower, space } = placement
      const names = {
        name: request.name,
        register: lower,
        other: other.request.name,
        otherRegister: other.lower,
        space,
      }
      const error =
        policy === 'dxc'
          ? diagnostics.report('E3900', spanOf(request), { ...names, unbounded: unboundedPrefix(request) })
          : diagnostics.report('E3908', spanOf(request), names)
      noteOwner(error, other, diagnostics)
      for (const more of problem.others ?? []) noteOwner(error, more, diagnostics)
      break
    }
    case 'two-unbounded': {
      // DXC names the first one first.
      const { request, other, space } = problem
      diagnostics.report('E3901', spanOf(request), { name: other.name, other: request.name, space })
      break
    }
    case 'no-room': {
      const { request } = problem
      if (policy !== 'dxc') diagnostics.report('E3909', spanOf(request), { name: request.name })
      else {
        const names = { name: request.name, unbounded: unboundedPrefix(request) }
        const error = diagnostics.report('E3902', spanOf(request), names)
        if (problem.unbounded) noteOwner(error, problem.unbounded, diagnostics)
      }
      break
    }
    case 'past-end':
      diagnostics.report('E3903', spanOf(problem.request), { name: problem.request.name })
      break
  }
}

function reportCode(problem: CodeProblem, module: Module, diagnostics: Diagnostics): void {
  const span = { pos: problem.pos, end: problem.pos }
  switch (problem.kind) {
    case 'since':
      reportSince(module, diagnostics, problem.what, problem.since, span)
      break
    case 'overload':
      diagnostics.report('E3023', span, { what: problem.what, type: problem.type })
      break
    case 'not-interpolated':
      diagnostics.report('E3027', span, { name: problem.name })
      break
    case 'interpolated':
      diagnostics.report('E3024', span, { name: problem.name })
      break
    case 'no-such-row': {
      const { name, row, rows } = problem
      diagnostics.report('E3067', span, { name, row, last: rows - 1 })
      break
    }
    case 'no-such-vertex':
      diagnostics.report('E3091', span, { count: problem.count, index: problem.index })
      break
    case 'root-offset':
      diagnostics.report('E2664', span, { offset: problem.offset })
      break
    case 'resource-operand':
      diagnostics.report('E3087', span, { what: problem.what })
      break
    case 'needs-16-bit':
      diagnostics.report('E3066', span, { what: problem.what })
      break
    case 'group-shape': {
      const [x, y, z] = problem.numThreads
      diagnostics.report('E3064', span, { what: problem.what, x, y, z })
      break
    }
    case 'stage':
      diagnostics.report('E3028', span, {
        name: problem.what,
        target: module.target.stage === 'lib' ? `${targetText(module)}(${problem.stage})` : targetText(module),
      })
      break
    case 'position-evaluated':
      diagnostics.report('E3025', span, { target: targetText(module) })
      break
    default:
      diagnostics.report(PLAIN_PROBLEMS[problem.kind], span, {})
  }
}

const PLAIN_PROBLEMS = {
  'undefined-read': 'E3020',
  'undefined-store': 'E3021',
  'no-group': 'E4300',
  'lone-thread': 'E4301',
  launch: 'E2632',
  'endless-loop': 'E3022',
  'out-of-bounds': 'E3033',
  'nested-array': 'E3069',
  'not-filterable': 'E3029',
  'no-coordinate': 'E3084',
  byte: 'E3088',
  'no-offset': 'E3085',
  'no-sample-index': 'E3086',
  'offset-range': 'E3913',
  'past-cbuffer': 'E3031',
  'past-range': 'E2700',
  'no-such-location': 'E3090',
  'no-input': 'E3011',
  'no-control-points': 'E3094',
  'precise-narrow': 'E3098',
  'infinite-log': 'E3060',
  'infinite-arcsine': 'E3061',
  'infinite-arccosine': 'E3062',
  'infinite-derivative': 'E3063',
} as const

function reportOutputs(module: Module, diagnostics: Diagnostics): void {
  for (const { name, pos = 0, stage } of entriesWithGroupMemory(module))
    diagnostics.report('E2324', { pos, end: pos + name.length }, { stage })
  for (const entry of module.entries) {
    const pos = entry.pos ?? 0
    const end = pos + entry.name.length
    for (const { name } of unwrittenOutputs(module, entry)) diagnostics.report('E3026', { pos, end }, { name })
    for (const problem of meshProblems(entry)) reportMesh(problem, entry, { pos, end }, diagnostics)
  }
}

const MESH_CODES = {
  'no-output-counts': 'E3071',
  'many-output-counts': 'E3072',
  'late-output-counts': 'E3073',
  'no-dispatch-mesh': 'E3074',
  'many-dispatch-mesh': 'E3074',
  'conditional-dispatch-mesh': 'E3075',
} as const

/** @param whole the name of the entry point, for what is wrong with it as a whole */
function reportMesh(problem: MeshProblem, { name, stage }: EntryPoint, whole: Span, diagnostics: Diagnostics): void {
  switch (problem.kind) {
    case 'payload-size': {
      const { pos, size, limit } = problem
      diagnostics.report('E3076', pos === undefined ? whole : { pos, end: pos }, { stage, name, size, limit })
      break
    }
    case 'output-size':
      diagnostics.report('E3077', whole, { name, what: problem.what, limit: problem.limit })
      break
    case 'output-rows':
      diagnostics.report('E3078', whole, { name, what: problem.what, limit: problem.limit })
      break
    default: {
      const { kind, pos } = problem
      diagnostics.report(MESH_CODES[kind], pos === undefined ? whole : { pos, end: pos }, {})
    }
  }
}

const targetText = ({ target: { stage, major, minor } }: Module): string => `${stage}_${major}_${minor}`

function reportSince(module: Module, diagnostics: Diagnostics, what: string, since: string, span: Span): void {
  diagnostics.report('E3002', span, { what, since, target: targetText(module) })
}
