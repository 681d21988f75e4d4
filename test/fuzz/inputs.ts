// The bytes a generated program reads, as job resources and as the evaluator's memory; and the outputs of both compared.

import { Seeded } from '../corpus/seeded.ts'
import type { Format, Resource } from '../oracle/d3d12.ts'
import type { Memory } from './evaluate.ts'
import type { Program, ResourceDecl } from './tree.ts'
import {
  constantPlace,
  leaves,
  rawPlace,
  readScalar,
  type Scalar,
  type Type,
  type Value,
  vector,
  writeScalar,
} from './types.ts'

export interface Inputs {
  readonly resources: readonly Resource[]
  readonly memory: Memory
  /** Writable resources, in the order of the job. */
  readonly outputs: readonly ResourceDecl[]
}

function random(rng: Seeded, s: Scalar): number | bigint {
  if (s === 'bool') return rng.int(0, 1)
  if (s === 'float') return rng.int(-64, 64) / 4
  if (s === 'int64_t') return rng.int(0, 1) ? BigInt(rng.int(-9, 9)) : BigInt.asIntN(64, rng.u64())
  if (s === 'uint64_t') return rng.int(0, 1) ? BigInt(rng.int(0, 9)) : rng.u64()
  const v = rng.int(0, 1) ? rng.u32() : rng.int(0, 20)
  return s === 'int' ? v | 0 : v
}

export function makeInputs(p: Program): Inputs {
  const rng = new Seeded(p.seed ^ 0x5eed)
  const memory: Memory = { values: new Map(), raw: new Map() }
  const resources: Resource[] = []
  const block = new Uint8Array(4096)
  let end = 0
  for (const c of p.constants) {
    const bytes = c.block === 'cbuffer' ? block : new Uint8Array(4096)
    const place = constantPlace(c.t, c.block === 'cbuffer' ? end : 0)
    if (c.block === 'cbuffer') end = place.end
    memory.values.set(c.name, fill(rng, c.t, place.offsets, bytes))
    if (c.block === 'object') resources.push({ kind: 'cbv', register: 1, data: bytes })
  }
  if (end) resources.push({ kind: 'cbv', register: 0, data: block })
  for (const r of p.resources) resources.push(resource(rng, r, memory))
  return { resources, memory, outputs: p.resources.filter(r => r.register.startsWith('u')) }
}

function fill(rng: Seeded, t: Type, offsets: readonly number[], bytes: Uint8Array): Value {
  const view = new DataView(bytes.buffer)
  return leaves(t).map((s, i) => {
    const v = random(rng, s)
    writeScalar(view, offsets[i]!, s, v)
    return v
  })
}

const whole = (r: ResourceDecl): Type => ({ k: 'a', e: r.t, n: r.count * (r.height ?? 1) })

function resource(rng: Seeded, r: ResourceDecl, memory: Memory): Resource {
  const kind = r.register.startsWith('u') ? 'uav' : 'srv'
  const register = Number(r.register.slice(1))
  if (r.kind === 'raw' || r.kind === 'rwraw') {
    const data = new Uint8Array(r.count)
    for (let i = 0; i < r.count; i += 4) writeScalar(new DataView(data.buffer), i, 'uint', random(rng, 'uint'))
    memory.raw.set(r.name, new DataView(data.slice().buffer))
    return { kind, register, type: 'raw', data }
  }
  const place = rawPlace(whole(r))
  const data = new Uint8Array(place.end)
  memory.values.set(r.name, fill(rng, whole(r), place.offsets, data))
  if (r.kind === 'structured' || r.kind === 'rwstructured')
    return { kind, register, type: 'structured', stride: place.end / r.count, data }
  const n = leaves(r.t).length
  const format = `${['R32', 'R32G32', '', 'R32G32B32A32'][n - 1]}_${{ uint: 'UINT', int: 'SINT', float: 'FLOAT' }[leaves(r.t)[0] as 'uint']}`
  const base = { kind, register, format: format as Format, data } as const
  return r.height ? { ...base, type: 'texture2d', width: r.count, height: r.height } : { ...base, type: 'typed' }
}

/** The evaluator's results as bytes, -0 as 0. */
export function expectedBytes(r: ResourceDecl, memory: Memory): Uint8Array {
  const raw = memory.raw.get(r.name)
  if (raw) return new Uint8Array(raw.buffer)
  const place = rawPlace(whole(r))
  const data = new Uint8Array(place.end)
  const kinds = leaves(whole(r))
  memory.values.get(r.name)!.forEach((v, i) => {
    writeScalar(new DataView(data.buffer), place.offsets[i]!, kinds[i]!, v === 0 ? 0 : v)
  })
  return data
}

/** A run's bytes in the same normal form: zeros positive, padding zero. */
export function normalBytes(r: ResourceDecl, data: Uint8Array): Uint8Array {
  if (r.kind === 'rwraw') return data
  const place = rawPlace(whole(r))
  const out = new Uint8Array(place.end)
  const from = new DataView(data.buffer, data.byteOffset, data.byteLength)
  leaves(whole(r)).forEach((s, i) => {
    const v = readScalar(from, place.offsets[i]!, s)
    writeScalar(new DataView(out.buffer), place.offsets[i]!, s, v === 0 ? 0 : v)
  })
  return out
}

export { vector }
