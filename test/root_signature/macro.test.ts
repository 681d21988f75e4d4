// -rootsig-define and rootsig profiles: which text a macro gives, against DXC.

import { compile } from '../../src/api/compile.ts'
import { readContainer } from '../../src/container/container.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const TABLE = '"DescriptorTable(UAV(u0))"'
/** Definitions in front of the shader, and words of the command line. */
const MACROS: readonly (readonly [source: string, words?: readonly string[]])[] = [
  [''],
  ['#define M'],
  [`#define M ${TABLE}`],
  [`#define M() ${TABLE}`],
  [`#define M(x) ${TABLE}`],
  [`#define N ${TABLE}\n#define M N`],
  [`#define N(x) x\n#define M N(${TABLE})`],
  ['#define M "DescriptorTable(" "UAV(u0))"'],
  ['#define M "DescriptorTable(" \\\n "UAV(u0))"'],
  ['#define M DescriptorTable(UAV(u0))'],
  [`#define M L${TABLE}`],
  [`#define M L ${TABLE}`],
  [`#define M ${TABLE} x`],
  [`#define M x ${TABLE}`],
  [`#define M (${TABLE})`],
  [`#define M ${TABLE}, "SRV(t0)"`],
  [`#define M ${TABLE} ", SRV(t0)"`],
  ['#define M "bad("'],
  ['#define M ""'],
  ['#define M "CBV(b0)"'],
  ['#define M "UAV(u0);"'],
  ['#define M "UAV(u0), ; \\" "'],
  ['#define M 1'],
  ['#define M abc'],
  ['#define M M'],
  ['#define M ,'],
  ['#define M #'],
  [`#define M ${TABLE}\n#undef M`],
  [`#define M ${TABLE}\n#undef M\n#define M "UAV(u0)"`],
  ['static const int M = 1;'],
  ['', ['-D', `M=${TABLE}`]],
  ['', ['-D', 'M']],
  ['', ['-D', 'M=']],
]
const ATTRIBUTES = ['', '[RootSignature("DescriptorTable(UAV(u0)), SRV(t0)")]\n']
const PROFILES: readonly (readonly string[])[] = [
  ['-T', 'cs_6_0', '-E', 'main', '-rootsig-define', 'M'],
  ['-T', 'rootsig_1_1', '-E', 'M'],
]

/** The RTS0 part in hexadecimal; undefined without a container. */
function rootSignature(container: Uint8Array | undefined): string | undefined {
  if (!container) return undefined
  const part = readContainer(container).parts.find(p => p.name === 'RTS0')
  return part ? Buffer.from(part.data).toString('hex') : 'none'
}

oracleTest('dxc', 'a macro gives the root signature that DXC reads in it', async t => {
  const dxc = await Dxc.shared()
  let accepted = 0
  for (const profile of PROFILES)
    for (const attribute of ATTRIBUTES)
      for (const [macro, words = []] of MACROS) {
        const source = `${macro}\nRWBuffer<float> o;\n${attribute}[numthreads(1, 1, 1)] void main() { o[0] = 1; }\n`
        const args = [...profile, ...words]
        const theirs = await dxc.compile(source, args)
        const ours = compile(source, dxcArgsToOptions(args))
        const what = `${args.join(' ')}: ${attribute}${macro}: ${theirs.errors}\nours: ${ours.text}`
        t.is(rootSignature(ours.container), rootSignature(theirs.container), what)
        if (ours.ok) accepted++
      }
  t.true(accepted > 50)
})
