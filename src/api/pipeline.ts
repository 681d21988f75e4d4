// Whether shaders make a pipeline that D3D12 takes: what a driver would say when it is created, said before.

import {
  BYTES,
  checkArgument,
  checkOptions,
  listOf,
  type OptionTable,
  oneOf,
  record,
  STRING,
} from '../base/arguments.ts'
import { FormatError, placedDamage } from '../base/format_error.ts'
import { PART_COUNT, readContainer } from '../container/container.ts'
import { decodePart } from '../container/parts.ts'
import { Diagnostics } from '../diag/diagnostics.ts'
import { NOWHERE, Sources } from '../diag/sources.ts'
import { checkBindings } from '../pipeline/bindings.ts'
import { checkStages } from '../pipeline/check.ts'
import type { Topology } from '../pipeline/graphics.ts'
import type { Complain } from '../pipeline/problem.ts'
import { type PipelineInput, type StageFacts, stageFacts } from '../pipeline/stage.ts'
import type { RootSignatureDescription } from '../root_signature/description.ts'
import { describeRootSignature } from '../root_signature/deserialize.ts'
import { rethrow } from './callbacks.ts'
import { type Report, reportOf } from './report.ts'
import { rootSignatureOf } from './root_signature.ts'

export type { PipelineInput } from '../pipeline/stage.ts'

export interface PipelineCheckOptions {
  /** Primitives that the pipeline draws (D3D12_PRIMITIVE_TOPOLOGY_TYPE); without it what depends on it is not checked. */
  readonly topology?: Topology
  /** HLSL text, an RTS0 part or a container with one; without it the one that the shaders carry, if any. */
  readonly rootSignature?: string | Uint8Array
}

/** Plain data; `ok` when the shaders fit together. */
export interface PipelineCheckResult extends Report {
  readonly ok: boolean
}

const INPUTS = {
  what: 'an array of { name, container }',
  fits: listOf(record('', { name: STRING, container: BYTES })).fits,
}
const OPTIONS: OptionTable<PipelineCheckOptions> = {
  topology: oneOf('point', 'line', 'triangle', 'patch'),
  rootSignature: { what: 'a string or a Uint8Array', fits: v => STRING.fits(v) || BYTES.fits(v) },
}

/**
 * Checks the shaders of one pipeline against each other and a root signature: a compute shader; vertex to pixel shader with the stages between; mesh
 * and amplification shaders; or the libraries of a ray tracing state object.
 * @throws TypeError for arguments that are none, InternalError when dxilkit itself is at fault; never for bad input
 */
export function checkPipeline(
  inputs: readonly PipelineInput[],
  options: PipelineCheckOptions = {},
): PipelineCheckResult {
  checkArgument('checkPipeline', 'inputs', inputs, INPUTS)
  checkOptions('checkPipeline', options, OPTIONS)
  const diagnostics = new Diagnostics(new Sources(), 0)
  try {
    check(inputs, options, diagnostics)
  } catch (error) {
    rethrow('while checking a pipeline', error)
  }
  return { ...reportOf(diagnostics), ok: diagnostics.errorCount === 0 }
}

/**
 * Checks whether a root signature provides what one shader binds.
 * @param rootSignature an RTS0 part or a container with one
 * @throws TypeError for arguments that are none; never for bad input
 */
export function checkShaderRootSignature(input: PipelineInput, rootSignature: Uint8Array): PipelineCheckResult {
  checkArgument('checkShaderRootSignature', 'input', [input], INPUTS)
  checkArgument('checkShaderRootSignature', 'rootSignature', rootSignature, BYTES)
  const diagnostics = new Diagnostics(new Sources(), 0)
  const stage = attempt(input.name, () => stageFacts(input), diagnostics)
  const signature = attempt('the root signature', () => described(rootSignature), diagnostics)
  if (stage && signature)
    checkBindings(signature, [stage], (code, args) => void diagnostics.report(code, NOWHERE, args))
  return { ...reportOf(diagnostics), ok: diagnostics.errorCount === 0 }
}

function check(inputs: readonly PipelineInput[], options: PipelineCheckOptions, diagnostics: Diagnostics): void {
  if (inputs.length === 0) diagnostics.report('E4174', NOWHERE, {})
  const stages: StageFacts[] = []
  for (const input of inputs) {
    const facts = attempt(input.name, () => stageFacts(input), diagnostics)
    if (facts) stages.push(facts)
  }
  const complain: Complain = (code, args) => void diagnostics.report(code, NOWHERE, args)
  const rootSignature = signatureOf(options, stages, diagnostics)
  if (stages.length === inputs.length && stages.length > 0)
    checkStages(stages, { topology: options.topology, rootSignature }, complain)
}

function attempt<T>(name: string, read: () => T, diagnostics: Diagnostics): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    diagnostics.report('E4175', NOWHERE, { name, why: placedDamage(error) })
    return undefined
  }
}

/** The one given, else the one that shaders carry, which has to be the same in all that have one. */
function signatureOf(
  { rootSignature: given }: PipelineCheckOptions,
  stages: readonly StageFacts[],
  diagnostics: Diagnostics,
): RootSignatureDescription | undefined {
  if (typeof given === 'string') return rootSignatureOf(given, NOWHERE, {}, diagnostics)?.description
  if (given) return attempt('the root signature', () => described(given), diagnostics)
  const [first, ...others] = stages.filter(s => s.rootSignature !== undefined)
  if (!first) return undefined
  for (const other of others)
    if (String(other.rootSignature) !== String(first.rootSignature))
      diagnostics.report('E4176', NOWHERE, { first: first.file, second: other.file })
  return attempt(first.file, () => described(first.rootSignature!), diagnostics)
}

const CONTAINER = [0x44, 0x58, 0x42, 0x43]

function described(bytes: Uint8Array): RootSignatureDescription {
  const isContainer = CONTAINER.every((byte, i) => bytes[i] === byte)
  const part = isContainer ? readContainer(bytes).parts.find(p => p.name === 'RTS0') : { data: bytes, offset: 0 }
  if (!part) throw new FormatError('it has no root signature', PART_COUNT)
  return describeRootSignature(decodePart('RTS0', part.data, part.offset))
}
