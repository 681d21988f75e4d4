// The preprocessed text, character by character as DXC prints it, and what the operators that ask about the compiler answer.

import test from 'ava'
import { preprocessSource } from '../../src/api/preprocess.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const FILES: Readonly<Record<string, string>> = {
  'a.h': 'int a;\n',
  'b.h': '#include "a.h"\nint b;\n',
  'once.h': '#pragma once\nint once;\n',
  'empty.h': '',
  'said.h': '#pragma said NAME\n',
}

/** Both texts; DXC knows files in the source's own folder as ./name. */
async function texts(source: string) {
  const dxc = await Dxc.shared()
  const theirs = await dxc.preprocess(source, ['-T', 'ps_6_0'], {
    name: 'x.hlsl',
    includes: path => FILES[path.replace(/^\.\//, '')],
  })
  const ours = preprocessSource(source, {
    target: 'ps_6_0',
    fileName: 'x.hlsl',
    include: path => (FILES[path] === undefined ? undefined : { name: path, text: FILES[path] }),
  })
  return { ours, theirs: { ...theirs, text: theirs.text.replaceAll('"./', '"') } }
}

const PRINTED: readonly string[] = [
  '#define FOO 1\n#pragma unknown FOO bar\nx',
  '#define X 3\n#pragma pack_matrix(row_major)\n#pragma pack_matrix( X )\n#pragma warning(disable : X)\nfloat a;',
  '#pragma comment(lib, "x")\n#pragma def( X ,  1.5 )\na',
  '_Pragma("foo bar") a\nb',
  '#include "a.h"\nx',
  'x\n#include "a.h"\ny',
  '#include "b.h"\nx',
  '#include "once.h"\n#include "once.h"\nb',
  '#include "empty.h"\nx',
  '#include "said.h"\nx',
  '#include "a.h"\n#include "b.h"\n#define A\n#pragma foo A\n\n\n#include "a.h"\n\n\n\n\n\n\n\n\n\n\n\nz',
  'x\n#include "a.h"',
  '#include "b.h"',
  'a\n#line 100\nb\n#line 200 "other.hlsl"\n#include "a.h"\n__LINE__ __FILE__',
  '//nothing',
  '',
]

oracleTest('dxc', 'the preprocessed text is what DXC prints', async t => {
  for (const source of PRINTED) {
    const { ours, theirs } = await texts(`${source}\n`)
    t.true(ours.ok && theirs.ok, source)
    t.is(ours.value.trimEnd(), theirs.text.trimEnd(), source)
    t.true(ours.value.endsWith('\n'))
  }
})

const QUESTIONS: readonly string[] = [
  ...['is_enum', '__is_enum__', 'has_trivial_copy', 'cxx_lambdas', 'cxx_range_for', 'c_static_assert'].flatMap(name => [
    `__has_feature(${name})`,
    `__has_extension(${name})`,
  ]),
  ...['unused', '__unused__', 'numthreads', 'flatten', 'uuid'].flatMap(name => [
    `__has_attribute(${name})`,
    `__has_declspec_attribute(${name})`,
    `__has_cpp_attribute(${name})`,
  ]),
  '__has_cpp_attribute(vk::binding)',
  '__has_cpp_attribute(clang::fallthrough)',
  ...['sin', 'mul', '__builtin_trap', 'InterlockedAdd'].map(name => `__has_builtin(${name})`),
  ...['conversion', 'nope', 'all', '#warnings', 'effects-syntax', 'no-conversion'].map(w => `__has_warning("-W${w}")`),
  '__has_warning("-W" "conversion")',
  '__has_warning("conversion")',
  ...['int', 'float', 'float4', 'sample', 'texture', 'precise', 'payload', 'min16float', 'cbuffer', 'pass', 'x'].map(
    name => `__is_identifier(${name})`,
  ),
]

oracleTest('dxc', 'questions about the compiler get the answers of DXC', async t => {
  const source = QUESTIONS.map((question, i) => `${i} ${question}`).join('\n')
  const { ours, theirs } = await texts(`${source}\n`)
  t.true(theirs.ok, theirs.errors)
  const given = ours.value.split('\n')
  for (const [i, line] of theirs.text.split('\n').entries()) t.is(given[i]?.trim(), line.trim(), QUESTIONS[i - 1])
  t.is(ours.text.split('\n')[0], theirs.errors.split('\n')[0])
})

const MALFORMED: readonly string[] = [
  '__has_feature',
  '__has_feature()',
  '__has_feature(1)',
  '__has_feature(x y)',
  '__has_feature((x))',
  '__has_attribute(vk::binding)',
  '__has_cpp_attribute(a::b::c)',
  '__has_cpp_attribute(a::)',
  '__has_warning',
  '__has_warning()',
  '__has_warning(x)',
  '__has_warning("-Wall"',
  '__is_identifier',
  '__is_identifier(int x)',
  '__is_identifier((int))',
]

oracleTest('dxc', 'malformed questions', async t => {
  for (const question of MALFORMED) {
    const { ours, theirs } = await texts(`a ${question}\nb\n`)
    t.false(ours.ok || theirs.ok, question)
    t.is(ours.text.split('\n')[0], theirs.errors.split('\n')[0], question)
  }
})

test('a long stack of includes shows its ends', t => {
  const { text } = preprocessSource('\n#include "c.h"\n', {
    target: 'cs_6_0',
    fileName: 'x.hlsl',
    include: name => ({ name, text: `#include "${name}"\n` }),
  })
  const lines = text.split('\n')
  t.is(lines[0], 'In file included from x.hlsl:2:')
  t.is(lines[1], 'In file included from c.h:1:')
  t.regex(lines[5]!, /^\(1\d\d more\)$/)
  t.is(lines[11], 'c.h:1:10: error: #include nested too deeply')
})
