// What dxc says of a command line that it does not take: its checks, in its order and words. The first one that fails is all it says.

import type { FlagId } from './dxc_flags.ts'
import { FlagValues, type ParsedFlags } from './flag_parser.ts'

interface CommandLine {
  readonly flags: FlagValues
  readonly parsed: ParsedFlags
  readonly profile: { readonly stage: string; readonly major: number; readonly minor: number } | undefined
}

/** What is wrong, or undefined. */
type Check = (line: CommandLine) => string | undefined

const PROFILE = /^([^_]{2,7})_(\d)_(\d|1\d|x)$/
const VERSIONS = ['2015', '2016', '2017', '2018', '2021', '202x']
/** The minor version of an offline library, lib_6_x. */
const OFFLINE = 15

const isLibrary = ({ flags }: CommandLine): boolean => flags.last('T')?.startsWith('lib') ?? false
const isBefore = ({ profile }: CommandLine, minor: number): boolean =>
  !profile || profile.major < 6 || (profile.major === 6 && profile.minor < minor)

/** Value of a flag that takes one of some words, in any case. */
const oneOf =
  (id: FlagId, known: readonly string[], complaint: (value: string) => string): Check =>
  ({ flags }) => {
    const value = flags.last(id) ?? ''
    return value === '' || known.includes(value.toLowerCase()) ? undefined : complaint(value)
  }

/** Flags that cannot stand together. */
const together =
  (a: FlagId, b: FlagId, complaint: string): Check =>
  ({ flags }) =>
    flags.has(a) && flags.has(b) ? complaint : undefined

const ofLibraries =
  (id: FlagId): Check =>
  line =>
    line.flags.has(id) && !isLibrary(line) ? `library profile required when using -${id} option` : undefined

const USAGE = 'use /? to get usage information'

function versionComplaint({ flags }: CommandLine): string | undefined {
  const version = flags.last('HV') ?? ''
  if (version === '') return undefined
  if (!VERSIONS.includes(version))
    return `Unknown HLSL version: ${version}. Valid versions: 2015, 2016, 2017, 2018, and 2021`
  if (version === '2015') return 'HLSL Version 2015 is only supported for language services'
  const isLater = version !== '2016' && flags.has('Gec')
  return isLater ? `/Gec is not supported with HLSLVersion ${version === '202x' ? '2029' : version}` : undefined
}

function toggleComplaint({ flags }: CommandLine): string | undefined {
  const off = new Set(flags.all('opt-disable').map(name => name.toLowerCase()))
  const both = flags.all('opt-enable').find(name => off.has(name.toLowerCase()))
  if (both !== undefined) return `Contradictory use of -opt-disable and -opt-enable with "${both.toLowerCase()}"`
  const chosen = new Map<string, string>()
  for (const [name = '', variant = ''] of flags.all('opt-select').map(value => value.split(' '))) {
    const key = name.toLowerCase()
    if ((chosen.get(key) ?? variant) !== variant) return `Contradictory -opt-selects for "${key}"`
    chosen.set(key, variant)
  }
  return undefined
}

function payloadComplaint(line: CommandLine): string | undefined {
  const { flags } = line
  const isOn = flags.has('enable-payload-qualifiers') && !flags.has('disable-payload-qualifiers')
  return isOn && isBefore(line, 6)
    ? 'Invalid target for payload access qualifiers. Only lib_6_6 and beyond are supported.'
    : undefined
}

const OF_SOURCES: readonly FlagId[] = ['H', 'ast-dump', 'ast-dump-implicit', 'M', 'MD', 'MF']
const OF_COMPILING: readonly FlagId[] = [
  ...(['all-resources-bound', 'Gfa', 'fcgl', 'Zi', 'Zpc', 'Zpr', 'D', 'Od', 'E'] as const),
  ...(['force-rootsig-ver', 'Gfp', 'T'] as const),
]

function binaryComplaint({ flags }: CommandLine): string | undefined {
  if (!flags.has('dumpbin')) return undefined
  if (OF_SOURCES.some(id => flags.has(id))) return 'Cannot perform actions related to sources from a binary file.'
  return OF_COMPILING.some(id => flags.has(id))
    ? 'Cannot specify compilation options when reading a binary file.'
    : undefined
}

function validatorComplaint(line: CommandLine): string | undefined {
  const version = line.flags.last('validator-version') ?? ''
  const [, major = '', minor = ''] = /^(\d{1,9})\.(\d{1,9})$/.exec(version) ?? []
  if (version !== '') {
    if (major === '') return 'Format of validator version is "<major>.<minor>" (ex: "1.4").'
    if (Number(major) > 1 || (Number(major) === 1 && Number(minor) > 9))
      return 'Validator version must be less than or equal to current internal version.'
    if (Number(major) === 0 && Number(minor) !== 0)
      return 'If validator major version is 0, minor version must also be 0.'
  }
  if (!isLibrary(line)) return undefined
  const isGiven = version !== '' && Number(major) !== 0
  if (line.profile?.minor === OFFLINE)
    return isGiven ? 'Offline library profile cannot be used with non-zero -validator-version.' : undefined
  if (!isBefore(line, 3)) return undefined
  if (!line.flags.has('Vd')) return 'Must disable validation for unsupported lib_6_1 or lib_6_2 targets.'
  return isGiven ? 'non-zero -validator-version cannot be used with library profiles lib_6_1 or lib_6_2.' : undefined
}

const PROFILE_FREE: readonly FlagId[] = ['dumpbin', 'P', 'Po', 'recompile']

/** In dxc's order. */
const CHECKS: readonly Check[] = [
  ({ flags }) =>
    flags.has('external-fn') && !flags.has('external')
      ? 'External function cannot be specified without an external library name.'
      : undefined,
  ({ flags }) =>
    flags.has('external') && !flags.has('external-fn')
      ? 'External library name requires specifying an external function name.'
      : undefined,
  ({ parsed }) => (parsed.missing[0] === undefined ? undefined : `Argument to '${parsed.missing[0]}' is missing.`),
  ({ parsed, flags }) =>
    parsed.unknownWords[0] === undefined || flags.has('Qunused-arguments')
      ? undefined
      : `Unknown argument: '${parsed.unknownWords[0]}'`,
  ofLibraries('exports'),
  ofLibraries('export-shaders-only'),
  ofLibraries('default-linkage'),
  versionComplaint,
  toggleComplaint,
  ({ flags }) => {
    const value = flags.last('force-rootsig-ver') ?? ''
    const isKnown = value === '' || value === 'rootsig_1_0' || value === 'rootsig_1_1'
    return isKnown ? undefined : `Unsupported value '${value}' for root signature profile.`
  },
  oneOf('denorm', ['any', 'preserve', 'ftz'], value => `Unsupported value '${value}' for denorm option.`),
  ({ flags }) => {
    const space = flags.last('auto-binding-space') ?? ''
    const isNumber = space === '' || (/^\d{1,10}$/.test(space) && Number(space) <= 0xffffffff)
    return isNumber ? undefined : `Unsupported value '${space}' for auto binding space.`
  },
  // The quote that is missing here is missing in dxc.
  oneOf(
    'default-linkage',
    ['internal', 'external'],
    value => `Unsupported value '${value}for -default-linkage option.`,
  ),
  ({ flags, profile }) => (flags.last('T') && !profile ? 'unable to parse shader model.' : undefined),
  line =>
    line.flags.last('denorm') && isBefore(line, 2)
      ? 'denorm option is only allowed for shader model 6.2 and above.'
      : undefined,
  line => {
    const version = line.flags.last('HV') || (line.flags.has('Gec') ? '2016' : '2021')
    return line.flags.has('enable-16bit-types') && (isBefore(line, 2) || version === '2016' || version === '2017')
      ? 'enable-16bit-types is only allowed for shader model >= 6.2 and HLSL Language >= 2018.'
      : undefined
  },
  payloadComplaint,
  together('Zpr', 'Zpc', `Cannot specify /Zpr and /Zpc together, ${USAGE}`),
  together('Gfa', 'Gfp', `Cannot specify /Gfa and /Gfp together, ${USAGE}`),
  together(
    'pack-prefix-stable',
    'pack-optimized',
    `Cannot specify /pack_prefix_stable and /pack_optimized together, ${USAGE}`,
  ),
  together('Qstrip_priv', 'setprivate', 'Cannot specify /Qstrip_priv and /setprivate together.'),
  together('Qpdb_in_private', 'setprivate', 'Cannot specify /Qpdb_in_private and /setprivate together.'),
  together('Qstrip_priv', 'Qpdb_in_private', 'Cannot specify /Qstrip_priv and /Qpdb_in_private together.'),
  ({ parsed }) =>
    parsed.inputs.length === 0
      ? 'Required input file argument is missing. use -help to get more information.'
      : undefined,
  ({ flags }) =>
    flags.last('Vn') && !flags.last('Fh')
      ? 'Cannot specify a header variable name when not writing a header.'
      : undefined,
  binaryComplaint,
  ({ flags, parsed }) =>
    !flags.last('T') && !PROFILE_FREE.some(id => flags.has(id)) && !parsed.inputs[0]!.endsWith('.ll')
      ? 'Target profile argument is missing'
      : undefined,
  validatorComplaint,
  together(
    'Qkeep_reflect_in_dxil',
    'Qstrip_reflect_from_dxil',
    '-Qstrip_reflect_from_dxil mutually exclusive with -Qkeep_reflect_in_dxil.',
  ),
  ({ flags }) =>
    flags.has('Qembed_debug') && !flags.has('Zi') ? 'Must enable debug info with /Zi for /Qembed_debug' : undefined,
  together('Zi', 'Zs', 'Cannot specify both /Zi and /Zs'),
  together('Qsource_in_debug_module', 'Zs', 'Cannot specify both /Qsource_in_debug_module and /Zs'),
  together('Zss', 'Zsb', 'Cannot specify both /Zss and /Zsb'),
  ({ flags }) =>
    flags.has('Zss') && !flags.has('Zi') && !flags.has('Zs') ? '/Zss requires debug info (/Zi or /Zs)' : undefined,
]

/** What dxc says of the command line before it compiles, or undefined when it takes it. */
export function dxcComplaint(parsed: ParsedFlags): string | undefined {
  const flags = new FlagValues(parsed.uses)
  if (flags.has('help') || flags.has('version')) return undefined
  const [, stage, major, minor] = PROFILE.exec(flags.last('T') ?? '') ?? []
  const profile =
    stage === undefined ? undefined : { stage, major: Number(major), minor: minor === 'x' ? OFFLINE : Number(minor) }
  for (const check of CHECKS) {
    const complaint = check({ flags, parsed, profile })
    if (complaint !== undefined) return complaint
  }
  return undefined
}
