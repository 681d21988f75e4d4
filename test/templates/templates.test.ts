// Random programs of templates: whether both compilers take them, and what both compilers' code stores. `npx tsx test/templates/run.ts` runs more.

import { compile, link } from '../../src/api/index.ts'
import { check } from '../objects/check.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { generate } from './generate.ts'
import { TEMPLATE_ARGUMENTS } from './template_arguments.ts'

const SEED = 2_600
const COUNT = 80

oracleTest(['dxc-new'], 'random programs of templates', async t => {
  t.timeout(180_000)
  let same = 0
  for (let seed = SEED; seed < SEED + COUNT; seed++) {
    const { kind, detail } = await check(generate(seed), seed % 3 === 0 ? 0 : 3)
    if (kind === 'same') same++
    t.false(kind.startsWith('ours') || kind.startsWith('dxc'), `seed ${seed}: ${kind}: ${detail}`)
  }
  t.log(`${same} the same`)
  t.true(same >= 60, `only ${same} of ${COUNT} programs could be compared`)
})

/** Of two patterns that fit, the one that says more of the arguments is chosen; none where each says more of another. */
const ORDER: readonly (readonly [patterns: readonly [string, string], args: string])[] = [
  [['typename A> struct C<A, A>', 'typename A> struct C<A[2], A[2]>'], 'int[2], int[2]'],
  [['typename A> struct C<A, A>', 'typename A, typename B> struct C<A, vector<B, 2> >'], 'float2, float2'],
  [['typename A, int N> struct C<A, vector<A, N> >', 'typename A> struct C<A, float2>'], 'float, float2'],
  [['typename A, int N> struct C<A, vector<A, N> >', 'typename A> struct C<A, vector<A, 2> >'], 'float, float2'],
  [['typename A, typename B> struct C<A(B), B>', 'typename A> struct C<A(A), A>'], 'int(int), int'],
  [['typename A, typename B> struct C<W<A>, B>', 'typename A> struct C<W<A>, A>'], 'W<int>, int'],
  [['typename A, int N> struct C<vector<A, N>, A[N]>', 'typename A> struct C<A, float[2]>'], 'float2, float[2]'],
  [['typename A> struct C<A>', 'typename A> struct C<int, A>'], 'int, void'],
]

for (const [[first, second], args] of ORDER)
  oracleTest(['dxc-new'], `the order of <${first} and <${second}`, async t => {
    const source = `RWStructuredBuffer<int> o : register(u0);
      template<typename T> struct W { T m; };
      template<typename X, typename Y = void> struct C { static const int v = 1; };
      template<${first} { static const int v = 2; };
      template<${second} { static const int v = 3; };
      [numthreads(1, 1, 1)] void main() { o[0] = C<${args}>::v; }`
    const { kind, detail } = await check(source, 3)
    t.true(kind === 'same' || kind === 'both-refuse', `${kind}: ${detail}`)
    if (kind === 'both-refuse') t.regex(detail, /ambiguous partial specializations/)
  })

oracleTest(['dxc-new'], 'the comparison sees another specialisation', async t => {
  const program = (value: number): string => `RWStructuredBuffer<int> o : register(u0);
    template<typename T> struct C { static const int v = 1; };
    template<typename T> struct C<T[2]> { static const int v = ${value}; };
    [numthreads(1, 1, 1)] void main() { o[0] = C<float[2]>::v; }`
  t.is((await check(program(2), 3)).kind, 'same')
  t.is((await check(program(2), 3, program(3))).kind, 'ours-wrong')
})

oracleTest(['dxc-new'], 'templates as arguments: verdict and values', async t => {
  t.timeout(120_000)
  const kinds: string[] = []
  for (const source of TEMPLATE_ARGUMENTS) {
    const { kind, detail } = await check(source, 3)
    kinds.push(kind)
    t.true(kind === 'same' || kind === 'both-refuse', `${kind}: ${detail}\n${source}`)
  }
  t.true(kinds.filter(kind => kind === 'same').length >= 30)
})

oracleTest(
  ['dxc-new'],
  'debug information names a template that is an argument, in libraries and in what is linked of them',
  async t => {
    const dxc = await Dxc.shared('dxc-new')
    const source = `template<typename T> struct A { T v; };
    template<template<typename> class C, typename T> T get(C<T> c) { T k = c.v; return k * 3; }
    RWBuffer<uint> o;
    [shader("compute")] [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { A<uint> a; a.v = i; o[0] = get(a); }`
    const library = compile(source, { target: 'lib_6_3', debug: 'full', embedDebug: true, optimization: 0 })
    t.true(library.ok, library.text)
    const linked = link([{ name: 'a', container: library.container! }], { target: 'cs_6_3', entry: 'main' })
    t.true(linked.ok, linked.text)
    const theirs = await dxc.compile(source, ['-T', 'lib_6_3', '-Zi', '-Qembed_debug', '-Od'])
    const row = /!DITemplateValueParameter\(tag: DW_TAG_GNU_template_template_param, name: "C", value: !"A"\)/
    for (const container of [library.container!, linked.container!, theirs.container!]) {
      t.true((await dxc.validate(container)).ok)
      t.regex((await dxc.disassemble(container)).text, row)
    }
  },
)
