// The shader stages: a row says everything that other rooms ask about a stage.
// Source of the numbers: PSV0 and RDAT (PSVShaderKind); of the names: [shader("...")] and clang's target triples.

import { SHADER_STAGE } from './psv_enums.ts'
import type { SignaturePoint } from './semantics.ts'

/** Minor version that lib_6_x has: libraries for linking only. */
export const OFFLINE_MINOR = 15

/** The newest shader model that is released: what is taken where nobody says which. */
export const RELEASED_MINOR = 9
/** The newest that compiles: a preview, which runtimes load in developer mode. */
export const NEWEST_MINOR = 10

export type StagePrefix = 'ps' | 'vs' | 'gs' | 'hs' | 'ds' | 'cs' | 'lib' | 'ms' | 'as'

export interface Stage {
  /** As [shader("...")], target triples and the rows of DXIL operations have it; 'library' for libraries. */
  readonly name: string
  /** SHADER_STAGE */
  readonly number: number
  /** Of profiles: ps of ps_6_0. Stages that only libraries hold have none. */
  readonly prefix?: StagePrefix
  /** Least minor version of shader model 6 that dxilkit compiles the stage for; not there: it does not compile the stage yet. */
  readonly compilesSince?: number
  /** Where varyings enter and leave, and where those of the vertices of a primitive or patch enter; stages without varyings have none. */
  readonly points?: readonly [input: SignaturePoint, output: SignaturePoint, vertices?: SignaturePoint]
  /** Of stages that run in thread groups. */
  readonly group?: GroupLimits
  /** Values come as parameters of the function, not by operations. */
  readonly hasParameters?: boolean
}

export interface GroupLimits {
  /** Threads of a group at most. */
  readonly threads: number
  /** Threads in each direction at most. */
  readonly sizes: readonly [number, number, number]
  /** Bytes of group-shared memory at most. */
  readonly sharedBytes: number
}

export const COMPUTE_GROUP: GroupLimits = { threads: 1024, sizes: [1024, 1024, 64], sharedBytes: 32 * 1024 }
const AMPLIFICATION_GROUP: GroupLimits = { threads: 128, sizes: [128, 128, 128], sharedBytes: 32 * 1024 }
const MESH_GROUP: GroupLimits = { ...AMPLIFICATION_GROUP, sharedBytes: 28 * 1024 }

/** In the order in which DXC's messages list the stages. */
export const STAGES: readonly Stage[] = [
  { name: 'compute', number: SHADER_STAGE.Compute, prefix: 'cs', compilesSince: 0, group: COMPUTE_GROUP },
  { name: 'vertex', number: SHADER_STAGE.Vertex, prefix: 'vs', compilesSince: 0, points: ['VSIn', 'VSOut'] },
  { name: 'pixel', number: SHADER_STAGE.Pixel, prefix: 'ps', compilesSince: 0, points: ['PSIn', 'PSOut'] },
  { name: 'hull', number: SHADER_STAGE.Hull, prefix: 'hs', compilesSince: 0, points: ['HSIn', 'HSCPOut', 'HSCPIn'] },
  { name: 'domain', number: SHADER_STAGE.Domain, prefix: 'ds', compilesSince: 0, points: ['DSIn', 'DSOut', 'DSCPIn'] },
  {
    name: 'geometry',
    number: SHADER_STAGE.Geometry,
    prefix: 'gs',
    compilesSince: 0,
    points: ['GSIn', 'GSOut', 'GSVIn'],
  },
  { name: 'raygeneration', number: SHADER_STAGE.RayGeneration, hasParameters: true },
  { name: 'intersection', number: SHADER_STAGE.Intersection, hasParameters: true },
  { name: 'anyhit', number: SHADER_STAGE.AnyHit, hasParameters: true },
  { name: 'closesthit', number: SHADER_STAGE.ClosestHit, hasParameters: true },
  { name: 'miss', number: SHADER_STAGE.Miss, hasParameters: true },
  { name: 'callable', number: SHADER_STAGE.Callable, hasParameters: true },
  {
    name: 'mesh',
    number: SHADER_STAGE.Mesh,
    prefix: 'ms',
    compilesSince: 5,
    // What goes out says so: `out vertices`, `out primitives`.
    points: ['MSIn', 'MSIn'],
    group: MESH_GROUP,
  },
  {
    name: 'amplification',
    number: SHADER_STAGE.Amplification,
    prefix: 'as',
    compilesSince: 5,
    points: ['ASIn', 'ASIn'],
    group: AMPLIFICATION_GROUP,
  },
  { name: 'node', number: SHADER_STAGE.Node, compilesSince: 8, group: COMPUTE_GROUP },
  // Earlier libraries were for linking only.
  { name: 'library', number: SHADER_STAGE.Library, prefix: 'lib', compilesSince: 3 },
]

const BY_PREFIX: ReadonlyMap<string, Stage> = new Map(STAGES.flatMap(s => (s.prefix ? [[s.prefix, s]] : [])))
const BY_NAME: ReadonlyMap<string, Stage> = new Map(STAGES.map(s => [s.name, s]))

/** The stage of a profile's prefix ('ps'); undefined for other words. */
export const stageOfPrefix = (prefix: string): Stage | undefined => BY_PREFIX.get(prefix)

/** The stage of a name ('pixel'); undefined for other words. */
export const stageOfName = (name: string): Stage | undefined => BY_NAME.get(name)

/** The stage of a profile's prefix, or of a name where profiles have none ('node'). */
export const stageOf = (word: string): Stage | undefined => BY_PREFIX.get(word) ?? BY_NAME.get(word)

export const isStagePrefix = (word: string): word is StagePrefix => BY_PREFIX.has(word)
