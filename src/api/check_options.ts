// The options of the functions that take source, each with what it must be. One table a kind of function.

import {
  BOOLEAN,
  type Check,
  checkArgument,
  checkOptions,
  FUNCTION,
  listOf,
  OBJECT,
  type OptionTable,
  oneOf,
  record,
  STRING,
  wholeNumber,
} from '../base/arguments.ts'
import { checkDefines } from './callbacks.ts'
import type { CompileOptions, IrOptions } from './options.ts'

const STRINGS: Check = { ...listOf(STRING), what: 'an array of strings' }

const VERSION: Check = record('', { major: wholeNumber(0, 1), minor: wholeNumber(0, 10) })
const isKnownVersion = ({ major, minor }: { major: number; minor: number }): boolean => major === 1 || minor === 0

const COMPILE: OptionTable<CompileOptions> = {
  target: { ...STRING, what: "a profile, for instance 'cs_6_0'" },
  language: oneOf('hlsl', 'llvm'),
  entry: STRING,
  fileName: STRING,
  defines: {
    what: "an array of 'NAME' and 'NAME=value', or an object of names and values",
    fits: v => (Array.isArray(v) ? STRINGS.fits(v) : OBJECT.fits(v)),
  },
  include: FUNCTION,
  hlslVersion: oneOf('2016', '2017', '2018', '2021', '202x'),
  optimization: oneOf(0, 1, 2, 3),
  packMatrix: oneOf('row_major', 'column_major'),
  ignoreLineDirectives: BOOLEAN,
  legacyMacroExpansion: BOOLEAN,
  legacySemantics: BOOLEAN,
  avoidFlowControl: BOOLEAN,
  packSignatures: oneOf('prefix-stable', 'optimized'),
  enable16BitTypes: BOOLEAN,
  ieeeStrict: BOOLEAN,
  denorm: oneOf('any', 'preserve', 'ftz'),
  resMayAlias: BOOLEAN,
  payloadQualifiers: BOOLEAN,
  lifetimeMarkers: BOOLEAN,
  exports: STRINGS,
  exportShadersOnly: BOOLEAN,
  defaultLinkage: oneOf('internal', 'external'),
  allResourcesBound: BOOLEAN,
  autoBindingSpace: wholeNumber(0, 0xffffffff),
  legacyResourceReservation: BOOLEAN,
  binding: oneOf('dxc', 'llvm', 'slang'),
  printAfter: STRINGS,
  printBefore: STRINGS,
  verifyEach: BOOLEAN,
  warningsAsErrors: BOOLEAN,
  noWarnings: BOOLEAN,
  warnings: STRINGS,
  disabledWarnings: STRINGS,
  errorLimit: wholeNumber(0, 0x7fffffff),
  validatorVersion: {
    what: '{ major, minor } of 1.0 to 1.10, or 0.0 for none',
    fits: v => VERSION.fits(v) && isKnownVersion(v as NonNullable<CompileOptions['validatorVersion']>),
  },
  sign: BOOLEAN,
  debug: oneOf('full', 'source'),
  embedDebug: BOOLEAN,
  stripDebug: BOOLEAN,
  debugFile: STRING,
  sourceInDebugModule: BOOLEAN,
  hashSource: BOOLEAN,
  pdbInPrivate: BOOLEAN,
  arguments: {
    what: 'an array of [flag, value]',
    fits: v => Array.isArray(v) && v.every(a => Array.isArray(a) && a.length === 2 && a.every(STRING.fits)),
  },
  stripReflection: BOOLEAN,
  keepReflectionInDxil: BOOLEAN,
  rootSignatureDefine: STRING,
  rootSignatureVersion: oneOf('1.0', '1.1'),
  stripRootSignature: BOOLEAN,
}

const IR: OptionTable<IrOptions> = { ...COMPILE, stopAfter: STRING }

const without = <K extends keyof CompileOptions>(...names: readonly K[]): OptionTable<Omit<CompileOptions, K>> =>
  Object.fromEntries(Object.entries(COMPILE).filter(([name]) => !names.some(n => n === name))) as OptionTable<
    Omit<CompileOptions, K>
  >

const only = <K extends keyof CompileOptions>(...names: readonly K[]): OptionTable<Pick<CompileOptions, K>> =>
  Object.fromEntries(Object.entries(COMPILE).filter(([name]) => names.some(n => n === name))) as OptionTable<
    Pick<CompileOptions, K>
  >

/** Options of link(). */
export const LINK = only(
  ...(['target', 'entry', 'exports', 'exportShadersOnly', 'allResourcesBound'] as const),
  ...([
    'autoBindingSpace',
    'resMayAlias',
    'validatorVersion',
    'sign',
    'stripReflection',
    'keepReflectionInDxil',
    'stripRootSignature',
    'stripDebug',
    'debugFile',
  ] as const),
  ...(['warningsAsErrors', 'noWarnings', 'disabledWarnings', 'errorLimit'] as const),
)

const MODULE = without('language')
const FILE = { ...without('include', 'fileName'), includeDirs: STRINGS }
const PLUGIN = {
  ...without('target', 'entry', 'fileName', 'include'),
  includeDirs: STRINGS,
  types: { what: 'a string or false', fits: (v: unknown) => v === false || STRING.fits(v) },
}
const PROGRAM = without('fileName', 'language')

const checkSource = (of: string, source: unknown): void => checkArgument(of, 'source', source, STRING)

/** Options with a profile. LLVM text names its own. @throws TypeError */
export function checkCompile(of: string, source: unknown, options: CompileOptions): void {
  checkSource(of, source)
  checkOptions<CompileOptions>(of, options, COMPILE, options?.language === 'llvm' ? [] : ['target'])
  checkDefines(of, options.defines)
}

export function checkToIr(of: string, source: unknown, options: IrOptions): void {
  checkSource(of, source)
  checkOptions<IrOptions>(of, options, IR, options?.language === 'llvm' ? ['stopAfter'] : ['target', 'stopAfter'])
  checkDefines(of, options.defines)
}

/** Options without which an explanation can do. */
export function checkExplain(of: string, source: unknown, options: Partial<CompileOptions>): void {
  checkSource(of, source)
  checkOptions<CompileOptions>(of, options, COMPILE)
  checkDefines(of, options.defines)
}

export function checkModule(of: string, text: unknown, options: Partial<CompileOptions>): void {
  checkArgument(of, 'text', text, STRING)
  checkOptions<Omit<CompileOptions, 'language'>>(of, options, MODULE)
  checkDefines(of, options.defines)
}

export function checkFile(of: string, path: unknown, options: Partial<CompileOptions>): void {
  checkArgument(of, 'path', path, STRING)
  checkOptions(of, options, FILE, options?.language === 'llvm' ? [] : ['target'])
  checkDefines(of, options.defines)
}

/** Options of the plugin for bundlers. @throws TypeError */
export function checkPlugin(of: string, options: { readonly defines?: CompileOptions['defines'] }): void {
  checkOptions(of, options, PLUGIN)
  checkDefines(of, options.defines)
}

/** A translation unit: its name and text. */
const UNIT = { what: 'an array of { name, source }', fits: listOf(record('', { name: STRING, source: STRING })).fits }

export function checkProgram(of: string, units: unknown, modules: unknown, options: Partial<CompileOptions>): void {
  checkArgument(of, 'units', units, UNIT)
  checkArgument(of, 'modules', modules, UNIT)
  checkOptions<Omit<CompileOptions, 'fileName' | 'language'>>(of, options, PROGRAM)
  checkDefines(of, options.defines)
}
