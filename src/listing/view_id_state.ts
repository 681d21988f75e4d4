// dx.viewIdState: which output scalars depend on which input scalars and on the view.

import type { Program } from '../dxil/program.ts'
import { readViewIdState, scalarWords, type ViewIdState } from '../dxil/view_id_state.ts'
import { SHADER_STAGE } from '../spec/psv_enums.ts'
import { COMMENT } from './columns.ts'

/** Bit of the shader flags. */
const VIEW_ID = 1n << 21n

/** One block: a set of outputs, and what it depends on. */
interface Block {
  readonly inputs: string
  readonly outputs: string
  /** Outputs that depend on the view; undefined where the block has no such line. */
  readonly onView?: Uint32Array
  /** A set of outputs for each input. */
  readonly table: Uint32Array
  readonly outputCount: number
}

/** The section; nothing for a program without the state. */
export function viewIdStateLines(program: Program): string[] {
  const usesViewId = ((program.entries[0]?.properties.shaderFlags ?? 0n) & VIEW_ID) !== 0n
  const state = readViewIdState(program.viewIdState, program.stage, usesViewId)
  if (!state) return []
  const all = blocks(state, program.stage)
  const lines = [counts(state, program.stage), ...all.flatMap(onViewLine), ...all.flatMap(onInputLines)]
  return [COMMENT, `${COMMENT} ViewId state:`, COMMENT, ...lines.map(line => `${COMMENT} ${line}`), COMMENT]
}

function counts(state: ViewIdState, stage: number): string {
  const outputs = state.streams.map(s => s.outputs)
  let line = `Number of inputs: ${state.inputs}, `
  line += stage === SHADER_STAGE.Geometry ? `outputs per stream: { ${outputs.join(', ')} }` : `outputs: ${outputs[0]}`
  if (state.patchInputs !== undefined) return `${line}, patchconst: ${state.patchInputs}`
  if (!state.patchOrPrim) return line
  return `${line}, ${stage === SHADER_STAGE.Mesh ? 'primitive outputs' : 'patchconst'}: ${state.patchOrPrim.outputs}`
}

function blocks(state: ViewIdState, stage: number): Block[] {
  const found: Block[] = []
  const isGeometry = stage === SHADER_STAGE.Geometry
  state.streams.forEach((s, i) => {
    const outputs = isGeometry ? `Outputs for Stream ${i}` : 'Outputs'
    // A geometry shader's unused streams have no lines.
    if (!isGeometry || s.outputs > 0)
      found.push({ inputs: 'Inputs', outputs, onView: s.viewId, table: s.inputs, outputCount: s.outputs })
  })
  if (state.patchOrPrim) {
    const { viewId, inputs, outputs } = state.patchOrPrim
    const name = stage === SHADER_STAGE.Mesh ? 'Primitive Outputs' : 'PCOutputs'
    found.push({ inputs: 'Inputs', outputs: name, onView: viewId, table: inputs, outputCount: outputs })
  }
  if (state.patchToOutput) {
    const outputCount = state.streams[0]!.outputs
    found.push({ inputs: 'PCInputs', outputs: 'Outputs', table: state.patchToOutput, outputCount })
  }
  return found
}

function onViewLine({ outputs, onView, outputCount }: Block): string[] {
  return onView ? [`${outputs} dependent on ViewId: { ${bits(onView, outputCount).join(', ')} }`] : []
}

function onInputLines({ inputs, outputs, table, outputCount }: Block): string[] {
  const width = scalarWords(outputCount)
  const byOutput = new Map<number, number[]>()
  for (let input = 0; width > 0 && (input + 1) * width <= table.length; input++)
    for (const output of bits(table.subarray(input * width, (input + 1) * width), outputCount)) {
      const list = byOutput.get(output)
      if (list) list.push(input)
      else byOutput.set(output, [input])
    }
  const rows = [...byOutput].sort(([a], [b]) => a - b)
  return [
    `${inputs} contributing to computation of ${outputs}:`,
    ...rows.map(([output, on]) => `  output ${output} depends on inputs: { ${on.join(', ')} }`),
  ]
}

/** Numbers of the set bits below `count`. */
function bits(words: Uint32Array, count: number): number[] {
  const set: number[] = []
  words.forEach((word, w) => {
    for (let b = 0; word >>> b !== 0 && b < 32; b++) if ((word >>> b) & 1 && w * 32 + b < count) set.push(w * 32 + b)
  })
  return set
}
