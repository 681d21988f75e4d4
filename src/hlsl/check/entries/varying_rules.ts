// What the runtime demands of a signature element: the type and index of system values, interpolation that fits the type.
// Source: DXC's validator (facts, validation rules Meta.* and Sm.*), asked case by case; its words are kept.

import { utf8 } from '../../../base/c_string.ts'
import type { Span } from '../../../diag/sources.ts'
import { INTERPOLATION_MODE, SEMANTIC_KIND } from '../../../spec/psv_enums.ts'
import { DEPTHS, FLOAT_VALUES, UINT_VALUES } from '../../../spec/semantics.ts'
import { OFFLINE_MINOR } from '../../../spec/stages.ts'
import type { ShaderElement } from '../../tree/typed.ts'
import { type Checker, report } from '../core/context.ts'

const K = SEMANTIC_KIND
/** Operations that give 32 bits and nothing else. */
const PLAIN_OPERATIONS: ReadonlySet<number> = new Set([
  K.Coverage,
  K.InnerCoverage,
  K.ViewID,
  K.GSInstanceID,
  K.StartVertexLocation,
  K.StartInstanceLocation,
  K.PrimitiveID,
  K.OutputControlPointID,
  K.GroupIndex,
])
/** Numbers of threads and groups. */
const OF_THREADS: ReadonlySet<number> = new Set([K.DispatchThreadID, K.GroupID, K.GroupThreadID])
const MAX_INDEX: Readonly<Record<number, number>> = {
  [K.Target]: 7,
  [K.ClipDistance]: Infinity,
  [K.CullDistance]: Infinity,
  [K.Barycentrics]: 1,
}

const isFloat = (e: ShaderElement): boolean => /float|half/.test(e.scalar.name)
const isUnsigned = (e: ShaderElement): boolean => /^(uint|dword|min16uint)/.test(e.scalar.name)

/** System values that may take several registers. */
const MANY_ROWS: ReadonlySet<number> = new Set([
  K.Target,
  K.ClipDistance,
  K.CullDistance,
  // tessellation.ts knows how many.
  K.TessFactor,
  K.InsideTessFactor,
])

/** Bytes of UTF-8 that a semantic's name may take, without its index. */
const MAX_NAME = 64

/** Reports what is wrong with one element of a vertex or pixel shader. */
export function checkVarying(checker: Checker, e: ShaderElement): void {
  // Each letter takes three at most.
  const bytes = e.name.length * 3 > MAX_NAME ? utf8(e.name).length : 0
  if (bytes > MAX_NAME) report(checker, 'E2351', e, { name: e.name, bytes })
  const isInterpolated = e.interpolation > INTERPOLATION_MODE.Constant && e.kind !== K.Position
  if (isInterpolated && !isFloat(e) && !e.norm && e.interpretation !== 'NotInSig')
    report(checker, 'E2316', e, { name: e.name })
  if (e.kind === K.Arbitrary) return
  if (e.kind === K.Barycentrics && e.interpolation === INTERPOLATION_MODE.Constant) report(checker, 'E2355', e, {})
  if (e.indexes.length > 1 && !MANY_ROWS.has(e.kind) && e.interpretation !== 'NotInSig')
    report(checker, 'E2354', e, { semantic: e.name })
  // In libraries DXC keeps bool, which its own validator refuses.
  const { stage, shaderModel } = checker.options
  const isKept = stage === 'lib' && shaderModel.minor !== OFFLINE_MINOR && e.scalar.name === 'bool'
  const wanted = isKept && e.kind === K.IsFrontFace ? 'uint' : wantedType(e)
  if (wanted !== undefined) report(checker, 'E2317', e, { semantic: e.name, wanted })
  if (e.kind === K.Position && (!isFloat(e) || e.interpolation === INTERPOLATION_MODE.Constant))
    report(checker, 'E2318', e, { semantic: e.name })
  const limit = MAX_INDEX[e.kind] ?? 0
  if (e.kind === K.Target && e.indexes.some(i => i > limit))
    report(checker, 'E2319', e, { semantic: e.name, index: e.indexes.find(i => i > limit)! })
  else if (e.indexes[0]! > limit) report(checker, 'E2320', e, { semantic: e.name, limit })
}

/** Members are memory, where a bool has 32 bits. */
const isFlag = (e: ShaderElement): boolean =>
  e.scalar.name === 'bool' && e.isMember && e.inner === 0 && !(e.kind === K.PrimitiveID && e.point === 'GSVIn')

function wantedType(e: ShaderElement): string | undefined {
  const isScalar = e.cols === 1 && e.indexes.length === 1
  if (UINT_VALUES.has(e.kind) && e.interpretation !== 'NotInSig') {
    const fits =
      e.kind === K.IsFrontFace
        ? /^(u?int|dword|bool)$/.test(e.scalar.name)
        : e.kind === K.SampleIndex || e.kind === K.Coverage
          ? /^(uint|dword)$/.test(e.scalar.name)
          : isUnsigned(e)
    return fits && isScalar ? undefined : 'uint'
  }
  if (e.kind === K.CullPrimitive && e.interpretation !== 'NotInSig')
    return e.scalar.name === 'bool' ? undefined : 'bool'
  if (OF_THREADS.has(e.kind)) {
    const fits = e.indexes.length === 1 && /^(u?int|dword)$/.test(e.scalar.name)
    return fits ? undefined : 'uint, uint2 or uint3'
  }
  if (e.kind === K.DomainLocation) return e.scalar.name === 'float' && e.indexes.length === 1 ? undefined : 'float'
  if (PLAIN_OPERATIONS.has(e.kind))
    return isScalar && (isFlag(e) || /^(u?int|dword)$/.test(e.scalar.name)) ? undefined : 'uint'
  if (DEPTHS.has(e.kind) && e.cols !== 1) return 'float'
  if (FLOAT_VALUES.has(e.kind)) return isFloat(e) ? undefined : 'float'
  if (e.kind === K.Position) return e.cols === 4 || !isFloat(e) ? undefined : 'float4'
  if (e.kind === K.Barycentrics) return e.cols === 3 && isFloat(e) ? undefined : 'float3'
  return undefined
}

/** One kind of depth is the most a pixel shader writes. */
export function checkDepths(checker: Checker, at: Span, outputs: readonly ShaderElement[]): void {
  if (outputs.filter(e => DEPTHS.has(e.kind)).length > 1) report(checker, 'E2321', { pos: at.pos, end: at.end }, {})
}

/** Depths that promise to lie on one side of the rasteriser's own, which the position must then be interpolated for as the depth is. */
const BOUNDED_DEPTHS: ReadonlySet<number> = new Set([K.DepthLessEqual, K.DepthGreaterEqual])
const PER_SAMPLE: ReadonlySet<number> = new Set([
  INTERPOLATION_MODE.LinearSample,
  INTERPOLATION_MODE.LinearNoperspectiveSample,
])

export function checkDepthPosition(
  checker: Checker,
  inputs: readonly ShaderElement[],
  outputs: readonly ShaderElement[],
): void {
  if (!outputs.some(e => BOUNDED_DEPTHS.has(e.kind))) return
  if (inputs.some(e => e.kind === K.SampleIndex || PER_SAMPLE.has(e.interpolation))) return
  const position = inputs.find(e => e.kind === K.Position)
  if (position && position.interpolation !== INTERPOLATION_MODE.LinearNoperspectiveCentroid)
    report(checker, 'E2352', position, {})
}

const NOPERSPECTIVE: ReadonlySet<number> = new Set([
  INTERPOLATION_MODE.LinearNoperspective,
  INTERPOLATION_MODE.LinearNoperspectiveCentroid,
  INTERPOLATION_MODE.LinearNoperspectiveSample,
])

/** Barycentric weights come at most once with perspective and once without. */
export function checkBarycentrics(checker: Checker, inputs: readonly ShaderElement[]): void {
  const weights = inputs.filter(e => e.kind === K.Barycentrics)
  const flat = weights.filter(e => NOPERSPECTIVE.has(e.interpolation)).length
  if (flat > 1 || weights.length - flat > 1) report(checker, 'E2356', weights[1]!, {})
}

export function checkCoverages(checker: Checker, at: Span, inputs: readonly ShaderElement[]): void {
  const has = (kind: number): boolean => inputs.some(e => e.kind === kind)
  if (has(K.Coverage) && has(K.InnerCoverage)) report(checker, 'E2353', { pos: at.pos, end: at.end }, {})
}
