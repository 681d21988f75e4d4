// LLVM module of a DXIL part -> signed container, with every other part computed from the module, in DXC's order.
// Invariant: nothing but the module and the options goes in.

import { hex } from '../base/bytes.ts'
import { extended } from '../base/extended.ts'
import { FormatError } from '../base/format_error.ts'
import { sortInPlace } from '../base/sort.ts'
import { buildSignature } from '../container/build_signature.ts'
import { type PartData, type Signing, writeContainer } from '../container/container.ts'
import { buildDebugName } from '../container/debug_name.ts'
import { buildDxilProgram } from '../container/dxil_program.ts'
import { buildFeatures } from '../container/features.ts'
import { buildShaderHash } from '../container/hash.ts'
import { type ValidatorVersion, validatorAtLeast } from '../container/validator_version.ts'
import { buildCompilerVersion } from '../container/version.ts'
import { type Program, type ProgramEntry, readProgram } from '../dxil/program.ts'
import { featuresOf } from '../dxil/shader_flags.ts'
import type { SignatureElement } from '../dxil/signature_elements.ts'
import type { Module } from '../llvm/model/module.ts'
import { writeModule } from '../llvm/write/write_module.ts'
import { SHADER_STAGE } from '../spec/psv_enums.ts'
import type { Subobject } from '../spec/subobjects.ts'
import { buildPipelineState } from './build_pipeline_state.ts'
import { buildRdatPart } from './build_rdat.ts'

export interface AssembleOptions {
  /** Default 'retail', as the validator signs. */
  readonly signing?: Signing
  /** Makes the module that of the STAT part, once nothing else needs it; without it there is no such part. */
  readonly toReflection?: (() => void) | undefined
  /** Ready parts to pass through (STAT, RTS0, ILDB, ILDN, VERS, PRIV, ...), put where DXC puts them; they replace computed ones. */
  readonly extraParts?: readonly PartData[]
  /** Name of the file that has the debug information, by the shader's hash in hexadecimal; given: there is an ILDN part. */
  readonly debugName?: ((hash: string) => string) | undefined
  /** Leaves out the version of the compiler, as for libraries that were linked. */
  readonly isLinked?: boolean
  /** Subobjects of a library, which the module does not tell. */
  readonly subobjects?: readonly Subobject[]
}

/** Parts in DXC's order. */
const ORDER: readonly string[] = [
  'SFI0',
  'ISG1',
  'OSG1',
  'PSG1',
  'PSV0',
  'VERS',
  'RDAT',
  'RTS0',
  'ILDB',
  'STAT',
  'ILDN',
  'HASH',
  'DXIL',
  'PRIV',
]

/** Numbers of versions have 16 bits where containers hold them, those of shader models and of DXIL four. */
function checkVersions({ validatorVersion, shaderModel, dxilVersion }: Program): void {
  const fits = (n: number, most: number): boolean => n >= 0 && n <= most
  const { major, minor } = validatorVersion
  if (!fits(major, 0xffff) || !fits(minor, 0xffff))
    throw new FormatError(`dx.valver ${major}.${minor} is no version of a validator`, 0)
  for (const [name, v] of [
    ['dx.shaderModel', shaderModel],
    ['dx.version', dxilVersion],
  ] as const)
    if (!fits(v.major, 15) || !fits(v.minor, 15))
      throw new FormatError(`${name} ${v.major}.${v.minor} is no version`, 0)
}

/**
 * Makes the container of a module.
 * @throws FormatError when the module is no DXIL program, names a version that is none, or has no entry point although it is not a library
 */
export function assembleContainer(module: Module, options: AssembleOptions = {}): Uint8Array {
  const program = readProgram(module)
  checkVersions(program)
  const parts = new Map<string, PartData>()
  for (const part of computedParts(module, program, options)) parts.set(part.name, part)
  for (const part of options.extraParts ?? []) parts.set(part.name, part)
  if (options.debugName) {
    // Old versions of the validator want no hash in the container.
    const hash = parts.get('HASH')?.data ?? buildShaderHash(writeModule(module))
    parts.set('ILDN', { name: 'ILDN', data: buildDebugName(options.debugName(hex(hash.subarray(4, 20)))) })
  }
  if (options.toReflection) {
    options.toReflection()
    parts.set('STAT', programPart('STAT', program, writeModule(module)))
  }
  const place = ({ name }: PartData): number => {
    const at = ORDER.indexOf(name)
    // Parts nobody knows go before the program, PRIV stays last.
    return at < 0 ? ORDER.indexOf('HASH') - 0.5 : at
  }
  const ordered = sortInPlace([...parts.values()], (a, b) => place(a) - place(b))
  return writeContainer(ordered, program.validatorVersion, options.signing ?? 'retail')
}

/** Registers and rows that PSV0 and the signature parts can count. */
const MAX_REGISTERS = 255

/** Refuses what no part can hold; the sizes of tables follow from these numbers. */
function checkElements({ signatures: { input, output, patchOrPrim } }: ProgramEntry): void {
  for (const e of [...input, ...output, ...patchOrPrim])
    if (e.rows > MAX_REGISTERS || e.startRow + e.rows > MAX_REGISTERS || e.cols > 4 || e.startCol > 3 || e.stream > 3)
      throw new FormatError(`signature element ${e.id} (${e.name}) does not fit into registers`, 0)
}

function computedParts(module: Module, program: Program, options: AssembleOptions): PartData[] {
  const { stage, validatorVersion } = program
  for (const entry of program.entries) checkElements(entry)
  const bitcode = writeModule(module)
  const parts = stage === SHADER_STAGE.Library ? libraryParts(module, program, options) : stageParts(module, program)
  if (validatorAtLeast(validatorVersion, 1, 5)) parts.push({ name: 'HASH', data: buildShaderHash(bitcode) })
  parts.push(programPart('DXIL', program, bitcode))
  return parts
}

/** A part with a program: DXIL, ILDB for the one with debug information, STAT for the one of reflection. */
export function programPart(name: 'DXIL' | 'ILDB' | 'STAT', program: Program, bitcode: Uint8Array): PartData {
  const { stage, shaderModel, dxilVersion } = program
  const version = {
    stage,
    major: shaderModel.major,
    minor: shaderModel.minor,
    dxilMajor: dxilVersion.major,
    dxilMinor: dxilVersion.minor,
  }
  return { name, data: buildDxilProgram(version, bitcode) }
}

function stageParts(module: Module, program: Program): PartData[] {
  const entry = program.entries.find(e => e.function !== null)
  if (!entry) throw new FormatError('the module has no entry point', 0)
  const { input, output, patchOrPrim } = entry.signatures
  const parts: PartData[] = [
    { name: 'SFI0', data: buildFeatures(featuresOf(entry.properties.shaderFlags)) },
    { name: 'ISG1', data: signature(program, entry, input, true) },
    { name: 'OSG1', data: signature(program, entry, output, false) },
  ]
  if (patchOrPrim.length > 0)
    parts.push({ name: 'PSG1', data: signature(program, entry, patchOrPrim, program.stage === SHADER_STAGE.Domain) })
  parts.push({ name: 'PSV0', data: buildPipelineState(module, program, entry) })
  return parts
}

function signature(
  program: Program,
  { properties }: ProgramEntry,
  elements: readonly SignatureElement[],
  isInput: boolean,
): Uint8Array {
  const domain = properties.hull?.domain ?? properties.domain?.domain
  // Elements that only a dx.op reads are not in the metadata at all.
  return buildSignature(elements, {
    validator: program.validatorVersion,
    isInput,
    minPrecision: !program.nativeLowPrecision,
    domain,
  })
}

function libraryParts(module: Module, program: Program, { subobjects, isLinked }: AssembleOptions): PartData[] {
  const { validatorVersion } = program
  const whole = program.entries.find(e => e.function === null)
  const parts: PartData[] = [
    { name: 'SFI0', data: buildFeatures(featuresOf(whole?.properties.shaderFlags ?? 0n)) },
    { name: 'RDAT', data: buildRdatPart(module, program, subobjects) },
  ]
  if (validatorAtLeast(validatorVersion, 1, 8) && !isLinked)
    parts.push(compilerVersionPart(program.ident, program.dxilVersion))
  return parts
}

/**
 * The program names its compiler in text only; the part tells the version that text carries, else the DXIL version.
 * @param custom the compiler's version as it wants to be shown
 */
export function compilerVersionPart(
  ident: string,
  otherwise: ValidatorVersion = { major: 0, minor: 0 },
  custom = '',
): PartData {
  const version = identVersion(ident, otherwise)
  const data = buildCompilerVersion(extended(version, { flags: 0, commitCount: 0, commit: '', custom }))
  return { name: 'VERS', data }
}

function identVersion(ident: string, otherwise: ValidatorVersion): ValidatorVersion {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(ident) ?? []
  return major && minor ? { major: Number(major) & 0xffff, minor: Number(minor) & 0xffff } : otherwise
}
