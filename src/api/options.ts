// What can be asked of a compilation, and the check of what was asked.

import { utf8 } from '../base/c_string.ts'
import type { BindingPolicy } from '../binding/binding.ts'
import type { Signing } from '../container/container.ts'
import { Diagnostics, type WarningPolicy } from '../diag/diagnostics.ts'
import { NOWHERE, type Sources } from '../diag/sources.ts'
import { warningLevels } from '../diag/warning_options.ts'
import type { MissingInclude } from '../hlsl/preprocess/preprocessor.ts'
import type { ShaderTarget } from '../ir/module.ts'
import {
  isStagePrefix,
  NEWEST_MINOR,
  OFFLINE_MINOR,
  RELEASED_MINOR,
  STAGES,
  type StagePrefix,
  stageOfPrefix,
} from '../spec/stages.ts'

/** A file an include callback found. */
export interface IncludedFile {
  /** Name shown in messages and passed as `from` for its own includes; default: the path, from the including file's folder on. */
  readonly name?: string
  readonly text: string | Uint8Array
}

/**
 * Finds an included file. Text and bytes (UTF-8, or UTF-16 with a mark) stand for a file of that path; nothing: there is none;
 * `{ searched }`: there is none, and the error says where it was looked for. "x" is looked for beside the including file `from`, then beside the
 * files around it, `outer`, innermost first: whoever answers nothing is asked again for each of them in the place of `from`.
 */
export type Includer = (
  path: string,
  from: string,
  angled: boolean,
  outer: readonly string[],
) => string | Uint8Array | IncludedFile | MissingInclude | undefined | null

/** 'NAME' (= 1) or 'NAME=value', as -D takes them; or names with values: true is 1, false 0, and null leaves the macro undefined. */
export type Defines = readonly string[] | { readonly [name: string]: string | number | boolean | null | undefined }

export interface CompileOptions {
  /** Profile: stage and shader model, e.g. 'cs_6_0'. */
  readonly target: string
  /** Of the source: HLSL (default), or LLVM text, whose target triple is the profile where `target` is ''. */
  readonly language?: 'hlsl' | 'llvm'
  /** Default 'main'. */
  readonly entry?: string
  /** Name of the source in messages; default 'hlsl.hlsl', as DXC calls source from memory. */
  readonly fileName?: string
  readonly defines?: Defines
  /** Resolves #include; `from` is the name of the including file, `angled` tells <x> from "x". What it throws comes out as it is. */
  readonly include?: Includer
  /** Default '2021'. */
  readonly hlslVersion?: '2016' | '2017' | '2018' | '2021' | '202x'
  /** 0 (-Od) to 3; default 3. */
  readonly optimization?: 0 | 1 | 2 | 3
  /** -Zpr / -Zpc; default column_major. */
  readonly packMatrix?: 'row_major' | 'column_major'
  /** -ignore-line-directives: #line says nothing, also to messages. */
  readonly ignoreLineDirectives?: boolean
  /** -flegacy-macro-expansion: operands of ## are expanded first, as FXC does it. */
  readonly legacyMacroExpansion?: boolean
  /** -Gec: semantics of Direct3D 9 (COLOR, DEPTH, VPOS, POSITION) stand for system values; DXC has it for HLSL 2016. */
  readonly legacySemantics?: boolean
  /** -Gfa: code comes out the same; as in DXC it needs allResourcesBound. */
  readonly avoidFlowControl?: boolean
  /** -pack-optimized: signatures in fewer registers; default 'prefix-stable'. */
  readonly packSignatures?: 'prefix-stable' | 'optimized'
  /** -enable-16bit-types: needs shader model 6.2. */
  readonly enable16BitTypes?: boolean
  /** -Gis: IEEE strictness, no fast-math. */
  readonly ieeeStrict?: boolean
  /** -denorm: what becomes of denormal floats; needs shader model 6.2. Not said by default. */
  readonly denorm?: 'any' | 'preserve' | 'ftz'
  /** -res-may-alias: UAVs may alias, which shader model 6.7 otherwise rules out. */
  readonly resMayAlias?: boolean
  /** -enable-payload-qualifiers, -disable-payload-qualifiers; default: in libraries from shader model 6.7 on. */
  readonly payloadQualifiers?: boolean
  /** -enable-lifetime-markers, -disable-lifetime-markers; default: from shader model 6.6 on. Without optimisation there are none. */
  readonly lifetimeMarkers?: boolean
  /** -exports: `name`, `new=name` or `new1,new2=name`, each or several between semicolons: what a library exports, and as what. */
  readonly exports?: readonly string[]
  /** -export-shaders-only: a library exports nothing but shaders. */
  readonly exportShadersOnly?: boolean
  /** -default-linkage: whether a library exports functions that are not declared `export`; by default lib_6_x alone does. */
  readonly defaultLinkage?: 'internal' | 'external'
  /** -all-resources-bound */
  readonly allResourcesBound?: boolean
  /** -auto-binding-space; default 0. */
  readonly autoBindingSpace?: number
  /** -flegacy-resource-reservation: registers that unused resources name are given to no other, as before shader model 5.1. */
  readonly legacyResourceReservation?: boolean
  /** --binding: whose rules place resources that name no register; default 'dxc'. */
  readonly binding?: BindingPolicy
  /** --print-after, --print-before: passes around which CompileResult.dumps gets the IR; 'all' for every one (passNames() lists them). */
  readonly printAfter?: readonly string[]
  readonly printBefore?: readonly string[]
  /** --verify-each: the IR is verified behind every pass; what is wrong there is an InternalError that names the pass. */
  readonly verifyEach?: boolean
  /** -WX */
  readonly warningsAsErrors?: boolean
  /** -no-warnings */
  readonly noWarnings?: boolean
  /** What stands behind each -W, in order: 'no-conversion', 'error', 'error=unused-value', 'no-error=conversion'. */
  readonly warnings?: readonly string[]
  /** Codes of warnings to leave out, e.g. 'W2100'. */
  readonly disabledWarnings?: readonly string[]
  /** Errors before compilation gives up; 0 = no limit; default 20. */
  readonly errorLimit?: number
  /** !dx.valver, which decides parts and PSV0 version; default 1.8, for shader model 6.9 1.9. */
  readonly validatorVersion?: { readonly major: number; readonly minor: number }
  /** Default true; false (-Vd) leaves the digest zero. */
  readonly sign?: boolean
  /** -Zi ('full'): a program with debug information; -Zs ('source'): only sources and arguments. Both make CompileResult.pdb. */
  readonly debug?: 'full' | 'source'
  /** -Qembed_debug: the program with debug information goes into the container (ILDB), with the sources. */
  readonly embedDebug?: boolean
  /** -Qstrip_debug: not into the container, whatever else is said. */
  readonly stripDebug?: boolean
  /** -Fd: name of the debug file, which the container tells; a name with a slash at its end: the hash's name. */
  readonly debugFile?: string
  /** -Qsource_in_debug_module: the debug file's program has the sources, in the form that older readers know. */
  readonly sourceInDebugModule?: boolean
  /** -Zss: the shader's hash is that of the program with debug information and sources. */
  readonly hashSource?: boolean
  /** -Qpdb_in_private: the debug file goes into the container as private data. */
  readonly pdbInPrivate?: boolean
  /** What debug information says of the command line: flags without dash, with their values or ''; default: those that say the same as the options. */
  readonly arguments?: readonly (readonly [flag: string, value: string])[]
  /** -Qstrip_reflect: no STAT part. */
  readonly stripReflection?: boolean
  /** -Qkeep_reflect_in_dxil: names and type annotations stay in the DXIL part, with a STAT part or without. */
  readonly keepReflectionInDxil?: boolean
  /** -rootsig-define: a macro whose strings are the root signature, instead of the entry point's attribute. */
  readonly rootSignatureDefine?: string
  /** -force-rootsig-ver; default '1.1'. */
  readonly rootSignatureVersion?: '1.0' | '1.1'
  /** -Qstrip_rootsignature: not written into the container; whether it fits the shader is not asked then. */
  readonly stripRootSignature?: boolean
}

/** What compileToIr() takes. */
export interface IrOptions extends CompileOptions {
  /** --stop-after: a pass, or `pass:N` for its Nth run. */
  readonly stopAfter: string
}

/** The newest validator whose output dxilkit models for targets that the validator before it knows, too. */
const DEFAULT_VALIDATOR = { major: 1, minor: 8 }

/** The validator of a target: the newest for all models that it knows, else the first that knows the model. */
const defaultValidator = (target: ShaderTarget): ResolvedOptions['validator'] => {
  if (isOffline(target)) return NO_VALIDATOR
  return target.minor > DEFAULT_VALIDATOR.minor ? { major: 1, minor: target.minor } : DEFAULT_VALIDATOR
}

/** Every profile that compile() takes. */
export const supportedProfiles = (): readonly string[] =>
  STAGES.flatMap(({ prefix, compilesSince }) =>
    prefix === undefined || compilesSince === undefined
      ? []
      : Array.from({ length: NEWEST_MINOR - compilesSince + 1 }, (_, i) => `${prefix}_6_${compilesSince + i}`),
  )

export interface ResolvedOptions {
  readonly target: ShaderTarget
  readonly entry: string
  readonly validator: { readonly major: number; readonly minor: number }
  readonly signing: Signing
}

/** A list for diagnostics as the options ask for them. What is wrong with the options about warnings is in it already. */
export function diagnosticsFor(
  options: Pick<CompileOptions, 'noWarnings' | 'warningsAsErrors' | 'warnings' | 'disabledWarnings' | 'errorLimit'>,
  sources: Sources,
): Diagnostics {
  const levels = warningLevels(options.warnings ?? [])
  const policy: WarningPolicy = {
    ignoreAll: options.noWarnings ?? false,
    asErrors: options.warningsAsErrors ?? false,
    ignore: options.disabledWarnings ?? [],
    options: levels,
  }
  const diagnostics = new Diagnostics(sources, levels.fatalErrors ? 1 : (options.errorLimit ?? 20), policy)
  for (const { option, guess, specifierOf } of levels.unknown)
    if (specifierOf !== '') diagnostics.report('W4042', NOWHERE, { option, what: specifierOf })
    else if (guess === '') diagnostics.report('W4040', NOWHERE, { option })
    else diagnostics.report('W4041', NOWHERE, { option, near: guess })
  return diagnostics
}

const NO_VALIDATOR = { major: 0, minor: 0 }

/** lib_6_x: only for linking, which no validator has seen. */
export const isOffline = ({ stage, minor }: ShaderTarget): boolean => stage === 'lib' && minor === OFFLINE_MINOR

function checkLibraryOptions(options: CompileOptions, target: ShaderTarget, diagnostics: Diagnostics): void {
  if (target.stage !== 'lib') {
    const refuse = (option: string): void => void diagnostics.report('E2519', NOWHERE, { option })
    if (options.exports) refuse('-exports')
    if (options.exportShadersOnly) refuse('-export-shaders-only')
    if (options.defaultLinkage !== undefined) refuse('-default-linkage')
  }
  const { major = 0, minor = 0 } = options.validatorVersion ?? {}
  if (isOffline(target) && major + minor > 0) diagnostics.report('E2518', NOWHERE, {})
}

/** Whether a version of the validator knows the shader model; 0.0 says that nothing is to be validated. */
export const isKnownTo = ({ target, validator }: Pick<ResolvedOptions, 'target' | 'validator'>): boolean =>
  validator.major !== 1 || validator.minor >= target.minor || isOffline(target)

/** Checks profile and combinations; reports and returns undefined when they make no sense. */
export function resolveOptions(options: CompileOptions, diagnostics: Diagnostics): ResolvedOptions | undefined {
  const target = parseTarget(options.target, diagnostics)
  if (!target) return undefined
  if (options.enable16BitTypes) {
    if (target.minor < 2) diagnostics.report('E4012', NOWHERE, {})
    else if (options.hlslVersion === '2016' || options.hlslVersion === '2017') diagnostics.report('E4013', NOWHERE, {})
  }
  checkLibraryOptions(options, target, diagnostics)
  if (options.avoidFlowControl && !options.allResourcesBound) diagnostics.report('E4240', NOWHERE, {})
  if (options.payloadQualifiers && target.minor < 6) diagnostics.report('E2513', NOWHERE, {})
  if (options.denorm && target.minor < 2) diagnostics.report('E4018', NOWHERE, {})
  const entry = options.entry ?? 'main'
  if (entry === '') diagnostics.report('E4014', NOWHERE, {})
  checkDebugOptions(options, diagnostics)
  if (diagnostics.errorCount > 0) return undefined
  return {
    target,
    entry,
    validator: options.validatorVersion ?? defaultValidator(target),
    signing:
      options.sign === false || isOffline(target) ? 'none' : target.minor > RELEASED_MINOR ? 'preview' : 'retail',
  }
}

/** The language version as a number; 202x is behind every version with a year. */
export const versionOf = ({ hlslVersion }: Pick<CompileOptions, 'hlslVersion'>): number =>
  hlslVersion === '202x' ? 2029 : Number(hlslVersion ?? '2021')

/** The target for the preprocessor's own macros: any stage and shader model of DXC's, also those that compile() refuses. */
export function preprocessorTarget(
  profile: string,
  diagnostics: Diagnostics,
): { readonly stage: StagePrefix; readonly major: number; readonly minor: number } | undefined {
  const match = /^([a-z]+)_(\d+)_(\d+|x)$/.exec(profile)
  const stage = match?.[1] ?? ''
  if (match && isStagePrefix(stage))
    return { stage, major: Number(match[2]), minor: match[3] === 'x' ? 15 : Number(match[3]) }
  diagnostics.report('E4010', NOWHERE, { profile })
  return undefined
}

/** Bytes that the part with the name can tell. */
const MAX_DEBUG_NAME = 0xffff

/** Reports combinations that make no sense. */
function checkDebugOptions(options: CompileOptions, diagnostics: Diagnostics): void {
  const { debug, embedDebug, hashSource, debugFile } = options
  if (embedDebug && debug !== 'full') diagnostics.report('E4050', NOWHERE, {})
  if (hashSource && debug === undefined) diagnostics.report('E4051', NOWHERE, {})
  if (utf8(debugFile ?? '').length > MAX_DEBUG_NAME) diagnostics.report('E4052', NOWHERE, { most: MAX_DEBUG_NAME })
}

function parseTarget(profile: string, diagnostics: Diagnostics): ShaderTarget | undefined {
  const match = /^([a-z]+)_(\d+)_(\d+|x)$/.exec(profile)
  const stage = match?.[1] ?? ''
  const major = Number(match?.[2])
  const minor = match?.[3] === 'x' ? OFFLINE_MINOR : Number(match?.[3])
  if (!match || !isStagePrefix(stage)) {
    diagnostics.report('E4010', NOWHERE, { profile })
    return undefined
  }
  const oldest = stageOfPrefix(stage)?.compilesSince
  if (oldest !== undefined && major === 6 && isOffline({ stage, major, minor }) && profile.endsWith('x'))
    return { stage, major, minor }
  if (oldest === undefined || major !== 6 || match[3] === 'x' || !(minor <= NEWEST_MINOR)) {
    const newest = STAGES.flatMap(s =>
      s.compilesSince === undefined || !s.prefix ? [] : [`${s.prefix}_6_${NEWEST_MINOR}`],
    ).join(', ')
    diagnostics.report('E4011', NOWHERE, { profile, supported: `those up to ${newest} are` })
    return undefined
  }
  if (minor < oldest) {
    diagnostics.report('E4011', NOWHERE, {
      profile,
      supported: `${stage}_6_${oldest} to ${stage}_6_${NEWEST_MINOR} are`,
    })
    return undefined
  }
  return { stage, major, minor }
}
