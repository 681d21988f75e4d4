// Our reflection as the lines in which the bridge prints D3D12's (test/oracle/reflection.h), with what D3D12 encodes in its own way.

import type {
  BindingReflection,
  BufferReflection,
  InstructionCounts,
  ParameterReflection,
  Reflection,
  Requirements,
  ShaderReflection,
  TypeReflection,
} from '../../src/reflect/model.ts'
import * as D3D from '../../src/spec/d3d_reflection.ts'
import { Feature } from '../../src/spec/feature_flags.ts'
import { SHADER_STAGE } from '../../src/spec/psv_enums.ts'

const EARLY_DEPTH_STENCIL = 2n
const NO_REGISTER = 0xffffffff

/** D3D12 strips letters of the prefix `struct.`, one by one, so that names lose what they begin with: `tile` becomes `ile`. */
const strippedName = (name: string): string => {
  let at = 0
  while (at < name.length && 'struct.'.includes(name[at]!)) at++
  return name.slice(at)
}

/** Of the prefix `class.` only the first letter is one of those: `class.tile` becomes `lass.tile`. The line as it is of a struct. */
export const ofStruct = (line: string): string =>
  line.replace(/^(.*type\.name=)lass\.(.*)$/, (_, start: string, name: string) => start + strippedName(name))

class Lines {
  readonly lines: string[] = []

  put(path: string, values: Readonly<Record<string, string | number | bigint | boolean>>): void {
    for (const [key, value] of Object.entries(values))
      this.lines.push(`${path}${key}=${typeof value === 'boolean' ? Number(value) : value}`)
  }

  type(path: string, t: TypeReflection | null): void {
    if (!t) {
      this.put(path, { name: '', class: 0, type: 0, rows: 0, columns: 0, elements: 0, members: 0, offset: 0 })
      return
    }
    this.put(path, {
      name: t.class === 'struct' ? strippedName(t.name) : t.name,
      class: D3D.VARIABLE_CLASS[t.class],
      type: D3D.VARIABLE_TYPE[t.type],
      rows: t.rows,
      columns: t.columns,
      elements: t.elements,
      members: t.members.length,
      offset: t.offset,
    })
    for (const [i, { name, type }] of t.members.entries()) {
      this.put(`${path}member.${i}.`, { as: name })
      this.type(`${path}member.${i}.`, type)
    }
  }

  buffer(path: string, b: BufferReflection): void {
    const { name, type, size, variables } = b
    this.put(path, { name, type: D3D.BUFFER_TYPE[type], variables: variables.length, size, flags: 0 })
    for (const [i, v] of variables.entries()) {
      const inner = `${path}variable.${i}.`
      this.put(inner, { name: v.name, offset: v.offset, size: v.size, flags: v.used ? 2 : 0, default: 0 })
      this.type(`${inner}type.`, v.type)
    }
  }

  binding(path: string, b: BindingReflection): void {
    this.put(path, {
      name: b.name,
      type: D3D.INPUT_TYPE[b.type],
      point: b.register,
      // Unbounded constant buffers count all registers, everything else none.
      count: b.count ?? (b.type === 'cbuffer' ? 0xffffffff : 0),
      flags: bindingFlags(b),
      return: D3D.RETURN_TYPE[b.returnType],
      dimension: D3D.VIEW_DIMENSION[b.dimension],
      samples: samplesOf(b),
      space: b.space,
      id: b.id,
    })
  }

  parameters(what: string, list: readonly ParameterReflection[], isInput: boolean): void {
    for (const [i, p] of list.entries())
      this.put(`${what}.${i}.`, {
        name: p.semantic,
        index: p.index,
        register: p.register ?? (NO_REGISTER + i - firstOf(list, i)) >>> 0,
        value: p.systemValue === LINE_DENSITY ? LINE_DETAIL : p.systemValue,
        component: D3D.REGISTER_COMPONENT[p.component],
        mask: p.mask,
        // Of outputs D3D12 tells what is never written.
        used: isInput ? p.usedMask : ~p.usedMask & 0xf,
        stream: p.stream,
        precision: D3D.MIN_PRECISION[p.minPrecision],
      })
  }
}

/** D3D_NAME: D3D12 calls both tessellation factors of an isoline its detail. */
const LINE_DETAIL = 15
const LINE_DENSITY = 16

/** The parameter of the same element's first row: rows without a register count up from -1. */
function firstOf(list: readonly ParameterReflection[], i: number): number {
  let first = i
  while (
    first > 0 &&
    list[first - 1]!.semantic === list[i]!.semantic &&
    list[first - 1]!.interpolation === list[i]!.interpolation &&
    list[first]!.index === list[first - 1]!.index + 1
  )
    first--
  return first
}

function bindingFlags(b: BindingReflection): number {
  const USER_PACKED = 1
  const COMPARISON_SAMPLER = 2
  const TEXTURE_COMPONENTS = 2
  if (b.type === 'cbuffer' || b.type === 'tbuffer') return USER_PACKED
  if (b.comparisonSampler) return COMPARISON_SAMPLER
  return b.components > 1 ? (b.components - 1) << TEXTURE_COMPONENTS : 0
}

function samplesOf(b: BindingReflection): number {
  if (b.type === 'cbuffer' || b.type === 'sampler' || b.type === 'tbuffer' || b.type.endsWith('byteaddress')) return 0
  if (b.stride > 0) return b.stride
  return b.dimension.startsWith('texture2dms') ? b.samples : 0xffffffff
}

function requiredFlags({ features, earlyDepthStencil }: Requirements): bigint {
  let word = 0n
  for (const name of features) word |= Feature[name]
  return (word & ~EARLY_DEPTH_STENCIL) | (earlyDepthStencil ? EARLY_DEPTH_STENCIL : 0n)
}

const version = (stage: string, shaderModel: string): number => {
  const [major, minor] = shaderModel.split('.').map(Number)
  return ((SHADER_STAGE as Readonly<Record<string, number>>)[stage]! << 16) | (major! << 4) | minor!
}

const FIRST_PATCH = 8

function shaderLines(r: ShaderReflection): string[] {
  const out = new Lines()
  const { geometry: g, tessellation: t } = r
  out.put('', { version: version(r.stage, r.shaderModel), creator: r.creator })
  out.put('', countLines(r.counts))
  out.put('', {
    outputTopology: g?.outputTopology ?? 0,
    maxVertices: g?.maxVertices ?? 0,
    inputPrimitive: r.stage === 'Hull' && t ? FIRST_PATCH + t.inputControlPoints - 1 : (g?.inputPrimitive ?? 0),
    instances: g?.instances ?? 0,
    controlPoints: t ? (r.stage === 'Hull' ? t.outputControlPoints : t.inputControlPoints) : 0,
    outputPrimitive: t?.outputPrimitive ?? 0,
    partitioning: t?.partitioning ?? 0,
    domain: t?.domain ?? 0,
    threads: (r.threadGroup ?? [0, 0, 0]).join(','),
    requires: requiredFlags(r.requires),
    buffers: r.buffers.length,
    bindings: r.bindings.length,
  })
  for (const [i, b] of r.buffers.entries()) out.buffer(`buffer.${i}.`, b)
  for (const [i, b] of r.bindings.entries()) out.binding(`binding.${i}.`, b)
  out.parameters('input', r.inputs, true)
  out.parameters('output', r.outputs, false)
  // Also those that a domain shader reads count as outputs.
  out.parameters('patch', r.patchConstants, false)
  return out.lines
}

/** In the order of reflection.h. */
function countLines(c: InstructionCounts): Record<string, number> {
  return {
    instructions: c.instructions,
    arrayBytes: c.arrayBytes,
    branches: c.branches,
    arrayAccesses: c.arrayAccesses,
    floats: c.floats,
    ints: c.ints,
    uints: c.uints,
    samples: c.samples,
    textureLoads: c.textureLoads,
    comparisons: c.comparisons,
    biased: c.biased,
    gradients: c.gradients,
    cuts: c.cuts,
    emits: c.emits,
    barriers: c.barriers,
    atomics: c.atomics,
    textureStores: c.textureStores,
  }
}

/** The whole reflection in D3D12's terms. */
export function d3dLines(r: Reflection): string[] {
  if (r.kind === 'shader') return shaderLines(r)
  const out = new Lines()
  out.put('', { functions: r.functions.length })
  for (const [i, f] of r.functions.entries()) {
    const path = `function.${i}.`
    // D3D12 looks the buffers of a function up by the resource's name, and so finds none of an array: `b[0]` is called `b`.
    const buffers = f.buffers.filter(b => !r.buffers[b]!.name.endsWith('[0]'))
    out.put(path, {
      name: f.name,
      version: version(f.stage, r.shaderModel),
      requires: requiredFlags(f.requires),
      buffers: buffers.length,
      bindings: f.bindings.length,
    })
    for (const [k, b] of buffers.entries()) out.buffer(`${path}buffer.${k}.`, r.buffers[b]!)
    for (const [k, b] of f.bindings.entries()) out.binding(`${path}binding.${k}.`, r.bindings[b]!)
  }
  return out.lines
}
