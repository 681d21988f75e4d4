// Diagnostics as text and as JSON: the caret under the right column, the notes, the include stack, macro expansions.

import test from 'ava'
import { textWidth } from '../../src/diag/char_width.ts'
import type { Diagnostics } from '../../src/diag/diagnostics.ts'
import { toMessage } from '../../src/diag/message.ts'
import { formatMessages } from '../../src/diag/render_text.ts'
import { snippet } from '../../src/diag/snippet.ts'
import { optionsFor, parse } from '../hlsl/front_end.ts'

const messagesOf = ({ list, sources }: Diagnostics) => list.map(d => toMessage(d, sources))

const text = (source: string, files: Readonly<Record<string, string>> = {}): string => {
  const { diagnostics } = parse(optionsFor(source, files))
  return formatMessages(messagesOf(diagnostics))
}

test('the place, the line, the caret, the note', t => {
  t.is(
    text('void f() {\n\tx = (1 + 2;\n}\n'),
    `main.hlsl:2:12: error: expected ')'
        x = (1 + 2;
                  ^
                  )
main.hlsl:2:6: note: to match this '('
        x = (1 + 2;
            ^
`,
  )
})

test('a range is underlined', t => {
  t.is(
    text('int x = 99999999999999999999;'),
    `main.hlsl:1:9: error: integer literal is too large to be represented in any integer type
int x = 99999999999999999999;
        ^~~~~~~~~~~~~~~~~~~~
`,
  )
})

test('trouble in a macro body is shown where it is used and where it is written', t => {
  t.is(
    text('#define B 3 + *\n#define A(x) x + B ;\nint z = A(1)\n'),
    `main.hlsl:3:9: error: expected expression
int z = A(1)
        ^~~~
main.hlsl:2:20: note: expanded from macro 'A'
#define A(x) x + B ;
                   ^
`,
  )
})

test('the include stack is printed', t => {
  t.is(
    text('\n#include "a.h"\n', { 'a.h': '#include "b.h"', 'b.h': 'int x' }),
    `In file included from main.hlsl:2:
In file included from a.h:1:
b.h:1:6: error: expected ';' after top level declarator
int x
     ^
     ;
`,
  )
})

test('a line of megabytes is shown in part', t => {
  const out = text(`${' '.repeat(1e6)}int x = ;${' '.repeat(1e6)}`)
  t.true(out.length < 2000)
  const [, line, caret] = out.split('\n')
  t.is(line![caret!.indexOf('^')], ';')
})

const shown = (line: string, mark: string, fixIts: readonly [string, string][] = [], width = 400): string => {
  const at = (part: string) => ({ start: line.indexOf(part), end: line.indexOf(part) + part.length })
  const [caret = '', ...ranges] = mark.split(' ')
  const edits = fixIts.map(([part, text]) => ({ at: at(part).start, text }))
  const lines = snippet(line, at(caret).start, ranges.map(at), edits, width)
  return Object.values(lines).join('\n')
}

test('ranges around the caret, fix-its below; a long fix-it moves the next one', t => {
  t.is(shown('  if (a = b) c;', '= a b'), '  if (a = b) c;\n      ~ ^ ~\n')
  t.is(
    shown('  if (a = b) c;', '=', [
      ['a', '('],
      [')', ')'],
    ]),
    '  if (a = b) c;\n        ^\n      (    )',
  )
  t.is(
    shown('x = a+b;', '+', [
      ['a', 'first'],
      ['b', 'second'],
    ]),
    'x = a+b;\n     ^\n    first second',
  )
})

test('tabs, wide characters, combining marks and what must not be shown keep the columns', t => {
  t.is(
    shown('\ta\tb = c;', '= b c', [['c', 'd']]),
    '        a       b = c;\n                ~ ^ ~\n                    d',
  )
  t.is(shown('/*漢字*/ b = c;', '= b'), '/*漢字*/ b = c;\n         ~ ^\n')
  t.is(shown('/*e\u0301*/ b = c;', '= b'), '/*e\u0301*/ b = c;\n      ~ ^\n')
  t.is(shown('/*😀*/ b = c;', '= b'), '/*😀*/ b = c;\n       ~ ^\n')
  t.is(shown('/*\u202e*/ b = c;', '= b'), '/*<U+202E>*/ b = c;\n             ~ ^\n')
})

test('columns in the text count bytes, as clang does', t => {
  t.regex(text('/*é漢😀*/ int x = ;'), /^main.hlsl:1:23: /)
})

test('long lines are cut around what is marked, at words', t => {
  const line = `${'before '.repeat(30)}value = other;${' behind'.repeat(30)}`
  const lines = shown(line, '= value other;', [['other', 'another']], 60).split('\n')
  for (const part of lines) t.true(part.length <= 60, part)
  const [first = '', carets = '', inserted = ''] = lines
  t.regex(first, /^ {2}\.\.\.before .*behind\.\.\.$/)
  t.is(first[carets.indexOf('^')], '=')
  t.is(first.slice(carets.indexOf('~')).slice(0, 5), 'value')
  t.is(first.slice(inserted.indexOf('another')).slice(0, 5), 'other')
  // Every width keeps the caret under its character, whatever else has to go.
  for (let width = 1; width < 200; width++) {
    const [cut = '', marks = ''] = shown(line, '= value other;', [], width).split('\n')
    t.is(cut[marks.indexOf('^')], '=', `width ${width}`)
  }
})

test('random lines, carets and widths: the caret stays under its character, nothing is wider than asked', t => {
  let seed = 7
  const next = (limit: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    return Math.floor((seed / 2 ** 32) * limit)
  }
  const alphabet = ['a', 'b', ' ', ' ', '\t', '漢', 'e\u0301', '😀', 'word', '\u202e', '\ud800']
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: next(120) }, () => alphabet[next(alphabet.length)]).join('')
    const caret = next(text.length + 1)
    const line = `${text.slice(0, caret)}@${text.slice(caret)}`
    const width = 20 + next(100)
    const ranges = [{ start: caret, end: caret + 1 + next(10) }]
    const lines = snippet(line, caret, ranges, [{ at: caret, text: 'fix' }], width)
    const column = lines.carets.indexOf('^')
    t.is(textWidth(lines.line.slice(0, lines.line.indexOf('@'))), column, JSON.stringify(line))
    t.is(lines.fixIts.indexOf('fix'), column)
    if (line.length > 130) t.true(textWidth(lines.line) <= width + 8, JSON.stringify([line, width, lines.line]))
  }
})

test('control characters do not reach the terminal', t => {
  t.regex(text('int x = \x1b;'), /<U\+001B>/)
})

test('colours', t => {
  const { diagnostics } = parse(optionsFor('int x'))
  const out = formatMessages(messagesOf(diagnostics), { color: true })
  t.true(out.includes('\x1b[0;1;31merror: '))
})

test('messages as data have the same: ranges, fix-its, notes', t => {
  const { diagnostics } = parse(optionsFor('void f() {\n x = (1;\n}'))
  const place = (column: number, endColumn: number) => ({
    file: 'main.hlsl',
    line: 2,
    column,
    endLine: 2,
    endColumn,
  })
  t.deepEqual(messagesOf(diagnostics), [
    {
      code: 'E1000',
      severity: 'error',
      message: "expected ')'",
      option: '',
      ...place(8, 9),
      lineText: ' x = (1;',
      ranges: [],
      fixIts: [{ ...place(8, 8), text: ')' }],
      includedFrom: [],
      expansions: [],
      notes: [
        {
          code: 'N1000',
          severity: 'note',
          message: "to match this '('",
          option: '',
          ...place(6, 7),
          lineText: ' x = (1;',
          ranges: [],
          fixIts: [],
          includedFrom: [],
          expansions: [],
          notes: [],
        },
      ],
    },
  ])
})
