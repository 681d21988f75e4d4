// Slang's layout of a whole compile request: the global order of parameters over translation units, entry points and imported modules, their
// bindings, and the reflection of both. Invariant: depends on declarations alone, in the order given.

import { type ResourceClass, UNBOUNDED } from '../spec/resource_classes.ts'
import type { BindingOptions, BindingProblem, BindingRequest, Placement } from './binding.ts'
import { bindLikeSlang, DEFAULT_CONSTANT_BUFFER } from './slang.ts'
import {
  holdsData,
  LAYOUT_KINDS,
  type LayoutKind,
  layoutOf,
  type ParameterType,
  type Tails,
  type TypeLayout,
  UNSIZED,
  type Usage,
  varyingUsage,
} from './slang_layout.ts'

/** An explicit register of one class; register undefined: only the space was given, for all classes. */
export interface ExplicitRegister {
  readonly class: ResourceClass | undefined
  readonly register: number | undefined
  readonly space: number | undefined
}

export interface SlangParameter {
  readonly name: string
  readonly type: ParameterType
  readonly registers: readonly ExplicitRegister[]
}

export interface SlangEntryPoint {
  readonly name: string
  /** Parameters as declared; the function's result comes last, as an output. */
  readonly parameters: readonly (SlangParameter & { readonly mode: 'uniform' | 'input' | 'output' })[]
}

/** A translation unit, or an imported module. */
export interface SlangUnit {
  readonly name: string
  /** Global parameters in the order of the preprocessed text. */
  readonly parameters: readonly SlangParameter[]
  readonly entryPoints: readonly SlangEntryPoint[]
}

/** What is laid out together: units in the order they were added, modules in the order they were first imported. */
export interface SlangRequest {
  readonly units: readonly SlangUnit[]
  readonly modules: readonly SlangUnit[]
}

/** One kind of resource that a variable takes. */
export interface ReflectedRange {
  readonly kind: LayoutKind
  /** Register space; 0 for kinds without spaces. For kind 'space': the first of its spaces, as register. */
  readonly space: number
  /** First register, byte in its constant buffer, or space. */
  readonly register: number
  /** From the start of the variable it is a field of; of top-level parameters equal to `register`. */
  readonly offset: number
  /** Registers, bytes or spaces; 'unbounded' for what has no end. */
  readonly count: number | 'unbounded'
  /** Arrays: from one element to the next; undefined elsewhere, and where the fields of the element differ in it. */
  readonly stride: number | undefined
}

export interface ReflectedVariable {
  readonly name: string
  readonly type: string
  readonly ranges: readonly ReflectedRange[]
  /** Fields of the struct, also of the struct in an array, constant buffer or parameter block. */
  readonly fields: readonly ReflectedVariable[]
}

export interface ReflectedParameter extends ReflectedVariable {
  /** Name of the unit or module that declared it first. */
  readonly unit: string
  /** Entry point it belongs to; undefined for globals. */
  readonly entryPoint: string | undefined
  readonly role: 'global' | 'uniform' | 'input' | 'output'
  readonly isModule: boolean
}

export type LayoutProblem =
  | BindingProblem
  | { readonly kind: 'type-mismatch'; readonly name: string; readonly unit: string; readonly firstUnit: string }
  | { readonly kind: 'binding-mismatch'; readonly name: string; readonly unit: string; readonly firstUnit: string }

export interface ProgramLayout {
  /** In global order. */
  readonly parameters: readonly ReflectedParameter[]
  /** Where loose uniform data of globals lives; undefined when there is none. */
  readonly defaultConstantBuffer: ReflectedRange | undefined
  /** Every resource, in order of placing; what Slang's split names `gPairs_a` is one. */
  readonly placements: readonly Placement[]
  readonly problems: readonly LayoutProblem[]
}

/** The constant buffer of an entry point's uniform parameters. */
const ENTRY_POINT_BUFFER = 'entryPointParams'

interface Ordered {
  readonly parameter: SlangParameter
  readonly unit: SlangUnit
  readonly isModule: boolean
  readonly entryPoint: string | undefined
  readonly role: ReflectedParameter['role']
}

/** The global order: user code before modules; in a unit globals before entry points; equal names once, where first seen. */
function orderParameters(request: SlangRequest): {
  readonly ordered: readonly Ordered[]
  readonly problems: readonly LayoutProblem[]
} {
  const ordered: Ordered[] = []
  const problems: LayoutProblem[] = []
  const first = new Map<string, Ordered>()
  const walk = (unit: SlangUnit, isModule: boolean): void => {
    for (const parameter of unit.parameters) {
      const seen = isModule ? undefined : first.get(parameter.name)
      const here: Ordered = { parameter, unit, isModule, entryPoint: undefined, role: 'global' }
      if (seen) problems.push(...mismatches(seen, here))
      else {
        if (!isModule) first.set(parameter.name, here)
        ordered.push(here)
      }
    }
    for (const entry of unit.entryPoints)
      for (const parameter of entry.parameters)
        ordered.push({ parameter, unit, isModule, entryPoint: entry.name, role: parameter.mode })
  }
  for (const unit of request.units) walk(unit, false)
  const imported = new Set<string>()
  for (const module of request.modules) {
    if (imported.has(module.name)) continue
    imported.add(module.name)
    walk(module, true)
  }
  return { ordered, problems }
}

function mismatches(seen: Ordered, here: Ordered): LayoutProblem[] {
  const at = { name: here.parameter.name, unit: here.unit.name, firstUnit: seen.unit.name }
  if (typeKey(seen.parameter.type) !== typeKey(here.parameter.type)) return [{ kind: 'type-mismatch', ...at }]
  const clash = here.parameter.registers.some(mine =>
    seen.parameter.registers.some(
      r => r.class === mine.class && (r.register !== mine.register || (r.space ?? 0) !== (mine.space ?? 0)),
    ),
  )
  return clash ? [{ kind: 'binding-mismatch', ...at }] : []
}

/** Equal for types that are declared alike. */
function typeKey(type: ParameterType): string {
  switch (type.kind) {
    case 'data':
      return `${type.text}:${type.size}`
    case 'opaque':
      return type.text
    case 'struct':
      return `${type.text}{${type.fields.map(f => `${f.name} ${typeKey(f.type)}@${f.offset ?? ''}`).join(';')}}`
    case 'array':
      return `${typeKey(type.element)}[${type.count}]`
    default:
      return `${type.kind}<${typeKey(type.element)}>`
  }
}

/** Explicit registers of a parameter declared several times: all that any declaration gives. */
function mergedRegisters(ordered: Ordered, request: SlangRequest): readonly ExplicitRegister[] {
  if (ordered.isModule || ordered.entryPoint !== undefined || request.units.length < 2)
    return ordered.parameter.registers
  const merged: ExplicitRegister[] = []
  for (const unit of request.units)
    for (const p of unit.parameters)
      if (p.name === ordered.parameter.name)
        for (const r of p.registers) if (!merged.some(m => m.class === r.class)) merged.push(r)
  return merged
}

// ---- binding -------------------------------------------------------------------------------------------------------------------------

interface PartRequest extends BindingRequest {
  /** The nodes of the layout tree it lies in, outermost first. */
  readonly path: readonly TypeLayout[]
}

/** The resources of one parameter, split: arrays around a field become one array of that field. */
class Splitter {
  readonly requests: PartRequest[] = []
  #blocks = 0

  split(ordered: Ordered, parameter: number, layout: TypeLayout, registers: readonly ExplicitRegister[]): void {
    const next: Partial<Record<ResourceClass, number>> = {}
    const add = (
      name: string,
      kind: ResourceClass,
      count: number,
      block: number | undefined,
      path: TypeLayout[],
    ): void => {
      const given = block === undefined ? registers.find(r => r.class === kind && r.register !== undefined) : undefined
      const register = given ? given.register! + (next[kind] ?? 0) : undefined
      if (count !== UNSIZED) next[kind] = (next[kind] ?? 0) + count
      const bare = registers.find(r => r.class === undefined)
      this.requests.push({
        name,
        class: kind,
        rangeSize: count === UNSIZED ? UNBOUNDED : count,
        register,
        space: given ? given.space : bare?.space,
        used: true,
        order: this.requests.length,
        parameter,
        block,
        path,
      })
    }
    const walk = (
      at: TypeLayout,
      name: string,
      copies: number,
      block: number | undefined,
      path: TypeLayout[],
    ): void => {
      const { type } = at
      const here = [...path, at]
      if (type.kind === 'opaque') add(name, type.class, copies, block, here)
      else if (type.kind === 'array') walk(at.element!, name, copies * type.count, block, here)
      else if (type.kind === 'struct')
        for (const f of at.fields) walk(f.layout, `${name}_${f.name}`, copies, block, here)
      else if (type.kind === 'constant-buffer' || type.kind === 'parameter-block') {
        const inside = type.kind === 'parameter-block' ? this.#blocks++ : block
        if (holdsData(type.element)) add(name, 'cbv', copies, inside, here)
        walk(at.element!, name, copies, inside, here)
      }
    }
    walk(layout, ordered.parameter.name, 1, undefined, [])
  }
}

export interface ProgramLayoutOptions extends BindingOptions {
  /** Default: 'reused', which is how HLSL packs and the code is compiled. */
  readonly tails?: Tails
}

/** Orders, binds and reflects a compile request. */
export function layOutProgram(request: SlangRequest, options: ProgramLayoutOptions = {}): ProgramLayout {
  const tails = options.tails ?? 'reused'
  const { ordered, problems } = orderParameters(request)
  const layouts = ordered.map(o => layoutOf(o.parameter.type, tails))
  const splitter = new Splitter()
  ordered.forEach((o, i) => {
    if (o.role === 'global' || o.role === 'uniform') splitter.split(o, i, layouts[i]!, mergedRegisters(o, request))
  })
  const scopes = uniformScopes(ordered, layouts, tails)
  const result = bindLikeSlang([...splitter.requests, ...scopes.requests], options)
  const places = new Map(result.placements.map(p => [p.request, p]))
  const slots = new Map<string, number>()
  const parameters = ordered.map((o, i): ReflectedParameter => {
    const from = { unit: o.unit.name, entryPoint: o.entryPoint, role: o.role, isModule: o.isModule }
    const { name, type } = o.parameter
    if (o.role === 'input' || o.role === 'output') {
      const ranges = varyingRanges(o, slots)
      return { ...from, name, type: type.text, ranges, fields: [] }
    }
    const parts = splitter.requests.filter(r => r.parameter === i)
    const reflected = new Reflector(parts, places).variable(
      name,
      layouts[i]!,
      { uniform: scopes.offsets[i] ?? 0 },
      undefined,
    )
    return { ...from, ...reflected }
  })
  const globals = scopes.requests.find(r => r.name === DEFAULT_CONSTANT_BUFFER)
  return {
    parameters,
    defaultConstantBuffer: globals && bufferRange(places.get(globals)),
    placements: result.placements,
    problems: [...problems, ...result.problems],
  }
}

function bufferRange(placement: Placement | undefined): ReflectedRange | undefined {
  if (!placement) return undefined
  const { lower, space } = placement
  return { kind: 'cbv', space, register: lower, offset: lower, count: 1, stride: undefined }
}

/** Loose uniform data: globals share the default constant buffer, the uniform parameters of an entry point one of their own. */
function uniformScopes(ordered: readonly Ordered[], layouts: readonly TypeLayout[], tails: Tails) {
  const scopes = new Map<string, number[]>()
  ordered.forEach((o, i) => {
    if (!layouts[i]!.usage.uniform || o.role === 'input' || o.role === 'output') return
    const key = o.entryPoint === undefined ? DEFAULT_CONSTANT_BUFFER : `${o.unit.name}\n${o.entryPoint}`
    const list = scopes.get(key)
    if (list) list.push(i)
    else scopes.set(key, [i])
  })
  const offsets: number[] = []
  const requests: BindingRequest[] = []
  for (const [name, members] of scopes) {
    const fields = members.map(i => ({ name: ordered[i]!.parameter.name, type: ordered[i]!.parameter.type }))
    const layout = layoutOf({ kind: 'struct', text: name, fields }, tails)
    members.forEach((i, n) => void (offsets[i] = layout.fields[n]!.offset.uniform ?? 0))
    const common = { class: 'cbv' as const, rangeSize: 1, register: undefined, space: undefined, used: true }
    const isDefault = name === DEFAULT_CONSTANT_BUFFER
    requests.push({ ...common, name: isDefault ? name : ENTRY_POINT_BUFFER, order: -1, parameter: members[0]! })
  }
  return { offsets, requests }
}

function varyingRanges(o: Ordered, slots: Map<string, number>): ReflectedRange[] {
  const kind = o.role as 'input' | 'output'
  const count = varyingUsage(o.parameter.type, kind)[kind] ?? 0
  if (count === 0) return []
  const key = `${o.unit.name}\n${o.entryPoint} ${kind}`
  const register = slots.get(key) ?? 0
  slots.set(key, register + count)
  return [{ kind, space: 0, register, offset: register, count, stride: undefined }]
}

// ---- reflection ----------------------------------------------------------------------------------------------------------------------

class Reflector {
  readonly #parts: readonly PartRequest[]
  readonly #places: ReadonlyMap<BindingRequest, Placement>

  constructor(parts: readonly PartRequest[], places: ReadonlyMap<BindingRequest, Placement>) {
    this.#parts = parts
    this.#places = places
  }

  /** `offset`: inside the parent; undefined parent: a top-level parameter. */
  variable(name: string, layout: TypeLayout, offset: Usage, parent: ReflectedVariable | undefined): ReflectedVariable {
    const ranges: ReflectedRange[] = []
    for (const kind of LAYOUT_KINDS) {
      const range = this.#range(kind, layout, offset, parent)
      if (range) ranges.push(range)
    }
    const self: ReflectedVariable = { name, type: layout.type.text, ranges, fields: [] }
    const content = contentOf(layout)
    const fields = content.fields.map(f => this.variable(f.name, f.layout, f.offset, self))
    return { ...self, fields }
  }

  #range(
    kind: LayoutKind,
    layout: TypeLayout,
    offset: Usage,
    parent: ReflectedVariable | undefined,
  ): ReflectedRange | undefined {
    const count = layout.usage[kind] ?? 0
    const above = parent?.ranges.find(r => r.kind === kind)
    const stride = layout.stride[kind]
    if (kind === 'uniform') {
      if (count === 0) return undefined
      // Inside of a constant buffer bytes count from its start.
      const own = offset.uniform ?? 0
      return { kind, space: 0, register: (above?.register ?? 0) + own, offset: own, count: shown(count), stride }
    }
    if (kind === 'space' || kind === 'input' || kind === 'output') return this.#spaces(kind, layout, count, above)
    const places = this.#placesIn(layout).filter(p => p.request.class === kind)
    const first = places[0]
    if (!first) return undefined
    const lowest = places.reduce((a, b) => (b.space === a.space && b.lower < a.lower ? b : a), first)
    const { space, lower: register } = lowest
    // What lies in spaces of its own is counted in the first of them.
    const here = places.filter(p => p.space === space)
    const isUnbounded = count === 0 && here.some(p => p.request.rangeSize === UNBOUNDED)
    const total =
      count > 0 ? shown(count) : isUnbounded ? 'unbounded' : here.reduce((n, p) => n + p.request.rangeSize, 0)
    const inParent = above && above.space === space ? register - above.register : parent ? 0 : register
    return { kind, space, register, offset: inParent, count: total, stride }
  }

  #spaces(
    kind: LayoutKind,
    layout: TypeLayout,
    count: number,
    above: ReflectedRange | undefined,
  ): ReflectedRange | undefined {
    if (kind !== 'space' || count === 0) return undefined
    const own = this.#placesIn(layout).filter(p => p.request.block !== undefined || p.request.rangeSize === UNBOUNDED)
    if (own.length === 0) return undefined
    const register = Math.min(...own.map(p => p.space))
    return { kind, space: 0, register, offset: register - (above?.register ?? 0), count, stride: layout.stride.space }
  }

  #placesIn(layout: TypeLayout): Placement[] {
    return this.#parts
      .filter(r => r.path.includes(layout))
      .map(r => this.#places.get(r))
      .filter(p => p !== undefined)
  }
}

const shown = (count: number): number | 'unbounded' => (count === UNSIZED ? 'unbounded' : count)

/** The struct at the bottom of arrays, buffers and blocks. */
function contentOf(layout: TypeLayout): TypeLayout {
  let at = layout
  while (at.element) at = at.element
  return at
}
