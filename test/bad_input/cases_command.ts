// Bad command lines and files that cannot be read or written.

import { type BadCase, COMPILE_ARGS, type FileContents, shader } from './bad_case.ts'

const GOOD = { 'in.hlsl': shader('') }

/** `compile in.hlsl` with a good source and these words. */
function line(title: string, words: string, says: RegExp, extra: Partial<BadCase> = {}): BadCase {
  return { title, args: ['compile', ...words.split(' ')], files: GOOD, code: 2, says, ...extra }
}

const FLAGS: readonly BadCase[] = [
  line('unknown flag', 'in.hlsl -T cs_6_0 -frobnicate', /unknown argument '-frobnicate'/),
  line('misspelt flag', 'in.hlsl -T cs_6_0 -enable-16bit-typs', /did you mean '-enable-16bit-types'/),
  line('flag with the value glued on that is separate', 'in.hlsl -T cs_6_0 -HV2021', /did you mean '-HV 2021'/),
  line('flag of another back end', 'in.hlsl -T cs_6_0 -spirv', /makes DXIL only/),
  line('flag that is gone', 'in.hlsl -T cs_6_0 -select-validator internal', /unknown argument/),
  line('missing value at the end', 'in.hlsl -T cs_6_0 -Fo', /argument to '-Fo' is missing/),
  line('no profile', 'in.hlsl -E main', /target profile argument is missing/),
  line('no input', '-T cs_6_0', /required input file argument is missing/),
  line('two inputs, one of which is not there', 'in.hlsl other.hlsl -T cs_6_0', /cannot read 'other\.hlsl'/),
  line('two inputs into one file', 'in.hlsl in.hlsl.bak -T cs_6_0 -Fo out.dxil', /several inputs need a folder/),
  line('row and column major', 'in.hlsl -T cs_6_0 -Zpr -Zpc', /cannot specify -Zpr and -Zpc/),
  line('avoid and prefer flow control', 'in.hlsl -T cs_6_0 -Gfa -Gfp', /cannot specify -Gfa and -Gfp/),
  line('variable name without a header', 'in.hlsl -T cs_6_0 -Vn g_x', /-Vn without -Fh/),
  line('header variable that is no name', 'in.hlsl -T cs_6_0 -Fh out.h -Vn 1x', /C identifier/),
  line('profile with -dumpbin', 'in.hlsl -T cs_6_0 -dumpbin', /cannot specify -T and -dumpbin/),
  line('flag not supported yet', 'in.hlsl -T cs_6_0 -Odump', /not supported/),
  line('unknown language version', 'in.hlsl -T cs_6_0 -HV 1999', /unknown HLSL version '1999'/),
  line('error limit that is no number', 'in.hlsl -T cs_6_0 -ferror-limit=many', /whole number/),
  line('validator version that is none', 'in.hlsl -T cs_6_0 -validator-version new', /major\.minor/),
  line('validator version of the future', 'in.hlsl -T cs_6_0 -validator-version 9.9', /not supported/),
  line('macro that is no name', 'in.hlsl -T cs_6_0 -D 1X=2', /macro name must be an identifier/),
  line('entry point that is no name', 'in.hlsl -T cs_6_0 -E 1main', /entry point/),
  line('16-bit types below 6.2', 'in.hlsl -T cs_6_0 -enable-16bit-types', /enable-16bit-types/),
  line('16-bit types in HLSL 2017', 'in.hlsl -T cs_6_2 -HV 2017 -enable-16bit-types', /enable-16bit-types/),
  line('two outputs to one file', 'in.hlsl -T cs_6_0 -Fo out.dxil -Fc out.dxil', /two outputs go to 'out.dxil'/),
  line('colour that is none', 'in.hlsl -T cs_6_0 -fdiagnostics-color=blue', /always, never or auto/),
]

const PROFILES: readonly BadCase[] = [
  ['shader model 3', 'ps_3_0'],
  ['shader model 5, of a library', 'lib_5_0'],
  ['shader model 6.11', 'cs_6_11'],
  ['shader model 7', 'cs_7_0'],
  ['no stage', 'xx_6_0'],
  ['a stage before its time', 'ms_6_4'],
  ['a stage that only libraries have', 'node_6_8'],
  ['half a profile', 'cs_6'],
  ['no words at all', '_'],
  ['signs', 'cs_6_-1'],
  ['upper case', 'CS_6_0'],
].map(([title, profile]) => line(`profile: ${title}`, `in.hlsl -T ${profile} -Fo out.dxil`, /profile/))

const EMPTY_PROFILE: BadCase = {
  title: 'profile: empty',
  args: ['compile', 'in.hlsl', '-T', ''],
  files: GOOD,
  code: 2,
  says: /profile/,
}

const FILES: readonly BadCase[] = [
  line('file that is not there', 'nowhere.hlsl -T cs_6_0', /cannot read 'nowhere.hlsl': no such file/),
  line('folder as input', '. -T cs_6_0', /cannot read '\.': it is a directory/),
  line('file as a folder', 'in.hlsl/in.hlsl -T cs_6_0', /cannot read .*not a directory/),
  line('name of 5000 letters', `${'x'.repeat(5000)} -T cs_6_0`, /too long/),
  line('name with a NUL', 'a\0b.hlsl -T cs_6_0', /NUL/),
  line('output to a folder', 'in.hlsl -T cs_6_0 -Fo .', /cannot write '\.': it is a directory/),
  line(
    'output into a folder that is not there',
    'in.hlsl -T cs_6_0 -Fo no/where.dxil',
    /cannot write 'no\/where.dxil'/,
  ),
  line('output below a file', 'in.hlsl -T cs_6_0 -Fo in.hlsl/out.dxil', /cannot write/),
  line(
    'second output cannot be written',
    'in.hlsl -T cs_6_0 -Fo out.dxil -Fc no/where.ll',
    /cannot write 'no\/where.ll'/,
  ),
  line('response file that is not there', '@nowhere', /cannot read 'nowhere'/),
  {
    ...line('response file that names itself', '@loop', /more than 8 files deep/),
    files: { ...GOOD, loop: '@loop' },
  },
  { ...line('dependencies of a file that is not there', 'nowhere.hlsl -T cs_6_0 -M', /cannot read/) },
  { ...line('preprocess a file that is not there', 'nowhere.hlsl -P', /cannot read/) },
  {
    title: 'preprocess a missing include',
    args: ['compile', 'in.hlsl', '-P', '-Fi', 'out.i'],
    files: { 'in.hlsl': '#include "nowhere.hlsli"\n' },
    code: 1,
    line: 1,
    says: /file not found/,
  },
  {
    title: 'empty standard input',
    args: ['compile', '-', ...COMPILE_ARGS.slice(2)],
    stdin: '',
    code: 1,
    says: /missing entry point/,
  },
  {
    title: 'error in standard input',
    args: ['compile', '-', ...COMPILE_ARGS.slice(2)],
    stdin: 'static float x = missing;',
    code: 1,
    says: /^<stdin>:1:18: error: use of undeclared identifier 'missing'/m,
  },
  {
    title: 'failed header',
    args: [...COMPILE_ARGS, '-Fh', 'out.h', '-Fc', 'out.ll', '-Fre', 'out.ref', '-Fsh', 'out.hash', '-MD'],
    files: { 'in.hlsl': 'static float x = missing;\n' },
    code: 1,
    line: 1,
    says: /undeclared/,
  },
]

const COMMANDS: readonly BadCase[] = [
  { title: 'no command', args: [], code: 2, says: /a command is missing/ },
  { title: 'unknown command', args: ['frobnicate'], code: 2, says: /unknown command 'frobnicate'/ },
  { title: 'misspelt command', args: ['comple', 'in.hlsl'], code: 2, says: /did you mean 'compile'/ },
  {
    title: 'flags without a command or a file',
    args: ['-T', 'cs_6_0'],
    code: 2,
    says: /input file argument is missing/,
  },
  { title: 'dump without a file', args: ['dump'], code: 2, says: /file name is missing/ },
  { title: 'dump with an unknown option', args: ['dump', 'a', '--frob'], code: 2, says: /[Uu]nknown argument/ },
  { title: 'dump of two files that are not there', args: ['dump', 'a', 'b'], code: 2, says: /'a'.*\n.*'b'/ },
  { title: 'dump of a file that is not there', args: ['dump', 'nowhere'], code: 2, says: /cannot read 'nowhere'/ },
  { title: 'validate of a folder', args: ['validate', '.'], code: 2, says: /it is a directory/ },
  { title: 'disasm of a file that is not there', args: ['disasm', 'nowhere'], code: 2, says: /cannot read/ },
  { title: 'option without its value', args: ['dump', 'x', '--part'], code: 2, says: /part|[Nn]ot enough arguments/ },
]

const text = (s: string): FileContents => s

/** A container header with this part count and total size, then the given words. */
function header(size: number, parts: number, ...rest: readonly number[]): Uint8Array {
  const words = [0x43425844, 0, 0, 0, 0, 1, size, parts, ...rest]
  return new Uint8Array(Uint32Array.from(words).buffer)
}

const NOT_CONTAINERS: readonly (readonly [string, FileContents, RegExp])[] = [
  ['an empty file', text(''), /at byte 0/],
  ['a text', shader(''), /at byte 0/],
  ['bare bitcode', Uint8Array.from([0x42, 0x43, 0xc0, 0xde, ...new Array(60).fill(0)]), /at byte [04]/],
  ['half a header', header(32, 0).subarray(0, 20), /at byte 0/],
  ['four billion parts', header(36, 0xffffffff, 0), /at byte 28/],
  ['a part far outside', header(36, 1, 0xfffffff0), /at byte 32/],
  ['a part inside the header', header(36, 1, 0), /at byte 32/],
  ['a part that says four billion bytes', header(44, 1, 36, 0x4c495844, 0xffffffff), /at byte \d+/],
  ['a wrong total size', header(99, 0), /at byte \d+/],
  ['a DXIL part of zeros', header(44 + 64, 1, 36, 0x4c495844, 64, ...new Array(16).fill(0)), /at byte \d+/],
]

const DUMPS: readonly BadCase[] = NOT_CONTAINERS.flatMap(([title, contents, says]) =>
  ['dump', 'validate', 'disasm'].map((command): BadCase => {
    return { title: `${command} of ${title}`, args: [command, 'x.dxil'], files: { 'x.dxil': contents }, code: 1, says }
  }),
)

const BINARY: readonly BadCase[] = [
  ...DUMPS,
  {
    title: 'dump of standard input that is empty',
    args: ['dump', '-'],
    stdin: '',
    code: 1,
    says: /<stdin>: error: .*at byte 0/,
  },
  {
    title: 'dump of 10 MB of zeros',
    args: ['dump', 'x.dxil'],
    files: { 'x.dxil': () => new Uint8Array(10 << 20) },
    code: 1,
    says: /at byte 0/,
  },
  {
    title: '-dumpbin of a text',
    args: ['compile', 'in.hlsl', '-dumpbin'],
    files: GOOD,
    code: 1,
    says: /at byte 0/,
  },
]

export const COMMAND_CASES: readonly BadCase[] = [
  ...FLAGS,
  ...PROFILES,
  EMPTY_PROFILE,
  ...FILES,
  ...COMMANDS,
  ...BINARY,
]
