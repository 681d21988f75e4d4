// Signature elements as dx.entryPoints lists them: eleven fields a tuple (facts: DXIL metadata, "Signature element").

import {
  integerOf,
  nodeOf,
  type Operand,
  operandsOf,
  tagged,
  textOf,
  unsignedListOf,
  unsignedOf,
} from './metadata_values.ts'

export interface SignatureElement {
  readonly id: number
  /** Canonical semantic name, system values included. */
  readonly name: string
  /** COMPONENT_TYPE */
  readonly componentType: number
  /** SEMANTIC_KIND */
  readonly kind: number
  /** One index per row. */
  readonly semanticIndexes: readonly number[]
  /** INTERPOLATION_MODE */
  readonly interpolation: number
  readonly rows: number
  readonly cols: number
  /** -1 when the element has no register. */
  readonly startRow: number
  readonly startCol: number
  /** Output stream of a geometry shader. */
  readonly stream: number
  /** Dynamically indexed components, relative to the element. */
  readonly dynamicMask: number
  /** Components read or written, relative to the element; 0 where the module does not say (validator below 1.5, libraries). */
  readonly usageMask: number
}

export interface Signatures {
  readonly input: readonly SignatureElement[]
  readonly output: readonly SignatureElement[]
  /** Patch constants of hull and domain shaders, primitives of mesh shaders. */
  readonly patchOrPrim: readonly SignatureElement[]
}

const FIELD = {
  id: 0,
  name: 1,
  type: 2,
  kind: 3,
  indexes: 4,
  mode: 5,
  rows: 6,
  cols: 7,
  row: 8,
  col: 9,
  ext: 10,
} as const
const EXTENSION = { stream: 0, dynamicMask: 2, usageMask: 3 } as const

/** @param md the signatures operand of an entry: {input, output, patch or prim}, or null */
export function readSignatures(md: Operand): Signatures {
  const [input, output, patchOrPrim] = operandsOf(md)
  return { input: readElements(input), output: readElements(output), patchOrPrim: readElements(patchOrPrim) }
}

function readElements(md: Operand): SignatureElement[] {
  const elements: SignatureElement[] = []
  for (const tuple of operandsOf(md)) if (nodeOf(tuple)) elements.push(readElement(tuple))
  return elements
}

function readElement(md: Operand): SignatureElement {
  const at = operandsOf(md)
  const extension = { stream: 0, dynamicMask: 0, usageMask: 0 }
  for (const [tag, value] of tagged(at[FIELD.ext])) {
    const bits = unsignedOf(value) ?? 0
    if (tag === EXTENSION.stream) extension.stream = bits
    else if (tag === EXTENSION.dynamicMask) extension.dynamicMask = bits
    else if (tag === EXTENSION.usageMask) extension.usageMask = bits
  }
  return {
    id: unsignedOf(at[FIELD.id]) ?? 0,
    name: textOf(at[FIELD.name]),
    componentType: unsignedOf(at[FIELD.type]) ?? 0,
    kind: unsignedOf(at[FIELD.kind]) ?? 0,
    semanticIndexes: unsignedListOf(at[FIELD.indexes]),
    interpolation: unsignedOf(at[FIELD.mode]) ?? 0,
    rows: unsignedOf(at[FIELD.rows]) ?? 0,
    cols: unsignedOf(at[FIELD.cols]) ?? 0,
    startRow: integerOf(at[FIELD.row]) ?? -1,
    startCol: integerOf(at[FIELD.col]) ?? -1,
    stream: extension.stream,
    dynamicMask: extension.dynamicMask,
    usageMask: extension.usageMask,
  }
}
