// A sample of the programs of each generator through the text form and back; `npm run textform` takes as many as one likes.

import test from 'ava'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { KINDS } from '../net/programs.ts'
import { checkText } from './check.ts'

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
