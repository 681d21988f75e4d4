// What the tessellator is told: the words of [domain], [partitioning] and [outputtopology], and the factors each domain takes.

import { table } from '../base/table.ts'
import { TESSELLATOR_DOMAIN, TESSELLATOR_OUTPUT } from './psv_enums.ts'

/** Of a hull or domain shader, as DXIL numbers it. */
export interface Tessellation {
  /** TESSELLATOR_DOMAIN */
  readonly domain: number
  /** Control points of the patch that comes in: of the InputPatch of a hull shader, of the OutputPatch of a domain shader. */
  readonly inputControlPoints: number
  /** Hull shaders alone. */
  readonly hull?: HullTessellation
}

export interface HullTessellation {
  readonly outputControlPoints: number
  /** 1 integer, 2 pow2, 3 fractional_odd, 4 fractional_even; 0 where nothing was said. */
  readonly partitioning: number
  /** TESSELLATOR_OUTPUT */
  readonly outputPrimitive: number
  readonly maxTessFactor: number
}

export interface Domain {
  /** TESSELLATOR_DOMAIN */
  readonly number: number
  /** As messages name it. */
  readonly name: string
  /** Rows of SV_TessFactor and of SV_InsideTessFactor. */
  readonly factors: readonly [edges: number, insides: number]
  /** Components that SV_DomainLocation has; an isoline's third is 0, and DXC's validator lets it be read. */
  readonly location: number
  /** Output primitives that do not fit, and how the message goes on. */
  readonly refused: readonly number[]
  readonly allowed: string
  readonly refusal: string
}

const TRIANGLES = {
  refused: [TESSELLATOR_OUTPUT.Line],
  allowed: 'point, triangle_cw or triangle_ccw',
  refusal: 'Line output is not compatible with the Tri domain.',
} as const

/** By the words of [domain]. */
export const DOMAINS: ReadonlyMap<string, Domain> = table({
  tri: { number: TESSELLATOR_DOMAIN.Tri, name: 'Tri', factors: [3, 1], location: 3, ...TRIANGLES },
  quad: { number: TESSELLATOR_DOMAIN.Quad, name: 'Quad', factors: [4, 2], location: 2, ...TRIANGLES },
  isoline: {
    number: TESSELLATOR_DOMAIN.IsoLine,
    name: 'IsoLine',
    factors: [2, 0],
    location: 3,
    refused: [TESSELLATOR_OUTPUT.TriangleCW, TESSELLATOR_OUTPUT.TriangleCCW],
    allowed: 'point or line',
    refusal: 'Triangle_cw or triangle_ccw output are not compatible with the IsoLine Domain.',
  },
})

/** The domain of a number; undefined for Undefined. */
export const domainOf = (number: number): Domain | undefined => [...DOMAINS.values()].find(d => d.number === number)

/** [partitioning] */
export const PARTITIONINGS: ReadonlyMap<string, number> = table({
  integer: 1,
  pow2: 2,
  fractional_odd: 3,
  fractional_even: 4,
})

/** [outputtopology]; `triangle` is a word of mesh shaders and no primitive of a tessellator. */
export const OUTPUT_PRIMITIVES: ReadonlyMap<string, number> = table({
  point: TESSELLATOR_OUTPUT.Point,
  line: TESSELLATOR_OUTPUT.Line,
  triangle_cw: TESSELLATOR_OUTPUT.TriangleCW,
  triangle_ccw: TESSELLATOR_OUTPUT.TriangleCCW,
})

/** Control points of a patch, in and out. */
export const MAX_CONTROL_POINTS = 32

/** Bounds of [maxtessfactor]; the greater one is what a hull shader has that says none. */
export const MAX_TESS_FACTOR = [1, 64] as const
