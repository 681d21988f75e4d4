// dx.viewIdState decoded: which outputs depend on SV_ViewID and on which inputs, as bit sets over scalars.
// Layout: facts, DXIL metadata, "dx.viewIdState encoding". Sets are kept as the words they are stored in.

import { SHADER_STAGE } from '../spec/psv_enums.ts'

/** Dependencies of one set of outputs. Bit n of a set is scalar n: register * 4 + component. */
export interface Dependencies {
  /** Scalars: one more than the highest used. */
  readonly outputs: number
  /** Outputs that depend on SV_ViewID; empty unless the program reads it. */
  readonly viewId: Uint32Array
  /** One set of outputs for each input scalar, dependencyWords(outputs) words each. */
  readonly inputs: Uint32Array
}

export interface ViewIdState {
  readonly inputs: number
  /** By output stream: four for geometry shaders, else one. */
  readonly streams: readonly Dependencies[]
  /** Hull and mesh shaders: of patch constants or primitive outputs on inputs. */
  readonly patchOrPrim?: Dependencies
  /** Domain shaders: patch constants as inputs; `inputs` of the table counts them. */
  readonly patchInputs?: number
  readonly patchToOutput?: Uint32Array
}

/** Words of a set of n scalars. */
export const scalarWords = (n: number): number => (n + 31) >>> 5

/**
 * Decodes the words; a state that is cut short reads as zeros from there on.
 * @returns undefined when there are no words
 */
export function readViewIdState(words: Uint32Array, stage: number, usesViewId: boolean): ViewIdState | undefined {
  if (words.length === 0) return undefined
  let at = 0
  const word = (): number => words[at++] ?? 0
  const table = (count: number): Uint32Array => {
    const set = words.subarray(at, at + count)
    at += count
    return set
  }
  const inputs = word()
  const dependencies = (): Dependencies => {
    const outputs = word()
    const width = scalarWords(outputs)
    return { outputs, viewId: table(usesViewId ? width : 0), inputs: table(width * inputs) }
  }
  const streams: Dependencies[] = []
  for (let s = stage === SHADER_STAGE.Geometry ? 4 : 1; s > 0; s--) streams.push(dependencies())
  if (stage === SHADER_STAGE.Hull || stage === SHADER_STAGE.Mesh)
    return { inputs, streams, patchOrPrim: dependencies() }
  if (stage !== SHADER_STAGE.Domain) return { inputs, streams }
  const patchInputs = word()
  return { inputs, streams, patchInputs, patchToOutput: table(scalarWords(streams[0]!.outputs) * patchInputs) }
}
