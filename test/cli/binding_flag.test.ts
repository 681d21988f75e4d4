// --binding of dxilkit compile: its values reach the compiler, others are refused.

import test from 'ava'
import { parseFlags } from '../../src/cli/flag_parser.ts'
import { UsageError } from '../../src/cli/host.ts'
import { compileJob } from '../../src/cli/options.ts'

const job = (...words: string[]) => compileJob(parseFlags(['-T', 'cs_6_0', 'a.hlsl', ...words]))

test('--binding takes the three policies and the last one counts', t => {
  t.is(job().compile.binding, undefined)
  for (const policy of ['dxc', 'llvm', 'slang'] as const) t.is(job(`--binding=${policy}`).compile.binding, policy)
  t.is(job('--binding=llvm', '--binding=slang').compile.binding, 'slang')
})

test('--binding with another value is refused', t => {
  const error = t.throws(() => job('--binding=fxc'), { instanceOf: UsageError })
  t.regex(error.message, /--binding=fxc: dxc, llvm, slang are known/)
})
