// From parsed flags to one compile job: what to compile, how, and what to write where. Refuses what DXC refuses.

import { type CompileOptions, type IrOptions, type Message, passNames } from '../api/index.ts'
import { closestWord } from '../base/closest_word.ts'
import { FLAGS, type FlagId } from './dxc_flags.ts'
import { FlagValues, type ParsedFlags } from './flag_parser.ts'
import { UsageError } from './host.ts'
import { spirvComplaint } from './spirv_flags.ts'

export type MessageStyle = 'clang' | 'msvc' | 'vi'

/** Output files by what they hold; absent ones were not asked for. */
export interface OutputPaths {
  readonly container?: string
  readonly listing?: string
  readonly header?: string
  readonly diagnostics?: string
  readonly reflection?: string
  readonly hash?: string
  readonly rootSignature?: string
}

/** What to do with the input. 'dependencies' is -M: print them and compile nothing. */
export type JobKind = 'compile' | 'link' | 'preprocess' | 'dependencies' | 'listing' | 'parts' | 'help' | 'version'

/** Files of the flags about parts. */
export interface PartFiles {
  /** Names of the parts that the container loses. */
  readonly strip: readonly string[]
  readonly setPrivate: string | undefined
  readonly getPrivate: string | undefined
  readonly setRootSignature: string | undefined
  readonly verifyRootSignature: string | undefined
  readonly extractRootSignature: boolean
}

export interface CompileJob {
  readonly kind: JobKind
  /** '-' is standard input. */
  readonly input: string
  readonly isOneOfMany: boolean
  /** Folders that outputs go to and that are made when there are outputs. */
  readonly folders: readonly string[]
  readonly compile: Omit<CompileOptions, 'include' | 'fileName'>
  /** --stop-after: compile to IR instead of a container. */
  readonly stopAfter: string | undefined
  readonly includeDirs: readonly string[]
  readonly outputs: OutputPaths
  readonly parts: PartFiles
  /** -Fd: the debug file, or with a slash at its end the folder for it. */
  readonly debugPath: string | undefined
  /** -Vn or g_<entry>. */
  readonly headerVariable: string
  /** -Fi, of -P; undefined: the input's with the extension `.i`. */
  readonly preprocessedPath: string | undefined
  /** Where -MD / -MF put the dependencies; undefined: not asked for. */
  readonly dependencyPath: string | undefined
  /** -MD: the path above is made of the input's. */
  readonly isDependencyOfInput: boolean
  readonly showIncludes: boolean
  readonly style: MessageStyle
  /** Messages as a SARIF log. */
  readonly sarif: boolean
  /** Columns of messages' source lines; 0 is no limit. */
  readonly messageLength: number | undefined
  /** undefined: by terminal and environment. */
  readonly color: boolean | undefined
  readonly json: boolean
  readonly timeReport: boolean
  /** -ftime-trace: the file for it, '-' for standard output. */
  readonly timeTrace: string | undefined
  /** -ast-dump: the checked program as a tree instead of a container. */
  readonly astDump: boolean
  readonly verify: boolean
  /** Of several inputs: where messages go to become one SARIF log. */
  readonly log?: Message[]
  /** In dxc's manner: what is written where, and when the listing is printed. */
  readonly isDxc?: boolean
  /** Things to say before compiling: flags without effect. */
  readonly warnings: readonly string[]
}

/** @throws UsageError with every complaint about the command line, one a line */
export function compileJob(parsed: ParsedFlags): CompileJob {
  const flags = new FlagValues(parsed.uses)
  const kind = jobKind(flags)
  const errors = [...parsed.errors]
  const unusedAllowed = flags.has('Qunused-arguments')
  if (!unusedAllowed) errors.push(...parsed.unknown)
  if (kind !== 'help' && kind !== 'version') {
    errors.push(...refusals(parsed), ...conflicts(flags), ...inputProblems(parsed.inputs))
    if (
      kind !== 'preprocess' &&
      kind !== 'listing' &&
      kind !== 'parts' &&
      flags.last('T') === undefined &&
      !isLlvmText(parsed.inputs[0])
    )
      errors.push('target profile argument is missing (for instance -T cs_6_0)')
  }
  const values = readValues(flags, errors)
  if (errors.length > 0) throw new UsageError(errors)
  const warnings = inertWarnings(parsed)
  if (kind === 'link') warnings.push(...unlinkedWarnings(parsed))
  // As in DXC, which says nothing where it only preprocesses.
  else if (kind !== 'preprocess') warnings.push(...debugWarnings(flags))
  if (flags.all('D').includes('')) warnings.push("-D '' names no macro")
  if (unusedAllowed) warnings.push(...parsed.unknown.map(text => `${text} (ignored)`))
  if (values.style === undefined)
    warnings.push(
      `invalid option ${flags.last('fdiagnostics-format=')} to -fdiagnostics-format: supported values are clang, msvc, msvc-fallback, vi, and sarif`,
    )
  if (flags.has('Po') && !flags.has('P')) {
    const file = flags.last('Fi')
    warnings.push(`/Po is deprecated, please use /P${file === undefined ? '' : ` /Fi ${file}`} instead.`)
  }
  const promoted = promotedTarget(values.compile.target)
  if (promoted !== undefined) warnings.push('Promoting older shader model profile to 6.0 version.')
  const input = parsed.inputs[0] ?? ''
  const compile = promoted === undefined ? values.compile : { ...values.compile, ...promoted }
  return {
    ...values,
    compile: isLlvmText(input) ? llvmText(compile, flags) : compile,
    kind,
    input,
    isOneOfMany: false,
    folders: [],
    includeDirs: flags.all('I'),
    outputs: outputPaths(flags),
    parts: partFiles(flags),
    debugPath: flags.last('Fd'),
    preprocessedPath: flags.last('Fi'),
    dependencyPath: dependencyPath(flags, input),
    isDependencyOfInput: !flags.has('MF'),
    showIncludes: flags.has('H'),
    style: values.style ?? 'clang',
    sarif: flags.last('fdiagnostics-format=') === 'sarif',
    json: flags.has('json'),
    timeReport: flags.has('ftime-report'),
    timeTrace: flags.last('ftime-trace=') ?? (flags.has('ftime-trace') ? '-' : undefined),
    astDump: flags.has('ast-dump') || flags.has('ast-dump-implicit'),
    verify: flags.has('verify'),
    warnings,
  }
}

/** LLVM text is told by its name. */
const isLlvmText = (input = ''): boolean => /\.ll$/i.test(input)

/** The profile is that of the target triple and resources are bound as LLVM does, unless flags say otherwise. */
function llvmText(compile: CompileJob['compile'], flags: FlagValues): CompileJob['compile'] {
  return { ...compile, language: 'llvm', target: flags.last('T') ?? '', binding: compile.binding ?? 'llvm' }
}

/** What edits or reads parts of a container that -dumpbin names. */
const PART_FLAGS = [
  'setprivate',
  'getprivate',
  'setrootsignature',
  'extractrootsignature',
  'verifyrootsignature',
] as const satisfies readonly FlagId[]
/** What goes out of the container that -dumpbin -Fo writes. */
const STRIPPED: readonly (readonly [FlagId, string])[] = [
  ['Qstrip_debug', 'ILDB'],
  ['Qstrip_rootsignature', 'RTS0'],
  ['Qstrip_priv', 'PRIV'],
  ['Qstrip_reflect', 'STAT'],
]
/** Those that write a container. */
const WRITING_FLAGS: readonly FlagId[] = ['setprivate', 'setrootsignature', 'extractrootsignature']

function partComplaints(flags: FlagValues): string[] {
  const given = PART_FLAGS.filter(id => flags.has(id))
  if (given.length > 0 && !flags.has('dumpbin'))
    return given.map(id => `${shownOf(id)} works on a container: compile first, then -dumpbin FILE ${shownOf(id)}`)
  const writing = given.filter(id => WRITING_FLAGS.includes(id))
  return writing.length > 0 && !flags.has('Fo') ? writing.map(id => `cannot specify ${shownOf(id)} without -Fo`) : []
}

function partFiles(flags: FlagValues): PartFiles {
  return {
    strip: STRIPPED.filter(([flag]) => flags.has(flag)).map(([, part]) => part),
    setPrivate: flags.last('setprivate'),
    getPrivate: flags.last('getprivate'),
    setRootSignature: flags.last('setrootsignature'),
    verifyRootSignature: flags.last('verifyrootsignature'),
    extractRootSignature: flags.has('extractrootsignature'),
  }
}

function jobKind(flags: FlagValues): JobKind {
  if (flags.has('help')) return 'help'
  if (flags.has('version')) return 'version'
  // -Fo asks for the container, without what the flags strip.
  if (flags.has('dumpbin')) return flags.has('Fo') || PART_FLAGS.some(id => flags.has(id)) ? 'parts' : 'listing'
  if (flags.has('link')) return 'link'
  if (flags.has('P') || flags.has('Po')) return 'preprocess'
  return flags.has('M') ? 'dependencies' : 'compile'
}

function refusals(parsed: ParsedFlags): string[] {
  const refused: string[] = []
  for (const { flag, written, value } of parsed.uses) {
    const complaint = spirvComplaint(flag.id, value)
    if (complaint !== undefined) refused.push(complaint)
    if (flag.effect === 'missing') refused.push(`'${written}' is not supported: ${flag.help}`)
  }
  return [...new Set(refused)]
}

/** What DXC had once. */
const GONE: ReadonlySet<FlagId> = new Set<FlagId>(['no-legacy-cbuf-layout', 'not_use_legacy_cbuf_load'])

function inertWarnings(parsed: ParsedFlags): string[] {
  const inert = parsed.uses.filter(u => u.flag.effect === 'inert')
  const said = inert.map(({ flag, written }) =>
    GONE.has(flag.id)
      ? `-no-legacy-cbuf-layout is no longer supported and will be ignored. Future releases will not recognize it.`
      : `'${written}' has no effect`,
  )
  return [...new Set(said)]
}

/** Of the flags about compiling those that linking knows; the others are said to do nothing. */
const LINK_FLAGS: ReadonlySet<FlagId> = new Set<FlagId>([
  ...(['T', 'E', 'link', 'exports', 'export-shaders-only', 'all-resources-bound'] as const),
  ...(['auto-binding-space', 'res-may-alias', 'validator-version', 'Vd', 'O3'] as const),
])

/** Of the other flags those that linking does nothing for. */
const UNLINKED: ReadonlySet<FlagId> = new Set<FlagId>([
  ...(['Zs', 'Zss', 'Zsb', 'Qsource_in_debug_module', 'Qpdb_in_private'] as const),
  'rootsig-define',
])

function unlinkedWarnings(parsed: ParsedFlags): string[] {
  const other = parsed.uses.filter(
    ({ flag }) =>
      flag.effect === 'works' &&
      (flag.group === 'Compilation' || flag.group === 'Preprocessor' || UNLINKED.has(flag.id)) &&
      !LINK_FLAGS.has(flag.id),
  )
  return [...new Set(other.map(u => u.written))].map(written => `'${written}' has no effect when linking`)
}

function inputProblems(inputs: readonly string[]): string[] {
  if (inputs.length === 0) return ['required input file argument is missing (- reads standard input)']
  return inputs[0] === '' ? ['the input file has no name'] : []
}

const EXCLUSIVE: readonly (readonly [FlagId, FlagId])[] = [
  ['Zpr', 'Zpc'],
  ['Gfa', 'Gfp'],
  ['pack-prefix-stable', 'pack-optimized'],
  ['Qstrip_priv', 'setprivate'],
  ['Qstrip_priv', 'Qpdb_in_private'],
  ['Qpdb_in_private', 'setprivate'],
  ['Qstrip_reflect_from_dxil', 'Qkeep_reflect_in_dxil'],
  ['Qstrip_rootsignature', 'setrootsignature'],
  ['T', 'dumpbin'],
  ['all-resources-bound', 'dumpbin'],
  ['Zi', 'Zs'],
  ['Zss', 'Zsb'],
]

const shownOf = (id: FlagId): string => FLAGS.find(f => f.id === id)!.shown

function conflicts(flags: FlagValues): string[] {
  const found = EXCLUSIVE.filter(([a, b]) => flags.has(a) && flags.has(b)).map(
    ([a, b]) => `cannot specify ${shownOf(a)} and ${shownOf(b)} together`,
  )
  if (flags.has('Vn') && !flags.has('Fh')) found.push('cannot specify -Vn without -Fh')
  if (flags.has('Gec') && (flags.last('HV') ?? '2016') !== '2016')
    found.push(`-Gec is not supported with language version ${flags.last('HV')}`)
  if (flags.has('Fi') && !flags.has('P') && !flags.has('Po')) found.push('cannot specify -Fi without -P')
  const enabled = new Set(flags.all('opt-enable').map(name => name.toLowerCase()))
  for (const name of flags.all('opt-disable'))
    if (enabled.has(name.toLowerCase()))
      found.push(`contradictory use of -opt-disable and -opt-enable with '${shortened(name)}'`)
  return [...found, ...partComplaints(flags)]
}

function outputPaths(flags: FlagValues): OutputPaths {
  const paths: { -readonly [K in keyof OutputPaths]: OutputPaths[K] } = {}
  const ids = {
    container: 'Fo',
    listing: 'Fc',
    header: 'Fh',
    diagnostics: 'Fe',
    reflection: 'Fre',
    hash: 'Fsh',
    rootSignature: 'Frs',
  } as const
  for (const key of Object.keys(ids) as (keyof typeof ids)[]) {
    const path = flags.last(ids[key])
    if (path !== undefined) paths[key] = path
  }
  return paths
}

function dependencyPath(flags: FlagValues, input: string): string | undefined {
  const file = flags.last('MF')
  if (file !== undefined) return file
  return flags.has('MD') ? `${input === '-' ? 'stdin' : input.replace(/\.[^./\\]*$/, '')}.d` : undefined
}

interface Values {
  readonly compile: CompileJob['compile']
  readonly stopAfter: string | undefined
  readonly headerVariable: string
  readonly style: MessageStyle | undefined
  readonly messageLength: number | undefined
  readonly color: boolean | undefined
}

/** Reads the values that have a form of their own; complaints go to `errors`. */
function readValues(flags: FlagValues, errors: string[]): Values {
  const compile: { -readonly [K in keyof CompileJob['compile']]: CompileJob['compile'][K] } = {
    // -P without -T preprocesses for some profile; any gives the predefined macros a value.
    target: flags.last('T') ?? 'cs_6_0',
    optimization: optimization(flags),
    enable16BitTypes: flags.has('enable-16bit-types'),
    ieeeStrict: flags.has('Gis'),
    allResourcesBound: flags.has('all-resources-bound'),
    ...(flags.has('ignore-line-directives') ? { ignoreLineDirectives: true } : {}),
    ...(flags.has('flegacy-macro-expansion') ? { legacyMacroExpansion: true } : {}),
    ...(flags.has('flegacy-resource-reservation') ? { legacyResourceReservation: true } : {}),
    ...(flags.has('Gec') ? { legacySemantics: true } : {}),
    ...(flags.has('Gfa') ? { avoidFlowControl: true } : {}),
    ...(flags.has('pack-optimized') ? { packSignatures: 'optimized' as const } : {}),
    ...(flags.has('res-may-alias') ? { resMayAlias: true } : {}),
    ...(flags.has('verify-each') ? { verifyEach: true } : {}),
    ...payloadQualifiers(flags),
    ...lifetimeMarkers(flags),
    warningsAsErrors: flags.has('WX'),
    noWarnings: flags.has('no-warnings'),
    ...(flags.has('W') || flags.has('all-warnings')
      ? { warnings: [...(flags.has('all-warnings') ? ['all'] : []), ...flags.all('W')] }
      : {}),
    sign: !flags.has('Vd'),
    stripReflection: flags.has('Qstrip_reflect'),
    ...(flags.has('Qkeep_reflect_in_dxil') ? { keepReflectionInDxil: true } : {}),
    stripRootSignature: flags.has('Qstrip_rootsignature'),
    defines: defines(flags, errors),
  }
  const entry = flags.last('E')
  if (entry !== undefined) {
    compile.entry = entry
    if (!/^[A-Za-z_][\w:]*$/.test(entry)) errors.push(`'${entry}' is not the name of an entry point`)
  }
  if (flags.has('exports')) compile.exports = flags.all('exports')
  if (flags.has('export-shaders-only')) compile.exportShadersOnly = true
  const linkage = defaultLinkage(flags.last('default-linkage'), errors)
  if (linkage) compile.defaultLinkage = linkage
  const denorm = denormMode(flags.last('denorm'), errors)
  if (denorm) compile.denorm = denorm
  const major = flags.lastOf('Zpr', 'Zpc')
  if (major) compile.packMatrix = major === 'Zpr' ? 'row_major' : 'column_major'
  const version = hlslVersion(flags.last('HV') ?? (flags.has('Gec') ? '2016' : undefined), errors)
  if (version) compile.hlslVersion = version
  const limit = wholeNumber('-ferror-limit', flags.last('ferror-limit='), errors)
  if (limit !== undefined) compile.errorLimit = limit
  const space = wholeNumber('-auto-binding-space', flags.last('auto-binding-space'), errors)
  if (space !== undefined) compile.autoBindingSpace = space
  const binding = bindingPolicy(flags.last('binding='), errors)
  if (binding) compile.binding = binding
  const { stopAfter, ...printing } = irPrinting(flags, errors)
  Object.assign(compile, printing)
  Object.assign(compile, debugOptions(flags))
  const macro = flags.last('rootsig-define')
  if (macro !== undefined) compile.rootSignatureDefine = macro
  const signature = rootSignatureVersion(flags.last('force-rootsig-ver'), errors)
  if (signature) compile.rootSignatureVersion = signature
  const validator = validatorVersion(flags.last('validator-version'), errors)
  if (validator) compile.validatorVersion = validator
  return {
    compile,
    stopAfter,
    headerVariable: headerVariable(flags, errors),
    style: messageStyle(flags.last('fdiagnostics-format=')),
    messageLength: messageLength(flags.last('fmessage-length='), errors),
    color: color(flags, errors),
  }
}

const makesDebug = (flags: FlagValues): boolean => flags.has('Zi') || flags.has('Zs')

/** Nothing says where debug information goes, so that it goes into the container, as from dxc. */
const embedsByDefault = (flags: FlagValues): boolean =>
  flags.has('Zi') && !['Qembed_debug', 'Qstrip_debug', 'Fd', 'Qpdb_in_private'].some(id => flags.has(id as FlagId))

function debugOptions(flags: FlagValues): Partial<CompileOptions> {
  const given = {
    ...(flags.has('Qembed_debug') || embedsByDefault(flags) ? { embedDebug: true } : {}),
    ...(flags.has('Zss') ? { hashSource: true } : {}),
  }
  if (!makesDebug(flags)) return given
  const file = flags.last('Fd')
  return {
    debug: flags.has('Zi') ? 'full' : 'source',
    ...given,
    ...(flags.has('Qstrip_debug') ? { stripDebug: true } : {}),
    ...(flags.has('Qsource_in_debug_module') ? { sourceInDebugModule: true } : {}),
    ...(flags.has('Qpdb_in_private') ? { pdbInPrivate: true } : {}),
    ...(file === undefined ? {} : { debugFile: file }),
    arguments: flags.words(),
  }
}

function debugWarnings(flags: FlagValues): string[] {
  if (embedsByDefault(flags))
    return [
      'no output provided for debug - embedding PDB in shader container.  Use -Qembed_debug to silence this warning.',
    ]
  const idle = (['Fd', 'Qpdb_in_private', 'Qsource_in_debug_module'] as const).filter(id => flags.has(id))
  return makesDebug(flags) ? [] : idle.map(id => `'-${id}' has no effect without -Zi or -Zs`)
}

/** The last of the two counts. */
function lifetimeMarkers(flags: FlagValues): Pick<CompileOptions, 'lifetimeMarkers'> {
  const last = flags.lastOf('enable-lifetime-markers', 'disable-lifetime-markers')
  return last ? { lifetimeMarkers: last === 'enable-lifetime-markers' } : {}
}

/** Turned off counts, whatever comes first. */
function payloadQualifiers(flags: FlagValues): Pick<CompileOptions, 'payloadQualifiers'> {
  if (flags.has('disable-payload-qualifiers')) return { payloadQualifiers: false }
  return flags.has('enable-payload-qualifiers') ? { payloadQualifiers: true } : {}
}

const LINKAGES = ['internal', 'external'] as const

function defaultLinkage(given: string | undefined, errors: string[]): CompileOptions['defaultLinkage'] {
  if (given === undefined) return undefined
  const linkage = LINKAGES.find(known => known === given.toLowerCase())
  if (!linkage)
    errors.push(`unsupported value '${shortened(given)}' for -default-linkage; known are ${LINKAGES.join(', ')}`)
  return linkage
}

const DENORM_MODES = ['any', 'preserve', 'ftz'] as const

function denormMode(given: string | undefined, errors: string[]): (typeof DENORM_MODES)[number] | undefined {
  if (given === undefined) return undefined
  const mode = DENORM_MODES.find(m => m === given.toLowerCase())
  if (!mode) errors.push(`unsupported value '${shortened(given)}' for -denorm; known are ${DENORM_MODES.join(', ')}`)
  return mode
}

function optimization(flags: FlagValues): 0 | 1 | 2 | 3 {
  const LEVELS = { O0: 0, Od: 0, O1: 1, O2: 2, O3: 3 } as const
  return LEVELS[flags.lastOf('O0', 'Od', 'O1', 'O2', 'O3') ?? 'O3']
}

/** What dxc.exe compiles for in the place of shader model 4 or 5: 6.0, where before 5.1 unused resources keep their registers. */
const promotedTarget = (target: string): Pick<CompileOptions, 'target' | 'legacyResourceReservation'> | undefined =>
  /^([pvgc]s_[45]_[01]|[hd]s_5_[01])$/.test(target)
    ? { target: `${target.slice(0, 2)}_6_0`, ...(target.endsWith('5_1') ? {} : { legacyResourceReservation: true }) }
    : undefined

/** As `A B=2` is `#define A B 2`, spaces may stand around the name; the preprocessor says what is wrong behind it. */
const startsMacro = (text: string): boolean => /^\s*[\p{L}_$]/u.test(text)

function defines(flags: FlagValues, errors: string[]): string[] {
  // What build files write for "no macro".
  const all = flags.all('D').filter(d => d !== '')
  for (const d of all) if (!startsMacro(d)) errors.push(`-D '${shortened(d)}': macro name must be an identifier`)
  return all
}

const VERSIONS = ['2016', '2017', '2018', '2021', '202x'] as const

function hlslVersion(given: string | undefined, errors: string[]): (typeof VERSIONS)[number] | undefined {
  if (given === undefined) return undefined
  const version = VERSIONS.find(v => v === given)
  if (!version) errors.push(`unknown HLSL version '${shortened(given)}'; known are ${VERSIONS.join(', ')}`)
  return version
}

/** Names of passes of one flag: separated by commas, also over several uses. */
const passList = (values: readonly string[]): string[] => values.flatMap(v => v.split(',')).filter(name => name !== '')

/** Where to print the IR, and where to end. */
function irPrinting(
  flags: FlagValues,
  errors: string[],
): Pick<IrOptions, 'printAfter' | 'printBefore'> & Partial<Pick<IrOptions, 'stopAfter'>> {
  const all = (when: 'print-after-all' | 'print-before-all'): string[] => (flags.has(when) ? ['all'] : [])
  const printAfter = [
    ...passList([...flags.all('print-after='), ...flags.all('print-after')]),
    ...all('print-after-all'),
  ]
  const printBefore = [
    ...passList([...flags.all('print-before='), ...flags.all('print-before')]),
    ...all('print-before-all'),
  ]
  const stopAfter = flags.last('stop-after=') ?? (flags.has('fcgl') ? 'lower' : undefined)
  const names = passNames()
  const check = (flag: string, given: string, known: readonly string[], name = given): void => {
    if (known.includes(name)) return
    const near = closestWord(name, known)
    const hint = near === undefined ? `known are ${known.join(', ')}` : `did you mean '${near}'?`
    errors.push(`${flag}=${shortened(given)}: no such pass; ${hint}`)
  }
  for (const name of printAfter) check('--print-after', name, [...names, 'all'])
  for (const name of printBefore) check('--print-before', name, [...names, 'all'])
  if (stopAfter !== undefined) check('--stop-after', stopAfter, names, stopAfter.replace(/:[1-9]\d{0,5}$/, ''))
  return {
    ...(printAfter.length > 0 ? { printAfter } : {}),
    ...(printBefore.length > 0 ? { printBefore } : {}),
    ...(stopAfter === undefined ? {} : { stopAfter }),
  }
}

const POLICIES = ['dxc', 'llvm', 'slang'] as const

function bindingPolicy(given: string | undefined, errors: string[]): CompileOptions['binding'] {
  if (given === undefined) return undefined
  const policy = POLICIES.find(p => p === given)
  if (!policy) errors.push(`--binding=${shortened(given)}: ${POLICIES.join(', ')} are known`)
  return policy
}

function wholeNumber(flag: string, given: string | undefined, errors: string[]): number | undefined {
  if (given === undefined) return undefined
  const value = Number(given)
  if (/^\d{1,10}$/.test(given) && value <= 0x7fffffff) return value
  errors.push(`${flag} takes a whole number, not '${shortened(given)}'`)
  return undefined
}

function rootSignatureVersion(given: string | undefined, errors: string[]): '1.0' | '1.1' | undefined {
  if (given === undefined) return undefined
  if (given === 'rootsig_1_0') return '1.0'
  if (given === 'rootsig_1_1') return '1.1'
  errors.push(`unknown root signature version '${shortened(given)}'; known are rootsig_1_0, rootsig_1_1`)
  return undefined
}

function validatorVersion(given: string | undefined, errors: string[]): CompileOptions['validatorVersion'] {
  if (given === undefined) return undefined
  const match = /^(\d{1,4})\.(\d{1,4})$/.exec(given)
  const major = Number(match?.[1])
  const minor = Number(match?.[2])
  if (!match) errors.push(`-validator-version takes major.minor, not '${shortened(given)}'`)
  else if (major !== 1 || minor > 10) errors.push(`validator version ${given} is not supported; 1.0 to 1.10 are`)
  else return { major, minor }
  return undefined
}

function headerVariable(flags: FlagValues, errors: string[]): string {
  const given = flags.last('Vn')
  if (given !== undefined && !/^[A-Za-z_]\w*$/.test(given))
    errors.push(`-Vn '${shortened(given)}' is not a C identifier`)
  return given ?? `g_${flags.last('E') ?? 'main'}`
}

function messageStyle(given: string | undefined): MessageStyle | undefined {
  if (given === undefined) return 'clang'
  if (given === 'clang' || given === 'msvc' || given === 'vi') return given
  if (given === 'sarif') return 'clang'
  return given === 'msvc-fallback' ? 'msvc' : undefined
}

function messageLength(given: string | undefined, errors: string[]): number | undefined {
  if (given === undefined) return undefined
  if (/^\d{1,6}$/.test(given)) return Number(given)
  errors.push(`-fmessage-length=${shortened(given)}: not a number of columns`)
  return undefined
}

function color(flags: FlagValues, errors: string[]): boolean | undefined {
  if (flags.lastOf('fdiagnostics-color', 'fdiagnostics-color=') === 'fdiagnostics-color') return true
  const given = flags.last('fdiagnostics-color=')
  if (given === undefined || given === 'auto') return undefined
  if (given !== 'always' && given !== 'never')
    errors.push(`-fdiagnostics-color=${shortened(given)}: always, never or auto`)
  return given === 'always'
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}...` : text
}
