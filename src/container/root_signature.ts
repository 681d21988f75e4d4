// RTS0: a root signature as D3D12 serializes it, versions 1.0 to 1.2. Blocks are found by offset; one that lies where another
// one is already (shared, or out of order) is not taken apart: its bytes are in `trailing` or in the block they belong to.

import {
  COMPARISON,
  DESCRIPTOR_RANGE,
  ROOT_PARAMETER,
  ROOT_SIGNATURE_VERSION,
  SHADER_VISIBILITY,
  STATIC_BORDER,
  TEXTURE_ADDRESS,
} from '../spec/root_signature_enums.ts'
import { type Io, NO_BYTES } from './io.ts'

const HEADER_SIZE = 24
const VERSION_1_1 = ROOT_SIGNATURE_VERSION['1.1']
const VERSION_1_2 = ROOT_SIGNATURE_VERSION['1.2']

export interface DescriptorRange {
  /** DESCRIPTOR_RANGE */
  type: number
  /** 0xFFFFFFFF: unbounded */
  count: number
  register: number
  space: number
  /** DESCRIPTOR_FLAG bits; from 1.1 on */
  flags: number
  /** Descriptors from the start of the table; 0xFFFFFFFF: behind the range before. */
  tableOffset: number
}

/** What a parameter's offset leads to; which fields there are depends on the parameter's type. */
export interface RootPayload {
  /** False when the parameter's offset leads back to bytes that belong to something else; the other fields mean nothing then. */
  isStored: boolean
  /** Bytes before it. */
  gap: Uint8Array
  register: number
  space: number
  /** Of 32-bit constants. */
  count: number
  /** Root descriptors, from 1.1 on. */
  flags: number
  rangeCount: number
  rangesOffset: number
  rangesGap: Uint8Array
  ranges: DescriptorRange[]
}

export interface RootParameter {
  /** ROOT_PARAMETER */
  type: number
  /** SHADER_VISIBILITY */
  visibility: number
  payloadOffset: number
}

export interface StaticSampler {
  filter: number
  addressU: number
  addressV: number
  addressW: number
  /** Bits of a 32-bit float, as are minLod and maxLod. */
  mipLodBias: number
  maxAnisotropy: number
  comparison: number
  border: number
  minLod: number
  maxLod: number
  register: number
  space: number
  visibility: number
  /** from 1.2 on */
  flags: number
}

export interface RootSignature {
  /** ROOT_SIGNATURE_VERSION */
  version: number
  parametersOffset: number
  samplersOffset: number
  parameterCount: number
  samplerCount: number
  /** ROOT_SIGNATURE_FLAG bits */
  flags: number
  parametersGap: Uint8Array
  parameters: RootParameter[]
  /** By parameter. */
  payloads: RootPayload[]
  samplersGap: Uint8Array
  samplers: StaticSampler[]
  trailing: Uint8Array
}

export function newRootSignature(): RootSignature {
  return {
    version: VERSION_1_1,
    parametersOffset: HEADER_SIZE,
    samplersOffset: HEADER_SIZE,
    parameterCount: 0,
    samplerCount: 0,
    flags: 0,
    parametersGap: NO_BYTES,
    parameters: [],
    payloads: [],
    samplersGap: NO_BYTES,
    samplers: [],
    trailing: NO_BYTES,
  }
}

export function rootSignature(io: Io, p: RootSignature): void {
  p.version = io.u32('version', p.version)
  if (p.version >= ROOT_SIGNATURE_VERSION['1.0'] && p.version <= VERSION_1_2) contents(io, p)
  p.trailing = io.remainder('trailing', p.trailing)
}

function contents(io: Io, p: RootSignature): void {
  p.parameterCount = io.u32('parameter count', p.parameterCount)
  p.parametersOffset = io.u32('parameters offset', p.parametersOffset)
  p.samplerCount = io.u32('sampler count', p.samplerCount)
  p.samplersOffset = io.u32('samplers offset', p.samplersOffset)
  p.flags = io.u32('flags', p.flags)
  if (p.parameterCount > 0 && p.parametersOffset >= io.at) {
    p.parametersGap = io.bytes('parameters gap', p.parametersGap, p.parametersOffset - io.at)
    p.parameters = io.list('parameter', p.parameters, p.parameterCount, newRootParameter, parameter)
    const isParameter = (i: number): boolean => i < p.parameters.length
    p.payloads = io.each('payload', p.payloads, isParameter, newRootPayload, (io, value, i) =>
      payload(io, value, p.parameters[i]!, p.version),
    )
  }
  if (p.samplerCount > 0 && p.samplersOffset >= io.at) {
    p.samplersGap = io.bytes('samplers gap', p.samplersGap, p.samplersOffset - io.at)
    p.samplers = io.list('sampler', p.samplers, p.samplerCount, newStaticSampler, (io, s) => sampler(io, s, p.version))
  }
}

function parameter(io: Io, p: RootParameter): void {
  p.type = io.u32('type', p.type, ROOT_PARAMETER)
  p.visibility = io.u32('visibility', p.visibility, SHADER_VISIBILITY)
  p.payloadOffset = io.u32('payload offset', p.payloadOffset)
}

function payload(io: Io, p: RootPayload, { type, payloadOffset }: RootParameter, version: number): void {
  p.isStored = payloadOffset >= io.at
  if (!p.isStored) return
  p.gap = io.bytes('gap', p.gap, payloadOffset - io.at)
  if (type === ROOT_PARAMETER.DescriptorTable) {
    table(io, p, version)
    return
  }
  p.register = io.u32('register', p.register)
  p.space = io.u32('space', p.space)
  if (type === ROOT_PARAMETER.Constants32Bit) p.count = io.u32('count', p.count)
  else if (version >= VERSION_1_1) p.flags = io.u32('flags', p.flags)
}

function table(io: Io, p: RootPayload, version: number): void {
  p.rangeCount = io.u32('range count', p.rangeCount)
  p.rangesOffset = io.u32('ranges offset', p.rangesOffset)
  if (p.rangeCount === 0 || p.rangesOffset < io.at) return
  p.rangesGap = io.bytes('ranges gap', p.rangesGap, p.rangesOffset - io.at)
  p.ranges = io.list('range', p.ranges, p.rangeCount, newDescriptorRange, (io, r) => range(io, r, version))
}

function range(io: Io, p: DescriptorRange, version: number): void {
  p.type = io.u32('type', p.type, DESCRIPTOR_RANGE)
  p.count = io.u32('count', p.count)
  p.register = io.u32('register', p.register)
  p.space = io.u32('space', p.space)
  if (version >= VERSION_1_1) p.flags = io.u32('flags', p.flags)
  p.tableOffset = io.u32('table offset', p.tableOffset)
}

function sampler(io: Io, p: StaticSampler, version: number): void {
  p.filter = io.u32('filter', p.filter)
  p.addressU = io.u32('address u', p.addressU, TEXTURE_ADDRESS)
  p.addressV = io.u32('address v', p.addressV, TEXTURE_ADDRESS)
  p.addressW = io.u32('address w', p.addressW, TEXTURE_ADDRESS)
  p.mipLodBias = io.u32('mip lod bias', p.mipLodBias)
  p.maxAnisotropy = io.u32('max anisotropy', p.maxAnisotropy)
  p.comparison = io.u32('comparison', p.comparison, COMPARISON)
  p.border = io.u32('border', p.border, STATIC_BORDER)
  p.minLod = io.u32('min lod', p.minLod)
  p.maxLod = io.u32('max lod', p.maxLod)
  p.register = io.u32('register', p.register)
  p.space = io.u32('space', p.space)
  p.visibility = io.u32('visibility', p.visibility, SHADER_VISIBILITY)
  if (version >= VERSION_1_2) p.flags = io.u32('flags', p.flags)
}

function newRootParameter(): RootParameter {
  return { type: 0, visibility: 0, payloadOffset: 0 }
}

export function newRootPayload(): RootPayload {
  return {
    isStored: true,
    gap: NO_BYTES,
    register: 0,
    space: 0,
    count: 0,
    flags: 0,
    rangeCount: 0,
    rangesOffset: 0,
    rangesGap: NO_BYTES,
    ranges: [],
  }
}

function newDescriptorRange(): DescriptorRange {
  return { type: 0, count: 0, register: 0, space: 0, flags: 0, tableOffset: 0xffffffff }
}

export function newStaticSampler(): StaticSampler {
  return {
    filter: 0,
    addressU: 0,
    addressV: 0,
    addressW: 0,
    mipLodBias: 0,
    maxAnisotropy: 0,
    comparison: 0,
    border: 0,
    minLod: 0,
    maxLod: 0,
    register: 0,
    space: 0,
    visibility: 0,
    flags: 0,
  }
}
