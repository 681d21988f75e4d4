// DXC's preprocessor against ours: a table of snippets, and random ones. Same verdict, same tokens, first error on the same line.

import type { ExecutionContext } from 'ava'
import { compile } from '../../src/api/compile.ts'
import { preprocessSource } from '../../src/api/preprocess.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { tokensOnly } from './front_end.ts'
import { PreprocessGenerator } from './preprocess_generate.ts'
import { SNIPPETS } from './preprocess_snippets.ts'

const FIRST_SEED = 5000
const RANDOM = 300
const TARGET = 'cs_6_0'
const MINUTE = 60_000

/** Pragmas are what the parser reads: DXC prints some as they stand, we print what they mean. Blanks do not count. */
const comparable = (text: string): string =>
  tokensOnly(text.replace(/^ *#pragma.*$/gm, '')).replace(/ (?=[^\w"'])|(?<=[^\w"']) /g, '')

const errorLine = (text: string): string | undefined => /:(\d+):\d+: (?:fatal )?error: /.exec(text)?.[1]

async function same(t: ExecutionContext, source: string, title: string): Promise<void> {
  const theirs = await (await Dxc.shared()).preprocess(source, ['-T', TARGET])
  const ours = preprocessSource(source, { target: TARGET })
  t.is(ours.ok, theirs.ok, `${title}\n${source}\n${ours.text}\n${theirs.errors}`)
  if (!theirs.ok) t.is(errorLine(ours.text), errorLine(theirs.errors), `${title}\n${source}`)
  else t.is(comparable(ours.value), comparable(theirs.text), `${title}\n${source}`)
}

oracleTest('dxc', 'snippets are preprocessed as by DXC', async t => {
  t.timeout(2 * MINUTE)
  for (const snippet of SNIPPETS) await same(t, `${snippet}\n`, 'snippet')
})

oracleTest('dxc', 'random snippets are preprocessed as by DXC', async t => {
  t.timeout(2 * MINUTE)
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RANDOM; seed++)
    await same(t, new PreprocessGenerator(seed).text(), `seed ${seed}`)
})

const FLOAT_WORDS =
  'DENORM_MIN HAS_DENORM DIG DECIMAL_DIG EPSILON MANT_DIG MAX MAX_EXP MAX_10_EXP MIN MIN_EXP MIN_10_EXP'
const PREDEFINED = [
  ...['FLT', 'DBL', 'LDBL'].flatMap(kind => FLOAT_WORDS.split(' ').map(word => `__${kind}_${word}__`)),
  ...'__DECIMAL_DIG__ __FLT_RADIX__ __BYTE_ORDER__ __ORDER_BIG_ENDIAN__ __VERSION__ __GNUC_MINOR__ __GXX_ABI_VERSION'.split(
    ' ',
  ),
  ...'__clang_major__ __clang_minor__ __clang_patchlevel__ __clang_version__ __llvm__ __INT_MAX__ __STDC__ __cplusplus'.split(
    ' ',
  ),
  ...'__hlsl_dx_compiler __DXC_VERSION_MAJOR __DXC_VERSION_MINOR __SHADER_TARGET_STAGE __SHADER_TARGET_MINOR'.split(
    ' ',
  ),
  ...'__SHADER_STAGE_MESH __HLSL_VERSION __HLSL_ENABLE_16_BIT __spirv__ __TIMESTAMP__ __LINE__ __COUNTER__'.split(' '),
]

oracleTest('dxc', 'the predefined macros are those of DXC', async t => {
  const source = PREDEFINED.map(name => `#ifdef ${name}\n[${name}]\n#else\n[no]\n#endif\n`).join('')
  const dxc = await Dxc.shared()
  for (const [target, version, native] of [
    ['cs_6_0', '2021', false],
    ['ps_6_2', '2018', true],
    ['lib_6_8', '2016', false],
    ['vs_6_6', '202x', false],
  ] as const) {
    const words = ['-T', target, '-HV', version, ...(native ? ['-enable-16bit-types'] : [])]
    const ours = preprocessSource(source, { target, hlslVersion: version, enable16BitTypes: native })
    t.is(comparable(ours.value), comparable((await dxc.preprocess(source, words)).text), words.join(' '))
  }
})

const PRAGMAS = `float3 a(float4 v) { return v; }
#include "pushes.h"
#define M(name) float3 name(float4 v) { return v; }
M(b)
#pragma dxc diagnostic push
#pragma dxc diagnostic error "-Wconversion"
M(c)
#pragma dxc diagnostic pop
M(d)
_Pragma("dxc diagnostic ignored \\"-Wconversion\\"") M(e)
M(f)
float4 main(float4 v : V) : SV_Target { return float4(a(v) + b(v) + c(v) + d(v) + e(v) + f(v) + g(v) + h(v), 1); }
`
const PUSHES = `#pragma dxc diagnostic push
#pragma dxc diagnostic ignored "-Wconversion"
float3 g(float4 v) { return v; }
#pragma dxc diagnostic pop
float3 h(float4 v) { return v; }
`

oracleTest('dxc', '#pragma dxc diagnostic holds where DXC says', async t => {
  const messages = (text: string): string[] => text.split('\n').filter(line => /: (error|warning): /.test(line))
  const include = (path: string) => (path.endsWith('pushes.h') ? { name: 'pushes.h', text: PUSHES } : undefined)
  const ours = compile(PRAGMAS, { target: 'ps_6_0', include })
  const theirs = await (await Dxc.shared()).compile(PRAGMAS, ['-T', 'ps_6_0'], {
    includes: path => include(path)?.text,
  })
  t.deepEqual(messages(ours.text), messages(theirs.errors.replace(/^\.[\\/]/gm, '')))
  t.is(messages(ours.text).length, 5)
})
