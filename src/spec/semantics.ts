// What each semantic means at each signature point: the source is DXC's table of semantics (DxilSigPoint).

import { lazy } from '../base/lazy.ts'
import { SEMANTIC_KIND } from './psv_enums.ts'

/** Where elements enter or leave a stage. */
export type SignaturePoint =
  | 'VSIn'
  | 'VSOut'
  | 'PCIn'
  | 'HSIn'
  | 'HSCPIn'
  | 'HSCPOut'
  | 'PCOut'
  | 'DSIn'
  | 'DSCPIn'
  | 'DSOut'
  | 'GSVIn'
  | 'GSIn'
  | 'GSOut'
  | 'PSIn'
  | 'PSOut'
  | 'CSIn'
  | 'MSIn'
  | 'MSOut'
  | 'MSPOut'
  | 'ASIn'
  /** Where no semantic may stand. */
  | 'Nowhere'

/**
 * How an element takes part: Arb, SV, SGV, TessFactor and ClipCull are packed by their rules, Target by index; NotPacked has no register;
 * NotInSig is an operation only, Shadow an operation with an element that has no register.
 */
export type Interpretation =
  | 'Arb'
  | 'SV'
  | 'SGV'
  | 'TessFactor'
  | 'ClipCull'
  | 'Target'
  | 'NotPacked'
  | 'NotInSig'
  | 'Shadow'

/** How the elements of a point get registers. */
export type PackingKind = 'None' | 'InputAssembler' | 'Vertex' | 'PatchConstant' | 'Target'

export const PACKING_KIND: Readonly<Record<SignaturePoint, PackingKind>> = {
  VSIn: 'InputAssembler',
  VSOut: 'Vertex',
  PCIn: 'None',
  HSIn: 'None',
  HSCPIn: 'Vertex',
  HSCPOut: 'Vertex',
  PCOut: 'PatchConstant',
  DSIn: 'PatchConstant',
  DSCPIn: 'Vertex',
  DSOut: 'Vertex',
  GSVIn: 'Vertex',
  GSIn: 'None',
  GSOut: 'Vertex',
  PSIn: 'Vertex',
  PSOut: 'Target',
  CSIn: 'None',
  MSIn: 'None',
  MSOut: 'Vertex',
  MSPOut: 'Vertex',
  ASIn: 'None',
  Nowhere: 'None',
}

/** The signature that the elements of a point are in; those of none are operations. */
export const SIGNATURE_OF: Readonly<Record<SignaturePoint, 'input' | 'output' | 'patchOrPrim' | undefined>> = {
  VSIn: 'input',
  VSOut: 'output',
  PCIn: undefined,
  HSIn: undefined,
  HSCPIn: 'input',
  HSCPOut: 'output',
  PCOut: 'patchOrPrim',
  DSIn: 'patchOrPrim',
  DSCPIn: 'input',
  DSOut: 'output',
  GSVIn: 'input',
  GSIn: 'input',
  GSOut: 'output',
  PSIn: 'input',
  PSOut: 'output',
  CSIn: undefined,
  MSIn: undefined,
  MSOut: 'output',
  MSPOut: 'patchOrPrim',
  ASIn: undefined,
  Nowhere: undefined,
}

type SemanticName = Exclude<keyof typeof SEMANTIC_KIND, 'Invalid'>

/** [minor of shader model 6 from which it holds, points]. */
type Points = string | readonly [since: number, points: string]

const RASTER = 'VSOut HSCPIn HSCPOut DSCPIn DSOut GSVIn GSOut PSIn'
const PLAIN = 'VSIn PCOut DSIn'

const TABLE: Readonly<Record<SemanticName, Readonly<Partial<Record<Interpretation, Points>>>>> = {
  Arbitrary: { Arb: `${RASTER} ${PLAIN} MSOut MSPOut` },
  VertexID: { SV: 'VSIn' },
  InstanceID: { SV: 'VSIn', Arb: RASTER },
  Position: { SV: `${RASTER} MSOut`, Arb: PLAIN },
  RenderTargetArrayIndex: { SV: `${RASTER} MSPOut`, Arb: PLAIN },
  ViewPortArrayIndex: { SV: `${RASTER} MSPOut`, Arb: PLAIN },
  ClipDistance: { ClipCull: `${RASTER} MSOut`, Arb: PLAIN },
  CullDistance: { ClipCull: `${RASTER} MSOut`, Arb: PLAIN },
  OutputControlPointID: { NotInSig: 'HSIn' },
  DomainLocation: { NotInSig: 'DSIn' },
  PrimitiveID: { NotInSig: 'PCIn HSIn DSIn', Shadow: 'GSIn', SGV: 'GSOut PSIn', SV: 'MSPOut' },
  GSInstanceID: { NotInSig: 'GSIn' },
  SampleIndex: { Shadow: 'PSIn' },
  IsFrontFace: { SGV: 'GSOut PSIn' },
  Coverage: { NotInSig: 'PSIn', NotPacked: 'PSOut' },
  InnerCoverage: { NotInSig: 'PSIn' },
  Target: { Target: 'PSOut' },
  Depth: { NotPacked: 'PSOut' },
  DepthLessEqual: { NotPacked: 'PSOut' },
  DepthGreaterEqual: { NotPacked: 'PSOut' },
  StencilRef: { NotPacked: 'PSOut' },
  DispatchThreadID: { NotInSig: 'CSIn MSIn ASIn' },
  GroupID: { NotInSig: 'CSIn MSIn ASIn' },
  GroupIndex: { NotInSig: 'CSIn MSIn ASIn' },
  GroupThreadID: { NotInSig: 'CSIn MSIn ASIn' },
  TessFactor: { TessFactor: 'PCOut DSIn' },
  InsideTessFactor: { TessFactor: 'PCOut DSIn' },
  ViewID: { NotInSig: [1, 'VSIn PCIn HSIn DSIn GSIn PSIn MSIn'] },
  Barycentrics: { NotPacked: [1, 'PSIn'] },
  ShadingRate: { SV: [4, `${RASTER} MSPOut`] },
  CullPrimitive: { NotInSig: 'PSIn', NotPacked: [5, 'MSPOut'] },
  StartVertexLocation: { NotInSig: [8, 'VSIn'] },
  StartInstanceLocation: { NotInSig: [8, 'VSIn'] },
}

const interpretations = lazy(() => {
  /** By kind. */
  const found: Map<string, readonly [since: number, what: Interpretation]>[] = []
  for (const name of Object.keys(TABLE) as SemanticName[])
    for (const [what, where] of Object.entries(TABLE[name])) {
      const [since, points] = typeof where === 'string' ? [0, where] : where
      const ofKind = (found[SEMANTIC_KIND[name]] ??= new Map())
      for (const point of points.split(' ')) ofKind.set(point, [since, what as Interpretation])
    }
  return found
})

/** What a semantic (SEMANTIC_KIND) is at a point in shader model 6.minor; undefined where it may not stand. */
export function interpretationOf(kind: number, point: SignaturePoint, minor: number): Interpretation | undefined {
  const found = interpretations()[kind]?.get(point)
  return found && minor >= found[0] ? found[1] : undefined
}

/** Kinds whose name is not SV_ and the kind's own name. */
const SPELT: Readonly<Partial<Record<SemanticName, string>>> = { ViewPortArrayIndex: 'SV_ViewportArrayIndex' }

/** [SEMANTIC_KIND, canonical name] by lower-case name without index. */
const byName = lazy(() => {
  const found = new Map<string, readonly [kind: number, name: string]>()
  for (const kind of Object.keys(TABLE) as SemanticName[]) {
    if (kind === 'Arbitrary') continue
    const name = SPELT[kind] ?? `SV_${kind}`
    found.set(name.toLowerCase(), [SEMANTIC_KIND[kind], name])
  }
  return found
})

/** [SEMANTIC_KIND, canonical name] of all system values. */
export const systemValues = (): readonly (readonly [kind: number, name: string])[] => [...byName().values()]

const K = SEMANTIC_KIND
/** System values that are one uint where they are in a signature. */
export const UINT_VALUES: ReadonlySet<number> = new Set([
  K.VertexID,
  K.InstanceID,
  K.PrimitiveID,
  K.SampleIndex,
  K.IsFrontFace,
  K.Coverage,
  K.StencilRef,
  K.RenderTargetArrayIndex,
  K.ViewPortArrayIndex,
  K.ShadingRate,
])
export const DEPTHS: ReadonlySet<number> = new Set([K.Depth, K.DepthLessEqual, K.DepthGreaterEqual])
/** System values that are one float, or several rows of floats. */
export const FLOAT_VALUES: ReadonlySet<number> = new Set([
  ...[...DEPTHS, K.ClipDistance, K.CullDistance],
  ...[K.TessFactor, K.InsideTessFactor],
])

/** Whether a kind is an element like any other at some point of the pipeline. */
export const mayBePlain = (kind: number): boolean =>
  [...(interpretations()[kind] ?? [])].some(([, [, what]]) => what === 'Arb')

export interface Semantic {
  /** As signatures store it: system values in their canonical spelling. */
  readonly name: string
  readonly index: number
  /** SEMANTIC_KIND; undefined for an SV_ name that is none. */
  readonly kind: number | undefined
}

const isDigit = (c: number): boolean => c >= 48 && c <= 57

/** Takes a semantic apart: digits at the end are its index. */
export function parseSemantic(text: string): Semantic {
  let end = text.length
  while (end > 0 && isDigit(text.charCodeAt(end - 1))) end--
  const name = text.slice(0, end)
  const index = Number(text.slice(end))
  // The name of every system value begins with an S.
  const known = (text.charCodeAt(0) | 32) === 115 ? byName().get(name.toLowerCase()) : undefined
  if (known) return { name: known[1], index, kind: known[0] }
  return { name, index, kind: /^sv_/i.test(name) ? undefined : SEMANTIC_KIND.Arbitrary }
}
