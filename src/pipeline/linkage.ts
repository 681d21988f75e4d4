// Signatures between stages, by D3D12's functional rules: every input that the hardware does not make has to come from the stage before, under the
// same semantic, in the same register, with at least the components that are declared, in the same type and precision.

import { SIGNATURE_COMPONENT, SIGNATURE_SYSTEM_VALUE } from '../spec/psv_enums.ts'
import type { Complain } from './problem.ts'
import type { StageFacts, Varying } from './stage.ts'

const SV = SIGNATURE_SYSTEM_VALUE

/** Inputs that the hardware makes when no stage does; primitive ids only where no stage in between makes primitives. */
const GENERATED: ReadonlySet<number> = new Set([
  SV.IsFrontFace,
  SV.SampleIndex,
  SV.Coverage,
  SV.InnerCoverage,
  SV.Barycentrics,
])
/** Inputs that are 0 when nobody writes them. */
const OPTIONAL: ReadonlySet<number> = new Set([SV.RenderTargetArrayIndex, SV.ViewPortArrayIndex, SV.ShadingRate])

export interface Link {
  readonly from: StageFacts
  readonly to: StageFacts
  readonly outputs: readonly Varying[]
  readonly inputs: readonly Varying[]
  /** Registers are compared: not behind mesh shaders, whose vertices and primitives have register files of their own. */
  readonly hasRegisters: boolean
}

export function checkLink(link: Link, complain: Complain): void {
  for (const input of link.inputs) checkInput(link, input, complain)
}

function checkInput(link: Link, input: Varying, complain: Complain): void {
  const { from, to, outputs } = link
  const place = { first: from.title, second: to.title }
  const semantic = shownSemantic(input)
  if (GENERATED.has(input.systemValue)) return
  const output = outputs.find(o => isSame(o, input))
  if (!output) {
    if (OPTIONAL.has(input.systemValue) || (input.systemValue === SV.PrimitiveID && !makesPrimitives(from))) return
    // A missing position has a message of its own.
    if (input.systemValue === SV.Position && to.prefix === 'ps') return
    complain('E4141', { ...place, semantic: input.name, index: input.semanticIndex })
    return
  }
  const args = { ...place, semantic }
  if (link.hasRegisters && output.register !== input.register)
    complain('E4142', { ...args, output: output.register, input: input.register })
  else if (link.hasRegisters ? (input.mask & ~output.mask) !== 0 : bits(input.mask) > bits(output.mask))
    complain('E4143', { ...args, output: shownMask(output.mask), input: shownMask(input.mask) })
  if (output.minPrecision !== input.minPrecision && family(output) === family(input)) complain('E4145', args)
  else if (output.componentType !== input.componentType) complain('E4144', args)
  const unwritten = link.hasRegisters ? input.usage & output.usage & input.mask & output.mask : 0
  if (unwritten !== 0) complain('E4146', { ...args, components: shownMask(unwritten) })
}

/** Components of a minimum precision are listed as narrow ones. */
const FAMILIES: Readonly<Record<number, number>> = {
  [SIGNATURE_COMPONENT.UInt16]: SIGNATURE_COMPONENT.UInt32,
  [SIGNATURE_COMPONENT.SInt16]: SIGNATURE_COMPONENT.SInt32,
  [SIGNATURE_COMPONENT.Float16]: SIGNATURE_COMPONENT.Float32,
}
const family = ({ componentType }: Varying): number => FAMILIES[componentType] ?? componentType

/** Only the first stream of a geometry shader goes on. */
export const isSame = (a: Varying, b: Varying): boolean =>
  a.stream === 0 && a.semanticIndex === b.semanticIndex && a.name.toLowerCase() === b.name.toLowerCase()

const makesPrimitives = ({ prefix }: StageFacts): boolean => prefix === 'gs' || prefix === 'ms'

export const shownSemantic = ({ name, semanticIndex }: Varying): string =>
  semanticIndex === 0 ? name : `${name}${semanticIndex}`

const shownMask = (mask: number): string => [...'xyzw'].filter((_, i) => (mask >> i) & 1).join('')
const bits = (mask: number): number => [0, 1, 2, 3].reduce((n, i) => n + ((mask >> i) & 1), 0)
