// The compiler as one function: HLSL text in, signed container or diagnostics out. Every phase of the way is one call here.
// Invariant: no exception leaves compile() for bad input; InternalError (our own bug) does, with the phase in its message.

import { milliseconds } from '../base/clock.ts'
import type { Diagnostics } from '../diag/diagnostics.ts'
import { NOWHERE, Sources } from '../diag/sources.ts'
import { judgeOf, SYNTAX_ERRORS } from '../hlsl/check/after_syntax_error.ts'
import { type CheckedLibrary, type CheckOptions, checkLibraryUnit, checkProgram } from '../hlsl/check/program.ts'
import { parseTokens } from '../hlsl/parse/translation_unit.ts'
import type { FileMemory } from '../hlsl/preprocess/file_memory.ts'
import { type Preprocessed, type PreprocessOptions, preprocess } from '../hlsl/preprocess/preprocessor.ts'
import type { TranslationUnit } from '../hlsl/tree/ast.ts'
import type { Program } from '../hlsl/tree/typed.ts'
import { MAX_INSTRUCTIONS } from '../ir/emitter.ts'
import type { CodeOptions, Module, ShaderTarget } from '../ir/module.ts'
import { lowerPrograms } from '../lower/module.ts'
import type { NumberedResources } from '../passes/bind/number_resources.ts'
import { InlinedTooMuch, inlineCalls } from '../passes/legalise/inline_calls.ts'
import type { Subobject } from '../spec/subobjects.ts'
import { type BackEndOptions, finishModule } from './back_end.ts'
import { rethrow } from './callbacks.ts'
import { checkCompile, checkToIr } from './check_options.ts'
import { debugRequest } from './debug_options.ts'
import type { DebugFile, EmitOptions, Emitted } from './emit_container.ts'
import { exportedKind, exportNames } from './exports.ts'
import { type IrDump, IrDumps, Stopped } from './ir_dumps.ts'
import { type ModuleText, moduleOfText, readModuleText } from './module_text.ts'
import {
  type CompileOptions,
  diagnosticsFor,
  type IrOptions,
  isKnownTo,
  type ResolvedOptions,
  resolveOptions,
  versionOf,
} from './options.ts'
import { preprocessOptionsFor } from './preprocess.ts'
import { type Report, reportOf } from './report.ts'
import {
  attributeSpan,
  rootSignatureContainer,
  rootSignatureOf,
  rootSignatureOfPart,
  type ShaderRootSignature,
} from './root_signature.ts'
import { libraryFlags, subobjectsOf } from './subobjects.ts'

/** Wall-clock time of a phase in milliseconds. */
export interface Phase {
  readonly name: string
  readonly ms: number
}

/** What a compilation leaves besides its product. */
export interface CompileReport extends Report {
  /** Names of the files included, each once. */
  readonly includes: readonly string[]
  readonly phases: readonly Phase[]
  /** The IR around the passes that printAfter and printBefore name. */
  readonly dumps: readonly IrDump[]
}

/** Plain data, which can be posted to a worker. There is a container exactly when `ok`, and a debug file when one was asked for. */
export type CompileResult =
  | (CompileReport & { readonly ok: true; readonly container: Uint8Array; readonly pdb?: DebugFile })
  | (CompileReport & { readonly ok: false; readonly container?: undefined })

/** The same for compileToIr(). */
export type IrResult =
  | (CompileReport & { readonly ok: true; readonly ir: string })
  | (CompileReport & { readonly ok: false; readonly ir?: undefined })

/** Profiles that make a container of a macro's root signature and nothing else. */
const ROOT_SIGNATURE_PROFILE = /^rootsig_1_([01])$/
export const IDENT = 'dxilkit 0.1.0'

/**
 * Compiles one entry point.
 * @throws TypeError for options that are none, InternalError when dxilkit itself is at fault; never for bad input
 */
export function compile(source: string, options: CompileOptions): CompileResult {
  checkCompile('compile', source, options)
  return compileWatched(source, options, {})
}

/**
 * Compiles up to a pass: `stopAfter` names it, or as `pass:N` its Nth run (passNames() lists them). The IR is LLVM text (docs/ir.md), which
 * compile() takes with language 'llvm' and goes on from there.
 * @throws InternalError when dxilkit itself is at fault; never for bad input
 */
export function compileToIr(source: string, options: IrOptions): IrResult {
  checkToIr('compileToIr', source, options)
  const { stoppedAt, emitted: _none, ...report } = new Compilation(source, options).run()
  return stoppedAt === undefined ? { ...report, ok: false } : { ...report, ok: true, ir: stoppedAt }
}

/** What explanations look at while a compilation goes by; positions resolve through the sources. */
export interface CompileWatch {
  /** What earlier compilations with the same options have read. */
  readonly memory?: FileMemory
  /** Says which tokens are parsed; undefined ends the compilation, because the result is known. */
  readonly preprocessed?: (source: Preprocessed, diagnostics: Diagnostics) => Preprocessed | undefined
  readonly program?: (program: Program, sources: Sources) => void
  readonly bound?: (bound: NumberedResources, sources: Sources) => void
}

/** compile() with somebody watching. */
export function compileWatched(source: string, options: CompileOptions, watch: CompileWatch): CompileResult {
  const { diagnostics, text, includes, phases, dumps, emitted } = new Compilation(source, options, watch).run()
  if (!emitted) return { diagnostics, text, includes, phases, dumps, ok: false }
  const { container, pdb } = emitted
  const made = { diagnostics, text, includes, phases, dumps, ok: true as const, container }
  return pdb ? { ...made, pdb } : made
}

/** What a run of a compilation made: the container, or the IR where it was stopped, or neither when there were errors. */
interface Product extends CompileReport {
  readonly emitted: Emitted | undefined
  readonly stoppedAt: string | undefined
}

class Compilation {
  readonly #source: string
  readonly #options: CompileOptions & Partial<IrOptions>
  readonly #watch: CompileWatch
  readonly #sources = new Sources()
  readonly #diagnostics: Diagnostics
  readonly #phases: Phase[] = []
  #includes: readonly string[] = []
  #phase = 'options'
  readonly #dumps: IrDumps
  #rootSignature: ShaderRootSignature | undefined
  #subobjects: readonly Subobject[] = []
  /** The macro that -rootsig-define names. */
  #finalMacro: TranslationUnit['finalMacro']
  /** The source, when it is LLVM text. */
  #text: ModuleText | undefined

  constructor(source: string, options: CompileOptions & Partial<IrOptions>, watch: CompileWatch = {}) {
    this.#source = source
    this.#watch = watch
    this.#options = options
    this.#dumps = new IrDumps(options)
    this.#diagnostics = diagnosticsFor(options, this.#sources)
  }

  run(): Product {
    let emitted: Emitted | undefined
    try {
      const version = ROOT_SIGNATURE_PROFILE.exec(this.#options.target ?? '')?.[1]
      if (version !== undefined) emitted = this.#rootSignatureAlone(version === '0' ? '1.0' : '1.1')
      else {
        IrDumps.check(this.#options, this.#diagnostics)
        const resolved = this.#resolve()
        if (resolved && !isKnownTo(resolved)) this.#diagnostics.report('E4019', NOWHERE, resolved.validator)
        if (resolved && !this.#failed) emitted = this.#compile(resolved)
      }
      this.#dumps.checkStopped(this.#diagnostics)
    } catch (error) {
      if (!(error instanceof Stopped)) rethrow(`in phase '${this.#phase}'`, error)
    }
    this.#diagnostics.trim()
    return this.#product(emitted)
  }

  /** LLVM text names its profile itself. */
  #resolve(): ResolvedOptions | undefined {
    const options = this.#options
    if (options.language !== 'llvm') return resolveOptions(options, this.#diagnostics)
    const file = this.#sources.add(options.fileName ?? 'module.ll', this.#source)
    this.#text = this.#time('parse', () => readModuleText(file, options.target ?? '', this.#diagnostics))
    return this.#text && resolveOptions({ ...options, target: this.#text.profile }, this.#diagnostics)
  }

  #compile(resolved: ResolvedOptions): Emitted | undefined {
    const module = this.#text ? this.#importText(this.#text, resolved) : this.#frontEnd(resolved)
    if (!module || this.#failed) return undefined
    if (this.#options.debug === 'full' && !module.debug) this.#diagnostics.report('W4050', NOWHERE, {})
    this.#dumps.lowered(module)
    const backEnd = this.#backEnd(module, resolved)
    const emitted = finishModule(module, backEnd, this.#diagnostics, (name, run) => this.#time(name, run))
    module.release()
    return emitted
  }

  #backEnd(module: Module, resolved: ResolvedOptions): BackEndOptions {
    const { bound } = this.#watch
    // As in DXC, where its validator finds it in the container.
    const isValidated = this.#options.sign !== false && !this.#options.stripRootSignature
    return {
      // Printed IR knows whose rules it was lowered for.
      policy: module.options.binding ?? this.#options.binding ?? 'dxc',
      autoSpace: this.#options.autoBindingSpace ?? 0,
      reserveUnused: this.#options.legacyResourceReservation,
      emit: this.#emitOptions(resolved),
      rootSignature: isValidated ? this.#rootSignature : undefined,
      watch: this.#dumps.watch(),
      onBound: bound && ((numbered: NumberedResources) => bound(numbered, this.#sources)),
    }
  }

  #frontEnd(resolved: ResolvedOptions): Module | undefined {
    const { target } = resolved
    const checked = target.stage === 'lib' ? this.#library(resolved) : this.#shader(resolved)
    if (!checked || this.#failed) return undefined
    const code = this.#codeOptions(target)
    return this.#time('lower', () => {
      const module = lowerPrograms(checked, { target, code }, this.#diagnostics)
      if (!this.#failed) this.#inline(module)
      if (target.stage === 'lib') this.#signEntries(module, checked.programs)
      module.rootSignature = this.#rootSignature?.bytes
      module.subobjects = this.#subobjects
      return module
    })
  }

  /** The entry points and exported functions of a library. */
  #library(resolved: ResolvedOptions): CheckedLibrary | undefined {
    const checked = this.#checkedUnit(resolved, checkLibraryUnit)
    for (const program of checked?.programs ?? []) this.#watch.program?.(program, this.#sources)
    if (checked) this.#subobjects = subobjectsOf(checked.subobjects, this.#options, this.#diagnostics)
    return checked
  }

  /** Shaders of a library carry the root signatures that they ask for. */
  #signEntries({ entries }: Module, programs: readonly Program[]): void {
    for (const program of programs) {
      const at = entries.findIndex(e => e.name === program.entry.name)
      if (program.rootSignature === undefined || at < 0) continue
      const found = rootSignatureOf(program.rootSignature, attributeSpan(program), this.#options, this.#diagnostics)
      if (found) entries[at] = { ...entries[at]!, rootSignature: [...found.bytes] }
    }
  }

  #inline(module: Module): void {
    try {
      inlineCalls(module, MAX_INSTRUCTIONS)
    } catch (error) {
      if (!(error instanceof InlinedTooMuch)) throw error
      const what = `more than ${MAX_INSTRUCTIONS} instructions`
      this.#diagnostics.report('E3001', { pos: error.pos, end: error.pos }, { what })
    }
  }

  /** The program of a profile with an entry point. */
  #shader(resolved: ResolvedOptions): Pick<CheckedLibrary, 'programs' | 'globals'> | undefined {
    const program = this.#checkedUnit(resolved, checkProgram)
    if (!program) return undefined
    this.#watch.program?.(program, this.#sources)
    this.#rootSignature = this.#findRootSignature(program)
    return { programs: [program], globals: program.globals }
  }

  /** What `check` makes of the parsed source; undefined when there were errors. */
  #checkedUnit<T>(
    { target, entry }: ResolvedOptions,
    check: (unit: TranslationUnit, options: CheckOptions, diagnostics: Diagnostics) => T | undefined,
  ): T | undefined {
    const options = this.#options
    const hlslVersion = versionOf(options)
    const native16Bit = options.enable16BitTypes ?? false
    const source = this.#preprocessing(target)
    const diagnostics = this.#diagnostics
    // Semantic errors in front of a syntax error are only found afterwards.
    diagnostics.allow(SYNTAX_ERRORS)
    const unit = this.#time('parse', () => this.#parse(source))
    if (!unit) return undefined
    this.#finalMacro = unit.finalMacro
    const isBroken = this.#failed
    const found = diagnostics.list.length
    diagnostics.allow(isBroken ? 2 : 1)
    const checkOptions = {
      entry,
      stage: target.stage,
      shaderModel: target,
      hlslVersion,
      native16Bit,
      packMatrix: options.packMatrix,
      legacySemantics: options.legacySemantics,
      packing: options.packSignatures,
      binding: options.binding ?? 'dxc',
      payloadQualifiers: this.#payloadQualifiers(target),
      exported: exportedKind(options, target),
      exportNames: exportNames(options.exports ?? [], diagnostics),
      isBroken,
    }
    try {
      const checked = this.#time('check', () => check(unit, checkOptions, diagnostics))
      return this.#failed ? undefined : checked
    } finally {
      diagnostics.interleave(found, judgeOf(unit))
    }
  }

  #parse(options: PreprocessOptions): TranslationUnit | undefined {
    const { preprocessed: choose = (all: Preprocessed) => all } = this.#watch
    const all = preprocess(options, this.#diagnostics)
    this.#includes = all.includedFiles
    const chosen = choose(all, this.#diagnostics)
    return chosen && parseTokens(chosen, this.#diagnostics)
  }

  #importText({ source }: ModuleText, { target }: ResolvedOptions): Module | undefined {
    const { entry } = this.#options
    const code = this.#codeOptions(target)
    return this.#time('import', () => {
      const module = moduleOfText(source, { target, entry, code }, this.#diagnostics)
      const { rootSignature, subobjects = [] } = module ?? {}
      this.#subobjects = subobjects
      this.#rootSignature = rootSignature && rootSignatureOfPart(rootSignature, source.triplePos, this.#diagnostics)
      return module
    })
  }

  #payloadQualifiers({ minor }: ShaderTarget): boolean {
    return this.#options.payloadQualifiers ?? minor >= 7
  }

  #codeOptions(target: ShaderTarget): CodeOptions {
    const options = this.#options
    return {
      native16Bit: options.enable16BitTypes ?? false,
      ieeeStrict: options.ieeeStrict ?? false,
      allResourcesBound: options.allResourcesBound ?? false,
      resMayAlias: options.resMayAlias ?? false,
      strictUnroll: versionOf(options) > 2016,
      payloadQualifiers: this.#payloadQualifiers(target),
      optimization: options.optimization ?? 3,
      ...(options.debug === 'full' ? { debug: true } : {}),
      ...(options.optimization !== 0 && (options.lifetimeMarkers ?? target.minor >= 6) ? { hasLifetimes: true } : {}),
      binding: options.binding ?? 'dxc',
    }
  }

  #preprocessing(target: PreprocessOptions['target']): PreprocessOptions {
    const options = this.#options
    return {
      ...preprocessOptionsFor(this.#source, options, target),
      ...(this.#watch.memory ? { memory: this.#watch.memory } : {}),
      ...(options.rootSignatureDefine === undefined ? {} : { finalMacro: options.rootSignatureDefine }),
    }
  }

  /** The entry's name is the macro's. */
  #rootSignatureAlone(version: '1.0' | '1.1'): Emitted | undefined {
    const macro = this.#options.entry ?? 'main'
    const source = { ...this.#preprocessing({ stage: 'cs', major: 6, minor: 0 }), finalMacro: macro }
    const { finalMacro } = preprocess(source, this.#diagnostics)
    if (!finalMacro) {
      if (!this.#failed) this.#diagnostics.report('E4016', NOWHERE, { macro })
      return undefined
    }
    const { text, pos, end } = finalMacro
    const found = rootSignatureOf(text, { pos, end }, { rootSignatureVersion: version }, this.#diagnostics)
    return found && { container: rootSignatureContainer(found.bytes, this.#options.sign !== false) }
  }

  /** A macro given by option goes before the entry point's attribute, which stands where there is no such macro. */
  #findRootSignature(program: Program): ShaderRootSignature | undefined {
    const { rootSignatureDefine: macro } = this.#options
    const found = this.#finalMacro
    if (macro !== undefined && !found) this.#diagnostics.report('W2370', NOWHERE, { macro })
    const span = found ? (found.pos > 0 ? found : program.entry) : attributeSpan(program)
    const text = found ? found.text : program.rootSignature
    return text === undefined ? undefined : rootSignatureOf(text, span, this.#options, this.#diagnostics)
  }

  #emitOptions(resolved: ResolvedOptions): EmitOptions {
    return {
      validator: resolved.validator,
      signing: resolved.signing,
      ident: IDENT,
      debug: debugRequest(this.#options, this.#sources),
      stripReflection: this.#options.stripReflection ?? false,
      keepReflection: this.#options.keepReflectionInDxil,
      denorm: this.#options.denorm,
      subobjects: this.#subobjects,
      libraryFlags: libraryFlags(this.#subobjects, resolved.validator),
      autoBindingSpace: this.#options.autoBindingSpace,
      rootSignature: this.#options.stripRootSignature ? undefined : this.#rootSignature?.bytes,
    }
  }

  get #failed(): boolean {
    return this.#diagnostics.errorCount > 0
  }

  #time<T>(name: string, run: () => T): T {
    this.#phase = name
    const start = milliseconds()
    const result = run()
    this.#phases.push({ name, ms: milliseconds() - start })
    return result
  }

  #product(emitted: Emitted | undefined): Product {
    const { diagnostics, text } = reportOf(this.#diagnostics)
    return {
      diagnostics,
      text,
      emitted: this.#failed || this.#dumps.isAsked ? undefined : emitted,
      includes: this.#includes,
      phases: this.#phases,
      dumps: this.#dumps.list,
      stoppedAt: this.#failed ? undefined : this.#dumps.stoppedAt,
    }
  }
}
