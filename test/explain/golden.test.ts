// The texts of `bindings`, `bindings --compare` and `layout`: of the examples of proposal 0024, and of what else there is to draw.

import {
  compareBindings,
  explainBindings,
  explainLayout,
  printBindings,
  printComparison,
  printLayout,
} from '../../src/api/index.ts'
import { golden } from '../golden.ts'

golden('test/explain/bindings.txt', source => {
  const { explanation, text } = explainBindings(source, { fileName: 'shader.hlsl' })
  return explanation ? printBindings(explanation) : text
})

golden('test/explain/compare.txt', source => {
  const { comparison, text } = compareBindings(source, { fileName: 'shader.hlsl' })
  return comparison ? printComparison(comparison) : text
})

golden('test/explain/layout.txt', source => {
  const native = /\b(half|u?int16_t|float16_t)\b/.test(source)
  const { explanation, text } = explainLayout(source, { fileName: 'shader.hlsl', enable16BitTypes: native })
  return explanation ? printLayout(explanation) : text
})
