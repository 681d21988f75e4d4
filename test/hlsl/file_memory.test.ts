// Files that earlier compilations have read: what comes back is what reading them would give, positions, messages and all.

import test from 'ava'
import { Diagnostics } from '../../src/diag/diagnostics.ts'
import { type SourceFile, Sources } from '../../src/diag/sources.ts'
import { FileMemory } from '../../src/hlsl/preprocess/file_memory.ts'
import { type Preprocessed, preprocess } from '../../src/hlsl/preprocess/preprocessor.ts'
import { Seeded } from '../corpus/seeded.ts'
import { PreprocessGenerator } from './preprocess_generate.ts'

type Files = ReadonlyMap<string, string>

interface Run {
  readonly facts: unknown
  readonly files: readonly SourceFile[]
}

function run(files: Files, defines: readonly string[], memory?: FileMemory): Run {
  const sources = new Sources()
  const diagnostics = new Diagnostics(sources, 0)
  const all = preprocess(
    {
      source: files.get('main')!,
      name: 'main',
      defines,
      include: path => (files.has(path) ? { name: path, text: files.get(path)! } : undefined),
      target: { stage: 'cs', major: 6, minor: 0 },
      hlslVersion: 2021,
      enable16BitTypes: false,
      finalMacro: 'A',
      ...(memory ? { memory } : {}),
    },
    diagnostics,
  )
  return { facts: factsOf(all, diagnostics), files: sources.files }
}

/** Everything but the numbers of names. */
function factsOf({ tokens, names, ...rest }: Preprocessed, { list, sources, states }: Diagnostics): unknown {
  const { pragmas, marks, includedFiles, finalMacro, complete } = rest
  const each = Array.from({ length: tokens.count }, (_, i) => [
    ...[tokens.kind[i], tokens.flags[i], names.text(tokens.value[i]!), tokens.pos[i], tokens.end[i]],
    ...[sources.expansionAt(tokens.pos[i]!), sources.locate(tokens.pos[i]!)],
  ])
  const messages = list.map(({ code, message, span, severity }) => ({ code, message, span, severity }))
  const files = sources.files.map(({ name, base, includedAt }) => ({ name, base, includedAt }))
  return {
    ...{ each, pragmas, marks, includedFiles, finalMacro, complete, messages, files },
    ...{ expansions: sources.expansions(), next: sources.next, warns: states.isUsed },
  }
}

/** Runs permutations with a memory and without; returns how many files came back. */
function compare(
  t: import('ava').ExecutionContext,
  files: Files,
  permutations: readonly (readonly string[])[],
): number {
  const memory = new FileMemory()
  const known = new Set<SourceFile>()
  let back = 0
  for (const defines of permutations) {
    const mine = run(files, defines, memory)
    t.deepEqual(mine.facts, run(files, defines).facts, `${defines}\n${JSON.stringify([...files])}`)
    for (const file of mine.files) {
      if (known.has(file)) back++
      known.add(file)
    }
  }
  return back
}

const permutationsOf = (...names: string[]): string[][] =>
  [0, 1, 2, 3, 4, 5].map(i => names.map((name, k) => `${name}=${(i >> k) & 1}`))

const CASES: readonly (readonly [what: string, back: number, ...files: (readonly [string, string])[]])[] = [
  ['a guard', 10, ['main', '#include "h"\n#include "h"\nA'], ['h', '#ifndef H\n#define H\nfloat f;\n#endif\n']],
  ['once', 5, ['main', '#include "h"\n#include "h"\nx'], ['h', '#pragma once\nfloat f;\n']],
  // A is 0, 1, 0, 1, 0, 1: the first two are read.
  ['a condition', 4, ['main', '#include "h"\n'], ['h', '#if A\nfloat f;\n#else\nint i;\n#endif\n']],
  ['a macro used', 4, ['main', '#include "h"\n'], ['h', 'float f = A;\n']],
  ['a macro of another that a permutation sets', 4, ['main', '#define M A\n#include "h"\n'], ['h', 'float f = M;\n']],
  ['a name that is no macro', 5, ['main', '#include "h"\n'], ['h', 'float B1 = C + D;\n']],
  ['macros made and unmade', 5, ['main', '#define G 1\n#include "h"\nF(2) G'], ['h', '#define F(x) x##1\n#undef G\n']],
  [
    'a macro with arguments from outside',
    4,
    ['main', '#define F(x, y) x y A\n#include "h"\n'],
    ['h', 'F(a, (b, c))\nF(1,2)'],
  ],
  ['a stringized name, and another', 2, ['main', '#define S(x) #x x\n#include "h"\n'], ['h', 'S(A) S(B)']],
  [
    'the same file with another macro',
    10,
    ['main', '#define X 1\n#include "h"\n#undef X\n#define X 2\n#include "h"\n'],
    ['h', 'X\n'],
  ],
  [
    'a file within a file',
    10,
    ['main', '#include "h"\nint i;\n'],
    ['h', '#include "g"\nfloat f;\n'],
    ['g', 'int3 v;\n'],
  ],
  // The inner file comes back alone where the outer one is read for A=1.
  ['a file within another', 9, ['main', '#include "h"\n'], ['h', '#include "g"\nfloat f = A;\n'], ['g', 'int3 v;\n']],
  // Where A is 1, the inner file is there already; the files in front are equally long.
  [
    'a file that is there once',
    10,
    ['main', '#if A\n#include "g"\n#else\n#include "k"\n#endif\n#include "h"\n'],
    ['h', '#include "g"\nfloat f;\n'],
    ['g', '#pragma once\nint3 v;\n'],
    ['k', '#pragma once\nint3 w;\n'],
  ],
  ['pragmas', 5, ['main', '#include "h"\n'], ['h', 'a\n#pragma pack_matrix(row_major)\nb\n_Pragma("x")\n']],
  ['a warning', 0, ['main', '#include "h"\n'], ['h', '#warning w\n']],
  ['a counter', 0, ['main', '#include "h"\n__COUNTER__'], ['h', '__COUNTER__\n']],
  ['a line', 0, ['main', '#include "h"\n__LINE__'], ['h', '#line 7 "x"\n__LINE__ __FILE__\n']],
  [
    'lines and levels',
    5,
    ['main', '\n#include "h"\n__LINE__'],
    ['h', '\n__LINE__ __FILE__ __INCLUDE_LEVEL__ __BASE_FILE__\n'],
  ],
  ['a question about files', 0, ['main', '#include "h"\n'], ['h', '#if __has_include("x")\nfloat f;\n#endif\n']],
  ['diagnostic pragmas', 0, ['main', '#pragma dxc diagnostic ignored "-Wall"\n#include "h"\n'], ['h', 'float f;\n']],
  ['in the arguments of a macro', 0, ['main', '#define F(x) x\nF(\n#include "h"\n)\n'], ['h', 'float f;\n']],
  ['behind an empty macro', 0, ['main', '#define E\nE\n#include "h"\n'], ['h', 'float f;\n']],
  ['an open condition', 0, ['main', '#include "h"\n'], ['h', '#if A\n']],
]

test('files come back when everything they asked for is as it was', t => {
  for (const [what, back, ...files] of CASES) t.is(compare(t, new Map(files), permutationsOf('A', 'B')), back, what)
})

test('a file with another text, of another length of defines, or behind another text is read', t => {
  const memory = new FileMemory()
  const same = (files: Files, defines: readonly string[]): void => {
    t.deepEqual(run(files, defines, memory).facts, run(files, defines).facts)
  }
  const main = '#include "h"\nA'
  for (const h of ['float f;\n', 'float g;\n', '#include "g"\n'])
    for (const g of ['int i;\n', 'int k;\n', '#define A 1\n'])
      for (const defines of [[], ['A=1'], ['A=10'], ['A=1', 'B']])
        for (const text of [main, `${main}\n`, `/* */${main}`, `int i;\n${main}`])
          same(
            new Map([
              ['main', text],
              ['h', h],
              ['g', g],
            ]),
            defines,
          )
})

test('a compilation that ends early leaves nothing half done', t => {
  const memory = new FileMemory()
  const files = (main: string): Files =>
    new Map([
      ['main', main],
      ['h', '#define F(x) x\n#include "gone"\n'],
    ])
  const bomb = '#define M(x) x x\n#include "h"\nM(M(M(F(1\n'
  for (const main of ['#include "h"\nF(1)', bomb, '#include "h"\nF(2)'])
    t.deepEqual(run(files(main), [], memory).facts, run(files(main), []).facts)
})

test('random files, included in random orders', t => {
  let back = 0
  for (let seed = 1; seed <= 150; seed++) {
    const random = new Seeded(seed)
    const pick = (count: number): number => random.int(0, count - 1)
    const names = ['h1', 'h2', 'h3', 'h4']
    const lines = [
      'float f = x;',
      '#define K A',
      'K F(1, x)',
      '#ifdef B\nint i;\n#endif',
      '#undef C',
      '#if defined(C) && A\nC\n#endif',
    ]
    const plain = (): string => Array.from({ length: 1 + pick(5) }, () => lines[pick(lines.length)]).join('\n')
    const files = new Map(
      names.map((name, i) => {
        const head = ['', '#pragma once\n', `#ifndef G${i}\n#define G${i}\n`][pick(3)]!
        const inner = i > 0 && pick(2) === 0 ? `#include "${names[pick(i)]}"\n` : ''
        const text = pick(4) === 0 ? new PreprocessGenerator(seed * 10 + i).text() : plain()
        return [name, `${head}${inner}${text}\n${head.startsWith('#ifndef') ? '#endif\n' : ''}`] as const
      }),
    )
    const main = Array.from({ length: 6 }, () => (pick(3) === 0 ? plain() : `#include "${names[pick(4)]}"`)).join('\n')
    back += compare(t, new Map([...files, ['main', `${main}\n`]]), permutationsOf('A', 'B', 'C'))
  }
  t.log(`${back} files came back`)
  t.true(back > 1000)
})
