// PSV0's runtime info, one line a field. Which fields there are follows from the stage and from the part's version.

import { cString } from '../base/c_string.ts'
import { table } from '../base/table.ts'
import { readStageInfo, type StageInfo } from '../container/psv_stage.ts'
import { NO_STAGE, type Psv0, psvVersion } from '../container/psv0.ts'
import { nameOf, SHADER_STAGE } from '../spec/psv_enums.ts'
import { COMMENT } from './columns.ts'

/** The stages that print lines of their own. */
const STAGES = ['Pixel', 'Vertex', 'Geometry', 'Hull', 'Domain', 'Compute', 'Mesh', 'Amplification']
const DOMAIN: readonly string[] = ['', 'isoline', 'tri', 'quad']
const OUTPUT_PRIMITIVE: readonly string[] = ['', 'point', 'line', 'triangle_cw', 'triangle_ccw']
const TOPOLOGY: readonly string[] = ['', 'point', '', 'line', '', 'triangle']
const MESH_TOPOLOGY: readonly string[] = ['undefined', 'line', 'triangle']
const INPUT_PRIMITIVE: readonly string[] = [
  ...['', 'point', 'line', 'triangle', '', '', 'lineadj', 'triangleadj'],
  ...Array.from({ length: 32 }, (_, i) => `patch${i + 1}`),
]

const named = (names: readonly string[], value: number | undefined): string => names[value ?? 0] || 'invalid'
const flag = (value: number | undefined): string => (value ? '1' : '0')

/** Stage fields by stage: text of the line behind the blank. */
const STAGE_LINES: ReadonlyMap<string, (stage: StageInfo, p: Psv0) => string[]> = table({
  Hull: s => [
    `InputControlPointCount=${s.inputControlPoints}`,
    `OutputControlPointCount=${s.outputControlPoints}`,
    `Domain=${named(DOMAIN, s.domain)}`,
    `OutputPrimitive=${named(OUTPUT_PRIMITIVE, s.outputPrimitive)}`,
  ],
  Domain: s => [
    `InputControlPointCount=${s.inputControlPoints}`,
    `OutputPositionPresent=${flag(s.outputPositionPresent)}`,
  ],
  Geometry: s => [
    `InputPrimitive=${named(INPUT_PRIMITIVE, s.inputPrimitive)}`,
    `OutputTopology=${named(TOPOLOGY, s.outputTopology)}`,
    `OutputStreamMask=${s.outputStreamMask}`,
    `OutputPositionPresent=${flag(s.outputPositionPresent)}`,
  ],
  Vertex: s => [`OutputPositionPresent=${flag(s.outputPositionPresent)}`],
  Pixel: s => [`DepthOutput=${flag(s.depthOutput)}`, `SampleFrequency=${flag(s.sampleFrequency)}`],
  Compute: (_, p) => groupLines(p),
  Amplification: (_, p) => groupLines(p),
  Mesh: (_, p) => [
    ...(psvVersion(p) >= 1 ? [`MeshOutputTopology=${named(MESH_TOPOLOGY, p.info.meshTopology)}`] : []),
    ...groupLines(p),
  ],
})

function groupLines(p: Psv0): string[] {
  const lines: string[] = []
  if (psvVersion(p) >= 2) lines.push(`NumThreads=(${p.info.numThreads.join(',')})`)
  if (psvVersion(p) >= 4) lines.push(`NumBytesGroupSharedMemory: ${p.info.groupSharedBytes}`)
  return lines
}

/** @param programStage the program header's, for version 0, which stores no stage */
export function runtimeInfoLines(p: Psv0, programStage: number): string[] {
  const { info } = p
  const version = psvVersion(p)
  const number = version >= 1 && info.stage !== NO_STAGE ? info.stage : programStage
  const stage = nameOf(SHADER_STAGE, number)
  const lines: string[] = []
  if (STAGES.includes(stage))
    lines.push(`${stage} Shader`, ...STAGE_LINES.get(stage)!(readStageInfo(number, info.stageInfo), p))
  if (info.minWaveLanes === info.maxWaveLanes) lines.push(`WaveSize=${info.minWaveLanes}`)
  else
    lines.push(
      `MinimumExpectedWaveLaneCount: ${info.minWaveLanes}`,
      `MaximumExpectedWaveLaneCount: ${info.maxWaveLanes}`,
    )
  if (version >= 1) lines.push(...signatureCounts(p))
  if (version >= 3) lines.push(`EntryFunctionName: ${cString(p.strings, info.entryName) ?? ''}`)
  if (version >= 5) lines.push(`LinAlgRuntimeInfoPresent: ${info.linearAlgebra !== 0}`)
  return [
    COMMENT,
    `${COMMENT} Pipeline Runtime Information: `,
    COMMENT,
    `${COMMENT}PSVRuntimeInfo:`,
    ...lines.map(line => `${COMMENT} ${line}`),
    COMMENT,
  ]
}

function signatureCounts({ info }: Psv0): string[] {
  return [
    `UsesViewID: ${info.usesViewId !== 0}`,
    `SigInputElements: ${info.inputElements}`,
    `SigOutputElements: ${info.outputElements}`,
    `SigPatchConstOrPrimElements: ${info.patchOrPrimElements}`,
    `SigInputVectors: ${info.inputVectors}`,
    ...info.outputVectors.map((vectors, stream) => `SigOutputVectors[${stream}]: ${vectors}`),
  ]
}
