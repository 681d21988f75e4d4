// What generated code says of a shader besides its buffers.

export interface ShaderFacts {
  /** Of the source, as messages name it. */
  readonly file: string
  readonly target: string
  readonly entry: string
  readonly container: Uint8Array
  readonly threadGroup: readonly number[] | null
  readonly bindings: readonly {
    readonly name: string
    readonly type: string
    readonly register: number
    readonly space: number
    /** null for arrays without a bound. */
    readonly count: number | null
  }[]
}
