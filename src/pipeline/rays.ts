// Ray tracing state objects made of libraries: payloads and attributes against the configuration, hit groups, associations, exports.

import { readSubobjects } from '../assemble/rdat_subobjects.ts'
import { type Rdat, rdatIndexes, rdatRows, rdatString } from '../container/rdat.ts'
import { SHADER_STAGE } from '../spec/psv_enums.ts'
import { HIT_GROUP_TYPE, RDAT_PART, SUBOBJECT_KIND } from '../spec/rdat_enums.ts'
import { STAGES } from '../spec/stages.ts'
import type { Subobject } from '../spec/subobjects.ts'
import type { Complain } from './problem.ts'
import type { StageFacts } from './stage.ts'

interface Exported {
  /** Unmangled. */
  readonly name: string
  readonly stage: number
  readonly payloadBytes: number
  readonly attributeBytes: number
  /** Mangled names of the functions that it needs and its library lacks. */
  readonly needs: readonly string[]
  readonly mangled: string
}

const PAYLOADS: ReadonlySet<number> = new Set([SHADER_STAGE.AnyHit, SHADER_STAGE.ClosestHit, SHADER_STAGE.Miss])
const ATTRIBUTES: ReadonlySet<number> = new Set([SHADER_STAGE.AnyHit, SHADER_STAGE.ClosestHit])
const MOST_RECURSION = 31

export function checkRays(libraries: readonly StageFacts[], complain: Complain): void {
  const tables = libraries.flatMap(library => library.rdat ?? [])
  const exported = tables.flatMap(exportedOf)
  const subobjects = tables.flatMap(t => readSubobjects(t))
  checkExports(exported, complain)
  checkConfigurations(exported, subobjects, complain)
  for (const s of subobjects) if (s.kind === SUBOBJECT_KIND.HitGroup) checkHitGroup(s, exported, complain)
  checkAssociations(exported, subobjects, complain)
}

function exportedOf(table: Rdat): Exported[] {
  return rdatRows(table, RDAT_PART.FunctionTable).map(row => {
    const text = (field: string): string => rdatString(table, row[field] as number) ?? ''
    const word = (field: string): number => row[field] as number
    const needs = [...(rdatIndexes(table, word('dependencies')) ?? [])].map(at => rdatString(table, at) ?? '')
    return {
      name: text('unmangledName'),
      mangled: text('name'),
      stage: word('stage'),
      payloadBytes: word('payloadBytes'),
      attributeBytes: word('attributeBytes'),
      needs,
    }
  })
}

function checkExports(exported: readonly Exported[], complain: Complain): void {
  const names = new Map<string, Exported>()
  for (const e of exported) {
    if (names.has(e.mangled)) complain('E4161', { name: e.name })
    names.set(e.mangled, e)
  }
  for (const e of exported)
    for (const need of e.needs)
      if (!names.has(need)) complain('E4162', { name: e.name, need: need.replace('\x01', '') })
}

// ---- sizes ----------------------------------------------------------------------------------------------------------------------------

function checkConfigurations(
  exported: readonly Exported[],
  subobjects: readonly Subobject[],
  complain: Complain,
): void {
  const configurations = subobjects.filter(s => s.kind === SUBOBJECT_KIND.RaytracingShaderConfig)
  const pipelines = subobjects.filter(
    s => s.kind === SUBOBJECT_KIND.RaytracingPipelineConfig || s.kind === SUBOBJECT_KIND.RaytracingPipelineConfig1,
  )
  const [first] = pipelines
  const other = pipelines.find(p => first && String(p.values) !== String(first.values))
  if (first && other) complain('E4163', { first: first.name, second: other.name })
  for (const p of pipelines)
    if (Number(p.values[0]) > MOST_RECURSION)
      complain('E4164', { name: p.name, depth: Number(p.values[0]), most: MOST_RECURSION })
  if (configurations.length === 0) return
  for (const e of exported) {
    const own = configurationOf(e, configurations, subobjects)
    if (!own) continue
    const [payload, attributes] = own.values.map(Number) as [number, number]
    if (PAYLOADS.has(e.stage) && e.payloadBytes > payload)
      complain('E4165', {
        name: e.name,
        what: 'payload',
        field: 'MaxPayloadSizeInBytes',
        bytes: e.payloadBytes,
        most: payload,
        config: own.name,
      })
    if (ATTRIBUTES.has(e.stage) && e.attributeBytes > attributes)
      complain('E4165', {
        name: e.name,
        what: 'attribute',
        field: 'MaxAttributeSizeInBytes',
        bytes: e.attributeBytes,
        most: attributes,
        config: own.name,
      })
  }
}

/** The one that an association gives an export, else the only one there is. */
function configurationOf(
  { name }: Exported,
  configurations: readonly Subobject[],
  subobjects: readonly Subobject[],
): Subobject | undefined {
  const associations = subobjects.filter(s => s.kind === SUBOBJECT_KIND.SubobjectToExportsAssociation)
  for (const { values } of associations) {
    const [subobject, exports] = values as [string, readonly string[]]
    const own = configurations.find(c => c.name === subobject)
    if (own && exports.some(e => e === name || groupHolds(e, name, subobjects))) return own
  }
  return configurations.length === 1 ? configurations[0] : undefined
}

/** An association with a hit group is one with its shaders. */
function groupHolds(group: string, shader: string, subobjects: readonly Subobject[]): boolean {
  const found = subobjects.find(s => s.kind === SUBOBJECT_KIND.HitGroup && s.name === group)
  return found?.values.slice(1).includes(shader) ?? false
}

// ---- hit groups and associations ------------------------------------------------------------------------------------------------------

const ROLES = [
  [1, 'AnyHitShaderImport', SHADER_STAGE.AnyHit],
  [2, 'ClosestHitShaderImport', SHADER_STAGE.ClosestHit],
  [3, 'IntersectionShaderImport', SHADER_STAGE.Intersection],
] as const

function checkHitGroup({ name, values }: Subobject, exported: readonly Exported[], complain: Complain): void {
  for (const [at, role, stage] of ROLES) {
    const wanted = String(values[at] ?? '')
    if (wanted === '') continue
    const shader = exported.find(e => e.name === wanted)
    if (!shader) complain('E4166', { group: name, role, name: wanted })
    else if (shader.stage !== stage)
      complain('E4167', {
        group: name,
        role,
        name: wanted,
        stage: STAGES.find(s => s.number === shader.stage)?.name ?? 'unknown',
      })
  }
  const hasIntersection = String(values[3] ?? '') !== ''
  const isProcedural = values[0] === HIT_GROUP_TYPE.ProceduralPrimitive
  if (isProcedural && !hasIntersection) complain('E4168', { group: name })
}

function checkAssociations(exported: readonly Exported[], subobjects: readonly Subobject[], complain: Complain): void {
  const groups = subobjects.filter(s => s.kind === SUBOBJECT_KIND.HitGroup).map(s => s.name)
  const names = new Set([...exported.map(e => e.name), ...groups])
  const given = new Map<string, string>()
  for (const { kind, name, values } of subobjects) {
    if (kind !== SUBOBJECT_KIND.SubobjectToExportsAssociation) continue
    const [subobject, exports] = values as [string, readonly string[]]
    const target = subobjects.find(s => s.name === subobject)
    if (!target) complain('E4169', { name, what: `subobject ${subobject}` })
    for (const e of exports) {
      if (!names.has(e)) complain('E4169', { name, what: `export ${e}` })
      if (!target || target.kind === SUBOBJECT_KIND.LocalRootSignature) continue
      const key = `${target.kind} ${e}`
      const other = given.get(key)
      if (other !== undefined && other !== subobject) complain('E4170', { export: e, first: other, second: subobject })
      given.set(key, subobject)
    }
  }
}
