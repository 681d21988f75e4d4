// Random declarations for Slang's layout: HLSL text made of resources, arrays, structs, buffers, blocks and loose numbers.

export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }
  /** 0 to n - 1. */
  below(n: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * n)
  }
  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
}

export interface RandomParameter {
  readonly name: string
  /** The declaration with a place for a register: `@` stands where one goes. */
  readonly text: string
  /** Declares resources only through a block or buffer of its own, so that no register letter fits. */
  readonly isBlock: boolean
  /** An expression of type float4 that uses a resource or number of it. */
  readonly use: string
}

export interface RandomUnit {
  readonly structs: string
  readonly parameters: readonly RandomParameter[]
}

const RESOURCES = [
  ['Texture2D<float4>', '.Load(0)'],
  ['Buffer<float4>', '[0]'],
  ['StructuredBuffer<float4>', '[0]'],
  ['RWBuffer<float4>', '[0]'],
  ['RWStructuredBuffer<float4>', '[0]'],
] as const
const NUMBERS = ['float', 'float2', 'float3', 'float4', 'uint', 'int3', 'double', 'float4x4', 'float3x2'] as const

interface Member {
  readonly text: string
  readonly use: string
}

/** A unit of `count` parameters whose names begin with `prefix`. */
export function randomUnit(random: Random, count: number, prefix: string, allowUnsized = true): RandomUnit {
  const structs: { name: string; use: string; text: string; holdsResource: boolean }[] = []
  const member = (name: string, depth: number): Member & { holdsResource: boolean } => {
    const kind = random.below(10)
    const size = random.below(3) === 0 ? 1 + random.below(4) : 0
    const dims = size > 0 ? `[${size}]` : ''
    const at = size > 0 ? `[${random.below(size)}]` : ''
    const known = depth > 0 ? structs.slice(0, depth) : []
    if (kind < 2 && known.length > 0) {
      const s = random.one(known)
      return { text: `${s.name} ${name}${dims};`, use: `${name}${at}.${s.use}`, holdsResource: s.holdsResource }
    }
    if (kind < 6) {
      const [type, access] = random.one(RESOURCES)
      return { text: `${type} ${name}${dims};`, use: `${name}${at}${access}`, holdsResource: true }
    }
    const type = random.one(NUMBERS)
    const tail =
      type.includes('x') && !type.startsWith('f') ? '' : type === 'float4x4' || type === 'float3x2' ? '[0][0]' : ''
    const scalar = /[234]$/.test(type) && !type.includes('x') ? '.x' : ''
    return { text: `${type} ${name}${dims};`, use: `${name}${at}${tail}${scalar}`, holdsResource: false }
  }
  for (let i = 0, n = 1 + random.below(4); i < n; i++) {
    const members = Array.from({ length: 1 + random.below(4) }, (_, k) => member(`m${k}`, i))
    const used = random.one(members)
    structs.push({
      name: `${prefix}S${i}`,
      use: used.use,
      text: `struct ${prefix}S${i} { ${members.map(m => m.text).join(' ')} };`,
      holdsResource: members.some(m => m.holdsResource),
    })
  }
  const parameters = Array.from({ length: count }, (_, i): RandomParameter => {
    const name = `${prefix}${i}`
    const kind = random.below(12)
    const s = random.one(structs)
    if (kind === 0) return { name, text: `ConstantBuffer<${s.name}> ${name};`, isBlock: true, use: `${name}.${s.use}` }
    if (kind === 1) return { name, text: `ParameterBlock<${s.name}> ${name};`, isBlock: true, use: `${name}.${s.use}` }
    if (kind === 2) return { name, text: `cbuffer ${name} { float4 ${name}v; }`, isBlock: true, use: `${name}v` }
    if (kind === 3 && allowUnsized) {
      const [type, access] = random.one(RESOURCES)
      return { name, text: `${type} ${name}[];`, isBlock: true, use: `${name}[3]${access}` }
    }
    const m = member(name, structs.length)
    return { name, text: m.text.replace(/;$/, '@;'), isBlock: !m.holdsResource, use: m.use }
  })
  return { structs: structs.map(s => s.text).join('\n'), parameters }
}

/** The unit as text; registers[i] is put on parameter i. */
export function unitText({ structs, parameters }: RandomUnit, registers: readonly string[] = []): string {
  return `${structs}\n${parameters.map((p, i) => p.text.replace('@', registers[i] ?? '')).join('\n')}\n`
}
