// docs/reflection.schema.json follows the types, and what `reflect` gives follows the schema. BLESS=1 writes the file anew.

import { readFileSync, writeFileSync } from 'node:fs'
import test from 'ava'
import { compile, reflect } from '../../src/api/index.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { reflectionSchema, type Schema, violations } from './schema.ts'
import { REFLECTED } from './shaders.ts'

const FILE = 'docs/reflection.schema.json'

test('the published schema is that of the types', t => {
  const text = `${JSON.stringify(reflectionSchema(), null, 1)}\n`
  if (process.env['BLESS']) writeFileSync(FILE, text)
  t.is(readFileSync(FILE, 'utf8'), text)
})

test('what reflect gives follows it, and what is wrong does not', t => {
  const schema = JSON.parse(readFileSync(FILE, 'utf8')) as Schema
  let checked = 0
  for (const { name, source, args } of REFLECTED) {
    const { container } = compile(source, dxcArgsToOptions(args))
    if (!container) continue
    const reflection = JSON.parse(JSON.stringify(reflect(container))) as Record<string, unknown>
    t.deepEqual(violations(schema, reflection), [], name)
    checked++
    t.true(violations(schema, { ...reflection, more: 1 }).length > 0)
    t.true(violations(schema, { ...reflection, creator: 7 }).length > 0)
    const { bindings: _, ...less } = reflection
    t.true(violations(schema, less).length > 0)
  }
  t.true(checked >= 8, `${checked}`)
})
