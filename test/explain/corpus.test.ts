// The explained table is the one the compiler writes: for every shader of the corpus, under every policy.

import { readdirSync, readFileSync } from 'node:fs'
import test from 'ava'
import {
  type BindingsExplanation,
  type CompileOptions,
  compile,
  explainBindings,
  explainContainer,
  explainLayout,
  printBindings,
  printLayout,
} from '../../src/api/index.ts'
import { BINDING_POLICIES } from '../../src/binding/binding.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { parseHeader } from '../corpus/header.ts'

const FILES = readdirSync('corpus').filter(f => f.endsWith('.hlsl'))

/** As the first compile of the shader's header says. */
function optionsOf(source: string, file: string): CompileOptions {
  return { ...dxcArgsToOptions(parseHeader(source, file).compiles[0]!.args), fileName: file }
}

const held = (e: BindingsExplanation) =>
  e.resources
    .filter(r => r.binding !== null)
    .map(r => [r.name, r.class, r.binding!.space, r.binding!.lower, r.binding!.upper, r.count])

for (const policy of BINDING_POLICIES)
  test(`every shader of the corpus: the explained table is the container's (${policy})`, t => {
    let count = 0
    for (const file of FILES) {
      const source = readFileSync(`corpus/${file}`, 'utf8')
      const options = { ...optionsOf(source, file), binding: policy }
      const result = explainBindings(source, options)
      const { container } = compile(source, options)
      if (!container) {
        t.fail(`${file}: ${result.text}`)
        continue
      }
      t.deepEqual(held(result.explanation!), held(explainContainer(container).explanation), file)
      t.true(printBindings(result.explanation!).includes('\n'), file)
      count += result.explanation!.resources.length
    }
    t.true(count > 100)
  })

test('every shader of the corpus: layouts add up', t => {
  let buffers = 0
  for (const file of FILES) {
    const source = readFileSync(`corpus/${file}`, 'utf8')
    const { explanation, text } = explainLayout(source, optionsOf(source, file))
    t.truthy(explanation, `${file}: ${text}`)
    for (const b of explanation!.buffers) {
      const lost = b.gaps.reduce((sum, g) => sum + g.size * g.times, 0)
      t.is(lost, b.wasted, `${file} ${b.names[0]}`)
      t.is(b.data + b.wasted, b.occupied, `${file} ${b.names[0]}`)
      for (const h of b.hints) t.true(h.after < h.before, file)
      buffers++
    }
    t.true(printLayout(explanation!).endsWith('\n'))
  }
  t.true(buffers > 20)
})
