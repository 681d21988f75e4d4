// Signature elements of an entry point, as signatures, metadata and PSV0 know them.

export interface SignatureElement {
  /** Place in its signature. */
  readonly id: number
  readonly name: string
  /** SEMANTIC_KIND */
  readonly kind: number
  /** COMPONENT_TYPE */
  readonly componentType: number
  /** One a row. */
  readonly semanticIndexes: readonly number[]
  /** INTERPOLATION_MODE */
  readonly interpolation: number
  readonly rows: number
  readonly cols: number
  /** -1: no register. */
  readonly startRow: number
  readonly startCol: number
  readonly stream: number
}

export interface Signatures {
  readonly input: readonly SignatureElement[]
  readonly output: readonly SignatureElement[]
  readonly patchOrPrim: readonly SignatureElement[]
}

export const NO_SIGNATURES: Signatures = { input: [], output: [], patchOrPrim: [] }
