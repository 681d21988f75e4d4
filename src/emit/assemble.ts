// IR module -> LLVM module of the DXIL part and its STAT twin; assemble/ makes every part from them.
// Invariant: resources are numbered and lowered (passes/number_resources.ts, passes/lower_resources.ts) before this is called.

import { assembleContainer } from '../assemble/assemble_container.ts'
import { check } from '../base/brand.ts'
import type { Signing } from '../container/container.ts'
import type { ValidatorVersion } from '../container/validator_version.ts'
import type { Module } from '../ir/module.ts'
import { type Attribute, FUNCTION_SLOT } from '../llvm/attributes.ts'
import { Module as LlvmModule } from '../llvm/module.ts'
import type { Func as LlvmFunc } from '../llvm/values.ts'
import { countInstructions } from './counters.ts'
import { FunctionEmitter } from './function.ts'
import { handleIds } from './handles.ts'
import { emitMetadata, type ModuleFacts } from './metadata.ts'
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
  const facts: ModuleFacts = {
    module,
    entry,
    table,
    flags: shaderFlags(module, table, options.validator),
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
  const { signing, stripReflection, rootSignature } = options
  return assembleContainer(m, {
    signing,
    extraParts: rootSignature ? [{ name: 'RTS0', data: rootSignature }] : [],
    ...(stripReflection ? {} : { toReflection: () => toReflection(m, facts, main) }),
  })
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

/**
 * Turns the module into its twin for the STAT part: no function bodies, but names, type annotations and instruction counts.
 * Declarations stay, as in DXC.
 */
function toReflection(m: LlvmModule, facts: ModuleFacts, main: LlvmFunc): void {
  main.blocks.length = 0
  m.clearNamedMetadata()
  emitMetadata(m, facts, main, 'STAT', countInstructions(facts.module, facts.entry.func))
}
