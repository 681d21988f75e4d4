// Hull and domain shaders: their attributes, their patches, and the patch constant function that a hull shader names.
// Invariant: rules are asked in the order of DXC's phases (declarations, the unit, code, signatures, validation), each only when those before
// it found nothing.

import { SEMANTIC_KIND } from '../../../spec/psv_enums.ts'
import { parseSemantic } from '../../../spec/semantics.ts'
import {
  DOMAINS,
  type Domain,
  domainOf,
  MAX_CONTROL_POINTS,
  MAX_TESS_FACTOR,
  OUTPUT_PRIMITIVES,
  PARTITIONINGS,
  type Tessellation,
} from '../../../spec/tessellation.ts'
import { isPatch } from '../../tree/patches.ts'
import type { Attribute, FunctionSymbol, ShaderIo } from '../../tree/typed.ts'
import type { Type } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'
import type { FunctionEntity } from '../core/scopes.ts'
import { refusePrimitives } from './geometry.ts'
import { inputsOf, outputsOf } from './shader_io.ts'

/** The value of a function's last attribute of a name. */
function argumentOf({ attributes }: FunctionSymbol, name: string): Attribute['args'][number] | undefined {
  return attributes.findLast(a => a.name === name)?.args[0]
}

/** Control points of the first patch of a kind among the parameters; undefined without one. */
function patchSize({ params }: FunctionSymbol, name: string): number | undefined {
  for (const { type } of params) if (isPatch(type) && type.name === name) return type.count
  return undefined
}

/** Patches have at least one control point. */
export function checkPatchStage(checker: Checker, entry: FunctionSymbol, stage: string): void {
  const wanted = stage === 'hs' ? 'InputPatch' : 'OutputPatch'
  for (const param of entry.params)
    if (isPatch(param.type) && param.type.name === wanted && param.type.count <= 0)
      report(checker, 'E2466', param, { name: wanted })
}

/** An output, or a field somewhere inside, that is an array of SV_TessFactor. DXC does not look into base structs. */
function holdsFactors(type: Type, semantic: string | undefined): boolean {
  if (type.kind === 'struct') return type.fields.some(f => holdsFactors(f.type, f.semantic))
  return type.kind === 'array' && semantic !== undefined && parseSemantic(semantic).kind === SEMANTIC_KIND.TessFactor
}

/** Whether a function could be the patch constant function of some hull shader: DXC sees it by the factors that go out. */
const makesFactors = ({ returnType, semantic, params }: FunctionSymbol): boolean =>
  holdsFactors(returnType, semantic) || params.some(p => p.mode !== 'in' && holdsFactors(p.type, p.semantic))

/** The function that [patchconstantfunc] names: the last of its overloads. */
export function patchConstantFunction(checker: Checker, entry: FunctionSymbol): FunctionEntity | undefined {
  const attribute = entry.attributes.findLast(a => a.name === 'patchconstantfunc')
  if (!attribute) return undefined
  const name = String(attribute.args[0])
  const found = checker.global.own(name)
  const list = found?.kind === 'functions' ? found.list.filter(e => e.symbol && makesFactors(e.symbol)) : []
  const chosen = list.at(-1)
  if (!chosen?.hasBody) {
    report(checker, 'E2469', attribute, { name })
    return undefined
  }
  if (list.length > 1) {
    const warning = report(checker, 'W2466', attribute, { name })
    note(checker, warning, 'N2466', chosen.symbol!, {})
  }
  return chosen
}

/** The entry and its patch constant function may not call each other, and agree on their patches. */
export function checkPatchConstant(
  checker: Checker,
  entry: FunctionEntity,
  patch: FunctionEntity,
  reached: readonly FunctionEntity[],
  reachedByPatch: readonly FunctionEntity[],
): void {
  const [main, constant] = [entry.symbol!, patch.symbol!]
  const at = { pos: entry.decl.pos, end: entry.decl.nameSpan.end }
  if (reachedByPatch.includes(entry))
    report(checker, 'E2472', at, { what: 'entry', name: entry.name, from: 'patch constant', other: patch.name })
  if (reached.includes(patch))
    report(checker, 'E2472', at, { what: 'patch constant', name: patch.name, from: 'entry', other: entry.name })
  const start = { pos: patch.decl.pos, end: patch.decl.nameSpan.end }
  const points = argumentOf(main, 'outputcontrolpoints')
  const sizes = [
    ['input', patchSize(main, 'InputPatch'), patchSize(constant, 'InputPatch')],
    ['output', points === undefined ? undefined : Number(points), patchSize(constant, 'OutputPatch')],
  ] as const
  for (const [which, wanted, given] of sizes)
    if (wanted !== undefined && given !== undefined && wanted !== given)
      report(checker, 'E2470', start, { which, wanted, given })
  for (const f of reachedByPatch) if (f.symbol && !reached.includes(f)) refusePrimitives(checker, f.symbol)
  for (const param of constant.params)
    if (param.mode === 'inout') report(checker, 'E2471', constant, { name: patch.name })
}

/** One patch of each kind, and none that goes out. */
export function checkPatchParams(checker: Checker, f: FunctionSymbol): void {
  const patches = f.params.filter(p => isPatch(p.type))
  for (const p of patches) if (p.mode !== 'in' && isPatch(p.type)) report(checker, 'E2468', p, { name: p.type.name })
  for (const name of ['InputPatch', 'OutputPatch'])
    if (patches.filter(p => isPatch(p.type) && p.type.name === name).length > 1) report(checker, 'E2467', f, { name })
}

/** What the tessellator is told of a hull or domain shader. */
export function tessellationOf(entry: FunctionSymbol, stage: string): Tessellation | undefined {
  if (stage !== 'hs' && stage !== 'ds') return undefined
  const word = (name: string): string => String(argumentOf(entry, name) ?? '')
  const domain = DOMAINS.get(word('domain'))?.number ?? 0
  // A hull shader without a patch has one of one control point.
  if (stage === 'ds') return { domain, inputControlPoints: patchSize(entry, 'OutputPatch') ?? 0 }
  return {
    domain,
    inputControlPoints: patchSize(entry, 'InputPatch') ?? 1,
    hull: {
      outputControlPoints: Number(argumentOf(entry, 'outputcontrolpoints') ?? 0),
      partitioning: PARTITIONINGS.get(word('partitioning')) ?? 0,
      outputPrimitive: OUTPUT_PRIMITIVES.get(word('outputtopology')) ?? 0,
      maxTessFactor: Math.fround(Number(argumentOf(entry, 'maxtessfactor') ?? MAX_TESS_FACTOR[1])),
    },
  }
}

/** What the runtime demands of what the tessellator is told. */
export function checkTessellation(checker: Checker, entry: FunctionSymbol, told: Tessellation, io: ShaderIo): void {
  const { inputControlPoints: count, hull } = told
  const domain = domainOf(told.domain)
  if (count > MAX_CONTROL_POINTS) report(checker, 'E3092', entry, { stage: hull ? 'HS' : 'DS', count })
  if (!domain) report(checker, 'E2475', entry, { what: 'Domain', values: 'isoline, tri or quad' })
  if (hull) checkHull(checker, entry, hull, domain)
  if (domain) checkFactors(checker, entry, domain, io, hull !== undefined)
}

function checkHull(
  checker: Checker,
  entry: FunctionSymbol,
  { partitioning, outputPrimitive, maxTessFactor }: NonNullable<Tessellation['hull']>,
  domain: Domain | undefined,
): void {
  if (partitioning === 0)
    report(checker, 'E2475', entry, {
      what: 'Partitioning',
      values: 'integer, pow2, fractional_odd or fractional_even',
    })
  if (outputPrimitive === 0)
    report(checker, 'E2475', entry, { what: 'Output Primitive', values: 'point, line, triangleCW or triangleCCW' })
  const [least, most] = MAX_TESS_FACTOR
  if (!(maxTessFactor >= least && maxTessFactor <= most))
    report(checker, 'E2476', entry, { value: maxTessFactor.toFixed(6) })
  if (domain?.refused.includes(outputPrimitive)) {
    // The validator has one message for triangles and quads.
    const name = domain.name === 'Quad' ? 'Tri' : domain.name
    report(checker, 'E2477', entry, { domain: name, allowed: domain.allowed, refused: domain.refusal })
  }
}

/** Factors have the rows that the domain asks for; only a hull shader must have them. */
function checkFactors(checker: Checker, entry: FunctionSymbol, domain: Domain, io: ShaderIo, isHull: boolean): void {
  const elements = isHull ? outputsOf(io.patchConstant ?? io) : inputsOf(io)
  const [edges, insides] = domain.factors
  const kinds = [
    [SEMANTIC_KIND.TessFactor, 'TessFactor', edges],
    [SEMANTIC_KIND.InsideTessFactor, 'InsideTessFactor', insides],
  ] as const
  for (const [kind, factor, expected] of kinds) {
    const found = elements.filter(e => e.kind === kind)
    for (const { indexes, cols } of found)
      if (indexes.length !== expected || cols > 1)
        report(checker, 'E2478', entry, { factor, rows: indexes.length, cols, domain: domain.name, expected })
    if (isHull && found.length === 0 && expected > 0) report(checker, 'E2479', entry, {})
  }
}
