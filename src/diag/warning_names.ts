// Names of warnings, as clang's: the one printed behind a warning and taken by -W and -Wno-, and the groups that mean several of them.

import { table } from '../base/table.ts'
import type { Severity } from './codes.ts'

/** The name of each warning that has one, and of errors that clang calls warnings: -Wno- and -Wno-error= do away with those, too. */
const NAMES: ReadonlyMap<string, string> = table({
  E2176: 'hlsl-availability',
  E2197: 'return-type',
  E2198: 'return-type',
  E2199: 'return-type',
  E2200: 'return-type',
  E2375: 'hlsl-barrier',
  E2376: 'hlsl-barrier',
  E2377: 'hlsl-barrier',
  E2378: 'hlsl-barrier',
  E2379: 'hlsl-barrier',
  E2655: 'hlsl-availability',
  E2656: 'hlsl-rayquery-flags',
  E2665: 'hlsl-availability',
  E2669: 'hlsl-availability',
  E2670: 'hlsl-availability',
  E2671: 'hlsl-availability',
  E2745: 'out-of-line-declaration',
  E2746: 'attribute-statement',
  W4040: 'unknown-warning-option',
  W4041: 'unknown-warning-option',
  W4042: 'unknown-warning-option',
  W4043: 'misplaced-attributes',
  W1001: 'invalid-pp-token',
  W1011: 'unknown-escape-sequence',
  W1002: 'effects-syntax',
  W1026: 'c++11-compat',
  W1027: 'effects-syntax',
  W1028: 'duplicate-decl-specifier',
  W1003: 'missing-declarations',
  W1004: 'missing-declarations',
  W1100: '#warnings',
  W1005: '#pragma-messages',
  W1109: 'extra-tokens',
  W1125: 'backslash-newline-escape',
  W1126: 'trigraphs',
  W2029: 'packoffset-override',
  W1122: 'unknown-pragmas',
  W1123: 'unknown-pragmas',
  W1124: 'malformed-warning-check',
  W1119: 'macro-redefined',
  W1120: 'builtin-macro-redefined',
  W2100: 'conversion',
  W2101: 'literal-conversion',
  W2446: 'constant-conversion',
  W2102: 'conversion',
  W2103: 'ambig-lit-shift',
  W2104: 'unknown-attributes',
  W2105: 'attribute-statement',
  W2107: 'conversion',
  W2109: 'conversion',
  W2340: 'c++11-extensions',
  W2985: 'c++11-extensions',
  W3990: 'c++11-extensions',
  W1173: 'c++1z-extensions',
  W2732: 'c++14-extensions',
  W2720: 'for-redefinition',
  W2341: 'hlsl-202x-extensions',
  W2342: 'implicitly-unsigned-literal',
  W2343: 'parameter-usage',
  W2371: 'hlsl-groupshared-202x',
  W2110: 'ignored-attributes',
  W2111: 'ignored-attributes',
  W2372: 'ignored-attributes',
  W2650: 'ignored-attributes',
  W2651: 'hlsl-availability-constant',
  W2652: 'ignored-attributes',
  W2971: 'ignored-attributes',
  W2972: 'specifier-override',
  W2973: 'ignored-attributes',
  W2112: 'array-bounds',
  W2113: 'array-bounds',
  W2114: 'deprecated-declarations',
  W2115: 'extern-initializer',
  W2370: 'rootsig-define',
  W2130: 'unused-value',
  W2131: 'unused-comparison',
  W2132: 'unused-value',
  W2133: 'unused-value',
  W2117: 'attribute-statement',
  W2134: 'parameter-usage',
  W2135: 'parameter-usage',
  W2136: 'parentheses',
  W2137: 'bitwise-op-parentheses',
  W2138: 'logical-op-parentheses',
  W2139: 'shift-op-parentheses',
  W2830: 'comma-in-init',
  W2140: 'parentheses',
  W2141: 'switch',
  W2142: 'empty-body',
  W2760: 'gnu-static-float-init',
  W2420: 'parentheses-equality',
  W2422: 'unused-variable',
  W2423: 'uninitialized',
  W2424: 'sometimes-uninitialized',
  W2425: 'conditional-uninitialized',
  W2426: 'unused-parameter',
  W2427: 'unused-const-variable',
  W2428: 'unused-function',
  W2429: 'tautological-compare',
  W2430: 'tautological-compare',
  W2431: 'sign-compare',
  W2432: 'shadow',
  W2433: 'unreachable-code',
  W2434: 'float-equal',
  W2435: 'shift-count-negative',
  W2436: 'shift-count-overflow',
  W2437: 'division-by-zero',
  W2438: 'self-assign',
  W2439: 'uninitialized',
  W2440: 'integer-overflow',
  W2441: 'unsequenced',
  W2442: 'unsequenced',
  W2443: 'unevaluated-expression',
  W2444: 'switch-bool',
  W2447: 'dangling-else',
  W3074: 'inline-asm',
  W3075: 'inline-asm',
  W2448: 'uninitialized',
  W2449: 'static-self-init',
  W2450: 'literal-range',
  W2451: 'undefined-internal',
  W2452: 'undefined-inline',
  W2445: 'dx9-deprecation',
  W1029: 'ignored-attributes',
  W2421: 'empty-body',
  W2400: 'attribute-type',
  W2149: 'bitfield-constant-conversion',
  W2510: 'payload-access-qualifier',
  W2660: 'payload-access-shader',
  W2661: 'payload-access-shader',
  W2662: 'payload-access-shader',
  W2663: 'payload-access-trace',
  W2664: 'payload-access-trace',
  W2665: 'payload-access-trace',
  W2666: 'payload-access-perf',
  W2667: 'payload-access-call',
})

/** -Wall turns these on: what clang's does, as far as DXC gives none of it without being asked. */
const MOST: readonly string[] = [
  ...['W2422', 'W2423', 'W2424', 'W2427', 'W2428', 'W2429', 'W2430', 'W2435', 'W2436', 'W2437', 'W2438', 'W2439'],
]
/** On by default, but names that mean many mean them, too. */
const UNUSED: readonly string[] = ['W2130', 'W2131', 'W2132', 'W2133']
const SELF: readonly string[] = ['W2448', 'W2449']
const UNCLEAR: readonly string[] = ['W2136', 'W2137', 'W2138', 'W2139', 'W2140', 'W2141', 'W2420', 'W2444', 'W2447']
/** Errors by default, which -Wno-all means as well. */
const RETURNS: readonly string[] = ['E2197', 'E2198', 'E2199', 'E2200']
/** -Wextra */
const EXTRA: readonly string[] = ['W2426', 'W2431']

/** Names that mean more than the warnings printed with them. */
const GROUPS: ReadonlyMap<string, readonly string[]> = table({
  conversion: ['W2101', 'W2446'],
  parentheses: ['W2137', 'W2138', 'W2139', 'W2420', 'W2447'],
  'unused-value': ['W2131'],
  unused: [...UNUSED, 'W2422', 'W2427', 'W2428'],
  'unused-variable': ['W2427'],
  'sequence-point': ['W2441', 'W2442'],
  uninitialized: ['W2424', 'W2449'],
  most: [...MOST, ...UNUSED, ...SELF, ...RETURNS],
  all: [...MOST, ...UNUSED, ...SELF, ...UNCLEAR, ...RETURNS],
  extra: EXTRA,
  deprecated: ['W2114'],
  attributes: ['W2104', 'W2105', 'W2110', 'W2111'],
  'ignored-attributes': ['W2105'],
  everything: [...NAMES.keys()],
})

/** Codes that a name stands for; none when it is not known. */
export function codesNamed(name: string): readonly string[] {
  return [...[...NAMES.keys()].filter(code => NAMES.get(code) === name), ...(GROUPS.get(name) ?? [])]
}

/** Warnings, and errors that are warnings to flags and pragmas. */
export const isWarning = (code: string): boolean => code.startsWith('W') || (code.startsWith('E') && NAMES.has(code))

/** What a warning is where nothing is said of it. */
export const defaultLevel = (code: string): WarningLevel =>
  DEFAULT_OFF.has(code) ? 'ignored' : code.startsWith('E') ? 'error' : 'warning'

/** Warnings that are given only when -Wname asks for them. */
export const DEFAULT_OFF: ReadonlySet<string> = new Set<string>([...MOST, ...EXTRA, 'W2425', 'W2432', 'W2433', 'W2434'])

/** What becomes of a warning. */
export type WarningLevel = 'ignored' | 'warning' | 'error'

interface Printed {
  readonly code: string
  readonly severity: Severity
  readonly message: string
}

/** What is printed behind a warning, `[-Wname]`, `[-Werror,-Wname]` when it became an error; '' without a name. */
export function warningFlag(printed: Printed): string {
  const name = warningName(printed)
  if (name === undefined) return ''
  return printed.severity === 'error' && printed.code.startsWith('W') ? ` [-Werror,-W${name}]` : ` [-W${name}]`
}

/** The name of a warning; undefined without one. */
export const warningName = ({ code }: Pick<Printed, 'code'>): string | undefined => NAMES.get(code)
