// IR module -> signed container: the DXIL module, its STAT twin, and the parts in DXC's order.
// Invariant: resources are numbered and lowered (passes/number_resources.ts, passes/lower_resources.ts) before this is called.

import { assembleContainer } from '../assemble/assemble_container.ts'
import { check } from '../base/brand.ts'
import { buildSignature } from '../container/build_signature.ts'
import { type PartData, type Signing, writeContainer } from '../container/container.ts'
import { buildDxilProgram, type ProgramVersion } from '../container/dxil_program.ts'
import { buildFeatures } from '../container/features.ts'
import { buildShaderHash } from '../container/hash.ts'
import type { ValidatorVersion } from '../container/validator_version.ts'
import type { Module, ShaderTarget } from '../ir/module.ts'
import { type Attribute, FUNCTION_SLOT } from '../llvm/attributes.ts'
import { Module as LlvmModule } from '../llvm/module.ts'
import type { Func as LlvmFunc } from '../llvm/values.ts'
import { writeModule } from '../llvm/write_module.ts'
import { STAGE_OF_PREFIX } from '../spec/psv_enums.ts'
import { countInstructions } from './counters.ts'
import { FunctionEmitter } from './function.ts'
import { handleIds } from './handles.ts'
import { emitMetadata, type ModuleFacts } from './metadata.ts'
import { pipelineState } from './psv.ts'
import { resourceTable } from './resources.ts'
import { shaderFlags } from './shader_flags.ts'
import { signatureUsage } from './signatures.ts'
import { viewIdState } from './view_id_state.ts'

export type DenormMode = 'any' | 'preserve' | 'ftz'

export interface EmitOptions {
  readonly validator: ValidatorVersion
  readonly signing: Signing
  /** Text of !llvm.ident. */
  readonly ident: string
  /** -Qstrip_reflect: leave the STAT part out. */
  readonly stripReflection: boolean
  /** Bytes of the RTS0 part; none: no such part. */
  readonly rootSignature?: Uint8Array | undefined
  /** -denorm: what becomes of denormal floats, an attribute of the functions; none given: no such attribute. */
  readonly denorm?: DenormMode | undefined
  /** Asks for the DXIL module as data too (printing, -Fc). Called before its bodies are dropped for STAT. */
  readonly inspect?: (module: LlvmModule) => void
}

const DATA_LAYOUT_MIN_PRECISION = 'e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64'
const DATA_LAYOUT_NATIVE = 'e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64'

/** Metadata kinds as DXC registers them before it writes a module; readers map them by name. */
const METADATA_KINDS = ['dx.temp', 'llvm.loop', 'dx.controlflow.hints', 'dx.precise', 'dx.break.br', 'dx.nonuniform']

/** Emits the container of a finished module. */
export function emitContainer(module: Module, options: EmitOptions): Uint8Array {
  const { entry } = module
  check(entry !== undefined, 'a module without entry point reached emission')
  const table = resourceTable(module)
  const flags = shaderFlags(module, table, options.validator)
  const hasVaryings = entry.signatures !== undefined
  const facts: ModuleFacts = {
    module,
    entry,
    table,
    flags,
    viewIdState: entry.signatures ? viewIdState(module, entry.func, entry.signatures) : new Uint32Array(),
    usage: signatureUsage(module, entry.func),
    validator: options.validator,
    ident: options.ident,
  }
  const m = newLlvmModule(module)
  const main = m.addFunction(
    entry.name,
    m.types.func(m.types.void, []),
    m.attributeList([[FUNCTION_SLOT, functionAttributes(options)]]),
  )
  new FunctionEmitter(module, m, handleIds(table)).emit(entry.func, main)
  emitMetadata(m, facts, main, 'DXIL', [])
  options.inspect?.(m)
  const bitcode = writeModule(m)
  if (hasVaryings) return graphicsContainer(m, bitcode, facts, options)
  const version = programVersion(module.target)
  const noSignature = (isInput: boolean): Uint8Array =>
    buildSignature([], { validator: options.validator, isInput, minPrecision: !module.options.native16Bit })

  const parts: PartData[] = [
    { name: 'SFI0', data: buildFeatures(flags.features) },
    { name: 'ISG1', data: noSignature(true) },
    { name: 'OSG1', data: noSignature(false) },
    { name: 'PSV0', data: pipelineState(facts) },
  ]
  if (options.rootSignature) parts.push({ name: 'RTS0', data: options.rootSignature })
  if (!options.stripReflection)
    parts.push({ name: 'STAT', data: buildDxilProgram(version, reflectionBitcode(m, facts, main)) })
  parts.push({ name: 'HASH', data: buildShaderHash(bitcode) })
  parts.push({ name: 'DXIL', data: buildDxilProgram(version, bitcode) })
  return writeContainer(parts, options.validator, options.signing)
}

/** The parts of stages with varyings follow from the module's own metadata. */
function graphicsContainer(
  m: LlvmModule,
  bitcode: Uint8Array,
  facts: ModuleFacts,
  { rootSignature, signing, stripReflection }: EmitOptions,
): Uint8Array {
  const extraParts: PartData[] = rootSignature ? [{ name: 'RTS0', data: rootSignature }] : []
  if (!stripReflection) {
    const own = newLlvmModule(facts.module)
    const main = own.addFunction(facts.entry.name, own.types.func(own.types.void, []))
    const stat = reflectionBitcode(own, facts, main)
    extraParts.push({ name: 'STAT', data: buildDxilProgram(programVersion(facts.module.target), stat) })
  }
  return assembleContainer(m, { bitcode, signing, extraParts })
}

/** Attributes of the options for functions with a body. */
export const functionAttributes = ({ denorm }: EmitOptions): Attribute[] =>
  denorm ? [{ key: 'fp32-denorm-mode', value: denorm }] : []

export function newLlvmModule(module: Module): LlvmModule {
  const m = new LlvmModule()
  m.triple = 'dxil-ms-dx'
  m.dataLayout = module.options.native16Bit ? DATA_LAYOUT_NATIVE : DATA_LAYOUT_MIN_PRECISION
  for (const kind of METADATA_KINDS) m.kindId(kind)
  return m
}

/** The module once more without function bodies, with names, type annotations and instruction counts. Reuses (and empties) m. */
function reflectionBitcode(m: LlvmModule, facts: ModuleFacts, main: LlvmFunc): Uint8Array {
  main.blocks.length = 0
  m.clearNamedMetadata()
  emitMetadata(m, facts, main, 'STAT', countInstructions(facts.module, facts.entry.func))
  return writeModule(m)
}

export const programVersion = (target: ShaderTarget): ProgramVersion => ({
  stage: STAGE_OF_PREFIX[target.stage],
  major: target.major,
  minor: target.minor,
  dxilMajor: 1,
  dxilMinor: target.minor,
})
