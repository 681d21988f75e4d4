// Inputs made to exhaust something: stack, memory, time. Every one must end within the limit with a place or a plain reason.

import { type BadCase, bad, COMPILE_ARGS, type FileContents, shader } from './bad_case.ts'

const DEEP = 100_000
const MEGABYTES = 10 * 1024 * 1024

/** A hostile source: made when needed, no line asked for unless given. */
function hostile(title: string, says: RegExp, source: () => string | Uint8Array, line?: number): BadCase {
  const base = { title, code: 1, says, files: { 'in.hlsl': source } } as const
  return line === undefined ? base : { ...base, line }
}

/** Line of the statements in shader(). */
const BODY = 6

const inBody = (make: () => string): (() => string) => {
  return () => shader(make())
}

const NESTED: readonly BadCase[] = [
  hostile(
    '100k parentheses',
    /nest|deep/,
    inBody(() => `float a = ${'('.repeat(DEEP)}1${')'.repeat(DEEP)};`),
    BODY,
  ),
  hostile(
    '100k blocks',
    /nest|deep/,
    inBody(() => '{'.repeat(DEEP) + '}'.repeat(DEEP)),
    BODY,
  ),
  hostile(
    '100k square brackets',
    /nest|deep|expected/,
    inBody(() => `out0${'[out0'.repeat(DEEP)}${'[0]'}${']'.repeat(DEEP)} = 1;`),
    BODY,
  ),
  hostile(
    '100k unary minuses',
    /nest|deep/,
    inBody(() => `float a = ${'- '.repeat(DEEP)}1;`),
    BODY,
  ),
  hostile(
    '100k casts',
    /nest|deep/,
    inBody(() => `float a = ${'(float)'.repeat(DEEP)}1;`),
    BODY,
  ),
  hostile(
    '100k ternaries',
    /nest|deep/,
    inBody(() => `float a = ${'1 ? 2 : '.repeat(DEEP)}1;`),
    BODY,
  ),
  hostile(
    '100k initialiser braces',
    /nest|deep/,
    inBody(() => `float a = ${'{'.repeat(DEEP)}1${'}'.repeat(DEEP)};`),
    BODY,
  ),
  hostile(
    '100k ifs',
    /nest|deep/,
    inBody(() => `${'if (id.x) '.repeat(DEEP)};`),
    BODY,
  ),
  hostile(
    '100k else ifs',
    /nest|deep|undeclared|too/,
    inBody(() => `if (id.x) ; ${'else if (id.x) ; '.repeat(DEEP)} missing;`),
    BODY,
  ),
  hostile(
    '100k nested calls',
    /nest|deep/,
    inBody(() => `float a = ${'sin('.repeat(DEEP)}1${')'.repeat(DEEP)};`),
    BODY,
  ),
  hostile(
    '100k members',
    /nest|deep|swizzle|member|nested/,
    inBody(() => `float a = scale${'.x'.repeat(DEEP)};`),
    BODY,
  ),
  hostile(
    '100k assignments',
    /nest|deep/,
    inBody(() => `float a; ${'a = '.repeat(DEEP)}1;`),
    BODY,
  ),
  hostile('100k nested structs', /nest|deep/, () => `${'struct S {'.repeat(DEEP)}${'} s;'.repeat(DEEP)}`, 1),
  hostile('100k template arguments', /nest|deep/, () => `${'vector<'.repeat(DEEP)}float${', 4>'.repeat(DEEP)} a;`, 1),
  hostile(
    '100k array dimensions',
    /nest|deep|too|limit/,
    inBody(() => `float a${'[1]'.repeat(DEEP)};`),
    BODY,
  ),
  hostile('100k nested #if', /unterminated conditional/, () => '#if 1\n'.repeat(DEEP)),
  hostile('100k parentheses in #if', /nest/, () => `#if ${'('.repeat(DEEP)}1${')'.repeat(DEEP)}\n#endif\n`, 1),
  hostile('100k namespaces', /nest|deep/, () => `${'namespace n {'.repeat(DEEP)}${'}'.repeat(DEEP)}`, 1),
]

const LONG: readonly BadCase[] = [
  hostile(
    'sum of 100k terms that ends badly',
    /undeclared identifier 'missing'|nest|deep/,
    inBody(() => `out0[1] = ${'scale.x + '.repeat(DEEP)}missing;`),
    BODY,
  ),
  hostile(
    '100k commas that end badly',
    /undeclared identifier 'missing'|nest|deep/,
    inBody(() => `(${'1, '.repeat(DEEP)}missing);`),
    BODY,
  ),
  hostile(
    '100k statements that end badly',
    /undeclared identifier 'missing'/,
    inBody(() => `${'out0[0] += 1;\n'.repeat(DEEP)}missing;`),
  ),
  hostile('100k parameters', /redefinition of parameter 'a'/, () => `void f(${'float a, '.repeat(DEEP)} float b) {}`),
  hostile(
    '100k errors',
    /undeclared identifier/,
    inBody(() => 'missing;\n'.repeat(DEEP)),
    BODY,
  ),
  hostile(
    '100k declarations of one name',
    /redefinition/,
    inBody(() => 'float a;\n'.repeat(DEEP)),
    BODY + 1,
  ),
  hostile(
    'string of 10 MB',
    /string|cannot|expected/,
    inBody(() => `float a = "${'x'.repeat(MEGABYTES)}";`),
    BODY,
  ),
  hostile(
    'identifier of 10 MB',
    /undeclared|unknown/,
    inBody(() => `${'x'.repeat(MEGABYTES)} = 1;`),
    BODY,
  ),
  hostile(
    'number of 10 MB',
    /too large|invalid/,
    inBody(() => `int a = ${'9'.repeat(MEGABYTES)};`),
    BODY,
  ),
  hostile('comment of 10 MB that never ends', /unterminated/, () => `/*${'*'.repeat(MEGABYTES)}`, 1),
  hostile('10 MB of one token', /expected|extraneous|nest|error/, () => ';}'.repeat(MEGABYTES / 2), 1),
  hostile('10 MB of open braces', /expected|nest/, () => '{'.repeat(MEGABYTES), 1),
  hostile('10 MB of #', /./, () => '#'.repeat(MEGABYTES)),
  hostile('10 MB of newlines', /missing entry point/, () => '\n'.repeat(MEGABYTES)),
  hostile('10 MB of garbage bytes', /:\d+:\d+: error/, garbage),
  hostile('10 MB of printable garbage', /:\d+:\d+: error/, () => garbage().map(b => 32 + (b % 95))),
  hostile('10 MB of HLSL words', /:\d+:\d+: error/, words),
]

/** Bytes from a fixed generator. */
function garbage(): Uint8Array {
  const bytes = new Uint8Array(MEGABYTES)
  let state = 12345
  for (let i = 0; i < bytes.length; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    bytes[i] = state >>> 16
  }
  return bytes
}

function words(): string {
  const list = [
    'float',
    'if',
    '(',
    ')',
    '{',
    '}',
    ';',
    '=',
    'x',
    '1.5',
    '#define',
    '\n',
    'return',
    '[',
    ']',
    'struct',
    ',',
    ':',
  ]
  const out: string[] = []
  let state = 99
  for (let size = 0; size < MEGABYTES; size += 4) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    out.push(list[(state >>> 16) % list.length]!)
  }
  return out.join(' ')
}

/** Each macro doubles the one before it: 2^30 tokens in the end. */
function macroBomb(): string {
  let text = '#define M0 1 +\n'
  for (let i = 1; i <= 30; i++) text += `#define M${i} M${i - 1} M${i - 1}\n`
  return `${text}static float x = M30 1;\n`
}

function argumentBomb(): string {
  let text = '#define D(x) x x\nstatic float y = '
  text += 'D('.repeat(40) + '1 +' + ')'.repeat(40)
  return `${text} 1;\n`
}

const BOMBS: readonly BadCase[] = [
  hostile('macro bomb', /macro expansion produced more|too many/, macroBomb),
  hostile('macro bomb through arguments', /macro|too many/, argumentBomb),
  hostile(
    'macro that grows at each use',
    /:\d+:\d+: error/,
    () => `#define A(x) A(x x)\n#define B(x) A(x) B\nstatic float x = ${'B('.repeat(1000)}1${')'.repeat(1000)};\n`,
  ),
  hostile(
    '100k nested macro arguments',
    /nested|deep|:\d+:\d+: error/,
    () => `#define I(x) x\nstatic float x = ${'I('.repeat(DEEP)}missing${')'.repeat(DEEP)};\n`,
  ),
  hostile(
    'chain of 100k macros',
    /undeclared identifier|:\d+:\d+: error/,
    () => `${Array.from({ length: DEEP }, (_, i) => `#define N${i} N${i + 1}`).join('\n')}\nstatic float x = N0;\n`,
  ),
  hostile('chain of 100k base classes', /:\d+:\d+: error/, () => baseChain(DEEP)),
  hostile('calls of nothing that double 40 times', /too large/, () => callBomb(40, '')),
  hostile('copies of a large array', /too large/, () =>
    shader('  float a[4000000]; a[id.x] = 1; float b[4000000] = a; out0[1] = b[id.y];'),
  ),
  hostile('struct that doubles 40 times', /too large/, () => structBomb(40)),
  hostile('function that calls twice, 40 levels', /too large/, () => callBomb(40)),
  {
    ...hostile('output passed on by functions that call twice, 40 levels', /too large/, () => outputBomb(40)),
    args: COMPILE_ARGS.map(word => (word === 'cs_6_0' ? 'vs_6_0' : word)),
  },
]

function baseChain(levels: number): string {
  let text = 'struct S0 { float a; };\n'
  for (let i = 1; i <= levels; i++) text += `struct S${i} : S${i - 1} { };\n`
  return text + shader(`  S${levels} s = (S${levels})0; out0[1] = s.a; missing;`)
}

function structBomb(levels: number): string {
  let text = 'struct S0 { float a; };\n'
  for (let i = 1; i <= levels; i++) text += `struct S${i} { S${i - 1} a; S${i - 1} b; };\n`
  return text + shader(`  S${levels} s = (S${levels})0; out0[1] = s${'.a'.repeat(levels)}.a;`)
}

/** Whoever asks where an output is written must not ask the same function twice. */
function outputBomb(levels: number): string {
  let text = 'void f0(out float4 a[2], uint i) { a[i & 1] = 1; a[1 - (i & 1)] = 2; }\n'
  for (let i = 1; i <= levels; i++)
    text += `void f${i}(out float4 a[2], uint i) { f${i - 1}(a, i); f${i - 1}(a, i + 1); }\n`
  return `${text}float4 main(out float4 a[2] : A, uint i : I) : SV_Position { f${levels}(a, i); return 0; }\n`
}

/** Calls are lowered in line, so this is 2^levels bodies. */
function callBomb(levels: number, work = 'x = sin(x);'): string {
  let text = `float f0(float x) { ${work} return x; }\n`
  for (let i = 1; i <= levels; i++) text += `float f${i}(float x) { return f${i - 1}(x) + f${i - 1}(x + 1); }\n`
  return text + shader(`  out0[1] = f${levels}(scale.x);`)
}

const self: FileContents = '#include "in.hlsl"\n'
const INCLUDES: readonly BadCase[] = [
  { title: 'file that includes itself', code: 1, says: /nested too deeply/, line: 1, files: { 'in.hlsl': self } },
  {
    title: 'two files that include each other',
    code: 1,
    says: /nested too deeply/,
    files: { 'in.hlsl': '#include "b.hlsli"\n', 'b.hlsli': '#include "in.hlsl"\n' },
  },
  {
    title: 'include loop through a macro',
    code: 1,
    says: /nested too deeply/,
    files: { 'in.hlsl': '#define NAME "b.hlsli"\n#include NAME\n', 'b.hlsli': '#include NAME\n' },
  },
  {
    title: 'file that includes itself twice',
    code: 1,
    says: /nested too deeply/,
    files: { 'in.hlsl': self + self },
  },
  {
    title: 'error inside an include',
    code: 1,
    says: /b\.hlsli:2:\d+: error: .*undeclared/,
    files: { 'in.hlsl': '#include "b.hlsli"\n', 'b.hlsli': '\nstatic float x = missing;\n' },
  },
  {
    ...bad('self include in a conditional', '#if 1\n@@#include "in.hlsl"\n#endif\n', /nested too deeply/),
    args: COMPILE_ARGS,
  },
]

/** Loops that cannot be unrolled as asked, whatever it takes to find out. */
const UNROLLED: readonly BadCase[] = [
  ['without end', '[unroll] for (uint i = 0; i < id.y; i++) out0[i] = 1;'],
  ['of a billion', '[unroll] for (uint i = 0; i < 1000000000; i++) out0[i] = sin(i);'],
  [
    'in each other',
    '[unroll] for (uint i = 0; i < 1000; i++) [unroll] for (uint j = 0; j < 1000; j++) [unroll] for (uint k = 0; k < 1000; k++) out0[i] = k;',
  ],
].map(([title, statements]) => ({
  ...heavy(`unrolled loop ${title}`, statements!),
  code: 1,
  says: /error: Could not unroll loop/,
}))

/** Nothing is wrong with these: they must compile within the same time. */
const HEAVY: readonly BadCase[] = [
  heavy('sum of 20k terms', `out0[1] = ${'scale.x + '.repeat(20_000)}1;`),
  heavy('20k statements', 'out0[0] += scale.y;\n'.repeat(20_000)),
  heavy('500 loops one after another', 'for (uint i = 0; i < count; i++) out0[i] += i;\n'.repeat(500)),
  heavy(
    '2000 ifs one after another',
    Array.from({ length: 2000 }, (_, i) => `if (count > ${i}) out0[${i}] = sin(scale.x);`).join('\n'),
  ),
  heavy(
    '2000 cases',
    `switch (count) { ${Array.from({ length: 2000 }, (_, i) => `case ${i}: out0[${i}] = ${i}; break;`).join(' ')} }`,
  ),
  heavy(
    '2000 variables alive at once',
    `${Array.from({ length: 2000 }, (_, i) => `float v${i} = out0[${i}];`).join('')} out0[0] = ${Array.from({ length: 2000 }, (_, i) => `v${i}`).join('*')};`,
  ),
  heavy(
    'resource array of two billion',
    'out0[1] = many[id.x].Load(0);',
    'Buffer<float> many[2147483000] : register(t0, space1);',
  ),
  heavy(
    'table of 65536 numbers',
    'out0[1] = table[id.x];',
    `static const float table[65536] = { ${'1.5, '.repeat(65535)}2 };`,
  ),
]

function heavy(title: string, statements: string, declarations = ''): BadCase {
  return { title, code: 0, says: /^/, files: { 'in.hlsl': shader(statements, declarations) } }
}

export const HOSTILE_CASES: readonly BadCase[] = [...NESTED, ...LONG, ...BOMBS, ...INCLUDES, ...UNROLLED, ...HEAVY]
