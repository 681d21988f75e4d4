// The macros that exist before the first line: the compiler's own, and those of the command line.

import { lazy } from '../../base/lazy.ts'
import { table } from '../../base/table.ts'
import { STAGES, type StagePrefix, stageOfPrefix } from '../../spec/stages.ts'
import { Names } from '../lex/names.ts'
import { constantMacro, isName } from './macro_reader.ts'
import { type Builtin, type Macro, makeMacro } from './macros.ts'

export interface Target {
  readonly stage: StagePrefix
  readonly major: number
  readonly minor: number
}

/** __SHADER_STAGE_PIXEL and so on: a number for each stage that a profile names. */
const STAGE_MACROS: readonly (readonly [name: string, number: number])[] = STAGES.filter(s => s.prefix)
  .sort((a, b) => a.number - b.number)
  .map(s => [`__SHADER_STAGE_${s.name.toUpperCase()}`, s.number])

const BUILTINS: readonly Builtin[] = [
  '__LINE__',
  '__FILE__',
  '__BASE_FILE__',
  '__COUNTER__',
  '__INCLUDE_LEVEL__',
  '__DATE__',
  '__TIME__',
  'defined',
  '__has_include',
  '_Pragma',
  '__has_feature',
  '__has_extension',
  '__has_builtin',
  '__has_attribute',
  '__has_warning',
  '__has_cpp_attribute',
  '__has_declspec_attribute',
  '__has_include_next',
  '__is_identifier',
  '__TIMESTAMP__',
]

export interface PredefinedOptions {
  readonly target: Target
  readonly hlslVersion: number
  /** -enable-16bit-types */
  readonly enable16BitTypes: boolean
}

/** What DXC 1.8 says of itself and of the clang inside it: shaders ask for these to choose workarounds. */
const IDENTITY: ReadonlyMap<string, number | string> = table({
  __hlsl_dx_compiler: 1,
  __DXC_VERSION_MAJOR: 1,
  __DXC_VERSION_MINOR: 8,
  __DXC_VERSION_RELEASE: 2502,
  __DXC_VERSION_COMMITS: 8,
  __VERSION__: '"4.2.1 Compatible dxcoob 1.8.2502.8"',
  __clang__: 1,
  __clang_major__: 3,
  __clang_minor__: 7,
  __clang_patchlevel__: 0,
  __clang_version__: '"3.7 (tags/RELEASE_370/final)"',
  __llvm__: 1,
  __GNUC__: 4,
  __GNUC_MINOR__: 2,
  __GNUC_PATCHLEVEL__: 1,
  __GXX_ABI_VERSION: 1002,
  __LITTLE_ENDIAN__: 1,
  __BYTE_ORDER__: 1234,
  __ORDER_LITTLE_ENDIAN__: 1234,
  __ORDER_BIG_ENDIAN__: 4321,
  __ORDER_PDP_ENDIAN__: 3412,
  __FLT_RADIX__: 2,
})

/** Limits of `float` and `double`, by the middle of their names, in DXC's spellings. */
const FLOAT_LIMITS: ReadonlyMap<string, readonly [float: string, double: string]> = table({
  DENORM_MIN: ['1.40129846e-45F', '4.9406564584124654e-324'],
  HAS_DENORM: ['1', '1'],
  DIG: ['6', '15'],
  DECIMAL_DIG: ['9', '17'],
  EPSILON: ['1.19209290e-7F', '2.2204460492503131e-16'],
  HAS_INFINITY: ['1', '1'],
  HAS_QUIET_NAN: ['1', '1'],
  MANT_DIG: ['24', '53'],
  MAX_10_EXP: ['38', '308'],
  MAX_EXP: ['128', '1024'],
  MAX: ['3.40282347e+38F', '1.7976931348623157e+308'],
  MIN: ['1.17549435e-38F', '2.2250738585072014e-308'],
  MIN_10_EXP: ['(-37)', '(-307)'],
  MIN_EXP: ['(-125)', '(-1021)'],
})

/** The macros that are the same in every compilation, by name id, and a table with the names that are in them. */
const CONSTANT = lazy(() => {
  const names = new Names()
  const macros: [name: number, macro: Macro][] = []
  const define = (name: string, value: string | number): void =>
    void macros.push([names.intern(name), constantMacro(names, name, String(value))])
  for (const name of [...IDENTITY.keys()]) define(name, IDENTITY.get(name)!)
  for (const [name, limits] of [...FLOAT_LIMITS]) {
    define(`__FLT_${name}__`, limits[0])
    define(`__DBL_${name}__`, limits[1])
  }
  define('__DECIMAL_DIG__', '__LDBL_DECIMAL_DIG__')
  for (const [name, number] of STAGE_MACROS) define(name, number)
  for (const name of BUILTINS) macros.push([names.intern(name), makeMacro(name, { pos: 0, end: 0 }, { builtin: name })])
  // Of that length from the beginning, so that its copies are arrays to the engine too and no hash tables, with some room for macros of the source.
  const byName = new Array<Macro | undefined>(names.count + 200)
  for (const [name, macro] of macros) byName[name] = macro
  const naming = macros.filter(([, { body }]) => body.some(isName))
  return { names, byName, naming }
})

/** A table of names for predefinedMacros. */
export const predefinedNames = (): Names => new Names(CONSTANT().names)

/** The compiler's own macros by name id. @param names begins as predefinedNames() */
export function predefinedMacros(names: Names, options: PredefinedOptions): (Macro | undefined)[] {
  const { byName, naming } = CONSTANT()
  const macros = byName.slice()
  // What is being expanded is noted in a macro that has names in it.
  for (const [name, macro] of naming) macros[name] = { ...macro }
  const define = (name: string, value: string | number): void => {
    macros[names.intern(name)] = constantMacro(names, name, String(value))
  }
  define('__SHADER_TARGET_STAGE', stageOfPrefix(options.target.stage)!.number)
  define('__SHADER_TARGET_MAJOR', options.target.major)
  define('__SHADER_TARGET_MINOR', options.target.minor)
  define('__HLSL_VERSION', options.hlslVersion)
  if (options.enable16BitTypes) define('__HLSL_ENABLE_16_BIT', 1)
  return macros
}

/** The source text that stands for -D options: `NAME` is 1, `NAME=` is empty, `NAME=value` the value's first line. */
export function definesText(defines: readonly string[]): string {
  let text = ''
  for (const define of defines) {
    const equals = define.indexOf('=')
    if (equals < 0) text += `#define ${define} 1\n`
    else text += `#define ${define.slice(0, equals)} ${define.slice(equals + 1).split('\n', 1)[0]}\n`
  }
  return text
}
