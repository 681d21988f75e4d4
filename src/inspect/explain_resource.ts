// A %dx.types.ResourceProperties constant in words, as DXC's disassembler puts them behind AnnotateHandle
// (source: DxilResourceProperties.h).

// biome-ignore format: by kind number
const KINDS = [
  '', 'Texture1D', 'Texture2D', 'Texture2DMS', 'Texture3D', 'TextureCube', 'Texture1DArray', 'Texture2DArray',
  'Texture2DMSArray', 'TextureCubeArray', 'TypedBuffer', 'ByteAddressBuffer', 'StructuredBuffer', 'CBuffer', 'Sampler',
  'TBuffer', 'RTAccelerationStructure', 'FeedbackTexture2D', 'FeedbackTexture2DArray',
]
// biome-ignore format: by component type number
const COMPONENTS = [
  '', 'I1', 'I16', 'U16', 'I32', 'U32', 'I64', 'U64', 'F16', 'F32', 'F64', 'SNormF16', 'UNormF16', 'SNormF32',
  'UNormF32', 'SNormF64', 'UNormF64',
]
const FEEDBACK = ['MinMip', 'MipRegionUsed']
const Kind = {
  TypedBuffer: 10,
  RawBuffer: 11,
  Structured: 12,
  CBuffer: 13,
  Sampler: 14,
  TBuffer: 15,
  Scene: 16,
} as const

/** `RWTexture2D<4xF32>`; the two words of the properties as 32-bit numbers, signed or not. */
export function explainResource(first: number, second: number): string {
  const kind = first & 0xff
  const bit = (n: number): boolean => (first & (1 << n)) !== 0
  const isUav = bit(12)
  const hasCounter = bit(15)
  if (kind === Kind.CBuffer) return 'CBuffer'
  if (kind === Kind.TBuffer && !isUav) return 'TBuffer'
  if (kind === Kind.Sampler) return hasCounter ? 'SamplerComparisonState' : 'SamplerState'
  const name = KINDS[kind]
  if (!name || kind === Kind.TBuffer) return '<invalid resource properties>'
  if (kind === Kind.Scene) return name
  if (kind > Kind.Scene) return `${name}<${FEEDBACK[second] ?? '<invalid sampler feedback type>'}>`
  const coherent = isUav ? `${bit(14) ? 'globallycoherent ' : ''}${bit(16) ? 'reordercoherent ' : ''}` : ''
  const view = `${coherent}${isUav ? (bit(13) ? 'ROV' : 'RW') : ''}${name}`
  if (kind === Kind.RawBuffer) return view
  if (kind === Kind.Structured) return `${view}<stride=${second >>> 0}${isUav && hasCounter ? ', counter' : ''}>`
  const count = (second >> 8) & 0xff
  return `${view}<${count > 1 ? `${count}x` : ''}${COMPONENTS[second & 0xff] || '<invalid CompType>'}>`
}
