// What makes a root signature invalid in itself, and what makes it unfit for a shader: D3D12's rules.

import { RegisterSpace } from '../binding/register_space.ts'
import type { ResourceClass } from '../spec/resource_classes.ts'
import {
  DESCRIPTOR_FLAG,
  DESCRIPTOR_RANGE,
  ROOT_PARAMETER,
  ROOT_SIGNATURE_FLAG,
  SHADER_VISIBILITY,
} from '../spec/root_signature_enums.ts'
import {
  type ParameterDescription,
  type RangeDescription,
  type RootSignatureDescription,
  type SamplerDescription,
  WITHOUT_END,
} from './description.ts'

/** Registers one entry of the signature provides. */
interface Provided {
  /** 'root parameter [1], descriptor table slot [0]' */
  readonly where: string
  readonly type: number
  readonly visibility: number
  readonly space: number
  readonly lower: number
  readonly upper: number
  readonly isRootDescriptor: boolean
}

/** A resource of a shader, bound. Bounds are inclusive, WITHOUT_END for unbounded ranges. */
export interface BoundResource {
  readonly name: string
  readonly class: ResourceClass
  /** Textures and typed buffers, which root descriptors cannot provide. */
  readonly isTyped: boolean
  readonly hasCounter: boolean
  readonly space: number
  readonly lower: number
  readonly upper: number
}

// Spaces that D3D12 keeps to itself.
const FIRST_RESERVED_SPACE = 0xfffffff0
const ALL = SHADER_VISIBILITY.All
const LETTER: readonly string[] = ['t', 'u', 'b', 's']
const CLASS_TYPE: Readonly<Record<ResourceClass, number>> = {
  srv: DESCRIPTOR_RANGE.SRV,
  uav: DESCRIPTOR_RANGE.UAV,
  cbv: DESCRIPTOR_RANGE.CBV,
  sampler: DESCRIPTOR_RANGE.Sampler,
}
const VISIBILITY_NAMES = Object.keys(SHADER_VISIBILITY)

/** Every complaint about the signature itself; empty when it is good. */
export function verifyRootSignature(signature: RootSignatureDescription): string[] {
  const complaints: string[] = []
  signature.parameters.forEach((p, i) => {
    if (p.type === ROOT_PARAMETER.DescriptorTable) complaints.push(...tableComplaints(p, i))
    else if (dataFlags(p.flags) > 1)
      complaints.push(
        `Root descriptor flags cannot specify more than one DATA_* flag at a time (root parameter [${i}])`,
      )
  })
  signature.samplers.forEach((s, i) => void complaints.push(...samplerComplaints(s, i)))
  // Overlaps only mean something between ranges that are right themselves.
  return complaints.length > 0 ? complaints : new Provision(signature).complaints
}

/** Every resource of a shader of the stage (a SHADER_VISIBILITY name, All for compute) that the signature does not provide. */
export function verifyShader(
  signature: RootSignatureDescription,
  stage: keyof typeof SHADER_VISIBILITY,
  resources: readonly BoundResource[],
): string[] {
  const provision = new Provision(signature)
  const complaints = resources.flatMap(r => provision.complaintsAbout(r, SHADER_VISIBILITY[stage]))
  const deny = stage === 'All' ? 0 : ROOT_SIGNATURE_FLAG[`Deny${stage}ShaderRootAccess`]
  if (resources.length > 0 && (signature.flags & deny) !== 0)
    complaints.push('The shader has root bindings but the root signature denies its stage access')
  return complaints
}

const KIND: Readonly<Record<ResourceClass, string>> = { srv: 'SRV', uav: 'UAV', cbv: 'CBV', sampler: 'sampler' }

/** In DXC's words, and which resource it is. */
function notBound({ name, class: kind, space, lower, upper }: BoundResource, registers: string): string {
  const count = upper === WITHOUT_END ? 1 : upper - lower + 1
  const range = `RegisterSpace=${space}, NumDescriptors=${count}, BaseShaderRegister=${lower}`
  return `Shader ${KIND[kind]} descriptor range (${range}) is not fully bound in root signature. It is resource ${name} (${registers}, space ${space})`
}

class Provision {
  readonly complaints: string[] = []
  readonly #registers = new Map<string, RegisterSpace<Provided>>()

  constructor(signature: RootSignatureDescription) {
    signature.parameters.forEach((p, i) => {
      if (p.type !== ROOT_PARAMETER.DescriptorTable) this.#add(fromParameter(p, i))
      else for (const [slot, range] of p.ranges.entries()) this.#add(fromRange(p, i, range, slot))
    })
    signature.samplers.forEach((s, i) => {
      const { space, register, visibility } = s
      const type = DESCRIPTOR_RANGE.Sampler
      this.#add({
        where: `static sampler [${i}]`,
        type,
        visibility,
        space,
        lower: register,
        upper: register,
        isRootDescriptor: false,
      })
    })
  }

  complaintsAbout(r: BoundResource, visibility: number): string[] {
    const type = CLASS_TYPE[r.class]
    const found =
      this.#overlapping(ALL, type, r.space, r.lower, r.lower) ??
      this.#overlapping(visibility, type, r.space, r.lower, r.lower)
    const registers = rangeText(type, r.lower, r.upper)
    // The runtime wants an unbounded range to be provided at its start only.
    if (!found || (r.upper !== WITHOUT_END && found.upper < r.upper)) return [notBound(r, registers)]
    if (!found.isRootDescriptor || !(r.isTyped || r.hasCounter)) return []
    const what = r.isTyped ? 'a texture or typed buffer' : 'a structured buffer with a counter'
    return [
      `resource ${r.name} (${registers}, space ${r.space}) is ${what}, which a root descriptor (${found.where}) cannot be`,
    ]
  }

  #add(p: Provided): void {
    if (p.space >= FIRST_RESERVED_SPACE) this.complaints.push(`${p.where}: space ${p.space} is reserved for the system`)
    const seen = p.visibility === ALL ? Object.values(SHADER_VISIBILITY) : [p.visibility, ALL]
    for (const visibility of seen) {
      const other = this.#overlapping(visibility, p.type, p.space, p.lower, p.upper)
      if (!other) continue
      const [a, b] = [rangeText(p.type, other.lower, other.upper), rangeText(p.type, p.lower, p.upper)]
      const shared = other.visibility === ALL ? p.visibility : other.visibility
      this.complaints.push(
        `resource ranges ${a} and ${b} overlap within space = ${p.space} and visibility = ${VISIBILITY_NAMES[shared]} (${other.where} and ${p.where})`,
      )
      return
    }
    this.#space(p.visibility, p.type, p.space).insert(p, p.lower, p.upper)
  }

  #space(visibility: number, type: number, space: number): RegisterSpace<Provided> {
    const key = `${visibility} ${type} ${space}`
    let registers = this.#registers.get(key)
    if (!registers) this.#registers.set(key, (registers = new RegisterSpace()))
    return registers
  }

  #overlapping(visibility: number, type: number, space: number, lower: number, upper: number): Provided | undefined {
    return this.#registers.get(`${visibility} ${type} ${space}`)?.overlapping(lower, upper)
  }
}

const rangeText = (type: number, lower: number, upper: number): string =>
  `${LETTER[type]}[${lower};${upper === WITHOUT_END ? 'unbounded)' : `${upper}]`}`

const TYPE_OF_PARAMETER: Readonly<Record<number, number>> = {
  [ROOT_PARAMETER.CBV]: DESCRIPTOR_RANGE.CBV,
  [ROOT_PARAMETER.Constants32Bit]: DESCRIPTOR_RANGE.CBV,
  [ROOT_PARAMETER.SRV]: DESCRIPTOR_RANGE.SRV,
  [ROOT_PARAMETER.UAV]: DESCRIPTOR_RANGE.UAV,
}

function fromParameter(p: ParameterDescription, i: number): Provided {
  const { visibility, space, register: lower } = p
  const isRootDescriptor = p.type !== ROOT_PARAMETER.Constants32Bit
  const type = TYPE_OF_PARAMETER[p.type]!
  return { where: `root parameter [${i}]`, type, visibility, space, lower, upper: lower, isRootDescriptor }
}

function fromRange(p: ParameterDescription, i: number, range: RangeDescription, slot: number): Provided {
  const { type, space, register: lower, count } = range
  const upper = count === WITHOUT_END ? WITHOUT_END : lower + count - 1
  const where = `root parameter [${i}], descriptor table slot [${slot}]`
  return { where, type, visibility: p.visibility, space, lower, upper, isRootDescriptor: false }
}

const DATA_FLAGS = [
  DESCRIPTOR_FLAG.DataVolatile,
  DESCRIPTOR_FLAG.DataStatic,
  DESCRIPTOR_FLAG.DataStaticWhileSetAtExecute,
]
const dataFlags = (flags: number): number => DATA_FLAGS.filter(bit => (flags & bit) !== 0).length

function tableComplaints({ ranges }: ParameterDescription, i: number): string[] {
  const complaints: string[] = []
  if (new Set(ranges.map(r => r.type === DESCRIPTOR_RANGE.Sampler)).size > 1)
    complaints.push(`Samplers cannot be mixed with other resource types in a descriptor table (root parameter [${i}])`)
  // D3D12 knows tables without ranges, but reading one back it looks for a range all the same.
  if (ranges.length === 0) complaints.push(`A descriptor table needs a range (root parameter [${i}])`)
  let end = 0
  ranges.forEach((range, slot) => {
    const where = `descriptor table slot [${slot}], root parameter [${i}]`
    const start = range.tableOffset === WITHOUT_END ? end : range.tableOffset
    if (range.count === 0) complaints.push(`NumDescriptors cannot be 0 (${where})`)
    if (start > WITHOUT_END) complaints.push(`Cannot append a range behind an unbounded one (${where})`)
    if (range.count === WITHOUT_END) end = WITHOUT_END + 1
    else {
      end = start + range.count
      if (range.register + range.count - 1 > WITHOUT_END || (start <= WITHOUT_END && end - 1 > WITHOUT_END))
        complaints.push(`The range goes past the last register or descriptor (${where})`)
    }
    complaints.push(...rangeFlagComplaints(range, where))
  })
  return complaints
}

function rangeFlagComplaints({ type, flags }: RangeDescription, where: string): string[] {
  if (type === DESCRIPTOR_RANGE.Sampler)
    return dataFlags(flags) > 0 ? [`Sampler descriptor ranges cannot specify DATA_* flags (${where})`] : []
  if (dataFlags(flags) > 1)
    return [`Descriptor range flags cannot specify more than one DATA_* flag at a time (${where})`]
  const both = DESCRIPTOR_FLAG.DataStatic | DESCRIPTOR_FLAG.DescriptorsVolatile
  if ((flags & both) === both)
    return [`Descriptor range flags cannot specify DESCRIPTORS_VOLATILE with the DATA_STATIC flag (${where})`]
  return []
}

// Limits of D3D12 samplers.
const [LOD_BIAS_MIN, LOD_BIAS_MAX] = [-16, 15.99]
const MAX_ANISOTROPY = 16

function samplerComplaints(s: SamplerDescription, i: number): string[] {
  const complaints: string[] = []
  if (s.mipLodBias < LOD_BIAS_MIN || s.mipLodBias > Math.fround(LOD_BIAS_MAX))
    complaints.push(`mipLODBias must be in the range [-16 to 15.99] (static sampler [${i}])`)
  if (s.maxAnisotropy > MAX_ANISOTROPY)
    complaints.push(`maxAnisotropy must be in the range [0 to ${MAX_ANISOTROPY}] (static sampler [${i}])`)
  return complaints
}
