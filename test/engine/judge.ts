// One shader of corpus/engine through both compilers: validity, tables, parts, instructions, and what running both containers gives.

import { type CompileResult, compile, listing } from '../../src/api/index.ts'
import { fileIncluder } from '../../src/api/node.ts'
import { partOf } from '../corpus/container_facts.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { dispatchBoth, drawBoth, type Picture, type Stage, type Stages } from '../graphics/compare_shaders.ts'
import { type SceneHints, sceneResources } from '../graphics/scene.ts'
import { Dxc } from '../oracle/dxc.ts'
import { type CodeCounts, countCode } from '../parity/count_code.ts'
import { type EngineShader, includesOf } from './cases.ts'
import { sceneHints } from './inputs.ts'

/** `exact`: the same bits; `near`: floats within the tolerance of the drawings; `idle`: nothing was written, which shows nothing. */
export type Execution = 'exact' | 'near' | 'different' | 'idle' | 'failed'

export interface Row {
  readonly shader: EngineShader
  readonly args: readonly string[]
  readonly name: string
  /** Why there is no container to compare. */
  readonly refused?: string
  readonly valid: boolean
  /** What differs or is wrong, for people. */
  readonly problems: readonly string[]
  readonly sameTable: boolean
  /** Of PSV0, SFI0 and the signatures. */
  readonly otherParts: readonly string[]
  readonly ours?: CodeCounts
  readonly theirs?: CodeCounts
  readonly ran?: Execution
}

const PARTS = ['SFI0', 'PSV0', 'ISG1', 'OSG1']
const STAGES: ReadonlyMap<string, keyof Stages> = new Map([
  ['vs', 'vertex'],
  ['hs', 'hull'],
  ['ds', 'domain'],
  ['gs', 'geometry'],
  ['ps', 'pixel'],
])

export const profileOf = (args: readonly string[]): string => args[args.indexOf('-T') + 1] ?? ''
/** The DXC that knows the profile. */
export const dxcFor = (args: readonly string[]): Promise<Dxc> =>
  Dxc.shared(/_6_(9|1\d)$/.test(profileOf(args)) ? 'dxc-new' : 'dxc')
/** The later DXC's own validator version would make it write another PSV0. */
export const dxcArgs = (args: readonly string[]): readonly string[] =>
  /_6_9$/.test(profileOf(args)) ? [...args, '-validator-version', '1.9'] : args
/** The runtime takes no handles of shader model 6.6, and no native 16-bit types. */
const isRunnable = (args: readonly string[]): boolean =>
  /_6_[0-5]$/.test(profileOf(args)) && !args.includes('-enable-16bit-types')

export const compileOurs = (shader: EngineShader, args: readonly string[]): CompileResult =>
  compile(shader.source, { ...dxcArgsToOptions(args), fileName: shader.path, include: fileIncluder([]) })

/** Every compile of the shader; with `run` what can run is executed. */
export async function judge(shader: EngineShader, run: boolean): Promise<Row[]> {
  const rows: Row[] = []
  const stages: { -readonly [K in keyof Stages]?: Stages[K] } = {}
  for (const args of shader.header.args) {
    const { row, stage } = await compareCode(shader, args)
    const name = STAGES.get(profileOf(args).slice(0, 2))
    if (name && stage) stages[name] = stage
    const isLast = name === undefined || name === 'pixel'
    if (!run || !stage || !isLast || !isRunnable(args) || shader.header.isUndrawn || (name && !stages.vertex)) {
      rows.push(row)
      continue
    }
    const { ran, problems } = await execute(shader, name ? stages : { compute: stage })
    rows.push({ ...row, ...(ran && { ran }), problems: [...row.problems, ...problems] })
  }
  return rows
}

async function compareCode(shader: EngineShader, args: readonly string[]): Promise<{ row: Row; stage?: Stage }> {
  const dxc = await dxcFor(args)
  const base = {
    shader,
    args,
    name: `${shader.file} ${args.join(' ')}`,
    valid: false,
    sameTable: false,
    otherParts: [],
  }
  const theirs = await dxc.compile(shader.source, dxcArgs(args), { includes: includesOf(shader) })
  const ours = compileOurs(shader, args)
  if (!theirs.container || !ours.container) {
    const refused = theirs.container ? `ours: ${ours.text.trim()}` : `DXC: ${theirs.errors.trim().split('\n')[0]}`
    return { row: { ...base, refused, problems: [refused] } }
  }
  const problems: string[] = []
  const verdict = await dxc.validate(ours.container)
  const valid = verdict.ok && verdict.digest === 'right'
  if (!valid) problems.push(`not valid: ${verdict.message.trim()} digest ${verdict.digest}`)
  const [mine, other] = [ours.container, theirs.container].map(countCode) as [CodeCounts, CodeCounts]
  const sameTable = mine.resources.join('\n') === other.resources.join('\n')
  if (!sameTable) problems.push(`table: ${missing(mine.resources, other.resources)}`)
  const otherParts = PARTS.filter(p => !equal(partOf(ours.container!, p), partOf(theirs.container!, p)))
  if (otherParts.length > 0) problems.push(`other ${otherParts.join(', ')}`)
  const row = { ...base, valid, problems, sameTable, otherParts, ours: mine, theirs: other }
  return { row, stage: { ours: ours.container, theirs: theirs.container, listing: listing(theirs.container) } }
}

const equal = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && Buffer.compare(a, b) === 0)

const missing = (ours: readonly string[], theirs: readonly string[]): string =>
  [
    ...ours.filter(r => !theirs.includes(r)).map(r => `+${r}`),
    ...theirs.filter(r => !ours.includes(r)).map(r => `-${r}`),
  ].join('; ')

type Runnable = Partial<Stages> & { readonly compute?: Stage }

async function execute(shader: EngineShader, stages: Runnable): Promise<{ ran?: Execution; problems: string[] }> {
  const all = Object.values(stages as Readonly<Record<string, Stage | undefined>>).flatMap(s => (s ? [s] : []))
  try {
    const hints = sceneHints(
      shader,
      all.map(s => s.theirs),
    )
    const { compute, vertex } = stages
    const picture = compute
      ? await dispatchBoth(compute, shader.header.dispatch, hints)
      : await drawBoth({ ...stages, vertex: vertex! }, hints)
    // The runtime lacks some operations; it then says so of DXC's container, too.
    if (/^DXC's: (?!undefined)/.test(picture.problems[0] ?? '')) return { problems: [] }
    if (picture.problems.length > 0 && picture.problems.every(p => isRounded(p, shader)))
      return { ran: 'near', problems: [] }
    if (picture.problems.length > 0)
      return { ran: picture.outputs.length === 0 ? 'failed' : 'different', problems: picture.problems }
    if (isIdle(picture, compute, hints)) return { ran: 'idle', problems: ['writes nothing, or no numbers'] }
    return { ran: picture.exact ? 'exact' : 'near', problems: [] }
  } catch (error) {
    return { ran: 'failed', problems: [`not run: ${String(error)}`] }
  }
}

const isRounded = (problem: string, { inputs }: EngineShader): boolean =>
  Number(/^output \d+: (\d+) words differ/.exec(problem)?.[1] ?? Number.POSITIVE_INFINITY) <= inputs.rounded

/** Every output of a dispatch is what it was; a drawn target has hardly any values. */
function isIdle({ outputs, isFloat }: Picture, compute: Stage | undefined, hints: SceneHints): boolean {
  if (outputs.every((o, i) => isFloat[i] && isMostlyNaN(o))) return true
  if (!compute) return !outputs.some(o => new Set(new Uint32Array(o.slice().buffer)).size > 3)
  const before = sceneResources([compute.listing], hints).flatMap(r => (r.kind === 'uav' ? [r.data] : []))
  return outputs.every((o, i) => equal(o, before[i]))
}

function isMostlyNaN(output: Uint8Array): boolean {
  const values = new Float32Array(output.slice().buffer)
  return values.filter(Number.isNaN).length > values.length / 2
}
