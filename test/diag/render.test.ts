// Diagnostics as text and as JSON: the caret under the right column, the notes, the include stack, macro expansions.

import test from 'ava'
import { renderJson } from '../../src/diag/render_json.ts'
import { renderText } from '../../src/diag/render_text.ts'
import { optionsFor, parse } from '../hlsl/front_end.ts'

const text = (source: string, files: Readonly<Record<string, string>> = {}): string => {
  const { diagnostics } = parse(optionsFor(source, files))
  return renderText(diagnostics.list, diagnostics.sources)
}

test('the place, the line, the caret, the note', t => {
  t.is(
    text('void f() {\n\tx = (1 + 2;\n}\n'),
    `main.hlsl:2:12: error: expected ')'
        x = (1 + 2;
                  ^
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
`,
  )
})

test('a line of megabytes is shown in part', t => {
  const out = text(`${' '.repeat(1e6)}int x = ;${' '.repeat(1e6)}`)
  t.true(out.length < 2000)
  const [, line, caret] = out.split('\n')
  t.is(line![caret!.indexOf('^')], ';')
})

test('control characters do not reach the terminal', t => {
  t.regex(text('int x = \x1b;'), /<U\+001B>/)
})

test('colours', t => {
  const { diagnostics } = parse(optionsFor('int x'))
  const out = renderText(diagnostics.list, diagnostics.sources, { color: true })
  t.true(out.includes('\x1b[0;1;31merror: '))
})

test('JSON has the same as data', t => {
  const { diagnostics } = parse(optionsFor('void f() {\n x = (1;\n}'))
  t.deepEqual(renderJson(diagnostics.list, diagnostics.sources), [
    {
      code: 'E1000',
      severity: 'error',
      message: "expected ')'",
      file: 'main.hlsl',
      line: 2,
      column: 8,
      endLine: 2,
      endColumn: 9,
      notes: [
        {
          code: 'N1000',
          severity: 'note',
          message: "to match this '('",
          file: 'main.hlsl',
          line: 2,
          column: 6,
          endLine: 2,
          endColumn: 7,
          notes: [],
        },
      ],
    },
  ])
})
