// A sample of the programs of each generator through the text form and back; `npm run textform` takes as many as one likes.

import test from 'ava'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { KINDS } from '../net/programs.ts'
import { checkText } from './check.ts'
import { withLetters } from './letters.ts'

/** Of each generator. */
const COUNT = 5
/** What the text has to say of debug information is asked of so many of them. */
const WITH_DEBUG = 2

for (const [kind, make] of KINDS)
  test(`${kind}: the text compiles to the same bytes, with the same messages, and prints as itself`, t => {
    let texts = 0
    for (let seed = 1; seed <= COUNT; seed++) {
      const [source, ...words] = make(seed * 7)
      const debug = seed <= WITH_DEBUG ? ['-Zi', '-Qembed_debug'] : []
      const outcome = checkText(source, dxcArgsToOptions([...words, ...debug]))
      t.true(
        outcome.kind === 'same' || outcome.kind === 'refused',
        `seed ${seed * 7}: ${outcome.kind} ${outcome.detail}`,
      )
      texts += outcome.texts
    }
    t.true(texts >= COUNT, `${texts} texts`)
  })

test('names with letters outside of ASCII are read back as they are', t => {
  let texts = 0
  for (const [kind, make] of KINDS) {
    const [source, ...words] = make(14)
    const options = dxcArgsToOptions(words)
    const outcome = checkText(withLetters(source), options, ['lower'])
    const expected = outcome.kind === 'refused' ? checkText(source, options, ['lower']).kind : 'same'
    t.is(outcome.kind, expected, `${kind}: ${outcome.detail}`)
    texts += outcome.texts
  }
  t.true(texts > KINDS.length / 2, `${texts} texts`)
})

test('registers written for resources inside blocks are those that the text is bound with', t => {
  const source = `struct S { Texture2D<float4> t[2]; float4 f; };
    struct Q { RWBuffer<float> o; SamplerState s; };
    cbuffer C : register(b3) { S s : register(t7); float4 k; };
    cbuffer D : register(b4) { Q q[2] : register(u9) : register(s5); float4 j; };
    S plain : register(t11);
    cbuffer Unused : register(b7) { S none : register(t1); };
    [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) {
      q[1].o[i] = s.t[1].SampleLevel(q[1].s, i, 0).x + k.x + s.f.y + j.z + plain.t[0].Load(int3(i, 0, 0)).y;
    }`
  for (const target of ['cs_6_0', 'cs_6_6'])
    for (const binding of ['dxc', 'llvm', 'slang'] as const) {
      const outcome = checkText(source, { target, entry: 'main', binding }, ['all'])
      t.is(outcome.kind, 'same', `${target} ${binding}: ${outcome.detail}`)
      t.true(outcome.texts > 20)
    }
})

test('a text that says less is seen', t => {
  const source = 'cbuffer B { float4 a; } RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = a.x; }'
  const options = { target: 'cs_6_0', entry: 'main', allResourcesBound: true }
  t.is(checkText(source, options).kind, 'same')
  const less = (text: string): string => text.replace('!"dx.allresourcesbound"', '!"nothing"')
  t.is(checkText(source, options, ['lower'], less).kind, 'text')
  const nameless = (text: string): string => text.replace('"hlsl.numthreads"="1,1,1"', '"hlsl.numthreads"="2,1,1"')
  t.is(checkText(source, options, ['bind'], nameless).kind, 'text')
  t.is(checkText(source, options, ['bind'], () => 'target').kind, 'unreadable')
})
