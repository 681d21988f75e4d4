// What a pipeline has to know of one of its shaders: from the parts that the runtime itself looks at (signatures, PSV0), and the names of
// resources from the module.

import { cString } from '../base/c_string.ts'
import { FormatError } from '../base/format_error.ts'
import { type Container, PART_COUNT, type Part, readContainer } from '../container/container.ts'
import { decodePart } from '../container/parts.ts'
import { readStageInfo, type StageInfo } from '../container/psv_stage.ts'
import type { PsvInfo } from '../container/psv0.ts'
import type { Rdat } from '../container/rdat.ts'
import type { SignatureRow } from '../container/signature.ts'
import type { NodeProperties } from '../dxil/node_properties.ts'
import { type Program, readProgram } from '../dxil/program.ts'
import type { ProgramResource } from '../dxil/resources.ts'
import { readModule } from '../llvm/read/read_module.ts'
import { STAGES, type StagePrefix } from '../spec/stages.ts'

/** A row of a signature: one register of one element. */
export interface Varying
  extends Pick<
    SignatureRow,
    'stream' | 'semanticIndex' | 'systemValue' | 'componentType' | 'register' | 'mask' | 'usage' | 'minPrecision'
  > {
  readonly name: string
}

export interface StageFacts {
  /** Of the file. */
  readonly file: string
  readonly prefix: StagePrefix
  /** 'Vertex Shader' */
  readonly title: string
  readonly container: Container
  readonly info: StageInfo
  readonly psv: PsvInfo | undefined
  readonly inputs: readonly Varying[]
  readonly outputs: readonly Varying[]
  readonly patchOrPrims: readonly Varying[]
  readonly resources: readonly ProgramResource[]
  /** Bits of SFI0. */
  readonly features: bigint
  /** What a library says of its functions. */
  readonly rdat: Rdat | undefined
  /** Nodes of work graphs that a library defines. */
  readonly nodes: readonly NodeProperties[]
  /** Bytes of the RTS0 part. */
  readonly rootSignature: Uint8Array | undefined
}

export interface PipelineInput {
  readonly name: string
  readonly container: Uint8Array
}

/** @throws FormatError when the file is no container with a program */
export function stageFacts({ name, container: bytes }: PipelineInput): StageFacts {
  const container = readContainer(bytes)
  const code = container.parts.find(p => p.name === 'DXIL')
  const isDebugFile = container.parts.some(p => p.name === 'ILDB' || p.name === 'SRCI')
  if (!code)
    throw new FormatError(
      isDebugFile ? 'it is a debug file, which has no signatures: the shader itself is needed' : 'it has no DXIL part',
      PART_COUNT,
    )
  const program = programIn(code)
  const stage = STAGES.find(s => s.number === program.stage)
  if (!stage?.prefix) throw new FormatError('its stage is unknown', code.offset)
  // Where the names of resources are.
  const reflection = container.parts.find(p => p.name === 'STAT')
  const psv0 = container.parts.find(p => p.name === 'PSV0')
  const psv = psv0 && decodePart('PSV0', psv0.data, psv0.offset).info
  const sfi0 = container.parts.find(p => p.name === 'SFI0')
  const rdat = container.parts.find(p => p.name === 'RDAT')
  return {
    file: name,
    prefix: stage.prefix,
    title: `${stage.name[0]!.toUpperCase()}${stage.name.slice(1)} Shader`,
    container,
    info: psv ? readStageInfo(program.stage, psv.stageInfo) : {},
    psv,
    inputs: varyings(container, 'ISG1'),
    outputs: varyings(container, 'OSG1'),
    patchOrPrims: varyings(container, 'PSG1'),
    resources: (reflection ? programIn(reflection) : program).resources,
    features: sfi0 ? featuresOf(sfi0) : 0n,
    rdat: rdat && decodePart('RDAT', rdat.data, rdat.offset),
    nodes: program.entries.flatMap(e => e.properties.node ?? []),
    rootSignature: container.parts.find(p => p.name === 'RTS0')?.data,
  }
}

/** Eight bytes. */
function featuresOf({ data }: Part): bigint {
  return data.reduceRight((all, byte) => (all << 8n) | BigInt(byte), 0n)
}

function programIn({ name, data, offset }: Part): Program {
  const { bitcode, bitcodeOffset } = decodePart(name as 'DXIL' | 'STAT', data, offset)
  return readProgram(readModule(bitcode, offset + bitcodeOffset + 8))
}

function varyings(container: Container, shape: 'ISG1' | 'OSG1' | 'PSG1'): Varying[] {
  const part = container.parts.find(p => p.name === shape)
  if (!part) return []
  const { rows } = decodePart(shape, part.data, part.offset)
  return rows.map(row => ({ ...row, name: cString(part.data, row.name) ?? '' }))
}

export const isLibrary = ({ prefix }: StageFacts): boolean => prefix === 'lib'
