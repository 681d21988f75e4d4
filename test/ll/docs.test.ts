// docs/ir.md: its sample is what the program prints.

import { readFileSync } from 'node:fs'
import test from 'ava'
import { compileToIr } from '../../src/api/compile.ts'

test('the sample of docs/ir.md is printed as it stands there', t => {
  const text = readFileSync('docs/ir.md', 'utf8')
  const source = /^```hlsl\n(.*?)^```$/ms.exec(text)![1]!
  const shown = /^```llvm\n(.*?)^```$/ms.exec(text)![1]!
  const printed = compileToIr(source, { target: 'cs_6_0', stopAfter: 'bind' }).ir!
  t.true(printed.includes(shown), printed)
})
