// A file to include that is not there: where it was looked for, and what is there with nearly that name.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { compileFile } from '../../src/api/node.ts'

const MAIN = '\nfloat4 main() : SV_Target { return 0; }\n'

test('from disk: the folders searched, and the nearest file as a fix', t => {
  const folder = mkdtempSync(join(tmpdir(), 'dxilkit-include-'))
  try {
    mkdirSync(join(folder, 'lib'))
    writeFileSync(join(folder, 'lib', 'common.hlsli'), '')
    writeFileSync(join(folder, 'a.hlsl'), `#include "lib/comon.hlsli"${MAIN}`)
    const { ok, diagnostics } = compileFile(join(folder, 'a.hlsl'), { target: 'ps_6_0', includeDirs: ['/nowhere'] })
    t.false(ok)
    const [guess, searched] = diagnostics[0]!.notes
    t.is(diagnostics[0]!.message, "'lib/comon.hlsli' file not found")
    t.is(guess?.message, "did you mean 'lib/common.hlsli'?")
    t.like(guess?.fixIts[0], { line: 1, column: 11, text: 'lib/common.hlsli' })
    t.is(searched?.message, `searched in ${folder}, /nowhere, .`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a callback may say where it looked; one that says nothing gives no note', t => {
  const notes = (include: NonNullable<Parameters<typeof compile>[1]['include']>): string[] =>
    compile(`#include <x.h>${MAIN}`, { target: 'ps_6_0', include }).diagnostics[0]!.notes.map(n => n.message)
  t.deepEqual(
    notes(() => ({ searched: ['here', 'there'] })),
    ['searched in here, there'],
  )
  t.deepEqual(
    notes(() => ({ searched: [], nearest: () => 'y.h' })),
    ["did you mean 'y.h'?"],
  )
  t.deepEqual(
    notes(() => undefined),
    [],
  )
  t.throws(() => notes((() => ({ searched: 'here' })) as never), { instanceOf: TypeError })
})

test('__has_include is false for what is missing', t => {
  const source = `#if __has_include("x.h")\n#error there\n#endif${MAIN}`
  t.true(compile(source, { target: 'ps_6_0', include: () => ({ searched: ['here'] }) }).ok)
})
