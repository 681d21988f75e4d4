// The header parser: what it reads, and that it refuses everything else with the line at fault.

import test from 'ava'
import { HeaderError, parseHeader } from './header.ts'

const GOOD = `// dxilkit-corpus
// What it does: colons in prose are fine.
// args: -T cs_6_0 -E main -D TILE=8 -D FAST -O1
// args: -T cs_6_6 -E main
// threads: 8 4 1
// binding: cb0 $Globals cbuffer NA NA 1
// binding: u3,space2 Out UAV struct r/w+cnt unbounded

float x;
// args: not a directive any more
`

test('a header becomes compiles, threads and bindings', t => {
  const header = parseHeader(GOOD, 'good.hlsl')
  t.deepEqual(
    header.compiles.map(c => [c.profile, c.entry, c.args.length]),
    [
      ['cs_6_0', 'main', 9],
      ['cs_6_6', 'main', 4],
    ],
  )
  t.deepEqual(header.threads, [8, 4, 1])
  t.deepEqual(header.bindings[1], {
    bind: 'u3,space2',
    name: 'Out',
    type: 'UAV',
    format: 'struct',
    dim: 'r/w+cnt',
    count: 'unbounded',
  })
})

test('Windows line ends read the same', t => {
  t.deepEqual(parseHeader(GOOD.replaceAll('\n', '\r\n'), 'crlf.hlsl'), parseHeader(GOOD, 'good.hlsl'))
})

/** Replacement of one line of GOOD, and the message it must give. */
const BAD: readonly (readonly [string, string, string])[] = [
  ['// dxilkit-corpus', '// something', 'x.hlsl:1: the first line must be "// dxilkit-corpus"'],
  ['-E main -D TILE', '-D TILE', 'x.hlsl:3: "args:" without -E'],
  ['-T cs_6_0 ', '', 'x.hlsl:3: "args:" without -T'],
  ['-T cs_6_0', '-T ps_6_0', 'x.hlsl:3: "ps_6_0" is not a compute profile cs_6_0 to cs_6_9'],
  ['-T cs_6_0', '-T cs_6_0 -T cs_6_1', 'x.hlsl:3: "-T" twice'],
  ['-O1', '-Fo out', 'x.hlsl:3: argument "-Fo" is not one the corpus uses'],
  ['-O1', '-D', 'x.hlsl:3: "-D" needs a value'],
  ['-O1', '-D 1X', 'x.hlsl:3: "-D 1X" is not NAME or NAME=VALUE'],
  ['-D TILE=8 -D FAST -O1', '', ''],
  [
    'cs_6_6 -E main',
    'cs_6_0 -E main -D TILE=8 -D FAST -O1',
    'x.hlsl:1: two "args:" lines say "-T cs_6_0 -E main -D TILE=8 -D FAST -O1"',
  ],
  ['// threads: 8 4 1\n', '', 'x.hlsl:1: no "threads:" line'],
  ['8 4 1', '8 4', 'x.hlsl:5: "threads:" takes three positive numbers'],
  ['8 4 1', '0 4 1', 'x.hlsl:5: "threads:" takes three positive numbers'],
  ['8 4 1', '64 32 1', 'x.hlsl:5: 2048 threads in a group, at most 1024 are allowed'],
  ['8 4 1', '8 4 1\n// threads: 1 1 1', 'x.hlsl:6: a second "threads:" line'],
  ['// threads', '// thread', 'x.hlsl:5: unknown directive "thread:" (known: args, threads, binding)'],
  ['cb0 $Globals', 'b0 $Globals', 'x.hlsl:6: "b0" is not a register like cb0, t3 or u1,space2'],
  ['u3,space2', 'u3,space0', 'x.hlsl:7: "u3,space0" is not a register like cb0, t3 or u1,space2'],
  ['u3,space2', 't3', 'x.hlsl:7: a UAV cannot be bound to "t3"'],
  ['cbuffer NA', 'buffer NA', 'x.hlsl:6: type "buffer" is none of cbuffer, texture, UAV, sampler'],
  ['UAV struct', 'UAV structured', 'x.hlsl:7: format "structured" is none of NA, byte, struct'],
  ['r/w+cnt', 'r/x', 'x.hlsl:7: dim "r/x" is none of NA, buf, r/o'],
  [' unbounded', ' 0', 'x.hlsl:7: count "0" is neither a number nor "unbounded"'],
  [' unbounded', '', 'x.hlsl:7: "binding:" takes BIND NAME TYPE FORMAT DIM COUNT'],
  ['u3,space2 Out', 'u3,space2 9ut', 'x.hlsl:7: "9ut" is not a resource name'],
  ['u3,space2 Out UAV struct r/w+cnt', 'cb0 Twice cbuffer NA NA', 'x.hlsl:7: "cb0" is bound twice'],
]

test('a malformed header is refused with file, line and reason', t => {
  for (const [from, to, message] of BAD) {
    t.true(GOOD.includes(from), from)
    const read = (): unknown => parseHeader(GOOD.replace(from, to), 'x.hlsl')
    if (message === '') {
      t.notThrows(read)
      continue
    }
    const error = t.throws(read, { instanceOf: HeaderError })
    t.true(error?.message.startsWith(message), `${error?.message}\nexpected: ${message}`)
  }
})

test('a header without any case is refused', t => {
  const error = t.throws(() => parseHeader('// dxilkit-corpus\n// threads: 1 1 1\n', 'empty.hlsl'), {
    instanceOf: HeaderError,
  })
  t.is(error?.message, 'empty.hlsl:1: no "args:" line')
})
