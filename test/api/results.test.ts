// Results of the library are plain data: they survive structuredClone, and `ok` tells which fields are there.

import test from 'ava'
import {
  assembleText,
  checkPipeline,
  compareBindings,
  compile,
  compileModule,
  compileToIr,
  disassemble,
  explainBindings,
  explainLayout,
  explainProgram,
  formatMessages,
  link,
  listIncludes,
  preprocessSource,
  slangLayout,
} from '../../src/api/index.ts'

const GOOD = 'RWBuffer<float> o; cbuffer C { float a; float4 b; } [numthreads(1,1,1)] void main() { o[0] = a + b.x; }'
const BAD = '#define F(x) x + missing\n#include "a.h"\n[numthreads(1,1,1)] void main() { int a = F(1); }'
const target = 'cs_6_0'
const include = () => ({ name: 'a.h', text: 'float3 bad() { return nothing; }\n' })

test('every result can be posted to a worker', t => {
  const results: readonly unknown[] = [
    compile(GOOD, { target }),
    compile(BAD, { target, include }),
    compile(GOOD, { target, printAfter: ['all'] }),
    compileToIr(GOOD, { target, stopAfter: 'lower' }),
    compileToIr(BAD, { target, stopAfter: 'lower' }),
    compileModule('nothing'),
    checkPipeline([{ name: 'a', container: new Uint8Array(4) }]),
    link([{ name: 'a', container: new Uint8Array(4) }], { target }),
    assembleText('nothing'),
    assembleText(disassemble(compile(GOOD, { target }).container!)),
    preprocessSource(BAD, { target, include }),
    listIncludes(BAD, { target, include }),
    explainBindings(GOOD),
    compareBindings(GOOD),
    explainLayout(GOOD),
    explainProgram([{ name: 'a.slang', source: GOOD }]),
    slangLayout([{ name: 'a.slang', source: GOOD }], []),
  ]
  for (const result of results) t.deepEqual(structuredClone(result), result)
})

test('ok tells which fields there are', t => {
  const good = compile(GOOD, { target })
  if (good.ok) t.true(good.container.length > 0)
  else t.fail(good.text)
  const bad = compile(BAD, { target, include })
  t.deepEqual([bad.ok, 'container' in bad], [false, false])
  const ir = compileToIr(GOOD, { target, stopAfter: 'lower' })
  t.deepEqual([ir.ok, 'container' in ir], [true, false])
  t.regex(ir.ir ?? '', /define void @main/)
})

test('messages are printed from data alone, as clang prints them', t => {
  const { diagnostics, text } = compile(BAD, { target, include })
  t.is(formatMessages(structuredClone(diagnostics) as typeof diagnostics), text)
  t.regex(text, /^In file included from hlsl\.hlsl:2:\na\.h:1:23: error: /)
  t.regex(text, /hlsl\.hlsl:1:18: note: expanded from macro 'F'\n#define F\(x\) x \+ missing\n {17}\^/)
  t.true(formatMessages(diagnostics, { color: true }).includes('\x1b[0;1;31merror: '))
  t.regex(formatMessages(diagnostics, { style: 'msvc' }), /^a\.h\(1,23\) : {2}error: /m)
})

test('names with control characters are printed escaped', t => {
  const { text, diagnostics } = compile('static int x = y;', { target, fileName: 'a\x1b[2Jb\n.hlsl' })
  t.regex(text, /^a\\x1b\[2Jb\\n\.hlsl:1:16: error/)
  t.is(diagnostics[0]!.file, 'a\x1b[2Jb\n.hlsl')
})
