// What a build has made, for people and programs: the manifest, the archive, and which permutations have equal code.

import { readFileSync } from 'node:fs'
import type { Reflection } from '../api/index.ts'
import type { BuildJob } from './build_jobs.ts'
import type { BuildPlan } from './build_plan.ts'
import { type ContainerFacts, inFolder } from './build_worker.ts'

/** A job that went well, now or in an earlier build. */
export interface Built {
  readonly job: BuildJob
  readonly facts: ContainerFacts
  /** Paths from the configuration's folder. */
  readonly files: readonly string[]
  readonly warnings: number
}

/** The manifest's form: docs/manifest.schema.json. No times and no absolute paths: equal inputs make equal manifests. */
export interface BuildManifest {
  readonly format: 'dxilkit build'
  readonly version: 1
  readonly compiler: string
  readonly shaders: readonly ManifestShader[]
  /** By the index that shaders name. */
  readonly containers: readonly ManifestContainer[]
}

export interface ManifestShader {
  readonly output: string
  readonly source: string
  readonly name: string
  readonly entry: string
  readonly target: string
  readonly axes: readonly { readonly name: string; readonly value: string | number | boolean | null }[]
  /** Source and included files. */
  readonly files: readonly string[]
  readonly warnings: number
  readonly container: number
}

export interface ManifestContainer {
  readonly size: number
  readonly sha256: string
  readonly reflection: Reflection | null
}

export function manifestOf(built: readonly Built[], compiler: string): BuildManifest {
  const index = new Map<string, number>()
  const containers: ManifestContainer[] = []
  const shaders = built.map(({ job, facts, files, warnings }) => {
    let container = index.get(facts.sha256)
    if (container === undefined) {
      container = containers.length
      index.set(facts.sha256, container)
      containers.push({ size: facts.size, sha256: facts.sha256, reflection: facts.reflection })
    }
    const { output, source, name, entry, target } = job
    const axes = job.axes.map(([axis, value]) => ({ name: axis, value }))
    return { output, source, name, entry, target, axes, files, warnings, container }
  })
  return { format: 'dxilkit build', version: 1, compiler, shaders, containers }
}

const MAGIC = 'DXKARC01'
const ALIGNMENT = 16

/**
 * All containers in one file, each once: magic (8 bytes), size of the index (u32), size of a container's alignment (u32), the index as JSON
 * ({ "files": { name: [offset, size] } }, offsets from the start of the file), then the containers, each at a multiple of 16.
 */
export function archiveOf(plan: BuildPlan, built: readonly Built[]): Uint8Array {
  const offsets = new Map<string, number>()
  const blobs: { readonly offset: number; readonly bytes: Uint8Array }[] = []
  const align = (n: number): number => Math.ceil(n / ALIGNMENT) * ALIGNMENT
  let end = 0
  for (const { job, facts } of built) {
    if (offsets.has(facts.sha256)) continue
    const bytes = readFileSync(inFolder(plan.folder, job.output))
    offsets.set(facts.sha256, end)
    blobs.push({ offset: end, bytes })
    end = align(end + bytes.length)
  }
  const indexAt = (start: number): Uint8Array => {
    const files = built.map(({ job, facts }) => [job.output, [start + offsets.get(facts.sha256)!, facts.size]] as const)
    return new TextEncoder().encode(JSON.stringify({ files: Object.fromEntries(files) }))
  }
  // The index names offsets that depend on its size: room for longer numbers is blank.
  const room = align(16 + indexAt(1e9).length)
  const archive = new Uint8Array(room + end).fill(0)
  archive.set(new TextEncoder().encode(MAGIC))
  new DataView(archive.buffer).setUint32(8, room - 16, true)
  new DataView(archive.buffer).setUint32(12, ALIGNMENT, true)
  archive.fill(32, 16, room)
  archive.set(indexAt(room), 16)
  for (const { offset, bytes } of blobs) archive.set(bytes, room + offset)
  return archive
}

/** Outputs with equal containers, and with equal programs where other parts differ; groups of two and more. */
export interface EqualGroups {
  readonly containers: readonly (readonly string[])[]
  readonly programs: readonly (readonly string[])[]
}

export function equalGroups(built: readonly Built[]): EqualGroups {
  const group = (key: (b: Built) => string, list: readonly Built[]): Built[][] => {
    const groups = new Map<string, Built[]>()
    for (const b of list) {
      const same = groups.get(key(b))
      if (same) same.push(b)
      else groups.set(key(b), [b])
    }
    return [...groups.values()]
  }
  const containers = group(b => b.facts.sha256, built)
  const programs = group(
    b => b.facts.program,
    containers.map(g => g[0]!),
  )
  const names = (groups: readonly Built[][]): string[][] =>
    groups.filter(g => g.length > 1).map(g => g.map(b => b.job.output))
  return { containers: names(containers), programs: names(programs) }
}

/** An axis whose values make no difference to any permutation of a shader. */
export interface DeadAxis {
  readonly source: string
  readonly entry: string
  readonly target: string
  readonly axis: string
  /** Permutations that would be left without it. */
  readonly spared: number
}

export function deadAxes(built: readonly Built[]): readonly DeadAxis[] {
  const units = new Map<string, Built[]>()
  for (const b of built) {
    const key = JSON.stringify([b.job.source, b.job.name, b.job.entry, b.job.target])
    const same = units.get(key)
    if (same) same.push(b)
    else units.set(key, [b])
  }
  const dead: DeadAxis[] = []
  for (const unit of units.values()) {
    const { source, entry, target } = unit[0]!.job
    for (const axis of new Set(unit.flatMap(b => b.job.axes.map(([name]) => name)))) {
      const others = new Map<string, Set<string>>()
      const values = new Set<string>()
      for (const { job, facts } of unit) {
        values.add(JSON.stringify(job.axes.find(([name]) => name === axis)?.[1]))
        const rest = JSON.stringify(job.axes.filter(([name]) => name !== axis))
        const made = others.get(rest)
        if (made) made.add(facts.sha256)
        else others.set(rest, new Set([facts.sha256]))
      }
      const isDead = values.size > 1 && others.size < unit.length && [...others.values()].every(made => made.size === 1)
      if (isDead) dead.push({ source, entry, target, axis, spared: unit.length - others.size })
    }
  }
  return dead
}
