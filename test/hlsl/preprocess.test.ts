// The preprocessor: expansion, conditions, includes, messages, limits.

import test from 'ava'
import { optionsFor, parse, preprocessed } from './front_end.ts'
import { PREPROCESS_CASES } from './preprocess_cases.ts'

for (const { title, source, tokens } of PREPROCESS_CASES) {
  test(title, t => {
    const result = preprocessed(optionsFor(source))
    t.deepEqual(result.messages, [])
    t.is(result.tokens, tokens)
  })
}

test('-P keeps lines, columns and long gaps', t => {
  const { text } = preprocessed(
    optionsFor('#define A 1\n  int a = A;\n\n\n\n\n\n\n\n\n\n\n\nint b;\n#pragma pack_matrix( row_major )\n'),
  )
  t.is(text, '#line 1 "main.hlsl"\n\n  int a = 1;\n#line 14 "main.hlsl"\nint b;\n#pragma pack_matrix( row_major )\n\n')
})

test('includes: quotes, angles, macros, once, guards, order of first inclusion', t => {
  const files = {
    'a.h': '#pragma once\nint a;\n#include "b.h"\n',
    'b.h': '#ifndef B\n#define B\nint b;\n#endif\n',
    'c h.h': 'int c;',
  }
  const options = optionsFor(
    '#include "b.h"\n#include <a.h>\n#include "a.h"\n#define C <c h.h>\n#include C\nint d;',
    files,
  )
  const { unit, messages } = parse(options)
  t.deepEqual(messages, [])
  t.deepEqual(
    unit!.declarations.map(d => (d.kind === 'variable' ? d.name : d.kind)),
    ['b', 'a', 'c', 'd'],
  )
  t.deepEqual(unit!.includedFiles, ['b.h', 'a.h', 'c h.h'])
})

test('the include callback learns who asks, and how', t => {
  const asked: string[] = []
  const options = {
    ...optionsFor('#include "x.h"\n#include <y.h>\n'),
    include: (path: string, from: string, angled: boolean) => {
      asked.push(`${from} ${angled ? '<>' : '""'} ${path}`)
      return { name: `dir/${path}`, text: path === 'x.h' ? '#include "z.h"\n' : '' }
    },
  }
  t.deepEqual(parse(options).messages, [])
  t.deepEqual(asked, ['main.hlsl "" x.h', 'dir/x.h "" z.h', 'main.hlsl <> y.h'])
})

test('a missing include ends the compilation at its place, without follow-ups', t => {
  const { messages, unit } = parse(optionsFor('int a;\n#include "nope.h"\nnonsense nonsense nonsense', {}))
  t.deepEqual(messages, ["2:10: error: 'nope.h' file not found"])
  t.deepEqual(unit!.declarations, [])
})

test('an include cycle is reported where it is too deep', t => {
  const { messages } = parse(optionsFor('#include "a.h"', { 'a.h': '\n  #include "b.h"', 'b.h': '#include "a.h"' }))
  t.deepEqual(messages, ['a.h:2:12: error: #include nested too deeply'])
})

test('__has_include asks without reading', t => {
  const source = '#if __has_include("a.h") && !__has_include(<b.h>) && !__has_feature(x)\nyes\n#endif'
  t.is(preprocessed(optionsFor(source, { 'a.h': '#error read' })).tokens, 'yes')
})

test('-D definitions', t => {
  const { tokens, messages } = preprocessed(optionsFor('A B C(2) [D]', {}, ['A', 'B=x y', 'C(n)=n+n', 'D=']))
  t.deepEqual(messages, [])
  t.is(tokens, '1 x y 2+2 []')
})

const COMPLAINTS: readonly (readonly [string, ...string[]])[] = [
  ['#if 1\nint x;', '1:2: error: unterminated conditional directive'],
  ['#else', '1:2: error: #else without #if'],
  ['#endif foo', '1:8: warning: extra tokens at end of #endif directive', '1:2: error: #endif without #if'],
  ['#if 0\n#else\n#elif 1\n#endif', '3:2: error: #elif after #else'],
  ['#if 1 +\n#endif', '1:8: error: expected value in expression'],
  ['#if (1\n#endif', "1:7: error: expected ')' in preprocessor expression", "1:5: note: to match this '('"],
  ['#if foo(1)\n#endif', '1:8: error: token is not a valid binary operator in a preprocessor subexpression'],
  ['#if 1 / 0\n#endif', '1:7: error: division by zero in preprocessor expression'],
  ['#if 1.0\n#endif', '1:5: error: floating point literal in preprocessor expression'],
  ['#ifdef 1\n#endif', '1:8: error: macro name must be an identifier'],
  ['#define', '1:8: error: macro name missing'],
  ['#define A(x,x) 1', "1:13: error: duplicate macro parameter name 'x'"],
  ['#define A(x', '1:12: error: expected comma in macro parameter list'],
  ['#define A(', "1:11: error: missing ')' in macro parameter list"],
  ['#define A(x) #y', "1:15: error: '#' is not followed by a macro parameter"],
  ['#define A x ##', "1:13: error: '##' cannot appear at end of macro expansion"],
  ['#define A 1\n#define A 2', "2:9: warning: 'A' macro redefined", '1:9: note: previous definition is here'],
  ['#define A 1\n#define A   1'],
  ['#define defined', "1:9: error: 'defined' cannot be used as a macro name"],
  ['#undef __FILE__', '1:8: warning: undefining builtin macro'],
  ['#include', '1:9: error: expected "FILENAME" or <FILENAME>'],
  ['#include ""', '1:10: error: empty filename'],
  ['#foo', '1:2: error: invalid preprocessing directive'],
  ['#line x', '1:7: error: #line directive requires a positive integer argument'],
  ['#error a  b /* c */', '1:2: error: a  b /* c */'],
  ['#warning w', '1:2: warning: w'],
  ['#pragma message("hi")', '1:9: warning: hi'],
  ['/* abc', '1:1: error: unterminated /* comment'],
  ['#define P(a,b) a##b\nint z = P(+,3);', "2:9: error: pasting formed '+3', an invalid preprocessing token"],
  [
    '#define A(x,y) x\nint z = A(1);',
    '2:12: error: too few arguments provided to function-like macro invocation',
    "1:9: note: macro 'A' defined here",
  ],
  [
    '#define A(x,y) x\nint z = A(1,2,3);',
    '2:15: error: too many arguments provided to function-like macro invocation',
    "1:9: note: macro 'A' defined here",
  ],
]

for (const [source, ...expected] of COMPLAINTS) {
  test(`complaint about ${JSON.stringify(source)}`, t => {
    t.deepEqual(preprocessed(optionsFor(source)).messages, expected)
  })
}

test('positions in expansions lead to the use and to the body', t => {
  const source = '#define ONE 1 +\n#define TWO (ONE bad)\nint y = TWO ;'
  const { unit, diagnostics } = parse(optionsFor(source))
  const { sources } = diagnostics
  const variable = unit!.declarations[0]!
  if (variable.kind !== 'variable' || variable.init?.kind !== 'paren' || variable.init.inner.kind !== 'binary')
    return t.fail()
  const { left, right } = variable.init.inner
  const use = source.indexOf('TWO ;') + 1
  t.deepEqual([sources.fileStart(right.pos), sources.fileEnd(right.end)], [use, use + 3])
  t.deepEqual(sources.expansionAt(right.pos)?.spelling, source.indexOf('bad') + 1)
  // The 1 was written in ONE, which was used in TWO.
  const inner = sources.expansionAt(left.pos)!
  t.deepEqual([inner.macro, inner.spelling], ['ONE', source.indexOf('1 +') + 1])
  t.is(sources.expansionAt(inner.use.pos)?.macro, 'TWO')
  t.is(sources.expansionAt(1), undefined)
})

test('macro bombs end with an error', t => {
  const doubling = `#define A0 x x x x x x x x x x\n${Array.from({ length: 30 }, (_, i) => `#define A${i + 1} ${`A${i} `.repeat(10)}\n`).join('')}A30`
  const pasting = `#define P(a) a##a\n#define Q(a) P(a)\n${'Q('.repeat(100)}y${')'.repeat(100)}`
  const quoting = `#define S(x) #x #x\n#define T(x) S(x)\n${'T('.repeat(60)}a${')'.repeat(60)}`
  const deep = `#define F(x) x\n${'F('.repeat(100_000)}1${')'.repeat(100_000)}`
  for (const [source, what] of [
    [doubling, /more than \d+ tokens/],
    [pasting, /more than \d+ characters/],
    [quoting, /more than \d+ characters/],
    [deep, /nested more than|more than \d+ tokens/],
  ] as const) {
    const { messages } = parse(optionsFor(source))
    t.is(messages.length, 1)
    t.regex(messages[0]!, what)
  }
})

test('conditions nested or long without bound', t => {
  t.regex(parse(optionsFor(`#if ${'('.repeat(100_000)}1\n#endif`)).messages[0]!, /nested more than 256 levels/)
  t.deepEqual(
    parse(optionsFor(`#if 1${'+1'.repeat(100_000)} == 100001 && ${'!'.repeat(100_000)}1\nint x;\n#endif`)).messages,
    [],
  )
})
