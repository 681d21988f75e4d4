// Graphics pipelines: which stages go together, signatures between them, patches, primitives, payloads, the position of the rasterizer.

import { verticesOf } from '../spec/geometry.ts'
import { INPUT_PRIMITIVE, SIGNATURE_SYSTEM_VALUE, TESSELLATOR_OUTPUT } from '../spec/psv_enums.ts'
import type { StagePrefix } from '../spec/stages.ts'
import { checkLink, isSame, shownSemantic } from './linkage.ts'
import type { Complain } from './problem.ts'
import type { StageFacts } from './stage.ts'

/** D3D12_PRIMITIVE_TOPOLOGY_TYPE */
export type Topology = 'point' | 'line' | 'triangle' | 'patch'

type Stages = ReadonlyMap<StagePrefix, StageFacts>

export function checkGraphics(stages: Stages, topology: Topology | undefined, complain: Complain): void {
  checkCombination(stages, complain)
  const [vs, hs, ds, gs, ms, ps] = (['vs', 'hs', 'ds', 'gs', 'ms', 'ps'] as const).map(p => stages.get(p))
  const chain = [vs, hs, ds, gs, ps].filter(s => s !== undefined)
  if (!ms) for (const [i, to] of chain.entries()) if (i > 0) checkPair(chain[i - 1]!, to, complain)
  if (hs && ds) checkTessellation(hs, ds, complain)
  if (hs && topology !== undefined && topology !== 'patch') complain('E4152', { topology })
  if (gs) checkPrimitive(gs, hs, topology, complain)
  if (ms) checkMesh(ms, stages.get('as'), ps, complain)
  const last = ms ?? gs ?? ds ?? vs
  if (ps && last) checkPosition(last, complain)
}

// ---- which stages ---------------------------------------------------------------------------------------------------------------------

function checkCombination(stages: Stages, complain: Complain): void {
  const has = (prefix: StagePrefix): boolean => stages.has(prefix)
  if (has('hs') !== has('ds')) {
    const [first, second] = has('hs') ? ['Hull', 'Domain'] : ['Domain', 'Hull']
    complain('E4150', { first: first!, second: second! })
  }
  if (has('ms') || has('as')) {
    const others = [...stages.values()].filter(s => ['vs', 'hs', 'ds', 'gs'].includes(s.prefix))
    for (const other of others) complain('E4155', { stage: other.title })
    if (!has('ms')) complain('E4156', {})
  } else if (!has('vs')) complain('E4157', {})
}

// ---- signatures -----------------------------------------------------------------------------------------------------------------------

function checkPair(from: StageFacts, to: StageFacts, complain: Complain): void {
  const outputs = from.outputs.filter(o => o.stream === 0)
  checkLink({ from, to, outputs, inputs: to.inputs, hasRegisters: true }, complain)
}

/** The rasterizer has to know where a vertex is. */
function checkPosition(last: StageFacts, complain: Complain): void {
  const has = last.outputs.some(o => o.systemValue === SIGNATURE_SYSTEM_VALUE.Position && o.stream === 0)
  if (!has) complain('E4154', { stage: last.title })
}

// ---- tessellation ---------------------------------------------------------------------------------------------------------------------

function checkTessellation(hs: StageFacts, ds: StageFacts, complain: Complain): void {
  const domain = (s: StageFacts): number => s.info['domain'] ?? 0
  if (domain(hs) !== domain(ds))
    complain('E4148', { hull: DOMAINS[domain(hs)] ?? 'none', domain: DOMAINS[domain(ds)] ?? 'none' })
  // The factors of another domain are others.
  else {
    checkLink({ from: hs, to: ds, outputs: hs.patchOrPrims, inputs: ds.patchOrPrims, hasRegisters: true }, complain)
    const extra = hs.patchOrPrims.find(o => !ds.patchOrPrims.some(i => isSame(o, i)))
    if (extra)
      complain('E4147', {
        what: `the Hull Shader has ${shownSemantic(extra)}, which the Domain Shader does not declare`,
      })
  }
  const [made, taken] = [hs.info['outputControlPoints'] ?? 0, ds.info['inputControlPoints'] ?? 0]
  // A domain shader need not look at control points.
  if (taken !== 0 && made !== taken) complain('E4149', { output: made, input: taken })
}

const DOMAINS: Readonly<Record<number, string>> = { 1: 'isoline', 2: 'tri', 3: 'quad' }

// ---- geometry -------------------------------------------------------------------------------------------------------------------------

/** What the tessellator or the input assembler makes, and the primitives that take it. */
const TAKES = {
  point: [INPUT_PRIMITIVE.Point],
  line: [INPUT_PRIMITIVE.Line, INPUT_PRIMITIVE.LineWithAdjacency],
  triangle: [INPUT_PRIMITIVE.Triangle, INPUT_PRIMITIVE.TriangleWithAdjacency],
} as const satisfies Record<Exclude<Topology, 'patch'>, readonly number[]>
const TESSELLATED: Readonly<Record<number, Topology>> = {
  [TESSELLATOR_OUTPUT.Point]: 'point',
  [TESSELLATOR_OUTPUT.Line]: 'line',
  [TESSELLATOR_OUTPUT.TriangleCW]: 'triangle',
  [TESSELLATOR_OUTPUT.TriangleCCW]: 'triangle',
}
const ADJACENT: ReadonlySet<number> = new Set([
  INPUT_PRIMITIVE.LineWithAdjacency,
  INPUT_PRIMITIVE.TriangleWithAdjacency,
])

function checkPrimitive(
  gs: StageFacts,
  hs: StageFacts | undefined,
  topology: Topology | undefined,
  complain: Complain,
): void {
  const primitive = gs.info['inputPrimitive'] ?? 0
  const made = hs ? TESSELLATED[hs.info['outputPrimitive'] ?? 0] : topology
  if (made === undefined) return
  const isPatch = primitive > INPUT_PRIMITIVE.TriangleWithAdjacency
  const fits =
    made === 'patch'
      ? isPatch
      : (TAKES[made] as readonly number[]).includes(primitive) && !(hs && ADJACENT.has(primitive))
  if (!fits)
    complain('E4151', {
      made,
      source: hs ? 'the tessellator' : 'the input assembler',
      primitive: shownPrimitive(primitive),
    })
}

function shownPrimitive(primitive: number): string {
  for (const [name, number] of Object.entries(INPUT_PRIMITIVE)) if (number === primitive) return name
  return `a patch of ${verticesOf(primitive) ?? 0} control points`
}

// ---- mesh -----------------------------------------------------------------------------------------------------------------------------

function checkMesh(ms: StageFacts, as: StageFacts | undefined, ps: StageFacts | undefined, complain: Complain): void {
  const taken = ms.info['payloadBytes'] ?? 0
  const given = as?.info['payloadBytes'] ?? 0
  if (taken !== 0 && taken !== given) complain('E4153', { output: given, input: taken })
  if (ps)
    checkLink(
      { from: ms, to: ps, outputs: [...ms.outputs, ...ms.patchOrPrims], inputs: ps.inputs, hasRegisters: false },
      complain,
    )
}
