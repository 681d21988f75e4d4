// The flags of `dxilkit compile`: DXC's own spellings, one row a flag, and what becomes of each here.
// Invariant: a flag that DXC knows and that would change the output in a way we cannot provide is 'missing', never silently dropped.

import { SPIRV } from './spirv_flags.ts'

/** F: bare flag. S: value is the next argument. J: value glued on. JS: either. S2, S4: as many values follow. */
export type FlagForm = 'F' | 'S' | 'J' | 'JS' | 'S2' | 'S4'

/** works: does what DXC does. quiet: nothing to do here. inert: accepted, warned about once. missing: refused with exit code 2. */
export type FlagEffect = 'works' | 'quiet' | 'inert' | 'missing'

export type FlagGroup = 'Compilation' | 'Preprocessor' | 'Output' | 'Diagnostics' | 'Container' | 'SPIR-V' | 'General'

export interface FlagRow {
  /**
   * Spellings without prefix, the first is the flag's id. A bare one takes `-` and `/`; one written with `-` or `--` takes
   * exactly that prefix.
   */
  readonly names: string
  readonly form: FlagForm
  readonly effect: FlagEffect
  readonly group: FlagGroup
  /** What the value is called in help; '' for bare flags. */
  readonly value: string
  readonly help: string
}

type Row = readonly [names: string, form: FlagForm, effect: FlagEffect, group: FlagGroup, value: string, help: string]

const COMPILATION = [
  [
    'T',
    'JS',
    'works',
    'Compilation',
    'profile',
    'target profile, for instance cs_6_0; lib_6_3 to lib_6_9 make libraries of shaders and exported functions, lib_6_x one to link',
  ],
  ['E', 'JS', 'works', 'Compilation', 'name', 'entry point, default main'],
  ['O0', 'F', 'works', 'Compilation', '', 'optimisation level 0'],
  ['O1', 'F', 'works', 'Compilation', '', 'optimisation level 1'],
  ['O2', 'F', 'works', 'Compilation', '', 'optimisation level 2'],
  ['O3', 'F', 'works', 'Compilation', '', 'optimisation level 3, the default'],
  ['Od', 'F', 'works', 'Compilation', '', 'no optimisation'],
  ['HV', 'S', 'works', 'Compilation', 'version', 'language version 2016, 2017, 2018, 2021 (default) or 202x'],
  ['Zpr', 'F', 'works', 'Compilation', '', 'pack matrices in row-major order'],
  ['Zpc', 'F', 'works', 'Compilation', '', 'pack matrices in column-major order, the default'],
  [
    'enable-16bit-types',
    'F',
    'works',
    'Compilation',
    '',
    'native 16-bit types (shader model 6.2 and -HV 2018 or later)',
  ],
  ['Gis', 'F', 'works', 'Compilation', '', 'IEEE strictness: no fast-math'],
  ['Ges', 'F', 'quiet', 'Compilation', '', 'strict mode (the language is always strict here)'],
  ['all-resources-bound all_resources_bound', 'F', 'works', 'Compilation', '', 'promise that every resource is bound'],
  ['auto-binding-space', 'S', 'works', 'Compilation', 'space', 'register space for resources without one'],
  [
    '--binding=',
    'J',
    'works',
    'Compilation',
    'rules',
    'whose rules place resources: dxc (default), llvm (proposals 0024 and 0038) or slang (parameter layout)',
  ],
  ['denorm', 'JS', 'works', 'Compilation', 'mode', 'denormal mode any, preserve or ftz (shader model 6.2)'],
  ['Gec', 'F', 'works', 'Compilation', '', 'backward compatibility mode, implies -HV 2016'],
  ['Gfa', 'F', 'inert', 'Compilation', '', 'avoid flow control'],
  ['Gfp', 'F', 'inert', 'Compilation', '', 'prefer flow control'],
  ['res-may-alias res_may_alias', 'F', 'works', 'Compilation', '', 'UAVs may alias; matters from shader model 6.7 on'],
  [
    'pack-prefix-stable pack_prefix_stable',
    'F',
    'quiet',
    'Compilation',
    '',
    'signature packing by prefix, the default',
  ],
  ['pack-optimized pack_optimized', 'F', 'works', 'Compilation', '', 'tighter signature packing'],
  [
    'flegacy-resource-reservation',
    'F',
    'works',
    'Compilation',
    '',
    'registers that unused resources name stay free, as before shader model 5.1',
  ],
  ['exports', 'S', 'works', 'Compilation', 'list', 'functions that a library exports: name;new1,new2=name'],
  ['export-shaders-only', 'F', 'works', 'Compilation', '', 'export only shaders of a library'],
  ['default-linkage', 'S', 'works', 'Compilation', 'linkage', 'linkage of library functions: internal or external'],
  ['enable-payload-qualifiers', 'F', 'works', 'Compilation', '', 'payload access qualifiers, also in lib_6_6'],
  ['disable-payload-qualifiers', 'F', 'works', 'Compilation', '', 'no payload access qualifiers'],
  [
    'enable-lifetime-markers',
    'F',
    'works',
    'Compilation',
    '',
    'variables that a loop declares begin each iteration undefined, also before shader model 6.6',
  ],
  ['disable-lifetime-markers', 'F', 'works', 'Compilation', '', 'variables that a loop declares keep their values'],
  ['force-zero-store-lifetimes', 'F', 'inert', 'Compilation', '', 'zeroes instead of lifetime markers'],
  [
    'no-legacy-cbuf-layout',
    'F',
    'inert',
    'Compilation',
    '',
    'constant buffers without 16-byte rows, which DXC gave up',
  ],
  ['not_use_legacy_cbuf_load', 'F', 'inert', 'Compilation', '', 'the same as -no-legacy-cbuf-layout'],
  ['ignore-semdef', 'S', 'inert', 'Compilation', 'name', 'ignore a semantic define'],
  ['override-semdef', 'S', 'inert', 'Compilation', 'define', 'override a semantic define'],
  ['ignore-opt-semdefs', 'F', 'inert', 'Compilation', '', 'ignore optimisation semantic defines'],
  ['precise-output', 'S', 'missing', 'Compilation', 'list', 'precise outputs: declare them precise in the source'],
  ['opt-disable', 'S', 'inert', 'Compilation', 'name', 'turn one optimisation off'],
  ['opt-enable', 'S', 'inert', 'Compilation', 'name', 'turn one optimisation on'],
  ['opt-select', 'S2', 'inert', 'Compilation', 'name variant', 'choose the variant of an optimisation'],
  ['memdep-block-scan-limit', 'S', 'inert', 'Compilation', 'n', 'limit of memory dependence analysis'],
  ['-fnew-inlining-behavior', 'F', 'inert', 'Compilation', '', 'inlining order'],
  ['-ffinite-math-only', 'F', 'inert', 'Compilation', '', 'assume no NaN and no infinity'],
  ['-fno-finite-math-only', 'F', 'quiet', 'Compilation', '', 'NaN and infinity exist'],
  [
    'link',
    'F',
    'works',
    'Compilation',
    '',
    'link the libraries that the inputs are (several files, or one word a.dxil;b.dxil)',
  ],
  [
    'recompile',
    'F',
    'works',
    'Compilation',
    '',
    'compile again what a debug file (-Fd) or a container of -Zi -Qembed_debug holds; flags given here win',
  ],
  ['fcgl', 'F', 'works', 'Compilation', '', 'print the IR before any pass: --stop-after=lower'],
  ['ast-dump', 'F', 'works', 'Compilation', '', 'print the checked program as a tree'],
  ['ast-dump-implicit', 'F', 'works', 'Compilation', '', 'the same: what is implicit is always there'],
  [
    'Odump',
    'F',
    'missing',
    'Compilation',
    '',
    "commands of the optimiser: the passes are not DXC's; --print-after=all shows them",
  ],
  ['disable-exception-handling', 'F', 'quiet', 'Compilation', '', 'for debugging DXC itself'],
  ['preserve-intermediate-values', 'F', 'inert', 'Compilation', '', 'keep values for the debugger'],
  ['--print-before=', 'J', 'works', 'Compilation', 'passes', 'print the IR before these passes (a,b,... or all)'],
  ['--print-after=', 'J', 'works', 'Compilation', 'passes', 'print the IR after these passes (a,b,... or all)'],
  [
    '--stop-after=',
    'J',
    'works',
    'Compilation',
    'pass',
    'print the IR after this pass (or pass:N, its Nth run) and end; .ll input goes on from there',
  ],
  [
    '--verify-each',
    'F',
    'works',
    'Compilation',
    '',
    'verify the IR behind every pass; a fault of dxilkit is exit code 3',
  ],
  ['print-before', 'S', 'works', 'Compilation', 'pass', 'the same as --print-before=pass'],
  ['print-before-all', 'F', 'works', 'Compilation', '', 'the same as --print-before=all'],
  ['print-after', 'S', 'works', 'Compilation', 'pass', 'the same as --print-after=pass'],
  ['print-after-all', 'F', 'works', 'Compilation', '', 'the same as --print-after=all'],
] as const satisfies readonly Row[]

const PREPROCESSOR = [
  ['D', 'JS', 'works', 'Preprocessor', 'name[=value]', 'define a macro'],
  ['I', 'JS', 'works', 'Preprocessor', 'dir', 'search this folder for #include'],
  ['P', 'F', 'works', 'Preprocessor', '', 'only preprocess, to -Fi or the input with the extension .i'],
  ['Fi', 'JS', 'works', 'Preprocessor', 'file', 'output of -P, - for the console'],
  ['-H Vi', 'F', 'works', 'Preprocessor', '', 'show the files included'],
  ['M', 'F', 'works', 'Preprocessor', '', 'print dependencies for make, compile nothing'],
  ['MD', 'F', 'works', 'Preprocessor', '', 'write dependencies to the input with .d for its extension'],
  ['MF', 'JS', 'works', 'Preprocessor', 'file', 'write dependencies to this file'],
  ['ignore-line-directives', 'F', 'works', 'Preprocessor', '', 'ignore #line'],
  [
    'flegacy-macro-expansion',
    'F',
    'works',
    'Preprocessor',
    '',
    "FXC's macro expansion: operands of ## are expanded first",
  ],
  ['encoding', 'S', 'quiet', 'Preprocessor', 'name', 'encoding of text outputs (always UTF-8)'],
] as const satisfies readonly Row[]

const OUTPUT = [
  ['Fo', 'JS', 'works', 'Output', 'file', 'write the container'],
  ['Fc', 'JS', 'works', 'Output', 'file', 'write the assembly listing'],
  ['Fh', 'JS', 'works', 'Output', 'file', 'write a C header with the bytes'],
  ['Vn', 'JS', 'works', 'Output', 'name', 'name of the variable in the header, default g_<entry>'],
  ['Fe', 'JS', 'works', 'Output', 'file', 'write diagnostics to a file'],
  ['Fre', 'S', 'works', 'Output', 'file', 'write the reflection part'],
  ['Fsh', 'S', 'works', 'Output', 'file', 'write the shader hash: flags and digest'],
  [
    'Fd',
    'JS',
    'works',
    'Output',
    'file',
    'write the debug file (PDB); a name with a slash at its end is a folder, the file in it is called after the hash',
  ],
  ['Frs', 'S', 'works', 'Output', 'file', 'write a container with the root signature alone, if there is one'],
  ['Cc', 'F', 'inert', 'Output', '', 'colours in the listing'],
  ['Ni', 'F', 'inert', 'Output', '', 'instruction numbers in the listing'],
  ['No', 'F', 'inert', 'Output', '', 'instruction offsets in the listing'],
  ['Lx', 'F', 'inert', 'Output', '', 'hexadecimal literals in the listing'],
] as const satisfies readonly Row[]

const DIAGNOSTICS = [
  ['WX', 'F', 'works', 'Diagnostics', '', 'warnings are errors'],
  ['no-warnings', 'F', 'works', 'Diagnostics', '', 'no warnings'],
  [
    '-W',
    'J',
    'works',
    'Diagnostics',
    '[no-]name',
    'turn a warning or a group of them on or off: -Wall, -Wextra, -Weverything',
  ],
  ['--all-warnings', 'F', 'works', 'Diagnostics', '', 'the same as -Wall'],
  [
    '-fdiagnostics-format=',
    'J',
    'works',
    'Diagnostics',
    'style',
    'style of messages: clang, msvc, msvc-fallback, vi or sarif (a SARIF 2.1.0 log; not in dxc)',
  ],
  [
    '-fmessage-length=',
    'J',
    'works',
    'Diagnostics',
    'n',
    'columns of source lines in messages; longer ones are cut, 0 is no limit (not in dxc)',
  ],
  ['-fdiagnostics-color=', 'J', 'works', 'Diagnostics', 'when', 'colours: always, never or auto'],
  ['-fdiagnostics-color', 'F', 'works', 'Diagnostics', '', 'colours always'],
  ['-fdiagnostics-show-option', 'F', 'quiet', 'Diagnostics', '', 'name of the warning in the message'],
  ['-fno-diagnostics-show-option', 'F', 'quiet', 'Diagnostics', '', 'no name of the warning in the message'],
  ['-ferror-limit=', 'J', 'works', 'Diagnostics', 'n', 'stop after n errors, 0 for no limit'],
  ['-verify', 'J', 'works', 'Diagnostics', '', 'check the messages against expected-error comments'],
  ['-ftime-report --time-report', 'F', 'works', 'Diagnostics', '', 'print the time each phase took'],
  [
    '-ftime-trace',
    'F',
    'works',
    'Diagnostics',
    '',
    'print how long each phase took as JSON that Chrome and Perfetto show',
  ],
  ['-ftime-trace=', 'J', 'works', 'Diagnostics', 'file', 'write it to a file'],
  ['-ftime-trace-granularity=', 'J', 'quiet', 'Diagnostics', 'us', 'shortest phase in the time trace: there are few'],
  ['-fdisable-loc-tracking', 'F', 'quiet', 'Diagnostics', '', 'no positions for late errors'],
  ['--json', 'F', 'works', 'Diagnostics', '', 'messages as one JSON object on stdout (dxilkit only)'],
] as const satisfies readonly Row[]

const CONTAINER = [
  ['validator-version', 'S', 'works', 'Container', 'x.y', 'write for this validator version'],
  ['Vd', 'F', 'works', 'Container', '', 'leave the digest out'],
  ['Qstrip_reflect', 'F', 'works', 'Container', '', 'leave the reflection part out'],
  ['Qstrip_debug', 'F', 'works', 'Container', '', 'leave debug information out of the container'],
  ['Qstrip_priv', 'F', 'quiet', 'Container', '', 'leave private data out'],
  ['Qstrip_rootsignature', 'F', 'works', 'Container', '', 'leave the root signature out'],
  ['Qstrip_reflect_from_dxil', 'F', 'quiet', 'Container', '', 'names out of the DXIL part'],
  ['Qkeep_reflect_in_dxil', 'F', 'works', 'Container', '', 'names and type annotations stay in the DXIL part'],
  ['Zi', 'F', 'works', 'Container', '', 'make debug information: lines, scopes, types, variables'],
  ['Zs', 'F', 'works', 'Container', '', 'make a small debug file: sources and arguments only'],
  ['Qembed_debug', 'F', 'works', 'Container', '', 'debug information inside the container; needs -Zi'],
  ['Qsource_in_debug_module', 'F', 'works', 'Container', '', 'source text in the program of the debug file'],
  ['Qpdb_in_private', 'F', 'works', 'Container', '', 'the debug file as private data of the container'],
  ['Zss', 'F', 'works', 'Container', '', 'shader hash over the program with its sources; needs -Zi or -Zs'],
  ['Zsb', 'F', 'works', 'Container', '', 'shader hash over the output only, the default'],
  ['rootsig-define', 'S', 'works', 'Container', 'macro', 'root signature from a macro'],
  [
    'force-rootsig-ver force_rootsig_ver',
    'JS',
    'works',
    'Container',
    'profile',
    'rootsig_1_0 or rootsig_1_1 (default)',
  ],
  [
    'setrootsignature',
    'JS',
    'works',
    'Container',
    'file',
    'with -dumpbin: put the root signature of a file into the container',
  ],
  ['extractrootsignature', 'F', 'works', 'Container', '', 'with -dumpbin: write the root signature to -Fo'],
  [
    'verifyrootsignature',
    'JS',
    'works',
    'Container',
    'file',
    'with -dumpbin: check whether the root signature of a file fits',
  ],
  ['setprivate', 'JS', 'works', 'Container', 'file', 'with -dumpbin: put a file into the container as private data'],
  ['getprivate', 'JS', 'works', 'Container', 'file', 'with -dumpbin: write the private data to a file'],
  [
    'import-binding-table',
    'JS',
    'missing',
    'Container',
    'file',
    'bindings from a table: write registers in the source instead',
  ],
  [
    'binding-table-define',
    'S',
    'missing',
    'Container',
    'macro',
    'bindings from a table: write registers in the source instead',
  ],
  ['dumpbin', 'F', 'works', 'Container', '', 'the input is a container: print its listing'],
  [
    'skip-serialization',
    'F',
    'missing',
    'Container',
    '',
    'keep the module in memory: a command has nobody to give it to',
  ],
] as const satisfies readonly Row[]

const GENERAL = [
  ['nologo', 'F', 'quiet', 'General', '', 'no banner (there is none)'],
  ['-Qunused-arguments', 'F', 'works', 'General', '', 'unknown flags are no error'],
  ['-verbose -v', 'F', 'inert', 'General', '', 'verbose output'],
  ['external', 'S', 'missing', 'General', 'dll', 'another compiler DLL: there is none here'],
  ['external-fn', 'S', 'missing', 'General', 'name', 'another compiler DLL: there is none here'],
  ['Po', 'F', 'works', 'Preprocessor', '', 'deprecated: -P, to the file behind it'],
  ['help --help --help-hidden ? -h', 'F', 'works', 'General', '', 'this list'],
  ['--version -V', 'F', 'works', 'General', '', 'version of dxilkit'],
] as const satisfies readonly Row[]

const ROWS = [...COMPILATION, ...PREPROCESSOR, ...OUTPUT, ...DIAGNOSTICS, ...CONTAINER, ...SPIRV, ...GENERAL] as const

type FirstWord<S extends string> = S extends `${infer Word} ${string}` ? Word : S
type WithoutPrefix<S extends string> = S extends `--${infer R}` ? R : S extends `-${infer R}` ? R : S
/** A flag's first spelling without its prefix. */
export type FlagId = WithoutPrefix<FirstWord<(typeof ROWS)[number][0]>>

export interface Flag extends FlagRow {
  readonly id: FlagId
  /** What is printed for it: the first spelling with its prefix. */
  readonly shown: string
}

export const FLAGS: readonly Flag[] = ROWS.map(([names, form, effect, group, value, help]) => {
  const first = names.split(' ')[0]!
  const shown = first.startsWith('-') ? first : `-${first}`
  return { id: first.replace(/^--?/, '') as FlagId, shown, names, form, effect, group, value, help }
})

/** Of all spellings with two dashes these are dxc's own. */
const DXC_LONG: readonly string[] = ['--all-warnings', '--help', '--help-hidden', '--version']

/** Whether dxilkit has a flag's spelling and dxc lacks it. */
export const isOwnSpelling = (written: string): boolean => written.startsWith('--') && !DXC_LONG.includes(written)

/** Flag and value form as help shows them: `-Fo <file>`, `-ferror-limit=<n>`. */
export function flagUsage(flag: Flag): string {
  if (flag.value === '') return flag.shown
  return flag.form === 'J' ? `${flag.shown}<${flag.value}>` : `${flag.shown} <${flag.value}>`
}
