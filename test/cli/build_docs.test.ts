// What docs/build.md shows fits the published schemas. test/site/guides.test.ts runs its commands.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { configProblems } from '../../src/cli/build_config.ts'
import { parseJson } from '../../src/cli/json_text.ts'
import { type Schema, violations } from '../reflect/schema.ts'
import { prepare, walk } from '../site/walk.ts'
import { folder } from './run_cli.ts'

const TEXT = readFileSync('docs/build.md', 'utf8')
const schema = (name: string): Schema => JSON.parse(readFileSync(join('docs', name), 'utf8')) as Schema

test('the manifest of the build in docs/build.md fits its schema', async t => {
  const home = folder()
  const { problems } = await walk(TEXT, home.path, prepare(home.path))
  t.deepEqual(problems, [])
  const manifest: unknown = JSON.parse(readFileSync(home.at('out/manifest.json'), 'utf8'))
  t.deepEqual(violations(schema('manifest.schema.json'), manifest), [])
  t.true(violations(schema('manifest.schema.json'), { ...(manifest as object), more: 1 }).length > 0)
  home.remove()
})

test('docs/build.schema.json and the check agree', t => {
  const build = schema('build.schema.json')
  const agree = (value: unknown, isRight: boolean): void => {
    t.is(configProblems(value).length === 0, isRight, JSON.stringify(value))
    t.is(violations(build, value).length === 0, isRight, `schema: ${JSON.stringify(value)}`)
  }
  let count = 0
  for (const [, name, text] of TEXT.matchAll(/^`([\w./]+)`:\n\n```json\n(.*?)^```$/gms)) {
    agree(parseJson(text!).value, name !== 'wrong.json')
    count++
  }
  t.is(count, 3)
  const shader = { file: 'a.hlsl' }
  const right: readonly unknown[] = [
    { shaders: [] },
    { shaders: [{ ...shader, file: ['a', 'b'], entries: ['a', { entry: 'b', when: { A: 1 } }], targets: ['ps_6_0'] }] },
    { $schema: 'x', shaders: [shader], outDir: 'o', manifest: false, archive: 'a', state: 's', output: '{name}' },
    { shaders: [shader], exclude: [{ A: [1, 'x', true, null], any: [{ B: 1 }], all: [], not: { C: 2 } }] },
    { shaders: [shader], defines: { A: 1, B: 'x', C: true, D: null }, flags: ['-Zpr'], include: ['i'] },
    { shaders: [shader], axes: { A: [1], B: { values: [1], when: { A: 1 } }, C: { values: [1] } } },
  ]
  for (const value of right) agree(value, true)
  const wrong: readonly unknown[] = [
    {},
    [],
    { shaders: {} },
    { shaders: [{}] },
    { shaders: [shader], more: 1 },
    { shaders: [{ ...shader, more: 1 }] },
    { shaders: [{ ...shader, entries: [] }] },
    { shaders: [{ ...shader, entries: [{ target: 'x' }] }] },
    { shaders: [{ ...shader, targets: [] }] },
    { shaders: [shader], manifest: true },
    { shaders: [shader], outDir: '' },
    { shaders: [shader], axes: { A: [] } },
    { shaders: [shader], axes: { A: 1 } },
    { shaders: [shader], axes: { A: { when: {} } } },
    { shaders: [shader], axes: { 'A B': [1] } },
    { shaders: [shader], defines: { A: [1] } },
    { shaders: [shader], exclude: {} },
    { shaders: [shader], when: [] },
    { shaders: [shader], flags: '-Zpr' },
  ]
  for (const value of wrong) agree(value, false)
})
